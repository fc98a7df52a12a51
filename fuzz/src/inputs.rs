//! Everything that reads input, given bytes that nobody checked.
//!
//! Each entry panics where the product panics or reports a defect of its own (E0000), and says nothing
//! otherwise. `fuzz/targets` hands these entries to libFuzzer; the tests of this crate run them on the seeds
//! in `fuzz/seeds`, a folder for each entry, and on mutations of these.

use crate::judge::settings;
use indexmap::IndexMap;
use retroshade::pack::{Pack, Reading};
use retroshade::{
    Compiler, Language, LanguageOptions, Optimize, Settings, Source, Stage, Target,
    language_version, targets,
};
use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_frontend::spirv_text;
use retroshade_ir::random::Random;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{RegisterImage, Watch};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Options};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tempfile::TempDir;

/// Something that reads input.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of its folder of seeds, and of its binary in `fuzz/targets`.
    pub name: &'static str,
    /// Reads.
    ///
    /// # Panics
    /// Where the product panics or reports a defect of its own.
    pub read: fn(&[u8]),
}

/// All of them.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "source",
        read: source,
    },
    Entry {
        name: "wgsl",
        read: wgsl,
    },
    Entry {
        name: "spirv",
        read: spirv,
    },
    Entry {
        name: "preprocessor",
        read: preprocessor,
    },
    Entry {
        name: "ir",
        read: ir,
    },
    Entry {
        name: "assembler_agal",
        read: |data| assembler("agal", data),
    },
    Entry {
        name: "assembler_lima",
        read: |data| assembler("lima", data),
    },
    Entry {
        name: "assembler_nv2a",
        read: |data| assembler("nv2a", data),
    },
    Entry {
        name: "assembler_pica200",
        read: |data| assembler("pica200", data),
    },
    Entry {
        name: "binary_agal",
        read: |data| binary("agal", data),
    },
    Entry {
        name: "binary_lima",
        read: |data| binary("lima", data),
    },
    Entry {
        name: "binary_nv2a",
        read: |data| binary("nv2a", data),
    },
    Entry {
        name: "binary_pica200",
        read: |data| binary("pica200", data),
    },
    Entry {
        name: "json",
        read: json,
    },
    Entry {
        name: "manifest",
        read: manifest,
    },
    Entry {
        name: "flags",
        read: flags,
    },
];

/// The entry of a name.
pub fn entry(name: &str) -> Option<Entry> {
    ENTRIES.iter().find(|entry| entry.name == name).copied()
}

const STAGES: [Stage; 2] = [Stage::Vertex, Stage::Fragment];

/// Bytes beyond which an entry reads nothing: what is long is slow and finds no more.
const LONGEST: usize = 16 << 10;

fn text(data: &[u8]) -> Option<&str> {
    (data.len() <= LONGEST).then_some(data)?;
    std::str::from_utf8(data).ok()
}

/// A number that the data decide.
fn choice(data: &[u8], below: usize) -> usize {
    let sum: usize = data.iter().map(|&byte| usize::from(byte)).sum();
    sum % below.max(1)
}

fn no_defect(diagnostics: &Diagnostics) {
    if let Some(defect) = diagnostics.iter().find(|error| error.code.id == "E0000") {
        panic!("{}", defect.message);
    }
}

fn checked<T>(result: Result<T, Diagnostics>) -> Option<T> {
    result.map_err(|errors| no_defect(&errors)).ok()
}

/// Compiles a text for a target and a level that the data decide.
fn compile(text: &str, data: &[u8], language: Language) {
    let levels = [Optimize::None, Optimize::Normal, Optimize::Size];
    for stage in STAGES {
        let mut source = Source::new("input", stage, text);
        source.language = language;
        if language == Language::Ir {
            source.stage = None;
        }
        let Some(&target) = targets().get(choice(data, targets().len())) else {
            return;
        };
        let mut compiler = Compiler::new(target);
        compiler.options = settings(levels[choice(data, 3)]);
        let compilation = compiler.compile(&source);
        no_defect(&compilation.diagnostics);
        assert!(
            compilation.result.is_some() || !compilation.diagnostics.is_empty(),
            "no result and no error"
        );
        if language == Language::Ir {
            return;
        }
    }
}

fn source(data: &[u8]) {
    let Some(text) = text(data) else { return };
    compile(text, data, Language::Essl);
}

fn wgsl(data: &[u8]) {
    let Some(text) = text(data) else { return };
    compile(text, data, Language::Wgsl);
}

fn ir(data: &[u8]) {
    let Some(text) = text(data) else { return };
    compile(text, data, Language::Ir);
}

