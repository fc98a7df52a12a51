//! Loops written out, on small shaders: before, after, and what is refused.

use super::LOOPS;
use crate::opt::testing::{agrees, changes_on, read, run_on};
use crate::opt::{CSE, DCE, SIMPLIFY};
use crate::text::print;
use crate::{Capabilities, Loops, Shader};

const NO_LOOPS: Capabilities = Capabilities {
    loops: None,
    unroll_budget: 500,
    ..Capabilities::FULL
};

fn shader(body: &str) -> String {
    format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n{body}}}\n"
    )
}

#[test]
fn a_counter_folds() {
    changes_on(
        &[LOOPS, DCE],
        &NO_LOOPS,
        &shader(
            "%0:f4 = input in0[0]
             %1:i1 = const 0
             %2:i1 = const 3
             %3:i1 = const 1
             %4:f4 = loop (%5:i1 = %1, %6:f4 = %0) {
               %7:b1 = lt %5, %2
               if %7 { yield } else { break %6 }
               %8:f1 = int_to_float %5
               %9:f4 = add %6, %8.xxxx
               %10:i1 = add %5, %3
               continue %10, %9
             }
             yield %4
",
        ),
        &shader(
            "%0:f1 = const 1.0
             %1:f1 = const 2.0
             %2:f4 = input in0[0]
             %3:f4 = add %2, %0.xxxx
             %4:f4 = add %3, %1.xxxx
             yield %4
",
        ),
    );
}

#[test]
fn a_break_that_depends_on_data_guards_the_rest() {
    // The second round breaks early in about half of the samples, the third in fewer.
    let text = shader(
        "%0:f4 = input in0[0]
         %1:i1 = const 0
         %2:i1 = const 3
         %3:i1 = const 1
         %4:f4 = loop (%5:i1 = %1, %6:f4 = %0) {
           %7:b1 = lt %5, %2
           if %7 { yield } else { break %6 }
           %8:b1 = lt %6.x, %6.y
           if %8 { break %6 } else { yield }
           %9:f4 = mul %6, %6.wxyz
           %10:i1 = add %5, %3
           continue %10, %9
         }
         yield %4
",
    );
    let shader = agrees(&[LOOPS, SIMPLIFY, DCE], &NO_LOOPS, &text, 0.0);
    let count = print(&shader).matches("mul").count();
    assert_eq!(count, 3, "one product a round");
}

#[test]
fn arms_that_may_leave_or_go_on() {
    let text = shader(
        "%0:f4 = input in0[0]
         %1:i1 = const 0
         %2:i1 = const 5
         %3:i1 = const 1
         %20:f1 = const 0.0
         %21:f1 = const 0.5
         %4:f4, %30:i1 = loop (%5:i1 = %1, %6:f4 = %0) {
           %7:b1 = lt %5, %2
           if %7 { yield } else { break %6, %5 }
           %10:i1 = add %5, %3
           %8:b1 = lt %6.x, %6.y
           %22:f4 = if %8 {
             %23:b1 = lt %6.z, %20
             %24:f4 = if %23 { break %6.wzyx, %10 } else { yield %6.yxzw }
             %25:f4 = add %24, %21.xxxx
             yield %25
           } else {
             %26:b1 = lt %6.w, %20
             if %26 { %27:f4 = neg %6 continue %10, %27 } else { yield }
             yield %6
           }
           %9:f4 = mul %22, %6.wxyz
           continue %10, %9
         }
         %31:f1 = int_to_float %30
         %32:f4 = compose %4.xyz, %31
         yield %32
",
    );
    let shader = agrees(&[LOOPS], &NO_LOOPS, &text, 0.0);
    agrees(
        &[LOOPS, SIMPLIFY, DCE, CSE, SIMPLIFY, DCE],
        &NO_LOOPS,
        &text,
        0.0,
    );
    assert!(!print(&shader).contains("loop"));
}

fn refused(body: &str) -> String {
    let mut shader: Shader = read(&shader(body));
    run_on(&[LOOPS], &NO_LOOPS, &mut shader)
        .expect_err("the loop cannot be written out")
        .code
        .id
        .to_string()
}

#[test]
fn what_cannot_be_counted_is_refused_or_stays() {
    let body = "%0:f4 = input in0[0]
                %1:f4 = loop (%2:f4 = %0) {
                  %3:b1 = lt %2.x, %2.y
                  if %3 { break %2 } else { yield }
                  %4:f4 = mul %2, %2
                  continue %4
                }
                yield %1
";
    assert_eq!(refused(body), "E0310");
    changes_on(&[LOOPS], &Capabilities::FULL, &shader(body), &shader(body));
}

#[test]
fn what_is_too_long_is_refused() {
    let body = "%0:f4 = input in0[0]
                %1:i1 = const 0
                %2:i1 = const 1000
                %3:i1 = const 1
                %4:f4 = loop (%5:i1 = %1, %6:f4 = %0) {
                  %7:b1 = lt %5, %2
                  if %7 { yield } else { break %6 }
                  %9:f4 = mul %6, %6
                  %10:i1 = add %5, %3
                  continue %10, %9
                }
                yield %4
";
    assert_eq!(refused(body), "E0410");
    // A loop that never ends, too.
    let endless = "%0:f4 = input in0[0]
                   loop () {
                     continue
                   }
                   unreachable
";
    assert_eq!(refused(endless), "E0410");
}

#[test]
fn small_loops_and_single_rounds_go_where_loops_may_stand() {
    let machine = Capabilities {
        loops: Some(Loops {
            unroll_small: 1,
            ..Loops::ANY
        }),
        ..Capabilities::FULL
    };
    changes_on(
        &[LOOPS, DCE],
        &machine,
        &shader(
            "%0:f4 = input in0[0]
             %1:f4 = loop () {
               %2:b1 = lt %0.x, %0.y
               if %2 { break %0 } else { yield }
               %3:f4 = mul %0, %0
               %4:f4 = mul %3, %3
               break %4
             }
             yield %1
",
        ),
        &shader(
            "%0:f4 = input in0[0]
             %1:b1 = lt %0.x, %0.y
             %2:f4 = if %1 {
               yield %0
             } else {
               %3:f4 = mul %0, %0
               %4:f4 = mul %3, %3
               yield %4
             }
             yield %2
",
        ),
    );
}

#[test]
fn inner_loops_follow_the_outer_counter() {
    let mut shader = read(&shader(
        "%0:f4 = input in0[0]
         %1:i1 = const 0
         %2:i1 = const 3
         %3:i1 = const 1
         %4:f4 = loop (%5:i1 = %1, %6:f4 = %0) {
           %7:b1 = lt %5, %2
           if %7 { yield } else { break %6 }
           %8:f4 = loop (%9:i1 = %1, %10:f4 = %6) {
             %11:b1 = lt %9, %5
             if %11 { yield } else { break %10 }
             %12:f4 = mul %10, %0
             %13:i1 = add %9, %3
             continue %13, %12
           }
           %14:i1 = add %5, %3
           continue %14, %8
         }
         yield %4
",
    ));
    run_on(&[LOOPS, DCE], &NO_LOOPS, &mut shader).unwrap();
    // 0 + 1 + 2 products and the input.
    assert_eq!(shader.regions[shader.body].insts.len(), 4);
}
