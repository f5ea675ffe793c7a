//! The crosstable of a tournament as a picture: ratings with their intervals, and a bar
//! for every score.
//!
//! Blue is above one half and orange below, which people with any common kind of colour
//! blindness tell apart (M. Okabe and K. Ito's palette); every bar has its number too.

use std::fmt::Write as _;

use crate::{Standing, TournamentReport};

const BLUE: &str = "#0072b2";
const ORANGE: &str = "#d55e00";
const INK: &str = "#1f2328";
const FAINT: &str = "#59636e";
const LINE: &str = "#d1d9e0";
const PAPER: &str = "#f6f8fa";

/// Sizes in pixels.
const MARGIN: f64 = 24.0;
const ROW: f64 = 40.0;
const CELL: f64 = 76.0;
const RATING: f64 = 220.0;
const TOP: f64 = 112.0;
/// What a character of a name takes at 14 pixels, on average.
const CHARACTER: f64 = 8.2;

impl TournamentReport {
    /// The table as an SVG picture that needs nothing else.
    pub fn to_svg(&self) -> String {
        Picture::new(self).draw()
    }
}

struct Picture<'a> {
    report: &'a TournamentReport,
    /// Where the ratings and the cells begin.
    ratings: f64,
    cells: f64,
    /// The scale of the ratings: Elo points at both ends.
    ends: (f64, f64),
    svg: String,
}

impl<'a> Picture<'a> {
    fn new(report: &'a TournamentReport) -> Self {
        let names = report.standings.iter().map(|standing| standing.contender.chars().count());
        let widest = names.max().unwrap_or_default() as f64 * CHARACTER;
        let ratings = MARGIN + 32.0 + widest.max(80.0) + 24.0;
        let low = report.standings.iter().map(|standing| standing.rating.low).fold(-10.0, f64::min);
        let high = report.standings.iter().map(|standing| standing.rating.high).fold(10.0, f64::max);
        Self { report, ratings, cells: ratings + RATING + 92.0, ends: (low, high), svg: String::new() }
    }

    fn draw(mut self) -> String {
        let count = self.report.standings.len() as f64;
        let width = self.cells + count * CELL + MARGIN;
        let height = TOP + count * ROW + 56.0;
        self.line(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="'DejaVu Sans', Verdana, Arial, sans-serif" font-size="14" fill="{INK}" role="img">"#
        ));
        self.line(&format!(r#"<rect width="{width:.0}" height="{height:.0}" fill="white"/>"#));
        self.head();
        for number in 0..self.report.standings.len() {
            self.row(number);
        }
        self.foot(TOP + count * ROW);
        self.line("</svg>");
        self.svg
    }

    fn line(&mut self, text: &str) {
        self.svg.push_str(text);
        self.svg.push('\n');
    }

    /// Text whose anchor is `start`, `middle` or `end`, in the middle of a row.
    fn text(&mut self, x: f64, y: f64, anchor: &str, style: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.svg,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" dominant-baseline="central" {style}>{text}</text>"#
        );
    }

