//! Arithmetic instructions.

use super::Parser;
use super::operand::{Lane, Place, Source, input, negated};
use super::stages::{Half, Last, Stage};
use crate::fragment::isa::{Input, Mapping, Output, Register, STAGES, Side};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::{error, error_of};

/// What an instruction makes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Nothing,
    Move,
    Add,
    Subtract,
    Multiply,
    MultiplyAdd,
    Mix,
    Choose,
    Inner,
    /// A, B, C, D of a combiner as they are; which products are inner ones, and whether the third result chooses.
    Direct {
        dot: [bool; 2],
        mux: bool,
    },
    Final,
}

impl Form {
    fn of(name: &str) -> Option<Form> {
        let direct = |dot, mux| Form::Direct { dot, mux };
        Some(match name {
            "nop" => Form::Nothing,
            "mov" => Form::Move,
            "add" => Form::Add,
            "sub" => Form::Subtract,
            "mul" => Form::Multiply,
            "mad" => Form::MultiplyAdd,
            "lrp" => Form::Mix,
            "cnd" => Form::Choose,
            "dp3" => Form::Inner,
            "xmma" => direct([false; 2], false),
            "xmmc" => direct([false; 2], true),
            "xdm" => direct([true, false], false),
            "xdd" => direct([true; 2], false),
            "xfc" => Form::Final,
            _ => return None,
        })
    }

    /// Destinations and sources.
    fn counts(self) -> (usize, usize) {
        match self {
            Form::Nothing => (0, 0),
            Form::Move => (1, 1),
            Form::Add | Form::Subtract | Form::Multiply | Form::Inner => (1, 2),
            Form::MultiplyAdd | Form::Mix | Form::Choose => (1, 3),
            // Inner products cannot be added.
            Form::Direct { dot: [true, _], .. } => (2, 4),
            Form::Direct { .. } => (3, 4),
            Form::Final => (0, 7),
        }
    }
}

/// An instruction as it is written.
struct Written {
    form: Form,
    /// The code of what is done to all results.
    operation: u32,
    saturates: bool,
    to: Vec<u8>,
    /// Colour and alpha are written.
    sides: [bool; 2],
    sources: Vec<Source>,
    span: Span,
}

impl Parser<'_, '_> {
    pub(super) fn arithmetic(&mut self) -> Result<(), Diagnostic> {
        let joined = self.cursor.eat('+');
        let written = self.written()?;
        self.cursor.line_end()?;
        match written.form {
            Form::Nothing => Ok(()),
            Form::Final => self.final_combiner(&written),
            _ if self.last.is_some() => Err(error(
                written.span,
                "`xfc` is the last instruction",
                "behind it",
            )),
            _ => self.general(&written, joined),
        }
    }

    fn written(&mut self) -> Result<Written, Diagnostic> {
        let name = self.cursor.word("an instruction")?;
        let lower = name.text.to_ascii_lowercase();
        let mut parts = lower.split('_');
        let form = parts.next().and_then(Form::of).ok_or_else(|| {
            let message = format!("there is no instruction `{}`", name.text);
            error_of(codes::assembler::INSTRUCTION, name.span, message, "unknown")
        })?;
        let (mut operation, mut saturates) = (0, false);
        for modifier in parts {
            match modifier {
                "sat" if !saturates => saturates = true,
                _ if operation != 0 => {
                    return Err(error(name.span, "results have one scale", "two of them"));
                }
                "bias" => operation = 1,
                "x2" => operation = 2,
                "bx2" => operation = 3,
                "x4" => operation = 4,
                "d2" => operation = 6,
                other => {
                    let message = format!("results have no modifier `_{other}`");
                    let help = "there are _x2, _x4, _d2, _bias, _bx2, _sat";
                    return Err(error(name.span, message, "unknown").with_help(help));
                }
            }
        }
        let (results, count) = form.counts();
        let (mut to, mut sides) = (Vec::new(), [true; 2]);
        for index in 0..results {
            if index > 0 {
                self.cursor.punct(',')?;
            }
            let (register, written) = self.destination()?;
            if register != 0 {
                let first = to.iter().all(|known| *known == 0);
                if !first && written != sides {
                    let span = self.cursor.last_span();
                    return Err(error(span, "all results have the same mask", "another one"));
                }
                sides = written;
            }
            to.push(register);
        }
        let mut sources = Vec::new();
        for index in 0..count {
            if index > 0 || results > 0 {
                self.cursor.punct(',')?;
            }
            sources.push(self.source()?);
        }
        Ok(Written {
            form,
            operation,
            saturates,
            to,
            sides,
            sources,
            span: name.span.to(self.cursor.last_span()),
        })
    }

