//! Temporary memory: where lanes lie in it, and which stores a fetch comes after.

use super::{Operations, Replay};
use crate::pp::code::{Address, Kind, Node, Operand, Operation};
use crate::pp::isa;
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_ir::entity::EntityRef;

impl Operation {
    /// Where it stores, and the component if it stores only one.
    pub(super) fn stored(&self) -> Option<(Address, Option<u8>)> {
        match self.kind {
            Kind::Store(address) => Some((address, None)),
            Kind::StoreLane(address, lane) => Some((address, Some(lane))),
            _ => None,
        }
    }
}

impl Replay<'_> {
    /// Demands that a store goes to its address, and lane i to component i.
    pub(super) fn stored(
        &self,
        operation: &Operation,
        address: Address,
        lane: Option<u8>,
        there: &isa::Operation,
    ) -> Checked {
        // Any other width would overwrite the neighbours, or leave lanes out.
        let width = if lane.is_some() { 1 } else { 4 };
        demand(there.width() == width, "a store of another width")?;
        let indexed = there.address.offset.is_some() == address.offset.is_some();
        demand(indexed, "a store goes elsewhere")?;
        let base = there.address.index * i32::from(width);
        let to = base.div_euclid(4) == address.index;
        demand(to, "a store goes elsewhere")?;
        let in_place = match lane {
            Some(lane) => base.rem_euclid(4) == i32::from(lane),
            None => {
                let cells = operation.args.iter().flat_map(Operand::cells);
                let places = cells.map(|cell| self.place(cell));
                let places: Vec<(u8, u8)> = places.collect::<Checked<_>>()?;
                (0..)
                    .zip(places)
                    .all(|(lane, (_, component))| lane == component)
            }
        };
        demand(in_place, "a lane is stored elsewhere")
    }

    /// Demands that what an operation fetches from memory is there: the load unit comes before the store
    /// unit, so that it finds what earlier instructions stored, and nothing of its own.
    pub(super) fn fetched(&self, node: Node, operations: &Operations<'_>) -> Checked {
        let addresses = operations[node].args.iter().filter_map(Operand::address);
        for address in addresses.filter(|address| address.temporary) {
            self.follows(address, node, operations)?;
        }
        Ok(())
    }

    /// Demands that of the stores which may meet an address those were executed that stand before it in the
    /// selected code. As every store is asked the same, those that may meet one another keep their order.
    pub(super) fn follows(
        &self,
        address: Address,
        node: Node,
        operations: &Operations<'_>,
    ) -> Checked {
        let before = operations.iter().take(node.index());
        let selected = before.filter_map(|(node, operation)| {
            let (other, _) = operation.stored()?;
            address.may_alias(&other).then_some(node)
        });
        let executed = self.stores.iter();
        let executed = executed.filter(|(_, other)| address.may_alias(other));
        let mut executed: Vec<Node> = executed.map(|(node, _)| *node).collect();
        executed.sort_unstable();
        let same = selected.eq(executed);
        demand(same, "memory is accessed in another order")
    }
}
