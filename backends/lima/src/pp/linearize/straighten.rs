//! Removes blocks that only jump, and joins a block with its only predecessor.

use crate::pp::code::{Block, Code, Condition, End};

/// Removes blocks that only pass control on, and unreachable ones.
pub(super) fn straighten(code: &mut Code) {
    // What was behind an empty block may be one that only jumps.
    let mut count = usize::MAX;
    while code.blocks.len() < count {
        count = code.blocks.len();
        pass_empty(code);
    }
    stop_early(code);
    pass_empty(code);
}

/// One round of [`straighten`].
fn pass_empty(code: &mut Code) {
    // A branch over a block that only jumps is the jump on the opposite condition.
    for index in 0..code.blocks.len() {
        let only = code.blocks.get(index + 1).and_then(|next| match &next.end {
            End::Branch {
                condition, target, ..
            } if next.operations.is_empty() && *condition == Condition::ALWAYS => Some(*target),
            _ => None,
        });
        let Some(far) = only else {
            continue;
        };
        let entered = code.blocks.iter().any(|block| match &block.end {
            End::Branch { target, .. } => *target == index + 1,
            End::Fall | End::Stop => false,
        });
        let Some(block) = code.blocks.get_mut(index).filter(|_| !entered) else {
            continue;
        };
        if let End::Branch {
            condition, target, ..
        } = &mut block.end
            && *condition != Condition::ALWAYS
            && *target == index + 2
        {
            *condition = condition.inverse();
            *target = far;
            if let Some(next) = code.blocks.get_mut(index + 1) {
                next.end = End::Fall;
            }
        }
    }
    // Where control ends up that arrives at a block: past empty ones.
    let count = code.blocks.len();
    let mut land: Vec<usize> = (0..count).collect();
    for _ in 0..2 {
        for index in (0..count).rev() {
            let Some(block) = code.blocks.get(index).filter(|b| b.operations.is_empty()) else {
                continue;
            };
            let next = match &block.end {
                End::Fall => index + 1,
                End::Branch {
                    condition, target, ..
                } if *condition == Condition::ALWAYS => *target,
                End::Branch { .. } | End::Stop => continue,
            };
            // A loop without a body stays.
            let landed = land.get(next).copied().unwrap_or(next);
            if let Some(land) = land.get_mut(index).filter(|_| landed != index) {
                *land = landed;
            }
        }
    }
    for block in &mut code.blocks {
        if let End::Branch { target, .. } = &mut block.end {
            *target = land.get(*target).copied().unwrap_or(*target);
        }
    }
    for index in 0..count {
        let next = land.get(index + 1).copied();
        if let Some(block) = code.blocks.get_mut(index)
            && let End::Branch { target, .. } = &block.end
            && Some(*target) == next
        {
            block.end = End::Fall;
        }
    }
    let mut reached = vec![false; count];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        match reached.get_mut(index) {
            Some(reached) if !*reached => *reached = true,
            _ => continue,
        }
        open.extend(code.successors(index));
    }
    // A reached block falls into the one after it, which is then reached as well.
    let mut number = 0;
    let numbers: Vec<usize> = reached
        .iter()
        .map(|reached| {
            let own = number;
            number += usize::from(*reached);
            own
        })
        .collect();
    let mut index = 0;
    code.blocks.retain(|_| {
        index += 1;
        reached.get(index - 1).copied().unwrap_or(false)
    });
    for block in &mut code.blocks {
        if let End::Branch { target, .. } = &mut block.end {
            *target = numbers.get(*target).copied().unwrap_or(0);
        }
    }
    merge_falls(code);
}

/// Ends the program where control would go on to nothing but its end.
fn stop_early(code: &mut Code) {
    // From the last block on, so that empty blocks that go to the end count as the end.
    for index in (0..code.blocks.len()).rev() {
        let next = match code.blocks.get(index).map(|block| &block.end) {
            Some(End::Fall) => index + 1,
            Some(End::Branch {
                condition, target, ..
            }) if *condition == Condition::ALWAYS => *target,
            _ => continue,
        };
        let ends = code
            .blocks
            .get(next)
            .is_some_and(|next| next.operations.is_empty() && next.end == End::Stop);
        if let Some(block) = code.blocks.get_mut(index).filter(|_| ends) {
            block.end = End::Stop;
        }
    }
}

/// Joins a block that falls into the next with it, where nothing else goes there.
fn merge_falls(code: &mut Code) {
    let mut entered = vec![false; code.blocks.len()];
    for block in &code.blocks {
        if let End::Branch { target, .. } = &block.end
            && let Some(entered) = entered.get_mut(*target)
        {
            *entered = true;
        }
    }
    let mut numbers = Vec::new();
    let mut merged: Vec<Block> = Vec::new();
    let blocks = std::mem::take(&mut code.blocks);
    for (index, block) in blocks.into_iter().enumerate() {
        let alone = !entered.get(index).copied().unwrap_or(true);
        match merged.last_mut() {
            Some(last) if alone && last.end == End::Fall => {
                last.operations.extend(block.operations);
                last.end = block.end;
                numbers.push(merged.len() - 1);
            }
            _ => {
                numbers.push(merged.len());
                merged.push(block);
            }
        }
    }
    for block in &mut merged {
        if let End::Branch { target, .. } = &mut block.end {
            *target = numbers.get(*target).copied().unwrap_or(0);
        }
    }
    code.blocks = merged;
}
