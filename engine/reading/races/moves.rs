// SPDX-License-Identifier: MIT OR Apache-2.0

//! Candidate moves of a race, best first.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Point, PointSet};

use super::side::{Cavity, Side, gain};
use crate::reading::candidates::Candidates;
use crate::reading::distance::liberties_after;

const EXTENSION_SCORE: i32 = 24;
const EXTENSION_PER_GAIN: i32 = 2;
/// Limit of the liberties gained that count; 3 to 8.
const EXTENSION_MAX_GAIN: i32 = 5;
/// Limit of the liberties of a stone that takes one, 1 score each.
const MAX_LIBERTIES_OF_STONE: u32 = 4;
const SHARED_LIBERTY_SCORE: i32 = 10;
/// Score of a liberty beside which its owner could make an eye.
const FREE_LIBERTY_SCORE: i32 = 27;
/// Score of a liberty that is of use to the string.
const LIBERTY_SCORE: i32 = 26;
const LIBERTY_PER_GAIN: i32 = 2;
/// Limit of the liberties gained that count there; 2 to 6.
const LIBERTY_MAX_GAIN: i32 = 4;
/// Score of a liberty that takes one move and is of no other use.
const PLAIN_LIBERTY_SCORE: i32 = 40;
/// Score of a point beside a liberty where a stone would be captured.
const APPROACH_SCORE: i32 = 16;
/// Score of the liberties of a string that makes the liberty unplayable.
const APPROACH_CAPTURE_SCORE: i32 = 17;
/// Score of the liberties of an own string beside the liberty, in a wide search.
const APPROACH_CONNECTION_SCORE: i32 = 12;
/// Liberties of these strings that are tried; 2 to 4.
const APPROACH_LIBERTIES: usize = 3;
/// Score of making two eyes of an eye of the other string impossible.
const SPLIT_THEIRS_SCORE: i32 = 46;
/// Score of making two eyes of an own eye.
const SPLIT_OWN_SCORE: i32 = 44;
const FILL_THEIRS_SCORE: i32 = 24;
const FILL_OWN_SCORE: i32 = 13;
const FILL_PER_NEIGHBOUR: i32 = 2;
/// Score of a point beside an own liberty that could become an eye.
const ROOM_OWN_SCORE: i32 = 21;
/// Score of a point beside a liberty of the other string that could become an eye.
const ROOM_THEIRS_SCORE: i32 = 15;
/// Strings around with more liberties are left alone; 1 to 3.
const AROUND_LIBERTIES: usize = 2;
/// Limit of these liberties in a wide search; 2 to 4.
const AROUND_LIBERTIES_WIDE: usize = 3;
/// Score of the liberties of a string around the own one: of one in atari, of another.
const CAPTURE_SCORES: [i32; 2] = [45, 20];
/// Score of the liberties of an own string around the other one: of one in atari, of another.
const RESCUE_SCORES: [i32; 2] = [42, 18];
/// Score of the liberties of strings that share cavities or liberties with one of the race: of two liberties
/// or fewer, of more.
const KIN_SCORES: [i32; 2] = [28, 18];
/// Such strings of at most this number of liberties are short of them; 1 to 3.
const KIN_SHORT: u32 = 2;
/// Such strings of the other side are tried with that number of liberties more; 0 to 3.
const KIN_THEIRS_MORE: usize = 2;

type Strings = ArrayVec<Point, 12>;

/// Limit of the tried liberties of the strings that share cavities or liberties with one of the race.
const KIN_LIBERTIES: usize = AROUND_LIBERTIES_WIDE + KIN_THEIRS_MORE;

/// Returns moves of the side whose string is `own`: against the liberties and eyes of the other string, for
/// its own, and about the strings around both.
pub(super) fn candidates(board: &Board, own: &Side, target: &Side, wide: bool) -> Candidates {
    let mut moves = Candidates::default();
    add_liberties(board, own, target, wide, &mut moves);
    add_cavities(board, own, target, &mut moves);
    add_room(board, own, target, &mut moves);
    add_strings_around(board, own, target, wide, &mut moves);
    for p in own.liberties.iter() {
        let gain = gain(board, own.stone, p, &own.liberties);
        if gain > 0 {
            let gain = gain.min(EXTENSION_MAX_GAIN);
            moves.add(p, EXTENSION_SCORE + EXTENSION_PER_GAIN * gain);
        }
    }
    moves.sorted()
}

