//! [`Palestine`] as a [`Ruleset`]: every call goes to the phase that is due.

use rand::Rng;
use sandtable_core::{
    Bounds, Broken, DiceError, Events, GameSeed, Node, NodeOf, Reading, Ruleset, Scenario, ScenarioError,
    Seat, Throw,
};

use crate::action::{Action, Outcome};
use crate::event::Event;
use crate::phases::Around;
use crate::rules::Palestine;
use crate::state::{Attempt, By, Manner, March, Mission, Phase, Reason, State, Step, Stop};

impl Ruleset for Palestine {
    const ID: &'static str = "palestine";
    const VERSION: u32 = 1;

    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    /// Nothing is hidden: both seats see all of the state.
    type View = State;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        crate::setup::load(scenario)
    }

    fn start(&self) -> State {
        *self.start_state()
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        match state.phase {
            Phase::RollOff
            | Phase::Sorties(_)
            | Phase::Activation(_)
            | Phase::Hits(..)
            | Phase::Second(..)
            | Phase::Sortie => Node::Chance,
            Phase::Over(ended) => Node::Over(ended.into()),
            _ => Node::Decision(state.active),
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        match state.phase {
            Phase::Choose(Step::Movement) => self.movers(state, out),
            Phase::Choose(Step::Shooting) => self.shooters(state, out),
            Phase::Choose(Step::Melee) => self.strikers(state, out),
            Phase::Manner(unit) => self.manners(state, unit, out),
            Phase::Destination(unit, manner) => self.destinations(state, unit, manner, out),
            Phase::RoadDestination(unit) => self.road_destinations(state, unit, out),
            Phase::Facing(march) => self.facings(state, march, out),
            Phase::ChargeTarget(unit) => self.chargeable(state, unit, out),
            Phase::ChargeHeading(unit, target) => self.charge_headings(state, unit, target, out),
            Phase::Target(unit) => out.extend(self.targets(state, unit).into_iter().map(Action::At)),
            Phase::TrainTarget => out.extend(self.train_targets(state).into_iter().map(Action::At)),
            Phase::TrainDestination => self.train_destinations(state, out),
            Phase::Strike(unit) => self.strikes(state, unit, out),
            Phase::Spotted(..) => out.extend([Action::Again, Action::Keep]),
            Phase::Mission => self.missions(state, out),
            Phase::RollOff
            | Phase::Sorties(_)
            | Phase::Activation(_)
            | Phase::Hits(..)
            | Phase::Second(..)
            | Phase::Sortie
            | Phase::Over(_) => {}
        }
    }

    /// Every exact point, place on a road or rail and heading that the rules allow, listed
    /// or not.
    fn accepts(&self, state: &State, action: Action) -> bool {
        match (state.phase, action) {
            (Phase::Destination(unit, manner), Action::To(to)) => self.may_go(state, unit, manner, to),
            (Phase::RoadDestination(unit), Action::Along(road, mark)) => {
                let reach = self.allowance(state, unit, Manner::Move) + crate::phases::ROAD_BONUS;
                let around = Around::new(self, state, unit, state.unit(unit).at, reach);
                self.may_drive(state, &around, unit, road, mark)
            }
            (Phase::Facing(march), Action::Face(facing)) => {
                let around = Around::new(self, state, march.unit, self.stop(march.stop), 0);
                self.may_face(state, &around, march, facing)
            }
            (Phase::ChargeTarget(unit), Action::At(target)) => self.may_charge_at(state, unit, target),
            (Phase::ChargeHeading(unit, target), Action::Face(heading)) => {
                self.may_charge_on(state, unit, target, heading)
            }
            (Phase::TrainDestination, Action::TrainTo(to)) => match (&self.train, state.train) {
                (Some(train), Some(now)) => self.may_run(state, train, now.at, to),
                _ => false,
            },
            _ => {
                let mut list = Vec::new();
                self.actions(state, &mut list);
                list.binary_search(&action).is_ok()
            }
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Outcome, u32)>) {
        out.clear();
        match state.phase {
            Phase::RollOff => self.roll_off_outcomes(out),
            Phase::Sorties(_) => self.sorties_outcomes(out),
            Phase::Activation(attempt) => self.activation_outcomes(state, attempt, out),
            Phase::Hits(by, target) => self.hits_outcomes(state, by, target, out),
            Phase::Second(gun, target) => self.hits_outcomes(state, By::Fire(gun), target, out),
            Phase::Sortie => self.sortie_outcomes(out),
            _ => {}
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(self.accepts(state, action), "{action:?} is not legal in {:?}", state.phase);
        match (state.phase, action) {
            (Phase::Choose(step), action) => self.choose(state, step, action, log),
            (Phase::Manner(unit), action) => {
                state.phase = match action {
                    Action::Road => Phase::RoadDestination(unit),
                    Action::Dismount => Phase::Destination(unit, Manner::Dismount),
                    Action::Mount => Phase::Destination(unit, Manner::Mount),
                    Action::Charge => Phase::ChargeTarget(unit),
                    _ => Phase::Destination(unit, Manner::Move),
                };
            }
            (Phase::Destination(unit, manner), Action::To(to)) => {
                state.phase = Phase::Facing(March { unit, manner, stop: Stop::At(to) });
            }
            (Phase::Destination(unit, _), _) => {
                state.unit_mut(unit).has_held = true;
                self.go_on(state, Step::Movement, log);
            }
            (Phase::RoadDestination(unit), Action::Along(road, mark)) => {
                state.phase = Phase::Facing(March { unit, manner: Manner::Move, stop: Stop::On(road, mark) });
            }
            (Phase::Facing(march), Action::Face(facing)) => {
                self.attempt(state, Attempt::March(march, facing), log);
            }
            (Phase::ChargeTarget(unit), Action::At(target)) => {
                state.phase = Phase::ChargeHeading(unit, target);
            }
            (Phase::ChargeHeading(unit, target), Action::Face(heading)) => {
                self.attempt(state, Attempt::Charge(unit, target, heading), log);
            }
            (Phase::Target(unit), Action::At(target)) => {
                self.attempt(state, Attempt::Shoot(unit, target), log);
            }
            (Phase::TrainTarget, Action::At(target)) => self.shoot_from_train(state, target),
            (Phase::TrainDestination, Action::TrainTo(to)) => self.run_train(state, to, log),
            (Phase::Strike(unit), Action::At(target)) => self.strike(state, unit, target, log),
            (Phase::Strike(unit), Action::TurnTo(enemy)) => self.face_in_melee(state, unit, enemy, log),
            (Phase::Spotted(gun, target, _), Action::Again) => state.phase = Phase::Second(gun, target),
            (Phase::Spotted(gun, target, hits), Action::Keep) => {
                self.hurt(state, By::Fire(gun), target, hits, log);
            }
            (Phase::Mission, Action::Strafe(target)) => self.fly(state, Mission::Strafe(target), log),
            (Phase::Mission, Action::Spot(target, gun)) => self.fly(state, Mission::Spot(target, gun), log),
            (phase, action) => unreachable!("{action:?} in {phase:?}"),
        }
    }

    fn resolve(&self, state: &mut State, outcome: Outcome, log: &mut impl Events<Self>) {
        match (state.phase, outcome) {
            (Phase::RollOff, Outcome::FirstLeads) => self.take_roll_off(state, Seat::First, log),
            (Phase::RollOff, Outcome::SecondLeads) => self.take_roll_off(state, Seat::Second, log),
            (Phase::Sorties(seat), Outcome::Sorties(count)) => self.take_sorties(state, seat, count, log),
            (Phase::Activation(attempt), outcome) => {
                self.take_activation(state, attempt, outcome == Outcome::Active, log);
            }
            (Phase::Hits(by, target), Outcome::Hits(hits)) => self.take_hits(state, by, target, hits, log),
            (Phase::Second(gun, target), Outcome::Hits(hits)) => {
                self.hurt(state, By::Fire(gun), target, hits, log);
            }
            (Phase::Sortie, outcome) => self.take_sortie(state, outcome == Outcome::Comes, log),
            (phase, outcome) => unreachable!("{outcome:?} in {phase:?}"),
        }
    }

    fn throw(&self, state: &State) -> Throw {
        match state.phase {
            Phase::RollOff => self.roll_off_throw(state),
            Phase::Sorties(seat) => self.sorties_throw(state, seat),
            Phase::Activation(_) => self.activation_throw(state),
            Phase::Hits(by, target) => self.hits_throw(state, by, target, false),
            Phase::Second(gun, target) => self.hits_throw(state, By::Fire(gun), target, true),
            Phase::Sortie => self.sortie_throw(state),
            phase => panic!("no throw is due in {phase:?}"),
        }
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Outcome>, DiceError> {
        if self.node(state) != Node::Chance {
            return Err(DiceError::NotDue);
        }
        self.throw(state).admits(dice)?;
        Ok(match state.phase {
            Phase::RollOff => self.read_roll_off(dice[0], dice[1]),
            Phase::Sorties(_) => Reading::Outcome(self.read_sorties(dice[0])),
            Phase::Activation(attempt) => Reading::Outcome(self.read_activation(state, attempt, dice[0])),
            Phase::Hits(by, target) => Reading::Outcome(self.read_hits(state, by, target, dice)),
            Phase::Second(gun, target) => {
                Reading::Outcome(self.read_hits(state, By::Fire(gun), target, dice))
            }
            _ => Reading::Outcome(self.read_sortie(dice[0])),
        })
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    fn sample<G: Rng + ?Sized>(&self, view: &State, _: &mut G) -> State {
        *view
    }

    fn redact(&self, event: &Event, _: Seat) -> Option<Event> {
        Some(event.clone())
    }

    fn mirror(&self) -> Option<Self> {
        Some(self.mirrored())
    }

    fn mirror_state(&self, state: &State) -> State {
        self.mirrored_state(state)
    }

    fn mirror_action(&self, action: Action) -> Action {
        action.mirror(self.ground.table.width)
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        self.check_state(state)
    }

    fn key(&self, state: &State) -> u64 {
        state.position_key()
    }

    fn view_key(&self, state: &State, _: Seat) -> u64 {
        state.position_key()
    }

    fn bounds(&self) -> Bounds {
        let [first, second] = Seat::BOTH.map(|seat| self.side(seat).count());
        // One enemy to strafe, or to spot for one gun; every heading where no even one is legal.
        let missions = first.max(second) * (first.max(second) + 1);
        let actions = self.most_destinations().max(self.most_facings()).max(missions);
        // A unit: choose, manner, destination, facing, throw; or choose, target, throw, hits,
        // again, hits; then choose, turn, choose, strike, throw, hits. A side: sortie,
        // throw, mission, attack, train and its two choices, its shot and three ends.
        let steps = 3 + usize::from(self.turns) * ((first + second) * 12 + 2 * 12);
        Bounds { actions, steps }
    }

    fn notation(&self, state: &State, action: Action) -> String {
        self.written(state, action)
    }

    fn read_unlisted(&self, state: &State, text: &str) -> Option<Action> {
        self.read_exact(state, text)
    }

    fn refusal(&self, state: &State, action: Action) -> Option<String> {
        self.why_not(state, action)
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        crate::setup::BUILT_IN
    }

    fn generate(seed: GameSeed) -> Option<Scenario> {
        Some(crate::generate::scenario(seed))
    }
}

impl Palestine {
    fn choose(&self, state: &mut State, step: Step, action: Action, log: &mut impl Events<Self>) {
        match (step, action) {
            (Step::Movement, Action::Unit(unit)) => state.phase = Phase::Manner(unit),
            (Step::Shooting, Action::Unit(unit)) => state.phase = Phase::Target(unit),
            (Step::Melee, Action::Unit(unit)) => state.phase = Phase::Strike(unit),
            (Step::Movement, Action::Train) => state.phase = Phase::TrainDestination,
            (Step::Shooting, Action::Train) => state.phase = Phase::TrainTarget,
            (Step::Movement, Action::Sortie) => state.phase = Phase::Sortie,
            _ => self.end_step(state, step, log),
        }
    }

    /// The rules with the first phase of their battle worked out.
    pub(crate) fn opened(mut self) -> Self {
        self.start.phase = match self.throws_sorties {
            [true, _] => Phase::Sorties(Seat::First),
            [false, true] => Phase::Sorties(Seat::Second),
            [false, false] if self.throws_for_first => Phase::RollOff,
            [false, false] => Phase::Choose(Step::Movement),
        };
        self
    }
}
