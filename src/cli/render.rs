//! `retroshade render`: a picture of what a fragment shader computes.
//!
//! Machine code rounds numbers as its machine does, as far as the simulator knows how: half floats on lima.
//! One rectangle is drawn, two rows of pixels at a time so that quads are whole and derivatives right.

use super::arguments::Render;
use super::compile::threads;
use super::files;
use super::output::Destination;
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceFile, SourceMap, codes};
use retroshade::ir::run::{InputData, Mode, RunInputs, RunOutputs};
use retroshade::ir::{Shader, eval};
use retroshade::kit::machine::{self, Watch};
use retroshade::{Binary, Compiled, Compiler, Language, Source, Stage, Target, in_parallel};
use std::path::{Path, PathBuf};

/// The most pixels in a row or a column.
const MOST_PIXELS: u32 = 4096;

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
    compiler: Option<Compiler>,
    language: retroshade::LanguageOptions,
    input: &'a Path,
    source_language: Language,
    size: Size,
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
}

fn prepare<'a>(options: &Render, inputs: &'a [Input]) -> Result<Job<'a>, String> {
    let [input] = inputs else {
        return Err(format!("render takes one file, not {}", inputs.len()));
    };
    let path = Path::new(&input.path);
    let reporter = Reporter::new(&options.common)?;
    let language = settings::language(&options.language, reporter.policy())?;
    let code = settings::code(&options.code)?;
    let target: Option<&'static dyn Target> = target(&options.common)?;
    let stage = input
        .stage
        .as_deref()
        .map(files::stage_of_word)
        .transpose()?;
    if stage == Some(Stage::Vertex) {
        return Err("render draws with a fragment shader".into());
    }
    Ok(Job {
        compiler: target.map(|target| Compiler {
            target,
            language: language.clone(),
            options: code,
        }),
        reporter,
        language,
        input: path,
        source_language: files::language_of(input)?,
        size: size(&options.size)?,
        output: match &options.output {
            Some(output) => output.clone(),
            None if input.path == "-" => PathBuf::from("-"),
            None => files::default_output(path, "png"),
        },
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

/// What computes the colours.
enum Painter<'a> {
    Interpreter(&'a Shader),
    Machine(&'a Compiler, &'a Compiled),
}

impl Painter<'_> {
    fn run(&self, inputs: &RunInputs) -> Result<RunOutputs, Diagnostics> {
        match self {
            Painter::Interpreter(shader) => eval::run(shader, inputs),
            Painter::Machine(compiler, compiled) => {
                let program = Binary {
                    container: compiler.options.container.as_deref(),
                    stage: Some(Stage::Fragment),
                    ..compiled.as_binary()
                };
                let mut watch = Watch {
                    settings: compiler.options.settings.clone(),
                    rounds: true,
                    ..Watch::default()
                };
                let reflection = &compiled.reflection;
                machine::run_watched(compiler.target, program, reflection, inputs, &mut watch)
            }
        }
    }
}

impl Job<'_> {
    fn draw(&self, options: &Render, sources: &mut SourceMap) -> Result<Status, Diagnostics> {
        let source = Source {
            name: files::shown_name(self.input),
            text: files::read_text(self.input)?,
            // A name that tells another stage is an error below, not a wish.
            stage: None,
            language: self.source_language,
        };
        let given = match &options.inputs {
            Some(path) => {
                let text = files::read_text(path)?;
                let name = files::shown_name(path);
                let file = sources.add(SourceFile::new(name, text.clone()));
                RunInputs::from_json(&text, file)?
            }
            None => RunInputs::default(),
        };
        let mut lowered = self.language.lower(&source);
        let Some(shader) = lowered.result.take() else {
            return Ok(self.reporter.report(&lowered.sources, lowered.diagnostics));
        };
        if shader.stage != Stage::Fragment {
            let message = "render draws with a fragment shader, and this is a vertex shader";
            return Err(Diagnostic::error(codes::files::RUN_DATA, message).into());
        }
        // The target's compilation repeats what the frontend has said.
        let mut compilation = self
            .compiler
            .as_ref()
            .map(|compiler| compiler.compile(&source));
        let (texts, messages) = match &compilation {
            Some(compilation) => (&compilation.sources, compilation.diagnostics.clone()),
            None => (&lowered.sources, lowered.diagnostics),
        };
        let status = self.reporter.report(texts, messages);
        if status != Status::Done {
            return Ok(status);
        }
        let compiled = compilation
            .as_mut()
            .and_then(|compilation| compilation.result.take());
        let compiled = self.compiler.as_ref().zip(compiled);
        let painter = match &compiled {
            Some((compiler, compiled)) => Painter::Machine(compiler, compiled),
            None => Painter::Interpreter(&shader),
        };
        let corners = corners(&shader, &given)?;
        let rows: Vec<u32> = (0..self.size.height).step_by(2).collect();
        let bands = in_parallel(&rows, threads(), |&y| {
            let outputs = painter.run(&self.band(y, &given, &corners))?;
            Ok::<_, Diagnostics>(self.pixels(&outputs))
        });
        let bands = bands.into_iter().collect::<Result<Vec<_>, _>>()?;
        let png = png(self.size, &bands)?;
        self.reporter
            .write(&Destination::new(&self.output), &png, false)?;
        Ok(Status::Done)
    }

    /// The inputs of the two rows of pixels from `y` upwards. An odd picture has a column or row more
    /// than is shown.
    fn band(&self, y: u32, given: &RunInputs, corners: &[Corners]) -> RunInputs {
        let Size { width, height } = self.size;
        let quads = width.div_ceil(2);
        let pixels: Vec<(u32, u32)> = (0..quads)
            .flat_map(|quad| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, up)| (2 * quad + x, y + up)))
            .collect();
        let centre = |&(x, y): &(u32, u32)| (x as f32 + 0.5, y as f32 + 0.5);
        let place = |pixel| {
            let (x, y) = centre(pixel);
            (x / width as f32, y / height as f32)
        };
        let mut inputs = RunInputs {
            stage: Some(Stage::Fragment),
            sample_count: Some(pixels.len()),
            mode: Mode::Quads,
            expected: None,
            ..given.clone()
        };
        let row = |pixel| {
            let (x, y) = centre(pixel);
            vec![x, y, 0.5, 1.0]
        };
        inputs.frag_coord = Some(pixels.iter().map(row).collect());
        let point = |pixel| {
            let (u, v) = place(pixel);
            vec![u, 1.0 - v]
        };
        inputs.point_coord = Some(pixels.iter().map(point).collect());
        let facing = given
            .front_facing
            .as_ref()
            .and_then(|rows| rows.first().copied());
        inputs.front_facing = Some(vec![facing.unwrap_or(true); pixels.len()]);
        for (name, corners) in corners {
            let values = pixels.iter().map(|pixel| blend(corners, place(pixel)));
            let data = InputData {
                shape: None,
                values: values.collect(),
            };
            inputs.varyings.insert(name.clone(), data);
        }
        inputs
    }

    /// The colours of a band: the lower row, then the upper one, four bytes for each pixel.
    fn pixels(&self, outputs: &RunOutputs) -> Vec<u8> {
        let colours = outputs
            .outputs
            .get("gl_FragColor")
            .map_or(&[][..], Vec::as_slice);
        let mut bytes = Vec::with_capacity(self.size.width as usize * 8);
        for row in 0..2 {
            for x in 0..self.size.width as usize {
                let sample = 4 * (x / 2) + 2 * row + x % 2;
                let gone = outputs
                    .discarded
                    .as_ref()
                    .and_then(|gone| gone.get(sample).copied());
                let colour = colours.get(sample).filter(|_| gone != Some(true));
                for lane in 0..4 {
                    let value = colour.and_then(|colour| colour.get(lane).copied());
                    // NaN becomes 0, as on the machines that clamp with `max` first.
                    bytes.push((value.unwrap_or(0.0) * 255.0 + 0.5) as u8);
                }
            }
        }
        bytes
    }
}

