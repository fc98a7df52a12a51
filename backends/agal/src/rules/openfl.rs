//! What OpenFL's `AGALConverter` makes of a program: it throws at some, and writes GLSL for others
//! that does not compile or means something else.
//!
//! Each register becomes one variable of the shading language, and the first use decides on its type.
//! The constants that a product multiplies become one `mat4`; but where the first of them has been read
//! as a vector before, the product is written as dot products of vectors. An indexed constant becomes
//! an array that begins at the offset. A lookup and `m44` give four components whatever the mask is, which
//! is a type error where it is another.

use super::{Part, Rule, Violation};
use crate::container::RawProgram;
use crate::isa::fields::{sampler, source};
use crate::isa::{File, LaneMask, Meaning, Opcode, RawToken, Second, SourceField, Version};
use std::collections::BTreeMap;

/// Which type a register has in the shading language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    Vector,
    Matrix,
    Array,
}

impl Usage {
    fn name(self) -> &'static str {
        match self {
            Usage::Vector => "a vector",
            Usage::Matrix => "a matrix",
            Usage::Array => "an array",
        }
    }
}

/// The rules of OpenFL's converter, for a program that passed [`check`](super::check).
pub fn check_openfl(program: &RawProgram) -> Vec<Violation> {
    let mut converter = Converter {
        program,
        token: None,
        usages: BTreeMap::new(),
        violations: Vec::new(),
    };
    if program.version != Version::V1 {
        converter.report(Part::Whole, "OpenFL takes version 1 only");
    }
    for (index, token) in program.tokens.iter().enumerate() {
        converter.token = Some(index);
        if let Some(opcode) = token.decoded().opcode {
            converter.token(token, opcode);
        }
    }
    converter.violations
}

struct Converter<'a> {
    program: &'a RawProgram,
    token: Option<usize>,
    /// By the first use of each register.
    usages: BTreeMap<(File, u16), Usage>,
    violations: Vec<Violation>,
}

