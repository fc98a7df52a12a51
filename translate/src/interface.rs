//! The numbers that the world has to know.

use crate::layout::Block;
use crate::locations::{self, Located, Varyings};
use crate::names::Names;
use crate::{Language, Options};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::entity::{EntityRef, SecondaryMap};
use retroshade_ir::{
    ClipDepth, Input, Op, Sampler, SamplerId, SamplerKind, Shader, Stage, Uniform,
};
use std::collections::BTreeSet;

/// The name of the function to start, where the language does not want another.
pub(crate) const ENTRY_POINT: &str = "main";

/// The number of texture slots of an entry point in Metal.
const METAL_TEXTURES: usize = 128;

/// A texture with its sampler: one for each element of an array of samplers.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// The sampler of the source.
    pub sampler: SamplerId,
    /// The name GL knows it by, with its index in an array.
    pub gl_name: String,
    /// Its name in the text; the sampler's ends with `_sampler`.
    pub name: String,
    /// What is looked up.
    pub kind: SamplerKind,
    /// The element of an array of samplers.
    pub element: u32,
    /// The binding of the texture; the sampler has the next.
    pub binding: u32,
    /// Which texture of the shader it is, from 0: the number of a register where textures have their own.
    pub number: u32,
    /// True if the shader looks it up.
    pub used: bool,
    /// In GLSL: the name of the combined sampler in the text.
    pub glsl_name: Option<String>,
}

/// Where everything lies that a shader shares with the world.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The language.
    pub language: Language,
    /// The version of GLSL, if it is that.
    pub glsl: Option<crate::GlslVersion>,
    /// The source, for people.
    pub source: String,
    /// The stage.
    pub stage: Stage,
    /// The name of the function to start.
    pub entry_point: String,
    /// Range of z in clip space, of vertex shaders.
    pub clip_depth: ClipDepth,
    /// True if `gl_Position.y` has the other sign than in the source.
    pub invert_y: bool,
    /// Bind group, descriptor set, register space.
    pub group: u32,
    /// The uniforms, at binding 0 of the group if one of them is used.
    pub block: Block,
    /// In GLSL: the name of the block.
    pub glsl_block: Option<String>,
    /// Textures, in the order of the samplers.
    pub textures: Vec<Texture>,
    /// Inputs, in the order of the shader's interface.
    pub inputs: Vec<Located>,
    /// Which of them the shader reads.
    pub(crate) read: SecondaryMap<Input, bool>,
    /// Outputs, in the order of the shader's interface.
    pub outputs: Vec<Located>,
    pub(crate) uniforms: Vec<retroshade_ir::Variable>,
    pub(crate) asked_group: Option<u32>,
}

impl Interface {
    pub(crate) fn new(
        shader: &Shader,
        language: Language,
        options: &Options,
        clip_depth: ClipDepth,
    ) -> Result<Interface, Diagnostic> {
        let used = Used::find(shader);
        let own;
        let varyings = match &options.varyings {
            Some(varyings) => varyings,
            None => {
                own = Varyings::of(shader);
                &own
            }
        };
        let (inputs, outputs) = locations::locate(shader, varyings);
        let textures = textures(shader, &used.elements);
        check_limits(language, options, textures.len())?;
        let group = options.group.unwrap_or(match shader.stage {
            Stage::Vertex | Stage::Geometry => 0,
            Stage::Fragment => 1,
        });
        Ok(Interface {
            language,
            glsl: (language == Language::Glsl).then_some(options.glsl),
            source: shader.name.clone(),
            stage: shader.stage,
            entry_point: ENTRY_POINT.to_owned(),
            clip_depth,
            invert_y: shader.stage == Stage::Vertex && crate::prepare::inverts_y(language, options),
            group,
            block: Block::new(shader, &used.uniforms),
            glsl_block: None,
            textures,
            inputs,
            read: used.inputs,
            outputs,
            uniforms: shader.interface.uniforms.values().cloned().collect(),
            asked_group: options.group,
        })
    }

    /// The variable of a member of the block, as it lies there.
    pub fn uniform(&self, member: &crate::layout::Member) -> &retroshade_ir::Variable {
        &self.uniforms[EntityRef::index(member.uniform)]
    }

    /// True if there is a block in the text.
    pub(crate) fn has_block(&self) -> bool {
        self.block.members.iter().any(|member| member.used)
    }
}

/// Numbers beyond what a language counts to.
fn check_limits(language: Language, options: &Options, textures: usize) -> Result<(), Diagnostic> {
    let largest = u32::from(u8::MAX);
    if language == Language::Hlsl && options.group.is_some_and(|group| group > largest) {
        let message = format!("a register space of hlsl is at most {largest}");
        return Err(Diagnostic::error(codes::target::SETTING, message));
    }
    if language == Language::Msl && textures > METAL_TEXTURES {
        let message = format!("msl has {METAL_TEXTURES} textures, the shader declares {textures}");
        return Err(language.refused(message));
    }
    Ok(())
}

/// What the code of a shader reads.
#[derive(Default)]
struct Used {
    inputs: SecondaryMap<Input, bool>,
    uniforms: SecondaryMap<Uniform, bool>,
    elements: BTreeSet<(SamplerId, u32)>,
}

impl Used {
    fn find(shader: &Shader) -> Used {
        let mut used = Used::default();
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        used.inputs[input] = true;
                    }
                    Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                        used.uniforms[uniform] = true;
                    }
                    Op::Texture(texture) => {
                        used.elements.insert((texture.sampler, texture.element));
                    }
                    _ => {}
                }
            }
        }
        used
    }
}

fn textures(shader: &Shader, used: &BTreeSet<(SamplerId, u32)>) -> Vec<Texture> {
    let mut textures = Vec::new();
    let mut names = Names::default();
    for (sampler, data) in shader.interface.samplers.iter() {
        for (element, gl_name) in elements(data) {
            let number = textures.len() as u32;
            textures.push(Texture {
                sampler,
                name: names.free(&gl_name),
                gl_name,
                kind: data.kind,
                element,
                binding: 1 + 2 * number,
                number,
                used: used.contains(&(sampler, element)),
                glsl_name: None,
            });
        }
    }
    textures
}

/// Elements of a sampler, with the names that GL has for them.
fn elements(sampler: &Sampler) -> Vec<(u32, String)> {
    let mut elements = Vec::new();
    for leaf in sampler.leaves() {
        match leaf.array {
            None => elements.push((leaf.first_element, leaf.name)),
            Some(count) => {
                let all = 0..count;
                elements.extend(all.map(|index| {
                    (
                        leaf.first_element + index,
                        format!("{}[{index}]", leaf.name),
                    )
                }));
            }
        }
    }
    elements
}
