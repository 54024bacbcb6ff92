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
use crate::reading::life::board::SMALL_STRING;

/// Limit of the empty points with moves in a solved eye space; 10 to 13.
const SMALL_EYE_POINTS: usize = 12;
/// Limit of the positions of a solved eye space, for each of four questions; 5,000 to 50,000.
const MAX_SMALL_EYE_POSITIONS: usize = 20_000;
/// Least stones around such a space; 3 to 5. As in the tactics benchmark (tactics.md).
const SMALL_EYE_WALL_STONES: u32 = 4;
/// Least liberties outside of the strings around such a space, if they have any; 1 to 3.
const SMALL_EYE_SPARE_LIBERTIES: usize = 2;
/// Limit of the liberties outside of an attackers' string beside such a space that may be captured; 2 or 3.
const SMALL_EYE_WEAK_LIBERTIES: usize = 2;

/// Assumptions about the outside.
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
    /// The wall that has to live.
    main: Point,
    /// Positions that were generated.
    pub(crate) nodes: usize,
    /// Points beside open space where an attacker's stone may be captured.
    pub(super) exposed: PointSet,
    /// Attackers that can be captured, of those beside walls without a liberty outside: these walls count as
    /// joined to the others.
    pub(crate) capturable: PointSet,
    /// Solutions about one eye and about two.
    solved: [Option<Solved>; 2],
}

/// Answers about a number of eyes, for both sides to move.
#[derive(Clone)]
struct Solved {
    /// Does the owner get the eyes if the attacker moves first, and if the owner does? None if that is not
    /// proved.
    lives: [Option<bool>; 2],
    /// Refuting moves (attacker) and achieving moves (owner).
    moves: [Vec<Point>; 2],
}

