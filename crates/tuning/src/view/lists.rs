// SPDX-License-Identifier: MIT OR Apache-2.0

//! The lists of a report as tables of cells, which text and page share.

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
        let mut lists = self.findings();
        if !self.name.is_empty() {
            lists.retain(|list| list.columns != MEASURED && !list.rows.is_empty());
            lists.insert(0, self.judged());
        }
        lists
    }

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

    /// The patterns for which there is something to say, by a rising key.
    fn found<T: Copy>(
        &self,
        finding: impl Fn(&'a PatternReport) -> Option<T>,
        key: impl Fn(&PatternReport, T) -> f64,
    ) -> impl Iterator<Item = (&'a PatternReport, T)> {
        let patterns = self.report.patterns.iter();
        let mut found: Vec<_> = patterns
            .filter_map(|report| Some((report, finding(report)?)))
            .collect();
        found.sort_by(|a, b| key(a.0, a.1).total_cmp(&key(b.0, b.1)));
        found.into_iter()
    }

    /// Patterns of a verdict, by a rising key.
    fn of_verdict(&self, verdict: Verdict, key: impl Fn(&PatternReport) -> f64) -> List<'a> {
        let [name, _, meaning] = words::verdict(verdict);
        let found = self.found(|p| (p.verdict() == verdict).then_some(()), |p, ()| key(p));
        List {
            name,
            unit: "pattern",
            meaning,
            columns: &MEASURED,
            rows: found
                .map(|(report, ())| row(report, self.measured(report)))
                .collect(),
        }
    }

    fn measured(&self, report: &PatternReport) -> Vec<String> {
        vec![
            self.pattern(report).weight.to_string(),
            format!("{:.0}", report.measured()),
            words::interval(report),
            report.counts.holds.places.to_string(),
            report.counts.holds.played.to_string(),
            format!("{:.1}", report.counts.holds.expected),
        ]
    }

    /// All patterns with their verdicts, in the order of the database.
    fn judged(&self) -> List<'a> {
        let rows = self.report.patterns.iter().map(|report| {
            let mut cells = self.measured(report);
            cells.push(words::verdict_in_a_table(report.verdict()));
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
        let matches = |p: &PatternReport| -f64::from(p.counts.matches.places);
        let mut list = self.of_verdict(Verdict::NeverHolds, matches);
        for Row { reports, cells } in &mut list.rows {
            let matches = reports[0].counts.matches;
            let [places, played] = [matches.places, matches.played].map(|count| count.to_string());
            *cells = vec![places, played, words::main_cause(reports[0])];
        }
        List {
            columns: &["matches", "played", "most are rejected by"],
            ..list
        }
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
        List {
            name: "Say the same",
            unit: "pair",
            meaning: "two patterns that hold at almost the same places",
            columns: &["the other", "values", "both hold"],
            rows: rows.collect(),
        }
    }

    fn constraints(&self) -> List<'a> {
        let found = self.found(|report| report.counts.not_separating(), |_, _| 0.0);
        let rate = |tally: &Tally| {
            let rate = words::percent(tally.rate());
            let Tally {
                played,
                places,
                expected,
            } = tally;
            format!("{played} of {places} ({rate}), expected {expected:.1}")
        };
        let rows = found.map(|(report, both)| row(report, vec![rate(&both.accepted), rate(&both.rejected)]));
        List {
            name: "Constraint does not separate",
            unit: "pattern",
            meaning: "moves that it rejects are played about as often as those that it accepts",
            columns: &["played where accepted", "played where rejected"],
            rows: rows.collect(),
        }
    }

    fn splits(&self) -> List<'a> {
        let split = |report: &PatternReport| report.counts.facts.best_split(self.pattern(report));
        let found = self.found(split, |_, split| -split.gain);
        let counts =
            |Tally {
                 played,
                 places,
                 expected,
             }: Tally| { format!("{played} of {places}, expected {expected:.1}") };
        let rows = found.map(|(report, split)| {
            let fact = words::fact(split.fact, self.pattern(report));
            row(report, vec![fact, counts(split.with), counts(split.without)])
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
        let change = |report: &PatternReport, value: i32| value - self.pattern(report).weight;
        let order = |report: &PatternReport, value| -f64::from(change(report, value).abs());
        let found = self.found(|report| report.suggested, order);
        let rows = found.map(|(report, value)| {
            let (today, change) = (self.pattern(report).weight, change(report, value));
            row(
                report,
                vec![today.to_string(), value.to_string(), format!("{change:+}")],
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
}

fn row(report: &PatternReport, cells: Vec<String>) -> Row<'_> {
    Row {
        reports: vec![report],
        cells,
    }
}
