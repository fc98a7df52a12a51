//! Geometry shaders on the 3DS: the interpreter and the simulator make the same triangles, of shaders of this
//! repository and of random ones; programs are as short as they were; and pairs hand on what is read.

use retroshade::link::{Linker, compile_together};
use retroshade::{
    Compilation, Compiled, Compiler, LanguageOptions, Optimize, Source, Stage, find_target,
};
use retroshade_diagnostics::FileId;
use retroshade_ir::run::{InputData, RunInputs, RunOutputs, UniformData};
use retroshade_ir::{Builtin, Shader, eval};
use retroshade_kit::machine;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const LEVELS: [Optimize; 3] = [Optimize::None, Optimize::Size, Optimize::Normal];

/// Numbers that depend on the seed alone.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % limit
    }

    /// A number of few digits, which sums and products keep exact.
    fn number(&mut self) -> f32 {
        self.below(17) as f32 / 4.0 - 2.0
    }
}

fn example(name: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/3ds")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("an example");
    Source::new(
        name,
        retroshade::stage_of_name(&path).expect("a stage"),
        text,
    )
}

fn compile(source: &Source, optimize: Optimize, mode: Option<&str>) -> Compilation<Compiled> {
    let mut compiler = Compiler::new(find_target("pica200").expect("a target"));
    compiler.options.optimize = optimize;
    if let Some(mode) = mode {
        compiler
            .options
            .settings
            .insert("gsh".to_owned(), mode.to_owned());
    }
    compiler.compile(source)
}

fn compiled(source: &Source, optimize: Optimize) -> Compiled {
    let compilation = compile(source, optimize, None);
    compilation
        .result
        .unwrap_or_else(|| panic!("{}\n{:#?}", source.text, compilation.diagnostics))
}

/// Values for all that a shader reads, for three primitives.
fn values(shader: &Shader, random: &mut Random) -> RunInputs {
    let mut inputs = RunInputs::default();
    for variable in shader.interface.inputs.values() {
        let shape = variable.shape;
        let lanes = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
        let mut row = || match variable.builtin {
            // Of the random programs: from the main vertices to all.
            Some(Builtin::VertexCount) => vec![(3 + random.below(7)) as f32],
            _ => (0..lanes).map(|_| random.number()).collect(),
        };
        let data = InputData {
            shape: None,
            values: vec![row(), row(), row()],
        };
        inputs.varyings.insert(variable.name.clone(), data);
    }
    for variable in shader.interface.uniforms.values() {
        let shape = variable.shape;
        let lanes = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
        let value = (0..lanes).map(|_| match shape.scalar {
            retroshade_ir::Scalar::Float => random.number(),
            _ => random.below(2) as f32,
        });
        let data = UniformData {
            shape: None,
            value: value.collect(),
        };
        inputs.uniforms.insert(variable.name.clone(), data);
    }
    inputs
}

type Triangle = [Vec<f32>; 3];

/// The triangles with all outputs of their vertices.
fn triangles(outputs: &RunOutputs) -> Vec<Triangle> {
    let mut names: Vec<&String> = outputs.outputs.keys().collect();
    names.sort();
    let vertex = |row: usize| {
        let rows = names.iter().map(|name| outputs.outputs[*name][row].clone());
        rows.collect::<Vec<_>>().concat()
    };
    let emitted = outputs.emitted.as_ref().expect("vertices");
    let triangles = emitted.triangles.iter();
    triangles.map(|triangle| triangle.map(vertex)).collect()
}

/// True if two triangles have the same vertices in the same winding.
fn same(a: &Triangle, b: &Triangle) -> bool {
    let close = |a: &Vec<f32>, b: &Vec<f32>| {
        let mut lanes = a.iter().zip(b);
        // What no statement sets is anything.
        lanes.all(|(a, b)| a.is_nan() || (a - b).abs() <= 1e-3 * a.abs().max(1.0))
    };
    (0..3).any(|by| (0..3).all(|at| close(&a[at], &b[(at + by) % 3])))
}

