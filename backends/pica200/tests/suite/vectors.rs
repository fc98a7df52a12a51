//! The golden programs of `tests/vectors`: what picasso made of them and what an emulator computed
//! (its README says how they were made).

use retroshade_diagnostics::FileId;
use retroshade_kit::machine::{RegisterImage, UniformFile};
use retroshade_pica200::container::Shbin;
use retroshade_pica200::execute::Executable;
use retroshade_pica200::sim::{self, Settings};
use retroshade_pica200::text::{AssembleOptions, Assembled, assemble, disassemble};
use serde_json::Value;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn programs() -> Vec<Value> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .filter(|path| !path.ends_with("rejected_sources.json"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    files.iter().map(read).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn assembled(program: &Value) -> Assembled {
    let sources: Vec<(FileId, &str)> = list(&program["sources"])
        .iter()
        .enumerate()
        .map(|(k, source)| (FileId(k as u32), text(source)))
        .collect();
    let name = text(&program["name"]);
    assemble(&sources, AssembleOptions::default())
        .unwrap_or_else(|problems| panic!("{name}: {problems:#?}"))
}

fn hex_words(value: &Value) -> Vec<u32> {
    let word = |value: &Value| u32::from_str_radix(text(value), 16).unwrap();
    list(value).iter().map(word).collect()
}

fn hex_bytes(value: &Value) -> Vec<u8> {
    let digits = text(value).as_bytes();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn every_program_assembles_to_the_same_bytes() {
    let programs = programs();
    assert_eq!(programs.len(), 42);
    for program in programs {
        let name = text(&program["name"]);
        let Assembled { shbin, .. } = assembled(&program);
        let hex = |words: &[u32]| words.iter().map(|w| format!("{w:08x}")).collect::<Vec<_>>();
        assert_eq!(
            hex(&shbin.code),
            hex(&hex_words(&program["code"])),
            "{name}"
        );
        let descriptors = hex_words(&program["opdescs"]);
        assert_eq!(hex(&shbin.descriptors), hex(&descriptors), "{name}");
        assert_eq!(shbin.to_bytes(), hex_bytes(&program["shbin"]), "{name}");
    }
}

#[test]
fn padding_can_be_switched_off_and_is_then_missed() {
    let programs = programs();
    let unpadded = programs
        .iter()
        .filter_map(|p| Some((p, p.get("no_nop_code")?)));
    assert_eq!(unpadded.clone().count(), 1);
    for (program, code) in unpadded {
        let sources = [(FileId(0), text(&program["sources"][0]))];
        let options = AssembleOptions {
            padding: false,
            lenient: true,
        };
        let assembled = assemble(&sources, options).unwrap();
        assert_eq!(assembled.shbin.code, hex_words(code));
        assert!(!assembled.warnings.is_empty());
        let strict = AssembleOptions {
            lenient: false,
            ..options
        };
        assert!(assemble(&sources, strict).is_err());
    }
}

#[test]
fn every_container_reads_back_and_its_text_assembles_to_it() {
    for program in programs() {
        let name = text(&program["name"]);
        let bytes = hex_bytes(&program["shbin"]);
        let shbin = Shbin::from_bytes(&bytes).unwrap();
        assert_eq!(shbin.to_bytes(), bytes, "{name}");
        let source = disassemble(&shbin).unwrap();
        let again = assemble(&[(FileId(0), &source)], AssembleOptions::default());
        let again = again.unwrap_or_else(|problems| panic!("{name}: {problems:#?}\n{source}"));
        assert_eq!(again.shbin.to_bytes(), bytes, "{name}\n{source}");
        assert!(
            !source.contains(".word") && !source.contains('@'),
            "{name}\n{source}"
        );
    }
}

fn bits(value: &Value) -> f32 {
    match text(value) {
        "nan" => f32::NAN,
        hex => f32::from_bits(u32::from_str_radix(hex, 16).unwrap()),
    }
}

fn vector(value: &Value) -> [f32; 4] {
    let lanes: Vec<f32> = list(value).iter().map(bits).collect();
    [lanes[0], lanes[1], lanes[2], lanes[3]]
}

/// Whether two results are the same bits; any NaN is as good as another, and the results of the
/// exponential and logarithm may differ in the last place, as they do between C libraries.
fn same(got: f32, want: f32, transcendental: bool) -> bool {
    let distance = got.to_bits().abs_diff(want.to_bits());
    got.is_nan() && want.is_nan() || distance <= u32::from(transcendental)
}

#[test]
fn every_execution_gives_the_same_bits() {
    let mut runs = 0;
    for program in programs() {
        let name = text(&program["name"]);
        let shbin = Shbin::from_bytes(&hex_bytes(&program["shbin"])).unwrap();
        for run in list(&program["execution"]) {
            runs += 1;
            check_run(name, &shbin, run);
        }
    }
    assert!(runs >= 40, "{runs}");
}

fn check_run(name: &str, shbin: &Shbin, run: &Value) {
    let dvle = run["dvle"].as_u64().unwrap() as usize;
    let executable = Executable::new(shbin, dvle).unwrap();
    let index = |key: &str| key.parse::<u32>().unwrap();
    let file = |name: &str, of: &dyn Fn(&Value) -> [f32; 4]| -> UniformFile {
        let registers = run[name].as_object().unwrap().iter();
        registers
            .map(|(key, value)| (index(key), of(value)))
            .collect()
    };
    let numbers = |value: &Value| [0, 1, 2, 3].map(|lane| value[lane].as_u64().unwrap() as f32);
    let truth = |value: &Value| [f32::from(value.as_bool().unwrap()); 4];
    let inputs = run["inputs"].as_object().unwrap().iter();
    let inputs = inputs.map(|(key, rows)| (index(key), list(rows).iter().map(vector).collect()));
    let image = RegisterImage {
        inputs: [("v".to_owned(), inputs.collect())].into(),
        uniforms: [
            ("c".to_owned(), file("cfloat", &vector)),
            ("i".to_owned(), file("cint", &numbers)),
            ("b".to_owned(), file("cbool", &truth)),
        ]
        .into(),
        ..RegisterImage::default()
    };
    let counts = list(&run["instructions_executed"]);
    for (sample, count) in counts.iter().enumerate() {
        let settings = Settings::default();
        let result = sim::run(&executable, &image, sample, &settings, &mut |_, _, _| {})
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(Some(result.executed), count.as_u64(), "{name}");
        // This program reads lanes of temporaries that nobody wrote, which emulators have as 0.
        if name != "mov_all_masks" {
            assert_eq!(result.notes, Vec::<String>::new(), "{name}");
        }
        for (key, rows) in run["outputs"].as_object().unwrap() {
            let got = result.outputs[index(key) as usize];
            let want = vector(&rows[sample]);
            let rough = matches!(name, "ex2" | "lg2");
            let equal = got
                .iter()
                .zip(want)
                .all(|(got, want)| same(*got, want, rough));
            assert!(
                equal,
                "{name}: o{key} sample {sample}: {got:?}, want {want:?}"
            );
        }
    }
}

#[test]
fn rejected_sources_are_rejected_where_picasso_rejects_them() {
    let bytes = std::fs::read(folder().join("rejected_sources.json")).unwrap();
    let cases: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(cases.len(), 18);
    for case in &cases {
        let source = text(&case["source"]);
        let name = text(&case["name"]);
        let problems = assemble(&[(FileId(0), source)], AssembleOptions::default());
        let problems = problems.expect_err(name);
        let first = problems.iter().next().unwrap();
        let place = first
            .primary
            .as_ref()
            .map(|label| label.span.start as usize);
        let before = source.get(..place.unwrap_or(0)).unwrap();
        let line = before.matches('\n').count() as u64 + 1;
        // An undefined procedure is reported where it is named, not at the end of the text.
        if name != "undefined_proc" {
            assert_eq!(Some(line), case["line"].as_u64(), "{name}: {first:#?}");
        }
    }
}
