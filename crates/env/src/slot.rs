// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game of a store, and the rules of one step: where Pgx's oddities are.

use katachi_rules::{Board, BoardSize, ByColor, Cell, Color, Point};

use super::config::Config;
use super::legal::{self, EmptyRows};
use super::player::Player;
use super::{area, history, repetition};

/// The small numbers of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Who has Black.
    pub(super) black: Player,
    /// Whose turn it is.
    pub(super) to_move: Color,
    /// Steps so far, passes among them.
    pub(super) steps: u32,
    /// Passes since the last play.
    pub(super) passes: u32,
}

/// How a game ended.
enum End {
    /// That side broke a rule; the score does not matter.
    Loss(Color),
    /// By the score.
    Counted,
}

/// Everything that is one game's, borrowed from a store.
pub(super) struct Lane<'a> {
    pub(super) config: &'a Config,
    /// Strings, liberties and ko. Not kept up after the end of a game.
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

impl Lane<'_> {
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

    /// Does an action, which is one of 0..=N * N.
    pub(super) fn step(&mut self, action: u16) {
        if *self.terminated {
            // Only the step that ends the game has rewards; all else stays.
            *self.rewards = [0.0; 2];
            return;
        }
        let color = self.progress.to_move;
        let is_legal = self.mask[usize::from(action)];
        // Passes put a copy of the board into the history too, and so do illegal actions.
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
        // The turn passes on the last step as well.
        *self.player = self.player.opponent();

        let end = if !is_legal || repeats {
            // Superko does not mask a play, it loses the game for who plays it, and goes before the score
            // when the limit of steps falls on the same step.
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

    /// Puts a stone down; true if the position was there before, whoever was to move then.
    fn put(&mut self, color: Color, action: usize) -> bool {
        let size = self.config.size();
        let point = Point::new((action % size) as u8, (action / size) as u8);
        let is_playable = self.board.is_empty(point) && !self.board.is_suicide(color, point);
        if is_playable {
            // A ko that is taken back too early is illegal but captures.
            self.lift_captured(color, point);
            self.board.place(color, point);
            legal::toggle(self.empty, point);
        }
        // Other illegal stones are put down without any effect, on other stones too, and shown by the
        // observations of the finished game; the board that knows strings need not know of them.
        history::set(&mut self.points[action], color.into());
        is_playable && repetition::insert(self.seen, self.board.key())
    }

    /// Clears the points of the stones that a play is about to capture.
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
                // A tie is White's.
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
        // So that an agent may draw from it without a special case.
        self.mask.fill(true);
    }

    /// Writes what a player sees.
    pub(super) fn observe(&self, player: Player, out: &mut [bool]) {
        let viewer = player.color(self.progress.black);
        history::observe(self.points, viewer, self.config.history_length(), out);
    }
}
