// SPDX-License-Identifier: MIT OR Apache-2.0

//! Semeai of two groups with several strings each.
//!
//! A semeai of two strings is counted and read by `races`. Groups of several strings can also run out, make
//! eyes, or lose strings one by one. That is a question of life and death on one local board for both groups,
//! on which neither is safe until static evaluation finds it alive.
//!
//! The local board has the regions of both groups together, with the liberties of either. The attackers are
//! then a group that may be captured. They are safe only if static evaluation from their side finds them
//! alive without the capture of the other group. Until then a group without space for a second eye is not
//! dead, and the capture of a large group is life. Initial proof numbers favour the side with more liberties.
//! Such races are read over GTP, and for dragons of several strings that are both surrounded, if the race of
//! two strings stays unknown.

use std::cmp::Reverse;

use katachi_rules::{Board, Point, PointSet};

use super::board::{LocalBoard, Region};
use super::solver::KoQuery;
use super::{Life, Reader, Reading, Verdict};
use crate::local::Role;
use crate::reading::MoveOrder;
use crate::reading::Race;

/// Local boards of a semeai, one for each of the two groups in question.
struct GroupSemeai {
    /// With the group of the side that moves first.
    own: LocalBoard,
    theirs: LocalBoard,
}

impl GroupSemeai {
    /// None if the local board would be too large.
    fn new(board: &Board, own: &Region, theirs: &Region, order: &MoveOrder) -> Option<Self> {
        let whole = (own.group(board), theirs.group(board));
        let (own, theirs) = Self::local_boards(board, order, (own, &whole.0), (theirs, &whole.1))
            .or_else(|| Self::local_boards(board, order, (own, &own.stones), (theirs, &theirs.stones)))?;
        let mut semeai = Self { own, theirs };
        semeai.own.face(&semeai.theirs);
        semeai.theirs.face(&semeai.own);
        Some(semeai)
    }

    /// The local board of two regions, from each side; the stones given may be captured.
    fn local_boards(
        board: &Board,
        order: &MoveOrder,
        (own, own_stones): (&Region, &PointSet),
        (theirs, their_stones): (&Region, &PointSet),
    ) -> Option<(LocalBoard, LocalBoard)> {
        let safe = |region: &Region, stones: &PointSet, other: &Region| {
            let mut safe = region.friends;
            safe.extend_with(&other.wall);
            safe.retain(|s| !stones.contains(s));
            safe
        };
        let friends = safe(own, own_stones, theirs);
        let wall = safe(theirs, their_stones, own);
        let mut area = own.area;
        area.extend_with(&theirs.area);
        for stone in own_stones.iter().chain(their_stones.iter()) {
            area.insert(stone);
            area.extend(stone.neighbours().into_iter().filter(|&n| board.is_empty(n)));
        }
        // Strings beside the area that are not safe belong to it, for both sides alike.
        let beside: Vec<Point> = area.iter().flat_map(Point::neighbours).collect();
        for stone in beside.into_iter().filter(|&n| board.cell(n).is_stone()) {
            if !friends.contains(stone) && !wall.contains(stone) && !area.contains(stone) {
                area.extend(board.string(stone));
            }
        }
        let own = LocalBoard::new(board, &own.on(area, friends, wall), order)?;
        let theirs = LocalBoard::new(board, &theirs.on(area, wall, friends), order)?;
        (own.points == theirs.points).then_some((own, theirs))
    }

    fn ask(&self, reader: &mut Reader, local_board: &LocalBoard, to_move: Role) -> Reading {
        let start = local_board.position(&reader.board, to_move);
        let query = KoQuery::new(local_board, start);
        reader.run(query, reader.budget).answer()
    }

    fn race(&self, reader: &mut Reader) -> Race {
        Race::asked(|kills, own_first| match kills {
            true => self.ask(reader, &self.theirs, Role::of_owner(!own_first)),
            false => self.ask(reader, &self.own, Role::of_owner(own_first)),
        })
    }
}

