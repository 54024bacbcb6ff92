// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of a move for the policy of the life-and-death search: their names, the numbers of their values,
//! and those of a move, which is not played for them.

use arrayvec::ArrayVec;

use super::History;
use crate::local::Role;
use crate::reading::life::board::{Bits, LocalBoard, LocalPosition, NOWHERE, SMALL_STRING, bit, count, each};
use crate::reading::life::evaluation::StaticEval;

/// Limit of the points of a piece of eye space whose numbers of neighbours are a feature of moves; 8 to 16.
/// The policy was fitted with it (`katachi-lab train life`).
const LARGE_PIECE: u32 = 12;

pub(super) type Features = ArrayVec<u8, 20>;

/// A feature template: its name in `patterns/reading/policy.txt`, and the number of its values.
type Template = (&'static str, u8);

/// All templates; the indices of their features follow each other.
pub(super) const TEMPLATES: [Template; 14] = [
    // 4 x the distance from the nearest edge plus that from the nearest edge in the other direction, each 0
    // to 3.
    ("place", 16),
    // The point is beside a wall (0), a living friend (1), or an empty point outside the local board (2); it
    // is on the open board (3), or beside it (4).
    ("border", 5),
    // Points of the eye space beside it, up to 4; plus 5 if it is not in the eye space itself.
    ("room", 10),
    // 3 x (points of its connected piece of the eye space, up to 8, less 1); plus 1 if no point of the piece
    // has more neighbours in it, or plus 2 if all others have fewer.
    ("vital", 24),
    // Its piece of the eye space falls apart without it.
    ("splits", 1),
    // Stones that it captures, up to 4, less 1; plus 4 if this saves an own string in atari beside them.
    ("captures", 8),
    // Liberties of the new string, up to 4, less 1; with one liberty 4, 5 or 6 if it has two, three, or more
    // stones.
    ("liberties", 7),
    // It extends own strings in atari: 3 x the class of the largest one (1 stone, 2 or 3, more), plus
    // liberties afterwards, up to 3, less 1.
    ("escapes", 9),
    // It puts enemy strings into atari: the class of the largest one; plus 3 if the new string has one
    // liberty itself.
    ("atari", 6),
    // It takes a liberty of enemy strings that have three (0 to 2) or four to six (3 to 5): the class of the
    // largest one.
    ("presses", 6),
    // It extends own strings with two liberties: liberties afterwards, up to 4, less 1.
    ("extends", 4),
    // 4 x the number of own strings beside it plus that of enemy strings, each up to 3.
    ("between", 16),
    // The last move is beside it (0), diagonal (1), two steps away (2), elsewhere (3), or there is none (4);
    // it is a liberty of the string of the last move, which has one (5), two (6) or more (7).
    ("last", 8),
    // Wins of the point elsewhere in the search, in eighths of the most wins of a point.
    ("won", 9),
];

/// The first feature of a template.
const fn first(template: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < template {
        sum += TEMPLATES[i].1 as usize;
        i += 1;
    }
    sum
}

pub(crate) const FEATURES: usize = first(TEMPLATES.len());

pub(super) const FIRST: [u8; TEMPLATES.len()] = {
    let (mut all, mut i) = ([0; TEMPLATES.len()], 0);
    while i < TEMPLATES.len() {
        all[i] = first(i) as u8;
        i += 1;
    }
    all
};

const PLACE: usize = 0;
const BORDER: usize = 1;
const ROOM: usize = 2;
const VITAL: usize = 3;
const SPLITS: usize = 4;
const CAPTURES: usize = 5;
const LIBERTIES: usize = 6;
const ESCAPES: usize = 7;
const ATARI: usize = 8;
const PRESSES: usize = 9;
const EXTENDS: usize = 10;
const BETWEEN: usize = 11;
const LAST: usize = 12;
const WON: usize = 13;

pub(super) fn feature(template: usize, value: u32) -> u8 {
    debug_assert!(
        value < u32::from(TEMPLATES[template].1),
        "{} has no {value}",
        TEMPLATES[template].0
    );
    FIRST[template] + value as u8
}

#[derive(Clone, Copy, Debug)]
struct StringInfo {
    stones: Bits,
    liberties: Bits,
    size: u32,
    is_mine: bool,
    /// It has a liberty that nobody can take.
    is_lasting: bool,
}

struct Piece {
    points: Bits,
    size: u32,
    /// Largest number of neighbours of a point within the piece, and the number of points with it.
    most: u32,
    with_most: u32,
}

impl Piece {
    fn new(board: &LocalBoard, points: Bits) -> Self {
        let mut piece = Self {
            points,
            size: count(points),
            most: 0,
            with_most: 0,
        };
        if piece.size <= LARGE_PIECE {
            for p in each(points) {
                let degree = count(board.near(p) & points);
                if degree > piece.most || piece.with_most == 0 {
                    (piece.most, piece.with_most) = (degree, 1);
                } else if degree == piece.most {
                    piece.with_most += 1;
                }
            }
        }
        piece
    }
}

pub(crate) struct Extractor<'a> {
    board: &'a LocalBoard,
    position: &'a LocalPosition,
    eye_space: Bits,
    empty: Bits,
    strings: ArrayVec<StringInfo, 128>,
    pieces: ArrayVec<Piece, 64>,
    last: u8,
    /// Points beside the last move, diagonal to it, and two steps away.
    near_last: [Bits; 3],
    liberties_of_last: Bits,
}

