//! Topological order of what a program has: operands before their readers.
//!
//! A depth-first post-order like petgraph's, which wants a graph of its own, built for the occasion; here whoever asks
//! says on the way what comes before what.

use retroshade_ir::entity::{EntityRef, EntitySet};

/// The roots and all that comes before them, each once and after all that comes before it. `before` adds to a list what
/// comes before an entity; of these the last is placed first.
pub fn post_order<K: EntityRef>(
    roots: impl IntoIterator<Item = K>,
    mut before: impl FnMut(K, &mut Vec<K>),
) -> Vec<K> {
    let (mut order, mut found) = (Vec::new(), Vec::new());
    let (mut entered, mut placed) = (EntitySet::new(), EntitySet::new());
    let mut stack: Vec<(K, bool)> = Vec::new();
    for root in roots {
        stack.push((root, false));
        while let Some((key, is_ready)) = stack.pop() {
            if is_ready {
                placed.insert(key);
                order.push(key);
            } else if entered.insert(key) {
                stack.push((key, true));
                before(key, &mut found);
                let open = found.drain(..).filter(|key| !placed.contains(*key));
                stack.extend(open.map(|key| (key, false)));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_is_placed_first_and_once() {
        let before: [&[usize]; 5] = [&[1, 2], &[3], &[3, 1], &[], &[0]];
        let order = post_order([0, 4], |at, found| found.extend(before[at]));
        assert_eq!(order, [3, 1, 2, 0, 4]);
    }
}
