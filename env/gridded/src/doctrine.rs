//! How a position stands, and eager play.

use rand::{Rng, RngExt as _};
use sandtable_core::square::{Facing, Square};
use sandtable_core::{Doctrine, Order, Seat};

use crate::action::Action;
use crate::placement::Placement;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Phase, Stage, State};
use crate::victory::{Terms, convoy_value};
use crate::view::View;

impl Doctrine for Gridded {
    const DRILL_VERSION: u32 = 1;
    const ROLLOUT_STEPS: u32 = 16;

    /// Points of destroyed stands and held objectives; for a convoy, points of destroyed
    /// stands with eight more for each transport delivered or lost.
    fn material(&self, state: &State) -> i32 {
        let convoy = match *self.terms() {
            Terms::Convoy { side, exit, .. } => {
                let [delivered, destroyed, _] = self.convoy(state, side, exit);
                (delivered - destroyed) * 8 * side.sign()
            }
            Terms::Points { .. } => 0,
        };
        self.points_ahead(state) + convoy
    }

    /// Where points count, tanh of the points ahead and of half of what the places of both
    /// sides are worth; for a convoy, the verdicts that its transports may come to, weighed
    /// by guessed chances.
    fn evaluate(&self, state: &State) -> f32 {
        match (&state.phase, self.terms()) {
            (Phase::Over(ended), _) => f32::from(ended.thousandths) / 1000.0,
            (_, Terms::Points { .. }) => self.expect_points(state),
            (_, &Terms::Convoy { side, exit, transports, honours }) => {
                self.expect_convoy(state, side, exit, transports, honours)
            }
        }
    }

    fn is_at_rest(&self, state: &State) -> bool {
        state.spotting_due == 0 && matches!(state.phase, Phase::Choose | Phase::Initiative | Phase::Over(_))
    }

    fn eager<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        match &state.phase {
            // Ending early is the one choice that eager play leaves out while it can act.
            Phase::Choose if actions.len() > 1 => rng.random_range(0..actions.len() - 1),
            Phase::Acting(activity) => self.eager_act(state, activity, actions, rng),
            _ => rng.random_range(0..actions.len()),
        }
    }

    /// What the officer thinks that each action gains, in points.
    fn prior(&self, state: &State, actions: &[Action], logits: &mut Vec<f32>) {
        self.gains(state, actions, logits);
        for logit in logits {
            *logit *= CONFIDENCE;
        }
    }

    /// Any square, and then as the officer would act there: the choice of a square is
    /// what costs him most.
    fn rollout<G: Rng + ?Sized>(&self, state: &State, actions: &[Action], rng: &mut G) -> usize {
        let mut gains = Vec::new();
        if state.phase != Phase::Choose {
            self.gains(state, actions, &mut gains);
        }
        let best = (0..gains.len()).max_by(|&a, &b| gains[a].total_cmp(&gains[b]));
        best.unwrap_or_else(|| self.eager(state, actions, rng))
    }

    fn drill(&self, view: &View, seat: Seat, actions: &[Action]) -> Order<Action> {
        self.officer(view, seat, actions)
    }
}

/// How much likelier a point more makes an action, as a factor of e.
const CONFIDENCE: f32 = 2.5;

/// Points at which a lead is worth about three quarters of a decisive victory.
const LEAD: f32 = 10.0;
/// Points that it is worth to break the enemy.
const NEAR_BREAKING: f32 = 8.0;
/// What a point of better places is worth in points of destroyed stands.
const PLACES: f32 = 1.0;

impl Gridded {
    /// The verdict to expect where points count: tanh of the points ahead over ten.
    /// Objectives count by the square of how far the battle has gone, for they are scored
    /// at its end; then how near both sides are to breaking, and what the places (`placement.rs`) of both sides are worth.
    fn expect_points(&self, state: &State) -> f32 {
        let (stands, ground) = self.points(state);
        let gone = f32::from(state.turn) / f32::from(self.turns());
        let ahead = stands as f32
            + gone * gone * ground as f32
            + NEAR_BREAKING * self.nearer_breaking(state)
            + PLACES * self.better_placed(state);
        (ahead / LEAD).tanh() * 0.95
    }

    /// By how much the second side is nearer to breaking than the first, in [-1, 1].
    fn nearer_breaking(&self, state: &State) -> f32 {
        let Terms::Points { breaks: Some(breaks), .. } = self.terms() else { return 0.0 };
        let [first, second] = Seat::BOTH.map(|seat| {
            let part = self.lost(state, seat, false) as f32 / f32::from(breaks[seat.index()]);
            part.min(1.0).powi(2)
        });
        second - first
    }

    /// By how many points the first side is better placed.
    fn better_placed(&self, state: &State) -> f32 {
        let [first, second] = Seat::BOTH.map(|seat| Placement::full(self, state, seat).total(state));
        first - second
    }

