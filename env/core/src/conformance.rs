//! Conformance: plays whole games and checks every promise that [`Ruleset`] makes.
//!
//! # What is checked
//!
//! After every step: the lists are sorted, unique, within their bounds, and empty where
//! they should be; [`Ruleset::check`] holds; weights equal the count of every roll.
//!
//! Every [`Plan::thorough_every`] steps also: each listed action is accepted, and another
//! one known to the game only where it can be written and read back; the legal list, the node and the view are the same in
//! sampled states; state, views and events survive JSON; keys agree; notation is
//! unique and parses back; the mirrored table mirrors lists, weights and successors;
//! logging changes nothing.
//!
//! After every game: it kept within its bounds; the record, played again and replayed,
//! gives the same bits; a save in mid-game goes on as it would have.
//!
//! The first broken promise stops the run with the record of the game so far.

use std::collections::BTreeSet;

use rand::{Rng, RngExt as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Dice, Doctrine, Game, GameSeed, Node, Record, Ruleset, Scenario, Seat, notation, odds};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Whole games to play.
    pub games: u32,
    /// Where dice and choices come from.
    pub seed: GameSeed,
    /// Every how many steps the slow checks run; 1 is always.
    pub thorough_every: u32,
    /// How decisions are made.
    pub play: Play,
}

/// How conformance games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Uniformly at random.
    Random,
    /// By [`Doctrine::eager`].
    Eager,
}

/// What a run saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Steps checked, single choices included.
    pub steps: u64,
    /// The longest legal list.
    pub longest_list: usize,
    /// The longest game.
    pub longest_game: usize,
}

impl Report {
    /// Both reports as one.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            steps: self.steps + other.steps,
            longest_list: self.longest_list.max(other.longest_list),
            longest_game: self.longest_game.max(other.longest_game),
        }
    }
}

/// A broken promise.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{scenario}, game {game}, step {step}: {fault}\nhow it came there: {path}")]
pub struct Failure {
    /// The scenario.
    pub scenario: String,
    /// Which game, from 0.
    pub game: u32,
    /// Which step, from 0.
    pub step: usize,
    /// What was broken.
    pub fault: String,
    /// The decisions and throws that led there.
    pub path: String,
}

/// Plays and checks games of one scenario.
///
/// # Errors
/// [`Failure`] at the first broken promise.
pub fn run<R: Doctrine>(scenario: &Scenario, plan: Plan) -> Result<Report, Failure> {
    let fail = |game, step, fault: String, path: &[String]| Failure {
        scenario: scenario.source().to_owned(),
        game,
        step,
        fault,
        path: path.join(" / "),
    };
    let rules = R::load(scenario).map_err(|e| fail(0, 0, e.to_string(), &[]))?;
    let mut report = Report::default();
    for number in 0..plan.games {
        let seed = plan.seed.derive("conformance", number.into());
        let mut walk = Walk::new(&rules, seed, plan);
        let outcome = walk.whole_game();
        let (step, path) = (walk.step, std::mem::take(&mut walk.path));
        report = report.merge(walk.report);
        outcome.map_err(|fault| fail(number, step, fault, &path))?;
        if number % plan.thorough_every == 0 {
            records_hold::<R>(scenario, seed, plan.play).map_err(|fault| fail(number, step, fault, &path))?;
        }
    }
    Ok(report)
}

type Checked = Result<(), String>;

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(fault()) }
}

struct Walk<'a, R: Ruleset> {
    rules: &'a R,
    twin: Option<R>,
    state: R::State,
    dice: Dice,
    rng: Xoshiro256PlusPlus,
    plan: Plan,
    step: usize,
    report: Report,
    path: Vec<String>,
    actions: Vec<R::Action>,
    outcomes: Vec<(R::Outcome, u32)>,
    /// Actions met so far, to try where they are not listed.
    known: BTreeSet<R::Action>,
}

