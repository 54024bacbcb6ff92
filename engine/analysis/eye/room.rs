//! Rooms: spaces that one string closes off, and what the first move in them decides: territory, seki or death.
//!
//! An eye space is counted in eyes, and there a seki is as good as two. For points it is not: stones that get a seki in a room
//! take all its territory. Who moves where is found by exact solving (`exact`), so that only small rooms are looked at, and only
//! if their wall has nothing else to live by.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointSet};

use super::exact::{Arena, Fate, Solver};

/// Smaller rooms are one eye whatever happens.
const SMALLEST: usize = 4;
/// Points of a room, and these with the stones of its owner that are not part of the wall.
const LARGEST: usize = 10;
const MOST_POINTS: usize = 16;
/// A wall with more liberties outside has other ways to live.
const MOST_OUTSIDE: usize = 2;
/// Positions that solving a room may look at.
const NODES: u32 = 40_000;
/// And those that are gone back through where kos keep it from an end.
const POSITIONS: u32 = 400_000;

/// A space that one string closes off with small ones that cannot leave it.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// Whose.
    pub(crate) color: Color,
    /// The head of the string around it.
    pub(crate) wall: Point,
    /// Its points: empty ones, and stones of the other side.
    pub(crate) points: PointSet,
    /// With the owner's stones that have all their liberties in there.
    all: Vec<Point>,
    wall_size: u32,
    /// The wall has an eye elsewhere.
    has_eye: bool,
    arena: Arena,
}

/// A first move in a room that decides something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoomMove {
    pub(crate) point: Point,
    /// Points of the score that it changes, in comparison with the other side's first move.
    pub(crate) swing: f32,
    /// It threatens as much again, or the other side's move would.
    pub(crate) is_sente: bool,
}

impl Room {
    /// All rooms of a position.
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut rooms = Vec::new();
        for color in Color::BOTH {
            let mut seen = PointSet::EMPTY;
            for start in board.size().points() {
                if board.is_empty(start) && !seen.contains(start) {
                    let points = space(board, color, start);
                    seen.extend_with(&points);
                    if let Some(room) = Self::of(board, color, points) {
                        seen.extend_with(&room.points);
                        rooms.push(room);
                    }
                }
            }
        }
        rooms
    }

    fn of(board: &Board, color: Color, mut points: PointSet) -> Option<Self> {
        if points.len() > LARGEST {
            return None;
        }
        let heads = strings_around(board, color, &points);
        let wall = heads.iter().max_by_key(|&h| (board.string_size(h), Reverse(h)))?;
        let mut inside = heads;
        inside.remove(wall);
        let beyond = |inside: &PointSet, points: &PointSet| {
            let mut liberties = inside
                .iter()
                .flat_map(|head| board.liberty_set(head).iter().collect::<Vec<_>>());
            liberties.find(|&l| !points.contains(l))
        };
        while let Some(other) = beyond(&inside, &points) {
            // A string inside parts the room.
            points.extend_with(&space(board, color, other));
            if points.len() > LARGEST {
                return None;
            }
            inside = strings_around(board, color, &points);
            inside.remove(wall);
        }
        if points.len() < SMALLEST {
            return None;
        }
        let mut all: Vec<Point> = points.iter().collect();
        all.extend(inside.iter().flat_map(|head| board.string(head)));
        let liberties = board.liberty_set(wall);
        let outside = liberties.iter().filter(|&l| !points.contains(l));
        let (eyes, outside): (Vec<Point>, Vec<Point>) =
            outside.partition(|&l| space(board, color, l).len() == 1);
        if all.len() > MOST_POINTS || outside.len() > MOST_OUTSIDE || eyes.len() > 1 {
            return None;
        }
        let mask = |is: &dyn Fn(Point) -> bool| {
            let bit = |(i, &p): (usize, &Point)| u16::from(is(p)) << i;
            all.iter().enumerate().map(bit).sum::<u16>()
        };
        let touches = |p: Point, is: &dyn Fn(Point) -> bool| p.neighbours().into_iter().any(is);
        let is_wall = |n: Point| board.cell(n).is(color) && board.head(n) == wall;
        // Where the owner's stones inside are taken, the attackers are joined with those outside.
        let is_open = |n: Point| board.cell(n).is(color.opposite()) && !points.contains(n);
        let arena = Arena {
            neighbours: all
                .iter()
                .map(|p| mask(&|q| p.neighbours().contains(&q)))
                .collect(),
            wall: mask(&|p| touches(p, &is_wall)),
            open: mask(&|p| board.cell(p).is(color) && touches(p, &is_open)),
            stones: mask(&|p| board.cell(p).is(color.opposite())),
            outside: outside.len() as u8,
        };
        Some(Self {
            color,
            wall,
            points,
            all,
            wall_size: board.string_size(wall),
            has_eye: !eyes.is_empty(),
            arena,
        })
    }

    /// First moves by which a side gains most, if they gain anything; none if the room is too much to solve.
    pub(crate) fn moves(&self, board: &Board, mover: Color) -> Vec<RoomMove> {
        let mut solver = Solver::new(&self.arena, NODES).with_positions(POSITIONS);
        self.solve(&mut solver, board, mover).unwrap_or_default()
    }

    fn solve(&self, solver: &mut Solver<'_>, board: &Board, mover: Color) -> Option<Vec<RoomMove>> {
        let own = self.options(solver, board, mover)?;
        let other = self.options(solver, board, mover.opposite())?;
        let best = |options: &[Worth]| options.iter().map(|o| o.answered).fold(f32::MIN, f32::max);
        let (most, others_most) = (best(&own), best(&other));
        let swing = most + others_most;
        let is_threat = |o: &&Worth| o.unanswered - o.answered >= swing;
        let others_sente = other
            .iter()
            .filter(|o| o.answered == others_most && o.point.is_some())
            .any(|o| is_threat(&o));
        let moves = own.iter().filter(|o| o.answered == most && swing > 0.0);
        let moves: Vec<RoomMove> = moves
            .filter_map(|o| {
                Some(RoomMove {
                    point: o.point?,
                    swing,
                    is_sente: others_sente || is_threat(&o),
                })
            })
            .collect();
        // As good as a pass is no move at all.
        let is_idle = own.iter().any(|o| o.point.is_none() && o.answered == most);
        Some(if is_idle { Vec::new() } else { moves })
    }

    /// What each move of a side is worth to it, a pass included.
    fn options(&self, solver: &mut Solver<'_>, board: &Board, mover: Color) -> Option<Vec<Worth>> {
        let owner_stones = (0..self.all.len())
            .filter(|&i| board.cell(self.all[i]).is(self.color))
            .map(|i| 1 << i)
            .sum();
        let owner_moves = mover == self.color;
        let eyes = if self.has_eye { 1 } else { 2 };
        let sign = if owner_moves { 1.0 } else { -1.0 };
        let mut options = Vec::new();
        let points = (0..self.all.len()).filter(|&i| board.is_empty(self.all[i]));
        for i in points.map(Some).chain([None]) {
            let mut fates = [(Fate::Dead, Fate::Dead); 2];
            let mut is_legal = true;
            for (owner_threats, fates) in [false, true].into_iter().zip(&mut fates) {
                let start = solver.start(owner_stones, eyes, owner_moves, owner_threats);
                match solver.fates_after(start, i) {
                    Some(found) => *fates = found?,
                    None => is_legal = false,
                }
            }
            if is_legal {
                options.push(Worth {
                    point: i.map(|i| self.all[i]),
                    answered: sign * self.worth(board, fates.map(|f| f.0)),
                    unanswered: sign * self.worth(board, fates.map(|f| f.1)),
                });
            }
        }
        Some(options)
    }

    /// Points of the score that its fates with fewer and with more ko threats are worth to the owner. Its life is worth half if it
    /// hangs on a ko; for points alone the owner does not risk a ko.
    fn worth(&self, board: &Board, [without, with]: [Fate; 2]) -> f32 {
        let stones = self.points.iter().filter(|&p| !board.is_empty(p)).count();
        let of = |fate| match fate {
            Fate::Territory => (self.points.len() + stones) as f32,
            Fate::Seki => 0.0,
            Fate::Dead => -(2.0 * self.wall_size as f32 + self.points.len() as f32),
        };
        match without {
            Fate::Dead => (of(without) + of(with)) / 2.0,
            _ => of(without),
        }
    }
}

