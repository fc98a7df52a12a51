//! Sequences of qualifiers: which, how often, in which order.

use super::Checker;
use crate::syntax::{LayoutItem, Qualifier, QualifierKind};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Interpolation, Precision};

/// The storage of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// `const`
    Const,
    /// `attribute`
    Attribute,
    /// `varying`
    Varying,
    /// `uniform`
    Uniform,
    /// `in`
    In,
    /// `out`
    Out,
    /// `inout`
    InOut,
}

impl Storage {
    /// As written.
    pub(super) fn word(self) -> &'static str {
        match self {
            Storage::Const => "const",
            Storage::Attribute => "attribute",
            Storage::Varying => "varying",
            Storage::Uniform => "uniform",
            Storage::In => "in",
            Storage::Out => "out",
            Storage::InOut => "inout",
        }
    }
}

/// What the qualifiers of a declaration say together.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualifiers<'a> {
    /// `const` before `in`, `out` or `inout`; alone it is in [`Qualifiers::storage`].
    pub(super) constant: Option<Span>,
    /// `static` (Cg)
    pub(super) is_static: Option<Span>,
    /// Storage.
    pub(super) storage: Option<(Storage, Span)>,
    /// `invariant`
    pub(super) invariant: Option<Span>,
    /// `flat` or `smooth`.
    pub(super) interpolation: Option<(Interpolation, Span)>,
    /// `centroid`
    pub(super) centroid: Option<Span>,
    /// Precision.
    pub(super) precision: Option<(Precision, Span)>,
    /// Items of `layout(…)`.
    pub(super) layout: Vec<&'a LayoutItem>,
    /// `layout`
    pub(super) layout_span: Option<Span>,
}

/// Where a qualifier stands in the order of the grammar.
fn rank(kind: &QualifierKind) -> u8 {
    match kind {
        QualifierKind::Layout(_) => 0,
        QualifierKind::Invariant => 1,
        QualifierKind::Flat | QualifierKind::Smooth => 2,
        QualifierKind::Centroid => 3,
        QualifierKind::Const => 4,
        QualifierKind::Attribute
        | QualifierKind::Varying
        | QualifierKind::Uniform
        | QualifierKind::In
        | QualifierKind::Out
        | QualifierKind::InOut => 5,
        QualifierKind::Precision(_) => 6,
        QualifierKind::Static => 7,
    }
}

/// True if two qualifiers cannot stand together in any order. There may be several layouts.
fn excludes(a: &Qualifier, b: &Qualifier) -> bool {
    let layouts = matches!(a.kind, QualifierKind::Layout(_));
    rank(&a.kind) == rank(&b.kind) && !layouts
}

/// A qualifier as written.
fn spell(kind: &QualifierKind) -> &'static str {
    match kind {
        QualifierKind::Const => "const",
        QualifierKind::Attribute => "attribute",
        QualifierKind::Varying => "varying",
        QualifierKind::Uniform => "uniform",
        QualifierKind::In => "in",
        QualifierKind::Out => "out",
        QualifierKind::InOut => "inout",
        QualifierKind::Invariant => "invariant",
        QualifierKind::Flat => "flat",
        QualifierKind::Smooth => "smooth",
        QualifierKind::Centroid => "centroid",
        QualifierKind::Static => "static",
        QualifierKind::Precision(Precision::Low) => "lowp",
        QualifierKind::Precision(Precision::Medium) => "mediump",
        QualifierKind::Precision(Precision::High) => "highp",
        QualifierKind::Layout(_) => "layout",
    }
}

