// SPDX-License-Identifier: MIT OR Apache-2.0

//! The result of a search.

use katachi_rules::{Color, Game, Move, Point, PointMap};

use super::SearchTask;
use super::ending::Ending;
use super::evaluation::{self, Evaluation};
use super::node::{Arena, TreeNode};
use super::result_value::{UNDECIDED, clearness};
use crate::playout::PlayoutStats;

/// A move of the root with its statistics, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The move.
    pub mv: Move,
    /// Visits.
    pub visits: u32,
    /// Win rate of the side to move.
    pub win_rate: f32,
    /// Mean lead of the side to move, in points with komi.
    pub lead: f32,
    /// Probability before the search, with the bonus.
    pub prior: f32,
    /// Bonus of an author in units of value, 0 without one.
    pub bonus: i32,
    /// Win rate of simulations that the final choice gives up for the bonus.
    pub bonus_win_rate: f32,
    /// AMAF: mean result of the simulations in which the move came later, and their weight.
    pub amaf: Option<(f32, f32)>,
    /// Principal variation: this move and the most visited ones after it.
    pub variation: Vec<Move>,
    /// Visits of each move of the variation.
    pub variation_visits: Vec<u32>,
}

impl Searched {
    /// A move that no search has visited, with the values of the position.
    pub(super) fn of_position(mv: Move, position: &Report, prior: f32, visits: u32) -> Self {
        Self {
            mv,
            visits,
            win_rate: position.win_rate,
            lead: position.lead.0,
            prior,
            bonus: 0,
            bonus_win_rate: 0.0,
            amaf: None,
            variation: vec![mv],
            variation_visits: vec![visits],
        }
    }
}

/// What people are told of a position or of a move, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// Probability of a win, 0 to 1.
    pub win_rate: f32,
    /// Its standard error.
    pub win_rate_error: f32,
    /// Lead in points, with komi.
    pub lead: f32,
    /// Its standard error.
    pub lead_error: f32,
}

/// The result of a search. Values are means of simulations; people read those of [`Report::values`].
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The side to move.
    pub color: Color,
    /// Visits of the root, visits of the reused tree included.
    pub visits: u32,
    /// Playouts since the position became the root. Ownership and lead are by these.
    pub playouts: u32,
    /// Win rate of the side to move.
    pub win_rate: f32,
    /// Mean and standard deviation of the lead of the side to move, in points with komi.
    pub lead: (f32, f32),
    /// Ownership of each point by the playouts, -1 White's to 1 Black's.
    pub ownership: PointMap<f32>,
    /// All moves, most visited first.
    pub moves: Vec<Searched>,
    /// Memory of the tree in bytes.
    pub bytes: usize,
    /// Solution of the rest of the game, where few points are open.
    pub ending: Option<Ending>,
    /// What the playouts say of the position, for people.
    pub evaluation: Evaluation,
}

/// Visits of a move that say as much of its win rate as that of the position does; 4 to 30.
const FEW: f32 = 10.0;
/// Minimum absolute ownership of a settled point.
pub(crate) const SETTLED: f32 = 0.9;
/// Maximum length of a principal variation.
const MAX_VARIATION: usize = 20;
/// Minimum visits of a move that continues a variation.
const MIN_VISITS: u32 = 4;

