//! Selected code for people: the mini assembler's syntax with values in place of temporaries.

use super::code::{Base, Code, Lane, Lanes, Matrix, Op, Target};
use crate::isa::{File, LANES};
use retroshade_ir::Stage;

/// One operation a line.
pub(crate) fn print(code: &Code, stage: Stage) -> String {
    code.ops
        .iter()
        .map(|op| op_text(code, op, stage) + "\n")
        .collect()
}

fn op_text(code: &Code, op: &Op, stage: Stage) -> String {
    let mut operands = Vec::new();
    match op.target {
        Target::None => {}
        Target::Value(value, mask) => operands.push(format!("%{}.{mask}", value.0)),
        Target::Output { file, number, from } => {
            let written = from.iter().zip(LANES).filter(|(from, _)| from.is_some());
            let mask: String = written.map(|(_, lane)| lane).collect();
            operands.push(format!("{}.{mask}", file.register(stage, number)));
        }
    }
    operands.extend((!op.a.is_empty()).then(|| lanes_text(code, &op.a, stage)));
    operands.extend((!op.b.is_empty()).then(|| lanes_text(code, &op.b, stage)));
    operands.extend(op.matrix.map(|matrix| match matrix {
        Matrix::Direct(number) => File::Constant.register(stage, number),
        Matrix::Indirect(index) => indirect_text(code, index, stage),
    }));
    operands.extend(op.sampler.map(|sampler| {
        format!(
            "{} {}",
            File::Sampler.register(stage, sampler.number),
            sampler.flags()
        )
    }));
    let mut text = format!("{} {}", op.opcode.row().name, operands.join(", "));
    if let Some(guarded) = op.guarded() {
        for guard in &guarded.guards {
            let lane = |lane| lanes_text(code, &Lanes::new([lane]), stage);
            let name = guard.opcode.row().name;
            text += &format!(" {name} {}, {}", lane(guard.a), lane(guard.b));
        }
        text += &format!(" over {}", lanes_text(code, &guarded.over, stage));
    }
    text
}

/// Lanes of one value or register as a swizzle, others one by one.
fn lanes_text(code: &Code, lanes: &Lanes, stage: Stage) -> String {
    let name = |lane: &Lane| match *lane {
        Lane::Undefined => None,
        Lane::Value(value, lane) => Some((format!("%{}", value.0), lane)),
        Lane::Literal(bits) => Some((format!("{:?}", f32::from_bits(bits)), 4)),
        Lane::Register(file, number, lane) => Some((file.register(stage, number), lane)),
        Lane::Indirect(index, lane) => Some((indirect_text(code, index, stage), lane)),
    };
    let parts: Vec<Option<(String, u8)>> = lanes.as_slice().iter().map(name).collect();
    let letter = |part: &Option<(String, u8)>| match part {
        Some((_, lane)) => LANES.get(usize::from(*lane)).copied().unwrap_or('_'),
        None => '_',
    };
    let mut bases: Vec<&String> = parts.iter().flatten().map(|part| &part.0).collect();
    bases.dedup();
    let literal = lanes
        .as_slice()
        .iter()
        .any(|lane| lane.base() == Base::Literals);
    match bases.as_slice() {
        [base] if !literal => format!("{base}.{}", parts.iter().map(letter).collect::<String>()),
        _ => {
            let single = |part: &Option<(String, u8)>| match part {
                Some((base, 4)) => base.clone(),
                Some((base, _)) => format!("{base}.{}", letter(part)),
                None => "_".to_owned(),
            };
            format!(
                "({})",
                parts.iter().map(single).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

fn indirect_text(code: &Code, index: u32, stage: Stage) -> String {
    let constant = File::Constant.prefix(stage);
    match code.indices.get(index as usize) {
        Some(index) => {
            let lane = lanes_text(code, &Lanes::new([index.lane]), stage);
            format!("{constant}[{lane}+{}]", index.offset)
        }
        None => format!("{constant}[?]"),
    }
}
