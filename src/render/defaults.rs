//! Values for what nobody gave: by names that people use, else by type (docs/render.md has the table).

use super::View;
use super::camera::{Camera, EYE, IDENTITY, Matrix};
use super::mesh::{Mesh, Role, role};
use retroshade_diagnostics::codes;
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{
    Filter, Image, Mipmap, TextureData, TextureKind, TextureSource, Wrap,
};
use retroshade_ir::{SamplerKind, Scalar, Shader, Shape};

/// A value that was put in for want of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// By GL name.
    pub name: String,
    /// The value, in words.
    pub value: String,
}

/// Gives every uniform and sampler of a shader a value that has none.
pub fn fill(shader: &Shader, inputs: &mut RunInputs, view: &View) -> Vec<Filled> {
    let mut filled = Vec::new();
    for variable in shader.interface.uniforms.values() {
        if variable.values.is_some() {
            continue;
        }
        for leaf in variable.leaves() {
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            let missing = |error: retroshade_diagnostics::Diagnostic| {
                error.code == codes::files::MISSING_INPUT
            };
            if inputs.uniform(&leaf.name, shape).is_err_and(missing) {
                let value = uniform(&leaf.name, shape, view);
                filled.push(Filled {
                    name: leaf.name.clone(),
                    value: words(&value, shape),
                });
                let shape = Some(shape);
                inputs
                    .uniforms
                    .insert(leaf.name, UniformData { shape, value });
            }
        }
    }
    for (number, sampler) in shader.interface.samplers.values().enumerate() {
        for leaf in sampler.leaves() {
            let elements = match leaf.array {
                None => vec![None],
                Some(length) => (0..length).map(Some).collect(),
            };
            for element in elements {
                if inputs.texture(&leaf.name, element).is_ok() {
                    continue;
                }
                let name = match element {
                    Some(element) => format!("{}[{element}]", leaf.name),
                    None => leaf.name.clone(),
                };
                let (texture, value) = texture(&leaf.name, sampler.kind, number);
                filled.push(Filled {
                    name: name.clone(),
                    value: value.to_owned(),
                });
                inputs.textures.insert(name, texture);
            }
        }
    }
    filled
}

/// Gives every attribute or varying of a shader a value that has none, for one sample, and the built-in inputs
/// that it reads.
pub fn fill_inputs(shader: &Shader, inputs: &mut RunInputs, view: &View) -> Vec<Filled> {
    let mut filled = Vec::new();
    let samples = inputs.samples().unwrap_or(1);
    for variable in shader.interface.inputs.values() {
        match variable.builtin {
            None => {}
            Some(retroshade_ir::Builtin::FragCoord) => {
                let middle = [view.size.width, view.size.height].map(|side| side as f32 / 2.0);
                let row = vec![middle[0], middle[1], 0.5, 1.0];
                inputs.frag_coord.get_or_insert(vec![row; samples]);
                continue;
            }
            Some(retroshade_ir::Builtin::PointCoord) => {
                inputs
                    .point_coord
                    .get_or_insert(vec![vec![0.5, 0.5]; samples]);
                continue;
            }
            // What a vertex program hands on to a geometry program.
            Some(retroshade_ir::Builtin::Position | retroshade_ir::Builtin::VertexCount) => {}
            Some(_) => continue,
        }
        if inputs
            .input(shader.stage, &variable.name, variable.shape)
            .is_ok()
        {
            continue;
        }
        let row = match (variable.builtin, shader.interface.primitive) {
            (Some(retroshade_ir::Builtin::VertexCount), Some(primitive)) => {
                vec![primitive.vertices as f32]
            }
            _ => input(&variable.name, variable.shape),
        };
        filled.push(Filled {
            name: variable.name.clone(),
            value: words(&row, variable.shape),
        });
        let data = InputData {
            shape: Some(variable.shape),
            values: vec![row; samples],
        };
        let table = inputs.table_mut(shader.stage);
        table.entry(variable.name.clone()).or_insert(data);
    }
    filled
}

