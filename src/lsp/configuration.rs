//! How a document is compiled: the client's settings, and the description of a set of shaders that names it.

use super::messages::{Message, messages};
use crate::pack::{Messages, Pack, Reading};
use crate::{
    Compiler, FileAccess, Language, OpenFiles, Settings, Source, Stage, Target, find_target,
    target_names,
};
use retroshade_diagnostics::fault::Fault;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The description that is looked for in the folder of a document and those around it.
pub(super) const PROJECT: &str = "shaders.toml";

/// The target where nobody chooses one: it has programs in both stages.
const TARGET: &str = "lima";

/// The client's settings, as it sends them.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Client {
    /// A target by name or alias.
    target: Option<String>,
    /// What stands behind `-O`.
    level: Option<String>,
    /// Flags in the command line's spelling.
    flags: Vec<String>,
    /// `vertex` or `fragment` for files whose names match a pattern.
    stages: BTreeMap<String, String>,
    /// True if descriptions of sets of shaders count.
    project: bool,
    /// The hints that are shown between the words of a text.
    pub(super) hints: Hints,
}

/// The hints that a client wants.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Hints {
    /// Registers beside declarations.
    pub(super) registers: bool,
    /// Counts and limits beside `main`.
    pub(super) counts: bool,
}

impl Default for Hints {
    fn default() -> Hints {
        Hints {
            registers: true,
            counts: true,
        }
    }
}

impl Default for Client {
    fn default() -> Client {
        Client {
            target: None,
            level: None,
            flags: Vec::new(),
            stages: BTreeMap::new(),
            project: true,
            hints: Hints::default(),
        }
    }
}

/// All that decides how documents are compiled.
#[derive(Default)]
pub(super) struct Configuration {
    pub(super) client: Client,
    /// Of what the client's flags say, checked.
    settings: Settings,
    stages: Vec<(glob::Pattern, Stage)>,
    /// The folder that the client has open, for relative paths in its flags.
    pub(super) folder: Option<PathBuf>,
    /// Folders that included files must lie in, beside those of flags.
    pub(super) include_roots: Vec<PathBuf>,
    projects: HashMap<PathBuf, Project>,
}

struct Project {
    changed: Option<SystemTime>,
    pack: Arc<Result<Pack, Messages>>,
}

/// The options with which one document is compiled.
pub(super) struct Resolved {
    pub(super) compiler: Compiler,
    pub(super) settings: Settings,
    /// The stage that is said for it; else its text or name tells.
    pub(super) stage: Option<Stage>,
    /// The shader that it is linked with.
    pub(super) partner: Option<PathBuf>,
    /// The description of its set, if one was found.
    pub(super) project: Option<Arc<Result<Pack, Messages>>>,
}

impl Resolved {
    /// The document as a source.
    pub(super) fn source(&self, path: &Path, text: &str) -> Source {
        Source {
            name: path.to_string_lossy().into_owned(),
            text: text.to_owned(),
            stage: self.stage,
            language: Language::of_path(path),
        }
    }

    /// The shader that the document is linked with, as a source.
    pub(super) fn partner_source(&self, path: &Path, text: &str) -> Source {
        let stage = self.stage.map(|stage| match stage {
            Stage::Vertex | Stage::Geometry => Stage::Fragment,
            Stage::Fragment => Stage::Vertex,
        });
        Source {
            stage,
            ..self.source(path, text)
        }
    }
}

