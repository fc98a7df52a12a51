//! Finds the row of words that saves most as a procedure.

use super::{Frames, Item};
use crate::isa::{CALL_DEPTH, MAX_LENGTH};

/// A row of items that stands in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) length: usize,
    /// Part and first item of each place, in order; they do not overlap.
    pub(super) places: Vec<(usize, usize)>,
}

impl Repeat {
    /// Words that a procedure saves.
    fn saved(&self) -> usize {
        let all = self.places.len() * self.length;
        all.saturating_sub(self.places.len() + self.length)
    }
}

/// The row that saves most; of equals the first.
pub(super) fn best(frames: &Frames<'_>) -> Option<Repeat> {
    let text = Text::new(frames);
    let mut best: Option<Repeat> = None;
    for start in 0..text.items.len() {
        let mut lengths: Vec<usize> = (start + 1..text.items.len())
            .filter_map(|other| text.common(start, other))
            .collect();
        lengths.sort_unstable();
        lengths.dedup();
        for longest in lengths {
            let Some(found) = text.repeat(frames, start, longest) else {
                continue;
            };
            if found.saved() > best.as_ref().map_or(0, Repeat::saved) {
                best = Some(found);
            }
        }
    }
    best
}

/// The items of all parts one after the other.
struct Text {
    /// With the part and the place in it.
    items: Vec<(Item, usize, usize)>,
    /// For each pair of items, the first earlier, how many are equal from there on.
    common: Vec<u16>,
    /// For each item, how many can be in one procedure from there on.
    extent: Vec<usize>,
}

impl Text {
    fn new(frames: &Frames<'_>) -> Text {
        let parts = frames.parts.iter().enumerate();
        let items: Vec<(Item, usize, usize)> = parts
            .flat_map(|(part, items)| {
                let items = items.iter().enumerate();
                items.map(move |(at, item)| (*item, part, at))
            })
            .collect();
        let count = items.len();
        let mut extent = vec![0; count];
        let mut common = vec![0_u16; count * count];
        for at in (0..count).rev() {
            let Some((item, part, _)) = items.get(at) else {
                continue;
            };
            if item.kind.is_none() {
                continue;
            }
            let goes_on = items
                .get(at + 1)
                .is_some_and(|(next, other, _)| other == part && !next.aimed_at);
            extent[at] = 1 + if goes_on { extent[at + 1] } else { 0 };
            for other in at + 1..count {
                if items[other].0.kind == item.kind {
                    let next = (at + 1) * count + other + 1;
                    let rest = if other + 1 < count { common[next] } else { 0 };
                    common[at * count + other] = rest.saturating_add(1);
                }
            }
        }
        Text {
            items,
            common,
            extent,
        }
    }

    /// How many items are equal from two places on; `None` if fewer than two.
    fn common(&self, start: usize, other: usize) -> Option<usize> {
        let equal = self.common.get(start * self.items.len() + other)?;
        let extent = |at: usize| self.extent.get(at).copied().unwrap_or(0);
        let length = usize::from(*equal).min(extent(start)).min(extent(other));
        (length > 1).then_some(length)
    }

    /// The row that starts at an item, of some length or a little less, wherever it stands from there
    /// on.
    fn repeat(&self, frames: &Frames<'_>, start: usize, longest: usize) -> Option<Repeat> {
        let length = self.trimmed(frames, start, longest.min(MAX_LENGTH))?;
        let row = self.items.get(start..start + length)?;
        let row: Vec<Item> = row.iter().map(|(item, ..)| *item).collect();
        let depth = frames.depth_of(&row);
        let mut places = Vec::new();
        let mut free = start;
        for at in start..self.items.len() {
            let equal = at == start || self.common(start, at).is_some_and(|n| n >= length);
            let (_, part, place) = *self.items.get(at)?;
            let open = frames.above.get(part).copied().unwrap_or(0);
            let fits = open + 1 + depth <= CALL_DEPTH;
            if at >= free && equal && fits && self.can_be_call(at, length) {
                free = at + length;
                places.push((part, place));
            }
        }
        Some(Repeat { length, places })
    }

    /// The length of a procedure that begins with an item, without what it cannot end on.
    fn trimmed(&self, frames: &Frames<'_>, start: usize, longest: usize) -> Option<usize> {
        let row = self.items.get(start..start + longest)?;
        let is_end = |(item, ..): &(Item, usize, usize)| {
            item.calls.is_none() && !frames.is_address_move(item)
        };
        let length = row.iter().rposition(is_end)? + 1;
        let (first, ..) = row.first()?;
        (length > 1 && !frames.is_address_move(first)).then_some(length)
    }

    /// Whether a call can stand in the place of a row: something other than the end of a block or
    /// procedure follows.
    fn can_be_call(&self, at: usize, length: usize) -> bool {
        let Some((_, part, _)) = self.items.get(at) else {
            return false;
        };
        let next = self.items.get(at + length);
        next.is_some_and(|(next, other, _)| other == part && !next.closes)
    }
}
