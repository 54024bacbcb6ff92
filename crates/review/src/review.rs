// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as plain data for the writers of reports.

use katachi_rules::sgf::Record;
use katachi_rules::{Board, BoardSize, ByColor, Color, PointMap};

use super::groups::GroupState;
use super::moves::ReviewedMove;
use super::summary::Side;
use super::value::Value;

/// A reviewed game, or a part of one.
#[derive(Clone, Debug)]
pub struct Review {
    /// Facts of the game: names, result, board, komi.
    pub about: About,
    /// The number of the first move that is reviewed, counted from 1.
    pub first: usize,
    /// Number of moves of the whole game.
    pub game_length: usize,
    /// The position before each reviewed move, and after the last one.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The summary of each side. `None` for a side that is not reviewed.
    pub sides: ByColor<Option<Side>>,
    /// Indices of the moves that turned the game, in order.
    pub turning_points: Vec<usize>,
    /// Total simulations of all searches.
    pub visits: u64,
    /// The judge that gave the values; `None` for the engine's searches.
    pub judge: Option<String>,
    /// Simulations of the first search of each position, or visits of a judge. `None` as it is configured.
    pub visits_per_position: Option<u32>,
    /// The seed of the engine.
    pub seed: u64,
}

/// The facts of a game in its record.
#[derive(Clone, Debug)]
pub struct About {
    /// The board.
    pub size: BoardSize,
    /// Komi of the review.
    pub komi: f32,
    /// Rules of the review, as text.
    pub rules: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Names of the players, with their ranks in parentheses.
    pub names: ByColor<Option<String>>,
    /// The result, as `W+R`.
    pub result: Option<String>,
    /// Event, round, place and date, where the record has them.
    pub occasion: Vec<String>,
}

impl About {
    pub(crate) fn from_record(record: &Record, rules: &str, komi: f32) -> Self {
        let text = |name: &str| {
            let text = record.get(name).map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let player = |name: &str, rank: &str| match (text(name), text(rank)) {
            (Some(name), Some(rank)) => Some(format!("{name} ({rank})")),
            (name, _) => name,
        };
        let mut names = ByColor::<Option<String>>::default();
        names[Color::Black] = player("PB", "BR");
        names[Color::White] = player("PW", "WR");
        Self {
            size: record.size,
            komi,
            rules: rules.to_owned(),
            handicap: record.handicap.unwrap_or(0),
            names,
            result: text("RE"),
            occasion: ["EV", "RO", "PC", "DT"].into_iter().filter_map(text).collect(),
        }
    }

    /// Returns the name of a player, or the colour: `Lee (9p)`, `Black`.
    pub fn name(&self, color: Color) -> String {
        self.names[color].clone().unwrap_or_else(|| color.to_string())
    }

    /// Returns `Lee (9p) (Black) against Chen (White)`, or `Black against White`.
    pub fn title(&self) -> String {
        let side = |color: Color| match &self.names[color] {
            Some(name) => format!("{name} ({color})"),
            None => color.to_string(),
        };
        format!("{} against {}", side(Color::Black), side(Color::White))
    }
}

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// The side that moves next.
    pub to_move: Color,
    /// Its value in the light of the neighbouring positions (`curve`). `None` where the game is over.
    pub value: Option<Value>,
    /// Its groups with their letters and statuses.
    pub groups: Vec<GroupState>,
    /// Ownership of each point, from -1 (White) to 1 (Black).
    pub ownership: PointMap<f32>,
    /// Influence by the map of moyos, from -1 (White) to 1 (Black).
    pub influence: PointMap<f32>,
}
