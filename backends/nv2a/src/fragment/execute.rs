//! What combiners do, in any arithmetic: the simulator, the prover and the lifter run a set-up by this description.

use super::isa::{
    CONTROL, CW1, Half, Input, LIGHT_CONTROL, Mapping, Register, SPECULAR_ALPHA, SPECULAR_ENABLE,
    STAGES, Setup, Side,
};
pub use retroshade_combiner::numbers::Numbers;

/// Which bit of spare 0 alpha MUX tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bit {
    /// The most significant one: alpha is at least one half.
    Most,
    /// The least significant one.
    Least,
}

/// What combiners need beside arithmetic.
pub trait Fragments: Numbers {
    /// What a test of MUX said.
    type Choice: Copy;
    /// What cannot be computed.
    type Fault;

    /// What a register holds that nothing wrote.
    fn unset(&mut self) -> Self::Value;

    /// The inner product of three lanes.
    fn dot(&mut self, a: [Self::Value; 3], b: [Self::Value; 3]) -> Self::Value;

    /// A constant colour as a stage sees it; stage 8 is the final combiner.
    fn constant(&mut self, which: usize, stage: u32) -> [Self::Value; 4];

    /// Tests a bit of spare 0 alpha.
    ///
    /// # Errors
    /// Tests that are not modelled.
    fn choice(&mut self, alpha: Self::Value, bit: Bit) -> Result<Self::Choice, Self::Fault>;

    /// The first value where the bit is 0, the second where it is 1.
    fn chosen(&mut self, choice: Self::Choice, clear: Self::Value, set: Self::Value)
    -> Self::Value;
}

/// Combiners while a fragment passes.
#[derive(Debug)]
pub struct Machine<'a, N: Fragments> {
    setup: &'a Setup,
    /// What registers hold, by their numbers: red, green, blue, alpha.
    pub registers: [[N::Value; 4]; 16],
}

impl<'a, N: Fragments> Machine<'a, N> {
    /// Before the first combiner: `colors` are the interpolated ones, each lane in [0, 1], `textures` what the texture
    /// stages found, `fog` the fog's colour and factor.
    pub fn new(
        setup: &'a Setup,
        colors: [[N::Value; 4]; 2],
        textures: [[N::Value; 4]; 4],
        fog: [N::Value; 4],
        numbers: &mut N,
    ) -> Machine<'a, N> {
        let mut registers = [[numbers.unset(); 4]; 16];
        registers[usize::from(Register::ZERO.0)] = [numbers.number(0.0); 4];
        registers[usize::from(Register::FOG.0)] = fog;
        for (color, register) in colors.into_iter().zip(Register::COLORS) {
            registers[usize::from(register.0)] = color;
        }
        registers[8..12].copy_from_slice(&textures);
        // Alpha of spare 0 starts as that of texture 0.
        registers[12][3] = registers[8][3];
        Machine { setup, registers }
    }

    /// Runs a general combiner. All inputs are read before anything is written.
    ///
    /// # Errors
    /// What the numbers cannot compute.
    pub fn stage(&mut self, stage: u32, numbers: &mut N) -> Result<(), N::Fault> {
        let mut writes: Vec<(usize, usize, N::Value)> = Vec::new();
        let halves = self.setup.stage(stage);
        let choice = if halves.iter().any(|half| half.output.mux) {
            let bit = match self.setup.word(CONTROL) >> 8 & 15 {
                0 => Bit::Least,
                _ => Bit::Most,
            };
            Some(numbers.choice(self.registers[12][3], bit)?)
        } else {
            None
        };
        for (side, half) in Side::BOTH.into_iter().zip(&halves) {
            let results = self.products(half, stage, side, choice, numbers);
            let output = half.output;
            for (number, result) in results.into_iter().enumerate() {
                let register = usize::from(output.to[number]);
                if register == 0 {
                    continue;
                }
                let mut lane = |lane: usize| scaled(numbers, output.operation, result[lane]);
                if side == Side::Alpha {
                    writes.push((register, 3, lane(0)));
                    continue;
                }
                let lanes = [lane(0), lane(1), lane(2)];
                writes.extend((0..3).map(|lane| (register, lane, lanes[lane])));
                if number < 2 && output.blue[number] {
                    writes.push((register, 3, lanes[2]));
                }
            }
        }
        for (register, lane, value) in writes {
            self.registers[register][lane] = value;
        }
        Ok(())
    }

    fn read(&self, input: Input, stage: u32, side: Side, numbers: &mut N) -> [N::Value; 3] {
        let value = match input.register.constant() {
            Some(which) => numbers.constant(which, stage),
            None => self.registers[usize::from(input.register.0)],
        };
        let lanes = match (side, input.alpha) {
            (_, true) => [value[3]; 3],
            (Side::Alpha, false) => [value[2]; 3],
            (Side::Rgb, false) => [value[0], value[1], value[2]],
        };
        lanes.map(|lane| mapped(numbers, input.mapping, lane))
    }

    /// AB, CD and their sum or choice.
    fn products(
        &self,
        half: &Half,
        stage: u32,
        side: Side,
        choice: Option<N::Choice>,
        numbers: &mut N,
    ) -> [[N::Value; 3]; 3] {
        let inputs = half
            .inputs
            .map(|input| self.read(input, stage, side, numbers));
        let mut product = |number: usize| {
            let (a, b) = (inputs[2 * number], inputs[2 * number + 1]);
            if half.output.dot[number] {
                [numbers.dot(a, b); 3]
            } else {
                std::array::from_fn(|lane| numbers.mul(a[lane], b[lane]))
            }
        };
        let (ab, cd) = (product(0), product(1));
        let choice = choice.filter(|_| half.output.mux);
        let sum = std::array::from_fn(|lane| match choice {
            Some(choice) => numbers.chosen(choice, ab[lane], cd[lane]),
            None => numbers.add(ab[lane], cd[lane]),
        });
        [ab, cd, sum]
    }

    /// Runs the final combiner: the colour, each lane in [0, 1].
    pub fn last(&mut self, numbers: &mut N) -> [N::Value; 4] {
        let one = numbers.number(1.0);
        let flags = self.setup.word(CW1);
        let [a, b, c, d, e, f, g] = self.setup.last();
        let unit = |value: N::Value, flag: u32, numbers: &mut N| {
            let value = numbers.kept(value, 0.0, 1.0);
            match flags >> flag & 1 {
                1 => numbers.sub(one, value),
                _ => value,
            }
        };
        for lane in 0..3 {
            let second = unit(self.registers[5][lane], 6, numbers);
            let spare = unit(self.registers[12][lane], 5, numbers);
            let sum = numbers.add(second, spare);
            self.registers[14][lane] = match flags & 0x80 {
                0 => sum,
                _ => numbers.kept(sum, 0.0, 1.0),
            };
        }
        let e = self.read(e, STAGES, Side::Rgb, numbers);
        let f = self.read(f, STAGES, Side::Rgb, numbers);
        for lane in 0..3 {
            self.registers[15][lane] = numbers.mul(e[lane], f[lane]);
        }
        let inputs = [a, b, c, d];
        let [a, b, c, d] = inputs.map(|input| self.read(input, STAGES, Side::Rgb, numbers));
        let mut lane = |lane: usize| {
            let mixed = numbers.mix(c[lane], b[lane], a[lane]);
            numbers.add(mixed, d[lane])
        };
        let [red, green, blue] = [lane(0), lane(1), lane(2)];
        let [alpha, ..] = self.read(g, STAGES, Side::Alpha, numbers);
        [red, green, blue, alpha].map(|lane| numbers.kept(lane, 0.0, 1.0))
    }
}

