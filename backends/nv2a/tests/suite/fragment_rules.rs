//! Each rule that a set-up of combiners can break has a message.

use retroshade_diagnostics::FileId;
use retroshade_nv2a::fragment::check::{completeness, legality};
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_ICW, ALPHA_OCW, ALPHA_REF, CLIP_MODE, COLOR_ICW, COLOR_OCW,
    CONTROL, CW0, CW1, DOT_MAPPING as DOT_MAPPINGS, EYE_VECTOR, FOG_COLOR, FOG_ENABLE,
    FOG_OF_VERTEX, OTHER_INPUT, Output, PROGRAM, Setup, keeps,
};
use retroshade_nv2a::fragment::{container, text};
use retroshade_testing::marked;

/// Two lookups, one general combiner.
const TEXT: &str = "!!RC1.0\n{\n  rgb {\n    spare0 = tex0 * tex1;\n  }\n  alpha {\n    spare0 = tex0 * col0;\n  }\n}\n\
    out.rgb = spare0.rgb;\nout.a = spare0.a;\n";

fn setup() -> Setup {
    let parsed = text::parse(FileId(0), TEXT);
    let mut setup = parsed.unwrap_or_else(|error| panic!("{error:#?}"));
    assert_eq!(setup.complete(), Ok(()));
    setup
}

/// Words that are changed, bits first cleared and then set, and the rule that breaks.
type Row = (&'static [(u32, u32, u32)], &'static str);

#[rustfmt::skip] // A row is a line.
const RULES: &[Row] = &[
    (&[(CONTROL, !0, 0)], "CONTROL 00000000"),
    (&[(CONTROL, !0, 9)], "CONTROL 00000009"),
    (&[(CONTROL, 0, 1 << 9)], "CONTROL 00000201"),
    (&[(COLOR_OCW, 0, 1 << 31)], "stage 0 rgb: output word"),
    (&[(COLOR_OCW, 7 << 15, 5 << 15)], "stage 0 rgb: output word"),
    (&[(ALPHA_OCW, 0, 1 << 13)], "stage 0 alpha: inner product or blue to alpha on the alpha side"),
    (&[(COLOR_OCW, 0, 1 << 13 | 13 << 8)], "stage 0 rgb: an inner product leaves no sum"),
    (&[(COLOR_OCW, 0xff, 0x01)], "stage 0 rgb: writes const0"),
    (&[(COLOR_OCW, 0xff, 0xcc)], "stage 0 rgb: two results in one register"),
    (&[(COLOR_ICW, 0x0f, 0x07)], "stage 0 rgb: reads register 7"),
    (&[(COLOR_ICW, 0x0f, 0x0e)], "stage 0 rgb: reads register 14"),
    (&[(COLOR_ICW, 0x1f, 0x13)], "stage 0 rgb: the fog factor is for the final combiner only"),
    (&[(COLOR_OCW, 0, 1 << 19)], "stage 0: blue to alpha and the alpha side write one register"),
    (&[(CW0, 0xff, 0x40)], "final combiner: mapping 2 of D"),
    (&[(CW0, 0xff << 24, 14 << 24)], "final combiner: A reads register 14"),
    (&[(CW1, 0xff << 24, 14 << 24)], "final combiner: E reads register 14"),
    (&[(CW0, 0xff, 0x07)], "final combiner: D reads register 7"),
    (&[(CW0, 0xff, 0x1f)], "final combiner: the sum and the product have no alpha"),
    (&[(CW1, 0, 1)], "CW1 "),
    (&[(ALPHA_ENABLE, !0, 2)], "alpha test 2 0 0"),
    (&[(ALPHA_ENABLE, !0, 1), (ALPHA_FUNC, !0, 0x208), (ALPHA_REF, !0, 1)], "alpha test 1 208 1"),
    (&[(ALPHA_ENABLE, !0, 1), (ALPHA_FUNC, !0, 0x207), (ALPHA_REF, !0, 256)], "alpha test 1 207 100"),
    (&[(FOG_ENABLE, !0, 0)], "the fog's factor is something other than oFog"),
    (&[(FOG_COLOR, !0, 1 << 24)], "fog colour 01000000"),
    (&[(PROGRAM, 0, 1 << 20)], "stage program"),
    (&[(PROGRAM, 0x1f, 0x11)], "texture stage 0 cannot do what its program says"),
    (&[(PROGRAM, 31 << 10, 15 << 10), (OTHER_INPUT, !0, 2 << 16)], "texture stage 2 is fed by stage 2"),
    // Whatever the mode: 16 is no stage, and a stage before the first is none either.
    (&[(OTHER_INPUT, !0, 16)], "texture stage 1 is fed by stage 16"),
    (&[(OTHER_INPUT, !0, 1)], "texture stage 1 is fed by stage 1"),
    (&[(OTHER_INPUT, !0, 3 << 20)], "texture stage 3 is fed by stage 3"),
    (&[(OTHER_INPUT, !0, 1 << 24)], "other stage input 01000000"),
    (&[(DOT_MAPPINGS, !0, 8)], "dot mapping 00000008"),
    (&[(CLIP_MODE, !0, 1 << 16)], "clip plane mode 00010000"),
    (&[(EYE_VECTOR, !0, 0)], "the eye vector lacks a component"),
    (&[(PROGRAM, 31 << 15, 14 << 15)], "texture stage 3 lacks the inner products before it"),
    (&[(PROGRAM, 1023 << 10, 14 << 15 | 17 << 10)], "texture stage 3 lacks the inner products before it"),
    (&[(PROGRAM, 1023 << 5, 10 << 10 | 1 << 5)], "texture stage 2 lacks the inner products before it"),
    (&[(PROGRAM, 31 << 10, 9 << 10)], "texture stage 2 lacks the inner products before it"),
];

