//! Meshes: three that are built in.

use retroshade_kit::names::{Meaning, Shade, meaning, shade};
use std::collections::BTreeSet;

/// The names of the built-in meshes.
pub const BUILT_IN: [&str; 3] = ["quad", "cube", "sphere"];

/// Segments of the sphere around and from pole to pole.
const AROUND: u32 = 48;
const DOWN: u32 = 24;

/// Vertices and triangles. Fronts are counter-clockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Numbers of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// A vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// In the model's space; built-in meshes reach from -1 to 1, the cube from -0.7 to 0.7.
    pub position: [f32; 3],
    /// Of length 1.
    pub normal: [f32; 3],
    /// Along the first texture coordinate, of length 1.
    pub tangent: [f32; 3],
    /// From 0 to 1, the second upwards.
    pub coordinate: [f32; 2],
    /// Red, green and blue from 0 to 1.
    pub color: [f32; 3],
}

const WHITE: [f32; 3] = [1.0; 3];

impl Mesh {
    /// The primitives of so many vertices each that a geometry program gets, as numbers of vertices: each vertex, the edges of
    /// the triangles, each once, or the triangles; of another size the vertices in their order.
    pub(super) fn primitives(&self, vertices: u32) -> Vec<Vec<u32>> {
        match vertices {
            2 => {
                let mut seen = BTreeSet::new();
                let edges = self.triangles.iter();
                let edges = edges.flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
                let edges = edges.filter(|[a, b]| seen.insert([*a.min(b), *a.max(b)]));
                edges.map(Vec::from).collect()
            }
            3 => self
                .triangles
                .iter()
                .map(|numbers| numbers.to_vec())
                .collect(),
            _ => {
                let all: Vec<u32> = (0..self.vertices.len() as u32).collect();
                let rows = all.chunks_exact(vertices.max(1) as usize);
                rows.map(<[u32]>::to_vec).collect()
            }
        }
    }

    /// The built-in mesh of a name.
    pub fn built_in(name: &str) -> Option<Mesh> {
        match name {
            "quad" => Some(quad()),
            "cube" => Some(cube()),
            "sphere" => Some(sphere()),
            _ => None,
        }
    }

    /// The rows of an attribute, four numbers each, by what its name says; `None` if it says nothing.
    pub fn attribute(&self, name: &str) -> Option<Vec<[f32; 4]>> {
        let row: fn(&Vertex) -> [f32; 4] = match role(name)? {
            Role::Position => |vertex| extended(vertex.position, 1.0),
            Role::Normal => |vertex| extended(vertex.normal, 0.0),
            Role::Tangent => |vertex| extended(vertex.tangent, 1.0),
            Role::Coordinate => |vertex| [vertex.coordinate[0], vertex.coordinate[1], 0.0, 1.0],
            Role::Color => |vertex| extended(vertex.color, 1.0),
        };
        Some(self.vertices.iter().map(row).collect())
    }
}

/// The role of a vertex attribute of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Position,
    Normal,
    Tangent,
    Coordinate,
    Color,
}

/// What the name of an attribute or varying says, by the rule of the chips whose registers have meanings,
/// and by its parts where that has no row.
pub(super) fn role(name: &str) -> Option<Role> {
    match meaning(name) {
        Some(Meaning::Position) => return Some(Role::Position),
        Some(Meaning::Normal) => return Some(Role::Normal),
        Some(Meaning::TexCoord(_)) => return Some(Role::Coordinate),
        Some(Meaning::Color(0)) => return Some(Role::Color),
        Some(_) => return None,
        None => {}
    }
    let lower = name.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&["tangent"]) {
        return (!says(&["bitangent"])).then_some(Role::Tangent);
    }
    if says(&["texcoord", "texturecoord"]) || lower.ends_with("uv") {
        return Some(Role::Coordinate);
    }
    match shade(name) {
        Shade::Color => Some(Role::Color),
        Shade::Geometry if says(&["normal"]) => Some(Role::Normal),
        Shade::Geometry => Some(Role::Position),
        Shade::Unknown => None,
    }
}

pub(super) fn extended([x, y, z]: [f32; 3], w: f32) -> [f32; 4] {
    [x, y, z, w]
}

/// A face from its centre and the directions of its texture coordinates, each half a side long.
fn face(mesh: &mut Mesh, centre: [f32; 3], right: [f32; 3], up: [f32; 3], color: [f32; 3]) {
    let first = mesh.vertices.len() as u32;
    let unit = |[x, y, z]: [f32; 3]| {
        let length = (x * x + y * y + z * z).sqrt();
        [x / length, y / length, z / length]
    };
    let normal = unit([
        right[1] * up[2] - right[2] * up[1],
        right[2] * up[0] - right[0] * up[2],
        right[0] * up[1] - right[1] * up[0],
    ]);
    for (s, t) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
        let (a, b) = (2.0 * s - 1.0, 2.0 * t - 1.0);
        mesh.vertices.push(Vertex {
            position: [0, 1, 2].map(|i| centre[i] + a * right[i] + b * up[i]),
            normal,
            tangent: unit(right),
            coordinate: [s, t],
            color,
        });
    }
    mesh.triangles.push([first, first + 1, first + 2]);
    mesh.triangles.push([first, first + 2, first + 3]);
}

