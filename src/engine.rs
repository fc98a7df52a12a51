//! What a library that loads programs demands of them, beyond what the machine does.
//!
//! Each rule was read in the library's own source; [`Engine::commit`] says in which state of it.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
use retroshade_kit::reflect::{Layout, Variable};
use retroshade_kit::target::{Compiled, Target};

/// A library that loads programs, and sets uniforms by its own functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// citro3d, devkitPro's library for the Nintendo 3DS.
    Citro3d,
    /// citro3d-rs, which calls citro3d from Rust.
    Citro3dRs,
    /// GLASS, OpenGL ES 2 for the Nintendo 3DS.
    Glass,
}

/// Attributes that a draw has at most, by citro3d's `AttrInfo_AddLoader` and by GLASS's `glEnableVertexAttribArray`.
const ATTRIBUTES: u32 = 12;

/// Words of code in a file that GLASS loads (`parseDVLP`).
const GLASS_WORDS: u32 = 512;

/// Where the uniforms and inputs of a shader are declared, by name.
pub(crate) struct Declared(Vec<(String, Span)>);

impl Declared {
    /// Those of a shader.
    pub(crate) fn of(shader: &Shader) -> Declared {
        let interface = &shader.interface;
        let all = interface.uniforms.values().chain(interface.inputs.values());
        Declared(all.map(|one| (one.name.clone(), one.span)).collect())
    }

    /// The declaration of a variable, or of the structure that it is a member of.
    fn span(&self, name: &str) -> Span {
        let root = name.split(['.', '[']).next().unwrap_or(name);
        let mut all = self.0.iter();
        let found = all.find(|(known, _)| known == name || known == root);
        found.map_or(Span::NONE, |(_, span)| *span)
    }
}

