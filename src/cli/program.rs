//! Programs from anywhere: their bytes, also out of a text that lists them, and the target that they are of.

use super::arguments::Common;
use super::collected::{Wish, collected};
use super::files::{self, Kind};
use super::report::{Reporter, Status, no_target, target, usage};
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::collection::is_collection;
use retroshade::diagnostics::{Diagnostic, Diagnostics, FileId, SourceFile, SourceMap, codes};
use retroshade::link::Terms;
use retroshade::{
    Binary, Compiled, Contents, Reflection, Stage, Subject, Target, TargetOptions, suspicions,
    target_of_file, target_of_program, text_of,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::spirv_text;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_kit::machine::{self, Watch};
use std::path::Path;

/// The bytes of a program. A text that lists numbers, such as a C array, an `.inl`, or the log of an
/// emulator, stands for the bytes it lists.
pub(crate) fn numbers(bytes: Vec<u8>) -> Vec<u8> {
    listed(&bytes).unwrap_or(bytes)
}

/// True if bytes are a text that lists numbers.
pub(crate) fn lists_numbers(bytes: &[u8]) -> bool {
    listed(bytes).is_some()
}

/// The hexadecimal numbers of a text: bytes if none has more than two digits, little-endian words otherwise.
/// `None` for what is no text or has no such number.
fn listed(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|_| files::is_text(bytes))?;
    let mut numbers = Vec::new();
    for (at, _) in text.match_indices("0x") {
        let rest = text.get(at + 2..)?;
        let end = rest.find(|letter: char| !letter.is_ascii_hexdigit());
        let (digits, behind) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        // A comment that is one number says where the words before it are.
        let opens = text.get(..at)?.trim_end().ends_with("/*");
        let is_offset = opens && behind.trim_start().starts_with("*/");
        if !digits.is_empty() && !is_offset {
            numbers.push((digits.len(), u32::from_str_radix(digits, 16).ok()?));
        }
    }
    let widest = numbers.iter().map(|(digits, _)| *digits).max()?;
    Some(match widest {
        ..=2 => numbers.iter().map(|(_, number)| *number as u8).collect(),
        _ => numbers
            .iter()
            .flat_map(|(_, number)| number.to_le_bytes())
            .collect(),
    })
}

/// Whether an input is a program rather than a source, by `-x` or by how its bytes begin.
pub(crate) fn is_program(path: &Path, kind: Kind) -> bool {
    let begins = || {
        let bytes = files::read(path).unwrap_or_default();
        target_of_program(&bytes).is_some()
            || is_collection(&bytes)
            || bytes.contains(&0) && spirv_text(&bytes).is_none()
    };
    match kind {
        Kind::Assembly | Kind::Binary => true,
        Kind::Essl => path.as_os_str() != "-" && begins(),
        Kind::Wgsl | Kind::Cg | Kind::Ir => false,
    }
}

/// Whether an input is a text that the target's assembler takes and no source.
pub(crate) fn is_assembly(path: &Path, target: Option<&'static dyn Target>) -> bool {
    let Some(target) = target.filter(|_| path.as_os_str() != "-") else {
        return false;
    };
    files::read_text(path).is_ok_and(|text| target.is_text(&text))
}

/// Whether a file that is no source is a text for the assembler: one that lists no numbers.
fn is_assembly_among_programs(path: &Path, target: Option<&'static dyn Target>) -> bool {
    let lists_none = || {
        let bytes = files::read(path).unwrap_or_default();
        files::is_text(&bytes) && listed(&bytes).is_none()
    };
    is_assembly(path, target) || path.as_os_str() != "-" && lists_none()
}

/// The target that `--target` names, or else the one whose containers begin as the bytes do, or whose files have the name.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn target_of(
    common: &Common,
    path: &Path,
    bytes: &[u8],
) -> Result<&'static dyn Target, Fault> {
    let named = target(common)?.or_else(|| target_of_program(bytes));
    named.or_else(|| target_of_file(path)).ok_or_else(|| {
        format!(
            "nothing tells what machine the program is for; {}",
            no_target()
        )
        .into()
    })
}

