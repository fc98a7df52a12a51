//! `retroshade render`: a picture of what a shader, or a pair, computes.
//!
//! Machine code rounds numbers as its machine does, as far as the simulator knows how: half floats on lima. A program from
//! elsewhere is drawn as the shader that it is lifted to.

use super::arguments::Render;
use super::compile::threads;
use super::files::{self, Kind};
use super::output::{self, Destination};
use super::program::{self, Loaded, Record};
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use super::values::Given;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::link::has_geometry;
use retroshade::render::{
    Animation, Assignment, BUILT_IN, Filled, MOST_PIXELS, Mesh, Scene, Shaders, Size, Surface, View,
};
use retroshade::{
    Compilation, LanguageOptions, LiftOptions, Shader, Source, Stage, Target, TargetOptions,
    WriteFault,
};
use retroshade_diagnostics::fault::Fault;
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
        Err(fault) => usage(fault),
    }
}

/// Texts for messages, shaders, and the target that they are compiled for.
type Drawn = (SourceMap, Shaders, Option<&'static dyn Target>);

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

fn prepare<'a>(options: &Render, inputs: &'a [Input]) -> Result<Job<'a>, Fault> {
    let ([first] | [first, _] | [first, _, _]) = inputs else {
        return Err(format!("render takes one to three files, not {}", inputs.len()).into());
    };
    let path = Path::new(&first.path);
    let reporter = Reporter::new(&options.common)?;
    let output = match &options.output {
        Some(output) => output.clone(),
        None if first.path == "-" => PathBuf::from("-"),
        None => files::default_output(path, "png"),
    };
    files::announce([output.as_path()])?;
    let extension = output.extension().and_then(|extension| extension.to_str());
    if let Some(other) = extension.filter(|extension| OTHER_PICTURES.contains(extension)) {
        return Err(format!("render writes PNG files, not .{other}").into());
    }
    for input in inputs {
        files::kind_of(input)?;
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

fn size(text: &str) -> Result<Size, Fault> {
    let numbers = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match numbers {
        Some((width, height))
            if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) =>
        {
            Ok(Size { width, height })
        }
        _ => Err(
            format!("--size {text}: expected WIDTHxHEIGHT, each from 1 to {MOST_PIXELS}").into(),
        ),
    }
}

