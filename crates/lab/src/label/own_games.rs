// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge's own games: each move is drawn from its policy.
//!
//! Draws by chance bring bad moves and their punishment into the games, which a model learns from. All
//! numbers here are guesses.

use katachi_katago_json::Answer;
use katachi_rules::{BoardSize, Move, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::OpenGame;
use crate::chance::{random_below, random_share};
use crate::judged::JudgedGame;

/// The opening has a move for that number of points.
const POINTS_FOR_OPENING_MOVE: usize = 8;
/// Temperatures of the draws: in the opening, later, and of wild moves.
const OPENING_TEMPERATURE: f64 = 1.25;
const TEMPERATURE: f64 = 1.0;
const WILD_TEMPERATURE: f64 = 2.5;
const WILD_MOVES: usize = 16;
const RANDOM_MOVES: [u8; 8] = [0, 0, 0, 0, 1, 2, 3, 4];
/// Rules, with the komi around which that of a game varies.
const RULES: [(Rules, f32); 4] = [
    (Rules::CHINESE, 7.0),
    (Rules::CHINESE, 7.0),
    (Rules::JAPANESE, 6.0),
    (Rules::TROMP_TAYLOR, 7.0),
];
const KOMI: [f32; 6] = [0.5, 0.5, 0.5, -0.5, -1.5, 1.5];
const LOST: f32 = 0.01;
/// A game may end if it was decided in this number of positions in turn.
const DECIDED_POSITIONS: u32 = 12;
/// Then one position of this many ends it.
const END_ONE_IN: usize = 4;

#[derive(Debug)]
pub(super) struct Player {
    rng: ChaCha8Rng,
    random_moves: usize,
    /// Positions in turn, up to the last one, in which the game was decided.
    decided: u32,
    ends: bool,
}

impl Player {
    /// Returns the beginning of a game. It depends on the seed and the number alone.
    pub(super) fn begin(size: BoardSize, seed: u64, number: usize) -> OpenGame {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number as u64);
        let (rules, komi) = RULES[random_below(&mut rng, RULES.len())];
        let game = JudgedGame {
            size,
            rules,
            komi: komi + KOMI[random_below(&mut rng, KOMI.len())],
            moves: Vec::new(),
            positions: Vec::new(),
        };
        let random_moves = RANDOM_MOVES[random_below(&mut rng, RANDOM_MOVES.len())].into();
        let player = Self {
            rng,
            random_moves,
            decided: 0,
            ends: false,
        };
        OpenGame::new(game, Some(player))
    }

    /// Draws the next move of a game, and whether a decided game ends after it.
    pub(super) fn choose(&mut self, game: &JudgedGame, answer: &Answer) -> Move {
        let played = game.moves.len();
        let mv = if played < self.random_moves {
            self.random_move(game.size, answer)
        } else {
            let is_wild = random_below(&mut self.rng, WILD_MOVES) == 0;
            let is_opening = played < game.size.area() / POINTS_FOR_OPENING_MOVE;
            let temperature = match (is_wild, is_opening) {
                (true, _) => WILD_TEMPERATURE,
                (false, true) => OPENING_TEMPERATURE,
                (false, false) => TEMPERATURE,
            };
            self.draw(game.size, answer, temperature)
        };
        let is_decided = !(LOST..=1.0 - LOST).contains(&answer.win_rate);
        self.decided = if is_decided { self.decided + 1 } else { 0 };
        self.ends = self.decided >= DECIDED_POSITIONS && random_below(&mut self.rng, END_ONE_IN) == 0;
        mv
    }

    /// Returns whether the game has ended: by two passes, as it is decided, or as it is too long.
    pub(super) fn is_over(&self, game: &JudgedGame) -> bool {
        let moves = &game.moves;
        self.ends || moves.ends_with(&[Move::Pass; 2]) || moves.len() >= max_moves(game.size)
    }

    /// A legal move on the board, or a pass without one.
    fn random_move(&mut self, size: BoardSize, answer: &Answer) -> Move {
        let legal = size.points().filter(|&point| answer.policy[point] >= 0.0);
        let legal: Vec<Move> = legal.map(Move::Play).collect();
        match legal.len() {
            0 => Move::Pass,
            count => legal[random_below(&mut self.rng, count)],
        }
    }

    /// A move by the policy; a high temperature makes rare moves more frequent.
    fn draw(&mut self, size: BoardSize, answer: &Answer, temperature: f64) -> Move {
        let weight = |share: f32| f64::from(share.max(0.0)).powf(1.0 / temperature);
        let sum: f64 = answer.shares(size).map(|(_, share)| weight(share)).sum();
        let mut left = random_share(&mut self.rng) * sum;
        let mut chosen = Move::Pass;
        for (mv, share) in answer.shares(size) {
            if share <= 0.0 {
                continue;
            }
            chosen = mv;
            left -= weight(share);
            if left < 0.0 {
                break;
            }
        }
        chosen
    }
}

