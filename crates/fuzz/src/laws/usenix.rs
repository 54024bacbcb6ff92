// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of the tournament of 1984.

use std::io;

use katachi_rules::{Color, Game, Move, Rules};
use katachi_usenix84::protocol::{KOMI, Message, Player, SIZE, serve_streams};

use crate::twins::agree::counts_agree;

/// A player that plays the first legal point from a place that depends on the number of moves.
struct First {
    game: Game,
    own: Option<Color>,
}

impl First {
    fn own(&self) -> Color {
        self.own.expect("the game has begun")
    }
}

impl Player for First {
    type Error = io::Error;

    fn begin(&mut self, own: Color) -> io::Result<()> {
        assert_eq!(self.own.replace(own), None, "a game begins once");
        Ok(())
    }

    fn hear(&mut self, mv: Move) -> io::Result<bool> {
        let other = self.own().opposite();
        Ok(self.game.play(other, mv).is_ok())
    }

    fn byo_romi(&mut self) {
        self.own();
    }

    fn choose(&mut self) -> io::Result<Move> {
        let (color, board) = (self.own(), self.game.board());
        let from = 37 * self.game.move_count() % SIZE.area();
        let points = SIZE.points().cycle().skip(from).take(SIZE.area());
        let mut moves = points.filter(|&p| !board.is_eye(color, p)).map(Move::Play);
        let legal = moves.find(|&mv| self.game.is_legal(color, mv));
        let mv = legal.unwrap_or(Move::Pass);
        self.game.play(color, mv).expect("it is legal");
        Ok(mv)
    }
}

/// Plays a game against any lines. A line is a move only in the form in which moves are written, each answer
/// is a move in that form, and there is at most one for each line.
pub fn usenix(bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n');
    let count = lines.clone().count();
    for line in lines {
        if let Some(Message::Play(mv)) = Message::parse(line) {
            assert_eq!(SIZE.show(mv).as_bytes(), line, "one form");
        }
    }
    let mut player = First {
        game: Game::new(SIZE, Rules::JAPANESE, KOMI),
        own: None,
    };
    let mut output = Vec::new();
    serve_streams(&mut player, bytes, &mut output).expect("nothing fails");
    let output = String::from_utf8(output).expect("lines are text");
    assert!(output.lines().count() <= count, "an answer to each line at most");
    for line in output.lines() {
        let message = Message::parse(line.as_bytes());
        assert!(matches!(message, Some(Message::Play(_))), "{line:?}");
    }
    counts_agree(player.game.board());
}
