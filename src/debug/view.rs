//! What a screen shows of a session, without any drawing.

use super::origins::SourceLine;
use super::position::Breakpoint;
use super::print::value_of;
use super::program::{CodeRow, End};
use super::session::Session;
use retroshade_kit::machine::Kind;

/// A line of the source or of the machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenRow {
    /// The number of the line, or of the instruction; labels have none.
    pub number: Option<usize>,
    /// The text.
    pub text: String,
    /// True if it runs next.
    pub is_next: bool,
    /// True if moves end here.
    pub breaks: bool,
    /// Of a line of the source whether instructions were made for it; of an instruction whether it was made for the
    /// line that runs next.
    pub linked: bool,
}

/// A register, or a local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterRow {
    /// As the assembly spells it; of a variable its name, behind that of its function where this is not `main`.
    pub name: String,
    /// The lanes.
    pub value: String,
    /// The variables in it; of a variable the registers.
    pub variables: String,
    /// True if the last step changed it.
    pub changed: bool,
}

/// The registers of a kind, or the local variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name.
    pub name: &'static str,
    /// The registers that hold something.
    pub rows: Vec<RegisterRow>,
}

/// The name of the group of local variables, which comes before registers.
pub const LOCALS: &str = "locals";

/// All that is on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The name of the program.
    pub title: String,
    /// The name of the source.
    pub source: String,
    /// The lines.
    pub lines: Vec<ScreenRow>,
    /// The machine code.
    pub code: Vec<ScreenRow>,
    /// The registers.
    pub groups: Vec<Group>,
    /// What is watched: name, value.
    pub watches: Vec<(String, String)>,
    /// How far the program is.
    pub position: String,
    /// What the last step did; empty at the start.
    pub effect: String,
}

impl Session {
    /// Returns the contents of the screen now.
    pub fn screen(&self) -> Screen {
        let program = self.program();
        let recording = &program.traced.recording;
        let (at, steps) = (self.at(), program.steps());
        let place = self.shown_place();
        let text = program.from.sources.get(place.file);
        let last = at.checked_sub(1).and_then(|last| recording.steps.get(last));
        let mut position = format!("{at} of {steps} steps");
        match (&program.end, at == steps) {
            (_, false) => {}
            (End::Ended, true) if self.is_over() => position.push_str(", ended"),
            (End::Ended, true) => position.push_str(", ended; a step goes on in the next program"),
            (End::Stopped(reasons), true) => {
                position.push_str(&format!(", stopped: {}", reasons.join("; ")));
            }
        }
        Screen {
            title: program.title.clone(),
            source: text.map_or_else(|| "source".to_owned(), |text| text.name.clone()),
            lines: self.lines(place),
            code: self.code_rows(),
            groups: self.groups(),
            watches: self
                .watches()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            position,
            effect: last.map_or_else(String::new, |step| recording.effect(step)),
        }
    }

    /// The line that runs next, or the last one that is known.
    pub fn shown_place(&self) -> SourceLine {
        let known = (0..=self.at())
            .rev()
            .find_map(|at| self.program().next_place(at));
        known.unwrap_or(SourceLine {
            file: self.program().from.main,
            line: 1,
        })
    }

    fn lines(&self, place: SourceLine) -> Vec<ScreenRow> {
        let program = self.program();
        let next = program.next_place(self.at());
        let text = program.from.sources.get(place.file);
        let lines = text.map_or(&[][..], |text| &text.lines).iter().zip(1..);
        let row = |(text, line): (&String, usize)| {
            let here = SourceLine {
                file: place.file,
                line,
            };
            let breaks = |(_, one): &(usize, Breakpoint)| *one == Breakpoint::Line(here);
            ScreenRow {
                number: Some(line),
                text: text.clone(),
                is_next: next == Some(here),
                breaks: self.breakpoints().any(breaks),
                linked: program.from.places.contains(&Some(here)),
            }
        };
        lines.map(row).collect()
    }

    fn code_rows(&self) -> Vec<ScreenRow> {
        let program = self.program();
        let next = program.next_instruction(self.at());
        let place = program.next_place(self.at());
        let row = |row: &CodeRow| {
            let number = row.instruction;
            let breaks = |(_, one): &(usize, Breakpoint)| {
                number.is_some_and(|number| *one == self.at_instruction(number))
            };
            ScreenRow {
                number,
                text: row.text.clone(),
                is_next: number.is_some() && number == next,
                breaks: self.breakpoints().any(breaks),
                linked: place.is_some()
                    && number.and_then(|number| program.from.of(number)) == place,
            }
        };
        program.traced.code.iter().map(row).collect()
    }

    fn groups(&self) -> Vec<Group> {
        let group = |kind: Kind| {
            let rows = self
                .shown(Some(kind))
                .into_iter()
                .map(|(index, register)| RegisterRow {
                    name: register.name.clone(),
                    value: value_of(kind, self.state().held(index)),
                    variables: self.variables_in(index, register),
                    changed: self.changed(index),
                });
            Group {
                name: kind.name(),
                rows: rows.collect(),
            }
        };
        let locals = self.locals().into_iter().map(|(row, changed)| RegisterRow {
            name: match row.function.as_str() {
                "main" => row.name,
                function => format!("{function}::{}", row.name),
            },
            value: row.value,
            variables: row.registers,
            changed,
        });
        let locals = Group {
            name: LOCALS,
            rows: locals.collect(),
        };
        let groups = std::iter::once(locals).chain(Kind::ALL.into_iter().map(group));
        groups.filter(|group| !group.rows.is_empty()).collect()
    }
}
