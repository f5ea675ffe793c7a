//! Spike: two Palestine units on an open table, to prove the trait on places that are
//! points. See `docs/decisions/0001-what-the-spikes-taught.md`.
//!
//! Lengths are hundredths of an inch. Bases are discs here, one inch in radius; the
//! ruleset proper has rectangles. One infantry unit a side moves, shoots and is shot:
//! P-02 to P-05, P-07, P-16, P-19, P-20, P-23, P-30, P-40, P-41, P-43.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use rand::{Rng, RngExt as _};
use sandtable_core::conformance::{self, Plan, Play};
use sandtable_core::{
    Bounds, Broken, DiceError, Die, Doctrine, Events, Game, GameSeed, Node, NodeOf, Order, Purpose, Reading,
    Record, Ruleset, Scenario, ScenarioError, Seat, Throw, Verdict, hash, odds,
};
use serde::{Deserialize, Serialize};
use toml::Spanned;

const INCH: i32 = 100;
const RADIUS: i32 = INCH;
const MOVE: i32 = 6 * INCH;
const RANGE: i32 = 12 * INCH;
const ELIMINATED: u8 = 17;
const ACTIVATION: Purpose = Purpose::new(0, "activation");
const SHOOTING: Purpose = Purpose::new(1, "shooting");

/// A place on the table, from its south-west corner, in hundredths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Point {
    x: i32,
    y: i32,
}

/// One of sixteen directions, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
struct Heading(u8);

const HEADINGS: [&str; 16] =
    ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

impl Heading {
    /// Ten thousand times the unit vector: a table, so that every machine agrees.
    fn vector(self) -> Point {
        const SINE: [i32; 5] = [0, 3827, 7071, 9239, 10_000];
        let sine = |sixteenth: u8| match sixteenth % 16 {
            n @ 0..=4 => SINE[usize::from(n)],
            n @ 5..=8 => SINE[usize::from(8 - n)],
            n @ 9..=12 => -SINE[usize::from(n - 8)],
            n => -SINE[usize::from(16 - n)],
        };
        Point { x: sine(self.0), y: sine(self.0 + 4) }
    }

    fn mirror(self) -> Self {
        Self((16 - self.0) % 16)
    }
}

impl Point {
    fn to(self, other: Self) -> (i64, i64) {
        (i64::from(other.x - self.x), i64::from(other.y - self.y))
    }

    fn squared_distance(self, other: Self) -> i64 {
        let (dx, dy) = self.to(other);
        dx * dx + dy * dy
    }

    /// The point this far along a heading. Division truncates towards zero, so that
    /// mirrored headings give mirrored points.
    fn along(self, heading: Heading, length: i32) -> Self {
        let vector = heading.vector();
        Self { x: self.x + vector.x * length / 10_000, y: self.y + vector.y * length / 10_000 }
    }

