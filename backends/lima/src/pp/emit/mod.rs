//! Scheduled code with registers as instructions.

mod arithmetic;
mod memory;

use super::code::{Block, Cell, Code, End, Kind, Node, Operand, Operation, Source};
use super::isa::{self, Dest, FrameBuffer, Instruction, Layout, Meaning, Op, Register, Unit};
use super::program::Program;
use super::registers::{Registers, chain_operand};
use super::schedule::word::Word;
use super::schedule::{Origins, Placement, Plan, origins};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::entity::EntityVec;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::machine::numbers::Function;

/// Makes the program.
///
/// # Errors
/// A defect: operations that do not fit their place.
pub(crate) fn emit(code: &Code, plans: &[Plan], registers: &Registers) -> Result<Program, Fault> {
    let mut program = Program::default();
    // The first instruction of each block, and branches with the block they go to.
    let mut starts = Vec::new();
    let mut branches: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, (block, plan)) in code.blocks.iter().zip(plans).enumerate() {
        starts.push(program.instructions.len());
        let emit = Emit {
            block,
            plan,
            registers,
            chained: &registers.chained[index],
            origins: origins(block),
        };
        for (number, word) in plan.words.iter().enumerate() {
            let (mut instruction, discards) = emit.instruction(number, word)?;
            if instruction.operations().next().is_none() && block.end == End::Stop {
                instruction.put(emit.idle(code)?);
            }
            let here = program.instructions.len();
            if discards && instruction.is_always() && instruction.operations().count() == 1 {
                // Nothing else happens here: no need to go elsewhere for it.
                instruction = discard()?;
            } else if discards {
                branches.push((here, None));
            }
            if number + 1 == plan.words.len() {
                match &block.end {
                    End::Fall => {}
                    // The program goes elsewhere if this branches always.
                    End::Stop if instruction.is_always() => {}
                    End::Stop => instruction.stop = true,
                    End::Branch {
                        condition,
                        args,
                        target,
                    } => {
                        instruction.put(emit.branch(*condition, args, word)?);
                        branches.push((here, Some(*target)));
                    }
                }
            }
            program.instructions.push(instruction);
        }
    }
    if branches.iter().any(|(_, target)| target.is_none()) {
        program.instructions.push(discard()?);
    }
    let offsets = program.offsets();
    let last = program.instructions.len().saturating_sub(1);
    for (branch, target) in branches {
        let target = target.map_or(last, |block| starts[block]);
        program.set_branch_target(branch, target, &offsets);
    }
    Ok(program)
}

/// An operation that does something, with nothing set yet.
fn operation(layout: Layout, meaning: Meaning) -> Result<isa::Operation, Fault> {
    let op = Op::that(layout, meaning).ok_or("the unit has no such operation")?;
    Ok(isa::Operation::new(op))
}

/// The instruction that ends a fragment without output.
fn discard() -> Result<Instruction, Fault> {
    let mut instruction = Instruction::default();
    instruction.stop = true;
    instruction.put(operation(Layout::Discard, Meaning::Discard)?);
    Ok(instruction)
}

struct Emit<'a> {
    block: &'a Block,
    plan: &'a Plan,
    registers: &'a Registers,
    chained: &'a EntityVec<Node, bool>,
    origins: Origins,
}

/// Where lanes are: a register and a component for each lane.
#[derive(Clone, Copy, Debug)]
struct Spot {
    register: Register,
    components: [u8; 4],
}

impl Spot {
    /// The source that is its first lane, with the modifiers of an operand.
    fn scalar(self, operand: &Operand) -> isa::Source {
        self.source(operand, [self.components[0]; 4])
    }

    /// The source that has these components, with the modifiers of an operand.
    fn source(self, operand: &Operand, components: [u8; 4]) -> isa::Source {
        isa::Source {
            register: self.register,
            lanes: Swizzle::new(components),
            negative: operand.negative,
            absolute: operand.absolute,
        }
    }
}

