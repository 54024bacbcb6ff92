// SPDX-License-Identifier: MIT OR Apache-2.0

//! A cache of answers, each valid while the points that it depends on stay the same.
//!
//! An answer is stored with its *active area*: the points whose state the search may have used. It holds in
//! every position with the same stones and the same ko in the area, whatever was played elsewhere. A search
//! notes where it played stones, and the area is grown from these points afterwards ([`area`]).
//!
//! The area grows by four steps from a string to its liberties and to the strings beside them (`REACH`).
//! Candidates depend on that much of the board beyond the stones played; a generator of candidates that looks
//! farther has to raise the number. Each search starts with an empty table, whose keys are relative to its
//! root. So an answer does not depend on earlier questions or on stones far away, and a reader with a full
//! cache makes the same choice as a new one.
//!
//! An answer about a group is stored under a key of its local boards, which are all that its search sees. The
//! values behind keys without an area are not kept, so these keys have 128 bits.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use katachi_rules::{Board, Color, Point, PointSet};

use super::{Judgement, Reading};

/// The cache is set-associative: [`SETS`] sets of [`WAYS`] answers, about 2 MB.
const SETS: usize = 1 << 12;
const WAYS: usize = 4;
/// Steps from string to string that candidates depend on beyond the moves of a search: see [`area`].
const REACH: usize = 4;

/// Slots for answers without an area, by the whole position or by all that the answer depends on. One
/// question is asked in more positions with different areas than a set has ways.
const EXACT: usize = 1 << 14;

/// Answers by question, of a fixed size. In a full set the least recently used answer is replaced.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<Option<Entry>>,
    clock: u32,
    /// Answers by a key of all that they depend on; a new answer replaces the old one in its slot.
    exact: Vec<(u128, Judgement)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// Goal, side to move, budget, and the state of the points that the goal is about.
    key: u64,
    position: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    area: PointSet,
    /// Hash of what stands on the area.
    content: u64,
    reading: Reading,
    /// Clock value of the last use.
    used: u32,
}

impl Question {
    /// `name` is a key of goal, side to move and budget; `core` are the points whose state belongs to the
    /// question.
    pub(super) fn new(name: u64, core: &PointSet, board: &Board) -> Self {
        let size = u64::from(board.size().width()) << 8 | u64::from(board.size().height());
        let key = core.iter().fold(mix(name ^ size), |hash, p| {
            mix(hash ^ u64::from(p.x()) << 8 ^ u64::from(p.y()))
        });
        Self {
            key: mix(key ^ content(board, core)),
            position: mix(board.key() ^ ko_bits(board.ko())),
        }
    }

    /// Returns a key of the question in the whole position.
    fn exact(&self) -> u128 {
        u128::from(self.key) << 64 | u128::from(self.position)
    }
}

impl Cache {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![None; SETS * WAYS],
            clock: 0,
            exact: vec![(0, Judgement::by_search(Reading::NO)); EXACT],
        }
    }

    pub(super) fn lookup(&self, key: u128) -> Option<Judgement> {
        let (stored, judgement) = self.exact[slot(key)];
        (stored == key).then_some(judgement)
    }

    pub(super) fn store(&mut self, key: u128, judgement: Judgement) {
        self.exact[slot(key)] = (key, judgement);
    }

    fn set(&mut self, question: &Question) -> &mut [Option<Entry>] {
        let set = question.key as usize % SETS;
        &mut self.entries[set * WAYS..][..WAYS]
    }

    /// Returns a cached answer that holds in this position.
    pub(super) fn get(&mut self, question: &Question, board: &Board) -> Option<Reading> {
        if let Some(exact) = self.lookup(question.exact()) {
            return Some(exact.reading);
        }
        self.clock += 1;
        let now = self.clock;
        let entry = self
            .set(question)
            .iter_mut()
            .flatten()
            .find(|e| e.key == question.key && e.content == content(board, &e.area))?;
        entry.used = now;
        let reading = entry.reading;
        self.store(question.exact(), Judgement::by_search(reading));
        Some(reading)
    }

    /// Stores an answer that depends on the points of `area`.
    pub(super) fn put(&mut self, question: &Question, board: &Board, area: PointSet, reading: Reading) {
        let now = self.clock;
        self.store(question.exact(), Judgement::by_search(reading));
        let set = self.set(question);
        let used = |entry: &Option<Entry>| entry.as_ref().map_or(0, |entry| entry.used);
        let oldest = set.iter_mut().min_by_key(|entry| used(entry));
        *oldest.expect("a set has entries") = Some(Entry {
            key: question.key,
            content: content(board, &area),
            area,
            reading,
            used: now,
        });
    }
}

