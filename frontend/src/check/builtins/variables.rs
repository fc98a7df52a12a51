//! The built-in variables and constants (chapter 7 of both versions, and extensions).

use super::Availability;
use crate::extension::Extension;
use crate::typed::{Base, Role, ScalarKind, Type};
use retroshade_ir::{Builtin, Precision, Stage};

/// What a built-in name refers to.
#[derive(Clone, Debug)]
pub(crate) enum VariableKind {
    /// A variable of this role.
    Variable(Role),
    /// A constant of type `int`.
    Constant(ConstantRow),
    /// A variable that the IR does not know, with the reason.
    Refused(&'static str),
}

/// Which limit a `gl_Max…` constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstantRow {
    /// The same everywhere.
    Fixed(i32),
    /// 1, or more with `GL_EXT_draw_buffers`.
    DrawBuffers,
}

/// Draw buffers with `GL_EXT_draw_buffers`; the extension asks for at least one.
pub(crate) const EXTENDED_DRAW_BUFFERS: i32 = 4;

/// The value of a constant, given whether `GL_EXT_draw_buffers` is enabled.
pub(crate) fn constant(row: ConstantRow, extended: bool) -> i32 {
    match row {
        ConstantRow::Fixed(value) => value,
        ConstantRow::DrawBuffers if extended => EXTENDED_DRAW_BUFFERS,
        ConstantRow::DrawBuffers => 1,
    }
}

/// A built-in variable or constant.
#[derive(Clone, Debug)]
pub(crate) struct VariableRow {
    /// Name in ESSL.
    pub(crate) name: &'static str,
    /// Type. The array size of `gl_FragData` and `gl_LastFragData` follows `gl_MaxDrawBuffers`.
    pub(crate) ty: Type,
    /// The precision; `None` for `bool`.
    pub(crate) precision: Option<Precision>,
    /// What it is.
    pub(crate) kind: VariableKind,
    /// Where it exists.
    pub(crate) availability: Availability,
}

const fn vector(scalar: ScalarKind, lanes: u8) -> Type {
    Type {
        base: Base::Vector { scalar, lanes },
        array: None,
    }
}

const FLOAT: Type = vector(ScalarKind::Float, 1);
const INT: Type = vector(ScalarKind::Int, 1);
const BOOL: Type = vector(ScalarKind::Bool, 1);
const VEC2: Type = vector(ScalarKind::Float, 2);
const VEC4: Type = vector(ScalarKind::Float, 4);
const COLORS: Type = Type {
    array: Some(1),
    ..VEC4
};

const OLD: Availability = Availability::ALWAYS.until100();
const NEW: Availability = Availability::ALWAYS.since300();
const VERTEX: Availability = Availability::ALWAYS.in_stage(Stage::Vertex);
const GEOMETRY: Availability = NEW.in_stage(Stage::Geometry);
const NEW_VERTEX: Availability = NEW.in_stage(Stage::Vertex);
const FRAGMENT: Availability = Availability::ALWAYS.in_stage(Stage::Fragment);
const OLD_FRAGMENT: Availability = OLD.in_stage(Stage::Fragment);
const NEW_FRAGMENT: Availability = NEW.in_stage(Stage::Fragment);

use Precision::{High, Low, Medium};

const fn input(
    name: &'static str,
    precision: Option<Precision>,
    ty: Type,
    builtin: Builtin,
    availability: Availability,
) -> VariableRow {
    VariableRow {
        name,
        ty,
        precision,
        kind: VariableKind::Variable(Role::BuiltinIn(builtin)),
        availability,
    }
}

const fn output(
    name: &'static str,
    precision: Option<Precision>,
    ty: Type,
    builtin: Builtin,
    availability: Availability,
) -> VariableRow {
    VariableRow {
        name,
        ty,
        precision,
        kind: VariableKind::Variable(Role::BuiltinOut(builtin)),
        availability,
    }
}

const fn refused(
    name: &'static str,
    reason: &'static str,
    availability: Availability,
) -> VariableRow {
    VariableRow {
        name,
        ty: INT,
        precision: Some(High),
        kind: VariableKind::Refused(reason),
        availability,
    }
}

const fn limit(name: &'static str, value: ConstantRow, availability: Availability) -> VariableRow {
    VariableRow {
        name,
        ty: INT,
        precision: Some(Medium),
        kind: VariableKind::Constant(value),
        availability,
    }
}

use ConstantRow::{DrawBuffers, Fixed};

