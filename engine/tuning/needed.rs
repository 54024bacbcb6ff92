// SPDX-License-Identifier: MIT OR Apache-2.0

//! What it takes: the value with which a pattern makes its move the chosen one.

use std::collections::BTreeMap;

use katachi_rules::{Move, Point};

use crate::Engine;
use crate::play::Request;

/// The highest value that is tried.
pub(super) const MAX_VALUE: i32 = 999;
/// Values that are tried: the first at a distance of `step`, which grows by the factor `growth`. The distance
/// that is found is known to `step` units, or to one part in `parts` of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tries {
    pub(super) step: i32,
    pub(super) growth: i32,
    pub(super) parts: i32,
}

impl Tries {
    /// Of the classical choice, which is exact and quick.
    pub(super) const EXACT: Self = Self {
        step: 1,
        growth: 2,
        parts: i32::MAX,
    };
}

/// What a pattern needs so that its move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeededValue {
    /// Its value today.
    pub today: i32,
    /// The lowest higher value with which the move is chosen. `None` if 999 is not enough: the pattern is
    /// overruled at the point, or it holds at a better one, too.
    pub needed: Option<i32>,
}

/// Finds the value with which a pattern makes the classical choice play a point. `None` if the point is
/// chosen already, or no pattern has the name. Takes about as long as one choice if the request has an
/// analysis: about twenty values are tried with the same evidence.
pub fn needed_value(engine: &Engine, request: &Request<'_>, point: Point, name: &str) -> Option<NeededValue> {
    let today = engine.database().patterns.iter().find(|p| p.name == name)?.weight;
    let mut reader = engine.reader(request.game);
    let made;
    let analysis = match request.analysis {
        Some(analysis) => analysis,
        None => {
            made = engine.analyse(request.game, &mut reader);
            &made
        }
    };
    let request = Request {
        analysis: Some(analysis),
        ..*request
    };
    let evidence = engine.kept_evidence(&request, &mut reader);
    let mut is_chosen = |value: i32| {
        let values = BTreeMap::from([(name.to_owned(), value)]);
        let choice = engine.choose_again(&evidence, &request, &mut reader, &values);
        choice.mv == Move::Play(point)
    };
    if is_chosen(today) {
        return None;
    }
    let needed = nearest(today, MAX_VALUE.max(today), Tries::EXACT, is_chosen);
    Some(NeededValue { today, needed })
}

/// Finds the value nearest to `from` on the way to `limit` that passes; `from` itself is not tried. The
/// distance of the tried values grows until one passes, and is halved then. A range of values that lies
/// between two tried ones is not found.
pub(super) fn nearest(
    from: i32,
    limit: i32,
    tries: Tries,
    mut passes: impl FnMut(i32) -> bool,
) -> Option<i32> {
    let (sign, farthest) = ((limit - from).signum(), (limit - from).abs());
    let at = |distance: i32| from + sign * distance;
    let (mut fails, mut step) = (0, tries.step);
    let mut found = loop {
        if fails == farthest {
            return None;
        }
        let tried = farthest.min(fails.saturating_add(step));
        if passes(at(tried)) {
            break tried;
        }
        fails = tried;
        step = step.saturating_mul(tries.growth);
    };
    while found - fails > tries.step.max(found / tries.parts) {
        let middle = fails + (found - fails) / 2;
        match passes(at(middle)) {
            true => found = middle,
            false => fails = middle,
        }
    }
    Some(at(found))
}
