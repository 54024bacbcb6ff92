// SPDX-License-Identifier: MIT OR Apache-2.0

//! Many games at once.

use std::sync::Arc;

use katachi_rules::{ByColor, Cell};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::config::{Config, EnvError, check_len};
use super::games::Games;
use super::player::Player;
use super::{area, history, random};

/// Minimum number of games per thread.
const GRAIN: usize = 16;

/// An environment of many games of one configuration, stepped together. Each result is an array with the
/// games in order. Stepping, observing and resetting do not allocate, and nothing depends on the number
/// of threads.
///
/// Actions for finished games are ignored until [`BatchEnv::reset_finished`] restarts them. There is no
/// automatic reset, so the last position of a game stays visible.
///
/// A game takes about 14 kB on 9x9 and 29 kB on 19x19, observations not counted. A clone has games of its
/// own, and shares the threads.
///
/// ```
/// use katachi_env::{BatchEnv, Config};
/// let config = Config::new(9)?;
/// let mut env = BatchEnv::new(config, 64, 1);
/// let mut observations = vec![false; 64 * config.observation_len()];
/// let mut actions = vec![0; 64];
/// for step in 0..200 {
///     env.random_actions(step, &mut actions)?;
///     env.step_and_observe(&actions, &mut observations)?;
///     let finished = env.terminated().iter().filter(|&&over| over).count();
///     assert_eq!(env.reset_finished(), finished);
/// }
/// # Ok::<(), katachi_env::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchEnv {
    games: Games,
    /// Number of earlier games at each index.
    episodes: Vec<u64>,
    seed: u64,
    pool: Option<Arc<ThreadPool>>,
}

impl BatchEnv {
    /// Creates games at their start, stepped on the thread of the caller. The seed draws the player of Black
    /// in each game; the draws differ from those of Pgx.
    pub fn new(config: Config, games: usize, seed: u64) -> Self {
        let black: Vec<_> = (0..games).map(|game| random::black(seed, game, 0)).collect();
        Self {
            games: Games::new(config, &black),
            episodes: vec![0; games],
            seed,
            pool: None,
        }
    }

