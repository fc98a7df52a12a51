//! The least number of instructions in which a chip can do what a shader needs: read constants, look up, write outputs.
//!
//! What is counted are instructions that a run executes at one point. A program that runs each of its instructions once at
//! most is no shorter; one that runs some again, in a loop, may be, so nothing is said of shaders with loops on
//! chips that have them.

use crate::needs::Needs;
use std::collections::BTreeSet;

/// How a chip counts, and whether it has loops.
#[derive(Clone, Copy)]
pub(crate) struct Least {
    /// The register file of uniforms.
    pub(crate) constants: &'static [&'static str],
    /// True if a program can run an instruction twice.
    pub(crate) has_loops: bool,
    /// Instructions that do what is needed.
    pub(crate) count: fn(&Needs) -> u32,
}

fn size<T>(set: &BTreeSet<T>) -> u32 {
    set.len() as u32
}

/// AGAL: an instruction has one destination. It reads one constant, or the four rows of a matrix, which follow one another. A
/// lookup reads its coordinates and nothing else.
pub(crate) fn agal(needs: &Needs) -> u32 {
    let mut constants = 0;
    let mut covered = 0;
    for &register in &needs.constants {
        if register >= covered {
            constants += 1;
            covered = register + 4;
        }
    }
    let outputs = needs.outputs.len() as u32;
    let with = |has: fn(&crate::needs::Written) -> bool| {
        let outputs = needs.outputs.values();
        outputs.filter(|written| has(written)).count() as u32
    };
    // Each pair of these may be one instruction: as many at most as there are of both.
    let written = constants.min(with(|written| !written.constants.is_empty()));
    let looked_up = needs.lookups.min(with(|written| written.has_texel));
    let read = needs.constant_lookups.min(constants);
    let all = constants + outputs + needs.lookups;
    all.saturating_sub(written + looked_up + read)
        .max(constants)
        .max(outputs)
        .max(needs.lookups)
}

/// PICA200: an instruction reads one constant and has one destination. One that does both for an output that does not
/// depend on the constant does one of them in vain. The end is an instruction, too.
pub(crate) fn pica200(needs: &Needs) -> u32 {
    size(&needs.constants) + needs.outputs.len() as u32 - matched(needs) + 1
}

/// NV2A: the two operations of an instruction share one constant, one input and one output.
pub(crate) fn nv2a(needs: &Needs) -> u32 {
    let outputs = needs.outputs.len() as u32;
    size(&needs.constants).max(size(&needs.inputs)).max(outputs)
}

/// Lima's vertex processor: an instruction loads one vector of uniforms and one attribute, and stores one pair x, y
/// and one pair z, w of outputs.
pub(crate) fn lima_vertex(needs: &Needs) -> u32 {
    let pairs = |lanes: u8| {
        let outputs = needs.outputs.values();
        outputs.filter(|written| written.lanes & lanes != 0).count() as u32
    };
    let loads = size(&needs.constants).max(size(&needs.inputs));
    loads.max(pairs(0b0011)).max(pairs(0b1100))
}

/// Lima's fragment processor: an instruction loads one vector of uniforms and one varying, and looks up once.
pub(crate) fn lima_fragment(needs: &Needs) -> u32 {
    let loads = size(&needs.constants).max(size(&needs.inputs));
    loads.max(needs.lookups).max(1)
}

/// The most pairs of an output and a constant that it depends on, each in one pair at most: augmenting paths.
fn matched(needs: &Needs) -> u32 {
    let wanted: Vec<&BTreeSet<u32>> = needs.outputs.values().map(|one| &one.constants).collect();
    let mut taken: Vec<(u32, usize)> = Vec::new();
    let starts = 0..wanted.len();
    let found = starts.filter(|&output| augment(output, &wanted, &mut taken, &mut BTreeSet::new()));
    found.count() as u32
}

/// Gives an output a constant, and those that have it already others. `taken`: constants with their outputs.
fn augment(
    output: usize,
    wanted: &[&BTreeSet<u32>],
    taken: &mut Vec<(u32, usize)>,
    seen: &mut BTreeSet<u32>,
) -> bool {
    for &constant in wanted[output] {
        if !seen.insert(constant) {
            continue;
        }
        let place = taken.iter().position(|(one, _)| *one == constant);
        match place {
            None => {
                taken.push((constant, output));
                return true;
            }
            Some(place) if augment(taken[place].1, wanted, taken, seen) => {
                taken[place].1 = output;
                return true;
            }
            Some(_) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Written;

    /// `outputs`: the lanes of each, and the constants that they depend on.
    fn needs(constants: &[u32], outputs: &[(u8, &[u32])], lookups: u32) -> Needs {
        let written = |(number, (lanes, constants)): (usize, &(u8, &[u32]))| {
            let written = Written {
                lanes: *lanes,
                constants: constants.iter().copied().collect(),
                has_texel: false,
            };
            (number as u32, written)
        };
        Needs {
            constants: constants.iter().copied().collect(),
            inputs: [0, 1].into(),
            outputs: outputs.iter().enumerate().map(written).collect(),
            lookups,
            constant_lookups: 0,
        }
    }

    #[test]
    fn agal_reads_matrices_whole() {
        let position: &[u32] = &[0, 1, 2, 3];
        // m44 op, va0, vc0; mov v0, va1
        let all = needs(position, &[(15, position), (15, &[])], 0);
        assert_eq!(agal(&all), 2);
        // Rows from 1 to 4 are another matrix than the one constant at 9.
        assert_eq!(agal(&needs(&[1, 2, 4, 9], &[(15, &[1])], 0)), 2);
        assert_eq!(agal(&needs(&[1, 5, 9], &[(15, &[1])], 0)), 3);
    }

    #[test]
    fn a_lookup_of_agal_does_nothing_else() {
        let tinted = needs(&[0], &[(15, &[0])], 1);
        assert_eq!(agal(&tinted), 2);
        let mut plain = needs(&[], &[(15, &[])], 1);
        assert_eq!(agal(&plain), 2);
        for written in plain.outputs.values_mut() {
            written.has_texel = true;
        }
        assert_eq!(agal(&plain), 1);
        let mut constant = needs(&[0], &[(15, &[0])], 1);
        constant.constant_lookups = 1;
        assert_eq!(agal(&constant), 1);
    }

    #[test]
    fn pica200_writes_what_it_reads_or_does_two_things() {
        // Four dp4 and a copy.
        let all = needs(&[0, 1, 2, 3], &[(15, &[0, 1, 2, 3]), (15, &[])], 0);
        assert_eq!(pica200(&all), 6);
        // Both outputs want register 7, one of them can have 8.
        let both = needs(&[7, 8], &[(15, &[7, 8]), (15, &[7])], 0);
        assert_eq!(pica200(&both), 3);
        let one = needs(&[7], &[(15, &[7]), (15, &[7])], 0);
        assert_eq!(pica200(&one), 3);
    }

    #[test]
    fn other_units_work_beside_one_another() {
        let all = needs(&[0, 1, 2], &[(15, &[0]), (3, &[]), (1, &[]), (7, &[])], 2);
        assert_eq!(nv2a(&all), 4);
        assert_eq!(lima_vertex(&all), 4);
        assert_eq!(lima_fragment(&all), 3);
        // One instruction stores xy of one output and zw of another.
        let halves = needs(&[], &[(3, &[]), (12, &[]), (3, &[])], 0);
        assert_eq!(lima_vertex(&halves), 2);
        assert_eq!(lima_fragment(&needs(&[], &[], 0)), 2);
    }
}
