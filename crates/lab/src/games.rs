// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games from files of records.

use std::path::PathBuf;

use katachi::records;
use katachi_rules::sgf::Record;

/// Every n-th game of each file, with its number in the file from 0.
pub(crate) fn one_in(files: &[PathBuf], n: u32) -> anyhow::Result<Vec<(u64, Record)>> {
    let mut games = Vec::new();
    for file in files {
        let mut number = 0u64;
        records::each(file, |record| {
            if number.is_multiple_of(n.into()) {
                games.push((number, record));
            }
            number += 1;
        })?;
    }
    Ok(games)
}
