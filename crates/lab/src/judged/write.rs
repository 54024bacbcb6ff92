// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game as a line of a file.

use super::line::{Line, Position, STEPS};
use super::{JudgedGame, JudgedPosition};

impl JudgedGame {
    /// Returns the game as a line of a file, with the end of the line. Numbers are rounded: shares and win
    /// rates to three digits, leads to one, ownership to steps of 0.1. The lines of the board are as many as
    /// it is wide.
    pub fn to_line(&self) -> String {
        let line = Line {
            size: self.size.width().into(),
            rules: self.rules.to_string(),
            komi: self.komi,
            moves: self.moves.iter().map(|&mv| self.size.show(mv)).collect(),
            positions: self.positions.iter().map(|it| self.position(it)).collect(),
        };
        let mut text = serde_json::to_string(&line).expect("texts and numbers are JSON");
        text.push('\n');
        text
    }

    fn position(&self, position: &JudgedPosition) -> Position {
        let shares = position.policy.iter();
        Position {
            p: shares
                .map(|&(mv, share)| (self.size.show(mv), rounded(share, 1000.0)))
                .collect(),
            w: rounded(position.black_win_rate, 1000.0),
            s: rounded(position.black_lead, 10.0),
            o: position.ownership.iter().map(|&owner| letter(owner)).collect(),
        }
    }
}

/// Rounds to a multiple of 1 / `parts`. Of zeros there is one, without a sign.
fn rounded(value: f32, parts: f32) -> f32 {
    (value * parts).round() / parts + 0.0
}

/// Letter of an owner, -1 to 1.
fn letter(owner: f32) -> char {
    let steps = (owner.clamp(-1.0, 1.0) * STEPS).round() + STEPS;
    char::from(b'a' + steps as u8)
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Move, Rules};

    use super::super::line::parse;
    use super::*;

    const LINE: &str = concat!(
        r#"{"size":2,"rules":"japanese","komi":-6.5,"moves":["A2","pass"],"positions":["#,
        r#"{"p":{"B1":0.488,"A2":0.078,"pass":0.004},"w":0.512,"s":-10.4,"o":"akun"},"#,
        r#"{"p":{},"w":1.0,"s":0.0,"o":"kkkk"}]}"#
    );

    #[test]
    fn reading_undoes_writing() {
        let game = parse(LINE).expect("the line is a game");
        let line = game.to_line();
        assert_eq!(line, format!("{LINE}\n"));
        assert_eq!(parse(&line), Ok(game));
    }

    #[test]
    fn all_letters_and_rounded_numbers_are_read_back() {
        let size = BoardSize::square(5);
        let ownership: Vec<f32> = (0..25).map(|i| (i as f32 - 10.0).min(10.0) / STEPS).collect();
        let [first, second] = ["A1", "B1"].map(|name| size.parse_move(name).expect("a move"));
        let game = JudgedGame {
            size,
            rules: Rules::CHINESE_SUPERKO,
            komi: 7.0,
            moves: vec![first],
            positions: vec![JudgedPosition {
                policy: vec![(first, 0.12345), (second, 0.0045)],
                black_win_rate: 0.99999,
                black_lead: -0.04,
                ownership: ownership.clone(),
            }],
        };
        let read = parse(&game.to_line()).expect("the line is a game");
        let position = &read.positions[0];
        assert_eq!(position.policy, [(first, 0.123), (second, 0.005)]);
        assert_eq!((position.black_win_rate, position.black_lead), (1.0, 0.0));
        assert_eq!(position.ownership, ownership);
        assert_eq!(parse(&read.to_line()), Ok(read));
    }

    #[test]
    fn a_uniform_policy_is_read_back_however_it_is_rounded() {
        let size = BoardSize::square(15);
        for moves in [200, 222, 225] {
            let points = size.points().take(moves).map(Move::Play);
            let game = JudgedGame {
                size,
                rules: Rules::CHINESE,
                komi: 7.5,
                moves: vec![Move::Pass],
                positions: vec![JudgedPosition {
                    policy: points.map(|mv| (mv, 1.0 / moves as f32)).collect(),
                    black_win_rate: 0.5,
                    black_lead: 0.0,
                    ownership: vec![0.0; 225],
                }],
            };
            assert!(parse(&game.to_line()).is_ok(), "{moves} moves");
        }
    }
}
