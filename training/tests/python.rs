//! What a run writes is read by the real tools: TensorBoard and Python's safetensors.
//!
//! `cargo xtask test` makes a virtual environment from `requirements.txt` and names its
//! Python in `SANDTABLE_PYTHON`.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod common;

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use common::tiny;
use sandtable_agents::network::Weights;
use sandtable_reference::ConnectFour;
use sandtable_training::metrics::journal;
use sandtable_training::run::{Folder, Run, Silent};

#[test]
#[ignore = "needs Python with the packages of requirements.txt: run by `cargo xtask test`"]
fn tensorboard_and_safetensors_read_what_a_run_writes() {
    let python = std::env::var("SANDTABLE_PYTHON").expect("SANDTABLE_PYTHON names a Python");
    let config = tiny("connect-four", &["connect-four-small"], 2);
    let place = tempfile::tempdir().unwrap();
    let (stop, mut watch) = (AtomicBool::new(false), Silent);
    Run::<ConnectFour>::open(&config, place.path(), None, &stop, &mut watch).unwrap().go().unwrap();
    let folder = Folder::at(place.path());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/read_back.py");
    let output = Command::new(python).arg(script).args([folder.events(), folder.best()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    check_events(&folder, &read["events"]);
    check_weights(&folder, &read["weights"]);
}

/// TensorBoard shows every number of the journal, at its step.
fn check_events(folder: &Folder, events: &serde_json::Value) {
    let mut scalars = BTreeMap::<String, Vec<(u64, f64)>>::new();
    let mut histograms = BTreeMap::<String, Vec<(u64, f64)>>::new();
    for report in journal::read(&folder.metrics()).unwrap() {
        for (tag, value) in report.scalars {
            scalars.entry(tag).or_default().push((report.step, value));
        }
        for (tag, histogram) in report.histograms {
            let count = histogram.counts.iter().map(|&count| f64::from(count)).sum();
            histograms.entry(tag).or_default().push((report.step, count));
        }
    }
    assert!(scalars.len() > 20 && histograms.len() >= 2);
    for (kind, written) in [("scalars", scalars), ("histograms", histograms)] {
        let shown: BTreeMap<String, Vec<(u64, f64)>> = serde_json::from_value(events[kind].clone()).unwrap();
        assert_eq!(shown.keys().collect::<Vec<_>>(), written.keys().collect::<Vec<_>>());
        for (tag, points) in written {
            assert_eq!(points.len(), shown[&tag].len(), "{tag}");
            for ((step, value), (shown_step, shown_value)) in points.iter().zip(&shown[&tag]) {
                assert_eq!(step, shown_step, "{tag}");
                assert!(
                    (value - shown_value).abs() <= 1e-5 * value.abs().max(1.0),
                    "{tag}: {value} {shown_value}"
                );
            }
        }
    }
}

/// Python finds the same numbers in half precision, and what they are for.
fn check_weights(folder: &Folder, read: &serde_json::Value) {
    let weights = Weights::read(&std::fs::read(folder.best()).unwrap()).unwrap();
    let about = read["about"].to_string();
    assert!(about.contains("connect-four/v") && about.contains("trained by self-play"), "{about}");
    let tensors = read["tensors"].as_object().unwrap();
    assert_eq!(tensors.len(), weights.tensors().len());
    for tensor in weights.tensors() {
        let shown = &tensors[&tensor.name];
        assert_eq!(shown["kind"], "float16");
        assert_eq!(shown["shape"], serde_json::json!(tensor.dimensions));
        let sum: f64 = tensor.values.iter().map(|&value| f64::from(value)).sum();
        assert!((shown["sum"].as_f64().unwrap() - sum).abs() < 1e-6 * tensor.values.len() as f64);
    }
}
