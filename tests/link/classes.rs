//! Classes for ActionScript and Haxe.

use crate::harness::{done, linker, source};
use retroshade::bindings::{Class, actionscript, haxe};
use retroshade::link::Pair;
use retroshade_ir::Stage;

fn cube() -> Pair {
    let vertex = source("examples/cube.vert", Stage::Vertex);
    let fragment = source("examples/cube.frag", Stage::Fragment);
    done(linker("agal1").link(&vertex, &fragment))
}

/// The bytes that the text holds as hexadecimal digits behind a name.
fn bytes_behind(text: &str, name: &str) -> Vec<u8> {
    let start = text
        .find(&format!("{name}:String ="))
        .expect("the code is there");
    let (code, _) = text[start..].split_once(';').expect("it ends");
    let digits: String = code.split('"').skip(1).step_by(2).collect();
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        .collect()
}

/// The value of a constant of the class.
fn constant(text: &str, name: &str) -> Option<u32> {
    let line = text
        .lines()
        .find(|line| line.contains(&format!(" {name}:")))?;
    line.rsplit_once("= ")?.1.strip_suffix(';')?.parse().ok()
}

#[test]
fn classes_hold_the_bytes_and_the_registers() {
    let pair = cube();
    let class = Class::new("com.example.Cube", &pair.vertex, &pair.fragment).unwrap();
    for text in [actionscript::class(&class), haxe::class(&class)] {
        assert_eq!(bytes_behind(&text, "VERTEX_CODE"), pair.vertex.binary);
        assert_eq!(bytes_behind(&text, "FRAGMENT_CODE"), pair.fragment.binary);
        assert_eq!(constant(&text, "AGAL_VERSION"), Some(1));
        let registers = [
            ("A_POSITION", &pair.vertex.reflection.inputs, "aPosition"),
            ("A_TEX_COORD", &pair.vertex.reflection.inputs, "aTexCoord"),
            (
                "VERTEX_U_NORMAL_MATRIX",
                &pair.vertex.reflection.uniforms,
                "uNormalMatrix",
            ),
            (
                "VERTEX_U_DIFFUSE",
                &pair.vertex.reflection.uniforms,
                "uDiffuse",
            ),
        ];
        for (name, list, variable) in registers {
            let entry = list.iter().find(|entry| entry.name == variable).unwrap();
            assert_eq!(constant(&text, name), entry.index, "{name}\n{text}");
        }
        assert_eq!(constant(&text, "S_TEXTURE"), Some(0));
        for line in pair.vertex.assembly.lines() {
            assert!(text.contains(&format!("// {line}\n")), "{line}");
        }
    }
}

#[test]
fn literals_are_uploaded_where_the_programs_expect_them() {
    let pair = cube();
    let class = Class::new("Cube", &pair.vertex, &pair.fragment).unwrap();
    let text = actionscript::class(&class);
    let constants = &pair.vertex.reflection.constants;
    assert!(!constants.is_empty());
    for constant in constants {
        let call = format!(
            "Context3DProgramType.VERTEX, {}, new <Number>[",
            constant.index
        );
        assert!(text.contains(&call), "{call}\n{text}");
        let call = format!("{{register: {}, values: [", constant.index);
        assert!(haxe::class(&class).contains(&call), "{call}");
    }
}

#[test]
fn packages_frame_the_class() {
    let pair = cube();
    let with = Class::new("com.example.Cube", &pair.vertex, &pair.fragment).unwrap();
    let without = Class::new("Cube", &pair.vertex, &pair.fragment).unwrap();
    assert!(actionscript::class(&with).contains("package com.example\n{\n"));
    assert!(actionscript::class(&with).contains("    public final class Cube\n"));
    assert!(actionscript::class(&without).contains("package\n{\n"));
    assert!(haxe::class(&with).contains("package com.example;\n"));
    assert!(!haxe::class(&without).contains("package"));
    for text in [actionscript::class(&with), haxe::class(&with)] {
        for (open, close) in [('{', '}'), ('(', ')'), ('[', ']')] {
            let count = |wanted| text.chars().filter(|letter| *letter == wanted).count();
            assert_eq!(count(open), count(close), "{text}");
        }
    }
}

#[test]
fn names_are_checked_and_made() {
    let pair = cube();
    for name in ["", "a.", "1a", "com.class.Cube", "a-b", "a b", "Cube;"] {
        assert!(
            Class::new(name, &pair.vertex, &pair.fragment).is_err(),
            "{name}"
        );
    }
    for (source, name) in [
        ("shaders/cube.vert", "Cube"),
        ("skinned-cube.v2.vert", "SkinnedCube"),
        ("3d.frag", "Shader3d"),
    ] {
        assert_eq!(Class::name_of(source), name);
        assert!(Class::new(&Class::name_of(source), &pair.vertex, &pair.fragment).is_ok());
    }
}
