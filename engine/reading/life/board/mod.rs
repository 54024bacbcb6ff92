// SPDX-License-Identifier: MIT OR Apache-2.0

//! The part of the board that a question about a group sees: its [`Region`], found with its surroundings
//! (`outside`), whose points are renumbered, so that a set of them fits into one word of 128 bits. A
//! [`LocalPosition`] has the stones on this local board.
//!
//! A large string is one point. On the narrow local board attackers that cannot be captured as they stand are
//! safe. On the wide one those with few liberties are not, so that forcing moves against them count. An owner
//! who cannot live on the first is read again on the second. An owner who lives only by liberties beyond the
//! border of the first is read again on the grown one, which has the points beyond.

mod contents;
mod outside;
mod position;
mod region;

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Color, Point, PointMap};

pub(crate) use crate::local::each;
use crate::local::{Role, around, flood};
use crate::reading::MoveOrder;
use crate::reading::life::policy::{ATTACKER, OFF, OWN};
#[cfg(test)]
pub(crate) use outside::Outside;
pub(crate) use position::{Dependence, LocalPosition, Played, count};
pub(crate) use region::{MAX_CAPTURABLE_LIBERTIES, Region};

/// Limit of the stones of a string where moves after its capture are looked at; larger strings are one point
/// of the local board; 8 to 16. life-and-death.md: with 6, captures of seven stones and more were misread.
pub(crate) const SMALL_STRING: u32 = 12;

pub(crate) type Bits = u128;

/// Limit of the attackers inside a closed area with which an answer is proved; 0 to 2. life-and-death.md: of
/// 1,340 answers about random eye spaces 5 are wrong, all with three or more.
const MAX_ATTACKERS_PROVED: u32 = 2;

/// Limit of the points of a local board.
const MAX_POINTS: usize = 128;
pub(crate) const NOWHERE: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Aim {
    /// The group in question has to live.
    Life,
    /// The owner needs that number of eyes, 1 or 2, among the points of an eye space.
    Eyes(u32),
}

impl Aim {
    pub(crate) fn eyes(self) -> u32 {
        match self {
            Self::Life => 2,
            Self::Eyes(eyes) => eyes,
        }
    }
}

/// The part of a local board that no move changes; the stones are in [`LocalPosition`].
#[derive(Clone, Debug, Hash)]
pub(crate) struct LocalBoard {
    pub(crate) owner: Color,
    /// The points of the board by their local numbers; for a large string its first stone.
    pub(crate) points: ArrayVec<Point, MAX_POINTS>,
    numbers: PointMap<u8>,
    /// Neighbours and diagonal points of each point.
    near: [Bits; MAX_POINTS],
    diagonal: [Bits; MAX_POINTS],
    /// The eight points around each point, and the contents of those that are not on the local board.
    ring: [[u8; 8]; MAX_POINTS],
    beyond: [u16; MAX_POINTS],
    /// Place of each point: 4 x the distance from the nearest edge plus the distance from the nearest edge in
    /// the other direction, each 0 to 3.
    pub(crate) places: [u8; MAX_POINTS],
    /// Points where stones can be played.
    pub(crate) area: Bits,
    pub(crate) solid: Bits,
    /// Points of the open board: a group that reaches one has escaped.
    pub(crate) open: Bits,
    /// Points beside a safe attacker that is not on the local board.
    pub(crate) wall_beside: Bits,
    /// Points with one or more such attackers on their diagonals, and with two or more.
    pub(crate) wall_diagonal: [Bits; 2],
    /// Points beside a living friend of the owner's.
    pub(crate) friend_beside: Bits,
    /// Points beside an empty point that is not on the local board: a liberty that nobody can take.
    pub(crate) outside_beside: Bits,
    /// Points among them beside a point that is not on the open board: the border of the local board.
    pub(crate) border: Bits,
    /// Points where a stone of each role has a lasting liberty outside the local board: those of
    /// `outside_beside`, and for a question about eyes fewer.
    pub(crate) free: [Bits; 2],
    /// Points on an edge, and in a corner.
    pub(crate) edge: Bits,
    pub(crate) corner: Bits,
    /// The group's stones, and the number of stones for which each point stands.
    pub(crate) group: Bits,
    weights: [u8; MAX_POINTS],
    pub(crate) weight: u32,
    /// Stones of both sides at the start.
    pub(crate) own: Bits,
    pub(crate) attackers: Bits,
    pub(crate) aim: Aim,
    /// The points of the eye space in question; all points if it is a group.
    pub(crate) eye_points: Bits,
    /// In a question about eyes, the attackers' stones that count as dead; else empty.
    pub(crate) given_up: Bits,
    /// In a semeai, the local board with the attackers' group in question.
    pub(crate) enemy: Option<Box<Self>>,
    pub(crate) order: MoveOrder,
    size: BoardSize,
}

