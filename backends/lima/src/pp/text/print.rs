//! Instructions as text.

use super::CONDITIONS;
use super::parse::assemble;
use crate::fault::{Checked, demand};
use crate::pp::bundle::{Bundle, Prefetch, Program, Slot};
use crate::pp::half;
use crate::pp::isa::{
    self, Argument, Field, Layout, NONE, OutMod, TEXTURE_CUBE, Unit, op, source, varying,
};
use retroshade_diagnostics::FileId;
use retroshade_ir::LANES;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::lanes::{LaneMask, Swizzle};

/// The text of a program, which assembles to the same words. An instruction that the language cannot say is its
/// words, with the reason.
pub fn disassemble(program: &Program) -> String {
    let offsets = program.offsets();
    let mut targets: EntitySet<usize> = EntitySet::new();
    for index in 0..program.bundles.len() {
        targets.extend(program.branch_target(index, &offsets));
    }
    let mut text = String::new();
    for (index, bundle) in program.bundles.iter().enumerate() {
        let offset = offsets.get(index).copied().unwrap_or(0);
        if targets.contains(index) {
            text.push_str(&format!("L{offset}:\n"));
        }
        match said(program, bundle, index, &offsets) {
            Ok(line) => text.push_str(&line),
            Err(reason) => {
                let words = words(program, index).into_iter();
                let words: Vec<String> = words.map(|word| format!("0x{word:08x}")).collect();
                text.push_str(&format!("words {} # {reason}", words.join(" ")));
            }
        }
        text.push('\n');
    }
    text
}

/// The words of an instruction where it stands.
fn words(program: &Program, index: usize) -> Vec<u32> {
    let length = |bundle: &Bundle| bundle.words();
    let before: usize = program.bundles.iter().take(index).map(length).sum();
    let own = program.bundles.get(index).map_or(0, length);
    // Whatever was read can be written.
    let all = program.encode().unwrap_or_default();
    all.into_iter().skip(before).take(own).collect()
}

/// The line of an instruction, if it is read back as the same.
fn said(program: &Program, bundle: &Bundle, index: usize, offsets: &[usize]) -> Checked<String> {
    if !bundle.raw.is_empty() {
        return Err("no known instruction".into());
    }
    let last = index + 1 == program.bundles.len();
    demand(
        !last || bundle.leaves(),
        "control runs off the end of the program",
    )?;
    let line = line(program, bundle, index, offsets)?;
    // A branch goes to a label of this text, and gets its distance there.
    let target = program.branch_target(index, offsets);
    let label = target.and_then(|target| offsets.get(target));
    let text = match label {
        Some(label) => format!("L{label}:\n{line}"),
        None => line.clone(),
    };
    let (again, _) = assemble(FileId(0), &text).map_err(|errors| {
        let first = errors.iter().next();
        first.map_or_else(String::new, |error| error.message.clone())
    })?;
    let mut again = again.bundles.into_iter().next().unwrap_or_default();
    let said = bundle.slot(Unit::Branch).copied();
    if let (Some(place), Some(slot)) = (again.slot_mut(Unit::Branch), said) {
        let length = target.and_then(|target| program.bundles.get(target));
        let length = length.map_or(0, Bundle::words) as i64;
        let usual = slot.layout() != Layout::Branch || slot.get(Field::NextCount) == length;
        demand(usual, "the branch gives a wrong length")?;
        place.set(Field::Target, slot.get(Field::Target));
        place.set(Field::NextCount, slot.get(Field::NextCount));
    }
    demand(again == *bundle, "bits that none of its operations uses")?;
    Ok(line)
}

fn line(program: &Program, bundle: &Bundle, index: usize, offsets: &[usize]) -> Checked<String> {
    let mut parts = Vec::new();
    if bundle.stop {
        parts.push("stop".to_owned());
    }
    if bundle.sync {
        parts.push("sync".to_owned());
    }
    if let Some(Prefetch { enabled, next }) = bundle.prefetch {
        parts.push(format!("prefetch {} {next}", u8::from(enabled)));
    }
    parts.extend(operations(program, bundle, index, offsets)?);
    match parts.is_empty() {
        true => Ok("nop".to_owned()),
        false => Ok(parts.join(", ")),
    }
}