/// Compares the interpreter with the simulator at every level and in both modes; false if a program does not fit the machine.
fn agree(source: &Source, random: &mut Random) -> bool {
    let shader = LanguageOptions::default().lower(source);
    let shader = shader
        .result
        .unwrap_or_else(|| panic!("{}\n{:#?}", source.text, shader.diagnostics));
    let inputs = values(&shader, random);
    let wanted = triangles(&eval::run(&shader, &inputs).expect("a run"));
    let target = find_target("pica200").expect("a target");
    let is_variable = shader
        .interface
        .primitive
        .is_some_and(|primitive| primitive.main_vertices.is_some());
    let fixed = (!is_variable).then_some((Optimize::Normal, Some("fixed")));
    let levels = LEVELS.into_iter().map(|level| (level, None));
    for (level, mode) in levels.chain(fixed) {
        let compilation = compile(source, level, mode);
        let Some(program) = compilation.result else {
            // E04xx: it does not fit. E0310: a loop without end indexes the inputs.
            let mut found = compilation.diagnostics.iter();
            let is_limit = |id: &str| id.starts_with("E04") || id == "E0310";
            let is_refused = found.any(|found| is_limit(found.code.id));
            assert!(
                is_refused,
                "{}\n{:#?}",
                source.text, compilation.diagnostics
            );
            return false;
        };
        let ran = machine::run(target, program.as_binary(), &program.reflection, &inputs);
        let found = ran.unwrap_or_else(|fault| panic!("{}\n{fault:#?}", source.text));
        let found = triangles(&found);
        assert_eq!(
            wanted.len(),
            found.len(),
            "{level:?}\n{}\n{}",
            source.text,
            program.assembly
        );
        for (wanted, found) in wanted.iter().zip(&found) {
            assert!(
                same(wanted, found),
                "{level:?} {wanted:?} {found:?}\n{}\n{}",
                source.text,
                program.assembly
            );
        }
    }
    true
}

/// Statements that make vertices of strips, some under conditions and in loops.
fn statements(random: &mut Random, depth: u32, text: &mut String) {
    for _ in 0..2 + random.below(3) {
        let kind = if depth == 0 {
            random.below(7)
        } else {
            random.below(11)
        };
        let (vertex, number) = (random.below(3), random.number());
        let _ = match kind {
            0 => writeln!(text, "gColor = c[{vertex}] * {number:?}; EmitVertex();"),
            1 => writeln!(
                text,
                "gl_Position = gl_in[{vertex}].gl_Position + k; EmitVertex();"
            ),
            2 => writeln!(text, "put({vertex}, {number:?});"),
            3 => writeln!(
                text,
                "gl_Position.x = {number:?}; gUv = gl_in[{vertex}].gl_Position.yx; EmitVertex();"
            ),
            4 => writeln!(text, "put({vertex}, 1.0); put({}, 1.0);", (vertex + 1) % 3),
            5 => writeln!(text, "EndPrimitive();"),
            6 => writeln!(text, "put(int(abs(k.w)), {number:?});"),
            7 => {
                let mut arm = String::new();
                statements(random, depth - 1, &mut arm);
                let test = ["on", "k.x > 0.0", "c[0].y > k.y"][random.below(3) as usize];
                writeln!(text, "if ({test}) {{ {arm} }}")
            }
            8 => writeln!(
                text,
                "for (int i = 0; i < {}; i++) {{ put(i % 3, {number:?}); }}",
                1 + random.below(5)
            ),
            9 => writeln!(
                text,
                "for (int i = {}; i < gl_in.length(); i++) {{
                    gl_Position = gl_in[i].gl_Position * {number:?}; EmitVertex();
                }}
                gl_Position += gl_in[{} + int(abs(k.y * 0.5))].gl_Position; EmitVertex();",
                random.below(4),
                random.below(2)
            ),
            _ => {
                let mut body = String::new();
                statements(random, depth - 1, &mut body);
                writeln!(text, "for (float n = k.z; n < 1.0; n += 1.0) {{ {body} }}")
            }
        };
    }
}

/// Primitives of three vertices, or of three to nine of which three have all inputs.
const PRIMITIVES: [&str; 2] = ["triangles", "vertices = 9, main_vertices = 3"];

