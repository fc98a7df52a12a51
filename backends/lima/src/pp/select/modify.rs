//! What an operation can do besides with its result: output modifiers and powers of two.

use super::view::{Place, View};
use super::{Definition, Select};
use crate::pp::code::Alu;
use crate::pp::isa::OutMod;
use crate::pp::machine::{Kind, Opcode};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{InstData, Op, Use, Value};
use retroshade_kit::mir::{Base, OpId};

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

    /// Remembers the instruction of a result, if that is the last one made.
    pub(super) fn note_definition(&mut self, result: Value, view: &View) {
        let (Place::Value(vector, [0, 1, 2, 3]), Some(op)) = (view.place, self.last) else {
            return;
        };
        let results = &self.program.ops[op].results;
        let lanes = &self.program.vectors[vector].lanes;
        let whole = results.len() == usize::from(view.lanes)
            && results
                .iter()
                .all(|lane| lane.is_some_and(|lane| lanes.contains(&lane)));
        if whole && !view.negative && !view.absolute {
            let section = self.section;
            self.definitions[result] = Some(Definition { section, op });
        }
    }

    /// The instruction that made a whole value, if nobody else wants that and it is of this section.
    fn only_definition(&self, operand: Use) -> Option<OpId> {
        let definition = self.definitions[operand.value]?;
        let lanes = self.shader.ty(operand.value).lanes;
        let alone = self.uses[operand.value] == 1
            && operand.swizzle.is_identity(lanes)
            && definition.section == self.section;
        alone.then_some(definition.op)
    }

    /// A result through an output modifier: that of the instruction which made it, if nobody else
    /// wants the unmodified result, else of a copy.
    pub(super) fn modified(&mut self, operand: Use, modifier: OutMod) -> Result<View, Diagnostic> {
        let view = self.view(operand)?;
        if let Some(op) = self.only_definition(operand) {
            let made = &mut self.program.ops[op].code;
            if made.can_be_modified() {
                made.modifier = modifier;
                return Ok(view);
            }
        }
        let operand = self.operand(view);
        let kind = Kind::Alu(Alu::MOV);
        let vector = self.emit(Opcode { kind, modifier }, vec![operand]);
        Ok(View::value(vector, view.lanes))
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
        let definition = self.only_definition(operand);
        let foldable = definition.is_some_and(|op| self.program.ops[op].code.can_be_modified());
        if foldable {
            self.modified(operand, OutMod::Positive).map(Some)
        } else {
            Ok(None)
        }
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
        let made = self.only_definition(operand)?;
        let product = match self.program.ops[made].code {
            Opcode {
                kind: Kind::Alu(Alu::MUL),
                ..
            } => made,
            // The products of a dot product are read by their sum and by nothing else; a vector whose lanes are only
            // added up is not.
            Opcode {
                kind: Kind::Sum,
                modifier: OutMod::None,
            } => {
                let dot = self.shader.def_inst(operand.value)?;
                let &[a, b] = self.shader.insts[dot].args.as_slice() else {
                    return None;
                };
                if self.summed([a, b]).is_some() {
                    return None;
                }
                let summed = self.program.ops[made].operands.first()?;
                let product = self.program.def_op(*summed.first()?)?;
                let results = self.program.ops[product].results.iter();
                let results = results.map(|lane| lane.map(Base::Value));
                let whole = results.eq(summed.iter().map(|lane| Some(lane.base)));
                whole.then_some(product)?
            }
            _ => return None,
        };
        let code = &mut self.program.ops[product].code;
        if *code != Opcode::from(Kind::Alu(Alu::MUL)) {
            return None;
        }
        code.kind = Kind::Alu(alu);
        Some(if power < 0.0 { view.negated() } else { view })
    }
}
