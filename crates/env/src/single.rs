// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game.

use std::fmt;

use katachi_rules::{ByColor, Cell, Color};

use super::area;
use super::config::{Config, EnvError, check_len};
use super::games::Games;
use super::player::Player;

/// An environment of one game. Stepping, observing and resetting do not allocate.
///
/// ```
/// use katachi_env::{Config, Env, Player};
/// let config = Config::new(5)?;
/// let mut env = Env::new(config, Player::One);
/// assert_eq!(env.current_player(), Player::One); // has Black
/// env.step(12)?;
/// assert_eq!(env.current_player(), Player::Zero);
/// assert!(!env.legal_action_mask()[12]);
///
/// let mut planes = vec![false; config.observation_len()];
/// env.observe(Player::Zero, &mut planes)?;
/// let at = |row: usize, column: usize, plane: usize| planes[(row * 5 + column) * 17 + plane];
/// assert!(at(2, 2, 1)); // the opponent's stone
/// assert!(at(0, 0, 16)); // player 0 has White
///
/// env.step(config.pass())?;
/// env.step(config.pass())?;
/// assert!(env.is_terminated());
/// assert_eq!(env.rewards(), [-1.0, 1.0]); // 25 - 7.5 > 0
/// # Ok::<(), katachi_env::EnvError>(())
/// ```
#[derive(Clone)]
pub struct Env {
    games: Games,
}

impl Env {
    /// A game at its start; `black` has Black and moves first. Pgx draws that player.
    pub fn new(config: Config, black: Player) -> Self {
        Self {
            games: Games::new(config, &[black]),
        }
    }

    /// Restarts the game.
    pub fn reset(&mut self, black: Player) {
        self.games.slot(0).reset(black);
    }

    /// Performs an action of the current player. After the end it only sets the rewards to 0.
    ///
    /// An action that the mask does not allow ends the game and loses it.
    ///
    /// # Errors
    /// [`EnvError::Action`] if the number is greater than N * N.
    #[inline]
    pub fn step(&mut self, action: u16) -> Result<(), EnvError> {
        self.games.config.check_action(action)?;
        self.games.slot(0).step(action);
        Ok(())
    }

    /// Writes the observation of a player, whichever side is to move: N * N * (2 * H + 1) booleans; plane `c`
    /// of the point in row `row` and column `column` is at `(row * N + column) * (2 * H + 1) + c`. Plane `2 *
    /// i` has the player's stones `i` steps ago, plane `2 * i + 1` the opponent's; the last plane is set if
    /// the player has White.
    ///
    /// # Errors
    /// [`EnvError::Length`] if the slice has another length.
    #[inline]
    pub fn observe(&self, player: Player, out: &mut [bool]) -> Result<(), EnvError> {
        check_len("observation", self.config().observation_len(), out.len())?;
        self.games.observe(0, player, out);
        Ok(())
    }

    /// The constants.
    pub fn config(&self) -> &Config {
        &self.games.config
    }

    /// The current player. Changes with every step before the end, including the last one.
    pub fn current_player(&self) -> Player {
        self.games.players[0]
    }

    /// The player of Black.
    pub fn black_player(&self) -> Player {
        self.games.states[0].progress.black
    }

    /// Mask of legal actions: N * N + 1 booleans, the last one for the pass. All are set at the start and
    /// after the end.
    pub fn legal_action_mask(&self) -> &[bool] {
        &self.games.masks
    }

    /// Rewards by player id: 1 for the winner and -1 for the loser after the step that ended the game, else
    /// 0.
    pub fn rewards(&self) -> [f32; 2] {
        self.games.rewards[0]
    }

    /// Is the game over?
    pub fn is_terminated(&self) -> bool {
        self.games.terminated[0]
    }

    /// Number of steps of this game.
    pub fn steps(&self) -> u32 {
        self.games.states[0].progress.steps
    }

    /// Content of a point; rows count from the top, columns from the left, both from 0. [`Cell::Off`] if
    /// there is no such point.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.games.cell(0, row, column)
    }

    /// Area of each colour, without komi, if the game ended now. A board without stones counts for both.
    pub fn area(&self) -> ByColor<u32> {
        area::count(&self.games.states[0].points, self.config().size())
    }

    /// The colour of a player.
    pub fn color(&self, player: Player) -> Color {
        player.color(self.black_player())
    }
}

/// Rows of `.`, `X` (Black) and `O` (White), top row first.
impl fmt::Display for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.games.rows(0))
    }
}

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Env {:?}, {:?}\n{self}",
            self.config(),
            self.games.states[0].progress
        )
    }
}
