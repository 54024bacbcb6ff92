// SPDX-License-Identifier: MIT OR Apache-2.0

//! Many games at once.

use std::sync::Arc;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::config::{Config, EnvError, check_len};
use super::game::Game;
use super::player::Player;
use super::random;

/// Minimum number of games per thread.
const GRAIN: usize = 16;

/// An environment of many games of one configuration, stepped together. Stepping, observing and resetting do
/// not allocate, and nothing depends on the number of threads.
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
/// let mut env = BatchEnv::new(config, 64, 1)?;
/// let mut observations = vec![false; 64 * config.observation_len()];
/// let mut actions = vec![0; 64];
/// for step in 0..200 {
///     env.random_actions(step, &mut actions)?;
///     env.step_and_observe(&actions, &mut observations)?;
///     let finished = env.games().iter().filter(|game| game.terminated).count();
///     assert_eq!(env.reset_finished(), finished);
/// }
/// # Ok::<(), katachi_env::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchEnv {
    config: Config,
    games: Vec<Game>,
    seed: u64,
    pool: Option<Arc<ThreadPool>>,
}

impl BatchEnv {
    /// Creates games at their start, stepped on the thread of the caller. The seed draws the player of Black
    /// in each game; the draws differ from those of Pgx.
    ///
    /// # Errors
    /// A constant of the configuration that is out of range.
    pub fn new(config: Config, games: usize, seed: u64) -> Result<Self, EnvError> {
        let config = config.check()?;
        let games = (0..games).map(|game| Game::new(config, random::black(seed, game, 0)));
        Ok(Self {
            config,
            games: games.collect(),
            seed,
            pool: None,
        })
    }

    /// Steps the games on `threads` threads: 1 is the thread of the caller, 0 is one thread per core.
    ///
    /// # Errors
    /// Threads that cannot be started.
    pub fn with_threads(mut self, threads: usize) -> Result<Self, EnvError> {
        let pool = (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose();
        let pool = pool.map_err(|error| EnvError(format!("cannot start threads: {error}")))?;
        self.pool = pool.map(Arc::new);
        Ok(self)
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
        let step = |(game, &action): (&mut Game, &u16)| game.step(action);
        match &self.pool {
            None => self.games.iter_mut().zip(actions).for_each(step),
            Some(pool) => {
                let games = self.games.par_iter_mut().zip(actions);
                pool.install(|| games.with_min_len(GRAIN).for_each(step));
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
        let games = self.games.iter_mut().zip(actions).zip(is_stepped);
        for ((game, &action), _) in games.filter(|(_, is_stepped)| **is_stepped) {
            game.step(action);
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
        let step = |((game, &action), out): ((&mut Game, &u16), &mut [bool])| {
            game.step(action);
            game.observe_current(out);
        };
        match &self.pool {
            None => {
                let games = self.games.iter_mut().zip(actions);
                games.zip(out.chunks_exact_mut(len)).for_each(step);
            }
            Some(pool) => {
                let games = self.games.par_iter_mut().zip(actions);
                let games = games.zip(out.par_chunks_exact_mut(len));
                pool.install(|| games.with_min_len(GRAIN).for_each(step));
            }
        }
        Ok(())
    }

    /// Writes the observation of the current player of each game: games * N * N * (2 * H + 1) booleans, in
    /// the layout of [`Game::observe`].
    ///
    /// # Errors
    /// If the slice has another length.
    pub fn observe(&self, out: &mut [bool]) -> Result<(), EnvError> {
        let len = self.check_observations(out)?;
        let observe = |(game, out): (&Game, &mut [bool])| game.observe_current(out);
        match &self.pool {
            None => self.games.iter().zip(out.chunks_exact_mut(len)).for_each(observe),
            Some(pool) => {
                let games = self.games.par_iter().zip(out.par_chunks_exact_mut(len));
                pool.install(|| games.with_min_len(GRAIN).for_each(observe));
            }
        }
        Ok(())
    }

    /// Restarts all games with another seed, as if they were new.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        for (index, game) in self.games.iter_mut().enumerate() {
            game.reset(0, random::black(seed, index, 0));
        }
    }

    /// Restarts one game; `black` has Black, or a player that is drawn.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset(&mut self, game: usize, black: Option<Player>) -> Result<(), EnvError> {
        let episode = self.games.get(game).map_or(0, |game| game.episode) + 1;
        let black = black.unwrap_or_else(|| random::black(self.seed, game, episode));
        self.reset_as(game, episode, black)
    }

    /// Restarts one game as if `episode` games had been played at its index before; `black` has Black. With
    /// the same seed, and the same actions after it, a game that was saved goes on as it would have.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset_as(&mut self, game: usize, episode: u64, black: Player) -> Result<(), EnvError> {
        let games = self.games.len();
        let missing = || EnvError(format!("game {game} does not exist, there are {games}"));
        let game = self.games.get_mut(game).ok_or_else(missing)?;
        game.reset(episode, black);
        Ok(())
    }

    /// Restarts the finished games, draws the player of Black in them, and returns their number.
    pub fn reset_finished(&mut self) -> usize {
        let mut finished = 0;
        let games = self.games.iter_mut().enumerate();
        for (index, game) in games.filter(|(_, game)| game.terminated) {
            let episode = game.episode + 1;
            game.reset(episode, random::black(self.seed, index, episode));
            finished += 1;
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
        for (index, (action, game)) in actions.iter_mut().zip(&self.games).enumerate() {
            *action = random::action(seed, index, &game.legal_action_mask);
        }
        Ok(())
    }

    /// The seed that draws the players of Black.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The constants.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The games.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    fn check_actions(&self, actions: &[u16]) -> Result<(), EnvError> {
        check_len("actions", self.games.len(), actions.len())?;
        let pass = self.config.pass();
        match actions.iter().find(|&&action| action > pass) {
            Some(action) => {
                let error = format!("action {action} does not exist, the last one is {pass} (pass)");
                Err(EnvError(error))
            }
            None => Ok(()),
        }
    }

    /// Returns the length of one observation if the slice has the length of all.
    fn check_observations(&self, out: &[bool]) -> Result<usize, EnvError> {
        let len = self.config.observation_len();
        check_len("observations", self.games.len() * len, out.len())?;
        Ok(len)
    }
}
