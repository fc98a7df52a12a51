//! Values into temporary memory.
//!
//! A value that moves to memory costs a store after each write; reads need no register, since the
//! arithmetic units take what the load unit fetches.

use super::code::{Address, Alu, Cell, Code, Kind, Operand, Operation, Source};
use super::isa::{OutMod, TEMPORARIES};
use super::registers::Shortage;
use std::collections::BTreeSet;

/// What was spilled, and what spilling made: neither is spilled again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spilled {
    values: BTreeSet<u32>,
}

/// The value worth most to have in memory: live where it is crowded, long, and rarely used.
fn choose(code: &Code, shortage: &Shortage, spilled: &Spilled) -> Option<u32> {
    let mut uses = vec![0u64; code.values.len()];
    let mut outputs: BTreeSet<u32> = code.outputs().map(|cell| cell.value).collect();
    // Inside a loop everything counts more.
    for block in &code.blocks {
        for operation in &block.operations {
            for (_, cell) in operation.reads() {
                if let Some(uses) = uses.get_mut(cell.value as usize) {
                    *uses += 1;
                }
            }
            for cell in &operation.dest {
                if let Some(uses) = uses.get_mut(cell.value as usize) {
                    *uses += 2;
                }
            }
            if let Kind::FrameRead { .. } = operation.kind {
                outputs.extend(operation.dest.iter().map(|cell| cell.value));
            }
        }
    }
    let gain = |value: u32| {
        let lanes = (0..4).filter_map(|lane| shortage.ranges.get(Cell::new(value, lane).index()));
        let (mut length, mut crowded) = (0u64, 0u64);
        for ranges in lanes {
            length += ranges
                .iter()
                .map(|r| u64::from(r.end - r.start))
                .sum::<u64>();
            let here = ranges.iter().any(|range| range.contains(&shortage.point));
            crowded += u64::from(here);
        }
        let uses = uses.get(value as usize).copied().unwrap_or(0).max(1);
        // A value within one instruction or two gains nothing.
        (length > 40).then_some((crowded > 0, length * (1 + 4 * crowded) / (uses + 1)))
    };
    (0..code.values.len() as u32)
        .filter(|value| !spilled.values.contains(value) && !outputs.contains(value))
        .filter_map(|value| gain(value).map(|gain| (gain, value)))
        .max_by_key(|(gain, value)| (*gain, std::cmp::Reverse(*value)))
        .map(|(_, value)| value)
}

/// Moves one value to memory. Returns whether one was found.
pub(crate) fn spill(code: &mut Code, shortage: &Shortage, spilled: &mut Spilled) -> bool {
    let Some(value) = choose(code, shortage, spilled) else {
        return false;
    };
    if code.temporaries >= TEMPORARIES {
        return false;
    }
    spilled.values.insert(value);
    code.temporaries += 1;
    let address = Address {
        temporary: true,
        index: -(code.temporaries as i32),
        offset: None,
    };
    for index in 0..code.blocks.len() {
        let Some(block) = code.blocks.get_mut(index) else {
            continue;
        };
        let operations = std::mem::take(&mut block.operations);
        let mut done = Vec::with_capacity(operations.len());
        for operation in operations {
            rewrite(code, operation, value, address, spilled, &mut done);
        }
        let mut end = code.blocks.get(index).map(|block| block.end.clone());
        if let Some(super::code::End::Branch { args, .. }) = &mut end {
            args.iter_mut()
                .for_each(|operand| redirect(operand, value, address));
        }
        if let Some(block) = code.blocks.get_mut(index) {
            block.operations = done;
            if let Some(end) = end {
                block.end = end;
            }
        }
    }
    true
}

/// Reads the operand from memory if it is of the value.
fn redirect(operand: &mut Operand, value: u32, address: Address) {
    if let Source::Value(other, lanes) = operand.source {
        if other == value {
            operand.source = Source::Load(address, lanes);
        }
    }
}

/// A copy from memory into a value of its own.
fn reload(
    code: &mut Code,
    lanes: &[u8],
    address: Address,
    like: &Operation,
    spilled: &mut Spilled,
    done: &mut Vec<Operation>,
) -> u32 {
    let fresh = code.value(lanes.len() as u8);
    spilled.values.insert(fresh);
    let at = |index: usize| lanes.get(index).or(lanes.last()).copied().unwrap_or(0);
    let from = [at(0), at(1), at(2), at(3)];
    let dest = (0..lanes.len() as u8).map(|lane| Cell::new(fresh, lane));
    done.push(Operation {
        kind: Kind::Alu(Alu::MOV),
        args: vec![Operand::new(Source::Load(address, from), lanes.len() as u8)],
        dest: dest.collect(),
        modifier: OutMod::None,
        span: like.span,
    });
    fresh
}

