//! Which varyings get an output register, with what meaning, and what happens to the others.

use retroshade_diagnostics::codes;
use retroshade_kit::agreement::shader;
use retroshade_kit::target::{Compiled, Options, Target};
use retroshade_pica200::PICA200;
use retroshade_pica200::container::{Semantic, Shbin};
use std::fmt::Write;

/// A shader that writes these varyings (name and type), each as something that takes a word of its own.
fn varyings(list: &[(&str, &str)]) -> String {
    let mut text = String::from(
        "shader vertex \"outputs\"\ninput in0 \"v\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\n",
    );
    for (k, (name, ty)) in list.iter().enumerate() {
        let _ = writeln!(text, "output out{} \"{name}\" {ty}", k + 1);
    }
    text.push_str("body {\n  %0:f4 = input in0[0]\n");
    let mut yields = String::from("  yield %0");
    let mut next = 1;
    for (k, (_, ty)) in list.iter().enumerate() {
        let (lanes, slots) = match *ty {
            "float" => (1, 1),
            "mat4" => (4, 4),
            vector => (vector[3..].parse::<usize>().unwrap(), 1),
        };
        for _ in 0..slots {
            let part = ["x", "xy", "xyz", "xyzw"][lanes - 1];
            let literal = match lanes {
                1 => format!("{k}.5"),
                _ => format!("({})", vec![format!("{k}.5"); lanes].join(", ")),
            };
            let _ = writeln!(text, "  %{next}:f{lanes} = const {literal}");
            let _ = writeln!(text, "  %{}:f{lanes} = mul %0.{part}, %{next}", next + 1);
            let _ = write!(yields, ", %{}", next + 1);
            next += 2;
        }
    }
    text + &yields + "\n}\n"
}

fn options(settings: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in settings {
        options.settings.insert((*name).into(), (*value).into());
    }
    options
}

fn compile(list: &[(&str, &str)], options: &Options) -> Compiled {
    PICA200.compile(&shader(&varyings(list)), options).unwrap()
}

/// Each listed output register with its semantic.
fn map(compiled: &Compiled) -> Vec<(u8, Semantic)> {
    let shbin = Shbin::from_bytes(&compiled.binary).unwrap();
    let rows = &shbin.executables[0].output_map;
    rows.iter()
        .map(|row| (row.register, row.semantic))
        .collect()
}

const NINE: [(&str, &str); 8] = [
    ("vColor", "vec4"),
    ("vA", "vec3"),
    ("vB", "vec3"),
    ("vC", "vec4"),
    ("vD", "vec4"),
    ("vE", "vec4"),
    ("vF", "vec4"),
    ("vTransform", "mat4"),
];

#[test]
fn what_the_pipeline_cannot_take_is_left_out_with_its_computation() {
    let compiled = compile(&NINE, &Options::default());
    assert_eq!(
        map(&compiled),
        [(0, Semantic::Position), (1, Semantic::Color)]
    );
    assert_eq!(compiled.reflection.stats.words, 3, "{}", compiled.assembly);
    assert_eq!(compiled.reflection.outputs.len(), 2);
    // One message for all of them, with a place for each.
    let mut warned = compiled
        .warnings
        .iter()
        .filter(|warning| warning.code.id == "W0403");
    let (warned, more) = (warned.next().unwrap(), warned.next());
    assert!(more.is_none());
    assert!(
        warned
            .message
            .starts_with("`vA` and 6 others have no place"),
        "{}",
        warned.message
    );
}

#[test]
fn a_geometry_program_gets_eight_registers_and_no_more() {
    let on = options(&[("geometry", "on")]);
    let eight = compile(&NINE[..7], &on);
    assert_eq!(map(&eight).len(), 8);
    assert!(eight.warnings.is_empty());
    let refused = PICA200.compile(&shader(&varyings(&NINE)), &on).unwrap_err();
    let error = refused.iter().next().unwrap();
    assert_eq!(error.code.id, "E0404");
    assert!(
        error.message.contains("need 12") && error.message.contains("hands on 8"),
        "{error:?}"
    );
}

#[test]
fn what_is_called_dummy_stays() {
    let compiled = compile(
        &[("vDummy", "vec4"), ("vColor", "vec4")],
        &Options::default(),
    );
    assert_eq!(
        map(&compiled),
        [
            (0, Semantic::Position),
            (1, Semantic::Color),
            (2, Semantic::Dummy)
        ]
    );
}

