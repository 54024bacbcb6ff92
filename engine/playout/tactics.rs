// SPDX-License-Identifier: MIT OR Apache-2.0

//! Local rules that playout policies share: answers to atari, vital points, self-atari, and the choice of a
//! point.

use arrayvec::ArrayVec;
use katachi_rules::{Cell, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::eye_space::{Vital, is_nakade, spoils_two_eyes, vital_after};

/// First acceptable empty point beside a move, from a random offset.
pub(super) fn beside(
    board: &PlayoutBoard,
    last: Point,
    rng: &mut ChaCha8Rng,
    is_acceptable: impl Fn(Point) -> bool,
) -> Option<Point> {
    let around = last.neighbours().into_iter().chain(last.diagonals());
    let around: ArrayVec<Point, 8> = around.filter(|&p| board.is_empty(p)).collect();
    first_of(&around, rng, is_acceptable)
}

/// First acceptable empty point, from a random offset: probabilities are nearly equal, at one random number a
/// move.
pub fn first_acceptable(
    board: &PlayoutBoard,
    rng: &mut ChaCha8Rng,
    is_acceptable: impl Fn(Point) -> bool,
) -> Option<Point> {
    first_of(board.empty_points(), rng, is_acceptable)
}

fn first_of(points: &[Point], rng: &mut ChaCha8Rng, is_acceptable: impl Fn(Point) -> bool) -> Option<Point> {
    if points.is_empty() {
        return None;
    }
    let (before, after) = points.split_at(random_below(rng, points.len() as u32) as usize);
    after.iter().chain(before).copied().find(|&p| is_acceptable(p))
}

/// Random number below `limit`.
pub fn random_below(rng: &mut ChaCha8Rng, limit: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(limit)) >> 32) as u32
}

/// A move that captures the last stone, or saves strings that it put into atari.
pub(super) fn answer_atari(
    board: &PlayoutBoard,
    color: Color,
    last: Point,
    rng: &mut ChaCha8Rng,
) -> Option<Point> {
    if board.cell(last).is(color.opposite())
        && let Some(point) = board.last_liberty(last)
        && board.is_legal(color, point)
    {
        return Some(point);
    }
    let mut saves = ArrayVec::<Point, 8>::new();
    for string in board.strings_beside(last, color) {
        let Some(out) = board.last_liberty(string) else {
            continue;
        };
        for capture in board
            .adjacent_strings(string)
            .filter_map(|s| board.last_liberty(s))
        {
            let _ = saves.try_push(capture);
        }
        if board.has_two_liberties_after(color, out) {
            let _ = saves.try_push(out);
        }
    }
    saves.retain(|p| board.is_legal(color, *p));
    (!saves.is_empty()).then(|| saves[random_below(rng, saves.len() as u32) as usize])
}

/// A point that leaves the other side one eye in a space that it encloses beside its last move.
pub(super) fn nakade_point(board: &PlayoutBoard, color: Color, last: Point) -> Option<Point> {
    let mut found = None;
    vital_after(board, color, last, |point, what| {
        if what == Vital::Kills {
            found = found.or(Some(point));
        }
    });
    found
}

/// Returns whether the move is legal, fills no eye, spoils no two eyes of an own group, and puts no own
/// string into atari for nothing.
pub fn is_sensible(board: &PlayoutBoard, color: Color, point: Point) -> bool {
    board.is_legal(color, point)
        && !board.around(point).is_eye(color)
        && (board.has_two_liberties_after(color, point) || is_useful_sacrifice(board, color, point))
        && !spoils_two_eyes(board, color, point)
}

/// Whether the move is a throw-in, or its string leaves one eye when it is captured.
fn is_useful_sacrifice(board: &PlayoutBoard, color: Color, point: Point) -> bool {
    let strings = board.strings_beside(point, color);
    let size: u32 = strings.iter().map(|&s| board.string_size(s)).sum();
    if size == 0 || size >= 6 {
        return size == 0;
    }
    let mut stones = ArrayVec::<Point, 6>::new();
    stones.push(point);
    for &string in &strings {
        stones.extend(board.string(string));
    }
    is_nakade(&stones) && !is_pointless(board, color, &stones)
}

/// Whether the other side can capture the stones without a loss. It can if a string around them has an eye
/// besides the space that they leave, or if other stones of their own side make an eye of their last liberty.
fn is_pointless(board: &PlayoutBoard, color: Color, stones: &[Point]) -> bool {
    let on_board = |p: &Point| board.cell(*p) != Cell::Off;
    let has_eye = |string: Point| {
        board.first_liberties::<4>(string).into_iter().any(|l| {
            let is_around = |n: Point| board.cell(n).is(color.opposite());
            l.neighbours().into_iter().filter(on_board).all(is_around)
        })
    };
    let is_own_eye = |l: Point| {
        let is_own = |n: &Point| board.cell(*n).is(color);
        let is_around = |n: Point| stones.contains(&n) || is_own(&n);
        l.neighbours().into_iter().filter(on_board).all(is_around)
            && l.neighbours().iter().any(|n| is_own(n) && !stones.contains(n))
    };
    stones
        .iter()
        .flat_map(|p| p.neighbours())
        .filter(on_board)
        .any(|n| match board.cell(n).color() {
            Some(side) => side != color && has_eye(n),
            None => !stones.contains(&n) && is_own_eye(n),
        })
}