    /// The verdict to expect for a convoy: each transport is delivered, destroyed or left
    /// behind with chances guessed from its way to go, the turns left, the enemies near
    /// it and the points ahead; the verdicts of all combinations are weighed by them.
    fn expect_convoy(
        &self,
        state: &State,
        side: Seat,
        exit: Facing,
        transports: i32,
        honours: Option<u16>,
    ) -> f32 {
        let [delivered, destroyed, _] = self.convoy(state, side, exit);
        let ahead = self.points_ahead(state) * side.sign();
        // chances[d][x]: d more delivered and x more destroyed, at most four transports.
        let mut chances = [[0.0_f32; 5]; 5];
        chances[0][0] = 1.0;
        let carts = self.side(side).filter(|&id| self.stand(id).class == Class::Transport);
        for cart in carts.filter(|&id| state.is_on_table(id)).take(4) {
            let [deliver, destroy] = self.transport_chances(state, cart, exit, ahead);
            let before = std::mem::take(&mut chances);
            for (d, row) in before.iter().enumerate() {
                for (x, &chance) in row.iter().enumerate() {
                    chances[d][x] += chance * (1.0 - deliver - destroy);
                    chances[(d + 1).min(4)][x] += chance * deliver;
                    chances[d][(x + 1).min(4)] += chance * destroy;
                }
            }
        }
        let mut value = 0.0;
        for (d, row) in chances.iter().enumerate() {
            for (x, &chance) in row.iter().enumerate() {
                let verdict =
                    convoy_value([delivered + d as i32, destroyed + x as i32, transports], ahead, honours);
                value += chance * f32::from(verdict) / 1000.0;
            }
        }
        let places = self.better_placed(state) * side.sign() as f32;
        (0.8 * value + 0.2 * (PLACES * places / LEAD).tanh()) * side.sign() as f32
    }

    /// Guessed chances that a transport is delivered and that it is destroyed.
    fn transport_chances(&self, state: &State, cart: StandId, exit: Facing, ahead: i32) -> [f32; 2] {
        let square = state.place(cart);
        let to_go = self.squares_to(square, exit);
        let length = self.squares_to(square, exit.back()) + to_go;
        let turns = i32::from(self.turns() - state.turn) + 1;
        let seat = self.stand(cart).seat;
        let near = |seat: Seat, within: i32| {
            let close =
                |id: &StandId| state.stand(*id).square().is_some_and(|s| self.distance(s, square) <= within);
            self.side(seat).filter(close).count() as f32
        };
        let threat = near(seat.other(), 4) - 0.5 * near(seat, 2);
        let done = 1.0 - to_go as f32 / length.max(1) as f32;
        let mut deliver = 0.3 + 0.6 * done + 0.25 * (ahead as f32 / 12.0).tanh() - 0.05 * threat.max(0.0);
        // Two squares a turn, three along a road, and seldom an activation every turn.
        let pace = if self.map().has_roads() { 3 } else { 2 };
        if to_go > turns * pace {
            deliver *= 0.3;
        }
        let deliver = deliver.clamp(0.02, 0.97);
        let destroy = ((1.0 - deliver) * (0.35 + 0.05 * threat.max(0.0))).clamp(0.0, 1.0 - deliver);
        [deliver, destroy]
    }

    /// Steps from a square until a stand has left by an edge.
    pub(crate) fn squares_to(&self, square: Square, edge: Facing) -> i32 {
        let (file, rank) = self.grid().coordinates(square);
        match edge {
            Facing::North => i32::from(self.grid().height) - rank,
            Facing::East => i32::from(self.grid().width) - file,
            Facing::South => rank + 1,
            Facing::West => file + 1,
        }
    }

    fn eager_act<G: Rng + ?Sized>(
        &self,
        state: &State,
        activity: &Activity,
        actions: &[Action],
        rng: &mut G,
    ) -> usize {
        let any = rng.random_range(0..actions.len());
        match activity.stage {
            Stage::Attack => {
                // The last action holds; everything before it fights.
                let last = actions.len() - 1;
                if last > 0 && any == last { rng.random_range(0..last) } else { any }
            }
            Stage::Destination if rng.random_ratio(3, 4) => {
                self.closest(state, activity, actions).unwrap_or(any)
            }
            Stage::Facing if rng.random_ratio(3, 4) => {
                self.facing_enemy(state, activity.lead, actions).unwrap_or(any)
            }
            Stage::Who | Stage::Order | Stage::Destination | Stage::Facing => any,
        }
    }

    /// The destination nearest to the nearest seen enemy, or to the edge to leave by.
    fn closest(&self, state: &State, activity: &Activity, actions: &[Action]) -> Option<usize> {
        let stand = self.stand(activity.lead);
        if let Terms::Convoy { side, exit, .. } = *self.terms()
            && side == stand.seat
            && stand.class == Class::Transport
        {
            let to_go = |action: &Action| match *action {
                Action::Move(square) => self.squares_to(square, exit),
                Action::Leave(edge) if edge == exit => 0,
                _ => i32::MAX,
            };
            return (0..actions.len()).min_by_key(|&i| to_go(&actions[i]));
        }
        let goal = self.nearest_enemy(state, activity.lead)?;
        let distance = |action: &Action| match *action {
            Action::Move(square) => self.distance(square, goal),
            _ => i32::MAX,
        };
        (0..actions.len()).min_by_key(|&i| distance(&actions[i]))
    }

    fn nearest_enemy(&self, state: &State, id: StandId) -> Option<Square> {
        let from = state.place(id);
        let enemies = self.enemies(state, self.stand(id).seat);
        enemies.map(|(_, square)| square).min_by_key(|&square| (self.distance(from, square), square))
    }

    fn facing_enemy(&self, state: &State, id: StandId, actions: &[Action]) -> Option<usize> {
        let enemy = self.nearest_enemy(state, id)?;
        let offset = self.offset(state.place(id), enemy);
        actions.iter().position(|action| matches!(action, Action::Face(facing) if facing.has_in_arc(offset)))
    }
}
