//! `opt_turn`: loops that test before each round test behind it, and once before the first (loop inversion).
//!
//! Needs nothing; is best when operations are those of the target, before `opt_simplify`, which folds a first test of
//! literals. Gives: where going back to the start of a loop takes a jump of its own ([`Loops::turned`](crate::Loops)),
//! one jump less a round, and the test once more in front. A loop is turned if its test is short, is all that the
//! start of a round computes, and a round goes on at its end only, which is no test yet. Cost: for each loop linear in its instructions.

use crate::entity::EntitySet;
use crate::op::Effect;
use crate::opt::hoist::is_free;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Operands, Region, Shader, Terminator, Type, Use, Value};
use retroshade_diagnostics::Span;
use rustc_hash::FxHashMap;

/// The pass.
pub const TURN: Pass = Pass {
    name: "opt_turn",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        let turned = capabilities.loops.is_some_and(|loops| loops.turned);
        if !turned || !shader.may_have(|data| matches!(data.op, Op::Loop)) {
            return Ok(false);
        }
        let mut changed = false;
        for region in shader.live_regions() {
            for inst in shader.regions[region].insts.clone() {
                changed |= shader.insts[inst].op == Op::Loop && turn(shader, region, inst);
            }
        }
        Ok(changed)
    },
};

/// Operations that a test may have: each of them is in the program twice.
const LONGEST_TEST: usize = 3;

/// The test at the start of a round.
struct Test {
    /// What it computes.
    insts: Vec<Inst>,
    condition: Use,
    /// True if the loop is left where the condition holds.
    leaves_if: bool,
    /// What the loop gives then.
    results: Vec<Use>,
    span: Span,
}

impl Test {
    /// The arms of an `if` by the condition, as it orders them: that of the way out and that of the way on.
    fn arms(
        &self,
        shader: &mut Shader,
        out: Terminator,
        on: (Vec<Inst>, Terminator),
    ) -> Vec<Region> {
        let out = make_arm(shader, Vec::new(), out);
        let on = make_arm(shader, on.0, on.1);
        if self.leaves_if {
            vec![out, on]
        } else {
            vec![on, out]
        }
    }
}

fn make_arm(shader: &mut Shader, insts: Vec<Inst>, end: Terminator) -> Region {
    let region = shader.make_region(&[]);
    shader.regions[region].insts = insts;
    shader.regions[region].end = end;
    region
}

/// Turns a loop, if that pays.
fn turn(shader: &mut Shader, around: Region, inst: Inst) -> bool {
    let &[body] = shader.insts[inst].regions.as_slice() else {
        return false;
    };
    let Terminator::Continue(next) = shader.regions[body].end.clone() else {
        return false;
    };
    let Some(test) = test(shader, body, &next) else {
        return false;
    };

    // A round is what is left of it, the test of the values that it hands on, and the way out.
    let again = copy(shader, &test, body, &next);
    let arms = test.arms(
        shader,
        Terminator::Break(again.results),
        (Vec::new(), Terminator::Yield(Vec::new())),
    );
    let leave = shader.make_inst(Op::If, vec![again.condition], &[], arms, test.span);
    let insts = &mut shader.regions[body].insts;
    insts.remove(test.insts.len());
    insts.extend(again.insts);
    insts.push(leave);

    // In front of the loop stands the same of the values that it begins with. Its results become those of the `if`.
    let data = shader.insts[inst].clone();
    let first = copy(shader, &test, body, &data.args);
    let types: Vec<Type> = data.results.iter().map(|value| shader.ty(*value)).collect();
    let turned = shader.make_inst(Op::Loop, data.args, &types, vec![body], data.span);
    let given = shader.insts[turned].results.iter();
    let given = given.map(|value| shader.whole(*value)).collect();
    let arms = test.arms(
        shader,
        Terminator::Yield(first.results),
        (vec![turned], Terminator::Yield(given)),
    );
    let data = &mut shader.insts[inst];
    data.op = Op::If;
    data.args = vec![first.condition].into();
    data.regions = arms;
    let insts = &mut shader.regions[around].insts;
    if let Some(place) = insts.iter().position(|other| *other == inst) {
        insts.splice(place..place, first.insts);
    }
    true
}

