// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goal of joining a string with another or with an area.
//!
//! The side that joins is the attacker of the search; the side that cuts may pass. The two are joined when
//! they are one string that is not in atari, or when pairs of points link them ([`are_linked`], without
//! reading). The attacker has failed when one of them is captured or the way between them gets too long.
//!
//! Ways are measured in half stones (`distance`). Own strings cost nothing, two points that the other side
//! cannot both take half a stone, strings of the other side with up to three liberties the stones that
//! capture them. Moves are the points on the shortest ways and on ways a stone longer, and the liberties of
//! short strings along them. So "joined" is exact, and "cut" holds for ways of this kind only.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};
use mkpat::Aim;

use super::candidates::Candidates;
use super::distance::{Distances, End, Extent, FAR, STONE, liberties_after};
use super::search::{ReadingGoal, SearchPosition, SearchStyle, numbers_of, point_key};
use crate::ladder::LadderWork;

/// Limit of the way below the root with the joining side to move, in half stones; 3 to 5 stones.
const JOIN_LIMIT: u8 = 4 * STONE;
/// Taken off the limit with the other side to move; 0 to 2.
const CUTTER_LIMIT_LESS: u8 = STONE / 2;
/// Half stones by which a way may exceed the shortest one; 1 to 4. reading.md.
const JOIN_DETOUR: u8 = STONE;
/// Limit of the way at the root, in half stones; 6 to 10 stones.
const JOIN_ROOT_LIMIT: u8 = 8 * STONE;
/// Taken off the limit where the search is no longer wide; 0 to 2. reading.md: 102 tests in place of 97.
const NARROW_LIMIT_LESS: u8 = STONE / 2;
/// Half stones by which a link of two points shortens a way; 0 to 2.
const LINK_GAIN: u8 = STONE / 2;
/// Links are looked for if the way is at most the limit divided by this; 1 to 3.
const LINK_LIMIT_PART: u8 = 2;
/// Limit of the liberties of a string that are looked at; 16 to 40.
const JOIN_LIBERTIES_SEEN: usize = 24;
/// Budget of a question about a connection as a multiple of the budget of a capture: its searches are larger;
/// 1 to 4.
const JOIN_STYLE: SearchStyle = SearchStyle {
    budgets: 2,
    ..SearchStyle::PLAIN
};
/// First proof and disproof number with the joining side to move, by the half stones of the way beyond one.
const JOIN_NUMBERS: [(u32, u32); 8] = [(1, 12), (1, 12), (2, 8), (3, 5), (5, 4), (7, 3), (10, 2), (14, 1)];
/// First numbers with the cutting side to move.
const CUT_NUMBERS: [(u32, u32); 7] = [(1, 10), (3, 4), (4, 4), (7, 2), (9, 2), (14, 1), (20, 1)];
/// Score of a point on the shortest way; 0 to 100.
const WAY_SCORE: i32 = 40;
const WAY_PER_DETOUR: i32 = 10;
/// Limit of the liberties of a stone on the way that count, 1 score each.
const MAX_WAY_LIBERTIES: u32 = 3;
/// Score of saving or attacking a string of the joining side on the way, by its liberties (one, two, more); 0
/// to 100.
const ENDANGERED_SCORES: [i32; 3] = [60, 25, 12];
/// Strings on the way with at most this number of liberties are in danger; 1 to 3.
const ENDANGERED_LIBERTIES: usize = 2;
/// Limit of these liberties in a wide search; 2 to 4.
const ENDANGERED_LIBERTIES_WIDE: usize = 3;
/// Taken off the score for the liberties of a string that chases one in danger.
const ENDANGERED_CHASER_MALUS: i32 = 5;
/// Score of capturing a string beside one on the way; 0 to 100.
const WAY_CAPTURE_SCORE: i32 = 45;
/// Score of the last liberty of a cutting string; 0 to 100.
const CUTTER_IN_ATARI_SCORE: i32 = 50;
/// Score of the liberties of a cutting string with more than one; 0 to 100.
const CUTTER_SCORE: i32 = 20;
/// Liberties of a cutting string that are tried; 2 to 5.
const CUTTER_LIBERTIES: usize = 3;
/// Cutting strings with at most this number of liberties are saved by captures beside them; 1 to 3.
const SAVED_CUTTER_LIBERTIES: u32 = 2;
/// Score of such a capture; 0 to 100.
const SAVE_CUTTER_SCORE: i32 = 50;

