//! The text of a module, by naga's writers.

mod hlsl;

use crate::interface::ENTRY_POINT;
use crate::{GlslVersion, Interface, Language, Options};
use naga::back::{glsl, msl, spv, wgsl};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ResourceBinding, ShaderStage};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::{Builtin, Effect, Shader, Stage};
use std::error::Error;

/// Indices are brought into bounds where the module is built, by the rules of the IR.
const UNCHECKED: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Unchecked,
    buffer: BoundsCheckPolicy::Unchecked,
    image_load: BoundsCheckPolicy::Unchecked,
    binding_array: BoundsCheckPolicy::Unchecked,
};

pub(crate) fn write(
    module: &Module,
    shader: &Shader,
    language: Language,
    options: &Options,
    interface: &mut Interface,
) -> Result<Vec<u8>, Diagnostics> {
    let info = validated(module)?;
    let stage = match shader.stage {
        Stage::Vertex | Stage::Geometry => ShaderStage::Vertex,
        Stage::Fragment => ShaderStage::Fragment,
    };
    let said = |error: &dyn Error| Diagnostics::from(unwritten(language, error));
    let text = match language {
        Language::Wgsl => {
            let text = wgsl::write_string(module, &info, wgsl::WriterFlags::empty());
            let text = text.map_err(|error| said(&error))?;
            // ESSL has derivatives in any control flow, WGSL only where it can see that a quad goes one way.
            if has_quads(shader) {
                format!("diagnostic(off, derivative_uniformity);\n\n{text}")
            } else {
                text
            }
        }
        Language::SpirV => {
            let words = spirv(module, &info).map_err(|error| said(&error))?;
            return Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect());
        }
        Language::Hlsl => hlsl::write(module, &info, interface).map_err(|error| said(&*error))?,
        Language::Msl => metal(module, &info, shader, interface).map_err(|error| said(&error))?,
        Language::Glsl => {
            gl(module, &info, stage, options, interface).map_err(|error| said(&error))?
        }
    };
    Ok(format!("{}\n", text.trim_end()).into_bytes())
}

/// Holds a module to every rule of naga. What it refuses is a defect of the builder.
fn validated(module: &Module) -> Result<ModuleInfo, Diagnostics> {
    let flags = ValidationFlags::all() - ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let mut validator = Validator::new(flags, Capabilities::empty());
    validator.validate(module).map_err(|error| {
        let reasons = reasons(error.as_inner());
        Diagnostic::bug("translate", format!("naga refuses the module: {reasons}")).into()
    })
}

fn reasons(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        text = format!("{text}: {error}");
        next = error.source();
    }
    text
}

fn unwritten(language: Language, error: &dyn Error) -> Diagnostic {
    language.refused(format!(
        "{} cannot be written: {}",
        language.name(),
        reasons(error)
    ))
}

/// True if the code of a fragment shader depends on the neighbours of a pixel.
fn has_quads(shader: &Shader) -> bool {
    let fragment = shader.stage == Stage::Fragment;
    shader
        .live_regions()
        .iter()
        .flat_map(|&region| &shader.regions[region].insts)
        .any(|&inst| shader.insts[inst].op.effect(fragment) == Effect::Quad)
}

fn spirv(module: &Module, info: &ModuleInfo) -> Result<Vec<u32>, spv::Error> {
    let options = spv::Options {
        lang_version: (1, 0),
        // Names are for people; the position is where `prepare` has brought it.
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        bounds_check_policies: UNCHECKED,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..spv::Options::default()
    };
    spv::write_vec(module, info, &options, None)
}

fn metal(
    module: &Module,
    info: &ModuleInfo,
    shader: &Shader,
    interface: &mut Interface,
) -> Result<String, msl::Error> {
    let mut resources = msl::EntryPointResources::default();
    let group = interface.group;
    let mut bind = |binding: u32, target: msl::BindTarget| {
        resources
            .resources
            .insert(ResourceBinding { group, binding }, target);
    };
    bind(
        0,
        msl::BindTarget {
            buffer: Some(0),
            ..msl::BindTarget::default()
        },
    );
    for texture in &interface.textures {
        // There are no more than Metal has.
        let slot = texture.number as u8;
        bind(
            texture.binding,
            msl::BindTarget {
                texture: Some(slot),
                ..msl::BindTarget::default()
            },
        );
        bind(
            texture.binding + 1,
            msl::BindTarget {
                sampler: Some(msl::BindSamplerTarget::Resource(slot)),
                ..msl::BindTarget::default()
            },
        );
    }
    let mut map = msl::EntryPointResourceMap::new();
    map.insert(ENTRY_POINT.to_owned(), resources);
    let options = msl::Options {
        lang_version: (2, 0),
        per_entry_point_map: map,
        fake_missing_bindings: false,
        bounds_check_policies: UNCHECKED,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..msl::Options::default()
    };
    let mut outputs = shader.interface.outputs.values();
    let pipeline = msl::PipelineOptions {
        allow_and_force_point_size: outputs
            .any(|output| output.builtin == Some(Builtin::PointSize)),
        ..msl::PipelineOptions::default()
    };
    let (text, translation) = msl::write_string(module, info, &options, &pipeline)?;
    if let Some(name) = translation.entry_point_names.into_iter().next() {
        // What has no place is refused here, as everything is placed.
        interface.entry_point = name.map_err(|_| {
            msl::Error::GenericValidation("something has no place in the entry point".into())
        })?;
    }
    Ok(text)
}

fn gl(
    module: &Module,
    info: &ModuleInfo,
    stage: ShaderStage,
    options: &Options,
    interface: &mut Interface,
) -> Result<String, glsl::Error> {
    let version = match options.glsl {
        GlslVersion::Es(number) => glsl::Version::new_gles(number),
        GlslVersion::Core(number) => glsl::Version::Desktop(number),
    };
    let settings = glsl::Options {
        version,
        // The position is where `prepare` has brought it.
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    let pipeline = glsl::PipelineOptions {
        shader_stage: stage,
        entry_point: ENTRY_POINT.to_owned(),
        multiview: None,
    };
    let mut text = String::new();
    let mut writer = glsl::Writer::new(
        &mut text,
        module,
        info,
        &settings,
        &pipeline,
        BoundsCheckPolicies::default(),
    )?;
    let reflection = writer.write()?;
    let combined = |binding: u32| {
        let is = |handle| {
            let global: &naga::GlobalVariable = &module.global_variables[handle];
            global
                .binding
                .as_ref()
                .is_some_and(|own| own.binding == binding)
        };
        let mut names = reflection.texture_mapping.iter();
        names
            .find(|(_, mapping)| is(mapping.texture))
            .map(|(name, _)| name.clone())
    };
    for texture in &mut interface.textures {
        texture.glsl_name = combined(texture.binding);
    }
    drop(reflection);
    interface.glsl_block = block_name(&text);
    Ok(text)
}

/// The name of the uniform block in a text of GLSL.
fn block_name(text: &str) -> Option<String> {
    let mut blocks = text.lines().filter_map(|line| {
        let (name, _) = line
            .strip_prefix("layout(std140) uniform ")?
            .split_once(' ')?;
        Some(name.to_owned())
    });
    blocks.next()
}
