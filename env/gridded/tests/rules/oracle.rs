//! The lists of moves, withdrawals and attacks against a slow second reading of the
//! rules: no search, no tables, no shared code; over whole games of every scenario.

use std::collections::BTreeSet;

use rand::{Rng, RngExt as _};
use sandtable_core::square::{Facing, Square};
use sandtable_core::{Doctrine as _, Game, GameSeed, Ruleset as _, Scenario, Seat};
use sandtable_gridded::map::{Edge, Ground};
use sandtable_gridded::state::{Phase, Stage};
use sandtable_gridded::{Action, Class, Gridded, StandId, State};

use crate::board::Board;

/// File and rank.
type Place = (i32, i32);

struct Table<'a> {
    rules: &'a Gridded,
    state: &'a State,
    seat: Seat,
}

impl Table<'_> {
    fn place(&self, square: Square) -> Place {
        self.rules.grid().coordinates(square)
    }

    fn square(&self, (file, rank): Place) -> Option<Square> {
        self.rules.grid().at(file, rank)
    }

    fn ground(&self, place: Place) -> Ground {
        self.rules.map().ground(self.square(place).unwrap())
    }

    fn level(&self, place: Place) -> i32 {
        self.rules.map().level(self.square(place).unwrap()).into()
    }

    fn road(&self, place: Place) -> bool {
        self.rules.map().is_road(self.square(place).unwrap())
    }

    fn places(&self) -> Vec<Place> {
        self.rules.grid().squares().map(|square| self.place(square)).collect()
    }

    /// What lies between two squares that share an edge.
    fn edge(&self, a: Place, b: Place) -> Option<Edge> {
        let side = match (b.0 - a.0, b.1 - a.1) {
            (0, 1) => Facing::North,
            (1, 0) => Facing::East,
            (0, -1) => Facing::South,
            (-1, 0) => Facing::West,
            _ => panic!("{a:?} and {b:?} share no edge"),
        };
        self.rules.map().edge(self.square(a).unwrap(), side)
    }

    /// Squares of the enemies that are seen.
    fn enemies(&self) -> Vec<(StandId, Place)> {
        let seen = self.rules.side(self.seat.other()).filter_map(|id| {
            let stand = self.state.stand(id);
            Some((id, self.place(stand.square()?))).filter(|_| !stand.is_concealed())
        });
        seen.collect()
    }

    fn is_enemy(&self, place: Place) -> bool {
        self.enemies().iter().any(|(_, at)| *at == place)
    }

    fn walks_like_infantry(&self, id: StandId) -> bool {
        let class = self.rules.stand(id).class;
        matches!(
            class,
            Class::GuardInfantry | Class::RegularInfantry | Class::IrregularInfantry | Class::NativeInfantry
        ) || self.state.stand(id).is_dismounted()
    }

    /// Whether a stand may go from a square to one that shares an edge, were nobody there.
    fn goes_straight(&self, id: StandId, a: Place, b: Place) -> bool {
        if self.ground(a) == Ground::Outcrop || self.ground(b) == Ground::Outcrop {
            return false;
        }
        if self.road(a) && self.road(b) {
            return true;
        }
        let wet = |p| matches!(self.ground(p), Ground::Marsh | Ground::River);
        let wood = |p| self.ground(p) == Ground::Wood;
        let vertical = matches!(self.edge(a, b), Some(Edge::Wall | Edge::Hedge | Edge::Fence));
        !wet(a) && !wet(b) && (self.walks_like_infantry(id) || !(wood(a) || wood(b) || vertical))
    }

    /// Whether a stand may take one step. G-17, G-18, G-20, G-60.
    fn steps(&self, id: StandId, a: Place, b: Place) -> bool {
        if self.square(b).is_none() || self.is_enemy(b) {
            return false;
        }
        if a.0 == b.0 || a.1 == b.1 {
            return self.goes_straight(id, a, b);
        }
        let sides = [(b.0, a.1), (a.0, b.1)];
        let has_obstacle = |by: Place| {
            self.edge(a, by).is_some()
                || self.edge(by, b).is_some()
                || matches!(self.ground(by), Ground::Ford | Ground::River | Ground::Marsh | Ground::Outcrop)
        };
        for [one, other] in [sides, [sides[1], sides[0]]] {
            if self.is_enemy(one) && (self.is_enemy(other) || has_obstacle(other)) {
                return false;
            }
        }
        if self.ground(a) == Ground::Outcrop || self.ground(b) == Ground::Outcrop {
            return false;
        }
        self.road(a) && self.road(b)
            || sides.iter().any(|&by| {
                let off_road = |p: Place, q: Place| {
                    // The ends are not joined by road, so each is entered and left off it.
                    let wet = matches!(self.ground(p), Ground::Marsh | Ground::River);
                    let wood = self.ground(p) == Ground::Wood && !self.walks_like_infantry(id);
                    !wet && !wood && self.goes_straight(id, p, q)
                };
                off_road(a, by) && off_road(b, by)
            })
    }

    fn distance(a: Place, b: Place) -> i32 {
        (a.0 - b.0).abs().max((a.1 - b.1).abs())
    }

    fn allowance(&self, id: StandId) -> i32 {
        let stand = self.rules.stand(id);
        match stand.class {
            _ if self.state.stand(id).is_dismounted() => 2,
            Class::IrregularCavalry | Class::NativeCavalry | Class::Camelry => 5,
            Class::RegularCavalry => 4,
            Class::Command if stand.is_mounted_command => 4,
            Class::IrregularInfantry | Class::NativeInfantry => 3,
            _ => 2,
        }
    }

    fn depth(&self, id: StandId) -> i32 {
        let stand = self.rules.stand(id);
        match stand.class {
            Class::GuardInfantry
            | Class::RegularInfantry
            | Class::IrregularInfantry
            | Class::NativeInfantry => 20,
            Class::Command if !stand.is_mounted_command => 20,
            Class::Command
            | Class::RegularCavalry
            | Class::IrregularCavalry
            | Class::NativeCavalry
            | Class::Camelry => 30,
            _ => 40,
        }
    }

    fn is_gun(&self, id: StandId) -> bool {
        matches!(
            self.rules.stand(id).class,
            Class::MountainArtillery | Class::FieldArtillery | Class::HeavyArtillery
        )
    }

    /// Own stands in a square, for those who come to it.
    fn friends(&self, place: Place) -> Vec<StandId> {
        let square = self.square(place).unwrap();
        self.rules.side(self.seat).filter(|&id| self.state.stand(id).square() == Some(square)).collect()
    }

    fn has_room(&self, stands: &[StandId], place: Place) -> bool {
        match self.friends(place)[..] {
            [] => true,
            [one] => stands.len() == 1 && self.depth(one) + self.depth(stands[0]) <= 60,
            _ => false,
        }
    }

    /// The cheapest way to every square, by going over the whole table until nothing
    /// changes.
    fn costs(&self, stands: &[StandId], from: Place, by_road: bool) -> Vec<(Place, i32)> {
        let places = self.places();
        let mut costs = vec![i32::MAX; places.len()];
        costs[places.iter().position(|&p| p == from).unwrap()] = 0;
        loop {
            let mut changed = false;
            for (i, &a) in places.iter().enumerate() {
                if costs[i] > 20 {
                    continue;
                }
                for (j, &b) in places.iter().enumerate() {
                    if Self::distance(a, b) != 1 || !stands.iter().all(|&id| self.steps(id, a, b)) {
                        continue;
                    }
                    if by_road && !(self.road(a) && self.road(b)) {
                        continue;
                    }
                    let near_enemy = self.enemies().iter().any(|(_, at)| Self::distance(b, *at) == 1);
                    if near_enemy && stands.iter().any(|&id| self.is_gun(id)) {
                        continue;
                    }
                    let cost = costs[i] + 1 + (self.level(a) - self.level(b)).abs();
                    if cost < costs[j] {
                        costs[j] = cost;
                        changed = true;
                    }
                }
            }
            if !changed {
                return places.into_iter().zip(costs).collect();
            }
        }
    }

    fn destinations(&self, stands: &[StandId]) -> BTreeSet<Action> {
        let from = self.place(self.state.stand(stands[0]).square().unwrap());
        let allowance = stands.iter().map(|&id| self.allowance(id)).min().unwrap();
        let mut list = BTreeSet::new();
        for by_road in [false, true] {
            if by_road && !self.road(from) {
                continue;
            }
            let squares = allowance + i32::from(by_road);
            for (place, cost) in self.costs(stands, from, by_road) {
                if cost > squares {
                    continue;
                }
                if place == from || self.has_room(stands, place) {
                    list.insert(Action::Move(self.square(place).unwrap()));
                }
                for &edge in self.rules.exits(self.seat) {
                    let (dx, dy) = edge.delta();
                    if cost < squares && self.square((place.0 + dx, place.1 + dy)).is_none() {
                        list.insert(Action::Leave(edge));
                    }
                }
            }
        }
        let rider = stands[0];
        let can_change =
            matches!(self.rules.stand(rider).class, Class::RegularCavalry | Class::IrregularCavalry);
        if stands.len() == 1 && can_change {
            if !self.state.stand(rider).is_dismounted() {
                list.insert(Action::Dismount);
            } else if self.ground(from) != Ground::Wood || self.road(from) {
                list.insert(Action::Mount);
            }
        }
        list
    }

    /// All squares behind that stands can fall back to in exactly so many steps.
    fn fallen_back(&self, stands: &[StandId], from: Place, steps: u32) -> BTreeSet<Place> {
        if steps == 0 {
            return BTreeSet::from([from]);
        }
        let (fx, fy) = self.state.stand(stands[0]).facing().delta();
        let mut places = BTreeSet::new();
        for aside in -1..=1 {
            let to = (from.0 - fx + aside * fy, from.1 - fy + aside * fx);
            if stands.iter().all(|&id| self.steps(id, from, to)) {
                places.extend(self.fallen_back(stands, to, steps - 1));
            }
        }
        places
    }

    fn withdrawals(&self, loser: StandId) -> BTreeSet<Action> {
        let here = self.state.stand(loser);
        let pair: Vec<StandId> = [Some(loser), here.partner()].into_iter().flatten().collect();
        for stands in [&pair[..], &pair[..1]] {
            for steps in 1..=4 {
                let mut ends = self.fallen_back(stands, self.place(here.square().unwrap()), steps);
                ends.retain(|&end| {
                    let faces_alike =
                        self.friends(end).iter().all(|&id| self.state.stand(id).facing() == here.facing());
                    self.has_room(stands, end)
                        && faces_alike
                        && self.enemies().iter().all(|(_, at)| Self::distance(end, *at) >= 2)
                });
                if !ends.is_empty() {
                    return ends.iter().map(|&end| Action::Withdraw(self.square(end).unwrap())).collect();
                }
            }
        }
        panic!("a stand without a way out is not asked where to withdraw to")
    }

    /// Whether the square masks a line between two levels.
    fn masks(&self, place: Place, ends: [Place; 2]) -> bool {
        let square = self.square(place).unwrap();
        let is_tall = matches!(self.ground(place), Ground::Wood | Ground::Town | Ground::Outcrop);
        let has_stand = self.is_enemy(place) || !self.friends(place).is_empty();
        assert!(self.state.at(square).count() <= 2);
        let height = self.level(place) + i32::from(is_tall || has_stand);
        ends.iter().all(|&end| height > self.level(end))
    }

    /// Sight by geometry in the plane: squares are two wide, corners lie at odd numbers.
    fn sees(&self, from: Place, to: Place) -> bool {
        let (px, py) = (f64::from(2 * from.0), f64::from(2 * from.1));
        let (dx, dy) = (f64::from(2 * (to.0 - from.0)), f64::from(2 * (to.1 - from.1)));
        // The part of the line within a square's open inside.
        let inside = |place: Place| {
            let (mut low, mut high) = (0.0_f64, 1.0_f64);
            for (start, delta, centre) in [(px, dx, f64::from(2 * place.0)), (py, dy, f64::from(2 * place.1))]
            {
                if delta == 0.0 {
                    if (start - centre).abs() >= 1.0 {
                        return false;
                    }
                } else {
                    let (a, b) = ((centre - 1.0 - start) / delta, (centre + 1.0 - start) / delta);
                    low = low.max(a.min(b));
                    high = high.min(a.max(b));
                }
            }
            high - low > 1e-9
        };
        let box_of = |a: i32, b: i32| a.min(b)..=a.max(b);
        for x in box_of(from.0, to.0) {
            for y in box_of(from.1, to.1) {
                let place = (x, y);
                if place != from && place != to && inside(place) && self.masks(place, [from, to]) {
                    return false;
                }
                // The corner to the north-east of this square, if the line goes through it.
                let (cx, cy) = (f64::from(2 * x + 1), f64::from(2 * y + 1));
                let is_between =
                    box_of(from.0, to.0).contains(&(x + 1)) && box_of(from.1, to.1).contains(&(y + 1));
                if is_between && ((cx - px) * dy - (cy - py) * dx).abs() < 1e-9 {
                    let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                    let beside: Vec<Place> = around.into_iter().filter(|&p| !inside(p)).collect();
                    if beside.len() == 2 && beside.iter().all(|&p| self.masks(p, [from, to])) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn attacks(&self, id: StandId) -> BTreeSet<Action> {
        let from = self.place(self.state.stand(id).square().unwrap());
        let mut list = BTreeSet::from([Action::Hold]);
        let class = self.rules.stand(id).class;
        let range = i32::from(self.rules.stand(id).range(self.state.stand(id).is_dismounted()));
        if class == Class::Transport {
            return list;
        }
        for (_, at) in self.enemies() {
            let square = self.square(at).unwrap();
            let distance = Self::distance(from, at);
            if distance == 1 {
                list.extend(Facing::ALL.map(|facing| Action::Close(square, facing)));
            }
            if distance <= range && self.sees(from, at) {
                for facing in Facing::ALL {
                    let (fx, fy) = facing.delta();
                    let (dx, dy) = (at.0 - from.0, at.1 - from.1);
                    let (ahead, aside) = (dx * fx + dy * fy, dx * fy - dy * fx);
                    if ahead > 0 && aside.abs() <= ahead {
                        list.insert(Action::Fire(square, facing));
                    }
                }
            }
        }
        list
    }
}

#[derive(Debug, Default)]
struct Checked {
    moves: u32,
    withdrawals: u32,
    attacks: u32,
}

fn check(game: &Game<Gridded>, seat: Seat, checked: &mut Checked) {
    let table = Table { rules: game.rules(), state: game.state(), seat };
    let listed: BTreeSet<Action> = game.actions(seat).iter().copied().collect();
    let expected = match game.state().phase() {
        Phase::Acting(activity) => match activity.stage {
            // The slow reading takes long: a third of the moves will do.
            Stage::Destination if game.steps().is_multiple_of(3) => {
                checked.moves += 1;
                let stands: Vec<StandId> =
                    [Some(activity.lead), activity.follower].into_iter().flatten().collect();
                table.destinations(&stands)
            }
            Stage::Attack => {
                checked.attacks += 1;
                table.attacks(activity.lead)
            }
            _ => return,
        },
        Phase::Withdrawal(_, _, loser) => {
            checked.withdrawals += 1;
            table.withdrawals(*loser)
        }
        _ => return,
    };
    assert_eq!(listed, expected, "{}\n{:?}", game.record().to_text(), game.state().phase());
}

/// Plays a game at random or by eager play, checking every list.
fn play(game: &mut Game<Gridded>, seed: GameSeed, is_eager: bool, checked: &mut Checked) {
    let mut rng = seed.derive("choices", 0).rng();
    while !game.is_over() {
        let Some(seat) = game.decider() else {
            game.throw().unwrap();
            continue;
        };
        check(game, seat, checked);
        let actions = game.actions(seat).to_vec();
        let choice = if is_eager {
            game.rules().eager(game.state(), &actions, &mut rng)
        } else {
            rng.random_range(0..actions.len())
        };
        game.act(actions[choice]).unwrap();
    }
}

// covers: G-16, G-17, G-18, G-19, G-20, G-21, G-22, G-24, G-28, G-30, G-35, G-56, G-60
#[test]
fn lists_agree_with_a_slow_second_reading() {
    let mut checked = Checked::default();
    let seed = GameSeed::from_number(1000);
    let built_in = Gridded::scenarios().iter().map(|(name, text)| Scenario::parse(name, text).unwrap());
    let fresh = (0..4).filter_map(|number| Gridded::generate(seed.derive("fresh", number)));
    for scenario in built_in.chain(fresh) {
        let mut game = Game::new(&scenario, [String::new(), String::new()], Some(seed)).unwrap();
        play(&mut game, seed, true, &mut checked);
    }
    assert!(checked.moves > 50 && checked.withdrawals > 10 && checked.attacks > 50, "{checked:?}");
}

fn rows(rng: &mut impl Rng, letters: &[u8]) -> Vec<String> {
    let row = |_| (0..9).map(|_| char::from(letters[rng.random_range(0..letters.len())])).collect();
    (0..9).map(row).collect()
}

fn place_name(rng: &mut impl Rng) -> String {
    format!("{}{}", char::from(b'A' + rng.random_range(0..9)), rng.random_range(1..10))
}

fn side_letter(rng: &mut impl Rng) -> &'static str {
    ["n", "e", "s", "w"][rng.random_range(0..4)]
}

/// Nine by nine squares of everything at once, and two armies all over them. Nothing
/// where a stand would be where none can be.
fn jumble(seed: GameSeed) -> Option<Scenario> {
    let mut rng = seed.rng();
    let ground = rows(&mut rng, b"............wwtomrff");
    let levels = rows(&mut rng, b"0000000112");
    let level_rows: Vec<&str> = levels.iter().map(String::as_str).collect();
    let mut board = Board::ground(&ground).levels(&level_rows);
    for kind in ["walls", "hedges", "fences", "trenches"] {
        let edges: Vec<String> =
            (0..6).map(|_| format!("{} {}", place_name(&mut rng), side_letter(&mut rng))).collect();
        board = board.edges(kind, &edges.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let rank = rng.random_range(2..8);
    board = board.road(&[
        &format!("A{rank}"),
        &format!("D{rank}"),
        &format!("F{}", rank + 2),
        &format!("I{}", rank + 2),
    ]);
    board = board.side(Seat::First, "exits = [\"east\"]").side(Seat::Second, "exits = [\"south\", \"west\"]");
    for i in 0..9 {
        for seat in Seat::BOTH {
            let class = if i == 0 { Class::Command } else { Class::ALL[rng.random_range(0..13)] };
            let class = class.words().replace(' ', "-");
            let stand = format!("s{i} {class} {} {}", place_name(&mut rng), side_letter(&mut rng));
            board = if seat == Seat::First { board.first(&stand) } else { board.second(&stand) };
        }
    }
    let scenario = Scenario::parse("jumble", &board.text()).unwrap();
    Gridded::load(&scenario).is_ok().then_some(scenario)
}

// covers: G-16, G-17, G-18, G-19, G-20, G-21, G-22, G-24, G-28, G-30, G-35, G-56, G-60
#[test]
fn lists_agree_with_a_slow_second_reading_on_jumbled_ground() {
    let mut checked = Checked::default();
    let mut boards = 0;
    for number in 0.. {
        let seed = GameSeed::from_number(number);
        let Some(scenario) = jumble(seed) else { continue };
        let mut game = Game::new(&scenario, [String::new(), String::new()], Some(seed)).unwrap();
        play(&mut game, seed, boards % 2 == 0, &mut checked);
        boards += 1;
        if boards == 60 {
            break;
        }
    }
    assert!(checked.moves > 200 && checked.withdrawals > 20 && checked.attacks > 200, "{checked:?}");
}