/// Limit of the strings that a link may go through, and of the liberties of each that are looked at.
const MAX_LINKED_STRINGS: usize = 12;
const MAX_LINK_LIBERTIES: usize = 16;

/// The goal of joining the string of a stone with a target. The joining side is the attacker of the search.
/// The other side cuts by keeping the two apart until the joining side is too far from the target, or by
/// capturing one of them.
#[derive(Debug)]
pub(super) struct Join {
    stone: Point,
    target: End,
    color: Color,
    /// Limit of the way with the joining side to move, in half stones.
    limit: u8,
    root: u64,
    maps: RefCell<DistanceMaps>,
}

/// Distances from both ends in one position, cached because each position needs them several times.
#[derive(Debug)]
struct DistanceMaps {
    key: Option<u64>,
    from_stone: Distances,
    from_target: Distances,
    shortest: u8,
}

impl Join {
    /// None for stones of different colours and for empty points.
    pub(super) fn new(board: &Board, stone: Point, target: End) -> Option<Self> {
        let mut goal = Self {
            stone,
            target,
            color: board.cell(stone).color()?,
            limit: JOIN_ROOT_LIMIT,
            root: board.key(),
            maps: RefCell::new(DistanceMaps {
                key: None,
                from_stone: Distances::new(),
                from_target: Distances::new(),
                shortest: 0,
            }),
        };
        if !goal.is_there(board) {
            return None;
        }
        let apart = goal.apart(board);
        goal.limit = JOIN_LIMIT.max(apart.min(JOIN_ROOT_LIMIT));
        goal.maps.borrow_mut().key = None;
        Some(goal)
    }

    fn is_too_far(&self, position: &SearchPosition, to_move: Color, wide: bool) -> bool {
        let narrow = if wide { 0 } else { NARROW_LIMIT_LESS };
        let limit = match position.board.key() == self.root {
            true => JOIN_ROOT_LIMIT,
            false if to_move == self.color => self.limit - narrow,
            false => self.limit - CUTTER_LIMIT_LESS - narrow,
        };
        self.apart(&position.board) > limit
    }

    fn is_there(&self, board: &Board) -> bool {
        let is_own = |stone| board.cell(stone).is(self.color);
        is_own(self.stone)
            && match self.target {
                End::String(other) => is_own(other),
                End::Area(_) => true,
            }
    }

    fn is_target(&self, board: &Board, stone: Point) -> bool {
        match &self.target {
            End::String(other) => board.head(stone) == board.head(*other),
            End::Area(area) => board.string(stone).any(|s| area.contains(s)),
        }
    }

    /// A point where one stone joins the two, with two liberties or more.
    fn joining_point(&self, position: &SearchPosition) -> Option<Point> {
        let board = &position.board;
        board
            .first_liberties::<JOIN_LIBERTIES_SEEN>(self.stone)
            .into_iter()
            .find(|&point| {
                let friends = board.strings_beside(point, self.color);
                let joins = matches!(&self.target, End::Area(area) if area.contains(point))
                    || friends.iter().any(|&s| self.is_target(board, s));
                joins && has_two_liberties(board, point, &friends) && position.is_allowed(self.color, point)
            })
    }

    /// Length of the way between the two in half stones; more than the limit is not told apart.
    fn apart(&self, board: &Board) -> u8 {
        let mut maps = self.maps.borrow_mut();
        let key = Some(board.key());
        if maps.key != key {
            maps.key = key;
            let extent = Extent::To(self.stone, self.limit + LINK_GAIN);
            maps.shortest = maps.from_target.measure(board, self.color, &self.target, extent);
        }
        maps.shortest
    }

