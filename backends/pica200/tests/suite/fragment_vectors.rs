//! The golden set-ups of `tests/fragment/vectors.json`: words, text and results of 68 written by hand and
//! 152 at random, each with six samples. `int` is bit-equal to Azahar's software renderer, `round` to its GLSL form.

use retroshade_diagnostics::FileId;
use retroshade_pica200::fragment::isa::{
    Fog, Function, Lanes, Operand, STAGES, Setup, Side, Source, Test, UPDATE_BUFFER, Words, decode,
    encode,
};
use retroshade_pica200::fragment::sim::{Arithmetic, CLEAR, Fragment, byte, run, run_watched};
use retroshade_pica200::fragment::{container, text};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fragment/vectors.json");
    let tree: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    tree["cases"].as_array().unwrap().clone()
}

fn words(case: &Value) -> Words {
    let hex = |value: &Value| u32::from_str_radix(value.as_str().unwrap(), 16).unwrap();
    let pairs = case["words"].as_array().unwrap().iter();
    pairs.map(|pair| (hex(&pair[0]), hex(&pair[1]))).collect()
}

fn setup(case: &Value) -> Setup {
    decode(&words(case)).unwrap_or_else(|fault| panic!("{}: {fault}", case["name"]))
}

fn color(value: &Value) -> [u8; 4] {
    std::array::from_fn(|lane| value[lane].as_u64().unwrap_or(0) as u8)
}

#[test]
fn words_are_read_and_written() {
    let cases = cases();
    assert_eq!(cases.len(), 220);
    for case in &cases {
        let setup = setup(case);
        assert_eq!(encode(&setup), words(case), "{}", case["name"]);
        let bytes = container::write(&setup);
        assert!(container::is_tev(&bytes));
        assert_eq!(container::read(&bytes).unwrap(), setup);
    }
}

#[test]
fn texts_are_those_of_the_words() {
    for case in cases() {
        let (name, expected) = (&case["name"], case["text"].as_str().unwrap());
        assert_eq!(text::print(&setup(&case)), expected, "{name}");
        let (read, _) =
            text::parse(FileId(0), expected).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        assert_eq!(encode(&read), words(&case), "{name}");
    }
}

/// Add signed lies halfway between two steps for every input: the GLSL form rounds by the chance of its floats.
fn is_decided_by_chance(setup: &Setup) -> bool {
    let mut stages = setup.stages.iter();
    stages.any(|stage| {
        let functions = [stage.rgb.function, stage.alpha.function];
        functions.contains(&Function::AddSigned)
    })
}

#[test]
fn results_are_those_of_the_emulators() {
    let mut compared = 0;
    for case in cases() {
        let setup = setup(&case);
        let inputs = |name: &str, sample: usize| color(&case["inputs"][name][sample]);
        for (arithmetic, key) in [(Arithmetic::Integer, "int"), (Arithmetic::Rounded, "round")] {
            if arithmetic == Arithmetic::Rounded && is_decided_by_chance(&setup) {
                continue;
            }
            compared += 1;
            let expected = case["outputs"][key].as_array().unwrap();
            for (sample, expected) in expected.iter().enumerate() {
                let fragment = Fragment {
                    color: inputs("color", sample),
                    light: ["light0", "light1"].map(|name| inputs(name, sample)),
                    textures: ["tex0", "tex1", "tex2", "tex3"].map(|name| inputs(name, sample)),
                    fog: CLEAR,
                };
                let shaded = run(&setup, &fragment, arithmetic);
                let place = format!("{} {key} sample {sample}", case["name"]);
                assert_eq!(shaded.color, color(expected), "{place}");
                let discarded = case["discarded"][key][sample].as_bool().unwrap();
                assert_eq!(shaded.discarded, discarded, "{place}");
            }
        }
    }
    assert!(compared > 360, "{compared} of 440 were compared");
}

#[test]
fn words_that_are_no_set_up_are_refused() {
    let good = encode(&Setup::default());
    let with = |register: u32, word: u32| {
        let mut words = good.clone();
        words.insert(register, word);
        decode(&words).unwrap_err().to_string()
    };
    assert_eq!(with(0x0C2, 0xA), "stage 0: there is no rgb function 10");
    assert_eq!(
        with(0x0C2, 0x60000),
        "stage 0: there is no alpha function 6"
    );
    assert_eq!(with(0x0C0, 7), "stage 0: there is no source 7");
    assert_eq!(with(0x0C4, 3), "stage 0: there is no rgb scale 3");
    assert_eq!(with(0x0E0, 1), "there is no fog mode 1");
    assert_eq!(with(0x0C4, 4), "register 0C4: bits 00000004 do not exist");
    assert_eq!(
        with(0x083, 0),
        "register 083 is no part of a fragment shader"
    );
    let mut missing = good.clone();
    missing.remove(&0x104);
    assert_eq!(
        decode(&missing).unwrap_err().to_string(),
        "registers not written: 104"
    );
    assert!(container::read(&[0; 7]).is_err());
}

