//! Abstract interpretation of a program with the machine's stacks (Cousot and Cousot), by a worklist.
//!
//! A *place* is an address together with what is on the stacks; there are few of them, since blocks
//! nest. For each place a [`Domain`] keeps what is known there, whichever way control came. Places
//! are visited again while that changes; states only lose knowledge at each visit, so a fixed point is
//! reached. A limit on the number of steps guards against programs made to have very many places.

use super::{Hazard, LOOP};
use crate::container::{Constant, Executable};
use crate::isa::{CALL_DEPTH, Decoded, IF_DEPTH, Instruction, LOOP_DEPTH, Opcode, Undecodable};
use rustc_hash::FxHashMap;

/// Places that are visited at most.
const STEPS: usize = 200_000;

/// A block that is open, in the order of opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Open {
    Call {
        start: usize,
        end: usize,
        back: usize,
    },
    If {
        start: usize,
        other: usize,
        end: usize,
    },
    Loop {
        start: usize,
        end: usize,
    },
}

impl Open {
    /// The words during which it is open.
    fn words(&self) -> std::ops::Range<usize> {
        match *self {
            Open::Call { start, end, .. } | Open::Loop { start, end } => start..end,
            Open::If { start, other, .. } => start..other,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Open::Call { .. } => "a procedure",
            Open::If { .. } => "a condition",
            Open::Loop { .. } => LOOP,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    pc: usize,
    open: Vec<Open>,
    after_mova: bool,
}

/// Where an instruction runs.
pub(crate) struct At<'a> {
    /// The address.
    pub(crate) pc: usize,
    /// The addresses of the calls that are open, outermost first.
    pub(crate) calls: &'a [usize],
    /// The address of the innermost open loop.
    pub(crate) innermost: Option<usize>,
}

/// What is found out along the paths.
pub(crate) trait Domain {
    /// The knowledge at a place.
    type State: Clone + PartialEq;

    /// What is known where the program starts.
    fn start(&self) -> Self::State;

    /// Merges the states of two ways that meet.
    fn join(&self, a: &Self::State, b: &Self::State) -> Self::State;

    /// Looks at an instruction and says what is known after it.
    fn step(&mut self, at: &At<'_>, instruction: &Instruction, state: Self::State) -> Self::State;

    /// Takes a hazard that control flow alone shows.
    fn report(&mut self, word: usize, hazard: Hazard);
}

struct Interpreter<'a, D: Domain> {
    words: &'a [Result<Decoded, Undecodable>],
    executable: &'a Executable,
    domain: &'a mut D,
    /// The places that were reached, by number.
    places: Vec<Place>,
    numbers: FxHashMap<Place, usize>,
    /// What is known at each place.
    known: Vec<D::State>,
    /// Places to look at again.
    work: Vec<usize>,
}

/// Follows every path from the entry of an executable.
pub(crate) fn follow<D: Domain>(
    words: &[Result<Decoded, Undecodable>],
    executable: &Executable,
    domain: &mut D,
) {
    let start = Place {
        pc: executable.start as usize,
        open: Vec::new(),
        after_mova: false,
    };
    let state = domain.start();
    let mut interpreter = Interpreter {
        words,
        executable,
        domain,
        places: Vec::new(),
        numbers: FxHashMap::default(),
        known: Vec::new(),
        work: Vec::new(),
    };
    interpreter.arrive(start, state);
    let mut steps = 0;
    while let Some(number) = interpreter.work.pop() {
        let (place, state) = (
            interpreter.places[number].clone(),
            interpreter.known[number].clone(),
        );
        steps += 1;
        if steps > STEPS {
            interpreter.domain.report(place.pc, Hazard::TooComplex);
            return;
        }
        interpreter.step(&place, state);
    }
}

impl<D: Domain> Interpreter<'_, D> {
    fn report(&mut self, word: usize, hazard: Hazard) {
        self.domain.report(word, hazard);
    }

