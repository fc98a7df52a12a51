//! `lower_loops`: writes loops out round by round.
//!
//! Needs nothing; is best after `opt_simplify`. Gives: no loop, where the target has none; elsewhere
//! no loop that never goes round again, that is small when written out, or that indexes something
//! by its counter which the target cannot index. A loop that nothing can be known of stays where the
//! target has loops and is refused where it has none.
//!
//! A round is cloned with everything folded that is known in it, so a counter needs no analysis: its
//! test comes out as a literal. A `break` under a condition that only the running program knows turns
//! the rest of the body, and each later round, into arms of an `if` that stand one after the
//! other, not inside one another. Cost: linear in what is emitted and in the instructions looked at,
//! which are both bounded, so it ends.

mod copy;

use crate::opt::exits::{Flag, Outcome, merge};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Capabilities, Inst, Loops, Op, Region, Terminator, Use};
use retroshade_diagnostics::{Diagnostic, codes};

/// The pass.
pub const LOOPS: Pass = Pass {
    name: "lower_loops",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        if !shader.may_have(|data| matches!(data.op, Op::Loop)) {
            return Ok(false);
        }
        let mut pass = Unroll {
            emitted_limit: capabilities.unroll_budget as usize,
            leaving_limit: usize::MAX,
            steps: MAX_STEPS,
            depth: 0,
        };
        rewrite(shader, capabilities, &mut pass)
    },
};

/// Instructions looked at, over all rounds, before a loop counts as too long.
const MAX_STEPS: u32 = 400_000;

/// Regions of a body inside one another, beyond which a loop counts as too long: cloning recurses.
const MAX_DEPTH: u32 = 250;

struct Unroll {
    emitted_limit: usize,
    /// As `emitted_limit`, for the start of a round that the shader may not reach.
    leaving_limit: usize,
    steps: u32,
    depth: u32,
}

/// Why a loop was not written out.
enum Halt {
    /// Too many instructions or rounds, known to go on or not.
    TooLong { counted: bool },
    /// A loop inside that must be written out cannot be.
    Inner(Diagnostic),
}

type Attempt<T> = Result<T, Halt>;

impl Transform for Unroll {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        if !matches!(rw.inst(inst).op, Op::Loop) {
            return Ok(Visit::Keep);
        }
        let stands = stands(rw, inst);
        let must = stands.is_none();
        let start = rw.emitted;
        let before = rw.checkpoint();
        (self.emitted_limit, self.leaving_limit) = match stands.filter(|_| goes_round(rw, inst)) {
            None => (rw.capabilities.unroll_budget as usize, usize::MAX),
            Some(loops) => {
                let (small, leaving) = limits(rw, inst, loops);
                (start + small, start.saturating_add(leaving))
            }
        };
        self.steps = MAX_STEPS;
        let (outcome, insts) = rw.collect(|rw| self.unroll(rw, inst));
        match outcome {
            Ok(results) => {
                rw.append(insts);
                for (index, with) in results.into_iter().enumerate() {
                    let result = rw.inst(inst).results[index];
                    rw.replace(result, with);
                }
                Ok(Visit::Done)
            }
            // Loops inside may be enough to write out, which come next.
            Err(Halt::Inner(diagnostic)) if must && !may_stand_around(rw, inst) => Err(diagnostic),
            Err(Halt::TooLong { counted }) if must && !may_stand_around(rw, inst) => {
                Err(refusal(rw, inst, counted))
            }
            Err(_) => {
                forget(rw, inst);
                rw.roll_back(before);
                if must {
                    // The loops inside have the whole budget again.
                    rw.emitted = start;
                }
                Ok(Visit::Keep)
            }
        }
    }
}

fn refusal(rw: &Rewriter<'_>, inst: Inst, counted: bool) -> Diagnostic {
    let Capabilities {
        target,
        unroll_budget,
        loops,
        ..
    } = rw.capabilities;
    let why = if loops.is_some() {
        "cannot index by a value what this loop indexes by its counter"
    } else {
        "has no loops"
    };
    let span = rw.inst(inst).span;
    if counted {
        return Diagnostic::error(
            codes::limit::UNROLLING,
            format!("{target} {why}, and with this one written out the shader has more than {unroll_budget} instructions"),
        )
        .at(span, "this loop");
    }
    Diagnostic::error(
        codes::target::LOOP,
        format!("{target} {why}, and this one may still go on when it is written out to {unroll_budget} instructions"),
    )
    .at(span, "this loop")
    .with_help("give the loop a constant bound, or a smaller one, and leave it early with `break`")
}

