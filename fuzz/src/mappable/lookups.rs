//! Lookups that depend on the first one.

use super::Generator;
use retroshade_ir::texture::TextureKind;

/// How the bytes of a texel are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    /// From 0 to 1.
    Unsigned,
    /// From -1 to 1.
    Signed,
}

/// How the second lookup depends on the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The coordinate is alpha and red.
    AlphaRed,
    /// The coordinate is green and blue.
    GreenBlue,
    /// The coordinate is two inner products.
    Plane(Bytes),
    /// The direction is three inner products.
    Cube(Bytes),
    /// The direction is a mirror image at those.
    Mirror(Bytes),
    /// The coordinate is moved by blue and green.
    Moved,
    /// And what it finds is scaled by red.
    Scaled,
}

impl Form {
    /// All of them.
    pub(super) const ALL: &[Form] = &[
        Form::AlphaRed,
        Form::GreenBlue,
        Form::Plane(Bytes::Unsigned),
        Form::Plane(Bytes::Signed),
        Form::Cube(Bytes::Unsigned),
        Form::Cube(Bytes::Signed),
        Form::Mirror(Bytes::Unsigned),
        Form::Mirror(Bytes::Signed),
        Form::Moved,
        Form::Scaled,
    ];

    /// How many lookups there may be with it: a chip has four texture stages, of which an inner product takes one.
    pub(super) fn textures(self) -> usize {
        match self {
            Form::Cube(_) | Form::Mirror(_) => 2,
            _ => 3,
        }
    }
}

impl Generator {
    /// Names of the varyings and how many lanes they have.
    pub(super) fn varyings(&self) -> Vec<(String, usize)> {
        let mut varyings = vec![("tint".to_owned(), 4)];
        let own = |number: &usize| {
            let moved = matches!(self.form, Some(Form::Moved | Form::Scaled));
            *number != 1 || self.form.is_none() || moved
        };
        let places = (0..self.textures).filter(own);
        varyings.extend(places.map(|number| (format!("place{number}"), 2)));
        let axes = match self.form {
            Some(Form::Plane(_)) => 2,
            Some(Form::Cube(_) | Form::Mirror(_)) => 3,
            _ => 0,
        };
        varyings.extend((0..axes).map(|number| (format!("axis{number}"), 3)));
        if let Some(Form::Mirror(_)) = self.form {
            varyings.push(("eye".to_owned(), 3));
        }
        if self.foggy {
            varyings.push(("clear".to_owned(), 1));
        }
        varyings
    }

    /// What a texture is.
    pub(super) fn kind(&self, number: usize) -> TextureKind {
        match self.form {
            Some(Form::Cube(_) | Form::Mirror(_)) if number == 1 => TextureKind::Cube,
            _ => TextureKind::D2,
        }
    }

    /// The expression of a lookup.
    pub(super) fn lookup(&mut self, number: usize) -> String {
        let Some(form) = self.form.filter(|_| number == 1) else {
            return format!("texture2D(map{number}, place{number})");
        };
        let vector = |bytes| match bytes {
            Bytes::Signed => "((t0.rgb * 255.0 - 128.0) / 127.0)",
            Bytes::Unsigned => "t0.rgb",
        };
        let moved = "((t0.bg * 255.0 - 256.0 * step(0.5, t0.bg)) / 127.0)";
        let axes = "mat3(axis0, axis1, axis2)";
        match form {
            Form::AlphaRed => "texture2D(map1, t0.ar)".to_owned(),
            Form::GreenBlue => "texture2D(map1, t0.gb)".to_owned(),
            Form::Plane(bytes) => {
                let vector = vector(bytes);
                format!("texture2D(map1, vec2(dot({vector}, axis0), dot({vector}, axis1)))")
            }
            Form::Cube(bytes) => format!("textureCube(map1, {} * {axes})", vector(bytes)),
            Form::Mirror(bytes) => {
                let normal = format!("normalize({} * {axes})", vector(bytes));
                format!("textureCube(map1, reflect(-eye, {normal}))")
            }
            Form::Moved => {
                let scale = self.literal();
                format!("texture2D(map1, place1 + mat2(one.xy, {scale}, amount) * {moved})")
            }
            Form::Scaled => {
                let found = format!("texture2D(map1, place1 + {moved} * 0.25).rgb");
                let forms = ["t0.r", "(1.0 - amount * t0.r)", "(t0.r * 0.75 + 0.25)"];
                let factor = self.random.pick(&forms).copied().unwrap_or("t0.r");
                format!(
                    "vec4({found} * {factor}, {})",
                    self.leaf_scalar_but_lookups()
                )
            }
        }
    }

    /// A number that no lookup gives.
    fn leaf_scalar_but_lookups(&mut self) -> String {
        match self.random.below(3) {
            0 => self.literal(),
            1 => "amount".to_owned(),
            _ => "tint.a".to_owned(),
        }
    }
}
