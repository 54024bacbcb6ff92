//! Two groups that cannot both live: what becomes of them when all strings of both are at stake.
//!
//! A race of two strings is counted and read by `semeai`. In the open the sides have several strings each, which run, make
//! eyes or get captured one by one. That is a question of life and death on one ground for both groups, on which neither is
//! taken to be safe before it is seen to live.

use katachi_rules::{Board, Point, PointSet};

use super::frame::Frame;
use super::ground::Ground;
use super::inquiry::Inquiry;
use super::{Reader, Reading, UNKNOWN, Verdict};
use crate::reading::Race;

/// The two groups of a race, each on the same ground, seen from its side.
struct Duel {
    /// Of the side that moves first.
    own: Ground,
    theirs: Ground,
}

impl Duel {
    /// None if the ground is too large.
    fn new(board: &Board, own: &Frame, theirs: &Frame) -> Option<Self> {
        let whole = (own.group(board), theirs.group(board));
        let (own, theirs) = Self::grounds(board, (own, &whole.0), (theirs, &whole.1))
            .or_else(|| Self::grounds(board, (own, &own.stones), (theirs, &theirs.stones)))?;
        let mut duel = Self { own, theirs };
        duel.own.face(&duel.theirs);
        duel.theirs.face(&duel.own);
        Some(duel)
    }

    /// The ground of two frames, with the stones of each side that may fall.
    fn grounds(
        board: &Board,
        (own, own_stones): (&Frame, &PointSet),
        (theirs, their_stones): (&Frame, &PointSet),
    ) -> Option<(Ground, Ground)> {
        let safe = |frame: &Frame, stones: &PointSet, other: &Frame| {
            let mut safe = frame.friends;
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
        // What stands beside and is not safe belongs to it, for both sides alike.
        let beside: Vec<Point> = area.iter().flat_map(Point::neighbours).collect();
        for stone in beside.into_iter().filter(|&n| board.cell(n).is_stone()) {
            if !friends.contains(stone) && !wall.contains(stone) && !area.contains(stone) {
                area.extend(board.string(stone));
            }
        }
        let own = Ground::new(board, &own.on(area, friends, wall))?;
        let theirs = Ground::new(board, &theirs.on(area, wall, friends))?;
        (own.points == theirs.points).then_some((own, theirs))
    }

    fn ask(&self, reader: &mut Reader, ground: &Ground, owner_moves: bool) -> Reading {
        let start = ground.position(&reader.board, owner_moves);
        let mut inquiry = Inquiry::new(ground, start);
        inquiry.work(u64::from(reader.budget));
        reader.counts.nodes += inquiry.nodes;
        if inquiry.is_decided {
            inquiry.reading
        } else {
            UNKNOWN
        }
    }

    fn race(&self, reader: &mut Reader) -> Race {
        let killing = self.ask(reader, &self.theirs, false);
        let saving = match killing.verdict {
            Verdict::Yes => killing,
            _ => self.ask(reader, &self.own, true),
        };
        let best = if killing.verdict.is_possible() {
            killing
        } else {
            saving
        };
        // To capture the other is to be saved.
        let saving = if best.verdict.strength() >= saving.verdict.strength() {
            best
        } else {
            saving
        };
        let point = best
            .point
            .filter(|_| !self.is_had_already(reader, killing, saving));
        Race {
            saved: saving.verdict,
            killed: killing.verdict,
            point,
        }
    }

    /// Is nothing lost if the other side moves first?
    fn is_had_already(&self, reader: &mut Reader, killing: Reading, saving: Reading) -> bool {
        let (wanted, after) = if killing.verdict.is_possible() {
            (killing, self.ask(reader, &self.theirs, true))
        } else {
            (saving, self.ask(reader, &self.own, false))
        };
        after.verdict.opposite().strength() >= wanted.verdict.strength()
    }
}

impl Reader {
    /// The race of two strings, and where that leaves something open, of the groups that they belong to.
    pub fn race_with_groups(&mut self, first: Point, second: Point) -> Race {
        let race = self.race(first, second);
        if !race.is_unknown() {
            return race;
        }
        let (first, second) = (self.group_of(first), self.group_of(second));
        race.or(self.race_of_groups(&first, &second))
    }

    /// The race of two groups, the owner of the first to move: is the first saved, and is the second captured? Proved, or
    /// unknown. Up to three questions, each with the budget of the reader.
    pub fn race_of_groups(&mut self, first: &PointSet, second: &PointSet) -> Race {
        let (own, theirs) = (self.frame(first), self.frame(second));
        match Duel::new(&self.board, &own, &theirs) {
            Some(duel) => duel.race(self),
            None => Race::UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How the race of the groups of two stones ends, the first to move, each group by its stones; with the move.
    #[track_caller]
    fn race(diagram: &str, first: &[&str], second: &[&str]) -> (Verdict, Verdict, Option<String>) {
        let board = Board::from_diagram(diagram);
        let size = board.size();
        let stones = |names: &[&str]| {
            names
                .iter()
                .map(|n| size.parse_vertex(n).expect("a point"))
                .collect()
        };
        let mut reader = Reader::new(&board, 100_000);
        let race = reader.race_of_groups(&stones(first), &stones(second));
        assert_eq!(*reader.board(), board, "reading changes nothing");
        let point = race.point.map(|p| size.vertex(p).to_string());
        (race.saved, race.killed, point)
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
    fn groups_of_two_strings_hang_on_the_move_that_joins_or_cuts() {
        for (first, second) in [(["C6", "F6"], ["C5", "F5"]), (["C5", "F5"], ["C6", "F6"])] {
            let (saved, _, point) = race(CUT, &first, &second);
            assert_eq!(saved, Verdict::Yes, "{first:?}");
            assert!(point.is_some(), "a move is needed");
        }
    }

    #[test]
    fn who_gets_out_is_not_captured() {
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
            assert_eq!(seki, (Verdict::Yes, Verdict::No, None), "{first}");
        }
    }
}
