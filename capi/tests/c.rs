//! The examples are built by a C and a C++ compiler with the header, run, and looked at by the address sanitizer.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the shared library, which is built with this test.
fn library() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let mut folders = own.ancestors().skip(1);
    let name = if cfg!(target_os = "macos") {
        "libretroshade_c.dylib"
    } else {
        "libretroshade_c.so"
    };
    let found = folders.find(|folder| folder.join(name).is_file());
    found.expect("the shared library").to_owned()
}

/// Builds an example and runs it; `None` where there is no such compiler.
fn run(compiler: &str, source: &str, flags: &[&str]) -> Option<Output> {
    let library = library();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("{source}.run"));
    let built = Command::new(compiler)
        .args(flags)
        .args(["-Wall", "-Wextra", "-Werror", "-g", "-I"])
        .arg(root().join("include"))
        .arg(root().join("examples").join(source))
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&library)
        .arg("-lretroshade_c")
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .output();
    let Ok(built) = built else {
        println!("skipped: there is no {compiler} here");
        return None;
    };
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{source}: {said}");
    Some(Command::new(&program).output().unwrap())
}

/// The standard output of a program that ended well.
fn said(output: Output) -> String {
    let faults = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && faults.is_empty(), "{faults}");
    String::from_utf8(output.stdout).unwrap()
}

const SANITIZED: &[&str] = &["-fsanitize=address,undefined"];

#[test]
#[cfg(unix)]
fn an_emulator_lifts() {
    let flags = [SANITIZED, &["-std=c99"]].concat();
    let Some(output) = run("cc", "lift.c", &flags) else {
        return;
    };
    let text = said(output);
    for part in [
        "key ",
        "#pragma retroshade matrix c0 rows\nuniform mat4 c0;",
        "gl_Position = c0 * v0;",
        "@vertex",
        "#version",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_compiles_and_hears_of_errors() {
    let flags = [SANITIZED, &["-std=c++17"]].concat();
    let Some(output) = run("c++", "compile.cpp", &flags) else {
        return;
    };
    let text = said(output);
    assert!(text.contains("agal1: "), "{text}");
    assert!(
        text.contains("E0107 at 2:23: ") || text.contains(" at 2:"),
        "{text}"
    );
}

/// Every function of the library is in the header, with as many parameters, and the other way round.
#[test]
fn the_header_says_all() {
    let parameters = |text: &str, name: &str| {
        let start = text.find(&format!("{name}(")).unwrap() + name.len() + 1;
        let inside = &text[start..start + text[start..].find(')').unwrap()];
        let inside = inside.trim().trim_end_matches(',');
        match inside {
            "" | "void" => 0,
            _ => inside.split(',').count(),
        }
    };
    let header = std::fs::read_to_string(root().join("include/retroshade.h")).unwrap();
    let code = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let names: Vec<&str> = code
        .split("extern \"C\" fn ")
        .skip(1)
        .map(|rest| &rest[..rest.find('(').unwrap()])
        .collect();
    assert!(names.len() > 12, "{names:?}");
    for name in &names {
        assert!(header.contains(&format!("{name}(")), "{name}");
        let declared = format!("fn {name}");
        assert_eq!(
            parameters(&header, name),
            parameters(&code, &declared),
            "{name}"
        );
    }
    let declared = header.matches("(const ").count() + header.matches("(retroshade_result").count();
    assert_eq!(declared + header.matches("(void)").count(), names.len());
}