    /// As [`BatchEnv::new`], stepped on `threads` threads: 1 is the thread of the caller, 0 is one thread per
    /// core.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn with_threads(config: Config, games: usize, seed: u64, threads: usize) -> Result<Self, EnvError> {
        let mut env = Self::new(config, games, seed);
        if threads != 1 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            env.pool = Some(Arc::new(
                pool.map_err(|error| EnvError::Threads(error.to_string()))?,
            ));
        }
        Ok(env)
    }

    /// Performs one action of the current player in each game. After the end it only sets the rewards to 0.
    ///
    /// An action that the mask does not allow ends the game and loses it.
    ///
    /// # Errors
    /// If the number of actions differs from that of games, or an action is greater than N * N. No game is
    /// changed then.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        match &self.pool {
            None => {
                for (game, &action) in actions.iter().enumerate() {
                    self.games.slot(game).step(action);
                }
            }
            Some(pool) => {
                let games = self.games.slots().zip(actions).with_min_len(GRAIN);
                pool.install(|| games.for_each(|(mut slot, &action)| slot.step(action)));
            }
        }
        Ok(())
    }

    /// Performs one action in each game that `is_stepped` names, on the thread of the caller. The others stay
    /// as they are, with their rewards; their actions only have to exist.
    ///
    /// # Errors
    /// Those of [`BatchEnv::step`], and if `is_stepped` has another length than the games.
    pub fn step_where(&mut self, actions: &[u16], is_stepped: &[bool]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        check_len("the choice of games", self.games.len(), is_stepped.len())?;
        for (game, (&action, &is_stepped)) in actions.iter().zip(is_stepped).enumerate() {
            if is_stepped {
                self.games.slot(game).step(action);
            }
        }
        Ok(())
    }

    /// Does [`BatchEnv::step`] and [`BatchEnv::observe`] in one faster pass.
    ///
    /// # Errors
    /// Those of [`BatchEnv::step`] and [`BatchEnv::observe`]. No game is changed then.
    pub fn step_and_observe(&mut self, actions: &[u16], out: &mut [bool]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        let len = self.check_observations(out)?;
        match &self.pool {
            None => {
                for (game, (&action, out)) in actions.iter().zip(out.chunks_exact_mut(len)).enumerate() {
                    self.games.slot(game).step_and_observe(action, out);
                }
            }
            Some(pool) => {
                let games = self.games.slots().zip(actions).zip(out.par_chunks_exact_mut(len));
                let games = games.with_min_len(GRAIN);
                pool.install(|| {
                    games.for_each(|((mut slot, &action), out)| slot.step_and_observe(action, out));
                });
            }
        }
        Ok(())
    }

    /// Writes the observation of the current player of each game: games * N * N * (2 * H + 1) booleans, in
    /// the layout of [`BatchEnv::observe_game`].
    ///
    /// # Errors
    /// If the slice has another length.
    pub fn observe(&self, out: &mut [bool]) -> Result<(), EnvError> {
        let len = self.check_observations(out)?;
        let observe = |(game, out): (usize, &mut [bool])| {
            self.games.states[game].observe(self.games.players[game], self.config().history_length(), out);
        };
        match &self.pool {
            None => out.chunks_exact_mut(len).enumerate().for_each(observe),
            Some(pool) => pool.install(|| {
                let observations = out.par_chunks_exact_mut(len).enumerate();
                observations.with_min_len(GRAIN).for_each(observe);
            }),
        }
        Ok(())
    }

    /// Writes the observation of a player of one game, whichever side is to move: N * N * (2 * H + 1)
    /// booleans; plane `c` of the point in row `row` and column `column` is at
    /// `(row * N + column) * (2 * H + 1) + c`. Plane `2 * i` has the player's stones `i` steps ago, plane
    /// `2 * i + 1` the opponent's; the last plane is set if the player has White.
    ///
    /// # Errors
    /// If there is no such game, or the slice has another length.
    pub fn observe_game(&self, game: usize, player: Player, out: &mut [bool]) -> Result<(), EnvError> {
        self.check_game(game)?;
        check_len("observation", self.config().observation_len(), out.len())?;
        self.games.states[game].observe(player, self.config().history_length(), out);
        Ok(())
    }

    /// Restarts all games with another seed, as if they were new.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.episodes.fill(0);
        for game in 0..self.games.len() {
            self.games.slot(game).reset(random::black(seed, game, 0));
        }
    }

    /// Restarts one game; `black` has Black.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset(&mut self, game: usize, black: Player) -> Result<(), EnvError> {
        self.check_game(game)?;
        self.episodes[game] += 1;
        self.games.slot(game).reset(black);
        Ok(())
    }

    /// Restarts one game and draws the player of Black in it.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset_drawn(&mut self, game: usize) -> Result<(), EnvError> {
        self.check_game(game)?;
        let black = random::black(self.seed, game, self.episodes[game] + 1);
        self.reset(game, black)
    }

    /// Restarts one game as if `episode` games had been played at its index before; `black` has Black. With
    /// the same seed, and the same actions after it, a game that was saved goes on as it would have.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset_as(&mut self, game: usize, episode: u64, black: Player) -> Result<(), EnvError> {
        self.check_game(game)?;
        self.episodes[game] = episode;
        self.games.slot(game).reset(black);
        Ok(())
    }

    /// Restarts the finished games, draws the player of Black in them, and returns their number.
    pub fn reset_finished(&mut self) -> usize {
        let mut finished = 0;
        for (game, episode) in self.episodes.iter_mut().enumerate() {
            let mut slot = self.games.slot(game);
            if *slot.terminated {
                *episode += 1;
                slot.reset(random::black(self.seed, game, *episode));
                finished += 1;
            }
        }
        finished
    }

    /// Draws a legal action of each game, uniformly. The draw depends on the seed and the mask alone: use
    /// another seed for each step.
    ///
    /// # Errors
    /// If the length of the slice is not the number of games.
    pub fn random_actions(&self, seed: u64, actions: &mut [u16]) -> Result<(), EnvError> {
        check_len("actions", self.games.len(), actions.len())?;
        let masks = self.games.masks.chunks_exact(self.config().actions());
        for (game, (action, mask)) in actions.iter_mut().zip(masks).enumerate() {
            *action = random::action(seed, game, mask);
        }
        Ok(())
    }

    /// The seed that draws the players of Black.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of games that were played at an index before the present one.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn episode(&self, game: usize) -> Result<u64, EnvError> {
        self.check_game(game)?;
        Ok(self.episodes[game])
    }

    /// The constants.
    pub fn config(&self) -> &Config {
        &self.games.config
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The current player of each game. Changes with every step before the end, including the last one.
    pub fn current_players(&self) -> &[Player] {
        &self.games.players
    }

    /// Masks of legal actions: games * (N * N + 1) booleans, the last of each game for the pass; action `a`
    /// of game `g` is at `g * (N * N + 1) + a`. All are set at the start and after the end.
    pub fn legal_action_masks(&self) -> &[bool] {
        &self.games.masks
    }

    /// Rewards of each game, by player id: 1 for the winner and -1 for the loser after the step that ended
    /// the game, else 0.
    pub fn rewards(&self) -> &[[f32; 2]] {
        &self.games.rewards
    }

    /// Which games are over.
    pub fn terminated(&self) -> &[bool] {
        &self.games.terminated
    }

    /// The player of Black in a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn black_player(&self, game: usize) -> Result<Player, EnvError> {
        self.check_game(game)?;
        Ok(self.games.states[game].progress.black)
    }

    /// Number of steps of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn steps(&self, game: usize) -> Result<u32, EnvError> {
        self.check_game(game)?;
        Ok(self.games.states[game].progress.steps)
    }

    /// Content of a point of a game; rows count from the top, from 0. [`Cell::Off`] if there is no such
    /// point.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn cell(&self, game: usize, row: usize, column: usize) -> Result<Cell, EnvError> {
        self.check_game(game)?;
        let size = self.config().size();
        if row >= size || column >= size {
            return Ok(Cell::Off);
        }
        Ok(history::cell(self.games.states[game].points[row * size + column]))
    }

    /// The board of a game: rows of `.`, `X` (Black) and `O` (White), top row first.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn rows(&self, game: usize) -> Result<String, EnvError> {
        self.check_game(game)?;
        let name = |&word: &u64| match history::cell(word) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Off => '.',
        };
        let rows = self.games.states[game].points.chunks_exact(self.config().size());
        Ok(rows.flat_map(|row| row.iter().map(name).chain(['\n'])).collect())
    }

    /// Area of each colour in a game, without komi, if it ended now. A board without stones counts for both.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn area(&self, game: usize) -> Result<ByColor<u32>, EnvError> {
        self.check_game(game)?;
        Ok(area::count(&self.games.states[game].points, self.config().size()))
    }

    fn check_game(&self, game: usize) -> Result<(), EnvError> {
        let games = self.games.len();
        match game < games {
            true => Ok(()),
            false => Err(EnvError::Game { game, games }),
        }
    }

    fn check_actions(&self, actions: &[u16]) -> Result<(), EnvError> {
        check_len("actions", self.games.len(), actions.len())?;
        let config = self.config();
        actions.iter().try_for_each(|&action| config.check_action(action))
    }

    /// Returns the length of one observation if the slice has the length of all.
    fn check_observations(&self, out: &[bool]) -> Result<usize, EnvError> {
        let len = self.config().observation_len();
        check_len("observations", self.games.len() * len, out.len())?;
        Ok(len)
    }
}
