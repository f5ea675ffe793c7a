//! Checks a scenario and sets the rules up for it.

use std::ops::Range;

use sandtable_core::names;
use sandtable_core::square::{Facing, Grid, Square};
use sandtable_core::{Scenario, ScenarioError, Seat};
use toml::Spanned;

use super::Setup;
use crate::map::{Edge, Ground, Map};
use crate::rules::{Gridded, Group};
use crate::stand::{Class, SQUARE_DEPTH, Stand, StandId, Weapon};
use crate::state::{MOST_STANDS, State};
use crate::victory::block;

/// G-01: a battlefield is at least twelve by twelve; smaller ones are allowed for
/// studies of at most [`LONGEST_STUDY`] turns.
const SMALLEST: usize = 12;

/// Turns that a battle on a small battlefield lasts at most.
const LONGEST_STUDY: u8 = 3;

/// Concealed groups, both sides together: a state keeps a bit for each.
const MOST_GROUPS: usize = 8;

/// Reads and checks a scenario.
///
/// # Errors
/// [`ScenarioError`] names file, place and cure.
pub(crate) fn load(scenario: &Scenario) -> Result<Gridded, ScenarioError> {
    let setup: Setup = scenario.read::<Gridded, _>()?;
    Reader { scenario, setup: &setup }.rules()
}

struct Reader<'a> {
    scenario: &'a Scenario,
    setup: &'a Setup,
}

type Read<T> = Result<T, ScenarioError>;

