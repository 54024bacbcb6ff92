// SPDX-License-Identifier: MIT OR Apache-2.0

//! The games of `katachi tune`, and the engine that looks at them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi_engine::play::Level;
use katachi_engine::{Engine, Settings};
use katachi_rules::printable_path;
use katachi_rules::sgf::{Record, Turns};
use katachi_tuning::turns;

use crate::game_args::{SourceArgs, Until};
use crate::start::moves_before;
use crate::{database, records};

/// Games to look at, and the engine that looks.
#[derive(Debug, clap::Args)]
pub(super) struct GamesArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Look at N games at most [default: all]
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// Look at every Nth position of a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Look only at the position before this move: a number or a point
    ///
    /// In each of the games.
    #[arg(short = 'L', long = "until", value_name = "MOVE", conflicts_with = "every")]
    until: Option<Until>,
    /// Seed of random variation
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Strength, 1 to 10: how much is read
    #[arg(long, value_name = "N", default_value_t)]
    level: Level,
    /// Sources that are left out.
    #[command(flatten)]
    pub(super) sources: SourceArgs,
    /// Patterns in place of the built-in ones
    ///
    /// A file or folder. May be repeated.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    pub(super) db: Vec<PathBuf>,
}

pub(super) struct Source {
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// Its number in a file with several.
    pub(super) number: Option<usize>,
    pub(super) record: Record,
}

impl GamesArgs {
    pub(super) fn engine(&self) -> anyhow::Result<Engine> {
        let settings = Settings {
            seed: self.seed,
            level: self.level,
            generators: self.sources.generators(),
            ..Settings::default()
        };
        database::engine(settings, &self.db, false)
    }

    /// The records of all files, as many as are asked for.
    pub(super) fn records(&self) -> anyhow::Result<Vec<Source>> {
        let mut sources = Vec::new();
        for file in &self.files {
            let name = printable_path(Path::new(file.file_name().unwrap_or(file.as_os_str())));
            let games = records::games(file, None)?.into_iter();
            for game in games.collect::<anyhow::Result<Vec<_>>>()? {
                sources.push(Source {
                    name: format!("{name}{}", game.suffix("#")),
                    file: file.clone(),
                    number: (game.games > 1).then_some(game.number),
                    record: game.record,
                });
            }
            sources.truncate(self.games);
        }
        ensure!(!sources.is_empty(), "there is no game to look at");
        Ok(sources)
    }

    pub(super) fn turns(&self, source: &Source) -> anyhow::Result<Turns> {
        let turns = turns(&source.record, self.every.into());
        let turns = turns.with_context(|| format!("cannot use {}", source.name))?;
        match &self.until {
            Some(until) => turn_before(turns, &source.record, until)
                .with_context(|| format!("cannot stop {}", source.name)),
            None => Ok(turns),
        }
    }
}

fn turn_before(mut turns: Turns, record: &Record, until: &Until) -> anyhow::Result<Turns> {
    let number = moves_before(record, until)? + 1;
    turns.retain(|played| played.number == number);
    ensure!(!turns.is_empty(), "before move {number}: no move is played there");
    Ok(turns)
}
