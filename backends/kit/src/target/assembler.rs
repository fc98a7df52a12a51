//! Programs as text and as bytes, from anywhere.

use super::chip::{Chip, ChipData};
use super::code::MachineCode;
use super::compiled::{Binary, Compiled};
use super::processor::Processor;
use crate::finding::Finding;
use crate::options::Options;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::Stage;

/// Makes machine code of texts, and reads the code of others.
pub trait Assembler: Chip {
    /// The stage of a text that is assembly of this target.
    ///
    /// # Errors
    /// A text that does not tell it.
    fn stage_of_text(&self, text: &str) -> Result<Stage, Diagnostic> {
        Ok(claimant(self.data(), |one| one.claims_text(text)))
    }

    /// The stage of a program in one of the containers, which the bytes or what is known of them tell.
    ///
    /// # Errors
    /// If the bytes are no program of this target, or nothing tells the stage.
    fn stage_of_binary(&self, program: &Binary) -> Result<Stage, Diagnostics> {
        Ok(claimant(self.data(), |one| one.claims_binary(program)))
    }

    /// Assembles a text. `stage` is for texts that do not say it.
    ///
    /// # Errors
    /// Everything wrong with the text, with places in `file`.
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let stage = stage.map_or_else(|| self.stage_of_text(text), Ok)?;
        self.processor_of(stage)?.assemble(file, text, options)
    }

    /// Assembles several texts into one file, which few containers have room for.
    ///
    /// # Errors
    /// As [`Assembler::assemble`]; several texts for a container that holds one program.
    fn assemble_all(
        &self,
        texts: &[(FileId, &str)],
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        match texts {
            [(file, text)] => self.assemble(*file, text, stage, options),
            _ => Err(one_program(self.name()).into()),
        }
    }

    /// Whether a container has room for several programs.
    fn joins(&self) -> bool {
        false
    }

    /// Fits the options of sources to the assembled programs that come into one file with them.
    fn beside(&self, assembled: &[Compiled], options: &mut Options) {
        let _ = (assembled, options);
    }

    /// Several compiled programs in one file, in their order.
    ///
    /// # Errors
    /// Programs that do not fit together; a container that holds one program.
    fn join(&self, programs: &[Compiled], options: &Options) -> Result<Vec<u8>, Diagnostics> {
        match programs {
            [only] => Ok(only.binary.clone()),
            _ => {
                let _ = options;
                Err(one_program(self.name()).into())
            }
        }
    }

    /// Whether bytes begin as one of this target's containers does.
    fn recognizes(&self, bytes: &[u8]) -> bool {
        self.magic().iter().any(|magic| bytes.starts_with(magic))
    }

    /// The bytes that a program takes which begins here, among other things; `None` where none begins whose container tells its
    /// end.
    fn extent(&self, bytes: &[u8]) -> Option<usize> {
        let _ = bytes;
        None
    }

    /// Whether what a text begins with, comments aside, tells that it is assembly of this target and no source.
    fn is_text(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Reads a program out of its container.
    ///
    /// # Errors
    /// If the bytes are no program of this target, or nothing tells the stage.
    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let stage = self.stage_of_binary(&program)?;
        self.processor_of(stage)?.read(Binary {
            stage: Some(stage),
            ..program
        })
    }

    /// The program of a file that `wanted` names, by its number from 0 or its stage, as a file of its own; without
    /// a name the one that draws, and a warning if there are others. `None` if the file is that program already.
    ///
    /// # Errors
    /// If the bytes are no program of this target, or there is no such program.
    fn choose(
        &self,
        program: Binary,
        wanted: Option<&str>,
    ) -> Result<Option<(Vec<u8>, Diagnostics)>, Diagnostics> {
        let _ = program;
        match wanted {
            None => Ok(None),
            Some(_) => {
                let message = format!("a file of {} holds one program", self.name());
                Err(Diagnostic::error(codes::target::SETTING, message).into())
            }
        }
    }

    /// Checks what two programs that passed [`MachineCode::verify`] must agree on to be used together.
    ///
    /// # Errors
    /// If the bytes are no programs of this target.
    fn verify_pair(
        &self,
        vertex: Binary,
        fragment: Binary,
        options: &Options,
    ) -> Result<Vec<Finding>, Diagnostics> {
        let _ = (vertex, fragment, options);
        Ok(Vec::new())
    }
}

/// The stage of the processor that claims a program, or of the first one.
fn claimant(chip: &ChipData, claims: impl Fn(&dyn Processor) -> bool) -> Stage {
    let mut processors = chip.processors.iter().copied();
    let claimant = processors.find(|one| claims(*one));
    let first = chip.processors.first().copied();
    claimant.or(first).map_or(Stage::Vertex, Processor::stage)
}

fn one_program(target: &str) -> Diagnostic {
    Diagnostic::error(
        codes::target::SETTING,
        format!("a file of {target} holds one program"),
    )
}
