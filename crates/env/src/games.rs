// SPDX-License-Identifier: MIT OR Apache-2.0

//! Storage of games: one array per field of a game.

use katachi_rules::{Board, BoardSize, Cell, Color};

use super::config::Config;
use super::legal::{self, EmptyRows};
use super::player::Player;
use super::slot::{Progress, Slot};
use super::{history, repetition};

/// Games of one configuration.
#[derive(Clone, Debug)]
pub(super) struct Games {
    pub(super) config: Config,
    boards: Vec<Board>,
    empty: Vec<EmptyRows>,
    /// N * N words for each game.
    points: Vec<u64>,
    /// The table of earlier positions of each game.
    seen: Vec<u64>,
    /// N * N + 1 for each game.
    pub(super) masks: Vec<bool>,
    pub(super) progress: Vec<Progress>,
    pub(super) players: Vec<Player>,
    pub(super) rewards: Vec<[f32; 2]>,
    pub(super) terminated: Vec<bool>,
}

impl Games {
    /// Games at their start, one for each entry of `black`, the player of Black.
    pub(super) fn new(config: Config, black: &[Player]) -> Self {
        let n = black.len();
        let progress = |&black| Progress {
            black,
            to_move: Color::Black,
            steps: 0,
            passes: 0,
        };
        Self {
            config,
            boards: vec![Board::new(BoardSize::square(config.size() as u8)); n],
            empty: vec![legal::all_empty(config.size()); n],
            points: vec![0; n * config.points()],
            seen: vec![0; n * repetition::table_len(config.max_steps())],
            masks: vec![true; n * config.actions()],
            progress: black.iter().map(progress).collect(),
            players: black.to_vec(),
            rewards: vec![[0.0; 2]; n],
            terminated: vec![false; n],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    pub(super) fn slots(&mut self) -> Slots<'_> {
        Slots {
            config: &self.config,
            boards: &mut self.boards,
            empty: &mut self.empty,
            points: &mut self.points,
            seen: &mut self.seen,
            masks: &mut self.masks,
            progress: &mut self.progress,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
        }
    }

    /// The words of the points of a game.
    pub(super) fn points(&self, game: usize) -> &[u64] {
        let points = self.config.points();
        &self.points[game * points..][..points]
    }

    /// Content of a point; rows count from the top.
    pub(super) fn cell(&self, game: usize, row: usize, column: usize) -> Cell {
        let size = self.config.size();
        if row >= size || column >= size {
            return Cell::Off;
        }
        history::cell(self.points(game)[row * size + column])
    }

    /// Writes the observation of a player of a game.
    pub(super) fn observe(&self, game: usize, player: Player, out: &mut [bool]) {
        let viewer = player.color(self.progress[game].black);
        history::observe(self.points(game), viewer, self.config.history_length(), out);
    }
}

/// Consecutive games, borrowed from the storage; can be split for several threads.
pub(super) struct Slots<'a> {
    config: &'a Config,
    boards: &'a mut [Board],
    empty: &'a mut [EmptyRows],
    points: &'a mut [u64],
    seen: &'a mut [u64],
    masks: &'a mut [bool],
    progress: &'a mut [Progress],
    players: &'a mut [Player],
    rewards: &'a mut [[f32; 2]],
    terminated: &'a mut [bool],
}

impl<'a> Slots<'a> {
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The first `n` games, and the rest.
    pub(super) fn split_at(self, n: usize) -> (Self, Self) {
        let config = self.config;
        let table_len = repetition::table_len(config.max_steps());
        let boards = self.boards.split_at_mut(n);
        let empty = self.empty.split_at_mut(n);
        let points = self.points.split_at_mut(n * config.points());
        let seen = self.seen.split_at_mut(n * table_len);
        let masks = self.masks.split_at_mut(n * config.actions());
        let progress = self.progress.split_at_mut(n);
        let players = self.players.split_at_mut(n);
        let rewards = self.rewards.split_at_mut(n);
        let terminated = self.terminated.split_at_mut(n);
        (
            Self {
                config,
                boards: boards.0,
                empty: empty.0,
                points: points.0,
                seen: seen.0,
                masks: masks.0,
                progress: progress.0,
                players: players.0,
                rewards: rewards.0,
                terminated: terminated.0,
            },
            Self {
                config,
                boards: boards.1,
                empty: empty.1,
                points: points.1,
                seen: seen.1,
                masks: masks.1,
                progress: progress.1,
                players: players.1,
                rewards: rewards.1,
                terminated: terminated.1,
            },
        )
    }

    /// One game.
    pub(super) fn slot(&mut self, game: usize) -> Slot<'_> {
        let config = self.config;
        let (points, actions) = (config.points(), config.actions());
        let table_len = repetition::table_len(config.max_steps());
        Slot {
            config,
            board: &mut self.boards[game],
            empty: &mut self.empty[game],
            points: &mut self.points[game * points..][..points],
            seen: &mut self.seen[game * table_len..][..table_len],
            mask: &mut self.masks[game * actions..][..actions],
            progress: &mut self.progress[game],
            player: &mut self.players[game],
            rewards: &mut self.rewards[game],
            terminated: &mut self.terminated[game],
        }
    }
}
