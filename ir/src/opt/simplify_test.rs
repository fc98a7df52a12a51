//! Folding and rules, on small shaders: before and after.

use super::SIMPLIFY;
use crate::opt::testing::{changes, changes_on, keeps};
use crate::{Capabilities, OpKind};

#[test]
fn folds_literals_and_applies_rules_through_swizzles() {
    changes(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f1 = const 2.0
  %2:f1 = add %1, %1
  %3:f4 = neg %0
  %4:f3 = neg %3.wzy
  %5:f3 = mul %4, %2.xxx
  %6:f4 = compose %5, %2
  %7:f4 = min %6, %6
  yield %7
}
"#,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f1 = const 4.0
  %1:f4 = input in0[0]
  %2:f1 = const 2.0
  %3:f4 = neg %1
  %4:f3 = mul %1.wzy, %0.xxx
  %5:f4 = compose %4, %0
  yield %5
}
"#,
    );
}

#[test]
fn composes_of_lanes_are_swizzles() {
    changes(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f2 = compose %0.x, %0.w
  %2:f4 = compose %1.yx, %0.zz
  %3:f1 = undefined
  %4:f4 = compose %2.w, %3, %0.y, %3
  %5:f4 = add %2, %4
  yield %5
}
"#,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f1 = undefined
  %2:f4 = add %0.wxzz, %0.zzyy
  yield %2
}
"#,
    );
}

#[test]
fn what_is_the_same_in_every_lane_is_done_once() {
    changes(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f1 = const 0.5
  %2:f4 = add %0.yyyy, %1.xxxx
  yield %2
}
"#,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f1 = const 0.5
  %2:f1 = add %0.y, %1
  yield %2.xxxx
}
"#,
    );
}

#[test]
fn conditions_are_known_in_their_arms() {
    changes(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:b1 = lt %0.x, %0.y
  %2:f4, %3:f4 = if %1 {
    %4:f4 = if %1 {
      %5:f4 = add %0, %0
      yield %5
    } else {
      yield %0
    }
    yield %4, %0
  } else {
    %6:f4 = select %1.xxxx, %0, %0.wzyx
    yield %6, %0
  }
  %7:f4 = mul %2, %3
  yield %7
}
"#,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:b1 = const true
  %1:b1 = const false
  %2:f4 = input in0[0]
  %3:b1 = lt %2.x, %2.y
  %4:f4, %5:f4 = if %3 {
    %6:f4 = add %2, %2
    yield %6, %2
  } else {
    yield %2.wzyx, %2
  }
  %7:f4 = mul %4, %2
  yield %7
}
"#,
    );
}

#[test]
fn control_that_always_leaves_cuts_off_the_rest() {
    changes(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:b1 = const true
  %2:b1 = lt %0.x, %0.y
  %3:f4 = loop (%4:f4 = %0) {
    %5:f4 = if %2 {
      if %1 {
        break %4
      } else {
        yield
      }
      yield %4
    } else {
      break %0
    }
    %6:f4 = add %5, %5
    continue %6
  }
  yield %3
}
"#,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:b1 = const false
  %1:f4 = input in0[0]
  %2:b1 = const true
  %3:b1 = lt %1.x, %1.y
  %4:f4 = loop (%5:f4 = %1) {
    if %3 {
      break %5
    } else {
      break %1
    }
    unreachable
  }
  yield %4
}
"#,
    );
}

#[test]
fn brings_in_nothing_that_the_target_lacks() {
    let text = r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f1 = const 0.0
  %2:f1 = const 1.0
  %3:f4 = max %0, %1.xxxx
  %4:f4 = min %3, %2.xxxx
  yield %4
}
"#;
    changes_on(&[SIMPLIFY], &Capabilities::MINIMAL, text, text);
    let mut machine = Capabilities::MINIMAL;
    machine.native = machine.native.with(OpKind::Saturate);
    let after = text.replace("%4:f4 = min %3, %2.xxxx", "%4:f4 = saturate %0");
    changes_on(&[SIMPLIFY], &machine, text, &after);
}

#[test]
fn a_comparison_with_itself_stays_because_of_nans() {
    keeps(
        SIMPLIFY,
        r#"shader fragment "a"
input in0 "v" vec4
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:b4 = ne %0, %0
  %2:f4 = bool_to_float %1
  yield %2
}
"#,
    );
}
