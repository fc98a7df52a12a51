//! glslc's spelling, which clap cannot express, rewritten into long options that it can.
//!
//! Declared naively, `-MD a.vert` reads as `-M -D a.vert`, `-O a.vert` swallows the file, and
//! `-mfmt=c`, `-std=100`, `-Werror` are refused. So one table says of every flag how its value is
//! attached and what it becomes; [`spell`] walks the arguments with it. The walk also gives each
//! input the stage and language that `-fshader-stage=` and `-x` set before it, since clap forgets the
//! order of different options.

use std::ffi::OsString;

/// How a flag carries its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// It has none.
    None,
    /// After `=`, always.
    Equals,
    /// After `=`, or the next argument.
    EqualsOrNext,
    /// After `=`, or nothing at all.
    Optional,
    /// Glued to the flag, or the next argument: `-DX`, `-D X`.
    GluedOrNext,
    /// Glued to the flag: `-Wname`.
    Glued,
    /// The next argument.
    Next,
}

/// What becomes of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The long option of this name, with the value if there is one.
    Long(&'static str),
    /// The long option of this name with a fixed value.
    Fixed(&'static str, &'static str),
    /// Sets the stage of the inputs after it.
    Stage,
    /// Sets the language of the inputs after it.
    Language,
    /// Accepted because build files pass it; what it asks for is always so.
    Ignored,
    /// Refused with this reason.
    Refused(&'static str),
}

/// One flag.
struct Spelling {
    flag: &'static str,
    value: Value,
    meaning: Meaning,
}

const fn row(flag: &'static str, value: Value, meaning: Meaning) -> Spelling {
    Spelling {
        flag,
        value,
        meaning,
    }
}

const NOT_SPIRV: &str = "this compiler does not make SPIR-V";

/// Every flag. A flag that is a prefix of another stands after it.
#[rustfmt::skip]
static TABLE: &[Spelling] = &[
    row("--target-env",        Value::EqualsOrNext, Meaning::Long("target-env")),
    row("--target-spv",        Value::EqualsOrNext, Meaning::Refused(NOT_SPIRV)),
    row("--target",            Value::EqualsOrNext, Meaning::Long("target")),
    row("--reflect",           Value::EqualsOrNext, Meaning::Long("reflect")),
    row("--container",         Value::EqualsOrNext, Meaning::Long("container")),
    row("--opdesc",            Value::EqualsOrNext, Meaning::Long("opdesc")),
    row("--position",          Value::EqualsOrNext, Meaning::Long("position")),
    row("--bind",              Value::EqualsOrNext, Meaning::Long("bind")),
    row("--sampler",           Value::EqualsOrNext, Meaning::Long("sampler")),
    row("--target-option",     Value::EqualsOrNext, Meaning::Long("target-option")),
    row("--agal-profile",      Value::EqualsOrNext, Meaning::Long("agal-profile")),
    row("--clip-depth",        Value::EqualsOrNext, Meaning::Long("clip-depth")),
    row("--diagnostics",       Value::EqualsOrNext, Meaning::Long("diagnostics")),
    row("--color",             Value::EqualsOrNext, Meaning::Long("color")),
    row("--explain",           Value::EqualsOrNext, Meaning::Long("explain")),
    row("--emit",              Value::EqualsOrNext, Meaning::Long("emit")),
    row("--print-after",       Value::EqualsOrNext, Meaning::Long("print-after")),
    row("--stop-after",        Value::EqualsOrNext, Meaning::Long("stop-after")),
    row("--budget",            Value::EqualsOrNext, Meaning::Long("budget")),
    row("--seed",              Value::EqualsOrNext, Meaning::Long("seed")),
    row("--inputs",            Value::EqualsOrNext, Meaning::Long("inputs")),
    row("--size",              Value::EqualsOrNext, Meaning::Long("size")),
    row("--stats",             Value::Optional,     Meaning::Long("stats")),
    row("--trace",             Value::Optional,     Meaning::Long("trace")),
    row("--verify",            Value::None,         Meaning::Long("verify")),
    row("--check",             Value::None,         Meaning::Long("check")),
    row("--json",              Value::None,         Meaning::Long("json")),
    row("--show-limits",       Value::None,         Meaning::Long("show-limits")),
    row("--version",           Value::None,         Meaning::Long("version")),
    row("--help",              Value::None,         Meaning::Long("help")),
    row("-h",                  Value::None,         Meaning::Long("help")),
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
    row("-W",                  Value::Glued,        Meaning::Long("warning")),
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
    row("-fnan-clamp",         Value::None,         Meaning::Long("nan-clamp")),
    row("-fmax-id-bound",      Value::Equals,       Meaning::Refused(NOT_SPIRV)),
    row("-fhlsl-",             Value::Glued,        Meaning::Refused("there is no HLSL reader")),
    row("-fresource-set-binding", Value::None,      Meaning::Refused("these machines have no descriptor sets; use --bind")),
    row("-fimage-binding-base",   Value::Next,      Meaning::Refused("these machines have no descriptor sets; use --bind")),
    row("-fsampler-binding-base", Value::Next,      Meaning::Refused("these machines have no descriptor sets; use --bind")),
    row("-ftexture-binding-base", Value::Next,      Meaning::Refused("these machines have no descriptor sets; use --bind")),
    row("-fubo-binding-base",     Value::Next,      Meaning::Refused("these machines have no descriptor sets; use --bind")),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    /// Long options, each with its value behind `=`.
    pub(crate) options: Vec<OsString>,
    /// Inputs in order.
    pub(crate) inputs: Vec<Input>,
}

/// Rewrites arguments (without the program's name and the subcommand). The error is a sentence for
/// the user that quotes what was written.
pub(crate) fn spell(arguments: Vec<OsString>) -> Result<Spelled, String> {
    let mut spelled = Spelled {
        options: Vec::new(),
        inputs: Vec::new(),
    };
    let mut stage = None;
    let mut language = None;
    let mut rest = arguments.into_iter();
    let mut options_ended = false;
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy().into_owned();
        if options_ended || text == "-" || !text.starts_with('-') {
            spelled.inputs.push(Input {
                path: argument,
                stage: stage.clone(),
                language: language.clone(),
            });
            continue;
        }
        if text == "--" {
            options_ended = true;
            continue;
        }
        let (spelling, attached) = find(&text)
            .ok_or_else(|| format!("unknown argument: '{text}'{}", suggestion(&text)))?;
        let value = match (spelling.value, attached) {
            (Value::GluedOrNext | Value::EqualsOrNext | Value::Next, None) => Some(
                rest.next()
                    .ok_or_else(|| format!("argument to '{text}' is missing"))?,
            ),
            (_, attached) => attached.map(OsString::from),
        };
        match spelling.meaning {
            Meaning::Ignored => {}
            Meaning::Refused(reason) => return Err(format!("'{text}': {reason}")),
            Meaning::Stage => stage = Some(lossy(value)),
            Meaning::Language => language = Some(lossy(value)).filter(|name| name != "none"),
            Meaning::Long(name) => spelled.options.push(long(name, value)),
            Meaning::Fixed(name, value) => spelled.options.push(long(name, Some(value.into()))),
        }
    }
    Ok(spelled)
}

