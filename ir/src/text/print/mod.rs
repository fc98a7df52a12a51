//! Shader to text. Prints what is wrong, too, so that a fault can be looked at: an operand that is
//! missing, or whose value no listed instruction defines, appears as `?`.

mod declarations;

use crate::entity::SecondaryMap;
use crate::{
    ClipDepth, Constant, Inst, LevelOfDetail, Op, Region, Scalar, Shader, Terminator, TextureOp,
    Use, Value,
};
use retroshade_diagnostics::Span;
use std::fmt;

/// The printed form without places in the source.
pub fn print(shader: &Shader) -> String {
    Printer::new(shader, false).shader()
}

/// The printed form with places in the source: it parses back to an equal shader.
pub fn print_with_spans(shader: &Shader) -> String {
    Printer::new(shader, true).shader()
}

impl fmt::Display for Shader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}

/// A region that is being printed. One that does not exist, or was printed before, has no end.
struct Frame<'a> {
    region: Region,
    insts: &'a [Inst],
    end: Option<&'a Terminator>,
    next_inst: usize,
    /// Of the next instruction.
    next_region: usize,
}

struct Printer<'a> {
    shader: &'a Shader,
    spans: bool,
    text: String,
    /// The number of each value defined so far, plus one.
    numbers: SecondaryMap<Value, u32>,
    next: u32,
    /// Regions printed so far: a faulty shader may list one twice.
    seen: SecondaryMap<Region, bool>,
}

/// A name in quotes, on one line whatever it contains.
fn quoted(name: &str) -> String {
    format!("\"{}\"", escaped(name))
}

fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if letter.is_control() => text.extend(letter.escape_unicode()),
            letter => text.push(letter),
        }
    }
    text
}

