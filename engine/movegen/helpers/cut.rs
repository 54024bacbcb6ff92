// SPDX-License-Identifier: MIT OR Apache-2.0

//! Cuts: whether they hold against every answer, and their threats.

use katachi_rules::Point;

use super::Site;
use super::site::{Answer, FULL_WORTH, ScratchReader, Them, Us, share, when};
use crate::reading::Verdict;

/// Our stone of the move stands, and the two strings cannot be joined any more, the enemy to move.
fn stays_cut(read: &mut ScratchReader<'_>, mv: Point, a: Point, b: Point) -> bool {
    read.stands(mv) && read.are_cut(a, b)
}

/// A cut that cannot be captured, of two strings that cannot be joined round it either: worth what the
/// connection was.
///
/// ```text
/// OX
/// X*
/// ```
pub(super) fn cut_holds(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let (a, b) = (site.stone(Them, -1, 0)?, site.stone(Them, 0, -1)?);
    let holds = site.after_move(|read| stays_cut(read, mv, a, b))?;
    holds.then(|| site.connection_share(a, b))
}

/// A cut that catches one of the two strings, whichever the enemy saves: worth the smaller.
///
/// ```text
/// OX
/// X*
/// ```
pub(super) fn double_cut(site: &mut Site<'_>) -> Answer {
    let (a, b) = (site.stone(Them, -1, 0)?, site.stone(Them, 0, -1)?);
    let wins = site.after_move(|read| read.one_falls(a, b))?;
    wins.then(|| share(20 + 10 * site.read.size(a).min(site.read.size(b)), FULL_WORTH))
}

/// A wedge into a one-point jump: whichever side the enemy gives atari from, our stone stretches to the
/// other, and both cuts are left.
///
/// ```text
/// ?.?
/// X*X
/// ?.?
/// ```
pub(super) fn wedge(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let (a, b) = (site.stone(Them, -1, 0)?, site.stone(Them, 1, 0)?);
    let (above, below) = (site.empty(0, -1)?, site.empty(0, 1)?);
    for (atari, stretch) in [(above, below), (below, above)] {
        let moves = [(Us, mv), (Them, atari), (Us, stretch)];
        let works = site
            .read
            .with_moves(&moves, |read| read.stands(mv) && read.are_cut(a, b));
        if works != Some(true) {
            return None;
        }
    }
    Some(site.connection_share(a, b))
}

/// A peep that has to be answered: if it is not, the cut behind it holds, which it does not yet.
///
/// ```text
/// X.X
/// ?*?
/// ```
pub(super) fn peep(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let (a, b) = (site.stone(Them, -1, -1)?, site.stone(Them, 1, -1)?);
    let cut = site.empty(0, -1)?;
    let cuts_already = site.read.with_move(Us, cut, |read| stays_cut(read, cut, a, b))?;
    let threatens = site
        .read
        .with_moves(&[(Us, mv), (Us, cut)], |read| stays_cut(read, cut, a, b))?;
    when(threatens && !cuts_already)
}

/// A push through a gap, after which the enemy's block leaves a cut that holds.
///
/// ```text
/// ?X.?
/// O*.?
/// ?X.?
/// ```
pub(super) fn push_and_cut(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let walls = [site.stone(Them, 0, -1)?, site.stone(Them, 0, 1)?];
    let block = site.empty(1, 0)?;
    for (wall, cut) in walls.into_iter().zip([site.empty(1, -1), site.empty(1, 1)]) {
        let Some(cut) = cut else { continue };
        let moves = [(Us, mv), (Them, block), (Us, cut)];
        let holds = site
            .read
            .with_moves(&moves, |read| stays_cut(read, cut, wall, block));
        if holds == Some(true) {
            return Some(1.0);
        }
    }
    None
}

/// The waist of a knight's move: it holds if the two stones cannot be joined any more.
///
/// ```text
/// X*?
/// ?.X
/// ```
pub(super) fn knights_waist(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let (a, b) = (site.stone(Them, -1, 0)?, site.stone(Them, 1, 1)?);
    site.empty(0, 1)?;
    let holds = site.after_move(|read| stays_cut(read, mv, a, b))?;
    holds.then(|| site.connection_share(a, b))
}

/// The stretch in a crosscut that leaves the enemy no way to catch one of our two stones.
///
/// ```text
/// *OX
/// ?XO
/// ```
pub(super) fn crosscut_extension(site: &mut Site<'_>) -> Answer {
    let (a, b) = (site.stone(Us, 1, 0)?, site.stone(Us, 2, 1)?);
    let caught = |read: &mut ScratchReader<'_>| read.reader.tactics().attack_either(a, b);
    let endangered = caught(&mut site.read).is_possible();
    let safe = site.after_move(|read| caught(read) == Verdict::No)?;
    when(endangered && safe)
}
