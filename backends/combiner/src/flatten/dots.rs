//! Coordinates that are inner products of an earlier lookup's colour.

use super::{Flattening, refuse};
use crate::poly::{Atom, Poly, Polys};
use crate::shader::{Coordinate, Dot};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::InstData;

/// The value that a signed byte b encodes: (b - 128) / 127.
const STEP: f64 = 255.0 / 127.0;
/// The byte that encodes 0, as a colour.
const MIDDLE: f64 = 128.0 / 255.0;

impl Flattening<'_> {
    /// A coordinate as inner products; `None` if it is something else.
    pub(super) fn dots(
        &mut self,
        data: &InstData,
        lanes: &[Poly],
    ) -> Result<Option<Coordinate>, Diagnostic> {
        let Some(from) = self.only_lookup(lanes) else {
            return Ok(None);
        };
        let mut dots = Vec::with_capacity(lanes.len());
        for lane in lanes {
            let (factors, rest) = self.factors(from, *lane);
            if factors.iter().any(|factor| self.has_lookups(*factor)) || self.has_lookups(rest) {
                return Ok(None);
            }
            let sum = factors
                .iter()
                .fold(Polys::ZERO, |sum, factor| self.polys.add(sum, *factor));
            let middle = self.polys.scale(sum, -MIDDLE);
            let half = self.polys.scale(sum, -0.5);
            let signed = rest != Polys::ZERO && rest == middle;
            if rest != Polys::ZERO && rest == half {
                return Err(self.half(data));
            }
            if rest != Polys::ZERO && !signed {
                return Ok(None);
            }
            let scale = if signed { 1.0 / STEP } else { 1.0 };
            let with = factors.map(|factor| self.polys.scale(factor, scale));
            let with = self.handed_over(data, &with)?;
            dots.push(Dot { signed, with });
        }
        Ok(Some(Coordinate::Dots(from, dots)))
    }

    /// The one lookup that all lanes depend on, of which they read no alpha and which they multiply with something.
    fn only_lookup(&self, lanes: &[Poly]) -> Option<u32> {
        let mut from = None;
        for lane in lanes {
            let mut own = false;
            for atom in self.polys.atoms_of(*lane) {
                if let Atom::Lookup(number, 0..3) = *self.polys.atom(atom) {
                    if *from.get_or_insert(number) != number {
                        return None;
                    }
                    own = true;
                }
            }
            if !own || self.polys.as_atom(*lane).is_some() {
                return None;
            }
        }
        from
    }

    /// What red, green and blue of a lookup are multiplied with in a sum, and the rest.
    fn factors(&mut self, from: u32, sum: Poly) -> ([Poly; 3], Poly) {
        let mut rest = sum;
        let factors = [0, 1, 2].map(|lane| {
            let color = self.polys.of_atom(Atom::Lookup(from, lane));
            let (factor, without) = self.polys.divide(rest, color);
            rest = without;
            factor
        });
        (factors, rest)
    }

    fn has_lookups(&self, poly: Poly) -> bool {
        let mut found = false;
        self.polys
            .visit_atoms(poly, &mut |atom| found |= matches!(atom, Atom::Lookup(..)));
        found
    }

    fn half(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!(
            "{target}'s texture stages read a byte b of a normal as (b - 128) / 127, which is not quite `2.0 * n - 1.0`"
        );
        refuse(
            codes::target::UNSUPPORTED,
            data.span,
            message,
            "looked up here",
        )
        .with_help(
            "write what they compute: `(n * 255.0 - 128.0) / 127.0`, where the byte 128 is 0",
        )
    }
}