/// The text of each unit that is on, in their order.
pub(crate) fn operations(
    program: &Program,
    bundle: &Bundle,
    index: usize,
    offsets: &[usize],
) -> Checked<Vec<String>> {
    let mut parts = Vec::new();
    for (unit, slot) in bundle.slots() {
        let part = match slot.layout() {
            Layout::Branch => branch(program, slot, index, offsets)?,
            Layout::Discard => "discard".to_owned(),
            Layout::Const => {
                let values = [Field::X, Field::Y, Field::Z, Field::W];
                let values = values.map(|field| constant(slot.get(field)));
                let name = if unit == Unit::Const0 { 0 } else { 1 };
                format!("const{name} {}", values.join(" "))
            }
            Layout::VaryingIndex | Layout::VaryingRegister => varying_load(slot)?,
            Layout::Texture => texture(slot)?,
            Layout::Load => load(slot)?,
            Layout::VectorMul | Layout::VectorAdd => vector(unit, slot)?,
            Layout::ScalarMul | Layout::ScalarAdd => scalar(unit, slot)?,
            Layout::CombineScalar
            | Layout::CombineScalarToVector
            | Layout::CombineVectorToScalar
            | Layout::CombineMul => combine(slot)?,
            Layout::Store => store(slot)?,
            Layout::FrameRead => frame_read(slot)?,
        };
        parts.push(part);
    }
    Ok(parts)
}

fn lane(index: i64) -> char {
    LANES[(index & 3) as usize]
}

fn mask(mask: i64) -> String {
    match LaneMask::from_bits(mask as u8) {
        LaneMask::NONE => "._".to_owned(),
        mask => mask.suffix(),
    }
}

fn swizzle(swizzle: i64) -> String {
    match Swizzle::from_bits(swizzle as u8) {
        Swizzle::IDENTITY => String::new(),
        swizzle => format!(".{swizzle:?}"),
    }
}

fn register(code: i64) -> String {
    match code {
        source::CONST0 => "^const0".to_owned(),
        source::CONST1 => "^const1".to_owned(),
        source::TEXTURE => "^tex_sampler".to_owned(),
        source::LOAD => "^u".to_owned(),
        _ => format!("${code}"),
    }
}

fn scalar_register(code: i64) -> String {
    format!("{}.{}", register(code >> 2), lane(code))
}

fn modified(name: &str, negative: bool, absolute: bool, lanes: &str) -> String {
    let minus = if negative { "-" } else { "" };
    let absolute = if absolute { "_abs" } else { "" };
    format!("{minus}{name}{absolute}{lanes}")
}

/// What the first operand is called if it is not in a register.
fn chained(unit: Unit, slot: &Slot) -> Option<String> {
    if !slot.flag(Field::MulIn) {
        return None;
    }
    let name = if unit == Unit::VectorAdd {
        "^v0"
    } else {
        "^s0"
    };
    Some(name.to_owned())
}

fn extra(value: i64) -> String {
    match value {
        0 => String::new(),
        value => format!("/{value}"),
    }
}

fn name(unit: Unit, slot: &Slot) -> Checked<(&'static isa::OpRow, String)> {
    let code = slot.get(Field::Op);
    let row = isa::operation(unit, code)
        .ok_or_else(|| format!("{}: unknown operation {code}", unit.name()))?;
    let modifier = OutMod::from_code(slot.get(Field::OutMod));
    Ok((row, format!("{}{}", row.name, modifier.suffix())))
}

