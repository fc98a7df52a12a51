//! Meshes from Wavefront OBJ files.

use super::mesh::{Mesh, Vertex};
use retroshade_diagnostics::fault::Fault;
use std::collections::BTreeMap;

/// The most triangles of a mesh, a few hundred bytes each in memory.
const MOST_TRIANGLES: usize = 1 << 18;

impl Mesh {
    /// The mesh of an OBJ file's text: all of its objects, moved and scaled to reach from -1 to 1 in the longest
    /// direction. Missing normals are those of the faces, missing texture coordinates 0. Materials are not read.
    ///
    /// # Errors
    /// A sentence: what is wrong with the file.
    pub fn from_obj(text: &str) -> Result<Mesh, Fault> {
        let options = tobj::LoadOptions {
            triangulate: true,
            ignore_points: true,
            ignore_lines: true,
            ..tobj::LoadOptions::default()
        };
        let no_materials = |_: &std::path::Path| Ok((Vec::new(), Default::default()));
        let loaded = tobj::load_obj_buf(&mut text.as_bytes(), &options, no_materials);
        let (models, _) = loaded.map_err(|fault| fault.to_string())?;
        let triangles: usize = models
            .iter()
            .map(|model| model.mesh.indices.len() / 3)
            .sum();
        if triangles > MOST_TRIANGLES {
            return Err(
                format!("it has {triangles} triangles; the most are {MOST_TRIANGLES}").into(),
            );
        }
        let mut mesh = Mesh::default();
        for model in &models {
            add(&mut mesh, &model.mesh)?;
        }
        if mesh.triangles.is_empty() {
            return Err("it has no faces".into());
        }
        fit(&mut mesh);
        Ok(mesh)
    }
}

/// Adds the faces of an object. OBJ numbers positions, normals and coordinates separately.
fn add(mesh: &mut Mesh, object: &tobj::Mesh) -> Result<(), Fault> {
    let mut known: BTreeMap<(u32, Option<u32>, Option<u32>), u32> = BTreeMap::new();
    let (corners, _) = object.indices.as_chunks::<3>();
    for (face, corners) in corners.iter().enumerate() {
        let positions = corners.map(|index| numbers::<3>(&object.positions, index));
        let [Some(a), Some(b), Some(c)] = positions else {
            return Err("a face names a vertex that does not exist".into());
        };
        let flat = face_normal(a, b, c);
        let mut triangle = [0; 3];
        for corner in 0..3 {
            let at = 3 * face + corner;
            let index = corners[corner];
            let normal = object.normal_indices.get(at).copied();
            let coordinate = object.texcoord_indices.get(at).copied();
            let found = known.get(&(index, normal, coordinate)).copied();
            // Vertices with normals of their faces are not shared.
            triangle[corner] = match found.filter(|_| normal.is_some()) {
                Some(number) => number,
                None => {
                    let normal_of = |index| numbers::<3>(&object.normals, index);
                    let coordinate_of = |index| numbers::<2>(&object.texcoords, index);
                    mesh.vertices.push(Vertex {
                        position: [a, b, c][corner],
                        normal: normal.and_then(normal_of).unwrap_or(flat),
                        tangent: [1.0, 0.0, 0.0],
                        coordinate: coordinate.and_then(coordinate_of).unwrap_or_default(),
                        color: numbers::<3>(&object.vertex_color, index).unwrap_or([1.0; 3]),
                    });
                    let number = mesh.vertices.len() as u32 - 1;
                    known.insert((index, normal, coordinate), number);
                    number
                }
            };
        }
        mesh.triangles.push(triangle);
    }
    Ok(())
}

fn numbers<const N: usize>(list: &[f32], index: u32) -> Option<[f32; N]> {
    let (groups, _) = list.as_chunks::<N>();
    groups.get(index as usize).copied()
}

fn face_normal(a: [f32; 3], b: [f32; 3], c: [f32; 3]) -> [f32; 3] {
    let u = [0, 1, 2].map(|i| b[i] - a[i]);
    let v = [0, 1, 2].map(|i| c[i] - a[i]);
    let cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = cross.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 {
        cross.map(|part| part / length)
    } else {
        [0.0, 0.0, 1.0]
    }
}

fn fit(mesh: &mut Mesh) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for vertex in &mesh.vertices {
        for axis in 0..3 {
            low[axis] = low[axis].min(vertex.position[axis]);
            high[axis] = high[axis].max(vertex.position[axis]);
        }
    }
    let longest = (0..3)
        .map(|axis| high[axis] - low[axis])
        .fold(0.0, f32::max);
    let scale = if longest > 0.0 { 2.0 / longest } else { 1.0 };
    for vertex in &mut mesh.vertices {
        for axis in 0..3 {
            let middle = 0.5 * (low[axis] + high[axis]);
            vertex.position[axis] = (vertex.position[axis] - middle) * scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_becomes_triangles_of_size_two() {
        let text = "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 2 0\nvt 0 0\nvt 1 1\nf 1/1 2/1 3/2 4/2\n";
        let mesh = Mesh::from_obj(text).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        assert_eq!(mesh.vertices[0].position, [-1.0, -0.5, 0.0]);
        assert_eq!(mesh.vertices[0].normal, [0.0, 0.0, 1.0]);
        assert_eq!(mesh.vertices[2].coordinate, [1.0, 1.0]);
    }

    #[test]
    fn a_mesh_has_so_many_triangles() {
        let mut text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned();
        text.push_str(&"f 1 2 3\n".repeat(MOST_TRIANGLES + 1));
        let fault = Mesh::from_obj(&text).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "it has 262145 triangles; the most are 262144"
        );
    }

    #[test]
    fn what_is_no_mesh_is_refused() {
        for text in [
            "",
            "v 1 2 3\n",
            "v 1 2 3\nf 1 2 3\n",
            "f 1 2 x\n",
            "v a b c\n",
        ] {
            assert!(Mesh::from_obj(text).is_err(), "{text:?}");
        }
    }
}
