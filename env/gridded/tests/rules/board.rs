//! Small boards in a few words, and battles on them with dice of our choosing.
//!
//! A stand is one line: name, class, square, facing, and perhaps `group=G`, `weapon=W`
//! or `mounted`. A side without a command stand gets one in a far corner: `G1` on A1,
//! `G2` in the opposite corner.

use std::fmt::Write as _;

use sandtable_core::square::Square;
use sandtable_core::{Game, Ledger, Party, Ruleset as _, Scenario, ScenarioError, Seat};
use sandtable_gridded::state::{Fate, Phase};
use sandtable_gridded::{Action, Event, Gridded, Happening, Outcome, StandId};

/// A scenario in the making.
#[derive(Clone)]
pub(crate) struct Board {
    rows: Vec<String>,
    map: String,
    turns: u8,
    options: String,
    victory: String,
    sides: [Army; 2],
}

#[derive(Clone)]
struct Army {
    general: &'static str,
    more: String,
    stands: Vec<String>,
}

impl Board {
    /// Open ground.
    pub(crate) fn open(width: usize, height: usize) -> Self {
        Self::ground(&vec![".".repeat(width); height])
    }

    /// Ground from its rows, the northernmost first.
    pub(crate) fn ground<T: AsRef<str>>(rows: &[T]) -> Self {
        let army = Army { general: "average", more: String::new(), stands: Vec::new() };
        Self {
            rows: rows.iter().map(|row| row.as_ref().to_owned()).collect(),
            map: String::new(),
            turns: 3,
            options: String::new(),
            victory: "kind = \"points\"".to_owned(),
            sides: [army.clone(), army],
        }
    }

    pub(crate) fn levels(self, rows: &[&str]) -> Self {
        self.map_line(&format!("levels = {rows:?}"))
    }

    pub(crate) fn road(self, bends: &[&str]) -> Self {
        self.map_line(&format!("roads = [{bends:?}]"))
    }

    /// `kind` is `walls`, `hedges`, `fences` or `trenches`.
    pub(crate) fn edges(self, kind: &str, edges: &[&str]) -> Self {
        self.map_line(&format!("{kind} = {edges:?}"))
    }

    fn map_line(mut self, line: &str) -> Self {
        let _ = writeln!(self.map, "{line}");
        self
    }

    pub(crate) fn turns(mut self, turns: u8) -> Self {
        self.turns = turns;
        self
    }

    pub(crate) fn option(mut self, line: &str) -> Self {
        let _ = writeln!(self.options, "{line}");
        self
    }

    pub(crate) fn victory(mut self, lines: &str) -> Self {
        lines.clone_into(&mut self.victory);
        self
    }

    pub(crate) fn first(self, stand: &str) -> Self {
        self.stand(0, stand)
    }

    pub(crate) fn second(self, stand: &str) -> Self {
        self.stand(1, stand)
    }

    fn stand(mut self, side: usize, stand: &str) -> Self {
        self.sides[side].stands.push(stand.to_owned());
        self
    }

    pub(crate) fn general(mut self, seat: Seat, grade: &'static str) -> Self {
        self.sides[seat.index()].general = grade;
        self
    }

    /// One more line of a side: exits, entrenchments, points or groups.
    pub(crate) fn side(mut self, seat: Seat, line: &str) -> Self {
        let _ = writeln!(self.sides[seat.index()].more, "{line}");
        self
    }

    /// A concealed group of the second side that may begin anywhere.
    pub(crate) fn hidden_groups(self, seat: Seat, names: &[&str]) -> Self {
        let last = self.last();
        let groups: Vec<String> =
            names.iter().map(|name| format!("{{ name = {name:?}, zone = [\"A1\", {last:?}] }}")).collect();
        self.side(seat, &format!("group = [{}]", groups.join(", ")))
    }

    fn last(&self) -> String {
        format!("{}{}", char::from(b'A' + self.rows[0].len() as u8 - 1), self.rows.len())
    }

