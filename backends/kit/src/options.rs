//! What users ask of a compilation for a target.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::{Capabilities, MatrixLayout, Shader};

/// The setting of `--clip-depth`.
pub(crate) const CLIP_DEPTH: &str = "clip-depth";
/// The setting of `-finvert-y`.
pub(crate) const INVERT_Y: &str = "invert-y";

/// How much work the compiler may spend, and on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Optimize {
    /// `-O0`: only what the target demands.
    None,
    /// `-O`: all rewriting, searches with a small budget.
    #[default]
    Normal,
    /// `-Os`: as `Normal`, where the two differ the smaller program.
    Size,
    /// `-O3`: as `Normal`, with large search budgets.
    Most,
}

/// In which space a vertex program leaves `gl_Position`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Position {
    /// As the hardware behind the program wants it.
    #[default]
    Native,
    /// After the division by w, without the viewport transform.
    Divide,
    /// Clip coordinates as the shader wrote them.
    Clip,
}

impl Position {
    /// Every space.
    pub const ALL: [Position; 3] = [Position::Native, Position::Divide, Position::Clip];

    /// The value of `--position`.
    pub fn name(self) -> &'static str {
        match self {
            Position::Native => "native",
            Position::Divide => "divide",
            Position::Clip => "clip",
        }
    }
}

/// How matrix uniforms lie in their registers: what the application uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matrices {
    /// Slot k is column k, whatever the shader does with the matrix.
    Columns,
    /// Slot k is row k, whatever the shader does with the matrix.
    Rows,
    /// As in the shortest program: a change of the shader may change what must be uploaded.
    Auto,
}

impl Matrices {
    /// All of them.
    pub const ALL: &'static [Matrices] = &[Matrices::Columns, Matrices::Rows, Matrices::Auto];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Matrices::Columns => "columns",
            Matrices::Rows => "rows",
            Matrices::Auto => "auto",
        }
    }

    /// By [`Matrices::name`].
    pub fn named(name: &str) -> Option<Matrices> {
        Matrices::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// The layout of every matrix; `None` where each has its own.
    pub const fn layout(self) -> Option<MatrixLayout> {
        match self {
            Matrices::Columns => Some(MatrixLayout::Columns),
            Matrices::Rows => Some(MatrixLayout::Rows),
            Matrices::Auto => None,
        }
    }
}

impl From<MatrixLayout> for Matrices {
    fn from(layout: MatrixLayout) -> Matrices {
        match layout {
            MatrixLayout::Columns => Matrices::Columns,
            MatrixLayout::Rows => Matrices::Rows,
        }
    }
}

/// The options that change what a vertex program leaves in `gl_Position`, as its record states them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The space.
    pub position: Position,
    /// The value of `--clip-depth`, if it was given.
    pub clip_depth: Option<String>,
    /// True if y has the other sign.
    pub invert_y: bool,
}

impl Placement {
    /// What options ask of a vertex program.
    pub fn of(options: &Options) -> Placement {
        Placement {
            position: options.position,
            clip_depth: options.settings.get(CLIP_DEPTH).cloned(),
            invert_y: options.is_on(INVERT_Y),
        }
    }

    /// Puts these options in the place of what others say of `gl_Position`.
    pub fn put_into(&self, options: &mut Options) {
        options.position = self.position;
        let invert_y = self.invert_y.then(|| "on".to_owned());
        for (name, value) in [(CLIP_DEPTH, &self.clip_depth), (INVERT_Y, &invert_y)] {
            match value {
                Some(value) => options.settings.insert(name.to_owned(), value.clone()),
                None => options.settings.shift_remove(name),
            };
        }
    }
}

/// The requests of the user beyond the shader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Effort.
    pub optimize: Optimize,
    /// Space of `gl_Position`.
    pub position: Position,
    /// Variable name to register, or to semantic for outputs with fixed meanings.
    pub bindings: IndexMap<String, String>,
    /// The container's name; `None` for the target's first.
    pub container: Option<String>,
    /// Sampler name to the flags of its lookups, in the target's words (`linear,repeat`).
    pub samplers: IndexMap<String, String>,
    /// How matrix uniforms lie whose declarations do not say; `None` for the target's own way.
    pub matrices: Option<Matrices>,
    /// True if a fragment program is made for a vertex program that follows its record: what machines without
    /// fragment programs cannot compute there may be asked of the vertex program.
    pub linked: bool,
    /// True if texts of programs that break rules of the machine are assembled, with warnings.
    pub assembles_illegal_code: bool,
    /// The registers in which a vertex program that is compiled apart leaves varyings, for fixed fragment stages: taken
    /// where that can be.
    pub settled: IndexMap<String, String>,
    /// Settings of one target, such as AGAL's `profile`.
    pub settings: IndexMap<String, String>,
}

impl Options {
    /// True if a setting of the values `on` and `off` is on.
    pub fn is_on(&self, setting: &str) -> bool {
        self.settings
            .get(setting)
            .is_some_and(|value| value == "on")
    }

