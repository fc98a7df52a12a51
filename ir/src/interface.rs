//! The interface of a shader: attributes, varyings, uniforms, samplers, outputs.

use crate::Type;
use crate::entity::EntityVec;
use crate::ids::{Input, Output, SamplerId, Uniform};
use crate::shape::{MatrixLayout, Shape};
use retroshade_diagnostics::Span;

/// The stage a program runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Once for each vertex.
    Vertex,
    /// Once for each fragment.
    Fragment,
    /// Once for each primitive, between vertices and fragments: takes the outputs of its vertices and makes vertices of
    /// new primitives.
    Geometry,
}

impl Stage {
    /// Every stage.
    pub const ALL: [Stage; 3] = [Stage::Vertex, Stage::Fragment, Stage::Geometry];

    /// `vertex`, `fragment` or `geometry`, as reflection spells it.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
            Stage::Geometry => "geometry",
        }
    }

    /// The stage of a name that [`Stage::name`] gives.
    pub fn of_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// A precision qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// `lowp`
    Low,
    /// `mediump`
    Medium,
    /// `highp`
    High,
}

impl Precision {
    /// `lowp`, `mediump` or `highp`.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Low => "lowp",
            Precision::Medium => "mediump",
            Precision::High => "highp",
        }
    }
}

/// The interpolation of a varying on the way to the fragment shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Interpolation {
    /// With perspective correction.
    #[default]
    Smooth,
    /// From the provoking vertex (ESSL 3.00).
    Flat,
    /// As `Smooth`, at a place inside the primitive (ESSL 3.00).
    Centroid,
}

/// A variable with a meaning the machine or the runtime knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// `gl_Position`
    Position,
    /// `gl_PointSize`
    PointSize,
    /// `gl_FragCoord`
    FragCoord,
    /// `gl_PointCoord`
    PointCoord,
    /// `gl_FrontFacing`
    FrontFacing,
    /// `gl_FragColor`
    FragColor,
    /// `gl_FragData`
    FragData,
    /// `gl_FragDepth`, `gl_FragDepthEXT`
    FragDepth,
    /// `gl_VertexID`
    VertexId,
    /// `gl_InstanceID`
    InstanceId,
    /// `gl_LastFragColorARM`, `gl_LastFragData`
    LastFragColor,
    /// `gl_LastFragDepthARM`
    LastFragDepth,
    /// A varying that carries the clip-space position to a target without `gl_FragCoord`.
    ClipPosition,
    /// The number of vertices of a primitive, where each has its own: `gl_in.length()`. In run data `gl_VerticesIn`.
    VertexCount,
}

impl Builtin {
    /// Every one.
    pub const ALL: &[Builtin] = &[
        Builtin::Position,
        Builtin::PointSize,
        Builtin::FragCoord,
        Builtin::PointCoord,
        Builtin::FrontFacing,
        Builtin::FragColor,
        Builtin::FragData,
        Builtin::FragDepth,
        Builtin::VertexId,
        Builtin::InstanceId,
        Builtin::LastFragColor,
        Builtin::LastFragDepth,
        Builtin::ClipPosition,
        Builtin::VertexCount,
    ];

    /// The name in reflection, such as `frag_coord`.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Position => "position",
            Builtin::PointSize => "point_size",
            Builtin::FragCoord => "frag_coord",
            Builtin::PointCoord => "point_coord",
            Builtin::FrontFacing => "front_facing",
            Builtin::FragColor => "frag_color",
            Builtin::FragData => "frag_data",
            Builtin::FragDepth => "frag_depth",
            Builtin::VertexId => "vertex_id",
            Builtin::InstanceId => "instance_id",
            Builtin::LastFragColor => "last_frag_color",
            Builtin::LastFragDepth => "last_frag_depth",
            Builtin::ClipPosition => "clip_position",
            Builtin::VertexCount => "vertex_count",
        }
    }
}

