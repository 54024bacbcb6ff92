// SPDX-License-Identifier: MIT OR Apache-2.0

//! The name of a move as players use it: `hane`, `one-space jump`, `cut`.
//!
//! The name follows from the stones around the point alone; nothing is read. Rules stand in an order, and the
//! first that holds names the move: what it does to liberties (`fight`), moves in contact with the other side
//! (`contact`), moves beside an own stone or away from it (`shape`), moves in an open corner or on a side
//! (`open`). After Ikeda, Shishido and Viennot, "Machine-Learning of Shape Names for the Game of Go" (2015):
//! players agree about 82 % of names.

mod contact;
mod fight;
mod open;
mod shape;

use katachi_rules::{Board, BoardSize, Cell, Color, Point};

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// It captures stones.
    Capture,
    /// It takes a ko.
    KoCapture,
    /// It leaves two strings one liberty.
    DoubleAtari,
    /// It leaves a string one liberty.
    Atari,
    /// A stone that can be captured at once, among stones of the other side.
    ThrowIn,
    /// It joins strings.
    Connection,
    /// It protects a cut with an open point between three own stones.
    HangingConnection,
    /// It makes two parallel pairs of stones with two empty points between them.
    BambooJoint,
    /// It parts two strings.
    Cut,
    /// Two diagonal stones of each side touch.
    Crosscut,
    /// It bends around a stone of the other side.
    Hane,
    /// It goes straight on from an own stone in contact.
    Stretch,
    /// It goes on from an own stone around the corner.
    Turn,
    /// It goes into a gap of the other side.
    Push,
    /// It goes on below stones of the other side, on the first or second line.
    Crawl,
    /// It stops a stone of the other side.
    Block,
    /// It goes straight down toward the edge.
    Descent,
    /// It touches a stone of the other side without help nearby.
    Attachment,
    /// It stands between two stones of the other side.
    Wedge,
    /// It threatens to cut.
    Peep,
    /// It takes a stone of the other side between two own ones.
    Clamp,
    /// It stands diagonally above a stone of the third or fourth line.
    ShoulderHit,
    /// It stands two points above a stone, on the side of the centre.
    Cap,
    /// It stands diagonally to an own stone.
    Diagonal,
    /// One empty point is between it and an own stone.
    OneSpaceJump,
    /// Two empty points are.
    TwoSpaceJump,
    /// It is a knight's move away from an own stone.
    KnightsMove,
    /// One point more.
    LargeKnightsMove,
    /// It goes along the side from an own stone.
    Extension,
    /// It takes a stone of the other side between own ones, along the side.
    Pincer,
    /// It comes near a corner of the other side.
    Approach,
    /// It closes an own corner.
    Enclosure,
    /// The first stone in a corner, by its lines from the edges.
    Corner(u8, u8),
    /// A stone on 3-3 below the other side's stone on 4-4.
    CornerInvasion,
    /// The middle of the board.
    Tengen,
    /// It comes into an area of the other side.
    Invasion,
    /// A large knight's move from the second line to the first.
    MonkeyJump,
    /// It stands inside a small space of the other side.
    Placement,
    /// It has no other name.
    Plain,
}

impl MoveKind {
    /// Its name, without an article.
    pub fn word(self) -> String {
        let word = match self {
            Self::Capture => "capture",
            Self::KoCapture => "ko capture",
            Self::DoubleAtari => "double atari",
            Self::Atari => "atari",
            Self::ThrowIn => "throw-in",
            Self::Connection => "connection",
            Self::HangingConnection => "hanging connection",
            Self::BambooJoint => "bamboo joint",
            Self::Cut => "cut",
            Self::Crosscut => "crosscut",
            Self::Hane => "hane",
            Self::Stretch => "stretch",
            Self::Turn => "turn",
            Self::Push => "push",
            Self::Crawl => "crawl",
            Self::Block => "block",
            Self::Descent => "descent",
            Self::Attachment => "attachment",
            Self::Wedge => "wedge",
            Self::Peep => "peep",
            Self::Clamp => "clamp",
            Self::ShoulderHit => "shoulder hit",
            Self::Cap => "cap",
            Self::Diagonal => "diagonal move",
            Self::OneSpaceJump => "one-space jump",
            Self::TwoSpaceJump => "two-space jump",
            Self::KnightsMove => "knight's move",
            Self::LargeKnightsMove => "large knight's move",
            Self::Extension => "extension",
            Self::Pincer => "pincer",
            Self::Approach => "approach",
            Self::Enclosure => "enclosure",
            Self::Corner(4, 4) => "star point",
            Self::Corner(low, high) => return format!("{low}-{high} point"),
            Self::CornerInvasion => "3-3 invasion",
            Self::Tengen => "tengen",
            Self::Invasion => "invasion",
            Self::MonkeyJump => "monkey jump",
            Self::Placement => "placement",
            Self::Plain => "plain move",
        };
        word.to_owned()
    }
}

/// The name of a move, and the stone that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// The name.
    pub kind: MoveKind,
    /// The stone that a person would name with it: the own stone that it goes on from, or the stone of the
    /// other side that it touches, stops or captures.
    pub from: Option<Point>,
    /// The second of two stones that it joins or parts.
    pub and: Option<Point>,
}

