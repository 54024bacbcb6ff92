// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tactical reading: can a string be captured, can it be saved, and by which move?
//!
//! The question is answered by proof-number search (`search`) over the moves around the string (`candidates`),
//! with ladders on a fast path of their own (`capture`). A reading has a budget of nodes (moves played) and says
//! [`Verdict::Unknown`] when it is used up; it claims nothing that it has not read. Answers are cached (`cache`), and
//! kinds of ko are told apart (`answer`).

mod answer;
mod cache;
mod candidates;
mod capture;
mod combination;
mod connect;
mod connection;
mod constants;
mod distance;
mod ladders;
mod level;
mod life;
mod line;
mod links;
mod pair;
mod search;
mod semeai;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::local::KoThreats;
use crate::part::Part;
use katachi_rules::{Board, Color, Point, PointSet, Undo};

use cache::Cache;
use candidates::Candidates;
use capture::Capture;
pub use combination::Combination;
use constants::{MOST_LIBERTIES_THREATENED, OTHER_MOVES_PART, THREATS_PART};
pub(crate) use ladders::Ladders;
pub use life::{
    Evaluation, EyeReading, Fit, Judgement, LifePolicy, LifePolicyError, Objective, Solution, TrainingSet,
};
use search::{Position, Searcher};
pub use semeai::Race;
pub use verdict::{Counts, Reading, Verdict};

/// Reads on its own copy of a position. After every call the copy is as before it.
#[derive(Debug)]
pub struct Reader {
    board: Board,
    searcher: Searcher,
    /// Nodes for one reading.
    budget: u32,
    /// Is it read whether attackers that are shut in live by themselves?
    asks_walls: bool,
    counts: Counts,
    /// The nodes read before the question that is searched.
    nodes_before: u64,
    /// Cached answers; they stay valid when the position is changed.
    cache: Cache,
    /// The order of moves in the life-and-death search.
    life_policy: Part<LifePolicy>,
}

impl Reader {
    /// A question about a string that is asked alone and stays unknown is read again with this number of budgets; about a connection with
    /// [`Reader::BUDGETS_OF_PAIR`]. 2 to 8. bed.md, "What was tried".
    pub const BUDGETS_OF_STRING: u32 = 4;
    /// See [`Reader::BUDGETS_OF_STRING`]: searches of connections are larger.
    pub const BUDGETS_OF_PAIR: u32 = 2;

    /// A reader of this position, with a budget in nodes for each question.
    pub fn new(board: &Board, budget: u32) -> Self {
        Self {
            board: board.clone(),
            searcher: Searcher::new(),
            budget,
            asks_walls: false,
            counts: Counts::default(),
            nodes_before: 0,
            cache: Cache::new(),
            life_policy: Part::BuiltIn(LifePolicy::built_in()),
        }
    }

    /// The same with another policy of the life-and-death search, which changes what is found within a budget; nothing is cached yet.
    pub(crate) fn with_life_policy(self, life_policy: &Part<LifePolicy>) -> Self {
        Self {
            life_policy: life_policy.clone(),
            ..Self::new(&self.board, self.budget)
        }
    }

    /// The same, whose readings end soon while that flag is set; what they find then is not proved, and is not to be kept.
    pub(crate) fn with_interrupt(mut self, interrupt: &Arc<AtomicBool>) -> Self {
        self.searcher.interrupt = Arc::clone(interrupt);
        self
    }