/// One leaf of the interface. Structures are flattened with GL's names (`uLights[0].color`).
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// The name GL knows it by.
    pub name: String,
    /// Source type.
    pub shape: Shape,
    /// Declared of an unsigned type, `uint` or `uvec3`; the scalars of the shape are ints.
    pub unsigned: bool,
    /// The `gl_` variable it is, if any.
    pub builtin: Option<Builtin>,
    /// Declared or default precision.
    pub precision: Option<Precision>,
    /// Of varyings.
    pub interpolation: Interpolation,
    /// Declared `invariant`.
    pub invariant: bool,
    /// `layout(location = N)`.
    pub location: Option<u32>,
    /// A register fixed by `#pragma retroshade bind` or `--bind`.
    pub bind: Option<String>,
    /// For matrix uniforms, the contents of their slots. Others: `Columns`.
    pub layout: MatrixLayout,
    /// Of matrix uniforms: what their slots must hold when the passes are done, if the source says it.
    pub declared: Option<MatrixLayout>,
    /// Set if this is a member of an array of structures that is indexed dynamically.
    pub nesting: Option<Nesting>,
    /// Of a uniform that the compiler made to hold literals: its numbers, as run data lists those of a uniform.
    /// Nobody sets it; its registers are filled as those of literals are.
    pub values: Option<Vec<f32>>,
    /// The declaration.
    pub span: Span,
}

impl Variable {
    /// A smooth, unqualified variable without a fixed place.
    pub fn new(name: impl Into<String>, shape: Shape) -> Variable {
        Variable {
            name: name.into(),
            shape,
            unsigned: false,
            builtin: None,
            precision: None,
            interpolation: Interpolation::Smooth,
            invariant: false,
            location: None,
            bind: None,
            layout: MatrixLayout::Columns,
            declared: None,
            nesting: None,
            values: None,
            span: Span::NONE,
        }
    }

    /// As [`Variable::new`], of a type as [`Variable::glsl_type`] spells it; `None` if there is no such type.
    pub fn of_type(
        name: impl Into<String>,
        spelling: &str,
        array: Option<u32>,
    ) -> Option<Variable> {
        let shape = Shape::from_glsl(spelling)?;
        Some(Variable {
            unsigned: spelling.starts_with('u'),
            ..Variable::new(name, Shape { array, ..shape })
        })
    }

    /// The type without array size as the declaration spells it: [`Shape::glsl`], or `uint`, `uvec3`.
    pub fn glsl_type(&self) -> String {
        if self.unsigned {
            self.shape.unsigned_glsl()
        } else {
            self.shape.glsl()
        }
    }

    /// The name that the source has for it: of a uniform that holds literals the name of their array.
    pub fn source_name(&self) -> &str {
        let hidden = self.name.strip_prefix('?');
        let array = hidden.and_then(|name| name.split_once('_'));
        array.map_or(&self.name, |(_, array)| array)
    }

    /// The numbers of each slot of a uniform that holds literals. It is no matrix, so these are its elements.
    pub fn literal_slots(&self) -> impl Iterator<Item = &[f32]> {
        let lanes = usize::from(self.slot_lanes().max(1));
        self.values
            .iter()
            .flat_map(move |values| values.chunks(lanes))
    }

    /// The variables of the GL interface that it represents, in element order: itself, unless it is a
    /// member of an array of structures.
    pub fn leaves(&self) -> Vec<Leaf> {
        spell_out(&self.name, self.shape.array, self.nesting.as_ref())
    }

    /// Slots of one element in the variable's layout.
    pub fn slots_per_element(&self) -> u32 {
        match self.layout {
            MatrixLayout::Columns => u32::from(self.shape.columns),
            MatrixLayout::Rows => u32::from(self.shape.rows),
        }
    }

    /// Slots of the whole variable.
    pub fn slots(&self) -> u32 {
        self.slots_per_element() * self.shape.elements()
    }

    /// The number of slots that an index reaches, from slot `base` on and `stride` apart, at least 1. Whole elements
    /// apart it goes through the array; columns apart it stays within the matrix of slot `base`.
    pub fn reachable(&self, base: u32, stride: u32) -> u32 {
        reachable(self.slots(), self.slots_per_element(), base, stride)
    }

    /// Lanes of each slot.
    pub fn slot_lanes(&self) -> u8 {
        match self.layout {
            MatrixLayout::Columns => self.shape.rows,
            MatrixLayout::Rows => self.shape.columns,
        }
    }
}

/// [`Variable::reachable`] in `slots` slots, of which an element has `element`.
pub(crate) fn reachable(slots: u32, element: u32, base: u32, stride: u32) -> u32 {
    let element = element.max(1);
    let end = match stride % element {
        0 => slots,
        _ => base - base % element + element,
    };
    let beyond = end.saturating_sub(base.saturating_add(1));
    1 + beyond.checked_div(stride).unwrap_or(0)
}

