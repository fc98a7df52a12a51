//! Registers of the variables of an interface: each target has files of registers, and variables find their
//! places in them by one order of rules. What is bound comes first, then what has a location, then what
//! its name has a register for, then the others in order, each in the first registers that are free.
//!
//! ```text
//! mod    a register file, and what variables need of it
//! share  small variables in one register
//! reads  what a body reads
//! apart  varyings of stages that are compiled without each other
//! ```

pub mod apart;
mod reads;
mod share;
#[cfg(test)]
mod tests;

pub use reads::Reads;
pub use share::{Shared, share_small};

use indexmap::IndexMap;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::link::{Item, registers_needed};
use retroshade_ir::{LANES, Sampler, Variable};
use std::hash::Hash;

/// What a variable needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// The name users know it by.
    pub name: String,
    /// The declaration.
    pub span: Span,
    /// Lanes of each slot, 1 to 4.
    pub lanes: u8,
    /// Slots of one element.
    pub slots: u32,
    /// Elements in use, at least 1.
    pub elements: u32,
    /// True if elements are addressed by a value, so that each starts a register.
    pub indexed: bool,
    /// The register that the user wants.
    pub bind: Option<String>,
    /// The register that the source's layout demands.
    pub location: Option<u32>,
    /// The register that the name means, if it is free.
    pub by_name: Option<u32>,
}

impl Need {
    /// How many elements of an array fit into so many registers.
    fn shorter(&self, room: u32) -> String {
        let name = &self.name;
        let fits = room / self.slots.max(1);
        let mut text = format!("{fits} elements of `{name}` fit beside the others");
        // The last row of a transformation that keeps lines parallel is always the same.
        if self.slots == 4 {
            let rows = room / 3;
            text.push_str(&format!(
                "; with three rows a matrix, `vec4 {name}[3 * N]`, there is room for {rows}"
            ));
        }
        text
    }

    /// The lanes of the first slots of a variable.
    pub fn of_slots(variable: &Variable, slots: u32) -> Need {
        let per_element = variable.slots_per_element().max(1);
        Need {
            name: variable.source_name().to_owned(),
            span: variable.span,
            lanes: variable.slot_lanes(),
            slots: per_element,
            elements: slots.div_ceil(per_element).max(1),
            indexed: false,
            bind: variable.bind.clone(),
            location: variable.location,
            by_name: None,
        }
    }

    /// Whole registers for all slots of a variable.
    pub fn of(variable: &Variable) -> Need {
        Need {
            lanes: 4,
            ..Need::of_slots(variable, variable.slots())
        }
    }

    /// The first elements of a sampler.
    pub fn of_sampler(sampler: &Sampler, elements: u32) -> Need {
        Need {
            name: sampler.name.clone(),
            span: sampler.span,
            lanes: 4,
            slots: 1,
            elements,
            indexed: false,
            bind: sampler.bind.clone(),
            location: sampler.binding,
            by_name: None,
        }
    }

    /// Registers of it when each slot has its own.
    fn registers(&self) -> u32 {
        self.slots.saturating_mul(self.elements)
    }
}

/// The place of a variable. Lane numbers are `4 × register + component`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The lane of the first.
    pub lane: u32,
    /// Lanes from one element to the next.
    pub stride: u32,
    /// Lanes from one slot of an element to the next.
    pub slot_stride: u32,
    /// Elements that have a place.
    pub elements: u32,
    /// Slots of one element.
    pub slots: u32,
}

impl Placed {
    /// Lane 0 of the first register of a file that holds one variable.
    pub const SINGLE: Placed = Placed {
        lane: 0,
        stride: 4,
        slot_stride: 4,
        elements: 1,
        slots: 1,
    };

    /// A register for each slot, from a lane on.
    fn spread(need: &Need, lane: u32) -> Placed {
        Placed {
            lane,
            stride: need.slots.saturating_mul(4),
            slot_stride: 4,
            elements: need.elements,
            slots: need.slots,
        }
    }

