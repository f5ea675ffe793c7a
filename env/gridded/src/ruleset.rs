//! [`Gridded`] as a [`Ruleset`]: every call goes to the phase that is due.

use std::hash::{Hash as _, Hasher as _};

use rand::Rng;
use sandtable_core::hash::{Keyed, chain};
use sandtable_core::{
    Bounds, Broken, DiceError, Events, GameSeed, Node, NodeOf, Reading, Ruleset, Scenario, ScenarioError,
    Seat, Throw,
};

use crate::action::{Action, Outcome};
use crate::event::{Event, Happening};
use crate::phases::Aim;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Activity, Kind, Phase, Reason, Stage, State};
use crate::view::View;

impl Ruleset for Gridded {
    const ID: &'static str = "gridded";
    const VERSION: u32 = 1;

    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Event = Event;
    type View = View;
    type Reason = Reason;

    fn load(scenario: &Scenario) -> Result<Self, ScenarioError> {
        crate::setup::load(scenario)
    }

    fn start(&self) -> State {
        self.start_state().clone()
    }

    fn node(&self, state: &State) -> NodeOf<Self> {
        if state.spotting_due != 0 {
            return Node::Chance;
        }
        match state.phase {
            Phase::Choose | Phase::Acting(_) => Node::Decision(state.active),
            Phase::Withdrawal(_, _, loser) => Node::Decision(self.stand(loser).seat),
            Phase::Initiative | Phase::Activation | Phase::Combat(..) | Phase::Tie(..) => Node::Chance,
            Phase::Over(ended) => Node::Over(ended.into()),
        }
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.spotting_due != 0 {
            return;
        }
        match &state.phase {
            Phase::Choose => self.choices(state, out),
            Phase::Acting(activity) => match activity.stage {
                Stage::Who => self.who(state, activity, out),
                Stage::Order => self.orders(state, activity, out),
                Stage::Destination => self.destinations(state, activity, out),
                Stage::Attack => self.attacks(state, activity, out),
                Stage::Facing => out.extend(sandtable_core::square::Facing::ALL.map(Action::Face)),
            },
            Phase::Withdrawal(_, _, loser) => self.withdrawals(state, *loser, out),
            Phase::Initiative | Phase::Activation | Phase::Combat(..) | Phase::Tie(..) | Phase::Over(_) => {}
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Outcome, u32)>) {
        out.clear();
        if state.spotting_due != 0 {
            return self.spotting_outcomes(out);
        }
        match state.phase {
            Phase::Initiative => self.initiative_outcomes(out),
            Phase::Activation => self.activation_outcomes(state, out),
            Phase::Combat(_, attack) => self.combat_outcomes(state, attack, out),
            Phase::Tie(..) => self.tie_outcomes(out),
            Phase::Choose | Phase::Acting(_) | Phase::Withdrawal(..) | Phase::Over(_) => {}
        }
    }

    fn apply(&self, state: &mut State, action: Action, log: &mut impl Events<Self>) {
        debug_assert!(self.accepts(state, action), "{action:?} is not legal in {:?}", state.phase);
        match (state.phase, action) {
            (Phase::Choose, Action::Activate(square)) => self.activate(state, square, log),
            (Phase::Choose, _) => self.end_half_turn(state, log),
            (Phase::Acting(activity), action) => self.act(state, activity, action, log),
            (Phase::Withdrawal(activity, _, loser), Action::Withdraw(to)) => {
                self.withdraw(state, activity, loser, to, log);
            }
            (phase, action) => unreachable!("{action:?} in {phase:?}"),
        }
        self.watch_half_turn(state);
    }

    fn resolve(&self, state: &mut State, outcome: Outcome, log: &mut impl Events<Self>) {
        match (state.phase, outcome) {
            (_, Outcome::Spotted) => self.take_spotting(state, true, log),
            (_, Outcome::Unspotted) => self.take_spotting(state, false, log),
            (Phase::Initiative, outcome) => {
                let seat = if outcome == Outcome::FirstLeads { Seat::First } else { Seat::Second };
                self.take_initiative(state, seat, log);
            }
            (Phase::Activation, Outcome::Activations(count)) => self.take_activations(state, count, log),
            (Phase::Combat(activity, attack) | Phase::Tie(activity, attack), outcome) => {
                self.take_result(state, activity, attack, outcome, log);
            }
            (phase, outcome) => unreachable!("{outcome:?} in {phase:?}"),
        }
        self.watch_half_turn(state);
    }

