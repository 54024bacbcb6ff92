// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing and saving strings that the first move captures or saves, and double threats.

use super::{Evidence, Input, ReasonKind, worth};
use crate::analysis::Analysis;
use crate::movegen::SECOND_BEST_LOSS;
use crate::reading::{Fork, Reader};
use katachi_rules::Point;

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

/// Returns double threats, and the points at which the other side could make them: to capture one of two
/// strings, and to capture a string or to cut.
pub(super) fn double_threats(input: &Input<'_>, reader: &mut Reader) -> Vec<Evidence> {
    let nodes = COMBINATION_NODES.min(reader.budget());
    let mut evidence = Vec::new();
    for (color, forestalls) in [(input.color(), false), (input.color().opposite(), true)] {
        let (captures, forks) = reader.with_budget(nodes, |reader| {
            let links = &input.analysis.dragons.links;
            let captures = reader.tactics().double_threats(color);
            (captures, reader.tactics().forks(color, links))
        });
        let captures = captures.into_iter().map(|combination| {
            let loss = (combination.gain, COMBINATION_STONE * combination.gain as i32);
            double_threat(combination.point, forestalls, loss, false)
        });
        evidence.extend(captures);
        let forks = forks.iter().filter_map(|fork| {
            let loss = of_fork(input.analysis, fork)?;
            Some(double_threat(fork.point, forestalls, loss, true))
        });
        evidence.extend(forks);
    }
    evidence
}

fn double_threat(point: Point, forestalls: bool, (gain, value): (u32, i32), cuts: bool) -> Evidence {
    let kind = ReasonKind::Combination {
        forestalls,
        gain,
        cuts,
    };
    Evidence::new(point, kind, COMBINATION + value)
}

fn less(one: (u32, i32), other: (u32, i32)) -> (u32, i32) {
    if other.1 < one.1 { other } else { one }
}

/// The least loss of the threatened side: stones, and their value. `None` if it loses nothing.
fn of_fork(analysis: &Analysis, fork: &Fork) -> Option<(u32, i32)> {
    let size = analysis.worms.get(fork.string)?.size;
    let captured = (size, COMBINATION_STONE * size as i32);
    Some(less(captured, of_cut(analysis, fork.pair)?))
}

/// The smaller string of a pair that is cut apart, in stones, and the value of its connection or its life.
fn of_cut(analysis: &Analysis, (a, b): (Point, Point)) -> Option<(u32, i32)> {
    let of_end = |end| {
        let size = analysis.worms.get(end)?.size;
        let connection = worth::of_connection(&analysis.worms, &analysis.dragons, end);
        (connection > 0).then(|| (size, connection.min(worth::of_group(size))))
    };
    Some(less(of_end(a)?, of_end(b)?))
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
            cuts: false,
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

    /// White's move at D5 threatens to capture C5 and to cut at E4.
    const CAPTURE_OR_CUT: &str = "
        . . . O . . . . .
        . O O O O O . . .
        . O X . X X X X .
        . O . X . O O . .
        . O O X O O . . .
        . . . X . . . . .
        . . . . . . . . .";

    #[test]
    fn threats_to_cut_are_made_and_forestalled() {
        for (color, stops) in [(Color::White, false), (Color::Black, true)] {
            let found = combinations(color, CAPTURE_OR_CUT);
            let is_it = |(vertex, reason): &(String, ReasonKind)| {
                vertex == "D5"
                    && matches!(reason, ReasonKind::Combination { forestalls, cuts: true, gain }
                        if *forestalls == stops && *gain > 0)
            };
            assert!(found.iter().any(is_it), "{color:?} {found:?}");
        }
    }
}