/// Bias, scale and limits of a general result.
fn scaled<N: Numbers>(numbers: &mut N, operation: u32, value: N::Value) -> N::Value {
    let value = match operation & 1 {
        1 => {
            let half = numbers.number(0.5);
            numbers.sub(value, half)
        }
        _ => value,
    };
    let value = match operation >> 1 & 3 {
        0 => value,
        1 => numbers.scaled(value, 2.0),
        2 => numbers.scaled(value, 4.0),
        _ => numbers.scaled(value, 0.5),
    };
    numbers.kept(value, -1.0, 1.0)
}

/// What a product reads for a register's value.
fn mapped<N: Numbers>(numbers: &mut N, mapping: Mapping, e: N::Value) -> N::Value {
    let zero = numbers.number(0.0);
    let one = numbers.number(1.0);
    let half = numbers.number(0.5);
    match mapping {
        Mapping::Signed => return e,
        Mapping::SignedNegate => return numbers.sub(zero, e),
        Mapping::UnsignedInvert => {
            let unit = numbers.kept(e, 0.0, 1.0);
            return numbers.sub(one, unit);
        }
        _ => {}
    }
    let positive = numbers.kept(e, 0.0, f64::INFINITY);
    match mapping {
        Mapping::Expand => {
            let twice = numbers.scaled(positive, 2.0);
            numbers.sub(twice, one)
        }
        Mapping::ExpandNegate => {
            let twice = numbers.scaled(positive, 2.0);
            numbers.sub(one, twice)
        }
        Mapping::HalfBias => numbers.sub(positive, half),
        Mapping::HalfBiasNegate => numbers.sub(half, positive),
        _ => positive,
    }
}

/// The second colour as combiners see it, where the set-up says what lets it through; else as the application does, which
/// is taken to let all of it through.
pub fn second_color<T: Copy>(setup: &Setup, color: [T; 4], zero: T, one: T) -> [T; 4] {
    let [red, green, blue, alpha] = color;
    if setup.words.get(&SPECULAR_ENABLE) == Some(&0) {
        return [zero, zero, zero, one];
    }
    match setup.words.get(&LIGHT_CONTROL) {
        Some(word) if word & SPECULAR_ALPHA == 0 => [red, green, blue, one],
        _ => [red, green, blue, alpha],
    }
}
