//! The golden set-ups of `tests/fragment/vectors.json`: words, text and results of some written by hand and others
//! at random, each with six samples. `float` is what xemu computes, `fixed` explains captures of the hardware.

use retroshade_diagnostics::FileId;
use retroshade_nv2a::fragment::check::legality;
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, COLOR_ICW, COLOR_OCW, CONTROL, CW1, LIGHT_CONTROL,
    MUX_MSB, PROGRAM, SPECULAR_ENABLE, Setup, Words,
};
use retroshade_nv2a::fragment::sim::{Arithmetic, Fragment, Registers, run, run_watched};
use retroshade_nv2a::fragment::state::SecondColor;
use retroshade_nv2a::fragment::{container, text};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fragment/vectors.json");
    let tree: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    tree["cases"].as_array().unwrap().clone()
}

fn setup(case: &Value) -> Setup {
    let hex = |value: &Value| u32::from_str_radix(value.as_str().unwrap(), 16).unwrap();
    let pairs = case["words"].as_array().unwrap().iter();
    let words: Words = pairs.map(|pair| (hex(&pair[0]), hex(&pair[1]))).collect();
    Setup { words }
}

#[test]
fn words_are_read_and_written() {
    let cases = cases();
    assert_eq!(cases.len(), 250);
    for case in &cases {
        let setup = setup(case);
        legality(&setup).unwrap_or_else(|fault| panic!("{}: {fault}", case["name"]));
        let bytes = container::write(&setup);
        let again =
            container::read(&bytes).unwrap_or_else(|fault| panic!("{}: {fault}", case["name"]));
        assert_eq!(again, setup, "{}", case["name"]);
    }
}

