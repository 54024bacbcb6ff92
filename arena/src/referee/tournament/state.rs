// SPDX-License-Identifier: MIT OR Apache-2.0

//! What has happened in a tournament, in a folder: a file that is whole at every moment, and the records.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use katachi_rules::Color;
use katachi_rules::sgf::Record;
use serde::{Deserialize, Serialize};

use super::pairing::{History, Pair, bracket, colored, swiss};
use super::plan::{Kind, Plan};
use crate::error::{Context as _, Result};
use crate::report::write_whole;
use crate::tournament::lock;

/// The file of what has happened.
const STATE: &str = "tournament.json";
/// A file that is held while the tournament is played.
const LOCK: &str = "lock";
/// The folder of the records.
const RECORDS: &str = "games";
/// Games of one pair in a knockout, at most.
const MOST_GAMES: usize = 3;

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
            (None, Kind::Knockout) if self.results.len() < MOST_GAMES => return None,
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
    fn open_game(&self) -> Option<Place> {
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
    fn pair(&self) -> Round {
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

/// The folder of a tournament. Nobody else writes to it meanwhile.
pub(super) struct Store {
    folder: PathBuf,
    pub(super) state: State,
    _lock: File,
}

impl Store {
    /// Opens a folder, or makes it.
    ///
    /// # Errors
    /// A folder that cannot be used, is in use, or holds another tournament.
    pub(super) fn open(folder: &Path, plan: Plan) -> Result<Self> {
        let shown = folder.display();
        let records = folder.join(RECORDS);
        fs::create_dir_all(&records)
            .with_context(|| format!("cannot make the folder {}", records.display()))?;
        let held =
            File::create(folder.join(LOCK)).and_then(|file| lock(&file).map(|is_free| (file, is_free)));
        let (held, is_free) = held.with_context(|| format!("cannot use the folder {shown}"))?;
        ensure!(
            is_free,
            "the tournament in {shown} is being played by another process"
        );
        let path = folder.join(STATE);
        let state = match fs::read_to_string(&path) {
            Ok(text) => {
                let state: State =
                    serde_json::from_str(&text).with_context(|| format!("cannot use {}", path.display()))?;
                ensure!(
                    state.plan.programs == plan.programs,
                    "{shown} holds a tournament of other programs: use another --out, or the players' file as it was"
                );
                ensure!(
                    state.plan == plan,
                    "{shown} holds a tournament by other terms: use another --out, or the options as they were"
                );
                state
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => State {
                plan,
                rounds: Vec::new(),
            },
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut store = Self {
            folder: folder.to_owned(),
            state,
            _lock: held,
        };
        store.take_corrections();
        store.save()?;
        Ok(store)
    }

    /// Games that are finished.
    pub(super) fn finished(&self) -> usize {
        let matches = self.state.rounds.iter().flat_map(|round| &round.matches);
        matches.map(|played| played.results.len()).sum()
    }

    /// The next game, of a new round if the last one is over. None at the end.
    ///
    /// # Errors
    /// If a new round cannot be written.
    pub(super) fn next_game(&mut self) -> Result<Option<Place>> {
        loop {
            let open = self.state.open_game();
            if open.is_some() || self.state.rounds.len() == self.state.plan.rounds {
                return Ok(open);
            }
            self.take_corrections();
            let round = self.state.pair();
            self.state.rounds.push(round);
            self.save()?;
        }
    }

    /// Who has that colour in a game.
    pub(super) fn seated(&self, place: Place, color: Color) -> usize {
        self.state.rounds[place.round].matches[place.number].seated(place.replay, color)
    }

    /// Where the record of a game is.
    pub(super) fn record(&self, place: Place) -> PathBuf {
        self.folder.join(place.record())
    }

    /// Takes the result of a game from its record. When this returns, nothing can lose it. A line that tells of it.
    ///
    /// # Errors
    /// A record without a result, or a file that cannot be written.
    pub(super) fn add(&mut self, place: Place) -> Result<String> {
        let path = self.record(place);
        let result = result(&path).with_context(|| format!("{} has no result", path.display()))?;
        let name = |color| &self.state.plan.programs[self.seated(place, color)].name;
        let line = format!(
            "round {} game {}: {} (Black) - {} (White): {result}",
            place.round + 1,
            place.number + 1,
            name(Color::Black),
            name(Color::White)
        );
        self.state.rounds[place.round].matches[place.number]
            .results
            .push(result);
        self.save()?;
        Ok(line)
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// If that cannot be done.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        write_whole(&self.folder.join(name), text)
    }

    fn save(&self) -> Result<()> {
        self.write(STATE, &(serde_json::to_string_pretty(&self.state)? + "\n"))
    }

    /// Takes the results that a person has corrected in the records. In a knockout those of earlier rounds stand: others have played
    /// on.
    fn take_corrections(&mut self) {
        let first = match self.state.plan.kind {
            Kind::Swiss => 0,
            Kind::Knockout => self.state.rounds.len().saturating_sub(1),
        };
        for (i, round) in self.state.rounds.iter_mut().enumerate().skip(first) {
            for (number, played) in round.matches.iter_mut().enumerate() {
                // A corrected void game may need no replay, but one that was played stays.
                let Some(replay) = played.results.len().checked_sub(1) else {
                    continue;
                };
                let place = Place {
                    round: i,
                    number,
                    replay,
                };
                if let Some(result) = result(&self.folder.join(place.record())) {
                    played.results[replay] = result;
                }
            }
        }
    }
}

/// The result in a record, if it can be read and has one.
fn result(path: &Path) -> Option<String> {
    let record = Record::parse(&fs::read(path).ok()?).ok()?;
    record.get("RE").map(str::to_owned)
}
