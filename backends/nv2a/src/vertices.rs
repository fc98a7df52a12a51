//! The vertex processor as the target asks for it.

use crate::capability::CAPABILITIES;
use crate::container::{self, Container};
use crate::effects::TEMPORARY;
use crate::encode::Words;
use crate::generate::{Generated, generate, selection};
use crate::isa::registers::OUTPUTS;
use crate::isa::{ATTRIBUTES, CONSTANTS, SLOTS, TEMPORARIES};
use crate::program::{Program, Slot};
use crate::settings::{ARITHMETIC, Settings};
use crate::sim::{self, Arithmetic, Hardware, Ieee};
use crate::{FINISH, JOINS, PIPELINE, REWRITES};
use crate::{decode, format, nan_clamp, reflect, rules, text};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage};
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{self, Encoded, Style};
use retroshade_kit::machine::runner::Stop;
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::reflect::{Constant, Number, Reflection, Stats, Variable};
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Placement, Processor};
use retroshade_kit::{position, settings};
use std::collections::BTreeSet;

/// The range of z between the near and the far plane.
pub(crate) const CLIP_DEPTH: ClipDepth = ClipDepth::ZeroToW;

/// How the assembly language is written.
const LISTING: Style = Style {
    comment: ";",
    names: true,
    // Words of slots stand in comments of the other kind.
    is_instruction: |line| !line.trim_start().starts_with("//"),
    lists_operations: false,
};

/// The processor of vertex programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertices;

impl Processor for Vertices {
    fn stage(&self) -> Stage {
        Stage::Vertex
    }

    fn limits(&self) -> Vec<Limit> {
        let limit = |name, value| Limit { name, value };
        vec![
            limit("slots", SLOTS as u32),
            limit("temporaries", TEMPORARIES.into()),
            limit("constants", CONSTANTS),
            limit("attributes", ATTRIBUTES.into()),
            limit("outputs", OUTPUTS.len() as u32),
        ]
    }

    fn input_files(&self) -> InputFiles {
        InputFiles {
            uniforms: &[("c", CONSTANTS)],
            inputs: &[("v", ATTRIBUTES as u32)],
            units: None,
        }
    }

    fn listing(&self) -> Style {
        LISTING
    }

    fn capabilities(&self, options: &Options) -> Capabilities {
        options.with_matrices(CAPABILITIES)
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        if options.is_on("nan-clamp") {
            nan_clamp::prefer_numbers(shader);
        }
        Ok(position::adapt(shader, options, CLIP_DEPTH)?)
    }

    /// With `-fnan-clamp` sums are there for operands that are no numbers, which rules for numbers would take away.
    fn costs(&self, options: &Options) -> Option<&'static Costs> {
        (!options.is_on("nan-clamp")).then_some(&crate::capability::COSTS)
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let settings = Settings::read(options)?;
        let container = container_of(options.container.as_deref())?;
        let generated = generate(shader, options, &settings, hooks)?;
        generated
            .map(|generated| compiled(generated, options, container))
            .transpose()
    }

    fn passes(&self) -> Vec<&'static str> {
        let lists = [REWRITES, PIPELINE, JOINS].into_iter().chain(FINISH);
        lists.flatten().map(|pass| pass.name).collect()
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let settings = Settings::read(options)?;
        selection(shader, options, &settings).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        if let Some(foreign) = text::foreign(file, text) {
            return Err(foreign.into());
        }
        let settings = Settings::read(options)?;
        let container = container_of(options.container.as_deref())?;
        let assembled = text::assemble(file, text, settings.end)?;
        let mut reflection = Reflection::new("nv2a", Stage::Vertex.name());
        reflection.stats = stats(&assembled.program, None);
        reflection.constants = assembled.constants.iter().map(constant).collect();
        Ok(Compiled {
            binary: container::write(&assembled.words, container),
            side_files: IndexMap::new(),
            assembly: text::disassemble(&assembled.words).map_err(malformed)?,
            reflection,
            warnings: assembled.warnings,
            spans: Vec::new(),
        })
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        Ok(Box::new(Code(slots(program)?)))
    }

    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        let words = match container::read(&compiled.binary, None) {
            Ok(slots) => slots.concat(),
            Err(fault) => return Some(Err(Diagnostic::bug("nv2a format", fault.to_string()))),
        };
        match format {
            "inl" => Some(Ok(format::inl(&words, &compiled.reflection))),
            "h" => Some(Ok(format::header(&words, &compiled.reflection, name))),
            _ => None,
        }
    }
}

/// A constant that a text gives its value.
fn constant((index, value): &(u8, [f32; 4])) -> Constant {
    Constant {
        register: format!("c[{index}]"),
        file: "c".to_owned(),
        index: u32::from(*index),
        value: value.map(Number).to_vec(),
        components: None,
        expression: None,
        embedded: false,
    }
}

