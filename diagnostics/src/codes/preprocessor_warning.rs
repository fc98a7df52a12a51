//! W02xx: directives and macros that deserve a look.

super::codes! {
    /// An unknown extension that is merely enabled.
    UNKNOWN_EXTENSION = "W0201", "unknown-extension", "The source enables an extension that retroshade does not \
        know or the target does not have. What it uses of the extension will be an error.";
    /// An `#extension` behind the first declaration.
    MISPLACED_EXTENSION = "W0202", "misplaced-extension", "#extension belongs before the first declaration. \
        -Wno-error=misplaced-extension makes it a warning in ESSL 1.00; it then acts on the whole source.";
    /// `-std` against `#version`.
    VERSION_OVERRIDDEN = "W0203", "version-overridden", "The option -std was given and differs from the #version \
        of the source. The option wins.";
    /// Words behind a complete directive.
    EXTRA_TOKENS = "W0204", "extra-tokens", "Something stands behind the end of the directive. A comment is fine. \
        -Wno-error=extra-tokens makes it a warning, and the text is ignored.";
    /// A macro name with two underscores.
    RESERVED_MACRO_NAME = "W0205", "reserved-macro-name", "Names that contain `__` are reserved for the language, \
        and so is `defined`: ESSL 3.00 lets a macro have that name, but in #if and #elif it stays the operator.";
    /// A pragma of a known family that says something unknown.
    UNKNOWN_PRAGMA = "W0206", "unknown-pragma", "The STDGL pragma is not one of the language version; it is \
        ignored.";
    /// `#version 310 es`.
    VERSION_310 = "W0207", "version-310", "ESSL 3.10 and 3.20 are compiled as ESSL 3.00, with locations of varyings and uniforms, blocks of varyings and qualifiers in any order. \
        What else they add is not understood.";
    /// `#version 450`.
    DESKTOP_VERSION = "W0208", "desktop-version", "Desktop GLSL is compiled as ESSL 3.00, with what it allows beyond that where the machines can have it: integers become floats \
        where floats are needed, precisions are optional, the names of GLSL 1.20 (`attribute`, `texture2D`, `gl_FragColor`) stay, and so do blocks of varyings, push constants and locations. \
        Clip space is that of OpenGL.";
    /// `#version 300 es` on another line than the first.
    VERSION_NOT_FIRST = "W0209", "version-not-first", "ESSL 3.00 permits #version on the first line only, not even \
        an empty line or a comment before it. Some drivers take it further down; Mali's own compiler and WebGL 2 \
        refuse the shader.";
}
