//! Functions of units, as people write them.

use retroshade_kit::machine::numbers::{Comparison, Function, VectorFunction};

/// What a function gives, of operands a, b and c.
pub(super) fn of(function: Function) -> String {
    let text = match function {
        Function::Copy => "a",
        Function::Negate => "-a",
        Function::Absolute => "|a|",
        Function::Add => "a + b",
        Function::Subtract => "a - b",
        Function::Multiply => "a * b",
        Function::ScaledProduct(power) if power < 0 => {
            return format!("a * b / {}", 1u32 << power.unsigned_abs().min(31));
        }
        Function::ScaledProduct(power) => {
            return format!("a * b * {}", 1u32 << power.unsigned_abs().min(31));
        }
        Function::Divide => "a / b",
        Function::Minimum => "the smaller of a and b",
        Function::Maximum => "the greater of a and b",
        Function::Floor => "the largest integer not above a",
        Function::Ceiling => "the smallest integer not below a",
        Function::Fraction => "a - floor(a)",
        Function::Truncate => "the integer next to a towards 0",
        Function::Saturate => "a, at least 0 and at most 1",
        Function::Positive => "a, at least 0",
        Function::Reciprocal => "1 / a",
        Function::SquareRoot => "sqrt(a)",
        Function::ReciprocalSquareRoot => "1 / sqrt(a)",
        Function::Exp2 => "2 to the a",
        Function::Log2 => "logarithm of a to base 2",
        Function::Power => "a to the b",
        Function::Sine => "sine of a in radians",
        Function::Cosine => "cosine of a in radians",
        Function::SineOfTurns => "sin(2 pi a)",
        Function::CosineOfTurns => "cos(2 pi a)",
        Function::Compare(comparison) => {
            return format!("a {} b ? 1 : 0", sign(comparison));
        }
        Function::Not => "a == 0 ? 1 : 0",
        Function::And => "1 where neither is 0, else 0",
        Function::Or => "1 where one of them is not 0, else 0",
        Function::Xor => "1 where just one of them is 0, else 0",
        Function::Select => "a != 0 ? b : c",
        Function::Sign => "1 above 0, -1 below, else a",
        Function::Clamp => "a, at least b and at most c",
        Function::Mix => "a (1 - c) + b c",
        Function::AcrossQuad => "a of the right pixel of the quad plus b of the left one",
        Function::AlongQuad => {
            "a of the pixel with the smaller y of the quad plus b of the other one"
        }
        Function::AngleInOctant => "arc tangent of a, plus what octant b adds",
        Function::Sum => "the sum, rounded once",
        Function::ClampedReciprocal => "1 / a, magnitude clamped to 2^-64 .. 2^64",
        Function::Exp2OfFloor => "2 to the floor(a)",
        Function::Exponent => "floor(log2(a))",
        Function::Significand => "a / 2^floor(log2(a))",
        Function::LitPower => "a > 0 ? max(b, 0)^c : 0",
    };
    text.to_owned()
}

/// What a function of several numbers gives.
pub(super) fn of_vectors(function: VectorFunction) -> &'static str {
    match function {
        VectorFunction::Normalize => "a / length(a)",
        VectorFunction::Cross => "vector product of a and b",
        VectorFunction::Reflect => "a mirrored at the plane with the normal b",
        VectorFunction::OctantOfNumber => "two factors and an octant for the arc tangent of a",
        VectorFunction::OctantOfPoint => {
            "two factors and an octant for the angle of the point (b, a)"
        }
    }
}

/// A comparison as a sign.
pub(super) fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::GREATER => ">",
        Comparison::EQUAL => "==",
        Comparison::GREATER_OR_EQUAL => ">=",
        Comparison::LESS => "<",
        Comparison::NOT_EQUAL => "!=",
        Comparison::LESS_OR_EQUAL => "<=",
        Comparison { less: true, .. } => "is compared with",
        Comparison { less: false, .. } => "is never",
    }
}
