// SPDX-License-Identifier: MIT OR Apache-2.0

//! The name of a move as players use it: `hane`, `one-space jump`, `cut`.
//!
//! The name follows from the stones around the point alone; nothing is read. Rules stand in an order, and the
//! first that holds names the move: what it does to liberties, moves in contact with the other side
//! (`contact`), moves beside an own stone or away from it (`shape`), moves in an open corner or on a side
//! (`open`). After Ikeda, Shishido and Viennot, "Machine-Learning of Shape Names for the Game of Go" (2015):
//! players agree about 82 % of names.

mod contact;
mod open;
mod shape;

use katachi_rules::{Board, BoardSize, Cell, Color, Move, Point};

macro_rules! move_kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal $(, $preposition:literal)?;)*) => {
        /// What a move is called.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum MoveKind {
            $($(#[$doc])* $kind,)*
            /// The first stone in a corner, by its lines from the edges.
            Corner(u8, u8),
        }

        impl MoveKind {
            /// Its name, without an article.
            pub fn word(self) -> String {
                match self {
                    $(Self::$kind => $word.to_owned(),)*
                    Self::Corner(4, 4) => "star point".to_owned(),
                    Self::Corner(low, high) => format!("{low}-{high} point"),
                }
            }

            /// The word between the name and the stone, if there is one.
            fn preposition(self) -> Option<&'static str> {
                match self {
                    $($(Self::$kind => Some($preposition),)?)*
                    _ => None,
                }
            }
        }
    };
}

move_kinds! {
    /// It captures stones.
    Capture = "capture", "of";
    /// It takes a ko.
    KoCapture = "ko capture", "of";
    /// It leaves two strings one liberty.
    DoubleAtari = "double atari", "on";
    /// It leaves a string one liberty.
    Atari = "atari", "on";
    /// A stone that can be captured at once, among stones of the other side.
    ThrowIn = "throw-in";
    /// It joins strings.
    Connection = "connection";
    /// It protects a cut with an open point between three own stones.
    HangingConnection = "hanging connection";
    /// It makes two parallel pairs of stones with two empty points between them.
    BambooJoint = "bamboo joint";
    /// It parts two strings.
    Cut = "cut";
    /// Two diagonal stones of each side touch.
    Crosscut = "crosscut", "against";
    /// It bends around a stone of the other side.
    Hane = "hane", "around";
    /// It goes straight on from an own stone in contact.
    Stretch = "stretch", "from";
    /// It goes on from an own stone around the corner.
    Turn = "turn", "from";
    /// It goes into a gap of the other side.
    Push = "push", "against";
    /// It goes on below stones of the other side, on the first or second line.
    Crawl = "crawl", "against";
    /// It stops a stone of the other side.
    Block = "block", "against";
    /// It goes straight down toward the edge.
    Descent = "descent", "from";
    /// It touches a stone of the other side without help nearby.
    Attachment = "attachment", "to";
    /// It stands between two stones of the other side.
    Wedge = "wedge";
    /// It threatens to cut.
    Peep = "peep";
    /// It takes a stone of the other side between two own ones.
    Clamp = "clamp", "of";
    /// It stands diagonally above a stone of the third or fourth line.
    ShoulderHit = "shoulder hit", "on";
    /// It stands two points above a stone, on the side of the centre.
    Cap = "cap", "of";
    /// It stands diagonally to an own stone.
    Diagonal = "diagonal move", "from";
    /// One empty point is between it and an own stone.
    OneSpaceJump = "one-space jump", "from";
    /// Two empty points are.
    TwoSpaceJump = "two-space jump", "from";
    /// It is a knight's move away from an own stone.
    KnightsMove = "knight's move", "from";
    /// One point more.
    LargeKnightsMove = "large knight's move", "from";
    /// It goes along the side from an own stone.
    Extension = "extension", "from";
    /// It takes a stone of the other side between own ones, along the side.
    Pincer = "pincer", "on";
    /// It comes near a corner of the other side.
    Approach = "approach", "to";
    /// It closes an own corner.
    Enclosure = "enclosure", "from";
    /// A stone on 3-3 below the other side's stone on 4-4.
    CornerInvasion = "3-3 invasion";
    /// The middle of the board.
    Tengen = "tengen";
    /// It comes into an area of the other side.
    Invasion = "invasion";
    /// A large knight's move from the second line to the first.
    MonkeyJump = "monkey jump", "from";
    /// It stands inside a small space of the other side.
    Placement = "placement";
    /// It has no other name.
    #[default]
    Plain = "plain move";
}

