// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connection patterns of a position: which strings belong together, and where they can be cut.

use katachi_rules::{Board, ByColor, Color, Point, PointSet};
use mkpat::{Cell, Classes, Function, Pattern, Variant};

use super::groups::Groups;
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

map_back!(Connections { cuts, inhibited });

/// A match of a pattern: a variant of it that lies at an anchor.
struct PatternMatch<'a> {
    pattern: &'a Pattern,
    variant: &'a Variant,
    place: MatchPlace,
}

impl PatternMatch<'_> {
    fn points(&self, cell: Cell) -> impl Iterator<Item = Point> + '_ {
        self.place.stones(self.pattern, cell)
    }

    /// Does the constraint hold? A division by zero counts as no.
    fn is_accepted(&self, facts: &mut ConnectionFacts<'_>) -> bool {
        let Some(constraint) = &self.pattern.constraint else {
            return true;
        };
        let value = evaluate(
            constraint,
            self.place.size,
            self.place.mv,
            self.variant.transformation,
            facts,
        );
        value.is_ok_and(|value| value != 0)
    }
}

/// Calls `f` with all matches of the patterns of one class for a side.
fn each(
    patterns: &Patterns,
    board: &Board,
    color: Color,
    class: Classes,
    mut f: impl FnMut(&PatternMatch<'_>),
) {
    let database = &patterns.database;
    for Match { variant, mv } in patterns.matcher().matches(board, color) {
        let variant = &database.variants[variant as usize];
        let pattern = &database.patterns[variant.pattern as usize];
        if pattern.classes.contains(class) {
            f(&PatternMatch {
                pattern,
                variant,
                place: MatchPlace {
                    size: board.size(),
                    mv,
                    transformation: variant.transformation,
                },
            });
        }
    }
}

impl Connections {
    /// Finds the cutting points: patterns of class `B`.
    pub(super) fn find(board: &Board, worms: &Worms, patterns: &Patterns, reader: &mut Reader) -> Self {
        let mut found = Self::default();
        for color in Color::BOTH {
            let mut facts = ConnectionFacts::new(worms, reader, color);
            each(patterns, board, color, Classes::BREAKS, |matched| {
                if !matched.is_accepted(&mut facts) {
                    return;
                }
                if matched.pattern.has_move {
                    found.cuts[color].insert(matched.place.mv);
                }
                found.inhibited[color].extend(matched.points(Cell::Inhibited));
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
            let mut facts = ConnectionFacts::new(worms, reader, color);
            each(patterns, board, color, Classes::CONNECTS, |matched| {
                if matched.points(Cell::Empty).any(|p| self.cuts[color].contains(p)) {
                    return;
                }
                let mut stones = matched.points(Cell::Friend);
                let first = stones.next().expect("a connection pattern has stones");
                let new: Vec<Point> = stones.filter(|&p| groups.may_join(first, p)).collect();
                if !new.is_empty() && matched.is_accepted(&mut facts) {
                    for stone in new {
                        groups.join(first, stone);
                    }
                }
            });
        }
    }

    /// Adds cutting points, and drops inhibited points at which no dragons meet (`divides`).
    pub(super) fn completed(
        mut self,
        cuts: impl Iterator<Item = (Color, Point)>,
        divides: impl Fn(Point, Color) -> bool,
    ) -> Self {
        for (color, cut) in cuts {
            self.cuts[color].insert(cut);
        }
        for color in Color::BOTH {
            self.inhibited[color].retain(|p| divides(p, color));
        }
        self
    }
}

/// Evaluates the constraints of connection patterns. There are no dragons yet: functions that need more than
/// strings and readings are 0.
struct ConnectionFacts<'a>(Tactics<'a>);

impl<'a> ConnectionFacts<'a> {
    fn new(worms: &'a Worms, reader: &'a mut Reader, color: Color) -> Self {
        Self(Tactics { worms, reader, color })
    }
}

impl Facts for ConnectionFacts<'_> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        self.0.call(function, points).unwrap_or(0)
    }
}
