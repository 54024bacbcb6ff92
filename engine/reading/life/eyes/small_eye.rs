// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small eye spaces, solved by force (`local::by_force`).
//!
//! A space is two eyes if the largest string around it comes to live by itself, and one if it does with a
//! sure eye of one point elsewhere. An answer holds for two views of the outside:
//!
//! - *Tight*, if the owner succeeds: nothing but the space is an eye, the strings around have no liberties
//!   outside, and attackers that stand beside it are never captured. The attacker has all ko threats.
//! - *Loose*, if the owner fails: the strings around are joined outside and have liberties there that the
//!   attacker has to fill. The owner has all ko threats. There is no answer if attackers beside the area may
//!   be captured from outside.
//!
//! If the views differ, a cut, a liberty or a stone outside decides, or a ko; then the search answers
//! (`super`).

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointMap, PointSet, pass_alive};

use super::Answer;
use crate::local::{AreaSet, ByForce, MAX_AREA, Role, SmallArea, each};
use crate::reading::Verdict;

/// Limit of the empty points with moves in a solved eye space; 10 to 13.
const SMALL_EYE_POINTS: usize = 12;
/// Limit of the stones of a string around an eye whose capture is looked at; larger ones are one point; 4 to
/// 8.
const SMALL_STRING: u32 = 6;
/// Limit of the positions of a solved eye space, for each of four questions; 5,000 to 50,000.
const MAX_SMALL_EYE_POSITIONS: usize = 20_000;
/// Least stones around such a space; 3 to 5. As in the tactics benchmark (tactics.md).
const SMALL_EYE_WALL_STONES: u32 = 4;
/// Least liberties outside of the strings around such a space, if they have any; 1 to 3.
const SMALL_EYE_SPARE_LIBERTIES: usize = 2;
/// Limit of the liberties outside of an attackers' string beside such a space that may be captured; 2 or 3.
const SMALL_EYE_WEAK_LIBERTIES: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Tight,
    Loose,
}

/// An eye space that is asked about, with the points around it where moves can decide.
pub(super) struct SmallEye<'a> {
    board: &'a Board,
    owner: Color,
    space: &'a PointSet,
    /// The owner's strings around it, by their heads.
    walls: Vec<Point>,
    main: Point,
    pub(crate) nodes: usize,
    /// Points beside open space where an attacker's stone may be captured.
    pub(super) exposed: PointSet,
    /// Attackers that can be captured, so that the walls beside them count as joined to the others.
    pub(crate) capturable: PointSet,
    solved: [Option<Solved>; 2],
}

/// Answers about a number of eyes, for both sides to move.
#[derive(Default)]
struct Solved {
    /// Whether the owner gets the eyes if the attacker moves first, and if the owner does. None if unproved.
    lives: [Option<bool>; 2],
    /// Refuting moves (attacker) and achieving moves (owner).
    moves: [Vec<Point>; 2],
}

impl<'a> SmallEye<'a> {
    /// Prepares a space. None with several strings of few stones around it: then stones elsewhere hold them
    /// together.
    pub(crate) fn new(board: &'a Board, owner: Color, space: &'a PointSet) -> Option<Self> {
        let walls = space.iter().flat_map(|p| board.strings_beside(p, owner));
        let walls: PointSet = walls.map(|s| board.head(s)).collect();
        let stones: u32 = walls.iter().map(|head| board.string_size(head)).sum();
        if walls.len() > 1 && stones < SMALL_EYE_WALL_STONES {
            return None;
        }
        let size = |&head: &Point| (board.string_size(head), Reverse(head));
        let main = walls.iter().max_by_key(size)?;
        Some(Self {
            board,
            owner,
            space,
            walls: walls.iter().collect(),
            main,
            nodes: 0,
            exposed: PointSet::EMPTY,
            capturable: PointSet::EMPTY,
            solved: [None, None],
        })
    }

