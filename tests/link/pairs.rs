//! Pairs give in machine code what both shaders give in the interpreter.

use crate::harness::{
    TARGETS, agree, check, check_as, done, has_builtin, interpreted, linker, source,
};
use retroshade::link::Pair;
use retroshade::{Compiled, Compiler, Source, find_target};
use retroshade_ir::{Builtin, Stage};
use retroshade_kit::target::Matrices;
use std::collections::BTreeMap;

fn pair_of(name: &str) -> [Source; 2] {
    [
        source(&format!("tests/pairs/{name}.vert"), Stage::Vertex),
        source(&format!("tests/pairs/{name}.frag"), Stage::Fragment),
    ]
}

#[track_caller]
fn run(name: &str) {
    let [vertex, fragment] = pair_of(name);
    check(&vertex, &fragment);
}

#[track_caller]
fn linked(target: &str, name: &str) -> Pair {
    let [vertex, fragment] = pair_of(name);
    done(linker(target).link(&vertex, &fragment))
}

/// `name: vertex register, fragment register, components`.
fn places(pair: &Pair) -> Vec<String> {
    let place = |varying: &retroshade::link::Varying| {
        format!(
            "{}: {} {} {}",
            varying.name, varying.vertex_register, varying.fragment_register, varying.components
        )
    };
    pair.varyings.iter().map(place).collect()
}

#[test]
fn small_varyings_share_registers() {
    run("small");
    let expected = [
        "vUv: v3 v2 xy",
        "vFog: v2 v1 w",
        "vNormal: v2 v1 xyz",
        "vDetail: v3 v2 zw",
        "vColor: v1 v0 xyzw",
    ];
    assert_eq!(places(&linked("lima", "small")), expected);
}

#[test]
fn without_packing_each_has_its_register() {
    let [vertex, fragment] = pair_of("small");
    let expected = interpreted(&vertex, &fragment);
    for target in TARGETS {
        let mut linker = linker(target);
        linker.pack = false;
        let pair = done(linker.link(&vertex, &fragment));
        let registers: Vec<&str> = pair
            .varyings
            .iter()
            .map(|varying| varying.fragment_register.as_str())
            .collect();
        assert_eq!(registers, ["v0", "v1", "v2", "v3", "v4"]);
        agree(target, &pair, &expected, target);
    }
}

#[test]
fn arrays_and_matrices_lie_in_columns_of_registers() {
    run("arrays");
    let expected = [
        "vWeights: v1 v1 w",
        "vBasis: v0 v0 xyz",
        "vOffsets: v3 v3 xy",
        "vTurn: v3 v3 zw",
    ];
    let pair = linked("agal1", "arrays");
    // Element 0 has the factor 0.
    assert_eq!(pair.varyings.len(), 4);
    assert_eq!(places(&pair)[1..], expected[1..]);
}

#[test]
fn matrix_uniforms_of_both_shaders_lie_alike() {
    run("matrices");
    let [vertex, fragment] = pair_of("matrices");
    let expected = interpreted(&vertex, &fragment);
    for target in TARGETS {
        for matrices in [
            None,
            Some(Matrices::Rows),
            Some(Matrices::Columns),
            Some(Matrices::Auto),
        ] {
            let mut linker = linker(target);
            linker.compiler.options.matrices = matrices;
            let pair = done(linker.link(&vertex, &fragment));
            agree(target, &pair, &expected, target);
            let layouts = |program: &Compiled| -> BTreeMap<String, &str> {
                let uniforms = program.reflection.uniforms.iter();
                let layouts = uniforms.filter_map(|v| Some((v.name.clone(), v.layout?.name())));
                layouts.collect()
            };
            let found = layouts(&pair.vertex);
            assert_eq!(found, layouts(&pair.fragment), "{target} {matrices:?}");
            // What either shader says holds for both, and the rest is as asked for.
            assert_eq!(found["uSaid"], "rows");
            assert_eq!(found["uFragment"], "columns");
            assert_eq!(found["uTurns[1].m"], "columns");
            let own = if target == "lima" { "columns" } else { "rows" };
            match matrices {
                Some(Matrices::Auto) => {}
                other => assert_eq!(
                    found["uUsed"],
                    other.map_or(own, Matrices::name),
                    "{target}"
                ),
            }
        }
    }
}

#[test]
fn indexed_arrays_work() {
    run("indexed");
}

#[test]
fn what_is_not_read_is_not_computed() {
    run("unread");
    for target in TARGETS {
        let [vertex, _] = pair_of("unread");
        let pair = linked(target, "unread");
        assert_eq!(pair.dropped, ["vUnread", "vDead"], "{target}");
        let alone = done(Compiler::new(find_target(target).unwrap()).compile(&vertex));
        let (linked, alone) = (&pair.vertex.reflection, &alone.reflection);
        assert!(
            linked.stats.instructions * 2 < alone.stats.instructions,
            "{target}: {} of {}",
            linked.stats.instructions,
            alone.stats.instructions
        );
        let attributes: Vec<&str> = linked
            .inputs
            .iter()
            .map(|input| input.name.as_str())
            .collect();
        assert_eq!(attributes, ["aPosition"], "{target}");
        // Of the array elements up to the last that is read have a place.
        let list = pair.varyings.iter().find(|varying| varying.name == "vList");
        assert_eq!(list.and_then(|list| list.array), Some(2), "{target}");
    }
}

