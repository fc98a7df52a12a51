//! E09xx: the intermediate representation as text.

super::codes! {
    /// A text that is no printed form of a shader.
    IR_SYNTAX = "E0901", "ir-syntax", "The text is not the printed form of an intermediate shader. The message \
        says what was expected.";
    /// A shader that breaks a rule of the intermediate representation.
    IR_INVALID = "E0902", "ir-invalid", "The intermediate shader was read, but breaks a rule: types that do not fit, a \
        value used where it is not visible, a region that ends in the wrong way.";
}
