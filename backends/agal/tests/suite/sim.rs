//! What the recorded programs leave out: conditionals, derivatives, lookups, indices, and what the
//! machine cannot run.

use retroshade_agal::isa::{Token, TokenError, Version};
use retroshade_agal::{sim, text};
use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_kit::machine::{Outcome, Recorder, Register, RegisterImage, Watch};

/// Four samples; register 0 of the inputs counts them in x.
fn image(stage: Stage) -> RegisterImage {
    let (inputs, constants) = match stage {
        Stage::Vertex | Stage::Geometry => ("va", "vc"),
        Stage::Fragment => ("v", "fc"),
    };
    let rows: Vec<Register> = (0..4)
        .map(|n| [n as f32, (n / 2) as f32, -1.0, 0.5])
        .collect();
    let registers = [
        (0, [1.0, 2.0, 3.0, 4.0]),
        (1, [10.0, 20.0, 30.0, 40.0]),
        (2, [5.0; 4]),
    ];
    RegisterImage {
        samples: 4,
        quads: true,
        uniforms: [(constants.to_owned(), registers.into())].into(),
        inputs: [(inputs.to_owned(), [(0, rows)].into())].into(),
        ..RegisterImage::default()
    }
}

fn run_with(stage: Stage, source: &str, image: &RegisterImage) -> Result<Outcome, sim::Fault> {
    let assembly = text::assemble(FileId(0), source, stage, Version::V2).unwrap();
    sim::run(&assembly.program, image)
}

/// Lane x of an output register of each sample.
fn lane(outcome: &Outcome, file: &str) -> Vec<f32> {
    outcome.outputs[file][&0]
        .iter()
        .map(|register| register[0])
        .collect()
}

fn fragment(source: &str) -> Vec<f32> {
    lane(
        &run_with(Stage::Fragment, source, &image(Stage::Fragment)).unwrap(),
        "oc",
    )
}

#[test]
fn only_the_branch_taken_writes() {
    let source = "mov ft0, fc0.x\nifg v0.x, fc0.x\n mov ft0, fc0.y\n ife v0.x, fc0.z\n  mov ft0, fc0.z\n \
        eif\nels\n add ft0, v0.x, v0.x\neif\nmov oc, ft0\n";
    assert_eq!(fragment(source), [0.0, 2.0, 2.0, 3.0]);
    assert_eq!(
        fragment("mov ft0, v0\nifl v0.x, fc0.x\nmov ft0, fc0.w\neif\nmov oc, ft0"),
        [4.0, 1.0, 2.0, 3.0]
    );
    assert_eq!(
        fragment("mov ft0, v0\nine v0.x, fc0.x\nmov ft0, fc0.w\neif\nmov oc, ft0"),
        [4.0, 1.0, 4.0, 4.0]
    );
}

#[test]
fn what_is_no_number_differs_from_every_number() {
    // Nobody set fc3.
    for (comparison, wanted) in [("ife", 1.0), ("ine", 2.0), ("ifg", 1.0), ("ifl", 1.0)] {
        let source =
            format!("mov ft0, fc0.x\n{comparison} v0.x, fc3.x\nmov ft0, fc0.y\neif\nmov oc, ft0");
        assert_eq!(fragment(&source), [wanted; 4], "{comparison}");
    }
}

#[test]
fn derivatives_look_at_the_quad() {
    assert_eq!(fragment("ddx ft0, v0.x\nmov oc, ft0"), [1.0; 4]);
    assert_eq!(fragment("ddy ft0, v0.x\nmov oc, ft0"), [2.0; 4]);
    let points = RegisterImage {
        quads: false,
        ..image(Stage::Fragment)
    };
    let outcome = run_with(Stage::Fragment, "ddx ft0, v0.x\nmov oc, ft0", &points).unwrap();
    assert_eq!(lane(&outcome, "oc"), [0.0; 4]);
}

#[test]
fn killing_looks_at_negative_values_only_and_only_where_active() {
    let source = "mov oc, v0\nifg v0.x, fc0.x\nkil v0.z\neif\n";
    let outcome = run_with(Stage::Fragment, source, &image(Stage::Fragment)).unwrap();
    assert_eq!(outcome.discarded, [false, false, true, true]);
    let outcome = run_with(
        Stage::Fragment,
        "mov oc, v0\nneg ft0, v0.y\nkil ft0.x\n",
        &image(Stage::Fragment),
    );
    assert_eq!(
        outcome.unwrap().discarded,
        [false, false, true, true],
        "minus zero stays"
    );
}

