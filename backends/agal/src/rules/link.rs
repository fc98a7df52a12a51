//! Rules that a vertex and a fragment program must keep together.

use super::{Part, Rule, Violation};
use crate::container::RawProgram;
use crate::isa::{File, LaneMask, Second, SourceField};
use retroshade_ir::Stage;
use std::collections::BTreeMap;

/// What a program shows to the other stage and to the machine behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Lanes of varyings written, or read (all lanes of each swizzle).
    pub varyings: BTreeMap<u16, LaneMask>,
    /// Lanes of outputs written.
    pub outputs: BTreeMap<u16, LaneMask>,
}

/// Collects what a program writes and reads.
pub fn interface(program: &RawProgram) -> Link {
    let mut link = Link::default();
    let add = |map: &mut BTreeMap<u16, LaneMask>, number, mask: LaneMask| {
        let held = map.entry(number).or_insert(LaneMask::NONE);
        *held = held.or(mask);
    };
    for token in &program.tokens {
        let Some(opcode) = token.decoded().opcode else {
            continue;
        };
        let info = opcode.info();
        match token.dest_file() {
            Some(File::Varying) if info.dest => {
                add(&mut link.varyings, token.dest_number(), token.mask());
            }
            Some(File::Output) if info.dest => {
                add(&mut link.outputs, token.dest_number(), token.mask());
            }
            _ => {}
        }
        let has_b = matches!(info.second, Second::Source | Second::Matrix(_));
        for (which, used) in [(SourceField::A, info.first), (SourceField::B, has_b)] {
            if !used || token.source_file(which) != Some(File::Varying) || token.is_indirect(which)
            {
                continue;
            }
            for row in 0..if which == SourceField::B {
                info.rows()
            } else {
                1
            } {
                let number = token.source_number(which).saturating_add(row);
                add(
                    &mut link.varyings,
                    number,
                    token.swizzle(which).read_by(LaneMask::ALL),
                );
            }
        }
    }
    link
}

fn violation(number: u16, message: String) -> Violation {
    Violation {
        token: None,
        part: Part::Whole,
        rule: Rule::Runtime(number),
        message,
    }
}

/// The rules of one program that the runtime checks when it links: outputs and varyings that are
/// written are written in full.
pub fn check_outputs(program: &RawProgram) -> Vec<Violation> {
    let link = interface(program);
    let mut violations = Vec::new();
    if program.stage == Stage::Vertex {
        for (number, mask) in link
            .varyings
            .iter()
            .filter(|varying| *varying.1 != LaneMask::ALL)
        {
            let message = format!("of the varying `v{number}` only {mask} is written");
            violations.push(violation(3633, message));
        }
    }
    if link.outputs.get(&0).copied().unwrap_or(LaneMask::NONE) != LaneMask::ALL {
        violations.push(match program.stage {
            Stage::Vertex | Stage::Geometry => {
                violation(3635, "the position `op` is not written in full".to_owned())
            }
            Stage::Fragment => violation(3634, "the colour `oc` is not written in full".to_owned()),
        });
    }
    violations
}

/// Checks that two programs fit together. Each must have passed [`check`](super::check) and [`check_outputs`].
pub fn check_pair(vertex: &RawProgram, fragment: &RawProgram) -> Vec<Violation> {
    let mut violations = Vec::new();
    if vertex.stage != Stage::Vertex {
        violations.push(violation(
            3631,
            "the vertex program is for another stage".to_owned(),
        ));
    }
    if fragment.stage != Stage::Fragment {
        violations.push(violation(
            3630,
            "the fragment program is for another stage".to_owned(),
        ));
    }
    if vertex.version != fragment.version {
        violations.push(violation(
            3757,
            "the programs have different versions".to_owned(),
        ));
    }
    let written = interface(vertex).varyings;
    for (number, read) in interface(fragment).varyings {
        let have = written.get(&number).copied().unwrap_or(LaneMask::NONE);
        if !have.covers(read) {
            let missing = read.without(have);
            let message =
                format!("`v{number}.{missing}` is read, but not written by the vertex program");
            violations.push(violation(3632, message));
        }
    }
    violations
}
