//! Random fragment shaders of the class that combiner stages compute, for machines without fragment programs.
//!
//! Their values are colours: texture lookups at varyings, an interpolated colour, uniforms and literals in [0, 1], put
//! together by products, sums, differences, mixes, complements, doublings, clamps, minima and inner products; in some a
//! lane decides between two of them, some end in fog, and on a chip with dependent lookups one lookup moves another or
//! finds it. Not every one fits the stages of a chip.

mod lookups;

use lookups::Form;
use retroshade_ir::random::Random;
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use std::fmt::Write;

/// The number of samples that the data of a shader has.
pub const SAMPLES: usize = 24;

/// A shader and data to run it on.
#[derive(Clone, Debug)]
pub struct Mappable {
    /// The source.
    pub text: String,
    /// The data.
    pub inputs: RunInputs,
    /// The literal that alpha is tested with.
    pub tested: Option<f64>,
    /// The literal that decides between two values.
    pub edge: Option<f64>,
}

impl Mappable {
    /// The source without its test of alpha.
    pub fn without_discard(&self) -> String {
        let lines = self.text.lines().filter(|line| !line.contains("discard"));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// The source with the decision so many steps of 1/255 elsewhere.
    pub fn with_edge_moved(&self, steps: f64) -> String {
        match self.edge {
            None => self.text.clone(),
            Some(edge) => {
                let moved = edge + steps / 255.0;
                self.text.replace(&spelled(edge), &format!("{moved:?}"))
            }
        }
    }
}

/// The literal of a decision, as nothing else is spelled.
fn spelled(edge: f64) -> String {
    format!("{edge:?}/* edge */")
}

/// The shader of a seed. `dependent`: lookups may depend on others.
pub fn mappable(seed: u64, dependent: bool) -> Mappable {
    let mut random = Random::new(seed);
    let textures = 1 + random.below(3) as usize;
    let form = if dependent && textures > 1 && random.one_in(2) {
        random.pick(Form::ALL).copied()
    } else {
        None
    };
    let textures = form.map_or(textures, |form| textures.min(form.textures()));
    let mut generator = Generator {
        random,
        textures,
        form,
        foggy: false,
        statements: String::new(),
        names: 0,
        edge: None,
    };
    let steps = 1 + generator.random.below(4) as u32;
    let mut rgb = generator.vector(steps);
    generator.foggy = generator.random.one_in(5);
    if generator.foggy {
        let fog = ["one.rgb", "vec3(0.8, 0.5, 0.25)", "vec3(amount)"];
        let fog = generator.random.pick(&fog).copied().unwrap_or("one.rgb");
        rgb = format!("mix({fog}, {rgb}, clear)");
    }
    let depth = generator.random.below(3) as u32;
    let alpha = generator.scalar(depth);
    let tested = generator
        .random
        .one_in(6)
        .then(|| (1 + generator.random.below(7)) as f64 / 8.0);
    let mut text = String::new();
    if generator.foggy {
        text.push_str("#pragma retroshade bind clear fog\n");
    }
    text.push_str("precision highp float;\n");
    for (name, lanes) in generator.varyings() {
        let ty = ["float", "vec2", "vec3", "vec4"][lanes - 1];
        let _ = writeln!(text, "varying {ty} {name};");
    }
    for number in 0..textures {
        let ty = match generator.kind(number) {
            TextureKind::D2 => "sampler2D",
            TextureKind::Cube => "samplerCube",
        };
        let _ = writeln!(text, "uniform {ty} map{number};");
    }
    text.push_str("uniform vec4 one, other;\nuniform float amount;\nvoid main() {\n");
    for number in 0..textures {
        let lookup = generator.lookup(number);
        let _ = writeln!(text, "    vec4 t{number} = {lookup};");
    }
    text.push_str(&generator.statements);
    let _ = writeln!(text, "    vec4 result = vec4({rgb}, {alpha});");
    if let Some(tested) = tested {
        let _ = writeln!(text, "    if (result.a < {tested:?}) discard;");
    }
    text.push_str("    gl_FragColor = result;\n}\n");
    let edge = generator.edge;
    Mappable {
        text,
        inputs: generator.data(),
        tested,
        edge,
    }
}

struct Generator {
    random: Random,
    textures: usize,
    /// How the second lookup depends on the first.
    form: Option<Form>,
    /// True if the colour ends in fog.
    foggy: bool,
    /// Declarations of values that are used more than once.
    statements: String,
    names: usize,
    edge: Option<f64>,
}

impl Generator {
    fn literal(&mut self) -> String {
        let steps = *self.random.pick(&[2, 4, 10, 255]).unwrap_or(&2);
        format!("{:?}", self.random.below(steps + 1) as f64 / steps as f64)
    }

    fn source(&mut self) -> String {
        match self.random.below(6) {
            0..=2 => format!("t{}", self.random.below(self.textures as u64)),
            3 => "tint".to_owned(),
            4 => "one".to_owned(),
            _ => "other".to_owned(),
        }
    }

