//! One shader, compiled.

use retroshade::diagnostics::{Color, Diagnostic, Diagnostics, Renderer, SourceMap, Style, codes};
use retroshade::{Compiled, Compiler, Settings, Source, Stage, find_target, target_names};
use wasm_bindgen::prelude::wasm_bindgen;

/// What became of a shader.
#[wasm_bindgen]
pub struct Compilation {
    program: Option<Compiled>,
    /// An array of messages.
    messages: String,
    /// The messages as the command line prints them.
    text: String,
}

#[wasm_bindgen]
impl Compilation {
    /// The program's bytes, in the target's container; `undefined` if the shader was refused.
    #[wasm_bindgen(getter)]
    pub fn binary(&self) -> Option<Vec<u8>> {
        self.program.as_ref().map(|program| program.binary.clone())
    }

    /// The program as text.
    #[wasm_bindgen(getter)]
    pub fn assembly(&self) -> Option<String> {
        self.program
            .as_ref()
            .map(|program| program.assembly.clone())
    }

    /// The record of the program's registers and counts, in JSON.
    #[wasm_bindgen(getter)]
    pub fn reflection(&self) -> Option<String> {
        let program = self.program.as_ref()?;
        serde_json::to_string(&program.reflection).ok()
    }

    /// The messages, warnings first: an array in JSON, each as `--diagnostics=json` prints it.
    #[wasm_bindgen(getter)]
    pub fn messages(&self) -> String {
        self.messages.clone()
    }

    /// The messages as the command line prints them, with the lines of the source; empty if there are none.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

/// Compiles a shader in ESSL for a target. `name` is what messages call it. `stage` is `vertex`, `fragment` or `geometry`.
/// `flags` are those of the command line, with blanks between them; flags that read files are refused.
#[wasm_bindgen]
pub fn compile(source: &str, name: &str, target: &str, stage: &str, flags: &str) -> Compilation {
    let (compiler, settings, stage) = match asked(target, stage, flags) {
        Ok(asked) => asked,
        Err(fault) => return refused(&fault),
    };
    let compilation = compiler.compile(&Source::new(name, stage, source));
    let all = settings.warnings.apply(compilation.diagnostics);
    Compilation {
        program: compilation.result,
        messages: array(&compilation.sources, &all),
        text: rendered(&compilation.sources, &all, Style::Rich),
    }
}

fn asked(
    target: &str,
    stage: &str,
    flags: &str,
) -> Result<(Compiler, Settings, Stage), Diagnostics> {
    let misuse = |what: String| Diagnostics::from(Diagnostic::error(codes::target::SETTING, what));
    let found = find_target(target).ok_or_else(|| {
        misuse(format!(
            "there is no target `{target}`, but {}",
            target_names()
        ))
    })?;
    let stage =
        Stage::of_name(stage).ok_or_else(|| misuse(format!("there is no stage `{stage}`")))?;
    let mut settings = Settings::default();
    // There are no files below a page, and those of a server are not for its visitors.
    settings.language.without_files = true;
    let applied = settings.apply(flags.split_ascii_whitespace());
    applied.map_err(|fault| misuse(fault.to_string()))?;
    let compiler = Compiler {
        target: found,
        language: settings.language.clone(),
        options: settings.code.clone(),
    };
    Ok((compiler, settings, stage))
}

fn refused(diagnostics: &Diagnostics) -> Compilation {
    let sources = SourceMap::new();
    Compilation {
        program: None,
        messages: array(&sources, diagnostics),
        text: rendered(&sources, diagnostics, Style::Rich),
    }
}

/// The messages as an array in JSON.
fn array(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let lines = rendered(sources, diagnostics, Style::Json);
    let lines: Vec<&str> = lines.lines().collect();
    format!("[{}]", lines.join(","))
}

fn rendered(sources: &SourceMap, diagnostics: &Diagnostics, style: Style) -> String {
    let mut written = Vec::new();
    let mut renderer = Renderer::new(sources, style, Color::Never);
    // Nothing that is written to a vector fails.
    let _ = renderer.render_all(diagnostics, &mut written);
    String::from_utf8_lossy(&written).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shader_becomes_what_the_library_makes_of_it() {
        let made = compile(
            "void main() { gl_FragColor = vec4(1.0); }",
            "a",
            "lima",
            "fragment",
            "",
        );
        assert!(
            made.binary()
                .is_some_and(|bytes| bytes.starts_with(b"MBS1"))
        );
        assert!(made.assembly().is_some_and(|text| !text.is_empty()));
        assert!(
            made.reflection()
                .is_some_and(|text| text.contains("\"fragment\""))
        );
        assert_eq!((made.messages().as_str(), made.text().as_str()), ("[]", ""));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let lost = compile(
            "void main() { x = 1.0; }",
            "lost.vert",
            "agal1",
            "vertex",
            "",
        );
        assert!(lost.binary().is_none());
        assert!(lost.text().contains("lost.vert:1:15"), "{}", lost.text());
        let messages: serde_json::Value = serde_json::from_str(&lost.messages()).unwrap();
        assert_eq!(messages[0]["severity"], "error");
        for (target, stage, flags, said) in [
            ("3dz", "vertex", "", "no target `3dz`"),
            ("3ds", "pixel", "", "no stage `pixel`"),
            ("3ds", "vertex", "--nonsense", "--nonsense"),
        ] {
            let made = compile("void main() {}", "a", target, stage, flags);
            assert!(
                made.binary().is_none() && made.text().contains(said),
                "{}",
                made.text()
            );
        }
    }
}
