//! Runs a set-up.
//!
//! Two arithmetics are known: exact values clamped to [-1, 1], which the extension texts describe and xemu has;
//! and whole numbers of 1/255 with half = 128/255 and products rounded to the nearest, which explains every
//! pixel of the captures of nxdk_pgraph_tests. A set-up is right if it is right in both.

use super::execute::{Bit, Fragments, Machine, Numbers};
use super::isa::{ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, Mode, STAGES, Setup, keeps};
use std::convert::Infallible;

/// How combiners compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Exact, general results clamped to [-1, 1].
    #[default]
    Exact,
    /// In steps of 1/255.
    Fixed,
}

impl Arithmetic {
    /// Both.
    pub const ALL: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Fixed];

    fn one(self) -> f64 {
        match self {
            Arithmetic::Exact => 1.0,
            Arithmetic::Fixed => 255.0,
        }
    }

    /// A value between 0 and 1 as registers hold it.
    fn value(self, value: f64) -> f64 {
        match self {
            Arithmetic::Exact => value,
            Arithmetic::Fixed => (value.clamp(0.0, 1.0) * 255.0 + 0.5).floor(),
        }
    }
}

/// What one fragment gets from the units before the combiners, each in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fragment {
    /// The interpolated colours.
    pub colors: [[f64; 4]; 2],
    /// Results of the texture stages that are on.
    pub textures: [[f64; 4]; 4],
    /// The fog's colour and factor.
    pub fog: [f64; 4],
}

/// What a fragment becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shaded {
    /// Red, green, blue, alpha in [0, 1].
    pub color: [f64; 4],
    /// True if the alpha test throws it away.
    pub discarded: bool,
}

/// The numbers of an arithmetic, and the constants of a set-up.
struct Simulated<'a> {
    setup: &'a Setup,
    arithmetic: Arithmetic,
}

impl Numbers for Simulated<'_> {
    type Value = f64;

    fn number(&mut self, number: f64) -> f64 {
        self.arithmetic.value(number)
    }

    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }

    fn sub(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }

    fn mul(&mut self, a: f64, b: f64) -> f64 {
        match self.arithmetic {
            Arithmetic::Exact => a * b,
            Arithmetic::Fixed => (a * b / 255.0 + 0.5).floor(),
        }
    }

    fn mix(&mut self, a: f64, b: f64, t: f64) -> f64 {
        let mixed = t * b + (self.arithmetic.one() - t) * a;
        match self.arithmetic {
            Arithmetic::Exact => mixed,
            Arithmetic::Fixed => (mixed / 255.0 + 0.5).floor(),
        }
    }

    fn scaled(&mut self, value: f64, factor: f64) -> f64 {
        match self.arithmetic {
            Arithmetic::Exact => value * factor,
            // No step lies between those of a larger number.
            Arithmetic::Fixed => (value * factor + 0.5).floor(),
        }
    }

    fn kept(&mut self, value: f64, low: f64, high: f64) -> f64 {
        let one = self.arithmetic.one();
        value.clamp(low * one, high * one)
    }
}

impl Fragments for Simulated<'_> {
    type Choice = bool;
    type Fault = Infallible;

    fn unset(&mut self) -> f64 {
        0.0
    }

    fn dot(&mut self, a: [f64; 3], b: [f64; 3]) -> f64 {
        let products = a.into_iter().zip(b);
        products.map(|(a, b)| self.mul(a, b)).sum()
    }

    fn constant(&mut self, which: usize, stage: u32) -> [f64; 4] {
        let color = self.setup.factor(which, stage);
        color.map(|byte| self.arithmetic.value(f64::from(byte) / 255.0))
    }

    fn choice(&mut self, alpha: f64, bit: Bit) -> Result<bool, Infallible> {
        let alpha = alpha / self.arithmetic.one();
        Ok(match (bit, self.arithmetic) {
            (Bit::Most, Arithmetic::Exact) => alpha >= 0.5,
            (Bit::Most, Arithmetic::Fixed) => (alpha * 255.0 + 0.5).floor() >= 128.0,
            (Bit::Least, _) => {
                // The small addend: k/255 times 255 may fall short of k.
                (alpha.clamp(0.0, 1.0) * 255.0 + 1.0 / 1024.0).floor() as u32 & 1 == 1
            }
        })
    }

    fn chosen(&mut self, choice: bool, clear: f64, set: f64) -> f64 {
        if choice { set } else { clear }
    }
}

/// Runs all combiners and the alpha test.
pub fn run(setup: &Setup, fragment: &Fragment, arithmetic: Arithmetic) -> Shaded {
    run_watched(setup, fragment, arithmetic, &mut |_, _| {})
}

/// Registers by number, as numbers of which 1 is the largest that a register holds.
pub type Registers = [[f64; 4]; 16];

/// As [`run`]; `watch` sees what all registers hold before the first combiner, after each of them, and after the
/// final one, with the number of combiners that ran.
pub fn run_watched(
    setup: &Setup,
    fragment: &Fragment,
    arithmetic: Arithmetic,
    watch: &mut dyn FnMut(u32, Registers),
) -> Shaded {
    let mut numbers = Simulated { setup, arithmetic };
    let load = |color: [f64; 4]| color.map(|lane| arithmetic.value(lane));
    let modes = setup.modes();
    let textures = std::array::from_fn(|unit| match modes[unit] {
        Some(Mode::None) | None => load([0.0, 0.0, 0.0, 1.0]),
        Some(_) => load(fragment.textures[unit]),
    });
    let colors = fragment.colors.map(load);
    let mut machine = Machine::new(setup, colors, textures, load(fragment.fog), &mut numbers);
    let seen = |registers: &Registers| {
        registers.map(|register| register.map(|lane| lane / arithmetic.one()))
    };
    let count = setup.count().min(STAGES);
    watch(0, seen(&machine.registers));
    for stage in 0..count {
        let Ok(()) = machine.stage(stage, &mut numbers);
        watch(stage + 1, seen(&machine.registers));
    }
    let color = machine.last(&mut numbers);
    let color = color.map(|lane| lane / arithmetic.one());
    watch(count + 1, seen(&machine.registers));
    let alpha = (color[3] * 255.0 + 0.5).floor() as u8;
    let test = setup.word(ALPHA_FUNC);
    let reference = (setup.word(ALPHA_REF) & 255) as u8;
    Shaded {
        color,
        discarded: setup.word(ALPHA_ENABLE) == 1 && !keeps(test, alpha, reference),
    }
}
