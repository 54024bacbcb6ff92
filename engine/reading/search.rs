//! Proof-number search over the moves around a goal.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) with a
//! table of positions. The attacker is the OR side. A node's proof number is how much is left to show that the
//! attacker reaches the goal, its disproof number how much to show that the defender stops it; the search
//! always works on the cheapest open question. The defender may pass, the attacker has to move.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet, Undo};

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
    /// and stops when there are `limit`. If it works, the points that this depends on are added to `zone`.
    fn shortcut(
        &self,
        position: &mut Position,
        nodes: &mut u32,
        limit: u32,
        zone: &mut PointSet,
    ) -> Option<Point>;
    /// May the defender pass here?
    fn may_pass(&self, position: &Position) -> bool;
    /// How many times the usual nodes such a goal may take.
    fn effort(&self) -> u32 {
        1
    }
    /// How widely to look, one after the other.
    fn levels(&self) -> &'static [Level] {
        &[Level { wide: 5, widened: 0 }]
    }
    /// Does who asks for the defender know already that the attacker, to move, would get his way?
    fn is_threatened(&self) -> bool {
        false
    }
    /// Points whose state belongs to the question, wherever the search goes: for a string its stones and its
    /// liberties. Without them an answer holds for the whole position only.
    fn core(&self, board: &Board) -> PointSet {
        board.size().points().collect()
    }
    /// Adds the points that the outcome of this very position depends on, apart from moves in it and what
    /// comes after them; `mv` is the move that wins it, if there is one. None are added by goals whose
    /// candidates are complete.
    fn add_zone(&self, _position: &Position, _success: bool, _mv: Option<Point>, _zone: &mut PointSet) {}
    /// More moves for the side to move, best first, after all candidates have failed: out of the `zone` of
    /// points on which the failure rests.
    fn further_candidates(
        &self,
        _position: &Position,
        _to_move: Color,
        _wide: bool,
        _zone: &PointSet,
    ) -> Candidates {
        Candidates::default()
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
    /// Where stones have been played since the search began.
    pub(super) played: PointSet,
}

impl Position {
    pub(super) fn new(board: &Board, attacker: Color, threats: KoThreats) -> Self {
        Self {
            board: board.clone(),
            threats,
            attacker,
            ko_mattered: std::cell::Cell::new(false),
            played: PointSet::EMPTY,
        }
    }

    /// Plays a stone that is taken back by `board.undo`.
    pub(super) fn play(&mut self, color: Color, point: Point) -> Undo {
        self.played.insert(point);
        self.board.play(color, point)
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
    pub(super) fn would_be_retaken(&self, color: Color) -> bool {
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

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Which search wrote it.
    search: u64,
    numbers: Numbers,
    /// If it is decided: the points on which that rests.
    zone: PointSet,
    /// It may depend on who wins a ko.
    ko_mattered: bool,
}

/// Results of positions by key; a newer one takes the place of an older one.
#[derive(Debug)]
struct Table {
    entries: Vec<Option<Entry>>,
    /// The search under way; what earlier ones wrote does not count.
    search: u64,
}

const TABLE_SIZE: usize = 1 << 15;

impl Table {
    fn new() -> Self {
        Self {
            entries: vec![None; TABLE_SIZE],
            search: 0,
        }
    }

    fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[key as usize % TABLE_SIZE]
            .as_ref()
            .filter(|entry| entry.key == key && entry.search == self.search)
    }

    fn put(&mut self, key: u64, numbers: Numbers, zone: &PointSet, ko_mattered: bool) {
        self.entries[key as usize % TABLE_SIZE] = Some(Entry {
            key,
            search: self.search,
            numbers,
            zone: *zone,
            ko_mattered,
        });
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
    /// The goal was decided as it stood, without a look at any move.
    pub(super) at_once: bool,
}

/// Searches one question after the other. Nothing is carried over, so that an answer does not depend on the questions
/// before it, and the points that it depends on are known.
#[derive(Debug)]
pub(super) struct Searcher {
    table: Table,
    /// Positions from the root to here.
    path: Vec<u64>,
    /// Key of the stones where the search began. Positions are told apart by what has changed since, so that stones
    /// elsewhere do not even change which entries of the table get into each other's way.
    root: u64,
    nodes: u32,
    budget: u32,
    depth: u32,
    level: Level,
}

/// How much is looked at. An attack that fails is tried again on the next level. If the nodes run out there, it has
/// failed as far as the levels before have looked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Plies from the root down to which roundabout moves are candidates.
    pub(super) wide: u32,
    /// Plies from the root down to which the attacker looks for moves that spoil what he failed by.
    pub(super) widened: u32,
}

/// Deeper lines are given up as failures of the attacker.
const MAX_DEPTH: u32 = 120;
const MAX_CHILDREN: usize = 48;

/// A move of a node with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// None is a pass.
    point: Option<Point>,
    numbers: Numbers,
}

