// SPDX-License-Identifier: MIT OR Apache-2.0

//! Strings that no single move can cut apart, found statically.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};

/// Limit of the strings that a link may go through, and of the liberties of each that are looked at.
const MAX_STRINGS: usize = 12;
const MAX_LIBERTIES: usize = 16;
/// Limit of the chains of linked strings, one for each pair of a question.
const MAX_CHAINS: usize = 2;

/// Links between strings of a colour that hold all at once. A link is a chain of strings, each joined to the
/// next by a pair of points: a stone of the other side on one of them is answered on the other.
///
/// The pairs share no point, so that one move threatens one of them only. The strings have more liberties
/// besides than there are pairs to fill, so that they are not captured while the links are made. Then they
/// can be joined whatever the other side does.
#[derive(Default)]
pub(super) struct Links {
    used: PointSet,
    pairs: usize,
    /// All liberties of each chain of linked strings.
    liberties: ArrayVec<PointSet, MAX_CHAINS>,
}

impl Links {
    /// Links the string of a stone with one that `reached` accepts, by pairs of points that are not used yet.
    /// False says nothing.
    pub(super) fn reach(&mut self, board: &Board, a: Point, reached: impl Fn(Point) -> bool) -> bool {
        let color = board.cell(a).color().expect("a link begins at a stone");
        let mut strings = ArrayVec::<(Point, ArrayVec<Point, MAX_LIBERTIES>), MAX_STRINGS>::new();
        strings.push((board.head(a), board.first_liberties(a)));
        loop {
            let Some((other, p, q)) = self.next_link(board, color, &strings) else {
                return false;
            };
            if strings.is_full() {
                return false;
            }
            self.used.insert(p);
            self.used.insert(q);
            self.pairs += 1;
            strings.push((other, board.first_liberties(other)));
            if reached(other) {
                break;
            }
        }
        let all = strings
            .iter()
            .flat_map(|(_, liberties)| liberties.iter().copied());
        self.liberties.try_push(all.collect()).is_ok()
    }

    /// Another string that two points join with these strings, and the points.
    fn next_link(
        &self,
        board: &Board,
        color: Color,
        strings: &[(Point, ArrayVec<Point, MAX_LIBERTIES>)],
    ) -> Option<(Point, Point, Point)> {
        // Points beside the linked strings, with the string on their far side.
        let mut beside = ArrayVec::<(Point, Point), 128>::new();
        for (_, liberties) in strings {
            for &p in liberties.iter().filter(|&&p| !self.used.contains(p)) {
                for other in board.strings_beside(p, color) {
                    if strings.iter().any(|(head, _)| *head == other) || beside.contains(&(p, other)) {
                        continue;
                    }
                    if let Some(&(q, _)) = beside.iter().find(|(_, o)| *o == other) {
                        return Some((other, p, q));
                    }
                    beside.try_push((p, other)).ok()?;
                }
            }
        }
        None
    }

    /// Have the strings of each chain more liberties besides than there are pairs to fill?
    pub(super) fn are_firm(&self) -> bool {
        self.liberties.iter().all(|liberties| {
            let free = liberties.iter().filter(|&p| !self.used.contains(p));
            free.count() >= self.pairs + 2
        })
    }
}