impl Report {
    pub(super) fn new(
        arena: &Arena,
        root: u32,
        task: &SearchTask<'_>,
        ends: &PlayoutStats,
        is_local: bool,
    ) -> Self {
        let node = arena.node(root);
        let children = arena.children(node).map_or(&[][..], |(_, children)| children);
        let win_rate = 1.0 - node.win_rate().unwrap_or(0.5);
        // AMAF by ownership is kept as a difference from the mean of all moves.
        let amaf_from = if is_local { win_rate } else { 0.0 };
        let searched = |child| searched(arena, child, amaf_from);
        let mut moves: Vec<Searched> = children.iter().map(searched).collect();
        moves.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior)));
        Self {
            visits: node.visits(),
            win_rate,
            moves,
            bytes: arena.bytes(),
            ..Self::from_playouts(task.game, task.color, ends)
        }
    }

    fn from_playouts(game: &Game, color: Color, ends: &PlayoutStats) -> Self {
        let (black_win_rate, (black_lead, deviation)) = (ends.black_win_rate(), ends.lead());
        let (win_rate, lead) = match color {
            Color::Black => (black_win_rate, black_lead),
            Color::White => (1.0 - black_win_rate, -black_lead),
        };
        Self {
            color,
            visits: ends.playouts(),
            playouts: ends.playouts(),
            win_rate,
            lead: (lead, deviation),
            ownership: ends.all_ownership(),
            moves: Vec::new(),
            bytes: 0,
            ending: None,
            evaluation: Evaluation::new(game.board(), color, -game.white_compensation(), ends),
        }
    }

    /// Makes a report that shares playouts among the moves by priors. Without priors the only move is a pass.
    pub(crate) fn without_search(
        game: &Game,
        color: Color,
        ends: &PlayoutStats,
        priors: &[(Point, f32)],
    ) -> Self {
        let report = Self::from_playouts(game, color, ends);
        let mut priors: Vec<_> = priors
            .iter()
            .map(|&(point, prior)| (Move::Play(point), prior))
            .collect();
        if priors.is_empty() {
            priors.push((Move::Pass, 1.0));
        }
        priors.sort_by(|a, b| b.1.total_cmp(&a.1));
        let searched = |(mv, prior): (Move, f32)| {
            let visits = ((prior * report.playouts as f32) as u32).max(1);
            Searched::of_position(mv, &report, prior, visits)
        };
        let moves = priors.into_iter().map(searched).collect();
        Self { moves, ..report }
    }

    /// Returns what people are told of the position.
    pub fn values(&self) -> Values {
        self.values_by(self.win_rate, self.visits, 0.0)
    }

    /// Returns what people are told of a move: of the best one the values of the position, so that both
    /// agree; of another one these and a part of what the simulations after it say beyond those after the
    /// best one.
    /// A move without visits has the values of the position.
    pub fn values_of(&self, searched: &Searched) -> Values {
        let Some(best) = self.moves.first().filter(|_| searched.visits > 0) else {
            return self.values();
        };
        let share = searched.visits as f32 / (searched.visits as f32 + FEW);
        let won = self.win_rate + share * (searched.win_rate - best.win_rate);
        let gain = self.evaluation.gain(searched.lead - best.lead, searched.visits);
        self.values_by(won, searched.visits, gain)
    }

    /// Returns the win rate that a move would have for people with what its bonus is worth in simulations.
    pub fn win_rate_with_bonus(&self, searched: &Searched) -> f32 {
        let win_rate = searched.win_rate + searched.bonus_win_rate;
        let raised = Searched {
            win_rate,
            ..searched.clone()
        };
        self.values_of(&raised).win_rate
    }

    fn values_by(&self, won: f32, simulations: u32, gain: f32) -> Values {
        let (black_lead, lead_error) = self.evaluation.black_lead;
        let sign = if self.color == Color::Black { 1.0 } else { -1.0 };
        let lead = sign * black_lead + gain;
        let won = evaluation::counted(won, self.visits);
        let (win_rate, win_rate_error) = self.evaluation.win_rate(won, simulations, (lead, lead_error));
        Values {
            win_rate,
            win_rate_error,
            lead,
            lead_error,
        }
    }

    /// Returns whether one side wins nearly always.
    pub fn is_decided(&self) -> bool {
        clearness(self.win_rate) > UNDECIDED
    }

    /// Returns the statistics of a move. `None` if the search leaves it out.
    pub fn searched(&self, mv: Move) -> Option<&Searched> {
        self.moves.iter().find(|searched| searched.mv == mv)
    }

    /// Gives a move the value of a search of the position after it.
    pub(crate) fn compare(&mut self, mv: Move, after: &Report) {
        let prior = self.searched(mv).map_or(0.0, |found| found.prior);
        let best = after.moves.first();
        let with_move = |rest: &[Move]| [&[mv], rest].concat();
        let found = Searched {
            win_rate: 1.0 - after.win_rate,
            lead: -after.lead.0,
            variation: with_move(best.map_or(&[], |best| &best.variation)),
            variation_visits: [
                &[after.visits][..],
                best.map_or(&[], |best| &best.variation_visits),
            ]
            .concat(),
            ..Searched::of_position(mv, after, prior, after.visits)
        };
        self.moves.retain(|searched| searched.mv != mv);
        self.moves.push(found);
    }

    /// Returns the most visited move, or a pass if there is none.
    pub fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |searched| searched.mv)
    }

    pub(crate) fn best_win_rate(&self) -> f32 {
        self.moves.first().map_or(0.0, |searched| searched.win_rate)
    }
}

fn searched(arena: &Arena, child: &TreeNode, amaf_from: f32) -> Searched {
    let amaf = child.amaf_visits.get();
    let (variation, variation_visits) = variation(arena, child).into_iter().unzip();
    Searched {
        mv: child.mv(),
        visits: child.visits(),
        win_rate: child.win_rate().unwrap_or(0.5),
        lead: child.mean_lead().unwrap_or(0.0),
        prior: child.prior.get(),
        bonus: 0,
        bonus_win_rate: 0.0,
        amaf: (amaf > 0.0).then(|| (amaf_from + child.amaf_value.get() / amaf, amaf)),
        variation,
        variation_visits,
    }
}

/// Follows the most visited moves from a node. Returns them with their visits.
fn variation<'a>(arena: &'a Arena, mut node: &'a TreeNode) -> Vec<(Move, u32)> {
    let mut moves = vec![(node.mv(), node.visits())];
    while moves.len() < MAX_VARIATION {
        let next = arena
            .children(node)
            .and_then(|(_, children)| children.iter().rev().max_by_key(|child| child.visits()));
        match next.filter(|next| next.visits() >= MIN_VISITS) {
            Some(next) => {
                moves.push((next.mv(), next.visits()));
                node = next;
            }
            None => break,
        }
    }
    moves
}
