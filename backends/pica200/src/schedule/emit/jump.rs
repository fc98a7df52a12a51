//! Jumps: what they depend on, conditions that are made of them, ways out of loops.

use super::{Decider, Emitter, Label, OpenLoop, Task, Way, bug};
use crate::interface::FLOAT_BOOLEANS;
use crate::isa::{Condition, Instruction, Opcode};
use crate::machine::{Compare, If, Item, Program, Test};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::mir::{AddressId, BlockId, Formula};

/// The flag or bool that decides a condition once comparisons are made.
#[derive(Clone, Copy)]
pub(super) enum Branching {
    /// A boolean that is always true.
    Always(u8),
    Boolean(u8),
    /// A comparison that was made for both flags.
    Flags(Compare),
}

impl Branching {
    /// The opcode of a word that goes a way.
    fn opcode(self, way: Way) -> Opcode {
        match (way, self) {
            (Way::Block, Branching::Flags(..)) => Opcode::Ifc,
            (Way::Block, _) => Opcode::Ifu,
            (Way::Jump, Branching::Flags(..)) => Opcode::Jmpc,
            (Way::Jump, _) => Opcode::Jmpu,
            (Way::Leave, _) => Opcode::Breakc,
        }
    }

    /// What a word asks that it decides.
    fn decider(self) -> Decider {
        match self {
            Branching::Always(_) => Decider::Always,
            Branching::Boolean(boolean) => Decider::Boolean(boolean),
            Branching::Flags(compare) => Decider::Compare(compare),
        }
    }
}

/// A condition of several parts.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) formula: &'a Formula,
    /// The tests that it counts.
    pub(super) tests: &'a [Test],
}

/// What jumps depend on.
pub(super) enum Decision<'a> {
    Known(Branching),
    /// Found out part by part, on the way.
    Parts(Parts<'a>),
}

/// A label, and what the address registers hold on all the ways to it that there are so far.
struct Goal {
    label: Label,
    addresses: Option<[Option<AddressId>; 2]>,
}

/// What both ways agree on.
pub(super) fn common(
    a: [Option<AddressId>; 2],
    b: [Option<AddressId>; 2],
) -> [Option<AddressId>; 2] {
    let agreed = |k: usize| if a[k] == b[k] { a[k] } else { None };
    [agreed(0), agreed(1)]
}

