//! E04xx: a resource of the target is used up.

super::codes! {
    /// More instructions than the program memory holds.
    INSTRUCTIONS = "E0401", "too-many-instructions", "The program is longer than the target's program memory. \
        The message says how many instructions are needed and how many there are.";
    /// More temporaries live at one place than there are registers.
    TEMPORARIES = "E0402", "too-many-temporaries", "At one place more values are live than the target has \
        temporary registers. The message names the place and the values.";
    /// More uniforms and literals than constant registers.
    CONSTANTS = "E0403", "too-many-constants", "Uniforms and the literals of the shader together need more \
        constant registers than the target has. The message says how many are needed and for what.";
    /// More varyings than interpolators.
    VARYINGS = "E0404", "too-many-varyings", "The shader has more varyings than the target can hand from the \
        vertex program to the fragment program.";
    /// More attributes than vertex inputs.
    ATTRIBUTES = "E0405", "too-many-attributes", "The vertex shader reads more attributes than the target has \
        input registers.";
    /// More samplers than texture units.
    SAMPLERS = "E0406", "too-many-samplers", "The shader looks up more textures than the target has units.";
    /// A loop that must be written out is too long.
    UNROLLING = "E0410", "loop-too-long", "The loop has to be written out round by round, which would give more \
        instructions than any program of the target may have. The message says how many.";
    /// More operand descriptors than the table has entries.
    DESCRIPTORS = "E0420", "too-many-descriptors", "Instructions of PICA200 name a mask and swizzles in a table of \
        128 operand descriptors, of which `mad` reaches the first 32. The program needs more different ones.";
    /// Blocks are nested more deeply than the target can.
    NESTED_BLOCKS = "E0411", "blocks-too-deep", "Conditions or loops stand in one another more deeply than the target \
        has levels for. What is short is computed without a condition; a loop cannot be. Each case of a `switch` \
        is one level deeper than the one before it.";
    /// Inlining makes the shader too large for the compiler.
    EXPANDED = "E0490", "expanded-too-large", "Every call of a function becomes a copy of its body and every \
        element of an array a variable. The shader grows beyond what the compiler handles.";
    /// Inlining nests control flow too deeply for the compiler.
    NESTING = "E0491", "nested-too-deeply", "Once functions are inlined, blocks are nested more deeply than the \
        compiler handles. An early return counts as one level for what follows it.";
}
