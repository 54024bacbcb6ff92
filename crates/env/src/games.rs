// SPDX-License-Identifier: MIT OR Apache-2.0

//! Storage of games: one array for each field that callers see.

use katachi_rules::{Board, BoardSize, Color};
use rayon::prelude::*;

use super::config::Config;
use super::player::Player;
use super::slot::{Progress, Slot, State};
use super::{legal, repetition};

#[derive(Clone, Debug)]
pub(super) struct Games {
    pub(super) config: Config,
    pub(super) states: Vec<State>,
    /// N * N + 1 for each game.
    pub(super) masks: Vec<bool>,
    pub(super) players: Vec<Player>,
    pub(super) rewards: Vec<[f32; 2]>,
    pub(super) terminated: Vec<bool>,
}

impl Games {
    /// Games at their start, one for each entry of `black`, the player of Black.
    pub(super) fn new(config: Config, black: &[Player]) -> Self {
        let n = black.len();
        let state = |&black| State {
            board: Board::new(BoardSize::square(config.size() as u8)),
            empty: legal::all_empty(config.size()),
            points: vec![0; config.points()],
            seen: vec![0; repetition::table_len(config.max_steps())],
            progress: Progress {
                black,
                to_move: Color::Black,
                steps: 0,
                passes: 0,
            },
        };
        Self {
            config,
            states: black.iter().map(state).collect(),
            masks: vec![true; n * config.actions()],
            players: black.to_vec(),
            rewards: vec![[0.0; 2]; n],
            terminated: vec![false; n],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn slot(&mut self, game: usize) -> Slot<'_> {
        let actions = self.config.actions();
        Slot {
            config: &self.config,
            state: &mut self.states[game],
            mask: &mut self.masks[game * actions..][..actions],
            player: &mut self.players[game],
            rewards: &mut self.rewards[game],
            terminated: &mut self.terminated[game],
        }
    }

    /// All games, for several threads.
    pub(super) fn slots(&mut self) -> impl IndexedParallelIterator<Item = Slot<'_>> {
        let config = &self.config;
        let fields = (
            &mut self.states,
            self.masks.par_chunks_exact_mut(config.actions()),
            &mut self.players,
            &mut self.rewards,
            &mut self.terminated,
        );
        fields
            .into_par_iter()
            .map(move |(state, mask, player, rewards, terminated)| Slot {
                config,
                state,
                mask,
                player,
                rewards,
                terminated,
            })
    }
}
