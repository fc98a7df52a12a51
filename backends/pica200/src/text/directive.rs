//! Directives: declarations of uniforms, constants, inputs and outputs, and of the program's shape.

use super::block::BlockKind;
use super::fault;
use super::memory::Memory;
use super::operand::{File, Operand, components, operand};
use super::statement::{Assembler, Shared, Word};
use crate::container::{Constant, Geometry, Kind, OutputMapping, Semantic, Symbol, SymbolFile};
use crate::isa::{
    DESCRIPTORS, DescriptorTable, FIRST_DUMMY_OUTPUT, INPUTS, LaneMask, OUTPUTS, float24,
};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::{Cursor, Token, TokenKind, float_value, integer_value};

/// A `.constfa` block that is not closed yet.
#[derive(Debug)]
pub(super) struct OpenArray {
    name: String,
    /// The number in brackets.
    length: Option<usize>,
    values: Vec<[u32; 4]>,
    pub(super) span: Span,
}

fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    fault(codes::assembler::SYNTAX, span, message)
}

fn no_room(what: &str, needed: u16, free: u16, span: Span) -> Diagnostic {
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
        if let Some(earlier) = self.procedures.get(name.text) {
            let message = format!("procedure `{}` is defined twice", name.text);
            return Err(syntax(name.span, message).and_at(earlier.span, "first defined here"));
        }
        if let Some(outer) = self.blocks.last() {
            return Err(syntax(span, "a procedure cannot stand in another block")
                .and_at(outer.span, "this block is open"));
        }
        // A text with code has an executable, whatever else it declares.
        self.draft();
        self.open(BlockKind::Procedure, name.text, span);
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

    fn uniforms(&mut self, cursor: &mut Cursor, file: SymbolFile) -> Result<(), Diagnostic> {
        loop {
            let name = symbol_name(cursor, "the name of a uniform")?;
            let count = if cursor.eat('[') {
                let count = cursor.integer(1..=96, "the number of registers")?;
                cursor.punct(']')?;
                count as u16
            } else {
                1
            };
            self.uniform(name.text, name.span, file, count)?;
            if !cursor.eat(',') {
                return Ok(());
            }
        }
    }

    fn uniform(
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
            self.define_alias(name, Operand::register(operand_file(file), first, span))?;
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

    fn space(&mut self) -> &mut Memory {
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

    fn free(&mut self, file: SymbolFile) -> u16 {
        let size = match file {
            SymbolFile::Float => 96,
            SymbolFile::Integer => 4,
            SymbolFile::Boolean => 16,
            SymbolFile::Input => 0,
        };
        size - self.space().taken(file).min(size)
    }

    fn constant(&mut self, cursor: &mut Cursor, file: SymbolFile) -> Result<(), Diagnostic> {
        let name = cursor.word("the name of the constant")?;
        self.draft();
        let value = constant_value(cursor, file)?;
        let place = self.space().constant(file, 1);
        let free = self.free(file);
        let what = format!("constant `{}`", name.text);
        let first = place.ok_or_else(|| no_room(&what, 1, free, name.span))?;
        self.define_alias(
            name.text,
            Operand::register(operand_file(file), first, name.span),
        )?;
        self.draft().executable.constants.push(value.at(first));
        Ok(())
    }

    fn constant_array(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        if let Some(array) = &mut self.array {
            let values = float_vector(cursor)?;
            if array
                .length
                .is_some_and(|length| array.values.len() >= length)
            {
                let length = array.length.unwrap_or_default();
                let message = format!("too many elements in the array, expected {length}");
                return Err(syntax(span, message));
            }
            array.values.push(values);
            return Ok(());
        }
        let name = cursor.word("the name of the array")?;
        cursor.punct('[')?;
        let length = if cursor.peek().is_punct(']') {
            None
        } else {
            Some(cursor.integer(1..=96, "the number of elements")? as usize)
        };
        cursor.punct(']')?;
        self.draft();
        self.array = Some(OpenArray {
            name: name.text.to_owned(),
            length,
            values: Vec::new(),
            span: name.span,
        });
        Ok(())
    }

    fn close_array(&mut self) -> Result<(), Diagnostic> {
        let Some(mut array) = self.array.take() else {
            return Ok(());
        };
        if let Some(length) = array.length {
            array.values.resize(length, [0; 4]);
        }
        let count = u16::try_from(array.values.len()).unwrap_or(u16::MAX);
        if count == 0 {
            let message = format!("no elements have been specified in array `{}`", array.name);
            return Err(syntax(array.span, message));
        }
        let place = self.space().constant(SymbolFile::Float, count);
        let free = self.free(SymbolFile::Float);
        let what = format!("constant array `{}`", array.name);
        let first = place.ok_or_else(|| no_room(&what, count, free, array.span))?;
        self.define_alias(
            &array.name,
            Operand::register(File::Float, first, array.span),
        )?;
        let constants = array.values.iter().zip(first..);
        let constants = constants.map(|(value, index)| Constant::Float {
            index,
            value: *value,
        });
        self.draft().executable.constants.extend(constants);
        Ok(())
    }

    fn input(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
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
            self.define_alias(name.text, input)?;
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

    fn output(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let first = cursor.peek();
        let name = if cursor.eat('-') {
            None
        } else {
            Some(cursor.word("the name of the output, or -")?)
        };
        let kind = cursor.word("a semantic such as position or color")?;
        let semantic = Semantic::from_name(kind.text).ok_or_else(|| {
            let names: Vec<&str> = Semantic::ALL.iter().map(|s| s.name()).collect();
            syntax(kind.span, format!("invalid output type: {}", kind.text))
                .with_help(format!("one of {}", names.join(", ")))
        })?;
        let mut mask = LaneMask::ALL;
        if cursor.eat('.') {
            let list = cursor.word("components such as xyz")?;
            let (selector, _) = components(list.text)
                .ok_or_else(|| syntax(list.span, format!("invalid output mask: {}", list.text)))?;
            mask = selector.read_by(LaneMask::ALL);
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
            self.define_alias(name.text, output)?;
        }
        Ok(())
    }

    fn map_output(
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

    fn set_vector(&mut self, cursor: &mut Cursor, file: File) -> Result<(), Diagnostic> {
        let register = operand(cursor, &self.aliases)?;
        if register.file != file {
            let message = format!("`{register}` is not a register of file {}", file.letter());
            return Err(syntax(register.span, message));
        }
        let symbols = match file {
            File::Float => SymbolFile::Float,
            _ => SymbolFile::Integer,
        };
        let value = constant_value(cursor, symbols)?.at(register.number);
        self.draft().executable.constants.push(value);
        Ok(())
    }

    fn set_boolean(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let register = operand(cursor, &self.aliases)?;
        if register.file != File::Boolean {
            let message = format!("invalid boolean uniform: {register}");
            return Err(syntax(register.span, message));
        }
        let token = cursor.advance();
        let value = match token.text.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => true,
            "false" | "off" | "0" => false,
            _ => {
                let message = format!("invalid bool value: {}", token.describe());
                return Err(syntax(token.span, message).with_help("true, on, 1, false, off or 0"));
            }
        };
        self.draft().executable.constants.push(Constant::Boolean {
            index: register.number,
            value,
        });
        Ok(())
    }

    fn raw_word(&mut self, cursor: &mut Cursor, span: Span) -> Result<(), Diagnostic> {
        if self.blocks.is_empty() {
            return Err(syntax(span, "a word of code stands outside of a block"));
        }
        self.room(span)?;
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

/// A name, or one between quotation marks, which need not be an identifier and stands for no
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

fn operand_file(file: SymbolFile) -> File {
    match file {
        SymbolFile::Input => File::Input,
        SymbolFile::Float => File::Float,
        SymbolFile::Integer => File::Integer,
        SymbolFile::Boolean => File::Boolean,
    }
}

/// A constant without its place.
enum Value {
    Float([u32; 4]),
    Integer([u8; 4]),
}

impl Value {
    fn at(self, index: u8) -> Constant {
        match self {
            Value::Float(value) => Constant::Float { index, value },
            Value::Integer(value) => Constant::Integer { index, value },
        }
    }
}

fn constant_value(cursor: &mut Cursor, file: SymbolFile) -> Result<Value, Diagnostic> {
    if file == SymbolFile::Float {
        return Ok(Value::Float(float_vector(cursor)?));
    }
    vector(cursor, |cursor| {
        // Negative steps are written as such and kept in eight bits.
        Ok(cursor.integer(-128..=255, "a number of eight bits")? as u8)
    })
    .map(Value::Integer)
}

fn float_vector(cursor: &mut Cursor) -> Result<[u32; 4], Diagnostic> {
    vector(cursor, float)
}

/// `( a, b, c, d )`
fn vector<T: Copy + Default>(
    cursor: &mut Cursor,
    mut lane: impl FnMut(&mut Cursor) -> Result<T, Diagnostic>,
) -> Result<[T; 4], Diagnostic> {
    let mut lanes = [T::default(); 4];
    for (k, slot) in lanes.iter_mut().enumerate() {
        cursor.punct(if k == 0 { '(' } else { ',' })?;
        *slot = lane(cursor)?;
    }
    cursor.punct(')')?;
    Ok(lanes)
}

/// A number as a float24 word.
fn float(cursor: &mut Cursor) -> Result<u32, Diagnostic> {
    let start = cursor.peek().span;
    let negative = cursor.eat('-');
    if !negative {
        cursor.eat('+');
    }
    let token = cursor.peek();
    let magnitude = match token.kind {
        TokenKind::Number => {
            float_value(&token).or_else(|| integer_value(&token).map(|value| value as f64))
        }
        TokenKind::Word => match token.text.to_ascii_lowercase().as_str() {
            "inf" | "infinity" => Some(f64::INFINITY),
            "nan" => Some(f64::NAN),
            text => match text
                .strip_prefix("0f")
                .map(|hex| u32::from_str_radix(hex, 16))
            {
                Some(Ok(word)) if word < 1 << 24 && !negative => {
                    cursor.advance();
                    return Ok(word);
                }
                _ => None,
            },
        },
        _ => None,
    };
    let Some(magnitude) = magnitude else {
        return Err(cursor.expected("a number"));
    };
    cursor.advance();
    if !cursor.peek().is_punct(',') && !cursor.peek().is_punct(')') {
        let span = start.to(cursor.peek().span);
        return Err(syntax(span, "a component of a constant is a single number")
            .with_help("expressions such as 1.0/128.0 are not computed: write the result"));
    }
    // What is below the normal range is zero, which arithmetic would make of it anyway.
    let magnitude = if magnitude < (-62f64).exp2() {
        0.0
    } else {
        magnitude
    };
    let value = if negative { -magnitude } else { magnitude };
    Ok(float24::from_f32(value as f32, float24::Rounding::Truncate))
}
