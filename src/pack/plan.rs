//! From a description to the programs that are to be made.

use super::Reading;
use super::bundle::Bundle;
use super::fault::fault;
use super::manifest::{Define, Group, Manifest, Values};
use super::names;
use super::proofs::Prove;
use crate::{FileAccess, Settings, Source, Stage, Target, find_target, naming, target_names};
use retroshade_diagnostics::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// The file below the folder of outputs that says what they were made from.
pub(super) const INDEX: &str = "pack.json";

/// More permutations of one source are a mistake in the description.
const MOST_PERMUTATIONS: usize = 4096;

/// What a pack has to do.
pub(super) struct Plan {
    /// The folder of the description, to which everything is relative.
    pub(super) root: PathBuf,
    /// The folder of outputs.
    pub(super) output: PathBuf,
    pub(super) reflection: bool,
    pub(super) listings: bool,
    pub(super) prove: Prove,
    pub(super) units: Vec<Unit>,
    /// One file with all programs.
    pub(super) bundle: Option<Bundle>,
    pub(super) files: FileAccess,
}

/// One source with one choice of macros, for some targets: it is read once.
pub(super) struct Unit {
    /// As it is opened and as messages name it.
    pub(super) source: PathBuf,
    /// Relative to the description, with `/` between the parts.
    pub(super) name: String,
    /// The stage that its group says; `None` leaves it to `#pragma shader_stage(…)`, then to the extension.
    pub(super) asked: Option<Stage>,
    /// The stage that is expected of its group or extension; the source may say another.
    pub(super) stage: Option<Stage>,
    /// The number of its group in the description.
    pub(super) group: usize,
    /// The macros that tell permutations apart, in the order of their names.
    pub(super) defines: BTreeMap<String, String>,
    pub(super) settings: Settings,
    /// Whether its programs are proved; `None` if its group does not say.
    pub(super) prove: Option<Prove>,
    /// Everything that decides the code besides sources, as text: part of what outputs are known by.
    pub(super) fingerprint: String,
    pub(super) jobs: Vec<Job>,
    /// The fragment shader that this vertex shader is linked with, for the same targets.
    pub(super) partner: Option<Box<Unit>>,
}

impl Unit {
    /// Its programs and those of its partner, with the shaders they are of.
    pub(super) fn programs(&self) -> impl Iterator<Item = (&Unit, &Job)> {
        let all = std::iter::once(self).chain(self.partner.as_deref());
        all.flat_map(|unit| unit.jobs.iter().map(move |job| (unit, job)))
    }

    /// Has its sources and includes read as files of a command. A root that its flags name is relative to the
    /// description in `root`.
    fn read_with(&mut self, reading: &Reading, root: &Path) {
        let language = &mut self.settings.language;
        language.files = reading.files.clone();
        for own in &mut language.include_roots {
            *own = root.join(&*own);
        }
        for asked in &reading.include_roots {
            language.include_roots.push(asked.clone());
            let asked = asked.display();
            self.fingerprint.push_str(&format!("\nincludes in {asked}"));
        }
        if let Some(partner) = &mut self.partner {
            partner.read_with(reading, root);
        }
    }
}

/// One program.
pub(super) struct Job {
    pub(super) target: &'static dyn Target,
    /// Relative to the folder of outputs, with `/` between the parts.
    pub(super) output: String,
}

impl Plan {
    /// Finds all sources and announces the outputs. `root` is the folder of the description.
    pub(super) fn new(
        manifest: &Manifest,
        root: &Path,
        reading: &Reading,
    ) -> Result<Plan, Diagnostic> {
        let mut units = Vec::new();
        for (number, group) in manifest.shaders.iter().enumerate() {
            let targets = targets(manifest, group)?;
            let stage = stage(group)?;
            let permutations = permutations(manifest, group)?;
            for source in sources(group, root)? {
                for defines in &permutations {
                    let unit = unit(manifest, group, root, &source, stage, defines, &targets)?;
                    units.push(Unit {
                        group: number,
                        ..unit
                    });
                }
            }
        }
        for pair in &manifest.pairs {
            units.extend(linked(manifest, &pair.groups(), root)?);
        }
        check_outputs(&units)?;
        for unit in &mut units {
            unit.read_with(reading, root);
        }
        let plan = Plan {
            root: root.to_owned(),
            output: root.join(&manifest.pack.output),
            reflection: manifest.pack.reflection,
            listings: manifest.pack.listings,
            prove: manifest.pack.prove.map_or(Prove::No, Prove::from),
            bundle: Bundle::new(manifest)?,
            units,
            files: reading.files.clone(),
        };
        plan.announce()?;
        Ok(plan)
    }

