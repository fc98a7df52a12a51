//! Programs whose words, fields and text are known.

use retroshade_diagnostics::FileId;
use retroshade_lima::gp::isa::FIELDS;
use retroshade_lima::gp::{Program, text};
use serde_json::Value;

macro_rules! vectors {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../vectors/", $name, "_vert.json"))),)*]
    };
}

const VERTEX: &[(&str, &str)] = vectors! {
    "v_atan"
    "v_bools"
    "v_bug_negsel"
    "v_cmp"
    "v_complex"
    "v_func"
    "v_if"
    "v_if_big"
    "v_loop_dyn"
    "v_loop_lane"
    "v_loop_nest"
    "v_mvp"
    "v_refl"
    "v_sel"
    "v_sincos"
    "v_smooth"
    "v_while"
};

fn load() -> impl Iterator<Item = (&'static str, Value)> {
    VERTEX
        .iter()
        .map(|(name, text)| (*name, serde_json::from_str(text).unwrap()))
}

fn words(vector: &Value) -> Vec<u32> {
    let instructions = vector["instructions"].as_array().unwrap();
    instructions
        .iter()
        .flat_map(|instruction| instruction["words"].as_array().unwrap())
        .map(|word| u32::from_str_radix(word.as_str().unwrap(), 16).unwrap())
        .collect()
}

fn lines(vector: &Value) -> String {
    let lines = vector["asm"].as_array().unwrap();
    lines
        .iter()
        .map(|line| format!("{}\n", line.as_str().unwrap()))
        .collect()
}

#[test]
fn words_decode_to_the_known_fields_and_back() {
    for (name, vector) in load() {
        let program = Program::decode(&words(&vector)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let known = vector["instructions"].as_array().unwrap();
        assert_eq!(program.instructions.len(), known.len(), "{name}");
        for (instruction, known) in program.instructions.iter().zip(known) {
            for row in FIELDS {
                let value = u64::from(instruction.get(row.field));
                assert_eq!(Some(value), known["fields"][row.name].as_u64(), "{name}");
            }
        }
        assert_eq!(program.encode().unwrap(), words(&vector), "{name}");
        let prefetch = vector["attribute_prefetch"].as_u64().unwrap();
        assert_eq!(u64::from(program.attribute_prefetch()), prefetch, "{name}");
    }
}

#[test]
fn text_assembles_to_the_known_words_and_prints_the_same() {
    for (name, vector) in load() {
        let program = text::assemble(FileId(0), &lines(&vector))
            .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(program.encode().unwrap(), words(&vector), "{name}");
        assert_eq!(text::print(&program), lines(&vector), "{name}");
    }
}
