//! Places varyings in registers of four lanes.
//!
//! As the packing of ESSL 1.00, appendix A section 7, which every implementation must match: the widest
//! first, arrays and matrices in the same lanes of registers that follow each other. Two lanes start at x
//! or z and three at x where they can, so that a machine that takes aligned halves of a register (a
//! texture unit, a load) finds them there.

/// What a varying needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Lanes of each slot, 1 to 4.
    pub lanes: u8,
    /// Slots, each in the next register.
    pub slots: u32,
    /// The lane at which it must start: 4 × register + component.
    pub fixed: Option<u32>,
    /// True if it shares its registers with nothing.
    pub alone: bool,
    /// True if slots of one or two lanes share a register with the next ones: slot k starts `lanes` lanes after slot k - 1.
    pub tight: bool,
}

impl Item {
    /// Lanes from the start of one slot to that of the next.
    pub fn step(&self) -> u32 {
        match self.lanes {
            1 | 2 if self.tight && !self.alone => self.lanes.into(),
            _ => 4,
        }
    }

    /// The number of registers that it touches from this lane on.
    fn rows(&self, lane: u32) -> u32 {
        match self.step() {
            4 => self.slots,
            step => (lane % 4)
                .saturating_add(self.slots.saturating_mul(step))
                .div_ceil(4),
        }
    }

    /// The lanes that it takes of the register so many after its first, a bit each.
    fn mask(&self, lane: u32, row: u32) -> u8 {
        let first = lane % 4;
        let (from, to) = match self.step() {
            4 => (first, first + u32::from(self.lanes)),
            // Its slots are one run of lanes.
            step => {
                let end = first.saturating_add(self.slots.saturating_mul(step));
                let before = row.saturating_mul(4);
                (first.saturating_sub(before), end.saturating_sub(before))
            }
        };
        (from..to.min(4)).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// How wide it is where it is widest, and how many registers it touches: the widest and longest find a place first.
    fn size(&self) -> (u32, u32) {
        let wide = match self.step() {
            4 => u32::from(self.lanes),
            step => self.slots.saturating_mul(step).min(4),
        };
        (wide, self.rows(0))
    }
}

/// Why there is no placement. The number is that of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No room is left for it.
    Full(usize),
    /// It cannot start where it must: another is there, or no register is.
    Fixed(usize),
}

/// Gives each item the lane where it starts; slot k starts four lanes further for each slot. Without
/// `packed` each slot has a register of its own.
///
/// # Errors
/// The first item that finds no place.
pub fn place(items: &[Item], registers: u32, packed: bool) -> Result<Vec<u32>, Trouble> {
    let mut file = File {
        taken: vec![0; registers as usize],
    };
    let mut places: Vec<Option<u32>> = vec![None; items.len()];
    for ((index, item), place) in items.iter().enumerate().zip(&mut places) {
        let Some(lane) = item.fixed else {
            continue;
        };
        if !file.is_free(item, lane) {
            return Err(Trouble::Fixed(index));
        }
        file.take(item, lane, packed);
        *place = Some(lane);
    }
    let mut order: Vec<(usize, &Item)> = items.iter().enumerate().collect();
    if packed {
        order.sort_by_cached_key(|(_, item)| std::cmp::Reverse(item.size()));
    }
    for (index, item) in order {
        let Some(place) = places.get_mut(index).filter(|place| place.is_none()) else {
            continue;
        };
        let lane = file.find(item, packed).ok_or(Trouble::Full(index))?;
        file.take(item, lane, packed);
        *place = Some(lane);
    }
    Ok(places.into_iter().map(Option::unwrap_or_default).collect())
}

/// How many registers items would need if there were as many as one likes; `None` beyond 4096 or where
/// fixed ones stand in each other's way.
pub fn registers_needed(items: &[Item], packed: bool) -> Option<u32> {
    const MOST: u32 = 4096;
    let places = place(items, MOST, packed).ok()?;
    let ends = items
        .iter()
        .zip(places)
        .map(|(item, lane)| (lane / 4).saturating_add(item.rows(lane)));
    Some(ends.max().unwrap_or(0))
}

/// The lanes that are taken, a bit for each of a register.
struct File {
    taken: Vec<u8>,
}

impl File {
    fn is_free(&self, item: &Item, lane: u32) -> bool {
        let fits = lane % 4 + u32::from(item.lanes) <= 4;
        let rows = self.taken.iter().skip((lane / 4) as usize);
        let count = item.rows(lane);
        fits && rows.len() >= count as usize
            && rows.zip(0..count).all(|(taken, row)| {
                let mask = if item.alone { 15 } else { item.mask(lane, row) };
                taken & mask == 0
            })
    }

    fn find(&self, item: &Item, packed: bool) -> Option<u32> {
        let starts: &[u32] = match item.lanes {
            _ if !packed || item.alone => &[0],
            1 => &[0, 1, 2, 3],
            2 => &[0, 2],
            3 => &[0, 1],
            _ => &[0],
        };
        let registers = self.taken.len() as u32;
        let mut lanes =
            (0..registers).flat_map(|row| starts.iter().map(move |lane| 4 * row + lane));
        lanes.find(|&lane| self.is_free(item, lane))
    }

    fn take(&mut self, item: &Item, lane: u32, packed: bool) {
        let rows = self.taken.iter_mut().skip((lane / 4) as usize);
        for (taken, row) in rows.zip(0..item.rows(lane)) {
            *taken |= if item.alone || !packed {
                15
            } else {
                item.mask(lane, row)
            };
        }
    }
}