impl MoveName {
    /// `D4, a hane around C4`, or `D4` for a move without a name of its own.
    pub fn with_vertex(&self, vertex: impl std::fmt::Display, size: BoardSize) -> String {
        match self.kind {
            MoveKind::Plain => vertex.to_string(),
            _ => format!("{vertex}, {}", self.text(size)),
        }
    }

    /// Returns the name of a legal move, and a plain move for an illegal one. Takes microseconds.
    pub fn new(board: &Board, color: Color, point: Point) -> Self {
        if !board.is_legal(color, point) {
            return named(MoveKind::Plain, None);
        }
        let mut after = board.clone();
        let _ = after.play(color, point);
        let site = Site {
            board,
            after: &after,
            size: board.size(),
            color,
            point,
        };
        let rules = [fight::name, contact::name, shape::name, open::name];
        let found = rules.into_iter().find_map(|rule| rule(&site));
        found.unwrap_or(named(MoveKind::Plain, None))
    }

    /// Returns it in words, with an article: `a hane around D4`, `an atari on C6`.
    pub fn text(&self, size: BoardSize) -> String {
        let word = self.kind.word();
        let article = match word.starts_with(['a', 'e', 'i', 'u']) {
            true => "an",
            false => "a",
        };
        let word = match self.kind {
            MoveKind::Tengen => "the middle of the board".to_owned(),
            MoveKind::Corner(4, 4) if size.width().min(size.height()) >= 13 => {
                "the star point of the corner".to_owned()
            }
            MoveKind::Corner(4, 4) => "the 4-4 point of the corner".to_owned(),
            MoveKind::Corner(..) => format!("the {word} of the corner"),
            _ => format!("{article} {word}"),
        };
        if let (Some(one), Some(other)) = (self.from, self.and) {
            let between = if self.kind == MoveKind::Cut {
                "between"
            } else {
                "of"
            };
            return format!("{word} {between} {} and {}", size.vertex(one), size.vertex(other));
        }
        match (self.from, self.preposition()) {
            (Some(stone), Some(preposition)) => format!("{word} {preposition} {}", size.vertex(stone)),
            _ => word,
        }
    }

    /// The word between the name and the stone.
    fn preposition(&self) -> Option<&'static str> {
        Some(match self.kind {
            MoveKind::Capture | MoveKind::KoCapture | MoveKind::Clamp | MoveKind::Cap => "of",
            MoveKind::Atari | MoveKind::DoubleAtari | MoveKind::ShoulderHit | MoveKind::Pincer => "on",
            MoveKind::Hane => "around",
            MoveKind::Attachment | MoveKind::Approach => "to",
            MoveKind::Block | MoveKind::Push | MoveKind::Crawl | MoveKind::Crosscut => "against",
            MoveKind::Stretch
            | MoveKind::Turn
            | MoveKind::Descent
            | MoveKind::Diagonal
            | MoveKind::OneSpaceJump
            | MoveKind::TwoSpaceJump
            | MoveKind::KnightsMove
            | MoveKind::LargeKnightsMove
            | MoveKind::Extension
            | MoveKind::Enclosure
            | MoveKind::MonkeyJump => "from",
            _ => return None,
        })
    }
}

fn named(kind: MoveKind, from: Option<Point>) -> MoveName {
    let and = None;
    MoveName { kind, from, and }
}

/// The four directions.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The four diagonals.
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// A move with the board before and after it.
struct Site<'a> {
    board: &'a Board,
    after: &'a Board,
    size: BoardSize,
    color: Color,
    point: Point,
}

impl Site<'_> {
    /// The point that far to the right and down.
    fn at(&self, dx: i32, dy: i32) -> Option<Point> {
        self.size.offset(self.point, dx, dy)
    }

    fn cell(&self, dx: i32, dy: i32) -> Option<Cell> {
        self.at(dx, dy).map(|p| self.board.cell(p))
    }

    fn own(&self, dx: i32, dy: i32) -> bool {
        self.cell(dx, dy).is_some_and(|cell| cell.is(self.color))
    }

    fn enemy(&self, dx: i32, dy: i32) -> bool {
        self.cell(dx, dy)
            .is_some_and(|cell| cell.is(self.color.opposite()))
    }

    fn empty(&self, dx: i32, dy: i32) -> bool {
        self.at(dx, dy).is_some_and(|p| self.board.is_empty(p))
    }

    /// Line from the edge, from 1.
    fn line(&self, p: Point) -> u8 {
        self.size.line(p) + 1
    }

    /// Directions in which a neighbour is of the other side.
    fn enemies(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        DIRECTIONS.into_iter().filter(|&(dx, dy)| self.enemy(dx, dy))
    }

    /// Directions in which a neighbour is own.
    fn owns(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        DIRECTIONS.into_iter().filter(|&(dx, dy)| self.own(dx, dy))
    }

    /// Are two stones of one string?
    fn is_one_string(&self, a: Point, b: Point) -> bool {
        self.board.head(a) == self.board.head(b)
    }
}

#[cfg(test)]
mod tests;
