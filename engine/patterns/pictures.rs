// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures of patterns in every node of a search: where they match, with the conditions that cost little.

use std::ops::Range;

use katachi_rules::{Board, Color, Point};
use mkpat::{Cell, Database, Edges, Offset, Variant};
use rustc_hash::FxHashMap;

use super::conditions::{Condition, liberties};
use crate::matcher::PositionMatcher;

/// Matches of a position in the middle of a game.
const MATCHES: usize = 512;

/// The pictures of some patterns of a database. A picture that several of them share is matched once.
#[derive(Debug)]
pub(crate) struct Pictures {
    matcher: PositionMatcher,
    /// By variant: the entries with its picture. They belong to the first of these variants alone.
    shared: Vec<Range<u32>>,
    entries: Vec<Entry>,
    conditions: Vec<Condition>,
}

#[derive(Debug)]
struct Entry {
    pattern: u32,
    conditions: Range<u32>,
}

impl Pictures {
    /// Prepares the patterns for which `takes_part` holds, by their places in the database.
    pub(crate) fn new(database: &Database, takes_part: impl Fn(u32) -> bool) -> Self {
        let mut places: FxHashMap<Picture<'_>, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); database.variants.len()];
        for (i, variant) in database.variants.iter().enumerate() {
            if takes_part(variant.pattern) {
                let first = *places.entry(Picture::new(database, variant)).or_insert(i);
                groups[first].push(i as u32);
            }
        }
        let mut pictures = Self {
            matcher: PositionMatcher::new(database, |i| !groups[i].is_empty()),
            shared: Vec::with_capacity(groups.len()),
            entries: Vec::new(),
            conditions: Vec::new(),
        };
        for group in &groups {
            let start = pictures.entries.len() as u32;
            for &variant in group {
                pictures.add_entry(database, &database.variants[variant as usize]);
            }
            pictures.shared.push(start..pictures.entries.len() as u32);
        }
        pictures
    }

    fn add_entry(&mut self, database: &Database, variant: &Variant) {
        let start = self.conditions.len() as u32;
        if let Some(constraint) = &database.patterns[variant.pattern as usize].constraint {
            Condition::add(constraint, variant.transformation, &mut self.conditions);
        }
        self.entries.push(Entry {
            pattern: variant.pattern,
            conditions: start..self.conditions.len() as u32,
        });
    }

    /// Returns the patterns whose pictures match at each move after the last two moves, once each, sorted by
    /// point.
    pub(crate) fn find(&self, board: &Board, color: Color, past: [Option<Point>; 2]) -> Vec<(Point, u32)> {
        let mut found: Vec<u64> = Vec::with_capacity(MATCHES);
        self.matcher.each(board, color, past, |matched| {
            for entry in &self.entries[indices(&self.shared[matched.variant as usize])] {
                let conditions = &self.conditions[indices(&entry.conditions)];
                if conditions.iter().all(|condition| {
                    condition.holds(board.size(), matched.mv, |stone| liberties(board, stone))
                }) {
                    found.push((matched.mv.index() as u64) << 32 | u64::from(entry.pattern));
                }
            }
        });
        found.sort_unstable();
        found.dedup();
        let place = |key: u64| (Point::from_index((key >> 32) as u16), key as u32);
        found.into_iter().map(place).collect()
    }
}

fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// What the matcher tests of a variant, and where the move is.
#[derive(PartialEq, Eq, Hash)]
struct Picture<'a> {
    anchor: Cell,
    to_move: Offset,
    corners: [Offset; 2],
    edges: Edges,
    windows: &'a [mkpat::Window],
    /// The stone that has to be the last move of its side.
    answered: Option<Offset>,
}

impl<'a> Picture<'a> {
    fn new(database: &'a Database, variant: &Variant) -> Self {
        Self {
            anchor: variant.anchor,
            to_move: variant.to_move,
            corners: [variant.top_left, variant.bottom_right],
            edges: variant.edges,
            windows: database.windows_of(variant),
            answered: database.patterns[variant.pattern as usize]
                .answered()
                .map(|stone| stone.0),
        }
    }
}
