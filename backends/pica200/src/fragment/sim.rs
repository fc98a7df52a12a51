//! Runs a set-up.
//!
//! Two arithmetics are known: whole numbers with truncating divisions, bit-equal to Azahar's software
//! renderer, and exact values rounded to the nearest 1/255 after each stage, equal to its GLSL form. Nobody
//! has checked which one the hardware has; a set-up is right if it is right in both.

use super::execute::{self, Fragments, Given, Numbers};
use super::isa::{Fog, Setup, Side};

/// How stages compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// 8-bit numbers, divisions truncate, add-signed takes 128 off, dot3 sums three rounded products.
    Integer,
    /// Exact, then rounded to the nearest 1/255 before the scale.
    #[default]
    Rounded,
}

impl Arithmetic {
    /// Both.
    pub const ALL: [Arithmetic; 2] = [Arithmetic::Integer, Arithmetic::Rounded];
}

/// What one fragment gets from the units before the stages, in steps of 1/255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The interpolated colour.
    pub color: [u8; 4],
    /// Primary and secondary colour of the lighting unit.
    pub light: [[u8; 4]; 2],
    /// Results of texture units 0 to 3.
    pub textures: [[u8; 4]; 4],
    /// How little fog there is, from 0 to [`CLEAR`]: what the table has for the depth.
    pub fog: u16,
}

/// The factor of the fog where there is none: its table has 11 bits.
pub const CLEAR: u16 = 2047;

/// The byte nearest to a value; NaN counts as 0.
pub fn byte(value: f32) -> u8 {
    // The cast takes NaN to 0.
    (value.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as u8
}

/// What a fragment becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaded {
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
    /// Whether the alpha test throws it away.
    pub discarded: bool,
}

/// The whole numbers of an arithmetic, in steps of 1/255, and the colours of a set-up.
struct Simulated<'a> {
    setup: &'a Setup,
    arithmetic: Arithmetic,
}

fn steps(color: [u8; 4]) -> [i32; 4] {
    color.map(i32::from)
}

impl Simulated<'_> {
    /// A product of two numbers of 1/255, back to one.
    fn product(&self, numerator: i32) -> i32 {
        match self.arithmetic {
            Arithmetic::Integer => numerator.div_euclid(255),
            Arithmetic::Rounded => (2 * numerator + 255).div_euclid(510),
        }
    }
}

impl Numbers for Simulated<'_> {
    type Value = i32;

    /// One half lies between two steps. What Azahar's GLSL form takes off rounds by the chance of its floats, here it goes
    /// up.
    fn number(&mut self, number: f64) -> i32 {
        let steps = number * 255.0;
        match self.arithmetic {
            Arithmetic::Integer => steps.ceil() as i32,
            Arithmetic::Rounded => steps.floor() as i32,
        }
    }

    fn add(&mut self, a: i32, b: i32) -> i32 {
        a + b
    }

    fn sub(&mut self, a: i32, b: i32) -> i32 {
        a - b
    }

    fn mul(&mut self, a: i32, b: i32) -> i32 {
        self.product(a * b)
    }

    fn mix(&mut self, a: i32, b: i32, t: i32) -> i32 {
        self.product(b * t + a * (255 - t))
    }

    fn scaled(&mut self, value: i32, factor: f64) -> i32 {
        value * factor as i32
    }

    fn kept(&mut self, value: i32, low: f64, high: f64) -> i32 {
        let [low, high] = [low, high].map(|limit| (limit * 255.0) as i32);
        value.clamp(low, high)
    }
}

impl Fragments for Simulated<'_> {
    fn constant(&mut self, stage: usize) -> [i32; 4] {
        steps(self.setup.stages[stage].color)
    }

    fn buffer(&mut self) -> [i32; 4] {
        steps(self.setup.buffer)
    }

    fn centred(&mut self, a: [i32; 3], b: [i32; 3]) -> i32 {
        let terms = a.iter().zip(b).map(|(a, b)| (2 * a - 255) * (2 * b - 255));
        match self.arithmetic {
            // Division of whole numbers in Rust goes towards zero, too.
            Arithmetic::Integer => terms.map(|term| (term + 128) / 256).sum(),
            Arithmetic::Rounded => (2 * terms.sum::<i32>() + 255).div_euclid(510),
        }
    }

    fn replaces(&self, side: Side) -> bool {
        side == Side::Rgb || self.arithmetic == Arithmetic::Rounded
    }
}

/// Runs all stages, the alpha test and the fog, but for gas.
pub fn run(setup: &Setup, fragment: &Fragment, arithmetic: Arithmetic) -> Shaded {
    run_watched(setup, fragment, arithmetic, &mut |_, _, _| {})
}

/// As [`run`]; `watch` sees the number of each stage, its result, and the buffer that the next one finds.
pub fn run_watched(
    setup: &Setup,
    fragment: &Fragment,
    arithmetic: Arithmetic,
    watch: &mut dyn FnMut(usize, [u8; 4], [u8; 4]),
) -> Shaded {
    let mut numbers = Simulated { setup, arithmetic };
    let given = Given {
        color: steps(fragment.color),
        light: fragment.light.map(steps),
        textures: fragment.textures.map(steps),
    };
    let bytes = |color: [i32; 4]| color.map(|value| value as u8);
    let color = execute::run(setup, given, &mut numbers, |number, result, next| {
        watch(number, bytes(result), bytes(next));
    });
    let mut color = bytes(color);
    let keeps = |(test, reference): (super::isa::Test, u8)| test.keeps(color[3], reference);
    let discarded = !setup.alpha_test.is_none_or(keeps);
    if setup.fog == Fog::Linear {
        let fog = setup.fog_color.unwrap_or_default();
        for (lane, fog) in color.iter_mut().zip(fog) {
            *lane = fogged(*lane, fog, fragment.fog, arithmetic);
        }
    }
    Shaded { color, discarded }
}

/// A lane between the colour and the fog's. As Azahar's renderers: the software one cuts off.
fn fogged(color: u8, fog: u8, factor: u16, arithmetic: Arithmetic) -> u8 {
    let (factor, clear) = (u32::from(factor.min(CLEAR)), u32::from(CLEAR));
    let sum = factor * u32::from(color) + (clear - factor) * u32::from(fog);
    let mixed = match arithmetic {
        Arithmetic::Integer => sum / clear,
        Arithmetic::Rounded => (2 * sum + clear) / (2 * clear),
    };
    mixed as u8
}
