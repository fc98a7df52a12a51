//! How an instruction can read a scalar: from the network, or through a port.

use crate::gp::code::From;
use crate::gp::schedule::forward::{ForwardScheduler, Value};
use crate::gp::schedule::slot::{Port0, Slot};

impl ForwardScheduler<'_> {
    /// The input code through which an instruction can read a scalar; takes the port it needs.
    pub(crate) fn route(&mut self, time: usize, from: From) -> Option<u16> {
        let before = time.checked_sub(1);
        let before = before.and_then(|index| self.slots.get(index)?.port0);
        let slot = self.slots.get_mut(time)?;
        match from {
            From::Node(id) => route_value(&self.values[id], slot, before, time),
            From::Attribute(number, lane) => {
                let lane = u16::from(lane);
                if slot.port0 == Some(Port0::Attribute(number)) {
                    return Some(lane);
                }
                if before == Some(Port0::Attribute(number)) {
                    return Some(28 + lane);
                }
                slot.claim_port0(Port0::Attribute(number)).then_some(lane)
            }
            From::Memory(address, lane) => {
                let code = 12 + u16::from(lane);
                slot.claim_memory(address, None).then_some(code)
            }
            From::Indexed(address, lane, index) => {
                let (number, ready) = self.values[index].address?;
                let code = 12 + u16::from(lane);
                (ready <= time && slot.claim_memory(address, Some(number))).then_some(code)
            }
            From::Spilled(address, lane, id) => {
                let ready = self.values[id].temporary?;
                let code = 12 + u16::from(lane);
                (ready <= time && slot.claim_memory(address, None)).then_some(code)
            }
            From::Register(register, lane) => route_register(slot, before, (register, lane), true),
            From::Literal(_) | From::Zero | From::Variable(_) => None,
        }
    }
}

fn route_value(value: &Value, slot: &mut Slot, before: Option<Port0>, time: usize) -> Option<u16> {
    for place in value.locations.iter().rev() {
        if place.time() + 1 == time && !place.late {
            return Some(place.unit.previous());
        }
        if place.time() + 2 == time {
            return place.unit.before();
        }
    }
    let (register, lane, ready) = value.register?;
    if ready > time {
        return None;
    }
    route_register(slot, before, (register, lane), ready < time)
}

/// Reads a register through a port, new or already on it. `fresh`: it answered an instruction ago.
fn route_register(
    slot: &mut Slot,
    before: Option<Port0>,
    (register, lane): (u8, u8),
    fresh: bool,
) -> Option<u16> {
    let lane = u16::from(lane);
    if slot.port1 == Some(register) {
        return Some(4 + lane);
    }
    if slot.port0 == Some(Port0::Register(register)) {
        return Some(lane);
    }
    if fresh && before == Some(Port0::Register(register)) {
        return Some(28 + lane);
    }
    if slot.claim_port1(register) {
        return Some(4 + lane);
    }
    slot.claim_port0(Port0::Register(register)).then_some(lane)
}
