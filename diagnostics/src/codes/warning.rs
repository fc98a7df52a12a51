//! Wxxxx: what leaves the result valid but deserves a look.

super::codes! {
    /// A stray `;` at global scope.
    STRAY_SEMICOLON = "W0101", "stray-semicolon", "ESSL 1.00 has no empty declaration: a lone `;` outside a \
        function is accepted here as most drivers do, but a strict compiler refuses it.";
}