    fn throw(&self, state: &State) -> Throw {
        if state.spotting_due != 0 {
            return self.spotting_throw(state);
        }
        match state.phase {
            Phase::Initiative => self.initiative_throw(state),
            Phase::Activation => self.activation_throw(state),
            Phase::Combat(_, attack) => self.combat_throw(state, attack),
            Phase::Tie(..) => self.tie_throw(state),
            phase => panic!("no throw is due in {phase:?}"),
        }
    }

    fn read(&self, state: &State, dice: &[u8]) -> Result<Reading<Outcome>, DiceError> {
        if self.node(state) != Node::Chance {
            return Err(DiceError::NotDue);
        }
        self.throw(state).admits(dice)?;
        if state.spotting_due != 0 {
            return Ok(Reading::Outcome(self.read_spotting(dice[0], dice[1])));
        }
        Ok(match state.phase {
            Phase::Initiative => self.read_initiative(dice[0], dice[1]),
            Phase::Activation => Reading::Outcome(Outcome::Activations(self.activations(state, dice[0]))),
            Phase::Combat(_, attack) => Reading::Outcome(self.read_combat(state, attack, [dice[0], dice[1]])),
            _ => self.read_tie(dice[0], dice[1]),
        })
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.seen_by(state, seat)
    }

    fn sample<G: Rng + ?Sized>(&self, view: &View, rng: &mut G) -> State {
        self.sampled(view, rng)
    }

    fn redact(&self, event: &Event, seat: Seat) -> Option<Event> {
        event.redact(seat)
    }

    fn mirror(&self) -> Option<Self> {
        Some(self.mirrored())
    }

    fn mirror_state(&self, state: &State) -> State {
        self.mirrored_state(state)
    }

    fn mirror_action(&self, action: Action) -> Action {
        action.mirror(self.grid())
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        self.check_state(state)
    }

    fn key(&self, state: &State) -> u64 {
        key(state, state.stands_key(), &state.phase)
    }

    fn view_key(&self, state: &State, seat: Seat) -> u64 {
        let mut stands = state.stands_key();
        for id in self.side(seat.other()).filter(|&id| state.stand(id).is_concealed) {
            stands ^= state.stand_key(id);
        }
        key(state, stands, &self.phase_seen_by(state, seat))
    }

    fn bounds(&self) -> Bounds {
        // A list of squares with as many edges and changes again; or eight neighbours in
        // close combat with four facings each, and every enemy square under two.
        let actions = (self.grid().len() + 6).max(8 * 4 + 2 * 32 + 1);
        // A stand acts once a turn: activate, who, swap, who, order, move, attack, throw,
        // tie, withdrawal, facing, rest; then throws for initiative, activation, spotting.
        let a_turn = self.stands().len() * 12 + 2 * (2 + self.groups().len()) + 3;
        Bounds { actions, steps: usize::from(self.turns()) * a_turn }
    }

    fn notation(&self, _: &State, action: Action) -> String {
        action.notation(self.grid())
    }

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        crate::setup::BUILT_IN
    }

    fn positions() -> &'static [(&'static str, &'static str)] {
        crate::setup::POSITIONS
    }

    fn generate(seed: GameSeed) -> Option<Scenario> {
        Some(crate::generate::scenario(seed))
    }
}

fn key(state: &State, stands: u64, phase: &Phase) -> u64 {
    let turn = u64::from(state.turn)
        | (state.first as u64) << 8
        | (state.active as u64) << 9
        | u64::from(state.activations_left) << 16
        | u64::from(state.spotting_due) << 24
        | u64::from(state.spotting_done) << 32;
    let mut keyed = Keyed(chain(stands, turn));
    phase.hash(&mut keyed);
    keyed.finish()
}

