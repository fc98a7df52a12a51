//! The golden set-ups of `tests/fragment/vectors.json`: words, text and results of 68 written by hand and
//! 152 at random, each with six samples. `int` is bit-equal to Azahar's software renderer, `round` to its GLSL form.

use retroshade_diagnostics::FileId;
use retroshade_pica200::fragment::isa::{Function, Setup, Words, decode, encode};
use retroshade_pica200::fragment::sim::{Arithmetic, CLEAR, Fragment, run};
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
        decode(&words).unwrap_err().0
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
        decode(&missing).unwrap_err().0,
        "registers not written: 104"
    );
    assert!(container::read(&[0; 7]).is_err());
}
