// SPDX-License-Identifier: MIT OR Apache-2.0

//! The standings of a refereed tournament, by points, as text and as a page.

use std::cmp::Ordering;

use katachi_pages::page;
use katachi_rules::Color;
use maud::html;

use super::plan::Kind;
use super::rounds::{GameId, Match, Outcome, Round, State};
use katachi_arena::Tally;
use katachi_arena::tournament::{Column, CountedGame, Row, Table, sums};

/// A program with its points of all games and a point for each bye, and what orders programs with equal
/// points: SOS, the sum of the opponents' points, once for each game; SODOS, the sum of the points of beaten
/// opponents, and half of those after a draw; points against the programs that are equal in all these.
type Ranked = (Row, [f64; 4]);

const COLUMNS: [Column<Ranked>; 6] = [
    ("program", |(row, _)| row.name.clone()),
    ("points", |(_, strength)| strength[0].to_string()),
    ("SOS", |(_, strength)| strength[1].to_string()),
    ("SODOS", |(_, strength)| strength[2].to_string()),
    ("direct", |(_, strength)| strength[3].to_string()),
    ("forfeits", |(row, _)| {
        (row.tally.forfeits + row.tally.time_losses).to_string()
    }),
];

fn standings(state: &State) -> Vec<Ranked> {
    let programs = state.plan.programs.iter();
    let names: Vec<String> = programs.map(|program| program.name.clone()).collect();
    let matches = state.rounds.iter().flat_map(|round| &round.matches);
    let games = matches.filter_map(|played| {
        let (last, result) = played.last_game()?;
        let [black, white] = Color::BOTH.map(|color| played.program(last, color));
        // A knockout gives the match to one program even if its last game is void.
        let result = match played.outcome(state.plan.kind) {
            Outcome::Open => return None,
            Outcome::Won(winner) if winner == black && !result.starts_with("B+") => "B+",
            Outcome::Won(winner) if winner == white && !result.starts_with("W+") => "W+",
            Outcome::Won(_) | Outcome::Void => result,
        };
        Some(CountedGame {
            black,
            white,
            result,
            cpu: [None; 2],
        })
    });
    let rows = sums(&names, games);
    let byes = |number: usize| {
        let byes = state.rounds.iter().flat_map(|round| &round.byes);
        byes.filter(|&&bye| bye == number).count() as f64
    };
    let points: Vec<f64> = rows
        .iter()
        .map(|row| row.tally.points() + byes(row.number))
        .collect();
    let sum = |row: &Row, of: &dyn Fn(usize, &Tally) -> f64| -> f64 {
        let records = row.against.iter().enumerate();
        records.map(|(opponent, record)| of(opponent, record)).sum()
    };
    let key = |row: &Row| {
        let sos = sum(row, &|j, record| f64::from(record.game_count()) * points[j]);
        let sodos = sum(row, &|j, record| record.points() * points[j]);
        [points[row.number], sos, sodos]
    };
    let keys: Vec<[f64; 3]> = rows.iter().map(key).collect();
    let ranked = |row: Row| {
        let own @ [points, sos, sodos] = keys[row.number];
        let is_equal = |j: usize| keys[j] == own;
        let direct = sum(&row, &|j, record| if is_equal(j) { record.points() } else { 0.0 });
        (row, [points, sos, sodos, direct])
    };
    let mut ranked: Vec<Ranked> = rows.into_iter().map(ranked).collect();
    // Equal programs keep the order of their numbers.
    ranked.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal));
    ranked
}

/// Makes the table, with a column for each round: `+3b` is a game won against the third with Black.
fn table(state: &State) -> Table {
    let standings = standings(state);
    let mut table = Table::new(&standings, &COLUMNS);
    let rank = |number: usize| {
        let better = standings.iter().take_while(|(row, _)| row.number != number);
        better.count() + 1
    };
    for (i, round) in state.rounds.iter().enumerate() {
        table.titles.push(format!("round {}", i + 1));
        for (cells, (row, _)) in table.rows.iter_mut().zip(&standings) {
            cells.push(match round.matches.iter().find(|played| played.has(row.number)) {
                Some(played) => cell(state, played, row.number, rank),
                None if round.byes.contains(&row.number) => "bye".to_owned(),
                None => "-".to_owned(),
            });
        }
    }
    table
}

fn cell(state: &State, played: &Match, number: usize, rank: impl Fn(usize) -> usize) -> String {
    let opponent = rank(played.opponent(number));
    let sign = match played.outcome(state.plan.kind) {
        Outcome::Open => return format!("?{opponent}"),
        Outcome::Void => '=',
        Outcome::Won(winner) if winner == number => '+',
        Outcome::Won(_) => '-',
    };
    let last = played.last_game();
    let is_black = last.is_some_and(|(last, _)| played.program(last, Color::Black) == number);
    let color = if is_black { 'b' } else { 'w' };
    format!("{sign}{opponent}{color}")
}

fn heading(state: &State) -> String {
    let (plan, rounds) = (&state.plan, state.rounds.len());
    let kind = match plan.kind {
        Kind::Swiss => "Swiss",
        Kind::Knockout => "Knockout",
    };
    let (programs, all) = (plan.programs.len(), plan.rounds);
    format!("{kind} of {programs} programs, round {rounds} of {all}")
}

pub(super) fn text(state: &State) -> String {
    format!("{}\n\n{}", heading(state), table(state))
}

pub(super) fn page(state: &State) -> String {
    let name = |number: usize| &state.plan.programs[number].name;
    let games = |(number, played): (usize, &Match), round: usize| {
        html! {
            @for (replay, result) in played.results.iter().enumerate() {
                tr {
                    td.text { (name(played.program(replay, Color::Black))) }
                    td.text { (name(played.program(replay, Color::White))) }
                    td.text { a href=(GameId { round, number, replay }.record().display()) { (result) } }
                }
            }
        }
    };
    let round = |(i, round): (usize, &Round)| {
        html! {
            h2 { "Round " (i + 1) }
            table {
                tr { th.text { "Black" } th.text { "White" } th.text { "result" } }
                @for played in round.matches.iter().enumerate() { (games(played, i)) }
                @for &bye in &round.byes {
                    tr { td.text { (name(bye)) } td.text { "bye" } td {} }
                }
            }
        }
    };
    let body = html! {
        p { (heading(state)) }
        (table(state).html())
        @for i in state.rounds.iter().enumerate() { (round(i)) }
    };
    page::render("The tournament", &body)
}
