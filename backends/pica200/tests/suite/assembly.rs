//! Programs that picasso could not have made, texts that picasso gets wrong, and damaged input.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, FileId, Severity, codes};
use retroshade_kit::machine::{RegisterImage, Watch};
use retroshade_kit::random::Random;
use retroshade_kit::roundtrip::mutated_text_is_survived;
use retroshade_kit::target::{Assembler, Binary};
use retroshade_pica200::PICA200;
use retroshade_pica200::container::{Executable, Shbin};
use retroshade_pica200::text::{AssembleOptions, Assembled, assemble, disassemble};

fn build(text: &str) -> Result<Assembled, Diagnostics> {
    assemble(&[(FileId(0), text)], AssembleOptions::default())
}

/// A vertex program around a body that writes the position.
fn program(declarations: &str, body: &str) -> String {
    format!("{declarations}\n.out pos position\n.proc main\n{body}\n\tmov pos, v0\n\tend\n.end\n")
}

/// The line of the first message of a severity and its sentence.
fn first(text: &str, severity: Severity) -> (usize, String) {
    let messages = match build(text) {
        Ok(assembled) => assembled.warnings,
        Err(problems) => problems,
    };
    let found = messages.iter().find(|m| m.severity == severity);
    let found = found.unwrap_or_else(|| panic!("nothing of {severity:?} in\n{text}"));
    let start = found.primary.as_ref().map_or(0, |label| label.span.start);
    let before = text.get(..start as usize).unwrap();
    (before.matches('\n').count() + 1, found.message.clone())
}

fn error(declarations: &str, body: &str) -> String {
    first(&program(declarations, body), Severity::Error).1
}

#[test]
fn an_expression_in_a_constant_is_the_number_it_begins_with() {
    let text = program(".constf k(1.0/128.0, 2.0 * 3, -0.5, 4)", "mov r0, k");
    let message = first(&text, Severity::Warning).1;
    assert_eq!(
        message,
        "this is not computed: the component is 1.0, as picasso reads it"
    );
    let plain = program(".constf k(1.0, 2.0, -0.5, 4)", "mov r0, k");
    let bytes = |text: &str| build(text).unwrap().shbin.to_bytes();
    assert_eq!(bytes(&text), bytes(&plain));
}

#[test]
fn a_computed_size_is_the_number_it_begins_with() {
    let bytes = |text: &str| build(text).unwrap().shbin.to_bytes();
    let after = ".fvec next\n.constfa k[2]\n.constfa (1, 2, 3, 4)\n.end";
    let body = "mov r0, next\nmov r1, k[1]";
    let plain = program(&format!(".fvec bones[3]\n{after}"), body);
    for (size, help) in [
        ("3*2", "write 6 or 3, whichever is meant"),
        ("3 + 2*4 - 1", "write 10 or 3, whichever is meant"),
        ("3/1", "write 3"),
        ("3/0", "write 3"),
        ("3*4294967295*4294967295*4294967295", "write 3"),
    ] {
        let text = program(&format!(".fvec bones[{size}]\n{after}"), body);
        let assembled = build(&text).unwrap();
        let warning = assembled.warnings.iter().next().unwrap();
        assert_eq!(warning.code, codes::warning::NUMBER_PREFIX, "{size}");
        assert_eq!(
            warning.message,
            "this is not computed: the size is 3, as picasso reads it"
        );
        assert_eq!(warning.help, [help], "{size}");
        assert_eq!(bytes(&text), bytes(&plain), "{size}");
    }
    let array = program(
        &format!(".fvec bones[3]\n{}", after.replace("[2]", "[2*1]")),
        body,
    );
    assert_eq!(bytes(&array), bytes(&plain));
}

