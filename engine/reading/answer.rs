// SPDX-License-Identifier: MIT OR Apache-2.0

//! How a question gets its answer: from the cache, or by search and re-search.
//!
//! The first search gives the other side unlimited ko threats; a success then needs no ko. If it fails
//! because of a ko, the second search gives them to the own side. If that succeeds it takes a ko, and a
//! search without threats tells which kind. Even unlimited threats end: a defender who has to retake a ko in
//! every round, and can never end it, loses it (`Searcher::after_retaking`). If a side may not take a ko yet,
//! and loses nothing by a move elsewhere, the answer is that no move is needed (`read_or_wait`).
//!
//! Questions about groups search the same three positions in another order (`life::solver::KoQuery`): their
//! results stay valid from one search to the next, so that the search without threats costs little there.
//! Here the own threats come first, as their failure ends the question.
//!
//! A defense that a search finds is verified by a search of the attack after it on all levels
//! (`read_defense`).

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point};

use super::cache::{self, Question, Trace};
use super::search::{Found, ReadingGoal, SearchPosition};
use super::{Judgement, Reader, Reading, Verdict};
use crate::local::{KoThreats, Role};

/// Limit of the defenses of a string that are verified one after the other; 3 to 10.
const MAX_REFUSED_DEFENSES: usize = 6;
/// Number of attacks on a line whose ko is searched again from the position after the attacker's move; 0 to
/// 2. reading.md: 144 tests with 0, 145 with 1, 146 with 2.
const KO_RE_SEARCHES: u32 = 2;
/// Limit of all searches for one question, in halves of the budget: those for kos and those that verify
/// defenses; 2 to 8. tactics.md.
const QUESTION_BUDGET_HALVES: u64 = 4;

/// One of the searches of a question that tell kinds of ko apart, by the side with unlimited ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KoStage {
    OtherSide,
    Nobody,
    OwnSide,
}

impl KoStage {
    /// The ko threats of the search, for the side that asks.
    pub(super) fn threats(self, asker: Role) -> KoThreats {
        match self {
            Self::OtherSide => Some(asker.opposite()),
            Self::Nobody => None,
            Self::OwnSide => Some(asker),
        }
    }

    /// The verdict of a success that depends on a ko, where the searches with worse threats failed.
    pub(super) fn success(self) -> Verdict {
        match self {
            Self::OtherSide => Verdict::Yes,
            Self::Nobody => Verdict::KoAhead,
            Self::OwnSide => Verdict::KoBehind,
        }
    }

    /// The search with the next better threats.
    pub(super) fn next(self) -> Option<Self> {
        match self {
            Self::OtherSide => Some(Self::Nobody),
            Self::Nobody => Some(Self::OwnSide),
            Self::OwnSide => None,
        }
    }
}

impl Reader {
    /// Reads a goal. If it succeeds only by a ko that the other side has just taken, the side to move can
    /// also play elsewhere first: if the other side can do no better with its next move, no move is needed.
    pub(super) fn read_or_wait(&mut self, goal: &dyn ReadingGoal, to_move: Color) -> Reading {
        let reading = self.read(goal, to_move);
        let is_closed = self.board.ko().is_some_and(|(_, closed_to)| closed_to == to_move);
        if !is_closed || reading.verdict.is_yes() || !reading.verdict.is_possible() {
            return reading;
        }
        let ko = self.board.clear_ko();
        let verdict = self.read(goal, to_move.opposite()).verdict.opposite();
        self.board.set_ko(ko);
        if verdict.strength() < reading.verdict.strength() {
            return reading;
        }
        Reading::new(verdict, None)
    }

    /// Reads whether the side to move reaches the goal, or stops it as the defender, through the cache.
    pub(super) fn read(&mut self, goal: &dyn ReadingGoal, to_move: Color) -> Reading {
        let name = goal.key() ^ u64::from(self.budget) << 1 ^ to_move as u64;
        let core = goal.core(&self.board);
        let question = Question::new(name, &core, &self.board);
        if let Some(cached) = self.cache.get(&question, &self.board) {
            return cached;
        }
        let before = self.nodes;
        self.searcher.begin(&self.board);
        let mut open = OpenQuestion {
            reader: self,
            goal,
            before,
            trace: Trace::default(),
        };
        let reading = match goal.style().is_threatened {
            true if to_move == goal.attacker() => open.read_attack(KO_RE_SEARCHES),
            true => open.read_defense(KO_RE_SEARCHES - 1),
            false => open.read_anew(to_move, &[]),
        };
        let trace = open.trace;
        let area = cache::area(&self.board, &core, &trace);
        self.cache.put(&question, &self.board, area, reading);
        reading
    }

    /// Answers through the cache, under a key of all that the answer depends on.
    pub(super) fn cached_judgement(
        &mut self,
        key: u128,
        judge: impl FnOnce(&mut Self) -> Judgement,
    ) -> Judgement {
        if let Some(cached) = self.cache.lookup(key) {
            return cached;
        }
        let judgement = judge(self);
        self.cache.store(key, judgement);
        judgement
    }
}

