//! The gridded battles as people look at them.

use sandtable_core::scene::{
    Branch, Feature, FeatureKind, Piece, PieceId, Place, Point, Reach, Sketch, Spot, Tabletop, Zone, ZoneKind,
};
use sandtable_core::square::{Facing, Square};
use sandtable_core::{Depict, Seat};

use crate::action::Action;
use crate::map::{Edge, Ground};
use crate::phases::Way;
use crate::rules::Gridded;
use crate::stand::{Class, SQUARE_DEPTH, StandId};
use crate::state::{Activity, Fate, Phase, Stage, State};
use crate::victory::{Terms, block};
use crate::view::{SeenStand, View};
use crate::words::way;

/// A square's side.
const SIDE: i32 = 100;
/// A stand's width.
const WIDTH: i32 = 76;

impl Depict for Gridded {
    fn tabletop(&self) -> Tabletop {
        let grid = self.grid();
        let places = grid.squares().map(|square| Place {
            name: grid.name(square),
            centre: self.centre(square),
            outline: self.corners(square).to_vec(),
            words: self.ground_words(square),
        });
        Tabletop {
            width: i32::from(grid.width) * SIDE,
            height: i32::from(grid.height) * SIDE,
            unit: "square".to_owned(),
            places: places.collect(),
            features: self.features(),
        }
    }

    fn pieces(&self, view: &View) -> Vec<Piece> {
        view.stands.iter().map(|seen| self.piece(view, seen)).collect()
    }

    fn sketch(&self, view: &View, action: Action) -> Sketch {
        let mut sketches = self.sketches(view, &[action]);
        sketches.pop().unwrap_or_default()
    }

    /// The ways are searched for once: a list holds dozens of moves.
    fn sketches(&self, view: &View, actions: &[Action]) -> Vec<Sketch> {
        let mut drawing = Drawing { state: self.stage(view), view, ways: None };
        actions.iter().map(|&action| self.draw(&mut drawing, action)).collect()
    }

    fn reach(&self, view: &View, piece: PieceId) -> Option<Reach> {
        let stand = StandId(u8::try_from(piece.0).ok()?);
        let here = seen(view, stand)?.square?;
        let state = self.stage(view);
        let ways = self.ways(&state, &alone(stand));
        let moves = ways.iter().filter(|way| way.to != here).map(|way| self.spot(here, way));
        let spots: Vec<Square> = ways.iter().map(|way| way.to).chain([here]).collect();
        let zones = [
            (ZoneKind::Arc, self.arc(&state, stand, here)),
            (ZoneKind::Fire, self.under_fire(&state, stand, &spots)),
            (ZoneKind::Close, self.beside(&state, stand, &spots)),
        ];
        let zones =
            zones.into_iter().filter(|(_, squares)| !squares.is_empty()).map(|(kind, squares)| Zone {
                kind,
                places: squares.into_iter().map(|square| square.0.into()).collect(),
                outline: Vec::new(),
            });
        Some(Reach { moves: moves.collect(), zones: zones.collect() })
    }
}

/// What the sketches of a list have in common.
struct Drawing<'a> {
    view: &'a View,
    state: State,
    /// The ways of the acting stand, once a move has asked for them.
    ways: Option<Vec<Way>>,
}

fn id(stand: StandId) -> PieceId {
    PieceId(stand.0.into())
}

fn seen(view: &View, stand: StandId) -> Option<&SeenStand> {
    view.stands.iter().find(|seen| seen.id == stand)
}

fn heading(facing: Facing) -> u16 {
    90 * facing as u16
}

/// A stand that is about to move by itself.
fn alone(lead: StandId) -> Activity {
    Activity {
        lead,
        follower: None,
        waiting: None,
        rear: None,
        stage: Stage::Destination,
        fights_first: false,
        has_moved: false,
        has_swapped: false,
        has_acted: false,
    }
}

