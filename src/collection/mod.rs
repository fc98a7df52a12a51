//! Files that hold programs among other things: what is in them, and one of it.
//!
//! ```text
//! scan       any file: containers that tell where they end     swf        Flash
//! recording  commands for the Xbox                             mesa       dumps of the Mali-400's driver
//! ```

mod mesa;
mod recording;
mod scan;
mod swf;

use crate::{Binary, Contents, Stage, Target};
use indexmap::IndexMap;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use std::fmt::Write;

/// A program in a file.
#[derive(Clone)]
pub struct Found {
    /// Where it begins: in the file without its compression, and in files within it.
    pub place: Vec<usize>,
    /// Its bytes, or those of its text.
    pub length: usize,
    /// The target that it is for.
    pub target: &'static dyn Target,
    /// Its stage, where that is known.
    pub stage: Option<Stage>,
    /// The program.
    pub contents: Contents,
    /// Whether it is one.
    pub extent: Extent,
    /// The program of the other stage that stands beside it, by number.
    pub partner: Option<usize>,
}

/// How much of a program there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// A part: a text that does not assemble alone, for code puts it beside others that depend on something, or that is wrong;
    /// words that do not decode.
    Part,
}

/// The programs of a file, in its order.
#[derive(Default)]
pub struct Collection {
    /// The programs.
    pub programs: Vec<Found>,
    /// Parts of the file that could not be read.
    pub faults: Vec<Fault>,
    /// What was looked for.
    searched: String,
}

/// True if a file is known to hold other things beside programs.
pub fn is_collection(bytes: &[u8]) -> bool {
    retroshade_swf::is_swf(bytes) || recording::is_recording(bytes) || mesa::is_dump(bytes)
}

/// Finds the programs in a file.
///
/// # Errors
/// The file is damaged.
pub fn find(bytes: &[u8]) -> Result<Collection, Diagnostic> {
    if retroshade_swf::is_swf(bytes) {
        let found = swf::find(bytes);
        return found
            .map_err(|fault| Diagnostic::error(codes::container::MALFORMED, fault.to_string()));
    }
    if recording::is_recording(bytes) {
        return Ok(recording::find(bytes));
    }
    if mesa::is_dump(bytes) {
        return Ok(mesa::find(bytes));
    }
    let mut found = scan::find(bytes);
    found.programs.extend(recording::programs(bytes));
    found
        .programs
        .sort_by(|one, other| one.place.cmp(&other.place));
    Ok(found)
}

impl Collection {
    /// A line for each program: its number, place, length, target, stage, kind, and the number of its partner.
    pub fn list(&self) -> String {
        let mut text = String::from("program\tstart\tlength\ttarget\tstage\tkind\tbeside\n");
        for (number, found) in self.programs.iter().enumerate() {
            let stage = found.stage.map_or("-", Stage::name);
            let partner = found
                .partner
                .map_or("-".to_owned(), |partner| partner.to_string());
            let (start, length, target) = (found.start(), found.length, found.target.name());
            let kind = found.kind();
            let _ = writeln!(
                text,
                "{number}\t{start}\t{length}\t{target}\t{stage}\t{kind}\t{partner}"
            );
        }
        text
    }

    /// What could not be read, as warnings.
    pub fn warnings(&self) -> Diagnostics {
        let warning = |fault: &Fault| {
            let message = format!("a part of the file could not be read: {fault}");
            Diagnostic::warning(codes::warning::UNREAD_PART, message)
        };
        self.faults.iter().map(warning).collect()
    }

    /// The error that there is no program in a file.
    pub fn nothing(&self, name: &str) -> Diagnostic {
        let message = format!("no program was found in `{name}`");
        Diagnostic::error(codes::container::NOT_FOUND, message)
            .with_note(format!("searched for {}", self.searched))
    }

