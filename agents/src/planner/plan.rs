//! A plan: the rest of the turn, activation by activation.

use rand::{Rng, RngExt as _};

/// One micro-decision of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gene<Action> {
    /// This action, where it is legal.
    Act(Action),
    /// To be drawn by lot, mostly as the prior says.
    Draw,
}

/// The rest of a side's turn. The first activation is the one under way, or the next
/// where none is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan<Action> {
    pub(super) activations: Vec<Vec<Gene<Action>>>,
}

impl<Action> Default for Plan<Action> {
    fn default() -> Self {
        Self { activations: Vec::new() }
    }
}

impl<Action: Copy + PartialEq> Plan<Action> {
    /// Writes down an action that was taken; `begins` an activation or belongs to the last.
    pub(super) fn write(&mut self, action: Action, begins: bool) {
        match self.activations.last_mut() {
            Some(last) if !begins => last.push(Gene::Act(action)),
            _ => self.activations.push(vec![Gene::Act(action)]),
        }
    }

    /// The first gene, if it is an action.
    pub(super) fn first(&self) -> Option<Action> {
        match self.activations.first()?.first()? {
            Gene::Act(action) => Some(*action),
            Gene::Draw => None,
        }
    }

    /// Forgets what has been done: `action`, which began an activation or went on with
    /// the one under way. A plan that wanted something else keeps its other activations.
    pub(super) fn forget(&mut self, action: Action, begins: bool) {
        if begins {
            let wanted = Gene::Act(action);
            let found = self.activations.iter().position(|genes| genes.first() == Some(&wanted));
            let genes = found.map_or_else(Vec::new, |number| self.activations.remove(number));
            self.activations.insert(0, genes);
        } else if self.activations.is_empty() {
            self.activations.push(Vec::new());
        }
        let under_way = &mut self.activations[0];
        if under_way.first() == Some(&Gene::Act(action)) {
            under_way.remove(0);
        } else {
            under_way.clear();
        }
    }

    /// The activation under way is over.
    pub(super) fn finish(&mut self) {
        if !self.activations.is_empty() {
            self.activations.remove(0);
        }
    }

    /// A plan that begins as this one and ends as `other`.
    pub(super) fn cross<G: Rng + ?Sized>(&self, other: &Self, rng: &mut G) -> Self {
        let cut = rng.random_range(0..=self.activations.len() as u32) as usize;
        let mut activations = self.activations[..cut].to_vec();
        // What cannot be done twice is skipped when it is played.
        let rest = other.activations.iter().filter(|genes| !self.activations[..cut].contains(genes));
        activations.extend(rest.cloned());
        Self { activations }
    }

    /// Changes the plan in one place. `is_fixed`: the first activation is under way and
    /// must stay the first.
    pub(super) fn mutate<G: Rng + ?Sized>(&mut self, is_fixed: bool, rng: &mut G) {
        let count = self.activations.len();
        if count == 0 {
            self.activations.push(vec![Gene::Draw]);
            return;
        }
        let movable = usize::from(is_fixed)..count;
        if movable.len() > 1 && rng.random_ratio(3, 10) {
            // Another order: one activation goes elsewhere, most often forward.
            let from = rng.random_range(movable.start as u32..count as u32) as usize;
            let to = rng.random_range(movable.start as u32..count as u32) as usize;
            let genes = self.activations.remove(from);
            self.activations.insert(to, genes);
            return;
        }
        let which = rng.random_range(0..count as u32) as usize;
        let genes = &mut self.activations[which];
        let place = rng.random_range(0..genes.len() as u32 + u32::from(genes.is_empty())) as usize;
        match rng.random_range(0..4) {
            // Another activation before this one.
            0 if place == 0 && !(is_fixed && which == 0) => self.activations.insert(which, vec![Gene::Draw]),
            // One decision differently; what follows stays where it is still legal.
            0 | 1 if place < genes.len() => genes[place] = Gene::Draw,
            // From here on differently.
            _ => {
                genes.truncate(place);
                genes.push(Gene::Draw);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::GameSeed;

    use super::*;

    fn plan(activations: &[&[u8]]) -> Plan<u8> {
        let genes = |list: &&[u8]| list.iter().copied().map(Gene::Act).collect();
        Plan { activations: activations.iter().map(genes).collect() }
    }

    #[test]
    fn what_was_done_is_forgotten_and_the_rest_is_kept() {
        let mut following = plan(&[&[1, 2], &[3, 4]]);
        following.forget(1, true);
        assert_eq!(following, plan(&[&[2], &[3, 4]]));
        following.forget(2, false);
        assert_eq!(following, plan(&[&[], &[3, 4]]));
        following.finish();
        assert_eq!(following, plan(&[&[3, 4]]));
        let mut reordered = plan(&[&[1, 2], &[3, 4]]);
        reordered.forget(3, true);
        assert_eq!(reordered, plan(&[&[4], &[1, 2]]));
        reordered.forget(9, false);
        assert_eq!(reordered, plan(&[&[], &[1, 2]]));
        let mut empty = plan(&[]);
        empty.finish();
        empty.forget(1, false);
        assert_eq!(empty.first(), None);
    }

    #[test]
    fn a_child_of_two_does_nothing_twice() {
        let mut rng = GameSeed::from_number(1).rng();
        let (a, b) = (plan(&[&[1], &[2], &[3]]), plan(&[&[3], &[2], &[1]]));
        for _ in 0..50 {
            let mut child = a.cross(&b, &mut rng).activations;
            assert_eq!(child.len(), 3);
            child.sort_by_key(|genes| if let Gene::Act(action) = genes[0] { action } else { 0 });
            assert_eq!(child, a.activations);
        }
    }

    #[test]
    fn mutations_change_every_kind_of_plan_and_leave_the_first_where_it_must_stay() {
        let mut rng = GameSeed::from_number(2).rng();
        for original in [plan(&[]), plan(&[&[]]), plan(&[&[1, 2], &[], &[3], &[4, 5, 6]])] {
            let mut changed = 0;
            for _ in 0..200 {
                let mut child = original.clone();
                child.mutate(true, &mut rng);
                changed += u32::from(child != original);
                if let (Some(first), Some(was)) = (child.first(), original.first()) {
                    assert_eq!(first, was);
                }
            }
            assert!(changed > 150, "{changed}");
        }
    }
}