/// The test with which the rounds of a body start, if they start with one that may stand elsewhere.
fn test(shader: &Shader, body: Region, next: &[Use]) -> Option<Test> {
    let data = &shader.regions[body];
    let is_pure = |inst: &&Inst| {
        let data = &shader.insts[**inst];
        data.op.effect(true) == Effect::Pure && data.regions.is_empty() && data.results.len() == 1
    };
    let insts: Vec<Inst> = data.insts.iter().take_while(is_pure).copied().collect();
    let exit = *data.insts.get(insts.len())?;
    let way_out = shader.way_out(exit)?;
    let costly = |inst: &&Inst| !is_free(shader.insts[**inst].op);
    let computed: EntitySet<Value> = insts
        .iter()
        .filter(costly)
        .map(|inst| shader.result(*inst))
        .collect();
    let rest = &data.insts[insts.len() + 1..];
    // A round that ends in a test needs no jump to go on.
    let is_turned = rest
        .last()
        .is_some_and(|last| shader.way_out(*last).is_some());
    let movable = !is_turned
        && insts.iter().filter(costly).count() <= LONGEST_TEST
        && !continues(shader, rest)
        && !reads(shader, rest, &computed)
        && !next.iter().any(|operand| computed.contains(operand.value));
    movable.then(|| Test {
        condition: way_out.condition,
        leaves_if: way_out.leaves_if,
        results: way_out.results.to_vec(),
        span: shader.insts[exit].span,
        insts,
    })
}

/// The regions below instructions, those of loops among them or not.
fn regions_below(shader: &Shader, insts: &[Inst], into_loops: bool) -> Vec<Region> {
    let enters = |inst: &&Inst| into_loops || shader.insts[**inst].op != Op::Loop;
    let below = |insts: &[Inst]| -> Vec<Region> {
        let insts = insts.iter().filter(enters);
        insts
            .flat_map(|inst| shader.insts[*inst].regions.clone())
            .collect()
    };
    let mut found = below(insts);
    let mut next = 0;
    while let Some(&region) = found.get(next) {
        next += 1;
        found.extend(below(&shader.regions[region].insts));
    }
    found
}

/// True if instructions may start the next round of the loop in whose body they are.
fn continues(shader: &Shader, insts: &[Inst]) -> bool {
    let mut regions = regions_below(shader, insts, false).into_iter();
    regions.any(|region| matches!(shader.regions[region].end, Terminator::Continue(_)))
}

/// True if instructions, or what is below them, read one of some values.
fn reads(shader: &Shader, insts: &[Inst], values: &EntitySet<Value>) -> bool {
    let is_read = |operand: &Use| values.contains(operand.value);
    let read_by = |inst: &Inst| shader.insts[*inst].args.iter().any(is_read);
    let mut regions = regions_below(shader, insts, true).into_iter();
    insts.iter().any(read_by)
        || regions.any(|region| {
            let data = &shader.regions[region];
            data.insts.iter().any(read_by) || data.end.uses().iter().any(is_read)
        })
}

/// A test of other values.
struct Copied {
    insts: Vec<Inst>,
    condition: Use,
    results: Vec<Use>,
}

