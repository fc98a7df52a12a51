//! What stages do, in numbers of any kind.

use super::isa::{Function, Half, Lanes, Operand, STORES, Side, Source, Stage};

/// Numbers that stages compute with. A register holds those from 0 to 1.
pub trait Numbers {
    /// A number.
    type Value: Copy;

    /// One less a number.
    fn inverse(&mut self, value: Self::Value) -> Self::Value;

    /// What a function gives that is no inner product, as a register holds it.
    fn combine(&mut self, function: Function, operands: [Self::Value; 3]) -> Self::Value;

    /// Four times the inner product of what two vectors are above one half, as a register holds it.
    fn dot(&mut self, a: [Self::Value; 3], b: [Self::Value; 3]) -> Self::Value;

    /// A number times 2 to a power, as a register holds it.
    fn scale(&mut self, value: Self::Value, power: u8) -> Self::Value;

    /// Whether operands of the first stage that read a stage before it read the source of the third one on a side.
    fn replaces(&self, side: Side) -> bool;
}

/// What a stage can read: red, green, blue, alpha.
#[derive(Clone, Copy, Debug)]
pub struct Registers<T> {
    /// The interpolated colour.
    pub color: [T; 4],
    /// The colours of the lighting unit.
    pub light: [[T; 4]; 2],
    /// The results of the texture units.
    pub textures: [[T; 4]; 4],
    /// The result of the stage before.
    pub previous: [T; 4],
    buffer: [T; 4],
    /// What the next stage finds in the buffer.
    pub next_buffer: [T; 4],
}

impl<T: Copy> Registers<T> {
    /// Registers before the first stage; `buffer` is what the second one finds in the buffer.
    pub fn new(zero: T, buffer: [T; 4]) -> Registers<T> {
        Registers {
            color: [zero; 4],
            light: [[zero; 4]; 2],
            textures: [[zero; 4]; 4],
            previous: [zero; 4],
            buffer: [zero; 4],
            next_buffer: buffer,
        }
    }

    /// Runs a stage, by its number, with its constant colour.
    pub fn run(
        &mut self,
        number: usize,
        stage: &Stage,
        constant: [T; 4],
        numbers: &mut impl Numbers<Value = T>,
    ) {
        let is_first = number == 0;
        let rgb = self.side(&stage.rgb, Side::Rgb, is_first, constant, numbers);
        let [alpha, ..] = match stage.rgb.function {
            Function::Dot3Alpha => rgb,
            _ => self.side(&stage.alpha, Side::Alpha, is_first, constant, numbers),
        };
        let [red, green, blue] = rgb.map(|value| numbers.scale(value, stage.rgb.scale));
        let alpha = numbers.scale(alpha, stage.alpha.scale);
        self.previous = [red, green, blue, alpha];
        self.buffer = self.next_buffer;
        if number < STORES && stage.store[0] {
            self.next_buffer[..3].copy_from_slice(&self.previous[..3]);
        }
        if number < STORES && stage.store[1] {
            self.next_buffer[3] = alpha;
        }
    }

    /// The result of one side before its scale; of alpha all three lanes are the same.
    fn side<N: Numbers<Value = T>>(
        &self,
        half: &Half,
        side: Side,
        is_first: bool,
        constant: [T; 4],
        numbers: &mut N,
    ) -> [T; 3] {
        let nothing = Operand::plain(Source::Color, side);
        let third = half.operands[2].unwrap_or(nothing).source;
        let [a, b, c] = [0, 1, 2].map(|place| {
            let mut operand = half.operands[place].unwrap_or(nothing);
            // There is no stage before the first: operands 1 and 2 read the third's source there.
            let is_missing = is_first && operand.source == Source::Previous && place < 2;
            if is_missing && numbers.replaces(side) {
                operand.source = third;
            }
            self.operand(operand, constant, numbers)
        });
        if half.function.is_dot() {
            return [numbers.dot(a, b); 3];
        }
        [0, 1, 2].map(|lane| numbers.combine(half.function, [a[lane], b[lane], c[lane]]))
    }

    fn operand(
        &self,
        operand: Operand,
        constant: [T; 4],
        numbers: &mut impl Numbers<Value = T>,
    ) -> [T; 3] {
        let value = match operand.source {
            Source::Color => self.color,
            Source::Light0 => self.light[0],
            Source::Light1 => self.light[1],
            Source::Texture0 => self.textures[0],
            Source::Texture1 => self.textures[1],
            Source::Texture2 => self.textures[2],
            Source::Texture3 => self.textures[3],
            Source::Buffer => self.buffer,
            Source::Constant => constant,
            Source::Previous => self.previous,
        };
        let lanes = match operand.lanes {
            Lanes::Rgb => [value[0], value[1], value[2]],
            lanes => [value[lanes.single().unwrap_or(3)]; 3],
        };
        if operand.invert {
            lanes.map(|lane| numbers.inverse(lane))
        } else {
            lanes
        }
    }
}
