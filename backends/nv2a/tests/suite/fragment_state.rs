//! What texts and dumps of set-ups say of the state around combiners and texture stages, and that all of it goes round.

use retroshade_diagnostics::FileId;
use retroshade_nv2a::fragment::check::legality;
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_ICW, ALPHA_OCW, ALPHA_REF, BUMP_MATRIX, CLIP_MODE, COLOR_ICW,
    COLOR_OCW, CONTROL, CW0, CW1, DOT_MAPPING, EYE_VECTOR, FACTORS, FINAL_FACTORS, LIGHT_CONTROL,
    OTHER_INPUT, PROGRAM, SPECULAR_ALPHA, SPECULAR_ENABLE, Setup,
};
use retroshade_nv2a::fragment::state::SecondColor;
use retroshade_nv2a::fragment::{container, text};

fn parse(text: &str) -> Setup {
    text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:#?}\n{text}"))
}

fn methods(text: &str) -> Vec<u32> {
    parse(text).words.into_keys().collect()
}

/// The words of one general combiner and the final one.
const COMBINERS: [u32; 7] = [
    ALPHA_ICW, CW0, CW1, ALPHA_OCW, COLOR_ICW, COLOR_OCW, CONTROL,
];

#[test]
fn each_half_of_a_text_sets_its_own_words() {
    let combiners = "!!RC1.0\n{\n  rgb {\n    spare0 = expand(col0) . expand(tex1);\n  }\n}\nout.rgb = spare0;\n";
    let textures = "!!TS1.0\ntexture_2d();\ntexture_2d();\nnop();\nnop();\n";
    assert_eq!(methods(combiners), COMBINERS);
    assert_eq!(
        parse(textures).words,
        [(PROGRAM, 0x21), (OTHER_INPUT, 0)].into()
    );
    for half in [combiners, textures] {
        let bytes = container::write(&parse(half));
        assert!(container::is_rc(&bytes));
        assert_eq!(container::read(&bytes), Ok(parse(half)));
        assert_eq!(parse(&text::print(&parse(half))), parse(half));
    }
    let nothing = text::parse(FileId(0), "# a comment\n").unwrap_err();
    let nothing = nothing.iter().next().unwrap();
    assert!(nothing.message.starts_with("the text says nothing"));
    let alone = Setup {
        words: [(ALPHA_ENABLE, 0)].into(),
    };
    let why = legality(&alone).unwrap_err().to_string();
    assert_eq!(why, "it sets neither combiners nor texture stages");
}

#[test]
fn constants_that_no_text_gives_are_the_applications() {
    let last = parse("!!RC1.0\nout.rgb = col0.rgb * const0.rgb;\nout.a = col0.a;\n");
    assert!(!last.words.contains_key(&FINAL_FACTORS[0]));
    assert_eq!(last.constants_read(), [FINAL_FACTORS[0]].into());
    let text = "!!RC1.0\n{\n  const1 = (1.0, 0.5, 0.0, 0.25);\n  rgb {\n    spare0 = col0 * const1;\n  }\n}\n\
                out.rgb = spare0 * const1;\n";
    let own = parse(text);
    assert_eq!(own.word(FACTORS[1]), 0x3fff_7f00);
    assert!(!own.words.contains_key(&FINAL_FACTORS[1]));
    // A whole draw cannot leave them out.
    let why = parse(text).complete().unwrap_err().to_string();
    assert_eq!(why, "methods not written: 1E24");
}

/// The words of fp20compiler: A of the final combiner does not read the sum, so that factors change places.
#[test]
fn the_colour_sum_is_the_second_factor() {
    for (right, word) in [
        ("color_sum * tex0", 0x080e_0000),
        ("tex0 * color_sum", 0x080e_0000),
        ("color_sum * tex0 + tex1", 0x080e_0009),
        ("unsigned_invert(color_sum) * tex0", 0x082e_0000),
        ("color_sum + tex1", 0x200e_0009),
        ("color_sum", 0x0000_000e),
    ] {
        let setup = parse(&format!("!!RC1.0\nout.rgb = {right};\nout.a = col0.a;\n"));
        assert_eq!(setup.word(CW0), word, "{right}");
    }
}

