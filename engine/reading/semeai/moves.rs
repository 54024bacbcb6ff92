//! Candidate moves of a race, best first.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Point, PointSet};

use super::side::{Side, gain};
use crate::reading::candidates::Candidates;
use crate::reading::distance::liberties_after;

type Strings = ArrayVec<Point, 12>;

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
            moves.add(p, 24 + 2 * gain.min(5));
        }
    }
    moves.sorted()
}

/// Liberties of the other string. Plain ones are equivalent, so that one of them is enough.
fn add_liberties(board: &Board, own: &Side, target: &Side, wide: bool, moves: &mut Candidates) {
    let mut plain: Option<(u32, Point)> = None;
    for p in target.liberties.iter() {
        let liberties = liberties_after(board, own.color, p).min(4);
        if own.liberties.contains(p) {
            moves.add(p, 10 + liberties as i32);
        } else if target.caves.iter().any(|c| c.is_solid() && c.points.contains(&p)) {
            continue;
        } else if target.is_free(board, p) {
            moves.add(p, 27 + board.empty_beside(p) as i32);
        } else if target.is_plain(board, p) && board.strings_beside(p, target.color).len() == 1 {
            plain = plain.max(Some((liberties, p)));
        } else {
            let gain = gain(board, target.stone, p, &target.liberties);
            moves.add(p, 26 + liberties as i32 + 2 * gain.clamp(0, 4));
            if liberties <= 1 {
                add_approach(board, own, target, p, wide, moves);
            }
        }
    }
    if let Some((_, p)) = plain {
        moves.add(p, 40);
    }
}

/// Moves that make a point playable where a stone would be captured.
fn add_approach(board: &Board, own: &Side, target: &Side, point: Point, wide: bool, moves: &mut Candidates) {
    for n in point.neighbours() {
        if board.is_empty(n) && !target.liberties.contains(n) {
            moves.add(n, 16);
        }
    }
    for string in board.strings_beside(point, target.color) {
        if string != board.head(target.stone) && board.liberties(string) <= 3 {
            for p in board.first_liberties::<3>(string) {
                moves.add(p, 17);
            }
        }
    }
    if wide {
        for string in board.strings_beside(point, own.color) {
            if string != board.head(own.stone) {
                for p in board.first_liberties::<3>(string) {
                    moves.add(p, 12);
                }
            }
        }
    }
}

/// Points of eyes: to make them two or to stop that, and to fill them.
fn add_caves(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    for (side, split, fill) in [(target, 46, 24), (own, 44, 13)] {
        for cave in &side.caves {
            if let Some(point) = cave.split {
                moves.add(point, split);
            }
            if side.color == own.color && cave.points.len() == 1 && cave.is_solid() {
                continue;
            }
            for &p in cave.points.iter().filter(|&&p| board.is_empty(p)) {
                moves.add(p, fill + 2 * cave.degree(p) as i32);
            }
        }
    }
}

/// Points beside liberties that could become eyes.
fn add_room(board: &Board, own: &Side, target: &Side, moves: &mut Candidates) {
    for (side, weight) in [(own, 21), (target, 15)] {
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
    let most = if wide { 3 } else { 2 };
    let heads = (board.head(own.stone), board.head(target.stone));
    let (own_kin, target_kin) = (kin(board, own), kin(board, target));
    for enemy in around(board, &own_kin).iter() {
        // Capturing around the own string gains liberties.
        let short = board.liberties(enemy);
        if short <= most && enemy != heads.1 {
            for p in board.first_liberties::<3>(enemy) {
                moves.add(p, if short == 1 { 45 } else { 20 });
            }
        }
    }
    for friend in around(board, &target_kin).iter() {
        // So does saving the stones that hold the other one in.
        let short = board.liberties(friend);
        if short < most && friend != heads.0 {
            for p in board.first_liberties::<2>(friend) {
                moves.add(p, if short == 1 { 42 } else { 18 });
            }
        }
    }
    for (kin, most) in [(own_kin, most), (target_kin, most + 2)] {
        for &kin in kin.iter().skip(1) {
            let short = board.liberties(kin);
            if short <= most {
                for p in board.first_liberties::<5>(kin) {
                    moves.add(p, if short <= 2 { 28 } else { 18 });
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