/// A move, or a pass, and what it is worth to its side if it is answered and if it is not.
struct Worth {
    point: Option<Point>,
    answered: f32,
    unanswered: f32,
}

/// The heads of a side's strings beside points.
fn strings_around(board: &Board, color: Color, points: &PointSet) -> PointSet {
    let beside = points.iter().flat_map(Point::neighbours);
    beside
        .filter(|&n| board.cell(n).is(color))
        .map(|n| board.head(n))
        .collect()
}

/// The points around an empty one that stones of a side close off.
fn space(board: &Board, color: Color, start: Point) -> PointSet {
    let mut points = PointSet::from_iter([start]);
    let mut open = vec![start];
    while let Some(p) = open.pop() {
        let beside = p.neighbours().into_iter();
        let is_inside = |&n: &Point| board.size().contains(n) && !board.cell(n).is(color);
        open.extend(beside.filter(is_inside).filter(|&n| points.insert(n)));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a side in the only room of a position, with the swing; `!` marks sente.
    #[track_caller]
    fn moves(mover: Color, diagram: &str) -> Vec<String> {
        let board = Board::from_diagram(diagram);
        let rooms = Room::all(&board);
        assert_eq!(rooms.len(), 1, "there is one room");
        let name = |m: &RoomMove| {
            let sente = if m.is_sente { "!" } else { "" };
            format!("{} {}{sente}", board.size().vertex(m.point), m.swing)
        };
        rooms[0].moves(&board, mover).iter().map(name).collect()
    }

    const FIVE: &str = "
        . O O . . X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .
        . . . . . . . .";

    #[test]
    fn a_third_stone_in_a_row_of_five_makes_a_seki() {
        assert_eq!(moves(Color::White, FIVE), ["D5 7"]);
        assert!(moves(Color::Black, FIVE).contains(&"D5 7".to_owned()));
    }

    #[test]
    fn where_nothing_changes_any_more_there_is_no_move() {
        let seki = FIVE.replacen(". O O . .", ". O O O .", 1);
        let territory = FIVE.replacen(". O O . .", ". O . . .", 1);
        for color in Color::BOTH {
            assert!(moves(color, &seki).is_empty(), "a seki");
            assert!(moves(color, &territory).is_empty(), "the stone is dead");
        }
    }
}
