//! Selected code as text: what `--emit=select` shows.
//!
//! ```text
//! t0.x dph v0.xyz, c[96]
//! t1.x oPos.w rcp t0.x
//! ```
//!
//! A line is an operation: the virtual register and the output that it writes, its name, its
//! operands. Lanes of `t` are virtual; only as many letters are printed as count.

use super::code::{Arg, Code, Op, Source};
use super::graph::Operation;
use crate::isa::Mask;
use crate::program::{LETTERS, Target, UnitOp};
use retroshade_ir::entity::EntityRef;

/// The whole code.
pub fn print(code: &Code) -> String {
    let mut text = String::new();
    for literal in &code.literals {
        let values: Vec<String> = literal
            .lanes
            .iter()
            .map(|bits| format!("{:?}", f32::from_bits(*bits)))
            .collect();
        text.push_str(&format!(
            "c[{}] = {}\n",
            literal.register,
            values.join(", ")
        ));
    }
    for (number, address) in code.addresses.iter().enumerate() {
        text.push_str(&format!("a0.{number} = floor {}\n", operand(&address.arg)));
    }
    for op in &code.ops {
        text.push_str(&line(op));
        text.push('\n');
    }
    text
}

fn letters(lanes: impl Iterator<Item = u8>) -> String {
    lanes
        .filter_map(|lane| LETTERS.get(usize::from(lane)))
        .collect()
}

fn positions(mask: Mask) -> impl Iterator<Item = u8> {
    (0..4).filter(move |at| mask >> at & 1 == 1)
}

fn operand(arg: &Arg) -> String {
    let register = match arg.source {
        Source::Virtual(register) => format!("t{register}"),
        Source::Position => "oPos".to_owned(),
        Source::Attribute(index) => format!("v{index}"),
        Source::Constant(index) => format!("c[{index}]"),
        Source::Relative(index, address) => format!("c[a0.{}+{index}]", EntityRef::index(address)),
    };
    let lanes =
        letters(positions(arg.needed).filter_map(|at| arg.lanes.get(usize::from(at)).copied()));
    let sign = if arg.negate { "-" } else { "" };
    format!("{sign}{register}.{lanes}")
}

fn line(op: &Op) -> String {
    let mut words = Vec::new();
    if let Some(keep) = op.keep {
        words.push(format!(
            "t{}.{}",
            keep.register,
            letters(keep.lanes.iter().flatten().copied())
        ));
    }
    if let Some(emit) = op.emit {
        words.push(format!(
            "{}.{}",
            Target::Output(emit.number),
            letters(positions(emit.mask()))
        ));
    }
    words.push(match op.operation {
        Operation::Mac(mac) => mac.name().to_owned(),
        Operation::Ilu(ilu) => ilu.name().to_owned(),
        Operation::Move => "move".to_owned(),
        Operation::Positive => "positive".to_owned(),
        Operation::One => "one".to_owned(),
    });
    let operands: Vec<String> = op.args.iter().map(operand).collect();
    format!("{} {}", words.join(" "), operands.join(", "))
}