fn vector(unit: Unit, slot: &Slot) -> Checked<String> {
    let (row, name) = name(unit, slot)?;
    let suffix = if unit == Unit::VectorMul { "v0" } else { "v1" };
    let dest = slot.get(Field::Dest);
    let dest = match slot.get(Field::Mask) {
        0 if unit == Unit::VectorMul => format!("^v0{}", extra(dest)),
        0 => format!("^none{}", extra(dest)),
        lanes => format!("${dest}{}", mask(lanes)),
    };
    let chain = chained(unit, slot);
    let tail = match chain {
        Some(_) => extra(slot.get(Field::Arg0Src)),
        None => String::new(),
    };
    let operand = |base: &str, fields: Argument| {
        let (negative, absolute) = (slot.flag(fields.negative), slot.flag(fields.absolute));
        modified(base, negative, absolute, &swizzle(slot.get(fields.swizzle)))
    };
    let first = chain.unwrap_or_else(|| register(slot.get(Field::Arg0Src)));
    let first = operand(&first, Argument::FIRST);
    let mut text = format!("{name}.{suffix} {dest} {first}{tail}");
    let swizzled = slot.get(Field::Arg1Swizzle) != 0;
    if !row.is_unary() || swizzled || has_second(slot) {
        text.push(' ');
        let second = register(slot.get(Field::Arg1Src));
        text.push_str(&operand(&second, Argument::SECOND));
    }
    Ok(text)
}

/// Whether there are bits of a second operand, be it that the operation has none.
fn has_second(slot: &Slot) -> bool {
    let fields = Argument::SECOND;
    let mut fields = [fields.src, fields.negative, fields.absolute].into_iter();
    fields.any(|field| slot.get(field) != 0)
}

fn scalar_operand(slot: &Slot, fields: Argument) -> String {
    let code = slot.get(fields.src);
    modified(
        &register(code >> 2),
        slot.flag(fields.negative),
        slot.flag(fields.absolute),
        &format!(".{}", lane(code)),
    )
}

fn scalar(unit: Unit, slot: &Slot) -> Checked<String> {
    let (row, name) = name(unit, slot)?;
    let suffix = if unit == Unit::ScalarMul { "s0" } else { "s1" };
    let dest = slot.get(Field::Dest);
    let dest = match slot.flag(Field::OutEn) {
        true => scalar_register(dest),
        false if unit == Unit::ScalarMul => format!("^s0{}", extra(dest)),
        false => format!("^none{}", extra(dest)),
    };
    let first = match chained(unit, slot) {
        Some(chain) => {
            let tail = extra(slot.get(Field::Arg0Src));
            let (negative, absolute) = (slot.flag(Field::Arg0Neg), slot.flag(Field::Arg0Abs));
            modified(&chain, negative, absolute, "") + &tail
        }
        None => scalar_operand(slot, Argument::FIRST),
    };
    let mut text = format!("{name}.{suffix} {dest} {first}");
    if !row.is_unary() || has_second(slot) {
        text.push(' ');
        text.push_str(&scalar_operand(slot, Argument::SECOND));
    }
    Ok(text)
}

/// An index in units of an alignment of 1, 2 or 4 components.
fn index(index: i64, width: i64, offset: Option<i64>) -> String {
    let base = match width {
        1 => format!("{}.{}", index >> 2, lane(index)),
        2 => format!("{}.{}", index >> 1, ["xy", "zw"][(index & 1) as usize]),
        _ => index.to_string(),
    };
    match offset {
        Some(offset) => format!("{base}+{}", scalar_register(offset)),
        None => base,
    }
}

