//! `opt_carried`: reads what a value carried round a loop begins with, where every round hands on just that.
//!
//! Needs nothing; is best when literals are folded. Gives: no read of a loop's parameter whose incoming values are
//! itself and one other (a trivial phi, as in Braun et al., "Simple and Efficient Construction of Static Single
//! Assignment Form", CC 2013), and none of a result that is such a value whichever way the loop is left. [`opt_dce`](super::DCE)
//! then drops the parameter. The frontend carries every variable that a loop assigns, so the number of a vertex in its
//! strip, which is 0 whenever a round ends, would not be known in the next one. Where a loop hands the parameter on when it is
//! left, beside other values, it stays: it is in the place of the result already. Cost: linear.

use crate::entity::{EntitySet, SecondaryMap};
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Region, Shader, Terminator, Use, Value, ValueDef};

/// The pass.
pub const CARRIED: Pass = Pass {
    name: "opt_carried",
    exactness: Exactness::Exact,
    run: |shader, _| {
        let known = Known::of(shader);
        Ok(known.replace_reads(shader))
    },
};

/// For parameters and results of loops that never change, what they are.
struct Known(SecondaryMap<Value, Option<Use>>);

impl Known {
    fn of(shader: &Shader) -> Known {
        let mut known = Known(SecondaryMap::with_len(shader.values.len()));
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                let data = &shader.insts[inst];
                if let (Op::Loop, Some(&body)) = (data.op, data.regions.first()) {
                    known.find_parameters(shader, inst, body);
                    known.find_results(shader, inst, body);
                }
            }
        }
        known
    }

    fn resolve(&self, operand: Use) -> Use {
        match self.0[operand.value] {
            Some(with) => with.then(operand.swizzle),
            None => operand,
        }
    }

    /// Finds parameters of a loop. What one begins with may be a parameter of a loop around it, which was looked at before.
    fn find_parameters(&mut self, shader: &Shader, inst: Inst, body: Region) {
        let mut rounds = Vec::new();
        ends(shader, body, is_continue, &mut rounds);
        let parameters = &shader.regions[body].parameters;
        let firsts = parameters.iter().zip(&shader.insts[inst].args);
        for (at, (&parameter, &first)) in firsts.enumerate() {
            let first = self.resolve(first);
            let stays = |next: Use| {
                let next = self.resolve(next);
                next == shader.whole(parameter) || same(shader, next, first)
            };
            let mut rounds = rounds.iter();
            if rounds.all(|next| {
                next.get(at)
                    .is_some_and(|next| is_always(shader, *next, &stays))
            }) {
                self.0[parameter] = Some(first);
            }
        }
    }

    /// Finds results of a loop that are such a parameter, however it is left.
    fn find_results(&mut self, shader: &Shader, inst: Inst, body: Region) {
        let mut ways_out = Vec::new();
        ends(shader, body, is_break, &mut ways_out);
        let parameters = &shader.regions[body].parameters;
        for (at, &result) in shader.insts[inst].results.iter().enumerate() {
            let left_with = ways_out.iter().filter_map(|results| results.get(at));
            let mut left_with = left_with.copied();
            let Some(parameter) = left_with.clone().find(|operand| {
                parameters.contains(&operand.value) && self.0[operand.value].is_some()
            }) else {
                continue;
            };
            let wanted = self.resolve(parameter);
            if left_with.all(|operand| same(shader, self.resolve(operand), wanted)) {
                self.0[result] = Some(wanted);
            }
        }
    }

    /// Puts what is known in the place of reads, but for what loops hand on. Says whether there were any.
    fn replace_reads(&self, shader: &mut Shader) -> bool {
        let mut changed = false;
        let mut replace = |operand: &mut Use| {
            let known = self.resolve(*operand);
            changed |= known != *operand;
            *operand = known;
        };
        for region in shader.live_regions() {
            for inst in shader.regions[region].insts.clone() {
                shader.insts[inst].args.iter_mut().for_each(&mut replace);
            }
            let end = &mut shader.regions[region].end;
            if let Terminator::Yield(uses) = end {
                uses.iter_mut().for_each(&mut replace);
            }
        }
        changed
    }
}

/// True if all that a value can be is of a kind: itself, or what each arm of the condition hands on that it is a result of.
fn is_always(shader: &Shader, operand: Use, is: &impl Fn(Use) -> bool) -> bool {
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut pending = vec![operand];
    while let Some(operand) = pending.pop() {
        if is(operand) || !seen.insert(operand.value) {
            continue;
        }
        let ValueDef::Result(inst, index) = shader.values[operand.value].def else {
            return false;
        };
        let data = &shader.insts[inst];
        if data.op != Op::If || operand != shader.whole(operand.value) {
            return false;
        }
        for arm in &data.regions {
            if let Terminator::Yield(uses) = &shader.regions[*arm].end {
                pending.extend(uses.get(index as usize));
            }
        }
    }
    true
}

/// True if two uses are of one value, or of equal literals.
fn same(shader: &Shader, a: Use, b: Use) -> bool {
    let (first, second) = (shader.as_constant(a), shader.as_constant(b));
    a == b || first.is_some() && first == second
}

