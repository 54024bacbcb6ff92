// SPDX-License-Identifier: MIT OR Apache-2.0

//! Words for findings.

use crate::report::{Cause, ENDGAME, Fact, NEAR, OPENING, PatternReport, Verdict};
use mkpat::{Labels, Offset, Pattern};

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
    let more = if verdict == Verdict::Unclear {
        ": needs more places"
    } else {
        ""
    };
    format!("{}{more}", self::verdict(verdict)[1])
}

/// The test that rejects most matches of a pattern, with their number.
pub(super) fn main_cause(report: &PatternReport) -> String {
    let tallies = Cause::ALL.into_iter().zip(&report.rejected);
    let most = tallies.rev().max_by_key(|(_, tally)| tally.places);
    match most {
        Some((cause, tally)) => format!(
            "{} ({} of {})",
            self::cause(cause),
            tally.places,
            report.matches.places
        ),
        None => String::new(),
    }
}

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Class => "class",
        Cause::Illegal => "illegal move",
        Cause::Captured => "move captured at once",
        Cause::Constraint => "constraint is false",
        Cause::Helper => "helper says no",
    }
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
            match labels.and_then(|labels| labels.get(cell)) {
                Some(letter) => format!("lib({letter}) <= {at_most}"),
                None => format!("lib <= {at_most} of the stone {}", place(cell, pattern)),
            }
        }
    }
}

/// `in row 2, column 3` of the picture as it is written.
fn place(cell: Offset, pattern: &Pattern) -> String {
    let (column, row) = pattern.move_at;
    let (column, row) = (
        i32::from(column) + i32::from(cell.dx),
        i32::from(row) + i32::from(cell.dy),
    );
    format!("in row {}, column {}", row + 1, column + 1)
}

/// The interval of the measured value: `40 .. 62`, with `-` for no bound.
pub(super) fn interval(report: &PatternReport) -> String {
    let bound = |difference: f64| match difference.abs() < MAX_DIFFERENCE {
        true => format!("{:.0}", f64::from(report.baseline) + difference),
        false => "-".to_owned(),
    };
    format!(
        "{} .. {}",
        bound(report.estimate.low),
        bound(report.estimate.high)
    )
}

/// `12.3 %`
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
