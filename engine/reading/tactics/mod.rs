// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about strings: whether one can be captured, whether it can be saved, and by which moves.
//!
//! This module asks about one string or two, `combination` about moves that threaten several.

mod combination;

use katachi_rules::{Board, Color, Point, PointSet};

use super::candidates::Candidates;
use super::capture::Capture;
use super::{Judgement, Reader, Reading, Verdict};
use crate::ladder::{LadderWork, SearchPosition, read_ladder};
use crate::local::Role;
pub use combination::Combination;

/// Divisor of the budget for a threat; 8 to 32.
const THREATS_PART: u32 = 16;
/// Divisor of the budget for a move beside the best one, or for one that only has to be safe; 4 to 16.
const OTHER_MOVES_PART: u32 = 8;
/// Strings with more liberties are not asked about threats: one in 25 strings with four has one; 2 to 4.
/// reading.md.
const MAX_LIBERTIES_THREATENED: u32 = 3;
/// Limit of the liberties of strings that are attacked to save a string of a pair; 2 to 4.
const PAIR_CHASER_LIBERTIES: u32 = 3;

/// A reader that is asked about strings.
#[derive(Debug)]
pub struct Tactics<'r> {
    reader: &'r mut Reader,
}

impl Reader {
    /// Questions about strings.
    pub fn tactics(&mut self) -> Tactics<'_> {
        Tactics { reader: self }
    }
}

