//! The network without burn: what it must do with any weights, and weight files.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

mod encodings;

use sandtable_agents::network::file::ENTRY;
use sandtable_agents::network::{Answer, Columns, Network, Precision, Scratch, Shape, Weights, WeightsError};
use sandtable_core::GameSeed;
use sandtable_core::encoding::{Encoder, Encoding};

use encodings::{ENCODER, encoding, livelier, varied};

const SMALL: Shape = Shape { width: 16, heads: 4, blocks: 2, hidden: 24 };

fn weights(shape: Shape) -> Weights {
    livelier(&Weights::seeded(shape, &ENCODER, GameSeed::from_number(7)).unwrap())
}

/// An answer's numbers, one after another: logits, outcome, margin, survival.
fn numbers(answer: Answer<'_>) -> Vec<f32> {
    [answer.logits, &answer.outcome, &[answer.margin], answer.survival].concat()
}

fn answers(network: &Network, batch: &[Encoding]) -> Vec<Vec<f32>> {
    let mut scratch = Scratch::default();
    network.forward(batch, &mut scratch);
    scratch.answers().map(numbers).collect()
}

fn near(left: &[f32], right: &[f32], most: f32) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| (l - r).abs() <= most)
}

#[test]
fn answers_are_in_their_ranges() {
    let network = Network::new(&weights(SMALL), &ENCODER).unwrap();
    let batch = varied(&mut GameSeed::from_number(1).rng());
    let mut scratch = Scratch::default();
    network.forward(&batch, &mut scratch);
    assert_eq!(scratch.answers().len(), batch.len());
    for (encoding, answer) in batch.iter().zip(scratch.answers()) {
        assert_eq!(answer.logits.len(), encoding.references.len());
        assert_eq!(answer.survival.len() * ENCODER.units.len(), encoding.units.len());
        assert!(answer.logits.iter().all(|logit| logit.is_finite()));
        assert!((answer.outcome.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((-1.0..=1.0).contains(&answer.margin));
        assert!(answer.survival.iter().all(|part| (0.0..=1.0).contains(part)));
    }
}

#[test]
fn an_answer_has_the_same_bits_in_every_batch() {
    for shape in [SMALL, Shape::LAPTOP, Shape { width: 36, heads: 3, blocks: 1, hidden: 300 }] {
        let network = Network::new(&weights(shape), &ENCODER).unwrap();
        let mut rng = GameSeed::from_number(2).rng();
        let mut batch = varied(&mut rng);
        let alone: Vec<_> = batch.iter().map(|one| answers(&network, std::slice::from_ref(one))).collect();
        let alone = alone.concat();
        assert_eq!(answers(&network, &batch), alone);
        batch.reverse();
        batch.push(encoding(64, 30, 70, &mut rng));
        let mut together = answers(&network, &batch);
        together.pop();
        together.reverse();
        assert_eq!(together, alone);
        // Memory that a larger batch has used changes nothing.
        let mut scratch = Scratch::default();
        network.forward(&batch, &mut scratch);
        network.forward(&batch[..1], &mut scratch);
        assert_eq!(scratch.answers().map(numbers).next().as_ref(), alone.last());
    }
}

/// The same decision with its rows listed in another order: number `i` comes from `order[i]`.
fn reordered(from: &Encoding, units: &[usize], places: &[usize], actions: &[usize]) -> Encoding {
    let rows = |values: &[f32], order: &[usize], columns: usize| {
        order.iter().flat_map(|&row| values[row * columns..][..columns].to_vec()).collect()
    };
    let now = |order: &[usize], was: Option<u16>| {
        was.map(|was| order.iter().position(|&row| row == usize::from(was)).unwrap() as u16)
    };
    let mut to = from.clone();
    to.units = rows(&from.units, units, ENCODER.units.len());
    to.places = rows(&from.places, places, ENCODER.places.len());
    to.actions = rows(&from.actions, actions, ENCODER.actions.len());
    to.relations =
        units.iter().flat_map(|&i| units.iter().map(move |&j| from.relations[i * units.len() + j])).collect();
    to.references = actions.iter().map(|&action| from.references[action]).collect();
    for reference in &mut to.references {
        reference.unit = now(units, reference.unit);
        reference.target = now(units, reference.target);
        reference.place = now(places, reference.place);
    }
    to
}

#[test]
fn the_order_of_rows_means_nothing() {
    let network = Network::new(&weights(Shape::LAPTOP), &ENCODER).unwrap();
    let encoding = encoding(24, 16, 24, &mut GameSeed::from_number(3).rng());
    // Every row moves: 7 and 5 have no divisor in common with the numbers of rows.
    let order =
        |count: usize, step: usize| -> Vec<usize> { (0..count).map(|i| (i * step + 3) % count).collect() };
    let (units, places, actions) = (order(24, 7), order(16, 5), order(24, 5));
    let batch = [reordered(&encoding, &units, &places, &actions), encoding];
    let mut scratch = Scratch::default();
    network.forward(&batch, &mut scratch);
    let both: Vec<_> = scratch.answers().collect();
    let logits: Vec<f32> = actions.iter().map(|&action| both[1].logits[action]).collect();
    let survival: Vec<f32> = units.iter().map(|&unit| both[1].survival[unit]).collect();
    assert!(near(both[0].logits, &logits, 1e-5));
    assert!(near(both[0].survival, &survival, 1e-5));
    assert!(near(&both[0].outcome, &both[1].outcome, 1e-5));
    assert!((both[0].margin - both[1].margin).abs() <= 1e-5);
    // The rows did move, and they differ.
    assert!(!near(both[0].logits, both[1].logits, 1e-3));
    assert!(!near(both[0].survival, both[1].survival, 1e-3));
}

#[test]
fn weights_begin_the_same_from_the_same_seed() {
    let seeded = |seed| Weights::seeded(SMALL, &ENCODER, GameSeed::from_number(seed)).unwrap();
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
    let count: usize = seeded(1).tensors().iter().map(|tensor| tensor.values.len()).sum();
    assert_eq!(count, SMALL.parameters(&Columns::of(&ENCODER)));
}

#[test]
fn files_give_back_what_was_written() {
    let weights = weights(SMALL).with_manifest("trained for a test");
    let single = Weights::read(&weights.write_in(Precision::Single)).unwrap();
    assert_eq!(single, weights);
    let half = Weights::read(&weights.write()).unwrap();
    assert_eq!((&*half.about().encoder, &*half.about().manifest), ("noise/v1", "trained for a test"));
    for (half, whole) in half.tensors().iter().zip(weights.tensors()) {
        let close = |(half, whole): (&f32, &f32)| (half - whole).abs() <= whole.abs() / 2048.0 + 1e-7;
        assert!(half.values.iter().zip(&whole.values).all(close), "{}", half.name);
    }
    // Half precision loses nothing a second time, and the same weights make the same bytes.
    assert_eq!(half.write(), weights.write());
    let batch = varied(&mut GameSeed::from_number(4).rng());
    let played = |weights: &Weights| answers(&Network::new(weights, &ENCODER).unwrap(), &batch);
    for (half, whole) in played(&half).iter().zip(played(&weights)) {
        assert!(near(half, &whole, 0.05));
    }
}

/// What a file's fault is called.
fn fault(file: &[u8]) -> String {
    let line = Weights::read(file).unwrap_err().to_string();
    assert!(!line.contains('\n') && line.contains(':'), "one line with the cure: {line}");
    line
}

#[test]
fn faults_of_files_are_named_with_their_cure() {
    let weights = weights(SMALL);
    let file = weights.write();
    for length in [0, 7, 8, 100, file.len() / 2, file.len() - 1] {
        assert!(fault(&file[..length]).contains("cut short"), "{length}");
    }
    assert!(fault(b"not a safetensors file at all, whatever it is called").contains("no safetensors"));
    let mut corrupt = file.clone();
    *corrupt.last_mut().unwrap() ^= 1;
    assert!(fault(&corrupt).contains("checksum"));
    // Text of the header, replaced by text of the same length.
    let replaced = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = file.windows(from.len()).position(|bytes| bytes == from.as_bytes()).expect("it is there");
        let mut file = file.clone();
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
        fault(&file)
    };
    assert!(replaced("format\\\":1", "format\\\":9").contains("format 9, this program reads format 1"));
    assert!(replaced(ENTRY, "otherpurp").contains("no network of this program"));
    assert!(replaced("width\\\":16", "width\\\":20").contains("its shape asks for"));
    assert!(replaced("heads\\\":4", "heads\\\":5").contains("multiple of its heads"));
    assert!(replaced("blocks\\\":2", "blocks\\\":3").contains("lack the tensor `blocks.2."));
    assert!(replaced("blocks\\\":2", "blocks\\\":1").contains("a tensor `blocks.1."));
}

#[test]
fn numbers_that_are_none_are_refused() {
    for wrong in [f32::NAN, f32::INFINITY] {
        let weights = weights(SMALL);
        let mut tensors = weights.tensors().to_vec();
        tensors[3].values[0] = wrong;
        let name = tensors[3].name.clone();
        assert_eq!(weights.with_tensors(tensors), Err(WeightsError::NotFinite(name)));
    }
    // Too large for half precision.
    let weights = weights(SMALL);
    let mut tensors = weights.tensors().to_vec();
    tensors[0].values[0] = 1e6;
    assert!(fault(&weights.with_tensors(tensors).unwrap().write()).contains("infinite"));
}

#[test]
fn weights_of_another_encoder_are_refused() {
    let weights = weights(SMALL);
    let error = |encoder: &Encoder| Network::new(&weights, encoder).unwrap_err().to_string();
    assert!(error(&Encoder { version: 2, ..ENCODER }).contains("trained for noise/v1, not for noise/v2"));
    assert!(error(&Encoder { ruleset: "pig", ..ENCODER }).contains("not for pig/v1"));
    assert!(error(&Encoder { places: &[], ..ENCODER }).contains("writes 40 columns a unit, 0 a place"));
}
