// SPDX-License-Identifier: MIT OR Apache-2.0

//! Configuration of an environment, and errors of its arguments.

use katachi_rules::MAX_SIDE;
use thiserror::Error;

/// Maximum number of boards in an observation.
pub const MAX_HISTORY: usize = 32;
/// Maximum limit of steps. The table of earlier positions takes 16 to 32 bytes per step of the limit.
pub const MAX_STEPS: u32 = 1 << 20;

/// The constants of an environment: size, komi, limit of steps, boards in an observation.
///
/// ```
/// use katachi_env::Config;
/// let config = Config::new(9)?;
/// assert_eq!(config.actions(), 82);
/// assert_eq!(config.observation_len(), 9 * 9 * 17);
/// assert_eq!((config.komi(), config.max_steps()), (7.5, 162));
///
/// let config = config.with_komi(0.5)?.with_history_length(4)?.with_max_steps(40)?;
/// assert_eq!(config.observation_len(), 9 * 9 * 9);
/// # Ok::<(), katachi_env::EnvError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    size: usize,
    komi: f32,
    max_steps: u32,
    history_length: usize,
}

impl Config {
    /// A square board of `size` lines with the defaults of Pgx: komi 7.5, a limit of 2 * size * size steps, 8
    /// boards in an observation.
    ///
    /// # Errors
    /// If the size is not in 2..=25. On one line a first play is suicide, but the first mask, all ones,
    /// allows it.
    pub fn new(size: usize) -> Result<Self, EnvError> {
        if !(2..=usize::from(MAX_SIDE)).contains(&size) {
            return Err(EnvError::Size(size));
        }
        Ok(Self {
            size,
            komi: 7.5,
            max_steps: 2 * (size * size) as u32,
            history_length: 8,
        })
    }

    /// Sets the komi, in points: any finite number. Scores are compared as 32-bit floats, as in Pgx.
    ///
    /// # Errors
    /// If the komi is not finite.
    pub fn with_komi(self, komi: f32) -> Result<Self, EnvError> {
        if !komi.is_finite() {
            return Err(EnvError::Komi(komi));
        }
        Ok(Self { komi, ..self })
    }

    /// Sets the limit of steps.
    ///
    /// # Errors
    /// If the limit is not in 1..=[`MAX_STEPS`].
    pub fn with_max_steps(self, max_steps: u32) -> Result<Self, EnvError> {
        if !(1..=MAX_STEPS).contains(&max_steps) {
            return Err(EnvError::MaxSteps(max_steps));
        }
        Ok(Self { max_steps, ..self })
    }

    /// Sets the number of boards in an observation, including the current one.
    ///
    /// # Errors
    /// If the number is not in 1..=[`MAX_HISTORY`].
    pub fn with_history_length(self, history_length: usize) -> Result<Self, EnvError> {
        if !(1..=MAX_HISTORY).contains(&history_length) {
            return Err(EnvError::HistoryLength(history_length));
        }
        Ok(Self {
            history_length,
            ..self
        })
    }

    /// Number of lines of the board, N.
    pub const fn size(self) -> usize {
        self.size
    }

    /// Points that White receives.
    pub const fn komi(self) -> f32 {
        self.komi
    }

    /// Number of steps after which a game ends.
    pub const fn max_steps(self) -> u32 {
        self.max_steps
    }

    /// Number of boards in an observation, H.
    pub const fn history_length(self) -> usize {
        self.history_length
    }

    /// Number of points, N * N.
    pub const fn points(self) -> usize {
        self.size * self.size
    }

    /// Number of actions, N * N + 1. Action `row * N + column` plays there, rows from the top.
    pub const fn actions(self) -> usize {
        self.points() + 1
    }

    /// The last action, N * N.
    pub const fn pass(self) -> u16 {
        self.points() as u16
    }

    /// Number of booleans in an observation: its shape is N, N, 2 * H + 1.
    pub const fn observation_len(self) -> usize {
        self.points() * (2 * self.history_length + 1)
    }

    /// Checks that the number is an action, legal or not.
    pub(super) fn check_action(self, action: u16) -> Result<(), EnvError> {
        if usize::from(action) >= self.actions() {
            return Err(EnvError::Action {
                action,
                last: self.pass(),
            });
        }
        Ok(())
    }
}

/// Errors of an environment, which is then unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EnvError {
    /// The size is out of range.
    #[error("the board has {0} lines, expected 2 to {MAX_SIDE}")]
    Size(usize),
    /// The komi is not finite.
    #[error("komi is {0}, expected a finite number")]
    Komi(f32),
    /// The limit of steps is out of range.
    #[error("the limit is {0} steps, expected 1 to {MAX_STEPS}")]
    MaxSteps(u32),
    /// The number of boards in an observation is out of range.
    #[error("an observation has {0} boards, expected 1 to {MAX_HISTORY}")]
    HistoryLength(usize),
    /// The number is greater than the last action. An illegal action is not an error: it loses the game.
    #[error("action {action} does not exist, the last one is {last} (pass)")]
    Action {
        /// The number.
        action: u16,
        /// The greatest action.
        last: u16,
    },
    /// A slice has the wrong length.
    #[error("{what} has length {found}, expected {expected}")]
    Length {
        /// Which slice.
        what: &'static str,
        /// The right length.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// There is no game with this index.
    #[error("game {game} does not exist, there are {games}")]
    Game {
        /// The index.
        game: usize,
        /// Number of games.
        games: usize,
    },
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

pub(super) fn check_len(what: &'static str, expected: usize, found: usize) -> Result<(), EnvError> {
    if found != expected {
        return Err(EnvError::Length {
            what,
            expected,
            found,
        });
    }
    Ok(())
}
