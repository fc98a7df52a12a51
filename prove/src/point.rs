//! Points: numbers for everything that a shader reads.

use crate::domain::{Domain, Lever, Range, Turn};
use crate::field::Element;
use crate::screen;
use retroshade_ir::random::Random;
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, Op, SamplerKind, Scalar, Shader, Shape, Stage};
use retroshade_kit::reflect::Assumption;

/// A point of a shader's inputs, and the domain in which each number of it is an input of its own.
pub(crate) struct Point {
    pub(crate) inputs: RunInputs,
    /// The position in clip space, for programs that compute `gl_FragCoord` from it.
    pub(crate) clip: [f32; 4],
    /// The numbers that were drawn, in the order of drawing.
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) domain: Domain,
}

impl Point {
    /// The inputs as numbers.
    pub(crate) fn numbers(&mut self) -> RunInputs {
        let mut inputs = self.inputs.clone();
        let domain = &mut self.domain;
        let mut plain = |number: &mut f32| *number = domain.given(*number).real as f32;
        for data in inputs.uniforms.values_mut() {
            data.value.iter_mut().for_each(&mut plain);
        }
        let rows = inputs
            .attributes
            .values_mut()
            .chain(inputs.varyings.values_mut());
        for row in rows.flat_map(|data| &mut data.values) {
            row.iter_mut().for_each(&mut plain);
        }
        let special = inputs.frag_coord.iter_mut().chain(&mut inputs.point_coord);
        for row in special.flatten() {
            row.iter_mut().for_each(&mut plain);
        }
        inputs
    }
}

/// Which point it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) number: u64,
    /// How often elements were drawn again beside the same reals.
    pub(crate) redraw: u64,
    /// Numbers that are others than what was drawn.
    pub(crate) moved: Vec<Moved>,
    /// Comparisons that come out otherwise than the reals say.
    pub(crate) turned: Vec<Turn>,
}

/// A number of a point that is not what was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moved {
    pub(crate) lever: Lever,
    pub(crate) real: f32,
    pub(crate) element: Element,
}

impl Place {
    pub(crate) fn numbered(number: u64) -> Place {
        Place {
            number,
            ..Place::default()
        }
    }

    /// The same with a number moved.
    pub(crate) fn with(&self, moved: Moved) -> Place {
        let mut place = self.clone();
        place.moved.retain(|other| other.lever != moved.lever);
        place.moved.push(moved);
        place
    }

    /// The same with a comparison turned.
    pub(crate) fn turning(&self, turn: Turn) -> Place {
        let mut place = self.clone();
        place.turned.push(turn);
        place
    }
}

/// A number that was drawn for an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) real: f32,
    pub(crate) element: Element,
    pub(crate) scalar: Scalar,
    /// What the program may take it for.
    pub(crate) range: Range,
}

/// How the reals of a point are drawn.
#[derive(Clone, Copy)]
enum Profile {
    /// Between these.
    Range(f32, f32),
    /// Often a number of the shader's, or one near it or half or twice of it.
    Literals,
}

const PROFILES: [Profile; 8] = [
    Profile::Range(0.0, 1.0),
    Profile::Range(-1.0, 1.0),
    Profile::Range(-0.4, 0.4),
    Profile::Literals,
    Profile::Range(-4.0, 4.0),
    Profile::Range(-0.2, 0.6),
    Profile::Range(-60.0, 60.0),
    Profile::Range(0.1, 12.0),
];

/// How numbers are drawn that a program may take for numbers in [0, 1].
const UNITS: [(f32, f32); 8] = [
    (0.0, 1.0),
    (0.5, 1.0),
    (0.0, 0.5),
    (0.0, 1.0),
    (0.8, 1.0),
    (0.0, 0.2),
    (0.25, 0.75),
    (0.0, 1.0),
];

/// Knowledge about the numbers of a point besides their values.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setting<'a> {
    /// Uniforms and varyings that a program may take for numbers in [0, 1].
    pub(crate) assumed: &'a [Assumption],
    /// A shader whose uniforms have numbers, too.
    pub(crate) also: Option<&'a Shader>,
}

