// SPDX-License-Identifier: MIT OR Apache-2.0

//! Candidate moves of a race, best first.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Point, PointSet};

use super::side::{Side, gain};
use crate::reading::candidates::Candidates;
use crate::reading::constants::{
    RACE_APPROACH_CAPTURE_SCORE, RACE_APPROACH_CONNECTION_SCORE, RACE_APPROACH_LIBERTIES,
    RACE_APPROACH_SCORE, RACE_AROUND_LIBERTIES, RACE_AROUND_LIBERTIES_WIDE, RACE_CAPTURE_SCORES,
    RACE_EXTENSION_MOST_GAIN, RACE_EXTENSION_PER_GAIN, RACE_EXTENSION_SCORE, RACE_FILL_OWN_SCORE,
    RACE_FILL_PER_NEIGHBOUR, RACE_FILL_THEIRS_SCORE, RACE_FREE_LIBERTY_SCORE, RACE_KIN_SCORES,
    RACE_KIN_SHORT, RACE_KIN_THEIRS_MORE, RACE_LIBERTY_MOST_GAIN, RACE_LIBERTY_PER_GAIN, RACE_LIBERTY_SCORE,
    RACE_MOST_LIBERTIES_OF_STONE, RACE_PLAIN_LIBERTY_SCORE, RACE_RESCUE_SCORES, RACE_ROOM_OWN_SCORE,
    RACE_ROOM_THEIRS_SCORE, RACE_SHARED_LIBERTY_SCORE, RACE_SPLIT_OWN_SCORE, RACE_SPLIT_THEIRS_SCORE,
};
use crate::reading::distance::liberties_after;

type Strings = ArrayVec<Point, 12>;

/// Liberties of the strings that share caves or liberties with one of the race, as far as they are tried.
const KIN_LIBERTIES: usize = RACE_AROUND_LIBERTIES_WIDE + RACE_KIN_THEIRS_MORE;

/// Moves of the side whose string is `own`: against the liberties and eyes of the other string, for its own, and about the
/// strings around both.
pub(super) fn candidates(board: &Board, own: &Side, target: &Side, wide: bool) -> Candidates {
    let mut moves = Candidates::default();
    add_liberties(board, own, target, wide, &mut moves);
    add_caves(board, own, target, &mut moves);
    add_room(board, own, target, &mut moves);
    add_strings_around(board, own, target, wide, &mut moves);
    for p in own.liberties.iter() {
        let gain = gain(board, own.stone, p, &own.liberties);
        if gain > 0 {
            let gain = gain.min(RACE_EXTENSION_MOST_GAIN);
            moves.add(p, RACE_EXTENSION_SCORE + RACE_EXTENSION_PER_GAIN * gain);
        }
    }
    moves.sorted()
}

/// Liberties of the other string. Plain ones are equivalent, so that one of them is enough.
fn add_liberties(board: &Board, own: &Side, target: &Side, wide: bool, moves: &mut Candidates) {
    let mut plain: Option<(u32, Point)> = None;
    for p in target.liberties.iter() {
        let liberties = liberties_after(board, own.color, p).min(RACE_MOST_LIBERTIES_OF_STONE);
        if own.liberties.contains(p) {
            moves.add(p, RACE_SHARED_LIBERTY_SCORE + liberties as i32);
        } else if target.caves.iter().any(|c| c.is_solid() && c.points.contains(&p)) {
            continue;
        } else if target.is_free(board, p) {
            moves.add(p, RACE_FREE_LIBERTY_SCORE + board.empty_beside(p) as i32);
        } else if target.is_plain(board, p) && board.strings_beside(p, target.color).len() == 1 {
            plain = plain.max(Some((liberties, p)));
        } else {
            let gain = gain(board, target.stone, p, &target.liberties);
            let gain = gain.clamp(0, RACE_LIBERTY_MOST_GAIN);
            moves.add(
                p,
                RACE_LIBERTY_SCORE + liberties as i32 + RACE_LIBERTY_PER_GAIN * gain,
            );
            if liberties <= 1 {
                add_approach(board, own, target, p, wide, moves);
            }
        }
    }
    if let Some((_, p)) = plain {
        moves.add(p, RACE_PLAIN_LIBERTY_SCORE);
    }
}

