//! What the machine cannot run.

use crate::isa::{File, Meaning, Program, Second, Token};
use retroshade_ir::Stage;
use retroshade_ir::texture::TextureKind;
use retroshade_kit::machine::RegisterImage;
use std::fmt;

/// A token that the machine cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The token from 0.
    pub token: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a token cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It lacks this part.
    Missing(&'static str),
    /// This ends a conditional, or its first half, where none is open.
    NoConditional(&'static str),
    /// A conditional is open when the program ends.
    Unclosed,
    /// A register that no program of the stage reads.
    NotReadable(String),
    /// A register that no program of the stage writes.
    NotWritable(String),
    /// This sampler register has no texture.
    NoTexture(u16),
    /// The texture of this sampler register has another dimension than the lookup.
    Dimension(u16),
    /// It does what has no meaning.
    Meaningless(String),
}

impl Reason {
    /// The fault of a token.
    pub(super) fn at(self, token: usize) -> Fault {
        Fault {
            token,
            reason: self,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token {}: {}", self.token + 1, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Missing(part) => write!(f, "{part} is missing"),
            Reason::NoConditional(name) => write!(f, "`{name}` without a conditional"),
            Reason::Unclosed => write!(f, "a conditional is not closed"),
            Reason::NotReadable(register) => write!(f, "{register} cannot be read"),
            Reason::NotWritable(register) => write!(f, "{register} cannot be written"),
            Reason::NoTexture(sampler) => write!(f, "sampler fs{sampler} has no texture"),
            Reason::Dimension(sampler) => write!(
                f,
                "the texture of fs{sampler} has another dimension than the lookup"
            ),
            Reason::Meaningless(why) => f.write_str(why),
        }
    }
}

/// Checks that every token can run, whichever way control goes.
pub(super) fn check(program: &Program, image: &RegisterImage) -> Result<(), Fault> {
    let mut open = 0usize;
    for (number, token) in program.tokens.iter().enumerate() {
        let info = token.opcode.info();
        let name = token.opcode.row().name;
        match info.meaning {
            Meaning::If(_) => open += 1,
            Meaning::Else | Meaning::EndIf if open == 0 => {
                return Err(Reason::NoConditional(name).at(number));
            }
            Meaning::EndIf => open -= 1,
            _ => {}
        }
        parts(token)
            .and_then(|()| registers(token, program.stage))
            .and_then(|()| texture(token, image))
            .map_err(|reason| reason.at(number))?;
    }
    match open {
        0 => Ok(()),
        _ => Err(Reason::Unclosed.at(program.tokens.len().saturating_sub(1))),
    }
}

fn parts(token: &Token) -> Result<(), Reason> {
    let info = token.opcode.info();
    let second = matches!(info.second, Second::Source | Second::Matrix(_));
    let sampler = info.second == Second::Sampler;
    let lacking = [
        (sampler && token.sampler.is_none(), "the sampler"),
        (info.first && token.a.is_none(), "source A"),
        (second && token.b.is_none(), "source B"),
        (info.dest && token.dest.is_none(), "the destination"),
    ];
    match lacking.into_iter().find(|(lacks, _)| *lacks) {
        Some((_, part)) => Err(Reason::Missing(part)),
        None => Ok(()),
    }
}

fn registers(token: &Token, stage: Stage) -> Result<(), Reason> {
    for source in [token.a, token.b].into_iter().flatten() {
        let (file, number) = match source.indirect {
            Some(index) => (index.file, index.number),
            None => (source.file, source.number),
        };
        if !file.is_readable(stage) {
            return Err(Reason::NotReadable(file.register(stage, number)));
        }
    }
    match token.dest {
        Some(dest) if !dest.file.is_writable(stage) => {
            let register = dest.file.register(stage, dest.number);
            Err(Reason::NotWritable(register))
        }
        _ => Ok(()),
    }
}

fn texture(token: &Token, image: &RegisterImage) -> Result<(), Reason> {
    let Some(sampler) = token.sampler else {
        return Ok(());
    };
    let texture = image.textures.get(&sampler.number.into());
    let texture = texture.ok_or(Reason::NoTexture(sampler.number))?;
    if (texture.kind() == TextureKind::Cube) == sampler.is_cube() {
        Ok(())
    } else {
        Err(Reason::Dimension(sampler.number))
    }
}

impl File {
    fn is_readable(self, stage: Stage) -> bool {
        match self {
            File::Constant | File::Temporary | File::InstanceId => true,
            File::Attribute => stage == Stage::Vertex,
            File::Varying => stage == Stage::Fragment,
            File::Output | File::Sampler | File::Depth => false,
        }
    }

    fn is_writable(self, stage: Stage) -> bool {
        match self {
            File::Temporary | File::Output => true,
            File::Varying => stage == Stage::Vertex,
            File::Depth => stage == Stage::Fragment,
            File::Attribute | File::Constant | File::Sampler | File::InstanceId => false,
        }
    }
}