fn read_back(setup: &Setup) -> Setup {
    decode(&encode(setup)).unwrap_or_else(|fault| panic!("{setup:?}: {fault}"))
}

#[test]
fn every_way_of_units_and_fog_is_read_back() {
    let ways: [&[Option<u8>]; 4] = [
        &[None, Some(0)],
        &[None, Some(1)],
        &[None, Some(2), Some(1)],
        &[None, Some(0), Some(1), Some(2)],
    ];
    for (unit, ways) in ways.iter().enumerate() {
        for way in *ways {
            let mut setup = Setup::default();
            setup.units[unit] = *way;
            assert_eq!(read_back(&setup), setup);
        }
    }
    for (fog, density, flip, bits) in [
        (Fog::Off, false, true, 1 << 16),
        (Fog::Linear, false, false, 5),
        (Fog::Gas, true, false, 7 | 1 << 3),
        (Fog::Gas, true, true, 7 | 1 << 3 | 1 << 16),
    ] {
        let setup = Setup {
            fog,
            density,
            flip,
            ..Setup::default()
        };
        assert_eq!(encode(&setup)[&UPDATE_BUFFER], bits);
        assert_eq!(read_back(&setup), setup);
    }
}

#[test]
fn the_first_four_stages_store() {
    for number in 0..STAGES {
        for (store, first) in [([true, false], 8), ([false, true], 12)] {
            let mut setup = Setup::default();
            setup.stages[number].store = store;
            let bits = if number < 4 { 1 << (first + number) } else { 0 };
            assert_eq!(encode(&setup)[&UPDATE_BUFFER], bits);
            let mut known = setup.clone();
            if number >= 4 {
                known.stages[number].store = [false; 2];
            }
            assert_eq!(read_back(&setup), known);
            // What is stored arrives in the buffer two stages later.
            setup.stages[number].color = [255; 4];
            let constant = |side| Some(Operand::plain(Source::Constant, side));
            setup.stages[number].rgb.operands[0] = constant(Side::Rgb);
            setup.stages[number].alpha.operands[0] = constant(Side::Alpha);
            let mut buffers = Vec::new();
            let mut watch = |_, _, buffer: [u8; 4]| buffers.push(buffer);
            run_watched(
                &setup,
                &Fragment::default(),
                Arithmetic::Integer,
                &mut watch,
            );
            let stored = store.map(|kept| if kept && number < 4 { 255 } else { 0 });
            let arrived = [stored[0], stored[0], stored[0], stored[1]];
            assert_eq!(buffers[number], arrived, "{number} {store:?}");
        }
    }
}

#[test]
fn sources_lanes_and_tests_are_found_by_number() {
    for (unit, source) in (0..).zip([
        Source::Texture0,
        Source::Texture1,
        Source::Texture2,
        Source::Texture3,
    ]) {
        assert_eq!(Source::of_unit(unit), Some(source));
        assert_eq!(source.unit(), Some(unit));
    }
    assert_eq!(Source::of_unit(4), None);
    assert_eq!(
        [Source::Light1, Source::Constant].map(Source::unit),
        [None; 2]
    );
    for lane in 0..4 {
        assert_eq!(Lanes::of_lane(lane).single(), Some(lane));
    }
    let kept = |test: Test| [9, 10, 11].map(|alpha| test.keeps(alpha, 10));
    for (test, known) in [
        (Test::Never, [false; 3]),
        (Test::Less, [true, false, false]),
        (Test::Equal, [false, true, false]),
        (Test::LessEqual, [true, true, false]),
        (Test::Greater, [false, false, true]),
        (Test::NotEqual, [true, false, true]),
        (Test::GreaterEqual, [false, true, true]),
        (Test::Always, [true; 3]),
    ] {
        assert_eq!(kept(test), known, "{test:?}");
    }
}

#[test]
fn colours_are_the_nearest_bytes() {
    let bytes = [-1.0, 0.0, 0.498, 0.5, 0.9999, 1.0, 2.0, f32::NAN].map(byte);
    assert_eq!(bytes, [0, 0, 127, 128, 255, 255, 255, 0]);
}