    /// Goes on with another position.
    pub fn set_board(&mut self, board: &Board) {
        self.board.clone_from(board);
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Changes the budget in nodes for each question.
    pub fn set_budget(&mut self, budget: u32) {
        self.budget = budget;
    }

    /// The budget in nodes for each question.
    pub fn budget(&self) -> u32 {
        self.budget
    }

    /// Asks a question, and if its answer stays unknown once more with `budgets` times the budget: for a question that is asked
    /// alone, where an answer is worth more than the time.
    pub fn ask_again_if_unknown(&mut self, budgets: u32, question: impl Fn(&mut Self) -> Reading) -> Reading {
        let reading = question(self);
        if reading.verdict != Verdict::Unknown {
            return reading;
        }
        let budget = self.budget;
        self.budget = budget.saturating_mul(budgets);
        let reading = question(self);
        self.budget = budget;
        reading
    }

    /// What it has done so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Empties the cache.
    pub fn forget(&mut self) {
        self.cache = Cache::new();
    }

    /// Sets the counts to zero.
    pub fn reset_counts(&mut self) {
        self.counts = Counts::default();
    }

    /// Can the string at `stone` be captured if the other side moves first? No for an empty point.
    pub fn attack(&mut self, stone: Point) -> Reading {
        match self.board.cell(stone).color() {
            Some(color) => self.read_or_wait(
                &Capture {
                    stone,
                    attacker: color.opposite(),
                },
                color.opposite(),
            ),
            None => Reading::NO,
        }
    }

    /// Can the string at `stone` be captured by ataris alone, whoever has more ko threats? Fast; read to the end
    /// within the budget, beyond which it does not work. No for an empty point.
    pub fn ladder_attack(&mut self, stone: Point) -> Reading {
        let Some(color) = self.board.cell(stone).color() else {
            return Reading::NO;
        };
        let attacker = color.opposite();
        let mut position = Position::new(&self.board, attacker, KoThreats::Defender);
        let mut nodes = 0;
        let found = capture::by_ladder(
            &mut position,
            stone,
            attacker,
            &mut nodes,
            self.budget,
            &mut PointSet::default(),
        );
        self.counts.nodes += u64::from(nodes);
        found.map_or(Reading::NO, |point| Reading {
            verdict: Verdict::Yes,
            point: Some(point),
        })
    }

    /// Can the string at `stone` be saved if its own side moves first? No for an empty point.
    pub fn defend(&mut self, stone: Point) -> Reading {
        match self.board.cell(stone).color() {
            Some(_) if self.attack(stone).verdict == Verdict::No => Reading::NO_MOVE_NEEDED,
            Some(color) => self.read_or_wait(
                &Capture {
                    stone,
                    attacker: color.opposite(),
                },
                color,
            ),
            None => Reading::NO,
        }
    }

    /// Moves by which the string can be captured, in the way in which it can be captured best: without a ko, or
    /// by one. The reader's own choice is the first, the others are in the order in which the search tries them and
    /// are read with a part of the budget: what that does not prove is left out.
    pub fn attack_points(&mut self, stone: Point) -> Vec<Point> {
        let best = self.attack(stone);
        let candidates = Candidates::of_attack(&self.board, stone, true);
        self.working(best, &candidates, |reader, point| {
            reader.does_attack(point, stone)
        })
    }

    /// Moves by which the string can be saved, as [`Reader::attack_points`] for the other side.
    pub fn defense_points(&mut self, stone: Point) -> Vec<Point> {
        let best = self.defend(stone);
        let candidates = Candidates::of_defense(&self.board, stone, true);
        self.working(best, &candidates, |reader, point| {
            reader.does_defend(point, stone)
        })
    }

    fn working(
        &mut self,
        best: Reading,
        candidates: &Candidates,
        does: impl Fn(&mut Self, Point) -> Verdict,
    ) -> Vec<Point> {
        if !best.verdict.is_possible() {
            return Vec::new();
        }
        let mut points: Vec<Point> = best.point.into_iter().collect();
        self.with_part_of_budget(OTHER_MOVES_PART, |reader| {
            for point in candidates.iter().filter(|&p| Some(p) != best.point) {
                if does(reader, point) == best.verdict {
                    points.push(point);
                }
            }
        });
        points
    }

    /// Moves after which the string can be captured by a second one; none if it can be captured anyway.
    /// Read with a part of the budget.
    pub fn attack_threats(&mut self, stone: Point) -> Vec<Point> {
        let Some(color) = self.board.cell(stone).color() else {
            return Vec::new();
        };
        if self.board.liberties(stone) > MOST_LIBERTIES_THREATENED {
            return Vec::new();
        }
        let moves = Candidates::of_attack(&self.board, stone, false);
        self.threats(color.opposite(), &moves, |reader| {
            !reader.board.cell(stone).is(color) || reader.attack(stone).verdict.is_yes()
        })
    }

    /// Moves after which the string is saved if a second one follows; none if it can be saved anyway. Read with a
    /// part of the budget.
    pub fn defense_threats(&mut self, stone: Point) -> Vec<Point> {
        let Some(color) = self.board.cell(stone).color() else {
            return Vec::new();
        };
        let moves = Candidates::of_defense(&self.board, stone, false);
        self.threats(color, &moves, |reader| {
            reader.board.cell(stone).is(color) && reader.defend(stone).verdict.is_yes()
        })
    }

    fn threats(&mut self, color: Color, moves: &Candidates, works: impl Fn(&mut Self) -> bool) -> Vec<Point> {
        self.with_part_of_budget(THREATS_PART, |reader| {
            let threatens = |point: &Point| reader.after(color, *point, &works).unwrap_or(false);
            moves.iter().filter(threatens).collect()
        })
    }

    fn with_part_of_budget<R>(&mut self, part: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        self.with_budget((self.budget / part).max(1), ask)
    }

    /// The answer of `ask` with that budget of nodes for each of its questions. Afterwards the budget is as before.
    pub(crate) fn with_budget<R>(&mut self, nodes: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        let budget = std::mem::replace(&mut self.budget, nodes);
        let answer = ask(self);
        self.budget = budget;
        answer
    }

    /// Does a move at `point` by the other side capture the string at `stone`, or leave it without a defense?
    pub fn does_attack(&mut self, point: Point, stone: Point) -> Verdict {
        let Some(color) = self.board.cell(stone).color() else {
            return Verdict::No;
        };
        self.after(color.opposite(), point, |reader| {
            if reader.board.cell(stone).is(color) {
                reader.defend(stone).verdict.opposite()
            } else {
                Verdict::Yes
            }
        })
        .unwrap_or(Verdict::No)
    }

    /// Does a move at `point` by its own side save the string at `stone`?
    pub fn does_defend(&mut self, point: Point, stone: Point) -> Verdict {
        let Some(color) = self.board.cell(stone).color() else {
            return Verdict::No;
        };
        self.after(color, point, |reader| {
            if reader.board.cell(stone).is(color) {
                reader.attack(stone).verdict.opposite()
            } else {
                Verdict::No
            }
        })
        .unwrap_or(Verdict::No)
    }

    /// Is a move there legal, and is the stone not captured at once? Being captured by ko only is safe. Read with a
    /// part of the budget.
    pub fn is_safe_move(&mut self, color: Color, point: Point) -> bool {
        self.with_part_of_budget(OTHER_MOVES_PART, |reader| {
            reader.after(color, point, |reader| {
                reader.board.cell(point).is(color) && !reader.attack(point).verdict.is_yes()
            })
        })
        .unwrap_or(false)
    }

    /// What `look` sees after a legal move; none if the move is not legal.
    pub fn after<R>(&mut self, color: Color, point: Point, look: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        let before = cfg!(debug_assertions).then(|| self.board.key());
        let undo = self.board.play(color, point);
        let seen = look(self);
        self.board.undo(undo);
        debug_assert!(
            before.is_none_or(|key| key == self.board.key()),
            "a reading leaves the board as it was"
        );
        Some(seen)
    }

    /// What `look` sees after a sequence of moves by alternating colours. Moves that are not legal are left out.
    pub fn after_sequence<R>(
        &mut self,
        first: Color,
        points: &[Point],
        look: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let mut color = first;
        let mut undos: Vec<Undo> = Vec::with_capacity(points.len());
        for &point in points {
            if self.board.is_legal(color, point) {
                undos.push(self.board.play(color, point));
            }
            color = color.opposite();
        }
        let seen = look(self);
        while let Some(undo) = undos.pop() {
            self.board.undo(undo);
        }
        seen
    }
}

#[cfg(test)]
mod tests;