impl Configuration {
    /// Takes the client's settings; `null` leaves them.
    ///
    /// # Errors
    /// A sentence about what is wrong; the settings stay as they were.
    pub(super) fn take(&mut self, value: Value) -> Result<(), Fault> {
        if value.is_null() {
            return Ok(());
        }
        if !value.is_object() {
            return Err("the settings are no object".into());
        }
        let client: Client = serde_json::from_value(value).map_err(|why| why.to_string())?;
        if let Some(name) = &client.target {
            find_target(name)
                .ok_or_else(|| format!("there is no target `{name}`, but {}", target_names()))?;
        }
        let mut settings = Settings::default();
        settings.apply(client.flags.iter().map(String::as_str))?;
        if let Some(level) = &client.level {
            settings.optimize(level.trim_start_matches('-').trim_start_matches('O'))?;
        }
        let mut stages = Vec::new();
        for (pattern, name) in &client.stages {
            let stage = Stage::of_name(name).ok_or_else(|| {
                format!("there is no stage `{name}`, but vertex, fragment and geometry")
            })?;
            let whole = if pattern.contains('/') {
                format!("**/{pattern}")
            } else {
                pattern.clone()
            };
            let why = |why: glob::PatternError| format!("the pattern `{pattern}`: {why}");
            stages.push((glob::Pattern::new(&whole).map_err(why)?, stage));
        }
        (self.client, self.settings, self.stages) = (client, settings, stages);
        Ok(())
    }

    /// What is wrong with descriptions of sets.
    pub(super) fn faults(&self) -> Vec<Message> {
        let faults = self.projects.iter().filter_map(|(path, project)| {
            let faults = (*project.pack).as_ref().err()?;
            Some(messages(path, &faults.sources, &faults.diagnostics))
        });
        faults.flatten().collect()
    }

    /// Forgets what is known of descriptions of sets.
    pub(super) fn forget_projects(&mut self) {
        self.projects.clear();
    }

    /// How a document is compiled. `open` are the texts of documents.
    pub(super) fn resolve(&mut self, path: &Path, open: &OpenFiles) -> Resolved {
        let project = self.client.project.then(|| self.project(path)).flatten();
        let asked = self.client.target.as_deref().and_then(find_target);
        let (mut settings, mut stage, mut target) = (self.settings.clone(), None, asked);
        let mut partner = None;
        let mut folder = self.folder.clone();
        if let Some((root, pack)) = &project
            && let Ok(pack) = &**pack
            && let Some(entry) = pack.entry(path)
        {
            settings = entry.settings.clone();
            stage = entry.stage;
            partner = entry.partner.map(crate::plain);
            target = chosen(asked, &entry.targets);
            folder = Some(root.clone());
        }
        let language = &mut settings.language;
        let roots = &mut language.include_roots;
        for directory in language.include_directories.iter_mut().chain(roots) {
            if let Some(folder) = &folder {
                *directory = folder.join(&*directory);
            }
        }
        language
            .include_roots
            .extend_from_slice(&self.include_roots);
        language.open_files = open.clone();
        // Nothing is written here, and what is known of files grows old.
        language.files = FileAccess::default();
        let target = target.or_else(|| find_target(TARGET));
        let target = target.unwrap_or(crate::targets()[0]);
        Resolved {
            compiler: Compiler {
                target,
                language: settings.language.clone(),
                options: settings.code.clone(),
            },
            settings,
            partner,
            stage: stage.or_else(|| self.stage_of(path)),
            project: project.map(|(_, pack)| pack),
        }
    }

    /// The stage that the client's patterns say.
    fn stage_of(&self, path: &Path) -> Option<Stage> {
        let name = path.file_name().map(Path::new);
        let fits = |pattern: &glob::Pattern| {
            if pattern.as_str().contains('/') {
                pattern.matches_path(path)
            } else {
                name.is_some_and(|name| pattern.matches_path(name))
            }
        };
        let mut stages = self.stages.iter();
        stages
            .find(|(pattern, _)| fits(pattern))
            .map(|(_, stage)| *stage)
    }

    /// The nearest description around a file, with its folder.
    fn project(&mut self, path: &Path) -> Option<(PathBuf, Arc<Result<Pack, Messages>>)> {
        let folders = path
            .ancestors()
            .skip(1)
            .filter(|folder| folder.is_absolute());
        for folder in folders {
            let file = folder.join(PROJECT);
            let Ok(data) = file.metadata() else {
                continue;
            };
            let changed = data.modified().ok();
            let known = self.projects.get(&file);
            if let Some(known) = known.filter(|known| known.changed == changed) {
                return Some((folder.to_owned(), known.pack.clone()));
            }
            let pack = Arc::new(Pack::open(&file, &Reading::default()));
            let project = Project {
                changed,
                pack: pack.clone(),
            };
            self.projects.insert(file, project);
            return Some((folder.to_owned(), pack));
        }
        None
    }
}

