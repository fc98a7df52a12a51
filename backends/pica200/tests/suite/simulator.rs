//! What the simulator says of programs that the machine could not run, and what is merely dangerous.

use indexmap::IndexMap;
use retroshade_diagnostics::FileId;
use retroshade_kit::machine::{Recorder, RegisterImage, Watch};
use retroshade_kit::target::{Assembler, Binary, MachineCode};
use retroshade_pica200::PICA200;
use retroshade_pica200::container::{Executable as Entry, Geometry, Kind, Shbin};
use retroshade_pica200::execute::{Emission, Executable};
use retroshade_pica200::isa::float24::{self, Rounding};
use retroshade_pica200::isa::{
    Destination, Index, Instruction, LaneMask, Opcode, Source, SourceRegister, encode_all,
};
use retroshade_pica200::sim::{self, Execution, Precision, Settings};
use retroshade_pica200::text::{AssembleOptions, assemble};

use std::sync::LazyLock;

/// A program whose text breaks rules.
fn build(text: &str) -> Shbin {
    let options = AssembleOptions {
        padding: false,
        lenient: true,
    };
    let assembled = assemble(&[(FileId(0), text)], options);
    let assembled = assembled.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    assembled.shbin
}

fn run(shbin: &Shbin, settings: &Settings) -> Result<Execution, String> {
    let mut image = image([-0.0, 200.0, 1.0, f32::INFINITY]);
    let floats = (0..96).map(|number: u32| (number, [number as f32; 4]));
    image.uniforms.insert("c".to_owned(), floats.collect());
    let integers = [(0, [1.0, 5.0, 2.0, 0.0])].into();
    image.uniforms.insert("i".to_owned(), integers);
    let program = Executable::new(shbin, 0).unwrap();
    let run = sim::run(&program, &image, 0, settings, &mut |_, _, _| {});
    run.map_err(|fault| fault.to_string())
}

/// Blocks or calls of a kind that stand in one another so deeply.
fn nested(open: &str, depth: usize) -> String {
    let (open, close) = (open.repeat(depth), "nop\n.end\n".repeat(depth));
    format!(".proc main\n{open}{close}end\n.end")
}

/// Procedures that call the next one.
fn chain(depth: usize) -> String {
    let procedure = |k: usize| format!(".proc p{k}\ncall p{}\nnop\n.end\n", k + 1);
    let chain: String = (0..depth).map(procedure).collect();
    format!(".proc main\ncall p0\nend\n.end\n{chain}.proc p{depth}\nnop\n.end")
}

