// SPDX-License-Identifier: MIT OR Apache-2.0

//! Two strings at once: capturing one of them, saving both.

use katachi_rules::{Board, Color, Point, PointSet};

use super::Tactics;
use crate::reading::{Reader, Reading, Verdict};

/// Limit of the liberties of strings that are attacked to save a string of a pair; 2 to 4.
const PAIR_CHASER_LIBERTIES: u32 = 3;

impl Tactics<'_> {
    /// Can one of two strings of one colour be captured if the other side moves first? Yes if one of them
    /// cannot be saved, or if no reply to a single move saves both. The point is that move.
    pub fn attack_either(&mut self, first: Point, second: Point) -> Reading {
        let attacks = [first, second].map(|stone| self.attack(stone));
        let best = attacks.into_iter().max_by_key(|a| rank(a.verdict));
        let best = best.unwrap_or(Reading::NO);
        let color = self.common_color(first, second);
        let Some(color) = color.filter(|_| best.verdict != Verdict::Yes) else {
            return best;
        };
        let mut candidates = around(self.reader.board(), first);
        candidates.extend_with(&around(self.reader.board(), second));
        self.best_of(color.opposite(), &candidates, best, |reader| {
            reader.tactics().can_save_both(color, first, second).opposite()
        })
    }

    /// Can two strings of one colour both be saved if their side moves first? The point is the move. None if
    /// no move is needed.
    pub fn defend_both(&mut self, first: Point, second: Point) -> Reading {
        let defenses = [first, second].map(|stone| self.defend(stone));
        let Some(color) = self.common_color(first, second) else {
            return Reading::NO;
        };
        if let [Verdict::Yes, Verdict::Yes] = defenses.map(|d| d.verdict) {
            match defenses.map(|d| d.point) {
                [None, None] if self.attack_either(first, second).verdict == Verdict::No => {
                    return Reading::NO_MOVE_NEEDED;
                }
                _ => {}
            }
        } else if defenses.iter().any(|d| !d.verdict.is_possible()) {
            return Reading::NO;
        }
        self.best_defense(color, [first, second])
    }

    /// The move after which the attack on the worse off of two strings is the least good.
    fn best_defense(&mut self, color: Color, pair: [Point; 2]) -> Reading {
        let mut candidates = self.defense_candidates(pair[0]);
        candidates.extend_with(&self.defense_candidates(pair[1]));
        self.best_of(color, &candidates, Reading::NO, |reader| {
            let attacks = pair.map(|stone| reader.tactics().verdict_against(color, stone));
            worst(attacks.map(Verdict::opposite))
        })
    }

    /// After a move of the other side: can one move save both strings?
    fn can_save_both(&mut self, color: Color, first: Point, second: Point) -> Verdict {
        if [first, second]
            .iter()
            .any(|&s| !self.reader.board().cell(s).is(color))
        {
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
        self.best_defense(color, [first, second]).verdict
    }

    /// Can the string be captured if the other side is to move? Yes if it has been captured.
    pub(super) fn verdict_against(&mut self, color: Color, stone: Point) -> Verdict {
        if self.reader.board().cell(stone).is(color) {
            self.attack(stone).verdict
        } else {
            Verdict::Yes
        }
    }

    /// Returns the move with the best answer of `works`, if it is better than `least`.
    fn best_of(
        &mut self,
        color: Color,
        candidates: &PointSet,
        least: Reading,
        mut works: impl FnMut(&mut Reader) -> Verdict,
    ) -> Reading {
        let mut best = least;
        for point in candidates.iter() {
            let verdict = self
                .reader
                .with_move(color, point, &mut works)
                .unwrap_or(Verdict::No);
            if rank(verdict) > rank(best.verdict) {
                best = Reading::new(verdict, Some(point).filter(|_| verdict.is_possible()));
            }
            if verdict == Verdict::Yes {
                break;
            }
        }
        best
    }

    fn common_color(&self, first: Point, second: Point) -> Option<Color> {
        let color = self.reader.board().cell(first).color()?;
        (self.reader.board().cell(second).color()? == color).then_some(color)
    }

    /// Points at which a string may be saved: around it, and the last liberties of strings beside it.
    pub(super) fn defense_candidates(&self, stone: Point) -> PointSet {
        let board = self.reader.board();
        let mut points = around(board, stone);
        for chaser in board
            .adjacent_strings(stone)
            .filter(|&c| board.liberties(c) <= PAIR_CHASER_LIBERTIES)
        {
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
    verdicts
        .into_iter()
        .min_by_key(|&v| rank(v))
        .expect("there are two")
}
