//! What a program makes of `gl_Position` and `gl_PointSize` for the hardware behind it, written again from the
//! documentation of each target (docs/lima-gp.md and docs/nv2a.md, "gl_Position"; docs/command-line.md).

use crate::domain::{Domain, Value};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::{ClipDepth, Scalar, Shader, Shape};
use retroshade_kit::target::{Options, Position};

/// The largest |1/w| that lima passes on.
const LARGEST: f32 = 1e10;

/// What a program was asked to make of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    hardware: Hardware,
    position: Position,
    invert_y: bool,
    /// From the range of z in the source to that of the machine, as bounds in terms of w.
    depth: Option<[(f32, f32); 2]>,
}

/// What stands behind vertex programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hardware {
    /// A unit that clips, divides and brings to the screen, and takes z in this range.
    Whole(ClipDepth),
    /// nv2a: nothing; w is kept.
    Nv2a,
    /// lima: nothing; it wants 1/w.
    Lima,
}

impl Hardware {
    /// The range of z that it takes.
    fn clip_depth(self) -> ClipDepth {
        match self {
            Hardware::Whole(range) => range,
            Hardware::Nv2a => ClipDepth::ZeroToW,
            Hardware::Lima => ClipDepth::MinusWToW,
        }
    }
}

/// The uniforms by which drivers tell where the screen is, with the lanes that are used.
const DRIVER: [(&str, u32, u32); 5] = [
    ("viewport_scale", 1, 4),
    ("viewport_offset", 1, 4),
    ("gl_mali_ViewportTransform", 2, 4),
    ("gl_mali_PointSizeParameters", 1, 4),
    ("gl_mali_FragCoordHeight", 1, 1),
];

/// Gives the uniforms of drivers numbers of their own.
pub(crate) fn draw(inputs: &mut RunInputs, number: &mut dyn FnMut() -> f32) {
    for (name, count, lanes) in DRIVER {
        let shape = Shape {
            array: Some(count).filter(|count| *count > 1),
            ..Shape::vector(Scalar::Float, lanes as u8)
        };
        let value = (0..count * lanes).map(|_| number()).collect();
        let data = UniformData {
            shape: Some(shape),
            value,
        };
        inputs.uniforms.insert(name.to_owned(), data);
    }
}

fn driver(inputs: &RunInputs, name: &str, at: usize) -> f32 {
    let data = inputs.uniforms.get(name);
    let number = data.and_then(|data| data.value.get(at));
    number.copied().unwrap_or(f32::NAN)
}

impl Screen {
    pub(crate) fn new(hardware: Hardware, shader: &Shader, options: &Options) -> Screen {
        let machine = hardware.clip_depth();
        let setting = options.settings.get("clip-depth").map(String::as_str);
        let source = match (setting, shader.interface.clip_depth) {
            (Some("gl"), _) => Some(ClipDepth::MinusWToW),
            // A shading language that has another range than OpenGL leaves no choice.
            (None, ClipDepth::MinusWToW) | (Some(_), _) => None,
            (None, other) => Some(other),
        };
        let source =
            source.filter(|source| options.position == Position::Native && *source != machine);
        Screen {
            hardware,
            position: options.position,
            invert_y: options.is_on("invert-y"),
            depth: source.map(|source| [source, machine].map(bounds)),
        }
    }

    /// What becomes of the numbers of an output.
    pub(crate) fn output<T: Copy>(
        self,
        numbers: &mut dyn PositionArithmetic<T>,
        inputs: &RunInputs,
        name: &str,
        lanes: &[T],
    ) -> Vec<T> {
        match (name, lanes) {
            ("gl_Position", &[x, y, z, w]) => self.place(numbers, inputs, [x, y, z, w]).to_vec(),
            ("gl_PointSize", &[size])
                if self.hardware == Hardware::Lima && self.position == Position::Native =>
            {
                let [low, high, factor] = [0, 1, 2]
                    .map(|at| numbers.given(driver(inputs, "gl_mali_PointSizeParameters", at)));
                let size = numbers.clamp(size, low, high);
                vec![numbers.mul(size, factor)]
            }
            _ => lanes.to_vec(),
        }
    }

