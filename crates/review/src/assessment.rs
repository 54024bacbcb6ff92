// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a search or a judge says of a position, as numbers that can be averaged and compared, and what a
//! strong player would say of the position and of a move from that.
//!
//! A loss that a search sees may be chance: its probability is a logistic regression, fitted on 9x9 and on
//! 19x19 to positions with the values of KataGo's network (`docs/experiments/reviews.md`). Between these
//! sizes the weights are interpolated by the side of the board.

use katachi_engine::search::{Report, Searched};
use katachi_katago_json::Answer;
use katachi_rules::{BoardSize, Color, Move, PointMap};
use katachi_view::Named;
use serde::Serialize;

use super::settings::{LIKELY_TO_BE_SEEN, LOOKED_AT, MAX_LINE_LENGTH};
use super::value::{Value, lead_of, share_of};

/// Factor that brings the ownership of a point nearer to that of its likely owner. Differences between the
/// sums on two positions are then nearer to a judge's than differences between mean leads.
const TO_LIKELY_OWNER: f32 = 1.5;

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
        let considered = |searched| Considered::from_search(report, searched, size);
        Self {
            color: report.color,
            value: estimate.value(),
            estimate: Some(estimate),
            moves: report.moves.iter().map(considered).collect(),
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
        let points = size.points().map(|p| (Move::Play(p), answer.policy[p]));
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

    /// Returns whether a search looked at a move, or strong players would: what it says of other moves is
    /// chance. A judge looks at all moves that it is asked about.
    pub(crate) fn has_looked_at(&self, mv: Move) -> bool {
        let place = self.moves.iter().position(|considered| considered.mv == mv);
        let is_seen = |at: usize| {
            let Considered { visits, prior, .. } = self.moves[at];
            visits > 0 && at < LOOKED_AT || prior >= LIKELY_TO_BE_SEEN
        };
        self.estimate.is_none() || place.is_some_and(is_seen)
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
        let values = report.values_of(searched);
        Self {
            mv: Named::new(searched.mv, size),
            visits: searched.visits,
            win_rate: share_of(report.color, values.win_rate),
            lead: lead_of(report.color, values.lead),
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
        share_of(color, self.win_rate)
    }
}

/// The estimate of a position by a search. Its numbers are Black's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Logarithm of the odds of winning.
    pub(crate) odds: f32,
    pub(crate) odds_error: f32,
    /// Lead in points, with komi.
    pub(crate) lead: f32,
    pub(crate) lead_error: f32,
    /// The lead if points went to their likely owners.
    pub(crate) likely_lead: f32,
    pub(crate) visits: u32,
}

impl Estimate {
    pub(crate) fn from_report(report: &Report, size: BoardSize) -> Self {
        let values = report.values();
        let rate = values.win_rate.clamp(SMALLEST, 1.0 - SMALLEST);
        Self {
            odds: lead_of(report.color, (rate / (1.0 - rate)).ln()),
            odds_error: values.win_rate_error / (rate * (1.0 - rate)),
            lead: lead_of(report.color, values.lead),
            lead_error: values.lead_error,
            likely_lead: lead_of(report.color, report.lead.0) + likely_gain(&report.ownership, size),
            visits: report.visits,
        }
    }

    pub(crate) fn value(&self) -> Value {
        let win_rate = logistic(self.odds);
        Value {
            win_rate,
            win_rate_error: win_rate * (1.0 - win_rate) * self.odds_error,
            lead: self.lead,
            lead_error: self.lead_error,
            visits: self.visits,
        }
    }

    /// The lead of a side if points went to their likely owners.
    pub(crate) fn likely_lead_of(&self, color: Color) -> f32 {
        lead_of(color, self.likely_lead)
    }
}

/// The points that Black gains if all points go to their likely owners.
fn likely_gain(ownership: &PointMap<f32>, size: BoardSize) -> f32 {
    let gain = |owner: f32| (TO_LIKELY_OWNER * owner).clamp(-1.0, 1.0) - owner;
    size.points().map(|point| gain(ownership[point])).sum()
}

/// Weights of: a point of the loss by likely owners; being the search's first choice; the logarithm of the
/// move's share of the visits; that of its probability before the search, as a share of the first choice's;
/// and the constant.
const MISTAKE: [[f32; 5]; 2] = [
    [0.246, -0.353, -0.221, -0.009, -2.58],
    [0.051, 0.266, -0.157, -0.071, -2.50],
];

/// Smallest probability that is told apart from 0.
const SMALLEST: f32 = 0.001;

/// Values for a board, between those of 9x9 and of 19x19.
pub(crate) fn on<const N: usize>(size: BoardSize, [on_9, on_19]: [[f32; N]; 2]) -> [f32; N] {
    let side = (size.area() as f32).sqrt();
    let share = ((side - 9.0) / 10.0).clamp(0.0, 1.0);
    std::array::from_fn(|i| on_9[i] + share * (on_19[i] - on_9[i]))
}

/// The probability that a move loses as much as a mistake, by the positions before and after it. 0 if a
/// position was not searched.
pub(crate) fn chance_of_mistake(size: BoardSize, mv: Move, before: &Assessment, after: &Assessment) -> f32 {
    let (Some(then), Some(now)) = (&before.estimate, &after.estimate) else {
        return 0.0;
    };
    let Some(best) = before.moves.first() else {
        return 0.0;
    };
    let played = before.moves.iter().find(|considered| considered.mv == mv);
    let (visits, prior) = played.map_or((0, 0.0), |played| (played.visits, played.prior));
    let all: u32 = before.moves.iter().map(|considered| considered.visits).sum();
    let share = |part: f32, whole: f32, least: f32| ((part + least) / (whole + least)).ln();
    let loss = then.likely_lead_of(before.color) - now.likely_lead_of(before.color);
    let inputs = [
        loss,
        f32::from(u8::from(best.mv == mv)),
        share(visits as f32, all as f32, 1.0),
        share(prior, best.prior, SMALLEST),
        1.0,
    ];
    let weighted = inputs.iter().zip(on(size, MISTAKE));
    logistic(weighted.map(|(input, weight)| input * weight).sum())
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
