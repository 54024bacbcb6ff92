// SPDX-License-Identifier: MIT OR Apache-2.0

//! The standings of a tournament as text and as a page.

use katachi_pages::page;
use katachi_rules::Color;
use maud::html;

use super::plan::Plan;
use super::standings::{Cell, Row, Standings};
use super::state::{Place, State};
use crate::tournament::{aligned, table};

/// Half points as points: `2.5`.
fn points(half: u32) -> String {
    (f64::from(half) / 2.0).to_string()
}

/// `+3b`: won against the third with Black.
fn cell(standings: &Standings, cell: Cell) -> String {
    match cell {
        Cell::Out => "-".to_owned(),
        Cell::Bye => "bye".to_owned(),
        Cell::Open(opponent) => format!("?{}", standings.place(opponent)),
        Cell::Played {
            opponent,
            color,
            score,
        } => {
            let sign = ["-", "=", "+"][score.min(2) as usize];
            let color = color.letter().to_ascii_lowercase();
            format!("{sign}{}{color}", standings.place(opponent))
        }
    }
}

fn cells(plan: &Plan, standings: &Standings) -> (Vec<String>, Vec<Vec<String>>) {
    let titles = ["", "program", "points", "SOS", "SODOS", "direct", "forfeits"].map(String::from);
    let rounds = (1..=standings.rounds).map(|round| format!("round {round}"));
    let titles = titles.into_iter().chain(rounds).collect();
    let row = |(i, row): (usize, &Row)| {
        let sodos = (f64::from(row.sodos) / 4.0).to_string();
        let numbers = [points(row.points), points(row.sos), sodos, points(row.direct)];
        let rounds = row.rounds.iter().map(|&in_round| cell(standings, in_round));
        [(i + 1).to_string(), plan.programs[row.number].name.clone()]
            .into_iter()
            .chain(numbers)
            .chain([row.forfeits.to_string()])
            .chain(rounds)
            .collect()
    };
    (titles, standings.rows.iter().enumerate().map(row).collect())
}

fn heading(plan: &Plan, standings: &Standings) -> String {
    format!(
        "{} of {} programs, round {} of {}",
        plan.kind,
        plan.programs.len(),
        standings.rounds,
        plan.rounds
    )
}

/// For a terminal.
pub(super) fn text(plan: &Plan, standings: &Standings) -> String {
    let (titles, rows) = cells(plan, standings);
    format!("{}\n\n{}", heading(plan, standings), aligned(&titles, &rows))
}

/// As a page, with all games.
pub(super) fn page(state: &State, standings: &Standings) -> String {
    let name = |number: usize| &state.plan.programs[number].name;
    let body = html! {
        p { (heading(&state.plan, standings)) }
        (table(cells(&state.plan, standings)))
        @for (i, round) in state.rounds.iter().enumerate() {
            h2 { "Round " (i + 1) }
            table {
                tr { th.text { "Black" } th.text { "White" } th.text { "result" } }
                @for (number, played) in round.matches.iter().enumerate() {
                    @for (replay, result) in played.results.iter().enumerate() {
                        tr {
                            td.text { (name(played.seated(replay, Color::Black))) }
                            td.text { (name(played.seated(replay, Color::White))) }
                            td.text { a href=(Place { round: i, number, replay }.record().display()) { (result) } }
                        }
                    }
                }
                @for &bye in &round.byes {
                    tr { td.text { (name(bye)) } td.text { "bye" } td {} }
                }
            }
        }
    };
    page::render("The tournament", &body)
}
