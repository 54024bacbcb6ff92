// SPDX-License-Identifier: MIT OR Apache-2.0

//! Many games of the environment, stepped together.

use katachi_engine::play::{Request, STACK_SIZE};
use katachi_env::{BatchEnv, Config, Player};
use katachi_rules::Move;
use numpy::prelude::*;
use numpy::{Ix1, Ix2, Ix3, Ix4, PyArray, PyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::arrays::{Slices, aligned, borrow, checked, observation_shape, tuple};
use crate::batch_state::BatchState;
use crate::engine::{self, MAX_THREADS};
use crate::episode::{self, Episodes, Loss};
use crate::game::Game;
use crate::invalid;
use crate::moves::{Counts, count, optional, to_action};

const MAX_GAMES: usize = 1 << 20;
/// Maximum memory of a batch in GiB: more would abort the program where the system has less.
const MAX_MEMORY: usize = 32;

/// Refuses a batch that needs too much memory, by a rough estimate.
fn check_memory(config: Config, games: usize) -> PyResult<()> {
    let steps = config.max_steps as usize;
    let bytes = config.observation_len() + 64 * config.points() + 32 * steps + (8 << 10);
    match (games * bytes) >> 30 {
        gibibytes if gibibytes > MAX_MEMORY => Err(invalid(format!(
            "{games} games need about {gibibytes} GiB, more than {MAX_MEMORY}: use fewer games or steps"
        ))),
        _ => Ok(()),
    }
}

/// The state of a batch, without its arrays.
#[derive(Clone)]
struct Games {
    env: BatchEnv,
    episodes: Episodes,
    actions: Vec<u16>,
    /// Threads as they were asked for: 0 is one for each core.
    threads: usize,
    autoreset: bool,
}

impl Games {
    fn config(&self) -> Config {
        self.env.config()
    }

    /// Steps the chosen games, or all, and writes everything.
    fn step(&mut self, chosen: Option<&[bool]>, out: &mut Slices<'_>) {
        for (index, (&action, game)) in self.actions.iter().zip(self.env.games()).enumerate() {
            if !game.terminated && chosen.is_none_or(|chosen| chosen[index]) {
                self.episodes.present[index].push(action);
            }
        }
        let stepped = match chosen {
            None => self.env.step_and_observe(&self.actions, out.observation),
            Some(chosen) => self
                .env
                .step_where(&self.actions, chosen)
                .and_then(|()| self.env.observe(out.observation)),
        };
        stepped.expect("actions and lengths were checked");
        out.write_results(&self.env);
        if self.autoreset {
            self.reset_finished(out);
        }
        out.write_turns(&self.env);
    }

    /// Restarts finished games and writes their observations. Rewards and ends stay as they are.
    fn reset_finished(&mut self, out: &mut Slices<'_>) {
        let len = self.config().observation_len();
        for index in 0..self.env.games().len() {
            if self.env.games()[index].terminated {
                self.restart(index, None);
                let game = &self.env.games()[index];
                let observed = game.observe(game.current_player, &mut out.observation[index * len..][..len]);
                observed.expect("lengths were checked");
            }
        }
    }

    /// Begins the next episode of a game, with a drawn player of Black, or with that one.
    fn restart(&mut self, game: usize, black: Option<Player>) {
        self.episodes.next(game);
        self.env.reset(game, black).expect("the game exists");
    }

    fn write(&self, out: &mut Slices<'_>) {
        self.env.observe(out.observation).expect("lengths were checked");
        out.write_results(&self.env);
        out.write_turns(&self.env);
    }
}

/// Many games of Go, stepped together: Pgx's environment `go_9x9` and `go_19x19`, on any board.
///
/// Each step writes its results into five arrays, one entry for each game: `observation`,
/// `legal_action_mask`, `rewards`, `terminated` and `current_player`, the names of Pgx. They are numpy arrays
/// of the batch, which the next step overwrites; an assignment puts an array of yours in the place of one.
///
/// `pickle`, `copy.copy` and `copy.deepcopy` give a batch with games, arrays and draws of its own, which goes
/// on exactly as this one would have. A pickle takes 2 bytes for each action of the present and the last
/// episodes, and about 30 bytes for each game; loading it plays the present ones again.
///
/// Args:
///     games: number of games, 1 to 1,048,576.
///     size: lines of the board, 2 to 25.
///     komi: points of White. White wins a tie.
///     max_steps: steps after which a game ends; 2 * size * size by default.
///     history: boards in an observation, 1 to 32.
///     seed: draws the player of Black in each game.
///     threads: threads that step the games; 0 is one for each core. Nothing depends on it.
///     autoreset: restart a game in the step that ends it. `rewards` and `terminated` then tell of the game
///         that has ended, the other arrays of the new one, as Pgx's `auto_reset`.
///
/// Raises:
///     ValueError: an argument is out of range.
#[pyclass(module = "katachi_env")]
pub(crate) struct Batch {
    games: Games,
    /// Observation of the current player of each game: bool, shape (games, N, N, 2 * history + 1).
    ///
    /// Plane 2 i has the player's stones i steps ago, plane 2 i + 1 the opponent's; the last plane is all
    /// ones if the player has White.
    #[pyo3(get)]
    observation: Py<PyArray<bool, Ix4>>,
    /// Legal actions: bool, shape (games, N * N + 1). All are set at the start and after the end.
    #[pyo3(get)]
    legal_action_mask: Py<PyArray<bool, Ix2>>,
    /// Rewards of player 0 and player 1: float32, shape (games, 2). 1 for the winner and -1 for the loser in
    /// the step that ends the game, else 0.
    #[pyo3(get)]
    rewards: Py<PyArray<f32, Ix2>>,
    /// Whether the game is over: bool, shape (games,).
    #[pyo3(get)]
    terminated: Py<PyArray<bool, Ix1>>,
    /// The player to move, 0 or 1: int8, shape (games,). Players are not colours: the seed draws the player
    /// of Black.
    #[pyo3(get)]
    current_player: Py<PyArray<i8, Ix1>>,
}

impl Batch {
    /// A batch of these games, with arrays of its own.
    fn with_games(py: Python<'_>, games: Games) -> PyResult<Self> {
        let (config, count) = (games.config(), games.env.games().len());
        let mut batch = Self {
            games,
            observation: aligned(py, &observation_shape(config, count))?,
            legal_action_mask: aligned(py, &[count, config.actions()])?,
            rewards: aligned(py, &[count, 2])?,
            terminated: aligned(py, &[count])?,
            current_player: aligned(py, &[count])?,
        };
        batch.write(py, |games, out| games.write(out))?;
        Ok(batch)
    }

    /// Changes the games and writes the arrays, without the lock of the interpreter.
    fn write<F: FnOnce(&mut Games, &mut Slices<'_>) + Send>(
        &mut self,
        py: Python<'_>,
        change: F,
    ) -> PyResult<()> {
        let mut observation = borrow("observation", &self.observation, py)?;
        let mut legal_action_mask = borrow("legal_action_mask", &self.legal_action_mask, py)?;
        let mut rewards = borrow("rewards", &self.rewards, py)?;
        let mut terminated = borrow("terminated", &self.terminated, py)?;
        let mut current_player = borrow("current_player", &self.current_player, py)?;
        let mut out = Slices {
            observation: observation.as_slice_mut()?,
            legal_action_mask: legal_action_mask.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            current_player: current_player.as_slice_mut()?,
        };
        let games = &mut self.games;
        py.detach(|| change(games, &mut out));
        Ok(())
    }

    /// The values of rewards and ends, which may tell of games that have been followed by others.
    fn values(&self, py: Python<'_>) -> PyResult<(Vec<f32>, Vec<u8>)> {
        let rewards = borrow("rewards", &self.rewards, py)?;
        let terminated = borrow("terminated", &self.terminated, py)?;
        let terminated = terminated.as_slice()?.iter().map(|&is_over| is_over.into());
        Ok((rewards.as_slice()?.to_vec(), terminated.collect()))
    }

    fn len(&self) -> usize {
        self.games.env.games().len()
    }

    /// A game by its index, which may count from the end.
    fn one(&self, game: isize) -> PyResult<&katachi_env::Game> {
        Ok(&self.games.env.games()[self.index(game)?])
    }

    /// The index of a game, which may count from the end.
    fn index(&self, game: isize) -> PyResult<usize> {
        let games = self.len();
        let index = if game < 0 { game + games as isize } else { game };
        match usize::try_from(index) {
            Ok(index) if index < games => Ok(index),
            _ => {
                let message = format!("game {game} does not exist, there are {games}");
                Err(PyIndexError::new_err(message))
            }
        }
    }

    /// Takes over actions: any integers that numpy understands, one for each game.
    fn read_actions(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let config = self.games.config();
        let given = as_array::<i64, Ix1>(actions, "actions", "integers", "iu")?;
        let given = given.try_readonly().map_err(invalid)?;
        let given = given.as_array();
        check_len("actions", given.len(), self.len())?;
        let is_wrong = |action: &i64| !(0..config.actions() as i64).contains(action);
        if let Some(game) = given.iter().position(is_wrong) {
            let (action, pass) = (given[game], config.pass());
            let message =
                format!("action {action} of game {game} does not exist, the last one is {pass} (pass)");
            return Err(invalid(message));
        }
        for (own, &action) in self.games.actions.iter_mut().zip(given) {
            *own = action as u16;
        }
        Ok(())
    }

    fn read_where(&self, chosen: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<bool>>> {
        let Some(chosen) = chosen else { return Ok(None) };
        // Bytes, as an array of booleans may hold others than 0 and 1, which Rust has none for.
        let chosen = as_array::<u8, Ix1>(chosen, "where", "booleans", "b")?;
        let chosen = chosen.try_readonly().map_err(invalid)?;
        let chosen: Vec<bool> = chosen.as_array().iter().map(|&byte| byte != 0).collect();
        check_len("where", chosen.len(), self.len())?;
        Ok(Some(chosen))
    }

    /// The player of Black in each game that is reset.
    fn read_black(&self, black: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<Player>>> {
        let Some(black) = black else { return Ok(None) };
        let ids = match black.extract::<i64>() {
            Ok(id) => vec![id; self.len()],
            Err(_) => {
                let ids = as_array::<i64, Ix1>(black, "black", "integers", "iu")?;
                ids.try_readonly().map_err(invalid)?.as_array().to_vec()
            }
        };
        check_len("black", ids.len(), self.len())?;
        ids.into_iter().map(player).collect::<PyResult<_>>().map(Some)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        games, size=19, *, komi=7.5, max_steps=None, history=8, seed=0, threads=1, autoreset=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = count)] games: usize,
        #[pyo3(from_py_with = count)] size: usize,
        komi: f32,
        #[pyo3(from_py_with = optional)] max_steps: Option<u32>,
        #[pyo3(from_py_with = count)] history: usize,
        #[pyo3(from_py_with = count)] seed: u64,
        #[pyo3(from_py_with = count)] threads: usize,
        autoreset: bool,
    ) -> PyResult<Self> {
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(invalid(format!("{games} games: expected 1 to {MAX_GAMES}")));
        }
        let default = Config::new(size).map_err(invalid)?;
        let config = Config {
            size,
            komi,
            max_steps: max_steps.unwrap_or(default.max_steps),
            history_length: history,
        };
        check_memory(config.check().map_err(invalid)?, games)?;
        if threads > MAX_THREADS {
            return Err(invalid(format!("{threads} threads: expected 0 to {MAX_THREADS}")));
        }
        let env = BatchEnv::new(config, games, seed).and_then(|env| env.with_threads(threads));
        let games = Games {
            env: env.map_err(invalid)?,
            episodes: Episodes::new(games),
            actions: vec![0; games],
            threads,
            autoreset,
        };
        Self::with_games(py, games)
    }

    /// Number of games.
    #[getter]
    fn games(&self) -> usize {
        self.len()
    }

    /// Lines of the board, N.
    #[getter]
    fn size(&self) -> usize {
        self.games.config().size
    }

    /// Points of White.
    #[getter]
    fn komi(&self) -> f32 {
        self.games.config().komi
    }

    /// Steps after which a game ends.
    #[getter]
    fn max_steps(&self) -> u32 {
        self.games.config().max_steps
    }

    /// Number of actions, N * N + 1. Action `row * N + column` plays there, rows from the top; the last one
    /// is the pass.
    #[getter]
    fn num_actions(&self) -> usize {
        self.games.config().actions()
    }

    /// Shape of one observation: N, N, 2 * history + 1.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [_, rows, columns, planes] = observation_shape(self.games.config(), self.len());
        (rows, columns, planes)
    }

    /// Whether to restart a game in the step that ends it.
    #[getter]
    fn autoreset(&self) -> bool {
        self.games.autoreset
    }

    #[setter]
    fn set_autoreset(&mut self, autoreset: bool) {
        self.games.autoreset = autoreset;
    }

    #[setter]
    fn set_observation(&mut self, array: &Bound<'_, PyAny>) -> PyResult<()> {
        let shape = observation_shape(self.games.config(), self.len());
        checked("observation", array, &shape).map(|array| self.observation = array)
    }

    #[setter]
    fn set_legal_action_mask(&mut self, array: &Bound<'_, PyAny>) -> PyResult<()> {
        let shape = [self.len(), self.num_actions()];
        checked("legal_action_mask", array, &shape).map(|array| self.legal_action_mask = array)
    }

    #[setter]
    fn set_rewards(&mut self, array: &Bound<'_, PyAny>) -> PyResult<()> {
        checked("rewards", array, &[self.len(), 2]).map(|array| self.rewards = array)
    }

    #[setter]
    fn set_terminated(&mut self, array: &Bound<'_, PyAny>) -> PyResult<()> {
        checked("terminated", array, &[self.len()]).map(|array| self.terminated = array)
    }

    #[setter]
    fn set_current_player(&mut self, array: &Bound<'_, PyAny>) -> PyResult<()> {
        checked("current_player", array, &[self.len()]).map(|array| self.current_player = array)
    }

    /// Performs one action in each game, and writes all arrays.
    ///
    /// An action that the mask does not allow loses the game; so does a play that repeats a position. A step
    /// after the end of a game only sets its rewards to 0.
    ///
    /// Args:
    ///     actions: integers from 0 to N * N, shape (games,): anything that numpy.asarray takes.
    ///     where: bool, shape (games,): the games that are stepped; all by default.
    ///
    /// Raises:
    ///     ValueError: a wrong shape, or an action that does not exist. No game is changed then.
    #[pyo3(signature = (actions, r#where=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let chosen = self.read_where(r#where)?;
        self.read_actions(actions)?;
        self.write(py, |games, out| games.step(chosen.as_deref(), out))
    }

    /// Restarts games, and writes all arrays.
    ///
    /// Args:
    ///     seed: all games begin anew with this seed, as in a new batch. Without it the draws go on.
    ///     where: bool, shape (games,): the games that are restarted; all by default.
    ///     black: the player of Black, 0 or 1, for all games or for each; drawn by default.
    ///
    /// Raises:
    ///     ValueError: a wrong shape, a player other than 0 and 1, or a seed for some of the games.
    #[pyo3(signature = (seed=None, *, r#where=None, black=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional)] seed: Option<u64>,
        r#where: Option<&Bound<'_, PyAny>>,
        black: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let chosen = self.read_where(r#where)?;
        let black = self.read_black(black)?;
        if seed.is_some() && chosen.is_some() {
            return Err(invalid("a seed restarts all games: leave out where, or the seed"));
        }
        self.write(py, |games, out| {
            if let Some(seed) = seed {
                games.env.restart(seed);
                games.episodes = Episodes::new(games.env.games().len());
            }
            let is_chosen = |game: usize| chosen.as_ref().is_none_or(|chosen| chosen[game]);
            let is_drawn = seed.is_some() && black.is_none();
            for game in (0..games.env.games().len()).filter(|&game| is_chosen(game) && !is_drawn) {
                games.restart(game, black.as_ref().map(|black| black[game]));
            }
            games.write(out);
        })
    }

    /// Restarts the finished games, and returns which they were: bool, shape (games,).
    ///
    /// Writes observation, mask and player. `rewards` and `terminated` still tell of the last step; the next
    /// step writes them.
    fn reset_finished<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let games = self.games.env.games();
        let finished = PyArray1::from_iter(py, games.iter().map(|game| game.terminated));
        self.write(py, |games, out| {
            games.reset_finished(out);
            out.write_turns(&games.env);
        })?;
        Ok(finished)
    }

    /// Returns a batch of its own with the same games: a state to come back to.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        Self::with_games(py, self.games.clone())
    }

    /// Takes over the games of another batch of the same kind, and writes all arrays.
    ///
    /// Raises:
    ///     ValueError: it differs in its number of games or in a setting of the board.
    fn restore(slf: &Bound<'_, Self>, saved: &Bound<'_, Self>) -> PyResult<()> {
        if slf.is(saved) {
            return Ok(());
        }
        let (mut own, saved) = (slf.try_borrow_mut()?, saved.try_borrow()?);
        if saved.len() != own.len() || saved.games.config() != own.games.config() {
            return Err(invalid(
                "the batch has other games: number of games and settings must be those of this one",
            ));
        }
        own.games = saved.games.clone();
        own.write(slf.py(), |games, out| games.write(out))
    }

    /// Draws a legal action of each game, uniformly: int32, shape (games,).
    ///
    /// The draw depends on the seed and the masks alone: use another seed for each step.
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut actions = vec![0; self.len()];
        let drawn = self.games.env.random_actions(seed, &mut actions);
        drawn.map_err(invalid)?;
        Ok(PyArray1::from_iter(py, actions.into_iter().map(i32::from)))
    }

    /// Lets Katachi choose an action of each game: int32, shape (games,).
    ///
    /// Takes milliseconds to seconds a game; `threads` games are searched at a time. The actions depend on
    /// the games, the strength and the seed alone.
    ///
    /// Args:
    ///     level: strength from 1, a beginner, to 10; 10 by default.
    ///     visits: simulations of a search, in place of those of the level.
    ///     seed: seed of the searches.
    ///     where: bool, shape (games,): the games in which a move is wanted. The others pass.
    ///     threads: games that are searched at the same time.
    ///
    /// Raises:
    ///     ValueError: an argument is out of range.
    #[pyo3(signature = (level=None, *, visits=None, seed=0, r#where=None, threads=1))]
    fn engine_actions<'py>(
        &self,
        py: Python<'py>,
        level: Option<f32>,
        #[pyo3(from_py_with = optional)] visits: Option<u32>,
        #[pyo3(from_py_with = count)] seed: u64,
        r#where: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let chosen = self.read_where(r#where)?;
        let engine = engine::with_strength(level, visits, seed, 1)?;
        engine::check_threads(threads)?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK_SIZE)
            .build();
        let pool = pool.map_err(|why| invalid(format!("cannot start threads: {why}")))?;
        let games = &self.games;
        let (config, env) = (games.config(), &games.env);
        let actions = engine::run(py, |stop| {
            let action = |game: usize| {
                let is_wanted = chosen.as_ref().is_none_or(|chosen| chosen[game]);
                let (position, loss) = episode::game(config, &games.episodes.present[game]);
                if !is_wanted || loss.is_some() || env.games()[game].terminated {
                    return i32::from(config.pass());
                }
                let mut player = engine::player(&engine, stop);
                let color = position.to_move();
                let mut mv = player.choose(&Request::new(&position, color)).mv;
                if mv == Move::Pass {
                    // Stones are not removed by agreement here, so dead ones are captured before a pass.
                    let capture = engine.cleanup_move(&position, color);
                    mv = capture.map_or(mv, Move::Play);
                }
                to_action(position.size(), mv) as i32
            };
            let numbers = (0..env.games().len()).into_par_iter().with_max_len(1);
            pool.install(|| numbers.map(action).collect::<Vec<_>>())
        })?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// The observation of player 0 or 1 in a game, whoever is to move: bool, shape (N, N, 2 * history + 1).
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    ///     ValueError: the player is not 0 or 1.
    #[pyo3(signature = (player, game=0))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        player: i64,
        game: isize,
    ) -> PyResult<Bound<'py, PyArray<bool, Ix3>>> {
        let (game, player) = (self.one(game)?, self::player(player)?);
        let config = self.games.config();
        let mut planes = vec![false; config.observation_len()];
        game.observe(player, &mut planes).map_err(invalid)?;
        let [_, rows, columns, count] = observation_shape(config, 1);
        PyArray1::from_vec(py, planes).reshape([rows, columns, count])
    }

    /// The player of Black in a game, 0 or 1.
    #[pyo3(signature = (game=0))]
    fn black_player(&self, game: isize) -> PyResult<usize> {
        Ok(self.one(game)?.black_player.index())
    }

    /// Number of steps of a game.
    #[pyo3(signature = (game=0))]
    fn steps(&self, game: isize) -> PyResult<u32> {
        Ok(self.one(game)?.steps)
    }

    /// Area of each colour without komi, if the game ended now: `{"black": 40, "white": 41}`.
    #[pyo3(signature = (game=0))]
    fn area(&self, game: isize) -> PyResult<Counts> {
        Ok(self.one(game)?.area().into())
    }

    /// The board of a game: rows of `.`, `X` (Black) and `O` (White), top row first.
    #[pyo3(signature = (game=0))]
    fn board(&self, game: isize) -> PyResult<String> {
        Ok(self.one(game)?.rows())
    }

    /// The actions of the present episode of a game, or of the finished one before it.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    ///     ValueError: no episode of the game has been followed by another one.
    #[pyo3(signature = (game=0, *, finished=false))]
    fn actions(&self, game: isize, finished: bool) -> PyResult<Vec<u16>> {
        self.episode(game, finished).map(|(actions, _)| actions.to_vec())
    }

    /// The present episode of a game as SGF, or the finished one before it, which `autoreset` leaves behind.
    ///
    /// A finished episode has its result: `W+F` where Black broke a rule.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    ///     ValueError: no episode of the game has been followed by another one.
    #[pyo3(signature = (game=0, *, finished=false))]
    fn sgf(&self, game: isize, finished: bool) -> PyResult<String> {
        let (actions, is_over) = self.episode(game, finished)?;
        Ok(episode::record(self.games.config(), actions, is_over).to_sgf())
    }

    /// The present episode of a game, or the finished one before it, as a `Game` for the engine.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    ///     ValueError: its last action broke a rule, or no episode has been followed by another one.
    #[pyo3(signature = (game=0, *, finished=false))]
    fn game(&self, game: isize, finished: bool) -> PyResult<Game> {
        let (actions, _) = self.episode(game, finished)?;
        let (played, loss) = episode::game(self.games.config(), actions);
        match loss {
            None => Ok(Game::new_from(played)),
            Some(Loss {
                number,
                color,
                mv,
                why,
            }) => {
                let mv = played.size().show(mv);
                let message =
                    format!("action {number}, {color} {mv}, has lost the game and is no legal move: {why}");
                Err(invalid(message))
            }
        }
    }

    /// A batch of its own with the same games, and with the values of `rewards` and `terminated`.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let (rewards, terminated) = self.values(py)?;
        let mut batch = self.clone(py)?;
        batch.write(py, |_, out| out.write_values(&rewards, &terminated))?;
        Ok(batch)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }

    /// For pickle: the arguments of a batch of the same kind.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((usize, usize), Bound<'py, PyDict>)> {
        let config = self.games.config();
        let named = PyDict::new(py);
        named.set_item("komi", config.komi)?;
        named.set_item("max_steps", config.max_steps)?;
        named.set_item("history", config.history_length)?;
        named.set_item("seed", self.games.env.seed())?;
        named.set_item("threads", self.games.threads)?;
        named.set_item("autoreset", self.games.autoreset)?;
        Ok(((self.len(), config.size), named))
    }

    /// For pickle: the actions of the games, and the values of `rewards` and `terminated`.
    fn __getstate__(&self, py: Python<'_>) -> PyResult<BatchState> {
        let (rewards, terminated) = self.values(py)?;
        let Games { env, episodes, .. } = &self.games;
        Ok(BatchState::new(env, episodes, rewards, terminated))
    }

    /// For pickle. The arrays are written as by the last step.
    ///
    /// Raises:
    ///     ValueError: the state is of another version, or not of games of this kind. No game is changed
    ///         then.
    fn __setstate__(&mut self, py: Python<'_>, state: BatchState) -> PyResult<()> {
        let mut env = self.games.env.clone();
        let episodes = py.detach(|| state.play(&mut env)).map_err(invalid)?;
        let episodes = episodes.ok_or_else(|| invalid("the state is not of games of this kind"))?;
        self.games.env = env;
        self.games.episodes = episodes;
        self.write(py, |games, out| {
            games.write(out);
            out.write_values(&state.rewards, &state.terminated);
        })
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __repr__(&self) -> String {
        let (games, size) = (self.len(), self.size());
        format!("<katachi_env.Batch of {games} games on {size}x{size}>")
    }
}