impl Emit<'_> {
    fn instruction(&self, number: usize, word: &Word) -> Result<(Instruction, bool), Fault> {
        let mut instruction = Instruction::default();
        let mut discards = false;
        if let Some(address) = word.address {
            instruction.put(self.load(address)?);
        }
        let end = self.block.comparison_node();
        for (unit, node) in word.busy_units().filter(|(_, node)| *node != end) {
            let (operation, place) = (&self.block.operations[node], self.plan.places[node]);
            if place.word != number {
                return Err("an operation stands in two instructions".into());
            }
            instruction.put(self.operation(unit, node, operation, place, word)?);
            discards |= matches!(operation.kind, Kind::Discard(_));
        }
        for (constants, unit) in word.constants.iter().zip([Unit::Const0, Unit::Const1]) {
            if constants.used > 0 {
                let op = Op::constant(unit).ok_or("the table has no constants")?;
                instruction.put(isa::Operation {
                    numbers: constants.bits,
                    ..isa::Operation::new(op)
                });
            }
        }
        instruction.sync = instruction.needs_sync();
        Ok((instruction, discards))
    }

    /// Something to do for an instruction that only ends the program, since none has been seen
    /// without a unit: a component of the result is copied to itself.
    fn idle(&self, code: &Code) -> Result<isa::Operation, Fault> {
        let cell = code.outputs().next().ok_or("the program has no result")?;
        let (register, component) = self.cell(cell)?;
        idle(register, component)
    }

    fn cell(&self, cell: Cell) -> Result<(u8, u8), Fault> {
        let place = self.registers.cells[cell];
        let place = place.ok_or_else(|| format!("{cell} has no register"))?;
        Ok((place.0 as u8, place.1))
    }

    /// The component that an index is offset by.
    fn component(&self, cell: Cell) -> Result<isa::Component, Fault> {
        let (register, component) = self.cell(cell)?;
        Ok(Register::General(register).component(component))
    }

    /// The lookup of the same instruction whose result an operand is.
    fn lookup_of(&self, node: Node, argument: usize, number: usize) -> Option<&Operation> {
        let producer = self.origins[node][argument]?;
        let operation = &self.block.operations[producer];
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        (lookup && self.plan.places[producer].word == number).then_some(operation)
    }

    /// Where an operand's lanes are.
    fn spot(
        &self,
        operand: &Operand,
        word: &Word,
        lookup: Option<&Operation>,
    ) -> Result<Spot, Fault> {
        let count = usize::from(operand.lanes);
        match operand.source {
            Source::Load(_, components) => Ok(Spot {
                register: Register::Loaded,
                components,
            }),
            Source::Const(bits) => {
                let numbers = bits.get(..count).ok_or("too many lanes")?;
                let found = word.find(numbers).ok_or("a constant is missing")?;
                Ok(Spot {
                    register: [Register::Const0, Register::Const1][found.0],
                    components: found.1,
                })
            }
            Source::Value(..) => {
                let cells: Vec<Cell> = operand.cells().collect();
                let first = *cells.first().ok_or("an operand without lanes")?;
                if let Some(lookup) = lookup {
                    let lane = |cell: &Cell| lookup.dest.iter().position(|dest| dest == cell);
                    return Ok(Spot {
                        register: Register::Sampled,
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
                    register: Register::General(register),
                    components: components(&cells, place)?,
                })
            }
        }
    }

    fn operation(
        &self,
        unit: Unit,
        node: Node,
        selected: &Operation,
        place: Placement,
        word: &Word,
    ) -> Result<isa::Operation, Fault> {
        match (unit, selected.kind) {
            (Unit::ScalarMul, Kind::Select(condition)) => {
                let op = Op::named(Layout::ScalarMul, condition.name);
                let operation = isa::Operation::new(op.ok_or("no such condition")?);
                self.scalars(operation, node, selected, &[0, 1], word, place.word)
            }
            (
                Unit::VectorMul | Unit::ScalarMul | Unit::VectorAdd | Unit::ScalarAdd,
                Kind::Lookup(_),
            ) => self.copy_of_lookup(unit, selected, place),
            (Unit::VectorMul | Unit::ScalarMul | Unit::VectorAdd | Unit::ScalarAdd, _) => {
                self.arithmetic(unit, node, selected, word, place.word)
            }
            (Unit::Combine, _) => self.combine(selected, word),
            (Unit::Varying, Kind::Input(input)) => self.input(input, selected),
            (Unit::Varying, Kind::Lookup(lookup)) => self.coordinate(&lookup, selected),
            (Unit::Texture, Kind::Lookup(lookup)) => self.lookup(&lookup, selected),
            (Unit::Store, Kind::Store(address)) => self.store(address, selected),
            (Unit::Store, Kind::StoreLane(address, lane)) => {
                self.store_lane(address, lane, selected)
            }
            (Unit::Store, Kind::FrameRead { color }) => {
                let dest = selected.dest.first().ok_or("a read without result")?;
                let buffer = if color {
                    FrameBuffer::Color
                } else {
                    FrameBuffer::Depth
                };
                Ok(isa::Operation {
                    dest: Dest::register(self.cell(*dest)?.0, LaneMask::ALL),
                    ..operation(Layout::FrameRead, Meaning::FrameRead(buffer))?
                })
            }
            (Unit::Branch, Kind::Discard(condition)) => {
                self.branch(condition, &selected.args, word)
            }
            _ => Err("an operation stands in the wrong unit".into()),
        }
    }

    /// The register, and the component of each lane, that a result goes to.
    fn dest(&self, operation: &Operation) -> Result<(u8, Vec<u8>), Fault> {
        self.place_of(operation.dest.iter())
    }

    /// The register in which some cells lie, and the component of each.
    fn place_of<'b>(&self, cells: impl Iterator<Item = &'b Cell>) -> Result<(u8, Vec<u8>), Fault> {
        let mut register = None;
        let mut lanes = Vec::new();
        for cell in cells {
            let (number, component) = self.cell(*cell)?;
            if *register.get_or_insert(number) != number {
                return Err("a result goes to two registers".into());
            }
            lanes.push(component);
        }
        Ok((register.ok_or("an operation without result")?, lanes))
    }

    /// The product of this instruction that the adder reads without a register, if there is one: the
    /// operand and the product.
    fn chain(&self, unit: Unit, operation: &Operation, word: &Word) -> Option<(usize, &Operation)> {
        let multiplier = match unit {
            Unit::VectorAdd => Unit::VectorMul,
            Unit::ScalarAdd => Unit::ScalarMul,
            _ => return None,
        };
        let node = word
            .in_unit(multiplier)
            .filter(|node| self.chained[*node])?;
        let product = &self.block.operations[node];
        let number = chain_operand(operation, product)?;
        Some((number, product))
    }
}

