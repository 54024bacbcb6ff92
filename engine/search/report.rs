// SPDX-License-Identifier: MIT OR Apache-2.0

//! The result of a search.

use katachi_rules::{Color, Game, Move, Point, PointMap};

use super::calibration::Calibration;
use super::ending::Ending;
use super::goal::is_decided;
use super::node::{Arena, Node};
use crate::playout::PlayoutStats;

/// A move of the root with its statistics, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Share of these that were won.
    pub win_rate: f32,
    /// Lead of the side to move in points with komi, the mean of these.
    pub lead: f32,
    /// Probability before search.
    pub prior: f32,
    /// Mean result of the simulations in which the move came later, and their weight.
    pub amaf: Option<(f32, f32)>,
    /// The principal variation: this move and the most visited ones after it.
    pub variation: Vec<Move>,
    /// Visits of each move of the variation.
    pub variation_visits: Vec<u32>,
}

/// The result of a search. All values are as the simulations gave them; [`Report::calibration`] makes of them what comes true.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The side to move.
    pub color: Color,
    /// Simulations through the root, those kept from the move before among them.
    pub visits: u32,
    /// Playouts since the position became the root.
    pub playouts: u32,
    /// Share of the visits that the side to move won.
    pub win_rate: f32,
    /// Lead of the side to move in points with komi, the mean of the playouts, and their standard deviation.
    pub lead: (f32, f32),
    /// Ownership of each point, -1 White's to 1 Black's.
    pub ownership: PointMap<f32>,
    /// Criticality of each point: how much oftener than by chance its owner wins.
    pub criticality: PointMap<f32>,
    /// All moves, most visited first.
    pub moves: Vec<Searched>,
    /// Memory of the tree in bytes.
    pub bytes: usize,
    /// The solution of the rest of the game, where few points are open.
    pub ending: Option<Ending>,
    /// How win rates and the deviation of the lead are corrected where people read them.
    pub calibration: Calibration,
}

/// A point is settled if one side owns it at the end of nearly all playouts: the absolute value of its ownership, 0 to 1.
pub(crate) const SETTLED: f32 = 0.9;
/// Longest principal variation.
const LONGEST: usize = 20;
/// Moves with fewer visits do not continue a variation.
const MIN_VISITS: u32 = 4;

impl Report {
    pub(super) fn new(
        arena: &Arena,
        root: u32,
        game: &Game,
        color: Color,
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
            ..Self::of_playouts(game, color, ends)
        }
    }

    /// What playouts from the position say, without any move.
    fn of_playouts(game: &Game, color: Color, ends: &PlayoutStats) -> Self {
        let (mut ownership, mut criticality) = (PointMap::filled(0.0), PointMap::filled(0.0));
        for p in game.size().points() {
            ownership[p] = ends.ownership(p);
            criticality[p] = ends.criticality(p);
        }
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
            ownership,
            criticality,
            moves: Vec::new(),
            bytes: 0,
            ending: None,
            calibration: Calibration::for_size(game.size()),
        }
    }

    /// The report where nothing is searched: the playouts are shared among the moves by their priors. A pass alone if there are none.
    pub(crate) fn without_search(
        game: &Game,
        color: Color,
        ends: &PlayoutStats,
        priors: &[(Point, f32)],
    ) -> Self {
        let report = Self::of_playouts(game, color, ends);
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
            Searched {
                mv,
                visits,
                win_rate: report.win_rate,
                lead: report.lead.0,
                prior,
                amaf: None,
                variation: vec![mv],
                variation_visits: vec![visits],
            }
        };
        let moves = priors.into_iter().map(searched).collect();
        Self { moves, ..report }
    }

    /// Does one side win nearly always?
    pub fn is_decided(&self) -> bool {
        is_decided(self.win_rate)
    }

    /// The most visited move; a pass if there is none.
    pub fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |searched| searched.mv)
    }

    /// The win rate of the most visited move.
    pub(crate) fn best_win_rate(&self) -> f32 {
        self.moves.first().map_or(0.0, |searched| searched.win_rate)
    }
}

fn searched(arena: &Arena, child: &Node, amaf_from: f32) -> Searched {
    let amaf = child.amaf_visits.get();
    let (variation, variation_visits) = variation(arena, child).into_iter().unzip();
    Searched {
        mv: child.mv(),
        visits: child.visits(),
        win_rate: child.win_rate().unwrap_or(0.5),
        lead: child.mean_lead().unwrap_or(0.0),
        prior: child.prior.get(),
        amaf: (amaf > 0.0).then(|| (amaf_from + child.amaf_value.get() / amaf, amaf)),
        variation,
        variation_visits,
    }
}

/// The most visited moves from a node on, with their visits.
fn variation<'a>(arena: &'a Arena, mut node: &'a Node) -> Vec<(Move, u32)> {
    let mut moves = vec![(node.mv(), node.visits())];
    while moves.len() < LONGEST {
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
