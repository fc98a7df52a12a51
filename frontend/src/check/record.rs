//! Notes what names refer to, for [`CrossReferences`](crate::CrossReferences). Unless that was asked for,
//! nothing is noted.

use super::Checker;
use super::functions::Head;
use super::scope::Binding;
use crate::intern::Symbol;
use crate::syntax::Name;
use crate::typed::{
    Base, Constant, Declaration, DeclarationId, DeclarationKind, Direction, Expression,
    ExpressionKind, Global, GlobalId, Local, Meaning, Role, Selected, Selection, Struct, StructId,
    Type, Use, Value,
};
use retroshade_diagnostics::Span;
use retroshade_ir::Precision;
use rustc_hash::FxHashMap;

/// Scalars of a constant that is kept.
const MOST_SCALARS: usize = 16;

/// What was noted.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) uses: Vec<Use>,
    pub(crate) values: Vec<Value>,
    pub(crate) selections: Vec<Selection>,
    pub(crate) structs: Vec<Struct>,
    /// By the place and the text of the name: a macro can declare several names at one place.
    known: FxHashMap<(Span, Symbol), DeclarationId>,
    /// Of the open scopes.
    extents: Vec<Span>,
}

impl Recorded {
    fn declare(&mut self, symbol: Symbol, declaration: Declaration) -> DeclarationId {
        let id = DeclarationId(self.declarations.len() as u32);
        self.known.insert((declaration.span, symbol), id);
        self.uses.push(Use {
            span: declaration.span,
            meaning: Meaning::Declared(id),
            declares: true,
        });
        self.declarations.push(Declaration {
            scope: self.extents.last().copied().unwrap_or(Span::NONE),
            ..declaration
        });
        id
    }

    #[cold]
    fn note_use(&mut self, name: Name, declared: Span) {
        if let Some(&id) = self.known.get(&(declared, name.symbol)) {
            self.uses.push(Use {
                span: name.span,
                meaning: Meaning::Declared(id),
                declares: false,
            });
        }
    }

    #[cold]
    fn note_builtin(&mut self, name: Name) {
        self.uses.push(Use {
            span: name.span,
            meaning: Meaning::Builtin(name.symbol),
            declares: false,
        });
    }

    #[cold]
    fn note_value(&mut self, value: &Expression) {
        let constant = match &value.kind {
            ExpressionKind::Constant(constant) => Some(constant).filter(|one| is_short(one)),
            _ => None,
        };
        self.values.push(Value {
            span: value.span,
            ty: value.ty,
            constant: constant.cloned(),
        });
    }

    /// Opens a scope that a piece of the text is.
    pub(super) fn open(&mut self, extent: Span) {
        self.extents.push(extent);
    }

    /// Leaves it.
    pub(super) fn close(&mut self) {
        self.extents.pop();
    }
}

