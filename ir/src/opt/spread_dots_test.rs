//! Tests of inner products with blended rows.

use super::with_spread_dots;
use crate::opt::DCE;
use crate::opt::testing::{compare, random_inputs, read, results, run_on};
use crate::text::print;
use crate::verify::verify;
use crate::{Capabilities, UniformMatrices};

const MACHINE: Capabilities = Capabilities {
    uniform_matrices: UniformMatrices {
        whole: true,
        column_copies: 1,
    },
    ..Capabilities::FULL
};

/// The form of a body, which gives the same; `None` where there is none.
fn form(body: &str) -> Option<String> {
    let text = format!(
        "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\nuniform uniform0 \"rows\" vec4[4]\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n\
         %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n%2:f4 = uniform uniform0[0]\n%3:f4 = uniform uniform0[1]\n\
         %4:f4 = uniform uniform0[2]\n{body}}}\n"
    );
    let before = read(&text);
    let mut after = with_spread_dots(&before, &MACHINE)?;
    run_on(&[DCE], &MACHINE, &mut after).unwrap();
    verify(&after).unwrap();
    for seed in 0..4 {
        let inputs = random_inputs(&before, seed);
        let (wanted, found) = (results(&before, &inputs), results(&after, &inputs));
        compare(&wanted, &found, 1e-4).unwrap();
    }
    Some(print(&after))
}

#[test]
fn blends_of_rows_are_blends_of_products() {
    let body = "%10:f4 = mul %2, %1.xxxx %11:f4 = mul %1.yyyy, %3 %12:f4 = add %10, %11
        %13:f4 = mul %4, %1.zzzz %14:f4 = sub %12, %13 %15:f1 = dot %14, %0 yield %15.xxxx\n";
    let found = form(body).unwrap();
    assert_eq!(found.matches("dot ").count(), 3, "{found}");
    // The other way round, by multiply and add, with a row as it is, and a swizzle on the way.
    let body = "%10:f4 = mad %2, %1.xxxx, %3 %11:f1 = dot %0.xyz, %10.zyx yield %11.xxxx\n";
    let found = form(body).unwrap();
    assert_eq!(found.matches("dot ").count(), 2, "{found}");
}

#[test]
fn other_sums_stay() {
    // One row, no row, a product lane by lane.
    for sum in [
        "%10:f4 = mul %2, %1.xxxx",
        "%10:f4 = add %2, %1",
        "%10:f4 = mad %2, %1, %3",
    ] {
        let body = format!("{sum} %11:f1 = dot %10, %0 yield %11.xxxx\n");
        assert_eq!(form(&body), None, "{sum}");
    }
}

#[test]
fn what_is_rounded_as_written_stays() {
    let body =
        "%10:f4 = mad %2, %1.xxxx, %3 %11:f1 = dot %10, %0 %12:f1 = floor %11 yield %12.xxxx\n";
    assert_eq!(form(body), None);
}
