//! How a battle is won: data of the scenario, judged here.

use sandtable_core::Seat;
use sandtable_core::square::{Facing, Grid, Square};
use serde::{Deserialize, Serialize};

use crate::rules::Gridded;
use crate::stand::{Class, Stand};
use crate::state::{Ended, Fate, Reason, State};

/// Victory terms as a scenario file says them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Victory {
    /// One side's transports must leave by an edge. G-50, RULING A22.
    Convoy {
        /// Whose transports.
        side: Seat,
        /// Where they are delivered.
        exit: Facing,
        /// Every so many points destroyed more than lost raise the convoy's verdict by half a
        /// victory, up to a marginal one: the road is open, if not for this column. Absent,
        /// they do not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        honours: Option<u16>,
    },
    /// Points for stands destroyed and objectives held. G-51, RULING A23.
    Points {
        /// A difference of up to this is a draw.
        #[serde(default = "three")]
        draw: i32,
        /// A difference from this on is decisive.
        #[serde(default = "ten")]
        decisive: i32,
        /// Points lost, the general apart, from which each army breaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breaks: Option<[u16; 2]>,
        /// Points that the first side is given; negative for the second.
        #[serde(default)]
        handicap: i32,
        /// Ground to be held at the end.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        objective: Vec<ObjectiveSetup>,
    },
}

fn three() -> i32 {
    3
}

fn ten() -> i32 {
    10
}

/// Points of draws, decisive victories and handicaps stay within this.
const MOST_POINTS: i32 = 1000;

/// Objectives of a battle.
const MOST_OBJECTIVES: usize = 16;

/// An objective as a scenario file says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveSetup {
    /// What it is called.
    pub name: String,
    /// Two corner squares of the block.
    pub squares: [String; 2],
    /// What holding it alone is worth to each side.
    pub points: [u8; 2],
}

/// An objective: its squares, and what it is worth to each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// What it is called.
    pub name: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// Points to each side.
    pub points: [u8; 2],
}

/// Victory terms, checked.
#[derive(Clone, Debug)]
pub enum Terms {
    /// As [`Victory::Convoy`].
    Convoy {
        /// Whose transports.
        side: Seat,
        /// Where they are delivered.
        exit: Facing,
        /// How many there are.
        transports: i32,
        /// Points destroyed more than lost that raise the verdict by half a victory.
        honours: Option<u16>,
    },
    /// As [`Victory::Points`].
    Points {
        /// A difference of up to this is a draw.
        draw: i32,
        /// A difference from this on is decisive.
        decisive: i32,
        /// Points lost from which each army breaks.
        breaks: Option<[u16; 2]>,
        /// Points given to the first side.
        handicap: i32,
        /// Ground to be held.
        objectives: Vec<Objective>,
    },
}

impl Victory {
    /// Checks the terms against the scenario. A fault begins with the field it is in.
    pub(crate) fn checked(
        self,
        grid: Grid,
        stands: &[Stand],
        exits: [&[Facing]; 2],
    ) -> Result<Terms, String> {
        match self {
            Self::Convoy { side, exit, honours } => {
                let transports =
                    stands.iter().filter(|s| s.seat == side && s.class == Class::Transport).count() as i32;
                if transports == 0 {
                    return Err(format!("side: the {side} side has no transport to bring home"));
                }
                if !exits[side.index()].contains(&exit) {
                    let exit = format!("{exit:?}").to_lowercase();
                    return Err(format!(
                        "exit: the {side} side may not leave by the {exit}; add it to its `exits`"
                    ));
                }
                if honours == Some(0) {
                    return Err("honours: leave it out where no points are honoured".to_owned());
                }
                Ok(Terms::Convoy { side, exit, transports, honours })
            }
            Self::Points { draw, decisive, breaks, handicap, objective } => {
                if draw < 0 || decisive <= draw || decisive > MOST_POINTS {
                    return Err(format!(
                        "decisive: {decisive} must be more than `draw`, {draw}, neither below 0 nor above {MOST_POINTS}"
                    ));
                }
                if !(-MOST_POINTS..=MOST_POINTS).contains(&handicap) {
                    return Err(format!("handicap: {handicap} is not within {MOST_POINTS} of 0"));
                }
                if breaks.is_some_and(|breaks| breaks.contains(&0)) {
                    return Err("breaks: no army breaks before it has lost a point".to_owned());
                }
                if objective.len() > MOST_OBJECTIVES {
                    return Err(format!("objective: {} are more than {MOST_OBJECTIVES}", objective.len()));
                }
                let objectives = objective
                    .into_iter()
                    .enumerate()
                    .map(|(i, o)| o.checked(grid).map_err(|fault| format!("objective[{i}].squares: {fault}")))
                    .collect::<Result<_, _>>()?;
                Ok(Terms::Points { draw, decisive, breaks, handicap, objectives })
            }
        }
    }
}

