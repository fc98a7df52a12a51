//! Constant registers: uniforms in declaration order, then literals.

use super::{Layout, binding, numbered};
use crate::isa::CONSTANTS;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Interface, Uniform, Variable};

/// c0 of the console's own numbering: where the upper half starts.
const FIRST: u32 = 96;
/// Registers of the viewport pair, which other code loads.
pub const VIEWPORT: [u8; 2] = [58, 59];

/// Which constants are taken.
#[derive(Clone, Debug)]
pub struct ConstantMap {
    taken: Vec<bool>,
}

impl Default for ConstantMap {
    fn default() -> ConstantMap {
        let mut taken = vec![false; CONSTANTS as usize];
        for index in VIEWPORT {
            if let Some(slot) = taken.get_mut(usize::from(index)) {
                *slot = true;
            }
        }
        ConstantMap { taken }
    }
}

impl ConstantMap {
    fn is_free(&self, first: u32, count: u32) -> bool {
        let end = first.saturating_add(count);
        end <= CONSTANTS && (first..end).all(|index| self.taken.get(index as usize) == Some(&false))
    }

    fn mark(&mut self, first: u32, count: u32) {
        for slot in self
            .taken
            .iter_mut()
            .skip(first as usize)
            .take(count as usize)
        {
            *slot = true;
        }
    }

    /// The registers that are free, in the order in which they are taken.
    pub fn free_registers(&self) -> impl Iterator<Item = u8> {
        let order = (FIRST..CONSTANTS).chain(0..FIRST);
        order
            .filter(|index| self.is_free(*index, 1))
            .filter_map(|index| u8::try_from(index).ok())
    }

    /// Takes the first run of `count` free registers, upper half first.
    pub fn take(&mut self, count: u32) -> Option<u8> {
        let mut starts = (FIRST..CONSTANTS).chain(0..FIRST);
        let first = starts.find(|first| self.is_free(*first, count))?;
        self.mark(first, count);
        u8::try_from(first).ok()
    }

    /// Takes these registers if they exist and are free.
    pub fn take_at(&mut self, first: u32, count: u32) -> Option<u8> {
        if !self.is_free(first, count) {
            return None;
        }
        self.mark(first, count);
        u8::try_from(first).ok()
    }

    /// How many are not taken.
    pub fn free(&self) -> u32 {
        self.taken.iter().filter(|taken| !**taken).count() as u32
    }
}

pub(super) fn assign(
    interface: &Interface,
    uniforms: &[Uniform],
    layout: &mut Layout,
    errors: &mut Diagnostics,
) {
    for uniform in uniforms {
        let variable = &interface.uniforms[*uniform];
        let Some(register) = &variable.bind else {
            continue;
        };
        let Some(index) = numbered(register, 'c') else {
            errors.push(binding(variable, register, "constants are c0 to c191"));
            continue;
        };
        // The viewport pair may be bound on purpose.
        let viewport = variable.slots() == 1 && VIEWPORT.iter().any(|own| u32::from(*own) == index);
        match layout.constants.take_at(index, variable.slots()) {
            Some(first) => {
                layout.uniforms.insert(*uniform, first);
            }
            None if viewport => {
                layout.uniforms.insert(*uniform, index as u8);
            }
            None => errors.push(binding(
                variable,
                register,
                "the registers do not exist or hold something else",
            )),
        }
    }
    for uniform in uniforms {
        let variable = &interface.uniforms[*uniform];
        if variable.bind.is_some() {
            continue;
        }
        match layout.constants.take(variable.slots()) {
            Some(first) => {
                layout.uniforms.insert(*uniform, first);
            }
            None => errors.push(too_many(interface, uniforms, variable)),
        }
    }
    layout.uniforms.sort_unstable_keys();
}

fn too_many(interface: &Interface, uniforms: &[Uniform], variable: &Variable) -> Diagnostic {
    // The viewport pair is neither asked for nor available.
    let own = |variable: &&Variable| {
        let register = variable
            .bind
            .as_deref()
            .and_then(|bind| numbered(bind, 'c'));
        !register.is_some_and(|register| VIEWPORT.iter().any(|own| u32::from(*own) == register))
    };
    let variables = uniforms.iter().map(|uniform| &interface.uniforms[*uniform]);
    let needed: u64 = variables
        .filter(own)
        .map(|variable| u64::from(variable.slots()))
        .sum();
    let limit = CONSTANTS - VIEWPORT.len() as u32;
    let message = format!(
        "the uniforms need {needed} constant registers, nv2a has {limit} beside the viewport"
    );
    let label = format!(
        "no {} registers in a row are left for `{}`",
        variable.slots(),
        variable.source_name()
    );
    Diagnostic::error(codes::limit::CONSTANTS, message).at(variable.span, label)
}
