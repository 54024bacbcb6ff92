// SPDX-License-Identifier: MIT OR Apache-2.0

//! Constraint expressions: a compact tree and the table of functions.

use serde::{Deserialize, Serialize};

use crate::geometry::Offset;
use codec::Token;

mod codec;

/// Points that an argument of a function may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Any point of the diagram.
    Point,
    /// A point that may be empty in a match: `.`, `*`, `o`, `x` or `?`.
    Empty,
    /// A point that may have a stone in a match: `O`, `X`, `o`, `x` or `?`.
    Stone,
}

macro_rules! functions {
    ($($variant:ident $name:literal ($($arg:ident),*) $(+ $last:ident)? : $doc:literal;)*) => {
        /// A function of the constraint language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Function {
            $(#[doc = $doc] $variant,)*
        }

        impl Function {
            /// Every function, in the order of its code.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in the pattern language.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it means, in one sentence.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$variant => $doc,)* }
            }

            /// The kinds of its fixed arguments. For a function with [`Function::target`] they are the moves,
            /// 0 or more.
            pub const fn arguments(self) -> &'static [Argument] {
                match self { $(Self::$variant => &[$(Argument::$arg,)*],)* }
            }

            /// For a function that plays a list of moves: the kind of its last argument, the target.
            pub const fn target(self) -> Option<Argument> {
                match self { $(Self::$variant => functions!(@last $($last)?),)* }
            }
        }

        static BY_NAME: phf::Map<&'static str, Function> = phf::phf_map! {
            $($name => Function::$variant,)*
        };
    };
    (@last) => { None };
    (@last $last:ident) => { Some(Argument::$last) };
}

functions! {
    Lib "lib" (Stone): "Liberties of the string.";
    Lib2 "lib2" (Stone): "Liberties of order 2 of the string.";
    Lib3 "lib3" (Stone): "Liberties of order 3 of the string.";
    Lib4 "lib4" (Stone): "Liberties of order 4 of the string.";
    XLib "xlib" (Empty): "Liberties that an enemy stone played there would have.";
    OLib "olib" (Empty): "Liberties that a friendly stone played there would have.";
    Ko "ko" (Point): "Is it a stone in atari by ko, or the empty point of a ko?";
    Status "status" (Stone): "Status of the dragon: ALIVE, DEAD, CRITICAL or UNKNOWN.";
    Alive "alive" (Stone): "Is the dragon ALIVE?";
    Unknown "unknown" (Stone): "Is the dragon's status UNKNOWN?";
    Critical "critical" (Stone): "Is the dragon CRITICAL?";
    Dead "dead" (Stone): "Is the dragon DEAD?";
    Genus "genus" (Stone): "Number of eyes of the dragon, meaningful against 0, 1 and 2.";
    XArea "xarea" (Point): "Is the point in the enemy's area?";
    OArea "oarea" (Point): "Is the point in our area?";
    XMoyo "xmoyo" (Point): "Is the point in the enemy's moyo?";
    OMoyo "omoyo" (Point): "Is the point in our moyo?";
    XTerri "xterri" (Point): "Is the point the enemy's territory?";
    OTerri "oterri" (Point): "Is the point our territory?";
    Cutstone "cutstone" (Stone): "0, 1 for a potential and 2 for a real cutting stone.";
    Weak "weak" (Stone): "Is the dragon's safety CRITICAL?";
    Attack "attack" (Stone): "Can the string be captured?";
    Defend "defend" (Stone): "Can the string be captured and also be saved?";
    SafeXMove "safe_xmove" (Empty): "Is an enemy move there legal and not captured at once?";
    SafeOMove "safe_omove" (Empty): "Is a friendly move there legal and not captured at once?";
    XDefendAgainst "xdefend_against" (Empty, Empty): "Does an enemy stone at the first point stop us from a safe move at the second?";
    ODefendAgainst "odefend_against" (Empty, Empty): "Does a friendly stone at the first point stop the enemy from a safe move at the second?";
    DoesDefend "does_defend" (Empty, Stone): "Does a move at the first point save the string at the second?";
    DoesAttack "does_attack" (Empty, Stone): "Does a move at the first point capture the string at the second?";
    XPlayDefend "xplay_defend" (Point) + Point: "After the moves, the enemy first: can the string at the last point be saved?";
    OPlayDefend "oplay_defend" (Point) + Point: "After the moves, our side first: can the string at the last point be saved?";
    XPlayAttack "xplay_attack" (Point) + Point: "After the moves, the enemy first: can the string at the last point be captured?";
    OPlayAttack "oplay_attack" (Point) + Point: "After the moves, our side first: can the string at the last point be captured?";
    Eye "eye" (Point): "Is it eye space of either colour?";
    ProperEye "proper_eye" (Point): "Is it eye space of either colour, and not marginal?";
    MarginalEye "marginal_eye" (Point): "Is it marginal eye space of either colour?";
    XCut "xcut" (Empty): "Can the enemy cut there?";
    OCut "ocut" (Empty): "Can we cut there?";
    DiffMoyo "diff_moyo" (Empty): "Moyo that we gain by a move there plus moyo that the enemy gains.";
    AreaStone "area_stone" (Point): "Stones of the area around the point.";
    AreaSpace "area_space" (Point): "Empty points of the area around the point.";
    SekiHelper "seki_helper" (Stone): "Would the string be alive in seki after the move?";
    Last "last" (Stone): "Is it the last move of its side?";
}

