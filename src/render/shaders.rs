//! The shaders of a picture: one, or a pair, as the frontend makes them.

use super::stand_in::fragment_source;
use super::{Program, STEPS, Scene, Surface, read_pair};
use crate::compiler::{Compilation, LanguageOptions, Source};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::target::{Options, Target};

/// The shaders of a picture. A pair's fragment shader may be the user's, or one made for the vertex shader.
pub struct Shaders {
    vertex: Option<Shader>,
    fragment: Shader,
    /// Whether the fragment shader stands in for one that was not given.
    made: bool,
}

impl Shaders {
    /// A fragment shader, or a vertex shader with a fragment shader that shows what it writes.
    pub fn one(language: &LanguageOptions, source: &Source) -> Compilation<Shaders> {
        let lowered = language.lower(source);
        lowered.and_then(|shader, _| Shaders::of(vec![shader]))
    }

    /// As [`Shaders::one`], of a shader that was made of a program, or of both of a pair.
    ///
    /// # Errors
    /// None of them is for either stage, or two for one.
    pub fn of(shaders: Vec<Shader>) -> Result<Shaders, Diagnostics> {
        let (mut vertex, mut fragment) = (None, None);
        for shader in shaders {
            let place = match shader.stage {
                Stage::Vertex => &mut vertex,
                Stage::Fragment => &mut fragment,
                Stage::Geometry => {
                    let message =
                        "geometry shaders are not rendered; `retroshade run` shows their triangles";
                    return Err(Diagnostic::error(codes::target::UNSUPPORTED, message).into());
                }
            };
            if let Some(other) = place.replace(shader) {
                let message = format!("both are {} programs", other.stage.name());
                return Err(Diagnostic::error(codes::link::NO_PAIR, message).into());
            }
        }
        match (vertex, fragment) {
            (vertex, Some(fragment)) => Ok(Shaders {
                vertex,
                fragment,
                made: false,
            }),
            (Some(vertex), None) => Ok(Shaders {
                fragment: made_for(&vertex)?,
                vertex: Some(vertex),
                made: true,
            }),
            (None, None) => Err(Diagnostic::bug("render", "no shader").into()),
        }
    }

    /// A vertex and a fragment shader, given in either order, checked against each other as GL's linker does.
    pub fn pair(language: &LanguageOptions, one: &Source, other: &Source) -> Compilation<Shaders> {
        let pair = read_pair(language, one, other);
        pair.map(|(vertex, fragment)| Shaders {
            vertex: Some(vertex),
            fragment,
            made: false,
        })
    }

    /// The vertex shader, if there is one, and the fragment shader.
    pub fn all(&self) -> Vec<&Shader> {
        self.vertex.iter().chain([&self.fragment]).collect()
    }

    /// The vertex shader, if there is one.
    pub fn vertex(&self) -> Option<&Shader> {
        self.vertex.as_ref()
    }

    /// What suits shaders that nobody chose a surface for.
    pub fn surface(&self, given: &RunInputs) -> Surface {
        Surface::suited(self.vertex.as_ref(), &self.fragment, given)
    }

    /// The programs of the shaders, for a target or the reference interpreter, on a surface. A warning says where
    /// the interpreter computes fragments that a machine with a fixed fragment stage cannot.
    ///
    /// # Errors
    /// As the target's compilation.
    pub fn scene(
        self,
        target: Option<&'static dyn Target>,
        options: &Options,
        surface: Surface,
        given: RunInputs,
    ) -> Result<(Scene, Diagnostics), Diagnostics> {
        let Shaders {
            vertex,
            fragment,
            made,
        } = self;
        let fixed = target.filter(|target| target.is_fixed(Stage::Fragment) && !made);
        let mut warnings = Diagnostics::new();
        let mut interpreted = made;
        if let (Some(vertex), Some(target)) = (&vertex, fixed) {
            match Program::linked(vertex.clone(), fragment.clone(), target, options) {
                Ok(([vertex, fragment], warnings)) => {
                    let scene = Scene {
                        vertex: Some(vertex),
                        fragment,
                        surface,
                        given,
                        most_steps: STEPS,
                    };
                    return Ok((scene, warnings));
                }
                Err(errors) => {
                    warnings.push(not_fit(target, &errors));
                    interpreted = true;
                }
            }
        }
        let mut program = |shader: Shader, interpreted: bool| match target {
            Some(target) if !interpreted => {
                let (program, more) = Program::compiled(shader, target, options)?;
                warnings.extend(more);
                Ok::<_, Diagnostics>(program)
            }
            _ => Ok(Program::interpreted(shader)),
        };
        let vertex = vertex.map(|shader| program(shader, false)).transpose()?;
        let fragment = program(fragment, interpreted)?;
        let scene = Scene {
            vertex,
            fragment,
            surface,
            given,
            most_steps: STEPS,
        };
        Ok((scene, warnings))
    }
}

/// The fragment shader that shows what a vertex shader writes.
fn made_for(vertex: &Shader) -> Result<Shader, Diagnostics> {
    let source = Source::new("built-in.frag", Stage::Fragment, fragment_source(vertex));
    let lowered = LanguageOptions::default().lower(&source);
    lowered.result.ok_or(lowered.diagnostics)
}

/// The warning that the fragments of a picture are not those of the machine.
fn not_fit(target: &dyn Target, errors: &Diagnostics) -> Diagnostic {
    let message = format!(
        "the fragment stage of {} cannot do this: the reference interpreter computes the fragments",
        target.name()
    );
    let warning = Diagnostic::warning(codes::warning::INTERPRETED_STAGE, message);
    match errors.iter().next() {
        Some(error) => warning.with_note(error.message.clone()),
        None => warning,
    }
}
