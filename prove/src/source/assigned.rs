//! What the variables of the source are assigned on the way.

use super::{Source, World};
use crate::domain::{Domain, Value};
use retroshade_ir::locals::Locals;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Inst, Region, Shader};
use rustc_hash::FxHashMap;

/// An assignment that was made.
#[derive(Clone, Debug)]
pub(crate) struct Assigned {
    /// Which of the table.
    pub(crate) assignment: usize,
    /// The numbers of its lanes; `None` for lanes that were never assigned.
    pub(crate) lanes: Vec<Option<Value>>,
}

/// Assignments that are kept: loops make many.
const MOST_ASSIGNED: usize = 5_000;

/// The assignments of a table by their places, and those that were made.
#[derive(Default)]
pub(super) struct Looks {
    by_place: FxHashMap<(Region, Option<Inst>), Vec<Looked>>,
    made: Vec<Assigned>,
}

/// Which of the table, with the values of its lanes.
type Looked = (usize, Vec<Option<(retroshade_ir::Value, u8)>>);

/// Evaluates a shader at the point of a domain, and gives the assignments in the order in which they are made, as far as
/// the evaluation comes.
pub(crate) fn assigned(
    shader: &Shader,
    locals: &Locals,
    domain: &mut Domain,
    inputs: &RunInputs,
    world: World<'_>,
) -> Vec<Assigned> {
    let mut looks = Looks::default();
    for (number, one) in locals.assignments.iter().enumerate() {
        let here = looks.by_place.entry((one.region, one.after)).or_default();
        here.push((number, one.lanes.to_vec()));
    }
    let mut source = Source::new(shader, domain, inputs, world);
    source.looks = Some(looks);
    // What was assigned before something that is not modelled counts.
    let _ = source.region(shader.body);
    source.looks.map(|looks| looks.made).unwrap_or_default()
}

impl Source<'_> {
    /// Keeps what is assigned behind an instruction of a region, or at its start.
    pub(super) fn look(&mut self, region: Region, after: Option<Inst>) {
        let Some(looks) = &mut self.looks else {
            return;
        };
        let Some(here) = looks.by_place.get(&(region, after)) else {
            return;
        };
        for (assignment, lanes) in here {
            if looks.made.len() == MOST_ASSIGNED {
                return;
            }
            let undefined = self.domain.undefined();
            let number = |(value, lane): (retroshade_ir::Value, u8)| {
                let lanes = &self.values[value];
                lanes.get(usize::from(lane)).copied().unwrap_or(undefined)
            };
            looks.made.push(Assigned {
                assignment: *assignment,
                lanes: lanes.iter().map(|lane| lane.map(number)).collect(),
            });
        }
    }
}
