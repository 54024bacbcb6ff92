// SPDX-License-Identifier: MIT OR Apache-2.0

//! Summary of the moves of one side.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use katachi_rules::Color;
use serde::{Deserialize, Serialize};

use super::moves::{Phase, ReviewedMove, Severity};
use super::settings::Limit;
use super::value::Counted;
use super::weakness::Weakness;

/// Maximum number of examples of a weakness.
const EXAMPLES: usize = 3;

/// Summary of the moves of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// All moves.
    pub total: Average,
    /// The moves of each phase that has any.
    pub phases: BTreeMap<Phase, Average>,
    /// Number of moves of each severity.
    pub severities: BTreeMap<Severity, usize>,
    /// Numbers of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// Numbers of the moves that may be mistakes, which the searches cannot tell, the likeliest first.
    pub doubtful: Vec<usize>,
    /// Classes of mistakes, the most expensive first.
    pub weaknesses: Vec<Recurring>,
}

/// Means over judged moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Average {
    /// Number of moves.
    pub moves: usize,
    /// Number of first choices of the search.
    pub first_choices: usize,
    /// Mean loss of win rate, 0 to 1. Insignificant losses count as 0.
    pub win_rate: f32,
    /// Mean significant loss of points.
    pub points: f32,
}

impl Average {
    fn from_moves<'a>(moves: impl Iterator<Item = &'a ReviewedMove>) -> Self {
        let mut sum = Self::default();
        for judgement in moves.filter_map(|mv| mv.judgement.as_ref()) {
            sum.moves += 1;
            sum.first_choices += usize::from(judgement.is_first_choice());
            sum.win_rate += judgement.counted.win_rate;
            sum.points += judgement.counted.points;
        }
        let moves = sum.moves.max(1) as f32;
        Self {
            win_rate: sum.win_rate / moves,
            points: sum.points / moves,
            ..sum
        }
    }
}

/// A class of mistakes in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recurring {
    /// The class.
    pub weakness: Weakness,
    /// It in words.
    pub text: &'static str,
    /// What a player can do against it.
    pub lesson: &'static str,
    /// Number of mistakes.
    pub count: usize,
    /// Their total loss.
    pub lost: Counted,
    /// Numbers of the worst mistakes, the worst first.
    pub examples: Vec<usize>,
}

impl Side {
    /// Returns the summary of a side with its `top` worst moves. Losses are compared by the limit of a
    /// blunder on the board. `None` without a judged move.
    pub(crate) fn new(color: Color, moves: &[ReviewedMove], top: usize, blunder: Limit) -> Option<Self> {
        let own = || moves.iter().filter(move |mv| mv.color == color);
        let total = Average::from_moves(own());
        if total.moves == 0 {
            return None;
        }
        let phase = |phase| (phase, Average::from_moves(own().filter(|mv| mv.phase == phase)));
        let phases = Phase::ALL.map(phase).into_iter();
        let phases = phases.filter(|(_, mean)| mean.moves > 0);
        let count = |severity| own().filter(|mv| mv.severity == severity).count();
        let losing = own().filter(|mv| mv.severity > Severity::Fine);
        let weight = |mv: &ReviewedMove| mv.counted().in_limits(blunder);
        let losing: Vec<_> = losing.sorted_by(|a, b| weight(b).total_cmp(&weight(a))).collect();
        let chance = |mv: &ReviewedMove| mv.judgement.as_ref().map_or(0.0, |found| found.chance);
        let doubtful = own().filter(|mv| mv.may_be_mistake());
        let doubtful = doubtful.sorted_by(|a, b| chance(b).total_cmp(&chance(a)));
        let severities = Severity::LOSING.map(|severity| (severity, count(severity)));
        Some(Self {
            total,
            phases: phases.collect(),
            severities: severities.into(),
            weaknesses: recurring(&losing, blunder),
            worst: losing.iter().map(|mv| mv.number).take(top).collect(),
            doubtful: doubtful.map(|mv| mv.number).collect(),
        })
    }
}

/// Returns the classes of these moves, which are sorted by their losses.
fn recurring(losing: &[&ReviewedMove], blunder: Limit) -> Vec<Recurring> {
    let of_class = |&weakness: &Weakness| {
        let is_of = |mv: &&&ReviewedMove| mv.criticism().is_some_and(|found| found.weakness == weakness);
        let of: Vec<_> = losing.iter().filter(is_of).collect();
        (!of.is_empty()).then(|| Recurring {
            weakness,
            text: weakness.text(),
            lesson: weakness.lesson(),
            count: of.len(),
            lost: Counted {
                win_rate: of.iter().map(|mv| mv.counted().win_rate).sum(),
                points: of.iter().map(|mv| mv.counted().points).sum(),
            },
            examples: of.iter().map(|mv| mv.number).take(EXAMPLES).collect(),
        })
    };
    let mut all: Vec<Recurring> = Weakness::ALL.iter().filter_map(of_class).collect();
    let cost = |class: &Recurring| class.lost.in_limits(blunder);
    all.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    all
}
