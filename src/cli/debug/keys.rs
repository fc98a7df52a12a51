//! What keys do: the state of the screen, without any drawing.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use retroshade::debug::{Breakpoint, Command, Screen, Session, SourceLine};

/// A part of the screen that keys move in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Source,
    Code,
    Registers,
}

/// A key for the help.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("s Right F11", "step: run one instruction"),
    ("S Left", "take one instruction back"),
    ("n F10", "run to another line of the source"),
    ("N", "go back to where the line before began"),
    ("c F5", "run to a breakpoint or the end"),
    ("C", "go back to a breakpoint or the start"),
    ("g Home, G End", "go to the start, to the end"),
    ("Tab", "go to the next pane"),
    ("Up Down PgUp PgDn", "move in the pane"),
    ("b Space F9", "breakpoint at the chosen line, or none there"),
    ("w u p", "watch, run until a change of, print: a name"),
    (":", "any command; `help` lists them"),
    ("Esc", "close what is open; follow the program again"),
    ("q Ctrl-C", "end"),
];

/// A session on a screen.
pub(super) struct Ui {
    pub(super) session: Session,
    /// What the screen shows of it.
    pub(super) screen: Screen,
    pub(super) focus: Pane,
    /// The chosen rows of source and machine code; `None` follows the program.
    pub(super) chosen: [Option<usize>; 2],
    /// The first line of the registers that is shown.
    pub(super) scrolled: usize,
    /// The command that is being typed.
    pub(super) typed: Option<String>,
    /// What was said last.
    pub(super) said: Vec<String>,
    pub(super) shows_help: bool,
}

impl Ui {
    pub(super) fn new(session: Session, said: Vec<String>) -> Ui {
        Ui {
            screen: session.screen(),
            session,
            focus: Pane::Code,
            chosen: [None; 2],
            scrolled: 0,
            typed: None,
            said,
            shows_help: false,
        }
    }

    /// Does what a key says; `true` where the user wants to go.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return true;
        }
        let quits = match self.typed.take() {
            Some(text) => self.type_on(text, key.code),
            None => self.act(key.code),
        };
        self.screen = self.session.screen();
        quits
    }

    /// A key of the command line.
    fn type_on(&mut self, mut text: String, code: KeyCode) -> bool {
        match code {
            KeyCode::Enter => return self.obey(&text),
            KeyCode::Esc => return false,
            KeyCode::Backspace if text.pop().is_none() => return false,
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.typed = Some(text);
        false
    }

    fn act(&mut self, code: KeyCode) -> bool {
        self.said.clear();
        if std::mem::take(&mut self.shows_help) && code != KeyCode::Char('q') {
            return false;
        }
        let command = match code {
            KeyCode::Char('q') => return true,
            KeyCode::Char('s') | KeyCode::Right | KeyCode::F(11) => Command::Step(1),
            KeyCode::Char('S') | KeyCode::Left => Command::Back(1),
            KeyCode::Char('n') | KeyCode::F(10) => Command::Next,
            KeyCode::Char('N') => Command::BackNext,
            KeyCode::Char('c') | KeyCode::F(5) => Command::Continue,
            KeyCode::Char('C') => Command::BackContinue,
            KeyCode::Char('g') | KeyCode::Home => Command::Start,
            KeyCode::Char('G') | KeyCode::End => Command::End,
            other => {
                self.look(other);
                return false;
            }
        };
        self.chosen = [None; 2];
        // The screen shows what a move says.
        if let Err(fault) = self.session.execute(command) {
            self.said = vec![fault.to_string()];
        }
        false
    }

    /// Keys that leave the program where it is.
    fn look(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('?') | KeyCode::Char('h') | KeyCode::F(1) => self.shows_help = true,
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char('w') => self.typed = Some("watch ".to_owned()),
            KeyCode::Char('u') => self.typed = Some("until ".to_owned()),
            KeyCode::Char('p') => self.typed = Some("print ".to_owned()),
            KeyCode::Char('b' | ' ') | KeyCode::F(9) => self.toggle(),
            KeyCode::Tab | KeyCode::BackTab => self.focus = self.beside(code == KeyCode::Tab),
            KeyCode::Down | KeyCode::Char('j') => self.go(1),
            KeyCode::Up | KeyCode::Char('k') => self.go(-1),
            KeyCode::PageDown => self.go(PAGE),
            KeyCode::PageUp => self.go(-PAGE),
            KeyCode::Esc => {
                self.chosen = [None; 2];
                self.scrolled = 0;
            }
            _ => {}
        }
    }

    fn beside(&self, forwards: bool) -> Pane {
        let all = [Pane::Source, Pane::Code, Pane::Registers];
        let here = all.iter().position(|pane| *pane == self.focus).unwrap_or(0);
        let step = if forwards { 1 } else { all.len() - 1 };
        all[(here + step) % all.len()]
    }

    fn obey(&mut self, text: &str) -> bool {
        self.said = match self.session.run(text) {
            Ok(reply) if reply.quits => return true,
            Ok(reply) => reply.text,
            Err(fault) => vec![fault.to_string()],
        };
        self.chosen = [None; 2];
        false
    }

    /// The chosen row of a pane, or the one that the program is at.
    pub(super) fn row(&self, pane: Pane) -> Option<usize> {
        let (chosen, rows) = match pane {
            Pane::Source => (self.chosen[0], &self.screen.lines),
            Pane::Code => (self.chosen[1], &self.screen.code),
            Pane::Registers => return None,
        };
        let next = || rows.iter().position(|row| row.is_next);
        let last = || match pane {
            Pane::Source => Some(self.session.shown_place().line - 1),
            _ => rows.iter().rposition(|row| row.number.is_some()),
        };
        chosen.or_else(next).or_else(last)
    }

    fn go(&mut self, by: isize) {
        let moved =
            |at: usize, count: usize| at.saturating_add_signed(by).min(count.saturating_sub(1));
        let place = match self.focus {
            Pane::Registers => {
                let groups = self.screen.groups.iter();
                let lines: usize = groups.map(|group| group.rows.len() + 1).sum();
                self.scrolled = moved(self.scrolled, lines + self.screen.watches.len());
                return;
            }
            Pane::Source => 0,
            Pane::Code => 1,
        };
        let count = [self.screen.lines.len(), self.screen.code.len()][place];
        let here = self.row(self.focus).unwrap_or(0);
        self.chosen[place] = Some(moved(here, count));
    }

    /// Sets or takes away a breakpoint at the chosen row.
    fn toggle(&mut self) {
        let row = self.row(self.focus);
        let breakpoint = match self.focus {
            Pane::Registers => None,
            Pane::Source => row
                .filter(|row| self.screen.lines.get(*row).is_some_and(|row| row.linked))
                .map(|row| {
                    let file = self.session.shown_place().file;
                    let line = row + 1;
                    Breakpoint::Line(SourceLine { file, line })
                }),
            Pane::Code => {
                let row = row.and_then(|row| self.screen.code.get(row));
                let number = row.and_then(|row| row.number);
                number.map(|number| self.session.at_instruction(number))
            }
        };
        match breakpoint {
            Some(breakpoint) => self.session.toggle(breakpoint),
            None => self.said = vec!["no instruction was made for this line".to_owned()],
        }
    }
}

/// Rows of a page.
const PAGE: isize = 10;
