//! Statements, and how control moves between them.
//!
//! A *target* is a place that control can jump forward to: the end of a function, the end of a
//! `switch`, the step of a loop, the end of a loop. The IR has only `break` and `continue` of the
//! innermost loop. A jump that is neither becomes structure: what would have been skipped moves into
//! the other arm of an `if`, or, where only some ways through an arm jump, is guarded by a flag.

use super::env::Var;
use super::value::{Lanes, Leaf};
use super::{Lowered, Lowerer, analysis, bug};
use analysis::Exits;
use naga::{Block, Statement, SwitchCase};
use retroshade_ir::{Op, Scalar, Use};

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetKind {
    /// The end of a function.
    End,
    /// The end of a `switch`.
    Switch,
    /// The step of a loop.
    Round,
    /// The end of a loop.
    Loop,
}

/// A place to jump to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) kind: TargetKind,
    /// Loops of the IR around the target; for [`TargetKind::Loop`] the loop itself counts.
    pub(super) depth: usize,
    /// Set to true by a jump while `wanted` is above 0.
    pub(super) flag: Option<Var>,
    pub(super) wanted: u32,
    /// A round is continued by the IR's own `continue` while this is above 0.
    pub(super) direct: u32,
}

/// Where control is after some statements: all ways that end in the current region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// It may go on with the next statement.
    pub(super) falls: bool,
    /// It may be on its way to these targets, so that the next statements must be skipped.
    pub(super) pending: Vec<usize>,
}

impl Outcome {
    pub(super) const FALLS: Outcome = Outcome {
        falls: true,
        pending: Vec::new(),
    };

    /// The region has ended.
    pub(super) const NOTHING: Outcome = Outcome {
        falls: false,
        pending: Vec::new(),
    };

    /// True if any way ends in the current region.
    pub(super) fn is_alive(&self) -> bool {
        self.falls || !self.pending.is_empty()
    }

    /// The target has been reached: what was on its way there falls.
    pub(super) fn arrive(&mut self, target: usize) {
        let before = self.pending.len();
        self.pending.retain(|&pending| pending != target);
        self.falls |= self.pending.len() < before;
    }

    pub(super) fn or(mut self, other: Outcome) -> Outcome {
        self.falls |= other.falls;
        for target in other.pending {
            if !self.pending.contains(&target) {
                self.pending.push(target);
            }
        }
        self
    }
}

/// Labels that lead to the same statements.
pub(super) struct Group<'a> {
    pub(super) labels: Vec<i32>,
    pub(super) is_default: bool,
    pub(super) body: &'a Block,
    pub(super) falls_through: bool,
}

/// The cases of a `switch` that fall into each other.
pub(super) struct Cases<'a> {
    pub(super) groups: Vec<Group<'a>>,
    /// For each group: whether the selector chose it.
    pub(super) chosen: Vec<Use>,
    /// Whether the group before ran and fell into this one.
    pub(super) fell: Var,
    pub(super) target: usize,
}

/// What follows a block inside the same target: the rest of the block around it, and so on.
#[derive(Clone, Copy)]
pub(super) enum Rest<'a, 'r> {
    /// Statements of a block from one on.
    Block {
        block: &'a Block,
        from: usize,
        next: Option<&'r Rest<'a, 'r>>,
    },
    /// The cases of a `switch` from one on.
    Cases { switch: &'r Cases<'a>, from: usize },
}

impl Rest<'_, '_> {
    /// True if nothing follows.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Rest::Block { block, from, next } => {
                *from >= block.len() && next.is_none_or(|next| next.is_empty())
            }
            Rest::Cases { switch, from } => *from >= switch.groups.len(),
        }
    }
}

impl<'a> Lowerer<'a> {
    pub(super) fn open_target(&mut self, kind: TargetKind) -> usize {
        self.targets.push(Target {
            kind,
            depth: self.loops.len(),
            flag: None,
            wanted: 0,
            direct: 0,
        });
        self.targets.len() - 1
    }

    pub(super) fn close_target(&mut self) {
        self.targets.pop();
    }

