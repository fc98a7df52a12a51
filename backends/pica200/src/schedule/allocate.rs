//! Gives every scalar a lane of a temporary register.

use super::cluster::Clusters;
use super::outline::align::Twins;
use crate::isa::TEMPORARIES;
use crate::select::code::{Code, Scalar};
use crate::select::live::{Ranges, unite};
use retroshade_kit::registers::{Lane, Problem, Unit, allocate};

/// How often the search for places may begin again.
pub const BUDGET: u32 = 64;

/// Where scalars lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// By the number of the scalar: register and lane.
    places: Vec<Option<(u8, u8)>>,
    /// Registers used.
    pub(super) used: u16,
}

impl Lanes {
    /// The register and lane of a temporary.
    pub(super) fn get(&self, scalar: Scalar) -> Option<(u8, u8)> {
        self.places.get(scalar.0 as usize).copied().flatten()
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

/// Finds a register and lane for every temporary, the same one for twins.
pub(super) fn assign(
    code: &Code,
    clusters: &Clusters,
    twins: &Twins,
    ranges: &Ranges,
    budget: u32,
) -> Result<Lanes, Pressure> {
    let mut problem = Problem {
        registers: TEMPORARIES.into(),
        units: Vec::new(),
    };
    let mut units: Vec<Vec<Vec<Scalar>>> = Vec::new();
    for members in clusters.iter() {
        let alive = |scalar: &&Scalar| {
            code.output_of(**scalar).is_none() && !ranges.get(**scalar).is_empty()
        };
        let members: Vec<Scalar> = members.iter().filter(alive).copied().collect();
        if members.is_empty() {
            continue;
        }
        let places = twins.together(&members);
        let lane = |twins: &Vec<Scalar>| {
            let mut all = Vec::new();
            for scalar in twins {
                unite(&mut all, ranges.get(*scalar));
            }
            let info = |scalar: &Scalar| code.scalars.get(scalar.0 as usize);
            Lane {
                ranges: all.into(),
                component: twins.iter().find_map(|scalar| info(scalar)?.component),
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
        places: vec![None; code.scalars.len()],
        used: found.used,
    };
    for (unit, place) in units.iter().zip(&found.places) {
        for (twins, component) in unit.iter().zip(&place.components) {
            for scalar in twins {
                if let Some(slot) = lanes.places.get_mut(scalar.0 as usize) {
                    *slot = Some((place.register as u8, *component));
                }
            }
        }
    }
    Ok(lanes)
}
