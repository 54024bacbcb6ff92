//! The search: a tree over the whole board, grown by simulations (Monte-Carlo tree search).
//!
//! A simulation goes down the tree by the best values (`select`), gives a leaf that was visited often enough its moves with their
//! priors (`worker`), plays the game to its end by a playout policy, and adds the result to all nodes on its way, and to the moves that
//! came later in it (AMAF). The most visited move is the answer. Background: `docs/experiments/search.md`.
//!
//! - `settings`: visits, threads, memory, and the constants of the tree;
//! - `node`: nodes in an arena that threads share;
//! - `select`: which move is tried next;
//! - `worker`: the simulations of one thread;
//! - `report`: what the search found, as a value.

mod node;
mod passing;
mod report;
mod select;
mod settings;
mod worker;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use katachi_rules::{Color, Game};

use node::Arena;
pub use report::{Report, Searched};
pub use settings::{Changes, Constant, ConstantError, SearchSettings, parse_change};
use worker::Worker;

/// A tree that is kept from move to move.
#[derive(Debug)]
pub struct Search {
    settings: SearchSettings,
    arena: Arena,
    /// Takes over the part of the tree that is kept.
    spare: Arena,
    root: u32,
    /// The game at the root, and the side to move there. None: there is no tree.
    at: Option<(Game, Color)>,
}

impl Search {
    /// No tree yet.
    pub fn new(settings: SearchSettings) -> Self {
        let bytes = settings.memory << 19;
        Self {
            arena: Arena::new(bytes),
            spare: Arena::new(bytes),
            settings,
            root: 0,
            at: None,
        }
    }

    /// The settings.
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// Grows the tree until so many simulations went through its root, or `stop` is set. Moves not wanted at the root are
    /// left out.
    pub fn run(&mut self, game: &Game, color: Color, seed: u64, visits: u32, stop: &AtomicBool) -> Report {
        self.move_root(game, color);
        let constants = self.settings.constants(game.size());
        let root = self.arena.node(self.root);
        if self.arena.children(root).is_none() && root.claim() {
            let mut moves = Vec::new();
            worker::children(game, color, None, &mut moves);
            self.arena.grow(root, &moves);
        }
        let kept = root.visits();
        let started = AtomicU32::new(kept);
        let run = |thread: u64| {
            let mut worker = Worker::new(
                &self.arena,
                self.root,
                constants,
                game,
                color,
                seed ^ thread << 48,
            );
            while started.fetch_add(1, Relaxed) < visits && !stop.load(Relaxed) {
                worker.simulate();
                if self.is_decided(visits.saturating_sub(started.load(Relaxed))) {
                    break;
                }
            }
            worker.ends
        };
        let ends = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.settings.threads as u64)
                .map(|thread| scope.spawn(move || run(thread)))
                .collect();
            let mut ends = run(0);
            for other in others {
                ends.merge(&other.join().expect("a thread of the search does not panic"));
            }
            ends
        });
        self.at = Some((game.clone(), color));
        Report::new(&self.arena, self.root, game, color, &ends)
    }

    /// Can no other move get more visits than the best?
    fn is_decided(&self, left: u32) -> bool {
        let Some((_, children)) = self.arena.children(self.arena.node(self.root)) else {
            return true;
        };
        let (mut most, mut second) = (0, 0);
        for visits in children.iter().map(node::Node::visits) {
            if visits > most {
                (most, second) = (visits, most);
            } else if visits > second {
                second = visits;
            }
        }
        most - second > left
    }

    /// Makes the position of the game the root, with what the tree knows of it.
    fn move_root(&mut self, game: &Game, color: Color) {
        let known = self.find(game, color);
        self.spare.clear();
        self.root = match known {
            Some(index) => self.spare.adopt(&self.arena, index),
            None => self.spare.root(),
        };
        std::mem::swap(&mut self.arena, &mut self.spare);
    }

    /// The node of the position that the game has reached, if it grew out of the one at the root.
    fn find(&self, game: &Game, color: Color) -> Option<u32> {
        let (before, color_before) = self.at.as_ref()?;
        let mut to_move = *color_before;
        let count = before.move_count();
        let is_same = game.move_count() >= count
            && before.size() == game.size()
            && before.rules() == game.rules()
            && before.komi() == game.komi()
            && before.moves().eq(game.moves().take(count));
        if !is_same {
            return None;
        }
        let mut replayed = before.clone();
        let mut index = self.root;
        for (mover, mv) in game.moves().skip(count) {
            if mover != to_move {
                return None;
            }
            let (first, children) = self.arena.children(self.arena.node(index))?;
            index = first + children.iter().position(|child| child.mv() == mv)? as u32;
            replayed.play(mover, mv).ok()?;
            to_move = to_move.opposite();
        }
        (to_move == color && replayed.board().key() == game.board().key()).then_some(index)
    }
}
