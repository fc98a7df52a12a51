//! The stages that the search found.

use crate::fragment::isa::{Color, Function, Half, Operand, Setup, Side, Source, Stage};
use arrayvec::ArrayVec;
use retroshade_combiner::poly::{Poly, Polys};

/// One side of a stage, with the value of each lane of each operand.
#[derive(Clone, Debug)]
pub(crate) struct PlannedHalf {
    pub(crate) function: Function,
    /// Its operands. Three lanes; of the alpha side only the first counts.
    pub(crate) operands: ArrayVec<(Operand, [Option<Poly>; 3]), 3>,
    /// The scale's exponent.
    pub(crate) scale: u8,
    /// What the result is, before the clamp.
    pub(crate) result: [Option<Poly>; 3],
}

/// A stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedStage {
    /// Red, green, blue; `None` where nobody reads the result.
    pub(crate) rgb: Option<PlannedHalf>,
    pub(crate) alpha: Option<PlannedHalf>,
    /// The stage's constant.
    pub(crate) constant: [Option<Poly>; 4],
    /// Whether rgb and alpha of the result are stored.
    pub(crate) store: [bool; 2],
}

/// All stages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// In their order.
    pub(crate) stages: Vec<PlannedStage>,
    /// What the buffer holds at first.
    pub(crate) buffer: [Option<Poly>; 4],
    /// No set-up has fewer stages, as far as polynomial identities go.
    pub(crate) bound: u32,
    /// Steps that the search took.
    pub(crate) steps: u32,
}

/// The byte of a number in [0, 1].
pub(crate) fn byte(value: f64) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as u8
}

impl Plan {
    /// The set-up, with literals in their places and whatever bytes where uniforms go.
    pub(crate) fn setup(&self, polys: &Polys) -> Setup {
        let mut setup = Setup {
            buffer: color(polys, &self.buffer, 0),
            ..Setup::default()
        };
        for (number, planned) in self.stages.iter().enumerate() {
            let stage = &mut setup.stages[number];
            *stage = Stage {
                rgb: half(&planned.rgb, Side::Rgb, number),
                alpha: half(&planned.alpha, Side::Alpha, number),
                color: color(polys, &planned.constant, 255),
                store: planned.store,
            };
            if stage.rgb.function == Function::Dot3Alpha {
                let scale = planned.alpha.as_ref().map_or(0, |alpha| alpha.scale);
                stage.alpha = Half {
                    scale,
                    ..Half::pass(Side::Alpha)
                };
            }
        }
        setup
    }
}

fn half(planned: &Option<PlannedHalf>, side: Side, number: usize) -> Half {
    match planned {
        // Nobody reads it; the first stage has no stage before it to hand on.
        None if number == 0 => {
            Half::new(Function::Replace, &[Operand::plain(Source::Constant, side)])
        }
        None => Half::pass(side),
        Some(planned) => {
            let operands: Vec<Operand> = planned.operands.iter().map(|(one, _)| *one).collect();
            Half {
                scale: planned.scale,
                ..Half::new(planned.function, &operands)
            }
        }
    }
}

fn color(polys: &Polys, lanes: &[Option<Poly>; 4], otherwise: u8) -> Color {
    lanes.map(|lane| match lane {
        None => otherwise,
        Some(poly) => polys.as_number(poly).map_or(otherwise, byte),
    })
}
