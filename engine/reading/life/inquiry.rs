//! One question about a group, answered as far as the nodes reach.

use super::ground::Ground;
use super::position::Local;
use super::search::Search;
use crate::reading::search::KoThreats;
use crate::reading::{Reading, Verdict};

/// Can the side that moves first kill the group, or make it live? Read against all ko threats of the other side first, and
/// with fewer where that fails by a ko.
pub(super) struct Inquiry<'a> {
    start: Local,
    search: Search<'a>,
    kind: usize,
    /// No longer unknown.
    pub(super) is_decided: bool,
    /// The answer so far; with a move even if it is unknown, the likeliest.
    pub(super) reading: Reading,
    /// Moves played.
    pub(super) nodes: u64,
}

/// Kinds of answers, from the side of who asks: with threats of the other side, of nobody, of its own.
const KINDS: [Verdict; 3] = [Verdict::Yes, Verdict::KoAhead, Verdict::KoBehind];

fn threats(kind: usize, owner_asks: bool) -> KoThreats {
    match (kind, owner_asks) {
        (0, true) | (2, false) => KoThreats::Attacker,
        (0, false) | (2, true) => KoThreats::Defender,
        _ => KoThreats::None,
    }
}

impl<'a> Inquiry<'a> {
    /// A question about a position on the ground, asked by the side that moves in it.
    pub(super) fn new(ground: &'a Ground, start: Local) -> Self {
        Self {
            start,
            search: Search::new(ground, threats(0, start.owner_moves)),
            kind: 0,
            is_decided: false,
            reading: Reading {
                verdict: Verdict::Unknown,
                point: None,
            },
            nodes: 0,
        }
    }

    /// What has become known of a position on the way: does the group die there, whoever wins a ko?
    pub(super) fn knows(&self, local: &Local) -> Option<bool> {
        self.search.knows(local, self.start.owner_moves)
    }

    /// Reads on, playing at most so many moves more.
    pub(super) fn work(&mut self, nodes: u64) {
        let owner_asks = self.start.owner_moves;
        let end = self.nodes + nodes;
        while !self.is_decided && self.nodes < end {
            let left = u32::try_from(end - self.nodes).unwrap_or(u32::MAX);
            let found = self.search.run(&self.start, left);
            self.nodes += u64::from(found.nodes);
            match found.dies {
                None => {
                    self.reading.point = found.point.or(self.reading.point);
                    return;
                }
                Some(dies) if dies != owner_asks => {
                    self.is_decided = true;
                    self.reading = Reading {
                        verdict: KINDS[self.kind],
                        point: found.point,
                    };
                }
                Some(_) if found.ko_mattered && self.kind + 1 < KINDS.len() => {
                    self.kind += 1;
                    self.search.again(threats(self.kind, owner_asks), owner_asks);
                }
                Some(_) => {
                    self.is_decided = true;
                    self.reading = Reading::NO;
                }
            }
        }
    }
}
