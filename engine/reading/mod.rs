//! Tactical reading: can a string be captured, can it be saved, and by which move?
//!
//! The question is answered by proof-number search (`search`) over the moves around the string (`candidates`),
//! with ladders on a fast path of their own (`capture`). A reading has a budget of nodes (moves played) and says
//! [`Verdict::Unknown`] when it is used up; it never claims what it did not see. It is done against all ko threats of
//! the other side first, and again with fewer where a ko mattered, so that the verdict tells the kinds of ko apart.

mod cache;
mod candidates;
mod capture;
mod combination;
mod connect;
mod connection;
mod distance;
mod life;
mod links;
mod search;
mod semeai;

use std::fmt;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet, Undo};

use cache::{Cache, Question, Trace};
use candidates::Candidates;
use capture::Capture;
pub use combination::Combination;
pub use life::{Judgement, Solution, Wish};
use search::{Found, Goal, KoThreats, Position, Searcher};
pub use semeai::Race;

/// The answer of a reading, from the side of the question: can it be done?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Read, and it cannot.
    No,
    /// By a ko, in which the own side has to find the first threat.
    KoBehind,
    /// By a ko, in which the other side has to find the first threat.
    KoAhead,
    /// Read, and it can, whoever has more ko threats.
    Yes,
    /// The budget ran out first.
    Unknown,
}

impl Verdict {
    /// It can be done without a ko.
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }

    /// It can be done, perhaps by a ko.
    pub fn is_possible(self) -> bool {
        matches!(self, Self::Yes | Self::KoAhead | Self::KoBehind)
    }

    /// How much is won: less for a ko, nothing for what is not known.
    fn strength(self) -> u8 {
        match self {
            Self::No | Self::Unknown => 0,
            Self::KoBehind => 1,
            Self::KoAhead => 2,
            Self::Yes => 3,
        }
    }

    /// The number by which regression suites know it: 0 no or unknown, 1 yes, 2 by a ko ahead, 3 by a ko behind.
    pub fn code(self) -> u8 {
        match self {
            Self::No | Self::Unknown => 0,
            Self::Yes => 1,
            Self::KoAhead => 2,
            Self::KoBehind => 3,
        }
    }

    /// The same seen from the other side: what one can do by a ko, the other can stop by it.
    pub fn opposite(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Yes => Self::No,
            Self::KoAhead => Self::KoBehind,
            Self::KoBehind => Self::KoAhead,
            Self::Unknown => Self::Unknown,
        }
    }
}

/// The answer of a reading with the move that makes it true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Does it work?
    pub verdict: Verdict,
    /// The first move, where it works. None if no move is needed.
    pub point: Option<Point>,
}

impl Reading {
    /// It cannot be done.
    pub const NO: Self = Self {
        verdict: Verdict::No,
        point: None,
    };
    /// It is done without a move.
    pub const NO_MOVE_NEEDED: Self = Self {
        verdict: Verdict::Yes,
        point: None,
    };
}

/// What a reader has done since it was made, or since it was last asked to count anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Moves played in searches.
    pub nodes: u64,
    /// Questions asked.
    pub questions: u64,
    /// Those of them that were answered without a search.
    pub remembered: u64,
}

/// `1234 nodes, 56 questions, 78 % remembered`
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100 * self.remembered / self.questions.max(1);
        write!(
            f,
            "{} nodes, {} questions, {percent} % remembered",
            self.nodes, self.questions
        )
    }
}

/// Reads on its own copy of a position. After every call the copy is as before it.
#[derive(Debug)]
pub struct Reader {
    board: Board,
    searcher: Searcher,
    /// Nodes for one reading.
    budget: u32,
    counts: Counts,
    /// Answers; they hold wherever the reader goes.
    cache: Cache,
}

/// Moves beside the best get this part of the budget, threats that.
const OTHER_MOVES: u32 = 8;
const THREATS: u32 = 16;
/// Strings with more liberties are rarely threatened by one move, one in 25 if they have four; they are not asked about.
const MOST_THREATENED: u32 = 3;
/// So many defences are tried out one after the other when they turn out not to hold.
const MOST_REFUSED: usize = 6;

