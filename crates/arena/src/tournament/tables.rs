// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tables as text, CSV and HTML, and the state as JSON. They depend on the games alone, not on the time or
//! the machine.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::Result;
use katachi_pages::page;
use katachi_rules::quantity;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::job::GameResult;
use super::standings::{Row, Standings, Summary, TestState};
use crate::rating::Estimate;
use crate::sprt::Verdict;
use crate::stats::TOO_FEW;

/// Titles and cells.
pub struct Table {
    /// The titles of the columns.
    pub titles: Vec<String>,
    /// Cells of each row.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table of programs: its title and its cells.
pub type Column<R> = (&'static str, fn(&R) -> String);

impl Table {
    /// Makes a table with a row for each program, the best first: its rank and these columns.
    pub fn new<R>(rows: &[R], columns: &[Column<R>]) -> Self {
        let titles = columns.iter().map(|(title, _)| *title);
        let row = |(i, row): (usize, &R)| {
            let cells = columns.iter().map(|(_, cell)| cell(row));
            [(i + 1).to_string()].into_iter().chain(cells).collect()
        };
        Self {
            titles: [""].into_iter().chain(titles).map(String::from).collect(),
            rows: rows.iter().enumerate().map(row).collect(),
        }
    }

    /// The table for a page; the second column, names, to the left. On a narrow screen it scrolls, by the
    /// keyboard too.
    pub fn html(&self) -> Markup {
        // A heading without text has no meaning for a screen reader.
        let heading = |title: &str| if title.is_empty() { "rank" } else { title }.to_owned();
        html! {
            div.scroll tabindex="0" { table {
                tr { @for (i, title) in self.titles.iter().enumerate() { th.text[i == 1] { (heading(title)) } } }
                @for row in &self.rows {
                    tr { @for (i, cell) in row.iter().enumerate() { td.text[i == 1] { (cell) } } }
                }
            } }
        }
    }

    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.titles).chain(&self.rows) {
            writer.write_record(row)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

/// For a terminal: columns as wide as necessary; the second one, names, to the left.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = || std::iter::once(&self.titles).chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().map(|line| line[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.titles.len()).map(width).collect();
        for line in lines() {
            let cells = line.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, &width))| match column {
                1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// `+53 (-7..+114)`, or `+53` without an interval.
fn elo(estimate: &Estimate, games: u32) -> String {
    let points = |elo: f64| match elo {
        f64::INFINITY => "+inf".to_string(),
        f64::NEG_INFINITY => "-inf".to_string(),
        // What rounds to nothing has no sign.
        _ => format!("{:+.0}", if elo.abs() < 0.5 { 0.0 } else { elo }),
    };
    let [best, low, high] = [estimate.elo, estimate.low, estimate.high].map(points);
    match has_interval(estimate, games) {
        true => format!("{best} ({low}..{high})"),
        false => best,
    }
}

/// One pair of games and results that are all alike have no spread, and so no interval.
fn has_interval(estimate: &Estimate, games: u32) -> bool {
    games > TOO_FEW && estimate.low < estimate.high
}

fn share(row: &Row) -> String {
    match row.tally.game_count() {
        0 => "-".to_string(),
        games => format!("{:.1} %", 100.0 * row.tally.points() / f64::from(games)),
    }
}

const PROGRAM: Column<Row> = ("program", |row| row.name.clone());
const POINTS: Column<Row> = ("points", |row| row.tally.points().to_string());
const GAMES: Column<Row> = ("games", |row| row.tally.game_count().to_string());
const WON: Column<Row> = ("won", |row| row.tally.won().to_string());
const DRAWN: Column<Row> = ("drawn", |row| row.tally.drawn().to_string());
const LOST: Column<Row> = ("lost", |row| row.tally.lost().to_string());
const FORFEITS: Column<Row> = ("forfeits", |row| row.tally.forfeits.to_string());

const STANDINGS: [Column<Row>; 10] = [
    PROGRAM,
    ("Elo (95 %)", |row| {
        let rating = row.rating.as_ref();
        rating.map_or("-".to_string(), |rating| elo(rating, row.tally.game_count()))
    }),
    POINTS,
    GAMES,
    ("share", share),
    WON,
    DRAWN,
    LOST,
    FORFEITS,
    ("on time", |row| row.tally.time_losses.to_string()),
];

/// The standings for programs, numbers with all their digits.
const STANDINGS_CSV: [Column<Row>; 11] = [
    PROGRAM,
    ("elo", |row| {
        let rating = row.rating.as_ref();
        rating.map_or(String::new(), |rating| format!("{:.2}", rating.elo))
    }),
    ("elo_low", |row| end_of_interval(row, |rating| rating.low)),
    ("elo_high", |row| end_of_interval(row, |rating| rating.high)),
    POINTS,
    GAMES,
    WON,
    DRAWN,
    LOST,
    FORFEITS,
    ("lost_on_time", |row| row.tally.time_losses.to_string()),
];

fn end_of_interval(row: &Row, end: fn(&Estimate) -> f64) -> String {
    let games = row.tally.game_count();
    let rating = row.rating.filter(|rating| has_interval(rating, games));
    rating.map_or(String::new(), |rating| format!("{:.2}", end(&rating)))
}

/// Makes the cross table: points and games of the row's program against the column's.
fn cross_table(rows: &[Row]) -> Table {
    let mut table = Table::new(rows, &[PROGRAM]);
    table.titles.extend((1..=rows.len()).map(|i| i.to_string()));
    for (cells, row) in table.rows.iter_mut().zip(rows) {
        cells.extend(row.against.iter().map(|record| match record.game_count() {
            0 => "-".to_string(),
            games => format!("{}/{games}", record.points()),
        }));
    }
    table
}

fn notes(summary: &Summary) -> Vec<String> {
    let games = quantity(summary.games, "game");
    let mut notes = vec![format!("{} of {games}.", summary.played)];
    if summary.standings.ratings_with_added_draws {
        notes.push("Elo with a draw added to each pairing, as a program won or lost all games.".to_string());
    }
    if let Some((first, leads)) = &summary.leads {
        for (by, lead) in leads {
            // One program won all: the table says so, and no number would be right.
            notes.extend(lead.as_ref().filter(|lead| lead.elo.is_finite()).map(|lead| {
                let lead = elo(lead, summary.played);
                format!("{first} leads by {lead} Elo, counted by {by}.")
            }));
        }
    }
    notes.extend(summary.test.as_ref().map(test_note));
    notes
}

fn test_note(state: &TestState) -> String {
    let (lower, upper) = state.sprt.bounds();
    let verdict = match state.verdict {
        Verdict::AcceptElo0 => format!("elo0 ({}) is accepted", state.sprt.elo0),
        Verdict::AcceptElo1 => format!("elo1 ({}) is accepted", state.sprt.elo1),
        Verdict::Undecided => "undecided".to_string(),
    };
    let TestState { pairs, llr, .. } = state;
    let count = quantity(pairs.iter().sum::<u32>(), "pair");
    let ratio = format!("log-likelihood ratio {llr:.2} within {lower:.2}..{upper:.2}");
    format!("Sequential test: {verdict} after {count} of games {pairs:?}; {ratio}.")
}

pub(super) fn text(summary: &Summary) -> String {
    let rows = &summary.standings.rows;
    let (name, notes) = (&summary.name, notes(summary).join("\n"));
    let (table, cross) = (Table::new(rows, &STANDINGS), cross_table(rows));
    format!("{name}\n\n{table}\n{cross}\n{notes}\n")
}

pub(super) fn standings_csv(summary: &Summary) -> Result<String> {
    let mut table = Table::new(&summary.standings.rows, &STANDINGS_CSV);
    table.titles[0] = "rank".to_string();
    table.csv()
}

/// The cross table as CSV: a line for each two programs that met, with wins, draws and losses of the first.
pub(super) fn cross_csv(summary: &Summary) -> Result<String> {
    let rows = &summary.standings.rows;
    let titles = ["program", "opponent", "won", "drawn", "lost", "points", "games"];
    let mut table = Table {
        titles: titles.map(String::from).to_vec(),
        rows: Vec::new(),
    };
    for row in rows {
        for (record, other) in row.against.iter().zip(rows) {
            if record.game_count() > 0 {
                let numbers = [record.won(), record.drawn(), record.lost()].map(|number| number.to_string());
                let sums = [record.points().to_string(), record.game_count().to_string()];
                let names = [row.name.clone(), other.name.clone()];
                table.rows.push([&names[..], &numbers, &sums].concat());
            }
        }
    }
    table.csv()
}

pub(super) fn page(summary: &Summary) -> String {
    let body = html! {
        h2 { "Standings" }
        (Table::new(&summary.standings.rows, &STANDINGS).html())
        h2 { "Points of games against each other" }
        (cross_table(&summary.standings.rows).html())
        @for note in notes(summary) { p { (note) } }
    };
    page::render(&summary.name, &body)
}

/// CPU time of each program. It depends on the machine, so it is in none of the tables.
pub(super) fn effort(standings: &Standings) -> String {
    let each = standings.rows.iter().filter_map(|row| {
        let seconds = row.tally.cpu_per_move()?;
        Some(format!("{} {seconds:.3}", row.name))
    });
    match each.collect::<Vec<_>>().join(", ") {
        each if each.is_empty() => each,
        each => format!("CPU s/move: {each}\n"),
    }
}

/// The state of a tournament. A number that has no value, such as the rating of a program that won all, is
/// null.
pub(super) fn json(summary: &Summary, games: &BTreeMap<u32, GameResult>) -> Value {
    let test = summary.test.as_ref();
    let is_decided = test.is_some_and(|state| state.verdict != Verdict::Undecided);
    let missing = (1..=summary.games).filter(|number| !is_decided && !games.contains_key(number));
    let missing: Vec<u32> = missing.collect();
    let rows = summary.standings.rows.iter().map(|row| {
        let total = row.tally;
        json!({
            "name": row.name,
            "games": total.game_count(),
            "won": total.won(),
            "drawn": total.drawn(),
            "lost": total.lost(),
            "points": total.points(),
            "elo": row.rating.map(|rating| rating.elo),
            "low": row.rating.map(|rating| rating.low),
            "high": row.rating.map(|rating| rating.high),
        })
    });
    json!({
        "tournament": summary.name,
        "games": summary.games,
        "played": summary.played,
        "finished": missing.is_empty(),
        "missing": missing,
        "programs": rows.collect::<Vec<_>>(),
        "test": test.map(test_json),
    })
}

fn test_json(state: &TestState) -> Value {
    let (lower, upper) = state.sprt.bounds();
    json!({
        "elo0": state.sprt.elo0,
        "elo1": state.sprt.elo1,
        "llr": state.llr,
        "lower": lower,
        "upper": upper,
        "pairs": state.pairs,
        "verdict": match state.verdict {
            Verdict::AcceptElo0 => "elo0",
            Verdict::AcceptElo1 => "elo1",
            Verdict::Undecided => "undecided",
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::standings::{collected, tests::game};
    use super::*;

    fn three() -> Summary {
        let results = [
            ("a", "b", "B+R"),
            ("b", "a", "B+3.5"),
            ("a", "c", "0"),
            ("c", "a", "W+F"),
            ("b", "c", "B+T"),
            ("c", "b", "B+0.5"),
        ];
        let games = (1..).zip(results);
        let games = games
            .map(|(number, (black, white, result))| game(&["a", "b", "c"], number, black, white, result));
        let games = collected(games).unwrap();
        Summary::new(&games[&1].tournament, &games)
    }

    #[test]
    fn the_best_stand_first() {
        let expected = "\
Cup

   program        Elo (95 %)  points  games   share  won  drawn  lost  forfeits  on time
1  a        +60 (-176..+295)     2.5      4  62.5 %    2      1     1         0        0
2  b         +0 (-230..+230)       2      4  50.0 %    2      0     2         0        0
3  c        -60 (-295..+176)     1.5      4  37.5 %    1      1     2         1        1

   program      1    2      3
1  a            -  1/2  1.5/2
2  b          1/2    -    1/2
3  c        0.5/2  1/2      -

6 of 12 games.
";
        assert_eq!(text(&three()), expected);
    }

    /// Games of two programs; the first wins every other one.
    fn even(games: u32) -> Summary {
        let games = (1..=games)
            .map(|number| game(&["a", "b"], number, "a", "b", ["B+R", "W+R"][number as usize % 2]));
        let games = collected(games).unwrap();
        Summary::new(&games[&1].tournament, &games)
    }

    #[test]
    fn one_pair_of_games_has_no_interval() {
        let one = even(2);
        let row = "\n1  a                +0       1      2  50.0 %";
        assert!(text(&one).contains(row), "{}", text(&one));
        assert!(text(&one).contains("a leads by +0 Elo, counted by pairs of games."));
        assert!(standings_csv(&one).unwrap().contains("\n1,a,0.00,,,1,2,"));
        let several = even(6);
        assert!(
            text(&several).contains("a leads by +0 Elo, counted by pairs"),
            "all pairs are alike"
        );
        assert!(text(&several).contains("Elo, counted by games"));
        assert!(!text(&several).contains("a leads by +0 Elo, counted by games"));
    }

    #[test]
    fn a_program_that_won_all_games_has_no_lead_in_elo() {
        let games = (1..=4).map(|number| {
            let (black, white, result) = if number % 2 == 0 {
                ("a", "b", "W+R")
            } else {
                ("b", "a", "B+R")
            };
            game(&["a", "b"], number, black, white, result)
        });
        let games = collected(games).unwrap();
        let text = text(&Summary::new(&games[&1].tournament, &games));
        assert!(text.contains("1  b "), "{text}");
        assert!(!text.contains("leads by") && !text.contains("inf Elo"), "{text}");
    }

    #[test]
    fn csv_has_a_line_for_each_program_and_for_each_pair() {
        let summary = three();
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&standings_csv(&summary).unwrap()), 1 + 3);
        let cross = cross_csv(&summary).unwrap();
        assert_eq!(lines(&cross), 1 + 6);
        assert!(cross.contains("\na,c,1,1,0,1.5,2\n"), "{cross}");
        // What would be taken for something else is quoted.
        let mut odd = summary;
        odd.standings.rows[0].name = "a, \"the first\" <1>".to_string();
        assert!(
            cross_csv(&odd)
                .unwrap()
                .contains("\n\"a, \"\"the first\"\" <1>\",b,1,0,1,1,2\n")
        );
        assert!(page(&odd).contains("a, &quot;the first&quot; &lt;1&gt;"));
    }
}
