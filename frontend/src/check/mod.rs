//! The rules of ESSL: syntax in, checked program or messages out.
//!
//! One pass over the tree in source order resolves names, types, overloads and constants and builds the
//! [`typed::Program`](crate::typed::Program); a look at the call graph ends it. What is wrong is reported
//! once: an expression that was reported has no value, and whatever depends on it stays silent.
//!
//! Most drivers accept a little more than the specification, and so does this checker, with warnings
//! ([`LENIENCIES`](retroshade_diagnostics::codes::warning::LENIENCIES)).

#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)
)]

mod appendix;
mod assignments;
mod blocks;
mod builtin_variables;
pub(crate) mod builtins;
mod calls;
pub(crate) mod cg;
mod constructors;
mod conversions;
mod declarations;
mod expressions;
pub(crate) mod fold;
mod functions;
mod geometry;
mod globals;
mod graph;
mod interface;
mod invariant;
mod locations;
mod lvalues;
mod members;
mod operators;
mod overloads;
mod oversights;
mod precision;
mod qualifiers;
mod record;
mod remedy;
mod report;
mod scope;
mod search;
mod selection;
mod specifiers;
mod statements;
mod structs;
mod suggest;
mod switches;
mod types;
mod undefined;
mod unused;

pub(crate) use oversights::oversights;
pub(crate) use record::Recorded;
pub(crate) use report::spell_type;
pub(crate) use unused::unused;

use crate::intern::{Interner, Symbol};
use crate::syntax::{self, ItemKind, TranslationUnit};
use crate::typed::{
    BlockStorage, Directive, Global, GlobalId, Program, Struct, Type, UniformBlock, Version,
};
use blocks::BlockInfo;
use builtins::Place;
use functions::{Body, Group, Signature};
use geometry::Geometry;
use precision::Precisions;
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span};
use retroshade_ir::{MatrixLayout, Stage};
use scope::Scopes;
use structs::StructInfo;

/// Checks a shader. The program exists if no message is an error.
///
/// `names` is the interner that the tokens of `unit` were made with.
pub fn check(
    unit: &TranslationUnit,
    names: &Interner,
    stage: Stage,
) -> (Option<Program>, Diagnostics) {
    let (program, diagnostics, _) = Checker::new(unit, names, stage).run();
    (program, diagnostics)
}

/// As [`check`], with what was noted of names; the program is only looked into for what is never used.
pub(crate) fn check_recorded(
    unit: &TranslationUnit,
    names: &Interner,
    stage: Stage,
) -> (Option<Program>, Diagnostics, Recorded) {
    let mut checker = Checker::new(unit, names, stage);
    checker.recorded = Some(Box::default());
    let (program, diagnostics, recorded) = checker.run();
    (
        program,
        diagnostics,
        recorded.map_or_else(Recorded::default, |recorded| *recorded),
    )
}

/// An expression that was checked; `None` when it was reported and nothing more is to be said.
type Checked = Option<crate::typed::Expression>;

/// The state of the pass over a shader.
struct Checker<'a> {
    unit: &'a TranslationUnit,
    names: &'a Interner,
    stage: Stage,
    version: Version,
    diagnostics: Diagnostics,
    /// Errors among the diagnostics.
    errors: u32,
    scopes: Scopes,
    precisions: Precisions,
    structs: Vec<Struct>,
    /// Beside [`Checker::structs`].
    struct_infos: Vec<StructInfo>,
    globals: Vec<Global>,
    /// The globals for the rows of [`builtins::VARIABLES`] and, last, `gl_DepthRange`.
    builtin_globals: Vec<Option<GlobalId>>,
    blocks: Vec<BlockInfo>,
    /// Every block, for those who link.
    declared_blocks: Vec<UniformBlock>,
    /// What `layout(std140) uniform;` says for the blocks after it.
    block_storage: BlockStorage,
    /// What `layout(row_major) uniform;` says for the blocks after it.
    block_matrices: Option<MatrixLayout>,
    groups: Vec<Group>,
    signatures: Vec<Signature>,
    calls: Vec<graph::Call>,
    /// The function whose body is being checked.
    body: Option<Body>,
    outputs: locations::Outputs,
    /// Of a geometry shader, what its layouts say.
    geometry: Geometry,
    /// A missing number of vertices was reported.
    geometry_reported: bool,
    /// A layout without a meaning was noted.
    layout_noted: bool,
    /// A missing default precision was reported.
    precision_reported: bool,
    /// Scalars of constants copied so far, see [`expressions`].
    copied: usize,
    /// Unknown names so far, see [`suggest`].
    suggestions: u32,
    /// Names that were reported as unknown in the present function or before all.
    unknown: Vec<Symbol>,
    /// `#pragma retroshade` lines, and what semantics say like them.
    directives: Vec<Directive>,
    /// The function at which a program in Cg begins.
    entry: Option<cg::Entry>,
    /// What is noted of names, if it was asked for, see [`record`].
    recorded: Option<Box<Recorded>>,
}