#[test]
fn the_second_colour_is_read_where_it_is_not_overwritten() {
    let read = |combiner: &str, last: &str| {
        let text = format!("!!RC1.0\n{{\n  {combiner}\n}}\n{last}\n");
        parse(&text).second_color()
    };
    let lanes = |rgb, alpha| SecondColor { rgb, alpha };
    let nothing = "rgb { spare0 = col0; }";
    assert_eq!(read(nothing, "out.rgb = col0;"), lanes(false, false));
    assert_eq!(read(nothing, "out.rgb = col1;"), lanes(true, false));
    assert_eq!(read(nothing, "out.rgb = color_sum;"), lanes(true, false));
    assert_eq!(read(nothing, "out.a = col1.a;"), lanes(false, true));
    assert_eq!(read(nothing, "out.a = col1.b;"), lanes(true, false));
    assert_eq!(
        read("rgb { spare0 = col0 * col1.a; }", "out.rgb = spare0;"),
        lanes(false, true)
    );
    // A result that is dropped reads nothing, nor does E times F that nobody reads.
    assert_eq!(
        read("rgb { discard = col0 * col1; }", "out.rgb = col0;"),
        lanes(false, false)
    );
    assert_eq!(
        read(nothing, "final_product = col1 * col1.a; out.rgb = col0;"),
        lanes(false, false)
    );
    assert_eq!(
        read(
            nothing,
            "final_product = col1 * col1.a; out.rgb = final_product;"
        ),
        lanes(true, true)
    );
    let over = "rgb { col1 = col0; }";
    assert_eq!(
        read(over, "out.rgb = col1; out.a = col1.a;"),
        lanes(false, true)
    );
    assert_eq!(
        read(
            "rgb { col1 = col0; } alpha { col1 = col0; }",
            "out.rgb = col1; out.a = col1.a;"
        ),
        lanes(false, false)
    );
}

#[test]
fn state_is_what_a_text_says_or_what_a_draw_needs() {
    let text = "!!RC1.0\nout.rgb = col1;\nout.a = col1.a;\n";
    assert_eq!(methods(text), COMBINERS);
    let mut draw = parse(text);
    assert_eq!(draw.complete(), Ok(()));
    let added = [
        (LIGHT_CONTROL, SPECULAR_ALPHA),
        (ALPHA_ENABLE, 0),
        (SPECULAR_ENABLE, 1),
        (PROGRAM, 0),
        (OTHER_INPUT, 0),
    ];
    let more = draw
        .words
        .iter()
        .filter(|(method, _)| !COMBINERS.contains(method));
    assert_eq!(
        more.map(|(method, word)| (*method, *word))
            .collect::<Vec<_>>(),
        added
    );
    assert_eq!(parse(&text::print(&draw)), draw);
    // What the text says is kept.
    let mut own = parse(&format!(
        "{text}# specular_enable 0\n# light_control 0x30001\n# alphatest a > 3\n"
    ));
    assert_eq!(own.complete(), Ok(()));
    let said = [SPECULAR_ENABLE, LIGHT_CONTROL, ALPHA_ENABLE].map(|method| own.word(method));
    assert_eq!(said, [0, 0x30001, 1]);
    let why = parse("!!TS1.0\ntexture_2d();\nnop();\n").complete();
    assert!(
        why.unwrap_err()
            .to_string()
            .starts_with("the combiners are missing")
    );
}

