//! Gives variables their registers within one file.

use crate::isa::LANES;
use retroshade_diagnostics::{Code, Diagnostic, Span, codes};

/// What a variable needs.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// The name users know it by.
    pub(crate) name: String,
    /// The declaration.
    pub(crate) span: Span,
    /// Lanes of each slot, 1 to 4.
    pub(crate) lanes: u8,
    /// Slots of one element.
    pub(crate) slots: u32,
    /// Elements in use, at least 1.
    pub(crate) elements: u32,
    /// Whether elements are addressed by a value, so that each starts a register.
    pub(crate) indexed: bool,
    /// The register that the user wants.
    pub(crate) bind: Option<String>,
    /// The register that the source's layout demands.
    pub(crate) location: Option<u32>,
}

/// Where a variable lies. Lane numbers are `4 × register + component`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The lane of the first.
    pub(crate) lane: u32,
    /// Lanes from one element to the next.
    pub(crate) stride: u32,
    /// Lanes from one slot of an element to the next.
    pub(crate) slot_stride: u32,
    /// Elements that have a place.
    pub(crate) elements: u32,
    /// Slots of one element.
    pub(crate) slots: u32,
}

impl Placed {
    /// The lane number of lane 0 of a slot.
    pub(crate) fn slot(&self, slot: u32) -> u32 {
        let (element, within) = (slot / self.slots.max(1), slot % self.slots.max(1));
        self.lane + element * self.stride + within * self.slot_stride
    }

    /// The first register.
    pub(crate) fn register(&self) -> u32 {
        self.lane / 4
    }
}

/// A file in which variables find places.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The target's name, for messages.
    pub(crate) target: &'static str,
    /// What the file holds, for messages: `varyings`.
    pub(crate) what: &'static str,
    /// The code of the error when there are too many.
    pub(crate) code: Code,
    /// The prefix of the registers.
    pub(crate) prefix: &'static str,
    /// The taken components of each register, a bit each.
    pub(crate) taken: Vec<u8>,
}

impl Pool {
    pub(crate) fn new(
        target: &'static str,
        what: &'static str,
        code: Code,
        prefix: &'static str,
        registers: u16,
    ) -> Pool {
        Pool {
            target,
            what,
            code,
            prefix,
            taken: vec![0; registers.into()],
        }
    }

