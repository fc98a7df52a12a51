//! Shaders, a surface and values, and the picture they make.

use super::batch::{Band, Batch, MOST_TOGETHER};
use super::budget::Budget;
use super::camera::{Camera, transform};
use super::defaults::cycled;
use super::mesh::{Role, extended, role};
use super::raster::{self, Fragment, Quad};
use super::varying::Varying;
use super::{Filled, Mesh, Picture, Program, Size, View, defaults, stand_in};
use crate::in_parallel;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::{InputData, Row, RunInputs, RunOutputs};
use retroshade_ir::{Builtin, ClipDepth, Shader, Shape, Stage};
use std::borrow::Cow;
use std::ops::Range;

/// The rows of pixels of one band: enough for the work to be worth its set-up, few enough for memory.
const BAND_ROWS: u32 = 16;

/// Fragments of a mesh that are kept in memory before they are computed, for each thread.
const MOST_KEPT: usize = 16 * MOST_TOGETHER;

/// The surface that is drawn.
pub enum Surface {
    /// The whole picture is one rectangle: varyings run from corner to corner.
    Rectangle,
    /// A mesh, through the vertex program or the built-in one.
    Mesh(Mesh),
}

impl Surface {
    /// What suits shaders that nobody chose a surface for: a sphere where normals or, without a vertex shader,
    /// positions are read; a cube where a vertex shader has a matrix; else the quad of a vertex shader, or the
    /// rectangle.
    pub fn suited(vertex: Option<&Shader>, fragment: &Shader, given: &RunInputs) -> Surface {
        let reads = |shader: &Shader, roles: &[Role]| {
            let mut inputs = shader.interface.inputs.values();
            inputs.any(|input| role(&input.name).is_some_and(|role| roles.contains(&role)))
        };
        let name = match vertex {
            Some(vertex) if reads(vertex, &[Role::Normal]) => "sphere",
            Some(vertex)
                if vertex
                    .interface
                    .uniforms
                    .values()
                    .any(|one| one.shape.columns > 3) =>
            {
                "cube"
            }
            Some(_) => "quad",
            None if given.varyings.values().any(|data| data.values.len() > 1) => {
                return Surface::Rectangle;
            }
            None if reads(fragment, &[Role::Normal, Role::Position]) => "sphere",
            None => return Surface::Rectangle,
        };
        Mesh::built_in(name).map_or(Surface::Rectangle, Surface::Mesh)
    }
}

/// Everything that a picture is made of but the moment.
pub struct Scene {
    /// The vertex program, for a mesh; `None` for the built-in one.
    pub vertex: Option<Program>,
    /// The geometry program, which makes triangles of the mesh's primitives. Only with a vertex program.
    pub geometry: Option<Program>,
    /// The fragment program.
    pub fragment: Program,
    /// What is drawn.
    pub surface: Surface,
    /// The values that were given. Others are those of [`fill`](super::fill).
    pub given: RunInputs,
    /// Steps that a picture may take: instructions of all vertices and fragments, and pixels of triangles.
    pub most_steps: u64,
}

/// A varying by its name, with its values at the lower left, lower right, upper left and upper right.
type Corners = (String, Vec<Row>);

/// The surface ready for fragments.
enum Prepared<'a> {
    Rectangle {
        corners: Vec<Corners>,
        front: bool,
    },
    Mesh {
        positions: Vec<[f32; 4]>,
        triangles: Cow<'a, [[u32; 3]]>,
        varyings: Vec<Varying>,
        /// What the geometry program got, if there is one.
        primitives: Option<Primitives>,
    },
}

/// The primitives that a geometry program got.
struct Primitives {
    /// A row for each primitive, by the name of the input.
    rows: IndexMap<String, InputData>,
    /// The number of vertices that it made of each.
    made: Vec<usize>,
}

/// A position of a clip space with this range of z as in OpenGL's, where triangles are cut at -w and w.
fn in_gl_range(depth: ClipDepth, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
    let (near, far) = depth.bounds();
    let scale = 2.0 / (far - near);
    match depth {
        ClipDepth::MinusWToW => [x, y, z, w],
        _ => [x, y, scale * z - (1.0 + scale * near) * w, w],
    }
}

