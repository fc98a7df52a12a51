//! Operations whose results the language leaves undefined, for warnings.
//!
//! `pow` of a negative base, or of 0 to the power of 0 or less, and the direction of a zero vector are undefined:
//! one target gives NaN, another infinity, a third a number. Where the exponent is one of the literals that
//! every target takes for a product, `pow` is defined after all ([`is_product`]).

use crate::opt::bound;
use crate::{Constant, Inst, Op, Shader};
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span};

/// True if `pow` with this literal exponent is a product, or a reciprocal, of the base on every target.
pub fn is_product(exponent: f32) -> bool {
    [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0].contains(&exponent)
}

/// Warnings about operations that are undefined, and about powers whose base may be negative as far as is known.
pub fn undefined(shader: &Shader) -> Diagnostics {
    let mut found: Vec<(Span, Diagnostic)> = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let span = shader.insts[inst].span;
            let warning = match shader.insts[inst].op {
                Op::Pow => power(shader, inst),
                Op::Normalize => direction(shader, inst),
                _ => None,
            };
            // A function is there once for each call.
            let known = |(at, said): &(Span, Diagnostic), warning: &Diagnostic| {
                *at == span && said.code == warning.code
            };
            if let Some(warning) = warning
                && !found.iter().any(|one| known(one, &warning))
            {
                found.push((span, warning));
            }
        }
    }
    found.sort_by_key(|(span, _)| (span.file, span.start));
    found.into_iter().map(|(_, warning)| warning).collect()
}

fn power(shader: &Shader, inst: Inst) -> Option<Diagnostic> {
    let data = &shader.insts[inst];
    let &[base, exponent] = data.args.as_slice() else {
        return None;
    };
    let literal = shader.as_constant(exponent);
    let all = |constant: &Constant, holds: fn(f32) -> bool| {
        let mut lanes = constant.lanes().iter();
        lanes.all(|&bits| holds(f32::from_bits(bits)))
    };
    if literal
        .as_ref()
        .is_some_and(|literal| all(literal, is_product))
    {
        let zero = shader
            .as_constant(base)
            .is_some_and(|base| all(&base, |lane| lane == 0.0));
        let nothing = literal.is_some_and(|literal| all(&literal, |lane| lane <= 0.0));
        return (zero && nothing)
            .then(|| undefined_power(data.span, "0 to the power of 0 or less"));
    }
    let (low, high) = bound::range(shader, base);
    if high.is_some_and(|high| high < 0.0) {
        return Some(undefined_power(
            data.span,
            "a negative number to this power",
        ));
    }
    if high == Some(0.0) && low == Some(0.0) && literal.is_some_and(|l| all(&l, |lane| lane <= 0.0))
    {
        return Some(undefined_power(data.span, "0 to the power of 0 or less"));
    }
    let positive = low.is_some_and(|low| low >= 0.0);
    (!positive).then(|| {
        let message = "the base of `pow` may be negative, where the result is undefined";
        Diagnostic::warning(warning::NEGATIVE_BASE, message)
            .at(data.span, "nothing here keeps the base from being negative")
            .with_help("write `pow(abs(x), y)` or `pow(max(x, 0.0), y)`")
    })
}

fn undefined_power(span: Span, what: &str) -> Diagnostic {
    let message = format!("{what} is undefined");
    Diagnostic::warning(warning::UNDEFINED_MATH, message)
        .at(span, "targets give different numbers, or none")
}

fn direction(shader: &Shader, inst: Inst) -> Option<Diagnostic> {
    let data = &shader.insts[inst];
    let vector = shader.as_constant(*data.args.first()?)?;
    let zero = vector
        .lanes()
        .iter()
        .all(|&bits| f32::from_bits(bits) == 0.0);
    zero.then(|| {
        Diagnostic::warning(warning::UNDEFINED_MATH, "a zero vector has no direction")
            .at(data.span, "targets give different numbers, or none")
    })
}

#[cfg(test)]
mod tests {
    use super::undefined;
    use crate::opt::testing::read;

    fn warnings(body: &str) -> Vec<String> {
        let text = format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             body {{\n  %0:f4 = input in0[0]\n{body}}}\n"
        );
        let found = undefined(&read(&text));
        found
            .iter()
            .map(|warning| warning.code.name.to_owned())
            .collect()
    }

    fn power(before: &str, base: &str, exponent: &str) -> Vec<String> {
        let body =
            format!("{before}%8:f1 = const {exponent}\n%9:f1 = pow {base}, %8\nyield %9.xxxx\n");
        warnings(&body)
    }

    #[test]
    fn powers_of_what_may_be_negative_are_found() {
        assert_eq!(power("", "%0.x", "2.5"), ["negative-base"]);
        assert_eq!(power("", "%0.x", "5.0"), ["negative-base"]);
        for exponent in ["2.0", "3.0", "4.0", "-1.0", "1.0", "0.0"] {
            assert!(power("", "%0.x", exponent).is_empty(), "{exponent}");
        }
        for op in [
            "abs %0.x",
            "mul %0.x, %0.x",
            "dot %0.xyz, %0.xyz",
            "fract %0.x",
            "exp %0.x",
            "saturate %0.x",
        ] {
            assert!(
                power(&format!("%1:f1 = {op}\n"), "%1", "2.5").is_empty(),
                "{op}"
            );
        }
        let limited = "%1:f1 = const 0.0\n%2:f1 = max %0.x, %1\n";
        assert!(power(limited, "%2", "2.5").is_empty());
    }

    #[test]
    fn what_is_undefined_in_any_case_is_found() {
        assert_eq!(
            power("%1:f1 = const -2.0\n", "%1", "0.5"),
            ["undefined-math"]
        );
        assert_eq!(
            power("%1:f1 = const 0.0\n", "%1", "0.0"),
            ["undefined-math"]
        );
        assert_eq!(
            power("%1:f1 = const 0.0\n", "%1", "-2.5"),
            ["undefined-math"]
        );
        assert!(power("%1:f1 = const -2.0\n", "%1", "3.0").is_empty());
        let zero = "%1:f3 = const (0.0, 0.0, 0.0)\n%2:f3 = normalize %1\n%3:f4 = compose %2, %0.x\nyield %3\n";
        assert_eq!(warnings(zero), ["undefined-math"]);
        let other = "%2:f3 = normalize %0.xyz\n%3:f4 = compose %2, %0.x\nyield %3\n";
        assert!(warnings(other).is_empty());
    }
}
