// SPDX-License-Identifier: MIT OR Apache-2.0

//! Killing and saving groups whose life the first move decides.
//!
//! Surrounded groups are found anew, as in problems (`Life::lives_in_question`), since the dragons of the
//! analysis are too small for it. The groups whose ownership is least certain are read first. The value of a
//! move is the change that it makes, less where it takes a ko. Only proofs count: that the move works, and
//! that it is lost if the other side moves first.

use katachi_rules::{Color, Point, PointSet};

use super::{Evidence, Input, ReasonKind, worth};
use crate::analysis::Ownership;
use crate::reading::{Reader, Solution};

/// The lives of all groups together get this many times the nodes of one reading; 2 to 50.
const LIFE_NODES_FACTOR: u32 = 10;

/// Returns moves that kill enemy groups that could be saved, and moves that save own groups that could be
/// killed. Surrounded groups are read.
pub(super) fn lives(input: &Input<'_>, reader: &mut Reader) -> Vec<Evidence> {
    let nodes = LIFE_NODES_FACTOR * reader.budget();
    let ownership = &input.analysis.ownership;
    let solutions = reader.with_budget(nodes, |reader| {
        reader
            .life()
            .lives_in_question(input.color(), |group| uncertainty(ownership, group))
    });
    solutions.iter().filter_map(evidence).collect()
}

/// Uncertainty of the life of a group, in stones. A stone that stands in half of the playouts counts 1, one
/// that always or never stands counts 0.
fn uncertainty(ownership: &Ownership, group: &PointSet) -> f32 {
    let of_stone = |p| 1.0 - ownership.share(p, Color::Black).powi(2);
    group.iter().map(of_stone).sum()
}

fn evidence(solution: &Solution) -> Option<Evidence> {
    let point = solution.point.filter(|_| solution.is_proven)?;
    let size = solution.group.len() as u32;
    let value = (solution.gain * worth::of_group(size) as f32) as i32;
    let kind = ReasonKind::Life {
        group: nearest(&solution.group, point),
        saves: solution.saves,
        size,
        by_ko: solution.verdict.is_ko(),
    };
    Some(Evidence::new(point, kind, value))
}

/// The stone of a group by which people see that the move is about it.
fn nearest(group: &PointSet, point: Point) -> Point {
    let stones = group.iter();
    stones
        .min_by_key(|stone| stone.distance(point))
        .expect("a group has stones")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::for_tests;

    /// The evidence about lives, with its points.
    fn proposed(color: Color, diagram: &str) -> Vec<(String, ReasonKind)> {
        for_tests::proposed(color, diagram, lives)
    }

    const BULKY_FIVE: &str = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O O
        . O X . . X X O
        . O X . X X O O
        . O X X X O O .
        . O O O O O . .";

    #[test]
    fn both_sides_want_the_vital_point_of_a_group() {
        for (color, saves) in [(Color::White, false), (Color::Black, true)] {
            let kind = ReasonKind::Life {
                group: Point::new(2, 4),
                saves,
                size: 15,
                by_ko: false,
            };
            assert_eq!(proposed(color, BULKY_FIVE), [("D4".to_owned(), kind)], "{color}");
        }
    }

    #[test]
    fn nothing_is_proposed_about_groups_that_live_or_are_dead() {
        let alive = BULKY_FIVE.replacen(". . X X O", ". X X X O", 1);
        for color in Color::BOTH {
            assert!(proposed(color, &alive).is_empty(), "a bent four lives");
        }
    }
}
