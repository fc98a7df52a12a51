//! Proves that a program computes what was selected.
//!
//! The instructions are replayed with symbols for values: each component of each register holds a
//! cell and the operation that wrote it. Every operand of every operation is looked up in the bits of
//! its instruction (register or pipeline register, swizzle, modifiers, constants, load address), and must
//! be the cell that the selected code names, as written by the operation that the order of the
//! selected code names. Fetches from temporary memory must follow the same stores, and no others, that
//! they follow in the selected code. Nothing is taken from the step that made the bits but where operations stand.

mod found;
mod immediate;
mod memory;
mod operand;
mod units;

use super::code::{Access, Address, Cell, Cells, Code, Kind, Node, Operand, Operation};
use super::isa::{self, Instruction, Register, Unit};
use super::program::Program;
use super::registers::Registers;
use super::schedule::word::stage;
use super::schedule::{Placement, Plan, read_stage};
use found::{copied, opcode, written};
use immediate::{flow, immediate};
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_ir::entity::{EntityRef, EntityVec, SecondaryMap};
use rustc_hash::FxHashMap;

/// A cell as some operation of a block wrote it; `None` before the block.
type Symbol = (Cell, Option<Node>);
/// What each component of each register holds.
type State = FxHashMap<(u8, u8), Symbol>;

/// Replays a program.
///
/// # Errors
/// The first operand that is not what was selected.
pub(crate) fn check(
    code: &Code,
    plans: &[Plan],
    registers: &Registers,
    program: &Program,
) -> Checked {
    let mut first = Vec::new();
    let mut next = 0;
    for plan in plans {
        first.push(next);
        next += plan.words.len();
    }
    first.push(next);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); code.blocks.len()];
    for block in 0..code.blocks.len() {
        for successor in code.successors(block) {
            before[successor].push(block);
        }
    }
    let assigned = assigned(code, &before);
    // What each block leaves; a block not yet seen may leave anything.
    let mut after: Vec<Option<State>> = vec![None; code.blocks.len()];
    // Each round can only take knowledge away; the last round changes nothing and is the proof.
    loop {
        let mut changed = false;
        let mut fault = None;
        for index in 0..code.blocks.len() {
            let state = entering(index, &before, &after);
            let mut replay = Replay {
                code,
                plans,
                registers,
                program,
                index,
                first: first[index],
                state,
                assigned: &assigned[index],
                stores: Vec::new(),
            };
            if let Err(found) = replay.block() {
                fault.get_or_insert(found.within("block", index));
            }
            let state = Some(replay.state);
            changed |= after[index] != state;
            after[index] = state;
        }
        if !changed {
            return match fault {
                Some(fault) => Err(fault),
                None => flow(code, &first, program),
            };
        }
    }
}

/// For each block the cells that are assigned on every way to it, in the order of selection.
fn assigned(code: &Code, before: &[Vec<usize>]) -> Vec<Cells> {
    let mut after: Vec<Option<Cells>> = vec![None; code.blocks.len()];
    let mut result = vec![Cells::new(); code.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in code.blocks.iter().enumerate() {
            let mut here: Option<Cells> = (index == 0).then(Cells::new);
            for earlier in &before[index] {
                let Some(set) = &after[*earlier] else {
                    continue;
                };
                match &mut here {
                    None => here = Some(set.clone()),
                    Some(held) => held.retain_all(set),
                }
            }
            let here = here.unwrap_or_default();
            let mut there = here.clone();
            let written = block
                .operations
                .values()
                .flat_map(|operation| &operation.dest);
            there.extend(written.copied());
            changed |= after[index].as_ref() != Some(&there);
            after[index] = Some(there);
            result[index] = here;
        }
    }
    result
}

/// What all ways into a block agree on.
fn entering(index: usize, before: &[Vec<usize>], after: &[Option<State>]) -> State {
    let mut result: Option<State> = (index == 0).then(State::default);
    for block in &before[index] {
        let Some(state) = &after[*block] else {
            continue;
        };
        match &mut result {
            None => result = Some(state.clone()),
            Some(held) => {
                held.retain(|place, symbol| state.get(place).map(|other| other.0) == Some(symbol.0))
            }
        }
    }
    let mut result = result.unwrap_or_default();
    for symbol in result.values_mut() {
        symbol.1 = None;
    }
    result
}

struct Replay<'a> {
    code: &'a Code,
    plans: &'a [Plan],
    registers: &'a Registers,
    program: &'a Program,
    index: usize,
    /// The block's first instruction.
    first: usize,
    state: State,
    /// The cells that every way to the block assigns.
    assigned: &'a Cells,
    /// The stores of the block that were executed, in order.
    stores: Vec<(Node, Address)>,
}