impl Tactics<'_> {
    /// Reads whether the string at `stone` can be captured if the other side moves first. No for an empty
    /// point.
    pub fn attack(&mut self, stone: Point) -> Reading {
        match self.reader.board.cell(stone).color() {
            Some(color) => self.read_capture(stone, color.opposite(), color.opposite()),
            None => Reading::NO,
        }
    }

    /// Reads like [`attack`](Self::attack). A capture by ataris alone is proved.
    pub(crate) fn judge_attack(&mut self, stone: Point) -> Judgement {
        let reading = self.attack(stone);
        let is_forced = reading.verdict.is_yes() && self.ladder(stone).0 == reading.point;
        match is_forced {
            true => Judgement::proved(reading),
            false => Judgement::by_search(reading),
        }
    }

    /// Reads the capture of a string by `attacker`, `to_move` first.
    fn read_capture(&mut self, stone: Point, attacker: Color, to_move: Color) -> Reading {
        let goal = Capture { stone, attacker };
        self.reader.with_budgets(Reader::BUDGETS_OF_STRING, |reader| {
            reader.read_or_wait(&goal, to_move)
        })
    }

    /// Reads whether the string at `stone` can be captured by ataris alone, whoever has more ko threats.
    /// Fast. Reads to the end within the budget; a longer ladder does not work. No for an empty point.
    pub fn ladder_attack(&mut self, stone: Point) -> Reading {
        let (found, nodes) = self.ladder(stone);
        self.reader.nodes += u64::from(nodes);
        found.map_or(Reading::NO, |point| Reading::new(Verdict::Yes, Some(point)))
    }

    /// The first move of a capture by ataris alone, and the moves that were played to find it.
    fn ladder(&self, stone: Point) -> (Option<Point>, u32) {
        let Reader { board, budget, .. } = &*self.reader;
        let Some(color) = board.cell(stone).color() else {
            return (None, 0);
        };
        let mut position = SearchPosition::new(board, color.opposite(), Some(Role::Owner));
        let mut work = LadderWork::new(0, *budget);
        (read_ladder(&mut position, stone, &mut work), work.nodes)
    }

    /// Reads whether the string at `stone` can be saved if its own side moves first. No for an empty point.
    pub fn defend(&mut self, stone: Point) -> Reading {
        match self.reader.board.cell(stone).color() {
            Some(_) if self.attack(stone).verdict == Verdict::No => Reading::NO_MOVE_NEEDED,
            Some(color) => self.read_capture(stone, color.opposite(), color),
            None => Reading::NO,
        }
    }

    /// Moves by which a search begins that saves a string, or captures it, best first.
    pub(crate) fn candidates(&self, stone: Point, saves: bool) -> Vec<Point> {
        match self.reader.board.is_empty(stone) {
            true => Vec::new(),
            false => self.moves(stone, saves, true).iter().collect(),
        }
    }

    fn moves(&self, stone: Point, saves: bool, wide: bool) -> Candidates {
        let moves = match saves {
            true => Candidates::of_defense,
            false => Candidates::of_attack,
        };
        moves(&self.reader.board, stone, wide)
    }

    /// Returns moves that capture the string as well as `best` does, the answer to [`attack`](Self::attack):
    /// without a ko, or by one. Or moves that save it as well as the answer to [`defend`](Self::defend). Its
    /// move comes first. The others come in the order of the search and are read with a part of the budget;
    /// unproved ones are left out.
    pub(crate) fn points(&mut self, stone: Point, best: Reading, saves: bool) -> Vec<Point> {
        if !best.verdict.is_possible() {
            return Vec::new();
        }
        let others = self.candidates(stone, saves).into_iter();
        let others = others.filter(|&p| Some(p) != best.point);
        self.reader.with_part_of_budget(OTHER_MOVES_PART, |reader| {
            let works = |&p: &Point| reader.tactics().does(p, stone, saves) == best.verdict;
            best.point.into_iter().chain(others.filter(works)).collect()
        })
    }

    /// Returns moves after which a second one captures the string, or saves it. `None` if one does anyway.
    /// Read with a part of the budget.
    pub(crate) fn threats(&mut self, stone: Point, saves: bool) -> Vec<Point> {
        let board = &self.reader.board;
        let Some(owner) = board.cell(stone).color() else {
            return Vec::new();
        };
        if !saves && board.liberties(stone) > MAX_LIBERTIES_THREATENED {
            return Vec::new();
        }
        let color = if saves { owner } else { owner.opposite() };
        let moves = self.moves(stone, saves, false);
        let works = |reader: &mut Reader| match reader.board.cell(stone).is(owner) {
            true if saves => reader.tactics().defend(stone).verdict.is_yes(),
            true => reader.tactics().attack(stone).verdict.is_yes(),
            false => !saves,
        };
        self.reader.with_part_of_budget(THREATS_PART, |reader| {
            let threatens = |point: &Point| reader.with_move(color, *point, works).unwrap_or(false);
            moves.iter().filter(threatens).collect()
        })
    }

    /// Reads whether a move at `point` by the other side captures the string at `stone`, or leaves it without
    /// a defense.
    pub fn does_attack(&mut self, point: Point, stone: Point) -> Verdict {
        self.does(point, stone, false)
    }

    /// Reads whether a move at `point` by its own side saves the string at `stone`.
    pub fn does_defend(&mut self, point: Point, stone: Point) -> Verdict {
        self.does(point, stone, true)
    }

    fn does(&mut self, point: Point, stone: Point, saves: bool) -> Verdict {
        let Some(owner) = self.reader.board.cell(stone).color() else {
            return Verdict::No;
        };
        let color = if saves { owner } else { owner.opposite() };
        let after = self.reader.with_move(color, point, |reader| {
            match (reader.board.cell(stone).is(owner), saves) {
                (true, true) => reader.tactics().attack(stone).verdict.opposite(),
                (true, false) => reader.tactics().defend(stone).verdict.opposite(),
                (false, true) => Verdict::No,
                (false, false) => Verdict::Yes,
            }
        });
        after.unwrap_or(Verdict::No)
    }

    /// Returns whether a move there is legal, and the stone is not captured at once. A capture by ko only is
    /// no capture. Read with a part of the budget.
    pub(crate) fn is_safe_move(&mut self, color: Color, point: Point) -> bool {
        self.reader
            .with_part_of_budget(OTHER_MOVES_PART, |reader| {
                reader.with_move(color, point, |reader| {
                    reader.board.cell(point).is(color) && !reader.tactics().attack(point).verdict.is_yes()
                })
            })
            .unwrap_or(false)
    }

    /// Reads whether one of two strings of one colour can be captured if the other side moves first. Yes if
    /// one of them cannot be saved, or if no reply to a single move saves both.
    pub fn attack_either(&mut self, first: Point, second: Point) -> Verdict {
        let attacks = [first, second].map(|stone| self.attack(stone).verdict);
        let best = attacks.into_iter().max_by_key(|&attack| rank(attack));
        let best = best.unwrap_or(Verdict::No);
        let color = self.common_color(first, second);
        let Some(color) = color.filter(|_| best != Verdict::Yes) else {
            return best;
        };
        let mut candidates = around(&self.reader.board, first);
        candidates.extend_with(&around(&self.reader.board, second));
        self.best_of(color.opposite(), &candidates, best, |reader| {
            reader.tactics().can_save_both(color, first, second).opposite()
        })
    }

    /// Reads whether two strings of one colour can both be saved if their side moves first.
    pub fn defend_both(&mut self, first: Point, second: Point) -> Verdict {
        let defenses = [first, second].map(|stone| self.defend(stone));
        let Some(color) = self.common_color(first, second) else {
            return Verdict::No;
        };
        if defenses.iter().all(|d| d.verdict.is_yes()) {
            let is_move_needed = defenses.iter().any(|d| d.point.is_some());
            if !is_move_needed && self.attack_either(first, second) == Verdict::No {
                return Verdict::Yes;
            }
        } else if defenses.iter().any(|d| !d.verdict.is_possible()) {
            return Verdict::No;
        }
        self.best_defense(color, [first, second])
    }

    /// What the best move of their side does for the worse off of two strings.
    fn best_defense(&mut self, color: Color, pair: [Point; 2]) -> Verdict {
        let mut candidates = self.defense_candidates(pair[0]);
        candidates.extend_with(&self.defense_candidates(pair[1]));
        self.best_of(color, &candidates, Verdict::No, |reader| {
            let attacks = pair.map(|stone| reader.tactics().verdict_against(color, stone));
            worst(attacks.map(Verdict::opposite))
        })
    }

    /// Reads whether one move can save both strings after a move of the other side.
    fn can_save_both(&mut self, color: Color, first: Point, second: Point) -> Verdict {
        let is_gone = |&stone: &Point| !self.reader.board.cell(stone).is(color);
        if [first, second].iter().any(is_gone) {
            return Verdict::No;
        }
        let attacks = [first, second].map(|stone| self.attack(stone).verdict);
        if attacks.iter().all(|&a| a == Verdict::No) {
            return Verdict::Yes;
        }
        let defenses = worst([first, second].map(|stone| self.defend(stone).verdict));
        if !attacks.iter().all(|&a| a.is_possible()) || !defenses.is_possible() {
            return defenses;
        }
        self.best_defense(color, [first, second])
    }

    /// Reads whether the string can be captured if the other side is to move. Yes if it has been captured.
    fn verdict_against(&mut self, color: Color, stone: Point) -> Verdict {
        if self.reader.board.cell(stone).is(color) {
            self.attack(stone).verdict
        } else {
            Verdict::Yes
        }
    }

    /// Returns the best answer of `works` after a move, at least `least`.
    fn best_of(
        &mut self,
        color: Color,
        candidates: &PointSet,
        least: Verdict,
        mut works: impl FnMut(&mut Reader) -> Verdict,
    ) -> Verdict {
        let mut best = least;
        for point in candidates.iter() {
            let after = self.reader.with_move(color, point, &mut works);
            let verdict = after.unwrap_or(Verdict::No);
            if rank(verdict) > rank(best) {
                best = verdict;
            }
            if verdict == Verdict::Yes {
                break;
            }
        }
        best
    }

    fn common_color(&self, first: Point, second: Point) -> Option<Color> {
        let color = self.reader.board.cell(first).color()?;
        (self.reader.board.cell(second).color()? == color).then_some(color)
    }

    /// Points at which a string may be saved: around it, and the last liberties of strings beside it.
    fn defense_candidates(&self, stone: Point) -> PointSet {
        let board = &self.reader.board;
        let mut points = around(board, stone);
        let chasers = board.adjacent_strings(stone);
        for chaser in chasers.filter(|&c| board.liberties(c) <= PAIR_CHASER_LIBERTIES) {
            points.extend_with(&board.liberty_set(chaser));
        }
        points
    }
}

/// Liberties of a string and the empty points beside them.
fn around(board: &Board, stone: Point) -> PointSet {
    let liberties = board.liberty_set(stone);
    let beside = liberties.iter().flat_map(Point::neighbours);
    let empty = beside.filter(|&p| board.is_empty(p));
    empty.chain(liberties.iter()).collect()
}

/// Rank of a verdict; higher is better for the side that asks.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::No => 0,
        _ => 1 + verdict.strength(),
    }
}

fn worst(verdicts: [Verdict; 2]) -> Verdict {
    let worst = verdicts.into_iter().min_by_key(|&v| rank(v));
    worst.expect("there are two")
}
