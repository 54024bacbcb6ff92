// SPDX-License-Identifier: MIT OR Apache-2.0

//! The neighbourhoods and replies that get weights: those in which moves were made often enough.

use katachi_engine::model::{BoardClass, Grid};
use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::FitSettings;
use super::games::FittedGame;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    records: u32,
    /// By the judge, on each class of boards: the sum of its shares.
    judged: [f32; 3],
}

impl Counts {
    /// Moves made in records, or by the judge on a class of boards.
    pub(super) fn made(&self, class: Option<BoardClass>) -> u32 {
        match class {
            None => self.records,
            Some(class) => self.judged[class as usize].round() as u32,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct FittedShape {
    pub(super) hash: u64,
    /// Its kind and level, see [`Grid::all`].
    kind: usize,
    pub(super) name: String,
    pub(super) counts: Counts,
    settings: FitSettings,
}

impl FittedShape {
    /// Were enough moves made in it for a shared weight, or for one of a class?
    pub(super) fn is_known(&self, class: Option<BoardClass>) -> bool {
        let min = match class {
            None => self.settings.min_count,
            Some(_) => self.settings.min_judged,
        };
        self.counts.made(class) >= min
    }
}

/// Returns the neighbourhoods and replies that get weights, by level, the most frequent first.
pub(super) fn fitted(games: &[&FittedGame], settings: FitSettings) -> Vec<FittedShape> {
    let mut all: FxHashMap<u64, Counts> = FxHashMap::default();
    for game in games {
        let class = game.judged_class();
        each_shape(game, |_, _, (_, hash), share| {
            let counts = all.entry(hash).or_default();
            match class {
                Some(class) => counts.judged[class as usize] += share,
                None => counts.records += 1,
            }
        });
    }
    all.retain(|_, counts| {
        let judged = counts.judged.iter().fold(0.0, |max: f32, &count| max.max(count));
        counts.records >= settings.min_count || judged.round() as u32 >= settings.min_judged
    });
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
    let total = |shape: &FittedShape| shape.counts.records + shape.counts.judged.iter().sum::<f32>() as u32;
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