/// A node while it is expanded.
struct Node {
    is_or: bool,
    children: ArrayVec<Child, MAX_CHILDREN>,
    /// Further candidates have been added.
    widened: bool,
    /// What a move that wins for the side to move rests on.
    won: Option<PointSet>,
    /// What the failures of moves rest on.
    lost: PointSet,
    /// What the failure of passing rests on.
    pass_lost: PointSet,
    /// At the root: no move is needed. A move that works too is a better answer.
    pass_works: bool,
}

impl Node {
    fn new(is_or: bool) -> Self {
        Self {
            is_or,
            children: ArrayVec::new(),
            widened: false,
            won: None,
            lost: PointSet::EMPTY,
            pass_lost: PointSet::EMPTY,
            pass_works: false,
        }
    }

    /// Do these numbers decide for the side to move?
    fn is_won(&self, numbers: Numbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) == self.is_or
    }

    /// Do these numbers decide against the side to move?
    fn is_lost(&self, numbers: Numbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) != self.is_or
    }

    /// Notes what the result of a move rests on, if it has one.
    fn note(&mut self, point: Option<Point>, numbers: Numbers, rests_on: &PointSet) {
        if !numbers.is_decided() {
            return;
        }
        let mut zone = *rests_on;
        if let Some(point) = point {
            zone.insert(point);
        }
        if self.is_won(numbers) {
            self.won = Some(zone);
        } else {
            self.lost.extend_with(&zone);
            if point.is_none() {
                self.pass_lost = zone;
            }
        }
    }

    /// Where a move has to be that turns the failure of all moves so far: whoever wins although the other
    /// side passes can be disturbed only by moves within what that rests on. The attacker has no such single
    /// proof against him.
    fn lost_because(&self) -> &PointSet {
        if self.is_or || self.pass_works {
            &self.lost
        } else {
            &self.pass_lost
        }
    }

    fn zone(&self) -> &PointSet {
        self.won.as_ref().unwrap_or(&self.lost)
    }
}

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            table: Table::new(),
            path: Vec::new(),
            root: 0,
            nodes: 0,
            budget: 0,
            depth: 0,
            level: Level { wide: 0, widened: 0 },
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
        self.root = position.board.key();
        self.table.search += 1;
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
            let (nodes, ko_mattered) = (self.nodes, position.ko_mattered.get());
            return Found {
                success: Some(success),
                point,
                nodes,
                ko_mattered,
                at_once: true,
            };
        }
        let mut found = Found {
            success: None,
            point: None,
            nodes: 0,
            ko_mattered: false,
            at_once: false,
        };
        for &level in goal.levels() {
            self.level = level;
            self.path.clear();
            let mut zone = PointSet::EMPTY;
            let (numbers, best) = self.expand(goal, position, to_move, INFINITE, INFINITE, &mut zone);
            found.nodes = self.nodes;
            found.ko_mattered |= position.ko_mattered.get();
            if !numbers.is_decided() {
                break;
            }
            let success = numbers.proof == 0;
            found.success = Some(success);
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

    fn key(&self, goal: &dyn Goal, position: &Position, to_move: Color) -> u64 {
        let widened = self.level.widened.saturating_sub(self.depth);
        let kind = (u64::from(widened) * 4 + position.threats as u64) * 2 + u64::from(self.is_wide()) + 1;
        position.board.situation_key(to_move)
            ^ goal.key()
            ^ self.root
            ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Works on a node until its numbers reach a limit; returns them with the best move. If they are decided, the
    /// points on which that rests are added to `zone`.
    fn expand(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        proof_limit: u32,
        disproof_limit: u32,
        zone: &mut PointSet,
    ) -> (Numbers, Option<Point>) {
        let is_or = to_move == goal.attacker();
        let key = self.key(goal, position, to_move);
        if self.depth >= MAX_DEPTH {
            return (Numbers::DISPROVED, None);
        }
        let wide = self.is_wide();
        let ko_elsewhere = position.ko_mattered.replace(false);
        self.depth += 1;
        self.path.push(position.board.situation_key(to_move));
        let mut node = Node::new(is_or);
        self.add_children(goal, position, to_move, key, wide, &mut node);
        let result = loop {
            let (numbers, best, second) = combine(&node.children, is_or);
            if node.is_lost(numbers) && !node.widened {
                node.widened = true;
                let mut zone = *node.lost_because();
                for child in &node.children {
                    if let Some(point) = child.point {
                        zone.remove(point);
                    }
                }
                let more =
                    goal.further_candidates(position, to_move, self.depth <= self.level.widened, &zone);
                self.add_moves(goal, position, to_move, more.iter().map(Some), &mut node);
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
            let mut rests_on = PointSet::EMPTY;
            let (numbers, _) = self.expand(
                goal,
                position,
                to_move.opposite(),
                child_proof,
                child_disproof,
                &mut rests_on,
            );
            unmake(position, undo);
            if node.is_won(numbers) && point.is_none() && self.depth == 1 {
                node.pass_works = true;
                node.children.remove(best);
                continue;
            }
            node.children[best].numbers = numbers;
            node.note(point, numbers, &rests_on);
        };
        self.depth -= 1;
        self.path.pop();
        if result.0.is_decided() {
            zone.extend_with(node.zone());
            let mv = result.1.filter(|_| node.is_won(result.0));
            goal.add_zone(position, result.0.proof == 0, mv, zone);
        }
        // Whether a ko mattered here is told apart from whether it did elsewhere.
        let ko_mattered = position.ko_mattered.get();
        self.table.put(key, result.0, zone, ko_mattered);
        position.ko_mattered.set(ko_mattered || ko_elsewhere);
        result
    }

    /// The natural moves of a node, which is one ply above the depth now. If one of them decides it, that one alone.
    fn add_children(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        key: u64,
        wide: bool,
        node: &mut Node,
    ) {
        let is_or = to_move == goal.attacker();
        if is_or && self.table.get(key).is_none() {
            // Looked for when the node is seen first; that it failed then need not be found out again.
            let mut rests_on = PointSet::EMPTY;
            if let Some(point) = goal.shortcut(position, &mut self.nodes, self.budget, &mut rests_on) {
                node.children.push(Child {
                    point: Some(point),
                    numbers: Numbers::PROVED,
                });
                node.note(Some(point), Numbers::PROVED, &rests_on);
                return;
            }
        }
        let candidates = goal.candidates(position, to_move, wide);
        let pass = (!is_or && goal.may_pass(position)).then_some(None);
        self.add_moves(
            goal,
            position,
            to_move,
            candidates.iter().map(Some).chain(pass),
            node,
        );
    }

    fn add_moves(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        moves: impl Iterator<Item = Option<Point>>,
        node: &mut Node,
    ) {
        let is_or = to_move == goal.attacker();
        let next = to_move.opposite();
        for (rank, point) in moves.enumerate() {
            if node.children.is_full()
                || point.is_some_and(|p| !position.is_allowed(to_move, p))
                || node.children.iter().any(|c| c.point == point)
            {
                continue;
            }
            let undo = self.make(position, to_move, point);
            if position.would_be_retaken(to_move) {
                unmake(position, undo);
                continue;
            }
            let key = self.key(goal, position, next);
            let numbers = match goal.decided(position, next, self.is_wide()) {
                None if self.path.contains(&position.board.situation_key(next)) => {
                    // A ko without end does not capture anything.
                    position.ko_mattered.set(true);
                    Numbers::DISPROVED
                }
                Some(success) => {
                    let numbers = Numbers::decided(success);
                    let mut rests_on = PointSet::EMPTY;
                    goal.add_zone(position, success, None, &mut rests_on);
                    node.note(point, numbers, &rests_on);
                    numbers
                }
                None => match self.table.get(key) {
                    Some(known) => {
                        node.note(point, known.numbers, &known.zone);
                        if known.ko_mattered {
                            position.ko_mattered.set(true);
                        }
                        known.numbers
                    }
                    None => {
                        let (proof, disproof) = goal.estimate(position, next);
                        // Later candidates look less promising to the side that chooses.
                        let doubt = rank as u32;
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
                    }
                },
            };
            unmake(position, undo);
            let child = Child { point, numbers };
            if node.is_won(numbers) && point.is_none() && self.depth == 1 {
                node.pass_works = true;
                continue;
            }
            if node.is_won(numbers) {
                node.children.clear();
                node.children.push(child);
                break;
            }
            node.children.push(child);
        }
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