impl Gridded {
    fn act(&self, state: &mut State, activity: Activity, action: Action, log: &mut impl Events<Self>) {
        match action {
            Action::Swap => self.swap(state, activity, log),
            Action::Together | Action::Front | Action::Rear => self.let_act(state, activity, action),
            Action::Rest => state.phase = Phase::Choose,
            Action::MoveFirst => self.order_given(state, activity, false),
            Action::FightFirst => self.order_given(state, activity, true),
            Action::Move(to) => self.go(state, activity, to, log),
            Action::Leave(edge) => self.leave(state, activity, edge, log),
            Action::Dismount | Action::Mount => self.change_mount(state, activity, log),
            Action::Fire(square, facing) => {
                self.attack(state, activity, Aim { kind: Kind::Fire, square }, facing, log);
            }
            Action::Close(square, facing) => {
                self.attack(state, activity, Aim { kind: Kind::Close, square }, facing, log);
            }
            Action::Hold => self.after_fighting(state, activity),
            Action::Face(facing) => self.face(state, activity, facing, log),
            Action::Activate(_) | Action::End | Action::Withdraw(_) => {
                unreachable!("{action:?} while acting")
            }
        }
    }

    /// The first moment that an enemy is near enough may come with any step of a half-turn.
    fn watch_half_turn(&self, state: &mut State) {
        if !matches!(state.phase, Phase::Initiative | Phase::Activation | Phase::Over(_)) {
            self.watch(state);
        }
    }

    pub(crate) fn tell(&self, log: &mut impl Events<Self>, what: Happening) {
        log.add(|| Event { what, hidden_from: None });
    }

    /// Tells of something that a concealed stand's enemy does not see.
    pub(crate) fn tell_of(&self, log: &mut impl Events<Self>, state: &State, id: StandId, what: Happening) {
        let hidden_from = state.stand(id).is_concealed.then(|| self.stand(id).seat.other());
        log.add(|| Event { what, hidden_from });
    }

    fn check_state(&self, state: &State) -> Result<(), Broken> {
        state.check()?;
        let broken = |what: String| Err(Broken(what));
        if state.stands().count() != self.stands().len() {
            return broken(format!("{} stands, not {}", state.stands().count(), self.stands().len()));
        }
        if !(1..=self.turns()).contains(&state.turn) {
            return broken(format!("turn {} of {}", state.turn, self.turns()));
        }
        for id in state.stands() {
            let stand = state.stand(id);
            let Some(square) = stand.square() else { continue };
            if square.index() >= self.grid().len() || !self.map().can_hold(square) {
                return broken(format!("stand {} is where none can be", id.0));
            }
            if stand.is_dismounted && !self.stand(id).class.can_dismount() {
                return broken(format!("stand {} cannot dismount", id.0));
            }
            if stand.is_concealed && self.stand(id).group.is_none() {
                return broken(format!("stand {} is concealed and in no group", id.0));
            }
            if let Some(partner) = stand.partner() {
                let (a, b) = (self.stand(id), self.stand(partner));
                let other = state.stand(partner);
                if a.seat != b.seat || a.depth() + b.depth() > crate::stand::SQUARE_DEPTH {
                    return broken(format!("stands {} and {} cannot share a square", id.0, partner.0));
                }
                if stand.is_concealed != other.is_concealed {
                    return broken(format!("of stands {} and {} one is seen", id.0, partner.0));
                }
            }
        }
        self.check_phase(state)
    }

    fn check_phase(&self, state: &State) -> Result<(), Broken> {
        let broken = |what: &str| Err(Broken(what.to_owned()));
        let on_table = |id: StandId| id.index() < self.stands().len() && state.is_on_table(id);
        let acts = |activity: &Activity| on_table(activity.lead) && activity.follower.is_none_or(on_table);
        match &state.phase {
            Phase::Acting(activity) if !acts(activity) => broken("a stand acts that is not on the table"),
            Phase::Combat(activity, attack)
            | Phase::Tie(activity, attack)
            | Phase::Withdrawal(activity, attack, _)
                if !acts(activity) || !on_table(attack.initiator) || !on_table(attack.target) =>
            {
                broken("a stand fights that is not on the table")
            }
            Phase::Over(_) if state.spotting_due != 0 => broken("a throw is due after the end"),
            _ => Ok(()),
        }
    }
}
