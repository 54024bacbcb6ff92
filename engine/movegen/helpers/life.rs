// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eyes, races and groups that run: what a move does to the life of a group.

use katachi_rules::{Color, Point};
use mkpat::Status;

use super::Site;
use super::site::{Answer, Side, Them, Us, share, share_of_stones, when};
use crate::analysis::Dragon;
use crate::reading::{Race, Verdict};

/// Worth of a way out, and of a seal, that count in full: groups of five stones. A guess.
const FULL_ESCAPE: i32 = 44;
const FULL_SEAL: i32 = 50;

/// The worth of the most valuable group of a side among the pattern's stones that is neither alive nor dead
/// and for which `is_so` holds.
fn open_groups(site: &Site<'_>, side: Side, is_so: impl Fn(&Dragon) -> bool) -> Answer {
    let groups = site
        .strings(side)
        .into_iter()
        .filter_map(|s| site.analysis.dragons.get(s));
    let open = |d: &&Dragon| !matches!(d.status, Status::Alive | Status::Dead);
    let sizes = groups.filter(open).filter(|d| is_so(d)).map(|d| d.size as i32);
    sizes.max().map(share_of_stones)
}

/// The point that decides whether a group of ours, not alive yet, gets one more eye: worth the group.
///
/// ```text
/// O*
/// ```
pub(super) fn makes_eye(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    open_groups(site, Us, |d| {
        d.eyes.max > d.eyes.min && d.eyes.defense.contains(&mv)
    })
}

/// The point that takes an eye from an enemy group which is not alive yet: worth the group.
///
/// ```text
/// X*
/// ```
pub(super) fn spoils_eye(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    open_groups(site, Them, |d| {
        d.eyes.max > d.eyes.min && d.eyes.attack.contains(&mv)
    })
}

/// The vital point inside an enemy eye space, from which reading kills the whole group.
///
/// ```text
/// X*
/// ```
pub(super) fn nakade(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let space = site.analysis.eyes.get(site.read.color(Them), mv)?;
    if space.margins.contains(mv) || space.points.len() < 3 {
        return None;
    }
    open_groups(site, Them, |d| {
        d.life.attack.is_yes() && d.life.attack_points.contains(&mv)
    })
}

/// Whether the move at its diagonal decides whether the eye at a point, of that colour, is real.
fn is_decided_on_diagonal(site: &Site<'_>, owner: Color, eye: Point) -> bool {
    let mv = site.mv();
    let space = site.analysis.eyes.get(owner, eye);
    space.is_some_and(|space| {
        space.diagonals.iter().any(|d| {
            let deciding = if owner == site.read.color(Us) {
                &d.defense
            } else {
                &d.attack
            };
            d.point == eye && d.is_half() && deciding.contains(&mv)
        })
    })
}

/// The diagonal that decides whether a half eye of ours is real.
///
/// ```text
/// *O
/// O.
/// ```
pub(super) fn keeps_eye(site: &mut Site<'_>) -> Answer {
    let eye = site.empty(1, 1)?;
    when(is_decided_on_diagonal(site, site.read.color(Us), eye))
}

/// The diagonal that makes a half eye of the enemy false.
///
/// ```text
/// *X
/// X.
/// ```
pub(super) fn makes_eye_false(site: &mut Site<'_>) -> Answer {
    let eye = site.empty(1, 1)?;
    when(is_decided_on_diagonal(site, site.read.color(Them), eye))
}

/// Whether neither the first string is saved nor the second captured. Unknown counts as not saved.
fn is_lost(race: &Race) -> bool {
    race.killed == Verdict::No && race.saved.strength() == 0
}

/// A liberty of an enemy string by which we are the first in a race that is lost, or open, without the move.
///
/// ```text
/// X*
/// ```
pub(super) fn wins_race(site: &mut Site<'_>) -> Answer {
    let enemy = site.stone(Them, -1, 0)?;
    let own = site.read.shortest_beside(enemy)?;
    let sizes = site.read.size(own) + site.read.size(enemy);
    if is_lost(&site.read.reader.races().race(enemy, own)) {
        return None;
    }
    let wins = site.after_move(|read| is_lost(&read.reader.races().race(enemy, own)))?;
    wins.then_some(share_of_stones(sizes))
}

/// A liberty of an enemy string that turns a lost race into a seki.
///
/// ```text
/// X*
/// ```
pub(super) fn makes_seki(site: &mut Site<'_>) -> Answer {
    let enemy = site.stone(Them, -1, 0)?;
    let own = site.read.shortest_beside(enemy)?;
    if !site.read.reader.races().race(enemy, own).killed.is_possible() {
        return None;
    }
    let seki = site.after_move(|read| {
        let mut is_seki = |first, second| {
            let race = read.reader.races().race(first, second);
            race.killed == Verdict::No && race.saved.is_yes()
        };
        is_seki(enemy, own) && is_seki(own, enemy)
    })?;
    seki.then(|| share_of_stones(site.read.size(own)))
}

/// A step of a weak group of ours after which it has more ways to run.
///
/// ```text
/// O*
/// ```
pub(super) fn runs_out(site: &mut Site<'_>) -> Answer {
    let mv = site.mv();
    let stone = site.stone(Us, -1, 0)?;
    if !site.is_weak(stone) {
        return None;
    }
    let dragon = site.analysis.dragons.get(stone)?;
    let mut grown = dragon.stones;
    grown.insert(mv);
    let after = site.after_move(|read| read.ways_out(Us, &grown))?;
    let gained = after as i32 - dragon.ways_out as i32;
    (gained > 0).then_some(share(20 + 4 * dragon.size as i32 + 2 * gained, FULL_ESCAPE))
}

/// A cap over a weak enemy group that leaves it half its ways to run, or fewer.
///
/// ```text
/// X.*
/// ```
pub(super) fn seals_off(site: &mut Site<'_>) -> Answer {
    let stone = site.stone(Them, -2, 0)?;
    if !site.is_weak(stone) {
        return None;
    }
    let dragon = site.analysis.dragons.get(stone)?;
    let before = site.read.ways_out(Them, &dragon.stones);
    let after = site.after_move(|read| read.ways_out(Them, &dragon.stones))?;
    (before > 0 && 2 * after <= before).then_some(share(20 + 6 * dragon.size as i32, FULL_SEAL))
}
