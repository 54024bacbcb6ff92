// SPDX-License-Identifier: MIT OR Apache-2.0

//! Nodes of the tree, in an arena that threads share without locks.
//!
//! The children of a node lie side by side, best prior first. Statistics are relaxed atomics. No visit and
//! no result of a visit is lost: a thread that is interrupted between a load and a store would set them back
//! by all that the others added meanwhile. AMAF statistics load, add and store, as they are updated most:
//! with several threads updates are lost now and then, which they can bear (M. Enzenberger, M. Müller, "A
//! lock-free multithreaded Monte-Carlo tree search algorithm", 2010).
//!
//! A running simulation counts as a loss, so that threads take different moves.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU16, AtomicU32};

use katachi_rules::{Move, Point};

#[derive(Debug, Default)]
pub(super) struct Number(AtomicU32);

impl Number {
    #[inline]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    pub(super) fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }

    /// Adds a value. Additions by other threads at the same time may be lost.
    #[inline]
    pub(super) fn add_lossy(&self, value: f32) {
        self.set(self.get() + value);
    }

    /// Adds a value. Additions by other threads at the same time count, too.
    fn add(&self, value: f32) {
        let added = |bits| Some((f32::from_bits(bits) + value).to_bits());
        self.0
            .fetch_update(Relaxed, Relaxed, added)
            .expect("there is always a sum");
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SimulationResult {
    /// 1 won, 0 lost.
    pub(super) won: f32,
    /// Value for the search, 0 to 1.
    pub(super) value: f32,
    /// Final lead in points, with komi.
    pub(super) lead: f32,
}

impl SimulationResult {
    pub(super) fn opposite(self) -> Self {
        Self {
            won: 1.0 - self.won,
            value: 1.0 - self.value,
            lead: -self.lead,
        }
    }
}

/// A move, and the position after it. Values are for the side that made the move: 1 won, 0 lost.
#[derive(Debug, Default)]
pub(super) struct TreeNode {
    /// Index of the point played; 0 is a pass.
    point: AtomicU16,
    child_count: AtomicU16,
    /// [`LEAF`], [`GROWING`] or the index of the first child.
    first_child: AtomicU32,
    visits: AtomicU32,
    /// Simulations below this node that have not been backed up: virtual losses.
    pending: AtomicU32,
    /// Sum of the values of all visits.
    pub(super) value: Number,
    /// Visits that were won; a draw counts half.
    won: Number,
    /// Sum of the leads of all visits, in points with komi.
    lead: Number,
    /// AMAF: weighted count and sum of the results of simulations in which the move came later. A result is 0
    /// lost to 1 won, or a difference from the mean of the parent.
    pub(super) amaf_visits: Number,
    pub(super) amaf_value: Number,
    /// Probability before the search.
    pub(super) prior: Number,
}

const LEAF: u32 = 0;
const GROWING: u32 = u32::MAX;

impl TreeNode {
    #[inline]
    pub(super) fn mv(&self) -> Move {
        match self.point.load(Relaxed) {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Relaxed)
    }

    pub(super) fn add_virtual_loss(&self) {
        self.pending.fetch_add(1, Relaxed);
    }

    /// Removes a virtual loss and records the result for the side that made the move.
    pub(super) fn backup(&self, result: SimulationResult) {
        self.pending.fetch_sub(1, Relaxed);
        self.visits.fetch_add(1, Relaxed);
        self.value.add(result.value);
        self.won.add(result.won);
        self.lead.add(result.lead);
    }

    /// Returns the mean value for the side that made the move. `None` before the first visit.
    pub(super) fn mean(&self) -> Option<f32> {
        self.per_visit(&self.value)
    }

    /// Returns the win rate of the side that made the move. `None` before the first visit.
    pub(super) fn win_rate(&self) -> Option<f32> {
        self.per_visit(&self.won)
    }

    /// Returns the mean lead of the side that made the move in points. `None` before the first visit.
    pub(super) fn mean_lead(&self) -> Option<f32> {
        self.per_visit(&self.lead)
    }

    fn per_visit(&self, sum: &Number) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| sum.get() / visits as f32)
    }

