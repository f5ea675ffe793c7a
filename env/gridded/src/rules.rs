//! The rules set up for one scenario, and what every phase asks of them.

use sandtable_core::Seat;
use sandtable_core::square::{Direction, Facing, Grid, Square};

use crate::map::{Gait, Map};
use crate::setup::Options;
use crate::stand::{Stand, StandId};
use crate::state::{Fate, State};
use crate::victory::Terms;

/// A concealed group. G-48.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose it is.
    pub seat: Seat,
    /// What both sides call it.
    pub name: String,
    /// Corners of the area in which the enemy knows it began.
    pub zone: [Square; 2],
}

/// The gridded battles, set up for one scenario.
#[derive(Clone, Debug)]
pub struct Gridded {
    map: Map,
    stands: Vec<Stand>,
    groups: Vec<Group>,
    names: [String; 2],
    bases: [Facing; 2],
    exits: [Vec<Facing>; 2],
    turns: u8,
    options: Options,
    terms: Terms,
    start: State,
    /// Number of the first seat's stands: the second's follow.
    first_stands: u8,
    commands: [StandId; 2],
    places: Vec<(i16, i16)>,
    /// The order in which equal paths are told apart. RULING A25.
    order: [Direction; 8],
}

impl Gridded {
    #[allow(
        clippy::too_many_arguments,
        reason = "called once, by the scenario reader, with everything it read"
    )]
    pub(crate) fn new(
        map: Map,
        stands: Vec<Stand>,
        groups: Vec<Group>,
        names: [String; 2],
        bases: [Facing; 2],
        exits: [Vec<Facing>; 2],
        turns: u8,
        options: Options,
        terms: Terms,
        start: State,
    ) -> Self {
        let command = |seat| {
            let found = stands.iter().position(|s| s.seat == seat && s.class == crate::stand::Class::Command);
            StandId(found.expect("each side has one command stand") as u8)
        };
        let coordinates = |square| {
            let (file, rank) = map.grid.coordinates(square);
            (file as i16, rank as i16)
        };
        Self {
            commands: [command(Seat::First), command(Seat::Second)],
            first_stands: stands.iter().filter(|s| s.seat == Seat::First).count() as u8,
            places: map.grid.squares().map(coordinates).collect(),
            order: Direction::ALL,
            map,
            stands,
            groups,
            names,
            bases,
            exits,
            turns,
            options,
            terms,
            start,
        }
    }

    /// The battlefield.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Its size.
    pub fn grid(&self) -> Grid {
        self.map.grid
    }

    /// A stand as the scenario fields it.
    pub fn stand(&self, id: StandId) -> &Stand {
        &self.stands[id.index()]
    }

    /// All stands.
    pub fn stands(&self) -> &[Stand] {
        &self.stands
    }

    /// The stands of a side.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = StandId> + use<> {
        let range = match seat {
            Seat::First => 0..self.first_stands,
            Seat::Second => self.first_stands..self.stands.len() as u8,
        };
        range.map(StandId)
    }

    /// The concealed groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// What a side is called.
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// The edge of a side's base line.
    pub fn base(&self, seat: Seat) -> Facing {
        self.bases[seat.index()]
    }

    /// The edges by which a side's stands may leave.
    pub fn exits(&self, seat: Seat) -> &[Facing] {
        &self.exits[seat.index()]
    }

    /// Turns that the battle lasts at most.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// The optional rules in use.
    pub fn options(&self) -> Options {
        self.options
    }

    /// How the battle is won.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The command stand of a side.
    pub fn command(&self, seat: Seat) -> StandId {
        self.commands[seat.index()]
    }

    pub(crate) fn start_state(&self) -> &State {
        &self.start
    }

    pub(crate) fn order(&self) -> &[Direction; 8] {
        &self.order
    }

    /// (files, ranks) from one square to another.
    pub(crate) fn offset(&self, from: Square, to: Square) -> (i32, i32) {
        let (a, b) = (self.places[from.index()], self.places[to.index()]);
        (i32::from(b.0 - a.0), i32::from(b.1 - a.1))
    }

    /// Distance in squares; a diagonal step counts one. RULING R21.
    pub fn distance(&self, a: Square, b: Square) -> i32 {
        let (dx, dy) = self.offset(a, b);
        dx.abs().max(dy.abs())
    }

    /// How a stand walks.
    pub(crate) fn gait(&self, state: &State, id: StandId) -> Gait {
        let is_infantry = self.stand(id).goes_as_infantry(state.stand(id).is_dismounted);
        if is_infantry { Gait::Infantry } else { Gait::Other }
    }

    /// The stand's range now; 0 when it cannot fire.
    pub(crate) fn range(&self, state: &State, id: StandId) -> i32 {
        self.stand(id).range(state.stand(id).is_dismounted).into()
    }

    /// Whether `seat` sees a stand: its own, and the enemy's that are not concealed.
    pub fn is_seen(&self, state: &State, id: StandId, seat: Seat) -> bool {
        self.stand(id).seat == seat || !state.stand(id).is_concealed
    }

    /// The rules with east and west exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let mut twin = self.clone();
        twin.map = self.map.mirror();
        twin.bases = self.bases.map(Facing::mirror);
        twin.exits = self.exits.clone().map(|edges| edges.into_iter().map(Facing::mirror).collect());
        twin.terms = self.terms.mirror(self.grid());
        twin.order = self.order.map(Direction::mirror);
        for group in &mut twin.groups {
            group.zone = group.zone.map(|square| self.grid().mirror(square));
        }
        twin.start = self.mirrored_state(&self.start);
        twin
    }

    /// A state with east and west exchanged.
    pub(crate) fn mirrored_state(&self, state: &State) -> State {
        let mut twin = state.cleared();
        twin.set_out(&state.stands().map(|id| {
            let stand = *state.stand(id);
            let mut image = stand.moved(stand.square().map(|square| self.grid().mirror(square)));
            image.facing = stand.facing.mirror();
            image.fate = match stand.fate {
                Fate::Left(edge) => Fate::Left(edge.mirror()),
                fate => fate,
            };
            (id, image)
        }));
        twin
    }
}
