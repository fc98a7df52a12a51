//! The dependence graph: who waits for whom, heights, and what operations need of a slot.

use crate::isa::Mac;
use crate::isa::registers::POSITION;
use crate::machine::{ATTRIBUTE, CONSTANT, Operation, View, ViewOp, output};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{AddressId, Home, OpId, Read, Reg, VectorId};

/// Dependences and what follows from them.
#[derive(Clone, Debug)]
pub struct Dag {
    /// Operations that read what an operation makes, each once.
    pub successors: EntityVec<OpId, Vec<OpId>>,
    /// Number of operations an operation waits for.
    pub predecessors: EntityVec<OpId, u32>,
    /// Slots from an operation's to the end, both included.
    pub height: EntityVec<OpId, u32>,
    /// The value of a0 that an operation needs.
    pub address: EntityVec<OpId, Option<AddressId>>,
    /// For each value of a0 the operations that its index waits for.
    pub address_waits: EntityVec<AddressId, Vec<OpId>>,
    /// For each value of a0 the number of operations that need it.
    pub address_users: EntityVec<AddressId, u32>,
    /// For each vector and component the operations and values of a0 that read it.
    pub readers: EntityVec<VectorId, [u32; 4]>,
    /// For each operation the components it reads, each once.
    pub reads: EntityVec<OpId, Vec<(VectorId, u8)>>,
    /// For each value of a0 the components of its index.
    pub address_reads: EntityVec<AddressId, Vec<(VectorId, u8)>>,
    /// For each operation what it needs of the shared parts of a slot.
    pub needs: EntityVec<OpId, Needs>,
}

/// What an operation needs of the parts of a slot that both units share. Two operations that need
/// different things cannot pair; whether two others can is for the encoder to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The attribute it reads.
    attribute: Option<Reg>,
    /// The constant it reads.
    constant: Option<Home>,
    /// What is on port C, and its sign.
    port: Option<(Home, bool)>,
    /// Whether it writes an output.
    output: bool,
}

impl Needs {
    pub(super) fn of(reads: &[Read], port: Option<&Read>, output: bool) -> Needs {
        let mut needs = Needs {
            port: port.map(|read| (read.home, read.negate)),
            output,
            ..Needs::default()
        };
        for read in reads {
            match read.home {
                Home::Reg(reg) if reg.file == ATTRIBUTE => needs.attribute = Some(reg),
                Home::Reg(reg) | Home::Indexed(reg, _) if reg.file == CONSTANT => {
                    needs.constant = Some(read.home);
                }
                Home::Reg(_) | Home::Indexed(..) | Home::Vector(_) => {}
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

/// Which operation writes each component of each vector, and of oPos.
struct Writers {
    vectors: EntityVec<VectorId, [Option<OpId>; 4]>,
    position: [Option<OpId>; 4],
}

impl Writers {
    fn of(code: &View) -> Writers {
        let mut writers = Writers {
            vectors: EntityVec::filled([None; 4], code.vectors.len()),
            position: [None; 4],
        };
        for (id, op) in code.ops.iter() {
            if let Some(kept) = op.kept {
                for component in kept.components.iter().flatten() {
                    writers.vectors[kept.vector][usize::from(component & 3)] = Some(id);
                }
            }
            if let Some(out) = op.out.filter(|out| out.reg == output(POSITION)) {
                for (slot, from) in writers.position.iter_mut().zip(out.from) {
                    if from.is_some() {
                        *slot = Some(id);
                    }
                }
            }
        }
        writers
    }

    /// Operations that an operand waits for, and the components that it reads of vectors.
    fn waits(&self, read: &Read) -> Vec<(OpId, Option<(VectorId, u8)>)> {
        let positions = (0..4).filter(|at| read.needed >> at & 1 == 1);
        let waits = positions.filter_map(|at| {
            let component = read.components[at] & 3;
            let at = usize::from(component);
            match read.home {
                Home::Vector(vector) => {
                    Some((self.vectors[vector][at]?, Some((vector, component))))
                }
                Home::Reg(reg) if reg == output(POSITION) => Some((self.position[at]?, None)),
                Home::Reg(_) | Home::Indexed(..) => None,
            }
        });
        waits.collect()
    }
}

impl Dag {
    /// Analyses a program.
    pub fn new(code: &View) -> Dag {
        let writers = Writers::of(code);
        let count = code.ops.len();
        let mut dag = Dag {
            successors: EntityVec::filled(Vec::new(), count),
            predecessors: EntityVec::filled(0, count),
            height: EntityVec::filled(0, count),
            address: EntityVec::filled(None, count),
            address_waits: EntityVec::new(),
            address_users: EntityVec::filled(0, code.addresses.len()),
            readers: EntityVec::filled([0; 4], code.vectors.len()),
            reads: EntityVec::new(),
            address_reads: EntityVec::new(),
            needs: code.ops.values().map(Needs::of_op).collect(),
        };
        for (index, _) in code.addresses.values() {
            let waits = writers.waits(index);
            let reads = dag.count_reads(&waits);
            dag.address_reads.push(reads);
            dag.address_waits.push(distinct(waits));
        }
        for (id, op) in code.ops.iter() {
            let mut waits = Vec::new();
            for read in &op.reads {
                waits.extend(writers.waits(read));
                if let Home::Indexed(_, address) = read.home {
                    dag.address[id] = Some(address);
                }
            }
            let reads = dag.count_reads(&waits);
            dag.reads.push(reads);
            if let Some(address) = dag.address[id] {
                dag.address_users[address] += 1;
            }
            let before = distinct(waits);
            dag.predecessors[id] = before.len() as u32;
            for other in before {
                dag.successors[other].push(id);
            }
        }
        dag.find_heights();
        dag
    }

    /// Counts one reader for each component and gives the components, each once.
    fn count_reads(&mut self, waits: &[(OpId, Option<(VectorId, u8)>)]) -> Vec<(VectorId, u8)> {
        let mut lanes: Vec<(VectorId, u8)> = waits.iter().filter_map(|(_, lane)| *lane).collect();
        lanes.sort_unstable();
        lanes.dedup();
        for (vector, component) in &lanes {
            self.readers[*vector][usize::from(*component)] += 1;
        }
        lanes
    }

    /// Heights against the edges; an operation that sets a0 stands one before its users.
    fn find_heights(&mut self) {
        for id in self.topological().into_iter().rev() {
            let after = self.successors[id].iter().map(|next| self.height[*next]);
            let after = after.max().unwrap_or(0);
            self.height[id] = self.height[id].max(after + 1);
            // What the index of a0 waits for comes two slots before whoever needs a0.
            if let Some(address) = self.address[id] {
                let height = self.height[id] + 2;
                for before in &self.address_waits[address] {
                    self.height[*before] = self.height[*before].max(height);
                }
            }
        }
    }

    /// Operations in an order in which each comes after those it waits for, a0 included.
    fn topological(&self) -> Vec<OpId> {
        let mut waiting = self.predecessors.clone();
        let mut after_address: EntityVec<OpId, Vec<OpId>> =
            EntityVec::filled(Vec::new(), waiting.len());
        for (id, address) in self.address.iter() {
            let Some(address) = address else { continue };
            for before in &self.address_waits[*address] {
                after_address[*before].push(id);
                waiting[id] += 1;
            }
        }
        let mut order: Vec<OpId> = waiting.keys().filter(|id| waiting[*id] == 0).collect();
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

fn distinct(waits: Vec<(OpId, Option<(VectorId, u8)>)>) -> Vec<OpId> {
    let mut ids: Vec<OpId> = waits.into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