impl<'a> Checker<'a> {
    fn new(unit: &'a TranslationUnit, names: &'a Interner, stage: Stage) -> Checker<'a> {
        Checker {
            unit,
            names,
            stage,
            version: unit.version,
            diagnostics: Diagnostics::new(),
            errors: 0,
            scopes: Scopes::new(),
            precisions: Precisions::new(stage, unit.dialect),
            structs: Vec::new(),
            struct_infos: Vec::new(),
            globals: Vec::new(),
            builtin_globals: vec![None; builtins::VARIABLES.len() + 1],
            blocks: Vec::new(),
            declared_blocks: Vec::new(),
            block_storage: BlockStorage::default(),
            block_matrices: None,
            groups: Vec::new(),
            signatures: Vec::new(),
            calls: Vec::new(),
            body: None,
            outputs: locations::Outputs::default(),
            geometry: Geometry::default(),
            geometry_reported: false,
            layout_noted: false,
            precision_reported: false,
            copied: 0,
            suggestions: 0,
            unknown: Vec::new(),
            directives: unit.directives.clone(),
            entry: None,
            recorded: None,
        }
    }

    fn run(mut self) -> (Option<Program>, Diagnostics, Option<Box<Recorded>>) {
        let unit = self.unit;
        for item in &unit.items {
            self.item(item);
        }
        let order = self.finish();
        let primitive = self.primitive();
        let mut recorded = self.recorded.take();
        if let Some(recorded) = &mut recorded {
            recorded.structs.clone_from(&self.structs);
        }
        let diagnostics = self.diagnostics;
        let Some((main, order)) = order.filter(|_| !diagnostics.has_errors()) else {
            return (None, diagnostics, recorded);
        };
        let program = Program {
            version: unit.version,
            stage: self.stage,
            primitive,
            structs: self.structs,
            globals: self.globals,
            functions: functions::finished(self.signatures, self.names),
            order,
            main,
            directives: self.directives,
            blocks: self.declared_blocks,
        };
        (Some(program), diagnostics, recorded)
    }

    fn item(&mut self, item: &syntax::Item) {
        match &item.kind {
            ItemKind::Precision(statement) => self.precision_statement(statement),
            ItemKind::Invariant(names) => self.invariant_names(names),
            ItemKind::Declaration(declaration) => self.global_declaration(declaration),
            ItemKind::Block(block) => self.interface_block(block),
            ItemKind::DefaultQualifiers(qualifiers) => self.default_qualifiers(qualifiers),
            ItemKind::Prototype(head) => self.prototype(head),
            ItemKind::Function(definition) => self.function(definition),
            ItemKind::Empty => self.warn(
                Diagnostic::warning(warning::STRAY_SEMICOLON, "`;` without a declaration")
                    .at(item.span, "declares nothing")
                    .with_help("remove it"),
            ),
        }
    }

    /// True if the shader is written in ESSL 1.00.
    fn is_100(&self) -> bool {
        self.version == Version::Essl100
    }

    /// Where built-ins are looked up from.
    fn place(&self) -> Place<'a> {
        Place {
            version: self.version,
            desktop: self.unit.dialect.is_desktop(),
            stage: self.stage,
            extensions: &self.unit.extensions,
        }
    }

    /// The text of a name.
    fn text(&self, symbol: Symbol) -> &'a str {
        self.names.text(symbol)
    }

    /// What is known about a structure beyond its declaration.
    fn struct_info(&self, ty: Type) -> Option<&StructInfo> {
        match ty.base {
            crate::typed::Base::Struct(id) => self.struct_infos.get(id.0 as usize),
            _ => None,
        }
    }

    /// True if a type is or holds an array.
    fn has_array(&self, ty: Type) -> bool {
        ty.array.is_some() || self.struct_info(ty).is_some_and(|info| info.has_array)
    }

    /// True if a type is or holds a sampler.
    fn has_sampler(&self, ty: Type) -> bool {
        matches!(ty.base, crate::typed::Base::Sampler(_))
            || self.struct_info(ty).is_some_and(|info| info.has_sampler)
    }

    /// Opens a scope for names and default precisions, which a piece of the text is.
    fn open_scope(&mut self, extent: Span) {
        self.scopes.open();
        self.precisions.open();
        if let Some(recorded) = &mut self.recorded {
            recorded.open(extent);
        }
    }

    /// Leaves it.
    fn close_scope(&mut self) {
        self.scopes.close();
        self.precisions.close();
        if let Some(recorded) = &mut self.recorded {
            recorded.close();
        }
    }

    /// The first declaration.
    fn first_span(&self) -> Span {
        self.unit.items.first().map_or(Span::NONE, |item| item.span)
    }

    /// A place for messages about what the whole shader lacks: its last declaration.
    fn last_span(&self) -> Span {
        self.unit.items.last().map_or(Span::NONE, |item| item.span)
    }
}

/// Which of `++a`, `a++`, `--a` and `a--` it is.
#[derive(Clone, Copy)]
struct Step {
    decrement: bool,
    prefix: bool,
}
