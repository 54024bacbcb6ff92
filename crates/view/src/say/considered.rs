// SPDX-License-Identifier: MIT OR Apache-2.0

//! All that a choice considered, as a table: each point with its value by source, its reasons, the patterns
//! that match there and do not hold, and the reason why it is not proposed.

use std::fmt::Write as _;

use katachi_engine::movegen::ReasonKind;
use katachi_engine::search::Report;
use katachi_engine::{Choice, Proposal, Reason};
use katachi_rules::{BoardSize, Move, Point, percent};
use mkpat::Database;

use crate::choice::{considered, reason_line_of};
use crate::facts::fields::when;
use crate::{explain, reason};

/// The short list has proposals whose value is at most this much below the best.
const LISTED_BELOW_BEST: i32 = 60;

/// The part of the long list that is shown. The default is all of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'a> {
    /// This point alone.
    pub at: Option<Point>,
    /// Only patterns whose names have this text in them, and points where one of them matches.
    pub pattern: &'a str,
    /// No patterns that do not hold, and no points for which nothing else speaks.
    pub holding: bool,
}

impl Shown<'_> {
    /// Returns whether a pattern of that name is shown.
    pub fn has_name(&self, name: &str) -> bool {
        reason::has_in_name(name, self.pattern)
    }
}

/// A choice with its context.
#[derive(Clone, Copy, Debug)]
pub struct Considered<'a> {
    /// The choice, with the patterns that do not hold if the request listed them.
    pub choice: &'a Choice,
    /// The database of the patterns.
    pub database: &'a Database,
    /// The board.
    pub size: BoardSize,
}

impl Considered<'_> {
    /// Returns the proposals near the best with the reasons that count, or a line that there are none. Then
    /// come the patterns with faulty constraints. Ends in a newline.
    pub fn best(&self) -> String {
        let best = self.choice.proposals.first().map_or(0, |best| best.value);
        let near = |p: &&Proposal| p.value >= best - LISTED_BELOW_BEST;
        let listed = self.choice.proposals.iter().filter(near);
        let rows = listed.map(|p| self.row(p) + &self.reasons(p, |reason| reason.counted != 0));
        self.table(rows.collect())
    }

    /// Returns every point with a reason or a pattern match, with all reasons and the patterns that do not
    /// hold; of these the part that is shown.
    pub fn all(&self, shown: &Shown<'_>) -> String {
        let rows = self.points(shown).map(|p| self.point_with(p, Some(shown)));
        let rows: String = rows.collect();
        let is_all = shown.at.is_none() && shown.pattern.is_empty();
        match rows.is_empty() && !is_all {
            true => "Nothing in the list is about that.\n".to_owned(),
            false => self.table(rows),
        }
    }

    /// The points of the long list that are shown, best first.
    pub fn points(&self, shown: &Shown<'_>) -> impl Iterator<Item = &Proposal> {
        let rejected = self.choice.rejected.iter().map(|e| &e.proposal);
        let all = self.choice.proposals.iter().chain(rejected);
        all.filter(|proposal| self.is_shown(proposal, shown))
    }

    fn is_shown(&self, proposal: &Proposal, shown: &Shown<'_>) -> bool {
        let matches = self.choice.patterns_at(proposal.point).iter();
        let mut named = matches
            .filter(|matched| !shown.holding || matched.verdict.is_ok())
            .filter(|matched| shown.has_name(explain::name(self.database, matched)));
        shown.at.is_none_or(|at| at == proposal.point)
            && (!shown.holding || !proposal.reasons.is_empty())
            && (shown.pattern.is_empty() || named.next().is_some())
    }

    /// Returns one point with all reasons, without the patterns that do not hold. `None` without a reason or
    /// a pattern match.
    pub fn point(&self, point: Point) -> Option<String> {
        let proposal = considered(self.choice, point)?;
        Some(self.heading() + &self.point_with(proposal, None))
    }

    fn table(&self, rows: String) -> String {
        let is_empty = self.choice.proposals.is_empty();
        let mut text = when(is_empty, "Nothing proposes a move.\n");
        if !rows.is_empty() {
            text += &(self.heading() + &rows);
        }
        for name in &self.choice.divisions_by_zero {
            let _ = writeln!(text, "The constraint of pattern {name} divides by zero.");
        }
        text
    }

    fn heading(&self) -> String {
        let searched = when(self.choice.search.is_some(), "  visits  win rate");
        format!("move   value  patterns  model  others{searched}\n")
    }

    /// Returns the value of a point with its parts, or dashes without a reason, and the numbers of the
    /// search.
    fn row(&self, proposal: &Proposal) -> String {
        let parts = proposal.parts();
        let numbers = [proposal.value, parts.patterns, parts.model, parts.others];
        let [value, patterns, model, others] = numbers.map(|number| match proposal.reasons.is_empty() {
            true => "-".to_owned(),
            false => number.to_string(),
        });
        let vertex = self.size.vertex(proposal.point).to_string();
        let searched = self.choice.search.as_ref();
        let searched = searched.map_or_else(String::new, |report| searched_columns(report, proposal.point));
        format!("{vertex:<5} {value:>6}  {patterns:>8}  {model:>5}  {others:>6}{searched}\n")
    }

    /// A point with the shown reasons and rejected patterns, or with all reasons and no rejected pattern.
    fn point_with(&self, proposal: &Proposal, shown: Option<&Shown<'_>>) -> String {
        let is_named = |reason: &Reason| match &reason.kind {
            ReasonKind::Pattern(value) => shown.is_none_or(|shown| shown.has_name(&value.name)),
            _ => true,
        };
        let mut text = self.row(proposal) + &self.reasons(proposal, is_named);
        if let Some(shown) = shown.filter(|shown| !shown.holding) {
            let matches = self.choice.patterns_at(proposal.point).iter();
            let rejected = matches.filter(|matched| matched.verdict.is_err());
            for rejected in rejected.filter(|r| shown.has_name(explain::name(self.database, r))) {
                let line = explain::line(self.database, rejected, self.size);
                let _ = writeln!(text, "       {line}");
            }
        }
        if let Some(rejected) = self.choice.rejection(proposal.point) {
            let why = reason::why_rejected(rejected.reason);
            let _ = writeln!(text, "       not proposed: {why}");
        }
        text
    }

    fn reasons(&self, proposal: &Proposal, is_listed: impl Fn(&Reason) -> bool) -> String {
        let mut text = String::new();
        for reason in proposal.reasons.iter().filter(|reason| is_listed(reason)) {
            let line = reason_line_of(proposal, reason, self.size);
            let _ = writeln!(text, "       {line}");
        }
        text
    }
}

/// Returns visits and win rate of a point, or dashes if the search did not visit it.
fn searched_columns(report: &Report, point: Point) -> String {
    match report.searched(Move::Play(point)) {
        Some(found) if found.visits > 0 => {
            let win_rate = percent(report.values_of(found).win_rate, 1);
            format!("  {:>6}  {win_rate:>8}", found.visits)
        }
        _ => format!("  {:>6}  {:>8}", "-", "-"),
    }
}

#[cfg(test)]
mod position_tests;
#[cfg(test)]
mod tests;
