//! A picture of what the machine code computes, and the values that it was drawn with.

use super::messages::messages;
use super::question::Question;
use crate::render::{
    Assignment, BUILT_IN, Mesh, Picture, Scene, Shaders, Size, Surface, View, fill, load_textures,
};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::RunInputs;
use retroshade_ir::{SamplerKind, Scalar};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use web_time::Instant;

/// The time that a picture may take, about: what takes longer is drawn with fewer pixels.
const PATIENCE: Duration = Duration::from_millis(400);
/// The same once nobody types.
const LONG_PATIENCE: Duration = Duration::from_secs(2);

/// The most pixels of a side.
const MOST_SIDE: u32 = 512;

/// Instructions of a vertex or fragment.
const MOST_STEPS: u64 = 20_000;

/// The number of times that the pixels of one try the next may have: the time of few says little of that of many.
const STEP: u32 = 64;
/// The same after the first try.
const FIRST_STEP: u32 = 20;

/// The picture to draw.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    pub(super) question: Question,
    /// Pixels.
    pub(super) width: u32,
    pub(super) height: u32,
    /// Seconds.
    time: f32,
    /// The mesh: a built-in one, `rectangle`, or `suited`.
    surface: String,
    /// Numbers for uniforms by name. Those of other names or lengths are left out: the text may have changed since.
    values: Map<String, Value>,
    /// Pictures for samplers by name. Those of other names are left out, too.
    #[serde(default)]
    textures: BTreeMap<String, Texture>,
    /// Whether the page has waited for the text to change no more.
    #[serde(default)]
    patient: bool,
}

/// A picture for a sampler.
#[derive(Deserialize)]
struct Texture {
    /// A PNG file, in base 64.
    png: String,
    /// Whether lookups take the nearest texel instead of a mean of four.
    #[serde(default)]
    nearest: bool,
}

impl Asked {
    /// Whether there are such pictures.
    ///
    /// # Errors
    /// A sentence about what there is not.
    pub(super) fn check(&self) -> Result<(), Fault> {
        let sides = [self.width, self.height];
        if sides.iter().all(|side| (1..=MOST_SIDE).contains(side)) && self.time.is_finite() {
            Ok(())
        } else {
            Err(format!("a picture has 1 to {MOST_SIDE} pixels in a row").into())
        }
    }

    /// The moment, with all pixels.
    pub(super) fn view(&self) -> View {
        let size = Size {
            width: self.width,
            height: self.height,
        };
        view(self, size)
    }
}

/// Draws.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(asked: &Asked) -> Result<Value, Fault> {
    asked.check()?;
    let compiler = asked.question.compiler()?;
    let read = asked.question.shaders(&compiler)?;
    let mut warnings = Diagnostics::new();
    let drawn = read.result.map(|shaders| {
        let given = values(asked, &shaders)?;
        let samplers = samplers(&shaders);
        let settable = settable(&shaders, &given, asked);
        let surface = surface(asked, &shaders, &given);
        let made = shaders.scene(Some(compiler.target), &compiler.options, surface, given);
        let (mut scene, more) = made?;
        let before = scene.vertex.iter_mut().chain(&mut scene.geometry);
        for program in before.chain([&mut scene.fragment]) {
            program.most_steps = Some(MOST_STEPS);
        }
        warnings.extend(more);
        let picture = draw(&scene, asked)?;
        let png = BASE64_STANDARD.encode(picture.to_png()?);
        let Size { width, height } = picture.size;
        Ok::<_, Diagnostics>(
            json!({ "png": png, "width": width, "height": height, "patient": asked.patient, "uniforms": settable, "samplers": samplers }),
        )
    });
    let (picture, errors) = match drawn {
        Some(Ok(picture)) => (Some(picture), warnings),
        Some(Err(errors)) => (None, errors),
        None => (None, Diagnostics::new()),
    };
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(errors);
    let diagnostics = messages(&read.sources, diagnostics, &asked.question.reader()?);
    Ok(json!({ "picture": picture, "diagnostics": diagnostics }))
}

/// The values and textures that fit the shaders.
///
/// # Errors
/// A texture is no picture.
pub(super) fn values(asked: &Asked, shaders: &Shaders) -> Result<RunInputs, Diagnostics> {
    let mut inputs = RunInputs::default();
    let numbers = asked.values.iter().filter_map(|(name, value)| {
        let numbers = value.as_array().into_iter().flatten();
        let numbers = numbers.map(|number| number.as_f64().map(|number| number as f32));
        Some(Assignment::numbers(name, numbers.collect::<Option<_>>()?))
    });
    let textures = asked.textures.iter().map(|(name, texture)| {
        let filter = if texture.nearest { "nearest" } else { "linear" };
        Assignment::texture(name, name, &[filter])
    });
    for assignment in numbers.chain(textures) {
        // What does not fit is left out, as the question says.
        let _ = assignment.apply(&shaders.all(), &mut inputs);
    }
    // The names are those of samplers: no file is read.
    load_textures(&mut inputs, Path::new(""), |name| {
        let texture = name.to_str().and_then(|name| asked.textures.get(name));
        let png = texture.and_then(|texture| BASE64_STANDARD.decode(&texture.png).ok());
        png.ok_or_else(|| {
            let message = format!("the picture for `{}` is not in base 64", name.display());
            Diagnostic::error(codes::files::RUN_DATA, message)
        })
    })?;
    Ok(inputs)
}

