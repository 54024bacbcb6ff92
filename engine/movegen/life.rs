// SPDX-License-Identifier: MIT OR Apache-2.0

//! Killing and saving groups whose life the first move decides.

use katachi_rules::{Color, Move, Point, PointSet};

use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Ownership};
use crate::reading::{Objective, Solution};

/// The lives of all groups together get this many times the nodes of one reading.
const NODES_FACTOR: u32 = 10;
/// A move with a smaller gain, 0 to 1 as in [`Solution::gain`], is not proposed.
const LEAST_GAIN: f32 = 0.3;
/// The most that a result is worth that playouts alone suggest: they say little about large groups.
const MOST_UNPROVEN: i32 = 60;

/// Proposes to kill enemy groups that could be saved, and to save own ones that could be killed, by reading of the surrounded groups.
pub(crate) fn propose(context: &Context<'_>, analysis: &mut Analysis, proposals: &mut Proposals) {
    let budget = analysis.reader.budget();
    analysis.reader.set_budget(NODES_FACTOR * budget);
    let ownership = &analysis.ownership;
    let solutions = analysis
        .reader
        .lives_at_stake(context.color, |group| uncertainty(ownership, group));
    for solution in solutions {
        if let Some(point) = solution.point.filter(|_| solution.gain >= LEAST_GAIN) {
            let life = Life::of(&solution);
            let most = if life.is_proven { i32::MAX } else { MOST_UNPROVEN };
            let value = ((solution.gain * life.worth() as f32) as i32).min(most);
            life.propose(point, value, context, proposals);
        }
    }
    analysis.reader.set_budget(budget);
}

/// How uncertain the life of a group is, in stones: a stone that stands in half of the playouts counts 1, one that always or never stands
/// counts 0.
fn uncertainty(ownership: &Ownership, group: &PointSet) -> f32 {
    let of_stone = |p| 1.0 - ownership.of(p, Color::Black).powi(2);
    group.iter().map(of_stone).sum()
}

/// A group whose life the first move decides.
struct Life {
    origin: Point,
    size: u32,
    saves: bool,
    by_ko: bool,
    is_proven: bool,
}

impl Life {
    fn of(solution: &Solution) -> Self {
        Self {
            origin: solution.group.iter().next().expect("a group has stones"),
            size: solution.group.len() as u32,
            saves: solution.objective == Objective::Live,
            by_ko: solution.verdict.is_ko(),
            is_proven: solution.is_proven,
        }
    }

    /// A little more than two points for each stone, as the eye space is won with them.
    fn worth(&self) -> i32 {
        10 + 12 * self.size as i32
    }

    fn propose(&self, point: Point, value: i32, context: &Context<'_>, proposals: &mut Proposals) {
        if !context.game.is_legal(context.color, Move::Play(point)) {
            return;
        }
        let reason = Reason::Life {
            group: self.origin,
            saves: self.saves,
            size: self.size,
            by_ko: self.by_ko,
            is_proven: self.is_proven,
            value,
        };
        proposals.add(point, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::alone;

    /// The reasons of proposals about lives, with their points.
    fn proposed(color: Color, diagram: &str) -> Vec<(String, Reason)> {
        alone::proposed(color, diagram, propose)
    }

    const BULKY_FIVE: &str = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O O
        . O X . . X X O
        . O X . X X O O
        . O X X X O O .
        . O O O O O . .";

    #[test]
    fn both_sides_want_the_vital_point_of_a_group() {
        let c6 = Point::new(2, 2);
        for (color, wants_life) in [(Color::White, false), (Color::Black, true)] {
            let proposals = proposed(color, BULKY_FIVE);
            let [
                (
                    vertex,
                    Reason::Life {
                        group,
                        saves,
                        size,
                        by_ko,
                        is_proven,
                        ..
                    },
                ),
            ] = &proposals[..]
            else {
                panic!("{color}: {proposals:?}");
            };
            assert_eq!((vertex.as_str(), *group, *size), ("D4", c6, 15), "{color}");
            assert_eq!((*saves, *by_ko, *is_proven), (wants_life, false, true), "{color}");
        }
    }

    #[test]
    fn nothing_is_proposed_about_groups_that_live_or_are_dead() {
        let alive = BULKY_FIVE.replacen(". . X X O", ". X X X O", 1);
        for color in Color::BOTH {
            assert!(proposed(color, &alive).is_empty(), "a bent four lives");
        }
    }
}
