//! `if`: two arms, and the merge of what they changed.

use super::control::{Outcome, Rest, TargetKind};
use super::env::{Mark, Var};
use super::value::{Lane, Lanes, Leaf};
use super::{Lowered, Lowerer, MOST_NESTING, bug};
use naga::{Block, Expression, Handle, Statement, UnaryOperator};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::deep::limit;
use retroshade_ir::{Op, Region, Terminator, Type, Use};
use rustc_hash::FxHashMap;

/// An arm that is being lowered.
pub(super) struct OpenArm {
    outer: Region,
    region: Region,
    mark: Mark,
}

/// A finished arm.
pub(super) struct Arm {
    region: Region,
    /// What it changed, in order.
    changes: Vec<(Var, Leaf)>,
    pub(super) outcome: Outcome,
}

/// A choice between two arms that begins at a place.
pub(super) struct Choice {
    condition: Use,
    /// Values from this number on are made in an arm.
    first_value: usize,
    span: Span,
}

/// A statement that does nothing but discard.
fn only_kills(block: &Block) -> bool {
    matches!(block.as_ref(), [Statement::Kill])
        || matches!(block.as_ref(), [Statement::Block(inner)] if only_kills(inner))
}

fn is_nothing(block: &Block) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Block(inner) => is_nothing(inner),
        _ => false,
    })
}

impl<'a> Lowerer<'a> {
    pub(super) fn choose(&mut self, condition: Use) -> Choice {
        Choice {
            condition,
            first_value: self.shader.values.len(),
            span: self.span,
        }
    }

    pub(super) fn open_arm(&mut self) -> Lowered<OpenArm> {
        self.deeper()?;
        let region = self.shader.make_region(&[]);
        let outer = std::mem::replace(&mut self.region, region);
        Ok(OpenArm {
            outer,
            region,
            mark: self.env.mark(),
        })
    }

    /// Counts a region more around the current place.
    pub(super) fn deeper(&mut self) -> Lowered<()> {
        self.nesting += 1;
        let most = limit(MOST_NESTING);
        if self.nesting > most {
            return Err(Box::new(
                Diagnostic::error(
                    codes::limit::NESTING,
                    format!("control flow is nested more than {most} levels deep once functions are inlined"),
                )
                .at(self.span, "the deepest level"),
            ));
        }
        Ok(())
    }

    pub(super) fn close_arm(&mut self, arm: OpenArm, outcome: Outcome) -> Arm {
        self.nesting -= 1;
        self.region = arm.outer;
        Arm {
            region: arm.region,
            changes: self.env.take_changes(arm.mark),
            outcome,
        }
    }

    /// The condition without negations, and whether the arms must be exchanged for it.
    fn condition(&mut self, condition: Handle<Expression>) -> Lowered<(Use, bool)> {
        let function = self.frame()?.function;
        let mut at = condition;
        let mut exchanged = false;
        while let Expression::Unary {
            op: UnaryOperator::LogicalNot,
            expr,
        } = function.expressions[at]
        {
            at = expr;
            exchanged = !exchanged;
        }
        Ok((self.vector(at)?, exchanged))
    }

    /// An `if` whose arms fall or leave by `break` of the innermost loop.
    pub(super) fn branch(
        &mut self,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
    ) -> Lowered<Outcome> {
        if is_nothing(accept) && is_nothing(reject) {
            return Ok(Outcome::FALLS);
        }
        let (condition, exchanged) = self.condition(condition)?;
        let (accept, reject) = if exchanged {
            (reject, accept)
        } else {
            (accept, reject)
        };
        if self.kill_target.is_none() && only_kills(accept) && is_nothing(reject) {
            self.discard(condition)?;
            return Ok(Outcome::FALLS);
        }
        if self.kill_target.is_none() && is_nothing(accept) && only_kills(reject) {
            let opposite = self.emit(Op::Not, &[condition])?;
            self.discard(opposite)?;
            return Ok(Outcome::FALLS);
        }
        if let Some(known) = self.shader.as_constant(condition) {
            let taken = if known.bool(0) { accept } else { reject };
            return self.block(taken, 0, None);
        }
        let accept_falls = self.falls(self.exits(accept)?);
        let reject_falls = self.falls(self.exits(reject)?);
        let choice = self.choose(condition);
        // What only runs because the other arm left needs no arm of its own.
        let (first, second, after) = match (accept_falls, reject_falls) {
            (false, true) => (Some(accept), None, Some(reject)),
            (true, false) => (None, Some(reject), Some(accept)),
            _ => (Some(accept), Some(reject), None),
        };
        let first = self.arm(first)?;
        let second = self.arm(second)?;
        let outcome = self.merge(choice, first, second)?;
        match after {
            Some(after) if outcome.falls => self.block(after, 0, None),
            _ => Ok(outcome),
        }
    }