#[test]
fn each_rule_is_checked() {
    assert_eq!(legality(&setup()), Ok(()));
    let mut wrong = String::new();
    for (changes, rule) in RULES {
        let mut setup = setup();
        for (method, clear, set) in *changes {
            let word = setup.words.entry(*method).or_default();
            *word = *word & !clear | set;
        }
        let found = legality(&setup).map_err(|fault| fault.to_string());
        if !found
            .clone()
            .is_err_and(|message| message.starts_with(rule))
        {
            wrong += &format!("{rule}: {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_is_read_must_be_written() {
    assert_eq!(completeness(&setup()), Ok(()));
    for method in [
        CW0,
        CW1,
        CONTROL,
        PROGRAM,
        OTHER_INPUT,
        ALPHA_ICW,
        COLOR_OCW,
    ] {
        let mut setup = setup();
        setup.words.remove(&method);
        let fault = completeness(&setup).unwrap_err().to_string();
        assert_eq!(fault, format!("methods not written: {method:04X}"));
    }
}

#[test]
fn constants_are_read_by_the_products_that_are_kept() {
    // A to D from the top byte on; what the two products and their sum go to.
    let missing = |input: u32, output: u32| {
        let mut setup = setup();
        let shift = 24 - 8 * input;
        let word = setup.words.entry(COLOR_ICW).or_default();
        *word = *word & !(0xff << shift) | 1 << shift;
        setup.words.insert(COLOR_OCW, output);
        completeness(&setup).is_err()
    };
    for (output, read) in [
        (0, [false; 4]),
        (12 << 4, [true, true, false, false]),
        (12, [false, false, true, true]),
        (12 << 8, [true; 4]),
    ] {
        let found = [0, 1, 2, 3].map(|input| missing(input, output));
        assert_eq!(found, read, "{output:X}");
    }
}

#[test]
fn matrices_of_bump_maps_must_be_written() {
    // Texture, bump environment and bump environment with luminance.
    let setup = |program: u32| {
        let mut setup = setup();
        setup.words.insert(PROGRAM, program);
        completeness(&setup).map_err(|fault| fault.to_string())
    };
    let missing = |methods: &str| Err(format!("methods not written: {methods}"));
    let four = setup(1 | 6 << 5);
    assert_eq!(four, missing("1B68 1B6C 1B70 1B74"));
    let six = setup(1 | 1 << 5 | 7 << 10);
    assert_eq!(six, missing("1BA8 1BAC 1BB0 1BB4 1BB8 1BBC"));
}

#[test]
fn output_words_keep_bits_without_a_meaning() {
    for word in [0xABC0_0000, 0x000F_FFFF, 0x0005_1234] {
        assert_eq!(Output::of(word).word(), word);
    }
}

#[test]
fn what_is_just_legal_is_taken() {
    for changes in [
        &[(ALPHA_ENABLE, 1), (ALPHA_FUNC, 0x207), (ALPHA_REF, 255)][..],
        &[(PROGRAM, 14 << 15 | 17 << 10 | 17 << 5 | 1)],
        &[(PROGRAM, 9 << 10 | 17 << 5 | 1)],
        &FOG_OF_VERTEX,
    ] {
        let mut setup = setup();
        setup.words.extend(changes.iter().copied());
        assert_eq!(legality(&setup), Ok(()), "{changes:X?}");
    }
}

#[test]
fn stages_have_constants_of_their_own_or_share_them() {
    let methods = |control| {
        let setup = Setup {
            words: [(CONTROL, control)].into(),
        };
        [0, 1].map(|which| [0, 3, 8].map(|stage| setup.factor_method(which, stage)))
    };
    let shared = [[0xA60, 0xA60, 0x1E20], [0xA80, 0xA80, 0x1E24]];
    let own = [[0xA60, 0xA6C, 0x1E20], [0xA80, 0xA8C, 0x1E24]];
    assert_eq!(methods(3), shared);
    assert_eq!(methods(0x11003), own);
    assert_eq!(methods(0x1003), [own[0], shared[1]]);
    assert_eq!(methods(0x10003), [shared[0], own[1]]);
}

#[test]
fn alpha_tests_compare_as_opengl_does() {
    let kept = |test| [9, 10, 11].map(|alpha| keeps(test, alpha, 10));
    let known = [
        [false; 3],
        [true, false, false],
        [false, true, false],
        [true, true, false],
        [false, false, true],
        [true, false, true],
        [false, true, true],
        [true; 3],
    ];
    for (test, known) in (0..).zip(known) {
        assert_eq!(kept(test), known, "{test}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let bytes = container::write(&setup());
    let fault = |bytes: &[u8]| container::read(bytes).unwrap_err().to_string();
    assert_eq!(
        fault(&bytes[1..]),
        format!("{} bytes are no row of methods and words", bytes.len() - 1)
    );
    let mut turned = bytes.clone();
    turned.rotate_left(8);
    assert!(fault(&turned).contains("comes after"), "{}", fault(&turned));
    let mut unknown = bytes.clone();
    unknown[..4].copy_from_slice(&0x104u32.to_le_bytes());
    assert_eq!(
        fault(&unknown),
        "method 0104 is no part of a fragment shader"
    );
}

const SUM_FIRST: &str =
    "the colour sum cannot be the first factor here: A of the final combiner does not read it";
const DOT_MAPPING: &str = "`# dot_mapping 1` stands behind an inner product, with a number up to 7";

/// A text and its first error, which points at what stands between `«` and `»`.
#[rustfmt::skip] // A row is a line.
const TEXTS: &[(&str, &str)] = &[
    ("out.rgb «spare0.rgb»;", "expected `=`, found `spare0.rgb`"),
    ("out.rgb = spare0.rgb «out.a»", "expected `;`, found `out.a`"),
    ("out.rgb = -«spare0.rgb»;", "the final combiner negates nothing"),
    ("«outs» = spare0.rgb;", "`outs` begins no statement"),
    ("const0 = («red», 0, 0, 0);", "expected a number, found `red`"),
    ("{ } { } { } { } { } { } { } { } «{» }", "there are 8 general combiners"),
    ("{ «red» { } }", "`red` is no part of a general combiner"),
    ("{ rgb { } «rgb» { } }", "`rgb` is no part of a general combiner"),
    ("{ rgb { «scale»(); } }", "`scale` is no operation"),
    ("{ rgb { discard = tex0; discard = tex1; «spare0» = tex2; } }", "one side of a combiner has two products"),
    ("{ rgb { spare0 = expand(«one.rgb»); } }", "`one` takes no mapping"),
    ("{ rgb { spare0 = «tex9.rgb»; } }", "`tex9.rgb` is no register here"),
    ("!!TS1.0\n«texture_5d»();", "`texture_5d` is no texture stage 0"),
    ("!!TS1.0\nnop(); nop(); nop(); nop(); «nop»();", "`nop` is no texture stage 4"),
    ("const0 = (0, 0, 0, 0); «const0» = (1, 0, 0, 0);", "`const0` is given twice"),
    ("{ const1 = (0, 0, 0, 0); «const1» = (1, 0, 0, 0); }", "`const1` is given twice"),
    ("«out.rgb» = lerp(color_sum, tex0, tex1);", SUM_FIRST),
    ("«out.rgb» = color_sum * color_sum;", SUM_FIRST),
    ("«# word 1e70»", "a word is a number like `0x00020000`"),
    ("«# word 0100 0»", "method 0100 is no part of a fragment shader"),
    ("«# specular_enable on»", "a word is a number like `0x00020000`"),
    ("!!TS1.0\ncull_fragment(«LESS»);", "`LESS` is no comparison of a clip plane: GEQUAL_TO_ZERO or LESS_THAN_ZERO"),
    ("!!TS1.0\ntexture_2d();\ndependent_ar(«tex1»);", "`tex1` is no earlier texture stage"),
    ("!!TS1.0\ntexture_2d();\ndependent_ar(«col0»);", "`col0` is no earlier texture stage"),
    ("!!TS1.0\ntexture_2d();\noffset_2d(tex0, «tex0»);", "expected a number, found `tex0`"),
    ("!!TS1.0\ntexture_2d(); «# dot_mapping 1»", DOT_MAPPING),
    ("!!TS1.0\ntexture_2d();\ndot_product_cube_map_1of3(tex0); «# dot_mapping 8»", DOT_MAPPING),
    ("!!TS1.0\ntexture_2d();\ndot_product_cube_map_1of3(tex0); «# dot_mapping one»", DOT_MAPPING),
    ("«# fog_color #ff800»", "a colour looks like `# fog_color #ff8000`"),
    ("«# alphatest a >= 256»", "an alpha test looks like `# alphatest a >= 128`"),
    ("«# alphatest >= 128 a b»", "an alpha test looks like `# alphatest a >= 128`"),
    ("«# fog_color red»", "a colour looks like `# fog_color #ff8000`"),
    ("«# alphatest a ~ 128»", "an alpha test looks like `# alphatest a >= 128`"),
];

#[test]
fn errors_in_texts_stand_at_their_place() {
    let mut wrong = String::new();
    for (text, message) in TEXTS {
        let (plain, place) = marked(&format!("!!RC1.0\n{text}\n"));
        let error = text::parse(FileId(0), &plain).expect_err(text);
        let error = error.iter().next().expect(text);
        let span = error.primary.as_ref().expect(text).span;
        if (error.message.as_str(), span.start..span.end) != (*message, place) {
            wrong += &format!("{text}\n  {error:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
