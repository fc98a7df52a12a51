//! Operands between the text and the parts of an operation: for each form what is printed, and what is read.

use crate::pp::half;
use crate::pp::isa::{
    Component, Dest, Form, Layout, Meaning, Memory, Operation, Part, Register, Source, To, Unit,
    exists,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::text::error_of;
use retroshade_kit::text::operand::{Base, Written, wrong};

/// A part of a line that is read.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// A name after `$` or `^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Register(Register),
    /// `^v0`
    Vector,
    /// `^s0`
    Scalar,
    /// `^none`
    Nothing,
    /// `^tex_coord`
    Coordinate,
    /// `^fragcoord` and its like.
    Input,
}

fn name(text: &str, span: Span) -> Read<Name> {
    Ok(Name::Register(match text {
        "^const0" => Register::Const0,
        "^const1" => Register::Const1,
        "^tex_sampler" | "^texture" => Register::Sampled,
        "^u" | "^uniform" => Register::Loaded,
        "^v0" => return Ok(Name::Vector),
        "^s0" => return Ok(Name::Scalar),
        "^none" => return Ok(Name::Nothing),
        "^tex_coord" | "^discard" => return Ok(Name::Coordinate),
        "^fragcoord" | "^pointcoord" | "^frontfacing" => return Ok(Name::Input),
        _ => {
            let number = text.strip_prefix('$').and_then(|rest| rest.parse().ok());
            let number = number.filter(|number| exists(*number));
            let number = number.ok_or_else(|| {
                error_of(
                    codes::assembler::REGISTER,
                    span,
                    format!("there is no register `{text}`"),
                    "registers are $0 to $5",
                )
            })?;
            Register::General(number)
        }
    }))
}

/// What an operand names, if it is a register or the like.
fn named(written: &Written<'_>) -> Read<Option<Name>> {
    match &written.base {
        Base::Register(text) => name(text, written.span).map(Some),
        Base::Number(..) | Base::Bits(_) | Base::Label(_) => Ok(None),
    }
}

fn register(written: &Written<'_>) -> Read<Register> {
    match named(written)? {
        Some(Name::Register(register)) => Ok(register),
        _ => Err(wrong(written.span, "a register is needed here")),
    }
}

/// One lane of a register.
fn lane(written: &Written<'_>) -> Read<Source> {
    let component = written.component()?;
    match named(written)? {
        Some(Name::Register(register)) => Ok(Source::lane(register, component)),
        _ => Err(wrong(
            written.span,
            "one component of a register is needed here",
        )),
    }
}

/// As [`lane`], without modifiers, which this place has no bits for.
fn plain(written: &Written<'_>) -> Read<Source> {
    written.unmodified()?;
    lane(written)
}

/// The number of a lane: 4 times the register's code and the component.
fn component(written: &Written<'_>) -> Read<Component> {
    let source = plain(written)?;
    Ok(source.register.component(source.component()))
}

/// True if an operand can be the destination and nothing else where it stands.
pub(super) fn is_destination(written: &Written<'_>) -> bool {
    match named(written) {
        Ok(Some(Name::Register(register))) => matches!(register, Register::General(_)),
        Ok(Some(name)) => name != Name::Input,
        _ => false,
    }
}

/// True if an operand is of the kind that a form wants.
pub(super) fn fits(form: Form, written: &Written<'_>) -> bool {
    match (form, &written.base) {
        (Form::Address | Form::Sampler, base) => matches!(base, Base::Number(..)),
        (Form::Input(name, _), Base::Register(text)) => text == name,
        (Form::Source(_), Base::Register(_)) => !matches!(named(written), Ok(Some(Name::Input))),
        (Form::Input(..) | Form::Source(_), _) => false,
        _ => true,
    }
}

/// A lane by its number.
fn numbered(number: Component) -> Written<'static> {
    let register = Register::from_component(number);
    Written::register(register.name(Unit::Load)).lane(number & 3)
}

fn has(layout: Layout, part: Part) -> bool {
    layout.fields().iter().any(|field| field.part == part)
}

fn is_adder(unit: Unit) -> bool {
    matches!(unit, Unit::VectorAdd | Unit::ScalarAdd)
}

fn spare(bits: u8) -> Option<i64> {
    (bits != 0).then_some(bits.into())
}

