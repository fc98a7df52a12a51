//! `OpSwitch` as naga can read it.
//!
//! naga puts `default` behind all cases and lets a case without a jump fall into the next one, whatever it goes on
//! to. So it loses a `default` that shares its statements with a case, or that falls into one. Here `default`
//! becomes a case like the others at its right place, with a label that no `switch` of the module has; the default of the
//! module's `switch` is the end of it. [`restored`] makes that case naga's `default`.
//!
//! What naga would get wrong all the same is refused: a jump from inside a `switch` out of the loop around it, which naga
//! takes for a jump out of the `switch`.

use super::words::{
    BRANCH, BRANCH_CONDITIONAL, LABEL, LOOP_MERGE, SELECTION_MERGE, SWITCH, header, instructions,
    push,
};
use indexmap::IndexMap;
use naga::{Block, Module, Statement, SwitchValue};
use std::collections::{BTreeMap, BTreeSet};

/// Why a module cannot be read, and what helps.
pub(super) type Refusal = (&'static str, &'static str);

const LEAVES_LOOP: Refusal = (
    "a case of a `switch` leaves the loop around the `switch`",
    "set a variable in the case and test it behind the `switch`, or make the module without optimisation",
);

const NOT_NEXT: Refusal = (
    "a case of a `switch` goes on in a case that is not the next one",
    "write the statements that both run as a function",
);

const TOO_DEEP: Refusal = (
    "its `switch`es stand in one another so deep that looking for where their cases go on takes too many steps",
    "write inner ones as functions",
);

/// Jumps that are followed in a module, from all cases of all `switch`es: one that stands in another is passed again.
const STEPS: usize = 1_000_000;

/// A block of a function.
#[derive(Default)]
struct Node {
    successors: Vec<u32>,
    /// Of a header: where its construct ends.
    merge: Option<u32>,
}

/// Loops whose headers come before a place. One that begins behind a `switch` is in it or has nothing to do with it.
#[derive(Default)]
struct Loops {
    /// Where they end.
    ends: BTreeSet<u32>,
    /// Where control leaves what is inside of them: their ends, and what leads to their next rounds.
    exits: BTreeSet<u32>,
}

/// The blocks of all functions: their numbers differ.
#[derive(Default)]
struct Graph {
    nodes: BTreeMap<u32, Node>,
    literals: BTreeSet<u32>,
}

/// The cases of a `switch`: targets with their literals, in the order of the module.
type Cases = IndexMap<u32, Vec<u32>>;

impl Graph {
    fn of(words: &[u32]) -> Graph {
        let mut graph = Graph::default();
        let mut current = 0;
        for (operation, operands) in instructions(words) {
            if let (LABEL, &[label]) = (operation, operands) {
                current = label;
                graph.nodes.insert(label, Node::default());
                continue;
            }
            let Some(node) = graph.nodes.get_mut(&current) else {
                continue;
            };
            match (operation, operands) {
                (LOOP_MERGE | SELECTION_MERGE, &[merge, ..]) => {
                    node.merge = Some(merge);
                }
                (BRANCH, &[target]) => node.successors = vec![target],
                (BRANCH_CONDITIONAL, &[_, first, second, ..]) => {
                    node.successors = vec![first, second];
                }
                (SWITCH, &[_, default, ref cases @ ..]) => {
                    node.successors = vec![default];
                    let (pairs, _) = cases.as_chunks::<2>();
                    for &[literal, target] in pairs {
                        node.successors.push(target);
                        graph.literals.insert(literal);
                    }
                }
                _ => {}
            }
        }
        graph
    }

    /// The blocks that control reaches from one on, without passing any at which it stops. Those are among
    /// the blocks if they are reached. Each jump takes a step of those that are left.
    fn reached(
        &self,
        from: u32,
        stops: impl Fn(u32) -> bool,
        steps: &mut usize,
    ) -> Result<BTreeSet<u32>, Refusal> {
        let mut found = BTreeSet::from([from]);
        let mut left = vec![from];
        while let Some(block) = left.pop() {
            let next = self
                .nodes
                .get(&block)
                .map_or(&[][..], |row| &row.successors);
            *steps = steps.checked_sub(next.len()).ok_or(TOO_DEEP)?;
            for &next in next {
                if found.insert(next) && !stops(next) {
                    left.push(next);
                }
            }
        }
        Ok(found)
    }

    /// A literal that no `switch` has.
    fn free_literal(&self) -> u32 {
        let mut free = 0x7fff_ff00;
        while self.literals.contains(&free) {
            free -= 1;
        }
        free
    }

