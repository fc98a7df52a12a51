//! Programs whose instructions say where control may go: each basic block is executed once.

use super::{Block, BlockId, Code, Condition, End, Machine};
use indexmap::{IndexMap, IndexSet};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::effects::{Decoded, Flow, Place};
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol, Symbols};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Splits a program into blocks and executes each. `begin` gives a machine before the first instruction.
///
/// # Errors
/// What the machine forbids, with the number of the instruction.
pub(crate) fn run<M: Machine>(
    program: &impl Decoded,
    symbols: Symbols,
    begin: impl Fn(&mut Symbols) -> M,
) -> Result<Code, Fault> {
    let flows: Vec<Flow> = (0..program.len())
        .map(|index| program.flow(index))
        .collect();
    let starts: Vec<usize> = leaders(&flows).into_iter().collect();
    let mut run = Run {
        flows: &flows,
        starts: &starts,
        code: Code::new(symbols),
    };
    if starts.len() > 1 {
        // Each round knows more registers that hold something, until it finds no other.
        let empty = run.code.symbols.clone();
        loop {
            let mut places = BTreeSet::new();
            for block in 0..starts.len() {
                let mut machine = begin(&mut run.code.symbols);
                // What is missing yet is told in the end.
                let _ = run.block(block, &mut machine, false);
                places.extend(machine.held().into_iter().map(|(place, _)| place));
            }
            let found: IndexSet<Place> = places.into_iter().collect();
            run.code.symbols = empty.clone();
            if found == run.code.given {
                break;
            }
            run.code.given = found;
        }
    }
    for block in 0..starts.len() {
        let mut machine = begin(&mut run.code.symbols);
        run.block(block, &mut machine, true)?;
    }
    let behind =
        |block: &Block| matches!(block.end, End::Branch(_, _, other) if other == starts.len());
    if run.code.blocks.iter().any(behind) {
        run.code.blocks.push(Block {
            writes: IndexMap::new(),
            discards: Vec::new(),
            is_discarded: false,
            end: End::Stop,
        });
    }
    Ok(run.code)
}

/// The instructions that begin a block.
fn leaders(flows: &[Flow]) -> BTreeSet<usize> {
    let mut leaders = BTreeSet::from([0]);
    for (index, flow) in flows.iter().enumerate() {
        let plain = flow.falls && flow.target.is_none() && !flow.ends;
        if !plain {
            leaders.insert(index + 1);
        }
        leaders.extend(flow.target);
    }
    leaders.retain(|leader| *leader < flows.len().max(1));
    leaders
}

struct Run<'a> {
    flows: &'a [Flow],
    /// The first instruction of each block.
    starts: &'a [usize],
    code: Code,
}

impl Run<'_> {
    /// Executes a block; `keep` puts what it does into the code.
    fn block<M: Machine>(
        &mut self,
        block: BlockId,
        machine: &mut M,
        keep: bool,
    ) -> Result<(), Fault> {
        let mut held: FxHashMap<Place, Symbol> = FxHashMap::default();
        let given: Vec<Place> = self.code.given.iter().copied().collect();
        for (number, place) in (0..).zip(given) {
            let value = self.code.symbols.symbol(Expression::Given(number));
            machine.set(place, value);
            held.insert(place, value);
        }
        let start = self.starts[block];
        let end = self.starts.get(block + 1).copied();
        let end = end.unwrap_or(self.flows.len().max(1));
        let mut made = Block {
            writes: IndexMap::new(),
            discards: Vec::new(),
            is_discarded: false,
            end: End::Stop,
        };
        for index in start..end {
            let within = |fault: Fault| fault.within("instruction", index);
            self.code.symbols.decisions.clear();
            let next = machine
                .step(index, &mut self.code.symbols)
                .map_err(|trap| within(trap.to_string().into()))?;
            if keep {
                self.code.record(machine, &mut held, &mut made);
            }
            let flow = self.flows.get(index).copied().unwrap_or_default();
            let mut decisions = std::mem::take(&mut self.code.symbols.decisions);
            let jumps = next.jump & 1 == 1;
            let decided = flow.target.and_then(|_| decisions.pop());
            // In symbols no decision holds: a jump that is taken all the same is one where it does not.
            made.discards.extend(
                decisions
                    .into_iter()
                    .map(|decision| Condition::new(decision, false)),
            );
            if index + 1 == end {
                made.end = self.end(index, flow, decided, jumps).map_err(within)?;
            }
        }
        made.is_discarded = machine.is_discarded();
        if keep {
            self.code.blocks.push(made);
        }
        Ok(())
    }

    /// How the block ends whose last instruction is `index`.
    fn end(
        &self,
        index: usize,
        flow: Flow,
        decided: Option<Decision>,
        jumps: bool,
    ) -> Result<End, Fault> {
        let block_of = |instruction: usize| {
            let found = self.starts.binary_search(&instruction);
            found.map_err(|_| {
                Fault::from(format!(
                    "control goes on at {instruction}, where no instruction is"
                ))
            })
        };
        let falls = || {
            if index + 1 < self.flows.len() {
                block_of(index + 1).map(End::Next)
            } else {
                Ok(End::Stop)
            }
        };
        match (flow.target, decided) {
            (Some(target), Some(decision)) => {
                let condition = Condition::new(decision, jumps);
                let other = match falls()? {
                    End::Next(next) => next,
                    // The empty block behind the last.
                    _ => self.starts.len(),
                };
                Ok(End::Branch(condition, block_of(target)?, other))
            }
            (Some(target), None) if jumps => block_of(target).map(End::Next),
            _ if flow.ends => Ok(End::Stop),
            _ => falls(),
        }
    }
}