impl Reader {
    /// A reader of this position, with a budget in nodes for each question.
    pub fn new(board: &Board, budget: u32) -> Self {
        Self {
            board: board.clone(),
            searcher: Searcher::new(),
            budget,
            counts: Counts::default(),
            cache: Cache::new(),
        }
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

    /// What it has done so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Forgets all answers.
    pub fn forget(&mut self) {
        self.cache = Cache::new();
    }

    /// Counts anew from here on.
    pub fn reset_counts(&mut self) {
        self.counts = Counts::default();
    }

    /// Can the string at `stone` be captured if the other side moves first? No for an empty point.
    pub fn attack(&mut self, stone: Point) -> Reading {
        match self.board.cell(stone).color() {
            Some(color) => self.read(
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
            Some(color) => self.read(
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
        self.with_part_of_budget(OTHER_MOVES, |reader| {
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
        if self.board.liberties(stone) > MOST_THREATENED {
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
        self.with_part_of_budget(THREATS, |reader| {
            let threatens = |point: &Point| reader.after(color, *point, &works).unwrap_or(false);
            moves.iter().filter(threatens).collect()
        })
    }

    fn with_part_of_budget<R>(&mut self, part: u32, ask: impl FnOnce(&mut Self) -> R) -> R {
        let budget = self.budget;
        self.budget = (budget / part).max(1);
        let answer = ask(self);
        self.budget = budget;
        answer
    }

    /// Does a move at `point` by the other side capture the string at `stone`, or leave it without a defence?
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

    /// Is a move there legal, and is the stone not captured at once? Being captured by ko only is safe.
    pub fn is_safe_move(&mut self, color: Color, point: Point) -> bool {
        self.after(color, point, |reader| {
            reader.board.cell(point).is(color) && !reader.attack(point).verdict.is_yes()
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

    /// Can the side to move get its way about a goal? First against all ko threats of the other side, which is
    /// the answer where no ko is about; then with fewer and fewer against it.
    fn read(&mut self, goal: &dyn Goal, to_move: Color) -> Reading {
        let name = goal.key() ^ u64::from(self.budget) << 1 ^ to_move as u64;
        let core = goal.core(&self.board);
        let question = Question::new(name, &core, &self.board);
        self.counts.questions += 1;
        if let Some(known) = self.cache.get(&question, &self.board) {
            self.counts.remembered += 1;
            return known;
        }
        let mut trace = Trace::default();
        let reading = if goal.is_threatened() && to_move != goal.attacker() {
            self.read_defence(goal, to_move, &mut trace)
        } else {
            self.read_anew(goal, to_move, &[], &mut trace)
        };
        let area = cache::area(&self.board, &core, &trace);
        self.cache.put(&question, &self.board, area, reading);
        reading
    }

    /// [`Reader::kill`], asked only once in a position: what the life of a group depends on may be the whole board.
    pub(crate) fn kill_remembered(&mut self, group: &PointSet) -> Reading {
        self.remembered(0x6b69_6c6c, group, Self::kill)
    }

    /// [`Reader::live`], likewise.
    pub(crate) fn live_remembered(&mut self, group: &PointSet) -> Reading {
        self.remembered(0x6c69_7665, group, Self::live)
    }

    /// `name` tells the questions about a group apart.
    fn remembered(
        &mut self,
        name: u64,
        group: &PointSet,
        read: impl FnOnce(&mut Self, &PointSet) -> Reading,
    ) -> Reading {
        let name = (name << 32 | u64::from(self.budget)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let question = Question::new(name, group, &self.board);
        self.counts.questions += 1;
        if let Some(known) = self.cache.get(&question, &self.board) {
            self.counts.remembered += 1;
            return known;
        }
        let reading = read(self, group);
        let area = self.board.size().points().collect();
        self.cache.put(&question, &self.board, area, reading);
        reading
    }

    /// Looks for a defence that holds against an attack which looks as hard as any. In the search that finds it
    /// the attacker may have been given up on a narrow level. One of which that stays unknown is the answer only if
    /// there is no better one.
    fn read_defence(&mut self, goal: &dyn Goal, to_move: Color, trace: &mut Trace) -> Reading {
        let mut refused = ArrayVec::<Point, MOST_REFUSED>::new();
        let mut best = Reading::NO;
        let mut unsure: Option<Reading> = None;
        loop {
            let defence = self.read_anew(goal, to_move, &refused, trace);
            let Some(point) = defence.point else {
                return match unsure {
                    Some(unsure) => unsure,
                    None if best.verdict == Verdict::No => defence,
                    None => best,
                };
            };
            trace.played.insert(point);
            let undo = self.board.play(to_move, point);
            let after = self
                .read_anew(goal, goal.attacker(), &[], trace)
                .verdict
                .opposite();
            self.board.undo(undo);
            if after.strength() >= defence.verdict.strength() {
                return defence;
            }
            if after == Verdict::Unknown {
                if let Some(unsure) = unsure {
                    return unsure;
                }
                unsure = Some(defence);
            } else if after.strength() > best.verdict.strength() {
                best = Reading {
                    verdict: after,
                    point: Some(point),
                };
            }
            if refused.try_push(point).is_err() {
                return unsure.unwrap_or(best);
            }
        }
    }

    fn read_anew(
        &mut self,
        goal: &dyn Goal,
        to_move: Color,
        refused: &[Point],
        trace: &mut Trace,
    ) -> Reading {
        let attacks = to_move == goal.attacker();
        let (own, other) = if attacks {
            (KoThreats::Attacker, KoThreats::Defender)
        } else {
            (KoThreats::Defender, KoThreats::Attacker)
        };
        let mut unknown = false;
        for (threats, verdict) in [
            (other, Verdict::Yes),
            (KoThreats::None, Verdict::KoAhead),
            (own, Verdict::KoBehind),
        ] {
            let found = self.search(goal, to_move, threats, refused, trace);
            match found.success {
                Some(success) if success == attacks => {
                    return Reading {
                        // A way without a ko is one whoever has threats, even if it was missed before.
                        verdict: if found.rests_on_ko { verdict } else { Verdict::Yes },
                        point: found.point,
                    };
                }
                Some(_) if !found.rests_on_ko => break,
                Some(_) => {}
                // With a budget used up there is no point in using up another.
                None => {
                    unknown = true;
                    break;
                }
            }
        }
        let verdict = if unknown { Verdict::Unknown } else { Verdict::No };
        Reading { verdict, point: None }
    }

    fn search(
        &mut self,
        goal: &dyn Goal,
        to_move: Color,
        threats: KoThreats,
        refused: &[Point],
        trace: &mut Trace,
    ) -> Found {
        let mut position = Position::new(&self.board, goal.attacker(), threats);
        let budget = self.budget.saturating_mul(goal.effort());
        let found = self
            .searcher
            .search(goal, &mut position, to_move, refused, budget);
        self.counts.nodes += u64::from(found.nodes);
        trace.played.extend_with(&position.played);
        trace.looked_at_moves |= !found.at_once;
        found
    }
}

#[cfg(test)]
mod tests;
