// SPDX-License-Identifier: MIT OR Apache-2.0

//! Was a game played to its end? A program counts the last position, plays on for both sides until both have
//! passed, and counts again.
//!
//! Many records stop before the last moves without saying so. Their last position is no measure of a program
//! that counts. Another program plays on, so that the measured one does not choose its games.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use katachi_rules::{Game, Move};
use serde::{Deserialize, Serialize};

use super::scoring::parse_score;
use crate::process::gtp_client::Client;
use crate::process::line_program::split_words;
use crate::process::pipes::quote;

/// Time limit of an answer: GNU Go counts an open position in up to a minute.
const ANSWER_LIMIT: Duration = Duration::from_secs(600);
/// Points that the last neutral point, or a move in own territory, can change.
const TOLERANCE: f32 = 1.0;
/// Points of the board for each stone that may be played.
const POINTS_FOR_A_STONE: usize = 4;

/// A program that plays games to their ends.
#[derive(Clone, Debug)]
pub struct Finisher {
    words: Vec<String>,
}

/// A game after it was played on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedOn {
    /// White's lead in the last position of the record, by the program's count.
    pub before: f32,
    /// White's lead after both sides have passed; none if they did not pass.
    pub after: Option<f32>,
    /// Stones that were played in between.
    pub stones: usize,
}

impl PlayedOn {
    /// Was the game finished? Then both sides pass, and at most a last point changes.
    pub fn was_finished(&self) -> bool {
        self.after
            .is_some_and(|after| (after - self.before).abs() <= TOLERANCE)
    }
}

impl Finisher {
    /// Makes a finisher from the command of a program.
    ///
    /// # Errors
    /// A command that cannot be split into words.
    pub fn new(command: &str) -> Result<Self> {
        let words = split_words(command)?;
        Ok(Self { words })
    }

    /// Plays a game on from its last stone. Each call starts the program, so that the answer depends on the
    /// game alone. It takes a few seconds with GNU Go on 19x19.
    ///
    /// # Errors
    /// A program that cannot be started or breaks the protocol.
    pub fn play_on(&self, game: &Game) -> Result<PlayedOn> {
        let mut client = Client::start(&self.words)?;
        let played_on = play_on(&mut client, game)?;
        client.quit();
        Ok(played_on)
    }
}

fn play_on(client: &mut Client, game: &Game) -> Result<PlayedOn> {
    set_up(client, game)?;
    let before = count(client)?;
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
    let after = (passes == 2).then(|| count(client)).transpose()?;
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
    parse_score(&answer).with_context(|| format!("answered final_score with '{}'", quote(&answer)))
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
        Finisher::new(&shlex::try_join(["sh", "-c", &script]).unwrap())?.play_on(&game)
    }

    #[test]
    fn a_game_is_finished_if_both_pass_and_the_count_stays() {
        let finished = played_on(["B+3.5", "B+2.5"], &["A1", "pass", "PASS"]).unwrap();
        let expected = PlayedOn {
            before: -3.5,
            after: Some(-2.5),
            stones: 1,
        };
        assert_eq!(finished, expected);
        assert!(finished.was_finished());
    }

    #[test]
    fn a_game_is_not_finished_if_the_count_changes_or_nobody_passes() {
        let open = played_on(["B+3.5", "B+1.5"], &["A1", "pass", "pass"]).unwrap();
        assert!(!open.was_finished());
        let endless = played_on(["B+3.5", "B+3.5"], &["A1"; 20]).unwrap();
        assert_eq!((endless.after, endless.stones), (None, 7));
        assert!(!endless.was_finished());
        let resigned = played_on(["B+3.5", "B+3.5"], &["resign"]).unwrap();
        assert!(!resigned.was_finished());
    }

    #[test]
    fn a_program_that_cannot_count_is_an_error() {
        let error = played_on(["soon", "soon"], &["pass", "pass"]).unwrap_err();
        assert_eq!(error.to_string(), "answered final_score with 'soon'");
    }
}
