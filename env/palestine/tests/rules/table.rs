//! Tables for tests, written in a few words, and battles on them with given dice.

use std::fmt::Write as _;

use sandtable_core::{Game, Node, Ruleset as _, Scenario, Seat, odds};
use sandtable_palestine::state::UnitState;
use sandtable_palestine::{Event, Outcome, Palestine, State, UnitId};

/// A table to be set. Turns 15 unless said otherwise; the first side begins.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    size: [i32; 2],
    turns: u8,
    begins: &'static str,
    map: String,
    more: String,
    sorties: [String; 2],
    units: [Vec<String>; 2],
}

impl Table {
    /// Open ground, 36 by 36 inches.
    pub(crate) fn open() -> Self {
        Self {
            size: [36, 36],
            turns: 15,
            begins: "first",
            map: String::new(),
            more: String::new(),
            sorties: Default::default(),
            units: Default::default(),
        }
    }

    pub(crate) fn turns(mut self, turns: u8) -> Self {
        self.turns = turns;
        self
    }

    pub(crate) fn begins(mut self, begins: &'static str) -> Self {
        self.begins = begins;
        self
    }

    /// A line of the map: `trench = [...]`.
    pub(crate) fn map(mut self, line: &str) -> Self {
        self.map += line;
        self.map += "\n";
        self
    }

    /// A rectangle of ground: `town 4,4 8,8`, with `rocky` where wanted.
    pub(crate) fn area(self, kind: &str, low: [f64; 2], high: [f64; 2]) -> Self {
        let ([x, y], [u, v]) = (low, high);
        let (kind, rocky) = kind.strip_prefix("rocky ").map_or((kind, ""), |kind| (kind, ", rocky = true"));
        let outline = format!("[[[{x}, {y}], [{u}, {y}], [{u}, {v}], [{x}, {v}]]]");
        let outline = &outline[1..outline.len() - 1];
        self.map(&format!("[[map.{kind}]]\noutline = {outline}{}", rocky.replace(", ", "\n")))
    }

    /// Lines of the file besides.
    pub(crate) fn with(mut self, lines: &str) -> Self {
        self.more += lines;
        self.more += "\n";
        self
    }

    pub(crate) fn sorties(mut self, seat: Seat, sorties: &str) -> Self {
        self.sorties[seat.index()] = format!("sorties = {sorties}\n");
        self
    }

    /// A unit: `infantry 10,6 0 hits=3 guns foot`: kind, place, heading, and what else.
    fn unit(words: &str) -> String {
        let mut parts = words.split_whitespace();
        let (kind, at, facing) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let mut unit = format!("kind = \"{kind}\", at = [{}], facing = {facing}", at.replace(',', ", "));
        for part in parts {
            let _ = match part {
                "guns" => write!(unit, ", machine-guns = true"),
                "foot" => write!(unit, ", mounted = false"),
                other => {
                    let (key, value) = other.split_once('=').unwrap();
                    write!(unit, ", {key} = {value}")
                }
            };
        }
        format!("{{ {unit} }}")
    }

    pub(crate) fn first(mut self, words: &str) -> Self {
        self.units[0].push(Self::unit(words));
        self
    }

    pub(crate) fn second(mut self, words: &str) -> Self {
        self.units[1].push(Self::unit(words));
        self
    }

    pub(crate) fn text(&self) -> String {
        let [width, height] = self.size;
        let mut text = format!(
            "ruleset = \"palestine\"\nname = \"Test\"\nturns = {}\nfirst = \"{}\"\ntable = [{width}, {height}]\n{}\n",
            self.turns, self.begins, self.more
        );
        text += &self.map;
        for (i, name) in ["Red", "Blue"].into_iter().enumerate() {
            let units = self.units[i].join(", ");
            let _ = write!(text, "[[side]]\nname = \"{name}\"\n{}unit = [{units}]\n", self.sorties[i]);
        }
        text
    }

    pub(crate) fn scenario(&self) -> Scenario {
        Scenario::parse("test", &self.text()).unwrap_or_else(|error| panic!("{error}\n{}", self.text()))
    }

