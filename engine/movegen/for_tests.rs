// SPDX-License-Identifier: MIT OR Apache-2.0

//! For tests: a generator alone, without patterns, and positions at the end of a game.

use katachi_rules::{Board, Color, Game, Rules};

use super::{Evidence, Generators, Input, ReasonKind, final_status};
use crate::analysis::{Analysis, Effort};
use crate::knowledge::Knowledge;
use crate::position::Position;
use crate::reading::Reader;

/// The first move at D3 captures or saves Black's stone at E3.
pub(super) const ONE_STONE: &str = "
    . X . X O . O
    X X X X O O O
    . X X . X O .
    X X X O O O O
    . X . X O . O";

/// Nothing is left but the dead stone at C5, which need not be captured.
pub(super) const FINISHED: &str = "
    . X . X O . O . O
    X X X X O O O O .
    . X . X O . O . O
    X X X X O O O O O
    . X O . X X O . O
    X X X . X O O O O
    . X . . X O . O .
    X X X X X O O O O
    . X . X O O . O .";

/// Hands out what generators share in the position that the game has reached.
pub(super) fn with_input<T>(
    game: &Game,
    color: Color,
    knowledge: &Knowledge,
    use_it: impl FnOnce(&Input<'_>, &mut Reader) -> T,
) -> T {
    let effort = Effort {
        reading_nodes: 2000,
        playouts: 0,
    };
    let mut reader = Reader::new(game.board(), effort.reading_nodes);
    let status = final_status(game.board());
    let input = Input {
        position: &Position::from_game(game, color),
        knowledge,
        analysis: &Analysis::with_knowledge(game.board(), effort, knowledge, &mut reader),
        status: status.as_ref(),
        playouts: None,
        seed: 0,
        generators: Generators::All,
    };
    use_it(&input, &mut reader)
}

/// The evidence of a generator, without patterns.
pub(super) fn evidence(
    game: &Game,
    color: Color,
    generate: impl FnOnce(&Input<'_>, &mut Reader) -> Vec<Evidence>,
) -> Vec<Evidence> {
    with_input(game, color, &Knowledge::default(), generate)
}

/// The legal moves that a generator speaks for in a position, best first, and what they do.
pub(super) fn proposed(
    color: Color,
    diagram: &str,
    generate: impl FnOnce(&Input<'_>, &mut Reader) -> Vec<Evidence>,
) -> Vec<(String, ReasonKind)> {
    let game = Game::from_position(Board::from_diagram(diagram), color, Rules::default(), 0.0);
    let mut evidence = evidence(&game, color, generate);
    evidence.retain(|e| e.value > 0 && game.is_legal(color, katachi_rules::Move::Play(e.point)));
    evidence.sort_by_key(|e| (-e.value, e.point));
    let named = |e: Evidence| (game.size().vertex(e.point).to_string(), e.kind);
    evidence.into_iter().map(named).collect()
}
