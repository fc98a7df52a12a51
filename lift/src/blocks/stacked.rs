//! Programs whose control depends on stacks: procedures, conditional parts and counted loops, whose ends no instruction
//! tells.
//!
//! Where such a program stands is said by the next instruction and by what the stacks hold. A first run, with each answer to
//! what the program asks, finds all that it can come to. Those that follow a decision or that several ways lead to begin
//! blocks; a second run executes each of these. What is called is executed for each call.

use super::{Block, BlockId, COUNTERS, Code, Condition, End, Junction, Machine, Term};
use indexmap::{IndexMap, IndexSet};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::effects::Place;
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol, Symbols};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::hash::Hash;

/// A machine that can go on from wherever it once stood.
pub(crate) trait Resume: Machine + Clone {
    /// The next instruction and the stacks.
    type Control: Clone + Eq + Hash;

    /// Where it stands.
    fn control(&self) -> Self::Control;

    /// Goes on from somewhere else, with the same numbers in registers.
    fn resume(&mut self, control: &Self::Control);
}

/// How a program goes on behind an instruction.
enum Ahead<M> {
    Stop,
    Goes(M),
    /// As the first says where the decision holds, else as the second.
    Decides(Decision, Box<[Ahead<M>; 2]>),
}

/// Executes one instruction for each combination of answers to what it asks, of which the first were given.
fn ahead<M: Resume>(
    machine: &M,
    answers: &mut Vec<bool>,
    symbols: &mut Symbols,
) -> Result<Ahead<M>, Fault> {
    let mut next = machine.clone();
    symbols.decisions.clear();
    symbols.answers.clone_from(answers);
    let index = machine.start();
    let step = next.step(index, symbols);
    let step = step.map_err(|trap| Fault::from(trap.to_string()).within("instruction", index))?;
    Ok(match symbols.decisions.get(answers.len()).copied() {
        Some(decision) => {
            let mut with = |answer: bool| {
                answers.push(answer);
                let way = ahead(machine, answers, symbols);
                answers.pop();
                way
            };
            Ahead::Decides(decision, Box::new([with(true)?, with(false)?]))
        }
        None if step.end & 1 == 1 => Ahead::Stop,
        None => Ahead::Goes(next),
    })
}

/// What leads to a place of a program.
#[derive(Default)]
struct Arrivals {
    count: usize,
    is_decided: bool,
}

/// What a first run finds.
struct Found<C> {
    /// All that the program comes to.
    controls: IndexMap<C, Arrivals>,
    /// The registers that hold something anywhere.
    places: BTreeSet<Place>,
}

fn explore<M: Resume>(
    machine: M,
    symbols: &mut Symbols,
    most: usize,
) -> Result<Found<M::Control>, Fault> {
    let mut controls = IndexMap::from([(machine.control(), Arrivals::default())]);
    let mut places = BTreeSet::new();
    let mut work = vec![machine];
    while let Some(machine) = work.pop() {
        let mut ways = vec![(ahead(&machine, &mut Vec::new(), symbols)?, false)];
        while let Some((way, is_decided)) = ways.pop() {
            match way {
                Ahead::Stop => places.extend(machine.held().into_iter().map(|(place, _)| place)),
                Ahead::Decides(_, both) => ways.extend(both.map(|way| (way, true))),
                Ahead::Goes(next) => {
                    let entry = controls.entry(next.control());
                    let is_new = matches!(entry, indexmap::map::Entry::Vacant(_));
                    let arrivals = entry.or_default();
                    arrivals.count += 1;
                    arrivals.is_decided |= is_decided;
                    if !is_new || is_decided {
                        places.extend(next.held().into_iter().map(|(place, _)| place));
                    }
                    if is_new {
                        work.push(next);
                    }
                }
            }
        }
        if controls.len() > most {
            return Err(format!("more than {most} instructions are executed").into());
        }
    }
    Ok(Found { controls, places })
}

