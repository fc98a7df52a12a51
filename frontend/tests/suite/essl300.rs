//! ESSL 3.00 through the interpreter.

use crate::running;

use running::output;

fn run(body: &str, uniforms: &[(&str, &[f32])]) -> [f32; 4] {
    let text = format!("#version 300 es\nprecision highp float;\nprecision highp int;\n{body}");
    output(&text, "gl_FragColor", uniforms)
}

#[test]
fn switch_with_and_without_fall_through() {
    let body = "
        uniform int u;
        out vec4 color;
        float plain(int i) {
            switch (i) {
                case 0: return 1.0;
                case 1: case 2: { float x = 2.0; return x; }
                default: break;
            }
            return 3.0;
        }
        float falling(int i) {
            float x = 0.0;
            switch (i) {
                case 0: x += 1.0;
                case 1: x += 10.0; if (x > 10.5) break; x += 0.5;
                default: x += 100.0;
                case 3: x += 1000.0; break;
                case 4: x = -1.0;
            }
            return x;
        }
        float looping(int i) {
            float x = 0.0;
            for (int k = 0; k < 5; k++) {
                switch (k) {
                    case 1: continue;
                    case 3: if (i == 2) return -x; break;
                    default: x += 1.0;
                }
                x += 10.0;
            }
            return x;
        }
        void main() { color = vec4(plain(u), falling(u), looping(u), float(u)); }";
    for (u, wanted) in [
        (0.0, [1.0, 11.0, 43.0]),
        (1.0, [2.0, 1110.5, 43.0]),
        (2.0, [2.0, 1100.0, -22.0]),
        (3.0, [3.0, 1000.0, 43.0]),
        (4.0, [3.0, -1.0, 43.0]),
        (5.0, [3.0, 1100.0, 43.0]),
    ] {
        let [a, b, c, _] = run(body, &[("u", &[u])]);
        assert_eq!([a, b, c], wanted, "u = {u}");
    }
}

#[test]
fn unsigned_numbers() {
    let body = "
        uniform highp uint a, b;
        out vec4 color;
        void main() {
            uint big = 0u - a;
            color.x = float(big / b == 1431655763u);
            color.y = float(big % b) + float(big > b) * 10.0 + float(min(big, a)) * 100.0;
            color.z = float(big >> 28) + float(-(-a) == a) * 100.0 + float((a << 2) | 1u) * 1000.0;
            color.w = float(big) / 4294967296.0 + float(uint(3000000000.0) == 3000000000u);
        }";
    // 2^32 - 5 = 3 * 1431655763 + 2
    let color = run(body, &[("a", &[5.0]), ("b", &[3.0])]);
    assert_eq!(color, [1.0, 512.0, 21115.0, 2.0]);
}

#[test]
fn arrays_are_values() {
    let body = "
        uniform float u;
        uniform int n;
        out vec4 color;
        const float table[5] = float[5](1.0, 2.0, 4.0, 8.0, 16.0);
        float[3] three(float x) { return float[3](x, x * 2.0, x * 3.0); }
        struct P { vec2 v[2]; float f; };
        void main() {
            float a[3] = three(u);
            float b[] = float[](u, u * 2.0, u * 3.0);
            P p = P(vec2[2](vec2(1.0), vec2(2.0)), 3.0);
            P q = p;
            q.v[n] = vec2(5.0, 6.0);
            color = vec4(a == b, table[n] + float(a.length()), three(u)[n], q.v[1].y + p.v[1].y + float(p != q));
        }";
    let color = run(body, &[("u", &[2.0]), ("n", &[1.0])]);
    assert_eq!(color, [1.0, 5.0, 4.0, 9.0]);
}