/// The numbers of a shader that tell where its inputs matter.
pub(crate) struct Marks {
    /// Literals, and the whole numbers as floats.
    literals: Vec<f32>,
    /// Literals, ends of loops and tables.
    wholes: Vec<i32>,
}

struct Drawing<'a> {
    seed: u64,
    /// Numbers of the variable that is drawn.
    random: Random,
    place: &'a Place,
    drawn: Vec<Drawn>,
    profile: Profile,
    marks: &'a Marks,
    /// The range of numbers in [0, 1], where those that are drawn have to be.
    unit: (f32, f32),
    /// The range that drawn numbers have to be in: anywhere, above 0, or in [0, 1].
    range: Range,
    domain: Domain,
}

impl Drawing<'_> {
    /// Goes on with a variable, whose numbers depend on no other's.
    fn begin(&mut self, name: &str) {
        let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        self.random = Random::new(name.bytes().fold(self.seed, mixed));
    }

    fn number(&mut self, scalar: Scalar) -> f32 {
        match scalar {
            Scalar::Bool => {
                let drawn = self.random.below(2);
                self.declare(drawn as f32, scalar)
            }
            Scalar::Int => {
                let whole = self.whole();
                self.declare(whole as f32, scalar)
            }
            Scalar::Float => self.float(),
        }
    }

    fn whole(&mut self) -> i32 {
        if self.range == Range::UNIT {
            return self.random.below(2) as i32;
        }
        let (low, high) = match self.profile {
            // Flags: where each of several is set now and then, all are seldom set in turn.
            Profile::Range(_, high) if high < 1.0 => return self.random.below(2) as i32,
            Profile::Range(low, _) if low < -1.0 => (-4, 4),
            _ => (0, 4),
        };
        let small = low + self.random.below((high - low + 1) as u64) as i32;
        let kind = self.random.below(6);
        let beside = self.random.below(3) as i32 - 1;
        let whole = match (kind, self.random.pick(&self.marks.wholes)) {
            (0, Some(mark)) => mark + beside,
            (1, Some(mark)) => mark / 2,
            (2, Some(mark)) => mark * 2,
            (3, Some(mark)) if low < 0 => -mark,
            _ => small,
        };
        self.range.nearest(whole.into()) as i32
    }

    fn float(&mut self) -> f32 {
        let (low, high) = match self.profile {
            Profile::Literals => {
                let kind = self.random.below(3);
                if let Some(&literal) = self.random.pick(&self.marks.literals)
                    && self.range.has(literal.into())
                {
                    match kind {
                        // Exactly the literal, so that comparisons meet ties.
                        0 => return self.declare_as(literal, Kind::Literal),
                        1 if self.range != Range::UNIT => {
                            let size = [0.5, 1.0, 1.0, 2.0][self.random.below(4) as usize];
                            let near = self.random.below(1 << 20) as f32 / (1u32 << 22) as f32;
                            let drawn = literal * size * (0.875 + near);
                            return self.declare(apart(drawn), Scalar::Float);
                        }
                        _ => {}
                    }
                }
                (-2.0, 2.0)
            }
            Profile::Range(low, high) => (low, high),
        };
        let (low, high) = match self.range {
            Range::UNIT => self.unit,
            _ => (low, high),
        };
        let unit = self.random.below(1 << 24) as f32 / (1u32 << 24) as f32;
        let drawn = low + (high - low) * unit;
        let inside = self.range.has(drawn.into());
        self.declare(if inside { drawn } else { -drawn }, Scalar::Float)
    }

    fn declare(&mut self, number: f32, scalar: Scalar) -> f32 {
        self.declare_as(number, Kind::Drawn(scalar))
    }

    /// Makes an input of its own of a number, or of what the place has instead of it.
    fn declare_as(&mut self, number: f32, kind: Kind) -> f32 {
        let bits = self.random.bits();
        let random = match self.place.redraw {
            0 => bits,
            redraw => Random::new(bits ^ redraw).bits(),
        };
        let input = self.drawn.len();
        let mut moved = self.place.moved.iter();
        let moved = moved.find(|moved| moved.lever == Lever::Input(input));
        let (kind, number, random) = match (moved, kind) {
            (Some(moved), Kind::Literal) => {
                (Kind::Drawn(Scalar::Float), moved.real, moved.element.bits())
            }
            (Some(moved), kind) => (kind, moved.real, moved.element.bits()),
            (None, kind) => (kind, number, random),
        };
        let (known, scalar) = match kind {
            Kind::Literal => (self.domain.declare_literal(number, input), Scalar::Float),
            Kind::Drawn(Scalar::Float) => {
                self.domain.declare_input(number, random, input);
                (number, Scalar::Float)
            }
            Kind::Drawn(scalar) => (self.domain.declare_whole(number, input), scalar),
        };
        if self.range != Range::ANY {
            self.domain.bound_input(known, self.range);
        }
        self.drawn.push(Drawn {
            real: number,
            element: self.domain.given(known).element,
            scalar,
            range: self.range,
        });
        known
    }

    /// A position in clip space. Pixels of an image of 64 by 64 are mostly too far from 0 to tell colours apart, so
    /// that half of the positions are such that window coordinates are as other inputs.
    fn position(&mut self) -> [f32; 4] {
        // Of literals these could be numbers that the program has.
        let near = matches!(self.profile, Profile::Range(..)) && self.random.one_in(2);
        let [x, y, z, w] = [(); 4].map(|()| self.number(Scalar::Float));
        if !near {
            return [x, y, z, w];
        }
        let [x, y] = [x, y].map(|pixel| self.declare((pixel / 32.0 - 1.0) * w, Scalar::Float));
        [x, y, z, w]
    }

    fn numbers(&mut self, shape: Shape, range: Range) -> Vec<f32> {
        self.range = range;
        let count = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
        let numbers = (0..count).map(|_| self.number(shape.scalar)).collect();
        self.range = Range::ANY;
        numbers
    }
}