impl Gridded {
    fn draw(&self, drawing: &mut Drawing<'_>, action: Action) -> Sketch {
        let view = drawing.view;
        let acting = match view.phase {
            Phase::Acting(activity) => Some(activity),
            _ => None,
        };
        let piece = match view.phase {
            Phase::Withdrawal(_, _, loser) => Some(loser),
            _ => acting.map(|activity| activity.lead),
        };
        let mut sketch = Sketch { piece: piece.map(id), ..Sketch::default() };
        match action {
            Action::Activate(square) => {
                sketch.piece = self.front_seen(view, square).map(id);
                self.point_to(&mut sketch, square);
            }
            Action::Move(square) => {
                self.point_to(&mut sketch, square);
                if let Some(activity) = acting {
                    self.show_way(&mut sketch, drawing, &activity, square);
                }
            }
            Action::Fire(square, facing) | Action::Close(square, facing) => {
                self.point_to(&mut sketch, square);
                sketch.heading = Some(heading(facing));
                if let Some(activity) = acting {
                    let from = drawing.state.place(activity.lead);
                    sketch.target = Some(id(self.met(&drawing.state, from, square)));
                }
            }
            Action::Withdraw(square) => {
                self.point_to(&mut sketch, square);
                let from = piece.and_then(|loser| seen(view, loser)?.square);
                sketch.path = from.into_iter().chain([square]).map(|s| self.centre(s)).collect();
            }
            Action::Face(facing) => sketch.heading = Some(heading(facing)),
            Action::Rear => {
                sketch.piece = acting.and_then(|activity| activity.waiting).map(id).or(sketch.piece);
            }
            Action::End
            | Action::Swap
            | Action::Together
            | Action::Front
            | Action::Rest
            | Action::MoveFirst
            | Action::FightFirst
            | Action::Leave(_)
            | Action::Dismount
            | Action::Mount
            | Action::Hold => {}
        }
        sketch
    }

    fn show_way(&self, sketch: &mut Sketch, drawing: &mut Drawing<'_>, activity: &Activity, to: Square) {
        let Drawing { state, ways, .. } = drawing;
        let here = state.place(activity.lead);
        let ways = ways.get_or_insert_with(|| self.ways(state, activity));
        if let Some(way) = ways.iter().find(|way| way.to == to) {
            let spot = self.spot(here, way);
            sketch.path = spot.path;
            sketch.cost = Some(spot.cost);
        }
    }

    fn centre(&self, square: Square) -> Point {
        let (file, rank) = self.grid().coordinates(square);
        Point(file * SIDE + SIDE / 2, rank * SIDE + SIDE / 2)
    }

    /// South-west, south-east, north-east, north-west.
    fn corners(&self, square: Square) -> [Point; 4] {
        let (file, rank) = self.grid().coordinates(square);
        [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| Point((file + x) * SIDE, (rank + y) * SIDE))
    }

    /// The two ends of a square's side.
    fn side_of(&self, square: Square, side: Facing) -> [Point; 2] {
        let [south_west, south_east, north_east, north_west] = self.corners(square);
        match side {
            Facing::North => [north_west, north_east],
            Facing::East => [south_east, north_east],
            Facing::South => [south_west, south_east],
            Facing::West => [south_west, north_west],
        }
    }

    fn features(&self) -> Vec<Feature> {
        let grid = self.grid();
        let area = |kind, square: Square, name: &str| Feature {
            kind,
            name: name.to_owned(),
            outline: self.corners(square).to_vec(),
            is_area: true,
        };
        let mut features: Vec<Feature> = grid
            .squares()
            .flat_map(|square| (0..self.map().level(square)).map(move |_| square))
            .map(|square| area(FeatureKind::High, square, ""))
            .collect();
        features.extend(
            grid.squares()
                .filter_map(|square| Some(area(ground_kind(self.map().ground(square))?, square, ""))),
        );
        self.add_roads(&mut features);
        features.extend(self.map().edges().map(|(square, side, edge)| Feature {
            kind: edge_kind(edge),
            name: String::new(),
            outline: self.side_of(square, side).to_vec(),
            is_area: false,
        }));
        if let Terms::Points { objectives, .. } = self.terms() {
            for objective in objectives {
                features.extend(
                    objective.squares.iter().map(|&s| area(FeatureKind::Objective, s, &objective.name)),
                );
            }
        }
        for group in self.groups() {
            let squares = block(grid, group.zone);
            if let [first, .., last] = squares[..] {
                let (low, high) = (self.corners(first)[0], self.corners(last)[2]);
                let outline = vec![low, Point(high.0, low.1), high, Point(low.0, high.1)];
                features.push(Feature {
                    kind: FeatureKind::Zone,
                    name: group.name.clone(),
                    outline,
                    is_area: true,
                });
            }
        }
        features
    }

