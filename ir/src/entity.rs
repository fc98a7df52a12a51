//! Typed 32-bit indices, and vectors and sets that are indexed by them.

mod set;

#[cfg(test)]
thread_local! {
    /// The number of times that this thread looked an entity up: a measure of work that no clock disturbs.
    pub(crate) static LOOKUPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Notes a look-up, in tests.
#[inline]
fn looked_up() {
    #[cfg(test)]
    LOOKUPS.set(LOOKUPS.get() + 1);
}

pub use set::{Entities, EntitySet};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index of one kind of entity.
pub trait EntityRef: Copy + Eq {
    /// The index with a number.
    fn new(index: usize) -> Self;
    /// The number.
    fn index(self) -> usize;
}

/// A place in a list.
impl EntityRef for usize {
    fn new(index: usize) -> Self {
        index
    }

    fn index(self) -> usize {
        self
    }
}

/// A number of something that has no index of its own.
impl EntityRef for u32 {
    fn new(index: usize) -> Self {
        debug_assert!(index <= u32::MAX as usize);
        index as u32
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// The number of a register.
impl EntityRef for u8 {
    fn new(index: usize) -> Self {
        debug_assert!(index <= u8::MAX.into());
        index as u8
    }

    fn index(self) -> usize {
        self.into()
    }
}

/// Declares a typed index that prints as a prefix and a number.
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $crate::entity::EntityRef for $name {
            fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                $name(index as u32)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// Owns the entities of one kind: pushing gives the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityVec<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: EntityRef, V> EntityVec<K, V> {
    /// No entities.
    pub fn new() -> Self {
        EntityVec {
            items: Vec::new(),
            key: PhantomData,
        }
    }

    /// So many entities that are all the same.
    pub fn filled(value: V, count: usize) -> Self
    where
        V: Clone,
    {
        EntityVec {
            items: vec![value; count],
            key: PhantomData,
        }
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, more: usize) {
        self.items.reserve(more);
    }

    /// Adds one.
    pub fn push(&mut self, value: V) -> K {
        self.items.push(value);
        K::new(self.items.len() - 1)
    }

    /// Drops the entities of which `stays` does not hold; those behind them move up.
    pub fn retain(&mut self, stays: impl Fn(K) -> bool) {
        let mut index = 0;
        self.items.retain(|_| {
            index += 1;
            stays(K::new(index - 1))
        });
    }

    /// Returns the number of entities.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entity of an index that may be foreign.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// All indices in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, V> {
        (0..self.items.len()).map(K::new)
    }

    /// All entities in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.items.iter()
    }

    /// All entities in order, to change.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.items.iter_mut()
    }

    /// All pairs in order, to change.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut V)> {
        let items = self.items.iter_mut().enumerate();
        items.map(|(index, value)| (K::new(index), value))
    }

    /// All pairs in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.items
            .iter()
            .enumerate()
            .map(|(index, value)| (K::new(index), value))
    }
}

impl<K: EntityRef, V> Default for EntityVec<K, V> {
    fn default() -> Self {
        EntityVec::new()
    }
}

impl<K: EntityRef, V> Index<K> for EntityVec<K, V> {
    type Output = V;

    fn index(&self, key: K) -> &V {
        looked_up();
        &self.items[key.index()]
    }
}

impl<K: EntityRef, V> IndexMut<K> for EntityVec<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        looked_up();
        &mut self.items[key.index()]
    }
}

impl<K: EntityRef, V> FromIterator<V> for EntityVec<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        EntityVec {
            items: items.into_iter().collect(),
            key: PhantomData,
        }
    }
}

impl<K: EntityRef, V> Extend<V> for EntityVec<K, V> {
    fn extend<I: IntoIterator<Item = V>>(&mut self, items: I) {
        self.items.extend(items);
    }
}

impl<K: EntityRef, V> IntoIterator for EntityVec<K, V> {
    type Item = V;
    type IntoIter = std::vec::IntoIter<V>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// Facts about entities that somebody else owns; what was never set is the default.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: EntityRef, V: Clone> SecondaryMap<K, V> {
    /// Everything is `default`.
    pub fn with_default(default: V) -> Self {
        SecondaryMap {
            items: Vec::new(),
            default,
            key: PhantomData,
        }
    }

    /// What was set, in the order of the entities, with defaults between.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        let items = self.items.iter().enumerate();
        items.map(|(index, value)| (K::new(index), value))
    }
}

impl<K: EntityRef, V: Clone + Default> SecondaryMap<K, V> {
    /// Everything is the type's default.
    pub fn new() -> Self {
        SecondaryMap::with_default(V::default())
    }
}

impl<K: EntityRef, V: Clone + Default> SecondaryMap<K, V> {
    /// The type's default for so many entities.
    pub fn with_len(entities: usize) -> Self {
        SecondaryMap {
            items: vec![V::default(); entities],
            ..SecondaryMap::new()
        }
    }
}

impl<K: EntityRef, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        SecondaryMap::new()
    }
}

impl<K: EntityRef, V> Index<K> for SecondaryMap<K, V> {
    type Output = V;

    fn index(&self, key: K) -> &V {
        looked_up();
        self.items.get(key.index()).unwrap_or(&self.default)
    }
}

impl<K: EntityRef, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        looked_up();
        if key.index() >= self.items.len() {
            self.items.resize(key.index() + 1, self.default.clone());
        }
        &mut self.items[key.index()]
    }
}