    /// Empty points beside others without moves, and attackers whose capture gives a wall a liberty outside.
    pub(crate) fn border(&self) -> (PointSet, PointSet) {
        let Some(place) = PlayedArea::new(self, View::Loose) else {
            return (PointSet::EMPTY, PointSet::EMPTY);
        };
        let is_outside = |n: &Point| self.board.is_empty(*n) && !place.inside.contains(*n);
        let is_border = |p: &Point| self.board.is_empty(*p) && p.neighbours().iter().any(is_outside);
        (
            place.inside.iter().filter(is_border).collect(),
            place.beside_surrounded(),
        )
    }

    /// Reads whether the side that moves first can get one or two `eyes`, or keep the owner from them. None
    /// if unsolved.
    pub(crate) fn answer(&mut self, eyes: u32, first: Role) -> Option<Answer> {
        let index = usize::from(eyes > 1);
        let solved = match self.solved[index].take() {
            Some(known) => known,
            None => self.solve(eyes),
        };
        let solved = self.solved[index].insert(solved);
        let lives = solved.lives[first as usize]?;
        Some(if lives == first.is_owner() {
            Answer {
                verdict: Verdict::Yes,
                moves: solved.moves[first as usize].clone(),
            }
        } else {
            Answer::no()
        })
    }

    fn solve(&mut self, eyes: u32) -> Solved {
        let mut solved = Solved::default();
        self.solve_in(View::Tight, eyes, &mut solved);
        if solved.lives.contains(&None) {
            self.solve_in(View::Loose, eyes, &mut solved);
        }
        solved
    }

    fn solve_in(&mut self, view: View, eyes: u32, solved: &mut Solved) -> Option<()> {
        let place = PlayedArea::new(self, view)?;
        if view == View::Loose && place.has_weak_attackers() {
            return None;
        }
        let (area, points) = place.area(eyes)?;
        let (wanted, threats) = match view {
            View::Tight => (true, Some(Role::Attacker)),
            View::Loose => (false, Some(Role::Owner)),
        };
        let mut force = ByForce::new(&area, threats, MAX_SMALL_EYE_POSITIONS);
        for first in Role::BOTH {
            if solved.lives[first as usize].is_some() || force.lives(first) != Some(wanted) {
                continue;
            }
            solved.lives[first as usize] = Some(wanted);
            if first.is_owner() == wanted {
                let moves = force.moves(first).unwrap_or(0);
                let on_board = each(moves).filter_map(|i| points.get(usize::from(i)).copied());
                solved.moves[first as usize] = on_board.filter(|&p| self.board.is_empty(p)).collect();
            }
        }
        self.nodes += force.positions();
        Some(())
    }
}

/// The points with moves in one view.
struct PlayedArea<'e, 'a> {
    eye: &'e SmallEye<'a>,
    view: View,
    /// Empty points, and the stones of all attackers that may be captured.
    inside: PointSet,
    /// For each wall the wall whose fate it shares.
    groups: Vec<Point>,
}

impl<'e, 'a> PlayedArea<'e, 'a> {
    /// `None` if it has too many empty points.
    fn new(eye: &'e SmallEye<'a>, view: View) -> Option<Self> {
        let SmallEye { board, owner, .. } = *eye;
        let mut inside = *eye.space;
        let beside = eye.space.iter().flat_map(Point::neighbours);
        inside.extend(beside.filter(|&p| board.is_empty(p)));
        let mut place = Self {
            eye,
            view,
            inside,
            groups: eye.walls.clone(),
        };
        for point in place.cuts() {
            let mut beside = point.neighbours().into_iter();
            let is_attacked = beside.any(|n| board.cell(n).is(owner.opposite()));
            if view == View::Tight || place.inside.contains(point) || is_attacked {
                place.inside.insert(point);
            } else {
                place.join(&board.strings_beside(point, owner));
            }
        }
        place.add_attackers();
        let empty = place.inside.iter().filter(|&p| board.is_empty(p)).count();
        (empty <= SMALL_EYE_POINTS).then_some(place)
    }

