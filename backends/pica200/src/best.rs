//! A list of bounded length that keeps what is worth most.

/// So many things that are worth most, the most worthy first; of equals the one that came first.
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

    pub(crate) fn add(&mut self, worth: usize, thing: T) {
        let at = self.found.partition_point(|(other, _)| *other >= worth);
        if at < self.most {
            self.found.truncate(self.most - 1);
            self.found.insert(at, (worth, thing));
        }
    }

    pub(crate) fn into_iter(self) -> impl Iterator<Item = T> {
        self.found.into_iter().map(|(_, thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_stays() {
        let mut best = Best::new(3);
        for (worth, name) in [(1, 'a'), (5, 'b'), (1, 'c'), (5, 'd'), (7, 'e'), (5, 'f')] {
            best.add(worth, name);
        }
        assert_eq!(best.into_iter().collect::<String>(), "ebd");
    }
}