/// An attribute or varying in the middle of the quad; 0.5 where the name says nothing.
fn input(name: &str, shape: Shape) -> Vec<f32> {
    let row = match role(name) {
        Some(Role::Position) => [0.0, 0.0, 0.0, 1.0],
        Some(Role::Normal) => [0.0, 0.0, 1.0, 0.0],
        Some(Role::Tangent) => [1.0, 0.0, 0.0, 1.0],
        Some(Role::Color) => [1.0; 4],
        Some(Role::Coordinate) | None => [0.5, 0.5, 0.5, 1.0],
    };
    cycled(&row, shape)
}

/// The rows of an attribute of a mesh: by its name; the first attribute of a shader none of whose names says
/// position is the position; 0.5 otherwise, which is told.
pub(super) fn attributes(shader: &Shader, mesh: &Mesh, inputs: &mut RunInputs) -> Vec<Filled> {
    let mut filled = Vec::new();
    let variables = || {
        let all = shader.interface.inputs.values();
        all.filter(|variable| variable.builtin.is_none())
    };
    let placed = variables().any(|variable| role(&variable.name) == Some(Role::Position));
    // As registers are called.
    let nameless = variables().all(|variable| role(&variable.name).is_none());
    for (number, variable) in variables().enumerate() {
        let name = match number {
            0 if !placed => "position",
            1 if nameless => "texcoord",
            _ => variable.name.as_str(),
        };
        let rows = mesh.attribute(name);
        let count = mesh.vertices.len();
        let values: Vec<Vec<f32>> = match rows {
            Some(rows) => rows.iter().map(|row| cycled(row, variable.shape)).collect(),
            None => {
                let row = cycled(&[0.5, 0.5, 0.5, 1.0], variable.shape);
                filled.push(Filled {
                    name: variable.name.clone(),
                    value: words(&row, variable.shape),
                });
                vec![row; count]
            }
        };
        // One row that was given holds for every vertex.
        let given = inputs.attributes.get(&variable.name);
        let values = match given.map(|data| data.values.as_slice()) {
            Some([row]) => {
                filled.retain(|one| one.name != variable.name);
                vec![row.clone(); count]
            }
            _ => values,
        };
        let shape = Some(variable.shape);
        inputs
            .attributes
            .insert(variable.name.clone(), InputData { shape, values });
    }
    inputs
        .attributes
        .retain(|name, _| variables().any(|variable| variable.name == *name));
    filled
}

/// A row of four as long as a shape wants it, its numbers rounded down to whole ones where those are wanted.
pub(super) fn cycled(row: &[f32; 4], shape: Shape) -> Vec<f32> {
    let lanes = usize::from(shape.rows);
    let all = usize::from(shape.columns) * lanes * shape.elements() as usize;
    (0..all)
        .map(|lane| row[(lane % lanes.max(1)) % 4])
        .map(|number| match shape.scalar {
            Scalar::Float => number,
            Scalar::Int | Scalar::Bool => number.floor(),
        })
        .collect()
}