    /// The programs that are wanted of a file that is called `name`: by number, by a stage that one program has, or the only
    /// one that is whole. Where `most` is 2 it may be two numbers with a comma between them, or a pair.
    ///
    /// # Errors
    /// There is no such program, or several.
    pub fn choose(
        &self,
        name: &str,
        wanted: Option<&str>,
        most: usize,
    ) -> Result<Chosen<'_>, Diagnostic> {
        if self.programs.is_empty() {
            return Err(self.nothing(name));
        }
        let whole = || {
            let programs = self.programs.iter();
            programs.filter(|found| found.extent == Extent::Whole)
        };
        let chosen: Vec<&Found> = match wanted {
            None => whole().collect(),
            Some(stage @ ("vertex" | "fragment")) => whole()
                .filter(|found| found.stage.is_some_and(|own| own.name() == stage))
                .collect(),
            Some(numbers) => self.numbered(name, numbers)?,
        };
        match (&chosen[..], wanted) {
            ([program], _) => Ok(Chosen {
                program,
                partner: None,
            }),
            ([program, partner], _) if most == 2 && program.stage != partner.stage => Ok(Chosen {
                program,
                partner: Some(partner),
            }),
            (several, wanted) => {
                let count = several.len();
                let what = match (wanted, count) {
                    (None, 0) => "parts of programs only".to_owned(),
                    (Some(stage), 0) => format!("no {stage} program"),
                    (Some(stage @ ("vertex" | "fragment")), _) => {
                        format!("{count} {stage} programs")
                    }
                    (Some(_), _) if most == 1 => {
                        let message = "--program: one program is wanted here";
                        return Err(Diagnostic::error(codes::target::SETTING, message));
                    }
                    (Some(_), _) => {
                        let message = "--program: one program is wanted here, or one of each stage";
                        return Err(Diagnostic::error(codes::target::SETTING, message));
                    }
                    (None, _) => format!("{count} programs"),
                };
                let message = format!("`{name}` holds {what}");
                Err(self.listed(Diagnostic::error(codes::target::SETTING, message)))
            }
        }
    }

    /// The programs of numbers with commas between them.
    fn numbered(&self, name: &str, numbers: &str) -> Result<Vec<&Found>, Diagnostic> {
        let number = |text: &str| self.programs.get(text.trim().parse::<usize>().ok()?);
        let found: Option<Vec<&Found>> = numbers.split(',').map(number).collect();
        found.ok_or_else(|| {
            let message = format!("`{name}` has no program `{numbers}`");
            self.listed(Diagnostic::error(codes::target::SETTING, message))
        })
    }

    /// Adds the programs to an error, with the way to choose one.
    fn listed(&self, error: Diagnostic) -> Diagnostic {
        const MOST: usize = 20;
        let line = |(number, found): (usize, &Found)| {
            let stage = found
                .stage
                .map_or(String::new(), |stage| format!("{} ", stage.name()));
            format!(
                "{number}: {stage}{} at {}, {}",
                found.target.name(),
                found.start(),
                found.kind()
            )
        };
        let mut lines: Vec<String> = self
            .programs
            .iter()
            .enumerate()
            .take(MOST)
            .map(line)
            .collect();
        let more = self.programs.len().saturating_sub(MOST);
        if more > 0 {
            lines.push(format!("{more} more"));
        }
        error
            .with_note(lines.join("\n"))
            .with_help("--program=N chooses one; `retroshade dis --find` lists them")
    }
}

/// A program, or two of both stages.
#[derive(Clone, Copy)]
pub struct Chosen<'a> {
    /// The program.
    pub program: &'a Found,
    /// The other one.
    pub partner: Option<&'a Found>,
}

impl Found {
    /// A program of words that were taken out of a text or a recording; a part if they do not decode.
    fn of_words(target: &'static dyn Target, stage: Stage, start: usize, bytes: Vec<u8>) -> Found {
        let binary = Binary {
            bytes: &bytes,
            container: None,
            stage: Some(stage),
            side_files: &IndexMap::new(),
        };
        let code = target.read(binary);
        let readable = code.is_ok_and(|code| code.disassemble().is_ok());
        Found {
            place: vec![start],
            length: bytes.len(),
            target,
            stage: Some(stage),
            extent: if readable {
                Extent::Whole
            } else {
                Extent::Part
            },
            contents: Contents::Bytes(bytes),
            partner: None,
        }
    }

    /// Where it begins, as people read it: `0x1f4`, or `0x1f4:0x20` in a file within the file.
    pub fn start(&self) -> String {
        let parts: Vec<String> = self.place.iter().map(|at| format!("{at:#x}")).collect();
        parts.join(":")
    }

    pub fn kind(&self) -> &'static str {
        match (&self.contents, self.extent) {
            (_, Extent::Part) => "part",
            (Contents::Bytes(_), Extent::Whole) => "bytes",
            (Contents::Text(_), Extent::Whole) => "text",
        }
    }
}
