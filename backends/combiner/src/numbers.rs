//! The arithmetic that set-ups run in.
//!
//! What combiners do is written once for each chip, in terms of [`Numbers`]: a simulator's floats or steps of 1/255, a
//! prover's exact numbers, a lifter's expressions.

/// Numbers that combiners can be run in.
pub trait Numbers {
    /// A number of one lane.
    type Value: Copy;

    /// A number as the units of the machine have it: an arithmetic in steps has the nearest one.
    fn number(&mut self, number: f64) -> Self::Value;

    /// a + b
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// a - b
    fn sub(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// a b
    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// a (1 - t) + b t, rounded once.
    fn mix(&mut self, a: Self::Value, b: Self::Value, t: Self::Value) -> Self::Value;

    /// A value times a power of two.
    fn scaled(&mut self, value: Self::Value, factor: f64) -> Self::Value;

    /// A value between the limits of a register; either may be infinite.
    fn kept(&mut self, value: Self::Value, low: f64, high: f64) -> Self::Value;
}

/// Something that has numbers, and more to say of a set-up.
pub trait HasNumbers {
    /// The numbers.
    type Numbers: Numbers;

    /// The numbers.
    fn numbers(&mut self) -> &mut Self::Numbers;
}

impl<T: HasNumbers> Numbers for T {
    type Value = <T::Numbers as Numbers>::Value;

    fn number(&mut self, number: f64) -> Self::Value {
        self.numbers().number(number)
    }

    fn add(&mut self, a: Self::Value, b: Self::Value) -> Self::Value {
        self.numbers().add(a, b)
    }

    fn sub(&mut self, a: Self::Value, b: Self::Value) -> Self::Value {
        self.numbers().sub(a, b)
    }

    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Self::Value {
        self.numbers().mul(a, b)
    }

    fn mix(&mut self, a: Self::Value, b: Self::Value, t: Self::Value) -> Self::Value {
        self.numbers().mix(a, b, t)
    }

    fn scaled(&mut self, value: Self::Value, factor: f64) -> Self::Value {
        self.numbers().scaled(value, factor)
    }

    fn kept(&mut self, value: Self::Value, low: f64, high: f64) -> Self::Value {
        self.numbers().kept(value, low, high)
    }
}
