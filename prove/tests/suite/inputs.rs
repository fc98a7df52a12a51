//! Inputs for tests with numbers.

use crate::subject::lowered;
use retroshade_ir::Stage;
use retroshade_prove::inputs;

/// There are some where the language says what all results are, or that there are none.
#[test]
fn results_are_defined_at_inputs() {
    for (body, count) in [
        ("gl_FragColor = v;", 16),
        ("gl_FragColor = vec4(v.xyz, sqrt(-1.0 - v.x * v.x));", 0),
        ("gl_FragColor = vec4(sqrt(-1.0 - v.x * v.x), v.xyz);", 0),
        (
            "if (v.x < 1e9) discard; gl_FragColor = vec4(sqrt(-1.0 - v.x * v.x));",
            16,
        ),
    ] {
        let text = format!("precision highp float; varying vec4 v; void main() {{ {body} }}");
        let shader = lowered(Stage::Fragment, &text);
        let points: Vec<_> = (0..16)
            .filter_map(|number| inputs(&shader, number))
            .collect();
        assert_eq!(points.len(), count, "{body}");
        assert!(
            points
                .iter()
                .all(|point| point.varyings["v"].values[0].len() == 4)
        );
    }
}