fn varying_load(slot: &Slot) -> Checked<String> {
    let dest = match slot.get(Field::Dest) {
        NONE => "^tex_coord".to_owned(),
        number => format!("${number}"),
    };
    let dest = dest + &mask(slot.get(Field::Mask));
    let (kind, perspective) = (slot.get(Field::Source), slot.get(Field::Perspective));
    let projection = |perspective| -> Checked<&str> {
        match perspective {
            0 => Ok(""),
            2 => Ok("_projz"),
            3 => Ok("_projw"),
            _ => Err("varying unit: unknown division".into()),
        }
    };
    if slot.layout() == Layout::VaryingRegister {
        let from = modified(
            &register(slot.get(Field::Src)),
            slot.flag(Field::Neg),
            slot.flag(Field::Abs),
            &swizzle(slot.get(Field::Swizzle)),
        );
        let normalize = (slot.flag(Field::Normalize6), slot.flag(Field::Normalize7));
        let suffix = match (kind, perspective, normalize) {
            (varying::CUBE, 1, (false, false)) => "_cube",
            (varying::CUBE, 2, (false, true)) => "_norm",
            (varying::CUBE, 2, (true, false)) => "_norm6",
            (varying::CUBE, 2, (false, false)) => "_norm0",
            (varying::REGISTER, perspective, (false, false)) => projection(perspective)?,
            _ => return Err("varying unit: unknown bits for normalisation".into()),
        };
        return Ok(format!("load{suffix}.v {dest} {from}"));
    }
    let align = slot.get(Field::Align);
    let special = match (kind, perspective) {
        (varying::CUBE, 3) => Some(("^fragcoord", 3)),
        (varying::SPECIAL, 0) => Some(("^pointcoord", 1)),
        (varying::SPECIAL, 1) => Some(("^frontfacing", 0)),
        (varying::SPECIAL, _) => return Err("varying unit: unknown special input".into()),
        _ => None,
    };
    let offset = slot.get(Field::OffsetVector);
    if let Some((name, usual)) = special {
        let plain = offset == NONE || (offset == 0 && slot.get(Field::OffsetLane) == 0);
        if !plain || slot.get(Field::Index) != 0 {
            return Err("varying unit: a special input with an index".into());
        }
        let unusual = match align {
            align if align == usual => String::new(),
            align => format!("/{align}"),
        };
        return Ok(format!("load.v {dest} {name}{unusual}"));
    }
    let suffix = match kind {
        varying::CUBE => "_cube",
        _ => projection(perspective)?,
    };
    let width = match align {
        0 => 1,
        1 => 2,
        3 => 4,
        _ => return Err("varying unit: unknown alignment 2".into()),
    };
    let offset = (offset != NONE).then_some(offset << 2 | slot.get(Field::OffsetLane));
    let from = index(slot.get(Field::Index), width, offset);
    Ok(format!("load{suffix}.v {dest} {from}"))
}

fn texture(slot: &Slot) -> Checked<String> {
    let level = match (slot.flag(Field::LodEn), slot.flag(Field::ExplicitLod)) {
        (false, false) => "",
        (true, false) => "b",
        (true, true) => "l",
        (false, true) => return Err("texture unit: a level without a register".into()),
    };
    let kind = match slot.get(Field::Type) {
        TEXTURE_CUBE => "cube",
        0 => "2d",
        other => return Err(format!("texture unit: unknown sampler type {other}").into()),
    };
    let mut text = format!("texld{level}_{kind} {}", slot.get(Field::Index));
    if slot.flag(Field::OffsetEn) {
        text.push_str(&format!("+{}", scalar_register(slot.get(Field::OffsetReg))));
    }
    if slot.flag(Field::LodEn) {
        text.push_str(&format!(" {}", scalar_register(slot.get(Field::LodReg))));
    }
    Ok(text)
}

fn memory_index(slot: &Slot) -> Checked<String> {
    let width = match slot.get(Field::Align) {
        align @ 0..=2 => 1 << align,
        other => return Err(format!("unknown alignment {other}").into()),
    };
    let offset = slot
        .flag(Field::OffsetEn)
        .then_some(slot.get(Field::OffsetReg));
    Ok(index(slot.memory_index(), width, offset))
}

fn load(slot: &Slot) -> Checked<String> {
    let kind = match slot.get(Field::Source) {
        0 => 'u',
        3 => 't',
        other => return Err(format!("load unit: unknown source {other}").into()),
    };
    Ok(format!("load.{kind} {}", memory_index(slot)?))
}

