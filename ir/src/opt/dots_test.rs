use super::DOTS;
use crate::opt::testing::{agrees, changes_on, machines};
use crate::opt::{DCE, SIMPLIFY};
use crate::text::print;
use crate::{Capabilities, OpKind};

const HEAD: &str = "shader fragment \"a\"
input in0 \"v\" vec4
input in1 \"w\" vec4
output out0 \"gl_FragData\" vec4
body {
  %0:f4 = input in0[0]
  %1:f4 = input in1[0]
  %2:f1 = const 2.0
  %3:f1 = const 3.0
  %4:f1 = const 5.0
";

/// A machine with inner products of three and four lanes, and no `mad`.
fn machine() -> Capabilities {
    let machine = machines().swap_remove(0);
    assert!(!machine.native.contains(OpKind::Mad) && !machine.accepts(OpKind::Dot, 2));
    machine
}

/// The inner products in what becomes of a sum, and all instructions that compute.
fn counts(machine: &Capabilities, body: &str) -> (usize, usize) {
    let text = format!("{HEAD}{body}\n  yield %90.xxxx\n}}\n");
    let after = print(&agrees(&[DOTS, SIMPLIFY, DCE], machine, &text, 1e-4));
    let count = |op: &str| after.matches(&format!("= {op} ")).count();
    let dots = count("dot");
    (
        dots,
        dots + count("add") + count("sub") + count("mul") + count("neg"),
    )
}

#[test]
fn a_weighted_sum_of_lanes() {
    let body = "%10:f1 = mul %0.x, %2  %11:f1 = mul %0.z, %3  %12:f1 = mul %4, %0.y
        %13:f1 = add %10, %11  %90:f1 = add %13, %12";
    assert_eq!(counts(&machine(), body), (1, 1));
}

#[test]
fn two_lanes_get_a_third() {
    let body = "%10:f1 = mul %0.x, %2  %90:f1 = add %10, %0.y";
    assert_eq!(counts(&machine(), body), (1, 1));
    // There it is one `mad`.
    let fused = machines().swap_remove(1);
    assert_eq!(counts(&fused, body), (0, 2));
    let literal = "%10:f2 = const (4.0, 7.0)  %90:f1 = dot %10, %1.zx";
    let text = |body: &str| format!("{HEAD}{body}\n  yield %90.xxxx\n}}\n");
    changes_on(
        &[DOTS],
        &machine(),
        &text(literal),
        &text(
            "%10:f2 = const (4.0, 7.0)  %11:f3 = const (4.0, 7.0, 0.0)  %90:f1 = dot %1.zxx, %11",
        ),
    );
}

#[test]
fn signs_go_into_the_literal() {
    let body = "%10:f1 = mul %0.x, %2  %11:f1 = mul %0.y, %3  %12:f1 = sub %10, %11
        %13:f1 = neg %12  %90:f1 = sub %13, %0.w";
    assert_eq!(counts(&machine(), body), (1, 1));
}

#[test]
fn what_is_left_is_added() {
    let body = "%10:f1 = mul %0.x, %2  %11:f1 = mul %0.y, %3  %12:f1 = add %10, %1.x
        %13:f1 = sub %12, %4  %90:f1 = sub %11, %13";
    assert_eq!(counts(&machine(), body), (1, 3));
}

#[test]
fn lanes_of_two_values() {
    let body = "%10:f4 = mul %0, %1  %11:f1 = add %10.x, %10.y  %12:f1 = add %10.z, %10.w
        %90:f1 = add %11, %12";
    assert_eq!(counts(&machine(), body), (1, 1));
    // Two of them have no third beside them.
    let two = "%10:f2 = mul %0.xy, %1.xy  %90:f1 = add %10.x, %10.y";
    assert_eq!(counts(&machine(), two), (0, 2));
}

#[test]
fn more_than_four_terms() {
    let body = "%10:f1 = mul %0.x, %2  %11:f1 = mul %0.y, %3  %12:f1 = mul %0.z, %4
        %13:f1 = mul %1.x, %2  %14:f1 = mul %1.y, %3  %15:f1 = mul %1.z, %4
        %16:f1 = add %10, %13  %17:f1 = add %14, %11  %18:f1 = add %12, %15
        %19:f1 = add %16, %17  %90:f1 = add %18, %19";
    assert_eq!(counts(&machine(), body), (2, 3));
}

#[test]
fn what_is_needed_elsewhere_stays() {
    let body = "%10:f1 = mul %0.x, %2  %11:f1 = mul %0.y, %3  %12:f1 = add %10, %11
        %13:f1 = mul %12, %12  %14:f1 = mul %13, %10  %90:f1 = mul %14, %11";
    assert_eq!(counts(&machine(), body).0, 0);
}
