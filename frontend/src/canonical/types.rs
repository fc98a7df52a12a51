//! How types and literals are spelled.

use super::Printer;
use super::intrinsic::Intrinsic;
use super::writer::Writer;
use crate::typed::{Base, Constant, SamplerKind, Scalar, ScalarKind, StructId, Type};

/// The name of a type without arrays; structures by `structs`.
pub(super) fn base_name(base: Base, structs: &[String]) -> &str {
    let of_four = |names: [&'static str; 4], lanes: u8| names[usize::from(lanes.clamp(1, 4)) - 1];
    match base {
        Base::Void => "void",
        Base::Vector { scalar, lanes } => {
            let names = match scalar {
                ScalarKind::Float => ["float", "vec2", "vec3", "vec4"],
                ScalarKind::Int => ["int", "ivec2", "ivec3", "ivec4"],
                ScalarKind::Uint => ["uint", "uvec2", "uvec3", "uvec4"],
                ScalarKind::Bool => ["bool", "bvec2", "bvec3", "bvec4"],
            };
            of_four(names, lanes)
        }
        Base::Matrix { columns, rows } => {
            let names = match columns {
                ..=2 => ["", "mat2", "mat2x3", "mat2x4"],
                3 => ["", "mat3x2", "mat3", "mat3x4"],
                4.. => ["", "mat4x2", "mat4x3", "mat4"],
            };
            of_four(names, rows)
        }
        Base::Sampler(kind) => sampler_name(kind),
        Base::Struct(StructId(id)) => structs.get(id as usize).map_or("", String::as_str),
    }
}

/// The structure that represents a kind of sampler (naga knows no combined samplers).
pub(crate) fn sampler_name(kind: SamplerKind) -> &'static str {
    match kind {
        SamplerKind::D2 => "sampler2D_rs",
        SamplerKind::Cube => "samplerCube_rs",
        SamplerKind::External => "samplerExternal_rs",
    }
}

/// The declaration of a sampler's structure. The members differ in name because naga resolves
/// overloads by the members alone.
pub(super) fn sampler_declaration(kind: SamplerKind) -> String {
    let member = match kind {
        SamplerKind::D2 => "i2d_rs",
        SamplerKind::Cube => "icube_rs",
        SamplerKind::External => "iexternal_rs",
    };
    format!("struct {} {{ int {member}; }};\n", sampler_name(kind))
}

/// True if naga's uniform layout refuses the type as a structure member, so that it is declared with
/// three rows: a matrix of two rows, or an array of them.
pub(super) fn is_padded_member(ty: Type) -> bool {
    matches!(ty.base, Base::Matrix { rows: 2, .. })
}

/// The type a structure member is declared with.
pub(super) fn member_type(ty: Type) -> Type {
    match ty.base {
        Base::Matrix { columns, rows: 2 } => Type {
            base: Base::Matrix { columns, rows: 3 },
            array: ty.array,
        },
        _ => ty,
    }
}

