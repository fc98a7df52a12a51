//! What does not fit is refused with the number that is needed and the number there is.

use crate::compile::common::{clip, shader};
use retroshade_diagnostics::codes;
use retroshade_kit::target::Target;
use retroshade_nv2a::NV2A;
use std::fmt::Write;

/// The only error of a vertex shader with an attribute `%0` and an output `%9`, its code and message.
fn refusal(declarations: &str, body: &str) -> (retroshade_diagnostics::Code, String) {
    let source = format!(
        r#"shader vertex "limit.vert"
        input in0 "a" vec4
        {declarations}
        output out0 "gl_Position" vec4 builtin=position
        body {{
          %0:f4 = input in0[0]
          {body}
          yield %9
        }}"#
    );
    let errors = NV2A.compile(&shader(&source), &clip()).unwrap_err();
    let mut errors = errors.iter();
    let error = errors.next().expect("an error");
    assert!(errors.next().is_none());
    (error.code, error.message.clone())
}

#[test]
fn slots_are_counted() {
    let mut body = String::from("%100:f4 = uniform uniform0[0]\n%101:f4 = mul %0, %100\n");
    // The last product moves into the sum.
    for number in 102..302 {
        let _ = writeln!(
            body,
            "%{number}:f4 = {} %{}, %100",
            if number % 2 == 0 { "max" } else { "mul" },
            number - 1
        );
    }
    body += "%9:f4 = add %301, %0";
    let found = refusal("uniform uniform0 \"u\" vec4", &body);
    assert_eq!(found.0, codes::limit::INSTRUCTIONS);
    assert_eq!(
        found.1,
        "the program needs at least 201 slots, nv2a has 136"
    );
}

#[test]
fn constant_registers_are_counted() {
    let found = refusal(
        "uniform uniform0 \"u\" vec4[100]\nuniform uniform1 \"v\" vec4[91]",
        "%1:f4 = uniform uniform0[99]\n%2:f4 = uniform uniform1[90]\n%3:f4 = mul %0, %1\n%9:f4 = add %3, %2",
    );
    assert_eq!(found.0, codes::limit::CONSTANTS);
    assert_eq!(
        found.1,
        "nv2a has 190 constant registers beside the viewport, but the shader needs 191"
    );
}

#[test]
fn temporaries_are_counted() {
    // Fourteen vectors, each multiplied with each of the others: all are needed to the end.
    let count = 14;
    let mut body = String::new();
    for number in 0..count {
        let _ = writeln!(
            body,
            "%{}:f4 = uniform uniform0[{number}]\n%{}:f4 = max %0, %{}",
            100 + number,
            200 + number,
            100 + number
        );
    }
    let mut sum = 300;
    let _ = writeln!(body, "%300:f4 = mul %200, %201");
    for first in 0..count {
        for second in first + 2..count {
            let _ = writeln!(
                body,
                "%{}:f4 = mad %{}, %{}, %{sum}",
                sum + 1,
                200 + first,
                200 + second
            );
            sum += 1;
        }
    }
    let _ = writeln!(body, "%9:f4 = add %{sum}, %200");
    let found = refusal("uniform uniform0 \"u\" vec4[14]", &body);
    assert_eq!(found.0, codes::limit::TEMPORARIES);
    assert!(
        found.1.starts_with("nv2a has 12 temporaries of four lanes"),
        "{}",
        found.1
    );
}
