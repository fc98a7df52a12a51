//! A source that was read, with what its names refer to.

use retroshade_diagnostics::{FileId, SourceMap};
use retroshade_frontend::CrossReferences;
use retroshade_frontend::typed::Declaration;

/// The names of a source, and the texts that they stand in.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    pub(crate) names: &'a CrossReferences,
    pub(crate) sources: &'a SourceMap,
}

impl Reading<'_> {
    /// Where a place comes in the order in which the shader is read: by the place of the `#include` lines that
    /// lead to its file, then by its own.
    pub(crate) fn order(self, file: FileId, byte: u32) -> Vec<u32> {
        let included_from = |file| self.sources.file(file).and_then(|file| file.included_from);
        let mut order = vec![byte];
        let mut top = file;
        let mut from = included_from(file);
        // Includes do not nest deeper than the limit of the preprocessor.
        while let Some(span) = from {
            order.push(span.start);
            top = span.file;
            from = included_from(span.file);
        }
        if top != FileId(0) {
            // The text of `-D` comes before all.
            return Vec::new();
        }
        order.reverse();
        order
    }

    /// True if a name is known at a place.
    pub(crate) fn is_visible(self, one: &Declaration, file: FileId, at: u32) -> bool {
        let is_named = !one.name.is_empty() && one.owner.is_none();
        if !is_named || self.order(one.span.file, one.span.end) > self.order(file, at) {
            return false;
        }
        let scope = one.scope;
        scope.is_none() || scope.file == file && scope.start <= at && at <= scope.end
    }
}
