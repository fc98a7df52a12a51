//! Linked pairs: both programs are proved, and that they mean the same registers by the same varyings.

use crate::machine::fixed::gaps;
use crate::{Verdict, prove_handed, prove_with};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::machine::lanes_of;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::{Binary, Options, Target};

/// One program of a pair, with its source.
#[derive(Clone, Copy)]
pub struct Half<'a> {
    /// What the front end made of the source, before linking and before any pass.
    pub shader: &'a Shader,
    /// The program in its default container.
    pub binary: Binary<'a>,
    /// The program's own record.
    pub reflection: &'a Reflection,
}

/// Proves the programs of a linked pair: each computes what its source says, and what the fragment program reads
/// is in the registers in which the vertex program leaves it. The verdicts are on the vertex and on the fragment
/// program.
///
/// A varying that the fragment program does not read may be missing in the vertex program.
///
/// Where the fragment stage is a set-up of combiners, its record has to say what lies in which register as it does before
/// linking, in terms of varyings. The vertex program is then compared register by register.
pub fn prove_pair(
    target: &dyn Target,
    vertex: Half<'_>,
    fragment: Half<'_>,
    options: &Options,
) -> [Verdict; 2] {
    if target.is_fixed(Stage::Fragment) {
        return before_combiners(target, vertex, fragment, options);
    }
    let verdict =
        |half: Half<'_>| prove_with(half.shader, target, half.binary, half.reflection, options);
    let [mut first, mut second] = [verdict(vertex), verdict(fragment)];
    if let Verdict::ProvedOnCells { left_out, .. } = &mut first {
        left_out.retain(|name| input(fragment.reflection, name).is_some());
    }
    if second.is_proof()
        && let Some(fault) = disagreement(target, vertex.reflection, fragment.reflection)
    {
        second = Verdict::Undecided(fault);
    }
    [first.normalized(), second]
}

/// Both halves of a pair whose fragment stage is a set-up.
fn before_combiners(
    target: &dyn Target,
    vertex: Half<'_>,
    fragment: Half<'_>,
    options: &Options,
) -> [Verdict; 2] {
    let entries = &fragment.reflection.inputs;
    let handed = Some((&entries[..], fragment.shader));
    let Half {
        shader,
        binary,
        reflection,
    } = vertex;
    let mut first = prove_handed(shader, target, binary, reflection, options, handed);
    if let Verdict::ProvedOnCells { open, .. } = &mut first {
        // Lanes that no entry fills are nobody's.
        *open = open.saturating_sub(gaps(entries));
    }
    let Half {
        shader,
        binary,
        reflection,
    } = fragment;
    [
        first.normalized(),
        prove_with(shader, target, binary, reflection, options),
    ]
}

fn input<'a>(record: &'a Reflection, name: &str) -> Option<&'a Variable> {
    let mut inputs = record.inputs.iter();
    inputs.find(|input| input.builtin.is_none() && input.name == name)
}

/// A varying that the programs have in different registers, in words.
fn disagreement(target: &dyn Target, vertex: &Reflection, fragment: &Reflection) -> Option<String> {
    let shift = 4 * target
        .varyings()
        .map_or(0, |varyings| varyings.vertex_first);
    let inputs = fragment.inputs.iter();
    let varyings = inputs.filter(|input| input.builtin.is_none());
    varyings.into_iter().find_map(|read| {
        let name = &read.name;
        let mut outputs = vertex.outputs.iter();
        let Some(written) = outputs.find(|output| output.name == *name) else {
            return Some(format!(
                "the vertex program does not have the varying {name}"
            ));
        };
        let (Ok(read_from), Ok(written_to)) = (lanes_of(read), lanes_of(written)) else {
            return Some(format!("the varying {name} is in no register"));
        };
        let places = (read_from, written_to);
        // An array may end in the fragment program after the last element that is read.
        let same = places.0.len() <= places.1.len()
            && places
                .0
                .iter()
                .zip(&places.1)
                .enumerate()
                .all(|(at, (one, other))| {
                    !read.is_live(at) || written.is_live(at) && one + shift == *other
                });
        (!same).then(|| format!("the programs have the varying {name} in different registers"))
    })
}
