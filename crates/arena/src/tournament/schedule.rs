// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which games a tournament has.

use super::config::{Config, Kind};
use super::job::{GameJob, Tournament};

/// All games, in the order of their numbers: openings in turn, and for each every pairing with both colours. So a
/// tournament that is broken off has treated all alike.
pub(super) fn games(config: &Config) -> Vec<GameJob> {
    let n = config.entrants.len();
    let pairings: Vec<(usize, usize)> = match config.kind {
        Kind::RoundRobin => (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect(),
        Kind::Gauntlet | Kind::Sprt => (1..n).map(|j| (0, j)).collect(),
    };
    let tournament = Tournament {
        name: config.name.clone(),
        games: config.games * pairings.len() as u32,
        sprt: config.sprt,
        programs: config.entrants.iter().map(|e| e.name.clone()).collect(),
    };
    let mut jobs = Vec::new();
    for round in 0..config.games.div_ceil(2) {
        let moves = config.book.opening(config.terms.seed, round);
        let size = config.book.size();
        let opening: Vec<String> = moves.into_iter().map(|mv| size.show(mv)).collect();
        for &(i, j) in &pairings {
            for (black, white) in [(i, j), (j, i)] {
                if black == j && 2 * round + 1 == config.games {
                    continue;
                }
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
