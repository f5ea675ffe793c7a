//! The learner: it learns, all of it, and goes on from what was saved.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

#[path = "../../agents/tests/encodings/mod.rs"]
mod encodings;

use rand::RngExt as _;
use sandtable_agents::network::{Shape, Weights};
use sandtable_core::GameSeed;
use sandtable_core::encoding::{Encoder, Encoding};
use sandtable_training::learner::{Batch, CHECKPOINT, Learner, Losses, Schedule, Shares, Target, device};

use encodings::{ENCODER, livelier, varied};

const SHAPE: Shape = Shape { width: 16, heads: 2, blocks: 2, hidden: 24 };

/// One action is right, one side wins, and every unit lives or dies.
fn batch(seed: u64) -> Batch {
    decisions(seed).collect()
}

fn decisions(seed: u64) -> impl Iterator<Item = (Encoding, Target)> {
    let mut rng = GameSeed::from_number(seed).rng();
    let encodings = varied(&mut rng);
    encodings.into_iter().map(move |encoding| {
        let mut policy = vec![0.0; encoding.references.len()];
        let right = rng.random_range(0..policy.len());
        policy[right] = 1.0;
        let mut outcome = [0.0; 3];
        outcome[rng.random_range(0..3_usize)] = 1.0;
        let units = encoding.relations.len().isqrt();
        let survival = (0..units).map(|_| f32::from(u8::from(rng.random::<bool>()))).collect();
        (encoding, Target::new(policy, outcome, rng.random_range(-0.9..0.9), survival))
    })
}

fn learner(schedule: Schedule) -> Learner {
    let cpu = device("cpu").unwrap();
    Learner::new(SHAPE, &ENCODER, GameSeed::from_number(1), &cpu, schedule).unwrap()
}

fn load(folder: &std::path::Path, encoder: &Encoder, schedule: Schedule) -> Result<Learner, String> {
    Learner::load(folder, encoder, &device("cpu").unwrap(), schedule).map_err(|error| error.to_string())
}

#[test]
fn one_batch_is_learned_by_heart() {
    let schedule = Schedule { rate: 5e-3, warm_up: 10, decay: 0.0, ..Schedule::default() };
    let (mut learner, batch) = (learner(schedule), batch(1));
    let before = learner.losses(&batch);
    assert!(before.total > 1.0, "{before:?}");
    for _ in 0..300 {
        learner.step(&batch).unwrap();
    }
    let Losses { policy, outcome, margin, survival, .. } = learner.losses(&batch);
    for loss in [policy, outcome, margin, survival] {
        assert!(loss < 0.01, "policy {policy}, outcome {outcome}, margin {margin}, survival {survival}");
    }
}

#[test]
fn every_tensor_learns_from_some_answer() {
    let schedule = Schedule { decay: 0.0, ..Schedule::default() };
    let cpu = device("cpu").unwrap();
    let start = livelier(&Weights::seeded(SHAPE, &ENCODER, GameSeed::from_number(1)).unwrap());
    let mut learner = Learner::from_weights(&start, &cpu, schedule);
    learner.step(&batch(2)).unwrap();
    let now = learner.weights().unwrap();
    for (was, is) in start.tensors().iter().zip(now.tensors()) {
        let moved =
            was.values.iter().zip(&is.values).filter(|(was, is)| was.to_bits() != is.to_bits()).count();
        // Numbers behind what no position of the batch lets through stay.
        assert!(moved * 4 >= was.values.len() * 3, "{}: {moved} of {}", was.name, was.values.len());
    }
}

#[test]
fn answers_without_weight_teach_nothing() {
    let shares = Shares { policy: 1.0, outcome: 0.0, margin: 0.0, survival: 0.0 };
    let schedule = Schedule { decay: 0.0, shares, ..Schedule::default() };
    let mut learner = learner(schedule);
    let decisions = varied(&mut GameSeed::from_number(3).rng()).into_iter().map(|encoding| {
        let units = encoding.relations.len().isqrt();
        (encoding, Target::new(Vec::new(), [1.0, 0.0, 0.0], 0.5, vec![1.0; units]))
    });
    let before = learner.weights().unwrap();
    let losses = learner.step(&decisions.collect()).unwrap();
    assert_eq!((losses.policy, losses.total, losses.gradient), (0.0, 0.0, 0.0));
    assert!(losses.outcome > 0.5);
    assert_eq!(learner.weights().unwrap(), before);
}