/// What a text says beyond the words of its lines: notes on the state around them, and texture stages that are off.
fn without_state(text: &str) -> String {
    let text = text
        .strip_prefix("!!TS1.0\nnop();\nnop();\n")
        .unwrap_or(text);
    let is_state = |line: &&str| {
        let notes = ["# alphatest off", "# specular_enable 1"];
        !notes.contains(line)
    };
    text.lines()
        .filter(is_state)
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn texts_are_those_of_the_words() {
    for case in cases() {
        let (name, expected) = (&case["name"], case["text"].as_str().unwrap());
        let setup = setup(&case);
        let read = |text: &str| {
            text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{name}: {error:#?}"))
        };
        let printed = text::print(&setup);
        assert_eq!(read(&printed), setup, "{name}\n{printed}");
        assert_eq!(without_state(&printed), expected, "{name}");
        let mut completed = read(expected);
        assert_eq!(completed.complete(), Ok(()), "{name}");
        // The vectors are older than what is known of the one, and count reads of the other that change nothing.
        completed.words.remove(&LIGHT_CONTROL);
        let mut needed = setup.clone();
        if completed.second_color() == SecondColor::default() {
            needed.words.remove(&SPECULAR_ENABLE);
        }
        assert_eq!(completed, needed, "{name}");
    }
}

#[test]
fn results_are_those_of_emulator_and_captures() {
    for case in cases() {
        let setup = setup(&case);
        let inputs = |name: &str, sample: usize| -> [f64; 4] {
            std::array::from_fn(|lane| {
                case["inputs"][name][sample][lane].as_f64().unwrap_or(0.0) / 255.0
            })
        };
        for (arithmetic, key, one) in [
            (Arithmetic::Exact, "float", 1.0),
            (Arithmetic::Fixed, "fixed", 255.0),
        ] {
            let expected = case["outputs"][key].as_array().unwrap();
            for (sample, expected) in expected.iter().enumerate() {
                let fragment = Fragment {
                    colors: ["col0", "col1"].map(|name| inputs(name, sample)),
                    textures: ["tex0", "tex1", "tex2", "tex3"].map(|name| inputs(name, sample)),
                    fog: inputs("fog", sample),
                };
                let shaded = run(&setup, &fragment, arithmetic);
                let place = format!("{} {key} sample {sample}", case["name"]);
                for lane in 0..4 {
                    let wanted = expected[lane].as_f64().unwrap();
                    let found = shaded.color[lane] * one;
                    assert!(
                        (found - wanted).abs() < 2e-6 * one,
                        "{place} lane {lane}: {found}, not {wanted}"
                    );
                }
                let discarded = case["discarded"][key][sample].as_bool().unwrap();
                assert_eq!(shaded.discarded, discarded, "{place}");
            }
        }
    }
}

/// The combiners of a text, with a picture in the first texture stage.
fn parsed(text: &str) -> Setup {
    let parsed = text::parse(FileId(0), text);
    let mut setup = parsed.unwrap_or_else(|error| panic!("{error:#?}"));
    setup.words.insert(PROGRAM, 1);
    setup
}

fn fragment(texture: [f64; 4], second: [f64; 4]) -> Fragment {
    Fragment {
        colors: [[0.0; 4], second],
        textures: [texture; 4],
        fog: [0.0; 4],
    }
}

/// What is seen after each combiner, and after the final one.
fn watched(setup: &Setup, fragment: &Fragment, arithmetic: Arithmetic) -> Vec<Registers> {
    let mut seen = Vec::new();
    run_watched(setup, fragment, arithmetic, &mut |number, registers| {
        assert_eq!(number as usize, seen.len());
        seen.push(registers);
    });
    seen
}

#[test]
fn registers_are_seen_between_combiners_as_numbers() {
    let setup = parsed(
        "!!RC1.0\n{\n  rgb {\n    spare0 = tex0;\n  }\n}\n{\n  rgb {\n    spare1 = spare0;\n  }\n}\n\
         out.rgb = spare1.rgb;\nout.a = tex0.a;\n",
    );
    let texture = [51.0, 102.0, 153.0, 204.0].map(|byte| byte / 255.0);
    for arithmetic in [Arithmetic::Exact, Arithmetic::Fixed] {
        let seen = watched(&setup, &fragment(texture, [0.0; 4]), arithmetic);
        assert_eq!(seen.len(), 4);
        let near = |register: [f64; 4], wanted: f64| (register[0] - wanted).abs() < 1e-9;
        assert!(near(seen[0][8], 0.2) && near(seen[0][12], 0.0));
        assert!(near(seen[1][12], 0.2) && near(seen[1][13], 0.0));
        assert!(near(seen[2][13], 0.2) && near(seen[3][13], 0.2));
    }
}

#[test]
fn alpha_is_tested_as_the_nearest_of_256_steps() {
    let mut setup = parsed("!!RC1.0\n{\n}\nout.rgb = zero.rgb;\nout.a = tex0.a;\n");
    // Equal to 10 of 255.
    setup
        .words
        .extend([(ALPHA_ENABLE, 1), (ALPHA_FUNC, 0x202), (ALPHA_REF, 10)]);
    let kept = |steps: f64| {
        let fragment = fragment([steps / 255.0; 4], [0.0; 4]);
        !run(&setup, &fragment, Arithmetic::Exact).discarded
    };
    assert_eq!([9.4, 9.6, 10.4, 10.6].map(kept), [false, true, true, false]);
}

#[test]
fn mux_chooses_by_the_half_or_by_the_last_bit() {
    let mut setup = parsed(
        "!!RC1.0\n{\n  rgb {\n    spare1 = mux();\n  }\n}\nout.rgb = spare1.rgb;\nout.a = spare0.a;\n",
    );
    // AB is 0, CD is 1: zero inverted, twice.
    setup.words.insert(COLOR_ICW, 0x0000_2020);
    setup.words.insert(COLOR_OCW, 13 << 8 | 1 << 14);
    for arithmetic in [Arithmetic::Exact, Arithmetic::Fixed] {
        for (control, second) in [
            (1, &(|alpha: u32| alpha % 2 == 1) as &dyn Fn(u32) -> bool),
            (1 | MUX_MSB, &|alpha| alpha >= 128),
        ] {
            setup.words.insert(CONTROL, control);
            for alpha in 0..256 {
                let fragment = fragment([f64::from(alpha) / 255.0; 4], [0.0; 4]);
                let chosen = run(&setup, &fragment, arithmetic).color[0] == 1.0;
                assert_eq!(chosen, second(alpha), "{arithmetic:?} {control:X} {alpha}");
            }
        }
    }
    setup.words.insert(CONTROL, 1 | MUX_MSB);
    let half = fragment([0.5; 4], [0.0; 4]);
    assert_eq!(run(&setup, &half, Arithmetic::Exact).color[0], 1.0);
}

#[test]
fn the_sum_of_the_final_combiner_is_clamped_if_that_is_asked() {
    let mut setup = parsed(
        "!!RC1.0\n{\n  rgb {\n    spare0 = tex0;\n  }\n}\nout.rgb = spare0.rgb;\nout.a = tex0.a;\n",
    );
    let flags = setup.word(CW1) & !0xE0;
    let mut sum = |bits: u32| {
        setup.words.insert(CW1, flags | bits);
        let fragment = fragment([0.75; 4], [0.5; 4]);
        watched(&setup, &fragment, Arithmetic::Exact)[2][14][0]
    };
    assert_eq!(sum(0), 1.25);
    assert_eq!(sum(0x80), 1.0);
    // Either is inverted, and then the sum is clamped or not.
    assert_eq!(sum(0x20), 0.75);
    assert_eq!(sum(0x40), 1.25);
    assert_eq!(sum(0xC0), 1.0);
}
