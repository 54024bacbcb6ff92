// SPDX-License-Identifier: MIT OR Apache-2.0

//! The lists of a report as tables of cells, which text and page share.

use katachi_rules::percent;

use crate::report::{PatternReport, Tally, Verdict};

use super::{ReportView, words};

pub(super) struct List<'a> {
    pub(super) name: &'static str,
    /// The thing that it counts.
    pub(super) unit: &'static str,
    /// The common property of its patterns.
    pub(super) meaning: &'static str,
    /// Names of the columns but the first, which is the pattern.
    pub(super) columns: &'static [&'static str],
    /// All entries, the clearest first.
    pub(super) rows: Vec<Row<'a>>,
}

pub(super) struct Row<'a> {
    pub(super) reports: Vec<&'a PatternReport>,
    pub(super) cells: Vec<String>,
}

impl List<'_> {
    /// Returns whether all its entries are shown, however many they are.
    pub(super) fn is_whole(&self) -> bool {
        self.columns == JUDGED
    }

    /// Returns whether the cells of a column are numbers or intervals.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let is_number = |cell: &String| cell.chars().all(|c| c.is_ascii_digit() || "+-. ".contains(c));
        self.rows.iter().all(|row| is_number(&row.cells[column]))
    }
}

const MEASURED: [&str; 6] = ["value", "measured", "interval", "holds", "played", "expected"];
/// Columns of the table of all patterns of a name.
const JUDGED: [&str; 7] = [
    "value", "measured", "interval", "holds", "played", "expected", "verdict",
];

impl<'a> ReportView<'a> {
    /// The lists of a report. One about some patterns has a table of all of them, and no empty list.
    pub(super) fn lists(&self) -> Vec<List<'a>> {
        let mut lists = vec![
            self.of_verdict(Verdict::Predicts, |p| -p.estimate.low),
            self.of_verdict(Verdict::Misfires, |p| p.estimate.high),
            self.of_verdict(Verdict::AddsNothing, |p| p.estimate.high - p.estimate.low),
            self.never_hold(),
            self.twins(),
            self.constraints(),
            self.splits(),
            self.suggestions(),
        ];
        if !self.name.is_empty() {
            lists.retain(|list| list.columns != MEASURED && !list.rows.is_empty());
            lists.insert(0, self.judged());
        }
        lists
    }

    /// The rows of the patterns for which there is something to say, by a rising key.
    fn rows(&self, finding: impl Fn(&'a PatternReport) -> Option<(f64, Vec<String>)>) -> Vec<Row<'a>> {
        let found = self.report.patterns.iter().filter_map(|report| {
            let (key, cells) = finding(report)?;
            let reports = vec![report];
            Some((key, Row { reports, cells }))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, row)| row).collect()
    }

    /// Patterns of a verdict, by a rising key.
    fn of_verdict(&self, verdict: Verdict, key: impl Fn(&PatternReport) -> f64) -> List<'a> {
        let [name, _, meaning] = words::verdict(verdict);
        let rows = self.rows(|p| (p.verdict() == verdict).then(|| (key(p), self.measured(p))));
        list([name, meaning], &MEASURED, rows)
    }

    fn measured(&self, report: &PatternReport) -> Vec<String> {
        let holds = &report.counts.holds;
        vec![
            self.pattern(report).weight.to_string(),
            format!("{:.0}", report.measured()),
            words::interval(report),
            holds.places.to_string(),
            holds.played.to_string(),
            format!("{:.1}", holds.expected),
        ]
    }

    /// All patterns with their verdicts, in the order of the database.
    fn judged(&self) -> List<'a> {
        let rows = self.rows(|report| {
            let mut cells = self.measured(report);
            cells.push(words::verdict_in_a_table(report.verdict()));
            Some((0.0, cells))
        });
        let heading = [
            "Patterns of that name",
            "with a match, and the verdict of the games",
        ];
        list(heading, &JUDGED, rows)
    }

    fn never_hold(&self) -> List<'a> {
        let [name, _, meaning] = words::verdict(Verdict::NeverHolds);
        let rows = self.rows(|report| {
            let Tally { places, played, .. } = report.counts.matches;
            let cells = vec![places.to_string(), played.to_string(), words::main_cause(report)];
            (report.verdict() == Verdict::NeverHolds).then_some((-f64::from(places), cells))
        });
        list(
            [name, meaning],
            &["matches", "played", "most are rejected by"],
            rows,
        )
    }

    fn twins(&self) -> List<'a> {
        let report = self.report;
        let by_index = |index: usize| report.patterns.iter().find(|p| p.pattern == index);
        let rows = report.twins.iter().filter_map(|twins| {
            let [a, b] = twins.patterns.map(by_index);
            let (a, b) = (a?, b?);
            Some(Row {
                cells: vec![
                    self.pattern(b).name.clone(),
                    format!("{} and {}", self.pattern(a).weight, self.pattern(b).weight),
                    format!("{} of {}", twins.both, twins.either),
                ],
                reports: vec![a, b],
            })
        });
        let heading = ["Say the same", "two patterns that hold at almost the same places"];
        List {
            unit: "pair",
            ..list(heading, &["the other", "values", "both hold"], rows.collect())
        }
    }

    fn constraints(&self) -> List<'a> {
        let rate = |tally: &Tally| counts(tally, &format!(" ({})", percent(tally.rate(), 1)));
        let rows = self.rows(|report| {
            let both = report.counts.not_separating()?;
            Some((0.0, both.iter().map(rate).collect()))
        });
        let name = "Constraint does not separate";
        let meaning = "moves that it rejects are played about as often as those that it accepts";
        list(
            [name, meaning],
            &["played where accepted", "played where rejected"],
            rows,
        )
    }

    fn splits(&self) -> List<'a> {
        let rows = self.rows(|report| {
            let pattern = self.pattern(report);
            let split = report.counts.facts.best_split(pattern)?;
            let fact = words::fact(split.fact, pattern);
            Some((
                -split.gain,
                vec![fact, counts(&split.with, ""), counts(&split.without, "")],
            ))
        });
        let meaning = "a fact divides the places into some that are played often and others that are not";
        list(
            ["Split", meaning],
            &["where", "played there", "played elsewhere"],
            rows,
        )
    }

    fn suggestions(&self) -> List<'a> {
        let rows = self.rows(|report| {
            let (today, value) = (self.pattern(report).weight, report.suggested?);
            let change = value - today;
            let cells = vec![today.to_string(), value.to_string(), format!("{change:+}")];
            Some((-f64::from(change.abs()), cells))
        });
        let meaning = "values of all these patterns together, from every second game";
        list(
            ["Suggested values", meaning],
            &["value", "suggested", "change"],
            rows,
        )
    }
}

/// `3 of 10, expected 2.5`
fn counts(tally: &Tally, rate: &str) -> String {
    let (played, places, expected) = (tally.played, tally.places, tally.expected);
    format!("{played} of {places}{rate}, expected {expected:.1}")
}

fn list<'a>(
    [name, meaning]: [&'static str; 2],
    columns: &'static [&'static str],
    rows: Vec<Row<'a>>,
) -> List<'a> {
    List {
        name,
        unit: "pattern",
        meaning,
        columns,
        rows,
    }
}
