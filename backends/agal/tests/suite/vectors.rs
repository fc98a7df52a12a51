//! Programs made with the reference assembler, and what the machine makes of them.

use retroshade_agal::isa::{File, Meaning, Version};
use retroshade_agal::rules::{Rule, Rules, check, check_bytes};
use retroshade_agal::{container, sim, text};
use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_kit::machine::{Register, RegisterImage};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

fn load<T: DeserializeOwned>(json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap()
}

fn stage(name: &str) -> Stage {
    if name == "vertex" {
        Stage::Vertex
    } else {
        Stage::Fragment
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |index| u8::from_str_radix(&hex[index..index + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

fn assemble(source: &str, stage_name: &str, version: u32) -> Result<text::Assembly, String> {
    let version = Version::from_number(version).unwrap();
    text::assemble(FileId(0), source, stage(stage_name), version).map_err(|errors| {
        assert!(
            errors.iter().all(|error| error.primary.is_some()),
            "an error without a place"
        );
        errors
            .iter()
            .map(|error| error.message.clone())
            .collect::<Vec<_>>()
            .join("\n")
    })
}

#[derive(Deserialize)]
struct Golden {
    name: String,
    version: u32,
    stage: String,
    source: String,
    bytes: String,
    tokens: usize,
    canonical: String,
    portability: Vec<String>,
}

#[test]
fn sources_assemble_to_the_bytes_of_the_reference_assembler() {
    for golden in load::<Golden>(include_str!("../vectors/golden.json")) {
        let name = &golden.name;
        let assembly = assemble(&golden.source, &golden.stage, golden.version)
            .unwrap_or_else(|errors| panic!("{name}: {errors}"));
        assert_eq!(assembly.program.tokens.len(), golden.tokens, "{name}");
        assert_eq!(
            container::write(&assembly.program).unwrap(),
            bytes(&golden.bytes),
            "{name}"
        );
        assert_eq!(
            text::stage_of(&golden.source),
            Some(stage(&golden.stage)),
            "{name}"
        );
    }
}

#[test]
fn bytes_disassemble_to_canonical_text_and_back() {
    for golden in load::<Golden>(include_str!("../vectors/golden.json")) {
        let program = container::read(&bytes(&golden.bytes)).unwrap();
        let printed = text::disassemble(&program);
        assert_eq!(printed, golden.canonical, "{}", golden.name);
        let again = assemble(&printed, &golden.stage, golden.version).unwrap();
        assert_eq!(again.program, program, "{}", golden.name);
    }
}

#[test]
fn legal_programs_pass_the_verifier() {
    for golden in load::<Golden>(include_str!("../vectors/golden.json")) {
        let program = container::read_raw(&bytes(&golden.bytes)).unwrap();
        assert_eq!(check(&program, Rules::Runtime), [], "{}", golden.name);
        let found: Vec<String> = check(&program, Rules::Portable)
            .iter()
            .map(|v| v.rule.to_string())
            .collect();
        let wanted: Vec<&str> = golden.portability.iter().map(|text| &text[..2]).collect();
        assert_eq!(found, wanted, "{}", golden.name);
    }
}

#[derive(Deserialize)]
struct Invalid {
    name: String,
    version: Option<u32>,
    stage: Option<String>,
    source: Option<String>,
    bytes: String,
    violations: Vec<InvalidRule>,
}

#[derive(Deserialize)]
struct InvalidRule {
    token: usize,
    code: u16,
}

#[test]
fn illegal_programs_are_refused_by_rule_and_token() {
    for invalid in load::<Invalid>(include_str!("../vectors/invalid.json")) {
        let found: Vec<(usize, Rule)> = check_bytes(&bytes(&invalid.bytes), Rules::Runtime)
            .iter()
            .map(|violation| (violation.token.map_or(0, |token| token + 1), violation.rule))
            .collect();
        for InvalidRule { token, code } in &invalid.violations {
            assert!(
                found.contains(&(*token, Rule::Runtime(*code))),
                "{}: rule {code} at token {token} not among {found:?}",
                invalid.name
            );
        }
        // What the assembler refuses already need not come to the verifier.
        if let (Some(source), Some(stage), Some(version)) =
            (&invalid.source, &invalid.stage, invalid.version)
            && let Ok(assembly) = assemble(source, stage, version)
        {
            assert_eq!(
                container::write(&assembly.program).unwrap(),
                bytes(&invalid.bytes)
            );
        }
    }
}

#[derive(Deserialize)]
struct AssemblerError {
    name: String,
    version: u32,
    stage: String,
    source: String,
}

#[test]
fn sources_that_the_reference_assembler_refuses_are_refused() {
    for case in load::<AssemblerError>(include_str!("../vectors/asm-errors.json")) {
        let result = assemble(&case.source, &case.stage, case.version);
        assert!(result.is_err(), "{}", case.name);
    }
}

#[derive(Deserialize)]
struct Execution {
    name: String,
    inputs: BTreeMap<u32, Vec<Register>>,
    consts: BTreeMap<u32, Register>,
    outputs: BTreeMap<u32, Vec<[Option<f32>; 4]>>,
    varyings: BTreeMap<u32, Vec<[Option<f32>; 4]>>,
    discarded: Vec<bool>,
    #[serde(default)]
    instance: Vec<f32>,
}

/// How far two implementations of one function may be apart.
fn close(found: f32, wanted: f32) -> bool {
    (found - wanted).abs() <= 2e-6 * wanted.abs().max(1.0)
}

fn image(case: &Execution, program: &retroshade_agal::isa::Program) -> RegisterImage {
    let constants = File::Constant.prefix(program.stage);
    let input = if program.stage == Stage::Vertex {
        "va"
    } else {
        "v"
    };
    let mut uniforms: BTreeMap<u32, Register> = (0..256).map(|index| (index, [0.0; 4])).collect();
    uniforms.extend(&case.consts);
    RegisterImage {
        samples: case.discarded.len(),
        quads: true,
        uniforms: [(constants.to_owned(), uniforms)].into(),
        inputs: [
            (input.to_owned(), case.inputs.clone()),
            (
                "iid".to_owned(),
                [(
                    0,
                    case.instance
                        .iter()
                        .map(|number| [*number, 0.0, 0.0, 0.0])
                        .collect(),
                )]
                .into(),
            ),
        ]
        .into(),
        ..RegisterImage::default()
    }
}

#[test]
fn executable_programs_give_the_recorded_results() {
    let golden = load::<Golden>(include_str!("../vectors/golden.json"));
    let mut compared = 0;
    for case in load::<Execution>(include_str!("../vectors/exec.json")) {
        let golden = golden
            .iter()
            .find(|golden| golden.name == case.name)
            .unwrap();
        let program = container::read(&bytes(&golden.bytes)).unwrap();
        let outcome = sim::run(&program, &image(&case, &program)).unwrap();
        assert_eq!(outcome.discarded, case.discarded, "{}", case.name);
        let output = if program.stage == Stage::Vertex {
            "op"
        } else {
            "oc"
        };
        for (file, wanted) in [(output, &case.outputs), ("v", &case.varyings)] {
            for (number, samples) in wanted {
                for (sample, wanted) in samples.iter().enumerate() {
                    let found = outcome.outputs[file][number][sample];
                    for (found, wanted) in found.iter().zip(wanted) {
                        let Some(wanted) = wanted else { continue };
                        compared += 1;
                        assert!(
                            close(*found, *wanted),
                            "{} {file}{number} sample {sample}: {found} instead of {wanted}",
                            case.name
                        );
                    }
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} values compared");
}

#[test]
fn every_instruction_occurs_in_a_legal_program() {
    let golden = load::<Golden>(include_str!("../vectors/golden.json"));
    let programs: Vec<_> = golden
        .iter()
        .map(|g| container::read(&bytes(&g.bytes)).unwrap())
        .collect();
    for row in retroshade_agal::isa::TABLE.rows {
        let opcode = row.info.opcode;
        let occurs = programs
            .iter()
            .flat_map(|p| &p.tokens)
            .any(|token| token.opcode == opcode);
        assert!(
            occurs || matches!(row.info.meaning, Meaning::EndIf),
            "{} is not covered",
            row.name
        );
    }
}
