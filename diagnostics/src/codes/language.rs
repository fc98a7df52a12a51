//! E01xx: the rules of ESSL.

super::codes! {
    /// A source that does not tell its stage.
    UNKNOWN_STAGE = "E0101", "unknown-stage", "Neither the name of the file, nor an option, nor a `#pragma \
        shader_stage(vertex)` or `(fragment)` tells which stage the shader is for. Names that end in .vert, .vs, \
        .vsh or .glslv are vertex shaders, .frag, .fs, .fsh or .glslf fragment shaders.";
    /// A name that no declaration in scope introduces.
    UNKNOWN_NAME = "E0102", "unknown-name", "The name is not declared in any scope that is visible here. \
        ESSL has no implicit declarations: a variable must be declared before its use, and a function \
        must be declared or defined before it is called.";
}