fn random_shader(seed: u32, primitives: &str) -> (Source, Random) {
    let mut random = Random(seed);
    let mut body = String::new();
    statements(&mut random, 2, &mut body);
    let text = format!(
        "#version 310 es\nlayout({primitives}) in; layout(triangle_strip, max_vertices = 200) out;
         precision highp float; uniform vec4 k; uniform bool on; in vec4 c[]; out vec4 gColor; out vec2 gUv;
         void put(int i, float f) {{ gl_Position = gl_in[i].gl_Position * f; gUv = c[i].xy; gColor = c[i] + k; EmitVertex(); }}
         void main() {{ gColor = vec4(0.5); gUv = vec2(0.0); gl_Position = vec4(1.0);\n{body}}}"
    );
    (Source::new("random.geom", Stage::Geometry, text), random)
}

#[test]
fn random_programs_make_the_same_triangles() {
    for primitives in PRIMITIVES {
        let agreed = (0..30).filter(|seed| {
            let (source, mut random) = random_shader(*seed, primitives);
            agree(&source, &mut random)
        });
        let agreed = agreed.count();
        assert!(agreed > 20, "{primitives}: {agreed}");
    }
}

#[test]
#[ignore = "two thousand programs take minutes"]
fn many_random_programs_make_the_same_triangles() {
    for (seed, primitives) in (1000..3000).zip(PRIMITIVES.into_iter().cycle()) {
        let (source, mut random) = random_shader(seed, primitives);
        agree(&source, &mut random);
    }
}

#[test]
fn examples_make_the_same_triangles() {
    for name in ["sprite.geom", "cuboid.geom", "particles.geom"] {
        assert!(agree(&example(name), &mut Random(7)));
    }
}

/// A closed mesh: the corners of triangles, counter-clockwise.
type Faces = Vec<[usize; 3]>;

/// A tetrahedron, an octahedron and a torus of four by five squares: three to six neighbours of each vertex.
fn closed_meshes() -> [(usize, Faces); 3] {
    let tetrahedron = vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
    let around = |i: usize| [2 + i, 2 + (i + 1) % 4];
    let halves = (0..4).flat_map(|i| {
        let [a, b] = around(i);
        [[0, a, b], [1, b, a]]
    });
    let at = |x: usize, y: usize| 5 * (x % 4) + y % 5;
    let squares = (0..4).flat_map(|x| (0..5).map(move |y| (x, y)));
    let torus = squares.flat_map(|(x, y)| {
        let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
        [[a, b, c], [a, c, d]]
    });
    // One side of the octahedron is cut in three: three, four and five neighbours.
    let mut cut: Faces = halves.collect();
    let [a, b, c] = cut.swap_remove(0);
    cut.extend([[a, b, 6], [b, c, 6], [c, a, 6]]);
    [(4, tetrahedron), (7, cut), (20, torus.collect())]
}

/// The vertex across from each directed side.
fn across(faces: &Faces) -> BTreeMap<(usize, usize), usize> {
    let sides = faces
        .iter()
        .flat_map(|&[a, b, c]| [((a, b), c), ((b, c), a), ((c, a), b)]);
    sides.collect()
}

/// The neighbours of a vertex in their order, counter-clockwise from one of them.
fn neighbours(across: &BTreeMap<(usize, usize), usize>, vertex: usize, first: usize) -> Vec<usize> {
    let mut found = vec![first];
    loop {
        let next = across[&(vertex, found[found.len() - 1])];
        if next == first {
            return found;
        }
        found.push(next);
    }
}