#[test]
fn lookups_take_the_first_lanes_of_the_swizzle() {
    let mut image = image(Stage::Fragment);
    let data = TextureData {
        kind: TextureKind::D2,
        filter: Filter::Nearest,
        wrap: Wrap::Repeat,
        mipmap: Mipmap::None,
        source: TextureSource::Pattern(0),
    };
    let source = "tex oc, v0.yx, fs1 <2d,nearest,repeat>";
    let fault = run_with(Stage::Fragment, source, &image).unwrap_err();
    assert_eq!(fault.reason, sim::Reason::NoTexture(1));
    let texture = data.build().unwrap();
    let wanted: Vec<f32> = (0..4u8)
        .map(|n| texture.sample([f32::from(n / 2), f32::from(n), 0.0], 0.0)[0])
        .collect();
    image.textures.insert(1, texture);
    let outcome = run_with(Stage::Fragment, source, &image).unwrap();
    assert_eq!(lane(&outcome, "oc"), wanted);
    let cube = run_with(Stage::Fragment, "tex oc, v0, fs1 <cube,miplinear>", &image).unwrap_err();
    assert_eq!(cube.reason, sim::Reason::Dimension(1));
}

#[test]
fn indices_choose_constants() {
    let outcome = run_with(
        Stage::Vertex,
        "mov op, vc[va0.y+1].zwxy",
        &image(Stage::Vertex),
    )
    .unwrap();
    assert_eq!(lane(&outcome, "op"), [30.0, 30.0, 5.0, 5.0]);
    let outside = run_with(Stage::Vertex, "mov op, vc[va0.z]", &image(Stage::Vertex)).unwrap();
    assert!(
        lane(&outside, "op").iter().all(|value| value.is_nan()),
        "below the first constant"
    );
}

#[test]
fn an_index_that_is_no_number_finds_nothing_for_its_sample_alone() {
    let rows = [1.0, f32::NAN, f32::INFINITY, 0.0].map(|index| [index; 4]);
    let image = RegisterImage {
        inputs: [("va".to_owned(), [(0, rows.to_vec())].into())].into(),
        ..image(Stage::Vertex)
    };
    let outcome = run_with(Stage::Vertex, "mov op, vc[va0.x+1]", &image).unwrap();
    let found = lane(&outcome, "op");
    assert_eq!([found[0], found[3]], [5.0, 10.0]);
    assert!(found[1].is_nan() && found[2].is_nan(), "{found:?}");
}

#[test]
fn what_nobody_wrote_is_not_a_number() {
    let source = "mov ft0.x, v0.x\nmov oc, ft0.yyyy";
    assert!(fragment(source).iter().all(|value| value.is_nan()));
}

#[test]
fn what_cannot_run_is_said() {
    for (stage, source, message) in [
        (
            Stage::Fragment,
            "mov oc, v0\neif",
            "`eif` without a conditional",
        ),
        (
            Stage::Fragment,
            "mov oc, v0\nels",
            "`els` without a conditional",
        ),
        (
            Stage::Fragment,
            "mov oc, v0\nife v0.x, v0.y",
            "a conditional is not closed",
        ),
        (Stage::Fragment, "mov ft0, oc", "oc cannot be read"),
        (Stage::Fragment, "mov v0, fc0", "v0 cannot be written"),
        (Stage::Vertex, "mov op, v0", "v0 cannot be read"),
        (Stage::Vertex, "mov va0, vc0", "va0 cannot be written"),
    ] {
        let fault = run_with(stage, source, &image(stage)).unwrap_err();
        assert_eq!(fault.reason.to_string(), message, "{source}");
    }
}

#[test]
fn powers_of_zero_are_zero_and_of_negative_numbers_not_a_number() {
    assert_eq!(fragment("pow oc, v0.x, fc0.y"), [0.0, 1.0, 4.0, 9.0]);
    assert!(
        fragment("pow oc, v0.z, fc0.y")
            .iter()
            .all(|value| value.is_nan())
    );
}

/// What each token did to one sample, in words.
fn recorded(stage: Stage, source: &str, sample: usize) -> Vec<(usize, String)> {
    let assembly = text::assemble(FileId(0), source, stage, Version::V2).unwrap();
    let mut watch = Watch {
        recorder: Some(Recorder::new(sample)),
        ..Watch::default()
    };
    sim::run_watched(&assembly.program, &image(stage), &mut watch).unwrap();
    let recording = watch.recorder.unwrap().finish();
    let steps = recording.steps.iter();
    steps
        .map(|step| (step.instruction, recording.effect(step)))
        .collect()
}

#[test]
fn recordings_have_the_tokens_that_a_sample_runs() {
    let source = "mov ft0.xy, v0.x\nifg v0.x, fc0.x\nmov ft0, fc0.y\nels\nsub ft0.x, v0.x, fc0.x\neif\n\
        kil ft0.x\nmov oc, ft0";
    let steps = |sample| -> Vec<(usize, String)> { recorded(Stage::Fragment, source, sample) };
    let row = |at: usize, effect: &str| (at, effect.to_owned());
    assert_eq!(
        steps(1),
        [
            row(0, "ft0.xy = 1, 1"),
            row(1, "if1.x = false"),
            row(4, "ft0.x = 0"),
            row(5, ""),
            row(6, ""),
            row(7, "oc.xyzw = 0, 1, NaN, NaN"),
        ]
    );
    assert_eq!(steps(3)[1], row(1, "if1.x = true"));
    assert_eq!(steps(3)[2], row(2, "ft0.xyzw = 2, 2, 2, 2"));
    let discarded = steps(0);
    assert!(discarded.contains(&row(6, "discarded")), "{discarded:?}");
    assert_eq!(
        recorded(Stage::Vertex, "mov op, va0\nmov v0.z, vc0.w", 2),
        [row(0, "op.xyzw = 2, 1, -1, 0.5"), row(1, "v0.z = 4")]
    );
}

