// SPDX-License-Identifier: MIT OR Apache-2.0

//! Policies, and playouts by them.
//!
//! `Settled` keeps settled stones: answers to atari, vital points, now and then a move beside the last one,
//! mostly moves anywhere. The only self-ataris are throw-ins and nakade, so that sekis stay. About 0.2 ms a
//! playout on 19x19 near the end of a game; `Uniform` takes 50 microseconds.

use std::fmt;
use std::str::FromStr;

use katachi_rules::{Board, BoardSize, Color, PlayoutBoard, Point, PointSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::learned::{Learned, PlayoutWeights};
use super::observer::PlayoutStats;
use super::tactics::{answer_atari, beside, first_acceptable, is_sensible, nakade_point, random_below};

/// A turn of a playout.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The side to move.
    pub color: Color,
    /// Last move, by the other side.
    pub last: Option<Point>,
    /// Whether it is the first move of the playout. Tactics that the tree left open may be anywhere on the
    /// board.
    pub is_first: bool,
}

/// A playout policy.
pub trait Policy {
    /// Returns a move, or none to pass.
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point>;
}

/// Policy that plays legal moves that fill no own eye, all with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uniform;

impl Policy for Uniform {
    fn choose(&self, board: &PlayoutBoard, Turn { color, .. }: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        first_acceptable(board, rng, |p| {
            board.is_legal(color, p) && !board.around(p).is_eye(color)
        })
    }
}

/// The number of moves among 8 that are sought beside the last move first.
const LOCAL: u32 = 2;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// Points where nobody plays, except in answer to an atari.
    pub(crate) closed: PointSet,
}

impl Policy for Settled {
    fn choose(
        &self,
        board: &PlayoutBoard,
        Turn { color, last, .. }: Turn,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        let is_acceptable = |p| !self.closed.contains(p) && is_sensible(board, color, p);
        if let Some(last) = last {
            if let Some(point) = answer_atari(board, color, last, rng) {
                return Some(point);
            }
            let vital = nakade_point(board, color, last)
                .filter(|&p| !self.closed.contains(p) && board.is_legal(color, p));
            if vital.is_some() {
                return vital;
            }
            if random_below(rng, 8) < LOCAL {
                let found = beside(board, last, rng, is_acceptable);
                if found.is_some() {
                    return found;
                }
            }
        }
        first_acceptable(board, rng, is_acceptable)
    }
}

/// The name of a playout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyName {
    /// Any legal move that fills no own eye.
    Uniform,
    /// Keeps settled stones: judges final positions.
    Settled,
    /// Has fitted weights: the policy of the search.
    Learned,
}

impl PolicyName {
    /// All policies.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Settled, Self::Learned];

    /// Makes the policy for boards of that size. `Learned` alone uses the weights.
    pub fn policy(self, weights: &PlayoutWeights, size: BoardSize) -> PlayoutPolicy {
        PlayoutPolicy {
            name: self,
            learned: Learned::new(weights, size),
        }
    }
}

impl fmt::Display for PolicyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["uniform", "settled", "learned"][*self as usize])
    }
}

impl FromStr for PolicyName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|name| name.to_string() == text)
            .ok_or("expected uniform, settled or learned")
    }
}

/// A policy for boards of one size.
#[derive(Clone, Debug)]
pub struct PlayoutPolicy {
    name: PolicyName,
    learned: Learned,
}

impl PlayoutPolicy {
    /// Plays playouts from a position, after a move of the other side at `last`. `see` gets each final board.
    pub fn play(
        &self,
        board: &Board,
        first: Color,
        last: Option<Point>,
        playouts: u32,
        rng: &mut ChaCha8Rng,
        mut see: impl FnMut(&PlayoutBoard),
    ) {
        let start = PlayoutBoard::new(board);
        for _ in 0..playouts {
            let mut board = start.clone();
            play_on(&mut board, first, last, self, rng, |_, _| {});
            see(&board);
        }
    }
}

impl Policy for PlayoutPolicy {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        match self.name {
            PolicyName::Uniform => Uniform.choose(board, turn, rng),
            PolicyName::Settled => Settled::default().choose(board, turn, rng),
            PolicyName::Learned => self.learned.choose(board, turn, rng),
        }
    }
}

/// Statistics of `playouts` playouts from a position. The sides take turns in moving first. The random
/// numbers depend on the position alone.
pub(crate) fn stats_of(board: &Board, policy: &impl Policy, playouts: u32) -> PlayoutStats {
    let mut rng = ChaCha8Rng::seed_from_u64(board.key());
    let (mut stats, start) = (PlayoutStats::new(board.size()), PlayoutBoard::new(board));
    for playout in 0..playouts as usize {
        let mut played = start.clone();
        let first = Color::BOTH[playout % 2];
        play_on(&mut played, first, None, policy, &mut rng, |_, _| {});
        stats.add(&played, 0.0);
    }
    stats
}

/// Plays until both sides pass, or for three moves a point, after a move of the other side at `last`. `saw`
/// gets each move. Does not allocate.
pub fn play_on(
    board: &mut PlayoutBoard,
    first: Color,
    mut last: Option<Point>,
    policy: &impl Policy,
    rng: &mut ChaCha8Rng,
    mut saw: impl FnMut(Color, Point),
) {
    let mut color = first;
    let mut passes = 0;
    for number in 0..3 * board.size().area() {
        let turn = Turn {
            color,
            last,
            is_first: number == 0,
        };
        let found = policy.choose(board, turn, rng);
        match found {
            Some(point) => {
                board.play(color, point);
                saw(color, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        last = found;
        color = color.opposite();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_name_is_read_as_its_policy() {
        for name in PolicyName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert!("Settled!".parse::<PolicyName>().is_err());
    }
}