impl<'a> Extractor<'a> {
    /// Prepares a position with its static evaluation. `last` is the last move.
    pub(crate) fn new(
        board: &'a LocalBoard,
        eval: &StaticEval,
        position: &'a LocalPosition,
        last: u8,
    ) -> Self {
        let (mine, theirs) = position.sides();
        let pieces = LocalPosition::strings(board, eval.eye_space).map(|points| Piece::new(board, points));
        let mut extractor = Self {
            board,
            position,
            eye_space: eval.eye_space,
            empty: position.empty(board),
            strings: ArrayVec::new(),
            pieces: pieces.take(64).collect(),
            last,
            near_last: [0; 3],
            liberties_of_last: 0,
        };
        for (side, is_mine) in [(mine, true), (theirs, false)] {
            let role = Role::of_owner(is_mine == position.to_move.is_owner());
            let beyond = board.safe_beside(role);
            for stones in LocalPosition::strings(board, side) {
                let liberties = board.around(stones) & extractor.empty;
                if last != NOWHERE && stones & bit(last) != 0 {
                    extractor.liberties_of_last = liberties;
                }
                extractor.strings.push(StringInfo {
                    stones,
                    liberties,
                    size: match stones & board.solid {
                        0 => count(stones),
                        _ => SMALL_STRING + 1,
                    },
                    is_mine,
                    is_lasting: stones & (board.outside_beside | beyond) != 0,
                });
            }
        }
        if last != NOWHERE {
            let beside = board.near(last);
            extractor.near_last = [beside, board.diagonal(last), board.around(beside)];
        }
        extractor
    }

    pub(crate) fn features(&self, point: u8, history: &History) -> Features {
        let mut features = Features::new();
        features.push(feature(PLACE, u32::from(self.board.places[usize::from(point)])));
        self.add_border(point, &mut features);
        self.add_eye_space(point, &mut features);
        self.add_strings(point, &mut features);
        self.add_last(point, &mut features);
        let won = history.eighths(self.position.to_move, point);
        features.push(feature(WON, won));
        features
    }

    fn add_border(&self, point: u8, features: &mut Features) {
        let board = self.board;
        let at = bit(point);
        let sets = [
            board.wall_beside,
            board.friend_beside,
            board.outside_beside,
            board.open,
        ];
        for (number, set) in sets.into_iter().enumerate() {
            if set & at != 0 {
                features.push(feature(BORDER, number as u32));
            }
        }
        if board.open & at == 0 && board.near(point) & board.open != 0 {
            features.push(feature(BORDER, 4));
        }
    }

    fn add_eye_space(&self, point: u8, features: &mut Features) {
        let beside = self.board.near(point) & self.eye_space;
        let degree = count(beside).min(4);
        let Some(piece) = self.pieces.iter().find(|piece| piece.points & bit(point) != 0) else {
            features.push(feature(ROOM, 5 + degree));
            return;
        };
        features.push(feature(ROOM, degree));
        let is_vital = piece.size <= LARGE_PIECE && degree >= piece.most;
        let rank = u32::from(is_vital) * (1 + u32::from(piece.with_most == 1));
        features.push(feature(VITAL, 3 * (piece.size.min(8) - 1) + rank));
        if degree >= 2 {
            let rest = piece.points & !bit(point);
            if self.board.flood(beside & beside.wrapping_neg(), rest) & beside != beside {
                features.push(feature(SPLITS, 0));
            }
        }
    }

