//! The macros behind those of `retroshade-shader`, which hands each the path of its own crate first.
//!
//! The compiler runs inside `rustc`; what comes out is text that is parsed again. A shader at fault is a compilation
//! error with the message that the command line shows.

#![forbid(unsafe_code)]

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};
use retroshade::diagnostics::fault::Fault;
use retroshade::diagnostics::{Color, Renderer, Style};
use retroshade::{
    Compiler, FileAccess, MOST_BYTES, Settings, Source, Stage, bindings, find_target, target_names,
    text_of,
};
use std::path::{Path, PathBuf};

/// `include_shader!("shaders/cube.vert", pica200, "-O3")`
#[proc_macro]
pub fn include_shader(input: TokenStream) -> TokenStream {
    let arguments = Arguments::parse(input);
    expanded(
        &arguments.support,
        (|| -> Result<String, Fault> {
            let [path, target, flags @ ..] = arguments.rest.as_slice() else {
                return Err("expected `include_shader!(\"FILE\", TARGET)`".into());
            };
            let path = path.text("the path of a shader")?;
            let name = path.clone();
            // What the messages name is relative to the package, as the path is.
            let file = folder().join(&path);
            let bytes = FileAccess::default()
                .read(&file, MOST_BYTES)
                .map_err(|fault| {
                    format!(
                        "cannot open input file `{path}`: {}",
                        retroshade::reason(&fault)
                    )
                })?;
            let source = Source {
                name: file.to_string_lossy().into_owned(),
                text: text_of(bytes),
                stage: None,
                language: retroshade::Language::of_path(&file),
            };
            compiled(&name, source, target, flags)
        })(),
    )
}

/// `shader!(vertex, pica200, "…", "-O3")`
#[proc_macro]
pub fn shader(input: TokenStream) -> TokenStream {
    let arguments = Arguments::parse(input);
    expanded(
        &arguments.support,
        (|| -> Result<String, Fault> {
            let [stage, target, text, flags @ ..] = arguments.rest.as_slice() else {
                return Err("expected `shader!(vertex, TARGET, \"TEXT\")`".into());
            };
            let stage = match &*stage.word()? {
                "vertex" => Stage::Vertex,
                "fragment" => Stage::Fragment,
                other => {
                    return Err(
                        format!("the stage is `vertex` or `fragment`, not `{other}`").into(),
                    );
                }
            };
            let name = format!("{} shader", stage.name());
            let source = Source::new(&*name, stage, text.text("the text of a shader")?);
            compiled(&name, source, target, flags)
        })(),
    )
}

/// What stands between the commas.
struct Arguments {
    /// The path of the crate whose types are used. It has no spelling: `$crate` means what it means as a token only.
    support: TokenStream,
    rest: Vec<Argument>,
}

/// A word or a string.
struct Argument(Vec<TokenTree>);

impl Arguments {
    fn parse(input: TokenStream) -> Arguments {
        let mut parts = vec![Vec::new()];
        for tree in input {
            match &tree {
                TokenTree::Punct(comma) if comma.as_char() == ',' => parts.push(Vec::new()),
                _ => parts
                    .last_mut()
                    .into_iter()
                    .for_each(|part| part.push(tree.clone())),
            }
        }
        let mut parts = parts.into_iter();
        let support = parts.next().unwrap_or_default();
        Arguments {
            support: support.into_iter().collect(),
            rest: parts
                .filter(|part| !part.is_empty())
                .map(Argument)
                .collect(),
        }
    }
}

impl Argument {
    fn word(&self) -> Result<String, Fault> {
        match self.0.as_slice() {
            [TokenTree::Ident(word)] => Ok(word.to_string()),
            _ => Err(format!("expected a word, found `{}`", self.shown()).into()),
        }
    }

