//! Rules of the machine that a text breaks, as the check of files reports them, and instructions as a listing
//! has them.

use retroshade_diagnostics::{FileId, Severity};
use retroshade_kit::finding::Finding;
use retroshade_kit::target::{MachineCode, Options};
use retroshade_pica200::container::{Executable, Shbin};
use retroshade_pica200::isa::{
    Combine, Comparison, Condition, Destination, Index, Instruction, LaneMask, Opcode, Source,
    SourceRegister, encode_all,
};
use retroshade_pica200::text::{AssembleOptions, assemble, instruction_text};

fn build(text: &str) -> Shbin {
    let options = AssembleOptions {
        padding: false,
        lenient: true,
    };
    let assembled = assemble(&[(FileId(0), text)], options);
    let assembled = assembled.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    assembled.shbin
}

fn findings(shbin: &Shbin) -> Vec<Finding> {
    shbin.verify(&Options::default()).unwrap()
}

/// Four procedures of which each calls the next with its last word.
const FOUR_ENDS: &str = ".proc main\ncall a\nend\n.end\n.proc a\ncall b\n.end\n\
    .proc b\ncall c\n.end\n.proc c\ncall d\n.end\n.proc d\nnop\n.end";

/// Texts, the instruction at fault, the message, and what helps.
type Row = (&'static str, usize, &'static str, Option<&'static str>);

#[rustfmt::skip] // A row is a line.
const RULES: &[Row] = &[
    (".proc main\n.word 0x80000000\nend\n.end", 0, "this is outside of any loop", None),
    (".proc main\nemit\nend\n.end", 0, "only geometry programs have this instruction", None),
    (".proc main\n.word 0xac000000\nend\n.end", 0, "only geometry programs have this instruction", None),
    (".proc main\n.word 0x40000000\nend\n.end", 0, "this is no instruction: no instruction has this operation code", None),
    (".proc main\nmova a0.x, v0\nmova a0.y, v0\nend\n.end", 1, "two consecutive `mova` freeze the unit", Some("put another instruction between them, or write both with `mova a0.xy`")),
    (".proc main\nfor i0\njmpu b0, out\nnop\n.end\nout: end\n.end", 1, "control leaves a loop here without passing its end, which is never closed", Some("`break` and `breakc` leave a loop; to go on with its next round, jump to a `nop` before its end")),
    (".proc main\nnop\n.end", 0, "the program can run past its last instruction", Some("the last instruction that runs must be `end`")),
    (".proc main\nfor i0\n.end\nnop\nend\n.end", 0, "this block contains no instruction", Some("put a `nop` before the end of the block")),
    (".proc main\nfor i0\nifc cmp.x\nnop\n.end\n.end\nend\n.end", 1, "two blocks end at the same address", Some("put a `nop` before the end of the block")),
    (".proc main\ncall a\nend\n.end\n.proc a\nifc cmp.x\nnop\n.end\n.end", 2, "two blocks end at the same address", Some("put a `nop` before the end of the block")),
    (".proc main\nifc cmp.x\ncall a\n.end\nend\n.end\n.proc a\nnop\n.end", 1, "`call` is the last instruction of a block", Some("put a `nop` before the end of the block")),
    (".proc main\nifc cmp.x\njmpu b0, out\n.end\nnop\nout: end\n.end", 1, "`jmpu` is the last instruction of a block", Some("put a `nop` before the end of the block")),
    (".proc main\nfor i0\nnop\nbreakc cmp.x\n.end\nend\n.end", 2, "`breakc` is the last instruction of a block", Some("put a `nop` before the end of the block")),
    (".proc main\njmpu b0, in\nfor i0\nnop\nin: nop\n.end\nend\n.end", 0, "this jumps into a block", None),
    (FOUR_ENDS, 5, "four procedures end at once", None),
];

#[test]
fn broken_rules_are_found() {
    let mut wrong = String::new();
    for (text, at, message, help) in RULES {
        let found = findings(&build(text));
        let wanted = Finding {
            help: help.map(str::to_owned),
            ..Finding::error(*at, *message)
        };
        if !found.contains(&wanted) {
            wrong += &format!("{text}\n  {found:#?}\n  not {wanted:#?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_programs_get_away_with_is_a_warning() {
    let text = ".out pos position\n.proc main\nmov pos.xyz, r0\nend\n.end";
    let found = findings(&build(text));
    let messages = found.iter().map(|finding| {
        assert_eq!(finding.severity, Severity::Warning);
        (finding.instruction, finding.message.as_str())
    });
    assert_eq!(
        messages.collect::<Vec<_>>(),
        [
            (Some(0), "r0.xyz may be read before it is written"),
            (
                Some(1),
                "o0.w is mapped, but may not be written before `end`"
            ),
        ]
    );
}

/// Vertex programs with the position and what they may do with registers, by the word at fault.
#[rustfmt::skip] // A row is a line.
const REGISTERS: &[(&str, &[(usize, &str)])] = &[
    ("mov pos, v0", &[]),
    ("ifc cmp.x\nmov pos, v0\nnop\n.end", &[(3, "o0.xyzw is mapped, but may not be written before `end`")]),
    ("ifc cmp.x\nmov pos, v0\nnop\n.end\nmov pos, v0", &[(3, "o0.xyzw may be written more than once")]),
    ("mov pos, v0\nmov pos.x, v0\nmov pos.x, v0", &[(1, "o0.x may be written more than once"), (2, "o0.x may be written more than once")]),
    ("ifc cmp.x\nmov r0, v0\nnop\n.end\nmov pos, r0", &[(3, "r0.xyzw may be read before it is written")]),
    ("ifc cmp.x\nmov r0, v0\n.else\nmov r0.xy, v0\nnop\n.end\nmov pos, r0", &[(4, "r0.zw may be read before it is written")]),
    // A block may be entered again from its first word.
    ("again: ifc cmp.x\nnop\n.end\njmpu b0, again\nagain2: for i0\nnop\n.end\njmpu b1, again2\nmov pos, v0", &[]),
];

#[test]
fn registers_are_followed_along_all_paths() {
    let mut wrong = String::new();
    for (body, known) in REGISTERS {
        let text = format!(".out pos position\n.proc main\n{body}\nend\n.end");
        let found = findings(&build(&text));
        let found: Vec<_> = found
            .iter()
            .map(|finding| (finding.instruction, finding.message.as_str()))
            .collect();
        let known: Vec<_> = known.iter().map(|(at, what)| (Some(*at), *what)).collect();
        if found != known {
            wrong += &format!("{body}\n  {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let help = findings(&build(
        ".out pos position\n.proc main\nmov pos.x, v0\nend\n.end",
    ));
    let unless = "the GPU can hang unless every mapped component is written exactly once";
    assert_eq!(help[0].help.as_deref(), Some(unless));
    // What a geometry program leaves is what it emitted.
    let geometry = ".gsh\n.out pos position\n.proc main\nnop\nend\n.end";
    assert_eq!(findings(&build(geometry)), []);
}

/// A boolean that the file sets decides; another one may be either.
#[test]
fn ways_that_a_boolean_of_the_file_closes_are_not_followed() {
    let found = |set: &str, asked: &str| {
        let text = format!("{set}\n.proc main\njmpu {asked}, out\nend\nout: nop\n.end");
        findings(&build(&text)).len()
    };
    assert_eq!(found(".setb b1 false", "b1"), 0);
    assert_eq!(found(".setb b1 true", "b1"), 1);
    assert_eq!(found(".setb b1 false", "b2"), 1);
}

/// No text says this: the assembler refuses it.
#[test]
fn two_inputs_in_one_instruction_are_found() {
    let add = |second| Instruction::Arithmetic {
        opcode: Opcode::Add,
        destination: Destination::temporary(0),
        mask: LaneMask::X,
        sources: [0, second, 0].map(|number| Source::plain(SourceRegister::input(number))),
        index: Index::None,
    };
    let found = |second| {
        let words = [add(second), Instruction::Bare(Opcode::End)];
        let (code, descriptors) = encode_all(&words).unwrap();
        let executable = Executable {
            end: 2,
            ..Executable::default()
        };
        findings(&Shbin {
            code,
            descriptors,
            executables: vec![executable],
        })
    };
    assert_eq!(found(0), []);
    let two = &found(1)[0];
    assert_eq!(two.instruction, Some(0));
    assert_eq!(
        two.message,
        "an instruction can read only one input register"
    );
    assert_eq!(
        two.help.as_deref(),
        Some("move one of them to a temporary first")
    );
}

#[test]
fn too_many_paths_are_given_up_with_a_message() {
    // Each of four procedures calls the next from forty places, and every way to the last is another one.
    let procedure = |name: &str, next: &str| {
        let calls = format!("call {next}\n").repeat(40);
        format!(".proc {name}\n{calls}nop\n.end\n")
    };
    let chain: String = [("a", "b"), ("b", "c"), ("c", "d")]
        .map(|(name, next)| procedure(name, next))
        .concat();
    let calls = "call a\n".repeat(40);
    let text = format!(".proc main\n{calls}end\n.end\n{chain}.proc d\nnop\n.end");
    let found = findings(&build(&text));
    let message = "too many paths";
    assert!(
        found
            .iter()
            .any(|finding| finding.message.contains(message)),
        "{found:?}"
    );
}

#[test]
fn code_memories_are_as_long_as_they_are() {
    let words = |first: &str, words: usize| {
        let mut shbin = build(&format!("{first}\n.proc main\nend\n.end"));
        let nop = build(".proc main\nnop\nend\n.end").code[0];
        shbin.code.splice(0..0, vec![nop; words - 1]);
        shbin.executables[0].end = words as u32;
        let found = findings(&shbin);
        found.first().map(|finding| finding.message.clone())
    };
    assert_eq!(words("", 512), None);
    assert_eq!(
        words("", 513).as_deref(),
        Some("pica200: the program has 513 instruction words, the limit is 512")
    );
    assert_eq!(words(".gsh", 4096), None);
    assert_eq!(
        words(".gsh", 4097).as_deref(),
        Some("pica200: the program has 4097 instruction words, the limit is 4096")
    );
}

#[test]
fn words_that_nothing_reaches_break_no_rule_of_paths() {
    let shbin = build(".proc main\nend\n.word 0x80000000\n.end");
    assert_eq!(findings(&shbin), []);
}

#[test]
fn instructions_of_a_listing_name_words_by_number() {
    let flags = |opcode, combine| Instruction::Flags {
        opcode,
        condition: Condition {
            combine,
            x: true,
            y: false,
        },
        target: 7,
        length: 3,
    };
    let boolean = |opcode, inverted| Instruction::Boolean {
        opcode,
        boolean: 5,
        inverted,
        target: 7,
        length: 3,
    };
    let constant = Source::plain(SourceRegister::uniform(2));
    let temporary = Source::plain(SourceRegister::temporary(1));
    let arithmetic = |opcode, sources| Instruction::Arithmetic {
        opcode,
        destination: Destination::output(4),
        mask: LaneMask::XYZ,
        sources,
        index: Index::AddressX,
    };
    let cases = [
        (flags(Opcode::Call, Combine::X), "call 7, +3"),
        (
            flags(Opcode::Callc, Combine::Or),
            "callc cmp.x || !cmp.y, 7, +3",
        ),
        (
            flags(Opcode::Ifc, Combine::And),
            "ifc cmp.x && !cmp.y, 7, +3",
        ),
        (flags(Opcode::Jmpc, Combine::X), "jmpc cmp.x, 7"),
        (flags(Opcode::Breakc, Combine::Y), "breakc !cmp.y"),
        (boolean(Opcode::Callu, false), "callu b5, 7, +3"),
        (boolean(Opcode::Ifu, false), "ifu b5, 7, +3"),
        (boolean(Opcode::Jmpu, false), "jmpu b5, 7"),
        (boolean(Opcode::Jmpu, true), "jmpu !b5, 7"),
        (
            Instruction::Loop {
                integer: 2,
                last: 9,
            },
            "for i2, 9",
        ),
        (Instruction::Bare(Opcode::End), "end"),
        (
            arithmetic(Opcode::Slti, [temporary, constant, temporary]),
            "slt o4.xyz, r1, c2[a0.x]",
        ),
        (
            Instruction::Compare {
                operators: [Comparison::Lt, Comparison::Ge],
                sources: [constant, temporary],
                index: Index::None,
            },
            "cmp c2, lt, ge, r1",
        ),
        (
            Instruction::SetEmit {
                vertex: 1,
                primitive: true,
                winding: true,
            },
            "setemit 1, prim inv",
        ),
        // What no text means is its name alone.
        (arithmetic(Opcode::Slti, [temporary; 3]), "slti"),
        (
            Instruction::SetEmit {
                vertex: 3,
                primitive: false,
                winding: false,
            },
            "setemit",
        ),
        (
            Instruction::MoveAddress {
                mask: LaneMask::NONE,
                source: constant,
                index: Index::None,
            },
            "mova",
        ),
    ];
    for (instruction, text) in cases {
        assert_eq!(instruction_text(&instruction), text);
    }
}

/// The machine has two sets of outputs: what the first vertex is given the third one has, the second one has not.
#[test]
fn outputs_are_written_for_both_sets_of_vertices() {
    let text = |second: &str| {
        format!(
            ".gsh point c0\n.out pos position\n.out col color\n.proc main\nsetemit 0\nmov pos, v0\nmov col, v1\nemit\n\
             setemit 1\nmov pos, v2\n{second}emit\nsetemit 2, prim\nmov pos, v4\nemit\nend\n.end"
        )
    };
    let found = |text: &str| -> Vec<String> {
        let found = findings(&build(text));
        found.into_iter().map(|finding| finding.message).collect()
    };
    assert_eq!(
        found(&text("")),
        ["o1.xyzw may not be written for this vertex"]
    );
    assert!(found(&text("mov col, v3\n")).is_empty());
}