fn max_moves(size: BoardSize) -> usize {
    size.area() * 3 / 2
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Color, PointMap};

    use super::*;

    /// Plays a game with the same policy of the points and of a pass, and the same win rate, everywhere.
    fn played(seed: u64, number: usize, policy: &[f32], win_rate: f32) -> JudgedGame {
        let side = policy.len().isqrt() as u8;
        let size = BoardSize::square(side);
        let mut answer = Answer {
            color: Color::Black,
            win_rate,
            lead: 0.0,
            deviation: 0.0,
            visits: 1,
            moves: Vec::new(),
            ownership: PointMap::filled(0.0),
            policy: PointMap::filled(0.0),
            pass: policy[size.area()].max(0.0),
        };
        for (point, &share) in size.points().zip(policy) {
            answer.policy[point] = share;
        }
        let mut open = Player::begin(size, seed, number);
        while !open.is_over() {
            open.take(&answer);
        }
        open.game
    }

    #[test]
    fn a_game_depends_on_seed_and_number() {
        let game = |seed, number| played(seed, number, &[0.1; 10], 0.5);
        assert_eq!(game(1, 5), game(1, 5));
        assert_ne!(game(1, 5), game(1, 6));
        assert_ne!(game(1, 5), game(2, 5));
    }

    #[test]
    fn illegal_moves_and_moves_without_a_share_are_not_drawn() {
        let mut policy = [-1.0; 10];
        (policy[2], policy[4], policy[9]) = (1.0, 0.0, 0.0);
        for number in 0..40 {
            let game = played(1, number, &policy, 0.5);
            let [c3, b2] = [2, 4].map(|index| game.size.points().nth(index).map(Move::Play));
            assert_eq!(game.moves.len(), 13, "nobody passes: the longest game");
            let is_c3 = |mv: &Move| Some(*mv) == c3;
            assert!(game.moves.iter().all(|mv| is_c3(mv) || Some(*mv) == b2));
            assert!(game.moves[4..].iter().all(is_c3), "random moves are 4 at most");
        }
    }

    #[test]
    fn two_passes_end_a_game() {
        let mut policy = [0.0; 10];
        policy[9] = 1.0;
        for number in 0..20 {
            let game = played(1, number, &policy, 0.5);
            assert!(game.moves.ends_with(&[Move::Pass; 2]));
            assert!(game.moves.len() <= 6);
        }
        let nothing = played(1, 0, &[-1.0; 10], 0.5);
        assert!(nothing.moves.iter().all(|&mv| mv == Move::Pass), "without shares");
    }

    #[test]
    fn a_decided_game_ends_after_a_while() {
        let mut policy = [0.0; 82];
        policy[0] = 1.0;
        let lengths = (0..40).map(|number| played(1, number, &policy, 0.009).moves.len());
        let lengths: Vec<usize> = lengths.collect();
        assert_eq!(lengths.iter().min(), Some(&(DECIDED_POSITIONS as usize)));
        assert!(lengths.iter().all(|&moves| moves < 60), "{lengths:?}");
    }
}