fn lossy(value: Option<OsString>) -> String {
    value.unwrap_or_default().to_string_lossy().into_owned()
}

fn long(name: &str, value: Option<OsString>) -> OsString {
    let mut option = OsString::from("--");
    option.push(name);
    if let Some(value) = value {
        option.push("=");
        option.push(value);
    }
    option
}

/// The row of an argument, and the value that is attached to it.
fn find(text: &str) -> Option<(&'static Spelling, Option<String>)> {
    TABLE.iter().find_map(|spelling| {
        let rest = text.strip_prefix(spelling.flag)?;
        let attached = match spelling.value {
            Value::None | Value::Next => rest.is_empty().then_some(None),
            Value::Equals => rest.strip_prefix('=').map(|value| Some(value.to_owned())),
            Value::EqualsOrNext | Value::Optional if rest.is_empty() => Some(None),
            Value::EqualsOrNext | Value::Optional => {
                rest.strip_prefix('=').map(|value| Some(value.to_owned()))
            }
            Value::GluedOrNext if rest.is_empty() => Some(None),
            Value::GluedOrNext => Some(Some(rest.to_owned())),
            Value::Glued => (!rest.is_empty()).then(|| Some(rest.to_owned())),
        };
        attached.map(|value| (spelling, value))
    })
}

