//! Sets of entities.

use super::EntityRef;
use std::fmt;
use std::marker::PhantomData;

/// A set of entities that somebody else owns: a bit for each, whatever is in it.
#[derive(Clone)]
pub struct EntitySet<K> {
    bits: Bits,
    key: PhantomData<K>,
}

impl<K: EntityRef> EntitySet<K> {
    /// Nothing.
    pub fn new() -> Self {
        EntitySet {
            bits: Bits::default(),
            key: PhantomData,
        }
    }

    /// True if an entity is in it.
    pub fn contains(&self, key: K) -> bool {
        self.bits.has(key.index())
    }

    /// Adds an entity. True if it is new.
    pub fn insert(&mut self, key: K) -> bool {
        self.bits.set(key.index())
    }

    /// Takes an entity away. True if it was there.
    pub fn remove(&mut self, key: K) -> bool {
        self.bits.clear(key.index())
    }

    /// Takes the entity of the lowest number away.
    pub fn pop_first(&mut self) -> Option<K> {
        let first = self.bits.first_from(0)?;
        self.bits.clear(first);
        Some(K::new(first))
    }

    /// Adds all entities of another set. True if one of them is new.
    pub fn insert_all(&mut self, other: &Self) -> bool {
        self.bits.unite(&other.bits)
    }

    /// Takes all entities of another set away.
    pub fn remove_all(&mut self, other: &Self) {
        self.bits.subtract(&other.bits);
    }

    /// Takes away all that another set does not hold.
    pub fn retain_all(&mut self, other: &Self) {
        self.bits.intersect(&other.bits);
    }

    /// True if nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.bits.first_from(0).is_none()
    }

    /// All entities in the order of their numbers.
    pub fn iter(&self) -> Entities<'_, K> {
        Entities {
            bits: &self.bits,
            at: 0,
            key: PhantomData,
        }
    }
}

impl<K: EntityRef> Default for EntitySet<K> {
    fn default() -> Self {
        EntitySet::new()
    }
}

impl<K: EntityRef> PartialEq for EntitySet<K> {
    fn eq(&self, other: &Self) -> bool {
        self.bits.same(&other.bits)
    }
}

impl<K: EntityRef> Eq for EntitySet<K> {}

impl<K: EntityRef + fmt::Debug> fmt::Debug for EntitySet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<K: EntityRef> Extend<K> for EntitySet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: EntityRef> FromIterator<K> for EntitySet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = EntitySet::new();
        set.extend(keys);
        set
    }
}

impl<'a, K: EntityRef> IntoIterator for &'a EntitySet<K> {
    type Item = K;
    type IntoIter = Entities<'a, K>;

    fn into_iter(self) -> Entities<'a, K> {
        self.iter()
    }
}

/// The entities of a set, see [`EntitySet::iter`].
pub struct Entities<'a, K> {
    bits: &'a Bits,
    at: usize,
    key: PhantomData<K>,
}

impl<K: EntityRef> Iterator for Entities<'_, K> {
    type Item = K;

    fn next(&mut self) -> Option<K> {
        let found = self.bits.first_from(self.at)?;
        self.at = found + 1;
        Some(K::new(found))
    }
}

/// Bits by number: what sets of all kinds share.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    fn has(&self, at: usize) -> bool {
        let word = self.0.get(at / 64);
        word.is_some_and(|word| word >> (at % 64) & 1 != 0)
    }

    #[inline]
    fn set(&mut self, at: usize) -> bool {
        if at / 64 >= self.0.len() {
            self.0.resize(at / 64 + 1, 0);
        }
        let word = &mut self.0[at / 64];
        let before = *word;
        *word |= 1 << (at % 64);
        *word != before
    }

    #[inline]
    fn clear(&mut self, at: usize) -> bool {
        let Some(word) = self.0.get_mut(at / 64) else {
            return false;
        };
        let before = *word;
        *word &= !(1 << (at % 64));
        *word != before
    }

    fn unite(&mut self, other: &Bits) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut new = 0;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            new |= theirs & !*mine;
            *mine |= theirs;
        }
        new != 0
    }

    fn intersect(&mut self, other: &Bits) {
        self.0.truncate(other.0.len());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
    }

    fn subtract(&mut self, other: &Bits) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= !theirs;
        }
    }

    /// Sets may differ in how far they reach.
    fn same(&self, other: &Bits) -> bool {
        let (short, long) = if self.0.len() < other.0.len() {
            (&self.0, &other.0)
        } else {
            (&other.0, &self.0)
        };
        let (common, rest) = long.split_at(short.len());
        common == short && rest.iter().all(|word| *word == 0)
    }

    /// The first bit that is set at a place or behind it.
    fn first_from(&self, at: usize) -> Option<usize> {
        let mut word = at / 64;
        let mut found = self.0.get(word)? & (u64::MAX << (at % 64));
        while found == 0 {
            word += 1;
            found = *self.0.get(word)?;
        }
        Some(64 * word + found.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_come_in_order_and_once() {
        let mut set: EntitySet<usize> = [200, 3, 64, 63, 3].into_iter().collect();
        assert!(!set.insert(64) && set.insert(0) && set.remove(63) && !set.remove(1000));
        assert!(set.contains(200) && !set.contains(63) && !set.contains(1000));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 64, 200]);
        assert_eq!((set.pop_first(), set.pop_first()), (Some(0), Some(3)));
    }

    #[test]
    fn sets_are_equal_whatever_was_in_them() {
        let mut big: EntitySet<usize> = [1, 500].into_iter().collect();
        let small: EntitySet<usize> = [1].into_iter().collect();
        assert_ne!(big, small);
        big.remove(500);
        assert_eq!(big, small);
        assert_eq!(small, big);
        big.remove_all(&small);
        assert!(big.is_empty());
        assert!(big.insert_all(&small) && !big.insert_all(&small));
        assert_eq!(big, small);
        big.insert(400);
        big.retain_all(&small);
        assert_eq!(big, small);
    }
}
