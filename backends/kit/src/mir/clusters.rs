//! Which values are to lie in one register, while vectors are formed (union-find with the members at the
//! roots).

use super::ranges::{LiveRanges, fit_register};
use super::{Lane, Machine, Program};
use retroshade_ir::entity::{EntityRef, EntityVec};

/// How much a register holds.
#[derive(Clone, Debug)]
pub enum Room {
    /// Four values.
    Four,
    /// Any number of values of which at most four are live at a time, by ranges that are only roughly those
    /// of the finished program.
    FourLive(LiveRanges),
}

impl Room {
    fn holds(&self, lanes: &[Lane]) -> bool {
        match self {
            _ if lanes.len() <= 4 => true,
            Room::Four => false,
            Room::FourLive(ranges) => fit_register(lanes.iter().flat_map(|lane| &ranges.of[*lane])),
        }
    }
}

/// Sets of values that some instruction reads or writes together.
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    parent: EntityVec<Lane, Lane>,
    members: EntityVec<Lane, Vec<Lane>>,
    /// The component that each value must lie at.
    components: EntityVec<Lane, Option<u8>>,
}

impl Clusters {
    /// Every value alone.
    pub fn new<M: Machine>(program: &Program<M>) -> Clusters {
        let mut clusters = Clusters::default();
        clusters.grow(program);
        clusters
    }

    /// The vectors of a program.
    pub fn of_vectors<M: Machine>(program: &Program<M>) -> Clusters {
        let mut clusters = Clusters::new(program);
        for vector in program.vectors.values() {
            let Some(root) = vector.lanes.iter().min() else {
                continue;
            };
            for lane in &vector.lanes {
                clusters.parent[*lane] = *root;
                clusters.members[*lane].clear();
            }
            clusters.members[*root] = vector.lanes.to_vec();
        }
        clusters
    }

    /// Takes in values that were added to the program.
    pub fn grow<M: Machine>(&mut self, program: &Program<M>) {
        for index in self.parent.len()..program.lanes.len() {
            let lane = Lane::new(index);
            self.parent.push(lane);
            self.members.push(vec![lane]);
            self.components.push(program.component_of(lane));
        }
    }

    /// The root of a value's cluster.
    pub fn find(&self, lane: Lane) -> Lane {
        let mut at = lane;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    /// The members of the cluster of a value.
    pub fn members(&self, lane: Lane) -> &[Lane] {
        &self.members[self.find(lane)]
    }

    /// True if all of these lie together.
    pub fn share_root(&self, lanes: impl IntoIterator<Item = Lane>) -> bool {
        let mut roots = lanes.into_iter().map(|lane| self.find(lane));
        let first = roots.next();
        roots.all(|root| Some(root) == first)
    }

    /// True if a register has room for values, and none of them needs the component of another.
    fn fit(&self, lanes: &[Lane], room: &Room) -> bool {
        let mut taken = [false; 4];
        let components = lanes.iter().filter_map(|lane| self.components[*lane]);
        let mut components = components.map(|at| usize::from(at & 3));
        components.all(|at| !std::mem::replace(&mut taken[at], true)) && room.holds(lanes)
    }

    /// True if values could lie together with all that lies with them already.
    pub fn may_unite(&self, lanes: &[Lane], room: &Room) -> bool {
        let roots = self.roots(lanes);
        roots.len() <= 1 || self.fit(&self.all_members(&roots), room)
    }

    fn roots(&self, lanes: &[Lane]) -> Vec<Lane> {
        let mut roots: Vec<Lane> = lanes.iter().map(|lane| self.find(*lane)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Brings values together if the room of a register allows it.
    pub fn unite(&mut self, lanes: &[Lane], room: &Room) -> bool {
        let roots = self.roots(lanes);
        let [first, rest @ ..] = roots.as_slice() else {
            return true;
        };
        if rest.is_empty() {
            return true;
        }
        let all = self.all_members(&roots);
        if !self.fit(&all, room) {
            return false;
        }
        for root in rest {
            self.parent[*root] = *first;
            self.members[*root].clear();
        }
        self.members[*first] = all;
        true
    }

    fn all_members(&self, roots: &[Lane]) -> Vec<Lane> {
        let lists = roots.iter().map(|root| &self.members[*root]);
        lists.flatten().copied().collect()
    }

    /// Brings two values together, whatever the room.
    pub fn merge(&mut self, a: Lane, b: Lane) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[b] = a;
            let moved = std::mem::take(&mut self.members[b]);
            self.members[a].extend(moved);
        }
    }

    /// Brings each of several sets of values together if there is room for all of them.
    pub(crate) fn unite_all(&mut self, sets: &[Vec<Lane>], room: &Room) -> bool {
        // Sets that share a cluster become one.
        let mut groups: Vec<Vec<Lane>> = Vec::new();
        for set in sets {
            let mut roots = self.roots(set);
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
        let mut several = groups.iter().filter(|group| group.len() > 1);
        let fits = several.all(|group| self.fit(&self.all_members(group), room));
        if fits {
            for set in sets {
                self.unite(set, room);
            }
        }
        fits
    }

    /// Every cluster.
    pub fn iter(&self) -> impl Iterator<Item = &[Lane]> {
        let filled = self.members.values().filter(|list| !list.is_empty());
        filled.map(Vec::as_slice)
    }
}
