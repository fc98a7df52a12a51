//! The function at which the machine begins: it reads what the parameters of the program's `main` are connected to, calls
//! it, and writes what it gives.

use super::conversions::convert;
use super::parts::swizzled;
use super::semantics::{Border, Connection, connection, known};
use crate::check::expressions::constant_expression;
use crate::check::functions::{Head, Signature};
use crate::check::graph::Call;
use crate::check::{Checked, Checker};
use crate::syntax::{FunctionHead, QualifierKind, Semantic};
use crate::typed::{
    Base, Direction, Expression, ExpressionKind, Function, FunctionId, Global, GlobalId, Local,
    LocalId, Role, Scalar, ScalarKind, Statement, StatementKind, Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Builtin, Precision, Stage};

/// The program's own `main`.
#[derive(Debug)]
pub(in crate::check) struct Entry {
    /// Its index among the signatures.
    function: u32,
    parameters: Vec<EntryParameter>,
    semantic: Option<Semantic>,
    /// The name in its head.
    span: Span,
}

/// A parameter of the program's `main`.
#[derive(Clone, Debug)]
struct EntryParameter {
    name: String,
    is_uniform: bool,
    semantic: Option<Semantic>,
    span: Span,
}

/// The function at which the machine begins, while it is made.
#[derive(Default)]
struct Around {
    locals: Vec<Local>,
    before: Vec<Statement>,
    after: Vec<Statement>,
}

/// A part of a parameter or result on its way over the border.
#[derive(Clone)]
struct Part {
    /// As written: that of the parameter, or of the member of its structure.
    name: String,
    ty: Type,
    semantic: Option<(String, Span)>,
    span: Span,
}

