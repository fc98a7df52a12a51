//! Who waits for whom.

use crate::isa::Mac;
use crate::isa::registers::POSITION;
use crate::select::code::{Arg, Code, Op, OpId, Source, VirtualId};
use crate::select::graph::{AddressId, Operation, address_index};

/// Dependences and what follows from them.
#[derive(Clone, Debug)]
pub struct Dag {
    /// Operations that read what an operation makes, each once.
    pub successors: Vec<Vec<OpId>>,
    /// Number of operations an operation waits for.
    pub predecessors: Vec<u32>,
    /// Slots from an operation's to the end, both included.
    pub height: Vec<u32>,
    /// The value of a0 that an operation needs.
    pub address: Vec<Option<AddressId>>,
    /// For each value of a0 the operations that its index waits for.
    pub address_waits: Vec<Vec<OpId>>,
    /// For each value of a0 the number of operations that need it.
    pub address_users: Vec<u32>,
    /// For each virtual register and lane the operations and values of a0 that read it.
    pub readers: Vec<[u32; 4]>,
    /// For each operation the virtual lanes it reads, each once.
    pub reads: Vec<Vec<(VirtualId, u8)>>,
    /// For each value of a0 the virtual lanes of its index.
    pub address_reads: Vec<Vec<(VirtualId, u8)>>,
    /// For each operation what it needs of the shared parts of a slot.
    pub needs: Vec<Needs>,
}

/// What an operation needs of the parts of a slot that both units share. Two operations that need
/// different things cannot pair; whether two others can is for the encoder to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The attribute it reads.
    attribute: Option<u8>,
    /// The constant it reads.
    constant: Option<Source>,
    /// What is on port C, and its sign.
    port: Option<(Source, bool)>,
    /// Whether it writes an output.
    output: bool,
}

impl Needs {
    pub(super) fn of(args: &[Arg], port: Option<&Arg>, output: bool) -> Needs {
        let mut needs = Needs {
            port: port.map(|arg| (arg.source, arg.negate)),
            output,
            ..Needs::default()
        };
        for arg in args {
            match arg.source {
                Source::Attribute(index) => needs.attribute = Some(index),
                Source::Constant(_) | Source::Relative(..) => needs.constant = Some(arg.source),
                Source::Virtual(_) | Source::Position => {}
            }
        }
        needs
    }

    /// The needs of an operation on the unit it usually runs on: the vector unit for those that can
    /// run on both.
    fn of_op(op: &Op) -> Needs {
        let port = match op.operation {
            Operation::Mac(Mac::Add) => op.args.get(1),
            Operation::Mac(Mac::Mad) => op.args.get(2),
            Operation::Ilu(_) => op.args.first(),
            Operation::Mac(_) | Operation::Move | Operation::Positive | Operation::One => None,
        };
        Needs::of(&op.args, port, op.emit.is_some())
    }

    /// The needs of an operation on the scalar unit.
    pub fn on_ilu(op: &Op) -> Needs {
        let used = match op.operation {
            Operation::One => &[],
            Operation::Positive => op.args.get(..1).unwrap_or_default(),
            _ => op.args.as_slice(),
        };
        Needs::of(used, used.first(), op.emit.is_some())
    }

    /// Whether two operations may be worth a try.
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

/// Which operation writes each lane of each virtual register, and of oPos.
struct Writers {
    registers: Vec<[Option<OpId>; 4]>,
    position: [Option<OpId>; 4],
}

impl Writers {
    fn of(code: &Code) -> Writers {
        let mut writers = Writers {
            registers: vec![[None; 4]; code.registers.len()],
            position: [None; 4],
        };
        for (id, op) in code.ops.iter().enumerate() {
            if let Some(keep) = op.keep {
                for lane in keep.lanes.iter().flatten() {
                    if let Some(slot) = writers.lane(keep.register, *lane) {
                        *slot = Some(id);
                    }
                }
            }
            if let Some(emit) = op.emit.filter(|emit| emit.number == POSITION) {
                for (slot, lane) in writers.position.iter_mut().zip(emit.lanes) {
                    if lane.is_some() {
                        *slot = Some(id);
                    }
                }
            }
        }
        writers
    }

    fn lane(&mut self, register: VirtualId, lane: u8) -> Option<&mut Option<OpId>> {
        self.registers.get_mut(register)?.get_mut(usize::from(lane))
    }

