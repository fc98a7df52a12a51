//! What the text of ESSL 1.00 leaves to drivers, or what is easily refused by mistake: it compiles, and
//! computes what it should.

use crate::running;

use retroshade_diagnostics::codes::semantic;
use retroshade_ir::Stage;
use running::{attempt, color};

#[test]
fn locals_of_a_body_hide_parameters() {
    let text = "uniform float u;
        float f(float k, inout float m) {
            float m = k * 2.0;
            { float k = k + 1.0; m += k; }
            float k = 3.0;
            m += k;
            return m;
        }
        void main() { float o = 5.0; float r = f(u, o); gl_FragColor = vec4(r, o, u, 1.0); }";
    // Until it is hidden the parameter is seen, and the `inout` one keeps its value.
    assert_eq!(color(text, &[("u", &[1.0])]), [7.0, 5.0, 1.0, 1.0]);
}

#[test]
fn matrices_are_made_from_matrices() {
    let text = "uniform mat4 m;
        void main() {
            mat2 two = mat2(m);
            mat4 four = mat4(two);
            mat3 three = mat3(mat2(mat3(m)));
            gl_FragColor = vec4(two[1][0], four[1][1], four[2][2] + four[3][0], three[2][2] + three[0][1]);
        }";
    let m: Vec<f32> = (1..=16u8).map(f32::from).collect();
    assert_eq!(color(text, &[("m", &m)]), [5.0, 6.0, 1.0, 3.0]);
}

#[test]
fn the_only_color_output_has_any_index() {
    let text = "uniform int n; uniform float f;
        void main() {
            gl_FragData[n] = vec4(1.0, 2.0, 3.0, 4.0);
            gl_FragData[int(f)].x += 4.0;
            gl_FragData[0].w = gl_FragData[n + int(f)].y;
        }";
    let first = text.replace("gl_FragData[0]", "gl_FragData[n]");
    for text in [text, &first] {
        let text = format!("precision highp float;\n{text}");
        let uniforms: [(&str, &[f32]); 2] = [("n", &[0.0]), ("f", &[0.0])];
        // One colour goes by the name gl_FragColor.
        let color = running::output(&text, "gl_FragColor", &uniforms);
        assert_eq!(color, [5.0, 2.0, 3.0, 2.0]);
    }
    // With several outputs the index chooses one of them, which the machines cannot.
    let several =
        format!("#extension GL_EXT_draw_buffers : require\nprecision highp float;\n{text}");
    let refused = attempt(Stage::Fragment, &several).map(|_| ());
    assert_eq!(refused, Err(semantic::INDEX.id));
}

#[test]
fn array_sizes_stand_before_the_name() {
    let text = "uniform float u;
        float f(float[2] c) { return c[0] + c[1]; }
        void main() { float[2] a; a[0] = u; a[1] = 2.0; gl_FragColor = vec4(f(a)); }";
    assert_eq!(color(text, &[("u", &[1.0])]), [3.0; 4]);
}

#[test]
fn desktop_versions_have_the_names_that_later_ones_reserve() {
    for (number, name) in [
        ("120", "common"),
        ("120", "filter"),
        ("150 core", "sample"),
        ("330", "patch"),
        ("330", "readonly"),
        ("410", "restrict"),
    ] {
        let text = format!(
            "#version {number}\nvoid main() {{ float {name} = 2.0; gl_FragColor = vec4({name}); }}"
        );
        assert!(attempt(Stage::Fragment, &text).is_ok(), "{number} {name}");
    }
    for (number, name) in [("400", "sample"), ("420", "restrict"), ("130", "filter")] {
        let text = format!(
            "#version {number}\nvoid main() {{ float {name} = 2.0; gl_FragColor = vec4({name}); }}"
        );
        assert!(attempt(Stage::Fragment, &text).is_err(), "{number} {name}");
    }
}
