// SPDX-License-Identifier: MIT OR Apache-2.0

//! Stones and points that are alive, dead or territory even if the other side may move any number of times in
//! a row.
//!
//! Stones are unconditionally alive by Benson's criterion (D. B. Benson, "Life in the Game of Go", 1976).
//! Around them lie areas without such stones, where the other side may put stones at will and capture all
//! that is not alive. It lives there only with two eyes, and a point beside an unconditionally alive stone is
//! never an eye of the other side. So an area in which it cannot have two eyes is territory, and its stones
//! in there are dead. This goes further than the pass-alive territory of rules, which allows one point out of
//! reach.
//!
//! The module also tells whether stones without two eyes can stay on the board because of stones that they
//! enclose.
//!
//! The other side moves as often as it likes, and then play alternates. It may fill its area but for a few
//! points, and leave stones of the owner inside alive. These are captured in the end, or stand in seki, and
//! the owner prevents it only by filling the space in a shape that is dead when it is captured (*nakade*).
//! All ways of filling are tried and read out.

use katachi_rules::{Board, ByColor, Color, PassAlive, Point, PointSet, pass_alive};
use rustc_hash::FxHashMap;

use crate::local::component;

/// With more points for eyes than this, two of them will do; 5 to 10, as the work doubles with each.
const UNCONDITIONAL_MOST_EYES: usize = 7;

/// The space of a captured string of more stones can be filled in several ways, which are not tried; 2, as
/// each point of a smaller one is beside its captors.
const UNCONDITIONAL_LARGEST_EYE: u32 = 2;

/// With more empty points out of the owner's reach an area is not read; 6 to 12, as the work doubles with
/// each.
const CAPTIVES_MOST_SPACE: usize = 9;
/// Moves from the filled area to the capture, at most; 20 to 60.
const CAPTIVES_DEPTH: u32 = 40;
/// Moves played for one such area; 100,000 to 1,000,000.
const CAPTIVES_NODES: u32 = 300_000;

/// The unconditional status of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnconditionalStatus {
    /// A stone that cannot be captured, or whose captors would die.
    Alive,
    /// A stone that the other side need not answer to capture in the end.
    Dead,
    /// An empty point that is this side's.
    Territory(Color),
    /// Not unconditional.
    Undecided,
}

/// Unconditionally alive stones and unconditional territory of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    /// Stones that cannot be captured.
    pub alive: ByColor<PointSet>,
    /// Whole areas in which the other side cannot live, with the stones of both sides in them.
    pub territory: ByColor<PointSet>,
}

impl Unconditional {
    /// Computes them for a position, by rules without suicide. O(points) but for areas with more than one
    /// place for eyes, where the work is limited.
    pub fn new(board: &Board) -> Self {
        let PassAlive { stones: alive, .. } = pass_alive(board, false);
        let territory = ByColor::from_fn(|color| territory(board, color, &alive[color]));
        Self { alive, territory }
    }

    /// The status of a point.
    pub fn status(&self, board: &Board, point: Point) -> UnconditionalStatus {
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| self.territory[color].contains(point));
        match (board.cell(point).color(), owner) {
            (Some(color), _) if self.alive[color].contains(point) => UnconditionalStatus::Alive,
            (Some(color), Some(owner)) if owner == color => UnconditionalStatus::Alive,
            (Some(_), Some(_)) => UnconditionalStatus::Dead,
            (None, Some(owner)) => UnconditionalStatus::Territory(owner),
            _ => UnconditionalStatus::Undecided,
        }
    }
}

fn territory(board: &Board, color: Color, alive: &PointSet) -> PointSet {
    let mut territory = PointSet::EMPTY;
    if alive.is_empty() {
        return territory;
    }
    let size = board.size();
    let mut done = *alive;
    for start in size.points() {
        if done.contains(start) {
            continue;
        }
        let area = component(board.size(), start, |p| !alive.contains(p));
        done.extend_with(&area);
        if !has_room_for_two_eyes(board, color, &area, alive) && !Captives::live(board, color, &area, alive) {
            territory.extend_with(&area);
        }
    }
    territory
}