impl Checker<'_> {
    /// Remembers a function if the program begins at it.
    pub(in crate::check) fn note_entry(
        &mut self,
        source: &FunctionHead,
        head: &Head<'_>,
        index: u32,
    ) {
        let wanted = self.unit.entry.as_deref().unwrap_or("main");
        if !self.is_cg() || self.text(head.name.symbol) != wanted {
            return;
        }
        let parameters = source.parameters.iter().map(|parameter| {
            let uniform = |qualifier: &crate::syntax::Qualifier| {
                matches!(qualifier.kind, QualifierKind::Uniform)
            };
            EntryParameter {
                name: parameter
                    .name
                    .map_or_else(String::new, |name| self.text(name.symbol).to_owned()),
                is_uniform: parameter.qualifiers.iter().any(uniform),
                semantic: parameter.semantic,
                span: parameter.name.map_or(parameter.span, |name| name.span),
            }
        });
        self.entry = Some(Entry {
            function: index,
            parameters: parameters.collect(),
            semantic: source.semantic,
            span: head.name.span,
        });
    }

    /// Makes the function at which the machine begins; gives its index.
    pub(in crate::check) fn make_entry(&mut self) -> Option<u32> {
        let Some(entry) = self.entry.take() else {
            self.no_entry();
            return None;
        };
        if self.stage == Stage::Geometry {
            let message = "geometry programs are written in GLSL here";
            let label = "Cg's profiles for them came after these machines";
            self.error(semantic::WRONG_STAGE, message, entry.span, label);
            return None;
        }
        let signature = self.signatures.get(entry.function as usize)?;
        let (name, result) = (signature.name, signature.result);
        let parameters = signature.parameters.clone();
        let mut around = Around::default();
        let mut arguments = Vec::new();
        let mut sound = true;
        for (said, parameter) in entry.parameters.iter().zip(parameters) {
            match self.entry_argument(said, parameter.ty, parameter.direction, &mut around) {
                Some(argument) => arguments.push(argument),
                None => sound = false,
            }
        }
        let span = entry.span;
        let call = Expression {
            kind: ExpressionKind::Call {
                function: FunctionId(entry.function),
                arguments,
            },
            ty: result,
            span,
        };
        if result.is_void() {
            around.before.push(Statement {
                kind: StatementKind::Expression(call),
                span,
            });
        } else {
            let local = around.local(
                "result",
                (result, self.usual_precision(result)),
                Some(call),
                span,
            );
            let part = Part {
                name: "result".to_owned(),
                ty: result,
                semantic: self.semantic_text(entry.semantic),
                span,
            };
            sound &= self.send(part, local, &mut around).is_some();
        }
        if !sound {
            return None;
        }
        let index = self.signatures.len() as u32;
        let mut body = around.before;
        body.extend(around.after);
        self.signatures.push(Signature {
            name,
            result: Type::plain(Base::Void),
            parameters: Vec::new(),
            span,
            prototype: None,
            definition: Some(span),
            function: Some(Function {
                name: "main".to_owned(),
                result: Type::plain(Base::Void),
                locals: around.locals,
                parameters: Vec::new(),
                body,
                span,
            }),
        });
        self.calls.push(Call {
            caller: Some(index),
            callee: entry.function,
            span,
        });
        Some(index)
    }

    #[cold]
    fn no_entry(&mut self) {
        let name = self.unit.entry.as_deref().unwrap_or("main");
        let message = format!("the program has no function `{name}`");
        let label = format!("`{name}` is not defined up to here");
        // One that is something else was reported already.
        if self.errors == 0 {
            let error = Diagnostic::error(semantic::MAIN, message).at(self.last_span(), label);
            self.report(error);
        }
    }

    /// What a parameter is given.
    fn entry_argument(
        &mut self,
        said: &EntryParameter,
        ty: Type,
        direction: Direction,
        around: &mut Around,
    ) -> Checked {
        if said.is_uniform || self.has_sampler(ty) {
            let same = |global: &&Global| global.name == said.name && global.role == Role::Uniform;
            if let Some(earlier) = self.globals.iter().find(same) {
                let message = format!("the uniform `{}` is declared twice", said.name);
                let error = Diagnostic::error(semantic::REDECLARED, message)
                    .at(said.span, "again here")
                    .and_at(earlier.span, "first here");
                return self.fail(error);
            }
            let precision = self.precision_of(ty, None, said.span);
            let mut global =
                Global::new(said.name.clone(), ty, Role::Uniform, precision, said.span);
            self.place_uniform(&mut global, said.semantic);
            let id = self.add_global(global);
            return Some(global_value(id, ty, said.span));
        }
        let part = Part {
            name: said.name.clone(),
            ty,
            semantic: self.semantic_text(said.semantic),
            span: said.span,
        };
        let precision = self.usual_precision(ty);
        match direction {
            Direction::In | Direction::ConstIn => self.receive(part),
            Direction::Out => {
                let local = around.local(&said.name, (ty, precision), None, said.span);
                self.send(part, local.clone(), around)?;
                Some(local)
            }
            Direction::InOut => {
                let value = self.receive(part.clone())?;
                let local = around.local(&said.name, (ty, precision), Some(value), said.span);
                self.send(part, local.clone(), around)?;
                Some(local)
            }
        }
    }

    fn semantic_text(&self, semantic: Option<Semantic>) -> Option<(String, Span)> {
        let semantic = semantic?;
        Some((
            self.text(semantic.name.symbol).to_owned(),
            semantic.name.span,
        ))
    }

    /// The parts of what crosses the border; `None` if it is one variable.
    fn parts(&self, part: &Part) -> Option<Vec<Part>> {
        let numbered = |count: u32, ty: Type| {
            (0..count)
                .map(|index| Part {
                    name: format!("{}[{index}]", part.name),
                    ty,
                    semantic: part
                        .semantic
                        .as_ref()
                        .map(|(text, span)| (counted_on(text, index), *span)),
                    span: part.span,
                })
                .collect()
        };
        match (part.ty.array, part.ty.base) {
            (Some(size), _) => Some(numbered(size, part.ty.element())),
            (None, Base::Matrix { columns, rows }) => Some(numbered(
                columns.into(),
                Type::vector(ScalarKind::Float, rows),
            )),
            (None, Base::Struct(id)) => {
                let structure = self.structs.get(id.0 as usize)?;
                let semantics = &self.struct_infos.get(id.0 as usize)?.semantics;
                let members = structure.members.iter().zip(semantics);
                let parts = members.map(|(member, semantic)| Part {
                    name: member.name.clone(),
                    ty: member.ty,
                    semantic: self.semantic_text(*semantic),
                    span: member.span,
                });
                Some(parts.collect())
            }
            _ => None,
        }
    }

    /// The value of an input.
    fn receive(&mut self, part: Part) -> Checked {
        let (ty, span) = (part.ty, part.span);
        if let Some(parts) = self.parts(&part) {
            let parts: Vec<Checked> = parts.into_iter().map(|part| self.receive(part)).collect();
            let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
            let kind = ExpressionKind::Construct(parts);
            return Some(Expression { kind, ty, span });
        }
        let lanes = ty.lanes()?;
        let global = match self.connected(&part, Border::In)? {
            Some(global) => global,
            None => {
                let scalars = vec![Scalar::Float(0.0); usize::from(lanes)];
                let zero = Type::vector(ScalarKind::Float, lanes);
                let zero = constant_expression(zero, scalars, span);
                return Some(convert(zero, ty));
            }
        };
        let wide = global.ty.lanes()?;
        let value = match lanes.cmp(&wide) {
            std::cmp::Ordering::Less => swizzled(global, (0..lanes).collect(), span),
            std::cmp::Ordering::Equal => global,
            std::cmp::Ordering::Greater => {
                self.too_wide(&part, wide);
                return None;
            }
        };
        Some(convert(value, ty))
    }

    /// Writes an output after the call.
    fn send(&mut self, part: Part, value: Expression, around: &mut Around) -> Option<()> {
        let span = part.span;
        if let Some(parts) = self.parts(&part) {
            let is_struct = part.ty.array.is_none() && matches!(part.ty.base, Base::Struct(_));
            let mut sound = true;
            for (index, inner) in parts.into_iter().enumerate() {
                let ty = inner.ty;
                let base = Box::new(value.clone());
                let kind = if is_struct {
                    ExpressionKind::Member {
                        base,
                        member: index as u32,
                    }
                } else {
                    let scalar = Scalar::Int(i32::try_from(index).unwrap_or(i32::MAX));
                    let index = constant_expression(Type::INT, vec![scalar], span);
                    ExpressionKind::Index {
                        base,
                        index: Box::new(index),
                    }
                };
                let value = Expression { kind, ty, span };
                sound &= self.send(inner, value, around).is_some();
            }
            return sound.then_some(());
        }
        let lanes = part.ty.lanes()?;
        let Some(target) = self.connected(&part, Border::Out)? else {
            return Some(());
        };
        let wide = target.ty.lanes()?;
        if lanes > wide {
            self.too_wide(&part, wide);
            return None;
        }
        let whole = matches!(&target.kind, ExpressionKind::Global(id)
            if self.globals.get(id.0 as usize).is_some_and(|global| matches!(global.role, Role::BuiltinOut(_))));
        if whole && lanes < wide {
            let spelled = self.spell(part.ty);
            let message = format!("`{}` must be `float{wide}`", part.name);
            let label = format!("this is `{spelled}`");
            self.error(semantic::INTERFACE_TYPE, message, span, &label);
            return None;
        }
        let float = Type::vector(ScalarKind::Float, lanes);
        let target = if lanes == wide {
            target
        } else {
            swizzled(target, (0..lanes).collect(), span)
        };
        let assignment = Expression {
            ty: float,
            kind: ExpressionKind::Assign {
                operator: None,
                target: Box::new(target),
                value: Box::new(convert(value, float)),
            },
            span,
        };
        around.after.push(Statement {
            kind: StatementKind::Expression(assignment),
            span,
        });
        Some(())
    }

    #[cold]
    fn too_wide(&mut self, part: &Part, wide: u8) {
        let (spelled, what) = (
            self.spell(part.ty),
            part.semantic.as_ref().map_or("", |(text, _)| text.as_str()),
        );
        let components = if wide == 1 { "component" } else { "components" };
        let message = format!("`{what}` has {wide} {components}");
        let label = format!("this is `{spelled}`");
        self.error(semantic::INTERFACE_TYPE, message, part.span, &label);
    }

    /// The variable that a part is connected to; the inner `None` if it is connected to nothing.
    fn connected(&mut self, part: &Part, border: Border) -> Option<Option<Expression>> {
        let lanes = part.ty.lanes()?;
        let stage = self.stage;
        let role = match (stage, border) {
            (Stage::Vertex, Border::In) => Role::Attribute,
            (_, Border::In) => Role::VaryingIn,
            (Stage::Fragment, Border::Out) => Role::FragmentOut,
            (_, Border::Out) => Role::VaryingOut,
        };
        let Some((text, span)) = &part.semantic else {
            if role == Role::FragmentOut {
                let message = format!("the output `{}` has no semantic", part.name);
                let error = Diagnostic::error(semantic::INTERFACE_TYPE, message)
                    .at(part.span, "connected to nothing")
                    .with_help("write `: COLOR` behind it");
                return self.fail(error);
            }
            // Without a semantic, names find each other.
            let name = part.name.clone();
            return self.crossing(name, lanes, role, part.span).map(Some);
        };
        match connection(text, stage, border) {
            None => {
                let side = match border {
                    Border::In => "input",
                    Border::Out => "output",
                };
                let message = format!("`{text}` is no {side} of a {} program", stage.name());
                let help = format!("there are {}", known(stage, border));
                let error = Diagnostic::error(semantic::INTERFACE_TYPE, message)
                    .at(*span, "no such semantic here")
                    .with_help(help);
                self.fail(error)
            }
            Some(Connection::Nothing) => Some(None),
            Some(Connection::Machine(builtin)) => {
                let (name, lanes) = machine_variable(builtin);
                let role = match border {
                    Border::In => Role::BuiltinIn(builtin),
                    Border::Out => Role::BuiltinOut(builtin),
                };
                self.crossing(name.to_owned(), lanes, role, *span).map(Some)
            }
            // An attribute has the type of its variable; varyings are as wide as what they are connected to, since the two
            // programs of a pair may differ.
            Some(Connection::Variable(name, wide)) => {
                let lanes = match role {
                    Role::Attribute => lanes.min(wide),
                    _ => wide,
                };
                self.crossing(name, lanes, role, *span).map(Some)
            }
        }
    }

    /// A variable of the interface, which no other part may be connected to.
    fn crossing(&mut self, name: String, lanes: u8, role: Role, span: Span) -> Checked {
        let ty = Type::vector(ScalarKind::Float, lanes);
        let same = |global: &&Global| global.name == name && global.role == role;
        if let Some(earlier) = self.globals.iter().find(same) {
            let error =
                Diagnostic::error(semantic::REDECLARED, format!("`{name}` is connected twice"))
                    .at(span, "again here")
                    .and_at(earlier.span, "first here");
            return self.fail(error);
        }
        let precision = self.usual_precision(ty);
        let global = Global::new(name, ty, role, precision, span);
        let id = self.add_global(global);
        Some(global_value(id, ty, span))
    }
}

