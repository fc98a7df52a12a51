//! The basic blocks of a program, and the ways of control between them.

use retroshade_diagnostics::Diagnostics;
use retroshade_kit::schedule::Step;
use retroshade_kit::target::{Compiled, Target};
use std::collections::{BTreeMap, BTreeSet};

/// True if control can take several ways through a program.
pub(super) fn has_branches(target: &dyn Target, compiled: &Compiled) -> bool {
    blocks_of(target, compiled).is_ok_and(|blocks| blocks.len() > 1)
}

/// The blocks of a program; none for settings, which have no instructions.
pub(super) fn blocks_of(
    target: &dyn Target,
    compiled: &Compiled,
) -> Result<Vec<Block>, Diagnostics> {
    let code = target.read(compiled.as_binary())?;
    Ok(blocks(&code.schedule(&compiled.reflection)?.steps))
}

/// Instructions of which each is followed by the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Their numbers. A procedure is in blocks of its own for each place that it is called from.
    pub(super) instructions: Vec<usize>,
    pub(super) next: Vec<Next>,
    /// True if the program may end behind it.
    pub(super) ends: bool,
}

/// A way from the end of a block to the beginning of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    pub(super) block: usize,
    pub(super) way: Way,
}

/// How control comes to the next block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By the only way that there is.
    Always,
    /// By a jump that depends on something.
    Taken,
    /// By the next instruction, where the jump is not made.
    NotTaken,
}

/// Divides the steps that can be reached into blocks, in their order; the first begins the program.
fn blocks(steps: &[Step]) -> Vec<Block> {
    let successors = |step: usize| steps.get(step).map_or(&[][..], |step| &step.next);
    // How many ways lead to each step that can be reached.
    let mut entries: BTreeMap<usize, usize> = BTreeMap::new();
    let mut waiting = vec![0];
    while let Some(step) = waiting.pop().filter(|_| !steps.is_empty()) {
        let seen = entries.entry(step).or_default();
        *seen += 1;
        if *seen == 1 {
            waiting.extend(successors(step));
        }
    }
    let goes_on = |step: usize| match (steps.get(step), successors(step)) {
        (Some(Step { ends: false, .. }), &[next]) => (next == step + 1).then_some(next),
        _ => None,
    };
    let is_inner = |step: usize| {
        let before = step.checked_sub(1);
        let follows = before
            .is_some_and(|before| entries.contains_key(&before) && goes_on(before) == Some(step));
        follows && entries.get(&step) == Some(&1)
    };
    let heads = entries.keys().copied().filter(|step| !is_inner(*step));
    let heads: Vec<usize> = heads.collect();
    let block = |head: &usize| {
        let mut all = vec![*head];
        while let Some(next) = all.last().and_then(|last| goes_on(*last)) {
            if !is_inner(next) {
                break;
            }
            all.push(next);
        }
        let last = all.last().copied().unwrap_or(*head);
        let row = |step: usize| steps.get(step).map(|step| step.row);
        let to: BTreeSet<usize> = successors(last).iter().copied().collect();
        let next = to.iter().filter_map(|step| {
            let way = if to.len() < 2 {
                Way::Always
            } else if row(*step) == row(last).map(|row| row + 1) {
                Way::NotTaken
            } else {
                Way::Taken
            };
            let block = heads.binary_search(step).ok()?;
            Some(Next { block, way })
        });
        Block {
            instructions: all.iter().filter_map(|step| row(*step)).collect(),
            next: next.collect(),
            ends: steps.get(last).is_some_and(|step| step.ends),
        }
    };
    heads.iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(row: usize, next: &[usize]) -> Step {
        Step {
            row,
            next: next.to_vec(),
            ends: next.is_empty(),
        }
    }

    /// The instructions of a block, and the blocks behind it.
    type Shape = (Vec<usize>, Vec<(usize, Way)>);

    fn shape(steps: &[Step]) -> Vec<Shape> {
        let blocks = blocks(steps).into_iter();
        let next = |next: Next| (next.block, next.way);
        let shape =
            |one: Block| -> Shape { (one.instructions, one.next.into_iter().map(next).collect()) };
        blocks.map(shape).collect()
    }

    #[test]
    fn blocks_end_where_control_parts_or_meets() {
        // 0, 1: branch to 4; 2, 3: jump to 5; 4; 5: back to 1 or on to 6.
        let steps = [
            step(0, &[1]),
            step(1, &[2, 4]),
            step(2, &[3]),
            step(3, &[5]),
            step(4, &[5]),
            step(5, &[6, 1]),
            step(6, &[]),
            step(7, &[5]),
        ];
        let expected = [
            (vec![0], vec![(1, Way::Always)]),
            (vec![1], vec![(2, Way::NotTaken), (3, Way::Taken)]),
            (vec![2, 3], vec![(4, Way::Always)]),
            (vec![4], vec![(4, Way::Always)]),
            (vec![5], vec![(1, Way::Taken), (5, Way::NotTaken)]),
            (vec![6], vec![]),
        ];
        assert_eq!(shape(&steps), expected);
        assert_eq!(
            shape(&[step(0, &[1]), step(1, &[2]), step(2, &[])]),
            [(vec![0, 1, 2], vec![])]
        );
        assert_eq!(blocks(&[]), []);
        // An instruction that is followed by itself.
        assert_eq!(shape(&[step(0, &[0])]), [(vec![0], vec![(0, Way::Always)])]);
    }
}