/// The operand of an operation that a form is.
pub(super) fn written(form: Form, operation: &Operation) -> Written<'static> {
    let (op, address) = (operation.op, operation.address);
    match form {
        Form::Dest => dest(operation),
        Form::Source(number) | Form::Spare(number) => {
            let source = operation.sources[number];
            let named = Written::register(source.register.name(op.unit));
            let product = match source.register {
                Register::Product { spare: bits } => Some(bits),
                _ => None,
            };
            let lanes = match (has(op.layout, Part::Component(number)), product) {
                (true, Some(_)) => named,
                (true, None) => named.lane(source.component()),
                (false, _) => named.swizzled(source.lanes),
            };
            Written {
                negative: source.negative,
                absolute: source.absolute,
                spare: product.and_then(spare),
                ..lanes
            }
        }
        Form::Address => {
            let index = i64::from(address.index);
            let index = match address.width(op.layout) {
                Some(1) => Written::integer(index >> 2).lane((index & 3) as u8),
                Some(2) => {
                    Written::integer(index >> 1).with_lanes(["xy", "zw"][(index & 1) as usize])
                }
                _ => Written::integer(index),
            };
            with_offset(index, operation)
        }
        Form::Sampler => with_offset(Written::integer(address.index.into()), operation),
        Form::Input(name, usual) => Written {
            spare: (address.code != usual).then_some(address.code.into()),
            ..Written::register(name)
        },
        Form::Stored => {
            let source = operation.sources[0];
            let named = Written::register(source.register.name(op.unit));
            match (address.width(op.layout), source.component()) {
                (Some(4), 0) => named,
                (_, lane) => named.lane(lane),
            }
        }
        // These are made where the whole program, or the whole list, is at hand.
        Form::Label | Form::Numbers => Written::integer(0),
    }
}

fn with_offset<'a>(index: Written<'a>, operation: &Operation) -> Written<'a> {
    let address = operation.address;
    let offset: Option<Written<'a>> = address.offset.map(numbered);
    Written {
        offset: offset.map(Box::new),
        spare: spare(address.spare),
        ..index
    }
}

fn dest(operation: &Operation) -> Written<'static> {
    let (layout, unit) = (operation.op.layout, operation.op.unit);
    let lanes = operation.dest.lanes;
    match operation.dest.to {
        To::Coordinate => Written::register("^tex_coord").masked(lanes),
        To::Nothing { spare: bits } => {
            let name = match unit {
                Unit::VectorMul => "^v0",
                Unit::ScalarMul => "^s0",
                _ => "^none",
            };
            Written {
                spare: spare(bits),
                ..Written::register(name)
            }
        }
        To::Register(number) => {
            let named = Written::register(Register::General(number).name(unit));
            if has(layout, Part::DestinationLane) {
                named.lane(lanes.lanes().next().unwrap_or(0))
            } else {
                named.masked(lanes)
            }
        }
    }
}

/// A half float as the shortest number that reads back as it, in hexadecimal where there is none.
pub(super) fn number(bits: u16) -> Written<'static> {
    let value = half::to_f32(bits);
    // As a 64-bit float it prints with all its digits.
    let text = format!("{:?}", f64::from(value));
    let exact = value.is_finite() && text.parse().map(half::from_f32) == Ok(bits);
    Written::of(if exact {
        Base::Number(value.into(), None)
    } else {
        Base::Bits(bits.into())
    })
}

/// Reads an operand into the part of an operation that a form is.
pub(super) fn read(form: Form, written: &Written<'_>, operation: &mut Operation) -> Read<()> {
    let layout = operation.op.layout;
    match form {
        Form::Dest => operation.dest = read_dest(written, operation)?,
        Form::Source(number) | Form::Spare(number) => {
            operation.sources[number] = source(written, number, operation)?;
        }
        Form::Address => address(written, operation)?,
        Form::Sampler => {
            operation.address.index = within(written, written.whole()?, 0..=0xfff)?;
            offset(written, operation)?;
        }
        Form::Input(_, usual) => {
            operation.address.code = written.spare.map_or(usual, |code| code as u8);
        }
        Form::Stored => {
            operation.sources[0] = match (&written.lanes, layout) {
                (None, _) => {
                    written.unmodified()?;
                    Source::lane(register(written)?, 0)
                }
                (Some(_), _) => plain(written)?,
            };
        }
        Form::Label | Form::Numbers => {}
    }
    Ok(())
}

fn read_dest(written: &Written<'_>, operation: &Operation) -> Read<Dest> {
    let (layout, unit) = (operation.op.layout, operation.op.unit);
    let none = || wrong(written.span, "this is no destination");
    let nothing = Dest {
        to: To::Nothing {
            spare: written.spare.unwrap_or(0) as u8,
        },
        lanes: LaneMask::NONE,
    };
    match (named(written)?.ok_or_else(none)?, unit) {
        (Name::Register(Register::General(number)), _) if has(layout, Part::DestinationLane) => {
            let lane = plain(written)?.component();
            Ok(Dest::register(number, LaneMask::lane(lane)))
        }
        (Name::Register(Register::General(number)), _) => {
            let lanes = written.mask()?;
            if lanes.is_empty() && has(layout, Part::Destination) {
                Ok(Dest {
                    to: To::Nothing { spare: number },
                    lanes,
                })
            } else {
                Ok(Dest::register(number, lanes))
            }
        }
        (Name::Coordinate, Unit::Varying) => Ok(Dest {
            to: To::Coordinate,
            lanes: written.mask()?,
        }),
        (Name::Vector, Unit::VectorMul) | (Name::Scalar, Unit::ScalarMul) => Ok(nothing),
        (Name::Nothing, Unit::VectorAdd | Unit::ScalarAdd) => Ok(nothing),
        _ => Err(none()),
    }
}

