//! What a program writes is read, and what is uploaded for it is read too.

use retroshade_kit::reflect::Reflection;
use retroshade_nv2a::isa::{Mac, TEMPORARIES};
use retroshade_nv2a::program::{Program, Register, Slot, Unit, UnitOp, Write};

/// Lanes of the temporaries, and whether a0 is needed.
#[derive(Default)]
struct Live {
    temporaries: [u8; TEMPORARIES as usize],
    address: bool,
}

impl Live {
    fn reads<T: UnitOp>(&mut self, unit: &Unit<T>) {
        for (_, operand, lanes) in unit.operands() {
            match operand.register {
                Register::Temporary(index) => {
                    // r12 is oPos.
                    if let Some(live) = self.temporaries.get_mut(usize::from(index)) {
                        *live |= operand.register_lanes(lanes);
                    }
                }
                Register::Relative(_) => self.address = true,
                Register::Attribute(_) | Register::Constant(_) => {}
            }
        }
    }

    /// Goes back over a slot; says what it writes in vain.
    fn before(&mut self, slot: &Slot) -> Option<String> {
        let mut vain = None;
        let mac = slot.mac.and_then(|unit| unit.temporary);
        let ilu = slot.ilu.and_then(|unit| unit.temporary);
        for Write { to, mask } in mac.into_iter().chain(ilu) {
            let live = &mut self.temporaries[usize::from(to)];
            if mask & !*live != 0 {
                vain = Some(format!("`{slot}` writes lanes of r{to} that nothing reads"));
            }
            *live &= !mask;
        }
        if slot.mac.is_some_and(|unit| unit.op == Mac::Arl) && !std::mem::take(&mut self.address) {
            vain = Some(format!("`{slot}` sets a0 for nothing"));
        }
        slot.mac.iter().for_each(|unit| self.reads(unit));
        slot.ilu.iter().for_each(|unit| self.reads(unit));
        vain
    }
}

/// What a program does in vain, or what its user uploads in vain.
pub(crate) fn vain(program: &Program, reflection: &Reflection) -> Option<String> {
    let mut live = Live::default();
    let slots = program.slots.iter().rev();
    let written = slots.filter_map(|slot| live.before(slot)).last();
    let reads = |index: u32| {
        let mut slots = program.slots.iter().flat_map(|slot| {
            let mac = slot.mac.map(|unit| unit.ports);
            let ilu = slot.ilu.map(|unit| unit.ports);
            mac.into_iter().chain(ilu).flatten().flatten()
        });
        slots.any(|operand| match operand.register {
            Register::Constant(number) => u32::from(number) == index,
            _ => false,
        })
    };
    let unread = reflection
        .constants
        .iter()
        .find(|constant| !reads(constant.index));
    written
        .or_else(|| unread.map(|constant| format!("{} is uploaded for nothing", constant.register)))
}
