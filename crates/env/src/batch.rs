// SPDX-License-Identifier: MIT OR Apache-2.0

//! Many games at once.

use katachi_rules::{ByColor, Cell};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::area;
use super::config::{Config, EnvError, check_len};
use super::games::{Games, Lanes};
use super::player::Player;
use super::random;

/// Fewer games than this are not worth another thread.
const GRAIN: usize = 16;

/// An environment of many games of one configuration, stepped together. Each result is an array with the
/// games in order. Stepping, observing and resetting do not allocate, and nothing depends on the number
/// of threads.
///
/// Games that are over wait: their actions are ignored until [`BatchEnv::reset_finished`] starts them
/// anew. There is no automatic reset, so the last position of a game can always be seen.
///
/// A game takes about 14 kB on 9x9 and 29 kB on 19x19, observations not counted.
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
#[derive(Debug)]
pub struct BatchEnv {
    games: Games,
    /// Games that each place has seen before the present one.
    episodes: Vec<u64>,
    seed: u64,
    pool: Option<ThreadPool>,
}

impl BatchEnv {
    /// That number of games at their start, stepped on the thread of the caller. The seed draws who has Black in
    /// each of them; the draws are not those of Pgx.
    pub fn new(config: Config, games: usize, seed: u64) -> Self {
        let black: Vec<_> = (0..games).map(|game| random::black(seed, game, 0)).collect();
        Self {
            games: Games::new(config, &black),
            episodes: vec![0; games],
            seed,
            pool: None,
        }
    }