/// A module as a file has it, in either byte order.
fn spirv(data: &[u8]) {
    if data.len() <= LONGEST
        && let Some(text) = spirv_text(data)
    {
        compile(&text, data, Language::Spirv);
    }
}

fn preprocessor(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let source = Source::new("input", Stage::Vertex, text);
    let language = LanguageOptions::default();
    no_defect(&language.preprocess(&source).diagnostics);
}

/// The targets whose names begin so.
fn family(name: &str) -> impl Iterator<Item = &'static dyn Target> {
    let named = move |target: &&dyn Target| target.name().starts_with(name);
    targets().iter().copied().filter(named)
}

fn assembler(name: &'static str, data: &[u8]) {
    let Some(text) = text(data) else { return };
    let options = Options::default();
    for target in family(name) {
        let stages = target.stages().into_iter();
        for stage in stages.filter(|stage| target.runs_programs(*stage)) {
            let assembled = target.assemble(FileId(0), text, Some(stage), &options);
            let Some(assembled) = checked(assembled) else {
                continue;
            };
            let binary = Binary {
                stage: Some(stage),
                ..assembled.as_binary()
            };
            // What was assembled has a text again.
            let code = target.read(binary);
            if let Err(errors) = code.and_then(|code| {
                checked(code.verify(&options));
                code.disassemble()
            }) {
                no_defect(&errors);
                let first = errors.iter().next().map(|error| error.message.clone());
                panic!("{}: {}", target.name(), first.unwrap_or_default());
            }
        }
    }
}

fn binary(name: &'static str, data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let (side_files, options) = (IndexMap::new(), Options::default());
    for target in family(name) {
        for stage in [None, Some(Stage::Vertex), Some(Stage::Fragment)] {
            let binary = Binary {
                bytes: data,
                container: None,
                stage,
                side_files: &side_files,
            };
            let Some(code) = checked(target.read(binary)) else {
                continue;
            };
            checked(code.disassemble());
            checked(code.verify(&options));
            checked(code.instructions());
            checked(code.interface());
            let image = RegisterImage {
                samples: 2,
                ..RegisterImage::default()
            };
            checked(code.simulate(&image, &mut Watch::default()));
        }
    }
}

fn json(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(inputs) = RunInputs::from_json(text, FileId(0)) {
        let _ = inputs.samples();
        let again = RunInputs::from_json(&inputs.to_json(), FileId(0));
        assert!(again.is_ok(), "what is written does not read back");
    }
    let _ = Reflection::from_json(text);
}

/// The description of a pack, in a folder of its own beside two shaders.
fn manifest(data: &[u8]) {
    let Some(text) = text(data) else { return };
    // Patterns that leave the folder would search this machine's disk.
    if text.contains("..") || text.contains("\"/") || text.contains("'/") {
        return;
    }
    thread_local! {
        static FOLDER: TempDir = folder_with_shaders().expect("a temporary folder");
    }
    FOLDER.with(|folder| {
        let path = folder.path().join("shaders.toml");
        fs::write(&path, text).expect("the description can be written");
        match Pack::open(&path, &Reading::default()) {
            Ok(pack) => drop(pack.list().count()),
            Err(messages) => no_defect(&messages.diagnostics),
        }
    });
}

fn folder_with_shaders() -> io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("shaders"))?;
    for name in ["shaders/a.vert", "shaders/a.frag"] {
        fs::write(folder.path().join(name), "void main() {}")?;
    }
    Ok(folder)
}

/// Flags as a description or an editor gives them, a line each.
fn flags(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut settings = Settings::default();
    let _ = settings.apply(text.lines());
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, "1"));
        let _ = settings.define(name, value);
        let _ = settings.optimize(value);
        let _ = language_version(value);
    }
}

/// The files of a folder, in the order of their names.
///
/// # Errors
/// One cannot be read.
pub fn seeds(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    paths.iter().map(fs::read).collect()
}

/// The seed with a few changes: bytes removed, repeated, replaced, and pieces of other seeds put in.
pub fn mutated(random: &mut Random, seed: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let end = (at + random.below(24) as usize).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, copy);
            }
            2 | 3 => {
                let bit = 1 << random.below(8);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = if random.one_in(2) {
                        *byte ^ bit
                    } else {
                        random.below(256) as u8
                    };
                }
            }
            4 => bytes.truncate(at),
            _ => {
                let Some(other) = random.pick(others) else {
                    continue;
                };
                let start = random.below(other.len() as u64 + 1) as usize;
                let piece = other.iter().skip(start).take(24).copied();
                let piece: Vec<u8> = piece.collect();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}
