//! Registers of variables: names, bindings, limits, and what is said about them.

use crate::compile::common::{at, clip, shader};
use retroshade_diagnostics::{Severity, codes};
use retroshade_kit::reflect::Variable;
use retroshade_kit::target::{Options, Position, Target};
use retroshade_nv2a::NV2A;

const POSITION: &str = r#"shader vertex "a.vert"
    input in0 "a" vec4
    output out0 "gl_Position" vec4 builtin=position
    body {
      %0:f4 = input in0[0]
      yield %0
    }"#;

/// A shader that hands attributes on; each is `(name, lanes)`.
fn handing_on(names: &[(&str, u8)]) -> String {
    let mut text = String::from("shader vertex \"a.vert\"\n");
    for (number, (name, lanes)) in names.iter().enumerate() {
        text += &format!("input in{number} \"a{number}_{name}\" {}\n", glsl(*lanes));
    }
    for (number, (name, lanes)) in names.iter().enumerate() {
        text += &format!("output out{number} \"{name}\" {}\n", glsl(*lanes));
    }
    text += "body {\n";
    for (number, (_, lanes)) in names.iter().enumerate() {
        text += &format!("%{number}:f{lanes} = input in{number}[0]\n");
    }
    let values: Vec<String> = (0..names.len())
        .map(|number| format!("%{number}"))
        .collect();
    text + &format!("yield {}\n}}", values.join(", "))
}

fn glsl(lanes: u8) -> String {
    if lanes == 1 {
        "float".to_owned()
    } else {
        format!("vec{lanes}")
    }
}

fn place(variable: &Variable) -> (String, String) {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    (text(&variable.register), text(&variable.components))
}

#[test]
fn names_decide_and_the_rest_takes_texture_coordinates() {
    let source = handing_on(&[
        ("v_color", 4),
        ("vNormal", 3),
        ("v_texcoord0", 2),
        ("v_fog", 1),
    ]);
    let compiled = NV2A.compile(&shader(&source), &clip()).unwrap();
    let outputs: Vec<_> = compiled.reflection.outputs.iter().map(place).collect();
    let wanted = [
        ("oD0", "xyzw"),
        ("oT1", "xyz"),
        ("oT0", "xy"),
        ("oFog", "x"),
    ];
    assert_eq!(outputs, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(compiled.warnings.is_empty());
}

#[test]
fn crowded_outputs_share_registers_with_a_warning() {
    let names: Vec<(String, u8)> = (0..8)
        .map(|k| (format!("w{k}x"), if k < 6 { 2 } else { 3 }))
        .collect();
    let names: Vec<(&str, u8)> = names
        .iter()
        .map(|(name, lanes)| (name.as_str(), *lanes))
        .collect();
    let compiled = NV2A.compile(&shader(&handing_on(&names)), &clip()).unwrap();
    let warned = compiled
        .warnings
        .iter()
        .filter(|w| w.code == codes::warning::CROWDED_OUTPUTS);
    assert_eq!(warned.count(), 2);
    let last = place(&compiled.reflection.outputs[5]);
    assert_eq!(last, ("oT1".to_owned(), "zw".to_owned()));
}

/// In declaration order the last two would be left with the colours, which are clamped.
#[test]
fn places_and_directions_go_before_what_may_be_a_colour() {
    let list = [
        ("k", 4),
        ("l", 4),
        ("m", 4),
        ("n", 4),
        ("fragPosition", 4),
        ("v_worldNormal", 3),
    ];
    let compiled = NV2A.compile(&shader(&handing_on(&list)), &clip()).unwrap();
    let register = |name: &str| {
        let outputs = compiled.reflection.outputs.iter();
        let mut found = outputs.filter(|output| output.name == name);
        place(found.next().unwrap()).0
    };
    for name in ["fragPosition", "v_worldNormal"] {
        assert!(
            register(name).starts_with("oT"),
            "{name}: {}",
            register(name)
        );
    }
    // Seven of them find no place in any order.
    let many: Vec<String> = (0..7).map(|k| format!("position{k}x")).collect();
    let many: Vec<(&str, u8)> = many.iter().map(|name| (name.as_str(), 4)).collect();
    let refused = NV2A
        .compile(&shader(&handing_on(&many)), &clip())
        .unwrap_err();
    assert_eq!(refused.iter().next().unwrap().code, codes::limit::VARYINGS);
}

#[test]
fn too_many_outputs_are_counted() {
    let names: Vec<(String, u8)> = (0..8).map(|k| (format!("w{k}x"), 4)).collect();
    let names: Vec<(&str, u8)> = names
        .iter()
        .map(|(name, lanes)| (name.as_str(), *lanes))
        .collect();
    let errors = NV2A
        .compile(&shader(&handing_on(&names)), &clip())
        .unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::limit::VARYINGS);
    assert!(error.message.contains("8 vectors"), "{}", error.message);
}

