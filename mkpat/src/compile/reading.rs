// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading patterns: the stones that they are about, and what they may ask.

use super::diagram::Diagram;
use super::entry::Draft;
use super::expression::Scene;
use super::reports::Reports;
use super::split::Line;
use crate::aim::Aim;
use crate::database::{Classes, Pattern};
use crate::diagnostic::Code;
use crate::expr::{Binary, Expr, Function};
use crate::geometry::Offset;

/// The functions that a position answers without a reading.
const FUNCTIONS: [Function; 3] = [Function::Lib, Function::XLib, Function::OLib];

/// Takes the labels of the stones in question as used.
pub(super) fn mark_asked(scene: &mut Scene<'_>) {
    for letter in Aim::ALL.into_iter().flat_map(|aim| aim.letters().chars()) {
        scene.labels.find(letter.encode_utf8(&mut [0; 4]));
    }
}

/// A constraint that tells pictures apart by the stones in question, for their symmetry.
pub(super) fn with_asked(constraint: Option<Expr>, labels: &[(Offset, char)]) -> Option<Expr> {
    let stones = labels.iter().filter(|(_, letter)| Aim::is_letter(*letter));
    let asks = stones.map(|&(at, _)| Expr::Call(Function::Lib, vec![at]));
    let both = |a, b| Expr::Binary(Binary::And, Box::new(a), Box::new(b));
    asks.chain(constraint).reduce(both)
}

/// Reports an entry that does not say which stones it is about, or asks what only a reading knows.
pub(super) fn check(
    name: Line<'_>,
    diagram: &Diagram,
    move_at: (usize, usize),
    constraint: Option<&Expr>,
    labels: &[(Offset, char)],
    reports: &mut Reports,
) {
    let stands = |&(at, letter): &(Offset, char)| {
        let stone = if letter.is_ascii_uppercase() { b'X' } else { b'O' };
        let cell = diagram.step(move_at, at);
        !Aim::is_letter(letter) || cell.is_some_and(|(x, y)| diagram.get(x, y) == stone)
    };
    if Aim::by_labels(labels).is_none() || !labels.iter().all(stands) {
        let message = format!("pattern `{}` does not say which stones it is about", name.text);
        let help = "label an enemy string `A` to capture it or a friendly one `a` to save it, two strings `A` and \
                    `B` to cut or `a` and `b` to join them, a group `G` to kill or `g` to save it";
        reports.add(Code::NotAsked, name.span(), message, help);
    }
    let mut other = None;
    if let Some(constraint) = constraint {
        constraint.each_call(&mut |function, _| {
            other = other.or(Some(function).filter(|f| !FUNCTIONS.contains(f)));
        });
    }
    if let Some(function) = other {
        let message = format!("`{}` is not known while moves are read", function.name());
        let help = "ask for `lib`, `xlib` or `olib`, which need no reading";
        reports.add(Code::NotInReading, name.span(), message, help);
    }
}

/// Reports a class that needs the judgement of groups.
pub(super) fn classes(draft: &Draft, reports: &mut Reports) {
    let Pattern { classes, name, .. } = &draft.pattern;
    if !(*classes - Classes::SACRIFICE).is_empty() {
        let message = format!("pattern `{name}` has a class that is not known while moves are read");
        let help = "only `s` counts: the move need not be safe";
        let place = draft.colon.class_span.clone();
        reports.add(Code::NotInReading, place, message, help);
    }
}