/// Whether there are two points for eyes that are not neighbours.
///
/// The other side's stones stay where they are, as nobody captures them; a string beside an empty point is
/// captured only by filling that point. Eyes are possible on empty points away from all stones of the owner,
/// and on stones of the owner that can be captured and are away from its other stones.
fn has_room_for_two_eyes(board: &Board, owner: Color, area: &PointSet, alive: &PointSet) -> bool {
    let beside = |p: Point, is: &dyn Fn(Point) -> bool| p.neighbours().into_iter().any(is);
    let may_be_eye = |&p: &Point| match board.cell(p).color() {
        None => !beside(p, &|n| board.cell(n).is(owner)),
        Some(color) => color == owner && !beside(p, &|n| alive.contains(n)),
    };
    let eyes: Vec<Point> = area.iter().filter(may_be_eye).collect();
    let is_pair = |i: usize| eyes[i + 1..].iter().any(|b| !eyes[i].neighbours().contains(b));
    if !(0..eyes.len()).any(is_pair) {
        return false;
    }
    let (empty, captives): (Vec<Point>, Vec<Point>) = eyes.iter().partition(|&&p| board.is_empty(p));
    let is_large = |&p: &Point| board.string_size(p) > UNCONDITIONAL_LARGEST_EYE;
    if eyes.len() > UNCONDITIONAL_MOST_EYES || captives.iter().any(is_large) {
        return true;
    }
    // Benson's criterion for the other side tells whether they are real eyes of connected stones, once all
    // else is filled and the captives are captured whose last liberty that takes.
    subsets(&empty).any(|keep| {
        let filled = filled(board, owner.opposite(), area, &keep);
        pass_alive(&filled, false).stones[owner.opposite()].intersects(area)
    })
}

/// Results for a position with the owner to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Moves left with which a capture was found: more moves also suffice.
    captured: Option<u32>,
    /// Moves left with which none was found: fewer do not suffice, either.
    survived: u32,
}

/// Reads whether the other side survives in one area.
struct Captives<'a> {
    owner: Color,
    area: &'a PointSet,
    alive: &'a PointSet,
    nodes: u32,
    known: FxHashMap<(u64, bool), Known>,
}

impl<'a> Captives<'a> {
    /// Whether the other side of `owner` lives in the area, or may live there. Never if no stone of the owner
    /// is there to be enclosed.
    fn live(board: &Board, owner: Color, area: &'a PointSet, alive: &'a PointSet) -> bool {
        if !area.iter().any(|p| board.cell(p).is(owner)) {
            return false;
        }
        let out_of_reach = |&p: &Point| !p.neighbours().iter().any(|&n| alive.contains(n));
        let empty = area.iter().filter(|&p| board.is_empty(p));
        let space: Vec<Point> = empty.filter(out_of_reach).collect();
        if space.len() > CAPTIVES_MOST_SPACE {
            return true;
        }
        let mut search = Self {
            owner,
            area,
            alive,
            nodes: 0,
            known: FxHashMap::default(),
        };
        subsets(&space).any(|keep| {
            let mut filled = filled(board, owner.opposite(), area, &keep);
            !search.can_capture(&mut filled, CAPTIVES_DEPTH, false)
        })
    }

    /// Whether the owner, who moves first, can capture stones that touch its living ones. `passed`: the other
    /// side did nothing in its last turn.
    fn can_capture(&mut self, board: &mut Board, depth: u32, passed: bool) -> bool {
        let key = (board.situation_key(self.owner), passed);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.captured.is_some_and(|least| depth >= least) {
            return true;
        }
        if depth <= known.survived {
            return false;
        }
        let captures = depth >= 2 && self.search(board, depth, passed);
        let known = self.known.entry(key).or_default();
        if captures {
            known.captured = Some(depth);
        } else {
            known.survived = depth;
        }
        captures
    }

    fn search(&mut self, board: &mut Board, depth: u32, passed: bool) -> bool {
        for point in self.moves(board, self.owner) {
            if self.nodes >= CAPTIVES_NODES {
                return false;
            }
            self.nodes += 1;
            let ring_before = self.ring(board);
            let undo = board.play(self.owner, point);
            let captures = (undo.is_capture() && self.ring(board) < ring_before)
                || self.no_reply_helps(board, depth - 1);
            board.undo(undo);
            if captures {
                return true;
            }
        }
        if passed {
            return false;
        }
        let ko = board.clear_ko();
        let captures = self.no_reply_helps(board, depth - 1);
        board.set_ko(ko);
        captures
    }

