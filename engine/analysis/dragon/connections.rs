// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connection patterns of a position: which strings belong together, and where they can be cut.

use katachi_rules::{Board, ByColor, Color, Point, PointSet};
use mkpat::{Cell, Classes, Function, Pattern};

use super::joining::Groups;
use crate::analysis::Worms;
use crate::analysis::facts::Tactics;
use crate::analysis::orientation::map_back;
use crate::matcher::{Facts, Match, MatchPlace, evaluate};
use crate::patterns::Patterns;
use crate::reading::Reader;

/// The results of the connection patterns.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    /// For each side, the points where the other side can cut.
    pub cuts: ByColor<PointSet>,
    /// For each side, points beside cuts between its dragons: eye space there is worth little.
    pub inhibited: ByColor<PointSet>,
}

map_back!(Connections: cuts, inhibited);

/// Whether the constraint of a pattern holds. A division by zero counts as no.
fn is_accepted(pattern: &Pattern, place: MatchPlace, facts: &mut Tactics<'_>) -> bool {
    let holds = |constraint| evaluate(constraint, place, facts).is_ok_and(|value| value != 0);
    pattern.constraint.as_ref().is_none_or(holds)
}

/// Calls `f` with all matches of the patterns of one class for a side.
fn each(
    patterns: &Patterns,
    board: &Board,
    color: Color,
    class: Classes,
    mut f: impl FnMut(&Pattern, MatchPlace),
) {
    let database = &patterns.database;
    for Match { variant, mv } in patterns.matcher().matches(board, color, [None; 2]) {
        let variant = &database.variants[variant as usize];
        let pattern = &database.patterns[variant.pattern as usize];
        if pattern.classes.contains(class) {
            f(pattern, MatchPlace::new(board.size(), mv, variant.transformation));
        }
    }
}

impl Connections {
    /// Finds the cutting points: patterns of class `B`.
    pub(super) fn find(board: &Board, worms: &Worms, patterns: &Patterns, reader: &mut Reader) -> Self {
        let mut found = Self::default();
        for color in Color::BOTH {
            let mut facts = Tactics { worms, reader, color };
            each(patterns, board, color, Classes::BREAKS, |pattern, place| {
                if !is_accepted(pattern, place, &mut facts) {
                    return;
                }
                if pattern.has_move {
                    found.cuts[color].insert(place.mv);
                }
                found.inhibited[color].extend(place.stones(pattern, Cell::Inhibited));
            });
        }
        found
    }

    /// Joins the strings that belong together by patterns of class `C`. A match with a cutting point among
    /// its empty points is ignored.
    pub(super) fn join(
        &self,
        board: &Board,
        worms: &Worms,
        patterns: &Patterns,
        reader: &mut Reader,
        groups: &mut Groups,
    ) {
        for color in Color::BOTH {
            let mut facts = Tactics { worms, reader, color };
            each(patterns, board, color, Classes::CONNECTS, |pattern, place| {
                if place
                    .stones(pattern, Cell::Empty)
                    .any(|p| self.cuts[color].contains(p))
                {
                    return;
                }
                let mut stones = place.stones(pattern, Cell::Friend);
                let first = stones.next().expect("a connection pattern has stones");
                let new: Vec<Point> = stones.filter(|&p| groups.may_join(first, p)).collect();
                if !new.is_empty() && is_accepted(pattern, place, &mut facts) {
                    for stone in new {
                        groups.join(first, stone);
                    }
                }
            });
        }
    }
}

/// There are no dragons yet: functions that need more than strings and readings are 0.
impl Facts for Tactics<'_> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        self.value(function, points).unwrap_or(0)
    }
}
