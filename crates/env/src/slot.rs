// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game of the storage, and the rules of one step with Pgx's peculiarities.

use katachi_rules::{Board, BoardSize, ByColor, Cell, Color, Point};

use super::config::Config;
use super::legal::{self, EmptyRows};
use super::player::Player;
use super::{area, history, repetition};

/// Counters and sides of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The player of Black.
    pub(super) black: Player,
    /// The side to move.
    pub(super) to_move: Color,
    /// Number of steps so far, including passes.
    pub(super) steps: u32,
    /// Number of passes since the last play.
    pub(super) passes: u32,
}

/// How a game ended.
enum End {
    /// That side broke a rule and loses.
    Loss(Color),
    /// By the score.
    Counted,
}

/// The fields of one game, borrowed from the storage.
pub(super) struct Slot<'a> {
    pub(super) config: &'a Config,
    /// Strings, liberties and ko. Stale after the end of a game.
    pub(super) board: &'a mut Board,
    pub(super) empty: &'a mut EmptyRows,
    pub(super) points: &'a mut [u64],
    pub(super) seen: &'a mut [u64],
    pub(super) mask: &'a mut [bool],
    pub(super) progress: &'a mut Progress,
    pub(super) player: &'a mut Player,
    pub(super) rewards: &'a mut [f32; 2],
    pub(super) terminated: &'a mut bool,
}

impl Slot<'_> {
    /// Starts a game.
    pub(super) fn reset(&mut self, black: Player) {
        let size = self.config.size();
        *self.board = Board::new(BoardSize::square(size as u8));
        *self.empty = legal::all_empty(size);
        self.points.fill(0);
        self.seen.fill(0);
        self.mask.fill(true);
        *self.progress = Progress {
            black,
            to_move: Color::Black,
            steps: 0,
            passes: 0,
        };
        *self.player = black;
        *self.rewards = [0.0; 2];
        *self.terminated = false;
    }

    /// Performs an action of 0..=N * N.
    pub(super) fn step(&mut self, action: u16) {
        if *self.terminated {
            // Only the step that ends the game has rewards; nothing else changes.
            *self.rewards = [0.0; 2];
            return;
        }
        let color = self.progress.to_move;
        let is_legal = self.mask[usize::from(action)];
        // Passes and illegal actions also add a copy of the board to the history.
        history::advance(self.points);
        let repeats = if action == self.config.pass() {
            self.board.clear_ko();
            self.progress.passes += 1;
            false
        } else {
            self.progress.passes = 0;
            self.put(color, usize::from(action))
        };
        self.progress.steps += 1;
        self.progress.to_move = color.opposite();
        // The turn changes after the last step too.
        *self.player = self.player.opponent();

        let end = if !is_legal || repeats {
            // Superko does not mask a play; the play loses the game. This takes precedence over the score if
            // the step reaches the limit.
            Some(End::Loss(color))
        } else if self.progress.passes >= 2 || self.progress.steps >= self.config.max_steps() {
            Some(End::Counted)
        } else {
            None
        };
        match end {
            Some(end) => self.finish(&end),
            None => legal::write_mask(self.board, color.opposite(), self.empty, self.mask),
        }
    }

    /// Plays a stone; true if the position occurred before, with either side to move.
    fn put(&mut self, color: Color, action: usize) -> bool {
        let size = self.config.size();
        let point = Point::new((action % size) as u8, (action / size) as u8);
        let is_playable = self.board.is_empty(point) && !self.board.is_suicide(color, point);
        if is_playable {
            // An illegal retake of a ko still captures.
            self.lift_captured(color, point);
            self.board.place(color, point);
            legal::toggle(self.empty, point);
        }
        // Other illegal stones, even on occupied points, have no effect but to appear in the observations of
        // the finished game; the board with strings ignores them.
        history::set(&mut self.points[action], color.into());
        is_playable && repetition::insert(self.seen, self.board.key())
    }

    /// Clears the points of the stones that a play will capture.
    fn lift_captured(&mut self, color: Color, point: Point) {
        let size = self.config.size();
        for head in self.board.strings_beside(point, color.opposite()) {
            if self.board.liberties(head) == 1 {
                for stone in self.board.string(head) {
                    history::set(&mut self.points[legal::index(stone, size)], Cell::Empty);
                    legal::toggle(self.empty, stone);
                }
            }
        }
    }

    fn finish(&mut self, end: &End) {
        let winner = match end {
            End::Loss(color) => color.opposite(),
            End::Counted => {
                let ByColor { black, white } = area::count(self.points, self.config.size());
                // White wins a tie.
                if black as f32 - self.config.komi() > white as f32 {
                    Color::Black
                } else {
                    Color::White
                }
            }
        };
        for player in Player::BOTH {
            let wins = player.color(self.progress.black) == winner;
            self.rewards[player.index()] = if wins { 1.0 } else { -1.0 };
        }
        *self.terminated = true;
        // Agents can draw from it without a special case.
        self.mask.fill(true);
    }

    /// Writes the observation of a player.
    pub(super) fn observe(&self, player: Player, out: &mut [bool]) {
        let viewer = player.color(self.progress.black);
        history::observe(self.points, viewer, self.config.history_length(), out);
    }
}
