//! Names and contents of files: stages, default outputs, reading.

use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, codes};
use retroshade::link::{PairRecord, Terms};
use retroshade::{
    FileAccess, Language, MOST_BYTES, ONLY_STAGES, Source, Stage, Target, keeps_extension, reason,
    stage_of_extension, text_of,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::reflect::Reflection;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The files of the command: there is one command in a process.
static ACCESS: LazyLock<FileAccess> = LazyLock::new(FileAccess::default);

/// The files of the command.
pub(crate) fn access() -> &'static FileAccess {
    &ACCESS
}

/// Records the files that arguments name as inputs, before anything else is done with them.
pub(crate) fn expect(inputs: &[Input]) {
    for input in inputs {
        access().expect_input(Path::new(&input.path));
    }
}

/// Announces outputs, `-` for standard output among them, before anything is read or written.
///
/// # Errors
/// A sentence: an output is an input.
pub(crate) fn announce<'a>(outputs: impl IntoIterator<Item = &'a Path>) -> Result<(), Fault> {
    let files = outputs.into_iter().filter(|path| path.as_os_str() != "-");
    for path in files {
        access().plan(path).map_err(|fault| fault.message)?;
    }
    Ok(())
}

/// What an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// GLSL ES.
    Essl,
    /// WGSL.
    Wgsl,
    /// Cg.
    Cg,
    /// The printed intermediate representation.
    Ir,
    /// Assembly text of the target.
    Assembly,
    /// A program in one of the target's containers.
    Binary,
}

impl Kind {
    /// The language of a text that is compiled.
    pub(crate) fn language(self) -> Language {
        match self {
            Kind::Wgsl => Language::Wgsl,
            Kind::Cg => Language::Cg,
            Kind::Ir => Language::Ir,
            Kind::Essl | Kind::Assembly | Kind::Binary => Language::Essl,
        }
    }
}

/// What an input holds, by `-x` or by its name.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn kind_of(input: &Input) -> Result<Kind, Fault> {
    let path = Path::new(&input.path);
    match input.language.as_deref() {
        Some("glsl") => Ok(Kind::Essl),
        Some("wgsl") => Ok(Kind::Wgsl),
        Some("cg") => Ok(Kind::Cg),
        Some("ir") => Ok(Kind::Ir),
        Some("asm") => Ok(Kind::Assembly),
        Some("bin") => Ok(Kind::Binary),
        Some("hlsl") => Err("-x hlsl: there is no HLSL reader".into()),
        Some(other) => {
            Err(format!("-x {other}: expected glsl, cg, wgsl, ir, asm, bin or none").into())
        }
        // `cube.v.pica` and `cube.g.pica` are what devkitPro's projects call picasso's texts.
        None if path.extension().is_some_and(|name| name == "pica") => Ok(Kind::Assembly),
        None => Ok(match Language::of_path(path) {
            Language::Wgsl => Kind::Wgsl,
            Language::Cg => Kind::Cg,
            _ => Kind::Essl,
        }),
    }
}

/// The language of an input that must be a source.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn language_of(input: &Input) -> Result<Language, Fault> {
    match kind_of(input)? {
        Kind::Assembly | Kind::Binary => Err(format!(
            "-x {}: a source is wanted here; a program is run with its --reflect",
            input.language.as_deref().unwrap_or_default()
        )
        .into()),
        kind => Ok(kind.language()),
    }
}

/// The stage that a name such as `cube.vert.agal` or `cube.vert.agal1.s` tells through the name of the
/// source it was made from.
pub(crate) fn stage_of_assembly(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_str()?;
    name.rsplit('.').find_map(stage_of_extension)
}

/// The stage that `-fshader-stage=` names.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn stage_of_word(word: &str) -> Result<Stage, Fault> {
    match word {
        "vertex" | "vert" => Ok(Stage::Vertex),
        "fragment" | "frag" => Ok(Stage::Fragment),
        "geometry" | "geom" => Ok(Stage::Geometry),
        "compute" | "comp" | "tesscontrol" | "tesc" | "tesseval" | "tese" => {
            Err(format!("-fshader-stage={word}: {ONLY_STAGES}").into())
        }
        _ => Err(format!("-fshader-stage={word}: expected vertex, fragment or geometry").into()),
    }
}

