// SPDX-License-Identifier: MIT OR Apache-2.0

//! What has happened in a tournament, and the round that follows from it.

use std::path::{Path, PathBuf};

use katachi_rules::Color;
use serde::{Deserialize, Serialize};

use super::pairing::{History, Pair, bracket, colored, swiss};
use super::plan::{Kind, Plan};

/// The folder of the records.
pub(super) const RECORDS: &str = "games";
/// Games of one pair in a knockout, at most.
const MAX_GAMES: usize = 3;

/// What has happened, and what it is part of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) plan: Plan,
    pub(super) rounds: Vec<Round>,
}

/// A round.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Round {
    pub(super) matches: Vec<Match>,
    /// Programs that win the round without a game.
    pub(super) byes: Vec<usize>,
}

/// Two programs that meet: one game, and in a knockout perhaps replays.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Match {
    /// Colours of the first game; replays change them.
    pub(super) pair: Pair,
    /// Results of the games that are finished, as SGF has them.
    pub(super) results: Vec<String>,
}

/// A game, by its round, its match and how many the match had before; all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) round: usize,
    pub(super) number: usize,
    pub(super) replay: usize,
}

impl Place {
    /// The path of the record in the folder of the tournament.
    pub(super) fn record(self) -> PathBuf {
        let (round, number) = (self.round + 1, self.number + 1);
        let replay = match self.replay {
            0 => String::new(),
            replay => format!("-replay-{replay}"),
        };
        Path::new(RECORDS).join(format!("round-{round:02}-game-{number:02}{replay}.sgf"))
    }
}

/// Who has won, by a result as SGF has it; nobody if it is void.
pub(super) fn winner(result: &str) -> Option<Color> {
    match result.get(..2) {
        Some("B+") => Some(Color::Black),
        Some("W+") => Some(Color::White),
        _ => None,
    }
}

impl Match {
    /// Who has that colour in a game of the match.
    pub(super) fn seated(&self, replay: usize, color: Color) -> usize {
        match (color == Color::Black) == replay.is_multiple_of(2) {
            true => self.pair.black,
            false => self.pair.white,
        }
    }

    /// Half points of the two programs, black's of the first game before; none before the match is over.
    ///
    /// A void game is half a point for both in a Swiss tournament. In a knockout it is replayed twice at most, and then the
    /// better seed goes on.
    pub(super) fn score(&self, kind: Kind) -> Option<(u32, u32)> {
        let last = self.results.len().checked_sub(1)?;
        let won = winner(&self.results[last]).map(|color| self.seated(last, color));
        let won = match (won, kind) {
            (Some(program), _) => program,
            (None, Kind::Swiss) => return Some((1, 1)),
            (None, Kind::Knockout) if self.results.len() < MAX_GAMES => return None,
            (None, Kind::Knockout) => self.pair.black.min(self.pair.white),
        };
        Some(if won == self.pair.black { (2, 0) } else { (0, 2) })
    }

    /// Is that one of the two programs?
    pub(super) fn seats(&self, program: usize) -> bool {
        [self.pair.black, self.pair.white].contains(&program)
    }
}

impl State {
    /// What each program has done.
    pub(super) fn histories(&self) -> Vec<History> {
        let mut histories = vec![History::default(); self.plan.programs.len()];
        for round in &self.rounds {
            for played in &round.matches {
                let Pair { black, white } = played.pair;
                let (first, second) = played.score(self.plan.kind).unwrap_or_default();
                for (one, other, score) in [(black, white, first), (white, black, second)] {
                    histories[one].score += score;
                    histories[one].opponents.push(other);
                    for replay in 0..played.results.len() {
                        let is_black = played.seated(replay, Color::Black) == one;
                        histories[one]
                            .colors
                            .push(if is_black { Color::Black } else { Color::White });
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

    /// The next game that is to be played; none if one has to pair first, or the tournament is over.
    pub(super) fn open_game(&self) -> Option<Place> {
        let round = self.rounds.len().checked_sub(1)?;
        let matches = self.rounds[round].matches.iter().enumerate();
        let mut open = matches.filter(|(_, played)| played.score(self.plan.kind).is_none());
        open.next().map(|(number, played)| Place {
            round,
            number,
            replay: played.results.len(),
        })
    }

    /// The next round.
    pub(super) fn pair(&self) -> Round {
        let histories = self.histories();
        let matched = |pair| Match {
            pair,
            results: Vec::new(),
        };
        match self.plan.kind {
            Kind::Swiss => {
                // Each round has an order of its own among equals.
                let seed = self
                    .plan
                    .seed
                    .wrapping_mul(1 << 16)
                    .wrapping_add(self.rounds.len() as u64);
                let (pairs, bye) = swiss(&histories, seed);
                Round {
                    matches: pairs.into_iter().map(matched).collect(),
                    byes: bye.into_iter().collect(),
                }
            }
            Kind::Knockout => {
                let mut round = Round {
                    matches: Vec::new(),
                    byes: Vec::new(),
                };
                for places in self.places().chunks(2) {
                    match places {
                        [Some(a), Some(b)] => round.matches.push(matched(colored(&histories, *a, *b))),
                        [Some(one), None] | [None, Some(one)] => round.byes.push(*one),
                        _ => {}
                    }
                }
                round
            }
        }
    }

    /// The places of a knockout after the rounds that were played.
    fn places(&self) -> Vec<Option<usize>> {
        let mut places = bracket(self.plan.programs.len());
        for round in &self.rounds {
            let winner = |pair: &[Option<usize>]| {
                let &[Some(a), Some(b)] = pair else {
                    return pair.iter().copied().flatten().next();
                };
                let played = round
                    .matches
                    .iter()
                    .find(|played| played.seats(a) && played.seats(b))?;
                let (black, _) = played.score(Kind::Knockout)?;
                Some(if black > 0 {
                    played.pair.black
                } else {
                    played.pair.white
                })
            };
            places = places.chunks(2).map(winner).collect();
        }
        places
    }
}
