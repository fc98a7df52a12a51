//! What the scheduler knows of a program: dependences, heights, and what operations need of a slot.

use crate::isa::Mac;
use crate::machine::{ATTRIBUTE, CONSTANT, Operation, View, ViewOp};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{Dag, Location, OpId, Read, Reg, TaskId};

/// Dependences and what follows from them for slots.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The dependence graph.
    pub dag: Dag,
    /// Slots from an operation's to the end, both included.
    pub height: EntityVec<OpId, u32>,
    /// For each operation what it needs of the shared parts of a slot.
    pub needs: EntityVec<OpId, Needs>,
}

impl Analysis {
    /// Analyses a program.
    pub fn of(code: &View) -> Analysis {
        let dag = Dag::of(code);
        // ARL is one of the tasks: what the index of a0 waits for comes two slots before whoever needs a0.
        let heights = dag.graph.heights();
        Analysis {
            height: code.ops.keys().map(|id| heights[TaskId::of(id)]).collect(),
            needs: code.ops.values().map(Needs::of_op).collect(),
            dag,
        }
    }
}

/// What an operation needs of the parts of a slot that both units share. Two operations that need
/// different things cannot pair; whether two others can is for the encoder to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The attribute it reads.
    attribute: Option<Reg>,
    /// The constant it reads.
    constant: Option<Location>,
    /// What is on port C, and its sign.
    port: Option<(Location, bool)>,
    /// True if it writes an output.
    output: bool,
}

impl Needs {
    pub(super) fn of(reads: &[Read], port: Option<&Read>, output: bool) -> Needs {
        let mut needs = Needs {
            port: port.map(|read| (read.location, read.negate)),
            output,
            ..Needs::default()
        };
        for read in reads {
            match read.location {
                Location::Reg(reg) if reg.file == ATTRIBUTE => needs.attribute = Some(reg),
                Location::Reg(reg) | Location::Indexed(reg, _) if reg.file == CONSTANT => {
                    needs.constant = Some(read.location);
                }
                Location::Reg(_) | Location::Indexed(..) | Location::Vector(_) => {}
            }
        }
        needs
    }

    /// The needs of an operation on the unit it usually runs on: the vector unit for those that can
    /// run on both.
    fn of_op(op: &ViewOp) -> Needs {
        let port = match op.code {
            Operation::Mac(Mac::Add) => op.reads.get(1),
            Operation::Mac(Mac::Mad) => op.reads.get(2),
            Operation::Ilu(_) => op.reads.first(),
            Operation::Mac(_) | Operation::Move | Operation::Positive | Operation::One => None,
        };
        Needs::of(&op.reads, port, op.out.is_some())
    }

    /// The needs of an operation on the scalar unit.
    pub fn on_ilu(op: &ViewOp) -> Needs {
        let used = match op.code {
            Operation::One => &[],
            Operation::Positive => op.reads.get(..1).unwrap_or_default(),
            _ => op.reads.as_slice(),
        };
        Needs::of(used, used.first(), op.out.is_some())
    }

    /// True if two operations may be worth a try.
    pub fn agree(&self, other: &Needs) -> bool {
        fn same<T: PartialEq>(a: &Option<T>, b: &Option<T>) -> bool {
            match (a, b) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            }
        }
        same(&self.attribute, &other.attribute)
            && same(&self.constant, &other.constant)
            && same(&self.port, &other.port)
            && !(self.output && other.output)
    }
}