/// A program in machine code, with what it was read from.
pub(crate) struct Loaded {
    pub(crate) target: &'static dyn Target,
    subject: Subject,
    settings: TargetOptions,
    /// The machine code of a text.
    assembled: Option<Compiled>,
}

impl Loaded {
    /// Assembles what is a text.
    ///
    /// # Errors
    /// What the assembler says of it.
    pub(crate) fn new(
        subject: Subject,
        target: &'static dyn Target,
        settings: &TargetOptions,
    ) -> Result<Loaded, (SourceMap, Diagnostics)> {
        let mut sources = SourceMap::new();
        let assembled = match &subject.contents {
            Contents::Bytes(_) => None,
            Contents::Text(text) => {
                let file = sources.add(SourceFile::new(&*subject.name, &**text));
                match target.assemble(file, text, subject.stage, settings) {
                    Ok(compiled) => Some(compiled),
                    Err(errors) => return Err((sources, errors)),
                }
            }
        };
        Ok(Loaded {
            target,
            subject,
            settings: settings.clone(),
            assembled,
        })
    }

    /// Leaves one program of a file that holds several; says which, if nobody asked for it.
    ///
    /// # Errors
    /// There is no such program.
    pub(crate) fn choose(&mut self, wanted: Option<&str>) -> Result<Diagnostics, Diagnostics> {
        let Some((bytes, said)) = self.target.choose(self.binary(), wanted)? else {
            return Ok(Diagnostics::new());
        };
        match &mut self.assembled {
            Some(assembled) => assembled.binary = bytes,
            None => self.subject.contents = Contents::Bytes(bytes),
        }
        Ok(said)
    }

    /// The program as targets take it.
    pub(crate) fn binary(&self) -> Binary<'_> {
        match &self.assembled {
            Some(assembled) => Binary {
                container: self.settings.container.as_deref(),
                stage: self.subject.stage,
                ..assembled.as_binary()
            },
            None => self.subject.binary(&self.settings),
        }
    }

    /// The rules of the machine that it breaks, as warnings.
    pub(crate) fn suspicions(&self) -> (SourceMap, Diagnostics) {
        suspicions(self.target, &self.subject, &self.settings)
    }

    /// Runs it: by the record of its compilation, or with data by register or symbol.
    /// Warnings tell which rules of the machine it breaks.
    ///
    /// # Errors
    /// Data that is missing or does not fit, and what the simulator refuses.
    pub(crate) fn run(
        &self,
        record: &Record,
        inputs: &RunInputs,
        watch: &mut Watch,
    ) -> Result<(SourceMap, Diagnostics, RunOutputs), Diagnostics> {
        let (target, program) = (self.target, self.binary());
        let outputs = match record {
            Record::Compiled(record) => {
                machine::run_watched(target, program, record, inputs, watch)?
            }
            Record::Known(known) => machine::run_registers(target, program, known, inputs, watch)?,
        };
        let (sources, warnings) = self.suspicions();
        Ok((sources, warnings, outputs))
    }
}

/// What says which values go into which registers.
pub(crate) enum Record {
    /// The record of a compilation.
    Compiled(Reflection),
    /// What the program itself tells.
    Known(Reflection),
}

impl Record {
    /// What is in registers, of either kind.
    pub(crate) fn reflection(&self) -> &Reflection {
        match self {
            Record::Compiled(reflection) | Record::Known(reflection) => reflection,
        }
    }
}

/// A program, and that of the other stage if there is a pair.
pub(crate) type Programs = ((Loaded, Record), Option<(Loaded, Record)>);

/// A program of an input, with what says which registers are what.
pub(crate) struct Wanted<'a> {
    pub(crate) common: &'a Common,
    pub(crate) target: Option<&'static dyn Target>,
    pub(crate) settings: &'a TargetOptions,
    pub(crate) input: &'a Path,
    pub(crate) kind: Kind,
    pub(crate) stage: Option<Stage>,
    /// The record of its compilation.
    pub(crate) reflect: Option<&'a Path>,
    /// Which program of a file that holds several.
    pub(crate) program: Option<&'a str>,
}

