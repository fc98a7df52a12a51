//! E03xx: what a target cannot do.

super::codes! {
    /// An operation that no instruction sequence of the target can do.
    UNSUPPORTED = "E0301", "unsupported", "The target's instruction set has no way to do what the shader \
        asks for at this place.";
}
