//! The assembler and disassembler against stored words.

use crate::common;

use common::{Words, load, name, words};
use retroshade_diagnostics::{FileId, Severity};
use retroshade_kit::random::Random;
use retroshade_kit::roundtrip::mutated_text_is_survived;
use retroshade_nv2a::decode::decode;
use retroshade_nv2a::encode::{Filler, encode_slot};
use retroshade_nv2a::program::{Slot, Unit};
use retroshade_nv2a::text::{Assembled, End, assemble, disassemble, survives};

fn source(vector: &serde_json::Value) -> &str {
    vector["source"].as_str().unwrap()
}

fn assembled(text: &str) -> Result<Assembled, String> {
    assemble(FileId(0), text, End::LastSlot).map_err(|diagnostics| format!("{diagnostics:#?}"))
}

#[test]
fn sources_give_the_stored_words() {
    for file in ["asm", "vp11"] {
        for vector in load(file) {
            let found =
                assembled(source(&vector)).unwrap_or_else(|e| panic!("{}: {e}", name(&vector)));
            assert_eq!(found.words, words(&vector["words"]), "{}", name(&vector));
        }
    }
}

#[test]
fn renumbered_attributes_are_warned_of() {
    for vector in load("vp11") {
        let wanted = vector["warnings"].as_array().map_or(0, Vec::len);
        let found = assembled(source(&vector)).unwrap();
        assert_eq!(found.warnings.len(), wanted, "{}", name(&vector));
    }
}

#[test]
fn faults_of_the_reference_are_right_or_refused() {
    for vector in load("quirks") {
        let result = assemble(FileId(0), source(&vector), End::LastSlot);
        let positioned = |severity| {
            let diagnostics = match &result {
                Ok(assembled) => &assembled.warnings,
                Err(errors) => errors,
            };
            diagnostics
                .iter()
                .any(|d| d.severity == severity && d.primary.is_some())
        };
        let fits = match vector["should"].as_str().unwrap() {
            "reject" => result.is_err() && positioned(Severity::Error),
            "warn" => result.is_ok() && positioned(Severity::Warning),
            "accept-or-reject" => result.is_ok() || positioned(Severity::Error),
            _ => result.is_ok(),
        };
        assert!(fits, "{}: {result:#?}", name(&vector));
    }
}

#[test]
fn wrong_sources_are_refused_at_their_place() {
    // Limits of the reference that this assembler does not have: the README of that assembler
    // allows `c[a0 + n]`, and ADD may share its operand C with a scalar operation.
    let better = [
        "pair_add_rcp",
        "comment_eof",
        "block_comment_inline",
        "rel_lower_a0",
    ];
    for vector in load("errors") {
        let result = assemble(FileId(0), source(&vector), End::LastSlot);
        if better.contains(&name(&vector)) {
            assert!(result.is_ok(), "{}: {result:#?}", name(&vector));
            continue;
        }
        let errors = result.expect_err(name(&vector));
        let first = errors.iter().next().unwrap();
        let span = first
            .primary
            .as_ref()
            .unwrap_or_else(|| panic!("{}", name(&vector)))
            .span;
        let line = source(&vector)[..span.start as usize].matches('\n').count() as u64 + 1;
        if let Some(wanted) = vector["reference"]["errors"][0]["line"].as_u64() {
            assert_eq!(line, wanted, "{}: {first:#?}", name(&vector));
        }
    }
}

#[test]
fn add_shares_port_c_with_a_scalar_operation() {
    let found = assembled("add r2, r0, r3 + rcp r1.x, r3\n").unwrap();
    assert_eq!(found.words, [[0, 0x0460_001b, 0x0436_106c, 0xdf28_0ff9]]);
    // Only the first selector matters to RCP, and MAD does not look at its x here.
    let found = assembled("mad r2.yz, v0, c0, r3 + rcp r1.x, r3.w").unwrap();
    assert_eq!(
        disassemble(&found.words).unwrap(),
        "mad r2.yz, v0, c[0], r3.wyzw + rcp r1.x, r3.wyzw\n"
    );
}

