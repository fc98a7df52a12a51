//! The assembler's messages, and that no text makes it panic.

use retroshade_agal::isa::{
    Dest, File, Indirect, LaneMask, Program, Sampler, Second, Source, Swizzle, TABLE, Token,
    Version,
};
use retroshade_agal::text::{assemble, disassemble};
use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_kit::random::Random;
use retroshade_kit::roundtrip::{mutated_text_is_survived, text_round_trips};

fn refused(stage: Stage, source: &str) -> (String, u32, u32) {
    let errors = assemble(FileId(0), source, stage, Version::V1).expect_err(source);
    let error = errors.iter().next().unwrap();
    let span = error.primary.as_ref().expect("a place").span;
    (error.message.clone(), span.start, span.end)
}

#[test]
fn stray_characters_of_texts_in_use_are_passed_over_with_a_warning() {
    let stray = "mov, v1, va2\nm44 op, va0, vc0 +\n";
    let plain = "mov v1, va2\nm44 op, va0, vc0\n";
    let assembled = |text| assemble(FileId(0), text, Stage::Vertex, Version::V1).unwrap();
    assert_eq!(assembled(stray).program, assembled(plain).program);
    let warnings = assembled(stray).warnings;
    let places = warnings.iter().map(|warning| {
        let span = warning.primary.as_ref().unwrap().span;
        (
            warning.code.id,
            &stray[span.start as usize..span.end as usize],
        )
    });
    assert_eq!(places.collect::<Vec<_>>(), [("W0516", ","), ("W0516", "+")]);
    assert!(assembled(plain).warnings.is_empty());
}

#[test]
fn what_the_reference_assembler_skips_is_an_error_with_its_place() {
    let cases = [
        ("movv oc, v0", "there is no opcode `movv`", 0, 4),
        ("mov oc, v0 extra", "`mov` takes 2 operands", 0, 16),
        ("mov oc, ", "`mov` takes 2 operands, found 1", 0, 3),
        (
            "mov oc, v0.xq",
            "`xq` is not one to four of the components x, y, z, w",
            11,
            13,
        ),
        (
            "mov oc, v0.xyzwx",
            "`xyzwx` is not one to four of the components x, y, z, w",
            11,
            16,
        ),
        ("mov oc, q0", "there is no register `q0`", 8, 10),
        ("mov oc, va0", "`va0` exists only in vertex programs", 8, 11),
        (
            "mov od.x, v0.x",
            "version 1 has no `od` in fragment programs",
            4,
            6,
        ),
        (
            "mov ft9, v0",
            "`ft9` is out of range: version 1 has 8 of these, from 0 on",
            4,
            7,
        ),
        (
            "tex ft0, v0, v1",
            "the second source of a lookup is a sampler",
            13,
            15,
        ),
        (
            "tex ft0, v0, fs0 <bilinear>",
            "expected a sampler flag such as `linear` or `repeat`, found `bilinear`",
            18,
            26,
        ),
        (
            "tex ft0, v0, fs0 <0.3>",
            "a bias is a multiple of 0.125 from -16 to 15.875",
            18,
            21,
        ),
        (
            "tex ft0, v0, fs0 <2d",
            "expected `,`, found the end of the text",
            20,
            20,
        ),
        (
            "sgn ft0, v0",
            "no client of versions 1 to 3 implements `sgn`",
            0,
            3,
        ),
        (
            "ddx ft0, v0",
            "`ddx` needs version 2, this program is version 1",
            0,
            3,
        ),
        ("// nothing", "the program has no instruction", 0, 10),
        ("mov oc v0 -", "`mov` takes 2 operands", 0, 11),
        ("$", "expected an opcode, found `$`", 0, 1),
    ];
    for (source, message, start, end) in cases {
        let wanted = (message.to_owned(), start, end);
        assert_eq!(refused(Stage::Fragment, source), wanted, "{source}");
    }
}

#[test]
fn indices_are_checked() {
    let cases = [
        ("mov op, vc[va0.xy]", "an index is a single component"),
        (
            "mov op, vc[va0+1]",
            "expected `.` and the component that holds the index, found `+`",
        ),
        (
            "mov op, vc[va0.x+256]",
            "the offset must be in the range 0 to 255",
        ),
        (
            "mov op, vc3[va0.x]",
            "only `vc` is indexed, and without a number of its own",
        ),
        (
            "mov op, va[va0.x]",
            "only `vc` is indexed, and without a number of its own",
        ),
        (
            "mov op, vc[va0.x",
            "expected `]`, found the end of the text",
        ),
    ];
    for (source, message) in cases {
        assert_eq!(refused(Stage::Vertex, source).0, message, "{source}");
    }
}

