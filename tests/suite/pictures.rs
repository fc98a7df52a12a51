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
    picture(folder, &format!("a.frag {arguments}"))
}

/// The picture of any files.
fn picture(folder: &Path, arguments: &str) -> Picture {
    let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(["render", "-o", "a.png"])
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
         float far = vUv.x * 0.25 + 4096.0;\n    gl_FragColor = vec4(fract(far), vUv.y, 0.0, 1.0);\n}\n",
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

fn example(name: &str) -> String {
    format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The largest difference of two pictures' bytes, and how many pixels differ by more than one.
fn difference(a: &Picture, b: &Picture) -> (u8, usize) {
    assert_eq!((a.0, a.1), (b.0, b.1));
    let worst = |(a, b): (&[u8; 4], &[u8; 4])| {
        let lanes = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
        lanes.max().unwrap_or(0)
    };
    let differences: Vec<u8> = a.2.iter().zip(&b.2).map(worst).collect();
    let most = differences.iter().copied().max().unwrap_or(0);
    (most, differences.iter().filter(|one| **one > 1).count())
}

#[test]
fn every_fragment_example_has_a_picture_without_data() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["phong.frag", "water.frag", "blur.frag", "cube.frag"] {
        let (.., pixels) = picture(folder.path(), &format!("{} --size 16x16", example(name)));
        let colors: std::collections::BTreeSet<_> = pixels.iter().collect();
        assert!(colors.len() > 1, "{name} is {} colours", colors.len());
    }
}

#[test]
fn a_pair_draws_a_mesh_as_machine_code_and_as_interpreted() {
    let folder = tempfile::tempdir().unwrap();
    let pair = format!(
        "{} {} --mesh cube --size 32x32",
        example("cube.vert"),
        example("cube.frag")
    );
    let expected = picture(folder.path(), &pair);
    let drawn = expected.2.iter().filter(|pixel| pixel[3] == 255).count();
    assert!(
        (300..800).contains(&drawn),
        "{drawn} of 1024 pixels are drawn"
    );
    for target in ["agal1", "agal3", "pica200", "nv2a"] {
        let found = picture(folder.path(), &format!("{pair} --target {target}"));
        // The checkerboard's edges move by parts of texels.
        let (most, pixels) = difference(&expected, &found);
        assert!(
            pixels <= 20,
            "{target}: {pixels} pixels differ, by up to {most}"
        );
    }
    // Colours in half floats have eleven bits.
    let half = picture(folder.path(), &format!("{pair} --target lima"));
    let (_, pixels) = difference(&expected, &half);
    assert!(pixels <= 20, "{pixels} pixels differ");
}

#[test]
fn a_vertex_shader_alone_is_drawn_with_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("flat.vert"),
        "attribute vec4 aPosition; varying vec3 vColor;\n\
         void main() { gl_Position = aPosition; vColor = vec3(aPosition.x * 0.5 + 0.5, 0.0, 1.0); }\n",
    )
    .unwrap();
    for target in ["", "--target nv2a", "--target lima"] {
        let (.., pixels) = picture(folder.path(), &format!("flat.vert --size 2x1 {target}"));
        assert_eq!(pixels, [[64, 0, 255, 255], [191, 0, 255, 255]], "{target}");
    }
}

#[test]
fn the_nearest_surface_is_seen_and_discarded_fragments_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // Two squares: the one behind is drawn last.
    std::fs::write(
        path("two.obj"),
        "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nf 1 2 3 4\nf 5 6 7 8\n",
    )
    .unwrap();
    std::fs::write(
        path("a.vert"),
        "attribute vec3 aPosition; varying vec3 vPlace;\n\
         void main() { gl_Position = vec4(aPosition.xy, -0.5 * aPosition.z, 1.0); vPlace = aPosition; }\n",
    )
    .unwrap();
    let fragment = |statement: &str| {
        let text = format!(
            "precision highp float; varying vec3 vPlace;\n\
             void main() {{ {statement} gl_FragColor = vec4(vPlace.z > 0.0 ? 1.0 : 0.0, 0.0, 0.0, 1.0); }}\n"
        );
        std::fs::write(path("a.frag"), text).unwrap();
        picture(folder.path(), "a.vert a.frag --mesh two.obj --size 2x2").2
    };
    assert_eq!(fragment(""), [[255, 0, 0, 255]; 4]);
    let holes = fragment("if (vPlace.z > 0.0 && vPlace.x > 0.0) discard;");
    assert_eq!(holes[0], [255, 0, 0, 255]);
    assert_eq!(holes[1], [0, 0, 0, 255]);
}