/// Moves that make a point playable where a stone would be captured.
fn add_approach(board: &Board, own: &Side, target: &Side, point: Point, wide: bool, moves: &mut Candidates) {
    for n in point.neighbours() {
        if board.is_empty(n) && !target.liberties.contains(n) {
            moves.add(n, RACE_APPROACH_SCORE);
        }
    }
    for string in board.strings_beside(point, target.color) {
        if string != board.head(target.stone) && board.liberties(string) <= RACE_APPROACH_LIBERTIES as u32 {
            for p in board.first_liberties::<RACE_APPROACH_LIBERTIES>(string) {
                moves.add(p, RACE_APPROACH_CAPTURE_SCORE);
            }
        }
    }
    if wide {
        for string in board.strings_beside(point, own.color) {
            if string != board.head(own.stone) {
                for p in board.first_liberties::<RACE_APPROACH_LIBERTIES>(string) {
                    moves.add(p, RACE_APPROACH_CONNECTION_SCORE);
                }
            }
        }
    }
}

/// Points of eyes: to make them two or to stop that, and to fill them.
fn add_caves(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    let theirs = (target, RACE_SPLIT_THEIRS_SCORE, RACE_FILL_THEIRS_SCORE);
    let ours = (own, RACE_SPLIT_OWN_SCORE, RACE_FILL_OWN_SCORE);
    for (side, split, fill) in [theirs, ours] {
        for cave in &side.caves {
            if let Some(point) = cave.split {
                moves.add(point, split);
            }
            if side.color == own.color && cave.points.len() == 1 && cave.is_solid() {
                continue;
            }
            for &p in cave.points.iter().filter(|&&p| board.is_empty(p)) {
                moves.add(p, fill + RACE_FILL_PER_NEIGHBOUR * cave.degree(p) as i32);
            }
        }
    }
}

/// Points beside liberties that could become eyes.
fn add_room(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    for (side, weight) in [(own, RACE_ROOM_OWN_SCORE), (target, RACE_ROOM_THEIRS_SCORE)] {
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
    let most = if wide {
        RACE_AROUND_LIBERTIES_WIDE
    } else {
        RACE_AROUND_LIBERTIES
    } as u32;
    let heads = (board.head(own.stone), board.head(target.stone));
    let (own_kin, target_kin) = (kin(board, own), kin(board, target));
    for enemy in around(board, &own_kin).iter() {
        // Capturing around the own string gains liberties.
        let short = board.liberties(enemy);
        if short <= most && enemy != heads.1 {
            for p in board.first_liberties::<RACE_AROUND_LIBERTIES_WIDE>(enemy) {
                moves.add(p, RACE_CAPTURE_SCORES[usize::from(short > 1)]);
            }
        }
    }
    for friend in around(board, &target_kin).iter() {
        // So does saving the stones that hold the other one in.
        let short = board.liberties(friend);
        if short < most && friend != heads.0 {
            for p in board.first_liberties::<RACE_AROUND_LIBERTIES>(friend) {
                moves.add(p, RACE_RESCUE_SCORES[usize::from(short > 1)]);
            }
        }
    }
    for (kin, most) in [(own_kin, most), (target_kin, most + RACE_KIN_THEIRS_MORE as u32)] {
        for &kin in kin.iter().skip(1) {
            let short = board.liberties(kin);
            if short <= most {
                for p in board.first_liberties::<KIN_LIBERTIES>(kin) {
                    moves.add(p, RACE_KIN_SCORES[usize::from(short > RACE_KIN_SHORT)]);
                }
            }
        }
    }
}

/// Heads of the strings that share caves or liberties with a string, itself first.
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
