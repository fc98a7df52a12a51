//! Shaders written as sources in ESSL 1.00: what a lifter makes for people, and with the generator random sources whose
//! meaning is known.
//!
//! Each value becomes a local variable, or part of the expression that uses it; branches and loops
//! become statements. Loops that count by one to a limit are written as `for`, others as
//! `while (true)`.

mod expression;
mod functions;
mod names;
mod statement;

pub use names::identifier;

use crate::entity::SecondaryMap;
use crate::outline::{Calls, Function};
use crate::{
    Builtin, Inst, LevelOfDetail, MatrixLayout, Op, Region, SamplerKind, Scalar, Shader, Shape,
    Stage, Swizzle, TextureOp, Type, Use, Value, Variable,
};

/// The source of a valid shader.
///
/// # Errors
/// The name of an operation that ESSL 1.00 has no words for: shifts and bitwise operations on ints,
/// remainders, variables in rows.
pub fn write(shader: &Shader) -> Result<String, &'static str> {
    write_calling(shader, &[])
}

/// As [`write()`], with calls of functions where the shader computes what they do.
///
/// # Errors
/// As [`write()`].
pub fn write_calling(shader: &Shader, functions: &[Function]) -> Result<String, &'static str> {
    let renamed = names::identifiers(shader);
    let shader = renamed.as_ref().unwrap_or(shader);
    let mut writer = Writer::new(shader, functions);
    writer.declarations()?;
    writer.functions(functions)?;
    writer.text.push_str("void main() {\n");
    for (array, data) in shader.arrays.iter() {
        let line = format!("{} {array}[{}];", type_name(data.ty), data.len);
        writer.line(&line);
    }
    writer.region(shader.body, None)?;
    writer.text.push_str("}\n");
    Ok(writer.text)
}

type Written<T> = Result<T, &'static str>;

/// How a loop is left and gone round.
#[derive(Clone)]
struct OpenLoop {
    /// Variables that `break` sets.
    results: Vec<String>,
    /// Variables that `continue` sets; `None` for a counter that the loop itself advances.
    parameters: Vec<Option<String>>,
}

struct Writer<'a> {
    shader: &'a Shader,
    /// The functions that it calls.
    names: Vec<&'a str>,
    calls: Calls,
    text: String,
    depth: usize,
    /// The region of the last use that was counted.
    users: SecondaryMap<Value, Option<Region>>,
    /// The text of a value: a variable, or an expression in parentheses.
    spelled: SecondaryMap<Value, String>,
    /// Undefined values that need a variable.
    unset: SecondaryMap<Value, bool>,
    loops: Vec<OpenLoop>,
    /// What names of local variables begin with.
    prefix: &'static str,
}

/// An expression without parentheses around all of it.
fn bare(text: &str) -> &str {
    let inner = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner else {
        return text;
    };
    let mut depth = 0i32;
    for letter in inner.bytes() {
        depth += i32::from(letter == b'(') - i32::from(letter == b')');
        if depth < 0 {
            return text;
        }
    }
    inner
}

/// `float`, `ivec3`.
fn type_name(ty: Type) -> String {
    Shape::vector(ty.scalar, ty.lanes).glsl()
}

