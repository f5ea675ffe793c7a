//! The network as the search's judge of leaves.

use std::marker::PhantomData;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::Ruleset;
use sandtable_core::encoding::{Encode, Encoding};

use super::lean::{Network, Scratch};
use super::weights::{Weights, WeightsError};
use crate::mcts::{Evaluator, Leaf};

/// Judges leaves by a network: the value is the chance to win less the chance to lose,
/// the logits are the policy's. Cheap to clone: clones share the network.
pub struct Learned<R: Ruleset> {
    network: Arc<Network>,
    batch: usize,
    encodings: Vec<Encoding>,
    scratch: Scratch,
    rules: PhantomData<fn(R)>,
}

impl<R: Encode> Learned<R> {
    /// How many leaves it would rather judge together.
    pub const BATCH: usize = 8;

    /// A judge by these weights.
    ///
    /// # Errors
    /// [`WeightsError`] when they were trained for another encoder than the ruleset's.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        Ok(Self::shared(Arc::new(Network::new(weights, &R::ENCODER)?)))
    }

    /// A judge by a network that others use as well, built for the ruleset's encoder.
    pub fn shared(network: Arc<Network>) -> Self {
        let (encodings, scratch) = (Vec::new(), Scratch::default());
        Self { network, batch: Self::BATCH, encodings, scratch, rules: PhantomData }
    }

    /// Another number of leaves that are judged together: 1 looks furthest with the same
    /// simulations, 8 with the same time.
    #[must_use]
    pub fn with_batch(mut self, batch: usize) -> Self {
        self.batch = batch.max(1);
        self
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

impl<R: Ruleset> Clone for Learned<R> {
    fn clone(&self) -> Self {
        Self {
            network: Arc::clone(&self.network),
            batch: self.batch,
            encodings: Vec::new(),
            scratch: Scratch::default(),
            rules: PhantomData,
        }
    }
}

impl<R: Encode> Evaluator<R> for Learned<R> {
    fn batch(&self) -> usize {
        self.batch
    }

    /// The network says the same each time; what it says is off by more than nothing.
    fn doubt(&self) -> f64 {
        0.06
    }

    fn evaluate(&mut self, rules: &R, leaves: &mut [Leaf<R>], _rng: &mut Xoshiro256PlusPlus) {
        if self.encodings.len() < leaves.len() {
            self.encodings.resize_with(leaves.len(), Encoding::default);
        }
        let encodings = &mut self.encodings[..leaves.len()];
        for (leaf, encoding) in leaves.iter().zip(&mut *encodings) {
            rules.encode(&leaf.state, leaf.seat, &leaf.actions, encoding);
        }
        self.network.forward(encodings, &mut self.scratch);
        for (leaf, answer) in leaves.iter_mut().zip(self.scratch.answers()) {
            let [win, _, loss] = answer.outcome;
            leaf.value = (win - loss) * leaf.seat.sign() as f32;
            leaf.logits.extend_from_slice(answer.logits);
        }
    }
}
