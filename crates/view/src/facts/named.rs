// SPDX-License-Identifier: MIT OR Apache-2.0

//! Points and moves with the names that their board gives them.

use std::fmt;
use std::ops::Deref;

use katachi_rules::{BoardSize, Move, Point, PointSet};
use serde::{Serialize, Serializer};

/// A point or a move, or several, that know their board. Text has their names, such as `D4` and `pass`,
/// separated by spaces; data have a name, or a list of names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named<T> {
    what: T,
    size: BoardSize,
}

impl<T> Named<T> {
    /// Names points or moves of a board of that size.
    pub fn new(what: T, size: BoardSize) -> Self {
        Self { what, size }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Names something else on the same board.
    pub fn beside<U>(&self, what: U) -> Named<U> {
        Named::new(what, self.size)
    }
}

impl Named<Vec<Point>> {
    pub(crate) fn list(points: &[Point], size: BoardSize) -> Self {
        Self::new(points.to_vec(), size)
    }
}

impl Named<Point> {
    pub(crate) fn maybe(point: Option<Point>, size: BoardSize) -> Option<Self> {
        point.map(|point| Self::new(point, size))
    }
}

impl<T> Deref for Named<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.what
    }
}

impl<T: PartialEq> PartialEq<T> for Named<T> {
    fn eq(&self, other: &T) -> bool {
        self.what == *other
    }
}

impl<T: OnBoard> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.what.names(self.size).join(" "))
    }
}

impl<T: OnBoard> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match T::IS_LIST {
            true => serializer.collect_seq(self.what.names(self.size)),
            false => serializer.collect_str(self),
        }
    }
}

/// What has a name on a board.
pub trait OnBoard {
    /// Whether these are several.
    const IS_LIST: bool = false;

    /// Returns the name, or one for each.
    fn names(&self, size: BoardSize) -> Vec<String>;
}

impl OnBoard for Point {
    fn names(&self, size: BoardSize) -> Vec<String> {
        vec![size.vertex(*self).to_string()]
    }
}

impl OnBoard for Move {
    fn names(&self, size: BoardSize) -> Vec<String> {
        vec![size.show(*self)]
    }
}

impl<T: OnBoard> OnBoard for Vec<T> {
    const IS_LIST: bool = true;

    fn names(&self, size: BoardSize) -> Vec<String> {
        self.iter().flat_map(|what| what.names(size)).collect()
    }
}

impl OnBoard for PointSet {
    const IS_LIST: bool = true;

    fn names(&self, size: BoardSize) -> Vec<String> {
        self.iter().flat_map(|point| point.names(size)).collect()
    }
}
