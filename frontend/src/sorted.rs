//! Small sets in order, as sorted lists.
//!
//! For what a shader has few of: variables, kinds of samplers. A `BTreeSet` would be many times the code
//! for each type, which whoever builds the compiler waits for, and no faster.

/// A set whose elements come in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortedSet<T>(Vec<T>);

impl<T: Copy + Ord> SortedSet<T> {
    /// Adds an element. True if it is new.
    pub(crate) fn insert(&mut self, element: T) -> bool {
        match self.0.binary_search(&element) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, element);
                true
            }
        }
    }

    /// True if an element is in it.
    pub(crate) fn contains(&self, element: &T) -> bool {
        self.0.binary_search(element).is_ok()
    }

    /// Takes away what does not fit.
    pub(crate) fn retain(&mut self, fits: impl FnMut(&T) -> bool) {
        self.0.retain(fits);
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet(Vec::new())
    }
}

impl<T: Copy + Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = SortedSet::default();
        for element in elements {
            set.insert(element);
        }
        set
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_come_in_order_and_once() {
        let mut set: SortedSet<u32> = [7, 3, 9, 3].into_iter().collect();
        assert!(set.insert(5) && !set.insert(9));
        set.retain(|element| *element != 7);
        assert!(set.contains(&5) && !set.contains(&7));
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [&3, &5, &9]);
    }
}
