// SPDX-License-Identifier: MIT OR Apache-2.0

//! Trees that are kept from search to search: that of the last position, and those of positions before it, to
//! which a client may step back.

use std::collections::VecDeque;

use katachi_rules::{Color, Game};

use super::node::Arena;
use crate::playout::PlayoutStats;

/// A tree with the position of its root.
#[derive(Debug)]
pub(super) struct KeptTree {
    pub(super) arena: Arena,
    pub(super) root: u32,
    /// The game at the root and the side to move there.
    at: (Game, Color),
    /// Statistics of the playouts from the root.
    pub(super) ends: Option<PlayoutStats>,
}

impl KeptTree {
    /// Finds the node of a position in the tree. `only_root`: looks no further than the root.
    fn find(&self, game: &Game, color: Color, only_root: bool) -> Option<u32> {
        let (before, mut to_move) = (&self.at.0, self.at.1);
        let count = before.move_count();
        let is_same = (game.move_count() == count || !only_root)
            && game.move_count() >= count
            && before.size() == game.size()
            && before.rules() == game.rules()
            && before.komi() == game.komi()
            && before.moves().eq(game.moves().take(count));
        if !is_same {
            return None;
        }
        let mut index = self.root;
        for (mover, mv) in game.moves().skip(count) {
            if mover != to_move {
                return None;
            }
            let (first, children) = self.arena.children(self.arena.node(index))?;
            index = first + children.iter().position(|child| child.mv() == mv)? as u32;
            to_move = to_move.opposite();
        }
        // Set-up stones may differ.
        let mut replayed = before.clone();
        for (mover, mv) in game.moves().skip(count) {
            replayed.play(mover, mv).ok()?;
        }
        (to_move == color && replayed.board().key() == game.board().key()).then_some(index)
    }
}

/// The part of the memory that past trees have together: one in this number of what the last tree has.
const PAST_PART: usize = 2;

#[derive(Debug)]
pub(super) struct KeptTrees {
    last: Option<KeptTree>,
    /// Trees of earlier searches, the newest last.
    pub(super) past: VecDeque<KeptTree>,
    /// Maximum number of bytes of the last tree.
    bytes: usize,
    spare: Option<Arena>,
}

impl KeptTrees {
    /// No trees, with a limit of memory for each one.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            last: None,
            past: VecDeque::new(),
            bytes,
            spare: None,
        }
    }

    pub(super) fn clear(&mut self) {
        let trees = self.last.take().into_iter().chain(self.past.drain(..));
        self.spare = trees.map(|tree| tree.arena).next().or(self.spare.take());
    }

    /// The tree of the last search.
    ///
    /// # Panics
    /// Before the first call of [`KeptTrees::move_to`].
    pub(super) fn last(&self) -> &KeptTree {
        self.last.as_ref().expect("a search has moved to its position")
    }

    pub(super) fn last_mut(&mut self) -> &mut KeptTree {
        self.last.as_mut().expect("a search has moved to its position")
    }

    /// Makes the tree of a position the last one. It is that of an earlier search there, or a part of the
    /// last tree, or else of the newest past one that has the position; otherwise it is new.
    /// `only_roots`: parts of trees are not taken.
    pub(super) fn move_to(&mut self, game: &Game, color: Color, only_roots: bool) {
        let is_at = |tree: &KeptTree| tree.find(game, color, true) == Some(tree.root);
        if self.last.as_ref().is_some_and(is_at) {
            return;
        }
        if let Some(found) = self.past.iter().rposition(is_at) {
            let tree = self.past.remove(found);
            self.past.extend(std::mem::replace(&mut self.last, tree));
        } else {
            let arena = self.empty_arena();
            let newest_first = self.last.iter().chain(self.past.iter().rev());
            let mut parts = newest_first.filter_map(|tree| Some((tree, tree.find(game, color, only_roots)?)));
            let root = match parts.next() {
                Some((tree, node)) => arena.adopt(&tree.arena, node),
                None => arena.root(),
            };
            let tree = KeptTree {
                arena,
                root,
                at: (game.clone(), color),
                ends: None,
            };
            self.past.extend(self.last.replace(tree));
        }
        self.forget_oldest();
    }

    fn empty_arena(&mut self) -> Arena {
        match self.spare.take() {
            Some(mut arena) => {
                arena.clear();
                arena
            }
            None => Arena::new(self.bytes),
        }
    }

    /// Removes the oldest past trees until the others are within the limit.
    fn forget_oldest(&mut self) {
        let mut bytes: usize = self.past.iter().map(|tree| tree.arena.allocated()).sum();
        while bytes > self.bytes / PAST_PART {
            let Some(oldest) = self.past.pop_front() else {
                return;
            };
            bytes -= oldest.arena.allocated();
            self.spare = Some(oldest.arena);
        }
    }
}
