//! Geometry on an open table, held against a slow exact oracle.
//!
//! Every question is asked of figures drawn on purpose from few places, so that corners
//! touch, edges lie on one line and lengths are zero in a good part of the cases.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[path = "plane/areas.rs"]
mod areas;
#[path = "plane/bases.rs"]
mod bases;
#[path = "plane/fields.rs"]
mod fields;
#[path = "plane/figures.rs"]
mod figures;
#[path = "plane/headings.rs"]
mod headings;
#[path = "plane/lanes.rs"]
mod lanes;
#[path = "plane/lines.rs"]
mod lines;
#[path = "plane/oracle.rs"]
mod oracle;
#[path = "plane/ways.rs"]
mod ways;
