//! Programs of which only the code is known: the assembly texts that pin generated code, without their records, and texts
//! whose control flow no compiler makes.

use crate::{lowered, target};
use retroshade_diagnostics::FileId;
use retroshade_ir::random::Random;
use retroshade_ir::{Stage, essl, verify};
use retroshade_kit::target::{Compiled, Options, Position, Target};
use retroshade_lift::lift;
use retroshade_prove::{Verdict, prove, prove_with};
use std::collections::BTreeMap;
use std::path::Path;

fn assembled(target: &dyn Target, stage: Stage, text: &str) -> Compiled {
    let compiled = target.assemble(FileId(0), text, Some(stage), &Options::default());
    compiled.unwrap_or_else(|errors| panic!("{errors:?} in {text}"))
}

/// Lifts a text and proves the shader equal to the program.
fn lifted(name: &str, stage: Stage, text: &str) -> Result<(String, Verdict), String> {
    let target = target(name);
    let compiled = assembled(target, stage, text);
    let binary = compiled.as_binary();
    let known = target.read(binary).and_then(|code| code.interface());
    let known = known.map_err(|errors| format!("{errors:?}"))?;
    let lifted = lift(binary, &known, &Default::default()).map_err(|errors| {
        let mut messages = errors.iter().map(|error| error.message.clone());
        format!("refused: {}", messages.next().unwrap_or_default())
    })?;
    verify::verify(&lifted.shader).map_err(|faults| format!("{faults:?}"))?;
    let options = Options {
        position: Position::Clip,
        ..Options::default()
    };
    let verdict = prove_with(&lifted.shader, target, binary, &lifted.record, &options);
    Ok((essl::write(&lifted.shader)?, verdict))
}

/// Texts of golden code: none is lifted to something else, few are refused.
#[test]
fn golden_code_is_lifted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    files.sort_by_key(|file| file.file_name());
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut told = String::new();
    for file in files {
        let name = file.file_name().into_string().unwrap();
        let parts: Vec<&str> = name.rsplitn(4, '.').collect();
        let &["s", chip, stage, _] = parts.as_slice() else {
            continue;
        };
        let stage = match stage {
            "vert" => Stage::Vertex,
            // No language has what these programs become.
            "geom" => continue,
            _ => Stage::Fragment,
        };
        // Each other program of AGAL is another version's twin.
        if chip == "agal1" {
            continue;
        }
        let text = std::fs::read_to_string(file.path()).unwrap();
        let word = match lifted(chip, stage, &text) {
            Ok((_, verdict)) if verdict.is_proof() => "proved",
            Ok((_, Verdict::Undecided(_))) => "undecided",
            Ok((source, verdict)) => {
                told += &format!("{name}: {verdict:?}\n{source}\n");
                "different"
            }
            Err(why) if why.starts_with("refused") => "refused",
            Err(why) => {
                told += &format!("{name}: {why}\n");
                "broken"
            }
        };
        *counts.entry(word).or_default() += 1;
    }
    assert!(told.is_empty(), "{told}");
    let all: u32 = counts.values().sum();
    assert!(
        counts["refused"] <= 8 && 20 * counts["proved"] >= 19 * all,
        "{counts:?}"
    );
}

