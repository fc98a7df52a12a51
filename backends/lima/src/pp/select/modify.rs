//! What an operation can do besides with its result: output modifiers and powers of two.

use super::view::{Place, View};
use super::{Definition, Select};
use crate::pp::code::{Alu, Cell, Kind, Operation};
use crate::pp::isa::OutMod;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{InstData, Op, Use, Value};

impl Select<'_> {
    /// Finds products with literals of which only the whole part towards zero is wanted. A literal that is
    /// rounded towards zero would make all those one too small that come out even, `int(x * 0.1)` for 10
    /// and 20; rounded away from zero it makes these right, and others as long as it is near enough.
    pub(super) fn look_for_whole_parts(&mut self) {
        let shader = self.shader;
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                let data = &shader.insts[inst];
                let &[product] = data.args.as_slice() else {
                    continue;
                };
                let cut = match data.op {
                    Op::Trunc => true,
                    Op::Floor => self.bounds.is_positive(product),
                    _ => false,
                };
                let multiplied = shader.def_op(product.value) == Some(Op::Mul);
                if cut && multiplied && self.uses[product.value] == 1 {
                    self.whole[product.value] = true;
                }
            }
        }
    }

    /// Remembers the operation of a result, if that is the last one made.
    pub(super) fn note_maker(&mut self, result: Value, view: &View) {
        let Place::Value(value, [0, 1, 2, 3]) = view.place else {
            return;
        };
        let last = self.current.last();
        let whole = last.is_some_and(|operation| {
            operation.dest.len() == usize::from(view.lanes)
                && operation.dest.iter().all(|cell| cell.value == value)
        });
        if whole && !view.negative && !view.absolute {
            self.definitions[result] = Some(Definition {
                block: self.code.blocks.len(),
                operation: self.current.len() - 1,
            });
        }
    }

    /// A result through an output modifier: that of the operation which made it, if nobody else
    /// wants the unmodified result, else of a copy.
    pub(super) fn modified(
        &mut self,
        operand: Use,
        modifier: OutMod,
        result: Value,
    ) -> Result<View, Diagnostic> {
        let view = self.view(operand)?;
        let lanes = self.shader.ty(operand.value).lanes;
        if let Some(definition) = self.definitions[operand.value] {
            let alone = self.uses[operand.value] == 1
                && operand.swizzle.is_identity(lanes)
                && definition.block == self.code.blocks.len();
            let made = self.current.get_mut(definition.operation).filter(|_| alone);
            if let Some(made) = made.filter(|made| made.can_be_modified()) {
                made.modifier = modifier;
                return Ok(view);
            }
        }
        let operand = self.operand(view);
        let value = self.emit(Kind::Alu(Alu::MOV), vec![operand], view.lanes);
        if let Some(last) = self.current.last_mut() {
            last.modifier = modifier;
        }
        let _ = result;
        Ok(View::value(value, view.lanes))
    }

    /// max(x, 0) as a modifier of what made x.
    pub(super) fn positive(
        &mut self,
        data: &InstData,
        a: &View,
        b: &View,
    ) -> Result<Option<View>, Diagnostic> {
        let operand = match (data.args.as_slice(), a.is_number(0.0), b.is_number(0.0)) {
            (&[operand, _], false, true) => operand,
            (&[_, operand], true, false) => operand,
            _ => return Ok(None),
        };
        let lanes = self.shader.ty(operand.value).lanes;
        let foldable = self.uses[operand.value] == 1
            && operand.swizzle.is_identity(lanes)
            && self.definitions[operand.value].is_some_and(|definition| {
                definition.block == self.code.blocks.len()
                    && self
                        .current
                        .get(definition.operation)
                        .is_some_and(Operation::can_be_modified)
            });
        if !foldable {
            return Ok(None);
        }
        let result = data.results.first().copied().unwrap_or(operand.value);
        self.modified(operand, OutMod::Positive, result).map(Some)
    }

    /// A product times a power of two as one operation, if nobody else wants the product; of a dot
    /// product its products.
    pub(super) fn scaled_product(&mut self, data: &InstData, a: &View, b: &View) -> Option<View> {
        let (operand, view, power) = match (data.args.as_slice(), a.numbers(), b.numbers()) {
            (&[operand, _], None, Some(numbers)) if b.is_number(numbers[0]) => {
                (operand, *a, numbers[0])
            }
            (&[_, operand], Some(numbers), None) if a.is_number(numbers[0]) => {
                (operand, *b, numbers[0])
            }
            _ => return None,
        };
        let alu = Alu::scaled_product(power.abs())?;
        let definition = self.definitions[operand.value]?;
        let lanes = self.shader.ty(operand.value).lanes;
        let alone = self.uses[operand.value] == 1
            && operand.swizzle.is_identity(lanes)
            && definition.block == self.code.blocks.len();
        let made = self.current.get(definition.operation).filter(|_| alone)?;
        let product = match made.kind {
            Kind::Alu(Alu::MUL) => definition.operation,
            // The products of a dot product stand right before their sum, and nobody else has them.
            Kind::Sum if made.modifier == OutMod::None => definition.operation.checked_sub(1)?,
            _ => return None,
        };
        let summed = product != definition.operation;
        let reads: Vec<Cell> = made.args.first()?.cells().collect();
        let made = self.current.get_mut(product)?;
        let plain = made.kind == Kind::Alu(Alu::MUL) && made.modifier == OutMod::None;
        let fitting = plain && (!summed || made.dest == reads);
        if !fitting {
            return None;
        }
        made.kind = Kind::Alu(alu);
        Some(match power < 0.0 {
            true => view.negated(),
            false => view,
        })
    }
}

impl Operation {
    /// Whether it has an output modifier that is free.
    pub(crate) fn can_be_modified(&self) -> bool {
        let kind = matches!(
            self.kind,
            Kind::Alu(_) | Kind::Sum | Kind::Select(_) | Kind::Function(_)
        );
        kind && self.modifier == OutMod::None
    }
}
