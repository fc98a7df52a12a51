//! The example for Mali boards in `examples/mali`: what its Makefile refuses, and what a driver of GLES2 draws.

use crate::pixels::{Picture, greatest_difference, png_pixels, ramp};
use crate::project::{Project, is_there};
use std::path::Path;

const FILES: [&str; 4] = ["main.c", "Makefile", "glow.frag", "glow.vert"];

fn example() -> Project {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/mali");
    let project = Project::new();
    for name in FILES {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        project.write(name, &text);
    }
    project
}

#[test]
fn shaders_that_do_not_fit_the_chip_end_the_build() {
    if !is_there("make") {
        return;
    }
    let project = example();
    project.run("make", &["checked", "shaders.h", "binaries", "stats"]);
    let header = String::from_utf8(project.read("shaders.h")).unwrap();
    // The driver gets the text as it is.
    assert!(header.contains("static const char glow_frag[] =\n"));
    let shader = String::from_utf8(project.read("glow.frag")).unwrap();
    for line in shader.lines() {
        assert!(header.contains(&format!("    \"{line}\\n\"\n")), "{line}");
    }
    assert!(!project.read("glow.vert.mbs").is_empty() && !project.read("glow.frag.mbs").is_empty());
    let wide = shader.replace(
        "varying vec2 vTexCoord;",
        "varying vec2 vTexCoord; uniform vec4 uMany[2100];",
    );
    project.edit("glow.frag", &wide.replace("* uStrength", "* uMany[2099].x"));
    let output = project.try_run("make", &["glow"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && said.contains("glow.frag"),
        "{said}"
    );
}

/// The picture that the program writes.
fn ppm(bytes: &[u8]) -> Picture {
    let (head, body) = bytes.split_at(b"P6 128 128 255\n".len());
    assert_eq!(head, b"P6 128 128 255\n");
    let (pixels, _) = body.as_chunks::<3>();
    (128, pixels.to_vec())
}

#[test]
fn a_driver_draws_what_render_draws() {
    if !(is_there("cc") && is_there("make")) {
        return;
    }
    let project = example();
    let build = project.try_run("make", &["glow", "CFLAGS=-std=gnu17 -Wall -Wextra -Werror"]);
    let said = String::from_utf8_lossy(&build.stderr).into_owned();
    if said.contains("EGL/egl.h") || said.contains("-lGLESv2") {
        eprintln!("SKIPPED: the example for Mali is not built: no libegl-dev or libgles-dev");
        return;
    }
    assert!(build.status.success(), "{said}");
    let run = project.try_run("make", &["run"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    if said.contains("no display") {
        eprintln!("SKIPPED: the example for Mali does not run: no driver without a window");
        return;
    }
    assert!(run.status.success(), "{said}");
    let theirs = ppm(&project.read("glow.ppm"));
    project.write(
        "quad.obj",
        "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\nf 1/1 2/2 3/3\nf 3/3 2/2 4/4\n",
    );
    std::fs::write(project.path("picture.png"), ramp()).unwrap();
    let options = "render --target lima --mesh quad.obj --size 128x128 -o ours.png --set uStrength=0.75 \
         --set uMatrix=0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1 --texture uTexture=picture.png,clamp glow.vert glow.frag";
    let options: Vec<&str> = options.split_whitespace().collect();
    project.run(env!("CARGO_BIN_EXE_retroshade"), &options);
    let ours = png_pixels(&project.read("ours.png"));
    // Half floats of the chip against the driver's: a step or two of 255.
    let worst = greatest_difference(&ours, &theirs);
    assert!(worst <= 2, "pictures differ by {worst} of 255 steps");
}
