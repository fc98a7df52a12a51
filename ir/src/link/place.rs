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
    /// Whether it shares its registers with nothing.
    pub alone: bool,
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
        order.sort_by_key(|(_, item)| (u8::MAX - item.lanes, u32::MAX - item.slots));
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
        .map(|(item, lane)| (lane / 4).saturating_add(item.slots));
    Some(ends.max().unwrap_or(0))
}

/// The lanes that are taken, a bit for each of a register.
struct File {
    taken: Vec<u8>,
}

impl File {
    fn rows(&self, item: &Item, lane: u32) -> Option<&[u8]> {
        let first = (lane / 4) as usize;
        self.taken
            .get(first..first.checked_add(item.slots as usize)?)
    }

    fn is_free(&self, item: &Item, lane: u32) -> bool {
        let fits = lane % 4 + u32::from(item.lanes) <= 4;
        let mask = if item.alone { 15 } else { mask(item, lane) };
        fits && self
            .rows(item, lane)
            .is_some_and(|rows| rows.iter().all(|taken| taken & mask == 0))
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
        let mask = match item.alone || !packed {
            true => 15,
            false => mask(item, lane),
        };
        let rows = self.taken.iter_mut().skip((lane / 4) as usize);
        rows.take(item.slots as usize)
            .for_each(|taken| *taken |= mask);
    }
}

fn mask(item: &Item, lane: u32) -> u8 {
    let all = (1u8 << item.lanes.min(4)) - 1;
    all << (lane % 4)
}
