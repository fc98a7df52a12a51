//! Packing, compared with what the interpreter gives.

use crate::opt::testing::{agrees, compare, machines, random_inputs, read, results};
use crate::opt::{COMPOSITE, CSE, DCE, Joining, PACK, SIMPLIFY, with_joined};
use crate::text::print;

fn shader(body: &str) -> String {
    format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n\
         %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n{body}}}\n"
    )
}

fn count(body: &str, word: &str) -> usize {
    let machine = &machines()[1];
    let passes = [COMPOSITE, SIMPLIFY, CSE, PACK, SIMPLIFY, CSE, DCE];
    let after = agrees(&passes, machine, &shader(body), 1e-5);
    print(&after).matches(word).count()
}

#[test]
fn lanes_of_the_same_values() {
    let body = "%2:f1 = const 2.0
                %3:f1 = const 3.0
                %4:f1 = mul %0.x, %1.y
                %5:f1 = mul %1.z, %0.w
                %6:f2 = mul %0.zy, %1.xx
                %7:f1 = add %4, %2
                %8:f1 = add %3, %5
                %9:f2 = add %6, %2.xx
                %10:f4 = compose %7, %9, %8
                yield %10\n";
    assert_eq!(count(body, "mul"), 1);
    assert_eq!(count(body, "add"), 1);
    assert_eq!(count(body, "compose"), 0);
}

#[test]
fn functions_of_different_values() {
    let body = "%2:f1 = abs %0.x
                %3:f1 = neg %1.y
                %4:f1 = sin %2
                %5:f1 = sin %3
                %6:f4 = compose %4, %5, %4, %5
                yield %6\n";
    // The polynomial is evaluated once.
    assert_eq!(count(body, "floor"), 1);
}

#[test]
fn what_depends_on_each_other_stays_apart() {
    let body = "%2:f1 = mul %0.x, %0.y
                %3:f1 = mul %2, %0.z
                %4:f1 = mul %3, %0.w
                yield %4.xxxx\n";
    assert_eq!(count(body, "mul"), 3);
}

#[test]
fn effects_are_not_crossed_and_loops_not_left() {
    let body = "%2:b1 = lt %0.x, %1.x
                discard %2
                %3:f1 = mul %0.x, %1.x
                %4:f1 = if %2 {
                  %5:f1 = mul %0.y, %1.y
                  %6:f1 = mul %0.z, %1.z
                  %7:f1 = add %5, %6
                  yield %7
                } else {
                  yield %3
                }
                %8:f4 = compose %4, %3, %4, %3
                yield %8\n";
    assert_eq!(count(body, "mul"), 2);
}

/// How many of an operation are left after joining trees.
fn joined(body: &str, word: &str) -> usize {
    let before = read(&shader(body));
    let after = with_joined(&before, &machines()[1], Joining::Trees(1000)).unwrap();
    for seed in 0..4 {
        let inputs = random_inputs(&before, seed);
        compare(&results(&before, &inputs), &results(&after, &inputs), 0.0).unwrap();
    }
    print(&after).matches(word).count()
}

#[test]
fn trees_of_different_depths_are_joined() {
    // The second sum is one operation deeper than the first, and its factors stand the other way round.
    let body = "%2:f1 = mul %0.x, %1.x
                %3:f1 = min %0.z, %1.z
                %4:f1 = add %2, %3
                %5:f1 = max %1.w, %0.w
                %6:f1 = sin %5
                %7:f1 = mul %1.y, %0.y
                %8:f1 = add %6, %7
                %9:f4 = compose %4, %8, %4, %8
                yield %9\n";
    assert_eq!(joined(body, "mul"), 1);
    assert_eq!(joined(body, "add"), 1);
}

#[test]
fn what_needs_another_stays_apart_from_it() {
    // Three products of lanes are one, that of two of them is another.
    let body = "%2:f1 = mul %0.x, %1.x
                %3:f1 = mul %0.y, %1.y
                %4:f1 = mul %2, %3
                %5:f1 = mul %1.z, %0.z
                %6:f4 = compose %4, %5, %4, %5
                yield %6\n";
    assert_eq!(joined(body, "mul"), 2);
}

#[test]
fn comparisons_of_other_types_stay_apart() {
    let body = "%2:i1 = float_to_int %0.x
                %3:i1 = float_to_int %1.x
                %4:b1 = lt %2, %3
                %5:b1 = lt %0.y, %1.y
                %6:f1 = select %4, %0.x, %1.x
                %7:f1 = select %5, %0.y, %1.y
                %8:f4 = compose %6, %7, %6, %7
                yield %8\n";
    for joining in [Joining::Rows(1), Joining::Trees(1)] {
        assert!(with_joined(&read(&shader(body)), &machines()[1], joining).is_none());
    }
}
