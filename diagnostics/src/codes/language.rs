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
    /// A WGSL source that breaks a rule of WGSL.
    WGSL = "E0105", "wgsl", "The source is WGSL, by its name or by `-x wgsl`, and breaks a rule of that language. The sentence is that of naga, \
        whose reader it goes through.";
    /// A SPIR-V module that cannot be read.
    SPIRV = "E0107", "spirv", "The source is a SPIR-V module, by its first word, and naga, whose reader it goes through, does not understand it, or no machine has \
        what it asks for. The sentence is naga's. Arrays of combined samplers and specialisation constants are among what is not understood.";
    /// Not exactly one entry point to compile.
    ENTRY_POINT = "E0106", "entry-point", "A WGSL source may have several entry points, but one is compiled: the only one of the stage that \
        `-fshader-stage=` names, or the one of that stage named `main`.";
}
