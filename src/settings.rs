//! Flags in the command line's spelling for those who have no command line: build scripts and packs.
//!
//! Only what changes the code is here. A flag of the command line that asks for another output, or that
//! is about messages, makes no sense in a build script and is refused.

use crate::{
    Engine, LanguageOptions, Matrices, Optimize, Position, Prelude, TargetOptions, WarningPolicy,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::preprocess::MacroOption;
use retroshade_frontend::{Dialect, Family};

/// Everything that decides what comes of a source, besides its target.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How sources are read.
    pub language: LanguageOptions,
    /// How code is made.
    pub code: TargetOptions,
    /// What becomes of warnings.
    pub warnings: WarningPolicy,
}

impl Settings {
    /// Defines a macro for all sources.
    ///
    /// # Errors
    /// A sentence for the user if the name is none, or reserved.
    pub fn define(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        check_macro(name)?;
        self.language.preprocessor.macros.push(MacroOption::Define {
            name: name.to_owned(),
            value: value.to_owned(),
        });
        Ok(())
    }

    /// Sets the effort by the letter behind `-O`: `0`, `1`, `2`, `3`, `s`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn optimize(&mut self, level: &str) -> Result<(), Fault> {
        self.code.optimize = match level {
            "0" => Optimize::None,
            "" | "1" | "2" => Optimize::Normal,
            "3" => Optimize::Most,
            "s" => Optimize::Size,
            _ => return Err(format!("-O{level}: expected 0, 1, 2, 3 or s").into()),
        };
        Ok(())
    }

    /// Applies flags in order: `-DNAME=VALUE -UNAME -IDIR --include-root=DIR -O3 -std=100 -w -Wname -finvert-y
    /// -fnan-clamp -finvariant-position
    /// --bind=NAME=REGISTER --sampler=NAME=STATE --target-option=NAME=VALUE --position=SPACE
    /// --matrices=LAYOUT --container=NAME`, and the short forms `--agal-profile=`, `--clip-depth=`, `--state=`,
    /// `--budget=`, `--seed=`, `--engine=`, `--prelude=`, `--shadertoy`,
    /// `--per-vertex`.
    /// A value may stand in the next word where the command line allows that.
    ///
    /// # Errors
    /// A sentence for the user about the first word that is no such flag.
    pub fn apply<'a>(&mut self, flags: impl IntoIterator<Item = &'a str>) -> Result<(), Fault> {
        let mut words = flags.into_iter();
        while let Some(word) = words.next() {
            let (flag, value) = split(word);
            let value = match value {
                Some(value) => value,
                None if takes_value(flag) => words
                    .next()
                    .ok_or_else(|| format!("argument to '{word}' is missing"))?,
                None => "",
            };
            self.apply_one(word, flag, value)?;
        }
        // What the language forbids and a flag allows by name is decided when the source is read.
        self.language.preprocessor.tolerated = self.warnings.tolerated();
        self.language.preprocessor.unused = self.warnings.looks_for_unused();
        self.code.assembles_illegal_code = self.warnings.assembles_illegal_code();
        Ok(())
    }

    fn apply_one(&mut self, word: &str, flag: &str, value: &str) -> Result<(), Fault> {
        let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        match flag {
            "-D" => {
                let (name, value) = value.split_once('=').unwrap_or((value, ""));
                self.define(name, value)?;
            }
            "-U" => {
                check_macro(value)?;
                let undefined = MacroOption::Undefine(value.to_owned());
                self.language.preprocessor.macros.push(undefined);
            }
            "-I" => self.language.include_directories.push(value.into()),
            "--include-root" => self.language.include_roots.push(value.into()),
            "-O" => self.optimize(value)?,
            "-std" => self.language.preprocessor.version = Some(language_version(value)?),
            "-w" => self.warnings.silent = true,
            "-W" => self.warnings.add(value)?,
            "-finvert-y" | "-finvariant-position" | "-fnan-clamp" => {
                let name = flag.trim_start_matches("-f");
                self.code.settings.extend([setting(name, "on")]);
            }
            "--per-vertex" => self.language.per_vertex = true,
            "--shadertoy" => self.language.prelude = Some(Prelude::Shadertoy),
            "--engine" => self.language.engine = Some(engine(value)?),
            "--prelude" => self.language.prelude = Some(prelude(value)?),
            "--position" => self.code.position = position(value)?,
            "--matrices" => self.code.matrices = Some(matrices(value)?),
            "--container" => self.code.container = Some(value.to_owned()),
            "--bind" => {
                let (name, register) = pair(word, "NAME=REGISTER", value)?;
                self.code.bindings.extend([setting(name, register)]);
            }
            "--sampler" => {
                let (name, state) = pair(word, "NAME=STATE", value)?;
                self.code.samplers.extend([setting(name, state)]);
            }
            "--target-option" => {
                let (name, value) = pair(word, "NAME=VALUE", value)?;
                self.code.settings.extend([setting(name, value)]);
            }
            "--agal-profile" | "--clip-depth" | "--state" | "--budget" | "--seed" => {
                let name = flag.trim_start_matches('-');
                self.code.settings.extend([setting(name, value)]);
            }
            _ => {
                return Err(
                    format!("'{word}' is no flag that changes the code of a shader").into(),
                );
            }
        }
        Ok(())
    }
}