impl Reader<'_> {
    fn rules(&self) -> Read<Gridded> {
        let setup = self.setup;
        let turns = *setup.turns.get_ref();
        if !(1..=12).contains(&turns) {
            let fault = format!("{turns} turns; a battle lasts 1 to 12 (G-12)");
            return Err(self.scenario.fault_at(setup.turns.span(), fault));
        }
        let grid = self.grid()?;
        let map = self.map(grid)?;
        let (mut stands, mut places) = (Vec::new(), Vec::new());
        let mut groups = Vec::new();
        for seat in Seat::BOTH {
            self.groups(seat, grid, &mut groups)?;
            self.army(seat, &map, &groups, &mut stands, &mut places)?;
        }
        let sides = [0, 1].map(|i| &setup.side[i]);
        let exits = sides.map(|side| side.exits.as_slice());
        let victory = setup
            .victory
            .get_ref()
            .clone()
            .checked(grid, &stands, exits)
            .map_err(|fault| self.scenario.fault_at(setup.victory.span(), format!("victory.{fault}")))?;
        let start = self.deploy(&map, &groups, &stands, &places)?;
        let rules = Gridded::new(
            map,
            stands,
            groups,
            sides.map(|side| side.name.get_ref().clone()),
            sides.map(|side| side.base),
            sides.map(|side| side.exits.clone()),
            turns,
            setup.options,
            victory,
            start,
        );
        self.concealed(&rules)?;
        Ok(rules)
    }

    fn grid(&self) -> Read<Grid> {
        let rows = &self.setup.map.rows;
        let Some(first) = rows.first() else {
            return Err(self.scenario.fault("map.rows", "there are none; each is a rank, a letter a square"));
        };
        let width = first.get_ref().chars().count();
        let (least, most) = (SMALLEST, usize::from(Grid::MOST_FILES));
        if width > most || rows.len() > most {
            let fault =
                format!("{width} x {} squares; a battlefield has at most {most} x {most}", rows.len());
            return Err(self.scenario.fault_at(first.span(), fault));
        }
        if let Some(row) = rows.iter().find(|row| row.get_ref().chars().count() != width) {
            let squares = row.get_ref().chars().count();
            let fault =
                format!("this row has {squares} squares; the first has {width}, and so must every row");
            return Err(self.scenario.fault_at(row.span(), fault));
        }
        let is_study = *self.setup.turns.get_ref() <= LONGEST_STUDY;
        if width == 0 || !is_study && (width < least || rows.len() < least) {
            let fault = format!(
                "{width} x {} squares; a battlefield is at least {least} x {least} (G-01), unless the battle lasts at most {LONGEST_STUDY} turns",
                rows.len()
            );
            return Err(self.scenario.fault_at(first.span(), fault));
        }
        Ok(Grid { width: width as u16, height: rows.len() as u16 })
    }

    fn map(&self, grid: Grid) -> Read<Map> {
        let setup = &self.setup.map;
        let ground = self.squares(grid, "map.rows", &setup.rows, |letter| {
            Ground::from_letter(letter).ok_or("no ground; a square is one of . w t o m r f")
        })?;
        let level = if setup.levels.is_empty() {
            vec![0; grid.len()]
        } else {
            self.squares(grid, "map.levels", &setup.levels, |digit| {
                digit.to_digit(10).map(|d| d as u8).ok_or("no level; a level is a digit")
            })?
        };
        let mut road = vec![false; grid.len()];
        for bends in &setup.roads {
            self.road(grid, bends, &ground, &mut road)?;
        }
        let mut edges = Vec::new();
        let [first, second] = &self.setup.side;
        let lists = [
            (&setup.walls, Edge::Wall),
            (&setup.hedges, Edge::Hedge),
            (&setup.fences, Edge::Fence),
            (&setup.trenches, Edge::Trench),
            (&first.entrenchments, Edge::Entrenchment),
            (&second.entrenchments, Edge::Entrenchment),
        ];
        for (list, edge) in lists {
            for text in list {
                edges.extend(self.sides(grid, text)?.into_iter().map(|(square, side)| (square, side, edge)));
            }
        }
        Ok(Map::new(grid, ground, level, road, &edges))
    }

    /// Reads rows of letters, north first, into squares, south first.
    fn squares<T>(
        &self,
        grid: Grid,
        field: &str,
        rows: &[Spanned<String>],
        read: impl Fn(char) -> Result<T, &'static str>,
    ) -> Read<Vec<T>> {
        if rows.len() != usize::from(grid.height) {
            let fault = format!("{} rows; there are {} in map.rows", rows.len(), grid.height);
            return Err(self.scenario.fault(field, fault));
        }
        let mut squares = Vec::with_capacity(grid.len());
        for row in rows.iter().rev() {
            if row.get_ref().chars().count() != usize::from(grid.width) {
                let fault = format!("every row of {field} has {} squares, as map.rows", grid.width);
                return Err(self.scenario.fault_at(row.span(), fault));
            }
            for (i, letter) in row.get_ref().char_indices() {
                // The quotation mark comes before the first letter.
                let at = row.span().start + 1 + i;
                let fault = |cure| self.scenario.fault_at(at..at + 1, format!("`{letter}` is {cure}"));
                squares.push(read(letter).map_err(fault)?);
            }
        }
        Ok(squares)
    }

    fn square(&self, grid: Grid, text: &Spanned<String>) -> Read<Square> {
        self.square_named(grid, text.get_ref(), text.span())
    }

    fn square_named(&self, grid: Grid, name: &str, span: Range<usize>) -> Read<Square> {
        grid.parse(name).ok_or_else(|| {
            let last = grid.name(Square(grid.len() as u16 - 1));
            self.scenario.fault_at(span, format!("`{name}` is no square of this battlefield (A1 to {last})"))
        })
    }

    /// RULING A15: no road runs through outcrops.
    fn road(&self, grid: Grid, bends: &[Spanned<String>], ground: &[Ground], road: &mut [bool]) -> Read<()> {
        let squares = bends.iter().map(|bend| self.square(grid, bend)).collect::<Read<Vec<_>>>()?;
        for (i, &from) in squares.iter().enumerate() {
            let to = squares.get(i + 1).copied().unwrap_or(from);
            let (dx, dy) = grid.offset(from, to);
            if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
                return Err(self
                    .scenario
                    .fault_at(bends[i + 1].span(), "a road runs straight or diagonally from bend to bend"));
            }
            let (file, rank) = grid.coordinates(from);
            for k in 0..=dx.abs().max(dy.abs()) {
                let on = grid.at(file + k * dx.signum(), rank + k * dy.signum());
                let on = on.expect("between two squares of the table");
                if ground[on.index()] == Ground::Outcrop {
                    let fault = format!(
                        "the road from here runs through the outcrop at {} (RULING A15)",
                        grid.name(on)
                    );
                    return Err(self.scenario.fault_at(bends[i].span(), fault));
                }
                road[on.index()] = true;
            }
        }
        Ok(())
    }

    /// `F6 n` is one side of a square, `F6` all four.
    fn sides(&self, grid: Grid, text: &Spanned<String>) -> Read<Vec<(Square, Facing)>> {
        let mut words = text.get_ref().split_whitespace();
        let square = self.square_named(grid, words.next().unwrap_or_default(), text.span())?;
        let Some(side) = words.next() else {
            return Ok(Facing::ALL.map(|side| (square, side)).to_vec());
        };
        let side = Facing::ALL
            .into_iter()
            .find(|f| side.len() == 1 && side.starts_with(f.letter().to_ascii_lowercase()));
        match (side, words.next()) {
            (Some(side), None) => Ok(vec![(square, side)]),
            _ => Err(self
                .scenario
                .fault_at(text.span(), "an edge is a square and a side: `F6 n`, or `F6` for all four")),
        }
    }

    fn groups(&self, seat: Seat, grid: Grid, groups: &mut Vec<Group>) -> Read<()> {
        for group in &self.setup.side[seat.index()].group {
            let [a, b] = [self.square(grid, &group.zone[0])?, self.square(grid, &group.zone[1])?];
            let fault = |fault: String| self.scenario.fault_at(group.zone[0].span(), fault);
            if groups.iter().any(|known| known.name == group.name) {
                let fault_text =
                    format!("a second concealed group `{}`; each has a name of its own", group.name);
                return Err(fault(fault_text));
            }
            if groups.len() == MOST_GROUPS {
                return Err(fault(format!("there are at most {MOST_GROUPS} concealed groups in a battle")));
            }
            groups.push(Group { seat, name: group.name.clone(), zone: [a, b] });
        }
        Ok(())
    }

    fn army(
        &self,
        seat: Seat,
        map: &Map,
        groups: &[Group],
        stands: &mut Vec<Stand>,
        places: &mut Vec<(Square, Facing)>,
    ) -> Read<()> {
        let side = &self.setup.side[seat.index()];
        let before = stands.len();
        for kind in &side.stand {
            let weapons = Weapon::carried_by(kind.class);
            let weapon = kind.weapon.as_ref().map_or(weapons[0], |weapon| *weapon.get_ref());
            if !weapons.contains(&weapon) {
                let span = kind.weapon.as_ref().map_or(0..0, Spanned::span);
                let usual: Vec<&str> = weapons.iter().map(|weapon| weapon.words()).collect();
                let fault = format!(
                    "{} does not carry {}, but {} (RULING R30)",
                    kind.class.words(),
                    weapon.words(),
                    usual.join(", ")
                );
                return Err(self.scenario.fault_at(span, fault));
            }
            if *kind.mounted.get_ref() && kind.class != Class::Command {
                let fault = "only command stands say whether they are mounted";
                return Err(self.scenario.fault_at(kind.mounted.span(), fault));
            }
            let group = kind.group.as_ref().map(|name| self.group(seat, groups, name)).transpose()?;
            for place in &kind.at {
                places.push((self.square(map.grid, place)?, kind.facing));
                stands.push(Stand {
                    seat,
                    class: kind.class,
                    weapon,
                    is_mounted_command: *kind.mounted.get_ref(),
                    name: kind.name.clone().unwrap_or_else(|| kind.class.words().to_owned()),
                    value: if kind.class == Class::Command {
                        side.general.value()
                    } else {
                        kind.class.value()
                    },
                    group,
                });
            }
        }
        let mine = &stands[before..];
        let name = side.name.get_ref();
        let commands: Vec<usize> = (0..mine.len()).filter(|&i| mine[i].class == Class::Command).collect();
        match commands[..] {
            [_] => {}
            [] => {
                let fault = format!("`{name}` have no command stand; a side has exactly one (G-11)");
                return Err(self.scenario.fault_at(side.name.span(), fault));
            }
            [_, second, ..] => {
                let fault =
                    format!("`{name}` have {} command stands; a side has exactly one (G-11)", commands.len());
                return Err(self.scenario.fault_at(self.at(before + second), fault));
            }
        }
        if mine.len() > MOST_STANDS / 2 {
            let most = MOST_STANDS / 2;
            let fault = format!("`{name}` have {} stands; a side has at most {most}", mine.len());
            return Err(self.scenario.fault_at(self.at(before + most), fault));
        }
        self.cost(seat, mine)
    }

    /// G-07, G-08. RULING R45: four-point stands take at most a third of the points.
    fn cost(&self, seat: Seat, stands: &[Stand]) -> Read<()> {
        let side = &self.setup.side[seat.index()];
        let Some(points) = &side.points else { return Ok(()) };
        let edges: usize = side
            .entrenchments
            .iter()
            .map(|e| if e.get_ref().split_whitespace().count() == 1 { 4 } else { 1 })
            .sum();
        let army = crate::army::cost(stands.iter().map(|stand| stand.class), edges);
        army.within(*points.get_ref()).map_err(|fault| self.scenario.fault_at(points.span(), fault))
    }

    fn group(&self, seat: Seat, groups: &[Group], name: &Spanned<String>) -> Read<u8> {
        let known = |group: &&Group| group.seat == seat;
        groups
            .iter()
            .position(|group| group.seat == seat && group.name == *name.get_ref())
            .map(|i| i as u8)
            .ok_or_else(|| {
                let names = groups.iter().filter(known).map(|group| group.name.as_str());
                self.scenario.fault_at(name.span(), names::unknown("concealed group", name.get_ref(), names))
            })
    }

    /// Where the file places a stand.
    fn at(&self, id: usize) -> Range<usize> {
        let places = self.setup.side.iter().flat_map(|side| &side.stand).flat_map(|kind| &kind.at);
        places.map(Spanned::span).nth(id).unwrap_or_default()
    }

    fn deploy(
        &self,
        map: &Map,
        groups: &[Group],
        stands: &[Stand],
        places: &[(Square, Facing)],
    ) -> Read<State> {
        let mut state = State::empty(stands.len());
        for (i, (stand, &(square, facing))) in stands.iter().zip(places).enumerate() {
            let id = StandId(i as u8);
            let fault = |fault: String| self.scenario.fault_at(self.at(i), fault);
            let name = map.grid.name(square);
            if !map.can_hold(square) {
                let ground = format!("{:?}", map.ground(square)).to_lowercase();
                return Err(fault(format!("no stand can be at {name}: it is {ground} without a road")));
            }
            let zone = stand.group.map(|group| groups[usize::from(group)].zone);
            if let Some(corners) = zone.filter(|&corners| !block(map.grid, corners).contains(&square)) {
                let [a, b] = corners.map(|corner| map.grid.name(corner));
                return Err(fault(format!("{name} is outside the zone of its concealed group, {a} to {b}")));
            }
            let there: Vec<StandId> = state.at(square).collect();
            if let [front, ..] = there[..] {
                let other = &stands[front.index()];
                if other.seat != stand.seat {
                    return Err(fault(format!("both sides are at {name}")));
                }
                let depth = other.depth() + stand.depth();
                if there.len() > 1 || depth > SQUARE_DEPTH {
                    return Err(fault(format!(
                        "no room at {name}: two stands at most, {SQUARE_DEPTH} mm deep together (RULING A1)"
                    )));
                }
                if places[front.index()].1 != facing {
                    return Err(fault(format!("the stands at {name} must face the same way (G-02)")));
                }
                if other.group != stand.group {
                    return Err(fault(format!(
                        "the stands at {name} must both be in the same concealed group, or in none"
                    )));
                }
            }
            state.change(id, |s| {
                s.facing = facing;
                s.fate = crate::state::Fate::OnTable;
                s.is_concealed = stand.group.is_some();
            });
            state.put(id, square);
        }
        Ok(state)
    }

    /// RULING A41: what begins concealed must not begin in clear sight.
    fn concealed(&self, rules: &Gridded) -> Read<()> {
        let mut seen = Vec::new();
        rules.in_plain_sight(rules.start_state(), &mut seen);
        let Some(&id) = seen.first() else { return Ok(()) };
        let name = rules.map().grid.name(rules.start_state().place(id));
        let fault = format!(
            "the concealed stand at {name} begins in clear sight or contact of the enemy; hide it better (RULING A41)"
        );
        Err(self.scenario.fault_at(self.at(id.index()), fault))
    }
}