#[test]
fn what_the_machine_cannot_do_ends_a_run() {
    let cases = [
        (
            ".proc main\n.word 0x40000000\nend\n.end".to_owned(),
            "word 0: no instruction has this operation code",
        ),
        (
            ".proc main\nnop\n.end".to_owned(),
            "word 1: the program ran past its last instruction without `end`",
        ),
        (
            ".proc main\nemit\nend\n.end".to_owned(),
            "word 0: `emit` in a vertex program",
        ),
        (
            ".proc main\n.word 0xac000000\nend\n.end".to_owned(),
            "word 0: `setemit` in a vertex program",
        ),
        (
            ".gsh\n.proc main\nemit\nend\n.end".to_owned(),
            "word 0: `emit` without `setemit`",
        ),
        (
            ".proc main\n.word 0x80000000\nend\n.end".to_owned(),
            "word 0: a break outside of any loop",
        ),
        (chain(4), "word 8: calls are nested deeper than 4"),
        (
            nested("ifc !cmp.x\n", 9),
            "word 8: conditions are nested deeper than 8",
        ),
        (
            nested("for i0\n", 5),
            "word 4: loops are nested deeper than 4",
        ),
    ];
    let mut wrong = String::new();
    for (text, message) in cases {
        let found = run(&build(&text), &Settings::default());
        if found.as_ref().err().map(String::as_str) != Some(message) {
            wrong += &format!("{text}\n  {found:?}\n  not {message}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_is_dangerous_is_noted_once() {
    let cases = [
        (
            "mova a0.x, v0\nmova a0.y, v0\nmov pos, v0",
            "word 1: two consecutive `mova` freeze the unit",
        ),
        (
            "mov pos.xyz, v0",
            "word 2: o0.w is mapped, but was not written",
        ),
        (
            "mov pos, v0\nmov pos.yz, v0",
            "word 1: o0.yz is written more than once",
        ),
        (
            "for i0\nmov r0.x, r1.y\nnop\n.end\nmov pos, v0",
            "word 1: r1.y is read before it is written",
        ),
    ];
    for (body, note) in cases {
        let text = format!(".out pos position\n.proc main\n{body}\nend\n.end");
        let text = text.replace(
            "\nend",
            if body.len() < 20 {
                "\nnop\nend"
            } else {
                "\nend"
            },
        );
        let found = run(&build(&text), &Settings::default()).unwrap();
        assert_eq!(found.notes, [note], "{body}");
    }
}

/// No text says this: the assembler refuses it.
#[test]
fn two_inputs_in_one_instruction_are_noted() {
    let source = |number| Source::plain(SourceRegister::input(number));
    let add = Instruction::Arithmetic {
        opcode: Opcode::Add,
        destination: Destination::temporary(0),
        mask: LaneMask::X,
        sources: [source(0), source(1), source(0)],
        index: Index::None,
    };
    let (code, descriptors) = encode_all(&[add, Instruction::Bare(Opcode::End)]).unwrap();
    let shbin = Shbin {
        code,
        descriptors,
        executables: vec![Entry::default()],
    };
    let found = run(&shbin, &Settings::default()).unwrap();
    let note = "word 0: two different input registers in one instruction";
    assert_eq!(found.notes, [note]);
}

/// Bodies, the arithmetic, and what is in the position then.
#[test]
fn odd_numbers_follow_the_machine() {
    let float24 = Precision::Float24(Rounding::Nearest);
    let cases = [
        // The unit knows no negative zero.
        ("rcp pos, v0.x", Precision::Single, f32::NEG_INFINITY),
        ("rcp pos, v0.x", float24, f32::INFINITY),
        ("rcp pos, v0.y", float24, 0.005),
        ("mov r0, c7\nmul pos, c3, r0", float24, 21.0),
        // Of equal numbers the second one is taken.
        ("mov r0, -v0\nmax pos, v0.x, r0.x", float24, -0.0),
        ("mov r0, -v0\nmin pos, r0.x, v0.x", float24, 0.0),
        // The sign of 0 is none to `litp`, in its results and in its flags.
        ("litp r0, -v0.xyyx\nmov pos, r0.x", float24, 0.0),
        (
            "litp r0, v0.xyyx\nmov r1, c1\nifc cmp.x\nmov r1, c2\nnop\n.end\nmov pos, r1",
            float24,
            2.0,
        ),
        (
            "litp r0, v0.yyyx\nmov r1, c1\nifc cmp.y\nmov r1, c2\nnop\n.end\nmov pos, r1",
            float24,
            2.0,
        ),
        (
            "litp r0, -v0.yyyx\nmov r1, c1\nifc cmp.x\nmov r1, c2\nnop\n.end\nmov pos, r1",
            float24,
            1.0,
        ),
        (
            "litp r0, -v0.xyyy\nmov r1, c1\nifc cmp.y\nmov r1, c2\nnop\n.end\nmov pos, r1",
            float24,
            1.0,
        ),
        // An address out of the range of a signed byte adds nothing; what no integer holds is out of it.
        ("mova a0.x, v0.z\nmov pos, c3[a0.x]", float24, 4.0),
        ("mova a0.x, v0.y\nmov pos, c3[a0.x]", float24, 3.0),
        ("mova a0.x, v0.w\nmov pos, c3[a0.x]", float24, 3.0),
        // Behind the last uniform there are ones.
        ("mova a0.y, c20\nmov pos, c80[a0.y]", float24, 1.0),
        (
            "for i0\nmov r0, c3[aL]\nnop\n.end\nmov pos, r0",
            float24,
            10.0,
        ),
    ];
    for (body, precision, wanted) in cases {
        let text = format!(".out pos position\n.proc main\n{body}\nend\n.end");
        let settings = Settings {
            precision,
            ..Settings::default()
        };
        let found = run(&build(&text), &settings).unwrap();
        let wanted = match precision {
            Precision::Single => wanted,
            Precision::Float24(rounding) if wanted != 0.0 => float24::round(wanted, rounding),
            Precision::Float24(_) => wanted,
        };
        let bits = |value: f32| value.to_bits();
        assert_eq!(
            found.outputs[0].map(bits),
            [bits(wanted); 4],
            "{body} {precision:?}"
        );
    }
}

#[test]
fn geometry_programs_emit_what_their_outputs_hold() {
    let text = ".gsh\n.out pos position\n.proc main\nsetemit 2\nmov pos, c1\nemit\n\
                setemit 0, prim inv\nmov pos, c2\nemit\nend\n.end";
    let shbin = build(text);
    assert_eq!(shbin.executables[0].kind, Kind::Geometry(Geometry::Point));
    let found = run(&shbin, &Settings::default()).unwrap();
    let vertex = |vertex, ends: bool, value: f32| {
        let mut outputs = [[0.0; 4]; 16];
        outputs[0] = [value; 4];
        Emission {
            vertex,
            primitive: ends,
            winding: ends,
            outputs,
        }
    };
    assert_eq!(found.emitted, [vertex(2, false, 1.0), vertex(0, true, 2.0)]);
    assert_eq!(found.notes, [""; 0]);
}

/// Two primitives in; vertices and triangles out, whose rows are numbered through.
#[test]
fn a_run_of_a_geometry_program_gives_vertices_and_triangles() {
    let text = ".gsh point c0\n.out pos position\n.out clr color.xy\n.proc main\nifu b15\nmov r0, v1\n\
                .else\nmov r0, -v1\n.end\nsetemit 0\nmov pos, v0\nmov clr.xy, r0\nemit\n\
                setemit 1\nmov pos, v1\nmov clr.xy, r0\nemit\nsetemit 2, prim\nmov pos, v2\n\
                mov clr.xy, v2\nemit\nsetemit 0, prim inv\nmov pos, v0\nemit\nend\n.end";
    let shbin = build(text);
    let number = |k: u32| [k as f32; 4];
    let input = |k: u32| (k, vec![number(10 + k), number(20 + k)]);
    let image = RegisterImage {
        samples: 2,
        inputs: [("v".to_owned(), [input(0), input(1), input(2)].into())].into(),
        ..RegisterImage::default()
    };
    let mut watch = Watch::default();
    let outcome = shbin.simulate(&image, &mut watch).unwrap();
    let emitted = outcome.emitted.unwrap();
    assert_eq!(emitted.vertices, [4, 4]);
    // The slots keep their vertices, and the second triangle of each has the other winding.
    assert_eq!(
        emitted.triangles,
        [[0, 1, 2], [1, 3, 2], [4, 5, 6], [5, 7, 6]]
    );
    let column = |register: u32, lane: usize| -> Vec<f32> {
        let rows = outcome.outputs["o"][&register].iter();
        rows.map(|row| row[lane]).collect()
    };
    assert_eq!(
        column(0, 2),
        [10.0, 11.0, 12.0, 10.0, 20.0, 21.0, 22.0, 20.0]
    );
    // The unit tells that there was a primitive before; the last vertex has what its bank held.
    assert_eq!(
        column(1, 0),
        [-11.0, -11.0, 12.0, -11.0, 21.0, 21.0, 22.0, 21.0]
    );
    assert!(column(1, 3).iter().all(|lane| lane.is_nan()));
    let said: Vec<&str> = watch
        .warnings
        .iter()
        .map(|warning| warning.message.as_str())
        .collect();
    assert_eq!(
        said,
        [
            "pica200: word 17: o1.xy was not written for this vertex: it holds what it held two vertices before"
        ]
    );
}

/// Whichever set of outputs a vertex takes an output from, it is the same.
#[test]
fn an_output_that_two_vertices_had_need_not_be_written_again() {
    let text = ".gsh point c0\n.out pos position\n.out clr color\n.proc main\nsetemit 0\nmov pos, v0\n\
                mov clr, v1\nemit\nsetemit 1\nmov pos, v1\nmov clr, v1\nemit\nsetemit 2, prim\n\
                mov pos, v2\nemit\nend\n.end";
    let image = RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), [(1, vec![[1.0, 2.0, 3.0, 4.0]])].into())].into(),
        ..RegisterImage::default()
    };
    let mut watch = Watch::default();
    let outcome = build(text).simulate(&image, &mut watch).unwrap();
    assert_eq!(outcome.outputs["o"][&1][2], [1.0, 2.0, 3.0, 4.0]);
    assert!(watch.warnings.is_empty());
}

