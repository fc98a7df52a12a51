use super::{
    Item, Register, Trouble, Varying, fill, fragment, place, reads, registers, registers_needed,
    vertex,
};
use crate::entity::EntityRef;
use crate::text::{parse, print};
use crate::verify::verify_after;
use crate::{Input, Output, Shader, Variable};

const FRAGMENT: &str = r#"shader fragment "f"
input in0 "uv" vec2 precision=mediump
input in1 "unread" vec3
input in2 "fog" float precision=highp
input in3 "rows" vec3[2]
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f2 = input in0[0]
  %1:f1 = input in2[0]
  %2:f3 = input in3[1]
  %3:f2 = add %0.yx, %2.xz
  %4:f4 = compose %3, %1, %1
  yield %4
}
"#;

const VERTEX: &str = r#"shader vertex "v"
input in0 "a" vec4
output out0 "gl_Position" vec4 builtin=position
output out1 "fog" float
output out2 "rows" vec3[2]
output out3 "unread" vec3
output out4 "uv" vec2
body {
  %0:f4 = input in0[0]
  %1:f4 = neg %0
  yield %0, %0.x, %0.xyz, %1.xyz, %0.yzw, %1.zw
}
"#;

fn read(text: &str) -> Shader {
    parse(text, retroshade_diagnostics::FileId(0)).unwrap()
}

fn item(lanes: u8, slots: u32) -> Item {
    Item {
        lanes,
        slots,
        fixed: None,
        alone: false,
        tight: false,
    }
}

#[test]
fn lanes_that_are_read_are_found() {
    let shader = read(FRAGMENT);
    let reads = reads(&shader);
    let lanes: Vec<Vec<u8>> = shader
        .interface
        .inputs
        .keys()
        .map(|input| reads[input].lanes.clone())
        .collect();
    assert_eq!(lanes, [vec![3], vec![], vec![1], vec![0, 5]]);
}

#[test]
fn an_index_reads_everything() {
    let shader = read(
        r#"shader fragment "f"
input in0 "a" vec2[3]
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:i1 = const 1
  %1:f2 = input_indexed in0[0 + 1 * %0]
  yield %1.xyxy
}
"#,
    );
    let read = &reads(&shader)[Input::new(0)];
    assert!(read.indexed);
    assert_eq!(read.lanes, [3, 3, 3]);
}

#[test]
fn small_varyings_share_registers() {
    // vec2, float, vec3, vec4, vec2, float[2]
    let items = [
        item(2, 1),
        item(1, 1),
        item(3, 1),
        item(4, 1),
        item(2, 1),
        item(1, 2),
    ];
    // The array needs the same lane of two registers.
    assert_eq!(place(&items, 8, true), Ok(vec![8, 7, 4, 0, 10, 12]));
    assert_eq!(registers_needed(&items, true), Some(5));
    assert_eq!(place(&items, 8, false), Ok(vec![0, 4, 8, 12, 16, 20]));
    assert_eq!(registers_needed(&items, false), Some(7));
}

#[test]
fn halves_are_aligned_and_fixed_places_kept() {
    let fixed = Item {
        fixed: Some(0),
        ..item(1, 1)
    };
    assert_eq!(place(&[item(2, 1), fixed], 8, true), Ok(vec![2, 0]));
    let alone = Item {
        alone: true,
        ..item(1, 1)
    };
    assert_eq!(place(&[alone, item(1, 1)], 8, true), Ok(vec![0, 4]));
}

#[test]
fn what_does_not_fit_is_told() {
    assert_eq!(place(&[item(4, 9)], 8, true), Err(Trouble::Full(0)));
    assert_eq!(place(&[item(1, u32::MAX)], 8, true), Err(Trouble::Full(0)));
    for lane in [32, u32::MAX, 3] {
        let fixed = Item {
            fixed: Some(lane),
            ..item(2, 1)
        };
        assert_eq!(place(&[fixed], 8, true), Err(Trouble::Fixed(0)), "{lane}");
    }
    assert_eq!(registers_needed(&[item(4, 5000)], true), None);
}

/// The pair above with `uv` in the upper half of register 1, `fog` before it, `rows` in 2 and 3.
fn linked() -> (Shader, Shader, Vec<Variable>) {
    let (mut v, mut f) = (read(VERTEX), read(FRAGMENT));
    let varying = |output, input, lane, read: &[u8]| Varying {
        output: Output::new(output),
        input: Input::new(input),
        lane,
        step: 4,
        read: read.to_vec(),
        whole: false,
    };
    let varyings = [
        varying(4, 0, 6, &[3]),
        varying(1, 2, 4, &[1]),
        varying(2, 3, 8, &[0, 5]),
    ];
    let list: Vec<Register> = registers(&f, &varyings);
    fragment(&mut f, &varyings, &list, &|number| format!("f{number}"));
    let clip = Some("v7".to_owned());
    let wanted = vertex(
        &mut v,
        &varyings,
        &list,
        &|number| format!("v{number}"),
        clip,
    );
    for shader in [&v, &f] {
        verify_after(shader, "link").unwrap();
    }
    (v, f, wanted)
}

#[test]
fn both_shaders_speak_of_registers() {
    let (v, f, wanted) = linked();
    assert!(
        print(&f).contains(
            r#"input in4 "uv, fog" vec4 precision=highp bind="f1"
input in5 "rows[1]" vec4 bind="f3"
"#
        ),
        "{}",
        print(&f)
    );
    assert!(print(&f).contains("add %0.wz, %2.xz"), "{}", print(&f));
    assert!(
        print(&f).contains("compose %3, %1.x, %1.x"),
        "{}",
        print(&f)
    );
    let text = print(&v);
    assert!(text.contains("compose %0.x, %2, %1.zw"), "{text}");
    // The middle of the second row is never read.
    assert!(text.contains("compose %1.x, %4, %1.z, %4"), "{text}");
    assert_eq!(v.interface.outputs.len(), 4);
    assert_eq!(wanted.len(), 3);
}

#[test]
fn what_is_read_gets_a_value() {
    let (mut v, _, wanted) = linked();
    let outputs = v.interface.outputs.values().take(1).cloned().collect();
    v.interface.outputs = outputs;
    if let crate::Terminator::Yield(uses) = &mut v.regions[v.body].end {
        uses.truncate(1);
    }
    fill(&mut v, &wanted);
    verify_after(&v, "fill").unwrap();
    assert_eq!(v.interface.outputs.len(), 4);
    assert!(print(&v).contains("const"), "{}", print(&v));
}

/// Elements of arrays side by side: 14 pairs take 7 registers, five floats one and a lane of another.
#[test]
fn tight_items_fill_registers() {
    let tight = |lanes, slots| Item {
        tight: true,
        ..item(lanes, slots)
    };
    assert_eq!(registers_needed(&[tight(2, 14)], true), Some(7));
    assert_eq!(registers_needed(&[tight(3, 2)], true), Some(2));
    assert_eq!(
        place(&[tight(1, 5), item(3, 1), tight(2, 3)], 4, true),
        Ok(vec![0, 12, 6])
    );
    assert_eq!(place(&[tight(1, 5), item(3, 1)], 2, true), Ok(vec![0, 5]));
    assert_eq!(tight(2, 3).step(), 2);
    assert_eq!(tight(3, 3).step(), 4);
    assert_eq!(place(&[tight(2, u32::MAX)], 8, true), Err(Trouble::Full(0)));
}
