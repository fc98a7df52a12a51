//! Follows every path of a program with the machine's stacks.
//!
//! A *place* is an address together with what is on the stacks; there are few of them, since blocks
//! nest. For each place the lanes written so far are kept: `must` on every path to it, `may` on some
//! path. Places are visited again while that changes, which it can do only as often as there are
//! lanes, so the work ends; a limit on the number of steps guards against programs made to have very
//! many places.

use super::{Hazard, Problem, Subject};
use crate::container::{Executable, Kind};
use crate::isa::{
    CALL_DEPTH, Destination, IF_DEPTH, Instruction, LOOP_DEPTH, LaneMask, Opcode, SourceRegister,
};
use std::collections::{BTreeMap, BTreeSet};

/// Places that are visited at most.
const STEPS: usize = 200_000;

/// A block that is open, in the order of opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
            Open::Loop { .. } => "a loop",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    pc: usize,
    open: Vec<Open>,
    after_mova: bool,
}

/// Lanes of 16 registers: bit 4 r + lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    must: u64,
    may: u64,
    temporaries: u64,
}

fn bits(register: u8, mask: LaneMask) -> u64 {
    u64::from(mask.bits()) << (4 * u32::from(register & 15))
}

/// Splits a set of lanes by register.
fn registers(lanes: u64) -> impl Iterator<Item = (u8, LaneMask)> {
    let lane_set = move |register: u8| LaneMask::from_bits((lanes >> (4 * register)) as u8);
    let all = (0..16).map(move |register| (register, lane_set(register)));
    all.filter(|(_, mask)| !mask.is_empty())
}

struct Walk<'a> {
    subject: &'a Subject,
    executable: &'a Executable,
    /// Lanes that the fixed pipeline takes.
    mapped: u64,
    known: BTreeMap<Place, Written>,
    work: Vec<Place>,
    problems: &'a mut BTreeSet<Problem>,
}

pub(super) fn follow(subject: &Subject, executable: &Executable, problems: &mut BTreeSet<Problem>) {
    let outputs = executable.output_map.iter();
    let mapped = outputs.fold(0, |lanes, output| {
        lanes | bits(output.register, output.mask)
    });
    let mut walk = Walk {
        subject,
        executable,
        mapped,
        known: BTreeMap::new(),
        work: Vec::new(),
        problems,
    };
    let start = Place {
        pc: executable.start as usize,
        open: Vec::new(),
        after_mova: false,
    };
    let nothing = Written {
        must: 0,
        may: 0,
        temporaries: 0,
    };
    walk.arrive(start, nothing);
    let mut steps = 0;
    while let Some(place) = walk.work.pop() {
        steps += 1;
        if steps > STEPS {
            walk.report(place.pc, Hazard::TooComplex);
            return;
        }
        walk.step(&place);
    }
}

impl Walk<'_> {
    fn report(&mut self, word: usize, hazard: Hazard) {
        self.problems.insert(Problem {
            word: Some(word),
            hazard,
        });
    }

    fn arrive(&mut self, place: Place, written: Written) {
        match self.known.get_mut(&place) {
            None => {
                self.known.insert(place.clone(), written);
                self.work.push(place);
            }
            Some(known) => {
                let joined = Written {
                    must: known.must & written.must,
                    may: known.may | written.may,
                    temporaries: known.temporaries & written.temporaries,
                };
                if joined != *known {
                    *known = joined;
                    self.work.push(place);
                }
            }
        }
    }

    fn step(&mut self, place: &Place) {
        let Some(written) = self.known.get(place).copied() else {
            return;
        };
        let pc = place.pc;
        let subject = self.subject;
        let instruction = match subject.words.get(pc) {
            Some(Ok(decoded)) => decoded.instruction,
            Some(Err(why)) => return self.report(pc, Hazard::NoInstruction(why.to_string())),
            None => return self.report(pc.saturating_sub(1), Hazard::NoEnd),
        };
        if place.after_mova && instruction.opcode() == Opcode::Mova {
            self.report(pc, Hazard::AdjacentMova);
        }
        self.check_reads(pc, &instruction, written);
        let written = self.write(pc, &instruction, written);
        self.control(place, &instruction, written);
    }

    fn check_reads(&mut self, pc: usize, instruction: &Instruction, written: Written) {
        for (k, source) in instruction.sources().iter().enumerate() {
            if let Some(register) = SourceRegister::as_temporary(source.register) {
                let unwritten = bits(register, instruction.lanes_read(k)) & !written.temporaries;
                for (register, lanes) in registers(unwritten) {
                    self.report(pc, Hazard::ReadUnwritten(register, lanes));
                }
            }
        }
    }

    fn write(&mut self, pc: usize, instruction: &Instruction, mut written: Written) -> Written {
        let Instruction::Arithmetic {
            destination, mask, ..
        } = instruction
        else {
            return written;
        };
        if let Some(register) = Destination::as_temporary(*destination) {
            written.temporaries |= bits(register, *mask);
        } else if self.executable.kind == Kind::Vertex {
            let lanes = bits(destination.number(), *mask);
            for (register, twice) in registers(lanes & written.may & self.mapped) {
                self.report(pc, Hazard::WrittenTwice(register, twice));
            }
            written.must |= lanes;
            written.may |= lanes;
        }
        written
    }

    fn control(&mut self, place: &Place, instruction: &Instruction, written: Written) {
        let pc = place.pc;
        let opcode = instruction.opcode();
        match opcode {
            Opcode::End => return self.end(pc, written),
            Opcode::Emit | Opcode::Setemit if self.executable.kind == Kind::Vertex => {
                self.report(pc, Hazard::GeometryOnly);
            }
            _ => {}
        }
        let conditional = matches!(
            opcode,
            Opcode::Breakc
                | Opcode::Callc
                | Opcode::Callu
                | Opcode::Ifc
                | Opcode::Ifu
                | Opcode::Jmpc
                | Opcode::Jmpu
        );
        self.go(place, instruction, true, written);
        if conditional {
            self.go(place, instruction, false, written);
        }
    }

    fn end(&mut self, pc: usize, written: Written) {
        if self.executable.kind == Kind::Vertex {
            for (register, lanes) in registers(self.mapped & !written.must) {
                self.report(pc, Hazard::NotWritten(register, lanes));
            }
        }
    }

    /// Executes the control effect of an instruction whose condition came out as `taken`, then what
    /// the stacks do.
    fn go(&mut self, place: &Place, instruction: &Instruction, taken: bool, written: Written) {
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
                    Opcode::Call | Opcode::Callc | Opcode::Callu if taken => {
                        let call = Open::Call {
                            start: target,
                            end,
                            back: pc + 1,
                        };
                        self.push(pc, &mut open, call);
                        next = target;
                    }
                    Opcode::Ifc | Opcode::Ifu if taken => {
                        let block = Open::If {
                            start: pc + 1,
                            other: target,
                            end,
                        };
                        self.push(pc, &mut open, block);
                    }
                    Opcode::Ifc | Opcode::Ifu => next = target,
                    Opcode::Jmpc | Opcode::Jmpu if taken => next = target,
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
            self.leave(pc, next, open, instruction.opcode(), written);
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
        written: Written,
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
        self.arrive(place, written);
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
