//! What a misspelled name may have meant.

use super::builtins;
use super::remedy::Remedy;
use super::scope::Binding;
use super::{Checker, cg};
use crate::typed::Role;
use retroshade_diagnostics::Span;

/// Names with more letters get no suggestion.
const LONGEST: usize = 64;

/// Unknown names of a shader that get a suggestion.
const MOST: u32 = 20;

/// Names of HLSL, Cg, Metal and old or desktop GLSL, and what they are in ESSL.
const FOREIGN: &[(&str, &str)] = &[
    ("saturate", "`clamp(x, 0.0, 1.0)`"),
    ("lerp", "`mix(a, b, t)`"),
    ("frac", "`fract(x)`"),
    (
        "fmod",
        "`mod(x, y)`, which differs for negative numbers: `x - y * trunc(x / y)`",
    ),
    ("rsqrt", "`inversesqrt(x)`"),
    ("mul", "`a * b`"),
    ("mad", "`a * b + c`"),
    ("ddx", "`dFdx(x)`"),
    ("ddy", "`dFdy(x)`"),
    ("atan2", "`atan(y, x)`"),
    ("sincos", "`sin(x)` and `cos(x)`"),
    ("rcp", "`1.0 / x`"),
    ("log10", "`log2(x) * 0.30103`"),
    ("clip", "`if (x < 0.0) discard;`"),
    (
        "tex2D",
        "`texture2D(sampler, uv)` or, in ESSL 3.00, `texture(sampler, uv)`",
    ),
    (
        "tex2Dlod",
        "`texture2DLodEXT(sampler, uv, lod)` or, in ESSL 3.00, `textureLod`",
    ),
    (
        "tex2Dbias",
        "`texture2D(sampler, uv, bias)` or, in ESSL 3.00, `texture(sampler, uv, bias)`",
    ),
    (
        "tex2Dproj",
        "`texture2DProj(sampler, uv)` or, in ESSL 3.00, `textureProj(sampler, uv)`",
    ),
    (
        "texCUBE",
        "`textureCube(sampler, direction)` or, in ESSL 3.00, `texture(sampler, direction)`",
    ),
    ("texture2DRect", "`texture2D` with coordinates from 0 to 1"),
    (
        "ftransform",
        "the product of a matrix uniform and the position, as in `uMvp * aPosition`",
    ),
    (
        "gl_Vertex",
        "an attribute of your own: `attribute vec4 aPosition;`",
    ),
    (
        "gl_Normal",
        "an attribute of your own: `attribute vec3 aNormal;`",
    ),
    (
        "gl_Color",
        "an attribute or a varying of your own: `attribute vec4 aColor;`",
    ),
    (
        "gl_MultiTexCoord0",
        "an attribute of your own: `attribute vec2 aTexCoord;`",
    ),
    ("gl_MultiTexCoord1", "an attribute of your own"),
    (
        "gl_TexCoord",
        "a varying of your own: `varying vec2 vTexCoord;`",
    ),
    (
        "gl_FrontColor",
        "a varying of your own: `varying vec4 vColor;`",
    ),
    (
        "gl_ModelViewProjectionMatrix",
        "a uniform of your own: `uniform mat4 uMvp;`",
    ),
    (
        "gl_ModelViewMatrix",
        "a uniform of your own: `uniform mat4 uModelView;`",
    ),
    (
        "gl_ProjectionMatrix",
        "a uniform of your own: `uniform mat4 uProjection;`",
    ),
    (
        "gl_NormalMatrix",
        "a uniform of your own: `uniform mat3 uNormalMatrix;`",
    ),
    ("gl_TextureMatrix", "a uniform of your own"),
    ("gl_MultiTexCoord2", "an attribute of your own"),
    ("gl_MultiTexCoord3", "an attribute of your own"),
    ("gl_MultiTexCoord4", "an attribute of your own"),
    ("gl_MultiTexCoord5", "an attribute of your own"),
    ("gl_MultiTexCoord6", "an attribute of your own"),
    ("gl_MultiTexCoord7", "an attribute of your own"),
    (
        "gl_SecondaryColor",
        "an attribute or a varying of your own: `attribute vec4 aColor1;`",
    ),
    (
        "gl_FrontSecondaryColor",
        "a varying of your own: `varying vec4 vColor1;`",
    ),
    ("gl_BackColor", "a varying and `gl_FrontFacing`"),
    ("gl_BackSecondaryColor", "a varying and `gl_FrontFacing`"),
    ("gl_FogCoord", "an attribute of your own"),
    (
        "gl_FogFragCoord",
        "a varying of your own: `varying float vFog;`",
    ),
    (
        "gl_ClipVertex",
        "nothing: vertices are clipped by `gl_Position` alone",
    ),
    ("gl_Fog", "uniforms of your own"),
    ("gl_LightModel", "uniforms of your own"),
    ("gl_LightSource", "uniforms of your own"),
    ("gl_FrontMaterial", "uniforms of your own"),
];

