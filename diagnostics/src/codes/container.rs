//! E06xx: binary containers and machine code.

super::codes! {
    /// A file that is not what its kind demands.
    MALFORMED = "E0601", "malformed-container", "The binary is not a well-formed program of this target.";
    /// A program that the machine or its runtime refuses.
    ILLEGAL = "E0602", "illegal-program", "The program is well formed, but breaks a rule that the hardware or the \
        runtime's verifier enforces, so that it would be refused or hang. The message names the rule.";
    /// A program of which no shader can be made.
    NOT_LIFTED = "E0603", "not-lifted", "No shader can be made of the program: it does something that shaders have no \
        words for, or its record does not tell what a register holds. The message says what.";
    /// A file without a program.
    NOT_FOUND = "E0604", "no-program-found", "No program was found in a file. The message says what was searched for: programs that are compressed or \
        encrypted by something else, or that are made while an application runs, are not found.";
}
