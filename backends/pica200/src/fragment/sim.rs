//! Runs a set-up.
//!
//! Two arithmetics are known: whole numbers with truncating divisions, bit-equal to Azahar's software
//! renderer, and exact values rounded to the nearest 1/255 after each stage, equal to its GLSL form. Nobody
//! has checked which one the hardware has; a set-up is right if it is right in both.

use super::isa::{Fog, Function, Half, Registers, STORES, Setup, Side};

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

/// A stage's registers while a fragment passes, in steps of 1/255.
struct State {
    registers: Registers<i32>,
    arithmetic: Arithmetic,
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
    let steps = |color: [u8; 4]| color.map(i32::from);
    let mut state = State {
        registers: Registers {
            color: steps(fragment.color),
            light: fragment.light.map(steps),
            textures: fragment.textures.map(steps),
            previous: [0; 4],
            buffer: [0; 4],
            constant: [0; 4],
        },
        arithmetic,
    };
    let mut next = steps(setup.buffer);
    for (number, stage) in setup.stages.iter().enumerate() {
        state.registers.constant = steps(stage.color);
        let rgb = state.side(&stage.rgb, Side::Rgb, number);
        let alpha = match stage.rgb.function {
            Function::Dot3Alpha => rgb[0],
            _ => state.side(&stage.alpha, Side::Alpha, number)[0],
        };
        let scaled = |value: i32, half: &Half| (value << half.scale).min(255);
        let [red, green, blue] = rgb.map(|value| scaled(value, &stage.rgb));
        let result = [red, green, blue, scaled(alpha, &stage.alpha)];
        let store = stage.store.map(|store| store && number < STORES);
        state.registers.keep(result, store, &mut next);
        let bytes = |color: [i32; 4]| color.map(|value| value as u8);
        watch(number, bytes(result), bytes(next));
    }
    let mut color = state.registers.previous.map(|value| value as u8);
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

impl State {
    /// The result of one side before its scale; of alpha all three lanes are the same.
    fn side(&self, half: &Half, side: Side, number: usize) -> [i32; 3] {
        let replaced = side == Side::Rgb || self.arithmetic == Arithmetic::Rounded;
        let [a, b, c] = half.read(side, number == 0 && replaced).map(|operand| {
            let lanes = self.registers.read(operand);
            if operand.invert {
                lanes.map(|lane| 255 - lane)
            } else {
                lanes
            }
        });
        if half.function.is_dot() {
            return [self.dot(a, b); 3];
        }
        std::array::from_fn(|lane| self.combine(half.function, a[lane], b[lane], c[lane]))
    }

    fn combine(&self, function: Function, a: i32, b: i32, c: i32) -> i32 {
        // A product of two numbers of 1/255, back to one.
        let product = |numerator: i32| match self.arithmetic {
            Arithmetic::Integer => numerator.div_euclid(255),
            Arithmetic::Rounded => (2 * numerator + 255).div_euclid(510),
        };
        let value = match function {
            Function::Replace | Function::Dot3 | Function::Dot3Alpha => a,
            Function::Modulate => product(a * b),
            Function::Add => a + b,
            // It lies halfway between two steps. The GLSL form rounds by the chance of its floats, here it goes up.
            Function::AddSigned if self.arithmetic == Arithmetic::Rounded => a + b - 127,
            Function::AddSigned => a + b - 128,
            Function::Interpolate => product(a * c + b * (255 - c)),
            Function::Subtract => a - b,
            Function::MultiplyAdd => product(a * b + 255 * c),
            Function::AddMultiply => product((a + b).min(255) * c),
        };
        value.clamp(0, 255)
    }

    fn dot(&self, a: [i32; 3], b: [i32; 3]) -> i32 {
        let terms = a.iter().zip(b).map(|(a, b)| (2 * a - 255) * (2 * b - 255));
        let sum: i32 = match self.arithmetic {
            // Division of whole numbers in Rust goes towards zero, too.
            Arithmetic::Integer => terms.map(|term| (term + 128) / 256).sum(),
            Arithmetic::Rounded => (2 * terms.sum::<i32>() + 255).div_euclid(510),
        };
        sum.clamp(0, 255)
    }
}
