//! The table of positions already searched: a fixed number of entries, each of which the latest position replaces.

use std::hash::{Hash, Hasher};

use crate::solvable::{Bound, Code};

/// Mixes small integers into an index; the same on every machine.
#[derive(Clone, Copy, Default)]
pub(super) struct Mixer(u64);

impl Mixer {
    /// The fractional part of the golden ratio, odd.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for Mixer {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }
    #[inline(always)]
    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word));
    }
    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }
    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
}

/// What is known of a position: its value is from `low` to `high`, and `best` was the best move when it was last searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<K, V> {
    pub(super) key: K,
    pub(super) low: V,
    pub(super) high: V,
    pub(super) tag: u16,
    pub(super) best: Code,
    /// In which epoch it was written; 0 for never.
    epoch: u8,
}

impl<K: Default, V: Bound> Default for Entry<K, V> {
    fn default() -> Self {
        Entry { key: K::default(), low: V::LEAST, high: V::MOST, tag: 0, best: 0, epoch: 0 }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Table<K, V> {
    entries: Vec<Entry<K, V>>,
    epoch: u8,
    /// Binary logarithm of the number of entries, once there are any.
    bits: u32,
}

impl<K: Copy + Eq + Default + Hash, V: Bound> Table<K, V> {
    /// A table that takes up memory when it is first used.
    pub(super) const fn new(bits: u32) -> Self {
        Table { entries: Vec::new(), epoch: 1, bits }
    }

    /// Makes sure that there are entries.
    #[inline]
    pub(super) fn open(&mut self) {
        if self.entries.is_empty() {
            self.entries.resize_with(1 << self.bits, Entry::default);
        }
    }

    /// Forgets everything.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.epoch = 1;
            self.entries.fill_with(Entry::default);
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub(super) fn place(&self, key: &K, tag: u16) -> usize {
        let mut mixer = Mixer(u64::from(tag));
        key.hash(&mut mixer);
        mixer.finish() as usize & (self.entries.len().wrapping_sub(1))
    }

    /// What is known of a position, if anything.
    #[inline(always)]
    pub(super) fn get(&self, place: usize, key: &K, tag: u16) -> Option<&Entry<K, V>> {
        self.entries.get(place).filter(|entry| entry.key == *key && entry.tag == tag && entry.epoch == self.epoch)
    }

    /// Notes what a search of the window (`alpha`, `beta`) has found of a position.
    #[inline(always)]
    pub(super) fn note(&mut self, place: usize, key: K, tag: u16, window: (i32, i32), value: i32, best: Code) {
        let epoch = self.epoch;
        let Some(entry) = self.entries.get_mut(place) else {
            return;
        };
        if entry.key != key || entry.tag != tag || entry.epoch != epoch {
            *entry = Entry { key, low: V::LEAST, high: V::MOST, tag, best, epoch };
        }
        entry.best = best;
        // At or below the window a value is only an upper bound, at or above it a lower one.
        if value < window.1 {
            entry.high = V::hold(value);
        }
        if value > window.0 {
            entry.low = V::hold(value);
        }
    }
}