#[test]
fn a_triangle_of_a_slot_that_nothing_fills_is_told() {
    let text = ".gsh point c0\n.out pos position\n.proc main\nsetemit 1, prim\nmov pos, v0\nemit\nend\n.end";
    let mut watch = Watch::default();
    let outcome = build(text).simulate(&image([1.0; 4]), &mut watch).unwrap();
    assert_eq!(outcome.emitted.unwrap().triangles, [[0; 3]; 0]);
    let said = watch.warnings.iter().next().unwrap();
    let wanted = "pica200: a triangle is sent on before all three slots hold a vertex";
    assert_eq!(said.message, wanted);
}

/// A file as programs are read from it; nothing lies beside it.
fn binary(bytes: &[u8]) -> Binary<'_> {
    static NOTHING: LazyLock<IndexMap<&'static str, Vec<u8>>> = LazyLock::new(IndexMap::new);
    Binary {
        bytes,
        container: None,
        stage: None,
        side_files: &NOTHING,
    }
}

/// What a file tells of the program that is taken of it, and of that alone.
#[test]
fn one_program_of_a_file_is_chosen() {
    let vertex = ".fvec mvp[4]\n.bool lit\n.out pos position\n.out a dummy\n.out b dummy\n.proc main\n\
                  ifu lit\nmov b, mvp\n.else\nmov b, mvp[1]\n.end\nmov pos, v0\nmov a, v1\nend\n.end";
    let geometry = ".gsh point c0\n.fvec size\n.out pos position\n.entry grow\n.proc grow\nsetemit 0\n\
                    add pos, size, v9\nemit\nend\n.end";
    let files = [(FileId(0), vertex), (FileId(1), geometry)];
    let both = assemble(&files, AssembleOptions::default())
        .unwrap()
        .shbin
        .to_bytes();
    let names = |wanted: Option<&str>| {
        let (bytes, warnings) = PICA200.choose(binary(&both), wanted).unwrap().unwrap();
        let record = PICA200.read(binary(&bytes)).unwrap().interface().unwrap();
        let uniforms = record.uniforms.iter().map(|one| one.name.as_str());
        let inputs = record.inputs.iter().map(|one| one.name.as_str());
        let outputs = record.outputs.iter().map(|one| one.name.as_str());
        let all: Vec<&str> = uniforms.chain(inputs).chain(outputs).collect();
        (
            all.join(" "),
            record.features.join(" "),
            warnings.iter().count(),
        )
    };
    let (of_vertex, of_geometry) = ("mvp lit v0 v1 position o1 o2", "size v9 position");
    assert_eq!(names(None), (of_vertex.into(), String::new(), 1));
    assert_eq!(names(Some("vertex")), (of_vertex.into(), String::new(), 0));
    for wanted in ["geometry", "1"] {
        let found = names(Some(wanted));
        assert_eq!(found, (of_geometry.into(), "geometry".into(), 0));
    }
    let refused = |bytes: &[u8], wanted: &str| {
        let refused = PICA200.choose(binary(bytes), Some(wanted)).unwrap_err();
        let error = refused.iter().next().unwrap();
        (error.message.clone(), error.help.clone())
    };
    for wanted in ["2", "fragment", "-1"] {
        let (message, help) = refused(&both, wanted);
        assert_eq!(
            message,
            format!("pica200: the file has no program `{wanted}`")
        );
        assert_eq!(help, ["its programs are 0 (vertex), 1 (geometry)"]);
    }
    let alone = build(vertex).to_bytes();
    assert!(PICA200.choose(binary(&alone), None).unwrap().is_none());
    assert!(refused(&alone, "geometry").0.contains("no program"));
}

