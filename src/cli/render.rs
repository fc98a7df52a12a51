//! `retroshade render`: a picture of what a shader, or a pair, computes.
//!
//! Machine code rounds numbers as its machine does, as far as the simulator knows how: half floats on lima.

use super::arguments::Render;
use super::compile::threads;
use super::files;
use super::output::Destination;
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use super::values::Given;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::ir::Shader;
use retroshade::render::{
    Assignment, BUILT_IN, Filled, MOST_PIXELS, Mesh, Program, Scene, Size, Surface, View,
    animation, fragment_source, read_pair,
};
use retroshade::{Compilation, LanguageOptions, Source, Stage, Target, TargetOptions};
use std::path::{Path, PathBuf};

/// Extensions of pictures that are not written.
const OTHER_PICTURES: [&str; 7] = ["jpg", "jpeg", "gif", "bmp", "webp", "tga", "ppm"];

/// Runs the subcommand.
pub(crate) fn run(options: &Render, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let mut sources = SourceMap::new();
            let status = match job.draw(options, &mut sources) {
                Ok(status) => status,
                Err(faults) => job.reporter.report(&sources, faults),
            };
            job.reporter.finish();
            status
        }
        Err(fault) => usage(&fault),
    }
}

struct Job<'a> {
    reporter: Reporter,
    target: Option<&'static dyn Target>,
    code: TargetOptions,
    language: LanguageOptions,
    inputs: &'a [Input],
    assignments: Vec<Assignment>,
    size: Size,
    output: PathBuf,
}

/// The shaders of a picture. A pair's fragment shader may be the user's, or one made for the vertex shader.
struct Shaders {
    vertex: Option<Shader>,
    fragment: Shader,
    /// Whether the fragment shader stands in for one that was not given.
    made: bool,
}

fn prepare<'a>(options: &Render, inputs: &'a [Input]) -> Result<Job<'a>, String> {
    let ([first] | [first, _]) = inputs else {
        return Err(format!(
            "render takes one or two files, not {}",
            inputs.len()
        ));
    };
    let path = Path::new(&first.path);
    let reporter = Reporter::new(&options.common)?;
    let output = match &options.output {
        Some(output) => output.clone(),
        None if first.path == "-" => PathBuf::from("-"),
        None => files::default_output(path, "png"),
    };
    let extension = output.extension().and_then(|extension| extension.to_str());
    if let Some(other) = extension.filter(|extension| OTHER_PICTURES.contains(extension)) {
        return Err(format!("render writes PNG files, not .{other}"));
    }
    for input in inputs {
        files::language_of(input)?;
        input
            .stage
            .as_deref()
            .map(files::stage_of_word)
            .transpose()?;
    }
    Ok(Job {
        target: target(&options.common)?,
        code: settings::code(&options.code)?,
        language: settings::language(&options.language, reporter.policy())?,
        reporter,
        inputs,
        assignments: options.values.assignments()?,
        size: size(&options.size)?,
        output,
    })
}

fn size(text: &str) -> Result<Size, String> {
    let numbers = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match numbers {
        Some((width, height))
            if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) =>
        {
            Ok(Size { width, height })
        }
        _ => Err(format!(
            "--size {text}: expected WIDTHxHEIGHT, each from 1 to {MOST_PIXELS}"
        )),
    }
}

