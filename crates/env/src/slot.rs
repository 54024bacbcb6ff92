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
    pub(super) black: Player,
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

/// What a game needs for its next step.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Strings, liberties and ko. Stale after the end of a game.
    pub(super) board: Board,
    pub(super) empty: EmptyRows,
    /// The last boards, N * N words.
    pub(super) points: Vec<u64>,
    /// The table of earlier positions.
    pub(super) seen: Vec<u64>,
    pub(super) progress: Progress,
}

/// The fields of one game, borrowed from the storage.
pub(super) struct Slot<'a> {
    pub(super) config: &'a Config,
    pub(super) state: &'a mut State,
    pub(super) mask: &'a mut [bool],
    pub(super) player: &'a mut Player,
    pub(super) rewards: &'a mut [f32; 2],
    pub(super) terminated: &'a mut bool,
}

impl State {
    /// Writes the observation of a player.
    pub(super) fn observe(&self, player: Player, boards: usize, out: &mut [bool]) {
        let viewer = player.color(self.progress.black);
        history::observe(&self.points, viewer, boards, out);
    }
}

impl Slot<'_> {
    /// Starts a game.
    pub(super) fn reset(&mut self, black: Player) {
        let size = self.config.size();
        self.state.board = Board::new(BoardSize::square(size as u8));
        self.state.empty = legal::all_empty(size);
        self.state.points.fill(0);
        self.state.seen.fill(0);
        self.mask.fill(true);
        self.state.progress = Progress {
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
        let color = self.state.progress.to_move;
        let is_legal = self.mask[usize::from(action)];
        // Passes and illegal actions also add a copy of the board to the history.
        history::advance(&mut self.state.points);
        let repeats = if action == self.config.pass() {
            self.state.board.clear_ko();
            self.state.progress.passes += 1;
            false
        } else {
            self.state.progress.passes = 0;
            self.put(color, usize::from(action))
        };
        self.state.progress.steps += 1;
        self.state.progress.to_move = color.opposite();
        // The turn changes after the last step too.
        *self.player = self.player.opponent();

        let end = if !is_legal || repeats {
            // Superko does not mask a play; the play loses the game. This takes precedence over the score if
            // the step reaches the limit.
            Some(End::Loss(color))
        } else if self.state.progress.passes >= 2 || self.state.progress.steps >= self.config.max_steps() {
            Some(End::Counted)
        } else {
            None
        };
        match end {
            Some(end) => self.finish(&end),
            None => legal::write_mask(&self.state.board, color.opposite(), &self.state.empty, self.mask),
        }
    }

    /// Plays a stone; true if the position occurred before, with either side to move.
    fn put(&mut self, color: Color, action: usize) -> bool {
        let size = self.config.size();
        let point = Point::new((action % size) as u8, (action / size) as u8);
        let is_playable = self.state.board.is_empty(point) && !self.state.board.is_suicide(color, point);
        if is_playable {
            // An illegal retake of a ko still captures.
            self.lift_captured(color, point);
            self.state.board.place(color, point);
            legal::toggle(&mut self.state.empty, point);
        }
        // Other illegal stones, even on occupied points, have no effect but to appear in the observations of
        // the finished game; the board with strings ignores them.
        history::set(&mut self.state.points[action], color.into());
        is_playable && repetition::insert(&mut self.state.seen, self.state.board.key())
    }

    /// Clears the points of the stones that a play will capture.
    fn lift_captured(&mut self, color: Color, point: Point) {
        let size = self.config.size();
        for head in self.state.board.strings_beside(point, color.opposite()) {
            if self.state.board.liberties(head) == 1 {
                for stone in self.state.board.string(head) {
                    history::set(&mut self.state.points[legal::index(stone, size)], Cell::Empty);
                    legal::toggle(&mut self.state.empty, stone);
                }
            }
        }
    }

    /// Performs an action, and writes the observation of the player who is to move then.
    pub(super) fn step_and_observe(&mut self, action: u16, out: &mut [bool]) {
        self.step(action);
        self.state
            .observe(*self.player, self.config.history_length(), out);
    }

    fn finish(&mut self, end: &End) {
        let winner = match end {
            End::Loss(color) => color.opposite(),
            End::Counted => {
                let ByColor { black, white } = area::count(&self.state.points, self.config.size());
                // White wins a tie.
                if black as f32 - self.config.komi() > white as f32 {
                    Color::Black
                } else {
                    Color::White
                }
            }
        };
        for player in Player::BOTH {
            let wins = player.color(self.state.progress.black) == winner;
            self.rewards[player.index()] = if wins { 1.0 } else { -1.0 };
        }
        *self.terminated = true;
        // Agents can draw from it without a special case.
        self.mask.fill(true);
    }
}
