//! SPIR-V to the intermediate representation: naga's reader, then the way of WGSL.
//!
//! A module is kept as text, its words in hexadecimal: what `glslc -mfmt=num` writes, with commas or without. A
//! binary file is read into that form.
//!
//! Clip space is that of Vulkan: naga turns y upwards, and the depth runs from 0 to w.

mod combined;
mod functions;
mod memory;
mod plain;
mod switches;
mod words;

pub(crate) use memory::ROWS;

use crate::request::Request;
use naga::Module;
use naga::front::spv;
use retroshade_diagnostics::codes::language;
use retroshade_diagnostics::fault::Checked;
use retroshade_diagnostics::{Diagnostic, FileId, Span};
use retroshade_ir::deep::guarded;

/// The first word of every module.
const MAGIC: u32 = 0x0723_0203;

/// How the text of a module begins.
const BEGINNING: &str = "0x07230203";

/// True if a text is a SPIR-V module in hexadecimal words.
pub fn is_spirv(text: &str) -> bool {
    text.trim_start().starts_with(BEGINNING)
}

/// The text of a module in a binary file, of either byte order; `None` if the bytes are none.
pub fn spirv_text(bytes: &[u8]) -> Option<String> {
    let (words, rest) = bytes.as_chunks::<4>();
    let first = *words.first()?;
    let read: fn([u8; 4]) -> u32 = match MAGIC {
        _ if u32::from_le_bytes(first) == MAGIC => u32::from_le_bytes,
        _ if u32::from_be_bytes(first) == MAGIC => u32::from_be_bytes,
        _ => return None,
    };
    let mut text = String::with_capacity(words.len() * 11);
    for (number, word) in words.iter().enumerate() {
        let end = if number % 8 == 7 { '\n' } else { ' ' };
        text.push_str(&format!("0x{:08x}{end}", read(*word)));
    }
    if !rest.is_empty() {
        // Half a word is no number: the reader will say so.
        text.push_str("0x");
    }
    Some(text)
}

/// The words of a text.
fn words(text: &str, file: FileId) -> Result<Vec<u32>, Diagnostic> {
    let separates = |letter: char| letter.is_whitespace() || letter == ',';
    let mut words = Vec::new();
    let mut at = 0;
    for part in text.split(separates) {
        if !part.is_empty() {
            let number = part
                .strip_prefix("0x")
                .and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let Some(number) = number else {
                let place = Span::new(file, at as u32, (at + part.len()) as u32);
                let message = "a SPIR-V module consists of whole words in hexadecimal";
                return Err(Diagnostic::error(language::SPIRV, message).at(place, "this is none"));
            };
            words.push(number);
        }
        // One separator of one byte, or of more for other blanks.
        at += part.len();
        at += text
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
    }
    Ok(words)
}

/// Reads the module of a request.
pub(crate) fn module(request: &Request<'_>, is_valid: Validation) -> Result<Module, Diagnostic> {
    let file = request.file;
    let text = request.sources.file(file).map_or("", |file| &file.text);
    let words = words(text, file)?;
    let refused = |reason: &str| {
        let message = format!("the SPIR-V module cannot be read: {reason}");
        Diagnostic::error(language::SPIRV, message).at(Span::new(file, 0, 0), "")
    };
    if !words::is_whole(&words) {
        return Err(refused("it ends inside an instruction"));
    }
    if let Some(name) = unprintable(&words) {
        let shown = name.escape_debug();
        return Err(refused(&format!(
            "the name \"{shown}\" has a control character"
        )));
    }
    let words = memory::without_memory(&plain::plain(&words));
    let words = functions::written_out(&words);
    let (words, default) = switches::with_default_as_case(&words)
        .map_err(|(reason, help)| refused(reason).with_help(help))?;
    let words = combined::parted(words);
    // What is not well formed makes naga panic in places.
    let mut module = match guarded(|| parsed(words, default, is_valid)) {
        Ok(Ok(module)) => module,
        Ok(Err(fault)) => return Err(refused(&fault.to_string())),
        Err(_) => return Err(refused("it is not well formed")),
    };
    name_everything(&mut module);
    Ok(module)
}

/// A name that has control characters, which no container and no assembly holds.
fn unprintable(words: &[u32]) -> Option<String> {
    let names = words::instructions(words).filter_map(|(operation, operands)| match operation {
        words::NAME => operands.get(1..),
        words::MEMBER_NAME => operands.get(2..),
        _ => None,
    });
    let mut names = names.map(|name| String::from_utf8_lossy(&words::bytes_of(name)).into_owned());
    names.find(|name| name.contains(char::is_control))
}

/// Checks a module.
pub(crate) type Validation = fn(&Module) -> Checked;

/// A module that passed naga's validation, or the reason against it. The cases with the label `default` are defaults.
fn parsed(words: Vec<u32>, default: Option<u32>, is_valid: Validation) -> Checked<Module> {
    let options = spv::Options {
        strict_capabilities: false,
        ..spv::Options::default()
    };
    let parsed = spv::Frontend::new(words.into_iter(), &options).parse();
    let mut module = parsed.map_err(|error| reason(&error))?;
    if let Some(default) = default {
        switches::restored(&mut module, default);
    }
    is_valid(&module)?;
    Ok(module)
}

fn reason(error: &spv::Error) -> String {
    match error {
        spv::Error::UnsupportedInstruction(_, op) => {
            format!("the instruction {op:?} is not supported")
        }
        spv::Error::UnsupportedCapability(capability) => {
            format!("the capability {capability:?} is not supported")
        }
        error => error.to_string(),
    }
}

/// Gives names to what has none: modules need not keep those of their sources.
fn name_everything(module: &mut Module) {
    let mut taken: Vec<String> = Vec::new();
    for (handle, variable) in module.global_variables.iter_mut() {
        // The name of an anonymous block is that of its type.
        let name = variable.name.take().filter(|name| !name.is_empty());
        let mut name = name.unwrap_or_else(|| match &variable.binding {
            Some(binding) => format!("binding{}_{}", binding.group, binding.binding),
            None => format!("variable{}", handle.index()),
        });
        while taken.contains(&name) {
            name.push('_');
        }
        taken.push(name.clone());
        variable.name = Some(name);
    }
}