impl<'a> Writer<'a> {
    fn new(shader: &'a Shader, functions: &'a [Function]) -> Writer<'a> {
        let calls = Calls::new(shader, functions);
        let mut users = SecondaryMap::new();
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            let operands = data
                .insts
                .iter()
                .flat_map(|&inst| calls.operands(shader, inst));
            for operand in operands.chain(data.end.uses().iter().copied()) {
                users[operand.value] = Some(region);
            }
        }
        let mut writer = Writer {
            shader,
            names: functions.iter().map(|one| one.name.as_str()).collect(),
            calls,
            text: String::new(),
            depth: 1,
            users,
            spelled: SecondaryMap::new(),
            unset: SecondaryMap::new(),
            loops: Vec::new(),
            prefix: names::prefix(shader),
        };
        writer.find_unset();
        writer
    }
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn has(&self, wanted: impl Fn(Op) -> bool) -> bool {
        self.shader.insts.values().any(|inst| wanted(inst.op))
    }

    fn declarations(&mut self) -> Written<()> {
        let shader = self.shader;
        if self.has(|op| matches!(op, Op::Dfdx | Op::Dfdy | Op::Fwidth)) {
            self.text
                .push_str("#extension GL_OES_standard_derivatives : enable\n");
        }
        if shader.stage == Stage::Fragment {
            let has_level =
                |op| matches!(op, Op::Texture(TextureOp { level, .. }) if needs_extension(level));
            if self.has(has_level) {
                self.text
                    .push_str("#extension GL_EXT_shader_texture_lod : enable\n");
            }
            let outputs = shader.interface.outputs.values();
            let extension = |output: &Variable| match output.builtin {
                Some(Builtin::FragDepth) => Some("frag_depth"),
                Some(Builtin::FragData) if output.slots() > 1 => Some("draw_buffers"),
                _ => None,
            };
            for extension in outputs.filter_map(extension) {
                let line = format!("#extension GL_EXT_{extension} : enable\n");
                self.text.push_str(&line);
            }
            self.text
                .push_str("precision highp float;\nprecision highp int;\n");
        }
        let (input, output) = match shader.stage {
            Stage::Vertex => ("attribute", "varying"),
            Stage::Fragment => ("varying", ""),
            Stage::Geometry => return Err("a geometry shader"),
        };
        let interface = &shader.interface;
        for variable in interface.inputs.values() {
            self.variable(input, variable)?;
        }
        for variable in interface.uniforms.values() {
            self.variable("uniform", variable)?;
        }
        for sampler in interface.samplers.values() {
            let ty = match sampler.kind {
                SamplerKind::Cube => "samplerCube",
                SamplerKind::D2 | SamplerKind::External => "sampler2D",
            };
            let array = sampler
                .array
                .map_or(String::new(), |len| format!("[{len}]"));
            let name = &sampler.name;
            self.pragma("bind", name, sampler.bind.as_deref());
            self.pragma("sampler", name, sampler.flags.as_deref());
            self.text
                .push_str(&format!("uniform {ty} {name}{array};\n"));
        }
        for variable in interface.outputs.values() {
            self.variable(output, variable)?;
        }
        if self.has(|op| op == Op::Round) {
            self.text.push_str(ROUND);
        }
        Ok(())
    }

    fn variable(&mut self, qualifier: &str, variable: &Variable) -> Written<()> {
        if variable.layout == MatrixLayout::Rows || variable.nesting.is_some() {
            return Err("a variable that is no plain one");
        }
        // What a vertex program hands over as a varying has no name in the language.
        let handed = variable.builtin == Some(Builtin::ClipPosition);
        if variable.builtin.is_none() || handed {
            let array = variable
                .shape
                .array
                .map_or(String::new(), |len| format!("[{len}]"));
            let (ty, name) = (variable.shape.glsl(), &variable.name);
            self.pragma("bind", name, variable.bind.as_deref());
            let layout = variable.declared.map(|layout| match layout {
                MatrixLayout::Rows => "rows",
                MatrixLayout::Columns => "columns",
            });
            self.pragma("matrix", name, layout);
            self.text
                .push_str(&format!("{qualifier} {ty} {name}{array};\n"));
        }
        Ok(())
    }

    /// A line that tells the compiler something about a variable, if there is something to tell.
    fn pragma(&mut self, what: &str, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text
                .push_str(&format!("#pragma retroshade {what} {name} {value}\n"));
        }
    }

    /// A slot of a variable.
    fn slot(&self, variable: &Variable, slot: u32) -> String {
        let name = &variable.name;
        let columns = u32::from(variable.shape.columns);
        let (element, column) = (slot / columns, slot % columns);
        match (variable.shape.array, columns) {
            (None, 1) => name.clone(),
            (None, _) => format!("{name}[{column}]"),
            (Some(_), 1) => format!("{name}[{element}]"),
            (Some(_), _) => format!("{name}[{element}][{column}]"),
        }
    }

    /// Returns the text of an operand.
    fn operand(&self, operand: Use) -> String {
        if let Some(constant) = self.shader.as_constant(operand) {
            return expression::literal(constant);
        }
        let spelled = &self.spelled[operand.value];
        let ty = self.shader.ty(operand.value);
        let swizzle = operand.swizzle;
        if swizzle.is_identity(ty.lanes) {
            spelled.clone()
        } else if ty.lanes == 1 {
            format!("{}({spelled})", type_name(ty.with_lanes(swizzle.len())))
        } else {
            format!("{spelled}.{swizzle}")
        }
    }

    fn operands(&self, uses: &[Use]) -> Vec<String> {
        uses.iter().map(|&operand| self.operand(operand)).collect()
    }

    /// The one lane that a vector of equal lanes has.
    fn first_lane(&self, operand: Use) -> Option<Use> {
        let lanes = operand.swizzle.lanes();
        let equal = match self.shader.as_constant(operand) {
            Some(constant) => constant
                .lanes()
                .iter()
                .all(|lane| *lane == constant.bits[0]),
            None => lanes.iter().all(|lane| *lane == lanes[0]),
        };
        (equal && lanes.len() > 1).then(|| operand.then(Swizzle::splat(0, 1)))
    }

    /// The operands of an operator, which takes a scalar for a vector of equal lanes.
    fn terms(&self, uses: &[Use]) -> Vec<String> {
        let scalars: Vec<Option<Use>> = uses.iter().map(|one| self.first_lane(*one)).collect();
        let all = scalars.iter().all(Option::is_some);
        let terms = uses.iter().zip(scalars);
        terms
            .map(|(operand, scalar)| self.operand(scalar.filter(|_| !all).unwrap_or(*operand)))
            .collect()
    }

    /// The operands of a function of the language that takes a scalar for vectors of equal lanes in some places, all at once.
    fn arguments(&self, op: Op, uses: &[Use]) -> Vec<String> {
        let places = match op {
            Op::Min | Op::Max | Op::Mod => 1..2,
            Op::Clamp => 1..3,
            Op::Mix => 2..3,
            Op::Step => 0..1,
            Op::Smoothstep => 0..2,
            _ => 0..0,
        };
        let scalars: Option<Vec<Use>> = uses.get(places.clone()).and_then(|uses| {
            let lanes = uses.iter().map(|one| self.first_lane(*one));
            lanes.collect()
        });
        let mut operands = uses.to_vec();
        if let Some(scalars) = scalars {
            operands.splice(places, scalars);
        }
        self.operands(&operands)
    }

    fn type_of(&self, inst: Inst) -> Type {
        let first = self.shader.insts[inst].results.first();
        first.map_or(Type::float(1), |&value| self.shader.ty(value))
    }
}

/// Ties to even.
const ROUND: &str = "float nearest(float a) {
  float up = floor(a + 0.5);
  if (fract(a) == 0.5 && mod(up, 2.0) == 1.0) return up - 1.0;
  return up;
}
";

/// Whether fragment shaders choose a level of detail by functions of an extension.
fn needs_extension(level: LevelOfDetail) -> bool {
    matches!(level, LevelOfDetail::Explicit | LevelOfDetail::Gradient)
}

/// The name of an output in the source.
fn output_name(variable: &Variable) -> &str {
    match variable.builtin {
        Some(Builtin::FragColor) => "gl_FragColor",
        Some(Builtin::FragDepth) => "gl_FragDepthEXT",
        Some(Builtin::Position) => "gl_Position",
        Some(Builtin::PointSize) => "gl_PointSize",
        _ => &variable.name,
    }
}

/// Whether a scalar is a float, an int, a bool: chosen by type.
fn by_scalar<T>(ty: Type, float: T, int: T, bool: T) -> T {
    match ty.scalar {
        Scalar::Float => float,
        Scalar::Int => int,
        Scalar::Bool => bool,
    }
}
