//! `invariant` outputs: programs that give one the same expressions give it the same bits, whatever else they
//! compute (ESSL 1.00, 4.6.1).

use crate::folders::shaders_below;
use retroshade::{
    Compiler, LanguageOptions, Matrices, Optimize, Position, Source, Stage, Target, find_target,
};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{
    Builtin, Inst, Op, Output, Scalar, Shader, Shape, Terminator, Use, Variable, opt,
};
use retroshade_kit::agreement::data;
use retroshade_kit::machine;
use std::path::Path;

const TARGETS: [&str; 5] = ["agal1", "agal3", "pica200", "nv2a", "lima"];

/// Values of the position's computation that a variant of a program shows.
const SHOWN: usize = 3;

fn position(shader: &Shader) -> Option<Output> {
    let mut outputs = shader.interface.outputs.iter();
    let found = outputs.find(|(_, output)| output.builtin == Some(Builtin::Position));
    found.map(|(output, _)| output)
}

/// The shader with nothing but its position.
fn alone(shader: &Shader) -> Shader {
    let mut alone = shader.clone();
    for output in shader.interface.outputs.keys() {
        if Some(output) != position(shader) {
            opt::undefine_output(&mut alone, output);
        }
    }
    alone
}

/// The shader with varyings that show values of its body beside what it shows already: every n-th that an
/// operation makes.
fn showing(shader: &Shader, nth: usize) -> Shader {
    let mut shown = shader.clone();
    let makes_float = |inst: &Inst| {
        let data = &shader.insts[*inst];
        let computes = !matches!(
            data.op,
            Op::Constant(_) | Op::Undefined | Op::Uniform { .. } | Op::Input { .. }
        );
        let mut results = data.results.iter();
        computes && results.any(|&value| shader.ty(value).scalar == Scalar::Float)
    };
    let insts = shader.regions[shader.body].insts.iter();
    let values: Vec<Use> = insts
        .filter(|inst| makes_float(inst))
        .step_by(nth)
        .take(SHOWN)
        .map(|&inst| shader.whole(shader.result(inst)))
        .filter(|operand| shader.ty(operand.value).scalar == Scalar::Float)
        .collect();
    for (index, value) in values.iter().enumerate() {
        let shape = Shape::vector(Scalar::Float, value.lanes());
        let variable = Variable::new(format!("vTexCoordShown{index}"), shape);
        shown.interface.outputs.push(variable);
    }
    if let Terminator::Yield(results) = &mut shown.regions[shader.body].end {
        results.extend(values);
    }
    shown
}

fn lowered(text: &str, name: &str) -> Option<Shader> {
    let source = Source::new(name, Stage::Vertex, text);
    LanguageOptions::default().lower(&source).result
}

/// The position that a program gives, to the bit; `None` if the target refuses it.
fn bits(compiler: &Compiler, shader: &Shader, inputs: &RunInputs) -> Option<Vec<Vec<u32>>> {
    let target = compiler.target;
    let compiled = target.compile(shader, &compiler.options).ok()?;
    let outputs = machine::run(target, compiled.as_binary(), &compiled.reflection, inputs).ok()?;
    let rows = outputs.outputs.get("gl_Position")?;
    let bits = |row: &Vec<f32>| row.iter().map(|lane| lane.to_bits()).collect();
    Some(rows.iter().map(bits).collect())
}

/// True if two programs give the same bits. What is no number in one of them comes from undefined operations or from
/// beyond the end of an array, where the programs have different registers.
fn same(one: &[Vec<u32>], other: &[Vec<u32>]) -> bool {
    let lanes = one.iter().flatten().zip(other.iter().flatten());
    let is_nan = |bits: u32| f32::from_bits(bits).is_nan();
    lanes
        .into_iter()
        .all(|(&one, &other)| one == other || is_nan(one) || is_nan(other))
}

fn compiler(target: &'static dyn Target, optimize: Optimize) -> Compiler {
    let mut compiler = Compiler::new(target);
    compiler.options.optimize = optimize;
    compiler.options.position = Position::Clip;
    compiler
}

/// Compares the variants of a shader; returns how many pairs of programs there were.
fn check(name: &str, shader: &Shader, compiler: &Compiler) -> usize {
    let mut shader = shader.clone();
    let Some(position) = position(&shader) else {
        return 0;
    };
    shader.interface.outputs[position].invariant = true;
    let inputs = data(&shader, position.index() as u64 + 1);
    let variants = [shader.clone(), showing(&shader, 1), showing(&shader, 3)];
    let Some(wanted) = bits(compiler, &alone(&shader), &inputs) else {
        return 0;
    };
    let found = variants.iter().filter_map(|variant| {
        let found = bits(compiler, variant, &inputs)?;
        let target = compiler.target.name();
        let level = compiler.options.optimize;
        assert!(
            same(&found, &wanted),
            "{name} on {target} at {level:?}\n{variant}"
        );
        Some(())
    });
    found.count()
}

