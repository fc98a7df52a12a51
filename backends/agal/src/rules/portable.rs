//! Rules that no runtime enforces: programs that break them are run wrongly by some client.
//!
//! | rule | client | what goes wrong |
//! | --- | --- | --- |
//! | P1 | Ruffle | a one-component write stores lane x of the result |
//! | P2 | OpenFL | a lookup with a partial mask is a type error |
//! | P3 | OpenFL, AwayJS | `nrm`, `crs`, `m33`, `m34` differ for masks other than xyz |
//! | P4 | Flash | cube maps without mipmapping may be refused |
//! | P5 | several | varyings written in a conditional |
//! | P6 | several | a colour written more than once |
//! | P7 | several | matrix rows in temporaries that were not written |
//! | P8 | OpenFL, AwayJS | `m44` with a partial mask is a type error, or multiplies other rows |
//! | P9 | AwayJS | a matrix product over its own vector reads components that it has written |

use super::{Part, Rule, Verifier};
use crate::isa::fields::sampler;
use crate::isa::{File, LaneMask, Meaning, Opcode, RawToken, Second, SourceField, Version};
use retroshade_ir::Stage;

impl Verifier {
    /// Checks one token after the rules of the runtime.
    pub(super) fn portability(&mut self, raw: &RawToken, opcode: Opcode) {
        let info = opcode.info();
        if !info.dest {
            return;
        }
        let (name, mask) = (opcode.row().name, raw.mask());
        if mask.count() == 1 && mask != LaneMask::X && !matches!(info.meaning, Meaning::Product(_))
        {
            self.single_lane(raw, opcode);
        }
        if matches!(info.meaning, Meaning::Lookup) {
            if mask != LaneMask::ALL {
                self.warn(Part::Dest, 2, "a lookup is stored with a partial mask");
            }
            if raw.source(SourceField::B, sampler::DIMENSION) == 1
                && raw.source(SourceField::B, sampler::MIP) == 0
            {
                self.warn(Part::B, 4, "a cube map has no mipmapping");
            }
        }
        if info.xyz && mask != LaneMask::XYZ {
            self.warn(Part::Dest, 3, format!("`{name}` has a mask other than xyz"));
        }
        if let Second::Matrix(rows) = info.second {
            if !info.xyz && mask != LaneMask::ALL {
                self.warn(Part::Dest, 8, format!("`{name}` has a partial mask"));
            }
            if writes_over_vector(raw, rows) {
                let message = format!("`{name}` writes over the vector that it multiplies");
                self.warn(Part::Dest, 9, message);
            }
        }
        let file = raw.dest_file();
        if file == Some(File::Varying) && !self.blocks.is_empty() {
            self.warn(Part::Dest, 5, "a varying is written in a conditional");
        }
        let written = self
            .outputs
            .get(&(File::Output, raw.dest_number()))
            .copied()
            .unwrap_or(0);
        let colour = file == Some(File::Output) && self.stage == Stage::Fragment;
        if colour && self.version == Version::V1 && written > 1 {
            self.warn(Part::Dest, 6, "a colour is written more than once");
        }
        if let Second::Matrix(rows) = info.second {
            self.matrix_rows(raw, rows.into());
        }
    }

    fn warn(&mut self, part: Part, number: u8, message: impl Into<String>) {
        self.report(part, Rule::Portable(number), message);
    }

    /// One lane other than x: right only where all lanes of the result are the same.
    fn single_lane(&mut self, raw: &RawToken, opcode: Opcode) {
        let info = opcode.info();
        let name = opcode.row().name;
        if !info.is_lanewise() {
            return self.warn(
                Part::Dest,
                1,
                format!("`{name}` writes a single component other than x"),
            );
        }
        let sources = [
            (SourceField::A, info.first),
            (SourceField::B, info.second == Second::Source),
        ];
        if sources
            .iter()
            .any(|(which, used)| *used && !raw.swizzle(*which).is_scalar())
        {
            let message = "a single component is written from a source that is not one component";
            self.warn(Part::Dest, 1, message);
        }
    }

    fn matrix_rows(&mut self, raw: &RawToken, rows: u16) {
        if raw.source_file(SourceField::B) != Some(File::Temporary)
            || raw.is_indirect(SourceField::B)
        {
            return;
        }
        let dest = (raw.dest_file() == Some(File::Temporary)).then(|| raw.dest_number());
        for row in (1..rows).map(|row| raw.source_number(SourceField::B).saturating_add(row)) {
            let written = self.written.get(&row).copied().unwrap_or(LaneMask::NONE);
            if written != LaneMask::ALL && dest != Some(row) {
                let register = File::Temporary.register(self.stage, row);
                self.warn(
                    Part::B,
                    7,
                    format!("the matrix row `{register}` was not written"),
                );
            }
        }
    }
}

/// True if a product that computes one component after the other reads one that it has written.
fn writes_over_vector(raw: &RawToken, rows: u8) -> bool {
    let temporary = Some(File::Temporary);
    if (raw.dest_file(), raw.source_file(SourceField::A)) != (temporary, temporary)
        || raw.is_indirect(SourceField::A)
        || raw.dest_number() != raw.source_number(SourceField::A)
    {
        return false;
    }
    let mut written = raw.mask().lanes().take(rows.into()).collect::<Vec<u8>>();
    // The last is written when all are read.
    written.pop();
    raw.swizzle(SourceField::A)
        .read_by(LaneMask::ALL)
        .lanes()
        .any(|lane| written.contains(&lane))
}

#[cfg(test)]
mod tests {
    use crate::isa::Version;
    use crate::rules::{Rules, check_bytes};
    use crate::{container, text};
    use retroshade_diagnostics::FileId;
    use retroshade_ir::Stage;

    fn broken(source: &str) -> Vec<String> {
        let assembly = text::assemble(FileId(0), source, Stage::Vertex, Version::V1).unwrap();
        let bytes = container::write(&assembly.program).unwrap();
        let violations = check_bytes(&bytes, Rules::Portable);
        let rule = |violation: &crate::rules::Violation| violation.rule.to_string();
        violations.iter().map(rule).collect()
    }

    #[test]
    fn m44_writes_all_components() {
        assert_eq!(broken("m44 v0.xyz, va0, vc0\n"), ["P8"]);
        assert_eq!(broken("m44 v0, va0, vc0\n"), [""; 0]);
        assert_eq!(broken("m33 v0.xyz, va0, vc0\n"), [""; 0]);
    }

    #[test]
    fn products_do_not_write_over_their_vector() {
        let after = |product: &str| broken(&format!("mov vt0, va0\n{product}\n"));
        assert_eq!(after("m44 vt0, vt0, vc0"), ["P9"]);
        assert_eq!(after("m33 vt0.xyz, vt0.xyz, vc0"), ["P9"]);
        assert_eq!(after("m33 vt1.xyz, vt0.xyz, vc0"), [""; 0]);
        // What is read is not written, or last.
        assert_eq!(after("m33 vt0.xyz, vt0.w, vc0"), [""; 0]);
        assert_eq!(after("m33 vt0.xyz, vt0.z, vc0"), [""; 0]);
    }
}
