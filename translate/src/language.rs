//! The languages, and what each has no words for.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::EntityVec;
use retroshade_ir::{Builtin, ClipDepth, Op, Shader, Terminator, Variable};

/// A language that shaders are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// WGSL, for WebGPU.
    Wgsl,
    /// SPIR-V 1.0, for Vulkan.
    SpirV,
    /// HLSL of shader model 5.0, for Direct3D 11 and later.
    Hlsl,
    /// The Metal Shading Language, version 2.0.
    Msl,
    /// GLSL of a version that [`Options::glsl`](crate::Options::glsl) names.
    Glsl,
}

impl Language {
    /// Every one.
    pub const ALL: [Language; 5] = [
        Language::Wgsl,
        Language::SpirV,
        Language::Hlsl,
        Language::Msl,
        Language::Glsl,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Wgsl => "wgsl",
            Language::SpirV => "spirv",
            Language::Hlsl => "hlsl",
            Language::Msl => "msl",
            Language::Glsl => "glsl",
        }
    }

    /// The name in sentences, with the interface that reads it.
    pub fn title(self) -> &'static str {
        match self {
            Language::Wgsl => "WGSL, WebGPU",
            Language::SpirV => "SPIR-V 1.0, Vulkan",
            Language::Hlsl => "HLSL, shader model 5.0, Direct3D 11 and 12",
            Language::Msl => "Metal Shading Language 2.0",
            Language::Glsl => "GLSL, OpenGL and WebGL 2",
        }
    }

    /// What names of files end with.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Wgsl => "wgsl",
            Language::SpirV => "spv",
            Language::Hlsl => "hlsl",
            Language::Msl => "metal",
            Language::Glsl => "glsl",
        }
    }

    /// By [`Language::name`].
    pub fn named(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|one| one.name() == name)
    }

    /// By [`Language::extension`].
    pub fn of_extension(extension: &str) -> Option<Language> {
        let mut all = Language::ALL.into_iter();
        all.find(|one| one.extension() == extension)
    }

    /// The range of z in clip space that the machines behind the language want.
    pub fn clip_depth(self) -> ClipDepth {
        match self {
            Language::Glsl => ClipDepth::MinusWToW,
            Language::Wgsl | Language::SpirV | Language::Hlsl | Language::Msl => ClipDepth::ZeroToW,
        }
    }

    /// True if the language has a variable that is read.
    fn reads(self, builtin: Builtin) -> bool {
        match builtin {
            Builtin::PointCoord => !matches!(self, Language::Wgsl | Language::Hlsl),
            Builtin::LastFragColor | Builtin::LastFragDepth => false,
            _ => true,
        }
    }

    /// Refuses what cannot be written, and takes the size of points out of shaders in languages whose points have none.
    pub(crate) fn check(self, shader: &mut Shader) -> Result<Diagnostics, Diagnostics> {
        let mut errors = Diagnostics::new();
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                let data = &shader.insts[inst];
                let fault = match data.op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        self.unreadable(&shader.interface.inputs[input], data.span)
                    }
                    _ => None,
                };
                if let Some(fault) = fault {
                    errors.push(fault);
                }
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(self.without_point_size(shader))
    }

    fn unreadable(self, variable: &Variable, span: Span) -> Option<Diagnostic> {
        let builtin = variable.builtin.filter(|builtin| !self.reads(*builtin))?;
        let name = self.name();
        let error = self.refused(format!("{name} has no `{}`", variable.name));
        let error = match builtin {
            Builtin::PointCoord => error.with_note(format!(
                "points are one pixel large in {name}; particles are drawn there as rectangles with a varying from corner to \
                 corner"
            )),
            Builtin::LastFragColor | Builtin::LastFragDepth => error.with_note(
                "what is in the framebuffer can be read on tile-based machines only: blend instead, or read a copy as a texture",
            ),
            _ => error,
        };
        Some(if span.is_none() {
            error.at(variable.span, "declared here")
        } else {
            error.at(span, "used here")
        })
    }

    /// An error about this language.
    pub(crate) fn refused(self, message: String) -> Diagnostic {
        Diagnostic::error(codes::target::NO_WORDS, message)
    }

    /// Drops `gl_PointSize` where points have one size.
    fn without_point_size(self, shader: &mut Shader) -> Diagnostics {
        let mut warnings = Diagnostics::new();
        let size = shader
            .interface
            .outputs
            .iter()
            .find(|(_, output)| output.builtin == Some(Builtin::PointSize))
            .map(|(size, variable)| (size, variable.span));
        let Some((size, span)) = size.filter(|_| matches!(self, Language::Wgsl | Language::Hlsl))
        else {
            return warnings;
        };
        let name = self.name();
        let warning = Diagnostic::warning(
            codes::warning::NO_POINTS,
            format!("{name} has no `gl_PointSize`: every point is one pixel large"),
        );
        warnings.push(warning.at(span, "declared here"));
        let places: Vec<bool> = shader
            .interface
            .output_slots()
            .map(|(output, _)| output != size)
            .collect();
        let kept: EntityVec<_, Variable> = shader
            .interface
            .outputs
            .iter()
            .filter(|(output, _)| *output != size)
            .map(|(_, variable)| variable.clone())
            .collect();
        shader.interface.outputs = kept;
        if let Terminator::Yield(uses) = &mut shader.regions[shader.body].end {
            let mut places = places.into_iter();
            uses.retain(|_| places.next().unwrap_or(true));
        }
        warnings
    }
}

/// A version of GLSL: the number behind `#version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlslVersion {
    /// OpenGL ES and WebGL 2: 300, 310 or 320.
    Es(u16),
    /// OpenGL: 330, 400, 410, 420, 430, 440, 450 or 460.
    Core(u16),
}

/// What WebGL 2 and OpenGL ES 3 read.
impl Default for GlslVersion {
    fn default() -> GlslVersion {
        GlslVersion::Es(300)
    }
}

impl GlslVersion {
    /// Every version, in the order in which they are listed.
    pub const ALL: [GlslVersion; 11] = [
        GlslVersion::Es(300),
        GlslVersion::Es(310),
        GlslVersion::Es(320),
        GlslVersion::Core(330),
        GlslVersion::Core(400),
        GlslVersion::Core(410),
        GlslVersion::Core(420),
        GlslVersion::Core(430),
        GlslVersion::Core(440),
        GlslVersion::Core(450),
        GlslVersion::Core(460),
    ];

    /// `300es`, `450`.
    pub fn name(self) -> String {
        match self {
            GlslVersion::Es(number) => format!("{number}es"),
            GlslVersion::Core(number) => number.to_string(),
        }
    }

    /// By [`GlslVersion::name`].
    pub fn named(name: &str) -> Option<GlslVersion> {
        let mut all = GlslVersion::ALL.into_iter();
        all.find(|version| version.name() == name)
    }
}
