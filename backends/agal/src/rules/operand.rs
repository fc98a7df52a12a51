//! Rules of a single operand.

use super::{Part, Verifier};
use crate::isa::fields::{dest, sampler, source};
use crate::isa::{File, LaneMask, Meaning, Opcode, RawToken, Second, SourceField, Version, flags};
use retroshade_ir::Stage;

impl RawToken {
    /// The file of source A or B; `None` for a code that does not exist. Reserved bits have a rule of their own.
    pub(super) fn source_file(&self, which: SourceField) -> Option<File> {
        File::from_code(self.source(which, source::FILE))
    }

    /// The register number of source A or B.
    pub(super) fn source_number(&self, which: SourceField) -> u16 {
        self.source(which, source::NUMBER) as u16
    }

    /// True if source A or B is indirect.
    pub(super) fn is_indirect(&self, which: SourceField) -> bool {
        self.source(which, source::INDIRECT) == 1
    }

    /// The file of the destination; `None` for a code that does not exist. Reserved bits have a rule of their own.
    pub(super) fn dest_file(&self) -> Option<File> {
        File::from_code(self.dest(dest::FILE))
    }

    /// The register number of the destination.
    pub(super) fn dest_number(&self) -> u16 {
        self.dest(dest::NUMBER) as u16
    }
}

const fn part(which: SourceField) -> Part {
    match which {
        SourceField::A => Part::A,
        SourceField::B => Part::B,
    }
}

impl Verifier {
    /// Both sources.
    pub(super) fn sources(&mut self, raw: &RawToken, opcode: Opcode) {
        let info = opcode.info();
        for (which, used) in [
            (SourceField::A, info.first),
            (SourceField::B, info.second != Second::None),
        ] {
            if !used {
                if raw.source_bits(which) != 0 {
                    self.bad(
                        part(which),
                        3636,
                        "a source that is not used is not all zero",
                    );
                }
            } else if which == SourceField::B && info.second == Second::Sampler {
                self.sampler(raw);
            } else {
                self.source(raw, opcode, which);
            }
        }
    }

    fn source(&mut self, raw: &RawToken, opcode: Opcode, which: SourceField) {
        let part = part(which);
        let field = |range| raw.source(which, range);
        if field(source::FILE) == File::Sampler.code() && field(source::RESERVED_FILE) == 0 {
            return self.bad(
                part,
                3638,
                "a sampler is read only as the second source of `tex`",
            );
        }
        let reserved = [
            source::RESERVED_FILE,
            source::RESERVED_INDEX,
            source::RESERVED_FLAGS,
        ];
        if reserved.iter().any(|range| field(*range) != 0) {
            return self.bad(part, 3654, "reserved bits are set");
        }
        if raw.is_indirect(which) {
            self.indirect(raw, opcode, which);
        } else {
            self.direct(raw, opcode, which);
        }
        if which == SourceField::B && matches!(opcode.info().second, Second::Matrix(_)) {
            let swizzle = raw.swizzle(SourceField::B);
            if swizzle != crate::isa::Swizzle::IDENTITY {
                self.bad(part, 3689, "a matrix cannot have a swizzle");
            }
        }
        if opcode.info().scalar && !raw.swizzle(which).is_scalar() {
            let name = opcode.row().name;
            self.bad(part, 3703, format!("`{name}` reads a single component"));
        }
    }

    fn indirect(&mut self, raw: &RawToken, opcode: Opcode, which: SourceField) {
        let part = part(which);
        if self.stage != Stage::Vertex {
            return self.bad(
                part,
                3639,
                "indirect addressing exists only in vertex programs",
            );
        }
        if raw.source_file(which) != Some(File::Constant) {
            return self.bad(part, 3640, "only constants are addressed indirectly");
        }
        if matches!(opcode.info().meaning, Meaning::Lookup) {
            return self.bad(part, 3641, "a lookup cannot address indirectly");
        }
        let number = raw.source_number(which);
        let index = File::from_code(raw.source(which, source::INDEX_FILE));
        match index {
            Some(file @ (File::Attribute | File::Constant | File::Temporary)) => {
                self.range(part, file, number.into());
                if file == File::Temporary {
                    let lane = raw.source(which, source::INDEX_LANE) as u8;
                    self.temporary(part, number, LaneMask::lane(lane));
                }
            }
            _ => self.bad(
                part,
                3642,
                "an index is in an attribute, a constant or a temporary",
            ),
        }
    }