    pub(crate) fn fault(&self) -> String {
        Palestine::load(&self.scenario()).expect_err("it should be refused").to_string()
    }

    pub(crate) fn battle(&self) -> Battle {
        let game = Game::new(&self.scenario(), Default::default(), None)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.text()));
        Battle { game }
    }
}

/// A battle whose dice the test throws.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub game: Game<Palestine>,
}

impl Battle {
    pub(crate) fn rules(&self) -> &Palestine {
        self.game.rules()
    }

    pub(crate) fn state(&self) -> &State {
        self.game.state()
    }

    /// Takes decisions: `A1; to 10,12; face 0`. One with a question mark is left out where
    /// it is not legal, as when it was the only choice and is taken already.
    pub(crate) fn act(&mut self, decisions: &str) -> &mut Self {
        for text in decisions.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            if let Some(text) = text.strip_prefix('?') {
                let _ = self.game.act_by_notation(text);
                continue;
            }
            if let Err(error) = self.game.act_by_notation(text) {
                panic!("{text}: {error}\nlegal: {}", self.list().join("; "));
            }
            self.rules().check(self.state()).unwrap();
        }
        self
    }

    /// Whether a decision is legal, taken alone.
    pub(crate) fn may(&self, decisions: &str) -> bool {
        let mut game = self.game.clone();
        decisions.split(';').map(str::trim).all(|text| game.act_by_notation(text).is_ok())
    }

    pub(crate) fn throw(&mut self, pips: &[u8]) -> &mut Self {
        assert!(self.game.throw_was(pips).unwrap(), "{pips:?} are thrown again");
        self.rules().check(self.state()).unwrap();
        self
    }

    /// What is thrown for, if anything.
    pub(crate) fn due(&self) -> &'static str {
        self.game.due().map_or("", |throw| throw.purpose.name())
    }

    /// The legal list in notation.
    pub(crate) fn list(&self) -> Vec<String> {
        let Node::Decision(seat) = self.game.node() else { return Vec::new() };
        let actions = self.game.actions(seat).iter();
        actions.map(|&action| self.rules().notation(self.state(), action)).collect()
    }

    pub(crate) fn lists(&self, text: &str) -> bool {
        self.list().iter().any(|listed| listed == text)
    }

    pub(crate) fn id(&self, label: &str) -> UnitId {
        let is_called = |id: &UnitId| self.rules().label(*id) == label;
        self.state().units().find(is_called).unwrap_or_else(|| panic!("no unit {label}"))
    }

    pub(crate) fn unit(&self, label: &str) -> &UnitState {
        self.state().unit(self.id(label))
    }

    pub(crate) fn hits(&self, label: &str) -> u8 {
        self.unit(label).hits()
    }

    /// Where a unit is, and which way it faces.
    pub(crate) fn pose(&self, label: &str) -> (i32, i32, u16) {
        let unit = self.unit(label);
        (unit.at().x, unit.at().y, unit.facing().degrees())
    }

    /// The weights of the throw that is due, counted through every roll, which are those
    /// that the rules say.
    pub(crate) fn weights(&self) -> Vec<(Outcome, u32)> {
        let mut said = Vec::new();
        self.rules().outcomes(self.state(), &mut said);
        assert_eq!(said, odds::enumerate(&**self.game.rules(), self.state()));
        said
    }

    pub(crate) fn happened(&self, is_it: impl Fn(&Event) -> bool) -> bool {
        self.game.events().iter().any(is_it)
    }

    /// Ends phases until the next turn of this side.
    pub(crate) fn until(&mut self, seat: Seat) -> &mut Self {
        while !(self.game.is_over() || self.state().active() == seat && self.is_movement()) {
            self.act("end");
        }
        self
    }

    pub(crate) fn is_movement(&self) -> bool {
        use sandtable_palestine::state::{Phase, Step};
        *self.state().phase() == Phase::Choose(Step::Movement)
    }
}
