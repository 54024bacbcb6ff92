// SPDX-License-Identifier: MIT OR Apache-2.0

//! Enclosed regions in which the first move decides between territory, a seki and the death of the enclosing
//! string.
//!
//! A move is worth the difference that the first move makes, in the unit of lives, and more if it is sente or
//! takes sente away.

use super::{Evidence, Input, ReasonKind};
use crate::analysis::eye::EnclosedRegion;
use crate::reading::Reader;

/// A region besides its points, in units of value, as for the lives of groups; 0 to 20.
const REGION_BASE: f32 = 10.0;
/// Each point in gote, in units of value, as for the life of a group (a dozen for a stone, which is worth two
/// points). By the scale.
const REGION_GOTE_POINT: f32 = 6.0;
/// Each point in sente, or where the move takes away the other side's sente, in units of value. By the scale.
const REGION_SENTE_POINT: f32 = 10.0;

/// Returns the first moves of either side in enclosed regions that change the score. The strings around are
/// safe themselves.
pub(super) fn regions(input: &Input<'_>, _: &mut Reader) -> Vec<Evidence> {
    let board = input.position.board();
    let mut evidence = Vec::new();
    for region in EnclosedRegion::all(board) {
        let mut around = board
            .adjacent_strings(region.wall)
            .filter(|&s| !region.points.contains(s));
        let is_safe = |s| {
            let worm = input.analysis.worms.get(s);
            worm.is_none_or(|worm| !worm.attack.is_possible())
        };
        if !around.all(is_safe) {
            continue;
        }
        for mv in region.moves(board, input.color()) {
            let point = if mv.is_sente {
                REGION_SENTE_POINT
            } else {
                REGION_GOTE_POINT
            };
            let kind = ReasonKind::Region {
                wall: region.wall,
                owns: region.color == input.color(),
                points: mv.swing,
                is_sente: mv.is_sente,
            };
            evidence.push(Evidence::new(
                mv.point,
                kind,
                (REGION_BASE + point * mv.swing) as i32,
            ));
        }
    }
    evidence
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::movegen::for_tests;

    fn proposed(color: Color, diagram: &str) -> Vec<(String, ReasonKind)> {
        for_tests::proposed(color, diagram, regions)
    }

    #[test]
    fn both_sides_want_the_point_that_makes_a_seki_of_a_region() {
        let diagram = "
            . O O . . X O .
            X X X X X X O .
            O O O O O O O .
            . . . . . . . .
            . . . . . . . .";
        let spoils = proposed(Color::White, diagram);
        let [
            (
                vertex,
                ReasonKind::Region {
                    owns: false, points, ..
                },
            ),
        ] = &spoils[..]
        else {
            panic!("{spoils:?}");
        };
        assert_eq!((vertex.as_str(), *points), ("D5", 7.0));
        let keeps = proposed(Color::Black, diagram);
        let keeps_at_d5 = |(vertex, reason): &(String, ReasonKind)| {
            vertex == "D5" && matches!(reason, ReasonKind::Region { owns: true, .. })
        };
        assert!(keeps.iter().any(keeps_at_d5), "{keeps:?}");
    }
}
