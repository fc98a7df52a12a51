//! Lookups: coordinates go straight from a varying to the texture unit wherever they can, since only
//! that way keeps more than half precision.

use super::Select;
use super::view::{Place, View};
use crate::pp::code::{Coordinate, Input, Lookup, Projection};
use crate::pp::machine::Kind;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{LevelOfDetail, SamplerKind, TextureOp, Use};
use retroshade_kit::mir::Operand;

impl Select<'_> {
    pub(super) fn texture(&mut self, op: TextureOp, args: &[Use]) -> Result<View, Diagnostic> {
        let sampler = &self.shader.interface.samplers[op.sampler];
        let cube = sampler.kind == SamplerKind::Cube;
        let first = self.layout.samplers.get(&op.sampler).copied().unwrap_or(0);
        let mut rest = args.iter().copied();
        let missing = || Diagnostic::bug("lima select", "a lookup without its operands");
        let coordinate = rest.next().ok_or_else(missing)?;
        let coordinate = self.view(coordinate)?;
        let mut operands = Vec::new();
        let (coordinate, projection) = self.coordinate(coordinate, cube, op.projective)?;
        let from = match coordinate {
            Ok(direct) => direct,
            Err(operand) => {
                operands.push(operand);
                Coordinate::Value
            }
        };
        let level = match op.level {
            LevelOfDetail::Implicit => None,
            LevelOfDetail::Bias => Some(false),
            LevelOfDetail::Explicit => Some(true),
            LevelOfDetail::Gradient => {
                return Err(self.refuse(
                    "lookups with given derivatives do not exist in fragment programs",
                    "the texture unit takes a level or a bias",
                ));
            }
        };
        if level.is_some() {
            let level = rest.next().ok_or_else(missing)?;
            let view = self.view(level)?;
            operands.push(self.one_value(view));
        }
        if op.indexed {
            let index = rest.next().ok_or_else(missing)?;
            let view = self.view(index)?;
            operands.push(self.one_value(view));
        }
        let lookup = Lookup {
            sampler: first.saturating_add(op.element).min(4095) as u16,
            cube,
            coordinate: from,
            projection,
            level,
            indexed: op.indexed,
        };
        let vector = self.emit(Kind::Lookup(lookup), operands);
        Ok(View::value(vector, 4))
    }

    /// A coordinate: straight from a varying, or the operand that holds it.
    fn coordinate(
        &mut self,
        view: View,
        cube: bool,
        projective: bool,
    ) -> Result<(Result<Coordinate, Operand>, Projection), Diagnostic> {
        if let Place::Input(Input::Varying(index), from) = view.place {
            let lanes = from.get(..view.lanes.into()).unwrap_or(&from);
            let plain = !view.negative && !view.absolute;
            let direct = match (cube, projective, lanes) {
                (false, false, [0, 1]) => Some((false, Projection::None)),
                (false, false, [2, 3]) => Some((true, Projection::None)),
                (false, true, [0, 1, 2]) => Some((false, Projection::Z)),
                (false, true, [0, 1, 3]) => Some((false, Projection::W)),
                (true, false, [0, 1, 2]) => Some((false, Projection::None)),
                _ => None,
            };
            if let Some((upper, projection)) = direct.filter(|_| plain) {
                return Ok((Ok(Coordinate::Varying { index, upper }), projection));
            }
        }
        let projection = match (cube, projective) {
            (false, true) => Projection::Z,
            (true, true) => {
                // A direction means the same at any length.
                let operand = self.coordinate_operand(view.pick(&[0, 1, 2]));
                return Ok((Err(operand), Projection::None));
            }
            _ => Projection::None,
        };
        let operand = self.coordinate_operand(view);
        Ok((Err(operand), projection))
    }

    /// A coordinate in a value; the varying unit folds modifiers.
    fn coordinate_operand(&mut self, view: View) -> Operand {
        // The magnitudes of numbers need a register of their own either way.
        let (negative, absolute) = match view.place {
            Place::Const(_) => (false, false),
            _ => (view.negative, view.absolute),
        };
        let plain = match view.place {
            Place::Const(_) => view,
            _ => View::new(view.place, view.lanes),
        };
        let (vector, from) = self.in_vector(plain);
        self.operand(View {
            place: Place::Value(vector, from),
            lanes: view.lanes,
            negative,
            absolute,
        })
    }
}