    /// The other side moves or passes, and is captured all the same.
    fn no_reply_helps(&mut self, board: &mut Board, depth: u32) -> bool {
        let other = self.owner.opposite();
        for point in self.moves(board, other) {
            self.nodes += 1;
            let undo = board.play(other, point);
            let captures = self.can_capture(board, depth - 1, false);
            board.undo(undo);
            if !captures {
                return false;
            }
        }
        let ko = board.clear_ko();
        let captures = self.can_capture(board, depth - 1, true);
        board.set_ko(ko);
        captures
    }

    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        self.area.iter().filter(|&p| board.is_legal(color, p)).collect()
    }

    /// Stones of the other side that touch living ones of the owner.
    fn ring(&self, board: &Board) -> usize {
        let other = self.owner.opposite();
        let in_ring =
            |&p: &Point| board.cell(p).is(other) && p.neighbours().iter().any(|&n| self.alive.contains(n));
        self.area.iter().filter(in_ring).count()
    }
}

/// All selections of some points.
fn subsets(points: &[Point]) -> impl Iterator<Item = PointSet> + '_ {
    (0u32..1 << points.len()).map(|chosen| {
        let is_chosen = |&i: &usize| chosen & 1 << i != 0;
        (0..points.len()).filter(is_chosen).map(|i| points[i]).collect()
    })
}

/// The position after a side has played on all empty points of the area but these. Points that it captures
/// stay empty.
fn filled(board: &Board, color: Color, area: &PointSet, keep: &PointSet) -> Board {
    let mut filled = board.clone();
    let is_open = |&p: &Point| board.is_empty(p) && !keep.contains(p);
    let mut open: Vec<Point> = area.iter().filter(is_open).collect();
    loop {
        let before = open.len();
        open.retain(|&p| {
            filled.clear_ko();
            let is_legal = filled.is_legal(color, p);
            if is_legal {
                filled.place(color, p);
            }
            !is_legal
        });
        if open.len() == before {
            filled.clear_ko();
            return filled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(diagram: &str, expected: &[(&str, UnconditionalStatus)]) {
        let board = Board::from_diagram(diagram);
        let found = Unconditional::new(&board);
        for &(vertex, status) in expected {
            let point = board.size().parse_vertex(vertex).unwrap();
            assert_eq!(found.status(&board, point), status, "{vertex}");
        }
    }

    use UnconditionalStatus::{Alive, Dead, Territory, Undecided};

    #[test]
    fn room_for_one_eye_is_territory_and_room_for_two_is_not() {
        check(
            ". X . X . . . . X
             X X X X . O . . X
             X X X X X X X X X",
            &[("A2", Alive), ("F3", Territory(Color::Black)), ("F2", Dead)],
        );
        check(
            ". X . X . . . . . X
             X X X X . O . . . X
             X X X X X X X X X X",
            &[("A2", Alive), ("F3", Undecided), ("F2", Undecided)],
        );
    }

    #[test]
    fn an_eye_of_stones_that_are_cut_off_is_no_eye() {
        // White could surround G3 and J3, but its stones on F3 depend on G3 alone.
        check(
            ". X . X . . . . .
             X X X X X X . . .
             X X X X X X X X X",
            &[
                ("A2", Alive),
                ("E3", Territory(Color::Black)),
                ("J3", Territory(Color::Black)),
            ],
        );
    }

    #[test]
    fn a_stone_inside_takes_away_eyes() {
        // Without the stone in the middle White had two eyes on the first line.
        check(
            ". X . X . . X . . X
             X X X X . . . . . X
             X X X X X X X X X X",
            &[("G3", Alive), ("F3", Territory(Color::Black))],
        );
    }

    #[test]
    fn captives_whose_captors_get_false_eyes_keep_their_territory() {
        // Black could capture A5 and D5, but A4 and E5 would be joined to the others by these points alone.
        check(
            "O . . . O . . .
             . O O . O O O O
             O O O O O . O .
             O . O . O O O O
             O O O O O O O O",
            &[
                ("A5", Alive),
                ("A4", Territory(Color::White)),
                ("C5", Territory(Color::White)),
            ],
        );
    }

    #[test]
    fn captives_that_leave_a_living_shape_keep_their_captor_alive() {
        // White may fill its outside and keep liberties inside that Black cannot fill with a dead shape.
        let board = Board::from_diagram(
            ". X . X . . . . . . . X
             X X X X . . X X . . . X
             X X X X . . . . . . . X
             X X X X . . . . . . . X
             X X X X X X X X X X X X",
        );
        let inside = board.size().parse_vertex("G4").unwrap();
        assert_eq!(Unconditional::new(&board).status(&board, inside), Undecided);
    }

    #[test]
    fn without_living_stones_nothing_is_decided() {
        check(". . .\n. X .\n. . .", &[("B2", Undecided), ("A1", Undecided)]);
    }
}
