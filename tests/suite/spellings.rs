//! One program whatever the spelling: the same function in other words takes as many instructions, and is proved.

use retroshade::proof::{Verdict, prove_with};
use retroshade::{Compiler, Matrices, Source, Stage, find_target};

const VIDEO: &str = "
precision mediump float;
uniform sampler2D uLuma, uBlue, uRed;
varying vec2 vUv;
void main() {
    float luma = texture2D(uLuma, vUv).r, blue = texture2D(uBlue, vUv).r, red = texture2D(uRed, vUv).r;
";

/// Colours of video: by lanes, inner products, a matrix, columns.
const COLORS: [&str; 4] = [
    "float y = 1.164 * (luma - 0.0625), u = blue - 0.5, v = red - 0.5;
    gl_FragColor = vec4(y + 1.793 * v, y - 0.213 * u - 0.533 * v, y + 2.112 * u, 1.0);",
    "vec4 yuv = vec4(luma, blue, red, 1.0);
    gl_FragColor = vec4(dot(yuv, vec4(1.164, 0.0, 1.793, -0.96925)), dot(yuv, vec4(1.164, -0.213, -0.533, 0.30025)),
        dot(yuv, vec4(1.164, 2.112, 0.0, -1.12875)), 1.0);",
    "vec3 yuv = vec3(luma, blue, red) - vec3(0.0625, 0.5, 0.5);
    gl_FragColor = vec4(mat3(1.164, 1.164, 1.164, 0.0, -0.213, 2.112, 1.793, -0.533, 0.0) * yuv, 1.0);",
    "gl_FragColor = luma * vec4(1.164, 1.164, 1.164, 0.0) + blue * vec4(0.0, -0.213, 2.112, 0.0)
        + red * vec4(1.793, -0.533, 0.0, 0.0) + vec4(-0.96925, 0.30025, -1.12875, 1.0);",
];

const SKIN: &str = "
attribute vec3 position, normal;
attribute vec2 bones, weights;
uniform mat4 uBones[12], uView;
uniform vec3 uLight;
varying float vLight;
void main() {
    mat4 a = uBones[int(bones.x)], b = uBones[int(bones.y)];
    vec4 p = vec4(position, 1.0), n = vec4(normal, 0.0);
";

/// Two bones, blended as vectors and as matrices.
const BONES: [&str; 2] = [
    "gl_Position = uView * (weights.x * (a * p) + weights.y * (b * p));
    vLight = max(dot((weights.x * (a * n) + weights.y * (b * n)).xyz, uLight), 0.0);",
    "mat4 skin = weights.x * a + weights.y * b;
    gl_Position = uView * (skin * p);
    vLight = max(dot((skin * n).xyz, uLight), 0.0);",
];

/// The instructions of a program that is proved.
fn instructions(target: &str, stage: Stage, text: String) -> u32 {
    let mut compiler = Compiler::new(find_target(target).unwrap());
    compiler.options.matrices = Some(Matrices::Rows);
    let source = Source::new("spelled", stage, text);
    let shader = compiler.language.lower(&source).result.unwrap();
    let compiled = compiler.compile(&source).result.unwrap();
    let (program, record) = (compiled.as_binary(), &compiled.reflection);
    let verdict = prove_with(&shader, compiler.target, program, record, &compiler.options);
    assert!(matches!(verdict, Verdict::Proved), "{target}: {verdict:?}");
    record.stats.instructions
}

#[test]
fn colours_of_video_take_three_lookups_and_a_product() {
    for (target, least) in [("agal1", 7), ("lima", 3)] {
        for colors in COLORS {
            let text = format!("{VIDEO}{colors}\n}}\n");
            assert_eq!(
                instructions(target, Stage::Fragment, text),
                least,
                "{target}: {colors}"
            );
        }
    }
}

#[test]
fn bones_are_blended_either_way() {
    for (target, least) in [("agal1", 17), ("nv2a", 31), ("pica200", 27)] {
        for bones in BONES {
            let text = format!("{SKIN}{bones}\n}}\n");
            assert_eq!(
                instructions(target, Stage::Vertex, text),
                least,
                "{target}: {bones}"
            );
        }
    }
}