#[test]
fn textures_come_from_files_upright() {
    let folder = folder(
        "precision highp float; varying vec2 vUv; uniform sampler2D uTexture; uniform vec3 uTint;\n\
         void main() { gl_FragColor = vec4(texture2D(uTexture, vUv).rgb * uTint, 1.0); }\n",
    );
    let file = std::fs::File::create(folder.path().join("brick.png")).unwrap();
    let mut encoder = png::Encoder::new(file, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    let bytes = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&bytes)
        .unwrap();
    let wanted = [
        [128, 0, 0, 255],
        [0, 128, 0, 255],
        [0, 0, 128, 255],
        [128, 128, 128, 255],
    ];
    let options = "--size 2x2 --set uTint=0.5,0.5,0.5";
    for target in ["", "--target agal2"] {
        let (.., pixels) = render(
            folder.path(),
            &format!("{options} --texture uTexture=brick.png,nearest,clamp {target}"),
        );
        assert_eq!(pixels, wanted, "{target}");
    }
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::rename(
        folder.path().join("brick.png"),
        folder.path().join("data/brick.png"),
    )
    .unwrap();
    std::fs::write(
        folder.path().join("data/in.json"),
        r#"{"textures": {"uTexture": {"kind": "2d", "file": "brick.png", "filter": "nearest"}}}"#,
    )
    .unwrap();
    let (.., pixels) = render(folder.path(), &format!("{options} --inputs data/in.json"));
    assert_eq!(pixels, wanted);
}

#[test]
fn time_passes_from_frame_to_frame() {
    let folder = folder(
        "precision highp float; uniform float uTime;\nvoid main() { gl_FragColor = vec4(uTime); }\n",
    );
    render(folder.path(), "--size 1x1 --frames 3 --fps 10 --time 0.2");
    let file = std::io::BufReader::new(std::fs::File::open(folder.path().join("a.png")).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
    let shades = [0.2, 0.3, 0.4].map(|time: f32| (time * 255.0 + 0.5) as u8);
    for shade in shades {
        let mut bytes = [0; 4];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(bytes, [shade; 4]);
    }
}

/// What a picture that is not drawn says.
fn refused(folder: &Path, arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .current_dir(folder)
        .args(["render", "-w", "a.frag", "-o", "a.png"])
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments}");
    assert!(!folder.join("a.png").exists(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_picture_has_so_many_steps_whoever_computes_it() {
    let folder = folder(
        "precision highp float; varying vec2 v;\nvoid main() { float s = v.x;\n\
         for (int i = 0; i < 500; i++) s = s * 0.5 + v.y; gl_FragColor = vec4(s); }\n",
    );
    for target in ["", "--target lima"] {
        let few = refused(
            folder.path(),
            &format!("--size 16x16 --steps 50000 {target}"),
        );
        assert!(
            few.contains("error[E0804]: the picture takes more than 50000 steps"),
            "{few}"
        );
        assert!(few.contains("--steps allows more"), "{few}");
    }
}

/// Some fragments take 12,000 steps each, which would be more than the picture may take if all counted as much.
#[test]
fn few_fragments_that_take_long_do_not_count_for_all() {
    let folder = folder("");
    let draw = |rounds: &str| {
        let text = format!(
            "precision highp float; varying vec2 v;\nvoid main() {{ float s = v.x;\n\
             if (v.x + v.y > 1.9) for (int i = 0; i < {rounds}; i++) for (int j = 0; j < 20; j++)\n\
             s = s * 0.5 + v.y;\ngl_FragColor = vec4(v.x, s * 0.5, v.y, 1.0); }}\n"
        );
        std::fs::write(folder.path().join("a.frag"), text).unwrap();
        render(folder.path(), "--size 32x32 --steps 10000000")
    };
    // The sum has come to its end long before.
    assert_eq!(draw("200"), draw("10"));
}

#[test]
fn a_fragment_that_does_not_end_ends_the_picture() {
    let folder = folder(
        "precision highp float; varying vec2 v;\nvoid main() { float s = v.x;\n\
         for (int i = 0; i < 1000000; i++) for (int j = 0; j < 1000; j++) s = s * 0.5 + v.y;\n\
         gl_FragColor = vec4(s); }\n",
    );
    let said = refused(folder.path(), "--size 2x2 --target lima");
    assert!(
        said.contains("one of its vertices or fragments does not end"),
        "{said}"
    );
}

#[test]
fn more_triangles_than_memory_would_hold_are_drawn_in_their_order() {
    let folder = folder(
        "precision highp float;\nvoid main() { if (gl_FragCoord.x < 8.0) discard; \
                         gl_FragColor = vec4(gl_FragCoord.z, 0.5, 0.0, 1.0); }\n",
    );
    // Squares one behind the other, the nearest in the middle of the file.
    let mut text = String::new();
    for number in 0..200 {
        let z = f64::from(100 - i32::abs(100 - number)) / 400.0;
        for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    for number in 0..200 {
        let first = 4 * number + 1;
        text += &format!("f {} {} {} {}\n", first, first + 1, first + 2, first + 3);
    }
    std::fs::write(folder.path().join("many.obj"), &text).unwrap();
    let near: Vec<String> = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        .iter()
        .flat_map(|(x, y)| [0.0, 0.25].map(|z| format!("v {x} {y} {z}\n")))
        .collect();
    let one = near.concat() + "f 1 3 5 7\nf 2 4 6 8\n";
    std::fs::write(folder.path().join("one.obj"), one).unwrap();
    let many = render(folder.path(), "--size 16x16 --mesh many.obj");
    assert_eq!(many, render(folder.path(), "--size 16x16 --mesh one.obj"));
}