#[test]
fn loop_subdivision_smooths_closed_meshes() {
    let source = example("loop.geom");
    let shader = LanguageOptions::default().lower(&source).result;
    let shader = shader.expect("a shader");
    let target = find_target("pica200").expect("a target");
    let programs = LEVELS.map(|level| compiled(&source, level));
    let mut random = Random(3);
    for (count, faces) in closed_meshes() {
        let positions: Vec<[f32; 3]> = (0..count)
            .map(|_| [0; 3].map(|_| random.number()))
            .collect();
        let across = across(&faces);
        let weighted = |terms: &[(usize, f32)]| -> Vec<f32> {
            let lane = |lane: usize| terms.iter().map(|(at, by)| positions[*at][lane] * by).sum();
            (0..3).map(lane).collect()
        };
        let smoothed = |vertex: usize| {
            let first = across.keys().find(|(a, _)| *a == vertex).expect("a side").1;
            let ring = neighbours(&across, vertex, first);
            let share = if ring.len() == 3 {
                0.1875
            } else {
                0.375 / ring.len() as f32
            };
            let mut terms: Vec<(usize, f32)> = ring.iter().map(|at| (*at, share)).collect();
            terms.push((vertex, 1.0 - share * ring.len() as f32));
            weighted(&terms)
        };
        let middle = |a: usize, b: usize| {
            let (c, d) = (across[&(a, b)], across[&(b, a)]);
            weighted(&[(a, 0.375), (b, 0.375), (c, 0.125), (d, 0.125)])
        };
        let (mut inputs, mut wanted) = (RunInputs::default(), Vec::new());
        let mut rows: [Vec<Vec<f32>>; 3] = Default::default();
        for &[a, b, c] in &faces {
            let parts = [(a, b), (b, c), (c, a)].map(|(at, next)| neighbours(&across, at, next));
            let mut ring: Vec<usize> = parts[0][2..].to_vec();
            ring.extend(&parts[1][3..]);
            ring.extend(&parts[2][3..]);
            // The ring ends where it began.
            if parts[2].len() > 3 {
                ring.pop();
            }
            let all: Vec<usize> = [a, b, c].into_iter().chain(ring).collect();
            let mut position: Vec<f32> = all
                .iter()
                .flat_map(|at| [&positions[*at][..], &[1.0]].concat())
                .collect();
            position.resize(32 * 4, 0.0);
            let valences = parts.iter().map(|part| part.len() as f32);
            rows[0].push(vec![all.len() as f32]);
            rows[1].push(position);
            rows[2].push(
                valences
                    .flat_map(|valence| [0.5, 0.25, 0.0, valence])
                    .collect(),
            );
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            let [a, b, c] = [a, b, c].map(smoothed);
            wanted.push([a, ab.clone(), ca.clone()]);
            wanted.push([ca.clone(), ab.clone(), bc.clone()]);
            wanted.push([ca, bc.clone(), c]);
            wanted.push([ab, b, bc]);
        }
        for (name, values) in ["gl_VerticesIn", "gl_Position", "vColor"]
            .into_iter()
            .zip(rows)
        {
            let data = InputData {
                shape: None,
                values,
            };
            inputs.varyings.insert(name.to_owned(), data);
        }
        let value = (0..16)
            .map(|at| if at % 5 == 0 { 1.0 } else { 0.0 })
            .collect();
        let unit = UniformData { shape: None, value };
        inputs.uniforms.insert("projection".to_owned(), unit);
        let interpreted = eval::run(&shader, &inputs).expect("a run");
        let simulated = programs.iter().map(|program| {
            let record = &program.reflection;
            machine::run(target, program.as_binary(), record, &inputs).expect("a run")
        });
        for outputs in [interpreted].into_iter().chain(simulated) {
            let found = triangles(&outputs);
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(&wanted) {
                // Outputs are in the order of their names, so that the colour comes first.
                let places = found.clone().map(|vertex| vertex[3..6].to_vec());
                assert!(same(&places, wanted), "{count}: {places:?} {wanted:?}");
            }
        }
    }
}

#[test]
fn faces_share_corners() {
    let program = compiled(&example("cuboid.geom"), Optimize::Normal);
    let vertices = program
        .assembly
        .lines()
        .filter(|line| line.trim() == "emit")
        .count();
    // Six faces of four corners each; people make 20 of them.
    assert!(vertices <= 20, "{vertices}\n{}", program.assembly);
    assert!(program.reflection.stats.words <= 96, "{}", program.assembly);
}

/// The head of a shader of triangles with a function that makes one, `piece(a, b, c)`.
const PIECES: &str = "#version 310 es\n#extension GL_EXT_geometry_shader : require\nlayout(triangles) in;\n\
    layout(triangle_strip, max_vertices = 9) out;\nprecision highp float;\nuniform mat4 uView;\nin vec4 vPlace[];\nin vec4 vTint[];\n\
    out vec4 gColor;\nvoid point(vec4 place, int k) { gl_Position = uView * place; gColor = vTint[k]; EmitVertex(); }\n\
    void piece(vec4 a, vec4 b, vec4 c) { point(a, 0); point(b, 1); point(c, 2); EndPrimitive(); }\n";