impl Wanted<'_> {
    /// Reads it; messages were shown if there is none.
    pub(crate) fn read(&self, reporter: &Reporter) -> Result<(Loaded, Record), Status> {
        Ok(self.read_some(reporter, 1)?.0)
    }

    /// Reads it, and where `most` is 2 the program of the other stage, if the file holds a pair.
    fn read_some(&self, reporter: &Reporter, most: usize) -> Result<Programs, Status> {
        let shown = |errors: Diagnostics| reporter.report(&SourceMap::new(), errors);
        let (target, stage, record) = match self.reflect {
            Some(path) => {
                let stage = self.stage.or_else(|| files::stage_of_assembly(self.input));
                let loaded = files::record(self.target, path, stage, Terms::Registers);
                let (target, record) = loaded.map_err(|fault| shown(fault.into()))?;
                (Some(target), Stage::of_name(&record.stage), Some(record))
            }
            None => (None, self.stage, None),
        };
        let wish = Wish {
            program: self.program,
            target,
            stage,
            most,
        };
        let bytes = files::read(self.input).map_err(|fault| shown(fault.into()))?;
        let collected = match self.kind {
            Kind::Assembly => None,
            _ => collected(self.input, &bytes, wish).map_err(shown)?,
        };
        let assembled = |subject, target| {
            let loaded = Loaded::new(subject, target, self.settings);
            loaded.map_err(|(sources, errors)| reporter.report(&sources, errors))
        };
        let (loaded, partner, said) = match collected {
            Some(collected) => {
                let target = collected.target;
                let loaded = assembled(collected.subject, target)?;
                let partner = collected.partner.map(|partner| assembled(partner, target));
                (loaded, partner.transpose()?, collected.warnings)
            }
            None => {
                let subject = subject_of(self.input, self.kind, stage, bytes);
                let target = match target {
                    Some(target) => target,
                    None => {
                        let bytes = subject.binary(self.settings).bytes;
                        target_of(self.common, self.input, bytes).map_err(usage)?
                    }
                };
                let mut loaded = assembled(subject, target)?;
                let chosen = loaded.choose(self.program).map_err(shown)?;
                (loaded, None, chosen)
            }
        };
        let status = shown(said);
        if status != Status::Done {
            return Err(status);
        }
        let known = |loaded: &Loaded| {
            let code = loaded.target.read(loaded.binary());
            let known = code.and_then(|code| code.interface());
            known.map(Record::Known).map_err(shown)
        };
        let record = match record {
            Some(reflection) => {
                check_count(loaded.target, loaded.binary(), &reflection).map_err(shown)?;
                Record::Compiled(reflection)
            }
            None => known(&loaded)?,
        };
        let partner = partner.map(|partner| {
            let record = known(&partner)?;
            Ok((partner, record))
        });
        Ok(((loaded, record), partner.transpose()?))
    }
}

/// What a command that takes nothing but programs was told about one.
pub(crate) struct Given<'a> {
    pub(crate) common: &'a Common,
    pub(crate) container: Option<&'a str>,
    pub(crate) reflect: Option<&'a Path>,
    /// Which program of a file that holds several.
    pub(crate) program: Option<&'a str>,
}