    fn arrive(&mut self, place: Place, state: D::State) {
        let next = self.places.len();
        let number = *self.numbers.entry(place.clone()).or_insert(next);
        if number == next {
            self.places.push(place);
            self.known.push(state);
            self.work.push(number);
            return;
        }
        let known = &mut self.known[number];
        let joined = self.domain.join(known, &state);
        if joined != *known {
            *known = joined;
            self.work.push(number);
        }
    }

    fn step(&mut self, place: &Place, state: D::State) {
        let pc = place.pc;
        let instruction = match self.words.get(pc) {
            Some(Ok(decoded)) => decoded.instruction,
            Some(Err(why)) => return self.report(pc, Hazard::NoInstruction(why.to_string())),
            None => return self.report(pc.saturating_sub(1), Hazard::NoEnd),
        };
        if place.after_mova && instruction.opcode() == Opcode::Mova {
            self.report(pc, Hazard::AdjacentMova);
        }
        let calls = place.open.iter().filter_map(|open| match open {
            Open::Call { back, .. } => back.checked_sub(1),
            Open::If { .. } | Open::Loop { .. } => None,
        });
        let calls: Vec<usize> = calls.collect();
        let innermost = place.open.iter().rev().find_map(|open| match open {
            Open::Loop { start, .. } => start.checked_sub(1),
            Open::If { .. } | Open::Call { .. } => None,
        });
        let at = At {
            pc,
            calls: &calls,
            innermost,
        };
        let state = self.domain.step(&at, &instruction, state);
        self.control(place, &instruction, state);
    }

    fn control(&mut self, place: &Place, instruction: &Instruction, state: D::State) {
        let opcode = instruction.opcode();
        if opcode == Opcode::End {
            return;
        }
        let conditional = instruction.named_words().is_some() && opcode != Opcode::Call;
        let known = self.known_outcome(instruction);
        if conditional && known != Some(true) {
            self.go(place, instruction, false, state.clone());
        }
        if known != Some(false) {
            self.go(place, instruction, true, state);
        }
    }

    /// Whether a condition on a boolean uniform that the container sets comes out as taken.
    fn known_outcome(&self, instruction: &Instruction) -> Option<bool> {
        let Instruction::Boolean {
            boolean, inverted, ..
        } = instruction
        else {
            return None;
        };
        self.executable
            .constants
            .iter()
            .find_map(|constant| match constant {
                Constant::Boolean { index, value } if index == boolean => Some(value != inverted),
                _ => None,
            })
    }

    /// Executes the control effect of an instruction whose condition came out as `taken`, then what
    /// the stacks do.
    fn go(&mut self, place: &Place, instruction: &Instruction, taken: bool, state: D::State) {
        let pc = place.pc;
        let mut open = place.open.clone();
        let mut next = pc + 1;
        let mut breaks = false;
        match *instruction {
            Instruction::Flags {
                opcode,
                target,
                length,
                ..
            }
            | Instruction::Boolean {
                opcode,
                target,
                length,
                ..
            } => {
                let target = usize::from(target);
                let end = target + usize::from(length);
                match opcode {
                    _ if opcode.is_call() && taken => {
                        let call = Open::Call {
                            start: target,
                            end,
                            back: pc + 1,
                        };
                        self.push(pc, &mut open, call);
                        next = target;
                    }
                    _ if opcode.is_if() && taken => {
                        let block = Open::If {
                            start: pc + 1,
                            other: target,
                            end,
                        };
                        self.push(pc, &mut open, block);
                    }
                    _ if opcode.is_if() || opcode.is_jump() && taken => next = target,
                    Opcode::Breakc => breaks = taken,
                    _ => {}
                }
            }
            Instruction::Loop { last, .. } => {
                let block = Open::Loop {
                    start: pc + 1,
                    end: usize::from(last) + 1,
                };
                self.push(pc, &mut open, block);
            }
            Instruction::Bare(Opcode::Break) => breaks = true,
            _ => {}
        }
        let mut next = self.close_calls(pc, next, &mut open);
        close_condition(pc, &mut next, &mut open);
        for (next, open) in self.close_loop(pc, next, open, breaks) {
            self.leave(pc, next, open, instruction.opcode(), state.clone());
        }
    }