impl<'a> Printer<'a> {
    fn new(shader: &'a Shader, spans: bool) -> Printer<'a> {
        Printer {
            shader,
            spans,
            text: String::new(),
            numbers: SecondaryMap::new(),
            next: 0,
            seen: SecondaryMap::new(),
        }
    }

    fn shader(mut self) -> String {
        let shader = self.shader;
        let stage = shader.stage.name();
        let depth = match shader.interface.clip_depth {
            ClipDepth::MinusWToW => String::new(),
            other => format!(" clip_depth={}", other.name()),
        };
        let primitive = shader.interface.primitive.map(|primitive| {
            let (vertices, most) = (primitive.vertices, primitive.max_vertices);
            let main = primitive.main_vertices;
            let main = main.map_or(String::new(), |main| format!(" main_vertices={main}"));
            format!(" vertices={vertices}{main} max_vertices={most}")
        });
        let (name, primitive) = (quoted(&shader.name), primitive.unwrap_or_default());
        self.line(0, &format!("shader {stage} {name}{depth}{primitive}"));
        self.declarations();
        self.text.push_str("body {\n");
        self.body();
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.indent(depth);
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn indent(&mut self, depth: usize) {
        // Readable as far as a screen reaches; the nesting of the braces is what counts.
        for _ in 0..depth.min(40) {
            self.text.push_str("  ");
        }
    }

    fn span(&self, span: Span) -> String {
        if self.spans && !span.is_none() {
            format!(" @{}:{}:{}", span.file.0, span.start, span.end)
        } else {
            String::new()
        }
    }

    fn define(&mut self, value: Value) -> String {
        let number = self.next;
        self.next += 1;
        self.numbers[value] = number + 1;
        match self.shader.values.get(value) {
            Some(data) => format!("%{number}:{}", data.ty),
            None => format!("%{number}:?"),
        }
    }

    fn operand(&self, operand: Use) -> String {
        let number = self.numbers[operand.value];
        if number == 0 {
            return format!("?{}", operand.value);
        }
        let whole = self.shader.values.get(operand.value).is_some_and(|data| {
            (1..=4).contains(&data.ty.lanes) && operand.swizzle.is_identity(data.ty.lanes)
        });
        if whole {
            format!("%{}", number - 1)
        } else {
            format!("%{}.{}", number - 1, operand.swizzle)
        }
    }

    fn operands(&self, operands: &[Use]) -> String {
        let list: Vec<String> = operands
            .iter()
            .map(|&operand| self.operand(operand))
            .collect();
        list.join(", ")
    }

    /// Operand `index`, or `?` if there are fewer.
    fn argument(&self, args: &[Use], index: usize) -> String {
        args.get(index)
            .map_or("?".into(), |&operand| self.operand(operand))
    }

    /// The regions of the body, without recursion: a shader may be nested deeper than a stack.
    fn body(&mut self) {
        let shader = self.shader;
        let mut open = vec![self.frame(shader.body)];
        while let (depth, Some(frame)) = (open.len(), open.last_mut()) {
            if let Some(&inst) = frame.insts.get(frame.next_inst) {
                if frame.next_region == 0 {
                    self.head(inst, depth);
                }
                let data = shader.insts.get(inst);
                let region = data.and_then(|data| data.regions.get(frame.next_region));
                match region {
                    Some(&region) => {
                        let first = frame.next_region == 0;
                        self.text.push_str(if first { " {\n" } else { " else {\n" });
                        frame.next_region += 1;
                        let inner = self.frame(region);
                        open.push(inner);
                    }
                    None => {
                        frame.next_inst += 1;
                        frame.next_region = 0;
                        self.tail(inst);
                    }
                }
            } else {
                match frame.end {
                    Some(end) => self.end(end, depth),
                    None => self.line(depth, &format!("?{}", frame.region)),
                }
                open.pop();
                if !open.is_empty() {
                    self.indent(depth - 1);
                    self.text.push('}');
                }
            }
        }
    }

    fn frame(&mut self, region: Region) -> Frame<'a> {
        let again = std::mem::replace(&mut self.seen[region], true);
        let data = self.shader.regions.get(region).filter(|_| !again);
        Frame {
            insts: data.map_or(&[], |data| &data.insts),
            end: data.map(|data| &data.end),
            region,
            next_inst: 0,
            next_region: 0,
        }
    }

    fn end(&mut self, end: &Terminator, depth: usize) {
        let word = match end {
            Terminator::Open => "open",
            Terminator::Yield(_) => "yield",
            Terminator::Break(_) => "break",
            Terminator::Continue(_) => "continue",
            Terminator::Unreachable => "unreachable",
        };
        let uses = self.operands(end.uses());
        let gap = if uses.is_empty() { "" } else { " " };
        self.line(depth, &format!("{word}{gap}{uses}"));
    }

    /// An instruction up to its regions.
    fn head(&mut self, inst: Inst, depth: usize) {
        self.indent(depth);
        let Some(data) = self.shader.insts.get(inst) else {
            self.text.push_str(&format!("?{inst}"));
            return;
        };
        // Operands first: results are visible only after them.
        let body = match data.op {
            Op::Loop => String::new(),
            op => self.operation(op, &data.args),
        };
        let results: Vec<String> = data
            .results
            .iter()
            .map(|&value| self.define(value))
            .collect();
        self.text.push_str(&results.join(", "));
        if !results.is_empty() {
            self.text.push_str(" = ");
        }
        self.text.push_str(&body);
        if data.op == Op::Loop {
            let parameters = self.parameters(&data.args, data.regions.first().copied());
            self.text.push_str(&format!("loop ({parameters})"));
        }
    }

    /// What follows the regions of an instruction, or its operands if it has none.
    fn tail(&mut self, inst: Inst) {
        if let Some(data) = self.shader.insts.get(inst) {
            let place = self.span(data.span);
            self.text.push_str(&place);
            if let Some(name) = self.remark(data.op) {
                self.text.push_str(" ; ");
                self.text.push_str(&escaped(name));
            }
        }
        self.text.push('\n');
    }

    fn parameters(&mut self, args: &[Use], body: Option<Region>) -> String {
        let shader = self.shader;
        let parameters = body
            .and_then(|body| shader.regions.get(body))
            .map_or(&[][..], |data| &data.parameters);
        let mut list = Vec::new();
        for index in 0..args.len().max(parameters.len()) {
            let first = self.argument(args, index);
            let name = match parameters.get(index) {
                Some(&parameter) => self.define(parameter),
                None => "?".into(),
            };
            list.push(format!("{name} = {first}"));
        }
        list.join(", ")
    }

    /// The name of what an operation refers to.
    fn remark(&self, op: Op) -> Option<&'a str> {
        let interface = &self.shader.interface;
        let name = match op {
            Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                interface.inputs.get(input).map(|data| &data.name)
            }
            Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                interface.uniforms.get(uniform).map(|data| &data.name)
            }
            Op::Texture(texture) => {
                let sampler = interface.samplers.get(texture.sampler);
                sampler.map(|data| &data.name)
            }
            Op::ArrayLoad(array) | Op::ArrayStore(array) => {
                self.shader.arrays.get(array).map(|data| &data.name)
            }
            _ => None,
        };
        name.map(String::as_str)
    }

    /// Everything after the results.
    fn operation(&self, op: Op, args: &[Use]) -> String {
        let name = op.kind().name();
        let arg = |index: usize| self.argument(args, index);
        let (text, used) = match op {
            Op::Constant(constant) => (format!("const {}", constant_text(constant)), 0),
            Op::Input { input, slot } => (format!("{name} {input}[{slot}]"), 0),
            Op::Uniform { uniform, slot } => (format!("{name} {uniform}[{slot}]"), 0),
            Op::InputIndexed {
                input,
                base,
                stride,
            } => (format!("{name} {input}[{base} + {stride} * {}]", arg(0)), 1),
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => (
                format!("{name} {uniform}[{base} + {stride} * {}]", arg(0)),
                1,
            ),
            Op::Texture(texture) => self.texture(texture, args),
            Op::ArrayLoad(array) => (format!("{name} {array}[{}]", arg(0)), 1),
            Op::ArrayStore(array) => (format!("{name} {array}[{}] = {}", arg(0), arg(1)), 2),
            _ if args.is_empty() => (name.into(), 0),
            _ => (format!("{name} {}", self.operands(args)), args.len()),
        };
        match args.get(used..) {
            None | Some([]) => text,
            Some(surplus) => format!("{text} ? {}", self.operands(surplus)),
        }
    }

    fn texture(&self, texture: TextureOp, args: &[Use]) -> (String, usize) {
        let (word, count) = match texture.level {
            LevelOfDetail::Implicit => ("", 0),
            LevelOfDetail::Bias => (" bias ", 1),
            LevelOfDetail::Explicit => (" lod ", 1),
            LevelOfDetail::Gradient => (" grad ", 2),
        };
        let index = if texture.indexed {
            format!(" + {}", self.argument(args, 1 + count))
        } else {
            String::new()
        };
        let project = if texture.projective { "project " } else { "" };
        let level: Vec<String> = (0..count).map(|k| self.argument(args, 1 + k)).collect();
        let text = format!(
            "texture {}[{}{index}] {project}{}{word}{}",
            texture.sampler,
            texture.element,
            self.argument(args, 0),
            level.join(", ")
        );
        (text, 1 + count + usize::from(texture.indexed))
    }
}

fn constant_text(constant: Constant) -> String {
    let lane = |bits: u32| match constant.ty.scalar {
        Scalar::Int => format!("{}", bits as i32),
        Scalar::Bool => format!("{}", bits != 0),
        Scalar::Float => {
            let value = f32::from_bits(bits);
            if value.is_nan() {
                format!("nan_{bits:08x}")
            } else {
                format!("{value:?}")
            }
        }
    };
    let lanes: Vec<String> = constant.lanes().iter().map(|&bits| lane(bits)).collect();
    match lanes.as_slice() {
        [only] => only.clone(),
        _ => format!("({})", lanes.join(", ")),
    }
}
