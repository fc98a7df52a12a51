//! Position, breakpoints and watches: commands to replies.

use super::command::{Command, Location, help};
use super::locals::LocalName;
use super::names::Watched;
use super::origins::SourceLine;
use super::position::{Breakpoint, Part, Position, Walk};
use super::program::Program;
use super::state::State;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::Recording;
use std::collections::BTreeSet;

/// What a command says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines for people.
    pub text: Vec<String>,
    /// True if the user wants to go.
    pub quits: bool,
}

impl Reply {
    fn lines(text: Vec<String>) -> Reply {
        Reply { text, quits: false }
    }

    fn line(text: impl Into<String>) -> Reply {
        Reply::lines(vec![text.into()])
    }
}

/// What a name refers to in a program.
enum Looked {
    /// Registers, by whatever name.
    Registers(Watched),
    /// A local variable, which is in different registers at different times.
    Local(LocalName),
}

impl Looked {
    fn value(&self, program: &Program, state: &State) -> String {
        let recording = &program.traced.recording;
        match self {
            Looked::Registers(watched) => watched.value(recording, state),
            Looked::Local(name) => program.locals.value(name, recording, state),
        }
    }
}

/// Finds a name in a program. What is a local variable's hides what others have, as in the source.
fn find(program: &Program, name: &str) -> Result<Looked, Fault> {
    if let Some(local) = program.locals.find(name) {
        return Ok(Looked::Local(local));
    }
    let local: Vec<&str> = program.locals.names().collect();
    let found = program.names.find(name, &program.traced.recording, &local);
    found.map(Looked::Registers)
}

/// A program, or the programs of a pair one after the other, and how far a user has gone.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) walk: Walk,
    /// How many breakpoints were numbered.
    numbered: usize,
    /// Names whose values are shown in the programs that know them.
    watches: Vec<String>,
}

impl Session {
    /// At the start of a program.
    pub fn new(program: Program) -> Session {
        Session {
            walk: Walk::new(program),
            numbered: 0,
            watches: Vec::new(),
        }
    }

    /// Adds a program that runs after the others, made of the same sources.
    #[must_use]
    pub fn then(mut self, program: Program) -> Session {
        self.walk.parts.push(Part::new(program));
        self
    }

    /// The program that the user is in.
    pub fn program(&self) -> &Program {
        &self.walk.part().program
    }

