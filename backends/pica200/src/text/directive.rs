//! Directives: which there are, and those about the shape of the program.

use super::fault;
use super::memory::Memory;
use super::nesting::BlockKind;
use super::operand::{File, Operand, operand};
use super::statement::{Assembler, Word};
use crate::container::{Geometry, Kind, SymbolFile};
use crate::isa::{DESCRIPTORS, DescriptorTable};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::Cursor;

pub(super) fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    fault(codes::assembler::SYNTAX, span, message)
}

pub(super) fn no_room(what: &str, needed: u16, free: u16, span: Span) -> Diagnostic {
    let message = format!("no room for {what}: it needs {needed} registers, {free} are free");
    fault(codes::limit::CONSTANTS, span, message)
}

impl Assembler {
    /// A line that starts with a point.
    pub(super) fn directive(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let start = cursor.punct('.')?.span;
        let name = cursor.word("a directive")?;
        let span = start.to(name.span);
        if self.array.is_some() && !name.text.eq_ignore_ascii_case("constfa") {
            return match name.text.to_ascii_lowercase().as_str() {
                "end" => self.close_array(),
                _ => Err(syntax(span, "only `.constfa (...)` can stand in an array")),
            };
        }
        match name.text.to_ascii_lowercase().as_str() {
            "proc" => self.procedure(cursor, span),
            "else" => self.otherwise(span),
            "end" => self.close(span),
            "alias" => self.alias(cursor),
            "fvec" => self.uniforms(cursor, SymbolFile::Float),
            "ivec" => self.uniforms(cursor, SymbolFile::Integer),
            "bool" => self.uniforms(cursor, SymbolFile::Boolean),
            "constf" => self.constant(cursor, SymbolFile::Float),
            "consti" => self.constant(cursor, SymbolFile::Integer),
            "constfa" => self.constant_array(cursor, span),
            "in" => self.input(cursor),
            "out" => self.output(cursor),
            "entry" => self.entry(cursor),
            "nodvle" => {
                self.draft().hidden = true;
                Ok(())
            }
            "gsh" => self.geometry(cursor, span),
            "setf" => self.set_vector(cursor, File::Float),
            "seti" => self.set_vector(cursor, File::Integer),
            "setb" => self.set_boolean(cursor),
            "dvle" => {
                self.end_of_text();
                Ok(())
            }
            "nonop" => {
                self.padding.switch_off();
                Ok(())
            }
            "word" => self.raw_word(cursor, span),
            "opdesc" => self.descriptors(cursor, span),
            _ => Err(fault(
                codes::assembler::INSTRUCTION,
                span,
                format!("invalid instruction: `.{}`", name.text),
            )),
        }
    }

    fn procedure(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        let name = cursor.word("the name of the procedure")?;
        if let Some(outer) = self.blocks.last() {
            return Err(syntax(span, "a procedure cannot stand in another block")
                .and_at(outer.span, "this block is open"));
        }
        // A text with code has an executable, whatever else it declares.
        self.draft();
        // The block is opened in any case, so that the body of a second definition is read as one.
        self.open(BlockKind::Procedure, name.text, span);
        if let Some(earlier) = self.procedures.get(name.text) {
            let message = format!("procedure `{}` is defined twice", name.text);
            return Err(syntax(name.span, message).and_at(earlier.span, "first defined here"));
        }
        Ok(())
    }

    fn alias(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = cursor.word("the new name")?;
        let meaning = operand(cursor, &self.aliases)?;
        if meaning.index != crate::isa::Index::None {
            return Err(syntax(meaning.span, "an alias cannot be indexed"));
        }
        let meaning = Operand {
            span: name.span,
            ..meaning
        };
        self.define_alias(name.text, meaning)
    }

    fn entry(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = cursor.word("the name of a procedure")?;
        self.draft().entry = Some((name.text.to_owned(), name.span));
        Ok(())
    }

    fn geometry(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        let draft = self.draft();
        if cursor.at_line_end() {
            if draft.executable.kind == Kind::Vertex {
                draft.executable.kind = Kind::Geometry(Geometry::Point);
            }
            return Ok(());
        }
        if draft.executable.kind != Kind::Vertex {
            return Err(syntax(span, "`.gsh` had already been used"));
        }
        let declared = &draft.executable;
        if !declared.constants.is_empty() || !declared.symbols.is_empty() || declared.outputs != 0 {
            let message = "`.gsh` must stand before any constant, uniform or output is declared";
            return Err(syntax(span, message));
        }
        let mode = cursor.word("point, variable or fixed")?;
        let first = self.float_register(cursor)?;
        let geometry = match mode.text.to_ascii_lowercase().as_str() {
            "point" => Geometry::Point,
            "variable" | "subdivision" => Geometry::Variable {
                vertices: cursor.integer(0..=255, "the number of vertices")? as u8,
            },
            "fixed" | "particle" => {
                let place = cursor.peek().span;
                let start = self.float_register(cursor)?;
                if start >= first {
                    let message = "this location overlaps the uniforms of the program";
                    return Err(syntax(place, message));
                }
                Geometry::Fixed {
                    start,
                    vertices: cursor.integer(0..=255, "the number of vertices")? as u8,
                }
            }
            _ => {
                let message = format!("invalid geometry shader mode: {}", mode.text);
                return Err(syntax(mode.span, message));
            }
        };
        let draft = self.draft();
        draft.executable.kind = Kind::Geometry(geometry);
        draft.own_space = Some(Memory::geometry(first));
        Ok(())
    }

    fn float_register(&mut self, cursor: &mut Cursor) -> Result<u8, Diagnostic> {
        let register = operand(cursor, &self.aliases)?;
        if register.file != File::Float {
            let message = format!("invalid float uniform register: {register}");
            return Err(syntax(register.span, message));
        }
        Ok(register.number)
    }

    fn raw_word(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        if self.blocks.is_empty() {
            return Err(syntax(span, "a word of code stands outside of a block"));
        }
        self.room(span);
        let word = cursor.integer(0..=i64::from(u32::MAX), "a 32-bit word")? as u32;
        self.padding.instruction();
        self.push(Word::Raw(word), span.to(cursor.last_span()));
        Ok(())
    }

    fn descriptors(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        if !self.words.is_empty() {
            return Err(syntax(
                span,
                "`.opdesc` must stand before the first instruction",
            ));
        }
        let mut words = self.table.words().to_vec();
        loop {
            words.push(cursor.integer(0..=i64::from(u32::MAX), "a descriptor")? as u32);
            if !cursor.eat(',') {
                break;
            }
        }
        if words.len() > DESCRIPTORS {
            let message = format!(
                "pica200: {} operand descriptors, the limit is {DESCRIPTORS}",
                words.len()
            );
            return Err(fault(codes::limit::DESCRIPTORS, span, message));
        }
        self.table = DescriptorTable::with_words(&words);
        Ok(())
    }
}

pub(super) fn operand_file(file: SymbolFile) -> File {
    match file {
        SymbolFile::Input => File::Input,
        SymbolFile::Float => File::Float,
        SymbolFile::Integer => File::Integer,
        SymbolFile::Boolean => File::Boolean,
    }
}
