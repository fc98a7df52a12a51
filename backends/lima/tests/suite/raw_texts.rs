//! Every binary has a text that assembles to the same words, whatever codes are in it.

use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_kit::random::Random;
use retroshade_lima::gp::isa::{FIELDS, WORDS};
use retroshade_lima::{gp, pp};

fn vertex(words: &[u32]) -> String {
    let text = gp::text::print(&gp::Program::read(words).expect("whole instructions"));
    let again = gp::text::assemble(FileId(0), &text);
    let again = again.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert_eq!(again.encode().expect("fields that fit"), words, "{text}");
    text
}

fn fragment(words: &[u32]) -> String {
    let text = pp::text::disassemble(&pp::Program::read(words).expect("a word"));
    let again = pp::text::assemble(FileId(0), &text);
    let (again, _): (_, Diagnostics) = again.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert_eq!(again.encode().expect("fields that fit"), words, "{text}");
    text
}

#[test]
fn random_vertex_programs_go_round() {
    let mut random = Random::new(45);
    for _ in 0..1500 {
        let count = 1 + random.below(3) as usize;
        let words: Vec<u32> = (0..count * WORDS)
            .map(|_| random.below(1 << 32) as u32)
            .collect();
        vertex(&words);
    }
}

#[test]
fn every_value_of_every_field_goes_round() {
    for row in FIELDS {
        for value in 0..=row.bits.max() {
            let mut instruction = gp::Instruction::default();
            instruction.set(row.field, value as u16);
            let words = instruction.encode().expect("a value that fits");
            vertex(&words);
        }
    }
}