fn rewrite(
    code: &mut Code,
    mut operation: Operation,
    value: u32,
    address: Address,
    spilled: &mut Spilled,
    done: &mut Vec<Operation>,
) {
    // Units before the load unit and the store unit read registers only.
    let registers_only = matches!(
        operation.kind,
        Kind::Lookup(_) | Kind::Input(_) | Kind::Store(_)
    );
    let like = operation.clone();
    for operand in &mut operation.args {
        match operand.source {
            Source::Value(other, lanes) if other == value && registers_only => {
                let lanes = lanes.get(..operand.lanes.into()).unwrap_or(&lanes);
                let fresh = reload(code, lanes, address, &like, spilled, done);
                if let (Kind::Store(_), Some(info)) =
                    (like.kind, code.values.get_mut(fresh as usize))
                {
                    info.pins = [Some(0), Some(1), Some(2), Some(3)];
                }
                operand.source = Source::Value(fresh, [0, 1, 2, 3]);
            }
            Source::Load(other, lanes) => {
                if let Some(cell) = other.offset.filter(|cell| cell.value == value) {
                    let fresh = reload(code, &[cell.lane], address, &like, spilled, done);
                    let other = Address {
                        offset: Some(Cell::new(fresh, 0)),
                        ..other
                    };
                    operand.source = Source::Load(other, lanes);
                }
            }
            _ => redirect(operand, value, address),
        }
    }
    if let Kind::Store(to) = &mut operation.kind {
        if let Some(cell) = to.offset.filter(|cell| cell.value == value) {
            let fresh = reload(code, &[cell.lane], address, &like, spilled, done);
            to.offset = Some(Cell::new(fresh, 0));
        }
    }
    let written: Vec<u8> = operation
        .dest
        .iter()
        .filter(|cell| cell.value == value)
        .map(|cell| cell.lane)
        .collect();
    if written.is_empty() {
        done.push(operation);
        return;
    }
    // The whole vector is stored: what the operation does not write is fetched before.
    let info = code.values.get(value as usize).cloned().unwrap_or_default();
    let others: Vec<u8> = (0..info.lanes)
        .filter(|lane| !written.contains(lane))
        .collect();
    let fresh = code.value(info.lanes);
    spilled.values.insert(fresh);
    if let Some(fresh) = code.values.get_mut(fresh as usize) {
        fresh.pins = [Some(0), Some(1), Some(2), Some(3)];
    }
    if !others.is_empty() {
        let at = |index: usize| others.get(index).or(others.last()).copied().unwrap_or(0);
        let from = [at(0), at(1), at(2), at(3)];
        let dest = others.iter().map(|lane| Cell::new(fresh, *lane));
        done.push(Operation {
            kind: Kind::Alu(Alu::MOV),
            args: vec![Operand::new(
                Source::Load(address, from),
                others.len() as u8,
            )],
            dest: dest.collect(),
            modifier: OutMod::None,
            span: operation.span,
        });
    }
    for cell in &mut operation.dest {
        cell.value = fresh;
    }
    let (span, lanes) = (operation.span, info.lanes);
    // An input keeps its components: it is loaded elsewhere and moved if they are not in place.
    let pinned = matches!(operation.kind, Kind::Input(_))
        && operation.dest.iter().any(|cell| {
            info.pins.get(usize::from(cell.lane)).copied().flatten() != Some(cell.lane)
        });
    if pinned {
        let loaded = code.value(lanes);
        spilled.values.insert(loaded);
        if let Some(held) = code.values.get_mut(loaded as usize) {
            held.pins = info.pins;
        }
        let lanes: Vec<u8> = operation.dest.iter().map(|cell| cell.lane).collect();
        let dest = operation.dest.clone();
        for cell in &mut operation.dest {
            cell.value = loaded;
        }
        done.push(operation);
        let at = |index: usize| lanes.get(index).or(lanes.last()).copied().unwrap_or(0);
        let from = [at(0), at(1), at(2), at(3)];
        done.push(Operation {
            kind: Kind::Alu(Alu::MOV),
            args: vec![Operand::new(Source::Value(loaded, from), lanes.len() as u8)],
            dest,
            modifier: OutMod::None,
            span,
        });
    } else {
        done.push(operation);
    }
    done.push(Operation {
        kind: Kind::Store(address),
        args: vec![Operand::new(Source::Value(fresh, [0, 1, 2, 3]), lanes)],
        dest: Vec::new(),
        modifier: OutMod::None,
        span,
    });
}
