//! A single block whose steps are known: set-ups of combiners, which have no instructions.

use super::{Block, Code, Condition, End};
use indexmap::IndexMap;
use retroshade_kit::machine::effects::Place;
use retroshade_kit::machine::numbers::Comparison;
use retroshade_kit::machine::symbols::{Decision, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

/// What each step wrote, in the order of the steps.
pub(crate) type Steps = Vec<Vec<(Place, Symbol)>>;

/// The code of a row of steps. `tests`: the comparisons of which all must hold for a fragment to stay. `dots`: the sums
/// that are inner products; no other sum is one because a single step made it.
pub(crate) fn code(
    steps: Steps,
    tests: Vec<(Comparison, Symbol, Symbol)>,
    symbols: Symbols,
    dots: FxHashSet<Symbol>,
) -> Code {
    let mut code = Code::new(symbols);
    code.dots = Some(dots);
    let mut block = Block {
        writes: IndexMap::new(),
        discards: Vec::new(),
        is_discarded: false,
        end: End::Stop,
    };
    let mut held: FxHashMap<Place, Symbol> = FxHashMap::default();
    for written in steps {
        code.note(written, &mut held, &mut block);
    }
    for (comparison, a, b) in tests {
        match (comparison.less, comparison.equal, comparison.greater) {
            (true, true, true) => {}
            (false, false, false) => block.is_discarded = true,
            _ => {
                let decision = Decision::Compare(comparison, a, b);
                block.discards.push(Condition::new(decision, true));
            }
        }
    }
    code.blocks.push(block);
    code
}