pub(crate) fn bit(point: u8) -> Bits {
    1 << point
}

/// The local boards on which a group is read.
#[derive(Hash)]
pub(crate) struct LocalBoards {
    /// All attackers that cannot be captured as they stand are safe.
    pub(crate) narrow: LocalBoard,
    /// Attackers with few liberties are not safe. None if there are none, or too many points.
    pub(crate) wide: Option<LocalBoard>,
    /// Has the points beyond the border, up to a limit. None if there are none.
    pub(crate) grown: Option<LocalBoard>,
}

impl LocalBoards {
    /// Whether a search of all moves there proves its answer: the area is closed, no attackers around it are
    /// short of liberties, and those inside are too few for the sekis and captures that static evaluation
    /// does not see.
    pub(crate) fn is_complete(&self) -> bool {
        let attackers = count(self.narrow.attackers);
        self.narrow.is_closed() && self.wide.is_none() && attackers <= MAX_ATTACKERS_PROVED
    }
}

impl LocalBoard {
    /// Whether the group cannot leave the area: neither to the open board, nor to living friends, nor to
    /// points outside of it.
    pub(crate) fn is_closed(&self) -> bool {
        self.open | self.outside_beside | self.friend_beside == 0
    }

    /// Builds the local board of a region. None if the region has too many points.
    pub(crate) fn new(board: &Board, region: &Region, order: &MoveOrder) -> Option<Self> {
        let mut local_board = Self {
            owner: region.owner,
            points: ArrayVec::new(),
            numbers: PointMap::filled(NOWHERE),
            near: [0; MAX_POINTS],
            diagonal: [0; MAX_POINTS],
            ring: [[NOWHERE; 8]; MAX_POINTS],
            beyond: [0; MAX_POINTS],
            places: [0; MAX_POINTS],
            area: 0,
            solid: 0,
            open: 0,
            wall_beside: 0,
            wall_diagonal: [0; 2],
            friend_beside: 0,
            outside_beside: 0,
            border: 0,
            free: [0; 2],
            edge: 0,
            corner: 0,
            group: 0,
            weights: [0; MAX_POINTS],
            weight: 0,
            own: 0,
            attackers: 0,
            aim: Aim::Life,
            eye_points: Bits::MAX,
            given_up: 0,
            enemy: None,
            order: order.clone(),
            size: board.size(),
        };
        local_board.add_points(board, region)?;
        local_board.add_surroundings(board, region);
        local_board.free = [local_board.outside_beside; 2];
        Some(local_board)
    }

    /// Makes this a semeai: the attackers' group is in question, too.
    pub(crate) fn face(&mut self, enemy: &Self) {
        self.enemy = Some(Box::new(Self {
            enemy: None,
            ..enemy.clone()
        }));
    }

    pub(crate) fn bits(&self, points: impl Iterator<Item = Point>) -> Bits {
        let numbers = points.filter_map(|p| self.number(p));
        numbers.fold(0, |all, i| all | bit(i))
    }

    fn add_points(&mut self, board: &Board, region: &Region) -> Option<()> {
        let mut stones = region.stones;
        for point in region.area.iter() {
            if board.is_empty(point) {
                let i = self.add(point)?;
                self.area |= bit(i);
                if region.open.contains(point) {
                    self.open |= bit(i);
                }
            } else {
                stones.insert(point);
            }
            let beside = point.neighbours();
            stones.extend(beside.into_iter().filter(|&n| board.cell(n).is(region.owner)));
        }
        for stone in stones.iter() {
            let is_outside = region.wall.contains(stone) || region.friends.contains(stone);
            if is_outside || self.numbers[stone] != NOWHERE {
                continue;
            }
            let is_large = board.string_size(stone) > SMALL_STRING;
            let mut shared = None;
            for s in board.string(stone) {
                let i = match shared.filter(|_| is_large) {
                    Some(i) => i,
                    None => self.add(s)?,
                };
                shared = Some(i);
                self.numbers[s] = i;
                if is_large {
                    self.solid |= bit(i);
                } else {
                    self.area |= bit(i);
                }
                if board.cell(s).is(region.owner) {
                    self.own |= bit(i);
                } else {
                    self.attackers |= bit(i);
                }
                if region.stones.contains(s) {
                    self.group |= bit(i);
                    self.weights[usize::from(i)] = self.weights[usize::from(i)].saturating_add(1);
                    self.weight += 1;
                }
            }
        }
        Some(())
    }

