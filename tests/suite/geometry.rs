//! Geometry shaders on the 3DS: the interpreter and the simulator make the same triangles, of shaders of this
//! repository and of random ones; programs are as short as they were; and pairs hand on what is read.

use retroshade::link::{Linker, compile_together};
use retroshade::{
    Compilation, Compiled, Compiler, LanguageOptions, Optimize, Source, Stage, find_target,
};
use retroshade_diagnostics::FileId;
use retroshade_ir::run::{InputData, RunInputs, RunOutputs, UniformData};
use retroshade_ir::{Shader, eval};
use retroshade_kit::machine;
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
        let mut row = || (0..lanes).map(|_| random.number()).collect();
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
    for (level, mode) in LEVELS
        .into_iter()
        .map(|level| (level, None))
        .chain([(Optimize::Normal, Some("fixed"))])
    {
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
            random.below(6)
        } else {
            random.below(9)
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
            6 => {
                let mut arm = String::new();
                statements(random, depth - 1, &mut arm);
                let test = ["on", "k.x > 0.0", "c[0].y > k.y"][random.below(3) as usize];
                writeln!(text, "if ({test}) {{ {arm} }}")
            }
            7 => writeln!(
                text,
                "for (int i = 0; i < {}; i++) {{ put(i % 3, {number:?}); }}",
                1 + random.below(5)
            ),
            _ => {
                let mut body = String::new();
                statements(random, depth - 1, &mut body);
                writeln!(text, "for (float n = k.z; n < 1.0; n += 1.0) {{ {body} }}")
            }
        };
    }
}

fn random_shader(seed: u32) -> (Source, Random) {
    let mut random = Random(seed);
    let mut body = String::new();
    statements(&mut random, 2, &mut body);
    let text = format!(
        "#version 310 es\nlayout(triangles) in; layout(triangle_strip, max_vertices = 100) out;
         precision highp float; uniform vec4 k; uniform bool on; in vec4 c[]; out vec4 gColor; out vec2 gUv;
         void put(int i, float f) {{ gl_Position = gl_in[i].gl_Position * f; gUv = c[i].xy; gColor = c[i] + k; EmitVertex(); }}
         void main() {{ gColor = vec4(0.5); gUv = vec2(0.0); gl_Position = vec4(1.0);\n{body}}}"
    );
    (Source::new("random.geom", Stage::Geometry, text), random)
}

#[test]
fn random_programs_make_the_same_triangles() {
    let agreed = (0..40).filter(|seed| {
        let (source, mut random) = random_shader(*seed);
        agree(&source, &mut random)
    });
    assert!(agreed.count() > 30);
}

#[test]
#[ignore = "two thousand programs take minutes"]
fn many_random_programs_make_the_same_triangles() {
    for seed in 1000..3000 {
        let (source, mut random) = random_shader(seed);
        agree(&source, &mut random);
    }
}

#[test]
fn examples_make_the_same_triangles() {
    for name in ["sprite.geom", "cuboid.geom"] {
        assert!(agree(&example(name), &mut Random(7)));
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
    // The vertex program hands on three registers, which the geometry program reads.
    assert_eq!(pair.vertex.reflection.outputs.len(), 3);
    let programs: Vec<Compiled> = pair.before_fragments().cloned().collect();
    target
        .join(&programs, &linker.compiler.options)
        .expect("one file");
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