    pub(super) fn target(&self, target: usize) -> Lowered<&Target> {
        self.targets
            .get(target)
            .ok_or_else(|| bug("no such target"))
    }

    /// Lowers the statements of a block from one on, and what follows it.
    pub(super) fn block(
        &mut self,
        block: &'a Block,
        from: usize,
        next: Option<&Rest<'a, '_>>,
    ) -> Lowered<Outcome> {
        for (index, (statement, span)) in block.span_iter().enumerate().skip(from) {
            self.at(*span);
            let rest = Rest::Block {
                block,
                from: index + 1,
                next,
            };
            let outcome = match statement {
                Statement::If {
                    condition,
                    accept,
                    reject,
                } => {
                    if self.skips(accept)? || self.skips(reject)? {
                        return self.branch_and_rest(*condition, accept, reject, rest);
                    }
                    self.branch(*condition, accept, reject)?
                }
                Statement::Block(inner) => {
                    if self.skips(inner)? {
                        return self.block(inner, 0, Some(&rest));
                    }
                    self.block(inner, 0, None)?
                }
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                } => {
                    let (ends, pending) = self.loop_statement(body, continuing, *break_if)?;
                    if !pending.is_empty() || !ends {
                        return self.resume(&pending, ends, rest);
                    }
                    Outcome::FALLS
                }
                Statement::Switch { selector, cases } => {
                    let skipped = self.skipped_from_cases(cases)?;
                    for &target in &skipped {
                        self.want_flag(target)?;
                    }
                    let outcome = self.switch(*selector, cases)?;
                    for &target in &skipped {
                        self.unwant_flag(target);
                    }
                    if !outcome.pending.is_empty() {
                        return self.resume(&outcome.pending, outcome.falls, rest);
                    }
                    outcome
                }
                other => self.simple(other)?,
            };
            if !outcome.falls {
                return Ok(outcome);
            }
        }
        match next {
            Some(next) => self.rest(*next),
            None => Ok(Outcome::FALLS),
        }
    }

    /// Lowers what follows.
    pub(super) fn rest(&mut self, rest: Rest<'a, '_>) -> Lowered<Outcome> {
        match rest {
            Rest::Block { block, from, next } => self.block(block, from, next),
            Rest::Cases { switch, from } => self.falling_cases(switch, from),
        }
    }

    /// A statement without blocks.
    fn simple(&mut self, statement: &'a Statement) -> Lowered<Outcome> {
        match statement {
            Statement::Emit(range) => {
                for expression in range.clone() {
                    self.evaluate(expression)?;
                }
                Ok(Outcome::FALLS)
            }
            Statement::Store { pointer, value } => {
                let value = self.value(*value)?;
                let place = self.place(*pointer)?;
                self.store(place, value)?;
                Ok(Outcome::FALLS)
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => self.call(*function, arguments, *result),
            Statement::Return { value } => {
                if let Some(value) = value {
                    let value = self.value(*value)?;
                    let leaves = self.leaves_of(value).to_vec();
                    for (var, leaf) in self.frame()?.result.clone().into_iter().zip(leaves) {
                        self.env.set(var, leaf);
                    }
                }
                let end = self.frame()?.end;
                self.jump(end)
            }
            Statement::Break => {
                let target = self.frame()?.breakable.last().copied();
                self.jump(target.ok_or_else(|| bug("a break outside of everything"))?)
            }
            Statement::Continue => {
                let target = self.frame()?.rounds.last().copied();
                self.jump(target.ok_or_else(|| bug("a continue outside of loops"))?)
            }
            Statement::Kill => {
                let always = self.bool(true, 1);
                self.discard(always)?;
                match self.kill_target {
                    Some(target) => self.jump(target),
                    None => Ok(Outcome::FALLS),
                }
            }
            other => Err(bug(format!("the statement {other:?}"))),
        }
    }

    pub(super) fn discard(&mut self, condition: Use) -> Lowered<()> {
        self.append(Op::Discard, vec![condition], &[], Vec::new())?;
        Ok(())
    }

    /// Goes to a target from the current place.
    pub(super) fn jump(&mut self, target: usize) -> Lowered<Outcome> {
        let Target {
            kind,
            depth,
            flag,
            wanted,
            direct,
        } = *self.target(target)?;
        if wanted > 0
            && let Some(flag) = flag
        {
            self.set_flag(flag, true);
        }
        match kind {
            TargetKind::Round if direct > 0 => {
                self.continue_loop()?;
                Ok(Outcome::NOTHING)
            }
            TargetKind::Loop => {
                self.break_loop()?;
                Ok(Outcome::NOTHING)
            }
            _ if depth == self.loops.len() => Ok(Outcome {
                falls: false,
                pending: vec![target],
            }),
            _ => {
                self.break_loop()?;
                Ok(Outcome::NOTHING)
            }
        }
    }

    /// Whether a jump to a target becomes structure here rather than a `break` of the IR.
    pub(super) fn is_structural(&self, target: usize) -> Lowered<bool> {
        let target = self.target(target)?;
        Ok(match target.kind {
            TargetKind::Loop => false,
            TargetKind::Round if target.direct > 0 => false,
            _ => target.depth == self.loops.len(),
        })
    }

    /// The facts about how control leaves a block.
    pub(super) fn exits(&self, block: &Block) -> Lowered<Exits> {
        self.own_summary()?
            .exits
            .get(&analysis::address(block))
            .copied()
            .ok_or_else(|| bug("a block that was not analysed"))
    }

    /// True if control may arrive at the end of a block.
    pub(super) fn falls(&self, exits: Exits) -> bool {
        if self.kill_target.is_some() {
            exits.falls_alive
        } else {
            exits.falls
        }
    }

    /// The targets of jumps out of a block that become structure.
    pub(super) fn skipped_to(&self, exits: Exits) -> Lowered<Vec<usize>> {
        let frame = self.frame()?;
        let candidates = [
            exits.returns.then_some(frame.end),
            exits
                .breaks
                .then(|| frame.breakable.last().copied())
                .flatten(),
            exits
                .continues
                .then(|| frame.rounds.last().copied())
                .flatten(),
        ];
        let mut found = Vec::new();
        for target in candidates.into_iter().flatten() {
            if self.is_structural(target)? {
                found.push(target);
            }
        }
        Ok(found)
    }

    /// The targets of jumps out of a `switch` that become structure.
    fn skipped_from_cases(&self, cases: &[SwitchCase]) -> Lowered<Vec<usize>> {
        let mut all = Exits::default();
        for case in cases {
            all = all.or(self.exits(&case.body)?);
        }
        // A `break` arrives behind the switch.
        all.breaks = false;
        self.skipped_to(all)
    }

    /// Whether some jump out of a block becomes structure.
    fn skips(&self, block: &Block) -> Lowered<bool> {
        let exits = self.exits(block)?;
        Ok(!self.skipped_to(exits)?.is_empty())
    }

    /// From here on jumps to a target set its flag, which is false now.
    pub(super) fn want_flag(&mut self, target: usize) -> Lowered<Var> {
        let existing = self.target(target)?.flag;
        let flag = match existing {
            Some(flag) => flag,
            None => self
                .env
                .add([Leaf::Lanes(Lanes::undefined(retroshade_ir::Type::bool(1)))]),
        };
        self.set_flag(flag, false);
        if let Some(target) = self.targets.get_mut(target) {
            target.flag = Some(flag);
            target.wanted += 1;
        }
        Ok(flag)
    }

    pub(super) fn unwant_flag(&mut self, target: usize) {
        if let Some(target) = self.targets.get_mut(target) {
            target.wanted = target.wanted.saturating_sub(1);
        }
    }

    pub(super) fn set_flag(&mut self, flag: Var, value: bool) {
        let value = self.bool(value, 1);
        self.env
            .set(flag, Leaf::Lanes(Lanes::of(value, Scalar::Bool)));
    }

    pub(super) fn read_flag(&mut self, flag: Var) -> Lowered<Use> {
        match self.env.get(flag) {
            Some(Leaf::Lanes(lanes)) => self.materialize(lanes),
            _ => Err(bug("a flag without a value")),
        }
    }
}
