//! The Palestine campaign in plain words.

mod board;

use std::fmt::Write as _;

use sandtable_core::plane::{Heading, Point};
use sandtable_core::{Ledger, Odds, Party, Ruleset as _, Seat, Tally as _, Words};

use crate::action::{Action, Outcome};
use crate::event::Event;
use crate::notation::inches;
use crate::phases::faces;
use crate::rules::Palestine;
use crate::state::{Activation, Attempt, By, Fate, Manner, March, Mission, Phase, State, Step};
use crate::unit::{ELIMINATED, UnitId};

impl Words for Palestine {
    const TITLE: &'static str = "The Palestine campaign 1916-1918";

    fn side(&self, seat: Seat) -> String {
        self.side_name(seat).to_owned()
    }

    fn prompt(&self, view: &State) -> String {
        let who = |seat: Seat| format!("Turn {} of {}, {}", view.turn, self.turns, self.side_name(seat));
        let name = |id: UnitId| self.name(id);
        let question = match view.phase {
            Phase::RollOff => return "The throw for the first turn".to_owned(),
            Phase::Sorties(seat) => return format!("{}: the throw for sorties", self.side_name(seat)),
            Phase::Over(ended) => return format!("The battle is over: {}", ended.reason),
            Phase::Choose(Step::Movement) => "move a unit, or end movement".to_owned(),
            Phase::Choose(Step::Shooting) => "shoot with a unit, or end shooting".to_owned(),
            Phase::Choose(Step::Melee) => "strike with a unit, or end your turn".to_owned(),
            Phase::Manner(unit) => format!("{}: how does it move", name(unit)),
            Phase::Destination(unit, manner) => {
                format!("{}: {}where to", name(unit), manner_words(manner))
            }
            Phase::RoadDestination(unit) => format!("{}: where on the road", name(unit)),
            Phase::Facing(march) => format!("{}: facing which way", name(march.unit)),
            Phase::ChargeTarget(unit) => format!("{}: whom to charge", name(unit)),
            Phase::ChargeHeading(unit, target) => {
                format!("{}: which way to turn to charge {}", name(unit), name(target))
            }
            Phase::Target(unit) => format!("{}: whom to shoot at", name(unit)),
            Phase::TrainTarget => "the train's machine guns: whom to shoot at".to_owned(),
            Phase::TrainDestination => "the train: where to".to_owned(),
            Phase::Strike(unit) => format!("{}: whom to strike, or turn to", name(unit)),
            Phase::Activation(attempt) => format!("the activation throw of {}", name(attempt.unit())),
            Phase::Hits(by, target) => format!("the throw for hits: {}", self.attack_words(by, target)),
            Phase::Spotted(gun, target, hits) => {
                format!("{} has thrown {hits} against {}: again or keep", name(gun), name(target))
            }
            Phase::Second(gun, target) => {
                format!("the second throw for hits: {}", self.attack_words(By::Fire(gun), target))
            }
            Phase::Sortie => "the throw for a sortie".to_owned(),
            Phase::Mission => "the aircraft: whom to attack, or to spot for a gun".to_owned(),
        };
        format!("{}: {question}", who(view.active))
    }

    fn board(&self, view: &State) -> String {
        self.drawn(view)
    }

    fn forces(&self, view: &State, side: Seat) -> Vec<String> {
        let mut lines: Vec<String> = self.side(side).map(|id| self.unit_words(view, id)).collect();
        if view.sorties(side) > 0 {
            lines.push(format!("Sorties left: {}", view.sorties(side)));
        }
        if let (Some(train), Some(now)) = (&self.train, view.train)
            && train.seat == side
        {
            let at = train.rail.at(now.at.into());
            lines.push(format!("Train with machine guns at {}", place(at)));
        }
        lines
    }

