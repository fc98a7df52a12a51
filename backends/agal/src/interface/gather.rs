//! Small uniforms share a register where the shader reads them as one vector: a swizzle then does what
//! would take a move for each of them.

use super::place::{Need, Placed, Pool};
use retroshade_diagnostics::Diagnostic;

/// Variables by what they need, and which of them share a register.
pub(super) struct Gathered {
    needs: Vec<Need>,
    /// For each variable the first one of its register.
    first: Vec<usize>,
    /// Lanes taken in the register of each variable that is the first.
    lanes: Vec<u8>,
}

impl Gathered {
    /// Each in a register of its own.
    pub(super) fn new(needs: Vec<Need>) -> Gathered {
        Gathered {
            first: (0..needs.len()).collect(),
            lanes: needs.iter().map(|need| need.lanes).collect(),
            needs,
        }
    }

    /// Lets the parts of a vector share a register, as far as they fit into one.
    pub(super) fn gather(&mut self, parts: impl Iterator<Item = usize>) {
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
            need.bind.is_none() && !need.indexed && need.slots == 1 && need.elements == 1
        })
    }

    /// Places all in order; what shares a register lies in it in the order of declaration.
    ///
    /// # Errors
    /// As [`Pool::place_all`].
    pub(super) fn place(&self, pool: &mut Pool) -> Result<Vec<Placed>, Diagnostic> {
        let firsts = (0..self.needs.len()).filter(|&index| self.first[index] == index);
        let joint: Vec<Need> = firsts
            .map(|index| Need {
                lanes: self.lanes[index],
                ..self.needs[index].clone()
            })
            .collect();
        let mut registers = pool.place_all(&joint, false)?.into_iter();
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
mod tests {
    use super::*;
    use retroshade_diagnostics::{Span, codes};

    fn need(lanes: u8) -> Need {
        Need {
            name: String::new(),
            span: Span::NONE,
            lanes,
            slots: 1,
            elements: 1,
            indexed: false,
            bind: None,
            location: None,
        }
    }

    fn lanes(needs: Vec<Need>, vectors: &[&[usize]]) -> Vec<u32> {
        let mut gathered = Gathered::new(needs);
        for vector in vectors {
            gathered.gather(vector.iter().copied());
        }
        let mut pool = Pool::new("agal1", "constants", codes::limit::CONSTANTS, "fc", 8);
        let places = gathered.place(&mut pool).unwrap();
        places.iter().map(|place| place.lane).collect()
    }

    #[test]
    fn parts_of_a_vector_share_a_register_in_their_order() {
        let needs = vec![need(1), need(4), need(1), need(2)];
        assert_eq!(lanes(needs.clone(), &[]), [0, 4, 8, 12]);
        assert_eq!(lanes(needs.clone(), &[&[2, 0]]), [0, 4, 1, 8]);
        assert_eq!(lanes(needs, &[&[3, 0], &[2, 0, 2]]), [0, 4, 1, 2]);
    }

    #[test]
    fn more_than_a_register_holds_stays_apart() {
        let needs = vec![need(3), need(2), need(2)];
        assert_eq!(lanes(needs.clone(), &[&[0, 1]]), [0, 4, 8]);
        assert_eq!(lanes(needs, &[&[0, 1, 2]]), [0, 4, 6]);
    }

    #[test]
    fn what_is_bound_or_indexed_stays_where_it_is() {
        let bound = Need {
            bind: Some("fc0".into()),
            ..need(1)
        };
        let array = Need {
            elements: 2,
            ..need(1)
        };
        let needs = vec![need(1), bound, array];
        assert_eq!(lanes(needs, &[&[0, 1], &[0, 2]]), [4, 0, 8]);
    }
}
