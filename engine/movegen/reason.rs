// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why a move is proposed. `crate::view::reason` puts reasons into words.

use katachi_rules::Point;
use mkpat::Transformation;

/// One reason for a move, with its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A pattern of the database matches there.
    Pattern(Box<PatternValue>),
    /// It captures a string that could be saved.
    Capture {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
        /// Its value.
        value: i32,
    },
    /// It saves a string that could be captured.
    Save {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
        /// Its value.
        value: i32,
    },
    /// It kills a group, or makes an own one live, whose life the first move decides.
    Life {
        /// A stone of the group.
        group: Point,
        /// Is it an own group?
        saves: bool,
        /// Stones of it.
        size: u32,
        /// It takes a ko.
        by_ko: bool,
        /// Reading proves it; else it is only likely.
        is_proven: bool,
        /// Its value.
        value: i32,
    },
    /// It decides whether a region that one string encloses becomes territory or a seki, or whether that string dies.
    Region {
        /// A stone of the string.
        wall: Point,
        /// Is it an own region?
        owns: bool,
        /// Points of the score that it changes, in comparison with the other side's first move.
        points: f32,
        /// It threatens to gain at least as much again, or the other side's first move would.
        is_sente: bool,
        /// Its value.
        value: i32,
    },
    /// It threatens two strings at once, so that one of them is captured; or it is where the other side would do that.
    Combination {
        /// Does it forestall the other side's threat?
        forestalls: bool,
        /// Number of stones that are captured whatever the answer.
        gain: u32,
        /// Its value.
        value: i32,
    },
    /// It takes a ko that decides other strings, or ends it.
    Ko {
        /// The stone that can be taken in it.
        stone: Point,
        /// Is it ended?
        ends: bool,
        /// Its value.
        value: i32,
    },
    /// It is a threat for a ko that may not be taken yet.
    KoThreat {
        /// A stone of the string that it threatens to capture or to save.
        string: Point,
        /// Stones of it.
        size: u32,
        /// Its value.
        value: i32,
    },
    /// It fills a dame, as nothing better is left.
    Dame {
        /// Its value.
        value: i32,
    },
    /// Strong players often play so, by the move-prediction model.
    Model {
        /// Their probability of playing there, 0 to 1.
        probability: f32,
        /// Points of the largest neighbourhood that the model knows, the move among them.
        points: u32,
        /// How often the move was made in that neighbourhood in the games that the model was fitted to.
        played: u32,
        /// What the model adds to the value.
        value: i32,
    },
    /// It is an endgame move at a border of settled areas, valued by the thermograph of the local game.
    Endgame {
        /// Points gained over a move elsewhere that gains nothing: half of the swing in gote, all of it in sente.
        points: f32,
        /// The other side has to answer.
        is_sente: bool,
        /// Its value.
        value: i32,
    },
    /// The move would let a string be captured that is safe now. Takes away from the value.
    Loses {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
        /// The loss, below 0.
        value: i32,
    },
}

/// Kinds of reasons: two reasons of one kind often say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReasonKind {
    Shape,
    Stones,
    Life,
    Combination,
    Ko,
    Correction,
}

/// How a pattern came to its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternValue {
    /// Name of the pattern.
    pub name: String,
    /// How its picture is turned.
    pub transformation: Option<Transformation>,
    /// Value before everything below.
    pub base: i32,
    /// What its helper adds, 0 or less.
    pub helper: i32,
    /// Wind assistance.
    pub wind: Option<Wind>,
    /// Moyo assistance: points of moyo gained, and the value added.
    pub moyo: Option<(i32, i32)>,
    /// The connection value, where it limits the value.
    pub connection: Option<i32>,
    /// Bonus for a weak friend.
    pub obonus: i32,
    /// Bonus for a weak enemy.
    pub xbonus: i32,
    /// Bonus for splitting the enemy or joining friends on a large scale.
    pub splitbonus: i32,
    /// Random variation.
    pub random: i32,
    /// The sum, after the limit.
    pub value: i32,
}

/// Wind assistance: powers near the move and the value added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wind {
    /// Power of the enemy.
    pub their_power: i32,
    /// Power of our side.
    pub my_power: i32,
    /// What it adds.
    pub value: i32,
}

impl Reason {
    pub(super) fn kind(&self) -> ReasonKind {
        match self {
            Self::Pattern(_) | Self::Endgame { .. } => ReasonKind::Shape,
            Self::Capture { .. } | Self::Save { .. } => ReasonKind::Stones,
            Self::Life { .. } | Self::Region { .. } => ReasonKind::Life,
            Self::Combination { .. } => ReasonKind::Combination,
            Self::Ko { .. } | Self::KoThreat { .. } => ReasonKind::Ko,
            Self::Dame { .. } | Self::Model { .. } | Self::Loses { .. } => ReasonKind::Correction,
        }
    }

    /// Is it the capture, or the rescue, of the very stones whose life the other one is about?
    pub(super) fn is_capture_of(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Capture { string, size, .. } | Self::Save { string, size, .. },
                Self::Life {
                    group,
                    size: of_group,
                    ..
                },
            ) => string == group && size == of_group,
            _ => false,
        }
    }

    /// Its value.
    pub fn value(&self) -> i32 {
        match self {
            Self::Pattern(pattern) => pattern.value,
            Self::Capture { value, .. }
            | Self::Save { value, .. }
            | Self::Life { value, .. }
            | Self::Region { value, .. }
            | Self::Combination { value, .. }
            | Self::Model { value, .. }
            | Self::Ko { value, .. }
            | Self::KoThreat { value, .. }
            | Self::Dame { value }
            | Self::Endgame { value, .. }
            | Self::Loses { value, .. } => *value,
        }
    }
}
