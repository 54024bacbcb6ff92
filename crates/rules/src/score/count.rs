// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counting a position under each scoring and tax, by the rules alone.
//!
//! Territory is counted like area, in the form that KataGo's text gives for programs: a stone on the board
//! counts one point, and its placement costs one (see [`Game::white_bonus`](crate::Game::white_bonus)),
//! except in the second cleanup phase, where stones are free. White's lead is the same as with surrounded
//! points and prisoners.

use super::areas::{Areas, without};
use crate::benson::pass_alive;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{PointMap, PointSet};
use crate::rules::{PassDead, Rules, Scoring, Tax};

/// The points on the board, without komi and bonuses.
///
/// ```
/// use katachi_rules::{Board, Color, Count, Rules, Tax};
/// let board = Board::from_diagram(
///     ". X . O .
///      X X O O O
///      . X O . O",
/// );
/// let count = |tax| Count::new(&board, &Rules { tax, ..Rules::CHINESE }, None).white_lead;
/// // Black 6, White 7 and two eyes; the point between them is dame, which makes all of it seki.
/// assert_eq!(count(Tax::None), 8 - 6);
/// assert_eq!(count(Tax::Seki), 6 - 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The side for which each point counts.
    pub owner: PointMap<Option<Color>>,
    /// White's points less Black's; under [`Tax::All`] after the tax.
    pub white_lead: i32,
}

impl Count {
    /// Counts a position. `before_free_moves` are the stones at the start of the second cleanup phase, none
    /// before it: stones placed since then count only in independent life.
    pub fn new(board: &Board, rules: &Rules, before_free_moves: Option<&ByColor<PointSet>>) -> Self {
        let tax = rules.tax;
        let dead = match (rules.pass_dead, rules.self_play_opts) {
            (PassDead::Letter, false) => PointSet::EMPTY,
            _ => pass_alive(board, rules.suicide).dead_stones(board),
        };
        let areas = Areas::new(&without(board, &dead));
        // Whether a stone outside independent life counts.
        let stood =
            |color: Color, point| before_free_moves.is_none_or(|stones| stones[color].contains(point));
        let mut owner = PointMap::filled(None);
        let mut white_lead = 0;
        for point in board.size().points() {
            let is_dead = dead.contains(point);
            let stone = board.cell(point).color();
            let independent = areas.independent_owner(point);
            let empty = match tax {
                Tax::None => areas.owner(point),
                Tax::Seki | Tax::All => independent,
            };
            owner[point] = match (stone, rules.scoring) {
                (Some(color), Scoring::Area) if !is_dead => Some(color),
                (Some(color), Scoring::Territory) if !is_dead => {
                    Some(color).filter(|_| independent == Some(color) || stood(color, point))
                }
                (Some(color), Scoring::Territory)
                    if rules.pass_dead == PassDead::Practice && tax != Tax::None =>
                {
                    empty.or(Some(color).filter(|_| stood(color, point)))
                }
                _ => empty,
            };
            white_lead += owner[point].map_or(0, sign);
        }
        if tax == Tax::All {
            white_lead -= 2 * (areas.regions.white as i32 - areas.regions.black as i32);
        }
        Self { owner, white_lead }
    }
}

/// 1 for White, -1 for Black.
pub(crate) const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => -1,
        Color::White => 1,
    }
}
