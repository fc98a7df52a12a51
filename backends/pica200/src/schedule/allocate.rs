//! Gives every scalar a lane of a temporary register.

use super::cluster::Clusters;
use crate::isa::TEMPORARIES;
use crate::select::code::{Code, Scalar};
use crate::select::live::Ranges;
use retroshade_kit::registers::{Lane, Problem, Unit, allocate};

/// Steps of the search for places.
const BUDGET: u32 = 64;

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

/// Finds a register and lane for every temporary.
pub(super) fn assign(code: &Code, clusters: &Clusters, ranges: &Ranges) -> Result<Lanes, Pressure> {
    let mut problem = Problem {
        registers: TEMPORARIES.into(),
        units: Vec::new(),
    };
    let mut units: Vec<Vec<Scalar>> = Vec::new();
    for members in clusters.iter() {
        let alive = |scalar: &&Scalar| {
            code.output_of(**scalar).is_none() && !ranges.get(**scalar).is_empty()
        };
        let members: Vec<Scalar> = members.iter().filter(alive).copied().collect();
        if members.is_empty() {
            continue;
        }
        let lane = |scalar: &Scalar| Lane {
            ranges: ranges.get(*scalar).to_vec(),
            component: None,
        };
        problem.units.push(Unit {
            lanes: members.iter().map(lane).collect(),
            ..Unit::default()
        });
        units.push(members);
    }
    let found = allocate(&problem, BUDGET).map_err(|failure| Pressure {
        point: failure.point,
        live: failure.live,
    })?;
    let mut lanes = Lanes {
        places: vec![None; code.scalars.len()],
        used: found.used,
    };
    for (members, place) in units.iter().zip(&found.places) {
        for (scalar, component) in members.iter().zip(&place.components) {
            if let Some(slot) = lanes.places.get_mut(scalar.0 as usize) {
                *slot = Some((place.register as u8, *component));
            }
        }
    }
    Ok(lanes)
}
