// SPDX-License-Identifier: MIT OR Apache-2.0

//! What stones have at the end of a line, in words.

use itertools::Itertools as _;
use katachi_engine::answers::Outcome;
use katachi_engine::reading::{GroupOutcome, LifeGrounds};
use katachi_rules::{BoardSize, Point, quantity};

/// Maximum number of points that are named.
const MAX_NAMED: usize = 3;

/// Writes what stones have at the end of a line: `it has two eyes (C1, E1)`.
pub(crate) fn words(outcome: &Outcome, size: BoardSize) -> String {
    match outcome {
        Outcome::Liberties(1) => "it has one liberty".to_owned(),
        Outcome::Liberties(liberties) => format!("it has {liberties} liberties"),
        Outcome::Joined => "they are one string".to_owned(),
        Outcome::Group(outcome, captured) => group_words(outcome, *captured, size),
    }
}

fn group_words(outcome: &GroupOutcome, captured: u32, size: BoardSize) -> String {
    let lives = match &outcome.grounds {
        LifeGrounds::Captured => return "most of it is captured".to_owned(),
        LifeGrounds::NoRoom => return "it has no room for two eyes".to_owned(),
        LifeGrounds::Eyes(points) if points.len() == 1 => {
            format!("it has two eyes in the space at {}", named(points, size))
        }
        LifeGrounds::Eyes(points) => format!("it has two eyes ({})", named(points, size)),
        LifeGrounds::Open(points) if points.is_empty() => "it is out in the open".to_owned(),
        LifeGrounds::Open(points) => format!("it is out in the open ({})", named(points, size)),
        LifeGrounds::Friend(points) if points.is_empty() => "it is joined to living stones".to_owned(),
        LifeGrounds::Friend(points) => format!("it can join living stones ({})", named(points, size)),
    };
    let captured = match captured {
        0 => String::new(),
        captured => format!(", with {} captured", quantity(captured, "stone")),
    };
    let uncounted = match outcome.uncounted.as_slice() {
        [] => String::new(),
        strings => format!(", perhaps without {}", named(strings, size)),
    };
    format!("{lives}{captured}{uncounted}")
}

/// The first points of a list.
fn named(points: &[Point], size: BoardSize) -> String {
    points
        .iter()
        .take(MAX_NAMED)
        .map(|&point| size.vertex(point))
        .join(", ")
}
