// SPDX-License-Identifier: MIT OR Apache-2.0

//! The neighbourhoods and replies that get weights: those in which moves were made often enough.

use katachi_engine::learn::BoardClass;
use katachi_engine::model::Grid;
use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::FitSettings;
use super::games::FittedGame;

#[derive(Clone, Debug)]
pub(super) struct FittedShape {
    pub(super) hash: u64,
    /// Its kind and level, see [`Grid::all`].
    kind: usize,
    pub(super) name: String,
    /// Moves made in it in records, and the sum of the judge's shares on each class of boards.
    counts: [f32; 4],
    settings: FitSettings,
}

fn place(class: Option<BoardClass>) -> usize {
    class.map_or(0, |class| 1 + class as usize)
}

/// Whether enough moves were made for a shared weight, or for one of a class.
fn are_enough(counts: &[f32; 4], class: Option<BoardClass>, settings: FitSettings) -> bool {
    let min = match class {
        None => settings.min_count,
        Some(_) => settings.min_judged,
    };
    counts[place(class)].round() as u32 >= min
}

impl FittedShape {
    /// Moves made in records, or by the judge on a class of boards.
    pub(super) fn made(&self, class: Option<BoardClass>) -> u32 {
        self.counts[place(class)].round() as u32
    }

    pub(super) fn is_known(&self, class: Option<BoardClass>) -> bool {
        are_enough(&self.counts, class, self.settings)
    }
}

/// Returns the neighbourhoods and replies that get weights, by level, the most frequent first.
pub(super) fn fitted(games: &[&FittedGame], settings: FitSettings) -> Vec<FittedShape> {
    let mut all: FxHashMap<u64, [f32; 4]> = FxHashMap::default();
    for game in games {
        let place = place(game.judged_class());
        each_shape(game, |_, _, (_, hash), share| {
            all.entry(hash).or_default()[place] += share
        });
    }
    let classes = [None].into_iter().chain(BoardClass::ALL.map(Some));
    all.retain(|_, counts| classes.clone().any(|class| are_enough(counts, class, settings)));
    // Their names are their pictures where they are met first.
    let mut shapes = Vec::new();
    for game in games {
        each_shape(game, |grid, point, (kind, hash), _| {
            if let Some(counts) = all.remove(&hash) {
                shapes.push(FittedShape {
                    hash,
                    kind,
                    name: grid.name(point, kind),
                    counts,
                    settings,
                });
            }
        });
    }
    let total = |shape: &FittedShape| shape.counts.iter().sum::<f32>() as u32;
    shapes.sort_by(|a, b| (a.kind, total(b), &a.name).cmp(&(b.kind, total(a), &b.name)));
    shapes
}

/// Hands the neighbourhoods of all right moves of a game to `take`, by kind and hash, with the share of the
/// move.
fn each_shape(game: &FittedGame, mut take: impl FnMut(&Grid, Point, (usize, u64), f32)) {
    game.replay(|before, target| {
        let grid = Grid::new(before.board, before.color, before.last[0]);
        for &(point, share) in target {
            for shape in grid.all(point) {
                take(&grid, point, shape, share);
            }
        }
    });
}
