// SPDX-License-Identifier: MIT OR Apache-2.0

//! One string of a race in one position: its liberties, its cavities (points that it encloses), and the
//! number of moves that they are worth.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};

use crate::local::{EyePoint, MAX_EYE, Shapes, Terms};
use crate::reading::distance::liberties_after;

/// Number of liberties with which a string of the wall is not captured during a race; 4 to 6.
const FIRM_LIBERTIES: i32 = 5;
/// Lead in liberties over the string of the race with which it is not captured either; 1 to 3.
const FIRM_LEAD: i32 = 2;
/// Limit of the points of a cavity that can hold one eye only; 1 to 3.
const MAX_POINTS_IN_ONE_EYE: usize = 2;
/// With more liberties than this a string may be in no race; 8 to 16.
const FREE_LIBERTIES: usize = 12;
/// It is in none if that number of them lead to more; 2 to 4.
const WAYS_OUT: usize = 3;
/// A liberty is taken in one move if the stone there has this number of liberties; 2 or 3.
const SAFE_FILL_LIBERTIES: u32 = 3;

/// Limit of the points of a cavity; larger ones are not counted.
const MAX_CAVITY_POINTS: usize = 12;
/// Limit of the strings around a cavity.
const MAX_BORDER_STRINGS: usize = 6;

/// Number of moves to capture stones whose only liberties are in one eye, by the points of the eye: the enemy
/// fills all points but one, his stones are taken, and he begins again in an eye that is one point smaller.
const EYE_LIBERTIES: [i32; 8] = [0, 1, 2, 3, 5, 8, 12, 17];

const MAX_CAVITIES: usize = 8;
const MAX_STRINGS: usize = 8;
/// More moves than a race can take.
pub(super) const NEVER: i32 = 100;

#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) color: Color,
    pub(super) stone: Point,
    pub(super) liberties: PointSet,
    /// Liberties that the other string does not share.
    pub(super) own: PointSet,
    /// Its cavities, alone or with strings that share one with it.
    pub(super) cavities: ArrayVec<Cavity, MAX_CAVITIES>,
    /// Heads of the strings that share cavities with it, itself first.
    pub(super) kin: ArrayVec<Point, MAX_STRINGS>,
    pub(super) alive: bool,
    /// All its eyes are known to be single ones, whoever moves first.
    pub(super) is_settled: bool,
    /// Lower bound of the enemy's moves for the liberties that are not shared.
    pub(super) least: i32,
    /// The enemy needs exactly `least` moves, however the string's owner plays.
    pub(super) is_exact: bool,
    /// Best rank of a certain eye, 0 for none.
    pub(super) eye: i32,
}

/// Liberties that a string gains by extending to one of them; an estimate if it joins others.
pub(super) fn gain(board: &Board, string: Point, point: Point, liberties: &PointSet) -> i32 {
    let is_new = |&n: &Point| board.is_empty(n) && !liberties.contains(n);
    let new = point.neighbours().iter().filter(|n| is_new(n)).count() as i32;
    let color = board.cell(string).color();
    let beside = color.map(|color| board.strings_beside(point, color));
    let friends = beside.into_iter().flatten().filter(|&f| f != board.head(string));
    new + friends.map(|f| board.liberties(f) as i32 - 1).sum::<i32>() - 1
}

/// Whether a string gains liberties by extending to one of them, or by going on from there.
fn leads_out(board: &Board, string: Point, point: Point, liberties: &PointSet) -> bool {
    let is_new = |&n: &Point| board.is_empty(n) && !liberties.contains(n);
    // One step out is no gain, but the next one may be.
    let goes_on = |n: Point| {
        let beyond = n.neighbours().into_iter().filter(|m| *m != point && is_new(m));
        beyond.count() >= 2
    };
    gain(board, string, point, liberties) > 0 || point.neighbours().into_iter().filter(is_new).any(goes_on)
}

