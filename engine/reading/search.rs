//! Proof-number search over the moves around a goal.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) with a
//! table of positions. The attacker is the OR side. A node's proof number is how much is left to show that the
//! attacker reaches the goal, its disproof number how much to show that the defender stops it; the search
//! always works on the cheapest open question. The defender may pass, the attacker has to move.

mod goal;
mod graph;
mod node;
mod position;

use katachi_rules::{Color, Point, PointSet, Undo};

pub(super) use goal::{Goal, Level};
use graph::{Graph, Left, NOWHERE, Place};
use node::{Child, INFINITE, Node, Numbers, Rests, combine};
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
    depth: u32,
    level: Level,
}

/// Deeper lines are given up as failures of the attacker.
const MAX_DEPTH: u32 = 120;
/// Looking farther than on the first level may take this part of the budget, on each level, and ends when there is as
/// much left to prove as about a string that comes out with five liberties.
const FURTHER: u32 = 2;
const HOPELESS: u32 = 40;

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            graph: Graph::new(),
            path: Vec::new(),
            refused: PointSet::EMPTY,
            root: 0,
            nodes: 0,
            budget: 0,
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
        (self.nodes, self.budget, self.depth) = (0, budget, 0);
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
            }
            self.path.clear();
            let mut rests_on = Rests::NOTHING;
            let root = self.root(goal, position, to_move);
            let (numbers, best) = self.expand(
                goal,
                position,
                to_move,
                root,
                None,
                hopeless,
                INFINITE,
                &mut rests_on,
            );
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

    /// Works on a node until its numbers reach a limit; returns them with the best move. If they are decided, the
    /// what that rests on is added to `rests_on`.
    fn expand(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        like: Option<Place>,
        proof_limit: u32,
        disproof_limit: u32,
        rests_on: &mut Rests,
    ) -> (Numbers, Option<Point>) {
        let is_or = to_move == goal.attacker();
        if self.depth >= MAX_DEPTH {
            return (Numbers::DISPROVED, None);
        }
        let wide = self.is_wide();
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        match self.graph.left(place) {
            Some(left) => self.come_back(&left, &mut node),
            None => {
                node.first = self.graph.numbers(place);
                self.add_children(goal, position, to_move, wide, &mut node);
            }
        }
        let result = loop {
            let (numbers, best, second) = combine(&node.children, is_or);
            if node.is_lost(numbers) && !node.widened {
                self.widen(goal, position, to_move, &mut node);
                continue;
            }
            if numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
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
            let (point, to) = (child.point, child.to);
            self.graph
                .leave(place, &node.children, node.widened, node.lost_to_ko);
            let undo = self.make(position, to_move, point);
            let mut after = Rests::NOTHING;
            let next = to_move.opposite();
            let seen = like
                .and_then(|like| self.graph.after(like, point))
                .filter(|&s| s != to);
            let way = seen
                .filter(|&s| node.is_lost(self.graph.numbers(s)))
                .or(node.reply);
            let numbers = match way {
                Some(way)
                    if self.graph.retrace(to) && self.retrace(goal, position, next, to, way, &mut after) =>
                {
                    self.graph.numbers(to)
                }
                _ => {
                    let like = seen.or(self.before(2));
                    self.expand(
                        goal,
                        position,
                        next,
                        to,
                        like,
                        child_proof,
                        child_disproof,
                        &mut after,
                    )
                    .0
                }
            };
            after.ko |= node.children[best].rests_on_ko;
            unmake(position, undo);
            if node.is_won(numbers) && point.is_none() && self.depth == 1 {
                node.pass_works = true;
                node.children.remove(best);
                continue;
            }
            node.children[best].numbers = numbers;
            node.note(point, numbers, &after);
            if node.is_lost(numbers) {
                node.reply = Some(to);
            }
        };
        self.depth -= 1;
        self.path.pop();
        if result.0.is_decided() {
            rests_on.extend_with(node.rests_on());
            let mv = result.1.filter(|_| node.is_won(result.0));
            goal.add_zone(position, result.0.proof == 0, mv, &mut rests_on.zone);
            self.graph.set_best(place, mv);
        }
        self.graph
            .leave(place, &node.children, node.widened, node.lost_to_ko);
        self.graph.set(place, result.0, rests_on);
        result
    }

    /// Is a position decided by the way in which another was, for the same side? Moves of the loser that were not
    /// answered there are answered as those before them (K. Kawano, "Using similar positions to search game trees",
    /// 1996). If so, notes that, and what it rests on.
    fn retrace(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        way: Place,
        rests_on: &mut Rests,
    ) -> bool {
        if self.depth >= MAX_DEPTH {
            return false;
        }
        let is_or = to_move == goal.attacker();
        let success = self.graph.numbers(way).proof == 0;
        let wide = self.is_wide();
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        let wins = success == is_or;
        if wins {
            self.add_shortcut(goal, position, to_move, &mut node);
            if node.children.is_empty() {
                self.add_moves(goal, self.graph.best(way).map(Some).into_iter(), &mut node);
            }
        } else {
            self.add_children(goal, position, to_move, wide, &mut node);
        }
        let mut index = 0;
        let same = loop {
            if self.nodes >= self.budget {
                break false;
            }
            let Some(child) = node.children.get(index) else {
                if wins {
                    break false;
                }
                if node.widened {
                    break true;
                }
                self.widen(goal, position, to_move, &mut node);
                continue;
            };
            if child.numbers.is_decided() {
                if node.is_won(child.numbers) {
                    break wins;
                }
                index += 1;
                continue;
            }
            if child.to == NOWHERE {
                self.try_out(goal, position, to_move, index, &mut node);
                continue;
            }
            let (point, to) = (child.point, child.to);
            let known = self.graph.after(way, point).filter(|&known| {
                let numbers = self.graph.numbers(known);
                numbers.is_decided() && (numbers.proof == 0) == success
            });
            let Some(known) = known.or(node.reply) else {
                break false;
            };
            let undo = self.make(position, to_move, point);
            let mut after = Rests::NOTHING;
            let same = self.retrace(goal, position, to_move.opposite(), to, known, &mut after);
            unmake(position, undo);
            if !same {
                break false;
            }
            after.ko |= node.children[index].rests_on_ko;
            let numbers = Numbers::decided(success);
            node.children[index].numbers = numbers;
            node.note(point, numbers, &after);
            node.reply = Some(to);
        };
        self.depth -= 1;
        self.path.pop();
        if same {
            let mv = node.children.get(index).and_then(|c| c.point).filter(|_| wins);
            rests_on.extend_with(node.rests_on());
            goal.add_zone(position, success, mv, &mut rests_on.zone);
            self.graph.set_best(place, mv);
            self.graph
                .leave(place, &node.children, node.widened, node.lost_to_ko);
            self.graph.set(place, Numbers::decided(success), rests_on);
        }
        same
    }

    /// Moves out of what the failure of all others rests on.
    fn widen(&mut self, goal: &dyn Goal, position: &Position, to_move: Color, node: &mut Node) {
        node.widened = true;
        let mut zone = *node.lost_because();
        for child in &node.children {
            if let Some(point) = child.point {
                zone.remove(point);
            }
        }
        let far = self.depth <= self.level.widened;
        let more = goal.further_candidates(position, to_move, far, &zone);
        self.add_moves(goal, more.iter().map(Some), node);
    }

    /// Goes on with a node that was left open.
    fn come_back(&self, left: &Left, node: &mut Node) {
        (node.widened, node.lost_to_ko) = (left.widened, left.lost_to_ko);
        node.lost.ko = left.lost_to_ko;
        for mut child in self.graph.children(left) {
            if child.to == NOWHERE {
                node.children.push(child);
                continue;
            }
            let mut rests_on = *self.graph.rests_on(child.to);
            self.disprove_repetition(&mut child, &mut rests_on);
            rests_on.ko |= child.rests_on_ko;
            node.note(child.point, child.numbers, &rests_on);
            node.children.push(child);
        }
    }

    /// A ko without end does not capture anything.
    fn disprove_repetition(&self, child: &mut Child, rests_on: &mut Rests) {
        if !child.numbers.is_decided() && self.path.iter().any(|p| p.0 == self.graph.situation(child.to)) {
            child.numbers = Numbers::DISPROVED;
            rests_on.ko = true;
        }
    }

    /// The natural moves of a node, which is one ply above the depth now. If one of them decides it, that one alone.
    fn add_children(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        wide: bool,
        node: &mut Node,
    ) {
        self.add_shortcut(goal, position, to_move, node);
        if !node.children.is_empty() {
            return;
        }
        let candidates = goal.candidates(position, to_move, wide);
        let pass = (!node.is_or && goal.may_pass(position)).then_some(None);
        self.add_moves(goal, candidates.iter().map(Some).chain(pass), node);
    }

    fn add_shortcut(&mut self, goal: &dyn Goal, position: &mut Position, to_move: Color, node: &mut Node) {
        if to_move != goal.attacker() {
            return;
        }
        let mut rests_on = Rests::NOTHING;
        position.ko_mattered.set(false);
        let shortcut = goal.shortcut(position, &mut self.nodes, self.budget, &mut rests_on.zone);
        if let Some(point) = shortcut {
            rests_on.ko = position.ko_mattered.get();
            node.children.push(Child {
                point: Some(point),
                to: NOWHERE,
                numbers: Numbers::PROVED,
                rests_on_ko: false,
            });
            node.note(Some(point), Numbers::PROVED, &rests_on);
        }
    }

    fn add_moves(&mut self, goal: &dyn Goal, moves: impl Iterator<Item = Option<Point>>, node: &mut Node) {
        for (rank, point) in moves.enumerate() {
            if node.children.is_full() || node.children.iter().any(|c| c.point == point) {
                continue;
            }
            if self.depth == 1 && point.is_some_and(|p| self.refused.contains(p)) {
                continue;
            }
            let numbers = node.first.doubted(node.is_or, rank as u32 / goal.equals());
            node.children.push(Child {
                point,
                to: NOWHERE,
                numbers,
                rests_on_ko: false,
            });
        }
    }

    /// Plays a move for the first time and notes what is to be seen after it. A move that is not possible is dropped.
    fn try_out(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        index: usize,
        node: &mut Node,
    ) {
        let point = node.children[index].point;
        position.ko_mattered.set(false);
        let is_allowed = point.is_none_or(|p| position.is_allowed(to_move, p));
        let because_of_ko = position.ko_mattered.get();
        if !is_allowed {
            node.lost_to_ko |= because_of_ko;
            node.lost.ko |= because_of_ko;
            node.children.remove(index);
            return;
        }
        let next = to_move.opposite();
        let undo = self.make(position, to_move, point);
        if position.would_be_retaken(to_move) {
            unmake(position, undo);
            node.lost_to_ko = true;
            node.lost.ko = true;
            node.children.remove(index);
            return;
        }
        let key = self.key(goal, position, next);
        let to = match self.graph.find(key) {
            Some(place) => place,
            None => self.look(goal, position, next, key, index as u32 / goal.equals()),
        };
        unmake(position, undo);
        let mut child = Child {
            point,
            to,
            numbers: self.graph.numbers(to),
            rests_on_ko: because_of_ko,
        };
        let mut rests_on = *self.graph.rests_on(to);
        self.disprove_repetition(&mut child, &mut rests_on);
        rests_on.ko |= because_of_ko;
        node.note(point, child.numbers, &rests_on);
        if node.is_won(child.numbers) && point.is_none() && self.depth == 1 {
            node.pass_works = true;
            node.children.remove(index);
            return;
        }
        node.children[index] = child;
    }

    /// A first look at a position that was not seen before, to whose owner a move later in the order of the other
    /// side's looks less promising.
    fn look(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        key: u64,
        doubt: u32,
    ) -> Place {
        let mut rests_on = Rests::NOTHING;
        position.ko_mattered.set(false);
        let numbers = match goal.decided(position, to_move, self.is_patient()) {
            Some(success) => {
                goal.add_zone(position, success, None, &mut rests_on.zone);
                rests_on.ko = position.ko_mattered.get();
                Numbers::decided(success)
            }
            None if to_move != goal.attacker() && self.gets_out(goal, position, to_move, &mut rests_on) => {
                Numbers::DISPROVED
            }
            None => {
                let (proof, disproof) = goal.estimate(position, to_move);
                Numbers { proof, disproof }.doubted(to_move != goal.attacker(), doubt)
            }
        };
        let situation = position.board.situation_key(to_move);
        self.graph.add(key, situation, numbers, &rests_on)
    }

    /// Does the defender stop the attacker by a move that needs no search?
    fn gets_out(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        rests_on: &mut Rests,
    ) -> bool {
        let Some(point) = goal
            .way_out(position)
            .filter(|&p| position.is_allowed(to_move, p))
        else {
            return false;
        };
        let patient = self.depth + 1 < self.level.patient;
        let undo = self.make(position, to_move, Some(point));
        let out = goal.decided(position, to_move.opposite(), patient) == Some(false)
            && !position.would_be_retaken(to_move);
        if out {
            goal.add_zone(position, false, None, &mut rests_on.zone);
        }
        unmake(position, undo);
        if out {
            rests_on.zone.insert(point);
            rests_on.ko = position.ko_mattered.get();
            goal.add_zone(position, false, Some(point), &mut rests_on.zone);
        }
        out
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
