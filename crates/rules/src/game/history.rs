// SPDX-License-Identifier: MIT OR Apache-2.0

//! The history of a game: states, passes, captures. Lookup and removal of the last entry are O(1). Nothing is
//! ever cleared; older entries are out of scope.

use rustc_hash::FxHashMap;

/// A list of keys, each with the index of the previous entry of the same key.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    entries: Vec<(u64, Option<u32>)>,
    /// Last index of each key.
    last: FxHashMap<u64, u32>,
}

impl History {
    /// Number of entries, which is the index of the next.
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(super) fn push(&mut self, key: u64) {
        let place = self.len();
        let before = self.last.insert(key, place);
        self.entries.push((key, before));
    }

    pub(super) fn pop(&mut self) {
        match self.entries.pop() {
            Some((key, Some(before))) => self.last.insert(key, before),
            Some((key, None)) => self.last.remove(&key),
            None => None,
        };
    }

    pub(super) fn truncate(&mut self, len: u32) {
        while self.len() > len {
            self.pop();
        }
    }

    /// Returns whether the key occurs at index `from` or later.
    pub(super) fn contains_since(&self, from: u32, key: u64) -> bool {
        self.last.get(&key).is_some_and(|&place| place >= from)
    }

    /// Returns whether the key of the last entry occurs three times at index `from` or later.
    pub(super) fn is_third_since(&self, from: u32) -> bool {
        let before = |place: u32| self.entries.get(place as usize)?.1.filter(|&b| b >= from);
        let last = self.len().wrapping_sub(1);
        before(last).and_then(before).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_where_it_stood_last_and_again_where_it_stood_before_that() {
        let mut history = History::default();
        for key in [7, 8, 7, 9, 7] {
            history.push(key);
        }
        assert!(history.contains_since(4, 7) && !history.contains_since(5, 7));
        assert!(history.contains_since(1, 8) && !history.contains_since(2, 8));
        assert!(history.is_third_since(0) && !history.is_third_since(1));
        history.pop();
        history.pop();
        assert!(history.contains_since(2, 7) && !history.contains_since(3, 7));
        history.pop();
        assert!(history.contains_since(0, 7) && !history.contains_since(1, 7));
        history.pop();
        history.pop();
        assert!(!history.contains_since(0, 7));
        history.pop();
    }
}
