// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bonuses of an author as text: what they did to the choice of the search.

use std::fmt::Write as _;

use katachi::Choice;
use katachi::movegen::AuthorBonus;
use katachi::search::{Report, Searched};
use katachi_rules::{BoardSize, Move};

use super::search::{percent, variation};

/// Returns a line for each move with a bonus: the patterns, and whether it is chosen, or the line of play that
/// speaks against it. Empty without bonuses and without a search.
pub(crate) fn lines(choice: &Choice, size: BoardSize) -> String {
    let Some(report) = &choice.search else {
        return String::new();
    };
    let mut text = String::new();
    for bonuses in choice.bonuses.chunk_by(|a, b| a.point == b.point) {
        let _ = writeln!(text, "{}", line(bonuses, choice, report, size));
    }
    text
}

fn line(bonuses: &[AuthorBonus], choice: &Choice, report: &Report, size: BoardSize) -> String {
    let mv = Move::Play(bonuses[0].point);
    let total: i32 = bonuses.iter().map(|bonus| bonus.value).sum();
    let names: Vec<String> = bonuses
        .iter()
        .map(|bonus| format!("{} {:+}", bonus.pattern, bonus.value))
        .collect();
    let (vertex, names) = (size.show(mv), names.join(", "));
    let head = format!("Bonus {total:+} for {vertex} ({names})");
    let find = |mv| report.moves.iter().find(|searched| searched.mv == mv);
    let (Some(raised), Some(chosen)) = (find(mv), find(choice.mv)) else {
        return format!("{head}: the search leaves the move out.");
    };
    let rate = |searched: &Searched| percent(report.calibration.win_rate(searched.win_rate));
    let other = report.moves.iter().find(|searched| searched.mv != mv);
    match other {
        _ if raised.mv != chosen.mv => format!(
            "{head}: not chosen, win rate {} after {} visits, {} of {}; expected: {}",
            rate(raised),
            raised.visits,
            size.show(chosen.mv),
            rate(chosen),
            variation(raised, size),
        ),
        Some(other) => format!(
            "{head}: chosen, win rate {} after {} visits, {} of {}; expected: {}",
            rate(raised),
            raised.visits,
            size.show(other.mv),
            rate(other),
            variation(raised, size),
        ),
        None => format!("{head}: chosen, the only move."),
    }
}
