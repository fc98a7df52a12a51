//! What nobody reads goes: operations, lanes of results, and lanes of virtual registers, which would
//! stay taken to the end since nothing ever reads them for the last time. Copies that a later operand
//! made needless, and lanes that only needless operations read, are found here.

use super::code::{Code, Op, OpId, Source, VirtualId};
use super::graph::{AddressId, Shape, address_index};
use crate::isa::Mask;

/// An operation and a lane of its result.
type Maker = Option<(OpId, u8)>;

struct Liveness {
    /// Which lane of which operation each virtual lane is.
    makers: Vec<[Maker; 4]>,
    /// For each operation the lanes of its result that an output, an operand or a0 needs.
    wanted: Vec<Mask>,
    /// For each virtual register the lanes that something reads.
    read: Vec<Mask>,
    /// The values of a0 that something needs.
    addresses: Vec<bool>,
    /// Operations whose wanted lanes grew.
    worklist: Vec<OpId>,
}

/// Takes away from `code` what no output depends on.
pub(super) fn sweep(code: &mut Code) {
    let live = Liveness::of(code);
    let places: Vec<[Option<u8>; 4]> = live.read.iter().map(|read| packed(*read)).collect();
    let place = |register: VirtualId, lane: u8| {
        let lanes = places.get(register)?;
        lanes.get(usize::from(lane)).copied().flatten()
    };
    let wanted = std::mem::take(&mut code.ops).into_iter().zip(&live.wanted);
    let kept = wanted.filter(|(_, wanted)| **wanted != 0);
    code.ops = kept
        .map(|(mut op, wanted)| {
            trim(&mut op, *wanted);
            for arg in &mut op.args {
                if let Source::Virtual(register) = arg.source {
                    arg.lanes = arg.lanes.map(|lane| place(register, lane).unwrap_or(0));
                }
            }
            if let Some(keep) = &mut op.keep {
                let register = keep.register;
                keep.lanes = keep.lanes.map(|lane| place(register, lane?));
            }
            op.keep = op
                .keep
                .filter(|keep| keep.lanes.iter().any(Option::is_some));
            op
        })
        .collect();
    for (value, used) in code.addresses.iter_mut().zip(&live.addresses) {
        if let Source::Virtual(register) = value.arg.source {
            let lanes = value.arg.lanes;
            value.arg.lanes = lanes.map(|lane| place(register, lane).unwrap_or(0));
        }
        if !used {
            value.arg.needed = 0;
        }
    }
    for (register, read) in code.registers.iter_mut().zip(&live.read) {
        register.lanes = read.count_ones() as u8;
    }
}

/// New numbers for the lanes of a virtual register that stay.
fn packed(read: Mask) -> [Option<u8>; 4] {
    std::array::from_fn(|lane| {
        let before = read & ((1 << lane) - 1);
        (read >> lane & 1 == 1).then_some(before.count_ones() as u8)
    })
}

/// Operands of a lanewise operation matter only where its result does.
fn trim(op: &mut Op, wanted: Mask) {
    if op.shape() == Shape::Lanewise {
        for arg in &mut op.args {
            arg.needed &= wanted;
        }
    }
}

impl Liveness {
    fn of(code: &Code) -> Liveness {
        let mut live = Liveness {
            makers: makers(code),
            wanted: vec![0; code.ops.len()],
            read: vec![0; code.registers.len()],
            addresses: vec![false; code.addresses.len()],
            worklist: Vec::new(),
        };
        for (id, op) in code.ops.iter().enumerate() {
            for lane in op.emit.iter().flat_map(|emit| emit.lanes).flatten() {
                live.want(id, lane);
            }
        }
        while let Some(id) = live.worklist.pop() {
            if let Some(op) = code.ops.get(id) {
                live.operands(code, op, live.wanted[id]);
            }
        }
        live
    }

    fn want(&mut self, op: OpId, lane: u8) {
        let Some(wanted) = self.wanted.get_mut(op) else {
            return;
        };
        if *wanted >> lane & 1 == 0 {
            *wanted |= 1 << lane;
            self.worklist.push(op);
        }
    }

    /// Notes what an operation reads for the wanted lanes of its result.
    fn operands(&mut self, code: &Code, op: &Op, wanted: Mask) {
        for arg in &op.args {
            let needed = match op.shape() {
                Shape::Lanewise => arg.needed & wanted,
                Shape::Broadcast | Shape::Fixed => arg.needed,
            };
            self.lanes(arg.source, &arg.lanes, needed);
            if let Source::Relative(_, address) = arg.source {
                self.address(code, address);
            }
        }
    }

    fn address(&mut self, code: &Code, address: AddressId) {
        let number = address_index(address);
        let (Some(used), Some(value)) =
            (self.addresses.get_mut(number), code.addresses.get(number))
        else {
            return;
        };
        if !std::mem::replace(used, true) {
            self.lanes(value.arg.source, &value.arg.lanes, value.arg.needed);
        }
    }

    fn lanes(&mut self, source: Source, lanes: &[u8; 4], needed: Mask) {
        let Source::Virtual(register) = source else {
            return;
        };
        for (_, lane) in lanes
            .iter()
            .enumerate()
            .filter(|(at, _)| needed >> at & 1 == 1)
        {
            if let Some(read) = self.read.get_mut(register) {
                *read |= 1 << lane;
            }
            let lanes = self.makers.get(register);
            let maker = lanes.and_then(|lanes| lanes.get(usize::from(*lane)).copied().flatten());
            if let Some((op, lane)) = maker {
                self.want(op, lane);
            }
        }
    }
}

fn makers(code: &Code) -> Vec<[Maker; 4]> {
    let mut makers = vec![[None; 4]; code.registers.len()];
    for (id, op) in code.ops.iter().enumerate() {
        let Some(keep) = op.keep else { continue };
        for (lane, kept) in (0..).zip(keep.lanes) {
            let slot =
                kept.and_then(|kept| makers.get_mut(keep.register)?.get_mut(usize::from(kept)));
            if let Some(slot) = slot {
                *slot = Some((id, lane));
            }
        }
    }
    makers
}
