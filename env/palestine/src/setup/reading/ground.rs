//! Reads what lies on the table.

use sandtable_core::plane::{Area, AreaError, Barrier, Base, Crossing, Heading, Point, Road, Size, Table};
use toml::Spanned;

use super::super::{AreaSetup, WadiSetup};
use super::{Read, Reader, point};
use crate::ground::{Difficult, Ground, Hill, Wadi};

/// The most areas of one kind: a state keeps a bit for each.
const MOST_AREAS: usize = 32;

/// How thick a barricade is: as thin as a base can be.
const THICKNESS: i32 = 2;

impl Reader<'_> {
    pub(super) fn ground(&self, table: Table) -> Read<Ground> {
        let map = &self.setup.map;
        let mut hill_names: Vec<&str> = Vec::new();
        let mut hills = Vec::new();
        for (i, hill) in self.few("hill", &map.hill)?.iter().enumerate() {
            // A hill without a name is a hill of its own.
            let known = hill_names.iter().position(|name| !name.is_empty() && *name == hill.name);
            let number = known.unwrap_or(i) as u8;
            hill_names.push(&hill.name);
            hills.push(Hill { area: self.area(table, hill)?, number });
        }
        let areas = |field, list| -> Read<Vec<Area>> {
            self.few(field, list)?.iter().map(|setup| self.area(table, setup)).collect()
        };
        let difficult = self
            .few("difficult", &map.difficult)?
            .iter()
            .map(|setup| Ok(Difficult { area: self.any_area(table, setup)?, is_rocky: setup.rocky }));
        let roads = self.few("road", &map.road)?.iter().map(|road| {
            let points = self.line(table, &road.line)?;
            let width = road.width.get_ref().0;
            let read = Road::new(&points, width).filter(|_| (2..=1200).contains(&width));
            read.map_or_else(|| self.at(&road.width, "a road is 0.02 to 12 inches wide"), Ok)
        });
        let named =
            map.hill.iter().chain(&map.town).chain(&map.difficult).chain(&map.trench).chain(&map.marsh);
        let lines = map.wadi.iter().map(|wadi| &wadi.name).chain(map.road.iter().map(|road| &road.name));
        Ok(Ground {
            table,
            hills,
            towns: areas("town", &map.town)?,
            difficult: difficult.collect::<Read<_>>()?,
            trenches: areas("trench", &map.trench)?,
            marshes: areas("marsh", &map.marsh)?,
            wadis: map.wadi.iter().map(|wadi| self.wadi(table, wadi)).collect::<Read<_>>()?,
            roads: roads.collect::<Read<_>>()?,
            barricades: map.barricade.iter().map(|b| self.barricade(table, b)).collect::<Read<_>>()?,
            names: named.map(|area| &area.name).chain(lines).cloned().collect(),
        })
    }

    fn few<'b, T>(&self, field: &str, list: &'b [T]) -> Read<&'b [T]> {
        if list.len() > MOST_AREAS {
            let fault = format!("{} are more than {MOST_AREAS}; leave some out", list.len());
            return Err(self.scenario.fault(&format!("map.{field}"), fault));
        }
        Ok(list)
    }

    fn area(&self, table: Table, setup: &AreaSetup) -> Read<Area> {
        if setup.rocky {
            return self.at(&setup.outline, "only difficult ground is rocky: leave `rocky` out");
        }
        self.any_area(table, setup)
    }

    /// RULING B12: areas are convex; two make one that is not.
    fn any_area(&self, table: Table, setup: &AreaSetup) -> Read<Area> {
        let corners: Vec<Point> = setup.outline.get_ref().iter().map(|&place| point(place)).collect();
        if let Some(i) = corners.iter().position(|&corner| !table.contains(corner)) {
            return self.at(&setup.outline, format!("corner {} is off the table", i + 1));
        }
        let area =
            Area::new(&corners).or_else(|fault: AreaError| self.at(&setup.outline, fault.to_string()))?;
        if !is_convex(area.outline()) {
            return self.at(&setup.outline, "an outline is convex, without dents: make two areas of it");
        }
        Ok(area)
    }

    fn wadi(&self, table: Table, setup: &WadiSetup) -> Read<Wadi> {
        let line = self.line(table, &setup.line)?;
        let mut crossings = Vec::new();
        for crossing in &setup.crossing {
            let at = self.place(table, &crossing.at)?;
            let width = crossing.width.get_ref().0;
            if !(2..=1200).contains(&width) || width % 2 != 0 {
                let fault = "a crossing is 0.02 to 12 inches wide, in even hundredths";
                return self.at(&crossing.width, fault);
            }
            let wadi = Road::new(&line, width);
            if !wadi.is_some_and(|wadi| wadi.contains(at)) {
                return self.at(&crossing.at, "this crossing is not on the wadi: put it on its line");
            }
            crossings.push(Crossing { at, width });
        }
        let barrier = Barrier::new(&line, &crossings);
        Ok(Wadi { line, crossings, barrier })
    }

    /// RULING B27: a segment.
    fn barricade(&self, table: Table, ends: &Spanned<[super::Place; 2]>) -> Read<Base> {
        let [from, to] = ends.get_ref().map(point);
        if !table.contains(from) || !table.contains(to) {
            return self.at(ends, "a barricade lies on the table");
        }
        let way = to - from;
        let along = Heading::nearest(way).filter(|heading| heading.degrees() % 90 == 0);
        let length = way.x.abs() + way.y.abs();
        let (Some(along), 0, Some(size)) = (along, way.x * way.y, Size::new(length / 2 * 2, THICKNESS))
        else {
            let fault =
                format!("a barricade runs along an axis and is 0.02 to {} inches long", Size::MOST / 100);
            return self.at(ends, fault);
        };
        let middle = Point::new(i32::midpoint(from.x, to.x), i32::midpoint(from.y, to.y));
        Ok(Base::new(size, middle, along.turned(90)))
    }
}

/// Whether an anticlockwise outline never turns right.
fn is_convex(outline: &[Point]) -> bool {
    (0..outline.len()).all(|i| {
        let corner = |k: usize| outline[(i + k) % outline.len()];
        (corner(1) - corner(0)).cross(corner(2) - corner(1)) >= 0
    })
}
