//! Proves that a finished program computes what the code before allocation says.
//!
//! The words that leave the compiler are decoded and followed along every path, with a record of
//! which scalar each lane of a temporary register holds, which address each half of the address
//! register, and which loop `aL` counts. Each read must find the scalar, input, uniform or literal that the code names there.
//! Words of procedures are checked for every way in which they are called: each is compared with the word
//! that the program had in that place before procedures were made.
//! Opcodes, conditions and the order of operands are compared with the code. The ways that control takes
//! between words are those of the layout.
//! This shares nothing with allocation and encoding but the list of what each word is to mean.

#[cfg(test)]
mod faults_test;
mod task;

use super::emit::{Meaning, Task, Word};
use super::literals::Literals;
use super::outline::Program;
use crate::container::Shbin;
use crate::isa::{
    Destination, Index, Instruction, LaneMask, Opcode, SourceRegister, TEMPORARIES, canonical,
};
use crate::machine::{INPUT, NanResult, Program as Code, counter_step, output};
use crate::rules::Hazard;
use crate::rules::paths::{At, Domain, follow};
use retroshade_diagnostics::Diagnostic;
use retroshade_kit::mir::{AddressId, Base, Lane, LaneRef, Storage};

/// What is held at a place.
#[derive(Clone, Debug, Default, PartialEq)]
struct Held {
    /// By register and lane.
    lanes: [[Option<Lane>; 4]; TEMPORARIES as usize],
    addresses: [Option<AddressId>; 2],
    /// The word of the loop that was entered last.
    counts: Option<usize>,
    /// The laid out word that set the flags last.
    flags: Option<usize>,
}

impl Held {
    fn get(&self, register: u8, lane: u8) -> Option<Lane> {
        self.lanes[usize::from(register)][usize::from(lane)]
    }

    /// Writes a scalar. What other lanes hold of its variable is the value before.
    fn set(&mut self, register: u8, lane: u8, scalar: Lane) {
        let places = self.lanes.as_flattened_mut().iter_mut();
        for place in places.filter(|place| **place == Some(scalar)) {
            *place = None;
        }
        self.lanes[usize::from(register)][usize::from(lane)] = Some(scalar);
    }
}

/// A lane as an instruction reads it.
struct ReadLane {
    register: SourceRegister,
    lane: u8,
    negate: bool,
    index: Index,
}

struct Replay<'a> {
    code: &'a Code,
    nan: NanResult,
    program: &'a Program,
    literals: &'a Literals,
    shbin: &'a Shbin,
    fault: Option<String>,
}

/// Replays the first executable of a finished program.
///
/// # Errors
/// A defect: some read would not find what it should.
pub(super) fn check(
    code: &Code,
    nan: NanResult,
    program: &Program,
    literals: &Literals,
    shbin: &Shbin,
) -> Result<(), Diagnostic> {
    let bug = |fault: String| Err(Diagnostic::bug("pica200 check", fault));
    let Some(executable) = shbin.executables.first() else {
        return bug("there is no executable".into());
    };
    if shbin.code.len() != program.words.len() {
        return bug("words were lost".into());
    }
    let mut replay = Replay {
        code,
        nan,
        program,
        literals,
        shbin,
        fault: None,
    };
    follow(&shbin.decode(), executable, &mut replay);
    match replay.fault {
        None => Ok(()),
        Some(fault) => bug(fault),
    }
}

impl<'a> Replay<'a> {
    fn fail(&mut self, pc: usize, message: String) {
        if self.fault.is_none() {
            self.fault = Some(format!("word {pc}: {message}"));
        }
    }

    /// Whether a lane that an instruction reads is what it should be.
    fn finds(&self, at: &At<'_>, held: &Held, read: &ReadLane, wanted: &LaneRef) -> bool {
        let ReadLane {
            register,
            lane,
            negate,
            index,
        } = *read;
        let sign = negate == wanted.negate;
        let component = match wanted.base {
            Base::Reg(_, component) | Base::Indexed(_, _, component) => component,
            Base::Value(_) | Base::Literal(_) | Base::Undefined => lane,
        };
        let same = sign && lane == component;
        match wanted.storage() {
            Storage::Temporary => {
                let held = register
                    .as_temporary()
                    .and_then(|register| held.get(register, lane));
                same && held.is_some() && held == wanted.as_value()
            }
            Storage::Reg(reg) if reg.file == INPUT => {
                same && register.as_input().map(u16::from) == Some(reg.number)
            }
            Storage::Reg(reg) => {
                let uniform = register.as_uniform().map(u16::from);
                same && uniform == Some(reg.number) && index == Index::None
            }
            Storage::Indexed(reg, address) => {
                let held = match index {
                    Index::AddressX => held.addresses[0] == Some(address),
                    Index::AddressY => held.addresses[1] == Some(address),
                    Index::Loop => self.counts(at, held, address),
                    Index::None => false,
                };
                let uniform = register.as_uniform().map(u16::from);
                same && uniform == Some(reg.number) && held
            }
            Storage::Literals | Storage::Any => {
                let plain = index == Index::None;
                let found = register.as_uniform().filter(|_| plain);
                let found = found.and_then(|register| self.constant(register, lane));
                let found = found.map(|value| if negate { -value } else { value });
                let wanted = wanted.number();
                found
                    .zip(wanted)
                    .is_some_and(|(found, wanted)| is_rounded(found, wanted))
            }
        }
    }

