// SPDX-License-Identifier: MIT OR Apache-2.0

//! A choice as text: the move, proposals with reasons, and the numbers on the points of a board.

use std::fmt::Write as _;

use katachi_engine::{Choice, Proposal, Reason};
use katachi_rules::{BoardSize, Color, Move, Point};

use crate::facts::fields::when;
use crate::reason;

/// Returns a reason in a line with its part of the value of the move, and of a reading its worth:
/// ` +14 saves A1 (4 stones), worth 75`.
pub fn reason_line(reason: &Reason, size: BoardSize) -> String {
    let mut text = format!("{:+4} {}", reason.counted, reason::text(&reason.kind, size));
    if reason.kind.is_tactical() {
        let _ = write!(text, ", worth {}", reason.value);
    }
    if let Some(overruled) = reason.overruled {
        let _ = write!(text, ": {}", reason::why_overruled(overruled));
    }
    if reason.is_denied {
        text += ": but another reading says that it does not";
    }
    text
}

/// Returns a reason in a line, which also says if a better reason of its kind counts instead.
pub fn reason_line_of(proposal: &Proposal, reason: &Reason, size: BoardSize) -> String {
    let is_instead = proposal.counts_instead(reason).is_some();
    reason_line(reason, size) + &when(is_instead, ": a better reason of its kind counts")
}

/// Returns `Black plays Q16, value 35` or `Black passes`. A move of the tree search has its win rate and
/// visits.
pub fn headline(choice: &Choice, size: BoardSize, color: Color) -> String {
    match (choice.mv, &choice.search) {
        (Move::Play(point), None) => format!("{color} plays {}, value {}", size.vertex(point), choice.value),
        (Move::Pass, None) => format!("{color} passes: nothing is worth a stone"),
        (Move::Play(point), Some(report)) => {
            let chosen = report.searched(choice.mv);
            let visits = chosen.map_or(0, |found| found.visits);
            let percent = 100.0
                * chosen
                    .map_or(report.values(), |found| report.values_of(found))
                    .win_rate;
            let vertex = size.vertex(point);
            format!("{color} plays {vertex}, win rate {percent:.0} %, {visits} visits")
        }
        (Move::Pass, Some(_)) => format!("{color} passes: nothing is left to play"),
    }
}

/// Returns a line with the point and its value, then an indented line for each reason that counts. Ends in a
/// newline.
pub fn proposal(proposal: &Proposal, size: BoardSize) -> String {
    let mut text = format!("{:<4} value {}\n", size.vertex(proposal.point), proposal.value);
    for reason in proposal.counting() {
        let _ = writeln!(text, "       {}", reason_line(reason, size));
    }
    text
}

/// Returns the reason why a proposal was not chosen, by visits if the tree search has chosen. `None` for the
/// chosen one.
pub fn why_not(choice: &Choice, proposal: &Proposal, size: BoardSize) -> Option<String> {
    let best = choice.mv.point();
    if best == Some(proposal.point) {
        return None;
    }
    let chosen = best.map_or("a pass".to_owned(), |p| size.vertex(p).to_string());
    if let Some(report) = &choice.search {
        let visits = |mv| report.searched(mv).map_or(0, |searched| searched.visits);
        let (own, of_chosen) = (visits(Move::Play(proposal.point)), visits(choice.mv));
        return Some(format!("{own} visits of the search, {chosen} {of_chosen}"));
    }
    let less = choice.value - proposal.value;
    // The negative reason without which the move would have been chosen.
    let against = proposal.reasons.iter().filter(|r| r.counted < 0);
    let against = against.min_by_key(|r| r.counted).filter(|r| less + r.counted < 0);
    Some(match against {
        Some(reason) => {
            let reason = reason::text(&reason.kind, size);
            format!("better than {chosen} by its evidence, but {reason}")
        }
        None if less > 0 => format!("{less} less than {chosen}"),
        None => format!("no more than {chosen}"),
    })
}

/// Returns `Not D4: 12 less than C3`. `None` for the chosen point and one that is not proposed.
pub fn not_chosen(choice: &Choice, point: Point, size: BoardSize) -> Option<String> {
    let why = why_not(choice, choice.proposal(point)?, size)?;
    Some(format!("Not {}: {why}", size.vertex(point)))
}

/// Returns the proposal of the chosen move. `None` for a pass.
pub fn chosen(choice: &Choice) -> Option<&Proposal> {
    choice.proposal(choice.mv.point()?)
}

/// Returns what was considered for a point, even if it is not proposed.
pub fn considered(choice: &Choice, point: Point) -> Option<&Proposal> {
    let rejected = || choice.rejection(point).map(|rejected| &rejected.proposal);
    choice.proposal(point).or_else(rejected)
}

/// Returns the unit of the numbers on a board: visits if the tree search has chosen, else values.
pub fn unit(choice: &Choice) -> &'static str {
    match choice.search {
        Some(_) => "visits",
        None => "values",
    }
}

/// Returns the considered points, best first, with their visits if the tree search has chosen, else with
/// their values.
pub fn numbers(choice: &Choice) -> Vec<(Point, i64)> {
    let Some(report) = &choice.search else {
        let proposals = choice.proposals.iter();
        return proposals.map(|p| (p.point, p.value.into())).collect();
    };
    let visited = report.moves.iter().filter(|searched| searched.visits > 0);
    let numbers = visited.filter_map(|searched| Some((searched.mv.point()?, searched.visits.into())));
    numbers.collect()
}

/// Returns the best points with the letters that mark them on a board, from `a`.
pub fn letters(choice: &Choice, most: usize) -> Vec<(Point, char)> {
    let points = choice.proposals.iter().map(|p| p.point);
    points.zip('a'..='z').take(most).collect()
}

#[cfg(test)]
pub(crate) mod tests;
