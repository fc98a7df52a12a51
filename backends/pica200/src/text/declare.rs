//! Declarations of uniforms, inputs and outputs.

use super::directive::{no_room, operand_file, syntax};
use super::fault;
use super::memory::Memory;
use super::operand::{File, Operand, components, operand};
use super::statement::{Assembler, Shared};
use crate::container::{OutputMapping, Semantic, Symbol, SymbolFile};
use crate::isa::{FIRST_DUMMY_OUTPUT, INPUTS, LaneMask, OUTPUTS};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::{Cursor, Token, TokenKind};

impl Assembler {
    pub(super) fn uniforms(
        &mut self,
        cursor: &mut Cursor,
        file: SymbolFile,
    ) -> Result<(), Diagnostic> {
        loop {
            let name = symbol_name(cursor, "the name of a uniform")?;
            let count = if cursor.eat('[') {
                let count = self.size(cursor, "the number of registers")?;
                cursor.punct(']')?;
                count
            } else {
                1
            };
            self.uniform(name.text, name.span, file, count)?;
            if !cursor.eat(',') {
                return Ok(());
            }
        }
    }

    pub(super) fn uniform(
        &mut self,
        name: &str,
        span: Span,
        file: SymbolFile,
        count: u16,
    ) -> Result<(), Diagnostic> {
        let own_space = self.draft().own_space.is_some();
        let earlier = self.shared.get(name).filter(|_| !own_space).copied();
        let first = match earlier {
            Some(known) if known.file != file || known.count != count => {
                let message = format!("uniform `{name}` has another type or size elsewhere");
                return Err(syntax(span, message).and_at(known.span, "declared here"));
            }
            Some(known) => known.first,
            None => {
                let place = self.space().uniform(file, count);
                let free = self.free(file);
                place.ok_or_else(|| no_room(&format!("uniform `{name}`"), count, free, span))?
            }
        };
        if !own_space {
            let shared = Shared {
                file,
                first,
                count,
                span,
            };
            self.shared.insert(name.to_owned(), shared);
        }
        if !is_quoted(name) {
            self.name_register(name, Operand::register(operand_file(file), first, span))?;
        }
        if let Some(name) = exported(name) {
            self.draft().executable.symbols.push(Symbol {
                name,
                file,
                first,
                last: first + (count - 1) as u8,
            });
        }
        Ok(())
    }

    pub(super) fn space(&mut self) -> &mut Memory {
        // Borrows of the two spaces cannot be merged through `draft`, which may add one.
        let last = match self.drafts.len().checked_sub(1) {
            Some(last) if self.has_draft => last,
            _ => return &mut self.memory,
        };
        match &mut self.drafts[last].own_space {
            Some(memory) => memory,
            None => &mut self.memory,
        }
    }

    pub(super) fn free(&mut self, file: SymbolFile) -> u16 {
        let size = match file {
            SymbolFile::Float => 96,
            SymbolFile::Integer => 4,
            SymbolFile::Boolean => 16,
            SymbolFile::Input => 0,
        };
        size - self.space().taken(file).min(size)
    }

    pub(super) fn input(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = symbol_name(cursor, "the name of the input")?;
        let used = self.draft().executable.inputs;
        let register = if cursor.at_line_end() {
            let free = (0..INPUTS).find(|register| used >> register & 1 == 0);
            free.ok_or_else(|| {
                let message = format!("too many inputs: the limit is {INPUTS}");
                fault(codes::limit::ATTRIBUTES, name.span, message)
            })?
        } else {
            let given = operand(cursor, &self.aliases)?;
            if given.file != File::Input {
                let message = format!("invalid input register: {given}");
                return Err(syntax(given.span, message));
            }
            given.number
        };
        if !is_quoted(name.text) {
            let input = Operand::register(File::Input, register, name.span);
            self.name_register(name.text, input)?;
        }
        let executable = &mut self.draft().executable;
        executable.inputs |= 1 << register;
        executable.symbols.push(Symbol {
            name: exported(name.text).unwrap_or_else(|| name.text.to_owned()),
            file: SymbolFile::Input,
            first: register,
            last: register,
        });
        Ok(())
    }

    pub(super) fn output(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let first = cursor.peek();
        let name = if cursor.eat('-') {
            None
        } else {
            Some(cursor.word("the name of the output, or -")?)
        };
        let kind = cursor.word("a semantic such as position or color")?;
        let semantic = Semantic::from_name(kind.text).ok_or_else(|| {
            syntax(kind.span, format!("invalid output type: {}", kind.text))
                .with_help(format!("one of {}", Semantic::names()))
        })?;
        let mut mask = LaneMask::ALL;
        if cursor.eat('.') {
            let list = cursor.word("components such as xyz")?;
            let (swizzle, _) = components(list.text)
                .ok_or_else(|| syntax(list.span, format!("invalid output mask: {}", list.text)))?;
            mask = swizzle.read_by(LaneMask::ALL);
        }
        let mapped = self.draft().mapped;
        let register = if cursor.at_line_end() {
            let free = |register: &u8| mapped[usize::from(*register)].is_empty();
            (0..OUTPUTS).find(free).ok_or_else(|| {
                let message = format!("too many outputs: the limit is {OUTPUTS}");
                fault(codes::limit::VARYINGS, kind.span, message)
            })?
        } else {
            let given = operand(cursor, &self.aliases)?;
            if given.file != File::Output {
                let message = format!("invalid output register: {given}");
                return Err(syntax(given.span, message));
            }
            mask = given.mask();
            given.number
        };
        let span = first.span.to(cursor.last_span());
        self.map_output(semantic, register, mask, span)?;
        if let Some(name) = name {
            let output = Operand::register(File::Output, register, name.span);
            self.name_register(name.text, output)?;
        }
        Ok(())
    }

    pub(super) fn map_output(
        &mut self,
        semantic: Semantic,
        register: u8,
        mask: LaneMask,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if register >= FIRST_DUMMY_OUTPUT && semantic != Semantic::Dummy {
            let message = format!("o{register} can only be a dummy output");
            return Err(syntax(span, message)
                .with_help("o0 to o6 carry semantics, the others feed a geometry program"));
        }
        let draft = self.draft();
        let mapped = &mut draft.mapped[usize::from(register & 15)];
        if !mapped.and(mask).is_empty() {
            let message = "this output collides with another one previously defined";
            return Err(syntax(span, message));
        }
        *mapped = mapped.or(mask);
        draft.executable.outputs |= 1 << register;
        draft.executable.output_map.push(OutputMapping {
            semantic,
            register,
            mask,
        });
        draft.executable.merge_outputs |= semantic == Semantic::Dummy && draft.own_space.is_some();
        Ok(())
    }
}

/// A name, or one between quotation marks, which need not be an identifier and names no
/// register in the text.
fn symbol_name<'a>(cursor: &mut Cursor<'_, 'a>, what: &str) -> Result<Token<'a>, Diagnostic> {
    let token = cursor.peek();
    if token.kind == TokenKind::Text {
        return Ok(cursor.advance());
    }
    cursor.word(what)
}

fn is_quoted(name: &str) -> bool {
    name.starts_with('"')
}

/// The name in the symbol table; `None` for names that stay in the text.
fn exported(name: &str) -> Option<String> {
    if is_quoted(name) {
        return Some(name.trim_matches('"').to_owned());
    }
    (!name.starts_with('_')).then(|| name.replace('$', "."))
}
