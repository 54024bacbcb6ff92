// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing and saving strings that the first move captures or saves, and double threats.

use super::{Evidence, Input, ReasonKind, worth};
use crate::movegen::SECOND_BEST_LOSS;
use crate::reading::{Combination, Reader};

/// Limit for the nodes of one reading, from which the nodes for double threats are derived; 100 to 2,000.
const COMBINATION_NODES: u32 = 400;
/// A double threat that captures nothing, in units of value; 0 to 20.
const COMBINATION: i32 = 8;
/// Each stone that it captures. By the scale.
const COMBINATION_STONE: i32 = 10;

/// Returns captures of enemy strings that could be saved, and rescues of own strings that could be captured.
pub(super) fn captures(input: &Input<'_>, _: &mut Reader) -> Vec<Evidence> {
    let analysis = input.analysis;
    let mut evidence = Vec::new();
    for worm in analysis.worms.iter() {
        if !worm.attack.is_yes() || !worm.defense.is_yes() || analysis.dead.contains(worm.origin) {
            continue;
        }
        let (string, size) = (worm.origin, worm.size);
        let (points, kind) = if worm.color == input.color() {
            (&worm.defense_points, ReasonKind::Save { string, size })
        } else {
            (&worm.attack_points, ReasonKind::Capture { string, size })
        };
        let value = worth::of_string(analysis, worm);
        for (i, &point) in points.iter().enumerate() {
            let loss = if i == 0 { 0 } else { SECOND_BEST_LOSS };
            evidence.push(Evidence::new(point, kind.clone(), value - loss));
        }
    }
    evidence
}

/// Returns double threats, and the points at which the other side could make them.
pub(super) fn double_threats(input: &Input<'_>, reader: &mut Reader) -> Vec<Evidence> {
    let nodes = COMBINATION_NODES.min(reader.budget());
    let mut evidence = Vec::new();
    for (color, forestalls) in [(input.color(), false), (input.color().opposite(), true)] {
        let found = reader.with_budget(nodes, |reader| reader.tactics().double_threats(color));
        evidence.extend(found.into_iter().map(|Combination { point, gain, .. }| {
            let kind = ReasonKind::Combination { forestalls, gain };
            Evidence::new(point, kind, COMBINATION + COMBINATION_STONE * gain as i32)
        }));
    }
    evidence
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::movegen::for_tests;

    /// The evidence about double threats, with its points.
    fn combinations(color: Color, diagram: &str) -> Vec<(String, ReasonKind)> {
        for_tests::proposed(color, diagram, double_threats)
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
        let makes_one = ReasonKind::Combination {
            forestalls: false,
            gain: 1,
        };
        assert!(attack.contains(&("E4".to_owned(), makes_one)), "{attack:?}");
        let defense = combinations(Color::White, FORK);
        let forestalls = |(_, reason): &(String, ReasonKind)| {
            matches!(reason, ReasonKind::Combination { forestalls: true, .. })
        };
        assert!(defense.iter().any(forestalls), "{defense:?}");
    }

    #[test]
    fn stones_in_the_open_are_under_no_double_threat() {
        let open = FORK.replace('X', ".");
        assert!(combinations(Color::Black, &open).is_empty());
    }
}
