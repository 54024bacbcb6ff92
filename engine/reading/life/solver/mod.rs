// SPDX-License-Identifier: MIT OR Apache-2.0

//! The search for proofs (`search`), and the question about a group that is put to the search for one kind of
//! ko after another.
//!
//! Results that hold whichever side wins a ko are kept from one search to the next, and a query can be
//! continued. So the search without threats comes before the one with own threats, unlike in `answer`.

mod search;

use std::sync::Arc;

use katachi_rules::{Board, Point};

use crate::local::Role;
use crate::reading::Reading;
use crate::reading::answer::KoStage;
use crate::reading::life::board::{LocalBoard, LocalBoards, LocalPosition};
pub(crate) use search::Search;
pub use search::{DecidedPosition, decided_positions};

/// A question whether the side that moves first can kill the group, or make it live. The first search gives
/// the other side all ko threats. If it fails because of a ko, the next searches give threats to nobody and
/// then to the asking side. If the owner cannot live on the narrow local board, the question is asked again
/// on the wide one; if he lives only by its border, on the grown one, while the budget lasts.
pub(crate) struct KoQuery<'a> {
    /// The local board of the current search.
    pub(crate) local_board: &'a LocalBoard,
    start: LocalPosition,
    pub(super) search: Search<'a>,
    stage: KoStage,
    /// The wide local board and the grown one, until they are needed.
    wide: Option<(&'a LocalBoard, LocalPosition)>,
    grown: Option<(&'a LocalBoard, LocalPosition)>,
    /// Result on the local board before, while another one is searched.
    before: Option<Reading>,
    pub(crate) is_decided: bool,
    /// A false eye counted as none that a ko without end may hold, so that nothing is proved.
    pub(crate) by_false_eye: bool,
    /// The answer so far; if it is unknown, with the likeliest move.
    pub(crate) reading: Reading,
    pub(crate) nodes: u64,
}

impl<'a> KoQuery<'a> {
    /// A question about a position on a local board, asked by the side to move.
    pub(crate) fn new(local_board: &'a LocalBoard, start: LocalPosition) -> Self {
        Self {
            local_board,
            start,
            search: Search::new(local_board, KoStage::OtherSide.threats(start.to_move)),
            stage: KoStage::OtherSide,
            wide: None,
            grown: None,
            before: None,
            is_decided: false,
            by_false_eye: false,
            reading: Reading::UNKNOWN,
            nodes: 0,
        }
    }

    pub(crate) fn on_board(local_boards: &'a LocalBoards, board: &Board, asker: Role) -> Self {
        let mut query = Self::new(&local_boards.narrow, local_boards.narrow.position(board, asker));
        let start = |local_board: &'a LocalBoard| (local_board, local_board.position(board, asker));
        query.wide = local_boards.wide.as_ref().filter(|_| asker.is_owner()).map(start);
        query.grown = local_boards.grown.as_ref().map(start);
        query
    }

    pub(crate) fn hardest(&self) -> Option<Point> {
        self.search.hardest(&self.start)
    }

    /// The answer; unknown if it is not decided.
    pub(crate) fn answer(&self) -> Reading {
        match self.is_decided {
            true => self.reading,
            false => Reading::UNKNOWN,
        }
    }

    /// Continues the search with at most `nodes` further moves.
    pub(crate) fn work(&mut self, nodes: u64) {
        let asker = self.start.to_move;
        let end = self.nodes + nodes;
        while !self.is_decided && self.nodes < end {
            let left = u32::try_from(end - self.nodes).unwrap_or(u32::MAX);
            let found = self.search.run(&self.start, left);
            self.nodes += u64::from(found.nodes);
            self.by_false_eye |= found.dependence.false_eye;
            match found.dies {
                None => {
                    self.reading.point = found.point.or(self.reading.point);
                    return;
                }
                Some(dies) if dies != asker.is_owner() => {
                    let reading = Reading::new(self.stage.success(), found.point);
                    self.conclude(reading, found.dependence.border);
                }
                Some(_) => match self.stage.next().filter(|_| found.dependence.ko) {
                    Some(stage) => {
                        self.stage = stage;
                        self.search.again(stage.threats(asker), asker);
                    }
                    None => self.conclude(Reading::NO, found.dependence.border),
                },
            }
        }
    }

    /// Accepts an answer, or goes to the next local board.
    fn conclude(&mut self, reading: Reading, by_border: bool) {
        let next = if by_border {
            self.grown.take()
        } else {
            self.wide.take().filter(|_| !reading.verdict.is_yes())
        };
        match next {
            None => {
                self.is_decided = true;
                self.reading = reading;
            }
            Some((local_board, start)) => {
                self.before = Some(reading);
                self.reading.point = reading.point;
                (self.local_board, self.start, self.stage) = (local_board, start, KoStage::OtherSide);
                let interrupt = Arc::clone(&self.search.interrupt);
                self.search = Search::new(local_board, KoStage::OtherSide.threats(start.to_move));
                self.search.interrupt = interrupt;
            }
        }
    }

    /// Accepts the result of the local board before if it `is_acceptable` and the budget ran out on this one.
    pub(crate) fn resolve(&mut self, is_acceptable: impl Fn(&Reading) -> bool) {
        if let Some(before) = self.before.filter(is_acceptable).filter(|_| !self.is_decided) {
            self.is_decided = true;
            self.reading = before;
        }
    }
}