fn quad() -> Mesh {
    let mut mesh = Mesh::default();
    face(&mut mesh, [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], WHITE);
    mesh
}

/// Half the side of the cube.
const HALF: f32 = 0.7;

fn cube() -> Mesh {
    let mut mesh = Mesh::default();
    // Each face has a colour of its own.
    let faces: [([i8; 3], [i8; 3], [f32; 3]); 6] = [
        ([0, 0, -1], [0, 1, 0], [1.0, 0.5, 0.5]),
        ([0, 0, 1], [0, 1, 0], [0.5, 1.0, 1.0]),
        ([1, 0, 0], [0, 0, -1], [0.5, 1.0, 0.5]),
        ([1, 0, 0], [0, 0, 1], [1.0, 0.5, 1.0]),
        ([1, 0, 0], [0, 1, 0], [0.5, 0.5, 1.0]),
        ([-1, 0, 0], [0, 1, 0], [1.0, 1.0, 0.5]),
    ];
    for (right, up, color) in faces {
        let centre = [
            right[1] * up[2] - right[2] * up[1],
            right[2] * up[0] - right[0] * up[2],
            right[0] * up[1] - right[1] * up[0],
        ];
        let scaled = |axis: [i8; 3]| axis.map(|part| HALF * f32::from(part));
        face(&mut mesh, scaled(centre), scaled(right), scaled(up), color);
    }
    mesh
}

fn sphere() -> Mesh {
    let mut mesh = Mesh::default();
    for (row, column) in (0..=DOWN).flat_map(|row| (0..=AROUND).map(move |column| (row, column))) {
        let (s, t) = (column as f32 / AROUND as f32, row as f32 / DOWN as f32);
        let around = s * std::f32::consts::TAU;
        let down = t * std::f32::consts::PI;
        let (ring, height) = (libm::sinf(down), libm::cosf(down));
        let normal = [ring * libm::sinf(around), height, ring * libm::cosf(around)];
        mesh.vertices.push(Vertex {
            position: normal,
            normal,
            tangent: [libm::cosf(around), 0.0, -libm::sinf(around)],
            coordinate: [s, 1.0 - t],
            color: WHITE,
        });
    }
    let at = |row: u32, column: u32| row * (AROUND + 1) + column;
    for (row, column) in (0..DOWN).flat_map(|row| (0..AROUND).map(move |column| (row, column))) {
        let (upper, lower) = (at(row, column), at(row + 1, column));
        if row + 1 < DOWN {
            mesh.triangles.push([upper, lower, lower + 1]);
        }
        if row > 0 {
            mesh.triangles.push([upper, lower + 1, upper + 1]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every triangle's counter-clockwise side is the one that the normals point from.
    #[test]
    fn fronts_face_outwards() {
        for name in BUILT_IN {
            let mesh = Mesh::built_in(name).unwrap();
            for triangle in &mesh.triangles {
                let [a, b, c] = triangle.map(|number| mesh.vertices[number as usize]);
                let edge = |to: Vertex| [0, 1, 2].map(|i| to.position[i] - a.position[i]);
                let (u, v) = (edge(b), edge(c));
                let cross = [
                    u[1] * v[2] - u[2] * v[1],
                    u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0],
                ];
                let inside: f32 = (0..3).map(|i| cross[i] * a.normal[i]).sum();
                assert!(inside > 0.0, "{name}: {triangle:?}");
            }
        }
    }

    #[test]
    fn primitives_have_as_many_vertices_as_the_program_takes() {
        let quad = Mesh::built_in("quad").unwrap();
        assert_eq!(quad.primitives(1), [[0], [1], [2], [3]]);
        // The diagonal is an edge of both triangles.
        assert_eq!(quad.primitives(2), [[0, 1], [1, 2], [2, 0], [2, 3], [3, 0]]);
        assert_eq!(quad.primitives(3), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(quad.primitives(4), [[0, 1, 2, 3]]);
        assert_eq!(quad.primitives(5), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn names_of_attributes_say_what_they_hold() {
        for (name, wanted) in [
            ("aPosition", Some(Role::Position)),
            ("a_pos", Some(Role::Position)),
            ("inNormal", Some(Role::Normal)),
            ("vWorldNormal", Some(Role::Normal)),
            ("vWorldPos", Some(Role::Position)),
            ("uv2", Some(Role::Coordinate)),
            ("vBaseUv", Some(Role::Coordinate)),
            ("vertexColor", Some(Role::Color)),
            ("aTangent", Some(Role::Tangent)),
            ("aBitangent", None),
            ("aBirth", None),
        ] {
            assert_eq!(role(name), wanted, "{name}");
        }
    }
}
