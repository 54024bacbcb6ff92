// SPDX-License-Identifier: MIT OR Apache-2.0

//! What it takes: the value with which a pattern makes its move the chosen one.

use katachi_rules::{Move, Point};

use super::Change;
use katachi_engine::Engine;
use katachi_engine::play::Request;

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
/// chosen already, or no pattern has the name. Takes about twelve choices, each with an analysis unless the
/// request has it. A range of values that lies between two tried ones is not found.
pub fn needed_value(engine: &Engine, request: &Request<'_>, point: Point, name: &str) -> Option<NeededValue> {
    let today = engine.database().patterns.iter().find(|p| p.name == name)?.weight;
    let mut reader = engine.reader(request.game);
    let mut is_chosen = |value: i32| {
        let mut database = engine.database().clone();
        let made = Change::value_of(name, value).make(&mut database);
        made.expect("the pattern is in the database");
        let changed = Engine {
            knowledge: engine.knowledge.clone().with_database(database),
            settings: engine.settings,
        };
        changed.choose(request, &mut reader).mv == Move::Play(point)
    };
    if is_chosen(today) {
        return None;
    }
    let mut fails = today;
    let mut needed = (today < MAX_VALUE && is_chosen(MAX_VALUE)).then_some(MAX_VALUE);
    while let Some(chosen) = needed.filter(|chosen| chosen - fails > 1) {
        let middle = fails + (chosen - fails) / 2;
        match is_chosen(middle) {
            true => needed = Some(middle),
            false => fails = middle,
        }
    }
    Some(NeededValue { today, needed })
}