    fn place<T: Copy>(
        self,
        numbers: &mut dyn PositionArithmetic<T>,
        inputs: &RunInputs,
        [x, mut y, mut z, w]: [T; 4],
    ) -> [T; 4] {
        if self.invert_y {
            let minus = numbers.given(-1.0);
            y = numbers.mul(y, minus);
        }
        if let Some(ranges) = self.depth {
            z = with_depth(numbers, ranges, z, w);
        }
        if matches!(self.hardware, Hardware::Whole(_)) || self.position == Position::Clip {
            return [x, y, z, w];
        }
        let inverse = numbers.rcp(w);
        let inverse = match self.hardware {
            Hardware::Lima => {
                let (low, high) = (numbers.given(-LARGEST), numbers.given(LARGEST));
                numbers.clamp(inverse, low, high)
            }
            _ => inverse,
        };
        let mut place = [x, y, z];
        for (at, lane) in place.iter_mut().enumerate() {
            let [scale, offset] = match self.hardware {
                Hardware::Lima => {
                    [at, 4 + at].map(|at| driver(inputs, "gl_mali_ViewportTransform", at))
                }
                _ => ["viewport_scale", "viewport_offset"].map(|name| driver(inputs, name, at)),
            };
            *lane = numbers.mul(*lane, inverse);
            if self.position == Position::Native {
                let (scale, offset) = (numbers.given(scale), numbers.given(offset));
                let scaled = numbers.mul(*lane, scale);
                *lane = numbers.add(scaled, offset);
            }
        }
        let [x, y, z] = place;
        match self.hardware {
            Hardware::Lima => [x, y, z, inverse],
            _ => [x, y, z, w],
        }
    }
}

/// z in another range: it runs from near w to far w, and is to run from new near w to new far w.
fn with_depth<T: Copy>(
    numbers: &mut dyn PositionArithmetic<T>,
    [(near, far), (new_near, new_far)]: [(f32, f32); 2],
    z: T,
    w: T,
) -> T {
    let scale = (new_far - new_near) / (far - near);
    let (factor, share) = (numbers.given(scale), numbers.given(new_near - scale * near));
    let (scaled, moved) = (numbers.mul(z, factor), numbers.mul(w, share));
    numbers.add(scaled, moved)
}

/// A position of a source with this range of z as OpenGL has it, -w to w.
pub(crate) fn in_gl_range<T: Copy>(
    numbers: &mut dyn PositionArithmetic<T>,
    source: ClipDepth,
    position: &[T],
) -> Vec<T> {
    match position {
        &[x, y, z, w] if source != ClipDepth::MinusWToW => {
            let ranges = [source, ClipDepth::MinusWToW].map(bounds);
            vec![x, y, with_depth(numbers, ranges, z, w), w]
        }
        other => other.to_vec(),
    }
}

fn bounds(depth: ClipDepth) -> (f32, f32) {
    match depth {
        ClipDepth::MinusWToW => (-1.0, 1.0),
        ClipDepth::ZeroToW => (0.0, 1.0),
        ClipDepth::MinusWToZero => (-1.0, 0.0),
    }
}

/// The arithmetic that positions need, over formulas and over plain numbers.
pub(crate) trait PositionArithmetic<T> {
    fn given(&mut self, number: f32) -> T;
    fn add(&mut self, a: T, b: T) -> T;
    fn mul(&mut self, a: T, b: T) -> T;
    fn rcp(&mut self, a: T) -> T;
    fn clamp(&mut self, x: T, low: T, high: T) -> T;
}

impl PositionArithmetic<Value> for Domain {
    fn given(&mut self, number: f32) -> Value {
        Domain::given(self, number)
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        Domain::add(self, a, b)
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        Domain::mul(self, a, b)
    }

    fn rcp(&mut self, a: Value) -> Value {
        Domain::rcp(self, a)
    }

    fn clamp(&mut self, x: Value, low: Value, high: Value) -> Value {
        Domain::clamp(self, x, low, high)
    }
}

