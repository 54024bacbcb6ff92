// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a game remembers: states, passes, captures. Asking whether something was there before is O(1),
//! taking the last entry back too, and nothing is ever cleared: older entries are merely out of scope.

use rustc_hash::FxHashMap;

/// "Nowhere before".
const NEVER: u32 = u32::MAX;

/// A list of keys, each with the place where the same key stood before.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    entries: Vec<Entry>,
    /// Where a key stands last.
    last: FxHashMap<u64, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Where it stood before, or [`NEVER`].
    before: u32,
}

impl History {
    /// Number of entries, which is the place of the next.
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(super) fn push(&mut self, key: u64) {
        let place = self.len();
        let before = self.last.insert(key, place).unwrap_or(NEVER);
        self.entries.push(Entry { key, before });
    }

    pub(super) fn pop(&mut self) {
        let Some(Entry { key, before }) = self.entries.pop() else {
            return;
        };
        if before == NEVER {
            self.last.remove(&key);
        } else {
            self.last.insert(key, before);
        }
    }

    /// Does the key stand at that place or later?
    pub(super) fn contains_since(&self, from: u32, key: u64) -> bool {
        self.last.get(&key).is_some_and(|&place| place >= from)
    }

    /// Does the last entry's key stand three times at that place or later?
    pub(super) fn is_third_since(&self, from: u32) -> bool {
        let before = |place: u32| {
            let entry = self.entries.get(place as usize)?;
            Some(entry.before).filter(|&b| b != NEVER && b >= from)
        };
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
