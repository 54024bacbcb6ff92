// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a simulation gained around a point: AMAF for large boards.
//!
//! The winner says little about one move among hundreds, as the rest of the board decides, too. The ownership around
//! the move, less its mean in all simulations through the same node, says the same with a fraction of the noise. A
//! point of it is worth what the regression of results on leads gives. `docs/experiments/search.md` has what it gained.
//!
//! On small boards AMAF counts the win or loss.

use katachi_rules::{BoardSize, Point};
use rustc_hash::FxHashMap;

use crate::playout::{Nearby, PlayoutStats};

/// Nodes that have a mean ownership of their own, at most: 12 MB on a 19x19 board. Later ones are compared with the root's.
const MAX_NODES: usize = 8192;
/// Simulations through a node before its mean is used.
const KNOWN_MEAN: f32 = 2.0;
/// Playouts before the regression is used.
const KNOWN_SLOPE: u32 = 30;

/// Compares simulations with the mean of a node. Each thread has its own.
pub(super) struct LocalGains {
    size: BoardSize,
    root: u32,
    /// Of the last playout: 1 where a point is Black's, -1 where it is White's; in rows.
    ownership: Vec<f32>,
    means: FxHashMap<u32, Mean>,
    /// What was gained at each point.
    gained: Nearby,
    /// Change of the win rate for a point of lead.
    slope: f32,
}

/// Simulations through a node.
struct Mean {
    count: f32,
    /// Of the ownership of each point.
    sums: Vec<f32>,
}

impl LocalGains {
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

    /// Notes the last playout. O(board).
    pub(super) fn note(&mut self, ends: &PlayoutStats) {
        for (point, owned) in self.size.points().zip(&mut self.ownership) {
            *owned = ends.last_owner(point);
        }
        if ends.playouts() >= KNOWN_SLOPE {
            self.slope = ends.win_rate_per_point();
        }
    }

    /// Compares the last playout with those before it through a node, and adds it to them. O(board).
    pub(super) fn compare(&mut self, node: u32) {
        let is_known = self.means.contains_key(&node) || self.means.len() < MAX_NODES;
        let area = self.ownership.len();
        let mean = self
            .means
            .entry(if is_known { node } else { self.root })
            .or_insert_with(|| Mean {
                count: 0.0,
                sums: vec![0.0; area],
            });
        let share = 1.0 / mean.count.max(1.0);
        let weight = f32::from(u8::from(mean.count >= KNOWN_MEAN));
        let gained = self
            .ownership
            .iter()
            .zip(&mean.sums)
            .map(|(owned, sum)| weight * (owned - sum * share));
        self.gained.set(gained);
        if is_known {
            mean.count += 1.0;
            for (sum, owned) in mean.sums.iter_mut().zip(&self.ownership) {
                *sum += owned;
            }
        }
    }

    /// By how much the ownership around a point was better for Black than in the mean, as a change of the win rate.
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
    fn what_differs_from_the_mean_counts_for_the_points_around_it() {
        let size = BoardSize::new(5, 1).expect("a size");
        let (mut ends, mut gains) = (PlayoutStats::new(size), LocalGains::new(size, 1, 1));
        let mut play = |diagram: &str| {
            ends.add(&PlayoutBoard::new(&Board::from_diagram(diagram)), 0.5);
            gains.note(&ends);
            gains.compare(1);
            [0, 2, 4].map(|x| gains.around(Point::new(x, 0)) / gains.slope)
        };
        assert_eq!(play("X X . O O"), [0.0; 3], "there is nothing to compare with");
        assert_eq!(play("X X . O O"), [0.0; 3]);
        // The second point is nobody's now, and the third is White's.
        assert_eq!(play("X . O O O"), [-1.0, -2.0, 0.0]);
    }

    #[test]
    fn nodes_beyond_the_limit_are_compared_with_the_root() {
        let size = BoardSize::square(2);
        let mut gains = LocalGains::new(size, 1, 1);
        for node in 1..=MAX_NODES as u32 + 10 {
            gains.compare(node);
        }
        assert_eq!(gains.means.len(), MAX_NODES);
        assert_eq!(gains.means[&1].count, 1.0);
    }
}
