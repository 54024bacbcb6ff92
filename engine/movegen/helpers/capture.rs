// SPDX-License-Identifier: MIT OR Apache-2.0

//! Captures by shape: ladders, nets, throw-ins, ataris on two strings at once, and threats by dead stones.

use katachi_rules::Point;
use mkpat::Status;

use super::Site;
use super::site::{Answer, ScratchReader, Side, Them, Us, share_of_stones, when};

/// Number of our strings in ladders, largest first, for which ladder breakers are read.
const LADDERS: usize = 4;

/// An atari that begins a ladder, and the ladder works to the end.
///
/// ```text
/// ?O?
/// OX*
/// O.?
/// ```
pub(super) fn ladder(site: &mut Site<'_>) -> Answer {
    let stone = site.stone(Them, -1, 0)?;
    let size = site.read.size(stone);
    let works = site.after_move(|read| read.liberties(stone) == 1 && runs_into_ladder(read, Them, stone))?;
    works.then_some(share_of_stones(size))
}

/// A net: the stone cannot get out any more, though no ladder catches it.
///
/// ```text
/// X.
/// .*
/// ```
pub(super) fn net(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Them, -1, -1)?;
    if site.read.is_in_ladder(stone) || !site.read.captures(mv, stone) {
        return None;
    }
    Some(share_of_stones(site.read.size(stone)))
}

/// A move that touches the enemy and breaks the ladder in which a string of ours is caught, anywhere on the
/// board.
///
/// ```text
/// X*
/// ```
pub(super) fn ladder_breaker(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let us = site.color(Us);
    let mut caught: Vec<_> = site
        .analysis
        .worms
        .iter()
        .filter(|w| w.color == us && w.attack.is_yes() && w.liberties[0] <= 2)
        .collect();
    caught.sort_by_key(|worm| (-(worm.size as i32), worm.origin));
    caught.truncate(LADDERS);
    let mut best = None;
    for worm in caught {
        let stone = worm.origin;
        let far = worm.stones.iter().all(|s| s.distance(mv) > 3);
        if !far || !runs_into_ladder(&mut site.read, Us, stone) {
            continue;
        }
        let escapes = site.after_move(|read| !runs_into_ladder(read, Us, stone))?;
        if escapes {
            best = best.max(Some(worm.size as i32));
        }
    }
    best.map(share_of_stones)
}

/// A string runs if it is in atari, and is caught in a ladder.
fn runs_into_ladder(read: &mut ScratchReader<'_>, side: Side, stone: Point) -> bool {
    match read.last_liberty(stone) {
        Some(way_out) => {
            let caught =
                |read: &mut ScratchReader<'_>| read.liberties(stone) == 2 && read.is_in_ladder(stone);
            read.with_move(side, way_out, caught).unwrap_or(false)
        }
        None => read.is_in_ladder(stone),
    }
}

/// A move that leaves two strings in atari at once, not both of which can be saved.
///
/// ```text
/// ?.?
/// X*X
/// ```
pub(super) fn double_atari(site: &mut Site<'_>) -> Answer {
    let mut best = None;
    for (a, b) in site.pairs(Them) {
        let wins =
            site.after_move(|read| read.liberties(a) == 1 && read.liberties(b) == 1 && read.one_falls(a, b))?;
        if wins {
            best = best.max(Some(site.read.size(a).min(site.read.size(b))));
        }
    }
    best.map(share_of_stones)
}

/// A throw-in: the string that captures the stone is in atari after it.
///
/// ```text
/// *X
/// X?
/// ```
pub(super) fn snapback(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let gain = site.after_move(|read| {
        let taker = read.last_liberty(mv)?;
        read.with_move(Them, taker, |read| {
            let back = read.last_liberty(taker)?;
            (back == mv && read.size(taker) > 1).then(|| read.size(taker))
        })?
    })??;
    Some(share_of_stones(gain))
}

/// An atari that cannot be answered by connecting, because the larger string is captured then.
///
/// ```text
/// X*
/// ```
pub(super) fn connect_and_die(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Them, -1, 0)?;
    let before = site.read.size(stone);
    let gain = site.after_move(|read| {
        let connection = read.last_liberty(stone)?;
        read.with_move(Them, connection, |read| {
            let grown = read.size(stone);
            (grown > before + 1 && read.can_be_captured(stone)).then_some(grown)
        })?
    })??;
    (!site.read.are_one(stone, mv)).then_some(share_of_stones(gain))
}

/// A stretch out of atari that leaves three liberties or more, or at least cannot be captured.
///
/// ```text
/// XO*
/// ```
pub(super) fn extends_from_atari(site: &mut Site<'_>) -> Answer {
    let stone = site.stone(Us, -1, 0)?;
    let size = site.read.size(stone);
    if site.read.liberties(stone) != 1 {
        return None;
    }
    let lives = site.after_move(|read| read.liberties(stone) > 1 && read.stands(stone))?;
    lives.then_some(share_of_stones(size))
}

/// A move that saves a string of ours by taking enemy stones beside it.
///
/// ```text
/// *XO
/// ```
pub(super) fn counter_capture(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let prey = site.stone(Them, 1, 0)?;
    let stone = site.stone(Us, 2, 0)?;
    if !site.read.can_be_captured(stone) || !site.read.captures(mv, prey) {
        return None;
    }
    let saves = site.read.reader.tactics().does_defend(mv, stone).is_yes();
    saves.then(|| share_of_stones(site.read.size(stone) + site.read.size(prey)))
}

/// A capture of stones that keep our strings apart: worth the stones, and what joining the two is worth.
///
/// ```text
/// *XO
/// ?O?
/// ```
pub(super) fn cutting_stones(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Them, 1, 0)?;
    let cuts = site
        .analysis
        .worms
        .get(stone)
        .is_some_and(|worm| worm.cutstone > 0);
    if !cuts || !site.read.captures(mv, stone) {
        return None;
    }
    let joined = site.pairs(Us).into_iter();
    let shares = joined.map(|(a, b)| site.connection_share(a, b));
    let connection = shares.fold(0.0, f32::max);
    Some((share_of_stones(site.read.size(stone)) + connection / 2.0).min(1.0))
}

/// A move that a lost string of ours still has: if it is not answered, the string is saved.
///
/// ```text
/// XO*
/// ```
pub(super) fn thrash(site: &mut Site<'_>) -> Answer {
    let stone = site.stone(Us, -1, 0)?;
    if !site.analysis.worms.get(stone)?.is_captured() || site.analysis.dragons.status(stone) == Status::Alive
    {
        return None;
    }
    let threatens = site.after_move(|read| {
        let can_be_saved =
            |read: &mut ScratchReader<'_>| read.reader.tactics().defend(stone).verdict.is_yes();
        !read.is_empty(stone) && read.can_be_captured(stone) && can_be_saved(read)
    })?;
    when(threatens)
}

/// A move after which a string that is safe now can be captured.
///
/// ```text
/// X*
/// ```
pub(super) fn threatens_capture(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Them, -1, 0)?;
    if !site.read.stands(stone) {
        return None;
    }
    let threatens = site.after_move(|read| read.stands(mv) && read.can_be_captured(stone))?;
    threatens.then(|| share_of_stones(site.read.size(stone)))
}
