//! Options of the command line to options of the library.

use super::arguments::{Code, Language, Macros, Matrices, Position};
use super::files;
use indexmap::IndexMap;
use retroshade::{LanguageOptions, Optimize, Prelude, TargetOptions, WarningPolicy};
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::preprocess::MacroOption;

/// How sources are read.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn language(
    options: &Language,
    policy: &WarningPolicy,
) -> Result<LanguageOptions, Fault> {
    let mut language = LanguageOptions::default();
    language.preprocessor.tolerated = policy.tolerated();
    language.preprocessor.unused = policy.looks_for_unused();
    language.include_directories.clone_from(&options.include);
    language.include_roots.clone_from(&options.include_root);
    language.files = files::access().clone();
    language.preprocessor.macros = macros(&options.macros)?;
    language.preprocessor.version = options
        .std
        .as_deref()
        .map(retroshade::language_version)
        .transpose()?;
    language.prelude = match options.prelude.as_deref() {
        Some(name) => Some(retroshade::prelude(name)?),
        None => options.shadertoy.then_some(Prelude::Shadertoy),
    };
    language.per_vertex = options.per_vertex;
    language.engine = options
        .engine
        .as_deref()
        .map(retroshade::engine)
        .transpose()?;
    language.preprocessor.entry.clone_from(&options.entry_point);
    Ok(language)
}

/// The last `-D` or `-U` for a name counts, as in glslc.
fn macros(wanted: &Macros) -> Result<Vec<MacroOption>, Fault> {
    let mut macros: IndexMap<String, MacroOption> = IndexMap::new();
    for (defines, text) in &wanted.list {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if *defines => (name, value),
            _ => (&**text, ""),
        };
        check_macro(if *defines { "-D" } else { "-U" }, name)?;
        let option = if *defines {
            MacroOption::Define {
                name: name.to_owned(),
                value: value.to_owned(),
            }
        } else {
            MacroOption::Undefine(name.to_owned())
        };
        macros.insert(name.to_owned(), option);
    }
    Ok(macros.into_values().collect())
}

fn check_macro(flag: &str, name: &str) -> Result<(), Fault> {
    let mut characters = name.chars();
    let valid = characters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || other == '_');
    if !valid {
        return Err(format!("argument to '{flag}' is no name: '{name}'").into());
    }
    if name.starts_with("GL_") {
        return Err(format!("'{flag}{name}': names beginning with 'GL_' are reserved").into());
    }
    Ok(())
}

/// How code is made.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn code(options: &Code) -> Result<TargetOptions, Fault> {
    let mut target = TargetOptions {
        optimize: match options.optimize.as_str() {
            "0" => Optimize::None,
            "s" => Optimize::Size,
            "3" => Optimize::Most,
            // clap has no default beside 1, and the spelling table no other level.
            _ => Optimize::Normal,
        },
        position: position(options.position),
        container: options.container.clone(),
        matrices: options.matrices.map(|matrices| match matrices {
            Matrices::Rows => retroshade_kit::target::Matrices::Rows,
            Matrices::Columns => retroshade_kit::target::Matrices::Columns,
            Matrices::Auto => retroshade_kit::target::Matrices::Auto,
        }),
        ..TargetOptions::default()
    };
    for binding in &options.bind {
        let (name, register) = pair("--bind", "REGISTER", binding)?;
        let earlier = target.bindings.insert(name.to_owned(), register.to_owned());
        if let Some(other) = earlier.filter(|other| other != register) {
            return Err(
                format!("--bind: '{name}' is bound to '{other}' and to '{register}'").into(),
            );
        }
    }
    for sampler in &options.sampler {
        let (name, state) = pair("--sampler", "STATE", sampler)?;
        target.samplers.insert(name.to_owned(), state.to_owned());
    }
    target.settings = settings(&options.target_option)?;
    let named = [
        ("agal-profile", options.agal_profile.clone()),
        ("clip-depth", options.clip_depth.clone()),
        ("state", options.state.clone()),
        ("budget", options.budget.map(|steps| steps.to_string())),
        ("seed", options.seed.map(|seed| seed.to_string())),
        ("invert-y", options.invert_y.then(|| "on".to_owned())),
        (
            "invariant-position",
            options.invariant_position.then(|| "on".to_owned()),
        ),
        ("nan-clamp", options.nan_clamp.then(|| "on".to_owned())),
    ];
    for (name, value) in named {
        if let Some(value) = value {
            target.settings.insert(name.to_owned(), value);
        }
    }
    Ok(target)
}

/// The settings that `--target-option NAME=VALUE` gives.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn settings(options: &[String]) -> Result<IndexMap<String, String>, Fault> {
    options
        .iter()
        .map(|setting| {
            let (name, value) = pair("--target-option", "VALUE", setting)?;
            Ok((name.to_owned(), value.to_owned()))
        })
        .collect()
}

fn pair<'a>(flag: &str, what: &str, text: &'a str) -> Result<(&'a str, &'a str), Fault> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name, value)),
        _ => Err(format!("argument to '{flag}' must be NAME={what}: '{text}'").into()),
    }
}

/// The position that an option asks for.
pub(crate) fn position(option: Position) -> retroshade::Position {
    match option {
        Position::Native => retroshade::Position::Native,
        Position::Divide => retroshade::Position::Divide,
        Position::Clip => retroshade::Position::Clip,
    }
}