    /// Runs `look` on both distance maps, and on the length of the longest ways that are tried.
    fn with_maps<R>(&self, board: &Board, look: impl FnOnce(&DistanceMaps, u8) -> R) -> R {
        let mut maps = self.maps.borrow_mut();
        let extent = Extent::Beyond(self.stone, self.limit + LINK_GAIN, JOIN_DETOUR);
        let start = &self.target;
        let shortest = maps.from_target.measure(board, self.color, start, extent);
        (maps.key, maps.shortest) = (Some(board.key()), shortest);
        let longest = shortest + JOIN_DETOUR;
        if shortest == FAR {
            let all = Extent::All(longest);
            maps.from_target.measure(board, self.color, start, all);
        }
        let start = &End::String(self.stone);
        maps.from_stone
            .measure(board, self.color, start, Extent::All(longest));
        look(&maps, longest)
    }
}

/// Whether a stone that joins these strings would have two liberties or more, captures not counted.
fn has_two_liberties(board: &Board, point: Point, friends: &[Point]) -> bool {
    let around = point.neighbours().into_iter().filter(|&n| board.is_empty(n));
    let of_friends = friends.iter().flat_map(|&s| board.first_liberties::<3>(s));
    let all: PointSet = around.chain(of_friends).filter(|&l| l != point).collect();
    all.len() > 1
}

impl DistanceMaps {
    /// The points with a distance from both ends.
    fn between(&self, board: &Board) -> PointSet {
        let points = board.size().points();
        let is_between = |&p: &Point| self.from_stone.to(p) < FAR && self.from_target.to(p) < FAR;
        points.filter(is_between).collect()
    }

    /// Length of the shortest way through one of these points.
    fn way(&self, board: &Board, point: Point) -> u8 {
        // The stone is in both distances.
        let twice = match board.is_empty(point) {
            true => self.from_target.cost(point),
            false => 0,
        };
        (self.from_stone.to(point) + self.from_target.to(point)).saturating_sub(twice)
    }
}

impl ReadingGoal for Join {
    fn attacker(&self) -> Color {
        self.color
    }

    fn asked(&self, to_move: Color) -> Option<(Aim, [Point; 2])> {
        let End::String(target) = self.target else {
            return None;
        };
        let aim = match to_move == self.color {
            true => Aim::Connect,
            false => Aim::Cut,
        };
        Some((aim, [self.stone, target]))
    }

    fn key(&self) -> u64 {
        let target = match &self.target {
            End::String(other) => point_key(*other),
            End::Area(area) => area.iter().fold(1 << 40, |key, p| {
                (key ^ point_key(p)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }),
        };
        (point_key(self.stone) ^ target.rotate_left(20) ^ 1 << 63).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn decided(&self, position: &SearchPosition, to_move: Color, wide: bool) -> Option<bool> {
        let board = &position.board;
        if !self.is_there(board) {
            return Some(false);
        }
        let joins = to_move == self.color;
        if self.is_target(board, self.stone) {
            // Joined in atari is captured together.
            return Some(joins || board.liberties(self.stone) > 1);
        }
        let holds = match joins {
            // One stone is enough.
            true => self.apart(board) <= STONE && self.joining_point(position).is_some(),
            false => {
                self.apart(board) <= self.limit / LINK_LIMIT_PART
                    && are_linked(board, self.stone, |other| self.is_target(board, other))
            }
        };
        if holds {
            return Some(true);
        }
        self.is_too_far(position, to_move, wide).then_some(false)
    }

    /// Returns points that block or make the way, and moves that save or capture short strings along it.
    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, _: u32) -> Candidates {
        let board = &position.board;
        let joins = to_move == self.color;
        self.with_maps(board, |maps, most| {
            let mut moves = Candidates::default();
            let mut own = PointSet::EMPTY;
            let mut enemy = PointSet::EMPTY;
            for point in maps.between(board).iter() {
                let way = maps.way(board, point);
                if way > most {
                    continue;
                }
                if board.is_empty(point) {
                    let detour = i32::from(way.saturating_sub(maps.shortest));
                    let liberties = liberties_after(board, to_move, point).min(MAX_WAY_LIBERTIES);
                    moves.add(point, WAY_SCORE - WAY_PER_DETOUR * detour + liberties as i32);
                } else if board.cell(point).is(self.color) {
                    own.insert(board.head(point));
                } else {
                    enemy.insert(board.head(point));
                }
            }
            for head in own.iter() {
                // In danger: to be saved or to be attacked.
                let short = board.liberties(head);
                let weight = ENDANGERED_SCORES[short.clamp(1, 3) as usize - 1];
                let most = [ENDANGERED_LIBERTIES, ENDANGERED_LIBERTIES_WIDE][usize::from(wide)];
                if short <= most as u32 {
                    moves.add_liberties::<ENDANGERED_LIBERTIES_WIDE>(board, head, weight);
                    for chaser in board.adjacent_strings(head) {
                        if board.liberties(chaser) <= ENDANGERED_LIBERTIES as u32 {
                            let weight = weight - ENDANGERED_CHASER_MALUS;
                            moves.add_liberties::<ENDANGERED_LIBERTIES>(board, chaser, weight);
                        }
                    }
                }
                moves.add_captures(board, head, WAY_CAPTURE_SCORE);
            }
            for head in enemy.iter() {
                let short = board.liberties(head);
                let weight = [CUTTER_IN_ATARI_SCORE, CUTTER_SCORE][usize::from(short > 1)];
                moves.add_liberties::<CUTTER_LIBERTIES>(board, head, weight);
                if !joins && short <= SAVED_CUTTER_LIBERTIES {
                    // The cutting stones are saved by capturing around them.
                    moves.add_captures(board, head, SAVE_CUTTER_SCORE);
                }
            }
            moves.sorted()
        })
    }

    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32) {
        let table: &[_] = match to_move == self.color {
            true => &JOIN_NUMBERS,
            false => &CUT_NUMBERS,
        };
        numbers_of(table, self.apart(&position.board).saturating_sub(1).into())
    }

