//! Values by name into registers.

use super::contradiction;
use super::lanes::{lanes_of, shape_of};
use crate::machine::{MISSING, Register, RegisterImage, UNSET};
use crate::reflect::{Expression, Reflection, Variable};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::Stage;
use retroshade_ir::run::{Mode, RunInputs, all_missing};
use std::collections::BTreeMap;

/// What a runtime supplies for an image of 64 × 64 pixels whose depth range is 0 to 1. A uniform of
/// the same name in the run data goes before.
const DRIVER: &[(&str, &[f32])] = &[
    (
        "gl_mali_ViewportTransform",
        &[32.0, 32.0, 0.5, 1.0, 32.0, 32.0, 0.5, 0.0],
    ),
    ("gl_mali_PointSizeParameters", &[0.0, 1e10, 1.0, 0.0]),
    ("gl_mali_FragCoordHeight", &[64.0]),
    ("gl_mali_PointCoordScaleBias", &[1.0, 1.0, 0.0, 0.0]),
    ("viewport_scale", &[32.0, 32.0, 0.5, 1.0]),
    ("viewport_offset", &[32.0, 32.0, 0.5, 0.0]),
    ("viewport_size", &[64.0, 64.0, 1.0 / 64.0, 1.0 / 64.0]),
];

/// Half the sides of that image, and half its depth.
const HALF: [f32; 3] = [32.0, 32.0, 0.5];

/// Fills registers with the data of a run.
///
/// # Errors
/// Data that is missing or does not fit, two variables in one lane, and entries of the reflection
/// that make no sense.
pub fn place(reflection: &Reflection, inputs: &RunInputs) -> Result<RegisterImage, Diagnostic> {
    let samples = inputs.samples()?;
    let mut image = RegisterImage {
        samples,
        quads: inputs.mode == Mode::Quads,
        ..RegisterImage::default()
    };
    let stage = stage_of(reflection)?;
    let mut missing = Missing::default();
    uniforms(reflection, inputs, &mut image, &mut missing)?;
    for variable in &reflection.inputs {
        missing.sift(input(variable, stage, inputs, &mut image))?;
    }
    for sampler in &reflection.samplers {
        for element in 0..sampler.array.unwrap_or(1) {
            let part = sampler.array.map(|_| element);
            let Some(texture) = missing.sift(inputs.texture(&sampler.name, part))? else {
                continue;
            };
            let texture = texture.build().map_err(|error| {
                contradiction(format!("texture of `{}`: {error}", sampler.name))
            })?;
            image
                .textures
                .insert(sampler.index.saturating_add(element), texture);
        }
    }
    match all_missing(missing.errors) {
        None => Ok(image),
        Some(error) => Err(error),
    }
}

/// What the data does not give, to be told in one message.
#[derive(Default)]
struct Missing {
    errors: Vec<Diagnostic>,
}

