//! Loops whose number of rounds is known: the machine counts those by itself.

use super::Lowering;
use crate::isa::{INTEGERS, LOOP_DEPTH, ROUNDS};
use retroshade_ir::{Inst, Op, Region, Shader, Terminator, Use, Value};

/// What is known of such a loop.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// The number of times that the body runs, at least once.
    pub(super) rounds: u16,
    /// The comparison and the condition at its head, which are not made.
    pub(super) head: [Inst; 2],
    /// The results of the loop after its last round, in terms of its parameters.
    pub(super) results: Vec<Use>,
    /// True if there are other ways out of the loop, or to its next round, than through its end.
    pub(super) leaves: bool,
    /// The number of the parameter that only counts, and the sum that is its next value.
    pub(super) only_counts: Option<(usize, Inst)>,
}

impl Lowering<'_> {
    /// The rounds of a loop, if they are known and the machine can count them here.
    pub(super) fn counted(&mut self, inst: Inst) -> Option<Counted> {
        let found = counted(self.shader, inst)?;
        let depth = self.loops.len();
        let is_new = !self.counts.contains(&found.rounds);
        // Every count takes an integer register.
        let has_room = !is_new || self.counts.len() < usize::from(INTEGERS);
        if depth >= LOOP_DEPTH || !has_room {
            return None;
        }
        if is_new {
            self.counts.push(found.rounds);
        }
        Some(found)
    }
}

/// `loop (…) { if (counter < end) { yield } else { break … } … continue counter + step, … }`
fn counted(shader: &Shader, inst: Inst) -> Option<Counted> {
    let data = &shader.insts[inst];
    let body = *data.regions.first()?;
    let [comparison, condition, ..] = *shader.regions[body].insts.as_slice() else {
        return None;
    };
    let (results, wanted) = way_out(shader, comparison, condition)?;
    let Terminator::Continue(next) = &shader.regions[body].end else {
        return None;
    };
    let mut ways = Vec::new();
    ways_out(shader, body, condition, &mut ways);
    let compared = &shader.insts[comparison];
    let parameters = &shader.regions[body].parameters;
    let counter = |operand: &Use| {
        let at = parameters.iter().position(|p| *p == operand.value);
        at.filter(|_| shader.ty(operand.value).lanes == 1)
    };
    let at = compared.args.iter().find_map(counter)?;
    let number = |operand: &Use| Some(shader.as_constant(*operand)?.float(0));
    let counting = *parameters.get(at)?;
    let (step_inst, step) = step(shader, *next.get(at)?, counting)?;
    // Whoever goes to the next round early must count in the same way.
    let mut early = ways.iter().filter_map(|end| match end {
        Terminator::Continue(next) => Some(next),
        _ => None,
    });
    let early_step = |next: &Vec<Use>| Some(self::step(shader, *next.get(at)?, counting)?.1);
    if !early.all(|next| early_step(next) == Some(step)) {
        return None;
    }
    let mut value = number(data.args.get(at)?)?;
    let mut rounds = 0;
    loop {
        let side = |operand: &Use| match counter(operand) {
            Some(_) => Some(value),
            None => number(operand),
        };
        let (a, b) = (side(compared.args.first()?)?, side(compared.args.get(1)?)?);
        let holds = match compared.op {
            Op::Lt => a < b,
            Op::Ge => a >= b,
            Op::Ne => a != b,
            _ => return None,
        };
        if holds != wanted {
            break;
        }
        rounds += 1;
        value += step;
        if rounds > ROUNDS {
            return None;
        }
    }
    let head = [comparison, condition];
    let only_counts = only_counts(shader, counting, head, step_inst, next);
    (rounds > 0).then_some(Counted {
        rounds,
        head,
        results,
        leaves: !ways.is_empty(),
        only_counts: only_counts.then_some((at, step_inst)),
    })
}

/// The condition at the head of a loop: what it breaks with, and what its comparison gives while the
/// loop goes on.
fn way_out(shader: &Shader, comparison: Inst, condition: Inst) -> Option<(Vec<Use>, bool)> {
    let data = &shader.insts[condition];
    let tested = data.args.first()?;
    let compared = shader.insts[comparison].results.first()?;
    if data.op != Op::If || tested.value != *compared || shader.ty(*compared).lanes != 1 {
        return None;
    }
    let [accept, reject] = *data.regions.as_slice() else {
        return None;
    };
    if !shader.regions[accept].insts.is_empty() || !shader.regions[reject].insts.is_empty() {
        return None;
    }
    match (&shader.regions[accept].end, &shader.regions[reject].end) {
        (Terminator::Yield(none), Terminator::Break(results)) if none.is_empty() => {
            Some((results.clone(), true))
        }
        (Terminator::Break(results), Terminator::Yield(none)) if none.is_empty() => {
            Some((results.clone(), false))
        }
        _ => None,
    }
}

/// How the arms of conditions in a body end that leave the loop or go to its next round, but for the
/// condition at its head.
fn ways_out<'a>(shader: &'a Shader, body: Region, head: Inst, found: &mut Vec<&'a Terminator>) {
    let insts = shader.regions[body].insts.iter();
    for &inst in insts.filter(|inst| **inst != head) {
        let data = &shader.insts[inst];
        if data.op != Op::If {
            continue;
        }
        for &arm in &data.regions {
            let end = &shader.regions[arm].end;
            if matches!(end, Terminator::Break(_) | Terminator::Continue(_)) {
                found.push(end);
            }
            ways_out(shader, arm, head, found);
        }
    }
}

/// The sum `counter + step` or `counter - step` that a counter goes on with, and the step. The sum may
/// be one lane of several that are added at once.
fn step(shader: &Shader, next: Use, counter: Value) -> Option<(Inst, f32)> {
    let inst = shader.def_inst(next.value)?;
    let data = &shader.insts[inst];
    let [a, b] = data.args.as_slice() else {
        return None;
    };
    let lane = next.swizzle.lane(0);
    let number = |operand: &Use| Some(shader.as_constant(*operand)?.float(lane));
    let step = match data.op {
        Op::Add if a.value == counter => number(b),
        Op::Add if b.value == counter => number(a),
        Op::Sub if a.value == counter => number(b).map(|step| -step),
        _ => None,
    }?;
    Some((inst, step))
}

/// True if a counter is read by nothing but its comparison and its sum, the one by nothing but the condition at the
/// head, the other by nothing but the next round.
fn only_counts(
    shader: &Shader,
    counter: Value,
    [comparison, condition]: [Inst; 2],
    sum: Inst,
    next: &[Use],
) -> bool {
    let result = |inst: Inst| shader.insts[inst].results.first().copied();
    let (Some(sum_value), Some(compared)) = (result(sum), result(comparison)) else {
        return false;
    };
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            for operand in &shader.insts[inst].args {
                let counts = operand.value == counter && inst != comparison && inst != sum;
                let decides = operand.value == compared && inst != condition;
                if counts || decides || operand.value == sum_value {
                    return false;
                }
            }
        }
        let uses = shader.regions[region].end.uses().iter();
        if uses
            .filter(|operand| [counter, compared].contains(&operand.value))
            .count()
            > 0
        {
            return false;
        }
    }
    let ends = shader.live_regions();
    let reads: usize = ends
        .into_iter()
        .map(|region| {
            let uses = shader.regions[region].end.uses().iter();
            uses.filter(|operand| operand.value == sum_value).count()
        })
        .sum();
    reads == 1 && next.iter().any(|operand| operand.value == sum_value)
}
