//! Spike: one Infernal interruption, to prove the trait on decisions inside the other
//! side's turn. See `docs/decisions/0001-what-the-spikes-taught.md`.
//!
//! A tank crosses hexes towards a line that a hidden anti-tank gun defends. The gun's
//! side decides whether to fire, a D10 says whether it hits, and the tank goes on with
//! what is left of its move. The published sequence fires after the whole move, at any
//! hex that was crossed (X8); firing after each hex is the harder case for the trait.
//! Scenarios choose. Also here: X6, X7 and X20, C-062, and the row for guns of 20 to
//! 37 mm of the reconstructed anti-tank table.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use rand::{Rng, RngExt as _};
use sandtable_core::conformance::{self, Plan, Play};
use sandtable_core::{
    Bounds, Broken, DiceError, Die, Doctrine, Events, Game, GameSeed, Ledger, Node, NodeOf, Order, Party,
    Purpose, Reading, Ruleset, Scenario, ScenarioError, Seat, Tally, Throw, Totals, Verdict, hash,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use toml::Spanned;

const ALLOWANCE: u8 = 3;
const RANGE: u8 = 9;
const ANTI_TANK: Purpose = Purpose::new(0, "anti-tank fire");
const TANK: Seat = Seat::First;
const GUN: Seat = Seat::Second;

/// A hex in axial coordinates: columns go east, each half a hex further north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Hex {
    q: i8,
    r: i8,
}

/// North, then clockwise.
const DIRECTIONS: [(i8, i8, &str); 6] =
    [(0, -1, "N"), (1, -1, "NE"), (1, 0, "SE"), (0, 1, "S"), (-1, 1, "SW"), (-1, 0, "NW")];

impl Hex {
    /// From a number of four digits: column, then row, both from 1.
    fn parse(name: &str) -> Option<Self> {
        if name.len() != 4 || !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (column, row) = (name[..2].parse::<i8>().ok()?, name[2..].parse::<i8>().ok()?);
        Some(Self::at(column, row))
    }

    fn at(column: i8, row: i8) -> Self {
        Self { q: column, r: row - (column - column % 2) / 2 }
    }

    fn row(self) -> i8 {
        self.r + (self.q - self.q % 2) / 2
    }

    fn name(self) -> String {
        format!("{:02}{:02}", self.q, self.row())
    }

    fn distance(self, other: Self) -> u8 {
        let (dq, dr) = (self.q - other.q, self.r - other.r);
        (dq.abs() + dr.abs() + (dq + dr).abs()) as u8 / 2
    }

    fn step(self, direction: u8) -> Self {
        let (dq, dr, _) = DIRECTIONS[usize::from(direction)];
        Self { q: self.q + dq, r: self.r + dr }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// The gun takes one of its sites, unseen.
    Deployment,
    /// The tank moves on or halts.
    Movement {
        left: u8,
    },
    /// The gun's side decides, inside the tank's turn. What is left of the move waits here.
    AntiTank {
        left: u8,
    },
    /// The die for a shot at a hex.
    Shot {
        left: u8,
        at: Hex,
    },
    Destroyed,
    Overran,
}

/// Hexes crossed that may still be fired at.
type Crossed = SmallVec<[Hex; ALLOWANCE as usize]>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    turn: u16,
    tank: Hex,
    phase: Phase,
    crossed: Crossed,
    /// The gun's site, by number; none before deployment.
    gun: Option<u8>,
    is_gun_seen: bool,
    /// X6: a weapon fires once in a player's turn.
    has_fired: bool,
    /// What the tank's side has learned: a bit for each site known to be empty.
    empty_sites: u8,
}