    /// Takes strings to share their fate, if they are walls.
    fn join(&mut self, strings: &[Point]) {
        let of: Vec<Point> = strings.iter().filter_map(|&s| self.group(s)).collect();
        if let Some(&first) = of.first() {
            let members = self.groups.iter_mut().filter(|g| of.contains(g));
            members.for_each(|group| *group = first);
        }
    }

    /// Returns the wall that the string of a stone is joined to. `None` if it is no wall.
    fn group(&self, stone: Point) -> Option<Point> {
        let head = self.eye.board.head(stone);
        let index = self.eye.walls.iter().position(|&wall| wall == head)?;
        Some(self.groups[index])
    }

    /// Empty points beside two walls that are not joined.
    fn cuts(&self) -> Vec<Point> {
        let SmallEye { board, owner, .. } = *self.eye;
        let is_cut = |p: &Point| {
            let beside = board.strings_beside(*p, owner);
            let mut groups = beside.iter().filter_map(|&s| self.group(s));
            let first = groups.next();
            groups.any(|group| Some(group) != first)
        };
        let mut liberties = PointSet::EMPTY;
        for &wall in &self.eye.walls {
            liberties.extend_with(&board.liberty_set(wall));
        }
        liberties.iter().filter(is_cut).collect()
    }

    /// Adds the attackers beside the points that have no liberty elsewhere.
    fn add_attackers(&mut self) {
        let board = self.eye.board;
        let is_surrounded = |place: &Self, head: Point| {
            let liberties = board.liberty_set(head);
            liberties.iter().all(|p| place.inside.contains(p))
        };
        while let Some(head) = self
            .attackers(&self.inside)
            .iter()
            .find(|&h| is_surrounded(self, h))
        {
            self.inside.extend(board.string(head));
        }
    }

    /// Returns the attackers' strings beside a set of points that are not inside.
    fn attackers(&self, points: &PointSet) -> PointSet {
        let SmallEye { board, owner, .. } = *self.eye;
        let beside = points.iter().flat_map(Point::neighbours);
        let is_attacker = |p: &Point| board.cell(*p).is(owner.opposite()) && !self.inside.contains(*p);
        beside.filter(is_attacker).map(|p| board.head(p)).collect()
    }

    /// Whether an attackers' string beside the points may be captured from outside.
    fn has_weak_attackers(&self) -> bool {
        let SmallEye { board, owner, .. } = *self.eye;
        let alive = pass_alive(board, false).stones[owner.opposite()];
        let is_weak = |head: Point| {
            let liberties = board.liberty_set(head);
            let outside = liberties.iter().filter(|&p| !self.inside.contains(p)).count();
            outside <= SMALL_EYE_WEAK_LIBERTIES && !alive.contains(head)
        };
        self.attackers(&self.inside).iter().any(is_weak)
    }

    /// The attackers beside walls that have no liberty outside.
    fn beside_surrounded(&self) -> PointSet {
        let surrounded = self.eye.walls.iter().filter(|&&wall| !self.is_main(wall));
        self.attackers(&surrounded.flat_map(|&wall| self.eye.board.string(wall)).collect())
    }

    /// Whether a wall shares the fate of the string that has to live.
    fn is_main(&self, wall: Point) -> bool {
        let board = self.eye.board;
        let is_linked = || board.liberty_set(wall).iter().any(|l| !self.inside.contains(l));
        let is_saved = || {
            let beside = self.attackers(&board.string(wall).collect());
            beside.intersects(&self.eye.capturable)
        };
        self.group(wall) == self.group(self.eye.main)
            || self.view == View::Loose && (is_linked() || is_saved())
    }

