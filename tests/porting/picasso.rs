//! The rows of the page on picasso: a program in both languages, and the same data.

use indexmap::IndexMap;
use retroshade::diagnostics::FileId;
use retroshade::{Compiler, LanguageOptions, Source, Stage, Target, TargetOptions, find_target};
use retroshade_ir::run::compare::{Functions, compare};
use retroshade_ir::run::{Expected, InputData, RunInputs, RunOutputs, UniformData};
use retroshade_kit::machine::{self, Watch};

/// A row of the table.
pub(crate) struct Row {
    /// The cell on the left.
    pub(crate) left: &'static str,
    /// picasso's declarations, and procedures beside `main`.
    declarations: &'static str,
    /// What `main` does. It sets `outclr`; `outpos` is the first attribute unless it is set here.
    main: &'static str,
    /// The declarations of the GLSL.
    glsl: &'static str,
    /// What its `main` does: sets `vColor`, and perhaps `gl_Position`.
    body: &'static str,
    /// Uniforms.
    data: &'static [(&'static str, Data)],
}

/// The value of a uniform on both sides.
enum Data {
    Vector([f32; 4]),
    /// Several registers, and an array.
    Vectors(&'static [[f32; 4]]),
    /// In the order of GL: column by column.
    Matrix([f32; 16]),
    Bool(bool),
    /// So many rounds of a loop: `n` in GLSL, `n - 1` in the first component of an integer register.
    Count(u8),
}

const K: (&str, Data) = ("k", Data::Vector([0.5, -2.0, 3.0, 0.25]));
const MATRIX: Data = Data::Matrix([
    1.0, 2.0, 3.0, 4.0, 0.5, 0.25, -1.0, 2.0, 0.0, 1.0, 0.0, -3.0, 2.0, 2.0, 1.0, 0.5,
]);
const MATERIAL: Data = Data::Vectors(&[
    [1.0, 2.0, 3.0, 4.0],
    [5.0, 6.0, 7.0, 8.0],
    [-1.0, 0.5, 0.0, 2.0],
    [9.0, 8.0, 7.0, 6.0],
]);

/// Two vertices: the attributes `v` and `w`, in v0 and v1.
const VERTICES: [[[f32; 4]; 2]; 2] = [
    [[0.5, 1.5, 2.25, 3.0], [2.0, 0.75, 4.0, 1.0]],
    [[1.0, 0.25, 0.5, 1.0], [0.25, 3.0, 0.5, 2.0]],
];

/// Every row, in the order of the table.
pub(crate) const ROWS: &[Row] = &[
    Row {
        left: "`.fvec name`",
        declarations: ".fvec k",
        main: "mov outclr, k",
        glsl: "uniform vec4 k;",
        body: "vColor = k;",
        data: &[K],
    },
    Row {
        left: "`.fvec mtx[4]` with `dp4` four times",
        declarations: ".fvec mtx[4]",
        main: "dp4 outclr.x, mtx[0], v0\ndp4 outclr.y, mtx[1], v0\n\
               dp4 outclr.z, mtx[2], v0\ndp4 outclr.w, mtx[3], v0",
        glsl: "uniform mat4 mtx;",
        body: "vColor = mtx * v;",
        data: &[("mtx", MATRIX)],
    },
    Row {
        left: "`.fvec material[4]`",
        declarations: ".fvec material[4]",
        main: "mov r0, material[2]\nadd outclr, material[1], r0",
        glsl: "uniform vec4 material[4];",
        body: "vColor = material[1] + material[2];",
        data: &[("material", MATERIAL)],
    },
    Row {
        left: "`.constf c(x, y, z, w)`",
        declarations: ".constf c(1.0, -2.5, 0.125, 7.0)",
        main: "add outclr, c, v0",
        glsl: "const vec4 c = vec4(1.0, -2.5, 0.125, 7.0);",
        body: "vColor = c + v;",
        data: &[],
    },
    Row {
        left: "`.consti n(count, 0, 1, 0)` with `for n`",
        declarations: ".consti n(3, 0, 1, 0)",
        main: "mov r0, v0\nfor n\n add r0, v1, r0\n.end\nmov outclr, r0",
        glsl: "",
        body: "vColor = v; for (int i = 0; i <= 3; i++) { vColor += w; }",
        data: &[],
    },
    Row {
        left: "`.ivec n` with `for n`",
        declarations: ".ivec n",
        main: "mov r0, v0\nfor n\n add r0, v1, r0\n.end\nmov outclr, r0",
        glsl: "uniform int n;",
        body: "vec4 sum = v; for (int i = 0; i < n; i++) { sum += w; } vColor = sum;",
        data: &[("n", Data::Count(5))],
    },
    Row {
        left: "`.bool b` with `ifu b`",
        declarations: ".bool b",
        main: "ifu b\n mov r0, v0\n.else\n mov r0, v1\n.end\nmov outclr, r0",
        glsl: "uniform bool b;",
        body: "if (b) { vColor = v; } else { vColor = w; }",
        data: &[("b", Data::Bool(true))],
    },
    Row {
        left: "`.out name position`",
        declarations: "",
        main: "add r0, v0, v0\nadd outpos, v1, r0\nmov outclr, v1",
        glsl: "",
        body: "gl_Position = v + v + w; vColor = w;",
        data: &[],
    },
    Row {
        left: "`.out name color`, `texcoord0`, `texcoord1`, `texcoord2`, `normalquat`, `view`, `texcoord0w`",
        declarations: ".out t0 texcoord0\n.out t1 texcoord1\n.out t2 texcoord2\n.out nq normalquat\n.out vi view",
        main: "mov outclr, v0\nmov t0, v1.xy\nmov t1, v1.yz\nmov t2, v1.zw\nmov nq, v0.wzyx\nmov vi, v1.xxx",
        glsl: "varying vec2 vTexCoord0; varying vec2 vTexCoord1; varying vec2 vTexCoord2;\n\
               varying vec4 vNormalQuat; varying vec3 vView;",
        body: "vColor = v; vTexCoord0 = w.xy; vTexCoord1 = w.yz; vTexCoord2 = w.zw;\n\
               vNormalQuat = v.wzyx; vView = w.xxx;",
        data: &[],
    },
    Row {
        left: "`.alias name v0`",
        declarations: ".alias place v0\n.alias other v1",
        main: "add r0, place, place\nadd outclr, other, r0",
        glsl: "",
        body: "vColor = v + v + w;",
        data: &[],
    },
    Row {
        left: "`.alias half c.xyzw` of a part",
        declarations: ".constf c(0.0, 1.0, -1.0, -0.5)\n.alias half c.wwww",
        main: "mul outclr, half, v0",
        glsl: "const vec4 c = vec4(0.0, 1.0, -1.0, -0.5);",
        body: "vColor = c.wwww * v;",
        data: &[],
    },
    Row {
        left: "`mov`, `add`, `mul`, `mad`, `max`, `min`, `flr`",
        declarations: ".fvec k",
        main: "mov r0, v0\nadd r1, k, r0\nmul r1, k, r1\nmad r1, r0, r1, k\nmax r1, k, r1\n\
               min r1, v1, r1\nflr r1, r1\nmov outclr, r1",
        glsl: "uniform vec4 k;",
        body: "vec4 r = (k + v) * k; r = v * r + k; vColor = floor(min(w, max(k, r)));",
        data: &[K],
    },
    Row {
        left: "`dp3`, `dp4`, `dph`",
        declarations: ".fvec k",
        main: "dp3 outclr.x, k, v0\ndp4 outclr.y, k, v0\ndph outclr.zw, v0, k",
        glsl: "uniform vec4 k;",
        body: "vColor = vec4(dot(k.xyz, v.xyz), dot(k, v), vec2(dot(vec4(v.xyz, 1.0), k)));",
        data: &[K],
    },
    Row {
        left: "`rcp`, `rsq`, `ex2`, `lg2`",
        declarations: "",
        main: "rcp outclr.x, v0.x\nrsq outclr.y, v0.y\nex2 outclr.z, v0.z\nlg2 outclr.w, v0.w",
        glsl: "",
        body: "vColor = vec4(1.0 / v.x, inversesqrt(v.y), exp2(v.z), log2(v.w));",
        data: &[],
    },
    Row {
        left: "`slt`, `sge`",
        declarations: ".fvec k",
        main: "slt outclr.xy, k, v0\nsge outclr.zw, k, v0",
        glsl: "uniform vec4 k;",
        body: "vColor = vec4(k.x < v.x ? 1.0 : 0.0, k.y < v.y ? 1.0 : 0.0, step(v.zw, k.zw));",
        data: &[K],
    },
    Row {
        left: "`cmp` with `ifc`",
        declarations: ".fvec k",
        main: "cmp k, lt, lt, v0\nifc cmp.x\n mov r0, v0\n.else\n mov r0, v1\n.end\nmov outclr, r0",
        glsl: "uniform vec4 k;",
        body: "if (k.x < v.x) { vColor = v; } else { vColor = w; }",
        data: &[K],
    },
    Row {
        left: "`litp`",
        declarations: ".constf one(1.0, 1.0, 1.0, 1.0)",
        main: "litp r0, v1\nmov outclr, r0",
        glsl: "",
        body: "vColor = vec4(max(w.x, 0.0), clamp(w.y, -127.9961, 127.9961), 0.0, max(w.w, 0.0));",
        data: &[],
    },
    Row {
        left: "`mova a0.x` with `c[a0.x]`",
        declarations: ".fvec material[4]",
        main: "mova a0.x, v1.w\nmov outclr, material[a0.x]",
        glsl: "uniform vec4 material[4];",
        body: "vColor = material[int(w.w)];",
        data: &[("material", MATERIAL)],
    },
    Row {
        left: "`call`, `.proc`",
        declarations: ".proc twice\nadd r0, r0, r0\n.end",
        main: "mov r0, v0\ncall twice\ncall twice\nmov outclr, r0",
        glsl: "vec4 twice(vec4 a) { return a + a; }",
        body: "vColor = twice(twice(v));",
        data: &[],
    },
    Row {
        left: "`end`, `nop`",
        declarations: "",
        main: "nop\nmov outclr, v0\nnop",
        glsl: "",
        body: "vColor = v;",
        data: &[],
    },
    // The program that follows is picasso's own: it stays, and assembles.
    Row {
        left: "`.gsh`, `emit`, `setemit`",
        declarations: "",
        main: GEOMETRY,
        glsl: "",
        body: "",
        data: &[],
    },
];

const GEOMETRY: &str = ".gsh point c0\n.out outpos position\n.out outclr color\n.proc gmain\n\
                        setemit 0\nmov outpos, v0\nmov outclr, v1\nemit\nend\n.end\n.entry gmain\n";

impl Row {
    /// Why the two sides disagree; `None` if they agree.
    pub(crate) fn fault(&self) -> Option<String> {
        let target = find_target("pica200")?;
        match self.body {
            "" => assembled(target, self.main).err(),
            _ => self.compared(target).err(),
        }
    }

