//! How few slots an order of given operations can have.
//!
//! A slot holds at most two of them, and not any two: they must not depend on each other, must run
//! on different units and must not need different things of what the units share. So the largest
//! set of disjoint pairs that could share slots says how many slots can be saved at best. That no
//! order has fewer is certain; that one has as few is not, since order and registers are left out.

use super::dag::{Dag, Needs};
use super::issue::{on_ilu, on_mac};
use crate::isa::SLOTS;
use crate::machine::{Operation, View};
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::mir::AddressId;

/// Operations up to which pairs are looked at: more do not fit the program memory in pairs either.
const MOST: usize = 2 * SLOTS;

/// The largest of: the longest chain, the operations of either unit, half of all, the writes of the
/// single output port.
pub(super) fn simple(code: &View, dag: &Dag) -> u32 {
    let count = |fits: &dyn Fn(Operation) -> bool| {
        code.ops.values().filter(|op| fits(op.code)).count() as u32
    };
    let addresses = used_addresses(dag).count() as u32;
    let mac = addresses + count(&|operation| matches!(operation, Operation::Mac(_)));
    let ilu = count(&|operation| matches!(operation, Operation::Ilu(_)));
    let all = addresses + code.ops.len() as u32;
    let emits = code.ops.values().filter(|op| op.out.is_some()).count() as u32;
    let chain = dag.height.values().copied().max().unwrap_or(0);
    [mac, ilu, all.div_ceil(2), emits, chain]
        .into_iter()
        .max()
        .unwrap_or(0)
}

/// All operations less the largest set of pairs that could share slots; 0 for programs that are
/// too long for any order to fit.
pub(super) fn by_pairs(code: &View, dag: &Dag) -> u32 {
    // Who waits for whom is a bit for every two of them.
    if code.ops.len() + used_addresses(dag).count() > MOST {
        return 0;
    }
    let tasks = Tasks::new(code, dag);
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(tasks.needs.len(), 0);
    for _ in &tasks.needs {
        graph.add_node(());
    }
    for second in 0..tasks.needs.len() {
        for first in 0..second {
            if tasks.may_pair(first, second) {
                graph.add_edge(NodeIndex::new(first), NodeIndex::new(second), ());
            }
        }
    }
    (tasks.needs.len() - maximum_matching(&graph).len()) as u32
}

/// The values of a0 that operations need.
fn used_addresses(dag: &Dag) -> impl Iterator<Item = AddressId> {
    let users = dag.address_users.iter();
    users.filter(|(_, users)| **users > 0).map(|(at, _)| at)
}

/// What a task needs on either unit, if it can run there.
struct Sides {
    mac: Option<Needs>,
    ilu: Option<Needs>,
}

/// Operations, and behind them one ARL for each value of a0 that is used.
struct Tasks {
    needs: Vec<Sides>,
    /// For each task a bit for every task that it waits for, directly or not.
    before: Vec<Vec<u64>>,
}

impl Tasks {
    fn new(code: &View, dag: &Dag) -> Tasks {
        let sides = code
            .ops
            .values()
            .zip(dag.needs.values())
            .map(|(op, needs)| Sides {
                mac: on_mac(op.code).map(|_| *needs),
                ilu: on_ilu(op.code).map(|_| Needs::on_ilu(op)),
            });
        let mut needs: Vec<Sides> = sides.collect();
        let mut arl = EntityVec::filled(None, code.addresses.len());
        for address in used_addresses(dag) {
            arl[address] = Some(needs.len());
            let (index, _) = code.addresses[address];
            needs.push(Sides {
                mac: Some(Needs::of(&[index], None, false)),
                ilu: None,
            });
        }
        let before = before(dag, &arl, needs.len());
        Tasks { needs, before }
    }

    fn may_pair(&self, first: usize, second: usize) -> bool {
        let agree = |mac: &Option<Needs>, ilu: &Option<Needs>| match (mac, ilu) {
            (Some(mac), Some(ilu)) => mac.agree(ilu),
            _ => false,
        };
        let (a, b) = (&self.needs[first], &self.needs[second]);
        (agree(&a.mac, &b.ilu) || agree(&b.mac, &a.ilu))
            && !self.waits(first, second)
            && !self.waits(second, first)
    }

    fn waits(&self, task: usize, other: usize) -> bool {
        self.before[task][other / 64] >> (other % 64) & 1 == 1
    }
}

/// The sets of tasks before each task. `arl` has the task that sets each value of a0.
fn before(dag: &Dag, arl: &EntityVec<AddressId, Option<usize>>, count: usize) -> Vec<Vec<u64>> {
    let mut direct: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (id, later) in dag.successors.iter() {
        for later in later {
            direct[later.index()].push(id.index());
        }
    }
    for (id, address) in dag.address.iter() {
        direct[id.index()].extend(address.and_then(|address| arl[address]));
    }
    for (address, task) in arl.iter() {
        if let Some(task) = task {
            let waits = dag.address_waits[address].iter();
            direct[*task].extend(waits.map(|op| op.index()));
        }
    }
    let mut sets = vec![vec![0u64; count.div_ceil(64)]; count];
    for task in order(&direct) {
        let mut set = std::mem::take(&mut sets[task]);
        for other in &direct[task] {
            set[other / 64] |= 1 << (other % 64);
            for (word, more) in set.iter_mut().zip(&sets[*other]) {
                *word |= more;
            }
        }
        sets[task] = set;
    }
    sets
}

/// Tasks in an order in which each comes after those it waits for.
fn order(direct: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting: Vec<usize> = direct.iter().map(Vec::len).collect();
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); direct.len()];
    for (task, waits) in direct.iter().enumerate() {
        for other in waits {
            later[*other].push(task);
        }
    }
    let mut order: Vec<usize> = (0..direct.len())
        .filter(|task| waiting[*task] == 0)
        .collect();
    let mut next = 0;
    while let Some(task) = order.get(next).copied() {
        next += 1;
        for other in &later[task] {
            waiting[*other] -= 1;
            if waiting[*other] == 0 {
                order.push(*other);
            }
        }
    }
    order
}