#[test]
fn an_entry_that_is_not_there_cannot_run() {
    let shbin = build(".proc main\nend\n.end");
    assert!(Executable::new(&shbin, 1).is_none());
}

/// One vertex with this attribute, and the first integer of the run.
fn image(input: [f32; 4]) -> RegisterImage {
    RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), [(0, vec![input])].into())].into(),
        uniforms: [("i".to_owned(), [(0, [0.0, 5.0, 2.0, 0.0])].into())].into(),
        ..RegisterImage::default()
    }
}

#[test]
fn the_arithmetic_of_a_run_is_a_setting() {
    let shbin = build(".out pos position\n.proc main\nmov pos, v0\nend\n.end");
    let tenth = 0.1f32;
    let run = |setting: Option<&str>, rounds: bool| {
        let mut watch = Watch {
            rounds,
            ..Watch::default()
        };
        let setting = setting.map(|value| ("float24".to_owned(), value.to_owned()));
        watch.settings.extend(setting);
        let outcome = shbin.simulate(&image([tenth; 4]), &mut watch);
        let outcome = outcome.map_err(|errors| errors.iter().next().unwrap().message.clone());
        outcome.map(|outcome| outcome.outputs["o"][&0][0][0])
    };
    let nearest = float24::round(tenth, Rounding::Nearest);
    let truncated = float24::round(tenth, Rounding::Truncate);
    assert_ne!(nearest, truncated);
    for (setting, rounds, wanted) in [
        (None, false, tenth),
        (None, true, nearest),
        (Some("off"), true, tenth),
        (Some("on"), false, nearest),
        (Some("nearest"), false, nearest),
        (Some("truncate"), false, truncated),
    ] {
        assert_eq!(run(setting, rounds), Ok(wanted), "{setting:?} {rounds}");
    }
    let message = run(Some("half"), false).unwrap_err();
    assert_eq!(message, "`half` is no value of `float24` for pica200");
}

