//! Scheduled code with registers as instructions.

use super::bundle::{Bundle, Program, Slot};
use super::code::{
    Address, Alu, Block, Cell, Code, Condition, Coordinate, End, Input, Kind, Lookup, Operand,
    Operation, Projection, Source,
};
use super::isa::{
    DISCARD_WORD, Field, Layout, NONE, TEXTURE_CUBE, TEXTURE_FIXED, Unit, op, source, varying,
};
use super::registers::{Registers, chain_operand};
use super::schedule::word::Word;
use super::schedule::{Placement, Plan, origins, scaling};
use std::collections::BTreeMap;

/// Makes the program.
///
/// # Errors
/// A defect: operations that do not fit their place.
pub(crate) fn emit(code: &Code, plans: &[Plan], registers: &Registers) -> Result<Program, String> {
    let mut program = Program::default();
    // The first instruction of each block, and branches with the block they go to.
    let mut starts = Vec::new();
    let mut branches: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, (block, plan)) in code.blocks.iter().zip(plans).enumerate() {
        starts.push(program.bundles.len());
        let emit = Emit {
            block,
            plan,
            registers,
            chained: registers.chained.get(index).map_or(&[], Vec::as_slice),
            origins: origins(block),
            stored: &code.stored,
        };
        for (number, word) in plan.words.iter().enumerate() {
            let (mut bundle, discards) = emit.bundle(number, word)?;
            let here = program.bundles.len();
            if discards && bundle.is_always() && bundle.slots().count() == 1 {
                // Nothing else happens here: no need to go elsewhere for it.
                bundle = discard();
            } else if discards {
                branches.push((here, None));
            }
            if number + 1 == plan.words.len() {
                match &block.end {
                    End::Fall => {}
                    End::Stop => bundle.stop = true,
                    End::Branch {
                        condition,
                        args,
                        target,
                    } => {
                        let slot = emit.branch(*condition, args, word)?;
                        bundle.put(Unit::Branch, slot);
                        branches.push((here, Some(*target)));
                    }
                }
            }
            program.bundles.push(bundle);
        }
    }
    if branches.iter().any(|(_, target)| target.is_none()) {
        program.bundles.push(discard());
    }
    let offsets = program.offsets();
    let last = program.bundles.len().saturating_sub(1);
    for (branch, target) in branches {
        let target = match target {
            Some(block) => starts.get(block).copied().ok_or("a branch goes nowhere")?,
            None => last,
        };
        program.set_branch_target(branch, target, &offsets);
    }
    Ok(program)
}

/// The instruction that ends a fragment without output.
fn discard() -> Bundle {
    let slot = Slot::new(Layout::Discard).with(Field::Word, DISCARD_WORD.into());
    let mut bundle = Bundle::default();
    bundle.stop = true;
    bundle.put(Unit::Branch, slot);
    bundle
}

struct Emit<'a> {
    block: &'a Block,
    plan: &'a Plan,
    registers: &'a Registers,
    chained: &'a [bool],
    origins: Vec<Vec<Option<usize>>>,
    stored: &'a BTreeMap<i32, u32>,
}

/// Where lanes are: the code of a source and a component for each lane.
#[derive(Clone, Copy, Debug)]
struct Spot {
    code: i64,
    components: [u8; 4],
}

/// The swizzle bits for a component in each position.
fn swizzle(components: [u8; 4]) -> i64 {
    let bits = components.iter().enumerate();
    bits.map(|(index, component)| i64::from(*component & 3) << (2 * index))
        .sum()
}

