//! Runs a set-up.
//!
//! Two arithmetics are known: exact values clamped to [-1, 1], which the extension texts describe and xemu has;
//! and whole numbers of 1/255 with half = 128/255 and products rounded to the nearest, which explains every
//! pixel of the captures of nxdk_pgraph_tests. A set-up is right if it is right in both.

use super::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, CONTROL, CW1, Half, Input, Mapping, Mode, Register,
    STAGES, Setup, Side, keeps,
};

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

    fn half(self) -> f64 {
        match self {
            Arithmetic::Exact => 0.5,
            Arithmetic::Fixed => 128.0,
        }
    }

    fn product(self, a: f64, b: f64) -> f64 {
        match self {
            Arithmetic::Exact => a * b,
            Arithmetic::Fixed => (a * b / 255.0 + 0.5).floor(),
        }
    }

    /// A value between 0 and 1 as registers hold it.
    fn value(self, value: f64) -> f64 {
        match self {
            Arithmetic::Exact => value,
            Arithmetic::Fixed => (value.clamp(0.0, 1.0) * 255.0 + 0.5).floor(),
        }
    }

    fn map(self, mapping: Mapping, e: f64) -> f64 {
        let (one, half, positive) = (self.one(), self.half(), e.max(0.0));
        match mapping {
            Mapping::Unsigned => positive,
            Mapping::UnsignedInvert => one - positive.min(one),
            Mapping::Expand => 2.0 * positive - one,
            Mapping::ExpandNegate => one - 2.0 * positive,
            Mapping::HalfBias => positive - half,
            Mapping::HalfBiasNegate => half - positive,
            Mapping::Signed => e,
            Mapping::SignedNegate => -e,
        }
    }

    /// Bias, scale and clamp of a result.
    fn result(self, operation: u32, value: f64) -> f64 {
        let value = if operation & 1 == 1 {
            value - self.half()
        } else {
            value
        };
        let scaled = value * [1.0, 2.0, 4.0, 0.5][(operation >> 1 & 3) as usize];
        let rounded = if self == Arithmetic::Fixed && operation == 6 {
            (scaled + 0.5).floor()
        } else {
            scaled
        };
        rounded.clamp(-self.one(), self.one())
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

/// Registers while a fragment passes.
struct State<'a> {
    setup: &'a Setup,
    arithmetic: Arithmetic,
    registers: [[f64; 4]; 16],
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
    let mut state = State {
        setup,
        arithmetic,
        registers: [[0.0; 4]; 16],
    };
    let load = |color: [f64; 4]| color.map(|lane| arithmetic.value(lane));
    state.registers[3] = load(fragment.fog);
    for (color, register) in fragment.colors.iter().zip(Register::COLORS) {
        state.registers[usize::from(register.0)] = load(*color);
    }
    for (unit, mode) in setup.modes().into_iter().enumerate() {
        let color = match mode {
            Some(Mode::None) | None => [0.0, 0.0, 0.0, 1.0],
            Some(_) => fragment.textures[unit],
        };
        state.registers[8 + unit] = load(color);
    }
    // Alpha of spare 0 starts as that of texture 0.
    state.registers[12][3] = state.registers[8][3];
    let count = setup.count().min(STAGES);
    watch(0, state.numbers());
    for stage in 0..count {
        state.stage(stage);
        watch(stage + 1, state.numbers());
    }
    let color = state
        .last()
        .map(|lane| (lane / arithmetic.one()).clamp(0.0, 1.0));
    watch(count + 1, state.numbers());
    let alpha = (color[3] * 255.0 + 0.5).floor() as u8;
    let test = setup.word(ALPHA_FUNC);
    let reference = (setup.word(ALPHA_REF) & 255) as u8;
    Shaded {
        color,
        discarded: setup.word(ALPHA_ENABLE) == 1 && !keeps(test, alpha, reference),
    }
}

