//! Who reads a lane, and which instructions an output depends on.

use super::{AddressId, Base, If, Item, Lane, LaneRef, Machine, Op, OpId, Program, Shape};
use retroshade_ir::entity::{EntitySet, SecondaryMap};

/// A place that reads a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// An operand of an instruction.
    Operand(OpId, u8),
    /// An output, a condition or an index.
    Elsewhere,
}

/// For each instruction the places that read its results.
#[derive(Clone, Debug, Default)]
pub struct Users {
    ops: SecondaryMap<OpId, Vec<Use>>,
}

impl Users {
    /// The uses by instructions that an output depends on, each operand once.
    pub fn of<M: Machine>(program: &Program<M>) -> Users {
        let live = Live::of(program);
        let mut users = Users::default();
        let mut note = |lane: LaneRef, user: Use| {
            if let Some(op) = program.def_op(lane)
                && !users.ops[op].contains(&user)
            {
                users.ops[op].push(user);
            }
        };
        for (id, op) in program.ops.iter().filter(|(id, _)| live.has_op(*id)) {
            for (number, operand) in (0..).zip(&op.operands) {
                for lane in operand {
                    note(*lane, Use::Operand(id, number));
                }
            }
            for lane in op.predicate.iter().flat_map(|predicate| predicate.reads()) {
                note(lane, Use::Elsewhere);
            }
        }
        for lane in program.other_reads() {
            note(lane, Use::Elsewhere);
        }
        users
    }

    /// The places that read a result of an instruction.
    pub fn of_op(&self, op: OpId) -> &[Use] {
        &self.ops[op]
    }
}

/// The number of times that each value is read or assigned, by all instructions.
pub type Counts = SecondaryMap<Lane, u32>;

impl<M: Machine> Program<M> {
    /// The number of times that each value is read.
    pub fn count_reads(&self) -> Counts {
        let mut counts = Counts::with_len(self.lanes.len());
        let reads = self.ops.values().flat_map(Op::reads);
        for lane in reads.chain(self.other_reads()) {
            if let Some(value) = lane.as_value() {
                counts[value] += 1;
            }
        }
        counts
    }

    /// The number of times that each value is assigned.
    pub fn count_writes(&self) -> Counts {
        let mut counts = Counts::with_len(self.lanes.len());
        for lane in self.ops.values().flat_map(Op::values) {
            counts[lane] += 1;
        }
        counts
    }

    /// What outputs, conditions and indices read.
    pub fn other_reads(&self) -> impl Iterator<Item = LaneRef> {
        let outputs = self.outputs.iter().flat_map(|output| output.lanes);
        let indices = self.addresses.values().map(|address| address.index);
        outputs
            .flatten()
            .chain(self.condition_reads())
            .chain(indices)
    }

    pub(super) fn condition_reads(&self) -> impl Iterator<Item = LaneRef> {
        let items = self.blocks.values().flatten();
        let branches = items.filter_map(|item| match item {
            Item::If(branch) => Some(branch),
            _ => None,
        });
        branches.flat_map(If::reads)
    }
}

/// Operations that outputs and conditions depend on.
#[derive(Clone, Debug, Default)]
pub struct Live {
    ops: EntitySet<OpId>,
    /// Values that something reads.
    read: EntitySet<Lane>,
    /// Values that something reads or that an instruction writes to an output.
    lanes: EntitySet<Lane>,
    addresses: EntitySet<AddressId>,
}