    fn head(&mut self) {
        let games: usize = self.report.pairings.iter().map(|pairing| pairing.games.len()).sum();
        let title = self.report.scenarios.join(", ");
        let about =
            format!("{} version {}, {games} games, sides swapped", self.report.ruleset, self.report.version);
        let faint = format!(r#"font-size="12" fill="{FAINT}""#);
        self.line(&format!("<title>{}</title>", escaped(&title)));
        self.text(MARGIN, 34.0, "start", r#"font-size="18" font-weight="bold""#, &title);
        self.text(MARGIN, 58.0, "start", &faint, &about);
        let y = TOP - 18.0;
        self.text(self.ratings + RATING / 2.0, y, "middle", &faint, "Elo, 95 % interval");
        self.text(self.cells - 40.0, y, "middle", &faint, "score %");
        for number in 0..self.report.standings.len() {
            let x = self.cells + (number as f64 + 0.5) * CELL;
            self.text(x, y, "middle", &faint, &format!("{}", number + 1));
        }
    }

    fn row(&mut self, number: usize) {
        let report = self.report;
        let standing = &report.standings[number];
        let (top, middle) = (TOP + number as f64 * ROW, TOP + (number as f64 + 0.5) * ROW);
        if number.is_multiple_of(2) {
            let width = self.cells + report.standings.len() as f64 * CELL - MARGIN;
            self.line(&format!(
                r#"<rect x="{MARGIN}" y="{top:.1}" width="{width:.1}" height="{ROW}" fill="{PAPER}"/>"#
            ));
        }
        let faint = format!(r#"fill="{FAINT}""#);
        self.text(MARGIN + 20.0, middle, "end", &faint, &(number + 1).to_string());
        self.text(MARGIN + 32.0, middle, "start", "", &standing.contender);
        self.rating(standing, middle);
        let score = format!("{:.1}", 100.0 * standing.score);
        self.text(self.cells - 40.0, middle, "middle", r#"font-weight="bold""#, &score);
        for (column, other) in report.standings.iter().enumerate() {
            let x = self.cells + column as f64 * CELL;
            match report.score(&standing.contender, &other.contender) {
                Some(score) => self.cell(x, top, score.score),
                None => self.text(x + CELL / 2.0, middle, "middle", &format!(r#"fill="{LINE}""#), "–"),
            }
        }
    }

    /// A dot with its interval, and its number above.
    fn rating(&mut self, standing: &Standing, middle: f64) {
        let (low, high) = self.ends;
        let start = self.ratings;
        let place = |elo: f64| start + 16.0 + (elo - low) / (high - low) * (RATING - 32.0);
        let rating = standing.rating;
        let [x, from, to] = [rating.elo, rating.low, rating.high].map(place);
        let (zero, y) = (place(0.0), middle + 8.0);
        self.line(&format!(
            r#"<path d="M{zero:.1} {:.1}V{:.1}" stroke="{LINE}"/>"#,
            middle - ROW / 2.0,
            middle + ROW / 2.0
        ));
        self.line(&format!(
            r#"<path d="M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v8M{to:.1} {:.1}v8" stroke="{INK}" stroke-width="1.5" fill="none"/>"#,
            y - 4.0,
            y - 4.0
        ));
        self.line(&format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{INK}"/>"#));
        let style = r#"font-size="12" stroke="white" stroke-width="3" paint-order="stroke""#;
        self.text(x, middle - 8.0, "middle", style, &format!("{:+.0}", rating.elo));
    }

    /// A bar from one half to the score, and the score in percent.
    fn cell(&mut self, x: f64, top: f64, score: f64) {
        let (width, half) = (CELL - 16.0, x + CELL / 2.0);
        let (colour, end) = (if score >= 0.5 { BLUE } else { ORANGE }, half + (score - 0.5) * width);
        let y = top + ROW - 14.0;
        self.line(&format!(r#"<path d="M{:.1} {:.1}h{width:.1}" stroke="{LINE}"/>"#, x + 8.0, y + 4.0));
        self.line(&format!(
            r#"<rect x="{:.1}" y="{y:.1}" width="{:.1}" height="8" rx="1" fill="{colour}"/>"#,
            half.min(end),
            (end - half).abs()
        ));
        self.line(&format!(r#"<path d="M{half:.1} {:.1}v12" stroke="{FAINT}"/>"#, y - 2.0));
        self.text(half, top + 14.0, "middle", r#"font-size="13""#, &format!("{:.1}", 100.0 * score));
    }

    fn foot(&mut self, bottom: f64) {
        let style = format!(r#"font-size="12" fill="{FAINT}""#);
        let said = "Score of the row against the column in %: blue above 50, orange below.";
        self.text(MARGIN, bottom + 28.0, "start", &style, said);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