    fn describe(&self, view: &State, action: Action) -> String {
        let name = |id: UnitId| self.name(id);
        match action {
            Action::Unit(unit) => self.unit_words(view, unit),
            Action::Sortie => "throw for a sortie: it comes on 5 or 6".to_owned(),
            Action::Train => "the train".to_owned(),
            Action::End => match view.phase {
                Phase::Choose(Step::Movement) => "nothing more moves".to_owned(),
                Phase::Choose(Step::Shooting) => "nothing more shoots".to_owned(),
                _ => "nothing more strikes: your turn ends".to_owned(),
            },
            Action::Move => "turn, go straight ahead, turn".to_owned(),
            Action::Road => "follow the road, three inches further than usual".to_owned(),
            Action::Dismount => "dismount, and go up to six inches on foot".to_owned(),
            Action::Mount => "go up to six inches on foot, and mount".to_owned(),
            Action::Charge => "charge".to_owned(),
            Action::Hold => "do nothing".to_owned(),
            Action::To(to) => self.place_words(view, to),
            Action::Along(road, mark) => {
                let at = self.ground.roads.get(usize::from(road)).map(|road| road.at(mark.into()));
                at.map_or_else(String::new, |at| format!("on the road, at {}", place(at)))
            }
            Action::Face(heading) => format!("face {}", bearing(heading)),
            Action::At(target) => name(target),
            Action::TurnTo(enemy) => format!("turn to face {}", name(enemy)),
            Action::Again => "throw again; the second throw stands".to_owned(),
            Action::Keep => "let it stand".to_owned(),
            Action::Strafe(target) => format!("attack {} from the air", name(target)),
            Action::Spot(target, gun) => format!("spot {} for {}", name(target), name(gun)),
            Action::TrainTo(mark) => {
                let at = self.train.as_ref().map(|train| train.rail.at(mark.into()));
                at.map_or_else(String::new, |at| format!("the train's centre at {}", place(at)))
            }
        }
    }

    fn narrate(&self, event: &Event) -> String {
        let name = |id: UnitId| self.name(id);
        match event {
            Event::Leads { seat } => format!("{} begins.", self.side_name(*seat)),
            Event::SortiesThrown { seat, sorties } => {
                format!("{} has {sorties} sorties.", self.side_name(*seat))
            }
            Event::Turn { turn, seat } => format!("Turn {turn}: {}.", self.side_name(*seat)),
            Event::Activated { unit, is_active: true, is_thrown: false } => {
                format!("{} is active without a throw.", name(*unit))
            }
            Event::Activated { unit, is_active: true, .. } => format!("{} is active.", name(*unit)),
            Event::Activated { unit, .. } => format!("{} is not activated.", name(*unit)),
            Event::Moved { unit, from, to, facing, .. } if from == to => {
                format!("{} turns to face {}.", name(*unit), bearing(*facing))
            }
            Event::Moved { unit, from, to, facing, by_road } => format!(
                "{} goes {}from {} to {}, facing {}.",
                name(*unit),
                if *by_road { "by road " } else { "" },
                place(*from),
                place(*to),
                bearing(*facing)
            ),
            Event::Dismounted { unit } => format!("{} dismounts.", name(*unit)),
            Event::Mounted { unit } => format!("{} mounts.", name(*unit)),
            Event::Passed { unit, by } => {
                format!("{} passes through {}, which is inactive for the turn.", name(*by), name(*unit))
            }
            Event::Charged { unit, target, from, to, .. } => {
                format!("{} charges {} from {} to {}.", name(*unit), name(*target), place(*from), place(*to))
            }
            Event::Ranged { gun, target, hits } => {
                format!("{} throws {} against {}.", name(*gun), hits_words(*hits), name(*target))
            }
            Event::Hit { by, target, hits, halved } => {
                let why = halved.as_ref().map(|why| format!(", halved: {why}")).unwrap_or_default();
                format!("{}: {}{why}.", self.attack_words(*by, *target), hits_words(*hits))
            }
            Event::TurnedTo { unit, enemy, .. } => format!("{} turns to face {}.", name(*unit), name(*enemy)),
            Event::Sortie { seat, comes } => {
                format!(
                    "{}: {}.",
                    self.side_name(*seat),
                    if *comes { "a sortie comes" } else { "no sortie comes" }
                )
            }
            Event::Marked { mission: Mission::Spot(target, gun) } => {
                format!("An aircraft spots {} for {}.", name(*target), name(*gun))
            }
            Event::Marked { mission: Mission::Strafe(target) } => {
                format!("An aircraft flies against {}.", name(*target))
            }
            Event::Marked { .. } => "The aircraft flies home.".to_owned(),
            Event::StrafeWasted { target } => {
                format!("The aircraft cannot attack {}, which is in melee or gone.", name(*target))
            }
            Event::TrainMoved { from, to } => {
                format!("The train moves {} inches.", inches(i32::from(from.abs_diff(*to))))
            }
            Event::Lost { unit, fate } => match fate {
                Fate::Eliminated => format!("{} is eliminated.", name(*unit)),
                Fate::Abandoned => format!("{} breaks down and is given up.", name(*unit)),
                Fate::Wreck => format!("{} is disabled.", name(*unit)),
                Fate::OnTable => format!("{} stays.", name(*unit)),
            },
            Event::Over { ended } => {
                format!("The battle is over: {}; {} points.", ended.reason, ended.margin)
            }
        }
    }

    fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::FirstLeads => format!("first turn: {}", self.side_name(Seat::First)),
            Outcome::SecondLeads => format!("first turn: {}", self.side_name(Seat::Second)),
            Outcome::Sorties(sorties) => format!("{sorties} sorties"),
            Outcome::Comes => "a sortie comes".to_owned(),
            Outcome::StaysAway => "no sortie".to_owned(),
            Outcome::Active => "active".to_owned(),
            Outcome::Inactive => "not activated".to_owned(),
            Outcome::Hits(hits) => hits_words(hits),
        }
    }

    /// The odds of the throw for hits where there is one, and otherwise those of the
    /// activation throw.
    fn odds(&self, view: &State, action: Action) -> Option<Odds> {
        let due = match (view.phase, action) {
            (Phase::Target(unit), Action::At(target)) => Phase::Hits(By::Fire(unit), target),
            (Phase::Strike(unit), Action::At(target)) => Phase::Hits(By::Melee(unit), target),
            (Phase::TrainTarget, Action::At(target)) => Phase::Hits(By::Train, target),
            (Phase::Mission, Action::Strafe(target)) => Phase::Hits(By::Aircraft, target),
            (Phase::Spotted(gun, target, _), Action::Again) => Phase::Second(gun, target),
            (Phase::Choose(Step::Movement), Action::Sortie) => Phase::Sortie,
            (Phase::Facing(march), Action::Face(facing)) => {
                self.throw_for(view, Attempt::March(march, facing))?
            }
            (Phase::ChargeHeading(unit, target), Action::Face(heading)) => {
                self.throw_for(view, Attempt::Charge(unit, target, heading))?
            }
            _ => return None,
        };
        let state = State { phase: due, ..*view };
        let mut ledger = Ledger::default();
        if let Phase::Hits(by, target) = due
            && let Some((reason, rule)) = self.halving(&state, by, target)
        {
            ledger.add(Party::Target, 0, reason, rule);
        }
        let mut outcomes = Vec::new();
        self.outcomes(&state, &mut outcomes);
        let chances = outcomes.into_iter().map(|(outcome, weight)| (self.outcome(outcome), weight));
        Some(Odds { ledger, chances: chances.collect() })
    }
}

/// A place as people name it: inches east and north.
pub(crate) fn place(at: Point) -> String {
    format!("{},{}", inches(at.x), inches(at.y))
}

/// Degrees, with the name of the wind where it has one.
fn bearing(heading: Heading) -> String {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let degrees = heading.degrees();
    if degrees.is_multiple_of(45) {
        WINDS[usize::from(degrees / 45)].to_owned()
    } else {
        format!("{degrees} degrees")
    }
}

fn hits_words(hits: u8) -> String {
    if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") }
}

fn manner_words(manner: Manner) -> &'static str {
    match manner {
        Manner::Move => "",
        Manner::Dismount => "dismounting, ",
        Manner::Mount => "mounting, ",
    }
}

impl Palestine {
    /// A unit as people name it.
    pub(crate) fn name(&self, id: UnitId) -> String {
        format!("{} {}", self.label(id), self.unit(id).name)
    }

