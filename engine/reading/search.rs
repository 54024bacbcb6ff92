//! Proof-number search over the moves around a goal.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) with a
//! table of positions. The attacker is the OR side. A node's proof number is how much is left to show that the
//! attacker reaches the goal, its disproof number how much to show that the defender stops it; the search
//! always works on the cheapest open question. The defender may pass, the attacker has to move.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, Undo};

use super::candidates::Candidates;

/// Who may ignore the rule of ko: what happens if one side has ko threats without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KoThreats {
    /// Neither: a ko is retaken after a move in between.
    None,
    /// The attacker retakes at once.
    Attacker,
    /// The defender retakes at once.
    Defender,
}

/// What an attacker wants and a defender wants to stop.
pub(super) trait Goal {
    /// The side that wants it.
    fn attacker(&self) -> Color;
    /// Names the goal, so that results of different goals are not confused.
    fn key(&self) -> u64;
    /// Has the attacker reached it (true), or has he failed (false)? None if it is open. Unless `wide`, the
    /// attacker is given up sooner.
    fn decided(&self, position: &Position, to_move: Color, wide: bool) -> Option<bool>;
    /// Moves for the side to move, best first; `wide`: also roundabout ones.
    fn candidates(&self, position: &Position, to_move: Color, wide: bool) -> Candidates;
    /// Guesses proof and disproof number of an open position. At least 1 each.
    fn estimate(&self, position: &Position, to_move: Color) -> (u32, u32);
    /// A quick way to see that the attacker, to move, reaches the goal. Adds the moves that it plays to `nodes`
    /// and stops when there are `limit`.
    fn shortcut(&self, position: &mut Position, nodes: &mut u32, limit: u32) -> Option<Point>;
    /// May the defender pass here?
    fn may_pass(&self, position: &Position) -> bool;
    /// How many times the usual nodes such a goal may take.
    fn effort(&self) -> u32 {
        1
    }
}

/// A position under search.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) threats: KoThreats,
    attacker: Color,
    /// A move was refused, or allowed, for the sake of a ko.
    pub(super) ko_mattered: std::cell::Cell<bool>,
}

impl Position {
    pub(super) fn new(board: &Board, attacker: Color, threats: KoThreats) -> Self {
        Self {
            board: board.clone(),
            threats,
            attacker,
            ko_mattered: std::cell::Cell::new(false),
        }
    }

    /// May the colour play there, as the ko threats are?
    pub(super) fn is_allowed(&self, color: Color, point: Point) -> bool {
        if !self.board.is_empty(point) || self.board.is_suicide(color, point) {
            return false;
        }
        if self.board.ko() != Some((point, color)) {
            return true;
        }
        self.ko_mattered.set(true);
        match self.threats {
            KoThreats::None => false,
            KoThreats::Attacker => color == self.attacker,
            KoThreats::Defender => color != self.attacker,
        }
    }
}

impl Position {
    /// Has `color` just taken a ko that the other side retakes at once? Then the two moves change nothing, and
    /// there is no point in looking at them.
    fn would_be_retaken(&self, color: Color) -> bool {
        let other_retakes = match self.threats {
            KoThreats::None => false,
            KoThreats::Attacker => color != self.attacker,
            KoThreats::Defender => color == self.attacker,
        };
        let retaken = other_retakes && self.board.ko().is_some_and(|(_, closed_to)| closed_to != color);
        if retaken {
            self.ko_mattered.set(true);
        }
        retaken
    }
}

/// Proof and disproof number. One of them infinite and the other 0: decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = 1 << 28;