/// What an operand must be.
#[derive(Clone, Copy)]
struct Expected<'a> {
    operand: &'a Operand,
    /// For each lane the operation of this block that wrote it last, in the order of selection.
    writers: [Option<Node>; 4],
}

/// An operand as its instruction has it: what holds it, with a component for each lane, and modifiers.
struct Found {
    register: Register,
    components: [u8; 4],
    negative: bool,
    absolute: bool,
}

impl<'a> Replay<'a> {
    fn block(&mut self) -> Checked {
        let (code, plan) = (self.code, &self.plans[self.index]);
        let block = &code.blocks[self.index];
        for (node, operation) in block.operations.iter() {
            let checked = self.instruction(plan.places[node].word);
            let checked = checked.and_then(|instruction| immediate(operation, instruction));
            checked.map_err(|fault| fault.within("operation", node.index()))?;
        }
        let comparison = block.comparison();
        let operations = block.operations.values().chain(&comparison).collect();
        let writers = writers(&operations);
        for event in events(&operations, plan) {
            let node = event.node;
            let done = match event.kind {
                EventKind::Fetch => self.fetched(node, &operations),
                EventKind::Read(access) => {
                    self.read(node, access, &operations, plan, &writers[node])
                }
                EventKind::Write => self.write(node, operations[node], plan),
            };
            done.map_err(|fault| fault.within("operation", node.index()))?;
        }
        self.units(block, plan)
    }

    /// An instruction of the block.
    fn instruction(&self, word: usize) -> Checked<&'a Instruction> {
        let instruction = self.program.instructions.get(self.first + word);
        Ok(instruction.ok_or("the program ends before its instruction")?)
    }

    fn read(
        &mut self,
        node: Node,
        access: Access,
        operations: &Operations<'_>,
        plan: &Plan,
        writers: &Writers,
    ) -> Checked {
        let operation = operations[node];
        let place = place(node, plan);
        let instruction = self.instruction(place.word)?;
        let number = match access {
            Access::LoadOffset => {
                let mut addresses = operation.args.iter().filter_map(Operand::address);
                let cell = addresses.find_map(|address| address.offset);
                return self.offset(cell, writers.load, instruction.operation(Unit::Load));
            }
            Access::StoreOffset => {
                let cell = operation.stored().and_then(|(address, _)| address.offset);
                return self.offset(cell, writers.store, instruction.operation(Unit::Store));
            }
            Access::Arg(number) => number,
        };
        let expected = Expected {
            operand: &operation.args[number],
            writers: writers.args[number],
        };
        let found = self.found(operation, node, place, number, instruction)?;
        self.operand(expected, &found, instruction, place.word)
            .map_err(|fault| fault.within("operand", number))?;
        if let Some((address, lane)) = operation.stored() {
            let store = instruction.operation(Unit::Store);
            self.stored(
                operation,
                address,
                lane,
                store.ok_or("the store is missing")?,
            )?;
            self.follows(address, node, operations)?;
            self.stores.push((node, address));
        }
        Ok(())
    }

    /// The offset register of a load or store.
    fn offset(
        &self,
        cell: Option<Cell>,
        writer: Option<Node>,
        access: Option<&isa::Operation>,
    ) -> Checked {
        let access = access.ok_or("an offset without its unit")?;
        let cell = cell.ok_or("no offset")?;
        let place = access.address.offset.ok_or("another offset")?;
        let held = self.state.get(&(place >> 2, place & 3));
        let same = held == Some(&(cell, writer)) || self.is_undefined(cell, writer);
        demand(same, "another offset")
    }

    /// Whether the shader leaves a cell undefined on some way to the block: then it may hold anything.
    fn is_undefined(&self, cell: Cell, writer: Option<Node>) -> bool {
        writer.is_none() && !self.assigned.contains(cell)
    }

    /// The component in which a lane of an operation's result is.
    fn lane(&self, operation: &Operation, node: Node, lane: usize) -> Checked<u8> {
        if self.is_chained(node) {
            Ok(lane as u8)
        } else {
            Ok(self.place(operation.dest[lane])?.1)
        }
    }

    /// Whether a result passes to the adder without a register.
    fn is_chained(&self, node: Node) -> bool {
        self.registers.chained[self.index][node]
    }

    fn place(&self, cell: Cell) -> Checked<(u8, u8)> {
        let place = self.registers.cells[cell];
        let place = place.map(|(register, component)| (register as u8, component));
        Ok(place.ok_or_else(|| format!("{cell} has no register"))?)
    }

    /// Notes what an operation writes, as its instruction says.
    fn write(&mut self, node: Node, operation: &Operation, plan: &Plan) -> Checked {
        let place = place(node, plan);
        let instruction = self.instruction(place.word)?;
        let unit = match (place.unit, place.copy) {
            (Unit::Texture, None) => return Ok(()),
            (_, Some(copy)) => copy,
            (unit, None) => unit,
        };
        let found = instruction.operation(unit);
        let found = found.ok_or("the operation is missing")?;
        opcode(operation, found)?;
        let mut places = written(found);
        for (lane, cell) in operation.dest.iter().enumerate() {
            if self.is_chained(node) {
                break;
            }
            if !place.writes(lane) {
                continue;
            }
            let wanted = self.place(*cell)?;
            if let Kind::Lookup(_) = operation.kind {
                let component = operation.components[lane.min(3)];
                if found.sources[0].register != Register::Sampled
                    || copied(found, wanted.1) != component
                {
                    return Err("another component of the lookup is copied".into());
                }
            }
            let found = places.iter().position(|place| *place == wanted);
            places.remove(found.ok_or("a lane is not written")?);
            self.state.insert(wanted, (*cell, Some(node)));
        }
        let as_selected = places.is_empty() || operation.dest.is_empty();
        demand(as_selected, "more is written than selected")
    }
}