/// A vertex program of which only the bytes around the slots were looked at.
struct Code(Vec<Words>);

impl Code {
    fn program(&self) -> Result<Program, Diagnostic> {
        decode::decode(&self.0).map_err(malformed)
    }
}

impl MachineCode for Code {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::disassemble(&self.0).map_err(malformed)?)
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        Ok(rules::verify(&self.0))
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        // What is behind the end is no part of the program.
        let is_last = |slot: &Words| decode::decode_slot(slot).is_ok_and(|slot| slot.last);
        let last = self.0.iter().position(is_last);
        let slots = self.0.iter().take(last.map_or(self.0.len(), |end| end + 1));
        let encoded = (0..).zip(slots).map(|(address, words)| Encoded {
            address,
            words: words.to_vec(),
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        let program = self.program()?;
        let texts = program.slots.iter().map(Slot::operations).collect();
        Ok(Schedule::of(&program, texts, Vec::new()))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        let mut record = Reflection::new("nv2a", Stage::Vertex.name());
        record.outputs = OUTPUTS
            .iter()
            .map(|row| Variable {
                name: row.name.to_owned(),
                file: Some("o".to_owned()),
                index: Some(row.number.into()),
                ..Variable::default()
            })
            .collect();
        RegistersRead::of(&self.program()?).complete(&mut record);
        Ok(record)
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        let wanted = watch.settings.get(ARITHMETIC.name).map(String::as_str);
        let arithmetic: &dyn Arithmetic = match wanted {
            Some("hardware") => &Hardware,
            Some("nearest") => &Ieee,
            None if watch.rounds => &Hardware,
            None => &Ieee,
            Some(other) => {
                let message = format!("arithmetic={other}: nearest or hardware is due");
                return Err(Diagnostic::error(codes::target::SETTING, message).into());
            }
        };
        let outcome = sim::run_watched(&self.program()?, image, arithmetic, watch);
        Ok(outcome.map_err(|stop| match stop {
            Stop::Trap(slot, trap) => malformed(format!("slot {slot}: {trap}")),
            Stop::Endless => malformed("it does not end"),
        })?)
    }
}

fn container_of(name: Option<&str>) -> Result<Container, Diagnostic> {
    settings::container("nv2a", Container::NAMES, Container::parse, name)
}

fn malformed(fault: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(
        codes::container::MALFORMED,
        format!("no nv2a program: {fault}"),
    )
}

fn slots(binary: Binary) -> Result<Vec<Words>, Diagnostic> {
    let container = binary
        .container
        .map(|name| container_of(Some(name)))
        .transpose()?;
    container::read(binary.bytes, container).map_err(malformed)
}

/// Counts units, pairs and registers.
pub(crate) fn stats(program: &Program, bound: Option<u32>) -> Stats {
    let count = |fits: &dyn Fn(&crate::program::Slot) -> bool| {
        program.slots.iter().filter(|slot| fits(slot)).count() as u64
    };
    let slots = program.slots.len() as u32;
    let pairs = count(&|slot| slot.is_paired());
    let written = program.slots.iter().flat_map(Slot::effects);
    let written = written.flat_map(|effect| effect.writes);
    let written = written.filter(|place| place.file == TEMPORARY);
    let written: BTreeSet<u16> = written.map(|place| place.number).collect();
    Stats {
        instructions: slots,
        words: 4 * slots,
        registers: written.len() as u32,
        schedule_bound: bound,
        shader_bound: None,
        more: [
            ("mac".to_owned(), count(&|slot| slot.mac.is_some())),
            ("ilu".to_owned(), count(&|slot| slot.ilu.is_some())),
            ("paired".to_owned(), pairs),
            (
                "paired_percent".to_owned(),
                (100 * pairs).checked_div(slots.into()).unwrap_or(0),
            ),
        ]
        .into_iter()
        .collect(),
    }
}

fn compiled(
    generated: Generated,
    options: &Options,
    container: Container,
) -> Result<Compiled, Diagnostics> {
    let Generated {
        prepared,
        layout,
        literals,
        schedule,
        spans,
        words,
    } = generated;
    let program = decode::decode(&words).map_err(malformed)?;
    let mut reflection = reflect::reflection(
        &prepared,
        &layout,
        &literals,
        stats(&program, Some(schedule.bound)),
    );
    reflection.placement = Placement::of(options);
    Ok(Compiled {
        binary: container::write(&words, container),
        side_files: IndexMap::new(),
        assembly: listing(&reflection, &words)?,
        reflection,
        warnings: layout.warnings,
        spans,
    })
}

/// The program as text, headed by the registers of its variables.
fn listing(reflection: &Reflection, words: &[Words]) -> Result<String, Diagnostic> {
    let body = text::disassemble(words)
        .map_err(|fault| Diagnostic::bug("nv2a text", fault.to_string()))?;
    Ok(listing::names(reflection, &LISTING) + &body)
}
