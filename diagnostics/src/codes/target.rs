//! E03xx: what a target cannot do.

super::codes! {
    /// An operation that no instruction sequence of the target can do.
    UNSUPPORTED = "E0301", "unsupported", "The target's instruction set has no way to do what the shader \
        asks for at this place.";
    /// A variable tied to a register it cannot have.
    BINDING = "E0302", "binding", "A variable was bound to a register by `#pragma retroshade bind` or `--bind`, and \
        that cannot be: the variable or the register does not exist, two bindings contradict each other, or two \
        variables would share a register.";
    /// A setting of the target that makes no sense.
    SETTING = "E0303", "setting", "An option of the target has a value that it does not know, or that the \
        shader at hand cannot be compiled with.";
    /// A stage for which the target has no programs.
    STAGE = "E0304", "stage", "The target has no programs of this stage. The vertex units of the 3DS and of the \
        Xbox run vertex programs only; what happens to fragments there is set up without a program.";
    /// A program that was to be proved and is not.
    UNPROVED = "E0305", "unproved", "The program was to be proved equal to its source (--prove=require), and the proof did not \
        succeed, or names what it has not seen. That alone does not mean that the program is wrong: the message says how \
        far it came. With --prove=cells a proof that names what it has not seen is enough.";
    /// A shader that another language cannot say.
    NO_WORDS = "E0306", "no-words", "The language that the shader is to be written in has no words for what the shader does \
        at this place. The message says what; another --target may have them.";
    /// A program that the library named by --engine cannot use.
    ENGINE = "E0307", "engine", "The library that --engine names loads the program or sets its uniforms in a way that does not suit it: the matrix lies the other \
        way round, a name is not found, or there is more than the library takes. docs/pica200.md lists the rules, and where they were read.";
    /// A loop on a machine without loops whose number of rounds only the running program knows.
    LOOP = "E0310", "loop-not-constant", "The target has no loops, so every loop is written out round by round, and \
        for this one there is no end to that, or none soon enough. Give the loop a constant bound, or a smaller one, and \
        leave it early with `break`.";
    /// Indexing by a value that would have to be written out as too many choices.
    INDEX = "E0311", "index", "The target can index this only by a constant. Where an index is computed, the compiler \
        tries each element in turn; for this array that is more than fits. Use a constant index, a loop with a \
        constant bound, or a smaller array.";
    /// Arithmetic on bits that floats cannot do.
    INTEGER = "E0312", "integer", "The target has no integers; the compiler computes with floats, which hold integers \
        up to 2^24 exactly. Bit operations and shifts work with a constant on one side only, and literals beyond 2^24 \
        must be representable.";
}
