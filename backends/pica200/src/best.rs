//! A priority list of bounded length.

/// The items of highest priority, in that order; among equals the one that was added first.
pub(crate) struct Best<T> {
    most: usize,
    found: Vec<(usize, T)>,
}

impl<T> Best<T> {
    /// Keeps so many at most.
    pub(crate) fn new(most: usize) -> Best<T> {
        Best {
            most,
            found: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, priority: usize, item: T) {
        let at = self.found.partition_point(|(other, _)| *other >= priority);
        if at < self.most {
            self.found.truncate(self.most - 1);
            self.found.insert(at, (priority, item));
        }
    }

    pub(crate) fn into_iter(self) -> impl Iterator<Item = T> {
        self.found.into_iter().map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_stays() {
        let mut best = Best::new(3);
        for (priority, name) in [(1, 'a'), (5, 'b'), (1, 'c'), (5, 'd'), (7, 'e'), (5, 'f')] {
            best.add(priority, name);
        }
        assert_eq!(best.into_iter().collect::<String>(), "ebd");
    }
}