    /// The cases of a `switch` in an order in which each falls into the next one at most, with `default` among them
    /// under the label `own`.
    fn ordered(
        &self,
        (block, merge, default): (u32, u32, u32),
        mut cases: Cases,
        own: u32,
        loops: &Loops,
        steps: &mut usize,
    ) -> Result<Cases, Refusal> {
        let mut targets: BTreeSet<u32> = cases.keys().copied().collect();
        targets.insert(default);
        targets.remove(&merge);
        let stops = |next| {
            next == merge || next == block || targets.contains(&next) || loops.exits.contains(&next)
        };
        // By target: the others that it falls into.
        let mut falls: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &target in &targets {
            let found = if loops.exits.contains(&target) {
                BTreeSet::from([target])
            } else {
                self.reached(target, stops, steps)?
            };
            if !found.is_disjoint(&loops.ends) {
                return Err(LEAVES_LOOP);
            }
            let others = found.intersection(&targets).copied();
            falls.insert(target, others.filter(|&other| other != target).collect());
        }
        let falls_into = |from: u32, to: u32| falls.get(&from).is_some_and(|row| row.contains(&to));
        if default != merge {
            match cases.get_mut(&default) {
                Some(literals) => literals.push(own),
                None => {
                    let before = cases.keys().position(|&one| falls_into(one, default));
                    let behind = cases.keys().position(|&one| falls_into(default, one));
                    let place = before.map(|at| at + 1).or(behind);
                    cases.shift_insert(place.unwrap_or(cases.len()), default, vec![own]);
                }
            }
        }
        for (at, target) in cases.keys().enumerate() {
            let next = cases.get_index(at + 1).map(|row| row.0);
            let falls = falls.get(target).map_or(&[][..], Vec::as_slice);
            if falls.iter().any(|one| Some(one) != next) {
                return Err(NOT_NEXT);
            }
        }
        Ok(cases)
    }
}

/// The module with each `default` as a case, and the label of those cases if there are any.
pub(super) fn with_default_as_case(words: &[u32]) -> Result<(Vec<u32>, Option<u32>), Refusal> {
    let graph = Graph::of(words);
    let own = graph.free_literal();
    let mut output = header(words);
    let mut current = 0;
    let mut is_used = false;
    let mut loops = Loops::default();
    let mut steps = STEPS;
    for (operation, operands) in instructions(words) {
        match (operation, operands) {
            (LABEL, &[label]) => current = label,
            (LOOP_MERGE, &[end, next, ..]) => {
                loops.ends.insert(end);
                loops.exits.extend([current, end, next]);
            }
            _ => {}
        }
        let merge = graph.nodes.get(&current).and_then(|node| node.merge);
        let (SWITCH, &[selector, default, ref pairs @ ..], Some(merge)) =
            (operation, operands, merge)
        else {
            push(&mut output, operation, operands);
            continue;
        };
        let (pairs, rest) = pairs.as_chunks::<2>();
        let mut cases = Cases::new();
        for &[literal, target] in pairs {
            cases.entry(target).or_default().push(literal);
        }
        let mut all = cases.keys().copied().chain([default]);
        if !rest.is_empty() || !all.all(|target| graph.nodes.contains_key(&target)) {
            // Not well formed, or with wider numbers: naga refuses both.
            push(&mut output, operation, operands);
            continue;
        }
        let cases = graph.ordered((current, merge, default), cases, own, &loops, &mut steps)?;
        is_used |= default != merge;
        let mut changed = vec![selector, merge];
        for (target, literals) in cases {
            for literal in literals {
                changed.extend([literal, target]);
            }
        }
        if changed.len() >= usize::from(u16::MAX) {
            return Err(("a `switch` has too many cases", "make it several"));
        }
        push(&mut output, operation, &changed);
    }
    Ok((output, is_used.then_some(own)))
}

/// Makes the cases with a label the defaults of their `switch`.
pub(super) fn restored(module: &mut Module, own: u32) {
    for (_, function) in module.functions.iter_mut() {
        restore(&mut function.body, own);
    }
    for point in &mut module.entry_points {
        restore(&mut point.function.body, own);
    }
}