    fn add_strings(&self, point: u8, features: &mut Features) {
        let board = self.board;
        let near = board.near(point);
        let at = bit(point);
        let (mut own, mut enemies, mut captured, mut taken) = (0, 0, 0, 0);
        let mut liberties = near & self.empty;
        let mut joined = at;
        let mut size = 1;
        let beyond = board.safe_beside(self.position.to_move);
        let mut is_lasting = (board.outside_beside | beyond) & at != 0;
        // The largest own strings with one liberty and with two.
        let mut short = [0; 2];
        // The largest enemy strings with two liberties, with three, and with up to six.
        let mut pressed = [0; 3];
        for string in self.strings.iter().filter(|s| s.stones & near != 0) {
            if string.is_mine {
                own += 1;
                joined |= string.stones;
                liberties |= string.liberties;
                size += string.size;
                if let (false, n @ 1..=2) = (string.is_lasting, count(string.liberties)) {
                    let most = &mut short[n as usize - 1];
                    *most = string.size.max(*most);
                }
                is_lasting |= string.is_lasting;
            } else {
                enemies += 1;
                if string.is_lasting {
                    continue;
                }
                let most = match count(string.liberties) {
                    2 => &mut pressed[0],
                    3 => &mut pressed[1],
                    4..=6 => &mut pressed[2],
                    1 => {
                        captured |= string.stones;
                        taken += string.size;
                        continue;
                    }
                    _ => continue,
                };
                *most = string.size.max(*most);
            }
        }
        liberties &= !at;
        if captured != 0 {
            let beside = board.around(captured);
            liberties |= board.around(joined) & captured;
            let frees = |s: &StringInfo| s.is_mine && s.stones & beside != 0 && count(s.liberties) == 1;
            let gets_free = self.strings.iter().any(frees);
            features.push(feature(CAPTURES, taken.min(4) - 1 + 4 * u32::from(gets_free)));
        }
        let after = if is_lasting { 4 } else { count(liberties).min(4) };
        // A move without a liberty is illegal.
        let after = after.max(1);
        let number = match (after, size) {
            (1, 2..) => 2 + size.min(4),
            _ => after - 1,
        };
        features.push(feature(LIBERTIES, number));
        if short[0] > 0 {
            features.push(feature(ESCAPES, 3 * class(short[0]) + after.min(3) - 1));
        }
        if short[1] > 0 {
            features.push(feature(EXTENDS, after - 1));
        }
        let [atari, three, more] = pressed;
        if atari > 0 {
            features.push(feature(ATARI, class(atari) + 3 * u32::from(after == 1)));
        }
        if three > 0 {
            features.push(feature(PRESSES, class(three)));
        } else if more > 0 {
            features.push(feature(PRESSES, 3 + class(more)));
        }
        features.push(feature(BETWEEN, 4 * u32::min(own, 3) + u32::min(enemies, 3)));
    }

    fn add_last(&self, point: u8, features: &mut Features) {
        let at = bit(point);
        let number = match self.near_last.iter().position(|set| set & at != 0) {
            Some(near) => near as u32,
            None => 3 + u32::from(self.last == NOWHERE),
        };
        features.push(feature(LAST, number));
        if self.liberties_of_last & at != 0 {
            features.push(feature(LAST, 4 + count(self.liberties_of_last).min(3)));
        }
    }
}

/// The class of a string by its stones: one, two or three, more.
fn class(size: u32) -> u32 {
    match size {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::life::tests::local_board_of;
    use crate::reading::tests::at;

    /// The features of a move as `name value`, after a last move.
    fn features_of(
        diagram: &str,
        stone: &str,
        to_move: Role,
        last: Option<&str>,
        point: &str,
    ) -> Vec<String> {
        let (board, local_board) = local_board_of(diagram, stone);
        let position = local_board.position(&board, to_move);
        let eval = StaticEval::new(&local_board, &position);
        let number = |name: &str| local_board.number(at(&board, name)).unwrap();
        let extractor = Extractor::new(&local_board, &eval, &position, last.map_or(NOWHERE, number));
        let features = extractor.features(number(point), &History::new());
        let name = |w: u8| {
            let kind = FIRST.iter().rposition(|&first| first <= w).unwrap();
            format!("{} {}", TEMPLATES[kind].0, w - FIRST[kind])
        };
        features.into_iter().map(name).collect()
    }

    const FIVE: &str = "
        . . O . . . . . .
        O O O O O O . . .
        O X X X X O . . .
        O X . . X O . . .
        O X . . X O . . .
        O X . X X O . . .
        O X X X O O . . .
        O O O O O . . . .
        . . . . . . . . .";

    #[test]
    fn the_point_with_most_neighbours_in_its_eye_space_is_vital() {
        let middle = features_of(FIVE, "B3", Role::Attacker, None, "C5");
        let has = |features: &[String], name: &str| features.iter().any(|feature| feature == name);
        assert!(has(&middle, "vital 14"), "alone the first of five: {middle:?}");
        assert!(has(&middle, "room 3") && has(&middle, "splits 0"));
        let end = features_of(FIVE, "B3", Role::Attacker, None, "C4");
        assert!(has(&end, "vital 12") && !has(&end, "splits 0"), "{end:?}");
    }

    #[test]
    fn captures_and_escapes_count_the_stones_of_strings() {
        let diagram = "
            . . . . . . . . .
            . O O O O O . . .
            . O X X X O . . .
            . O X O X O O O .
            O O X O X X X O .
            O X X . . . X O .
            O X . O X . X O .
            O X X X X X X O .
            O O O O O O O O .";
        let takes = features_of(diagram, "B2", Role::Owner, None, "D4");
        assert!(takes.contains(&"captures 1".to_owned()), "two stones: {takes:?}");
        let saves = features_of(diagram, "B2", Role::Attacker, None, "D4");
        let escapes = |w: &String| w.starts_with("escapes 3") || w.starts_with("escapes 4");
        assert!(saves.iter().any(escapes), "{saves:?}");
    }

    #[test]
    fn nearness_to_the_last_move_is_a_feature() {
        for (last, point, feature) in [
            (Some("C5"), "C6", "last 0"),
            (Some("C5"), "D6", "last 1"),
            (None, "D6", "last 4"),
        ] {
            let features = features_of(FIVE, "B3", Role::Owner, last, point);
            assert!(features.contains(&feature.to_owned()), "{features:?}");
        }
    }
}
