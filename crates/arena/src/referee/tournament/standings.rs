// SPDX-License-Identifier: MIT OR Apache-2.0

//! Who stands where: points, and what decides between equal ones.

use std::cmp::Reverse;

use katachi_rules::Color;

use super::pairing::{History, Pair};
use super::state::{Match, State, winner};

/// The standings, the best first.
#[derive(Debug)]
pub(super) struct Standings {
    pub(super) rows: Vec<Row>,
    /// Rounds that were begun.
    pub(super) rounds: usize,
}

/// What a program has got, in half points.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// The program.
    pub(super) number: usize,
    pub(super) points: u32,
    /// Points of the opponents, once for each match.
    pub(super) sos: u32,
    /// Points of the opponents that it beat, and half of those with whom it shared the points; in quarters of a point.
    pub(super) sodos: u32,
    /// Points from those that have as many points, SOS and SODOS.
    pub(super) direct: u32,
    /// Games that it lost by its own doing, by time among others.
    pub(super) forfeits: u32,
    /// What it did in each round.
    pub(super) rounds: Vec<Cell>,
}

/// What a program did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// It was out already.
    Out,
    /// It had no opponent.
    Bye,
    /// It has not finished its match.
    Open(usize),
    /// It got so many half points from that opponent, with that colour in the last game.
    Played {
        opponent: usize,
        color: Color,
        score: u32,
    },
}

impl Standings {
    /// Sums a tournament up.
    pub(super) fn new(state: &State) -> Self {
        let histories = state.histories();
        let mut rows: Vec<Row> = (0..histories.len())
            .map(|number| row(state, &histories, number))
            .collect();
        let key = |row: &Row| (row.points, row.sos, row.sodos);
        let keys: Vec<_> = rows.iter().map(key).collect();
        for row in &mut rows {
            let is_equal = |number: usize| keys[number] == keys[row.number];
            let points = row.rounds.iter().map(|cell| match *cell {
                Cell::Played { opponent, score, .. } if is_equal(opponent) => score,
                _ => 0,
            });
            row.direct = points.sum();
        }
        rows.sort_by_key(|row| (Reverse((key(row), row.direct)), row.number));
        Self {
            rows,
            rounds: state.rounds.len(),
        }
    }

    /// The place of a program, counted from 1.
    pub(super) fn place(&self, number: usize) -> usize {
        self.rows.iter().take_while(|row| row.number != number).count() + 1
    }
}

fn row(state: &State, histories: &[History], number: usize) -> Row {
    let mut row = Row {
        number,
        points: histories[number].score,
        ..Row::default()
    };
    for round in &state.rounds {
        let played = round.matches.iter().find(|played| played.seats(number));
        row.rounds.push(match played {
            Some(played) => cell(state, played, number),
            None if round.byes.contains(&number) => Cell::Bye,
            None => Cell::Out,
        });
        if let Some(&Cell::Played { opponent, score, .. }) = row.rounds.last() {
            row.sos += histories[opponent].score;
            row.sodos += histories[opponent].score * score;
        }
        row.forfeits += played.map_or(0, |played| forfeits(played, number));
    }
    row
}

fn cell(state: &State, played: &Match, number: usize) -> Cell {
    let Pair { black, white } = played.pair;
    let opponent = if number == black { white } else { black };
    let Some((first, second)) = played.score(state.plan.kind) else {
        return Cell::Open(opponent);
    };
    let last = played.results.len() - 1;
    Cell::Played {
        opponent,
        color: match played.seated(last, Color::Black) == number {
            true => Color::Black,
            false => Color::White,
        },
        score: if number == black { first } else { second },
    }
}

fn forfeits(played: &Match, number: usize) -> u32 {
    let lost = |(replay, result): (usize, &String)| {
        let by_rule = result.ends_with("+F") || result.ends_with("+T");
        let has_won = winner(result).map(|color| played.seated(replay, color));
        u32::from(by_rule && has_won != Some(number))
    };
    played.results.iter().enumerate().map(lost).sum()
}

#[cfg(test)]
mod tests;
