//! The golden set-ups of `tests/fragment/vectors.json`: words, text and results of some written by hand and others
//! at random, each with six samples. `float` is what xemu computes, `fixed` explains captures of the hardware.

use retroshade_diagnostics::FileId;
use retroshade_nv2a::fragment::check::legality;
use retroshade_nv2a::fragment::isa::{Setup, Words};
use retroshade_nv2a::fragment::sim::{Arithmetic, Fragment, run};
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

#[test]
fn texts_are_those_of_the_words() {
    for case in cases() {
        let (name, expected) = (&case["name"], case["text"].as_str().unwrap());
        let setup = setup(&case);
        let read =
            text::parse(FileId(0), expected).unwrap_or_else(|error| panic!("{name}: {error:#?}"));
        assert_eq!(read, setup, "{name}");
        assert_eq!(text::print(&setup), expected, "{name}");
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