    /// Operations that an operand waits for, and the virtual lanes it reads.
    fn waits(&self, arg: &Arg) -> Vec<(OpId, Option<(VirtualId, u8)>)> {
        let lanes = arg.lanes.iter().enumerate();
        let needed = lanes
            .filter(|(at, _)| arg.needed >> at & 1 == 1)
            .map(|(_, lane)| *lane);
        let waits = needed.filter_map(|lane| {
            let at = usize::from(lane & 3);
            match arg.source {
                Source::Virtual(register) => {
                    let writer = self.registers.get(register).and_then(|lanes| lanes[at])?;
                    Some((writer, Some((register, lane))))
                }
                Source::Position => Some((self.position[at]?, None)),
                Source::Attribute(_) | Source::Constant(_) | Source::Relative(..) => None,
            }
        });
        waits.collect()
    }
}

impl Dag {
    /// Analyses a program.
    pub fn new(code: &Code) -> Dag {
        let writers = Writers::of(code);
        let count = code.ops.len();
        let mut dag = Dag {
            successors: vec![Vec::new(); count],
            predecessors: vec![0; count],
            height: vec![0; count],
            address: vec![None; count],
            address_waits: Vec::new(),
            address_users: vec![0; code.addresses.len()],
            readers: vec![[0; 4]; code.registers.len()],
            reads: Vec::with_capacity(count),
            address_reads: Vec::new(),
            needs: code.ops.iter().map(Needs::of_op).collect(),
        };
        for address in &code.addresses {
            let waits = writers.waits(&address.arg);
            let reads = dag.count_reads(&waits);
            dag.address_reads.push(reads);
            dag.address_waits.push(distinct(waits));
        }
        for (id, op) in code.ops.iter().enumerate() {
            let mut waits = Vec::new();
            for arg in &op.args {
                waits.extend(writers.waits(arg));
                if let Source::Relative(_, address) = arg.source {
                    dag.address[id] = Some(address);
                }
            }
            let reads = dag.count_reads(&waits);
            dag.reads.push(reads);
            if let Some(address) = dag.address[id] {
                let number = address_index(address);
                if let Some(users) = dag.address_users.get_mut(number) {
                    *users += 1;
                }
            }
            let before = distinct(waits);
            dag.predecessors[id] = before.len() as u32;
            for other in before {
                if let Some(list) = dag.successors.get_mut(other) {
                    list.push(id);
                }
            }
        }
        dag.find_heights(code);
        dag
    }

    /// Counts one reader for each lane and gives the lanes, each once.
    fn count_reads(&mut self, waits: &[(OpId, Option<(VirtualId, u8)>)]) -> Vec<(VirtualId, u8)> {
        let mut lanes: Vec<(VirtualId, u8)> = waits.iter().filter_map(|(_, lane)| *lane).collect();
        lanes.sort_unstable();
        lanes.dedup();
        for (register, lane) in &lanes {
            let counts = self.readers.get_mut(*register);
            if let Some(count) = counts.and_then(|counts| counts.get_mut(usize::from(*lane))) {
                *count += 1;
            }
        }
        lanes
    }

    /// Heights by a walk against the edges; an operation that sets a0 stands one before its users.
    fn find_heights(&mut self, code: &Code) {
        let order = self.topological(code);
        for id in order.into_iter().rev() {
            let after = self.successors[id]
                .iter()
                .map(|next| self.height[*next])
                .max()
                .unwrap_or(0);
            self.height[id] = self.height[id].max(after + 1);
            // What the index of a0 waits for comes two slots before whoever needs a0.
            if let Some(address) = self.address[id] {
                let height = self.height[id] + 2;
                let waits = self
                    .address_waits
                    .get(address_index(address))
                    .cloned()
                    .unwrap_or_default();
                for before in waits {
                    self.height[before] = self.height[before].max(height);
                }
            }
        }
    }

    /// Operations in an order in which each comes after those it waits for, a0 included.
    fn topological(&self, code: &Code) -> Vec<OpId> {
        let mut waiting = self.predecessors.clone();
        let mut after_address: Vec<Vec<OpId>> = vec![Vec::new(); code.ops.len()];
        for (id, address) in self.address.iter().enumerate() {
            let waits = address.and_then(|address| self.address_waits.get(address_index(address)));
            for before in waits.into_iter().flatten() {
                after_address[*before].push(id);
                waiting[id] += 1;
            }
        }
        let mut order: Vec<OpId> = (0..code.ops.len()).filter(|id| waiting[*id] == 0).collect();
        let mut next = 0;
        while let Some(id) = order.get(next).copied() {
            next += 1;
            for later in self.successors[id].iter().chain(&after_address[id]) {
                waiting[*later] -= 1;
                if waiting[*later] == 0 {
                    order.push(*later);
                }
            }
        }
        order
    }
}

fn distinct(waits: Vec<(OpId, Option<(VirtualId, u8)>)>) -> Vec<OpId> {
    let mut ids: Vec<OpId> = waits.into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
