// SPDX-License-Identifier: MIT OR Apache-2.0

//! Problems: a position with the side to move, and what is known of the answer.

use katachi_rules::sgf::Record;
use katachi_rules::{Color, Game, Move, Point};
use serde::{Deserialize, Serialize};

/// Komi of a position without one.
const KOMI: f32 = 7.5;

/// How an answer is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By a search: a move that loses nothing.
    Move,
    /// By reading life and death.
    Life,
}

/// A problem, in the form in which it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Where it is from: `game.sgf, move 26`.
    pub name: String,
    /// How an answer is judged.
    pub kind: Kind,
    /// The game up to the position, as SGF.
    record: String,
    /// The mistake that was played there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// Right first moves, if they are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    answers: Vec<String>,
}

impl Problem {
    /// Creates the problem of a mistake of the side to move.
    pub fn of_mistake(name: String, game: &Game, played: Move) -> Self {
        Self {
            name,
            kind: Kind::Move,
            record: Record::from_game(game).to_sgf(),
            played: Some(game.size().show(played)),
            answers: Vec::new(),
        }
    }

    /// Creates a problem of life and death.
    pub fn of_life(name: String, game: &Game, answers: &[Point]) -> Self {
        let name_of = |&point| game.size().vertex(point).to_string();
        Self {
            name,
            kind: Kind::Life,
            record: Record::from_game(game).to_sgf(),
            played: None,
            answers: answers.iter().map(name_of).collect(),
        }
    }

    /// Returns the position.
    ///
    /// # Errors
    /// A description of the damage.
    pub fn game(&self) -> Result<Game, String> {
        let record = Record::parse(self.record.as_bytes());
        let game = record.and_then(|record| {
            let rules = record.rules().unwrap_or_default();
            record.game_after(usize::MAX, rules, KOMI)
        });
        game.map_err(|error| error.to_string())
    }

    /// Returns the mistake that was played.
    pub fn played(&self, game: &Game) -> Option<Move> {
        game.size().parse_move(self.played.as_deref()?)
    }

    /// Returns the given answers.
    pub fn answers(&self, game: &Game) -> Vec<Point> {
        let point = |name: &String| game.size().parse_vertex(name);
        self.answers.iter().filter_map(point).collect()
    }

    /// Returns a number for the position, the side to move, the kind and the mistake. It does not depend on
    /// the name, nor on the program that wrote the record.
    pub fn id(&self, game: &Game) -> String {
        let stones: String = game.board().to_string().split_whitespace().collect();
        let played = self.played.as_deref().unwrap_or_default();
        let (size, to_move, kind) = (game.size(), game.to_move(), self.kind);
        hash(&format!("{size} {stones} {to_move} {kind:?} {played}"))
    }
}

/// Returns the position with that side to move.
pub fn with_side(game: Game, color: Color) -> Game {
    match game.to_move() == color {
        true => game,
        false => Game::from_position(game.board().clone(), color, game.rules(), game.komi()),
    }
}

/// Returns a hash as text: FNV-1a, the same in all versions of the program.
pub fn hash(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::*;

    fn game(color: Color) -> Game {
        let board = Board::from_diagram(". . . . .\n. X O . .\n. X O . .\n. . . . .\n. . . . .");
        Game::from_position(board, color, Rules::JAPANESE, 5.5)
    }

    #[test]
    fn a_problem_gives_its_position_back() {
        for color in Color::BOTH {
            let game = game(color);
            let mistake = game.size().parse_move("E1").unwrap();
            let problem = Problem::of_mistake("a".to_owned(), &game, mistake);
            let again = problem.game().unwrap();
            assert_eq!(again.board().key(), game.board().key());
            assert_eq!(
                (again.to_move(), again.rules(), again.komi()),
                (color, Rules::JAPANESE, 5.5)
            );
            assert_eq!(problem.played(&again), Some(mistake));
        }
    }

    #[test]
    fn the_number_of_a_problem_depends_on_the_position_and_the_side() {
        let id = |name: &str, color| Problem::of_life(name.to_owned(), &game(color), &[]).id(&game(color));
        assert_eq!(id("a", Color::Black), id("b", Color::Black));
        assert_ne!(id("a", Color::Black), id("a", Color::White));
        assert_eq!(hash(""), "cbf29ce484222325", "the hash is that of FNV-1a");
    }

    #[test]
    fn a_damaged_record_is_an_error() {
        let mut problem = Problem::of_life("a".to_owned(), &game(Color::Black), &[]);
        problem.record = "(;SZ[5];B[aa];W[aa])".to_owned();
        assert!(problem.game().is_err());
    }
}
