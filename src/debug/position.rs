//! Where a session is, and where moves end: forwards and back, from one program to the next.

use super::origins::SourceLine;
use super::program::{End, Program, beside};
use super::state::State;

/// A place where moves end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// An instruction.
    Instruction {
        /// The program, as in [`Position::program`].
        program: usize,
        /// The instruction, 0 for the first.
        number: usize,
    },
    /// Where the instructions of a line begin, in all programs.
    Line(SourceLine),
}

/// A point between two steps. Positions are ordered by time.
///
/// The end of a program and the start of the next are two positions: at the first the registers hold what the program
/// leaves, at the second what the next one finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The program, 0 for the one that runs first.
    pub program: usize,
    /// How many of its steps ran.
    pub at: usize,
}

/// A program of a session, and what its registers hold where the user is in it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) program: Program,
    pub(super) state: State,
}

impl Part {
    /// At the start of a program.
    pub(super) fn new(program: Program) -> Part {
        let state = State::new(&program.traced.recording);
        Part { program, state }
    }
}

/// Programs that run one after the other, and where the user is among them.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// In the order in which they run; at least one.
    pub(super) parts: Vec<Part>,
    /// The part that the user is in.
    pub(super) here: usize,
    /// With their numbers, which stay when others are taken away.
    pub(super) breakpoints: Vec<(usize, Breakpoint)>,
}

impl Walk {
    /// At the start of a program.
    pub(super) fn new(program: Program) -> Walk {
        Walk {
            parts: vec![Part::new(program)],
            here: 0,
            breakpoints: Vec::new(),
        }
    }

    /// The part that the user is in.
    pub(super) fn part(&self) -> &Part {
        &self.parts[self.here]
    }

    /// Where the user is.
    pub(super) fn position(&self) -> Position {
        Position {
            program: self.here,
            at: self.part().state.at(),
        }
    }

    pub(super) fn go(&mut self, to: Position) {
        for (number, part) in self.parts.iter_mut().enumerate() {
            let at = match number.cmp(&to.program) {
                std::cmp::Ordering::Less => usize::MAX,
                std::cmp::Ordering::Equal => to.at,
                std::cmp::Ordering::Greater => 0,
            };
            part.state.go(&part.program.traced.recording, at);
        }
        self.here = to.program;
    }

    fn steps_of(&self, program: usize) -> usize {
        let part = self.parts.get(program);
        part.map_or(0, |part| part.program.steps())
    }

    pub(super) fn end(&self) -> Position {
        let program = self.parts.len() - 1;
        Position {
            program,
            at: self.steps_of(program),
        }
    }

    /// The position after this one; none at the end.
    fn next(&self, position: Position) -> Option<Position> {
        let Position { program, at } = position;
        if at < self.steps_of(program) {
            return Some(Position {
                program,
                at: at + 1,
            });
        }
        let program = program + 1;
        (program < self.parts.len()).then_some(Position { program, at: 0 })
    }

    /// The position before this one; none at the start.
    fn last(&self, position: Position) -> Option<Position> {
        let Position { program, at } = position;
        if let Some(at) = at.checked_sub(1) {
            return Some(Position { program, at });
        }
        let program = program.checked_sub(1)?;
        Some(Position {
            program,
            at: self.steps_of(program),
        })
    }

