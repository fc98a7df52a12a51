//! glslc's spelling, which clap cannot express, rewritten into long options that it can.
//!
//! Declared naively, `-MD a.vert` reads as `-M -D a.vert`, `-O a.vert` swallows the file, and
//! `-mfmt=c`, `-std=100`, `-Werror` are refused. So one table says of every such flag how its value is
//! attached and which long option it becomes; [`spell`] rewrites the arguments with it. Long options are
//! told from clap's own definition of the command. It also gives each input the stage and
//! language that `-fshader-stage=` and `-x` set before it, since clap forgets the order of different
//! options.

use clap::{Arg, Command};
use retroshade_diagnostics::fault::Fault;
use std::ffi::{OsStr, OsString};

/// How a flag carries its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// It has none.
    None,
    /// After `=`, always.
    Equals,
    /// Glued to the flag, or the next argument: `-DX`, `-D X`.
    GluedOrNext,
    /// Glued to the flag: `-Wname`.
    Glued,
    /// The next argument.
    Next,
}

/// The meaning of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning<'a> {
    /// The long option of this name, with the value if there is one.
    Long(&'a str),
    /// The long option of this name with a fixed value.
    Fixed(&'a str, &'static str),
    /// Sets the stage of the inputs after it.
    Stage,
    /// Sets the language of the inputs after it.
    Language,
    /// Accepted because build files pass it; what it asks for is always so.
    Ignored,
    /// Has no meaning for any target, for this reason.
    Refused(&'static str),
}

/// One flag.
struct Spelling {
    flag: &'static str,
    value: Value,
    meaning: Meaning<'static>,
}

const fn row(flag: &'static str, value: Value, meaning: Meaning<'static>) -> Spelling {
    Spelling {
        flag,
        value,
        meaning,
    }
}

const NOT_SPIRV: &str = "--target spirv makes SPIR-V, of version 1.0 alone";
const NO_SETS: &str = "these machines have no descriptor sets; use --bind";

/// Every flag that clap cannot read. A flag that is a prefix of another stands after it.
#[rustfmt::skip]
static TABLE: &[Spelling] = &[
    row("--target-spv",        Value::Equals,       Meaning::Refused(NOT_SPIRV)),
    row("-h",                  Value::None,         Meaning::Long("help")),
    row("-V",                  Value::None,         Meaning::Long("version")),
    row("-v",                  Value::None,         Meaning::Long("version")),
    row("-P",                  Value::None,         Meaning::Long("no-line-markers")),
    row("-o",                  Value::GluedOrNext,  Meaning::Long("output")),
    row("-c",                  Value::None,         Meaning::Long("compile-only")),
    row("-S",                  Value::None,         Meaning::Long("assembly")),
    row("-E",                  Value::None,         Meaning::Long("preprocess")),
    row("-MMD",                Value::None,         Meaning::Long("dep-file-too")),
    row("-MD",                 Value::None,         Meaning::Long("dep-file-too")),
    row("-MM",                 Value::None,         Meaning::Long("dep-only")),
    row("-MF",                 Value::GluedOrNext,  Meaning::Long("dep-file")),
    row("-MT",                 Value::GluedOrNext,  Meaning::Long("dep-target")),
    row("-MQ",                 Value::GluedOrNext,  Meaning::Long("dep-target-quoted")),
    row("-MP",                 Value::None,         Meaning::Long("dep-phony")),
    row("-M",                  Value::None,         Meaning::Long("dep-only")),
    row("-D",                  Value::GluedOrNext,  Meaning::Long("define")),
    row("-U",                  Value::GluedOrNext,  Meaning::Long("undefine")),
    row("-I",                  Value::GluedOrNext,  Meaning::Long("include")),
    row("-O0",                 Value::None,         Meaning::Fixed("optimize", "0")),
    row("-O1",                 Value::None,         Meaning::Fixed("optimize", "1")),
    row("-O2",                 Value::None,         Meaning::Fixed("optimize", "2")),
    row("-O3",                 Value::None,         Meaning::Fixed("optimize", "3")),
    row("-Os",                 Value::None,         Meaning::Fixed("optimize", "s")),
    row("-O",                  Value::None,         Meaning::Fixed("optimize", "1")),
    row("-g",                  Value::None,         Meaning::Long("debug-info")),
    row("-w",                  Value::None,         Meaning::Long("no-warnings")),
    row("-j",                  Value::GluedOrNext,  Meaning::Long("jobs")),
    row("-q",                  Value::None,         Meaning::Long("quiet")),
    row("-k",                  Value::None,         Meaning::Long("keep-going")),
    row("-W",                  Value::GluedOrNext,  Meaning::Long("warning")),
    row("-std",                Value::Equals,       Meaning::Long("std")),
    row("-x",                  Value::Next,         Meaning::Language),
    row("-mfmt",               Value::Equals,       Meaning::Long("format")),
    row("-fshader-stage",      Value::Equals,       Meaning::Stage),
    row("-fentry-point",       Value::Equals,       Meaning::Long("entry-point")),
    row("-flimit-file",        Value::Next,         Meaning::Ignored),
    row("-flimit",             Value::Equals,       Meaning::Ignored),
    row("-fauto-map-locations",               Value::None, Meaning::Ignored),
    row("-fauto-bind-uniforms",               Value::None, Meaning::Ignored),
    row("-fauto-combined-image-sampler",      Value::None, Meaning::Ignored),
    row("-fpreserve-bindings",                Value::None, Meaning::Ignored),
    row("-finvert-y",          Value::None,         Meaning::Long("invert-y")),
    row("-finvariant-position", Value::None,        Meaning::Long("invariant-position")),
    row("-fnan-clamp",         Value::None,         Meaning::Long("nan-clamp")),
    row("-fmax-id-bound",      Value::Equals,       Meaning::Refused(NOT_SPIRV)),
    row("-fhlsl-",             Value::Glued,        Meaning::Refused("there is no HLSL reader")),
    row("-fhlsl_functionality1", Value::None,       Meaning::Refused("there is no HLSL reader")),
    row("-fresource-set-binding", Value::None,      Meaning::Refused(NO_SETS)),
    row("-fimage-binding-base",   Value::None,      Meaning::Refused(NO_SETS)),
    row("-fsampler-binding-base", Value::None,      Meaning::Refused(NO_SETS)),
    row("-ftexture-binding-base", Value::None,      Meaning::Refused(NO_SETS)),
    row("-fubo-binding-base",     Value::None,      Meaning::Refused(NO_SETS)),
    row("-fcbuffer-binding-base", Value::None,      Meaning::Refused(NO_SETS)),
    row("-fssbo-binding-base",    Value::None,      Meaning::Refused(NO_SETS)),
    row("-fuav-binding-base",     Value::None,      Meaning::Refused(NO_SETS)),
];

/// An input and what the options before it said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The name as given; `-` is standard input.
    pub(crate) path: OsString,
    /// The value of the last `-fshader-stage=` before it.
    pub(crate) stage: Option<String>,
    /// The value of the last `-x` before it, unless that was `none`.
    pub(crate) language: Option<String>,
}

