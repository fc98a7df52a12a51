//! What the built-in functions and variables do, in a sentence each.

/// By names, in the order of the language's chapters.
const DESCRIPTIONS: &[(&[&str], &str)] = &[
    (&["radians"], "Degrees as radians."),
    (&["degrees"], "Radians as degrees."),
    (&["sin"], "The sine of an angle in radians."),
    (&["cos"], "The cosine of an angle in radians."),
    (&["tan"], "The tangent of an angle in radians."),
    (
        &["asin"],
        "The angle from -π/2 to π/2 with this sine. Undefined where |x| > 1.",
    ),
    (
        &["acos"],
        "The angle from 0 to π with this cosine. Undefined where |x| > 1.",
    ),
    (
        &["atan"],
        "With two arguments the angle of the point (x, y), from -π to π; with one the angle from -π/2 to π/2 with this tangent.",
    ),
    (&["sinh"], "The hyperbolic sine."),
    (&["cosh"], "The hyperbolic cosine."),
    (&["tanh"], "The hyperbolic tangent."),
    (&["asinh"], "The inverse of `sinh`."),
    (
        &["acosh"],
        "The inverse of `cosh` that is not negative. Undefined where x < 1.",
    ),
    (
        &["atanh"],
        "The inverse of `tanh`. Undefined where |x| ≥ 1.",
    ),
    (
        &["pow"],
        "x to the power of y. Undefined where x < 0, and where x = 0 and y ≤ 0.",
    ),
    (&["exp"], "e to the power of x."),
    (&["log"], "The natural logarithm. Undefined where x ≤ 0."),
    (&["exp2"], "2 to the power of x."),
    (&["log2"], "The logarithm to base 2. Undefined where x ≤ 0."),
    (&["sqrt"], "The square root. Undefined where x < 0."),
    (&["inversesqrt"], "1 / √x. Undefined where x ≤ 0."),
    (&["abs"], "x, or -x where x is negative."),
    (&["sign"], "1, 0 or -1, as x is positive, zero or negative."),
    (&["floor"], "The nearest integer that is not greater."),
    (&["ceil"], "The nearest integer that is not less."),
    (
        &["trunc"],
        "The nearest integer that is not further from zero.",
    ),
    (
        &["round"],
        "The nearest integer; the machine chooses where two are as near.",
    ),
    (
        &["roundEven"],
        "The nearest integer, the even one where two are as near.",
    ),
    (&["fract"], "x - floor(x)."),
    (&["mod"], "x - y * floor(x / y)."),
    (
        &["modf"],
        "The fraction of x; its integer part is written to the second argument. Both have the sign of x.",
    ),
    (&["min"], "The lesser one."),
    (&["max"], "The greater one."),
    (
        &["clamp"],
        "min(max(x, low), high). Undefined where low > high.",
    ),
    (
        &["mix"],
        "x * (1 - a) + y * a; with a `bool`, y where it is true.",
    ),
    (
        &["step"],
        "0 where x < edge, else 1. The edge is the first argument.",
    ),
    (
        &["smoothstep"],
        "0 below the first edge, 1 above the second, and a smooth curve of third degree between. Undefined where the first is not less.",
    ),
    (&["isnan"], "Whether x is no number."),
    (&["isinf"], "Whether x is infinite."),
    (&["length"], "The length of a vector."),
    (&["distance"], "length(a - b)."),
    (&["dot"], "The sum of the products of the components."),
    (&["cross"], "The vector that is perpendicular to both."),
    (
        &["normalize"],
        "The vector of the same direction with length 1.",
    ),
    (
        &["faceforward"],
        "N where dot(Nref, I) < 0, else -N, of N, I, Nref.",
    ),
    (
        &["reflect"],
        "I - 2 * dot(N, I) * N: I reflected by a surface with the normal N, which must have length 1.",
    ),
    (
        &["refract"],
        "The direction behind a surface, of I, N and the ratio of the indices of refraction; 0 where all is reflected.",
    ),
    (
        &["matrixCompMult"],
        "The products of the elements; `*` is the product of linear algebra.",
    ),
    (
        &["outerProduct"],
        "The matrix of the products of a column and a row.",
    ),
    (&["transpose"], "Rows as columns."),
    (&["determinant"], "The determinant."),
    (
        &["inverse"],
        "The inverse. Undefined where the determinant is 0.",
    ),
    (&["lessThan"], "a < b for each component."),
    (&["lessThanEqual"], "a ≤ b for each component."),
    (&["greaterThan"], "a > b for each component."),
    (&["greaterThanEqual"], "a ≥ b for each component."),
    (&["equal"], "Whether each component is the same."),
    (&["notEqual"], "Whether each component is another."),
    (&["any"], "Whether a component is true."),
    (&["all"], "Whether all components are true."),
    (&["not"], "The opposite of each component."),
    (
        &["dFdx"],
        "How much the value changes from this pixel to its neighbour in x.",
    ),
    (
        &["dFdy"],
        "How much the value changes from this pixel to its neighbour in y.",
    ),
    (&["fwidth"], "abs(dFdx(x)) + abs(dFdy(x))."),
    (
        &["texture", "texture2D", "textureCube"],
        "The texture at a place; the last argument, if there, is added to the level of detail.",
    ),
    (
        &["textureProj", "texture2DProj"],
        "The texture at a place that is divided by its last component.",
    ),
    (
        &[
            "textureLod",
            "texture2DLod",
            "textureCubeLod",
            "texture2DLodEXT",
            "textureCubeLodEXT",
        ],
        "The texture at a place, in a level of detail.",
    ),
    (
        &["textureProjLod", "texture2DProjLod", "texture2DProjLodEXT"],
        "The texture at a place that is divided by its last component, in a level of detail.",
    ),
    (
        &["textureGrad", "texture2DGradEXT", "textureCubeGradEXT"],
        "The texture at a place, with the derivatives that choose the level of detail.",
    ),
    (
        &["textureProjGrad", "texture2DProjGradEXT"],
        "The texture at a place that is divided by its last component, with the derivatives that choose the level of detail.",
    ),
    (&["gl_Position"], "The place of the vertex in clip space."),
    (&["gl_PointSize"], "The size of a point in pixels."),
    (&["gl_VertexID"], "The number of the vertex."),
    (&["gl_InstanceID"], "The number of the instance."),
    (
        &["gl_FragCoord"],
        "The place of the pixel in the window, its depth, and 1 / w.",
    ),
    (
        &["gl_FrontFacing"],
        "Whether the pixel is of the front of a triangle.",
    ),
    (
        &["gl_PointCoord"],
        "The place of the pixel in its point, from 0 to 1.",
    ),
    (&["gl_FragColor"], "The colour of the pixel."),
    (&["gl_FragData"], "The colours of the pixel in each buffer."),
    (
        &["gl_FragDepth", "gl_FragDepthEXT"],
        "The depth of the pixel, instead of that of the surface.",
    ),
    (
        &["gl_LastFragColorARM", "gl_LastFragData"],
        "The colour of the pixel before.",
    ),
    (&["gl_LastFragDepthARM"], "The depth of the pixel before."),
];

