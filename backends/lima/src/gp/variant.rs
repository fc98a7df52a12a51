//! Algebraically equal variants of a program: sums of products as trees or as chains, the order of factors in the
//! viewport transform, and the units that limit values. Which is shorter depends on what the units and the load port are busy with, so several are
//! scheduled.

use super::clamps;
use super::code::Code;
use super::reassociate::{self, Order};
use super::select::viewport;

/// How a program is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Variant {
    /// Sums of products as chains of an order; as they are otherwise.
    chains: Option<Order>,
    /// The scale of the viewport multiplied to 1/w.
    scale_last: bool,
    /// Values limited by the pass unit.
    clamps: bool,
}

impl Variant {
    /// The variant that is tried first, besides the plain one.
    pub(super) const CHAINS: Variant = Variant {
        chains: Some(Order::Reverse),
        scale_last: true,
        clamps: true,
    };

    /// Variants that differ in one thing.
    pub(super) fn near(self) -> [Variant; 5] {
        let chains = |chains| Variant { chains, ..self };
        [
            chains(Some(Order::Forward)),
            chains(Some(Order::Reverse)),
            Variant {
                scale_last: !self.scale_last,
                ..self
            },
            Variant {
                clamps: !self.clamps,
                ..self
            },
            // Where chains were better, sums as they are hardly ever are once more.
            chains(None),
        ]
    }

    /// A program as this variant of it; what there is nothing of stays as it is. `None` if its operations cannot be
    /// put in order.
    pub(super) fn of(self, code: &Code) -> Option<Code> {
        let mut code = code.clone();
        if let Some(order) = self.chains {
            reassociate::linearize_sums(&mut code, order)?;
        }
        if self.clamps {
            clamps::form_clamps(&mut code);
        }
        if self.scale_last {
            viewport::scale_last(&mut code)?;
        }
        Some(code)
    }
}
