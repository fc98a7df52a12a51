//! Proves that a program computes what was selected.
//!
//! Each block is executed with expressions in place of numbers ([`Symbols`]), and what arrives at the outputs, in the places
//! of the variables and at the branch must be the expressions of the graph, in time. A block starts with what is in the
//! places of the variables that live there, and with nothing else. Nothing here knows how the scheduler works.

#[cfg(test)]
mod changes_test;
mod expressions;

use super::code::{Block, BlockId, Code, Place, VariableId};
use super::execute::cells::Cell;
use super::execute::{Kind, Machine, function_of};
use super::isa::{REGISTER_LATENCY, TEMPORARY_LATENCY};
use super::memory::{Placed, live_in, live_out};
use super::schedule::Schedule;
use expressions::{BlockEffects, effects, variable};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::fault::{Checked, Fault, demand};
use retroshade_ir::entity::{EntityRef, EntitySet};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::runner::Execute;
use retroshade_kit::machine::symbols::{Decision, Expression, Literals, Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, UNSET};
use std::ops::Range;

/// Instructions that lie before a block: more than anything takes to answer.
const BEFORE: u64 = 8;

/// Proves a program. `code` is what was selected, `placed` where its variables live. Gives the place in the
/// source of each instruction: that of the last operation whose result it makes, as a whole or in part, or
/// copies.
///
/// # Errors
/// The first thing that is wrong, in words.
pub(super) fn check(code: &Code, placed: &Placed, schedule: &Schedule) -> Checked<Vec<Span>> {
    let mut spans = Vec::with_capacity(schedule.program.instructions.len());
    let live_in = live_in(code);
    demand(
        schedule.starts.len() == code.blocks.len() + 1,
        "blocks got lost",
    )?;
    let image = image(&placed.code);
    let mut symbols = Symbols::new(literals(&placed.code));
    for (id, block) in code.blocks.iter() {
        let next = BlockId::new(id.index() + 1);
        let range = schedule.starts[id]..schedule.starts[next];
        let inside = schedule.program.instructions.get(range.clone()).is_some();
        demand(inside, "a block is outside of the program")?;
        let part = Part {
            block,
            range,
            before: &live_in[id],
            after: live_out(code, &live_in, id),
            placed,
            schedule,
            image: &image,
        };
        let checked = part.check(&mut symbols, &mut spans);
        checked.map_err(|fault| fault.within("block", id.index()))?;
    }
    // An instruction at the end that is only jumped to comes from nowhere.
    spans.resize(schedule.program.instructions.len(), Span::NONE);
    Ok(spans)
}

/// The registers of uniforms that there are.
fn image(code: &Code) -> RegisterImage {
    let end = code.first_literal + (code.literals.len() as u32).div_ceil(4);
    let uniforms = (0..end).map(|number| (number, UNSET)).collect();
    RegisterImage {
        samples: 1,
        uniforms: [("u".to_owned(), uniforms)].into(),
        ..RegisterImage::default()
    }
}

/// The lanes of uniforms that hold literals, with these.
fn literals(code: &Code) -> Literals {
    let lanes = (0..).zip(&code.literals);
    let place = |lane: u32| ("u", code.first_literal + lane / 4, (lane % 4) as u8);
    lanes
        .map(|(lane, bits)| (place(lane), f32::from_bits(*bits)))
        .collect()
}

/// One block, and what is around it.
struct Part<'a> {
    block: &'a Block,
    /// Its instructions.
    range: Range<usize>,
    before: &'a EntitySet<VariableId>,
    after: EntitySet<VariableId>,
    placed: &'a Placed,
    schedule: &'a Schedule,
    image: &'a RegisterImage,
}