/// How a loop may stand, if it may.
fn stands(rw: &Rewriter<'_>, inst: Inst) -> Option<Loops> {
    rw.capabilities.loops.filter(|_| !needs_unrolling(rw, inst))
}

/// The instructions that a loop which may stand is written out to, and those before a round that it may not
/// reach. A boolean that the loop chooses costs a test of each element, and a slot that it chooses for a vertex one of each slot, so
/// that more is written out then.
fn limits(rw: &Rewriter<'_>, inst: Inst, loops: Loops) -> (usize, usize) {
    let chooses = |op: Op| match op {
        Op::UniformIndexed { uniform, .. } => {
            let uniform = &rw.shader.interface.uniforms[uniform];
            rw.capabilities.index.in_boolean_file(uniform)
        }
        _ => false,
    };
    if indexes(rw, inst, chooses) {
        (loops.unroll_choosing as usize, usize::MAX)
    } else if indexes(rw, inst, |op| op == Op::EmitVertex) {
        let emitting = loops.unroll_emitting.max(loops.unroll_small);
        (emitting as usize, loops.unroll_leaving as usize)
    } else {
        (loops.unroll_small as usize, loops.unroll_leaving as usize)
    }
}

/// True if a loop indexes by a value of its own what the target can index by literals only, and cannot choose
/// from either.
fn needs_unrolling(rw: &Rewriter<'_>, inst: Inst) -> bool {
    indexes(rw, inst, |op| is_beyond(rw, op))
}

/// True if only loops inside a loop do what the target cannot do by an index.
fn may_stand_around(rw: &Rewriter<'_>, inst: Inst) -> bool {
    if rw.capabilities.loops.is_none() {
        return false;
    }
    let mut pending = rw.inst(inst).regions.clone();
    while let Some(region) = pending.pop() {
        for &inst in &rw.shader.regions[region].insts {
            let data = rw.inst(inst);
            if by_own_index(rw, inst, |op| is_beyond(rw, op)) {
                return false;
            }
            if data.op != Op::Loop {
                pending.extend(&data.regions);
            }
        }
    }
    true
}

/// True if the target cannot do an operation by an index that is known only when the program runs.
fn is_beyond(rw: &Rewriter<'_>, op: Op) -> bool {
    let able = rw.capabilities.index;
    match op {
        Op::ArrayLoad(_) | Op::ArrayStore(_) => !able.arrays,
        Op::UniformIndexed { .. } => !able.uniforms,
        Op::InputIndexed { .. } => !able.inputs,
        Op::Texture(texture) if texture.indexed => !able.samplers,
        _ => false,
    }
}

/// True if a loop does operations of a kind by an index of its own.
fn indexes(rw: &Rewriter<'_>, inst: Inst, wanted: impl Fn(Op) -> bool) -> bool {
    let mut regions = nested(rw, inst);
    regions.any(|region| {
        let insts = &rw.shader.regions[region].insts;
        insts.iter().any(|&inst| by_own_index(rw, inst, &wanted))
    })
}

/// True if an instruction does an operation of a kind by an index that may come from a loop.
fn by_own_index(rw: &Rewriter<'_>, inst: Inst, wanted: impl Fn(Op) -> bool) -> bool {
    let data = rw.inst(inst);
    let index = match data.op {
        Op::Texture(_) => data.args.last(),
        _ => data.args.first(),
    };
    wanted(data.op) && index.is_some_and(|operand| !is_fixed(rw, *operand))
}

/// True if an index plainly does not come from a loop.
fn is_fixed(rw: &Rewriter<'_>, operand: Use) -> bool {
    matches!(
        rw.shader.def_op(operand.value),
        Some(Op::Constant(_) | Op::Uniform { .. } | Op::Input { .. })
    )
}

/// True if some way through a loop's body leads to another round.
fn goes_round(rw: &Rewriter<'_>, inst: Inst) -> bool {
    let body = rw.inst(inst).regions[0];
    let mut pending = vec![body];
    while let Some(region) = pending.pop() {
        let data = &rw.shader.regions[region];
        if matches!(data.end, Terminator::Continue(_)) {
            return true;
        }
        for &inst in &data.insts {
            let data = rw.inst(inst);
            if data.op == Op::If {
                pending.extend(&data.regions);
            }
        }
    }
    false
}