    /// Makes the node a new move without statistics.
    fn reset(&self, mv: Move, prior: f32) {
        self.point
            .store(mv.point().map_or(0, |p| p.index() as u16), Relaxed);
        self.child_count.store(0, Relaxed);
        self.first_child.store(LEAF, Relaxed);
        self.visits.store(0, Relaxed);
        self.pending.store(0, Relaxed);
        for number in self.sums() {
            number.set(0.0);
        }
        self.prior.set(prior);
    }

    fn copy_from(&self, other: &Self) {
        self.reset(other.mv(), other.prior.get());
        self.visits.store(other.visits(), Relaxed);
        for (number, sum) in self.sums().into_iter().zip(other.sums()) {
            number.set(sum.get());
        }
    }

    fn sums(&self) -> [&Number; 5] {
        [
            &self.value,
            &self.won,
            &self.lead,
            &self.amaf_visits,
            &self.amaf_value,
        ]
    }

    /// Claims the right to expand the node. Returns true for one thread only.
    pub(super) fn claim(&self) -> bool {
        self.first_child
            .compare_exchange(LEAF, GROWING, Acquire, Relaxed)
            .is_ok()
    }
}

/// Number of nodes in a block of memory. The children of a node are in one block.
const BLOCK: u32 = 1 << 14;

const NODE_BYTES: usize = size_of::<TreeNode>();

/// All nodes of a tree. Blocks are allocated when they are needed, up to a limit.
#[derive(Debug)]
pub(super) struct Arena {
    blocks: Box<[OnceLock<Box<[TreeNode]>>]>,
    next: AtomicU32,
}

impl Arena {
    /// Creates an arena of at most `bytes` bytes, or of two blocks if that is more.
    pub(super) fn new(bytes: usize) -> Self {
        let blocks = (bytes / NODE_BYTES / BLOCK as usize).clamp(2, (u32::MAX / BLOCK) as usize);
        Self {
            blocks: (0..blocks).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(1),
        }
    }

    /// Removes all nodes and keeps the memory.
    pub(super) fn clear(&mut self) {
        *self.next.get_mut() = 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.next.load(Relaxed) as usize * NODE_BYTES
    }

    pub(super) fn allocated(&self) -> usize {
        let blocks = self.blocks.iter().filter(|block| block.get().is_some());
        blocks.count() * BLOCK as usize * NODE_BYTES
    }

