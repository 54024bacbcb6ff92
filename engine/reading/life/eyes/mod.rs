// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes by reading: the number of eyes of an eye space, on the board and with the walls around it.
//!
//! The search is that of life and death with another objective: one or two eyes among the points of the
//! space, not the life of a group. An open border, a cutting point of the wall, a stone in atari on a
//! diagonal and captures inside need no rules of their own: the moves are played. If neither side plays on,
//! false eyes do not count, though the attacker cannot play there.
//!
//! An eye space is judged apart from the rest of its group. So the largest string around it is taken to live,
//! and so are strings with no liberties elsewhere.
//!
//! Small spaces are solved (`small_eye`). The search answers what they leave open: where liberties, cuts or
//! captures outside decide, or a ko.

mod small_eye;

use std::cmp::Reverse;

use katachi_rules::{Board, ByColor, Color, Point, PointSet};

use crate::local::Role;
use crate::reading::Verdict;
use crate::reading::life::board::{Aim, LocalBoard, MAX_CAPTURABLE_LIBERTIES, Region, bit, each};
use crate::reading::life::solver::KoQuery;
use crate::reading::life::{Life, WALL_CAPTURE_NODES};
use small_eye::SmallEye;

/// Limit of the liberties outside an eye space of a string around it that are part of the question; 2 to 4.
const EYE_WALL_LIBERTIES: usize = 3;
/// Limit of the liberties of an attackers' string near an eye space that takes part in the question; 2 or 3.
const EYE_SHORT_LIBERTIES: u32 = 3;
/// Limit of the liberties of such a string that can be captured; 3 or 4.
const EYE_WEAK_LIBERTIES: u32 = 4;

/// Worth of an eye space by reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeReading {
    /// Eyes if the owner moves first: 0..=2.
    pub max: u8,
    /// Eyes if the attacker moves first: 0..=`max`.
    pub min: u8,
    /// Move of the attacker that holds it down to `min`; None if that is `max`.
    pub attack: Option<Point>,
    /// Move of the owner that gets `max`; None if that is `min`.
    pub defense: Option<Point>,
    /// A ko decides about `max` or `min`: each is what its side gets if it wins the ko.
    pub is_ko: bool,
}

/// Fate of attackers that come out of a small eye space that is solved, where it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenBorder {
    /// Reading tells where a stone of theirs can be captured. At such a point they have no liberty outside.
    Read,
    /// They are not captured.
    Safe,
}

/// Points that only the eye space of one side has, by side.
type Exclusive = ByColor<PointSet>;

struct Answer {
    verdict: Verdict,
    /// Moves that achieve it; perhaps not all of them.
    moves: Vec<Point>,
}

impl Answer {
    fn no() -> Self {
        Self {
            verdict: Verdict::No,
            moves: Vec::new(),
        }
    }
}

