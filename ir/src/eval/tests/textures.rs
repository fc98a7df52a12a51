use super::*;

/// A fragment shader that looks up `s` (2D) or `c` (cube) or `t` (array of two) at `v`.
fn lookup(expression: &str, mode: &str, coordinates: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let text = format!(
        "shader fragment \"\"
         input in0 \"v\" vec4
         sampler sampler0 \"s\" d2
         sampler sampler1 \"c\" cube
         sampler sampler2 \"t\" d2[2]
         output out0 \"o\" vec4
         body {{
           %0:f4 = input in0[0]
           %1:i1 = float_to_int %0.w
           %2:f4 = texture {expression}
           yield %2
         }}"
    );
    let image = "\"kind\": \"2d\", \"filter\": \"nearest\", \"wrap\": \"repeat\"";
    let ramp: Vec<String> = (0..16).map(|k| format!("[{k}, {}, 0, 1]", k % 4)).collect();
    let json = format!(
        "{{\"mode\": \"{mode}\", \"varyings\": {{\"v\": {coordinates:?}}}, \"textures\": {{
           \"s\": {{{image}, \"mipmap\": \"nearest\", \"size\": [4, 4], \"texels\": [{}]}},
           \"c\": {{\"kind\": \"cube\", \"filter\": \"nearest\", \"wrap\": \"clamp\", \"pattern\": 0}},
           \"t[0]\": {{{image}, \"size\": [1, 1], \"texels\": [[1, 2, 3, 4]]}},
           \"t[1]\": {{{image}, \"size\": [1, 1], \"texels\": [[5, 6, 7, 8]]}}
         }}}}",
        ramp.join(", ")
    );
    let rows = results(&text, &json).outputs["gl_FragColor"].clone();
    rows.iter()
        .map(|row| [row[0], row[1], row[2], row[3]])
        .collect()
}

/// The first lane of a single lookup.
fn red(expression: &str, coordinate: [f32; 4]) -> f32 {
    lookup(expression, "points", &[coordinate])[0][0]
}

#[test]
fn coordinates_and_projection() {
    assert_eq!(red("sampler0[0] %0.xy", [0.3, 0.6, 0.0, 0.0]), 9.0);
    assert_eq!(red("sampler0[0] project %0.xyz", [0.6, 1.2, 2.0, 0.0]), 9.0);
    assert_eq!(red("sampler0[0] project %0.xyw", [0.6, 1.2, 9.0, 2.0]), 9.0);
    assert!(red("sampler0[0] project %0.xyz", [0.6, 1.2, 0.0, 0.0]).is_nan());
}

#[test]
fn levels_of_detail() {
    let at = [0.3, 0.6, 1.0, 2.0];
    // The four texels of the first column pair and second row pair are 8, 9, 12, 13; all: 0..16.
    assert_eq!(red("sampler0[0] %0.xy lod %0.z", at), 10.5);
    assert_eq!(red("sampler0[0] %0.xy lod %0.w", at), 7.5);
    assert_eq!(red("sampler0[0] project %0.xyz lod %0.z", at), 10.5);
    assert_eq!(red("sampler0[0] %0.xy grad %0.zz, %0.zz", at), 7.5);
    // Without neighbours, level 0 whatever the bias.
    assert_eq!(red("sampler0[0] %0.xy", at), 9.0);
    assert_eq!(red("sampler0[0] %0.xy bias %0.z", at), 9.0);
}

#[test]
fn levels_follow_from_the_quad() {
    // Half a texel to the right, two texels upwards: level 1. The bias adds one.
    let quad = |x: f32, y: f32| [x, y, 1.0, 0.0];
    let quads = [
        quad(0.1, 0.1),
        quad(0.225, 0.1),
        quad(0.1, 0.6),
        quad(0.225, 0.6),
    ];
    let red = |expression: &str| lookup(expression, "quads", &quads).map_first();
    assert_eq!(red("sampler0[0] %0.xy"), [2.5, 2.5, 10.5, 10.5]);
    assert_eq!(red("sampler0[0] %0.xy bias %0.z"), [7.5; 4]);
    assert_eq!(red("sampler0[0] project %0.xyz"), [2.5, 2.5, 10.5, 10.5]);
}

trait MapFirst {
    fn map_first(&self) -> Vec<f32>;
}

impl MapFirst for Vec<[f32; 4]> {
    fn map_first(&self) -> Vec<f32> {
        self.iter().map(|row| row[0]).collect()
    }
}

#[test]
fn cubes() {
    let face = |k: u32| crate::texture::pattern(k).texels().to_vec();
    // Straight ahead is the middle of the face: texel (4, 4).
    let middle = |k: u32| face(k)[4 * 8 + 4];
    let found = lookup(
        "sampler1[0] %0.xyz",
        "points",
        &[
            [2.0, 0.0, 0.0, 0.0],
            [0.0, -1.0, 0.0, 0.0],
            [0.0, 0.0, -3.0, 0.0],
        ],
    );
    assert_eq!(found, [middle(0), middle(3), middle(5)]);
}

#[test]
fn samplers_are_chosen_by_index() {
    assert_eq!(red("sampler2[1] %0.xy", [0.0; 4]), 5.0);
    let chosen = |w: f32| red("sampler2[0 + %1] %0.xy", [0.0, 0.0, 0.0, w]);
    assert_eq!(
        [chosen(0.0), chosen(1.0), chosen(7.0), chosen(-1.0)],
        [1.0, 5.0, 5.0, 1.0]
    );
    assert_eq!(red("sampler2[1 + %1] %0.xy", [0.0, 0.0, 0.0, 5.0]), 5.0);
}

#[test]
fn vertex_lookups_use_level_zero() {
    let text = "shader vertex \"\"
        sampler sampler0 \"s\" d2
        output out0 \"o\" vec4
        body {
          %0:f2 = const (0.5, 0.5)
          %1:f4 = texture sampler0[0] %0
          yield %1
        }";
    let json = "{\"textures\": {\"s\": {\"size\": [2, 1], \"texels\": [[1, 1, 1, 1], [2, 2, 2, 2]], \"mipmap\": \"linear\", \"filter\": \"nearest\"}}}";
    assert_eq!(results(text, json).outputs["o"], [[2.0; 4]]);
    let found = error(text, "{\"textures\": {}}");
    assert_eq!(
        found.message,
        "the run data has no value for the sampler `s`"
    );
    let found = error(text, "{\"textures\": {\"s\": {\"file\": \"a.png\"}}}");
    assert_eq!(found.message, "the texture `s`: `a.png` was not loaded");
}
