//! The table as people look at it.

mod ground;
mod reach;

use sandtable_core::plane::{self, Base, Heading};
use sandtable_core::scene::{Branch, Depict, Piece, PieceId, Point, Reach, Sketch, Tabletop};

use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Attempt, Fate, Phase, State, Step};
use crate::unit::{ELIMINATED, Kind, UnitId};

impl Depict for Palestine {
    fn tabletop(&self) -> Tabletop {
        let table = self.ground.table;
        Tabletop {
            width: table.width,
            height: table.height,
            unit: "inch".to_owned(),
            places: Vec::new(),
            features: self.features(),
        }
    }

    fn pieces(&self, view: &State) -> Vec<Piece> {
        let units = view.units().map(|unit| self.piece(view, unit));
        units.chain(self.train_piece(view)).collect()
    }

    fn sketch(&self, view: &State, action: Action) -> Sketch {
        self.draw(view, action)
    }

    fn reach(&self, view: &State, piece: PieceId) -> Option<Reach> {
        let unit = UnitId(u8::try_from(piece.0).ok()?);
        (unit.index() < self.units.len()).then(|| self.reach_of(view, unit)).flatten()
    }
}

pub(crate) fn point(at: plane::Point) -> Point {
    Point(at.x, at.y)
}

fn id(unit: UnitId) -> PieceId {
    PieceId(unit.0.into())
}

fn branch(kind: Kind) -> Branch {
    match kind {
        Kind::Infantry => Branch::Infantry,
        Kind::Cavalry => Branch::Cavalry,
        Kind::CamelCorps => Branch::Camelry,
        Kind::Artillery => Branch::Artillery,
        Kind::Tank => Branch::Tank,
        Kind::ArmouredCar => Branch::ArmouredCar,
    }
}

impl Palestine {
    fn piece(&self, view: &State, unit: UnitId) -> Piece {
        let (own, now) = (self.unit(unit), view.unit(unit));
        let mut marks = Vec::new();
        match now.fate {
            Fate::OnTable => {
                marks.push(self.chance_words(view, unit));
                marks.extend(self.marks_of(view, unit));
            }
            Fate::Eliminated => marks.push("eliminated".to_owned()),
            Fate::Abandoned => marks.push("given up".to_owned()),
            Fate::Wreck => marks.push("disabled".to_owned()),
        }
        let is_there = matches!(now.fate, Fate::OnTable | Fate::Wreck);
        Piece {
            id: id(unit),
            seat: own.seat,
            name: self.name(unit),
            class: own.class(),
            branch: branch(own.kind),
            value: own.kind.value(),
            strength: Some(((ELIMINATED - now.hits).into(), ELIMINATED.into())),
            at: is_there.then(|| point(now.at)),
            place: None,
            size: (own.size.width(), own.size.depth()),
            heading: Some(now.facing.degrees()),
            rank: 0,
            can_act: self.can_act(view, unit),
            marks,
        }
    }

    /// Whether a unit may still do something in this phase of its side's turn.
    fn can_act(&self, view: &State, unit: UnitId) -> bool {
        if self.unit(unit).seat != view.active {
            return false;
        }
        match view.phase {
            Phase::Choose(Step::Movement) => self.may_move(view, unit),
            Phase::Choose(Step::Shooting) => !self.targets(view, unit).is_empty(),
            Phase::Choose(Step::Melee) => self.can_strike_or_turn(view, unit),
            _ => false,
        }
    }

    fn train_piece(&self, view: &State) -> Option<Piece> {
        let (train, now) = self.train.as_ref().zip(view.train)?;
        let base = train.base(now.at);
        Some(Piece {
            id: PieceId(self.units.len() as u32),
            seat: train.seat,
            name: "Train".to_owned(),
            class: "train with machine guns".to_owned(),
            branch: Branch::Train,
            value: 0,
            strength: None,
            at: Some(point(base.centre())),
            place: None,
            size: (train.size.width(), train.size.depth()),
            heading: Some(base.heading().degrees()),
            rank: 0,
            can_act: self.may_move_train(view) && view.phase == Phase::Choose(Step::Movement),
            marks: if now.has_moved { vec!["moved".to_owned()] } else { Vec::new() },
        })
    }