impl<'a> SmallEye<'a> {
    /// Prepares a space. None with few stones around it: then stones elsewhere hold them together.
    pub(crate) fn new(board: &'a Board, owner: Color, space: &'a PointSet) -> Option<Self> {
        let walls: PointSet = space
            .iter()
            .flat_map(|p| board.strings_beside(p, owner))
            .map(|s| board.head(s))
            .collect();
        let stones: u32 = walls.iter().map(|head| board.string_size(head)).sum();
        if stones < SMALL_EYE_WALL_STONES {
            return None;
        }
        let main = walls
            .iter()
            .max_by_key(|&head| (board.string_size(head), Reverse(head)))?;
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

    /// Returns empty points with moves beside empty points without, and attackers whose capture would give a
    /// wall a liberty outside.
    pub(crate) fn border(&self) -> (PointSet, PointSet) {
        let Some(place) = PlayedArea::new(self, View::Loose) else {
            return (PointSet::EMPTY, PointSet::EMPTY);
        };
        let is_outside = |n: &Point| self.board.is_empty(*n) && !place.inside.contains(*n);
        let is_border = |p: &Point| self.board.is_empty(*p) && p.neighbours().iter().any(is_outside);
        (
            place.inside.iter().filter(is_border).collect(),
            place.beside_surrounded(self),
        )
    }

    /// Can the side that moves first get `eyes` eyes, one or two, or keep the owner from them? `None` if it
    /// is not solved.
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

    /// Does the owner get one eye or two?
    fn solve(&mut self, eyes: u32) -> Solved {
        let mut solved = Solved {
            lives: [None; 2],
            moves: [Vec::new(), Vec::new()],
        };
        self.solve_in(View::Tight, eyes, &mut solved);
        if solved.lives.contains(&None) {
            self.solve_in(View::Loose, eyes, &mut solved);
        }
        solved
    }

    /// Adds the proofs of one view.
    fn solve_in(&mut self, view: View, eyes: u32, solved: &mut Solved) -> Option<()> {
        let place = PlayedArea::new(self, view)?;
        if view == View::Loose && place.has_weak_attackers(self) {
            return None;
        }
        let (area, points) = place.area(self, view, eyes)?;
        let (wanted, threats) = match view {
            View::Tight => (true, Role::Attacker),
            View::Loose => (false, Role::Owner),
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
#[derive(Clone, Debug)]
struct PlayedArea {
    /// Empty points, and the stones of all attackers that may be captured.
    inside: PointSet,
    /// For each wall the wall whose fate it shares.
    groups: Vec<Point>,
}

impl PlayedArea {
    /// `None` if it has too many empty points.
    fn new(eye: &SmallEye<'_>, view: View) -> Option<Self> {
        let SmallEye { board, owner, .. } = *eye;
        let mut inside = *eye.space;
        inside.extend(
            eye.space
                .iter()
                .flat_map(Point::neighbours)
                .filter(|&p| board.is_empty(p)),
        );
        let mut place = Self {
            inside,
            groups: eye.walls.clone(),
        };
        place.join_by_liberties(eye);
        for point in place.cuts(eye) {
            let is_attacked = point
                .neighbours()
                .into_iter()
                .any(|n| board.cell(n).is(owner.opposite()));
            if view == View::Tight || place.inside.contains(point) || is_attacked {
                place.inside.insert(point);
            } else {
                place.join(eye, &board.strings_beside(point, owner));
            }
        }
        place.add_attackers(eye);
        let empty = place.inside.iter().filter(|&p| board.is_empty(p)).count();
        (empty <= SMALL_EYE_POINTS).then_some(place)
    }

    /// Joins walls with two common liberties outside. Each liberty counts for one pair.
    fn join_by_liberties(&mut self, eye: &SmallEye<'_>) {
        let mut used = self.inside;
        for (index, &a) in eye.walls.iter().enumerate() {
            for &b in &eye.walls[index + 1..] {
                let of_b = eye.board.liberty_set(b);
                let mut common = eye.board.liberty_set(a);
                common.retain(|p| of_b.contains(p) && !used.contains(p));
                if common.len() >= 2 {
                    used.extend(common.iter().take(2));
                    self.join(eye, &[a, b]);
                }
            }
        }
    }

    /// Takes strings to share their fate, if they are walls.
    fn join(&mut self, eye: &SmallEye<'_>, strings: &[Point]) {
        let heads: Vec<Point> = strings.iter().map(|&s| eye.board.head(s)).collect();
        let of: Vec<Point> = heads.iter().filter_map(|&head| self.group(eye, head)).collect();
        if let Some(&first) = of.first() {
            let members = self.groups.iter_mut().filter(|g| of.contains(g));
            members.for_each(|group| *group = first);
        }
    }

    /// Returns the wall that a wall is joined to. `None` if it is no wall.
    fn group(&self, eye: &SmallEye<'_>, head: Point) -> Option<Point> {
        let index = eye.walls.iter().position(|&wall| wall == head)?;
        Some(self.groups[index])
    }

    /// Empty points beside two walls that are not joined.
    fn cuts(&self, eye: &SmallEye<'_>) -> Vec<Point> {
        let is_cut = |p: &Point| {
            let beside = eye.board.strings_beside(*p, eye.owner);
            let mut groups = beside.iter().filter_map(|&s| self.group(eye, eye.board.head(s)));
            groups
                .next()
                .is_some_and(|first| groups.any(|group| group != first))
        };
        let liberties: PointSet = eye.walls.iter().fold(PointSet::EMPTY, |mut all, &wall| {
            all.extend_with(&eye.board.liberty_set(wall));
            all
        });
        liberties.iter().filter(is_cut).collect()
    }

    /// Adds the attackers beside the points that have no liberty elsewhere.
    fn add_attackers(&mut self, eye: &SmallEye<'_>) {
        loop {
            let is_surrounded = |head: &Point| {
                eye.board
                    .liberty_set(*head)
                    .iter()
                    .all(|p| self.inside.contains(p))
            };
            let Some(head) = self.attackers(eye, &self.inside).iter().find(is_surrounded) else {
                return;
            };
            self.inside.extend(eye.board.string(head));
        }
    }

    /// Returns the attackers' strings beside a set of points that are not inside.
    fn attackers(&self, eye: &SmallEye<'_>, points: &PointSet) -> PointSet {
        let beside = points.iter().flat_map(Point::neighbours);
        let is_attacker =
            |p: &Point| eye.board.cell(*p).is(eye.owner.opposite()) && !self.inside.contains(*p);
        beside.filter(is_attacker).map(|p| eye.board.head(p)).collect()
    }

    /// May an attackers' string beside the points be captured from outside?
    fn has_weak_attackers(&self, eye: &SmallEye<'_>) -> bool {
        let alive = pass_alive(eye.board, false).stones[eye.owner.opposite()];
        let is_weak = |head: Point| {
            let liberties = eye.board.liberty_set(head);
            let outside = liberties.iter().filter(|&p| !self.inside.contains(p)).count();
            outside <= SMALL_EYE_WEAK_LIBERTIES && !alive.contains(head)
        };
        self.attackers(eye, &self.inside).iter().any(is_weak)
    }

    /// The attackers beside walls that have no liberty outside.
    fn beside_surrounded(&self, eye: &SmallEye<'_>) -> PointSet {
        let surrounded = eye
            .walls
            .iter()
            .filter(|&&wall| !self.is_main(eye, View::Loose, wall));
        self.attackers(
            eye,
            &surrounded.flat_map(|&wall| eye.board.string(wall)).collect(),
        )
    }

    /// Does a wall share the fate of the string that has to live?
    fn is_main(&self, eye: &SmallEye<'_>, view: View, wall: Point) -> bool {
        let is_linked = || {
            eye.board
                .liberty_set(wall)
                .iter()
                .any(|l| !self.inside.contains(l))
        };
        let is_saved = || {
            let beside = self.attackers(eye, &eye.board.string(wall).collect());
            beside.intersects(&eye.capturable)
        };
        self.group(eye, wall) == self.group(eye, eye.main)
            || view == View::Loose && (is_linked() || is_saved())
    }

    /// Builds the area, and the points of the board for its points. `None` if it has too many.
    fn area(&self, eye: &SmallEye<'_>, view: View, eyes: u32) -> Option<(SmallArea, Vec<Point>)> {
        let SmallEye { board, owner, .. } = *eye;
        let mut numbering = self.numbering(eye, view);
        let spare = if view == View::Loose {
            SMALL_EYE_SPARE_LIBERTIES
        } else {
            0
        };
        let needed = 2_usize.saturating_sub(eyes as usize);
        let on_board = numbering.points.len();
        if on_board + spare + needed > MAX_AREA {
            return None;
        }
        let numbers = &numbering.numbers;
        let mut area = SmallArea {
            beside: vec![0; on_board + spare + needed],
            main: 1,
            vital: numbering.vital,
            ..SmallArea::default()
        };
        let mut link = |a: u8, b: u8| {
            if a != b {
                area.beside[usize::from(a)] |= 1 << b;
                area.beside[usize::from(b)] |= 1 << a;
            }
        };
        for point in board.size().points().filter(|&p| numbers[p] != NOWHERE) {
            let at = numbers[point];
            let beside = point.neighbours();
            beside
                .into_iter()
                .filter(|&n| numbers[n] != NOWHERE)
                .for_each(|n| link(at, numbers[n]));
            let is_way = |&n: &Point| numbers[n] == NOWHERE && (board.is_empty(n) || board.cell(n).is(owner));
            if view == View::Loose && board.is_empty(point) && beside.iter().any(is_way) {
                link(at, MAIN);
            }
        }
        for added in on_board..on_board + spare + needed {
            link(added as u8, MAIN);
            area.closed_to_owner |= 1 << added;
            area.safe |= AreaSet::from(added < on_board + spare) << added;
        }
        for (i, &point) in numbering.points.iter().enumerate() {
            let is_exposed = view == View::Loose && eye.exposed.contains(point);
            let is_free = |&n: &Point| {
                numbers[n] == NOWHERE
                    && (board.is_empty(n) && !is_exposed || board.cell(n).is(owner.opposite()))
            };
            let is_tight = view == View::Tight && !eye.space.contains(point);
            area.owner |= AreaSet::from(board.cell(point).is(owner)) << i;
            area.attacker |= AreaSet::from(board.cell(point).is(owner.opposite())) << i;
            area.safe |= AreaSet::from(is_tight || point.neighbours().iter().any(is_free)) << i;
        }
        area.safe &= !area.vital;
        area.ko = board
            .ko()
            .filter(|(p, _)| self.inside.contains(*p))
            .map(|(p, closed_to)| (numbers[p], Role::of_owner(closed_to == owner)));
        Some((area, std::mem::take(&mut numbering.points)))
    }

    /// Numbers the points; the string that has to live comes first. In the tight view strings that share
    /// their fate with others and large ones are one point, and may not be lost. In the loose view all
    /// strings with the fate of the main one are one point with it.
    fn numbering(&self, eye: &SmallEye<'_>, view: View) -> Numbering {
        let board = eye.board;
        let mut all = Numbering {
            numbers: PointMap::filled(NOWHERE),
            points: vec![eye.main],
            vital: 1,
        };
        let (main, others): (Vec<Point>, Vec<Point>) =
            eye.walls.iter().partition(|&&wall| self.is_main(eye, view, wall));
        for stone in main.iter().flat_map(|&wall| board.string(wall)) {
            all.numbers[stone] = MAIN;
        }
        for point in self.inside.iter() {
            all.add(point);
        }
        for &wall in &others {
            let group = self.group(eye, wall);
            let together: Vec<Point> = others
                .iter()
                .copied()
                .filter(|&w| self.group(eye, w) == group)
                .collect();
            let is_alone = together.len() == 1 && board.string_size(wall) <= SMALL_STRING;
            if is_alone || view == View::Loose {
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
    /// Strings that may not be lost.
    vital: AreaSet,
}

impl Numbering {
    fn add(&mut self, point: Point) {
        self.numbers[point] = self.points.len().min(usize::from(NOWHERE - 1)) as u8;
        self.points.push(point);
    }
}
