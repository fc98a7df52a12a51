//! `--matrices=auto`: how matrices lie in the shortest program.

use retroshade_ir::{Matrices, Shader};
use retroshade_kit::target::{Options, Target};
use std::borrow::Cow;

/// Options with the layout of matrices by which a shader's program is shortest, where the choice is the compiler's: all
/// in columns, all in rows, or each by the count of its products, which does not see what the passes make of them.
/// What does not compile either way stays as it is.
pub(crate) fn shortest<'a>(
    target: &dyn Target,
    shader: &Shader,
    options: &'a Options,
) -> Cow<'a, Options> {
    if options.matrices != Some(Matrices::Auto) {
        return Cow::Borrowed(options);
    }
    let tried = [Matrices::Auto, Matrices::Columns, Matrices::Rows].into_iter();
    let lengths = tried.filter_map(|matrices| {
        let own = Options {
            matrices: Some(matrices),
            ..options.clone()
        };
        let stats = target.compile(shader, &own).ok()?.reflection.stats;
        Some((stats.instructions, stats.words, own))
    });
    // Of equals the first.
    let best = lengths.min_by_key(|(instructions, words, _)| (*instructions, *words));
    best.map_or(Cow::Borrowed(options), |(.., own)| Cow::Owned(own))
}