#[test]
fn faults_of_lookups_and_lacking_parts_name_their_token() {
    let mut image = image(Stage::Fragment);
    let fault = |source: &str, image: &RegisterImage| {
        let fault = run_with(Stage::Fragment, source, image).unwrap_err();
        fault.to_string()
    };
    let source = "mov ft0, v0\ntex oc, ft0, fs3 <2d>";
    assert_eq!(fault(source, &image), "token 2: sampler fs3 has no texture");
    let cube = TextureData {
        kind: TextureKind::Cube,
        filter: Filter::Nearest,
        wrap: Wrap::Clamp,
        mipmap: Mipmap::None,
        source: TextureSource::Pattern(0),
    };
    image.textures.insert(3, cube.build().unwrap());
    assert_eq!(
        fault(source, &image),
        "token 2: the texture of fs3 has another dimension than the lookup"
    );
    let lacking = |source: &str, change: fn(&mut Token)| {
        let assembly = text::assemble(FileId(0), source, Stage::Fragment, Version::V2);
        let mut program = assembly.unwrap().program;
        change(&mut program.tokens[0]);
        sim::run(&program, &image).unwrap_err().to_string()
    };
    let sum = "add oc, v0, fc0";
    type Row = (&'static str, fn(&mut Token), &'static str);
    let cases: [Row; 5] = [
        (sum, |token| token.a = None, "source A"),
        (sum, |token| token.b = None, "source B"),
        (sum, |token| token.dest = None, "the destination"),
        ("kil v0.x", |token| token.a = None, "source A"),
        (
            "tex oc, v0, fs3 <cube>",
            |token| token.sampler = None,
            "the sampler",
        ),
    ];
    for (source, change, part) in cases {
        assert_eq!(
            lacking(source, change),
            format!("token 1: {part} is missing")
        );
    }
}

#[test]
fn a_sample_is_discarded_once_and_for_all() {
    let source = "sub ft0.x, v0.x, fc0.y\nkil ft0.x\nkil ft0.x\nmov oc, v0";
    let outcome = run_with(Stage::Fragment, source, &image(Stage::Fragment)).unwrap();
    assert_eq!(outcome.discarded, [true, true, false, false]);
}

#[test]
fn biases_count_in_eighths_of_a_level_where_there_are_levels() {
    let mut image = image(Stage::Fragment);
    let texture = TextureData {
        kind: TextureKind::D2,
        filter: Filter::Nearest,
        wrap: Wrap::Repeat,
        mipmap: Mipmap::Linear,
        source: TextureSource::Pattern(0),
    };
    let texture = texture.build().unwrap();
    image.textures.insert(0, texture.clone());
    // Coordinates of a quad, of which the level without a bias is a little above 1.
    let rows: Vec<Register> = (0..4)
        .map(|n| [0.3 * (n % 2) as f32, 0.3 * (n / 2) as f32, 0.0, 1.0])
        .collect();
    let places: Vec<[f32; 3]> = rows.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
    image.inputs = [("v".to_owned(), [(0, rows)].into())].into();
    let implicit = image.implicit_level(&texture, &places, 1);
    assert!((1.0..2.0).contains(&implicit), "{implicit}");
    for (flags, level) in [
        ("2d,mipnone", 0.0),
        ("2d,miplinear", implicit),
        ("2d,miplinear,0.5", implicit + 0.5),
        ("2d,miplinear,-0.75", implicit - 0.75),
    ] {
        let source = format!("tex oc, v0, fs0 <{flags}>");
        let found = run_with(Stage::Fragment, &source, &image).unwrap();
        let wanted = texture.sample(places[1], level);
        assert_eq!(found.outputs["oc"][&0][1], wanted, "{flags}");
    }
}

#[test]
fn tokens_have_the_operands_of_their_instruction() {
    let token = |source: &str| {
        let assembly = text::assemble(FileId(0), source, Stage::Fragment, Version::V2);
        assembly.unwrap().program.tokens[0]
    };
    let sum = token("add oc, v0, fc0");
    assert!(sum.encode().is_ok());
    let lookup = token("tex oc, v0, fs0 <2d>");
    let without = [
        Token { dest: None, ..sum },
        Token { a: None, ..sum },
        Token { b: None, ..sum },
        Token {
            sampler: lookup.sampler,
            ..sum
        },
        Token {
            sampler: None,
            ..lookup
        },
        Token {
            dest: sum.dest,
            ..token("kil v0.x")
        },
    ];
    for token in without {
        assert_eq!(token.encode(), Err(TokenError::Operands), "{token:?}");
    }
    // Flags that are named twice are set as if they were named once.
    let twice = token("tex oc, v0, fs0 <2d,centroid,centroid>");
    assert_eq!(twice, token("tex oc, v0, fs0 <2d,centroid>"));
}
