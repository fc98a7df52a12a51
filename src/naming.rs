//! What file names say, and how outputs are named after them.

use retroshade_ir::Stage;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// The stage that a file's name tells: by its extension (`.vert`, `.vs`, `.vsh`, `.glslv` and likewise for
/// fragments), or by what stands before the extension `.glsl` or `.cg`: `x.vert.glsl`, `x_vs.glsl`, `x.ps.cg`.
pub fn stage_of_name(path: &Path) -> Option<Stage> {
    stage_of_last(path).or_else(|| {
        let extension = path.extension()?.to_str()?;
        let (_, word) = path.file_stem()?.to_str()?.rsplit_once(['.', '_', '-'])?;
        match (extension, word) {
            ("glsl" | "cg", word) if stage_of_extension(word).is_some() => stage_of_extension(word),
            ("cg", "vp") => Some(Stage::Vertex),
            ("cg", "ps" | "fp") => Some(Stage::Fragment),
            _ => None,
        }
    })
}

/// The stage that the last extension tells.
pub(crate) fn stage_of_last(path: &Path) -> Option<Stage> {
    stage_of_extension(path.extension()?.to_str()?)
}

/// True if the names of a source's outputs keep its extension: it tells the stage, so that `a.vert` and `a.frag`
/// have different outputs.
pub fn keeps_extension(path: &Path) -> bool {
    stage_of_last(path).is_some()
}

/// True if a source of this name can do without an option that says its stage: the extension tells it,
/// or is one that leaves it to `#pragma shader_stage(…)` or to the entry points.
///
/// Everywhere an option goes before the pragma, and that before the extension.
pub fn may_do_without_stage(path: &Path) -> bool {
    let neutral = |extension: &OsStr| {
        ["glsl", "essl", "cg", "wgsl", "spv"]
            .iter()
            .any(|name| extension == *name)
    };
    stage_of_name(path).is_some() || path.extension().is_none_or(neutral)
}

/// The stage that an extension tells, without its dot.
pub fn stage_of_extension(extension: &str) -> Option<Stage> {
    match extension {
        "vert" | "vs" | "vsh" | "glslv" => Some(Stage::Vertex),
        "frag" | "fs" | "fsh" | "glslf" => Some(Stage::Fragment),
        "geom" | "gs" | "gsh" | "glslg" => Some(Stage::Geometry),
        _ => None,
    }
}

/// The stage that a source's name tells of those that no target has programs for.
pub fn stage_without_programs(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "comp" | "cs" => Some("compute"),
        "tesc" => Some("tesscontrol"),
        "tese" => Some("tesseval"),
        _ => None,
    }
}

/// Why a source has no stage, where its name does not tell one. `otherwise` says what to do about it.
pub fn no_stage(path: &Path, otherwise: &str) -> String {
    match stage_without_programs(path) {
        Some(stage) => format!("the name says {stage}, but {ONLY_STAGES}"),
        None => format!("cannot tell the shader stage from the name; {otherwise}"),
    }
}

/// What is said of other stages.
pub const ONLY_STAGES: &str = "there are vertex, fragment and geometry shaders only";

/// A source's output in a folder that mirrors the sources: `shaders/cube.vert` gives
/// `shaders/cube.vert.agal`, `cube.glsl` gives `cube.agal`. The path stays [below](below) that folder.
pub(crate) fn mirrored(source: &Path, extension: &str) -> PathBuf {
    let mut output = below(source);
    if !keeps_extension(source) {
        output.set_extension("");
    }
    let mut name = output
        .file_name()
        .unwrap_or(OsStr::new("shader"))
        .to_owned();
    name.push(".");
    name.push(extension);
    output.set_file_name(name);
    output
}

/// A path that stays below a folder it is joined to: `..` is the folder `up`, the root of a file system is
/// left out.
pub fn below(path: &Path) -> PathBuf {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        Component::ParentDir => Some(OsStr::new("up")),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    });
    parts.collect()
}

/// A path with `/` between its parts on every system.
pub(crate) fn with_slashes(path: &Path) -> String {
    let parts = path.components().map(|part| match part {
        Component::RootDir => "".into(),
        part => part.as_os_str().to_string_lossy(),
    });
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_mirror_the_sources_and_stay_below_their_folder() {
        for (source, output) in [
            ("shaders/cube.vert", "shaders/cube.vert.agal"),
            ("./a/sky.glsl", "a/sky.agal"),
            ("../common/a.fs", "up/common/a.fs.agal"),
            ("/abs/a.fs", "abs/a.fs.agal"),
            ("a/../b.v2.glsl", "a/up/b.v2.agal"),
        ] {
            assert_eq!(
                mirrored(Path::new(source), "agal"),
                Path::new(output),
                "{source}"
            );
        }
        assert_eq!(with_slashes(Path::new("a/b.c")), "a/b.c");
        assert_eq!(with_slashes(Path::new("/a/b.c")), "/a/b.c");
    }

    #[test]
    fn stages_come_from_extensions() {
        assert_eq!(stage_of_name(Path::new("a.vsh")), Some(Stage::Vertex));
        assert_eq!(stage_of_name(Path::new("a.glslf")), Some(Stage::Fragment));
        for (name, stage) in [
            ("a.glsl", None),
            ("a.vert.glsl", Some(Stage::Vertex)),
            ("a.vs.glsl", Some(Stage::Vertex)),
            ("a_fs.glsl", Some(Stage::Fragment)),
            ("sky-frag.glsl", Some(Stage::Fragment)),
            ("vs.glsl", None),
            ("a.vert.txt", None),
            ("vs.vs.cg", Some(Stage::Vertex)),
            ("ps.ps.cg", Some(Stage::Fragment)),
            ("sky.fp.cg", Some(Stage::Fragment)),
            ("a.cg", None),
            ("a.ps.glsl", None),
        ] {
            assert_eq!(stage_of_name(Path::new(name)), stage, "{name}");
        }
    }
}