    /// What is legal for a target, with matrix uniforms as these options want them. Those that are left to the
    /// compiler lie in the target's own way, unless a declaration says otherwise.
    pub fn with_matrices(&self, capabilities: Capabilities) -> Capabilities {
        let asked = self.matrices.and_then(Matrices::layout);
        Capabilities {
            matrices: asked.unwrap_or(capabilities.matrices),
            ..capabilities
        }
    }

    /// An error for each sampler whose state is set and that does not exist.
    pub fn unknown_samplers(&self, exists: impl Fn(&str) -> bool) -> Diagnostics {
        let mut errors = Diagnostics::new();
        for name in self.samplers.keys().filter(|name| !exists(name)) {
            errors.push(Diagnostic::error(
                retroshade_diagnostics::codes::target::SETTING,
                format!("cannot set the state of `{name}`: there is no sampler of this name"),
            ));
        }
        errors
    }

    /// For targets whose code says nothing of the state of samplers.
    ///
    /// # Errors
    /// If some state is set.
    pub fn refuse_sampler_states(&self, target: &str) -> Result<(), Diagnostic> {
        match self.samplers.keys().next() {
            None => Ok(()),
            Some(name) => Err(Diagnostic::error(
                retroshade_diagnostics::codes::target::SETTING,
                format!("the state of `{name}` is no part of {target}'s code"),
            )
            .with_help("set filters and wrapping where the texture is bound")),
        }
    }

    /// For machines that divide by w themselves, behind the program.
    ///
    /// # Errors
    /// If the program is to do it.
    pub fn refuse_divide(&self, target: &str) -> Result<(), Diagnostic> {
        if self.position != Position::Divide {
            return Ok(());
        }
        let message = format!(
            "{target} leaves the division by w to the machine: `--position divide` is for nv2a"
        );
        let code = retroshade_diagnostics::codes::target::SETTING;
        Err(Diagnostic::error(code, message))
    }

    /// Writes the bindings into the interface of a shader.
    ///
    /// # Errors
    /// If a variable does not exist or the source binds it to another register; if there is no sampler
    /// of a name whose state is set.
    pub fn apply_bindings(&self, shader: &mut Shader) -> Result<(), Diagnostics> {
        let mut errors = self.unknown_samplers(|name| has_sampler(shader, name));
        for (name, register) in &self.bindings {
            let interface = &mut shader.interface;
            let mut found = false;
            let inputs = interface.inputs.values_mut();
            let variables = inputs
                .chain(interface.outputs.values_mut())
                .chain(interface.uniforms.values_mut());
            let places = variables
                .filter(|variable| variable.name == *name)
                .map(|variable| (&mut variable.bind, variable.span));
            let samplers = interface
                .samplers
                .values_mut()
                .filter(|sampler| sampler.name == *name);
            for (bind, span) in
                places.chain(samplers.map(|sampler| (&mut sampler.bind, sampler.span)))
            {
                found = true;
                match bind {
                    Some(other) if other != register => errors.push(
                        Diagnostic::error(
                            retroshade_diagnostics::codes::target::BINDING,
                            format!("`{name}` is bound to `{other}` in the source and to `{register}` by an option"),
                        )
                        .at(span, "declared here"),
                    ),
                    _ => *bind = Some(register.clone()),
                }
            }
            if !found {
                errors.push(Diagnostic::error(
                    retroshade_diagnostics::codes::target::BINDING,
                    format!("cannot bind `{name}`: the shader has no variable of this name"),
                ));
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

/// True if a shader declares a sampler of this name.
pub fn has_sampler(shader: &Shader, name: &str) -> bool {
    let mut samplers = shader.interface.samplers.values();
    samplers.any(|sampler| sampler.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_ir::{Scalar, Shape, Stage, Variable};

    fn shader() -> Shader {
        let mut shader = Shader::new(Stage::Vertex, "test");
        let mut variable = Variable::new("uScale", Shape::vector(Scalar::Float, 4));
        variable.bind = Some("vc3".into());
        shader.interface.uniforms.push(variable);
        shader
            .interface
            .inputs
            .push(Variable::new("aUv", Shape::vector(Scalar::Float, 2)));
        shader
    }

    fn bind(name: &str, register: &str) -> Result<Shader, Diagnostics> {
        let mut options = Options::default();
        options.bindings.insert(name.into(), register.into());
        let mut shader = shader();
        options.apply_bindings(&mut shader)?;
        Ok(shader)
    }

    #[test]
    fn bindings_reach_the_interface() {
        let shader = bind("aUv", "va2").unwrap();
        assert_eq!(
            shader
                .interface
                .inputs
                .values()
                .next()
                .unwrap()
                .bind
                .as_deref(),
            Some("va2")
        );
        assert!(bind("uScale", "vc3").is_ok());
    }

    #[test]
    fn conflicts_and_unknown_names_are_errors() {
        assert!(bind("uScale", "vc4").unwrap_err().has_errors());
        assert!(bind("uMissing", "vc4").unwrap_err().has_errors());
    }
}
