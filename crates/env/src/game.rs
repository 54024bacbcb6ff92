// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game, and the rules of one step with Pgx's peculiarities.

use katachi_rules::{Board, BoardSize, ByColor, Cell, Color, Point};

use super::config::{Config, EnvError, check_len};
use super::legal::{self, EmptyRows};
use super::player::Player;
use super::{area, history};

/// A game of a batch.
#[derive(Clone, Debug)]
pub struct Game {
    config: Config,
    /// Strings, liberties and ko. Stale after the end of the game.
    board: Board,
    empty: EmptyRows,
    /// The last boards, N * N words.
    points: Vec<u64>,
    /// An open-addressed table of the Zobrist keys of earlier positions, for superko. Two positions of a game
    /// have the same key once in more than 10^13 games.
    seen: Vec<u64>,
    to_move: Color,
    passes: u32,
    /// Number of games that were played at this index of the batch before this one.
    pub episode: u64,
    /// The player of Black.
    pub black_player: Player,
    /// Number of steps so far, including passes.
    pub steps: u32,
    /// The current player. Changes with every step before the end, including the last one.
    pub current_player: Player,
    /// The legal actions: N * N + 1 booleans, the last one for the pass. All are set at the start and after
    /// the end.
    pub legal_action_mask: Vec<bool>,
    /// Rewards by player id: 1 for the winner and -1 for the loser after the step that ended the game, else
    /// 0.
    pub rewards: [f32; 2],
    /// Whether the game is over.
    pub terminated: bool,
}

impl Game {
    pub(super) fn new(config: Config, black: Player) -> Self {
        Self {
            config,
            board: Board::new(BoardSize::square(config.size as u8)),
            empty: legal::all_empty(config.size),
            points: vec![0; config.points()],
            seen: vec![0; table_len(config.max_steps)],
            to_move: Color::Black,
            passes: 0,
            episode: 0,
            black_player: black,
            steps: 0,
            current_player: black,
            legal_action_mask: vec![true; config.actions()],
            rewards: [0.0; 2],
            terminated: false,
        }
    }

    /// Starts the game of that episode.
    pub(super) fn reset(&mut self, episode: u64, black: Player) {
        self.board = Board::new(BoardSize::square(self.config.size as u8));
        self.empty = legal::all_empty(self.config.size);
        self.points.fill(0);
        self.seen.fill(0);
        (self.to_move, self.passes, self.steps) = (Color::Black, 0, 0);
        self.episode = episode;
        (self.black_player, self.current_player) = (black, black);
        self.legal_action_mask.fill(true);
        (self.rewards, self.terminated) = ([0.0; 2], false);
    }

