//! What GL demands of the two shaders of a pair: a fragment shader and the vertex or geometry shader that feeds it.

use super::{Half, blocks};
use indexmap::IndexMap;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, Severity, Span, codes};
use retroshade_ir::link::reads;
use retroshade_ir::{
    Builtin, Input, Interpolation, Op, Output, Precision, SamplerKind, Shader, Stage, Use, Variable,
};
use std::collections::BTreeSet;

/// The rules that depend on the language and on the user.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// ESSL 1.00: `invariant` agrees.
    pub(super) invariance: bool,
    /// True if different precisions of a uniform are a warning only.
    pub(super) precision_tolerated: bool,
}

/// The inputs of the fragment shader with the outputs of the vertex shader that feed them.
pub(super) type Partners = IndexMap<Input, Output>;

/// Checks a pair as the frontend gave it and finds which varyings belong together. `given`: inputs of the fragment
/// shader that come from elsewhere.
///
/// # Errors
/// Everything that does not agree, with both declarations.
pub(super) fn check(
    feeder: &Half,
    fragment: &Half,
    rules: Rules,
    given: &dyn Fn(&Variable) -> bool,
    warnings: &mut Diagnostics,
) -> Result<Partners, Diagnostics> {
    let mut checker = Checker {
        feeder: &feeder.shader,
        fragment: &fragment.shader,
        rules,
        found: Diagnostics::new(),
    };
    let partners = checker.varyings(given);
    let reported = blocks::check(feeder, fragment, &mut checker.found);
    checker.uniforms(&reported, &blocks::names(&feeder.blocks));
    if rules.invariance {
        checker.builtins();
    }
    let mut errors = Diagnostics::new();
    for message in checker.found {
        match message.severity {
            Severity::Warning => warnings.push(message),
            Severity::Error | Severity::Bug => errors.push(message),
        }
    }
    if errors.is_empty() {
        Ok(partners)
    } else {
        Err(errors)
    }
}

/// The type of a variable as its declaration spells it.
pub(super) fn spelled(variable: &Variable) -> String {
    with_length(variable.glsl_type(), variable.shape.array)
}

fn with_length(ty: String, array: Option<u32>) -> String {
    match array {
        Some(length) => format!("{ty}[{length}]"),
        None => ty,
    }
}

struct Checker<'a> {
    /// The shader before the fragment shader.
    feeder: &'a Shader,
    fragment: &'a Shader,
    rules: Rules,
    found: Diagnostics,
}