    /// The activation throw that an attempt would need, if it needs one.
    fn throw_for(&self, view: &State, attempt: Attempt) -> Option<Phase> {
        let unit = view.unit(attempt.unit());
        let is_sure = unit.activation == Activation::Active || faces(unit.hits) == 6;
        (!is_sure).then_some(Phase::Activation(attempt))
    }

    /// How likely a unit is to be activated now, in words.
    pub(crate) fn chance_words(&self, view: &State, id: UnitId) -> String {
        let unit = view.unit(id);
        match unit.activation {
            Activation::Active => "active".to_owned(),
            Activation::Failed => "not activated".to_owned(),
            Activation::Untried if faces(unit.hits) == 6 => "activates surely".to_owned(),
            Activation::Untried => format!("activates on {}+", 7 - faces(unit.hits)),
        }
    }

    fn unit_words(&self, view: &State, id: UnitId) -> String {
        let unit = view.unit(id);
        let mut words = format!("{}: {}", self.name(id), self.unit(id).class());
        if !unit.is_on_table() {
            words += match unit.fate {
                Fate::Eliminated => "; eliminated",
                Fate::Abandoned => "; given up",
                Fate::Wreck | Fate::OnTable => "; disabled",
            };
            return words;
        }
        let _ = write!(
            words,
            "; {} of {ELIMINATED} hits, {}; at {} facing {}",
            unit.hits,
            self.chance_words(view, id),
            place(unit.at),
            bearing(unit.facing)
        );
        for mark in self.marks_of(view, id) {
            words += ", ";
            words += &mark;
        }
        words
    }

    /// What else is known of a unit on the table.
    pub(crate) fn marks_of(&self, view: &State, id: UnitId) -> Vec<String> {
        let (unit, now) = (self.unit(id), view.unit(id));
        let engaged = !now.engaged.is_empty();
        let marks = [
            (unit.kind.rides() && now.is_mounted, "mounted".to_owned()),
            (unit.kind.rides() && !now.is_mounted, "on foot".to_owned()),
            (self.cover(id, now.at).is_some(), self.cover(id, now.at).map_or("", |cover| cover.0).to_owned()),
            (engaged, format!("engaged with {}", self.labels(now.engaged))),
            (now.has_moved, "moved".to_owned()),
            (now.is_passed, "passed through".to_owned()),
        ];
        marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).collect()
    }

    fn labels(&self, units: crate::unit::Units) -> String {
        units.into_iter().map(|id| self.label(id)).collect::<Vec<_>>().join(" and ")
    }

    fn attack_words(&self, by: By, target: UnitId) -> String {
        let target = self.name(target);
        match by {
            By::Fire(unit) => format!("{} shoots at {target}", self.name(unit)),
            By::Melee(unit) => format!("{} strikes {target}", self.name(unit)),
            By::Train => format!("the train's machine guns shoot at {target}"),
            By::Aircraft => format!("the aircraft attacks {target}"),
        }
    }

    /// How far a destination is, what cover it gives, and which enemies have it in range.
    fn place_words(&self, view: &State, to: Point) -> String {
        let Phase::Destination(unit, _) = view.phase else { return place(to) };
        let from = view.unit(unit).at;
        let mut words = if from == to {
            "where it stands".to_owned()
        } else {
            format!("{} inches towards {}", inches(from.distance(to)), bearing_of(from, to))
        };
        if let Some((cover, _)) = self.cover(unit, to) {
            let _ = write!(words, ", {cover}");
        }
        let near = self.nearest_enemy(view, self.unit(unit).seat, to);
        if let Some(enemy) = near {
            let gap = self.base(view, enemy).nearest(to).distance(to);
            let _ = write!(words, ", {} inches from {}", inches(gap), self.name(enemy));
        }
        words
    }

    pub(crate) fn march_of(&self, view: &State) -> Option<March> {
        match view.phase {
            Phase::Facing(march) => Some(march),
            _ => None,
        }
    }
}

fn bearing_of(from: Point, to: Point) -> String {
    Heading::nearest(to - from).map_or_else(String::new, bearing)
}
