// SPDX-License-Identifier: MIT OR Apache-2.0

//! The state of a tournament: who has how many points against whom, and what that says.

use std::collections::BTreeMap;

use katachi_rules::Color;

use super::super::rating::{Estimate, Scores, lead};
use super::super::sprt::{Pairs, Sprt, Verdict, shares};
use super::super::stats::Tally;
use super::job::{GameResult, Tournament};
use crate::error::Result;

/// Wins, draws and losses of one program against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl Record {
    pub(super) fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// One program.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) tally: Tally,
    pub(super) rating: Option<Estimate>,
    /// Against the programs of the other rows, in the order of the rows.
    pub(super) against: Vec<Record>,
}

impl Row {
    pub(super) fn total(&self) -> Record {
        self.against.iter().fold(Record::default(), |sum, record| Record {
            wins: sum.wins + record.wins,
            draws: sum.draws + record.draws,
            losses: sum.losses + record.losses,
        })
    }
}

/// A sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TestState {
    pub(super) sprt: Sprt,
    pub(super) llr: f64,
    pub(super) verdict: Verdict,
    pub(super) pairs: Pairs,
}

/// The first of two programs' lead in Elo.
#[derive(Clone, Debug)]
pub(super) struct Leads {
    pub(super) first: String,
    /// Games counted one by one.
    pub(super) by_games: Option<Estimate>,
    /// Games with one opening counted together, as far as both have been played.
    pub(super) by_pairs: Option<Estimate>,
}

/// The state of a tournament.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pub(super) name: String,
    pub(super) games: u32,
    /// Of these that count.
    pub(super) played: u32,
    /// The best first.
    pub(super) rows: Vec<Row>,
    pub(super) ratings_with_added_draws: bool,
    /// If there are two programs.
    pub(super) leads: Option<Leads>,
    pub(super) test: Option<TestState>,
}

/// The results of a tournament by the numbers of the games; of a game that was played twice the first.
///
/// # Errors
/// Results of different tournaments.
pub(super) fn collected(results: impl IntoIterator<Item = GameResult>) -> Result<BTreeMap<u32, GameResult>> {
    let mut games: BTreeMap<u32, GameResult> = BTreeMap::new();
    let mut first: Option<Tournament> = None;
    for result in results {
        let tournament = first.get_or_insert_with(|| result.tournament.clone());
        ensure!(
            *tournament == result.tournament,
            "results of two tournaments, '{}' and '{}', or of two forms of one",
            tournament.name,
            result.tournament.name
        );
        if let Some(known) = games.get(&result.game) {
            ensure!(
                known.job == result.job,
                "two games have number {} and are not the same game: they are of two forms of the tournament",
                result.game
            );
        }
        games.entry(result.game).or_insert(result);
    }
    Ok(games)
}

/// The sequential test over the pairs of games that are whole and have no gap before them: what it says, and the number of
/// the last game that it took. Later games do not count once it has decided, however many were under way.
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

impl Standings {
    /// Sums up.
    pub(super) fn new(tournament: &Tournament, games: &BTreeMap<u32, GameResult>) -> Self {
        let tested = test(tournament, games);
        let is_decided = |state: &TestState| state.verdict != Verdict::Undecided;
        let last = match tested {
            Some((state, last)) if is_decided(&state) => last,
            _ => u32::MAX,
        };
        let counted: Vec<&GameResult> = games.range(..=last).map(|(_, game)| game).collect();
        let names = &tournament.programs;
        let mut scores = Scores::new(names.len());
        let mut against = vec![vec![Record::default(); names.len()]; names.len()];
        let mut tallies = vec![Tally::default(); names.len()];
        for game in &counted {
            let number = |name: &String| names.iter().position(|other| other == name);
            let (Some(black), Some(white)) = (number(&game.black), number(&game.white)) else {
                continue;
            };
            let share = match game.winner() {
                None => 0.5,
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
            };
            scores.add(black, white, share);
            for (own, other, share, color) in [(black, white, share, 0), (white, black, 1.0 - share, 1)] {
                let record = &mut against[own][other];
                let tally = &mut tallies[own];
                tally.games[color] += 1;
                if share == 1.0 {
                    record.wins += 1;
                    tally.wins[color] += 1;
                } else if share == 0.5 {
                    record.draws += 1;
                    tally.draws[color] += 1;
                } else {
                    record.losses += 1;
                    match game.result.as_bytes().last() {
                        Some(b'F') => tally.forfeits += 1,
                        Some(b'T') => tally.time_losses += 1,
                        _ => {}
                    }
                }
                if let Some((seconds, moves)) = game.cpu[color] {
                    tally.cpu_seconds += seconds;
                    tally.timed_moves += moves;
                }
            }
        }
        let ratings = scores.ratings();
        let rating = |i: usize| ratings.as_ref().map(|ratings| ratings.of[i]);
        let rate = |i: usize| {
            let points: f64 = against[i].iter().map(|record| record.points()).sum();
            points / f64::from(tallies[i].game_count().max(1))
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| {
            let strength = |i: usize| (rating(i).map_or(0.0, |rating| rating.elo), rate(i));
            strength(b)
                .partial_cmp(&strength(a))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let rows = order.iter().map(|&i| Row {
            name: names[i].clone(),
            tally: tallies[i],
            rating: rating(i),
            against: order.iter().map(|&j| against[i][j]).collect(),
        });
        Self {
            name: tournament.name.clone(),
            games: tournament.games,
            played: counted.len() as u32,
            rows: rows.collect(),
            ratings_with_added_draws: ratings.as_ref().is_some_and(|r| r.with_added_draws),
            leads: (names.len() == 2).then(|| leads(&against[0][1], &counted, &names[0])),
            test: tested.map(|(state, _)| state),
        }
    }
}

/// The half points that a program got of a game.
fn half_points(game: &GameResult, program: &str) -> usize {
    match game.winner() {
        None => 1,
        Some(winner) => 2 * usize::from((winner == Color::Black) == (game.black == program)),
    }
}

fn leads(record: &Record, games: &[&GameResult], first: &str) -> Leads {
    let mut halves: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for game in games {
        halves
            .entry((game.game - 1) / 2)
            .or_default()
            .push(half_points(game, first));
    }
    let mut pairs: Pairs = [0; 5];
    for pair in halves.values().filter(|pair| pair.len() == 2) {
        pairs[pair[0] + pair[1]] += 1;
    }
    Leads {
        first: first.to_string(),
        by_games: lead(&[(0.0, record.losses), (0.5, record.draws), (1.0, record.wins)]),
        by_pairs: lead(&shares(&pairs)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A game with that result in a tournament of these programs.
    pub(in super::super) fn game(
        programs: &[&str],
        number: u32,
        black: &str,
        white: &str,
        result: &str,
    ) -> GameResult {
        GameResult {
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

    /// A test between a and b, of which a wins the games with these numbers.
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
        let standings = Standings::new(&games[&1].tournament, &games);
        assert_eq!((standings.played, standings.rows[0].total().wins), (last, last));
    }

    #[test]
    fn of_a_game_that_was_played_twice_the_first_counts() {
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
