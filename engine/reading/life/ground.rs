//! The ground on which a group fights for its life: the points that matter, numbered anew so that a set of them is a
//! word of bits.

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Color, Point, PointMap};

use super::frame::Frame;

/// The points around a point, row by row.
const RING: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
/// What a point around another holds, in two bits; 0 is an empty one.
pub(super) const OWN: u16 = 1;
pub(super) const ATTACKER: u16 = 2;
pub(super) const OFF: u16 = 3;

/// A set of points of a ground.
pub(super) type Bits = u128;

/// Points of a ground.
const MOST: usize = 128;
/// Strings of more stones are one point each: nobody plays again where they stood.
const SMALL: u32 = 6;
/// No point.
pub(super) const NOWHERE: u8 = u8::MAX;

/// What does not change while a group is read.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) owner: Color,
    /// The points by number; of a large string its first stone.
    pub(super) points: ArrayVec<Point, MOST>,
    numbers: PointMap<u8>,
    /// Neighbours and diagonal points of each point.
    near: [Bits; MOST],
    diagonal: [Bits; MOST],
    /// The eight points around each, and what those of them hold that are not on the ground.
    ring: [[u8; 8]; MOST],
    beyond: [u16; MOST],
    /// Lines from the nearer edge, times four, and from the farther one, each up to 3.
    places: [u8; MOST],
    /// Where stones can be played.
    pub(super) area: Bits,
    /// Large strings.
    pub(super) solid: Bits,
    /// Points of the open board, where one has escaped.
    pub(super) open: Bits,
    /// Beside a safe attacker that is not on the ground.
    pub(super) wall_beside: Bits,
    /// With one such attacker or more on a diagonal, and with two or more.
    pub(super) wall_diagonal: [Bits; 2],
    /// Beside a friend of the owner's that is alive.
    pub(super) friend_beside: Bits,
    /// Beside an empty point that is not on the ground: a liberty that stays.
    pub(super) leaks: Bits,
    /// On an edge, and in a corner.
    pub(super) edge: Bits,
    pub(super) corner: Bits,
    /// The group's own stones, and how many each point stands for.
    pub(super) group: Bits,
    weights: [u8; MOST],
    /// Stones of the group.
    pub(super) weight: u32,
    /// Stones at the start.
    pub(super) own: Bits,
    pub(super) attackers: Bits,
    /// The same points as an enemy group sees them that may be captured as well; none if the attackers are no group of
    /// their own.
    pub(super) enemy: Option<Box<Self>>,
}

/// The points of a set, lowest first.
pub(super) fn each(mut bits: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lowest = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            lowest
        })
    })
}

pub(super) fn bit(point: u8) -> Bits {
    1 << point
}

impl Ground {
    /// The ground of a frame. None if it has more points than fit.
    pub(super) fn new(board: &Board, frame: &Frame) -> Option<Self> {
        let mut ground = Self {
            owner: frame.owner,
            points: ArrayVec::new(),
            numbers: PointMap::filled(NOWHERE),
            near: [0; MOST],
            diagonal: [0; MOST],
            ring: [[NOWHERE; 8]; MOST],
            beyond: [0; MOST],
            places: [0; MOST],
            area: 0,
            solid: 0,
            open: 0,
            wall_beside: 0,
            wall_diagonal: [0; 2],
            friend_beside: 0,
            leaks: 0,
            edge: 0,
            corner: 0,
            group: 0,
            weights: [0; MOST],
            weight: 0,
            own: 0,
            attackers: 0,
            enemy: None,
        };
        ground.add_points(board, frame)?;
        ground.add_neighbours(board, frame);
        Some(ground)
    }

    /// The attackers are a group that fights for its life on the same points.
    pub(super) fn face(&mut self, enemy: &Self) {
        self.enemy = Some(Box::new(Self {
            enemy: None,
            ..enemy.clone()
        }));
    }

