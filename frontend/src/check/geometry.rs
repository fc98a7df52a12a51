//! Geometry shaders: what their primitives are, their inputs, and the vertices that they make.
//!
//! naga has no such stage, so all of it becomes what every shader has. Inputs are arrays with an element for each vertex
//! of the primitive; `gl_in[i].gl_Position` is element `i` of such an array, which is called `gl_Position`. The place of
//! the next vertex in its strip is a private global: `EmitVertex()` is checked to an assignment of it whose value is
//! the built-in function of it, an intrinsic of the canonical text (`strip = EmitVertex(strip)`), and `EndPrimitive()`
//! is `strip = 0`. So naga sees assignments in order, and the lowering knows the number of a vertex wherever it
//! is constant.

use super::blocks::Instances;
use super::builtins::Missing;
use super::expressions::constant_expression;
use super::qualifiers::{Qualifiers, Storage};
use super::scope::Binding;
use super::{Checked, Checker};
use crate::syntax::{self, LayoutItem, Name};
use crate::typed::{
    Base, BuiltinFunction, Expression, ExpressionKind, Global, GlobalId, Role, Scalar, ScalarKind,
    Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Builtin, Precision, Primitive, Stage};

/// The most vertices that a primitive may have or an invocation may make: what OpenGL ES promises.
const MOST_VERTICES: u32 = 256;

/// The number of vertices of each primitive that GLSL names.
const PRIMITIVES: [(&str, u32); 5] = [
    ("points", 1),
    ("lines", 2),
    ("lines_adjacency", 4),
    ("triangles", 3),
    ("triangles_adjacency", 6),
];

/// What the layouts of a geometry shader have said so far, with the place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Geometry {
    vertices: Option<(u32, Span)>,
    /// Of primitives that each have a number of vertices of their own, those with all inputs.
    main_vertices: Option<(u32, Span)>,
    strip_out: Option<Span>,
    max_vertices: Option<(u32, Span)>,
    /// The global that holds the place of the next vertex.
    strip: Option<GlobalId>,
    /// The input `gl_in[].gl_Position`.
    position: Option<GlobalId>,
    /// The input that holds the number of vertices, where primitives have different ones.
    count: Option<GlobalId>,
}

impl Geometry {
    /// The number of vertices that an input has elements for, other than the position.
    fn elements(&self) -> Option<(u32, Span)> {
        self.main_vertices.or(self.vertices)
    }
}