impl Checker<'_> {
    /// Reads the qualifiers of a declaration; reports repetition and order.
    pub(super) fn qualifiers<'q>(&mut self, list: &'q [Qualifier]) -> Qualifiers<'q> {
        let mut result = Qualifiers::default();
        let mut last: Option<&Qualifier> = None;
        for (index, qualifier) in list.iter().enumerate() {
            let contrary = if self.unit.dialect.is_later() {
                list.iter()
                    .take(index)
                    .find(|before| excludes(before, qualifier))
            } else {
                last.filter(|before| rank(&before.kind) >= rank(&qualifier.kind))
            };
            if let Some(before) = contrary {
                self.out_of_order(before, qualifier);
                continue;
            }
            last = Some(qualifier);
            result.add(qualifier);
        }
        if let (Some(span), None) = (result.constant, result.storage) {
            result.constant = None;
            result.storage = Some((Storage::Const, span));
        }
        result
    }

    #[cold]
    fn out_of_order(&mut self, before: &Qualifier, qualifier: &Qualifier) {
        let (first, second) = (spell(&before.kind), spell(&qualifier.kind));
        let message = if first == second {
            format!("`{second}` is given twice")
        } else if rank(&before.kind) == rank(&qualifier.kind) {
            format!("`{second}` contradicts `{first}`")
        } else {
            format!("`{second}` must stand before `{first}`")
        };
        self.report(
            Diagnostic::error(semantic::QUALIFIER, message)
                .at(qualifier.span, "")
                .and_at(before.span, ""),
        );
    }

    /// Reports every qualifier of a list where none may stand.
    pub(super) fn no_qualifiers(&mut self, list: &[Qualifier], place: &str) {
        for qualifier in list {
            self.misplaced(spell(&qualifier.kind), qualifier.span, place);
        }
    }

    /// Reports every qualifier but storage and precision.
    pub(super) fn plain_only(&mut self, qualifiers: &Qualifiers<'_>, place: &str) {
        let interpolation = qualifiers.interpolation.map(|(which, span)| match which {
            Interpolation::Flat => ("flat", span),
            Interpolation::Smooth | Interpolation::Centroid => ("smooth", span),
        });
        let others = [
            qualifiers.layout_span.map(|span| ("layout", span)),
            qualifiers.invariant.map(|span| ("invariant", span)),
            interpolation,
            qualifiers.centroid.map(|span| ("centroid", span)),
            qualifiers.is_static.map(|span| ("static", span)),
        ];
        for (word, span) in others.into_iter().flatten() {
            self.misplaced(word, span, place);
        }
    }

    /// Reports a qualifier that may not stand at a place, such as `in a function`.
    #[cold]
    pub(super) fn misplaced(&mut self, word: &str, span: Span, place: &str) {
        let message = format!("`{word}` is not allowed {place}");
        self.error(semantic::QUALIFIER, message, span, "not allowed here");
    }

    /// Reports `in` and `out` of a global in ESSL 1.00. (The parser knows `attribute` and `varying` in
    /// ESSL 3.00 for what they are.)
    pub(super) fn only_300(&mut self, word: &str, span: Span, instead: &str) {
        if !self.is_100() {
            return;
        }
        let message = format!("`{word}` on a global variable exists in ESSL 3.00 only");
        self.report(
            Diagnostic::error(semantic::WRONG_VERSION, message)
                .at(span, "this shader is written in ESSL 1.00")
                .with_help(format!("use `{instead}`")),
        );
    }
}

impl<'a> Qualifiers<'a> {
    fn add(&mut self, qualifier: &'a Qualifier) {
        let span = qualifier.span;
        let mut store = |storage| self.storage = Some((storage, span));
        match &qualifier.kind {
            QualifierKind::Const => self.constant = Some(span),
            QualifierKind::Static => self.is_static = Some(span),
            QualifierKind::Attribute => store(Storage::Attribute),
            QualifierKind::Varying => store(Storage::Varying),
            QualifierKind::Uniform => store(Storage::Uniform),
            QualifierKind::In => store(Storage::In),
            QualifierKind::Out => store(Storage::Out),
            QualifierKind::InOut => store(Storage::InOut),
            QualifierKind::Invariant => self.invariant = Some(span),
            QualifierKind::Flat => self.interpolation = Some((Interpolation::Flat, span)),
            QualifierKind::Smooth => self.interpolation = Some((Interpolation::Smooth, span)),
            QualifierKind::Centroid => self.centroid = Some(span),
            QualifierKind::Precision(precision) => self.precision = Some((*precision, span)),
            QualifierKind::Layout(items) => {
                self.layout.extend(items);
                self.layout_span = Some(span);
            }
        }
    }
}