impl Live {
    /// Marks from the outputs on. A result of a lanewise instruction needs its own lane of each operand;
    /// other results need all operands.
    pub fn of<M: Machine>(program: &Program<M>) -> Live {
        let mut marking = Marking {
            program,
            live: Live::default(),
            writers: SecondaryMap::new(),
            worklist: Vec::new(),
        };
        marking.find_writers();
        for output in &program.outputs {
            output
                .lanes
                .iter()
                .flatten()
                .for_each(|lane| marking.read(*lane));
        }
        for lane in program.condition_reads() {
            marking.read(lane);
        }
        for (id, op) in program.ops.iter() {
            for (at, lane) in (0..).zip(&op.results) {
                if lane.is_some_and(|lane| program.output_of(lane).is_some()) {
                    marking.want(id, at);
                }
            }
            let written = op.out.iter().flat_map(|out| out.from).flatten();
            written.for_each(|from| marking.want(id, from));
            if M::has_effect(op.code) && marking.live.ops.insert(id) {
                op.reads().for_each(|lane| marking.read(lane));
            }
        }
        while let Some((id, result)) = marking.worklist.pop() {
            marking.operands(id, result);
        }
        marking.live
    }

    /// True if a result of the instruction is needed.
    pub(crate) fn has_op(&self, op: OpId) -> bool {
        self.ops.contains(op)
    }

    /// True if something reads a value.
    pub fn is_read(&self, lane: Lane) -> bool {
        self.read.contains(lane)
    }

    /// True if something reads a value or an instruction writes it to an output.
    pub(crate) fn has_lane(&self, lane: Lane) -> bool {
        self.lanes.contains(lane)
    }

    /// True if an address value is needed.
    pub(crate) fn has_address(&self, address: AddressId) -> bool {
        self.addresses.contains(address)
    }
}

struct Marking<'p, M: Machine> {
    program: &'p Program<M>,
    live: Live,
    /// Instructions that assign each variable.
    writers: SecondaryMap<Lane, Vec<(OpId, u8)>>,
    worklist: Vec<(OpId, u8)>,
}

impl<M: Machine> Marking<'_, M> {
    fn find_writers(&mut self) {
        for (id, op) in self.program.ops.iter() {
            for (at, lane) in (0..).zip(&op.results) {
                if let Some(lane) = lane
                    && self.program.def(LaneRef::value(*lane)).is_none()
                {
                    self.writers[*lane].push((id, at));
                }
            }
        }
    }

    fn read(&mut self, lane: LaneRef) {
        match lane.base {
            Base::Value(value) => {
                if !self.live.read.insert(value) {
                    return;
                }
                self.live.lanes.insert(value);
                match self.program.def(lane) {
                    Some((op, at)) => self.want(op, at),
                    None => {
                        for (op, at) in std::mem::take(&mut self.writers[value]) {
                            self.want(op, at);
                        }
                    }
                }
            }
            Base::Indexed(_, address, _) => {
                if self.live.addresses.insert(address) {
                    self.read(self.program.addresses[address].index);
                }
            }
            // What is read back from an output is written by an instruction that stays for the output.
            Base::Reg(..) | Base::Literal(_) | Base::Undefined => {}
        }
    }

    fn want(&mut self, op: OpId, result: u8) {
        self.live.ops.insert(op);
        let wanted = &self.program.ops[op];
        let lane = wanted.results.get(usize::from(result));
        if let Some(Some(lane)) = lane {
            self.live.lanes.insert(*lane);
        }
        if M::keeps_results(wanted.code) {
            for lane in wanted.values() {
                self.live.read.insert(lane);
                self.live.lanes.insert(lane);
            }
        }
        self.worklist.push((op, result));
    }

    fn operands(&mut self, id: OpId, result: u8) {
        let op = &self.program.ops[id];
        if let Some(predicate) = &op.predicate {
            let over = predicate.over.get(usize::from(result)).copied();
            let tests = predicate.tests.iter().flat_map(|test| &test.operands);
            let reads = tests.flatten().copied().chain(over);
            reads.for_each(|lane| self.read(lane));
        }
        for (number, operand) in op.operands.iter().enumerate() {
            if op.shape() == Shape::Lanewise {
                if let Some(lane) = op.source(number, result) {
                    self.read(lane);
                }
            } else {
                operand.iter().for_each(|lane| self.read(*lane));
            }
        }
    }
}
