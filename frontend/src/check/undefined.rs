//! Warnings about functions of literals that are undefined; of values [`lint`](retroshade_ir::lint) has them.

use super::fold::{Operand, to_float};
use crate::typed::BuiltinFunction;
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::lint::is_product;

/// A warning if the result of a function of literals is undefined.
pub(super) fn undefined(
    function: BuiltinFunction,
    operands: &[Operand<'_>],
    span: Span,
) -> Option<Diagnostic> {
    let message = match (function, operands) {
        (BuiltinFunction::Pow, [base, exponent]) => {
            let mut lanes = base.scalars.iter().zip(exponent.scalars);
            lanes.find_map(|(&base, &exponent)| power(to_float(base), to_float(exponent)))?
        }
        (BuiltinFunction::Normalize, [vector]) => {
            let zero = vector.scalars.iter().all(|&lane| to_float(lane) == 0.0);
            zero.then_some("a zero vector has no direction")?
        }
        _ => return None,
    };
    let warning = Diagnostic::warning(warning::UNDEFINED_MATH, message);
    Some(warning.at(span, "targets give different numbers, or none"))
}

fn power(base: f32, exponent: f32) -> Option<&'static str> {
    if base < 0.0 && !is_product(exponent) {
        return Some("a negative number to this power is undefined");
    }
    (base == 0.0 && exponent <= 0.0).then_some("0 to the power of 0 or less is undefined")
}