/// Floats as the machine has them.
pub(crate) struct Floats;

impl PositionArithmetic<f32> for Floats {
    fn given(&mut self, number: f32) -> f32 {
        number
    }

    fn add(&mut self, a: f32, b: f32) -> f32 {
        a + b
    }

    fn mul(&mut self, a: f32, b: f32) -> f32 {
        a * b
    }

    fn rcp(&mut self, a: f32) -> f32 {
        a.recip()
    }

    fn clamp(&mut self, x: f32, low: f32, high: f32) -> f32 {
        x.max(low).min(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_ir::Stage;

    const NATIVE: Position = Position::Native;
    const CLIP: Position = Position::Clip;
    const DIVIDE: Position = Position::Divide;

    const AGAL: Hardware = Hardware::Whole(ClipDepth::ZeroToW);
    const PICA200: Hardware = Hardware::Whole(ClipDepth::MinusWToZero);
    const NV2A: Hardware = Hardware::Nv2a;
    const LIMA: Hardware = Hardware::Lima;

    /// Hardware, position, settings, the range of the source, and what becomes of (2, 3, 5, 4).
    type Row = (
        Hardware,
        Position,
        &'static [(&'static str, &'static str)],
        ClipDepth,
        [f32; 4],
    );

    #[rustfmt::skip] // A row is a line.
    const ROWS: &[Row] = &[
        (AGAL, NATIVE, &[], ClipDepth::MinusWToW, [2.0, 3.0, 5.0, 4.0]),
        (AGAL, NATIVE, &[("invert-y", "on")], ClipDepth::MinusWToW, [2.0, -3.0, 5.0, 4.0]),
        // From -w..w to 0..w: (5 + 4) / 2.
        (AGAL, NATIVE, &[("clip-depth", "gl")], ClipDepth::MinusWToW, [2.0, 3.0, 4.5, 4.0]),
        (AGAL, CLIP, &[("clip-depth", "gl")], ClipDepth::MinusWToW, [2.0, 3.0, 5.0, 4.0]),
        (AGAL, NATIVE, &[("clip-depth", "native")], ClipDepth::MinusWToW, [2.0, 3.0, 5.0, 4.0]),
        (AGAL, NATIVE, &[], ClipDepth::ZeroToW, [2.0, 3.0, 5.0, 4.0]),
        // To -w..0: (5 - 4) / 2, and 5 - 4.
        (PICA200, NATIVE, &[("clip-depth", "gl")], ClipDepth::MinusWToW, [2.0, 3.0, 0.5, 4.0]),
        (PICA200, NATIVE, &[], ClipDepth::ZeroToW, [2.0, 3.0, 1.0, 4.0]),
        (PICA200, NATIVE, &[], ClipDepth::MinusWToZero, [2.0, 3.0, 5.0, 4.0]),
        (PICA200, NATIVE, &[("clip-depth", "native")], ClipDepth::ZeroToW, [2.0, 3.0, 5.0, 4.0]),
        (AGAL, NATIVE, &[], ClipDepth::MinusWToZero, [2.0, 3.0, 9.0, 4.0]),
        // Viewports: scales 1 to 4, offsets 5 to 8; of lima they are in one uniform.
        (NV2A, NATIVE, &[], ClipDepth::MinusWToW, [5.5, 7.5, 10.75, 4.0]),
        (NV2A, DIVIDE, &[], ClipDepth::MinusWToW, [0.5, 0.75, 1.25, 4.0]),
        (NV2A, CLIP, &[("invert-y", "on")], ClipDepth::MinusWToW, [2.0, -3.0, 5.0, 4.0]),
        (LIMA, NATIVE, &[], ClipDepth::MinusWToW, [14.0 + 0.5 * 10.0, 15.0 + 0.75 * 11.0, 16.0 + 1.25 * 12.0, 0.25]),
        (LIMA, DIVIDE, &[], ClipDepth::MinusWToW, [0.5, 0.75, 1.25, 0.25]),
        (LIMA, CLIP, &[], ClipDepth::MinusWToW, [2.0, 3.0, 5.0, 4.0]),
        // From 0..w to -w..w: 2 * 5 - 4, and from -w..0: 2 * 5 + 4.
        (LIMA, NATIVE, &[], ClipDepth::ZeroToW, [19.0, 23.25, 16.0 + 1.5 * 12.0, 0.25]),
        (LIMA, NATIVE, &[], ClipDepth::MinusWToZero, [19.0, 23.25, 16.0 + 3.5 * 12.0, 0.25]),
    ];

    fn inputs() -> RunInputs {
        let mut inputs = RunInputs::default();
        let mut number = 0.0;
        draw(&mut inputs, &mut || {
            number += 1.0;
            number
        });
        // 9 to 16 would be the transform; the numbers of points are from 17 on.
        let transform = inputs
            .uniforms
            .get_mut("gl_mali_ViewportTransform")
            .unwrap();
        transform.value.iter_mut().for_each(|one| *one += 1.0);
        inputs
    }

    #[test]
    fn positions_are_what_the_hardware_wants() {
        let inputs = inputs();
        for (hardware, position, settings, range, wanted) in ROWS {
            let mut shader = Shader::new(Stage::Vertex, "screen");
            shader.interface.clip_depth = *range;
            let mut options = Options {
                position: *position,
                ..Options::default()
            };
            let settings = settings.iter();
            let settings = settings.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            options.settings.extend(settings);
            let screen = Screen::new(*hardware, &shader, &options);
            let place = [2.0, 3.0, 5.0, 4.0];
            let found = screen.output(&mut Floats, &inputs, "gl_Position", &place);
            assert_eq!(found, wanted, "{hardware:?} {position:?} {range:?}");
            // Other outputs stay as they are.
            let other = screen.output(&mut Floats, &inputs, "v", &place);
            assert_eq!(other, place);
            let mut domain = Domain::new(1);
            let lanes = place.map(|one| domain.given(one));
            let found = screen.output(&mut domain, &inputs, "gl_Position", &lanes);
            let reals: Vec<f32> = found.iter().map(|one| one.real as f32).collect();
            assert_eq!(reals, wanted, "{hardware:?} {position:?} {range:?}");
        }
    }

    #[test]
    fn points_and_far_positions_are_limited() {
        let mut inputs = inputs();
        let sizes = inputs
            .uniforms
            .get_mut("gl_mali_PointSizeParameters")
            .unwrap();
        sizes.value = vec![2.0, 8.0, 0.5, 0.0];
        let of = |hardware: Hardware, position: Position| {
            let options = Options {
                position,
                ..Options::default()
            };
            Screen::new(hardware, &Shader::new(Stage::Vertex, "screen"), &options)
        };
        let size = |screen: Screen, size: f32| {
            screen.output(&mut Floats, &inputs, "gl_PointSize", &[size])
        };
        let native = of(LIMA, NATIVE);
        assert_eq!(
            [1.0, 4.0, 9.0].map(|one| size(native, one)[0]),
            [1.0, 2.0, 4.0]
        );
        assert_eq!(size(of(LIMA, CLIP), 4.0), [4.0]);
        assert_eq!(size(of(NV2A, NATIVE), 4.0), [4.0]);
        let far =
            |w: f32| native.output(&mut Floats, &inputs, "gl_Position", &[0.0, 0.0, 0.0, w])[3];
        assert_eq!([1e-20, -1e-20].map(far), [1e10, -1e10]);
    }

    #[test]
    fn drivers_have_numbers_of_their_own() {
        let inputs = inputs();
        for (name, count, lanes) in DRIVER {
            let data = &inputs.uniforms[name];
            let shape = data.shape.unwrap();
            assert_eq!(shape.array, (count > 1).then_some(count));
            assert_eq!(
                (u32::from(shape.rows), data.value.len() as u32),
                (lanes, count * lanes)
            );
        }
        assert!(driver(&inputs, "viewport_scale", 4).is_nan());
        assert!(driver(&inputs, "none", 0).is_nan());
    }
}
