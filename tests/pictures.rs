//! `retroshade render`: pixels where they belong, from the interpreter and from machine code alike.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Width, height, and RGBA row by row from the top.
type Picture = (u32, u32, Vec<[u8; 4]>);

fn folder(shader: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.frag"), shader).unwrap();
    folder
}

fn render(folder: &Path, arguments: &str) -> Picture {
    let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(["render", "a.frag", "-o", "a.png"])
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let file = std::io::BufReader::new(std::fs::File::open(folder.join("a.png")).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    let (pixels, _) = bytes.as_chunks::<4>();
    (frame.width, frame.height, pixels.to_vec())
}

const GRADIENT: &str = "precision highp float;\nvarying vec2 vUv;\nvoid main() {\n    \
    if (vUv.x > 0.7 && vUv.y > 0.7) discard;\n    gl_FragColor = vec4(vUv, 0.2, 1.0);\n}\n";

#[test]
fn x_runs_to_the_right_and_y_upwards() {
    let folder = folder(GRADIENT);
    let (width, height, pixels) = render(folder.path(), "--size 3x5");
    assert_eq!((width, height), (3, 5));
    // The first row is the upper one: y = 0.9, and x > 0.7 there is discarded.
    assert_eq!(pixels[0], [43, 230, 51, 255]);
    assert_eq!(pixels[2], [0, 0, 0, 0]);
    assert_eq!(pixels[12], [43, 26, 51, 255]);
    assert_eq!(pixels[14], [212, 26, 51, 255]);
}

#[test]
fn machine_code_rounds_as_the_machine_does() {
    // 2048 and more are whole numbers among half floats.
    let folder = folder(
        "precision highp float;\nvarying vec2 vUv;\nvoid main() {\n    \
         float far = vUv.x * 0.25 + 4096.0;\n    gl_FragColor = vec4(far - 4096.0, vUv.y, 0.0, 1.0);\n}\n",
    );
    let (.., exact) = render(folder.path(), "--size 8x8");
    let (.., half) = render(folder.path(), "--size 8x8 --target lima");
    let (.., single) = render(
        folder.path(),
        "--size 8x8 --target lima --target-option half=off",
    );
    assert!(exact.iter().any(|pixel| pixel[0] > 40));
    assert!(half.iter().all(|pixel| pixel[0] == 0));
    assert_eq!(single, exact);
    for (a, b) in half.iter().zip(&exact) {
        assert!(a[1].abs_diff(b[1]) <= 1, "{a:?} and {b:?}");
    }
}

#[test]
fn machine_code_paints_what_the_interpreter_paints() {
    let folder = folder(GRADIENT);
    let (.., expected) = render(folder.path(), "--size 8x8");
    for target in ["agal2", "lima"] {
        let (.., pixels) = render(folder.path(), &format!("--size 8x8 --target {target}"));
        for (index, (a, b)) in expected.iter().zip(&pixels).enumerate() {
            let near = a.iter().zip(b).all(|(&a, &b)| a.abs_diff(b) <= 1);
            assert!(near, "{target}: pixel {index}: {a:?} and {b:?}");
        }
    }
}

#[test]
fn neighbours_make_derivatives() {
    let folder = folder(
        "#extension GL_OES_standard_derivatives : enable\nprecision highp float;\n\
         void main() { gl_FragColor = vec4(dFdx(gl_FragCoord.x), dFdy(gl_FragCoord.y * 0.5), gl_PointCoord.y, 1.0); }\n",
    );
    let (.., pixels) = render(folder.path(), "--size 2x2");
    assert_eq!(pixels[0], [255, 128, 64, 255]);
    assert_eq!(pixels[3], [255, 128, 191, 255]);
}

#[test]
fn inputs_give_corners_and_uniforms() {
    let folder = folder(
        "precision highp float;\nvarying vec3 vTint;\nuniform float uGain;\n\
         void main() { gl_FragColor = vec4(vTint * uGain, 1.0); }\n",
    );
    std::fs::write(
        folder.path().join("in.json"),
        r#"{"uniforms": {"uGain": {"type": "float", "array": 0, "value": [0.5]}},
            "varyings": {"vTint": {"type": "vec3", "array": 0,
                "values": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [2, 2, 2]]}}}"#,
    )
    .unwrap();
    let (.., pixels) = render(folder.path(), "--size 2x2 --inputs in.json");
    assert_eq!(
        pixels,
        [
            [64, 191, 48, 255],
            [191, 191, 143, 255],
            [64, 64, 16, 255],
            [191, 64, 48, 255]
        ]
    );
}