#[test]
fn what_the_readme_documents_assembles() {
    let sub = assembled("sub oPos, v0, c[3].x").unwrap();
    assert_eq!(sub.words, assembled("add oPos, v0, -c[3].x").unwrap().words);
    let relative = assembled("arl a0.x, v1.x\nmov oPos, c[a0 + 12]").unwrap();
    assert_eq!(
        relative.words,
        assembled("arl A0, v1.x\nmov oPos, c[12 + A0]")
            .unwrap()
            .words
    );
    assert!(assembled("arl a0.y, v1.x\nmov oPos, v0").is_err());
}

/// The codes of the warnings of a text, and its words.
fn warned(text: &str) -> (Vec<&'static str>, Vec<Words>) {
    let found = assembled(text).unwrap();
    let codes = found.warnings.iter().map(|warning| warning.code.id);
    (codes.collect(), found.words)
}

#[test]
fn macros_write_the_lanes_of_their_masks() {
    let (codes, masked) = warned("#m matrix4 96\n%matmul4x4 oPos.xzw v0 #m\n");
    let rows = "dp4 oPos.x, v0, c[96]\ndp4 oPos.z, v0, c[98]\ndp4 oPos.w, v0, c[99]\n";
    assert_eq!((codes, &masked), (vec!["W0514"], &warned(rows).1));
    let (codes, masked) = warned("%norm3 r0.y v2 r3\nmov oPos, r0\n");
    let rows = "dp3 r3.x, v2, v2\nrsq r3.w, r3.x\nmul r0.y, v2, r3.w\nmov oPos, r0\n";
    assert_eq!((codes, &masked), (vec!["W0514"], &warned(rows).1));
    for whole in ["%norm3 r0.xyz v2 r3\n", "%norm3 r0 v2 r3\n"] {
        assert_eq!(warned(whole).0, [""; 0], "{whole}");
    }
    assert!(assembled("%norm3 r0.w v2 r3\n").is_err());
}

#[test]
fn operations_without_a_destination_are_warned_of() {
    let (codes, found) = warned("mul _, v0, c[3]\nmov oPos, v0\n");
    assert_eq!((codes, found.len()), (vec!["W0515"], 2));
    let (codes, _) = warned("arl a0, v1.x\nmov oPos, c[A0+3]\n");
    assert_eq!(codes, [""; 0]);
}

#[test]
fn the_end_can_be_a_slot_of_its_own() {
    let found = assemble(FileId(0), "mov oPos, v0", End::Marker).unwrap();
    assert_eq!(
        found.words,
        [[0, 0x0020_001b, 0x0836_106c, 0x2070_f800], [0, 0, 0, 1]]
    );
    let full = "mov oPos, v0\n".repeat(136);
    assert!(assemble(FileId(0), &full, End::LastSlot).is_ok());
    assert!(assemble(FileId(0), &full, End::Marker).is_err());
    assert!(assemble(FileId(0), &(full + "mov oD0, v3"), End::LastSlot).is_err());
}

#[test]
fn stored_words_survive_the_disassembler() {
    for vector in load("disasm") {
        let mut slots = words(&vector["words"]);
        if let Some(last) = slots.last_mut() {
            last[3] |= 1;
        }
        let text = disassemble(&slots).unwrap();
        assert_eq!(
            assembled(&text).unwrap().words,
            slots,
            "{}: {text}",
            name(&vector)
        );
        let normal = match &vector["normal"] {
            serde_json::Value::String(line) => vec![line.clone()],
            lines => lines
                .as_array()
                .unwrap()
                .iter()
                .map(|l| l.as_str().unwrap().to_owned())
                .collect(),
        };
        for (line, normal) in text.lines().filter(|l| !l.starts_with("//")).zip(&normal) {
            let line = line.split(" //@").next().unwrap();
            assert_eq!(
                scalar_operands(line),
                scalar_operands(normal),
                "{}",
                name(&vector)
            );
        }
    }
}

