//! A program as the scheduler takes it: values with lanes by their places, conditionals as operations.
//!
//! A *value* is a vector of the machine IR: one to four lanes that one instruction, or several writing
//! different lanes, define once. The lanes of each operand lie in one constant, one input, or in values that
//! scheduling brings into one temporary.

use crate::isa::{File, LaneMask, Opcode, Sampler};
use retroshade_diagnostics::Span;
use smallvec::SmallVec;

/// A value by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ValueId(pub(crate) u32);

impl ValueId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A scalar that an operand reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Lane {
    /// Nobody depends on it.
    Undefined,
    /// A lane of a value.
    Value(ValueId, u8),
    /// A number by its bits; gets a place in a constant register.
    Literal(u32),
    /// A lane of a constant, attribute, varying or the instance number.
    Register(File, u16, u8),
    /// A lane of a constant that [`Code::indices`] selects.
    Indirect(u32, u8),
}

/// The lanes of an operand in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lanes {
    lanes: [Lane; 4],
    len: u8,
}

impl Lanes {
    /// No lanes.
    pub(crate) const EMPTY: Lanes = Lanes {
        lanes: [Lane::Undefined; 4],
        len: 0,
    };

    /// The first four of a sequence.
    pub(crate) fn new(lanes: impl IntoIterator<Item = Lane>) -> Lanes {
        let mut list = Lanes::EMPTY;
        for (slot, lane) in list.lanes.iter_mut().zip(lanes) {
            *slot = lane;
            list.len += 1;
        }
        list
    }

    /// In order.
    pub(crate) fn as_slice(&self) -> &[Lane] {
        &self.lanes[..self.len.into()]
    }

    /// The lane at a place; undefined beyond the end.
    pub(crate) fn at(&self, place: usize) -> Lane {
        self.as_slice()
            .get(place)
            .copied()
            .unwrap_or(Lane::Undefined)
    }

    /// Puts a lane at a place, 0 to 3; places in between become undefined.
    pub(crate) fn set(&mut self, place: usize, lane: Lane) {
        self.lanes[place] = lane;
        self.len = self.len.max(place as u8 + 1);
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.len.into()
    }

    /// True if there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The rows of a matrix operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matrix {
    /// From this constant on.
    Direct(u16),
    /// From the constant on that an index selects.
    Indirect(u32),
}

/// A register that is added to a constant's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Index {
    /// The lane that holds it.
    pub(crate) lane: Lane,
    /// Added.
    pub(crate) offset: u8,
}

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Nothing.
    None,
    /// These lanes of a value; lane i of the value is lane i of the operation.
    Value(ValueId, LaneMask),
    /// An output register: component i takes lane `from[i]` of the operation.
    Output {
        /// Output, varying or depth.
        file: File,
        /// The number.
        number: u16,
        /// For each component the lane, `None` where it is not written.
        from: [Option<u8>; 4],
    },
}

/// The components of an output that take a lane of an operation.
pub(crate) fn components(from: &[Option<u8>; 4]) -> LaneMask {
    let taken = (0..4u8).zip(from).filter(|(_, lane)| lane.is_some());
    taken.map(|(component, _)| component).collect()
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Op {
    /// Which.
    pub(crate) opcode: Opcode,
    /// The destination.
    pub(crate) target: Target,
    /// Source A. For operations lane by lane, lane i is for lane i of the result.
    pub(crate) a: Lanes,
    /// Source B.
    pub(crate) b: Lanes,
    /// Source B of the matrix operations.
    pub(crate) matrix: Option<Matrix>,
    /// Of lookups.
    pub(crate) sampler: Option<Sampler>,
    /// How it takes part in conditionals.
    pub(crate) flow: Option<Box<Flow>>,
    /// The source it came from.
    pub(crate) span: Span,
}

/// A comparison that opens a conditional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Guard {
    /// `ife`, `ine` or `ifl`.
    pub(crate) opcode: Opcode,
    /// The operands.
    pub(crate) a: Lane,
    pub(crate) b: Lane,
}

/// How an operation takes part in conditionals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It is executed where comparisons hold; elsewhere its lanes are what other lanes are.
    Guarded(Guarded),
    /// It is a comparison, and these are executed where it holds. They are guarded by it.
    Block(Vec<Op>),
}

/// An operation under comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guarded {
    /// From the outermost on. Those of the blocks that it stands in are left out.
    pub(crate) guards: SmallVec<[Guard; 1]>,
    /// For each lane that it writes the one that holds where they do not: lanes of one value, in whose
    /// register it writes, so that all others read them before. In lowering any lanes.
    pub(crate) over: Lanes,
}

impl Op {
    /// The comparisons that it is executed under, and what it writes over.
    pub(crate) fn guarded(&self) -> Option<&Guarded> {
        match self.flow.as_deref() {
            Some(Flow::Guarded(guarded)) => Some(guarded),
            Some(Flow::Block(_)) | None => None,
        }
    }

    /// The operations under a comparison.
    pub(crate) fn body(&self) -> &[Op] {
        match self.flow.as_deref() {
            Some(Flow::Block(body)) => body,
            Some(Flow::Guarded(_)) | None => &[],
        }
    }

    /// The operation and those under it, from the first to the last, each before those under it.
    pub(crate) fn all(&self) -> SmallVec<[&Op; 1]> {
        let mut all = SmallVec::from_iter([self]);
        for op in self.body() {
            all.extend(op.all());
        }
        all
    }