#[test]
fn every_meaning_has_a_register_that_libctru_reads() {
    let list = [
        ("vNormalQuat", "vec4"),
        ("vColor", "vec4"),
        ("vTexCoord0", "vec2"),
        ("vTexCoord0w", "float"),
        ("vTexCoord1", "vec2"),
        ("vTexCoord2", "vec2"),
        ("vView", "vec3"),
    ];
    let compiled = compile(&list, &Options::default());
    let rows = map(&compiled);
    assert_eq!(rows.iter().map(|row| row.0).max(), Some(6));
    assert_eq!(rows.len(), 8);
    // A third coordinate that finds no lane beside the others takes a register too many.
    let mut wide = list;
    wide[2].1 = "vec3";
    let refused = PICA200.compile(&shader(&varyings(&wide)), &Options::default());
    let refused = refused.unwrap_err();
    let error = refused.iter().next().unwrap();
    assert!(
        error.message.contains("need 8") && error.message.contains("hands on 7"),
        "{error:?}"
    );
}

#[test]
fn places_and_directions_never_take_the_colour() {
    // The lighting shaders of raylib.
    let list = [
        ("fragPosition", "vec3"),
        ("fragTexCoord", "vec2"),
        ("fragColor", "vec4"),
        ("fragNormal", "vec3"),
    ];
    let compiled = compile(&list, &Options::default());
    let names: Vec<(&str, Option<&str>)> = compiled
        .reflection
        .outputs
        .iter()
        .map(|output| (output.name.as_str(), output.semantic.as_deref()))
        .collect();
    assert_eq!(
        names,
        [
            ("gl_Position", Some("position")),
            ("fragTexCoord", Some("texcoord0")),
            ("fragColor", Some("color")),
        ]
    );
    let colour = |list: &[(&str, &str)]| {
        let compiled = compile(list, &Options::default());
        let outputs = compiled.reflection.outputs;
        let found = outputs
            .into_iter()
            .find(|o| o.semantic.as_deref() == Some("color"));
        found.map(|output| output.name)
    };
    assert_eq!(colour(&[("vWorldPos", "vec3"), ("vNormal", "vec3")]), None);
    assert_eq!(
        colour(&[("vA", "vec3"), ("vLitColour", "vec4")]).as_deref(),
        Some("vLitColour")
    );
    assert_eq!(
        colour(&[("vNormal", "vec3"), ("vA", "vec4")]).as_deref(),
        Some("vA")
    );
}

#[test]
fn a_binding_goes_before_a_name_and_leaves_no_register_free() {
    let list = [("vColor", "vec4"), ("vGlow", "vec4")];
    let mut bound = Options::default();
    bound.bindings.insert("vGlow".into(), "color".into());
    let compiled = compile(&list, &bound);
    let glow = &compiled.reflection.outputs[1];
    assert_eq!(
        (glow.name.as_str(), glow.semantic.as_deref()),
        ("vGlow", Some("color"))
    );
    for (register, told) in [
        ("o3", "o1 stays free"),
        ("o8", "o0 to o7"),
        ("o7", "o0 to o6"),
    ] {
        let mut bound = Options::default();
        bound.bindings.insert("vColor".into(), register.into());
        let refused = PICA200
            .compile(&shader(&varyings(&list[..1])), &bound)
            .unwrap_err();
        let message = &refused.iter().next().unwrap().message;
        assert!(message.contains(told), "{register}: {message}");
    }
}

#[test]
fn more_attributes_than_citro3d_loads_are_warned_of() {
    for (attributes, warnings) in [(12, 0), (13, 1)] {
        let mut text = String::from("shader vertex \"inputs\"\n");
        for k in 0..attributes {
            let _ = writeln!(text, "input in{k} \"a{k}\" vec4");
        }
        text +=
            "output out0 \"gl_Position\" vec4 builtin=position\nbody {\n  %0:f4 = input in0[0]\n";
        for k in 1..attributes {
            let _ = writeln!(text, "  %{}:f4 = input in{k}[0]", 2 * k - 1);
            let _ = writeln!(text, "  %{}:f4 = add %{}, %{}", 2 * k, 2 * k - 2, 2 * k - 1);
        }
        let _ = writeln!(text, "  yield %{}\n}}", 2 * attributes - 2);
        let compiled = PICA200
            .compile(&shader(&text), &Options::default())
            .unwrap();
        let mut found = compiled.warnings.iter();
        assert_eq!(compiled.warnings.iter().count(), warnings);
        assert!(found.all(|warning| warning.code == codes::warning::MANY_ATTRIBUTES));
    }
}
