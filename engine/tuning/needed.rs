// SPDX-License-Identifier: MIT OR Apache-2.0

//! What it takes: the value with which a pattern makes its move the chosen one.

use katachi_rules::{Move, Point};

use super::Change;
use crate::Engine;
use crate::play::Request;

/// The highest value that is tried.
const MAX_VALUE: i32 = 999;

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
/// chosen already, or no pattern has the name. Tries about ten values by one choice each, some tenths of a
/// second on 19x19 if the request has an analysis.
pub fn needed_value(engine: &Engine, request: &Request<'_>, point: Point, name: &str) -> Option<NeededValue> {
    let today = engine.database().patterns.iter().find(|p| p.name == name)?.weight;
    let is_chosen = |value: i32| {
        let engine = with_value(engine, name, value);
        let choice = engine.choose(request, &mut engine.reader(request.game));
        choice.mv == Move::Play(point)
    };
    if is_chosen(today) {
        return None;
    }
    if today >= MAX_VALUE || !is_chosen(MAX_VALUE) {
        return Some(NeededValue { today, needed: None });
    }
    let (mut too_low, mut enough) = (today, MAX_VALUE);
    while enough - too_low > 1 {
        let middle = too_low + (enough - too_low) / 2;
        match is_chosen(middle) {
            true => enough = middle,
            false => too_low = middle,
        }
    }
    Some(NeededValue {
        today,
        needed: Some(enough),
    })
}

/// The engine with another value of a pattern of its database.
fn with_value(engine: &Engine, name: &str, value: i32) -> Engine {
    let mut database = engine.database().clone();
    let change = Change::value_of(name, value);
    change
        .make(&mut database)
        .expect("the pattern is in the database");
    Engine {
        knowledge: engine.knowledge.clone().with_database(database),
        settings: engine.settings,
    }
}