fn combine(slot: &Slot) -> Checked<String> {
    let dest = slot.get(Field::Dest);
    let first = || scalar_operand(slot, Argument::FIRST);
    let vector = || register(slot.get(Field::Arg1Src)) + &swizzle(slot.get(Field::Arg1Swizzle));
    let modifier = OutMod::from_code(slot.get(Field::OutMod)).suffix();
    let lanes = mask(slot.get(Field::Mask));
    Ok(match (slot.layout(), slot.get(Field::Op)) {
        (Layout::CombineMul, _) => format!("mul.s2 ${dest}{lanes} {} {}", first(), vector()),
        (Layout::CombineVectorToScalar, _) => {
            format!(
                "atan_pt2{modifier}.s2 {} {}",
                scalar_register(dest),
                vector()
            )
        }
        (Layout::CombineScalarToVector, op::ATAN) => {
            format!("atan_pt1.s2 ${dest}{lanes} {}", first())
        }
        (Layout::CombineScalarToVector, op::ATAN2) => {
            let second = scalar_operand(slot, Argument::SECOND);
            format!("atan2_pt1.s2 ${dest}{lanes} {} {second}", first())
        }
        (Layout::CombineScalar, _) => {
            let (_, name) = name(Unit::Combine, slot)?;
            format!("{name}.s2 {} {}", scalar_register(dest), first())
        }
        (_, other) => return Err(format!("combine unit: unknown operation {other}").into()),
    })
}

fn store(slot: &Slot) -> Checked<String> {
    if slot.get(Field::DestKind) != 3 {
        return Err("store unit: unknown kind".into());
    }
    let mut to = memory_index(slot)?;
    if !slot.flag(Field::OffsetEn) {
        to += &extra(slot.get(Field::OffsetReg));
    }
    let src = slot.get(Field::Src);
    let from = match slot.get(Field::Align) == 2 && src & 3 == 0 {
        true => register(src >> 2),
        false => scalar_register(src),
    };
    Ok(format!("store.t {to} {from}"))
}

fn frame_read(slot: &Slot) -> Checked<String> {
    if slot.get(Field::Kind) != 7 || slot.get(Field::Align) != 2 {
        return Err("store unit: unknown bits in a read of the frame buffer".into());
    }
    let name = match slot.flag(Field::Color) {
        true => "fb_color",
        false => "fb_depth",
    };
    Ok(format!("{name}.t ${}", slot.get(Field::Dest)))
}

/// Bits of a branch's condition: greater, equal, less.
fn branch(program: &Program, slot: &Slot, index: usize, offsets: &[usize]) -> Checked<String> {
    let target = program
        .branch_target(index, offsets)
        .ok_or("the branch goes to no instruction")?;
    let length = program.bundles.get(target).map_or(0, Bundle::words) as i64;
    if slot.get(Field::NextCount) != length {
        return Err("the branch gives a wrong length of its target".into());
    }
    let condition = slot.get(Field::Gt) | slot.get(Field::Eq) << 1 | slot.get(Field::Lt) << 2;
    let suffix = CONDITIONS.get(condition as usize).unwrap_or(&"");
    let [first, second] = [Field::Arg0Src, Field::Arg1Src].map(|field| slot.get(field));
    let operands = match condition == 7 && first == 0 && second == 0 {
        true => String::new(),
        false => format!(" {} {}", scalar_register(first), scalar_register(second)),
    };
    let label = offsets.get(target).copied().unwrap_or(0);
    Ok(format!("branch{suffix}{operands} L{label}"))
}

/// A half float as the shortest number that reads back as it, in hexadecimal where there is none.
fn constant(bits: i64) -> String {
    let value = half::to_f32(bits as u16);
    // As a 64-bit float it prints with all its digits.
    let text = format!("{:?}", f64::from(value));
    match value.is_finite() && text.parse().map(half::from_f32) == Ok(bits as u16) {
        true => text,
        false => format!("0x{bits:04x}"),
    }
}
