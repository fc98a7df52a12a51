//! One signature of a built-in function.

use super::Availability;
use super::pattern::{Pattern, Sizes};
use crate::typed::{BuiltinFunction, Type};

/// One way to call a built-in function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overload {
    /// What it computes.
    pub(crate) function: BuiltinFunction,
    /// What it gives.
    pub(crate) result: Pattern,
    /// What it takes.
    pub(crate) parameters: &'static [Pattern],
    /// The parameter that is written, if any.
    pub(crate) writes: Option<usize>,
    /// Where it exists.
    pub(crate) availability: Availability,
}

impl Overload {
    /// The type of a call with arguments of these types, if they fit.
    pub(crate) fn result(
        &self,
        mut arguments: impl ExactSizeIterator<Item = Type>,
    ) -> Option<Type> {
        if arguments.len() != self.parameters.len() {
            return None;
        }
        let mut sizes = Sizes::default();
        let fits = self.parameters.iter().all(|pattern| {
            arguments
                .next()
                .is_some_and(|ty| pattern.matches(ty, &mut sizes))
        });
        fits.then(|| self.result.instantiate(sizes))
    }

    /// `genType mix(genType, genType, float)`.
    pub(crate) fn spell(&self, name: &str) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(|p| p.spell()).collect();
        format!("{} {name}({})", self.result.spell(), parameters.join(", "))
    }
}

/// An overload that writes none of its parameters.
pub(super) const fn overload(
    availability: Availability,
    function: BuiltinFunction,
    result: Pattern,
    parameters: &'static [Pattern],
) -> Overload {
    Overload {
        function,
        result,
        parameters,
        writes: None,
        availability,
    }
}