#[test]
fn vertices_that_are_made_alike_share_procedures() {
    // The corners of a triangle, cut off at the middles of its edges: people call a procedure for each piece, and need 42 words.
    let body = "void main() {\n\
        vec4 a = vPlace[0], b = vPlace[1], c = vPlace[2];\n\
        vec4 ab = (a + b) * 0.5, bc = (b + c) * 0.5, ca = (c + a) * 0.5;\n\
        piece(a, ab, ca); piece(ab, b, bc); piece(ca, bc, c);\n}\n";
    let source = Source::new("pieces.geom", Stage::Geometry, format!("{PIECES}{body}"));
    assert!(agree(&source, &mut Random(7)));
    let program = compiled(&source, Optimize::Size);
    let words = program.reflection.stats.words;
    assert!(words <= 40, "{words}\n{}", program.assembly);
    let procedures = program.assembly.matches(".proc ").count();
    assert_eq!(procedures, 3, "{}", program.assembly);
}

#[test]
fn every_strip_begins_at_the_first_slot_in_each_round() {
    // The number of a vertex is 0 at the end of each round, though one way goes on in the middle.
    let body = "uniform float uCount;\nvoid main() {\n\
        for (float left = uCount; left > 0.0; left -= 1.0) {\n\
            vec4 moved = vec4(left) * vTint[0];\n\
            if (moved.x > 4.0) continue;\n\
            piece(vPlace[0] + moved, vPlace[1] + moved, vPlace[2]);\n\
        }\n}\n";
    let source = Source::new("rounds.geom", Stage::Geometry, format!("{PIECES}{body}"));
    assert!(agree(&source, &mut Random(11)));
    let program = compiled(&source, Optimize::Normal);
    let slots = program.assembly.matches("setemit").count();
    assert_eq!(slots, 3, "{}", program.assembly);
}

#[test]
fn a_loop_that_makes_a_strip_is_written_out() {
    let body = "void main() {\n\
        for (int k = 0; k < 4; k++) {\n\
            vec2 side = vec2((k & 1) * 2 - 1, (k >> 1) * 2 - 1);\n\
            point(vPlace[0] + vec4(side * vPlace[1].xy, 0.0, 0.0), 0);\n\
        }\n\
        EndPrimitive();\n}\n";
    let source = Source::new("corners.geom", Stage::Geometry, format!("{PIECES}{body}"));
    assert!(agree(&source, &mut Random(13)));
    for level in [Optimize::Size, Optimize::Normal] {
        let program = compiled(&source, level);
        let slots = program.assembly.matches("setemit").count();
        assert_eq!(slots, 4, "{}", program.assembly);
    }
}

#[test]
fn a_pair_is_one_file_whose_programs_agree() {
    let target = find_target("pica200").expect("a target");
    let compiler = Compiler::new(target);
    let sources = [example("sprite.vert"), example("sprite.geom")];
    let programs = compile_together(&compiler, &sources).into_iter();
    let programs: Vec<Compiled> = programs
        .map(|program| program.result.expect("a program"))
        .collect();
    let bytes = target.join(&programs, &compiler.options).expect("a file");
    let text = target
        .format_joined(&programs, &bytes, "h", "sprite")
        .expect("a header");
    for line in [
        "#define GSH_VERTICES 1",
        "#define GSH_STRIDE 3",
        "GPU_GEOMETRY_PRIM",
        "C3D_FrameSplit",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    // A vertex through both programs, as the unit hands it on.
    let mut vertex = RunInputs::from_json(
        r#"{"attributes": {"aPosition": [[1, 2, 3, 1]], "aRadius": [[0.5]], "aColor": [[0, 0.25, 0.5, 1]]},
            "uniforms": {"modelView": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
                         "projection": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}}"#,
        FileId(0),
    )
    .expect("data");
    let handed = machine::run(
        target,
        programs[0].as_binary(),
        &programs[0].reflection,
        &vertex,
    );
    let handed = handed.expect("a vertex").outputs;
    vertex = RunInputs::default();
    for (name, values) in handed {
        vertex.varyings.insert(
            name,
            InputData {
                shape: None,
                values,
            },
        );
    }
    let made = machine::run(
        target,
        programs[1].as_binary(),
        &programs[1].reflection,
        &vertex,
    );
    let made = made.expect("triangles");
    assert_eq!(made.outputs["gl_Position"][3], [3.0, 5.0, 3.0, 1.0]);
    assert_eq!(made.outputs["gColor"][0], [0.0, 0.25, 0.5, 1.0]);
    assert_eq!(made.emitted.expect("vertices").triangles.len(), 2);
}

