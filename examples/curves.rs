//! The curves of a training run as pictures, from its `metrics.jsonl`.
//!
//! `cargo run --release -p examples --example curves -- runs/laptop pictures`
//!
//! Without arguments it draws a few made-up numbers into a scratch folder, to show that it
//! works.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use plotters::prelude::*;
use serde_json::Value;

/// Points by tag.
type Curves = BTreeMap<String, Vec<(f64, f64)>>;

/// A picture: its file, what its axes say, and the tags that belong to it by their beginnings.
struct Picture {
    file: &'static str,
    across: &'static str,
    up: &'static str,
    tags: &'static [&'static str],
}

const PICTURES: &[Picture] = &[
    Picture {
        file: "loss.svg",
        across: "hours",
        up: "loss",
        tags: &["loss/policy", "loss/outcome", "loss/margin", "loss/survival"],
    },
    Picture { file: "elo.svg", across: "hours", up: "Elo above the yardstick", tags: &["elo/"] },
    Picture { file: "score.svg", across: "hours", up: "score", tags: &["score/"] },
    Picture {
        file: "policy.svg",
        across: "hours",
        up: "nats; share",
        tags: &["policy/entropy", "policy/target_entropy", "policy/agreement"],
    },
    Picture {
        file: "calibration.svg",
        across: "hours",
        up: "mean square error; error of calibration",
        tags: &["value/brier", "value/calibration_error", "survival/brier", "survival/calibration_error"],
    },
    Picture {
        file: "games.svg",
        across: "hours",
        up: "share of the games",
        tags: &["games/first_player_score", "games/draws"],
    },
];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    match &arguments[..] {
        [] => {
            let folder = std::env::temp_dir().join(format!("sandtable-curves-{}", std::process::id()));
            std::fs::create_dir_all(&folder)?;
            let lines = (0..20).map(|i| {
                format!(
                    "{{\"hours\":{i},\"scalars\":{{\"loss/policy\":{},\"elo/drill\":{}}}}}\n",
                    2.0 / f64::from(i + 1),
                    10 * i
                )
            });
            std::fs::write(folder.join("metrics.jsonl"), lines.collect::<String>())?;
            draw_all(&folder, &folder)?;
            Ok(std::fs::remove_dir_all(&folder)?)
        }
        [run, pictures] => draw_all(run, pictures),
        _ => bail!("name the folder of a run and a folder for the pictures"),
    }
}

fn draw_all(run: &Path, pictures: &Path) -> anyhow::Result<()> {
    let curves = read(&run.join("metrics.jsonl"))?;
    std::fs::create_dir_all(pictures).with_context(|| format!("{} cannot be made", pictures.display()))?;
    for picture in PICTURES {
        let chosen: Vec<_> = curves
            .iter()
            .filter(|(tag, _)| picture.tags.iter().any(|start| tag.starts_with(start)))
            .collect();
        if chosen.is_empty() {
            continue;
        }
        let path = pictures.join(picture.file);
        draw(&path, picture, &chosen).with_context(|| format!("{} cannot be drawn", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Curves> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut curves = Curves::new();
    for (number, line) in text.lines().enumerate() {
        let report: Value =
            serde_json::from_str(line).with_context(|| format!("{}: line {}", path.display(), number + 1))?;
        let hours = report["hours"].as_f64().unwrap_or_default();
        for (tag, value) in report["scalars"].as_object().into_iter().flatten() {
            if let Some(value) = value.as_f64() {
                curves.entry(tag.clone()).or_default().push((hours, value));
            }
        }
    }
    Ok(curves)
}

/// As in the other pictures: the palette of M. Okabe and K. Ito.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

fn draw(file: &Path, picture: &Picture, curves: &[(&String, &Vec<(f64, f64)>)]) -> anyhow::Result<()> {
    let points = || curves.iter().flat_map(|(_, curve)| curve.iter().copied());
    let right = points().fold(0.01_f64, |most, (x, _)| most.max(x));
    let (low, high) = points().fold((f64::MAX, f64::MIN), |(a, b), (_, y)| (a.min(y), b.max(y)));
    let margin = 0.05 * (high - low).max(0.1);
    let root = SVGBackend::new(file, (720, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..right, low - margin..high + margin)?;
    chart.configure_mesh().x_desc(picture.across).y_desc(picture.up).light_line_style(WHITE).draw()?;
    for ((tag, curve), colour) in curves.iter().zip(COLOURS.into_iter().cycle()) {
        chart
            .draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(2)))?
            .label(tag.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        if curve.len() <= 50 {
            chart.draw_series(curve.iter().map(|&point| Circle::new(point, 3, colour)))?;
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
