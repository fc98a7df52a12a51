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
        // left - right is alpha minus the reference, or the reference minus alpha.
        let difference = self.polys.sub(left, right);
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
        .with_help("write the value that is tested to alpha: `gl_FragColor = vec4(rgb, tested);`")
    }
}
