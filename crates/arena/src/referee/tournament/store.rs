// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folder of a tournament: a file of what has happened, which is whole at every moment, and the records.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use katachi_rules::Color;
use katachi_rules::sgf::Record;

use super::plan::{Kind, Plan};
use super::state::{Place, RECORDS, State};
use crate::error::{Context as _, Result};
use crate::report::write_whole;
use crate::tournament::lock;

/// The file of what has happened.
const STATE: &str = "tournament.json";
/// A file that is held while the tournament is played.
const LOCK: &str = "lock";

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

    /// Is there a record of the game that is finished? It is, if the referee was killed before it could be booked.
    pub(super) fn has_record(&self, place: Place) -> bool {
        let record = fs::read(self.record(place)).ok();
        let record = record.and_then(|bytes| Record::parse(&bytes).ok());
        let name = |color| self.state.plan.programs[self.seated(place, color)].name.as_str();
        record.is_some_and(|record| {
            record.get("RE").is_some()
                && record.get("PB") == Some(name(Color::Black))
                && record.get("PW") == Some(name(Color::White))
        })
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
