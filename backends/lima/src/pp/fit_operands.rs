//! Legalises operands: an instruction reads a limited number from outside the registers, so the others are
//! copied.

use crate::pp::code::{Address, Alu, Cell, Code, End, Kind, Operand, Operation, Source};
use crate::pp::isa::OutMod;
use crate::pp::schedule::word::Word;
use retroshade_diagnostics::Span;

/// Makes every operation, and every comparison that ends a block, fit an instruction of its own: it
/// fetches at most one thing through the load unit, and its numbers have room in the constant fields. The
/// rest is copied into registers before. A copy of what is fetched serves at most `window` operations, at
/// least one.
pub(crate) fn fit_operands(code: &mut Code, window: usize) {
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
            copy_numbers(code, &mut operation.args, &mut done, span);
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
            copy_numbers(code, args, &mut done, span);
        }
        if let Some(block) = code.blocks.get_mut(index) {
            block.operations = done;
            block.end = end;
        }
    }
}

/// Copies numbers until the constant fields of one instruction hold those that are left: the operands of
/// fewest lanes first, since their copies have most units to choose from.
fn copy_numbers(code: &mut Code, args: &mut [Operand], done: &mut Vec<Operation>, span: Span) {
    while Word::default().with_operands(args.iter()).is_none() {
        let numbers = args
            .iter_mut()
            .filter(|operand| operand.numbers().is_some());
        let Some(operand) = numbers.min_by_key(|operand| operand.lanes) else {
            return;
        };
        let value = code.value(operand.lanes);
        let copied = Operand::new(operand.source, operand.lanes);
        done.push(copy(value, copied, span));
        operand.source = Source::Value(value, [0, 1, 2, 3]);
    }
}

/// A copy into a value of its own.
fn copy(value: u32, operand: Operand, span: Span) -> Operation {
    Operation {
        kind: Kind::Alu(Alu::MOV),
        args: vec![operand],
        dest: (0..operand.lanes)
            .map(|lane| Cell::new(value, lane))
            .collect(),
        modifier: OutMod::None,
        components: [0, 1, 2, 3],
        span,
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
        let fetched = Operand::new(Source::Load(*address, [0, 1, 2, 3]), 4);
        done.push(copy(value, fetched, span));
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