/// The operations of a block with the comparison that ends it.
type Operations<'a> = EntityVec<Node, &'a Operation>;

/// Where an operation stands; of the comparison that ends the block the last instruction.
fn place(node: Node, plan: &Plan) -> Placement {
    plan.places.get(node).copied().unwrap_or(Placement {
        word: plan.words.len().saturating_sub(1),
        unit: Unit::Branch,
        copy: None,
        copied: 0,
    })
}

/// What happens at a time of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EventKind {
    /// An operation reads.
    Read(Access),
    /// The load unit reads temporary memory, whenever the operand is used.
    Fetch,
    /// An operation writes its result.
    Write,
}

/// A read or write; of one instruction and stage reads come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    word: usize,
    stage: u8,
    is_write: bool,
    node: Node,
    kind: EventKind,
}

/// Reads and writes of a block in the order of execution.
fn events(operations: &Operations<'_>, plan: &Plan) -> Vec<Event> {
    let mut events = Vec::new();
    for (node, operation) in operations.iter() {
        let place = place(node, plan);
        let mut add = |stage, kind| {
            events.push(Event {
                word: place.word,
                stage,
                is_write: kind == EventKind::Write,
                node,
                kind,
            });
        };
        let args = (0..operation.args.len()).map(Access::Arg);
        let reads = operation.reads().map(|(access, _)| access);
        let mut accesses: Vec<Access> = args.chain(reads).collect();
        accesses.sort_unstable();
        accesses.dedup();
        for access in accesses {
            let stage = read_stage(operation, place.unit, access);
            add(stage, EventKind::Read(access));
        }
        add(stage::LOAD, EventKind::Fetch);
        if !operation.dest.is_empty() {
            let stage = place.copy.unwrap_or(place.unit).stage();
            add(stage, EventKind::Write);
        }
    }
    events.sort_unstable();
    events
}

/// Who wrote last what an operation reads.
struct Writers {
    /// For each operand, each of its cells.
    args: Vec<[Option<Node>; 4]>,
    /// The offset of what it fetches.
    load: Option<Node>,
    /// The offset of where it stores.
    store: Option<Node>,
}

/// For each operation who wrote last what it reads.
fn writers(operations: &Operations<'_>) -> EntityVec<Node, Writers> {
    let mut last: SecondaryMap<Cell, Option<Node>> = SecondaryMap::new();
    let mut all = EntityVec::new();
    for (node, operation) in operations.iter() {
        let mut writers = Writers {
            args: vec![[None; 4]; operation.args.len()],
            load: None,
            store: None,
        };
        for (writers, operand) in writers.args.iter_mut().zip(&operation.args) {
            for (writer, cell) in writers.iter_mut().zip(operand.cells()) {
                *writer = last[cell];
            }
        }
        for (access, cell) in operation.reads() {
            match access {
                Access::LoadOffset => writers.load = last[cell],
                Access::StoreOffset => writers.store = last[cell],
                Access::Arg(_) => {}
            }
        }
        all.push(writers);
        for cell in &operation.dest {
            last[*cell] = Some(node);
        }
    }
    all
}

#[cfg(test)]
mod changes_test;
#[cfg(test)]
mod tests;