impl Part<'_> {
    fn check(&self, symbols: &mut Symbols, spans: &mut Vec<Span>) -> Checked {
        let places = &self.placed.places;
        let wanted = effects(self.block, self.image, symbols)?;
        let mut machine = Machine::new(&self.schedule.program, self.image, symbols);
        machine.now = BEFORE;
        for id in self.before {
            let value = symbols.symbol(variable(id));
            let cell = cell(&mut machine, places[id])?;
            demand(cell.stored.is_none(), "two variables live in one place")?;
            cell.store(value, 0, 0);
        }
        let mut branch = None;
        for index in self.range.clone() {
            let within = |fault: Fault| fault.within("instruction", index - self.range.start);
            let next = machine.step(index, symbols);
            let next = next.map_err(|fault| within(fault.into()))?;
            if let Some(hazard) = machine.hazards.pop() {
                return Err(within(hazard.message.into()));
            }
            spans.push(self.place(&wanted, &machine, symbols));
            if let Some(Decision::Holds(condition)) = symbols.decisions.pop() {
                branch = Some((index, condition, next.target));
            }
        }
        match (branch, wanted.branch) {
            (None, None) => {}
            (Some((index, condition, target)), Some((other, block))) => {
                let right = index + 1 == self.range.end
                    && condition == other
                    && self.schedule.starts[block] == target;
                demand(right, "the branch is another one")?;
            }
            _ => return Err("a branch too many or too few".into()),
        }
        self.check_outputs(&wanted, &machine)?;
        self.check_temporaries(&machine)?;
        for id in &self.after {
            let value = match wanted.variables.get(&id) {
                Some(value) => *value,
                None => symbols.symbol(variable(id)),
            };
            if held(&mut machine, places[id])? != value {
                return Err(format!("{id} has another value").into());
            }
        }
        Ok(())
    }

    fn check_outputs(&self, wanted: &BlockEffects, machine: &Machine<'_, Symbols>) -> Checked {
        let outputs = machine.outputs.iter().flat_map(|(number, lanes)| {
            let lanes = (0..).zip(lanes).map(|(lane, value)| (lane, *value));
            lanes.filter_map(|(lane, value)| Some(((*number as u8, lane), value?)))
        });
        let mut count = 0;
        for (place, value) in outputs {
            let right = wanted.outputs.get(&place) == Some(&value);
            demand(right, "the outputs get other values")?;
            count += 1;
        }
        demand(count == wanted.outputs.len(), "an output gets no value")
    }

    /// Demands that temporaries lie where the record says that they do.
    fn check_temporaries(&self, machine: &Machine<'_, Symbols>) -> Checked {
        let code = &self.placed.code;
        let first = i64::from(code.first_literal) + code.literals.len().div_ceil(4) as i64;
        let addresses = first..first + i64::from(code.temporaries);
        let mut used = machine.temporaries.keys();
        let inside = used.all(|address| addresses.contains(address));
        demand(inside, "temporaries are stored to an unknown address")
    }

    /// The place in the source of the instruction that was just executed.
    fn place(
        &self,
        wanted: &BlockEffects,
        machine: &Machine<'_, Symbols>,
        symbols: &Symbols,
    ) -> Span {
        let function = |function, x: Symbol| {
            symbols.known(&Expression::Apply(function, [x].as_slice().into()))
        };
        let made = machine.results[0].iter().flatten();
        let definitions = made.filter_map(|result| {
            let whole = match result.kind {
                Kind::Table(code) => function(function_of(code)?, result.value)?,
                Kind::Prepared => function(Function::Exp2, result.value)?,
                Kind::Number | Kind::RawLogarithm => result.value,
                Kind::Square | Kind::Undefined => return None,
            };
            wanted.definitions.get(&whole).copied()
        });
        let placed = definitions.filter(|id| !self.block.nodes[*id].span.is_none());
        placed
            .max()
            .map_or(Span::NONE, |id| self.block.nodes[id].span)
    }
}

/// The cell of a variable's place.
fn cell<'m>(machine: &'m mut Machine<'_, Symbols>, place: Place) -> Checked<&'m mut Cell<Symbol>> {
    match place {
        Place::Register(register, lane) => {
            Ok(&mut machine.registers[usize::from(register & 15)][usize::from(lane & 3)])
        }
        Place::Temporary { address, lane, .. } => {
            let cells = machine.temporaries.entry(address.into());
            Ok(&mut cells.or_insert([Cell::EMPTY; 4])[usize::from(lane & 3)])
        }
        _ => Err("a variable in no place".into()),
    }
}

/// What a variable's place answers behind the block.
fn held(machine: &mut Machine<'_, Symbols>, place: Place) -> Checked<Symbol> {
    let latency = match place {
        Place::Temporary { .. } => TEMPORARY_LATENCY,
        _ => REGISTER_LATENCY,
    };
    let now = machine.now;
    let cell = cell(machine, place)?;
    demand(cell.stored.is_some(), "a place holds nothing")?;
    let held = cell.answer(now, latency);
    Ok(held.ok_or("a variable is stored too late")?)
}