const SCROLLING: &str = "#version 300 es
precision mediump float;
uniform sampler2D uTexture;
uniform vec2 uScroll;
in vec2 gTexCoord0;
in vec4 gColor;
out vec4 color;
void main() { color = texture(uTexture, gTexCoord0 * 2.0 + uScroll) * gColor; }";

#[test]
fn a_fragment_shader_is_fed_by_the_geometry_program() {
    let target = find_target("pica200").expect("a target");
    let linker = Linker::new(Compiler::new(target));
    let fragment = Source::new("scrolling.frag", Stage::Fragment, SCROLLING);
    let (vertex, geometry) = (example("sprite.vert"), example("sprite.geom"));
    let linked = linker.link_three([&fragment, &geometry, &vertex]);
    let pair = linked
        .result
        .unwrap_or_else(|| panic!("{:#?}", linked.diagnostics));
    let geometry = pair.geometry.as_ref().expect("a geometry program");
    // What the coordinate is computed of moves into the program that makes the vertices, with its uniform.
    let names = |program: &Compiled| {
        let uniforms = program.reflection.uniforms.iter();
        uniforms
            .map(|uniform| uniform.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(geometry), ["uScroll"]);
    assert_eq!(names(&pair.vertex), ["modelView", "projection"]);
    let data = r#"{"varyings": {"gl_Position": [[1, 2, 3, 1]], "vRadius": [[0.5, 0.25]], "vColor": [[1, 0.5, 0, 1]]},
                   "uniforms": {"uScroll": [0.25, 0.5]}}"#;
    let inputs = RunInputs::from_json(data, FileId(0)).expect("data");
    let record = &geometry.reflection;
    let made = machine::run(target, geometry.as_binary(), record, &inputs).expect("triangles");
    let coordinates = &made.outputs["texcoord0"];
    let wanted = [[0.25, 0.5], [2.25, 0.5], [0.25, 2.5], [2.25, 2.5]];
    assert_eq!(
        coordinates
            .iter()
            .map(|row| [row[0], row[1]])
            .collect::<Vec<_>>(),
        wanted
    );
    assert_eq!(made.outputs["color"][2], [1.0, 0.5, 0.0, 1.0]);
    let (vertex, geometry) = (example("sprite.vert"), example("sprite.geom"));
    let verdicts = linker.prove_three([&vertex, &geometry, &fragment], &pair);
    for verdict in verdicts.expect("verdicts") {
        assert!(verdict.is_proof(), "{verdict:?}");
    }
    // The vertex program hands on three registers, which the geometry program reads.
    assert_eq!(pair.vertex.reflection.outputs.len(), 3);
    let programs: Vec<Compiled> = pair.before_fragments().cloned().collect();
    target
        .join(&programs, &linker.compiler.options)
        .expect("one file");
}

/// The file and the header of a vertex and a geometry shader.
fn pair(vertex: Source, geometry: Source) -> (Vec<Compiled>, String) {
    let target = find_target("pica200").expect("a target");
    let compiler = Compiler::new(target);
    let programs = compile_together(&compiler, &[vertex, geometry]).into_iter();
    let programs: Vec<Compiled> = programs
        .map(|program| {
            program
                .result
                .unwrap_or_else(|| panic!("{:#?}", program.diagnostics))
        })
        .collect();
    let bytes = target.join(&programs, &compiler.options).expect("a file");
    let text = target
        .format_joined(&programs, &bytes, "h", "pair")
        .expect("a header");
    (programs, text)
}