impl Job<'_> {
    fn draw(&self, options: &Render, sources: &mut SourceMap) -> Result<Status, Diagnostics> {
        let read = self.read()?;
        let texts = read.sources;
        let status = self.reporter.report(&texts, read.diagnostics);
        let Some(shaders) = read.result.filter(|_| status == Status::Done) else {
            return Ok(status);
        };
        let given = options.values.read(self.assignments.clone(), sources)?;
        let scene = match self.scene(options, shaders, &given) {
            Ok((scene, warnings)) => {
                let status = self.reporter.report(&texts, warnings);
                if status != Status::Done {
                    return Ok(status);
                }
                scene
            }
            // What a target says points into the sources.
            Err(faults) => return Ok(self.reporter.report(&texts, faults)),
        };
        let step = 1.0 / options.fps as f32;
        let views = (0..options.frames).map(|frame| View {
            size: self.size,
            time: options.time + frame as f32 * step,
            frame,
            step,
        });
        let views: Vec<View> = views.collect();
        if let Some(first) = views.first() {
            let warning = defaults(&scene.filled(first));
            let status = self.reporter.report(sources, warning);
            if status != Status::Done {
                return Ok(status);
            }
        }
        let pictures = views.iter().map(|view| scene.draw(view, threads()));
        let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
        let png = animation(&pictures, step)?;
        self.reporter
            .write(&Destination::new(&self.output), &png, false)?;
        Ok(Status::Done)
    }

    fn source(&self, input: &Input) -> Result<Source, Diagnostic> {
        let path = Path::new(&input.path);
        Ok(Source {
            name: files::shown_name(path),
            text: files::read_source(path)?,
            stage: input
                .stage
                .as_deref()
                .and_then(|word| files::stage_of_word(word).ok()),
            language: files::language_of(input).unwrap_or_default(),
        })
    }

    fn read(&self) -> Result<Compilation<Shaders>, Diagnostics> {
        if let [one, other] = self.inputs {
            let pair = read_pair(&self.language, &self.source(one)?, &self.source(other)?);
            return Ok(pair.map(|(vertex, fragment)| Shaders {
                vertex: Some(vertex),
                fragment,
                made: false,
            }));
        }
        let source = self
            .inputs
            .first()
            .map(|input| self.source(input))
            .transpose()?;
        let Some(source) = source else {
            return Err(Diagnostic::bug("render", "no input").into());
        };
        let lowered = self.language.lower(&source);
        let shaders = match lowered.result {
            Some(shader) if shader.stage == Stage::Vertex => Some(Shaders {
                fragment: made_for(&shader)?,
                vertex: Some(shader),
                made: true,
            }),
            Some(fragment) => Some(Shaders {
                vertex: None,
                fragment,
                made: false,
            }),
            None => None,
        };
        Ok(Compilation {
            sources: lowered.sources,
            diagnostics: lowered.diagnostics,
            includes: lowered.includes,
            missing: lowered.missing,
            result: shaders,
        })
    }

    /// Both programs, the surface and the values.
    fn scene(
        &self,
        options: &Render,
        shaders: Shaders,
        given: &Given,
    ) -> Result<(Scene, Diagnostics), Diagnostics> {
        let Shaders {
            vertex,
            fragment,
            made,
        } = shaders;
        let all: Vec<&Shader> = vertex.iter().chain([&fragment]).collect();
        let given = given.for_shaders(&all)?;
        let surface = match options.mesh.as_deref() {
            None => Surface::suited(vertex.as_ref(), &fragment, &given),
            Some("rectangle") if vertex.is_none() => Surface::Rectangle,
            Some(name) => Surface::Mesh(mesh(name)?),
        };
        let fixed = self
            .target
            .filter(|target| target.fixed_stages().contains(&Stage::Fragment) && !made);
        let mut warnings = Diagnostics::new();
        let mut interpreted = made;
        if let (Some(vertex), Some(target)) = (&vertex, fixed) {
            match Program::linked(vertex.clone(), fragment.clone(), target, &self.code) {
                Ok(([vertex, fragment], warnings)) => {
                    let scene = Scene {
                        vertex: Some(vertex),
                        fragment,
                        surface,
                        given,
                    };
                    return Ok((scene, warnings));
                }
                Err(errors) => {
                    warnings.push(not_fit(target, &errors));
                    interpreted = true;
                }
            }
        }
        let mut program = |shader: Shader, interpreted: bool| match self.target {
            Some(target) if !interpreted => {
                let (program, more) = Program::compiled(shader, target, &self.code)?;
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

fn mesh(name: &str) -> Result<Mesh, Diagnostic> {
    if let Some(mesh) = Mesh::built_in(name) {
        return Ok(mesh);
    }
    let fault = |message: String| Diagnostic::error(codes::files::RUN_DATA, message);
    if !name.to_ascii_lowercase().ends_with(".obj") {
        let names = BUILT_IN.join(", ");
        return Err(fault(format!("there is no mesh `{name}`"))
            .with_help(format!("{names}, or an OBJ file")));
    }
    let text = files::read_text(Path::new(name))?;
    Mesh::from_obj(&text).map_err(|reason| fault(format!("`{name}` is no mesh: {reason}")))
}

/// A warning that names what was not given.
fn defaults(filled: &[Filled]) -> Diagnostics {
    let mut warning = match filled {
        [] => return Diagnostics::new(),
        [_] => Diagnostic::warning(
            codes::warning::DEFAULT_VALUE,
            "a value was not given: the picture shows a default",
        ),
        more => Diagnostic::warning(
            codes::warning::DEFAULT_VALUE,
            format!(
                "{} values were not given: the picture shows defaults",
                more.len()
            ),
        ),
    };
    for one in filled {
        warning = warning.with_note(format!("`{}` is {}", one.name, one.value));
    }
    warning
        .with_help("give values with --set NAME=VALUE or --inputs")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(
            size("3x4"),
            Ok(Size {
                width: 3,
                height: 4
            })
        );
        for text in ["", "3", "3x", "0x1", "3x5000", "3x-1", "3x4x5"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