    fn arm(&mut self, block: Option<&'a Block>) -> Lowered<Arm> {
        let open = self.open_arm()?;
        let outcome = match block {
            Some(block) => self.block(block, 0, None)?,
            None => Outcome::FALLS,
        };
        Ok(self.close_arm(open, outcome))
    }

    /// An `if` with arms that jump past what follows.
    pub(super) fn branch_and_rest(
        &mut self,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
        rest: Rest<'a, '_>,
    ) -> Lowered<Outcome> {
        let accept_exits = self.exits(accept)?;
        let reject_exits = self.exits(reject)?;
        let falls = (self.falls(accept_exits), self.falls(reject_exits));
        let skipped = self.skipped_to(accept_exits.or(reject_exits))?;
        if falls == (true, true) && !rest.is_empty() {
            if let Some(round) = self.only_a_small_round(&skipped)? {
                self.change_direct(round, 1);
                let outcome = self.branch(condition, accept, reject)?;
                self.change_direct(round, -1);
                return if outcome.falls {
                    self.rest(rest)
                } else {
                    Ok(outcome)
                };
            }
            for &target in &skipped {
                self.want_flag(target)?;
            }
            let outcome = self.arms(condition, accept, reject, None, None)?;
            for &target in &skipped {
                self.unwant_flag(target);
            }
            return self.resume(&outcome.pending, outcome.falls, rest);
        }
        match falls {
            (true, false) => self.arms(condition, accept, reject, Some(&rest), None),
            (false, true) => self.arms(condition, accept, reject, None, Some(&rest)),
            _ => self.arms(condition, accept, reject, None, None),
        }
    }

    /// Lowers both arms, each with what follows it, and merges them.
    fn arms(
        &mut self,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
        after_accept: Option<&Rest<'a, '_>>,
        after_reject: Option<&Rest<'a, '_>>,
    ) -> Lowered<Outcome> {
        let (condition, exchanged) = self.condition(condition)?;
        let mut parts = [(accept, after_accept), (reject, after_reject)];
        if exchanged {
            parts.reverse();
        }
        if let Some(known) = self.shader.as_constant(condition) {
            let [accept, reject] = parts;
            let (block, after) = if known.bool(0) { accept } else { reject };
            return self.block(block, 0, after);
        }
        let choice = self.choose(condition);
        let open = self.open_arm()?;
        let outcome = self.block(parts[0].0, 0, parts[0].1)?;
        let first = self.close_arm(open, outcome);
        let open = self.open_arm()?;
        let outcome = self.block(parts[1].0, 0, parts[1].1)?;
        let second = self.close_arm(open, outcome);
        self.merge(choice, first, second)
    }

    /// The round that is the only target, if copying its step is cheaper than a flag.
    fn only_a_small_round(&self, targets: &[usize]) -> Lowered<Option<usize>> {
        let &[round] = targets else {
            return Ok(None);
        };
        let is_round = self.target(round)?.kind == TargetKind::Round;
        Ok((is_round && self.step_is_small()).then_some(round))
    }

    fn change_direct(&mut self, round: usize, by: i32) {
        if let Some(target) = self.targets.get_mut(round) {
            target.direct = target.direct.saturating_add_signed(by);
        }
    }

    /// Goes on after something that may have jumped: only what fell runs the rest.
    pub(super) fn resume(
        &mut self,
        pending: &[usize],
        falls: bool,
        rest: Rest<'a, '_>,
    ) -> Lowered<Outcome> {
        let Some((&target, others)) = pending.split_first() else {
            return if falls {
                self.rest(rest)
            } else {
                // Neither ends nor leaves.
                let region = &mut self.shader.regions[self.region];
                if region.end == Terminator::Open {
                    region.end = Terminator::Unreachable;
                }
                Ok(Outcome::NOTHING)
            };
        };
        if others.is_empty() && !falls {
            return self.jump(target);
        }
        if rest.is_empty() && self.is_structural(target)? {
            // Nothing to skip: every way arrives at the same place.
            let outcome = Outcome {
                falls: false,
                pending: vec![target],
            };
            return Ok(outcome.or(self.resume(others, falls, rest)?));
        }
        let flag = self.target(target)?.flag;
        let flag = flag.ok_or_else(|| bug("a jump without a flag"))?;
        let condition = self.read_flag(flag)?;
        let structural = self.is_structural(target)?;
        let choice = self.choose(condition);
        let open = self.open_arm()?;
        let outcome = self.jump(target)?;
        let first = self.close_arm(open, outcome);
        let open = self.open_arm()?;
        self.set_flag(flag, false);
        let outcome = if structural {
            self.resume(others, falls, rest)?
        } else {
            Outcome::FALLS
        };
        let second = self.close_arm(open, outcome);
        let outcome = self.merge(choice, first, second)?;
        if structural {
            Ok(outcome)
        } else {
            self.resume(others, falls, rest)
        }
    }