impl ObjectiveSetup {
    fn checked(self, grid: Grid) -> Result<Objective, String> {
        let corner = |name: &String| {
            let last = grid.name(Square(grid.len() as u16 - 1));
            grid.parse(name)
                .ok_or_else(|| format!("`{name}` is no square of this battlefield (A1 to {last})"))
        };
        let corners = [corner(&self.squares[0])?, corner(&self.squares[1])?];
        Ok(Objective { name: self.name, squares: block(grid, corners), points: self.points })
    }
}

/// The squares of the block between two corners, in order.
pub(crate) fn block(grid: Grid, corners: [Square; 2]) -> Vec<Square> {
    let [(ax, ay), (bx, by)] = corners.map(|square| grid.coordinates(square));
    let within = |square: &Square| {
        let (x, y) = grid.coordinates(*square);
        (ax.min(bx)..=ax.max(bx)).contains(&x) && (ay.min(by)..=ay.max(by)).contains(&y)
    };
    grid.squares().filter(within).collect()
}

impl Terms {
    /// The terms with east and west exchanged.
    pub(crate) fn mirror(&self, grid: Grid) -> Self {
        let mut terms = self.clone();
        match &mut terms {
            Self::Convoy { exit, .. } => *exit = exit.mirror(),
            Self::Points { objectives, .. } => {
                for objective in objectives {
                    objective.squares.iter_mut().for_each(|square| *square = grid.mirror(*square));
                    objective.squares.sort_unstable();
                }
            }
        }
        terms
    }
}

impl Gridded {
    /// The value of a side's destroyed stands, its general included if asked for.
    pub(crate) fn lost(&self, state: &State, seat: Seat, with_general: bool) -> i32 {
        self.side(seat)
            .filter(|&id| state.stand(id).fate == Fate::Destroyed)
            .map(|id| self.stand(id))
            .filter(|stand| with_general || stand.class != Class::Command)
            .map(|stand| i32::from(stand.value))
            .sum()
    }

    /// Who holds an objective alone. RULING A44: any stand there will do.
    pub(crate) fn holder(&self, state: &State, objective: &Objective) -> Option<Seat> {
        let mut holder = None;
        for &square in &objective.squares {
            let Some(front) = state.front(square) else { continue };
            let seat = self.stand(front).seat;
            if holder.is_some_and(|other| other != seat) {
                return None;
            }
            holder = Some(seat);
        }
        holder
    }

    /// Points by which the first side is ahead, objectives counted as they are held now.
    pub fn points_ahead(&self, state: &State) -> i32 {
        let (stands, ground) = self.points(state);
        stands + ground
    }

    /// Points by which the first side is ahead by stands destroyed, its handicap with
    /// them, and by objectives as they are held now.
    pub(crate) fn points(&self, state: &State) -> (i32, i32) {
        let lost = |seat| self.lost(state, seat, true);
        let destroyed = lost(Seat::Second) - lost(Seat::First);
        match self.terms() {
            Terms::Convoy { .. } => (destroyed, 0),
            Terms::Points { handicap, objectives, .. } => {
                let held = objectives.iter().filter_map(|objective| {
                    let seat = self.holder(state, objective)?;
                    Some(i32::from(objective.points[seat.index()]) * seat.sign())
                });
                (destroyed + handicap, held.sum())
            }
        }
    }

    /// Transports of a convoy: delivered, destroyed and still on the table.
    pub(crate) fn convoy(&self, state: &State, seat: Seat, exit: Facing) -> [i32; 3] {
        let mut counts = [0; 3];
        for id in self.side(seat).filter(|&id| self.stand(id).class == Class::Transport) {
            match state.stand(id).fate {
                Fate::Left(edge) if edge == exit => counts[0] += 1,
                Fate::Left(_) => {}
                Fate::Destroyed => counts[1] += 1,
                Fate::OnTable => counts[2] += 1,
            }
        }
        counts
    }

    /// Whether the battle stops at once. RULING A43: a convoy whose last transport is gone.
    pub(crate) fn stops_now(&self, state: &State) -> Option<Ended> {
        let &Terms::Convoy { side, exit, .. } = self.terms() else { return None };
        let is_gone = self.convoy(state, side, exit)[2] == 0;
        is_gone.then(|| self.ended(state, Reason::ConvoyGone))
    }