#[test]
fn new_functions() {
    let body = "
        uniform float u;
        uniform mat3 m;
        out vec4 color;
        void main() {
            float whole;
            vec2 wholes;
            float part = modf(u, whole);
            vec2 parts = modf(vec2(u, -u), wholes);
            color.x = part + whole * 10.0 + parts.y + wholes.y * 100.0;
            color.y = trunc(-u) + roundEven(2.5) * 10.0 + round(u) * 100.0;
            mat3 i = inverse(m) * m;
            color.z = i[0][0] + i[1][1] + i[2][2] + abs(i[1][0]) + abs(i[0][2]);
            mat2x3 o = outerProduct(vec3(1.0, 2.0, 3.0), vec2(4.0, 5.0));
            color.w = determinant(m) + transpose(o)[2].y
                + dot(mix(vec2(1.0, 2.0), vec2(3.0, 4.0), bvec2(true, false)), vec2(1.0))
                + float(isnan(u)) + float(isinf(u));
        }";
    let matrix = [2.0, 0.0, 1.0, 1.0, 3.0, 0.0, 0.0, 1.0, 4.0];
    let color = run(body, &[("u", &[2.25]), ("m", &matrix)]);
    assert_eq!(color[0], 0.25 + 20.0 - 0.25 - 200.0);
    assert_eq!(color[1], -2.0 + 20.0 + 200.0);
    assert!((color[2] - 3.0).abs() < 1e-5, "{}", color[2]);
    assert_eq!(color[3], 25.0 + 15.0 + 5.0);
}

#[test]
fn hyperbolic_functions() {
    let body = "
        uniform float u;
        out vec4 color;
        void main() {
            color = vec4(asinh(sinh(u)), acosh(cosh(u)), atanh(tanh(u)), tanh(100.0 * u));
        }";
    let color = run(body, &[("u", &[0.75])]);
    for (got, wanted) in color.into_iter().zip([0.75, 0.75, 0.75, 1.0]) {
        assert!((got - wanted).abs() < 1e-5, "{got} {wanted}");
    }
}

