//! Charts of programs of every machine.

use super::*;
use crate::compiler::{Compiler, Source};
use crate::{find_target, targets};
use retroshade_ir::Stage;
use retroshade_kit::schedule::{From, Place};

fn compiled(target: &'static dyn Target, source: &Source) -> Option<Compiled> {
    Compiler::new(target).compile(source).result
}

fn chart(target: &str, stage: Stage, text: &str) -> Chart {
    let target = find_target(target).expect("a target");
    let compiled = compiled(target, &Source::new("a", stage, text)).expect("a program");
    Chart::new(target, &compiled, Vec::new()).expect("a chart")
}

const VERTEX: &str = "attribute vec4 aPosition;\nattribute vec3 aNormal;\nuniform mat4 uMatrix;\nuniform vec3 uLight;\n\
    varying vec4 vColor;\nvoid main() {\n    gl_Position = uMatrix * aPosition;\n    \
    vColor = vec4(max(dot(normalize(aNormal), uLight), 0.0));\n}\n";

const FRAGMENT: &str = "precision mediump float;\nuniform sampler2D uTexture;\nuniform vec4 uTint;\nvarying vec2 vUv;\n\
    void main() {\n    vec4 color = texture2D(uTexture, vUv) * uTint;\n    \
    gl_FragColor = vec4(sqrt(color.rgb) + sin(vUv.x), color.a);\n}\n";

/// Every program that the examples give, with its target.
fn programs() -> Vec<(&'static dyn Target, Stage, Compiled)> {
    let mut programs = Vec::new();
    for target in targets() {
        for (stage, text) in [(Stage::Vertex, VERTEX), (Stage::Fragment, FRAGMENT)] {
            if target.runs_programs(stage) {
                let source = Source::new("a", stage, text);
                let program = compiled(*target, &source).expect("a program");
                programs.push((*target, stage, program));
            }
        }
    }
    programs
}

#[test]
fn every_value_that_is_read_was_written() {
    let programs = programs();
    assert!(programs.len() >= 8, "{}", programs.len());
    for (target, stage, program) in programs {
        let chart = Chart::new(target, &program, Vec::new()).expect("a chart");
        let what = format!("{} {}", target.name(), stage.name());
        let count = program.reflection.stats.instructions as usize;
        assert_eq!(chart.schedule.rows.len(), count, "{what}");
        for (row, instruction) in chart.schedule.rows.iter().enumerate() {
            for (number, cell) in instruction.cells.iter().enumerate() {
                assert!(cell.unit < chart.schedule.units.len(), "{what}");
                let to = (row, number);
                let temporaries = cell.reads.iter().filter(|read| match read.from {
                    From::Place(Place { file, .. }) => file.is_temporary(),
                    From::Unit { .. } => true,
                    From::Texture { .. } | From::Builtin(_) => false,
                });
                for read in temporaries {
                    let found = chart.values.edges.iter().any(|edge| edge.to == to);
                    assert!(
                        found,
                        "{what}: {row} {} reads {read:?}\n{}",
                        cell.text, program.assembly
                    );
                }
            }
        }
        // Nothing is live before the program starts, and nothing but outputs at its end.
        let last = chart.values.live.last().expect("instructions");
        assert_eq!(last.len(), chart.schedule.results.len(), "{what}: {last:?}");
        let length = chart.values.chain_length as usize;
        assert!((2..=count).contains(&length), "{what}: {length} of {count}");
        let paths = &chart.paths;
        let (shortest, longest) = (paths.shortest.as_ref(), paths.longest.as_ref());
        let (shortest, longest) = (shortest.expect("a way"), longest.expect("a way"));
        assert!(shortest.instructions <= longest.instructions, "{what}");
        assert!(longest.instructions as usize <= count, "{what}");
        assert!(longest.busiest().is_some(), "{what}");
    }
}

#[test]
fn branches_have_a_short_and_a_long_way() {
    let text = "precision mediump float;\nuniform float u;\nvarying vec4 v;\nvoid main() {\n    vec4 a = v;\n    \
        if (v.x > u) { for (int i = 0; i < 8; i++) a = sqrt(a) + sin(a * v.y); }\n    gl_FragColor = a;\n}\n";
    let chart = chart("lima", Stage::Fragment, text);
    let (shortest, longest) = (chart.paths.shortest.clone(), chart.paths.longest.clone());
    let report = chart.report();
    assert!(
        shortest.expect("a way").instructions + 8
            < longest.map_or(u32::MAX, |way| way.instructions),
        "{report}"
    );
    assert!(
        report.contains("scalar multiplier") && report.contains("longest path"),
        "{report}"
    );
}

#[test]
fn loops_count_as_often_as_they_run() {
    let text = "attribute vec4 p;\nuniform vec4 k[8];\nvoid main() {\n    vec4 a = p;\n    \
        for (int i = 0; i < 8; i++) a = normalize(a) * k[i];\n    gl_Position = a;\n}\n";
    let target = find_target("pica200").expect("a target");
    let mut compiler = Compiler::new(target);
    compiler.options.optimize = retroshade_kit::target::Optimize::Size;
    let program = compiler
        .compile(&Source::new("a", Stage::Vertex, text))
        .result
        .expect("a program");
    assert!(program.assembly.contains("for i"), "{}", program.assembly);
    let chart = Chart::new(target, &program, Vec::new()).expect("a chart");
    let ways = [&chart.paths.shortest, &chart.paths.longest];
    let [shortest, longest] = ways.map(|way| way.as_ref().expect("a way").instructions as usize);
    assert_eq!(shortest, longest, "{}", chart.report());
    assert!(
        longest > 2 * chart.schedule.rows.len(),
        "{}\n{}",
        chart.report(),
        program.assembly
    );
}

#[test]
fn settings_have_no_units() {
    let target = find_target("nv2a").expect("a target");
    let text = "void main() { gl_FragColor = vec4(0.5); }";
    let program = compiled(target, &Source::new("a", Stage::Fragment, text)).expect("settings");
    let refused = Chart::new(target, &program, Vec::new()).expect_err("settings");
    let said = refused.iter().next().expect("a fault").message.clone();
    assert!(said.contains("settings, not instructions"), "{said}");
}

#[test]
fn pictures_have_every_operation_once() {
    for (target, _, program) in programs() {
        let chart = Chart::new(target, &program, Vec::new()).expect("a chart");
        let svg = chart.svg();
        let cells: usize = chart.schedule.rows.iter().map(|row| row.cells.len()).sum();
        assert_eq!(svg.matches("data-operation=").count(), cells);
        assert_eq!(
            svg.matches("class=\"value\"").count(),
            chart.values.edges.len()
        );
        let whole = svg.matches("<g").count() == svg.matches("</g>").count();
        assert!(whole && svg.ends_with("</svg>\n"));
        let html = chart.html();
        assert!(html.contains("<dt>longest path</dt>") && html.contains(&svg));
    }
}

#[test]
fn names_of_files_are_no_markup() {
    assert_eq!(
        escaped("<a href=\"x\">&\u{1}"),
        "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}"
    );
}