impl Checker<'_> {
    fn varyings(&mut self, given: &dyn Fn(&Variable) -> bool) -> Partners {
        let read = reads(self.fragment);
        let mut partners = Partners::new();
        let (feeder, fragment) = (self.feeder, self.fragment);
        for (input, variable) in fragment.interface.inputs.iter() {
            if variable.builtin.is_some() || given(variable) {
                continue;
            }
            let is_read = !read[input].is_nothing();
            let mut outputs = feeder.interface.outputs.iter();
            match outputs.find(|(_, output)| belong_together(output, variable)) {
                Some((output, other)) => {
                    self.varying(other, variable);
                    if is_read && !is_written(feeder, output) {
                        self.unwritten(other, variable);
                    }
                    partners.insert(input, output);
                }
                None if is_read => self.missing(variable),
                None => {}
            }
        }
        partners
    }

    fn missing(&mut self, variable: &Variable) {
        let (feeder, name) = (self.feeder, &variable.name);
        let message = format!(
            "`{name}` is read by the fragment shader, but `{}` does not declare it",
            feeder.name
        );
        let mut error = Diagnostic::error(codes::link::MISSING_VARYING, message)
            .at(variable.span, "read in the fragment shader");
        let mut attributes = feeder.interface.inputs.values();
        if let Some(other) = attributes.find(|other| other.name == *name) {
            let what = match feeder.stage {
                Stage::Geometry => "an input",
                Stage::Vertex | Stage::Fragment => "an attribute",
            };
            error = error.and_at(other.span, format!("here it is {what}"));
        }
        let mut uniforms = feeder.interface.uniforms.values();
        if let Some(other) = uniforms.find(|other| other.name == *name) {
            error = error.and_at(other.span, "here it is a uniform");
        }
        let varyings = feeder.interface.outputs.values();
        let varyings: Vec<String> = varyings
            .filter(|output| output.builtin.is_none())
            .map(|output| format!("`{}`", output.name))
            .collect();
        let note = if varyings.is_empty() {
            format!("`{}` has no varyings", feeder.name)
        } else {
            format!("`{}` has the varyings {}", feeder.name, varyings.join(", "))
        };
        let array = variable.shape.array;
        let array = array.map_or(String::new(), |length| format!("[{length}]"));
        let storage = match feeder.stage {
            Stage::Geometry => "out",
            Stage::Vertex | Stage::Fragment => "varying",
        };
        let declaration = format!("`{storage} {} {name}{array};`", variable.glsl_type());
        self.found.push(
            error
                .with_note(note)
                .with_help(format!("declare {declaration} there and write it")),
        );
    }

    fn unwritten(&mut self, output: &Variable, input: &Variable) {
        let message = format!(
            "`{}` is read by the fragment shader, but never written by the {} shader: it is 0",
            output.name,
            self.feeder.stage.name()
        );
        self.found.push(
            Diagnostic::warning(codes::warning::UNWRITTEN_VARYING, message)
                .at(output.span, "declared here, never written")
                .and_at(input.span, "read here"),
        );
    }

    fn varying(&mut self, output: &Variable, input: &Variable) {
        let (name, feeder) = (&input.name, self.feeder.stage.name());
        let (one, other) = (spelled(output), spelled(input));
        if one != other {
            let message = format!(
                "the varying `{name}` is `{one}` in the {feeder} shader and `{other}` in the fragment shader"
            );
            self.differ(
                codes::link::VARYING_TYPE,
                message,
                (output, one),
                (input, other),
            );
            return;
        }
        // Where a pixel is sampled is the fragment shader's affair: `centroid` need not agree.
        let [one, other] = [output, input].map(|variable| match variable.interpolation {
            Interpolation::Smooth | Interpolation::Centroid => "smooth",
            Interpolation::Flat => "flat",
        });
        if one != other {
            let message = format!(
                "the varying `{name}` is {one} in the {feeder} shader and {other} in the fragment shader"
            );
            let code = codes::link::VARYING_INTERPOLATION;
            self.differ(
                code,
                message,
                (output, one.to_owned()),
                (input, other.to_owned()),
            );
        }
        if self.rules.invariance && output.invariant != input.invariant {
            let message = format!("the varying `{name}` is invariant in one of the shaders only");
            let [one, other] = [output, input].map(|variable| {
                if variable.invariant {
                    "invariant here".to_owned()
                } else {
                    "not invariant here".to_owned()
                }
            });
            let code = codes::link::VARYING_INVARIANCE;
            self.differ(code, message, (output, one), (input, other));
        }
    }

    fn differ(
        &mut self,
        code: Code,
        message: String,
        (one, one_label): (&Variable, String),
        (other, other_label): (&Variable, String),
    ) {
        let error = Diagnostic::error(code, message);
        self.found.push(
            error
                .at(other.span, other_label)
                .and_at(one.span, one_label),
        );
    }

    /// gl_FragCoord may be invariant only with gl_Position, gl_PointCoord only with gl_PointSize.
    fn builtins(&mut self) {
        let ties = [
            (Builtin::FragCoord, Builtin::Position, "gl_Position"),
            (Builtin::PointCoord, Builtin::PointSize, "gl_PointSize"),
        ];
        for (here, there, name) in ties {
            let (inputs, outputs) = (
                &self.fragment.interface.inputs,
                &self.feeder.interface.outputs,
            );
            let mut inputs = inputs.values();
            let input = inputs.find(|input| input.builtin == Some(here) && input.invariant);
            let mut outputs = outputs.values();
            let output = outputs.find(|output| output.builtin == Some(there));
            let Some(input) = input.filter(|_| output.is_none_or(|output| !output.invariant))
            else {
                continue;
            };
            let message = format!(
                "`{}` is invariant, but `{name}` of the vertex shader is not",
                input.name
            );
            let mut error = Diagnostic::error(codes::link::VARYING_INVARIANCE, message)
                .at(input.span, "invariant in the fragment shader");
            if let Some(output) = output {
                error = error.and_at(output.span, "not invariant in the vertex shader");
            }
            self.found
                .push(error.with_help(format!("add `invariant {name};` to the vertex shader")));
        }
    }

    /// `reported`: names of which a message speaks already; `in_blocks`: those that lie in a buffer, read or not.
    fn uniforms(&mut self, reported: &BTreeSet<String>, in_blocks: &BTreeSet<String>) {
        let feeder = self.feeder.stage.name();
        let read = [self.feeder, self.fragment].map(read_uniforms);
        let [ours, theirs] = [self.feeder, self.fragment].map(Globals::of);
        let silent = |name: &String| reported.contains(name);
        for (name, one) in ours.list.iter().filter(|(name, _)| !silent(name)) {
            let Some(other) = theirs.list.get(name) else {
                continue;
            };
            // What one of the programs does not have cannot differ in them; strict drivers refuse it all the same.
            let is_shared = in_blocks.contains(name) || read.iter().all(|read| read.contains(name));
            if let Some((member, one_type, other_type)) = one.first_difference(other) {
                let what = match member.as_str() {
                    "" => format!("the uniform `{name}`"),
                    _ => format!("the member `{member}` of the uniform `{name}`"),
                };
                let message = format!(
                    "{what} is {one_type} in the {feeder} shader and {other_type} in the fragment shader"
                );
                let found = if is_shared {
                    Diagnostic::error(codes::link::UNIFORM_TYPE, message)
                } else {
                    Diagnostic::warning(codes::warning::UNIFORM_PRECISION, message).with_help(
                        "one of the shaders does not read it: drop its declaration there",
                    )
                };
                self.found.push(
                    found
                        .at(other.span, "declared in the fragment shader")
                        .and_at(one.span, format!("declared in the {feeder} shader")),
                );
            } else if let Some((member, one_precision, other_precision)) = one.precisions(other) {
                let (one_precision, other_precision) =
                    (one_precision.name(), other_precision.name());
                let message = format!(
                    "the uniform `{name}{member}` is {one_precision} in the {feeder} shader and {other_precision} in the fragment shader"
                );
                let code = codes::warning::UNIFORM_PRECISION;
                let found = if self.rules.precision_tolerated || !is_shared {
                    Diagnostic::warning(code, message)
                } else {
                    Diagnostic::error(code, message).with_help(
                        "many drivers accept this; -Wno-error=uniform-precision makes it a warning",
                    )
                };
                self.found.push(
                    found
                        .at(other.span, other_precision)
                        .and_at(one.span, one_precision)
                        .with_help(format!(
                            "write `uniform {other_precision}` or `uniform {one_precision}` in both"
                        )),
                );
            }
        }
    }
}

