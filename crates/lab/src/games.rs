// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games from files of records.

use std::path::PathBuf;

use katachi::records;
use katachi_rules::sgf::Record;

/// Arguments of measurements of games.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Take one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) one_in: u32,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

impl GamesArgs {
    /// Every n-th game of each file, with its number in the file from 0.
    pub(crate) fn read(&self) -> anyhow::Result<Vec<(u64, Record)>> {
        let mut games = Vec::new();
        for file in &self.files {
            let mut number = 0u64;
            records::each(file, |record| {
                if number.is_multiple_of(self.one_in.into()) {
                    games.push((number, record));
                }
                number += 1;
            })?;
        }
        Ok(games)
    }
}