/// Names of nvparse, or of this assembler, and the words that they come to.
#[rustfmt::skip] // A row is a line.
const STAGES: &[(&str, &[(u32, u32)])] = &[
    ("texture_2d();\ndot_product_3d_1of3(tex0);\ndot_product_3d_2of3(tex0);\ndot_product_3d_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 17 << 10 | 13 << 15), (DOT_MAPPING, 0)]),
    ("texture_2d();\ndot_product_depth_replace_1of2(expand(tex0));\ndot_product_depth_replace_2of2(expand(tex0));\n",
        &[(PROGRAM, 1 | 17 << 5 | 10 << 10), (DOT_MAPPING, 0x22)]),
    ("texture_2d();\ndot_product_reflect_cube_map_const_eye_1of3(tex0, 0, 0.5, 1);\n\
      dot_product_reflect_cube_map_const_eye_2of3(tex0);\ndot_product_reflect_cube_map_const_eye_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 17 << 10 | 18 << 15), (EYE_VECTOR, 0), (EYE_VECTOR + 4, 0x3f00_0000), (EYE_VECTOR + 8, 0x3f80_0000)]),
    ("texture_2d();\ndot_product_cube_map_and_reflect_cube_map_eye_from_qs_1of3(tex0);\n\
      dot_product_cube_map_and_reflect_cube_map_eye_from_qs_2of3(tex0);\n\
      dot_product_cube_map_and_reflect_cube_map_eye_from_qs_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 11 << 10 | 12 << 15)]),
    ("texture_2d();\ndot_product_cube_map_and_reflect_cube_map_const_eye_1of3(tex0, 0, 0, 1);\n\
      dot_product_cube_map_and_reflect_cube_map_const_eye_2of3(tex0);\n\
      dot_product_cube_map_and_reflect_cube_map_const_eye_3of3(tex0);\n",
        &[(PROGRAM, 1 | 17 << 5 | 11 << 10 | 18 << 15), (EYE_VECTOR + 8, 0x3f80_0000)]),
    ("texture_2d();\ntexture_2d();\nbrdf(tex0);\n", &[(PROGRAM, 1 | 1 << 5 | 8 << 10)]),
    ("cull_fragment(GEQUAL_TO_ZERO, LESS_THAN_ZERO, GEQUAL_TO_ZERO, GEQUAL_TO_ZERO);\n\
      cull_fragment(LESS_THAN_ZERO, GEQUAL_TO_ZERO, GEQUAL_TO_ZERO, LESS_THAN_ZERO);\n",
        &[(PROGRAM, 5 | 5 << 5), (CLIP_MODE, 0x92)]),
    ("cull_fragment();\nnop();\n", &[(PROGRAM, 5)]),
    ("texture_2d();\noffset_2d(tex0);\n", &[(PROGRAM, 1 | 6 << 5)]),
];

#[test]
fn texture_stages_have_names_and_go_round() {
    for (stages, wanted) in STAGES {
        let setup = parse(&format!("!!TS1.0\n{stages}"));
        for (method, word) in *wanted {
            assert_eq!(setup.words.get(method), Some(word), "{method:X}\n{stages}");
        }
        assert_eq!(legality(&setup), Ok(()), "{stages}");
        assert_eq!(text::print(&setup), format!("!!TS1.0\n{stages}"));
    }
    assert!(
        !parse("!!TS1.0\ncull_fragment();\nnop();\n")
            .words
            .contains_key(&CLIP_MODE)
    );
    // Other names of the same modes.
    let same = |one: &str, other: &str| {
        let text = |stage: &str| format!("!!TS1.0\ntexture_2d();\n{stage}\n");
        assert_eq!(parse(&text(one)), parse(&text(other)), "{one}");
    };
    same(
        "offset_rectangle(tex0, 1, 0, 0, 1);",
        "offset_2d(tex0, 1, 0, 0, 1);",
    );
    same(
        "offset_rectangle_scale(tex0, 1, 0, 0, 1, 2, 3);",
        "offset_2d_scale(tex0, 1, 0, 0, 1, 2, 3);",
    );
    same(
        "dot_product_rectangle_1of2(tex0); dot_product_rectangle_2of2(tex0);",
        "dot_product_2d_1of2(tex0); dot_product_2d_2of2(tex0);",
    );
}

/// A row of numbers that looks random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as u32) % end
    }

    /// A general combiner's input: registers that exist, fog without alpha.
    fn input(&mut self) -> u32 {
        let registers = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13];
        let register = registers[self.below(12) as usize];
        let alpha = if register == 3 { 0 } else { self.below(2) };
        self.below(8) << 5 | alpha << 4 | register
    }

    fn inputs(&mut self) -> u32 {
        (0..4).fold(0, |word, _| word << 8 | self.input())
    }

    /// Destinations, of which most are dropped.
    fn output(&mut self, more: u32) -> u32 {
        let registers = [0, 0, 0, 4, 5, 8, 12, 13];
        let ab = registers[self.below(8) as usize];
        let cd = registers[self.below(8) as usize];
        let cd = if cd == ab { 0 } else { cd };
        let operation = [0, 0, 1, 2, 3, 4, 6][self.below(7) as usize];
        let dots = self.below(4) * more;
        let sum = if dots == 0 && self.below(2) == 1 {
            9
        } else {
            0
        };
        let mux = self.below(4) / 3;
        ab << 4
            | cd
            | sum << 8
            | dots << 12
            | mux << 14
            | operation << 15
            | (self.below(2) * more) << 19
    }
}

