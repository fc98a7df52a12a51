//! The package for npm, where `dist/web/build` has made it and Node.js is there.

use retroshade::{Compiler, Source, Stage, find_target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package that `dist/web/build` made.
fn package() -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_BIN_EXE_retroshade"));
    let package = program.parent()?.parent()?.join("npm");
    package.join("package.json").exists().then_some(package)
}

const SCRIPT: &str = r#"
const { compile, targets, version } = await import(process.argv[1]);
const good = compile("attribute vec4 p;\nvoid main() { gl_Position = p; }", { target: "agal1", stage: "vertex" });
let refused;
try { compile("void main() { x = 1; }", { target: "3ds", stage: "vertex", name: "wrong.vert" }); }
catch (error) { refused = { name: error.name, message: error.message, line: error.messages[0].line }; }
console.log(JSON.stringify({
    bytes: Buffer.from(good.binary).toString("hex"), assembly: good.assembly, stage: good.reflection.stage,
    targets: targets().length, version: version(), refused,
}));
"#;

#[test]
fn the_module_makes_the_same_program() {
    let Some(package) = package() else {
        eprintln!("SKIPPED: dist/web/build has not made the package of npm");
        return;
    };
    let Ok(output) = Command::new("node")
        .args(["--input-type=module", "-e", SCRIPT])
        .arg(package.join("node.js"))
        .output()
    else {
        eprintln!("SKIPPED: the package of npm is not tested: there is no node");
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let compiler = Compiler::new(find_target("agal1").expect("a target"));
    let text = "attribute vec4 p;\nvoid main() { gl_Position = p; }";
    let own = compiler.compile(&Source::new("shader", Stage::Vertex, text));
    let own = own.result.expect("this shader is right");
    let hex: String = own
        .binary
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(found["bytes"], hex);
    assert_eq!(found["assembly"], own.assembly);
    assert_eq!(found["stage"], "vertex");
    assert_eq!(found["targets"], 6);
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(found["refused"]["name"], "ShaderError");
    assert_eq!(found["refused"]["line"], 1);
    let message = found["refused"]["message"].as_str().expect("text");
    assert!(message.contains("wrong.vert:1:15"), "{message}");
}
