//! Texture stages of set-ups that run: where each looks up, by the coordinates and the stage that feeds it.

use retroshade_diagnostics::FileId;
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_kit::machine::{Outcome, Register, RegisterImage, Watch};
use retroshade_kit::target::MachineCode;
use retroshade_nv2a::fragment::text;

/// What the first stage passes on, and the coordinates of the others.
const FED: Register = [0.2, 0.6, 0.8, 0.4];
const COORDINATES: [Register; 3] = [
    [0.3, 0.2, 0.5, 2.0],
    [-0.25, 0.5, 0.75, -1.0],
    [0.5, -0.5, 1.0, 0.5],
];

fn texture(kind: TextureKind) -> TextureData {
    TextureData {
        kind,
        filter: Filter::Nearest,
        wrap: Wrap::Repeat,
        mipmap: Mipmap::None,
        source: TextureSource::Pattern(3),
    }
}

fn image(kind: TextureKind) -> RegisterImage {
    let coordinates = [FED].into_iter().chain(COORDINATES);
    let inputs = (9..).zip(coordinates.map(|register| vec![register]));
    let textures = (1..4).map(|unit| (unit, texture(kind).build().unwrap()));
    RegisterImage {
        samples: 1,
        inputs: [("o".to_owned(), inputs.collect())].into(),
        textures: textures.collect(),
        ..RegisterImage::default()
    }
}

fn run(stages: &str, unit: usize, image: &RegisterImage) -> Result<Outcome, String> {
    let text =
        format!("!!TS1.0\n{stages}\n!!RC1.0\nout.rgb = tex{unit}.rgb;\nout.a = tex{unit}.a;\n");
    let setup = text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:#?}"));
    let outcome = setup.simulate(image, &mut Watch::default());
    outcome.map_err(|errors| errors.iter().next().unwrap().message.clone())
}

/// A byte as a number between -1 and 1: two's complement.
fn turned(color: f32) -> f32 {
    let byte = color * 255.0;
    (if byte >= 128.0 { byte - 256.0 } else { byte }) / 127.0
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The inner product of the coordinates of a stage with what feeds it.
fn product(unit: usize, signed: bool) -> f32 {
    let [x, y, z, _] = COORDINATES[unit - 1];
    let read = |color: f32| {
        if signed {
            (color * 255.0 - 128.0) / 127.0
        } else {
            color
        }
    };
    let [red, green, blue, _] = FED.map(read);
    dot([x, y, z], [red, green, blue])
}

#[test]
fn lookups_are_where_the_stages_say() {
    let [_, green, blue, _] = FED.map(turned);
    let moved = [
        0.3 + blue + 0.25 * green,
        0.2 - 0.5 * blue + 2.0 * green,
        0.0,
    ];
    let normal = [1, 2, 3].map(|unit| product(unit, false));
    let eye = COORDINATES.map(|[.., w]| w);
    let twice = 2.0 * dot(normal, eye) / dot(normal, normal);
    let mirrored = [0, 1, 2].map(|lane| twice * normal[lane] - eye[lane]);
    let (plain, cube) = (TextureKind::D2, TextureKind::Cube);
    let cases = [
        ("texture_2d();", 1, plain, [0.15, 0.1, 0.0]),
        ("dependent_ar(tex0);", 1, plain, [0.4, 0.2, 0.0]),
        ("dependent_gb(tex0);", 1, plain, [0.6, 0.8, 0.0]),
        ("offset_2d(tex0, 1, -0.5, 2, 0.25);", 1, plain, moved),
        (
            "dot_product_2d_1of2(tex0);\ndot_product_2d_2of2(expand(tex0)); # dot_mapping 1",
            2,
            plain,
            [product(1, false), product(2, true), 0.0],
        ),
        (
            "dot_product_cube_map_1of3(tex0);\ndot_product_cube_map_2of3(tex0);\n\
             dot_product_cube_map_3of3(tex0);",
            3,
            cube,
            normal,
        ),
        (
            "dot_product_reflect_cube_map_eye_from_qs_1of3(tex0);\n\
             dot_product_reflect_cube_map_eye_from_qs_2of3(tex0);\n\
             dot_product_reflect_cube_map_eye_from_qs_3of3(tex0);",
            3,
            cube,
            mirrored,
        ),
    ];
    for (stages, unit, kind, place) in cases {
        let stages = format!("pass_through();\n{stages}");
        let outcome = run(&stages, unit, &image(kind)).unwrap();
        let wanted = texture(kind).build().unwrap().sample(place, 0.0);
        assert_eq!(outcome.outputs["out"][&0], [wanted], "{stages}");
    }
}

#[test]
fn luminance_scales_what_was_looked_up() {
    let stages = "pass_through();\noffset_2d_scale(tex0, 0, 0, 0, 0, 0.5, 0.25);";
    let outcome = run(stages, 1, &image(TextureKind::D2)).unwrap();
    let texel = texture(TextureKind::D2).build().unwrap();
    let texel = texel.sample([0.3, 0.2, 0.0], 0.0);
    let wanted = |factor: f32| {
        let [red, green, blue, alpha] = texel;
        let [red, green, blue] = [red, green, blue].map(|lane| (lane * factor).min(1.0));
        [red, green, blue, alpha]
    };
    assert_eq!(outcome.outputs["out"][&0], [wanted(0.5 * FED[0] + 0.25)]);
    // The product is clamped, the factor is not.
    let stages = "pass_through();\noffset_2d_scale(tex0, 0, 0, 0, 0, 0.5, 2);";
    let outcome = run(stages, 1, &image(TextureKind::D2)).unwrap();
    assert_eq!(outcome.outputs["out"][&0], [wanted(0.5 * FED[0] + 2.0)]);
}

#[test]
fn what_no_stage_has_is_black_or_a_fault() {
    let mut image = image(TextureKind::D2);
    image.textures.clear();
    let color = |stages: &str, unit| run(stages, unit, &image).map(|run| run.outputs["out"][&0][0]);
    assert_eq!(color("pass_through();\ntexture_2d();", 1), Ok([0.0; 4]));
    assert_eq!(color("pass_through();", 0), Ok(FED));
    let fault = |unit| {
        Err(format!(
            "texture stage {unit} does what the simulator cannot"
        ))
    };
    assert_eq!(color("cull_fragment();", 0), fault(0));
    assert_eq!(color("pass_through();\ntexture_3d();", 1), fault(1));
    // How this mapping reads bytes is not known.
    assert_eq!(
        color(
            "pass_through();\ndot_product_cube_map_1of3(expand(tex0));",
            1
        ),
        fault(1)
    );
}