    /// All positions after this one, in order.
    fn ahead(&self) -> impl Iterator<Item = Position> + '_ {
        std::iter::successors(self.next(self.position()), |one| self.next(*one))
    }

    /// All positions before this one, the nearest first.
    fn behind(&self) -> impl Iterator<Item = Position> + '_ {
        std::iter::successors(self.last(self.position()), |one| self.last(*one))
    }

    /// The position so many steps ahead, or the end.
    pub(super) fn after(&self, count: usize) -> Position {
        let last = self.ahead().take(count).last();
        last.unwrap_or_else(|| self.position())
    }

    /// The position so many steps back, or the start.
    pub(super) fn before(&self, count: usize) -> Position {
        let last = self.behind().take(count).last();
        last.unwrap_or_else(|| self.position())
    }

    fn line_at(&self, position: Position) -> Option<SourceLine> {
        let part = self.parts.get(position.program)?;
        part.program.next_place(position.at)
    }

    /// True if moves over many instructions end here.
    fn stops_at(&self, position: Position) -> bool {
        let next = |position: Position| {
            let part = self.parts.get(position.program)?;
            part.program.next_instruction(position.at)
        };
        self.breakpoints
            .iter()
            .any(|(_, breakpoint)| match breakpoint {
                Breakpoint::Instruction { program, number } => {
                    position.program == *program && next(position) == Some(*number)
                }
                Breakpoint::Line(place) => {
                    let is_there = |position| self.line_at(position) == Some(*place);
                    let Position { program, at } = position;
                    let begins = |at| !is_there(Position { program, at });
                    is_there(position) && at.checked_sub(1).is_none_or(begins)
                }
            })
    }

    /// The next breakpoint, or the end.
    pub(super) fn next_stop(&self) -> Position {
        let stop = self.ahead().find(|position| self.stops_at(*position));
        stop.unwrap_or_else(|| self.end())
    }

    /// The breakpoint before this position, or the start.
    pub(super) fn stop_before(&self) -> Position {
        let stop = self.behind().find(|position| self.stops_at(*position));
        stop.unwrap_or_default()
    }

    /// Where instructions of another line begin, or a program ends.
    pub(super) fn next_line(&self) -> Position {
        let here = self.line_at(self.position());
        let other = |position: &Position| {
            let place = self.line_at(*position);
            position.at == self.steps_of(position.program)
                || place.is_some() && place != here
                || self.stops_at(*position)
        };
        self.ahead().find(other).unwrap_or_else(|| self.end())
    }

    /// Where the instructions of the line before this position began, or the end of the program before.
    pub(super) fn line_before(&self) -> Position {
        let Some(last) = self.last(self.position()) else {
            return self.position();
        };
        let place = self.line_at(last);
        let first = self.behind().take_while(|position| {
            position.program == last.program && self.line_at(*position) == place
        });
        first.last().unwrap_or(last)
    }

    /// The title of the program that the user is in, unless it is this one.
    pub(super) fn title_unless(&self, program: usize) -> Option<String> {
        (self.here != program).then(|| self.part().program.title.clone())
    }

    /// What a program is called in sentences.
    pub(super) fn called(&self, program: usize) -> String {
        match self.parts.get(program) {
            Some(part) if self.parts.len() > 1 => {
                format!("the {} program", part.program.stage.name())
            }
            _ => "the program".to_owned(),
        }
    }

    /// Where the program is: the next instruction, or how it ended.
    pub(super) fn said_position(&self) -> Vec<String> {
        let program = &self.part().program;
        let (at, steps) = (self.position().at, program.steps());
        let called = self.called(self.here);
        let Some(instruction) = program.next_instruction(at) else {
            let done = match steps {
                1 => "1 step".to_owned(),
                _ => format!("{steps} steps"),
            };
            return match (&program.end, self.parts.get(self.here + 1)) {
                (End::Ended, None) => vec![format!("{called} has ended after {done}")],
                (End::Ended, Some(next)) => {
                    let next = &next.program.title;
                    vec![format!(
                        "{called} has ended after {done}; then comes {next}"
                    )]
                }
                (End::Stopped(reasons), _) => {
                    let reasons = reasons.iter().map(|reason| format!("stopped: {reason}"));
                    let mut text = vec![format!("the run ends after {done}")];
                    text.extend(reasons);
                    text
                }
            };
        };
        let text = program.traced.text_of(instruction);
        let place = program.next_place(at);
        let place = place.map_or(String::new(), |place| {
            format!("{}, ", program.from.spelled(place))
        });
        let of = if self.parts.len() > 1 {
            format!(" of {called}")
        } else {
            String::new()
        };
        let more = format!("{place}{at} of {steps} steps{of} done");
        vec![beside(&format!("=>{instruction:3}  "), text, &more)]
    }
}
