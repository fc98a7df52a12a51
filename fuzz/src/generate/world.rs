//! The interface of a program, and its data.

use super::{Generator, Variable};
use crate::bounds::Bounds;
use crate::text::Type;
use retroshade_ir::Stage;
use retroshade_ir::run::{InputData, UniformData};
use retroshade_ir::texture::{
    Filter, Image, Mipmap, TextureData, TextureKind, TextureSource, Wrap,
};

/// Samples of each program.
const SAMPLES: usize = 8;

/// Numbers that literals are taken from: short ones, many of which meet in data and literals.
const LITERALS: [f64; 18] = [
    0.0, 1.0, 2.0, 0.5, -1.0, 3.0, 4.0, 0.25, -0.5, 1.5, 5.0, -2.0, 8.0, 0.125, 6.0, 7.0, -3.0,
    0.75,
];

impl Generator {
    pub(super) fn world(&mut self) {
        let essl300 = self.features.essl300;
        if essl300 {
            self.head += "#version 300 es\n";
        }
        if self.stage == Stage::Fragment || essl300 {
            self.head += "precision highp float;\nprecision highp int;\n";
        }
        let crowded = self.features.crowded;
        if self.features.structures {
            self.declare_structures();
        }
        if self.features.macros {
            self.head += "#define SQUARE(a) ((a) * (a))\n#define MAD(a, b) ((a) * (b) + (a))\n\
                #if defined(GL_ES) && __VERSION__ >= 100\n#define PICK(c, a, b) ((c) ? (a) : (b))\n#endif\n";
        }
        for _ in 0..self.between(2, 7) {
            let literal = self.pick(&LITERALS).unwrap_or(1.0);
            self.literals.push(literal);
        }
        for _ in 0..if crowded { 8 } else { self.between(1, 3) } {
            self.input();
        }
        if self.features.builtins && self.stage == Stage::Fragment {
            self.builtin();
        }
        for _ in 0..if crowded {
            self.between(4, 40)
        } else {
            self.between(1, 3)
        } {
            let ty = Type::Float(self.width());
            self.uniform(ty, None);
        }
        if self.features.matrices {
            for _ in 0..self.between(1, 2) {
                let ty = Type::Matrix(self.between(2, 4) as u8);
                let length = self.chance(1, 6).then_some(2);
                self.uniform(ty, length);
            }
        }
        if self.features.ints {
            self.uniform(Type::Int(1), None);
            if essl300 {
                self.uniform(Type::Uint, None);
                self.uniform(Type::Uint, None);
            }
        }
        if self.features.branches && self.chance(1, 3) {
            self.uniform(Type::Bool, None);
        }
        if self.features.arrays {
            let ty = Type::Float(self.width());
            let length = self.between(2, if crowded { 48 } else { 5 });
            self.uniform(ty, Some(length));
        }
        if self.features.ints && self.chance(1, 4) {
            let lanes = self.between(2, 4) as u8;
            self.uniform(Type::Int(lanes), None);
        }
        if self.features.structures {
            self.uniform_structure();
        }
        if self.features.textures {
            self.sampler();
        }
    }

    /// A multiple of a half from -3 to 3.
    fn half(&mut self) -> f32 {
        self.random.below(13) as f32 / 2.0 - 3.0
    }

    fn declare(&mut self, variable: Variable) {
        self.variables.push(variable);
    }

    fn input(&mut self) {
        let lanes = self.pick(&[1, 2, 3, 4, 4, 4]).unwrap_or(4);
        let (prefix, word) = match (self.stage, self.features.essl300) {
            (Stage::Vertex | Stage::Geometry, false) => ("a", "attribute"),
            (Stage::Fragment, false) => ("v", "varying"),
            (Stage::Vertex | Stage::Geometry, true) => ("a", "in"),
            (Stage::Fragment, true) => ("v", "in"),
        };
        let (name, ty) = (self.name(prefix), Type::Float(lanes));
        self.head += &format!("{word} {} {name};\n", ty.name());
        let whole = self.chance(1, 4);
        let mut values = Vec::new();
        for _ in 0..SAMPLES {
            let lane = |_| {
                if whole {
                    self.random.below(41) as f32 - 20.0
                } else {
                    self.half()
                }
            };
            values.push((0..lanes).map(lane).collect());
        }
        let bounds = if whole {
            Bounds::new(-20.0, 20.0, 0)
        } else {
            Bounds::new(-3.0, 3.0, 1)
        };
        self.reads.push((name.clone(), lanes, bounds));
        let data = InputData {
            shape: None,
            values,
        };
        let table = self.inputs.table_mut(self.stage);
        table.insert(name.clone(), data);
        self.declare(Variable::new(&name, ty, bounds));
    }

    fn uniform(&mut self, ty: Type, length: Option<u32>) {
        let name = self.name("u");
        let (lanes, bounds) = uniform_bounds(ty);
        let brackets = length.map_or(String::new(), |length| format!("[{length}]"));
        self.head += &format!("uniform {} {name}{brackets};\n", ty.name());
        let value = self.numbers(ty, lanes * length.unwrap_or(1));
        let data = UniformData { shape: None, value };
        self.inputs.uniforms.insert(name.clone(), data);
        let mut variable = Variable::new(&name, ty, bounds);
        variable.length = length;
        self.declare(variable);
    }