/// Makes a matrix that projects as OpenGL's do project into another range of z. Others stay. The columns of a `mat4`.
fn project_into(depth: ClipDepth, matrix: &mut [f32]) {
    let (near, far) = depth.bounds();
    let projects = matrix.chunks_exact(4).map(|column| column[3]);
    if projects.eq([0.0, 0.0, 0.0, 1.0]) {
        return;
    }
    let scale = (far - near) / 2.0;
    for column in matrix.chunks_exact_mut(4) {
        column[2] = scale * column[2] + (near + scale) * column[3];
    }
}

impl Scene {
    /// Returns the inputs that are not given, with the values that are taken instead.
    pub fn filled(&self, view: &View) -> Vec<Filled> {
        self.inputs(view).1
    }

    fn inputs(&self, view: &View) -> (RunInputs, Vec<Filled>) {
        let mut inputs = self.given.clone();
        let mut filled = Vec::new();
        if let (Some(vertex), Surface::Mesh(mesh)) = (&self.vertex, &self.surface) {
            filled.extend(defaults::attributes(&vertex.shader, mesh, &mut inputs));
            for program in [vertex].into_iter().chain(&self.geometry) {
                let found = defaults::fill(&program.shader, &mut inputs, view);
                // The matrices of the built-in view are what an application for the machine would give.
                for one in &found {
                    if let Some(data) = inputs.uniforms.get_mut(&one.name) {
                        for matrix in data.value.chunks_exact_mut(16) {
                            project_into(program.clip_depth, matrix);
                        }
                    }
                }
                filled.extend(found);
            }
        }
        filled.extend(defaults::fill(&self.fragment.shader, &mut inputs, view));
        (inputs, filled)
    }

    /// Draws the picture on so many threads.
    ///
    /// # Errors
    /// Data that does not fit, and what a simulator refuses.
    pub fn draw(&self, view: &View, threads: usize) -> Result<Picture, Diagnostics> {
        let (inputs, _) = self.inputs(view);
        let budget = Budget::new(self.most_steps);
        let surface = self.prepare(view, &inputs, &budget)?;
        let size = view.size;
        let firsts: Vec<u32> = (0..size.height).step_by(BAND_ROWS as usize).collect();
        let bands = in_parallel(&firsts, threads, |&first| {
            let rows = (first, (first + BAND_ROWS).min(size.height));
            let mut band = Band::new(size, rows);
            surface.batches(size, rows, &budget, &mut |batch| {
                band.draw(&self.fragment, &inputs, batch, &budget)
            })?;
            Ok::<_, Diagnostics>(band.into_pixels())
        });
        let bands = bands.into_iter().collect::<Result<Vec<_>, _>>();
        let bands = bands.map_err(|faults| budget.faults(faults))?;
        let pixels = bands.concat();
        // Pictures begin with the upper row.
        let rows = pixels.chunks(size.width as usize).rev();
        Ok(Picture {
            size,
            bytes: rows.flatten().flatten().copied().collect(),
        })
    }

    /// What the fragment program reads at a pixel, counted from the lower left: the data of a quad, and which of
    /// its samples is the pixel. `None` where nothing is drawn.
    ///
    /// # Errors
    /// As [`Scene::draw`].
    pub fn at_pixel(
        &self,
        view: &View,
        (x, y): (u32, u32),
    ) -> Result<Option<(RunInputs, usize)>, Diagnostics> {
        let (inputs, _) = self.inputs(view);
        let budget = Budget::new(self.most_steps);
        let surface = self.prepare(view, &inputs, &budget)?;
        let first = y & !1;
        let rows = (first, (first + 2).min(view.size.height));
        let mut nearest: Option<(Batch, usize)> = None;
        surface.batches(view.size, rows, &budget, &mut |mut batch| {
            if let Some(sample) = batch.keep_pixel((x, y)) {
                let is_nearer = |(other, number): &(Batch, usize)| {
                    let depths = (batch.fragments.get(sample), other.fragments.get(*number));
                    matches!(depths, (Some(one), Some(other)) if one.depth < other.depth)
                };
                if nearest.as_ref().is_none_or(is_nearer) {
                    nearest = Some((batch, sample));
                }
            }
            Ok(())
        })?;
        Ok(nearest.map(|(batch, sample)| (batch.inputs(view.size, &inputs), sample)))
    }

