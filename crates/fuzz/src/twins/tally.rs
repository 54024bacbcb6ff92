// SPDX-License-Identifier: MIT OR Apache-2.0

//! Agreed scores by flood fills.

use std::collections::BTreeSet;

use katachi_rules::{BoardSize, Cell, Color, Game, PointSet, Scoring, Tax};

use super::plain::{Cells, cells_of, flood, neighbours, place};

/// Facts of a game that a plain model has counted turn by turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    /// Stones of Black and White that have left the board.
    pub(crate) captured: [u32; 2],
    /// Stones that Black and White have placed in the second cleanup phase.
    pub(crate) free_moves: [u32; 2],
    pub(crate) button: Option<Color>,
}

/// The points of Black and White without these dead stones. No group is in seki.
pub(crate) fn plain_score(game: &Game, counted: &Counted, dead: &PointSet) -> [f32; 2] {
    let size = game.size();
    let before = cells_of(game.board());
    let mut cells = before.clone();
    dead.iter().for_each(|p| cells[place(size, p)] = Cell::Empty);
    Color::BOTH.map(|color| {
        let owned = owned(size, &cells, color);
        let stones = cells.iter().filter(|cell| cell.is(color)).count();
        let territory = owned.len() - stones;
        let rules = game.rules();
        let mut points = match rules.scoring {
            Scoring::Area => (stones + territory) as f32,
            Scoring::Territory => {
                let enemy = color.opposite();
                let taken_off = dead.iter().filter(|&p| before[place(size, p)].is(enemy)).count();
                let prisoners = counted.captured[enemy as usize] + taken_off as u32;
                territory as f32 + (prisoners + counted.free_moves[color as usize]) as f32
            }
        };
        if rules.tax == Tax::All {
            points -= 2.0 * groups(size, &owned) as f32;
        }
        if counted.button == Some(color) {
            points += 0.5;
        }
        if color == Color::White {
            points += game.komi() + game.handicap_bonus() as f32;
        }
        points
    })
}

/// The stones of a colour, and the empty points from which no stone of the other colour is reached, but one
/// of this colour is.
fn owned(size: BoardSize, cells: &Cells, color: Color) -> BTreeSet<usize> {
    let is_owned = |at: usize| match cells[at].color() {
        Some(found) => found == color,
        None => {
            let region = flood(size, cells, at).0;
            let beside = region.into_iter().flat_map(|e| neighbours(size, e));
            let reached: BTreeSet<_> = beside.filter_map(|n| cells[n].color()).collect();
            reached == BTreeSet::from([color])
        }
    };
    (0..size.area()).filter(|&at| is_owned(at)).collect()
}

/// Number of connected parts of a set.
fn groups(size: BoardSize, set: &BTreeSet<usize>) -> usize {
    let mark = |at| {
        if set.contains(&at) {
            Cell::Black
        } else {
            Cell::White
        }
    };
    let marked: Cells = (0..size.area()).map(mark).collect();
    let parts: BTreeSet<_> = set.iter().map(|&at| flood(size, &marked, at).0).collect();
    parts.len()
}
