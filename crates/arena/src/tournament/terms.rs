// SPDX-License-Identifier: MIT OR Apache-2.0

//! The terms that all games of a tournament share.

use std::time::Duration;

use anyhow::{Error, Result, ensure};
use katachi_rules::{TimeSystem, parse_komi, parse_rules, parse_size};
use serde::{Deserialize, Serialize};

use crate::matches::Adjudication;
use crate::matches::plan::Plan;
use crate::options::MAX_SECONDS;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terms {
    pub(super) size: String,
    pub(super) komi: f32,
    pub(super) rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<String>,
    pub(super) time_tolerance: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) move_timeout: Option<f64>,
    pub(super) max_moves: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) judge: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) adjudication: Option<Adjudication>,
    pub(super) seed: u64,
}

impl Terms {
    /// The terms as games are played by them, with no judge yet. An error names the key.
    pub(super) fn plan(&self, games: u32) -> Result<Plan> {
        let wrong = |key: &str, why: String| Error::msg(format!("{key}: {why}"));
        parse_komi(&self.komi.to_string()).map_err(|why| wrong("komi", why))?;
        let is_time = |seconds: f64| (0.0..=MAX_SECONDS).contains(&seconds);
        ensure!(
            is_time(self.time_tolerance),
            "time-tolerance: expected a number of seconds"
        );
        ensure!(
            self.move_timeout
                .is_none_or(|seconds| is_time(seconds) && seconds > 0.0),
            "move-timeout: expected more than 0 seconds"
        );
        ensure!(self.max_moves > 0, "max-moves: expected at least 1");
        if let Some(adjudication) = &self.adjudication {
            adjudication.check().map_err(|why| wrong("adjudication", why))?;
            ensure!(
                self.judge.is_some(),
                "adjudication needs a judge: name one by judge = \"COMMAND\""
            );
        }
        Ok(Plan {
            judge: None,
            games,
            size: parse_size(&self.size).map_err(|why| wrong("size", why))?,
            handicap: Vec::new(),
            komi: self.komi,
            rules: parse_rules(&self.rules).map_err(|why| wrong("rules", why))?,
            time: match &self.time {
                Some(time) => time.parse().map_err(|why: &str| wrong("time", why.to_owned()))?,
                None => TimeSystem::Unlimited,
            },
            tolerance: Duration::from_secs_f64(self.time_tolerance),
            patience: self.move_timeout.map(Duration::from_secs_f64),
            adjudication: self.adjudication,
            seed: self.seed,
            max_moves: self.max_moves,
        })
    }
}
