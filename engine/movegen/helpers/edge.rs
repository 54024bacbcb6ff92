// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves at the edge and endgame moves: sente, the value of borders, kos.

use katachi_rules::Point;

use super::Site;
use super::site::{Answer, FULL_WORTH, Them, Us, share};

/// Worth of a monkey jump that counts in full: seven empty points of the enemy's moyo. A guess.
const FULL_JUMP: i32 = 36;
/// Points of moyo of both sides together for which a move at their border counts in full. A guess.
const FULL_SWING: i32 = 16;
/// Worth of a slide that counts in full: the base of a group of five stones. A guess.
const FULL_BASE: i32 = 45;

/// The value of a move at the edge: the whole of it if there is a safe second step beyond, else two thirds.
fn with_follow_up(site: &mut Site<'_>, next: Point) -> Answer {
    let mv = site.mv();
    let follows = site
        .read
        .with_moves(&[(Us, mv), (Us, next)], |read| read.stands(next))
        .unwrap_or(false);
    Some(if follows { 1.0 } else { 2.0 / 3.0 })
}

/// A hane on the first line that cannot be cut off: worth less where no further step would be safe.
///
/// ```text
/// OX?
/// .*.
/// ---
/// ```
pub(super) fn first_line_hane(site: &mut Site<'_>) -> Answer {
    let (cut, next) = (site.empty(-1, 0)?, site.empty(1, 0)?);
    let cut_fails = |read: &mut super::site::ScratchReader<'_>| {
        let captured = read.with_move(Them, cut, |read| read.can_be_captured(cut));
        captured.unwrap_or(true)
    };
    if !site.after_move(cut_fails)? {
        return None;
    }
    with_follow_up(site, next)
}

/// A descent to the first line where the enemy would else be safe: worth less where no further step would be
/// safe.
///
/// ```text
/// OX
/// *.
/// --
/// ```
pub(super) fn descent(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let next = site.empty(1, 0)?;
    if !site.read.is_safe(Them, mv) {
        return None;
    }
    with_follow_up(site, next)
}

/// The large knight's jump along the first line, if its stone cannot be captured: worth more the more points
/// it enters.
///
/// ```text
/// O.??
/// ...*
/// ----
/// ```
pub(super) fn monkey_jump(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    site.stone(Us, -3, -1)?;
    let them = site.color(Them);
    let moyo = &site.analysis.influence.moyo;
    let near = site
        .read
        .reader
        .board()
        .empty_points()
        .filter(|p| p.distance(mv) <= 3);
    let entered = near.filter(|&p| moyo.owner(p) == Some(them)).count() as i32;
    (entered >= 3 && site.read.is_safe(Us, mv)).then_some(share(15 + 3 * entered, FULL_JUMP))
}

/// A point of the border where both sides can safely play: worth what it swings in moyo, for both together.
///
/// ```text
/// O*X
/// ```
pub(super) fn border_swing(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    if !site.read.is_safe(Us, mv) || !site.read.is_safe(Them, mv) {
        return None;
    }
    let swing = site.moyo_gain(Us, mv) + site.moyo_gain(Them, mv);
    (swing > 0).then_some(share(swing, FULL_SWING))
}

/// A capture of one stone that can be taken back as a ko: worth more where strings beside it are in atari.
///
/// ```text
/// X*
/// ```
pub(super) fn takes_ko(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let is_ko = site.after_move(|read| read.reader.board().ko().is_some())?;
    let board = site.read.reader.board();
    let around = mv.neighbours().into_iter().filter(|&p| board.cell(p).is_stone());
    let taken = around
        .clone()
        .find(|&p| site.read.is(Them, p) && site.read.liberties(p) == 1);
    let beside = taken.iter().flat_map(|p| p.neighbours());
    let in_atari = around
        .chain(beside.filter(|&p| board.cell(p).is_stone()))
        .filter(|&p| Some(p) != taken && board.liberties(p) == 1)
        .map(|p| board.head(p));
    let mut in_atari: Vec<Point> = in_atari.collect();
    in_atari.sort_unstable();
    in_atari.dedup();
    let stones: u32 = in_atari.iter().map(|&s| board.string_size(s)).sum();
    is_ko.then_some(share(10 + 10 * stones as i32, FULL_WORTH))
}

/// A slide to the second line that gives a weak group of ours room at the edge.
///
/// ```text
/// O.?
/// ..*
/// ?.?
/// ---
/// ```
pub(super) fn slides_for_base(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Us, -2, -1)?;
    if !site.is_weak(stone) || site.line(mv) != 2 {
        return None;
    }
    let size = site.dragon(stone)?.size as i32;
    let holds = site.after_move(|read| !read.can_be_captured(mv) && !read.can_be_cut(stone, mv))?;
    holds.then_some(share(25 + 4 * size, FULL_BASE))
}
