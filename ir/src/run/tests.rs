use super::*;
use crate::Scalar;
use crate::texture::{Filter, TextureKind, TextureSource, Wrap};
use retroshade_diagnostics::FileId;

fn read(text: &str) -> RunInputs {
    match RunInputs::from_json(text, FileId(0)) {
        Ok(inputs) => inputs,
        Err(error) => panic!("{}", error.message),
    }
}

fn refused(text: &str) -> String {
    match RunInputs::from_json(text, FileId(0)) {
        Ok(_) => panic!("accepted {text}"),
        Err(error) => {
            assert_eq!(error.code, codes::files::RUN_DATA);
            error.message
        }
    }
}

const VEC2: Shape = Shape::vector(Scalar::Float, 2);
const VEC4: Shape = Shape::vector(Scalar::Float, 4);

#[test]
fn reads_every_part() {
    let inputs = read(
        r#"{"stage": "frag", "samples": 4, "mode": "quads",
            "uniforms": {"a": {"type": "vec2", "array": 0, "value": [1, "inf"]}, "s": 2},
            "textures": {"t": {"kind": "cube", "pattern": 3, "filter": "nearest", "wrap": "clamp"}},
            "varyings": {"v": {"type": "float", "values": [1, 2, [3], null]}},
            "frag_coord": [[0.5,0.5,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1]],
            "front_facing": [true, false, true, true],
            "outputs": {"gl_FragColor": [[0,0,0,null]]}, "discarded": [true],
            "sensitivity": {"rel_2^-21": ["inf"]}, "robust": [true]}"#,
    );
    assert_eq!(inputs.stage, Some(Stage::Fragment));
    assert_eq!(inputs.mode, Mode::Quads);
    assert_eq!(inputs.samples(), Ok(4));
    assert_eq!(inputs.uniform("a", VEC2), Ok(vec![1.0, f32::INFINITY]));
    assert_eq!(
        inputs.uniform("s", Shape::vector(Scalar::Int, 1)),
        Ok(vec![2.0])
    );
    let texture = inputs.texture("t", None).expect("texture");
    assert_eq!(texture.kind, TextureKind::Cube);
    assert_eq!(
        (texture.filter, texture.wrap),
        (Filter::Nearest, Wrap::Clamp)
    );
    assert_eq!(texture.source, TextureSource::Pattern(3));
    let rows = inputs.input(Stage::Fragment, "v", Shape::vector(Scalar::Float, 1));
    assert_eq!(rows.expect("varying")[2], [3.0]);
    assert_eq!(inputs.frag_coord().expect("given").len(), 4);
    assert_eq!(
        inputs.front_facing.as_deref(),
        Some(&[true, false, true, true][..])
    );
    let expected = inputs.expected.expect("given");
    assert!(expected.outputs["gl_FragColor"][0][3].is_nan());
    assert_eq!(expected.discarded, Some(vec![true]));
    assert_eq!(expected.sensitivity, Some(vec![f32::INFINITY]));
}

#[test]
fn a_status_says_whether_outputs_compare() {
    for (status, comparable) in [("ok", true), ("constant", true), ("fragile", false)] {
        let inputs = read(&format!("{{\"status\": \"{status}\", \"outputs\": {{}}}}"));
        let expected = inputs.expected.expect("outputs");
        assert_eq!(expected.not_comparable.is_none(), comparable, "{status}");
    }
}

