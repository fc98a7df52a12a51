//! Dot products of one vector with consecutive constants are a matrix product: one token for up
//! to four of them.

use super::lower::{Lowering, splat};
use super::sign::lanes_by;
use crate::isa::Opcode;
use crate::machine::constant;
use retroshade_ir::{Inst, Op, Shader, Swizzle, Uniform, Use};
use retroshade_kit::mir::{Base, LaneRef, Operand};
use std::collections::BTreeMap;

/// Which rows a set of dot products reads, besides the row's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rows {
    uniform: Uniform,
    /// For rows addressed by a value: the value, and slots for each step of it.
    index: Option<(Use, u32)>,
    /// The lanes of each row, 3 or 4.
    width: u8,
}

/// A dot product of a row.
#[derive(Clone, Copy, Debug)]
struct Row {
    rows: Rows,
    /// The slot, without what the index adds.
    slot: u32,
    /// The other operand.
    vector: Use,
}

/// A matrix product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Product {
    /// The slot of row 0.
    base: u32,
    /// How many rows are computed, 3 or 4.
    count: u32,
    /// The rows that somebody reads, a bit each.
    rows: u8,
}

/// For each dot product that is a row of a matrix product: which, and the row.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrices {
    members: BTreeMap<Inst, (usize, u8)>,
    products: Vec<Product>,
    /// The lanes of each product once it was lowered.
    results: Vec<Option<Operand>>,
}

impl Matrices {
    /// Looks through the body.
    pub(super) fn find(shader: &Shader) -> Matrices {
        let mut groups: BTreeMap<(Rows, Use), BTreeMap<u32, Vec<Inst>>> = BTreeMap::new();
        for &inst in &shader.regions[shader.body].insts {
            if let Some(row) = row_of(shader, inst) {
                let rows = groups.entry((row.rows, row.vector)).or_default();
                rows.entry(row.slot).or_default().push(inst);
            }
        }
        let mut matrices = Matrices::default();
        for ((rows, _), slots) in groups {
            matrices.group(shader, rows, &slots);
        }
        matrices.results = vec![None; matrices.products.len()];
        matrices
    }

    /// Cuts the rows of one group into products.
    fn group(&mut self, shader: &Shader, rows: Rows, slots: &BTreeMap<u32, Vec<Inst>>) {
        let variable = &shader.interface.uniforms[rows.uniform];
        let per_element = variable.slots_per_element();
        let count = u32::from(rows.width);
        let mut next = 0;
        for &slot in slots.keys() {
            if slot < next {
                continue;
            }
            // The rows of a matrix begin with its first; those of an array with any element.
            let base = if per_element > 1 {
                slot - slot % per_element
            } else {
                slot
            };
            let end = base + count;
            let members = slots.range(base..end);
            let whole = end <= variable.slots() || rows.index.is_some() && per_element >= count;
            if members.clone().count() < 2 || !whole {
                continue;
            }
            next = end;
            let rows = members
                .clone()
                .fold(0, |rows, (slot, _)| rows | 1 << (slot - base));
            self.products.push(Product { base, count, rows });
            for (slot, insts) in members {
                let place = (self.products.len() - 1, (slot - base) as u8);
                self.members.extend(insts.iter().map(|inst| (*inst, place)));
            }
        }
    }
}

/// Reads a dot product as row times vector.
fn row_of(shader: &Shader, inst: Inst) -> Option<Row> {
    let data = &shader.insts[inst];
    let (Op::Dot, [a, b]) = (data.op, data.args.as_slice()) else {
        return None;
    };
    [(*a, *b), (*b, *a)].into_iter().find_map(|(row, vector)| {
        let width = row.lanes();
        if !(3..=4).contains(&width) || row.swizzle != Swizzle::identity(width) {
            return None;
        }
        let def = shader.def_inst(row.value)?;
        let (rows, slot) = match shader.insts[def].op {
            Op::Uniform { uniform, slot } => (
                Rows {
                    uniform,
                    index: None,
                    width,
                },
                slot,
            ),
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let index = *shader.insts[def].args.first()?;
                (
                    Rows {
                        uniform,
                        index: Some((index, stride)),
                        width,
                    },
                    base,
                )
            }
            _ => return None,
        };
        Some(Row { rows, slot, vector })
    })
}

impl Lowering<'_> {
    /// A dot product, alone or as a row of a matrix product.
    pub(super) fn dot(&mut self, inst: Inst, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        if let Some(&(product, row)) = self.matrices.members.get(&inst)
            && let Some(lanes) = self.matrix(inst, product)
        {
            let lane = lanes.get(usize::from(row));
            return lane.map(|lane| splat(*lane, 1)).unwrap_or_default();
        }
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        // A lane that is multiplied by 0 need not be there.
        let is_zero = |list: &[LaneRef], lane: usize| list[lane].equals(0.0);
        let zero = (0..a.len().min(b.len()))
            .rev()
            .find(|lane| is_zero(&a, *lane) || is_zero(&b, *lane));
        if let (4, Some(lane)) = (a.len(), zero) {
            a.remove(lane);
            b.remove(lane);
        }
        let opcode = if a.len() == 4 {
            Opcode::Dp4
        } else {
            Opcode::Dp3
        };
        self.signed_binary(opcode, &a, &b)
    }

    /// The lanes of a matrix product, computed where the first of them is asked for.
    fn matrix(&mut self, inst: Inst, product: usize) -> Option<Operand> {
        if let Some(lanes) = &self.matrices.results[product] {
            return Some(lanes.clone());
        }
        let Product {
            base,
            mut count,
            rows: read,
        } = self.matrices.products[product];
        let Row { rows, vector, .. } = row_of(self.shader, inst)?;
        let first = self.registers.uniform(rows.uniform, base)?;
        let limit = self.registers.constants.size();
        if first % 4 != 0 || first / 4 + count > limit {
            return None;
        }
        let (row, address) = match rows.index {
            None => (constant((first / 4) as u16), None),
            Some((index, stride)) => {
                let index = self.operand(index);
                let (reg, address) = self.index(&index, first / 4, stride);
                (reg, Some(address))
            }
        };
        let mut vector = self.operand(vector);
        // The last lane of a direction is 0 and its last row is rarely wanted.
        if count == 4 && read & 8 == 0 && vector.get(3).is_some_and(|w| w.equals(0.0)) {
            vector.truncate(3);
            count = 3;
        }
        let (vector, negative) = self.factored(&vector);
        let opcode = match count {
            4 => Opcode::M44,
            _ => Opcode::M33,
        };
        let row = lanes_by(count as u8, |lane| match address {
            Some(address) => Base::Indexed(row, address, lane).into(),
            None => LaneRef::register(row, lane),
        });
        let lanes = self.lanewise_signed(opcode, [vector, row], negative);
        self.matrices.results[product] = Some(lanes.clone());
        Some(lanes)
    }
}
