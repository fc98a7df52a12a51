//! The chip as a target of the compiler.

use crate::capability;
use crate::container::{Kind, OPDESC, RAW, SHBIN, Shbin};
use crate::fragment;
use crate::generate;
use crate::header;
use crate::interface::semantics::by_name;
use crate::interface::{self};
use crate::isa::{
    BOOLEANS, DESCRIPTORS, INPUTS, INTEGERS, LOADED_OUTPUTS, TEMPORARIES, UNIFORMS, VERTEX_WORDS,
};
use crate::settings::{self, GEOMETRY, Settings};
use crate::simulate::simulate;
use crate::symbols;
use crate::text::{AssembleOptions, assemble, disassemble};
use crate::verify::{self, Problem};
use crate::ways;
use crate::{FINISH, PIPELINE};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage, opt};
use retroshade_kit::bits;
use retroshade_kit::interface::apart::{self, Meanings, Settled};
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{
    Assembler, Binary, Chip, Compiled, Limit, MachineCode, Optimize, Options, Target,
};
use retroshade_kit::verify::Finding;

/// The Nintendo 3DS vertex unit.
#[derive(Clone, Copy, Debug)]
pub struct Pica200;

/// The target.
pub static PICA200: Pica200 = Pica200;

impl Chip for Pica200 {
    fn name(&self) -> &'static str {
        "pica200"
    }

    fn stages(&self) -> &'static [Stage] {
        &[Stage::Vertex]
    }

    fn fixed_stages(&self) -> &'static [Stage] {
        &[Stage::Fragment]
    }

    fn containers(&self) -> &'static [&'static str] {
        &[SHBIN, RAW, fragment::container::TEV]
    }

    fn magic(&self) -> &'static [&'static [u8]] {
        &[b"DVLB"]
    }

    fn stage_extension(&self, stage: Stage) -> &'static str {
        match stage {
            Stage::Vertex => self.extension(),
            Stage::Fragment => fragment::container::TEV,
        }
    }

    fn given_inputs(&self) -> &'static [&'static str] {
        &["light0", "light1"]
    }

    fn clip_depth(&self) -> ClipDepth {
        ClipDepth::MinusWToZero
    }

    fn limits(&self, stage: Stage) -> Vec<Limit> {
        let limit = |name, value: usize| Limit {
            name,
            value: value as u32,
        };
        if stage == Stage::Fragment {
            return vec![
                limit("combiner stages", fragment::isa::STAGES),
                limit("texture units", fragment::isa::UNITS),
                limit("constant colours", fragment::isa::STAGES),
                limit("interpolated colours", 1),
            ];
        }
        vec![
            limit("instructions", VERTEX_WORDS),
            limit("operand descriptors", DESCRIPTORS),
            limit("temporaries", TEMPORARIES.into()),
            limit("attributes", INPUTS.into()),
            limit("float uniforms", UNIFORMS.into()),
            limit("boolean uniforms", BOOLEANS.into()),
            limit("integer uniforms", INTEGERS.into()),
            limit("outputs", LOADED_OUTPUTS.into()),
        ]
    }

    fn input_files(&self, stage: Stage) -> InputFiles {
        match stage {
            Stage::Vertex => symbols::FILES,
            Stage::Fragment => fragment::interface::FILES,
        }
    }

    fn listing(&self, stage: Stage) -> Style {
        if stage == Stage::Fragment {
            return fragment::target::LISTING;
        }
        Style {
            comment: ";",
            names: true,
            is_instruction: |line| {
                let line = line.trim();
                let is_directive = line.starts_with('.') && !line.starts_with(".word");
                !is_directive && !line.ends_with(':')
            },
            lists_operations: false,
        }
    }

    fn interpolated(&self, output: &Variable, value: f32) -> f32 {
        match output.semantic.as_deref() {
            Some("color") => value.abs().min(1.0),
            _ => value,
        }
    }
}

impl Pica200 {
    /// Compiles a vertex shader at the level that the options ask for.
    fn compile_vertex(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        // The passes remove what is left out, so this is the last moment to say it.
        let mut bound = shader.clone();
        self.bind(&mut bound, options)?;
        let (_, mut warnings) = interface::left_out(&bound, settings::consumer(options));
        let report = self.prepare(&mut shader, options, hooks)?;
        if report.stopped_after.is_some() {
            return Ok(None);
        }
        let Some(mut compiled) = self.generate_watched(&shader, options, hooks)? else {
            return Ok(None);
        };
        warnings.extend(std::mem::take(&mut compiled.warnings));
        compiled.warnings = warnings;
        Ok(Some(compiled))
    }