#[test]
fn what_was_saved_goes_on_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let schedule = Schedule { warm_up: 3, steps: 9, ..Schedule::default() };
    let mut straight = learner(schedule);
    for seed in 0..3 {
        straight.step(&batch(seed)).unwrap();
    }
    straight.save(folder.path()).unwrap();
    let mut resumed = load(folder.path(), &ENCODER, schedule).unwrap();
    assert_eq!(resumed.steps(), 3);
    for seed in 3..6 {
        assert_eq!(straight.step(&batch(seed)).unwrap(), resumed.step(&batch(seed)).unwrap());
    }
    assert_eq!(straight.weights().unwrap(), resumed.weights().unwrap());
    // A learner that has learned nothing yet is saved as well.
    learner(schedule).save(folder.path()).unwrap();
    assert_eq!(load(folder.path(), &ENCODER, schedule).unwrap().steps(), 0);
}

/// More decisions than go through the network together, of all sizes, some of them
/// without this answer or that: what counts is the batch, not how it is cut.
#[test]
fn a_large_batch_counts_as_a_whole() {
    let mut rng = GameSeed::from_number(9).rng();
    let mut all: Vec<(Encoding, Target)> = Vec::new();
    for seed in 0..20 {
        for (encoding, mut target) in decisions(seed) {
            target.policy_weight = rng.random_range(0..3_u8).into();
            target.survival_weight = rng.random_range(0..2_u8).into();
            all.push((encoding, target));
        }
    }
    let learner = learner(Schedule::default());
    let whole = learner.losses(&all.iter().cloned().collect());
    // The mean over single decisions, by weight.
    let mean = |loss: fn(&Losses) -> f32, weight: fn(&Target) -> f32| {
        let (mut sum, mut weights) = (0.0, 0.0);
        for one in &all {
            sum += loss(&learner.losses(&[one.clone()].into_iter().collect())) * weight(&one.1);
            weights += weight(&one.1);
        }
        sum / weights
    };
    let near = |whole: f32, mean: f32| assert!((whole - mean).abs() < 1e-4, "{whole} {mean}");
    near(whole.policy, mean(|loss| loss.policy, |target| target.policy_weight));
    near(whole.outcome, mean(|loss| loss.outcome, |target| target.outcome_weight));
    near(whole.margin, mean(|loss| loss.margin, |target| target.margin_weight));
    let fate = |target: &Target| if target.survival.is_empty() { 0.0 } else { target.survival_weight };
    near(whole.survival, mean(|loss| loss.survival, fate));
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let after = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut learner = learner(Schedule::default());
            // Several parts.
            learner.step(&(0..12).flat_map(decisions).collect()).unwrap();
            learner.step(&batch(5)).unwrap();
            learner.weights().unwrap()
        })
    };
    assert_eq!(after(1), after(3));
}

#[test]
fn bad_checkpoints_are_named_with_their_cure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(CHECKPOINT);
    let schedule = Schedule::default();
    let fault = |encoder: &Encoder| {
        let line = load(folder.path(), encoder, schedule).err().unwrap();
        assert!(line.starts_with(path.to_str().unwrap()) && !line.contains('\n'), "{line}");
        line
    };
    assert!(fault(&ENCODER).contains("cannot be read"));
    let mut learner = learner(schedule);
    learner.step(&batch(6)).unwrap();
    learner.save(folder.path()).unwrap();
    assert!(fault(&Encoder { version: 2, ..ENCODER }).contains("not for noise/v2"));
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(fault(&ENCODER).contains("cut short"));
    let mut damaged = whole;
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&path, damaged).unwrap();
    assert!(fault(&ENCODER).contains("checksum"));
    std::fs::write(&path, learner.weights().unwrap().write()).unwrap();
    assert!(fault(&ENCODER).contains("a network, not a learner"));
}

#[test]
fn learning_that_goes_astray_says_so() {
    let mut learner = learner(Schedule::default());
    let mut batch = batch(7);
    let (mut encoding, target) = (varied(&mut GameSeed::from_number(8).rng()).remove(0), Target::default());
    encoding.globals[0] = f32::NAN;
    batch.push(encoding, Target { outcome: [1.0, 0.0, 0.0], outcome_weight: 1.0, ..target });
    let before = learner.weights().unwrap();
    assert!(learner.step(&batch).unwrap_err().to_string().contains("step 0"));
    assert_eq!(learner.weights().unwrap(), before);
}
