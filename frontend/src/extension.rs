//! The language extensions that `#extension` may name.

use crate::typed::Version;
use retroshade_diagnostics::Span;

/// An extension that retroshade knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extension {
    /// `GL_OES_standard_derivatives`: `dFdx`, `dFdy`, `fwidth` in ESSL 1.00.
    StandardDerivatives,
    /// `GL_EXT_shader_texture_lod`: `texture2DLodEXT`, `texture2DGradEXT`, … in fragment shaders.
    ShaderTextureLod,
    /// `GL_EXT_frag_depth`: `gl_FragDepthEXT`.
    FragDepth,
    /// `GL_EXT_draw_buffers`: `gl_FragData` beyond element 0.
    DrawBuffers,
    /// `GL_OES_EGL_image_external`: `samplerExternalOES` in ESSL 1.00.
    EglImageExternal,
    /// `GL_OES_EGL_image_external_essl3`: `samplerExternalOES` in ESSL 3.00.
    EglImageExternalEssl3,
    /// `GL_OES_texture_3D`: `sampler3D` in ESSL 1.00.
    Texture3D,
    /// `GL_EXT_shader_framebuffer_fetch`: `gl_LastFragData`.
    FramebufferFetch,
    /// `GL_ARM_shader_framebuffer_fetch`: `gl_LastFragColorARM`.
    ArmFramebufferFetch,
    /// `GL_ARM_shader_framebuffer_fetch_depth_stencil`: `gl_LastFragDepthARM`, `gl_LastFragStencilARM`.
    ArmFramebufferFetchDepthStencil,
    /// `GL_GOOGLE_include_directive`: `#include`, which is always understood.
    IncludeDirective,
}

impl Extension {
    /// All of them.
    pub const ALL: [Extension; 11] = [
        Extension::StandardDerivatives,
        Extension::ShaderTextureLod,
        Extension::FragDepth,
        Extension::DrawBuffers,
        Extension::EglImageExternal,
        Extension::EglImageExternalEssl3,
        Extension::Texture3D,
        Extension::FramebufferFetch,
        Extension::ArmFramebufferFetch,
        Extension::ArmFramebufferFetchDepthStencil,
        Extension::IncludeDirective,
    ];

    /// The name in `#extension`, which is also the name of its macro.
    pub fn name(self) -> &'static str {
        match self {
            Extension::StandardDerivatives => "GL_OES_standard_derivatives",
            Extension::ShaderTextureLod => "GL_EXT_shader_texture_lod",
            Extension::FragDepth => "GL_EXT_frag_depth",
            Extension::DrawBuffers => "GL_EXT_draw_buffers",
            Extension::EglImageExternal => "GL_OES_EGL_image_external",
            Extension::EglImageExternalEssl3 => "GL_OES_EGL_image_external_essl3",
            Extension::Texture3D => "GL_OES_texture_3D",
            Extension::FramebufferFetch => "GL_EXT_shader_framebuffer_fetch",
            Extension::ArmFramebufferFetch => "GL_ARM_shader_framebuffer_fetch",
            Extension::ArmFramebufferFetchDepthStencil => {
                "GL_ARM_shader_framebuffer_fetch_depth_stencil"
            }
            Extension::IncludeDirective => "GL_GOOGLE_include_directive",
        }
    }

    /// The extension of a name.
    pub fn from_name(name: &str) -> Option<Extension> {
        Extension::ALL
            .into_iter()
            .find(|extension| extension.name() == name)
    }

    /// The language versions in which it may be named. Drivers let ESSL 3.00 sources name some
    /// extensions whose content is part of that version.
    pub fn versions(self) -> &'static [Version] {
        match self {
            Extension::ShaderTextureLod
            | Extension::FragDepth
            | Extension::DrawBuffers
            | Extension::Texture3D => &[Version::Essl100],
            Extension::EglImageExternalEssl3 => &[Version::Essl300],
            Extension::StandardDerivatives
            | Extension::EglImageExternal
            | Extension::FramebufferFetch
            | Extension::ArmFramebufferFetch
            | Extension::ArmFramebufferFetchDepthStencil
            | Extension::IncludeDirective => &[Version::Essl100, Version::Essl300],
        }
    }
}

/// What an `#extension` line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behavior {
    /// Must be there.
    Require,
    /// May be used.
    Enable,
    /// May be used; each use gives a warning.
    Warn,
    /// May not be used; the initial state.
    Disable,
}

/// The behaviour of one extension at the end of the source, and the line that last set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtensionState {
    /// Which.
    pub extension: Extension,
    /// How.
    pub behavior: Behavior,
    /// The `#extension` line.
    pub span: Span,
}

/// The extensions that a source mentions. All others are disabled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    states: Vec<ExtensionState>,
}

impl Extensions {
    /// How an extension may be used.
    pub fn behavior(&self, extension: Extension) -> Behavior {
        let state = self
            .states
            .iter()
            .find(|state| state.extension == extension);
        state.map_or(Behavior::Disable, |state| state.behavior)
    }

    /// True if an extension may be used, with or without a warning.
    pub fn allows(&self, extension: Extension) -> bool {
        self.behavior(extension) != Behavior::Disable
    }

    /// Sets the behaviour of one extension.
    pub fn set(&mut self, state: ExtensionState) {
        match self
            .states
            .iter_mut()
            .find(|known| known.extension == state.extension)
        {
            Some(known) => *known = state,
            None => self.states.push(state),
        }
    }

    /// Every extension that was mentioned, in the order of first mention.
    pub fn iter(&self) -> impl Iterator<Item = &ExtensionState> {
        self.states.iter()
    }
}
