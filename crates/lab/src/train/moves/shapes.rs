// SPDX-License-Identifier: MIT OR Apache-2.0

//! The neighbourhoods and replies that get weights: those in which moves were made often enough.

use katachi_engine::model::{BoardClass, Grid};
use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::TrainSettings;
use super::games::{TrainingGame, TrainingPosition};

/// Moves made in a neighbourhood.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// In records.
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

/// A neighbourhood that gets a weight.
#[derive(Clone, Debug)]
pub(super) struct FittedShape {
    pub(super) hash: u64,
    /// Its kind and level, see [`Grid::all`].
    kind: usize,
    /// Its name in files.
    pub(super) name: String,
    pub(super) counts: Counts,
    settings: TrainSettings,
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
pub(super) fn fitted(games: &[&TrainingGame], settings: TrainSettings) -> Vec<FittedShape> {
    let mut counts: FxHashMap<u64, Counts> = FxHashMap::default();
    for game in games {
        let class = game.class() as usize;
        game.replay(|_, position| {
            each_shape(&position, |grid, point, share| {
                for (_, hash) in grid.all(point) {
                    let counts = counts.entry(hash).or_default();
                    match game.is_judged() {
                        true => counts.judged[class] += share,
                        false => counts.records += 1,
                    }
                }
            });
        });
    }
    counts.retain(|_, counts| {
        let judged = counts.judged.iter().fold(0.0, |max: f32, &count| max.max(count));
        counts.records >= settings.min_count || judged.round() as u32 >= settings.min_judged
    });
    let mut shapes = named(games, counts, settings);
    let total = |shape: &FittedShape| shape.counts.records + shape.counts.judged.iter().sum::<f32>() as u32;
    shapes.sort_by(|a, b| (a.kind, total(b), &a.name).cmp(&(b.kind, total(a), &b.name)));
    shapes
}

/// Names the counted neighbourhoods by their pictures where they are met first.
fn named(
    games: &[&TrainingGame],
    mut counts: FxHashMap<u64, Counts>,
    settings: TrainSettings,
) -> Vec<FittedShape> {
    let mut shapes = Vec::new();
    for game in games {
        game.replay(|_, position| {
            each_shape(&position, |grid, point, _| {
                for (kind, hash) in grid.all(point) {
                    if let Some(counts) = counts.remove(&hash) {
                        shapes.push(FittedShape {
                            hash,
                            kind,
                            name: grid.name(point, kind),
                            counts,
                            settings,
                        });
                    }
                }
            });
        });
    }
    shapes
}

/// Hands the right moves of a position to `take`, with their shares.
fn each_shape(position: &TrainingPosition<'_>, mut take: impl FnMut(&Grid, Point, f32)) {
    let grid = Grid::new(position.board, position.color, position.last);
    for &(point, share) in position.target {
        take(&grid, point, share);
    }
}