impl Converter<'_> {
    fn report(&mut self, part: Part, message: impl Into<String>) {
        self.violations.push(Violation {
            token: self.token,
            part,
            rule: Rule::OpenFl,
            message: message.into(),
        });
    }

    fn token(&mut self, raw: &RawToken, opcode: Opcode) {
        let (info, name) = (opcode.info(), opcode.row().name);
        if info.place.version_2 {
            return self.report(Part::Whole, format!("OpenFL does not know `{name}`"));
        }
        if let (true, Some(file)) = (info.dest, raw.dest_file()) {
            self.add(Part::Dest, file, raw.dest_number(), Usage::Vector);
        }
        let gives_four = matches!(info.meaning, Meaning::Lookup) || opcode == Opcode::M44;
        if gives_four && raw.mask() != LaneMask::ALL {
            let message = format!("OpenFL stores all four components of `{name}`");
            self.report(Part::Dest, message);
        }
        if info.first {
            self.source(raw, SourceField::A);
        }
        match info.second {
            Second::Source => self.source(raw, SourceField::B),
            Second::Matrix(rows) => self.matrix(raw, opcode, rows.into()),
            Second::Sampler => self.sampler(raw),
            Second::None => {}
        }
        if matches!(info.meaning, Meaning::Kill) && !raw.swizzle(SourceField::A).is_scalar() {
            self.report(
                Part::A,
                format!("OpenFL compares four components in `{name}`"),
            );
        }
    }

    /// A register that is read as it is, or indexed.
    fn source(&mut self, raw: &RawToken, which: SourceField) {
        let part = match which {
            SourceField::A => Part::A,
            SourceField::B => Part::B,
        };
        let Some(file) = raw.source_file(which) else {
            return;
        };
        let number = raw.source_number(which);
        if !raw.is_indirect(which) {
            return self.add(part, file, number, Usage::Vector);
        }
        if let Some(index) = File::from_code(raw.source(which, source::INDEX_FILE)) {
            self.add(part, index, number, Usage::Vector);
        }
        let offset = raw.source(which, source::OFFSET) as u16;
        self.add(part, file, offset, Usage::Array);
    }

    fn matrix(&mut self, raw: &RawToken, opcode: Opcode, rows: u16) {
        let Some(file) = raw.source_file(SourceField::B) else {
            return;
        };
        if raw.is_indirect(SourceField::B) {
            return self.source(raw, SourceField::B);
        }
        let first = raw.source_number(SourceField::B);
        match self.usages.get(&(file, first)) {
            Some(Usage::Vector | Usage::Array) => {
                for row in 0..rows {
                    self.add(Part::B, file, first.saturating_add(row), Usage::Vector);
                }
            }
            Some(Usage::Matrix) | None => {
                if matches!(file, File::Attribute | File::Varying) {
                    // The other stage, or the vertex buffers, have a vector in each register.
                    let message =
                        "OpenFL takes the rows of a matrix from constants and temporaries";
                    self.report(Part::B, message);
                }
                if opcode == Opcode::M34 {
                    let message = "OpenFL multiplies a vector of three components by a `mat4` here";
                    self.report(Part::Whole, message);
                }
                self.add(Part::B, file, first, Usage::Matrix);
            }
        }
    }

    fn add(&mut self, part: Part, file: File, number: u16, usage: Usage) {
        let first = *self.usages.entry((file, number)).or_insert(usage);
        if first != usage {
            let register = file.register(self.program.stage, number);
            let (usage, first) = (usage.name(), first.name());
            let message =
                format!("OpenFL cannot read `{register}` as {usage}: before it was {first}");
            self.report(part, message);
        }
    }

    fn sampler(&mut self, raw: &RawToken) {
        let field = |range| raw.source(SourceField::B, range);
        // Clamped and repeated; nearest and linear; 2d and cube.
        for (range, what) in [
            (sampler::WRAP, "wrapping"),
            (sampler::FILTER, "filter"),
            (sampler::DIMENSION, "kind of texture"),
        ] {
            if field(range) > 1 {
                self.report(Part::B, format!("OpenFL does not know this {what}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{container, text};
    use retroshade_diagnostics::FileId;
    use retroshade_ir::Stage;

    fn messages(stage: Stage, source: &str) -> Vec<String> {
        let assembly = text::assemble(FileId(0), source, stage, Version::V1).unwrap();
        let bytes = container::write(&assembly.program).unwrap();
        let violations = check_openfl(&container::read_raw(&bytes).unwrap());
        violations.iter().map(Violation::to_string).collect()
    }

    #[test]
    fn the_first_use_of_a_constant_decides() {
        let vertex = |source| messages(Stage::Vertex, source);
        assert_eq!(
            vertex("m44 op, va0, vc4\nadd v0, va0, vc4.x\n"),
            ["token 2: OpenFL cannot read `vc4` as a vector: before it was a matrix (rule OpenFL)"]
        );
        assert!(vertex("add v0, va0, vc4.x\nm44 op, va0, vc4\n").is_empty());
        // Other rows are other registers, unless they are read one by one.
        assert!(vertex("m44 op, va0, vc4\nadd v0, va0, vc5.x\n").is_empty());
        assert_eq!(
            vertex("add v0, va0, vc4\nm33 v1.xyz, va0, vc5\nm44 op, va0, vc4\n").len(),
            1
        );
        assert_eq!(vertex("mov v0, vc[va0.x+3]\nadd v1, va0, vc3\n").len(), 1);
        assert!(vertex("mov v0, vc[va0.x+3]\nmov v1, vc[va0.y+3]\n").is_empty());
    }

    #[test]
    fn three_rows_of_a_matrix_are_read_as_vectors_only() {
        let vertex = |source| messages(Stage::Vertex, source);
        assert_eq!(vertex("m34 v0.xyz, va0, vc4\n").len(), 1);
        assert!(vertex("m34 v0.xyz, va0, vc[va1.x+4]\n").is_empty());
    }

    #[test]
    fn results_of_four_components_are_stored_whole() {
        let (vertex, fragment) = (Stage::Vertex, Stage::Fragment);
        for (stage, source, violations) in [
            (vertex, "m44 v0.xyz, va0, vc0\n", 1),
            (vertex, "m44 v0, va0, vc0\n", 0),
            // The same where it is written as dot products.
            (vertex, "mov v1, vc0\nm44 v0.xyw, va0, vc0\n", 1),
            (fragment, "tex ft0.xyz, v0, fs0 <2d>\n", 1),
            (fragment, "tex ft0, v0, fs0 <2d>\n", 0),
        ] {
            assert_eq!(messages(stage, source).len(), violations, "{source}");
        }
    }

    #[test]
    fn rows_of_matrices_are_constants_or_temporaries() {
        let fragment = |source| messages(Stage::Fragment, source);
        assert_eq!(fragment("m44 ft0, v4, v0\n").len(), 1);
        // The first row is a vector already.
        assert!(fragment("mov ft0, v0\nm44 ft1, v4, v0\n").is_empty());
        assert_eq!(messages(Stage::Vertex, "m44 op, va4, va0\n").len(), 1);
    }

    #[test]
    fn plain_samplers_and_single_comparisons_pass() {
        let fragment = |source| messages(Stage::Fragment, source);
        assert!(fragment("tex ft0, v0, fs0 <2d,linear,repeat>\nkil ft0.x\n").is_empty());
        assert_eq!(
            fragment("tex ft0, v0, fs0 <2d,clamp_u_repeat_v>\n").len(),
            1
        );
        assert_eq!(fragment("tex ft0, v0, fs0 <2d,anisotropic4x>\n").len(), 1);
        assert_eq!(fragment("mov ft0, v0\nkil ft0.xyzw\n").len(), 1);
    }
}