impl Life<'_> {
    /// Reads the semeai of two strings; if it stays unknown, that of the given groups that they belong to;
    /// then that of all strings beside the points where moves are searched.
    pub fn race_with_groups(
        &mut self,
        [first, second]: [Point; 2],
        [mut own, mut theirs]: [PointSet; 2],
    ) -> Race {
        let race = self.reader.races().race(first, second);
        if !race.is_unknown() {
            return race;
        }
        for (group, stone) in [(&mut own, first), (&mut theirs, second)] {
            group.retain(|p| self.reader.board.cell(p) == self.reader.board.cell(stone));
        }
        let race = race.or(self.race_of_groups(&own, &theirs));
        if !race.is_unknown() {
            return race;
        }
        let (own, theirs) = (self.group_of(first), self.group_of(second));
        race.or(self.race_of_groups(&own, &theirs))
    }

    /// The answer about a group by the race of its largest string, at least half of it, with the only string
    /// of attackers beside that is not safe. Unknown without such strings, and with several of attackers.
    pub(super) fn by_race(&mut self, local_board: &LocalBoard, group: &PointSet, first: Role) -> Reading {
        let board = &self.reader.board;
        let largest = group
            .iter()
            .max_by_key(|&stone| (board.string_size(stone), Reverse(stone)));
        let Some(stone) = largest.filter(|&stone| 2 * board.string_size(stone) >= group.len() as u32) else {
            return Reading::UNKNOWN;
        };
        let is_opponent =
            |&n: &Point| board.cell(n).is(local_board.owner.opposite()) && local_board.number(n).is_some();
        let beside = board
            .string(stone)
            .flat_map(Point::neighbours)
            .filter(is_opponent);
        let heads: PointSet = beside.map(|n| board.head(n)).collect();
        let (Some(head), 1) = (heads.iter().next(), heads.len()) else {
            return Reading::UNKNOWN;
        };
        let opponent: PointSet = board.string(head).collect();
        let (stones, groups) = match first {
            Role::Owner => ([stone, head], [*group, opponent]),
            Role::Attacker => ([head, stone], [opponent, *group]),
        };
        let race = self.race_with_groups(stones, groups);
        match [race.killed, race.saved][usize::from(first.is_owner())] {
            Verdict::Unknown => Reading::UNKNOWN,
            Verdict::No => Reading::NO,
            verdict => Reading::new(verdict, race.point),
        }
    }

    /// Reads the semeai of two groups, the owner of the first to move: whether the first is saved, and
    /// whether the second is captured. The answers are proved or unknown. Reads up to four questions, each
    /// with the reader's budget.
    fn race_of_groups(&mut self, first: &PointSet, second: &PointSet) -> Race {
        let (own, theirs) = (self.region(first), self.region(second));
        match GroupSemeai::new(&self.reader.board, &own, &theirs, &self.reader.order) {
            Some(semeai) => semeai.race(self.reader),
            None => Race::UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{at, name};

    /// The verdicts and the move of the semeai of two groups, given by stones, the first to move.
    #[track_caller]
    fn race(diagram: &str, first: &[&str], second: &[&str]) -> (Verdict, Verdict, String) {
        let board = Board::from_diagram(diagram);
        let stones = |names: &[&str]| names.iter().map(|name| at(&board, name)).collect();
        let mut reader = Reader::new(&board, 100_000);
        let race = reader.life().race_of_groups(&stones(first), &stones(second));
        assert_eq!(*reader.board(), board, "reading changes nothing");
        (race.saved, race.killed, name(&board, race.point))
    }

    const CUT: &str = "
        . . . . . . . . .
        . O O O O O O O .
        . O . . . . . O .
        . O X X . X X O .
        . X O O . O O X .
        . X . . . . . X .
        . X X X X X X X .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn groups_of_two_strings_need_the_move_that_connects_or_cuts() {
        for (first, second) in [(["C6", "F6"], ["C5", "F5"]), (["C5", "F5"], ["C6", "F6"])] {
            let (saved, _, point) = race(CUT, &first, &second);
            assert_eq!(saved, Verdict::Yes, "{first:?}");
            assert_ne!(point, "-", "a move is needed");
        }
    }

    #[test]
    fn a_group_that_gets_out_is_not_captured() {
        let open = CUT
            .replacen(". O . . . . . O .", ". . . . . . . . .", 1)
            .replacen("O O O O O O O", ". . . . . . .", 1);
        let (saved, _, point) = race(&open, &["C6", "F6"], &["C5", "F5"]);
        assert_eq!(saved, Verdict::Yes, "{point:?}");
        let (_, killed, _) = race(&open, &["C5", "F5"], &["C6", "F6"]);
        assert_ne!(killed, Verdict::Yes);
    }

    #[test]
    fn two_common_liberties_and_no_others_are_a_seki() {
        let diagram = "
            . X O . X X X X . O X .
            X X O X X X X X X O X X
            . X O O O O O O O O X .
            X X X X X X X X X X X X";
        for (first, second) in [("E4", "C4"), ("C4", "E4")] {
            let seki = race(diagram, &[first], &[second]);
            assert_eq!(seki, (Verdict::Yes, Verdict::No, "-".to_owned()), "{first}");
        }
    }

    /// The judged verdicts about the group of a stone: killed by the other side, saved by its own.
    fn judged(diagram: &str, stone: &str) -> [Verdict; 2] {
        let board = Board::from_diagram(diagram);
        let group = board.string(at(&board, stone)).collect();
        let mut reader = Reader::new(&board, 20_000);
        let judged = [false, true].map(|owner_moves| reader.life().judge(&group, owner_moves));
        assert!(judged.iter().all(|found| found.certainty.is_read()), "{judged:?}");
        judged.map(|found| found.reading.verdict)
    }

    #[test]
    fn a_group_in_a_race_lives_or_dies_by_the_race() {
        // Black has four liberties and White has three.
        let ahead = "
            O . X X X . O O O . X
            O . X X X X O O O . X
            O . X X X X O O O O X
            O O O O O O X X X X X
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .";
        assert_eq!(judged(ahead, "C8"), [Verdict::No, Verdict::Yes]);
        assert_eq!(judged(ahead, "G8"), [Verdict::Yes, Verdict::No]);
    }

    #[test]
    fn groups_in_seki_are_not_killed() {
        // Who fills one of the two common liberties is captured.
        let seki = "
            O O X . O X X
            O O X . O X X
            O X X X O X X
            O O O O X X X
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        for stone in ["C8", "E8"] {
            assert_eq!(judged(seki, stone), [Verdict::No, Verdict::Yes], "{stone}");
        }
    }
}
