// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that threaten two strings at once: double threats.

use katachi_rules::{Color, Point, PointSet};

use super::Tactics;

/// Limit of the nodes for all double threats, as a multiple of the budget of one question; 20 to 100.
const COMBINATION_BUDGETS: u64 = 60;
/// Divisor of the budget for each question of a combination; 4 to 16.
const COMBINATION_PART: u32 = 8;
/// Strings with more liberties are not captured by a double threat; 3 to 5.
const MAX_LIBERTIES_IN_DANGER: u32 = 4;
/// A move that captures stones which no single attack captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The first move.
    pub point: Point,
    /// Stones of the strings that it threatens. Not all of them can be saved.
    pub threatened: Vec<Point>,
    /// Number of stones that are captured whatever the reply.
    pub gain: u32,
}

impl Tactics<'_> {
    /// Returns moves of that colour that threaten two strings and capture one; neither string is seen to be
    /// captured by itself. Sorted by falling gain, then by point. Costs about 1,000 questions in the middle
    /// of a game, most of them cached from an analysis of the strings, each with an eighth of the budget, and
    /// at most 60 times the nodes of one question.
    pub fn double_threats(&mut self, color: Color) -> Vec<Combination> {
        let strings = self.strings_in_danger(color.opposite());
        let limit = self.reader.nodes() + COMBINATION_BUDGETS * u64::from(self.reader.budget());
        let mut moves = PointSet::EMPTY;
        for &stone in &strings {
            moves.extend(self.threats(stone, false));
        }
        let found = moves.iter().filter_map(|point| {
            if self.reader.nodes() > limit {
                return None;
            }
            self.reader.with_part_of_budget(COMBINATION_PART, |reader| {
                reader.with_move(color, point, |reader| {
                    reader.tactics().double_threat_after(color, &strings, point)
                })?
            })
        });
        let mut found: Vec<Combination> = found.collect();
        found.sort_by_key(|c| (std::cmp::Reverse(c.gain), c.point));
        found
    }

    /// Returns moves of the other side after which that colour has no double threat. Empty without one.
    /// If the point of the double threat is one of them, it comes first.
    pub fn combination_defense(&mut self, color: Color) -> Vec<Point> {
        let Some(combination) = self.double_threats(color).into_iter().next() else {
            return Vec::new();
        };
        let mut candidates = PointSet::EMPTY;
        for &stone in &combination.threatened {
            candidates.extend_with(&self.defense_candidates(stone));
        }
        candidates.remove(combination.point);
        let stops = |point: &Point| {
            let after = self.reader.with_move(color.opposite(), *point, |reader| {
                let saved = |&s: &Point| {
                    let board = reader.board();
                    board.cell(s).is(color.opposite()) && !reader.tactics().attack(s).verdict.is_yes()
                };
                combination.threatened.iter().all(saved) && reader.tactics().double_threats(color).is_empty()
            });
            after.unwrap_or(false)
        };
        let first = std::iter::once(combination.point);
        first.chain(candidates.iter()).filter(stops).collect()
    }

    /// Number of stones that every reply to the last move loses at least. None if a reply loses nothing.
    fn double_threat_after(&mut self, color: Color, strings: &[Point], point: Point) -> Option<Combination> {
        let enemy = color.opposite();
        let is_threatened = |stone: &Point| self.verdict_against(enemy, *stone).is_yes();
        let threatened: Vec<Point> = strings.iter().copied().filter(is_threatened).collect();
        if threatened.len() < 2 {
            return None;
        }
        let mut sizes = Vec::with_capacity(threatened.len());
        let mut replies = PointSet::EMPTY;
        for &stone in &threatened {
            if !self.reader.board().cell(stone).is(enemy) {
                return None;
            }
            sizes.push(self.reader.board().string_size(stone));
            replies.extend_with(&self.defense_candidates(stone));
            replies.extend(self.defend(stone).point);
        }
        let mut gain = sizes.iter().copied().max().unwrap_or(0);
        for reply in replies.iter() {
            let lost = self.reader.with_move(enemy, reply, |reader| {
                let mut largest = 0;
                for (&stone, &size) in threatened.iter().zip(&sizes) {
                    if reader.tactics().verdict_against(enemy, stone).is_yes() {
                        largest = largest.max(size);
                    }
                }
                largest
            });
            gain = gain.min(lost.unwrap_or(gain));
            if gain == 0 {
                return None;
            }
        }
        Some(Combination {
            point,
            threatened,
            gain,
        })
    }

    /// Returns the strings of a colour that a double threat may capture, and no single attack.
    fn strings_in_danger(&mut self, color: Color) -> Vec<Point> {
        let board = self.reader.board();
        let is_short = |&s: &Point| board.cell(s).is(color) && board.liberties(s) <= MAX_LIBERTIES_IN_DANGER;
        let mut strings: Vec<Point> = board.strings().filter(is_short).collect();
        strings.retain(|&stone| !self.attack(stone).verdict.is_possible());
        strings
    }
}

#[cfg(test)]
mod tests;
