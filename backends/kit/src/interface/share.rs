//! Small variables in one register: where the shader reads them as one vector a swizzle does what would take
//! a move for each of them, and one load fetches all.

use super::{Fit, Need, Placed, RegisterFile};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::Variable;
use std::hash::Hash;

/// Places variables: those of up to three lanes that nothing fixes share registers, each in the first one
/// with room; the others come before them in registers of their own.
pub fn share_small<'a, K: Copy + Hash + Ord>(
    file: &mut RegisterFile,
    variables: impl Iterator<Item = (K, &'a Variable)>,
    errors: &mut Diagnostics,
) -> IndexMap<K, Placed> {
    let is_small = |variable: &Variable| {
        let fixed = variable.bind.is_some() || variable.location.is_some();
        let plain = variable.slots() == 1 && variable.shape.array.is_none();
        !fixed && plain && variable.slot_lanes() < 4
    };
    let (small, whole): (Vec<_>, Vec<_>) = variables.partition(|(_, variable)| is_small(variable));
    let keys = whole.iter().chain(&small).map(|(key, _)| *key);
    let wholes = whole.iter().map(|(_, variable)| Need::of(variable));
    let smalls = small
        .iter()
        .map(|(_, variable)| Need::of_slots(variable, 1));
    let mut shared = Shared::new(wholes.chain(smalls).collect());
    shared.first_fit();
    let places = shared.place(file).unwrap_or_else(|faults| {
        errors.extend(faults);
        Vec::new()
    });
    let mut places: IndexMap<K, Placed> = keys.zip(places).collect();
    places.sort_unstable_keys();
    places
}

/// Variables by what they need, and which of them share a register.
#[derive(Clone, Debug)]
pub struct Shared {
    needs: Vec<Need>,
    /// For each variable the first one of its register.
    first: Vec<usize>,
    /// Lanes taken in the register of each variable that is the first.
    lanes: Vec<u8>,
}

impl Shared {
    /// Each in a register of its own.
    pub fn new(needs: Vec<Need>) -> Shared {
        Shared {
            first: (0..needs.len()).collect(),
            lanes: needs.iter().map(|need| need.lanes).collect(),
            needs,
        }
    }

    /// Lets each small one share the first register that a small one before it has begun and that has room.
    fn first_fit(&mut self) {
        let mut begun: Vec<usize> = Vec::new();
        for part in 0..self.needs.len() {
            if !self.is_small(part) {
                continue;
            }
            let lanes = self.lanes[part];
            match begun.iter().find(|&&first| self.lanes[first] + lanes <= 4) {
                Some(&first) => {
                    self.lanes[first] += lanes;
                    self.first[part] = first;
                }
                None => begun.push(part),
            }
        }
    }

    /// Lets the parts of a vector share a register, as far as they fit into one.
    pub fn gather(&mut self, parts: impl Iterator<Item = usize>) {
        let mut parts = parts
            .filter(|&part| self.is_small(part))
            .collect::<Vec<_>>();
        parts.dedup();
        for pair in parts.windows(2) {
            let (a, b) = (self.first[pair[0]], self.first[pair[1]]);
            let (into, from) = (a.min(b), a.max(b));
            let lanes = self.lanes[into] + self.lanes[from];
            if into != from && lanes <= 4 {
                self.lanes[into] = lanes;
                for first in self.first.iter_mut().filter(|first| **first == from) {
                    *first = into;
                }
            }
        }
    }

    fn is_small(&self, part: usize) -> bool {
        self.needs.get(part).is_some_and(|need| {
            need.bind.is_none()
                && need.location.is_none()
                && !need.indexed
                && need.slots == 1
                && need.elements == 1
        })
    }

    /// Places all in order; what shares a register lies in it in the order of declaration.
    ///
    /// # Errors
    /// As [`RegisterFile::place_all`].
    pub fn place(&self, file: &mut RegisterFile) -> Result<Vec<Placed>, Diagnostics> {
        let firsts = (0..self.needs.len()).filter(|&index| self.first[index] == index);
        let joint: Vec<Need> = firsts
            .map(|index| Need {
                lanes: self.lanes[index],
                ..self.needs[index].clone()
            })
            .collect();
        let mut registers = file.place_all(&joint, Fit::Registers)?.into_iter();
        let mut places = Vec::with_capacity(self.needs.len());
        let mut taken = vec![0; self.needs.len()];
        for (need, &first) in self.needs.iter().zip(&self.first) {
            let mut placed = match places.get(first) {
                Some(&shared) => shared,
                None => registers.next().unwrap_or_default(),
            };
            placed.lane += u32::from(taken[first]);
            taken[first] += need.lanes;
            places.push(placed);
        }
        Ok(places)
    }
}

#[cfg(test)]
#[path = "share_test.rs"]
mod tests;
