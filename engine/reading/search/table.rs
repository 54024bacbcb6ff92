//! Results of positions, kept while a search lasts.

use super::node::{Numbers, Rests};

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// Which search wrote it.
    pub(super) search: u64,
    pub(super) numbers: Numbers,
    /// If it is decided.
    pub(super) rests_on: Rests,
}

/// Results of positions by key; a newer one takes the place of an older one.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) entries: Vec<Option<Entry>>,
    /// The search under way; what earlier ones wrote does not count.
    pub(super) search: u64,
}

pub(super) const TABLE_SIZE: usize = 1 << 15;

impl Table {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![None; TABLE_SIZE],
            search: 0,
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[key as usize % TABLE_SIZE]
            .as_ref()
            .filter(|entry| entry.key == key && entry.search == self.search)
    }

    pub(super) fn put(&mut self, key: u64, numbers: Numbers, rests_on: &Rests) {
        self.entries[key as usize % TABLE_SIZE] = Some(Entry {
            key,
            search: self.search,
            numbers,
            rests_on: *rests_on,
        });
    }
}
