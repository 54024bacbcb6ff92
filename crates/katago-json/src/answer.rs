// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a judge says of a position, checked.

use katachi_rules::{BoardSize, Color, Move, PointMap};

use crate::{MoveInfo, Response, Values};

/// Maximum sum of a policy: an engine may round its shares.
const MAX_SUM: f32 = 1.005;
/// Largest number of a policy or an ownership, which an engine may round, too.
const MAX_NUMBER: f64 = 1.001;

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
    /// Ownership of each point, -1 White's to 1 Black's; 0 everywhere if the judge tells none.
    pub ownership: PointMap<f32>,
    /// Probability of each point before the search, 0 to 1; below 0 for an illegal move.
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

impl Answer {
    /// Reads an answer about a position.
    ///
    /// # Errors
    /// What is missing or out of range, as a noun phrase.
    pub fn new(response: &Response, size: BoardSize, color: Color) -> Result<Self, String> {
        let root = &response.root_info.as_ref().ok_or("no field rootInfo")?.values;
        root.check()?;
        let mut infos: Vec<&MoveInfo> = response.move_infos.iter().flatten().collect();
        infos.sort_by_key(|info| info.order);
        let policy = numbers("policy", response.policy.as_deref(), size.area() + 1)?;
        let sum: f32 = policy.iter().filter(|&&share| share > 0.0).sum();
        if sum > MAX_SUM {
            return Err(format!("a policy with a sum of {sum:.3}, more than 1"));
        }
        let ownership = numbers("ownership", response.ownership.as_deref(), size.area())?;
        Ok(Self {
            color,
            win_rate: root.winrate as f32,
            lead: root.score_lead as f32,
            deviation: root.score_stdev as f32,
            visits: root.visits,
            moves: infos
                .into_iter()
                .map(|info| info.read(size))
                .collect::<Result<_, _>>()?,
            ownership: map(&ownership, size),
            policy: map(&policy, size),
            pass: policy.last().map_or(0.0, |pass| pass.max(0.0)),
        })
    }

    /// The probability of each move before the search: the points, row by row from the top left, and a pass.
    pub fn shares(&self, size: BoardSize) -> impl Iterator<Item = (Move, f32)> {
        let points = size.points().map(|point| (Move::Play(point), self.policy[point]));
        points.chain([(Move::Pass, self.pass)])
    }
}

impl Values {
    fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.winrate) {
            return Err(format!("a win rate of {}, expected 0 to 1", self.winrate));
        }
        // A number that is too large for its type is not finite.
        match (self.score_lead as f32).is_finite() && (self.score_stdev as f32).is_finite() {
            true => Ok(()),
            false => Err("a lead that is not finite".to_owned()),
        }
    }
}

impl MoveInfo {
    fn read(&self, size: BoardSize) -> Result<JudgedMove, String> {
        self.values.check()?;
        let mv = |name: &String| {
            let mv = size.parse_move(name);
            mv.ok_or_else(|| format!("a move {name:?}, which is none of {size}"))
        };
        let share = |share: f64| share.clamp(0.0, 1.0) as f32;
        Ok(JudgedMove {
            mv: mv(&self.mv)?,
            visits: self.values.visits,
            win_rate: self.values.winrate as f32,
            bound: self.values.lcb.map(share),
            lead: self.values.score_lead as f32,
            prior: share(self.prior),
            variation: self.pv.iter().map(mv).collect::<Result<_, _>>()?,
            variation_visits: self.pv_visits.clone().unwrap_or_default(),
        })
    }
}

/// Checks a list of that many numbers from -1 to 1. It is empty if the judge tells none.
fn numbers(field: &str, values: Option<&[f64]>, count: usize) -> Result<Vec<f32>, String> {
    let values = values.unwrap_or_default();
    if !values.is_empty() && values.len() != count {
        return Err(format!(
            "a field {field} of {} numbers, expected {count}",
            values.len()
        ));
    }
    match values.iter().find(|value| value.abs() > MAX_NUMBER) {
        Some(value) => Err(format!("a field {field} with {value}, expected -1 to 1")),
        None => Ok(values.iter().map(|value| value.clamp(-1.0, 1.0) as f32).collect()),
    }
}

/// The numbers of the points; 0 for those without one.
fn map(numbers: &[f32], size: BoardSize) -> PointMap<f32> {
    let mut map = PointMap::filled(0.0);
    for (point, &number) in size.points().zip(numbers) {
        map[point] = number;
    }
    map
}
