//! What the page sends.

use crate::compiler::{Compiler, Source};
use crate::{Prelude, Settings, WarningPolicy, find_target, target_names};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Stage;
use retroshade_kit::target::{Optimize, Position, Target};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The name of the page's shader in messages.
pub(super) const NAME: &str = "shader";

/// A shader, and what to make of it.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Question {
    source: String,
    stage: String,
    target: String,
    level: String,
    /// Whether `gl_Position` is what the machine takes, as programs that were lifted have it.
    #[serde(default)]
    placed: bool,
    /// Flags in the command line's spelling, with blanks between them.
    #[serde(default)]
    flags: String,
}

/// More characters of flags are no flags that anybody wrote.
const MOST_FLAGS: usize = 4096;

/// Flags that would have the page do what it must not, or what it has controls for, with the reason.
const REFUSED: &[(&str, &str)] = &[
    ("-O", "each pane has its level"),
    ("-I", "the page reads no files"),
    ("--include-root", "the page reads no files"),
    ("--container", "the page makes no files"),
    ("--budget", "the page has a budget of its own"),
];

/// The levels of optimisation: the name in questions, and the flag that people know.
pub(super) const LEVELS: [(&str, &str); 4] = [
    ("none", "-O0"),
    ("normal", "-O"),
    ("size", "-Os"),
    ("most", "-O3"),
];

/// Reads a question of any kind.
///
/// # Errors
/// A sentence about JSON or its fields.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body)
        .map_err(|fault| format!("the question is not understood: {fault}").into())
}

impl Question {
    /// The text. The page says its stage; a pragma does not.
    pub(super) fn source(&self) -> Result<Source, Fault> {
        Ok(Source::new(NAME, self.stage()?, self.source.as_str()))
    }

    fn stage(&self) -> Result<Stage, Fault> {
        let stage = Stage::of_name(&self.stage);
        stage.ok_or_else(|| format!("there is no stage `{}`", self.stage).into())
    }

    /// A compiler as the question wants it.
    pub(super) fn compiler(&self) -> Result<Compiler, Fault> {
        self.compiler_for(&self.target, &self.level)
    }

    /// A compiler for another target or level.
    pub(super) fn compiler_for(&self, target: &str, level: &str) -> Result<Compiler, Fault> {
        let Settings {
            mut language,
            mut code,
            ..
        } = self.settings()?;
        // A page must not read the files of its reader.
        language.without_files = true;
        code.optimize = level_named(level)?;
        if self.placed {
            code.position = Position::Clip;
        }
        Ok(Compiler {
            target: target_named(target)?,
            language,
            options: code,
        })
    }

    /// What the flags say. An image shader of Shadertoy is told by its text.
    fn settings(&self) -> Result<Settings, Fault> {
        if self.flags.len() > MOST_FLAGS {
            return Err("the flags are too long".into());
        }
        let mut settings = Settings::default();
        for word in self.flags.split_whitespace() {
            let mut refused = REFUSED.iter();
            if let Some((_, why)) = refused.find(|(flag, _)| word.starts_with(flag)) {
                return Err(format!("{word}: {why}").into());
            }
        }
        settings.apply(self.flags.split_whitespace())?;
        let letters: String = self.source.split_whitespace().collect();
        let is_image = letters.contains("voidmainImage(") && !letters.contains("voidmain(");
        let prelude = &mut settings.language.prelude;
        *prelude = prelude.or(is_image.then_some(Prelude::Shadertoy));
        Ok(settings)
    }

    /// Why the stage has no instructions; `None` if it runs programs.
    pub(super) fn without_instructions(
        &self,
        compiler: &Compiler,
    ) -> Result<Option<String>, Fault> {
        let (stage, name) = (self.stage()?, compiler.target.name());
        let fixed = compiler.target.is_fixed(stage);
        Ok(fixed.then(|| {
            let stage = stage.name();
            format!("the {stage} stage of {name} has settings, not instructions")
        }))
    }

    /// How messages about the text are shown.
    pub(super) fn reader(&self) -> Result<Reader, Fault> {
        let settings = self.settings()?;
        let stage = Some(self.stage()?);
        let head = settings.language.prelude.map(|prelude| prelude.head(stage));
        Ok(Reader {
            ahead: head.map_or(0, str::len),
            warnings: settings.warnings,
        })
    }
}

/// What the one who reads messages sees of the text, and which warnings.
#[derive(Default)]
pub(super) struct Reader {
    /// The bytes of what is compiled ahead of the text.
    pub(super) ahead: usize,
    pub(super) warnings: WarningPolicy,
}

fn target_named(name: &str) -> Result<&'static dyn Target, Fault> {
    find_target(name)
        .ok_or_else(|| format!("there is no target `{name}`, but {}", target_names()).into())
}

fn level_named(name: &str) -> Result<Optimize, Fault> {
    Ok(match name {
        "none" => Optimize::None,
        "normal" => Optimize::Normal,
        "size" => Optimize::Size,
        "most" => Optimize::Most,
        other => return Err(format!("there is no level `{other}`").into()),
    })
}
