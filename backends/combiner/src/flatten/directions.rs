//! Directions: vectors that a cube is looked up by. Their length is no matter there, so what differs in length alone is
//! the same: a vector and the normalised one, a mirror image and a multiple of it.

use super::{Flattening, refuse};
use crate::poly::Poly;
use crate::shader::Coordinate;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{InstData, Op, Use};

/// A value that is good for a direction only.
#[derive(Clone, Debug)]
pub(super) enum Direction {
    /// `normalize(v)`: a vector of any length.
    Along(Vec<Poly>),
    /// `reflect(-eye, normalize(normal))`
    Mirrored {
        /// What is mirrored at, of any length.
        normal: Vec<Poly>,
        /// The vector that is mirrored, of any length.
        eye: Vec<Poly>,
    },
}

impl Flattening<'_> {
    /// The direction that an instruction computes, where combiners cannot compute the vector itself.
    pub(super) fn direction(&mut self, data: &InstData) -> Result<Option<Direction>, Diagnostic> {
        match (data.op, &data.args[..]) {
            (Op::Normalize, [vector]) => {
                let vector = match self.direction_of(*vector) {
                    Some(known) => return Ok(Some(known)),
                    None => self.numbers(*vector)?,
                };
                let fixed = vector.iter().all(|lane| self.polys.is_fixed(*lane));
                Ok((!fixed).then_some(Direction::Along(vector)))
            }
            (Op::Neg, [vector]) => match self.direction_of(*vector) {
                Some(Direction::Along(lanes)) => {
                    let lanes = lanes.into_iter().map(|lane| self.polys.neg(lane));
                    Ok(Some(Direction::Along(lanes.collect())))
                }
                _ => Ok(None),
            },
            (Op::Reflect, [incident, normal]) => {
                let Some(Direction::Along(normal)) = self.direction_of(*normal) else {
                    return Ok(None);
                };
                let incident = match self.direction_of(*incident) {
                    Some(Direction::Along(lanes)) => lanes,
                    _ => self.numbers(*incident)?,
                };
                let eye = incident.into_iter().map(|lane| self.polys.neg(lane));
                let eye = eye.collect();
                Ok(Some(Direction::Mirrored { normal, eye }))
            }
            _ => Ok(None),
        }
    }

    /// The direction that all lanes of an operand are.
    fn direction_of(&self, operand: Use) -> Option<Direction> {
        let (direction, _) = self.directions.get(&operand.value)?;
        let lanes = self.shader.ty(operand.value).lanes;
        operand
            .swizzle
            .is_identity(lanes)
            .then(|| direction.clone())
    }

    /// The coordinate of a cube; `None` where it is a vector of which everything is known.
    pub(super) fn cube_by_direction(
        &mut self,
        data: &InstData,
    ) -> Result<Option<Coordinate>, Diagnostic> {
        match self.direction_of(data.args[0]) {
            None => Ok(None),
            Some(Direction::Along(lanes)) => {
                let kind = crate::shader::Kind::Cube;
                self.coordinate(data, &lanes, kind).map(Some)
            }
            Some(Direction::Mirrored { normal, eye }) => {
                let dots = if self.abilities.dependent_lookups {
                    self.dots(data, &normal)?
                } else {
                    None
                };
                let Some(Coordinate::Dots(by, dots)) = dots else {
                    return Err(self.no_mirror(data));
                };
                let eye = Box::new(self.handed_over(data, &eye)?);
                Ok(Some(Coordinate::Mirrored { by, dots, eye }))
            }
        }
    }

    fn no_mirror(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let (message, help) = if self.abilities.dependent_lookups {
            (
                format!(
                    "{target} mirrors at a normal of three inner products of one lookup with vectors that are handed over"
                ),
                "with `n` the lookup's `.rgb`: `reflect(-vEye, normalize(n * mat3(v1, v2, v3)))`; without a lookup mirror in the vertex shader",
            )
        } else {
            (
                format!("{target} mirrors nothing for each fragment"),
                "mirror in the vertex shader",
            )
        };
        refuse(
            codes::target::UNSUPPORTED,
            data.span,
            message,
            "looked up here",
        )
        .with_help(help)
    }
}