#[test]
fn names_what_is_wrong() {
    for (text, message) in [
        ("[1]", "the run data is not an object"),
        (
            r#"{"stage": "comp"}"#,
            "stage is `comp`, expected `vert`, `frag` or `geom`",
        ),
        (r#"{"mode": 1}"#, "mode is not a string"),
        (
            r#"{"samples": -1}"#,
            "samples is not a whole number from 0 to 65536",
        ),
        (
            r#"{"uniforms": {"u": {"type": "vec2"}}}"#,
            "uniforms.u has no `value`",
        ),
        (
            r#"{"uniforms": {"u": {"type": "vec5", "value": []}}}"#,
            "uniforms.u.type is `vec5`, which is no GLSL type",
        ),
        (
            r#"{"uniforms": {"u": [1, "one"]}}"#,
            "uniforms.u[1] is not a number",
        ),
        (
            r#"{"varyings": {"v": {"values": 3}}}"#,
            "varyings.v.values is not a list",
        ),
        (
            r#"{"textures": {"t": {}}}"#,
            "textures.t needs one of `pattern`, `file`, `texels`",
        ),
        (
            r#"{"textures": {"t": {"pattern": 0, "wrap": "edge"}}}"#,
            "textures.t.wrap is `edge`, expected `repeat` or `clamp` or `mirror`",
        ),
        (
            r#"{"textures": {"t": {"texels": [[1,1,1]], "size": [1,1]}}}"#,
            "textures.t.texels has a texel that is not 4 numbers",
        ),
        (r#"{"outputs": {"o": {}}}"#, "outputs.o has no `values`"),
    ] {
        assert_eq!(refused(text), message);
    }
}

#[test]
fn points_at_the_fault_in_the_text() {
    let error = RunInputs::from_json("{\n \"stage\": é}", FileId(7)).expect_err("no JSON");
    let label = error.primary.expect("a place");
    assert_eq!((label.span.file, label.span.start), (FileId(7), 12));
    assert_eq!(label.message, "expected value");
    assert!(RunInputs::from_json("{", FileId(0)).is_err());
    assert!(RunInputs::from_json("", FileId(0)).is_err());
}

#[test]
fn missing_inputs_are_named() {
    let inputs = RunInputs::default();
    let error = inputs.uniform("uTint", VEC4).expect_err("missing");
    assert_eq!(error.code, codes::files::MISSING_INPUT);
    assert_eq!(
        error.message,
        "the run data has no value for the uniform `uTint`"
    );
    assert!(error.help[0].contains("\"type\": \"vec4\""));
    for error in [
        inputs.input(Stage::Vertex, "aPos", VEC4).err(),
        inputs.input(Stage::Fragment, "vUv", VEC4).err(),
        inputs.frag_coord().err(),
        inputs.point_coord().err(),
        inputs.texture("uMap", Some(1)).err(),
    ] {
        assert_eq!(
            error.map(|error| error.code),
            Some(codes::files::MISSING_INPUT)
        );
    }
}

#[test]
fn shapes_must_agree() {
    let inputs = read(
        r#"{"uniforms": {"u": {"type": "vec3", "value": [1,2,3]}, "short": {"type": "vec2", "value": [1]}},
            "varyings": {"v": {"type": "vec2", "values": [[1,2]]}}}"#,
    );
    let error = inputs.uniform("u", VEC4).expect_err("other type");
    assert_eq!(
        error.message,
        "the uniform `u` is declared vec4, but the run data has vec3"
    );
    let error = inputs.uniform("short", VEC2).expect_err("one number");
    assert_eq!(
        error.message,
        "the uniform `short` needs 2 numbers, but the run data has 1"
    );
    assert!(inputs.input(Stage::Fragment, "v", VEC4).is_err());
}

#[test]
fn attributes_are_fetched_with_the_lanes_they_have() {
    let inputs = read(r#"{"attributes": {"a": {"type": "vec2", "values": [[5, 6]]}}}"#);
    let rows = inputs.input(Stage::Vertex, "a", VEC4).expect("fetched");
    assert_eq!(rows, [[5.0, 6.0, 0.0, 1.0]]);
    let rows = inputs.input(Stage::Vertex, "a", Shape::vector(Scalar::Float, 1));
    assert_eq!(rows.expect("fetched"), [[5.0]]);
}

#[test]
fn arrays_and_their_parts_are_found() {
    let inputs = read(
        r#"{"uniforms": {"a": {"type": "vec2", "array": 2, "value": [1,2,3,4]},
                         "m": {"type": "mat2", "value": [1,2,3,4]},
                         "b[0]": {"type": "float", "array": 3, "value": [7,8,9]}},
            "textures": {"t[1]": {"pattern": 1}}}"#,
    );
    let array = |shape: Shape, len| Shape {
        array: Some(len),
        ..shape
    };
    assert_eq!(
        inputs.uniform("a", array(VEC2, 2)),
        Ok(vec![1.0, 2.0, 3.0, 4.0])
    );
    assert_eq!(inputs.uniform("a[1]", VEC2), Ok(vec![3.0, 4.0]));
    assert_eq!(inputs.uniform("m[1]", VEC2), Ok(vec![3.0, 4.0]));
    assert!(inputs.uniform("a[2]", VEC2).is_err());
    let longer = inputs
        .uniform("a", array(VEC2, 3))
        .expect("a trimmed array");
    assert_eq!(longer[..4], [1.0, 2.0, 3.0, 4.0]);
    assert!(longer[4].is_nan());
    assert_eq!(inputs.uniform("a", array(VEC2, 1)), Ok(vec![1.0, 2.0]));
    let float = Shape::vector(Scalar::Float, 1);
    assert_eq!(
        inputs.uniform("b", array(float, 3)),
        Ok(vec![7.0, 8.0, 9.0])
    );
    assert!(inputs.texture("t", Some(1)).is_ok());
    assert!(inputs.texture("t", Some(0)).is_err());
}

