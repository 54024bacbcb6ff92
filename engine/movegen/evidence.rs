// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why a move is proposed: evidence of the generators, and the reasons of a proposal. `katachi_view::reason`
//! puts reasons into words.

use katachi_rules::Point;
use mkpat::Transformation;

use crate::model::ShapeName;
use crate::patterns::PatternSource;

/// Evidence of one generator for one move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Evidence {
    pub(crate) point: Point,
    pub(crate) kind: ReasonKind,
    /// Its worth: 5 units are about one point of the final score.
    pub(crate) value: i32,
}

impl Evidence {
    pub(crate) fn new(point: Point, kind: ReasonKind, value: i32) -> Self {
        Self { point, kind, value }
    }
}

/// One reason for a move, or against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Effect of the move.
    pub kind: ReasonKind,
    /// Its worth: 5 units are about one point of the final score.
    pub value: i32,
    /// Its part of the value of the move, by its weight: 16 units are one nat. The parts add up to the value.
    pub counted: i32,
    /// Why it counts by the weight of overruled reasons, if it was overruled.
    pub overruled: Option<Overruled>,
    /// The reading that answers questions of people says otherwise. Known of the choices of
    /// [`Player::explain`](crate::play::Player::explain) and [`Player::weigh`](crate::play::Player::weigh).
    /// It changes no value.
    pub is_denied: bool,
}

impl Reason {
    pub(super) fn new(kind: ReasonKind, value: i32) -> Self {
        Self {
            kind,
            value,
            counted: 0,
            overruled: None,
            is_denied: false,
        }
    }
}

/// Why a reason is overruled: it counts little, or against the move, by a weight of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overruled {
    /// Playouts say that the stones live or die in any case.
    Decided,
    /// The endgame search counts these stones as part of its gain.
    InEndgameGain,
}

/// Effect of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum ReasonKind {
    /// A pattern of the database matches there.
    Pattern(Box<PatternValue>),
    /// It captures a string that could be saved.
    Capture {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
    },
    /// It saves a string that could be captured.
    Save {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
    },
    /// It kills or saves a group whose life the first move decides, by proof.
    Life {
        /// A stone of the group.
        group: Point,
        /// Whether it is an own group.
        saves: bool,
        /// Stones of it.
        size: u32,
        /// It takes a ko.
        by_ko: bool,
    },
    /// It decides whether the region of one string becomes territory or a seki, or the string dies.
    Region {
        /// A stone of the string.
        wall: Point,
        /// Whether it is an own region.
        owns: bool,
        /// Points of the score that it changes, in comparison with the other side's first move.
        points: f32,
        /// It threatens to gain at least as much again, or the first move of the other side would.
        is_sente: bool,
    },
    /// It is a double threat, or where the other side could make one.
    Combination {
        /// Whether it forestalls the other side's threat.
        forestalls: bool,
        /// Number of stones that are captured whatever the answer.
        gain: u32,
    },
    /// It takes a ko that decides other strings, or ends it.
    Ko {
        /// The stone that can be taken in it.
        stone: Point,
        /// Whether it is ended.
        ends: bool,
    },
    /// It is a threat for a ko that may not be taken yet.
    KoThreat {
        /// A stone of the string that it threatens to capture or to save.
        string: Point,
        /// Stones of it.
        size: u32,
    },
    /// It fills a dame, as nothing better is left.
    Dame,
    /// Strong players and programs often play so, by the move-prediction model.
    Model {
        /// Their probability of playing there, 0 to 1.
        probability: f32,
        /// The largest neighbourhood that the model knows.
        shape: ShapeName,
        /// Number of times that the move was made in that neighbourhood in the training games.
        played: u32,
    },
    /// What playouts say of the point.
    Playouts {
        /// Share of the playouts in which the point ends as the mover's, less the other side's, -1 to 1.
        owner: f32,
        /// Points that the mover gains on average in playouts in which it is the first there.
        gain: f32,
        /// Share of the playouts with the mover first that begin there, 0 to 1.
        begun: f32,
        /// Names of the patterns of class `P` that propose that.
        by: Vec<String>,
    },
    /// What playouts say after the move, in comparison with the other moves that are played out.
    After {
        /// Share of the playouts that the mover wins.
        win_rate: f32,
        /// Its mean lead in points.
        lead: f32,
        /// The logarithm of the odds of winning, above the mean of these moves.
        odds: f32,
        /// The lead above the mean of these moves, in standard deviations of a playout.
        gain: f32,
    },
    /// It is an endgame move at a border of settled areas, valued by the thermograph of the local game.
    Endgame {
        /// Points gained over a move that gains nothing: half of the swing in gote, all of it in sente.
        points: f32,
        /// The other side has to answer.
        is_sente: bool,
    },
    /// The move would let a string be captured that is safe now. Its value is negative.
    Loses {
        /// A stone of the string.
        string: Point,
        /// Stones of it.
        size: u32,
    },
}

impl ReasonKind {
    /// Returns whether it is about the life of stones, which reading judges better than playouts.
    pub fn is_tactical(&self) -> bool {
        !matches!(
            self,
            Self::Pattern(_)
                | Self::Endgame { .. }
                | Self::Dame
                | Self::Model { .. }
                | Self::Playouts { .. }
                | Self::After { .. }
                | Self::Loses { .. }
        )
    }

    /// Returns whether it is an estimate, and not the result of a reading or a search.
    pub(super) fn is_estimate(&self) -> bool {
        matches!(
            self,
            Self::Pattern(_) | Self::Model { .. } | Self::Playouts { .. } | Self::After { .. }
        )
    }
}

/// A bonus of the author of a pattern, where the pattern holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AuthorBonus {
    /// The move.
    pub point: Point,
    /// Name of the pattern.
    pub pattern: String,
    /// Units by which its value is above the one at which it has no bonus.
    pub value: i32,
    /// It is in the priors of all nodes already: the pattern is in the place of a learned shape.
    pub in_priors: bool,
}

/// The value of a pattern, with its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternValue {
    /// Name of the pattern.
    pub name: String,
    /// Orientation of its picture.
    pub transformation: Option<Transformation>,
    /// It is in the place of a learned shape, and part of what the move-prediction model says.
    pub in_model: bool,
    /// Value before everything below.
    pub base: i32,
    /// Value that its helper adds, 0 or less.
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
    /// How it counts in the sum. `None`: by its value.
    pub source: Option<PatternSource>,
    /// Origins of the strings for which class `A` or `D` prefers the move to others that capture or save.
    pub preferred_for: Vec<Point>,
}

/// Wind assistance: powers near the move and the value added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wind {
    /// Power of the enemy.
    pub their_power: i32,
    /// Power of our side.
    pub my_power: i32,
    /// Value that it adds.
    pub value: i32,
}
