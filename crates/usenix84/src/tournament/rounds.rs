// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rounds of a tournament, and the next one, which follows from them.

use std::path::{Path, PathBuf};

use katachi_rules::Color;
use serde::{Deserialize, Serialize};

use super::pairing::{History, Pair, bracket, colored, swiss};
use super::plan::{Kind, Plan};
use crate::referee::Entrant;
use katachi_arena::tournament::RECORDS;
use katachi_arena::winner_of;

/// Maximum number of games of one pair in a knockout.
const MAX_GAMES: usize = 3;

/// The plan and the rounds that have begun: the file `tournament.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) plan: Plan,
    pub(super) rounds: Vec<Round>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Round {
    pub(super) matches: Vec<Match>,
    /// Programs that win the round without a game.
    pub(super) byes: Vec<usize>,
}

/// Two programs that meet: one game, and replays of void games in a knockout.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Match {
    /// Colours of the first game; each replay swaps them.
    pub(super) pair: Pair,
    pub(super) results: Vec<String>,
}

/// How a match stands: it is not over, a program has won, or the game of a Swiss tournament was void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Open,
    Won(usize),
    Void,
}

/// A game: its round, its match in the round and its number in the match, all from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameId {
    pub(super) round: usize,
    pub(super) number: usize,
    pub(super) replay: usize,
}

impl GameId {
    pub(super) fn record(self) -> PathBuf {
        let (round, number) = (self.round + 1, self.number + 1);
        let replay = match self.replay {
            0 => String::new(),
            replay => format!("-replay-{replay}"),
        };
        Path::new(RECORDS).join(format!("round-{round:02}-game-{number:02}{replay}.sgf"))
    }
}

impl Match {
    /// Returns the program that has that colour in a game of the match.
    pub(super) fn program(&self, replay: usize, color: Color) -> usize {
        match (color == Color::Black) == replay.is_multiple_of(2) {
            true => self.pair.black,
            false => self.pair.white,
        }
    }

    pub(super) fn last_game(&self) -> Option<(usize, &str)> {
        let last = self.results.len().checked_sub(1)?;
        Some((last, &self.results[last]))
    }

    /// Returns how the match stands. A knockout replays a void game twice at most; then the better seed goes
    /// on.
    pub(super) fn outcome(&self, kind: Kind) -> Outcome {
        self.last_game()
            .map_or(Outcome::Open, |(last, result)| match winner_of(result) {
                Some(color) => Outcome::Won(self.program(last, color)),
                None if kind != Kind::Knockout => Outcome::Void,
                None if self.results.len() < MAX_GAMES => Outcome::Open,
                None => Outcome::Won(self.pair.black.min(self.pair.white)),
            })
    }

    pub(super) fn has(&self, program: usize) -> bool {
        [self.pair.black, self.pair.white].contains(&program)
    }

    pub(super) fn opponent(&self, program: usize) -> usize {
        self.pair.black + self.pair.white - program
    }
}

impl State {
    pub(super) fn program(&self, game: GameId, color: Color) -> &Entrant {
        let played = &self.rounds[game.round].matches[game.number];
        &self.plan.programs[played.program(game.replay, color)]
    }

    fn histories(&self) -> Vec<History> {
        let mut histories = vec![History::default(); self.plan.programs.len()];
        for round in &self.rounds {
            for played in &round.matches {
                let outcome = played.outcome(self.plan.kind);
                for own in [played.pair.black, played.pair.white] {
                    histories[own].score += match outcome {
                        Outcome::Won(winner) if winner == own => 2,
                        Outcome::Void => 1,
                        Outcome::Won(_) | Outcome::Open => 0,
                    };
                    histories[own].opponents.push(played.opponent(own));
                    for replay in 0..played.results.len() {
                        let is_black = played.program(replay, Color::Black) == own;
                        let color = if is_black { Color::Black } else { Color::White };
                        histories[own].colors.push(color);
                    }
                }
            }
            for &bye in &round.byes {
                histories[bye].score += 2;
                histories[bye].byes += 1;
            }
        }
        histories
    }

    /// Returns the next game of the last round; none if the round is over.
    pub(super) fn open_game(&self) -> Option<GameId> {
        let round = self.rounds.len().checked_sub(1)?;
        let matches = self.rounds[round].matches.iter().enumerate();
        let mut open = matches.filter(|(_, played)| played.outcome(self.plan.kind) == Outcome::Open);
        open.next().map(|(number, played)| GameId {
            round,
            number,
            replay: played.results.len(),
        })
    }

    /// Returns the last finished game of each match. A corrected void game may need no replay, but one that
    /// was played stays.
    pub(super) fn last_games(&self) -> Vec<GameId> {
        let mut games = Vec::new();
        for (round, played) in self.rounds.iter().enumerate() {
            for (number, played) in played.matches.iter().enumerate() {
                let replay = played.results.len().checked_sub(1);
                games.extend(replay.map(|replay| GameId {
                    round,
                    number,
                    replay,
                }));
            }
        }
        games
    }

    pub(super) fn pair(&self) -> Round {
        let histories = self.histories();
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        if self.plan.kind == Kind::Swiss {
            // Each round has an order of its own among equals.
            let seed = self.plan.seed.wrapping_mul(1 << 16);
            let seed = seed.wrapping_add(self.rounds.len() as u64);
            let (paired, bye) = swiss(&histories, seed);
            (pairs, byes) = (paired, bye.into_iter().collect());
        } else {
            for places in self.places().chunks(2) {
                match places {
                    [Some(a), Some(b)] => pairs.push(colored(&histories, *a, *b)),
                    [Some(one), None] | [None, Some(one)] => byes.push(*one),
                    _ => {}
                }
            }
        }
        let matched = |pair| Match {
            pair,
            results: Vec::new(),
        };
        Round {
            matches: pairs.into_iter().map(matched).collect(),
            byes,
        }
    }

    fn places(&self) -> Vec<Option<usize>> {
        let mut places = bracket(self.plan.programs.len());
        for round in &self.rounds {
            let winner = |pair: &[Option<usize>]| match *pair {
                [Some(a), Some(b)] => {
                    let mut matches = round.matches.iter();
                    let played = matches.find(|played| played.has(a) && played.has(b))?;
                    match played.outcome(Kind::Knockout) {
                        Outcome::Won(winner) => Some(winner),
                        Outcome::Open | Outcome::Void => None,
                    }
                }
                _ => pair.iter().copied().flatten().next(),
            };
            places = places.chunks(2).map(winner).collect();
        }
        places
    }
}