struct OpenQuestion<'r> {
    reader: &'r mut Reader,
    goal: &'r dyn ReadingGoal,
    /// Nodes read before the question.
    before: u64,
    trace: Trace,
}

impl OpenQuestion<'_> {
    /// Searches a defense and verifies it by a search of the attack after it on all levels: the search that
    /// finds a defense may have given the attacker up on a narrow level. A defense whose verification stays
    /// unknown is the answer only if no other one is found that holds.
    fn read_defense(&mut self, re_searches: u32) -> Reading {
        let to_move = self.goal.attacker().opposite();
        let mut refused = ArrayVec::<Point, MAX_REFUSED_DEFENSES>::new();
        let mut best = Reading::NO;
        let mut unsure: Option<Reading> = None;
        loop {
            let defense = self.read_anew(to_move, &refused);
            let Some(point) = defense.point else {
                return match unsure {
                    Some(unsure) => unsure,
                    None if best.verdict == Verdict::No => defense,
                    None => best,
                };
            };
            let after = self.after(to_move, point, |open| open.read_attack(re_searches));
            if after.strength() >= defense.verdict.strength() {
                return defense;
            }
            if after == Verdict::Unknown {
                if let Some(unsure) = unsure {
                    return unsure;
                }
                unsure = Some(defense);
            } else if after.strength() > best.verdict.strength() {
                best = Reading::new(after, Some(point));
            }
            if refused.try_push(point).is_err() {
                return unsure.unwrap_or(best);
            }
        }
    }

    /// Searches an attack. If it works only by a ko, the position after its first move is searched too, where
    /// the search reaches deeper: the attack may work without the ko. `re_searches` limits the attacks on
    /// this line that are searched so.
    fn read_attack(&mut self, re_searches: u32) -> Reading {
        let to_move = self.goal.attacker();
        let attack = self.read_anew(to_move, &[]);
        let is_again = re_searches > 0 && attack.verdict.is_ko();
        let is_tried = |&p: &Point| is_again && self.reader.board.is_legal(to_move, p);
        let Some(point) = attack.point.filter(is_tried) else {
            return attack;
        };
        let verdict = self.after(to_move, point, |open| open.read_defense(re_searches - 1));
        if verdict.strength() > attack.verdict.strength() {
            Reading { verdict, ..attack }
        } else {
            attack
        }
    }

    /// What a move reaches, by a reading for the other side after it.
    fn after(&mut self, color: Color, point: Point, read: impl FnOnce(&mut Self) -> Reading) -> Verdict {
        self.trace.played.insert(point);
        let undo = self.reader.board.play(color, point);
        let verdict = read(self).verdict.opposite();
        self.reader.board.undo(undo);
        verdict
    }

    fn read_anew(&mut self, to_move: Color, refused: &[Point]) -> Reading {
        // If the budget was too small for a search, it would be for the next one.
        self.read_kos(to_move, refused).unwrap_or(Reading::UNKNOWN)
    }

    /// Tells kinds of ko apart. None if the budget runs out.
    fn read_kos(&mut self, to_move: Color, refused: &[Point]) -> Option<Reading> {
        let attacks = to_move == self.goal.attacker();
        let mut search = |stage| {
            let found = self.search(to_move, stage, refused);
            Some((found.success? == attacks, found))
        };
        let (works, first) = search(KoStage::OtherSide)?;
        if works {
            return Some(first.reading(Verdict::Yes));
        }
        if !first.depends_on_ko {
            return Some(Reading::NO);
        }
        let (works, behind) = search(KoStage::OwnSide)?;
        if !works {
            return Some(Reading::NO);
        }
        // A success that does not depend on a ko holds whatever the threats are, even if another search
        // missed it.
        if !behind.depends_on_ko {
            return Some(behind.reading(Verdict::Yes));
        }
        let (works, ahead) = search(KoStage::Nobody)?;
        Some(match works {
            false => behind.reading(KoStage::OwnSide.success()),
            true if ahead.depends_on_ko => ahead.reading(KoStage::Nobody.success()),
            true => ahead.reading(Verdict::Yes),
        })
    }

    fn search(&mut self, to_move: Color, stage: KoStage, refused: &[Point]) -> Found {
        let Self { reader, goal, .. } = self;
        let asker = Role::of_owner(to_move != goal.attacker());
        let mut position = SearchPosition::new(&reader.board, goal.attacker(), stage.threats(asker));
        let mut budget = reader.budget.saturating_mul(goal.style().budgets);
        if goal.style().defense_levels.len() > 1 {
            // All searches for one question together are limited, too.
            let spent = reader.nodes - self.before;
            let left = (u64::from(budget) * QUESTION_BUDGET_HALVES / 2).saturating_sub(spent);
            budget = budget.min(u32::try_from(left).unwrap_or(u32::MAX)).max(1);
        }
        let searcher = &mut reader.searcher;
        let patterns = &reader.order.patterns;
        let found = searcher.search(*goal, &mut position, patterns, to_move, refused, budget);
        reader.nodes += u64::from(found.nodes);
        self.trace.played.extend_with(&position.played);
        self.trace.looked_at_moves |= !found.at_once;
        found
    }
}
