//! Conditions, loops and jumps.

use super::flags::Flags;
use super::operand::Operand;
use super::{Emitter, Label, Meaning, OpenLoop, bug};
use crate::isa::{self, Comparison, INTEGERS, Instruction, MAX_LENGTH, Opcode};
use crate::select::code::{Address, Block, Condition, If, Loop, Node, Test};
use retroshade_diagnostics::{Diagnostic, Span, codes};

/// What decides a condition once comparisons are made.
#[derive(Clone, Copy)]
pub(super) enum Branching {
    Boolean(u8),
    /// With the word that sets the flags.
    Flags(isa::Condition, usize),
}

impl Branching {
    fn opening(self) -> Instruction {
        match self {
            Branching::Boolean(boolean) => Instruction::Boolean {
                opcode: Opcode::Ifu,
                boolean,
                inverted: false,
                target: 0,
                length: 0,
            },
            Branching::Flags(condition, _) => Instruction::Flags {
                opcode: Opcode::Ifc,
                condition,
                target: 0,
                length: 0,
            },
        }
    }

    /// What a word that it decides depends on.
    fn meaning(self) -> Meaning {
        Meaning {
            flags: match self {
                Branching::Boolean(_) => None,
                Branching::Flags(_, word) => Some(word),
            },
            ..Meaning::default()
        }
    }
}

/// The opposite of a condition.
fn negated(condition: isa::Condition) -> isa::Condition {
    use isa::Combine::{And, Or, X, Y};
    let isa::Condition { combine, x, y } = condition;
    match combine {
        X => isa::Condition::x(!x),
        Y => isa::Condition::y(!y),
        Or => isa::Condition {
            combine: And,
            x: !x,
            y: !y,
        },
        And => isa::Condition {
            combine: Or,
            x: !x,
            y: !y,
        },
    }
}

/// What both ways agree on.
fn common(a: [Option<Address>; 2], b: [Option<Address>; 2]) -> [Option<Address>; 2] {
    let agreed = |k: usize| if a[k] == b[k] { a[k] } else { None };
    [agreed(0), agreed(1)]
}

