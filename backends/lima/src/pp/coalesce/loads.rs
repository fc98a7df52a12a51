//! One fetch for each operation.

use crate::pp::code::{Address, Alu, Cell, Code, End, Kind, Operand, Operation, Source};
use crate::pp::isa::OutMod;
use retroshade_diagnostics::Span;

/// Makes every operation fetch at most one thing through the load unit: others are copied before. A
/// copy serves at most `window` operations, at least one.
pub(crate) fn single_loads(code: &mut Code, window: usize) {
    for index in 0..code.blocks.len() {
        let Some(block) = code.blocks.get_mut(index) else {
            continue;
        };
        let operations = std::mem::take(&mut block.operations);
        let mut end = std::mem::replace(&mut block.end, End::Stop);
        let mut done = Vec::with_capacity(operations.len());
        // Copies of this block that still hold.
        let mut held: Vec<(Address, u32)> = Vec::new();
        for (number, mut operation) in operations.into_iter().enumerate() {
            if number % window == 0 {
                held.clear();
            }
            let span = operation.span;
            separate(code, &mut operation.args, &mut done, &mut held, span);
            let written: Vec<Cell> = operation.dest.clone();
            held.retain(|(address, _)| {
                let offset = address.offset;
                !offset.is_some_and(|cell| written.contains(&cell))
            });
            if let Kind::Store(_) | Kind::StoreLane(..) = operation.kind {
                held.retain(|(address, _)| !address.temporary);
            }
            done.push(operation);
        }
        if let End::Branch { args, .. } = &mut end {
            let span = done.last().map_or(Span::NONE, |o| o.span);
            separate(code, args, &mut done, &mut held, span);
        }
        if let Some(block) = code.blocks.get_mut(index) {
            block.operations = done;
            block.end = end;
        }
    }
}

fn separate(
    code: &mut Code,
    args: &mut [Operand],
    done: &mut Vec<Operation>,
    held: &mut Vec<(Address, u32)>,
    span: Span,
) {
    let mut addresses: Vec<Address> = Vec::new();
    for address in args.iter().filter_map(Operand::address) {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.len() < 2 {
        return;
    }
    // What is held already need not be fetched again; of the others all but one are copied.
    let missing: Vec<Address> = addresses
        .iter()
        .copied()
        .filter(|address| !held.iter().any(|(other, _)| other == address))
        .collect();
    for address in missing.iter().skip(1) {
        let value = code.value(4);
        done.push(Operation {
            kind: Kind::Alu(Alu::MOV),
            args: vec![Operand::new(Source::Load(*address, [0, 1, 2, 3]), 4)],
            dest: (0..4).map(|lane| Cell::new(value, lane)).collect(),
            modifier: OutMod::None,
            span,
        });
        held.push((*address, value));
    }
    let direct = missing.first().copied().or(addresses.first().copied());
    for operand in args {
        if let Source::Load(address, lanes) = operand.source
            && Some(address) != direct
            && let Some((_, value)) = held.iter().find(|(other, _)| *other == address)
        {
            operand.source = Source::Value(*value, lanes);
        }
    }
}