/// picasso keeps the names that a text gives to registers apart from the registers' own, and looks there first.
#[test]
fn a_name_may_be_that_of_a_register() {
    let text = |name: &str, other: &str| {
        format!(
            ".out {name} position\n.out {other} color\n.proc main\nmov {name}, v0\n\
             mov {other}, v1\nend\n.end\n"
        )
    };
    let plain = build(&text("pos", "clr")).unwrap().shbin;
    let own = build(&text("o0", "o1")).unwrap();
    assert_eq!(own.shbin, plain);
    assert_eq!(own.warnings.iter().count(), 0);
    let hiding = build(&text("o1", "o0")).unwrap();
    assert_eq!(hiding.shbin, plain);
    let warnings: Vec<(&str, &str)> = hiding
        .warnings
        .iter()
        .map(|warning| (warning.code.id, warning.message.as_str()))
        .collect();
    assert_eq!(
        warnings,
        [
            (
                "W0409",
                "`o1` means o0 from here on: the name hides the register"
            ),
            (
                "W0409",
                "`o0` means o1 from here on: the name hides the register"
            )
        ]
    );
    // The same of uniforms and inputs.
    let of = |uniform: &str, input: &str| {
        program(
            &format!(".fvec a, {uniform}\n.in {input} v2"),
            &format!("add r0, {uniform}, {input}"),
        )
    };
    let named = build(&of("c5", "v3")).unwrap();
    assert_eq!(named.shbin.code, build(&of("b", "i")).unwrap().shbin.code);
    assert_eq!(named.warnings.iter().count(), 2);
    let again = build(&disassemble(&named.shbin).unwrap()).unwrap();
    assert_eq!(again.shbin, named.shbin);
}

#[test]
fn a_second_procedure_of_a_name_is_one_error() {
    let text = program("", "");
    let body = "mov r0, v0\n".repeat(20);
    let files = [
        (FileId(0), text.as_str()),
        (FileId(1), &format!(".proc main\n{body}\nend\n.end\n")),
    ];
    let errors = assemble(&files, AssembleOptions::default()).unwrap_err();
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["procedure `main` is defined twice"]);
    // Nor is what does not fit reported for every line behind the first.
    let long = program("", &"nop\n".repeat(600));
    assert_eq!(build(&long).unwrap_err().iter().count(), 1);
}

#[test]
fn names_may_begin_like_registers() {
    let text = program(
        ".fvec r5a, c5a, v0pos\n.bool b1x\n.alias o1x o1",
        "mov r0, c5a\nadd r1, v0pos, r0\nifu b1x\nmov o1x, r5a\n.end",
    );
    let plain = program(
        ".fvec a, b, c\n.bool d",
        "mov r0, c1\nadd r1, c2, r0\nifu b0\nmov o1, c0\n.end",
    );
    let code = |text: &str| build(text).unwrap().shbin.code;
    assert_eq!(code(&text), code(&plain));
}

#[test]
fn what_picasso_silently_gets_wrong_is_an_error() {
    let cases = [
        ("", "mov r0, R5", "`R5` is neither a register nor declared"),
        ("", "mov v1, r0", "invalid destination register: v1"),
        ("", "mov r0, o1", "invalid source1 register: o1"),
        (
            ".alias c5 c6",
            "",
            "`c5` is a register and cannot be redefined",
        ),
        (
            ".constf k(abc, 0, 0, 0)",
            "",
            "expected a number, found `abc`",
        ),
        (
            "",
            "mova a0.x, v0\nmova a0.y, v0",
            "two consecutive `mova` freeze the unit",
        ),
        (
            "",
            "cmp v0, eq, eq, v0\nifc cmp.x\njmpc cmp.y, out\nnop\nout: .end",
            "control leaves a condition here without passing its end, which is never closed",
        ),
        (
            "",
            "cmp v0, eq, eq, v0\njmpc cmp.y, inside\nifc cmp.x\nnop\ninside: nop\n.end",
            "this jumps into a block",
        ),
        ("", "break", "`break` stands in no `for` block"),
        (
            "",
            "mov r0, c95[3]",
            "there is no float uniform register c98",
        ),
    ];
    for (declarations, body, message) in cases {
        assert_eq!(error(declarations, body), message, "{declarations} {body}");
    }
}

