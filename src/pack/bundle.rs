//! One file with all programs of a set, and where each is in it, for programs in C, Rust and ActionScript.
//!
//! ```text
//! 0   "RSPK"            8   count of programs           16 + 12 k   offset of the name of program k
//! 4   version, 1        12  size of the whole file      20 + 12 k   offset of its bytes, a multiple of 16
//!                                                       24 + 12 k   size of its bytes
//! ```
//!
//! Numbers are little-endian and of 32 bits; offsets count from the beginning of the file; names end with a
//! zero and are in the order of their bytes, so that a search may halve.

use super::fault::fault;
use super::manifest::Manifest;
use crate::bindings::c::identifier;
use retroshade_diagnostics::Diagnostic;
use std::path::Path;

/// Bytes of the header, and of an entry.
const HEADER: usize = 16;
const ENTRY: usize = 12;

/// Multiples at which programs begin.
const ALIGNMENT: usize = 16;

/// The bundle to make.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    /// The file, below the folder of outputs.
    pub(super) file: String,
    languages: Vec<Language>,
}

/// A language of bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    Rust,
    ActionScript,
}

/// A program and its place in the bundle.
struct Placed<'a> {
    name: &'a str,
    offset: usize,
    size: usize,
}

impl Bundle {
    /// That of a description, if it asks for one.
    pub(super) fn new(manifest: &Manifest) -> Result<Option<Bundle>, Diagnostic> {
        let Some(file) = &manifest.pack.bundle else {
            return if manifest.pack.bindings.is_empty() {
                Ok(None)
            } else {
                Err(fault(
                    "`bindings` are about the `bundle`, which is not named",
                ))
            };
        };
        let language = |word: &String| match word.as_str() {
            "c" => Ok(Language::C),
            "rust" => Ok(Language::Rust),
            "as3" => Ok(Language::ActionScript),
            _ => Err(fault(format!("bindings: `{word}` is none of c, rust, as3"))),
        };
        let languages: Result<Vec<Language>, Diagnostic> =
            manifest.pack.bindings.iter().map(language).collect();
        Ok(Some(Bundle {
            file: super::names::expand(file, &[])?,
            languages: languages?,
        }))
    }

    /// The files to write, by their names below the folder of outputs: the bundle, then its bindings.
    /// `programs` are names and bytes in any order.
    pub(super) fn files(&self, mut programs: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
        programs.sort();
        let (bytes, offsets) = packed(&programs);
        let named = programs.iter().zip(offsets);
        let placed: Vec<Placed<'_>> = named
            .map(|((name, bytes), offset)| Placed {
                name,
                offset,
                size: bytes.len(),
            })
            .collect();
        let mut files = vec![(self.file.clone(), bytes)];
        for language in &self.languages {
            let (name, text) = match language {
                Language::C => (format!("{}.h", self.file), c(&self.stem(), &placed)),
                Language::Rust => (format!("{}.rs", self.file), rust(&placed)),
                Language::ActionScript => self.class(&placed),
            };
            files.push((name, text.into_bytes()));
        }
        files
    }

    /// The bundle's name without folders and extension, as an identifier.
    fn stem(&self) -> String {
        let stem = Path::new(&self.file).file_stem().unwrap_or_default();
        identifier(&stem.to_string_lossy())
    }

