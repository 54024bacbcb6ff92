//! Which patterns lie on the board: the shapes alone, before any class, constraint or value.
//!
//! The board is seen as a [`MergedBoard`]: for each point one word with the 16 points around it, so that
//! one and-compare tests up to 16 cells of a pattern. Variants are grouped by what stands on their anchor.

mod constraint;
mod merged;

pub(crate) use constraint::Place;
pub use constraint::{DivisionByZero, Facts, evaluate};
pub use merged::MergedBoard;

use katachi_rules::{Board, BoardSize, Color, Point};
use mkpat::{Cell, Database, Edges, Offset, Variant};

/// A pattern that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// Index in [`Database::variants`].
    pub variant: u32,
    /// The move that the pattern proposes.
    pub mv: Point,
}

/// What is tested first of a variant.
#[derive(Clone, Copy, Debug)]
struct First {
    mask: u32,
    value: u32,
    variant: u32,
}

/// Finds the patterns of one database.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    friend: Vec<First>,
    enemy: Vec<First>,
    empty: Vec<First>,
}

impl Matcher {
    /// Prepares a database. O(variants).
    pub fn new(database: &Database) -> Self {
        let mut matcher = Self::default();
        for (index, variant) in database.variants.iter().enumerate() {
            let window = database.windows_of(variant)[0];
            let first = First {
                mask: window.mask,
                value: window.value,
                variant: index as u32,
            };
            match variant.anchor {
                Cell::Friend => matcher.friend.push(first),
                Cell::Enemy => matcher.enemy.push(first),
                _ => matcher.empty.push(first),
            }
        }
        matcher
    }

    /// Every match for the side `color`, in the order of the database (falling highest value), then of the
    /// board. O(points * variants), most of them ended by one comparison.
    pub fn matches(&self, database: &Database, board: &Board, color: Color) -> Vec<Match> {
        let merged = MergedBoard::new(board, color);
        let size = board.size();
        let mut matches = Vec::new();
        for anchor in size.points() {
            let group = match board.cell(anchor).color() {
                None => &self.empty,
                Some(c) if c == color => &self.friend,
                Some(_) => &self.enemy,
            };
            let word = merged.word(anchor, Offset::ZERO);
            for first in group.iter().filter(|first| word & first.mask == first.value) {
                let variant = &database.variants[first.variant as usize];
                let fits = lies_on_board(variant, size, anchor)
                    && database.windows_of(variant)[1..]
                        .iter()
                        .all(|w| merged.word(anchor, w.at) & w.mask == w.value);
                if fits {
                    let to = variant.to_move;
                    let mv = size
                        .offset(anchor, to.dx.into(), to.dy.into())
                        .expect("the move is inside the diagram, which is on the board");
                    matches.push(Match {
                        variant: first.variant,
                        mv,
                    });
                }
            }
        }
        matches.sort_unstable();
        matches.dedup();
        matches
    }
}

/// Is the whole diagram on the board, and its edges on the board's edges?
fn lies_on_board(variant: &Variant, size: BoardSize, anchor: Point) -> bool {
    let (x, y) = (i32::from(anchor.x()), i32::from(anchor.y()));
    let left = x + i32::from(variant.top_left.dx);
    let top = y + i32::from(variant.top_left.dy);
    let right = x + i32::from(variant.bottom_right.dx) - (i32::from(size.width()) - 1);
    let bottom = y + i32::from(variant.bottom_right.dy) - (i32::from(size.height()) - 1);
    let edge = |side| variant.edges.contains(side);
    left >= 0
        && top >= 0
        && right <= 0
        && bottom <= 0
        && (!edge(Edges::LEFT) || left == 0)
        && (!edge(Edges::TOP) || top == 0)
        && (!edge(Edges::RIGHT) || right == 0)
        && (!edge(Edges::BOTTOM) || bottom == 0)
}