#[test]
fn unknown_codes_of_vertex_programs_are_numbers() {
    for (text, wanted) in [
        ("op3.a0 ^r0.x ^r1.y", "op3.a0 ^r0.x ^r1.y"),
        (
            "op5.m0 ^8 ^11, mul.m1 ^u.x 1",
            "op5.m0 ^8 ^11, mul.m1 ^u.x 1",
        ),
        ("op7.p ^r0.x", "op7.p ^r0.x"),
        (
            "mov.p ^r0.x, store.xy $1 ^p ^5",
            "mov.p ^r0.x, store.xy $1 ^p ^5",
        ),
        (
            "load.a 0, setA01.c, mov.p ^r0.x",
            "load.a 0, setA01.c, mov.p ^r0.x",
        ),
        (
            "load.u 4, mov.p ^u.x, bits load_offset 5",
            "load.u 4, mov.p ^u.x, bits load_offset 5",
        ),
        ("nop, bits flags 3", "bits flags 3"),
        // Comparisons that the unit has with its inputs exchanged.
        ("gt.a0 ^r0.x ^r1.y", "lt.a0 ^r1.y ^r0.x"),
        ("le.a1 -^r0.x ^r1.y", "ge.a1 ^r1.y -^r0.x"),
        ("le.a0 0 ^r0.x", "ge.a0 ^r0.x 0"),
    ] {
        let program =
            gp::text::assemble(FileId(0), text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let words = program.encode().expect("fields that fit");
        assert_eq!(vertex(&words).trim_end(), wanted);
    }
    for text in [
        "op8.a0 ^r0.x ^r1.x",
        "op3.q ^r0.x",
        "mov.p ^32",
        "bits nonsense 1",
        "bits acc_op 8",
    ] {
        assert!(gp::text::assemble(FileId(0), text).is_err(), "{text}");
    }
}

#[test]
fn random_fragment_programs_go_round() {
    let mut random = Random::new(46);
    for _ in 0..3000 {
        let count = 1 + random.below(12) as usize;
        // Zero words behind the last instruction are padding.
        let mut words: Vec<u32> = (0..count).map(|_| random.below(1 << 32) as u32).collect();
        words.push(1 + random.below(1000) as u32);
        fragment(&words);
    }
}

#[test]
fn fragment_instructions_with_random_units_go_round() {
    let mut random = Random::new(47);
    let mut said = 0;
    for _ in 0..6000 {
        let unit = random.below(12) as u32;
        let bits = [34u16, 62, 41, 43, 30, 44, 31, 30, 41, 73, 64, 64][unit as usize];
        let count = 1 + u32::from(bits.div_ceil(32));
        let mut words = vec![count | (random.below(4) as u32) << 5 | 1 << (7 + unit)];
        words.extend((1..count).map(|_| match random.below(3) {
            0 => 0,
            _ => (random.below(1 << 32) & random.below(1 << 32)) as u32,
        }));
        let last = words.last_mut().expect("a word");
        if !bits.is_multiple_of(32) {
            *last &= (1 << (bits % 32)) - 1;
        }
        // A program ends by itself.
        words.extend([0x0002_0425, 0x15c, 0x01e0_07cf, 0, 0]);
        words[0] |= 5 << 19 | 1 << 25;
        said += u32::from(!fragment(&words).starts_with("words"));
    }
    assert!(said > 300, "{said}");
}

#[test]
fn words_and_comparisons_of_fragment_programs() {
    for (text, wanted) in [
        ("stop, lt.v0 $0 $1 $2", "stop, gt.v0 $0 $2 $1"),
        (
            "stop, le_sat.v1 $0.x -$1 $2_abs.yyyy",
            "stop, ge_sat.v1 $0.x $2_abs.yyyy -$1",
        ),
        ("stop, lt.s0 $0.x $1.y $2.z", "stop, gt.s0 $0.x $2.z $1.y"),
        (
            "load.u 65535, stop, mov.v0 $0 ^u",
            "stop, load.u 65535, mov.v0 $0 ^u",
        ),
        (
            "load.u -1, stop, mov.v0 $0 ^u",
            "stop, load.u 65535, mov.v0 $0 ^u",
        ),
        (
            "load.t -1, stop, mov.v0 $0 ^u",
            "stop, load.t -1, mov.v0 $0 ^u",
        ),
        (
            "words 0xffffffff 0x1",
            "words 0xffffffff 0x00000001 # unknown bits 0xfc000000 are set in the control word",
        ),
        (
            "mov.v0 $0 $1",
            "words 0x00000403 0x0f807901 0x00000000 # control runs off the end of the program",
        ),
    ] {
        let assembled = pp::text::assemble(FileId(0), text);
        let (program, _) = assembled.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let words = program.encode().expect("fields that fit");
        let found = fragment(&words);
        if wanted.starts_with("words 0x00000403") {
            assert!(
                found.ends_with("# control runs off the end of the program\n"),
                "{found}"
            )
        } else {
            assert_eq!(found.trim_end(), wanted)
        }
    }
    for text in [
        "stop, lt.v1 $0 ^v0 $1, mul.v0 ^v0 $1 $2",
        "load.u 65536, stop, mov.v0 $0 ^u",
        "load.t 40000, stop, mov.v0 $0 ^u",
        "stop, words 0x1",
        "words",
        "words 1.5",
        "words 0x100000000",
    ] {
        assert!(pp::text::assemble(FileId(0), text).is_err(), "{text}");
    }
}

#[test]
fn address_registers_zero_and_one_are_set_from_the_pass_unit() {
    use retroshade_kit::machine::RegisterImage;
    let text = "load.u 2, setA01.c, mov.p ^u.x, store.xy t ^p ^p, store.zw t ^p ^p
nop\nnop\nnop\nnop
load.u 1+A1, mov.p ^u.x, store.xy v0 ^p _
load.u 3, mov.p ^u.y, store.xy v1 ^p _\n";
    let program = gp::text::assemble(FileId(0), text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut image = RegisterImage {
        samples: 1,
        ..RegisterImage::default()
    };
    let uniforms = image.uniforms.entry("u".to_owned()).or_default();
    uniforms.insert(2, [3.0; 4]);
    uniforms.insert(4, [7.0; 4]);
    let run = gp::sim::run(&program, &image, 100);
    assert!(run.hazards.is_empty(), "{:?}", run.hazards);
    // A1 is 3: uniform 4. A0 is 3: the temporary that was stored there.
    assert_eq!(run.outcome.outputs["v"][&0][0][0], 7.0);
    assert_eq!(run.outcome.outputs["v"][&1][0][0], 3.0);
}
