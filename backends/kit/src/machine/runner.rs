//! Program counters: which instruction the samples of a group run next.
//!
//! Samples have a program counter each; those at the lowest one run next, which brings together again what a branch has
//! parted, as early as can be without a stack.

use super::numbers::{GROUP, Numbers, Samples};
use super::trap::Trap;

/// A machine in the midst of a program, for a group of samples.
pub trait Execute<N: Numbers> {
    /// The instruction that runs first.
    fn start(&self) -> usize {
        0
    }

    /// Executes an instruction for the samples that take part.
    ///
    /// # Errors
    /// What the machine forbids, also that there is no such instruction, and what the numbers cannot compute.
    fn step(&mut self, instruction: usize, numbers: &mut N) -> Result<Next, Trap>;
}

/// Where control goes from an instruction. Samples in neither mask go on with the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// Those that jump.
    pub jump: Samples,
    /// The instruction that they jump to.
    pub target: usize,
    /// Those whose run ends.
    pub end: Samples,
}

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// An instruction, by its number, did what cannot be done.
    Trap(usize, Trap),
    /// The group ran more instructions than it may.
    Endless,
}

/// Runs a program for the first `count` samples of a group, at most `most` instructions; gives for each how many it
/// executed. `look` sees the machine after each instruction, with the samples that took part.
///
/// # Errors
/// See [`Stop`].
pub fn run<N: Numbers, M: Execute<N>>(
    machine: &mut M,
    numbers: &mut N,
    count: usize,
    most: u64,
    mut look: impl FnMut(&mut M, &mut N, usize, Samples),
) -> Result<[u64; GROUP], Stop> {
    let mut next: [Option<usize>; GROUP] = [None; GROUP];
    next[..count.min(GROUP)].fill(Some(machine.start()));
    let mut executed = [0; GROUP];
    let mut steps = 0;
    while let Some(index) = next.iter().flatten().min().copied() {
        steps += 1;
        if steps > most {
            return Err(Stop::Endless);
        }
        let taking_part = (0..GROUP).filter(|sample| next[*sample] == Some(index));
        let samples = taking_part.fold(0, |samples, sample| samples | 1 << sample);
        numbers.begin(index, samples);
        let step = machine.step(index, numbers);
        let step = step.map_err(|trap| Stop::Trap(index, trap))?;
        for sample in (0..GROUP).filter(|sample| samples >> sample & 1 == 1) {
            executed[sample] += 1;
            next[sample] = if step.end >> sample & 1 == 1 {
                None
            } else if step.jump >> sample & 1 == 1 {
                Some(step.target)
            } else {
                Some(index + 1)
            };
        }
        look(machine, numbers, index, samples);
    }
    Ok(executed)
}
