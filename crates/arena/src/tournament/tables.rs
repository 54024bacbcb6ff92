// SPDX-License-Identifier: MIT OR Apache-2.0

//! The standings as text, CSV and HTML. Nothing in them depends on the time or the machine, unless the games did.

use katachi_pages::page;
use maud::{Markup, html};

use super::super::rating::Estimate;
use super::super::sprt::Verdict;
use super::super::stats::TOO_FEW;
use super::standings::{Row, Standings, TestState};
use crate::error::{Error, Result};
use crate::quantity::quantity;

/// `+53 (-7..+114)`, or `+53` where the interval would say nothing: of one pair of games, and of results that are all alike, as
/// they have no spread to tell how sure they are.
fn elo(estimate: &Estimate, games: u32) -> String {
    let points = |elo: f64| {
        if elo.is_infinite() {
            if elo > 0.0 {
                "+inf".to_string()
            } else {
                "-inf".to_string()
            }
        } else {
            // What rounds to nothing has no sign.
            format!("{:+.0}", if elo.abs() < 0.5 { 0.0 } else { elo })
        }
    };
    let mut text = points(estimate.elo);
    if has_interval(estimate, games) {
        text += &format!(" ({}..{})", points(estimate.low), points(estimate.high));
    }
    text
}

fn has_interval(estimate: &Estimate, games: u32) -> bool {
    games > TOO_FEW && estimate.low < estimate.high
}

fn points(points: f64) -> String {
    format!("{points}")
}

fn percent(row: &Row) -> String {
    let total = row.total();
    match total.games() {
        0 => "-".to_string(),
        games => format!("{:.1} %", 100.0 * total.points() / f64::from(games)),
    }
}

/// Titles and cells of the standings.
fn standings_cells(standings: &Standings) -> (Vec<String>, Vec<Vec<String>>) {
    let titles = [
        "",
        "program",
        "Elo (95 %)",
        "points",
        "games",
        "share",
        "won",
        "drawn",
        "lost",
        "forfeits",
        "on time",
    ];
    let rows = standings.rows.iter().enumerate().map(|(i, row)| {
        let total = row.total();
        vec![
            (i + 1).to_string(),
            row.name.clone(),
            row.rating
                .as_ref()
                .map_or("-".to_string(), |rating| elo(rating, total.games())),
            points(total.points()),
            total.games().to_string(),
            percent(row),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            row.tally.forfeits.to_string(),
            row.tally.time_losses.to_string(),
        ]
    });
    (titles.map(String::from).to_vec(), rows.collect())
}

/// Titles and cells of the cross table: points of games of the row's program against the column's.
fn cross_cells(standings: &Standings) -> (Vec<String>, Vec<Vec<String>>) {
    let numbers = (1..=standings.rows.len()).map(|i| i.to_string());
    let titles = ["".to_string(), "program".to_string()]
        .into_iter()
        .chain(numbers)
        .collect();
    let rows = standings.rows.iter().enumerate().map(|(i, row)| {
        let cells = row.against.iter().enumerate().map(|(j, record)| {
            if i == j || record.games() == 0 {
                "-".to_string()
            } else {
                format!("{}/{}", points(record.points()), record.games())
            }
        });
        [(i + 1).to_string(), row.name.clone()]
            .into_iter()
            .chain(cells)
            .collect()
    });
    (titles, rows.collect())
}

/// What is to be said beside the tables.
fn notes(standings: &Standings) -> Vec<String> {
    let mut notes = vec![format!(
        "{} of {}.",
        standings.played,
        quantity(standings.games, "game")
    )];
    if standings.ratings_with_added_draws {
        notes.push("Elo with a draw added to each pairing, as somebody won or lost all.".to_string());
    }
    if let Some(leads) = &standings.leads {
        let first = &leads.first;
        for (by, lead) in [("games", &leads.by_games), ("pairs of games", &leads.by_pairs)] {
            let told = |lead| {
                format!(
                    "{first} leads by {} Elo, counted by {by}.",
                    elo(lead, standings.played)
                )
            };
            notes.extend(lead.as_ref().map(told));
        }
    }
    notes.extend(standings.test.as_ref().map(test_note));
    notes
}

fn test_note(state: &TestState) -> String {
    let (lower, upper) = state.sprt.bounds();
    let verdict = match state.verdict {
        Verdict::AcceptElo0 => format!("elo0 ({}) is accepted", state.sprt.elo0),
        Verdict::AcceptElo1 => format!("elo1 ({}) is accepted", state.sprt.elo1),
        Verdict::Undecided => "undecided".to_string(),
    };
    format!(
        "Sequential test: {verdict} after {} of games {:?}; log-likelihood ratio {:.2} within {lower:.2}..{upper:.2}.",
        quantity(state.pairs.iter().sum::<u32>(), "pair"),
        state.pairs,
        state.llr,
    )
}

/// Both tables and the notes, for a terminal.
pub(super) fn text(standings: &Standings) -> String {
    let mut text = format!("{}\n\n", standings.name);
    for (titles, rows) in [standings_cells(standings), cross_cells(standings)] {
        text += &aligned(&titles, &rows);
        text.push('\n');
    }
    text + &notes(standings).join("\n") + "\n"
}

