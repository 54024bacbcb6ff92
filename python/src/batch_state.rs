// SPDX-License-Identifier: MIT OR Apache-2.0

//! A batch as pickle keeps it: the actions of its games, which are played again.

use katachi_env::{BatchEnv, EnvError, Player};
use pyo3::prelude::*;

use crate::episode::Episodes;

const VERSION: u32 = 2;

/// The actions of an episode, two bytes each, the lower one first.
type Packed = Vec<u8>;

fn packed(actions: &[u16]) -> Packed {
    actions.iter().flat_map(|action| action.to_le_bytes()).collect()
}

/// `None` if the last action is cut off.
fn unpacked(bytes: &Packed) -> Option<Vec<u16>> {
    let (pairs, rest) = bytes.as_chunks();
    let actions = pairs.iter().map(|&pair| u16::from_le_bytes(pair));
    rest.is_empty().then(|| actions.collect())
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
    /// The present episode of each game.
    #[pyo3(item)]
    present: Vec<Packed>,
    /// The episode before it, if there was one.
    #[pyo3(item)]
    finished: Vec<Option<Packed>>,
    /// Whether the last step of each game has ended it.
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
        let games = env.games().iter();
        let finished = episodes.finished.iter();
        Self {
            version: VERSION,
            episodes: games.clone().map(|game| game.episode).collect(),
            black: games
                .clone()
                .map(|game| game.black_player.index() as u8)
                .collect(),
            present: episodes.present.iter().map(|actions| packed(actions)).collect(),
            finished: finished.map(|actions| actions.as_deref().map(packed)).collect(),
            ends: games.map(|game| u8::from(game.rewards[0] != 0.0)).collect(),
            rewards,
            terminated,
        }
    }

    /// Plays the games again, in an environment of the same kind. None if the state is not of such games.
    pub(crate) fn play(&self, env: &mut BatchEnv) -> Result<Option<Episodes>, EnvError> {
        let games = env.games().len();
        let lengths = [
            self.episodes.len(),
            self.black.len(),
            self.present.len(),
            self.finished.len(),
            self.ends.len(),
            self.terminated.len(),
        ];
        let fits = self.version == VERSION
            && lengths.iter().all(|&len| len == games)
            && self.rewards.len() == 2 * games;
        let present: Option<Vec<_>> = self.present.iter().map(unpacked).collect();
        let finished = self.finished.iter().map(|episode| match episode {
            Some(bytes) => unpacked(bytes).map(Some),
            None => Some(None),
        });
        let finished: Option<Vec<_>> = finished.collect();
        let black: Option<Vec<_>> = self.black.iter().map(|&id| Player::new(id.into())).collect();
        let (true, Some(present), Some(finished), Some(black)) = (fits, present, finished, black) else {
            return Ok(None);
        };
        for (game, &black) in black.iter().enumerate() {
            env.reset_as(game, self.episodes[game], black)?;
        }
        let pass = env.config().pass();
        for step in 0..present.iter().map(Vec::len).max().unwrap_or(0) {
            let action = |episode: &Vec<u16>| episode.get(step).copied();
            let actions = present.iter().map(|episode| action(episode).unwrap_or(pass));
            let actions: Vec<_> = actions.collect();
            let chosen: Vec<_> = present.iter().map(|episode| action(episode).is_some()).collect();
            env.step_where(&actions, &chosen)?;
        }
        let mut played = env.games().iter().zip(&present);
        if !played.all(|(game, actions)| game.steps as usize == actions.len()) {
            return Ok(None);
        }
        // A step after the end takes the rewards away.
        let ends = env.games().iter().zip(&self.ends);
        let chosen: Vec<_> = ends.map(|(game, &end)| game.terminated && end == 0).collect();
        env.step_where(&vec![pass; games], &chosen)?;
        Ok(Some(Episodes { present, finished }))
    }
}