    /// Records sources and outputs before anything is read or written.
    ///
    /// # Errors
    /// An output that is a source or the description, or that two programs would write.
    fn announce(&self) -> Result<(), Diagnostic> {
        for (unit, _) in self.units.iter().flat_map(Unit::programs) {
            self.files.expect_input(&unit.source);
        }
        let mut names = vec![INDEX.to_owned()];
        for (_, job) in self.units.iter().flat_map(Unit::programs) {
            names.push(job.output.clone());
            names.extend(self.reflection.then(|| format!("{}.json", job.output)));
            names.extend(self.listings.then(|| format!("{}.s", job.output)));
        }
        let bundle = self
            .bundle
            .iter()
            .flat_map(|bundle| bundle.files(Vec::new()));
        names.extend(bundle.map(|(name, _)| name));
        for name in names {
            if !self.files.plan(&self.output.join(&name))? {
                return Err(fault(format!("two results would both go to `{name}`")));
            }
        }
        Ok(())
    }
}

/// A unit with its partner for each choice of macros.
fn linked(manifest: &Manifest, groups: &[Group; 2], root: &Path) -> Result<Vec<Unit>, Diagnostic> {
    let targets = targets(manifest, &groups[0])?;
    let [vertex, fragment] = groups;
    let (vertices, fragments) = (sources(vertex, root)?, sources(fragment, root)?);
    let ([vertex_file], [fragment_file]) = (&vertices[..], &fragments[..]) else {
        return Err(fault(
            "a pair is of one vertex and one fragment shader, not of patterns",
        ));
    };
    let permutations = permutations(manifest, vertex)?;
    let pairs = permutations.iter().map(|defines| {
        let make = |group: &Group, file: &Path| {
            unit(
                manifest,
                group,
                root,
                file,
                stage(group)?,
                defines,
                &targets,
            )
        };
        let mut first = make(vertex, vertex_file)?;
        let mut second = make(fragment, fragment_file)?;
        // The registers of varyings depend on both.
        first
            .fingerprint
            .push_str(&format!("\nwith {}", second.name));
        second
            .fingerprint
            .push_str(&format!("\nwith {}", first.name));
        first.partner = Some(Box::new(second));
        Ok(first)
    });
    pairs.collect()
}

fn targets(manifest: &Manifest, group: &Group) -> Result<Vec<&'static dyn Target>, Diagnostic> {
    let names = group.targets.as_ref().unwrap_or(&manifest.pack.targets);
    if names.is_empty() {
        return Err(
            fault("no targets: `targets` of [pack] names those of all shaders")
                .with_help(format!("there are {}", target_names())),
        );
    }
    let find = |name: &String| {
        find_target(name).ok_or_else(|| {
            fault(format!(
                "unknown target `{name}`; there are {}",
                target_names()
            ))
        })
    };
    names.iter().map(find).collect()
}

fn stage(group: &Group) -> Result<Option<Stage>, Diagnostic> {
    match group.stage.as_deref() {
        None => Ok(None),
        Some("vertex") => Ok(Some(Stage::Vertex)),
        Some("fragment") => Ok(Some(Stage::Fragment)),
        Some(other) => Err(fault(format!(
            "stage `{other}`: expected vertex or fragment"
        ))),
    }
}