/// Columns of the width that they need; the second, names, to the left.
pub(crate) fn aligned(titles: &[String], rows: &[Vec<String>]) -> String {
    let lines = || std::iter::once(titles).chain(rows.iter().map(Vec::as_slice));
    let width = |column: usize| {
        lines()
            .map(|line| line[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..titles.len()).map(width).collect();
    lines()
        .map(|line| {
            let cells = line
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| match column {
                    1 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        })
        .collect()
}

/// The standings as CSV, numbers with all their digits.
///
/// # Errors
/// Those of the writer.
pub(super) fn standings_csv(standings: &Standings) -> Result<String> {
    let titles = [
        "rank",
        "program",
        "elo",
        "elo_low",
        "elo_high",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "forfeits",
        "lost_on_time",
    ];
    let rows = standings.rows.iter().enumerate().map(|(i, row)| {
        let total = row.total();
        let rating = row.rating.map(|rating| {
            let ends = [rating.low, rating.high].map(|end| match has_interval(&rating, total.games()) {
                true => format!("{end:.2}"),
                false => String::new(),
            });
            let [low, high] = ends;
            [format!("{:.2}", rating.elo), low, high]
        });
        let [elo, low, high] = rating.unwrap_or_default();
        vec![
            (i + 1).to_string(),
            row.name.clone(),
            elo,
            low,
            high,
            points(total.points()),
            total.games().to_string(),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            row.tally.forfeits.to_string(),
            row.tally.time_losses.to_string(),
        ]
    });
    csv(&titles.map(String::from), rows)
}

/// The cross table as CSV: a line for each two programs that met, with wins, draws and losses of the first.
///
/// # Errors
/// Those of the writer.
pub(super) fn cross_csv(standings: &Standings) -> Result<String> {
    let titles = ["program", "opponent", "won", "drawn", "lost", "points", "games"];
    let rows = standings.rows.iter().flat_map(|row| {
        let met = row.against.iter().zip(&standings.rows);
        met.filter(|(record, _)| record.games() > 0)
            .map(|(record, other)| {
                vec![
                    row.name.clone(),
                    other.name.clone(),
                    record.wins.to_string(),
                    record.draws.to_string(),
                    record.losses.to_string(),
                    points(record.points()),
                    record.games().to_string(),
                ]
            })
    });
    csv(&titles.map(String::from), rows)
}

fn csv(titles: &[String], rows: impl Iterator<Item = Vec<String>>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(titles)?;
    for row in rows {
        writer.write_record(row)?;
    }
    let text = writer
        .into_inner()
        .map_err(|error| Error::new(error.to_string()))?;
    String::from_utf8(text).map_err(|error| Error::new(error.to_string()))
}

/// Titles and cells as a table of a page; the second column, names, to the left.
pub(crate) fn table((titles, rows): (Vec<String>, Vec<Vec<String>>)) -> Markup {
    html! {
        div.scroll { table {
            tr { @for (i, title) in titles.iter().enumerate() { th.text[i == 1] { (title) } } }
            @for row in &rows {
                tr { @for (i, cell) in row.iter().enumerate() { td.text[i == 1] { (cell) } } }
            }
        } }
    }
}

/// Both tables and the notes as a page.
pub(super) fn page(standings: &Standings) -> String {
    let body = html! {
        h2 { "Standings" }
        (table(standings_cells(standings)))
        h2 { "Points of games against each other" }
        (table(cross_cells(standings)))
        @for note in notes(standings) { p { (note) } }
    };
    page::render(&standings.name, &body)
}

/// The work of each program. It depends on the machine, and so is in none of the tables.
pub(super) fn effort(standings: &Standings) -> String {
    let each = standings.rows.iter().filter_map(|row| {
        let seconds = row.tally.cpu_per_move()?;
        Some(format!("{} {seconds:.3}", row.name))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() {
        return String::new();
    }
    format!("CPU s/move: {}\n", each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::standings::{collected, tests::game};
    use super::*;

    fn standings() -> Standings {
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
        Standings::new(&games[&1].tournament, &games)
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
        assert_eq!(text(&standings()), expected);
    }

    /// So many games of two programs, of which the first wins every other one.
    fn even(games: u32) -> Standings {
        let games = (1..=games)
            .map(|number| game(&["a", "b"], number, "a", "b", ["B+R", "W+R"][number as usize % 2]));
        let games = collected(games).unwrap();
        Standings::new(&games[&1].tournament, &games)
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
    fn csv_has_a_line_for_each_program_and_for_each_two() {
        let standings = standings();
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&standings_csv(&standings).unwrap()), 1 + 3);
        let cross = cross_csv(&standings).unwrap();
        assert_eq!(lines(&cross), 1 + 6);
        assert!(cross.contains("\na,c,1,1,0,1.5,2\n"), "{cross}");
        // What would be taken for something else is quoted.
        let mut odd = standings;
        odd.rows[0].name = "a, \"the first\" <1>".to_string();
        assert!(
            cross_csv(&odd)
                .unwrap()
                .contains("\n\"a, \"\"the first\"\" <1>\",b,1,0,1,1,2\n")
        );
        assert!(page(&odd).contains("a, &quot;the first&quot; &lt;1&gt;"));
    }
}
