//! The example for Flash in `examples/flash`: its class, its SWF by Haxe, and the picture that Ruffle draws of it.

use crate::browser::Browser;
use crate::pixels::{greatest_difference, png_pixels, ramp};
use crate::project::{Project, is_there};
use crate::site::serve;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a player may take to load on a machine that does other work.
const PATIENCE: Duration = Duration::from_secs(120);

const FILES: [&str; 5] = [
    "Main.hx",
    "Makefile",
    "index.html",
    "wave.frag",
    "wave.vert",
];

fn example() -> Project {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/flash");
    let project = Project::new();
    for name in FILES {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        project.write(name, &text);
    }
    project
}

/// Everything that the class names is set, and nothing that it does not name.
#[test]
fn the_program_for_flash_sets_what_its_class_names() {
    let project = example();
    project.run(
        env!("CARGO_BIN_EXE_retroshade"),
        &[
            "link",
            "--target",
            "agal1",
            "-mfmt=haxe",
            "--class",
            "Wave",
            "-o",
            "Wave.hx",
            "wave.vert",
            "wave.frag",
        ],
    );
    let text = |name: &str| String::from_utf8(project.read(name)).unwrap();
    let (class, program) = (text("Wave.hx"), text("Main.hx"));
    let words = |text: &str, before: &str| -> BTreeSet<String> {
        let parts = text.split(before).skip(1);
        let name = |part: &str| {
            part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        parts.map(name).collect()
    };
    let mut defined = words(&class, "public static inline var ");
    defined.extend(words(&class, "public static final "));
    defined.extend(words(&class, "public static function "));
    defined.remove("AGAL_VERSION");
    let mut used = words(&program, "Wave.");
    assert!(used.remove("vertexProgram") && used.remove("fragmentProgram"));
    defined.retain(|name| !name.ends_with("Program"));
    assert_eq!(used, defined);
    // Without literals there would be nothing to upload.
    assert!(
        class.contains("register: 4, values: [0.25, 0.75"),
        "{class}"
    );
}

/// The package of npm, where `.ci/run` puts it.
fn ruffle() -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_BIN_EXE_retroshade"));
    let modules = program.parent()?.parent()?.join("ruffle/node_modules");
    modules
        .join("@ruffle-rs/ruffle/ruffle.js")
        .exists()
        .then_some(modules)
}

#[test]
fn the_program_for_flash_is_built_and_draws_what_render_draws() {
    if !(is_there("haxe") && is_there("make")) {
        eprintln!("SKIPPED: the example for Flash is not built");
        return;
    }
    let project = example();
    project.run("make", &["wave.swf", "check"]);
    let movie = project.read("wave.swf");
    assert!(movie.starts_with(b"CWS") && movie.len() > 1000);
    let Some(modules) = ruffle() else {
        eprintln!("SKIPPED: the example for Flash is not drawn: no Ruffle in target/ruffle");
        return;
    };
    let flags = [
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
    ];
    let browser = match Browser::start_with(&flags) {
        Ok(browser) => browser,
        Err(reason) => {
            eprintln!("SKIPPED: the example for Flash is not drawn: {reason}");
            return;
        }
    };
    let from = modules.to_string_lossy();
    project.run("cp", &["-r", &from, "node_modules"]);
    project.run("make", &["page"]);

    // The same quad, with v = 0 at the top; `render` has row 0 of a picture at the foot, as GL has.
    project.write(
        "quad.obj",
        "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nvt 0 1\nvt 1 1\nvt 0 0\nvt 1 0\nf 1/1 2/2 3/3\nf 3/3 2/2 4/4\n",
    );
    std::fs::write(project.path("picture.png"), ramp()).unwrap();
    let options = "render --target agal1 --mesh quad.obj --size 128x128 -o ours.png \
         --set uMatrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0.5,1 --set uTint=1,0.75,0.5,1 --set uWave=0.05,6.5,0.5,0 \
         --texture uTexture=picture.png,clamp wave.vert wave.frag";
    let options: Vec<&str> = options.split_whitespace().collect();
    project.run(env!("CARGO_BIN_EXE_retroshade"), &options);
    let ours = png_pixels(&project.read("ours.png"));

    browser.resize(128, 128);
    browser.open(&format!("{}?phase=0.5", serve(project.path("page"))));
    let start = Instant::now();
    // The player is loaded first, and the page has one colour until then.
    let theirs = loop {
        let picture = png_pixels(&browser.screenshot());
        let colors: BTreeSet<&[u8; 3]> = picture.1.iter().collect();
        if colors.len() > 1000 || start.elapsed() > PATIENCE {
            break picture;
        }
        std::thread::sleep(Duration::from_millis(200));
    };
    let worst = greatest_difference(&ours, &theirs);
    assert!(worst <= 2, "pictures differ by {worst} of 255 steps");
}
