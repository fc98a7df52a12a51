//! Truth as numbers: the form of the result, its cost, and its agreement with bools.

use super::BOOLS;
use crate::opt::testing::{agrees, machines, random_inputs, read, results, run_on};
use crate::opt::{BRANCHES, COMPOSITE, DCE, SIMPLIFY};
use crate::text::print;
use crate::{Capabilities, Op, OpKind, Scalar, Shader};

fn shader(body: &str) -> String {
    format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         uniform uniform0 \"b\" bvec4\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\n\
         body {{\n  %0:f4 = input in0[0]\n  %1:f4 = input in1[0]\n  %2:b4 = uniform uniform0[0]\n\
         {body}}}\n"
    )
}

/// Demands the form that backends rely on.
fn check_form(shader: &Shader) {
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            for &result in &data.results {
                let comparison = matches!(data.op, Op::Lt | Op::Ge | Op::Eq | Op::Ne);
                let bool = shader.ty(result).scalar == Scalar::Bool;
                assert!(!bool || comparison, "{}", print(shader));
            }
            for (index, &operand) in data.args.iter().enumerate() {
                let bool = shader.use_type(operand).scalar == Scalar::Bool;
                let taken = matches!(data.op, Op::If | Op::Discard | Op::Select) && index == 0;
                assert_eq!(bool, taken, "{}", print(shader));
            }
        }
    }
}

const LOGIC: &str = "
    %3:b4 = lt %0, %1
    %4:b4 = ge %0.wzyx, %1
    %5:b4 = and %3, %4
    %6:b4 = or %5, %2
    %7:b4 = xor %6, %4
    %8:b4 = not %7
    %9:b4 = eq %8, %3
    %10:f4 = select %9, %0, %1
    %11:b1 = any %9
    %12:b1 = all %6.xyz
    %13:b1 = ne %11, %12
    %14:f4 = if %13 {
      %15:f4 = bool_to_float %8
      %16:f4 = add %10, %15
      yield %16
    } else {
      %17:f4 = select %12.xxxx, %10, %1
      yield %17
    }
    %18:b1 = const true
    %19:b1 = xor %18, %3.y
    %20:f1 = const 3.0
    %21:f1 = const 5.0
    %22:f1 = select %19, %20, %21
    %23:f4 = add %14, %22.xxxx
    yield %23
";

#[test]
fn logic_is_arithmetic() {
    for machine in machines() {
        for passes in [
            &[COMPOSITE, BOOLS, DCE][..],
            &[BRANCHES, COMPOSITE, BOOLS, SIMPLIFY, DCE][..],
        ] {
            check_form(&agrees(passes, &machine, &shader(LOGIC), 1e-6));
        }
        let mut machine = machine;
        machine.arithmetic.select_per_lane = false;
        check_form(&agrees(&[BOOLS, DCE], &machine, &shader(LOGIC), 1e-6));
    }
}

#[test]
fn numbers_of_unlike_magnitude_are_selected_exactly() {
    let text = shader(
        "%3:f1 = const 1e10
         %4:b4 = lt %0, %1
         %5:f4 = select %4, %0, %3.xxxx
         %6:f4 = min %5, %1
         yield %6
",
    );
    agrees(&[COMPOSITE, BOOLS], &machines()[0], &text, 1e-6);
}

#[test]
fn small_numbers_need_one_product() {
    let text = shader(
        "%4:b1 = lt %0.x, %1.x
         %5:f4 = saturate %0
         %6:f4 = saturate %1
         %7:f4 = select %4.xxxx, %5, %6
         yield %7
",
    );
    let after = agrees(&[COMPOSITE, BOOLS], &machines()[0], &text, 1e-6);
    assert_eq!(print(&after).matches(" mul ").count(), 1);
}

/// A machine with a multiply-add that selects by arithmetic.
fn multiply_add() -> Capabilities {
    let mut machine = machines().remove(1);
    machine.branches = None;
    assert!(machine.native.contains(OpKind::Mad) && !machine.native.contains(OpKind::Select));
    machine
}

#[test]
fn a_multiply_add_needs_no_other_truth_value() {
    let text = shader(
        "%3:b4 = eq %0, %1
         %4:f4 = select %3, %0.wzyx, %1
         yield %4
",
    );
    let after = agrees(&[COMPOSITE, BOOLS, DCE], &multiply_add(), &text, 0.0);
    let text = print(&after);
    assert_eq!(text.matches(" mad ").count(), 2, "{text}");
    assert!(!text.contains(" slt ") && !text.contains(" sub "), "{text}");
}