/// What a built-in name is; `None` for constants, whose names tell it.
pub(super) fn of(name: &str) -> Option<&'static str> {
    let mut rows = DESCRIPTIONS.iter();
    let row = rows.find(|(names, _)| names.contains(&name));
    row.map(|(_, description)| *description)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LanguageOptions, Source, Stage};
    use std::collections::BTreeSet;

    #[test]
    fn every_built_in_name_is_described_and_no_other() {
        let mut names = BTreeSet::new();
        let extensions = "#extension all : warn\n";
        for version in ["", "#version 300 es\n", "#version 330\n"] {
            for stage in [Stage::Vertex, Stage::Fragment] {
                let source =
                    Source::new("a", stage, format!("{version}{extensions}void main() {{}}"));
                let read = LanguageOptions::default().cross_references(&source);
                let found = read.result.unwrap();
                names.extend(found.builtin_functions().map(|(name, _)| name));
                let variables = found.builtin_variables().map(|(name, _)| name);
                let constant = |name: &&str| name.starts_with("gl_M");
                names.extend(variables.filter(|name| !constant(name)));
            }
        }
        for name in &names {
            assert!(of(name).is_some(), "{name} has no description");
        }
        let described = DESCRIPTIONS.iter().flat_map(|(names, _)| *names);
        let others: Vec<&&str> = described.filter(|name| !names.contains(*name)).collect();
        assert!(others.is_empty(), "{others:?} are no built-in names");
    }
}
