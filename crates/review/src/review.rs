// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as plain data for the writers of reports.

use katachi_rules::sgf::{APPLICATION, Record};
use katachi_rules::{Board, BoardSize, ByColor, Color};
use katachi_view::groups::Group;
use serde::Serialize;
use serde_json::Value as Json;

use super::moves::ReviewedMove;
use super::summary::Side;
use super::value::Value;

/// A reviewed game, or a part of one. As data points have names, and win rates and leads are Black's.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// Facts of the game: names, result, board, komi.
    #[serde(flatten)]
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
    /// Total simulations of all searches.
    pub visits: u64,
    /// The judge that gave the values; `None` for the engine's searches.
    pub judge: Option<String>,
    /// Simulations of the first search of each position, or visits of a judge. `None` as it is configured.
    pub visits_per_position: Option<u32>,
    /// The seed of the engine.
    pub seed: u64,
}

impl Review {
    /// Returns the review as JSON, with numbers rounded to thousandths. Its first key `application`
    /// identifies our files.
    pub fn to_json(&self) -> Json {
        let mut data = serde_json::to_value(self).expect("a review is plain data");
        data["application"] = APPLICATION.into();
        data["version"] = katachi_view::DATA_VERSION.into();
        round(&mut data);
        data
    }

    /// Returns a reviewed move by its number.
    pub fn mv(&self, number: usize) -> &ReviewedMove {
        &self.moves[number - self.first]
    }
}

fn round(data: &mut Json) {
    match data {
        Json::Array(list) => list.iter_mut().for_each(round),
        Json::Object(object) => object.values_mut().for_each(round),
        Json::Number(number) if number.is_f64() => {
            let rounded = number.as_f64().map(|number| (number * 1000.0).round() / 1000.0);
            *data = rounded.into();
        }
        _ => {}
    }
}

/// The facts of a game in its record.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The board.
    #[serde(flatten)]
    pub size: BoardSize,
    /// `Lee (9p) (Black) against Chen (White)`, or `Black against White`.
    pub title: String,
    /// Komi of the review.
    pub komi: f32,
    /// Rules of the review, as text.
    pub rules: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Names of the players, with their ranks in parentheses; without a name, their colours.
    #[serde(flatten)]
    pub names: ByColor<String>,
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
        let names = ByColor::from_fn(|color| {
            let [name, rank] = match color {
                Color::Black => ["PB", "BR"],
                Color::White => ["PW", "WR"],
            };
            match (text(name), text(rank)) {
                (Some(name), Some(rank)) => format!("{name} ({rank})"),
                (name, _) => name.unwrap_or_else(|| color.to_string()),
            }
        });
        let [black, white] = Color::BOTH.map(|color| with_color(&names[color], color));
        Self {
            size: record.size,
            title: format!("{black} against {white}"),
            komi,
            rules: rules.to_owned(),
            handicap: record.handicap.unwrap_or(0),
            names,
            result: text("RE"),
            occasion: ["EV", "RO", "PC", "DT"].into_iter().filter_map(text).collect(),
        }
    }
}

/// Returns `Lee (Black)`, or `Black` without a name.
pub(crate) fn with_color(name: &str, color: Color) -> String {
    match name == color.to_string() {
        true => name.to_owned(),
        false => format!("{name} ({color})"),
    }
}

/// A position of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Position {
    /// The board.
    #[serde(skip)]
    pub board: Board,
    /// Its points in the order of the board: `X` black, `O` white, `.` empty.
    pub stones: String,
    /// The side that moves next.
    pub to_move: Color,
    /// Its value in the light of the neighbouring positions (`curve`). `None` where the game is over.
    pub value: Option<Value>,
    /// Its groups with their letters and statuses.
    pub groups: Vec<Group>,
    /// Ownership of each point at the end of playouts: a letter from `A`, White's, to `S`, Black's.
    pub ownership: String,
    /// Influence by the map of moyos, in the same letters.
    pub influence: String,
}

/// Steps of ownership and influence for each side.
const STEPS: f32 = 9.0;

/// Returns a letter for each point in the order of the board: `A` White's, `J` neutral, `S` Black's. Values
/// are -1 (White) to 1 (Black).
pub(crate) fn levels(values: impl Iterator<Item = f32>) -> String {
    let letter = |value: f32| {
        let level = (value * STEPS).round().clamp(-STEPS, STEPS) + STEPS;
        char::from(b'A' + level as u8)
    };
    values.map(letter).collect()
}
