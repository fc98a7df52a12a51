//! Conditions that are blocks, and loops.

use super::jump::{Branching, Decision, Parts, common};
use super::operand::Operand;
use super::{Emitter, Meaning, OpenLoop, Task, Way, bug};
use crate::isa::{Comparison, Instruction, MAX_LENGTH, Opcode};
use crate::machine::{Compare, If, Question, Test, step_of};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::mir::{AddressId, BlockId, Formula, Loop};

impl Emitter<'_> {
    /// Returns what decides a test, after making its comparison.
    pub(super) fn test(&mut self, test: &Test, span: Span) -> Result<Branching, Diagnostic> {
        if let Question::Boolean(boolean) = test.code {
            return Ok(Branching::Boolean(boolean));
        }
        let compare = Compare::of(test).ok_or_else(|| bug("a comparison without operands"))?;
        self.compare(&compare, span)?;
        Ok(Branching::Flags(compare))
    }

    fn compare(&mut self, compare: &Compare, span: Span) -> Result<(), Diagnostic> {
        let mut operators = [compare.operator; 2];
        let mut operands = Vec::new();
        for lane in compare.lanes {
            // Made for both flags, so that nothing unknown is compared.
            operands.push(self.operand(&[lane, lane], &[0, 1])?);
        }
        let wide = |operand: &Operand| operand.source.register.as_uniform().is_some();
        if operands.get(1).is_some_and(wide) {
            operands.swap(0, 1);
            operators = operators.map(Comparison::mirrored);
        }
        let [a, b] = operands.as_slice() else {
            return Err(bug("a comparison of other than two operands"));
        };
        if wide(b) {
            return Err(bug("a comparison of two uniforms"));
        }
        let instruction = Instruction::Compare {
            operators,
            sources: [a.source, b.source],
            index: a.index,
        };
        let meaning = Meaning {
            task: Task::Compare(*compare),
            operands: vec![a.meaning.clone(), b.meaning.clone()],
            ..Meaning::default()
        };
        self.push(instruction, meaning, span);
        Ok(())
    }

    pub(super) fn branch(&mut self, branch: &If) -> Result<(), Diagnostic> {
        let parts = Parts {
            formula: &branch.formula,
            tests: &branch.tests,
        };
        let ([test], Formula::Test(0, true)) = (branch.tests.as_slice(), &branch.formula) else {
            return self.by_jumps(&Decision::Parts(parts), branch);
        };
        let branching = self.test(test, branch.span)?;
        let leaves = self.leaves(branch.accept) || self.leaves(branch.reject);
        let only_reject = self.is_empty(branch.accept);
        let is_boolean = matches!(branching, Branching::Boolean(_));
        if leaves || only_reject && is_boolean {
            self.by_jumps(&Decision::Known(branching), branch)?;
        } else {
            self.by_block(branching, branch)?;
        }
        Ok(())
    }

    /// Code of an arm, from what the address registers held before the condition. Gives what they
    /// hold after it.
    pub(super) fn arm(
        &mut self,
        block: BlockId,
        before: [Option<AddressId>; 2],
    ) -> Result<[Option<AddressId>; 2], Diagnostic> {
        self.addresses = before;
        self.block(block)?;
        Ok(self.addresses)
    }

    pub(super) fn by_block(&mut self, branching: Branching, branch: &If) -> Result<(), Diagnostic> {
        let (mut accept, mut reject) = (branch.accept, branch.reject);
        // A block on a boolean runs where it is true.
        let wanted = matches!(branching, Branching::Boolean(_)) || !self.is_empty(accept);
        if !wanted {
            std::mem::swap(&mut accept, &mut reject);
        }
        let before = self.addresses;
        let word = self.push_branch(Way::Block, branching, wanted, branch.span);
        let accepted = self.arm(accept, before)?;
        let mut rejected = before;
        self.pad(word);
        let other = self.here();
        if !self.is_empty(reject) {
            rejected = self.arm(reject, before)?;
            self.pad(word);
        }
        let length = self.here() - other;
        if length > MAX_LENGTH {
            return Err(Diagnostic::error(
                codes::limit::INSTRUCTIONS,
                format!(
                    "pica200: an else part of {length} words, the machine takes at most {MAX_LENGTH}"
                ),
            )
            .at(branch.span, "of this condition"));
        }
        self.aim(word, other, length);
        self.addresses = common(accepted, rejected);
        self.after_end = true;
        Ok(())
    }

    fn last_opcode(&self) -> Option<Opcode> {
        let last = self.layout.words.last();
        last.map(|word| word.instruction.opcode())
    }

    /// A `nop` where a block may not end here. `head` is the word that opens the block.
    pub(super) fn pad(&mut self, head: usize) {
        let here = self.here();
        let mut jumps = self.jumps.iter();
        let aimed_at = jumps.any(|(_, label)| self.labels[label.0] == Some(here));
        let last = self.last_opcode();
        let goes_away = last.is_some_and(|last| last.is_jump() || last.is_call());
        if self.after_end || goes_away || aimed_at || here - head < 2 {
            self.nop();
        }
    }

    /// A loop that the machine counts.
    pub(super) fn counted(&mut self, repeat: &Loop, rounds: u16) -> Result<(), Diagnostic> {
        let step = step_of(self.code, repeat.body);
        let integer = self.layout.counters.register(rounds, step);
        let integer = integer.ok_or_else(|| bug("too many different loop counts"))?;
        let head = Instruction::Loop { integer, last: 0 };
        let word = self.push(head, Task::Loop(rounds, step).into(), repeat.span);
        self.addresses = [None; 2];
        let next = self.label();
        self.loops.push(OpenLoop::Counted { next, step });
        self.block(repeat.body)?;
        self.loops.pop();
        self.bind(next);
        if self.last_opcode().is_some_and(Opcode::is_break) {
            self.nop();
        }
        self.pad(word);
        let last = self.here().saturating_sub(1);
        self.aim(word, last, 0);
        self.addresses = [None; 2];
        self.after_end = true;
        Ok(())
    }

    pub(super) fn repeat(&mut self, repeat: &Loop) -> Result<(), Diagnostic> {
        if let Some(rounds) = repeat.rounds {
            return self.counted(repeat, rounds);
        }
        let head = self.label();
        let exit = self.label();
        self.addresses = [None; 2];
        self.bind(head);
        self.loops.push(OpenLoop::Jumps { head, exit });
        self.block(repeat.body)?;
        self.loops.pop();
        self.bind(exit);
        self.after_end = false;
        self.addresses = [None; 2];
        Ok(())
    }

    /// True if a block has a way out of the loop around it.
    fn leaves(&self, block: BlockId) -> bool {
        let mut items = self.code.blocks[block].iter();
        items.any(|item| self.code.leaves_loop(item))
    }

    pub(super) fn is_empty(&self, block: BlockId) -> bool {
        self.code.blocks[block].is_empty()
    }
}
