//! What is dangerous on the machine, of the instructions that an invocation ran.

use crate::execute::Executable;
use crate::isa::{Instruction, LaneMask, Opcode};

/// What was written so far, and what is dangerous about it.
pub(super) struct Notes<'a> {
    program: &'a Executable,
    notes: Vec<String>,
    /// Lanes of temporaries that were written.
    known: [LaneMask; 16],
    /// Lanes of outputs that were written.
    pub(super) written: [LaneMask; 16],
    /// Those since the last vertex.
    fresh: [LaneMask; 16],
    makes_vertices: bool,
    after_mova: bool,
}

impl<'a> Notes<'a> {
    pub(super) fn new(program: &'a Executable) -> Notes<'a> {
        Notes {
            program,
            notes: Vec::new(),
            known: [LaneMask::NONE; 16],
            written: [LaneMask::NONE; 16],
            fresh: [LaneMask::NONE; 16],
            makes_vertices: false,
            after_mova: false,
        }
    }

    fn note(&mut self, word: usize, message: &str) {
        let message = format!("word {word}: {message}");
        if !self.notes.contains(&message) {
            self.notes.push(message);
        }
    }

    /// Looks at an instruction that ran. `repeated` gives the lanes of outputs in which a vertex that was made is like the one
    /// before.
    pub(super) fn look(&mut self, word: usize, repeated: impl Fn() -> [LaneMask; 16]) {
        let Some(instruction) = self.program.instruction(word) else {
            return;
        };
        let opcode = instruction.opcode();
        if self.after_mova && opcode == Opcode::Mova {
            self.note(word, "two consecutive `mova` freeze the unit");
        }
        self.after_mova = opcode == Opcode::Mova;
        let sources = instruction.sources();
        let mut inputs = sources.iter().filter_map(|one| one.register.as_input());
        if let Some(first) = inputs.next()
            && inputs.any(|other| other != first)
        {
            self.note(word, "two different input registers in one instruction");
        }
        for (k, source) in sources.iter().enumerate() {
            if let Some(register) = source.register.as_temporary() {
                let lanes = instruction.lanes_read(k);
                let unknown = lanes.without(self.known[usize::from(register & 15)]);
                if !unknown.is_empty() {
                    self.note(
                        word,
                        &format!("r{register}.{unknown} is read before it is written"),
                    );
                }
            }
        }
        match *instruction {
            Instruction::Arithmetic {
                destination, mask, ..
            } => {
                let register = usize::from(destination.number() & 15);
                if destination.as_output().is_none() {
                    self.known[register] = self.known[register].or(mask);
                    return;
                }
                let twice = self.written[register].and(mask);
                if !twice.is_empty() && !self.makes_vertices {
                    self.note(
                        word,
                        &format!("o{register}.{twice} is written more than once"),
                    );
                }
                self.written[register] = self.written[register].or(mask);
                self.fresh[register] = self.fresh[register].or(mask);
            }
            Instruction::SetEmit { .. } => self.makes_vertices = true,
            Instruction::Bare(Opcode::Emit) => {
                let why =
                    "was not written for this vertex: it holds what it held two vertices before";
                let repeated = repeated();
                let harmless =
                    std::array::from_fn(|register| self.fresh[register].or(repeated[register]));
                self.miss(word, harmless, why);
                self.fresh = [LaneMask::NONE; 16];
            }
            _ => {}
        }
    }

    /// Notes mapped outputs that are not among the written ones.
    fn miss(&mut self, word: usize, written: [LaneMask; 16], why: &str) {
        for (register, mask) in &self.program.mapped {
            let missing = mask.without(written[usize::from(*register)]);
            if !missing.is_empty() {
                self.note(word, &format!("o{register}.{missing} {why}"));
            }
        }
    }

    /// The notes of a program that ended at a word.
    pub(super) fn finish(mut self, word: usize) -> Vec<String> {
        if !self.program.is_geometry() {
            self.miss(word, self.written, "is mapped, but was not written");
        }
        self.notes
    }
}