/// Every choice of macros, the last name's values changing fastest.
fn permutations(
    manifest: &Manifest,
    group: &Group,
) -> Result<Vec<BTreeMap<String, Define>>, Diagnostic> {
    let mut defines: BTreeMap<&String, &Values> = manifest.defines.iter().collect();
    defines.extend(&group.defines);
    let mut permutations = vec![BTreeMap::new()];
    for (name, values) in defines {
        if permutations.len().saturating_mul(values.list().len()) > MOST_PERMUTATIONS {
            let message = format!(
                "`{name}`: the lists of [defines] make more than {MOST_PERMUTATIONS} permutations"
            );
            return Err(fault(message));
        }
        let longer = permutations.iter().flat_map(|chosen| {
            values.list().iter().map(|value| {
                let mut chosen = chosen.clone();
                chosen.insert(name.clone(), value.clone());
                chosen
            })
        });
        permutations = longer.collect();
    }
    Ok(permutations)
}

/// The files of a group in the order of their names, each once, relative to the description.
fn sources(group: &Group, root: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut excluded = Vec::new();
    for pattern in &group.exclude {
        let pattern = glob::Pattern::new(pattern);
        excluded.push(pattern.map_err(|why| fault(format!("exclude: {why}")))?);
    }
    // `*` does not reach into folders; `**` does.
    let options = glob::MatchOptions {
        require_literal_separator: true,
        ..glob::MatchOptions::default()
    };
    let mut sources = BTreeSet::new();
    for text in &group.files {
        let invalid = |why: &dyn std::fmt::Display| fault(format!("files = `{text}`: {why}"));
        let pattern = glob::Pattern::new(text).map_err(|why| invalid(&why))?;
        let mut found = false;
        for path in files_below(root, text) {
            let path = path.map_err(|why| invalid(&why))?;
            let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
            if !pattern.matches_path_with(&name, options) {
                continue;
            }
            found = true;
            if !excluded
                .iter()
                .any(|pattern| pattern.matches_path_with(&name, options))
            {
                sources.insert(name);
            }
        }
        if !found {
            return Err(invalid(&"there is no such file"));
        }
    }
    Ok(sources.into_iter().collect())
}

/// The files that a pattern may mean: all in the folder that its plain beginning names, as deep as it
/// reaches. Links are followed, but not into a folder that they are in.
fn files_below(root: &Path, pattern: &str) -> impl Iterator<Item = Result<PathBuf, io::Error>> {
    let parts: Vec<&str> = pattern.split('/').collect();
    let special = |part: &&str| part.contains(['*', '?', '[']);
    let (file, folders) = parts.split_last().unwrap_or((&"", &[]));
    let plain = folders.iter().position(special).unwrap_or(folders.len());
    let start = root.join(folders[..plain].join("/"));
    let depth = if parts.contains(&"**") {
        usize::MAX
    } else {
        parts.len() - plain
    };
    let start = if start.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        start
    };
    // Without a special character the file is named, and nothing needs to be listed.
    let named = (plain == folders.len() && !special(file)).then(|| root.join(pattern));
    let listed = named.is_none().then(|| {
        walkdir::WalkDir::new(start)
            .follow_links(true)
            .max_depth(depth)
    });
    let listed = listed
        .into_iter()
        .flatten()
        .filter_map(|entry| match entry {
            Ok(entry) if entry.file_type().is_dir() => None,
            Ok(entry) => {
                let path = entry.into_path();
                Some(Ok(path
                    .strip_prefix(".")
                    .map_or(path.clone(), Path::to_owned)))
            }
            Err(why) if why.loop_ancestor().is_some() => None,
            Err(why) => unreadable(why).map(Err),
        });
    named
        .into_iter()
        .filter(|path| path.is_file())
        .map(Ok)
        .chain(listed)
}

/// Why a folder cannot be listed. That there is none, or that a link leads nowhere, means no files.
fn unreadable(why: walkdir::Error) -> Option<io::Error> {
    let why = io::Error::from(why);
    (why.kind() != io::ErrorKind::NotFound).then_some(why)
}