/// A component that is copied to itself.
pub(super) fn idle(register: u8, component: u8) -> Result<isa::Operation, Fault> {
    let copy = operation(Layout::ScalarMul, Meaning::Lanes(Function::Copy))?;
    let source = isa::Source::lane(Register::General(register), component);
    Ok(isa::Operation {
        dest: Dest::register(register, LaneMask::lane(component)),
        ..copy.with_sources([source])
    })
}

/// The component of the texture unit's result that lane `lane` of a lookup's operation is.
fn lookup_lane(operation: &Operation, lane: usize) -> u8 {
    match operation.kind {
        Kind::Lookup(_) => operation.components[lane.min(3)],
        _ => lane as u8,
    }
}

/// A component for each of four positions: of the cells in order, the last repeated.
fn components(cells: &[Cell], place: impl Fn(&Cell) -> Option<u8>) -> Result<[u8; 4], Fault> {
    let mut result = [0; 4];
    for (index, slot) in result.iter_mut().enumerate() {
        let cell = cells.get(index).or(cells.last()).ok_or("no lanes")?;
        *slot = place(cell).ok_or_else(|| format!("{cell} lies elsewhere"))?;
    }
    Ok(result)
}

/// Where an operand finds the lanes of a product that passes to the adder: lane i in component i.
fn chained_spot(operand: &Operand, product: &Operation) -> Result<Spot, Fault> {
    let cells: Vec<Cell> = operand.cells().collect();
    let place = |cell: &Cell| {
        let lane = product.dest.iter().position(|dest| dest == cell);
        lane.map(|lane| lane as u8)
    };
    Ok(Spot {
        register: Register::Product { spare: 0 },
        components: components(&cells, place)?,
    })
}

/// For each component of the destination what the lane that goes there is; elsewhere the first.
fn arranged(components: [u8; 4], lanes: &[u8]) -> [u8; 4] {
    let mut arranged = [components[0]; 4];
    for (lane, component) in lanes.iter().enumerate() {
        arranged[usize::from(*component & 3)] = components[lane.min(3)];
    }
    arranged
}
