// SPDX-License-Identifier: MIT OR Apache-2.0

//! The pairs of programs, and the games of a tournament.

use serde::Deserialize;

use super::config::Config;
use super::job::{GameJob, Tournament};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Every program meets every other one.
    #[default]
    RoundRobin,
    /// The first program meets each of the others.
    Gauntlet,
    /// Two programs meet until a sequential test has decided.
    Sprt,
}

/// Two programs that meet, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) black: usize,
    pub(super) white: usize,
}

impl Kind {
    /// Returns the pairs among that number of programs.
    pub(super) fn pairs(self, programs: usize) -> Vec<Pair> {
        let against = |black| (black + 1..programs).map(move |white| Pair { black, white });
        match self {
            Self::RoundRobin => (0..programs).flat_map(against).collect(),
            Self::Gauntlet | Self::Sprt => against(0).collect(),
        }
    }
}

/// Returns all games in the order of their numbers: openings in turn, and for each opening all pairs with
/// both colours. So an unfinished tournament has treated all programs alike.
pub(super) fn games(config: &Config) -> Vec<GameJob> {
    let tournament = Tournament {
        name: config.name.clone(),
        games: config.games * config.pairs.len() as u32,
        sprt: config.sprt,
        programs: config.entrants.iter().map(|e| e.name.clone()).collect(),
    };
    let mut jobs = Vec::new();
    for round in 0..config.games.div_ceil(2) {
        let moves = config.book.opening(config.terms.seed, round);
        let size = config.book.size();
        let opening: Vec<String> = moves.into_iter().map(|mv| size.show(mv)).collect();
        // An odd number of games ends with the first game of a pair.
        let games_of_pair = (config.games - 2 * round).min(2) as usize;
        for &Pair { black, white } in &config.pairs {
            for (black, white) in [(black, white), (white, black)].into_iter().take(games_of_pair) {
                jobs.push(GameJob {
                    tournament: tournament.clone(),
                    game: jobs.len() as u32 + 1,
                    black: config.entrants[black].clone(),
                    white: config.entrants[white].clone(),
                    opening: opening.clone(),
                    terms: config.terms.clone(),
                });
            }
        }
    }
    jobs
}