impl State<'_> {
    fn numbers(&self) -> Registers {
        let one = self.arithmetic.one();
        self.registers
            .map(|register| register.map(|lane| lane / one))
    }

    fn read(&self, input: Input, stage: u32, side: Side) -> [f64; 3] {
        let value = match input.register.constant() {
            Some(which) => {
                let color = self.setup.factor(which, stage);
                color.map(|byte| self.arithmetic.value(f64::from(byte) / 255.0))
            }
            None => self.registers[usize::from(input.register.0)],
        };
        let lanes = match (side, input.alpha) {
            (_, true) => [value[3]; 3],
            (Side::Alpha, false) => [value[2]; 3],
            (Side::Rgb, false) => [value[0], value[1], value[2]],
        };
        lanes.map(|lane| self.arithmetic.map(input.mapping, lane))
    }

    /// All inputs are read before anything is written.
    fn stage(&mut self, stage: u32) {
        let mut writes: Vec<(usize, usize, f64)> = Vec::new();
        let bit = self.chooses_second();
        for (side, half) in Side::BOTH.into_iter().zip(&self.setup.stage(stage)) {
            let results = self.products(half, stage, side, bit);
            let output = half.output;
            for (number, result) in results.into_iter().enumerate() {
                let register = usize::from(output.to[number]);
                if register == 0 {
                    continue;
                }
                let lanes = result.map(|lane| self.arithmetic.result(output.operation, lane));
                if side == Side::Alpha {
                    writes.push((register, 3, lanes[0]));
                    continue;
                }
                writes.extend((0..3).map(|lane| (register, lane, lanes[lane])));
                if number < 2 && output.blue[number] {
                    writes.push((register, 3, lanes[2]));
                }
            }
        }
        for (register, lane, value) in writes {
            self.registers[register][lane] = value;
        }
    }

    /// Evaluates the test of MUX, before the stage writes.
    fn chooses_second(&self) -> bool {
        let alpha = self.registers[12][3] / self.arithmetic.one();
        if self.setup.word(CONTROL) >> 8 & 15 != 0 {
            return match self.arithmetic {
                Arithmetic::Exact => alpha >= 0.5,
                Arithmetic::Fixed => (alpha * 255.0 + 0.5).floor() >= 128.0,
            };
        }
        // The small addend: k/255 times 255 may fall short of k.
        (alpha.clamp(0.0, 1.0) * 255.0 + 1.0 / 1024.0).floor() as u32 & 1 == 1
    }

    /// AB, CD and their sum or choice.
    fn products(&self, half: &Half, stage: u32, side: Side, second: bool) -> [[f64; 3]; 3] {
        let inputs = half.inputs.map(|input| self.read(input, stage, side));
        let product = |number: usize| {
            let (a, b) = (inputs[2 * number], inputs[2 * number + 1]);
            let lanes: [f64; 3] =
                std::array::from_fn(|lane| self.arithmetic.product(a[lane], b[lane]));
            if half.output.dot[number] {
                [lanes.iter().sum(); 3]
            } else {
                lanes
            }
        };
        let (ab, cd) = (product(0), product(1));
        let sum = match (half.output.mux, second) {
            (false, _) => std::array::from_fn(|lane| ab[lane] + cd[lane]),
            (true, false) => ab,
            (true, true) => cd,
        };
        [ab, cd, sum]
    }

    fn last(&mut self) -> [f64; 4] {
        let one = self.arithmetic.one();
        let flags = self.setup.word(CW1);
        let unit = |value: f64, invert: bool| {
            let value = value.clamp(0.0, one);
            if invert { one - value } else { value }
        };
        let [e, f, g] = [4, 5, 6].map(|number| self.setup.last()[number]);
        let mut sum = [0.0; 4];
        for (lane, slot) in sum.iter_mut().enumerate().take(3) {
            let second = unit(self.registers[5][lane], flags >> 6 & 1 == 1);
            let total = second + unit(self.registers[12][lane], flags >> 5 & 1 == 1);
            *slot = if flags & 0x80 != 0 {
                total.clamp(0.0, one)
            } else {
                total
            };
        }
        self.registers[14] = sum;
        let (e, f) = (
            self.read(e, STAGES, Side::Rgb),
            self.read(f, STAGES, Side::Rgb),
        );
        for lane in 0..3 {
            self.registers[15][lane] = self.arithmetic.product(e[lane], f[lane]);
        }
        self.registers[15][3] = 0.0;
        let inputs = self.setup.last();
        let [a, b, c, d] = [0, 1, 2, 3].map(|number| self.read(inputs[number], STAGES, Side::Rgb));
        let lane = |lane: usize| match self.arithmetic {
            Arithmetic::Exact => a[lane] * b[lane] + (1.0 - a[lane]) * c[lane] + d[lane],
            Arithmetic::Fixed => {
                let mixed = a[lane] * b[lane] + (255.0 - a[lane]) * c[lane];
                (mixed / 255.0 + 0.5).floor() + d[lane]
            }
        };
        [
            lane(0),
            lane(1),
            lane(2),
            self.read(g, STAGES, Side::Alpha)[0],
        ]
    }
}