    /// Content of a point; rows count from the top, from 0. [`Cell::Off`] if there is no such point.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let size = self.config.size;
        match row < size && column < size {
            true => history::cell(self.points[row * size + column]),
            false => Cell::Off,
        }
    }

    /// The board: rows of `.`, `X` (Black) and `O` (White), top row first.
    pub fn rows(&self) -> String {
        let name = |&word: &u64| match history::cell(word) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Off => '.',
        };
        let rows = self.points.chunks_exact(self.config.size);
        rows.flat_map(|row| row.iter().map(name).chain(['\n'])).collect()
    }

    /// Area of each colour, without komi, if the game ended now. A board without stones counts for both.
    pub fn area(&self) -> ByColor<u32> {
        area::count(&self.points, self.config.size)
    }

    /// Writes the observation of a player, whichever side is to move: N * N * (2 * H + 1) booleans; plane `c`
    /// of the point in row `row` and column `column` is at `(row * N + column) * (2 * H + 1) + c`. Plane
    /// `2 * i` has the player's stones `i` steps ago, plane `2 * i + 1` the opponent's; the last plane is set
    /// if the player has White.
    ///
    /// # Errors
    /// A slice of another length.
    pub fn observe(&self, player: Player, out: &mut [bool]) -> Result<(), EnvError> {
        check_len("observation", self.config.observation_len(), out.len())?;
        let viewer = player.color(self.black_player);
        history::observe(&self.points, viewer, self.config.history_length, out);
        Ok(())
    }

    /// Writes the observation of the current player into a slice of the right length.
    pub(super) fn observe_current(&self, out: &mut [bool]) {
        let viewer = self.current_player.color(self.black_player);
        history::observe(&self.points, viewer, self.config.history_length, out);
    }

    /// Performs an action of 0..=N * N.
    pub(super) fn step(&mut self, action: u16) {
        if self.terminated {
            // Only the step that ends the game has rewards; nothing else changes.
            self.rewards = [0.0; 2];
            return;
        }
        let color = self.to_move;
        let is_legal = self.legal_action_mask[usize::from(action)];
        // Passes and illegal actions also add a copy of the board to the history.
        history::advance(&mut self.points);
        let repeats = if action == self.config.pass() {
            self.board.clear_ko();
            self.passes += 1;
            false
        } else {
            self.passes = 0;
            self.put(color, usize::from(action))
        };
        self.steps += 1;
        self.to_move = color.opposite();
        // The turn changes after the last step too.
        self.current_player = self.current_player.opponent();

        if !is_legal || repeats {
            // Superko does not mask a play; the play loses the game. This takes precedence over the score if
            // the step reaches the limit.
            self.finish(color.opposite());
        } else if self.passes >= 2 || self.steps >= self.config.max_steps {
            let ByColor { black, white } = self.area();
            // White wins a tie.
            let black_wins = black as f32 - self.config.komi > white as f32;
            self.finish(if black_wins { Color::Black } else { Color::White });
        } else {
            legal::write_mask(
                &self.board,
                self.to_move,
                &self.empty,
                &mut self.legal_action_mask,
            );
        }
    }

    /// Plays a stone; true if the position occurred before, with either side to move.
    fn put(&mut self, color: Color, action: usize) -> bool {
        let size = self.config.size;
        let point = Point::new((action % size) as u8, (action / size) as u8);
        let is_playable = self.board.is_empty(point) && !self.board.is_suicide(color, point);
        if is_playable {
            // An illegal retake of a ko still captures.
            self.lift_captured(color, point);
            self.board.place(color, point);
            legal::toggle(&mut self.empty, point);
        }
        // Other illegal stones, even on occupied points, have no effect but to appear in the observations of
        // the finished game; the board with strings ignores them.
        history::set(&mut self.points[action], color.into());
        is_playable && insert(&mut self.seen, self.board.key())
    }

    /// Clears the points of the stones that a play will capture.
    fn lift_captured(&mut self, color: Color, point: Point) {
        for head in self.board.strings_beside(point, color.opposite()) {
            if self.board.liberties(head) == 1 {
                for stone in self.board.string(head) {
                    let index = legal::index(stone, self.config.size);
                    history::set(&mut self.points[index], Cell::Empty);
                    legal::toggle(&mut self.empty, stone);
                }
            }
        }
    }

    fn finish(&mut self, winner: Color) {
        for player in Player::BOTH {
            let wins = player.color(self.black_player) == winner;
            self.rewards[player.index()] = if wins { 1.0 } else { -1.0 };
        }
        self.terminated = true;
        // Agents can draw from it without a special case.
        self.legal_action_mask.fill(true);
    }
}

/// An empty slot: the key of the empty board, to which no legal play leads.
const FREE: u64 = 0;

/// Length of the table for a game of `max_steps` steps: at least half of them stay free.
fn table_len(max_steps: u32) -> usize {
    (2 * max_steps as usize).next_power_of_two()
}

/// Adds a key; true if it was present.
#[inline]
fn insert(seen: &mut [u64], key: u64) -> bool {
    let last = seen.len() - 1;
    // All bits of a key are random.
    let mut slot = key as usize & last;
    loop {
        match seen[slot] {
            FREE => {
                seen[slot] = key;
                return false;
            }
            noted if noted == key => return true,
            _ => slot = (slot + 1) & last,
        }
    }
}
