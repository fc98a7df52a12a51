//! The three stacks of the machine, and what happens to the program counter after an instruction.

use crate::isa::{CALL_DEPTH, IF_DEPTH, LOOP_DEPTH};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Call {
    end: usize,
    back: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Condition {
    other: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Loop {
    entry: usize,
    end: usize,
    count: u8,
    step: u8,
    outer: i32,
}

/// Stacks and the loop counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Stacks {
    calls: Vec<Call>,
    conditions: Vec<Condition>,
    loops: Vec<Loop>,
    /// `aL`
    pub(super) counter: i32,
}

/// Why a block cannot be opened or left, or the unit does not know an instruction where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unbalanced(pub(super) &'static str);

fn push<T>(
    stack: &mut Vec<T>,
    item: T,
    depth: usize,
    full: &'static str,
) -> Result<(), Unbalanced> {
    if stack.len() >= depth {
        return Err(Unbalanced(full));
    }
    stack.push(item);
    Ok(())
}

impl Stacks {
    pub(super) fn call(&mut self, end: usize, back: usize) -> Result<(), Unbalanced> {
        let call = Call { end, back };
        push(
            &mut self.calls,
            call,
            CALL_DEPTH,
            "calls are nested deeper than 4",
        )
    }

    pub(super) fn condition(&mut self, other: usize, end: usize) -> Result<(), Unbalanced> {
        let condition = Condition { other, end };
        let full = "conditions are nested deeper than 8";
        push(&mut self.conditions, condition, IF_DEPTH, full)
    }

    /// Opens a loop that an integer uniform steers.
    pub(super) fn open_loop(
        &mut self,
        entry: usize,
        end: usize,
        integer: [u8; 4],
    ) -> Result<(), Unbalanced> {
        let opened = Loop {
            entry,
            end,
            count: integer[0],
            step: integer[2],
            outer: self.counter,
        };
        push(
            &mut self.loops,
            opened,
            LOOP_DEPTH,
            "loops are nested deeper than 4",
        )?;
        self.counter = integer[1].into();
        Ok(())
    }

    /// The next address after the instruction at `pc`, which by itself goes to `next`.
    pub(super) fn advance(
        &mut self,
        pc: usize,
        next: usize,
        breaks: bool,
    ) -> Result<usize, Unbalanced> {
        let mut next = next;
        let mut reached = pc + 1;
        for round in 0..4 {
            let Some(call) = self.calls.last().copied().filter(|c| c.end == reached) else {
                break;
            };
            self.calls.pop();
            // The fourth procedure that ends at once does not return.
            if round < 3 {
                next = call.back;
                reached = call.back;
            }
        }
        if let Some(condition) = self.conditions.last().copied()
            && condition.other == pc + 1
        {
            self.conditions.pop();
            next = condition.end;
        }
        match self.loops.last_mut() {
            None if breaks => Err(Unbalanced("a break outside of any loop")),
            Some(top) if breaks || top.end == pc + 1 => {
                self.counter += i32::from(top.step);
                if !breaks && top.count > 0 {
                    top.count -= 1;
                    return Ok(top.entry);
                }
                let (end, outer) = (top.end, top.outer);
                self.loops.pop();
                if !self.loops.is_empty() {
                    // The saved copy has eight bits.
                    self.counter = outer & 0xff;
                }
                Ok(end)
            }
            _ => Ok(next),
        }
    }
}