fn unit(
    manifest: &Manifest,
    group: &Group,
    root: &Path,
    source: &Path,
    asked: Option<Stage>,
    defines: &BTreeMap<String, Define>,
    targets: &[&'static dyn Target],
) -> Result<Unit, Diagnostic> {
    let name = naming::with_slashes(source);
    if asked.is_none() && !naming::may_do_without_stage(source) {
        let why = naming::no_stage(source, "set `stage` for its group");
        return Err(fault(format!("`{name}`: {why}")));
    }
    let stage = asked.or_else(|| naming::stage_of_name(source));
    let mut settings = Settings::default();
    let flags = manifest.pack.flags.iter().chain(&group.flags);
    let flags: Vec<&str> = flags.map(String::as_str).collect();
    settings.apply(flags.iter().copied()).map_err(fault)?;
    for folder in &manifest.pack.include {
        settings
            .language
            .include_directories
            .push(root.join(folder));
    }
    let mut chosen = BTreeMap::new();
    for (name, value) in defines {
        if let Some(text) = value.text() {
            settings.define(name, &text).map_err(fault)?;
            chosen.insert(name.clone(), text);
        }
    }
    let varied = varied(manifest, group);
    let suffix: String = chosen
        .iter()
        .filter(|(name, _)| varied.contains(name.as_str()))
        .map(|(name, value)| match defines.get(name) {
            Some(Define::Switch(_)) => format!(".{name}"),
            _ => format!(".{name}_{}", plain(value)),
        })
        .collect();
    let jobs = targets.iter().map(|&target| {
        let container = settings.code.container.as_deref();
        let text = || Source::open(&settings.language.files, &root.join(source), asked).ok();
        let language = &settings.language;
        let extension = language.output_extension(target, asked, container, text);
        let mirrored = naming::mirrored(source, extension);
        let mirrored = with_infix(&naming::with_slashes(&mirrored), &suffix);
        let output = match &manifest.pack.names {
            None => format!("{}/{mirrored}", target.name()),
            Some(template) => names::expand(
                template,
                &[
                    ("target", target.name()),
                    ("folder", &folder_of(source)),
                    ("stem", &stem_of(source)),
                    ("stage", stage.map_or("", Stage::name)),
                    ("defines", &suffix),
                    ("ext", extension),
                ],
            )?,
        };
        Ok(Job { output, target })
    });
    let jobs: Result<Vec<Job>, Diagnostic> = jobs.collect();
    Ok(Unit {
        source: root.join(source),
        fingerprint: format!(
            "{name}\n{stage:?}\n{flags:?}\n{:?}\n{chosen:?}",
            manifest.pack.include
        ),
        jobs: jobs?,
        name,
        asked,
        stage,
        group: 0,
        defines: chosen,
        settings,
        prove: group.prove.map(Prove::from),
        partner: None,
    })
}

/// The folder of a source, with `/` between its parts.
fn folder_of(source: &Path) -> String {
    let folder = naming::below(source.parent().unwrap_or(Path::new("")));
    naming::with_slashes(&folder)
}

/// The name of a source up to its first dot.
fn stem_of(source: &Path) -> String {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// The macros with several values, which outputs are named after.
fn varied<'a>(manifest: &'a Manifest, group: &'a Group) -> BTreeSet<&'a str> {
    let mut varied = BTreeSet::new();
    for (name, values) in manifest.defines.iter().chain(&group.defines) {
        if values.list().len() > 1 {
            varied.insert(name.as_str());
        } else {
            varied.remove(name.as_str());
        }
    }
    varied
}

/// A value in a file name.
fn plain(value: &str) -> String {
    let keep = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    value
        .chars()
        .map(|letter| if keep(letter) { letter } else { '_' })
        .collect()
}

/// A permutation's macros behind the first part of the file's name: `cube.FOG.vert.shbin`.
fn with_infix(path: &str, infix: &str) -> String {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, name) = path.split_at(name);
    match name.split_once('.') {
        Some((stem, rest)) => format!("{folder}{stem}{infix}.{rest}"),
        None => format!("{folder}{name}{infix}"),
    }
}

fn check_outputs(units: &[Unit]) -> Result<(), Diagnostic> {
    let mut writers = BTreeMap::new();
    for unit in units {
        for (unit, job) in unit.programs() {
            if let Some(other) = writers.insert(&job.output, &unit.name) {
                return Err(fault(format!(
                    "`{other}` and `{}` would both write `{}`",
                    unit.name, job.output
                )));
            }
        }
    }
    Ok(())
}