    /// Makes the `if` of two arms and merges what they changed.
    pub(super) fn merge(&mut self, choice: Choice, accept: Arm, reject: Arm) -> Lowered<Outcome> {
        let outcome = accept.outcome.clone().or(reject.outcome.clone());
        let span = std::mem::replace(&mut self.span, choice.span);
        let alive = [accept.outcome.is_alive(), reject.outcome.is_alive()];
        let changed = self.changed(&accept, &reject, alive)?;
        let mut results: Vec<Type> = Vec::new();
        let mut yields: [Vec<Use>; 2] = [Vec::new(), Vec::new()];
        let mut merged: Vec<(Var, Lanes, Vec<u8>)> = Vec::new();
        for (var, [yes, no]) in changed {
            let (Leaf::Lanes(yes), Leaf::Lanes(no)) = (yes, no) else {
                let same = if alive[0] { yes } else { no };
                if alive == [true, true] && yes != no {
                    return Err(bug("two arms leave different samplers in a variable"));
                }
                self.env.set(var, same);
                continue;
            };
            let mut whole = if alive[0] { yes } else { no };
            let mut differing = Vec::new();
            for lane in 0..whole.ty().lanes {
                let equal = match alive {
                    [true, true] => yes.lane(lane) == no.lane(lane),
                    _ => self.is_outside(whole.lane(lane), choice.first_value),
                };
                if !equal {
                    differing.push(lane);
                }
            }
            if !differing.is_empty() {
                results.push(whole.ty().with_lanes(differing.len() as u8));
                for (side, lanes) in [(0, yes), (1, no)] {
                    if alive[side] {
                        let region = if side == 0 {
                            accept.region
                        } else {
                            reject.region
                        };
                        let part: Vec<Lane> =
                            differing.iter().map(|&lane| lanes.lane(lane)).collect();
                        let part = Lanes::from_lanes(lanes.scalar, &part);
                        yields[side].push(self.materialize_in(region, part)?);
                    }
                }
            }
            for &lane in &differing {
                whole.set(lane, Lane::Undefined);
            }
            merged.push((var, whole, differing));
        }
        for (side, region) in [(0, accept.region), (1, reject.region)] {
            if alive[side] {
                let uses = std::mem::take(&mut yields[side]);
                self.shader.regions[region].end = Terminator::Yield(uses);
            }
        }
        let regions = vec![accept.region, reject.region];
        let inst = self.append(Op::If, vec![choice.condition], &results, regions)?;
        let mut values = self.shader.insts[inst].results.clone().into_iter();
        for (var, mut whole, differing) in merged {
            if !differing.is_empty() {
                let value = values.next().ok_or_else(|| bug("a result is missing"))?;
                for (position, &lane) in (0..).zip(&differing) {
                    whole.set(lane, Lane::Of(value, position));
                }
            }
            self.env.set(var, Leaf::Lanes(whole));
        }
        if alive == [false, false] {
            self.shader.regions[self.region].end = Terminator::Unreachable;
        }
        self.span = span;
        Ok(outcome)
    }

    /// True if a lane can be used after the arms in which values from a number on were made.
    fn is_outside(&self, lane: Lane, first_value: usize) -> bool {
        match lane {
            Lane::Undefined => true,
            Lane::Of(value, _) => self.is_visible(value, first_value),
        }
    }

    fn materialize_in(&mut self, region: Region, lanes: Lanes) -> Lowered<Use> {
        let outer = std::mem::replace(&mut self.region, region);
        let made = self.materialize(lanes);
        self.region = outer;
        made
    }

    /// The variables that an arm which goes on has changed, with their contents at the end of each arm.
    fn changed(
        &self,
        accept: &Arm,
        reject: &Arm,
        alive: [bool; 2],
    ) -> Lowered<Vec<(Var, [Leaf; 2])>> {
        let mut found: Vec<(Var, [Leaf; 2])> = Vec::new();
        let mut places: FxHashMap<Var, usize> = FxHashMap::default();
        for (side, arm) in [(0, accept), (1, reject)] {
            if !alive[side] {
                continue;
            }
            for &(var, leaf) in &arm.changes {
                let place = match places.get(&var) {
                    Some(place) => *place,
                    None => {
                        let before = self.env.get(var);
                        let before = before.ok_or_else(|| bug("no such variable"))?;
                        places.insert(var, found.len());
                        found.push((var, [before; 2]));
                        found.len() - 1
                    }
                };
                found[place].1[side] = leaf;
            }
        }
        Ok(found)
    }
}