/// A varying by its name, with its values at the lower left, lower right, upper left and upper right.
type Corners = (String, Vec<Vec<f32>>);

/// For each varying its rows at the four corners.
fn corners(shader: &Shader, given: &RunInputs) -> Result<Vec<Corners>, Diagnostic> {
    let mut found = Vec::new();
    for variable in shader.interface.inputs.values() {
        if variable.builtin.is_some() {
            continue;
        }
        let name = variable.name.clone();
        let rows = match given.varyings.get(&name) {
            None => {
                let lanes = usize::from(variable.shape.columns)
                    * usize::from(variable.shape.rows)
                    * variable.shape.elements() as usize;
                let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
                let row =
                    |[x, y]: [f32; 2]| (0..lanes).map(|lane| [x, y, 0.0, 1.0][lane % 4]).collect();
                corners.map(row).to_vec()
            }
            Some(data) => match data.values.as_slice() {
                [one] => vec![one.clone(); 4],
                four @ [_, _, _, _] => four.to_vec(),
                rows => {
                    return Err(Diagnostic::error(
                        codes::files::RUN_DATA,
                        format!(
                            "the varying `{name}` has {} rows; a picture wants four, one for each corner, or one",
                            rows.len()
                        ),
                    ));
                }
            },
        };
        found.push((name, rows));
    }
    Ok(found)
}

/// The value at a place between four corners.
fn blend(corners: &[Vec<f32>], (u, v): (f32, f32)) -> Vec<f32> {
    let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
    let lanes = corners.iter().map(Vec::len).min().unwrap_or(0);
    let lane = |lane: usize| {
        let terms = corners.iter().zip(weights);
        terms
            .map(|(corner, weight)| corner.get(lane).copied().unwrap_or(0.0) * weight)
            .sum()
    };
    (0..lanes).map(lane).collect()
}

/// The picture as a file. PNG begins with the upper row, the bands with the lower one.
fn png(size: Size, bands: &[Vec<u8>]) -> Result<Vec<u8>, Diagnostic> {
    let length = size.width as usize * 4;
    let rows: Vec<&[u8]> = bands.iter().flat_map(|band| band.chunks(length)).collect();
    let shown = rows.iter().take(size.height as usize).rev();
    let image: Vec<u8> = shown.flat_map(|row| row.iter().copied()).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&image));
    match written {
        Ok(()) => Ok(bytes),
        Err(fault) => Err(Diagnostic::bug("render", fault.to_string())),
    }
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

    #[test]
    fn corners_are_blended() {
        let corners = [[0.0], [1.0], [2.0], [3.0]].map(Vec::from);
        assert_eq!(blend(&corners, (0.5, 0.5)), [1.5]);
        assert_eq!(blend(&corners, (1.0, 0.0)), [1.0]);
    }
}
