//! Keys and screens, without a terminal.

use super::draw::{Theme, draw};
use super::keys::{KEYS, Pane, Ui};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use retroshade::debug::{Program, Session};
use retroshade::{Binary, Compiler, Source, Stage, find_target};
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{Recorder, Watch};
use retroshade_testing::{expect_file, expect_part};
use std::path::Path;

const SHADER: &str = "precision mediump float;
uniform vec3 uTint;
varying vec2 vUv;
void main() {
    float wave = sin(vUv.x * 6.28);
    if (wave > uTint.x) wave *= 0.5;
    gl_FragColor = vec4(uTint * wave, 1.0);
}
";

fn ui(target: &str) -> Ui {
    let target = find_target(target).expect("a target");
    let source = Source::new("wave.frag", Stage::Fragment, SHADER);
    let compilation = Compiler::new(target).compile(&source);
    let compiled = compilation.result.expect("a program");
    let inputs = r#"{"uniforms": {"uTint": {"value": [0.5, 0.25, 1]}}, "varyings": {"vUv": {"values": [[0.25, 0.5]]}}}"#;
    let inputs = RunInputs::from_json(inputs, retroshade::diagnostics::FileId(0)).expect("inputs");
    let mut watch = Watch {
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    let binary = Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let program = Program::compiled(
        format!("wave.frag for {}, sample 0", target.name()),
        target,
        (&compiled, binary),
        &compilation.sources,
        (&inputs, &mut watch),
        "",
    );
    Ui::new(Session::new(program.expect("a recording")), Vec::new())
}

/// Presses keys: a letter each, or names in angle brackets. Says whether the last one ends.
fn press(ui: &mut Ui, keys: &str) -> bool {
    let mut ends = false;
    let mut rest = keys;
    while let Some(letter) = rest.chars().next() {
        let (code, length) = match rest.split_once('>').filter(|_| letter == '<') {
            Some((name, _)) => {
                let code = match &name[1..] {
                    "tab" => KeyCode::Tab,
                    "enter" => KeyCode::Enter,
                    "esc" => KeyCode::Esc,
                    "down" => KeyCode::Down,
                    "up" => KeyCode::Up,
                    "page" => KeyCode::PageDown,
                    "rub" => KeyCode::Backspace,
                    other => panic!("{other}"),
                };
                (code, name.len() + 1)
            }
            None => (KeyCode::Char(letter), letter.len_utf8()),
        };
        ends = ui.key(KeyEvent::new(code, KeyModifiers::NONE));
        rest = &rest[length..];
    }
    ends
}

/// Draws a screen of some size; returns its text.
fn screen(ui: &Ui, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let theme = Theme { colored: true };
    terminal
        .draw(|frame| draw(frame, ui, theme))
        .expect("a screen");
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(width.into());
    let text = rows.map(|row| {
        let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        format!("{}\n", row.trim_end())
    });
    text.collect()
}

#[track_caller]
fn expect(name: &str, ui: &Ui, (width, height): (u16, u16)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/debug/screens");
    let path = folder.join(format!("{name}.txt"));
    if let Err(fault) = expect_file(&path, &screen(ui, width, height)) {
        panic!("{fault}");
    }
}

#[test]
fn the_screen_shows_source_code_and_registers() {
    let mut ui = ui("lima");
    expect("start", &ui, (80, 24));
    press(&mut ui, "swuTint<enter>");
    expect("step", &ui, (120, 30));
    press(&mut ui, "b<tab><tab>b");
    expect("breakpoints", &ui, (150, 24));
}

#[test]
fn the_end_says_what_became_of_it() {
    let mut ui = ui("agal2");
    press(&mut ui, "Gwgl_FragColor<enter>");
    expect("end", &ui, (80, 24));
    press(&mut ui, "?");
    expect("help", &ui, (80, 30));
}

#[test]
fn screens_of_any_size_are_drawn() {
    let mut ui = ui("lima");
    press(&mut ui, ":help<enter>");
    for (width, height) in [
        (1, 1),
        (3, 2),
        (8, 5),
        (20, 40),
        (139, 3),
        (140, 60),
        (300, 9),
    ] {
        screen(&ui, width, height);
    }
    press(&mut ui, "?");
    screen(&ui, 5, 5);
    press(&mut ui, "::::");
    screen(&ui, 2, 3);
}

#[test]
fn keys_move_the_program_and_the_choice() {
    let mut ui = ui("agal2");
    press(&mut ui, "sss");
    assert_eq!(ui.session.at(), 3);
    press(&mut ui, "SN");
    assert!(ui.session.at() < 2);
    press(&mut ui, "g");
    assert_eq!(ui.session.at(), 0);
    // A breakpoint at the fourth instruction, taken away at the second hit of its key.
    press(&mut ui, "<down><down><down>b");
    assert_eq!(ui.row(Pane::Code), Some(3));
    press(&mut ui, "c");
    assert_eq!(ui.session.at(), 3);
    assert_eq!(ui.chosen, [None; 2]);
    press(&mut ui, "bG");
    assert_eq!(ui.session.breakpoints().count(), 0);
    let end = ui.session.at();
    press(&mut ui, "C");
    assert_eq!(ui.session.at(), 0);
    press(&mut ui, ":step 2<enter>");
    assert_eq!(ui.session.at(), 2);
    press(&mut ui, ":stepx<rub><esc>n");
    assert!(ui.typed.is_none() && ui.session.at() > 2 && ui.session.at() <= end);
    press(&mut ui, ":walk<enter>");
    assert!(ui.said[0].contains("no command"), "{:?}", ui.said);
    assert!(press(&mut ui, ":quit<enter>"));
    assert!(press(&mut ui, "q"));
    assert!(ui.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
}

#[test]
fn a_line_without_instructions_takes_no_breakpoint() {
    let mut ui = ui("agal2");
    press(&mut ui, "<tab><tab>");
    assert_eq!(ui.focus, Pane::Source);
    press(&mut ui, "<up><up><up><up><up><up><up><up>b");
    assert_eq!(ui.row(Pane::Source), Some(0));
    assert_eq!(ui.said, ["no instruction was made for this line"]);
    assert_eq!(ui.session.breakpoints().count(), 0);
    press(&mut ui, "<page><page><up>b");
    assert_eq!(ui.session.breakpoints().count(), 1);
}

/// The part of the page of the book between two comments.
#[track_caller]
fn expect_in_the_book(name: &str, found: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/debug.md");
    let (begin, end) = (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->"),
    );
    if let Err(fault) = expect_part(&page, &begin, &end, found) {
        panic!("{fault}");
    }
}

#[test]
fn the_book_shows_a_screen_and_the_keys() {
    let mut ui = ui("lima");
    press(&mut ui, "sswuTint<enter>?");
    press(&mut ui, "<esc>");
    expect_in_the_book("screen", &format!("```text\n{}```\n", screen(&ui, 110, 26)));
    let rows = KEYS.iter().map(|(keys, what)| {
        let keys: Vec<String> = keys
            .split(' ')
            .map(|key| format!("`{}`", key.trim_end_matches(',')))
            .collect();
        format!("| {} | {what} |\n", keys.join(" "))
    });
    let table = format!("| keys | |\n| --- | --- |\n{}", rows.collect::<String>());
    expect_in_the_book("keys", &table);
}
