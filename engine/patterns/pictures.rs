// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures of patterns in every node of a search: where they match, with the conditions that cost little.

use katachi_rules::{Board, Color, Point};
use mkpat::Database;

use super::conditions::Conditions;
use crate::matcher::{Matcher, PatternBoard};

/// The pictures of some patterns of a database.
#[derive(Debug)]
pub(crate) struct Pictures {
    matcher: Matcher,
    /// By variant: its pattern, and the conditions on liberties.
    variants: Vec<(u32, Conditions)>,
}

impl Pictures {
    /// Prepares the patterns for which `takes_part` holds, by their places in the database.
    pub(super) fn new(database: &Database, takes_part: impl Fn(u32) -> bool) -> Self {
        let variants = database.variants.iter().map(|variant| {
            let constraint = database.patterns[variant.pattern as usize].constraint.as_ref();
            (variant.pattern, Conditions::new(constraint, variant))
        });
        Self {
            matcher: Matcher::of_variants(database, |variant| takes_part(variant.pattern)),
            variants: variants.collect(),
        }
    }

    /// Returns the patterns whose pictures match at each move, once each, sorted by point.
    pub(crate) fn find(&self, board: &Board, color: Color) -> Vec<(Point, u32)> {
        let mut found: Vec<u64> = Vec::with_capacity(512);
        self.matcher.each(&PatternBoard::new(board), color, |matched| {
            let (pattern, conditions) = &self.variants[matched.variant as usize];
            if conditions.hold(board, matched.mv) {
                found.push((matched.mv.index() as u64) << 32 | u64::from(*pattern));
            }
        });
        found.sort_unstable();
        found.dedup();
        let place = |key: u64| (Point::from_index((key >> 32) as u16), key as u32);
        found.into_iter().map(place).collect()
    }
}
