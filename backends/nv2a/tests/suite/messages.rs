//! Each way in which a text or words can be wrong has a message.

use retroshade_diagnostics::{Diagnostics, FileId, codes};
use retroshade_nv2a::decode::{DecodeError, Refusal, decode, decode_slot};
use retroshade_nv2a::encode::{Conflict, EncodeError, Filler, encode};
use retroshade_nv2a::isa::{Ilu, Mac};
use retroshade_nv2a::program::{Operand, Program, Register, Slot, Target, Unit, Write};
use retroshade_nv2a::text::{Assembled, End, assemble, disassemble};
use retroshade_testing::marked;

/// A text and its first error, which points at what stands between `«` and `»`.
type Row = (&'static str, &'static str);

#[rustfmt::skip] // A row is a line.
const NATIVE: &[Row] = &[
    ("#m matrix4 96\n«#m matrix4 100»\nmov oPos, v0", "`#m` is defined twice"),
    ("mov r0, v0 + mov r1, v0 + mov oPos, v0 + mov oD0, «v0»", "a slot is written with at most three instructions"),
    ("mov r0, v0 + mov r1, v0.y + «mov oPos, v0.x»", "a slot has one vector and one scalar operation; no unit is left for this one"),
    ("rcp r1.x, v0.x + «rsq r1.y, v0.y»", "a slot has one scalar operation"),
    (".word 0 «1», 2, 3", "expected `,`: a slot has four words, found `1`"),
    ("«arl r0», v0.x", "arl writes a0 and nothing else"),
    ("#m matrix4 96\n«%matmul4x4 _ v0 #m»", "%matmul4x4 needs a register to write"),
    ("mov oPos, «oD0»", "expected a register to read, found `oD0`"),
    ("mov oPos, v0 «//@ 00000000 00000000 00000000»", "the words in the comment are not those of this slot"),
];

#[rustfmt::skip] // A row is a line.
const VP11: &[Row] = &[
    ("«OPTION» NV_position;", "options of vertex programs are not supported"),
    ("«MIX» R0, v[0];", "there is no instruction `MIX`"),
    ("«ARL R0, v[0].x»;", "ARL writes A0 and nothing else does"),
    ("«RCP A0.x, R0.x»;", "only ARL writes A0"),
    ("ARL «A0».y, v[0].x;", "only A0.x can be written"),
    ("MOV R0.«yx», v[0];", "`.yx` is no write mask"),
    ("MOV «R12», v[0];", "`R12` cannot be written"),
    ("MOV «x», v[0];", "`x` is no register to write"),
    ("MOV o[«TEX4»], v[0];", "nv2a has no output o[TEX4]"),
    ("MOV R0, «R13»;", "`R13` is no register to read"),
    ("MOV R0, v[«15»];", "nv2a has no attribute v[15]"),
    ("MOV R0, v[0].«xyzwx»;", "`.xyzwx` is no swizzle of this operand"),
    ("RCP R0.x, R1.«xy»;", "`.xy` is no swizzle of this operand"),
    ("MOV R0, c[«A0.x - 65»];", "the offset -65 is not in the range -64 to 63"),
    ("MOV R0, c[«A0.x + 64»];", "the offset 64 is not in the range -64 to 63"),
    ("MOV R0, c[«96»];", "there is no constant c[96]"),
];

fn build(text: &str) -> Result<Assembled, Diagnostics> {
    assemble(FileId(0), text, End::LastSlot)
}

