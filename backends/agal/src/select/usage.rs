//! OpenFL takes a constant as a row of a matrix and by component only if it is read by component first:
//! see [`check_openfl`](crate::rules::check_openfl).

use super::edit::{body, set_body, vector_at};
use super::outputs::{covering_first, covers};
use super::reachability::Reach;
use crate::isa::Opcode;
use crate::machine::{Program, constant, first_row, place, sources};
use retroshade_kit::mir::{LaneRef, OpId, Operand, Out};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Brings code into an order in which a constant that begins a matrix is read by component before, where
/// it is read so at all. Where what reads it needs a product with it, and `split`, one such product
/// becomes dot products.
pub(super) fn components_first(program: &mut Program, split: bool) -> bool {
    let ops = body(program);
    if program.ops.values().any(|op| op.predicate.is_some()) || mixed(program, &ops).is_empty() {
        return false;
    }
    let mut ops = covering_first(program, ops, |id| Some(*id));
    if split {
        uncover(program, &mut ops);
    }
    let mut reach = Reach::new(program, &ops);
    for (index, id) in ops.iter().enumerate() {
        for (other, covering) in ops.iter().enumerate().take(index) {
            if covers(&program.ops[*covering], &program.ops[*id]) {
                reach.order(other, index);
            }
        }
    }
    let mut divided = Vec::new();
    for (_, users) in mixed(program, &ops) {
        let after = |reader: usize| users.products.iter().any(|one| reach.depends(*one, reader));
        match users.readers.iter().find(|reader| !after(**reader)) {
            Some(&reader) => {
                for &product in &users.products {
                    reach.order(reader, product);
                }
            }
            None => {
                // The others follow the dot products of one, which read components.
                let held = |one: &&usize| program.ops[ops[**one]].out.is_none();
                let Some(&first) = users.products.iter().find(held).filter(|_| split) else {
                    continue;
                };
                divided.push(first);
                for &other in users.products.iter().filter(|other| **other != first) {
                    if !reach.depends(other, first) {
                        reach.order(first, other);
                    }
                }
            }
        }
    }
    let mut placed = Vec::new();
    for index in ordered(&reach, ops.len()) {
        if divided.contains(&index) {
            placed.extend(divide(program, ops[index]))
        } else {
            placed.push(ops[index])
        }
    }
    set_body(program, placed);
    true
}

/// Where all that read a constant by component have to write their output after a product with it, one
/// writes a temporary, which is moved there.
fn uncover(program: &mut Program, ops: &mut Vec<OpId>) {
    for (_, users) in mixed(program, ops) {
        let is_covered = |reader: &usize| {
            let mut products = users.products.iter();
            products.any(|one| covers(&program.ops[ops[*one]], &program.ops[ops[*reader]]))
        };
        let Some(first) = users.readers.first().map(|reader| ops[*reader]) else {
            continue;
        };
        if !users.readers.iter().all(is_covered) {
            continue;
        }
        let Some(out) = program.ops[first].out.take() else {
            continue;
        };
        let results: Vec<LaneRef> = program.results(first).collect();
        let taken = (0..4u8).zip(out.from);
        let taken: Vec<(u8, LaneRef)> = taken
            .filter_map(|(to, from)| Some((to, results[usize::from(from?)])))
            .collect();
        let operand: Operand = taken.iter().map(|(_, lane)| *lane).collect();
        let span = program.ops[first].span;
        let moved = program.add(Opcode::Mov.into(), [operand], span);
        let places: Vec<u8> = taken.iter().map(|(to, _)| *to).collect();
        vector_at(program, moved, &places);
        let mut from = [None; 4];
        for (result, to) in (0..).zip(places) {
            from[usize::from(to)] = Some(result);
        }
        let reg = out.reg;
        program.ops[moved].out = Some(Out { reg, from });
        ops.push(moved);
    }
}

/// Who reads a constant, in order.
#[derive(Default)]
struct Users {
    /// As the first row of a matrix.
    products: SmallVec<[usize; 2]>,
    /// By component.
    readers: SmallVec<[usize; 4]>,
}

/// The constants that are read in both ways.
fn mixed(program: &Program, ops: &[OpId]) -> BTreeMap<u16, Users> {
    let mut users: BTreeMap<u16, Users> = BTreeMap::new();
    for (index, id) in ops.iter().enumerate() {
        if let Some(first) = first_row(&program.ops[*id]) {
            users.entry(first).or_default().products.push(index);
        }
    }
    if users.is_empty() {
        return users;
    }
    for (index, id) in ops.iter().enumerate() {
        for lane in sources(&program.ops[*id]).iter().flatten() {
            if let retroshade_kit::mir::Base::Reg(reg, _) = lane.base
                && reg == constant(reg.number)
                && let Some(users) = users.get_mut(&reg.number)
            {
                users.readers.push(index);
            }
        }
    }
    users.retain(|_, users| !users.readers.is_empty());
    users
}

/// Operations after those that they come after, otherwise as they were.
fn ordered(reach: &Reach, count: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(count);
    let mut placed = vec![false; count];
    for root in 0..count {
        // Those before it that are not placed, the ones with fewest before them first.
        let before = |op: usize| (0..count).filter(move |other| reach.depends(*other, op));
        let mut group: Vec<usize> = before(root).chain([root]).collect();
        group.retain(|op| !placed[*op]);
        group.sort_by_cached_key(|op| before(*op).count());
        for op in group {
            placed[op] = true;
            order.push(op);
        }
    }
    order
}

/// Makes dot products of the products that write components which nobody reads.
pub(super) fn split_products(program: &mut Program) -> bool {
    let mut changed = false;
    let mut placed = Vec::new();
    for id in body(program) {
        let op = &program.ops[id];
        let is_wasteful = op.results.contains(&None) && op.out.is_none();
        if is_wasteful && first_row(op).is_some() {
            changed = true;
            placed.extend(divide(program, id));
        } else {
            placed.push(id)
        }
    }
    if changed {
        set_body(program, placed);
    }
    changed
}

/// A product as dot products, one for each component that is read.
fn divide(program: &mut Program, product: OpId) -> Vec<OpId> {
    let op = program.ops[product].clone();
    let Some(first) = first_row(&op).filter(|_| op.out.is_none()) else {
        return vec![product];
    };
    let (opcode, width) = match op.code.opcode {
        Opcode::M33 => (Opcode::Dp3, 3),
        _ => (Opcode::Dp4, 4),
    };
    let dots = op.values().map(|lane| {
        let row = constant(first + u16::from(place(program, lane)));
        let row: Operand = (0..width)
            .map(|part| LaneRef::register(row, part))
            .collect();
        (lane, row)
    });
    let dots: Vec<_> = dots.collect();
    let vector = &op.operands[0];
    dots.into_iter()
        .map(|(lane, row)| program.assign(opcode.into(), [vector.clone(), row], [lane], op.span))
        .collect()
}