    /// The lane number of lane 0 of a slot.
    pub fn slot(&self, slot: u32) -> u32 {
        let (element, within) = (slot / self.slots.max(1), slot % self.slots.max(1));
        self.lane + element * self.stride + within * self.slot_stride
    }

    /// The first register.
    pub fn register(&self) -> u32 {
        self.lane / 4
    }

    /// The first component.
    pub fn component(&self) -> u8 {
        (self.lane % 4) as u8
    }
}

/// How tightly variables are put into registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// A register for each slot.
    Registers,
    /// Small variables share registers, large ones first.
    Lanes,
}

/// A file in which variables find places.
#[derive(Clone, Debug)]
pub struct RegisterFile {
    /// The target's name, for messages.
    target: &'static str,
    /// What the file holds, for messages: `varyings`.
    what: &'static str,
    /// The code of the error when there are too many.
    code: Code,
    /// The prefix of the registers.
    prefix: &'static str,
    /// The registers in the order in which they are tried.
    order: Vec<u32>,
    /// The taken components of each register, a bit each.
    taken: Vec<u8>,
    /// Registers that no variable can have.
    reserved: usize,
}

impl RegisterFile {
    /// An empty file.
    pub fn new(
        target: &'static str,
        what: &'static str,
        code: Code,
        prefix: &'static str,
        registers: u32,
    ) -> RegisterFile {
        RegisterFile {
            target,
            what,
            code,
            prefix,
            order: (0..registers).collect(),
            taken: vec![0; registers as usize],
            reserved: 0,
        }
    }

    /// The same with another order in which registers are tried.
    pub fn in_order(self, order: impl Iterator<Item = u32>) -> RegisterFile {
        RegisterFile {
            order: order.collect(),
            ..self
        }
    }

    /// Takes a register away from all variables.
    pub fn reserve(&mut self, register: u32) {
        if let Some(taken) = self.taken.get_mut(register as usize) {
            *taken = 15;
            self.reserved += 1;
        }
    }