#[test]
fn errors_stand_at_their_place() {
    let native = NATIVE
        .iter()
        .map(|(text, message)| ((*text).to_owned(), *message));
    let vp11 = VP11
        .iter()
        .map(|(text, message)| (format!("!!VP1.1\n{text}\nEND\n"), *message));
    let mut wrong = String::new();
    for (text, message) in native.chain(vp11) {
        let (plain, place) = marked(&text);
        let errors = build(&plain).expect_err(&text);
        let first = errors.iter().next().unwrap();
        let span = first.primary.as_ref().expect(&text).span;
        if (first.message.as_str(), span.start..span.end) != (message, place) {
            wrong += &format!("{text}\n  {first:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_text_with_many_errors_is_left_after_a_hundred() {
    let text = format!("!!VP1.1\n{}END\n", "MIX R0, v[0];\n".repeat(200));
    assert_eq!(build(&text).unwrap_err().iter().count(), 100);
}

#[test]
fn vp11_has_absolute_values_and_constants_from_96_on() {
    let slots = |text: &str| build(text).unwrap().program;
    assert_eq!(
        slots("!!VP1.1\nABS R0, -v[0];\nMOV o[HPOS], c[A0.x - 3].yzw;\nEND"),
        slots("max r0, -v0, v0\nmov oPos, c[A0 + 93].yzwx")
    );
    assert_eq!(
        slots("!!VP1.1\nMOV c[3], v[0];\nEND"),
        slots("mov c[99], v0")
    );
}

#[test]
fn a_macro_may_not_work_in_its_source() {
    let warnings = build("%norm3 oD0 r3 r3\n").unwrap().warnings;
    let codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
    assert!(
        codes.contains(&codes::warning::MACRO_OVERWRITES_SOURCE),
        "{codes:?}"
    );
}

/// `mov oPos, v0`, the last of its program.
const MOVE: [u32; 4] = [0, 0x0020_001b, 0x0836_106c, 0x2070_f801];

#[test]
fn words_that_are_no_slot_are_refused() {
    let changed = |changes: &[(usize, u32, u32)]| {
        let mut words = MOVE;
        for (word, clear, set) in changes {
            words[*word] = words[*word] & !clear | set;
        }
        decode_slot(&words).map_err(|refusal| (refusal, refusal.to_string()))
    };
    let with = |word, clear, set| changed(&[(word, clear, set)]);
    let cases = [
        (
            with(0, 0, 1),
            Refusal::UnknownBits,
            "bits without a known meaning are set",
        ),
        (
            with(1, 0, 1 << 31),
            Refusal::UnknownBits,
            "bits without a known meaning are set",
        ),
        (
            with(1, 0x01e0_0000, 14 << 21),
            Refusal::MacCode(14),
            "MAC operation 14 does not exist",
        ),
        (
            with(2, 0x0c00_0000, 0),
            Refusal::Mux(0),
            "operand A is used but selects no register file",
        ),
        (
            with(3, 0x7f8, 13 << 3),
            Refusal::WriteOutput(13),
            "output 13 is written, which does not exist",
        ),
        (
            with(3, 0xff8, 192 << 3),
            Refusal::WriteConstant(192),
            "c[192] is written; the last constant is c[191]",
        ),
        (
            with(2, 0xfc00_0000, 13 << 28 | 1 << 26),
            Refusal::ReadTemporary(13),
            "r13 is read; only r0 to r11 and r12 (oPos) exist",
        ),
        (
            changed(&[(1, 0xff << 13, 192 << 13), (2, 0, 3 << 26)]),
            Refusal::ReadConstant(192),
            "c[192] is read; the last constant is c[191]",
        ),
        (
            with(3, 0xf << 20, 0xf << 24 | 12 << 20),
            Refusal::WriteTemporary(12),
            "r12 is written; only r0 to r11 can be",
        ),
        (
            with(1, 0xf << 21, 13 << 21),
            Refusal::AddressResult,
            "ARL has a result besides a0",
        ),
        (
            changed(&[(1, 0xf << 21, 13 << 21), (3, 0xf << 12, 0xf << 24)]),
            Refusal::AddressResult,
            "ARL has a result besides a0",
        ),
    ];
    for (found, refusal, message) in cases {
        assert_eq!(found, Err((refusal, message.to_owned())));
    }
    assert_eq!(decode(&[]), Err(DecodeError::Empty));
    let open = [MOVE[0], MOVE[1], MOVE[2], MOVE[3] & !1];
    assert_eq!(decode(&[open]), Err(DecodeError::NoEnd));
    assert_eq!(decode(&[open; 137]), Err(DecodeError::TooLong));
    let broken = decode(&[open, [1, 0, 0, 0]]).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "slot 1: bits without a known meaning are set"
    );
}

#[test]
fn slots_that_break_a_rule_are_refused() {
    let read = |register| [Operand::new(register)];
    let mac = |op, register| Unit::new(op, &read(register));
    let program = |mac: Option<Unit<Mac>>, ilu: Option<Unit<Ilu>>| Program {
        slots: vec![Slot::default(), Slot { mac, ilu }],
    };
    let input = Register::Attribute(0);
    let arl = Unit {
        temporary: Some(Write { to: 0, mask: 15 }),
        ..mac(Mac::Arl, input)
    };
    let to = |output| Unit {
        output: Some(output),
        ..mac(Mac::Mov, input)
    };
    let cases = [
        (
            program(Some(mac(Mac::Mov, Register::Attribute(16))), None),
            Conflict::NoRegister,
        ),
        (
            program(Some(mac(Mac::Mov, Register::Temporary(13))), None),
            Conflict::NoRegister,
        ),
        (
            program(Some(mac(Mac::Mov, Register::Constant(192))), None),
            Conflict::NoRegister,
        ),
        (
            program(Some(mac(Mac::Add, input)), None),
            Conflict::Operands,
        ),
        (program(Some(arl), None), Conflict::AddressResult),
        (
            program(
                Some(to(Write {
                    to: Target::Output(9),
                    mask: 0,
                })),
                None,
            ),
            Conflict::EmptyMask,
        ),
        (
            program(
                Some(to(Write {
                    to: Target::Constant(192),
                    mask: 15,
                })),
                None,
            ),
            Conflict::NoRegister,
        ),
        (
            program(
                Some(Unit::new(Mac::Add, &[Operand::new(input); 2])),
                Some(Unit::new(Ilu::Rcp, &read(Register::Temporary(2)))),
            ),
            Conflict::PortC,
        ),
    ];
    for (program, conflict) in cases {
        let error = encode(&program, Filler::Output).unwrap_err();
        assert_eq!(error, EncodeError::Slot(1, conflict));
        assert_eq!(error.to_string(), format!("slot 1: {conflict}"));
    }
    let long = Program {
        slots: vec![Slot::default(); 137],
    };
    let error = encode(&long, Filler::Output).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the program needs 137 slots, the limit is 136"
    );
}

#[test]
fn dumps_of_memory_are_printed() {
    assert_eq!(disassemble(&[]), Err(DecodeError::Empty));
    let open = [MOVE[0], MOVE[1], MOVE[2], MOVE[3] & !1];
    assert_eq!(disassemble(&[open; 137]), Err(DecodeError::TooLong));
    assert_eq!(
        disassemble(&[MOVE, open, open]).unwrap(),
        "mov oPos, v0\n// 2 slots behind the end are never executed\n"
    );
}
