use super::*;

#[test]
fn arms_are_taken_invocation_by_invocation() {
    let body = "
        %1:f1 = const 2.0
        %2:b1 = lt %0, %1
        %3:f1, %4:f1 = if %2 {
          %5:f1 = add %0, %1
          yield %5, %0
        } else {
          %6:f1 = mul %0, %1
          yield %6, %1
        }
        %7:f1 = mul %3, %4
        yield %7";
    assert_eq!(fragments(body, &[1.0, 5.0, -3.0]), [3.0, 20.0, 3.0]);
    // All one way, and the other.
    assert_eq!(fragments(body, &[1.0, 1.0]), [3.0, 3.0]);
    assert_eq!(fragments(body, &[5.0]), [20.0]);
}

/// Counts how often a number is halved until it is below 1; leaves early at 5 rounds; counts only
/// even rounds by continuing in two ways.
const LOOP: &str = "
    %1:f1 = const 0.0
    %2:f1 = const 1.0
    %3:f1 = const 0.5
    %4:f1 = const 5.0
    %5:f1, %6:f1 = loop (%7:f1 = %0, %8:f1 = %1) {
      %9:b1 = lt %7, %2
      if %9 {
        break %7, %8
      } else {
        yield
      }
      %10:b1 = ge %8, %4
      if %10 {
        %11:f1 = neg %8
        break %7, %11
      } else {
        %12:f1 = mul %7, %3
        %13:f1 = add %8, %2
        continue %12, %13
      }
      unreachable
    }";

#[test]
fn loops_carry_values_and_end_one_by_one() {
    let rounds = format!("{LOOP}\nyield %6");
    assert_eq!(
        fragments(&rounds, &[0.5, 1.0, 3.0, 17.0, 100.0]),
        [0.0, 1.0, 2.0, 5.0, -5.0]
    );
    let rest = format!("{LOOP}\nyield %5");
    assert_eq!(
        fragments(&rest, &[0.5, 1.0, 3.0, 17.0, 100.0]),
        [0.5, 0.5, 0.75, 0.53125, 3.125]
    );
}

#[test]
fn carried_values_are_exchanged_at_once() {
    let body = "
        %1:f1 = const 1.0
        %2:f1 = const 10.0
        %3:f1 = loop (%4:f1 = %1, %5:f1 = %2, %6:f1 = %0) {
          %7:b1 = lt %6, %1
          if %7 {
            break %4
          } else {
            %8:f1 = sub %6, %1
            continue %5, %4, %8
          }
          unreachable
        }
        yield %3";
    assert_eq!(
        fragments(body, &[0.0, 1.0, 2.0, 3.0]),
        [1.0, 10.0, 1.0, 10.0]
    );
}

#[test]
fn nested_loops_leave_the_innermost() {
    // sum over i < v of (number of j < i)
    let body = "
        %1:f1 = const 0.0
        %2:f1 = const 1.0
        %3:f1 = loop (%4:f1 = %1, %5:f1 = %1) {
          %6:b1 = ge %4, %0
          if %6 {
            break %5
          } else {
            yield
          }
          %7:f1 = loop (%8:f1 = %1, %9:f1 = %5) {
            %10:b1 = ge %8, %4
            if %10 {
              break %9
            } else {
              yield
            }
            %11:f1 = add %8, %2
            %12:f1 = add %9, %2
            continue %11, %12
          }
          %13:f1 = add %4, %2
          continue %13, %7
        }
        yield %3";
    assert_eq!(
        fragments(body, &[0.0, 1.0, 2.0, 3.0, 5.0]),
        [0.0, 0.0, 1.0, 3.0, 10.0]
    );
}

#[test]
fn a_loop_behind_which_nothing_is_reached_is_run() {
    let text = "shader fragment \"\"\ninput in0 \"v\" float\noutput out0 \"o\" float\nbody {\n\
                %0:f1 = input in0[0]\nloop () {\ncontinue\n}\nunreachable\n}\n";
    let limits = Limits { steps: 1000 };
    let data = inputs("{\"varyings\": {\"v\": [1]}}");
    let errors = run_limited(&shader(text), &data, limits).expect_err("endless");
    let error = errors.iter().next().expect("one");
    assert_eq!(error.code, retroshade_diagnostics::codes::files::RUN_STEPS);
}

#[test]
fn endless_loops_are_stopped() {
    let body = "
        %1:f1 = loop (%2:f1 = %0) {
          %3:b1 = lt %2, %2
          if %3 {
            break %2
          } else {
            continue %2
          }
          unreachable
        } @0:3:5
        yield %1";
    let text = format!(
        "shader fragment \"\"\ninput in0 \"v\" float\noutput out0 \"o\" float\nbody {{ %0:f1 = input in0[0] {body} }}"
    );
    let limits = Limits { steps: 1000 };
    let found = run_limited(
        &shader(&text),
        &inputs("{\"varyings\": {\"v\": [1]}}"),
        limits,
    );
    let errors = found.expect_err("endless");
    let error = errors.iter().next().expect("one");
    assert_eq!(error.code, retroshade_diagnostics::codes::files::RUN_STEPS);
    assert_eq!(error.message, "the shader was stopped after 1000 steps");
    assert_eq!(
        error.primary.as_ref().map(|label| label.span.start),
        Some(3)
    );
}

#[test]
fn a_loop_nobody_needs_is_not_run() {
    assert_eq!(fragments("loop () { continue }\nyield %0", &[4.0]), [4.0]);
}

