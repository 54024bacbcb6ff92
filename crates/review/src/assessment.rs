// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a search or a judge says of a position.

use katachi_engine::search::{Report, Searched};
use katachi_katago_json::Answer;
use katachi_rules::{BoardSize, Color, Move, PointMap};
use katachi_view::Named;
use serde::Serialize;

use super::calibration;
use super::estimate::{self, Estimate};
use super::settings::MAX_LINE_LENGTH;
use super::value::Value;

#[derive(Clone, Debug)]
pub(crate) struct Assessment {
    /// The side to move.
    pub(crate) color: Color,
    pub(crate) value: Value,
    /// What the value is made of. `None` for a judge.
    pub(crate) estimate: Option<Estimate>,
    /// All moves, best first.
    pub(crate) moves: Vec<Considered>,
    /// Ownership of each point, -1 White's to 1 Black's.
    pub(crate) ownership: PointMap<f32>,
}

/// A move that a search or a judge considered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Considered {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named<Move>,
    /// Its simulations.
    pub visits: u32,
    /// Black's win rate after it, 0 to 1.
    pub win_rate: f32,
    /// Black's lead after it, in points.
    pub lead: f32,
    /// Its probability before the search, by the move-prediction model or by a judge at first sight, 0 to 1.
    pub prior: f32,
    /// The move and those that follow it.
    #[serde(skip)]
    pub variation: Vec<Move>,
}

impl Assessment {
    pub(crate) fn from_report(report: &Report, size: BoardSize) -> Self {
        let estimate = Estimate::from_report(report, size);
        let moves = report.moves.iter();
        Self {
            color: report.color,
            value: estimate.value(size),
            estimate: Some(estimate),
            moves: moves
                .map(|searched| Considered::from_search(report, searched, size))
                .collect(),
            ownership: report.ownership.clone(),
        }
    }

    /// The assessment by a judge. Moves that it has not visited follow in the order of the board.
    pub(crate) fn from_answer(answer: &Answer, size: BoardSize) -> Self {
        let judged = answer.moves.iter().map(|judged| Considered {
            mv: Named::new(judged.mv, size),
            visits: judged.visits,
            win_rate: judged.win_rate,
            lead: judged.lead,
            prior: judged.prior,
            variation: judged.variation.clone(),
        });
        let mut moves: Vec<Considered> = judged.collect();
        let points = size
            .points()
            .map(|point| (Move::Play(point), answer.policy[point]));
        for (mv, prior) in points.chain([(Move::Pass, answer.pass)]) {
            if prior > 0.0 && moves.iter().all(|known| known.mv != mv) {
                moves.push(Considered::unvisited(mv, prior, size));
            }
        }
        Self {
            color: answer.color,
            value: Value::from_answer(answer),
            estimate: None,
            moves,
            ownership: answer.ownership.clone(),
        }
    }

    /// The position after the best move as it was seen before that move, for a judge that is not asked
    /// about it.
    pub(crate) fn after_best(&self, size: BoardSize) -> Option<Self> {
        let best = self.moves.first()?;
        let rest = best.variation.get(1..).unwrap_or_default();
        let next = rest.first().map(|&mv| Considered {
            variation: rest.to_vec(),
            ..Considered::unvisited(mv, 0.0, size)
        });
        Some(Self {
            color: self.color.opposite(),
            value: self.value,
            estimate: None,
            moves: next.into_iter().collect(),
            ownership: self.ownership.clone(),
        })
    }

    /// The best move; a pass if there is none.
    pub(crate) fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |best| *best.mv)
    }

    /// The best moves of both sides.
    pub(crate) fn line(&self) -> Vec<Move> {
        let best = self.moves.first();
        let mut line = best.map_or(Vec::new(), |best| best.variation.clone());
        line.truncate(MAX_LINE_LENGTH - 1);
        line
    }
}

impl Considered {
    fn from_search(report: &Report, searched: &Searched, size: BoardSize) -> Self {
        let odds = estimate::odds(report, searched.win_rate, searched.visits);
        let (win_rate, _) = calibration::win_rate(size, odds, (searched.lead, 0.0));
        let (win_rate, lead) = match report.color {
            Color::Black => (win_rate, searched.lead),
            Color::White => (1.0 - win_rate, -searched.lead),
        };
        Self {
            mv: Named::new(searched.mv, size),
            visits: searched.visits,
            win_rate,
            lead,
            prior: searched.prior,
            variation: searched.variation.clone(),
        }
    }

    fn unvisited(mv: Move, prior: f32, size: BoardSize) -> Self {
        Self {
            mv: Named::new(mv, size),
            visits: 0,
            win_rate: 0.5,
            lead: 0.0,
            prior,
            variation: vec![mv],
        }
    }

    pub(crate) fn win_rate_of(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.win_rate,
            Color::White => 1.0 - self.win_rate,
        }
    }
}