#[test]
fn a_missing_end_is_an_error() {
    let text = ".out pos position\n.proc main\n\tmov pos, v0\n.end\n.proc other\n\tend\n.end\n";
    let (line, message) = first(text, Severity::Error);
    assert_eq!(message, "the program can run past its last instruction");
    assert_eq!(line, 3);
}

#[test]
fn an_output_written_twice_or_never_is_a_warning() {
    let text = program(".out col color", "mov pos.x, v0");
    let warnings = build(&text).unwrap().warnings;
    let messages: Vec<&str> = warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "o1.x may be written more than once",
            "o0.xyzw is mapped, but may not be written before `end`"
        ]
    );
}

/// Loops run at least once, up to where they are left.
#[test]
fn what_stands_behind_a_break_may_not_be_written() {
    let warnings = |before: &str| {
        let text = format!(
            ".consti i(3, 0, 1, 0)\n.out pos position\n.proc main\nfor i\n{before}\nmov pos, v0\n.end\nend\n.end\n"
        );
        let warnings = build(&text).unwrap().warnings;
        let messages = warnings.iter().map(|warning| warning.message.clone());
        messages
            .filter(|message| message.contains("may not be written"))
            .count()
    };
    assert_eq!(warnings("nop"), 0);
    assert_eq!(warnings("break"), 1);
    assert_eq!(warnings("cmp v0, eq, eq, v0\nbreakc cmp.x"), 1);
}

#[test]
fn lengths_that_do_not_fit_their_field_are_errors() {
    let long = "mov r0, v0\n".repeat(300);
    let call = format!(
        ".out pos position\n.proc main\ncall far\nmov pos, v0\nend\n.end\n.proc far\n{long}.end\n"
    );
    let (line, message) = first(&call, Severity::Error);
    assert_eq!(
        message,
        "this procedure has 300 words, its length field holds 255"
    );
    assert_eq!(line, 7);
    let body = format!("cmp v0, eq, eq, v0\nifc cmp.x\nnop\n.else\n{long}.end");
    assert_eq!(
        error("", &body),
        "this else part has 300 words, its length field holds 255"
    );
}

#[test]
fn the_code_memory_has_512_words() {
    let fits = program("", &"nop\n".repeat(510));
    assert_eq!(build(&fits).unwrap().shbin.code.len(), 512);
    let (line, message) = first(&program("", &"nop\n".repeat(511)), Severity::Error);
    let expected = "pica200: vertex programs end at word 512, this is one word more";
    assert_eq!((line, message.as_str()), (517, expected));
}

#[test]
fn high_outputs_do_not_collide_with_low_ones() {
    let text = ".out a position o0\n.out b dummy o8\n.proc main\nmov a, v0\nmov b, v0\nend\n.end\n";
    assert_eq!(build(text).unwrap().shbin.executables[0].outputs, 0x101);
}

#[test]
fn constants_that_do_not_fit_are_counted() {
    let text = program(".fvec big[95]\n.constf a(0,0,0,0)\n.constf b(0,0,0,0)", "");
    let (line, message) = first(&text, Severity::Error);
    assert_eq!(
        message,
        "no room for constant `b`: it needs 1 registers, 0 are free"
    );
    assert_eq!(line, 3);
}

#[test]
fn hidden_names_and_dollars_follow_picasso() {
    let text = program(".fvec _scratch, light$color", "mul r0, light$color, v0");
    let shbin = build(&text).unwrap().shbin;
    let symbols = &shbin.executables[0].symbols;
    assert_eq!(symbols.len(), 1);
    assert_eq!(
        (symbols[0].name.as_str(), symbols[0].first),
        ("light.color", 1)
    );
    let again = build(&disassemble(&shbin).unwrap()).unwrap();
    assert_eq!(again.shbin, shbin);
}

