//! Random programs with a bit changed: what is not noticed changes no result.

use super::check;
use crate::changes_test::{Counts, Judge, prepared};
use crate::pp::allocate::spill_until_it_fits;
use crate::pp::emit::emit;
use crate::pp::isa::Operation;
use crate::pp::lowered::Lowered;
use crate::pp::program::Program;
use crate::pp::{PIPELINE, colors, interface, reflect, select};
use crate::search::Search;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass;
use retroshade_ir::pass::Hooks;
use retroshade_ir::run::RunInputs;
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
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
    let record = reflect::reflection(shader, &layout, &[], &made);
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
        let program = Program::decode(&words).unwrap_or_default();
        if words.is_empty() || program.check().is_err() {
            counts.illegal += 1
        } else {
            counts.judge(&judge, proved(&program), &words, place)
        }
    };
    let mut random = Random::new(words.len() as u64);
    let mut unknown = 0;
    for (index, instruction) in made.program.instructions.iter().enumerate() {
        for operation in instruction.operations() {
            let (unit, bits) = (operation.op.unit, operation.to_bits().unwrap());
            for (field, _) in operation.fields() {
                for bit in (0..field.width).filter(|_| random.one_in(one_in)) {
                    let changed = Operation::from_bits(unit, bits ^ 1 << (field.start + bit));
                    let Ok(changed) = changed else {
                        unknown += 1;
                        continue;
                    };
                    let mut program = made.program.clone();
                    program.instructions[index].put(changed);
                    let place = format!("instruction {index} {unit:?} {} {bit}", field.name);
                    look(&program, &place);
                }
            }
        }
    }
    for index in 1..made.program.instructions.len() {
        let mut program = made.program.clone();
        program.instructions.swap(index - 1, index);
        look(&program, &format!("instruction {index} comes earlier"));
        program = made.program.clone();
        program.instructions[index] = program.instructions[index - 1].clone();
        look(&program, &format!("instruction {index} is the one before"));
    }
    counts.illegal += unknown;
}

