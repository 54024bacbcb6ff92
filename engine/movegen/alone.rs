// SPDX-License-Identifier: MIT OR Apache-2.0

//! For tests: a generator alone, without patterns.

use katachi_rules::{Board, Color, Game, Rules};

use super::{Context, Proposal, Proposals, Reason};
use crate::analysis::{Analysis, Effort};
use crate::matcher::Matcher;

/// Hands out what generators share, with a database that is empty.
pub(super) fn with_context<T>(game: &Game, color: Color, use_it: impl FnOnce(&Context<'_>) -> T) -> T {
    let database = mkpat::Database::default();
    use_it(&Context {
        game,
        color,
        database: &database,
        matcher: &Matcher::new(&database),
        seed: 0,
        evaluate_all: false,
    })
}

/// What a generator proposes in a position, best first: the vertex and the best reason of each proposal.
pub(super) fn proposed(
    color: Color,
    diagram: &str,
    generate: impl FnOnce(&Context<'_>, &mut Analysis, &mut Proposals),
) -> Vec<(String, Reason)> {
    let game = Game::from_position(Board::from_diagram(diagram), color, Rules::default(), 0.0);
    let effort = Effort {
        reading_nodes: 2000,
        playouts: 0,
    };
    let mut analysis = Analysis::of(game.board(), effort);
    let mut proposals = Proposals::default();
    with_context(&game, color, |context| {
        generate(context, &mut analysis, &mut proposals)
    });
    let best = |mut p: Proposal| (game.size().vertex(p.point).to_string(), p.reasons.swap_remove(0));
    proposals.into_sorted().into_iter().map(best).collect()
}