fn source(written: &Written<'_>, number: usize, operation: &Operation) -> Read<Source> {
    let (layout, unit) = (operation.op.layout, operation.op.unit);
    let is_scalar = has(layout, Part::Component(number));
    let passing = match unit {
        Unit::VectorAdd => Name::Vector,
        _ => Name::Scalar,
    };
    let found = named(written)?;
    let is_arithmetic = matches!(unit, Unit::VectorMul | Unit::ScalarMul) || is_adder(unit);
    let mut source = match found {
        Some(name) if number == 0 && is_adder(unit) && name == passing => {
            let spare = written.spare.unwrap_or(0) as u8;
            let lanes = if is_scalar {
                Swizzle::splat(0)
            } else {
                written.swizzle()?
            };
            Source::new(Register::Product { spare }, lanes)
        }
        Some(Name::Vector | Name::Scalar) if number == 1 && is_arithmetic => {
            let message =
                "a multiplier's result is read as the first operand of the adder beside it only";
            return Err(wrong(written.span, message));
        }
        _ if is_scalar => lane(written)?,
        _ => Source::new(register(written)?, written.swizzle()?),
    };
    if has(layout, Part::Negative(number)) {
        (source.negative, source.absolute) = (written.negative, written.absolute);
    } else {
        written.unmodified()?;
    }
    Ok(source)
}

/// A number in a range.
fn within(written: &Written<'_>, value: i64, range: std::ops::RangeInclusive<i64>) -> Read<i32> {
    if range.contains(&value) {
        return Ok(value as i32);
    }
    let (low, high) = (range.start(), range.end());
    let message = format!("the index {value} is not in the range {low} to {high}");
    Err(wrong(written.span, message))
}

fn address(written: &Written<'_>, operation: &mut Operation) -> Read<()> {
    let number = match written.base {
        Base::Number(_, Some(number)) => i64::from(within(written, number, 0..=0xffff)?),
        _ => return Err(wrong(written.span, "an index is needed here")),
    };
    let number = if written.negative { -number } else { number };
    let lane = |letter: &str| {
        retroshade_ir::LANES
            .iter()
            .position(|lane| letter == lane.to_string())
    };
    let (index, code) = match written.lanes.as_deref() {
        None => (
            number,
            if operation.op.unit == Unit::Varying {
                3
            } else {
                2
            },
        ),
        Some("xy") => (2 * number, 1),
        Some("zw") => (2 * number + 1, 1),
        Some(letter) => match lane(letter) {
            Some(lane) => (4 * number + lane as i64, 0),
            None => {
                let message = "an index has one component, `xy`, `zw` or none";
                return Err(wrong(written.span, message));
            }
        },
    };
    let range = match operation.op.row.meaning {
        Meaning::Varying(_) | Meaning::VaryingDirection => 0..=63,
        Meaning::Load(Memory::Uniforms) => -0x8000..=0xffff,
        _ => -0x8000..=0x7fff,
    };
    operation.address.code = code;
    operation.address.index = within(written, index, range)?;
    offset(written, operation)?;
    // Beside an offset the field has a sign.
    if operation.address.offset.is_some() && index > 0x7fff {
        operation.address.index -= 0x1_0000;
    }
    Ok(())
}

fn offset(written: &Written<'_>, operation: &mut Operation) -> Read<()> {
    let offset = written.offset.as_deref().map(component).transpose()?;
    operation.address.offset = offset;
    operation.address.spare = written.spare.unwrap_or(0) as u8;
    Ok(())
}

/// Reads a half float; a number that is rounded is warned about.
pub(super) fn half_float(written: &Written<'_>, warnings: &mut Diagnostics) -> Read<u16> {
    match written.base {
        Base::Bits(bits @ 0..=0xffff) if !written.negative => Ok(bits as u16),
        Base::Number(value, _) => {
            let value = if written.negative { -value } else { value } as f32;
            let bits = half::from_f32(value);
            let rounded = half::to_f32(bits);
            if rounded != value {
                let message = format!("{value} is rounded to the half float {rounded}");
                let warning = Diagnostic::warning(codes::warning::HALF_CONSTANT, message);
                warnings.push(warning.at(written.span, "this number"));
            }
            Ok(bits)
        }
        _ => Err(wrong(written.span, "a number or 16 bits are needed here")),
    }
}