impl Engine {
    /// Every library.
    pub const ALL: [Engine; 3] = [Engine::Citro3d, Engine::Citro3dRs, Engine::Glass];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Citro3d => "citro3d",
            Engine::Citro3dRs => "citro3d-rs",
            Engine::Glass => "glass",
        }
    }

    /// The library with a name.
    pub fn named(name: &str) -> Option<Engine> {
        let mut all = Engine::ALL.into_iter();
        all.find(|engine| engine.name() == name)
    }

    /// The repository and the state of it that the rules were read in.
    pub fn commit(self) -> &'static str {
        match self {
            Engine::Citro3d => "devkitPro/citro3d 9f21cf7b",
            Engine::Citro3dRs => "rust3ds/citro3d-rs 499e697e",
            Engine::Glass => "kynex7510/GLASS 2ed5754f",
        }
    }

    /// The name of the target that the library is for.
    fn target(self) -> &'static str {
        "pica200"
    }

    /// What the library is called in sentences.
    fn called(self) -> &'static str {
        match self {
            Engine::Citro3d => "citro3d",
            Engine::Citro3dRs => "citro3d-rs",
            Engine::Glass => "GLASS",
        }
    }

    /// Holds a program to the rules of the library.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub(crate) fn check(
        self,
        target: &dyn Target,
        compiled: &mut Compiled,
        declared: &Declared,
    ) -> Result<(), Diagnostics> {
        if target.name() != self.target() {
            let (name, own) = (self.name(), self.target());
            let message = format!("--engine {name} is for {own}, not for {}", target.name());
            return Err(Diagnostic::error(codes::target::SETTING, message).into());
        }
        let record = &compiled.reflection;
        // A fragment stage without programs is set up by registers, whoever does it.
        if record.stage == "fragment" {
            return Ok(());
        }
        let mut found: Vec<Diagnostic> = Vec::new();
        for uniform in &record.uniforms {
            found.extend(self.layout_error(uniform, declared));
            if self == Engine::Glass {
                let others = record.uniforms.iter();
                found.extend(glass_name_error(uniform, others, declared));
            }
        }
        found.extend(self.size_error(compiled, declared));
        let errors: Diagnostics = found.into_iter().collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let calls = record.uniforms.iter();
        let calls = calls.filter_map(|uniform| self.call_warning(uniform, declared));
        let calls: Vec<Diagnostic> = calls.collect();
        calls
            .into_iter()
            .for_each(|one| compiled.warnings.push(one));
        Ok(())
    }

    fn error(self, message: String, span: Span, label: &str, help: String) -> Diagnostic {
        let message = format!("{}: {message}", self.called());
        let error = Diagnostic::error(codes::target::ENGINE, message);
        let error = if span.is_none() {
            error
        } else {
            error.at(span, label)
        };
        error.with_help(help)
    }

    /// A matrix that lies otherwise than the library copies it.
    fn layout_error(self, uniform: &Variable, declared: &Declared) -> Option<Diagnostic> {
        let wanted = match self {
            Engine::Citro3d | Engine::Citro3dRs => Layout::Rows,
            Engine::Glass => Layout::Columns,
        };
        if uniform.layout.is_none_or(|layout| layout == wanted) {
            return None;
        }
        let name = &uniform.name;
        let (copies, word) = match self {
            Engine::Citro3d => ("`C3D_FVUnifMtx4x4` copies a row to each register", "rows"),
            Engine::Citro3dRs => ("`Uniform::Float4` has a row for each register", "rows"),
            Engine::Glass => (
                "`glUniformMatrix4fv` copies a column to each register",
                "columns",
            ),
        };
        Some(self.error(
            copies.to_owned(),
            declared.span(name),
            "lies the other way round",
            format!(
                "compile with --matrices={word}, or say `#pragma retroshade matrix {name} {word}`"
            ),
        ))
    }

    /// More attributes or code than the library loads.
    fn size_error(self, compiled: &Compiled, declared: &Declared) -> Option<Diagnostic> {
        let record = &compiled.reflection;
        let registers = |one: &Variable| {
            let columns = one.ty.strip_prefix("mat").and_then(|size| size.get(..1));
            let columns = columns.and_then(|digit| digit.parse::<u32>().ok());
            columns.unwrap_or(1) * one.array.unwrap_or(1)
        };
        let attributes = record.inputs.iter().filter(|one| one.register.is_some());
        let attributes: u32 = attributes.map(registers).sum();
        if record.stage == "vertex" && attributes > ATTRIBUTES {
            let message = format!(
                "a draw has {ATTRIBUTES} attributes, and the shader reads {attributes} registers of them"
            );
            let help = "put several attributes into one vector".to_owned();
            let last = record.inputs.last();
            let last = last.map_or(Span::NONE, |input| declared.span(&input.name));
            return Some(self.error(message, last, "the last of them", help));
        }
        let words = record.stats.words;
        (self == Engine::Glass && record.stage == "geometry" && words > GLASS_WORDS).then(|| {
            let message =
                format!("a file has {GLASS_WORDS} words of code, and this program alone {words}");
            let help = "make the geometry program shorter: the vertex program is in the same file";
            self.error(message, Span::NONE, "", help.to_owned())
        })
    }

    /// A number or truth in a register of floats, which the library's functions for integers and truths do not set.
    fn call_warning(self, uniform: &Variable, declared: &Declared) -> Option<Diagnostic> {
        let is_whole = ["int", "uint", "bool", "ivec", "uvec", "bvec"]
            .iter()
            .any(|ty| uniform.ty.starts_with(ty));
        if !is_whole || uniform.file.as_deref() != Some("c") {
            return None;
        }
        let name = &uniform.name;
        let (refuses, takes) = match self {
            Engine::Citro3d => ("`C3D_IVUnifSet` and `C3D_BoolUnifSet`", "`C3D_FVUnifSet`"),
            Engine::Citro3dRs => ("`Uniform::Int` and `Uniform::Bool`", "`Uniform::Float`"),
            Engine::Glass => ("`glUniform1i`", "`glUniform1f`"),
        };
        let register = uniform
            .register
            .as_deref()
            .unwrap_or("a register of floats");
        let message = format!(
            "{}: `{name}` is in {register}, which {refuses} cannot set",
            self.called()
        );
        let warning = Diagnostic::warning(codes::warning::ENGINE_CALL, message);
        let span = declared.span(name);
        let warning = if span.is_none() {
            warning
        } else {
            warning.at(span, "a number in a register of floats")
        };
        Some(warning.with_help(format!("set it with {takes}")))
    }
}

/// A name that `glGetUniformLocation` of GLASS does not find, or takes for another.
fn glass_name_error<'a>(
    uniform: &Variable,
    mut others: impl Iterator<Item = &'a Variable>,
    declared: &Declared,
) -> Option<Diagnostic> {
    let name = &uniform.name;
    let span = declared.span(name);
    if name.contains('.') {
        return Some(Engine::Glass.error(
            format!("`glGetUniformLocation` finds no name with a dot, such as `{name}`"),
            span,
            "a structure",
            "declare uniforms of their own in the place of the members".to_owned(),
        ));
    }
    let shorter = others.find(|other| other.name != *name && name.starts_with(&other.name))?;
    Some(Engine::Glass.error(
        format!(
            "`glGetUniformLocation` may take `{name}` for `{}`, with which it begins",
            shorter.name
        ),
        span,
        "begins with the name of another uniform",
        "give one of them a name that the other does not begin with".to_owned(),
    ))
}
