//! What the debugger says of local variables is what the interpreter makes of them.

use retroshade::debug::{Program, State};
use retroshade::diagnostics::{SourceMap, Span};
use retroshade::proof::{Lane, inputs};
use retroshade::{Binary, Compiler, Source, Stage, find_target};
use retroshade_ir::locals::Locals;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Op, Scalar, Shader, Swizzle, Terminator, Type, Use, eval};
use retroshade_kit::machine::{Recorder, Watch};
use std::collections::BTreeMap;
use std::fs;

use crate::proof::{shaders, stage};

/// Names are noted beside the lowering and change nothing of the shader, so that they change nothing of the code.
#[test]
fn names_change_no_shader() {
    let compiler = Compiler::new(find_target("agal1").unwrap());
    let mut assignments = 0;
    for path in shaders() {
        let text = fs::read_to_string(&path).unwrap();
        let source = Source::new(path.display().to_string(), stage(&path), text);
        let Some(shader) = compiler.language.lower(&source).result else {
            continue;
        };
        let named = compiler.language.lower_with_locals(&source).unwrap();
        let (same, locals) = named.result.unwrap();
        assert_eq!(shader, same, "{}", path.display());
        assignments += locals.assignments.len();
    }
    assert!(assignments > 500, "{assignments}");
}