    /// The program of another level for a shader that does not fit the machine at the one that was asked for: passes
    /// that save words may cost registers, and the other way round.
    ///
    /// # Errors
    /// The refusal at that level, if none takes the shader.
    fn compile_at_other_levels(
        &self,
        shader: &Shader,
        options: &Options,
        refusal: Diagnostics,
    ) -> Result<Option<Compiled>, Diagnostics> {
        for (optimize, flag) in LEVELS {
            if optimize == options.optimize {
                continue;
            }
            let other = Options {
                optimize,
                ..options.clone()
            };
            let found = self.compile_vertex(shader.clone(), &other, &mut Hooks::default());
            let Ok(Some(mut compiled)) = found else {
                continue;
            };
            let why = refusal.iter().map(|error| error.message.as_str()).next();
            let why = why.unwrap_or_default().trim_start_matches("pica200: ");
            let message = format!("pica200: compiled as with {flag}, for otherwise {why}");
            let warning = Diagnostic::warning(codes::warning::OTHER_LEVEL, message);
            compiled.warnings.push(warning);
            return Ok(Some(compiled));
        }
        Err(refusal)
    }
}

/// The levels that make different programs, with their flags, in the order in which they are tried.
const LEVELS: [(Optimize, &str); 3] = [
    (Optimize::Normal, "-O"),
    (Optimize::Size, "-Os"),
    (Optimize::None, "-O0"),
];

/// Whether a shader is refused for a limit of the machine that another program of it may keep.
fn is_over_limits(refusal: &Diagnostics) -> bool {
    let limits = [
        codes::limit::INSTRUCTIONS,
        codes::limit::TEMPORARIES,
        codes::limit::CONSTANTS,
        codes::limit::UNROLLING,
        codes::limit::DESCRIPTORS,
        codes::limit::NESTED_BLOCKS,
        codes::target::LOOP,
    ];
    refusal.iter().all(|error| limits.contains(&error.code))
}

impl Target for Pica200 {
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities {
        match stage {
            Stage::Vertex => capability::capabilities(options),
            Stage::Fragment => retroshade_combiner::pipeline_capabilities(self.name()),
        }
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        if shader.stage == Stage::Fragment {
            position::replace_depth_range(shader);
            return Ok(());
        }
        position::adapt(shader, options, self.clip_depth())?;
        let (left_out, _) = interface::left_out(shader, settings::consumer(options));
        for output in left_out {
            opt::undefine_output(shader, output);
        }
        Ok(())
    }

    fn settled(&self, shader: &Shader) -> Settled {
        apart::by_meaning(
            shader,
            &Meanings {
                named: &|variable| Some(by_name(&variable.name)?.name().to_owned()),
                colors: &["color"],
                coordinates: &["texcoord0", "texcoord1", "texcoord2"],
                wide_coordinates: false,
            },
        )
    }

    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        match shader.stage {
            Stage::Vertex => generate::generate(shader, options, hooks),
            Stage::Fragment => fragment::generate::generate(shader, options).map(Some),
        }
    }

    fn machine_passes(&self, stage: Stage) -> Vec<&'static str> {
        let passes = PIPELINE.iter().chain(FINISH.into_iter().flatten());
        match stage {
            Stage::Vertex => passes.map(|pass| pass.name).collect(),
            Stage::Fragment => Vec::new(),
        }
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        match shader.stage {
            Stage::Vertex => generate::selection(shader, options).map(Some),
            Stage::Fragment => Ok(None),
        }
    }

    fn compile_watched(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        if shader.stage == Stage::Fragment {
            return self.compile_fixed(shader, options, hooks);
        }
        let found = self.compile_vertex(shader.clone(), options, hooks);
        match found {
            Err(errors) if is_over_limits(&errors) => {
                self.compile_at_other_levels(&shader, options, errors)
            }
            found => found,
        }
    }

    fn formats(&self) -> &'static [&'static str] {
        &[header::PLAIN, header::NAMED]
    }
    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        if compiled.reflection.stage == Stage::Fragment.name() {
            // The functions that set the stage up are named after it anyway.
            let format = if format == header::NAMED {
                header::PLAIN
            } else {
                format
            };
            return fragment::target::format(compiled, format, name);
        }
        self.formats().contains(&format).then(|| {
            let (binary, reflection) = (&compiled.binary, &compiled.reflection);
            Ok(header::header(binary, reflection, format, name))
        })
    }

    fn format_joined(
        &self,
        programs: &[Compiled],
        joined: &[u8],
        format: &str,
        name: &str,
    ) -> Option<String> {
        let known = self.formats().contains(&format);
        known.then(|| header::joined(programs, joined, format, name))
    }
}

/// The number of the executable that is wanted, by its number or its stage.
fn number_of(shbin: &Shbin, wanted: &str) -> Result<usize, Diagnostic> {
    let stages = || shbin.executables.iter().map(|one| one.kind.stage());
    let found = match wanted.parse::<usize>() {
        Ok(number) => Some(number).filter(|number| *number < shbin.executables.len()),
        Err(_) => stages().position(|stage| stage == wanted),
    };
    found.ok_or_else(|| {
        let held: Vec<String> = (0..)
            .zip(stages())
            .map(|(number, stage)| format!("{number} ({stage})"))
            .collect();
        let message = format!("pica200: the file has no program `{wanted}`");
        Diagnostic::error(codes::target::SETTING, message)
            .with_help(format!("its programs are {}", held.join(", ")))
    })
}

