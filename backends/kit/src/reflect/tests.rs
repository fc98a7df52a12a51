use super::*;
use crate::options::Position;

/// A record with every field set.
fn full() -> Reflection {
    let text = |text: &str| Some(text.to_owned());
    let variable = Variable {
        name: "uMvp".into(),
        ty: "mat4".into(),
        builtin: text("position"),
        array: Some(2),
        stride: Some(16),
        main_elements: Some(1),
        register: text("vc0"),
        file: text("vc"),
        index: Some(0),
        components: text("xyzw"),
        layout: Some(Layout::Rows),
        matrix_stride: Some(4),
        semantic: text("color"),
        part: text("wzyx"),
        expression: Some(Expression::Varying("v_uv".into())),
        live: Some(vec!["xw".into(), String::new()]),
    };
    let bare = Variable {
        name: "\"v\"".into(),
        ty: "vec3".into(),
        layout: Some(Layout::Columns),
        ..Variable::default()
    };
    let sampler = Sampler {
        name: "uMaps".into(),
        ty: "sampler2D".into(),
        array: Some(2),
        register: text("fs1"),
        index: 1,
        kind: text("proj"),
    };
    let constant = Constant {
        register: "vc4".into(),
        file: "vc".into(),
        index: 4,
        value: [0.1, 1e20, -0.0, f32::MIN_POSITIVE].map(Number).to_vec(),
        embedded: true,
        components: text("xyzw"),
        expression: None,
    };
    let uniform = |part| Box::new(Expression::Uniform("uTint".into(), part));
    let halved = Expression::Apply(
        "mul".into(),
        vec![
            Expression::Swizzle("rgb".into(), uniform(Some(1))),
            Expression::Constant(vec![0.5]),
            *uniform(None),
        ],
    );
    let computed = Constant {
        value: Vec::new(),
        embedded: false,
        expression: Some(halved),
        ..constant.clone()
    };
    let named = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN].map(Number);
    let line = Line {
        instruction: 0,
        file: "a.vert".into(),
        line: 3,
        column: 5,
    };
    Reflection {
        source: "a.vert".into(),
        inputs: vec![bare.clone()],
        outputs: vec![bare.clone()],
        uniforms: vec![variable, bare.clone()],
        samplers: vec![
            Sampler {
                array: None,
                register: None,
                ..sampler.clone()
            },
            sampler,
        ],
        constants: vec![
            Constant {
                value: named.to_vec(),
                embedded: false,
                ..constant.clone()
            },
            constant,
            computed,
        ],
        assumes: vec![Assumption {
            name: "uTint".into(),
            min: 0.0,
            max: 1.0,
        }],
        max_error: Some(2.5),
        rounded: Some(vec![Number(0.1), Number(3.0517578)]),
        placement: Placement {
            position: Position::Divide,
            clip_depth: text("gl"),
            invert_y: true,
        },
        driver_uniforms: vec![bare],
        features: vec!["discard".into()],
        state: Some("draw".into()),
        stats: Stats {
            instructions: 7,
            words: 28,
            registers: 2,
            schedule_bound: Some(6),
            shader_bound: None,
            more: [("mac".to_owned(), 5), ("ilu".to_owned(), u64::MAX)].into(),
        },
        lines: vec![line],
        ..Reflection::new("agal1", "vertex")
    }
}

/// [`full`] on one line, broken between its fields.
const FULL: &[&str] = &[
    r#"{"schema":"retroshade-reflection-1","target":"agal1","stage":"vertex","source":"a.vert","#,
    r#""inputs":[{"name":"\"v\"","type":"vec3","layout":"columns"}],"#,
    r#""outputs":[{"name":"\"v\"","type":"vec3","layout":"columns"}],"#,
    r#""uniforms":[{"name":"uMvp","type":"mat4","builtin":"position","array":2,"stride":16,"main_elements":1,"#,
    r#""register":"vc0","file":"vc","index":0,"components":"xyzw","layout":"rows","#,
    r#""matrix_stride":4,"semantic":"color","part":"wzyx","expression":["varying","v_uv"],"live":["xw",""]},"#,
    r#"{"name":"\"v\"","type":"vec3","layout":"columns"}],"#,
    r#""samplers":[{"name":"uMaps","type":"sampler2D","index":1,"unit":1,"kind":"proj"},"#,
    r#"{"name":"uMaps","type":"sampler2D","array":2,"register":"fs1","index":1,"unit":1,"kind":"proj"}],"#,
    r#""constants":[{"register":"vc4","file":"vc","index":4,"components":"xyzw","value":["inf","-inf","nan"]},"#,
    r#"{"register":"vc4","file":"vc","index":4,"components":"xyzw","value":[0.1,1e+20,-0.0,1.1754944e-38],"#,
    r#""embedded":true},{"register":"vc4","file":"vc","index":4,"components":"xyzw","#,
    r#""expression":["mul",["swizzle","rgb",["uniform","uTint",1]],["const",[0.5]],["uniform","uTint"]]}],"#,
    r#""driver_uniforms":[{"name":"\"v\"","type":"vec3","layout":"columns"}],"#,
    r#""features":["discard"],"state":"draw","assumes":[{"name":"uTint","min":0.0,"max":1.0}],"#,
    r#""position":"divide","clip_depth":"gl","invert_y":true,"#,
    r#""stats":{"instructions":7,"words":28,"registers":2,"schedule_bound":6,"#,
    r#""mac":5,"ilu":18446744073709551615},"max_error":2.5,"rounded":[0.1,3.0517578],"#,
    r#""lines":[{"instruction":0,"file":"a.vert","line":3,"column":5}]}"#,
];