impl Side {
    /// The string of a stone, in a race with that of another.
    pub(super) fn new(board: &Board, stone: Point, other: Option<Point>, shapes: &mut Shapes) -> Self {
        let color = board.cell(stone).color().expect("a race is between stones");
        let liberties = board.liberty_set(stone);
        let mut own = liberties;
        if let Some(other) = other {
            let theirs = board.liberty_set(other);
            own.retain(|p| !theirs.contains(p));
        }
        let mut side = Self {
            color,
            stone,
            liberties,
            own,
            cavities: ArrayVec::new(),
            kin: ArrayVec::new(),
            alive: false,
            is_settled: true,
            least: 0,
            is_exact: false,
            eye: 0,
        };
        side.find_caves(board, other);
        side.alive = side.is_alive(board) || side.has_lasting_eye(board, shapes, false);
        side.count(board, other, shapes);
        side
    }

    fn find_caves(&mut self, board: &Board, other: Option<Point>) {
        let mut seen = PointSet::EMPTY;
        self.kin.push(board.head(self.stone));
        let mut next = 0;
        while let Some(&head) = self.kin.get(next) {
            next += 1;
            for p in board.liberty_set(head).iter() {
                if seen.contains(p) {
                    continue;
                }
                seen.insert(p);
                let Some(cavity) = Cavity::around(board, self.color, p, other) else {
                    continue;
                };
                seen.extend(cavity.points.iter().copied());
                for &string in &cavity.border {
                    if !self.kin.contains(&string) {
                        let _ = self.kin.try_push(string);
                    }
                }
                if self.cavities.try_push(cavity).is_err() {
                    return;
                }
            }
        }
    }

    /// Benson's criterion with the cavities found; of two that only this string encloses one is always left.
    fn is_alive(&self, board: &Board) -> bool {
        let main = board.head(self.stone);
        let solid = self.cavities.iter().filter(|c| c.border[..] == [main]).count();
        if solid >= 2 {
            return true;
        }
        let mut strings: ArrayVec<Point, MAX_STRINGS> = self.kin.clone();
        let mut cavities: ArrayVec<&Cavity, MAX_CAVITIES> = self.cavities.iter().collect();
        let is_vital = |cavity: &Cavity, head: Point| {
            let empty = cavity.points.iter().filter(|&&p| board.is_empty(p));
            let mut beside = empty.map(|&p| board.strings_beside(p, self.color));
            beside.all(|strings| strings.contains(&head))
        };
        loop {
            let strings_before = strings.len();
            strings.retain(|head| {
                let is_eye = |c: &&&Cavity| c.border.contains(head) && is_vital(c, *head);
                cavities.iter().filter(is_eye).count() >= 2
            });
            let caves_before = cavities.len();
            cavities.retain(|cavity| cavity.border.iter().all(|head| strings.contains(head)));
            if strings.len() == strings_before && cavities.len() == caves_before {
                return strings.contains(&main);
            }
        }
    }

    fn count(&mut self, board: &Board, other: Option<Point>, shapes: &mut Shapes) {
        if self.alive {
            self.least = NEVER;
            return;
        }
        let main = board.head(self.stone);
        let mut in_eyes = PointSet::EMPTY;
        for cavity in self.cavities.iter().filter(|c| c.border[..] == [main]) {
            self.eye = self.eye.max(cavity.rank());
            let in_time = self.liberties.iter().any(|p| !cavity.points.contains(&p));
            let terms = Terms {
                owner_moves: true,
                in_time,
                strict: false,
            };
            self.is_settled &= cavity.is_one_eye(board, shapes, terms) == Some(true);
            match cavity.liberties() {
                Some(count) => {
                    self.least += count;
                    in_eyes.extend(cavity.points.iter().copied());
                }
                None => self.is_settled = false,
            }
        }
        self.least += self.own.iter().filter(|&p| !in_eyes.contains(p)).count() as i32;
        let is_plain = |p| in_eyes.contains(p) || self.is_plain(board, p);
        self.is_exact = self.is_settled
            && self.liberties.iter().all(is_plain)
            && self.makes_no_eye(board, &in_eyes)
            && self.is_held(board, other, &in_eyes);
    }

