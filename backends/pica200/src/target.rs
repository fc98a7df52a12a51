//! The chip as a target of the compiler.

use crate::container::{Kind, RAW, SHBIN, Semantic, Shbin};
use crate::fragment::{self, isa::Setup};
use crate::generate;
use crate::header;
use crate::interface::semantics::by_name;
use crate::interface::{self};
use crate::settings::{self, GEOMETRY, Settings};
use crate::vertices::{self, CLIP_DEPTH, ShaderUnit, read};
use retroshade_combiner::processor::{Combiners, is_binary};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::interface::apart::{self, Meanings, Settled};
use retroshade_kit::reflect::Variable;
use retroshade_kit::target::{
    Assembler, Binary, Chip, ChipData, Compiled, Optimize, Options, Target,
};

/// The Nintendo 3DS vertex unit.
#[derive(Clone, Copy, Debug)]
pub struct Pica200;

/// The target.
pub static PICA200: Pica200 = Pica200;

static CHIP: ChipData = ChipData {
    name: "pica200",
    processors: &[
        &ShaderUnit(Stage::Vertex),
        &Combiners::<Setup>::NEW,
        &ShaderUnit(Stage::Geometry),
    ],
    containers: &[SHBIN, RAW, fragment::container::TEV],
    extension: SHBIN,
    magic: &[b"DVLB"],
    given_inputs: &["light0", "light1"],
    varyings: None,
    clip_depth: CLIP_DEPTH,
    rounds: false,
    interpolated,
};

fn interpolated(output: &Variable, value: f32) -> f32 {
    match output.semantic.as_deref() {
        Some("color") => value.abs().min(1.0),
        _ => value,
    }
}

impl Chip for Pica200 {
    fn data(&self) -> &'static ChipData {
        &CHIP
    }
}

impl Pica200 {
    /// Compiles a vertex shader at the level that the options ask for.
    fn compile_vertex(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        // The passes remove what is left out, so this is the last moment to say it.
        let mut bound = shader.clone();
        self.bind(&mut bound, options)?;
        let (_, mut warnings) =
            interface::left_out(&bound, settings::consumer(bound.stage, options));
        let Some(mut compiled) = self.compile_once(shader, options, hooks)? else {
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

    fn is_for_unit(&self, output: &retroshade_ir::Variable) -> bool {
        let bound = output.bind.as_deref().and_then(Semantic::from_name);
        let semantic = bound.or_else(|| by_name(&output.name));
        matches!(semantic, Some(Semantic::NormalQuaternion | Semantic::View))
    }

    fn compile_laid_out(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        if self.is_fixed(shader.stage) {
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
        header::FORMATS
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
    fn assemble_all(
        &self,
        texts: &[(FileId, &str)],
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        match (texts, stage) {
            ([(file, text)], _) => self.assemble(*file, text, stage, options),
            (_, Some(Stage::Fragment)) => Err(generate::no_fragments().into()),
            _ => vertices::assemble_all(texts, options),
        }
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

    fn extent(&self, bytes: &[u8]) -> Option<usize> {
        Shbin::extent(bytes)
    }

    fn choose(
        &self,
        program: Binary,
        wanted: Option<&str>,
    ) -> Result<Option<(Vec<u8>, Diagnostics)>, Diagnostics> {
        if is_binary::<Setup>(&program) {
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
                        "--program=N, --program=vertex or --program=geometry chooses another one",
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
}