    /// What the vertex program reads, and the vertex that is drawn nearest to a pixel, counted from the lower
    /// left; with a geometry program what that reads, and the primitive that it made the vertex of. `None` without a vertex
    /// program or vertices in front of the eye.
    ///
    /// # Errors
    /// As [`Scene::draw`].
    pub fn near_pixel(
        &self,
        view: &View,
        (x, y): (u32, u32),
    ) -> Result<Option<(RunInputs, usize)>, Diagnostics> {
        let (inputs, _) = self.inputs(view);
        let prepared = self.prepare(view, &inputs, &Budget::new(self.most_steps))?;
        let (
            Some(_),
            Prepared::Mesh {
                positions,
                primitives,
                ..
            },
        ) = (&self.vertex, prepared)
        else {
            return Ok(None);
        };
        let (width, height) = (view.size.width as f32, view.size.height as f32);
        let distance = |[px, py, _, w]: [f32; 4]| {
            let dx = (px / w * 0.5 + 0.5) * width - (x as f32 + 0.5);
            let dy = (py / w * 0.5 + 0.5) * height - (y as f32 + 0.5);
            (w > 0.0).then_some(dx * dx + dy * dy)
        };
        // Of vertices in one place the nearer one.
        let key = |position: &[f32; 4]| Some((distance(*position)?, position[2] / position[3]));
        let places = positions.iter().enumerate();
        let known = places.filter_map(|(number, position)| Some((key(position)?, number)));
        let nearest = known.min_by(|((one, depth), _), ((other, other_depth), _)| {
            one.total_cmp(other).then(depth.total_cmp(other_depth))
        });
        let mut reads = RunInputs {
            uniforms: inputs.uniforms,
            textures: inputs.textures,
            ..RunInputs::default()
        };
        let number = nearest.map(|(_, number)| number);
        let Some(Primitives { rows, made }) = primitives else {
            reads.stage = Some(Stage::Vertex);
            reads.attributes = inputs.attributes;
            return Ok(number.map(|number| (reads, number)));
        };
        reads.stage = Some(Stage::Geometry);
        reads.varyings = rows;
        let mut ends = made.iter().scan(0, |end, made| {
            *end += made;
            Some(*end)
        });
        let primitive = number.and_then(|number| ends.position(|end| number < end));
        Ok(primitive.map(|primitive| (reads, primitive)))
    }

    fn prepare(
        &self,
        view: &View,
        inputs: &RunInputs,
        budget: &Budget,
    ) -> Result<Prepared<'_>, Diagnostics> {
        match &self.surface {
            Surface::Rectangle => Ok(Prepared::Rectangle {
                corners: self.corners(inputs)?,
                front: inputs
                    .front_facing
                    .as_ref()
                    .and_then(|rows| rows.first().copied())
                    .unwrap_or(true),
            }),
            Surface::Mesh(mesh) => match &self.vertex {
                Some(vertex) => self.transformed(vertex, mesh, inputs, budget),
                None => {
                    let whole = Camera::new(view).whole();
                    let place = |vertex: &super::mesh::Vertex| {
                        transform(&whole, extended(vertex.position, 1.0))
                    };
                    Ok(Prepared::Mesh {
                        positions: mesh.vertices.iter().map(place).collect(),
                        triangles: Cow::Borrowed(&mesh.triangles),
                        varyings: stand_in::varyings(&self.fragment.shader, mesh, view, inputs),
                        primitives: None,
                    })
                }
            },
        }
    }

    /// Runs the vertex program, and the geometry program on the primitives. What the fragment program reads of them is known
    /// to be there: the shaders were checked.
    fn transformed<'a>(
        &self,
        vertex: &Program,
        mesh: &'a Mesh,
        inputs: &RunInputs,
        budget: &Budget,
    ) -> Result<Prepared<'a>, Diagnostics> {
        let mut outputs = IndexMap::new();
        run_all(vertex, &inputs.attributes, inputs, budget, &mut |ran| {
            append(&mut outputs, ran.outputs);
        })?;
        let mut feeder = vertex;
        let mut triangles = Cow::Borrowed(&mesh.triangles[..]);
        let mut primitives = None;
        if let Some(geometry) = &self.geometry {
            let rows = handed_over(geometry, mesh, &outputs)?;
            let (mut made, mut found) = (Vec::new(), Vec::new());
            outputs = Outputs::new();
            run_all(geometry, &rows, inputs, budget, &mut |ran| {
                let before: usize = made.iter().sum();
                let emitted = ran.emitted.unwrap_or_default();
                let emitted_triangles = emitted.triangles.into_iter();
                found.extend(emitted_triangles.map(|one| one.map(|row| (before + row) as u32)));
                made.extend(emitted.vertices);
                append(&mut outputs, ran.outputs);
            })?;
            (feeder, triangles) = (geometry, Cow::Owned(found));
            primitives = Some(Primitives { rows, made });
        }
        let positions = outputs.swap_remove("gl_Position");
        // A geometry program may have made nothing.
        let positions = positions.or_else(|| self.geometry.as_ref().map(|_| Vec::new()));
        let Some(positions) = positions else {
            let message = "the vertex shader writes no gl_Position: there is nothing to draw";
            return Err(Diagnostic::error(codes::files::RUN_DATA, message).into());
        };
        let position =
            |row: &Row| std::array::from_fn(|lane| row.get(lane).copied().unwrap_or(f32::NAN));
        let read = self.fragment.reads().into_iter();
        let varyings = read.map(|(name, shape, flat)| {
            let rows = outputs.get(&name).cloned();
            // What the shader before declares and does not write is 0, as in linked programs.
            let zeros = || vec![cycled(&[0.0; 4], shape); positions.len()];
            Varying {
                rows: rows.unwrap_or_else(zeros),
                name,
                flat,
            }
        });
        let places = positions.iter().map(position);
        let places = places.map(|place| in_gl_range(feeder.clip_depth, place));
        Ok(Prepared::Mesh {
            positions: places.collect(),
            triangles,
            varyings: varyings.collect(),
            primitives,
        })
    }

    /// For each varying its rows at the four corners.
    fn corners(&self, inputs: &RunInputs) -> Result<Vec<Corners>, Diagnostic> {
        let mut found = Vec::new();
        for variable in self.fragment.shader.interface.inputs.values() {
            if variable.builtin.is_some() {
                continue;
            }
            let name = variable.name.clone();
            let given = inputs.varyings.get(&name);
            let rows = match given.map(|data| data.values.as_slice()) {
                None => stand_in::corners(&name, variable.shape),
                Some([one]) => vec![one.clone(); 4],
                Some(four @ [_, _, _, _]) => four.to_vec(),
                Some(rows) => {
                    return Err(Diagnostic::error(
                        codes::files::RUN_DATA,
                        format!(
                            "the varying `{name}` has {} rows; a picture wants four, one for each corner, or one",
                            rows.len()
                        ),
                    ));
                }
            };
            found.push((name, rows));
        }
        Ok(found)
    }
}

