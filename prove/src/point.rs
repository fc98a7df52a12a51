//! Points: numbers for everything that a shader reads.

use crate::domain::Domain;
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
    /// The floats that were drawn as inputs of their own, in the order of drawing.
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) domain: Domain,
}

/// Which point it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) number: u64,
    /// How often elements were drawn again beside the same reals.
    pub(crate) redraw: u64,
    /// The one float that is another than what was drawn.
    pub(crate) moved: Option<Moved>,
}

/// A float of a point that is not what was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moved {
    /// Its place in [`Point::drawn`].
    pub(crate) input: usize,
    pub(crate) real: f32,
    pub(crate) element: Element,
}

impl Place {
    pub(crate) fn numbered(number: u64) -> Place {
        Place {
            number,
            redraw: 0,
            moved: None,
        }
    }
}

/// A float that was drawn for an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) real: f32,
    /// Whether the program may take it for a number in [0, 1].
    pub(crate) bounded: bool,
}

/// How the reals of a point are drawn.
#[derive(Clone, Copy)]
enum Profile {
    /// Between these.
    Range(f32, f32),
    /// Often a number that the shader compares with.
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

/// What else is known of the numbers of a point.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setting<'a> {
    /// Uniforms and varyings that a program may take for numbers in [0, 1].
    pub(crate) assumed: &'a [Assumption],
    /// A shader whose uniforms have numbers, too.
    pub(crate) also: Option<&'a Shader>,
}

struct Drawing<'a> {
    random: Random,
    place: Place,
    drawn: Vec<Drawn>,
    profile: Profile,
    literals: &'a [f32],
    /// The range of numbers in [0, 1], where those that are drawn have to be.
    unit: (f32, f32),
    bounded: bool,
    domain: Domain,
}

impl Drawing<'_> {
    fn number(&mut self, scalar: Scalar) -> f32 {
        let whole = match (scalar, self.profile) {
            (Scalar::Bool, _) => Some((0, 1)),
            (Scalar::Int, _) if self.bounded => Some((0, 1)),
            (Scalar::Int, Profile::Range(low, _)) if low < -1.0 => Some((-4, 4)),
            (Scalar::Int, _) => Some((0, 4)),
            (Scalar::Float, _) => None,
        };
        if let Some((low, high)) = whole {
            let drawn = self.random.below((high - low + 1) as u64);
            let number = (low + drawn as i32) as f32;
            self.domain.declare_whole(number);
            return number;
        }
        let (low, high) = match self.profile {
            Profile::Literals => {
                if self.random.one_in(3)
                    && let Some(&literal) = self.random.pick(self.literals)
                    && (!self.bounded || (0.0..=1.0).contains(&literal))
                {
                    // Exactly the literal, so that comparisons meet ties: no input of its own.
                    return literal;
                }
                (-2.0, 2.0)
            }
            Profile::Range(low, high) => (low, high),
        };
        let (low, high) = if self.bounded { self.unit } else { (low, high) };
        let unit = self.random.below(1 << 24) as f32 / (1u32 << 24) as f32;
        self.declare(low + (high - low) * unit)
    }

    /// Makes an input of its own of a number, or of what the place has instead of it.
    fn declare(&mut self, number: f32) -> f32 {
        let bits = self.random.bits();
        let random = match self.place.redraw {
            0 => bits,
            redraw => Random::new(bits ^ redraw).bits(),
        };
        let moved = self.place.moved;
        let moved = moved.filter(|moved| moved.input == self.drawn.len());
        let (number, random) = match moved {
            Some(moved) => (moved.real, moved.element.bits()),
            None => (number, random),
        };
        self.domain.declare_input(number, random);
        self.drawn.push(Drawn {
            real: number,
            bounded: self.bounded,
        });
        number
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
        let [x, y] = [x, y].map(|pixel| self.declare((pixel / 32.0 - 1.0) * w));
        [x, y, z, w]
    }

    fn numbers(&mut self, shape: Shape, bounded: bool) -> Vec<f32> {
        self.bounded = bounded;
        let count = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
        let numbers = (0..count).map(|_| self.number(shape.scalar)).collect();
        self.bounded = false;
        numbers
    }
}

/// The literals of a shader, the same for all of its points.
pub(crate) fn literals(shader: &Shader) -> Vec<f32> {
    let mut literals = vec![0.0, 1.0, 0.5];
    for inst in shader.insts.values() {
        if let Op::Constant(constant) = inst.op
            && constant.ty.scalar == Scalar::Float
        {
            let lanes = (0..constant.ty.lanes).map(|lane| constant.float(lane));
            literals.extend(lanes.filter(|number| number.is_finite()));
        }
    }
    literals
}