    #[inline]
    fn block(&self, index: u32) -> &[TreeNode] {
        self.blocks[(index / BLOCK) as usize]
            .get_or_init(|| (0..BLOCK).map(|_| TreeNode::default()).collect())
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &TreeNode {
        &self.block(index)[(index % BLOCK) as usize]
    }

    /// Reserves nodes side by side. `None` if there is no space.
    fn reserve(&self, count: u32) -> Option<Range<u32>> {
        let limit = self.blocks.len() as u32 * BLOCK;
        let start = |next: u32| match next % BLOCK + count <= BLOCK {
            true => next,
            false => next.next_multiple_of(BLOCK),
        };
        let step = |next: u32| Some(start(next) + count).filter(|&end| end <= limit);
        let before = self.next.fetch_update(Relaxed, Relaxed, step).ok()?;
        Some(start(before)..start(before) + count)
    }

    /// Adds the root, which stands for the position itself.
    pub(super) fn root(&self) -> u32 {
        let root = self.reserve(1).expect("an empty arena has space").start;
        self.node(root).reset(Move::Pass, 1.0);
        root
    }

    /// Returns the children of a node, best prior first, with the index of the first one. `None` for a leaf.
    #[inline]
    pub(super) fn children(&self, node: &TreeNode) -> Option<(u32, &[TreeNode])> {
        match node.first_child.load(Acquire) {
            LEAF | GROWING => None,
            first => {
                let at = (first % BLOCK) as usize;
                let count = usize::from(node.child_count.load(Relaxed));
                Some((first, &self.block(first)[at..at + count]))
            }
        }
    }

    /// Expands a claimed node with these moves and priors, best first. Returns false if there is no space;
    /// the node stays a leaf.
    pub(super) fn grow(&self, node: &TreeNode, moves: &[(Move, f32)]) -> bool {
        let Some(range) = self.reserve(moves.len() as u32).filter(|_| !moves.is_empty()) else {
            node.first_child.store(LEAF, Release);
            return false;
        };
        for (index, &(mv, prior)) in range.clone().zip(moves) {
            self.node(index).reset(mv, prior);
        }
        node.child_count.store(moves.len() as u16, Relaxed);
        node.first_child.store(range.start, Release);
        true
    }

    /// Copies a node of another arena with its subtree, while there is space. Returns its index here.
    pub(super) fn adopt(&self, other: &Self, index: u32) -> u32 {
        let root = self.root();
        self.node(root).copy_from(other.node(index));
        let mut open = vec![(index, root)];
        while let Some((from, to)) = open.pop() {
            let Some((first, children)) = other.children(other.node(from)) else {
                continue;
            };
            let Some(range) = self.reserve(children.len() as u32) else {
                continue;
            };
            for (i, child) in children.iter().enumerate() {
                let at = range.start + i as u32;
                self.node(at).copy_from(child);
                open.push((first + i as u32, at));
            }
            let parent = self.node(to);
            parent.child_count.store(children.len() as u16, Relaxed);
            parent.first_child.store(range.start, Release);
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(count: u8) -> Vec<(Move, f32)> {
        let point = |i| Move::Play(Point::new(i % 25, i / 25));
        (0..count).map(|i| (point(i), f32::from(i))).collect()
    }

    #[test]
    fn children_lie_side_by_side_in_one_block() {
        let arena = Arena::new(1 << 20);
        let root = arena.node(arena.root());
        assert!(root.claim() && !root.claim());
        assert!(arena.grow(root, &moves(200)));
        let mut last = root;
        for _ in 0..BLOCK / 200 + 1 {
            let (_, children) = arena.children(last).expect("it has children");
            assert_eq!(children.len(), 200);
            assert_eq!(children[7].prior.get(), 7.0);
            last = &children[0];
            assert!(last.claim() && arena.grow(last, &moves(200)));
        }
    }

    #[test]
    fn a_full_arena_leaves_leaves() {
        let arena = Arena::new(0);
        let mut last = arena.node(arena.root());
        let mut grown = 0;
        while last.claim() && arena.grow(last, &moves(250)) {
            last = &arena.children(last).expect("it has children").1[0];
            grown += 1;
        }
        assert_eq!(grown, 2 * (BLOCK / 250));
        assert!(arena.children(last).is_none());
        assert!(last.claim(), "it can be claimed again");
    }

    #[test]
    fn a_part_of_a_tree_is_copied_with_its_statistics() {
        let old = Arena::new(1 << 20);
        let root = old.node(old.root());
        assert!(root.claim() && old.grow(root, &moves(9)));
        let (first, children) = old.children(root).expect("it has children");
        assert!(children[4].claim() && old.grow(&children[4], &moves(3)));
        children[4].add_virtual_loss();
        children[4].backup(SimulationResult {
            won: 1.0,
            value: 0.75,
            lead: 3.5,
        });
        let new = Arena::new(1 << 20);
        let root = new.node(new.adopt(&old, first + 4));
        assert_eq!(
            (root.visits(), root.mean(), root.win_rate()),
            (1, Some(0.75), Some(1.0))
        );
        assert_eq!(root.mean_lead(), Some(3.5));
        assert_eq!(new.children(root).expect("it has children").1.len(), 3);
    }
    #[test]
    fn results_of_threads_at_the_same_time_all_count() {
        let (node, threads, each) = (TreeNode::default(), 4, 50_000);
        let won = SimulationResult {
            won: 1.0,
            value: 0.5,
            lead: 2.0,
        };
        let run = || {
            for _ in 0..each {
                node.add_virtual_loss();
                node.backup(won);
            }
        };
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(run))));
        assert_eq!((node.visits(), node.pending()), (threads * each, 0));
        assert_eq!((node.win_rate(), node.mean()), (Some(1.0), Some(0.5)));
        assert_eq!(node.mean_lead(), Some(2.0));
    }
}