/// What a sampler looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SamplerKind {
    /// Two coordinates.
    D2,
    /// A direction of three.
    Cube,
    /// `samplerExternalOES`: looked up like `D2`.
    External,
}

impl SamplerKind {
    /// The name in the printed form.
    pub fn name(self) -> &'static str {
        match self {
            SamplerKind::D2 => "d2",
            SamplerKind::Cube => "cube",
            SamplerKind::External => "external",
        }
    }
}

/// A sampler uniform, or an array of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// The name GL knows it by.
    pub name: String,
    /// Kind.
    pub kind: SamplerKind,
    /// Number of elements of an array.
    pub array: Option<u32>,
    /// `layout(binding = N)`.
    pub binding: Option<u32>,
    /// A register fixed by `#pragma retroshade bind` or `--bind`.
    pub bind: Option<String>,
    /// Words of `#pragma retroshade sampler`, for targets whose code holds the state of samplers.
    pub flags: Option<String>,
    /// Set if this is a member of an array of structures that is indexed dynamically.
    pub nesting: Option<Nesting>,
    /// The declaration.
    pub span: Span,
}

impl Sampler {
    /// The samplers of the GL interface that it represents, in element order: itself, unless it is a
    /// member of an array of structures.
    pub fn leaves(&self) -> Vec<Leaf> {
        spell_out(&self.name, self.array, self.nesting.as_ref())
    }
}

/// The arrays of structures around a member that is one variable here, because its elements are
/// indexed together, and several in GL: `uLights[].color` for `uLights[0].color`,
/// `uLights[1].color`. Elements are in order of the outermost index, then the next, the member's own
/// array innermost; their number is that of the variable's `array`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// Lengths of the arrays of structures, outermost first, one for each `[]` in the name.
    pub around: Vec<u32>,
    /// The length of the member itself, if it is an array.
    pub inner: Option<u32>,
}

/// A variable of the GL interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The name GL knows it by, such as `uLights[1].color`.
    pub name: String,
    /// Number of elements of an array, as GL sees it.
    pub array: Option<u32>,
    /// The element of the [`Variable`] or [`Sampler`] with which it starts.
    pub first_element: u32,
}

fn spell_out(name: &str, array: Option<u32>, nesting: Option<&Nesting>) -> Vec<Leaf> {
    let Some(nesting) = nesting else {
        return vec![Leaf {
            name: name.to_string(),
            array,
            first_element: 0,
        }];
    };
    let mut pieces = name.split("[]");
    let mut names = vec![pieces.next().unwrap_or_default().to_string()];
    for (piece, &length) in pieces.zip(&nesting.around) {
        names = names
            .iter()
            .flat_map(|name| (0..length).map(move |index| format!("{name}[{index}]{piece}")))
            .collect();
    }
    let stride = nesting.inner.unwrap_or(1).max(1);
    names
        .into_iter()
        .zip((0u32..).step_by(stride as usize))
        .map(|(name, first_element)| Leaf {
            name,
            array: nesting.inner,
            first_element,
        })
        .collect()
}

/// The z of the near and the far plane in clip space, as multiples of w.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClipDepth {
    /// -w to w: OpenGL, and so ESSL.
    #[default]
    MinusWToW,
    /// 0 to w: WebGPU and so WGSL, Direct3D, Stage3D.
    ZeroToW,
    /// -w to 0: the PICA200.
    MinusWToZero,
}

impl ClipDepth {
    /// Every one.
    pub const ALL: &[ClipDepth] = &[
        ClipDepth::MinusWToW,
        ClipDepth::ZeroToW,
        ClipDepth::MinusWToZero,
    ];

    /// The name in the printed form.
    pub fn name(self) -> &'static str {
        match self {
            ClipDepth::MinusWToW => "minus_w_to_w",
            ClipDepth::ZeroToW => "zero_to_w",
            ClipDepth::MinusWToZero => "minus_w_to_zero",
        }
    }

    /// z / w of the near and of the far plane.
    pub fn bounds(self) -> (f32, f32) {
        match self {
            ClipDepth::MinusWToW => (-1.0, 1.0),
            ClipDepth::ZeroToW => (0.0, 1.0),
            ClipDepth::MinusWToZero => (-1.0, 0.0),
        }
    }
}