    fn add(&mut self, point: Point) -> Option<u8> {
        let i = self.points.len() as u8;
        self.points.try_push(point).ok()?;
        self.numbers[point] = i;
        Some(i)
    }

    /// Stores what lies around each point: the points of the local board, and the contents of the others.
    fn add_surroundings(&mut self, board: &Board, region: &Region) {
        let size = board.size();
        for point in size.points() {
            let Some(i) = self.number(point) else { continue };
            let at = usize::from(i);
            self.places[at] = place(size, point);
            let mut sides_off = 0;
            let around = (0..9).filter(|&i| i != 4).map(|i| (i % 3 - 1, i / 3 - 1));
            for (slot, (dx, dy)) in around.enumerate() {
                let is_side = dx * dy == 0;
                let Some(n) = size.offset(point, dx, dy) else {
                    sides_off += u32::from(is_side);
                    self.beyond[at] |= OFF << (2 * slot);
                    continue;
                };
                if let Some(number) = self.number(n) {
                    self.ring[at][slot] = number;
                    let beside = if is_side {
                        &mut self.near
                    } else {
                        &mut self.diagonal
                    };
                    beside[at] |= bit(number);
                    continue;
                }
                let content = match board.cell(n).color() {
                    None => 0,
                    Some(color) if color == self.owner => OWN,
                    Some(_) => ATTACKER,
                };
                self.beyond[at] |= content << (2 * slot);
                match (content, is_side) {
                    (0, true) => {
                        self.outside_beside |= bit(i);
                        self.border |= Bits::from(!region.open.contains(n)) << i;
                    }
                    (OWN, true) => self.friend_beside |= bit(i),
                    (ATTACKER, true) => self.wall_beside |= bit(i),
                    (ATTACKER, false) => {
                        self.wall_diagonal[1] |= self.wall_diagonal[0] & bit(i);
                        self.wall_diagonal[0] |= bit(i);
                    }
                    _ => {}
                }
            }
            self.near[at] &= !bit(i);
            self.edge |= Bits::from(sides_off >= 1) << i;
            self.corner |= Bits::from(sides_off >= 2) << i;
        }
    }

    /// Packs the contents of the eight points around a point, two bits each, the first in the lowest bits.
    pub(crate) fn shape(&self, position: &LocalPosition, point: u8) -> u16 {
        let at = usize::from(point);
        let mut shape = self.beyond[at];
        for (slot, &p) in self.ring[at].iter().enumerate() {
            if p != NOWHERE {
                let holds = |bits: Bits| ((bits >> p) & 1) as u16;
                let (own, attacker) = (holds(position.own), holds(position.attackers));
                shape |= ((own * OWN) | (attacker * ATTACKER)) << (2 * slot);
            }
        }
        shape
    }

    pub(crate) fn number(&self, point: Point) -> Option<u8> {
        Some(self.numbers[point]).filter(|&i| i != NOWHERE)
    }

    pub(crate) fn near(&self, point: u8) -> Bits {
        self.near[usize::from(point)]
    }

    pub(crate) fn neighbours(&self) -> &[Bits] {
        &self.near
    }

    pub(crate) fn diagonal(&self, point: u8) -> Bits {
        self.diagonal[usize::from(point)]
    }

    /// Points where a stone of that side has a lasting liberty, by an outside point or a safe stone.
    pub(crate) fn lasting(&self, role: Role) -> Bits {
        self.free[role as usize] | self.safe_beside(role)
    }

    /// Points beside a safe stone of that side outside the local board.
    pub(crate) fn safe_beside(&self, role: Role) -> Bits {
        [self.wall_beside, self.friend_beside][role as usize]
    }

    /// All neighbours of a set; some may be in it.
    pub(crate) fn around(&self, set: Bits) -> Bits {
        around(&self.near, set)
    }

    /// Returns the connected part of `within` that contains `start`, which is connected itself.
    pub(crate) fn flood(&self, start: Bits, within: Bits) -> Bits {
        flood(&self.near, start, within)
    }

    pub(crate) fn weight_of(&self, set: Bits) -> u32 {
        let weights = each(set & self.group).map(|p| u32::from(self.weights[usize::from(p)]));
        weights.sum()
    }
}

/// Computes the place of a point: see `LocalBoard::places`.
fn place(size: BoardSize, point: Point) -> u8 {
    let steps = |at: u8, side: u8| at.min(side - 1 - at).min(3);
    let across = steps(point.x(), size.width());
    let along = steps(point.y(), size.height());
    4 * across.min(along) + across.max(along)
}
