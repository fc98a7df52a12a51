//! Scheduled code with registers as instructions.

mod arithmetic;
mod memory;

use super::bundle::{Bundle, Program, Slot};
use super::code::{Block, Cell, Code, End, Kind, Node, Operand, Operation, Source};
use super::isa::{DISCARD_WORD, Field, Layout, Unit, op, source};
use super::registers::{Registers, chain_operand};
use super::schedule::word::Word;
use super::schedule::{Origins, Placement, Plan, origins};
use crate::fault::Fault;
use retroshade_ir::entity::EntityVec;
use retroshade_kit::lanes::{LaneMask, Swizzle};

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
        starts.push(program.bundles.len());
        let emit = Emit {
            block,
            plan,
            registers,
            chained: &registers.chained[index],
            origins: origins(block),
        };
        for (number, word) in plan.words.iter().enumerate() {
            let (mut bundle, discards) = emit.bundle(number, word)?;
            if bundle.slots().next().is_none() && block.end == End::Stop {
                bundle.put(Unit::ScalarMul, emit.idle(code)?);
            }
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
                    // The program goes elsewhere if this branches always.
                    End::Stop if bundle.is_always() => {}
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
        let target = target.map_or(last, |block| starts[block]);
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
    chained: &'a EntityVec<Node, bool>,
    origins: Origins,
}

/// Where lanes are: the code of a source and a component for each lane.
#[derive(Clone, Copy, Debug)]
struct Spot {
    code: i64,
    components: [u8; 4],
}

/// The swizzle bits for a component in each position.
fn swizzle(components: [u8; 4]) -> i64 {
    Swizzle::new(components).bits().into()
}

impl Emit<'_> {
    fn bundle(&self, number: usize, word: &Word) -> Result<(Bundle, bool), Fault> {
        let mut bundle = Bundle::default();
        let mut discards = false;
        if let Some(address) = word.address {
            bundle.put(Unit::Load, self.load(address)?);
        }
        let end = self.block.comparison_node();
        for (unit, node) in word.busy_units().filter(|(_, node)| *node != end) {
            let (operation, place) = (&self.block.operations[node], self.plan.places[node]);
            if place.word != number {
                return Err("an operation stands in two instructions".into());
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

    /// Something to do for an instruction that only ends the program, since none has been seen
    /// without a unit: a component of the result is copied to itself.
    fn idle(&self, code: &Code) -> Result<Slot, Fault> {
        let cell = code.outputs().next().ok_or("the program has no result")?;
        let place = self.scalar_code(cell)?;
        Ok(Slot::new(Layout::ScalarMul)
            .with(Field::Op, op::MUL_MOV)
            .with(Field::Arg0Src, place)
            .with(Field::Dest, place)
            .with(Field::OutEn, 1))
    }

    fn cell(&self, cell: Cell) -> Result<(u16, u8), Fault> {
        self.registers.cells[cell].ok_or_else(|| format!("{cell} has no register").into())
    }

    fn scalar_code(&self, cell: Cell) -> Result<i64, Fault> {
        let (register, component) = self.cell(cell)?;
        Ok(i64::from(register) << 2 | i64::from(component))
    }

    /// The lookup of the same instruction whose result an operand is.
    fn lookup_of(&self, node: Node, argument: usize, number: usize) -> Option<&Operation> {
        let producer = self.origins[node][argument]?;
        let operation = &self.block.operations[producer];
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        (lookup && self.plan.places[producer].word == number).then_some(operation)
    }

    /// Where an operand's lanes are, as an operation in `unit` reads them.
    fn spot(
        &self,
        operand: &Operand,
        word: &Word,
        lookup: Option<&Operation>,
    ) -> Result<Spot, Fault> {
        let count = usize::from(operand.lanes);
        match operand.source {
            Source::Load(_, components) => Ok(Spot {
                code: source::LOAD,
                components,
            }),
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
        node: Node,
        operation: &Operation,
        place: Placement,
        word: &Word,
    ) -> Result<Slot, Fault> {
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
            ) => self.copy_of_lookup(unit, operation, place),
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
            _ => Err("an operation stands in the wrong unit".into()),
        }
    }

    /// The register, and the component of each lane, that a result goes to.
    fn dest(&self, operation: &Operation) -> Result<(u16, Vec<u8>), Fault> {
        self.place_of(operation.dest.iter())
    }

    /// The register in which some cells lie, and the component of each.
    fn place_of<'b>(&self, cells: impl Iterator<Item = &'b Cell>) -> Result<(u16, Vec<u8>), Fault> {
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
        code: 0,
        components: components(&cells, place)?,
    })
}

/// The bits of a write mask.
fn mask(lanes: &[u8]) -> i64 {
    lanes.iter().copied().collect::<LaneMask>().bits().into()
}