/// What a geometry shader takes and makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Primitive {
    /// Vertices that an invocation takes, 1 or more; at most, where [`Primitive::main_vertices`] are said.
    pub vertices: u32,
    /// Of primitives that each have a number of vertices of their own, those that come with all outputs of the vertex
    /// shader, 1 or more. Of the others there is the position alone.
    pub main_vertices: Option<u32>,
    /// Vertices that an invocation makes at most, as the source declares (`max_vertices`). They are triangle strips.
    pub max_vertices: u32,
}

/// All leaves, in declaration order. What is here may be inactive until a pass drops it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interface {
    /// The range of z in which a vertex shader's language has `gl_Position`. A matrix may well put
    /// something else there.
    pub clip_depth: ClipDepth,
    /// The primitives of a geometry shader; `None` in other stages.
    pub primitive: Option<Primitive>,
    /// Attributes of a vertex shader, varyings and built-ins of a fragment shader; of a geometry shader arrays with an
    /// element for each vertex of the primitive.
    pub inputs: EntityVec<Input, Variable>,
    /// Varyings and built-ins of a vertex or geometry shader, colours and depth of a fragment shader.
    pub outputs: EntityVec<Output, Variable>,
    /// Uniforms that are no samplers.
    pub uniforms: EntityVec<Uniform, Variable>,
    /// Samplers.
    pub samplers: EntityVec<SamplerId, Sampler>,
}

impl Interface {
    /// Every (output, slot) in the order in which the body hands them over.
    pub fn output_slots(&self) -> impl Iterator<Item = (Output, u32)> {
        self.outputs
            .iter()
            .flat_map(|(output, variable)| (0..variable.slots()).map(move |slot| (output, slot)))
    }

    /// The type of each slot of [`Interface::output_slots`]. Floats may stand in place of ints and bools: machines have no
    /// others.
    pub(crate) fn output_types(&self) -> impl Iterator<Item = Type> {
        self.output_slots().map(|(output, _)| {
            let variable = &self.outputs[output];
            Type {
                scalar: variable.shape.scalar,
                lanes: variable.slot_lanes(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scalar;

    #[test]
    fn type_names_read_back() {
        for name in [
            "float", "int", "bool", "vec2", "vec4", "ivec3", "bvec2", "mat2", "mat4", "mat2x3",
            "mat4x2",
        ] {
            assert_eq!(
                Shape::from_glsl(name).map(Shape::glsl).as_deref(),
                Some(name)
            );
        }
        assert_eq!(
            Shape::from_glsl("uvec3").map(Shape::glsl).as_deref(),
            Some("ivec3")
        );
        for name in ["uint", "uvec3", "ivec3", "mat2x3"] {
            let variable = Variable::of_type("v", name, Some(2)).unwrap();
            assert_eq!(
                (variable.glsl_type(), variable.shape.array),
                (name.into(), Some(2))
            );
        }
        for name in [
            "",
            "vec",
            "vec1",
            "vec5",
            "dvec2",
            "mat",
            "mat2x",
            "matx2",
            "sampler2D",
        ] {
            assert_eq!(Shape::from_glsl(name), None, "{name}");
        }
    }

    #[test]
    fn a_plain_variable_is_its_own_leaf() {
        let mut shape = Shape::vector(Scalar::Float, 3);
        shape.array = Some(5);
        let leaves = Variable::new("uBones", shape).leaves();
        assert_eq!(leaves.len(), 1);
        assert_eq!(leaves[0].name, "uBones");
        assert_eq!(leaves[0].array, Some(5));
    }

    #[test]
    fn nested_members_are_spelled_out_in_element_order() {
        let mut shape = Shape::vector(Scalar::Float, 1);
        shape.array = Some(12);
        let mut variable = Variable::new("a[].b[].c", shape);
        variable.nesting = Some(Nesting {
            around: vec![2, 3],
            inner: Some(2),
        });
        let leaves = variable.leaves();
        let names: Vec<&str> = leaves.iter().map(|leaf| leaf.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "a[0].b[0].c",
                "a[0].b[1].c",
                "a[0].b[2].c",
                "a[1].b[0].c",
                "a[1].b[1].c",
                "a[1].b[2].c"
            ]
        );
        assert_eq!(leaves[4].first_element, 8);
        assert_eq!(leaves[4].array, Some(2));
    }
}
