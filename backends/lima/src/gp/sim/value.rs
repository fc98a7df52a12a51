//! Values with what is known of their nature.

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An ordinary number.
    Number,
    /// A table step of the function with this code of the complex unit.
    Table(u16),
    /// What `complex2` gives.
    Square,
    /// What `preexp2` gives.
    Prepared,
    /// A logarithm that `postlog2` has not seen.
    RawLogarithm,
    /// Anything.
    Undefined,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Table(_) => "a table step of a function",
            Kind::Square => "a result of complex2",
            Kind::Prepared => "a result of preexp2",
            Kind::RawLogarithm => "a logarithm without postlog2",
            Kind::Undefined => "an undefined value",
        }
    }
}

/// A value in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// The number; NaN for partial results.
    pub(super) number: f32,
    /// Its nature.
    pub(super) kind: Kind,
    /// For partial results the function's argument.
    pub(super) argument: f32,
}

impl Value {
    pub(super) const UNDEFINED: Value = Value {
        number: f32::NAN,
        kind: Kind::Undefined,
        argument: f32::NAN,
    };

    pub(super) fn number(number: f32) -> Value {
        Value {
            number,
            kind: Kind::Number,
            argument: number,
        }
    }

    pub(super) fn partial(kind: Kind, argument: f32) -> Value {
        Value {
            number: f32::NAN,
            kind,
            argument,
        }
    }
}

/// Whether two numbers are the same, NaN being itself.
pub(super) fn same(a: f32, b: f32) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}