impl Emit<'_> {
    fn bundle(&self, number: usize, word: &Word) -> Result<(Bundle, bool), String> {
        let mut bundle = Bundle::default();
        let mut discards = false;
        if let Some(address) = word.address {
            bundle.put(Unit::Load, self.load(address)?);
        }
        for (unit, node) in Unit::ALL.into_iter().zip(word.units) {
            let Some(node) = node.filter(|node| *node != usize::MAX) else {
                continue;
            };
            let operation = self.block.operations.get(node).ok_or("no such operation")?;
            let place = *self.plan.places.get(node).ok_or("no such place")?;
            if place.word != number {
                return Err("an operation stands in two instructions".to_owned());
            }
            bundle.put(unit, self.slot(unit, node, operation, place, word)?);
            discards |= matches!(operation.kind, Kind::Discard(_));
            if let Kind::Lookup(lookup) = operation.kind
                && unit == Unit::Varying
            {
                bundle.put(unit, self.coordinate(&lookup, operation)?);
            }
        }
        for (constants, unit) in word.constants.iter().zip([Unit::Const0, Unit::Const1]) {
            if constants.used > 0 {
                let fields = [Field::X, Field::Y, Field::Z, Field::W];
                let mut slot = Slot::new(Layout::Const);
                for (field, bits) in fields.into_iter().zip(constants.bits) {
                    slot.set(field, bits.into());
                }
                bundle.put(unit, slot);
            }
        }
        bundle.sync = bundle.needs_sync();
        Ok((bundle, discards))
    }

    fn cell(&self, cell: Cell) -> Result<(u16, u8), String> {
        let place = self.registers.cells.get(cell.index()).copied().flatten();
        place.ok_or_else(|| format!("{cell:?} has no register"))
    }

    fn scalar_code(&self, cell: Cell) -> Result<i64, String> {
        let (register, component) = self.cell(cell)?;
        Ok(i64::from(register) << 2 | i64::from(component))
    }

    /// The lookup of the same instruction whose result an operand is.
    fn lookup_of(&self, node: usize, argument: usize, number: usize) -> Option<&Operation> {
        let origins = self.origins.get(node)?;
        let maker = origins.get(argument).copied().flatten()?;
        let operation = self.block.operations.get(maker)?;
        let place = self.plan.places.get(maker)?;
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        (lookup && place.word == number).then_some(operation)
    }

    /// Where an operand's lanes are, as an operation in `unit` reads them.
    fn spot(
        &self,
        operand: &Operand,
        word: &Word,
        lookup: Option<&Operation>,
    ) -> Result<Spot, String> {
        let count = usize::from(operand.lanes);
        match operand.source {
            Source::Load(address, lanes) => {
                let stored = match address {
                    Address {
                        temporary: true,
                        index,
                        offset: None,
                    } => self.stored.get(&index),
                    _ => None,
                };
                let components = match stored {
                    None => lanes,
                    Some(value) => {
                        let lanes = lanes.get(..count).ok_or("too many lanes")?;
                        let cell = |lane: &u8| Cell::new(*value, *lane);
                        let cells: Vec<Cell> = lanes.iter().map(cell).collect();
                        components(&cells, |cell| self.cell(*cell).ok().map(|found| found.1))?
                    }
                };
                Ok(Spot {
                    code: source::LOAD,
                    components,
                })
            }
            Source::Const(bits) => {
                let numbers = bits.get(..count).ok_or("too many lanes")?;
                let found = word.find(numbers).ok_or("a constant is missing")?;
                Ok(Spot {
                    code: [source::CONST0, source::CONST1][found.0],
                    components: found.1,
                })
            }
            Source::Value(..) => {
                let cells: Vec<Cell> = operand.cells().collect();
                let first = *cells.first().ok_or("an operand without lanes")?;
                if let Some(lookup) = lookup {
                    let lane = |cell: &Cell| lookup.dest.iter().position(|dest| dest == cell);
                    return Ok(Spot {
                        code: source::TEXTURE,
                        components: components(&cells, |cell| {
                            lane(cell).map(|lane| lookup_lane(lookup, lane))
                        })?,
                    });
                }
                let (register, _) = self.cell(first)?;
                let place = |cell: &Cell| {
                    let found = self.cell(*cell).ok().filter(|found| found.0 == register);
                    found.map(|(_, component)| component)
                };
                Ok(Spot {
                    code: register.into(),
                    components: components(&cells, place)?,
                })
            }
        }
    }

    fn slot(
        &self,
        unit: Unit,
        node: usize,
        operation: &Operation,
        place: Placement,
        word: &Word,
    ) -> Result<Slot, String> {
        let number = place.word;
        match (unit, operation.kind) {
            (Unit::ScalarMul, Kind::Select(condition)) => {
                let slot = Slot::new(Layout::ScalarMul)
                    .with(Field::Op, condition.mul.ok_or("no such condition")?);
                self.scalar_operands(slot, node, operation, &[0, 1], word, (unit, number))
            }
            (
                Unit::VectorMul | Unit::ScalarMul | Unit::VectorAdd | Unit::ScalarAdd,
                Kind::Lookup(_),
            ) => self.copy_of_lookup(unit, operation),
            (Unit::VectorMul | Unit::ScalarMul | Unit::VectorAdd | Unit::ScalarAdd, _) => {
                self.arithmetic(unit, node, operation, word, number)
            }
            (Unit::Combine, _) => self.combine(operation, word),
            (Unit::Varying, Kind::Input(input)) => self.input(input, operation),
            (Unit::Varying, Kind::Lookup(lookup)) => self.coordinate(&lookup, operation),
            (Unit::Texture, Kind::Lookup(lookup)) => self.lookup(&lookup, operation),
            (Unit::Store, Kind::Store(address)) => self.store(address, operation),
            (Unit::Store, Kind::StoreLane(address, lane)) => {
                let operand = operation.args.first().ok_or("a store of nothing")?;
                let cell = operand.cells().next().ok_or("no lanes")?;
                Ok(Slot::new(Layout::Store)
                    .with(Field::DestKind, 3)
                    .with(Field::Src, self.scalar_code(cell)?)
                    .with(Field::Index, i64::from(address.index) * 4 + i64::from(lane)))
            }
            (Unit::Store, Kind::FrameRead { color }) => {
                let dest = operation.dest.first().ok_or("a read without result")?;
                Ok(Slot::new(Layout::FrameRead)
                    .with(Field::Color, color.into())
                    .with(Field::Kind, 7)
                    .with(Field::Align, 2)
                    .with(Field::Dest, self.cell(*dest)?.0.into()))
            }
            (Unit::Branch, Kind::Discard(condition)) => {
                self.branch(condition, &operation.args, word)
            }
            _ => Err("an operation stands in the wrong unit".to_owned()),
        }
    }

    /// The register, and the component of each lane, that a result goes to.
    fn dest(&self, operation: &Operation) -> Result<(u16, Vec<u8>), String> {
        let mut register = None;
        let mut lanes = Vec::new();
        for cell in &operation.dest {
            let (number, component) = self.cell(*cell)?;
            if *register.get_or_insert(number) != number {
                return Err("a result goes to two registers".to_owned());
            }
            lanes.push(component);
        }
        Ok((register.ok_or("an operation without result")?, lanes))
    }

    fn copy_of_lookup(&self, unit: Unit, operation: &Operation) -> Result<Slot, String> {
        let (register, lanes) = self.dest(operation)?;
        let from: Vec<u8> = (0..lanes.len())
            .map(|lane| lookup_lane(operation, lane))
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
                let (Some(component), Some(from)) = (lanes.first(), from.first()) else {
                    return Err("a copy without lanes".to_owned());
                };
                Ok(Slot::new(layout)
                    .with(Field::Op, op::ADD_MOV)
                    .with(Field::Arg0Src, source::TEXTURE << 2 | i64::from(*from))
                    .with(
                        Field::Dest,
                        i64::from(register) << 2 | i64::from(*component),
                    )
                    .with(Field::OutEn, 1))
            }
        }
    }

    /// The product of this instruction that the adder reads without a register, if there is one: the
    /// operand and the product.
    fn chain(&self, unit: Unit, operation: &Operation, word: &Word) -> Option<(usize, &Operation)> {
        let multiplier = match unit {
            Unit::VectorAdd => Unit::VectorMul,
            Unit::ScalarAdd => Unit::ScalarMul,
            _ => return None,
        };
        let node = word.units.get(multiplier as usize).copied().flatten()?;
        if self.chained.get(node) != Some(&true) {
            return None;
        }
        let product = self.block.operations.get(node)?;
        let number = chain_operand(operation, product)?;
        Some((number, product))
    }

    fn arithmetic(
        &self,
        unit: Unit,
        node: usize,
        operation: &Operation,
        word: &Word,
        number: usize,
    ) -> Result<Slot, String> {
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
            order.sort_by_key(|number| usize::from(*number != operand));
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
        let passes = self.chained.get(node) == Some(&true);
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
            let operand = operation
                .args
                .get(argument)
                .ok_or("an operand is missing")?;
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
            let fields = match position {
                0 => [
                    Field::Arg0Src,
                    Field::Arg0Swizzle,
                    Field::Arg0Neg,
                    Field::Arg0Abs,
                ],
                _ => [
                    Field::Arg1Src,
                    Field::Arg1Swizzle,
                    Field::Arg1Neg,
                    Field::Arg1Abs,
                ],
            };
            slot.set(fields[0], spot.code);
            slot.set(fields[1], swizzle(components));
            slot.set(fields[2], operand.negative.into());
            slot.set(fields[3], operand.absolute.into());
            if chain.is_some_and(|(other, _)| other == argument) {
                slot.set(Field::MulIn, 1);
            }
        }
        Ok(slot)
    }

    /// Operands of a scalar unit in the order of `order`.
    fn scalar_operands(
        &self,
        mut slot: Slot,
        node: usize,
        operation: &Operation,
        order: &[usize],
        word: &Word,
        (unit, number): (Unit, usize),
    ) -> Result<Slot, String> {
        let chain = match operation.kind {
            Kind::Select(_) if unit == Unit::ScalarMul => None,
            _ => self.chain(unit, operation, word),
        };
        for (position, &argument) in order.iter().enumerate() {
            let operand = operation
                .args
                .get(argument)
                .ok_or("an operand is missing")?;
            let fields = match position {
                0 => [Field::Arg0Src, Field::Arg0Neg, Field::Arg0Abs],
                _ => [Field::Arg1Src, Field::Arg1Neg, Field::Arg1Abs],
            };
            if chain.is_some_and(|(other, _)| other == argument) {
                slot.set(Field::MulIn, 1);
            } else {
                let spot = self.spot(operand, word, self.lookup_of(node, argument, number))?;
                slot.set(fields[0], spot.code << 2 | i64::from(spot.components[0]));
            }
            slot.set(fields[1], operand.negative.into());
            slot.set(fields[2], operand.absolute.into());
        }
        Ok(slot)
    }

    fn combine(&self, operation: &Operation, word: &Word) -> Result<Slot, String> {
        let (register, lanes) = self.dest(operation)?;
        let spot = |argument: usize| {
            let operand = operation
                .args
                .get(argument)
                .ok_or("an operand is missing")?;
            self.spot(operand, word, None).map(|spot| (*operand, spot))
        };
        let scalar = |slot: Slot, argument: usize| -> Result<Slot, String> {
            let (operand, spot) = spot(argument)?;
            let fields = match argument {
                0 => [Field::Arg0Src, Field::Arg0Neg, Field::Arg0Abs],
                _ => [Field::Arg1Src, Field::Arg1Neg, Field::Arg1Abs],
            };
            Ok(slot
                .with(fields[0], spot.code << 2 | i64::from(spot.components[0]))
                .with(fields[1], operand.negative.into())
                .with(fields[2], operand.absolute.into()))
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
            Kind::AtanFirst => {
                let two = operation.args.len() > 1;
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
            _ => Err("an operation that the combine unit does not have".to_owned()),
        }
    }

    fn input(&self, input: Input, operation: &Operation) -> Result<Slot, String> {
        let (register, lanes) = self.dest(operation)?;
        let base = Slot::new(Layout::VaryingIndex)
            .with(Field::OffsetVector, NONE)
            .with(Field::Dest, register.into())
            .with(Field::Mask, mask(&lanes));
        Ok(match input {
            Input::Varying(index) => {
                let slot = base.with(Field::Align, 3).with(Field::Index, index.into());
                match operation.args.first() {
                    None => slot,
                    Some(operand) => {
                        let cell = operand.cells().next().ok_or("an offset without a cell")?;
                        let (register, component) = self.cell(cell)?;
                        slot.with(Field::OffsetVector, register.into())
                            .with(Field::OffsetLane, component.into())
                    }
                }
            }
            Input::FragCoord => base
                .with(Field::Source, varying::CUBE)
                .with(Field::Perspective, 3)
                .with(Field::Align, 3),
            Input::PointCoord => base
                .with(Field::Source, varying::SPECIAL)
                .with(Field::Align, 1),
            Input::FrontFacing => base
                .with(Field::Source, varying::SPECIAL)
                .with(Field::Perspective, 1)
                .with(Field::Align, 0),
        })
    }

    fn coordinate(&self, lookup: &Lookup, operation: &Operation) -> Result<Slot, String> {
        let perspective = match lookup.projection {
            Projection::None => 0,
            Projection::Z => 2,
            Projection::W => 3,
        };
        if let Coordinate::Varying { index, upper } = lookup.coordinate {
            let whole = lookup.cube || lookup.projection != Projection::None;
            let (align, index, lanes) = match whole {
                true => (3, i64::from(index), if perspective == 3 { 15 } else { 7 }),
                false => (1, 2 * i64::from(index) + i64::from(upper), 3),
            };
            let kind = if lookup.cube {
                varying::CUBE
            } else {
                varying::INPUT
            };
            return Ok(Slot::new(Layout::VaryingIndex)
                .with(Field::Source, kind)
                .with(Field::Perspective, perspective)
                .with(Field::Align, align)
                .with(Field::OffsetVector, NONE)
                .with(Field::Index, index)
                .with(Field::Dest, NONE)
                .with(Field::Mask, lanes));
        }
        let operand = operation
            .args
            .first()
            .ok_or("a lookup without coordinate")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let (register, _) = self.cell(*cells.first().ok_or("no lanes")?)?;
        let place = |cell: &Cell| {
            let found = self.cell(*cell).ok().filter(|found| found.0 == register);
            found.map(|(_, component)| component)
        };
        let slot = Slot::new(Layout::VaryingRegister)
            .with(Field::Src, register.into())
            .with(Field::Neg, operand.negative.into())
            .with(Field::Abs, operand.absolute.into())
            .with(Field::Swizzle, swizzle(components(&cells, place)?))
            .with(Field::Dest, NONE);
        Ok(match lookup.cube {
            true => slot
                .with(Field::Source, varying::CUBE)
                .with(Field::Perspective, 1),
            false => slot
                .with(Field::Source, varying::REGISTER)
                .with(Field::Perspective, perspective),
        })
    }

    fn lookup(&self, lookup: &Lookup, operation: &Operation) -> Result<Slot, String> {
        let mut rest = operation.args.iter();
        if lookup.coordinate == Coordinate::Value {
            rest.next();
        }
        let mut next = || {
            let operand = rest.next().ok_or("a lookup lacks an operand")?;
            let cell = operand.cells().next().ok_or("no lanes")?;
            self.scalar_code(cell)
        };
        let mut slot = Slot::new(Layout::Texture)
            .with(Field::Index, lookup.sampler.into())
            .with(Field::Fixed, TEXTURE_FIXED)
            .with(Field::Type, if lookup.cube { TEXTURE_CUBE } else { 0 });
        if let Some(explicit) = lookup.level {
            slot.set(Field::LodReg, next()?);
            slot.set(Field::LodEn, 1);
            slot.set(Field::ExplicitLod, explicit.into());
        }
        if lookup.indexed {
            slot.set(Field::OffsetReg, next()?);
            slot.set(Field::OffsetEn, 1);
        }
        Ok(slot)
    }

    fn load(&self, address: Address) -> Result<Slot, String> {
        let slot = Slot::new(Layout::Load)
            .with(Field::Source, if address.temporary { 3 } else { 0 })
            .with(Field::Align, 2)
            .with(Field::Index, address.index.into());
        Ok(match address.offset {
            None => slot,
            Some(cell) => slot
                .with(Field::OffsetEn, 1)
                .with(Field::OffsetReg, self.scalar_code(cell)?),
        })
    }

    fn store(&self, address: Address, operation: &Operation) -> Result<Slot, String> {
        let operand = operation.args.first().ok_or("a store of nothing")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let first = *cells.first().ok_or("no lanes")?;
        let (register, _) = self.cell(first)?;
        let free =
            address.offset.is_none() && self.stored.get(&address.index) == Some(&first.value);
        for (lane, cell) in cells.iter().enumerate() {
            let (other, component) = self.cell(*cell)?;
            if other != register || (component != lane as u8 && !free) {
                return Err("a stored lane is out of place".to_owned());
            }
        }
        let slot = Slot::new(Layout::Store)
            .with(Field::DestKind, 3)
            .with(Field::Src, i64::from(register) << 2)
            .with(Field::Align, 2)
            .with(Field::Index, address.index.into());
        Ok(match address.offset {
            None => slot,
            Some(cell) => slot
                .with(Field::OffsetEn, 1)
                .with(Field::OffsetReg, self.scalar_code(cell)?),
        })
    }

    fn branch(&self, condition: Condition, args: &[Operand], word: &Word) -> Result<Slot, String> {
        let Condition(bits) = condition;
        let mut slot = Slot::new(Layout::Branch)
            .with(Field::Gt, i64::from(bits & 1))
            .with(Field::Eq, i64::from(bits >> 1 & 1))
            .with(Field::Lt, i64::from(bits >> 2 & 1));
        if condition == Condition::ALWAYS {
            return Ok(slot);
        }
        for (operand, field) in args.iter().zip([Field::Arg0Src, Field::Arg1Src]) {
            if operand.is_modified() {
                return Err("a branch has no modifiers".to_owned());
            }
            let spot = self.spot(operand, word, None)?;
            slot.set(field, spot.code << 2 | i64::from(spot.components[0]));
        }
        Ok(slot)
    }
}

