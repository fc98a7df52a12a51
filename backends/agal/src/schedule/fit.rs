//! Whether lanes fit into one register.

use super::graph::Var;
use smallvec::SmallVec;
use std::ops::Range;

/// A lane of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The variable; `None` for a component that is written and never read.
    pub(crate) var: Option<Var>,
    /// When it is live.
    pub(crate) range: Range<u32>,
    /// The component that it must have.
    pub(crate) component: Option<u8>,
}

impl Member {
    fn overlaps(&self, other: &Member) -> bool {
        self.range.start < other.range.end && other.range.start < self.range.end
    }
}

/// The lanes of a unit.
pub(crate) type Members = SmallVec<[Member; 4]>;

/// True if lanes can lie in one register: each in its own component while live.
pub(super) fn fits(members: &[Member]) -> bool {
    if members.len() <= 4 && members.iter().all(|member| member.component.is_none()) {
        return true;
    }
    let mut order: SmallVec<[&Member; 16]> = members.iter().collect();
    order.sort_by_key(|member| (member.range.start, member.range.end));
    match busiest(&order) {
        5.. => return false,
        // Taken one after the other each finds a component that is free.
        _ if members.iter().all(|member| member.component.is_none()) => return true,
        _ => {}
    }
    order.sort_by_key(|member| member.component.is_none());
    let mut chosen = SmallVec::new();
    let mut steps = 4096u32;
    assign(&order, &mut chosen, &mut steps)
}

/// The most lanes live at once, 5 standing for all beyond; the lanes are sorted by where they start.
fn busiest(order: &[&Member]) -> usize {
    let mut live: SmallVec<[u32; 8]> = SmallVec::new();
    let mut most = 0;
    for member in order {
        live.retain(|end| *end > member.range.start);
        live.push(member.range.end);
        most = live.len().max(most);
        if most > 4 {
            break;
        }
    }
    most
}

fn assign(order: &[&Member], chosen: &mut SmallVec<[u8; 16]>, steps: &mut u32) -> bool {
    let Some(member) = order.get(chosen.len()) else {
        return true;
    };
    for component in 0..4 {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if member.component.is_some_and(|wanted| wanted != component) {
            continue;
        }
        let mut taken = order.iter().zip(chosen.iter());
        let free = taken.all(|(other, taken)| *taken != component || !other.overlaps(member));
        if free {
            chosen.push(component);
            if assign(order, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(range: Range<u32>, component: Option<u8>) -> Member {
        Member {
            var: None,
            range,
            component,
        }
    }

    #[test]
    fn components_are_used_again() {
        let lookup: Vec<Member> = (0..4).map(|lane| member(1..9, Some(lane))).collect();
        let mut all = lookup.clone();
        all.push(member(9..12, None));
        assert!(fits(&all));
        all.push(member(8..9, None));
        assert!(!fits(&all));
    }

    #[test]
    fn fixed_components_go_first() {
        let members = [
            member(0..9, None),
            member(0..9, None),
            member(3..9, Some(0)),
            member(3..9, Some(1)),
        ];
        assert!(fits(&members));
    }
}