impl Emitter<'_> {
    pub(super) fn jump_out(&mut self, breaks: bool) -> Result<(), Diagnostic> {
        match (self.loops.last().copied(), breaks) {
            (None, _) => Err(bug("a break outside of loops")),
            (Some(OpenLoop::Jumps { exit, .. }), true) => self.jump(exit),
            (Some(OpenLoop::Jumps { head, .. }), false) => self.jump(head),
            (Some(OpenLoop::Counted { next }), false) => self.jump(next),
            (Some(OpenLoop::Counted { .. }), true) => {
                let word = Instruction::Bare(Opcode::Break);
                self.push(word, Meaning::default(), Span::NONE);
                Ok(())
            }
        }
    }

    /// A jump that is always taken.
    pub(super) fn jump(&mut self, label: Label) -> Result<(), Diagnostic> {
        let truth = self.truth.ok_or_else(|| {
            Diagnostic::error(
                codes::limit::CONSTANTS,
                "pica200: loops need one of the 16 boolean uniforms, all of which are taken",
            )
        })?;
        self.layout.needs_true = true;
        self.jump_if(&Branching::Boolean(truth), true, label);
        Ok(())
    }

    pub(super) fn jump_if(&mut self, branching: &Branching, wanted: bool, label: Label) {
        let instruction = match *branching {
            Branching::Boolean(boolean) => Instruction::Boolean {
                opcode: Opcode::Jmpu,
                boolean,
                inverted: !wanted,
                target: 0,
                length: 0,
            },
            Branching::Flags(condition, _) => Instruction::Flags {
                opcode: Opcode::Jmpc,
                condition: if wanted {
                    condition
                } else {
                    negated(condition)
                },
                target: 0,
                length: 0,
            },
        };
        let word = self.push(instruction, branching.meaning(), Span::NONE);
        self.jumps.push((word, label));
    }

    fn break_if(&mut self, condition: isa::Condition, flags: usize, wanted: bool) {
        let instruction = Instruction::Flags {
            opcode: Opcode::Breakc,
            condition: if wanted {
                condition
            } else {
                negated(condition)
            },
            target: 0,
            length: 0,
        };
        let meaning = Branching::Flags(condition, flags).meaning();
        self.push(instruction, meaning, Span::NONE);
    }

    pub(super) fn test(
        &mut self,
        condition: &Condition,
        span: Span,
    ) -> Result<Branching, Diagnostic> {
        match condition {
            Condition::Boolean(boolean) => Ok(Branching::Boolean(*boolean)),
            Condition::Test(test) => {
                if let Some((condition, word)) = self.flags.tell(test) {
                    return Ok(Branching::Flags(condition, word));
                }
                let word = self.compare(test, None, span)?;
                Ok(Branching::Flags(isa::Condition::x(true), word))
            }
            Condition::Both(combine, [x, y]) => {
                let word = self.compare(x, Some(y), span)?;
                let condition = isa::Condition {
                    combine: *combine,
                    x: true,
                    y: true,
                };
                Ok(Branching::Flags(condition, word))
            }
        }
    }

    pub(super) fn compare(
        &mut self,
        x: &Test,
        y: Option<&Test>,
        span: Span,
    ) -> Result<usize, Diagnostic> {
        let mut operators = [x.operator, y.map_or(x.operator, |y| y.operator)];
        let mut operands = Vec::new();
        for k in 0..2 {
            // A lone comparison is made for both flags, so that nothing unknown is compared.
            let lanes = [x.sources[k], y.map_or(x.sources[k], |y| y.sources[k])];
            operands.push(self.operand(&lanes, &[0, 1])?);
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
            operands: vec![a.meaning.clone(), b.meaning.clone()],
            ..Meaning::default()
        };
        self.flags = Flags::default();
        Ok(self.push(instruction, meaning, span))
    }

    pub(super) fn branch(&mut self, branch: &If) -> Result<(), Diagnostic> {
        let branching = self.test(&branch.condition, branch.span)?;
        let leaves = leaves(&branch.accept) || leaves(&branch.reject);
        let only_reject = branch.accept.is_empty();
        let is_boolean = matches!(branching, Branching::Boolean(_));
        if leaves || only_reject && is_boolean {
            self.by_jumps(&branching, branch)?;
        } else {
            self.by_block(branching, branch)?;
        }
        Ok(())
    }

    /// Code of an arm, from what the address registers held before the condition. Gives what they
    /// hold after it.
    pub(super) fn arm(
        &mut self,
        block: &Block,
        before: [Option<Address>; 2],
    ) -> Result<[Option<Address>; 2], Diagnostic> {
        self.addresses = before;
        self.flags = Flags::default();
        self.block(block)?;
        self.flags = Flags::default();
        Ok(self.addresses)
    }

    pub(super) fn by_block(&mut self, branching: Branching, branch: &If) -> Result<(), Diagnostic> {
        let (mut branching, mut accept, mut reject) = (branching, &branch.accept, &branch.reject);
        if let (true, Branching::Flags(condition, word)) = (accept.is_empty(), branching) {
            branching = Branching::Flags(negated(condition), word);
            std::mem::swap(&mut accept, &mut reject);
        }
        let before = self.addresses;
        let word = self.push(branching.opening(), branching.meaning(), branch.span);
        let accepted = self.arm(accept, before)?;
        let mut rejected = before;
        self.pad(word);
        let other = self.here();
        if !reject.is_empty() {
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

    /// A `nop` where a block may not end here. `head` is the word that opens the block.
    pub(super) fn pad(&mut self, head: usize) {
        let here = self.here();
        let place = |label: &Label| self.labels.get(label.0).copied().flatten();
        let aimed_at = self
            .jumps
            .iter()
            .any(|(_, label)| place(label) == Some(here));
        let last = self
            .layout
            .words
            .last()
            .map(|word| word.instruction.opcode());
        let goes_away = matches!(
            last,
            Some(Opcode::Jmpc | Opcode::Jmpu | Opcode::Call | Opcode::Callc | Opcode::Callu)
        );
        if self.after_end || goes_away || aimed_at || here - head < 2 {
            self.nop();
        }
    }

    pub(super) fn by_jumps(
        &mut self,
        branching: &Branching,
        branch: &If,
    ) -> Result<(), Diagnostic> {
        let before = self.addresses;
        // A lone break or continue is the jump itself.
        for (arm, other, wanted) in [
            (&branch.accept, &branch.reject, true),
            (&branch.reject, &branch.accept, false),
        ] {
            match (arm.as_slice(), self.loops.last().copied()) {
                ([Node::Break], Some(OpenLoop::Jumps { exit, .. })) => {
                    self.jump_if(branching, wanted, exit);
                }
                ([Node::Continue], Some(OpenLoop::Jumps { head, .. })) => {
                    self.jump_if(branching, wanted, head);
                }
                ([Node::Continue], Some(OpenLoop::Counted { next })) => {
                    self.jump_if(branching, wanted, next);
                }
                ([Node::Break], Some(OpenLoop::Counted { .. })) => {
                    let Branching::Flags(condition, flags) = *branching else {
                        continue;
                    };
                    self.break_if(condition, flags, wanted);
                }
                _ => continue,
            }
            self.block(other)?;
            return Ok(());
        }
        let end = self.label();
        if branch.accept.is_empty() {
            self.jump_if(branching, true, end);
            let rejected = self.arm(&branch.reject, before)?;
            self.addresses = common(before, rejected);
        } else {
            let other = self.label();
            self.jump_if(branching, false, other);
            let mut accepted = self.arm(&branch.accept, before)?;
            let falls = !always_leaves(&branch.accept);
            if falls && !branch.reject.is_empty() {
                self.jump(end)?;
            }
            self.bind(other);
            let rejected = self.arm(&branch.reject, before)?;
            if !falls {
                accepted = rejected;
            }
            self.addresses = common(accepted, rejected);
        }
        self.bind(end);
        self.after_end = false;
        Ok(())
    }

    /// The integer uniform that makes a loop run so many rounds.
    pub(super) fn counter(&mut self, rounds: u16) -> Result<u8, Diagnostic> {
        let known = self
            .layout
            .counters
            .iter()
            .position(|counter| *counter == rounds);
        let at = known.unwrap_or(self.layout.counters.len());
        if known.is_none() {
            self.layout.counters.push(rounds);
        }
        // From the highest down, as assemblers place integer constants.
        let index = usize::from(INTEGERS).checked_sub(at + 1);
        index
            .map(|index| index as u8)
            .ok_or_else(|| bug("too many different loop counts"))
    }

    /// A loop that the machine counts.
    pub(super) fn counted(&mut self, repeat: &Loop, rounds: u16) -> Result<(), Diagnostic> {
        let integer = self.counter(rounds)?;
        let head = Instruction::Loop { integer, last: 0 };
        let word = self.push(head, Meaning::default(), repeat.span);
        self.addresses = [None; 2];
        self.flags = Flags::default();
        let next = self.label();
        self.loops.push(OpenLoop::Counted { next });
        self.block(&repeat.body)?;
        self.loops.pop();
        self.bind(next);
        let opcode = self
            .layout
            .words
            .last()
            .map(|word| word.instruction.opcode());
        if matches!(opcode, Some(Opcode::Break | Opcode::Breakc)) {
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
        self.block(&repeat.body)?;
        self.loops.pop();
        self.bind(exit);
        self.after_end = false;
        self.addresses = [None; 2];
        Ok(())
    }
}

/// Whether a block has a way out of the loop around it.
fn leaves(block: &Block) -> bool {
    block.iter().any(|node| match node {
        Node::Break | Node::Continue => true,
        Node::If(branch) => leaves(&branch.accept) || leaves(&branch.reject),
        Node::Op(_) | Node::Loop(_) => false,
    })
}

/// Whether control never reaches the end of a block.
fn always_leaves(block: &Block) -> bool {
    block.iter().any(|node| match node {
        Node::Break | Node::Continue => true,
        Node::If(branch) => always_leaves(&branch.accept) && always_leaves(&branch.reject),
        Node::Op(_) | Node::Loop(_) => false,
    })
}