/// Rows by the name of an output.
type Outputs = IndexMap<String, Vec<Row>>;

fn append(outputs: &mut Outputs, more: Outputs) {
    for (name, rows) in more {
        outputs.entry(name).or_default().extend(rows);
    }
}

/// Runs a vertex or geometry program on rows of its inputs, with the uniforms and textures of `inputs`. `take` gets the
/// outputs of some samples at a time.
fn run_all(
    program: &Program,
    rows: &IndexMap<String, InputData>,
    inputs: &RunInputs,
    budget: &Budget,
    take: &mut dyn FnMut(RunOutputs),
) -> Result<(), Diagnostics> {
    let stage = program.stage();
    let mut all = RunInputs {
        stage: Some(stage),
        ..RunInputs::default()
    };
    all.table_mut(stage).clone_from(rows);
    let count = all.samples()?;
    let read = |part: Range<usize>| {
        let mut read = RunInputs {
            stage: Some(stage),
            sample_count: Some(part.len()),
            uniforms: inputs.uniforms.clone(),
            textures: inputs.textures.clone(),
            ..RunInputs::default()
        };
        for (name, data) in rows {
            let data = InputData {
                shape: data.shape,
                values: data.values.get(part.clone()).unwrap_or_default().to_vec(),
            };
            read.table_mut(stage).insert(name.clone(), data);
        }
        read
    };
    for start in (0..count).step_by(MOST_TOGETHER) {
        let part = start..(start + MOST_TOGETHER).min(count);
        program.run_within(budget, part, &read, &mut |_, ran| take(ran))?;
    }
    Ok(())
}

