// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye spaces that stay one eye.
//!
//! Filling an eye space is solved as a game on its points. The owner may divide it or capture the stones in
//! it; the enemy has to leave a shape that is one eye again after the capture.

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::bits::{each, is_connected};

/// Limit of the points of an eye; larger ones are not solved.
pub(crate) const MAX_POINTS: usize = 7;

#[derive(Clone, Copy, Debug)]
pub(crate) struct EyePoint {
    pub(crate) at: Point,
    /// An enemy stone stands there.
    pub(crate) is_captive: bool,
    /// It touches the string around.
    pub(crate) is_anchored: bool,
}

/// A question about an eye.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) owner_moves: bool,
    /// Its owner has a liberty elsewhere, so that he can take the stones in the eye when one point is left.
    pub(crate) in_time: bool,
    /// The owner's stones in the eye have to touch the string around it. Without this condition the answer
    /// "one eye" is certain, with it the answer "not one eye".
    pub(crate) strict: bool,
}

/// Eyes that have been solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    solved: FxHashMap<u64, bool>,
}

impl Shapes {
    /// Returns whether the enemy can make one eye of these points, and so fill it in the end. None if there
    /// are more points than are solved.
    pub(crate) fn is_one_eye(&mut self, points: &[EyePoint], terms: Terms) -> Option<bool> {
        if points.len() > MAX_POINTS {
            return None;
        }
        let flags = |a: bool, b: bool| u64::from(a) << 1 | u64::from(b);
        let start = flags(terms.owner_moves, terms.in_time) << 1 | u64::from(terms.strict);
        let key = points.iter().fold(start, |key, p| {
            let place = u64::from(p.at.x()) << 8 | u64::from(p.at.y());
            let point = place << 2 | flags(p.is_captive, p.is_anchored);
            let mixed = (point + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            // A sum: the order of the points does not matter.
            key.wrapping_add(mixed.rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93))
        });
        let is_one_eye = *self.solved.entry(key).or_insert_with(|| {
            let bits = |is: fn(&EyePoint) -> bool| {
                let points = points.iter().enumerate();
                points.fold(0u8, |bits, (i, p)| bits | u8::from(is(p)) << i)
            };
            let mut shape = Shape::new(points, terms);
            if terms.strict {
                shape.anchored = bits(|p| p.is_anchored);
            }
            shape.stays_one_eye(bits(|_| true), bits(|p| p.is_captive), terms.owner_moves)
        });
        Some(is_one_eye)
    }
}

/// Points of an eye as bits, with their neighbours.
struct Shape {
    beside: [u8; MAX_POINTS],
    /// Points where the owner may play.
    anchored: u8,
    in_time: bool,
    /// Results for regions with captives, by side to move: 0 unknown, 1 no, 2 yes.
    known: [[u8; 2]; 1 << (2 * MAX_POINTS)],
}

impl Shape {
    fn new(points: &[EyePoint], terms: Terms) -> Self {
        let mut beside = [0; MAX_POINTS];
        for (i, p) in points.iter().enumerate() {
            for n in p.at.neighbours() {
                if let Some(j) = points.iter().position(|q| q.at == n) {
                    beside[i] |= 1 << j;
                }
            }
        }
        Self {
            beside,
            anchored: u8::MAX,
            in_time: terms.in_time,
            known: [[0; 2]; 1 << (2 * MAX_POINTS)],
        }
    }

    /// Whether the enemy can fill the whole eye, however its owner plays inside. The owner may pass, and may
    /// divide the eye with stones of his own. When one point is left he takes the stones in it, if he has
    /// time for that, and the enemy begins again.
    fn stays_one_eye(&mut self, region: u8, captives: u8, owner_moves: bool) -> bool {
        let empty = region & !captives;
        if region.count_ones() <= 2 {
            return true;
        }
        if empty.count_ones() == 1 {
            return !owner_moves && !self.in_time
                || is_connected(&self.beside, captives) && self.stays_one_eye(captives, 0, false);
        }
        let index = usize::from(region) << MAX_POINTS | usize::from(captives);
        let known = self.known[index][usize::from(owner_moves)];
        if known > 0 {
            return known == 2;
        }
        let anchored = self.anchored;
        let mut points = each(empty);
        let stays = if owner_moves {
            self.stays_one_eye(region, captives, false)
                && points.filter(|i| anchored >> i & 1 == 1).all(|i| {
                    let rest = region & !(1 << i);
                    is_connected(&self.beside, rest) && self.stays_one_eye(rest, captives, false)
                })
        } else {
            points.any(|i| self.stays_one_eye(region, captives | 1 << i, true))
        };
        self.known[index][usize::from(owner_moves)] = 1 + u8::from(stays);
        stays
    }
}
