//! The dependence graph of a straight-line program in the state of vectors: which instructions wait for
//! which, the components that each reads, heights, transitive predecessors.
//!
//! Plain lists and not petgraph's graphs: it is built once for each scheduled variant, and schedulers index
//! its columns directly.

use super::{AddressId, Location, Machine, OpId, Read, Reg, VectorId, View};
use indexmap::IndexMap;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};

/// A component of a vector.
pub type Component = (VectorId, u8);

/// Dependences between instructions, and between them and address values.
#[derive(Clone, Debug)]
pub struct Dag {
    /// Instructions that read what an instruction makes, each once.
    pub successors: EntityVec<OpId, Vec<OpId>>,
    /// Number of instructions that an instruction waits for.
    pub predecessors: EntityVec<OpId, u32>,
    /// The address value that an instruction needs.
    pub address: EntityVec<OpId, Option<AddressId>>,
    /// For each address value the instructions that its index waits for.
    pub address_waits: EntityVec<AddressId, Vec<OpId>>,
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
            successors: EntityVec::filled(Vec::new(), count),
            predecessors: EntityVec::filled(0, count),
            address: EntityVec::filled(None, count),
            address_waits: EntityVec::new(),
            address_users: EntityVec::filled(0, view.addresses.len()),
            readers: EntityVec::filled([0; 4], view.vectors.len()),
            reads: EntityVec::new(),
            address_reads: EntityVec::new(),
        };
        for (index, _) in view.addresses.values() {
            let waits = writers.waits(index);
            let reads = dag.count_reads(&waits);
            dag.address_reads.push(reads);
            dag.address_waits.push(distinct(waits));
        }
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
            }
            let before = distinct(waits);
            dag.predecessors[id] = before.len() as u32;
            for other in before {
                dag.successors[other].push(id);
            }
        }
        dag
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

    /// For each instruction those that need an address value that waits for it.
    fn after_addresses(&self) -> EntityVec<OpId, Vec<OpId>> {
        let mut after = EntityVec::filled(Vec::new(), self.successors.len());
        for (id, address) in self.address.iter() {
            for before in address
                .iter()
                .flat_map(|address| &self.address_waits[*address])
            {
                after[*before].push(id);
            }
        }
        after
    }

    /// Instructions in an order in which each comes after those it waits for, address values included
    /// (Kahn's algorithm; among those that are ready the first found).
    pub fn topological(&self) -> Vec<OpId> {
        let after_addresses = self.after_addresses();
        let mut waiting = self.predecessors.clone();
        for later in after_addresses.values().flatten() {
            waiting[*later] += 1;
        }
        let mut order: Vec<OpId> = waiting.keys().filter(|id| waiting[*id] == 0).collect();
        let mut next = 0;
        while let Some(id) = order.get(next).copied() {
            next += 1;
            for later in self.successors[id].iter().chain(&after_addresses[id]) {
                waiting[*later] -= 1;
                if waiting[*later] == 0 {
                    order.push(*later);
                }
            }
        }
        order
    }

    /// The longest chain from each instruction to the end, both included, in steps of one for each edge;
    /// from what an index waits for to the instruction that needs the address it is `address` steps.
    pub fn heights(&self, address: u32) -> EntityVec<OpId, u32> {
        let after_addresses = self.after_addresses();
        let mut height = EntityVec::filled(1, self.successors.len());
        for id in self.topological().into_iter().rev() {
            let after = self.successors[id].iter().map(|next| height[*next] + 1);
            let later = after_addresses[id]
                .iter()
                .map(|next| height[*next] + address);
            height[id] = after.chain(later).max().unwrap_or(1);
        }
        height
    }

    /// For each instruction, and then for each address value, the instructions and address values that it waits for,
    /// directly or not. Address values have the numbers behind those of instructions.
    pub fn before(&self) -> Vec<EntitySet<usize>> {
        let ops = self.successors.len();
        let mut direct: EntityVec<OpId, Vec<usize>> = EntityVec::filled(Vec::new(), ops);
        for (id, later) in self.successors.iter() {
            for later in later {
                direct[*later].push(id.index());
            }
        }
        let mut sets = vec![EntitySet::new(); ops + self.address_waits.len()];
        let mut wait = |task: usize, others: &mut dyn Iterator<Item = usize>| {
            let mut set = std::mem::take(&mut sets[task]);
            for other in others {
                set.insert(other);
                set.insert_all(&sets[other]);
            }
            sets[task] = set;
        };
        for id in self.topological() {
            if let Some(address) = self.address[id] {
                let task = ops + address.index();
                let mut waits = self.address_waits[address].iter().map(|op| op.index());
                wait(task, &mut waits);
                wait(id.index(), &mut [task].into_iter());
            }
            wait(id.index(), &mut direct[id].iter().copied());
        }
        sets
    }
}
