//! E02xx: directives, macros and tokens.

super::codes! {
    /// A directive of `#if` family that never ends.
    UNTERMINATED_CONDITIONAL = "E0201", "unterminated-conditional", "An #if, #ifdef or #ifndef has no #endif \
        in the same file.";
}
