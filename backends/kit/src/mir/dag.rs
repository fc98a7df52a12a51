//! The dependence graph of a straight-line program in the state of vectors: which instructions and values of the
//! address register wait for which, and the components that each reads.

use super::{AddressId, Location, Machine, OpId, Read, Reg, VectorId, View};
use crate::dependence::DependenceGraph;
use indexmap::IndexMap;
use retroshade_ir::entity;
use retroshade_ir::entity::{EntityRef, EntityVec};

entity! {
    /// An instruction, or behind all of them a value of the address register.
    TaskId, "t"
}

/// Why a task waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// An instruction reads what the other one writes.
    Value,
    /// An instruction needs a value of the address register, or that one its index.
    Address,
}

/// A component of a vector.
pub type Component = (VectorId, u8);

/// Dependences between instructions and the values of the address register that some of them need.
#[derive(Clone, Debug)]
pub struct Dag {
    /// What waits for what, each once. Values of the address register that no instruction needs wait for nothing.
    pub graph: DependenceGraph<TaskId, Wait>,
    /// For each instruction the number of others whose results it reads.
    pub waiting: EntityVec<OpId, u32>,
    /// The address value that an instruction needs.
    pub address: EntityVec<OpId, Option<AddressId>>,
    /// For each address value the number of instructions that need it.
    pub address_users: EntityVec<AddressId, u32>,
    /// For each component of a vector the instructions and address values that read it.
    pub readers: EntityVec<VectorId, [u32; 4]>,
    /// For each instruction the components that it reads, each once.
    pub reads: EntityVec<OpId, Vec<Component>>,
    /// For each address value the components of its index.
    pub address_reads: EntityVec<AddressId, Vec<Component>>,
}

/// Which instruction writes each component of each vector, and of outputs that can be read back.
struct Writers {
    vectors: EntityVec<VectorId, [Option<OpId>; 4]>,
    outputs: IndexMap<Reg, [Option<OpId>; 4]>,
}

impl Writers {
    fn of<M: Machine>(view: &View<M>) -> Writers {
        let mut writers = Writers {
            vectors: EntityVec::filled([None; 4], view.vectors.len()),
            outputs: IndexMap::new(),
        };
        for (id, op) in view.ops.iter() {
            if let Some(kept) = op.kept {
                for component in kept.components.iter().flatten() {
                    writers.vectors[kept.vector][usize::from(component & 3)] = Some(id);
                }
            }
            if let Some(out) = op.out.filter(|out| M::reads_back(out.reg)) {
                let written = writers.outputs.entry(out.reg).or_default();
                for (slot, from) in written.iter_mut().zip(out.from) {
                    *slot = from.map(|_| id).or(*slot);
                }
            }
        }
        writers
    }

    /// Instructions that an operand waits for, and the components that it reads of vectors.
    fn waits(&self, read: &Read) -> Vec<(OpId, Option<Component>)> {
        let positions = (0..4).filter(|at| read.needed >> at & 1 == 1);
        let waits = positions.filter_map(|at| {
            let component = read.components[at] & 3;
            let at = usize::from(component);
            match read.location {
                Location::Vector(vector) => {
                    Some((self.vectors[vector][at]?, Some((vector, component))))
                }
                Location::Reg(reg) => Some((self.outputs.get(&reg)?[at]?, None)),
                Location::Indexed(..) => None,
            }
        });
        waits.collect()
    }
}

fn distinct(waits: Vec<(OpId, Option<Component>)>) -> Vec<OpId> {
    let mut ids: Vec<OpId> = waits.into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

impl Dag {
    /// Analyses a program.
    pub fn of<M: Machine>(view: &View<M>) -> Dag {
        let writers = Writers::of(view);
        let count = view.ops.len();
        let mut dag = Dag {
            graph: DependenceGraph::of(0, []),
            waiting: EntityVec::filled(0, count),
            address: EntityVec::filled(None, count),
            address_users: EntityVec::filled(0, view.addresses.len()),
            readers: EntityVec::filled([0; 4], view.vectors.len()),
            reads: EntityVec::new(),
            address_reads: EntityVec::new(),
        };
        let mut edges = Vec::new();
        for (id, op) in view.ops.iter() {
            let mut waits = Vec::new();
            for read in &op.reads {
                waits.extend(writers.waits(read));
                if let Location::Indexed(_, address) = read.location {
                    dag.address[id] = Some(address);
                }
            }
            let reads = dag.count_reads(&waits);
            dag.reads.push(reads);
            if let Some(address) = dag.address[id] {
                dag.address_users[address] += 1;
                edges.push((dag.address_task(address), TaskId::of(id), Wait::Address));
            }
            let before = distinct(waits);
            dag.waiting[id] = before.len() as u32;
            let before = before.into_iter();
            edges.extend(before.map(|first| (TaskId::of(first), TaskId::of(id), Wait::Value)));
        }
        for (address, (index, _)) in view.addresses.iter() {
            let waits = writers.waits(index);
            let reads = dag.count_reads(&waits);
            dag.address_reads.push(reads);
            if dag.address_users[address] > 0 {
                let task = dag.address_task(address);
                let before = distinct(waits).into_iter();
                edges.extend(before.map(|first| (TaskId::of(first), task, Wait::Address)));
            }
        }
        dag.graph = DependenceGraph::of(count + view.addresses.len(), edges);
        dag
    }

    /// The task of setting the address register to a value.
    pub fn address_task(&self, address: AddressId) -> TaskId {
        TaskId::new(self.address.len() + address.index())
    }

    /// The instructions that read what one writes.
    pub fn readers_of(&self, id: OpId) -> impl Iterator<Item = OpId> + '_ {
        let after = self.graph.after(TaskId::of(id));
        let readers = after.filter(|(_, wait)| *wait == Wait::Value);
        readers.map(|(task, _)| OpId::new(task.index()))
    }

    /// The instructions that write the index of an address value.
    pub fn index_writers(&self, address: AddressId) -> impl Iterator<Item = OpId> + '_ {
        let before = self.graph.before(self.address_task(address));
        before.map(|(task, _)| OpId::new(task.index()))
    }

    /// Counts one reader for each component and gives the components, each once.
    fn count_reads(&mut self, waits: &[(OpId, Option<Component>)]) -> Vec<Component> {
        let mut lanes: Vec<Component> = waits.iter().filter_map(|(_, lane)| *lane).collect();
        lanes.sort_unstable();
        lanes.dedup();
        for (vector, component) in &lanes {
            self.readers[*vector][usize::from(*component)] += 1;
        }
        lanes
    }
}

impl TaskId {
    /// The task of an instruction.
    pub fn of(id: OpId) -> TaskId {
        TaskId::new(id.index())
    }
}
