//! Texts of the XDK's assembler: what they come to, and what is refused.

use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_kit::roundtrip::mutated_text_is_survived;
use retroshade_nv2a::fragment::check::legality;
use retroshade_nv2a::fragment::isa::{
    CLIP_MODE, CONTROL, CW0, CW1, DOT_MAPPING, FACTORS, FINAL_FACTORS, OTHER_INPUT, PROGRAM, Setup,
};
use retroshade_nv2a::fragment::sim::{Arithmetic, Fragment, run};
use retroshade_nv2a::fragment::text as fragment;
use retroshade_nv2a::text::{Assembled, End, assemble};

fn vertex(text: &str) -> Assembled {
    let found = assemble(FileId(0), text, End::LastSlot);
    found.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

fn pixel(text: &str) -> Setup {
    let setup = fragment::parse(FileId(0), text);
    let setup = setup.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    assert_eq!(legality(&setup), Ok(()), "{text}");
    setup
}

fn first(errors: Diagnostics) -> String {
    let error = errors.iter().next().expect("an error");
    assert!(error.primary.is_some(), "no place: {}", error.message);
    error.message.clone()
}

/// A vertex text and the same in the language of nv2a-vsh.
#[rustfmt::skip] // A row is a line.
const VERTICES: &[(&str, &str)] = &[
    ("mov oPos, v0", "mov oPos, v0"),
    ("MOV oD0, c5 // a comment", "mov oD0, c[101]"),
    ("add r0, c-38.xyz, v1\nmov r1, -c[-96]", "add r0, c[58].xyz, v1\nmov r1, -c[0]"),
    ("add r0, v1, c[95].w ; another", "add r0, v1, c[191].w"),
    ("mov a0.x, v2.y\ndp4 r1.x, v0, c[a0.x]\ndp4 r1.y, v0, c[a0.x + 1]\ndp4 r1.z, v0, c[2 + a0.x - 5]",
        "arl a0, v2.y\ndp4 r1.x, v0, c[A0+96]\ndp4 r1.y, v0, c[A0+97]\ndp4 r1.z, v0, c[A0+93]"),
    ("sub r2, v0, c0", "add r2, v0, -c[96]"),
    ("sub r2, v0, -r1", "add r2, v0, r1"),
    ("mul r0, v0, c1\n+ rcc r1.x, r12.w", "mul r0, v0, c[97] + rcc r1.x, r12.w"),
    ("mul r0, v0, c1 + exp r1.y, r4.x", "mul r0, v0, c[97] + expp r1.y, r4.x"),
    ("m4x4 oPos, v0, c2", "dp4 oPos.x, v0, c[98]\ndp4 oPos.y, v0, c[99]\ndp4 oPos.z, v0, c[100]\ndp4 oPos.w, v0, c[101]"),
    ("m4x3 r0, v0, c[a0.x + 4]", "dp4 r0.x, v0, c[A0+100]\ndp4 r0.y, v0, c[A0+101]\ndp4 r0.z, v0, c[A0+102]"),
    ("m3x3 r0.xyz, v2, c6", "dp3 r0.x, v2, c[102]\ndp3 r0.y, v2, c[103]\ndp3 r0.z, v2, c[104]"),
    ("m3x4 r0, v2, r4", "dp3 r0.x, v2, r4\ndp3 r0.y, v2, r5\ndp3 r0.z, v2, r6\ndp3 r0.w, v2, r7"),
    ("m3x2 oT0.xy, v2, c6", "dp3 oT0.x, v2, c[102]\ndp3 oT0.y, v2, c[103]"),
    ("frc r0.y, v1.x", "expp r0.y, v1.x"),
    ("frc r0.xy, v1.zwzw", "expp r0.y, v1.z\nmov r0.x, r0.y\nexpp r0.y, v1.w"),
    ("nop", "nop"),
    ("#define POSITION v0\n#define MATRIX c4\n#define OFFSET + 3\nm3x2 r0.xy, POSITION, MATRIX\nmov r1, c[a0.x OFFSET]",
        "dp3 r0.x, v0, c[100]\ndp3 r0.y, v0, c[101]\nmov r1, c[A0+99]"),
];

#[test]
fn vertex_texts_come_to_the_words_of_the_same_operations() {
    for (text, same) in VERTICES {
        let found = vertex(&format!("xvs.1.1\n#pragma screenspace\n{text}\n"));
        assert_eq!(found.words, vertex(same).words, "{text}");
        assert!(found.warnings.is_empty(), "{text}");
    }
}

#[test]
fn a_position_in_clip_space_is_brought_to_the_screen() {
    let found = vertex("; a shader\nxvs.1.1\nm4x4 oPos, v0, c0\n");
    // The words of retail games, with the fillers of nv2a-vsh.
    let tail = [
        [0, 0x0647_401b, 0xc436_1bff, 0x1018_e800],
        [0, 0x0087_601b, 0xc400_286c, 0x3070_e801],
    ];
    assert_eq!(found.words.len(), 6);
    assert_eq!(vertex("XVS.1.1\nM4X4 oPos, v0, C0\n").words, found.words);
    let meaning = |words: &[u32; 4]| retroshade_nv2a::decode::decode_slot(words).unwrap();
    let last: Vec<_> = found.words[4..].iter().map(meaning).collect();
    assert_eq!(last, tail.iter().map(meaning).collect::<Vec<_>>());
}

#[test]
fn listings_have_the_slots_of_the_viewport_and_remarks() {
    let listing = "xvs.1.1\n\n# The position's rows\ndp4 oPos.x, v0, c0\nmul oPos.xyz, r12, c-38\n\n\
                   # One over w\n+rcc r1.x, r12.w\ndph r0.x, v0, c1\n+exp r1.y, r4\nmad oPos.xyz, r12, r1.x, c-37\n# end";
    let same = "dp4 oPos.x, v0, c[96]\nmul oPos.xyz, r12, c[58] + rcc r1.x, r12.w\n\
                dph r0.x, v0, c[97] + expp r1.y, r4.x\nmad oPos.xyz, r12, r1.x, c[59]";
    let meaning = |text: &str| {
        let words = vertex(text).words;
        let slot = |words: &[u32; 4]| retroshade_nv2a::decode::decode_slot(words).unwrap();
        // A lone register names all lanes, of which the first one counts.
        words
            .iter()
            .map(|words| slot(words).slot.to_string().replace("r4.x", "r4"))
            .collect::<Vec<_>>()
    };
    assert_eq!(meaning(listing), meaning(same));
}

#[test]
fn constants_of_a_vertex_text_are_the_applications_to_load() {
    let text = "xvs.1.1\n#pragma screenspace\ndef c[ 75 ], 0.3f, -0.75, 1, .5\nmov oD0, c75\n";
    assert_eq!(vertex(text).constants, [(171, [0.3, -0.75, 1.0, 0.5])]);
}

#[test]
fn what_is_not_documented_is_refused_by_name() {
    #[rustfmt::skip] // A row is a line.
    let cases = [
        ("exp r0, v0.x", "`exp` is a macro of full precision here, and how it is made is not documented"),
        ("log r0, v0.x", "`log` is a macro of full precision here, and how it is made is not documented"),
        ("rcp r0, v0", "this operation reads one lane, and nothing says which"),
        ("arl a0.x, v0.x", "there is no instruction `arl`"),
        ("frc r0, v0", "`frc` writes `.y` or `.xy`"),
        ("frc r0.xy, r0", "`frc` of two lanes needs another temporary as its destination"),
        ("m4x4 r0, r0, c0", "the macro writes what it still reads"),
        ("m4x4 oPos, r12, c0", "the macro writes what it still reads"),
        ("m4x4 r0, v0, c93", "the rows go beyond the last register"),
        ("m3x3 r0.w, v0, c0", "this macro makes 3 lanes"),
        ("mul r0, v0, c0\n+ m4x4 r1, v0, c0", "`m4x4` has nothing beside it: it is a macro"),
        ("mov r0, c96", "there is no constant c[96]"),
        ("mov r0, c[-97]", "there is no constant c[-97]"),
        ("add a0.x, v0, v0", "only `mov` writes a0.x"),
        ("#include \"a.h\"", "`#include` is for a preprocessor"),
        ("#define F(x) x", "`F` takes arguments, which are not read here"),
        ("#pragma other", "the only pragma is `screenspace`"),
        ("def c[a0.x], 1, 1, 1, 1", "`def` gives one constant its value"),
        ("mul r0, v0, v1", "the slot reads the attributes v0 and v1, but there is one attribute port"),
    ];
    for (line, message) in cases {
        let text = format!("xvs.1.1\n{line}\n");
        let errors = assemble(FileId(0), &text, End::LastSlot).unwrap_err();
        let found = first(errors);
        // The words about a slot are those of the other languages.
        let same = found == message || line.starts_with("mul r0, v0, v1") && found.contains("v0");
        assert!(same, "{line}: {found}");
    }
    let looped = "xvs.1.1\n#define A A A\nmov r0, A\n";
    assert!(assemble(FileId(0), looped, End::LastSlot).is_err());
}

/// The colour that a pixel text gives.
fn color(text: &str, fragment: &Fragment) -> [f64; 4] {
    run(&pixel(text), fragment, Arithmetic::Exact).color
}

const FRAGMENT: Fragment = Fragment {
    colors: [[0.25, 0.5, 0.75, 0.5], [0.1, 0.2, 0.3, 0.4]],
    textures: [
        [0.9, 0.8, 0.7, 0.6],
        [0.2, 0.4, 0.6, 0.8],
        [0.5, 0.5, 0.5, 1.0],
        [1.0, 0.0, 0.5, 0.25],
    ],
    fog: [0.0, 0.0, 1.0, 0.5],
};

/// A pixel text behind `tex t0` to `tex t3`, and red, green, blue, alpha of its result by Direct3D's words.
#[rustfmt::skip] // A row is a line.
const PIXELS: &[(&str, [f64; 4])] = &[
    ("mov r0, t0", [0.9, 0.8, 0.7, 0.6]),
    ("mul r0, t0, v0", [0.225, 0.4, 0.525, 0.3]),
    ("add r0, t1, v0", [0.45, 0.9, 1.0, 1.0]),
    ("sub r0, t0, v0", [0.65, 0.3, 0.0, 0.1]),
    ("mad r0, t0, v0, v1", [0.325, 0.6, 0.825, 0.7]),
    ("lrp r0, v0, t0, t1", [0.375, 0.6, 0.675, 0.7]),
    ("lrp r0, 1-v0, t0, t1", [0.725, 0.6, 0.625, 0.7]),
    ("dp3 r0.rgb, t0_bx2, t1_bx2\n+ mov r0.a, v0", [0.0, 0.0, 0.0, 0.5]),
    ("dp3 r0, t0, v1", [0.46, 0.46, 0.46, 0.46]),
    ("mul_x2 r0, t1, v0", [0.1, 0.4, 0.9, 0.8]),
    ("mul_x4 r0, v1, v0", [0.1, 0.4, 0.9, 0.8]),
    ("add_d2 r0, t0, t1", [0.55, 0.6, 0.65, 0.7]),
    ("mov r0.rgb, 1-t1\n+ mov r0.a, t1.b", [0.8, 0.6, 0.4, 0.6]),
    ("mov r0, t0.a", [0.6, 0.6, 0.6, 0.6]),
    ("add r0, t2, t1_bias", [0.2, 0.4, 0.6, 1.0]),
    ("mov r0, t1\ncnd r0, r0.a, t0, v1", [0.9, 0.8, 0.7, 0.6]),
    ("mov r0, v1\ncnd r0, r0.a, t0, v1", [0.1, 0.2, 0.3, 0.4]),
    ("sub_sat r1, t1, t0\nadd r0, r1, v1", [0.1, 0.2, 0.3, 0.6]),
    ("sub r1, t1, t0\nadd r0, r1, t0", [0.2, 0.4, 0.6, 0.8]),
    ("def c0, 1, 0, 0.2, 1\ndef c3, 0, 1, 0, 0\nmul r0, t0, c0\nmad r0, t1, c3, r0", [0.9, 0.4, 0.14, 0.6]),
    ("xmma discard, discard, r0, t0, v0, t1, v1", [0.245, 0.48, 0.705, 0.62]),
    ("xmma r0, r1, discard, t0, v0, t1, v1\nxfc zero, zero, zero, r1, zero, zero, r0.a", [0.02, 0.08, 0.18, 0.3]),
    ("xdd r0.rgb, r1.rgb, t0, v1, t1, v0\nxfc zero, zero, zero, r0, zero, zero, t0.a", [0.46, 0.46, 0.46, 0.6]),
    ("xdm r0.rgb, r1.rgb, t0, v1, t1, v0\nxfc zero, zero, zero, r1, zero, zero, t0.a", [0.05, 0.2, 0.45, 0.6]),
    ("mov r0, v1\nxmmc discard, discard, r0, t0, v0, t1, v0", [0.225, 0.4, 0.525, 0.3]),
    ("mov r0, t0\nxfc v0, r0, t1, v1, zero, zero, 1-r0.a", [0.475, 0.8, 0.975, 0.4]),
    ("mov r0, t0\nxfc v0, prod, zero, zero, t0, t1, r0.a", [0.045, 0.16, 0.315, 0.6]),
];

#[test]
fn pixel_texts_compute_what_direct3d_says() {
    for (lines, wanted) in PIXELS {
        let text = format!("xps.1.1\ntex t0\ntex t1\ntex t2\ntex t3\n{lines}\n");
        let found = color(&text, &FRAGMENT);
        for (lane, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            // Constants are bytes.
            assert!(
                (found - wanted).abs() < 2e-3,
                "{lines}: lane {lane} is {found}, not {wanted}"
            );
        }
        let setup = pixel(&text);
        let printed = fragment::print(&setup);
        assert_eq!(pixel(&printed), setup, "{printed}");
    }
}

#[test]
fn texture_instructions_say_what_stages_do() {
    let setup = pixel("xps.1.1\ntex t0\ntexreg2ar t1, t0\ntexcoord t2\ntexkill t3\nmov r0, t1\n");
    assert_eq!(setup.word(PROGRAM), 1 | 15 << 5 | 4 << 10 | 5 << 15);
    assert_eq!(setup.words.get(&CLIP_MODE), Some(&0));
    let setup = pixel("xps.1.1\ntex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0\nmov r0, t2\n");
    assert_eq!(setup.word(PROGRAM), 1 | 17 << 5 | 9 << 10);
    assert_eq!(setup.words.get(&DOT_MAPPING), Some(&1));
    let setup = pixel("xps.1.1\ntex t0\ntex t1\ntexbem t2, t1\ntexbeml t3, t1\nmov r0, t2\n");
    assert_eq!(setup.word(PROGRAM), 1 | 1 << 5 | 6 << 10 | 7 << 15);
    assert_eq!(setup.word(OTHER_INPUT), 1 << 16 | 1 << 20);
}

#[test]
fn constants_go_to_the_factors_of_their_combiners() {
    let text = "xps.1.1\ndef c0, 1, 0, 0, 0\ndef c5, 0, 0, 1, 1\nmul r0, v0, c0\nmul r0, r0, c5\n\
                xfc c5, r0, c0, zero, zero, zero, r0.a\n";
    let setup = pixel(text);
    assert_eq!(setup.word(CONTROL), 0x11002);
    assert_eq!(setup.word(FACTORS[0]), 0x00ff_0000);
    assert_eq!(setup.word(FACTORS[0] + 4), 0xff00_00ff);
    assert_eq!(
        FINAL_FACTORS.map(|method| setup.word(method)),
        [0xff00_00ff, 0x00ff_0000]
    );
    // Without `def` they are the application's, as const0 and const1 are.
    let setup = pixel("xps.1.1\nmul r0, v0, c0\n");
    assert_eq!(setup.words.get(&FACTORS[0]), None);
    assert_eq!(
        (setup.word(CW0), setup.word(CW1)),
        (0x0000_000c, 0x0000_1c00)
    );
}

#[test]
fn pixel_texts_that_do_not_fit_are_refused_at_their_place() {
    #[rustfmt::skip] // A row is a line.
    let cases = [
        ("mov r2, v0", "`r2` is no register to write"),
        ("mov c0, v0", "`c0` is no register to write"),
        ("mov r0, r2", "`r2` is no register to read"),
        ("mov_x8 r0, v0", "results have no modifier `_x8`"),
        ("mov r0.rg, v0", "`.rg` is no mask"),
        ("mov r0.rgb, v0.b", "blue is read for alpha alone"),
        ("mov r0.rgb, v0_x2", "the combiners do not read a register this way"),
        ("mad r0, c0, c1, c2", "a combiner has two constants"),
        ("mov r0.rgb, v0\n+ mov r0.rgb, v1", "both instructions write the same side of a combiner"),
        ("dp3 r0.a, v0, v1", "inner products are colours: alpha gets one with `.rgba`"),
        ("+ mov r0, v0", "there is no instruction to join"),
        ("cnd r0, r1.a, v0, v1", "`cnd` tests r0.a"),
        ("sub_sat r1, v0, v1\nmov r0, -r1",
            "a register behind `_sat` cannot be negated: the chip has no such way to read it"),
        ("tex t1\ntex t0", "t0 comes behind a later texture stage, or twice"),
        ("texm3x3tex t3, t0", "`texm3x3tex` reads a cube map or a volume, which the text does not say: \
            `dot_product_cube_map_3of3` and `dot_product_3d_3of3` of TS1.0 do"),
        ("texbem t0, t1", "texture stage 0 cannot do this"),
        ("tex t0\ntexbem t1, t2", "`t2` is no earlier texture stage"),
        ("def c0, 2, 0, 0, 0", "constants of the combiners are colours from 0 to 1"),
        ("xfc zero, zero, zero, -r0, zero, zero, r0.a", "the final combiner reads a register, or 1 - one"),
        ("xfc sum, v0, zero, zero, zero, zero, r0.a", "the final combiner does not read this here"),
        ("xfc zero, zero, zero, r0, zero, zero, r0.a\nmov r0, v0", "`xfc` is the last instruction"),
        ("phase", "there is no instruction `phase`"),
        ("mov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0\nmov r0, v0",
            "there are 8 general combiners"),
    ];
    for (lines, message) in cases {
        let errors = fragment::parse(FileId(0), &format!("xps.1.1\n{lines}\n")).unwrap_err();
        assert_eq!(first(errors), message, "{lines}");
    }
}

#[test]
fn changed_texts_are_read_or_refused() {
    let vertices: String = VERTICES
        .iter()
        .map(|(text, _)| format!("{text}\n"))
        .collect();
    mutated_text_is_survived(&format!("xvs.1.1\n{vertices}"), 3000, 5, |text| {
        let _ = assemble(FileId(0), text, End::LastSlot);
    });
    let pixels: String = PIXELS.iter().map(|(text, _)| format!("{text}\n")).collect();
    mutated_text_is_survived(&format!("xps.1.1\ntex t0\n{pixels}"), 3000, 6, |text| {
        let _ = fragment::parse(FileId(0), text);
    });
}
