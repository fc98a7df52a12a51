//! OpenFL takes a constant as a row of a matrix and by component only if it is read by component first:
//! see [`check_openfl`](crate::verify::check_openfl).

use super::code::{Code, Lane, Lanes, Matrix, Op, Target, ValueInfo};
use super::outputs::covering_first;
use super::reachability::Reach;
use crate::isa::{File, Mask, Opcode};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Brings code into an order in which a constant that begins a matrix is read by component before, where
/// it is read so at all. Where what reads it needs a product with it, and `split`, one such product
/// becomes dot products.
pub(super) fn components_first(code: &mut Code, split: bool) {
    if code.ops.iter().any(|op| op.flow.is_some()) || mixed(code).is_empty() {
        return;
    }
    if let Cow::Owned(ordered) = covering_first(Cow::Borrowed(code)) {
        *code = ordered;
    }
    if split {
        uncover(code);
    }
    let mut reach = Reach::new(code);
    for (index, op) in code.ops.iter().enumerate() {
        for (other, covering) in code.ops.iter().enumerate().take(index) {
            if covering.covers(op) {
                reach.order(other, index);
            }
        }
    }
    let mut divided = Vec::new();
    for (_, users) in mixed(code) {
        let after = |reader: usize| users.products.iter().any(|one| reach.depends(*one, reader));
        match users.readers.iter().find(|reader| !after(**reader)) {
            Some(&reader) => {
                for &product in &users.products {
                    reach.order(reader, product);
                }
            }
            None => {
                // The others follow the dot products of one, which read components.
                let held = |one: &&usize| matches!(code.ops[**one].target, Target::Value(..));
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
    let order = ordered(&reach, code.ops.len());
    let ops = std::mem::take(&mut code.ops);
    for index in order {
        let Some(op) = ops.get(index) else { continue };
        match divided.contains(&index) {
            true => divide(code, op),
            false => code.ops.push(op.clone()),
        }
    }
}

/// Where all that read a constant by component have to write their output after a product with it, one
/// writes a temporary, which is moved there.
fn uncover(code: &mut Code) {
    for (_, users) in mixed(code) {
        let is_covered = |reader: &usize| {
            let mut products = users.products.iter();
            products.any(|one| code.ops[*one].covers(&code.ops[*reader]))
        };
        let Some(&first) = users.readers.first() else {
            continue;
        };
        if !users.readers.iter().all(is_covered) {
            continue;
        }
        let Target::Output { file, number, from } = code.ops[first].target else {
            continue;
        };
        let lanes = from.iter().flatten();
        let mask = lanes.fold(Mask::NONE, |mask, lane| mask.with(Mask::lane(*lane)));
        let whole = code.ops[first].opcode.info().whole();
        let value = code.value(ValueInfo {
            needed: mask.bits(),
            fixed: whole != Mask::NONE,
            clobbers: whole.bits(),
        });
        let mut moved = Op {
            opcode: Opcode::Mov,
            a: Lanes::EMPTY,
            b: Lanes::EMPTY,
            matrix: None,
            sampler: None,
            ..code.ops[first].clone()
        };
        let mut place = [None; 4];
        for (component, lane) in from.iter().enumerate() {
            if let Some(lane) = lane {
                moved.a.set(component, Lane::Value(value, *lane));
                place[component] = Some(component as u8);
            }
        }
        moved.target = Target::Output {
            file,
            number,
            from: place,
        };
        code.ops[first].target = Target::Value(value, mask);
        code.ops.push(moved);
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
fn mixed(code: &Code) -> BTreeMap<u16, Users> {
    let mut users: BTreeMap<u16, Users> = BTreeMap::new();
    for (index, op) in code.ops.iter().enumerate() {
        if let Some(Matrix::Direct(first)) = op.matrix {
            users.entry(first).or_default().products.push(index);
        }
    }
    if users.is_empty() {
        return users;
    }
    for (index, op) in code.ops.iter().enumerate() {
        for number in op.constants() {
            if let Some(users) = users.get_mut(&number) {
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

/// The code with dot products in place of the products that write components which nobody reads; `None`
/// where there are none.
pub(crate) fn without_wasted_rows(code: &Code) -> Option<Code> {
    let is_wasteful = |op: &Op| match (op.matrix, op.target) {
        (Some(Matrix::Direct(_)), Target::Value(_, mask)) => {
            op.flow.is_none() && !mask.covers(op.opcode.info().whole())
        }
        _ => false,
    };
    if !code.ops.iter().any(is_wasteful) {
        return None;
    }
    let mut narrow = Code {
        ops: Vec::with_capacity(code.ops.len() + 8),
        values: code.values.clone(),
        indices: code.indices.clone(),
    };
    for op in &code.ops {
        match is_wasteful(op) {
            true => divide(&mut narrow, op),
            false => narrow.ops.push(op.clone()),
        }
    }
    Some(narrow)
}

/// A product as dot products, one for each component that is read.
fn divide(code: &mut Code, product: &Op) {
    let (Some(Matrix::Direct(first)), Target::Value(value, mask)) =
        (product.matrix, product.target)
    else {
        return code.ops.push(product.clone());
    };
    let (opcode, width) = match product.opcode {
        Opcode::M33 => (Opcode::Dp3, 3),
        _ => (Opcode::Dp4, 4),
    };
    let row = |lane: u8| {
        let number = first + u16::from(lane);
        Lanes::new((0..width).map(|part| Lane::Register(File::Constant, number, part)))
    };
    if let Some(info) = code.values.get_mut(value.index()) {
        (info.fixed, info.clobbers) = (false, 0);
    }
    for lane in mask.lanes() {
        code.ops.push(Op {
            opcode,
            target: Target::Value(value, Mask::lane(lane)),
            b: row(lane),
            matrix: None,
            ..product.clone()
        });
    }
}
