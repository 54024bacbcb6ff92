// SPDX-License-Identifier: MIT OR Apache-2.0

//! What answers queries.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::object;

/// A line of an engine: an answer about a position, or an error or a warning about a query. Shares are 0 to
/// 1, ownership is -1 to 1, lists of points go row by row from the top left.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Response {
    /// The id of the query.
    pub id: Option<String>,
    /// Why the query is refused.
    pub error: Option<String>,
    /// What has no effect.
    pub warning: Option<String>,
    /// The field that an error or a warning is about.
    pub field: Option<String>,
    /// The version of the engine.
    pub version: Option<String>,
    /// Moves before the position.
    pub turn_number: Option<usize>,
    /// Is the search still going on?
    pub is_during_search: Option<bool>,
    /// Has the search ended before its first visit?
    pub no_results: Option<bool>,
    /// The values of the position.
    pub root_info: Option<RootInfo>,
    /// The moves.
    pub move_infos: Option<Vec<MoveInfo>>,
    /// The ownership of each point.
    pub ownership: Option<Vec<f64>>,
    /// Its standard deviation.
    pub ownership_stdev: Option<Vec<f64>>,
    /// The probability of each point and of a pass before the search; -1 for illegal moves.
    pub policy: Option<Vec<f64>>,
    /// The same for people of a rank.
    pub human_policy: Option<Vec<f64>>,
}

/// The values of a position or of a move.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Values {
    /// Visits.
    #[serde(default)]
    pub visits: u32,
    /// Probability of a win.
    pub winrate: f64,
    /// The bound of the win rate that is bad for the side to move.
    pub lcb: Option<f64>,
    /// Lead in points, with komi.
    pub score_lead: f64,
    /// Standard deviation of the lead at the end of the game.
    #[serde(default)]
    pub score_stdev: f64,
    /// Fields of other names.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The values of a position.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// The side to move.
    pub current_player: Option<String>,
    /// The values.
    #[serde(flatten)]
    pub values: Values,
}

/// A move with its values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its place among the moves, 0 for the best.
    pub order: usize,
    /// Its probability before the search.
    #[serde(default)]
    pub prior: f64,
    /// The same for people of a rank.
    pub human_prior: Option<f64>,
    /// The move and those that follow it.
    #[serde(default)]
    pub pv: Vec<String>,
    /// Visits of each of these moves.
    pub pv_visits: Option<Vec<u32>>,
    /// The values.
    #[serde(flatten)]
    pub values: Values,
}

impl Response {
    /// The answer as an object, without the fields that are absent.
    pub fn object(&self) -> Value {
        object(self)
    }
}
