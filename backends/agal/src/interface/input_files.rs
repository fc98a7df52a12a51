//! The registers that bring data to programs.

use crate::isa::Version;
use retroshade_ir::Stage;
use retroshade_kit::machine::InputFiles;

/// The register files of a version's programs of a stage.
pub(crate) fn input_files(version: Version, stage: Stage) -> InputFiles {
    match (version, stage) {
        (Version::V1, Stage::Vertex | Stage::Geometry) => InputFiles {
            uniforms: &[("vc", 128)],
            inputs: &[("va", 8)],
            units: None,
        },
        (Version::V1, Stage::Fragment) => InputFiles {
            uniforms: &[("fc", 28)],
            inputs: &[("v", 8)],
            units: Some(("fs", 8)),
        },
        (Version::V2, Stage::Vertex | Stage::Geometry) => InputFiles {
            uniforms: &[("vc", 250)],
            inputs: &[("va", 8)],
            units: None,
        },
        (Version::V3, Stage::Vertex | Stage::Geometry) => InputFiles {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::File;

    #[test]
    fn files_are_as_long_as_the_versions_say() {
        for version in [Version::V1, Version::V2, Version::V3] {
            for stage in [Stage::Vertex, Stage::Fragment] {
                let files = input_files(version, stage);
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
