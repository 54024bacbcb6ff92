// SPDX-License-Identifier: MIT OR Apache-2.0

//! Enclosed regions in which the first move decides between territory, a seki and the death of the enclosing string.

use katachi_rules::Move;

use super::{Context, Proposals, Reason};
use crate::analysis::Analysis;
use crate::analysis::eye::EnclosedRegion;

/// Value of a region besides its points, as for the lives of groups.
const REGION: f32 = 10.0;
/// Value of each point in gote.
const GOTE_POINT: f32 = 6.0;
/// Value of each point in sente, or where the move takes away the other side's sente.
const SENTE_POINT: f32 = 10.0;

/// Proposes the first moves in enclosed regions that change the score, for either side, where the strings around are safe themselves.
pub(super) fn propose(context: &Context<'_>, analysis: &Analysis, proposals: &mut Proposals) {
    let board = context.game.board();
    for region in EnclosedRegion::all(board) {
        let around = board
            .adjacent_strings(region.wall)
            .filter(|&s| !region.points.contains(s));
        let is_safe = |s| {
            analysis
                .worms
                .get(s)
                .is_none_or(|worm| !worm.attack.is_possible())
        };
        if !around.into_iter().all(is_safe) {
            continue;
        }
        for mv in region.moves(board, context.color) {
            if !context.game.is_legal(context.color, Move::Play(mv.point)) {
                continue;
            }
            let point = if mv.is_sente { SENTE_POINT } else { GOTE_POINT };
            let reason = Reason::Region {
                wall: region.wall,
                owns: region.color == context.color,
                points: mv.swing,
                is_sente: mv.is_sente,
                value: (REGION + point * mv.swing) as i32,
            };
            proposals.add(mv.point, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::movegen::alone;

    fn proposed(color: Color, diagram: &str) -> Vec<(String, Reason)> {
        alone::proposed(color, diagram, |context, analysis, proposals| {
            propose(context, analysis, proposals);
        })
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
                Reason::Region {
                    owns: false,
                    points,
                    is_sente: false,
                    ..
                },
            ),
        ] = &spoils[..]
        else {
            panic!("{spoils:?}");
        };
        assert_eq!((vertex.as_str(), *points), ("D5", 7.0));
        let keeps = proposed(Color::Black, diagram);
        let keeps_at_d5 = |(vertex, reason): &(String, Reason)| {
            vertex == "D5" && matches!(reason, Reason::Region { owns: true, .. })
        };
        assert!(keeps.iter().any(keeps_at_d5), "{keeps:?}");
    }
}