impl Job<'_> {
    fn draw(&self, options: &Render, sources: &mut SourceMap) -> Result<Status, Diagnostics> {
        let drawn = match self.programs(options) {
            Ok(Some(shaders)) => Ok((SourceMap::new(), shaders, None)),
            Ok(None) => self.sources()?,
            Err(status) => Err(status),
        };
        let (texts, shaders, target) = match drawn {
            Ok(drawn) => drawn,
            Err(status) => return Ok(status),
        };
        let given = options.values.read(self.assignments.clone(), sources)?;
        let mut scene = match self.scene(options, shaders, target, &given) {
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
        scene.most_steps = options.steps;
        let step = 1.0 / options.fps as f32;
        let view = |frame: u32| View {
            size: self.size,
            time: options.time + frame as f32 * step,
            frame,
            step,
        };
        let warning = defaults(&scene.filled(&view(0)));
        let status = self.reporter.report(sources, warning);
        if status != Status::Done {
            return Ok(status);
        }
        // The first tells whether there will be a file.
        let first = scene.draw(&view(0), threads())?;
        if first.is_transparent() {
            let status = self.reporter.report(&SourceMap::new(), transparent());
            if status != Status::Done {
                return Ok(status);
            }
        }
        output::stream(&Destination::new(&self.output), |file| {
            let mut file = Animation::new(file, self.size, options.frames, step)?;
            file.add(&first)?;
            for frame in 1..options.frames {
                let picture = scene.draw(&view(frame), threads());
                file.add(&picture.map_err(WriteFault::Contents)?)?;
            }
            file.finish()
        })?;
        Ok(Status::Done)
    }

    /// The shaders of sources, with the texts that messages point into; messages were shown if there are none.
    fn sources(&self) -> Result<Result<Drawn, Status>, Diagnostics> {
        let read = self.read()?;
        let status = self.reporter.report(&read.sources, read.diagnostics);
        let shaders = read.result.filter(|_| status == Status::Done);
        Ok(shaders
            .map(|shaders| (read.sources, shaders, self.target))
            .ok_or(status))
    }

    /// Shaders that programs are lifted to; `None` for sources. Messages were shown if there are none.
    fn programs(&self, options: &Render) -> Result<Option<Shaders>, Status> {
        let is_program = |input: &&Input| {
            let path = Path::new(&input.path);
            let kind = files::kind_of(input).unwrap_or(Kind::Essl);
            program::is_program(path, kind) || program::is_assembly(path, self.target)
        };
        match self.inputs.iter().filter(is_program).count() {
            0 if options.program.is_some() => {
                return Err(usage(
                    "--program chooses one of the programs of a file, and this is a source",
                ));
            }
            0 => return Ok(None),
            count if count < self.inputs.len() => {
                return Err(usage("render draws sources or programs, not both"));
            }
            _ => {}
        }
        let given = program::Given {
            common: &options.common,
            container: None,
            reflect: None,
            program: options.program.as_deref(),
        };
        let most = 3_usize.saturating_sub(self.inputs.len()).max(1);
        let mut shaders = Vec::new();
        for input in self.inputs {
            let (program, partner) = given.read_some(input, &self.reporter, most)?;
            for (loaded, record) in [Some(program), partner].into_iter().flatten() {
                let lifted = lifted(&loaded, &record);
                shaders.push(lifted.map_err(|faults| self.shown(faults))?);
            }
        }
        let shaders = Shaders::of(shaders).map_err(|faults| self.shown(faults))?;
        Ok(Some(shaders))
    }

    fn shown(&self, faults: Diagnostics) -> Status {
        self.reporter.report(&SourceMap::new(), faults)
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
        let sources = self.inputs.iter().map(|input| self.source(input));
        let sources = sources.collect::<Result<Vec<Source>, Diagnostic>>()?;
        Ok(match &sources[..] {
            [one] => Shaders::one(&self.language, one),
            several if has_geometry(several) => Shaders::with_geometry(&self.language, several),
            [one, other] => Shaders::pair(&self.language, one, other),
            _ => {
                let message = "three files are a vertex, a geometry and a fragment shader";
                return Err(Diagnostic::error(codes::link::NO_PAIR, message).into());
            }
        })
    }

    /// Both programs, the surface and the values.
    fn scene(
        &self,
        options: &Render,
        shaders: Shaders,
        target: Option<&'static dyn Target>,
        given: &Given,
    ) -> Result<(Scene, Diagnostics), Diagnostics> {
        let given = given.for_shaders(&shaders.all())?;
        let surface = match options.mesh.as_deref() {
            None => shaders.surface(&given),
            Some("rectangle") if shaders.vertex().is_none() => Surface::Rectangle,
            Some(name) => Surface::Mesh(mesh(name)?),
        };
        shaders.scene(target, &self.code, surface, given)
    }
}

/// The shader of a program, whose position is in clip space.
fn lifted(loaded: &Loaded, record: &Record) -> Result<Shader, Diagnostics> {
    let lifted = retroshade::lift(
        loaded.binary(),
        record.reflection(),
        &LiftOptions::default(),
    );
    let mut shader = lifted?.shader;
    if shader.stage == Stage::Vertex {
        let target = loaded.target;
        if !target
            .varyings()
            .is_some_and(|between| between.clip_position)
        {
            let name = target.name();
            let message = format!(
                "vertex programs of {name} are not drawn: they bring the position to the screen themselves, or to a clip space of their own"
            );
            let error = Diagnostic::error(codes::files::RUN_DATA, message);
            let help = "`retroshade lift` makes a source, `retroshade run` runs it on vertices";
            return Err(error.with_help(help).into());
        }
        shader.interface.clip_depth = target.clip_depth();
    }
    Ok(shader)
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

/// A warning about a picture in which there is nothing to see.
fn transparent() -> Diagnostics {
    let message = "nothing is to be seen: every pixel of the picture is transparent";
    Diagnostic::warning(codes::warning::EMPTY_PICTURE, message)
        .with_help("give the values that place the vertices, or see where they go with `run`; a colour is seen if its alpha is not 0")
        .into()
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
