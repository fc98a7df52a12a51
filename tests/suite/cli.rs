//! What sessions of the command line have in them that the transcripts in `tests/cmd` cannot show:
//! binaries, JSON, large and hostile inputs.

use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

const FRAGMENT: &str = "precision mediump float;\nuniform vec4 uColor;\nvoid main() {\n    gl_FragColor = uColor;\n}\n";

/// A folder of its own for one test.
struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    fn new() -> Sandbox {
        Sandbox {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn with(name: &str, text: &str) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.write(name, text);
        sandbox
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn run(&self, arguments: &str) -> Ran {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        self.run_words(&words)
    }

    fn run_words(&self, words: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
            .args(words)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        Ran::new(output)
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("no signal"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    fn status(self, wanted: i32) -> Ran {
        assert_eq!(
            self.status, wanted,
            "stdout: {}\nstderr: {}",
            self.out, self.err
        );
        self
    }

    #[track_caller]
    fn says(self, words: &str) -> Ran {
        assert!(
            self.err.contains(words),
            "expected {words:?} in: {}",
            self.err
        );
        self
    }

    #[track_caller]
    fn silent(self) -> Ran {
        assert_eq!((self.out.as_str(), self.err.as_str()), ("", ""));
        self
    }
}

#[test]
fn assembly_and_programs_turn_into_each_other() {
    let sandbox = Sandbox::with("a.frag", FRAGMENT);
    sandbox.run("--target agal2 a.frag").status(0);
    sandbox
        .run("dis --target agal2 a.frag.agal -o a.frag.s")
        .status(0)
        .silent();
    sandbox
        .run("as --target agal2 a.frag.s -o b.agal")
        .status(0)
        .silent();
    let bytes = |name: &str| fs::read(sandbox.path(name)).unwrap();
    assert_eq!(bytes("a.frag.agal"), bytes("b.agal"));
}

#[test]
fn run_evaluates_and_simulates_alike() {
    let sandbox = Sandbox::with("a.frag", FRAGMENT);
    sandbox.write(
        "in.json",
        r#"{"uniforms": {"uColor": {"type": "vec4", "array": 0, "value": [0.5, 0.25, 1.0, 0.0]}},
            "outputs": {"gl_FragColor": [[0.5, 0.25, 1.0, 0.0]]}}"#,
    );
    let evaluated = sandbox.run("run a.frag --inputs in.json").status(0).out;
    assert!(evaluated.contains("[0.5, 0.25, 1.0, 0.0]"), "{evaluated}");
    sandbox
        .run("run a.frag --target agal1 --inputs in.json --check")
        .status(0)
        .silent();
    sandbox
        .run("--target agal1 --reflect r.json -o a.agal a.frag")
        .status(0);
    sandbox
        .run("run a.agal --reflect r.json --inputs in.json --check")
        .status(0)
        .silent();
    sandbox.write(
        "other.json",
        r#"{"uniforms": {"uColor": {"type": "vec4", "array": 0, "value": [0, 0, 0, 0]}},
            "outputs": {"gl_FragColor": [[1, 0, 0, 0]]}}"#,
    );
    sandbox
        .run("run a.frag --inputs other.json --check")
        .status(1)
        .says("gl_FragColor");
}

#[test]
fn several_sources_go_into_one_file_of_pica200() {
    let sandbox = Sandbox::with(
        "a.vert",
        "attribute vec4 a;\nvoid main() { gl_Position = a; }\n",
    );
    sandbox.write(
        "b.vert",
        "attribute vec4 a;\nuniform mat4 m;\nvoid main() { gl_Position = m * a * 0.7; }\n",
    );
    sandbox
        .run("--target pica200 -o both.shbin a.vert b.vert")
        .status(0)
        .silent();
    let text = sandbox
        .run("dis --target pica200 both.shbin -o -")
        .status(0)
        .out;
    assert_eq!(text.matches(".dvle").count(), 1, "{text}");
    sandbox.write("both.pica", &text);
    sandbox
        .run("as --target pica200 -o again.shbin both.pica")
        .status(0);
    let read = |name: &str| fs::read(sandbox.path(name)).unwrap();
    assert_eq!(read("both.shbin"), read("again.shbin"));
    sandbox.write(
        "c.pica",
        ".out p position o0\n.proc main\nmov o0, v0\nend\n.end\n",
    );
    sandbox.write(
        "d.pica",
        ".out p position o0\n.proc two\nmov o0, -v0\nend\n.end\n.entry two\n",
    );
    sandbox
        .run("as --target pica200 -o cd.shbin c.pica d.pica")
        .status(0)
        .silent();
    assert_eq!(read("cd.shbin").get(4..8), Some(&[2, 0, 0, 0][..]));
    sandbox
        .run("--target agal1 -o both.agal a.vert b.vert")
        .status(2)
        .says("-o");
    sandbox.write("bad.vert", "void main() { gl_Position = 1; }\n");
    sandbox
        .run("--target pica200 -o bad.shbin a.vert bad.vert")
        .status(1)
        .says("bad.vert");
    assert!(!sandbox.files().contains(&"bad.shbin".to_owned()));
}

#[test]
fn a_trace_shows_which_line_wrote_what() {
    let sandbox = Sandbox::with(
        "a.vert",
        "attribute vec4 a;\nvoid main() { gl_Position = a * a.w; }\n",
    );
    sandbox.write(
        "in.json",
        r#"{"attributes": {"a": {"type": "vec4", "values": [[0, 0, 0, 0], [1, 2, 3, 2]]}}}"#,
    );
    let traced = sandbox.run("run a.vert --target pica200 --inputs in.json --trace=1");
    let traced = traced.status(0).says("mul o0, a, a.w");
    assert!(
        traced.err.contains("o0.xyzw = 2, 4, 6, 4"),
        "{}",
        traced.err
    );
    let listing = sandbox.run("-S -o - --target pica200 a.vert").status(0).out;
    let line = listing.lines().position(|line| line.contains("mul o0"));
    let number = traced
        .err
        .trim_start()
        .split(' ')
        .next()
        .map(str::parse::<usize>);
    assert_eq!(
        number,
        line.map(|line| Ok(line + 1)),
        "{listing}\n{}",
        traced.err
    );
    sandbox
        .run("run a.vert --target pica200 --inputs in.json --trace=2")
        .status(1)
        .says("sample 2");
    sandbox
        .run("run a.vert --target lima --inputs in.json --trace=1")
        .status(0)
        .says("v0.");
    sandbox
        .run("run a.vert --inputs in.json --trace")
        .status(2)
        .says("--target");
}

#[test]
fn an_endless_include_ends_in_a_message() {
    let sandbox = Sandbox::with("a.frag", "#include \"a.frag\"\n");
    sandbox
        .run("--target agal1 a.frag")
        .status(1)
        .says("a.frag");
    assert_eq!(sandbox.files(), ["a.frag"]);
}

#[test]
fn hostile_sources_are_refused_in_words() {
    let deep = format!(
        "void main() {{ gl_FragColor = vec4({}1.0{}); }}",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    let large = "// filler filler filler filler filler filler filler filler\n".repeat(180_000);
    let garbage: Vec<u8> = (0..20_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let sources: [(&str, &[u8]); 4] = [
        ("empty", b""),
        ("deep", deep.as_bytes()),
        ("large", large.as_bytes()),
        ("garbage", &garbage),
    ];
    for (name, text) in sources {
        let sandbox = Sandbox::new();
        sandbox.write("a.frag", text);
        let ran = sandbox.run("--target agal1 -o a.agal a.frag").status(1);
        assert!(ran.err.contains("error[E0"), "{name}: {}", ran.err);
        assert_eq!(sandbox.files(), ["a.frag"], "{name}");
    }
}

#[test]
fn wgsl_is_known_by_its_name_or_an_option() {
    let text = "@vertex fn place(@location(0) at: vec4f) -> @builtin(position) vec4f { return at; }
        @fragment fn paint(@location(0) tint: vec4f) -> @location(0) vec4f { return tint * 0.5; }\n";
    let sandbox = Sandbox::with("a.wgsl", text);
    sandbox.write("b.txt", text);
    sandbox
        .run("--target agal1 -fshader-stage=fragment a.wgsl")
        .status(0)
        .silent();
    assert!(sandbox.path("a.agal").exists(), "{:?}", sandbox.files());
    let ran = sandbox.run("--target agal1 -x wgsl -fshader-stage=vertex -S -o - b.txt");
    assert!(ran.status(0).out.contains("op"));
    sandbox
        .run("--target agal1 a.wgsl")
        .status(1)
        .says("several vertex or fragment entry points: `place`, `paint`");
    sandbox
        .run("--target agal1 -x hlsl -fshader-stage=vertex a.wgsl")
        .status(2)
        .says("there is no HLSL reader");
    sandbox.write(
        "c.frag.wgsl",
        "@fragment fn f() -> @location(0) vec4f { return x; }\n",
    );
    sandbox
        .run("--target agal1 --diagnostics short c.frag.wgsl")
        .status(1)
        .says("c.frag.wgsl:1:49: error: no definition in scope for identifier: `x` [E0105]");
}

#[test]
fn stations_print_the_shader_on_its_way() {
    let sandbox = Sandbox::with("a.frag", FRAGMENT);
    for (station, words) in [
        ("essl", "gl_FragColor"),
        ("canonical", "#version 450"),
        ("naga", "fn main"),
        ("ir", "uniform"),
        ("ir-opt", "uniform"),
        ("asm", "mov oc, fc0"),
    ] {
        let out = sandbox
            .run(&format!("--target agal1 --emit={station} a.frag"))
            .status(0)
            .out;
        assert!(out.contains(words), "{station}: {out}");
    }
    sandbox
        .run("--target agal1 --print-after=opt_dce --verify a.frag -o b")
        .status(0)
        .says("after opt_dce");
}

#[test]
fn targets_tell_their_limits() {
    let sandbox = Sandbox::new();
    let table = sandbox.run("targets").status(0).out;
    assert!(
        table.contains("pica200: Nintendo 3DS (also --target 3ds") && table.contains("temporaries"),
        "{table}"
    );
    let list = sandbox.run("targets --json").status(0).out;
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert!(
        list.as_array()
            .unwrap()
            .iter()
            .any(|target| target["target"] == "agal3")
    );
}

#[test]
fn every_code_has_an_explanation() {
    let sandbox = Sandbox::new();
    let codes: Vec<_> = retroshade::diagnostics::codes::TABLES.concat();
    for code in &codes {
        let sentences = code.explanation.trim();
        assert!(
            sentences.len() > 24 && sentences.ends_with('.'),
            "{}: {sentences}",
            code.id
        );
    }
    for code in [codes.first(), codes.last()].into_iter().flatten() {
        let out = sandbox.run(&format!("--explain {}", code.id)).status(0).out;
        assert_eq!(out, code.page());
    }
}
