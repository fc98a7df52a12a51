//! Prints calls of built-in functions: by naga's own function where it has the right one, as a call
//! of an intrinsic function otherwise.

use super::Printer;
use super::intrinsic::Intrinsic;
use crate::typed::{Base, BuiltinFunction, Expression, ScalarKind, Type};

/// naga's function, where it takes these arguments and keeps what the lowering wants to see.
fn native(function: BuiltinFunction, arguments: &[Expression]) -> Option<&'static str> {
    use BuiltinFunction as F;
    let first = arguments.first().map(|argument| argument.ty.base);
    let is_vector = matches!(first, Some(Base::Vector { lanes: 2..=4, .. }));
    let bool_argument = arguments.iter().any(|argument| {
        matches!(
            argument.ty.base,
            Base::Vector {
                scalar: ScalarKind::Bool,
                ..
            }
        )
    });
    Some(match function {
        F::Radians => "radians",
        F::Degrees => "degrees",
        F::Sin => "sin",
        F::Cos => "cos",
        F::Tan => "tan",
        F::Asin => "asin",
        F::Acos => "acos",
        F::Atan | F::Atan2 => "atan",
        F::Sinh => "sinh",
        F::Cosh => "cosh",
        F::Tanh => "tanh",
        F::Asinh => "asinh",
        F::Acosh => "acosh",
        F::Atanh => "atanh",
        F::Pow => "pow",
        F::Exp => "exp",
        F::Log => "log",
        F::Exp2 => "exp2",
        F::Log2 => "log2",
        F::Sqrt => "sqrt",
        F::InverseSqrt => "inversesqrt",
        F::Abs => "abs",
        F::Sign => "sign",
        F::Floor => "floor",
        F::Ceil => "ceil",
        F::Fract => "fract",
        F::Trunc => "trunc",
        F::Round => "round",
        F::RoundEven => "roundEven",
        F::Min => "min",
        F::Max => "max",
        F::Clamp => "clamp",
        F::Mix if !bool_argument => "mix",
        F::Step => "step",
        F::SmoothStep => "smoothstep",
        F::Length => "length",
        F::Distance => "distance",
        F::Dot if is_vector => "dot",
        F::Cross => "cross",
        F::Normalize if is_vector => "normalize",
        F::FaceForward if is_vector => "faceforward",
        F::Reflect if is_vector => "reflect",
        F::Refract if is_vector => "refract",
        F::Transpose => "transpose",
        F::Determinant => "determinant",
        F::Inverse => "inverse",
        F::LessThan => "lessThan",
        F::LessThanEqual => "lessThanEqual",
        F::GreaterThan => "greaterThan",
        F::GreaterThanEqual => "greaterThanEqual",
        F::Equal => "equal",
        F::NotEqual => "notEqual",
        F::Any => "any",
        F::All => "all",
        F::Not => "not",
        F::DFdx => "dFdx",
        F::DFdy => "dFdy",
        F::FWidth => "fwidth",
        // naga expands `mod` and exchanges columns and rows in the type of `outerProduct`; the others
        // are missing, or missing for these types.
        F::Mod
        | F::Modf
        | F::Mix
        | F::IsNan
        | F::IsInf
        | F::Dot
        | F::Normalize
        | F::FaceForward
        | F::Reflect
        | F::Refract
        | F::MatrixCompMult
        | F::OuterProduct
        | F::Texture
        | F::TextureProj
        | F::TextureLod
        | F::TextureProjLod
        | F::TextureGrad
        | F::TextureProjGrad
        | F::TextureSize
        | F::EmitVertex
        | F::EndPrimitive => return None,
    })
}

impl Printer<'_> {
    pub(super) fn builtin(
        &mut self,
        function: BuiltinFunction,
        arguments: &[Expression],
        result: Type,
    ) {
        if let Some(name) = native(function, arguments) {
            return self.call(name, arguments);
        }
        let types = arguments.iter().map(|argument| argument.ty).collect();
        let name = self.intrinsic(Intrinsic::Builtin(function), result, types);
        self.call(&name, arguments);
    }
}
