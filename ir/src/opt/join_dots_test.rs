//! Tests of inner products that become one of a blended row.

use super::with_joined_dots;
use crate::Capabilities;
use crate::opt::DCE;
use crate::opt::testing::{compare, random_inputs, read, results, run_on};
use crate::text::print;
use crate::verify::verify;

/// The form of a body, which gives the same; `None` where there is none.
fn form(body: &str) -> Option<String> {
    let text = format!(
        "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\nuniform uniform0 \"rows\" vec4[4]\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n\
         %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n%2:f4 = uniform uniform0[0]\n%3:f4 = uniform uniform0[1]\n\
         %4:f4 = uniform uniform0[2]\n%5:f4 = uniform uniform0[3]\n{body}}}\n"
    );
    let before = read(&text);
    let mut after = with_joined_dots(&before, &Capabilities::FULL)?;
    run_on(&[DCE], &Capabilities::FULL, &mut after).unwrap();
    verify(&after).unwrap();
    for seed in 0..4 {
        let inputs = random_inputs(&before, seed);
        let (wanted, found) = (results(&before, &inputs), results(&after, &inputs));
        compare(&wanted, &found, 1e-4).unwrap();
    }
    Some(print(&after))
}

#[test]
fn blends_of_products_are_products_of_blends() {
    // Two rows of two bones, as vectors and with a sign.
    let body = "%10:f1 = dot %2, %0 %11:f1 = dot %0, %3 %12:f2 = compose %10, %11
        %13:f1 = dot %4, %0 %14:f1 = dot %5, %0 %15:f2 = compose %13, %14
        %16:f2 = mul %1.xx, %12 %17:f2 = neg %15 %18:f2 = mad %17, %1.yy, %16 yield %18.xyxy\n";
    let found = form(body).unwrap();
    assert_eq!(found.matches("dot ").count(), 2, "{found}");
    assert_eq!(found.matches("mul ").count(), 4, "{found}");
    // Some lanes of rows: the whole ones are blended.
    let body = "%10:f1 = dot %2.xyz, %0.yzw %11:f1 = dot %3.xyz, %0.yzw %12:f1 = mul %10, %1.x
        %13:f1 = sub %12, %11 yield %13.xxxx\n";
    let found = form(body).unwrap();
    assert_eq!(found.matches("dot ").count(), 1, "{found}");
    assert!(found.contains(":f4 = mul"), "{found}");
}

#[test]
fn other_sums_stay() {
    for sum in [
        // Of two vectors, with something else, of other lanes.
        "%10:f1 = dot %2, %0 %11:f1 = dot %3, %1 %12:f1 = add %10, %11",
        "%10:f1 = dot %2, %0 %12:f1 = add %10, %1.x",
        "%10:f1 = dot %2.xy, %0.xy %11:f1 = dot %3.zw, %0.xy %12:f1 = add %10, %11",
        // What is rounded as it is written.
        "%10:f1 = dot %2, %0 %11:f1 = dot %3, %0 %13:f1 = add %10, %11 %12:f1 = floor %13",
    ] {
        assert_eq!(form(&format!("{sum} yield %12.xxxx\n")), None, "{sum}");
    }
}
