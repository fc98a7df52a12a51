//! What combiner stages do, in any arithmetic: the simulator, the prover and the lifter run a set-up by this description.

use super::isa::{Function, Half, Registers, STORES, Setup, Side};
pub use retroshade_combiner::numbers::Numbers;

/// What a fragment gets from the units before the stages, each lane in [0, 1].
#[derive(Clone, Copy, Debug)]
pub struct Given<T> {
    /// The interpolated colour.
    pub color: [T; 4],
    /// Primary and secondary colour of the lighting unit.
    pub light: [[T; 4]; 2],
    /// Results of texture units 0 to 3.
    pub textures: [[T; 4]; 4],
}

/// What stages need beside arithmetic.
pub trait Fragments: Numbers {
    /// The constant colour of a stage.
    fn constant(&mut self, stage: usize) -> [Self::Value; 4];

    /// What the buffer holds at first.
    fn buffer(&mut self) -> [Self::Value; 4];

    /// 4 times the inner product of a - 1/2 and b - 1/2.
    fn centred(&mut self, a: [Self::Value; 3], b: [Self::Value; 3]) -> Self::Value;

    /// True if in the first stage, which has none before it, A and B of a side read the third's source instead. Azahar's
    /// software renderer does so for colours alone.
    fn replaces(&self, side: Side) -> bool {
        let _ = side;
        true
    }
}

/// Runs all stages: the colour before the alpha test and the fog. `watch` sees the number of each stage, its result, and the
/// buffer that the next one finds.
pub fn run<N: Fragments>(
    setup: &Setup,
    given: Given<N::Value>,
    numbers: &mut N,
    mut watch: impl FnMut(usize, [N::Value; 4], [N::Value; 4]),
) -> [N::Value; 4] {
    let zero = numbers.number(0.0);
    let mut registers = Registers {
        color: given.color,
        light: given.light,
        textures: given.textures,
        previous: [zero; 4],
        buffer: [zero; 4],
        constant: [zero; 4],
    };
    let mut next = numbers.buffer();
    for (number, stage) in setup.stages.iter().enumerate() {
        registers.constant = numbers.constant(number);
        let rgb = half(&registers, &stage.rgb, Side::Rgb, number, numbers);
        let [alpha, ..] = match stage.rgb.function {
            Function::Dot3Alpha => rgb,
            _ => half(&registers, &stage.alpha, Side::Alpha, number, numbers),
        };
        let mut scaled = |value: N::Value, half: &Half| {
            let value = numbers.scaled(value, f64::from(1u32 << half.scale));
            numbers.kept(value, 0.0, 1.0)
        };
        let [red, green, blue] = rgb.map(|value| scaled(value, &stage.rgb));
        let result = [red, green, blue, scaled(alpha, &stage.alpha)];
        let store = stage.store.map(|store| store && number < STORES);
        registers.keep(result, store, &mut next);
        watch(number, result, next);
    }
    registers.previous
}

/// The result of one side before its scale; of alpha all three lanes are the same.
fn half<N: Fragments>(
    registers: &Registers<N::Value>,
    half: &Half,
    side: Side,
    number: usize,
    numbers: &mut N,
) -> [N::Value; 3] {
    let one = numbers.number(1.0);
    let replaced = number == 0 && numbers.replaces(side);
    let [a, b, c] = half.read(side, replaced).map(|operand| {
        let lanes = registers.read(operand);
        if operand.invert {
            lanes.map(|lane| numbers.sub(one, lane))
        } else {
            lanes
        }
    });
    if half.function.is_dot() {
        let sum = numbers.centred(a, b);
        return [numbers.kept(sum, 0.0, 1.0); 3];
    }
    std::array::from_fn(|lane| {
        let value = combined(numbers, half.function, a[lane], b[lane], c[lane]);
        numbers.kept(value, 0.0, 1.0)
    })
}

fn combined<N: Fragments>(
    numbers: &mut N,
    function: Function,
    a: N::Value,
    b: N::Value,
    c: N::Value,
) -> N::Value {
    match function {
        Function::Replace | Function::Dot3 | Function::Dot3Alpha => a,
        Function::Modulate => numbers.mul(a, b),
        Function::Add => numbers.add(a, b),
        Function::AddSigned => {
            let (sum, half) = (numbers.add(a, b), numbers.number(0.5));
            numbers.sub(sum, half)
        }
        Function::Interpolate => numbers.mix(b, a, c),
        Function::Subtract => numbers.sub(a, b),
        Function::MultiplyAdd => {
            let product = numbers.mul(a, b);
            numbers.add(product, c)
        }
        Function::AddMultiply => {
            let sum = numbers.add(a, b);
            let sum = numbers.kept(sum, 0.0, 1.0);
            numbers.mul(sum, c)
        }
    }
}