    /// A class, which must be in a file of its own name.
    fn class(&self, placed: &[Placed<'_>]) -> (String, String) {
        let stem = self.stem();
        let mut letters = stem.chars();
        let first: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect();
        let class = format!("{first}{}", letters.as_str());
        let folder = self
            .file
            .rfind('/')
            .map_or("", |slash| &self.file[..=slash]);
        let mut text = format!("package {{\n    public final class {class} {{\n");
        for program in placed {
            let name = upper(program.name);
            text.push_str(&format!(
                "        public static const {name}_OFFSET:uint = {};\n        \
                 public static const {name}_SIZE:uint = {};\n",
                program.offset, program.size
            ));
        }
        text.push_str("    }\n}\n");
        (format!("{folder}{class}.as"), text)
    }
}

fn upper(name: &str) -> String {
    identifier(name).to_uppercase()
}

fn c(stem: &str, placed: &[Placed<'_>]) -> String {
    let guard = format!("{}_BUNDLE_H", stem.to_uppercase());
    let mut text = format!("#ifndef {guard}\n#define {guard}\n\n");
    for program in placed {
        let name = upper(program.name);
        text.push_str(&format!(
            "/* {} */\n#define {name}_OFFSET {}u\n#define {name}_SIZE {}u\n",
            program.name.replace("*/", "* /"),
            program.offset,
            program.size
        ));
    }
    text.push_str("\n#endif\n");
    text
}

fn rust(placed: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for program in placed {
        text.push_str(&format!(
            "/// `{}`\npub const {}: core::ops::Range<usize> = {}..{};\n",
            program.name,
            upper(program.name),
            program.offset,
            program.offset + program.size
        ));
    }
    text
}

/// The bytes of a bundle, and where each program begins.
fn packed(programs: &[(String, Vec<u8>)]) -> (Vec<u8>, Vec<usize>) {
    let mut names = Vec::new();
    let names_at = HEADER + ENTRY * programs.len();
    let mut name_offsets = Vec::new();
    for (name, _) in programs {
        name_offsets.push(names_at + names.len());
        names.extend(name.bytes());
        names.push(0);
    }
    let mut end = (names_at + names.len()).next_multiple_of(ALIGNMENT);
    let mut offsets = Vec::new();
    for (_, bytes) in programs {
        offsets.push(end);
        end = (end + bytes.len()).next_multiple_of(ALIGNMENT);
    }
    let mut file = b"RSPK".to_vec();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    for field in [1, programs.len(), end] {
        file.extend(number(field));
    }
    for ((name, offset), (_, bytes)) in name_offsets.iter().zip(&offsets).zip(programs) {
        for field in [*name, *offset, bytes.len()] {
            file.extend(number(field));
        }
    }
    file.extend(names);
    for (offset, (_, bytes)) in offsets.iter().zip(programs) {
        file.resize(*offset, 0);
        file.extend(bytes);
    }
    file.resize(end, 0);
    (file, offsets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_says_where_each_program_is() {
        let bundle = Bundle {
            file: "all/shaders.pak".into(),
            languages: vec![Language::C, Language::Rust, Language::ActionScript],
        };
        let programs = vec![
            ("pica200/b.vert.shbin".to_owned(), vec![2; 5]),
            ("agal1/a.frag.agal".to_owned(), vec![1; 3]),
        ];
        let files = bundle.files(programs);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "all/shaders.pak",
                "all/shaders.pak.h",
                "all/shaders.pak.rs",
                "all/Shaders.as"
            ]
        );
        let bytes = &files[0].1;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(
            (&bytes[..4], word(8), word(12)),
            (&b"RSPK"[..], 2, bytes.len())
        );
        let entry = |index: usize| {
            let at = HEADER + ENTRY * index;
            let name = &bytes[word(at)..];
            let end = name.iter().position(|byte| *byte == 0).unwrap();
            let data = word(at + 4)..word(at + 4) + word(at + 8);
            (std::str::from_utf8(&name[..end]).unwrap(), &bytes[data])
        };
        assert_eq!(entry(0), ("agal1/a.frag.agal", &[1; 3][..]));
        assert_eq!(entry(1), ("pica200/b.vert.shbin", &[2; 5][..]));
        let text = |index: usize| String::from_utf8(files[index].1.clone()).unwrap();
        assert!(text(1).contains(&format!("#define AGAL1_A_FRAG_AGAL_OFFSET {}u\n", word(20))));
        assert!(text(2).contains("pub const PICA200_B_VERT_SHBIN: core::ops::Range<usize> = "));
        assert!(text(3).contains("public final class Shaders {"));
    }
}
