//! Which scalars are to lie in one register.
//!
//! A cluster is a set of scalars that some instruction reads or writes together. It may hold more
//! than four of them only if never more than four are live at once.

use crate::select::code::{Code, Scalar};
use crate::select::live::{Ranges, fit_register};

/// Clusters of scalars: a forest with the members at the roots.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    parent: Vec<u32>,
    members: Vec<Vec<Scalar>>,
    /// The lane that each scalar must lie in.
    components: Vec<Option<u8>>,
}

impl Clusters {
    pub(super) fn new(code: &Code) -> Clusters {
        let mut clusters = Clusters {
            parent: Vec::new(),
            members: Vec::new(),
            components: Vec::new(),
        };
        clusters.grow(code);
        clusters
    }

    /// Makes room for scalars that were added to the code.
    pub(super) fn grow(&mut self, code: &Code) {
        for index in self.parent.len()..code.scalars.len() {
            self.parent.push(index as u32);
            self.members.push(vec![Scalar(index as u32)]);
            let info = code.scalars.get(index);
            self.components.push(info.and_then(|info| info.component));
        }
    }

    pub(super) fn find(&self, scalar: Scalar) -> u32 {
        let mut at = scalar.0;
        while let Some(parent) = self.parent.get(at as usize).copied().filter(|p| *p != at) {
            at = parent;
        }
        at
    }

    /// The members of the cluster of a scalar.
    pub(super) fn members(&self, scalar: Scalar) -> &[Scalar] {
        let root = self.find(scalar) as usize;
        self.members.get(root).map_or(&[], Vec::as_slice)
    }

    /// Whether all of these lie together.
    pub(super) fn together(&self, scalars: &[Scalar]) -> bool {
        self.share_root(scalars.iter().copied())
    }

    /// Whether all of these lie together, as they come.
    pub(super) fn share_root(&self, scalars: impl Iterator<Item = Scalar>) -> bool {
        let mut roots = scalars.map(|scalar| self.find(scalar));
        let first = roots.next();
        roots.all(|root| Some(root) == first)
    }

    /// Whether a register has room for scalars, and none of them needs the lane of another.
    fn fit(&self, scalars: &[Scalar], room: &Room) -> bool {
        let mut taken = [false; 4];
        let component = |scalar: &Scalar| self.components.get(scalar.0 as usize).copied().flatten();
        let apart = scalars.iter().filter_map(component).all(|lane| {
            let slot = taken.get_mut(usize::from(lane));
            slot.is_some_and(|slot| !std::mem::replace(slot, true))
        });
        apart && room.holds(scalars)
    }

    /// Brings scalars together if the room of a register allows it.
    pub(super) fn unite(&mut self, scalars: &[Scalar], room: &Room) -> bool {
        let mut roots: Vec<u32> = scalars.iter().map(|scalar| self.find(*scalar)).collect();
        roots.sort_unstable();
        roots.dedup();
        let [first, rest @ ..] = roots.as_slice() else {
            return true;
        };
        if rest.is_empty() {
            return true;
        }
        let lists = roots
            .iter()
            .filter_map(|root| self.members.get(*root as usize));
        let all: Vec<Scalar> = lists.flatten().copied().collect();
        if !self.fit(&all, room) {
            return false;
        }
        for root in rest {
            if let Some(parent) = self.parent.get_mut(*root as usize) {
                *parent = *first;
            }
            if let Some(list) = self.members.get_mut(*root as usize) {
                list.clear();
            }
        }
        if let Some(list) = self.members.get_mut(*first as usize) {
            *list = all;
        }
        true
    }

    /// Brings two scalars together, whatever the room.
    pub(super) fn merge(&mut self, a: Scalar, b: Scalar) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if let Some(parent) = self.parent.get_mut(b as usize) {
            *parent = a;
        }
        let moved = self.members.get_mut(b as usize).map(std::mem::take);
        if let Some(list) = self.members.get_mut(a as usize) {
            list.extend(moved.into_iter().flatten());
        }
    }

    /// Brings each of several sets of scalars together if there is room for all of them.
    pub(super) fn unite_all(&mut self, sets: &[Vec<Scalar>], room: &Room) -> bool {
        // Sets that share a cluster become one.
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for set in sets {
            let mut roots: Vec<u32> = set.iter().map(|scalar| self.find(*scalar)).collect();
            groups.retain(|group| {
                let shared = group.iter().any(|root| roots.contains(root));
                if shared {
                    roots.extend_from_slice(group);
                }
                !shared
            });
            roots.sort_unstable();
            roots.dedup();
            groups.push(roots);
        }
        let members = |root: &u32| {
            self.members
                .get(*root as usize)
                .map_or(&[][..], Vec::as_slice)
        };
        let fits = groups.iter().filter(|group| group.len() > 1).all(|group| {
            let all: Vec<Scalar> = group.iter().flat_map(members).copied().collect();
            self.fit(&all, room)
        });
        if fits {
            for set in sets {
                self.unite(set, room);
            }
        }
        fits
    }

    /// Every cluster.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Scalar]> {
        self.members
            .iter()
            .filter(|list| !list.is_empty())
            .map(Vec::as_slice)
    }
}

/// How much a register holds.
#[derive(Clone, Debug)]
pub(super) enum Room {
    /// Four scalars.
    Four,
    /// Any number of scalars of which at most four are live at a time, by ranges that are only
    /// roughly those of the finished program.
    FourAlive(Ranges),
}

impl Room {
    fn holds(&self, scalars: &[Scalar]) -> bool {
        if scalars.len() <= 4 {
            return true;
        }
        let Room::FourAlive(ranges) = self else {
            return false;
        };
        fit_register(scalars.iter().flat_map(|scalar| ranges.get(*scalar)))
    }
}