#[test]
fn an_invariant_position_is_the_same_whatever_else_is_computed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pairs = 0;
    let mut number = 0;
    for folder in [
        "tests/shaders/vertex",
        "examples",
        "tests/pica-hand",
        "tests/nv2a-hand",
    ] {
        for path in shaders_below(&root.join(folder)) {
            if path.extension().is_none_or(|extension| extension != "vert") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.display().to_string();
            let Some(shader) = lowered(&text, &name) else {
                continue;
            };
            number += 1;
            let level = [Optimize::None, Optimize::Size][number % 2];
            for target in TARGETS {
                let target = find_target(target).unwrap();
                pairs += check(&name, &shader, &compiler(target, Optimize::Normal));
                pairs += check(&name, &shader, &compiler(target, level));
            }
        }
    }
    assert!(pairs > 500, "only {pairs} pairs of programs were compared");
}

/// Two sources that say the same of an output, and how the first of them is to be compiled.
struct Pair<'a> {
    head: &'a str,
    body: &'a str,
    more: [&'a str; 2],
    setting: Option<&'a str>,
}

/// What both programs give for an output, to the bit, where a lane takes part in a sum that cancels.
fn compare(pair: &Pair<'_>) {
    let Pair {
        head,
        body,
        more,
        setting,
    } = pair;
    let sources = more.map(|more| format!("{head}\nvoid main() {{ {body} {more} }}\n"));
    for target in TARGETS {
        for level in [
            Optimize::None,
            Optimize::Normal,
            Optimize::Size,
            Optimize::Most,
        ] {
            for matrices in Matrices::ALL {
                let mut compiler = compiler(find_target(target).unwrap(), level);
                compiler.options.matrices = Some(*matrices);
                let setting = setting.map(|name| (name.to_owned(), "on".to_owned()));
                compiler.options.settings.extend(setting);
                let [first, second] = sources.each_ref().map(|text| {
                    let shader = lowered(text, "a.vert").expect("a right shader");
                    let found = bits(&compiler, &shader, &data(&shader, 7));
                    found.unwrap_or_else(|| panic!("{target} refuses\n{text}"))
                });
                assert_eq!(
                    first, second,
                    "{target} {level:?} {matrices:?}\n{}",
                    sources[1]
                );
            }
        }
    }
}

const SUM: &str = "float s = a.x + a.y + a.z + b.w; gl_Position = vec4(s * a.x + s, s, a.yx);";
const MATRICES: &str = "mat4 m = P * V; gl_Position = m * a;";

#[test]
fn a_sum_that_others_read_rounds_as_one_that_nobody_reads() {
    for (declaration, setting) in [
        ("invariant gl_Position;", None),
        ("#pragma STDGL invariant(all)", None),
        ("", Some("invariant-position")),
    ] {
        let head =
            format!("{declaration}\nattribute vec4 a; attribute vec4 b; varying vec4 vColor;");
        compare(&Pair {
            head: &head,
            body: SUM,
            more: ["vColor = b;", "vColor = vec4(s, a.x + a.y, s * s, a.x);"],
            setting,
        });
    }
}

#[test]
fn a_product_of_matrices_whose_columns_others_read_rounds_as_one_that_nobody_reads() {
    compare(&Pair {
        head: "invariant gl_Position; attribute vec4 a; uniform mat4 P; uniform mat4 V; varying vec4 vColor;",
        body: MATRICES,
        more: ["vColor = a;", "vColor = m[0] + m[3] * a.x + m[1];"],
        setting: None,
    });
}

/// Loops and conditionals whose arms serve several outputs.
#[test]
fn control_flow_around_other_outputs_changes_no_bit() {
    compare(&Pair {
        head: "invariant gl_Position; attribute vec4 a; uniform vec4 u[4]; uniform float k; varying vec4 vColor;",
        body: "vec4 p = a; vec4 c = a; for (int i = 0; i < 4; i++) { p = p * u[i].wzyx + u[i] * a.x; \
               if (k > 0.5) { p.x += p.y * p.z + p.w; c = c * p + u[i]; } else { c += p; } } gl_Position = p;",
        more: ["vColor = a;", "vColor = c * p.x;"],
        setting: None,
    });
}
