//! One question about a group, answered as far as the nodes reach.

use katachi_rules::{Board, Point};

use super::Grounds;
use super::ground::Ground;
use super::position::Local;
use super::search::{Choice, Decided, Search};
use crate::reading::search::KoThreats;
use crate::reading::{Reading, Verdict};

/// Can the side that moves first kill the group, or make it live? Read against all ko threats of the other side first, and
/// with fewer where that fails by a ko. That the owner cannot live as long as the attackers around his group are trusted is read
/// once more where they are doubted, as far as the nodes reach.
pub(super) struct Inquiry<'a> {
    /// The ground that is read on now.
    pub(super) ground: &'a Ground,
    start: Local,
    search: Search<'a>,
    kind: usize,
    /// The wider ground, as long as it was not needed.
    wide: Option<(&'a Ground, Local)>,
    /// What was found on the narrow ground, if it has to be read once more.
    narrow: Option<Reading>,
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
            ground,
            start,
            search: Search::new(ground, threats(0, start.owner_moves)),
            kind: 0,
            wide: None,
            narrow: None,
            is_decided: false,
            reading: Reading {
                verdict: Verdict::Unknown,
                point: None,
            },
            nodes: 0,
        }
    }

    /// A question about the position on the board.
    pub(super) fn on_board(grounds: &'a Grounds, board: &Board, owner_asks: bool) -> Self {
        let mut inquiry = Self::new(&grounds.narrow, grounds.narrow.position(board, owner_asks));
        let wide = grounds.wide.as_ref().filter(|_| owner_asks);
        inquiry.wide = wide.map(|ground| (ground, ground.position(board, owner_asks)));
        inquiry
    }

    /// Decided positions that it came across on its present ground.
    pub(super) fn review(&mut self, choice: Choice) -> Vec<Decided> {
        self.search.review(choice)
    }

    /// Where nothing works, the move that took the most to refute.
    pub(super) fn hardest(&self) -> Option<Point> {
        self.search.hardest(&self.start)
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
                Some(dies) if dies != owner_asks => self.conclude(Reading {
                    verdict: KINDS[self.kind],
                    point: found.point,
                }),
                Some(_) if found.ko_mattered && self.kind + 1 < KINDS.len() => {
                    self.kind += 1;
                    self.search.again(threats(self.kind, owner_asks), owner_asks);
                }
                Some(_) => self.conclude(Reading::NO),
            }
        }
    }

    /// Takes an answer, or reads on where the attackers are doubted if the owner cannot simply live.
    fn conclude(&mut self, reading: Reading) {
        match self.wide.take().filter(|_| !reading.verdict.is_yes()) {
            None => {
                self.is_decided = true;
                self.reading = reading;
            }
            Some((ground, start)) => {
                self.narrow = Some(reading);
                self.reading.point = reading.point;
                (self.ground, self.start, self.kind) = (ground, start, 0);
                self.search = Search::new(ground, threats(0, start.owner_moves));
            }
        }
    }

    /// What was found where the attackers are trusted is the answer, if the nodes did not suffice for more and that will do.
    pub(super) fn settle(&mut self, will_do: impl Fn(&Reading) -> bool) {
        if let Some(narrow) = self.narrow.filter(will_do).filter(|_| !self.is_decided) {
            self.is_decided = true;
            self.reading = narrow;
        }
    }
}