impl Missing {
    /// Keeps an error about a missing value for later, in place of the value.
    fn sift<T>(&mut self, result: Result<T, Diagnostic>) -> Result<Option<T>, Diagnostic> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.code == codes::files::MISSING_INPUT => {
                self.errors.push(error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

fn stage_of(reflection: &Reflection) -> Result<Stage, Diagnostic> {
    Stage::of_name(&reflection.stage).ok_or_else(|| {
        contradiction(format!(
            "the stage is `{}`, not vertex or fragment",
            reflection.stage
        ))
    })
}

/// Who is in a lane, to find two in one.
type Owners = BTreeMap<(String, u32), String>;

fn claim(owners: &mut Owners, file: &str, lane: u32, name: &str) -> Result<(), Diagnostic> {
    match owners.insert((file.to_owned(), lane), name.to_owned()) {
        None => Ok(()),
        Some(other) => Err(contradiction(format!(
            "`{other}` and `{name}` share lane {lane} of the file `{file}`"
        ))),
    }
}

fn file_of(variable: &Variable) -> Result<&str, Diagnostic> {
    let name = &variable.name;
    let file = variable.file.as_deref();
    file.ok_or_else(|| contradiction(format!("`{name}` has no register file")))
}

fn uniforms(
    reflection: &Reflection,
    inputs: &RunInputs,
    image: &mut RegisterImage,
    missing: &mut Missing,
) -> Result<(), Diagnostic> {
    let mut owners = Owners::new();
    let mut put = |file: &str, lane: u32, value: f32, name: &str| {
        claim(&mut owners, file, lane, name)?;
        let register = image.uniforms.entry(file.to_owned()).or_default();
        register.entry(lane / 4).or_insert(UNSET)[lane as usize % 4] = value;
        Ok(())
    };
    // A machine that computes nothing of uniforms has no registers for them.
    let in_registers = |variable: &&Variable| variable.index.is_some();
    for variable in reflection.uniforms.iter().filter(in_registers) {
        let values = missing.sift(inputs.uniform(&variable.name, shape_of(variable)?))?;
        for (lane, value) in lanes_of(variable)?
            .into_iter()
            .zip(values.into_iter().flatten())
        {
            put(file_of(variable)?, lane, value, &variable.name)?;
        }
    }
    for variable in &reflection.driver_uniforms {
        let values = driver(variable, inputs)?;
        for (lane, value) in lanes_of(variable)?.into_iter().zip(values) {
            put(file_of(variable)?, lane, value, &variable.name)?;
        }
    }
    for constant in reflection
        .constants
        .iter()
        .filter(|constant| !constant.embedded)
    {
        let components = constant.components.as_deref().unwrap_or("xyzw");
        let mut value: Vec<f32> = constant.value.iter().map(|value| value.0).collect();
        if let Some(expression) = &constant.expression {
            value = evaluate(expression, reflection, inputs)?;
        }
        if let ([one], Some(components)) = (&value[..], &constant.components) {
            value = vec![*one; components.len()];
        }
        for (letter, value) in components.chars().zip(value) {
            let component = "xyzwrgba".find(letter).unwrap_or(0) as u32 % 4;
            let lane = constant.index.saturating_mul(4).saturating_add(component);
            put(&constant.file, lane, value, &constant.register)?;
        }
    }
    Ok(())
}

/// The value of a constant that the application computes.
fn evaluate(
    expression: &Expression,
    reflection: &Reflection,
    inputs: &RunInputs,
) -> Result<Vec<f32>, Diagnostic> {
    let read = |name: &str, part: Option<u32>| {
        let variable = reflection.uniforms.iter().find(|one| one.name == name);
        let Some(variable) = variable else {
            return Err(contradiction(format!("there is no uniform `{name}`")));
        };
        let shape = shape_of(variable)?;
        let values: Vec<f64> = inputs
            .uniform(name, shape)?
            .into_iter()
            .map(f64::from)
            .collect();
        let Some(part) = part else { return Ok(values) };
        // An element of an array, a column of a matrix.
        let length = match shape.array {
            Some(_) => usize::from(shape.rows) * usize::from(shape.columns),
            None => usize::from(shape.rows),
        };
        let start = length.saturating_mul(part as usize);
        let range = values.get(start..start.saturating_add(length));
        range
            .map(<[f64]>::to_vec)
            .ok_or_else(|| contradiction(format!("`{name}` has no part {part}")))
    };
    let values = expression.evaluate(&read, &|what| {
        contradiction(format!("an expression has {what}"))
    })?;
    Ok(values.into_iter().map(|value| value as f32).collect())
}

fn driver(variable: &Variable, inputs: &RunInputs) -> Result<Vec<f32>, Diagnostic> {
    if inputs.uniforms.contains_key(&variable.name) {
        return inputs.uniform(&variable.name, shape_of(variable)?);
    }
    let value = DRIVER.iter().find(|(name, _)| *name == variable.name);
    value.map(|(_, value)| value.to_vec()).ok_or_else(|| {
        contradiction(format!(
            "the driver uniform `{}` has no known value",
            variable.name
        ))
    })
}

fn input(
    variable: &Variable,
    stage: Stage,
    inputs: &RunInputs,
    image: &mut RegisterImage,
) -> Result<(), Diagnostic> {
    let rows = match variable.builtin.as_deref() {
        // What is in the frame buffer, and positions that a vertex program hands on, are given by name, as varyings are.
        None | Some("last_frag_color" | "last_frag_depth" | "position" | "vertex_count") => {
            inputs.input(stage, &variable.name, shape_of(variable)?)?
        }
        Some("frag_coord") => inputs.frag_coord()?,
        Some("point_coord") => inputs.point_coord()?,
        Some("clip_position") => clip_positions(&inputs.frag_coord()?),
        Some("front_facing") => {
            let facing = inputs.front_facing.clone();
            let facing = facing.unwrap_or_else(|| vec![true; image.samples]);
            facing.iter().map(|front| vec![f32::from(*front)]).collect()
        }
        Some("instance_id" | "vertex_id") => vec![vec![0.0]; image.samples],
        Some(other) => {
            let message = format!("`{}` is the unknown built-in `{other}`", variable.name);
            return Err(contradiction(message));
        }
    };
    if variable.index.is_none() && variable.builtin.is_some() {
        special(variable, &rows, image);
        return Ok(());
    }
    let missing = if stage == Stage::Vertex {
        MISSING
    } else {
        UNSET
    };
    let file = image
        .inputs
        .entry(file_of(variable)?.to_owned())
        .or_default();
    let lanes = match &variable.part {
        None => lanes_of(variable)?
            .into_iter()
            .enumerate()
            .filter(|(at, _)| variable.is_live(*at))
            .collect(),
        Some(part) => parts(variable, part)?,
    };
    for (position, lane) in lanes {
        let register = file
            .entry(lane / 4)
            .or_insert_with(|| vec![missing; image.samples]);
        for (register, row) in register.iter_mut().zip(&rows) {
            register[lane as usize % 4] = row.get(position).copied().unwrap_or(f32::NAN);
        }
    }
    Ok(())
}

/// The component of the varying, and the lane that it goes to, for each that goes anywhere.
fn parts(variable: &Variable, part: &str) -> Result<Vec<(usize, u32)>, Diagnostic> {
    let name = &variable.name;
    let components = variable.components.as_deref().unwrap_or(part);
    let pairs = part.chars().zip(components.chars());
    let pairs = pairs.map(|(from, to)| Some(("xyzw".find(from)?, "xyzw".find(to)? as u32)));
    let pairs: Option<Vec<(usize, u32)>> = pairs.collect();
    match (pairs, variable.index) {
        (Some(pairs), Some(index)) => Ok(pairs
            .into_iter()
            .map(|(from, to)| (from, index.saturating_mul(4).saturating_add(to)))
            .collect()),
        _ => Err(contradiction(format!(
            "the parts of `{name}` make no sense"
        ))),
    }
}

/// A built-in variable that the machine has a unit for.
fn special(variable: &Variable, rows: &[Vec<f32>], image: &mut RegisterImage) {
    let at = |row: &[f32], lane: usize| row.get(lane).copied().unwrap_or(f32::NAN);
    let register = |row: &Vec<f32>| -> Register { [0, 1, 2, 3].map(|lane| at(row, lane)) };
    match variable.builtin.as_deref() {
        Some("frag_coord") => image.frag_coord = Some(rows.iter().map(register).collect()),
        Some("last_frag_color") => image.last_color = Some(rows.iter().map(register).collect()),
        Some("last_frag_depth") => {
            image.last_depth = Some(rows.iter().map(|row| at(row, 0)).collect());
        }
        Some("point_coord") => {
            image.point_coord = Some(rows.iter().map(|row| [at(row, 0), at(row, 1)]).collect());
        }
        Some("front_facing") => {
            image.front_facing = Some(rows.iter().map(|row| at(row, 0) != 0.0).collect());
        }
        _ => {}
    }
}

/// The clip-space positions from which window coordinates came.
fn clip_positions(window: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let clip = |row: &Vec<f32>| {
        let at = |lane: usize| row.get(lane).copied().unwrap_or(f32::NAN);
        let w = 1.0 / at(3);
        let [x, y, z] = [0, 1, 2].map(|lane| (at(lane) / HALF[lane] - 1.0) * w);
        vec![x, y, z, w]
    };
    window.iter().map(clip).collect()
}
