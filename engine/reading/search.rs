//! Proof-number search over the moves around a goal.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) with a
//! table of positions. The attacker is the OR side. A node's proof number is how much is left to show that the
//! attacker reaches the goal, its disproof number how much to show that the defender stops it; the search
//! always works on the cheapest open question. The defender may pass, the attacker has to move.

mod goal;
mod graph;
mod moves;
mod node;
mod position;
mod retrace;

use katachi_rules::{Color, Point, PointSet, Undo};

pub(super) use goal::{Goal, Level};
use graph::{Graph, NOWHERE, Place};
pub(super) use node::{INFINITE, Numbers, combine};
use node::{Node, Rests};
pub(super) use position::{KoThreats, Position};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Does the attacker reach the goal? None if the nodes ran out.
    pub(super) success: Option<bool>,
    /// The winner's move at the root; none if no move is needed, or the winner does not move first.
    pub(super) point: Option<Point>,
    /// Moves played.
    pub(super) nodes: u32,
    /// The answer depends on who wins a ko.
    pub(super) rests_on_ko: bool,
    /// The goal was decided as it stood, without a look at any move.
    pub(super) at_once: bool,
}

/// Searches one question after the other. Nothing is carried over, so that an answer does not depend on the questions
/// before it, and the points that it depends on are known.
#[derive(Debug)]
pub(super) struct Searcher {
    graph: Graph,
    /// Positions from the root to here.
    path: Vec<(u64, Place)>,
    /// Moves at the root that are not to be looked at.
    refused: PointSet,
    /// Key of the stones where the search began. Positions are told apart by what has changed since, so that stones
    /// elsewhere do not change its order.
    root: u64,
    nodes: u32,
    budget: u32,
    /// A level is not given up as hopeless before there are so many nodes.
    enough: u32,
    depth: u32,
    level: Level,
}

