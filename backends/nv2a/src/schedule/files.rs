//! The temporaries while a schedule grows: which lanes hold something, and where every
//! vector is.

use crate::isa::{Mask, PAIRED_TEMPORARY, TEMPORARIES};
use crate::machine::View;
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{Layout, VectorId};

/// A vector's place: the temporary, and the lane there of each component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VectorPlace {
    pub(super) register: u8,
    pub(super) lanes: [u8; 4],
}

/// The lanes of the temporaries.
#[derive(Clone, Debug)]
pub(super) struct Files {
    taken: [Mask; TEMPORARIES as usize],
    used: u16,
    places: EntityVec<VectorId, Option<VectorPlace>>,
}

/// What a try changes besides the places of vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    taken: [Mask; TEMPORARIES as usize],
    used: u16,
}

/// Which temporaries may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Any; r1 only where nothing else has room.
    Any,
    /// Any; r1 first, for a register that a paired scalar result will join.
    PairedLater,
    /// r1 alone.
    Paired,
    /// Any but r1, because the scalar unit writes it in this slot.
    NotPaired,
}

impl Files {
    /// Nothing is taken.
    pub(super) fn new(code: &View) -> Files {
        Files {
            taken: [0; TEMPORARIES as usize],
            used: 0,
            places: EntityVec::filled(None, code.vectors.len()),
        }
    }

    /// The place of a vector.
    pub(super) fn place(&self, vector: VectorId) -> Option<VectorPlace> {
        self.places[vector]
    }

    /// Remembers what is taken.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            taken: self.taken,
            used: self.used,
        }
    }

    /// Undoes what happened since a mark; these vectors got their places then.
    pub(super) fn undo(&mut self, mark: Mark, placed: impl Iterator<Item = VectorId>) {
        self.taken = mark.taken;
        self.used = mark.used;
        for vector in placed {
            self.places[vector] = None;
        }
    }

    /// Lanes that hold something.
    pub(super) fn live(&self) -> u32 {
        self.taken.iter().map(|lanes| lanes.count_ones()).sum()
    }

    /// Temporaries that ever held something.
    pub(super) fn used(&self) -> u32 {
        self.used.count_ones()
    }

    /// Gives a vector its place: the fullest temporary that has room, so that empty ones
    /// stay whole. `fits` restricts the layouts.
    pub(super) fn allocate(
        &mut self,
        code: &View,
        vector: VectorId,
        wanted: Allowed,
        fits: impl Fn(&Layout) -> bool,
    ) -> Option<VectorPlace> {
        let data = &code.vectors[vector];
        let count = u32::from(data.lanes);
        let mut best: Option<(u32, VectorPlace)> = None;
        for index in 0..TEMPORARIES {
            let paired = index == PAIRED_TEMPORARY;
            let penalty = match (wanted, paired) {
                (Allowed::Paired, false) | (Allowed::NotPaired, true) => continue,
                (Allowed::Any, true) => 64,
                (Allowed::PairedLater, false) => 64,
                _ => 0,
            };
            let taken = self.taken[usize::from(index)];
            let free = 4 - taken.count_ones();
            if free < count {
                continue;
            }
            // Room left over; an untouched temporary is the last choice among equals.
            let fresh = u32::from(self.used >> index & 1 == 0);
            let cost = penalty + 2 * (free - count) + fresh;
            if best.is_some_and(|(least, _)| cost >= least) {
                continue;
            }
            let layout = data
                .layouts
                .iter()
                .find(|layout| mask_of(layout, data.lanes) & taken == 0 && fits(layout));
            if let Some(lanes) = layout {
                let place = VectorPlace {
                    register: index,
                    lanes: *lanes,
                };
                best = Some((cost, place));
            }
        }
        let (_, place) = best?;
        self.taken[usize::from(place.register)] |= mask_of(&place.lanes, data.lanes);
        self.used |= 1 << place.register;
        self.places[vector] = Some(place);
        Some(place)
    }

    /// Frees one component that nothing reads any more.
    pub(super) fn release(&mut self, vector: VectorId, lane: u8) {
        if let Some(place) = self.place(vector) {
            let at = place.lanes[usize::from(lane & 3)];
            self.taken[usize::from(place.register)] &= !(1 << at);
        }
    }
}

fn mask_of(layout: &Layout, lanes: u8) -> Mask {
    let used = layout.iter().take(usize::from(lanes));
    used.fold(0, |mask, lane| mask | 1 << lane)
}
