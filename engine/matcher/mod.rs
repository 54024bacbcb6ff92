// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which patterns match on the board: the shapes alone, before any class, constraint or value.
//!
//! A [`Matcher`] is the index of a database: variants by what stands on their anchor, and for each kind of anchor
//! tables of bitsets from which the variants that fit at a point are an intersection (see `index`). A
//! [`PatternBoard`] is the position in the form that these tables ask for, kept in step as stones come and go.
//! Three services: all matches of a colour, those whose move is a given point, and the update of earlier
//! matches ([`MatchSet`]) after a few points have changed.
//!
//! The way of indexing, its alternatives and what each of them costs are measured in `benches/matcher.rs`.

mod board;
mod build;
mod cluster;
mod constraint;
mod grid;
mod index;
mod list;
mod match_set;

pub use board::PatternBoard;
pub(crate) use constraint::Place;
pub use constraint::{DivisionByZero, Facts, evaluate};
pub use match_set::MatchSet;

use katachi_rules::{Board, Color, Point};
use mkpat::{Cell as Asked, Database};

use grid::place;
use index::{Anchor, Index, Word, anchors};

/// A pattern match: a variant of a pattern that fits at an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// Index in [`Database::variants`].
    pub variant: u32,
    /// The move that the pattern proposes.
    pub mv: Point,
}

/// Finds the patterns of one database.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// By what stands on the anchor: a friend, an enemy, nothing.
    indexes: [Index; 3],
}

impl Matcher {
    /// Prepares a database.
    pub fn new(database: &Database) -> Self {
        let index = |anchor| Index::new(database, |variant| kind(variant.anchor) == anchor);
        Self {
            indexes: [0, 1, 2].map(index),
        }
    }

    /// Every match for the side `color`, in the order of the database (falling highest value), then of the board.
    ///
    /// For several positions that differ little it is cheaper to keep a [`PatternBoard`] and a [`MatchSet`].
    pub fn matches(&self, database: &Database, board: &Board, color: Color) -> Vec<Match> {
        debug_assert_eq!(self.variants(), database.variants.len(), "another database");
        let mut found = MatchSet::new(color);
        self.find(&PatternBoard::from_board(board), &mut found);
        found.sorted().collect()
    }

    /// The matches for the side `color` whose move is `mv`, appended in the order of the database.
    pub fn matches_at(&self, board: &PatternBoard, color: Color, mv: Point, matches: &mut Vec<Match>) {
        let before = matches.len();
        let mut list = [Word::default(); 64];
        for (index, anchor) in self.indexes.iter().zip(anchors(color)) {
            for (number, &to_move) in index.ways.iter().enumerate() {
                let Some(at) = board
                    .size()
                    .offset(mv, (-to_move.dx).into(), (-to_move.dy).into())
                else {
                    continue;
                };
                let at = place(at);
                if board.cell(at) != anchor {
                    continue;
                }
                let anchor = Anchor::new(board, color, at);
                index.scan_one(&anchor, number, &mut list, |bit| {
                    if index.fits(bit, board, color, at) {
                        let variant = index.shapes[bit].variant;
                        matches.push(Match { variant, mv });
                    }
                });
            }
        }
        matches[before..].sort_unstable();
    }

    /// Number of variants.
    fn variants(&self) -> usize {
        self.indexes.iter().map(|index| index.shapes.len()).sum()
    }

    /// Bytes of the index.
    pub fn size(&self) -> usize {
        self.indexes.iter().map(Index::size).sum()
    }
}

/// The number of the index for an anchor.
fn kind(anchor: Asked) -> usize {
    match anchor {
        Asked::Friend => 0,
        Asked::Enemy => 1,
        _ => 2,
    }
}