impl Life<'_> {
    /// Counts the eyes of `owner` among the points of an eye space, which are empty or stones of the other
    /// side. `domains` are all eye spaces of each side; stones inside those of the other side are taken to be
    /// dead. Reads up to four questions, each with the reader's budget. None if one is not decided, or if the
    /// space is too large.
    pub fn read_eye(
        &mut self,
        owner: Color,
        points: &PointSet,
        domains: &ByColor<PointSet>,
    ) -> Option<EyeReading> {
        let held = Exclusive::from_fn(|color| {
            let mut held = domains[color];
            held.retain(|p| !domains[color.opposite()].contains(p));
            held
        });
        let board = self.reader.board.clone();
        let mut small = self.small_eye(&board, owner, points, OpenBorder::Read);
        let mut local_board = None;
        let found = EyeReading::asked(|eyes, first| {
            let solved = small.as_mut().and_then(|small| small.answer(eyes, first));
            if solved.is_some() {
                return solved;
            }
            if local_board.is_none() {
                local_board = self.eye_board(owner, points, &held);
            }
            self.search_eyes(local_board.as_mut()?, eyes, first)
        });
        self.reader.nodes += small.map_or(0, |small| small.nodes as u64);
        found
    }

    /// Solves a small eye space: the answer holds for all walls and ko threats. `None` if it is not solved.
    pub(crate) fn solve_eye(
        &mut self,
        owner: Color,
        points: &PointSet,
        border: OpenBorder,
    ) -> Option<EyeReading> {
        let board = self.reader.board.clone();
        let mut small = self.small_eye(&board, owner, points, border)?;
        let found = EyeReading::asked(|eyes, first| small.answer(eyes, first));
        self.reader.nodes += small.nodes as u64;
        found
    }

    /// Prepares the space for the solver, with the attackers outside that may be captured.
    fn small_eye<'b>(
        &mut self,
        board: &'b Board,
        owner: Color,
        points: &'b PointSet,
        border: OpenBorder,
    ) -> Option<SmallEye<'b>> {
        let mut small = SmallEye::new(board, owner, points)?;
        (small.exposed, small.capturable) = small.border();
        small
            .exposed
            .retain(|p| border == OpenBorder::Read && !self.is_safe(owner.opposite(), p));
        small.capturable.retain(|head| self.is_capturable(head));
        Some(small)
    }

    /// Searches whether the side that moves first can get `eyes` eyes, or keep the other from them. None
    /// without a decision.
    fn search_eyes(&mut self, local_board: &mut LocalBoard, eyes: u32, first: Role) -> Option<Answer> {
        local_board.aim = Aim::Eyes(eyes);
        let start = local_board.position(&self.reader.board, first);
        let query = KoQuery::new(local_board, start);
        let query = self.reader.run(query, self.reader.budget);
        query.is_decided.then(|| Answer {
            verdict: query.reading.verdict,
            moves: query.reading.point.into_iter().collect(),
        })
    }

    fn eye_board(&mut self, owner: Color, points: &PointSet, held: &Exclusive) -> Option<LocalBoard> {
        let region = self.eye_region(owner, points, held)?;
        let mut local_board = LocalBoard::new(&self.reader.board, &region, &self.reader.order)?;
        local_board.eye_points = local_board.bits(points.iter());
        local_board.given_up = local_board.bits(held[owner].iter()) & local_board.attackers;
        for role in Role::BOTH {
            local_board.restrict_liberties(&self.reader.board, role, held);
            let empty = local_board.free[role as usize] & local_board.area;
            for i in each(empty & !local_board.own & !local_board.attackers) {
                if !self.is_safe(role.color(owner), local_board.points[usize::from(i)]) {
                    local_board.free[role as usize] &= !bit(i);
                }
            }
        }
        local_board.keep_walls(&self.reader.board, &region, points);
        Some(local_board)
    }

    /// Finds the points where moves can decide an eye: the space, its diagonals and the empty points beside
    /// it, the last liberties of the strings around it and of attackers that are short of them, and the
    /// stones of these.
    fn eye_region(&mut self, owner: Color, points: &PointSet, held: &Exclusive) -> Option<Region> {
        let board = self.reader.board.clone();
        let mut walls = PointSet::EMPTY;
        let mut area = *points;
        for point in points.iter() {
            walls.extend(board.strings_beside(point, owner));
            area.extend(around(point).filter(|&p| board.is_empty(p)));
        }
        for head in walls.iter() {
            let mut outside = board.liberty_set(head);
            outside.retain(|l| !points.contains(l));
            if outside.len() <= EYE_WALL_LIBERTIES {
                area.extend_with(&outside);
            }
        }
        let mut seen = PointSet::EMPTY;
        // Twice, for the strings beside the liberties of those that were found first.
        for _ in 0..2 {
            for stone in area.iter().flat_map(around).collect::<PointSet>().iter() {
                if board.cell(stone).is(owner.opposite()) && seen.insert(board.head(stone)) {
                    self.add_attackers(&board, stone, &held[owner], &mut area);
                }
            }
        }
        (!walls.is_empty()).then(|| Region::of_eye(&board, owner, &walls, area))?
    }

    /// Adds an attackers' string to the area if it is dead, short of liberties, or can be captured.
    fn add_attackers(&mut self, board: &Board, stone: Point, held: &PointSet, area: &mut PointSet) {
        let liberties = board.liberties(stone);
        if held.contains(stone) {
            area.extend(board.string(stone));
        } else if liberties <= EYE_SHORT_LIBERTIES
            || (liberties <= EYE_WEAK_LIBERTIES && self.is_capturable(stone))
        {
            area.extend(board.string(stone));
            area.extend_with(&board.liberty_set(stone));
        }
    }

    fn is_safe(&mut self, color: Color, point: Point) -> bool {
        self.reader.with_budget(WALL_CAPTURE_NODES, |reader| {
            let is_safe = reader.with_move(color, point, |reader| {
                reader.board.liberties(point) as usize > MAX_CAPTURABLE_LIBERTIES
                    || !reader.tactics().attack(point).verdict.is_yes()
            });
            is_safe.unwrap_or(false)
        })
    }
}

