// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines that a person types in an exercise.

use katachi_rules::{BoardSize, Color, Game, Move, is_unprintable};

/// A typed line of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// A move.
    Play(Move),
    /// The answer is asked for.
    Skip,
    /// The board is asked for.
    Board,
    /// The end.
    Quit,
}

/// What can be typed in an exercise.
pub const TYPED: &str = "type a point such as D4, or pass, skip, board or quit";

/// Reads a line: a legal move in that position, or a word.
///
/// # Errors
/// A message for the person.
pub fn typed(line: &str, game: &Game, color: Color) -> Result<Typed, String> {
    let (line, size) = (line.trim(), game.size());
    let found = match line.to_ascii_lowercase().as_str() {
        "" => Typed::Nothing,
        "pass" => Typed::Play(Move::Pass),
        "skip" | "?" => Typed::Skip,
        "board" => Typed::Board,
        "quit" | "q" => Typed::Quit,
        _ => Typed::Play(Move::Play(
            size.parse_vertex(line).ok_or_else(|| unknown(line, size))?,
        )),
    };
    if let Typed::Play(mv) = found {
        let legal = game.check(color, mv);
        legal.map_err(|why| format!("{} is illegal: {why}.\n", size.show(mv)))?;
    }
    Ok(found)
}

fn unknown(line: &str, size: BoardSize) -> String {
    let shown: String = line.chars().filter(|&c| !is_unprintable(c)).take(40).collect();
    format!("'{shown}' is no point of the {size} board: {TYPED}.\n")
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::*;

    #[test]
    fn a_line_is_a_legal_move_or_a_word_or_a_message() {
        let board = Board::from_diagram(". X . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .");
        let game = Game::from_position(board, Color::White, Rules::CHINESE, 0.5);
        let point = |vertex| Typed::Play(game.size().parse_move(vertex).unwrap());
        for (line, expected) in [
            (" c3\r\n", point("C3")),
            ("PASS", Typed::Play(Move::Pass)),
            ("?", Typed::Skip),
            ("board", Typed::Board),
            ("quit", Typed::Quit),
            (" ", Typed::Nothing),
        ] {
            assert_eq!(typed(line, &game, Color::White), Ok(expected), "{line}");
        }
        for (line, expected) in [
            ("A5", "A5 is illegal: suicide.\n"),
            ("B5", "B5 is illegal: occupied.\n"),
            (
                "K9\u{1b}[2J",
                "'K9[2J' is no point of the 5x5 board: type a point such as D4, or pass, skip, board or quit.\n",
            ),
        ] {
            assert_eq!(typed(line, &game, Color::White), Err(expected.to_owned()));
        }
    }
}