#[test]
fn bindings_go_where_they_say() {
    let mut options = clip();
    options.bindings.insert("vNormal".into(), "oT3".into());
    options.bindings.insert("a0_vNormal".into(), "v5".into());
    let source = handing_on(&[("vNormal", 3)]);
    let compiled = NV2A.compile(&shader(&source), &options).unwrap();
    assert!(
        compiled.assembly.contains("mov oT3.xyz, v5"),
        "{}",
        compiled.assembly
    );
    for (name, register) in [
        ("vNormal", "oT9"),
        ("a0_vNormal", "v16"),
        ("a0_vNormal", "c3"),
    ] {
        let mut options = clip();
        options.bindings.insert(name.into(), register.into());
        let errors = NV2A.compile(&shader(&source), &options).unwrap_err();
        assert_eq!(
            errors.iter().next().unwrap().code,
            codes::target::BINDING,
            "{register}"
        );
    }
}

#[test]
fn arrays_of_outputs_take_registers_in_a_row() {
    let source = r#"shader vertex "array.vert"
        input in0 "a" vec4
        output out0 "vOffset" vec2[3]
        body {
          %0:f4 = input in0[0]
          yield %0.xy, %0.yz, %0.zw
        }"#;
    let compiled = crate::compile::common::check(source);
    let output = &compiled.reflection.outputs[0];
    assert_eq!(
        (output.index, output.array, output.stride),
        (Some(9), Some(3), Some(4))
    );
}

#[test]
fn unknown_settings_are_refused() {
    for (name, value) in [
        ("math", "quick"),
        ("viewport", "191"),
        ("speed", "1"),
        ("budget", "many"),
        ("invert-y", "maybe"),
        ("nan-clamp", "maybe"),
    ] {
        let mut options = Options::default();
        options.settings.insert(name.into(), value.into());
        let errors = NV2A
            .compile(&shader(&handing_on(&[("v_uv", 2)])), &options)
            .unwrap_err();
        assert_eq!(errors.iter().next().unwrap().code, codes::target::SETTING);
    }
}

#[test]
fn y_is_inverted_in_every_space() {
    let code = |space| {
        let mut options = at(space);
        options.settings.insert("invert-y".into(), "on".into());
        let compiled = NV2A.compile(&shader(POSITION), &options).unwrap();
        compiled.assembly
    };
    let found = code(Position::Clip);
    assert!(found.contains("oPos") && found.contains("-v13"), "{found}");
    let found = code(Position::Divide);
    assert!(found.contains("rcc") && found.contains("-v13"), "{found}");
}

#[test]
fn the_viewport_is_a_driver_uniform() {
    let compiled = NV2A
        .compile(&shader(POSITION), &at(Position::Native))
        .unwrap();
    let driver = &compiled.reflection.driver_uniforms;
    let names: Vec<_> = driver
        .iter()
        .map(|uniform| (uniform.name.as_str(), uniform.index))
        .collect();
    assert_eq!(
        names,
        [("viewport_scale", Some(58)), ("viewport_offset", Some(59))]
    );
    let mut options = at(Position::Native);
    options.settings.insert("viewport".into(), "10".into());
    let moved = NV2A.compile(&shader(POSITION), &options).unwrap();
    assert_eq!(moved.reflection.driver_uniforms[1].index, Some(11));
    assert!(
        moved
            .warnings
            .iter()
            .all(|warning| warning.severity == Severity::Warning)
    );
}