impl Function {
    /// Maximum number of arguments of a function, moves and target together. It bounds the memory of an
    /// evaluator.
    pub const MAX_ARGUMENTS: usize = 16;

    /// Returns whether it takes `count` arguments.
    pub const fn accepts(self, count: usize) -> bool {
        match self.target() {
            Some(_) => count >= 1 && count <= Self::MAX_ARGUMENTS,
            None => count == self.arguments().len(),
        }
    }

    /// Finds a function by name. O(1), no allocation.
    pub fn by_name(name: &str) -> Option<Self> {
        BY_NAME.get(name).copied()
    }
}

macro_rules! operators {
    ($(#[$about:meta] $name:ident: $($variant:ident $sign:literal $binds:literal),*;)*) => {$(
        #[$about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $sign, "`")] $variant,)*
        }

        impl $name {
            /// Every operator, in the order of its code.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its text, and how tightly it binds.
            pub const fn sign(self) -> (&'static str, u8) {
                match self { $(Self::$variant => ($sign, $binds),)* }
            }

            /// The operator of a text.
            pub fn by_sign(sign: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|operator| operator.sign().0 == sign)
            }
        }
    )*};
}

operators! {
    /// Operators with one operand.
    Unary: Not "!" 7, Minus "-" 7, Plus "+" 7;
    /// Operators with two operands, with C's precedence and truth.
    Binary: Or "||" 1, And "&&" 2, Equal "==" 3, NotEqual "!=" 3, Less "<" 4, LessEqual "<=" 4, Greater ">" 4,
        GreaterEqual ">=" 4, Add "+" 5, Subtract "-" 5, Multiply "*" 6, Divide "/" 6, Remainder "%" 6;
}

/// A constraint: an expression over points of the diagram or near it, as offsets from the move `*` in the
/// untransformed picture. Zero is false, other values are true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Token>", try_from = "Vec<Token>")]
pub enum Expr {
    /// A number, or one of the constants `ALIVE` 0, `DEAD` 1, `CRITICAL` 2, `UNKNOWN` 3 (see [`Status`]).
    Number(i32),
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands; `And` and `Or` do not evaluate the second if the first decides.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A function of points; 0 if one of them is off the board.
    Call(Function, Vec<Offset>),
}

impl Expr {
    /// Maximum depth of a tree for the compiler and the table reader, so that recursion over a tree is safe.
    /// A leaf has depth 1.
    pub const MAX_DEPTH: usize = 256;

    /// The cell of the first `last(x)` among the parts that all have to hold.
    pub(crate) fn last_move(&self) -> Option<Offset> {
        match self {
            Self::Call(Function::Last, cells) => cells.first().copied(),
            Self::Binary(Binary::And, left, right) => left.last_move().or_else(|| right.last_move()),
            _ => None,
        }
    }

    /// Whether it asks for liberties, and for the last move `answered`, and nothing else.
    pub(crate) fn asks_little(&self, answered: Option<Offset>) -> bool {
        match self {
            Self::Binary(Binary::And, left, right) => {
                left.asks_little(answered) && right.asks_little(answered)
            }
            Self::Call(Function::Last, cells) => cells.first().copied() == answered,
            part => part.asks_liberties(),
        }
    }

    /// Returns whether it asks for liberties and nothing else.
    pub fn asks_liberties(&self) -> bool {
        match self {
            Self::Call(function, _) => *function == Function::Lib,
            _ => self.operands().all(Self::asks_liberties),
        }
    }

    /// The operands of an operator; none of a number or a call.
    pub fn operands(&self) -> impl Iterator<Item = &Self> {
        let (first, second) = match self {
            Self::Number(_) | Self::Call(..) => (None, None),
            Self::Unary(_, operand) => (Some(operand), None),
            Self::Binary(_, left, right) => (Some(left), Some(right)),
        };
        first.into_iter().chain(second).map(|operand| &**operand)
    }

    /// The operands of a chain of one operator, in their order; the expression itself if it is no such chain.
    #[cfg(feature = "compile")]
    pub(crate) fn chain(&self, operator: Binary) -> Vec<&Self> {
        match self {
            Self::Binary(own, left, right) if *own == operator => {
                [left.chain(operator), right.chain(operator)].concat()
            }
            other => vec![other],
        }
    }

    /// Calls `each` with every function in the expression and its points.
    pub fn each_call(&self, each: &mut impl FnMut(Function, &[Offset])) {
        match self {
            Self::Call(function, points) => each(*function, points),
            _ => self.operands().for_each(|operand| operand.each_call(each)),
        }
    }
}

/// Status of a dragon; the numbers are those of the constants in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// It lives even if the enemy moves first.
    Alive = 0,
    /// It dies even if its owner moves first.
    Dead = 1,
    /// The side that moves first decides.
    Critical = 2,
    /// Undecided or unread.
    Unknown = 3,
}

impl Status {
    /// Every status with its name in expressions.
    pub const ALL: [(&'static str, Self); 4] = [
        ("ALIVE", Self::Alive),
        ("DEAD", Self::Dead),
        ("CRITICAL", Self::Critical),
        ("UNKNOWN", Self::Unknown),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name_and_code() {
        for (code, &function) in Function::ALL.iter().enumerate() {
            assert_eq!(function as usize, code);
            assert_eq!(Function::by_name(function.name()), Some(function));
        }
        assert_eq!(Function::by_name("lib5"), None);
    }
}
