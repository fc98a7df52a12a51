//! E07xx: a vertex and a fragment program that do not fit together.

super::codes! {
    /// A varying that the fragment shader reads and the vertex shader does not have.
    MISSING_VARYING = "E0701", "missing-varying", "The fragment shader reads a varying that the vertex shader does \
        not declare, so nothing could be interpolated. Varyings of a pair find each other by their names (in WGSL by \
        their locations); what the fragment shader declares and never reads may be missing.";
    /// A varying that is not the same on both sides.
    VARYING_TYPE = "E0702", "varying-type", "A varying has one type in the vertex shader and another in the fragment \
        shader. Scalar, number of components and length of the array must agree; precision may differ.";
    /// `invariant` on one side only.
    VARYING_INVARIANCE = "E0703", "varying-invariance", "In ESSL 1.00 a varying that is `invariant` in one shader of \
        a pair must be so in the other; gl_FragCoord may be invariant only if gl_Position is, and gl_PointCoord only if gl_PointSize is.";
    /// `flat` on one side only.
    VARYING_INTERPOLATION = "E0704", "varying-interpolation", "A varying is interpolated in one way in the vertex \
        shader and in another in the fragment shader: `flat` and `smooth` must agree. `centroid` is a kind of `smooth` and may differ.";
    /// A uniform of both shaders with two types.
    UNIFORM_TYPE = "E0705", "uniform-type", "Uniforms of both shaders of a pair with one name are one variable. Type, \
        length of the array and what is said of the layout of a matrix must agree.";
    /// More varyings than registers between the stages.
    PAIR_VARYINGS = "E0706", "too-many-pair-varyings", "What the fragment shader reads does not fit into the \
        registers between the two programs, even though unread varyings are dropped and small ones share a register. \
        The message says how many registers are needed, for what, and how many there are.";
    /// A varying that must not be interpolated, on a machine that always does.
    FLAT_VARYING = "E0707", "flat-varying", "The machine interpolates every varying; it cannot hand on the value of \
        one vertex. Integers and `flat` varyings would reach the fragment program as mixtures.";
    /// Sources that are no pair.
    NO_PAIR = "E0708", "no-pair", "Linking takes one vertex shader and one fragment shader, both in the same version of \
        the language.";
    /// A uniform block that is not the same in both shaders.
    UNIFORM_BLOCK = "E0709", "uniform-block", "Uniform blocks of both shaders of a pair with one name are one block. Names and order of \
        its members, their types, the layout of the block and of each member, whether it has an instance and of how many elements must agree.";
}