/// What a seat knows: the state, with the gun's site only where it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct View {
    known: State,
    is_gun_hidden: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Action {
    Deploy(u8),
    Step(u8),
    Halt,
    HoldFire,
    Fire(Hex),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Outcome {
    Hit,
    Miss,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Event {
    Deployed { site: Option<u8> },
    Entered { hex: Hex },
    Spotted { site: u8 },
    Fired { site: u8, at: Hex, ledger: Ledger },
    Resolved { outcome: Outcome },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Reason {
    Destroyed,
    Overran,
    Through,
    Turns,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Destroyed => "the tank is destroyed",
            Self::Overran => "the tank overran the gun",
            Self::Through => "the tank is through",
            Self::Turns => "the last turn is over",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Fire {
    AfterEachHex,
    AfterTheMove,
}

#[derive(Clone, Debug)]
struct Infernal {
    columns: i8,
    rows: i8,
    turns: u16,
    fire: Fire,
    tank: Hex,
    sites: Vec<Hex>,
    woods: Vec<Hex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    #[serde(rename = "name")]
    _name: String,
    columns: Spanned<i8>,
    rows: i8,
    turns: u16,
    fire: Fire,
    tank: Spanned<String>,
    sites: Vec<Spanned<String>>,
    woods: Vec<Spanned<String>>,
}

impl Infernal {
    fn is_on_map(&self, hex: Hex) -> bool {
        (1..=self.columns).contains(&hex.q) && (1..=self.rows).contains(&hex.row())
    }

    fn mirrored(&self, hex: Hex) -> Hex {
        Hex::at(self.columns + 1 - hex.q, hex.row())
    }

    fn gun(&self, state: &State) -> Option<Hex> {
        state.gun.map(|site| self.sites[usize::from(site)])
    }

    /// C-062, X6, X20: a gun in range that has not fired may fire at a hex crossed.
    fn targets(&self, state: &State) -> Crossed {
        let gun = self.gun(state).filter(|_| !state.has_fired);
        let in_range = |hex: &Hex| gun.is_some_and(|gun| gun.distance(*hex) <= RANGE);
        let mut targets: Crossed = state.crossed.iter().copied().filter(in_range).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The modifiers of a shot at a hex: the one mechanism for odds, ledger and die.
    fn modify(&self, at: Hex, tally: &mut dyn Tally) {
        if self.woods.contains(&at) {
            tally.add(Party::Initiator, 1, "target in a wood", "ATCRT");
        }
    }

    /// A D10 hits at or below the row's number for the range; a natural 1 always hits,
    /// a natural 10 never.
    fn hits(&self, state: &State, at: Hex, pip: u8) -> bool {
        let number = match self.gun(state).map_or(u8::MAX, |gun| gun.distance(at)) {
            0..=1 => 7,
            2..=3 => 6,
            4..=6 => 4,
            7..=RANGE => 2,
            _ => 0,
        };
        let mut totals = Totals::default();
        self.modify(at, &mut totals);
        pip == 1 || (pip != 10 && pip as i8 + totals.initiator <= number)
    }

    /// X7: what is next to the tank is spotted, and an empty site is known to be empty.
    fn spot(&self, state: &mut State, log: &mut impl Events<Self>) {
        for (site, &hex) in (0..).zip(&self.sites) {
            if hex.distance(state.tank) > 1 {
                continue;
            }
            if state.gun != Some(site) {
                state.empty_sites |= 1 << site;
            } else if !state.is_gun_seen {
                state.is_gun_seen = true;
                log.add(|| Event::Spotted { site });
            }
        }
    }

    fn enter(&self, state: &mut State, left: u8, log: &mut impl Events<Self>) {
        state.crossed.push(state.tank);
        let hex = state.tank;
        log.add(|| Event::Entered { hex });
        self.spot(state, log);
        state.phase = if self.gun(state) == Some(state.tank) {
            Phase::Overran
        } else if self.fire == Fire::AfterEachHex || left == 0 {
            // Asked after every hex, in range or not: that the question is put must
            // tell the tank nothing. A single choice is no step.
            Phase::AntiTank { left }
        } else {
            Phase::Movement { left }
        };
    }

    fn reason(&self, state: &State) -> Option<Reason> {
        match state.phase {
            Phase::Destroyed => Some(Reason::Destroyed),
            Phase::Overran => Some(Reason::Overran),
            // Fire for the hexes just crossed comes first.
            Phase::Movement { .. } if state.crossed.is_empty() && state.tank.row() == 1 => {
                Some(Reason::Through)
            }
            Phase::Movement { .. } if state.turn > self.turns => Some(Reason::Turns),
            _ => None,
        }
    }
}

impl State {
    /// Back to the tank with what is left of its move, or on to the next turn.
    fn go_on(&mut self, left: u8) {
        self.crossed.clear();
        if left > 0 {
            self.phase = Phase::Movement { left };
        } else {
            self.turn += 1;
            self.has_fired = false;
            self.phase = Phase::Movement { left: ALLOWANCE };
        }
    }
}

impl Ruleset for Infernal {
    const ID: &'static str = "infernal-spike";
    const VERSION: u32 = 1;
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type View = View;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let file: File = scenario.read::<Self, _>()?;
        let columns = *file.columns.get_ref();
        if columns % 2 == 0 {
            let fault = "an odd number of columns, so that the map can be mirrored";
            return Err(scenario.fault_at(file.columns.span(), fault));
        }
        let mut rules = Self {
            columns,
            rows: file.rows,
            turns: file.turns,
            fire: file.fire,
            tank: Hex { q: 0, r: 0 },
            sites: Vec::new(),
            woods: Vec::new(),
        };
        let hex = |name: &Spanned<String>, rules: &Self| {
            Hex::parse(name.get_ref()).filter(|&hex| rules.is_on_map(hex)).ok_or_else(|| {
                scenario.fault_at(name.span(), format!("`{}` is no hex of this map", name.get_ref()))
            })
        };
        rules.tank = hex(&file.tank, &rules)?;
        rules.sites = file.sites.iter().map(|site| hex(site, &rules)).collect::<Result<_, _>>()?;
        rules.woods = file.woods.iter().map(|wood| hex(wood, &rules)).collect::<Result<_, _>>()?;
        Ok(rules)
    }

    fn start(&self) -> State {
        State {
            turn: 1,
            tank: self.tank,
            phase: Phase::Deployment,
            crossed: Crossed::new(),
            gun: None,
            is_gun_seen: false,
            has_fired: false,
            empty_sites: 0,
        }
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        if let Some(reason) = self.reason(state) {
            let winner = match reason {
                Reason::Overran | Reason::Through => TANK,
                Reason::Destroyed | Reason::Turns => GUN,
            };
            return Node::Over(Verdict::win(winner, winner.sign(), reason));
        }
        match state.phase {
            Phase::Movement { .. } => Node::Decision(TANK),
            Phase::Deployment | Phase::AntiTank { .. } => Node::Decision(GUN),
            Phase::Shot { .. } | Phase::Destroyed | Phase::Overran => Node::Chance,
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if self.reason(state).is_some() {
            return;
        }
        match state.phase {
            Phase::Deployment => out.extend((0..self.sites.len() as u8).map(Action::Deploy)),
            Phase::Movement { .. } => {
                out.extend((0..6).filter(|&d| self.is_on_map(state.tank.step(d))).map(Action::Step));
                out.push(Action::Halt);
            }
            Phase::AntiTank { .. } => {
                out.push(Action::HoldFire);
                out.extend(self.targets(state).into_iter().map(Action::Fire));
            }
            Phase::Shot { .. } | Phase::Destroyed | Phase::Overran => {}
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Outcome, u32)>) {
        out.clear();
        if let Phase::Shot { at, .. } = state.phase {
            let hits = (1..=10).filter(|&pip| self.hits(state, at, pip)).count() as u32;
            out.extend([(Outcome::Hit, hits), (Outcome::Miss, 10 - hits)]);
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(self.accepts(state, action));
        match (state.phase, action) {
            (_, Action::Deploy(site)) => {
                state.gun = Some(site);
                state.phase = Phase::Movement { left: ALLOWANCE };
                log.add(|| Event::Deployed { site: Some(site) });
                self.spot(state, log);
            }
            (Phase::Movement { left }, Action::Step(direction)) => {
                state.tank = state.tank.step(direction);
                self.enter(state, left - 1, log);
            }
            (Phase::AntiTank { left }, Action::Fire(at)) => {
                state.has_fired = true;
                state.is_gun_seen = true;
                state.phase = Phase::Shot { left, at };
                let site = state.gun.unwrap_or_default();
                log.add(|| Event::Fired { site, at, ledger: self.throw(state).ledger });
            }
            (Phase::Movement { .. }, _) if !state.crossed.is_empty() => {
                state.phase = Phase::AntiTank { left: 0 };
            }
            (Phase::AntiTank { left }, _) => state.go_on(left),
            _ => state.go_on(0),
        }
    }

    fn resolve(&self, state: &mut State, outcome: Outcome, log: &mut impl Events<Self>) {
        log.add(|| Event::Resolved { outcome });
        match (state.phase, outcome) {
            (Phase::Shot { left, .. }, Outcome::Miss) => state.go_on(left),
            _ => state.phase = Phase::Destroyed,
        }
    }

    fn throw(&self, state: &State) -> Throw {
        let Phase::Shot { at, .. } = state.phase else {
            panic!("no throw is due");
        };
        let mut throw = Throw::open(ANTI_TANK, state.turn, GUN).with(Die::new(10, GUN));
        self.modify(at, &mut throw.ledger);
        throw
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Outcome>, DiceError> {
        let Phase::Shot { at, .. } = state.phase else {
            return Err(DiceError::NotDue);
        };
        self.throw(state).admits(dice)?;
        Ok(Reading::Outcome(if self.hits(state, at, dice[0]) { Outcome::Hit } else { Outcome::Miss }))
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let is_gun_hidden = seat == TANK && !state.is_gun_seen && state.gun.is_some();
        let gun = state.gun.filter(|_| !is_gun_hidden);
        View { known: State { gun, ..state.clone() }, is_gun_hidden }
    }

    fn sample<G: Rng + ?Sized>(&self, view: &View, rng: &mut G) -> State {
        let mut state = view.known.clone();
        if view.is_gun_hidden {
            let possible: SmallVec<[u8; 8]> =
                (0..self.sites.len() as u8).filter(|site| state.empty_sites & 1 << site == 0).collect();
            state.gun = Some(possible[rng.random_range(0..possible.len())]);
        }
        state
    }

    fn redact(&self, event: &Event, seat: Seat) -> Option<Event> {
        Some(match event {
            Event::Deployed { .. } if seat == TANK => Event::Deployed { site: None },
            other => other.clone(),
        })
    }

    fn mirror(&self) -> Option<Self> {
        let all = |hexes: &[Hex]| hexes.iter().map(|&hex| self.mirrored(hex)).collect();
        let (sites, woods) = (all(&self.sites), all(&self.woods));
        Some(Self { tank: self.mirrored(self.tank), sites, woods, ..self.clone() })
    }

    fn mirror_state(&self, state: &State) -> State {
        let phase = match state.phase {
            Phase::Shot { left, at } => Phase::Shot { left, at: self.mirrored(at) },
            other => other,
        };
        let crossed = state.crossed.iter().map(|&hex| self.mirrored(hex)).collect();
        State { tank: self.mirrored(state.tank), phase, crossed, ..state.clone() }
    }

    fn mirror_action(&self, action: Action) -> Action {
        match action {
            Action::Step(direction) => Action::Step((6 - direction) % 6),
            Action::Fire(at) => Action::Fire(self.mirrored(at)),
            other => other,
        }
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        let broken = |fault: &str| Err(Broken(fault.to_owned()));
        if !self.is_on_map(state.tank) {
            return broken("the tank is off the map");
        }
        if state.gun.is_none() != (state.phase == Phase::Deployment) {
            return broken("the gun and the phase disagree");
        }
        if state.gun.is_some_and(|site| state.empty_sites & 1 << site != 0) {
            return broken("the gun stands where it is known not to be");
        }
        if state.crossed.len() > usize::from(ALLOWANCE) {
            return broken("the tank crossed more hexes than it may");
        }
        Ok(())
    }

    fn key(&self, state: &State) -> u64 {
        hash::of_json(state)
    }

    fn bounds(&self) -> Bounds {
        // A turn: three steps, as many questions, one throw, a halt.
        Bounds { actions: 7.max(self.sites.len()), steps: 1 + usize::from(self.turns) * 8 }
    }

    fn notation(&self, _: &State, action: Action) -> String {
        match action {
            Action::Deploy(site) => format!("deploy {}", self.sites[usize::from(site)].name()),
            Action::Step(direction) => format!("go {}", DIRECTIONS[usize::from(direction)].2),
            Action::Halt => "halt".to_owned(),
            Action::HoldFire => "hold fire".to_owned(),
            Action::Fire(at) => format!("fire {}", at.name()),
        }
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[("each-hex", EACH_HEX)]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }
}

impl Doctrine for Infernal {
    const DRILL_VERSION: u32 = 1;

    fn material(&self, state: &State) -> i32 {
        -i32::from(state.phase == Phase::Destroyed)
    }

    fn evaluate(&self, state: &State) -> f32 {
        if state.phase == Phase::Destroyed { -1.0 } else { 0.0 }
    }

    fn is_at_rest(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Movement { left: ALLOWANCE })
    }

    /// The tank goes north; the gun usually fires when it can.
    fn eager<G: Rng + ?Sized>(&self, _: &State, actions: &[Action], rng: &mut G) -> usize {
        match actions {
            [Action::HoldFire, ..] if rng.random_ratio(2, 3) => actions.len() - 1,
            [Action::Step(0), ..] if rng.random_ratio(3, 4) => 0,
            _ => rng.random_range(0..actions.len()),
        }
    }

    fn drill(&self, _: &View, _: Seat, actions: &[Action]) -> Order<Action> {
        Order { action: actions[0], why: "The spike needs no officer.".to_owned() }
    }
}

const EACH_HEX: &str = r#"
ruleset = "infernal-spike"
name = "each hex"
columns = 9
rows = 13
turns = 5
fire = "after-each-hex"
tank = "0513"
sites = ["0204", "0502", "0805"]
woods = ["0507", "0406", "0606"]
"#;

fn scenario(fire: &str) -> Scenario {
    Scenario::parse(fire, &EACH_HEX.replace("after-each-hex", fire)).unwrap()
}

/// A game with the gun at its first listed site.
fn deployed(fire: &str, site: &str) -> Game<Infernal> {
    let mut game = Game::new(&scenario(fire), Default::default(), None).unwrap();
    game.act_by_notation(&format!("deploy {site}")).unwrap();
    game
}

#[test]
fn both_kinds_of_interruption_conform() {
    for fire in ["after-each-hex", "after-the-move"] {
        for play in [Play::Random, Play::Eager] {
            let plan = Plan { games: 300, seed: GameSeed::from_number(2), thorough_every: 3, play };
            let report = conformance::run::<Infernal>(&scenario(fire), plan);
            let report = report.unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(report.games, 300);
        }
    }
}

/// Mover, other side, die, and back to the mover with the rest of its move.
#[test]
fn the_tank_goes_on_after_fire_in_the_middle_of_its_move() {
    let mut game = deployed("after-each-hex", "0502");
    game.act_by_notation("go N").unwrap();
    assert_eq!(game.decider(), Some(TANK), "ten hexes off there is nothing to decide");
    assert_eq!(game.state().phase, Phase::Movement { left: 2 });
    assert_eq!(game.state().tank.name(), "0512");
    game.act_by_notation("go N").unwrap();
    assert_eq!(game.decider(), Some(GUN), "at nine hexes there is");
    game.act_by_notation("fire 0511").unwrap();
    assert_eq!(game.node(), Node::Chance);
    assert_eq!(game.throw_was(&[3]), Ok(true), "a miss: 2 is needed");
    assert_eq!(game.decider(), Some(TANK));
    assert_eq!(game.state().phase, Phase::Movement { left: 1 });
    game.act_by_notation("go N").unwrap();
    assert_eq!(game.state().turn, 2, "the gun fires once a turn, so nobody was asked");
    assert!(!game.state().has_fired);
}

/// X8: after the whole move, at any hex crossed.
#[test]
fn after_the_move_any_crossed_hex_may_be_fired_at() {
    let mut game = deployed("after-the-move", "0502");
    for _ in 0..3 {
        game.act_by_notation("go N").unwrap();
    }
    assert_eq!(game.actions(GUN).len(), 3, "hold fire, or one of the two hexes in range");
    game.act_by_notation("fire 0511").unwrap();
    assert_eq!(game.throw_was(&[1]), Ok(true));
    assert_eq!(game.verdict().unwrap().reason, Reason::Destroyed);
}

/// The tank's side cannot tell where a silent gun is, and knows it once it fires.
#[test]
fn a_silent_gun_is_hidden_and_a_firing_one_seen() {
    let mut game = deployed("after-each-hex", "0502");
    let sites = |game: &Game<Infernal>| {
        let mut rng = GameSeed::from_number(7).rng();
        let view = game.view(TANK);
        let mut sites: Vec<_> = (0..60).map(|_| game.rules().sample(&view, &mut rng).gun).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    };
    assert_eq!(sites(&game), [Some(0), Some(1), Some(2)]);
    assert_eq!(game.log(TANK, 0).next(), Some(Event::Deployed { site: None }));
    game.act_by_notation("go N").unwrap();
    game.act_by_notation("go N").unwrap();
    game.act_by_notation("hold fire").unwrap();
    assert_eq!(sites(&game).len(), 3, "holding fire tells nothing");
    game.act_by_notation("go N").unwrap();
    game.act_by_notation("fire 0510").unwrap();
    assert_eq!(sites(&game), [Some(1)]);
}

/// The ledger of a shot into a wood explains the weights.
#[test]
fn a_wood_is_in_the_ledger_and_in_the_weights() {
    let rules = Infernal::load(&scenario("after-each-hex")).unwrap();
    let mut state = rules.start();
    state.gun = Some(1);
    let mut weights = |at: &str| {
        let at = Hex::parse(at).unwrap();
        state.phase = Phase::Shot { left: 0, at };
        let mut outcomes = Vec::new();
        rules.outcomes(&state, &mut outcomes);
        (outcomes[0].1, rules.throw(&state).ledger.words(Party::Initiator))
    };
    assert_eq!(weights("0508"), (4, "no modifiers".to_owned()), "six hexes");
    assert_eq!(weights("0507"), (3, "+1 target in a wood".to_owned()), "five hexes and a wood");
    assert_eq!(weights("0504"), (6, "no modifiers".to_owned()), "two hexes");
    assert_eq!(weights("0511"), (2, "no modifiers".to_owned()), "nine hexes");
}

/// The numbering of the sheets: the source's own example of neighbours.
#[test]
fn hexes_are_numbered_as_on_the_map_sheets() {
    let hex = |name| Hex::parse(name).unwrap();
    let is_next = |a, b| hex(a).distance(hex(b)) == 1;
    assert!(is_next("6713", "6613") && is_next("6713", "6712"));
    assert!(is_next("6613", "6612") && is_next("6712", "6612") && is_next("6613", "6512"));
    assert!(!is_next("6713", "6612"));
    for name in ["0101", "0911", "6512"] {
        assert_eq!(hex(name).name(), name);
    }
}

/// X7: a site that the tank found empty is never sampled again, however far it goes.
#[test]
fn a_site_found_empty_stays_ruled_out() {
    let rules = Infernal::load(&scenario("after-each-hex")).unwrap();
    let mut state = rules.start();
    rules.apply(&mut state, Action::Deploy(1), &mut ());
    state.tank = Hex::parse("0206").unwrap();
    rules.apply(&mut state, Action::Step(0), &mut ());
    assert_eq!((state.empty_sites, state.is_gun_seen), (0b001, false));
    state.tank = Hex::parse("0212").unwrap();
    let mut rng = GameSeed::from_number(1).rng();
    let view = rules.view(&state, TANK);
    assert!((0..60).all(|_| rules.sample(&view, &mut rng).gun != Some(0)));
}
