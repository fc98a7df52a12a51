//! Evaluation of constant expressions.
//!
//! Floats follow IEEE 754 in single precision: overflow gives infinities, `0.0 / 0.0` gives NaN, nothing
//! traps; whoever prints a value decides how to spell these. The transcendental functions are computed in
//! double precision by one portable library and rounded once, so that every machine folds alike. `int`
//! wraps around at 32 bits. What ESSL leaves undefined has a value here as well: integer division by zero
//! gives 0, a float beyond the range of `int` gives the nearest `int`, a shift uses the low five bits of
//! its right side.

mod construct;
mod functions;
mod geometry;
mod operators;

pub(crate) use construct::construct;
pub(crate) use functions::builtin;
pub(crate) use operators::{binary, unary};

use crate::typed::{Scalar, ScalarKind, Type};

/// A typed constant operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    /// Type: not a sampler.
    pub(crate) ty: Type,
    /// The scalars, as [`Constant`](crate::typed::Constant) orders them.
    pub(crate) scalars: &'a [Scalar],
}

impl Operand<'_> {
    /// Scalar `index`, or the only one of a scalar operand: how operators pair a vector with a scalar.
    fn lane(self, index: usize) -> Option<Scalar> {
        match self.scalars {
            [only] => Some(*only),
            many => many.get(index).copied(),
        }
    }

    /// All scalars as floats.
    fn floats(self) -> Vec<f32> {
        self.scalars
            .iter()
            .map(|scalar| to_float(*scalar))
            .collect()
    }
}

/// A scalar as `float(x)` gives it.
pub(crate) fn to_float(scalar: Scalar) -> f32 {
    match scalar {
        Scalar::Float(value) => value,
        Scalar::Int(value) => value as f32,
        Scalar::Uint(value) => value as f32,
        Scalar::Bool(value) => f32::from(u8::from(value)),
    }
}

/// A scalar as `int(x)` gives it.
pub(crate) fn to_int(scalar: Scalar) -> i32 {
    match scalar {
        Scalar::Float(value) => value as i32,
        Scalar::Int(value) => value,
        Scalar::Uint(value) => value as i32,
        Scalar::Bool(value) => i32::from(value),
    }
}

/// A scalar as `uint(x)` gives it.
fn to_uint(scalar: Scalar) -> u32 {
    match scalar {
        // By way of i64 so that -1.0 wraps as the integer -1 does.
        Scalar::Float(value) => value as i64 as u32,
        Scalar::Int(value) => value as u32,
        Scalar::Uint(value) => value,
        Scalar::Bool(value) => u32::from(value),
    }
}

/// A scalar as `bool(x)` gives it.
fn to_bool(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Float(value) => value != 0.0,
        Scalar::Int(value) => value != 0,
        Scalar::Uint(value) => value != 0,
        Scalar::Bool(value) => value,
    }
}

/// A scalar converted to another kind.
pub(crate) fn convert(scalar: Scalar, kind: ScalarKind) -> Scalar {
    match kind {
        ScalarKind::Float => Scalar::Float(to_float(scalar)),
        ScalarKind::Int => Scalar::Int(to_int(scalar)),
        ScalarKind::Uint => Scalar::Uint(to_uint(scalar)),
        ScalarKind::Bool => Scalar::Bool(to_bool(scalar)),
    }
}

/// Floats as scalars.
fn from_floats(floats: impl IntoIterator<Item = f32>) -> Vec<Scalar> {
    floats.into_iter().map(Scalar::Float).collect()
}
