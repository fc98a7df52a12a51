//! Instructions: from operands to a word and a descriptor.

use super::argument::{choose_form, comparison, condition, sources};
use super::nesting::BlockKind;
use super::operand::{File, operand};
use super::statement::{Assembler, Reference, Word};
use super::{fault, wrong};
use crate::container::{Geometry, Kind};
use crate::isa::{
    Combine, Comparison, Condition, Destination, Form, GEOMETRY_WORDS, Index, Instruction,
    LaneMask, Opcode, Source, SourceRegister, TABLE, TableFull, VERTEX_WORDS,
};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::Cursor;

impl Assembler {
    /// A line that is no directive.
    pub(super) fn instruction(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let mnemonic = cursor.word("an instruction or a directive")?;
        let name = mnemonic.text.to_ascii_lowercase();
        let row = TABLE.by_name(if name == "loop" { "for" } else { &name });
        let Some(row) = row else {
            let message = format!("invalid instruction: `{}`", mnemonic.text);
            let code = codes::assembler::INSTRUCTION;
            return Err(fault(code, mnemonic.span, message));
        };
        if self.blocks.is_empty() {
            let message = "instruction outside block";
            return Err(fault(codes::assembler::SYNTAX, mnemonic.span, message)
                .with_help("instructions stand between `.proc name` and `.end`"));
        }
        self.room(mnemonic.span);
        self.padding.instruction();
        let opcode = row.info.opcode;
        let span = mnemonic.span;
        let instruction = match row.info.form {
            Form::Bare => Instruction::Bare(opcode),
            Form::Two | Form::TwoInverted | Form::One | Form::Three | Form::ThreeInverted => {
                self.arithmetic(cursor, opcode)?
            }
            Form::Address => self.address(cursor)?,
            Form::Compare => self.compare(cursor)?,
            Form::SetEmit => self.set_emit(cursor)?,
            Form::Loop => self.for_loop(cursor, span)?,
            Form::Call | Form::CallFlags | Form::IfFlags | Form::BreakFlags | Form::JumpFlags => {
                self.by_flags(cursor, opcode, row.info.form, span)?
            }
            Form::CallBoolean | Form::IfBoolean | Form::JumpBoolean => {
                self.by_boolean(cursor, opcode, row.info.form, span)?
            }
        };
        if matches!(opcode, Opcode::Break | Opcode::Breakc) && !self.innermost(BlockKind::Loop) {
            return Err(wrong(span, format!("`{name}` stands in no `for` block")));
        }
        let span = span.to(cursor.last_span());
        let number = self.descriptor(cursor, &instruction, span)?;
        self.push(Word::Instruction(instruction, number), span);
        Ok(())
    }

    /// Reports the first word of each text that the code memory of its unit does not reach.
    pub(super) fn room(&mut self, span: Span) {
        let (limit, stage) = if self.is_geometry() {
            (GEOMETRY_WORDS, "geometry")
        } else {
            (VERTEX_WORDS, "vertex")
        };
        if self.words.len() < limit || self.is_full {
            return;
        }
        self.is_full = true;
        let message =
            format!("pica200: {stage} programs end at word {limit}, this is one word more");
        let mut error = fault(codes::limit::INSTRUCTIONS, span, message);
        let before = self.first_word;
        if before > 0 {
            error = error.with_note(format!(
                "{before} words of the texts before this one come first"
            ));
        }
        self.diagnostics.push(error);
    }

    /// Finds a descriptor: the one after `@`, or by the sharing rule.
    fn descriptor(
        &mut self,
        cursor: &mut Cursor,
        instruction: &Instruction,
        span: Span,
    ) -> Result<u8, Diagnostic> {
        let Some(demand) = instruction.demand() else {
            return Ok(0);
        };
        if cursor.eat('@') {
            let number = cursor.integer(0..=127, "the descriptor number")? as u8;
            let reachable = !demand.low || number < 32;
            if !reachable || !self.descriptor_serves(number, instruction) {
                let message = format!("descriptor {number} does not fit this instruction");
                return Err(wrong(cursor.last_span(), message));
            }
            return Ok(number);
        }
        match self.table.place(demand) {
            Ok(placed) => {
                if let Some((a, b)) = placed.exchanged {
                    self.exchange(a, b);
                }
                Ok(placed.number)
            }
            Err(full) => {
                if !std::mem::replace(&mut self.table_is_full, true) {
                    let message = match full {
                        TableFull::All => {
                            "pica200: this needs a 129th operand descriptor, the limit is 128"
                        }
                        TableFull::Mad => {
                            "pica200: this needs a 33rd operand descriptor for `mad`, the limit is 32"
                        }
                    };
                    let error = fault(codes::limit::DESCRIPTORS, span, message);
                    self.diagnostics.push(error);
                }
                Ok(0)
            }
        }
    }

