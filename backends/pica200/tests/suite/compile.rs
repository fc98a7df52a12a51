//! Shaders in the printed form of the representation: how long the code is that is made of them.

use retroshade_diagnostics::FileId;
use retroshade_ir::text::parse;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::target::{Assembler, Compiled, Optimize, Options, Target};
use retroshade_pica200::PICA200;
use retroshade_pica200::container::Shbin;
use retroshade_pica200::execute::Executable;
use retroshade_pica200::isa::float24::Rounding;
use retroshade_pica200::sim::{self, Precision, Settings};

fn compile(text: &str) -> Compiled {
    let shader = parse(text, FileId(0)).unwrap();
    PICA200.compile(&shader, &Options::default()).unwrap()
}

/// The best hand-written code that is known for these takes as many words.
#[test]
fn code_is_as_short_as_by_hand() {
    let light = compile(include_str!("../ir/fragment_light.ir"));
    assert_eq!(light.reflection.stats.words, 27, "{}", light.assembly);
    let cube = compile(include_str!("../ir/textured_cube.ir"));
    assert_eq!(cube.reflection.stats.words, 26, "{}", cube.assembly);
}

#[test]
fn assembly_gives_the_same_bytes() {
    let light = compile(include_str!("../ir/fragment_light.ir"));
    let again = PICA200.assemble(FileId(0), &light.assembly, None, &Options::default());
    assert_eq!(again.unwrap().binary, light.binary);
}

#[test]
fn the_same_shader_gives_the_same_bytes() {
    let text = include_str!("../ir/textured_cube.ir");
    assert_eq!(compile(text).binary, compile(text).binary);
}

/// One vertex with this attribute.
fn image(input: [f32; 4]) -> RegisterImage {
    RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), [(0, vec![input])].into())].into(),
        ..RegisterImage::default()
    }
}

/// Literals have 17 significant bits on the machine: the reciprocal must be above a third in these.
#[test]
fn quotients_of_integers_are_exact_in_float24() {
    let compiled = compile(
        "shader vertex \"quotient\"\ninput in0 \"n\" int\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {\n  %0:i1 = input in0[0]\n\
         %1:i1 = const 3\n  %2:i1 = div %0, %1\n  %3:f1 = int_to_float %2\n  yield %3.xxxx\n}\n",
    );
    let shbin = Shbin::from_bytes(&compiled.binary).unwrap();
    let program = Executable::new(&shbin, 0).unwrap();
    for precision in [Precision::Single, Precision::Float24(Rounding::Nearest)] {
        let settings = Settings {
            precision,
            ..Settings::default()
        };
        for n in 0..1000_u16 {
            let image = image([f32::from(n), 0.0, 0.0, 1.0]);
            let run = sim::run(&program, &image, 0, &settings, &mut |_, _, _| {}).unwrap();
            assert_eq!(run.outputs[0], [f32::from(n / 3); 4], "{n}");
        }
    }
}

/// Instructions of a text, without labels and directives.
fn statements<'a>(compiled: &'a Compiled, name: &'a str) -> usize {
    let lines = compiled.assembly.lines().map(str::trim);
    lines
        .filter(|line| line.split_whitespace().next() == Some(name))
        .count()
}

fn sized(text: &str) -> Compiled {
    let shader = parse(text, FileId(0)).unwrap();
    let options = Options {
        optimize: Optimize::Size,
        ..Options::default()
    };
    PICA200.compile(&shader, &options).unwrap()
}

/// A function that is called three times, twice with what it gave before.
const REPEATED: &str = include_str!("../ir/repeated.ir");

#[test]
fn repeated_code_is_a_procedure_when_size_matters() {
    let (fast, small) = (compile(REPEATED), sized(REPEATED));
    assert_eq!(statements(&fast, "call"), 0, "{}", fast.assembly);
    assert!(statements(&small, "call") >= 3, "{}", small.assembly);
    assert!(small.reflection.stats.words + 6 <= fast.reflection.stats.words);
    let again = PICA200.assemble(FileId(0), &small.assembly, None, &Options::default());
    assert_eq!(again.unwrap().binary, small.binary);
}

#[test]
fn a_program_with_procedures_computes_what_it_computes_without() {
    let run = |compiled: &Compiled, x: f32| {
        let shbin = Shbin::from_bytes(&compiled.binary).unwrap();
        let program = Executable::new(&shbin, 0).unwrap();
        let (image, settings) = (image([x, 0.5, -2.0, 1.0]), Settings::default());
        let run = sim::run(&program, &image, 0, &settings, &mut |_, _, _| {}).unwrap();
        run.outputs[0]
    };
    let (fast, small) = (compile(REPEATED), sized(REPEATED));
    for x in [-3.0, 0.25, 7.5] {
        assert_eq!(run(&fast, x), run(&small, x));
    }
}
