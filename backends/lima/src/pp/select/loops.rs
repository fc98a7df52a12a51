//! Loops whose counters are lost in half floats.

use super::Select;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Inst, Op, Region, Shader, Terminator, Use, Value};

/// Bits of the significand of half floats: 2^11 and 1 are 2^11.
const SIGNIFICAND: i32 = 11;

impl Select<'_> {
    /// Warns about loops that count further than half floats do, which never end on the hardware.
    pub(super) fn look_for_stuck_loops(&mut self) {
        for region in self.shader.live_regions() {
            for &inst in &self.shader.regions[region].insts {
                if self.shader.insts[inst].op != Op::Loop {
                    continue;
                }
                let Some(stuck) = stuck(self.shader, inst) else {
                    continue;
                };
                let message = format!(
                    "lima: this loop counts to {} in steps of {}, and half floats only to {}",
                    stuck.bound, stuck.step, stuck.last
                );
                let warning = Diagnostic::warning(codes::warning::HALF_LOOP, message)
                    .at(self.shader.insts[inst].span, "never ends on the hardware")
                    .with_help("count in larger steps, or in two loops, one within the other");
                self.warnings.push(warning);
            }
        }
    }
}

/// A counter that does not reach what it is compared with.
struct Stuck {
    bound: f32,
    step: f32,
    /// The number that stays the same when a step is added.
    last: f32,
}

fn stuck(shader: &Shader, inst: Inst) -> Option<Stuck> {
    let body = *shader.insts[inst].regions.first()?;
    let parameters = shader.regions[body].parameters.iter().enumerate();
    let mut found = parameters.filter_map(|(place, &counter)| {
        let step = step(shader, body, place, counter)?;
        // From this power of two on numbers are twice the step apart.
        let last = (step.abs().log2().ceil() + SIGNIFICAND as f32).exp2();
        let mut compared = shader.regions[body].insts.iter().filter_map(|&inst| {
            let data = &shader.insts[inst];
            let &[a, b] = data.args.as_slice() else {
                return None;
            };
            let (bound, counter_first) = match (a.value == counter, b.value == counter) {
                (true, false) => (number(shader, b)?, true),
                (false, true) => (number(shader, a)?, false),
                _ => return None,
            };
            // For `counter < bound` and `counter >= bound` to change, a rising counter has to be the bound; for the
            // others it has to pass it.
            let passes = counter_first != (step > 0.0);
            let lost = bound.abs() > last || passes && bound.abs() == last;
            let towards = (bound > 0.0) == (step > 0.0);
            (matches!(data.op, Op::Lt | Op::Ge) && lost && towards).then_some(bound)
        });
        let bound = compared.next()?;
        Some(Stuck { bound, step, last })
    });
    found.next()
}

/// Returns the literal that every round adds to a value that the body of a loop carries.
fn step(shader: &Shader, body: Region, place: usize, counter: Value) -> Option<f32> {
    let Terminator::Continue(handed) = &shader.regions[body].end else {
        return None;
    };
    let next = handed.get(place)?;
    let data = &shader.insts[shader.def_inst(next.value)?];
    match (data.op, data.args.as_slice()) {
        (Op::Add, &[a, b]) if a.value == counter => number(shader, b),
        (Op::Add, &[a, b]) if b.value == counter => number(shader, a),
        (Op::Sub, &[a, b]) if a.value == counter => number(shader, b).map(|step| -step),
        _ => None,
    }
    .filter(|step| *step != 0.0)
}

fn number(shader: &Shader, operand: Use) -> Option<f32> {
    let constant = shader.as_constant(operand)?;
    Some(constant.float(0))
}
