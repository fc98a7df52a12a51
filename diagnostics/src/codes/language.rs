//! E01xx: the rules of ESSL.

super::codes! {
    /// A name that no declaration in scope introduces.
    UNKNOWN_NAME = "E0102", "unknown-name", "The name is not declared in any scope that is visible here. \
        ESSL has no implicit declarations: a variable must be declared before its use, and a function \
        must be declared or defined before it is called.";
}
