//! What is known of the processors of chips: the one place that knows targets by their names.

use crate::bound::{self, Least};
use crate::machine::code::Code;
use crate::meaning::Trigonometry::{self, Coarse, Expanded, Native, Turns};
use crate::screen::Hardware;
use crate::verdict::Verdict;
use retroshade_ir::{ClipDepth, Shader, Stage};
use retroshade_kit::target::{Binary, Options};

/// What the hardware makes of a number of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    None,
    /// It is kept between 0 and 1.
    Colour,
    /// Its absolute value is kept below 1 (docs/pica200.md, "Colours").
    Size,
}

/// A processor as the prover knows it, written from the documentation of its chip.
pub(crate) struct Processor {
    /// What it may have for sine, cosine and arc tangent.
    pub(crate) trigonometry: &'static [Trigonometry],
    /// Whether it has formulas for powers of 2 and logarithms.
    pub(crate) powers: bool,
    /// Bits of the significand of numbers in its programs.
    pub(crate) significand: u32,
    /// Whether 0 times an infinity is 0.
    pub(crate) zero_wins: bool,
    /// Whether it is combiners, which are set up and compute with bytes.
    pub(crate) fixed: bool,
    /// What stands behind the chip's vertex programs.
    pub(crate) hardware: Hardware,
    /// What it makes of the colours of a vertex.
    pub(crate) colors: Limits,
    /// The source with what else the options make of all programs; `None` where they make nothing of them.
    pub(crate) adapt: fn(&Shader, &Options) -> Option<Shader>,
    /// Decodes a program.
    pub(crate) read: fn(Binary<'_>) -> Result<Code, Verdict>,
    /// How few instructions can do what a shader needs; `None` for combiners, which have no instructions.
    pub(crate) least: Option<Least>,
}

impl Processor {
    /// The processor of a stage; `None` for targets without an interpreter here.
    pub(crate) fn of(target: &str, stage: Stage) -> Option<&'static Processor> {
        let (vertex, fragment) = match target {
            "agal1" | "agal2" | "agal3" => (&AGAL, &AGAL),
            "lima" => (&LIMA_VERTEX, &LIMA_FRAGMENT),
            "nv2a" => (&NV2A_VERTEX, &NV2A_FRAGMENT),
            "pica200" => (&PICA200_VERTEX, &PICA200_FRAGMENT),
            _ => return None,
        };
        match stage {
            Stage::Vertex => Some(vertex),
            Stage::Fragment => Some(fragment),
            Stage::Geometry => (target == "pica200").then_some(&PICA200_GEOMETRY),
        }
    }
}

fn unchanged(_: &Shader, _: &Options) -> Option<Shader> {
    None
}

/// AGAL in all versions and both stages; the others differ from it.
const AGAL_ROW: Processor = Processor {
    trigonometry: &[Native],
    powers: false,
    significand: 24,
    zero_wins: false,
    fixed: false,
    hardware: Hardware::Whole(ClipDepth::ZeroToW),
    colors: Limits::Colour,
    adapt: unchanged,
    read: Code::agal,
    least: Some(Least {
        constants: &["vc", "fc"],
        has_loops: false,
        count: bound::agal,
    }),
};

static AGAL: Processor = AGAL_ROW;

static LIMA_VERTEX: Processor = Processor {
    trigonometry: &[Expanded],
    hardware: Hardware::Lima,
    read: Code::lima_vertex,
    least: Some(Least {
        constants: &["u"],
        has_loops: true,
        count: bound::lima_vertex,
    }),
    ..AGAL_ROW
};

static LIMA_FRAGMENT: Processor = Processor {
    trigonometry: &[Turns],
    significand: 11,
    hardware: Hardware::Lima,
    adapt: turned,
    read: Code::lima_fragment,
    least: Some(Least {
        constants: &["u"],
        has_loops: true,
        count: bound::lima_fragment,
    }),
    ..AGAL_ROW
};

/// What lima's programs make of rows the source is given to do, too.
fn turned(shader: &Shader, options: &Options) -> Option<Shader> {
    options.is_on("invert-y").then(|| {
        let mut turned = shader.clone();
        retroshade_lima::pp::turn_rows(&mut turned);
        turned
    })
}

static NV2A_VERTEX: Processor = Processor {
    trigonometry: &[Expanded, Coarse],
    powers: true,
    zero_wins: true,
    hardware: Hardware::Nv2a,
    read: Code::nv2a,
    least: Some(Least {
        constants: &["c"],
        has_loops: false,
        count: bound::nv2a,
    }),
    ..AGAL_ROW
};

static NV2A_FRAGMENT: Processor = Processor {
    zero_wins: true,
    fixed: true,
    hardware: Hardware::Nv2a,
    read: Code::nv2a_setup,
    least: None,
    ..AGAL_ROW
};

static PICA200_VERTEX: Processor = Processor {
    trigonometry: &[Expanded],
    significand: 17,
    zero_wins: true,
    hardware: Hardware::Whole(ClipDepth::MinusWToZero),
    colors: Limits::Size,
    read: Code::pica200,
    least: Some(Least {
        constants: &["c"],
        has_loops: true,
        count: bound::pica200,
    }),
    ..AGAL_ROW
};

static PICA200_GEOMETRY: Processor = Processor {
    // How few vertices do is not known.
    least: None,
    trigonometry: &[Expanded],
    significand: 17,
    zero_wins: true,
    hardware: Hardware::Whole(ClipDepth::MinusWToZero),
    colors: Limits::Size,
    read: Code::pica200,
    ..AGAL_ROW
};

static PICA200_FRAGMENT: Processor = Processor {
    zero_wins: true,
    fixed: true,
    hardware: Hardware::Whole(ClipDepth::MinusWToZero),
    read: Code::pica200_setup,
    least: None,
    ..AGAL_ROW
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_have_functions_bits_and_combiners() {
        use Trigonometry::{Coarse, Expanded, Native, Turns};
        type Row = (
            &'static str,
            Stage,
            &'static [Trigonometry],
            bool,
            u32,
            bool,
            bool,
        );
        #[rustfmt::skip] // A row is a line.
        let rows: [Row; 11] = [
            ("agal1", Stage::Vertex, &[Native], false, 24, false, false),
            ("agal2", Stage::Vertex, &[Native], false, 24, false, false),
            ("agal3", Stage::Vertex, &[Native], false, 24, false, false),
            ("agal1", Stage::Fragment, &[Native], false, 24, false, false),
            ("lima", Stage::Vertex, &[Expanded], false, 24, false, false),
            ("lima", Stage::Fragment, &[Turns], false, 11, false, false),
            ("nv2a", Stage::Vertex, &[Expanded, Coarse], true, 24, true, false),
            ("nv2a", Stage::Fragment, &[Native], false, 24, true, true),
            ("pica200", Stage::Vertex, &[Expanded], false, 17, true, false),
            ("pica200", Stage::Fragment, &[Native], false, 24, true, true),
            ("pica200", Stage::Geometry, &[Expanded], false, 17, true, false),
        ];
        for (target, stage, trigonometry, powers, significand, zero_wins, fixed) in rows {
            let found = Processor::of(target, stage).unwrap();
            let place = format!("{target} {stage:?}");
            assert_eq!(found.trigonometry, trigonometry, "{place}");
            assert_eq!(
                (
                    found.powers,
                    found.significand,
                    found.zero_wins,
                    found.fixed
                ),
                (powers, significand, zero_wins, fixed),
                "{place}"
            );
        }
        assert!(Processor::of("other", Stage::Vertex).is_none());
    }
}