/// The names of the declarations of which a shader reads any part.
fn read_uniforms(shader: &Shader) -> BTreeSet<String> {
    let mut read = BTreeSet::new();
    let mut add = |name: &str| {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        read.insert(name.split_at(end).0.to_owned());
    };
    let interface = &shader.interface;
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            match shader.insts[inst].op {
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    let leaves = interface.uniforms[uniform].leaves();
                    leaves.iter().for_each(|leaf| add(&leaf.name));
                }
                Op::Texture(texture) => {
                    let leaves = interface.samplers[texture.sampler].leaves();
                    leaves.iter().for_each(|leaf| add(&leaf.name));
                }
                _ => {}
            }
        }
    }
    read
}

/// Varyings of one name are one variable; in WGSL, of one location.
fn belong_together(output: &Variable, input: &Variable) -> bool {
    output.builtin.is_none()
        && match (output.location, input.location) {
            (Some(one), Some(other)) => one == other,
            _ => output.name == input.name,
        }
}

/// True if some slot of an output may get a value.
fn is_written(shader: &Shader, output: Output) -> bool {
    let handed_on = shader.handed_on();
    let has_value = |uses: &&[Use]| {
        let mut uses = shader.interface.output_slots().zip(*uses);
        uses.any(|((other, _), operand)| {
            other == output && shader.def_op(operand.value) != Some(Op::Undefined)
        })
    };
    // Where the end is never reached nothing is known.
    handed_on.is_empty() || handed_on.iter().any(has_value)
}

/// One member of a uniform, or the uniform itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leaf {
    ty: String,
    precision: Option<Precision>,
}

/// A uniform as its declaration has it: with all members.
#[derive(Clone, Debug)]
struct Global {
    span: Span,
    /// By what follows the name: ``, `.color`, `[0].color`.
    leaves: IndexMap<String, Leaf>,
}

impl Global {
    /// The first member that is not the same, with both types.
    fn first_difference(&self, other: &Global) -> Option<(String, String, String)> {
        let ty = |global: &Global, name: &str| {
            let leaf = global.leaves.get(name);
            leaf.map_or("nothing".to_owned(), |leaf| format!("`{}`", leaf.ty))
        };
        let names = self.leaves.keys().chain(other.leaves.keys());
        for name in names {
            let (one, two) = (ty(self, name), ty(other, name));
            if one != two {
                return Some((name.clone(), one, two));
            }
        }
        None
    }

    fn precisions(&self, other: &Global) -> Option<(String, Precision, Precision)> {
        self.leaves.iter().find_map(|(name, leaf)| {
            let one = leaf.precision?;
            let two = other.leaves.get(name)?.precision?;
            (one != two).then(|| (name.clone(), one, two))
        })
    }
}

/// The uniforms of a shader by the name of their declaration.
struct Globals {
    list: IndexMap<String, Global>,
}

impl Globals {
    fn of(shader: &Shader) -> Globals {
        let mut globals = Globals {
            list: IndexMap::new(),
        };
        for variable in shader.interface.uniforms.values() {
            for leaf in variable.leaves() {
                globals.add(
                    &leaf.name,
                    with_length(variable.glsl_type(), leaf.array),
                    variable.precision,
                    variable.span,
                );
            }
        }
        for sampler in shader.interface.samplers.values() {
            let kind = match sampler.kind {
                SamplerKind::D2 => "sampler2D",
                SamplerKind::Cube => "samplerCube",
                SamplerKind::External => "samplerExternalOES",
            };
            for leaf in sampler.leaves() {
                let ty = with_length(kind.to_owned(), leaf.array);
                globals.add(&leaf.name, ty, None, sampler.span);
            }
        }
        globals
    }

    fn add(&mut self, name: &str, ty: String, precision: Option<Precision>, span: Span) {
        // What the language declares is the same in both stages.
        if name.starts_with("gl_") {
            return;
        }
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (name, member) = name.split_at(end);
        let global = self.list.entry(name.to_owned()).or_insert_with(|| Global {
            span,
            leaves: IndexMap::new(),
        });
        let leaf = Leaf { ty, precision };
        global.leaves.insert(member.to_owned(), leaf);
    }
}