/// A literal that reads back as the same value; infinities become the largest floats and NaN zero,
/// because naga accepts neither.
pub(super) fn scalar_literal(value: Scalar) -> String {
    match value {
        Scalar::Float(value) => float_literal(value),
        // The negative of the smallest int is no literal.
        Scalar::Int(i32::MIN) => "(-2147483647 - 1)".into(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => format!("{value}u"),
        Scalar::Bool(value) => value.to_string(),
    }
}

fn float_literal(value: f32) -> String {
    if value.is_nan() {
        return "0.0".into();
    }
    let value = value.clamp(f32::MIN, f32::MAX);
    // Most literals are small and whole; the sign of zero is not.
    let whole = value as i16;
    if f32::from(whole).to_bits() == value.to_bits() {
        return format!("{whole}.0");
    }
    let short = format!("{value:?}");
    if short.parse::<f64>().map(|read| read as f32) == Ok(value) {
        short
    } else {
        format!("{value:.8e}")
    }
}

/// Writes a declaration without initialiser and semicolon.
pub(super) fn put_declarator(writer: &mut Writer, structs: &[String], ty: Type, name: &str) {
    writer.put(base_name(ty.base, structs));
    writer.put(" ");
    writer.put(name);
    if let Some(length) = ty.array {
        writer.put(&format!("[{length}]"));
    }
}

impl Printer<'_> {
    /// The spelling of a type where an array size may follow it: `float[3]`.
    pub(super) fn type_name(&mut self, ty: Type) -> String {
        self.note_sampler(ty.base);
        let base = base_name(ty.base, &self.struct_names);
        match ty.array {
            Some(length) => format!("{base}[{length}]"),
            None => base.to_owned(),
        }
    }

    /// A declaration without initialiser and semicolon: `float a[3]`.
    pub(super) fn declarator(&mut self, ty: Type, name: &str) -> String {
        self.note_sampler(ty.base);
        let base = base_name(ty.base, &self.struct_names);
        match ty.array {
            Some(length) => format!("{base} {name}[{length}]"),
            None => format!("{base} {name}"),
        }
    }

    /// Writes the declaration of a local variable, without initialiser and semicolon.
    pub(super) fn put_local_declarator(&mut self, local: usize, ty: Type) {
        self.note_sampler(ty.base);
        if let Some(local) = self.locals.get(local) {
            put_declarator(&mut self.writer, &self.struct_names, ty, &local.name);
        }
    }

    pub(super) fn note_sampler(&mut self, base: Base) {
        if let Base::Sampler(kind) = base {
            self.samplers.insert(kind);
        }
    }

    /// The number of scalars that a value of the type has.
    pub(super) fn scalar_count(&self, ty: Type) -> usize {
        let element = match ty.base {
            Base::Void => 0,
            Base::Vector { lanes, .. } => lanes.into(),
            Base::Matrix { columns, rows } => usize::from(columns) * usize::from(rows),
            Base::Sampler(_) => 0,
            Base::Struct(StructId(id)) => self.program.structs.get(id as usize).map_or(0, |row| {
                row.members
                    .iter()
                    .map(|member| self.scalar_count(member.ty))
                    .sum()
            }),
        };
        element * ty.array.unwrap_or(1) as usize
    }

    /// A folded value of any type.
    pub(super) fn constant(&mut self, constant: &Constant, ty: Type) -> String {
        self.constant_scalars(&constant.scalars, ty)
    }

    fn constant_scalars(&mut self, scalars: &[Scalar], ty: Type) -> String {
        if let Some(length) = ty.array {
            let element = Type {
                base: ty.base,
                array: None,
            };
            let size = self.scalar_count(element).max(1);
            let elements: Vec<String> = scalars
                .chunks(size)
                .take(length as usize)
                .map(|chunk| self.constant_scalars(chunk, element))
                .collect();
            return format!("{}({})", self.type_name(ty), elements.join(", "));
        }
        match ty.base {
            Base::Vector { lanes: 1, .. } => scalars
                .first()
                .map_or_else(|| "0".into(), |&scalar| scalar_literal(scalar)),
            Base::Struct(StructId(id)) => {
                let members: Vec<Type> = self
                    .program
                    .structs
                    .get(id as usize)
                    .map(|row| row.members.iter().map(|member| member.ty).collect())
                    .unwrap_or_default();
                let mut rest = scalars;
                let mut parts = Vec::new();
                let mut plain = true;
                for &member in &members {
                    let count = self.scalar_count(member).min(rest.len());
                    let (own, others) = rest.split_at(count);
                    rest = others;
                    plain &= member.array.is_none() && !is_padded_member(member);
                    parts.push(self.constant_scalars(own, member));
                }
                let name = if plain {
                    self.type_name(ty)
                } else {
                    self.intrinsic(Intrinsic::Construct, ty, members)
                };
                format!("{name}({})", parts.join(", "))
            }
            _ => {
                let literals: Vec<String> = scalars
                    .iter()
                    .map(|&scalar| scalar_literal(scalar))
                    .collect();
                format!("{}({})", self.type_name(ty), literals.join(", "))
            }
        }
    }
}
