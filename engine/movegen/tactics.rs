// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing and saving strings that the first move captures or saves.

use katachi_rules::{Move, Point};

use super::patterns::Preferred;
use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Worm};

/// What a point loses that captures or saves the same string as the best one.
const SECOND_BEST_LOSS: i32 = 3;
/// The most nodes of one reading from which the nodes for double threats are derived.
const COMBINATION_NODES: u32 = 400;

/// Proposes to capture enemy strings that could be saved, and to save own ones that could be captured.
pub(crate) fn propose(
    context: &Context<'_>,
    analysis: &mut Analysis,
    preferred: &Preferred,
    proposals: &mut Proposals,
) {
    for worm in analysis.worms.iter() {
        if !worm.attack.is_yes() || !worm.defense.is_yes() || analysis.dead.contains(worm.origin) {
            continue;
        }
        let own = worm.color == context.color;
        let mut points: Vec<Point> = if own {
            worm.defense_points.clone()
        } else {
            worm.attack_points.clone()
        };
        if let Some(&point) = preferred.get(&worm.origin) {
            points.retain(|&p| p != point);
            points.insert(0, point);
        }
        let value = worth(analysis, worm);
        for (i, &point) in points.iter().enumerate() {
            if !context.game.is_legal(context.color, Move::Play(point)) {
                continue;
            }
            let value = if i == 0 { value } else { value - SECOND_BEST_LOSS };
            let (string, size) = (worm.origin, worm.size);
            proposals.add(
                point,
                if own {
                    Reason::Save { string, size, value }
                } else {
                    Reason::Capture { string, size, value }
                },
            );
        }
    }
}

/// Proposes double threats, and the points at which the other side could make them.
pub(super) fn propose_combinations(
    context: &Context<'_>,
    analysis: &mut Analysis,
    proposals: &mut Proposals,
) {
    let budget = analysis.reader.budget();
    analysis.reader.set_budget(COMBINATION_NODES.min(budget));
    for (color, forestalls) in [(context.color, false), (context.color.opposite(), true)] {
        for combination in analysis.reader.double_threats(color) {
            let point = combination.point;
            if context.game.is_legal(context.color, Move::Play(point)) {
                let gain = combination.gain;
                let value = 8 + 10 * gain as i32;
                let reason = Reason::Combination {
                    forestalls,
                    gain,
                    value,
                };
                proposals.add(point, reason);
            }
        }
    }
    analysis.reader.set_budget(budget);
}

/// The worth of capturing or saving a string: two points for each stone, one for the stone and one for its point, and more for a string
/// that cuts others apart.
pub(crate) fn worth(analysis: &Analysis, worm: &Worm) -> i32 {
    let cutting = match worm.cutstone {
        0 => 0,
        1 => 10,
        _ => 25,
    };
    let lunch = worm
        .lunch
        .and_then(|s| analysis.worms.get(s))
        .map_or(0, |prey| 3 * prey.size as i32);
    8 + 10 * worm.size as i32 + cutting + lunch
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::movegen::alone;

    /// The reasons of proposals about double threats, with their points.
    fn combinations(color: Color, diagram: &str) -> Vec<(String, Reason)> {
        alone::proposed(color, diagram, |context, analysis, proposals| {
            propose_combinations(context, analysis, proposals);
        })
    }

    /// White can join either stone beside E4 to the friend beyond, but not both.
    const FORK: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . O . O X . . .
        . . . . . O X . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . . . . .";

    #[test]
    fn a_point_that_threatens_two_strings_is_proposed_to_both_sides() {
        let attack = combinations(Color::Black, FORK);
        let makes_one = |(vertex, reason): &(String, Reason)| {
            vertex == "E4"
                && matches!(
                    reason,
                    Reason::Combination {
                        forestalls: false,
                        gain: 1,
                        ..
                    }
                )
        };
        assert!(attack.iter().any(makes_one), "{attack:?}");
        let defense = combinations(Color::White, FORK);
        let forestalls =
            |(_, reason): &(String, Reason)| matches!(reason, Reason::Combination { forestalls: true, .. });
        assert!(defense.iter().any(forestalls), "{defense:?}");
    }

    #[test]
    fn stones_in_the_open_are_under_no_double_threat() {
        let open = FORK.replace('X', ".");
        assert!(combinations(Color::Black, &open).is_empty());
    }
}
