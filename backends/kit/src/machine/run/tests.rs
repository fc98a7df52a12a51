use super::*;
use crate::machine::{Outcome, UNSET};
use crate::reflect::{Constant, Layout, Number, Sampler, Variable};
use retroshade_diagnostics::FileId;

fn variable(name: &str, ty: &str, file: &str, index: u32, components: &str) -> Variable {
    Variable {
        name: name.into(),
        ty: ty.into(),
        register: Some(format!("{file}{index}")),
        file: Some(file.into()),
        index: Some(index),
        components: Some(components.into()),
        ..Variable::default()
    }
}

fn inputs(json: &str) -> RunInputs {
    RunInputs::from_json(json, FileId(0)).unwrap()
}

#[test]
fn lanes_follow_layout_and_strides() {
    let mut matrix = variable("m", "mat2", "c", 3, "xy");
    matrix.matrix_stride = Some(4);
    assert_eq!(lanes_of(&matrix).unwrap(), [12, 13, 16, 17]);
    matrix.layout = Some(Layout::Rows);
    assert_eq!(lanes_of(&matrix).unwrap(), [12, 16, 13, 17]);
    let mut array = variable("a", "float", "c", 1, "y");
    array.array = Some(3);
    array.stride = Some(1);
    assert_eq!(lanes_of(&array).unwrap(), [5, 6, 7]);
    let oblong = variable("o", "mat2x3", "c", 0, "xyz");
    assert_eq!(lanes_of(&oblong).unwrap(), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn senseless_entries_are_refused() {
    assert!(lanes_of(&variable("v", "vec5", "c", 0, "xyzw")).is_err());
    assert!(lanes_of(&variable("v", "vec3", "c", 0, "xy")).is_err());
    assert!(lanes_of(&variable("v", "vec3", "c", 0, "xyq")).is_err());
    assert!(lanes_of(&variable("v", "vec4", "c", u32::MAX, "xyzw")).is_err());
    let endless = Variable {
        array: Some(u32::MAX),
        ..variable("v", "vec4", "c", 0, "xyzw")
    };
    assert!(lanes_of(&endless).is_err());
}

#[test]
fn data_goes_where_the_reflection_says() {
    let mut reflection = Reflection::new("agal1", "vertex");
    reflection
        .inputs
        .push(variable("aPos", "vec2", "va", 1, "zw"));
    reflection
        .uniforms
        .push(variable("uScale", "float", "vc", 2, "w"));
    reflection.constants.push(Constant {
        register: "vc2".into(),
        file: "vc".into(),
        index: 2,
        value: vec![Number(0.5)],
        embedded: false,
        ..Constant::default()
    });
    let data = inputs(
        r#"{"uniforms": {"uScale": {"type": "float", "value": 3}},
            "attributes": {"aPos": {"type": "vec2", "values": [[1, 2], [3, 4]]}}}"#,
    );
    let image = place(&reflection, &data).unwrap();
    assert_eq!(image.samples, 2);
    assert_eq!(image.input("va", 1, 1, UNSET), [0.0, 0.0, 3.0, 4.0]);
    let [x, y, _, w] = image.uniform("vc", 2);
    assert!(x == 0.5 && y.is_nan() && w == 3.0);
    reflection
        .uniforms
        .push(variable("uScale", "float", "vc", 2, "x"));
    assert!(place(&reflection, &data).is_err(), "two in one lane");
}

#[test]
fn clip_positions_come_from_window_coordinates() {
    let mut reflection = Reflection::new("agal1", "fragment");
    let clip = variable("clip_position", "vec4", "v", 0, "xyzw");
    reflection.inputs.push(Variable {
        builtin: Some("clip_position".into()),
        ..clip
    });
    let data = inputs(r#"{"frag_coord": [[48, 32, 0.75, 0.5]]}"#);
    let image = place(&reflection, &data).unwrap();
    assert_eq!(image.input("v", 0, 0, UNSET), [1.0, 0.0, 1.0, 2.0]);
}

#[test]
fn textures_are_built_for_their_units() {
    let mut reflection = Reflection::new("agal1", "fragment");
    let sampler = Sampler {
        name: "uMap".into(),
        ty: "sampler2D".into(),
        array: None,
        register: None,
        index: 3,
        kind: None,
    };
    reflection.samplers.push(sampler);
    let data =
        inputs(r#"{"textures": {"uMap": {"kind": "2d", "pattern": 1, "filter": "nearest"}}}"#);
    let image = place(&reflection, &data).unwrap();
    assert_eq!(image.textures.keys().copied().collect::<Vec<_>>(), [3]);
    assert!(place(&reflection, &RunInputs::default()).is_err());
}

#[test]
fn outputs_come_back_by_name() {
    let mut reflection = Reflection::new("agal1", "fragment");
    reflection
        .outputs
        .push(variable("colour", "vec4", "oc", 0, "xyzw"));
    reflection.features.push("discard".into());
    let mut outcome = Outcome {
        discarded: vec![false, true],
        ..Outcome::default()
    };
    let registers = vec![[1.0, 2.0, 3.0, 4.0]; 2];
    outcome
        .outputs
        .entry("oc".into())
        .or_default()
        .insert(0, registers);
    let outputs = gather(&reflection, &outcome, 2).unwrap();
    assert_eq!(
        outputs.outputs["gl_FragColor"],
        [[1.0, 2.0, 3.0, 4.0], [0.0; 4]]
    );
    assert_eq!(outputs.discarded, Some(vec![false, true]));
}
