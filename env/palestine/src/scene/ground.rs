//! What lies on the table, drawn.

use sandtable_core::plane::Point;
use sandtable_core::scene::{Feature, FeatureKind};

use super::{corners, point};
use crate::rules::Palestine;

/// Half the size of the mark of an objective.
const MARK: i32 = 50;

impl Palestine {
    pub(super) fn features(&self) -> Vec<Feature> {
        let ground = &self.ground;
        let mut names = ground.names.iter().cloned();
        let mut next_name = || names.next().unwrap_or_default();
        let drawn = |outline: &[Point]| outline.iter().copied().map(point).collect::<Vec<_>>();
        let mut features = Vec::new();
        let mut add = |kind, name: String, outline, is_area| {
            features.push(Feature { kind, name, outline, is_area });
        };
        for hill in &ground.hills {
            add(FeatureKind::High, next_name(), drawn(hill.area.outline()), true);
        }
        for town in &ground.towns {
            add(FeatureKind::Town, next_name(), drawn(town.outline()), true);
        }
        for difficult in &ground.difficult {
            let kind = if difficult.is_rocky { FeatureKind::Rocks } else { FeatureKind::Rough };
            add(kind, next_name(), drawn(difficult.area.outline()), true);
        }
        for trench in &ground.trenches {
            add(FeatureKind::Trench, next_name(), drawn(trench.outline()), true);
        }
        for marsh in &ground.marshes {
            add(FeatureKind::Marsh, next_name(), drawn(marsh.outline()), true);
        }
        for wadi in &ground.wadis {
            add(FeatureKind::Water, next_name(), drawn(&wadi.line), false);
        }
        for road in &ground.roads {
            add(FeatureKind::Road, next_name(), drawn(road.points()), false);
        }
        for wadi in &ground.wadis {
            for crossing in &wadi.crossings {
                let half = crossing.width / 2;
                let at = crossing.at;
                let ends = [Point::new(at.x - half, at.y), Point::new(at.x + half, at.y)];
                add(FeatureKind::Ford, String::new(), drawn(&ends), false);
            }
        }
        if let Some(train) = &self.train {
            add(FeatureKind::Railway, String::new(), drawn(train.rail.points()), false);
        }
        for barricade in &ground.barricades {
            add(FeatureKind::Barricade, String::new(), corners(barricade), true);
        }
        for objective in &self.terms.objectives {
            let at = objective.at;
            let square = [(-MARK, -MARK), (MARK, -MARK), (MARK, MARK), (-MARK, MARK)]
                .map(|(x, y)| Point::new(at.x + x, at.y + y));
            add(FeatureKind::Objective, objective.name.clone(), drawn(&square), true);
        }
        features
    }
}
