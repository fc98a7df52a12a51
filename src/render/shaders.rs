//! The shaders of a picture: one, or those of several stages, as the frontend makes them.

use super::stand_in::{fragment_source, vertex_source};
use super::{Program, STEPS, Scene, Surface, read_pair};
use crate::compiler::{Compilation, LanguageOptions, Source};
use crate::link::{check_before_geometry, read_with_geometry};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::target::{Options, Target};

/// The shaders of a picture. The fragment shader may be the user's, or one made for the shader before it, and the vertex
/// shader one made for the geometry shader.
pub struct Shaders {
    vertex: Option<Shader>,
    /// Only with a vertex shader, which has the outputs that it reads.
    geometry: Option<Shader>,
    fragment: Shader,
    /// Whether the fragment shader stands in for one that was not given.
    made: bool,
}

impl Shaders {
    /// A fragment shader, or a vertex or geometry shader with others that show what it writes.
    pub fn one(language: &LanguageOptions, source: &Source) -> Compilation<Shaders> {
        let lowered = language.lower(source);
        lowered.and_then(|shader, _| Shaders::of(vec![shader]))
    }

    /// As [`Shaders::one`], of shaders that were made of programs, one for each stage at most.
    ///
    /// # Errors
    /// Two for one stage, and a vertex shader that does not hand on what the geometry shader reads.
    pub fn of(shaders: Vec<Shader>) -> Result<Shaders, Diagnostics> {
        let (mut vertex, mut geometry, mut fragment) = (None, None, None);
        for shader in shaders {
            let place = match shader.stage {
                Stage::Vertex => &mut vertex,
                Stage::Fragment => &mut fragment,
                Stage::Geometry => &mut geometry,
            };
            if let Some(other) = place.replace(shader) {
                let message = format!("both are {} programs", other.stage.name());
                return Err(Diagnostic::error(codes::link::NO_PAIR, message).into());
            }
        }
        if let Some(geometry) = &geometry {
            let vertex = match &mut vertex {
                Some(vertex) => vertex,
                None => vertex.insert(built_in(Stage::Vertex, vertex_source(geometry))?),
            };
            check_before_geometry(vertex, geometry)?;
        }
        let made = fragment.is_none();
        let fragment = match (fragment, geometry.as_ref().or(vertex.as_ref())) {
            (Some(fragment), _) => fragment,
            (None, Some(feeder)) => built_in(Stage::Fragment, fragment_source(feeder))?,
            (None, None) => return Err(Diagnostic::bug("render", "no shader").into()),
        };
        Ok(Shaders {
            vertex,
            geometry,
            fragment,
            made,
        })
    }

    /// A vertex and a fragment shader, given in either order, checked against each other as GL's linker does.
    pub fn pair(language: &LanguageOptions, one: &Source, other: &Source) -> Compilation<Shaders> {
        let pair = read_pair(language, one, other);
        pair.and_then(|(vertex, fragment), _| Shaders::of(vec![vertex, fragment]))
    }

    /// Sources of several stages with a geometry shader among them, checked against each other.
    pub fn with_geometry(language: &LanguageOptions, sources: &[Source]) -> Compilation<Shaders> {
        let read = read_with_geometry(language, sources);
        read.and_then(|shaders, _| Shaders::of(shaders))
    }

    /// All that there are, in the order of the stages.
    pub fn all(&self) -> Vec<&Shader> {
        let before = self.vertex.iter().chain(&self.geometry);
        before.chain([&self.fragment]).collect()
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
            geometry,
            fragment,
            made,
        } = self;
        let scene = |vertex, geometry, fragment| Scene {
            vertex,
            geometry,
            fragment,
            surface,
            given,
            most_steps: STEPS,
        };
        let mut warnings = Diagnostics::new();
        let Some(target) = target else {
            let [vertex, geometry] = [vertex, geometry].map(|one| one.map(Program::interpreted));
            return Ok((
                scene(vertex, geometry, Program::interpreted(fragment)),
                warnings,
            ));
        };
        let mut interpreted = made;
        if let Some(vertex) = &vertex
            && target.is_fixed(Stage::Fragment)
            && !made
        {
            let geometry = geometry.as_ref();
            match Program::linked(vertex, geometry, Some(&fragment), target, options) {
                Ok((programs, warnings)) => {
                    let fragment = programs
                        .fragment
                        .unwrap_or_else(|| Program::interpreted(fragment));
                    return Ok((
                        scene(Some(programs.vertex), programs.geometry, fragment),
                        warnings,
                    ));
                }
                Err(errors) => {
                    warnings.push(not_fit(target, &errors));
                    interpreted = true;
                }
            }
        }
        let (vertex, geometry) = match (vertex, geometry) {
            (Some(vertex), Some(geometry)) => {
                let linked = Program::linked(&vertex, Some(&geometry), None, target, options);
                let (programs, more) = linked?;
                warnings.extend(more);
                (Some(programs.vertex), programs.geometry)
            }
            (Some(vertex), None) => {
                let (program, more) = Program::compiled(vertex, target, options)?;
                warnings.extend(more);
                (Some(program), None)
            }
            (None, _) => (None, None),
        };
        let fragment = if interpreted {
            Program::interpreted(fragment)
        } else {
            let (program, more) = Program::compiled(fragment, target, options)?;
            warnings.extend(more);
            program
        };
        Ok((scene(vertex, geometry, fragment), warnings))
    }
}

/// A shader of this program's own.
fn built_in(stage: Stage, text: String) -> Result<Shader, Diagnostics> {
    let source = Source::new(format!("built-in {}", stage.name()), stage, text);
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
