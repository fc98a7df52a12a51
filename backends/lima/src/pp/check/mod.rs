//! Proves that a program computes what was selected.
//!
//! The instructions are replayed with symbols for values: each component of each register holds a
//! cell and the operation that wrote it. Every operand of every operation is looked up in the bits of
//! its instruction (register or pipeline register, swizzle, modifiers, constants, load address), and must
//! be the cell that the selected code names, as written by the operation that the order of the
//! selected code names. Fetches from temporary memory must follow the same stores, and no others, that
//! they follow in the selected code. Nothing is taken from the step that made the bits but where operations stand.

mod bits;
mod immediate;
mod memory;
mod operand;
mod units;

use super::bundle::{Bundle, Program};
use super::code::{Address, Cell, Cells, Code, Kind, OFFSET, Operand, Operation, STORE_OFFSET};
use super::isa::{Field, Unit, source};
use super::registers::Registers;
use super::schedule::word::{stage, stage_of};
use super::schedule::{Placement, Plan, read_stage};
use bits::{copied, opcode, written};
use immediate::{flow, immediate};
use rustc_hash::FxHashMap;

/// A cell as some operation of a block wrote it; `None` before the block.
type Symbol = (Cell, Option<usize>);
/// What each component of each register holds.
type State = FxHashMap<(i64, i64), Symbol>;

/// Replays a program.
///
/// # Errors
/// The first operand that is not what was selected.
pub(crate) fn check(
    code: &Code,
    plans: &[Plan],
    registers: &Registers,
    program: &Program,
) -> Result<(), String> {
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
            if let Some(list) = before.get_mut(successor) {
                list.push(block);
            }
        }
    }
    let assigned = assigned(code, &before);
    // What each block leaves; a block not yet seen may leave anything.
    let mut after: Vec<Option<State>> = vec![None; code.blocks.len()];
    let mut memory = FxHashMap::default();
    let nothing = Cells::new();
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
                first: first.get(index).copied().unwrap_or(0),
                state,
                assigned: assigned.get(index).unwrap_or(&nothing),
                memory: &mut memory,
                stores: Vec::new(),
            };
            if let Err(found) = replay.block() {
                fault.get_or_insert(format!("block {index}: {found}"));
            }
            let state = replay.state;
            if let Some(held) = after
                .get_mut(index)
                .filter(|held| held.as_ref() != Some(&state))
            {
                *held = Some(state);
                changed = true;
            }
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
            for earlier in before.get(index).into_iter().flatten() {
                let Some(Some(set)) = after.get(*earlier) else {
                    continue;
                };
                match &mut here {
                    None => here = Some(set.clone()),
                    Some(held) => held.retain_all(set),
                }
            }
            let here = here.unwrap_or_default();
            let mut there = here.clone();
            there.extend(block.operations.iter().flat_map(|o| o.dest.iter().copied()));
            if let (Some(held), Some(result)) = (after.get_mut(index), result.get_mut(index)) {
                changed |= held.as_ref() != Some(&there);
                *held = Some(there);
                *result = here;
            }
        }
    }
    result
}