/// Arguments in a form that clap reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spelled {
    /// Long options, each with its value behind `=`.
    pub(crate) options: Vec<OsString>,
    /// Inputs in order.
    pub(crate) inputs: Vec<Input>,
}

/// Rewrites the arguments of a command (without the program's name and the subcommand). The error is
/// a sentence for the user that quotes what was written.
pub(crate) fn spell(arguments: Vec<OsString>, command: &Command) -> Result<Spelled, Fault> {
    let mut speller = Speller {
        command,
        spelled: Spelled::default(),
        stage: None,
        language: None,
        refused: None,
    };
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let bytes = argument.as_encoded_bytes();
        if bytes == b"--" {
            rest.by_ref().for_each(|name| speller.input(name));
        } else if bytes == b"-" || !bytes.starts_with(b"-") {
            speller.input(argument);
        } else {
            speller.option(&argument, &mut rest)?;
        }
    }
    match speller.refused {
        Some((written, reason)) => Err(format!(
            "'{written}' has no meaning for {}: {reason}",
            target_name(&speller.spelled.options)
        )
        .into()),
        None => Ok(speller.spelled),
    }
}

struct Speller<'a> {
    command: &'a Command,
    spelled: Spelled,
    stage: Option<String>,
    language: Option<String>,
    /// The first flag that has no meaning, as written, with the reason. The message waits for the name
    /// of the target.
    refused: Option<(String, &'static str)>,
}

impl Speller<'_> {
    fn input(&mut self, path: OsString) {
        self.spelled.inputs.push(Input {
            path,
            stage: self.stage.clone(),
            language: self.language.clone(),
        });
    }

    fn option(
        &mut self,
        argument: &OsStr,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), Fault> {
        let written = argument.to_string_lossy().into_owned();
        let found = find(argument).or_else(|| find_long(argument, self.command));
        let Some(found) = found else {
            let bare = |row: &&Spelling| row.value == Value::Equals && row.flag == written;
            if TABLE.iter().any(|row| bare(&row)) {
                return Err(format!("'{written}' lacks its value: {written}=VALUE").into());
            }
            return Err(format!(
                "unknown argument: '{written}'{}",
                suggestion(&written, self.command)
            )
            .into());
        };
        let value = match found.value {
            None if found.wants_next => Some(
                rest.next()
                    .ok_or_else(|| format!("argument to '{written}' is missing"))?,
            ),
            value => value,
        };
        match found.meaning {
            Meaning::Ignored => {}
            Meaning::Refused(reason) => {
                self.refused.get_or_insert((written, reason));
            }
            Meaning::Stage => self.stage = Some(lossy(value)),
            Meaning::Language => self.language = Some(lossy(value)).filter(|name| name != "none"),
            Meaning::Long(name) => self.long(&written, name, value)?,
            Meaning::Fixed(name, value) => self.long(&written, name, Some(value.into()))?,
        }
        Ok(())
    }

    fn long(&mut self, written: &str, name: &str, value: Option<OsString>) -> Result<(), Fault> {
        if name != "help" && definition(self.command, name).is_none() {
            return Err(format!(
                "'{written}' has no meaning for '{}'",
                self.command.get_name()
            )
            .into());
        }
        let mut option = OsString::from("--");
        option.push(name);
        if let Some(value) = value {
            option.push("=");
            option.push(value);
        }
        self.spelled.options.push(option);
        Ok(())
    }
}