/// The stage that the text of an assembly program tells.
pub(crate) fn stage_of_text(target: &dyn Target, path: &Path) -> Option<Stage> {
    target.stage_of_text(&read_text(path).ok()?).ok()
}

/// A source.
///
/// # Errors
/// It cannot be read, or is none.
pub(crate) fn source(
    path: &Path,
    stage: Option<Stage>,
    language: Language,
) -> Result<Source, Diagnostic> {
    Ok(Source {
        name: shown_name(path),
        text: read_source(path)?,
        stage,
        language,
    })
}

/// The name of an output in the current folder: `cube.vert` gives `cube.vert.agal`, `cube.glsl` gives
/// `cube.agal`.
pub(crate) fn default_output(input: &Path, extension: &str) -> PathBuf {
    let name = input.file_name().unwrap_or(OsStr::new("a"));
    let stem = if keeps_extension(input) {
        name
    } else {
        Path::new(name).file_stem().unwrap_or(name)
    };
    let mut output = stem.to_owned();
    output.push(".");
    output.push(extension);
    PathBuf::from(output)
}

/// What names of outputs in a text format end with; `None` for binaries, and for texts without an ending of their own.
pub(crate) fn extension_of_format(format: Option<&str>) -> Option<&'static str> {
    match format? {
        "h" | "named-h" | "registers-h" => Some("h"),
        "inl" => Some("inl"),
        "rust" => Some("rs"),
        _ => None,
    }
}

/// The folder that all inputs lie in or below, as far as their names tell.
pub(crate) fn common_folder<'a>(inputs: impl Iterator<Item = &'a Path>) -> PathBuf {
    let folders = inputs.filter(|path| path.as_os_str() != "-");
    let folders = folders.map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
    folders
        .reduce(|one, other| {
            let both = one.components().zip(other.components());
            let same = both.take_while(|(one, other)| one == other);
            same.map(|(part, _)| part).collect()
        })
        .unwrap_or_default()
}

/// The name of an input in messages.
pub(crate) fn shown_name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "<stdin>".to_owned()
    } else {
        path.display().to_string()
    }
}

/// All bytes of a file that the command line names, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    limited(path, access().read_named(path, MOST_BYTES + 1))
}

/// All bytes of a file that another file names.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    limited(path, access().read(path, MOST_BYTES + 1))
}

fn limited(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<Vec<u8>, Diagnostic> {
    match bytes {
        Ok(bytes) if bytes.len() as u64 > MOST_BYTES => Err(unreadable(
            path,
            &format!("it has more than {} MiB", MOST_BYTES >> 20),
        )),
        Ok(bytes) => Ok(bytes),
        Err(fault) => Err(unreadable(path, &reason(&fault))),
    }
}

/// True if bytes are a text rather than a program: UTF-8 without control characters but blanks.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let blank = |letter: char| matches!(letter, '\t' | '\n' | '\r' | '\u{c}');
    std::str::from_utf8(bytes)
        .is_ok_and(|text| !text.contains(|letter: char| letter.is_control() && !blank(letter)))
}

/// The text of a file. Bytes that are no UTF-8 become U+FFFD, which the lexer accepts in comments and
/// reports elsewhere.
pub(crate) fn read_text(path: &Path) -> Result<String, Diagnostic> {
    read(path).map(text_of)
}