    /// Calls `each` with the operands of the operation and of those under it, in order, two of each,
    /// and with their numbers, which go on from `number`. Gives the number that follows.
    pub(crate) fn each_operand(
        &self,
        number: usize,
        each: &mut impl FnMut(usize, &Lanes),
    ) -> usize {
        each(number, &self.a);
        each(number + 1, &self.b);
        let body = self.body().iter();
        body.fold(number + 2, |number, op| op.each_operand(number, each))
    }

    /// True if it multiplies a matrix and a vector that lies in a temporary with results in another.
    pub(crate) fn is_product(&self) -> bool {
        let held = |lane: &Lane| matches!(lane, Lane::Value(..));
        self.matrix.is_some()
            && matches!(self.target, Target::Value(..))
            && self.a.as_slice().iter().any(held)
    }

    /// The components of an output that it writes besides those that are taken from it.
    pub(crate) fn besides(&self) -> LaneMask {
        let Target::Output { from, .. } = self.target else {
            return LaneMask::NONE;
        };
        let taken = components(&from);
        LaneMask::from_bits(self.opcode.info().whole().bits() & !taken.bits())
    }

    /// The constants that it reads by component, in the order of its operands.
    pub(crate) fn constants(&self) -> impl Iterator<Item = u16> {
        let operands = self.operands().into_iter().flat_map(Lanes::as_slice);
        operands.filter_map(|lane| match lane {
            Lane::Register(File::Constant, number, _) => Some(*number),
            _ => None,
        })
    }

    /// The number of tokens that it is.
    pub(crate) fn tokens(&self) -> usize {
        match self.flow.as_deref() {
            Some(Flow::Block(body)) => 2 + body.iter().map(Op::tokens).sum::<usize>(),
            Some(Flow::Guarded(_)) | None => 1,
        }
    }

    /// Both operands.
    pub(crate) fn operands(&self) -> [&Lanes; 2] {
        [&self.a, &self.b]
    }

    /// True if lane i of the result takes lane i of each operand.
    pub(crate) fn is_lanewise(&self) -> bool {
        self.opcode.info().is_lanewise()
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueInfo {
    /// Lanes that somebody reads.
    pub(crate) needed: u8,
    /// Lane i is component i of its register.
    pub(crate) fixed: bool,
    /// Components of the register that its instruction writes besides.
    pub(crate) clobbers: u8,
}

/// A whole program before scheduling.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Code {
    /// Instructions in an order that respects data.
    pub(crate) ops: Vec<Op>,
    pub(crate) values: Vec<ValueInfo>,
    /// Index registers of indirect lanes.
    pub(crate) indices: Vec<Index>,
}

impl Code {
    #[cfg(test)]
    /// A fresh value.
    pub(crate) fn value(&mut self, info: ValueInfo) -> ValueId {
        self.values.push(info);
        ValueId(self.values.len() as u32 - 1)
    }

    /// The number of an index, the same for the same one.
    pub(crate) fn index(&mut self, index: Index) -> u32 {
        let found = self.indices.iter().position(|other| *other == index);
        let place = found.unwrap_or_else(|| {
            self.indices.push(index);
            self.indices.len() - 1
        });
        place as u32
    }

    /// The number of tokens, without copies. Before blocks are formed at least as many, if each
    /// conditional opens once.
    pub(crate) fn tokens(&self) -> usize {
        let mut guards: Vec<Guard> = Vec::new();
        for guarded in self.ops.iter().filter_map(Op::guarded) {
            guards.extend(&guarded.guards);
        }
        guards.sort_unstable();
        guards.dedup();
        2 * guards.len() + self.ops.iter().map(Op::tokens).sum::<usize>()
    }

    /// Calls `each` with what [`Code::reads`] lists, in some order.
    pub(crate) fn each_read(&self, op: &Op, mut each: impl FnMut(Lane)) {
        if op.flow.is_some() {
            return self.reads(op).into_iter().for_each(each);
        }
        let mut index = |index: u32| each(self.indices[index as usize].lane);
        if !self.indices.is_empty() {
            for &lane in op.a.as_slice().iter().chain(op.b.as_slice()) {
                if let Lane::Indirect(number, _) = lane {
                    index(number);
                }
            }
            if let Some(Matrix::Indirect(number)) = op.matrix {
                index(number);
            }
        }
        op.a.as_slice().iter().for_each(|lane| each(*lane));
        op.b.as_slice().iter().for_each(|lane| each(*lane));
    }

    /// Every lane that an instruction reads, those that hold indices included, and those that
    /// guarded operations write over.
    pub(crate) fn reads(&self, op: &Op) -> SmallVec<[Lane; 8]> {
        let mut reads = SmallVec::new();
        reads.extend_from_slice(op.a.as_slice());
        reads.extend_from_slice(op.b.as_slice());
        match op.flow.as_deref() {
            Some(Flow::Guarded(guarded)) => {
                reads.extend(guarded.guards.iter().flat_map(|guard| [guard.a, guard.b]));
                reads.extend_from_slice(guarded.over.as_slice());
            }
            Some(Flow::Block(body)) => reads.extend(body.iter().flat_map(|op| self.reads(op))),
            None => {}
        }
        if self.indices.is_empty() {
            return reads;
        }
        for place in 0..reads.len() {
            if let Lane::Indirect(index, _) = reads[place] {
                reads.push(self.indices[index as usize].lane);
            }
        }
        if let Some(Matrix::Indirect(index)) = op.matrix {
            reads.push(self.indices[index as usize].lane);
        }
        reads
    }
}
