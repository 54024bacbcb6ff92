// SPDX-License-Identifier: MIT OR Apache-2.0

//! The types of the protocol: queries, and what answers them.

use std::num::NonZeroU64;

use katachi_rules::{Board, BoardSize, Color, Game, Move};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A position that is asked about, with the side to move.
#[derive(Clone, Debug)]
pub struct JudgeQuestion {
    /// The game up to the position.
    pub game: Game,
    /// The side to move.
    pub color: Color,
}

/// A query about positions of a game. Points are names such as `D4`, sides `B` and `W`, times seconds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Query {
    /// The name of the query in its answers.
    pub id: Option<String>,
    /// Columns of the board.
    pub board_x_size: Option<u8>,
    /// Rows of the board.
    pub board_y_size: Option<u8>,
    /// The rules: a name, or an object.
    pub rules: Option<Value>,
    /// Points of White.
    pub komi: Option<f64>,
    /// Points of White for handicap stones: 0, N or N-1.
    pub white_handicap_bonus: Option<Value>,
    /// Sides and points of the stones before the first move.
    pub initial_stones: Option<Vec<[String; 2]>>,
    /// The side that moves first; by the first move if it is missing.
    pub initial_player: Option<String>,
    /// Sides and points of the moves.
    pub moves: Option<Vec<[String; 2]>>,
    /// The positions to analyse: numbers of moves before them. The last position if it is missing.
    pub analyze_turns: Option<Vec<usize>>,
    /// Queries of a higher priority are answered first.
    pub priority: Option<i64>,
    /// A priority for each of these turns.
    pub priorities: Option<Vec<i64>>,
    /// Visits of a position.
    pub max_visits: Option<NonZeroU64>,
    /// Interval of answers during the search.
    pub report_during_search_every: Option<f64>,
    /// Moves that are left out.
    pub avoid_moves: Option<Vec<MoveLimit>>,
    /// The only moves.
    pub allow_moves: Option<Vec<MoveLimit>>,
    /// Whether to answer with the ownership of each point.
    pub include_ownership: Option<bool>,
    /// Whether to answer with its standard deviation.
    pub include_ownership_stdev: Option<bool>,
    /// Whether to answer with the probability of each move before the search.
    pub include_policy: Option<bool>,
    /// Whether to answer with the visits of the moves of variations.
    #[serde(rename = "includePVVisits")]
    pub include_pv_visits: Option<bool>,
    /// Whether to answer with names and reasons in words. A field of Katachi's own.
    pub include_reasons: Option<bool>,
    /// Maximum number of moves of a variation after its first.
    #[serde(rename = "analysisPVLen")]
    pub analysis_pv_len: Option<usize>,
    /// Temperature of the probabilities before the search.
    pub root_policy_temperature: Option<f64>,
    /// Settings in place of those of the engine.
    pub override_settings: Option<Overrides>,
    /// Fields of other names.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Settings of an engine that a query overrides.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Overrides {
    /// The side whose win rates, leads and ownership are told: `BLACK`, `WHITE` or `SIDETOMOVE`.
    pub report_analysis_winrates_as: Option<String>,
    /// Visits of a position.
    pub max_visits: Option<NonZeroU64>,
    /// Time for a position.
    pub max_time: Option<f64>,
    /// Maximum number of moves of a variation after its first.
    #[serde(rename = "analysisPVLen")]
    pub analysis_pv_len: Option<usize>,
    /// The people whose moves are predicted, such as `rank_5k`.
    #[serde(rename = "humanSLProfile")]
    pub human_sl_profile: Option<String>,
    /// Temperature of the probabilities before the search.
    pub root_policy_temperature: Option<f64>,
    /// Noise that widens the search of the first move.
    pub wide_root_noise: Option<f64>,
    /// Settings of other names.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Moves that are left out, or the only ones.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveLimit {
    /// The side.
    pub player: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// Number of moves from the position on for which it holds.
    pub until_depth: u32,
}

impl MoveLimit {
    /// A limit for the moves of a side.
    pub fn new(size: BoardSize, color: Color, moves: &[Move], until_depth: u32) -> Self {
        Self {
            player: color.letter().to_string(),
            moves: moves.iter().map(|&mv| size.show(mv)).collect(),
            until_depth,
        }
    }
}

/// A query that is about no position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Asks for the version.
    QueryVersion,
    /// Asks for the networks.
    QueryModels,
    /// Forgets earlier searches.
    ClearCache,
    /// Ends the queries of an id.
    Terminate {
        /// The id.
        terminate_id: String,
        /// The only turns that are ended.
        turn_numbers: Option<Vec<usize>>,
    },
    /// Ends all queries.
    TerminateAll {
        /// The only turns that are ended.
        turn_numbers: Option<Vec<usize>>,
    },
}

impl Query {
    /// A query for the values of a position, its ownership and its probabilities, those of Black whatever the
    /// configuration of the engine says. The engine decides on the visits.
    pub fn new(id: String, size: BoardSize, rules: Value, komi: f32, moves: Moves) -> Self {
        let moves = moves.into_iter();
        Self {
            id: Some(id),
            board_x_size: Some(size.width()),
            board_y_size: Some(size.height()),
            rules: Some(rules),
            komi: Some(komi.into()),
            moves: Some(moves.map(|(color, mv)| pair(color, size.show(mv))).collect()),
            include_ownership: Some(true),
            include_policy: Some(true),
            override_settings: Some(Overrides {
                report_analysis_winrates_as: Some("BLACK".to_owned()),
                ..Overrides::default()
            }),
            ..Self::default()
        }
    }

    /// A query about the last position of a game, as [`Query::new`].
    pub fn about(question: &JudgeQuestion, id: &str) -> Self {
        let JudgeQuestion { game, color } = question;
        // Engines take the side to move from the moves. Where it is another one, the stones are set up.
        let (start, moves) = match game.to_move() == *color {
            true => played(game),
            false => (game.board().clone(), Vec::new()),
        };
        let rules = serde_json::from_str(&game.rules().to_json(None));
        let rules = rules.unwrap_or_else(|_| game.rules().to_string().into());
        let stones = stones(&start);
        let is_first = moves.is_empty();
        Self {
            initial_stones: Some(stones).filter(|stones| !stones.is_empty()),
            initial_player: is_first.then(|| color.letter().to_string()),
            ..Self::new(id.to_owned(), game.size(), rules, game.komi(), moves)
        }
    }
}

type Moves = Vec<(Color, Move)>;

/// The first position of a game, and its moves.
fn played(game: &Game) -> (Board, Moves) {
    let moves = game.moves().collect();
    let mut start = game.clone();
    while start.undo().is_some() {}
    (start.board().clone(), moves)
}

fn stones(board: &Board) -> Vec<[String; 2]> {
    let size = board.size();
    let stone = |point| Some(pair(board.cell(point).color()?, size.vertex(point).to_string()));
    size.points().filter_map(stone).collect()
}

fn pair(color: Color, point: String) -> [String; 2] {
    [color.letter().to_string(), point]
}

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
    /// Whether the search is still going on.
    pub is_during_search: Option<bool>,
    /// Whether the search has ended before its first visit.
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