/// The target that is asked for if it is among those of a set, else the first of them.
fn chosen(
    asked: Option<&'static dyn Target>,
    targets: &[&'static dyn Target],
) -> Option<&'static dyn Target> {
    let asked = asked.filter(|asked| targets.iter().any(|one| one.name() == asked.name()));
    asked.or(targets.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TargetOptions;
    use serde_json::json;

    fn resolved(settings: Value, path: &str) -> Resolved {
        let mut configuration = Configuration::default();
        configuration.take(settings).unwrap();
        configuration.resolve(Path::new(path), &OpenFiles::default())
    }

    #[test]
    fn the_clients_settings_decide() {
        let settings = json!({
            "target": "3ds",
            "level": "O3",
            "flags": ["-DA=1"],
            "stages": { "*.inc.glsl": "fragment", "sky/*.glsl": "vertex" },
            "unknown": 1,
        });
        let found = resolved(settings.clone(), "/x/sky/a.glsl");
        assert_eq!(found.compiler.target.name(), "pica200");
        assert_eq!(
            found.compiler.options,
            TargetOptions {
                optimize: crate::Optimize::Most,
                ..TargetOptions::default()
            }
        );
        assert_eq!(found.stage, Some(Stage::Vertex));
        let found = resolved(settings, "/x/b.inc.glsl");
        assert_eq!(found.stage, Some(Stage::Fragment));
        assert_eq!(
            resolved(json!({}), "/x/a.frag").compiler.target.name(),
            "lima"
        );
    }

    #[test]
    fn the_settings_of_the_book_are_understood() {
        let text = include_str!("../../dist/editors/settings.json");
        let found = resolved(serde_json::from_str(text).unwrap(), "/x/a.glsl");
        assert_eq!(found.stage, Some(Stage::Fragment));
        assert_eq!(found.settings.language.preprocessor.macros.len(), 1);
        assert!(found.settings.language.preprocessor.unused);
    }

    #[test]
    fn faults_are_said_and_leave_the_settings() {
        let mut configuration = Configuration::default();
        configuration.take(json!({ "target": "nv2a" })).unwrap();
        for (settings, part) in [
            (json!({ "target": "ps2" }), "there is no target `ps2`"),
            (json!({ "flags": ["-S"] }), "'-S' is no flag"),
            (json!({ "level": "7" }), "expected 0, 1, 2, 3 or s"),
            (
                json!({ "stages": { "*": "compute" } }),
                "there is no stage `compute`",
            ),
            (json!({ "stages": { "[": "vertex" } }), "the pattern `[`"),
            (json!({ "flags": 5 }), "invalid type"),
            (json!([]), "no object"),
        ] {
            let fault = configuration.take(settings).unwrap_err().to_string();
            assert!(fault.contains(part), "{fault}");
        }
        let found = configuration.resolve(Path::new("/a.vert"), &OpenFiles::default());
        assert_eq!(found.compiler.target.name(), "nv2a");
    }

    #[test]
    fn a_description_of_a_set_decides_for_its_sources() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(root.path().join(name), text).unwrap();
        write("a.frag", "");
        write("b.frag", "");
        write(
            PROJECT,
            "[pack]\ntargets = [\"agal1\", \"agal2\"]\n[[shaders]]\nfiles = [\"a.frag\"]\nflags = [\"-O0\"]\n",
        );
        let mut configuration = Configuration::default();
        configuration.take(json!({ "target": "agal2" })).unwrap();
        let mut target = |name: &str| {
            let found = configuration.resolve(&root.path().join(name), &OpenFiles::default());
            (
                found.compiler.target.name(),
                found.compiler.options.optimize,
            )
        };
        assert_eq!(target("a.frag"), ("agal2", crate::Optimize::None));
        assert_eq!(target("b.frag"), ("agal2", crate::Optimize::Normal));
        let mut configuration = Configuration::default();
        let found = configuration.resolve(&root.path().join("a.frag"), &OpenFiles::default());
        assert_eq!(found.compiler.target.name(), "agal1");
    }
}