    /// Whether it is useless for the owner to make an eye of liberties with no enemy stone beside them. One
    /// eye changes nothing where no liberties are shared and there is no other eye.
    fn makes_no_eye(&self, board: &Board, in_eyes: &PointSet) -> bool {
        let own = self.own.iter();
        let free = own.filter(|&p| !in_eyes.contains(p) && self.is_free(board, p));
        let is_lone = self.eye == 0 && self.own.len() == self.liberties.len();
        free.count() <= if is_lone { MAX_POINTS_IN_ONE_EYE } else { 0 }
    }

    /// Returns whether the liberty takes the enemy one move, and is of no other use to the string.
    pub(super) fn is_plain(&self, board: &Board, point: Point) -> bool {
        !leads_out(board, self.stone, point, &self.liberties)
            && (!self.own.contains(point)
                || liberties_after(board, self.color.opposite(), point) >= SAFE_FILL_LIBERTIES)
    }

    /// Returns whether no enemy stone is beside the liberty, so that it could become an eye.
    pub(super) fn is_free(&self, board: &Board, point: Point) -> bool {
        let enemy = self.color.opposite();
        !point.neighbours().iter().any(|&n| board.cell(n).is(enemy))
    }

    /// Whether there is no string around that could be captured instead.
    fn is_held(&self, board: &Board, other: Option<Point>, in_eyes: &PointSet) -> bool {
        let firm = FIRM_LIBERTIES.min(self.least + FIRM_LEAD);
        board.adjacent_strings(self.stone).all(|enemy| {
            Some(enemy) == other.map(|other| board.head(other))
                || in_eyes.contains(enemy)
                || board.liberties(enemy) as i32 >= firm
        })
    }

    /// Returns whether it has one eye there, nothing else, and no way out after it has captured the stones at
    /// `point`.
    pub(super) fn is_left_with_one_eye(&self, board: &Board, point: Point, shapes: &mut Shapes) -> bool {
        let Some(cavity) = self.cavities.iter().find(|c| c.points.contains(&point)) else {
            return false;
        };
        let terms = Terms {
            owner_moves: false,
            in_time: false,
            strict: false,
        };
        !self.alive
            && cavity.is_one_eye(board, shapes, terms) == Some(true)
            && cavity.border.contains(&board.head(self.stone))
            && self.is_surrounded(board, cavity)
    }

    /// Returns whether it and the rest of the border of the cavity have no eye and no way out beside it.
    pub(super) fn is_surrounded(&self, board: &Board, cavity: &Cavity) -> bool {
        let has_no_way_out = |&head: &Point| {
            let liberties = board.liberty_set(head);
            let mut others = liberties.iter().filter(|p| !cavity.points.contains(p));
            others.all(|p| !leads_out(board, head, p, &liberties))
        };
        let mut others = self.cavities.iter().filter(|c| c.points != cavity.points);
        others.all(|c| !c.is_solid()) && cavity.border.iter().all(has_no_way_out)
    }

    pub(super) fn runs(&self, board: &Board) -> bool {
        let leads_out = |p: &Point| leads_out(board, self.stone, *p, &self.liberties);
        self.liberties.len() > FREE_LIBERTIES && self.liberties.iter().filter(leads_out).count() >= WAYS_OUT
    }

    /// Whether it has an eye that cannot be filled, if its owner or else the enemy moves first.
    pub(super) fn has_lasting_eye(&self, board: &Board, shapes: &mut Shapes, owner_moves: bool) -> bool {
        let main = board.head(self.stone);
        let mut solid = self.cavities.iter().filter(|c| c.border[..] == [main]);
        let terms = Terms {
            owner_moves,
            in_time: false,
            strict: true,
        };
        solid.any(|cavity| cavity.is_one_eye(board, shapes, terms) == Some(false))
    }
}

/// Connected points without stones of a colour, with stones of that colour all around.
#[derive(Clone, Debug, Default)]
pub(super) struct Cavity {
    pub(super) points: ArrayVec<Point, MAX_CAVITY_POINTS>,
    /// Stones in it, all of the other colour.
    captives: usize,
    /// Heads of the strings around it.
    border: ArrayVec<Point, MAX_BORDER_STRINGS>,
    /// The point where a stone that joins the border makes two eyes of it.
    pub(super) split: Option<Point>,
    has_corner: bool,
}