impl Batch {
    /// The actions of an episode, and whether it is over.
    fn episode(&self, game: isize, finished: bool) -> PyResult<(&[u16], bool)> {
        let index = self.index(game)?;
        let episodes = &self.games.episodes;
        if !finished {
            return Ok((&episodes.present[index], self.games.env.games()[index].terminated));
        }
        let none = || format!("game {game} has no finished episode that was followed by another one");
        let actions = episodes.finished[index].as_deref();
        actions
            .map(|actions| (actions, true))
            .ok_or_else(|| invalid(none()))
    }
}

fn player(id: i64) -> PyResult<Player> {
    let player = usize::try_from(id).ok().and_then(Player::new);
    player.ok_or_else(|| invalid(format!("player {id} does not exist, expected 0 or 1")))
}

fn check_len(what: &str, found: usize, expected: usize) -> PyResult<()> {
    match found == expected {
        true => Ok(()),
        false => Err(invalid(format!("{what} has length {found}, expected {expected}"))),
    }
}

/// An argument as an array, by numpy's rules. `kinds` are the letters of numpy for its types.
fn as_array<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    argument: &Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
    kinds: &str,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let py = argument.py();
    if let Ok(array) = argument.cast::<PyArray<T, D>>() {
        return Ok(array.clone());
    }
    let array = py.import("numpy")?.call_method1("asarray", (argument,))?;
    let array = array.cast_into::<numpy::PyUntypedArray>()?;
    let kind = char::from(array.dtype().kind());
    let is_wanted = kinds.contains(kind) || array.len() == 0;
    if !is_wanted || Some(array.ndim()) != D::NDIM {
        let (found, shape) = (array.dtype(), tuple(array.shape()));
        let message = format!("{name}: expected {wanted} in one dimension, found {found} with shape {shape}");
        return Err(invalid(message));
    }
    let array = array.call_method1("astype", (numpy::dtype::<T>(py),))?;
    Ok(array.cast_into::<PyArray<T, D>>()?)
}