    /// Places all variables: bound ones first, then those with a location, then the others in
    /// order. With `packed` small variables share registers.
    ///
    /// # Errors
    /// Bindings that cannot be, and more variables than registers.
    pub(crate) fn place_all(
        &mut self,
        needs: &[Need],
        packed: bool,
    ) -> Result<Vec<Placed>, Diagnostic> {
        let mut places = vec![None; needs.len()];
        for (need, place) in needs.iter().zip(&mut places) {
            if let Some(bind) = &need.bind {
                let lane = self.parse(bind, need)?;
                *place = Some(self.fix(need, lane)?);
            } else if let Some(location) = need.location {
                *place = Some(self.fix(need, location.saturating_mul(4))?);
            }
        }
        let mut order: Vec<usize> = (0..needs.len()).collect();
        if packed {
            // Large ones first leave the small ones to fill the gaps.
            order.sort_by_key(|&index| needs.get(index).map(|need| u8::MAX - need.lanes));
        }
        for index in order {
            let (Some(need), Some(place)) = (needs.get(index), places.get_mut(index)) else {
                continue;
            };
            if place.is_none() {
                *place = Some(
                    self.find(need, packed)
                        .ok_or_else(|| self.full(needs, need, packed))?,
                );
            }
        }
        Ok(places.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The registers that variables of these needs fill when each slot has its own.
    fn demand(needs: &[Need]) -> u32 {
        needs
            .iter()
            .map(|need| need.slots.saturating_mul(need.elements))
            .fold(0, u32::saturating_add)
    }

    fn full(&self, needs: &[Need], need: &Need, packed: bool) -> Diagnostic {
        let (target, what, count) = (self.target, self.what, self.taken.len());
        let demand = Pool::demand(needs);
        let samplers = self.code == codes::limit::SAMPLERS;
        let sharing = match packed && !samplers {
            true => ", even when small ones share registers",
            false => "",
        };
        let message =
            format!("{target} has {count} {what}, but the shader needs {demand}{sharing}");
        let error = Diagnostic::error(self.code, message);
        let error = error.at(need.span, format!("no room for `{}`", need.name));
        match samplers {
            true => error.with_help("put several pictures into one texture"),
            false => error.with_note(format!("each of the {what} holds up to four floats")),
        }
    }

    /// The lane of a register name such as `v3` or `v3.zw`.
    fn parse(&self, bind: &str, need: &Need) -> Result<u32, Diagnostic> {
        let (register, components) = bind.split_once('.').unwrap_or((bind, "x"));
        let number = register
            .strip_prefix(self.prefix)
            .and_then(|digits| digits.parse::<u16>().ok());
        let first = components.chars().next();
        let first = first.and_then(|c| LANES.iter().position(|lane| *lane == c));
        match (number, first) {
            (Some(number), Some(first)) => Ok(4 * u32::from(number) + first as u32),
            _ => {
                let (name, prefix) = (&need.name, self.prefix);
                let message = format!("`{name}` cannot be bound to `{bind}`");
                Err(Diagnostic::error(codes::target::BINDING, message)
                    .at(need.span, "declared here")
                    .with_help(format!(
                        "here a register is `{prefix}` and a number: `{prefix}0`"
                    )))
            }
        }
    }

    /// Takes the place that starts at a lane.
    fn fix(&mut self, need: &Need, lane: u32) -> Result<Placed, Diagnostic> {
        let placed = spread(need, lane);
        if self.is_free(need, &placed) {
            self.take(need, &placed);
            return Ok(placed);
        }
        let register = lane / 4;
        let (name, prefix, count) = (&need.name, self.prefix, self.taken.len());
        let taken = u64::from(register) < count as u64;
        let reason = if taken {
            "another variable is there"
        } else {
            "it does not exist"
        };
        let message = format!("`{name}` cannot be in `{prefix}{register}`: {reason}");
        Err(Diagnostic::error(codes::target::BINDING, message).at(need.span, "declared here"))
    }

    fn find(&mut self, need: &Need, packed: bool) -> Option<Placed> {
        let registers = self.taken.len() as u32;
        let tight = packed && !need.indexed && need.slots == 1 && need.lanes < 4;
        let step = if tight && need.lanes != 3 {
            need.lanes.into()
        } else {
            4
        };
        let single = need.elements == 1;
        let starts = (0..registers * 4).step_by(if tight && single { 1 } else { 4 });
        for lane in starts.filter(|lane| lane % 4 + u32::from(need.lanes) <= 4) {
            let mut placed = spread(need, lane);
            placed.stride = if tight && !single {
                step
            } else {
                placed.stride
            };
            if self.is_free(need, &placed) {
                self.take(need, &placed);
                return Some(placed);
            }
        }
        None
    }

    /// The (register, mask) pairs that a place covers.
    fn cells(need: &Need, placed: &Placed) -> impl Iterator<Item = (usize, u8)> {
        let (placed, lanes) = (*placed, need.lanes);
        let slots = placed.elements.saturating_mul(placed.slots);
        (0..slots).map(move |slot| {
            let lane = placed.slot(slot);
            ((lane / 4) as usize, ((1u8 << lanes) - 1) << (lane % 4))
        })
    }

    fn is_free(&self, need: &Need, placed: &Placed) -> bool {
        let last = u64::from(placed.elements) * u64::from(placed.stride) + u64::from(placed.lane);
        last <= 4 * self.taken.len() as u64
            && placed.lane % 4 + u32::from(need.lanes) <= 4
            && Pool::cells(need, placed).all(|(register, mask)| {
                self.taken
                    .get(register)
                    .is_some_and(|taken| taken & mask == 0)
            })
    }

    fn take(&mut self, need: &Need, placed: &Placed) {
        for (register, mask) in Pool::cells(need, placed) {
            if let Some(taken) = self.taken.get_mut(register) {
                *taken |= mask;
            }
        }
    }

    /// How many registers hold something.
    pub(crate) fn used(&self) -> usize {
        self.taken.iter().filter(|taken| **taken != 0).count()
    }

    /// The first register that holds nothing.
    pub(crate) fn first_empty(&self) -> Option<u16> {
        self.taken
            .iter()
            .position(|taken| *taken == 0)
            .map(|register| register as u16)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn need(name: &str, lanes: u8, elements: u32) -> Need {
        Need {
            name: name.into(),
            span: Span::NONE,
            lanes,
            slots: 1,
            elements,
            indexed: false,
            bind: None,
            location: None,
        }
    }

    fn pool(registers: u16) -> Pool {
        Pool::new("agal1", "varyings", codes::limit::VARYINGS, "v", registers)
    }

    fn lanes(pool: &mut Pool, needs: &[Need], packed: bool) -> Vec<u32> {
        pool.place_all(needs, packed)
            .unwrap()
            .iter()
            .map(|place| place.lane)
            .collect()
    }

    #[test]
    fn variables_follow_each_other() {
        let needs = [need("a", 2, 1), need("b", 4, 3), need("c", 1, 1)];
        assert_eq!(lanes(&mut pool(8), &needs, false), [0, 4, 16]);
    }

    #[test]
    fn bound_variables_go_first() {
        let bound = Need {
            bind: Some("v0".into()),
            ..need("c", 4, 1)
        };
        assert_eq!(
            lanes(&mut pool(8), &[need("a", 2, 1), bound], false),
            [4, 0]
        );
        let half = Need {
            bind: Some("v1.zw".into()),
            ..need("c", 2, 1)
        };
        assert_eq!(lanes(&mut pool(8), &[half], false), [6]);
    }

    #[test]
    fn packing_shares_registers() {
        let needs = [
            need("a", 3, 1),
            need("b", 2, 1),
            need("c", 1, 1),
            need("d", 2, 1),
            need("e", 1, 6),
        ];
        let mut pool = pool(4);
        let places = pool.place_all(&needs, true).unwrap();
        let lanes: Vec<u32> = places.iter().map(|place| place.lane).collect();
        assert_eq!(lanes, [0, 4, 3, 6, 8]);
        assert_eq!(places[4].stride, 1);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_numbers() {
        let error = pool(2).place_all(&[need("a", 4, 3)], false).unwrap_err();
        assert_eq!(
            error.message,
            "agal1 has 2 varyings, but the shader needs 3"
        );
        for bind in ["v9", "vc0", "v", "v0.q"] {
            let bound = Need {
                bind: Some(bind.into()),
                ..need("a", 4, 1)
            };
            assert!(pool(2).place_all(&[bound], false).is_err(), "{bind}");
        }
        let twice = Need {
            bind: Some("v0".into()),
            ..need("a", 4, 1)
        };
        assert!(pool(2).place_all(&[twice.clone(), twice], false).is_err());
        let wide = Need {
            bind: Some("v0.z".into()),
            ..need("a", 3, 1)
        };
        assert!(pool(2).place_all(&[wide], false).is_err());
    }

    #[test]
    fn samplers_hold_no_floats_and_are_not_shared() {
        let mut pool = Pool::new("agal1", "samplers", codes::limit::SAMPLERS, "fs", 8);
        let error = pool.place_all(&[need("s", 4, 16)], true).unwrap_err();
        assert_eq!(
            error.message,
            "agal1 has 8 samplers, but the shader needs 16"
        );
        assert!(error.notes.is_empty());
        assert_eq!(error.help, ["put several pictures into one texture"]);
    }
}
