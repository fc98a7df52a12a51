//! Uniform blocks of both shaders of a pair: one block, so both declare the same.

use super::Half;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_frontend::typed::{UniformBlock, UniformBlockMember};
use retroshade_ir::{MatrixLayout, Stage};
use std::collections::BTreeSet;

/// The names under which uniforms of blocks are known: of a block with an instance its own, else those of its members.
pub(super) fn names(blocks: &[UniformBlock]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for block in blocks {
        if block.instance {
            names.insert(block.name.clone());
        } else {
            names.extend(block.members.iter().map(|member| member.name.clone()))
        }
    }
    names
}

/// Compares the blocks that both shaders have, but for the types of their members, which are uniforms.
///
/// Adds an error for each block that is not the same, and gives the names of the uniforms that this
/// message speaks for: of the block with an instance, of every member without one.
pub(super) fn check(feeder: &Half, fragment: &Half, errors: &mut Diagnostics) -> BTreeSet<String> {
    let mut reported = BTreeSet::new();
    for one in &feeder.blocks {
        let mut others = fragment.blocks.iter();
        let Some(other) = others.find(|other| other.name == one.name) else {
            continue;
        };
        let Some(difference) = difference(one, other) else {
            continue;
        };
        errors.push(difference.message(&one.name, feeder.shader.stage));
        for block in [one, other] {
            if block.instance {
                reported.insert(block.name.clone());
            } else {
                reported.extend(block.members.iter().map(|member| member.name.clone()))
            }
        }
    }
    reported
}

/// A difference between two declarations of a block: the text in each shader, and its place.
struct Difference {
    what: String,
    feeder: (String, Span),
    fragment: (String, Span),
}

impl Difference {
    fn message(self, block: &str, feeder: Stage) -> Diagnostic {
        let feeder = feeder.name();
        let (one, one_span) = self.feeder;
        let (other, other_span) = self.fragment;
        let message = format!(
            "{} of the uniform block `{block}` {one} in the {feeder} shader and {other} in the fragment shader",
            self.what
        );
        Diagnostic::error(codes::link::UNIFORM_BLOCK, message)
            .at(other_span, "declared in the fragment shader")
            .and_at(one_span, format!("declared in the {feeder} shader"))
            .with_help("declare the block alike in both shaders, or give one of them another name")
    }
}

fn difference(one: &UniformBlock, other: &UniformBlock) -> Option<Difference> {
    let both = |what: &str, words: [String; 2]| {
        let [feeder, fragment] = words;
        Some(Difference {
            what: what.to_owned(),
            feeder: (feeder, one.span),
            fragment: (fragment, other.span),
        })
    };
    if one.storage != other.storage {
        let words = [one, other].map(|block| format!("is `{}`", block.storage.word()));
        return both("the layout", words);
    }
    if one.instance != other.instance {
        let words = [one, other].map(|block| {
            if block.instance {
                "has a name".to_owned()
            } else {
                "has no name".to_owned()
            }
        });
        return both("the instance", words);
    }
    if one.array != other.array {
        let words = [one, other].map(|block| match block.array {
            Some(length) => format!("has {length} elements"),
            None => "is no array".to_owned(),
        });
        return both("the instance", words);
    }
    let count = one.members.len().max(other.members.len());
    (0..count).find_map(|index| member(index, one, other))
}

/// Returns the difference between the members at a place, if there is one.
fn member(index: usize, one: &UniformBlock, other: &UniformBlock) -> Option<Difference> {
    let [first, second] = [one, other].map(|block| (block, block.members.get(index)));
    let place = |(block, member): (&UniformBlock, Option<&UniformBlockMember>)| {
        member.map_or(block.span, |member| member.span)
    };
    let name = |(_, member): (_, Option<&UniformBlockMember>)| member.map(|m| m.name.clone());
    if name(first) != name(second) {
        let words = |half| match name(half) {
            Some(name) => format!("is `{name}`"),
            None => "is missing".to_owned(),
        };
        return Some(Difference {
            what: format!("member {}", index + 1),
            feeder: (words(first), place(first)),
            fragment: (words(second), place(second)),
        });
    }
    let (first, second) = (first.1?, second.1?);
    let lie = |member: &UniformBlockMember| match member.matrices {
        MatrixLayout::Rows => "is `row_major`".to_owned(),
        MatrixLayout::Columns => "is `column_major`".to_owned(),
    };
    (first.matrices != second.matrices).then(|| Difference {
        what: format!("member `{}`", first.name),
        feeder: (lie(first), first.span),
        fragment: (lie(second), second.span),
    })
}
