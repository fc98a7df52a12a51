//! What shaders depend on, and what they only mention.

use super::*;
use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_ir::text::parse;

fn entry(name: &str, ty: &str, file: &str, index: u32, components: &str) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: ty.to_owned(),
        file: Some(file.to_owned()),
        index: Some(index),
        components: Some(components.to_owned()),
        ..Variable::default()
    }
}

/// The needs at a point of a fragment shader with the uniforms `a` and `b`, a varying and a texture.
fn at(body: &str, number: u64) -> Needs {
    let text = format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"a\" vec4\nuniform uniform1 \"b\" vec4[3]\n\
         sampler sampler0 \"s\" d2\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n%0:f4 = input in0[0]\n\
         %1:f4 = uniform uniform0[0]\n{body}\n}}\n"
    );
    let file = SourceMap::new().add(SourceFile::new("test", &text));
    let shader = parse(&text, file).unwrap();
    let mut record = Reflection::new("agal1", "fragment");
    record.uniforms = vec![
        entry("a", "vec4", "fc", 5, "xyzw"),
        Variable {
            array: Some(3),
            ..entry("b", "vec4", "fc", 7, "xyzw")
        },
    ];
    record.inputs = vec![entry("v", "vec4", "v", 2, "xyzw")];
    record.outputs = vec![entry("gl_FragColor", "vec4", "oc", 0, "xyzw")];
    let marks = Marks::of(&shader);
    needs(&shader, &marks, &record, &["fc"], number).expect("results")
}

fn constants(body: &str) -> Vec<u32> {
    at(body, 0).constants.into_iter().collect()
}

#[test]
fn what_cancels_is_not_needed() {
    assert_eq!(constants("%2:f4 = add %0, %1\nyield %2"), [5]);
    let cancelled = constants("%2:f4 = add %0, %1\n%3:f4 = sub %2, %1\nyield %3");
    assert!(cancelled.is_empty(), "{cancelled:?}");
    let found = at("%2:f4 = sub %0, %0\n%3:f4 = mul %1, %2\nyield %3", 0);
    assert_eq!((found.constants.len(), found.inputs.len()), (0, 0));
    let written = &found.outputs[&0];
    assert_eq!((written.lanes, written.has_texel), (15, false));
}

#[test]
fn an_index_needs_the_element_that_it_names() {
    let body = "%2:f4 = uniform uniform1[1]\n%3:f4 = mul %2, %0\nyield %3";
    assert_eq!(constants(body), [8]);
}

#[test]
fn lookups_are_needed_where_they_show() {
    let shown = "%2:f4 = texture sampler0[0] %0.xy\n";
    let found = at(&format!("{shown}yield %2"), 0);
    assert_eq!((found.lookups, found.constant_lookups), (1, 0));
    assert!(found.outputs[&0].has_texel && found.inputs == BTreeSet::from([2]));
    let hidden = at(&format!("{shown}%3:f4 = sub %2, %2\nyield %3"), 0);
    assert_eq!(hidden.lookups, 0);
    let constant = at("%2:f4 = texture sampler0[0] %1.xy\nyield %2", 0);
    assert_eq!((constant.lookups, constant.constant_lookups), (1, 1));
    assert_eq!(constant.constants, BTreeSet::from([5]));
}

#[test]
fn numbers_that_are_alike_are_left_out() {
    // Points whose number is 3 modulo 8 are made of literals, which many inputs share.
    for number in 0..64 {
        let found = at("yield %1", number);
        assert!(found.constants.is_empty() || found.constants == BTreeSet::from([5]));
        assert!(found.inputs.is_empty(), "{number}");
    }
}