/// What a geometry program reads of the primitives of a mesh: the outputs of their vertices.
fn handed_over(
    geometry: &Program,
    mesh: &Mesh,
    vertices: &Outputs,
) -> Result<IndexMap<String, InputData>, Diagnostics> {
    // Of primitives that have further vertices there are the main ones.
    let primitive = geometry.shader.interface.primitive;
    let size = primitive.map_or(1, |of| of.main_vertices.unwrap_or(of.vertices));
    let primitives = mesh.primitives(size);
    if primitives.is_empty() {
        let message = format!(
            "the geometry shader takes primitives of {size} vertices, and the mesh has {}",
            mesh.vertices.len()
        );
        return Err(Diagnostic::error(codes::files::RUN_DATA, message)
            .with_help("choose a larger mesh: --mesh sphere, or an OBJ file")
            .into());
    }
    let inputs = geometry.shader.interface.inputs.values();
    let rows = inputs.map(|input| {
        let written = vertices.get(&input.name);
        // What the vertex shader declares and does not write is 0.
        let element = Shape {
            array: None,
            ..input.shape
        };
        let of_vertex = |number: &u32| {
            let row = written.and_then(|rows| rows.get(*number as usize));
            row.cloned().unwrap_or_else(|| cycled(&[0.0; 4], element))
        };
        let lanes = input.slots() as usize * usize::from(input.slot_lanes());
        let row = |primitive: &Vec<u32>| {
            if input.builtin == Some(Builtin::VertexCount) {
                return vec![size as f32];
            }
            let mut row: Row = primitive.iter().flat_map(of_vertex).collect();
            row.resize(lanes, 0.0);
            row
        };
        let values = primitives.iter().map(row).collect();
        (
            input.name.clone(),
            InputData {
                shape: None,
                values,
            },
        )
    });
    Ok(rows.collect())
}

impl Prepared<'_> {
    /// Gives the fragments of some rows of pixels to `take`, in the order of triangles, so many at a time that they
    /// fit into memory however many there are.
    fn batches(
        &self,
        size: Size,
        rows: (u32, u32),
        budget: &Budget,
        take: &mut dyn FnMut(Batch) -> Result<(), Diagnostics>,
    ) -> Result<(), Diagnostics> {
        match self {
            Prepared::Rectangle { corners, front } => take(rectangle(corners, *front, size, rows)),
            Prepared::Mesh {
                positions,
                triangles,
                varyings,
                ..
            } => {
                let mut quads = Vec::new();
                raster::quads(positions, triangles, size, rows, budget, &mut |quad| {
                    quads.push(quad);
                    if 4 * quads.len() < MOST_KEPT {
                        Ok(())
                    } else {
                        take(batch(&std::mem::take(&mut quads), triangles, varyings))
                    }
                })?;
                take(batch(&quads, triangles, varyings))
            }
        }
    }
}

/// The fragments of quads with their varyings.
fn batch(quads: &[Quad], triangles: &[[u32; 3]], varyings: &[Varying]) -> Batch {
    let rows_of = |varying: &Varying| {
        let all = quads.iter().flat_map(|quad| {
            let triangle = triangles[quad.triangle];
            quad.fragments
                .map(|fragment| varying.at(triangle, fragment.weights))
        });
        (varying.name.clone(), all.collect())
    };
    Batch {
        varyings: varyings.iter().map(rows_of).collect(),
        fragments: quads.iter().flat_map(|quad| quad.fragments).collect(),
    }
}

/// The pixels of the rectangle. An odd picture has a column or row more than is shown.
fn rectangle(corners: &[Corners], front: bool, size: Size, (first, end): (u32, u32)) -> Batch {
    let mut fragments = Vec::new();
    for y in (first..end).step_by(2) {
        for x in (0..size.width).step_by(2) {
            fragments.extend([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Fragment {
                x: x + dx,
                y: y + dy,
                covered: x + dx < size.width && y + dy < end,
                depth: 0.5,
                inverse_w: 1.0,
                front,
                weights: [0.0; 3],
            }));
        }
    }
    let place = |fragment: &Fragment| {
        let (x, y) = (fragment.x as f32 + 0.5, fragment.y as f32 + 0.5);
        (x / size.width as f32, y / size.height as f32)
    };
    let rows = |(name, corners): &Corners| {
        let rows = fragments
            .iter()
            .map(|fragment| blend(corners, place(fragment)));
        (name.clone(), rows.collect())
    };
    Batch {
        varyings: corners.iter().map(rows).collect(),
        fragments,
    }
}

/// The value at a place between four corners.
fn blend(corners: &[Row], (u, v): (f32, f32)) -> Row {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_blended() {
        let corners = [[0.0], [1.0], [2.0], [3.0]].map(Vec::from);
        assert_eq!(blend(&corners, (0.5, 0.5)), [1.5]);
        assert_eq!(blend(&corners, (1.0, 0.0)), [1.0]);
    }
}
