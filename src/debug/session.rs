//! Position, breakpoints and watches: commands to replies.

use super::command::{Command, Location, help};
use super::names::Watched;
use super::program::{End, Program, SourceLine, beside};
use super::state::State;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::Recording;

/// A place where moves end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// An instruction.
    Instruction(usize),
    /// Where the instructions of a line begin.
    Line(SourceLine),
}

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

/// A program and how far a user has gone through it.
#[derive(Clone, Debug)]
pub struct Session {
    program: Program,
    state: State,
    /// With their numbers, which stay when others are taken away.
    breakpoints: Vec<(usize, Breakpoint)>,
    numbered: usize,
    watches: Vec<Watched>,
}

impl Session {
    /// At the start of a program.
    pub fn new(program: Program) -> Session {
        Session {
            state: State::new(&program.traced.recording),
            program,
            breakpoints: Vec::new(),
            numbered: 0,
            watches: Vec::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What the registers hold now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The breakpoints with their numbers.
    pub fn breakpoints(&self) -> impl Iterator<Item = &(usize, Breakpoint)> {
        self.breakpoints.iter()
    }

    /// The values that are shown after each move.
    pub fn watches(&self) -> &[Watched] {
        &self.watches
    }

    /// How many steps ran.
    pub fn at(&self) -> usize {
        self.state.at()
    }

    pub(super) fn recording(&self) -> &Recording {
        &self.program.traced.recording
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
        let at = self.at();
        Ok(match command {
            Command::Step(count) => {
                self.go(at.saturating_add(count));
                let mut text = self.ran(at);
                text.extend(self.after_move());
                Reply::lines(text)
            }
            Command::Back(count) => self.moved(at.saturating_sub(count)),
            Command::Next => {
                let to = self.next_line(at);
                self.go(to);
                let mut text = self.ran(at);
                text.extend(self.after_move());
                Reply::lines(text)
            }
            Command::BackNext => self.moved(self.line_before(at)),
            Command::Continue => {
                let steps = self.program.steps();
                let stop = (at + 1..steps).find(|at| self.stops_at(*at));
                self.moved(stop.unwrap_or(steps))
            }
            Command::BackContinue => {
                let stop = (0..at).rev().find(|at| self.stops_at(*at));
                self.moved(stop.unwrap_or(0))
            }
            Command::Start => self.moved(0),
            Command::End => self.moved(self.program.steps()),
            Command::Until(name) => self.until(&name)?,
            Command::Break(location) => self.set_breakpoint(location)?,
            Command::Delete(number) => self.delete(number)?,
            Command::Breakpoints => self.list_breakpoints(),
            Command::Watch(name) => {
                let watched = self.find(&name)?;
                let line = self.watch_line(&watched);
                self.watches.retain(|one| *one != watched);
                self.watches.push(watched);
                Reply::line(line)
            }
            Command::Unwatch(name) => self.unwatch(name)?,
            Command::Print(name) => {
                let watched = self.find(&name)?;
                Reply::line(self.watch_line(&watched))
            }
            Command::Registers(kind) => Reply::lines(self.registers(kind)),
            Command::Code(around) => Reply::lines(self.code(around)),
            Command::Source(around) => Reply::lines(self.source(around)?),
            Command::Where => Reply::lines(self.position()),
            Command::Help => Reply::lines(help()),
            Command::Quit => Reply {
                text: Vec::new(),
                quits: true,
            },
        })
    }

    fn go(&mut self, to: usize) {
        self.state.go(&self.program.traced.recording, to);
    }

    fn moved(&mut self, to: usize) -> Reply {
        self.go(to);
        Reply::lines(self.after_move())
    }

    /// What the steps since `from` did, a line each.
    fn ran(&self, from: usize) -> Vec<String> {
        let steps = self.recording().steps.get(from..self.at());
        let steps = steps.unwrap_or_default().iter();
        let traced = &self.program.traced;
        steps
            .map(|step| traced.line(step.instruction, step))
            .collect()
    }

    /// Where the program is, and what is watched.
    fn after_move(&self) -> Vec<String> {
        let mut text = self.position();
        let watched = self.watches.iter().map(|watched| self.watch_line(watched));
        text.extend(watched);
        text
    }

    /// Where the program is: the next instruction, or how it ended.
    pub fn position(&self) -> Vec<String> {
        let (at, steps) = (self.at(), self.program.steps());
        let Some(instruction) = self.program.next_instruction(at) else {
            let done = match steps {
                1 => "1 step".to_owned(),
                _ => format!("{steps} steps"),
            };
            return match &self.program.end {
                End::Ended => vec![format!("the program has ended after {done}")],
                End::Stopped(reasons) => {
                    let reasons = reasons.iter().map(|reason| format!("stopped: {reason}"));
                    let mut text = vec![format!("the run ends after {done}")];
                    text.extend(reasons);
                    text
                }
            };
        };
        let text = self.program.traced.text_of(instruction);
        let place = self.program.next_place(at);
        let place = place.map_or(String::new(), |place| {
            format!("{}, ", self.program.from.spelled(place))
        });
        let more = format!("{place}{at} of {steps} steps done");
        vec![beside(&format!("=>{instruction:3}  "), text, &more)]
    }

    fn find(&self, name: &str) -> Result<Watched, Fault> {
        self.program.names.find(name, self.recording())
    }

    fn watch_line(&self, watched: &Watched) -> String {
        let value = watched.value(self.recording(), &self.state);
        format!("{} = {value}", watched.name)
    }

    /// True if moves over many instructions end here.
    fn stops_at(&self, at: usize) -> bool {
        self.breakpoints
            .iter()
            .any(|(_, breakpoint)| match breakpoint {
                Breakpoint::Instruction(number) => {
                    self.program.next_instruction(at) == Some(*number)
                }
                Breakpoint::Line(place) => {
                    let is_there = |at: usize| self.program.next_place(at) == Some(*place);
                    is_there(at) && (at == 0 || !is_there(at - 1))
                }
            })
    }

    /// Where instructions of another line begin.
    fn next_line(&self, at: usize) -> usize {
        let here = self.program.next_place(at);
        let steps = self.program.steps();
        let other = |at: &usize| {
            let place = self.program.next_place(*at);
            place.is_some() && place != here || self.stops_at(*at)
        };
        (at + 1..steps).find(other).unwrap_or(steps)
    }

    /// Where the instructions of the line before this instruction began.
    fn line_before(&self, at: usize) -> usize {
        let Some(last) = at.checked_sub(1) else {
            return 0;
        };
        let here = self.program.next_place(last);
        let first = (0..last)
            .rev()
            .take_while(|at| self.program.next_place(*at) == here);
        first.last().unwrap_or(last)
    }

    fn until(&mut self, name: &str) -> Result<Reply, Fault> {
        let watched = self.find(name)?;
        let before = watched.value(self.recording(), &self.state);
        let mut state = self.state.clone();
        let changed = |at: &usize| {
            state.go(&self.program.traced.recording, *at);
            watched.value(&self.program.traced.recording, &state) != before
        };
        let steps = self.program.steps();
        let stop = (self.at() + 1..=steps).find(changed);
        let mut reply = self.moved(stop.unwrap_or(steps));
        match stop {
            Some(_) => {
                let last = self.ran(self.at().saturating_sub(1));
                reply.text.splice(0..0, last);
            }
            None => reply.text.push(format!("{name} has not changed")),
        }
        if !self.watches.contains(&watched) {
            reply.text.push(self.watch_line(&watched));
        }
        Ok(reply)
    }

    /// Sets a breakpoint at a line or an instruction, or takes it away.
    pub fn toggle(&mut self, breakpoint: Breakpoint) {
        let known = self
            .breakpoints
            .iter()
            .position(|(_, one)| *one == breakpoint);
        match known {
            Some(place) => {
                self.breakpoints.remove(place);
            }
            None => {
                self.add(breakpoint);
            }
        }
    }

    fn add(&mut self, breakpoint: Breakpoint) -> usize {
        let known = self.breakpoints.iter().find(|(_, one)| *one == breakpoint);
        if let Some((number, _)) = known {
            return *number;
        }
        self.numbered += 1;
        self.breakpoints.push((self.numbered, breakpoint));
        self.numbered
    }

    fn set_breakpoint(&mut self, location: Option<Location>) -> Result<Reply, Fault> {
        let breakpoint = match location {
            Some(Location::Line(file, line)) => {
                Breakpoint::Line(self.place(file.as_deref(), line)?)
            }
            Some(Location::Instruction(number)) => match self.program.traced.row_of(number) {
                Some(_) => Breakpoint::Instruction(number),
                None => return Err(format!("the program has no instruction {number}").into()),
            },
            None => match self.program.next_instruction(self.at()) {
                Some(number) => Breakpoint::Instruction(number),
                None => return Err("there is no next instruction at the end".into()),
            },
        };
        let number = self.add(breakpoint.clone());
        Ok(Reply::line(format!(
            "breakpoint {number}: {}",
            self.spelled(&breakpoint)
        )))
    }

    /// The place of a line that has instructions.
    fn place(&self, file: Option<&str>, line: usize) -> Result<SourceLine, Fault> {
        let from = &self.program.from;
        let index = match file {
            None => 0,
            Some(name) => {
                let ends = |known: &str| known.rsplit(['/', '\\']).next() == Some(name);
                let mut names = from.sources.iter();
                let found = names.position(|source| source.name == name || ends(&source.name));
                found.ok_or_else(|| format!("the program was not made of `{name}`"))?
            }
        };
        let place = SourceLine { file: index, line };
        if from.places.contains(&Some(place)) {
            return Ok(place);
        }
        let places = from
            .places
            .iter()
            .flatten()
            .filter(|place| place.file == index);
        let mut lines: Vec<usize> = places.map(|place| place.line).collect();
        lines.sort_unstable();
        lines.dedup();
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

    fn spelled(&self, breakpoint: &Breakpoint) -> String {
        match breakpoint {
            Breakpoint::Instruction(number) => {
                format!(
                    "instruction {number}, {}",
                    self.program.traced.text_of(*number)
                )
            }
            Breakpoint::Line(place) => self.program.from.spelled(*place),
        }
    }

    fn delete(&mut self, number: Option<usize>) -> Result<Reply, Fault> {
        let before = self.breakpoints.len();
        self.breakpoints
            .retain(|(one, _)| number.is_some_and(|number| number != *one));
        match (number, before - self.breakpoints.len()) {
            (Some(number), 0) => Err(format!("there is no breakpoint {number}").into()),
            _ => Ok(Reply::default()),
        }
    }

    fn list_breakpoints(&self) -> Reply {
        let lines = self.breakpoints.iter().map(|(number, breakpoint)| {
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
            .retain(|one| name.as_ref().is_some_and(|name| *name != one.name));
        match name {
            Some(name) if before == self.watches.len() => {
                Err(format!("`{name}` is not watched").into())
            }
            _ => Ok(Reply::default()),
        }
    }
}
