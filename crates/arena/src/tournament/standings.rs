// SPDX-License-Identifier: MIT OR Apache-2.0

//! Standings: points of each program against each other one, in the order of Elo.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use katachi_rules::{BoardSize, Color};

use super::config::MAX_GAMES;
use super::job::{GameResult, Tournament};
use crate::rating::{Estimate, Scores, lead};
use crate::sprt::{Pairs, Sprt, Verdict, shares};
use crate::stats::Tally;

/// A game that counts.
#[derive(Clone, Debug)]
pub struct CountedGame<'a> {
    /// The number of the program that has Black.
    pub black: usize,
    /// The number of the program that has White.
    pub white: usize,
    /// As in SGF.
    pub result: &'a str,
    /// CPU seconds of Black and White, and the moves that they chose in them.
    pub cpu: [Option<(f64, u32)>; 2],
}

/// One program.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Sums of its games.
    pub tally: Tally,
    /// Against the programs by their numbers; in a table in the order of its rows.
    pub against: Vec<Tally>,
    pub(super) rating: Option<Estimate>,
}

/// Sums up games of programs with these names. Returns a row for each program.
pub fn sums<'a>(names: &[String], games: impl IntoIterator<Item = CountedGame<'a>>) -> Vec<Row> {
    let row = |(number, name): (usize, &String)| Row {
        number,
        name: name.clone(),
        tally: Tally::default(),
        against: vec![Tally::default(); names.len()],
        rating: None,
    };
    let mut rows: Vec<Row> = names.iter().enumerate().map(row).collect();
    for game in games {
        let sides = [(game.black, game.white), (game.white, game.black)];
        for (color, (own, other)) in Color::BOTH.into_iter().zip(sides) {
            let cpu = game.cpu[color as usize];
            rows[own].tally.add(color, game.result, cpu);
            rows[own].against[other].add(color, game.result, cpu);
        }
    }
    rows
}

/// The standings, the best first: by Elo, then by the share of points. Equal programs keep the order of their
/// numbers.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pub(super) rows: Vec<Row>,
    /// A draw was added to each pairing for the ratings.
    pub(super) ratings_with_added_draws: bool,
}