    /// Roads run from centre to centre of neighbouring squares with road; over the edge of
    /// the table where they end at it.
    fn add_roads(&self, features: &mut Vec<Feature>) {
        let grid = self.grid();
        let road = |outline: Vec<Point>, kind| Feature { kind, name: String::new(), outline, is_area: false };
        for square in grid.squares().filter(|&square| self.map().is_road(square)) {
            let joined = |near: &Square| self.map().is_road(*near);
            let straight: Vec<Square> = Facing::ALL.iter().filter_map(|&f| self.next(square, f)).collect();
            for (direction, near) in grid.neighbours(square).filter(|(_, near)| joined(near)) {
                // A diagonal only where the road does not go round the corner.
                let goes_round =
                    direction.is_diagonal() && self.map().corner(square, near).iter().any(joined);
                if near > square && !goes_round {
                    features.push(road(vec![self.centre(square), self.centre(near)], FeatureKind::Road));
                }
            }
            let ends = straight.iter().filter(|near| joined(near)).count() == 1;
            for side in Facing::ALL {
                let inland = self.next(square, side.back()).is_some_and(|near| joined(&near));
                if ends && inland && self.next(square, side).is_none() {
                    let [a, b] = self.side_of(square, side);
                    let edge = Point(i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
                    features.push(road(vec![self.centre(square), edge], FeatureKind::Road));
                }
            }
            if self.map().ground(square) == Ground::River {
                let [a, _, c, _] = self.corners(square);
                let outline = vec![a, Point(c.0, a.1), c, Point(a.0, c.1)];
                features.push(Feature {
                    kind: FeatureKind::Bridge,
                    name: String::new(),
                    outline,
                    is_area: true,
                });
            }
        }
    }

    fn next(&self, square: Square, side: Facing) -> Option<Square> {
        let ((file, rank), (dx, dy)) = (self.grid().coordinates(square), side.delta());
        self.grid().at(file + dx, rank + dy)
    }

    fn piece(&self, view: &View, seen: &SeenStand) -> Piece {
        let stand = self.stand(seen.id);
        let depth = i32::from(stand.depth()) * SIDE / i32::from(SQUARE_DEPTH);
        let is_acting = matches!(view.phase, Phase::Acting(activity) if activity.lead == seen.id)
            && view.active == stand.seat;
        let mut marks: Vec<String> = Vec::new();
        let mut mark = |is_so: bool, word: &str| marks.extend(is_so.then(|| word.to_owned()));
        mark(is_acting, "acting");
        mark(seen.is_activated, "activated");
        mark(seen.is_concealed, "concealed");
        mark(seen.is_dismounted, "dismounted");
        mark(seen.fate == Fate::Destroyed, "destroyed");
        if let Fate::Left(edge) = seen.fate {
            mark(true, &format!("left by the {} edge", way(edge)));
        }
        Piece {
            id: id(seen.id),
            seat: stand.seat,
            name: self.label(seen.id),
            class: stand.class.words().to_owned(),
            branch: branch(stand.class),
            value: stand.value.into(),
            strength: None,
            at: seen.square.map(|square| self.centre(square)),
            place: seen.square.map(|square| square.0.into()),
            size: (WIDTH, depth),
            heading: Some(heading(seen.facing)),
            rank: seen.is_rear.into(),
            can_act: self.can_act(view, seen, stand.seat),
            marks,
        }
    }

    /// Whether a stand may still be activated in this half-turn.
    fn can_act(&self, view: &View, seen: &SeenStand, seat: Seat) -> bool {
        let is_playing = view.active == seat && !matches!(view.phase, Phase::Initiative | Phase::Over(_));
        let is_left = view.activations_left > 0 || view.phase == Phase::Activation;
        is_playing && is_left && seen.square.is_some() && !seen.is_activated
    }

    fn front_seen(&self, view: &View, square: Square) -> Option<StandId> {
        let here = || view.stands.iter().filter(|seen| seen.square == Some(square));
        here().find(|seen| !seen.is_rear).or_else(|| here().next()).map(|seen| seen.id)
    }

    fn point_to(&self, sketch: &mut Sketch, square: Square) {
        sketch.place = Some(square.0.into());
        sketch.to = Some(self.centre(square));
    }

    fn spot(&self, from: Square, way: &Way) -> Spot {
        let path = [from].into_iter().chain(way.path.iter().copied()).map(|square| self.centre(square));
        Spot {
            place: Some(way.to.0.into()),
            at: self.centre(way.to),
            cost: way.cost as i32,
            path: path.collect(),
        }
    }

    /// What a stand can fire at where and as it stands.
    fn arc(&self, state: &State, stand: StandId, here: Square) -> Vec<Square> {
        let facing = state.stand(stand).facing;
        self.in_range(state, stand, here).filter(|&at| facing.has_in_arc(self.offset(here, at))).collect()
    }

    /// What a stand could fire at from one of these squares, turning freely. RULING R23.
    fn under_fire(&self, state: &State, stand: StandId, spots: &[Square]) -> Vec<Square> {
        let mut squares: Vec<Square> =
            spots.iter().flat_map(|&from| self.in_range(state, stand, from)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn in_range<'a>(
        &'a self,
        state: &'a State,
        stand: StandId,
        from: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        let (range, seat) = (self.range(state, stand), self.stand(stand).seat);
        let range = if self.stand(stand).class == Class::Transport { 0 } else { range };
        self.grid().squares().filter(move |&at| {
            (1..=range).contains(&self.distance(from, at)) && self.has_sight(state, seat, from, at)
        })
    }

    /// What a stand could engage from one of these squares. RULINGS R21, R32.
    fn beside(&self, state: &State, stand: StandId, spots: &[Square]) -> Vec<Square> {
        if self.stand(stand).class == Class::Transport {
            return Vec::new();
        }
        let is_own = |square: Square| {
            state.front(square).is_some_and(|front| self.stand(front).seat == self.stand(stand).seat)
        };
        let is_near = |at: &Square| spots.iter().any(|&from| self.distance(from, *at) == 1);
        self.grid().squares().filter(|&at| !is_own(at) && self.map().can_hold(at)).filter(is_near).collect()
    }
}

fn ground_kind(ground: Ground) -> Option<FeatureKind> {
    match ground {
        Ground::Open => None,
        Ground::Wood => Some(FeatureKind::Wood),
        Ground::Town => Some(FeatureKind::Town),
        Ground::Outcrop => Some(FeatureKind::Rocks),
        Ground::Marsh => Some(FeatureKind::Marsh),
        Ground::River => Some(FeatureKind::Water),
        Ground::Ford => Some(FeatureKind::Ford),
    }
}

fn edge_kind(edge: Edge) -> FeatureKind {
    match edge {
        Edge::Wall => FeatureKind::Wall,
        Edge::Hedge => FeatureKind::Hedge,
        Edge::Fence => FeatureKind::Fence,
        Edge::Trench => FeatureKind::Trench,
        Edge::Entrenchment => FeatureKind::Entrenchment,
    }
}

fn branch(class: Class) -> Branch {
    match class {
        Class::GuardInfantry | Class::RegularInfantry | Class::IrregularInfantry | Class::NativeInfantry => {
            Branch::Infantry
        }
        Class::RegularCavalry | Class::IrregularCavalry | Class::NativeCavalry => Branch::Cavalry,
        Class::Camelry => Branch::Camelry,
        Class::MountainArtillery | Class::FieldArtillery | Class::HeavyArtillery => Branch::Artillery,
        Class::MachineGun => Branch::MachineGun,
        Class::Transport => Branch::Transport,
        Class::Command => Branch::Command,
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Game, GameSeed, Ruleset as _, scenario};

    use super::*;

    /// A game of the scenario as far as its first decision of this kind.
    fn until(name: &str, wanted: impl Fn(&Action) -> bool) -> Game<Gridded> {
        let scenario = scenario::built_in::<Gridded>(name).unwrap();
        let mut game =
            Game::<Gridded>::new(&scenario, [String::new(), String::new()], Some(GameSeed::from_number(3)))
                .unwrap();
        while !game.is_over() {
            let Some(seat) = game.decider() else {
                game.throw().unwrap();
                continue;
            };
            if game.actions(seat).iter().any(&wanted) {
                return game;
            }
            let first = game.actions(seat)[0];
            game.act(first).unwrap();
        }
        panic!("no such decision in {name}")
    }

    #[test]
    fn every_destination_has_its_path_and_the_reach_of_the_piece_lists_it() {
        let game = until("meeting-engagement", |action| matches!(action, Action::Move(_)));
        let seat = game.decider().unwrap();
        let (rules, view) = (game.rules(), game.view(seat));
        let sketches = rules.sketches(&view, game.actions(seat));
        let piece = sketches[0].piece.unwrap();
        let here = rules.pieces(&view).into_iter().find(|p| p.id == piece).unwrap();
        let reach = rules.reach(&view, piece).unwrap();
        for sketch in sketches.iter().filter(|sketch| sketch.place.is_some() && sketch.place != here.place) {
            assert_eq!((sketch.path.first(), sketch.path.last()), (here.at.as_ref(), sketch.to.as_ref()));
            let spot = reach.moves.iter().find(|spot| spot.place == sketch.place).unwrap();
            assert_eq!((Some(spot.cost), &spot.path), (sketch.cost, &sketch.path));
            let steps = sketch.path.array_windows();
            assert!(steps.into_iter().all(|[a, b]| (a.0 - b.0).abs().max((a.1 - b.1).abs()) == SIDE));
        }
        assert_eq!(
            reach.moves.len(),
            sketches.iter().filter(|s| s.place.is_some() && s.place != here.place).count()
        );
    }

    #[test]
    fn the_pictures_hold_nothing_that_the_view_does_not() {
        let scenario = scenario::built_in::<Gridded>("supply-column").unwrap();
        let rules = Gridded::load(&scenario).unwrap();
        let view = rules.view(&rules.start(), Seat::First);
        let shown = rules.pieces(&view);
        assert_eq!(shown.len(), view.stands.len());
        assert!(!view.hidden.is_empty());
        let own = rules.pieces(&rules.view(&rules.start(), Seat::Second));
        assert!(own.len() > shown.len());
        assert!(own.iter().any(|piece| piece.marks == ["concealed"]));
    }

    #[test]
    fn an_attack_names_its_target_and_is_in_the_piece_s_reach() {
        let game = until("supply-column", |action| matches!(action, Action::Fire(..)));
        let seat = game.decider().unwrap();
        let (rules, view) = (game.rules(), game.view(seat));
        for &action in game.actions(seat) {
            let sketch = rules.sketch(&view, action);
            let (Action::Fire(square, _) | Action::Close(square, _)) = action else { continue };
            let target = rules.pieces(&view).into_iter().find(|p| Some(p.id) == sketch.target).unwrap();
            assert_eq!((target.seat, target.place), (seat.other(), Some(square.0.into())));
            let reach = rules.reach(&view, sketch.piece.unwrap()).unwrap();
            let kind = if matches!(action, Action::Fire(..)) { ZoneKind::Fire } else { ZoneKind::Close };
            let zone = reach.zones.iter().find(|zone| zone.kind == kind).unwrap();
            assert!(zone.places.contains(&square.0.into()));
        }
    }

    #[test]
    fn roads_join_the_edges_of_the_table() {
        let scenario = scenario::built_in::<Gridded>("supply-column").unwrap();
        let table = Gridded::load(&scenario).unwrap().tabletop();
        let roads: Vec<_> = table.features.iter().filter(|f| f.kind == FeatureKind::Road).collect();
        assert_eq!(roads.len(), 17 + 2, "between 18 squares, and over both edges");
        let ends = |x: i32| roads.iter().any(|road| road.outline.contains(&Point(x, 550)));
        assert!(ends(0) && ends(table.width));
    }
}
