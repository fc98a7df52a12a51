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
    rounds: Rounds,
}

/// The way in which rounds are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rounds {
    /// Each is executed: `count` are left, and `outer` is `aL` of the loop around.
    Executed { count: u8, step: u8, outer: i32 },
    /// The machine counts them in a number that `integer` limits. The next round begins with a test.
    Symbolic { integer: u8, is_tested: bool },
}

/// A loop whose rounds are counted in a number of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenLoop {
    /// The first word of its body.
    pub entry: usize,
    /// The integer register that tells its rounds, its start and its step.
    pub integer: u8,
    /// The number of loops around it.
    pub depth: usize,
}

/// Stacks and the loop counter, which symbolic loops leave alone.
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

    fn push_loop(&mut self, entry: usize, end: usize, rounds: Rounds) -> Result<(), Unbalanced> {
        let full = "loops are nested deeper than 4";
        let opened = Loop { entry, end, rounds };
        push(&mut self.loops, opened, LOOP_DEPTH, full)
    }

    /// Opens a loop that an integer uniform steers.
    pub(super) fn open_loop(
        &mut self,
        entry: usize,
        end: usize,
        integer: [u8; 4],
    ) -> Result<(), Unbalanced> {
        let rounds = Rounds::Executed {
            count: integer[0],
            step: integer[2],
            outer: self.counter,
        };
        self.push_loop(entry, end, rounds)?;
        self.counter = integer[1].into();
        Ok(())
    }

    /// Opens a loop whose rounds the machine counts in a number, and returns the number of loops around it.
    pub(super) fn open_symbolic_loop(
        &mut self,
        entry: usize,
        end: usize,
        integer: u8,
    ) -> Result<usize, Unbalanced> {
        let rounds = Rounds::Symbolic {
            integer,
            is_tested: false,
        };
        self.push_loop(entry, end, rounds)?;
        Ok(self.loops.len() - 1)
    }

    /// The symbolic loops that are open, the outermost first.
    pub(super) fn symbolic_loops(&self) -> impl DoubleEndedIterator<Item = OpenLoop> {
        let loops = self.loops.iter().enumerate();
        loops.filter_map(|(depth, open)| match open.rounds {
            Rounds::Symbolic { integer, .. } => Some(OpenLoop {
                entry: open.entry,
                integer,
                depth,
            }),
            Rounds::Executed { .. } => None,
        })
    }

    /// The innermost loop, if whether it goes on has to be tested now.
    pub(super) fn untested(&self) -> Option<OpenLoop> {
        let is_tested = |open: &Loop| match open.rounds {
            Rounds::Symbolic { is_tested, .. } => is_tested,
            Rounds::Executed { .. } => true,
        };
        let last = self.loops.last().filter(|open| !is_tested(open));
        last.and_then(|_| self.symbolic_loops().next_back())
    }

    /// Begins a round of the innermost loop, or leaves it; returns the next address.
    pub(super) fn tested(&mut self, goes_on: bool) -> Option<usize> {
        let open = self.loops.last_mut()?;
        if let (true, Rounds::Symbolic { is_tested, .. }) = (goes_on, &mut open.rounds) {
            *is_tested = true;
            return Some(open.entry);
        }
        self.loops.pop().map(|left| left.end)
    }

    /// The next address after the instruction at `pc`, which by itself goes to `next`, and the depth of the symbolic loop
    /// of which a round ended.
    pub(super) fn advance(
        &mut self,
        pc: usize,
        next: usize,
        breaks: bool,
    ) -> Result<(usize, Option<usize>), Unbalanced> {
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
        let depth = self.loops.len().saturating_sub(1);
        let Some(top) = self.loops.last_mut() else {
            let outside = Unbalanced("a break outside of any loop");
            return if breaks {
                Err(outside)
            } else {
                Ok((next, None))
            };
        };
        if !breaks && top.end != pc + 1 {
            return Ok((next, None));
        }
        let end = top.end;
        match &mut top.rounds {
            Rounds::Executed { count, step, .. } => {
                self.counter += i32::from(*step);
                if !breaks && *count > 0 {
                    *count -= 1;
                    return Ok((top.entry, None));
                }
            }
            Rounds::Symbolic { is_tested, .. } if !breaks => {
                *is_tested = false;
                return Ok((top.entry, Some(depth)));
            }
            Rounds::Symbolic { .. } => {}
        }
        if let Some(Loop {
            rounds: Rounds::Executed { outer, .. },
            ..
        }) = self.loops.pop()
            && !self.loops.is_empty()
        {
            // The saved copy has eight bits.
            self.counter = outer & 0xff;
        }
        Ok((end, None))
    }
}
