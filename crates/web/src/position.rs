// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position and moves as data. Names of points and moves are those of the board.

use katachi_pages::grid::stars;
use katachi_rules::sgf::Mark;
use katachi_rules::{BoardSize, ByColor, Color, Game, Move, Point};
use katachi_session::InteractiveGame;
use katachi_view::{Named, data};

/// A move with its side.
pub(crate) type Turn = (Color, Named<Move>);

pub(crate) fn turns(moves: impl Iterator<Item = (Color, Move)>, size: BoardSize) -> Vec<Turn> {
    moves.map(|(color, mv)| (color, Named::new(mv, size))).collect()
}

data! {
    /// The present position of a game, with the comment and the marks that an interactive game has on it.
    pub(crate) struct Position(game: &Game, play: Option<&InteractiveGame>) {
        moves: usize = game.move_count(),
        #[serde(flatten)]
        size: BoardSize = game.size(),
        rows: Vec<String> = game.board().to_string().lines().map(|row| row.replace(' ', "")).collect(),
        stars: Named<Vec<Point>> = Named::new(stars(game.size()).collect(), game.size()),
        to_move: Color = game.to_move(),
        last: Option<Named<Move>> = game.moves().next_back().map(|(_, mv)| Named::new(mv, game.size())),
        /// Numbers of enemy stones that the sides have taken. The game counts those that a side has lost.
        captures: ByColor<u32> = ByColor::from_fn(|color| game.captured()[color.opposite()]),
        comment: Option<String> = play.and_then(|play| play.comment_on(&game.moves().collect::<Vec<_>>())),
        marks: Vec<(Named<Point>, Mark)> = play.map_or(Vec::new(), |play| marks(game, play)),
    }
}

fn marks(game: &Game, play: &InteractiveGame) -> Vec<(Named<Point>, Mark)> {
    let marks = play.marks_on(&game.moves().collect::<Vec<_>>()).into_iter();
    marks
        .map(|(point, mark)| (Named::new(point, game.size()), mark))
        .collect()
}