#[test]
fn blocks_and_rectangular_matrices() {
    let body = "
        uniform Block { mat2x3 m; vec2 v; } block;
        uniform Plain { float f[2]; };
        uniform int n;
        out vec4 color;
        void main() {
            vec3 a = block.m * block.v;
            mat3x2 t = transpose(block.m);
            vec2 b = vec3(1.0) * block.m;
            t[n] *= 2.0;
            color = vec4(a.z, t[1].y, b.y, f[n]);
        }";
    let inputs: [(&str, &[f32]); 4] = [
        ("Block.m", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
        ("Block.v", &[10.0, 100.0]),
        ("f", &[7.0, 8.0]),
        ("n", &[1.0]),
    ];
    assert_eq!(run(body, &inputs), [630.0, 10.0, 15.0, 8.0]);
}

#[test]
fn integers_mix_with_vectors_and_shift() {
    let body = "
        uniform int n;
        out vec4 color;
        void main() {
            ivec3 v = ivec3(1, 2, 3) + n;
            v = n - v * 2 % 5;
            ivec2 s = ivec2(1, 2) << n;
            s >>= uvec2(1u, 2u);
            int bits = (n & 6) | (n ^ 1);
            v += ivec3(7) / n;
            color = vec4(v.x, v.z, s.x * 10 + s.y, ~bits);
        }";
    // v = (4, 5, 6); v * 2 % 5 = (3, 0, 2); 3 - that = (0, 3, 1); + 2
    assert_eq!(run(body, &[("n", &[3.0])]), [2.0, 3.0, 44.0, -3.0]);
}

#[test]
fn unsigned_numbers_with_the_top_bit_set() {
    let body = "
        uniform int u;
        out vec4 color;
        void main() {
            uint x = uint(u);
            color = vec4(float(x) / 65536.0, x > 3u, uint(float(x)) == x, max(x, 5u) == 5u);
        }";
    for (u, wanted) in [
        (-1.0, [65536.0, 1.0, 0.0, 0.0]),
        (-2147483648.0, [32768.0, 1.0, 1.0, 0.0]),
        (-1073741824.0, [49152.0, 1.0, 1.0, 0.0]),
        (3.0, [3.0 / 65536.0, 0.0, 1.0, 1.0]),
        (5.0, [5.0 / 65536.0, 1.0, 1.0, 1.0]),
    ] {
        let found = run(body, &[("u", &[u])]);
        // What no float holds is rounded up to 2^32, which is no `uint`.
        let compared = if u == -1.0 { 2 } else { 4 };
        assert_eq!(found[..compared], wanted[..compared], "u = {u}");
    }
}

#[test]
fn outer_products_of_every_size() {
    for columns in 2..=4 {
        for rows in 2..=4 {
            // Column k is the first vector times number k of the second.
            let body = format!(
                "uniform vec{rows} a; uniform vec{columns} b; uniform vec{columns} w;
                 out vec4 color;
                 void main() {{
                     mat{columns}x{rows} m = outerProduct(a, b);
                     mat{rows}x{columns} t = transpose(m);
                     color = vec4((m * w)[{rows} - 1], m[{columns} - 1][0], (matrixCompMult(m, m) * w)[0],
                                  (w * t)[1]);
                 }}"
            );
            let a = &[2.0, 3.0, 5.0, 7.0][..rows];
            let b = &[1.0, 2.0, 3.0, 4.0][..columns];
            let w = &[1.0, 10.0, 100.0, 1000.0][..columns];
            let sum = |f: &dyn Fn(usize) -> f32| (0..columns).map(|k| f(k) * w[k]).sum::<f32>();
            let wanted = [
                sum(&|k| a[rows - 1] * b[k]),
                a[0] * b[columns - 1],
                sum(&|k| a[0] * b[k] * a[0] * b[k]),
                sum(&|k| a[1] * b[k]),
            ];
            let color = run(&body, &[("a", a), ("b", b), ("w", w)]);
            assert_eq!(color, wanted, "{columns} columns, {rows} rows");
        }
    }
}

#[test]
fn cases_use_variables_that_are_declared_behind_a_way_out() {
    let body = "
        uniform int u;
        out vec4 color;
        float g(float x) { return x + 1.0; }
        void main() {
            color = vec4(0.0);
            switch (u) {
                case 0: color.x = 1.0; break; float y = g(2.0);
                case 1: y = g(4.0); color.y = y; break; color.y = g(y);
                default: color.z = 3.0; return; color.z = g(y);
            }
            switch (u) { case 0: return; default: return; }
            color.w = g(color.x);
        }";
    assert_eq!(run(body, &[("u", &[0.0])]), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(run(body, &[("u", &[1.0])]), [0.0, 5.0, 0.0, 0.0]);
    assert_eq!(run(body, &[("u", &[2.0])]), [0.0, 0.0, 3.0, 0.0]);
}

#[test]
fn parts_of_choices_between_wholes() {
    for (part, wanted) in [
        ("(b ? s : t).a", 1.0),
        ("(b ? s : t).v[n].y", 6.0),
        ("(b ? s : t).v[1].z", 7.0),
        ("(b ? s : t).m[n][n]", 11.0),
        ("(b ? s : t).m[n].x", 10.0),
        ("(b ? s.v : t.v)[n].x", 5.0),
        ("(b ? s.v[0] : t.v[0])[n]", 3.0),
        ("(b ? s.m : t.m)[n][0]", 10.0),
        ("(b ? t : b ? s : t).v[n].zyx[n]", 96.0),
        ("((b ? s : t).v[n] + (b ? t : s).v[n]).y", 102.0),
    ] {
        let body = format!(
            "struct S {{ float a; vec3 v[2]; mat2 m; }};
             uniform int n; uniform bool b;
             out vec4 color;
             void main() {{
                 S s = S(1.0, vec3[2](vec3(2.0, 3.0, 4.0), vec3(5.0, 6.0, 7.0)), mat2(8.0, 9.0, 10.0, 11.0));
                 S t = S(99.0, vec3[2](vec3(98.0), vec3(95.0, 96.0, 97.0)), mat2(94.0));
                 color = vec4({part});
             }}"
        );
        let color = run(&body, &[("n", &[1.0]), ("b", &[1.0])]);
        assert_eq!(color[0], wanted, "{part}");
    }
}

#[test]
fn operations_without_a_defined_result_compile() {
    for part in [
        "n / 0",
        "n % 0",
        "n << 32",
        "n >> -1",
        "int(u / 0u)",
        "int(u % 0u)",
        "int(u >> 40u)",
        "(ivec3(n) / ivec3(1, 0, 2)).y",
        "(n /= 0)",
        "(n <<= 99)",
        "(n > 1 && n / 0 > 1) ? 1 : 2",
    ] {
        let body = format!(
            "uniform int k; out vec4 color;
             void main() {{
                 int n = k; uint u = uint(k);
                 int undefined = {part};
                 for (int i = 1; i < 3; i %= 0) {{ if (n > k) i = 7; break; }}
                 color = vec4(k, undefined - undefined, 0.0, 0.0);
             }}"
        );
        assert_eq!(run(&body, &[("k", &[5.0])])[0], 5.0, "{part}");
    }
}