impl Numbers {
    const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    fn decided(success: bool) -> Self {
        if success { Self::PROVED } else { Self::DISPROVED }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Results of positions by key; a newer one takes the place of an older one.
#[derive(Debug)]
struct Table {
    entries: Vec<Entry>,
    /// Counts the searches. What an older one found is not used: the answer to a question must not depend on
    /// those before it, and whether a ko mattered is known within one search only.
    search: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
    search: u32,
}

const TABLE_SIZE: usize = 1 << 15;

impl Table {
    fn new() -> Self {
        let empty = Entry {
            key: 0,
            numbers: Numbers::PROVED,
            search: 0,
        };
        Self {
            entries: vec![empty; TABLE_SIZE],
            search: 0,
        }
    }

    fn forget(&mut self) {
        match self.search.checked_add(1) {
            Some(next) => self.search = next,
            None => *self = Self::new(),
        }
        self.search = self.search.max(1);
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let entry = &self.entries[key as usize % TABLE_SIZE];
        (entry.key == key && entry.search == self.search).then_some(entry.numbers)
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        self.entries[key as usize % TABLE_SIZE] = Entry {
            key,
            numbers,
            search: self.search,
        };
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Does the attacker reach the goal? None if the nodes ran out.
    pub(super) success: Option<bool>,
    /// The winner's move at the root; none if no move is needed, or the winner does not move first.
    pub(super) point: Option<Point>,
    /// Moves played.
    pub(super) nodes: u32,
    /// The answer may depend on who wins a ko.
    pub(super) ko_mattered: bool,
}

/// Searches; keeps the room for its table from one search to the next.
#[derive(Debug)]
pub(super) struct Searcher {
    table: Table,
    nodes: u32,
    budget: u32,
    depth: u32,
}

/// Deeper lines are given up as failures of the attacker.
const MAX_DEPTH: u32 = 120;
const MAX_CHILDREN: usize = 25;
/// Plies from the root down to which all moves are looked at.
const WIDE_DEPTH: u32 = 5;

/// A move of a node with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// None is a pass.
    point: Option<Point>,
    key: u64,
    numbers: Numbers,
}

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: 0,
            budget: 0,
            depth: 0,
        }
    }

    /// Searches a goal from a position, playing at most `budget` moves.
    pub(super) fn search(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        budget: u32,
    ) -> Found {
        (self.nodes, self.budget, self.depth) = (0, budget, 0);
        position.ko_mattered.set(false);
        self.table.forget();
        if let Some(success) = goal.decided(position, to_move, true) {
            // An attack that works at once still has its move.
            let attacks = success && to_move == goal.attacker();
            let point = if attacks {
                goal.shortcut(position, &mut self.nodes, budget)
            } else {
                None
            };
            let (nodes, ko_mattered) = (self.nodes, position.ko_mattered.get());
            return Found {
                success: Some(success),
                point,
                nodes,
                ko_mattered,
            };
        }
        let (numbers, best) = self.expand(goal, position, to_move, INFINITE, INFINITE);
        let success = numbers.is_decided().then_some(numbers.proof == 0);
        let winner_moves = success.is_some_and(|s| s == (to_move == goal.attacker()));
        Found {
            success,
            point: best.filter(|_| winner_moves),
            nodes: self.nodes,
            ko_mattered: position.ko_mattered.get(),
        }
    }

    /// Near the root all moves are looked at, farther down only the natural ones. What is found in one way is
    /// not mixed with the other.
    fn is_wide(&self) -> bool {
        self.depth < WIDE_DEPTH
    }

    fn key(&self, goal: &dyn Goal, position: &Position, to_move: Color) -> u64 {
        let kind = 2 * position.threats as u64 + u64::from(self.is_wide()) + 1;
        position.board.situation_key(to_move) ^ goal.key() ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Works on a node until its numbers reach a limit; returns them with the best move.
    fn expand(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        proof_limit: u32,
        disproof_limit: u32,
    ) -> (Numbers, Option<Point>) {
        let is_or = to_move == goal.attacker();
        let key = self.key(goal, position, to_move);
        if self.depth >= MAX_DEPTH {
            return (Numbers::DISPROVED, None);
        }
        let wide = self.is_wide();
        self.depth += 1;
        let mut children = self.children(goal, position, to_move, key, wide);
        let result = loop {
            let (numbers, best, second) = combine(&children, is_or);
            if numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
                || numbers.is_decided()
                || self.nodes >= self.budget
            {
                let point = children.get(best).and_then(|c| c.point);
                break (numbers, point);
            }
            let child = &children[best];
            // The limits within which this child stays the best one, with some room so that the search does
            // not jump between children of nearly the same number.
            let (child_proof, child_disproof) = if is_or {
                let others = numbers.disproof.saturating_sub(child.numbers.disproof);
                (
                    proof_limit.min(second + second / 4 + 1),
                    disproof_limit.saturating_sub(others),
                )
            } else {
                let others = numbers.proof.saturating_sub(child.numbers.proof);
                (
                    proof_limit.saturating_sub(others),
                    disproof_limit.min(second + second / 4 + 1),
                )
            };
            let point = child.point;
            let undo = self.make(position, to_move, point);
            let (numbers, _) = self.expand(goal, position, to_move.opposite(), child_proof, child_disproof);
            unmake(position, undo);
            children[best].numbers = numbers;
            let child_key = children[best].key;
            self.table.put(child_key, numbers);
        };
        self.depth -= 1;
        self.table.put(key, result.0);
        result
    }

    /// The moves of a node, which is one ply above the depth now. If one of them decides it, that one alone.
    fn children(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        key: u64,
        wide: bool,
    ) -> ArrayVec<Child, MAX_CHILDREN> {
        let is_or = to_move == goal.attacker();
        let mut children = ArrayVec::<Child, MAX_CHILDREN>::new();
        if is_or && self.table.get(key).is_none() {
            // Looked for when the node is seen first; that it failed then need not be found out again.
            if let Some(point) = goal.shortcut(position, &mut self.nodes, self.budget) {
                children.push(Child {
                    point: Some(point),
                    key: 0,
                    numbers: Numbers::PROVED,
                });
                return children;
            }
        }
        let candidates = goal.candidates(position, to_move, wide);
        let pass = (!is_or && goal.may_pass(position)).then_some(None);
        for (rank, point) in candidates.iter().map(Some).chain(pass).enumerate() {
            if children.is_full() || point.is_some_and(|p| !position.is_allowed(to_move, p)) {
                continue;
            }
            let undo = self.make(position, to_move, point);
            if position.would_be_retaken(to_move) {
                unmake(position, undo);
                continue;
            }
            let next = to_move.opposite();
            let key = self.key(goal, position, next);
            let numbers = match goal.decided(position, next, self.is_wide()) {
                Some(success) => Numbers::decided(success),
                None => self.table.get(key).unwrap_or_else(|| {
                    let (proof, disproof) = goal.estimate(position, next);
                    // Later candidates look less promising to the side that chooses.
                    let doubt = rank as u32 / 3;
                    if is_or {
                        Numbers {
                            proof: proof + doubt,
                            disproof,
                        }
                    } else {
                        Numbers {
                            proof,
                            disproof: disproof + doubt,
                        }
                    }
                }),
            };
            unmake(position, undo);
            let child = Child { point, key, numbers };
            if (is_or && numbers.proof == 0) || (!is_or && numbers.disproof == 0) {
                children.clear();
                children.push(child);
                break;
            }
            children.push(child);
        }
        children
    }

    fn make(&mut self, position: &mut Position, color: Color, point: Option<Point>) -> Made {
        self.nodes += 1;
        match point {
            Some(point) => Made::Stone(position.board.play(color, point)),
            None => Made::Pass(position.board.clear_ko()),
        }
    }
}

enum Made {
    Stone(Undo),
    Pass(Option<(Point, Color)>),
}

fn unmake(position: &mut Position, made: Made) {
    match made {
        Made::Stone(undo) => position.board.undo(undo),
        Made::Pass(ko) => position.board.set_ko(ko),
    }
}

/// Numbers of a node from its children, the best child, and the deciding number of the second best.
fn combine(children: &[Child], is_or: bool) -> (Numbers, usize, u32) {
    // The side that has to answer every child is charged for the hardest, and one for each other open one: the
    // sum would count again what the children have in common (weak proof numbers, T. Ueda and others, 2008).
    let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
    for (i, child) in children.iter().enumerate() {
        let (own, other) = if is_or {
            (child.numbers.proof, child.numbers.disproof)
        } else {
            (child.numbers.disproof, child.numbers.proof)
        };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    // Nobody can win a node and have it open: a decided number makes the other infinite.
    let sum = if least == 0 {
        INFINITE
    } else {
        (hardest + open.saturating_sub(1)).min(INFINITE)
    };
    let numbers = if is_or {
        Numbers {
            proof: least,
            disproof: sum,
        }
    } else {
        Numbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}