    fn direct(&mut self, raw: &RawToken, opcode: Opcode, which: SourceField) {
        let part = part(which);
        let field = |range| raw.source(which, range);
        let extras = [source::OFFSET, source::INDEX_FILE, source::INDEX_LANE];
        if extras.iter().any(|range| field(*range) != 0) {
            self.bad(
                part,
                3643,
                "a direct source has the fields of an indirect one",
            );
        }
        let Some(file) = raw.source_file(which) else {
            let code = field(source::FILE);
            return self.bad(part, 3655, format!("there is no register type {code}"));
        };
        let number = raw.source_number(which);
        let vertex = self.stage == Stage::Vertex;
        match file {
            File::Varying if vertex => {
                return self.bad(part, 3644, "varyings are read only in fragment programs");
            }
            File::Attribute if !vertex => {
                return self.bad(part, 3645, "attributes are read only in vertex programs");
            }
            File::Output | File::Depth => return self.bad(part, 3646, "outputs cannot be read"),
            _ => {}
        }
        let rows = if which == SourceField::B {
            opcode.info().rows()
        } else {
            1
        };
        let mut known = true;
        for row in 0..rows {
            known &= self.range(part, file, u32::from(number) + u32::from(row));
        }
        if file == File::Temporary && known {
            self.temporary(part, number, raw.swizzle(which).read_by(LaneMask::ALL));
        }
    }

    /// True if a register exists.
    fn range(&mut self, part: Part, file: File, number: u32) -> bool {
        let count = self.version.registers(self.stage, file);
        if number < u32::from(count) {
            return true;
        }
        let code = match file {
            File::Sampler => 3656,
            File::Varying => 3657,
            File::Attribute => 3658,
            File::Constant => 3659,
            File::Output => 3660,
            File::Temporary => 3661,
            File::Depth => 3749,
            File::InstanceId => 3789,
        };
        let prefix = file.prefix(self.stage);
        self.bad(
            part,
            code,
            format!("`{prefix}{number}` is out of range, there are {count}"),
        );
        false
    }

    /// Temporaries are written before they are read; every lane of the swizzle counts, whatever
    /// the destination's mask is.
    fn temporary(&mut self, part: Part, number: u16, reads: LaneMask) {
        let written = self.written.get(&number).copied().unwrap_or(LaneMask::NONE);
        if written.covers(reads) && written != LaneMask::NONE {
            return;
        }
        let register = File::Temporary.register(self.stage, number);
        if written == LaneMask::NONE {
            self.bad(
                part,
                3647,
                format!("`{register}` is read before it is written"),
            );
        } else {
            let missing = reads.without(written);
            let message = format!("`{register}.{missing}` is read before it is written");
            self.bad(part, 3648, message);
        }
    }