#[test]
fn counts_keep_their_order() {
    for bound in ["", "\"schedule_bound\":6,"] {
        let counts = r#"{"instructions":7,"words":28,"registers":2,"#;
        let text = format!(r#"{counts}{bound}"mac":5,"ilu":3}}"#);
        let stats: Stats = serde_json::from_str(&text).unwrap();
        assert_eq!(stats.schedule_bound.is_some(), !bound.is_empty());
        assert_eq!(serde_json::to_string(&stats).unwrap(), text);
    }
}

/// What is wrong with [`full`] where `old` is replaced.
fn fault_of(old: &str, new: &str) -> String {
    let text = FULL.concat();
    assert!(text.contains(old), "{old}");
    let fault = Reflection::from_json(&text.replacen(old, new, 1));
    fault.unwrap_err().to_string()
}

#[test]
fn fields_are_spelled_and_ordered_as_documented() {
    assert_eq!(serde_json::to_string(&full()).unwrap(), FULL.concat());
}

#[test]
fn an_empty_record_has_all_its_lists() {
    let text = Reflection::new("nv2a", "vertex").to_json();
    assert!(
        text.starts_with(
            "{\n  \"schema\": \"retroshade-reflection-1\",\n  \"target\": \"nv2a\",\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("  \"driver_uniforms\": [],\n  \"features\": [],\n  \"stats\": {\n"),
        "{text}"
    );
    assert!(text.ends_with("    \"registers\": 0\n  }\n}\n"), "{text}");
}

#[test]
fn json_reads_back_to_the_same() {
    assert_eq!(Reflection::from_json(&full().to_json()).unwrap(), full());
}

#[test]
fn what_says_nothing_may_be_missing() {
    let text = concat!(
        r#"{"schema":"retroshade-reflection-1","target":"nv2a","stage":"vertex","#,
        r#""later":[1],"inputs":[{"name":"v","type":"vec3","index":null}]}"#
    );
    let read = Reflection::from_json(text).unwrap();
    assert_eq!(read.inputs[0].index, None);
    assert_eq!(
        read,
        Reflection {
            inputs: read.inputs.clone(),
            ..Reflection::new("nv2a", "vertex")
        }
    );
}

#[test]
fn another_schema_is_refused() {
    let fault = fault_of("reflection-1", "reflection-9");
    assert_eq!(
        fault,
        "the schema is `retroshade-reflection-9`, not `retroshade-reflection-1`"
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (old, new, fault) in [
        (r#""stage":"vertex","#, "", "`stage` is missing"),
        (r#""name":"uMvp","#, "", "`uniforms[0].name` is missing"),
        (
            r#""array":2"#,
            r#""array":-2"#,
            "`uniforms[0].array` is not a whole number of 32 bits",
        ),
        (
            r#""rows""#,
            r#""diagonals""#,
            "`uniforms[0].layout` is not `columns` or `rows`",
        ),
        (
            r#""nan"]"#,
            r#""nil"]"#,
            "`constants[0].value` is not a list of numbers",
        ),
        (
            r#"["discard"]"#,
            r#"["discard",1]"#,
            "`features` is not a list of strings",
        ),
        (
            r#""mac":5"#,
            r#""mac":"many""#,
            "`stats`: invalid type: string \"many\", expected u64",
        ),
        (r#""words":28,"#, "", "`stats`: missing field `words`"),
        (
            r#""words":28"#,
            r#""words":4294967296"#,
            "`stats`: `words` has more than 32 bits",
        ),
        (
            r#""lines":[{"#,
            r#""lines":[3,{"#,
            "`lines[0]` is not an object",
        ),
    ] {
        assert_eq!(fault_of(old, new), fault);
    }
    let fault = |text| Reflection::from_json(text).unwrap_err().to_string();
    assert_eq!(fault("[]"), "it is not an object");
    assert!(fault("{").ends_with("at line 1 column 1"));
}

#[test]
fn components_that_are_not_live_are_counted_in_gl_order() {
    let mut variable = Variable {
        ty: "mat3".into(),
        ..Variable::default()
    };
    let live =
        |variable: &Variable| -> Vec<usize> { (0..9).filter(|at| variable.is_live(*at)).collect() };
    assert_eq!(live(&variable), (0..9).collect::<Vec<_>>());
    variable.live = Some(["z", "", "xy"].map(str::to_owned).to_vec());
    assert_eq!(live(&variable), [2, 6, 7]);
    // Of an array the last elements may be missing.
    variable.ty = "float".into();
    variable.live = Some(["x", "", "x"].map(str::to_owned).to_vec());
    assert_eq!(live(&variable), [0, 2]);
}