impl Given<'_> {
    /// Reads the program, which is assembly or a binary; messages were shown if there is none.
    pub(crate) fn read(
        &self,
        input: &Input,
        reporter: &Reporter,
    ) -> Result<(Loaded, Record), Status> {
        Ok(self.read_some(input, reporter, 1)?.0)
    }

    /// As [`Given::read`]; where `most` is 2 also the other program of a file that holds a pair.
    pub(crate) fn read_some(
        &self,
        input: &Input,
        reporter: &Reporter,
        most: usize,
    ) -> Result<Programs, Status> {
        let said = |fault: Fault| usage(fault);
        let stage = input.stage.as_deref().map(files::stage_of_word);
        let stage = stage.transpose().map_err(said)?;
        let target = target(self.common).map_err(said)?;
        let path = Path::new(&input.path);
        let kind = match files::kind_of(input).map_err(said)? {
            Kind::Assembly => Kind::Assembly,
            _ if is_assembly_among_programs(path, target) => Kind::Assembly,
            _ => Kind::Binary,
        };
        let settings = TargetOptions {
            container: self.container.map(str::to_owned),
            ..TargetOptions::default()
        };
        let wanted = Wanted {
            common: self.common,
            target,
            settings: &settings,
            input: path,
            kind,
            stage,
            reflect: self.reflect,
            program: self.program,
        };
        wanted.read_some(reporter, most)
    }
}

/// Whether a record can be of a program: it must count as many instructions.
fn check_count(
    target: &dyn Target,
    program: Binary,
    reflection: &Reflection,
) -> Result<(), Diagnostics> {
    let text = target.read(program)?.disassemble()?;
    let options = TargetOptions::default();
    // What cannot be assembled again, as a part of a program, has no count of its own.
    let Ok(again) = target.assemble(FileId(0), &text, program.stage, &options) else {
        return Ok(());
    };
    let (counted, stated) = (
        again.reflection.stats.instructions,
        reflection.stats.instructions,
    );
    if counted == stated || stated == 0 {
        return Ok(());
    }
    let message = format!(
        "the reflection is of another program: it counts {stated} instructions, this one has {counted}"
    );
    Err(Diagnostic::error(codes::files::RUN_DATA, message).into())
}

/// A program of an input that has these bytes.
fn subject_of(path: &Path, kind: Kind, stage: Option<Stage>, bytes: Vec<u8>) -> Subject {
    Subject {
        name: files::shown_name(path),
        contents: match kind {
            Kind::Assembly => Contents::Text(text_of(bytes)),
            _ => Contents::Bytes(numbers(bytes)),
        },
        stage: stage.or_else(|| files::stage_of_assembly(path)),
        side_files: IndexMap::new(),
    }
}

/// A part of a file: from `offset` on, `length` bytes or all.
///
/// # Errors
/// The part is not in the file.
pub(crate) fn part(
    bytes: Vec<u8>,
    offset: Option<usize>,
    length: Option<usize>,
) -> Result<Vec<u8>, Diagnostic> {
    let start = offset.unwrap_or(0);
    let end = length.map_or(Some(bytes.len()), |length| start.checked_add(length));
    let part = end.and_then(|end| bytes.get(start..end));
    part.map(<[u8]>::to_vec).ok_or_else(|| {
        Diagnostic::error(
            codes::container::MALFORMED,
            format!(
                "the file has {} bytes; there is no such part of it",
                bytes.len()
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_text_are_its_bytes() {
        let words = listed(b"/* Slot 0: 0x00000000 0x00EC001B */\nDP4 oPos").unwrap();
        assert_eq!(words, [0, 0, 0, 0, 0x1b, 0, 0xec, 0]);
        assert_eq!(listed(b"{0xa0, 0x01}").unwrap(), [0xa0, 1]);
        let dump = listed(b"{\n 0x00000001, 0x00000002, /* 0x00000000 */\n}").unwrap();
        assert_eq!(dump, [1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(listed(b"mov r0, v0"), None);
        assert_eq!(listed(&[0xa0, 1, 0, 0]), None);
        assert_eq!(listed(b"0x123456789"), None);
    }

    #[test]
    fn a_part_lies_in_the_file() {
        let bytes = vec![1, 2, 3, 4];
        assert_eq!(part(bytes.clone(), Some(1), Some(2)).unwrap(), [2, 3]);
        assert_eq!(part(bytes.clone(), None, None).unwrap(), bytes);
        assert!(part(bytes.clone(), Some(5), None).is_err());
        assert!(part(bytes, Some(1), Some(usize::MAX)).is_err());
    }
}
