//! The alpha test: `discard` under a comparison of the alpha that is written.

use super::values::Truth;
use super::{Flattening, refuse};
use crate::poly::{Poly, Polys};
use crate::shader::Keep;
use retroshade_diagnostics::{Diagnostic, Span, codes};

impl Flattening<'_> {
    /// The alpha test that all discards together are.
    pub(super) fn alpha_test(&mut self, alpha: Poly) -> Result<Option<(Keep, Poly)>, Diagnostic> {
        let mut test = None;
        let mut conditions = std::mem::take(&mut self.discards);
        while let Some((condition, span)) = conditions.pop() {
            if let Truth::Any(parts) = condition {
                conditions.extend(parts.into_iter().map(|part| (part, span)));
                continue;
            }
            match condition.as_known() {
                Some(false) => continue,
                Some(true) => {
                    test = Some((Keep::Never, Polys::ZERO));
                    continue;
                }
                None => {}
            }
            let one = self.one_test(&condition, alpha, span)?;
            if test.is_some_and(|other| other != one) {
                let target = self.abilities.target;
                let message =
                    format!("{target} tests a fragment once, but this is a second `discard`");
                return Err(refuse(
                    codes::target::UNSUPPORTED,
                    span,
                    message,
                    "a second test",
                ));
            }
            test = Some(one);
        }
        Ok(test)
    }

    fn one_test(
        &mut self,
        condition: &Truth,
        alpha: Poly,
        span: Span,
    ) -> Result<(Keep, Poly), Diagnostic> {
        let (left, right, keep) = match *condition {
            Truth::Less(a, b) => (a, b, Keep::GreaterEqual),
            Truth::AtLeast(a, b) => (a, b, Keep::Less),
            Truth::Equal(a, b) => (a, b, Keep::NotEqual),
            Truth::NotEqual(a, b) => (a, b, Keep::Equal),
            _ => return Err(self.not_alpha(span)),
        };
        // left - right is alpha minus the reference, or the reference minus alpha; or the same of a factor of alpha.
        let difference = self.polys.sub(left, right);
        let difference = match self.factor_of(alpha, difference) {
            Some(factor) => self.polys.mul(difference, factor),
            None => difference,
        };
        let reference = self.polys.sub(alpha, difference);
        if self.polys.is_fixed(reference) {
            return Ok((keep, reference));
        }
        let reference = self.polys.add(alpha, difference);
        if self.polys.is_fixed(reference) {
            let turned = match keep {
                Keep::GreaterEqual => Keep::LessEqual,
                Keep::Less => Keep::Greater,
                same => same,
            };
            return Ok((turned, reference));
        }
        Err(self.not_alpha(span))
    }

    /// The factor by which a difference becomes alpha, but for its sign and the reference: of uniforms and literals, and
    /// never below 0, so that the comparison does not turn.
    fn factor_of(&mut self, alpha: Poly, difference: Poly) -> Option<Poly> {
        let tested = self.polys.atoms_of(difference);
        let by = tested.into_iter().find_map(|atom| {
            let atom = self.polys.atom(atom).clone();
            let poly = self.polys.of_atom(atom);
            (!self.polys.is_fixed(poly)).then_some(poly)
        })?;
        let (slope, _) = self.polys.divide(difference, by);
        let (scaled, _) = self.polys.divide(alpha, by);
        let slope = self.polys.as_number(slope).filter(|slope| *slope != 0.0)?;
        let factor = self.polys.scale(scaled, 1.0 / slope.abs());
        let above = self.polys.range(factor).0 >= 0.0 && factor != Polys::ZERO;
        (above && self.polys.is_fixed(factor)).then_some(factor)
    }

    fn not_alpha(&self, span: Span) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!(
            "{target} can discard by a comparison of the alpha that is written, and by nothing else"
        );
        refuse(
            codes::target::UNSUPPORTED,
            span,
            message,
            "this compares something else",
        )
        .with_help("write the value that is tested to alpha: `gl_FragColor = vec4(rgb, tested);`, or that value times a uniform")
        .with_help("or draw twice: first the tested alpha to the depth buffer alone, then the colour where the depth is equal")
    }
}
