//! What one pixel or vertex of a picture does in the machine code, instruction by instruction.

use super::listing::listing;
use super::messages::messages;
use super::picture::{self, Asked as Picture};
use crate::compiler::{Compiler, Source};
use crate::debug::{End, Program, SourceLine};
use crate::lines::Lines;
use crate::render::Shaders;
use retroshade_diagnostics::Diagnostics;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Scalar, Stage};
use retroshade_kit::machine::{Kind, Recorder, Watch};
use retroshade_kit::target::{Binary, Compiled};
use retroshade_prove::{Lane, Stay, Version};
use serde::Deserialize;
use serde_json::{Value, json};

/// Steps that a page gets.
const MOST_STEPS: u64 = 2_000;

/// The pixel or vertex to follow.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    picture: Picture,
    /// The pixel, from the upper left.
    x: u32,
    y: u32,
    /// A vertex by its number instead of the one nearest to the pixel.
    vertex: Option<usize>,
}

/// Runs a pixel of a fragment shader, or a vertex of a vertex shader.
///
/// # Errors
/// A question that makes no sense; a pixel where nothing is drawn.
pub(super) fn answer(asked: &Asked) -> Result<Value, Fault> {
    asked.picture.check()?;
    let question = &asked.picture.question;
    let (compiler, source) = (question.compiler()?, question.source()?);
    let compilation = question.compile(&compiler)?;
    let mut diagnostics = compilation.diagnostics;
    let steps = match &compilation.result {
        Some(compiled) => match sample(asked, &compiler)? {
            Ok(Some(found)) => {
                let run = Run {
                    compiler: &compiler,
                    source: &source,
                    compiled,
                    sources: &compilation.sources,
                };
                let lines = Lines::behind(&source.text, question.reader()?.ahead);
                let steps = run.steps(found, &lines);
                steps.map_err(|errors| diagnostics.extend(errors)).ok()
            }
            Ok(None) => {
                let (x, y) = (asked.x, asked.y);
                return Err(format!("nothing is drawn at pixel {x}, {y}").into());
            }
            Err(errors) => {
                diagnostics.extend(errors);
                None
            }
        },
        None => None,
    };
    let diagnostics = messages(&compilation.sources, diagnostics, &question.reader()?);
    Ok(json!({ "steps": steps, "diagnostics": diagnostics }))
}

/// What is followed: the data, the sample among them, how many vertices there are.
struct Sample {
    inputs: RunInputs,
    number: usize,
    vertices: Option<usize>,
}

/// The data of the pixel or vertex. The interpreter says where vertices are, so that no other program is compiled, unless
/// it is linked with settings, which read what the vertex program was changed to hand over.
///
/// # Errors
/// A question that makes no sense; inside, a shader that cannot be run.
fn sample(
    asked: &Asked,
    compiler: &Compiler,
) -> Result<Result<Option<Sample>, Diagnostics>, Fault> {
    let stage = asked.picture.question.source()?.stage;
    let shaders = asked.picture.question.shaders(compiler)?.result;
    // The shader was compiled before.
    let found = shaders.map(|shaders| chosen(asked, compiler, shaders, stage));
    Ok(found.unwrap_or(Ok(None)))
}

fn chosen(
    asked: &Asked,
    compiler: &Compiler,
    shaders: Shaders,
    stage: Option<Stage>,
) -> Result<Option<Sample>, Diagnostics> {
    let picture = &asked.picture;
    let given = picture::values(picture, &shaders)?;
    let surface = picture::surface(picture, &shaders, &given);
    let is_linked = picture
        .question
        .partner()
        .is_ok_and(|partner| partner.is_some());
    let is_fixed = is_linked && compiler.target.is_fixed(Stage::Fragment);
    let target = is_fixed.then_some(compiler.target);
    let (scene, _) = shaders.scene(target, &compiler.options, surface, given)?;
    let view = picture.view();
    // Pictures are counted from above, pixels from below.
    let pixel = (
        asked.x,
        view.size.height.wrapping_sub(asked.y.saturating_add(1)),
    );
    if stage == Some(Stage::Fragment) {
        let found = scene.at_pixel(&view, pixel)?;
        return Ok(found.map(|(inputs, number)| Sample {
            inputs,
            number,
            vertices: None,
        }));
    }
    let found = scene.near_pixel(&view, pixel)?;
    Ok(found.map(|(inputs, nearest)| {
        let count = inputs.samples().unwrap_or(1);
        Sample {
            inputs,
            number: asked.vertex.unwrap_or(nearest).min(count.saturating_sub(1)),
            vertices: Some(count),
        }
    }))
}