    fn compared(&self, target: &'static dyn Target) -> Result<(), String> {
        let position = if self.main.contains("outpos") {
            ""
        } else {
            "mov outpos, v0\n"
        };
        let (procedures, declarations) = if self.declarations.starts_with(".proc") {
            (self.declarations, "")
        } else {
            ("", self.declarations)
        };
        let picasso = format!(
            "{declarations}\n.out outpos position\n.out outclr color\n{procedures}\n.proc main\n{}\n{position}end\n.end\n",
            self.main
        );
        let theirs = assembled(target, &picasso)?(&self.inputs(false))?;
        let place = if self.body.contains("gl_Position") {
            ""
        } else {
            "gl_Position = v;"
        };
        let glsl = format!(
            "attribute vec4 v;\nattribute vec4 w;\n{}\nvarying vec4 vColor;\nvoid main() {{ {place} {} }}\n",
            self.glsl, self.body
        );
        let ours = compiled(target, &glsl, &self.inputs(true))?;
        let expected = Expected {
            outputs: renamed(theirs),
            ..Expected::default()
        };
        let comparison = compare(&expected, &ours, target.tolerance(Functions::Trigonometric));
        if comparison.agrees() && comparison.compared >= 16 {
            Ok(())
        } else {
            Err(comparison.differences.join("; "))
        }
    }