/// An argument that was recognised.
struct Found<'a> {
    meaning: Meaning<'a>,
    /// The value that is attached.
    value: Option<OsString>,
    /// True if the next argument is the value where none is attached.
    wants_next: bool,
}

fn lossy(value: Option<OsString>) -> String {
    value.unwrap_or_default().to_string_lossy().into_owned()
}

/// The target that the options name, for a message.
fn target_name(options: &[OsString]) -> String {
    let named = options.iter().rev().find_map(|option| {
        let option = option.to_str()?;
        option
            .strip_prefix("--target=")
            .or(option.strip_prefix("--target-env="))
    });
    named.unwrap_or("these targets").to_owned()
}

/// Returns the argument behind a prefix. It need not be Unicode.
fn after(argument: &OsStr, prefix: &str) -> Option<OsString> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        let rest = argument.as_bytes().strip_prefix(prefix.as_bytes())?;
        Some(OsString::from_vec(rest.to_vec()))
    }
    #[cfg(not(unix))]
    argument
        .to_string_lossy()
        .strip_prefix(prefix)
        .map(OsString::from)
}

/// The row of the table for an argument.
fn find(argument: &OsStr) -> Option<Found<'static>> {
    TABLE.iter().find_map(|spelling| {
        let rest = after(argument, spelling.flag)?;
        let (value, wants_next) = match spelling.value {
            Value::None => (rest.is_empty().then_some(None)?, false),
            Value::Next => (rest.is_empty().then_some(None)?, true),
            Value::Equals => (Some(after(&rest, "=")?), false),
            Value::Glued => ((!rest.is_empty()).then_some(Some(rest))?, false),
            Value::GluedOrNext => (Some(rest).filter(|rest| !rest.is_empty()), true),
        };
        Some(Found {
            meaning: spelling.meaning,
            value,
            wants_next,
        })
    })
}

/// A long option of the command: `--name`, `--name=value`, `--name value`.
fn find_long<'a>(argument: &OsStr, command: &'a Command) -> Option<Found<'a>> {
    let text = argument.to_string_lossy();
    let name = text.strip_prefix("--")?.split('=').next()?;
    let value = after(argument, &format!("--{name}="));
    if name == "help" {
        return Some(Found {
            meaning: Meaning::Long("help"),
            value,
            wants_next: false,
        });
    }
    let (option, name) = definition(command, name)?;
    let takes = option.get_action().takes_values();
    Some(Found {
        meaning: match name {
            "shader-stage" => Meaning::Stage,
            "language" => Meaning::Language,
            _ => Meaning::Long(name),
        },
        wants_next: takes && value.is_none() && !option.is_require_equals_set(),
        value,
    })
}

/// The definition of a long option, and its name or alias.
fn definition<'a>(command: &'a Command, name: &str) -> Option<(&'a Arg, &'a str)> {
    command.get_arguments().find_map(|option| {
        let aliases = option.get_visible_aliases().unwrap_or_default();
        let mut names = option.get_long().into_iter().chain(aliases);
        names
            .find(|known| *known == name)
            .map(|known| (option, known))
    })
}

/// `; did you mean '--target'?` for a flag that is a letter or two away from a known one.
fn suggestion(text: &str, command: &Command) -> String {
    let flag = text.split('=').next().unwrap_or(text);
    let options = command.get_arguments().filter_map(Arg::get_long);
    let options = options.map(|name| format!("--{name}"));
    let known = TABLE.iter().map(|spelling| spelling.flag.to_owned());
    let best = known
        .chain(options)
        .map(|known| (strsim::damerau_levenshtein(flag, &known), known))
        .filter(|(distance, known)| *distance <= 2 && known.len() > 3)
        .min();
    best.map(|(_, known)| format!("; did you mean '{known}'?"))
        .unwrap_or_default()
}

/// The flags that become a long option or an order-dependent choice, for completions and the manual:
/// the spelling (with `=` where a value follows it) and the long option.
pub(crate) fn spellings() -> impl Iterator<Item = (String, &'static str)> {
    TABLE.iter().filter_map(|spelling| {
        let long = match spelling.meaning {
            Meaning::Long(name) | Meaning::Fixed(name, _) => name,
            Meaning::Stage => "shader-stage",
            Meaning::Language => "language",
            Meaning::Ignored | Meaning::Refused(_) => return None,
        };
        let equals = if spelling.value == Value::Equals {
            "="
        } else {
            ""
        };
        Some((format!("{}{equals}", spelling.flag), long))
    })
}

#[cfg(test)]
mod tests;
