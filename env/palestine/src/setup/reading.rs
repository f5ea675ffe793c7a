//! Checks a scenario and sets the rules up for it.

mod ground;

use sandtable_core::plane::{Base, Heading, MOST, Point, Road, Size, Table};
use sandtable_core::{Scenario, ScenarioError, Seat};
use toml::Spanned;

use super::{Begins, Candidates, Inches, Place, Setup, Sorties, UnitSetup};
use crate::phases::APART;
use crate::rules::{Palestine, Train};
use crate::state::{MOST_UNITS, Mission, Phase, State, TrainState, UnitState};
use crate::unit::{ELIMINATED, Unit, UnitId, Units};
use crate::victory::{Objective, Terms};

/// Turns that a battle lasts at most.
const LONGEST: u8 = 30;

/// Objectives of a battle.
const MOST_OBJECTIVES: usize = 12;

/// Points of anything stay within this.
const MOST_POINTS: i32 = 1000;

/// Sorties of a side.
const MOST_SORTIES: u8 = 15;

/// Reads and checks a scenario.
///
/// # Errors
/// [`ScenarioError`] names file, place and cure.
pub(crate) fn load(scenario: &Scenario) -> Result<Palestine, ScenarioError> {
    let setup: Setup = scenario.read::<Palestine, _>()?;
    Reader { scenario, setup: &setup }.rules()
}

pub(super) struct Reader<'a> {
    scenario: &'a Scenario,
    setup: &'a Setup,
}

type Read<T> = Result<T, ScenarioError>;

fn point(place: Place) -> Point {
    Point::new(place[0].0, place[1].0)
}