    /// What an action would do.
    fn draw(&self, view: &State, action: Action) -> Sketch {
        let actor = self.actor(view);
        let mut sketch = Sketch { piece: actor.map(id), ..Sketch::default() };
        let from = actor.map(|unit| view.unit(unit).at);
        match action {
            Action::Unit(unit) => {
                sketch.piece = Some(id(unit));
                sketch.to = Some(point(view.unit(unit).at));
            }
            Action::To(to) => {
                sketch.to = Some(point(to));
                if let Some(from) = from.filter(|&from| from != to) {
                    sketch.heading = Heading::nearest(to - from).map(Heading::degrees);
                    sketch.path = vec![point(from), point(to)];
                    sketch.cost = Some(from.distance(to));
                }
            }
            Action::Along(road, mark) => self.draw_road(&mut sketch, from, road, mark),
            Action::Face(heading) => self.draw_facing(&mut sketch, view, heading),
            Action::At(target) | Action::TurnTo(target) | Action::Strafe(target) => {
                sketch.target = Some(id(target));
            }
            Action::Spot(target, gun) => {
                sketch.piece = Some(id(gun));
                sketch.target = Some(id(target));
            }
            Action::Train => sketch.piece = Some(PieceId(self.units.len() as u32)),
            Action::TrainTo(mark) => {
                sketch.piece = Some(PieceId(self.units.len() as u32));
                if let Some((train, now)) = self.train.as_ref().zip(view.train) {
                    let to = train.base(mark);
                    sketch.to = Some(point(to.centre()));
                    sketch.heading = Some(to.heading().degrees());
                    sketch.path = vec![point(train.base(now.at).centre()), point(to.centre())];
                    sketch.cost = Some(i32::from(mark.abs_diff(now.at)));
                }
            }
            Action::Sortie
            | Action::End
            | Action::Move
            | Action::Road
            | Action::Dismount
            | Action::Mount
            | Action::Charge
            | Action::Hold
            | Action::Again
            | Action::Keep => {}
        }
        sketch
    }

    fn draw_road(&self, sketch: &mut Sketch, from: Option<plane::Point>, road: u8, mark: u16) {
        let (Some(road), Some(from)) = (self.ground.roads.get(usize::from(road)), from) else { return };
        let to = road.at(mark.into());
        sketch.to = Some(point(to));
        sketch.path =
            std::iter::once(from).chain(road.legs(from, mark.into()).map(|leg| leg.to)).map(point).collect();
        if let Some(start) = road.mark(from) {
            sketch.cost = Some(from.distance(road.at(start)) + (i32::from(mark) - start).abs());
        }
    }

    /// A pivot at the end of a move, or the way of a charge.
    fn draw_facing(&self, sketch: &mut Sketch, view: &State, heading: Heading) {
        sketch.heading = Some(heading.degrees());
        if let Some(march) = self.march_of(view) {
            sketch.to = Some(point(self.stop(march.stop)));
        }
        if let Phase::ChargeHeading(unit, target) = view.phase {
            let end = self.charge_end(view, unit, target, heading);
            sketch.target = Some(id(target));
            if let Some(end) = end {
                let from = view.unit(unit).at;
                sketch.to = Some(point(end.centre()));
                sketch.path = vec![point(from), point(end.centre())];
                sketch.cost = Some(from.distance(end.centre()));
            }
        }
    }

    /// Who is about to do something.
    pub(crate) fn actor(&self, view: &State) -> Option<UnitId> {
        match view.phase {
            Phase::Manner(unit)
            | Phase::Destination(unit, _)
            | Phase::RoadDestination(unit)
            | Phase::ChargeTarget(unit)
            | Phase::ChargeHeading(unit, _)
            | Phase::Target(unit)
            | Phase::Strike(unit)
            | Phase::Spotted(unit, ..)
            | Phase::Second(unit, _) => Some(unit),
            Phase::Facing(march) | Phase::Activation(Attempt::March(march, _)) => Some(march.unit),
            Phase::Activation(attempt) => Some(attempt.unit()),
            _ => None,
        }
    }
}

/// The corners of a base as points of a picture.
pub(crate) fn corners(base: &Base) -> Vec<Point> {
    base.corners().into_iter().map(point).collect()
}