impl Checker<'_> {
    /// `layout(triangles) in;` or `layout(triangle_strip, max_vertices = 4) out;`
    pub(super) fn primitive_layout(
        &mut self,
        storage: Storage,
        span: Span,
        qualifiers: &Qualifiers<'_>,
    ) {
        if self.stage != Stage::Geometry || !matches!(storage, Storage::In | Storage::Out) {
            self.misplaced(storage.word(), span, "without a declaration");
            return;
        }
        for item in &qualifiers.layout {
            match storage {
                Storage::In => self.input_primitive(item),
                _ => self.output_primitive(item),
            }
        }
    }

    fn input_primitive(&mut self, item: &LayoutItem) {
        let (name, at) = (self.text(item.name.symbol), item.name.span);
        let named = PRIMITIVES.iter().find(|(known, _)| *known == name);
        let vertices = match (named, name) {
            (Some((_, vertices)), _) => {
                if item.value.is_some() {
                    return self.bad_layout(item, "takes no value");
                }
                *vertices
            }
            (None, "vertices") => match self.layout_count(item) {
                Some(vertices) => vertices,
                None => {
                    self.geometry_reported = true;
                    return;
                }
            },
            (None, "main_vertices") => {
                if let Some(count) = self.layout_count(item) {
                    self.geometry.main_vertices = Some((count, at));
                }
                return;
            }
            (None, "invocations") => {
                if item.value.is_none_or(|value| value.value != 1) {
                    self.bad_layout(
                        item,
                        "must be 1: no target runs a program several times for a primitive",
                    );
                }
                return;
            }
            _ => {
                // That there is no primitive need not be said again.
                self.geometry_reported = true;
                let message = format!("layout `{name}` is no primitive");
                let known = "`points`, `lines`, `lines_adjacency`, `triangles`, `triangles_adjacency`, or `vertices = n` for any number";
                self.report(
                    Diagnostic::error(semantic::LAYOUT, message)
                        .at(at, "in this layout")
                        .with_help(format!("what a geometry shader takes is {known}")),
                );
                return;
            }
        };
        match self.geometry.vertices {
            Some((before, place)) if before != vertices => {
                let message = "the shader takes two kinds of primitives";
                self.report(
                    Diagnostic::error(semantic::LAYOUT, message)
                        .at(at, format!("of {vertices} vertices"))
                        .and_at(place, format!("of {before} vertices")),
                );
            }
            _ => self.geometry.vertices = Some((vertices, at)),
        }
    }

    fn output_primitive(&mut self, item: &LayoutItem) {
        let (name, at) = (self.text(item.name.symbol), item.name.span);
        match name {
            "triangle_strip" => {
                if item.value.is_some() {
                    return self.bad_layout(item, "takes no value");
                }
                self.geometry.strip_out = Some(at);
            }
            "max_vertices" => {
                // A number that cannot be is a number that was said.
                let count = self.layout_count(item).unwrap_or(1);
                self.geometry.max_vertices = Some((count, at));
            }
            "points" | "line_strip" => {
                // The shader has an output; that it is this one is the only error.
                self.geometry.strip_out = Some(at);
                let (what, instead) = match name {
                    "points" => (
                        "points",
                        "a triangle strip of four vertices around each point",
                    ),
                    _ => ("lines", "a triangle strip of four vertices along each line"),
                };
                let message = format!(
                    "layout `{name}` is not supported: no target makes {what} of primitives"
                );
                self.report(
                    Diagnostic::error(semantic::UNSUPPORTED_FEATURE, message)
                        .at(at, "in this layout")
                        .with_help(format!("write `layout(triangle_strip, max_vertices = n) out` and emit {instead}")),
                );
            }
            "stream" => {
                let message = "layout `stream` is not supported: vertices have one way to go";
                self.error(semantic::UNSUPPORTED_FEATURE, message, at, "in this layout");
            }
            _ => self.bad_layout(item, "has no meaning for the output of a geometry shader"),
        }
    }

    /// The number behind a layout, 1 or more; reports it otherwise.
    fn layout_count(&mut self, item: &LayoutItem) -> Option<u32> {
        match item.value {
            Some(value) if (1..=MOST_VERTICES).contains(&value.value) => Some(value.value),
            Some(_) => {
                self.bad_layout(item, &format!("must be between 1 and {MOST_VERTICES}"));
                None
            }
            None => {
                self.bad_layout(item, "needs a value");
                None
            }
        }
    }

    /// The number of vertices that an input without a size has elements for; `None` if there is none to take, which is
    /// reported if the input needs it.
    pub(super) fn unsized_inputs(&mut self, qualifiers: &Qualifiers<'_>) -> Option<u32> {
        let is_input = matches!(qualifiers.storage, Some((Storage::In, _)));
        if self.stage != Stage::Geometry || !is_input {
            return None;
        }
        self.geometry.elements().map(|(vertices, _)| vertices)
    }

    /// The type of each vertex's element of an input; `None` if it is no array of the right size, which is reported.
    pub(super) fn element_of_input(&mut self, ty: Type, span: Span) -> Option<Type> {
        let spelled = self.spell(ty);
        let vertices = self.geometry.elements();
        let (message, label) = match (ty.array, vertices) {
            (Some(size), Some((vertices, _))) if size == vertices => {
                return Some(Type { array: None, ..ty });
            }
            (Some(size), Some((vertices, _))) => (
                format!("the input has {size} elements, but the primitive has {vertices} vertices"),
                "leave the size out: `[]`".to_owned(),
            ),
            (Some(_), None) => {
                self.no_input_layout(span);
                return None;
            }
            (None, _) => (
                "an input of a geometry shader is an array with an element for each vertex"
                    .to_owned(),
                format!("this is `{spelled}`; write `[]` behind the name"),
            ),
        };
        let mut diagnostic = Diagnostic::error(semantic::INTERFACE_TYPE, message).at(span, label);
        if let (Some(_), Some((_, place))) = (ty.array, vertices) {
            diagnostic = diagnostic.and_at(place, "the primitive");
        }
        self.report(diagnostic);
        None
    }

    #[cold]
    pub(super) fn no_input_layout(&mut self, span: Span) {
        if std::mem::replace(&mut self.geometry_reported, true) {
            return;
        }
        let message = "the shader does not say what primitives it takes";
        self.report(
            Diagnostic::error(semantic::LAYOUT, message)
                .at(span, "the number of vertices must be known here")
                .with_help("write `layout(triangles) in;` before this, or another primitive, or `layout(vertices = n) in;`"),
        );
    }

    /// `gl_in[i].member`; the outer `None` if this is something else.
    pub(super) fn vertex_member(
        &mut self,
        base: &syntax::Expression,
        field: Name,
        span: Span,
    ) -> Option<Checked> {
        let syntax::ExpressionKind::Index { base, index } = &base.kind else {
            return None;
        };
        if !self.is_vertices(base) {
            return None;
        }
        let name = self.text(field.symbol);
        if name != "gl_Position" {
            let (message, label) = match name {
                "gl_PointSize" => (
                    "`gl_in[].gl_PointSize` is not supported: no vertex has a size on its way to a geometry shader".to_owned(),
                    "hand the size over in a varying",
                ),
                _ => (format!("`gl_in` has no member `{name}`"), "not a member"),
            };
            self.error(semantic::UNKNOWN_MEMBER, message, field.span, label);
            return Some(None);
        }
        let Some((vertices, _)) = self.geometry.vertices else {
            self.no_input_layout(base.span);
            return Some(None);
        };
        let id = match self.geometry.position {
            Some(id) => id,
            None => {
                let ty = Type {
                    array: Some(vertices),
                    ..Type::vector(ScalarKind::Float, 4)
                };
                let role = Role::BuiltinIn(Builtin::Position);
                let precision = Some(Precision::High);
                let position =
                    Global::new("gl_Position".to_owned(), ty, role, precision, base.span);
                let id = self.add_global(position);
                self.geometry.position = Some(id);
                id
            }
        };
        let ty = self.globals.get(id.0 as usize).map(|global| global.ty);
        let positions = ty.map(|ty| Expression {
            kind: ExpressionKind::Global(id),
            ty,
            span: base.span,
        });
        Some(self.element_of(positions, index, span))
    }

    /// `gl_in.length()`, and that of an input block; the outer `None` if this is something else.
    pub(super) fn vertex_count(
        &mut self,
        base: &syntax::Expression,
        span: Span,
    ) -> Option<Checked> {
        if self.is_block_of_vertices(base) {
            let (vertices, _) = self.geometry.elements()?;
            let value = vec![Scalar::Int(vertices as i32)];
            return Some(Some(constant_expression(Type::INT, value, span)));
        }
        if !self.is_vertices(base) {
            return None;
        }
        let Some((vertices, _)) = self.geometry.vertices else {
            self.no_input_layout(base.span);
            return Some(None);
        };
        if self.geometry.main_vertices.is_none() {
            let value = vec![Scalar::Int(vertices as i32)];
            return Some(Some(constant_expression(Type::INT, value, span)));
        }
        let id = match self.geometry.count {
            Some(id) => id,
            None => {
                let role = Role::BuiltinIn(Builtin::VertexCount);
                let precision = Some(Precision::High);
                let name = "gl_VerticesIn".to_owned();
                let id = self.add_global(Global::new(name, Type::INT, role, precision, span));
                self.geometry.count = Some(id);
                id
            }
        };
        Some(Some(Expression {
            kind: ExpressionKind::Global(id),
            ty: Type::INT,
            span,
        }))
    }

    /// Reports `gl_in` where it is no vertex's position; false if the name is another one.
    pub(super) fn stray_vertices(&mut self, name: &str, span: Span) -> bool {
        if name != "gl_in" {
            return false;
        }
        if self.stage == Stage::Geometry {
            let message = "`gl_in` can only be read vertex by vertex";
            let label = "write `gl_in[i].gl_Position` or `gl_in.length()`";
            self.error(semantic::WRONG_KIND, message, span, label);
        } else {
            let missing = Missing::Stage(Stage::Geometry);
            self.missing_builtin("the variable", "gl_in", span, missing);
        }
        true
    }

    /// True if a name is that of an input block with an instance for each vertex.
    fn is_block_of_vertices(&self, base: &syntax::Expression) -> bool {
        let syntax::ExpressionKind::Name(name) = base.kind else {
            return false;
        };
        let found = self.scopes.find(name.symbol);
        let Some(Binding::Block(block)) = found.map(|entry| entry.binding) else {
            return false;
        };
        let block = self.blocks.get(block as usize);
        block.is_some_and(|block| block.instances == Instances::Vertices)
    }

    fn is_vertices(&self, base: &syntax::Expression) -> bool {
        let syntax::ExpressionKind::Name(name) = base.kind else {
            return false;
        };
        self.stage == Stage::Geometry
            && self.text(name.symbol) == "gl_in"
            && self.scopes.find(name.symbol).is_none()
    }

    /// `EmitVertex()` and `EndPrimitive()`, which have no value.
    pub(super) fn emission(&mut self, function: BuiltinFunction, span: Span) -> Expression {
        let strip = match self.geometry.strip {
            Some(id) => id,
            None => {
                let precision = Some(Precision::High);
                let strip = Global::new(
                    "strip".to_owned(),
                    Type::INT,
                    Role::Private,
                    precision,
                    span,
                );
                let zero = constant_expression(Type::INT, vec![Scalar::Int(0)], span);
                let id = self.add_global(Global {
                    initializer: Some(zero),
                    ..strip
                });
                self.geometry.strip = Some(id);
                id
            }
        };
        let strip = Expression {
            kind: ExpressionKind::Global(strip),
            ty: Type::INT,
            span,
        };
        let value = match function {
            BuiltinFunction::EmitVertex => Expression {
                kind: ExpressionKind::Builtin {
                    function,
                    arguments: vec![strip.clone()],
                },
                ty: Type::INT,
                span,
            },
            _ => constant_expression(Type::INT, vec![Scalar::Int(0)], span),
        };
        Expression {
            kind: ExpressionKind::Assign {
                operator: None,
                target: Box::new(strip),
                value: Box::new(value),
            },
            ty: Type::plain(Base::Void),
            span,
        }
    }

    /// What the shader takes and makes; reports what it does not say. `None` in other stages.
    pub(super) fn primitive(&mut self) -> Option<Primitive> {
        if self.stage != Stage::Geometry {
            return None;
        }
        let end = self.last_span();
        if !self.unit.dialect.is_later() {
            let message = "geometry shaders are written in ESSL 3.10 or later";
            self.report(
                Diagnostic::error(semantic::WRONG_VERSION, message)
                    .at(self.first_span(), "this is an older version")
                    .with_help("begin with `#version 310 es` and `#extension GL_EXT_geometry_shader : require`"),
            );
            return None;
        }
        let Geometry {
            vertices,
            main_vertices,
            strip_out,
            max_vertices,
            ..
        } = self.geometry;
        if vertices.is_none() {
            self.no_input_layout(end);
        }
        if strip_out.is_none() || max_vertices.is_none() {
            let what = match strip_out {
                None => "what it makes",
                Some(_) => "how many vertices it makes at most",
            };
            let message = format!("the geometry shader does not say {what}");
            self.report(
                Diagnostic::error(semantic::LAYOUT, message)
                    .at(strip_out.unwrap_or(end), "")
                    .with_help("write `layout(triangle_strip, max_vertices = n) out;`"),
            );
        }
        if let (Some((vertices, place)), Some((main, at))) = (vertices, main_vertices)
            && main > vertices
        {
            let message = "there are more main vertices than a primitive has";
            self.report(
                Diagnostic::error(semantic::LAYOUT, message)
                    .at(at, format!("{main} vertices with all inputs"))
                    .and_at(place, format!("at most {vertices} vertices")),
            );
        }
        Some(Primitive {
            vertices: vertices?.0,
            main_vertices: main_vertices.map(|(main, _)| main),
            max_vertices: max_vertices?.0,
        })
    }
}