    /// Places all variables by the order of the rules.
    ///
    /// # Errors
    /// Bindings that cannot be, and more variables than registers.
    pub fn place_all(&mut self, needs: &[Need], fit: Fit) -> Result<Vec<Placed>, Diagnostics> {
        let mut errors = Diagnostics::new();
        let mut places = vec![None; needs.len()];
        for (need, place) in needs.iter().zip(&mut places) {
            match self.fixed(need) {
                Ok(fixed) => *place = fixed,
                Err(error) => errors.push(error),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        for (need, place) in needs.iter().zip(&mut places) {
            if let (None, Some(register)) = (&place, need.by_name) {
                *place = self.take_lane(need, register.saturating_mul(4));
            }
        }
        let mut rest: Vec<_> = needs.iter().zip(&mut places).collect();
        if fit == Fit::Lanes {
            // Large ones first leave the small ones to fill the gaps.
            rest.sort_by_key(|(need, _)| u8::MAX - need.lanes);
        }
        for (need, place) in rest.into_iter().filter(|(_, place)| place.is_none()) {
            *place = self.find(need, fit);
            if place.is_none() {
                return Err(self.full(needs, need, fit).into());
            }
        }
        Ok(places.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// As [`RegisterFile::place_all`] by registers, with keys; what is wrong goes to `errors`.
    pub fn assign<K: Copy + Hash + Ord>(
        &mut self,
        needs: &[(K, Need)],
        errors: &mut Diagnostics,
    ) -> IndexMap<K, Placed> {
        let (keys, needs): (Vec<K>, Vec<Need>) = needs.iter().cloned().unzip();
        let places = self.place_all(&needs, Fit::Registers);
        let places = places.unwrap_or_else(|faults| {
            errors.extend(faults);
            Vec::new()
        });
        let mut places: IndexMap<K, Placed> = keys.into_iter().zip(places).collect();
        places.sort_unstable_keys();
        places
    }

    /// The place that a binding or a location demands.
    ///
    /// # Errors
    /// There is no such register, or something else is there.
    pub fn fixed(&mut self, need: &Need) -> Result<Option<Placed>, Diagnostic> {
        let lane = match (&need.bind, need.location) {
            (Some(bind), _) => self.parse(bind, need)?,
            (None, Some(location)) => location.saturating_mul(4),
            (None, None) => return Ok(None),
        };
        if let Some(placed) = self.take_lane(need, lane) {
            return Ok(Some(placed));
        }
        let reason = if (lane / 4) as usize >= self.taken.len() {
            "it does not exist"
        } else {
            "another variable is there, or there is no room"
        };
        let register = format!("{}{}", self.prefix, lane / 4);
        Err(refuse(&need.name, need.span, &register, reason))
    }

    /// The lane of a register name such as `v3` or `v3.zw`.
    fn parse(&self, bind: &str, need: &Need) -> Result<u32, Diagnostic> {
        let (register, components) = bind.split_once('.').unwrap_or((bind, "x"));
        let first = components.chars().next();
        let first = first.and_then(|c| LANES.iter().position(|lane| *lane == c));
        let number = register_number(register, self.prefix);
        if let (Some(number), Some(first)) = (number, first) {
            return Ok(number.saturating_mul(4).saturating_add(first as u32));
        }
        let (what, prefix, last) = (self.what, self.prefix, self.taken.len().saturating_sub(1));
        let reason = format!("{what} are `{prefix}0` to `{prefix}{last}`");
        Err(refuse(&need.name, need.span, bind, &reason))
    }

    /// The refusal of a variable for which no registers are left.
    pub fn full(&self, needs: &[Need], need: &Need, fit: Fit) -> Diagnostic {
        let (target, what) = (self.target, self.what);
        let count = self.taken.len() - self.reserved;
        let demand = needs.iter().map(Need::registers);
        let demand = demand.fold(0, u32::saturating_add);
        let samplers = self.code == codes::limit::SAMPLERS;
        let sharing = if fit == Fit::Lanes && !samplers {
            ", even when small ones share registers"
        } else {
            ""
        };
        let message =
            format!("{target} has {count} {what}, but the shader needs {demand}{sharing}");
        let largest = needs.iter().max_by_key(|need| need.registers());
        let largest = largest.filter(|need| demand > count as u32 && need.registers() > 1);
        let (name, span, registers) = (&need.name, need.span, need.registers());
        let (span, label) = match (largest, registers) {
            (Some(need), _) => (
                need.span,
                format!("`{}` takes {} of them", need.name, need.registers()),
            ),
            (None, 1) => (span, format!("no room for `{name}`")),
            (None, _) => (
                span,
                format!("no {registers} in a row are left for `{name}`"),
            ),
        };
        let error = Diagnostic::error(self.code, message).at(span, label);
        if samplers {
            return error.with_help("put several pictures into one texture");
        }
        let mut error = error.with_note(format!("each of the {what} holds up to four floats"));
        if let Some(need) = largest.filter(|need| need.elements > 1) {
            let others = demand.saturating_sub(need.registers());
            let room = (count as u32).saturating_sub(others);
            error = error.with_help(need.shorter(room));
        }
        if self.code == codes::limit::VARYINGS && self.pack(needs) {
            error.with_help("`retroshade link` packs the varyings of a pair into fewer registers")
        } else {
            error
        }
    }

    /// True if varyings fit when they share registers as those of linked pairs do.
    fn pack(&self, needs: &[Need]) -> bool {
        let items = needs.iter().map(|need| Item {
            lanes: need.lanes,
            slots: need.registers(),
            fixed: None,
            alone: need.indexed,
            tight: !need.indexed && need.lanes < 3,
        });
        let items: Vec<Item> = items.collect();
        let room = (self.taken.len() - self.reserved.min(self.taken.len())) as u32;
        registers_needed(&items, true).is_some_and(|needed| needed <= room)
    }

    /// Takes the first registers that are free.
    pub fn find(&mut self, need: &Need, fit: Fit) -> Option<Placed> {
        let dense = fit == Fit::Lanes;
        let tight = dense && !need.indexed && need.slots == 1 && need.lanes < 4;
        let single = need.elements == 1;
        let components = if tight && single { 0..4 } else { 0..1 };
        for place in 0..self.order.len() {
            for component in components.clone() {
                let mut placed = Placed::spread(need, 4 * self.order[place] + component);
                if tight && !single && need.lanes != 3 {
                    placed.stride = need.lanes.into();
                }
                if self.is_free(need, &placed) {
                    self.mark(need, &placed);
                    return Some(placed);
                }
            }
        }
        None
    }

    /// Takes a register for each slot, from a lane on, if all are free.
    fn take_lane(&mut self, need: &Need, lane: u32) -> Option<Placed> {
        let placed = Placed::spread(need, lane);
        if !self.is_free(need, &placed) {
            return None;
        }
        self.mark(need, &placed);
        Some(placed)
    }

    /// The (register, mask) pairs that a place covers.
    fn cells(need: &Need, placed: &Placed) -> impl Iterator<Item = (usize, u8)> {
        let (placed, lanes) = (*placed, need.lanes);
        (0..need.registers()).map(move |slot| {
            let lane = placed.slot(slot);
            ((lane / 4) as usize, ((1u8 << lanes) - 1) << (lane % 4))
        })
    }

    fn is_free(&self, need: &Need, placed: &Placed) -> bool {
        let last = u64::from(placed.elements) * u64::from(placed.stride) + u64::from(placed.lane);
        last <= 4 * self.taken.len() as u64
            && placed.lane % 4 + u32::from(need.lanes) <= 4
            && RegisterFile::cells(need, placed).all(|(register, mask)| {
                let taken = self.taken.get(register);
                taken.is_some_and(|taken| taken & mask == 0)
            })
    }

    fn mark(&mut self, need: &Need, placed: &Placed) {
        for (register, mask) in RegisterFile::cells(need, placed) {
            if let Some(taken) = self.taken.get_mut(register) {
                *taken |= mask;
            }
        }
    }

    /// How many registers hold something.
    pub fn used(&self) -> usize {
        self.taken().count()
    }

    /// The registers that hold nothing, in the order in which they are tried.
    pub fn free(&self) -> impl DoubleEndedIterator<Item = u32> {
        let order = self.order.iter().copied();
        order.filter(|register| self.taken.get(*register as usize) == Some(&0))
    }

    /// The registers that hold something.
    pub fn taken(&self) -> impl Iterator<Item = u32> {
        let registers = (0..).zip(&self.taken);
        registers.filter_map(|(register, taken)| (*taken != 0).then_some(register))
    }

    /// The first register behind all that hold something.
    pub fn end(&self) -> u32 {
        self.taken().last().map_or(0, |last| last + 1)
    }

    /// The number of registers that the file has.
    pub fn size(&self) -> u32 {
        self.taken.len() as u32
    }
}

/// The refusal of a register for a variable.
pub fn refuse(name: &str, declared: Span, register: &str, reason: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be in `{register}`: {reason}");
    Diagnostic::error(codes::target::BINDING, message).at(declared, "declared here")
}

/// The number in the name of a register: 12 in `c12` and `c[12]`.
pub fn register_number(text: &str, prefix: &str) -> Option<u32> {
    let digits = text.strip_prefix(prefix)?;
    let inside = digits.strip_prefix('[');
    let digits = inside.map_or(Some(digits), |inside| inside.strip_suffix(']'))?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}