/// Deeper lines are given up as failures of the attacker.
const MAX_DEPTH: u32 = 120;
/// Looking farther than on the first level may take this part of the budget, on each level, and ends when there is as
/// much left to prove as about a string that comes out with five liberties.
const FURTHER: u32 = 2;
const HOPELESS: u32 = 40;
/// It does not end before it has taken this part of the budget.
const ENOUGH: u32 = 128;

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            graph: Graph::new(),
            path: Vec::new(),
            refused: PointSet::EMPTY,
            root: 0,
            nodes: 0,
            budget: 0,
            enough: 0,
            depth: 0,
            level: Level {
                wide: 0,
                patient: 0,
                widened: 0,
            },
        }
    }

    /// Searches a goal from a position, playing at most `budget` moves, and none of the `refused` first.
    pub(super) fn search(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        refused: &[Point],
        budget: u32,
    ) -> Found {
        (self.nodes, self.budget, self.enough, self.depth) = (0, budget, 0, 0);
        self.refused = refused.iter().copied().collect();
        self.root = position.board.key();
        self.graph.clear();
        position.ko_mattered.set(false);
        let decided = goal.decided(position, to_move, true);
        let is_asked_for = |&success: &bool| success || to_move == goal.attacker() || !goal.is_threatened();
        if let Some(success) = decided.filter(is_asked_for) {
            // An attack that works at once still has its move.
            let attacks = success && to_move == goal.attacker();
            let point = if attacks {
                goal.shortcut(position, &mut self.nodes, budget, &mut PointSet::EMPTY.clone())
            } else {
                None
            };
            let (nodes, rests_on_ko) = (self.nodes, position.ko_mattered.get());
            return Found {
                success: Some(success),
                point,
                nodes,
                rests_on_ko,
                at_once: true,
            };
        }
        let mut found = Found {
            success: None,
            point: None,
            nodes: 0,
            rests_on_ko: false,
            at_once: false,
        };
        for &level in goal.levels() {
            self.level = level;
            let mut hopeless = INFINITE;
            if found.success.is_some() {
                hopeless = HOPELESS;
                self.budget = budget.min(self.nodes + budget / FURTHER);
                self.enough = self.nodes + budget / ENOUGH;
            }
            self.path.clear();
            let root = self.root(goal, position, to_move);
            let limit = Numbers {
                proof: hopeless,
                disproof: INFINITE,
            };
            let (numbers, best) = self.expand(goal, position, to_move, root, None, limit);
            let rests_on = self.graph.rests_on(root);
            found.nodes = self.nodes;
            if !numbers.is_decided() {
                break;
            }
            let success = numbers.proof == 0;
            found.success = Some(success);
            found.rests_on_ko = rests_on.ko || !success && found.rests_on_ko;
            found.point = best.filter(|_| success == (to_move == goal.attacker()));
            if success {
                break;
            }
        }
        found
    }

    /// Near the root all moves are looked at, farther down only the natural ones. What is found in one way is
    /// not mixed with the other.
    fn is_wide(&self) -> bool {
        self.depth < self.level.wide
    }

    /// The position so many plies above the one under work.
    fn before(&self, plies: usize) -> Option<Place> {
        Some(self.path.get(self.path.len().checked_sub(plies)?)?.1)
    }

    fn is_patient(&self) -> bool {
        self.depth < self.level.patient
    }

    /// Near the root the attacker looks for kos that the defender cannot end.
    fn looks_for_kos(&self) -> bool {
        self.depth <= 2 * self.level.patient
    }

    fn key(&self, goal: &dyn Goal, position: &Position, to_move: Color) -> u64 {
        let widened = self.level.widened.saturating_sub(self.depth);
        let kind = (u64::from(widened) * 4 + position.threats as u64) * 4
            + u64::from(self.is_patient()) * 2
            + u64::from(self.is_wide())
            + 1;
        position.board.situation_key(to_move)
            ^ goal.key()
            ^ self.root
            ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The root of a level. What a level before it found about the same position is not meant.
    fn root(&mut self, goal: &dyn Goal, position: &Position, to_move: Color) -> Place {
        let (proof, disproof) = goal.estimate(position, to_move);
        let open = Numbers { proof, disproof };
        let key = self.key(goal, position, to_move) ^ u64::from(self.level.wide) << 32;
        let situation = position.board.situation_key(to_move);
        self.graph.add(key, situation, open, &Rests::NOTHING)
    }

    /// Works on a node until a number reaches its limit; returns them with the best move. `like` is a position in which
    /// the same moves may have the same answers.
    fn expand(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        like: Option<Place>,
        mut limit: Numbers,
    ) -> (Numbers, Option<Point>) {
        let is_or = to_move == goal.attacker();
        if self.depth >= MAX_DEPTH {
            return (Numbers::DISPROVED, None);
        }
        let wide = self.is_wide();
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        node.must_move = self.graph.must_move(place);
        match self.graph.left(place) {
            Some(left) => self.come_back(&left, &mut node),
            None => {
                node.first = self.graph.numbers(place);
                self.add_children(goal, position, to_move, wide, &mut node);
            }
        }
        let result = loop {
            let (numbers, best, second) = combine(node.children.iter().map(|c| c.numbers), is_or, 1);
            if node.is_lost(numbers) && !node.widened {
                self.widen(goal, position, to_move, &mut node);
                continue;
            }
            if self.depth == 1 && self.nodes < self.enough {
                limit.proof = limit.proof.max(numbers.proof.saturating_mul(2));
            }
            if numbers.proof >= limit.proof
                || numbers.disproof >= limit.disproof
                || numbers.is_decided()
                || self.nodes >= self.budget
            {
                if node.pass_works && node.is_lost(numbers) {
                    break (Numbers::DISPROVED, None);
                }
                let point = node.children.get(best).and_then(|c| c.point);
                break (numbers, point);
            }
            let child = &node.children[best];
            if child.to == NOWHERE {
                self.try_out(goal, position, to_move, best, &mut node);
                continue;
            }
            // The limits within which this child stays the best one, with some room so that the search does
            // not jump between children of nearly the same number.
            let room = second + second / 4 + 1;
            let child_limit = if is_or {
                let others = numbers.disproof.saturating_sub(child.numbers.disproof);
                Numbers {
                    proof: limit.proof.min(room),
                    disproof: limit.disproof.saturating_sub(others),
                }
            } else {
                let others = numbers.proof.saturating_sub(child.numbers.proof);
                Numbers {
                    proof: limit.proof.saturating_sub(others),
                    disproof: limit.disproof.min(room),
                }
            };
            let (point, played, to) = (child.point, child.played(), child.to);
            self.graph
                .leave(place, &node.children, node.widened, node.lost_to_ko);
            let undo = self.make(position, to_move, played);
            let next = to_move.opposite();
            let seen = like
                .and_then(|like| self.graph.after(like, point))
                .filter(|&s| s != to);
            let way = seen
                .filter(|&s| node.is_lost(self.graph.numbers(s)))
                .or(node.reply)
                .filter(|_| self.graph.is_first_retrace(to));
            let numbers = if way.is_some_and(|way| self.retrace(goal, position, next, to, way)) {
                self.graph.numbers(to)
            } else {
                let like = seen.or(self.before(2));
                self.expand(goal, position, next, to, like, child_limit).0
            };
            let mut after = *self.graph.rests_on(to);
            after.ko |= node.children[best].rests_on_ko;
            unmake(position, undo);
            if node.is_won(numbers) && point.is_none() && self.depth == 1 {
                node.pass_works = true;
                node.note(point, numbers, &after);
                node.children.remove(best);
                continue;
            }
            node.children[best].numbers = numbers;
            node.note(point, numbers, &after);
            if node.is_lost(numbers) {
                node.reply = Some(to);
            }
        };
        self.conclude(goal, position, place, &node, result);
        result
    }

    /// Notes what is known of a node that is left, and what that rests on if it is decided.
    fn conclude(
        &mut self,
        goal: &dyn Goal,
        position: &Position,
        place: Place,
        node: &Node,
        (numbers, point): (Numbers, Option<Point>),
    ) {
        self.depth -= 1;
        self.path.pop();
        self.graph
            .leave(place, &node.children, node.widened, node.lost_to_ko);
        let mut rests_on = Rests::NOTHING;
        if numbers.is_decided() {
            rests_on = *node.rests_on();
            let mv = point.filter(|_| node.is_won(numbers));
            goal.add_zone(position, numbers.proof == 0, mv, &mut rests_on.zone);
            self.graph.set_best(place, mv);
        }
        self.graph.set(place, numbers, &rests_on);
    }

    fn make(&mut self, position: &mut Position, color: Color, point: Option<Point>) -> Made {
        self.nodes += 1;
        match point {
            Some(point) => Made::Stone(position.play(color, point)),
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
