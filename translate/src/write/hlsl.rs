//! HLSL, with samplers in registers of their own.
//!
//! naga takes every sampler out of a heap, which Direct3D 12 alone has and wgpu alone fills. Here each is declared in its
//! register, as Direct3D 11 wants it.

use crate::Interface;
use naga::back::hlsl::{BindTarget, Options, PipelineOptions, ShaderModel, Writer};
use naga::valid::ModuleInfo;
use naga::{Module, ResourceBinding};
use std::borrow::Cow;
use std::error::Error;

pub(super) fn write(
    module: &Module,
    info: &ModuleInfo,
    interface: &mut Interface,
) -> Result<String, Box<dyn Error>> {
    let group = interface.group;
    let space = interface.register_space();
    let mut options = Options {
        shader_model: match space {
            0 => ShaderModel::V5_0,
            _ => ShaderModel::V5_1,
        },
        fake_missing_bindings: true,
        // Indices are brought into bounds where the module is built.
        restrict_indexing: false,
        force_loop_bounding: false,
        ..Options::default()
    };
    let mut bind = |binding: u32, register: u32| {
        let target = BindTarget {
            // A larger one was refused.
            space: space as u8,
            register,
            ..BindTarget::default()
        };
        let key = ResourceBinding { group, binding };
        options.binding_map.insert(key, target);
    };
    bind(0, 0);
    for texture in &interface.textures {
        bind(texture.binding, texture.number);
        bind(texture.binding + 1, texture.number);
    }
    let mut text = String::new();
    let pipeline = PipelineOptions::default();
    let mut writer = Writer::new(&mut text, &options, &pipeline);
    let reflection = writer.write(module, info, None)?;
    let names = reflection.entry_point_names;
    if let Some(name) = names.into_iter().next() {
        interface.entry_point = name?;
    }
    with_registers(&text, space)
}

/// Replaces the heap and what is taken out of it, and leaves arrays as undefined as they are in the IR: not every reader of
/// HLSL knows `(float2[3])0`.
fn with_registers(text: &str, space: u32) -> Result<String, Box<dyn Error>> {
    let space = match space {
        0 => String::new(),
        number => format!(", space{number}"),
    };
    let mut result = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with("SamplerState nagaSamplerHeap[")
            || line.starts_with("SamplerComparisonState nagaComparisonSamplerHeap[")
            || line.starts_with("StructuredBuffer<uint> nagaGroup")
        {
            continue;
        }
        match sampler(line) {
            Some((name, register)) => {
                result.push_str(&format!(
                    "SamplerState {name} : register(s{register}{space});"
                ));
            }
            None => result.push_str(&without_zeros(line)),
        }
        result.push('\n');
    }
    if result.contains("nagaSamplerHeap") || result.contains("SamplerIndexArray") {
        return Err("a sampler is taken out of a heap".into());
    }
    Ok(result)
}

/// The declaration of a local array without its first value: `float2 a[3] = (float2[3])0;`
fn without_zeros(line: &str) -> Cow<'_, str> {
    let declared = line
        .strip_suffix("])0;")
        .and_then(|line| line.rsplit_once("] = ("));
    match declared {
        Some((declared, zero)) if zero.contains('[') => format!("{declared}];").into(),
        _ => line.into(),
    }
}

/// Name and register of a sampler, if a line declares one: `static const SamplerState s = heap[array[3]];`
fn sampler(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("static const SamplerState ")?;
    let (name, rest) = rest.split_once(" = nagaSamplerHeap[")?;
    let (_, register) = rest.strip_suffix("]];")?.split_once('[')?;
    Some((name, register))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samplers_get_registers() {
        let text = "SamplerState nagaSamplerHeap[2048]: register(s0, space0);\n\
                    StructuredBuffer<uint> nagaGroup1SamplerIndexArray : register(t1, space255);\n\
                    static const SamplerState a = nagaSamplerHeap[nagaGroup1SamplerIndexArray[3]];\n\
                    float x;\n\
                    \x20   float2 y[3] = (float2[3])0;\n";
        let rest = "float x;\n    float2 y[3];\n";
        let own = with_registers(text, 0).unwrap();
        assert_eq!(own, format!("SamplerState a : register(s3);\n{rest}"));
        let spaced = with_registers(text, 2).unwrap();
        assert_eq!(
            spaced,
            format!("SamplerState a : register(s3, space2);\n{rest}")
        );
        assert!(with_registers("x = nagaSamplerHeap[1];", 0).is_err());
    }
}