/// Splits a program into blocks and executes each. `begin` gives a machine before the first instruction; `most` is the
/// number of instructions that may be executed, each by itself if what the stacks hold is different.
///
/// # Errors
/// What the machine forbids, with the number of the instruction; programs that do not end.
pub(crate) fn run<M: Resume>(
    symbols: Symbols,
    most: usize,
    begin: impl Fn(&mut Symbols) -> M,
) -> Result<Code, Fault> {
    let mut scratch = symbols.clone();
    let machine = begin(&mut scratch);
    let found = explore(machine.clone(), &mut scratch, most)?;
    let mut code = Code::new(symbols);
    let counters = found.places.iter().filter(|place| place.file == COUNTERS);
    code.most = counters
        .filter_map(|place| Some((*place, machine.most(*place)?)))
        .collect();
    code.given = found.places.into_iter().collect();
    let begins = |(at, (control, arrivals)): (usize, (&M::Control, &Arrivals))| {
        let begins = at == 0 || arrivals.is_decided || arrivals.count > 1;
        begins.then(|| control.clone())
    };
    let starts: IndexSet<M::Control> = found
        .controls
        .iter()
        .enumerate()
        .filter_map(begins)
        .collect();
    let block_of = |control: &M::Control| {
        let found = starts.get_index_of(control);
        found.ok_or_else(|| Fault::from("control goes on where no block begins"))
    };
    let is_reached_again = |control: &M::Control| {
        let arrivals = found.controls.get(control);
        arrivals.is_some_and(|arrivals| arrivals.count > 0)
    };
    for control in &starts {
        let mut machine = begin(&mut code.symbols);
        machine.resume(control);
        let mut held: FxHashMap<Place, Symbol> = FxHashMap::default();
        if is_reached_again(control) {
            for (number, place) in (0..).zip(code.given.clone()) {
                let value = code.symbols.symbol(Expression::Given(number));
                machine.set(place, value);
                held.insert(place, value);
            }
        }
        let mut block = Block {
            writes: IndexMap::new(),
            discards: Vec::new(),
            is_discarded: false,
            end: End::Stop,
        };
        block.end = loop {
            match ahead(&machine, &mut Vec::new(), &mut code.symbols)? {
                Ahead::Stop => break End::Stop,
                Ahead::Goes(next) => {
                    machine = next;
                    code.record(&machine, &mut held, &mut block);
                    let control = machine.control();
                    if let Some(next) = starts.get_index_of(&control) {
                        break End::Next(next);
                    }
                }
                decides => break branch(&decides, &block_of)?,
            }
        };
        code.blocks.push(block);
    }
    code.symbols.answers.clear();
    Ok(code)
}

/// A branch by what an instruction decides, two decisions at most.
fn branch<M: Resume>(
    decides: &Ahead<M>,
    block_of: &impl Fn(&M::Control) -> Result<BlockId, Fault>,
) -> Result<End, Fault> {
    let (decision, both) = match decides {
        Ahead::Stop => return Err("the program ends by a decision".into()),
        Ahead::Goes(machine) => return block_of(&machine.control()).map(End::Next),
        Ahead::Decides(decision, both) => (*decision, both),
    };
    let [yes, no] = [branch(&both[0], block_of)?, branch(&both[1], block_of)?];
    let first = |negated: bool| Term { decision, negated };
    // Of the second decision, whether it may hold, and both ends.
    let second = |condition: &Condition, negated: bool| -> SmallVec<[Term; 2]> {
        let terms = condition.terms.iter();
        terms
            .map(|term| Term {
                negated: term.negated != negated,
                ..*term
            })
            .collect()
    };
    let joined = |first: Term, second: SmallVec<[Term; 2]>, junction: Junction| Condition {
        terms: std::iter::once(first).chain(second).collect(),
        junction,
    };
    let several = || "control depends on more than two comparisons at once".to_owned();
    Ok(match (yes, no) {
        (End::Next(yes), End::Next(no)) if yes == no => End::Next(yes),
        (End::Next(yes), End::Next(no)) => End::Branch(Condition::new(decision, false), yes, no),
        (End::Next(yes), End::Branch(condition, taken, other)) => {
            let any = Junction::Any;
            if yes == taken {
                End::Branch(
                    joined(first(false), second(&condition, false), any),
                    yes,
                    other,
                )
            } else if yes == other {
                End::Branch(
                    joined(first(false), second(&condition, true), any),
                    yes,
                    taken,
                )
            } else {
                return Err(several().into());
            }
        }
        (End::Branch(condition, taken, other), End::Next(no)) => {
            let all = Junction::All;
            if no == other {
                End::Branch(
                    joined(first(false), second(&condition, false), all),
                    taken,
                    no,
                )
            } else if no == taken {
                End::Branch(
                    joined(first(false), second(&condition, true), all),
                    other,
                    no,
                )
            } else {
                return Err(several().into());
            }
        }
        _ => return Err(several().into()),
    })
}
