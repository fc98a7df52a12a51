//! What the arithmetic units and the combine unit do.

use super::{Emit, chained_spot, lookup_lane, mask, swizzle};
use crate::fault::Fault;
use crate::pp::bundle::Slot;
use crate::pp::code::{Alu, Kind, Node, Operation};
use crate::pp::isa::{Argument, Field, Layout, Unit, op, source};
use crate::pp::schedule::word::Word;
use crate::pp::schedule::{Placement, scaling};

impl Emit<'_> {
    pub(super) fn copy_of_lookup(
        &self,
        unit: Unit,
        operation: &Operation,
        place: Placement,
    ) -> Result<Slot, Fault> {
        let copied: Vec<usize> = (0..operation.dest.len())
            .filter(|lane| place.writes(*lane))
            .collect();
        let cells = copied.iter().map(|lane| &operation.dest[*lane]);
        let (register, lanes) = self.place_of(cells)?;
        let from: Vec<u8> = copied
            .iter()
            .map(|lane| lookup_lane(operation, *lane))
            .collect();
        match unit {
            Unit::VectorMul | Unit::VectorAdd => {
                let layout = match unit {
                    Unit::VectorMul => Layout::VectorMul,
                    _ => Layout::VectorAdd,
                };
                let mut order = [0; 4];
                for (component, from) in lanes.iter().zip(&from) {
                    order[usize::from(*component & 3)] = *from;
                }
                Ok(Slot::new(layout)
                    .with(Field::Op, op::MUL_MOV)
                    .with(Field::Arg0Src, source::TEXTURE)
                    .with(Field::Arg0Swizzle, swizzle(order))
                    .with(Field::Dest, register.into())
                    .with(Field::Mask, mask(&lanes)))
            }
            _ => {
                let layout = match unit {
                    Unit::ScalarMul => Layout::ScalarMul,
                    _ => Layout::ScalarAdd,
                };
                let (&[component], &[from]) = (lanes.as_slice(), from.as_slice()) else {
                    return Err("a scalar unit copies one lane".into());
                };
                Ok(Slot::new(layout)
                    .with(Field::Op, op::ADD_MOV)
                    .with(Field::Arg0Src, source::TEXTURE << 2 | i64::from(from))
                    .with(Field::Dest, i64::from(register) << 2 | i64::from(component))
                    .with(Field::OutEn, 1))
            }
        }
    }

    pub(super) fn arithmetic(
        &self,
        unit: Unit,
        node: Node,
        operation: &Operation,
        word: &Word,
        number: usize,
    ) -> Result<Slot, Fault> {
        let adder = matches!(unit, Unit::VectorAdd | Unit::ScalarAdd);
        let code = match operation.kind {
            Kind::Alu(alu) if adder => alu.add,
            Kind::Alu(alu) => alu.mul,
            Kind::Sum => match operation.args.first().map(|operand| operand.lanes) {
                Some(3) => Some(16),
                Some(4) => Some(17),
                _ => None,
            },
            Kind::Select(_) => Some(op::SEL),
            _ => None,
        };
        let code = code.ok_or("an operation that the unit does not have")?;
        let chain = self.chain(unit, operation, word);
        let mut order: Vec<usize> = match operation.kind {
            Kind::Select(_) => vec![2, 3],
            _ => (0..operation.args.len()).collect(),
        };
        if let Some((operand, _)) = chain {
            // What comes from the multiplier is the first operand.
            if let Some(at) = order.iter().position(|number| *number == operand) {
                order.remove(at);
                order.insert(0, operand);
            }
        }
        let scalar = matches!(unit, Unit::ScalarMul | Unit::ScalarAdd);
        let layout = match unit {
            Unit::VectorMul => Layout::VectorMul,
            Unit::ScalarMul => Layout::ScalarMul,
            Unit::VectorAdd => Layout::VectorAdd,
            _ => Layout::ScalarAdd,
        };
        let mut slot = Slot::new(layout)
            .with(Field::Op, code)
            .with(Field::OutMod, operation.modifier as i64);
        let passes = self.chained[node];
        let (register, lanes) = match passes {
            true => (0, (0..operation.dest.len() as u8).collect()),
            false => self.dest(operation)?,
        };
        if scalar {
            let component = lanes.first().copied().ok_or("a result without lanes")?;
            if !passes {
                slot.set(Field::Dest, i64::from(register) << 2 | i64::from(component));
                slot.set(Field::OutEn, 1);
            }
            let slot = self.scalar_operands(slot, node, operation, &order, word, (unit, number))?;
            return Ok(slot);
        }
        if !passes {
            slot.set(Field::Dest, register.into());
            slot.set(Field::Mask, mask(&lanes));
        }
        let sum = operation.kind == Kind::Sum;
        for (position, &argument) in order.iter().enumerate() {
            let operand = &operation.args[argument];
            let spot = match chain {
                Some((other, product)) if other == argument => chained_spot(operand, product)?,
                _ => self.spot(operand, word, self.lookup_of(node, argument, number))?,
            };
            // Lane i of the operand feeds the component to which lane i of the result goes.
            let mut components = [spot.components[0]; 4];
            match sum {
                true => components = spot.components,
                false => {
                    for (lane, component) in lanes.iter().enumerate() {
                        let from = spot.components[lane.min(3)];
                        components[usize::from(*component & 3)] = from;
                    }
                }
            }
            let fields = Argument::at(position);
            slot.set(fields.src, spot.code);
            slot.set(fields.swizzle, swizzle(components));
            slot.set(fields.negative, operand.negative.into());
            slot.set(fields.absolute, operand.absolute.into());
            if chain.is_some_and(|(other, _)| other == argument) {
                slot.set(Field::MulIn, 1);
            }
        }
        Ok(slot)
    }

    /// Operands of a scalar unit in the order of `order`.
    pub(super) fn scalar_operands(
        &self,
        mut slot: Slot,
        node: Node,
        operation: &Operation,
        order: &[usize],
        word: &Word,
        (unit, number): (Unit, usize),
    ) -> Result<Slot, Fault> {
        let chain = match operation.kind {
            Kind::Select(_) if unit == Unit::ScalarMul => None,
            _ => self.chain(unit, operation, word),
        };
        for (position, &argument) in order.iter().enumerate() {
            let operand = &operation.args[argument];
            let fields = Argument::at(position);
            if chain.is_some_and(|(other, _)| other == argument) {
                slot.set(Field::MulIn, 1);
            } else {
                let spot = self.spot(operand, word, self.lookup_of(node, argument, number))?;
                slot.set(fields.src, spot.code << 2 | i64::from(spot.components[0]));
            }
            slot.set(fields.negative, operand.negative.into());
            slot.set(fields.absolute, operand.absolute.into());
        }
        Ok(slot)
    }

    pub(super) fn combine(&self, operation: &Operation, word: &Word) -> Result<Slot, Fault> {
        let (register, lanes) = self.dest(operation)?;
        let spot = |argument: usize| {
            let operand = &operation.args[argument];
            self.spot(operand, word, None).map(|spot| (*operand, spot))
        };
        let scalar = |slot: Slot, argument: usize| -> Result<Slot, Fault> {
            let (operand, spot) = spot(argument)?;
            let fields = Argument::at(argument);
            Ok(slot
                .with(fields.src, spot.code << 2 | i64::from(spot.components[0]))
                .with(fields.negative, operand.negative.into())
                .with(fields.absolute, operand.absolute.into()))
        };
        let one = i64::from(register) << 2 | i64::from(lanes.first().copied().unwrap_or(0));
        let modifier = operation.modifier as i64;
        match operation.kind {
            Kind::Function(code) => scalar(
                Slot::new(Layout::CombineScalar)
                    .with(Field::Op, code)
                    .with(Field::OutMod, modifier)
                    .with(Field::Dest, one),
                0,
            ),
            Kind::AtanFirst | Kind::AngleFirst => {
                let two = operation.kind == Kind::AngleFirst;
                let slot = Slot::new(Layout::CombineScalarToVector)
                    .with(Field::DestVector, 1)
                    .with(Field::Op, if two { op::ATAN2 } else { op::ATAN })
                    .with(Field::Mask, mask(&lanes))
                    .with(Field::Dest, register.into());
                let slot = scalar(slot, 0)?;
                match two {
                    true => scalar(slot, 1),
                    false => Ok(slot),
                }
            }
            Kind::AtanSecond => {
                let (_, from) = spot(0)?;
                Ok(Slot::new(Layout::CombineVectorToScalar)
                    .with(Field::Arg1En, 1)
                    .with(Field::Arg1Src, from.code)
                    .with(Field::Arg1Swizzle, swizzle(from.components))
                    .with(Field::OutMod, modifier)
                    .with(Field::Dest, one))
            }
            Kind::Alu(Alu::MUL) => {
                let (factor, vector) = scaling(operation).ok_or("a product of vectors")?;
                let (first, from) = spot(factor)?;
                let (second, to) = spot(vector)?;
                let mut components = [to.components[0]; 4];
                for (lane, component) in lanes.iter().enumerate() {
                    components[usize::from(*component & 3)] = to.components[lane.min(3)];
                }
                Ok(Slot::new(Layout::CombineMul)
                    .with(Field::DestVector, 1)
                    .with(Field::Arg1En, 1)
                    .with(
                        Field::Arg0Src,
                        from.code << 2 | i64::from(from.components[0]),
                    )
                    .with(Field::Arg0Abs, first.absolute.into())
                    .with(Field::Arg0Neg, (first.negative != second.negative).into())
                    .with(Field::Arg1Src, to.code)
                    .with(Field::Arg1Swizzle, swizzle(components))
                    .with(Field::Mask, mask(&lanes))
                    .with(Field::Dest, register.into()))
            }
            _ => Err("an operation that the combine unit does not have".into()),
        }
    }
}
