// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laws. Each takes any bytes and panics if a promise is broken. They write no files, start no programs,
//! and read no files but those of the checkout.

mod analysis;
mod arena;
mod config;
// Shared with the tests of mkpat.
mod databases;
mod models;
mod quiz;
mod rules;
mod saved;
mod sgf;
mod usenix;

pub use analysis::analysis;
pub use arena::{jobs, results, tournament};
pub use config::config;
pub use databases::{TOKENS, connections, eyes, moves, table, trees};
pub use models::{choice_model, life_policy, move_model, playout_weights};
pub use quiz::quiz;
pub use rules::rules;
pub use saved::saved;
pub use sgf::sgf;
pub use usenix::usenix;

use katachi_engine::play::{Level, Settings};
use katachi_engine::search::SearchSettings;

/// Settings of a weak engine with this number of visits, so that a law takes little time.
pub(crate) fn settings(visits: u32) -> Settings {
    Settings {
        level: Level::MIN,
        search: Some(SearchSettings {
            visits: Some(visits),
            memory: 8,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    }
}
