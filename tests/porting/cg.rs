//! The rows of the page on Cg: the GLSL, and what Cg's manual says that it computes.

use retroshade::{Compiler, LanguageOptions, Source, Stage, TargetOptions, find_target};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_kit::machine;
use retroshade_kit::reflect::{Layout, Reflection};
use retroshade_kit::target::Matrices;

/// A row of the table.
pub(crate) struct Row {
    /// The cell on the left.
    pub(crate) left: &'static str,
    /// Declarations. Ahead of them are `aPosition`, `k` and `m`, unless they begin with `#version`.
    declarations: &'static str,
    /// What `main` does: sets `vTexCoord3`.
    body: &'static str,
    /// How the row is tried.
    tried: Tried,
}

enum Tried {
    /// `vTexCoord3`, or else `gl_Position`, of the vertex program.
    Value([f32; 4]),
    /// A fragment shader, compiled for a target.
    Fragment(&'static str),
    /// Something about the record.
    Record(fn(&Reflection) -> bool),
}

use Tried::{Fragment, Record, Value};

/// The attribute.
const POSITION: [f32; 4] = [0.5, 1.5, 2.0, 4.0];
/// The vector uniform.
const K: [f32; 4] = [0.5, -2.0, 3.0, 0.25];
/// The matrix uniform as Cg has it: row by row.
const M: [[f32; 4]; 4] = [
    [1.0, 2.0, 3.0, 4.0],
    [5.0, 6.0, 7.0, 8.0],
    [9.0, 10.0, 11.0, 12.0],
    [13.0, 14.0, 15.0, 16.0],
];

const fn row(
    left: &'static str,
    declarations: &'static str,
    body: &'static str,
    tried: Tried,
) -> Row {
    Row {
        left,
        declarations,
        body,
        tried,
    }
}

/// The number of the register of a variable.
fn index(list: &[retroshade_kit::reflect::Variable], name: &str) -> Option<u32> {
    list.iter().find(|one| one.name == name)?.index
}

/// Every row, in the order of the table.
pub(crate) const ROWS: &[Row] = &[
    row(
        "`float4`, `half3`, `fixed2`",
        "",
        "mediump vec3 h = k.xyz; lowp vec2 f = vec2(0.5); vTexCoord3 = vec4(h.xy + f, h.z, k.w);",
        Value([1.0, -1.5, 3.0, 0.25]),
    ),
    row(
        "`float4x4`, `float3x3`",
        "",
        "mat3 part = mat3(m); vTexCoord3 = vec4(part * vec3(1.0, 0.0, 0.0), m[3][3]);",
        Value([1.0, 5.0, 9.0, 16.0]),
    ),
    row(
        "`float4x4 m = { rows }`",
        "",
        // { 1, 0, 0, 5,  0, 1, 0, 6,  0, 0, 1, 7,  0, 0, 0, 1 }
        "mat4 t = mat4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1); vTexCoord3 = t * aPosition;",
        Value([20.5, 25.5, 30.0, 4.0]),
    ),
    row(
        "`mul(v, m)`",
        "",
        "vTexCoord3 = aPosition * m;",
        Value([78.0, 86.0, 94.0, 102.0]),
    ),
    row(
        "`mul(m, v)`",
        "",
        "vTexCoord3 = m * aPosition;",
        Value([25.5, 57.5, 89.5, 121.5]),
    ),
    row(
        "`m._m10`, `m._21`",
        "",
        "vTexCoord3 = vec4(m[0][1]);",
        Value([5.0; 4]),
    ),
    row(
        "`: POSITION` input, `: ATTR0`",
        "attribute vec3 aNormal;\nattribute vec2 aTexCoord;",
        "vTexCoord3 = aPosition + vec4(aNormal, aTexCoord.x);",
        Record(|record| {
            let register = |name| index(&record.inputs, name);
            (
                register("aPosition"),
                register("aNormal"),
                register("aTexCoord"),
            ) == (Some(0), Some(2), Some(9))
        }),
    ),
    row(
        "`: POSITION` output",
        "",
        "gl_Position = aPosition + k; vTexCoord3 = k;",
        Record(|record| {
            record
                .outputs
                .iter()
                .any(|one| one.register.as_deref() == Some("oPos"))
        }),
    ),
    row(
        "`: COLOR`, `: COLOR1`, `: TEXCOORD1`, `: FOG`, `: PSIZE` output",
        "varying vec4 vColor;\nvarying vec4 vColor1;\nvarying vec2 vTexCoord1;\nvarying float vFog;",
        "vColor = k; vColor1 = aPosition; vTexCoord3 = k; vTexCoord1 = k.xy; vFog = k.x; gl_PointSize = 2.0;",
        Record(|record| {
            let registers = ["oD0", "oD1", "oT1", "oFog", "oPts"];
            registers.iter().all(|wanted| {
                let mut outputs = record.outputs.iter();
                outputs.any(|one| one.register.as_deref() == Some(wanted))
            })
        }),
    ),
    row(
        "`uniform float4 k : C5`, `register(c5)`",
        "#pragma retroshade bind k c[5]",
        "vTexCoord3 = k;",
        Record(|record| index(&record.uniforms, "k") == Some(5)),
    ),
    row(
        "a parameter `uniform …` of `main`",
        "",
        "vTexCoord3 = k;",
        Value(K),
    ),
    row(
        "`saturate(x)`",
        "",
        "vTexCoord3 = clamp(k, 0.0, 1.0);",
        Value([0.5, 0.0, 1.0, 0.25]),
    ),
    row(
        "`lerp(a, b, t)`",
        "",
        "vTexCoord3 = mix(aPosition, k, 0.5);",
        Value([0.5, -0.25, 2.5, 2.125]),
    ),
    row(
        "`frac(x)`, `fmod(x, y)`",
        "",
        "vTexCoord3 = vec4(fract(aPosition.y), mod(aPosition.w, k.z), fract(k.w), mod(aPosition.z, 3.0));",
        Value([0.5, 1.0, 0.25, 2.0]),
    ),
    row(
        "`rsqrt(x)`",
        "",
        "vTexCoord3 = vec4(inversesqrt(aPosition.w));",
        Value([0.5; 4]),
    ),
    row(
        "`atan2(y, x)`",
        "",
        "vTexCoord3 = vec4(atan(aPosition.x, k.x));",
        Value([std::f32::consts::FRAC_PI_4; 4]),
    ),
    row(
        "`ddx`, `ddy`",
        "#extension GL_OES_standard_derivatives : enable\nprecision mediump float;\nvarying vec2 vUv;",
        "gl_FragColor = vec4(dFdx(vUv), dFdy(vUv));",
        Fragment("agal2"),
    ),
    row(
        "`tex2D(s, uv)`, `tex2Dproj`, `texCUBE`",
        "precision mediump float;\nvarying vec2 vUv;\nvarying vec3 vDirection;\nvarying vec4 vShadow;\n\
         uniform sampler2D one;\nuniform samplerCube around;\nuniform sampler2D projected;",
        "gl_FragColor = texture2D(one, vUv) * textureCube(around, vDirection) + texture2DProj(projected, vShadow);",
        Fragment("nv2a"),
    ),
    row(
        "`lit(n, h, m)`",
        "",
        "float n = aPosition.x, h = aPosition.x, e = aPosition.z;\n\
         vTexCoord3 = vec4(1.0, max(n, 0.0), n > 0.0 ? pow(max(h, 0.0), e) : 0.0, 1.0);",
        Value([1.0, 0.5, 0.25, 1.0]),
    ),
    row(
        "`1` where a float is needed",
        "#version 330\nin vec4 aPosition;\nuniform vec4 k;\nout vec4 vTexCoord3;",
        "vTexCoord3 = k * 2 + 1;",
        Value([2.0, -3.0, 7.0, 1.5]),
    ),
    row(
        "`static const float k = 2;`",
        "const float two = 2.0;",
        "vTexCoord3 = k * two;",
        Value([1.0, -4.0, 6.0, 0.5]),
    ),
    row(
        "`out float4 o : COLOR` as a parameter",
        "",
        "vTexCoord3 = aPosition;",
        Value(POSITION),
    ),
    row(
        "`struct vOut` as the result",
        "varying vec2 vTexCoord;",
        "vTexCoord3 = aPosition; vTexCoord = k.xy;",
        Value(POSITION),
    ),
];

impl Row {
    /// What is wrong with the row; `None` if nothing is.
    pub(crate) fn fault(&self) -> Option<String> {
        self.try_it().err()
    }

