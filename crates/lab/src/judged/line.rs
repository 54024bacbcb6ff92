// SPDX-License-Identifier: MIT OR Apache-2.0

//! A line of a file as a game, and its fields.

use std::fmt::Display;

use indexmap::IndexMap;
use katachi_rules::{BoardSize, MAX_SIDE, Move, Rules};
use serde::{Deserialize, Serialize};

use super::{JudgedGame, JudgedPosition};

/// Maximum sum of the shares of a policy. Rounded to three digits, 0.0045 is 0.005.
const MAX_SUM: f32 = 1.12;

/// Letters from nobody's to Black's or White's.
pub(super) const STEPS: f32 = 10.0;

/// The fields of a game.
#[derive(Deserialize, Serialize)]
pub(super) struct Line {
    pub(super) size: usize,
    pub(super) rules: String,
    pub(super) komi: f32,
    pub(super) moves: Vec<String>,
    pub(super) positions: Vec<Position>,
}

/// The fields of a position.
#[derive(Deserialize, Serialize)]
pub(super) struct Position {
    pub(super) p: IndexMap<String, f32>,
    pub(super) w: f32,
    pub(super) s: f32,
    pub(super) o: String,
}

/// Parses a line.
///
/// # Errors
/// What is wrong with the line, as a clause.
pub(super) fn parse(text: &str) -> Result<JudgedGame, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !(1..=usize::from(MAX_SIDE)).contains(&line.size) {
        return Err(format!("expected a size of 1 to {MAX_SIDE}, found {}", line.size));
    }
    let size = BoardSize::square(line.size as u8);
    let rules = line.rules.parse::<Rules>().map_err(text_of)?;
    let komi = line.komi;
    let (moves, positions) = (line.moves.len(), line.positions.len());
    if moves != positions {
        return Err(format!(
            "expected a position before each of {moves} moves, found {positions}"
        ));
    }
    let moves = line.moves.iter().map(|name| parse_move(size, name));
    let positions = line.positions.iter().enumerate();
    let positions = positions.map(|(k, it)| {
        it.judged(size)
            .map_err(|error| format!("position {}: {error}", k + 1))
    });
    Ok(JudgedGame {
        size,
        rules,
        komi,
        moves: moves.collect::<Result<_, _>>()?,
        positions: positions.collect::<Result<_, _>>()?,
    })
}

impl Position {
    fn judged(&self, size: BoardSize) -> Result<JudgedPosition, String> {
        Ok(JudgedPosition {
            policy: self.policy(size)?,
            black_win_rate: share("w", self.w)?,
            black_lead: self.s,
            ownership: self.ownership(size)?,
        })
    }

    fn policy(&self, size: BoardSize) -> Result<Vec<(Move, f32)>, String> {
        let moves = self.p.iter();
        let moves = moves.map(|(name, &value)| Ok((parse_move(size, name)?, share(name, value)?)));
        let policy = moves.collect::<Result<Vec<_>, String>>()?;
        let sum: f32 = policy.iter().map(|&(_, share)| share).sum();
        if sum > MAX_SUM {
            return Err(format!("the shares of the moves add up to {sum:.3}, more than 1"));
        }
        Ok(policy)
    }

    fn ownership(&self, size: BoardSize) -> Result<Vec<f32>, String> {
        let area = size.points().count();
        let found = self.o.chars().count();
        if found != area {
            return Err(format!("expected ownership of {area} points, found {found}"));
        }
        self.o.chars().map(owner).collect()
    }
}

/// Owner that a letter stands for.
fn owner(letter: char) -> Result<f32, String> {
    match letter {
        'a'..='u' => Ok((f32::from(letter as u8) - f32::from(b'k')) / STEPS),
        _ => Err(format!("expected ownership from a to u, found {letter:?}")),
    }
}

fn parse_move(size: BoardSize, name: &str) -> Result<Move, String> {
    size.parse_move(name)
        .ok_or_else(|| format!("expected a move on the board or pass, found {name:?}"))
}

fn share(name: &str, value: f32) -> Result<f32, String> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{name}: expected a number from 0 to 1, found {value}"))
    }
}

fn text_of(error: impl Display) -> String {
    error.to_string()
}
