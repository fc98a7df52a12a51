//! What the page sends.

use crate::compiler::{Compiler, LanguageOptions, Source};
use crate::{find_target, target_names};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Stage;
use retroshade_kit::target::{Optimize, Options, Position};
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
}

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
        let stage = Stage::of_name(&self.stage);
        let stage = stage.ok_or_else(|| format!("there is no stage `{}`", self.stage))?;
        Ok(Source::new(NAME, stage, self.source.as_str()))
    }

    /// A compiler as the question wants it.
    pub(super) fn compiler(&self) -> Result<Compiler, Fault> {
        self.compiler_for(&self.target, &self.level)
    }

    /// A compiler for another target or level.
    pub(super) fn compiler_for(&self, target: &str, level: &str) -> Result<Compiler, Fault> {
        let mut compiler = compiler(target, level)?;
        if self.placed {
            compiler.options.position = Position::Clip;
        }
        Ok(compiler)
    }
}

/// A compiler for a target at a level, by their names.
fn compiler(target: &str, level: &str) -> Result<Compiler, Fault> {
    let target = find_target(target)
        .ok_or_else(|| format!("there is no target `{target}`, but {}", target_names()))?;
    let optimize = match level {
        "none" => Optimize::None,
        "normal" => Optimize::Normal,
        "size" => Optimize::Size,
        "most" => Optimize::Most,
        other => return Err(format!("there is no level `{other}`").into()),
    };
    Ok(Compiler {
        target,
        language: language(),
        options: Options {
            optimize,
            ..Options::default()
        },
    })
}

/// A page must not read the files of its reader.
fn language() -> LanguageOptions {
    LanguageOptions {
        without_files: true,
        ..LanguageOptions::default()
    }
}