#[test]
fn names_that_are_no_identifiers_stand_between_quotation_marks() {
    let text = program(".fvec \"uLights[0].color\"\n.in \"c0\" v3", "");
    let shbin = build(&text).unwrap().shbin;
    let names: Vec<&str> = shbin.executables[0]
        .symbols
        .iter()
        .map(|symbol| symbol.name.as_str())
        .collect();
    assert_eq!(names, ["c0", "uLights[0].color"]);
    assert_eq!(build(&disassemble(&shbin).unwrap()).unwrap().shbin, shbin);
}

#[test]
fn random_words_come_back_from_their_text() {
    let mut random = Random::new(11);
    let mut exact = 0;
    for _ in 0..60 {
        let size = 1 + random.below(40) as usize;
        let word = |random: &mut Random| {
            // Half of the words are of flow control, which depends on its surroundings.
            match random.below(2) {
                0 => random.bits() as u32,
                _ => 0x8000_0000 | (random.bits() as u32 & 0x3c03_fc07) | 0x400,
            }
        };
        let words = (0..size).map(|_| word(&mut random));
        let code: Vec<u32> = words.chain([0x8800_0000]).collect();
        let descriptors: Vec<u32> = (0..random.below(128))
            .map(|_| random.bits() as u32)
            .collect();
        let shbin = Shbin {
            executables: vec![Executable {
                end: code.len() as u32,
                ..Executable::default()
            }],
            code,
            descriptors,
        };
        let text = disassemble(&shbin).unwrap_or_else(|problem| panic!("{problem:#?}"));
        exact += u32::from(text.contains(".word"));
    }
    assert!(exact > 30, "{exact}");
}

#[test]
fn a_program_without_end_is_stopped() {
    let text = program(".bool b", "start: nop\njmpu !b, start\nnop");
    let bytes = build(&text).unwrap().shbin.to_bytes();
    let program = Binary {
        bytes: &bytes,
        container: None,
        stage: None,
        side_files: &IndexMap::new(),
    };
    let image = RegisterImage {
        samples: 1,
        ..RegisterImage::default()
    };
    let code = PICA200.read(program).unwrap();
    let errors = code.simulate(&image, &mut Watch::default()).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::files::RUN_STEPS);
    assert!(
        error.message.contains("1000000 instructions"),
        "{}",
        error.message
    );
}

#[test]
fn damaged_text_is_survived() {
    let text = program(
        "; comment\n# 3 \"x\"\n.fvec m[4], l\n.constf k(0.5, -1e3, .25, 1.)\n.alias n -m[1].zyx\n\
         .bool b\n.consti i(3, 0, 1, 0)",
        "start: mad r0.xyz, v0, n, r1\nfor i\nmova a0.xy, v0\ndph r1, v0, m[a0.y+2]\nbreakc !cmp.x || cmp.y\n\
         nop\n.end\nifu b\ncmp m, lt, ge, v0\n.else\njmpu !b, start\nnop\n.end",
    );
    let survive = |text: &str| {
        let _ = build(text);
    };
    build(&text).unwrap();
    mutated_text_is_survived(&text, 3000, 5, survive);
}

#[test]
fn damaged_programs_are_survived() {
    let text = program(
        ".fvec m[4]\n.consti i(3, 0, 1, 0)",
        "for i\nmul r0, m[aL], v0\n.end",
    );
    let bytes = build(&text).unwrap().shbin.to_bytes();
    let mut random = Random::new(17);
    for _ in 0..2000 {
        let mut bytes = bytes.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.bits() as u8;
        }
        let Ok(shbin) = Shbin::from_bytes(&bytes) else {
            continue;
        };
        if let Ok(text) = disassemble(&shbin) {
            let lenient = AssembleOptions {
                lenient: true,
                ..AssembleOptions::default()
            };
            let mut again = assemble(&[(FileId(0), &text)], lenient).unwrap().shbin;
            if text.starts_with("; This text") {
                for (again, damaged) in again.executables.iter_mut().zip(&shbin.executables) {
                    (again.inputs, again.outputs) = (damaged.inputs, damaged.outputs);
                    again.end = damaged.end;
                    again.symbols.clone_from(&damaged.symbols);
                }
            }
            assert_eq!(again, shbin);
        }
    }
}