    fn destination(&mut self, cursor: &mut Cursor) -> Result<(Destination, LaneMask), Diagnostic> {
        let target = operand(cursor, &self.aliases)?;
        let register = match target.file {
            File::Output => Destination::output(target.number),
            File::Temporary => Destination::temporary(target.number),
            File::Input | File::Float | File::Integer | File::Boolean => {
                let message = format!("invalid destination register: {target}");
                return Err(wrong(target.span, message)
                    .with_help("results go to outputs (o) and temporaries (r)"));
            }
        };
        if target.negate || target.index != Index::None {
            return Err(wrong(
                target.span,
                "a destination has neither sign nor index",
            ));
        }
        if target.unordered {
            self.diagnostics.push(
                Diagnostic::warning(
                    codes::warning::MASK_ORDER,
                    format!(
                        "the mask means `.{}`: components of a mask have no order",
                        target.mask()
                    ),
                )
                .at(target.span, "here"),
            );
        }
        Ok((register, target.mask()))
    }

    fn arithmetic(
        &mut self,
        cursor: &mut Cursor,
        opcode: Opcode,
    ) -> Result<Instruction, Diagnostic> {
        let (destination, mask) = self.destination(cursor)?;
        let count = opcode.info().form.sources();
        let mut operands = Vec::with_capacity(count);
        for _ in 0..count {
            cursor.punct(',')?;
            operands.push(operand(cursor, &self.aliases)?);
        }
        let opcode = choose_form(opcode.plain(), &operands);
        let (sources, index) = sources(opcode, &operands)?;
        let unused = Source::plain(SourceRegister::input(0));
        let source = |k: usize| sources.get(k).copied().unwrap_or(unused);
        Ok(Instruction::Arithmetic {
            opcode,
            destination,
            mask,
            sources: [source(0), source(1), source(2)],
            index,
        })
    }

    fn address(&mut self, cursor: &mut Cursor) -> Result<Instruction, Diagnostic> {
        let target = cursor.word("an address register")?;
        let mut name = target.text.to_ascii_lowercase();
        if name == "a0" && cursor.eat('.') {
            name = format!(
                "a0.{}",
                cursor.word("x, y or xy")?.text.to_ascii_lowercase()
            );
        }
        let mask = match name.as_str() {
            "a0" | "a0.x" => LaneMask::from_bits(0b01),
            "a1" | "a0.y" => LaneMask::from_bits(0b10),
            "a01" | "a0.xy" => LaneMask::from_bits(0b11),
            _ => {
                let span = target.span.to(cursor.last_span());
                let message = "invalid destination register for mova";
                return Err(wrong(span, message).with_help("a0.x, a0.y or a0.xy"));
            }
        };
        cursor.punct(',')?;
        let read = operand(cursor, &self.aliases)?;
        let (sources, index) = sources(Opcode::Mova, &[read])?;
        let source = sources.first().copied();
        Ok(Instruction::MoveAddress {
            mask,
            source: source.unwrap_or(Source::plain(SourceRegister::input(0))),
            index,
        })
    }

    fn compare(&mut self, cursor: &mut Cursor) -> Result<Instruction, Diagnostic> {
        let left = operand(cursor, &self.aliases)?;
        let mut operators = [Comparison::Eq; 2];
        for operator in &mut operators {
            cursor.punct(',')?;
            *operator = comparison(cursor)?;
        }
        cursor.punct(',')?;
        let right = operand(cursor, &self.aliases)?;
        let (sources, index) = sources(Opcode::Cmp, &[left, right])?;
        let [a, b] = sources.as_slice() else {
            return Err(wrong(
                left.span.to(right.span),
                "`cmp` compares two operands",
            ));
        };
        Ok(Instruction::Compare {
            operators,
            sources: [*a, *b],
            index,
        })
    }

