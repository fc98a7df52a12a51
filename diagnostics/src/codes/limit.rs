//! E04xx: a resource of the target is used up.

super::codes! {
    /// More instructions than the program memory holds.
    INSTRUCTIONS = "E0401", "too-many-instructions", "The program is longer than the target's program memory. \
        The message says how many instructions are needed and how many there are.";
    /// More temporaries live at one place than there are registers.
    TEMPORARIES = "E0402", "too-many-temporaries", "At one place more values are live than the target has \
        temporary registers. The message names the place and the values.";
}