    /// Opens a block; too many of a kind are reported and the oldest is lost.
    fn push(&mut self, pc: usize, open: &mut Vec<Open>, block: Open) {
        let same = |other: &Open| std::mem::discriminant(other) == std::mem::discriminant(&block);
        let (depth, what) = match block {
            Open::Call { .. } => (CALL_DEPTH, "calls"),
            Open::If { .. } => (IF_DEPTH, "conditions"),
            Open::Loop { .. } => (LOOP_DEPTH, "loops"),
        };
        if open.iter().filter(|other| same(other)).count() >= depth {
            self.report(pc, Hazard::TooDeep(what, depth));
            if let Some(oldest) = open.iter().position(same) {
                open.remove(oldest);
            }
        }
        open.push(block);
    }

    fn close_calls(&mut self, pc: usize, next: usize, open: &mut Vec<Open>) -> usize {
        let mut next = next;
        let mut reached = pc + 1;
        for round in 0..4 {
            let top = open.iter().rposition(|o| matches!(o, Open::Call { .. }));
            let Some((at, Open::Call { end, back, .. })) = top.map(|at| (at, open[at])) else {
                break;
            };
            if end != reached {
                break;
            }
            open.remove(at);
            if round == 3 {
                self.report(pc, Hazard::FourCallsEnd);
            } else {
                next = back;
                reached = back;
            }
        }
        next
    }

    /// The places after the loop stack had its turn: a loop goes round or ends.
    fn close_loop(
        &mut self,
        pc: usize,
        next: usize,
        open: Vec<Open>,
        breaks: bool,
    ) -> Vec<(usize, Vec<Open>)> {
        let top = open.iter().rposition(|o| matches!(o, Open::Loop { .. }));
        let Some((at, Open::Loop { start, end })) = top.map(|at| (at, open[at])) else {
            if breaks {
                self.report(pc, Hazard::BreakOutside);
            }
            return vec![(next, open)];
        };
        if end != pc + 1 && !breaks {
            return vec![(next, open)];
        }
        let inner = open.iter().skip(at + 1);
        if breaks && inner.clone().any(|o| matches!(o, Open::If { .. })) {
            self.report(pc, Hazard::BreakInsideIf);
        }
        let mut left = open.clone();
        left.truncate(at);
        let mut places = vec![(end, left)];
        if !breaks {
            places.push((start, open));
        }
        places
    }

    /// Goes to a place, once it is certain that the blocks that are open there can still be closed.
    fn leave(
        &mut self,
        pc: usize,
        next: usize,
        mut open: Vec<Open>,
        opcode: Opcode,
        state: D::State,
    ) {
        let in_call = open.iter().rposition(|o| matches!(o, Open::Call { .. }));
        let from = in_call.unwrap_or(0);
        let stays = |block: &Open| block.words().contains(&next);
        let lost = open.iter().skip(from).find(|block| !stays(block));
        if let Some(name) = lost.map(Open::name) {
            self.report(pc, Hazard::NeverClosed(name));
            let mut at = 0;
            open.retain(|block| {
                at += 1;
                at <= from || stays(block)
            });
        }
        let end = self.executable.end as usize;
        let start = self.executable.start as usize;
        if in_call.is_none() && next == end && (start..end).contains(&pc) {
            return self.report(pc, Hazard::NoEnd);
        }
        let place = Place {
            pc: next,
            open,
            after_mova: opcode == Opcode::Mova,
        };
        self.arrive(place, state);
    }
}

/// The topmost condition ends where its else part begins.
fn close_condition(pc: usize, next: &mut usize, open: &mut Vec<Open>) {
    let top = open.iter().rposition(|o| matches!(o, Open::If { .. }));
    if let Some((at, Open::If { other, end, .. })) = top.map(|at| (at, open[at]))
        && other == pc + 1
    {
        *next = end;
        open.remove(at);
    }
}