    /// How the battle ends at the end of a turn, if it does.
    pub(crate) fn stops_after_turn(&self, state: &State) -> Option<Ended> {
        if let Terms::Points { breaks: Some(breaks), .. } = self.terms() {
            let broken =
                Seat::BOTH.map(|seat| self.lost(state, seat, false) >= i32::from(breaks[seat.index()]));
            match broken {
                [true, true] => return Some(self.ended(state, Reason::BothBroken)),
                [true, false] => return Some(self.ended(state, Reason::Broken(Seat::First))),
                [false, true] => return Some(self.ended(state, Reason::Broken(Seat::Second))),
                [false, false] => {}
            }
        }
        (state.turn >= self.turns()).then(|| self.ended(state, Reason::TurnLimit))
    }

    fn ended(&self, state: &State, reason: Reason) -> Ended {
        let margin = self.points_ahead(state);
        let thousandths = match self.terms() {
            &Terms::Convoy { side, exit, transports, honours } => {
                let [delivered, destroyed, _] = self.convoy(state, side, exit);
                let ahead = margin * side.sign();
                convoy_value([delivered, destroyed, transports], ahead, honours) * side.sign() as i16
            }
            Terms::Points { draw, decisive, .. } => points_value(margin, *draw, *decisive, reason),
        };
        Ended { thousandths, margin, reason }
    }
}

/// RULING A22: for the convoy's side, in thousandths, by transports delivered, destroyed
/// and had. `ahead` is by how much value it destroyed more than it lost; a scenario may
/// honour that (RULING (ours)), up to a marginal victory.
pub(crate) fn convoy_value(
    [delivered, destroyed, transports]: [i32; 3],
    ahead: i32,
    honours: Option<u16>,
) -> i16 {
    let value = match (delivered, destroyed) {
        (d, _) if d == transports => 1000,
        (_, x) if x == transports => -1000,
        (1.., 0) => 500,
        (1.., _) => 0,
        _ if ahead > 0 => 0,
        _ => -500,
    };
    match honours {
        Some(points) if value < 500 => {
            let steps = (ahead / i32::from(points)).clamp(0, 3) as i16;
            (value + 500 * steps).min(500)
        }
        _ => value,
    }
}

/// RULING A23: for the first side, in thousandths. Breaking the enemy alone is at least
/// a marginal victory, whatever the points (RULING A44).
fn points_value(margin: i32, draw: i32, decisive: i32, reason: Reason) -> i16 {
    let size = if margin.abs() >= decisive {
        1000
    } else if margin.abs() > draw {
        500
    } else {
        0
    };
    let value = size * margin.signum() as i16;
    match reason {
        Reason::Broken(Seat::First) => value.min(-500),
        Reason::Broken(Seat::Second) => value.max(500),
        Reason::TurnLimit | Reason::BothBroken | Reason::ConvoyGone => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // covers: G-50
    #[test]
    fn the_convoy_is_judged_as_ruled() {
        assert_eq!(convoy_value([2, 0, 2], -5, None), 1000);
        assert_eq!(convoy_value([1, 0, 2], -5, None), 500);
        assert_eq!(convoy_value([1, 1, 2], 5, None), 0);
        assert_eq!(convoy_value([0, 0, 2], 1, None), 0);
        assert_eq!(convoy_value([0, 1, 2], 1, None), 0);
        assert_eq!(convoy_value([0, 1, 2], 0, None), -500);
        assert_eq!(convoy_value([0, 0, 2], -3, None), -500);
        assert_eq!(convoy_value([0, 2, 2], 9, None), -1000);
        let honoured = [5, 6, 11, 12, 40].map(|ahead| convoy_value([0, 2, 2], ahead, Some(6)));
        assert_eq!(honoured, [-1000, -500, -500, 0, 500]);
        assert_eq!(convoy_value([1, 1, 2], 40, Some(6)), 500);
        assert_eq!(convoy_value([2, 0, 2], 40, Some(6)), 1000);
        assert_eq!(convoy_value([0, 2, 2], -9, Some(6)), -1000);
    }

    // covers: G-51
    #[test]
    fn points_are_judged_as_ruled() {
        let at = |margin, reason| points_value(margin, 3, 10, reason);
        assert_eq!(at(3, Reason::TurnLimit), 0);
        assert_eq!(at(-4, Reason::TurnLimit), -500);
        assert_eq!(at(9, Reason::TurnLimit), 500);
        assert_eq!(at(10, Reason::TurnLimit), 1000);
        assert_eq!(at(-20, Reason::Broken(Seat::Second)), 500);
        assert_eq!(at(2, Reason::Broken(Seat::First)), -500);
        assert_eq!(at(12, Reason::Broken(Seat::Second)), 1000);
        assert_eq!(at(12, Reason::BothBroken), 1000);
    }
}
