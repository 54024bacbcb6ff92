// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of an analysis engine.

use katachi_rules::{BoardSize, Color, Move, Point, PointMap};
use serde::Deserialize;
use serde_json::Value;

/// What the judge says of a position. Win rates, leads and ownership are Black's.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The side to move.
    pub color: Color,
    /// Probability that Black wins, 0 to 1.
    pub win_rate: f32,
    /// Black's lead in points, with komi.
    pub lead: f32,
    /// Standard deviation of the lead at the end of the game; 0 if the judge tells none.
    pub deviation: f32,
    /// Visits.
    pub visits: u32,
    /// The moves with visits, best first.
    pub moves: Vec<JudgedMove>,
    /// Ownership of each point, -1 White's to 1 Black's.
    pub ownership: PointMap<f32>,
    /// Probability of each point before the search, 0 to 1; 0 for an illegal move.
    pub policy: PointMap<f32>,
    /// Probability of a pass before the search.
    pub pass: f32,
}

/// A move that the judge has visited.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Its visits.
    pub visits: u32,
    /// Probability that Black wins after it.
    pub win_rate: f32,
    /// Its bound that is bad for the side to move, if the judge tells one.
    pub bound: Option<f32>,
    /// Black's lead after it.
    pub lead: f32,
    /// Its probability before the search.
    pub prior: f32,
    /// The move and those that follow it.
    pub variation: Vec<Move>,
    /// Visits of each of these moves; empty if the judge tells none.
    pub variation_visits: Vec<u32>,
}

/// The fields of an answer that are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    root_info: Values,
    move_infos: Vec<MoveInfo>,
    #[serde(default)]
    ownership: Vec<f32>,
    #[serde(default)]
    policy: Vec<f32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Values {
    winrate: f32,
    score_lead: f32,
    #[serde(default)]
    score_stdev: f32,
    visits: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    name: String,
    order: u32,
    #[serde(flatten)]
    values: Values,
    #[serde(default)]
    prior: f32,
    lcb: Option<f32>,
    #[serde(default)]
    pv: Vec<String>,
    #[serde(default)]
    pv_visits: Vec<u32>,
}

impl Answer {
    /// Reads an answer about a position.
    ///
    /// # Errors
    /// What is missing or out of range, in words.
    pub(crate) fn read(value: &Value, size: BoardSize, color: Color) -> Result<Self, String> {
        let mut fields = Fields::deserialize(value).map_err(|error| error.to_string())?;
        fields.root_info.check()?;
        fields.move_infos.sort_by_key(|info| info.order);
        let moves = fields
            .move_infos
            .iter()
            .map(|info| info.read(size))
            .collect::<Result<_, _>>()?;
        let (policy, pass) = policy(&fields.policy, size)?;
        Ok(Self {
            color,
            win_rate: fields.root_info.winrate,
            lead: fields.root_info.score_lead,
            deviation: fields.root_info.score_stdev,
            visits: fields.root_info.visits,
            moves,
            ownership: map(&fields.ownership, size, "ownership")?,
            policy,
            pass,
        })
    }
}

impl Values {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.winrate) {
            return Err(format!("the win rate {} is not between 0 and 1", self.winrate));
        }
        match self.score_lead.is_finite() && self.score_stdev.is_finite() {
            true => Ok(()),
            false => Err("the lead is no number".to_owned()),
        }
    }
}

impl MoveInfo {
    fn read(&self, size: BoardSize) -> Result<JudgedMove, String> {
        self.values.check()?;
        let mv = |name: &String| size.parse_move(name).ok_or_else(|| format!("no move: {name:?}"));
        Ok(JudgedMove {
            mv: mv(&self.name)?,
            visits: self.values.visits,
            win_rate: self.values.winrate,
            bound: self.lcb.map(|bound| bound.clamp(0.0, 1.0)),
            lead: self.values.score_lead,
            prior: self.prior.clamp(0.0, 1.0),
            variation: self.pv.iter().map(mv).collect::<Result<_, _>>()?,
            variation_visits: self.pv_visits.clone(),
        })
    }
}

/// The probabilities of the points, and of a pass behind them; illegal moves have -1 there.
fn policy(numbers: &[f32], size: BoardSize) -> Result<(PointMap<f32>, f32), String> {
    let Some((pass, points)) = numbers.split_last() else {
        return Ok((PointMap::filled(0.0), 0.0));
    };
    let mut policy = map(points, size, "policy")?;
    for point in size.points() {
        policy[point] = policy[point].max(0.0);
    }
    Ok((policy, pass.max(0.0)))
}

/// A number for each point, row by row from the top left; 0 everywhere if the engine gives none.
fn map(numbers: &[f32], size: BoardSize, name: &str) -> Result<PointMap<f32>, String> {
    let mut map = PointMap::filled(0.0);
    if numbers.is_empty() {
        return Ok(map);
    }
    if numbers.len() != size.area() {
        return Err(format!(
            "{} numbers of {name} for {} points",
            numbers.len(),
            size.area()
        ));
    }
    let width = usize::from(size.width());
    for (index, &number) in numbers.iter().enumerate() {
        if !number.is_finite() {
            return Err(format!("a number of {name} is none"));
        }
        map[Point::new((index % width) as u8, (index / width) as u8)] = number.clamp(-1.0, 1.0);
    }
    Ok(map)
}
