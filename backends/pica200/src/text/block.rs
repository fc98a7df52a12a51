//! Procedures, conditions and loops: where they end, and the `nop`s that keep the ends apart.

use super::fault;
use super::nesting::{Block, BlockKind};
use super::statement::{Assembler, Procedure, Word};
use crate::isa::{Instruction, MAX_LENGTH, Opcode};
use retroshade_diagnostics::{Diagnostic, Span, codes};

impl Assembler {
    fn last_opcode(&self) -> Option<Opcode> {
        match self.words.last()? {
            Word::Instruction(instruction, _) => Some(instruction.opcode()),
            Word::Raw(_) => None,
        }
    }

    fn pad(&mut self, span: Span) {
        if self.padding.automatic {
            self.push(Word::Instruction(Instruction::Bare(Opcode::Nop), 0), span);
        } else {
            self.diagnostics.push(
                Diagnostic::warning(codes::warning::HAZARD, "a `nop` is required here")
                    .at(span, "before this"),
            );
        }
    }

    /// Puts a `nop` before `.else` or `.end` where the block could not end otherwise. `least` is the
    /// number of words the block has at least, its head included.
    fn pad_end(&mut self, block: &Block, least: usize, span: Span) {
        if self.padding.after_end {
            self.padding.after_end = false;
            return self.pad(span);
        }
        let breaks = block.kind == BlockKind::Loop;
        let unfit = self.last_opcode().is_some_and(|opcode| {
            // The machine looks for the end at the address at which they would go on.
            opcode.is_jump() || opcode.is_call() || breaks && opcode.is_break()
        });
        if unfit || self.words.len() - block.start < least {
            self.pad(span);
        }
    }

    /// `.proc`, `ifc`, `ifu`, `for`.
    pub(super) fn open(&mut self, kind: BlockKind, name: &str, span: Span) {
        self.blocks.push(Block {
            kind,
            name: name.to_owned(),
            start: self.words.len(),
            other: None,
            span,
        });
    }

    /// `.else`
    pub(super) fn otherwise(&mut self, span: Span) -> Result<(), Diagnostic> {
        let Some(block) = self.blocks.last().cloned() else {
            return Err(stray(span, "`.else` stands in no condition"));
        };
        if block.kind != BlockKind::If {
            return Err(stray(span, "`.else` stands in no condition")
                .and_at(block.span, "this block is open"));
        }
        if block.other.is_some() {
            return Err(
                stray(span, "spurious `.else`: the condition has one already")
                    .and_at(block.span, "this condition"),
            );
        }
        self.pad_end(&block, 2, span);
        let here = self.words.len();
        if let Some(block) = self.blocks.last_mut() {
            block.other = Some(here);
        }
        Ok(())
    }

    /// `.end` of anything but a constant array.
    pub(super) fn close(&mut self, span: Span) -> Result<(), Diagnostic> {
        let Some(block) = self.blocks.pop() else {
            return Err(stray(span, "`.end` closes nothing: no block is open"));
        };
        let least = if block.kind == BlockKind::Procedure {
            1
        } else {
            2
        };
        self.pad_end(&block, least, span);
        let here = self.words.len();
        match block.kind {
            BlockKind::Procedure => {
                let procedure = Procedure {
                    start: block.start,
                    length: here - block.start,
                    span: block.span,
                };
                self.procedures.insert(block.name, procedure);
                return Ok(());
            }
            BlockKind::Loop => self.set_target(block.start, here.saturating_sub(1), 0),
            BlockKind::If => {
                let other = block.other.unwrap_or(here);
                let length = here - other;
                if length > MAX_LENGTH {
                    self.too_long("else part", length, block.span);
                }
                self.set_target(block.start, other, length);
            }
        }
        self.padding.after_end = true;
        Ok(())
    }
}

fn stray(span: Span, message: &str) -> Diagnostic {
    fault(codes::assembler::SYNTAX, span, message)
}