/// The eight points around a point, border points among them.
fn around(point: Point) -> impl Iterator<Item = Point> {
    point.neighbours().into_iter().chain(point.diagonals())
}

impl LocalBoard {
    /// Points that only the other side's eye spaces have are no lasting liberties outside, except for living
    /// stones on the board.
    fn restrict_liberties(&mut self, board: &Board, role: Role, held: &Exclusive) {
        let color = role.color(self.owner);
        let theirs = &held[color.opposite()];
        let is_outside = |n: &Point| board.is_empty(*n) && self.number(*n).is_none();
        let is_free = |point: &Point| {
            let is_alive = board.cell(*point).is(color) && !theirs.contains(*point);
            let mut outside = point.neighbours().into_iter().filter(is_outside);
            outside.any(|n| is_alive || !theirs.contains(n))
        };
        let on_local_board = |p: &Point| self.number(*p).is_some();
        let free = board.size().points().filter(on_local_board).filter(is_free);
        self.free[role as usize] = self.bits(free);
    }

    /// Gives the walls that are taken to live a liberty outside.
    fn keep_walls(&mut self, board: &Board, region: &Region, points: &PointSet) {
        let heads: PointSet = region.stones.iter().map(|s| board.head(s)).collect();
        let largest = heads.iter().max_by_key(|&h| (board.string_size(h), Reverse(h)));
        let is_kept = |&head: &Point| {
            Some(head) == largest || board.liberty_set(head).iter().all(|l| points.contains(l))
        };
        let kept = heads.iter().filter(is_kept).flat_map(|head| board.string(head));
        self.free[Role::Owner as usize] |= self.bits(kept);
    }
}

impl EyeReading {
    fn settled(eyes: u8) -> Self {
        Self {
            max: eyes,
            min: eyes,
            attack: None,
            defense: None,
            is_ko: false,
        }
    }

    /// Combines up to four answers of `ask`, each of which says whether the side that moves first can get the
    /// eyes, or keep the other from them. None if one is missing.
    fn asked(mut ask: impl FnMut(u32, Role) -> Option<Answer>) -> Option<Self> {
        let held_to_one = ask(2, Role::Attacker)?;
        if held_to_one.verdict == Verdict::No {
            return Some(Self::settled(2));
        }
        let held_to_none = ask(1, Role::Attacker)?;
        let second = ask(2, Role::Owner)?;
        let first = match second.verdict {
            Verdict::No if held_to_none.verdict != Verdict::No => ask(1, Role::Owner)?,
            _ => Answer::no(),
        };
        Some(Self::from_answers(held_to_one, held_to_none, second, first))
    }

    /// Combines the answers: whether the owner is held to one eye, is held to none, gets two, and gets one.
    fn from_answers(held_to_one: Answer, held_to_none: Answer, second: Answer, first: Answer) -> Self {
        let (min, held) = match held_to_none.verdict {
            Verdict::No => (1, held_to_one),
            _ => (0, held_to_none),
        };
        let (max, made) = match (second.verdict, first.verdict) {
            (Verdict::No, Verdict::No) => (min, first),
            (Verdict::No, _) => (1, first),
            _ => (2, second),
        };
        if max == min {
            return Self::settled(max);
        }
        // A move that is good for both sides is likely to be the vital point.
        let best = |own: &Answer, other: &Answer| {
            let both = own.moves.iter().find(|p| other.moves.contains(p));
            both.or(own.moves.first()).copied()
        };
        Self {
            max,
            min,
            attack: best(&held, &made),
            defense: best(&made, &held),
            is_ko: !held.verdict.is_yes() || !made.verdict.is_yes(),
        }
    }
}