    fn sampler(&mut self, raw: &RawToken) {
        let field = |range| raw.source(SourceField::B, range);
        if field(sampler::FILE) != File::Sampler.code() || field(sampler::RESERVED_FILE) != 0 {
            return self.bad(Part::B, 3693, "the second source of `tex` is a sampler");
        }
        if self.stage != Stage::Fragment {
            self.bad(Part::B, 3637, "samplers exist only in fragment programs");
        }
        if field(sampler::RESERVED) != 0 {
            self.bad(Part::B, 3654, "reserved bits are set");
        }
        let number = raw.source_number(SourceField::B);
        self.range(Part::B, File::Sampler, number.into());
        let dimensions = match self.version {
            Version::V1 => &flags::DIMENSIONS[..flags::BASIC_DIMENSIONS],
            Version::V2 | Version::V3 => flags::DIMENSIONS,
        };
        let lists = [
            (sampler::DIMENSION, dimensions, 3664, "dimension"),
            (sampler::FILTER, flags::FILTERS, 3665, "filter"),
            (sampler::MIP, flags::MIPS, 3666, "mipmapping"),
            (sampler::WRAP, flags::WRAPS, 3667, "wrapping"),
            (sampler::FORMAT, flags::FORMATS, 3654, "texel format"),
        ];
        for (range, list, code, what) in lists {
            let value = field(range);
            if value >= list.len() as u64 {
                self.bad(Part::B, code, format!("there is no {what} {value}"));
            }
        }
        if field(sampler::SPECIAL) >= 1 << flags::SPECIALS.len() {
            self.bad(Part::B, 3668, "an unknown special flag is set");
        }
        if field(sampler::DIMENSION) == 1 && field(sampler::WRAP) != 0 {
            self.bad(Part::B, 3662, "a cube map is clamped");
        }
        let bits = raw.source_bits(SourceField::B);
        if *self.samplers.entry(number).or_insert(bits) != bits {
            let message = format!("`fs{number}` was used with other flags before");
            self.bad(Part::B, 3696, message);
        }
    }

    /// The destination.
    pub(super) fn dest(&mut self, raw: &RawToken, opcode: Opcode) {
        let info = opcode.info();
        if !info.dest {
            if raw.words[1] != 0 {
                self.bad(
                    Part::Dest,
                    3627,
                    "an instruction without destination has its field set",
                );
            }
            return;
        }
        if raw.dest(dest::RESERVED_MASK) != 0 || raw.dest(dest::RESERVED_FILE) != 0 {
            return self.bad(Part::Dest, 3654, "reserved bits are set");
        }
        let Some(file) = raw.dest_file() else {
            let code = raw.dest(dest::FILE);
            return self.bad(
                Part::Dest,
                3655,
                format!("there is no register type {code}"),
            );
        };
        let fragment = self.stage == Stage::Fragment;
        let forbidden = match file {
            File::Sampler => Some((3649, "samplers cannot be written")),
            File::Varying if fragment => {
                Some((3650, "varyings are written only in vertex programs"))
            }
            File::Attribute => Some((3651, "attributes cannot be written")),
            File::Constant => Some((3652, "constants cannot be written")),
            File::InstanceId => Some((3786, "the instance number cannot be written")),
            File::Depth if !fragment => {
                Some((3750, "the depth is written only in fragment programs"))
            }
            _ => None,
        };
        if let Some((code, message)) = forbidden {
            return self.bad(Part::Dest, code, message);
        }
        let (number, mask) = (raw.dest_number(), raw.mask());
        self.range(Part::Dest, file, number.into());
        if mask == LaneMask::NONE {
            self.bad(Part::Dest, 3653, "the write mask is empty");
        }
        if info.xyz && mask != LaneMask::XYZ {
            let name = opcode.row().name;
            self.bad(Part::Dest, 3628, format!("`{name}` writes exactly xyz"));
        }
        self.output(file, number, mask);
        if file == File::Temporary {
            let held = self.written.entry(number).or_insert(LaneMask::NONE);
            *held = held.or(mask);
        }
    }

    fn output(&mut self, file: File, number: u16, mask: LaneMask) {
        let colour = file == File::Output && self.stage == Stage::Fragment;
        if colour && mask != LaneMask::ALL {
            self.bad(
                Part::Dest,
                3701,
                "a colour is written with all four components at once",
            );
        }
        if file == File::Depth && mask != LaneMask::X {
            self.bad(Part::Dest, 3756, "of the depth only x is written");
        }
        if !matches!(file, File::Output | File::Depth) {
            return;
        }
        if !self.blocks.is_empty() {
            self.bad(Part::Dest, 3751, "outputs are not written in a conditional");
        }
        let times = self.outputs.entry((file, number)).or_insert(0);
        *times += 1;
        if colour && *times > 1 && self.version >= crate::isa::Version::V2 {
            self.bad(Part::Dest, 3744, "a colour is written once");
        }
    }
}