/// The samplers that the shaders read, each element of an array by itself.
fn samplers(shaders: &Shaders) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for shader in shaders.all() {
        for sampler in shader.interface.samplers.values() {
            let ty = match sampler.kind {
                SamplerKind::D2 => "sampler2D",
                SamplerKind::Cube => "samplerCube",
                SamplerKind::External => "samplerExternalOES",
            };
            for leaf in sampler.leaves() {
                let names = match leaf.array {
                    None => vec![leaf.name],
                    Some(length) => (0..length)
                        .map(|element| format!("{}[{element}]", leaf.name))
                        .collect(),
                };
                for name in names {
                    let one = json!({ "name": name, "type": ty });
                    if !found.contains(&one) {
                        found.push(one);
                    }
                }
            }
        }
    }
    found
}

pub(super) fn surface(asked: &Asked, shaders: &Shaders, given: &RunInputs) -> Surface {
    match asked.surface.as_str() {
        "rectangle" if shaders.vertex().is_none() => Surface::Rectangle,
        name => match Mesh::built_in(name) {
            Some(mesh) => Surface::Mesh(mesh),
            None => shaders.surface(given),
        },
    }
}

fn view(asked: &Asked, size: Size) -> View {
    View {
        size,
        time: asked.time,
        frame: (asked.time * 60.0).clamp(0.0, 1e6) as u32,
        step: 1.0 / 60.0,
    }
}

/// The picture with as many pixels as can be had in time, at most as many as asked for.
fn draw(scene: &Scene, asked: &Asked) -> Result<Picture, Diagnostics> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let halved = |halvings: u32| Size {
        width: (asked.width >> halvings).max(1),
        height: (asked.height >> halvings).max(1),
    };
    let pixels = |size: Size| size.width * size.height;
    let patience = if asked.patient {
        LONG_PATIENCE
    } else {
        PATIENCE
    };
    let start = Instant::now();
    let mut before = Duration::ZERO;
    // Four pixels tell whether the shader ends at all.
    let mut halvings = asked.width.max(asked.height).ilog2().saturating_sub(1);
    loop {
        let size = halved(halvings);
        let picture = scene.draw(&view(asked, size), threads)?;
        let took = (start.elapsed() - before).as_secs_f64() / f64::from(pixels(size));
        let left = patience.saturating_sub(start.elapsed()).as_secs_f64();
        // The first pixels take what any picture takes, so that their time says little of more.
        let is_first = before.is_zero() && start.elapsed() < patience / 2;
        let fits = |next: &u32| {
            let next = pixels(halved(*next));
            if is_first {
                next <= pixels(size).saturating_mul(FIRST_STEP)
            } else {
                next <= pixels(size).saturating_mul(STEP) && f64::from(next) * took <= left
            }
        };
        match (0..halvings).find(fits) {
            Some(next) => {
                halvings = next;
                before = start.elapsed();
            }
            None => return Ok(picture),
        }
    }
}

/// The uniforms that a page can have controls for: numbers and vectors, no matrices, no arrays.
fn settable(shaders: &Shaders, given: &RunInputs, asked: &Asked) -> Vec<Value> {
    let now = asked.view();
    let size = now.size;
    let later = View {
        time: now.time + 1.0,
        frame: now.frame + 1,
        size: Size {
            width: size.width + 8,
            height: size.height,
        },
        ..now
    };
    let mut found: Vec<Value> = Vec::new();
    for shader in shaders.all() {
        let defaults = |view: &View| {
            let mut inputs = RunInputs::default();
            fill(shader, &mut inputs, view);
            inputs
        };
        let (defaults, others) = (defaults(&now), defaults(&later));
        for variable in shader.interface.uniforms.values() {
            for leaf in variable.leaves() {
                let shape = variable.shape;
                let value = |inputs: &RunInputs| {
                    let data = inputs.uniforms.get(&leaf.name);
                    data.map(|data| data.value.clone())
                };
                let known = found.iter().any(|one| one["name"] == leaf.name.as_str());
                let Some(default) = value(&defaults).filter(|_| !known) else {
                    continue;
                };
                if shape.columns > 1 || leaf.array.is_some() {
                    continue;
                }
                found.push(json!({
                    "name": leaf.name,
                    "type": variable.glsl_type(),
                    "whole": shape.scalar != Scalar::Float,
                    "truth": shape.scalar == Scalar::Bool,
                    "default": default,
                    "value": value(given).unwrap_or_else(|| default.clone()),
                    // It is given by the moment or the size of the picture.
                    "follows": value(&others).as_ref() != Some(&default),
                }));
            }
        }
    }
    found
}

/// The names of surfaces, for the page to choose from.
pub(super) fn surfaces() -> Vec<&'static str> {
    let meshes = BUILT_IN.iter().copied();
    ["suited", "rectangle"].into_iter().chain(meshes).collect()
}