#[test]
fn window_coordinates_come_from_the_vertex_program() {
    run("frag_coord");
    let pair = linked("agal1", "frag_coord");
    assert!(has_builtin(&pair.fragment, Builtin::ClipPosition));
    let outputs = &pair.vertex.reflection.outputs;
    let clip = outputs
        .iter()
        .find(|output| output.builtin.as_deref() == Some("clip_position"));
    let inputs = &pair.fragment.reflection.inputs;
    let read = inputs
        .iter()
        .find(|input| input.builtin.as_deref() == Some("clip_position"));
    assert_eq!(
        clip.map(|clip| &clip.register),
        read.map(|read| &read.register)
    );
    assert!(!has_builtin(
        &linked("lima", "frag_coord").fragment,
        Builtin::ClipPosition
    ));
}

#[test]
fn textures_take_coordinates_from_either_half() {
    run("textured");
    // Straight from the varying to the texture unit: no instruction computes a coordinate.
    let [vertex, fragment] = pair_of("textured");
    let [packed, separate] = [true, false].map(|pack| {
        let mut linker = linker("lima");
        linker.pack = pack;
        done(linker.link(&vertex, &fragment))
            .fragment
            .reflection
            .stats
            .instructions
    });
    assert!(packed <= separate, "{packed} against {separate}");
}

#[test]
fn what_is_never_written_is_zero() {
    run("unwritten");
}

#[test]
fn eleven_varyings_fit_into_eight_registers() {
    run("crowded");
    let [vertex, fragment] = pair_of("crowded");
    let mut linker = linker("agal1");
    linker.pack = false;
    let refused = linker.link(&vertex, &fragment);
    assert!(refused.result.is_none());
    assert!(
        refused
            .diagnostics
            .iter()
            .any(|found| found.code.id == "E0706")
    );
}

#[test]
fn control_flow_and_point_size_stay() {
    run("flow");
}

#[test]
fn structures_and_centroids_of_essl_300_work() {
    run("modern");
    let pair = linked("agal2", "modern");
    let centre = pair
        .varyings
        .iter()
        .find(|varying| varying.name == "vCentre")
        .unwrap();
    let others = pair
        .varyings
        .iter()
        .filter(|varying| varying.name != "vCentre");
    for other in others {
        assert_ne!(other.fragment_register, centre.fragment_register);
    }
}

#[test]
fn the_depth_of_wgsl_reaches_the_window() {
    let vertex = source("tests/pairs/depth.wgsl", Stage::Vertex);
    let fragment = source("tests/pairs/depth.wgsl", Stage::Fragment);
    check_as(&vertex, &fragment, &|name| name.to_owned());
}

#[test]
fn wgsl_pairs_agree_by_location() {
    let vertex = source("tests/pairs/located.wgsl", Stage::Vertex);
    let fragment = source("tests/pairs/located.wgsl", Stage::Fragment);
    check_as(&vertex, &fragment, &|name| match name {
        "first" => "second".to_owned(),
        _ => "first".to_owned(),
    });
    let pair = done(linker("agal1").link(&vertex, &fragment));
    let names: Vec<(&str, &str)> = pair
        .varyings
        .iter()
        .map(|varying| (varying.vertex_name.as_str(), varying.name.as_str()))
        .collect();
    assert_eq!(names, [("second", "first"), ("first", "second")]);
}

#[test]
fn the_examples_link() {
    let vertex = source("examples/cube.vert", Stage::Vertex);
    let fragment = source("examples/cube.frag", Stage::Fragment);
    check(&vertex, &fragment);
}

#[test]
fn either_order_gives_the_same_bytes() {
    let [vertex, fragment] = pair_of("small");
    for target in TARGETS {
        let one = done(linker(target).link(&vertex, &fragment));
        let other = done(linker(target).link(&fragment, &vertex));
        assert_eq!(one.vertex.binary, other.vertex.binary);
        assert_eq!(one.fragment.binary, other.fragment.binary);
        assert_eq!(one.to_json(), other.to_json());
    }
}

#[test]
fn bindings_are_kept() {
    let [vertex, fragment] = pair_of("small");
    for target in TARGETS {
        let mut linker = linker(target);
        let bindings = &mut linker.compiler.options.bindings;
        bindings.insert("vNormal".into(), "v4".into());
        bindings.insert("vUv".into(), "v0.zw".into());
        bindings.insert(
            "aNormal".into(),
            if target == "lima" { "a3" } else { "va3" }.into(),
        );
        let pair = done(linker.link(&vertex, &fragment));
        let places = places(&pair);
        assert!(
            places.iter().any(|place| place.ends_with(" v4 xyz")),
            "{places:?}"
        );
        assert!(
            places.iter().any(|place| place.ends_with(" v0 zw")),
            "{places:?}"
        );
        let normal = pair
            .vertex
            .reflection
            .inputs
            .iter()
            .find(|input| input.name == "aNormal");
        assert_eq!(normal.and_then(|normal| normal.index), Some(3));
        agree(target, &pair, &interpreted(&vertex, &fragment), target);
    }
}
