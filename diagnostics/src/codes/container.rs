//! E06xx: binary containers and machine code.

super::codes! {
    /// A file that is not what its kind demands.
    MALFORMED = "E0601", "malformed-container", "The binary is not a well-formed program of this target.";
}
