// SPDX-License-Identifier: MIT OR Apache-2.0

//! Priors of the search from the knowledge of the engine. The move-prediction model is the cheap tier, the
//! evidence of a classical choice is the full one.
//!
//! In decided games nearly every move wins, or loses, and the results of playouts say little. There half of
//! the prior of a move at the root is the evidence, which counts points (`full-share`,
//! `engine/search/settings.rs`). A probe search says whether the game is decided (`player`). Where a move is
//! to be explained, evidence is weighed after the search and changes nothing in it (`Player::explain`).
//!
//! Where an author has changed the value of a pattern, the difference acts in the prior of every node below
//! the root in which its picture matches. At the root the pattern has to hold, and the search obeys: the
//! difference is a bonus for its moves (`engine/search/bonus.rs`), in every game.

use katachi_rules::{Color, Game, Point};

use crate::knowledge::{Knowledge, last_points};
use crate::learn::VALUE_PER_NAT;
use crate::model::FeatureSet;
use crate::movegen::AuthorBonus;
use crate::search::{Limits, MoveBonus, Priors, SearchTask};

impl Priors for Knowledge {
    fn cheap(&self, game: &Game, color: Color, edits: bool) -> Vec<(Point, f32)> {
        let (board, past) = (game.board(), last_points(game));
        let predictions = self.predict(FeatureSet::All, board, color, past, edits);
        predictions
            .into_iter()
            .map(|found| (found.point, found.probability))
            .collect()
    }
}

impl Knowledge {
    /// Makes the task to search a position with the model and the playout weights of this knowledge.
    pub fn search_task<'a>(
        &'a self,
        game: &'a Game,
        color: Color,
        seed: u64,
        limits: Limits<'a>,
    ) -> SearchTask<'a> {
        SearchTask {
            game,
            color,
            priors: self,
            full: &[],
            goal: None,
            playouts: &self.playouts,
            bonuses: None,
            root_temperature: 1.0,
            seed,
            limits,
        }
    }
}

/// Adds up the bonuses of each move, which are sorted by point.
pub(super) fn sums(bonuses: &[AuthorBonus]) -> Vec<MoveBonus> {
    let sum = |bonuses: &[AuthorBonus]| MoveBonus {
        point: bonuses[0].point,
        value: bonuses.iter().map(|bonus| bonus.value).sum(),
        in_priors: bonuses.iter().filter(|b| b.in_priors).map(|b| b.value).sum(),
    };
    bonuses.chunk_by(|a, b| a.point == b.point).map(sum).collect()
}

/// Converts values of proposals to probabilities, which add up to 1.
pub(super) fn probabilities(values: &[(Point, i32)]) -> Vec<(Point, f32)> {
    let max = values.iter().map(|e| e.1).max().unwrap_or(0);
    let weight = |value: i32| ((value - max) as f32 / VALUE_PER_NAT).exp();
    let sum: f32 = values.iter().map(|e| weight(e.1)).sum();
    let pairs = values.iter().map(|&(point, value)| (point, weight(value) / sum));
    pairs.collect()
}