/// The component of the texture unit's result that lane `lane` of a lookup's operation is.
fn lookup_lane(operation: &Operation, lane: usize) -> u8 {
    match operation.kind {
        Kind::Lookup(lookup) => lookup.components[lane.min(3)],
        _ => lane as u8,
    }
}

/// A component for each of four positions: of the cells in order, the last repeated.
fn components(cells: &[Cell], place: impl Fn(&Cell) -> Option<u8>) -> Result<[u8; 4], String> {
    let mut result = [0; 4];
    for (index, slot) in result.iter_mut().enumerate() {
        let cell = cells.get(index).or(cells.last()).ok_or("no lanes")?;
        *slot = place(cell).ok_or_else(|| format!("{cell:?} lies elsewhere"))?;
    }
    Ok(result)
}

/// Where an operand finds the lanes of a product that passes to the adder: lane i in component i.
fn chained_spot(operand: &Operand, product: &Operation) -> Result<Spot, String> {
    let cells: Vec<Cell> = operand.cells().collect();
    let place = |cell: &Cell| {
        let lane = product.dest.iter().position(|dest| dest == cell);
        lane.map(|lane| lane as u8)
    };
    Ok(Spot {
        code: 0,
        components: components(&cells, place)?,
    })
}

/// The bits of a write mask.
fn mask(lanes: &[u8]) -> i64 {
    lanes.iter().fold(0, |mask, lane| mask | 1 << (lane & 3))
}