#[test]
fn discarded_samples_have_no_output() {
    let text = "shader fragment \"\"\ninput in0 \"v\" float\noutput out0 \"o\" float\nbody {
        %0:f1 = input in0[0]
        %1:f1 = const 2.0
        %2:b1 = lt %0, %1
        %3:b1 = ge %0, %0
        if %2 { discard %3 yield } else { yield }
        yield %0
    }";
    let out = results(text, "{\"varyings\": {\"v\": [1, 5, 0, 7]}}");
    assert_eq!(out.outputs["gl_FragColor"].concat(), [0.0, 5.0, 0.0, 7.0]);
    assert_eq!(out.discarded, Some(vec![true, false, true, false]));
    assert_eq!(
        results(text, "{\"varyings\": {\"v\": [5]}}").discarded,
        Some(vec![false])
    );
}

#[test]
fn discarded_samples_leave_loops() {
    // The loop ends for nobody, but all that run it are discarded.
    let body = "
        %1:f1 = const 1.0
        %2:f1 = loop (%3:f1 = %0) {
          %4:f1 = sub %3, %1
          %5:b1 = lt %4, %1
          discard %5
          continue %4
        }
        unreachable";
    assert_eq!(fragments(body, &[3.0, 4.0]), [0.0, 0.0]);
}

#[test]
fn memory_is_each_invocation_s_own() {
    let body = "
        %1:f1 = const 0.0
        %2:f1 = const 1.0
        %3:i1 = float_to_int %0
        array_store array0[%1] = %0
        array_store array0[%2] = %2
        %4:b1 = lt %0, %2
        if %4 { array_store array0[%3] = %1 yield } else { yield }
        %5:f1 = array_load array0[%3]
        yield %5";
    let found = fragments(body, &[0.5, 1.5, 2.5, -7.0, 9.0]);
    // Element 2 was never written; an index out of range means the nearest element.
    assert_eq!(found[..2], [0.0, 1.0]);
    assert!(found[2].is_nan() && found[4].is_nan());
    assert_eq!(found[3], 0.0);
}

/// Where no arm is taken that has the index, it is no matter.
#[test]
fn indices_out_of_range_are_noted() {
    let text = "shader fragment \"\"\ninput in0 \"v\" vec2\noutput out0 \"o\" float\narray array0 \"a\" f1[3]\nbody {
        %0:f2 = input in0[0]
        %1:f1 = const 1.0
        %2:i1 = float_to_int %0.x
        %3:b1 = lt %0.y, %1
        if %3 { array_store array0[%2] = %1 yield } else { yield }
        %4:f1 = array_load array0[%1]
        yield %4
        }";
    let rows = [[2.0, 0.0], [3.0, 0.0], [-1.0, 0.0], [3.0, 1.0]];
    let json = format!("{{\"varyings\": {{\"v\": {rows:?}}}}}");
    let ran = run_with_indices(&shader(text), &inputs(&json), Limits::default());
    let (_, outside) = ran.unwrap();
    assert_eq!(outside, [false, true, true, false]);
}

#[test]
fn undefined_floats_show() {
    assert!(fragments("%1:f1 = undefined\nyield %1", &[1.0])[0].is_nan());
    let out = "%1:i1 = undefined %2:f1 = int_to_float %1\nyield %2";
    assert_eq!(fragments(out, &[1.0]), [0.0]);
}

#[test]
fn more_samples_than_a_warp() {
    let samples: Vec<f32> = (0..53).map(|k| k as f32).collect();
    let rounds = format!("{LOOP}\nyield %6");
    let all = fragments(&rounds, &samples);
    let single: Vec<f32> = samples
        .iter()
        .flat_map(|&sample| fragments(&rounds, &[sample]))
        .collect();
    assert_eq!(all, single);
    assert!(fragments("yield %0", &[]).is_empty());
}

fn quads(body: &str, samples: &[f32]) -> Vec<f32> {
    let text = format!(
        "shader fragment \"\"\ninput in0 \"v\" float\noutput out0 \"o\" float\nbody {{ %0:f1 = input in0[0] {body} }}"
    );
    let json = format!("{{\"mode\": \"quads\", \"varyings\": {{\"v\": {samples:?}}}}}");
    results(&text, &json).outputs["gl_FragColor"].concat()
}

#[test]
fn derivatives_are_differences_in_the_quad() {
    let samples = [1.0, 3.0, 11.0, 18.0, 0.0, 1.0, 2.0, 3.0];
    let of = |op: &str| quads(&format!("%1:f1 = {op} %0 yield %1"), &samples);
    assert_eq!(of("dfdx"), [2.0, 2.0, 7.0, 7.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(of("dfdy"), [10.0, 15.0, 10.0, 15.0, 2.0, 2.0, 2.0, 2.0]);
    assert_eq!(of("fwidth"), [12.0, 17.0, 17.0, 22.0, 3.0, 3.0, 3.0, 3.0]);
    for op in ["dfdx", "dfdy", "fwidth"] {
        let body = format!("%1:f1 = {op} %0 yield %1");
        assert_eq!(fragments(&body, &samples[..4]), [0.0; 4]);
    }
}

#[test]
fn derivatives_see_neighbours_outside_of_the_arm() {
    let body = "
        %1:f1 = const 2.0
        %2:b1 = lt %0, %1
        %3:f1 = if %2 {
          %4:f1 = mul %0, %0
          %5:f1 = dfdx %4
          yield %5
        } else {
          yield %0
        }
        yield %3";
    assert_eq!(quads(body, &[1.0, 3.0, 1.5, 0.5]), [8.0, 3.0, -2.0, -2.0]);
}

#[test]
fn a_discarded_neighbour_still_helps() {
    let body = "
        %1:f1 = const 2.0
        %2:b1 = lt %0, %1
        discard %2
        %3:f1 = dfdx %0
        yield %3";
    assert_eq!(quads(body, &[1.0, 3.0, 5.0, 6.0]), [0.0, 2.0, 1.0, 1.0]);
}