/// Puts values into the registers of others as well, as a wrong allocation would.
fn share_registers(shader: &Shader, inputs: &RunInputs, counts: &mut Counts) {
    let Some((made, record)) = made(shader) else {
        return;
    };
    let words = made.program.encode().unwrap();
    let judge = Judge::new(Stage::Fragment, &record, inputs, &words);
    // Where the results are the record says.
    let is_result = |value| made.code.outputs().any(|cell| cell.value == value);
    let values = made.code.values.keys();
    for value in values.filter(|&value| !is_result(value)) {
        for to in 0..made.registers.used {
            let mut registers = made.registers.clone();
            for (cell, place) in registers.cells.iter_mut() {
                if cell.value == value
                    && let Some((register, _)) = place
                {
                    *register = to;
                }
            }
            let Ok(program) = emit(&made.code, &made.plans, &registers) else {
                continue;
            };
            match program.encode() {
                Ok(changed) if program.check().is_ok() && changed != words => {
                    let proved = check(&made.code, &made.plans, &registers, &program).is_ok();
                    let place = format!("{value:?} in register {to}");
                    counts.judge(&judge, proved, &changed, &place);
                }
                _ => counts.illegal += 1,
            }
        }
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

/// Lookups of every kind by varyings and by numbers, an indexed varying, a discard and a loop with two ways out.
const LOOKUPS: &str = r#"shader fragment "lookups.frag"
    input in0 "v" vec4
    input in1 "w" vec3
    input in2 "a" vec4[3]
    uniform uniform0 "k" float
    sampler sampler0 "s" d2
    sampler sampler1 "t" d2
    sampler sampler2 "c" cube
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:i1 = const 0
      %1:f4 = input in0[0]
      %2:f1 = const 2.0
      %3:f3 = input in1[0]
      %4:f1 = const 0.5
      %6:f1 = uniform uniform0[0]
      %7:i1 = const 5
      %10:i1 = const 1
      %11:b1 = lt %2, %1.x
      discard %11
      %12:f4 = texture sampler0[0] %1.xy
      %13:f4 = texture sampler1[0] %1.zw
      %14:f4 = add %12, %13
      %15:f4 = texture sampler0[0] project %3
      %16:f4 = add %14, %15
      %17:f4 = texture sampler1[0] project %1.xyw
      %18:f4 = add %16, %17
      %19:f4 = texture sampler2[0] %3
      %20:f2 = mul %3.yx, %4.xx
      %21:f4 = texture sampler0[0] %20 bias %4
      %22:f4 = add %19, %21
      %23:f4 = texture sampler1[0] %3.xy lod %2
      %24:f4 = add %22, %23
      %25:f4 = add %18, %24
      %26:f3 = mul %3.zyx, %2.xxx
      %27:f4 = texture sampler2[0] %26
      %28:f4 = mul %1, %2.xxxx
      %29:f4 = texture sampler0[0] project %28.xyw
      %30:f4 = add %27, %29
      %31:f4 = add %25, %30
      %32:i1 = float_to_int %6
      %33:f4 = input_indexed in2[0 + 1 * %32]
      %34:f4 = add %31, %33
      %35:f4, %36:i1 = loop (%37:f4 = %34, %38:i1 = %0) {
        %39:b1 = lt %38, %7
        if %39 {
          yield
        } else {
          break %37, %38
        }
        %40:b1 = lt %6, %37.x
        if %40 {
          break %37, %38
        } else {
          yield
        }
        %42:f4 = mul %37.yzwx, %4.xxxx
        %44:i1 = add %38, %10
        continue %42, %44
      }
      yield %35
    }"#;

#[test]
fn changes_of_lookups_and_jumps_are_noticed() {
    let shader = agreement::shader(LOOKUPS);
    let mut inputs = agreement::data(&shader, 1);
    inputs.varyings = std::mem::take(&mut inputs.attributes);
    for (name, row) in inputs.varyings.iter_mut().flat_map(|(name, data)| {
        let rows = data.values.iter_mut();
        rows.map(move |row| (name.as_str(), row))
    }) {
        // Most fragments are kept, and all divide by numbers near 1.
        for (lane, value) in row.iter_mut().enumerate() {
            *value = match (name, lane) {
                ("v", 3) | ("w", 2) => 1.0 + value.fract().abs(),
                _ => *value,
            };
        }
    }
    if let Some(index) = inputs.uniforms.get_mut("k") {
        index.value = vec![1.5];
    }
    for (name, kind) in [
        ("s", TextureKind::D2),
        ("t", TextureKind::D2),
        ("c", TextureKind::Cube),
    ] {
        let data = TextureData {
            kind,
            filter: Filter::Nearest,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::Linear,
            source: TextureSource::Pattern(name.len() as u32 + kind as u32),
        };
        inputs.textures.insert(name.to_owned(), data);
    }
    let mut counts = Counts::default();
    change(&shader, &inputs, 2, &mut counts);
    counts.demand(500);
}

/// Values that live through a loop, one that is set in one way only, and a condition inside.
const LOOP: &str = r#"shader fragment "loop.frag"
    input in0 "v" vec4
    input in1 "w" vec4
    uniform uniform0 "k" float
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:i1 = const 0
      %1:i1 = const 1
      %2:i1 = const 4
      %3:f1 = const 0.5
      %4:f4 = input in0[0]
      %5:f4 = input in1[0]
      %6:f1 = uniform uniform0[0]
      %7:f4 = add %4, %5
      %8:f4 = undefined
      %9:b1 = lt %4.x, %6
      %10:f4 = if %9 {
        %11:f4 = mul %4, %4
        yield %11
      } else {
        yield %8
      }
      %12:f4, %13:f4, %14:i1 = loop (%15:f4 = %7, %16:f4 = %4, %17:i1 = %0) {
        %18:b1 = lt %17, %2
        if %18 {
          yield
        } else {
          break %15, %16, %17
        }
        %19:f4 = mul %15.yzwx, %3.xxxx
        %20:f4 = add %19, %5
        %21:b1 = lt %20.x, %16.y
        %22:f4 = if %21 {
          %23:f4 = add %16, %7
          yield %23
        } else {
          yield %16.wxyz
        }
        %24:i1 = add %17, %1
        continue %20, %22, %24
      }
      %25:f4 = add %12, %13
      %26:f4 = if %9 {
        %27:f4 = add %25, %10
        yield %27
      } else {
        yield %25
      }
      yield %26
    }"#;

/// [`LOOP`] with data.
fn looping() -> (Shader, RunInputs) {
    let shader = agreement::shader(LOOP);
    let mut inputs = agreement::data(&shader, 1);
    inputs.varyings = std::mem::take(&mut inputs.attributes);
    (shader, inputs)
}

#[test]
fn changes_of_what_lives_through_loops_are_noticed() {
    let (shader, inputs) = looping();
    let mut counts = Counts::default();
    change(&shader, &inputs, 1, &mut counts);
    counts.demand(400);
}

#[test]
fn registers_that_two_values_have_are_noticed() {
    let (shader, inputs) = looping();
    let mut counts = Counts::default();
    share_registers(&shader, &inputs, &mut counts);
    for seed in 0..15 {
        let sample = sample(seed, &knobs(40));
        share_registers(&sample.shader, &sample.inputs, &mut counts);
    }
    counts.demand(500);
}