    fn try_it(&self) -> Result<(), String> {
        let (stage, name) = match self.tried {
            Fragment(target) => (Stage::Fragment, target),
            Value(_) | Record(_) => (Stage::Vertex, "nv2a"),
        };
        let target = find_target(name).ok_or("no such target")?;
        let compiler = Compiler {
            target,
            language: LanguageOptions::default(),
            options: TargetOptions {
                matrices: Some(Matrices::Rows),
                ..TargetOptions::default()
            },
        };
        let source = Source::new("row", stage, self.text(stage));
        let compilation = compiler.compile(&source);
        let program = compilation
            .result
            .ok_or_else(|| format!("{:?}\n{}", compilation.diagnostics, source.text))?;
        let record = &program.reflection;
        let mut matrices = record.uniforms.iter().filter(|one| one.name == "m");
        if matrices.any(|one| one.layout != Some(Layout::Rows)) {
            return Err("the matrix does not lie in rows".to_owned());
        }
        match self.tried {
            Fragment(_) => Ok(()),
            Record(holds) if holds(record) => Ok(()),
            Record(_) => Err(format!("{record:?}")),
            Value(expected) => {
                let outputs = machine::run(target, program.as_binary(), record, &inputs())
                    .map_err(|errors| format!("{errors:?}"))?;
                let got = outputs.outputs["vTexCoord3"][0].clone();
                let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * b.abs().max(1.0);
                if got.len() == 4 && got.iter().zip(&expected).all(near) {
                    Ok(())
                } else {
                    Err(format!("{got:?}, expected {expected:?}"))
                }
            }
        }
    }

    fn text(&self, stage: Stage) -> String {
        let (declarations, body) = (self.declarations, self.body);
        if stage == Stage::Fragment {
            return format!("{declarations}\nvoid main() {{ {body} }}\n");
        }
        let position = if body.contains("gl_Position") {
            ""
        } else {
            "gl_Position = aPosition;"
        };
        let before = if declarations.starts_with("#version") {
            ""
        } else {
            "attribute vec4 aPosition;\nuniform vec4 k;\nuniform mat4 m;\nvarying vec4 vTexCoord3;\n"
        };
        format!("{before}{declarations}\nvoid main() {{ {position} {body} }}\n")
    }
}

fn inputs() -> RunInputs {
    let mut inputs = RunInputs::default();
    let columns = (0..16).map(|at| M[at % 4][at / 4]).collect();
    for (name, value) in [("k", K.to_vec()), ("m", columns)] {
        let data = UniformData { shape: None, value };
        inputs.uniforms.insert(name.to_owned(), data);
    }
    let data = InputData {
        shape: None,
        values: vec![POSITION.to_vec()],
    };
    inputs.attributes.insert("aPosition".to_owned(), data);
    inputs
}