impl<'a, R: Doctrine> Walk<'a, R> {
    fn new(rules: &'a R, seed: GameSeed, plan: Plan) -> Self {
        Self {
            rules,
            twin: rules.mirror(),
            state: rules.start(),
            dice: Dice::new(seed),
            rng: seed.derive("choices", 0).rng(),
            plan,
            step: 0,
            report: Report::default(),
            path: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    fn whole_game(&mut self) -> Checked {
        let bounds = self.rules.bounds();
        loop {
            self.rules.check(&self.state).map_err(|broken| broken.to_string())?;
            self.lists_hold()?;
            if self.rng.random_ratio(1, self.plan.thorough_every) {
                self.samples_hold()?;
                self.json_holds()?;
                self.twin_holds()?;
                match self.rules.node(&self.state) {
                    Node::Decision(_) => self.actions_hold()?,
                    Node::Chance => self.weights_hold()?,
                    Node::Over(_) => {}
                }
            }
            match self.rules.node(&self.state) {
                Node::Decision(_) => self.decide()?,
                Node::Chance => self.throw()?,
                Node::Over(_) => break,
            }
            self.step += 1;
            demand(self.step <= bounds.steps, || format!("longer than the declared {} steps", bounds.steps))?;
        }
        self.report.games += 1;
        self.report.steps += self.step as u64;
        self.report.longest_game = self.report.longest_game.max(self.step);
        Ok(())
    }

    /// Lists are sorted, unique, bounded, and empty where they should be.
    fn lists_hold(&mut self) -> Checked {
        self.rules.actions(&self.state, &mut self.actions);
        self.rules.outcomes(&self.state, &mut self.outcomes);
        let node = self.rules.node(&self.state);
        let (deciding, throwing) = (node.decider().is_some(), node == Node::Chance);
        demand(deciding != self.actions.is_empty(), || {
            format!("{} actions at {node:?}", self.actions.len())
        })?;
        demand(throwing != self.outcomes.is_empty(), || {
            format!("{} outcomes at {node:?}", self.outcomes.len())
        })?;
        demand(self.actions.is_sorted_by(|a, b| a < b), || {
            format!("not sorted and unique: {:?}", self.actions)
        })?;
        demand(self.outcomes.is_sorted_by(|a, b| a.0 < b.0), || {
            format!("not sorted and unique: {:?}", self.outcomes)
        })?;
        demand(self.outcomes.iter().all(|(_, weight)| *weight > 0), || {
            format!("a weight of 0: {:?}", self.outcomes)
        })?;
        let most = self.rules.bounds().actions;
        demand(self.actions.len() <= most, || {
            format!("{} actions, declared at most {most}", self.actions.len())
        })?;
        self.report.longest_list = self.report.longest_list.max(self.actions.len());
        Ok(())
    }

    /// What a seat is told and may do depends on its view alone.
    fn samples_hold(&mut self) -> Checked {
        let node = self.rules.node(&self.state);
        for seat in Seat::BOTH {
            let view = self.rules.view(&self.state, seat);
            let key = self.rules.view_key(&self.state, seat);
            for _ in 0..2 {
                let sample = self.rules.sample(&view, &mut self.rng);
                self.rules.check(&sample).map_err(|broken| format!("a sample for {seat}: {broken}"))?;
                let seen = self.rules.view(&sample, seat);
                demand(seen == view, || {
                    format!("{seat} can tell a sample from the truth:\n{seen:?}\n{view:?}")
                })?;
                demand(self.rules.view_key(&sample, seat) == key, || {
                    format!("equal views of {seat}, unequal keys")
                })?;
                if node.decider() == Some(seat) {
                    let mut list = Vec::new();
                    self.rules.actions(&sample, &mut list);
                    demand(list == self.actions, || {
                        format!("{seat} has another list in a sample:\n{list:?}\n{:?}", self.actions)
                    })?;
                    demand(self.rules.node(&sample) == node, || {
                        format!("{seat} decides no more in a sample")
                    })?;
                    self.path_names_agree(&sample)?;
                }
            }
        }
        Ok(())
    }

    fn path_names_agree(&self, sample: &R::State) -> Checked {
        for &action in &self.actions {
            let (ours, theirs) =
                (self.rules.notation(&self.state, action), self.rules.notation(sample, action));
            demand(ours == theirs, || format!("notation tells a sample from the truth: {ours}, {theirs}"))?;
        }
        Ok(())
    }

    fn json_holds(&self) -> Checked {
        let text = serde_json::to_string(&self.state).map_err(|e| e.to_string())?;
        let read: R::State = serde_json::from_str(&text).map_err(|e| format!("{e} in {text}"))?;
        demand(read == self.state, || "the state does not survive JSON".to_owned())?;
        demand(self.rules.key(&read) == self.rules.key(&self.state), || {
            "the key does not survive JSON".to_owned()
        })?;
        for seat in Seat::BOTH {
            let view = self.rules.view(&self.state, seat);
            let text = serde_json::to_string(&view).map_err(|e| e.to_string())?;
            let read: R::View = serde_json::from_str(&text).map_err(|e| format!("{e} in {text}"))?;
            demand(read == view, || format!("the view of {seat} does not survive JSON"))?;
        }
        Ok(())
    }

    /// The mirrored table has the mirrored lists.
    fn twin_holds(&mut self) -> Checked {
        let Some(twin) = &self.twin else {
            return Ok(());
        };
        let state = self.rules.mirror_state(&self.state);
        twin.check(&state).map_err(|broken| format!("the mirrored state: {broken}"))?;
        demand(twin.mirror_state(&state) == self.state, || "mirrored twice is not the same".to_owned())?;
        demand(twin.node(&state) == self.rules.node(&self.state), || "the mirrored node differs".to_owned())?;
        let mut wanted: Vec<R::Action> = self.actions.iter().map(|&a| self.rules.mirror_action(a)).collect();
        wanted.sort_unstable();
        let mut list = Vec::new();
        twin.actions(&state, &mut list);
        demand(list == wanted, || format!("the mirrored list differs:\n{list:?}\n{wanted:?}"))?;
        let mut outcomes = Vec::new();
        twin.outcomes(&state, &mut outcomes);
        demand(outcomes == self.outcomes, || {
            format!("mirrored weights differ: {outcomes:?}, {:?}", self.outcomes)
        })?;
        for &(outcome, _) in &self.outcomes {
            let (mut ours, mut theirs) = (self.state.clone(), state.clone());
            self.rules.resolve(&mut ours, outcome, &mut ());
            twin.resolve(&mut theirs, outcome, &mut ());
            demand(self.rules.mirror_state(&ours) == theirs, || {
                format!("mirroring does not commute with {outcome:?}")
            })?;
        }
        for &action in &self.actions {
            let (mut ours, mut theirs) = (self.state.clone(), state.clone());
            self.rules.apply(&mut ours, action, &mut ());
            twin.apply(&mut theirs, self.rules.mirror_action(action), &mut ());
            demand(self.rules.mirror_state(&ours) == theirs, || {
                format!("mirroring does not commute with {action:?}")
            })?;
        }
        Ok(())
    }

    /// Listed exactly when accepted; notation is unique and parses back.
    fn actions_hold(&mut self) -> Checked {
        let before = self.state.clone();
        let mut names = BTreeSet::new();
        for &action in &self.actions {
            let mut next = self.state.clone();
            self.rules.try_apply(&mut next, action, &mut ()).map_err(|e| format!("listed, yet {e}"))?;
            self.rules.check(&next).map_err(|broken| format!("after {action:?}: {broken}"))?;
            let name = self.rules.notation(&self.state, action);
            let parsed = notation::parse(self.rules, &self.state, &name);
            demand(parsed == Ok(action), || format!("{action:?} is written {name}, which reads {parsed:?}"))?;
            demand(names.insert(name.to_lowercase()), || format!("two actions are written {name}"))?;
            self.known.insert(action);
        }
        while self.known.len() > 512 {
            let drop = self.known.iter().nth(self.rng.random_range(0..self.known.len())).copied();
            drop.map(|action| self.known.remove(&action));
        }
        for &action in &self.known {
            let listed = self.actions.binary_search(&action).is_ok();
            let accepted = self.rules.accepts(&self.state, action);
            demand(!listed || accepted, || format!("{action:?} is listed and not accepted"))?;
            if !listed && !accepted {
                let mut next = self.state.clone();
                let refused = self.rules.try_apply(&mut next, action, &mut ()).is_err();
                demand(refused && next == before, || {
                    format!("{action:?} was refused, and yet something changed")
                })?;
            }
            if accepted && !listed {
                self.unlisted_holds(action)?;
            }
        }
        Ok(())
    }

    /// What is accepted without being listed can be taken, written and read back.
    fn unlisted_holds(&self, action: R::Action) -> Checked {
        let mut next = self.state.clone();
        self.rules
            .try_apply(&mut next, action, &mut ())
            .map_err(|e| format!("accepted without being listed, yet {e}"))?;
        self.rules.check(&next).map_err(|broken| format!("after the unlisted {action:?}: {broken}"))?;
        let name = self.rules.notation(&self.state, action);
        let parsed = notation::parse(self.rules, &self.state, &name);
        demand(parsed == Ok(action), || {
            format!("the unlisted {action:?} is written {name}, which reads {parsed:?}")
        })
    }

    fn weights_hold(&self) -> Checked {
        let counted = odds::enumerate(self.rules, &self.state);
        demand(counted == self.outcomes, || format!("weights {:?}, counted {counted:?}", self.outcomes))?;
        let too_few = self.rules.read(&self.state, &[]);
        demand(too_few.is_err(), || "an empty roll was read".to_owned())
    }

    fn decide(&mut self) -> Checked {
        let index = choose(self.rules, &self.state, &self.actions, self.plan.play, &mut self.rng);
        let action = self.actions[index];
        self.path.push(self.rules.notation(&self.state, action));
        let mut silent = self.state.clone();
        let mut log = Vec::new();
        self.rules.apply(&mut self.state, action, &mut log);
        self.rules.apply(&mut silent, action, &mut ());
        demand(silent == self.state, || format!("the log changes what {action:?} does"))?;
        self.events_hold(&log)
    }

    fn throw(&mut self) -> Checked {
        let throw = self.rules.throw(&self.state);
        let mut pips = Vec::new();
        let mut log = Vec::new();
        for count in 0.. {
            // Count by step: any address will do, so long as it is fresh.
            self.dice.throw(&throw, self.step as u32 * 1000 + count, &mut pips);
            match self.rules.read(&self.state, &pips).map_err(|e| e.to_string())? {
                crate::Reading::ThrowAgain => {}
                crate::Reading::Outcome(outcome) => {
                    self.path.push(format!("{} {pips:?}", throw.purpose.name()));
                    self.rules.resolve(&mut self.state, outcome, &mut log);
                    break;
                }
            }
        }
        self.events_hold(&log)
    }

    fn events_hold(&self, log: &[R::Event]) -> Checked {
        for event in log {
            let text = serde_json::to_string(event).map_err(|e| e.to_string())?;
            let read: R::Event = serde_json::from_str(&text).map_err(|e| format!("{e} in {text}"))?;
            demand(read == *event, || format!("an event does not survive JSON: {text}"))?;
            for seat in Seat::BOTH {
                if let Some(seen) = self.rules.redact(event, seat) {
                    let again = self.rules.redact(&seen, seat);
                    demand(again.as_ref() == Some(&seen), || {
                        format!("{seat} sees less of what it saw: {seen:?}")
                    })?;
                }
            }
        }
        Ok(())
    }
}

fn choose<R: Doctrine, G: Rng>(
    rules: &R,
    state: &R::State,
    actions: &[R::Action],
    play: Play,
    rng: &mut G,
) -> usize {
    match play {
        Play::Random => rng.random_range(0..actions.len()),
        Play::Eager => rules.eager(state, actions, rng),
    }
}

/// Plays one whole game through [`Game`], as conformance and digests do.
///
/// # Panics
/// When the ruleset breaks a promise on the way.
pub fn play<R: Doctrine>(scenario: &Scenario, seed: GameSeed, play: Play) -> Game<R> {
    let mut game =
        Game::<R>::new(scenario, [String::new(), String::new()], Some(seed)).expect("checked scenarios load");
    let mut rng = seed.derive("choices", 1).rng();
    while !game.is_over() {
        step(&mut game, play, &mut rng);
    }
    game
}

fn step<R: Doctrine>(game: &mut Game<R>, play: Play, rng: &mut Xoshiro256PlusPlus) {
    match game.decider() {
        None => game.throw().expect("a throw is due"),
        Some(seat) => {
            let actions = game.actions(seat);
            let action = actions[choose(&**game.rules(), game.state(), actions, play, rng)];
            game.act(action).expect("listed actions are legal");
        }
    }
}

/// A digest of fixed games: it moves when the rules behave otherwise, and then the
/// ruleset's `VERSION` must move too.
pub fn digest<R: Doctrine>(scenarios: &[Scenario], games: u64) -> String {
    let text: String = (0..games)
        .map(|number| {
            let scenario = &scenarios[number as usize % scenarios.len()];
            let manner = if number % 2 == 0 { Play::Eager } else { Play::Random };
            play::<R>(scenario, GameSeed::from_number(number), manner).record().digest()
        })
        .collect();
    format!("{:016x}", crate::hash::of_json(&text))
}

/// The record replays bit for bit, the game repeats, and a save goes on unchanged.
fn records_hold<R: Doctrine>(scenario: &Scenario, seed: GameSeed, manner: Play) -> Checked {
    let game = play::<R>(scenario, seed, manner);
    demand(play::<R>(scenario, seed, manner).record() == game.record(), || {
        "played twice, two records".to_owned()
    })?;
    let text = game.record().to_text();
    let read = Record::from_text(&text).map_err(|e| e.to_string())?;
    let replayed = read.replay::<R>(|_| {}).map_err(|e| e.to_string())?;
    demand(replayed.record().to_text() == text, || "the replay writes another record".to_owned())?;
    demand(replayed.state() == game.state(), || "the replay ends elsewhere".to_owned())?;
    demand(replayed.events() == game.events(), || "the replay has other events".to_owned())?;

    let mut rng = seed.derive("save", 0).rng();
    let mut half =
        Game::<R>::new(scenario, [String::new(), String::new()], Some(seed)).map_err(|e| e.to_string())?;
    let stop = rng.random_range(0..=game.steps());
    while half.steps() < stop {
        step(&mut half, manner, &mut rng);
        if half.is_over() {
            break;
        }
    }
    let mut restored = Game::<R>::restore(&half.save()).map_err(|e| e.to_string())?;
    let mut twin_rng = rng.clone();
    for _ in 0..30 {
        if half.is_over() {
            break;
        }
        step(&mut half, manner, &mut rng);
        step(&mut restored, manner, &mut twin_rng);
    }
    demand(half.record() == restored.record() && half.state() == restored.state(), || {
        "a saved game went on otherwise".to_owned()
    })
}
