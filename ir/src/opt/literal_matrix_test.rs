//! Tests of literal matrices.

use super::{By, Reach, with_literal_matrices};
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

/// The form of a body with products by rows; `None` where there is none.
fn form(body: &str, reach: Reach) -> Option<String> {
    form_by(body, reach, By::Rows)
}

/// The form of a body with its products, which gives the same; `None` where there is none.
fn form_by(body: &str, reach: Reach, by: By) -> Option<String> {
    let text = format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n\
         %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n%2:f1 = const 1.0\n{body}}}\n"
    );
    let before = read(&text);
    let mut after = with_literal_matrices(&before, &MACHINE, reach, by)?;
    run_on(&[DCE], &MACHINE, &mut after).unwrap();
    verify(&after).unwrap();
    for seed in 0..4 {
        let inputs = random_inputs(&before, seed);
        let (wanted, found) = (results(&before, &inputs), results(&after, &inputs));
        compare(&wanted, &found, 1e-5).unwrap();
    }
    Some(print(&after))
}

/// Three sums of x, y of one vector and x of another.
const SUMS: &str = "%3:f1 = const 1.5 %4:f1 = const 0.25 %5:f1 = const -2.0
    %10:f1 = sub %0.x, %4 %11:f1 = mul %10, %3
    %12:f1 = mul %0.y, %5 %13:f1 = add %11, %12
    %14:f1 = mul %1.x, %3 %15:f1 = sub %11, %14
    %16:f1 = mul %1.x, %4 %17:f1 = add %13, %16\n";

#[test]
fn sums_of_the_same_numbers_are_one_product() {
    let body = format!("{SUMS}%20:f4 = compose %13, %15, %17, %2 yield %20\n");
    let found = form(&body, Reach::Far).unwrap();
    assert_eq!(found.matches("dot ").count(), 4, "{found}");
    // A lane that depends on something else stays.
    let body = format!("{SUMS}%20:f4 = compose %13, %15, %17, %1.w yield %20\n");
    let found = form(&body, Reach::Far).unwrap();
    assert_eq!(found.matches("dot ").count(), 3, "{found}");
}

#[test]
fn sums_of_literal_vectors_are_products() {
    let body = "%3:f4 = const (1.0, 0.5, 0.25, 0.0) %4:f4 = const (0.0, -0.5, 2.0, 0.0)
                %5:f4 = const (0.5, 0.5, 0.5, 1.0) %10:f4 = mul %0.xxxx, %3
                %11:f4 = mul %0.yyyy, %4 %12:f4 = add %10, %11 %13:f4 = add %12, %5
                yield %13\n";
    let found = form(body, Reach::Far).unwrap();
    assert_eq!(found.matches("dot ").count(), 4, "{found}");
}

#[test]
fn sums_are_columns_times_numbers() {
    // Whether they were sums of lanes or inner products, and with a lane that is a literal among them.
    let body = format!("{SUMS}%20:f4 = compose %13, %15, %17, %2 yield %20\n");
    let found = form_by(&body, Reach::Far, By::Columns).unwrap();
    assert_eq!(found.matches("mul ").count(), 3, "{found}");
    assert_eq!(found.matches("add ").count(), 3, "{found}");
    assert_eq!(found.matches("compose ").count(), 0, "{found}");
    let body = "%3:f3 = const (1.5, 0.5, 0.25) %4:f3 = const (1.0, -0.5, 2.0) %5:f3 = const (0.5, 3.0, 1.0)
                %10:f1 = dot %0.xyz, %3 %11:f1 = dot %4, %0.xyz %12:f1 = dot %0.xyz, %5
                %13:f4 = compose %10, %11, %12, %1.w yield %13\n";
    let found = form_by(body, Reach::Far, By::Columns).unwrap();
    assert_eq!(found.matches("dot ").count(), 0, "{found}");
    assert_eq!(found.matches("mul ").count(), 3, "{found}");
}

#[test]
fn factors_are_not_rounded() {
    // 0.1 times 0.7 is no float. What is added may be none.
    let literals = "%3:f1 = const 0.1 %4:f1 = const 0.7 %5:f1 = const 0.3\n";
    let body = format!(
        "{literals}%10:f1 = sub %0.x, %3 %11:f1 = mul %10, %4 %12:f1 = sub %0.y, %5 %13:f1 = mul %12, %5
        %14:f1 = sub %1.x, %4 %15:f1 = mul %14, %4 %16:f1 = add %11, %13 %17:f1 = sub %16, %15
        %18:f1 = mul %12, %4 %19:f1 = sub %11, %18 %20:f1 = mul %14, %3 %21:f1 = add %16, %20
        %22:f4 = compose %17, %19, %21, %2 yield %22\n"
    );
    let found = form(&body, Reach::Far).unwrap();
    assert_eq!(found.matches("sub ").count(), 0, "{found}");
    let found = form(&body, Reach::Linear).unwrap();
    assert_eq!(found.matches("sub ").count(), 3, "{found}");
    assert_eq!(found.matches("dot ").count(), 3, "{found}");
    let body = format!(
        "{literals}%10:f1 = mul %0.x, %3 %11:f1 = mul %10, %4 %12:f1 = mul %0.y, %3 %13:f1 = mul %12, %4
        %14:f1 = mul %1.x, %3 %15:f1 = mul %14, %4 %16:f1 = add %11, %13 %17:f1 = sub %16, %15
        %18:f1 = sub %11, %13 %19:f1 = add %18, %15 %20:f1 = sub %15, %11 %21:f1 = add %20, %13
        %22:f4 = compose %17, %19, %21, %2 yield %22\n"
    );
    let found = form(&body, Reach::Far);
    assert!(found.is_none_or(|found| found.contains("0.1") && found.contains("0.7")));
}

#[test]
fn what_saves_nothing_or_decides_something_stays() {
    // One inner product, three times.
    let luma = "%3:f3 = const (0.2, 0.7, 0.1) %10:f1 = dot %0.xyz, %3
                %11:f4 = compose %10.xxx, %2 yield %11\n";
    assert_eq!(form(luma, Reach::Far), None);
    assert_eq!(form_by(luma, Reach::Far, By::Columns), None);
    // Products with values.
    let values = "%10:f3 = mul %0.xyz, %1.xyz %11:f3 = add %10, %0.wzy
                  %12:f4 = compose %11, %2 yield %12\n";
    assert_eq!(form(values, Reach::Far), None);
    assert_eq!(form_by(values, Reach::Far, By::Columns), None);
    // Other roundings would be other steps.
    let steps = format!(
        "{SUMS}%20:f3 = compose %13, %15, %17 %21:f3 = floor %20 %22:f4 = compose %21, %2 yield %22\n"
    );
    assert_eq!(form(&steps, Reach::Far), None);
    // No machine but one with the instruction.
    let body = format!("{SUMS}%20:f4 = compose %13, %15, %17, %2 yield %20\n");
    let text = format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n\
         %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n%2:f1 = const 1.0\n{body}}}\n"
    );
    let other = |by| with_literal_matrices(&read(&text), &Capabilities::FULL, Reach::Far, by);
    assert!(other(By::Rows).is_none());
    assert!(other(By::Columns).is_some());
}