fn is_continue(end: &Terminator) -> bool {
    matches!(end, Terminator::Continue(_))
}

fn is_break(end: &Terminator) -> bool {
    matches!(end, Terminator::Break(_))
}

/// Lists what the ends of a kind hand on in a loop, that of its body included.
fn ends<'a>(
    shader: &'a Shader,
    region: Region,
    which: fn(&Terminator) -> bool,
    found: &mut Vec<&'a [Use]>,
) {
    let data = &shader.regions[region];
    if which(&data.end) {
        found.push(data.end.uses());
    }
    for &inst in &data.insts {
        let data = &shader.insts[inst];
        // What ends a round or a loop inside is no end of this one.
        if data.op == Op::If {
            for &arm in &data.regions {
                ends(shader, arm, which, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CARRIED;
    use crate::Capabilities;
    use crate::opt::DCE;
    use crate::opt::testing::{changes_on, keeps};

    fn text(body: &str) -> String {
        format!(
            r#"shader vertex "a"
input in0 "v" vec4
output out0 "gl_Position" vec4 builtin=position
body {{
{body}}}
"#
        )
    }

    #[test]
    fn what_every_way_to_the_next_round_hands_on_is_no_parameter() {
        let before = text(
            "  %0:f1 = const 0.0
  %1:f1 = const 0.0
  %2:f1 = const 1.0
  %3:f4 = input in0[0]
  %4:f4 = loop (%5:f1 = %0, %6:f1 = %3.x) {
    %7:f1 = add %6, %2
    %8:b1 = lt %7, %2
    if %8 {
      continue %5, %7
    } else {
      yield
    }
    %9:b1 = lt %6, %5
    if %9 {
      yield
    } else {
      break %6.xxxx
    }
    continue %1, %7
  }
  yield %4
",
        );
        let after = text(
            "  %0:f1 = const 0.0
  %1:f1 = const 1.0
  %2:f4 = input in0[0]
  %3:f4 = loop (%4:f1 = %2.x) {
    %5:f1 = add %4, %1
    %6:b1 = lt %5, %1
    if %6 {
      continue %5
    } else {
      yield
    }
    %7:b1 = lt %4, %0
    if %7 {
      yield
    } else {
      break %4.xxxx
    }
    continue %5
  }
  yield %3
",
        );
        changes_on(&[CARRIED, DCE], &Capabilities::FULL, &before, &after);
    }

    #[test]
    fn what_both_arms_of_a_condition_hand_on_is_no_parameter() {
        let body = |handed_on: &str, read: &str| {
            format!(
                "  %0:f1 = const 0.0
  %1:f1 = const 1.0
  %2:f4 = input in0[0]
  %3:f1 = loop (%4:f1 = %0, %5:f1 = %2.x) {{
    %6:b1 = lt %5, %1
    if %6 {{
      yield
    }} else {{
      break %5
    }}
    %7:f1 = if %6 {{
      yield {handed_on}
    }} else {{
      yield %0
    }}
    %8:f1 = add %5, {read}
    continue %7, %8
  }}
  yield %3.xxxx
"
            )
        };
        let (before, after) = (body("%4", "%4"), body("%0", "%0"));
        changes_on(
            &[CARRIED],
            &Capabilities::FULL,
            &text(&before),
            &text(&after),
        );
        keeps(CARRIED, &text(&body("%1", "%4")));
    }

    #[test]
    fn what_the_loop_is_left_with_is_no_result_if_it_is_always_that() {
        let body = |ways_out: [&str; 2], read: &str| {
            format!(
                "  %0:f1 = const 0.0
  %1:f1 = const 1.0
  %2:f4 = input in0[0]
  %3:f1 = loop (%4:f1 = %0, %5:f1 = %2.x) {{
    %6:b1 = lt %5, %1
    if %6 {{
      yield
    }} else {{
      break {}
    }}
    %7:b1 = lt %1, %5
    if %7 {{
      yield
    }} else {{
      break {}
    }}
    %8:f1 = add %5, %1
    continue %4, %8
  }}
  yield {read}.xxxx
",
                ways_out[0], ways_out[1]
            )
        };
        let machine = Capabilities::FULL;
        let (before, after) = (body(["%4", "%0"], "%3"), body(["%4", "%0"], "%0"));
        changes_on(&[CARRIED], &machine, &text(&before), &text(&after));
        keeps(CARRIED, &text(&body(["%4", "%1"], "%3")));
    }

    #[test]
    fn what_one_way_changes_stays() {
        keeps(
            CARRIED,
            &text(
                "  %0:f1 = const 0.0
  %1:f1 = const 1.0
  %2:f4 = input in0[0]
  %3:f4 = loop (%4:f1 = %0, %5:f1 = %2.x) {
    %6:b1 = lt %4, %5
    if %6 {
      yield
    } else {
      break %5.xxxx
    }
    %7:b1 = lt %5, %1
    if %7 {
      continue %1, %5
    } else {
      yield
    }
    continue %0, %1
  }
  yield %3
",
            ),
        );
    }
}