/// Liberties of the other string. Plain ones are equivalent, so that one of them is enough.
fn add_liberties(board: &Board, own: &Side, target: &Side, wide: bool, moves: &mut Candidates) {
    let mut plain: Option<(u32, Point)> = None;
    let is_in = |cavity: &Cavity, p: Point| cavity.is_solid() && cavity.points.contains(&p);
    for p in target.liberties.iter() {
        let liberties = liberties_after(board, own.color, p).min(MAX_LIBERTIES_OF_STONE);
        if own.liberties.contains(p) {
            moves.add(p, SHARED_LIBERTY_SCORE + liberties as i32);
        } else if target.cavities.iter().any(|c| is_in(c, p)) {
            continue;
        } else if target.is_free(board, p) {
            moves.add(p, FREE_LIBERTY_SCORE + board.empty_beside(p) as i32);
        } else if target.is_plain(board, p) && board.strings_beside(p, target.color).len() == 1 {
            plain = plain.max(Some((liberties, p)));
        } else {
            let gain = gain(board, target.stone, p, &target.liberties);
            let gain = gain.clamp(0, LIBERTY_MAX_GAIN);
            moves.add(p, LIBERTY_SCORE + liberties as i32 + LIBERTY_PER_GAIN * gain);
            if liberties <= 1 {
                add_approach(board, own, target, p, wide, moves);
            }
        }
    }
    if let Some((_, p)) = plain {
        moves.add(p, PLAIN_LIBERTY_SCORE);
    }
}

/// Moves that make a point playable where a stone would be captured.
fn add_approach(board: &Board, own: &Side, target: &Side, point: Point, wide: bool, moves: &mut Candidates) {
    for n in point.neighbours() {
        if board.is_empty(n) && !target.liberties.contains(n) {
            moves.add(n, APPROACH_SCORE);
        }
    }
    for string in board.strings_beside(point, target.color) {
        if string != board.head(target.stone) && board.liberties(string) <= APPROACH_LIBERTIES as u32 {
            moves.add_liberties::<APPROACH_LIBERTIES>(board, string, APPROACH_CAPTURE_SCORE);
        }
    }
    if wide {
        for string in board.strings_beside(point, own.color) {
            if string != board.head(own.stone) {
                moves.add_liberties::<APPROACH_LIBERTIES>(board, string, APPROACH_CONNECTION_SCORE);
            }
        }
    }
}

/// Points of eyes: to make them two or to stop that, and to fill them.
fn add_cavities(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    let theirs = (target, SPLIT_THEIRS_SCORE, FILL_THEIRS_SCORE);
    let ours = (own, SPLIT_OWN_SCORE, FILL_OWN_SCORE);
    for (side, split, fill) in [theirs, ours] {
        for cavity in &side.cavities {
            if let Some(point) = cavity.split {
                moves.add(point, split);
            }
            if side.color == own.color && cavity.points.len() == 1 && cavity.is_solid() {
                continue;
            }
            for &p in cavity.points.iter().filter(|&&p| board.is_empty(p)) {
                moves.add(p, fill + FILL_PER_NEIGHBOUR * cavity.degree(p) as i32);
            }
        }
    }
}

/// Points beside liberties that could become eyes.
fn add_room(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    for (side, weight) in [(own, ROOM_OWN_SCORE), (target, ROOM_THEIRS_SCORE)] {
        for p in side.own.iter().filter(|&p| side.is_free(board, p)) {
            for n in p.neighbours() {
                if board.is_empty(n) {
                    moves.add(n, weight);
                }
            }
        }
    }
}

/// Capturing and saving the strings around.
fn add_strings_around(board: &Board, own: &Side, target: &Side, wide: bool, moves: &mut Candidates) {
    let most = [AROUND_LIBERTIES, AROUND_LIBERTIES_WIDE][usize::from(wide)] as u32;
    let heads = (board.head(own.stone), board.head(target.stone));
    let (own_kin, target_kin) = (kin(board, own), kin(board, target));
    for enemy in around(board, &own_kin).iter() {
        // Capturing around the own string gains liberties.
        let short = board.liberties(enemy);
        if short <= most && enemy != heads.1 {
            let score = CAPTURE_SCORES[usize::from(short > 1)];
            moves.add_liberties::<AROUND_LIBERTIES_WIDE>(board, enemy, score);
        }
    }
    for friend in around(board, &target_kin).iter() {
        // So does saving the stones that hold the other one in.
        let short = board.liberties(friend);
        if short < most && friend != heads.0 {
            let score = RESCUE_SCORES[usize::from(short > 1)];
            moves.add_liberties::<AROUND_LIBERTIES>(board, friend, score);
        }
    }
    for (kin, most) in [(own_kin, most), (target_kin, most + KIN_THEIRS_MORE as u32)] {
        for &kin in kin.iter().skip(1) {
            let short = board.liberties(kin);
            if short <= most {
                let score = KIN_SCORES[usize::from(short > KIN_SHORT)];
                moves.add_liberties::<KIN_LIBERTIES>(board, kin, score);
            }
        }
    }
}

/// Heads of the strings that share cavities or liberties with a string, itself first.
fn kin(board: &Board, side: &Side) -> Strings {
    let mut kin: Strings = side.kin.iter().copied().collect();
    for p in side.liberties.iter() {
        for head in board.strings_beside(p, side.color) {
            if !kin.contains(&head) && kin.try_push(head).is_err() {
                return kin;
            }
        }
    }
    kin
}

/// Heads of the strings of the other colour beside these.
fn around(board: &Board, strings: &Strings) -> PointSet {
    let mut heads = PointSet::EMPTY;
    for &string in strings {
        heads.extend(board.adjacent_strings(string));
    }
    heads
}