/// Copies the test of a body, of values in the place of the parameters.
fn copy(shader: &mut Shader, test: &Test, body: Region, values: &[Use]) -> Copied {
    let parameters = shader.regions[body].parameters.iter().copied();
    let mut map: FxHashMap<Value, Use> = parameters.zip(values.iter().copied()).collect();
    let mapped = |map: &FxHashMap<Value, Use>, operand: Use| {
        let with = map.get(&operand.value);
        with.map_or(operand, |with| with.then(operand.swizzle))
    };
    let mut insts = Vec::with_capacity(test.insts.len());
    for &inst in &test.insts {
        let data = shader.insts[inst].clone();
        let args = data.args.iter().map(|operand| mapped(&map, *operand));
        let args: Operands = args.collect();
        let ty = shader.ty(data.results[0]);
        let copied = shader.make_inst(data.op, args, &[ty], Vec::new(), data.span);
        map.insert(data.results[0], shader.whole(shader.result(copied)));
        insts.push(copied);
    }
    Copied {
        insts,
        condition: mapped(&map, test.condition),
        results: test
            .results
            .iter()
            .map(|operand| mapped(&map, *operand))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::TURN;
    use crate::opt::testing::{agrees, changes_on, read, run_on};
    use crate::opt::{DCE, SIMPLIFY};
    use crate::text::print;
    use crate::{Capabilities, Loops};

    const MACHINE: Capabilities = Capabilities {
        loops: Some(Loops {
            turned: true,
            ..Loops::ANY
        }),
        ..Capabilities::FULL
    };

    fn shader(body: &str) -> String {
        format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\n\
             output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n{body}}}\n"
        )
    }

    #[test]
    fn the_test_stands_before_the_loop_and_at_its_end() {
        changes_on(
            &[TURN, SIMPLIFY, DCE],
            &MACHINE,
            &shader(
                "%0:f4 = input in0[0]
                 %1:f1 = const 0.0
                 %2:f1 = const 1.0
                 %3:f4, %4:f1 = loop (%5:f4 = %0, %6:f1 = %1) {
                   %7:b1 = lt %6, %0.x
                   if %7 { yield } else { break %5, %6 }
                   %8:f4 = add %5, %0.wxyz
                   %9:f1 = add %6, %2
                   continue %8, %9
                 }
                 %10:f4 = mul %3, %4.xxxx
                 yield %10
",
            ),
            &shader(
                "%0:f4 = input in0[0]
                 %1:f1 = const 0.0
                 %2:f1 = const 1.0
                 %3:b1 = lt %1, %0.x
                 %4:f4, %5:f1 = if %3 {
                   %6:f4, %7:f1 = loop (%8:f4 = %0, %9:f1 = %1) {
                     %10:f4 = add %8, %0.wxyz
                     %11:f1 = add %9, %2
                     %12:b1 = lt %11, %0.x
                     if %12 { yield } else { break %10, %11 }
                     continue %10, %11
                   }
                   yield %6, %7
                 } else {
                   yield %0, %1
                 }
                 %13:f4 = mul %4, %5.xxxx
                 yield %13
",
            ),
        );
    }

    /// A loop of ten rounds at most around what is given, which makes `%20` of `%5`.
    fn counted(inside: &str) -> String {
        shader(&format!(
            "%0:f4 = input in0[0]
             %1:f1 = const 0.0
             %2:f1 = const 1.0
             %3:f1 = const 10.0
             %4:f4, %24:f1 = loop (%5:f4 = %0, %6:f1 = %1) {{
               %7:b1 = ge %6, %3
               if %7 {{ break %5, %6 }} else {{ yield }}
               {inside}
               %21:f1 = add %6, %2
               continue %20, %21
             }}
             yield %4
"
        ))
    }

    #[test]
    fn a_first_test_that_is_known_folds() {
        let text = counted("%20:f4 = add %5, %0.wxyz");
        let shader = agrees(&[TURN, SIMPLIFY, DCE], &MACHINE, &text, 0.0);
        let text = print(&shader);
        assert_eq!(text.matches("if ").count(), 1, "{text}");
    }

    #[test]
    fn a_way_out_in_the_middle_stays_there() {
        let inside = "%8:b1 = lt %5.x, %6
               if %8 { break %0, %6 } else { yield }
               %20:f4 = add %5, %0.wxyz";
        let shader = agrees(&[TURN, SIMPLIFY, DCE], &MACHINE, &counted(inside), 0.0);
        assert_eq!(print(&shader).matches("break").count(), 2);
    }

    #[test]
    fn inner_loops_turn_too() {
        let inside = "%8:f4, %9:f1 = loop (%10:f4 = %5, %11:f1 = %1) {
                 %12:b1 = ge %11, %6
                 if %12 { break %10, %11 } else { yield }
                 %13:f4 = add %10, %0.wxyz
                 %14:f1 = add %11, %2
                 continue %13, %14
               }
               %20:f4 = add %8, %9.xxxx";
        let shader = agrees(&[TURN, SIMPLIFY, DCE], &MACHINE, &counted(inside), 0.0);
        assert_eq!(print(&shader).matches("if ").count(), 3);
    }

    #[test]
    fn what_ends_in_a_test_is_not_turned_by_another_one() {
        let inside = "%8:b1 = lt %5.x, %6
               if %8 { break %0, %6 } else { yield }
               %20:f4 = add %5, %0.wxyz";
        let mut shader = read(&counted(inside));
        run_on(&[TURN, SIMPLIFY, DCE], &MACHINE, &mut shader).unwrap();
        assert_eq!(run_on(&[TURN], &MACHINE, &mut shader), Ok(false));
    }

    #[test]
    fn what_may_go_on_elsewhere_or_reads_the_test_is_left() {
        let elsewhere = "%8:b1 = lt %5.x, %6
               if %8 {
                 %9:f1 = add %6, %3
                 continue %0, %9
               } else { yield }
               %20:f4 = add %5, %0.wxyz";
        let read_again = "%8:f1 = bool_to_float %7
               %20:f4 = add %5, %8.xxxx";
        for inside in [elsewhere, read_again] {
            let mut shader = read(&counted(inside));
            assert_eq!(run_on(&[TURN], &MACHINE, &mut shader), Ok(false));
        }
    }
}
