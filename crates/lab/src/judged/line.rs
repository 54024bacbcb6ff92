// SPDX-License-Identifier: MIT OR Apache-2.0

//! A line of a file: its fields, as a game, and a game as a line.

use anyhow::{Context as _, ensure};
use indexmap::IndexMap;
use katachi_rules::{BoardSize, MAX_SIDE, Move, Rules};
use serde::{Deserialize, Serialize};

use super::{JudgedGame, JudgedPosition};

/// Maximum sum of the shares of a policy. Rounded to three digits, 0.0045 is 0.005.
const MAX_SUM: f32 = 1.12;

/// Letters from nobody's to Black's or White's.
const STEPS: f32 = 10.0;

#[derive(Deserialize, Serialize)]
struct Line {
    size: usize,
    rules: String,
    komi: f32,
    moves: Vec<String>,
    positions: Vec<Position>,
}

#[derive(Deserialize, Serialize)]
struct Position {
    p: IndexMap<String, f32>,
    w: f32,
    s: f32,
    o: String,
}

pub(super) fn parse(text: &str) -> anyhow::Result<JudgedGame> {
    let line: Line = serde_json::from_str(text)?;
    ensure!(
        (1..=usize::from(MAX_SIDE)).contains(&line.size),
        "expected a size of 1 to {MAX_SIDE}, found {}",
        line.size
    );
    let size = BoardSize::square(line.size as u8);
    let rules = line.rules.parse::<Rules>().map_err(anyhow::Error::msg)?;
    let (moves, positions) = (line.moves.len(), line.positions.len());
    ensure!(
        moves == positions,
        "expected a position before each of {moves} moves, found {positions}"
    );
    let moves = line.moves.iter().map(|name| parse_move(size, name));
    let positions = line.positions.iter().zip(1..);
    let positions = positions.map(|(it, k)| it.judged(size).with_context(|| format!("position {k}")));
    Ok(JudgedGame {
        size,
        rules,
        komi: line.komi,
        moves: moves.collect::<anyhow::Result<_>>()?,
        positions: positions.collect::<anyhow::Result<_>>()?,
    })
}

impl Position {
    fn judged(&self, size: BoardSize) -> anyhow::Result<JudgedPosition> {
        let moves = self.p.iter();
        let moves = moves.map(|(name, &value)| Ok((parse_move(size, name)?, share(name, value)?)));
        let policy = moves.collect::<anyhow::Result<Vec<_>>>()?;
        let sum: f32 = policy.iter().map(|&(_, share)| share).sum();
        ensure!(
            sum <= MAX_SUM,
            "the shares of the moves add up to {sum:.3}, more than 1"
        );
        let black_win_rate = share("w", self.w)?;
        let (area, found) = (size.area(), self.o.chars().count());
        ensure!(
            found == area,
            "expected ownership of {area} points, found {found}"
        );
        Ok(JudgedPosition {
            policy,
            black_win_rate,
            black_lead: self.s,
            ownership: self.o.chars().map(owner).collect::<anyhow::Result<_>>()?,
        })
    }
}

fn owner(letter: char) -> anyhow::Result<f32> {
    let is_known = ('a'..='u').contains(&letter);
    ensure!(is_known, "expected ownership from a to u, found {letter:?}");
    Ok((f32::from(letter as u8) - f32::from(b'k')) / STEPS)
}

fn parse_move(size: BoardSize, name: &str) -> anyhow::Result<Move> {
    let mv = size.parse_move(name);
    mv.with_context(|| format!("expected a move on the board or pass, found {name:?}"))
}

fn share(name: &str, value: f32) -> anyhow::Result<f32> {
    let is_share = (0.0..=1.0).contains(&value);
    ensure!(is_share, "{name}: expected a number from 0 to 1, found {value}");
    Ok(value)
}

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
        let share = |&(mv, share): &(Move, f32)| (self.size.show(mv), rounded(share, 1000.0));
        Position {
            p: position.policy.iter().map(share).collect(),
            w: rounded(position.black_win_rate, 1000.0),
            s: rounded(position.black_lead, 10.0),
            o: position.ownership.iter().map(|&owner| letter(owner)).collect(),
        }
    }
}

/// Rounds to a multiple of 1 / `parts`. There is one zero, without a sign.
fn rounded(value: f32, parts: f32) -> f32 {
    (value * parts).round() / parts + 0.0
}

fn letter(owner: f32) -> char {
    let steps = (owner.clamp(-1.0, 1.0) * STEPS).round() + STEPS;
    char::from(b'a' + steps as u8)
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Move, Rules};

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
        assert_eq!(parse(&line).expect("the line is a game"), game);
    }

    /// A game of one position.
    fn game(size: BoardSize, position: JudgedPosition) -> JudgedGame {
        JudgedGame {
            size,
            rules: Rules::CHINESE_SUPERKO,
            komi: 7.0,
            moves: vec![Move::Pass],
            positions: vec![position],
        }
    }

    #[test]
    fn all_letters_and_rounded_numbers_are_read_back() {
        let size = BoardSize::square(5);
        let ownership: Vec<f32> = (0..25).map(|i| (i as f32 - 10.0).min(10.0) / STEPS).collect();
        let [first, second] = ["A1", "B1"].map(|name| size.parse_move(name).expect("a move"));
        let position = JudgedPosition {
            policy: vec![(first, 0.12345), (second, 0.0045)],
            black_win_rate: 0.99999,
            black_lead: -0.04,
            ownership: ownership.clone(),
        };
        let read = parse(&game(size, position).to_line()).expect("the line is a game");
        let position = &read.positions[0];
        assert_eq!(position.policy, [(first, 0.123), (second, 0.005)]);
        assert_eq!((position.black_win_rate, position.black_lead), (1.0, 0.0));
        assert_eq!(position.ownership, ownership);
        assert_eq!(parse(&read.to_line()).expect("the line is a game"), read);
    }

    #[test]
    fn a_uniform_policy_is_read_back_however_it_is_rounded() {
        let size = BoardSize::square(15);
        for moves in [200, 222, 225] {
            let points = size.points().take(moves).map(Move::Play);
            let position = JudgedPosition {
                policy: points.map(|mv| (mv, 1.0 / moves as f32)).collect(),
                black_win_rate: 0.5,
                black_lead: 0.0,
                ownership: vec![0.0; 225],
            };
            assert!(parse(&game(size, position).to_line()).is_ok(), "{moves} moves");
        }
    }
}
