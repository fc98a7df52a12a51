//! Texture stages, notes and numbers of the text of fragment shaders, and the words they come to.

use retroshade_diagnostics::FileId;
use retroshade_nv2a::fragment::check::legality;
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP_MATRIX, CONTROL, CW0, CW1, DOT_MAPPING, FOG_COLOR,
    FOG_ENABLE, OTHER_INPUT, PROGRAM, Register, Setup, constant_byte,
};
use retroshade_nv2a::fragment::text;

fn parse(text: &str) -> Setup {
    text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:#?}\n{text}"))
}

/// Words that a text comes to.
type Words = &'static [(u32, u32)];

const ONE: u32 = 0x3f80_0000;
const HALF: u32 = 0x3f00_0000;

#[rustfmt::skip] // A row is a line.
const STAGES: &[(&str, Words)] = &[
    ("texture_2d();\ntexture_3d();\ntexture_cube_map();\npass_through();\n",
        &[(PROGRAM, 1 | 2 << 5 | 3 << 10 | 4 << 15)]),
    ("cull_fragment();\nnop();\ntexture_2d();\n", &[(PROGRAM, 5 | 1 << 10)]),
    ("texture_2d();\ndependent_ar(tex0);\ndependent_gb(tex1);\ndependent_ar(tex2);\n",
        &[(PROGRAM, 1 | 15 << 5 | 16 << 10 | 15 << 15), (OTHER_INPUT, 1 << 16 | 2 << 20)]),
    ("texture_2d();\ndot_product_2d_1of2(tex0);\ndot_product_2d_2of2(expand(tex0));\n",
        &[(PROGRAM, 1 | 17 << 5 | 9 << 10), (DOT_MAPPING, 2 << 4)]),
    ("texture_2d();\ndot_product_cube_map_1of3(expand(tex0));\ndot_product_cube_map_2of3(expand(tex0)); # dot_mapping 1\n\
      dot_product_cube_map_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 17 << 10 | 14 << 15), (DOT_MAPPING, 2 | 1 << 4)]),
    ("texture_2d();\ndot_product_reflect_cube_map_eye_from_qs_1of3(tex0);\n\
      dot_product_reflect_cube_map_eye_from_qs_2of3(tex0);\ndot_product_reflect_cube_map_eye_from_qs_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 17 << 10 | 12 << 15), (DOT_MAPPING, 0)]),
    ("texture_2d();\noffset_2d(tex0, 1, 0.5, -1, -0.5);\n",
        &[(PROGRAM, 1 | 6 << 5), (BUMP_MATRIX + 64, ONE), (BUMP_MATRIX + 68, HALF),
          (BUMP_MATRIX + 72, 1 << 31 | ONE), (BUMP_MATRIX + 76, 1 << 31 | HALF)]),
    ("texture_2d();\nnop();\noffset_2d_scale(tex0, 1, 0, 0, 1, 0.5, 1);\n",
        &[(PROGRAM, 1 | 7 << 10), (BUMP_MATRIX + 144, HALF), (BUMP_MATRIX + 148, ONE)]),
];

/// What a set-up has of these words.
fn words(setup: &Setup, wanted: Words) -> Vec<(u32, u32)> {
    let method = |(method, _): &(u32, u32)| (*method, setup.word(*method));
    wanted.iter().map(method).collect()
}

#[test]
fn texture_stages_come_back_from_their_words() {
    for (stages, wanted) in STAGES {
        let setup = parse(&format!("!!TS1.0\n{stages}!!RC1.0\nout.rgb = tex0.rgb;\n"));
        assert_eq!(words(&setup, wanted), *wanted, "{stages}");
        assert_eq!(legality(&setup), Ok(()), "{stages}");
        let printed = text::print(&setup);
        let found = printed.strip_prefix("!!TS1.0\n");
        let found = found.and_then(|rest| rest.split_once("!!RC1.0\n"));
        assert_eq!(found.map(|(found, _)| found), Some(*stages));
        assert_eq!(parse(&printed), setup, "{printed}");
    }
}

/// Texts that are printed in other words.
#[test]
fn textures_of_any_size_are_looked_up_alike() {
    let plain = parse("!!TS1.0\ntexture_2d();\ntexture_2d();\n!!RC1.0\n");
    let other = "!!TS1.0\ntexture_1d(); // a row\n/* a\n table */ texture_rectangle();\n!!RC1.0\n";
    assert_eq!(parse(other), plain);
    let numbers = |text: &str| {
        let setup = parse(&format!(
            "!!TS1.0\ntexture_2d();\noffset_2d(tex0, {text});\n"
        ));
        [0, 4, 8, 12].map(|place| setup.word(BUMP_MATRIX + 64 + place))
    };
    let wanted = [0.001f32, 200.0, 15.0, -0.25].map(f32::to_bits);
    assert_eq!(numbers("1e-3, 2E2, 1.5e+1, -0.25e0"), wanted);
}

#[rustfmt::skip] // A row is a line.
const NOTES: &[(&str, Words)] = &[
    ("# fog from oFog", &[(FOG_ENABLE, 1)]),
    ("# fog_color #ff8001", &[(FOG_COLOR, 0x0001_80ff)]),
    ("# color_sum inverts spare0 col1", &[(CW1, 0x1060)]),
    ("# color_sum inverts col1", &[(CW1, 0x1040)]),
    ("clamp_color_sum();", &[(CW1, 0x1080)]),
    ("# alphatest a >= 128", &[(ALPHA_ENABLE, 1), (ALPHA_FUNC, 0x206), (ALPHA_REF, 128)]),
    ("# alphatest a never 0", &[(ALPHA_ENABLE, 1), (ALPHA_FUNC, 0x200), (ALPHA_REF, 0)]),
    ("{\n  rgb {\n    discard = tex0.rgb * tex1.rgb;\n    discard = col0.rgb * col1.rgb;\n    spare0 = mux();\n  }\n}\n# mux msb",
        &[(CONTROL, 0x101)]),
    // A sum takes the second term in D, and two plain terms become a product with one.
    ("out.rgb = tex0.rgb + tex1.rgb;", &[(CW0, 0x0820_0009)]),
    ("out.rgb = tex0.rgb * tex1.rgb + col0.rgb;", &[(CW0, 0x0809_0004)]),
    ("out.rgb = one.rgb;", &[(CW0, 0x20)]),
];

#[test]
fn notes_and_sums_come_to_words() {
    for (line, wanted) in NOTES {
        let setup = parse(&format!("!!RC1.0\n{line}\n"));
        assert_eq!(words(&setup, wanted), *wanted, "{line}");
        let printed = text::print(&setup);
        assert_eq!(parse(&printed), setup, "{line}\n{printed}");
    }
    let short = parse("!!RC1.0\n# alphatest a never\n");
    assert_eq!(words(&short, NOTES[6].1), NOTES[6].1);
}

#[test]
fn combiners_say_which_lanes_they_write() {
    let setup = parse(
        "!!RC1.0\n{\n  rgb {\n    spare0 = tex0 * tex1; # blue_to_alpha\n    spare1 = col0;\n  }\n}\n\
         {\n  alpha {\n    spare1 = tex0;\n  }\n}\n{\n}\n",
    );
    assert_eq!((setup.count(), setup.length()), (3, 2));
    let written = [0, 1, 2].map(|stage| setup.written(stage));
    let (zero, one) = (Register::SPARE0, Register::SPARE1);
    assert_eq!(
        written,
        [vec![(zero, 15), (one, 7)], vec![(one, 8)], vec![]]
    );
    let named = [0, 3].map(|unit| Register::texture(unit).name());
    assert_eq!(named, [Some("tex0"), Some("tex3")]);
    assert_eq!([-1.0, 0.25, 0.5, 2.0].map(constant_byte), [0, 64, 128, 255]);
}