    /// True if an address is what `aL` holds, which is only known while no loop was entered in the one that counts.
    fn counts(&self, at: &At<'_>, held: &Held, address: AddressId) -> bool {
        let address = self.code.addresses.get(address);
        let step = address.and_then(|address| counter_step(address.index));
        let innermost = at.innermost.filter(|word| held.counts == Some(*word));
        let word = innermost.and_then(|word| self.program.words.get(word));
        let counted = word.and_then(|word| match word.meaning.task {
            Task::Loop(_, step) => step,
            _ => None,
        });
        step.is_some() && step == counted
    }

    /// A lane of the constant table of the container; it must be the literal that was collected.
    fn constant(&self, register: u8, lane: u8) -> Option<f32> {
        let executable = self.shbin.executables.first()?;
        let stored = executable
            .constants
            .iter()
            .find_map(|constant| match constant {
                crate::container::Constant::Float { index, .. } if *index == register => {
                    constant.floats()
                }
                _ => None,
            })?;
        let stored = stored.get(usize::from(lane)).copied()?;
        let collected = self.literals.value(register, lane)?;
        (stored.to_bits() == collected.to_bits()).then_some(stored)
    }

    /// The word before procedures were made that a word is a copy of where these calls are open, and
    /// its number.
    fn laid(&self, at: &At<'_>) -> Option<(usize, &'a Word)> {
        let program = self.program;
        let mut number = *program.before.get(at.pc)?;
        for call in at.calls {
            number += program.before.get(*call)?;
        }
        Some((number, program.laid.get(number)?))
    }

    /// Whether an instruction does what a laid out one did, in the places where things are now.
    fn same(&self, instruction: &Instruction, laid: &Word) -> bool {
        let before = |now: usize| {
            let is_main = now < self.program.end;
            self.program.before.get(now).filter(|_| is_main).copied()
        };
        let mut earlier = *instruction;
        match &mut earlier {
            Instruction::Flags { target, length, .. }
            | Instruction::Boolean { target, length, .. } => {
                let start = usize::from(*target);
                let (Some(start), Some(end)) =
                    (before(start), before(start + usize::from(*length)))
                else {
                    return false;
                };
                *target = u16::try_from(start).unwrap_or(u16::MAX);
                *length = u8::try_from(end.saturating_sub(start)).unwrap_or(u8::MAX);
            }
            Instruction::Loop { last, .. } => {
                let Some(end) = before(usize::from(*last) + 1) else {
                    return false;
                };
                *last = u16::try_from(end.saturating_sub(1)).unwrap_or(u16::MAX);
            }
            _ => {}
        }
        canonical(&earlier) == canonical(&laid.instruction)
    }

    /// A call runs as many words as the program goes on after it.
    fn call(&mut self, pc: usize, words: std::ops::Range<usize>) {
        let before = |word: usize| self.program.before.get(word).copied();
        let last = words.end.checked_sub(1);
        let runs = last.and_then(before).map(|words| words + 1);
        let skips = before(pc + 1)
            .zip(before(pc))
            .map(|(b, a)| b.wrapping_sub(a));
        if runs.is_none() || runs != skips {
            self.fail(pc, "a call runs other words than it replaces".into());
        }
    }

