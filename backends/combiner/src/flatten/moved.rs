//! Coordinates that an earlier lookup moves: bump environment.

use super::{Flattening, refuse};
use crate::poly::{Atom, Poly, Polys};
use crate::shader::Coordinate;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::InstData;

/// The lanes of the lookup that move x and y, in the order of the matrix's columns: blue and green.
const LANES: [u8; 2] = [2, 1];
/// A byte b encodes b / 127 below 128, for (b - 256) / 127 from there on.
const STEP: f64 = 255.0 / 127.0;
/// What a byte from 128 on has less, as a multiple of what a color has more.
const TURN: f64 = 256.0 / 255.0;
/// Between these colours nothing is a byte, so a threshold may be anywhere.
const THRESHOLD: (f64, f64) = (127.0 / 255.0 + 1e-6, 128.0 / 255.0 + 1e-6);

impl Flattening<'_> {
    /// A coordinate that is one handed over and a matrix times signed bytes of a lookup; `None` if it is something else.
    pub(super) fn moved(
        &mut self,
        data: &InstData,
        lanes: &[Poly],
    ) -> Result<Option<Coordinate>, Diagnostic> {
        let &[x, y] = lanes else { return Ok(None) };
        let Some(by) = self.mover(&[x, y]) else {
            return Ok(None);
        };
        let mut matrix = [Polys::ZERO; 4];
        let mut rests = [Polys::ZERO; 2];
        for (row, sum) in [x, y].into_iter().enumerate() {
            let mut rest = sum;
            for (column, lane) in LANES.into_iter().enumerate() {
                let (factor, without) = self.signed(by, lane, rest);
                if factor == Polys::ZERO && without != rest {
                    return Err(self.unsigned(data));
                }
                (matrix[2 * column + row], rest) = (factor, without);
            }
            if self.reads_lookups(rest) {
                return Err(self.other_lanes(data));
            }
            rests[row] = rest;
        }
        if matrix.iter().any(|factor| !self.polys.is_fixed(*factor)) {
            return Err(self.not_uniform(data));
        }
        let base = Box::new(self.handed_over(data, &rests)?);
        Ok(Some(Coordinate::Moved {
            by,
            base,
            matrix,
            luminance: None,
        }))
    }

    /// The one lookup that both lanes may be moved by: beside it each has something that is handed over.
    fn mover(&self, lanes: &[Poly; 2]) -> Option<u32> {
        let mut by = None;
        for lane in lanes {
            let mut rest = false;
            for term in self.polys.terms(*lane) {
                let mut own = false;
                for (atom, _) in self.polys.factors(term.factors) {
                    match self.polys.atom(*atom) {
                        Atom::Lookup(number, _) if *by.get_or_insert(*number) != *number => {
                            return None;
                        }
                        Atom::Lookup(..) | Atom::Holds(_) => own = true,
                        _ => {}
                    }
                }
                rest |= !own;
            }
            if !rest {
                return None;
            }
        }
        by
    }

    /// What a lane of a lookup, its bytes read as signed, is multiplied with in a sum, and what is left of the sum.
    /// Without a factor, but with less left, the bytes are not read as signed.
    fn signed(&mut self, by: u32, lane: u8, sum: Poly) -> (Poly, Poly) {
        let color = self.polys.of_atom(Atom::Lookup(by, lane));
        let (factor, mut rest) = self.polys.divide(sum, color);
        if factor == Polys::ZERO {
            return (factor, sum);
        }
        for number in 0..self.conditions.len() {
            if !self.is_turn(self.conditions[number].value, color) {
                continue;
            }
            let holds = self.polys.of_atom(Atom::Holds(number as u32));
            let (turn, without) = self.polys.divide(rest, holds);
            let expected = self.polys.scale(factor, -TURN);
            if turn != Polys::ZERO && self.polys.sub(turn, expected) == Polys::ZERO {
                rest = without;
                return (self.polys.scale(factor, 1.0 / STEP), rest);
            }
        }
        (Polys::ZERO, rest)
    }

    /// True if a condition holds for the bytes of a colour from 128 on.
    fn is_turn(&self, value: Poly, color: Poly) -> bool {
        let [literal, one] = self.polys.terms(value) else {
            return false;
        };
        let is_color = match self.polys.factors(one.factors)[..] {
            [(atom, 1)] => Some(atom) == self.polys.as_atom(color),
            _ => false,
        };
        let is_literal = self.polys.factors(literal.factors).is_empty();
        let threshold = -literal.scale / one.scale;
        is_color
            && is_literal
            && one.scale > 0.0
            && (THRESHOLD.0..=THRESHOLD.1).contains(&threshold)
    }

    fn reads_lookups(&self, poly: Poly) -> bool {
        let mut found = false;
        self.polys.visit_atoms(poly, &mut |atom| {
            found |= matches!(atom, Atom::Lookup(..) | Atom::Holds(_));
        });
        found
    }

    fn bump(&self, data: &InstData, message: String, label: &str) -> Diagnostic {
        refuse(codes::target::UNSUPPORTED, data.span, message, label)
            .with_note("what moves a coordinate is a matrix of uniforms and literals times `.bg` of an earlier lookup, with bytes that are signed")
    }

    fn unsigned(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!(
            "where a lookup moves coordinates, {target} reads its bytes from 128 on as negative, and this does not"
        );
        self.bump(data, message, "moved here").with_help(
            "write what it computes, with `t` the lookup's `.bg`: `(t * 255.0 - 256.0 * step(0.5, t)) / 127.0`; a byte that counts from 128 gets there with its highest bit turned",
        )
    }

    fn other_lanes(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message =
            format!("{target} moves coordinates by blue and green of one lookup, once each");
        self.bump(data, message, "moved by something else").with_help(
            "keep what moves x in the texture's blue, what moves y in its green, and read `.bg`",
        )
    }

    fn not_uniform(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!(
            "what a lookup that moves coordinates is multiplied with is the same for all fragments on {target}"
        );
        self.bump(data, message, "differs from fragment to fragment")
            .with_help("scale the bytes of the texture instead, or draw with another uniform")
    }
}