    /// A general combiner, or the alpha side of the last one.
    fn general(&mut self, written: &Written, joined: bool) -> Result<(), Diagnostic> {
        let mut stage = match (joined, self.stages.pop()) {
            (true, Some(stage)) => stage,
            (true, None) => {
                return Err(error(
                    written.span,
                    "there is no instruction to join",
                    "`+`",
                ));
            }
            (false, before) => {
                self.stages.extend(before);
                Stage::default()
            }
        };
        if self.stages.len() as u32 >= STAGES {
            let message = format!("there are {STAGES} general combiners");
            return Err(error(written.span, message, "one more"));
        }
        let mut sides = written.sides;
        let is_dot = matches!(
            written.form,
            Form::Inner | Form::Direct { dot: [true, _], .. }
        );
        let blue = is_dot && sides[1];
        if is_dot {
            if !sides[0] {
                let message = "inner products are colours: alpha gets one with `.rgba`";
                return Err(error(written.span, message, "alpha alone"));
            }
            sides[1] = false;
        }
        let before = self.saturated;
        for (which, side) in [(0, Side::Rgb), (1, Side::Alpha)] {
            if !sides[which] {
                continue;
            }
            if stage.halves[which].is_some() {
                let message = "both instructions write the same side of a combiner";
                let help = "`+` joins one for `.rgb` and one for `.a`";
                return Err(error(written.span, message, "joined").with_help(help));
            }
            let mut half = self.half(written, side, &before, &mut stage.constants)?;
            let products = half.output.dot;
            half.output.blue = products.map(|dot| dot && blue);
            stage.halves[which] = Some(half);
        }
        if blue && stage.halves[1].is_some() {
            let message =
                "the alpha of this inner product has no place: the other instruction writes alpha";
            return Err(error(written.span, message, "joined"));
        }
        for register in &written.to {
            for (which, is_written) in written.sides.into_iter().enumerate() {
                if is_written {
                    self.saturated[which][usize::from(*register & 15)] = written.saturates;
                }
            }
        }
        self.stages.push(stage);
        Ok(())
    }