struct Run<'a> {
    compiler: &'a Compiler,
    source: &'a Source,
    compiled: &'a Compiled,
    sources: &'a retroshade_diagnostics::SourceMap,
}

impl Run<'_> {
    fn steps(&self, sample: Sample, lines: &Lines) -> Result<Value, Diagnostics> {
        let (target, compiled) = (self.compiler.target, self.compiled);
        let mut watch = Watch {
            // As the picture is drawn.
            rounds: true,
            most_steps: Some(MOST_STEPS),
            recorder: Some(Recorder::new(sample.number)),
            ..Watch::default()
        };
        let stage = Stage::of_name(&compiled.reflection.stage).unwrap_or(Stage::Fragment);
        let binary = || Binary {
            stage: Some(stage),
            ..compiled.as_binary()
        };
        let program = Program::compiled(
            String::new(),
            target,
            (compiled, binary()),
            self.sources,
            (&sample.inputs, &mut watch),
            "; the page follows no more",
        )?;
        let program = program.with_locals(
            self.compiler,
            self.source,
            (binary(), &compiled.reflection),
            (&sample.inputs, sample.number),
        );
        let mut steps = recorded(&program);
        if let Value::Object(steps) = &mut steps {
            steps.extend(listing(target, compiled, lines));
            steps.insert("sample".to_owned(), sample.number.into());
            steps.insert("vertices".to_owned(), sample.vertices.into());
        }
        Ok(steps)
    }
}

/// A recording as the page takes it: values as texts, `null` for what holds nothing.
fn recorded(program: &Program) -> Value {
    let recording = &program.traced.recording;
    let spelled = |register: usize, value: Option<f32>| {
        let kind = recording.registers.get(register).map(|one| one.kind);
        kind.zip(value).map(|(kind, value)| kind.spelled(value))
    };
    let registers = recording.registers.iter().map(|register| {
        let variables = program.names.of_register(register).join(", ");
        json!({ "kind": register.kind.name(), "name": register.name, "variables": variables })
    });
    let start = recording.start.iter().enumerate();
    let start = start.map(|(register, held)| held.map(|value| spelled(register, value)));
    let steps = recording.steps.iter().map(|step| {
        let changes = step.changes.iter().map(|change| {
            let register = change.register;
            let (from, to) = (spelled(register, change.from), spelled(register, change.to));
            json!([register, change.lane, from, to])
        });
        json!({
            "instruction": step.instruction,
            "changes": changes.collect::<Vec<Value>>(),
            "effect": recording.effect(step),
        })
    });
    let stopped = match &program.end {
        End::Ended => None,
        End::Stopped(reasons) => Some(reasons.join("; ")),
    };
    json!({
        "kinds": Kind::ALL.map(Kind::name),
        "registers": registers.collect::<Vec<Value>>(),
        "start": start.collect::<Vec<[Option<String>; 4]>>(),
        "steps": steps.collect::<Vec<Value>>(),
        "stopped": stopped,
        "locals": locals(program),
        "localsUntil": program.locals.until(),
    })
}

/// The assignments to local variables in order, each with the steps after which it counts. A lane is `null` where it was
/// never assigned, a text where it is a constant, else a list of places: register, lane, the steps from which on it holds
/// the value and up to which, `null` for the end.
fn locals(program: &Program) -> Vec<Value> {
    let table = program.locals.table();
    let one = |(version, place): (&Version, Option<SourceLine>)| {
        let local = table.variables.get(version.variable)?;
        let part = local.parts.get(version.part)?;
        let kind = match part.ty.scalar {
            Scalar::Bool => Kind::Flag,
            Scalar::Float | Scalar::Int => Kind::Temporary,
        };
        let lane = |lane: &Lane| match lane {
            Lane::Unset => Value::Null,
            Lane::Constant(number) => kind.spelled(*number).into(),
            Lane::Held(stays) => stays.iter().map(stay).collect(),
        };
        Some(json!({
            "function": local.function,
            "name": format!("{}{}", local.name, part.path),
            "truth": part.ty.scalar == Scalar::Bool,
            "from": version.from,
            "line": place.filter(|place| place.file == program.from.main).map(|place| place.line),
            "lanes": version.lanes.iter().map(lane).collect::<Vec<Value>>(),
        }))
    };
    program.locals.versions().filter_map(one).collect()
}

fn stay(stay: &Stay) -> Value {
    let to = Some(stay.to).filter(|to| *to < usize::MAX);
    json!([stay.register, stay.lane, stay.from, to])
}