#[test]
fn input_in_uniforms_has_the_stride_of_a_vertex() {
    // The unit has four bits for it, and takes the vertices' number from the file.
    let (programs, text) = pair(example("particles.vert"), example("particles.geom"));
    assert!(text.contains("#define GSH_STRIDE 6 "), "{text}");
    assert!(programs[1].assembly.contains(".gsh fixed c24 c0 4"));
    let (programs, text) = pair(example("loop.vert"), example("loop.geom"));
    for line in [
        "GSH_VERTICES 32 ",
        "GSH_STRIDE 2 ",
        "before those of each primitive stands their number",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(programs[1].assembly.contains(".gsh variable c36 3"));
    let mut outputs = programs[0].reflection.outputs.iter();
    let color = outputs.find(|output| output.name == "vColor");
    assert_eq!(color.and_then(|output| output.index), Some(1));
}

#[test]
fn primitives_that_the_unit_does_not_take_are_refused() {
    for (layout, mode, message) in [
        (
            "vertices = 17",
            None,
            "counts at most 16 vertices into uniforms",
        ),
        (
            "vertices = 8, main_vertices = 2",
            Some("fixed"),
            "come in the mode `variable` only",
        ),
        (
            "vertices = 8",
            Some("variable"),
            "is for primitives that each have a number",
        ),
        (
            "vertices = 4, main_vertices = 5",
            None,
            "more main vertices than a primitive has",
        ),
        (
            "vertices = 100, main_vertices = 2",
            None,
            "need 101 registers",
        ),
    ] {
        let text = format!(
            "#version 310 es\nlayout({layout}) in; layout(triangle_strip, max_vertices = 3) out;
             void main() {{ for (int i = 0; i < 3; i++) {{ gl_Position = gl_in[i].gl_Position; EmitVertex(); }} }}"
        );
        let source = Source::new("a.geom", Stage::Geometry, text);
        let compilation = compile(&source, Optimize::Normal, mode);
        let mut found = compilation.diagnostics.iter();
        let is_said = found.any(|found| found.message.contains(message));
        assert!(is_said, "{layout}: {:?}", compilation.diagnostics);
    }
}

/// A change in the text of an example that changes what it computes: the one and the other.
const FAULTS: [(&str, &str, &str); 7] = [
    ("sprite.geom", "side * vRadius[0]", "side * vRadius[0].yx"),
    ("sprite.geom", "corner(vec2(1.0, -1.0));", ""),
    ("cuboid.geom", "face(4, 5, 6, 7)", "face(5, 4, 7, 6)"),
    ("cuboid.geom", "face(4, 5, 6, 7)", "face(4, 5, 7, 6)"),
    ("loop.geom", "* 0.125", "* 0.25"),
    ("loop.geom", "at < last", "at < last - 1"),
    ("particles.geom", "look.xy * middle.w", "look.xy"),
];

#[test]
fn programs_are_proved_and_faults_are_found() {
    let mut compiler = Compiler::new(find_target("pica200").expect("a target"));
    for name in ["sprite.geom", "cuboid.geom", "loop.geom", "particles.geom"] {
        for level in LEVELS {
            compiler.options.optimize = level;
            let source = example(name);
            let program = compiled(&source, level);
            let verdict = compiler.prove(&source, &program).result.expect("a verdict");
            assert!(verdict.is_proof(), "{name} {level:?}: {verdict:?}");
        }
    }
    compiler.options.optimize = Optimize::Normal;
    for (name, from, to) in FAULTS {
        let source = example(name);
        assert!(source.text.contains(from), "{name}: {from}");
        let faulty = Source {
            text: source.text.replace(from, to),
            ..source.clone()
        };
        let program = compiled(&faulty, Optimize::Normal);
        let verdict = compiler.prove(&source, &program).result.expect("a verdict");
        assert!(!verdict.is_proof(), "{name} {to}: {verdict:?}");
    }
}

#[test]
fn other_chips_refuse_the_stage() {
    for name in ["agal1", "lima", "nv2a"] {
        let compilation =
            Compiler::new(find_target(name).expect("a target")).compile(&example("sprite.geom"));
        let found = compilation
            .diagnostics
            .iter()
            .find(|found| found.code.id == "E0304");
        assert!(
            found.is_some_and(|found| found.message.contains("geometry")),
            "{name}"
        );
    }
}