#[test]
fn every_bad_line_is_reported() {
    let source = "mov oc, q0\nfoo\nmov ft0, v0\nadd ft0\n";
    let errors = assemble(FileId(0), source, Stage::Fragment, Version::V1).unwrap_err();
    assert_eq!(errors.len(), 3);
}

#[test]
fn the_grammar_is_read_as_the_reference_assembler_reads_it() {
    let same = [
        ("mov ft0 v0", "mov ft0, v0"),
        ("  mov\tft0.yx, v0.xy; // comment", "mov ft0.xy, v0.xyyy"),
        ("mov fo, vi3", "mov oc, v3"),
        ("mov oc, i2\r\n", "mov fo0, fi2"),
        (
            "tex ft0, v0, fs1, <cube, wrap, clamp, -1.5>",
            "tex ft0, v0, fs1 <cube,nearest,-1.5>",
        ),
    ];
    for (one, other) in same {
        let program = |source| {
            assemble(FileId(0), source, Stage::Fragment, Version::V1)
                .unwrap()
                .program
        };
        assert_eq!(program(one), program(other), "{one}");
    }
}

fn random_source(stage: Stage, indirect: bool, random: &mut Random) -> Source {
    let files = match stage {
        Stage::Vertex | Stage::Geometry => [File::Attribute, File::Constant, File::Temporary],
        Stage::Fragment => [File::Varying, File::Constant, File::Temporary],
    };
    let swizzle = Swizzle::from_bits(random.bits() as u8);
    if indirect && random.one_in(4) {
        let file = files[random.below(3) as usize];
        let indirect = Indirect {
            file,
            number: random.below(8) as u16,
            lane: random.below(4) as u8,
            offset: if random.one_in(2) {
                0
            } else {
                random.bits() as u8
            },
        };
        return Source {
            file: File::Constant,
            number: 0,
            swizzle,
            indirect: Some(indirect),
        };
    }
    Source::direct(
        files[random.below(3) as usize],
        random.below(8) as u16,
        swizzle,
    )
}

fn random_program(random: &mut Random) -> Program {
    let stage = if random.one_in(2) {
        Stage::Vertex
    } else {
        Stage::Fragment
    };
    let vertex = stage == Stage::Vertex;
    let mut tokens = Vec::new();
    while tokens.len() < 6 {
        let row = random.pick(TABLE.rows).unwrap();
        let info = row.info;
        if vertex && info.place.fragment_only {
            continue;
        }
        let source = |random: &mut Random| random_source(stage, vertex, random);
        let dest = Dest {
            file: File::Temporary,
            number: random.below(8) as u16,
            mask: LaneMask::from_bits(1 + random.below(15) as u8),
        };
        let sampler = Sampler {
            number: random.below(8) as u16,
            bias: random.bits() as i8,
            format: random.below(4) as u8,
            dimension: random.below(3) as u8,
            special: random.below(8) as u8,
            wrap: random.below(4) as u8,
            mip: random.below(3) as u8,
            filter: random.below(6) as u8,
        };
        let second = matches!(info.second, Second::Source | Second::Matrix(_));
        tokens.push(Token {
            opcode: info.opcode,
            dest: info.dest.then_some(dest),
            a: info.first.then(|| source(random)),
            b: second.then(|| source(random)),
            sampler: (info.second == Second::Sampler).then_some(sampler),
        });
    }
    Program {
        version: Version::V2,
        stage,
        tokens,
    }
}

#[test]
fn printed_programs_assemble_to_the_same() {
    let assembled = |text: &str| {
        let stages = [Stage::Vertex, Stage::Fragment].into_iter();
        let mut results = stages.map(|stage| assemble(FileId(0), text, stage, Version::V2));
        let found = results.find_map(|result| result.ok().map(|assembly| assembly.program));
        found.ok_or_else(|| "it is not assembled".to_owned())
    };
    assert_eq!(
        text_round_trips(500, 5, random_program, disassemble, assembled),
        Ok(())
    );
}

#[test]
fn mutations_of_a_program_do_no_harm() {
    let text = "mov vt0, va2.yzw // x\nm44 vt0.xyz, va0, vc[va1.x+5]\ntex ft0, v0, fs3 <cube,linear,-1.5>;\n";
    for stage in [Stage::Vertex, Stage::Fragment] {
        mutated_text_is_survived(text, 3000, 9, |text| {
            let _ = assemble(FileId(0), text, stage, Version::V3);
        });
    }
}