/// The name of a move, and the stone that it refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Returns the name of a legal move, and a plain move for an illegal one. Takes microseconds.
    pub fn new(board: &Board, color: Color, point: Point) -> Self {
        if !board.is_legal(color, point) {
            return Self::default();
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
        let rules = [contact::fight, contact::name, shape::name, open::name];
        let found = rules.into_iter().find_map(|rule| rule(&site));
        found.unwrap_or_default()
    }

    /// Returns it in words, with an article: `a hane around D4`, `an atari on C6`.
    pub fn text(&self, size: BoardSize) -> String {
        let word = self.kind.word();
        let begins_with_vowel = word.starts_with(['a', 'e', 'i', 'u']);
        let article = if begins_with_vowel { "an" } else { "a" };
        let word = match self.kind {
            MoveKind::Tengen => "the middle of the board".to_owned(),
            MoveKind::Corner(4, 4) if size.width().min(size.height()) >= 13 => {
                "the star point of the corner".to_owned()
            }
            MoveKind::Corner(4, 4) => "the 4-4 point of the corner".to_owned(),
            MoveKind::Corner(..) => format!("the {word} of the corner"),
            _ => format!("{article} {word}"),
        };
        match (self.from, self.and, self.kind.preposition()) {
            (Some(one), Some(other), _) => {
                let is_cut = self.kind == MoveKind::Cut;
                let between = if is_cut { "between" } else { "of" };
                format!("{word} {between} {} and {}", size.vertex(one), size.vertex(other))
            }
            (Some(stone), None, Some(preposition)) => format!("{word} {preposition} {}", size.vertex(stone)),
            _ => word,
        }
    }
}

/// Returns what a player calls a move: `a hane around C4`. Empty for a pass and for a move without a name of
/// its own.
pub fn own_name(board: &Board, color: Color, mv: Move) -> String {
    let name = mv.point().map(|point| MoveName::new(board, color, point));
    let name = name.filter(|name| name.kind != MoveKind::Plain);
    name.map_or_else(String::new, |name| name.text(board.size()))
}

/// Returns `D4, a hane around C4`, `D4` for a move without a name of its own, or `a pass`.
pub fn phrase(board: &Board, color: Color, mv: Move) -> String {
    match (mv, own_name(board, color, mv)) {
        (Move::Pass, _) => "a pass".to_owned(),
        (_, name) if name.is_empty() => board.size().show(mv),
        (_, name) => format!("{}, {name}", board.size().show(mv)),
    }
}

/// A name if there is a stone for it.
fn named(kind: MoveKind, stone: impl Into<Option<Point>>) -> Option<MoveName> {
    let (from, and) = (stone.into(), None);
    from.map(|_| MoveName { kind, from, and })
}

/// A name without a stone if it holds.
fn when(kind: MoveKind, holds: bool) -> Option<MoveName> {
    let (from, and) = (None, None);
    holds.then_some(MoveName { kind, from, and })
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

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
        let them = self.color.opposite();
        self.cell(dx, dy).is_some_and(|cell| cell.is(them))
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

    fn owns(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        DIRECTIONS.into_iter().filter(|&(dx, dy)| self.own(dx, dy))
    }

    fn is_one_string(&self, a: Point, b: Point) -> bool {
        self.board.head(a) == self.board.head(b)
    }
}

#[cfg(test)]
mod tests;