#[test]
fn an_infinite_arm_is_not_subtracted_from_itself() {
    let text = shader(
        "%3:f1 = const 0.0
         %4:f4 = max %0, %3.xxxx
         %5:b4 = eq %4, %3.xxxx
         %6:f4 = rcp %4
         %7:f4 = select %5, %1, %6
         yield %7
",
    );
    let mut machine = multiply_add();
    machine.arithmetic.zero_times_anything = true;
    let mut shader = read(&text);
    run_on(&[COMPOSITE, BOOLS, DCE], &machine, &mut shader).unwrap();
    let text = print(&shader);
    assert!(
        text.contains(" mul ") && text.matches(" mad ").count() == 1,
        "{text}"
    );
}

#[test]
fn a_select_in_an_arm_joins_the_condition() {
    for (inner, outer) in [
        ("%5, %0, %1", "%4, %6, %1"),
        ("%5, %0, %1", "%4, %6, %0"),
        ("%5, %0, %1", "%4, %0, %6"),
        ("%5, %0, %1", "%4, %1, %6"),
    ] {
        let text = shader(&format!(
            "%4:b4 = lt %0, %1
             %5:b4 = lt %0.wzyx, %1
             %6:f4 = select {inner}
             %7:f4 = select {outer}
             yield %7
"
        ));
        let passes = [COMPOSITE, BOOLS, SIMPLIFY, DCE];
        let after = agrees(&passes, &machines()[0], &text, 1e-6);
        let products = print(&after).matches(" mul ").count();
        assert!(products <= 3, "{}", print(&after));
    }
}

#[test]
fn lanes_that_are_alike_are_selected_once() {
    let text = shader(
        "%3:b1 = lt %0.x, %1.x
         %4:f4 = const (0.0, 0.0, 0.0, 1.0)
         %5:f1 = const 1.0
         %6:f4 = compose %0.y, %0.y, %0.y, %5
         %7:f4 = select %3.xxxx, %4, %6
         yield %7
",
    );
    let after = agrees(
        &[COMPOSITE, BOOLS, SIMPLIFY, DCE],
        &machines()[0],
        &text,
        1e-6,
    );
    let text = print(&after);
    assert!(
        text.matches("f1 = mul ").count() == 1 && !text.contains(" add "),
        "{text}"
    );
}

#[test]
fn guards_against_infinity_hold() {
    let guarded = |risky: &str| {
        shader(&format!(
            "%3:f1 = const 0.0
             %4:f4 = max %0, %3.xxxx
             %5:b4 = lt %3.xxxx, %4
             {risky}
             %8:f4 = select %5, %7, %3.xxxx
             yield %8
"
        ))
    };
    for risky in [
        "%7:f4 = rcp %4",
        "%7:f4 = div %1, %4",
        "%7:f4 = rsqrt %4",
        "%7:f4 = log2 %4",
        "%6:f4 = normalize %4 %7:f4 = add %6, %1",
    ] {
        let text = guarded(risky);
        for machine in machines() {
            let passes = [COMPOSITE, BOOLS, SIMPLIFY, DCE];
            let after = agrees(&passes, &machine, &text, 1e-4);
            let outputs = results(&after, &random_inputs(&after, 3));
            let finite = outputs.outputs["gl_FragColor"]
                .iter()
                .flatten()
                .all(|lane| lane.is_finite());
            assert!(finite, "{}\n{}", machine.target, print(&after));
        }
    }
}

#[test]
fn an_infinite_literal_does_not_spoil_the_other_arm() {
    // The first input is never below -1000.
    let text = shader(
        "%3:f1 = const inf
         %4:f1 = const -1000.0
         %5:f4 = add %0, %3.xxxx
         %6:b4 = lt %0, %4.xxxx
         %7:f4 = select %6, %5, %1
         %8:f4 = select %6, %3.xxxx, %7
         yield %8
",
    );
    for machine in machines() {
        let passes = [COMPOSITE, BOOLS, SIMPLIFY, DCE];
        let after = agrees(&passes, &machine, &text, 1e-6);
        let outputs = results(&after, &random_inputs(&after, 3));
        let mut lanes = outputs.outputs["gl_FragColor"].iter().flatten();
        assert!(lanes.all(|lane| lane.is_finite()), "{}", print(&after));
    }
}

#[test]
fn comparisons_feed_conditions() {
    let text = shader(
        "%3:b1 = eq %0.x, %1.x
         %4:b1 = not %3
         %5:b1 = and %3, %2.x
         discard %4
         discard %2.y
         discard %5
         yield %0
",
    );
    for machine in machines() {
        let mut shader = read(&text);
        run_on(&[COMPOSITE, BOOLS, SIMPLIFY, DCE], &machine, &mut shader).unwrap();
        check_form(&shader);
        let text = print(&shader);
        assert!(text.contains("ne %") && !text.contains("sub"), "{text}");
    }
}