#[test]
fn the_depth_range_has_a_default() {
    let float = Shape::vector(Scalar::Float, 1);
    let depth = |inputs: &RunInputs| {
        ["near", "far", "diff"].map(|part| inputs.uniform(&format!("gl_DepthRange.{part}"), float))
    };
    assert_eq!(
        depth(&RunInputs::default()),
        [0.0, 1.0, 1.0].map(|number| Ok(vec![number]))
    );
    let given = read(r#"{"uniforms": {"gl_DepthRange.near": 0.5}}"#);
    assert_eq!(depth(&given)[0], Ok(vec![0.5]));
}

#[test]
fn sample_counts_must_agree() {
    let tables = r#""varyings": {"v": [1, 2, 3]}"#;
    assert_eq!(read(&format!("{{{tables}}}")).samples(), Ok(3));
    let error = read(&format!("{{\"samples\": 4, {tables}}}")).samples();
    assert_eq!(
        error.expect_err("three rows").message,
        "`v` has 3 rows, but there are 4 samples"
    );
    assert!(
        read(&format!("{{\"mode\": \"quads\", {tables}}}"))
            .samples()
            .is_err()
    );
    assert_eq!(RunInputs::default().samples(), Ok(1));
}

#[test]
fn results_read_back() {
    let mut outputs = RunOutputs::default();
    let rows = vec![
        vec![-0.0, 0.1, f32::NAN, f32::INFINITY],
        vec![1e-42, f32::MAX, f32::NEG_INFINITY, 3.0],
    ];
    outputs
        .outputs
        .insert("gl_Frag\"Color".into(), rows.clone());
    outputs.discarded = Some(vec![false, true]);
    outputs.stats.insert("instructions".into(), 12);
    let text = outputs.to_json();
    let expected = read(&text).expected.expect("outputs");
    let bits = |rows: &[Row]| -> Vec<u32> { rows.iter().flatten().map(|x| x.to_bits()).collect() };
    assert_eq!(bits(&expected.outputs["gl_Frag\"Color"]), bits(&rows));
    assert_eq!(expected.discarded, outputs.discarded);
    assert!(read(&RunOutputs::default().to_json()).expected.is_some());
}

#[test]
fn entries_that_nobody_reads_are_refused() {
    let error = |text: &str| RunInputs::from_json(text, FileId(0)).expect_err(text);
    for (name, help) in [
        ("atributes", "did you mean `attributes`?"),
        ("uniform", "did you mean `uniforms`?"),
        ("fragCoord", "did you mean `frag_coord`?"),
        ("inputs", "the inputs of a vertex shader are `attributes`"),
        ("something", "it has `uniforms`, `textures`"),
    ] {
        let error = error(&format!(r#"{{"{name}": {{}}}}"#));
        assert_eq!(error.message, format!("run data has no entry `{name}`"));
        assert!(error.help[0].starts_with(help), "{:?}", error.help);
    }
}
