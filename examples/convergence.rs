//! How a search nears the exact answer as its simulations grow: a table, and a picture
//! where a file is named.
//!
//! `cargo run --release -p examples --example convergence -- 70 20000 convergence.svg`

use anyhow::Context as _;
use plotters::prelude::*;
use sandtable_agents::exact::Expectimax;
use sandtable_agents::mcts::{Budget, Rollouts, Settings};
use sandtable_core::{Doctrine, GameSeed, scenario};
use sandtable_eval::accuracy::{Accuracy, misses, positions};
use sandtable_gridded::Gridded;
use sandtable_reference::Pig;

/// Simulations and the root mean square error of the value there.
type Curve = Vec<(f64, f64)>;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(5), |text| text.parse()).context("how many positions")?;
    let most = arguments.next().map_or(Ok(1000), |text| text.parse()).context("how many simulations")?;
    let mut curves = vec![("pig-nine", curve::<Pig>("pig-nine", count, most)?)];
    if count > 5 {
        for name in ["tiny-assault", "tiny-charge", "tiny-duel"] {
            curves.push((name, curve::<Gridded>(name, count, most)?));
        }
    }
    if let Some(file) = arguments.next() {
        draw(&file, &curves).with_context(|| format!("{file} cannot be drawn"))?;
    }
    Ok(())
}

fn curve<R: Doctrine>(name: &str, count: usize, most: u32) -> anyhow::Result<Curve> {
    let rules = R::load(&scenario::built_in::<R>(name)?)?;
    let mut solver = Expectimax::new(&rules, 10_000_000);
    let states = positions(&rules, count, GameSeed::from_number(1));
    println!("{name}: {} positions", states.len());
    println!("  simulations   error of the value   worst   loss by the choice   worst");
    let mut curve = Curve::new();
    for simulations in [100, 300, 1000, 3000, 10_000, 20_000].into_iter().filter(|&n| n <= most) {
        let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
        let found = misses(&mut solver, &states, settings, Rollouts::default)?;
        let Accuracy { value, choice } = Accuracy::of(&found);
        let worst =
            |one: fn(&sandtable_eval::accuracy::Miss) -> f64| found.iter().map(one).fold(0.0, f64::max);
        let (worst_value, worst_choice) = (worst(|miss| miss.value), worst(|miss| miss.choice));
        println!(
            "  {simulations:>11}   {value:>18.4}   {worst_value:.4}   {choice:>18.5}   {worst_choice:.4}"
        );
        curve.push((simulations.into(), value));
    }
    println!("  {} positions solved exactly", solver.positions());
    Ok(curve)
}

/// Blue, orange, green, purple: people with any common kind of colour blindness tell them
/// apart (M. Okabe and K. Ito's palette), and each has a mark of its own.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

fn draw(file: &str, curves: &[(&str, Curve)]) -> anyhow::Result<()> {
    let points = || curves.iter().flat_map(|(_, curve)| curve.iter().copied());
    let (left, right) = points().fold((f64::MAX, 0.0_f64), |(a, b), (x, _)| (a.min(x), b.max(x)));
    let (low, high) = points().fold((f64::MAX, 0.0_f64), |(a, b), (_, y)| (a.min(y), b.max(y)));
    let root = SVGBackend::new(file, (720, 440)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((left..right).log_scale(), (low * 0.8..high * 1.2).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("simulations a decision")
        .y_desc("error of the root's value, in wins")
        .light_line_style(WHITE)
        .draw()?;
    for ((name, curve), (colour, size)) in curves.iter().zip(COLOURS.into_iter().zip(3..)) {
        chart
            .draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(curve.iter().map(|&point| Circle::new(point, size, colour)))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
