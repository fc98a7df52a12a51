//! Lanes chosen so that instructions share operand descriptors, for programs that need more than there are.
//!
//! A descriptor is shared by instructions that write the same lanes and read the same ones, whatever the registers. So
//! the lanes of a whole register may change places without any other effect than on the descriptors, and each such
//! exchange that needs fewer is taken: a hill climb (first improvement) over the permutations of all registers.

use super::allocate::Lanes;
use crate::isa::DESCRIPTORS;
use crate::machine::Program;

/// The descriptors from which on no choice of lanes makes them few enough; the random programs that were looked at
/// lost up to a tenth of them.
const HOPELESS: usize = DESCRIPTORS * 5 / 4;

/// All orders of four lanes but the one as they are.
fn permutations() -> Vec<[u8; 4]> {
    let mut all = Vec::new();
    for number in 1..256_u32 {
        let order: [u8; 4] = std::array::from_fn(|lane| (number >> (2 * lane) & 3) as u8);
        let lanes = order.iter().fold(0, |lanes, lane| lanes | 1 << lane);
        if lanes == 0b1111 && order != [0, 1, 2, 3] {
            all.push(order);
        }
    }
    all
}

/// Lanes for which a program needs fewer descriptors, by a function that counts them; no fewer than fit the table.
/// `count` is `None` for what cannot be laid out.
pub(super) fn share(
    program: &Program,
    mut lanes: Lanes,
    mut count: impl FnMut(&Lanes) -> Option<usize>,
) -> Lanes {
    let orders = permutations();
    let movable: Vec<u8> = (0..lanes.used as u8)
        .filter(|register| lanes.is_movable(program, *register))
        .collect();
    let Some(mut needed) = count(&lanes) else {
        return lanes;
    };
    if needed > HOPELESS {
        return lanes;
    }
    while needed > DESCRIPTORS {
        let before = needed;
        for register in &movable {
            for order in &orders {
                if needed <= DESCRIPTORS {
                    return lanes;
                }
                let candidate = lanes.permuted(*register, order);
                if let Some(found) = count(&candidate).filter(|found| *found < needed) {
                    (lanes, needed) = (candidate, found);
                }
            }
        }
        // Each round gains less than the one before.
        if before - needed < needed - DESCRIPTORS {
            break;
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_but_the_usual_one_is_there_once() {
        let mut orders = permutations();
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 23);
    }
}