impl Checker<'_> {
    /// Notes a declaration of what scopes know. Structures and functions are noted when all is known of them.
    pub(super) fn note_declared(&mut self, name: Name, binding: Binding) {
        if self.recorded.is_none() {
            return;
        }
        let text = self.text(name.symbol);
        let found = match binding {
            Binding::Local(id) => self.described_local(id.0 as usize),
            Binding::Global(id) => {
                let global = self.globals.get(id.0 as usize);
                global.map(|global| self.described_global(global, text))
            }
            Binding::Block(_) => Some(blank(text, DeclarationKind::Block, name.span)),
            Binding::Poison => Some(blank(text, DeclarationKind::Unknown, name.span)),
            Binding::Struct(_) | Binding::Functions(_) | Binding::BlockName => None,
        };
        if let (Some(recorded), Some(found)) = (&mut self.recorded, found) {
            let declaration = Declaration {
                span: name.span,
                extent: name.span,
                ..found
            };
            recorded.declare(name.symbol, declaration);
        }
    }

    fn described_local(&self, index: usize) -> Option<Declaration> {
        let body = self.body.as_ref()?;
        let local: &Local = body.locals.get(index)?;
        let (kind, word) = match body.parameters.get(index) {
            Some(direction) => (DeclarationKind::Parameter, direction_word(*direction)),
            None if local.constant.is_some() => (DeclarationKind::Local, "const "),
            None => (DeclarationKind::Local, ""),
        };
        Some(Declaration {
            spelled: self.spelled(word, local.precision, local.ty, &local.name),
            ty: Some(local.ty),
            constant: local.constant.clone().filter(is_short),
            ..blank(&local.name, kind, local.span)
        })
    }

    fn described_global(&self, global: &Global, name: &str) -> Declaration {
        let old = self.is_100();
        let word = match &global.role {
            Role::Constant => "const ",
            Role::Uniform | Role::DepthRange => "uniform ",
            Role::Attribute if old => "attribute ",
            Role::VaryingIn | Role::VaryingOut if old => "varying ",
            Role::Attribute | Role::VaryingIn | Role::BuiltinIn(_) => "in ",
            Role::VaryingOut | Role::FragmentOut | Role::BuiltinOut(_) => "out ",
            Role::Private => "",
        };
        Declaration {
            spelled: self.spelled(word, global.precision, global.ty, name),
            interface: Some(global.name.clone()).filter(|name| !name.contains("].")),
            ty: Some(global.ty),
            constant: global.constant.clone().filter(is_short),
            ..blank(
                name,
                DeclarationKind::Global(global.role.clone()),
                global.span,
            )
        }
    }

    /// `uniform mediump vec4 uColors[2]`
    fn spelled(&self, word: &str, precision: Option<Precision>, ty: Type, name: &str) -> String {
        let precision = precision.filter(|_| !self.is_cg());
        let precision = precision.map_or(String::new(), |one| format!("{} ", one.name()));
        let array = ty.array.map_or(String::new(), |size| format!("[{size}]"));
        format!(
            "{word}{precision}{} {name}{array}",
            self.spell(ty.element())
        )
    }

    /// Notes a structure with its members.
    pub(super) fn note_struct(&mut self, name: Option<Name>, id: StructId) {
        if self.recorded.is_none() {
            return;
        }
        let Some(structure) = self.structs.get(id.0 as usize) else {
            return;
        };
        let members = structure.members.iter().filter_map(|member| {
            let symbol = self.names.get(&member.name)?;
            let declaration = Declaration {
                spelled: self.spelled("", member.precision, member.ty, &member.name),
                ty: Some(member.ty),
                ..blank(&member.name, DeclarationKind::Member, member.span)
            };
            Some((symbol, declaration))
        });
        let members: Vec<(Symbol, Declaration)> = members.collect();
        let whole = Declaration {
            spelled: format!("struct {}", structure.name),
            ty: Some(Type::plain(Base::Struct(id))),
            ..blank(&structure.name, DeclarationKind::Structure, structure.span)
        };
        let Some(recorded) = &mut self.recorded else {
            return;
        };
        let owner = name.map(|name| recorded.declare(name.symbol, whole));
        for (symbol, member) in members {
            recorded.declare(symbol, Declaration { owner, ..member });
        }
    }

    /// Notes the members of a block that are reached through an instance. `first` is the global of the first one.
    pub(super) fn note_block_members(&mut self, members: &[Name], first: GlobalId, instance: Name) {
        if self.recorded.is_none() {
            return;
        }
        let globals = self.globals.iter().skip(first.0 as usize);
        let described = members.iter().zip(globals).map(|(name, global)| {
            (
                name.symbol,
                self.described_global(global, self.text(name.symbol)),
            )
        });
        let described: Vec<(Symbol, Declaration)> = described.collect();
        let Some(recorded) = &mut self.recorded else {
            return;
        };
        let owner = recorded
            .known
            .get(&(instance.span, instance.symbol))
            .copied();
        for (symbol, member) in described {
            recorded.declare(symbol, Declaration { owner, ..member });
        }
    }

    /// Notes a prototype or a definition of a function, with its number among the signatures.
    pub(super) fn note_function(&mut self, head: &Head<'_>, index: u32, extent: Span) {
        if self.recorded.is_none() {
            return;
        }
        let Some(signature) = self.signatures.get(index as usize) else {
            return;
        };
        let name = head.name;
        let (first, text) = (signature.span, self.text(name.symbol));
        let parameters = head.parameters.iter().map(|parameter| {
            let name = parameter
                .source
                .name
                .map_or("", |name| self.text(name.symbol));
            let ty = parameter.ty.map_or(String::new(), |ty| self.spell(ty));
            let word = direction_word(parameter.direction);
            format!("{word}{ty} {name}").trim_end().to_owned()
        });
        let parameters: Vec<String> = parameters.collect();
        let spelled = format!(
            "{} {text}({})",
            self.spell(signature.result),
            parameters.join(", ")
        );
        let whole = Declaration {
            spelled,
            extent,
            ty: Some(signature.result),
            ..blank(text, DeclarationKind::Function, name.span)
        };
        let Some(recorded) = &mut self.recorded else {
            return;
        };
        let Some(&known) = recorded.known.get(&(first, name.symbol)) else {
            recorded.declare(name.symbol, whole);
            return;
        };
        recorded.uses.push(Use {
            span: name.span,
            meaning: Meaning::Declared(known),
            declares: true,
        });
        if let Some(declaration) = recorded.declarations.get_mut(known.0 as usize) {
            declaration.extent = extent;
        }
    }

    /// Notes a use of what was declared at a place.
    #[inline]
    pub(super) fn note_use(&mut self, name: Name, declared: Span) {
        if let Some(recorded) = &mut self.recorded {
            recorded.note_use(name, declared);
        }
    }

    /// Notes a use of something of the language.
    #[inline]
    pub(super) fn note_builtin(&mut self, name: Name) {
        if let Some(recorded) = &mut self.recorded {
            recorded.note_builtin(name);
        }
    }

    /// Notes the type of an expression.
    #[inline]
    pub(super) fn note_value(&mut self, value: Option<&Expression>) {
        if let (Some(recorded), Some(value)) = (&mut self.recorded, value) {
            recorded.note_value(value);
        }
    }

    /// Notes a dot behind a value.
    #[inline]
    pub(super) fn note_selection(&mut self, field: Name, ty: Type) {
        if let Some(recorded) = &mut self.recorded {
            let from = Selected::Value(ty);
            let field = field.span;
            recorded.selections.push(Selection { field, from });
        }
    }

    /// Notes a dot behind the instance of a block.
    pub(super) fn note_block_selection(&mut self, field: Name, instance: Name, declared: Span) {
        self.note_use(instance, declared);
        if let Some(recorded) = &mut self.recorded
            && let Some(&id) = recorded.known.get(&(declared, instance.symbol))
        {
            let from = Selected::Block(id);
            let field = field.span;
            recorded.selections.push(Selection { field, from });
        }
    }
}

/// A declaration of which no more is known than its name.
fn blank(name: &str, kind: DeclarationKind, span: Span) -> Declaration {
    Declaration {
        name: name.to_owned(),
        kind,
        span,
        extent: span,
        scope: Span::NONE,
        spelled: name.to_owned(),
        interface: None,
        ty: None,
        constant: None,
        owner: None,
    }
}

fn is_short(constant: &Constant) -> bool {
    constant.scalars.len() <= MOST_SCALARS
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "",
        Direction::ConstIn => "const ",
        Direction::Out => "out ",
        Direction::InOut => "inout ",
    }
}