/// A name without its prefix, in lower case, without underscores, and without what stands before the last dot.
fn plain(name: &str) -> String {
    let name = name.rsplit('.').next().unwrap_or(name);
    let bare = name
        .strip_prefix("u_")
        .or_else(|| name.strip_prefix("m_"))
        .or_else(|| {
            let rest = name.strip_prefix(['u', 'i', 'g', 'm'])?;
            rest.starts_with(|letter: char| letter.is_ascii_uppercase())
                .then_some(rest)
        })
        .unwrap_or(name);
    let letters = bare.chars().filter(|letter| *letter != '_');
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The direction in which the built-in light shines.
const LIGHT: [f32; 3] = [-0.4, -0.6, -0.7];

fn uniform(name: &str, shape: Shape, view: &View) -> Vec<f32> {
    if shape.columns > 1 {
        let matrix = matrix(name, view);
        let one = (0..usize::from(shape.columns))
            .flat_map(|column| matrix[column].into_iter().take(usize::from(shape.rows)));
        let one: Vec<f32> = one.collect();
        return one.repeat(shape.elements() as usize);
    }
    let row = match shape.scalar {
        Scalar::Float => vector(name, shape.rows, view),
        _ if plain(name) == "frame" => [view.frame as f32; 4],
        _ => [1.0; 4],
    };
    cycled(&row, shape)
}

fn vector(name: &str, lanes: u8, view: &View) -> [f32; 4] {
    let (width, height) = (view.size.width as f32, view.size.height as f32);
    let word = plain(name);
    let whole = name.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
    let light = whole.contains("light") || whole.contains("sun") || whole.contains("lamp");
    let time = [
        "time",
        "globaltime",
        "elapsed",
        "elapsedtime",
        "seconds",
        "clock",
        "t",
    ];
    match lanes {
        1 if time.contains(&&*word) => [view.time; 4],
        1 if word == "timedelta" || word == "deltatime" => [view.step; 4],
        1 if has(&["shininess", "exponent", "specularpower", "gloss"]) => [32.0; 4],
        1 if has(&["radius", "range", "distance"]) => [10.0; 4],
        1 if has(&["alpha", "opacity"]) => [1.0; 4],
        1 if word == "aspect" || word == "aspectratio" => [width / height; 4],
        2.. if word == "channelresolution" => [CHECKERS as f32, CHECKERS as f32, 1.0, 1.0],
        2.. if has(&["resolution", "viewport", "screensize", "windowsize"]) => {
            [width, height, 1.0, 1.0]
        }
        2 if has(&["texelsize", "pixelsize", "texel"]) || word == "step" => {
            [1.0 / CHECKERS as f32; 4]
        }
        2.. if word.contains("mouse") => [0.0; 4],
        3.. if has(&["eye", "camera", "viewpos"]) => {
            let [x, y, z] = EYE;
            [x, y, z, 1.0]
        }
        3.. if light && has(&["dir"]) => {
            let length = LIGHT.iter().map(|part| part * part).sum::<f32>().sqrt();
            let [x, y, z] = LIGHT.map(|part| part / length);
            [x, y, z, 0.0]
        }
        3.. if light && has(&["pos"]) => {
            let place = [[2.0, 3.0, 4.0], [-4.0, 1.0, 2.0], [1.0, -4.0, 1.0]];
            let [x, y, z] = place[index(name) % place.len()];
            [x, y, z, 1.0]
        }
        3.. if light && has(&["color", "colour"]) => [1.0; 4],
        3.. if has(&["color", "colour", "material", "albedo", "diffuse", "tint"]) => {
            [0.8, 0.8, 0.8, 1.0]
        }
        _ => [0.5, 0.5, 0.5, 1.0],
    }
}

/// The first index in a name such as `uLights[2].position`.
fn index(name: &str) -> usize {
    let inside = name
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    inside
        .and_then(|(number, _)| number.parse().ok())
        .unwrap_or(0)
}

fn matrix(name: &str, view: &View) -> Matrix {
    let camera = Camera::new(view);
    let word = plain(name);
    let has = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
    if has(&[
        "inverse", "texture", "bone", "joint", "shadow", "light", "color",
    ]) {
        return IDENTITY;
    }
    if has(&["normal"]) {
        return camera.model;
    }
    let short = word.trim_end_matches("matrix").trim_end_matches("mat");
    let model =
        has(&["model", "world", "object"]) || ["m", "mv", "mvp", "w", "wv", "wvp"].contains(&short);
    let seen = has(&["view", "camera"]) || ["v", "mv", "mvp", "vp", "wv", "wvp"].contains(&short);
    let projected = has(&["proj", "clip"]) || ["p", "mvp", "vp", "wvp"].contains(&short);
    let product = super::camera::product;
    match (projected, seen, model) {
        (true, true, false) => product(&camera.projection, &camera.view),
        (true, false, false) => camera.projection,
        (true, ..) => camera.whole(),
        (false, true, true) => product(&camera.view, &camera.model),
        (false, true, false) => camera.view,
        (false, false, true) => camera.model,
        // `uMatrix`, `uTransform`: the only matrix there is.
        (false, false, false) if ["", "transform", "transformation"].contains(&short) => {
            camera.whole()
        }
        (false, false, false) => IDENTITY,
    }
}

/// Texels of a side of the checkerboard, and of one of its squares.
const CHECKERS: u32 = 64;
const SQUARE: u32 = 8;

/// The light and the dark squares of the samplers, in their order.
const SHADES: [[[f32; 3]; 2]; 4] = [
    [[0.95, 0.95, 0.9], [0.2, 0.35, 0.7]],
    [[0.95, 0.85, 0.6], [0.6, 0.25, 0.2]],
    [[0.85, 0.95, 0.85], [0.2, 0.5, 0.3]],
    [[0.9, 0.85, 0.95], [0.4, 0.25, 0.55]],
];

fn texture(name: &str, kind: SamplerKind, number: usize) -> (TextureData, &'static str) {
    let lower = name.to_ascii_lowercase();
    let flat =
        kind != SamplerKind::Cube && ["normal", "bump"].iter().any(|word| lower.contains(word));
    let (image, words) = match kind {
        _ if flat => (squares(1, |_| [[0.5, 0.5, 1.0]; 2]), "a flat normal map"),
        SamplerKind::Cube => (
            squares(6, |face| {
                let [light, dark] = SHADES[face as usize / 2];
                let dimmed = if face % 2 == 0 { 1.0 } else { 0.6 };
                [light, dark].map(|shade| shade.map(|part| part * dimmed))
            }),
            "a checkerboard on each face",
        ),
        _ => (
            squares(1, |_| SHADES[number % SHADES.len()]),
            "a checkerboard",
        ),
    };
    let texture = TextureData {
        kind: match kind {
            SamplerKind::Cube => TextureKind::Cube,
            _ => TextureKind::D2,
        },
        filter: Filter::Linear,
        wrap: Wrap::Repeat,
        mipmap: Mipmap::None,
        source: TextureSource::Texels(image),
    };
    (texture, words)
}

/// A board of two shades for each face.
fn squares(faces: u32, shades: impl Fn(u32) -> [[f32; 3]; 2]) -> Image {
    let side = CHECKERS;
    let places = (0..faces).flat_map(|face| (0..side * side).map(move |at| (face, at)));
    let texels = places.map(|(face, at)| {
        let (x, y) = (at % side / SQUARE, at / side / SQUARE);
        let [light, dark] = shades(face);
        let [red, green, blue] = if (x + y) % 2 == 0 { dark } else { light };
        [red, green, blue, 1.0]
    });
    Image::new(side, side, texels.collect())
}

fn words(value: &[f32], shape: Shape) -> String {
    if shape.columns > 1 {
        return format!("a {} of the built-in view", shape.glsl());
    }
    let lanes = usize::from(shape.rows);
    let shown: Vec<String> = value
        .iter()
        .take(lanes)
        .map(|number| number.to_string())
        .collect();
    match shape.array {
        Some(_) => format!("{} for each element", shown.join(",")),
        None => shown.join(","),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Size;

    const VIEW: View = View {
        size: Size {
            width: 200,
            height: 100,
        },
        time: 1.5,
        frame: 3,
        step: 0.04,
    };

    #[test]
    fn names_choose_the_values_of_vectors() {
        for (name, lanes, wanted) in [
            ("uTime", 1, [1.5; 4]),
            ("u_lifetime", 1, [0.5, 0.5, 0.5, 1.0]),
            ("iResolution", 3, [200.0, 100.0, 1.0, 1.0]),
            ("uLights[1].position", 3, [-4.0, 1.0, 2.0, 1.0]),
            ("uCameraPos", 3, [0.0, 0.0, 3.0, 1.0]),
            ("uShininess", 1, [32.0; 4]),
            ("uFogColor", 3, [0.8, 0.8, 0.8, 1.0]),
            ("uLights[0].color", 3, [1.0; 4]),
            ("uWind", 3, [0.5, 0.5, 0.5, 1.0]),
        ] {
            assert_eq!(vector(name, lanes, &VIEW), wanted, "{name}");
        }
    }

    #[test]
    fn names_choose_the_matrices() {
        let camera = Camera::new(&VIEW);
        for (name, wanted) in [
            ("uModelViewProjection", camera.whole()),
            ("u_mvp", camera.whole()),
            ("uMatrix", camera.whole()),
            ("projectionMatrix", camera.projection),
            ("uView", camera.view),
            ("model", camera.model),
            ("uNormalMatrix", camera.model),
            ("uBones", IDENTITY),
        ] {
            assert_eq!(matrix(name, &VIEW), wanted, "{name}");
        }
    }
}