    /// Builds the area, and the points of the board for its points. `None` if it has too many.
    fn area(&self, eyes: u32) -> Option<(SmallArea, Vec<Point>)> {
        let SmallEye { board, owner, .. } = *self.eye;
        let is_loose = self.view == View::Loose;
        let all = self.numbering();
        let spare = if is_loose { SMALL_EYE_SPARE_LIBERTIES } else { 0 };
        let needed = 2_usize.saturating_sub(eyes as usize);
        let on_board = all.points.len();
        if on_board + spare + needed > MAX_AREA {
            return None;
        }
        let mut area = SmallArea {
            beside: vec![0; on_board + spare + needed],
            main: 1,
            vital: all.vital,
            ..SmallArea::default()
        };
        let mut link = |a: u8, b: u8| {
            if a != b {
                area.beside[usize::from(a)] |= 1 << b;
                area.beside[usize::from(b)] |= 1 << a;
            }
        };
        for point in board.size().points().filter(|&p| all.numbers[p] != NOWHERE) {
            let at = all.numbers[point];
            let beside = point.neighbours();
            for n in beside.into_iter().filter(|&n| all.numbers[n] != NOWHERE) {
                link(at, all.numbers[n]);
            }
            let is_way =
                |&n: &Point| all.numbers[n] == NOWHERE && (board.is_empty(n) || board.cell(n).is(owner));
            if is_loose && board.is_empty(point) && beside.iter().any(is_way) {
                link(at, MAIN);
            }
        }
        for added in on_board..on_board + spare + needed {
            link(added as u8, MAIN);
            area.closed_to_owner |= 1 << added;
            area.safe |= AreaSet::from(added < on_board + spare) << added;
        }
        for (i, &point) in all.points.iter().enumerate() {
            let is_exposed = is_loose && self.eye.exposed.contains(point);
            let is_free = |&n: &Point| {
                all.numbers[n] == NOWHERE
                    && (board.is_empty(n) && !is_exposed || board.cell(n).is(owner.opposite()))
            };
            let is_tight = !is_loose && !self.eye.space.contains(point);
            area.owner |= AreaSet::from(board.cell(point).is(owner)) << i;
            area.attacker |= AreaSet::from(board.cell(point).is(owner.opposite())) << i;
            area.safe |= AreaSet::from(is_tight || point.neighbours().iter().any(is_free)) << i;
        }
        area.safe &= !area.vital;
        let ko = board.ko().filter(|(p, _)| self.inside.contains(*p));
        area.ko = ko.map(|(p, closed_to)| (all.numbers[p], Role::of_owner(closed_to == owner)));
        Some((area, all.points))
    }

    /// Numbers the points; the string that has to live comes first. In the tight view strings that share
    /// their fate with others and large ones are one point, and may not be lost. In the loose view all
    /// strings with the fate of the main one are one point with it.
    fn numbering(&self) -> Numbering {
        let (board, walls) = (self.eye.board, self.eye.walls.iter());
        let mut all = Numbering {
            numbers: PointMap::filled(NOWHERE),
            points: vec![self.eye.main],
            vital: 1,
        };
        let (main, others): (Vec<Point>, Vec<Point>) = walls.partition(|&&wall| self.is_main(wall));
        for stone in main.iter().flat_map(|&wall| board.string(wall)) {
            all.numbers[stone] = MAIN;
        }
        for point in self.inside.iter() {
            all.add(point);
        }
        for &wall in &others {
            let group = self.group(wall);
            let together = others.iter().copied().filter(|&w| self.group(w) == group);
            let together: Vec<Point> = together.collect();
            let is_alone = together.len() == 1 && board.string_size(wall) <= SMALL_STRING;
            if is_alone || self.view == View::Loose {
                board.string(wall).for_each(|stone| all.add(stone));
            } else if together[0] == wall {
                all.vital |= (1 as AreaSet).checked_shl(all.points.len() as u32).unwrap_or(0);
                let number = all.points.len() as u8;
                all.add(wall);
                for stone in together.iter().flat_map(|&w| board.string(w)) {
                    all.numbers[stone] = number;
                }
            }
        }
        all
    }
}

/// The number of the string that has to live.
const MAIN: u8 = 0;
/// The number of points that have none.
const NOWHERE: u8 = u8::MAX;

struct Numbering {
    numbers: PointMap<u8>,
    points: Vec<Point>,
    vital: AreaSet,
}

impl Numbering {
    fn add(&mut self, point: Point) {
        self.numbers[point] = self.points.len().min(usize::from(NOWHERE - 1)) as u8;
        self.points.push(point);
    }
}
