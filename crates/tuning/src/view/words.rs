// SPDX-License-Identifier: MIT OR Apache-2.0

//! Words for findings.

use crate::report::{Cause, ENDGAME, Fact, NEAR, OPENING, PatternReport, Verdict};
use mkpat::{Labels, Pattern};

/// The largest difference that an interval has: a bound there is none.
const MAX_DIFFERENCE: f64 = 127.9;

/// Heading of the patterns of a verdict, the verdict on one pattern, and its meaning.
pub(super) fn verdict(verdict: Verdict) -> [&'static str; 3] {
    match verdict {
        Verdict::Predicts => ["Predict", "predicts", "played more often than the model expects"],
        Verdict::Misfires => ["Misfire", "misfires", "played less often than the model expects"],
        Verdict::AddsNothing => [
            "Add nothing",
            "adds nothing",
            "played as often as the model expects",
        ],
        Verdict::NeverHolds => [
            "Never hold",
            "never holds",
            "the picture matches, and every match is rejected",
        ],
        Verdict::Unclear => ["Unclear", "unclear", "too few places to say"],
    }
}

/// The verdict on one pattern in a table, where it is to say what to do.
pub(super) fn verdict_in_a_table(verdict: Verdict) -> String {
    let [_, of_one, _] = self::verdict(verdict);
    match verdict {
        Verdict::Unclear => format!("{of_one}: needs more places"),
        _ => of_one.to_owned(),
    }
}

/// Each [`Cause`] in words.
const CAUSES: [&str; Cause::COUNT] = [
    "class",
    "illegal move",
    "move captured at once",
    "constraint is false",
    "helper says no",
];

/// The test that rejects most matches of a pattern, with their number.
pub(super) fn main_cause(report: &PatternReport) -> String {
    let tallies = CAUSES.into_iter().zip(&report.counts.rejected);
    let most = tallies.rev().max_by_key(|(_, tally)| tally.places);
    let (cause, tally) = most.expect("there are causes");
    format!("{cause} ({} of {})", tally.places, report.counts.matches.places)
}

/// `lib(a) <= 2`, or a fact in words.
pub(super) fn fact(fact: Fact, pattern: &Pattern) -> String {
    match fact {
        Fact::NearLast => format!("the last move is at most {NEAR} steps away"),
        Fact::Atari => "the move is an atari".to_owned(),
        Fact::InAtari => "an own string beside the move is in atari".to_owned(),
        Fact::Opening => format!("stones cover at most {OPENING} % of the board"),
        Fact::BeforeEndgame => format!("stones cover at most {ENDGAME} % of the board"),
        Fact::Liberties { cell, at_most } => {
            let labels = pattern.constraint.as_ref().map(|c| Labels::new(c, pattern));
            if let Some(letter) = labels.and_then(|labels| labels.get(cell)) {
                return format!("lib({letter}) <= {at_most}");
            }
            let (column, row) = pattern.move_at;
            let place = |origin: u8, step: i8| i32::from(origin) + i32::from(step) + 1;
            let (row, column) = (place(row, cell.dy), place(column, cell.dx));
            format!("lib <= {at_most} of the stone in row {row}, column {column}")
        }
    }
}

/// The interval of the measured value: `40 .. 62`, with `-` for no bound.
pub(super) fn interval(report: &PatternReport) -> String {
    let bound = |difference: f64| match difference.abs() < MAX_DIFFERENCE {
        true => format!("{:.0}", f64::from(report.baseline) + difference),
        false => "-".to_owned(),
    };
    let [low, high] = [report.estimate.low, report.estimate.high].map(bound);
    format!("{low} .. {high}")
}
