//! The registers that bring data to programs, and those that a program reads.

use crate::isa::{File, Program, Version};
use retroshade_ir::Stage;
use retroshade_kit::machine::{InputFiles, RegistersRead};

/// The register files of a version's programs of a stage.
pub(crate) fn files(version: Version, stage: Stage) -> InputFiles {
    match (version, stage) {
        (Version::V1, Stage::Vertex) => InputFiles {
            uniforms: &[("vc", 128)],
            inputs: &[("va", 8)],
            units: None,
        },
        (Version::V1, Stage::Fragment) => InputFiles {
            uniforms: &[("fc", 28)],
            inputs: &[("v", 8)],
            units: Some(("fs", 8)),
        },
        (Version::V2, Stage::Vertex) => InputFiles {
            uniforms: &[("vc", 250)],
            inputs: &[("va", 8)],
            units: None,
        },
        (Version::V3, Stage::Vertex) => InputFiles {
            uniforms: &[("vc", 250)],
            inputs: &[("va", 16), ("iid", 1)],
            units: None,
        },
        (Version::V2, Stage::Fragment) => InputFiles {
            uniforms: &[("fc", 64)],
            inputs: &[("v", 10)],
            units: Some(("fs", 16)),
        },
        (Version::V3, Stage::Fragment) => InputFiles {
            uniforms: &[("fc", 200)],
            inputs: &[("v", 10)],
            units: Some(("fs", 16)),
        },
    }
}

/// What the tokens of a program read.
pub(crate) fn registers_read(program: &Program) -> RegistersRead {
    let mut reads = RegistersRead::default();
    for token in &program.tokens {
        let rows = token.opcode.info().rows();
        let sources = [(token.a, 1), (token.b, rows)];
        for (source, rows) in sources {
            let Some(source) = source else { continue };
            // An indirect source reads the register with the index; which constant it finds, code does not tell.
            let (file, first, rows) = match source.indirect {
                Some(indirect) => (indirect.file, indirect.number, 1),
                None => (source.file, source.number, rows),
            };
            let prefix = file.prefix(program.stage);
            for number in (first..).take(rows.into()) {
                match file {
                    File::Constant => {
                        reads.uniforms.insert((prefix, number.into()), "vec4");
                    }
                    File::Attribute | File::Varying | File::InstanceId => {
                        reads.inputs.insert((prefix, number.into()));
                    }
                    _ => {}
                }
            }
        }
        if let Some(sampler) = token.sampler {
            let ty = match sampler.is_cube() {
                true => "samplerCube",
                false => "sampler2D",
            };
            reads.textures.insert(("fs", sampler.number.into()), ty);
        }
    }
    reads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_as_long_as_the_versions_say() {
        for version in [Version::V1, Version::V2, Version::V3] {
            for stage in [Stage::Vertex, Stage::Fragment] {
                let files = files(version, stage);
                let all = files
                    .uniforms
                    .iter()
                    .chain(files.inputs)
                    .chain(files.units.as_slice());
                for (prefix, count) in all {
                    let file = File::ALL
                        .into_iter()
                        .find(|file| file.prefix(stage) == *prefix);
                    let registers = file.map(|file| version.registers(stage, file));
                    assert_eq!(registers, Some(*count as u16), "{version:?} {prefix}");
                }
            }
        }
    }
}
