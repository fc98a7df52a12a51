//! Gives every scalar a lane of a temporary register.

use crate::isa::TEMPORARIES;
use crate::machine::Program;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::Lane;
use retroshade_kit::mir::clusters::Clusters;
use retroshade_kit::mir::ranges::{LiveRanges, unite};
use retroshade_kit::registers::{self, Problem, Unit, allocate};

/// The number of times that the search for places may begin again, each time with the unit first that found none. Chosen for time, not
/// measured.
pub const BUDGET: u32 = 64;

/// The register and component of each scalar.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// Register and lane of each.
    places: SecondaryMap<Lane, Option<(u8, u8)>>,
    /// Registers used.
    pub(super) used: u16,
}

impl Lanes {
    /// True if the lanes of a register may change places: no operation asks for one of them.
    pub(super) fn is_movable(&self, program: &Program, register: u8) -> bool {
        let mut inside = self
            .places
            .iter()
            .filter(|(_, place)| place.is_some_and(|(of, _)| of == register));
        inside.all(|(lane, _)| program.component_of(lane).is_none())
    }

    /// The same with the lanes of a register in other places: lane k in `order[k]`.
    pub(super) fn permuted(&self, register: u8, order: &[u8; 4]) -> Lanes {
        let mut permuted = self.clone();
        for (lane, place) in self.places.iter() {
            if let Some((of, component)) = *place
                && of == register
            {
                permuted.places[lane] = Some((of, order[usize::from(component & 3)]));
            }
        }
        permuted
    }

    /// The register and lane of a temporary.
    pub(super) fn get(&self, lane: Lane) -> Option<(u8, u8)> {
        self.places[lane]
    }
}

/// No assignment was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressure {
    /// The point with most live lanes.
    pub(super) point: u32,
    /// How many lanes are live there.
    pub(super) live: usize,
}

/// Scalars grouped with their twins among them, in the order of the first of each group.
fn together(twins: &Clusters, scalars: &[Lane]) -> Vec<Vec<Lane>> {
    let mut groups: Vec<Vec<Lane>> = Vec::new();
    for scalar in scalars {
        let is_twin = |group: &&mut Vec<Lane>| twins.share_root([group[0], *scalar]);
        match groups.iter_mut().find(is_twin) {
            Some(group) => group.push(*scalar),
            None => groups.push(vec![*scalar]),
        }
    }
    groups
}

/// Finds a register and lane for every temporary, the same one for twins.
pub(super) fn assign(
    program: &Program,
    clusters: &Clusters,
    twins: &Clusters,
    ranges: &LiveRanges,
    budget: u32,
) -> Result<Lanes, Pressure> {
    let mut problem = Problem {
        registers: TEMPORARIES.into(),
        units: Vec::new(),
    };
    let mut units: Vec<Vec<Vec<Lane>>> = Vec::new();
    for members in clusters.iter() {
        let alive = |lane: &&Lane| !ranges.of[**lane].is_empty();
        let members: Vec<Lane> = members.iter().filter(alive).copied().collect();
        if members.is_empty() {
            continue;
        }
        let places = together(twins, &members);
        let lane = |twins: &Vec<Lane>| {
            let mut all = Vec::new();
            for lane in twins {
                unite(&mut all, &ranges.of[*lane]);
            }
            registers::Lane {
                ranges: all.into(),
                component: twins.iter().find_map(|lane| program.component_of(*lane)),
            }
        };
        problem.units.push(Unit {
            lanes: places.iter().map(lane).collect(),
        });
        units.push(places);
    }
    let found = allocate(&problem, budget).map_err(|failure| Pressure {
        point: failure.point,
        live: failure.live,
    })?;
    let mut lanes = Lanes {
        places: SecondaryMap::with_len(program.lanes.len()),
        used: found.used,
    };
    for (unit, place) in units.iter().zip(&found.places) {
        for (twins, component) in unit.iter().zip(&place.components) {
            for lane in twins {
                lanes.places[*lane] = Some((place.register as u8, *component));
            }
        }
    }
    Ok(lanes)
}
