//! Lists of small things, all in one allocation.

use std::ops::Index;

/// As many lists as were closed; each is a slice.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    /// One past the last item of each list.
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// No lists, with room for some.
    pub(super) fn with_capacity(lists: usize, items: usize) -> Lists<T> {
        Lists {
            ends: Vec::with_capacity(lists),
            items: Vec::with_capacity(items),
        }
    }

    /// Adds to the list that is open.
    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Closes the list that is open and opens the next.
    pub(super) fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The lists in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|index| &self[index])
    }
}

impl<T: Ord> Lists<T> {
    /// Closes the list that is open after sorting it and dropping what it holds twice.
    pub(super) fn close_sorted(&mut self) {
        let start = self.ends.last().map_or(0, |end| *end as usize);
        let open = self.items.get_mut(start..).unwrap_or_default();
        open.sort_unstable();
        let mut kept = open.len().min(1);
        for index in 1..open.len() {
            if open[index] != open[kept - 1] {
                open.swap(index, kept);
                kept += 1;
            }
        }
        self.items.truncate(start + kept);
        self.close();
    }
}

impl Lists<u32> {
    /// For each of `count` numbers, in order, the lists that hold it.
    pub(super) fn holders(&self, count: usize) -> Lists<u32> {
        let mut ends = vec![0u32; count];
        for item in &self.items {
            ends[*item as usize] += 1;
        }
        let mut next = 0;
        // For now where each list begins.
        for end in &mut ends {
            next += std::mem::replace(end, next);
        }
        let mut items = vec![0u32; self.items.len()];
        for (index, list) in self.iter().enumerate() {
            for &item in list {
                let end = &mut ends[item as usize];
                items[*end as usize] = index as u32;
                *end += 1;
            }
        }
        Lists { ends, items }
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    fn index(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.items[start as usize..self.ends[index] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_turned_round() {
        let mut lists = Lists::with_capacity(3, 8);
        for list in [&[2, 0, 2, 2, 0][..], &[], &[1, 2]] {
            list.iter().for_each(|item| lists.push(*item));
            lists.close_sorted();
        }
        assert_eq!(
            lists.iter().collect::<Vec<_>>(),
            [&[0, 2][..], &[], &[1, 2]]
        );
        let holders = lists.holders(4);
        let wanted = [&[0][..], &[2], &[0, 2], &[]];
        assert_eq!(holders.iter().collect::<Vec<_>>(), wanted);
    }
}