    fn set_emit(&mut self, cursor: &mut Cursor) -> Result<Instruction, Diagnostic> {
        let vertex = cursor.integer(0..=2, "the vertex slot")? as u8;
        let (mut primitive, mut winding) = (false, false);
        if cursor.eat(',') {
            while !cursor.at_line_end() {
                let flag = cursor.word("prim or inv")?;
                match flag.text.to_ascii_lowercase().as_str() {
                    "prim" | "primitive" => primitive = true,
                    "inv" | "invert" => winding = true,
                    _ => {
                        let message = format!("unknown setemit flag: `{}`", flag.text);
                        return Err(wrong(flag.span, message).with_help("prim, inv, or both"));
                    }
                }
            }
        }
        let draft = self.draft();
        if draft.executable.kind == Kind::Vertex {
            draft.executable.kind = Kind::Geometry(Geometry::Point);
        }
        Ok(Instruction::SetEmit {
            vertex,
            primitive,
            winding,
        })
    }

    fn for_loop(&mut self, cursor: &mut Cursor, span: Span) -> Result<Instruction, Diagnostic> {
        let counter = operand(cursor, &self.aliases)?;
        if counter.file != File::Integer {
            let message = format!("invalid integer vector uniform: {counter}");
            return Err(wrong(counter.span, message));
        }
        self.open(BlockKind::Loop, "", span);
        Ok(Instruction::Loop {
            integer: counter.number,
            last: 0,
        })
    }

    fn by_flags(
        &mut self,
        cursor: &mut Cursor,
        opcode: Opcode,
        form: Form,
        span: Span,
    ) -> Result<Instruction, Diagnostic> {
        let mut wanted = Condition {
            combine: Combine::Or,
            x: false,
            y: false,
        };
        if form != Form::Call {
            wanted = condition(cursor)?;
        }
        match form {
            Form::Call => self.procedure_reference(cursor)?,
            Form::CallFlags => {
                cursor.punct(',')?;
                self.procedure_reference(cursor)?;
            }
            Form::JumpFlags => {
                cursor.punct(',')?;
                self.label_reference(cursor)?;
            }
            Form::IfFlags => self.open(BlockKind::If, "", span),
            _ => {}
        }
        Ok(Instruction::Flags {
            opcode,
            condition: wanted,
            target: 0,
            length: 0,
        })
    }

    fn by_boolean(
        &mut self,
        cursor: &mut Cursor,
        opcode: Opcode,
        form: Form,
        span: Span,
    ) -> Result<Instruction, Diagnostic> {
        let sign = cursor.peek();
        let inverted = cursor.eat('!');
        if inverted && form != Form::JumpBoolean {
            let message = format!(
                "inverting the condition is not supported by {}",
                opcode.name()
            );
            return Err(wrong(sign.span, message)
                .with_help("exchange the two parts, or jump with `jmpu !`"));
        }
        let flag = operand(cursor, &self.aliases)?;
        if flag.file != File::Boolean {
            let message = format!("invalid boolean uniform: {flag}");
            return Err(wrong(flag.span, message));
        }
        match form {
            Form::CallBoolean => {
                cursor.punct(',')?;
                self.procedure_reference(cursor)?;
            }
            Form::JumpBoolean => {
                cursor.punct(',')?;
                self.label_reference(cursor)?;
            }
            _ => self.open(BlockKind::If, "", span),
        }
        Ok(Instruction::Boolean {
            opcode,
            boolean: flag.number,
            inverted,
            target: 0,
            length: 0,
        })
    }

    fn procedure_reference(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = cursor.word("a procedure")?;
        self.calls.push(Reference {
            word: self.words.len(),
            name: name.text.to_owned(),
            span: name.span,
        });
        Ok(())
    }

    fn label_reference(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = cursor.word("a label")?;
        self.jumps.push(Reference {
            word: self.words.len(),
            name: name.text.to_owned(),
            span: name.span,
        });
        Ok(())
    }
}
