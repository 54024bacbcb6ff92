// SPDX-License-Identifier: MIT OR Apache-2.0

//! Summary of the moves of one side, and the turning points of the game.

use katachi_rules::Color;

use super::moves::{ReviewedMove, Severity};
use super::phases::Phase;
use super::settings::BLUNDER;
use super::value::Counted;
use super::weakness::Weakness;

/// Number of lessons of a side.
const LESSONS: usize = 3;
/// Maximum number of examples of a weakness.
const EXAMPLES: usize = 3;

/// Summary of the moves of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// All moves.
    pub total: Average,
    /// The moves of each phase that has any, in order.
    pub phases: Vec<(Phase, Average)>,
    /// Number of moves of each severity, the worst first.
    pub severities: [(Severity, usize); 3],
    /// Indices of the worst moves, the worst first.
    pub worst: Vec<usize>,
    /// Indices of the moves that may be mistakes, which the searches cannot tell, the likeliest first.
    pub doubtful: Vec<usize>,
    /// Classes of mistakes, the most expensive first.
    pub weaknesses: Vec<Recurring>,
    /// Missed shapes of losing moves, the most frequent first.
    pub left_out: Vec<LeftOut>,
}

/// Means over judged moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Average {
    /// Number of moves.
    pub moves: usize,
    /// Number of first choices of the search.
    pub first_choices: usize,
    /// Total loss of win rate, 1 for a whole game. Insignificant losses count as 0.
    pub win_rate: f32,
    /// Total significant loss of points.
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
        sum
    }

    /// Returns the share of first choices of the search, 0 to 1.
    pub fn match_share(&self) -> f32 {
        self.first_choices as f32 / self.moves.max(1) as f32
    }

    /// Returns the mean loss of win rate.
    pub fn win_rate_per_move(&self) -> f32 {
        self.win_rate / self.moves.max(1) as f32
    }

    /// Returns the mean loss of points.
    pub fn points_per_move(&self) -> f32 {
        self.points / self.moves.max(1) as f32
    }
}

/// A class of mistakes in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Recurring {
    /// The class.
    pub weakness: Weakness,
    /// Number of mistakes.
    pub count: usize,
    /// Their total loss.
    pub lost: Counted,
    /// Indices of the worst mistakes, the worst first.
    pub examples: Vec<usize>,
}

/// A pattern whose move was better than the played one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name in the database.
    pub name: String,
    /// What it is for, in words for people.
    pub words: String,
    /// Indices of the moves that missed it, in the order of the game.
    pub moves: Vec<usize>,
}

impl Side {
    /// Returns the summary of a side with its `top` worst moves. `None` without a judged move.
    pub(crate) fn new(color: Color, moves: &[ReviewedMove], top: usize) -> Option<Self> {
        let own = || moves.iter().filter(move |mv| mv.color == color);
        let total = Average::from_moves(own());
        if total.moves == 0 {
            return None;
        }
        let phases =
            Phase::ALL.map(|phase| (phase, Average::from_moves(own().filter(|mv| mv.phase == phase))));
        let count = |severity| own().filter(|mv| mv.severity() == severity).count();
        let mut losing: Vec<usize> = (0..moves.len())
            .filter(|&i| moves[i].color == color && moves[i].severity() > Severity::Fine)
            .collect();
        losing.sort_by(|&a, &b| weight(&moves[b]).total_cmp(&weight(&moves[a])));
        let is_doubtful = |&i: &usize| moves[i].color == color && moves[i].is_doubtful();
        let mut doubtful: Vec<usize> = (0..moves.len()).filter(is_doubtful).collect();
        let chance = |i: usize| moves[i].judgement.as_ref().map_or(0.0, |found| found.chance);
        doubtful.sort_by(|&a, &b| chance(b).total_cmp(&chance(a)));
        Some(Self {
            total,
            phases: phases
                .into_iter()
                .filter(|(_, average)| average.moves > 0)
                .collect(),
            severities: Severity::LOSING.map(|severity| (severity, count(severity))),
            weaknesses: recurring(moves, &losing),
            left_out: left_out(moves, &losing),
            worst: losing.into_iter().take(top).collect(),
            doubtful,
        })
    }
}

impl Side {
    /// Returns the classes of mistakes that cost most, of which a player can learn.
    pub fn lessons(&self) -> &[Recurring] {
        &self.weaknesses[..self.weaknesses.len().min(LESSONS)]
    }
}

/// Returns the loss of a move, to sort mistakes.
pub(crate) fn weight(mv: &ReviewedMove) -> f32 {
    mv.counted().in_limits(BLUNDER)
}

/// Returns the classes of these moves, which are sorted by their losses.
fn recurring(moves: &[ReviewedMove], losing: &[usize]) -> Vec<Recurring> {
    let class = |i: usize| Some(moves[i].judgement.as_ref()?.criticism.as_ref()?.weakness);
    let of_class = |weakness| {
        let of: Vec<usize> = losing
            .iter()
            .copied()
            .filter(|&i| class(i) == Some(weakness))
            .collect();
        (!of.is_empty()).then(|| Recurring {
            weakness,
            count: of.len(),
            lost: Counted {
                win_rate: of.iter().map(|&i| moves[i].counted().win_rate).sum(),
                points: of.iter().map(|&i| moves[i].counted().points).sum(),
            },
            examples: of.iter().copied().take(EXAMPLES).collect(),
        })
    };
    let mut all: Vec<Recurring> = Weakness::ALL.into_iter().filter_map(of_class).collect();
    let cost = |class: &Recurring| class.lost.in_limits(BLUNDER);
    all.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    all
}

/// Returns the missed shapes of these moves, the most frequent first, then by their first moves.
fn left_out(moves: &[ReviewedMove], losing: &[usize]) -> Vec<LeftOut> {
    let mut losing = losing.to_vec();
    losing.sort_unstable();
    let mut all: Vec<LeftOut> = Vec::new();
    for i in losing {
        let criticism = moves[i]
            .judgement
            .as_ref()
            .and_then(|found| found.criticism.as_ref());
        let Some(shape) = criticism.and_then(|criticism| criticism.left_out.as_ref()) else {
            continue;
        };
        match all.iter_mut().find(|entry| entry.name == shape.name) {
            Some(entry) => entry.moves.push(i),
            None => all.push(LeftOut {
                name: shape.name.clone(),
                words: shape.words(),
                moves: vec![i],
            }),
        }
    }
    all.sort_by_key(|shape| std::cmp::Reverse(shape.moves.len()));
    all
}

/// Returns the indices of the moves that turned the game: mistakes that gave the lead to the other side, and
/// losses of a third of the win rate or more.
pub(crate) fn turning_points(moves: &[ReviewedMove]) -> Vec<usize> {
    let turns = |mv: &ReviewedMove| {
        let Some(found) = &mv.judgement else { return false };
        let (Some(best), Some(after)) = (found.after_best, found.after) else {
            return false;
        };
        let (before, after) = (best.win_rate_of(mv.color), after.win_rate_of(mv.color));
        let overtaken = before >= 0.5 && after < 0.5;
        match found.severity {
            Severity::Fine | Severity::Inaccuracy => false,
            _ => overtaken || found.counted.win_rate >= 1.0 / 3.0,
        }
    };
    (0..moves.len()).filter(|&i| turns(&moves[i])).collect()
}