    fn shortcut(&self, position: &mut SearchPosition, _: &mut LadderWork) -> Option<Point> {
        if self.is_target(&position.board, self.stone) {
            return None;
        }
        self.joining_point(position)
    }

    /// At the root a move is wanted, even where none is needed.
    fn may_pass(&self, position: &SearchPosition) -> bool {
        position.board.key() != self.root
    }

    fn style(&self) -> &'static SearchStyle {
        &JOIN_STYLE
    }
}

/// A string, by its head, with its liberties.
type LinkedString = (Point, ArrayVec<Point, MAX_LINK_LIBERTIES>);

/// Whether the string of a stone is linked with one that `reached` accepts. False says nothing. A link is a
/// chain of strings, each joined to the others by a pair of points: a stone of the other side on one of them
/// is answered on the other.
///
/// The pairs share no point, so that one move threatens one of them only. The strings have more liberties
/// besides than there are pairs to fill, so that they are not captured while the links are made. Then they
/// can be joined whatever the other side does.
fn are_linked(board: &Board, stone: Point, reached: impl Fn(Point) -> bool) -> bool {
    let color = board.cell(stone).color().expect("a link begins at a stone");
    let mut used = PointSet::EMPTY;
    let mut strings = ArrayVec::<LinkedString, MAX_LINKED_STRINGS>::new();
    strings.push((board.head(stone), board.first_liberties(stone)));
    loop {
        let Some((other, p, q)) = next_link(board, color, &used, &strings) else {
            return false;
        };
        if strings.is_full() {
            return false;
        }
        used.insert(p);
        used.insert(q);
        strings.push((other, board.first_liberties(other)));
        if reached(other) {
            break;
        }
    }
    let pairs = strings.len() - 1;
    let liberties = strings.iter().flat_map(|(_, liberties)| liberties).copied();
    let free: PointSet = liberties.filter(|&p| !used.contains(p)).collect();
    free.len() >= pairs + 2
}

/// Another string that two unused points join with these strings, and the points.
fn next_link(
    board: &Board,
    color: Color,
    used: &PointSet,
    strings: &[LinkedString],
) -> Option<(Point, Point, Point)> {
    // Points beside the linked strings, with the string on their far side.
    let mut beside = ArrayVec::<(Point, Point), 128>::new();
    for (_, liberties) in strings {
        for &p in liberties.iter().filter(|&&p| !used.contains(p)) {
            for other in board.strings_beside(p, color) {
                if strings.iter().any(|(head, _)| *head == other) || beside.contains(&(p, other)) {
                    continue;
                }
                if let Some(&(q, _)) = beside.iter().find(|(_, o)| *o == other) {
                    return Some((other, p, q));
                }
                beside.try_push((p, other)).ok()?;
            }
        }
    }
    None
}