fn restore(block: &mut Block, own: u32) {
    for statement in block.iter_mut() {
        match statement {
            Statement::Block(inner) => restore(inner, own),
            Statement::If { accept, reject, .. } => {
                restore(accept, own);
                restore(reject, own);
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                restore(body, own);
                restore(continuing, own);
            }
            Statement::Switch { cases, .. } => {
                let found = cases
                    .iter()
                    .position(|case| case.value == SwitchValue::I32(own as i32));
                if let Some(found) = found.and_then(|at| cases.get_mut(at)) {
                    found.value = SwitchValue::Default;
                    // naga's own, which is the end of the `switch`.
                    cases.pop();
                    if let Some(last) = cases.last_mut() {
                        last.fall_through = false;
                    }
                }
                for case in cases {
                    restore(&mut case.body, own);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop 1 that ends at 9 and goes on at 8, with a `switch` in 2 that ends at 7; the targets of its cases jump
    /// as told.
    fn module(switch: &[u32], jumps: &[(u32, u32)]) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 20, 0];
        let mut block = |label: u32, rest: &[(u16, &[u32])]| {
            push(&mut words, LABEL, &[label]);
            for (operation, operands) in rest {
                push(&mut words, *operation, operands);
            }
        };
        block(1, &[(LOOP_MERGE, &[9, 8, 0]), (BRANCH, &[2])]);
        block(2, &[(SELECTION_MERGE, &[7, 0]), (SWITCH, switch)]);
        for &(from, to) in jumps {
            block(from, &[(BRANCH, &[to])]);
        }
        block(7, &[(BRANCH, &[8])]);
        block(8, &[(BRANCH_CONDITIONAL, &[19, 1, 9])]);
        block(9, &[]);
        words
    }

    /// The operands of the `switch`, with 99 for the label of what was the default.
    fn changed(switch: &[u32], jumps: &[(u32, u32)]) -> Result<Vec<u32>, Refusal> {
        let (words, own) = with_default_as_case(&module(switch, jumps))?;
        let found = instructions(&words).find(|row| row.0 == SWITCH);
        let label = |word: &u32| if Some(*word) == own { 99 } else { *word };
        Ok(found
            .map_or(&[][..], |row| row.1)
            .iter()
            .map(label)
            .collect())
    }

    #[test]
    fn a_default_stands_where_cases_fall_into_it_and_out_of_it() {
        // It ends the `switch`.
        let found = changed(&[18, 7, 1, 3, 2, 4], &[(3, 4), (4, 7)]);
        assert_eq!(found, Ok(vec![18, 7, 1, 3, 2, 4]));
        let found = changed(&[18, 5, 1, 3, 2, 4], &[(3, 7), (5, 7), (4, 7)]);
        assert_eq!(found, Ok(vec![18, 7, 1, 3, 2, 4, 99, 5]));
        let found = changed(&[18, 5, 1, 3, 2, 4], &[(3, 5), (5, 4), (4, 7)]);
        assert_eq!(found, Ok(vec![18, 7, 1, 3, 99, 5, 2, 4]));
        let found = changed(&[18, 5, 1, 3, 2, 4], &[(3, 7), (5, 4), (4, 8)]);
        assert_eq!(found, Ok(vec![18, 7, 1, 3, 99, 5, 2, 4]));
        // It shares its statements.
        let found = changed(&[18, 3, 1, 3, 2, 4, 5, 3], &[(3, 7), (4, 7)]);
        assert_eq!(found, Ok(vec![18, 7, 1, 3, 5, 3, 99, 3, 2, 4]));
    }

    #[test]
    fn nested_switches_are_followed_for_so_many_steps() {
        // Each stands in the one case of the one before, and all end at the block behind.
        let nested = |count: u32| {
            let mut words = vec![0x0723_0203, 0x0001_0000, 0, 4 * count, 0];
            for one in 0..count {
                let (label, end) = (one + 1, 2 * count - one + 1);
                push(&mut words, LABEL, &[label]);
                push(&mut words, SELECTION_MERGE, &[end, 0]);
                push(&mut words, SWITCH, &[0, end, 1, label + 1]);
            }
            for label in count + 1..2 * count + 2 {
                push(&mut words, LABEL, &[label]);
                push(&mut words, BRANCH, &[label + 1]);
            }
            with_default_as_case(&words).map(|_| ())
        };
        assert_eq!(nested(500), Ok(()));
        assert_eq!(nested(2_000), Err(TOO_DEEP));
    }

    #[test]
    fn what_naga_would_get_wrong_is_refused() {
        let found = changed(&[18, 7, 1, 3], &[(3, 9)]);
        assert_eq!(found, Err(LEAVES_LOOP));
        let found = changed(&[18, 9, 1, 3], &[(3, 7)]);
        assert_eq!(found, Err(LEAVES_LOOP));
        let found = changed(&[18, 7, 1, 3, 2, 4, 5, 6], &[(3, 6), (4, 7), (6, 7)]);
        assert_eq!(found, Err(NOT_NEXT));
    }
}
