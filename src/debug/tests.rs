//! Recordings of real programs of every target.

use super::*;
use crate::compiler::{Compiler, Source};
use crate::render::{Size, View, fill, fill_inputs};
use crate::targets;
use retroshade_ir::Stage;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{self, Recorder, Watch};
use retroshade_kit::target::Target;

const FRAGMENT: &str = "precision mediump float;
uniform sampler2D uMap;
uniform float uEdge;
varying vec4 vColor;
varying vec2 vUv;
void main() {
    vec4 color = texture2D(uMap, vUv) * vColor;
    gl_FragColor = vec4(color.rgb * uEdge, color.a);
}
";

const VERTEX: &str = "attribute vec4 aPosition;
uniform mat4 uMvp;
uniform vec4 uLights[3];
varying vec4 vColor;
void main() {
    gl_Position = uMvp * aPosition;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 3; i++) {
        if (uLights[i].w > 0.4) sum += sqrt(uLights[i]) * aPosition.w;
    }
    vColor = sum * 0.25;
}
";

/// A program of a source on default values, and what `run` makes of it.
fn program(
    target: &'static dyn Target,
    (name, text): (&str, &str),
    most: u64,
) -> (Program, machine_outputs::Outputs) {
    let stage = crate::stage_of_name(std::path::Path::new(name)).expect("a stage");
    let source = Source::new(name, stage, text);
    let compiler = Compiler::new(target);
    let shader = compiler.language.lower(&source).result.expect("a shader");
    let compilation = compiler.compile(&source);
    let compiled = compilation.result.expect("a program");
    let view = View {
        size: Size {
            width: 8,
            height: 8,
        },
        time: 0.0,
        frame: 0,
        step: 0.0,
    };
    let mut inputs = RunInputs {
        stage: Some(stage),
        ..RunInputs::default()
    };
    fill(&shader, &mut inputs, &view);
    fill_inputs(&shader, &mut inputs, &view);
    let mut watch = Watch {
        most_steps: Some(most),
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    let binary = || crate::Binary {
        stage: Some(stage),
        ..compiled.as_binary()
    };
    let program = Program::compiled(
        name.to_owned(),
        target,
        (&compiled, binary()),
        &compilation.sources,
        (&inputs, &mut watch),
        "",
    );
    let outputs = machine::run(target, binary(), &compiled.reflection, &inputs);
    (program.expect("a recording"), machine_outputs::of(outputs))
}

mod machine_outputs {
    use retroshade_diagnostics::Diagnostics;
    use retroshade_ir::run::RunOutputs;

    /// Outputs of sample 0 by name.
    pub(super) type Outputs = Vec<(String, Vec<f32>)>;

    pub(super) fn of(outputs: Result<RunOutputs, Diagnostics>) -> Outputs {
        let outputs = outputs.map(|outputs| outputs.outputs).unwrap_or_default();
        let first = |rows: Vec<Vec<f32>>| rows.into_iter().next().unwrap_or_default();
        outputs
            .into_iter()
            .map(|(name, rows)| (name, first(rows)))
            .collect()
    }
}

/// The programs of both shaders for every target.
fn all() -> Vec<(String, Program, machine_outputs::Outputs)> {
    let mut all = Vec::new();
    for target in targets() {
        for (stage, name, text) in [
            (Stage::Vertex, "a.vert", VERTEX),
            (Stage::Fragment, "a.frag", FRAGMENT),
        ] {
            if target.processor(stage).is_some() {
                let (program, outputs) = program(*target, (name, text), 10_000);
                all.push((format!("{name} for {}", target.name()), program, outputs));
            }
        }
    }
    assert!(all.len() >= 12, "{}", all.len());
    all
}

fn held(program: &Program, state: &State) -> Vec<Vec<Option<u32>>> {
    let registers = 0..program.traced.recording.registers.len();
    let bits = |register| {
        state
            .held(register)
            .map(|lane| lane.map(f32::to_bits))
            .to_vec()
    };
    registers.map(bits).collect()
}

#[test]
fn going_back_gives_every_state_again() {
    for (name, program, _) in all() {
        let recording = &program.traced.recording;
        assert!(!recording.steps.is_empty(), "{name}");
        assert_eq!(program.end, End::Ended, "{name}");
        let mut state = State::new(recording);
        let mut seen = vec![held(&program, &state)];
        for at in 1..=program.steps() {
            state.go(recording, at);
            seen.push(held(&program, &state));
        }
        for at in (0..=program.steps()).rev() {
            state.go(recording, at);
            assert_eq!(held(&program, &state), seen[at], "{name} at {at}");
        }
        state.go(recording, usize::MAX);
        assert_eq!(state.at(), program.steps(), "{name}");
    }
}

#[test]
fn the_last_state_holds_what_a_run_gives() {
    for (name, program, outputs) in all() {
        let recording = &program.traced.recording;
        let mut state = State::new(recording);
        state.go(recording, usize::MAX);
        assert!(!outputs.is_empty(), "{name}");
        for (output, row) in outputs {
            let watched = program.names.find(&output, recording, &[]);
            let watched = watched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let lanes = watched.lanes.iter().map(|(register, lane)| {
                state.held(register.expect("a register"))[*lane].unwrap_or(f32::NAN)
            });
            let lanes: Vec<f32> = lanes.collect();
            assert_eq!(lanes, row, "{output} of {name}");
        }
    }
}

#[test]
fn every_instruction_has_a_row_and_programs_have_lines() {
    for (name, program, _) in all() {
        for step in &program.traced.recording.steps {
            assert!(
                program.traced.row_of(step.instruction).is_some(),
                "{name}: {step:?}"
            );
        }
        let line = |at| program.next_place(at).map(|place: SourceLine| place.line);
        let known = (0..program.steps()).filter_map(line);
        let lines = if name.starts_with("a.vert") {
            5..=11
        } else {
            6..=8
        };
        let count = known
            .inspect(|line| assert!(lines.contains(line), "{name}: {line}"))
            .count();
        assert!(count > 0, "{name}");
    }
}

#[test]
fn values_have_the_names_of_the_source() {
    for (name, program, _) in all() {
        let find = |what: &str| program.names.find(what, &program.traced.recording, &[]);
        let value = |what: &str| {
            let state = State::new(&program.traced.recording);
            find(what).map(|watched| watched.value(&program.traced.recording, &state))
        };
        if name.starts_with("a.vert") {
            assert_eq!(
                value("uLights[2]").as_deref(),
                Ok("0.5, 0.5, 0.5, 1"),
                "{name}"
            );
            assert_eq!(value("uLights[2].zw").as_deref(), Ok("0.5, 1"), "{name}");
            assert_eq!(value("uMvp[1].x").as_deref(), Ok("0"), "{name}");
            assert!(find("uLights[3]").is_err(), "{name}");
            assert!(find("uMvp.zzq").is_err(), "{name}");
            assert_eq!(value("vColor").as_deref(), Ok("-"), "{name}");
        } else if program
            .names
            .find("vUv", &program.traced.recording, &[])
            .is_ok()
        {
            assert!(
                value("vUv").is_ok_and(|value| value == "0.5, 0.5"),
                "{name}"
            );
        }
        assert!(find("sum").is_err_and(|fault| fault.to_string().contains("or local variable")));
        assert!(find("").is_err() && find(".").is_err() && find("[0]").is_err());
    }
}

#[test]
fn moves_end_where_they_should() {
    let target = crate::find_target("agal1").expect("a target");
    let (program, _) = program(target, ("a.vert", VERTEX), 10_000);
    let steps = program.steps();
    let mut session = Session::new(program);
    let mut at = |line: &str| {
        session
            .run(line)
            .unwrap_or_else(|fault| panic!("{line}: {fault}"));
        session.at()
    };
    assert_eq!(at("back 5"), 0);
    assert_eq!(at("step 3"), 3);
    assert_eq!(at("step 100000"), steps);
    assert_eq!(at("back-continue"), 0);
    let line = at("next");
    assert!(line > 0 && line < steps);
    assert_eq!(at("back-next"), 0);
    at("break *2");
    assert_eq!(at("continue"), 2);
    assert_eq!(at("continue"), steps);
    assert_eq!(at("rc"), 2);
    assert_eq!(at("rc"), 0);
    at("delete 1");
    at("break 11");
    let there = at("continue");
    assert!(there > 0 && there < steps);
    at("until vColor");
    assert_eq!(at("end"), steps);
    assert_eq!(at("start"), 0);
}

/// A vertex program, then a fragment program, each with a list of sources of its own.
fn pair() -> Session {
    let target = crate::find_target("agal1").expect("a target");
    let vertex = program(target, ("a.vert", VERTEX), 10_000).0;
    let fragment = program(target, ("a.frag", FRAGMENT), 10_000).0;
    Session::new(vertex).then(fragment)
}

#[test]
fn programs_follow_each_other_and_are_gone_back_through() {
    let mut session = pair();
    let steps: Vec<usize> = session.programs().map(Program::steps).collect();
    let mut positions = vec![session.position()];
    while !session.is_over() {
        session.run("step").expect("a step");
        positions.push(session.position());
    }
    // The end of the first program and the start of the second are two positions.
    assert_eq!(positions.len(), steps[0] + steps[1] + 2);
    assert!(positions.is_sorted());
    assert_eq!(session.program().title, "a.frag");
    for position in positions.iter().rev().skip(1) {
        session.run("back").expect("a step");
        assert_eq!(session.position(), *position);
    }
    let mut at = |line: &str| {
        session
            .run(line)
            .unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let Position { program, at } = session.position();
        (program, at)
    };
    assert_eq!(at("step 1000000"), (1, steps[1]));
    assert_eq!(at("start"), (0, 0));
    assert_eq!(at("until vColor").0, 0);
    // An instruction is one of the program in which it was named.
    at("break *1");
    at("end");
    assert_eq!(at("back-continue"), (0, 1));
    assert_eq!(at("continue"), (1, steps[1]));
    at("break *1");
    at("start");
    assert_eq!(at("continue"), (0, 1));
    assert_eq!(at("continue"), (1, 1));
    assert_eq!(at("back"), (1, 0));
    assert_eq!(at("back-next"), (0, steps[0]));
    assert_eq!(at("next").0, 1);
}

#[test]
fn a_watch_is_shown_in_the_programs_that_know_it() {
    let mut session = pair();
    let mut said = |line: &str| session.run(line).map(|reply| reply.text);
    assert_eq!(
        said("watch uEdge"),
        Ok(vec!["`uEdge` is shown in a.frag".to_owned()])
    );
    assert!(said("watch nothing").is_err());
    let shown = |text: &[String]| text.iter().any(|line| line == "uEdge = 0.5");
    assert!(!shown(&said("step").expect("a step")));
    assert!(shown(&said("end").expect("a move")));
    assert!(!shown(&said("start").expect("a move")));
}

#[test]
fn a_program_that_does_not_end_is_followed_as_far_as_asked() {
    let text = "precision mediump float;
uniform float uEdge;
void main() {
    float sum = 0.0;
    for (int i = 0; i < 30000; i++) sum += uEdge;
    gl_FragColor = vec4(sum);
}
";
    let target = crate::find_target("lima").expect("a target");
    let (program, _) = program(target, ("a.frag", text), 100);
    assert_eq!(program.steps(), 100);
    assert!(matches!(&program.end, End::Stopped(why) if why[0].contains("more than 100")));
    let mut session = Session::new(program);
    let said = session.run("end").expect("an end").text;
    assert_eq!(said[0], "the run ends after 100 steps");
}

#[test]
fn commands_are_read_or_refused() {
    assert_eq!(Command::parse(" step  12 "), Ok(Some(Command::Step(12))));
    assert_eq!(Command::parse("rs"), Ok(Some(Command::Back(1))));
    assert_eq!(Command::parse("# step"), Ok(None));
    assert_eq!(
        Command::parse("b a.frag:7"),
        Ok(Some(Command::Break(Some(Location::Line(
            Some("a.frag".to_owned()),
            7
        )))))
    );
    for line in [
        "step -1",
        "step 0",
        "step 99999999999999999999",
        "b *x",
        "b :",
        "b 0",
        "u",
        "end 1",
        "é",
    ] {
        assert!(Command::parse(line).is_err(), "{line}");
    }
    // Every word and every short form is of one command alone.
    let words = COMMANDS
        .iter()
        .flat_map(|one| std::iter::once(&one.word).chain(one.short));
    let mut words: Vec<&str> = words.copied().collect();
    let count = words.len();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), count);
}
