//! What the page sends.

use crate::compiler::{Compiler, LanguageOptions, Source};
use crate::{find_target, target_names};
use retroshade_ir::Stage;
use retroshade_kit::target::{Optimize, Options, Target};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The name of the page's shader in messages.
const NAME: &str = "shader";

/// A shader, and what to make of it.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Question {
    source: String,
    stage: String,
    target: String,
    level: String,
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
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|fault| format!("the question is not understood: {fault}"))
}

impl Question {
    /// The text. The page says its stage; a pragma does not.
    pub(super) fn source(&self) -> Result<Source, String> {
        let stage = Stage::of_name(&self.stage);
        let stage = stage.ok_or_else(|| format!("there is no stage `{}`", self.stage))?;
        Ok(Source::new(NAME, stage, self.source.as_str()))
    }

    /// The target.
    pub(super) fn target(&self) -> Result<&'static dyn Target, String> {
        let target = find_target(&self.target);
        target.ok_or_else(|| {
            format!(
                "there is no target `{}`, but {}",
                self.target,
                target_names()
            )
        })
    }

    /// The options of the target.
    pub(super) fn options(&self) -> Result<Options, String> {
        let optimize = match self.level.as_str() {
            "none" => Optimize::None,
            "normal" => Optimize::Normal,
            "size" => Optimize::Size,
            "most" => Optimize::Most,
            other => return Err(format!("there is no level `{other}`")),
        };
        Ok(Options {
            optimize,
            ..Options::default()
        })
    }

    /// A compiler as the question wants it.
    pub(super) fn compiler(&self) -> Result<Compiler, String> {
        Ok(Compiler {
            target: self.target()?,
            language: language(),
            options: self.options()?,
        })
    }
}

/// A page must not read the files of its reader.
pub(super) fn language() -> LanguageOptions {
    LanguageOptions {
        without_files: true,
        ..LanguageOptions::default()
    }
}
