//! What does not matter to the meaning of a source does not matter to the compiler: line ends, tabs, a
//! byte-order mark, and names that are keywords of the languages on the way or of later versions.

use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::Stage;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Keywords of GLSL 4.50 and WGSL, and names of functions there: all free in ESSL 1.00.
const FOREIGN: &str = "sample centroid smooth noperspective patch subroutine coherent restrict readonly \
    writeonly buffer shared layout case uint resource precise texture uvec2 uvec3 uvec4 dmat2 dmat3 dmat4 \
    dmat2x2 dmat2x3 dmat3x4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 atomic_uint \
    samplerShadow isampler2D usampler3D samplerBuffer sampler2DMS samplerCubeArray image2D uimageCube \
    imageBuffer texture1D texture2DArray textureBuffer itexture2D utextureCube subpassInput round trunc \
    roundEven inverse transpose outerProduct determinant isnan isinf sinh cosh tanh fma modf frexp \
    barrier filter alias continuing diagnostic enable fn let loop override requires var array atomic f16 \
    f32 i32 u32 ptr vec2f mat4x4f texture_2d sampler sampler_comparison bitcast function private workgroup \
    storage read_write vertex fragment compute self match mut move type impl trait where async await dyn \
    crate box yield select dpdx textureSample position naga main1 rs _rs a_u main_u gl mod_ ref get set \
    NULL abstract auto catch class_ const_ from macro module new nil of package pub require std super \
    throw try typeof unless virtual wgsl with";

/// Words that the language or the preprocessor reads, and built-in functions.
const OWN: &str = "attribute const uniform varying break continue do for while if else in out inout float int \
    void bool true false lowp mediump highp precision invariant discard return mat2 mat3 mat4 vec2 vec3 vec4 \
    ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 sampler2D samplerCube struct samplerExternalOES main defined define \
    undef ifdef ifndef elif endif line include near far diff radians degrees sin cos tan asin acos atan pow exp \
    log exp2 log2 sqrt inversesqrt abs sign floor ceil fract mod min max clamp mix step smoothstep length \
    distance dot cross normalize faceforward reflect refract matrixCompMult lessThan lessThanEqual greaterThan \
    greaterThanEqual equal notEqual any all not texture2D texture2DProj texture2DLod texture2DProjLod \
    textureCube textureCubeLod dFdx dFdy fwidth texture2DLodEXT texture2DProjLodEXT textureCubeLodEXT \
    texture2DGradEXT texture2DProjGradEXT textureCubeGradEXT";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|kind| kind == "vert" || kind == "frag")
        {
            found.push(path);
        }
    }
}

/// Every ESSL 1.00 shader of this repository that compiles, with its intermediate representation.
fn shaders() -> Vec<(PathBuf, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for folder in ["tests", "examples"] {
        files(&root.join(folder), &mut paths);
    }
    paths.sort();
    let shaders = paths.into_iter().filter_map(|path| {
        let bytes = std::fs::read(&path).expect("a shader");
        let text = String::from_utf8_lossy(&bytes)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        let shader = lowered(&path, &text).ok()?;
        (!text.contains("300 es") && !text.contains("310 es")).then_some((path, text, shader))
    });
    shaders.collect()
}

/// The printed representation, or the messages.
fn lowered(path: &Path, text: &str) -> Result<String, String> {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test", text));
    let mut diagnostics = Default::default();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(if path.extension().is_some_and(|kind| kind == "vert") {
            Stage::Vertex
        } else {
            Stage::Fragment
        }),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    let shader = compile(&mut request);
    shader
        .map(|shader| shader.to_string())
        .ok_or_else(|| format!("{diagnostics:#?}"))
}

/// All shaders mean the same after `change`.
fn unchanged_by(change: impl Fn(&str) -> String) {
    let shaders = shaders();
    assert!(shaders.len() > 250, "{} shaders", shaders.len());
    for (path, text, shader) in shaders {
        let changed = lowered(&path, &change(&text));
        assert_eq!(changed.as_deref(), Ok(&*shader), "{}", path.display());
    }
}

#[test]
fn line_ends_tabs_and_marks() {
    unchanged_by(|text| text.replace('\n', "\r\n"));
    unchanged_by(|text| text.replace('\n', "\r"));
    unchanged_by(|text| text.replace(' ', "\t"));
    unchanged_by(|text| format!("\u{feff}{text}"));
}

