//! Geometry on an open table: points, headings, rectangular bases, straight moves, fields
//! of fire and sight, in whole hundredths of an inch.
//!
//! # Overview
//!
//! * [`Point`] and [`Vector`] are places and the way between two of them; a [`Heading`] is
//!   one of 360 directions, whole degrees clockwise from north.
//! * A [`Base`] is the ground a unit covers; a [`Sweep`] is the ground it crosses when it
//!   moves straight, and a [`Lane`] says how far it may advance before it meets something.
//! * An [`Area`] is ground with an outline, a [`Barrier`] a line that can be passed at some
//!   points only, a [`Road`] a line to travel along, the [`Table`] the ground of them all.
//! * [`Fire`] is a field of fire: origin, facing, arc and range.
//! * [`Ways`] is the visibility graph round what stops a base, with waypoints and
//!   distances to a goal.
//!
//! # Units and ranges
//!
//! Lengths are hundredths of an inch ([`INCH`]); x runs to the east, y to the north.
//! Coordinates lie between -[`MOST`] and [`MOST`], so tables measure at most 100 inches,
//! and a base's sides at most [`Size::MOST`]. Within these every product below fits its
//! type; what reads a scenario or a typed coordinate has to refuse the rest.
//!
//! # How exact
//!
//! Only integers are used, so a battle is the same on every machine. A base's corners are
//! whole points (each coordinate within one hundredth of the true rectangle's), and every
//! question about points, bases, sweeps, areas and segments is then answered exactly,
//! equality included: touching is not overlapping, and "within" counts the bound itself.
//! A move that ends between whole points is shortened towards its start, never lengthened,
//! by less than one hundredth in each coordinate. All of it is exact under quarter turns
//! and mirroring.
//!
//! # Why whole degrees
//!
//! Players name compass bearings in degrees, 45 and 90 degrees are whole numbers of them
//! (so that pivots of at most 45 degrees, quarter turns and mirroring are additions), and
//! at twelve inches neighbouring headings lie a fifth of an inch apart, so that a move can
//! be aimed through a narrow crossing. Agents need not list them all.

mod area;
mod base;
mod fire;
mod heading;
mod lane;
mod line;
mod place;
mod point;
mod road;
mod sweep;
mod ways;

pub use area::{Area, AreaError};
pub use base::{Base, Size};
pub use fire::{Aims, Arc, Fire};
pub use heading::Heading;
pub use lane::Lane;
pub use line::{Barrier, Crossing};
pub use point::{INCH, MOST, Point, Table, Vector};
pub use road::{Leg, Road};
pub use sweep::Sweep;
pub use ways::{Distances, Ground, Pace, Ways};