impl Cavity {
    /// Finds the cavity of a colour around a point. `None` if it is large, or holds the stone `outsider`.
    pub(super) fn around(board: &Board, color: Color, start: Point, outsider: Option<Point>) -> Option<Self> {
        let mut cavity = Self::default();
        let size = board.size();
        let outsider = outsider.map(|stone| board.head(stone));
        cavity.points.push(start);
        let mut next = 0;
        while let Some(&point) = cavity.points.get(next) {
            next += 1;
            if board.cell(point).is_stone() {
                if Some(board.head(point)) == outsider {
                    return None;
                }
                cavity.captives += 1;
            }
            let mut edges = 0;
            for n in point.neighbours() {
                if !size.contains(n) {
                    edges += 1;
                } else if board.cell(n).is(color) {
                    let head = board.head(n);
                    if !cavity.border.contains(&head) {
                        cavity.border.try_push(head).ok()?;
                    }
                } else if !cavity.points.contains(&n) {
                    cavity.points.try_push(n).ok()?;
                }
            }
            cavity.has_corner |= edges >= 2;
        }
        cavity.split = cavity.find_split(board, color);
        Some(cavity)
    }

    pub(super) fn degree(&self, point: Point) -> usize {
        let beside = point.neighbours();
        beside.iter().filter(|n| self.points.contains(n)).count()
    }

    pub(super) fn is_solid(&self) -> bool {
        self.border.len() == 1
    }

    /// Number of moves that the enemy needs to fill it as one eye. None if that is unknown.
    pub(super) fn liberties(&self) -> Option<i32> {
        let of_eye = *EYE_LIBERTIES.get(self.points.len())?;
        (self.points.len() <= 3 || !self.has_corner).then_some(of_eye - self.captives as i32)
    }

    /// Returns whether it remains one eye, which can be filled. None if that is unknown, as in corners.
    pub(super) fn is_one_eye(&self, board: &Board, shapes: &mut Shapes, terms: Terms) -> Option<bool> {
        if terms.owner_moves && self.split.is_some() {
            return Some(false);
        }
        let is_one = shapes.is_one_eye(&self.contents(board)?, terms)?;
        (is_one || !self.has_corner || self.points.len() <= 3).then_some(is_one)
    }

    fn contents(&self, board: &Board) -> Option<ArrayVec<EyePoint, MAX_EYE>> {
        let color = board.cell(*self.border.first()?);
        let point = |&at: &Point| EyePoint {
            at,
            is_captive: board.cell(at).is_stone(),
            is_anchored: at.neighbours().iter().any(|&n| board.cell(n) == color),
        };
        (self.points.len() <= MAX_EYE).then(|| self.points.iter().map(point).collect())
    }

    /// Rank of the eye. Eyes of four points or more are better than smaller ones: they are eyes still once
    /// the stones in them are taken.
    pub(super) fn rank(&self) -> i32 {
        match self.points.len() as i32 {
            ..=3 => 1,
            n => n,
        }
    }

    fn find_split(&self, board: &Board, color: Color) -> Option<Point> {
        if self.points.len() < 3 {
            return None;
        }
        self.points.iter().copied().find(|&p| {
            board.is_empty(p)
                && p.neighbours().iter().any(|&n| board.cell(n).is(color))
                && !self.is_connected_without(p)
        })
    }

    fn is_connected_without(&self, point: Point) -> bool {
        let mut reached = ArrayVec::<Point, MAX_CAVITY_POINTS>::new();
        reached.extend(self.points.iter().copied().find(|&p| p != point));
        let mut next = 0;
        while let Some(&p) = reached.get(next) {
            next += 1;
            for n in p.neighbours() {
                if n != point && self.points.contains(&n) && !reached.contains(&n) {
                    reached.push(n);
                }
            }
        }
        reached.len() + 1 == self.points.len()
    }
}
