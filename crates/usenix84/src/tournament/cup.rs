// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folder of a refereed tournament: the file of its rounds, which is whole at every moment, and the
//! records.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use katachi_rules::Color;

use super::corrections::{self, Correction};
use super::plan::{Kind, Plan};
use super::rounds::{GameId, State};
use super::tables;
use katachi_arena::tournament::{Folder, check_tables};
use katachi_arena::write_whole;

pub(super) const STATE: &str = "tournament.json";
const TABLES: [&str; 2] = ["standings.txt", "standings.html"];

pub(super) struct Cup {
    folder: Folder,
    pub(super) state: State,
}

impl Cup {
    pub(super) fn open(path: &Path, plan: Plan) -> Result<Self> {
        let folder = Folder::open(path, "lock")?;
        let (file, shown) = (path.join(STATE), path.display());
        let state = match fs::read_to_string(&file) {
            Ok(text) => {
                let state: State =
                    serde_json::from_str(&text).with_context(|| format!("cannot use {}", file.display()))?;
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
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                check_tables(path, &TABLES)?;
                State {
                    plan,
                    rounds: Vec::new(),
                }
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        let mut cup = Self { folder, state };
        cup.read_corrections()?;
        cup.save()?;
        Ok(cup)
    }

    pub(super) fn finished(&self) -> usize {
        let matches = self.state.rounds.iter().flat_map(|round| &round.matches);
        matches.map(|played| played.results.len()).sum()
    }

    /// Returns the next game, of a new round if the last one is over; none at the end.
    pub(super) fn next_game(&mut self) -> Result<Option<GameId>> {
        loop {
            let open = self.state.open_game();
            if open.is_some() || self.state.rounds.len() == self.state.plan.rounds {
                return Ok(open);
            }
            self.read_corrections()?;
            let round = self.state.pair();
            self.state.rounds.push(round);
            self.save()?;
        }
    }

    pub(super) fn record(&self, game: GameId) -> PathBuf {
        self.folder.path.join(game.record())
    }

    /// Books the result of a game, and writes the tables. Returns a line for the user.
    pub(super) fn add(&mut self, game: GameId, result: &str) -> Result<String> {
        let [black, white] = Color::BOTH.map(|color| &self.state.program(game, color).name);
        let (round, number) = (game.round + 1, game.number + 1);
        let line = format!("round {round} game {number}: {black} (Black) - {white} (White): {result}");
        self.state.rounds[game.round].matches[game.number]
            .results
            .push(result.to_owned());
        self.save()?;
        self.write_tables()?;
        Ok(line)
    }

    pub(super) fn write_tables(&self) -> Result<()> {
        let [text, page] = TABLES;
        self.write(text, &tables::text(&self.state))?;
        self.write(page, &tables::page(&self.state))
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        write_whole(&self.folder.path.join(name), text)
    }

    fn save(&self) -> Result<()> {
        self.write(STATE, &(serde_json::to_string_pretty(&self.state)? + "\n"))
    }

    /// Takes the results that a person has corrected. Earlier rounds of a knockout stand: their winners have
    /// played on.
    fn read_corrections(&mut self) -> Result<()> {
        let first = match self.state.plan.kind {
            Kind::Knockout => self.state.rounds.len().saturating_sub(1),
            _ => 0,
        };
        for Correction { record, result } in corrections::read(&self.folder.path)? {
            let games = self.state.last_games();
            if let Some(game) = games.into_iter().find(|game| game.record() == record)
                && game.round >= first
            {
                let results = &mut self.state.rounds[game.round].matches[game.number].results;
                results[game.replay] = result;
            }
        }
        Ok(())
    }
}