    /// One side of an instruction.
    fn half(
        &mut self,
        written: &Written,
        side: Side,
        saturated: &[[bool; 16]; 2],
        constants: &mut [Option<u32>; 2],
    ) -> Result<Half, Diagnostic> {
        let mut read = |source: &Source| input(source, side, saturated, constants);
        let one = Input {
            register: Register::ZERO,
            alpha: side == Side::Alpha,
            mapping: Mapping::UnsignedInvert,
        };
        let zero = Input {
            mapping: Mapping::Unsigned,
            ..one
        };
        let to = |index: usize| written.to.get(index).copied().unwrap_or(0);
        let mut output = Output {
            operation: written.operation,
            ..Output::default()
        };
        let source = |index: usize| {
            written
                .sources
                .get(index)
                .copied()
                .ok_or_else(|| error(written.span, "an operand is missing", "here"))
        };
        let product = [to(0), 0, 0];
        let sum = [0, 0, to(0)];
        let inputs = match written.form {
            Form::Move => {
                output.to = product;
                [read(&source(0)?)?, one, zero, zero]
            }
            Form::Multiply | Form::Inner => {
                output.to = product;
                output.dot = [written.form == Form::Inner, false];
                [read(&source(0)?)?, read(&source(1)?)?, zero, zero]
            }
            Form::Add => {
                output.to = sum;
                [read(&source(0)?)?, one, read(&source(1)?)?, one]
            }
            Form::Subtract => {
                output.to = sum;
                let taken = source(1)?;
                let mapping = negated(taken.mapping).ok_or_else(|| {
                    error(
                        taken.span,
                        "the combiners cannot take this away",
                        "no such mapping",
                    )
                })?;
                let taken = Source { mapping, ..taken };
                [read(&source(0)?)?, one, read(&taken)?, one]
            }
            Form::MultiplyAdd => {
                output.to = sum;
                [
                    read(&source(0)?)?,
                    read(&source(1)?)?,
                    read(&source(2)?)?,
                    one,
                ]
            }
            Form::Mix => {
                output.to = sum;
                let weight = source(0)?;
                let (plain, rest) = match weight.mapping {
                    Mapping::Signed | Mapping::Unsigned => {
                        (Mapping::Unsigned, Mapping::UnsignedInvert)
                    }
                    Mapping::UnsignedInvert => (Mapping::UnsignedInvert, Mapping::Unsigned),
                    _ => {
                        let message = "the weight of `lrp` is a register, or 1 - one";
                        return Err(error(weight.span, message, "another way to read it"));
                    }
                };
                let as_read = |mapping| Source { mapping, ..weight };
                [
                    read(&as_read(plain))?,
                    read(&source(1)?)?,
                    read(&as_read(rest))?,
                    read(&source(2)?)?,
                ]
            }
            Form::Choose => {
                output.to = sum;
                output.mux = true;
                self.chooses = true;
                let test = source(0)?;
                let is_r0 = test.register == Place::Register(Register::SPARE0)
                    && test.lane == Some(Lane::Alpha)
                    && test.mapping == Mapping::Signed;
                if !is_r0 {
                    return Err(error(test.span, "`cnd` tests r0.a", "something else"));
                }
                // The chip takes the first product where the alpha is below one half.
                [read(&source(2)?)?, one, read(&source(1)?)?, one]
            }
            Form::Direct { dot, mux } => {
                output.to = [to(0), to(1), to(2)];
                output.dot = dot;
                output.mux = mux;
                self.chooses |= mux;
                [
                    read(&source(0)?)?,
                    read(&source(1)?)?,
                    read(&source(2)?)?,
                    read(&source(3)?)?,
                ]
            }
            Form::Nothing | Form::Final => [zero; 4],
        };
        Ok(Half { inputs, output })
    }

    /// `xfc a, b, c, d, e, f, g`: a b + (1 - a) c + d, with e f to be read as `prod`, and g as alpha.
    fn final_combiner(&mut self, written: &Written) -> Result<(), Diagnostic> {
        if self.last.is_some() {
            return Err(error(
                written.span,
                "there is one final combiner",
                "another `xfc`",
            ));
        }
        if written.operation != 0 || written.saturates {
            return Err(error(written.span, "`xfc` has no modifier", "here"));
        }
        let mut constants = [None; 2];
        let mut bytes = [0u8; 8];
        for (index, (byte, source)) in bytes.iter_mut().zip(&written.sources).enumerate() {
            let side = if index == 6 { Side::Alpha } else { Side::Rgb };
            let mapping = match source.mapping {
                Mapping::Signed | Mapping::Unsigned => Mapping::Unsigned,
                Mapping::UnsignedInvert => Mapping::UnsignedInvert,
                _ => {
                    let message = "the final combiner reads a register, or 1 - one";
                    return Err(error(source.span, message, "another way to read it"));
                }
            };
            let plain = Source { mapping, ..*source };
            let read = input(&plain, side, &[[false; 16]; 2], &mut constants)?;
            let derived = [Register::SUM, Register::PRODUCT].contains(&read.register);
            if derived && (index >= 4 || index == 0 && read.register == Register::SUM) {
                let message = "the final combiner does not read this here";
                return Err(error(
                    source.span,
                    message,
                    "A takes no sum; E, F, G neither sum nor prod",
                ));
            }
            *byte = read.byte();
        }
        let [a, b, c, d, e, f, g, _] = bytes;
        self.last = Some(Last {
            words: [
                u32::from_be_bytes([a, b, c, d]),
                u32::from_be_bytes([e, f, g, 0]),
            ],
            constants,
        });
        Ok(())
    }
}