impl Reader<'_> {
    fn at<T, U>(&self, value: &Spanned<T>, fault: impl Into<String>) -> Read<U> {
        Err(self.scenario.fault_at(value.span(), fault))
    }

    fn rules(&self) -> Read<Palestine> {
        let setup = self.setup;
        let turns = *setup.turns.get_ref();
        if !(1..=LONGEST).contains(&turns) {
            return self.at(&setup.turns, format!("{turns} turns; a battle lasts 1 to {LONGEST}"));
        }
        let table = self.table()?;
        let ground = self.ground(table)?;
        let train = self.train(table)?;
        let units = self.units()?;
        let candidates = self.candidates()?;
        let terms = self.terms(table)?;
        let start = self.start(&units)?;
        let landmarks = landmarks(&ground, &terms);
        let rules = Palestine {
            ground,
            first_units: units.iter().filter(|unit| unit.seat == Seat::First).count() as u8,
            units,
            names: [0, 1].map(|i: usize| setup.side[i].name.get_ref().clone()),
            turns,
            terms,
            train,
            candidates,
            throws_for_first: setup.first == Begins::Throw,
            throws_sorties: [0, 1].map(|i: usize| {
                matches!(setup.side[i].sorties.as_ref().map(Spanned::get_ref), Some(Sorties::Thrown(_)))
            }),
            start,
            landmarks,
        };
        self.deployment(&rules)?;
        Ok(rules.opened())
    }

    fn table(&self) -> Read<Table> {
        let [width, height] = *self.setup.table.get_ref();
        let is_side = |side: Inches| (4 * 100..=MOST).contains(&side.0);
        if !is_side(width) || !is_side(height) {
            let fault = format!("a table measures 4 to {} inches each way", MOST / 100);
            return self.at(&self.setup.table, fault);
        }
        Ok(Table { width: width.0, height: height.0 })
    }

    /// A place on the table.
    fn place(&self, table: Table, place: &Spanned<Place>) -> Read<Point> {
        let at = point(*place.get_ref());
        if table.contains(at) {
            return Ok(at);
        }
        self.at(place, format!("the table reaches from [0, 0] to [{}]", inches(table)))
    }

    /// Points on the table, none of which repeats the one before.
    fn line(&self, table: Table, line: &Spanned<Vec<Place>>) -> Read<Vec<Point>> {
        let points: Vec<Point> = line.get_ref().iter().map(|&place| point(place)).collect();
        if points.len() < 2 {
            return self.at(line, "a line has at least two points");
        }
        if let Some(i) = points.iter().position(|&at| !table.contains(at)) {
            let fault =
                format!("point {} is off the table, which reaches from [0, 0] to [{}]", i + 1, inches(table));
            return self.at(line, fault);
        }
        if let Some(i) = points.windows(2).position(|pair| pair[0] == pair[1]) {
            return self.at(line, format!("point {} repeats the one before it", i + 2));
        }
        Ok(points)
    }

    fn size(&self, [width, depth]: [Inches; 2], at: std::ops::Range<usize>) -> Read<Size> {
        Size::new(width.0, depth.0).ok_or_else(|| {
            let fault =
                format!("a base measures 0.02 to {} inches each way, in even hundredths", Size::MOST / 100);
            self.scenario.fault_at(at, fault)
        })
    }

    fn train(&self, table: Table) -> Read<Option<Train>> {
        let Some(train) = &self.setup.train else { return Ok(None) };
        let points = self.line(table, &train.rail)?;
        let sides = [*train.width.get_ref(), *train.length.get_ref()];
        let size = self.size(sides, train.length.span())?;
        let Some(rail) = Road::new(&points, 0) else {
            return self.at(&train.rail, "a rail is a line of different points");
        };
        if rail.length() < size.depth() {
            return self.at(&train.rail, "the rail is shorter than the train");
        }
        let read = Train { seat: train.side, rail, size };
        let at = train.at.get_ref().0;
        if !(i32::from(read.first())..=i32::from(read.last())).contains(&at) {
            let [first, last] = [read.first(), read.last()].map(|mark| decimal(mark.into()));
            let fault = format!("the train's centre can be {first} to {last} inches along its rail");
            return self.at(&train.at, fault);
        }
        if !table.holds(&read.base(at as u16)) {
            return self.at(&train.at, "the train must stand wholly on the table");
        }
        Ok(Some(read))
    }

    fn units(&self) -> Read<Vec<Unit>> {
        let mut units = Vec::new();
        for (seat, side) in Seat::BOTH.into_iter().zip(&self.setup.side) {
            if side.unit.is_empty() {
                return self.at(&side.name, "this side has no units; give it at least one");
            }
            for unit in &side.unit {
                units.push(self.unit(seat, unit)?);
                if units.len() > MOST_UNITS {
                    let fault = format!("more than {MOST_UNITS} units in the battle; take some out");
                    return self.at(&unit.at, fault);
                }
            }
        }
        number_namesakes(&mut units);
        Ok(units)
    }

    fn unit(&self, seat: Seat, unit: &UnitSetup) -> Read<Unit> {
        let kind = unit.kind;
        if *unit.machine_guns.get_ref() && !kind.takes_machine_guns() {
            let fault = format!(
                "machine guns are attached to infantry and Camel Corps only, not to {}",
                kind.words()
            );
            return self.at(&unit.machine_guns, fault);
        }
        if let Some(mounted) = &unit.mounted
            && !kind.rides()
        {
            return self.at(mounted, format!("{} has no mounts; leave this out", kind.words()));
        }
        if *unit.hits.get_ref() >= ELIMINATED {
            let fault =
                format!("a unit with {ELIMINATED} hits is eliminated; give it at most {}", ELIMINATED - 1);
            return self.at(&unit.hits, fault);
        }
        let size = if let Some(base) = &unit.base {
            self.size(*base.get_ref(), base.span())?
        } else {
            let (width, depth) = kind.base();
            self.size([Inches(width), Inches(depth)], unit.at.span())?
        };
        let name = unit.name.clone().unwrap_or_else(|| capitalised(kind.words()));
        Ok(Unit { seat, kind, has_machine_guns: *unit.machine_guns.get_ref(), name, size })
    }

    fn candidates(&self) -> Read<Candidates> {
        let candidates = self.setup.candidates;
        let is_even =
            |count: u16| count > 0 && count.is_multiple_of(4) && Heading::TURN.is_multiple_of(count);
        let fault = |field: &str, cure: &str| Err(self.scenario.fault(&format!("candidates.{field}"), cure));
        if !is_even(candidates.directions) {
            return fault("directions", "a multiple of 4 that divides 360");
        }
        if candidates.facings != 0 && !is_even(candidates.facings) {
            return fault("facings", "0, or a multiple of 4 that divides 360");
        }
        if !(1..=12).contains(&candidates.distances) {
            return fault("distances", "1 to 12");
        }
        Ok(candidates)
    }

    fn terms(&self, table: Table) -> Read<Terms> {
        let victory = &self.setup.victory;
        let (draw, decisive) = (victory.draw, *victory.decisive.get_ref());
        if draw < 0 || decisive <= draw || decisive > MOST_POINTS {
            let fault = format!(
                "{decisive} must be more than `draw`, {draw}, neither below 0 nor above {MOST_POINTS}"
            );
            return self.at(&victory.decisive, fault);
        }
        let is_small = |points: i32| (-MOST_POINTS..=MOST_POINTS).contains(&points);
        if !is_small(*victory.handicap.get_ref()) {
            return self.at(&victory.handicap, format!("points stay within {MOST_POINTS} of 0"));
        }
        if let Some(train) = &victory.train {
            if self.setup.train.is_none() {
                return self.at(train, "there is no train to bring home: add [train], or leave this out");
            }
            if !is_small(*train.get_ref()) {
                return self.at(train, format!("points stay within {MOST_POINTS} of 0"));
            }
        }
        if victory.objective.len() > MOST_OBJECTIVES {
            let fault =
                format!("{} objectives; there are at most {MOST_OBJECTIVES}", victory.objective.len());
            return self.at(&victory.objective[MOST_OBJECTIVES].at, fault);
        }
        let mut objectives = Vec::new();
        for objective in &victory.objective {
            let points = *objective.points.get_ref();
            if !(1..=MOST_POINTS).contains(&points) {
                return self
                    .at(&objective.points, format!("an objective is worth 1 to {MOST_POINTS} points"));
            }
            let at = self.place(table, &objective.at)?;
            objectives.push(Objective { name: objective.name.clone(), at, points });
        }
        let train = victory.train.as_ref().map_or(0, |points| *points.get_ref());
        Ok(Terms { draw, decisive, handicap: *victory.handicap.get_ref(), train, objectives })
    }

    /// The state in which the units stand as the scenario says.
    fn start(&self, units: &[Unit]) -> Read<State> {
        let mut state = State {
            units: [UnitState::ABSENT; MOST_UNITS],
            count: units.len() as u8,
            turn: 1,
            first: if self.setup.first == Begins::Second { Seat::Second } else { Seat::First },
            active: if self.setup.first == Begins::Second { Seat::Second } else { Seat::First },
            phase: Phase::RollOff,
            sorties: [self.sorties(0)?, self.sorties(1)?],
            mission: Mission::Ready,
            bombarded: Units::NONE,
            shot: Units::NONE,
            train: self.setup.train.as_ref().map(|train| TrainState {
                at: train.at.get_ref().0 as u16,
                has_moved: false,
                has_shot: false,
            }),
            targets: [Units::NONE; MOST_UNITS],
            train_targets: Units::NONE,
        };
        let setups = self.setup.side.iter().flat_map(|side| &side.unit);
        for (place, (unit, setup)) in state.units.iter_mut().zip(units.iter().zip(setups)) {
            place.at = point(*setup.at.get_ref());
            place.facing = setup.facing.get_ref().0;
            place.hits = *setup.hits.get_ref();
            place.fate = crate::state::Fate::OnTable;
            place.is_mounted =
                unit.kind.rides() && setup.mounted.as_ref().is_none_or(|mounted| *mounted.get_ref());
        }
        Ok(state)
    }

    fn sorties(&self, side: usize) -> Read<u8> {
        match &self.setup.side[side].sorties {
            Some(sorties) => match *sorties.get_ref() {
                Sorties::Agreed(count) if count > MOST_SORTIES => {
                    self.at(sorties, format!("{count} sorties; a side has at most {MOST_SORTIES}"))
                }
                Sorties::Agreed(count) => Ok(count),
                Sorties::Thrown(_) => Ok(0),
            },
            None => Ok(0),
        }
    }

    /// Units begin where units may be: see [`Palestine::check`] for the same of any state.
    fn deployment(&self, rules: &Palestine) -> Read<()> {
        let setups: Vec<&UnitSetup> = self.setup.side.iter().flat_map(|side| &side.unit).collect();
        let base = |id: UnitId| rules.base(&rules.start, id);
        for id in rules.start.units() {
            let setup = setups[id.index()];
            let (own, gait) = (base(id), rules.gait(&rules.start, id));
            let name = &rules.unit(id).name;
            if !rules.ground.table.holds(&own) {
                return self
                    .at(&setup.at, format!("{name} hangs over the edge of the table: move it inwards"));
            }
            let near = rules.ground.near(own.centre(), own.size().radius());
            if !rules.ground.bears(near, &own, gait) {
                let fault =
                    format!("{name} stands on marsh, difficult ground or a barricade, and cannot: move it");
                return self.at(&setup.at, fault);
            }
            if let Some(fault) = self.town_fault(rules, id, &own) {
                return self.at(&setup.at, fault);
            }
            if rules.train_base(&rules.start).is_some_and(|train| train.overlaps(&own)) {
                return self.at(&setup.at, format!("{name} stands on the train: move it"));
            }
            for other in rules.start.units().take_while(|&other| other != id) {
                let (there, whom) = (base(other), &rules.unit(other).name);
                if own.overlaps(&there) {
                    return self.at(&setup.at, format!("{name} stands on {whom}: move one of them"));
                }
                if rules.unit(id).seat != rules.unit(other).seat && own.is_nearer(&there, APART) {
                    let fault = format!("{name} stands within an inch of its enemy {whom}: move one of them");
                    return self.at(&setup.at, fault);
                }
            }
        }
        Ok(())
    }

    fn town_fault(&self, rules: &Palestine, id: UnitId, base: &Base) -> Option<String> {
        let near = rules.ground.near(base.centre(), base.size().radius());
        let sections = rules.ground.towns_under(near, base);
        let name = &rules.unit(id).name;
        if sections == 0 {
            return None;
        }
        if rules.unit(id).kind.is_vehicle() {
            let is_off_road = !rules.ground.is_on_road(base.centre());
            return is_off_road.then(|| format!("{name} is in a town and on no road: move it (P-09)"));
        }
        let shares = |other: &UnitId| {
            !rules.unit(*other).kind.is_vehicle()
                && rules.ground.towns_under(near, &rules.base(&rules.start, *other)) & sections != 0
        };
        let other = rules.start.units().take_while(|&other| other != id).find(shares)?;
        let whom = &rules.unit(other).name;
        Some(format!("{name} shares a section of a town with {whom}: one unit a section (P-09)"))
    }
}

/// Crossings, objectives and the waypoints round what stops a base.
fn landmarks(ground: &crate::ground::Ground, terms: &Terms) -> Vec<Point> {
    let mut landmarks: Vec<Point> = terms.objectives.iter().map(|objective| objective.at).collect();
    landmarks.extend(ground.waypoints());
    landmarks.sort_unstable();
    landmarks.dedup();
    landmarks
}

/// Gives units of one side that share a name numbers.
fn number_namesakes(units: &mut [Unit]) {
    let names: Vec<(Seat, String)> = units.iter().map(|unit| (unit.seat, unit.name.clone())).collect();
    for (i, unit) in units.iter_mut().enumerate() {
        let is_namesake = |other: &&(Seat, String)| **other == names[i];
        if names.iter().filter(is_namesake).count() > 1 {
            let number = names[..=i].iter().filter(is_namesake).count();
            unit.name = format!("{} {number}", unit.name);
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Hundredths as inches.
pub(crate) fn decimal(hundredths: i32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn inches(table: Table) -> String {
    format!("{}, {}", decimal(table.width), decimal(table.height))
}
