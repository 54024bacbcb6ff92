// SPDX-License-Identifier: MIT OR Apache-2.0

//! Summary of the moves of one side, and the turning points of the game.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use katachi_rules::{Color, percent};
use serde::{Deserialize, Serialize};

use super::moves::{Phase, ReviewedMove, Severity};
use super::review::Review;
use super::settings::BLUNDER;
use super::value::Counted;
use super::weakness::Weakness;
use super::words;

const LESSONS: usize = 3;
/// Maximum number of examples of a weakness.
const EXAMPLES: usize = 3;
/// Maximum number of moves that are listed as doubtful, the likeliest mistakes.
const LISTED_DOUBTS: usize = 6;

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
    /// Missed shapes of losing moves, the most frequent first.
    pub left_out: Vec<LeftOut>,
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

    /// Returns its cells in a table: moves, share of first choices, lost win rate and points of a move.
    pub(crate) fn cells(&self) -> [String; 4] {
        let share = self.first_choices as f32 / self.moves.max(1) as f32;
        [
            self.moves.to_string(),
            percent(share, 0),
            percent(self.win_rate, 1),
            format!("{:.1}", self.points),
        ]
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

/// A pattern whose move was better than the played one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name in the database.
    pub name: String,
    /// What it is for, in words for people.
    pub words: String,
    /// Numbers of the moves that missed it, in the order of the game.
    pub moves: Vec<usize>,
}

/// Something about a side, with the numbers of the moves that show it.
pub(crate) type Item = (String, Vec<usize>);

/// A list in the summary of a side, with its title.
pub(crate) type Section = (&'static str, Vec<Item>);

impl Side {
    /// Returns the summary of a side with its `top` worst moves. `None` without a judged move.
    pub(crate) fn new(color: Color, moves: &[ReviewedMove], top: usize) -> Option<Self> {
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
        let losing: Vec<_> = losing.sorted_by(|a, b| weight(b).total_cmp(&weight(a))).collect();
        let chance = |mv: &ReviewedMove| mv.judgement.as_ref().map_or(0.0, |found| found.chance);
        let doubtful = own().filter(|mv| mv.is_doubtful());
        let doubtful = doubtful.sorted_by(|a, b| chance(b).total_cmp(&chance(a)));
        let severities = Severity::LOSING.map(|severity| (severity, count(severity)));
        Some(Self {
            total,
            phases: phases.collect(),
            severities: severities.into(),
            weaknesses: recurring(&losing),
            left_out: left_out(&losing),
            worst: losing.iter().map(|mv| mv.number).take(top).collect(),
            doubtful: doubtful.map(|mv| mv.number).collect(),
        })
    }

    /// Returns how many moves lost how much: `2 blunders, 1 mistake, no inaccuracies.`
    pub(crate) fn counts(&self) -> String {
        let counted = |(&severity, &count): (&Severity, &usize)| match (severity, count) {
            (Severity::Inaccuracy, 0 | 2..) => format!("{} inaccuracies", number(count)),
            (_, 1) => format!("1 {}", severity.word()),
            _ => format!("{} {}s", number(count), severity.word()),
        };
        self.severities.iter().rev().map(counted).join(", ") + "."
    }

    /// Returns what can be learned from this game: how many moves are doubtful, and lessons.
    pub(crate) fn lessons(&self) -> Vec<Section> {
        let doubtful = match self.doubtful.len() {
            0 => None,
            1 => Some("1 more move may be a mistake".to_owned()),
            many => Some(format!("{many} more moves may be mistakes")),
        };
        let doubtful = doubtful.map(|may_be| {
            let listed = &self.doubtful[..self.doubtful.len().min(LISTED_DOUBTS)];
            (format!("{may_be}: the searches cannot tell"), listed.to_vec())
        });
        let lessons = self.weaknesses.iter().take(LESSONS);
        let lesson = |class: &Recurring| (class.lesson.to_owned(), class.examples.clone());
        sections([
            ("Perhaps mistakes:", doubtful.into_iter().collect()),
            ("To learn from this game:", lessons.map(lesson).collect()),
        ])
    }

    /// Returns the classes of mistakes, the missed shapes and the worst moves.
    pub(crate) fn mistakes(&self, review: &Review) -> Vec<Section> {
        let weakness = |class: &Recurring| {
            let has_more = class.count > class.examples.len();
            let worst = if has_more { "; the worst" } else { "" };
            let lost = words::lost(&class.lost);
            let words = format!("{} × {}, {lost} in all{worst}", class.count, class.text);
            (words, class.examples.clone())
        };
        let shape = |shape: &LeftOut| {
            let words = format!("{} × {}", shape.moves.len(), shape.words);
            (words, shape.moves.clone())
        };
        let worst = |&number: &usize| {
            let mv = review.mv(number);
            let lost = words::lost(&mv.counted());
            (format!("{}, {}: {lost}", mv.mv, mv.severity.word()), vec![number])
        };
        sections([
            ("What went wrong:", self.weaknesses.iter().map(weakness).collect()),
            ("Shapes left out:", self.left_out.iter().map(shape).collect()),
            ("The worst moves:", self.worst.iter().map(worst).collect()),
        ])
    }
}

fn sections<const N: usize>(all: [Section; N]) -> Vec<Section> {
    let all = all.into_iter();
    all.filter(|(_, items)| !items.is_empty()).collect()
}

fn number(count: usize) -> String {
    match count {
        0 => "no".to_owned(),
        count => count.to_string(),
    }
}

/// Returns the loss of a move, to sort mistakes.
fn weight(mv: &ReviewedMove) -> f32 {
    mv.counted().in_limits(BLUNDER)
}

/// Returns the classes of these moves, which are sorted by their losses.
fn recurring(losing: &[&ReviewedMove]) -> Vec<Recurring> {
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
    let cost = |class: &Recurring| class.lost.in_limits(BLUNDER);
    all.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    all
}

/// Returns the missed shapes of these moves, the most frequent first, then by their first moves.
fn left_out(losing: &[&ReviewedMove]) -> Vec<LeftOut> {
    let mut all: Vec<LeftOut> = Vec::new();
    for mv in losing.iter().sorted_by_key(|mv| mv.number) {
        let Some(shape) = mv.criticism().and_then(|criticism| criticism.left_out.as_ref()) else {
            continue;
        };
        match all.iter_mut().find(|entry| entry.name == shape.name) {
            Some(entry) => entry.moves.push(mv.number),
            None => all.push(LeftOut {
                name: shape.name.clone(),
                words: shape.words.clone(),
                moves: vec![mv.number],
            }),
        }
    }
    all.sort_by_key(|shape| std::cmp::Reverse(shape.moves.len()));
    all
}

/// Returns the numbers of the moves that turned the game: mistakes that gave the lead to the other side, and
/// losses of a third of the win rate or more.
pub(crate) fn turning_points(moves: &[ReviewedMove]) -> Vec<usize> {
    let turns = |mv: &&ReviewedMove| {
        let Some(found) = &mv.judgement else { return false };
        let (Some(best), Some(after)) = (found.after_best, found.after) else {
            return false;
        };
        let (before, after) = (best.win_rate_of(mv.color), after.win_rate_of(mv.color));
        let overtaken = before >= 0.5 && after < 0.5;
        mv.severity >= Severity::Mistake && (overtaken || found.counted.win_rate >= 1.0 / 3.0)
    };
    moves.iter().filter(turns).map(|mv| mv.number).collect()
}