fn slot(key: u128) -> usize {
    mix((key >> 64) as u64 ^ (key as u64).rotate_left(32)) as usize % EXACT
}

/// Returns a key of all that an answer depends on: two SipHashes with different first words. Two values have
/// the same key with a probability of 2^-128.
pub(super) fn key_of(value: &impl Hash) -> u128 {
    let half = |first: u64| {
        let mut hasher = DefaultHasher::new();
        (first, value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// Traces of searches that their answer may depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// Points where they played stones.
    pub(super) played: PointSet,
    /// They generated moves. Otherwise the static evaluation decided.
    pub(super) looked_at_moves: bool,
}

/// Returns the points whose state an answer can depend on; the searches were about the points of `core`.
///
/// A string that is formed in a search consists of stones played and of strings beside them. A generator of
/// moves goes from a string to its liberties, and from a liberty to the strings beside it. So its points lie
/// within a few such steps of the stones played: two for the target's liberties, the points around them and
/// the strings that chase it; three for the strings beside the liberties of these; four for the strings
/// beside the liberties of those.
pub(super) fn area(board: &Board, core: &PointSet, trace: &Trace) -> PointSet {
    let mut area = *core;
    area.extend_with(&trace.played);
    let steps = if trace.looked_at_moves { REACH } else { 2 };
    let (mut strings, mut done) = (PointSet::EMPTY, PointSet::EMPTY);
    for _ in 0..steps {
        let from = area;
        for p in from.iter().filter(|&p| done.insert(p)) {
            for n in p.neighbours().into_iter().chain([p]) {
                if !board.size().contains(n) {
                    continue;
                }
                area.insert(n);
                if board.cell(n).is_stone() && !strings.contains(n) {
                    for stone in board.string(n) {
                        strings.insert(stone);
                        area.insert(stone);
                        area.extend(stone.neighbours().into_iter().filter(|&l| board.is_empty(l)));
                    }
                }
            }
        }
    }
    area
}

/// Hashes the stones on these points, and a ko among them.
fn content(board: &Board, area: &PointSet) -> u64 {
    let (mut hash, mut word) = (0u64, 1u64);
    for point in area.iter() {
        word = word << 2 | board.cell(point) as u64;
        if word >> 62 != 0 {
            hash = mix(hash ^ word);
            word = 1;
        }
    }
    let ko = board.ko().filter(|(point, _)| area.contains(*point));
    mix(mix(hash ^ word) ^ ko_bits(ko))
}

/// A ko as a number, 0 for none.
fn ko_bits(ko: Option<(Point, Color)>) -> u64 {
    ko.map_or(0, |(p, color)| {
        1 + (u64::from(p.x()) << 8 | u64::from(p.y()) << 1 | color as u64)
    })
}

/// Spreads the bits of a number (the finish of splitmix64, S. Vigna).
fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher as _;

    use rustc_hash::FxBuildHasher;

    use super::*;

    #[test]
    fn an_answer_is_found_under_the_whole_of_its_key() {
        let mut cache = Cache::new();
        let key = key_of(&"a question");
        let known = Judgement::by_search(Reading::NO_MOVE_NEEDED);
        cache.store(key, known);
        assert_eq!(cache.lookup(key), Some(known));
        assert_eq!((0..128).find(|bit| cache.lookup(key ^ 1 << bit).is_some()), None);
    }

    /// FxHash adds a word and multiplies, so that a difference in one word can be undone by the next.
    #[test]
    fn values_that_a_multiplicative_hash_confuses_have_different_keys() {
        let fx = |value: (usize, usize)| FxBuildHasher.hash_one(value);
        let factor = (FxBuildHasher.hash_one(1usize) as usize).rotate_right(26);
        let (one, other) = ((0, factor), (1, 0));
        assert_eq!(fx(one), fx(other));
        assert_ne!(key_of(&one), key_of(&other));
    }
}