    /// Three lanes that nobody computed.
    fn leaf(&mut self) -> String {
        if self.random.one_in(8) {
            let parts = [self.literal(), self.literal(), self.literal()];
            return format!("vec3({})", parts.join(", "));
        }
        let lanes = ["rgb", "rgb", "rgb", "aaa", "rrr", "ggg"];
        let lanes = *self.random.pick(&lanes).unwrap_or(&"rgb");
        format!("{}.{lanes}", self.source())
    }

    fn leaf_scalar(&mut self) -> String {
        match self.random.below(8) {
            0 => self.literal(),
            1 => "amount".to_owned(),
            2 => format!("{}.g", self.source()),
            _ => format!("{}.a", self.source()),
        }
    }

    /// Three lanes, each in [0, 1].
    fn vector(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let a = self.vector(depth - 1);
        let less = self.random.below(depth.into()) as u32;
        let b = self.vector(less);
        let value = match self.random.below(17) {
            0..=2 => format!("{a} * {b}"),
            3 => format!("min({a} + {b}, 1.0)"),
            4 => format!("max({a} - {b}, 0.0)"),
            5 => format!("clamp({a} - {b}, 0.0, 1.0)"),
            6 => format!("mix({a}, {b}, {})", self.leaf_scalar()),
            7 => format!("mix({a}, {b}, {})", self.leaf()),
            8 => format!("(1.0 - {a})"),
            9 => format!("clamp({a} * 2.0, 0.0, 1.0)"),
            10 => format!("clamp({a} + {b} - 0.5, 0.0, 1.0)"),
            11 => format!("({a} + {b}) * 0.5"),
            12 => format!("clamp({a} * {b} * 2.0 + {}, 0.0, 1.0)", self.leaf()),
            13 => format!("min({a}, {b})"),
            14 => format!("vec3(clamp(dot({a} * 2.0 - 1.0, {b} * 2.0 - 1.0), 0.0, 1.0))"),
            15 => format!("vec3(dot({a}, vec3(0.25, 0.5, 0.25)))"),
            _ => self.decision(&a, &b),
        };
        if !self.random.one_in(4) {
            return format!("({value})");
        }
        let name = format!("v{}", self.names);
        self.names += 1;
        let _ = writeln!(self.statements, "    vec3 {name} = {value};");
        if self.random.one_in(2) {
            format!("({name} * {name})")
        } else {
            name
        }
    }

    /// One of two values by a lane; a shader has one decision.
    fn decision(&mut self, a: &str, b: &str) -> String {
        if self.edge.is_some() {
            return format!("{a} * {b}");
        }
        let edge = (1 + self.random.below(7)) as f64 / 8.0;
        self.edge = Some(edge);
        let (of, edge) = (self.source(), spelled(edge));
        match self.random.below(3) {
            0 => format!("{of}.a >= {edge} ? {a} : {b}"),
            1 => format!("{of}.g < {edge} ? {a} : {b}"),
            _ => format!("mix({a}, {b}, step({edge}, {of}.a))"),
        }
    }

    fn scalar(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf_scalar();
        }
        let (a, b) = (self.scalar(depth - 1), self.leaf_scalar());
        match self.random.below(6) {
            0 | 1 => format!("{a} * {b}"),
            2 => format!("min({a} + {b}, 1.0)"),
            3 => format!("max({a} - {b}, 0.0)"),
            4 => format!("mix({a}, {b}, {})", self.leaf_scalar()),
            _ => format!("(1.0 - {a})"),
        }
    }

    /// A number in [0, 1], often an end.
    fn number(&mut self) -> f32 {
        match self.random.below(8) {
            0 => 0.0,
            1 => 1.0,
            _ => self.random.below(65_536) as f32 / 65_535.0,
        }
    }

    fn data(&mut self) -> RunInputs {
        let mut inputs = RunInputs {
            sample_count: Some(SAMPLES),
            ..RunInputs::default()
        };
        for (name, lanes) in [("one", 4), ("other", 4), ("amount", 1)] {
            let value = (0..lanes).map(|_| self.number()).collect();
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(name.into(), data);
        }
        for (name, lanes) in self.varyings() {
            let signed = name.starts_with("axis") || name == "eye";
            let lane = |generator: &mut Generator| {
                if signed {
                    2.0 * generator.number() - 1.0
                } else {
                    generator.number()
                }
            };
            let row = |generator: &mut Generator| (0..lanes).map(|_| lane(generator)).collect();
            let values = (0..SAMPLES).map(|_| row(self)).collect();
            let data = InputData {
                shape: None,
                values,
            };
            inputs.varyings.insert(name, data);
        }
        for number in 0..self.textures {
            // Bytes that are read as signed are not what a mean of two of them is.
            let filter = if number == 0 && self.form.is_some() {
                Filter::Nearest
            } else {
                Filter::Linear
            };
            let texture = TextureData {
                kind: self.kind(number),
                filter,
                wrap: Wrap::Repeat,
                mipmap: Mipmap::None,
                source: TextureSource::Pattern(number as u32),
            };
            inputs.textures.insert(format!("map{number}"), texture);
        }
        inputs
    }
}
