// SPDX-License-Identifier: MIT OR Apache-2.0

//! AMAF by ownership, for large boards. On small boards AMAF is by the win or loss.
//!
//! The winner says little about one move among hundreds, as the rest of the board decides, too. The ownership
//! around the move, less its mean in all simulations through the same node, has a fraction of the noise. The
//! regression of results on leads says what a point is worth. Measurements: `docs/experiments/search.md`.

use katachi_rules::{BoardSize, Point};
use rustc_hash::FxHashMap;

use crate::playout::{Nearby, PlayoutStats};

/// Maximum number of nodes with a mean ownership of their own: 12 MB on 19x19. Others use that of the root.
const MAX_NODES: usize = 8192;
/// Minimum number of simulations for a mean.
const MIN_FOR_MEAN: f32 = 2.0;
/// Minimum number of playouts for the regression.
const MIN_FOR_SLOPE: u32 = 30;

/// Differences of simulations from the means of nodes. Each thread has its own.
pub(super) struct OwnershipAmaf {
    size: BoardSize,
    root: u32,
    /// Final ownership of the last playout by rows: 1 Black, -1 White.
    ownership: Vec<f32>,
    means: FxHashMap<u32, Mean>,
    /// Difference from the mean at each point.
    gained: Nearby,
    /// Change of the win rate per point of lead.
    slope: f32,
}

struct Mean {
    count: f32,
    sums: Vec<f32>,
}

impl OwnershipAmaf {
    pub(super) fn new(size: BoardSize, root: u32, radius: usize) -> Self {
        Self {
            size,
            root,
            ownership: vec![0.0; size.area()],
            means: FxHashMap::default(),
            gained: Nearby::new(size, radius),
            slope: 2.0 / size.area() as f32,
        }
    }

    /// Records the last playout. O(board).
    pub(super) fn record(&mut self, ends: &PlayoutStats) {
        for (point, owned) in self.size.points().zip(&mut self.ownership) {
            *owned = ends.last[point];
        }
        if ends.playouts() >= MIN_FOR_SLOPE {
            self.slope = ends.win_rate_per_point();
        }
    }

    /// Compares the last playout with the mean of a node, then adds it to the mean. O(board).
    pub(super) fn compare(&mut self, node: u32) {
        let has_mean = self.means.contains_key(&node) || self.means.len() < MAX_NODES;
        let area = self.ownership.len();
        let mean = self
            .means
            .entry(if has_mean { node } else { self.root })
            .or_insert_with(|| Mean {
                count: 0.0,
                sums: vec![0.0; area],
            });
        let share = 1.0 / mean.count.max(1.0);
        let weight = f32::from(u8::from(mean.count >= MIN_FOR_MEAN));
        let gained = self
            .ownership
            .iter()
            .zip(&mean.sums)
            .map(|(owned, sum)| weight * (owned - sum * share));
        self.gained.set(gained);
        if has_mean {
            mean.count += 1.0;
            for (sum, owned) in mean.sums.iter_mut().zip(&self.ownership) {
                *sum += owned;
            }
        }
    }

    /// Returns how much better for Black than the mean the ownership around a point was, in win rate.
    #[inline]
    pub(super) fn around(&self, point: Point) -> f32 {
        self.slope * self.gained.around(point)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, PlayoutBoard};

    use super::*;

    #[test]
    fn a_difference_from_the_mean_counts_for_the_points_around_it() {
        let size = BoardSize::new(5, 1).expect("a size");
        let (mut ends, mut gains) = (PlayoutStats::new(size), OwnershipAmaf::new(size, 1, 1));
        let mut play = |diagram: &str| {
            ends.add(&PlayoutBoard::new(&Board::from_diagram(diagram)), 0.5);
            gains.record(&ends);
            gains.compare(1);
            [0, 2, 4].map(|x| gains.around(Point::new(x, 0)) / gains.slope)
        };
        assert_eq!(play("X X . O O"), [0.0; 3], "there is nothing to compare with");
        assert_eq!(play("X X . O O"), [0.0; 3]);
        // The second point is nobody's now, and the third is White's.
        assert_eq!(play("X . O O O"), [-1.0, -2.0, 0.0]);
    }

    #[test]
    fn nodes_beyond_the_limit_use_the_mean_of_the_root() {
        let size = BoardSize::square(2);
        let mut gains = OwnershipAmaf::new(size, 1, 1);
        for node in 1..=MAX_NODES as u32 + 10 {
            gains.compare(node);
        }
        assert_eq!(gains.means.len(), MAX_NODES);
        assert_eq!(gains.means[&1].count, 1.0);
    }
}
