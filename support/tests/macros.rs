//! The macros: what they make is right by the reflection of the same shader, and stored where the program reads it.

use retroshade_shader::{Layout, Registers};

mod lit {
    retroshade_shader::include_shader!("shaders/lit.vert", pica200);
}

/// The same program where matrices lie in columns.
mod columns {
    retroshade_shader::include_shader!("shaders/lit.vert", pica200, "--matrices=columns", "-O0");
}

mod flat {
    retroshade_shader::shader!(
        fragment,
        agal1,
        r#"
            precision mediump float;
            uniform vec4 uTint;
            uniform sampler2D uMap;
            varying vec2 vUv;
            void main() { gl_FragColor = texture2D(uMap, vUv) * uTint; }
        "#
    );
}

/// Every file of registers, so that a wrong one shows.
#[derive(Default)]
struct Files {
    stored: std::collections::BTreeMap<(&'static str, u32), [f32; 4]>,
}

impl Registers for Files {
    fn register(&mut self, file: &'static str, index: u32) -> &mut [f32; 4] {
        self.stored.entry((file, index)).or_default()
    }
}

const MATRIX: [[f32; 4]; 4] = [
    [1.0, 2.0, 3.0, 4.0],
    [5.0, 6.0, 7.0, 8.0],
    [9.0, 10.0, 11.0, 12.0],
    [13.0, 14.0, 15.0, 16.0],
];

#[test]
fn matrices_are_stored_in_the_layout_of_the_program() {
    let mut files = Files::default();
    lit::set_u_mvp(&mut files, MATRIX);
    assert!(matches!(lit::U_MVP.layout, Layout::Rows { .. }));
    let first = lit::U_MVP.index;
    assert_eq!(files.stored[&("c", first)], [1.0, 5.0, 9.0, 13.0]);
    assert_eq!(files.stored[&("c", first + 3)], [4.0, 8.0, 12.0, 16.0]);
    let mut files = Files::default();
    columns::set_u_mvp(&mut files, MATRIX);
    assert_eq!(files.stored[&("c", columns::U_MVP.index)], MATRIX[0]);
    let turn = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    let mut files = Files::default();
    lit::set_u_turn(&mut files, turn);
    assert_eq!(
        files.stored[&("c", lit::U_TURN.index + 1)][..3],
        [2.0, 5.0, 8.0]
    );
}

#[test]
fn arrays_and_vectors_are_stored_lane_by_lane() {
    let mut files = Files::default();
    lit::set_u_tint(&mut files, [0.1, 0.2, 0.3, 0.4]);
    lit::set_u_glow(&mut files, &[7.0, 8.0]);
    assert_eq!(
        files.stored[&("c", lit::U_TINT.index)],
        [0.1, 0.2, 0.3, 0.4]
    );
    let glow = lit::U_GLOW;
    let lane = 4 * glow.index + glow.stride;
    let first = "xyzw".find(glow.components).unwrap() as u32;
    let second = files.stored[&("c", (lane + first) / 4)][(lane + first) as usize % 4];
    assert_eq!(second, 8.0);
}

#[test]
fn vertices_lie_as_their_attributes_say() {
    assert_eq!(lit::Vertex::STRIDE, 32);
    let described: Vec<_> = lit::Vertex::ATTRIBUTES
        .iter()
        .map(|one| (one.name, one.components, one.offset))
        .collect();
    assert_eq!(
        described,
        [
            ("aPosition", 3, 0),
            ("aNormal", 3, 12),
            ("aTexCoord", 2, 24)
        ]
    );
    assert_eq!(lit::Vertex::ATTRIBUTES[1].register, lit::A_NORMAL);
    let vertex = lit::Vertex {
        tex_coord: [0.5, 0.25],
        ..lit::Vertex::default()
    };
    assert_eq!(vertex.tex_coord[1], 0.25);
}

#[test]
fn texts_are_compiled_in_place() {
    assert_eq!(flat::CODE[0], 0xa0);
    assert_eq!(flat::S_MAP.unit, 0);
    let mut files = Files::default();
    flat::set_u_tint(&mut files, [1.0; 4]);
    assert_eq!(files.stored[&("fc", flat::U_TINT.index)], [1.0; 4]);
    assert!(columns::CODE_WORDS.len() >= lit::CODE_WORDS.len());
}