/// The text of a source. A program in a container that says what it is, is told from its bytes.
///
/// # Errors
/// What cannot be read, or is no text.
pub(crate) fn read_source(path: &Path) -> Result<String, Diagnostic> {
    let bytes = read(path)?;
    let begins = |magic: &&[u8]| bytes.starts_with(magic);
    let mut targets = retroshade::targets().iter();
    let target = targets.find(|target| target.magic().iter().any(begins));
    let name = shown_name(path);
    if let Some(target) = target.filter(|_| !is_text(&bytes)) {
        let target = target.name();
        let message = format!("`{name}` is a program for {target}, not a source");
        let help = "`retroshade dis` shows it, `retroshade run` runs it";
        return Err(Diagnostic::error(codes::files::UNREADABLE, message).with_help(help));
    }
    let is_binary = bytes.contains(&0);
    let text = text_of(bytes);
    // A module of SPIR-V has become its words.
    if is_binary && text.contains('\0') {
        let message = format!("`{name}` is no text: it has bytes of 0");
        let help = "a program is read with -x bin before it by `run`, and by `dis`, which want its --target";
        return Err(Diagnostic::error(codes::files::UNREADABLE, message).with_help(help));
    }
    Ok(text)
}

/// A reflection record, and its target, which must be `target` if there is one.
///
/// # Errors
/// What cannot be read, is no record, or is of another target; the record of a pair without a stage.
pub(crate) fn record(
    target: Option<&'static dyn Target>,
    path: &Path,
    stage: Option<Stage>,
    terms: Terms,
) -> Result<(&'static dyn Target, Reflection), Diagnostic> {
    let text = read_text(path)?;
    let fault = |message: String| Diagnostic::error(codes::files::RUN_DATA, message);
    let reflection = match (PairRecord::from_json(&text), stage) {
        (None, _) => Reflection::from_json(&text),
        (Some(pair), Some(stage)) => pair.program(stage, terms),
        (Some(_), None) => {
            let message = format!("`{}` is the record of a pair", shown_name(path));
            return Err(fault(message).with_help(
                "say which of its programs this is: -fshader-stage=vertex or -fshader-stage=fragment",
            ));
        }
    };
    let reflection = reflection
        .map_err(|why| fault(format!("`{}` is no reflection: {why}", shown_name(path))))?;
    let target = target.or_else(|| retroshade::find_target(&reflection.target));
    let Some(target) = target.filter(|target| target.name() == reflection.target) else {
        let message = format!("the reflection is of the target `{}`", reflection.target);
        return Err(Diagnostic::error(codes::files::RUN_DATA, message));
    };
    Ok((target, reflection))
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error(
        codes::files::UNREADABLE,
        format!("cannot open input file `{}`: {why}", shown_name(path)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade::stage_of_name;

    #[test]
    fn outputs_are_named_after_inputs_in_the_current_folder() {
        for (input, output) in [
            ("dir/foo.vert", "foo.vert.agal"),
            ("foo.fs", "foo.fs.agal"),
            ("dir/foo.glsl", "foo.agal"),
            ("foo", "foo.agal"),
        ] {
            assert_eq!(default_output(Path::new(input), "agal"), Path::new(output));
        }
    }

    #[test]
    fn the_common_folder_is_that_of_all_inputs() {
        let common = |paths: &[&str]| common_folder(paths.iter().map(Path::new));
        assert_eq!(common(&["a/b/x.vert"]), Path::new("a/b"));
        assert_eq!(common(&["a/b/x.vert", "a/c/x.vert"]), Path::new("a"));
        assert_eq!(common(&["a/x.vert", "b/x.vert", "-"]), Path::new(""));
    }

    #[test]
    fn stages_survive_in_the_names_of_outputs() {
        assert_eq!(
            stage_of_assembly(Path::new("a/cube.vert.agal1.s")),
            Some(Stage::Vertex)
        );
        assert_eq!(
            stage_of_assembly(Path::new("cube.frag.agal")),
            Some(Stage::Fragment)
        );
        assert_eq!(stage_of_assembly(Path::new("vert/cube.s")), None);
    }

    #[test]
    fn stages_come_from_names_and_words() {
        assert_eq!(stage_of_name(Path::new("a.vsh")), Some(Stage::Vertex));
        assert_eq!(stage_of_name(Path::new("a.glslf")), Some(Stage::Fragment));
        assert_eq!(stage_of_name(Path::new("a.glsl")), None);
        assert_eq!(stage_of_word("vert"), Ok(Stage::Vertex));
        assert!(
            stage_of_word("compute")
                .unwrap_err()
                .to_string()
                .contains("vertex, fragment and geometry")
        );
    }
}