impl Around {
    /// A variable with a first value, as a value.
    fn local(
        &mut self,
        name: &str,
        (ty, precision): (Type, Option<Precision>),
        initializer: Option<Expression>,
        span: Span,
    ) -> Expression {
        let local = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
            precision,
            constant: None,
            span,
        });
        self.before.push(Statement {
            kind: StatementKind::Declare { local, initializer },
            span,
        });
        Expression {
            kind: ExpressionKind::Local(local),
            ty,
            span,
        }
    }
}

fn global_value(id: GlobalId, ty: Type, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Global(id),
        ty,
        span,
    }
}

/// The name and the components of a variable of the machine.
fn machine_variable(builtin: Builtin) -> (&'static str, u8) {
    match builtin {
        Builtin::Position => ("gl_Position", 4),
        Builtin::PointSize => ("gl_PointSize", 1),
        Builtin::FragCoord => ("gl_FragCoord", 4),
        Builtin::FragDepth => ("gl_FragDepth", 1),
        _ => ("gl_FragColor", 4),
    }
}

/// `TEXCOORD3` for the second element of what is connected to `TEXCOORD2`.
fn counted_on(text: &str, index: u32) -> String {
    let word = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let first: u32 = text
        .get(word.len()..)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0);
    format!("{word}{}", first.saturating_add(index))
}