/// `; did you mean '--target'?` for a flag that is a letter or two away from a known one.
fn suggestion(text: &str) -> String {
    let flag = text.split('=').next().unwrap_or(text);
    let best = TABLE
        .iter()
        .map(|spelling| {
            (
                strsim::damerau_levenshtein(flag, spelling.flag),
                spelling.flag,
            )
        })
        .filter(|&(distance, known)| distance <= 2 && known.len() > 3)
        .min();
    best.map(|(_, known)| format!("; did you mean '{known}'?"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &[&str]) -> Vec<String> {
        let spelled = spell(arguments.iter().map(OsString::from).collect()).unwrap();
        spelled
            .options
            .iter()
            .map(|option| option.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn glslc_spelling_becomes_long_options() {
        for (written, expected) in [
            (vec!["-MD", "a.vert"], vec!["--dep-file-too"]),
            (vec!["-O", "a.vert"], vec!["--optimize=1"]),
            (vec!["-Os"], vec!["--optimize=s"]),
            (vec!["-DX"], vec!["--define=X"]),
            (vec!["-D", "X=1"], vec!["--define=X=1"]),
            (vec!["-mfmt=c"], vec!["--format=c"]),
            (vec!["-std=100"], vec!["--std=100"]),
            (vec!["-Werror"], vec!["--warning=error"]),
            (vec!["-MF", "d"], vec!["--dep-file=d"]),
            (vec!["-MFd"], vec!["--dep-file=d"]),
            (vec!["-oout"], vec!["--output=out"]),
            (vec!["-o", "-"], vec!["--output=-"]),
            (vec!["--target", "lima"], vec!["--target=lima"]),
            (vec!["--target=lima"], vec!["--target=lima"]),
            (vec!["--stats"], vec!["--stats"]),
            (vec!["--stats=json"], vec!["--stats=json"]),
            (
                vec!["-flimit=MaxSamplers 8", "-fauto-map-locations"],
                vec![],
            ),
        ] {
            assert_eq!(options(&written), expected, "{written:?}");
        }
    }

    #[test]
    fn stage_and_language_hold_for_the_inputs_after_them() {
        let arguments = [
            "a",
            "-fshader-stage=vertex",
            "b",
            "-x",
            "ir",
            "c",
            "-x",
            "none",
            "-",
            "--",
            "-d",
        ];
        let spelled = spell(arguments.iter().map(OsString::from).collect()).unwrap();
        let seen: Vec<_> = spelled
            .inputs
            .iter()
            .map(|input| {
                (
                    input.path.to_str().unwrap(),
                    input.stage.as_deref(),
                    input.language.as_deref(),
                )
            })
            .collect();
        let vertex = Some("vertex");
        assert_eq!(
            seen,
            [
                ("a", None, None),
                ("b", vertex, None),
                ("c", vertex, Some("ir")),
                ("-", vertex, None),
                ("-d", vertex, None),
            ]
        );
    }

    #[test]
    fn faults_quote_what_was_written() {
        for (written, message) in [
            (vec!["-fbogus"], "unknown argument: '-fbogus'"),
            (
                vec!["--tarrget=x"],
                "unknown argument: '--tarrget=x'; did you mean '--target'?",
            ),
            (vec!["-D"], "argument to '-D' is missing"),
            (
                vec!["-fhlsl-offsets"],
                "'-fhlsl-offsets': there is no HLSL reader",
            ),
        ] {
            let fault = spell(written.iter().map(OsString::from).collect()).unwrap_err();
            assert_eq!(fault, message);
        }
    }

    #[test]
    fn no_flag_hides_a_later_one() {
        for (index, spelling) in TABLE.iter().enumerate() {
            let written = match spelling.value {
                Value::Equals => format!("{}=v", spelling.flag),
                Value::Glued => format!("{}v", spelling.flag),
                _ => spelling.flag.to_owned(),
            };
            let (found, _) = find(&written).unwrap();
            assert!(
                found.flag == TABLE[index].flag,
                "{written} is read as {}",
                found.flag
            );
        }
    }
}
