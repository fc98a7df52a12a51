//! No command line makes the program panic, hang or end without a word: a few hundred of them, put
//! together at random but always the same.

use retroshade_kit::random::Random;
use std::fs;
use std::process::{Command, Stdio};

/// Flags, values and files: sense and nonsense.
const WORDS: &[&str] = &[
    "as",
    "dis",
    "lift",
    "opt",
    "run",
    "debug",
    "link",
    "render",
    "targets",
    "completions",
    "man",
    "--target",
    "--target=agal1",
    "--target=lima",
    "--target=pica200",
    "--target=nv2a",
    "--target=",
    "--target-env=vulkan",
    "lima",
    "agal3",
    "-o",
    "-o-",
    "-oout",
    "--output=out",
    "-c",
    "-S",
    "-E",
    "-M",
    "-MM",
    "-MD",
    "-MMD",
    "-MF",
    "-MFrule",
    "-MT",
    "-MTx",
    "-MQ",
    "-MP",
    "-x",
    "glsl",
    "asm",
    "bin",
    "ir",
    "wgsl",
    "none",
    "hlsl",
    "-std=100",
    "-std=300es",
    "-std=",
    "-std=450",
    "-fshader-stage=vertex",
    "-fshader-stage=fragment",
    "-fshader-stage=",
    "-fshader-stage=compute",
    "-I",
    "-I.",
    "-Ifolder",
    "-D",
    "-DA",
    "-DA=1",
    "-D=",
    "-DGL_A",
    "-D__A",
    "-DA(x)=x",
    "-U",
    "-UA",
    "-O",
    "-O0",
    "-O2",
    "-Os",
    "-O9",
    "-g",
    "-w",
    "-W",
    "-Wall",
    "-Werror",
    "-Wno-",
    "-Werror=",
    "-Wno-error=stray-semicolon",
    "-mfmt=bin",
    "-mfmt=num",
    "-mfmt=c",
    "-mfmt=h",
    "-mfmt=inl",
    "-mfmt=rust",
    "-mfmt=",
    "-flimit=A 1",
    "-flimit-file",
    "-fentry-point=main",
    "-fentry-point=",
    "-fauto-map-locations",
    "-finvert-y",
    "-fnan-clamp",
    "-fhlsl-x",
    "-fubo-binding-base",
    "--target-spv=x",
    "--version",
    "--help",
    "-h",
    "--reflect",
    "--reflect=-",
    "--reflect=r",
    "--container",
    "--container=raw",
    "--container=zip",
    "--opdesc=o",
    "--stats",
    "--stats=json",
    "--stats=x",
    "--diagnostics",
    "--diagnostics=short",
    "--diagnostics=json",
    "--color=always",
    "--color",
    "--print-after=all",
    "--print-after=x",
    "--stop-after=opt_dce",
    "--stop-after=",
    "--verify",
    "--explain",
    "--explain=E0102",
    "--seed",
    "--seed=1",
    "--seed=99999999999999999999",
    "--budget=0",
    "--budget=10",
    "--bind",
    "--bind=a=b",
    "--bind=uColor=fc1",
    "--sampler=x=y",
    "--position=clip",
    "--position=native",
    "--position=divide",
    "--emit=ir",
    "--emit=naga",
    "--emit=select",
    "--emit=asm",
    "--emit=canonical",
    "--target-option=a=b",
    "--target-option",
    "--agal-profile=all",
    "--clip-depth=gl",
    "--inputs",
    "--inputs=in.json",
    "--size=3x2",
    "--size=0x0",
    "--size=4097x1",
    "--check",
    "--trace",
    "--trace=1",
    "--sample=1",
    "--steps=0",
    "--commands=in.json",
    "--plain",
    "--json",
    "--show-limits",
    "--",
    "-",
    "@args",
    "@",
    "@gone",
    "a.frag",
    "a.vert",
    "bad.frag",
    "a.ir",
    "a.s",
    "a.agal",
    "in.json",
    "folder",
    "gone.vert",
    "",
    " ",
    "ünï.frag",
    "bash",
    "--help=x",
    "-\u{7f}",
    "--shader-stage",
    "vertex",
    "--language=ir",
    "--dep-only",
    "=",
    "--=",
    "---",
    "-MD=",
    "-oa.frag",
];

fn words(number: u64) -> Vec<String> {
    let mut random = Random::new(number);
    let mut roll = |sides: usize| random.below(sides as u64) as usize;
    let count = 1 + roll(9);
    let mut words: Vec<String> = (0..count)
        .map(|_| WORDS[roll(WORDS.len())].to_owned())
        .collect();
    // Half of them get as far as to have a target and a file.
    if roll(2) == 0 {
        let target = ["agal1", "agal2", "lima", "pica200", "nv2a"][roll(5)];
        words.push(format!("--target={target}"));
        words.push(["a.vert", "a.frag", "bad.frag", "a.ir", "a.s"][roll(5)].to_owned());
    }
    // A letter more or less.
    if roll(4) == 0 {
        let at = roll(words.len());
        let keep = roll(words[at].chars().count() + 1);
        words[at] = words[at].chars().take(keep).collect();
    }
    words
}

fn check(number: u64, words: &[String]) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "a.frag",
        "precision mediump float; uniform vec4 uColor; void main() { gl_FragColor = uColor; }\n",
    );
    write("ünï.frag", "void main() { gl_FragColor = vec4(1.0); }\n");
    write(
        "a.vert",
        "attribute vec4 a; void main() { gl_Position = a * 2.0; }\n",
    );
    write("bad.frag", "void main() { gl_FragColor = x; }\n");
    write(
        "a.ir",
        "shader fragment \"a\"\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n  %0:f4 = const (1.0, 1.0, 1.0, 1.0)\n  yield %0\n}\n",
    );
    write("a.s", "mov oc, fc0\n");
    write("a.agal", "no program");
    write(
        "in.json",
        "{\"uniforms\": {\"uColor\": {\"type\": \"vec4\", \"array\": 0, \"value\": [1, 1, 1, 1]}}}",
    );
    write("args", "-S\n--target=agal1\n");
    fs::create_dir(folder.path().join("folder")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let fault = match output.status.code() {
        Some(0) if said.contains("error") => "status 0 after an error",
        Some(1 | 2) if said.trim().is_empty() => "a failure without a word",
        Some(0..=2) => return Ok(()),
        Some(_) => "a defect",
        None => "a signal",
    };
    Err(format!("{number}: {fault}: retroshade {words:?}\n{said}"))
}

#[test]
fn no_command_line_is_a_defect() {
    let numbers: Vec<u64> = (0..600).collect();
    let halves = numbers.chunks(150);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = halves
            .map(|half| {
                scope.spawn(move || -> Vec<String> {
                    half.iter()
                        .filter_map(|&number| check(number, &words(number)).err())
                        .collect()
                })
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
