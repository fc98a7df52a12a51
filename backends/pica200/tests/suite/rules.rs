//! Rules of the machine that a text breaks, as the check of files reports them, and instructions as a listing
//! has them.

use retroshade_diagnostics::{FileId, Severity};
use retroshade_kit::target::{MachineCode, Options};
use retroshade_kit::verify::Finding;
use retroshade_pica200::container::Shbin;
use retroshade_pica200::isa::{
    Combine, Comparison, Condition, Destination, Index, Instruction, LaneMask, Opcode, Source,
    SourceRegister,
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
    (".proc main\nfor i0\njmpu b0, out\nnop\n.end\nout: end\n.end", 1, "control leaves a loop here without passing its end, which is never closed", Some("put a `nop` at the place it goes to, before the end of the block")),
    (".proc main\nnop\n.end", 0, "the program can run past its last instruction", Some("the last instruction that runs must be `end`")),
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