/// Every built-in variable and constant but `gl_DepthRange`, whose type is a structure. The limits
/// are the least that the specification asks for.
pub(crate) const VARIABLES: &[VariableRow] = &[
    output("gl_Position", Some(High), VEC4, Builtin::Position, VERTEX),
    output(
        "gl_PointSize",
        Some(Medium),
        FLOAT,
        Builtin::PointSize,
        VERTEX,
    ),
    output("gl_Position", Some(High), VEC4, Builtin::Position, GEOMETRY),
    refused(
        "gl_PointSize",
        "a geometry shader makes triangles, which have no size",
        GEOMETRY,
    ),
    refused(
        "gl_PrimitiveIDIn",
        "no target counts primitives; count them in the application and hand the number over in an attribute",
        GEOMETRY,
    ),
    refused(
        "gl_PrimitiveID",
        "no target hands the number of a primitive on to fragments",
        GEOMETRY,
    ),
    refused(
        "gl_InvocationID",
        "a geometry shader runs once for each primitive",
        GEOMETRY,
    ),
    refused("gl_Layer", "no target has layers", GEOMETRY),
    input(
        "gl_VertexID",
        Some(High),
        INT,
        Builtin::VertexId,
        NEW_VERTEX,
    ),
    input(
        "gl_InstanceID",
        Some(High),
        INT,
        Builtin::InstanceId,
        NEW_VERTEX,
    ),
    input(
        "gl_FragCoord",
        Some(Medium),
        VEC4,
        Builtin::FragCoord,
        OLD_FRAGMENT,
    ),
    input(
        "gl_FragCoord",
        Some(High),
        VEC4,
        Builtin::FragCoord,
        NEW_FRAGMENT,
    ),
    input("gl_FrontFacing", None, BOOL, Builtin::FrontFacing, FRAGMENT),
    input(
        "gl_PointCoord",
        Some(Medium),
        VEC2,
        Builtin::PointCoord,
        FRAGMENT,
    ),
    output(
        "gl_FragColor",
        Some(Medium),
        VEC4,
        Builtin::FragColor,
        OLD_FRAGMENT,
    ),
    output(
        "gl_FragData",
        Some(Medium),
        COLORS,
        Builtin::FragData,
        OLD_FRAGMENT,
    ),
    output(
        "gl_FragDepth",
        Some(High),
        FLOAT,
        Builtin::FragDepth,
        NEW_FRAGMENT,
    ),
    output(
        "gl_FragDepthEXT",
        Some(High),
        FLOAT,
        Builtin::FragDepth,
        OLD_FRAGMENT.with(Extension::FragDepth),
    ),
    input(
        "gl_LastFragData",
        Some(Medium),
        COLORS,
        Builtin::LastFragColor,
        OLD_FRAGMENT.with(Extension::FramebufferFetch),
    ),
    input(
        "gl_LastFragColorARM",
        Some(Medium),
        VEC4,
        Builtin::LastFragColor,
        FRAGMENT.with(Extension::ArmFramebufferFetch),
    ),
    input(
        "gl_LastFragDepthARM",
        Some(High),
        FLOAT,
        Builtin::LastFragDepth,
        FRAGMENT.with(Extension::ArmFramebufferFetchDepthStencil),
    ),
    VariableRow {
        name: "gl_LastFragStencilARM",
        ty: INT,
        precision: Some(Low),
        kind: VariableKind::Refused("no target gives a shader the stencil value"),
        availability: FRAGMENT.with(Extension::ArmFramebufferFetchDepthStencil),
    },
    limit("gl_MaxVertexAttribs", Fixed(8), OLD),
    limit("gl_MaxVertexUniformVectors", Fixed(128), OLD),
    limit("gl_MaxVaryingVectors", Fixed(8), OLD),
    limit("gl_MaxVertexTextureImageUnits", Fixed(0), OLD),
    limit("gl_MaxCombinedTextureImageUnits", Fixed(8), OLD),
    limit("gl_MaxTextureImageUnits", Fixed(8), OLD),
    limit("gl_MaxFragmentUniformVectors", Fixed(16), OLD),
    limit("gl_MaxDrawBuffers", DrawBuffers, OLD),
    limit("gl_MaxVertexAttribs", Fixed(16), NEW),
    limit("gl_MaxVertexUniformVectors", Fixed(256), NEW),
    limit("gl_MaxVertexOutputVectors", Fixed(16), NEW),
    limit("gl_MaxFragmentInputVectors", Fixed(15), NEW),
    limit("gl_MaxVertexTextureImageUnits", Fixed(16), NEW),
    limit("gl_MaxCombinedTextureImageUnits", Fixed(32), NEW),
    limit("gl_MaxTextureImageUnits", Fixed(16), NEW),
    limit("gl_MaxFragmentUniformVectors", Fixed(224), NEW),
    limit("gl_MaxDrawBuffers", Fixed(4), NEW),
    limit("gl_MinProgramTexelOffset", Fixed(-8), NEW),
    limit("gl_MaxProgramTexelOffset", Fixed(7), NEW),
];
