// SPDX-License-Identifier: MIT OR Apache-2.0

//! Configuration of an environment, and errors of its arguments.

use katachi_rules::MAX_SIDE;
use thiserror::Error;

/// Maximum number of boards in an observation.
pub const MAX_HISTORY: usize = 32;
/// Maximum limit of steps. The table of earlier positions takes 16 to 32 bytes per step of the limit.
pub const MAX_STEPS: u32 = 1 << 20;

/// The constants of an environment. [`Config::check`] has their ranges.
///
/// ```
/// use katachi_env::Config;
/// let config = Config::new(9)?;
/// assert_eq!(config.actions(), 82);
/// assert_eq!(config.observation_len(), 9 * 9 * 17);
/// assert_eq!((config.komi, config.max_steps), (7.5, 162));
///
/// let config = Config { komi: 0.5, history_length: 4, max_steps: 40, ..config };
/// assert_eq!(config.check()?.observation_len(), 9 * 9 * 9);
/// # Ok::<(), katachi_env::EnvError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Number of lines of the board, N: 2 to 25. On one line a first play is suicide, but the first mask, all
    /// ones, allows it.
    pub size: usize,
    /// Points that White receives: any finite number. Scores are compared as 32-bit floats, as in Pgx.
    pub komi: f32,
    /// Number of steps after which a game ends, 1 to [`MAX_STEPS`].
    pub max_steps: u32,
    /// Number of boards in an observation, H, including the current one: 1 to [`MAX_HISTORY`].
    pub history_length: usize,
}

impl Config {
    /// A square board of `size` lines with the defaults of Pgx: komi 7.5, a limit of 2 * size * size steps, 8
    /// boards in an observation.
    ///
    /// # Errors
    /// A size out of range.
    pub fn new(size: usize) -> Result<Self, EnvError> {
        let max_steps = 2 * size.min(MAX_SIDE.into()).pow(2) as u32;
        let config = Self {
            size,
            komi: 7.5,
            max_steps,
            history_length: 8,
        };
        config.check()
    }

    /// Returns the configuration if all its constants are in their ranges.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(self) -> Result<Self, EnvError> {
        let Self {
            size,
            komi,
            max_steps,
            history_length,
        } = self;
        if !(2..=usize::from(MAX_SIDE)).contains(&size) {
            let error = format!("the board has {size} lines, expected 2 to {MAX_SIDE}");
            return Err(EnvError(error));
        }
        if !komi.is_finite() {
            return Err(EnvError(format!("komi is {komi}, expected a finite number")));
        }
        if !(1..=MAX_STEPS).contains(&max_steps) {
            let error = format!("the limit is {max_steps} steps, expected 1 to {MAX_STEPS}");
            return Err(EnvError(error));
        }
        if !(1..=MAX_HISTORY).contains(&history_length) {
            let error = format!("an observation has {history_length} boards, expected 1 to {MAX_HISTORY}");
            return Err(EnvError(error));
        }
        Ok(self)
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
}

/// An error of an environment, which is then unchanged. An illegal action is none: it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct EnvError(pub(super) String);

pub(super) fn check_len(what: &str, expected: usize, found: usize) -> Result<(), EnvError> {
    match found == expected {
        true => Ok(()),
        false => Err(EnvError(format!(
            "{what} has length {found}, expected {expected}"
        ))),
    }
}