    /// All programs, in the order in which they run.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.walk.parts.iter().map(|part| &part.program)
    }

    /// What its registers hold now.
    pub fn state(&self) -> &State {
        &self.walk.part().state
    }

    /// Where the user is.
    pub fn position(&self) -> Position {
        self.walk.position()
    }

    /// True behind the last step of the last program.
    pub fn is_over(&self) -> bool {
        self.position() == self.walk.end()
    }

    /// Where the program is: the next instruction, or how it ended.
    pub fn said_position(&self) -> Vec<String> {
        self.walk.said_position()
    }

    /// The breakpoints with their numbers.
    pub fn breakpoints(&self) -> impl Iterator<Item = &(usize, Breakpoint)> {
        self.walk.breakpoints.iter()
    }

    /// The names and values that are shown after each move.
    pub fn watches(&self) -> impl Iterator<Item = (&str, String)> {
        let value = |name: &str| {
            let looked = find(self.program(), name).ok()?;
            Some(looked.value(self.program(), self.state()))
        };
        let names = self.watches.iter().map(String::as_str);
        names.filter_map(move |name| Some((name, value(name)?)))
    }

    /// How many steps of the program ran that the user is in.
    pub fn at(&self) -> usize {
        self.state().at()
    }

    pub(super) fn recording(&self) -> &Recording {
        &self.program().traced.recording
    }

    /// Does what a line of text says; nothing for an empty one.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn run(&mut self, line: &str) -> Result<Reply, Fault> {
        match Command::parse(line)? {
            Some(command) => self.execute(command),
            None => Ok(Reply::default()),
        }
    }

    /// Does what a command says.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn execute(&mut self, command: Command) -> Result<Reply, Fault> {
        Ok(match command {
            Command::Step(count) => self.run_to(self.walk.after(count)),
            Command::Back(count) => self.moved(self.walk.before(count)),
            Command::Next => self.run_to(self.walk.next_line()),
            Command::BackNext => self.moved(self.walk.line_before()),
            Command::Continue => self.moved(self.walk.next_stop()),
            Command::BackContinue => self.moved(self.walk.stop_before()),
            Command::Start => self.moved(Position::default()),
            Command::End => self.moved(self.walk.end()),
            Command::Until(name) => self.until(&name)?,
            Command::Break(location) => self.set_breakpoint(location)?,
            Command::Delete(number) => self.delete(number)?,
            Command::Breakpoints => self.list_breakpoints(),
            Command::Watch(name) => self.watch(name)?,
            Command::Unwatch(name) => self.unwatch(name)?,
            Command::Print(name) => {
                let value = find(self.program(), &name)?.value(self.program(), self.state());
                Reply::line(format!("{name} = {value}"))
            }
            Command::Locals => Reply::lines(self.local_lines()),
            Command::Registers(kind) => Reply::lines(self.registers(kind)),
            Command::Code(around) => Reply::lines(self.code(around)),
            Command::Source(around) => Reply::lines(self.source(around)?),
            Command::Where => Reply::lines(self.said_position()),
            Command::Help => Reply::lines(help()),
            Command::Quit => Reply {
                text: Vec::new(),
                quits: true,
            },
        })
    }

    /// Moves, and says where the program is then.
    fn moved(&mut self, to: Position) -> Reply {
        let from = self.walk.here;
        self.walk.go(to);
        let entered = self.walk.title_unless(from);
        Reply::lines(entered.into_iter().chain(self.after_move()).collect())
    }

    /// Moves forwards, and says what the steps on the way did.
    fn run_to(&mut self, to: Position) -> Reply {
        let from = self.position();
        self.walk.go(to);
        let mut text = self.ran(from);
        text.extend(self.after_move());
        Reply::lines(text)
    }

    /// What the steps since a position did, a line each, with the titles of programs that began.
    fn ran(&self, from: Position) -> Vec<String> {
        let mut text = Vec::new();
        for (number, part) in self.walk.parts.iter().enumerate().take(self.walk.here + 1) {
            let traced = &part.program.traced;
            let first = match number.cmp(&from.program) {
                std::cmp::Ordering::Less => continue,
                std::cmp::Ordering::Equal => from.at,
                std::cmp::Ordering::Greater => {
                    text.push(part.program.title.clone());
                    0
                }
            };
            let steps = traced.recording.steps.get(first..part.state.at());
            let steps = steps.unwrap_or_default().iter();
            text.extend(steps.map(|step| traced.line(step.instruction, step)));
        }
        text
    }

    /// Where the program is, and what is watched.
    fn after_move(&self) -> Vec<String> {
        let mut text = self.said_position();
        text.extend(
            self.watches()
                .map(|(name, value)| format!("{name} = {value}")),
        );
        text
    }

    fn watch(&mut self, name: String) -> Result<Reply, Fault> {
        let line = match find(self.program(), &name) {
            Ok(looked) => {
                let value = looked.value(self.program(), self.state());
                format!("{name} = {value}")
            }
            Err(fault) => {
                let knows = |part: &&Part| find(&part.program, &name).is_ok();
                let part = self.walk.parts.iter().find(knows).ok_or(fault)?;
                format!("`{name}` is shown in {}", part.program.title)
            }
        };
        self.watches.retain(|one| *one != name);
        self.watches.push(name);
        Ok(Reply::line(line))
    }

    fn until(&mut self, name: &str) -> Result<Reply, Fault> {
        let program = self.program();
        let looked = find(program, name)?;
        let recording = self.recording();
        let before = looked.value(program, self.state());
        let mut state = self.state().clone();
        let changed = |at: &usize| {
            state.go(recording, *at);
            looked.value(program, &state) != before
        };
        let steps = self.program().steps();
        let stop = (self.at() + 1..=steps).find(changed);
        let mut to = self.position();
        to.at = stop.unwrap_or(steps);
        let mut reply = self.moved(to);
        match stop {
            Some(_) => {
                to.at -= 1;
                reply.text.splice(0..0, self.ran(to));
            }
            None => reply.text.push(format!("{name} has not changed")),
        }
        if !self.watches.iter().any(|one| one == name) {
            let value = looked.value(self.program(), self.state());
            reply.text.push(format!("{name} = {value}"));
        }
        Ok(reply)
    }

    /// Sets a breakpoint at a line or an instruction, or takes it away.
    pub fn toggle(&mut self, breakpoint: Breakpoint) {
        let known = self
            .walk
            .breakpoints
            .iter()
            .position(|(_, one)| *one == breakpoint);
        match known {
            Some(place) => {
                self.walk.breakpoints.remove(place);
            }
            None => {
                self.add(breakpoint);
            }
        }
    }

    fn add(&mut self, breakpoint: Breakpoint) -> usize {
        let known = self
            .walk
            .breakpoints
            .iter()
            .find(|(_, one)| *one == breakpoint);
        if let Some((number, _)) = known {
            return *number;
        }
        self.numbered += 1;
        self.walk.breakpoints.push((self.numbered, breakpoint));
        self.numbered
    }

    fn set_breakpoint(&mut self, location: Option<Location>) -> Result<Reply, Fault> {
        let breakpoint = match location {
            Some(Location::Line(file, line)) => {
                Breakpoint::Line(self.place(file.as_deref(), line)?)
            }
            Some(Location::Instruction(number)) => match self.program().traced.row_of(number) {
                Some(_) => self.at_instruction(number),
                None => {
                    let program = self.walk.called(self.walk.here);
                    return Err(format!("{program} has no instruction {number}").into());
                }
            },
            None => match self.program().next_instruction(self.at()) {
                Some(number) => self.at_instruction(number),
                None => return Err("there is no next instruction at the end".into()),
            },
        };
        let number = self.add(breakpoint.clone());
        Ok(Reply::line(format!(
            "breakpoint {number}: {}",
            self.spelled(&breakpoint)
        )))
    }

    /// A breakpoint at an instruction of the program that the user is in.
    pub fn at_instruction(&self, number: usize) -> Breakpoint {
        Breakpoint::Instruction {
            program: self.walk.here,
            number,
        }
    }

    /// The place of a line that has instructions.
    fn place(&self, file: Option<&str>, line: usize) -> Result<SourceLine, Fault> {
        let from = &self.program().from;
        let index = match file {
            None => from.main,
            Some(name) => {
                let ends = |known: &str| known.rsplit(['/', '\\']).next() == Some(name);
                let mut names = from.sources.iter();
                let found = names.position(|source| source.name == name || ends(&source.name));
                found.ok_or_else(|| format!("the program was not made of `{name}`"))?
            }
        };
        let lines = self.lines_of(index);
        if lines.contains(&line) {
            return Ok(SourceLine { file: index, line });
        }
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        Err(if lines.is_empty() {
            "nothing tells the lines of this program; `break *N` stops at an instruction".into()
        } else {
            format!(
                "no instruction was made for line {line}; there are some for {}",
                lines.join(", ")
            )
            .into()
        })
    }

    /// The lines of a source that instructions of any of the programs were made for, in order.
    pub fn lines_of(&self, file: usize) -> BTreeSet<usize> {
        let places = self
            .walk
            .parts
            .iter()
            .flat_map(|part| &part.program.from.places);
        let of_file = places.flatten().filter(|place| place.file == file);
        of_file.map(|place| place.line).collect()
    }

    fn spelled(&self, breakpoint: &Breakpoint) -> String {
        match breakpoint {
            Breakpoint::Instruction { program, number } => {
                let text = self.walk.parts.get(*program);
                let text = text.map_or("?", |part| part.program.traced.text_of(*number));
                if self.walk.parts.len() > 1 {
                    let program = self.walk.called(*program);
                    format!("instruction {number} of {program}, {text}")
                } else {
                    format!("instruction {number}, {text}")
                }
            }
            Breakpoint::Line(place) => self.program().from.spelled(*place),
        }
    }

    fn delete(&mut self, number: Option<usize>) -> Result<Reply, Fault> {
        let before = self.walk.breakpoints.len();
        self.walk
            .breakpoints
            .retain(|(one, _)| number.is_some_and(|number| number != *one));
        match (number, before - self.walk.breakpoints.len()) {
            (Some(number), 0) => Err(format!("there is no breakpoint {number}").into()),
            _ => Ok(Reply::default()),
        }
    }

    fn list_breakpoints(&self) -> Reply {
        let lines = self.walk.breakpoints.iter().map(|(number, breakpoint)| {
            format!("breakpoint {number}: {}", self.spelled(breakpoint))
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            Reply::line("no breakpoints")
        } else {
            Reply::lines(lines)
        }
    }

    fn unwatch(&mut self, name: Option<String>) -> Result<Reply, Fault> {
        let before = self.watches.len();
        self.watches
            .retain(|one| name.as_ref().is_some_and(|name| name != one));
        match name {
            Some(name) if before == self.watches.len() => {
                Err(format!("`{name}` is not watched").into())
            }
            _ => Ok(Reply::default()),
        }
    }
}