/// Two blocks that jump into each other, from both of which a third one is reached: no structure, and a shader all the same.
#[test]
fn irreducible_flow_is_a_choice_of_blocks() {
    let text = "load.v $0.xyzw 0, mov.s1 $1.x ^const0.x, const0 0.0 0.0 0.0 0.0
branch_lt $0.x $0.y L2
L1:
add.s1 $1.x $1.x $0.x
branch_lt $0.z $1.x L3
L2:
add.s1 $1.x $1.x $0.y
branch_lt $1.x $0.w L1
L3:
stop, sync, mov.v1 $0 $1.xxxx
";
    let (source, verdict) = lifted("lima", Stage::Fragment, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    assert!(source.contains("while (true)"), "{source}");
}

/// Procedures, conditions of two flags and of a boolean that the application sets, and a jump back.
#[test]
fn control_by_stacks_is_structured() {
    let text = ".in a v0
.in b v1
.bool bright
.out - position o0
.out - color o1
.setf c95(0.0, 1.0, 0.5, 0.0)
.proc half
	mul r0, c95.z, r0
.end
.proc main
	mov r0, a
	cmp c95.x, lt, ge, b
	ifc cmp.x || !cmp.y
		call half
		add r0, c95.y, r0
	.else
		mul r0, r0, r0
	.end
	ifu bright
		call half
	.end
	mov r1, c95.x
again:
	add r1, c95.y, r1
	cmp r1, lt, lt, b
	jmpc cmp.x && cmp.y, again
	mov o1, r0
	mov o0, r1
	end
.end
";
    let (source, verdict) = lifted("pica200", Stage::Vertex, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    for part in ["||", "&&", "if (bright)", "while (true)"] {
        assert!(source.contains(part), "{part}: {source}");
    }
    assert!(source.contains("gl_Position ="), "{source}");
}

/// A program of the 3DS, what its source has to say, and how many instructions the source may become.
type Counted = (&'static str, &'static [&'static str], u32);

const COUNTED: &[Counted] = &[
    // Of the registers those are an array that the rounds reach.
    (
        ".in a v0
.out - position o0
.seti i0(4, 1, 1, 0)
.seti i1(2, 0, 3, 0)
.proc main
	mov r0, a
	for i0
		mul r0, c4[aL], r0
	.end
	for i1
		add r0, c40[aL], r0
		for i0
			mad r0, a, c10[aL], r0
		.end
		mul r0, c50[aL], r0
	.end
	mov o0, r0
	end
.end
",
        &[
            "uniform vec4 c4[6];",
            "uniform vec4 c10[6];",
            "uniform vec4 c40[7];",
            "uniform vec4 c50[7];",
            "c4[",
            " * 3",
            " < 5; i",
            " < 3; i",
        ],
        40,
    ),
    // The application says how many rounds there are.
    (
        ".in a v0
.ivec count
.fvec m[8]
.out - position o0
.proc main
	mov r0, a
	for count
		add r0, m[aL], r0
		cmp r0, gt, gt, a
		breakc cmp.y
		mul r0, r0, a
	.end
	mov o0, r0
	end
.end
",
        &["uniform ivec4 count;", " <= count.x; i", "m[count.y + ("],
        30,
    ),
    // Two loops, both of which are left in the midst, around a procedure with a loop that is called twice.
    (
        ".in a v0
.out - position o0
.setf c95(0.0, 1.0, 2.0, 90.0)
.seti i0(9, 0, 1, 0)
.seti i1(5, 0, 1, 0)
.proc grow
	for i1
		add r1, c95.y, r1
		cmp r1, gt, gt, a.y
		breakc cmp.x
		nop
	.end
	mul r1, c95.z, r1
.end
.proc main
	mov r0, a
	mov r1, c95.x
	for i0
		for i0
			add r0.x, c95.y, r0
			cmp c95.w, lt, lt, r0.x
			breakc cmp.x
			call grow
			cmp r1.x, gt, gt, a.z
			breakc cmp.y
			nop
		.end
		cmp r0.x, gt, gt, a.w
		breakc cmp.x
		call grow
		nop
	.end
	mov r0.z, r1
	mov o0, r0
	end
.end
",
        &[" < 10; i", " < 6; i", "break;"],
        60,
    ),
];

/// Loops are loops of the source, with a counter for `aL`.
#[test]
fn counted_loops_stay_loops() {
    for (text, wanted, most) in COUNTED {
        let (source, verdict) = lifted("pica200", Stage::Vertex, text).unwrap();
        assert!(verdict.is_proof(), "{verdict:?} {source}");
        for part in *wanted {
            assert!(source.contains(part), "{part}: {source}");
        }
        assert!(!source.contains("while"), "{source}");
        let options = Options {
            position: Position::Clip,
            ..Options::default()
        };
        let again = target("pica200").compile(&lowered(Stage::Vertex, &source), &options);
        let instructions = again.unwrap().reflection.stats.instructions;
        assert!(instructions <= *most, "{instructions}: {source}");
    }
}

/// `aL` behind its loop is no counter of a loop, so that rounds are written one by one; where only the application knows how
/// many there are, the program is refused.
#[test]
fn a_counter_that_outlives_its_loop_is_executed() {
    let text = |declared: &str| {
        format!(
            "{declared}.in a v0
.out - position o0
.proc main
	mov r0, a
	for n
		mul r0, c4[aL], r0
	.end
	add r0, c20[aL], r0
	mov o0, r0
	end
.end
"
        )
    };
    let declared = text(".consti n(2, 0, 2, 0)\n");
    let (source, verdict) = lifted("pica200", Stage::Vertex, &declared).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    assert!(!source.contains("for ("), "{source}");
    assert!(source.contains("c26 +"), "{source}");
    let refused = lifted("pica200", Stage::Vertex, &text(".ivec n\n")).unwrap_err();
    let wanted = "instruction 3: `aL` is read outside of the loop that counts it";
    assert!(refused.contains(wanted), "{refused}");
}

/// A loop that a jump leaves stays on the stack of the machine, whose top tells what ends: the loop around is not gone round.
#[test]
fn loops_that_a_jump_leaves_stay_open() {
    let text = ".in a v0
.consti m(3, 0, 1, 0)
.consti n(5, 0, 1, 0)
.out - position o0
.proc main
	mov r0, a
	for m
		for n
			add r0, a, r0
			cmp a.y, lt, lt, r0
			jmpc cmp.x, out
			mul r0, a, r0
out:
			nop
		.end
		add r0, a.yzwx, r0
		nop
	.end
	mov o0, r0
	end
.end
";
    let target = target("pica200");
    let mut compiled = assembled(target, Stage::Vertex, text);
    // The target of the jump lies two words further on, behind the inner loop.
    let mut words = compiled.binary.chunks_exact_mut(4);
    let jump = words.find(|bytes| bytes[3] >> 2 == 0x2c).unwrap();
    let word = u32::from_le_bytes([jump[0], jump[1], jump[2], jump[3]]) + (2 << 10);
    jump.copy_from_slice(&word.to_le_bytes());
    let binary = compiled.as_binary();
    let known = target.read(binary).unwrap().interface().unwrap();
    let lifted = lift(binary, &known, &Default::default()).unwrap();
    let source = essl::write(&lifted.shader).unwrap();
    let verdict = prove(
        &lifted.shader,
        target,
        binary,
        &lifted.record,
        Position::Clip,
    );
    assert!(verdict.is_proof(), "{verdict:?} {source}");
}

/// Two blocks that jump into each other, by a boolean of the application and by flags.
#[test]
fn irreducible_jumps_of_flags_are_a_choice_of_blocks() {
    let text = ".in a v0
.bool second
.out - position o0
.setf c95(0.0, 1.0, 0.5, 0.0)
.proc main
	mov r0, c95.x
	jmpu second, l2
l1:
	add r0, c95.y, r0
	cmp a.x, lt, lt, r0
	jmpc cmp.x, l3
l2:
	add r0, c95.z, r0
	cmp r0, lt, lt, a.y
	jmpc cmp.x && cmp.y, l1
l3:
	mov o0, r0
	end
.end
";
    let (source, verdict) = lifted("pica200", Stage::Vertex, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    assert!(source.contains("while (true)"), "{source}");
}

/// Registers that an index chooses become an array.
#[test]
fn indexed_registers_are_an_array() {
    let text = "mov vt1.x, va1.x\nadd vt0, va0, vc[vt1.x+4]\nadd op, vt0, vc6";
    let (source, verdict) = lifted("agal1", Stage::Vertex, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    assert!(source.contains("uniform vec4 vc4[32];"), "{source}");
    assert!(source.contains("vc4[2]"), "{source}");
}

/// Registers that are multiplied with one vector are a matrix, if they are nothing else: by rows and by columns, four and
/// three.
#[test]
fn products_show_matrices() {
    for (chip, text, wanted, unwanted) in [
        (
            "agal1",
            "m44 op, va0, vc4\nm33 vt0.xyz, va1, vc8\nmov v0, vt0.xyzz",
            &["gl_Position = vc4 * va0;", "vc8 * va1.xyz"][..],
            "uniform vec4",
        ),
        (
            "agal1",
            "m44 vt0, va0, vc4\nadd op, vt0, vc5",
            &["uniform vec4 vc4;", "uniform vec4 vc5;"],
            "mat4",
        ),
        (
            "agal1",
            "m34 vt0.xyz, va0, vc4\nmov vt0.w, va0.w\nmov op, vt0",
            &["dot(va0, vc4)"],
            "mat",
        ),
        (
            "nv2a",
            "MUL r0, v0.x, c[0];\nMAD r0, v0.y, c[1], r0;\nMAD r0, v0.z, c[2], r0;\nMAD oPos, v0.w, c[3], r0;\n",
            &["gl_Position = c0 * v0;"],
            "rows",
        ),
        (
            "nv2a",
            "DP4 oPos.x, v0, c[0];\nDP4 oPos.y, v0, c[1];\nDP4 oPos.z, v0, c[2];\nDP4 oPos.w, v0, c[3];\n",
            &[
                "gl_Position = c0 * v0;",
                "#pragma retroshade matrix c0 rows",
            ],
            "vec4 c0",
        ),
    ] {
        let (source, verdict) = lifted(chip, Stage::Vertex, text).unwrap();
        assert!(verdict.is_proof(), "{verdict:?} {source}");
        for part in wanted {
            assert!(source.contains(part), "{part}: {source}");
        }
        assert!(!source.contains(unwanted), "{source}");
        let again = target(chip).compile(&lowered(Stage::Vertex, &source), &Options::default());
        assert!(again.is_ok(), "{again:?}");
    }
}

/// What code holds of textures, and several colours, are in the source.
#[test]
fn textures_keep_their_state() {
    let text = "tex ft0, v0, fs2 <2d,nearest,clamp,mipnone>\ntex ft1, v0, fs3 <2d,linear,repeat>\n
        mul fo0, ft0, ft1\nmov fo1, ft1";
    let (source, _) = lifted("agal2", Stage::Fragment, text).unwrap();
    for part in [
        "#pragma retroshade bind fs2 fs2\n#pragma retroshade sampler fs2 2d,nearest,mipnone,clamp\n",
        "#pragma retroshade bind fs3 fs3\nuniform",
        "gl_FragData[1] = ",
    ] {
        assert!(source.contains(part), "{part}: {source}");
    }
    // The second lookup through fs2 as well, which the assembler would refuse.
    let target = target("agal2");
    let mut changed = assembled(target, Stage::Fragment, text);
    let second = 7 + 24;
    changed.binary[second + 16] = 2;
    let binary = changed.as_binary();
    let code = target.read(binary).unwrap();
    let errors = lift(binary, &code.interface().unwrap(), &Default::default()).unwrap_err();
    let message = &errors.iter().next().unwrap().message;
    assert_eq!(message, "lookups through fs2 are of two kinds");
}

/// Programs with bits changed are lifted or refused.
#[test]
fn changed_programs_end_in_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut random = Random::new(5);
    let mut lifted = 0;
    for (name, chip, stage) in [
        ("conditionals_nested.frag.agal2.s", "agal2", Stage::Fragment),
        ("3ds-cube.vert.agal1.s", "agal1", Stage::Vertex),
        ("branch_conditions.frag.lima.s", "lima", Stage::Fragment),
        ("counted_loop.vert.lima.s", "lima", Stage::Vertex),
        ("3ds-cube.vert.nv2a.s", "nv2a", Stage::Vertex),
        ("3ds-cube.vert.pica200.s", "pica200", Stage::Vertex),
    ] {
        let target = target(chip);
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let right = assembled(target, stage, &text);
        for _ in 0..150 {
            let mut changed = right.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(changed.binary.len() as u64) as usize;
                changed.binary[at] ^= 1 << random.below(8);
            }
            let binary = changed.as_binary();
            let known = target.read(binary).and_then(|code| code.interface());
            let Ok(known) = known else {
                continue;
            };
            match lift(binary, &known, &Default::default()) {
                Ok(shader) => {
                    let faults = verify::verify(&shader.shader);
                    assert!(faults.is_ok(), "{name}: {faults:?}");
                    lifted += 1;
                }
                Err(errors) => {
                    let code = errors.iter().next().unwrap().code.id;
                    assert_ne!(code, "E0000", "{name}: {errors:?}");
                }
            }
        }
    }
    assert!(lifted > 150, "{lifted}");
}

/// Registers of the Xbox and the 3DS begin with zero; what an output does not get stays open.
#[test]
fn registers_begin_with_zero() {
    let text = "RCP r3.x, v0.w;\nMOV oPos, r3;\nMUL oT1.yw, v0, c[0];\n";
    let (source, _) = lifted("nv2a", Stage::Vertex, text).unwrap();
    for wanted in ["gl_Position = vec2(1.0 / v0.w, 0.0).xyyy;", "oT1.yw = "] {
        assert!(source.contains(wanted), "{source}");
    }
}

/// The driver knows the register of the colour, the code tells it by what its last instruction writes.
#[test]
fn colours_are_where_the_last_instruction_leaves_them() {
    let text = "load.v $0.xy 0, mul.v0 $1 $0.xyxy ^const0.xxxx, const0 0.5 0.0 0.0 0.0
stop, sync, add.v1 $1 $1 $0.xyxy
";
    let (source, verdict) = lifted("lima", Stage::Fragment, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    let wanted = "gl_FragColor = ((v0.xy * 0.5) + v0.xy).xyxy;";
    assert!(source.contains(wanted), "{source}");
}

/// What no shader can say is refused, though the result may not depend on it.
#[test]
fn stores_that_are_not_known_are_refused() {
    for (chip, stage, text, fault) in [
        (
            "lima",
            Stage::Fragment,
            "load.v $1.xyzw 0\nstore.t -2+$1.x $1\nstop, sync, mov.v1 $0 $1\n",
            "instruction 1: temporary memory is stored to by an index",
        ),
        (
            "nv2a",
            Stage::Vertex,
            "MOV c[5], v0;\nMOV oPos, c[5];\n",
            "c5 is written",
        ),
    ] {
        let found = lifted(chip, stage, text).unwrap_err();
        assert!(found.contains(fault), "{found}");
    }
}

/// The Xbox's own libraries scale first and divide then; whoever scheduled it may have moved it anywhere and divided first.
#[test]
fn viewports_of_other_compilers_are_found() {
    let dots = "DP4 oPos.x, v0, c[0];\nDP4 oPos.y, v0, c[1];\nDP4 oPos.z, v0, c[2];\nDP4 oPos.w, v0, c[3];\n";
    let temporaries = dots.replace("oPos", "R2");
    let options = retroshade_lift::Options {
        position: retroshade_lift::Position::Clip,
        ..retroshade_lift::Options::default()
    };
    let target = target("nv2a");
    for (text, wanted) in [
        (
            format!(
                "{dots}RCC R1.x, R12.w;\nMUL oPos.xyz, R12, c[58];\nMOV oD0, v3;\nMAD oPos.xyz, R12, R1.x, c[59];\n"
            ),
            Ok("gl_Position = c0 * v0;"),
        ),
        (
            format!(
                "{temporaries}RCP R3.w, R2.w;\nMUL R4, R3.w, c[58];\nMOV oD0, v3;\nMOV oPos.w, R2.w;\nMAD oPos.xyz, R4, R2, c[59];\n"
            ),
            Ok("gl_Position = c0 * v0;"),
        ),
        (
            dots.to_owned(),
            Err("c59.x is not added to x of gl_Position"),
        ),
        (
            format!("{dots}MUL oPos.xyz, R12, c[58];\nADD oPos.xyz, R12, c[59];\n"),
            Err(
                "instruction 5: no viewport transform is found: no 1 / w is a factor of x of gl_Position",
            ),
        ),
        (
            format!(
                "{dots}RCC R1.x, R12.w;\nMUL oPos.xyz, R12, c[58];\nMAD oPos.xyz, R12, R1.x, c[59];\nMOV oD0, c[58];\n"
            ),
            Err("c58 of the viewport is read beside the transform of gl_Position"),
        ),
    ] {
        let compiled = assembled(target, Stage::Vertex, &text);
        let binary = compiled.as_binary();
        let known = target.read(binary).unwrap().interface().unwrap();
        match (lift(binary, &known, &options), wanted) {
            (Ok(lifted), Ok(wanted)) => {
                let source = essl::write(&lifted.shader).unwrap();
                assert!(source.contains(wanted), "{source}");
                assert!(
                    !source.contains("c58") && !source.contains("c59"),
                    "{source}"
                );
                let again = target.compile(&lowered(Stage::Vertex, &source), &Options::default());
                let instructions = again.unwrap().reflection.stats.instructions;
                assert!(instructions <= 7, "{instructions}: {source}");
            }
            (Err(errors), Err(wanted)) => {
                let message = &errors.iter().next().unwrap().message;
                assert!(message.contains(wanted), "{message}");
            }
            (found, wanted) => panic!("{wanted:?} in {text}: {found:?}"),
        }
    }
    let fragment = "mul ft0, v0, fc0\nmov oc, ft0\n";
    let target = crate::target("agal1");
    let compiled = assembled(target, Stage::Fragment, fragment);
    let known = target
        .read(compiled.as_binary())
        .unwrap()
        .interface()
        .unwrap();
    let errors = lift(compiled.as_binary(), &known, &options).unwrap_err();
    let message = &errors.iter().next().unwrap().message;
    assert!(message.contains("has no position"), "{message}");
}

/// Numbers of the program that an index chooses are a table; an array of uniforms ends before them.
#[test]
fn numbers_that_an_index_chooses_are_a_table() {
    let text = ".in a v0
.out - position o0
.setf c90(0.0, 1.0, 2.0, 0.5)
.setf c91(3.0, 1.0, 0.0, 0.5)
.setf c92(0.0, 4.0, 2.0, 5.0)
.proc main
	mova a0.xy, a
	nop
	mul r0, c70[a0.x], a
	mad r0, a, c91[a0.y], r0
	add o0, c90[a0.x], r0
	end
.end
";
    let (source, verdict) = lifted("pica200", Stage::Vertex, text).unwrap();
    assert!(verdict.is_proof(), "{verdict:?} {source}");
    for part in [
        "uniform vec4 c70[20];",
        "[3];",
        "array0[0] = vec4(0.0, 1.0, 2.0, 0.5);",
        " + 1",
    ] {
        assert!(source.contains(part), "{part}: {source}");
    }
    assert!(!source.contains("c91"), "{source}");
    let again = target("pica200").compile(&lowered(Stage::Vertex, &source), &Options::default());
    assert!(again.is_ok(), "{again:?}");
}

/// The rounds say that one index reaches uniforms and numbers.
#[test]
fn indices_of_uniforms_and_numbers_are_refused() {
    let text = ".in a v0
.out - position o0
.seti i0(3, 0, 1, 0)
.setf c91(3.0, 1.0, 0.0, 0.5)
.proc main
	mov r0, a
	for i0
		mul r0, c90[aL], r0
	.end
	mov o0, r0
	end
.end
";
    let refused = lifted("pica200", Stage::Vertex, text).unwrap_err();
    let wanted = "an index from c90 on reaches c91: of both, one holds a number of the program";
    assert!(refused.contains(wanted), "{refused}");
}
