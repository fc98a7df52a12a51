//! The stage that the user did not give: what a built-in vertex program hands to a fragment shader, and a
//! fragment shader for what a vertex shader writes.

use super::View;
use super::camera::{Camera, EYE, transform};
use super::defaults::cycled;
use super::mesh::{Mesh, Role, Vertex, extended, role};
use super::varying::Varying;
use retroshade_ir::run::{Row, RunInputs};
use retroshade_ir::{Interpolation, Scalar, Shader, Shape};
use retroshade_kit::names::{Meaning, meaning};

/// The rows at the corners of a varying that nobody gave: x from 0 at the left to 1 at the right, y from 0 below
/// to 1 above, z 0 and w 1. A colour is white.
pub(super) fn corners(name: &str, shape: Shape) -> Vec<Row> {
    let places = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let row = |[x, y]: [f32; 2]| match role(name) {
        Some(Role::Color) => cycled(&[1.0; 4], shape),
        _ => cycled(&[x, y, 0.0, 1.0], shape),
    };
    places.map(row).to_vec()
}

/// The varyings of a fragment shader at the vertices of a mesh, in the space of the world, by their names. One
/// row that was given holds everywhere.
pub(super) fn varyings(
    shader: &Shader,
    mesh: &Mesh,
    view: &View,
    given: &RunInputs,
) -> Vec<Varying> {
    let camera = Camera::new(view);
    let variables = shader.interface.inputs.values();
    let varying = variables
        .filter(|variable| variable.builtin.is_none())
        .map(|variable| {
            let fixed = given
                .varyings
                .get(&variable.name)
                .and_then(|data| data.values.first());
            let row = |vertex: &Vertex| match fixed {
                Some(row) => row.clone(),
                None => cycled(&value(&variable.name, vertex, &camera), variable.shape),
            };
            Varying {
                name: variable.name.clone(),
                rows: mesh.vertices.iter().map(row).collect(),
                flat: variable.interpolation == Interpolation::Flat,
            }
        });
    varying.collect()
}

fn value(name: &str, vertex: &Vertex, camera: &Camera) -> [f32; 4] {
    let moved = |part: [f32; 3], w: f32| transform(&camera.model, extended(part, w));
    let place = moved(vertex.position, 1.0);
    match role(name) {
        Some(Role::Position) => place,
        Some(Role::Normal) => moved(vertex.normal, 0.0),
        Some(Role::Tangent) => moved(vertex.tangent, 0.0),
        Some(Role::Color) => extended(vertex.color, 1.0),
        None if meaning(name) == Some(Meaning::View) => {
            [EYE[0] - place[0], EYE[1] - place[1], EYE[2] - place[2], 0.0]
        }
        Some(Role::Coordinate) | None => [vertex.coordinate[0], vertex.coordinate[1], 0.0, 1.0],
    }
}

/// The ESSL of a vertex shader that hands on what a geometry shader reads: the position in the built-in view, and an attribute
/// for each of the others, whose name begins with `a_`.
pub(super) fn vertex_source(geometry: &Shader) -> String {
    let mut text =
        String::from("#version 300 es\nuniform mat4 modelViewProjection;\nin vec4 position;\n");
    let mut body = String::new();
    for input in geometry.interface.inputs.values() {
        if input.builtin.is_some() {
            continue;
        }
        let (ty, name) = (input.glsl_type(), &input.name);
        text.push_str(&format!("in {ty} a_{name};\nout {ty} {name};\n"));
        body.push_str(&format!("    {name} = a_{name};\n"));
    }
    text.push_str(&format!(
        "void main() {{\n    gl_Position = modelViewProjection * position;\n{body}}}\n"
    ));
    text
}

/// The ESSL of a fragment shader that shows what a vertex or geometry shader writes: its colour times a texture, as far as
/// its varyings say by name that there is one; else its normal, else white.
pub(super) fn fragment_source(feeder: &Shader) -> String {
    let outputs = || {
        feeder.interface.outputs.values().filter(|output| {
            let Shape {
                scalar,
                columns,
                array,
                ..
            } = output.shape;
            output.builtin.is_none() && scalar == Scalar::Float && columns == 1 && array.is_none()
        })
    };
    let of = |wanted: Role, least: u8| {
        outputs().find(|output| role(&output.name) == Some(wanted) && output.shape.rows >= least)
    };
    let color = of(Role::Color, 3);
    let coordinate = of(Role::Coordinate, 2);
    let normal = of(Role::Normal, 3).filter(|_| color.is_none() && coordinate.is_none());
    let mut text = String::from("precision highp float;\n");
    for output in [color, coordinate, normal].into_iter().flatten() {
        text.push_str(&format!(
            "varying {} {};\n",
            output.shape.glsl(),
            output.name
        ));
    }
    if coordinate.is_some() {
        text.push_str("uniform sampler2D uTexture;\n");
    }
    let mut value = match (color, normal) {
        (Some(color), _) => format!("vec4({}.rgb, 1.0)", color.name),
        (None, Some(normal)) => format!("vec4(0.5 + 0.5 * normalize({}), 1.0)", normal.name),
        (None, None) => "vec4(1.0)".to_owned(),
    };
    if let Some(coordinate) = coordinate {
        value.push_str(&format!(" * texture2D(uTexture, {}.xy)", coordinate.name));
    }
    text.push_str(&format!(
        "void main() {{\n    gl_FragColor = {value};\n}}\n"
    ));
    text
}
