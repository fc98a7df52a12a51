//! The program for the Xbox in `examples/xbox`: what it sends to the chip, with stubs for nxdk, with shaders in GLSL and in Cg.

use crate::project::{Project, is_there};
use std::collections::BTreeMap;
use std::path::Path;

/// Methods and words of the first frame and all before it, with shaders that `link` takes with options of their own.
fn sent(shaders: [&str; 2], options: &[&str]) -> Option<Vec<(u32, u32)>> {
    if !is_there("cc") {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::new();
    for name in ["main.c"].iter().chain(&shaders) {
        let text = std::fs::read_to_string(root.join("examples/xbox").join(name)).unwrap();
        project.write(name, &text);
    }
    let compiler = env!("CARGO_BIN_EXE_retroshade");
    let link = ["link", "--target", "xbox", "-mfmt=inl", "-o", "spin"];
    let words = link.iter().chain(options).chain(&shaders).copied();
    project.run(compiler, &words.collect::<Vec<&str>>());
    let stubs = format!("-I{}", root.join("tests/c-stubs").display());
    let strict = [
        "-std=gnu17",
        "-Wall",
        "-Wextra",
        "-Werror",
        &stubs,
        "-o",
        "spin",
        "main.c",
        "-lm",
    ];
    project.run("cc", &strict);
    let program = project.path("spin");
    let output = project.run(&program.to_string_lossy(), &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers = text.lines().map(|line| {
        let (method, word) = line.split_once(' ').unwrap();
        let hex = |text| u32::from_str_radix(text, 16).unwrap();
        (hex(method), hex(word))
    });
    Some(numbers.collect())
}

#[test]
fn the_program_for_the_xbox_sends_what_its_shaders_need() {
    let glsl = sent(["spin.vert", "spin.frag"], &["--position", "divide"]);
    // Cg has the division in its text, and what cgc took from the chip's tables is taken from there.
    let options = ["--position", "clip", "--target-option", "math=fast"];
    let cg = sent(["cg/spin.vs.cg", "cg/spin.ps.cg"], &options);
    for sent in glsl.into_iter().chain(cg) {
        check(&sent);
    }
}

fn check(sent: &[(u32, u32)]) {
    let rows = sent
        .iter()
        .filter(|(method, _)| (0xb00..0xb10).contains(method));
    let rows: Vec<u32> = rows.map(|(_, word)| *word).collect();
    assert!(rows.len().is_multiple_of(4) && rows.len() > 4 * 4);
    // The last slot ends the program, and no other.
    let ends = rows.chunks(4).filter(|slot| slot[3] & 1 == 1);
    assert_eq!(ends.count(), 1);
    assert_eq!(rows.last().unwrap() & 1, 1);
    // Registers by the words that they got last.
    let mut registers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut register = 0;
    for (method, word) in sent {
        match method {
            0x1ea4 => register = *word,
            0xb80..0xc00 => {
                let words = registers.entry(register).or_default();
                if words.len() == 4 {
                    words.clear();
                }
                words.push(*word);
                register += u32::from(words.len() == 4);
            }
            _ => {}
        }
    }
    // The matrix, the turn, and the literals of the source behind them.
    let known: Vec<u32> = registers.keys().copied().collect();
    assert_eq!(known, (96..102).collect::<Vec<u32>>());
    let number = |register: u32, lane: usize| f32::from_bits(registers[&register][lane]);
    assert_eq!([number(96, 0), number(97, 1)], [320.0, -240.0]);
    assert_eq!(number(101, 0), 0.25);
    // The combiners, with the tint as a colour.
    assert!(sent.contains(&(0x0a60, 0xffff_e6b3)));
    // Position and colour come from memory, three floats each; one triangle is drawn.
    for attribute in [0, 3] {
        assert!(sent.contains(&(0x1760 + 4 * attribute, 0x1832)));
    }
    assert!(sent.contains(&(0x1810, 0x0200_0000)));
}
