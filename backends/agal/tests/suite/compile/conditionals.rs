//! Conditionals of version 2 and later.

use crate::compile::common::{check, check_on};
use retroshade_agal::{AGAL1, AGAL2, AGAL3};

/// A fragment shader with a varying, a sampler and two uniforms.
fn fragment(body: &str) -> String {
    format!(
        "shader fragment \"a\"
         input in0 \"v\" vec4
         uniform uniform0 \"u\" vec4
         uniform uniform1 \"w\" vec4
         sampler sampler0 \"uMap\" d2
         output out0 \"gl_FragColor\" vec4 builtin=frag_color
         body {{
           %0:f4 = input in0[0]
           %1:f4 = uniform uniform0[0]
           %2:f4 = uniform uniform1[0]
           {body}
         }}\n"
    )
}

/// The assembly for version 2, whose results are right on all versions.
fn assembly(body: &str) -> String {
    let source = fragment(body);
    let first = check(&source);
    assert!(!first.contains("eif"), "version 1 has none:\n{first}");
    let third = check_on(&AGAL3, &source).assembly;
    let second = check_on(&AGAL2, &source).assembly;
    assert_eq!(second, third);
    second
}

#[test]
fn what_holds_otherwise_is_written_over() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:b1 = lt %0.x, %1.y
         %5:f4 = if %4 { %6:f4 = add %0, %2 yield %6 } else { yield %3 }
         %7:f4 = add %5, %2
         yield %7",
    );
    let wanted = "mul ft0, v0, fc0
ifl v0.x, fc0.y
  add ft0, v0, fc1
eif
add oc, ft0, fc1
";
    assert_eq!(text, wanted);
}

#[test]
fn several_values_are_chosen_at_once() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:f4 = add %0, %2
         %5:b1 = ge %0.x, %1.y
         %6:f4, %7:f4 = if %5 {
           %8:f4 = texture sampler0[0] %0.xy
           %9:f4 = mul %8, %2
           yield %3, %9
         } else {
           %10:f4 = sub %0, %1
           yield %10, %4
         }
         %11:f4 = mul %6, %7
         yield %11",
    );
    assert_eq!(text.matches("ifl ").count(), 1, "{text}");
    // Looked up before, since only a varying may be a coordinate inside.
    let lookup = text.find("tex ").unwrap();
    assert!(lookup < text.find("ifl ").unwrap(), "{text}");
}

#[test]
fn a_value_is_changed_in_place() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:b1 = eq %0.x, %1.y
         %5:f4 = if %4 { %6:f4 = mul %3, %2 yield %6 } else { yield %3 }
         %7:f4 = add %5, %2
         yield %7",
    );
    let wanted = "mul ft0, v0, fc0
ife v0.x, fc0.y
  mul ft0, ft0, fc1
eif
add oc, ft0, fc1
";
    assert_eq!(text, wanted);
}

#[test]
fn a_comparison_may_read_what_is_written_over() {
    let text = assembly(
        "%3:f1 = mul %0.x, %1.x
         %4:b1 = lt %3, %0.y
         %5:f1 = if %4 { %6:f1 = mul %3, %2.x yield %6 } else { yield %3 }
         %7:f4 = mul %0, %5.xxxx
         yield %7",
    );
    let wanted = "mul ft0.x, v0.x, fc0.x
ifl ft0.x, v0.y
  mul ft0.x, ft0.x, fc1.x
eif
mul oc, v0, ft0.x
";
    assert_eq!(text, wanted);
}

#[test]
fn conditionals_stand_in_one_another() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:b1 = lt %0.x, %1.y
         %5:b1 = ne %0.z, %1.w
         %6:f4 = if %4 {
           %7:f4 = sub %0, %2
           %8:f4 = if %5 { %9:f4 = add %0, %2 yield %9 } else { yield %7 }
           yield %8
         } else { yield %3 }
         %10:f4 = add %6, %2
         yield %10",
    );
    let wanted = "mul ft0, v0, fc0
ifl v0.x, fc0.y
  sub ft0, v0, fc1
  ine v0.z, fc0.w
    add ft0, v0, fc1
  eif
eif
add oc, ft0, fc1
";
    assert_eq!(text, wanted);
}

#[test]
fn the_other_arm_of_a_chain_comes_first() {
    let text = assembly(
        "%3:b1 = lt %0.x, %1.x
         %4:b1 = lt %0.y, %1.y
         %5:f4 = if %3 { %6:f4 = add %0, %2 yield %6 } else {
           %7:f4 = if %4 { %8:f4 = sub %0, %2 yield %8 } else { %9:f4 = mul %0, %2 yield %9 }
           yield %7
         }
         %10:f4 = add %5, %1
         yield %10",
    );
    let wanted = "mul ft0, v0, fc1
ifl v0.y, fc0.y
  sub ft0, v0, fc1
eif
ifl v0.x, fc0.x
  add ft0, v0, fc1
eif
add oc, ft0, fc0
";
    assert_eq!(text, wanted);
}

#[test]
fn values_that_others_need_are_kept() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:b1 = lt %0.x, %1.y
         %5:f4, %6:f4 = if %4 {
           %7:f4 = add %0, %2
           %8:f4 = sub %0, %1
           yield %7, %8
         } else { yield %3, %0 }
         %9:f4 = mul %5, %6
         %10:f4 = sub %9, %3
         yield %10",
    );
    assert!(text.contains("ifl "), "{text}");
}

#[test]
fn discards_stand_outside() {
    let text = assembly(
        "%3:f4 = mul %0, %1
         %4:b1 = lt %0.x, %1.y
         %5:f4, %6:f4 = if %4 {
           %7:f4 = add %0, %2
           %8:b1 = lt %7.x, %2.y
           discard %8
           %9:f4 = sub %0, %2
           yield %7, %9
         } else { %10:f4 = sub %0, %1 yield %3, %10 }
         %11:f4 = mul %5, %6
         yield %11",
    );
    let inside = |line: &str| line.starts_with("  ");
    assert!(text.lines().any(inside), "{text}");
    assert!(text.lines().any(|line| line.starts_with("kil ")), "{text}");
}

#[test]
fn what_may_be_infinite_needs_no_care() {
    let body = "%3:f4 = rcp %0
         %4:b1 = eq %0.x, %1.y
         %5:f4 = if %4 { yield %1 } else { yield %3 }
         %6:f4 = mul %5, %2
         yield %6";
    let text = assembly(body);
    let wanted = "rcp ft0, v0
ife v0.x, fc0.y
  mov ft0, fc0
eif
mul oc, ft0, fc1
";
    assert_eq!(text, wanted);
    let first = check_on(&AGAL1, &fragment(body)).assembly;
    assert!(first.lines().count() > text.lines().count(), "{first}");
}

#[test]
fn a_product_is_shorter_than_a_conditional() {
    let text = assembly(
        "%3:b1 = lt %0.x, %1.y
         %4:f4 = const (0.0, 0.0, 0.0, 0.0)
         %5:f4 = select %3.xxxx, %0, %4
         %6:f4 = add %5, %2
         yield %6",
    );
    assert!(!text.contains("ifl"), "{text}");
}