/// Splits a text into words and what is between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let split = rest.find(|letter| is_word(letter) != is_word(first));
        let (part, after) = rest.split_at(split.unwrap_or(rest.len()));
        rest = after;
        Some(part)
    })
}

/// The new name of each name in a text.
fn foreign_names(text: &str) -> BTreeMap<&str, &'static str> {
    let own: Vec<&str> = OWN.split_whitespace().collect();
    let mut fresh = FOREIGN.split_whitespace();
    let mut names = BTreeMap::new();
    for line in code(text).filter(|line| !is_kept(line)) {
        for word in words(line) {
            let begins = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
            let swizzle = ["xyzw", "rgba", "stpq"]
                .iter()
                .any(|set| word.len() <= 4 && word.chars().all(|letter| set.contains(letter)));
            let fixed = swizzle || own.contains(&word) || word.contains("__");
            let fixed = fixed || word.starts_with("gl_") || word.starts_with("GL_");
            if word.starts_with(begins) && !fixed && !names.contains_key(word) {
                names.insert(word, fresh.next().expect("enough foreign words"));
            }
        }
    }
    names
}

/// The lines without their comments of one line.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .map(|line| line.split("//").next().unwrap_or(line))
}

/// Directives whose words are no names.
fn is_kept(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches('#').trim_start();
    ["extension", "pragma", "version", "error"]
        .iter()
        .any(|word| line.starts_with(word))
}

/// A `#pragma retroshade` line up to the name of the variable it is about, and the rest.
fn named_variable(line: &str) -> Option<(&str, &str)> {
    let words = ["bind ", "sampler ", "matrix "];
    let rest = line.strip_prefix("#pragma retroshade ")?;
    let rest = words.iter().find_map(|word| rest.strip_prefix(word))?;
    Some(line.split_at(line.len() - rest.len()))
}

#[test]
fn types_may_be_named_like_types_of_later_versions() {
    let text = "struct mat4x2 { float uint; };
        mat4x2 make(float uvec2) { mat4x2 layout; layout.uint = uvec2; return layout; }
        mat4x2 global;
        void main() { global = make(1.0); mat4x2 local = global; gl_Position = vec4(local.uint); }";
    let shader = lowered(Path::new("a.vert"), text);
    assert!(shader.is_ok(), "{shader:?}");
}

#[test]
fn names_that_are_keywords_elsewhere() {
    let mut renamings = 0;
    for (path, text, shader) in shaders() {
        let names = foreign_names(&text);
        renamings += names.len();
        let renamed = |text: &str| -> String {
            words(text)
                .map(|word| *names.get(word).unwrap_or(&word))
                .collect()
        };
        let lines: Vec<String> = code(&text)
            .map(|line| {
                if let Some((head, variable)) = named_variable(line) {
                    format!("{head}{}", renamed(variable))
                } else if is_kept(line) {
                    line.to_owned()
                } else {
                    renamed(line)
                }
            })
            .collect();
        let changed = match lowered(&path, &lines.join("\n")) {
            Ok(changed) => changed,
            Err(messages) => panic!("{}: {messages}\n{}", path.display(), lines.join("\n")),
        };
        // Names in the print stand between quotes and in comments.
        let mut wanted = String::new();
        for line in shader.lines() {
            let named = line.contains('"') || line.contains(';');
            wanted += &if named {
                renamed_print(line, &names)
            } else {
                line.to_owned()
            };
            wanted.push('\n');
        }
        assert_eq!(changed.trim_end(), wanted.trim_end(), "{}", path.display());
    }
    assert!(renamings > 1000, "{renamings} names");
}

/// A line of the print with the names of variables replaced.
fn renamed_print(line: &str, names: &BTreeMap<&str, &'static str>) -> String {
    let start = line.find(['"', ';']).unwrap_or(line.len());
    let end = match line.get(start + 1..).and_then(|rest| rest.find('"')) {
        Some(length) => start + 1 + length,
        None => line.len(),
    };
    let (before, rest) = line.split_at(start);
    let (name, after) = rest.split_at(end - start);
    let name: String = words(name)
        .map(|word| *names.get(word).unwrap_or(&word))
        .collect();
    format!("{before}{name}{after}")
}