    /// Whether the segment to `end` keeps at least `distance` from `other`.
    fn passes(self, end: Self, other: Self, distance: i32) -> bool {
        let ((sx, sy), (ox, oy)) = (self.to(end), self.to(other));
        let (length, along) = (sx * sx + sy * sy, sx * ox + sy * oy);
        let least = i64::from(distance).pow(2);
        if along <= 0 {
            self.squared_distance(other) >= least
        } else if along >= length {
            end.squared_distance(other) >= least
        } else {
            (sx * oy - sy * ox).pow(2) >= least * length
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    at: Point,
    facing: Heading,
    hits: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// Move or hold?
    Movement,
    /// The activation die of a move.
    MovementThrow,
    /// Where to?
    Advance,
    /// Facing where?
    Facing,
    /// Shoot or hold?
    Shooting,
    /// The activation die of a shot.
    ShootingThrow,
    /// The die for hits.
    Hits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    turn: u16,
    seat: Seat,
    phase: Phase,
    units: [Unit; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Action {
    Hold,
    Activate,
    Advance(Point),
    Face(Heading),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Outcome {
    Active,
    Inactive,
    Hits(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Event {
    Activated { seat: Seat, active: bool },
    Advanced { seat: Seat, to: Point },
    Shot { seat: Seat, hits: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Reason {
    Eliminated,
    Turns,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Eliminated => "a unit was eliminated",
            Self::Turns => "the last turn is over",
        })
    }
}

#[derive(Debug)]
struct Palestine {
    width: i32,
    height: i32,
    turns: u16,
    units: [Unit; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "ruleset")]
    _ruleset: String,
    #[serde(rename = "name")]
    _name: String,
    turns: u16,
    /// Inches.
    table: [i32; 2],
    first: UnitFile,
    second: UnitFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    /// Inches.
    at: Spanned<[i32; 2]>,
    facing: u8,
    #[serde(default)]
    hits: u8,
}

impl Palestine {
    /// P-43: bases stay wholly on the table.
    fn is_on_table(&self, at: Point) -> bool {
        (RADIUS..=self.width - RADIUS).contains(&at.x) && (RADIUS..=self.height - RADIUS).contains(&at.y)
    }

    /// P-05, P-40, P-41: one straight advance of at most six inches that meets no enemy
    /// and does not end within an inch of one; exactly an inch is legal.
    fn may_advance(&self, state: &State, to: Point) -> bool {
        let (from, enemy) = (state.own().at, state.enemy().at);
        self.is_on_table(to)
            && from.squared_distance(to) <= i64::from(MOVE).pow(2)
            && to.squared_distance(enemy) >= i64::from(INCH + 2 * RADIUS).pow(2)
            && from.passes(to, enemy, 2 * RADIUS)
    }

    /// The listed destinations: sixteen headings by three lengths, and the unit's own
    /// place. Every other legal point is accepted too.
    fn destinations(&self, state: &State, out: &mut Vec<Action>) {
        let from = state.own().at;
        let rays = (0..16).flat_map(|n| [2, 4, 6].map(|inches| from.along(Heading(n), inches * INCH)));
        out.extend(rays.chain([from]).filter(|&to| self.may_advance(state, to)).map(Action::Advance));
        out.sort_unstable();
        out.dedup();
    }

    fn reason(&self, state: &State) -> Option<Reason> {
        if state.units.iter().any(|unit| unit.hits >= ELIMINATED) {
            Some(Reason::Eliminated)
        } else if state.turn > self.turns {
            Some(Reason::Turns)
        } else {
            None
        }
    }
}

impl State {
    fn end_turn(&mut self) {
        self.seat = self.seat.other();
        self.turn += u16::from(self.seat == Seat::FIRST);
        self.phase = Phase::Movement;
    }

    /// For a unit that did not move; one that did may not shoot (P-16). No target, no
    /// question.
    fn begin_shooting(&mut self) {
        if self.can_shoot() { self.phase = Phase::Shooting } else { self.end_turn() }
    }

    fn own(&self) -> &Unit {
        &self.units[self.seat.index()]
    }

    fn enemy(&self) -> &Unit {
        &self.units[self.seat.other().index()]
    }

    /// P-19, P-20: within 45 degrees of the front and twelve inches of its centre.
    fn can_shoot(&self) -> bool {
        let own = self.own();
        let muzzle = own.at.along(own.facing, RADIUS);
        let (dx, dy) = muzzle.to(self.enemy().at);
        let vector = own.facing.vector();
        let ahead = dx * i64::from(vector.x) + dy * i64::from(vector.y);
        let aside = dx * i64::from(vector.y) - dy * i64::from(vector.x);
        ahead > 0 && aside.abs() <= ahead && dx * dx + dy * dy <= i64::from(RANGE + RADIUS).pow(2)
    }

    /// P-03: four times the die must beat the hits. How many of the six faces do.
    fn active_faces(&self) -> u32 {
        (1..=6).filter(|&pip| is_active(self.own().hits, pip)).count() as u32
    }
}

/// P-03.
fn is_active(hits: u8, pip: u8) -> bool {
    4 * pip > hits
}

/// Inches with two decimals.
fn read_inches(text: &str) -> Option<i32> {
    let (whole, hundredths) = text.split_once('.')?;
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole, 3) || hundredths.len() != 2 || !is_number(hundredths, 2) {
        return None;
    }
    Some(whole.parse::<i32>().ok()? * INCH + hundredths.parse::<i32>().ok()?)
}

impl Ruleset for Palestine {
    const ID: &'static str = "palestine-spike";
    const VERSION: u32 = 1;
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type View = State;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let file: File = scenario.read::<Self, _>()?;
        let [width, height] = file.table.map(|inches| inches * INCH);
        let unit = |unit: &UnitFile| {
            let [x, y] = unit.at.get_ref().map(|inches| inches * INCH);
            Unit { at: Point { x, y }, facing: Heading(unit.facing % 16), hits: unit.hits }
        };
        let rules = Self { width, height, turns: file.turns, units: [unit(&file.first), unit(&file.second)] };
        for (unit, file) in rules.units.iter().zip([&file.first, &file.second]) {
            if !rules.is_on_table(unit.at) {
                return Err(scenario.fault_at(file.at.span(), "the base must lie wholly on the table"));
            }
        }
        Ok(rules)
    }

    fn start(&self) -> State {
        State { turn: 1, seat: Seat::FIRST, phase: Phase::Movement, units: self.units }
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        let ahead = i32::from(state.units[1].hits) - i32::from(state.units[0].hits);
        match (self.reason(state), state.phase) {
            (Some(Reason::Eliminated), _) if ahead > 0 => {
                Node::Over(Verdict::win(Seat::FIRST, ahead, Reason::Eliminated))
            }
            (Some(Reason::Eliminated), _) => {
                Node::Over(Verdict::win(Seat::SECOND, ahead, Reason::Eliminated))
            }
            (Some(reason), _) => Node::Over(Verdict::draw(ahead, reason)),
            (None, Phase::MovementThrow | Phase::ShootingThrow | Phase::Hits) => Node::Chance,
            (None, _) => Node::Decision(state.seat),
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if !matches!(self.node(state), Node::Decision(_)) {
            return;
        }
        match state.phase {
            Phase::Advance => self.destinations(state, out),
            Phase::Facing => out.extend((0..16).map(|n| Action::Face(Heading(n)))),
            _ => out.extend([Action::Hold, Action::Activate]),
        }
    }

    fn accepts(&self, state: &State, action: Action) -> bool {
        if !matches!(self.node(state), Node::Decision(_)) {
            return false;
        }
        match (state.phase, action) {
            (Phase::Advance, Action::Advance(to)) => self.may_advance(state, to),
            (Phase::Facing, Action::Face(heading)) => heading.0 < 16,
            (Phase::Movement | Phase::Shooting, Action::Hold | Action::Activate) => true,
            _ => false,
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Outcome, u32)>) {
        out.clear();
        match state.phase {
            _ if self.node(state) != Node::Chance => {}
            Phase::Hits => out.extend((1..=6).map(|pip| (Outcome::Hits(pip), 1))),
            _ => {
                let active = state.active_faces();
                let both = [(Outcome::Active, active), (Outcome::Inactive, 6 - active)];
                out.extend(both.into_iter().filter(|(_, weight)| *weight > 0));
            }
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(self.accepts(state, action));
        let seat = state.seat;
        // Three hits or fewer cannot fail: no die is thrown.
        let is_sure = state.active_faces() == 6;
        match (state.phase, action) {
            (Phase::Movement, Action::Activate) if is_sure => state.phase = Phase::Advance,
            (Phase::Movement, Action::Activate) => state.phase = Phase::MovementThrow,
            (Phase::Movement, _) => state.begin_shooting(),
            (Phase::Shooting, Action::Activate) if is_sure => state.phase = Phase::Hits,
            (Phase::Shooting, Action::Activate) => state.phase = Phase::ShootingThrow,
            (Phase::Advance, Action::Advance(to)) => {
                state.units[seat.index()].at = to;
                state.phase = Phase::Facing;
                log.add(|| Event::Advanced { seat, to });
            }
            (Phase::Facing, Action::Face(heading)) => {
                state.units[seat.index()].facing = heading;
                state.end_turn();
            }
            _ => state.end_turn(),
        }
    }

    fn resolve(&self, state: &mut State, outcome: Outcome, log: &mut impl Events<Self>) {
        let seat = state.seat;
        match outcome {
            Outcome::Active => {
                log.add(|| Event::Activated { seat, active: true });
                state.phase = if state.phase == Phase::MovementThrow { Phase::Advance } else { Phase::Hits };
            }
            Outcome::Inactive => {
                log.add(|| Event::Activated { seat, active: false });
                state.end_turn();
            }
            Outcome::Hits(hits) => {
                log.add(|| Event::Shot { seat, hits });
                state.units[seat.other().index()].hits += hits;
                state.end_turn();
            }
        }
    }

    fn throw(&self, state: &State) -> Throw {
        let purpose = if state.phase == Phase::Hits { SHOOTING } else { ACTIVATION };
        Throw::open(purpose, state.turn, state.seat).with(Die::new(6, state.seat))
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Outcome>, DiceError> {
        if self.node(state) != Node::Chance {
            return Err(DiceError::NotDue);
        }
        self.throw(state).admits(dice)?;
        Ok(Reading::Outcome(match state.phase {
            Phase::Hits => Outcome::Hits(dice[0]),
            _ if is_active(state.own().hits, dice[0]) => Outcome::Active,
            _ => Outcome::Inactive,
        }))
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    fn sample<G: Rng + ?Sized>(&self, view: &State, _: &mut G) -> State {
        *view
    }

    fn redact(&self, event: &Event, _: Seat) -> Option<Event> {
        Some(*event)
    }

    fn mirror(&self) -> Option<Self> {
        let units = self.mirror_state(&self.start()).units;
        Some(Self { units, ..*self })
    }

    fn mirror_state(&self, state: &State) -> State {
        let units = state.units.map(|unit| Unit {
            at: Point { x: self.width - unit.at.x, ..unit.at },
            facing: unit.facing.mirror(),
            ..unit
        });
        State { units, ..*state }
    }

    fn mirror_action(&self, action: Action) -> Action {
        match action {
            Action::Advance(to) => Action::Advance(Point { x: self.width - to.x, ..to }),
            Action::Face(heading) => Action::Face(heading.mirror()),
            other => other,
        }
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        let [a, b] = state.units.map(|unit| unit.at);
        if !state.units.iter().all(|unit| self.is_on_table(unit.at)) {
            return Err(Broken("a base hangs over the edge of the table".to_owned()));
        }
        if a.squared_distance(b) < i64::from(INCH + 2 * RADIUS).pow(2) {
            return Err(Broken("enemies stand within an inch".to_owned()));
        }
        if state.units.iter().any(|unit| unit.facing.0 >= 16) {
            return Err(Broken("a unit faces nowhere".to_owned()));
        }
        Ok(())
    }

    fn key(&self, state: &State) -> u64 {
        hash::of_json(state)
    }

    fn bounds(&self) -> Bounds {
        // A turn: move, throw, advance, face; or hold, shoot, throw, hits.
        Bounds { actions: 49, steps: usize::from(self.turns) * 8 }
    }

    fn notation(&self, _: &State, action: Action) -> String {
        match action {
            Action::Hold => "hold".to_owned(),
            Action::Activate => "activate".to_owned(),
            Action::Advance(Point { x, y }) => {
                format!("advance {}.{:02},{}.{:02}", x / INCH, x % INCH, y / INCH, y % INCH)
            }
            Action::Face(heading) => format!("face {}", HEADINGS[usize::from(heading.0)]),
        }
    }

    fn read_unlisted(&self, _: &State, text: &str) -> Option<Action> {
        let (x, y) = text.strip_prefix("advance ")?.split_once(',')?;
        Some(Action::Advance(Point { x: read_inches(x)?, y: read_inches(y)? }))
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[("duel", DUEL)]
    }

    fn generate(_: GameSeed) -> Option<Scenario> {
        None
    }
}

impl Doctrine for Palestine {
    const DRILL_VERSION: u32 = 1;

    fn material(&self, state: &State) -> i32 {
        i32::from(state.units[1].hits) - i32::from(state.units[0].hits)
    }

    fn evaluate(&self, state: &State) -> f32 {
        self.material(state) as f32 / 40.0
    }

    fn is_at_rest(&self, state: &State) -> bool {
        state.phase == Phase::Movement
    }

    /// Shoots when it can; otherwise advances on the enemy and faces him.
    fn eager<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        let enemy = state.enemy().at;
        match state.phase {
            Phase::Movement => usize::from(!state.can_shoot()),
            Phase::Shooting => 1,
            _ => {
                let rank = |action: &Action| match action {
                    Action::Advance(to) => to.squared_distance(enemy),
                    Action::Face(heading) => state.own().at.along(*heading, 5 * INCH).squared_distance(enemy),
                    _ => 0,
                };
                let nearest = (0..actions.len()).min_by_key(|&i| rank(&actions[i])).unwrap_or(0);
                if rng.random_ratio(1, 8) { rng.random_range(0..actions.len()) } else { nearest }
            }
        }
    }

    fn drill(&self, _: &State, _: Seat, actions: &[Action]) -> Order<Action> {
        Order { action: actions[0], why: "The spike needs no officer.".to_owned() }
    }
}

const DUEL: &str = r#"
ruleset = "palestine-spike"
name = "duel"
turns = 12
table = [36, 36]
first = { at = [12, 6], facing = 0 }
second = { at = [20, 28], facing = 8, hits = 5 }
"#;

fn duel() -> Scenario {
    Scenario::parse("duel", DUEL).unwrap()
}

fn plan(games: u32, play: Play) -> Plan {
    Plan { games, seed: GameSeed::from_number(1), thorough_every: 3, play }
}

#[test]
fn the_duel_conforms() {
    let random = conformance::run::<Palestine>(&duel(), plan(150, Play::Random));
    let eager = conformance::run::<Palestine>(&duel(), plan(150, Play::Eager));
    for report in [random, eager] {
        let report = report.unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.longest_list, 49, "an open table offers every destination");
    }
}

/// Random play hardly ever meets the enemy; eager play fights to a decision.
#[test]
fn eager_play_decides_the_duel() {
    let decided = (0..100)
        .filter(|&number| {
            let game = conformance::play::<Palestine>(&duel(), GameSeed::from_number(number), Play::Eager);
            game.verdict().unwrap().reason == Reason::Eliminated
        })
        .count();
    assert!(decided > 50, "{decided} of 100 were decided");
}

/// P-03: the weights are those of the checklist's ruling, hits by hits.
#[test]
fn activation_has_the_weights_of_the_rule() {
    let rules = Palestine::load(&duel()).unwrap();
    let mut state = rules.start();
    state.phase = Phase::MovementThrow;
    for (hits, active) in [(0, 6), (3, 6), (4, 5), (7, 5), (8, 4), (11, 4), (12, 3), (15, 3), (16, 2)] {
        state.units[0].hits = hits;
        let counted = odds::enumerate(&rules, &state);
        assert_eq!(counted[0], (Outcome::Active, active), "{hits} hits");
    }
}

/// A person may move to any legal point, listed or not: the record must read it back.
#[test]
fn a_move_off_the_list_is_accepted_recorded_and_replayed() {
    let mut game =
        Game::<Palestine>::new(&duel(), Default::default(), Some(GameSeed::from_number(3))).unwrap();
    game.act_by_notation("activate").unwrap();
    let exact = Action::Advance(Point { x: 1234, y: 1107 });
    assert!(!game.actions(Seat::FIRST).contains(&exact), "it is not listed");
    assert!(game.rules().accepts(game.state(), exact), "and yet legal");
    let mut typed = game.clone();
    game.act(exact).unwrap();
    game.act_by_notation("face NE").unwrap();
    let text = game.record().to_text();
    let replayed = Record::from_text(&text).unwrap().replay::<Palestine>(|_| {}).unwrap();
    assert_eq!(replayed.state(), game.state());

    typed.act_by_notation("Advance  12.34,11.07").unwrap();
    assert_eq!(typed.state().units[0].at, Point { x: 1234, y: 1107 });
    for text in ["advance 12.34", "advance 12.3,11.07", "advance 99.99,1.00", "advance +1.00,2.00"] {
        let mut wrong = Game::<Palestine>::new(&duel(), Default::default(), None).unwrap();
        wrong.act_by_notation("activate").unwrap();
        assert!(wrong.act_by_notation(text).is_err(), "{text}");
    }
}

#[test]
fn a_move_too_far_too_near_or_off_the_table_is_refused() {
    let rules = Palestine::load(&duel()).unwrap();
    let mut state = rules.start();
    state.phase = Phase::Advance;
    state.units[1].at = Point { x: 1200, y: 1200 };
    let accepts = |x, y| rules.accepts(&state, Action::Advance(Point { x, y }));
    assert!(accepts(1200, 900), "exactly an inch between the bases");
    assert!(!accepts(1200, 901), "within an inch");
    assert!(accepts(600, 600) && !accepts(599, 600), "six inches and a hundredth more");
    assert!(accepts(1200, 100) && !accepts(1200, 99), "the base on the table's edge and over it");
    state.units[0].at = Point { x: 1200, y: 850 };
    let accepts = |x, y| rules.accepts(&state, Action::Advance(Point { x, y }));
    assert!(!accepts(1200, 1450), "through the enemy");
}
