//! `examples/cargo-build`, and a package that uses the macro, under the real Cargo, offline: what runs again after
//! which change, and what Cargo shows.
//!
//! The example is copied, so that its sources can be edited, and built in a folder that outlives the test:
//! the compiler is compiled as a build dependency once, not in every run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package of its own, outside the workspace.
struct Package {
    folder: tempfile::TempDir,
    name: &'static str,
}

/// What Cargo did.
struct Built {
    ok: bool,
    /// The messages.
    said: String,
}

impl Package {
    fn new() -> Package {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy(&root.join("examples/cargo-build"), folder.path());
        // The versions that are here already.
        fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
        let name = "spinning-cube";
        let package = Package { folder, name };
        let here = format!("{:?}", root.to_str().unwrap());
        package.edit("Cargo.toml", "\"../..\"", &here);
        package
    }

    /// A program that has the shader of the macros' crate.
    fn with_macro() -> Package {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let support = root.join("support");
        copy(&support.join("shaders"), &folder.path().join("shaders"));
        fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        let name = "macro-user";
        let package = Package { folder, name };
        package.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                 [dependencies]\nretroshade-shader = {{ path = {support:?} }}\n\
                 [profile.dev.build-override]\nincremental = false\n[workspace]\n"
            ),
        );
        package.write(
            "src/main.rs",
            "mod lit {\n    retroshade_shader::include_shader!(\"shaders/lit.vert\", pica200);\n}\n\
             fn main() {\n    println!(\"{:?}\", lit::CODE_WORDS);\n}\n",
        );
        package
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn edit(&self, name: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(old), "{name} has no {old}");
        self.write(name, &text.replace(old, new));
    }

    fn write(&self, name: &str, text: &str) {
        // Cargo compares times of change; some file systems count in whole seconds.
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        let soon = std::time::SystemTime::now() + std::time::Duration::from_millis(1);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(soon).unwrap();
    }

    fn cargo(&self, command: &str, environment: &[(&str, &str)]) -> (Built, String) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args([command, "--offline", "--color=never"])
            .current_dir(self.folder.path());
        // The settings of the build that this test is part of are not those of the example.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            let settings = ["CARGO_PROFILE_", "CARGO_TERM_", "RETROSHADE_", "RUSTC_"];
            if settings.iter().any(|prefix| name.starts_with(prefix)) {
                cargo.env_remove(name);
            }
        }
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example-cargo-build");
        cargo
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .envs(environment.iter().copied());
        let output = cargo.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let built = Built {
            ok: output.status.success(),
            said: text(&output.stderr),
        };
        (built, text(&output.stdout))
    }

    fn build(&self) -> Built {
        self.cargo("build", &[]).0
    }

    /// What the program of the example prints.
    fn run(&self) -> String {
        let (built, printed) = self.cargo("run", &[]);
        assert!(built.ok, "{}", built.said);
        printed
    }

    /// The name under which Cargo speaks of the package.
    fn worked(&self, built: &Built) -> bool {
        built.said.contains(&format!("Compiling {}", self.name))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_name() == "target" || entry.file_name() == "Cargo.lock" {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn cargo_builds_the_example_and_again_only_what_changed() {
    let package = Package::new();
    let built = package.build();
    assert!(built.ok && package.worked(&built), "{}", built.said);
    assert!(!built.said.contains("warning"), "{}", built.said);
    let printed = package.run();
    for line in ["lights: 2", "first row [1.0, 0.0, 0.0, 5.0]"] {
        assert!(printed.lines().any(|found| found == line), "{printed}");
    }

    nothing_runs_without_a_change(&package);
    an_edited_include_is_noticed(&package);
    a_new_file_that_is_found_first_is_noticed(&package);
    warnings_are_cargos(&package);
    a_broken_shader_is_shown(&package);
    variables_change_the_build(&package);
}

#[test]
fn the_macro_compiles_again_only_what_changed() {
    let package = Package::with_macro();
    let built = package.build();
    assert!(built.ok && package.worked(&built), "{}", built.said);
    let first = package.run();
    nothing_runs_without_a_change(&package);

    // The shader itself, then the file that it includes.
    package.edit("shaders/lit.vert", "= aTexCoord;", "= aTexCoord.yx;");
    let second = package.run();
    assert_ne!(first, second);
    package.edit(
        "shaders/light.glsl",
        "vec3(0.0, 0.6, 0.8)",
        "vec3(0.6, 0.0, 0.8)",
    );
    let built = package.build();
    assert!(built.ok && package.worked(&built), "{}", built.said);
    assert_ne!(second, package.run());
    nothing_runs_without_a_change(&package);

    package.edit("shaders/light.glsl", "normal,", "norma,");
    let built = package.build();
    assert!(!built.ok, "{}", built.said);
    for part in [
        "src/main.rs:2:5",
        "light.glsl:2:",
        "unknown variable `norma`",
    ] {
        assert!(built.said.contains(part), "no {part} in\n{}", built.said);
    }
    package.edit("shaders/light.glsl", "norma,", "normal,");
    assert!(package.build().ok);
}

fn nothing_runs_without_a_change(package: &Package) {
    let again = package.build();
    assert!(again.ok && !package.worked(&again), "{}", again.said);
    // Neither does an edit that no shader sees.
    package.write("README.txt", "nothing");
    let again = package.build();
    assert!(again.ok && !package.worked(&again), "{}", again.said);
}

fn an_edited_include_is_noticed(package: &Package) {
    let include = "shaders/include/light.glsl";
    let before = package.run();
    package.edit(include, "max(dot(", "0.7 * max(dot(");
    let built = package.build();
    assert!(built.ok && package.worked(&built), "{}", built.said);
    assert_ne!(before, package.run());
    nothing_runs_without_a_change(package);
}

fn a_new_file_that_is_found_first_is_noticed(package: &Package) {
    let text = fs::read_to_string(package.path("shaders/include/light.glsl")).unwrap();
    package.write("shaders/light.glsl", &text.replace("LIGHTS", "1"));
    let printed = package.run();
    assert!(printed.contains("lights: 1"), "{printed}");
    fs::remove_file(package.path("shaders/light.glsl")).unwrap();
    let printed = package.run();
    assert!(printed.contains("lights: 2"), "{printed}");
}

fn warnings_are_cargos(package: &Package) {
    package.edit(
        "shaders/sky.vert",
        "attribute vec4 aPosition;",
        "#extension GL_none : enable\nattribute vec4 aPosition;",
    );
    let built = package.build();
    let shown = built
        .said
        .lines()
        .find(|line| line.starts_with("warning: spinning-cube@0.1.0: shaders/sky.vert:"));
    let shown = shown.unwrap_or_else(|| panic!("{}", built.said));
    assert!(shown.contains(": warning: "), "{shown}");
}

fn a_broken_shader_is_shown(package: &Package) {
    package.edit("shaders/cube.vert", "= aTexCoord;", "= aTexCord;");
    package.edit("shaders/sky.vert", "= aTexCoord;", "= aTexCoord + 1;");
    let built = package.build();
    assert!(!built.ok);
    for part in [
        // In the form that Cargo marks as an error, and in that which shows the line.
        "error: spinning-cube@0.1.0: shaders/cube.vert:18:17: error: ",
        "error: spinning-cube@0.1.0: shaders/sky.vert:",
        "┌─ shaders/cube.vert:18:17",
        "vTexCoord = aTexCord;",
        "^^^^^^^^",
    ] {
        assert!(built.said.contains(part), "no {part} in\n{}", built.said);
    }
    assert!(!built.said.contains("panicked"), "{}", built.said);
    package.edit("shaders/cube.vert", "= aTexCord;", "= aTexCoord;");
    package.edit("shaders/sky.vert", "= aTexCoord + 1;", "= aTexCoord;");
    let built = package.build();
    assert!(built.ok, "{}", built.said);
}

fn variables_change_the_build(package: &Package) {
    // The warnings are still there.
    let (built, _) = package.cargo("build", &[("RETROSHADE_WERROR", "1")]);
    assert!(!built.ok, "{}", built.said);
    assert!(built.said.contains("shaders/sky.vert"), "{}", built.said);
    let (built, printed) = package.cargo("run", &[("RETROSHADE_FLAGS", "-w -ULIGHTS -DLIGHTS=1")]);
    assert!(!built.said.contains("[-W"), "{}", built.said);
    assert!(printed.contains("lights: 1"), "{printed}");
    let (built, _) = package.cargo("build", &[("RETROSHADE_TARGET", "n64")]);
    let message =
        "error: spinning-cube@0.1.0: retroshade: error: RETROSHADE_TARGET: unknown target `n64`";
    assert!(built.said.contains(message), "{}", built.said);
}
