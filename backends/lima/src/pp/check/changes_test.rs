//! Random programs with a bit changed: what is not noticed changes no result.

use super::check;
use crate::changes_test::{Counts, Judge, prepared};
use crate::pp::allocate::spill_until_it_fits;
use crate::pp::bundle::Program;
use crate::pp::lowered::Lowered;
use crate::pp::{PIPELINE, colors, interface, reflect, select};
use crate::search::Search;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass;
use retroshade_ir::pass::Hooks;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::agreement;
use retroshade_kit::random::Random;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Options;

/// A shader's program with what it was made from; `None` where it is refused.
fn made(shader: &Shader) -> Option<(Lowered, Reflection)> {
    let shader = prepared(shader);
    let reduced = colors::reduce(&shader).ok()?;
    let shader = reduced.as_ref().map_or(&shader, |reduced| &reduced.shader);
    let layout = interface::layout(shader).ok()?;
    let mut selected = select::select(shader, &layout).ok()?;
    pass::run(PIPELINE, &mut selected.program, &(), &mut Hooks::default()).unwrap();
    let search = Search::read(&Options::default());
    let made = spill_until_it_fits(selected.program, selected.temporaries, search).ok()?;
    let record = reflect::reflection(shader, &layout, &made);
    Some((made, record))
}

/// Changes one in so many bits of a program.
fn change(shader: &Shader, inputs: &RunInputs, one_in: u64, counts: &mut Counts) {
    let Some((made, record)) = made(shader) else {
        return;
    };
    let words = made.program.encode().unwrap();
    let judge = Judge::new(Stage::Fragment, &record, inputs, &words);
    let proved =
        |program: &Program| check(&made.code, &made.plans, &made.registers, program).is_ok();
    assert!(proved(&made.program));
    let mut look = |program: &Program, place: &str| {
        let words = program.encode().unwrap_or_default();
        // Other bits may be another layout of the unit.
        let program = Program::decode(&words).unwrap_or_default();
        match words.is_empty() || program.check().is_err() {
            true => counts.illegal += 1,
            false => counts.judge(&judge, proved(&program), &words, place),
        }
    };
    let mut random = Random::new(words.len() as u64);
    for (index, bundle) in made.program.bundles.iter().enumerate() {
        for (unit, slot) in bundle.slots() {
            for (row, value) in slot.fields() {
                for bit in (0..row.width).filter(|_| random.one_in(one_in)) {
                    let mut program = made.program.clone();
                    let changed = program.bundles[index].slot_mut(unit).unwrap();
                    changed.set(row.field, value ^ 1 << bit);
                    let place = format!("instruction {index} {unit:?} {:?} {bit}", row.field);
                    look(&program, &place);
                }
            }
        }
    }
    for index in 1..made.program.bundles.len() {
        let mut program = made.program.clone();
        program.bundles.swap(index - 1, index);
        look(&program, &format!("instruction {index} comes earlier"));
        program = made.program.clone();
        program.bundles[index] = program.bundles[index - 1].clone();
        look(&program, &format!("instruction {index} is the one before"));
    }
}

fn knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Fragment),
        operations,
        ..Knobs::default()
    }
}

#[test]
fn changes_of_random_programs_are_noticed() {
    let mut counts = Counts::default();
    for seed in 0..40 {
        let sample = sample(seed, &knobs(12));
        change(&sample.shader, &sample.inputs, 8, &mut counts);
    }
    counts.demand(5_000);
}

#[test]
fn changes_of_spilled_values_are_noticed() {
    let mut counts = Counts::default();
    let sample = sample(2000, &knobs(150));
    change(&sample.shader, &sample.inputs, 16, &mut counts);
    counts.demand(500);
}

/// Inputs that no vertex program writes, both parts of the frame buffer, an arc tangent and a depth.
const BUILTINS: &str = r#"shader fragment "builtins.frag"
    input in0 "gl_FragCoord" vec4 builtin=frag_coord
    input in1 "gl_PointCoord" vec2 builtin=point_coord
    input in2 "gl_FrontFacing" bool builtin=front_facing
    input in3 "gl_LastFragColorARM" vec4 builtin=last_frag_color
    input in4 "gl_LastFragDepthARM" float builtin=last_frag_depth
    input in5 "v" vec4
    output out0 "gl_FragColor" vec4 builtin=frag_color
    output out1 "gl_FragDepthEXT" float builtin=frag_depth
    body {
      %0:f4 = input in0[0]
      %1:f2 = input in1[0]
      %2:b1 = input in2[0]
      %3:f4 = input in3[0]
      %4:f1 = input in4[0]
      %5:f4 = input in5[0]
      %6:f4 = select %2.xxxx, %3, %5
      %7:f4 = add %6, %0
      %8:f1 = atan %1.y
      %9:f1 = mul %8, %1.x
      %10:f4 = mul %7, %9.xxxx
      %11:f1 = mul %4, %5.w
      yield %10, %11
    }"#;

#[test]
fn changes_of_builtin_inputs_are_noticed() {
    let shader = agreement::shader(BUILTINS);
    let mut inputs = agreement::data(&shader, 1);
    inputs.varyings = std::mem::take(&mut inputs.attributes);
    let rows = |lanes: usize| -> Vec<Vec<f32>> {
        let row = |sample: usize| (0..lanes).map(move |lane| (1 + sample + 3 * lane) as f32 / 8.0);
        (0..16).map(|sample| row(sample).collect()).collect()
    };
    inputs.frag_coord = Some(rows(4));
    inputs.point_coord = Some(rows(2));
    inputs.front_facing = Some((0..16).map(|sample| sample % 3 == 0).collect());
    let mut counts = Counts::default();
    change(&shader, &inputs, 1, &mut counts);
    counts.demand(250);
}
