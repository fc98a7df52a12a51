//! What the page sends.

use crate::compiler::{Compilation, Compiler, Source};
use crate::link::Linker;
use crate::render::Shaders;
use crate::{Prelude, Settings, WarningPolicy, find_target, target_names};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Stage;
use retroshade_kit::target::{Compiled, Optimize, Position, Target};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The name of the page's shader in messages.
pub(super) const NAME: &str = "shader";
/// The same of the shader of the other stage.
pub(super) const PARTNER: &str = "partner";

/// A shader, and what to make of it.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Question {
    source: String,
    stage: String,
    /// The shader of the other stage, with which it is linked.
    #[serde(default)]
    partner: Option<String>,
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

    /// The shader that it is linked with, if there is one.
    pub(super) fn partner(&self) -> Result<Option<Source>, Fault> {
        let Some(text) = &self.partner else {
            return Ok(None);
        };
        let stage = partner_of(self.stage()?)?;
        Ok(Some(Source::new(PARTNER, stage, text.as_str())))
    }

    /// The program, linked with that of the partner if there is one.
    pub(super) fn compile(&self, compiler: &Compiler) -> Result<Compilation<Compiled>, Fault> {
        let source = self.source()?;
        Ok(match self.partner()? {
            None => compiler.compile(&source),
            Some(partner) => {
                let pair = Linker::new(compiler.clone()).link(&source, &partner);
                let is_vertex = source.stage == Some(Stage::Vertex);
                pair.map(|pair| {
                    if is_vertex {
                        pair.vertex
                    } else {
                        pair.fragment
                    }
                })
            }
        })
    }

    /// The shaders of a picture.
    pub(super) fn shaders(&self, compiler: &Compiler) -> Result<Compilation<Shaders>, Fault> {
        let source = self.source()?;
        Ok(match self.partner()? {
            None => Shaders::one(&compiler.language, &source),
            Some(partner) => Shaders::pair(&compiler.language, &source, &partner),
        })
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
        let source = match (self.stage.as_str(), &self.partner) {
            ("vertex", Some(partner)) => partner,
            _ => &self.source,
        };
        let letters: String = source.split_whitespace().collect();
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
        let ahead = |stage: Stage| {
            let head = settings.language.prelude;
            head.map_or(0, |prelude| prelude.head(Some(stage)).len())
        };
        let stage = self.stage()?;
        let partner = self.partner.as_ref().map(|_| partner_of(stage));
        let of_partner = partner.transpose()?.map_or(0, ahead);
        Ok(Reader {
            ahead: ahead(stage),
            ahead_of_partner: of_partner,
            warnings: settings.warnings,
        })
    }
}

/// What the one who reads messages sees of the text, and which warnings.
#[derive(Default)]
pub(super) struct Reader {
    /// The bytes of what is compiled ahead of the text.
    pub(super) ahead: usize,
    /// The same of the partner.
    pub(super) ahead_of_partner: usize,
    pub(super) warnings: WarningPolicy,
}

/// The stage of the shader that one of a stage is linked with.
fn partner_of(stage: Stage) -> Result<Stage, Fault> {
    match stage {
        Stage::Vertex => Ok(Stage::Fragment),
        Stage::Fragment => Ok(Stage::Vertex),
        Stage::Geometry => Err("a geometry shader has no partner on this page".into()),
    }
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
