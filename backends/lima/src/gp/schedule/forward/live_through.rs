//! Values that outlive the bypass network: stores to registers, copies, and operands that no port reads
//! together.

use super::{Failure, ForwardScheduler, Lane, Location};
use crate::gp::code::{From, NodeId, Place};
use crate::gp::isa::{REGISTER_LATENCY, REGISTERS};
use crate::gp::schedule::slot::CopyUnits;

impl ForwardScheduler<'_> {
    /// Notes a place of a value in the network.
    pub(crate) fn add_copy(&mut self, id: NodeId, place: Location) {
        let value = &mut self.values[id];
        value.locations.push(place);
        value.expires = value.expires.max(place.time() + 2);
        if !self.live.contains(&id) {
            self.live.push(id);
        }
    }

    /// Stores values that fall out of the network to registers, from the instructions that made
    /// them.
    pub(crate) fn store_expiring(&mut self, now: usize) {
        let values = &self.values;
        self.live.retain(|id| {
            let value = &values[*id];
            value.uses > 0 && value.expires >= now && value.register.is_none()
        });
        for index in 0..self.live.len() {
            let id = self.live[index];
            if self.values[id].expires == now {
                self.store_to_register(id, now);
            }
        }
    }

    /// Stores a value from an instruction before `now` that holds it.
    fn store_to_register(&mut self, id: NodeId, now: usize) {
        let places = self.values[id].locations.clone();
        for place in places.iter().filter(|p| p.time() < now && !p.late) {
            let Some((register, lane)) = self.free_lane(place.time()) else {
                continue;
            };
            if let Some(slot) = self.slots.get_mut(place.time()) {
                slot.put_store(Place::Register(register, lane), place.unit);
            }
            self.lanes[usize::from(register)][usize::from(lane)] = Lane::Taken;
            self.values[id].register = Some((register, lane, place.time() + REGISTER_LATENCY));
            return;
        }
    }

    /// A lane that an instruction can store to.
    fn free_lane(&self, time: usize) -> Option<(u8, u8)> {
        let slot = self.slots.get(time)?;
        let mut best: Option<(usize, u8, u8)> = None;
        for register in 0..REGISTERS {
            let lanes = &self.lanes[usize::from(register)];
            let taken = lanes.iter().filter(|lane| **lane == Lane::Taken).count();
            // Company of values stored together, then registers in use, so that loads meet.
            let together = slot.stores_to(register, 0) || slot.stores_to(register, 2);
            let score = 8 * usize::from(together) + taken;
            if best.is_some_and(|(other, ..)| score <= other) {
                continue;
            }
            let lane = (0..4u8).find(|lane| {
                matches!(lanes[usize::from(*lane)], Lane::Free(since) if since <= time)
                    && slot.can_store_to_register(register, *lane)
            });
            if let Some(lane) = lane {
                best = Some((score, register, lane));
            }
        }
        best.map(|(_, register, lane)| (register, lane))
    }

    /// Copies what falls out of the network and is needed.
    pub(crate) fn keep(&mut self, now: usize) -> Result<(), Failure> {
        for index in 0..self.live.len() {
            let id = self.live[index];
            let value = &self.values[id];
            if value.expires != now || value.uses == 0 || value.register.is_some() {
                continue;
            }
            let Some(input) = self.network_code(id, now) else {
                return Err(Failure::Pressure);
            };
            self.copy(id, input, now)?;
        }
        Ok(())
    }

    /// The input that reads a value from the network.
    fn network_code(&self, id: NodeId, now: usize) -> Option<u16> {
        let places = self.values[id].locations.iter().rev();
        for place in places {
            if place.time() + 1 == now && !place.late {
                return Some(place.unit.previous());
            }
            if place.time() + 2 == now {
                return place.unit.before();
            }
        }
        None
    }

    fn copy(&mut self, id: NodeId, input: u16, now: usize) -> Result<(), Failure> {
        let slot = self.slots.get_mut(now).ok_or(Failure::Pressure)?;
        let unit = slot
            .put_copy(input, CopyUnits::Multipliers)
            .ok_or(Failure::Pressure)?;
        self.copies_made += 1;
        let place = Location::new(unit, now);
        self.add_copy(id, place);
        Ok(())
    }

    /// Brings one operand of the first operation that waits into the network, where the ports cannot
    /// load all its operands at once.
    pub(crate) fn force(&mut self, now: usize) {
        let Some(first) = self.ready.first().copied() else {
            return;
        };
        let reads = self.nodes[first].reads.clone();
        for read in reads {
            let From::Node(id) = read.from else {
                continue;
            };
            let value = &self.values[id];
            let in_network = value.locations.iter().any(|place| place.time() + 2 > now);
            let Some((register, lane, ready)) = value.register else {
                continue;
            };
            if in_network || ready > now {
                continue;
            }
            let due = self.due(now);
            let Some(slot) = self.slots.get_mut(now) else {
                return;
            };
            if slot.copies_free() <= due || !slot.claim_port1(register) {
                return;
            }
            if let Some(unit) = slot.put_copy(4 + u16::from(lane), CopyUnits::Multipliers) {
                self.copies_made += 1;
                let place = Location::new(unit, now);
                self.add_copy(id, place);
                return;
            }
        }
    }
}