    fn text(&self, what: &str) -> Result<String, Fault> {
        let fault = || {
            let shown = self.shown();
            Fault::from(format!("expected a string with {what}, found `{shown}`"))
        };
        // A macro that passes a literal on wraps it into a group without brackets.
        let literal = match self.0.as_slice() {
            [TokenTree::Group(group)] => group.stream().to_string(),
            [tree] => tree.to_string(),
            _ => return Err(fault()),
        };
        unquoted(&literal).ok_or_else(fault)
    }

    fn shown(&self) -> String {
        TokenStream::from_iter(self.0.clone()).to_string()
    }
}

/// The text of a string literal, raw or not.
fn unquoted(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let bare = raw.trim_matches('#');
        return Some(bare.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inside.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
            same @ ('\\' | '"' | '\'') => text.push(same),
            _ => return None,
        }
    }
    Some(text)
}

/// The folder of the package that is compiled.
fn folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from)
}

/// The items of a program.
fn compiled(
    name: &str,
    source: Source,
    target: &Argument,
    flags: &[Argument],
) -> Result<String, Fault> {
    let word = target.word()?;
    let target = find_target(&word)
        .ok_or_else(|| format!("unknown target `{word}`; there are {}", target_names()))?;
    let mut settings = Settings::default();
    let flags = flags.iter().map(|flag| flag.text("a flag"));
    let flags = flags.collect::<Result<Vec<_>, _>>()?;
    settings.apply(flags.iter().map(String::as_str))?;
    // As the path of the shader, and not to where the compiler of Rust was called.
    for directory in &mut settings.language.include_directories {
        *directory = folder().join(&*directory);
    }
    let compiler = Compiler {
        target,
        language: settings.language,
        options: settings.code,
    };
    let is_file = Path::new(&source.name).is_absolute();
    let compilation = compiler.compile(&source);
    let diagnostics = settings.warnings.apply(compilation.diagnostics);
    if diagnostics.has_errors() {
        let mut text = Vec::new();
        let mut renderer = Renderer::new(&compilation.sources, Style::Rich, Color::Never);
        // Writing to memory does not fail.
        let _ = renderer.render_all(&diagnostics, &mut text);
        let text = String::from_utf8_lossy(&text);
        return Err(text.trim_end().to_owned().into());
    }
    let mut program = compilation.result.ok_or("no program and no error")?;
    program.reflection.source = name.to_owned();
    let mut text = bindings::rust::items(&bindings::Program::new(name, &program));
    // The compiler of Rust watches what is included.
    let files = compilation
        .includes
        .iter()
        .chain(is_file.then_some(&source.name));
    for file in files {
        let path = folder().join(file);
        let path = path.canonicalize().unwrap_or(path);
        text.push_str(&format!("const _: &[u8] = include_bytes!({path:?});\n"));
    }
    Ok(text)
}

/// The items behind an import of what they use, or an error in their place.
fn expanded(support: &TokenStream, result: Result<String, Fault>) -> TokenStream {
    let error = |message: &str| -> TokenStream {
        format!("compile_error!({message:?});")
            .parse()
            .unwrap_or_default()
    };
    let items = match result {
        Ok(items) => items,
        Err(fault) => return error(&fault.to_string()),
    };
    let parsed = |text: &str| text.parse::<TokenStream>();
    let parts = (
        parsed(&format!("{} mod program", bindings::rust::ALLOW)),
        parsed("use"),
        parsed(&format!("::{};", bindings::rust::SHARED)),
        parsed(&items),
        // What a program does not use of its shader is no fault of it.
        parsed("#[allow(unused_imports, unreachable_pub)] pub use program::*;"),
    );
    let (Ok(head), Ok(import), Ok(names), Ok(items), Ok(tail)) = parts else {
        return error("retroshade: the bindings cannot be read");
    };
    let body: TokenStream = [import, support.clone(), names, items]
        .into_iter()
        .collect();
    let body = TokenTree::Group(Group::new(Delimiter::Brace, body));
    [head, body.into(), tail].into_iter().collect()
}