/// Words that no text of ours made: products whose result is dropped, state around them that is there or not.
#[test]
fn dumps_go_round_word_for_word() {
    let mut numbers = Numbers(1);
    for number in 0..400 {
        let mut words = std::collections::BTreeMap::new();
        let stages = 1 + numbers.below(3);
        let control = [0, 0x11000, 0x1000, 0x100][numbers.below(4) as usize];
        words.insert(CONTROL, stages | control);
        for stage in 0..stages {
            words.insert(COLOR_ICW + 4 * stage, numbers.inputs());
            words.insert(ALPHA_ICW + 4 * stage, numbers.inputs());
            words.insert(COLOR_OCW + 4 * stage, numbers.output(1));
            words.insert(ALPHA_OCW + 4 * stage, numbers.output(0) & !0xfff);
            for factor in FACTORS {
                if numbers.below(3) == 0 {
                    words.insert(factor + 4 * stage, numbers.below(u32::MAX));
                }
            }
        }
        words.insert(
            CW0,
            0x0c04_2000 | numbers.below(2) << 28 | (numbers.below(2) * 0x0d),
        );
        words.insert(
            CW1,
            (numbers.below(2) * 0x0405_0000) | 0x1c00 | numbers.below(8) << 5,
        );
        for (method, word) in [
            (ALPHA_ENABLE, numbers.below(2)),
            (ALPHA_FUNC, 0x200 + numbers.below(8)),
            (ALPHA_REF, numbers.below(256)),
            (SPECULAR_ENABLE, numbers.below(2)),
            (LIGHT_CONTROL, 0x10001 + numbers.below(2) * SPECULAR_ALPHA),
            (FINAL_FACTORS[0], numbers.below(u32::MAX)),
            (PROGRAM, [0, 1, 1 | 6 << 5, 5][numbers.below(4) as usize]),
            (OTHER_INPUT, numbers.below(2) << 16),
            (DOT_MAPPING, numbers.below(8) << 4),
            (CLIP_MODE, numbers.below(0x1_0000)),
            (BUMP_MATRIX + 64, numbers.below(u32::MAX)),
        ] {
            if numbers.below(2) == 0 {
                words.insert(method, word);
            }
        }
        let setup = Setup { words };
        assert_eq!(legality(&setup), Ok(()), "{number}");
        let printed = text::print(&setup);
        assert_eq!(parse(&printed), setup, "{number}\n{printed}");
    }
}

#[test]
fn dropped_products_are_said() {
    let mut setup =
        parse("!!RC1.0\n{\n  rgb {\n    spare0 = col0.rgb;\n  }\n}\nout.rgb = spare0.rgb;\n");
    setup.words.insert(COLOR_ICW, 0xc420_c8c9);
    let printed = text::print(&setup);
    assert!(
        printed.contains("    discard = tex0.rgb * tex1.rgb;\n"),
        "{printed}"
    );
    assert!(!printed.contains("# word"), "{printed}");
}
