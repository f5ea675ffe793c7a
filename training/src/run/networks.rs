//! The weights that play.

use std::path::Path;
use std::sync::Arc;

use sandtable_agents::Mcts;
use sandtable_agents::mcts::Evaluator;
use sandtable_agents::network::{Learned, Network, Weights, WeightsError};
use sandtable_core::Ruleset;
use sandtable_core::encoding::Encode;
use sandtable_eval::Contender;

use super::{Folder, RunError, State};
use crate::config::Search;
use crate::self_play::Minds;

/// The networks of a generation: the present self and some past ones.
pub(crate) struct Networks {
    present: Arc<Network>,
    past: Vec<Arc<Network>>,
    batch: usize,
}

/// The network of a file, as it would be shipped.
pub(super) fn network<R: Encode>(path: &Path) -> Result<Arc<Network>, RunError> {
    let bytes = std::fs::read(path).map_err(|error| RunError::File { path: path.to_owned(), error })?;
    let failed = |error: WeightsError| RunError::Weights { path: path.to_owned(), error };
    let weights = Weights::read(&bytes).map_err(failed)?;
    Ok(Arc::new(Network::new(&weights, &R::ENCODER).map_err(failed)?))
}

/// A contender that searches with this network.
pub(super) fn contender<R: Encode>(
    name: &str,
    network: &Arc<Network>,
    search: &Search,
    simulations: u32,
) -> Contender<R> {
    let (network, settings, batch) = (Arc::clone(network), search.settings(simulations, 0.0), search.batch);
    Contender::new(name, move || {
        let judge = Learned::<R>::shared(Arc::clone(&network)).with_batch(batch);
        Box::new(Mcts::with_evaluator(settings, judge))
    })
}

impl Networks {
    /// The networks that a state names: the champion, and up to `pool` past ones, evenly
    /// spread.
    pub(super) fn of<R: Encode>(
        folder: &Folder,
        state: &State,
        pool: usize,
        batch: usize,
    ) -> Result<Self, RunError> {
        let count = state.past.len();
        let chosen = (0..pool.min(count)).map(|number| &state.past[number * count / pool.min(count)]);
        Ok(Self {
            present: network::<R>(&folder.weights(&state.champion))?,
            past: chosen.map(|name| network::<R>(&folder.weights(name))).collect::<Result<_, _>>()?,
            batch,
        })
    }

    /// These weights alone.
    pub(crate) fn of_weights<R: Encode>(weights: &Weights, batch: usize) -> Result<Self, WeightsError> {
        Ok(Self { present: Arc::new(Network::new(weights, &R::ENCODER)?), past: Vec::new(), batch })
    }

    /// The present self.
    pub(super) fn present(&self) -> &Arc<Network> {
        &self.present
    }
}

impl<R: Ruleset + Encode> Minds<R> for Networks {
    fn evaluator(&self, past: Option<usize>) -> Box<dyn Evaluator<R>> {
        let network = past.map_or(&self.present, |past| &self.past[past]);
        Box::new(Learned::<R>::shared(Arc::clone(network)).with_batch(self.batch))
    }

    fn past_selves(&self) -> usize {
        self.past.len()
    }
}