    fn add_points(&mut self, board: &Board, frame: &Frame) -> Option<()> {
        let mut stones = frame.stones;
        for point in frame.area.iter() {
            if board.is_empty(point) {
                let i = self.add(point)?;
                self.area |= bit(i);
                if frame.open.contains(point) {
                    self.open |= bit(i);
                }
            } else {
                stones.insert(point);
            }
            let beside = point.neighbours();
            stones.extend(beside.into_iter().filter(|&n| board.cell(n).is(frame.owner)));
        }
        for stone in stones.iter() {
            let is_outside = frame.wall.contains(stone) || frame.friends.contains(stone);
            if is_outside || self.numbers[stone] != NOWHERE {
                continue;
            }
            let is_large = board.string_size(stone) > SMALL;
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
                if board.cell(s).is(frame.owner) {
                    self.own |= bit(i);
                } else {
                    self.attackers |= bit(i);
                }
                if frame.stones.contains(s) {
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

    fn add_neighbours(&mut self, board: &Board, frame: &Frame) {
        let size = board.size();
        let attacker = frame.owner.opposite();
        for point in size.points() {
            let i = self.numbers[point];
            if i == NOWHERE {
                continue;
            }
            let at = usize::from(i);
            let mut off = 0;
            for n in point.neighbours() {
                if !size.contains(n) {
                    off += 1;
                } else if self.numbers[n] != NOWHERE {
                    self.near[at] |= bit(self.numbers[n]);
                } else if board.is_empty(n) {
                    self.leaks |= bit(i);
                } else if board.cell(n).is(attacker) {
                    self.wall_beside |= bit(i);
                } else {
                    self.friend_beside |= bit(i);
                }
            }
            self.near[at] &= !bit(i);
            self.add_ring(board, point);
            self.places[at] = place(board.size(), point);
            if off >= 1 {
                self.edge |= bit(i);
            }
            if off >= 2 {
                self.corner |= bit(i);
            }
            for d in point.diagonals() {
                if !size.contains(d) {
                    continue;
                }
                if self.numbers[d] != NOWHERE {
                    self.diagonal[at] |= bit(self.numbers[d]);
                } else if board.cell(d).is(attacker) {
                    self.wall_diagonal[1] |= self.wall_diagonal[0] & bit(i);
                    self.wall_diagonal[0] |= bit(i);
                }
            }
        }
    }

    /// Notes the points around a point of the ground, and what is beyond it.
    fn add_ring(&mut self, board: &Board, point: Point) {
        let at = usize::from(self.numbers[point]);
        for (slot, (dx, dy)) in RING.into_iter().enumerate() {
            let beyond = match board.size().offset(point, dx, dy) {
                None => OFF,
                Some(n) if self.numbers[n] != NOWHERE => {
                    self.ring[at][slot] = self.numbers[n];
                    0
                }
                Some(n) => board.cell(n).color().map_or(0, |color| self.code(color)),
            };
            self.beyond[at] |= beyond << (2 * slot);
        }
    }

    fn code(&self, color: Color) -> u16 {
        if color == self.owner { OWN } else { ATTACKER }
    }

    /// What the eight points around a point hold, two bits each from the lowest on.
    pub(super) fn shape(&self, own: Bits, attackers: Bits, point: u8) -> u16 {
        let at = usize::from(point);
        let mut shape = self.beyond[at];
        for (slot, &p) in self.ring[at].iter().enumerate() {
            if p != NOWHERE {
                let holds = |bits: Bits| ((bits >> p) & 1) as u16;
                let (own, attacker) = (holds(own), holds(attackers));
                shape |= ((own * OWN) | (attacker * ATTACKER)) << (2 * slot);
            }
        }
        shape
    }

    /// Lines from the nearer edge, times four, and from the farther one, each up to 3.
    pub(super) fn place(&self, point: u8) -> u8 {
        self.places[usize::from(point)]
    }

    /// The number of a point of the board, if it is on the ground.
    pub(super) fn number(&self, point: Point) -> Option<u8> {
        Some(self.numbers[point]).filter(|&i| i != NOWHERE)
    }

    pub(super) fn near(&self, point: u8) -> Bits {
        self.near[usize::from(point)]
    }

    pub(super) fn diagonal(&self, point: u8) -> Bits {
        self.diagonal[usize::from(point)]
    }

    /// All points beside a set, some of which may be in it.
    pub(super) fn around(&self, set: Bits) -> Bits {
        each(set).fold(0, |sum, p| sum | self.near(p))
    }

    /// The connected part of `within` that holds the points of `start`, which are taken to be connected.
    pub(super) fn flood(&self, start: Bits, within: Bits) -> Bits {
        let (mut all, mut frontier) = (start, start);
        while frontier != 0 {
            frontier = self.around(frontier) & within & !all;
            all |= frontier;
        }
        all
    }

    /// Stones of the group in a set.
    pub(super) fn weight_of(&self, set: Bits) -> u32 {
        each(set & self.group)
            .map(|p| u32::from(self.weights[usize::from(p)]))
            .sum()
    }
}

/// Lines from the nearer edge, times four, and from the farther one, each up to 3.
fn place(size: BoardSize, point: Point) -> u8 {
    let steps = |dx: i32, dy: i32| {
        let beyond = |n: &i32| size.offset(point, n * dx, n * dy).is_none();
        (1..=3).find(beyond).map_or(3, |n| n as u8 - 1)
    };
    let across = steps(1, 0).min(steps(-1, 0));
    let along = steps(0, 1).min(steps(0, -1));
    4 * across.min(along) + across.max(along)
}