#[test]
fn recordings_have_registers_flags_and_counters() {
    let shbin = build(
        ".out pos position\n.proc main\nmova a0.x, v0.z\ncmp v0, lt, ge, v0\nfor i0\nadd r3.yz, v0, v0\n\
         mov pos, r3.y\n.end\nend\n.end",
    );
    let mut watch = Watch {
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    let input = [0.25, 2.0, 1.0, 4.0];
    shbin.simulate(&image(input), &mut watch).unwrap();
    let recording = watch.recorder.unwrap().finish();
    let steps = recording.steps.iter();
    let effects: Vec<(usize, String)> = steps
        .map(|step| (step.instruction, recording.effect(step)))
        .collect();
    let wanted = [
        (0, "a0.x = 1"),
        (1, "cmp.xy = false, true"),
        (2, "aL.x = 5"),
        (3, "r3.yz = 4, 2"),
        (4, "o0.xyzw = 4, 4, 4, 4"),
        (5, ""),
    ];
    assert_eq!(effects, wanted.map(|(at, effect)| (at, effect.to_owned())));
}

#[test]
fn recordings_begin_with_uniforms_and_have_what_changes_by_the_way() {
    let shbin = build(
        ".gsh\n.out pos position\n.setf c90(1.0, 2.0, 3.0, 4.0)\n.proc main\nsetemit 0\nlitp r0, v0\n\
         for i0\nnop\n.end\nemit\nend\n.end",
    );
    let mut watch = Watch {
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    shbin.simulate(&image([1.0; 4]), &mut watch).unwrap();
    let recording = watch.recorder.unwrap().finish();
    let start = |name: &str| recording.start[recording.find(name).unwrap()];
    assert_eq!(start("c90"), [1.0, 2.0, 3.0, 4.0].map(Some));
    assert_eq!(recording.find("c91"), None);
    assert_eq!(start("cmp"), [Some(0.0), Some(0.0), None, None]);
    let changed = |name: &str| -> Vec<usize> {
        let register = recording.find(name).unwrap();
        let steps = recording.steps.iter();
        let changing = steps.filter(|step| step.changes.iter().any(|one| one.register == register));
        changing.map(|step| step.instruction).collect()
    };
    assert_eq!(changed("cmp"), [1]);
    // The count goes on at the end of each round.
    assert_eq!(changed("aL")[..2], [2, 3]);
    let said: Vec<&String> = recording
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .collect();
    assert_eq!(said, ["a vertex is emitted"]);
}

#[test]
fn hazards_of_a_run_are_warned_of_once() {
    let shbin = build(".out pos position\n.proc main\nmov pos.xyz, v0\nnop\nend\n.end");
    let mut watch = Watch::default();
    let image = RegisterImage {
        samples: 2,
        ..image([0.0; 4])
    };
    shbin.simulate(&image, &mut watch).unwrap();
    let messages: Vec<&str> = watch
        .warnings
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    let message = "pica200: word 2: o0.w is mapped, but was not written";
    assert_eq!(messages, [message]);
}

#[test]
fn products_are_rounded_and_copies_are_not() {
    let third = 1.0f32 / 3.0;
    let settings = Settings {
        precision: Precision::Float24(Rounding::Truncate),
        ..Settings::default()
    };
    let result = |body: &str| {
        let shbin = build(&format!(".out pos position\n.proc main\n{body}\nend\n.end"));
        let program = Executable::new(&shbin, 0).unwrap();
        let image = image([third; 4]);
        let run = sim::run(&program, &image, 0, &settings, &mut |_, _, _| {}).unwrap();
        run.outputs[0][0]
    };
    let third = float24::round(third, Rounding::Truncate);
    assert_eq!(result("mov pos, v0"), third);
    let exact = third * third;
    let rounded = float24::round(exact, Rounding::Truncate);
    assert_ne!(exact, rounded);
    assert_eq!(result("mul pos, v0, v0"), rounded);
}

#[test]
fn runs_end_after_so_many_instructions() {
    let shbin = build(".proc main\nnop\nnop\nend\n.end");
    let steps = |max_steps| {
        let settings = Settings {
            max_steps,
            ..Settings::default()
        };
        run(&shbin, &settings).map(|_| ())
    };
    assert_eq!(steps(3), Ok(()));
    let message = "word 2: more than 2 instructions ran";
    assert_eq!(steps(2), Err(message.to_owned()));
}

#[test]
fn constants_of_the_file_are_in_their_registers() {
    let shbin = build(
        ".out pos position\n.setb b3 true\n.seti i2(1, 5, 6, 0)\n.setf c90(1.0, 2.0, 3.0, 4.0)\n.proc main\n\
         mov r0, v0\nfor i2\nadd r0, c20[aL], r0\nnop\n.end\nifu b3\nadd r0, c90, r0\nnop\n.end\n\
         ifu b2\nmov r0, v0\nnop\n.end\nmov pos, r0.yyyy\nend\n.end",
    );
    let found = run(&shbin, &Settings::default()).unwrap();
    // c25 and c31 of the run, and the file's c90, though the run has another.
    assert_eq!(found.outputs[0], [200.0 + 25.0 + 31.0 + 2.0; 4]);
}

#[test]
fn emitted_vertices_alternate_between_two_sets_of_outputs() {
    let emit = |lane: &str, constant: u32| format!("mov pos.{lane}, c{constant}\nemit\n");
    let body: String = [("x", 1), ("y", 2), ("z", 3), ("w", 4)]
        .map(|(lane, constant)| emit(lane, constant))
        .concat();
    let text = format!(".gsh\n.out pos position\n.proc main\nsetemit 0\n{body}end\n.end");
    let found = run(&build(&text), &Settings::default()).unwrap();
    let positions: Vec<[f32; 4]> = found.emitted.iter().map(|one| one.outputs[0]).collect();
    assert_eq!(
        positions,
        [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 2.0, 0.0, 0.0],
            [1.0, 0.0, 3.0, 0.0],
            [0.0, 2.0, 0.0, 4.0]
        ]
    );
}

/// Procedures of which each calls the next with its last word; three return at once, a fourth does not.
#[test]
fn three_procedures_that_end_at_once_return() {
    let chain = |depth: usize| {
        let procedures: String = (0..depth - 1)
            .map(|k| format!(".proc p{k}\ncall p{}\n.end\n", k + 1))
            .collect();
        let last = depth - 1;
        let text = format!(".proc main\ncall p0\nend\n.end\n{procedures}.proc p{last}\nnop\n.end");
        run(&build(&text), &Settings::default()).map(|_| ())
    };
    assert_eq!(chain(3), Ok(()));
    let message = "word 6: the program ran past its last instruction without `end`";
    assert_eq!(chain(4), Err(message.to_owned()));
}