impl Assembler for Pica200 {
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        self.assemble_all(&[(file, text)], stage, options)
    }

    fn assemble_all(
        &self,
        texts: &[(FileId, &str)],
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        if let [(file, text)] = texts
            && (stage == Some(Stage::Fragment)
                || stage.is_none() && fragment::target::is_text(text))
        {
            return fragment::target::assemble(*file, text, options);
        }
        if stage == Some(Stage::Fragment) {
            return Err(generate::no_fragments().into());
        }
        let settings = Settings::read(options)?;
        let assembled = assemble(
            texts,
            AssembleOptions {
                padding: settings.padding,
                lenient: options.assembles_illegal_code,
            },
        )?;
        let mut reflection = Reflection::new(self.name(), Stage::Vertex.name());
        let words = assembled.shbin.code.len() as u32;
        reflection.stats.instructions = words;
        reflection.stats.words = words;
        let (binary, side_files) = settings.container.write(&assembled.shbin);
        Ok(Compiled {
            binary,
            side_files,
            assembly: disassemble(&assembled.shbin)?,
            reflection,
            warnings: assembled.warnings,
            spans: assembled.spans,
        })
    }

    fn joins(&self) -> bool {
        true
    }

    fn beside(&self, assembled: &[Compiled], options: &mut Options) {
        let is_geometry = |program: &Compiled| {
            let shbin = Shbin::from_bytes(&program.binary).unwrap_or_default();
            let mut kinds = shbin.executables.iter().map(|executable| executable.kind);
            kinds.any(|kind| kind != Kind::Vertex)
        };
        if assembled.iter().any(is_geometry) {
            let setting = options.settings.entry(GEOMETRY.into());
            setting.or_insert_with(|| "on".into());
        }
    }

    fn join(&self, programs: &[Compiled], options: &Options) -> Result<Vec<u8>, Diagnostics> {
        let request = Settings::read(options)?;
        generate::join(programs, request.container)
    }

    fn choose(
        &self,
        program: Binary,
        wanted: Option<&str>,
    ) -> Result<Option<(Vec<u8>, Diagnostics)>, Diagnostics> {
        if fragment::target::is_binary(&program) {
            return match wanted {
                None => Ok(None),
                Some(_) => {
                    let message = "pica200: a file of combiner stages holds one program";
                    Err(Diagnostic::error(codes::target::SETTING, message).into())
                }
            };
        }
        let shbin = read(program)?;
        let mut warnings = Diagnostics::new();
        let number = match wanted {
            Some(wanted) => number_of(&shbin, wanted)?,
            None if shbin.executables.len() < 2 => return Ok(None),
            None => {
                let mut executables = shbin.executables.iter();
                let number = executables.position(|one| one.kind == Kind::Vertex);
                let number = number.unwrap_or(0);
                let message = format!(
                    "pica200: the file has {} programs; this is number {number}",
                    shbin.executables.len()
                );
                warnings.push(
                    Diagnostic::warning(codes::warning::SEVERAL_PROGRAMS, message).with_help(
                        "--dvle=N, --dvle=vertex or --dvle=geometry chooses another one",
                    ),
                );
                number
            }
        };
        let executables = shbin.executables.get(number).cloned();
        let alone = Shbin {
            executables: executables.into_iter().collect(),
            ..shbin
        };
        Ok(Some((alone.to_bytes(), warnings)))
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        if fragment::target::is_binary(&program) {
            return Ok(Box::new(fragment::target::read(&program)?));
        }
        Ok(Box::new(read(program)?))
    }
}

impl MachineCode for Shbin {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(disassemble(self)?)
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        Ok(verify::verify(self).iter().map(Problem::finding).collect())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        let encoded = (0..).zip(&self.code).map(|(address, word)| Encoded {
            address,
            words: vec![*word],
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        Ok(ways::schedule(self))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        Ok(symbols::interface(self))
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        simulate(self, image, watch)
    }
}

/// Reads a program in either container. Raw code has an entry at its first word and no tables.
///
/// # Errors
/// What is wrong with the bytes.
pub fn read(program: Binary) -> Result<Shbin, Diagnostics> {
    let raw = match program.container {
        Some(RAW) => true,
        Some(_) => false,
        None => !program.bytes.starts_with(b"DVLB"),
    };
    if !raw {
        return Ok(Shbin::from_bytes(program.bytes)?);
    }
    let words = |bytes: &[u8], what: &str| {
        bits::words_from_bytes(bytes).ok_or_else(|| {
            Diagnostic::error(
                codes::container::MALFORMED,
                format!("pica200: {what} is not a row of 32-bit words"),
            )
        })
    };
    let code = words(program.bytes, "the code")?;
    let descriptors = program
        .side_files
        .get(OPDESC)
        .map_or(&[][..], Vec::as_slice);
    let descriptors = words(descriptors, "the descriptor table")?;
    Ok(Shbin {
        executables: vec![crate::container::Executable {
            end: code.len() as u32,
            ..crate::container::Executable::default()
        }],
        code,
        descriptors,
    })
}