/// A flag and the value that is attached to it.
fn split(word: &str) -> (&str, Option<&str>) {
    if word.starts_with("--") || word.starts_with("-std=") {
        return match word.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (word, None),
        };
    }
    for flag in ["-D", "-U", "-I"] {
        if let Some(value) = word.strip_prefix(flag) {
            return (flag, Some(value).filter(|value| !value.is_empty()));
        }
    }
    for flag in ["-O", "-W"] {
        if let Some(value) = word.strip_prefix(flag) {
            return (flag, Some(value));
        }
    }
    (word, None)
}

fn takes_value(flag: &str) -> bool {
    let stands_alone = matches!(flag, "--shadertoy" | "--per-vertex");
    flag.starts_with("--") && !stands_alone || matches!(flag, "-D" | "-U" | "-I")
}

/// The number of the language that `-std=` names, and its family: `100`, `300es`, `450core`.
///
/// # Errors
/// A sentence for the user.
pub fn language_version(value: &str) -> Result<(u32, Family), Fault> {
    let digits = value.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let profile = value.get(digits.len()..).unwrap_or_default();
    let number = digits.parse::<u32>().ok();
    let language = number.and_then(|number| match (number, profile) {
        (100, "" | "es") | (_, "es") => Some((number, Family::Es)),
        (_, "" | "core" | "compatibility") => Some((number, Family::Desktop)),
        _ => None,
    });
    let known = language.filter(|&(number, family)| Dialect::of(number, family).is_some());
    known.ok_or_else(|| {
        format!(
            "invalid value '{value}' in '-std={value}': expected 100es, 300es, 310es, 320es, or a version of \
             desktop GLSL such as 330 or 450core"
        ).into()
})
}

/// The library that `--engine` names.
///
/// # Errors
/// A sentence for the user.
pub fn engine(name: &str) -> Result<Engine, Fault> {
    Engine::named(name).ok_or_else(|| {
        let names = Engine::ALL.map(Engine::name).join(", ");
        format!("--engine {name}: there is none of this name, but {names}").into()
    })
}

/// The environment that declares what sources do not.
///
/// # Errors
/// A sentence for the user.
pub fn prelude(name: &str) -> Result<Prelude, Fault> {
    Prelude::named(name).ok_or_else(|| {
        let names = Prelude::ALL.map(Prelude::name).join(", ");
        format!("--prelude {name}: there is none of this name, but {names}").into()
    })
}

fn position(value: &str) -> Result<Position, Fault> {
    match value {
        "native" => Ok(Position::Native),
        "divide" => Ok(Position::Divide),
        "clip" => Ok(Position::Clip),
        _ => Err(format!("--position={value}: expected native, divide or clip").into()),
    }
}

fn matrices(value: &str) -> Result<Matrices, Fault> {
    Matrices::named(value)
        .ok_or_else(|| format!("--matrices={value}: expected rows, columns or auto").into())
}

fn pair<'a>(word: &str, form: &str, value: &'a str) -> Result<(&'a str, &'a str), Fault> {
    match value.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name, value)),
        _ => Err(format!("'{word}': the value must be {form}, not '{value}'").into()),
    }
}

fn check_macro(name: &str) -> Result<(), Fault> {
    let first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    let valid = name.starts_with(first)
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !valid {
        return Err(format!("'{name}' is no name for a macro").into());
    }
    if name.starts_with("GL_") {
        return Err(format!("macro '{name}': names beginning with 'GL_' are reserved").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(flags: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        settings.apply(flags.split_whitespace())?;
        Ok(settings)
    }

    #[test]
    fn flags_are_read_as_on_the_command_line() {
        let settings = apply(
            "-DA -D B=2 -Iinc -I more -O3 -std=100 -Werror --bind=uMvp=c4 --sampler uTexture=2d,linear \
             --position clip --agal-profile=flash -finvert-y -Wno-error=stray-semicolon",
        )
        .unwrap();
        assert_eq!(settings.language.preprocessor.macros.len(), 2);
        assert_eq!(settings.language.include_directories.len(), 2);
        assert_eq!(
            settings.language.preprocessor.version,
            Some((100, Family::Es))
        );
        assert_eq!(settings.language.preprocessor.tolerated.len(), 1);
        assert_eq!(settings.code.optimize, Optimize::Most);
        assert_eq!(settings.code.position, Position::Clip);
        assert_eq!(settings.code.bindings["uMvp"], "c4");
        assert_eq!(settings.code.samplers["uTexture"], "2d,linear");
        assert_eq!(settings.code.settings["agal-profile"], "flash");
        assert_eq!(settings.code.settings["invert-y"], "on");
        assert!(settings.warnings.errors);
    }

    #[test]
    fn what_is_no_such_flag_is_refused_in_words() {
        for (flags, message) in [
            ("-S", "'-S' is no flag that changes the code of a shader"),
            (
                "a.vert",
                "'a.vert' is no flag that changes the code of a shader",
            ),
            ("-D", "argument to '-D' is missing"),
            ("--position", "argument to '--position' is missing"),
            (
                "--position=up",
                "--position=up: expected native, divide or clip",
            ),
            ("-O9", "-O9: expected 0, 1, 2, 3 or s"),
            ("-D3=1", "'3' is no name for a macro"),
            (
                "-DGL_X",
                "macro 'GL_X': names beginning with 'GL_' are reserved",
            ),
            ("-Wx", "-Wx: there is no warning `x`; -Wlist prints all"),
            (
                "--bind=x",
                "'--bind=x': the value must be NAME=REGISTER, not 'x'",
            ),
        ] {
            assert_eq!(apply(flags).unwrap_err(), message);
        }
    }
}