/// A number near another, a little nearer to 0, that no program has as a constant: inputs are known by their reals.
pub(crate) fn apart(real: f32) -> f32 {
    if real.abs() < f32::MIN_POSITIVE {
        1.234_567_9e-6
    } else if real.to_bits() & 0xff == 0 {
        f32::from_bits(real.to_bits() - 0x35)
    } else {
        real
    }
}

/// What a number is drawn as.
#[derive(Clone, Copy)]
enum Kind {
    /// An input of its own.
    Drawn(Scalar),
    /// A number that is written in the shader.
    Literal,
}

/// Larger numbers are taken for none that an input is compared with.
const LARGEST_MARK: i32 = 4096;

impl Marks {
    /// Collects the marks of a shader, the same for all of its points.
    pub(crate) fn of(shader: &Shader) -> Marks {
        let mut literals = vec![0.0, 1.0, 0.5];
        let mut wholes = Vec::new();
        let interface = &shader.interface;
        let variables = interface.uniforms.values().chain(interface.inputs.values());
        let lengths = variables.filter_map(|variable| variable.shape.array);
        let lengths = lengths.chain(shader.arrays.values().map(|array| array.len));
        wholes.extend(lengths.map(|len| len as i32));
        for inst in shader.insts.values() {
            let Op::Constant(constant) = inst.op else {
                continue;
            };
            match constant.ty.scalar {
                Scalar::Float => {
                    let lanes = (0..constant.ty.lanes).map(|lane| constant.float(lane));
                    literals.extend(lanes.filter(|number| number.is_finite()));
                }
                Scalar::Int => wholes.extend(constant.lanes().iter().map(|bits| *bits as i32)),
                Scalar::Bool => {}
            }
        }
        wholes.retain(|whole| whole.abs() <= LARGEST_MARK);
        wholes.sort_unstable();
        wholes.dedup();
        literals.extend(wholes.iter().map(|whole| *whole as f32));
        Marks { literals, wholes }
    }

