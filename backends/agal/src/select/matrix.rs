//! Dot products of one vector with consecutive constants are a matrix product: one token for up
//! to four of them.

use retroshade_ir::{Inst, Op, Shader, Swizzle, Uniform, Use};
use retroshade_kit::mir::Operand;
use std::collections::BTreeMap;

/// Which rows a set of dot products reads, besides the row's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rows {
    pub(super) uniform: Uniform,
    /// For rows addressed by a value: the value, and slots for each step of it.
    pub(super) index: Option<(Use, u32)>,
    /// The lanes of each row, 3 or 4.
    width: u8,
}

/// A dot product of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) rows: Rows,
    /// The slot, without what the index adds.
    slot: u32,
    /// The other operand.
    pub(super) vector: Use,
}

/// A matrix product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Product {
    /// The slot of row 0.
    pub(super) base: u32,
    /// How many rows are computed, 3 or 4.
    pub(super) count: u32,
    /// The rows that somebody reads, a bit each.
    pub(super) rows: u8,
}

/// For each dot product that is a row of a matrix product: which, and the row.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrices {
    pub(super) members: BTreeMap<Inst, (usize, u8)>,
    pub(super) products: Vec<Product>,
    /// The lanes of each product once it was lowered.
    pub(super) results: Vec<Option<Operand>>,
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
pub(super) fn row_of(shader: &Shader, inst: Inst) -> Option<Row> {
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