/// All regions below an instruction.
fn nested(rw: &Rewriter<'_>, inst: Inst) -> std::vec::IntoIter<Region> {
    let mut found = rw.inst(inst).regions.clone();
    let mut next = 0;
    while let Some(&region) = found.get(next) {
        next += 1;
        for &inst in &rw.shader.regions[region].insts {
            found.extend(&rw.inst(inst).regions);
        }
    }
    found.into_iter()
}

/// Takes back what an attempt recorded of a loop's own values.
fn forget(rw: &mut Rewriter<'_>, inst: Inst) {
    for region in nested(rw, inst) {
        for parameter in rw.shader.regions[region].parameters.clone() {
            rw.restore(parameter, None);
        }
        for inst in rw.shader.regions[region].insts.clone() {
            for result in rw.inst(inst).results.clone() {
                rw.restore(result, None);
            }
        }
    }
}

impl Unroll {
    /// Counts the work.
    fn step(&mut self, rw: &Rewriter<'_>) -> Attempt<()> {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 || rw.emitted > self.emitted_limit {
            return Err(Halt::TooLong { counted: true });
        }
        Ok(())
    }

    /// Emits all rounds of a loop and gives its results.
    fn unroll(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Attempt<Vec<Use>> {
        let body = rw.inst(inst).regions[0];
        let mut active = Flag::Known(true);
        let mut values: Vec<Use> = rw.inst(inst).args.to_vec();
        values
            .iter_mut()
            .for_each(|operand| *operand = rw.resolve(*operand));
        let mut results: Option<Vec<Use>> = None;
        loop {
            let counted = active == Flag::Known(true);
            let too_long = |halt| match halt {
                Halt::TooLong { .. } => Halt::TooLong { counted },
                inner => inner,
            };
            self.step(rw).map_err(too_long)?;
            for (index, &value) in values.iter().enumerate() {
                let parameter = rw.shader.regions[body].parameters[index];
                rw.replace(parameter, value);
            }
            let outcome = match active {
                Flag::Known(_) => self.clone_from(rw, body, 0),
                Flag::Value(condition) => {
                    let left = Outcome::left(results.take().unwrap_or_default());
                    self.guarded(rw, condition, left, |pass, rw| pass.clone_from(rw, body, 0))
                }
            };
            let outcome = outcome.map_err(too_long)?;
            active = outcome.continues();
            if outcome.results.is_some() {
                results = outcome.results;
            }
            match outcome.next {
                Some(next) if active != Flag::Known(false) => values = next,
                _ => break,
            }
        }
        match results {
            Some(results) => Ok(results),
            // The loop is never left: nothing after it is reached.
            None => {
                let values = rw.inst(inst).results.clone();
                let types = values.into_iter().map(|value| rw.shader.ty(value));
                let types: Vec<_> = types.collect();
                Ok(types.into_iter().map(|ty| rw.undefined(ty)).collect())
            }
        }
    }

    /// Emits an `if` whose accepting arm is what `f` emits and whose other arm does nothing but hand
    /// on `otherwise`.
    fn guarded(
        &mut self,
        rw: &mut Rewriter<'_>,
        condition: Use,
        otherwise: Outcome,
        f: impl FnOnce(&mut Self, &mut Rewriter<'_>) -> Attempt<Outcome>,
    ) -> Attempt<Outcome> {
        if rw.emitted > self.leaving_limit {
            return Err(Halt::TooLong { counted: true });
        }
        let accept = rw.shader.make_region(&[]);
        let reject = rw.shader.make_region(&[]);
        let outcome = rw.inside(accept, |rw| f(self, rw))?;
        Ok(merge(rw, condition, (accept, outcome), (reject, otherwise)))
    }

    /// Clones the instructions of a region from number `first` on into the current place.
    fn clone_from(
        &mut self,
        rw: &mut Rewriter<'_>,
        region: Region,
        first: usize,
    ) -> Attempt<Outcome> {
        if self.depth >= MAX_DEPTH {
            return Err(Halt::TooLong { counted: true });
        }
        self.depth += 1;
        let outcome = self.clone_insts(rw, region, first);
        self.depth -= 1;
        outcome
    }

    fn clone_insts(
        &mut self,
        rw: &mut Rewriter<'_>,
        region: Region,
        first: usize,
    ) -> Attempt<Outcome> {
        let mut next = first;
        while let Some(&inst) = rw.shader.regions[region].insts.get(next) {
            next += 1;
            self.step(rw)?;
            rw.span = rw.inst(inst).span;
            match rw.inst(inst).op {
                Op::If => {
                    if let Some(outcome) = self.clone_if(rw, inst, region, next)? {
                        return Ok(outcome);
                    }
                }
                Op::Loop => self.clone_loop(rw, inst)?,
                _ => copy::simple(rw, inst),
            }
        }
        Ok(Outcome::of_end(rw, region))
    }

    /// Clones an `if`. `None`: control goes on after it; otherwise what follows it in `region`, from
    /// `next` on, was cloned too.
    fn clone_if(
        &mut self,
        rw: &mut Rewriter<'_>,
        inst: Inst,
        region: Region,
        next: usize,
    ) -> Attempt<Option<Outcome>> {
        let data = rw.inst(inst);
        let (accept, reject) = (data.regions[0], data.regions[1]);
        let condition = rw.resolve(data.args[0]);
        if let Some(choice) = rw.shader.as_constant(condition) {
            let arm = if choice.bool(0) { accept } else { reject };
            let outcome = self.clone_from(rw, arm, 0)?;
            return self.go_on(rw, inst, outcome, region, next);
        }
        let new_accept = rw.shader.make_region(&[]);
        let new_reject = rw.shader.make_region(&[]);
        let mut a = rw.inside(new_accept, |rw| self.clone_from(rw, accept, 0))?;
        let mut b = rw.inside(new_reject, |rw| self.clone_from(rw, reject, 0))?;
        if a.yields.is_some() == b.yields.is_some() {
            let outcome = merge(rw, condition, (new_accept, a), (new_reject, b));
            return self.go_on(rw, inst, outcome, region, next);
        }
        // Only one arm leads to what follows, which therefore goes into it.
        let (arm, outcome) = if a.yields.is_some() {
            (new_accept, &mut a)
        } else {
            (new_reject, &mut b)
        };
        let before = std::mem::take(&mut rw.shader.regions[arm].insts);
        let taken = std::mem::take(outcome);
        *outcome = rw.inside(arm, |rw| {
            rw.append(before);
            let rest = self.go_on(rw, inst, taken, region, next)?;
            match rest {
                Some(rest) => Ok(rest),
                None => self.clone_from(rw, region, next),
            }
        })?;
        Ok(Some(merge(rw, condition, (new_accept, a), (new_reject, b))))
    }

    /// Goes on after an `if` of the source with a known outcome; result as for `clone_if`.
    fn go_on(
        &mut self,
        rw: &mut Rewriter<'_>,
        inst: Inst,
        outcome: Outcome,
        region: Region,
        next: usize,
    ) -> Attempt<Option<Outcome>> {
        for (index, &with) in outcome.yields.iter().flatten().enumerate() {
            let result = rw.inst(inst).results[index];
            rw.replace(result, with);
        }
        match outcome.completes() {
            Flag::Known(true) => Ok(None),
            Flag::Known(false) => Ok(Some(outcome)),
            Flag::Value(completes) => {
                let left = outcome.without_yield();
                self.guarded(rw, completes, left, |pass, rw| {
                    pass.clone_from(rw, region, next)
                })
                .map(Some)
            }
        }
    }

    /// Clones a loop inside of a round: written out if possible, else as a loop.
    fn clone_loop(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Attempt<()> {
        let stands = stands(rw, inst);
        let must = stands.is_none();
        let limits = (self.emitted_limit, self.leaving_limit);
        if let Some(loops) = stands {
            let (small, leaving) = self::limits(rw, inst, loops);
            self.emitted_limit = limits.0.min(rw.emitted + small);
            self.leaving_limit = limits.1.min(rw.emitted.saturating_add(leaving));
        }
        let (results, insts) = rw.collect(|rw| self.unroll(rw, inst));
        (self.emitted_limit, self.leaving_limit) = limits;
        match results {
            Ok(results) => {
                rw.append(insts);
                for (index, with) in results.into_iter().enumerate() {
                    let result = rw.inst(inst).results[index];
                    rw.replace(result, with);
                }
                Ok(())
            }
            Err(Halt::TooLong { counted }) if must => Err(Halt::Inner(refusal(rw, inst, counted))),
            Err(halt @ Halt::Inner(_)) => Err(halt),
            Err(Halt::TooLong { .. }) => {
                copy::with_regions(rw, inst);
                Ok(())
            }
        }
    }
}
