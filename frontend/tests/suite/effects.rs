//! Side effects and control flow, run: what naga alone would compile to something else.

use crate::running;

use running::{color, colors};

#[test]
fn the_right_side_of_and_runs_only_if_the_left_is_true() {
    let text = "
        uniform float u;
        float count = 0.0;
        bool touch() { count += 1.0; return true; }
        void main() {
            bool a = u > 0.5 && touch();
            bool b = u > 0.5 || touch();
            float k = 0.0;
            bool c = u < 0.5 && (k += 1.0) > 0.0;
            gl_FragColor = vec4(count, a, b, k);
        }";
    assert_eq!(color(text, &[("u", &[1.0])]), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(color(text, &[("u", &[0.0])]), [1.0, 0.0, 1.0, 1.0]);
}

#[test]
fn continue_in_do_while_goes_to_the_test() {
    let text = "
        uniform float u;
        void main() {
            float rounds = 0.0;
            float sum = 0.0;
            do {
                rounds += 1.0;
                if (rounds == 2.0) continue;
                sum += rounds;
            } while (rounds < u);
            float tests = 0.0;
            do { if (tests > 50.0) break; continue; } while ((tests += 1.0) < 3.0);
            gl_FragColor = vec4(rounds, sum, tests, 0.0);
        }";
    assert_eq!(color(text, &[("u", &[4.0])]), [4.0, 8.0, 3.0, 0.0]);
    assert_eq!(color(text, &[("u", &[0.0])]), [1.0, 1.0, 3.0, 0.0]);
}

#[test]
fn an_index_with_effects_is_evaluated_once() {
    let text = "
        void main() {
            float a[4];
            a[0] = 1.0; a[1] = 2.0; a[2] = 3.0; a[3] = 4.0;
            int i = 0;
            a[i++] += 10.0;
            a[++i] *= 2.0;
            gl_FragColor = vec4(a[0], a[1], a[2], float(i));
        }";
    assert_eq!(color(text, &[]), [11.0, 2.0, 6.0, 2.0]);
    let text = "
        void twice(inout float x) { x *= 2.0; }
        void main() {
            float a[3];
            a[0] = 1.0; a[1] = 2.0; a[2] = 3.0;
            int i = 0;
            twice(a[i++]);
            twice(a[i++]);
            vec3 v = vec3(1.0);
            v[i--]++;
            gl_FragColor = vec4(a[0], a[1], a[2] + v.z, float(i));
        }";
    assert_eq!(color(text, &[]), [2.0, 4.0, 5.0, 1.0]);
}

#[test]
fn arguments_are_copied_in_and_out() {
    let text = "
        float g = 1.0;
        void swap(inout float a, inout float b) { float t = a; a = b; b = t; }
        void alias(out float a, float b) { a = b + 1.0; a += b; }
        void global(inout float x) { x += 10.0; g += 100.0; x += g; }
        void main() {
            float x = 3.0;
            swap(x, x);
            float y = 5.0;
            alias(y, y);
            global(g);
            vec2 v = vec2(1.0, 2.0);
            swap(v.x, v.y);
            gl_FragColor = vec4(x, y, g, v.x * 10.0 + v.y);
        }";
    assert_eq!(color(text, &[]), [3.0, 11.0, 112.0, 21.0]);
}

#[test]
fn the_same_variable_twice_gets_the_last_copy() {
    let text = "
        void both(inout float a, inout float b) { a += 1.0; b += 10.0; a += b; }
        void main() {
            float x = 1.0;
            both(x, x);
            gl_FragColor = vec4(x);
        }";
    // Copied in as 1 and 1, changed to 13 and 11, copied out from left to right.
    assert_eq!(color(text, &[])[0], 11.0);
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    let text = "
        float g = 1.0;
        float next() { g += 1.0; return g; }
        void main() {
            float a = 1.0;
            float b = a + a++;
            float d = a++ + a;
            float f = g + next() * 10.0 + g;
            gl_FragColor = vec4(b, d, a, f);
        }";
    assert_eq!(color(text, &[]), [2.0, 5.0, 3.0, 23.0]);
}

#[test]
fn commas_and_void_operands() {
    let text = "
        float g = 0.0;
        void bump() { g += 1.0; }
        void main() {
            float x = 0.0;
            bump(), x = g;
            float y = (bump(), x += 2.0, g);
            for (int i = 0, j = 4; i < j; i++, j--, bump()) x += 100.0;
            gl_FragColor = vec4(x, y, g, 0.0);
        }";
    assert_eq!(color(text, &[]), [203.0, 2.0, 4.0, 0.0]);
}

#[test]
fn chosen_operands_alone_have_effects() {
    let text = "
        uniform float u;
        float g = 0.0;
        float one() { g += 1.0; return 1.0; }
        float ten() { g += 10.0; return 10.0; }
        void main() {
            float x = u > 0.5 ? one() : ten();
            float k = 0.0;
            u > 0.5 ? k++ : k--;
            gl_FragColor = vec4(x, g, k, 0.0);
        }";
    assert_eq!(color(text, &[("u", &[1.0])]), [1.0, 1.0, 1.0, 0.0]);
    assert_eq!(color(text, &[("u", &[0.0])]), [10.0, 10.0, -1.0, 0.0]);
}

#[test]
fn swizzles_are_written_after_the_value_is_known() {
    let text = "
        uniform vec4 u;
        uniform float n;
        void main() {
            vec4 v = u;
            v.xy = v.yx;
            v.zyx.xy += v.wx;
            v.wz[0] *= 10.0;
            int i = int(n);
            v.xw[i] += 0.5;
            gl_FragColor = v;
        }";
    let inputs: [(&str, &[f32]); 2] = [("u", &[1.0, 2.0, 3.0, 4.0]), ("n", &[0.0])];
    assert_eq!(color(text, &inputs), [2.5, 3.0, 7.0, 40.0]);
}

#[test]
fn lanes_of_matrix_columns_are_written() {
    let text = "
        uniform float n;
        void main() {
            mat3 m = mat3(1.0);
            m[1].x = 5.0;
            m[2].zx = vec2(7.0, 8.0);
            int i = int(n);
            m[i].y += 3.0;
            m[i][i] += 0.25;
            vec3 c = m[0] + m[1] + m[2];
            gl_FragColor = vec4(c, m[i][1]);
        }";
    assert_eq!(color(text, &[("n", &[1.0])]), [14.0, 4.25, 7.0, 4.25]);
    assert_eq!(color(text, &[("n", &[2.0])]), [14.0, 4.0, 7.25, 3.0]);
}

#[test]
fn globals_start_with_their_initialisers() {
    let text = "
        uniform float u;
        const float k = 2.0;
        float a = k * 3.0, b = a + 1.0;
        vec2 c[2];
        float d[2], e;
        void main() {
            e = 1.0;
            d[1] = 4.0;
            c[1] = vec2(b);
            gl_FragColor = vec4(a, b, c[1].y + d[1], e);
        }";
    assert_eq!(color(text, &[("u", &[1.0])]), [6.0, 7.0, 11.0, 1.0]);
}

#[test]
fn conditions_and_steps_with_effects() {
    let text = "
        uniform float u;
        void main() {
            float n = 0.0, rounds = 0.0, steps = 0.0;
            while (n++ < u) rounds += 1.0;
            for (float i = 0.0; i < 3.0; steps += (i += 1.0) * 10.0) {
                if (i == 1.0) continue;
                rounds += 100.0;
            }
            while (bool more = n > 2.0) { n -= 1.0; }
            gl_FragColor = vec4(rounds, n, steps, 0.0);
        }";
    assert_eq!(color(text, &[("u", &[3.0])]), [203.0, 2.0, 60.0, 0.0]);
}

#[test]
fn early_returns_skip_the_rest() {
    let text = "
        uniform float u;
        float f(float x) {
            if (x < 1.0) return 10.0;
            if (x < 3.0) {
                if (x < 2.0) return 20.0;
                x += 0.5;
            }
            for (int i = 0; i < 4; i++) {
                if (x < 4.0 && i == 1) return x * 100.0;
                for (int j = 0; j < 3; j++) {
                    if (x < 5.0 && i == 2 && j == 1) return 50.0;
                    if (x > 8.0) break;
                }
            }
            return 60.0;
        }
        void main() {
            gl_FragColor = vec4(f(u), f(u + 1.0), f(u + 2.0), f(u + 4.0));
        }";
    assert_eq!(color(text, &[("u", &[0.5])]), [10.0, 20.0, 300.0, 50.0]);
    assert_eq!(color(text, &[("u", &[2.5])]), [300.0, 350.0, 50.0, 60.0]);
}

#[test]
fn continue_and_break_in_the_middle() {
    let text = "
        uniform float u;
        void main() {
            float sum = 0.0, last = -1.0;
            for (int i = 0; i < 10; i++) {
                float x = float(i);
                if (x > 1.0) {
                    if (x == 3.0) continue;
                    if (x > u) break;
                    sum += 100.0;
                }
                last = x;
                sum += x;
            }
            gl_FragColor = vec4(sum, last, 0.0, 0.0);
        }";
    assert_eq!(color(text, &[("u", &[4.0])]), [207.0, 4.0, 0.0, 0.0]);
    assert_eq!(color(text, &[("u", &[1.5])]), [1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn a_discarded_invocation_does_not_hang() {
    let text = "
        uniform float u;
        float f(float x) { if (x > 5.0) discard; return x; }
        void main() {
            float x = 0.0;
            while (true) {
                x += u;
                for (int i = 0; i < 2; i++) f(x);
                if (x > 4.0 && x <= 5.0) break;
            }
            gl_FragColor = vec4(x);
        }";
    assert_eq!(colors(text, &[("u", &[1.5])]), Some([4.5; 4]));
    assert_eq!(colors(text, &[("u", &[3.0])]), None);
}

/// Statements that call: a texture lookup, a function of the user, and one with effects.
const CALLS: &str = "gl_FragColor += texture2D(s, v) + id(v.xyxy); touch(gl_FragColor);";

/// The color of a shader with a sampler and functions whose `main` has this body.
fn among_calls(body: &str, u: f32) -> Option<[f32; 4]> {
    let text = format!(
        "uniform sampler2D s; uniform vec2 v; uniform float u;
        vec4 id(vec4 x) {{ return x; }}
        void touch(inout vec4 x) {{ x += 1.0; }}
        float f() {{ return u * 2.0; }}
        void main() {{ gl_FragColor = vec4(u); {body} }}"
    );
    let body = text.replace("CALLS", CALLS);
    colors(&body, &[("u", &[u]), ("v", &[0.5, 0.25])])
}

#[test]
fn calls_behind_a_way_out_are_never_reached() {
    let plain = Some([1.0; 4]);
    for body in [
        "return; CALLS",
        "{ return; } CALLS",
        "{ return; CALLS } CALLS",
        "if (u > 0.5) { return; CALLS } else { return; } CALLS",
        "if (u > 5.0) { discard; CALLS } else return; CALLS",
        "for (int i = 0; i < 3; i++) { break; CALLS }",
        "for (int i = 0; i < 3; i++) { continue; CALLS }",
        "for (int i = 0; i < 3; i++) { if (u > 0.5) continue; else break; CALLS }",
        "for (int i = 0; i < 3; i++) { { continue; } CALLS }",
        "float k = 0.0; while (k < 3.0) { k += 1.0; continue; CALLS }",
        "do { return; CALLS } while (id(v.xyxy).x > f()); CALLS",
        "do { break; CALLS } while (id(v.xyxy).x > f());",
        "do { if (u > 0.5) break; else return; CALLS } while (f() > 0.0);",
        "do { continue; CALLS } while (id(v.xyxy).x > 2.0 * f());",
        "while (true) { if (u > 0.5) return; } CALLS",
        "for (;;) { return; CALLS } CALLS",
        "for (;;) { for (;;) { break; CALLS } return; CALLS } CALLS",
    ] {
        assert_eq!(among_calls(body, 1.0), plain, "{body}");
    }
    assert_eq!(among_calls("discard; CALLS", 1.0), None);
    assert_eq!(among_calls("{ discard; CALLS } CALLS", 1.0), None);
    // What can be reached is kept.
    let all = Some([3.5, 3.25, 3.5, 3.25]);
    for body in [
        "if (u > 5.0) { return; CALLS } else { } touch(gl_FragColor); gl_FragColor += id(v.xyxy);",
        "for (;;) { if (u > 0.5) break; return; } touch(gl_FragColor); gl_FragColor += id(v.xyxy);",
        "do { if (u > 0.5) continue; return; } while (f() < u); touch(gl_FragColor); gl_FragColor += id(v.xyxy);",
    ] {
        let reached = format!("{body} gl_FragColor += u;");
        assert_eq!(among_calls(&reached, 1.0), all, "{body}");
    }
}

#[test]
fn functions_end_at_their_first_return() {
    let text = "
        uniform float u;
        float g(float x) { return x + 1.0; }
        float plain(float x) { return x; return g(x); }
        float both(float x) { if (x > 0.5) return g(x); else { return x; g(x); } x = g(x); return x; }
        float endless(float x) { for (;;) { x = g(x); if (x > 4.5) return x; } return g(g(x)); }
        void main() { gl_FragColor = vec4(plain(u), both(u), both(0.25), endless(u)); }";
    assert_eq!(color(text, &[("u", &[1.0])]), [1.0, 2.0, 0.25, 5.0]);
}

#[test]
fn conditions_of_loops_begin_with_any_word() {
    for condition in [
        "float(n) < u",
        "bool(n < 3)",
        "bool(n < 3) && u > 0.0",
        "int(float(n)) < 3",
        "vec2(n < 3, 1) == vec2(1.0)",
        "vec2(n, 1).x < u",
        "two == ivec2(2) && n < 3",
        "bvec2(n < 3)[zero]",
    ] {
        let text = format!(
            "uniform float u; uniform int zero;
            const ivec2 two = ivec2(2);
            void main() {{
                int n = 0;
                while ({condition}) n++;
                int rounds = 0;
                for (; {condition}; ) rounds++;
                do n += 10; while ({condition});
                gl_FragColor = vec4(n, rounds, 0.0, 0.0);
            }}"
        );
        let inputs: &[(&str, &[f32])] = &[("u", &[3.0]), ("zero", &[0.0])];
        assert_eq!(color(&text, inputs)[..2], [13.0, 0.0], "{condition}");
    }
}
