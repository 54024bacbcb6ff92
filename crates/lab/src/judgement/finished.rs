// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tells whether a game was played to its end. A program counts the last position, plays on for both sides
//! until both have passed, and counts again.
//!
//! Many records stop before the last moves without saying so. Their last position is no measure of a program
//! that counts. Another program plays on, so that the measured one does not choose its games.

use std::time::Duration;

use anyhow::{Result, bail, ensure};
use katachi_arena::gtp_client::Client;
use katachi_line_program::quote;
use katachi_rules::{Game, GameResult, Move};
use serde::{Deserialize, Serialize};

/// Time limit of an answer: GNU Go counts an open position in up to a minute.
const ANSWER_LIMIT: Duration = Duration::from_secs(600);
/// Points of the board for each stone that may be played.
const POINTS_FOR_A_STONE: usize = 4;

/// A game after it was played on. It was finished if both sides passed and at most a last point changed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlayedOn {
    /// White's lead in the last position of the record, by the program's count.
    before: f32,
    /// White's lead after both sides have passed; none if they did not pass.
    after: Option<f32>,
    /// Stones that were played in between.
    stones: usize,
}

/// Lets a program play a game on from its last stone, by the words of its command. Each call starts the
/// program, so that the answer depends on the game alone. It takes a few seconds with GNU Go on 19x19.
///
/// # Errors
/// A program that cannot be started or breaks the protocol.
pub(super) fn play_on(words: &[String], game: &Game) -> Result<PlayedOn> {
    let mut client = Client::start(words)?;
    set_up(&mut client, game)?;
    let before = count(&mut client)?;
    let is_stone = |&(_, mv): &(_, Move)| mv != Move::Pass;
    let last = game.moves().rfind(is_stone);
    let mut color = last.map_or(game.to_move(), |(color, _)| color.opposite());
    let (mut passes, mut stones) = (0, 0);
    while passes < 2 {
        let answer = client.ask(&format!("genmove {}", color.letter()), ANSWER_LIMIT)?;
        match answer.to_lowercase().as_str() {
            "pass" => passes += 1,
            "resign" => break,
            _ => (passes, stones) = (0, stones + 1),
        }
        if stones * POINTS_FOR_A_STONE > game.size().area() {
            break;
        }
        color = color.opposite();
    }
    let after = (passes == 2).then(|| count(&mut client)).transpose()?;
    client.quit();
    Ok(PlayedOn {
        before,
        after,
        stones,
    })
}

/// Brings the program to the position after the last stone.
fn set_up(client: &mut Client, game: &Game) -> Result<()> {
    let size = game.size();
    ensure!(size.width() == size.height(), "{size} is no square board");
    client.ask(&format!("boardsize {}", size.width()), ANSWER_LIMIT)?;
    client.ask("clear_board", ANSWER_LIMIT)?;
    client.ask(&format!("komi {}", game.komi()), ANSWER_LIMIT)?;
    let moves: Vec<_> = game.moves().collect();
    let last = moves.iter().rposition(|(_, mv)| *mv != Move::Pass);
    for &(color, mv) in &moves[..last.map_or(0, |i| i + 1)] {
        client.play(size, color, mv, ANSWER_LIMIT)?;
    }
    Ok(())
}

fn count(client: &mut Client) -> Result<f32> {
    let answer = client.ask("final_score", ANSWER_LIMIT)?;
    match answer.split_whitespace().next().unwrap_or_default().parse() {
        Ok(GameResult::Score(lead)) => Ok(lead),
        _ => bail!("answered final_score with '{}'", quote(&answer)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use katachi_rules::{BoardSize, Color, Rules};

    use super::*;

    /// Lets a program play on: it plays `moves`, and counts the two scores before and after them.
    fn played_on(scores: [&str; 2], moves: &[&str]) -> Result<PlayedOn> {
        let script = format!(
            "set -- {}; score='{}'; while read word rest; do case $word in \
             genmove) echo \"= $1\"; shift; score='{}';; final_score) echo \"= $score\";; \
             *) echo =;; esac; echo; done",
            moves.join(" "),
            scores[0],
            scores[1]
        );
        let mut game = Game::new(BoardSize::square(5), Rules::JAPANESE, 0.5);
        let point = game.size().parse_vertex("C3").unwrap();
        game.play(Color::Black, Move::Play(point)).unwrap();
        play_on(&["sh", "-c", &script].map(str::to_owned), &game)
    }

    #[test]
    fn a_program_plays_until_both_pass_or_the_board_is_full() {
        let check = |moves: &[&str], after, stones| {
            let played_on = played_on(["B+3.5", "B+2.5"], moves).unwrap();
            assert_eq!(played_on.before, -3.5);
            assert_eq!((played_on.after, played_on.stones), (after, stones), "{moves:?}");
        };
        check(&["A1", "pass", "PASS"], Some(-2.5), 1);
        check(&["A1"; 20], None, 7);
        check(&["resign"], None, 0);
        let error = played_on(["soon", "soon"], &["pass", "pass"]).unwrap_err();
        assert_eq!(error.to_string(), "answered final_score with 'soon'");
    }
}
