//! Methods of the fog, whose register only combiners read.

/// SET_FOG_MODE.
pub const FOG_MODE: u32 = 0x29C;
/// SET_FOG_GEN_MODE.
pub const FOG_GEN_MODE: u32 = 0x2A0;
/// SET_FOG_ENABLE: without it the fog register is 1.
pub const FOG_ENABLE: u32 = 0x2A4;
/// SET_FOG_COLOR: red in the lowest byte, other than in the combiners' constants.
pub const FOG_COLOR: u32 = 0x2A8;
/// SET_FOG_PARAMS: three floats.
pub const FOG_PARAMS: u32 = 0x9C0;
/// The file of a record's constants that has the fog's colour.
pub const FOG_COLOR_FILE: &str = "fogcolor";

/// What makes the fog's factor the vertex program's oFog, clamped to [0, 1]: fog on, by the fog coordinate, in the linear
/// mode, which computes p0 + p1 oFog - 1. The third parameter has no effect. (xemu's vertex shaders, whose formula is
/// that of the captures of nxdk_pgraph_tests.)
pub const FOG_OF_VERTEX: [(u32, u32); 6] = [
    (FOG_MODE, 0x2601),
    (FOG_GEN_MODE, 6),
    (FOG_ENABLE, 1),
    (FOG_PARAMS, 1.0f32.to_bits()),
    (FOG_PARAMS + 4, 1.0f32.to_bits()),
    (FOG_PARAMS + 8, 0),
];
