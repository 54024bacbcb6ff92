// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connections that constraints cannot judge: whether two strings can be cut apart, and the value of their
//! connection.

use katachi_rules::Point;

use super::Site;
use super::site::{Answer, FULL_WORTH, Them, Us, share};

/// The worth of connecting two of our strings, if they can be cut apart now and no longer after the move.
fn secures(site: &mut Site<'_>, a: Point, b: Point) -> Answer {
    if site.read.are_one(a, b) || !site.read.can_be_cut(a, b) {
        return None;
    }
    let holds = site.after_move(|read| read.hold_together(a, b))?;
    holds.then(|| site.connection_share(a, b))
}

/// The point between two strings of ours, where the enemy would cut them: worth what the connection is.
///
/// ```text
/// ?X?
/// O*O
/// ```
pub(super) fn connects(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let mut best = None;
    for (a, b) in site.pairs(Us) {
        let joins = site.after_move(|read| read.are_one(a, b))?;
        let cuts = |site: &mut Site<'_>| site.read.with_move(Them, mv, |read| read.are_cut(a, b));
        if joins && cuts(site) == Some(true) {
            let share = site.connection_share(a, b);
            best = Some(best.map_or(share, |best: f32| best.max(share)));
        }
    }
    best
}

/// The fourth stone of a bamboo joint, where two strings can still be cut apart.
///
/// ```text
/// O.O
/// O.*
/// ```
pub(super) fn bamboo_joint(site: &mut Site<'_>) -> Answer {
    let (a, b) = (site.stone(Us, -2, -1)?, site.stone(Us, 0, -1)?);
    site.empty(-1, 0)?;
    site.empty(-1, -1)?;
    secures(site, a, b)
}

/// A bamboo joint with an enemy stone in it: the other point of the gap, if both sides of it are needed.
///
/// ```text
/// OXO
/// O*O
/// ```
pub(super) fn peeped_bamboo_joint(site: &mut Site<'_>) -> Answer {
    site.stone(Them, 0, -1)?;
    let (a, b) = (site.stone(Us, -1, 0)?, site.stone(Us, 1, 0)?);
    secures(site, a, b)
}

/// The third stone of a tiger's mouth: an enemy who cuts in it is captured from then on.
///
/// ```text
/// ?OX
/// O.?
/// ?*?
/// ```
pub(super) fn tiger_mouth(site: &mut Site<'_>) -> Answer {
    let (a, b) = (site.stone(Us, -1, -1)?, site.stone(Us, 0, -2)?);
    let mouth = site.empty(0, -1)?;
    if site.read.are_one(a, b) || !site.read.is_safe(Them, mouth) {
        return None;
    }
    let holds = site.after_move(|read| !read.is_safe(Them, mouth))?;
    holds.then(|| site.connection_share(a, b))
}

/// A link along the first line, below enemy stones: it holds if no cut on either side of it works.
///
/// ```text
/// OXO
/// .*.
/// ---
/// ```
pub(super) fn links_under(site: &mut Site<'_>) -> Answer {
    let (a, b) = (site.stone(Us, -1, -1)?, site.stone(Us, 1, -1)?);
    secures(site, a, b)
}

/// A move that makes one group of several, not all of which live: worth most where the weakest is large.
///
/// ```text
/// O*O
/// ```
pub(super) fn amalgamates(site: &mut Site<'_>) -> Answer {
    let mut best = None;
    for (a, b) in site.pairs(Us) {
        let joins = !site.analysis.dragons.are_one(a, b) && site.after_move(|read| read.are_one(a, b))?;
        let weak = [a, b].into_iter().filter(|&s| site.is_weak(s));
        let size = weak
            .filter_map(|s| site.dragon(s))
            .map(|dragon| dragon.size as i32)
            .max();
        best = best.max(size.filter(|_| joins));
    }
    best.map(|size| share(30 + 5 * size, FULL_WORTH))
}