/// A point of a shader.
pub(crate) fn point(shader: &Shader, literals: &[f32], place: Place, setting: Setting) -> Point {
    let number = place.number;
    let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x7265_7472_6f73;
    let mut drawing = Drawing {
        random: Random::new(seed),
        profile: PROFILES[(number % 8) as usize],
        literals,
        place,
        drawn: Vec::new(),
        unit: UNITS[(number % 8) as usize],
        bounded: false,
        domain: Domain::new(seed ^ place.redraw << 32),
    };
    let mut inputs = RunInputs {
        stage: Some(shader.stage),
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let assumed = |name: &str| setting.assumed.iter().any(|one| one.name == name);
    for variable in shader.interface.inputs.values() {
        match variable.builtin {
            Some(Builtin::FragCoord) => {
                inputs.frag_coord = Some(vec![
                    (0..4).map(|_| drawing.number(Scalar::Float)).collect(),
                ]);
            }
            Some(Builtin::PointCoord) => {
                inputs.point_coord = Some(vec![
                    (0..2).map(|_| drawing.number(Scalar::Float)).collect(),
                ]);
            }
            Some(Builtin::FrontFacing) => {
                inputs.front_facing = Some(vec![drawing.number(Scalar::Bool) != 0.0]);
            }
            None | Some(Builtin::LastFragColor | Builtin::LastFragDepth) => {
                let data = InputData {
                    shape: Some(variable.shape),
                    values: vec![drawing.numbers(variable.shape, assumed(&variable.name))],
                };
                let table = match shader.stage {
                    Stage::Vertex => &mut inputs.attributes,
                    Stage::Fragment => &mut inputs.varyings,
                };
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
            let value = drawing.numbers(shape, assumed(&leaf.name));
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
        point(&shader, &literals(&shader), place, setting)
    }

    fn numbers(point: &Point) -> Vec<f32> {
        let varyings = point.inputs.varyings.values();
        let varyings = varyings.flat_map(|data| data.values.iter().flatten());
        let uniforms = point.inputs.uniforms.values();
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
                let point = at(8 * round + place as u64, 0, &[]);
                let data = &point.inputs.varyings["v"].values[0];
                assert_eq!(data.len(), 4);
                for &number in data {
                    least = least.min(number);
                    most = most.max(number);
                    literal += u32::from([0.0, 0.5, 1.0, 0.375].contains(&number));
                }
                integers.push(point.inputs.uniforms["i"].value[0] as i32);
            }
            let (low, high) = match profile {
                Profile::Range(low, high) => (low, high),
                Profile::Literals => (-2.0, 2.0),
            };
            integers.sort();
            integers.dedup();
            let lowest = if low < -2.0 { -4 } else { 0 };
            assert_eq!(integers, (lowest..=4).collect::<Vec<_>>(), "{place}");
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
            let point = at(number, 0, &assumed);
            assert!([0.0, 1.0].contains(&point.inputs.uniforms["i"].value[0]));
            let (low, high) = UNITS[(number % 8) as usize];
            let literal = |one: f32| [0.0, 0.5, 1.0, 0.375].contains(&one);
            let inside = |one: &f32| (low..=high).contains(one) || literal(*one);
            assert!(point.inputs.uniforms["u"].value.iter().all(inside));
        }
        let free =
            (0..64).flat_map(|number| at(number, 0, &assumed).inputs.uniforms["k"].value.clone());
        assert!(free.into_iter().any(|one| one < 0.0));
        let whole = (0..64).map(|number| at(number, 0, &[]).inputs.uniforms["i"].value[0]);
        assert!(whole.into_iter().any(|one| one > 1.0));
    }

    #[test]
    fn redrawn_points_have_other_elements() {
        let (mut one, mut again, mut other) = (at(6, 0, &[]), at(6, 0, &[]), at(6, 1, &[]));
        let reals = numbers(&one);
        assert_eq!(
            (numbers(&again), numbers(&other)),
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
        assert_ne!(numbers(&at(7, 0, &[])), numbers(&at(15, 0, &[])));
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

    #[test]
    fn textures_are_of_their_kind() {
        let inputs = at(0, 0, &[]).inputs;
        assert!(
            inputs.textures["s"].kind == TextureKind::D2
                && inputs.textures["w"].kind == TextureKind::Cube
        );
    }
}