    /// The scenario as its file would say it.
    pub(crate) fn text(&self) -> String {
        let Self { rows, map, turns, options, victory, sides } = self;
        let mut text = format!(
            "ruleset = \"gridded\"\nname = \"board\"\nturns = {turns}\n[map]\nrows = {rows:?}\n{map}[options]\n{options}[victory]\n{victory}\n"
        );
        for (i, side) in sides.iter().enumerate() {
            let (name, base) = [("First", "south"), ("Second", "north")][i];
            let mut stands = side.stands.clone();
            if !stands.iter().any(|stand| stand.split_whitespace().nth(1) == Some("command")) {
                stands
                    .push(["G1 command A1 n".to_owned(), format!("G2 command {} s", self.last())][i].clone());
            }
            let stands: Vec<String> = stands.iter().map(|stand| stand_line(stand)).collect();
            let _ = write!(
                text,
                "[[side]]\nname = {name:?}\ngeneral = {:?}\nbase = {base:?}\n{}stand = [{}]\n",
                side.general,
                side.more,
                stands.join(", ")
            );
        }
        text
    }

    /// The battle, or why there is none.
    pub(crate) fn load(&self) -> Result<Gridded, ScenarioError> {
        Gridded::load(&Scenario::parse("board", &self.text())?)
    }

    /// The fault that the scenario is refused for.
    pub(crate) fn fault(&self) -> String {
        self.load().expect_err("this scenario is refused").to_string()
    }

    /// The battle before its first throw.
    pub(crate) fn battle(&self) -> Battle {
        let scenario =
            Scenario::parse("board", &self.text()).unwrap_or_else(|e| panic!("{e}\n{}", self.text()));
        let game = Game::new(&scenario, [String::new(), String::new()], None);
        Battle { game: game.unwrap_or_else(|e| panic!("{e}\n{}", self.text())) }
    }

    /// The battle when the first side has the initiative and threw this many activations.
    pub(crate) fn first_acts(&self, activations: u8) -> Battle {
        let mut battle = self.battle();
        battle.throw(&[12, 1]).throw(&[activations]);
        battle
    }

    /// The battle when the second side has the initiative and threw this many.
    pub(crate) fn second_acts(&self, activations: u8) -> Battle {
        let mut battle = self.battle();
        battle.throw(&[1, 12]).throw(&[activations]);
        battle
    }
}

fn stand_line(stand: &str) -> String {
    let mut words = stand.split_whitespace();
    let mut next = || words.next().unwrap_or_else(|| panic!("{stand}: name, class, square, facing"));
    let (name, class, square, facing) = (next(), next(), next(), next());
    let facing = match facing {
        "n" => "north",
        "e" => "east",
        "s" => "south",
        "w" => "west",
        other => panic!("{other} is no facing"),
    };
    let mut line = format!("{{ name = {name:?}, class = {class:?}, at = [{square:?}], facing = {facing:?}");
    for more in words {
        let _ = match more.split_once('=') {
            Some((key, value)) => write!(line, ", {key} = {value:?}"),
            None => write!(line, ", {more} = true"),
        };
    }
    line + " }"
}

/// A battle whose decisions and dice we choose.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub(crate) game: Game<Gridded>,
}

impl Battle {
    /// Throws these dice, which count.
    pub(crate) fn throw(&mut self, pips: &[u8]) -> &mut Self {
        let counts = self.game.throw_was(pips).unwrap_or_else(|e| panic!("{pips:?}: {e}"));
        assert!(counts, "{pips:?} must be thrown again");
        self.checked()
    }

    /// Throws these dice, which do not count.
    pub(crate) fn throw_in_vain(&mut self, pips: &[u8]) -> &mut Self {
        assert_eq!(self.game.throw_was(pips), Ok(false), "{pips:?}");
        self.checked()
    }

    /// Takes the decisions, separated by semicolons.
    pub(crate) fn act(&mut self, texts: &str) -> &mut Self {
        for text in texts.split(';') {
            let done = self.game.act_by_notation(text.trim());
            done.unwrap_or_else(|e| panic!("{text}: {e}; legal: {:?}", self.list()));
            self.checked();
        }
        self
    }

    fn checked(&mut self) -> &mut Self {
        let holds = self.game.rules().check(self.game.state());
        holds.unwrap_or_else(|broken| panic!("{broken}"));
        self
    }

    /// Whether this decision would be refused.
    pub(crate) fn refuses(&self, text: &str) -> bool {
        self.game.clone().act_by_notation(text).is_err()
    }

    /// The legal list as typed.
    pub(crate) fn list(&self) -> Vec<String> {
        let actions = self.game.decider().map_or(&[][..], |seat| self.game.actions(seat));
        actions.iter().map(|&action| self.game.rules().notation(self.game.state(), action)).collect()
    }