    fn inputs(&self, by_name: bool) -> RunInputs {
        let mut inputs = RunInputs::default();
        let names = if by_name { ["v", "w"] } else { ["v0", "v1"] };
        for (attribute, name) in names.into_iter().enumerate() {
            let rows = VERTICES.iter().map(|vertex| vertex[attribute].to_vec());
            let values = rows.collect();
            let data = InputData {
                shape: None,
                values,
            };
            inputs.attributes.insert(name.to_owned(), data);
        }
        for (name, data) in self.data {
            let value = match data {
                Data::Vector(value) => value.to_vec(),
                Data::Vectors(values) => values.concat(),
                Data::Matrix(value) if by_name => value.to_vec(),
                // Registers have rows.
                Data::Matrix(value) => (0..16).map(|at| value[at % 4 * 4 + at / 4]).collect(),
                Data::Bool(value) => vec![f32::from(u8::from(*value))],
                Data::Count(count) if by_name => vec![f32::from(*count)],
                Data::Count(count) => vec![f32::from(count - 1), 0.0, 1.0, 0.0],
            };
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert((*name).to_owned(), data);
        }
        inputs
    }
}

/// Outputs of the fixed pipeline by the names of the varyings that mean them.
fn renamed(outputs: RunOutputs) -> IndexMap<String, Vec<Vec<f32>>> {
    let name = |semantic: &str| match semantic {
        "position" => "gl_Position",
        "color" => "vColor",
        "texcoord0" => "vTexCoord0",
        "texcoord1" => "vTexCoord1",
        "texcoord2" => "vTexCoord2",
        "normalquat" => "vNormalQuat",
        "view" => "vView",
        other => panic!("the output {other}"),
    };
    let lanes = |semantic: &str| match semantic {
        "view" => 3,
        _ if semantic.starts_with("texcoord") => 2,
        _ => 4,
    };
    let outputs = outputs.outputs.into_iter();
    outputs
        .map(|(semantic, rows)| {
            let rows = rows.into_iter().map(|row| row[..lanes(&semantic)].to_vec());
            (name(&semantic).to_owned(), rows.collect())
        })
        .collect()
}

/// Assembles a text, and gives what runs it.
fn assembled(
    target: &'static dyn Target,
    text: &str,
) -> Result<impl Fn(&RunInputs) -> Result<RunOutputs, String>, String> {
    let options = TargetOptions::default();
    let program = target.assemble(FileId(0), text, Some(Stage::Vertex), &options);
    let program = program.map_err(|errors| format!("{errors:?}\n{text}"))?;
    Ok(move |inputs: &RunInputs| {
        let binary = program.as_binary();
        let code = target.read(binary).map_err(|e| format!("{e:?}"))?;
        let known = code.interface().map_err(|e| format!("{e:?}"))?;
        let mut watch = Watch::default();
        machine::run_registers(target, binary, &known, inputs, &mut watch)
            .map_err(|errors| format!("{errors:?}"))
    })
}

fn compiled(
    target: &'static dyn Target,
    text: &str,
    inputs: &RunInputs,
) -> Result<RunOutputs, String> {
    let compiler = Compiler {
        target,
        language: LanguageOptions::default(),
        options: TargetOptions::default(),
    };
    let compilation = compiler.compile(&Source::new("row.vert", Stage::Vertex, text));
    let program = compilation
        .result
        .ok_or_else(|| format!("{:?}\n{text}", compilation.diagnostics))?;
    machine::run(target, program.as_binary(), &program.reflection, inputs)
        .map_err(|errors| format!("{errors:?}"))
}