impl Checker<'_> {
    /// The visible declaration or built-in nearest to an unknown name at a place.
    pub(super) fn suggestion(&mut self, name: &str, span: Span) -> Option<Remedy> {
        let limit = match name.len() {
            0..=2 => 0,
            3..=5 => 1,
            6..=LONGEST => 2,
            _ => return None,
        };
        // A shader with hundreds of unknown names lacks something else than letters.
        self.suggestions += 1;
        if self.suggestions > MOST {
            return None;
        }
        let mut best: Option<(usize, String, String)> = None;
        let mut consider = |candidate: &str, describe: &dyn Fn() -> String| {
            let distance = distance(name, candidate, limit);
            if distance <= limit && best.as_ref().is_none_or(|(d, ..)| distance < *d) {
                best = Some((distance, describe(), candidate.to_owned()));
            }
        };
        for entry in self.scopes.visible() {
            let candidate = self.text(entry.symbol);
            let kind = self.describe(entry.binding);
            if let Some(kind) = kind.filter(|_| entry.binding != Binding::BlockName) {
                consider(candidate, &|| format!("{kind} `{candidate}` exists"));
            }
        }
        if self.is_cg() {
            for name in cg::names() {
                consider(name, &|| {
                    format!("a function `{name}` of the library exists")
                });
            }
        }
        // Cg has neither the functions nor the variables of ESSL.
        let essl = !self.is_cg();
        for row in builtins::FUNCTIONS.iter().filter(|_| essl) {
            if row.check(self.place()).is_ok() {
                consider(row.name, &|| {
                    format!("a built-in function `{}` exists", row.name)
                });
            }
        }
        for row in builtins::VARIABLES.iter().filter(|_| essl) {
            if row.availability.check(self.place()).is_ok() {
                consider(row.name, &|| {
                    format!("a built-in variable `{}` exists", row.name)
                });
            }
        }
        best.map(|(_, help, candidate)| Remedy::replace(help, span, name, candidate))
    }

    /// What ESSL has for a name of another shading language or of desktop OpenGL.
    pub(super) fn translation(&self, name: &str) -> Option<String> {
        if self.is_cg() {
            return cg::translation(name);
        }
        let (_, here) = FOREIGN.iter().find(|(foreign, _)| *foreign == name)?;
        let language = if name.starts_with("gl_") || name == "ftransform" {
            "desktop OpenGL"
        } else {
            "HLSL, Cg or another GLSL"
        };
        Some(format!("`{name}` is of {language}; here it is {here}"))
    }

    /// What a name refers to, with its article.
    pub(super) fn describe(&self, binding: Binding) -> Option<&'static str> {
        Some(match binding {
            Binding::Local(id) => {
                let parameters = self.body.as_ref().map_or(0, |body| body.parameters.len());
                if (id.0 as usize) < parameters {
                    "a parameter"
                } else {
                    "a variable"
                }
            }
            Binding::Global(id) => match &self.globals.get(id.0 as usize)?.role {
                Role::Constant => "a constant",
                Role::Uniform | Role::DepthRange => "a uniform",
                Role::Attribute if self.is_100() => "an attribute",
                Role::VaryingIn | Role::VaryingOut if self.is_100() => "a varying",
                Role::Attribute | Role::VaryingIn => "an input",
                Role::VaryingOut | Role::FragmentOut => "an output",
                _ => "a variable",
            },
            Binding::Struct(_) => "a structure",
            Binding::Functions(_) => "a function",
            Binding::Block(_) | Binding::BlockName => "a block",
            Binding::Poison => return None,
        })
    }
}

/// How many letters differ between two names, letter case aside; more than `limit` is not counted on.
/// Swapped neighbours count as one, and a difference of case alone as nothing.
pub(super) fn distance(a: &str, b: &str, limit: usize) -> usize {
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    // Rows i - 2, i - 1 and i of the table of distances between prefixes.
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let get = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(limit);
            let mut best = get(&above, j) + usize::from(x != y);
            best = best.min(get(&above, j + 1) + 1).min(get(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(&y) && b.get(j - 1) == Some(&x);
            if swapped {
                best = best.min(get(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(limit + 1)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn no_foreign_name_is_one_of_essl() {
        for (name, _) in super::FOREIGN {
            assert!(
                super::builtins::FUNCTIONS
                    .iter()
                    .all(|row| row.name != *name),
                "{name}"
            );
        }
    }

    #[test]
    fn distances() {
        assert_eq!(distance("colour", "color", 2), 1);
        assert_eq!(distance("Color", "color", 2), 0);
        assert_eq!(distance("nomral", "normal", 2), 1);
        assert_eq!(distance("a", "b", 1), 1);
        assert!(distance("a", "position", 1) > 1);
    }
}
