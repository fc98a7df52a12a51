//! What counted loops count: their rounds and, where it is read, the step of `aL`. Each pair takes an integer register,
//! and a loop in which `aL` is not read goes with any that has as many rounds.

use crate::isa::INTEGERS;
use crate::machine::{Item, Program, step_of};

/// The integer registers that a program takes, from the highest down, as assemblers place integer constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters(Vec<(u16, Option<u8>)>);

impl Counters {
    /// Those of all counted loops of a program.
    pub(crate) fn of(program: &Program) -> Counters {
        let mut counters = Counters::default();
        program.each_item(&program.blocks[program.body], &mut |item| {
            if let Item::Loop(repeat) = item
                && let Some(rounds) = repeat.rounds
            {
                counters.add(rounds, step_of(program, repeat.body));
            }
        });
        counters
    }

    fn add(&mut self, rounds: u16, step: Option<u8>) {
        if self.position(rounds, step).is_some() {
            return;
        }
        match self.position(rounds, None).map(|at| &mut self.0[at]) {
            Some((_, known @ None)) => *known = step,
            _ => self.0.push((rounds, step)),
        }
    }

    fn position(&self, rounds: u16, step: Option<u8>) -> Option<usize> {
        let fits = |known: &Option<u8>| step.is_none() || *known == step;
        let mut known = self.0.iter();
        known.position(|(count, known)| *count == rounds && fits(known))
    }

    /// True if a loop can be counted besides.
    pub(crate) fn have_room(&self, rounds: u16, step: Option<u8>) -> bool {
        let mut more = self.clone();
        more.add(rounds, step);
        more.0.len() <= usize::from(INTEGERS)
    }

    /// The integer register of a loop; `None` if there are too few.
    pub(crate) fn register(&self, rounds: u16, step: Option<u8>) -> Option<u8> {
        let at = self.position(rounds, step)?;
        usize::from(INTEGERS).checked_sub(at + 1).map(|at| at as u8)
    }

    /// Each register with its number of rounds, from 1 to 256, and the step of `aL`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, u16, u8)> + '_ {
        let registers = (0..INTEGERS).rev().zip(&self.0);
        registers.map(|(register, (rounds, step))| (register, *rounds, step.unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_share_what_they_can() {
        let mut counters = Counters::default();
        for (rounds, step) in [(8, None), (8, Some(3)), (8, Some(1)), (8, None), (2, None)] {
            counters.add(rounds, step);
        }
        let all: Vec<(u8, u16, u8)> = counters.iter().collect();
        assert_eq!(all, [(3, 8, 3), (2, 8, 1), (1, 2, 0)]);
        assert_eq!(counters.register(8, None), Some(3));
        assert_eq!(counters.register(8, Some(1)), Some(2));
        assert!(counters.have_room(2, Some(1)) && counters.have_room(3, None));
        counters.add(3, None);
        assert!(counters.have_room(3, Some(4)) && !counters.have_room(8, Some(4)));
    }
}