    /// Literals that a lookup can find, the ends of its range first.
    fn found(&self) -> Vec<f32> {
        let unit = self.literals.iter().copied();
        let mut found: Vec<f32> = unit.filter(|one| (0.0..=1.0).contains(one)).collect();
        found.dedup();
        found
    }
}

/// A point of a shader.
pub(crate) fn point(shader: &Shader, marks: &Marks, place: &Place, setting: Setting) -> Point {
    let number = place.number;
    let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x7265_7472_6f73;
    let profile = PROFILES[(number % 8) as usize];
    let mut drawing = Drawing {
        seed,
        random: Random::new(seed),
        profile,
        marks,
        place,
        drawn: Vec::new(),
        unit: UNITS[(number % 8) as usize],
        range: Range::ANY,
        domain: Domain::new(seed ^ place.redraw << 32),
    };
    if let Profile::Literals = profile {
        drawing.domain.found = marks.found();
    }
    for moved in &place.moved {
        if let Lever::Lookup(lookup) = moved.lever {
            let to = (moved.real.into(), moved.element);
            drawing.domain.moved.insert(lookup, to);
        }
    }
    drawing.domain.turned.clone_from(&place.turned);
    let mut inputs = RunInputs {
        stage: Some(shader.stage),
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let assumed = |name: &str, scalar: Scalar| {
        let one = setting.assumed.iter().find(|one| one.name == name);
        match (one, scalar) {
            (Some(one), Scalar::Int) => Range::new(one.min, one.max),
            (Some(_), _) => Range::UNIT,
            (None, _) => Range::ANY,
        }
    };
    for variable in shader.interface.inputs.values() {
        drawing.begin(&variable.name);
        match variable.builtin {
            Some(Builtin::FragCoord) => {
                inputs.frag_coord = Some(vec![drawing.numbers(variable.shape, Range::POSITIVE)]);
            }
            Some(Builtin::PointCoord) => {
                inputs.point_coord = Some(vec![
                    (0..2).map(|_| drawing.number(Scalar::Float)).collect(),
                ]);
            }
            Some(Builtin::FrontFacing) => {
                inputs.front_facing = Some(vec![drawing.number(Scalar::Bool) > 0.5]);
            }
            None | Some(Builtin::LastFragColor | Builtin::LastFragDepth | Builtin::Position) => {
                let data = InputData {
                    shape: Some(variable.shape),
                    values: vec![drawing.numbers(
                        variable.shape,
                        assumed(&variable.name, variable.shape.scalar),
                    )],
                };
                let table = inputs.table_mut(shader.stage);
                table.insert(variable.name.clone(), data);
            }
            Some(_) => {}
        }
    }
    // The state that has a value unless somebody changes it is known to the compiler.
    let uniforms = [Some(shader), setting.also].into_iter().flatten();
    let uniforms = uniforms.flat_map(|shader| shader.interface.uniforms.values());
    for variable in uniforms.filter(|variable| !variable.name.starts_with("gl_DepthRange")) {
        for leaf in variable.leaves() {
            if inputs.uniforms.contains_key(&leaf.name) {
                continue;
            }
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            drawing.begin(&leaf.name);
            let value = drawing.numbers(shape, assumed(&leaf.name, shape.scalar));
            let data = UniformData {
                shape: Some(shape),
                value,
            };
            inputs.uniforms.insert(leaf.name, data);
        }
    }
    for sampler in shader.interface.samplers.values() {
        let data = TextureData {
            kind: match sampler.kind {
                SamplerKind::Cube => TextureKind::Cube,
                SamplerKind::D2 | SamplerKind::External => TextureKind::D2,
            },
            filter: Filter::Nearest,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::Pattern(0),
        };
        for leaf in sampler.leaves() {
            for element in 0..leaf.array.unwrap_or(0) {
                let name = format!("{}[{element}]", leaf.name);
                inputs.textures.insert(name, data.clone());
            }
            inputs.textures.insert(leaf.name, data.clone());
        }
    }
    drawing.begin("gl_Position");
    if shader.stage == Stage::Vertex {
        screen::draw(&mut inputs, &mut || drawing.number(Scalar::Float));
    }
    let clip = drawing.position();
    Point {
        inputs,
        clip,
        drawn: drawing.drawn,
        domain: drawing.domain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::{SourceFile, SourceMap};
    use retroshade_ir::text::parse;

    const TEXT: &str = "shader fragment \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4\nuniform uniform1 \"k\" vec4\n\
        uniform uniform2 \"i\" int\nsampler sampler0 \"s\" d2\nsampler sampler1 \"w\" cube\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n\
        %0:f4 = input in0[0]\n%1:f1 = const 0.375\nyield %0\n}\n";

    fn shader() -> Shader {
        let file = SourceMap::new().add(SourceFile::new("test", TEXT));
        parse(TEXT, file).unwrap()
    }

    fn at(number: u64, redraw: u64, assumed: &[Assumption]) -> Point {
        let shader = shader();
        let setting = Setting {
            assumed,
            also: None,
        };
        let place = Place {
            redraw,
            ..Place::numbered(number)
        };
        point(&shader, &Marks::of(&shader), &place, setting)
    }

    fn numbers(point: &mut Point) -> Vec<f32> {
        let inputs = point.numbers();
        let varyings = inputs.varyings.values();
        let varyings = varyings.flat_map(|data| data.values.iter().flatten());
        let uniforms = inputs.uniforms.values();
        varyings
            .chain(uniforms.flat_map(|data| &data.value))
            .copied()
            .collect()
    }

    #[test]
    fn reals_are_drawn_by_the_profiles() {
        for (place, profile) in PROFILES.into_iter().enumerate() {
            let (mut least, mut most, mut literal) = (f32::INFINITY, f32::NEG_INFINITY, 0);
            let mut integers = Vec::new();
            for round in 0..40 {
                let inputs = at(8 * round + place as u64, 0, &[]).numbers();
                let data = &inputs.varyings["v"].values[0];
                assert_eq!(data.len(), 4);
                for &number in data {
                    least = least.min(number);
                    most = most.max(number);
                    literal += u32::from([0.0, 0.5, 1.0, 0.375].contains(&number));
                }
                integers.push(inputs.uniforms["i"].value[0] as i32);
            }
            let (low, high) = match profile {
                Profile::Range(low, high) => (low, high),
                // Twice a literal, and a little more.
                Profile::Literals => (-2.0, 2.25),
            };
            integers.sort();
            integers.dedup();
            let wanted = match profile {
                Profile::Range(_, high) if high < 1.0 => 0..=1,
                _ if low < -2.0 => -4..=4,
                _ => 0..=4,
            };
            assert_eq!(integers, wanted.collect::<Vec<_>>(), "{place}");
            let spread = high - low;
            assert!(
                least >= low && least < low + 0.1 * spread,
                "{place}: {least}"
            );
            assert!(
                most <= high && most > high - 0.1 * spread,
                "{place}: {most}"
            );
            match profile {
                Profile::Literals => assert!((30..80).contains(&literal), "{literal}"),
                Profile::Range(..) => assert!(literal < 3, "{literal}"),
            }
        }
    }

    #[test]
    fn assumed_numbers_are_in_their_range() {
        let assumed = ["u", "i"].map(|name| Assumption {
            name: name.to_owned(),
            min: 0.0,
            max: 1.0,
        });
        for number in 0..64 {
            let inputs = at(number, 0, &assumed).numbers();
            assert!([0.0, 1.0].contains(&inputs.uniforms["i"].value[0]));
            let (low, high) = UNITS[(number % 8) as usize];
            let literal = |one: f32| [0.0, 0.5, 1.0, 0.375].contains(&one);
            let inside = |one: &f32| (low..=high).contains(one) || literal(*one);
            assert!(inputs.uniforms["u"].value.iter().all(inside));
        }
        let free = (0..64).flat_map(|number| {
            at(number, 0, &assumed).numbers().uniforms["k"]
                .value
                .clone()
        });
        assert!(free.into_iter().any(|one| one < 0.0));
        let whole = (0..64).map(|number| at(number, 0, &[]).numbers().uniforms["i"].value[0]);
        assert!(whole.into_iter().any(|one| one > 1.0));
    }

    #[test]
    fn redrawn_points_have_other_elements() {
        let (mut one, mut again, mut other) = (at(6, 0, &[]), at(6, 0, &[]), at(6, 1, &[]));
        let reals = numbers(&mut one);
        assert_eq!(
            (numbers(&mut again), numbers(&mut other)),
            (reals.clone(), reals.clone())
        );
        assert_eq!(one.clip, other.clip);
        let mut constants = [&mut one, &mut other, &mut at(7, 0, &[])]
            .map(|point| point.domain.log2_of_e().element)
            .to_vec();
        constants.sort();
        constants.dedup();
        assert_eq!(constants.len(), 3);
        for real in reals.into_iter().filter(|real| real.fract() != 0.0) {
            let of = |point: &mut Point| point.domain.given(real).element;
            assert_eq!(of(&mut one), of(&mut again));
            assert_ne!(of(&mut one), of(&mut other), "{real}");
        }
        assert_ne!(numbers(&mut at(7, 0, &[])), numbers(&mut at(15, 0, &[])));
    }

    #[test]
    fn half_of_the_positions_are_near_the_corner() {
        let near = |number: &u64| {
            let [x, y, _, w] = at(*number, 0, &[]).clip;
            let pixel = |lane: f32| (lane / w + 1.0) * 32.0;
            [x, y]
                .iter()
                .all(|lane| (-0.001..1.001).contains(&pixel(*lane)))
        };
        let count = (0..100).map(|round| 8 * round).filter(near).count();
        assert!((35..65).contains(&count), "{count}");
    }

    /// What is drawn for a variable depends on no other.
    #[test]
    fn other_variables_change_no_number() {
        let text = TEXT.replace(
            "uniform uniform0 \"u\" vec4\nuniform uniform1 \"k\" vec4\n",
            "uniform uniform0 \"k\" vec4\n",
        );
        let text = text.replace("uniform uniform2", "uniform uniform1");
        let file = SourceMap::new().add(SourceFile::new("test", &text));
        let fewer = parse(&text, file).unwrap();
        for number in 0..16 {
            let place = Place::numbered(number);
            let marks = Marks::of(&fewer);
            let mut fewer = point(&fewer, &marks, &place, Setting::default());
            let mut all = at(number, 0, &[]);
            let of = |point: &mut Point| {
                let known = point.inputs.uniforms["k"].value.clone();
                let elements = known.iter().map(|one| point.domain.given(*one).element);
                let elements: Vec<_> = elements.collect();
                (point.numbers().uniforms["k"].clone(), elements)
            };
            assert_eq!(of(&mut fewer), of(&mut all));
        }
    }

    /// Whole numbers reach the literals and lengths of the shader, and lie beside them.
    #[test]
    fn whole_numbers_are_drawn_by_the_shader() {
        let text = "shader vertex \"a\"\nuniform uniform0 \"i\" int\nuniform uniform1 \"t\" vec4[9]\noutput out0 \"gl_Position\" vec4 builtin=position\n\
            body {\n%0:i1 = const 20\n%1:f4 = uniform uniform1[0]\nyield %1\n}\n";
        let file = SourceMap::new().add(SourceFile::new("test", text));
        let shader = parse(text, file).unwrap();
        let marks = Marks::of(&shader);
        let drawn: Vec<i32> = (0..400)
            .map(|number| {
                let place = Place::numbered(number);
                let mut point = point(&shader, &marks, &place, Setting::default());
                point.numbers().uniforms["i"].value[0] as i32
            })
            .collect();
        for wanted in [0, 4, 8, 9, 10, 18, 19, 20, 21, 40] {
            assert!(drawn.contains(&wanted), "{wanted}");
        }
    }

    #[test]
    fn textures_are_of_their_kind() {
        let inputs = at(0, 0, &[]).inputs;
        assert!(
            inputs.textures["s"].kind == TextureKind::D2
                && inputs.textures["w"].kind == TextureKind::Cube
        );
    }
}