    /// Data of a uniform of this type.
    fn numbers(&mut self, ty: Type, count: u32) -> Vec<f32> {
        let lane = |_| match ty {
            Type::Int(_) => self.random.below(4) as f32,
            Type::Uint => self.random.below(10) as f32,
            Type::Bool | Type::Bools(_) => self.random.below(2) as f32,
            Type::Matrix(_) => self.random.below(9) as f32 / 2.0 - 2.0,
            Type::Float(_) | Type::Struct(_) => self.half(),
        };
        (0..count).map(lane).collect()
    }

    /// A uniform structure, or an array of them.
    fn uniform_structure(&mut self) {
        let structures = self.structures.clone();
        let Some(structure) = self.pick(&structures) else {
            return;
        };
        let ty = Type::Struct(structure.number);
        let (name, length) = (self.name("u"), self.chance(1, 2).then_some(3));
        let brackets = length.map_or(String::new(), |length| format!("[{length}]"));
        self.head += &format!("uniform {} {name}{brackets};\n", ty.name());
        let elements = match length {
            Some(length) => (0..length)
                .map(|index| format!("{name}[{index}]"))
                .collect(),
            None => vec![name.clone()],
        };
        for element in elements {
            for (field, ty, length) in structure.leaves() {
                let (lanes, _) = uniform_bounds(*ty);
                let value = self.numbers(*ty, lanes * length.unwrap_or(1));
                let data = UniformData { shape: None, value };
                self.inputs
                    .uniforms
                    .insert(format!("{element}.{field}"), data);
            }
        }
        let mut variable = Variable::new(&name, ty, Bounds::new(-3.0, 3.0, 1));
        variable.length = length;
        self.declare(variable);
    }

    /// A variable that the rasteriser gives.
    fn builtin(&mut self) {
        match self.random.below(3) {
            0 => {
                // Chips that have the reciprocal of w compute it again: exactly for powers of 2.
                let row = |_| {
                    let place = (0..3).map(|_| self.random.below(64) as f32 + 0.5);
                    let place: Vec<f32> = place.collect();
                    let w = (1u32 << self.random.below(6)) as f32;
                    place.into_iter().chain([w]).collect()
                };
                self.inputs.frag_coord = Some((0..SAMPLES).map(row).collect());
                let bounds = Bounds::new(0.5, 63.5, 1);
                self.declare(Variable::new("gl_FragCoord", Type::Float(4), bounds));
            }
            1 => {
                let row = |_| (0..2).map(|_| self.random.below(9) as f32 / 8.0).collect();
                self.inputs.point_coord = Some((0..SAMPLES).map(row).collect());
                let bounds = Bounds::new(0.0, 1.0, 3);
                self.declare(Variable::new("gl_PointCoord", Type::Float(2), bounds));
            }
            _ => {
                let facing = (0..SAMPLES).map(|_| self.random.one_in(2)).collect();
                self.inputs.front_facing = Some(facing);
                let bit = Bounds::new(0.0, 1.0, 0);
                self.declare(Variable::new("gl_FrontFacing", Type::Bool, bit));
            }
        }
    }

    /// A texture of 4 x 4 texels that are multiples of an eighth.
    fn sampler(&mut self) {
        let name = self.name("s");
        self.head += &format!("uniform sampler2D {name};\n");
        let mut texel = || [0; 4].map(|_| self.random.below(9) as f32 / 8.0);
        let image = Image::new(4, 4, (0..16).map(|_| texel()).collect());
        let wrap = if self.chance(1, 2) {
            Wrap::Repeat
        } else {
            Wrap::Clamp
        };
        let data = TextureData {
            kind: TextureKind::D2,
            filter: Filter::Nearest,
            wrap,
            mipmap: Mipmap::None,
            source: TextureSource::Texels(image),
        };
        self.inputs.textures.insert(name.clone(), data);
        self.samplers.push(name);
    }
}

/// Numbers of a uniform of this type, and what they lie within.
fn uniform_bounds(ty: Type) -> (u32, Bounds) {
    match ty {
        Type::Float(lanes) => (u32::from(lanes), Bounds::new(-3.0, 3.0, 1)),
        Type::Int(lanes) => (u32::from(lanes), Bounds::new(0.0, 3.0, 0)),
        Type::Uint => (1, Bounds::new(0.0, 9.0, 0)),
        Type::Bool => (1, Bounds::new(0.0, 1.0, 0)),
        Type::Bools(lanes) => (u32::from(lanes), Bounds::new(0.0, 1.0, 0)),
        Type::Matrix(size) => (u32::from(size * size), Bounds::new(-2.0, 2.0, 1)),
        Type::Struct(_) => (0, Bounds::new(0.0, 0.0, 0)),
    }
}
