//! Removes blocks that only jump, and joins a block with its only predecessor.

use crate::pp::code::{Block, Code, Condition, End};

/// Removes blocks that only pass control on, and unreachable ones.
pub(super) fn straighten(code: &mut Code) {
    // What was behind an empty block may be one that only jumps.
    loop {
        let count = code.blocks.len();
        pass_empty(code);
        if code.blocks.len() == count {
            break;
        }
    }
    stop_early(code);
    pass_empty(code);
}

/// One round of [`straighten`].
fn pass_empty(code: &mut Code) {
    invert_branches(code);
    skip_empty(code);
    let reached = reached(code);
    // A reached block falls into the one after it, which is then reached as well.
    let mut numbers = Vec::with_capacity(reached.len());
    let mut number = 0;
    for is_reached in &reached {
        numbers.push(number);
        number += usize::from(*is_reached);
    }
    let mut stays = reached.into_iter();
    code.blocks.retain(|_| stays.next() == Some(true));
    renumber(&mut code.blocks, &numbers);
    merge_falls(code);
}

/// Makes a branch over a block that only jumps the jump on the opposite condition.
fn invert_branches(code: &mut Code) {
    for index in 1..code.blocks.len() {
        let End::Branch {
            condition: Condition::ALWAYS,
            target: far,
            ..
        } = code.blocks[index].end
        else {
            continue;
        };
        let goes_here =
            |block: &Block| matches!(block.end, End::Branch { target, .. } if target == index);
        if !code.blocks[index].operations.is_empty() || code.blocks.iter().any(goes_here) {
            continue;
        }
        if let End::Branch {
            condition, target, ..
        } = &mut code.blocks[index - 1].end
            && *condition != Condition::ALWAYS
            && *target == index + 1
        {
            *condition = condition.inverse();
            *target = far;
            code.blocks[index].end = End::Fall;
        }
    }
}

/// Lets branches go where control ends up that arrives at their blocks, past empty ones.
fn skip_empty(code: &mut Code) {
    let count = code.blocks.len();
    let mut land: Vec<usize> = (0..count).collect();
    for _ in 0..2 {
        for index in (0..count).rev() {
            let block = &code.blocks[index];
            let next = match block.end {
                End::Fall => index + 1,
                End::Branch {
                    condition: Condition::ALWAYS,
                    target,
                    ..
                } => target,
                End::Branch { .. } | End::Stop => continue,
            };
            // A loop without a body stays.
            let landed = land.get(next).copied().unwrap_or(next);
            if block.operations.is_empty() && landed != index {
                land[index] = landed;
            }
        }
    }
    renumber(&mut code.blocks, &land);
    for index in 0..count {
        let next = land.get(index + 1).copied();
        let end = &mut code.blocks[index].end;
        if matches!(end, End::Branch { target, .. } if Some(*target) == next) {
            *end = End::Fall;
        }
    }
}

/// The blocks that control reaches.
fn reached(code: &Code) -> Vec<bool> {
    let mut reached = vec![false; code.blocks.len()];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        if index < reached.len() && !std::mem::replace(&mut reached[index], true) {
            open.extend(code.successors(index));
        }
    }
    reached
}

/// Gives the targets of branches their new numbers.
fn renumber(blocks: &mut [Block], numbers: &[usize]) {
    for block in blocks {
        if let End::Branch { target, .. } = &mut block.end {
            *target = numbers[*target];
        }
    }
}

/// Ends the program where control would go on to nothing but its end.
fn stop_early(code: &mut Code) {
    // From the last block on, so that empty blocks that go to the end count as the end.
    for index in (0..code.blocks.len()).rev() {
        let next = match code.blocks[index].end {
            End::Fall => index + 1,
            End::Branch {
                condition: Condition::ALWAYS,
                target,
                ..
            } => target,
            End::Branch { .. } | End::Stop => continue,
        };
        let ends = |next: &Block| next.operations.is_empty() && next.end == End::Stop;
        if code.blocks.get(next).is_some_and(ends) {
            code.blocks[index].end = End::Stop;
        }
    }
}

/// Joins a block that falls into the next with it, where nothing else goes there.
fn merge_falls(code: &mut Code) {
    let mut entered = vec![false; code.blocks.len()];
    for block in &code.blocks {
        if let End::Branch { target, .. } = block.end {
            entered[target] = true;
        }
    }
    let mut numbers = Vec::with_capacity(entered.len());
    let mut merged: Vec<Block> = Vec::new();
    let blocks = std::mem::take(&mut code.blocks);
    for (block, is_entered) in blocks.into_iter().zip(entered) {
        match merged.last_mut() {
            Some(last) if !is_entered && last.end == End::Fall => {
                last.operations.extend(block.operations);
                last.end = block.end;
            }
            _ => merged.push(block),
        }
        numbers.push(merged.len() - 1);
    }
    renumber(&mut merged, &numbers);
    code.blocks = merged;
}