/// What all ways into a block agree on.
fn entering(index: usize, before: &[Vec<usize>], after: &[Option<State>]) -> State {
    let mut result: Option<State> = (index == 0).then(State::default);
    for block in before.get(index).into_iter().flatten() {
        let Some(Some(state)) = after.get(*block) else {
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
    /// The component in which each lane of a vector of temporary memory lies.
    memory: &'a mut FxHashMap<(i32, u8), i64>,
    /// The stores of the block that were executed, in order.
    stores: Vec<(usize, Address)>,
}

/// What an operand must be.
#[derive(Clone, Copy)]
struct Expected<'a> {
    operand: &'a Operand,
    /// For each lane the operation of this block that wrote it last, in the order of selection.
    writers: [Option<usize>; 4],
}

/// The bits of an operand: source code and component for each lane, modifiers.
struct Found {
    code: i64,
    components: [i64; 4],
    negative: bool,
    absolute: bool,
    chained: bool,
}

impl Replay<'_> {
    fn block(&mut self) -> Result<(), String> {
        let code = self.code;
        let (Some(block), Some(plan)) = (code.blocks.get(self.index), self.plans.get(self.index))
        else {
            return Err("it is not there".to_owned());
        };
        for (node, (operation, place)) in block.operations.iter().zip(&plan.places).enumerate() {
            let bundle = self.program.bundles.get(self.first + place.word);
            immediate(operation, bundle.ok_or("no instruction")?)
                .map_err(|fault| format!("operation {node}: {fault}"))?;
        }
        let comparison = block.comparison();
        let all: Vec<&Operation> = block.operations.iter().chain(&comparison).collect();
        let writers = writers(&all);
        for (_, _, write, node, number) in events(&all, plan) {
            let done = match write {
                false => self.read(node, number, &all, plan, &writers),
                true => self.write(node, &all, plan),
            };
            done.map_err(|fault| format!("operation {node}: {fault}"))?;
        }
        self.units(block, plan)
    }

    fn read(
        &mut self,
        node: usize,
        number: usize,
        operations: &[&Operation],
        plan: &Plan,
        writers: &[Writers],
    ) -> Result<(), String> {
        let operation = *operations.get(node).ok_or("it is not there")?;
        let place = place(node, plan);
        let bundle = self.program.bundles.get(self.first + place.word);
        let bundle = bundle.ok_or("no instruction")?;
        let before = operations.get(..node).unwrap_or_default();
        let writers = writers.get(node).ok_or("it is not there")?;
        match number {
            FETCH => return self.fetched(operation, before),
            OFFSET => return self.offset(operation, number, writers.load, bundle),
            STORE_OFFSET => return self.offset(operation, number, writers.store, bundle),
            _ => {}
        }
        let operand = operation.args.get(number).ok_or("no operand")?;
        let expected = Expected {
            operand,
            writers: writers.args.get(number).copied().unwrap_or_default(),
        };
        let found = self.bits(operation, node, place, number, bundle)?;
        self.operand(expected, &found, bundle, place.word)
            .map_err(|fault| format!("operand {number}: {fault}"))?;
        if let Some((address, lane)) = operation.stored() {
            let slot = bundle.slot(Unit::Store).ok_or("the store is missing")?;
            self.stored(operation, address, lane, slot)?;
            self.follows(address, before)?;
            self.stores.push((node, address));
        }
        Ok(())
    }

    /// The offset register of a load or store.
    fn offset(
        &self,
        operation: &Operation,
        number: usize,
        writer: Option<usize>,
        bundle: &Bundle,
    ) -> Result<(), String> {
        let (unit, cell) = match (number, operation.kind) {
            (STORE_OFFSET, Kind::Store(address)) => (Unit::Store, address.offset),
            (STORE_OFFSET, _) => return Ok(()),
            _ => {
                let mut addresses = operation.args.iter().filter_map(Operand::address);
                (Unit::Load, addresses.find_map(|address| address.offset))
            }
        };
        let slot = bundle.slot(unit).ok_or("an offset without its unit")?;
        let cell = cell.ok_or("no offset")?;
        let place = slot.get(Field::OffsetReg);
        let held = self.state.get(&(place >> 2, place & 3));
        let same = held == Some(&(cell, writer)) || self.is_undefined(cell, writer);
        match same && slot.flag(Field::OffsetEn) {
            true => Ok(()),
            false => Err("another offset".to_owned()),
        }
    }

    /// Whether the shader leaves a cell undefined on some way to the block: then it may hold anything.
    fn is_undefined(&self, cell: Cell, writer: Option<usize>) -> bool {
        writer.is_none() && !self.assigned.contains(cell)
    }

    /// The component in which a lane of an operation's result is.
    fn lane(&self, operation: &Operation, node: usize, lane: usize) -> Result<i64, String> {
        let chained = self.registers.chained.get(self.index);
        if chained.and_then(|list| list.get(node)) == Some(&true) {
            return Ok(lane as i64);
        }
        let cell = operation.dest.get(lane).ok_or("no such lane")?;
        Ok(self.place(*cell)?.1)
    }

    fn place(&self, cell: Cell) -> Result<(i64, i64), String> {
        let place = self.registers.cells.get(cell.index()).copied().flatten();
        let place = place.map(|(register, component)| (register.into(), component.into()));
        place.ok_or_else(|| format!("{cell} has no register"))
    }

    /// Notes what an operation writes, as its instruction says.
    fn write(&mut self, node: usize, operations: &[&Operation], plan: &Plan) -> Result<(), String> {
        let operation = *operations.get(node).ok_or("it is not there")?;
        let place = place(node, plan);
        let bundle = self.program.bundles.get(self.first + place.word);
        let bundle = bundle.ok_or("no instruction")?;
        let unit = match (place.unit, place.copy) {
            (Unit::Texture, None) => return Ok(()),
            (_, Some(copy)) => copy,
            (unit, None) => unit,
        };
        let slot = bundle.slot(unit).ok_or("the operation is missing")?;
        opcode(operation, unit, slot)?;
        let mut places = written(slot);
        for (lane, cell) in operation.dest.iter().enumerate() {
            let chained = self.registers.chained.get(self.index);
            if chained.and_then(|list| list.get(node)) == Some(&true) {
                break;
            }
            if !place.writes(lane) {
                continue;
            }
            let wanted = self.place(*cell)?;
            if let Kind::Lookup(_) = operation.kind {
                let component = i64::from(operation.components[lane.min(3)]);
                if copied(slot, wanted.1) != (source::TEXTURE, component) {
                    return Err("another component of the lookup is copied".to_owned());
                }
            }
            let found = places.iter().position(|place| *place == wanted);
            places.remove(found.ok_or_else(|| format!("lane {lane} is not written"))?);
            self.state.insert(wanted, (*cell, Some(node)));
        }
        match places.is_empty() || operation.dest.is_empty() {
            true => Ok(()),
            false => Err("more is written than selected".to_owned()),
        }
    }
}