    /// The same, stepped on that number of threads: 1 is the thread of the caller, 0 as many as there are cores.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn with_threads(config: Config, games: usize, seed: u64, threads: usize) -> Result<Self, EnvError> {
        let mut env = Self::new(config, games, seed);
        if threads != 1 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            env.pool = Some(pool.map_err(|error| EnvError::Threads(error.to_string()))?);
        }
        Ok(env)
    }

    /// Does one action in each game, as [`Env::step`](super::Env::step) does.
    ///
    /// # Errors
    /// If there is not one action for each game, or if one is greater than N * N; no game has moved then.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        self.run(&mut [], |lanes, first, _| {
            for (game, &action) in actions[first..][..lanes.len()].iter().enumerate() {
                lanes.lane(game).step(action);
            }
        });
        Ok(())
    }

    /// Does one action in each game and writes what the player sees whose turn it is then, as
    /// [`BatchEnv::step`] and [`BatchEnv::observe`] do one after the other, but faster.
    ///
    /// # Errors
    /// Those of [`BatchEnv::step`] and [`BatchEnv::observe`]; no game has moved then.
    pub fn step_and_observe(&mut self, actions: &[u16], out: &mut [bool]) -> Result<(), EnvError> {
        self.check_actions(actions)?;
        let len = self.check_observations(out)?;
        self.run(out, |lanes, first, out| {
            let actions = &actions[first..][..lanes.len()];
            for (game, (&action, out)) in actions.iter().zip(out.chunks_exact_mut(len)).enumerate() {
                let mut lane = lanes.lane(game);
                lane.step(action);
                lane.observe(*lane.player, out);
            }
        });
        Ok(())
    }

    /// Writes what the current player of each game sees: games * N * N * (2 * H + 1) booleans, each game's
    /// as [`Env::observe`](super::Env::observe) lays them out.
    ///
    /// # Errors
    /// If the slice is not of that length.
    pub fn observe(&self, out: &mut [bool]) -> Result<(), EnvError> {
        let len = self.check_observations(out)?;
        let observe = |(game, out): (usize, &mut [bool])| {
            self.games.observe(game, self.games.players[game], out);
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

    /// Starts one game anew, with the player that has Black.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn reset(&mut self, game: usize, black: Player) -> Result<(), EnvError> {
        self.check_game(game)?;
        self.episodes[game] += 1;
        self.games.lanes().lane(game).reset(black);
        Ok(())
    }

    /// Starts the games anew that are over, draws who has Black in them, and returns their number.
    pub fn reset_finished(&mut self) -> usize {
        let mut finished = 0;
        let mut lanes = self.games.lanes();
        for (game, episode) in self.episodes.iter_mut().enumerate() {
            let mut lane = lanes.lane(game);
            if *lane.terminated {
                *episode += 1;
                lane.reset(random::black(self.seed, game, *episode));
                finished += 1;
            }
        }
        finished
    }

    /// Draws one of the legal actions of each game, all with the same probability. The same seed in the
    /// same positions draws the same; give another one for each step.
    ///
    /// # Errors
    /// If there is not one place for each game.
    pub fn random_actions(&self, seed: u64, actions: &mut [u16]) -> Result<(), EnvError> {
        check_len("actions", self.games.len(), actions.len())?;
        let masks = self.games.masks.chunks_exact(self.config().actions());
        for (game, (action, mask)) in actions.iter_mut().zip(masks).enumerate() {
            *action = random::action(seed, game, mask);
        }
        Ok(())
    }

    /// The constants.
    pub fn config(&self) -> &Config {
        &self.games.config
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Whose turn it is in each game.
    pub fn current_players(&self) -> &[Player] {
        &self.games.players
    }

    /// Which actions are legal: games * (N * N + 1) booleans; action `a` of game `g` is at
    /// `g * (N * N + 1) + a`.
    pub fn legal_action_masks(&self) -> &[bool] {
        &self.games.masks
    }

    /// Rewards of each game, by player id.
    pub fn rewards(&self) -> &[[f32; 2]] {
        &self.games.rewards
    }

    /// Which games are over.
    pub fn terminated(&self) -> &[bool] {
        &self.games.terminated
    }

    /// Who has Black in a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn black_player(&self, game: usize) -> Result<Player, EnvError> {
        self.check_game(game)?;
        Ok(self.games.progress[game].black)
    }

    /// Steps of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn steps(&self, game: usize) -> Result<u32, EnvError> {
        self.check_game(game)?;
        Ok(self.games.progress[game].steps)
    }

    /// What stands there in a game, rows counted from the top, from 0; [`Cell::Off`] if there is no such point.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn cell(&self, game: usize, row: usize, column: usize) -> Result<Cell, EnvError> {
        self.check_game(game)?;
        Ok(self.games.cell(game, row, column))
    }

    /// Points of each colour by area in a game, as [`Env::area`](super::Env::area) counts them.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn area(&self, game: usize) -> Result<ByColor<u32>, EnvError> {
        self.check_game(game)?;
        Ok(area::count(self.games.points(game), self.config().size()))
    }

    fn check_game(&self, game: usize) -> Result<(), EnvError> {
        let games = self.games.len();
        if game >= games {
            return Err(EnvError::Game { game, games });
        }
        Ok(())
    }

    fn check_actions(&self, actions: &[u16]) -> Result<(), EnvError> {
        check_len("actions", self.games.len(), actions.len())?;
        let config = self.config();
        actions.iter().try_for_each(|&action| config.check_action(action))
    }

    /// The length of one observation, if there is room for all.
    fn check_observations(&self, out: &[bool]) -> Result<usize, EnvError> {
        let len = self.config().observation_len();
        check_len("observations", self.games.len() * len, out.len())?;
        Ok(len)
    }

    /// Does something with all games, on all threads. `work` is given games in a row, the index of the
    /// first of them, and their part of `out`.
    fn run(&mut self, out: &mut [bool], work: impl Fn(&mut Lanes<'_>, usize, &mut [bool]) + Sync) {
        let lanes = self.games.lanes();
        match &self.pool {
            None => divide(lanes, 0, out, usize::MAX, &work),
            Some(pool) => {
                // Several parts for each thread, for games that take longer than others.
                let grain = (lanes.len() / (4 * pool.current_num_threads())).max(GRAIN);
                pool.install(|| divide(lanes, 0, out, grain, &work));
            }
        }
    }
}

/// Halves the games until at most `grain` are left.
fn divide<F>(mut lanes: Lanes<'_>, first: usize, out: &mut [bool], grain: usize, work: &F)
where
    F: Fn(&mut Lanes<'_>, usize, &mut [bool]) + Sync,
{
    let games = lanes.len();
    if games <= grain {
        return work(&mut lanes, first, out);
    }
    let half = games / 2;
    let (out_left, out_right) = out.split_at_mut(out.len() / games * half);
    let (left, right) = lanes.split_at(half);
    rayon::join(
        || divide(left, first, out_left, grain, work),
        || divide(right, first + half, out_right, grain, work),
    );
}
