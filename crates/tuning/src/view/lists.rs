// SPDX-License-Identifier: MIT OR Apache-2.0

//! The lists of a report as tables of cells, which text and page share.

use crate::report::{PatternReport, Tally, Twins, Verdict};

use super::{ReportView, words};

/// A list of findings.
pub(super) struct List<'a> {
    /// Short name.
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

/// An entry of a list.
pub(super) struct Row<'a> {
    /// The patterns that it is about.
    pub(super) reports: Vec<&'a PatternReport>,
    /// The cells of the columns.
    pub(super) cells: Vec<String>,
}

impl List<'_> {
    /// Are all its entries shown, however many?
    pub(super) fn is_whole(&self) -> bool {
        self.columns == JUDGED
    }

    /// Are the cells of a column numbers or intervals?
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
        if self.name.is_empty() {
            return self.findings();
        }
        let mut lists = self.findings();
        lists.retain(|list| list.columns != MEASURED && !list.rows.is_empty());
        lists.insert(0, self.judged());
        lists
    }

    /// Lists of findings.
    fn findings(&self) -> Vec<List<'a>> {
        vec![
            self.of_verdict(Verdict::Predicts, |p| -p.estimate.low),
            self.of_verdict(Verdict::Misfires, |p| p.estimate.high),
            self.of_verdict(Verdict::AddsNothing, |p| p.estimate.high - p.estimate.low),
            self.never_hold(),
            self.twins(),
            self.constraints(),
            self.splits(),
            self.suggestions(),
        ]
    }

    /// Patterns of a verdict, by a rising key.
    fn of_verdict(&self, verdict: Verdict, key: impl Fn(&PatternReport) -> f64) -> List<'a> {
        let mut found = self.reports(|report| report.verdict == verdict);
        found.sort_by(|a, b| key(a).total_cmp(&key(b)));
        let [name, _, meaning] = words::verdict(verdict);
        List {
            name,
            unit: "pattern",
            meaning,
            columns: &MEASURED,
            rows: found
                .into_iter()
                .map(|report| row(report, self.measured(report)))
                .collect(),
        }
    }

    /// The cells of [`MEASURED`].
    fn measured(&self, report: &PatternReport) -> Vec<String> {
        let Tally {
            places,
            played,
            expected,
        } = report.holds;
        vec![
            self.pattern(report).weight.to_string(),
            format!("{:.0}", report.measured()),
            words::interval(report),
            places.to_string(),
            played.to_string(),
            format!("{expected:.1}"),
        ]
    }

    /// All patterns with their verdicts, in the order of the database.
    fn judged(&self) -> List<'a> {
        let rows = self.report.patterns.iter().map(|report| {
            let mut cells = self.measured(report);
            cells.push(words::verdict_in_a_table(report.verdict));
            row(report, cells)
        });
        List {
            name: "Patterns of that name",
            unit: "pattern",
            meaning: "with a match, and the verdict of the games",
            columns: &JUDGED,
            rows: rows.collect(),
        }
    }

    fn never_hold(&self) -> List<'a> {
        let mut found = self.reports(|report| report.verdict == Verdict::NeverHolds);
        found.sort_by_key(|report| std::cmp::Reverse(report.matches.places));
        let cells = |report: &PatternReport| {
            vec![
                report.matches.places.to_string(),
                report.matches.played.to_string(),
                words::main_cause(report),
            ]
        };
        let [name, _, meaning] = words::verdict(Verdict::NeverHolds);
        List {
            name,
            unit: "pattern",
            meaning,
            columns: &["matches", "played", "most are rejected by"],
            rows: found
                .into_iter()
                .map(|report| row(report, cells(report)))
                .collect(),
        }
    }

    fn twins(&self) -> List<'a> {
        let report = self.report;
        let by_index = |index: usize| report.patterns.iter().find(|p| p.pattern == index);
        let rows = report.twins.iter().filter_map(
            |&Twins {
                 patterns,
                 both,
                 either,
             }| {
                let [a, b] = patterns.map(by_index);
                let (a, b) = (a?, b?);
                Some(Row {
                    cells: vec![
                        self.pattern(b).name.clone(),
                        format!("{} and {}", self.pattern(a).weight, self.pattern(b).weight),
                        format!("{both} of {either}"),
                    ],
                    reports: vec![a, b],
                })
            },
        );
        List {
            name: "Say the same",
            unit: "pair",
            meaning: "two patterns that hold at almost the same places",
            columns: &["the other", "values", "both hold"],
            rows: rows.collect(),
        }
    }

    fn constraints(&self) -> List<'a> {
        let found = self
            .report
            .patterns
            .iter()
            .filter_map(|report| Some((report, report.constraint?)));
        let rate = |tally: &Tally| {
            format!(
                "{} of {} ({}), expected {:.1}",
                tally.played,
                tally.places,
                words::percent(tally.rate()),
                tally.expected
            )
        };
        let rows =
            found.map(|(report, rates)| row(report, vec![rate(&rates.accepted), rate(&rates.rejected)]));
        List {
            name: "Constraint does not separate",
            unit: "pattern",
            meaning: "moves that it rejects are played about as often as those that it accepts",
            columns: &["played where accepted", "played where rejected"],
            rows: rows.collect(),
        }
    }

    fn splits(&self) -> List<'a> {
        let patterns = self.report.patterns.iter();
        let mut found: Vec<_> = patterns
            .filter_map(|report| Some((report, report.split?)))
            .collect();
        found.sort_by(|a, b| b.1.gain.total_cmp(&a.1.gain));
        let counts = |tally: &Tally| {
            format!(
                "{} of {}, expected {:.1}",
                tally.played, tally.places, tally.expected
            )
        };
        let rows = found.into_iter().map(|(report, split)| {
            let fact = words::fact(split.fact, self.pattern(report));
            row(report, vec![fact, counts(&split.with), counts(&split.without)])
        });
        List {
            name: "Split",
            unit: "pattern",
            meaning: "a fact divides the places into some that are played often and others that are not",
            columns: &["where", "played there", "played elsewhere"],
            rows: rows.collect(),
        }
    }

    fn suggestions(&self) -> List<'a> {
        let patterns = self.report.patterns.iter();
        let mut found: Vec<_> = patterns
            .filter_map(|report| Some((report, report.suggested?)))
            .collect();
        let change = |report: &PatternReport, value: i32| (value - self.pattern(report).weight).abs();
        found.sort_by_key(|&(report, value)| std::cmp::Reverse(change(report, value)));
        let rows = found.into_iter().map(|(report, value)| {
            let today = self.pattern(report).weight;
            row(
                report,
                vec![
                    today.to_string(),
                    value.to_string(),
                    format!("{:+}", value - today),
                ],
            )
        });
        List {
            name: "Suggested values",
            unit: "pattern",
            meaning: "values of all these patterns together, from every second game",
            columns: &["value", "suggested", "change"],
            rows: rows.collect(),
        }
    }

    fn reports(&self, is_wanted: impl Fn(&PatternReport) -> bool) -> Vec<&'a PatternReport> {
        self.report
            .patterns
            .iter()
            .filter(|report| is_wanted(report))
            .collect()
    }
}

fn row(report: &PatternReport, cells: Vec<String>) -> Row<'_> {
    Row {
        reports: vec![report],
        cells,
    }
}