impl Standings {
    fn new(mut rows: Vec<Row>) -> Self {
        let of_row = |row: &Row| row.against.iter().map(Tally::points).collect();
        let scores = Scores {
            points: rows.iter().map(of_row).collect(),
        };
        let ratings = scores.ratings();
        for row in &mut rows {
            row.rating = ratings.as_ref().map(|ratings| ratings.of[row.number]);
        }
        let strength = |row: &Row| {
            let share = row.tally.points() / f64::from(row.tally.game_count().max(1));
            [row.rating.map_or(0.0, |rating| rating.elo), share]
        };
        rows.sort_by(|a, b| strength(b).partial_cmp(&strength(a)).unwrap_or(Ordering::Equal));
        let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
        for row in &mut rows {
            row.against = numbers.iter().map(|&j| row.against[j]).collect();
        }
        Self {
            rows,
            ratings_with_added_draws: ratings.is_some_and(|ratings| ratings.with_added_draws),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TestState {
    pub(super) sprt: Sprt,
    pub(super) llr: f64,
    pub(super) verdict: Verdict,
    pub(super) pairs: Pairs,
}

/// Leads of the first of two programs, with what was counted.
pub(super) type Leads = [(&'static str, Option<Estimate>); 2];

#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) name: String,
    pub(super) games: u32,
    pub(super) played: u32,
    pub(super) standings: Standings,
    /// The first of two programs, and its leads.
    pub(super) leads: Option<(String, Leads)>,
    pub(super) test: Option<TestState>,
}

/// Returns the results of a tournament by the numbers of the games. The first result of a game counts.
pub(super) fn collected(results: impl IntoIterator<Item = GameResult>) -> Result<BTreeMap<u32, GameResult>> {
    let mut games: BTreeMap<u32, GameResult> = BTreeMap::new();
    let mut first: Option<(Tournament, Option<BoardSize>)> = None;
    for result in results {
        let (tournament, size) = first.get_or_insert_with(|| (result.tournament.clone(), result.size()));
        ensure!(
            *tournament == result.tournament,
            "results of two tournaments, '{}' and '{}', or of two versions of one",
            tournament.name,
            result.tournament.name
        );
        ensure!(
            *size == result.size(),
            "the record of game {} has another board than that of the first result",
            result.game
        );
        ensure!(
            result.game > 0,
            "a result has the number 0: games are counted from 1"
        );
        ensure!(
            tournament.games <= MAX_GAMES,
            "a tournament of {} games, more than {MAX_GAMES}",
            tournament.games
        );
        if let Some(known) = games.get(&result.game) {
            ensure!(
                known.job == result.job,
                "two different games have number {}: they belong to two versions of the tournament",
                result.game
            );
        }
        games.entry(result.game).or_insert(result);
    }
    Ok(games)
}

/// Runs the sequential test over the pairs of games up to the first gap. Returns its state and the number of
/// the last game that it used. It stops at the pair that decides it.
pub(super) fn test(tournament: &Tournament, games: &BTreeMap<u32, GameResult>) -> Option<(TestState, u32)> {
    let sprt = tournament.sprt?;
    let first = tournament.programs.first()?;
    let mut pairs: Pairs = [0; 5];
    let mut last = 0;
    while let (Some(a), Some(b)) = (games.get(&(last + 1)), games.get(&(last + 2))) {
        pairs[half_points(a, first) + half_points(b, first)] += 1;
        last += 2;
        if sprt.verdict(&pairs) != Verdict::Undecided {
            break;
        }
    }
    let state = TestState {
        sprt,
        llr: sprt.llr(&pairs),
        verdict: sprt.verdict(&pairs),
        pairs,
    };
    Some((state, last))
}

impl Summary {
    /// Sums up the games. After the decision of a sequential test later games do not count.
    pub(super) fn new(tournament: &Tournament, games: &BTreeMap<u32, GameResult>) -> Self {
        let tested = test(tournament, games);
        let last = match tested {
            Some((state, last)) if state.verdict != Verdict::Undecided => last,
            _ => u32::MAX,
        };
        let results: Vec<&GameResult> = games.range(..=last).map(|(_, game)| game).collect();
        let names = &tournament.programs;
        let number = |name: &String| names.iter().position(|other| other == name);
        let counted = results.iter().filter_map(|game| {
            Some(CountedGame {
                black: number(&game.black)?,
                white: number(&game.white)?,
                result: &game.result,
                cpu: game.cpu,
            })
        });
        Self {
            name: tournament.name.clone(),
            games: tournament.games,
            played: results.len() as u32,
            standings: Standings::new(sums(names, counted)),
            leads: (names.len() == 2).then(|| (names[0].clone(), leads(&results, &names[0]))),
            test: tested.map(|(state, _)| state),
        }
    }
}

fn half_points(game: &GameResult, program: &str) -> usize {
    match game.winner() {
        None => 1,
        Some(winner) => 2 * usize::from((winner == Color::Black) == (game.black == program)),
    }
}

/// By pairs both games of an opening count together; openings with one game are left out.
fn leads(games: &[&GameResult], first: &str) -> Leads {
    let mut results = [0_u32; 3];
    let mut halves: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for game in games {
        let half_points = half_points(game, first);
        results[half_points] += 1;
        halves.entry((game.game - 1) / 2).or_default().push(half_points);
    }
    let mut pairs: Pairs = [0; 5];
    for pair in halves.values().filter(|pair| pair.len() == 2) {
        pairs[pair[0] + pair[1]] += 1;
    }
    let by_games = lead(&[(0.0, results[0]), (0.5, results[1]), (1.0, results[2])]);
    [("games", by_games), ("pairs of games", lead(&shares(&pairs)))]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn game(
        programs: &[&str],
        number: u32,
        black: &str,
        white: &str,
        result: &str,
    ) -> GameResult {
        GameResult {
            origin: None,
            tournament: Tournament {
                name: "Cup".to_string(),
                games: 12,
                sprt: None,
                programs: programs.iter().map(|name| name.to_string()).collect(),
            },
            game: number,
            job: format!("job {number}"),
            black: black.to_string(),
            white: white.to_string(),
            result: result.to_string(),
            fault: None,
            moves: 40,
            cpu: [None; 2],
            sgf: String::new(),
        }
    }

    /// Returns a test between a and b; a wins the games with these numbers.
    fn tested(numbers: impl IntoIterator<Item = u32>) -> BTreeMap<u32, GameResult> {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 100.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let results = numbers.into_iter().map(|number| {
            let (black, white, result) = if number % 2 == 1 {
                ("a", "b", "B+R")
            } else {
                ("b", "a", "W+3.5")
            };
            let mut result = game(&["a", "b"], number, black, white, result);
            result.tournament.sprt = Some(sprt);
            result
        });
        collected(results).unwrap()
    }

    #[test]
    fn a_sequential_test_waits_for_gaps_to_be_filled() {
        let games = tested([1, 2, 5, 6, 3]);
        let (state, last) = test(&games[&1].tournament, &games).unwrap();
        assert_eq!(
            (state.pairs, state.verdict, last),
            ([0, 0, 0, 0, 1], Verdict::Undecided, 2)
        );
        let games = tested(1..=6);
        assert_eq!(
            test(&games[&1].tournament, &games).unwrap().0.pairs,
            [0, 0, 0, 0, 3]
        );
    }

    #[test]
    fn games_after_the_decision_do_not_count() {
        let games = tested(1..=200);
        let (state, last) = test(&games[&1].tournament, &games).unwrap();
        assert_eq!(state.verdict, Verdict::AcceptElo1);
        assert!(last < 200, "{last}");
        let summary = Summary::new(&games[&1].tournament, &games);
        assert_eq!(
            (summary.played, summary.standings.rows[0].tally.won()),
            (last, last)
        );
    }

    #[test]
    fn impossible_numbers_of_games_are_refused() {
        let mut result = game(&["a", "b"], 1, "a", "b", "B+R");
        result.tournament.games = u32::MAX;
        let error = collected([result]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a tournament of 4294967295 games, more than 10000000"
        );
        let error = collected([game(&["a", "b"], 0, "a", "b", "B+R")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a result has the number 0: games are counted from 1"
        );
    }

    #[test]
    fn the_first_result_of_a_game_counts() {
        let first = game(&["a", "b"], 1, "a", "b", "B+2.5");
        let second = GameResult {
            result: "W+R".to_string(),
            ..first.clone()
        };
        let games = collected([first.clone(), second.clone()]).unwrap();
        assert_eq!(games[&1], first);
        let other = GameResult {
            job: "another".to_string(),
            ..second
        };
        assert!(collected([first, other]).is_err());
    }
}
