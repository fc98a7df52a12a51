//! What is known of numbers: identities that hold as elements, attributions of constants, questions and their
//! explanations.

mod constants;
mod functions;
mod questions;

use super::*;

fn of(number: f64) -> Element {
    Element::from_f64(number).unwrap()
}

/// An input of the domain.
fn input(domain: &mut Domain, real: f32) -> Value {
    domain.declare_input(real, 0x1357_9bdf_0246 ^ u64::from(real.to_bits()) << 20, 0);
    domain.given(real)
}