/// A program that ran on data of sample 0.
fn followed(
    compiler: &Compiler,
    source: &Source,
    of: &Source,
    data: &RunInputs,
) -> Option<Program> {
    let compilation = compiler.compile(source);
    let compiled = compilation.result?;
    let binary = || Binary {
        stage: source.stage,
        ..compiled.as_binary()
    };
    let mut watch = Watch {
        rounds: true,
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    let program = Program::compiled(
        String::new(),
        compiler.target,
        (&compiled, binary()),
        &SourceMap::new(),
        (data, &mut watch),
        "",
    );
    let code = (binary(), &compiled.reflection);
    Some(program.ok()?.with_locals(compiler, of, code, (data, 0)))
}

/// The numbers that the registers hold for variables of `main` at the end: by variable and part, `None` for lanes that
/// are in none.
fn shown(program: &Program) -> BTreeMap<(usize, usize), Vec<Option<f32>>> {
    let recording = &program.traced.recording;
    let mut state = State::new(recording);
    state.go(recording, usize::MAX);
    let at = state.at();
    let mut shown = BTreeMap::new();
    for (version, _) in program.locals.versions() {
        let lane = |lane: &Lane| match lane {
            Lane::Unset => None,
            Lane::Constant(number) => Some(*number),
            Lane::Held(stays) => {
                let stay = stays
                    .iter()
                    .find(|stay| (stay.from..stay.to).contains(&at))?;
                state.held(stay.register)[stay.lane]
            }
        };
        let lanes = version.lanes.iter().map(lane).collect();
        shown.insert((version.variable, version.part), lanes);
    }
    shown
}

/// A shader that writes what a part of a variable holds at the end of `main` to every output of four floats, the same lane
/// again where it has fewer; `None` where its end is not reached or it has no such output.
fn shader_of(shader: &Shader, locals: &Locals, place: (usize, usize)) -> Option<Shader> {
    let mut assignments = locals.assignments.iter().rev();
    let last = assignments.find(|one| (one.variable, one.part) == place)?;
    // Elsewhere it is not visible at the end; ends of functions are noted where they are.
    if last.region != shader.body || !last.span.is_none() {
        return None;
    }
    let mut shader = shader.clone();
    let first = last.lanes.iter().flatten().next()?;
    let mut parts = Vec::new();
    for lane in 0..4 {
        let (value, lane) = last.lanes.get(lane).copied().flatten().unwrap_or(*first);
        let one = Use::new(value, Swizzle::splat(lane, 1));
        let convert = match shader.ty(value).scalar {
            Scalar::Float => None,
            Scalar::Int => Some(Op::IntToFloat),
            Scalar::Bool => Some(Op::BoolToFloat),
        };
        parts.push(match convert {
            None => one,
            Some(op) => appended(&mut shader, op, vec![one], Type::float(1)),
        });
    }
    let value = appended(&mut shader, Op::Compose, parts, Type::float(4));
    let Terminator::Yield(mut uses) = shader.regions[shader.body].end.clone() else {
        return None;
    };
    let wide = uses
        .iter_mut()
        .filter(|one| shader.use_type(**one) == Type::float(4));
    assert_ne!(wide.map(|one| *one = value).count(), 0);
    let body = shader.body;
    shader.regions[body].end = Terminator::Yield(uses);
    Some(shader)
}

fn appended(shader: &mut Shader, op: Op, args: Vec<Use>, ty: Type) -> Use {
    let inst = shader.make_inst(op, args, &[ty], Vec::new(), Span::NONE);
    let body = shader.body;
    shader.regions[body].insts.push(inst);
    shader.whole(shader.result(inst))
}

/// What the interpreter has for the outputs of a shader with one number in all of them.
fn evaluated(shader: &Shader, data: &RunInputs) -> Option<Vec<f32>> {
    let run = eval::run(shader, data).ok()?;
    // The rows of discarded fragments are 0.
    let is_discarded = run.discarded.is_some_and(|all| all.contains(&true));
    let outputs = Some(run.outputs).filter(|_| !is_discarded)?;
    let first = ["gl_FragColor", "gl_Position"]
        .iter()
        .find_map(|name| outputs.get(*name));
    first?.first().cloned()
}

/// Compares what is shown for a target with what the interpreter has. `tolerance` is the distance of the machine's numbers
/// from the interpreter's, for numbers up to 1; of larger ones in proportion.
fn shows_what_the_interpreter_computes(target: &str, tolerance: f32) {
    let compiler = Compiler::new(find_target(target).unwrap());
    // Lanes that were compared, and all that variables have.
    let (mut compared, mut all) = (0, 0);
    for (path, number) in shaders().iter().zip([0, 4].into_iter().cycle()) {
        let text = fs::read_to_string(path).unwrap();
        let source = Source::new(path.display().to_string(), stage(path), text);
        let Some(shader) = compiler.language.lower(&source).result else {
            continue;
        };
        let Some(data) = inputs(&shader, number) else {
            continue;
        };
        let Some(program) = followed(&compiler, &source, &source, &data) else {
            continue;
        };
        let locals = program.locals.table();
        for (place, lanes) in shown(&program) {
            let local = &locals.variables[place.0];
            let Some(wanted) = shader_of(&shader, locals, place)
                .filter(|_| local.function == "main")
                .and_then(|shader| evaluated(&shader, &data))
            else {
                continue;
            };
            all += lanes.len();
            for (lane, (shown, wanted)) in lanes.iter().zip(wanted).enumerate() {
                let Some(shown) = shown else {
                    continue;
                };
                compared += 1;
                let near = (shown - wanted).abs() <= tolerance * wanted.abs().max(1.0);
                assert!(
                    near,
                    "{target} {} {number}: {}{} lane {lane} is {wanted}, shown as {shown}",
                    path.display(),
                    local.name,
                    local.parts[place.1].path
                );
            }
        }
    }
    println!("{target}: {compared} of {all} lanes");
    assert!(
        compared >= 15 && compared * 8 > all,
        "{target}: {compared} of {all}"
    );
}

#[test]
fn locals_in_agal_are_those_of_the_interpreter() {
    shows_what_the_interpreter_computes("agal1", 1e-4);
}

#[test]
fn locals_in_lima_are_those_of_the_interpreter() {
    shows_what_the_interpreter_computes("lima", 0.04);
}

#[test]
fn locals_in_nv2a_are_those_of_the_interpreter() {
    shows_what_the_interpreter_computes("nv2a", 1e-4);
}

#[test]
fn locals_in_pica200_are_those_of_the_interpreter() {
    shows_what_the_interpreter_computes("pica200", 1e-3);
}

/// A program of another source holds only what both compute.
#[test]
fn other_formulas_are_not_shown() {
    let of = |factor: &str, edge: &str| {
        let text = format!(
            "precision mediump float;\nvarying vec2 vUv;\nuniform float uEdge;\nvoid main() {{\n\
             vec2 place = vUv * {factor};\nfloat sum = place.x + place.y;\nfloat far = vUv.x - uEdge;\n\
             gl_FragColor = vec4(place, sum, {edge});\n}}\n"
        );
        Source::new("a.frag", Stage::Fragment, text)
    };
    for target in ["agal1", "lima"] {
        let compiler = Compiler::new(find_target(target).unwrap());
        let source = of("2.0", "far");
        let shader = compiler.language.lower(&source).result.unwrap();
        let data = inputs(&shader, 1).unwrap();
        let count = |other: &Source| {
            let program = followed(&compiler, &source, other, &data).unwrap();
            let lanes = shown(&program)
                .into_values()
                .map(|lanes| lanes.iter().flatten().count());
            lanes.collect::<Vec<_>>()
        };
        assert_eq!(count(&source), [2, 1, 1], "{target}");
        assert_eq!(count(&of("2.5", "far")), [0, 0, 1], "{target}");
    }
}