/// Makes spellings alike: `exp` is `expp`, `arl a0.x` is `arl a0`, and of a scalar operand only the
/// first letter counts.
fn scalar_operands(line: &str) -> String {
    let parts = line.split(" + ").map(|part| {
        let (mnemonic, rest) = part.split_once(' ').unwrap_or((part, ""));
        let mnemonic = match mnemonic {
            "exp" => "expp",
            "log" => "logp",
            other => other,
        };
        let rest = rest.replace("a0.x,", "a0,");
        let scalar = ["rcp", "rcc", "rsq", "expp", "logp"].contains(&mnemonic);
        let Some((to, from)) = rest.split_once(", ").filter(|_| scalar) else {
            return format!("{mnemonic} {rest}");
        };
        let (register, swizzle) = from.split_once('.').unwrap_or((from, "x"));
        format!("{mnemonic} {to}, {register}.{}", &swizzle[..1])
    });
    parts.collect::<Vec<_>>().join(" + ")
}

/// Which unit does which of two moves is not in the text, but in a comment where it is the unusual way.
#[test]
fn two_moves_in_either_order_survive() {
    let usual = assembled("mov oPos.w, v0 + mov r1.z, v0.x").unwrap().words;
    assert_eq!(
        usual,
        assembled("mov r1.z, v0.x + mov oPos.w, v0").unwrap().words
    );
    let slot = decode(&usual).unwrap().slots[0];
    let (mac, ilu) = (slot.mac.unwrap(), slot.ilu.unwrap());
    // The vector unit's operand is on port A, the scalar unit's on port C.
    let operands = [
        *mac.operands().next().unwrap().1,
        *ilu.operands().next().unwrap().1,
    ];
    let swapped = Slot {
        mac: Some(Unit {
            temporary: ilu.temporary,
            ..Unit::new(mac.op, &operands[1..])
        }),
        ilu: Some(Unit {
            output: mac.output,
            ..Unit::new(ilu.op, &operands[..1])
        }),
    };
    assert!(swapped.moves_read_swapped() && !slot.moves_read_swapped());
    let words = [encode_slot(&swapped, true, Filler::Output).unwrap()];
    assert_ne!(usual, words);
    assert!(
        survives(&usual) && survives(&words),
        "{:?}",
        disassemble(&words)
    );
}

/// Words with plausible fields: every bit below word 0 is a coin, with unknown bits cleared.
fn random_words(random: &mut Random) -> Words {
    let mut slot = [
        0,
        random.bits() as u32,
        random.bits() as u32,
        random.bits() as u32,
    ];
    slot[1] &= 0x0fff_ffff;
    if random.one_in(2) {
        // An output that exists more often than by chance.
        slot[3] = slot[3] & !0x7f8 | (3 + random.below(10) as u32) << 3;
    }
    slot
}

#[test]
fn random_words_survive_the_disassembler() {
    let mut random = Random::new(7);
    let mut survivors = 0;
    for _ in 0..20_000 {
        let count = 1 + random.below(3) as usize;
        let mut slots: Vec<Words> = (0..count).map(|_| random_words(&mut random)).collect();
        for (index, slot) in slots.iter_mut().enumerate() {
            slot[3] = slot[3] & !1 | u32::from(index + 1 == count);
        }
        let Ok(text) = disassemble(&slots) else {
            continue;
        };
        survivors += 1;
        assert!(survives(&slots), "{slots:08x?}\n{text}");
    }
    assert!(survivors > 1000, "{survivors}");
}

#[test]
fn mutated_sources_are_survived() {
    for file in ["asm", "vp11", "quirks"] {
        for (seed, vector) in load(file).iter().enumerate() {
            mutated_text_is_survived(source(vector), 40, seed as u64, |text| {
                if let Ok(found) = assemble(FileId(0), text, End::LastSlot) {
                    assert!(survives(&found.words), "{text}");
                }
            });
        }
    }
}