impl Emitter<'_> {
    /// Leaves the innermost loop.
    pub(super) fn break_loop(&mut self) -> Result<(), Diagnostic> {
        match self.loops.last().copied() {
            None => Err(bug("a break outside of loops")),
            Some(OpenLoop::Jumps { exit, .. }) => self.jump(exit),
            Some(OpenLoop::Counted { .. }) => {
                let word = Instruction::Bare(Opcode::Break);
                self.push(word, Task::Break.into(), Span::NONE);
                Ok(())
            }
        }
    }

    /// Begins the next round of the innermost loop.
    pub(super) fn continue_loop(&mut self) -> Result<(), Diagnostic> {
        match self.loops.last().copied() {
            None => Err(bug("a continue outside of loops")),
            Some(OpenLoop::Jumps { head, .. }) => self.jump(head),
            Some(OpenLoop::Counted { next, .. }) => self.jump(next),
        }
    }

    /// A jump that is always taken.
    pub(super) fn jump(&mut self, label: Label) -> Result<(), Diagnostic> {
        let truth = self.truth.ok_or_else(|| {
            Diagnostic::error(
                codes::limit::CONSTANTS,
                "pica200: the program needs a boolean that is always true, for the jumps of a loop, and \
                 its uniforms take all 16",
            )
            .with_help(FLOAT_BOOLEANS)
        })?;
        self.layout.needs_true = true;
        self.jump_if(Branching::Always(truth), true, label);
        Ok(())
    }

    /// A word that goes a way where what decides it comes out as wanted.
    pub(super) fn push_branch(
        &mut self,
        way: Way,
        branching: Branching,
        wanted: bool,
        span: Span,
    ) -> usize {
        let opcode = branching.opcode(way);
        let instruction = match branching {
            Branching::Always(boolean) | Branching::Boolean(boolean) => Instruction::Boolean {
                opcode,
                boolean,
                inverted: !wanted,
                target: 0,
                length: 0,
            },
            Branching::Flags(_) => Instruction::Flags {
                opcode,
                condition: Condition::x(wanted),
                target: 0,
                length: 0,
            },
        };
        let task = Task::Branch(way, branching.decider(), wanted);
        self.push(instruction, task.into(), span)
    }

    fn jump_if(&mut self, branching: Branching, wanted: bool, label: Label) {
        let word = self.push_branch(Way::Jump, branching, wanted, Span::NONE);
        self.jumps.push((word, label));
    }

    /// A condition made of jumps to labels.
    pub(super) fn by_jumps(
        &mut self,
        decision: &Decision<'_>,
        branch: &If,
    ) -> Result<(), Diagnostic> {
        if self.by_exit(decision, branch)? {
            return Ok(());
        }
        let end = self.label();
        if self.is_empty(branch.accept) {
            let before = self.jump_on(decision, true, end, branch.span)?;
            let rejected = self.arm(branch.reject, self.addresses)?;
            self.addresses = common(before, rejected);
        } else {
            let other = self.label();
            let before = self.jump_on(decision, false, other, branch.span)?;
            let mut accepted = self.arm(branch.accept, self.addresses)?;
            let falls = !always_leaves(self.code, branch.accept);
            if falls && !self.is_empty(branch.reject) {
                self.jump(end)?;
            }
            self.bind(other);
            let rejected = self.arm(branch.reject, before)?;
            if !falls {
                accepted = rejected;
            }
            self.addresses = common(accepted, rejected);
        }
        self.bind(end);
        self.after_end = false;
        Ok(())
    }

    /// A condition one arm of which is a lone break or continue: that is the jump itself. Whether it
    /// was one.
    fn by_exit(&mut self, decision: &Decision<'_>, branch: &If) -> Result<bool, Diagnostic> {
        for (arm, other, wanted) in [
            (branch.accept, branch.reject, true),
            (branch.reject, branch.accept, false),
        ] {
            let label = match (self.code.blocks[arm].as_slice(), self.loops.last().copied()) {
                ([Item::Break], Some(OpenLoop::Jumps { exit, .. })) => exit,
                ([Item::Continue], Some(OpenLoop::Jumps { head, .. })) => head,
                ([Item::Continue], Some(OpenLoop::Counted { next, .. })) => next,
                ([Item::Break], Some(OpenLoop::Counted { .. })) => {
                    let Decision::Known(branching @ Branching::Flags(..)) = *decision else {
                        continue;
                    };
                    self.push_branch(Way::Leave, branching, wanted, Span::NONE);
                    self.block(other)?;
                    return Ok(true);
                }
                _ => continue,
            };
            self.jump_on(decision, wanted, label, branch.span)?;
            self.block(other)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Goes to a label if a condition comes out as wanted. Gives what the address registers hold at
    /// the label.
    fn jump_on(
        &mut self,
        decision: &Decision<'_>,
        wanted: bool,
        label: Label,
        span: Span,
    ) -> Result<[Option<AddressId>; 2], Diagnostic> {
        let mut goal = Goal {
            label,
            addresses: None,
        };
        match decision {
            Decision::Known(branching) => self.jump_to(*branching, wanted, &mut goal),
            Decision::Parts(parts) => self.jump_on_parts(*parts, wanted, &mut goal, span)?,
        }
        Ok(goal.addresses.unwrap_or_default())
    }

    fn jump_to(&mut self, branching: Branching, wanted: bool, goal: &mut Goal) {
        self.jump_if(branching, wanted, goal.label);
        let now = self.addresses;
        goal.addresses = Some(goal.addresses.map_or(now, |there| common(there, now)));
    }

    /// Jumps part by part; comparisons are made on the way, and only if they matter.
    fn jump_on_parts(
        &mut self,
        parts: Parts<'_>,
        wanted: bool,
        goal: &mut Goal,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let (list, needs_all) = match parts.formula {
            Formula::Test(at, holds) => {
                let test = parts.tests.get(*at);
                let test = test.ok_or_else(|| bug("a condition has too few tests"))?;
                let branching = self.test(test, span)?;
                self.jump_to(branching, wanted == *holds, goal);
                return Ok(());
            }
            Formula::All(list) => (list, true),
            Formula::Any(list) => (list, false),
        };
        let part = |formula| Parts { formula, ..parts };
        let Some((last, first)) = list.split_last() else {
            return Err(bug("a condition without parts"));
        };
        if needs_all != wanted {
            // Each part by itself makes the outcome certain.
            for formula in list {
                self.jump_on_parts(part(formula), wanted, goal, span)?;
            }
            return Ok(());
        }
        let mut skip = Goal {
            label: self.label(),
            addresses: None,
        };
        for formula in first {
            self.jump_on_parts(part(formula), !wanted, &mut skip, span)?;
        }
        self.jump_on_parts(part(last), wanted, goal, span)?;
        self.bind(skip.label);
        if let Some(skipped) = skip.addresses {
            self.addresses = common(self.addresses, skipped);
        }
        Ok(())
    }
}

/// True if control never reaches the end of a block.
fn always_leaves(program: &Program, block: BlockId) -> bool {
    program.blocks[block].iter().any(|item| match item {
        Item::Break | Item::Continue => true,
        Item::If(branch) => {
            always_leaves(program, branch.accept) && always_leaves(program, branch.reject)
        }
        Item::Op(_) | Item::Loop(_) | Item::Emission(..) => false,
    })
}