    fn check(&mut self, at: &At<'_>, instruction: &Instruction, held: &Held, meaning: &Meaning) {
        let pc = at.pc;
        if let Err(fault) = self.task(instruction, meaning, held) {
            return self.fail(pc, fault.to_string());
        }
        let wide = instruction.opcode().info().form.wide();
        let operands = meaning.operands.iter().zip(instruction.sources());
        for (k, (operand, source)) in operands.enumerate() {
            let index = if wide == Some(k) {
                instruction.index()
            } else {
                Index::None
            };
            let read = instruction
                .opcode()
                .info()
                .meaning
                .positions(k, instruction.mask());
            let named: LaneMask = operand.iter().map(|(position, _)| *position).collect();
            if read != named {
                return self.fail(pc, format!("operand {k} reads {read}, not {named}"));
            }
            for (position, wanted) in operand {
                let read = ReadLane {
                    register: source.register,
                    lane: source.swizzle.lane(*position),
                    negate: source.negate,
                    index,
                };
                if !self.finds(at, held, &read, wanted) {
                    let message = format!(
                        "operand {k} should read {wanted:?}, but reads {}{}.{}",
                        if read.negate { "-" } else { "" },
                        read.register,
                        read.lane,
                    );
                    return self.fail(pc, message);
                }
            }
        }
    }

    fn write(&mut self, pc: usize, instruction: &Instruction, held: &mut Held, meaning: &Meaning) {
        match instruction {
            Instruction::Arithmetic {
                destination, mask, ..
            } => {
                let named: LaneMask = meaning.results.iter().map(|(lane, _)| *lane).collect();
                if named != *mask {
                    self.fail(pc, format!("writes {mask}, not {named}"));
                }
                for (lane, scalar) in &meaning.results {
                    let place = self.code.output_of(*scalar);
                    match (Destination::as_temporary(*destination), place) {
                        (Some(register), None) => {
                            held.set(register, *lane, *scalar);
                        }
                        (None, Some((reg, component)))
                            if destination.as_output().map(output) == Some(reg)
                                && component == *lane => {}
                        _ => self.fail(pc, format!("{scalar:?} is not written where it lies")),
                    }
                }
            }
            Instruction::MoveAddress { mask, .. } => {
                for half in mask.lanes().filter(|half| *half < 2) {
                    let half = usize::from(half);
                    held.addresses[half] = match meaning.task {
                        Task::Addresses(moved) => moved[half],
                        _ => None,
                    };
                }
            }
            _ => {}
        }
    }
}

/// Whether a constant is the float24 number nearest to a literal.
fn is_rounded(found: f32, wanted: f32) -> bool {
    use crate::isa::float24::{Rounding, from_f32, to_f32};
    let nearest = to_f32(from_f32(wanted, Rounding::Nearest));
    found == nearest || found.is_nan() && nearest.is_nan()
}

impl Domain for Replay<'_> {
    type State = Held;

    fn start(&self) -> Held {
        Held::default()
    }

    fn join(&self, a: &Held, b: &Held) -> Held {
        let mut joined = a.clone();
        let places = joined.lanes.as_flattened_mut().iter_mut();
        for (mine, theirs) in places.zip(b.lanes.as_flattened()) {
            if mine != theirs {
                *mine = None;
            }
        }
        joined.flags = joined.flags.filter(|_| a.flags == b.flags);
        joined.counts = joined.counts.filter(|_| a.counts == b.counts);
        for (mine, theirs) in joined.addresses.iter_mut().zip(b.addresses) {
            if *mine != theirs {
                *mine = None;
            }
        }
        joined
    }

    fn step(&mut self, at: &At<'_>, instruction: &Instruction, mut held: Held) -> Held {
        let program = self.program;
        let made = program.words.get(at.pc);
        if made.map(|word| canonical(&word.instruction)) != Some(canonical(instruction)) {
            self.fail(
                at.pc,
                "a word does not decode to the instruction it was made from".into(),
            );
        }
        if let (Opcode::Call, Some(words)) = (instruction.opcode(), instruction.named_words()) {
            self.call(at.pc, words);
            return held;
        }
        match self.laid(at) {
            Some((number, laid)) if self.same(instruction, laid) => {
                self.check(at, instruction, &held, &laid.meaning);
                self.write(at.pc, instruction, &mut held, &laid.meaning);
                match instruction.opcode() {
                    Opcode::Cmp | Opcode::Litp => held.flags = Some(number),
                    Opcode::Loop => held.counts = Some(at.pc),
                    _ => {}
                }
                // What the flags tell of a value they do not tell of the next one of its variable.
                let results = &laid.meaning.results;
                held.flags = held.flags.filter(|word| !self.asks(*word, results));
            }
            _ => self.fail(
                at.pc,
                "a procedure has another word than the program".into(),
            ),
        }
        held
    }

    fn report(&mut self, word: usize, hazard: Hazard) {
        self.fail(word, format!("{hazard:?}"));
    }
}