/// The number of an event that is a fetch from temporary memory: by then the load unit has read it,
/// whenever the operand is used.
const FETCH: usize = usize::MAX - 2;

/// Where an operation stands; of the comparison that ends the block the last instruction.
fn place(node: usize, plan: &Plan) -> Placement {
    let end = Placement {
        word: plan.words.len().saturating_sub(1),
        unit: Unit::Branch,
        copy: None,
        copied: 0,
    };
    plan.places.get(node).copied().unwrap_or(end)
}

/// Reads and writes of a block in the order of execution: instruction, stage, whether it is a write,
/// operation, operand.
fn events(operations: &[&Operation], plan: &Plan) -> Vec<(usize, u8, bool, usize, usize)> {
    let mut events = Vec::new();
    for (node, operation) in operations.iter().enumerate() {
        let place = place(node, plan);
        let offsets = operation.reads().map(|(number, _)| number);
        let mut numbers: Vec<usize> = (0..operation.args.len()).chain(offsets).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let stage = read_stage(operation, place.unit, number);
            events.push((place.word, stage, false, node, number));
        }
        events.push((place.word, stage::LOAD, false, node, FETCH));
        if !operation.dest.is_empty() {
            let stage = stage_of(place.copy.unwrap_or(place.unit));
            events.push((place.word, stage, true, node, 0));
        }
    }
    events.sort_unstable();
    events
}

/// Who wrote last what an operation reads.
struct Writers {
    /// For each operand, each of its cells.
    args: Vec<[Option<usize>; 4]>,
    /// The offset of what it fetches.
    load: Option<usize>,
    /// The offset of where it stores.
    store: Option<usize>,
}

/// For each operation who wrote last what it reads.
fn writers(operations: &[&Operation]) -> Vec<Writers> {
    let mut last: FxHashMap<Cell, usize> = FxHashMap::default();
    let mut all = Vec::with_capacity(operations.len());
    for (node, operation) in operations.iter().enumerate() {
        let of = |operand: &Operand| {
            let mut writers = [None; 4];
            for (slot, cell) in writers.iter_mut().zip(operand.cells()) {
                *slot = last.get(&cell).copied();
            }
            writers
        };
        let offset = |wanted: usize| {
            let mut reads = operation.reads();
            let found = reads.find(|(number, _)| *number == wanted);
            found.and_then(|(_, cell)| last.get(&cell).copied())
        };
        all.push(Writers {
            args: operation.args.iter().map(of).collect(),
            load: offset(OFFSET),
            store: offset(STORE_OFFSET),
        });
        last.extend(operation.dest.iter().map(|cell| (*cell, node)));
    }
    all
}

#[cfg(test)]
mod tests;