    /// The rest of every legal choice that begins so, in the order of the alphabet.
    pub(crate) fn list_of(&self, first_word: &str) -> String {
        let mut rest: Vec<String> = self
            .list()
            .iter()
            .filter_map(|text| text.strip_prefix(first_word)?.strip_prefix(' ').map(str::to_owned))
            .collect();
        rest.sort();
        rest.dedup();
        rest.join(" ")
    }

    /// The squares that the acting stand can fire at.
    pub(crate) fn fire_targets(&self) -> String {
        self.targets(|action| if let Action::Fire(square, _) = action { Some(square) } else { None })
    }

    /// The squares that the acting stand can engage.
    pub(crate) fn close_targets(&self) -> String {
        self.targets(|action| if let Action::Close(square, _) = action { Some(square) } else { None })
    }

    fn targets(&self, square: impl Fn(Action) -> Option<Square>) -> String {
        let actions = self.game.decider().map_or(&[][..], |seat| self.game.actions(seat));
        let mut names: Vec<String> =
            actions.iter().filter_map(|&a| square(a)).map(|s| self.game.rules().grid().name(s)).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    }

    pub(crate) fn id(&self, name: &str) -> StandId {
        let found = self.game.rules().stands().iter().position(|stand| stand.name == name);
        StandId(found.unwrap_or_else(|| panic!("no stand is called {name}")) as u8)
    }

    pub(crate) fn name(&self, id: StandId) -> &str {
        &self.game.rules().stand(id).name
    }

    pub(crate) fn square(&self, name: &str) -> Square {
        self.game.rules().grid().parse(name).unwrap_or_else(|| panic!("{name} is no square"))
    }

    /// The square that a stand is on, `destroyed`, or `left` and the edge.
    pub(crate) fn at(&self, name: &str) -> String {
        let stand = self.game.state().stand(self.id(name));
        match (stand.square(), stand.fate()) {
            (Some(square), _) => self.game.rules().grid().name(square),
            (None, Fate::Left(edge)) => format!("left {}", edge.letter().to_ascii_lowercase()),
            (None, _) => "destroyed".to_owned(),
        }
    }

    /// The names of the stands of a square, front first.
    pub(crate) fn stands_at(&self, square: &str) -> Vec<&str> {
        self.game.state().at(self.square(square)).map(|id| self.name(id)).collect()
    }

    /// Which way a stand faces.
    pub(crate) fn facing(&self, name: &str) -> char {
        self.game.state().stand(self.id(name)).facing().letter().to_ascii_lowercase()
    }

    pub(crate) fn is_concealed(&self, name: &str) -> bool {
        self.game.state().stand(self.id(name)).is_concealed()
    }

    /// The attack that is about to be thrown: initiator and target.
    pub(crate) fn combat(&self) -> [&str; 2] {
        match self.game.state().phase() {
            Phase::Combat(_, attack) | Phase::Tie(_, attack) => {
                [self.name(attack.initiator), self.name(attack.target)]
            }
            phase => panic!("no combat in {phase:?}"),
        }
    }

    /// One party's modifiers of the combat that is about to be thrown, with their rules.
    pub(crate) fn modifiers(&self, party: Party) -> String {
        let ledger: Ledger = self.game.due().expect("a throw is due").ledger;
        let mine = ledger.modifiers.iter().filter(|m| m.party == party);
        mine.map(|m| format!("{:+} {}", m.value, m.rule)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn initiator(&self) -> String {
        self.modifiers(Party::Initiator)
    }

    pub(crate) fn target(&self) -> String {
        self.modifiers(Party::Target)
    }

    /// What the last combat came to.
    pub(crate) fn result(&self) -> Outcome {
        let results = self.game.events().iter().rev().filter_map(|event| match event.what {
            Happening::Result { outcome, .. } => Some(outcome),
            _ => None,
        });
        results.into_iter().next().expect("a combat was thrown")
    }

    /// What is thrown next.
    pub(crate) fn due(&self) -> &'static str {
        self.game.due().map_or("nothing", |throw| throw.purpose.name())
    }

    /// The events that a seat has seen so far.
    pub(crate) fn seen_by(&self, seat: Seat) -> Vec<Event> {
        self.game.log(seat, 0).collect()
    }
}
