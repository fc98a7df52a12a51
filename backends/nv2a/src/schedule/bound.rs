//! How few slots an order of given operations can have.
//!
//! A slot holds at most two of them, and not any two: they must not depend on each other, must run
//! on different units and must not need different things of what the units share. So the largest
//! set of disjoint pairs that could share slots says how many slots can be saved at best. That no
//! order has fewer is certain; that one has as few is not, since order and registers are left out.

use super::analysis::{Analysis, Needs};
use super::issue::{on_ilu, on_mac};
use crate::isa::SLOTS;
use crate::machine::{Operation, View};
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};
use retroshade_kit::mir::{AddressId, TaskId};

/// Operations up to which pairs are looked at: more do not fit the program memory in pairs either.
const MOST: usize = 2 * SLOTS;

/// The largest of: the longest chain, the operations of either unit, half of all, the writes of the
/// single output port.
pub(super) fn simple(code: &View, analysis: &Analysis) -> u32 {
    let count = |fits: &dyn Fn(Operation) -> bool| {
        code.ops.values().filter(|op| fits(op.code)).count() as u32
    };
    let addresses = used_addresses(analysis).count() as u32;
    let mac = addresses + count(&|operation| matches!(operation, Operation::Mac(_)));
    let ilu = count(&|operation| matches!(operation, Operation::Ilu(_)));
    let all = addresses + code.ops.len() as u32;
    let emits = code.ops.values().filter(|op| op.out.is_some()).count() as u32;
    let chain = analysis.height.values().copied().max().unwrap_or(0);
    [mac, ilu, all.div_ceil(2), emits, chain]
        .into_iter()
        .max()
        .unwrap_or(0)
}

/// All operations less the largest set of pairs that could share slots; 0 for programs that are
/// too long for any order to fit.
pub(super) fn by_pairs(code: &View, analysis: &Analysis) -> u32 {
    // Who waits for whom is a bit for every two of them.
    if code.ops.len() + used_addresses(analysis).count() > MOST {
        return 0;
    }
    let tasks = Tasks::new(code, analysis);
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(tasks.needs.len(), 0);
    for _ in tasks.needs.keys() {
        graph.add_node(());
    }
    for second in tasks.needs.keys() {
        for first in (0..second.index()).map(TaskId::new) {
            if tasks.may_pair(first, second) {
                let ends = [first, second].map(|task| NodeIndex::new(task.index()));
                graph.add_edge(ends[0], ends[1], ());
            }
        }
    }
    let count = tasks.needs.values().flatten().count();
    (count - maximum_matching(&graph).len()) as u32
}

/// The values of a0 that operations need.
fn used_addresses(analysis: &Analysis) -> impl Iterator<Item = AddressId> {
    let users = analysis.dag.address_users.iter();
    users.filter(|(_, users)| **users > 0).map(|(at, _)| at)
}

/// The resources that a task needs on either unit, if it can run there.
struct Sides {
    mac: Option<Needs>,
    ilu: Option<Needs>,
}

/// Operations, and behind them one ARL for each value of a0.
struct Tasks {
    /// `None` for a value of a0 that nothing needs.
    needs: EntityVec<TaskId, Option<Sides>>,
    /// For each task those that it waits for, directly or not.
    before: EntityVec<TaskId, EntitySet<TaskId>>,
}

impl Tasks {
    fn new(code: &View, analysis: &Analysis) -> Tasks {
        let ops = code.ops.values().zip(analysis.needs.values());
        let sides = ops.map(|(op, needs)| {
            Some(Sides {
                mac: on_mac(op.code).map(|_| *needs),
                ilu: on_ilu(op.code).map(|_| Needs::on_ilu(op)),
            })
        });
        let arl = code.addresses.iter().map(|(address, (index, _))| {
            let is_used = analysis.dag.address_users[address] > 0;
            is_used.then(|| Sides {
                mac: Some(Needs::of(&[*index], None, false)),
                ilu: None,
            })
        });
        Tasks {
            needs: sides.chain(arl).collect(),
            before: analysis.dag.graph.all_before(),
        }
    }

    fn may_pair(&self, first: TaskId, second: TaskId) -> bool {
        let agree = |mac: &Option<Needs>, ilu: &Option<Needs>| match (mac, ilu) {
            (Some(mac), Some(ilu)) => mac.agree(ilu),
            _ => false,
        };
        let (Some(a), Some(b)) = (&self.needs[first], &self.needs[second]) else {
            return false;
        };
        (agree(&a.mac, &b.ilu) || agree(&b.mac, &a.ilu))
            && !self.before[first].contains(second)
            && !self.before[second].contains(first)
    }
}
