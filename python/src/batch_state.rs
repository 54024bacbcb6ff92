// SPDX-License-Identifier: MIT OR Apache-2.0

//! A batch as pickle keeps it: the actions of its games, which are played again.

use katachi_env::{BatchEnv, EnvError, Player};
use pyo3::prelude::*;

use crate::episode::Episodes;

/// Version of the form of the state.
const VERSION: u32 = 1;
/// Length of an episode that is not there.
const NONE: i64 = -1;

/// Actions of one episode of each game. In Python it is a dictionary.
#[derive(FromPyObject, IntoPyObject)]
struct Actions {
    /// Number of actions of each game.
    #[pyo3(item)]
    lengths: Vec<i64>,
    /// The actions of all games in order, two bytes each, the lower one first.
    #[pyo3(item)]
    actions: Vec<u8>,
}

impl Actions {
    fn new<'a>(episodes: impl Iterator<Item = Option<&'a [u16]>>) -> Self {
        let mut all = Self {
            lengths: Vec::new(),
            actions: Vec::new(),
        };
        for episode in episodes {
            all.lengths
                .push(episode.map_or(NONE, |actions| actions.len() as i64));
            let bytes = episode
                .unwrap_or_default()
                .iter()
                .flat_map(|action| action.to_le_bytes());
            all.actions.extend(bytes);
        }
        all
    }

    /// The episode of each game; None if lengths and actions do not fit.
    fn episodes(&self, games: usize) -> Option<Vec<Option<Vec<u16>>>> {
        let mut left = &self.actions[..];
        let mut episode = |length: i64| {
            if length == NONE {
                return Some(None);
            }
            let bytes = usize::try_from(length).ok()?.checked_mul(2)?;
            let (own, rest) = left.split_at_checked(bytes)?;
            left = rest;
            let action = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
            Some(Some(own.chunks_exact(2).map(action).collect()))
        };
        let all: Vec<_> = self
            .lengths
            .iter()
            .map(|&length| episode(length))
            .collect::<Option<_>>()?;
        (all.len() == games && left.is_empty()).then_some(all)
    }
}

/// All of a batch but the arguments of its constructor. In Python it is a dictionary.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct BatchState {
    #[pyo3(item)]
    version: u32,
    /// Number of earlier episodes of each game.
    #[pyo3(item)]
    episodes: Vec<u64>,
    /// The player of Black in each game.
    #[pyo3(item)]
    black: Vec<u8>,
    #[pyo3(item)]
    present: Actions,
    #[pyo3(item)]
    finished: Actions,
    /// Has the last step of each game ended it?
    #[pyo3(item)]
    ends: Vec<u8>,
    /// The values in the array of rewards.
    #[pyo3(item)]
    pub(crate) rewards: Vec<f32>,
    /// The values in the array of ends.
    #[pyo3(item)]
    pub(crate) terminated: Vec<u8>,
}

impl BatchState {
    pub(crate) fn new(env: &BatchEnv, episodes: &Episodes, rewards: Vec<f32>, terminated: Vec<u8>) -> Self {
        let games = 0..env.games();
        let episode = |game| env.episode(game).expect("the game exists");
        let black = |game| env.black_player(game).expect("the game exists").index() as u8;
        let ends = env.rewards().iter().map(|rewards| u8::from(rewards[0] != 0.0));
        Self {
            version: VERSION,
            episodes: games.clone().map(episode).collect(),
            black: games.clone().map(black).collect(),
            present: Actions::new(games.clone().map(|game| Some(episodes.present(game)))),
            finished: Actions::new(games.map(|game| episodes.finished(game))),
            ends: ends.collect(),
            rewards,
            terminated,
        }
    }

    /// Plays the games again, in an environment of the same kind. None if the state is not of such games.
    pub(crate) fn play(&self, env: &mut BatchEnv) -> Result<Option<Episodes>, EnvError> {
        let games = env.games();
        let lengths = [
            self.episodes.len(),
            self.black.len(),
            self.ends.len(),
            self.terminated.len(),
        ];
        let fits = self.version == VERSION
            && lengths.iter().all(|&len| len == games)
            && self.rewards.len() == 2 * games;
        let present = self.present.episodes(games);
        let finished = self.finished.episodes(games);
        let black: Option<Vec<_>> = self.black.iter().map(|&id| Player::new(id.into())).collect();
        let (true, Some(present), Some(finished), Some(black)) = (fits, present, finished, black) else {
            return Ok(None);
        };
        let Some(present) = present.into_iter().collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        for (game, &black) in black.iter().enumerate() {
            env.reset_as(game, self.episodes[game], black)?;
        }
        let pass = env.config().pass();
        for step in 0..present.iter().map(Vec::len).max().unwrap_or(0) {
            let action = |episode: &Vec<u16>| episode.get(step).copied();
            let actions: Vec<_> = present
                .iter()
                .map(|episode| action(episode).unwrap_or(pass))
                .collect();
            let chosen: Vec<_> = present.iter().map(|episode| action(episode).is_some()).collect();
            env.step_where(&actions, &chosen)?;
        }
        for (game, actions) in present.iter().enumerate() {
            if env.steps(game)? as usize != actions.len() {
                return Ok(None);
            }
        }
        // A step after the end takes the rewards away.
        let chosen: Vec<_> = (0..games)
            .map(|game| env.terminated()[game] && self.ends[game] == 0)
            .collect();
        env.step_where(&vec![pass; games], &chosen)?;
        Ok(Some(Episodes::from_actions(present, finished)))
    }
}
