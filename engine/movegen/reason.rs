//! Why a move is proposed.

use std::fmt;

use mkpat::Transformation;

/// One reason for a move, with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A pattern of the database lies there.
    Pattern(Box<PatternValue>),
    /// It captures a string that could be saved.
    Capture {
        /// A stone of the string, as its vertex.
        string: String,
        /// Stones of it.
        size: u32,
        /// What it is worth.
        value: i32,
    },
    /// It saves a string that could be captured.
    Save {
        /// A stone of the string, as its vertex.
        string: String,
        /// Stones of it.
        size: u32,
        /// What it is worth.
        value: i32,
    },
    /// It kills a group, or makes an own one live, whose life hangs on who moves first.
    Life {
        /// A stone of the group, as its vertex.
        group: String,
        /// Is it an own group?
        saves: bool,
        /// Stones of it.
        size: u32,
        /// It takes a ko.
        by_ko: bool,
        /// That is read to the end, not only likely.
        is_proven: bool,
        /// What it is worth.
        value: i32,
    },
    /// It decides whether a room that one string closes off becomes territory, a seki, or the grave of that string.
    Room {
        /// A stone of the string, as its vertex.
        wall: String,
        /// Is it an own room?
        owns: bool,
        /// Points of the score that it changes, in comparison with the other side's first move.
        points: f32,
        /// It threatens as much again, or the other side's move would.
        is_sente: bool,
        /// What it is worth.
        value: i32,
    },
    /// It threatens two strings at once, so that one of them is captured; or it is where the other side would do that.
    Combination {
        /// Is it the other side's threat that is forestalled?
        forestalls: bool,
        /// Stones that are captured whatever the answer.
        gain: u32,
        /// What it is worth.
        value: i32,
    },
    /// It takes a ko that matters, or ends it.
    Ko {
        /// The stone that can be taken in it, as its vertex.
        stone: String,
        /// Is it ended?
        ends: bool,
        /// What it is worth.
        value: i32,
    },
    /// It threatens as much as a ko is worth that may not be taken yet.
    KoThreat {
        /// A stone of the string that it threatens to capture or to save, as its vertex.
        string: String,
        /// Stones of it.
        size: u32,
        /// What it is worth.
        value: i32,
    },
    /// It fills a neutral point, as nothing better is left.
    Fill {
        /// What it is worth.
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
        /// What that adds.
        value: i32,
    },
    /// It is the first move at a border of settled areas, and what that gains was counted.
    Swing {
        /// Points gained over a move elsewhere that gains nothing: half of the swing in gote, all of it in sente.
        points: f32,
        /// The other side has to answer.
        is_sente: bool,
        /// What it is worth.
        value: i32,
    },
    /// The move would let a string be captured that is safe now. Takes away from the value.
    Loses {
        /// A stone of the string, as its vertex.
        string: String,
        /// Stones of it.
        size: u32,
        /// What is lost, below 0.
        value: i32,
    },
}

/// Reasons that say much the same if they are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// What its helper takes from it, 0 or less.
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
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Pattern(_) | Self::Swing { .. } => Kind::Shape,
            Self::Capture { .. } | Self::Save { .. } => Kind::Stones,
            Self::Life { .. } | Self::Room { .. } => Kind::Life,
            Self::Combination { .. } => Kind::Combination,
            Self::Ko { .. } | Self::KoThreat { .. } => Kind::Ko,
            Self::Fill { .. } | Self::Model { .. } | Self::Loses { .. } => Kind::Correction,
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

    /// What the reason adds up to.
    pub fn value(&self) -> i32 {
        match self {
            Self::Pattern(pattern) => pattern.value,
            Self::Capture { value, .. }
            | Self::Save { value, .. }
            | Self::Life { value, .. }
            | Self::Room { value, .. }
            | Self::Combination { value, .. }
            | Self::Model { value, .. }
            | Self::Ko { value, .. }
            | Self::KoThreat { value, .. }
            | Self::Fill { value }
            | Self::Swing { value, .. }
            | Self::Loses { value, .. } => *value,
        }
    }
}

/// One line without its value.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(pattern) => pattern.fmt(f),
            Self::Capture { string, size, .. } => write!(f, "captures {string} ({size} stones)"),
            Self::Save { string, size, .. } => write!(f, "saves {string} ({size} stones)"),
            Self::Life {
                group,
                saves,
                size,
                by_ko,
                is_proven,
                ..
            } => {
                let does = match (saves, is_proven) {
                    (true, true) => "makes live",
                    (false, true) => "kills",
                    (true, false) => "probably makes live",
                    (false, false) => "probably kills",
                };
                let how = if *by_ko { " by a ko" } else { "" };
                write!(f, "{does} the group of {group} ({size} stones){how}")
            }
            Self::Room {
                wall,
                owns,
                points,
                is_sente,
                ..
            } => {
                let does = if *owns { "keeps" } else { "spoils" };
                let how = if *is_sente { "sente" } else { "gote" };
                write!(f, "{does} the room of {wall}: {points} points in {how}")
            }
            Self::Combination { forestalls, gain, .. } => {
                let does = if *forestalls { "forestalls" } else { "makes" };
                write!(f, "{does} a double threat ({gain} stones)")
            }
            Self::Model {
                probability,
                points,
                played,
                ..
            } => {
                let percent = 100.0 * probability;
                write!(
                    f,
                    "strong players play here in {percent:.0} % of such positions (shape of {points} points, played {played} times)"
                )
            }
            Self::Ko { stone, ends, .. } => {
                let does = if *ends { "ends" } else { "takes" };
                write!(f, "{does} the ko of {stone}")
            }
            Self::KoThreat { string, size, .. } => {
                write!(f, "threatens {string} ({size} stones) for a ko")
            }
            Self::Fill { .. } => write!(f, "fills a neutral point"),
            Self::Swing { points, is_sente, .. } => {
                let how = if *is_sente { "sente" } else { "gote" };
                write!(f, "gains {points:.2} points in {how}")
            }
            Self::Loses { string, size, .. } => write!(f, "but loses {string} ({size} stones)"),
        }
    }
}

/// `pattern NAME+c, base 40, wind 7 (power 9 against 14), moyo 12 (gains 6)`: nothing that adds nothing.
impl fmt::Display for PatternValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pattern {}", self.name)?;
        if let Some(t) = self.transformation {
            write!(f, "+{t}")?;
        }
        write!(f, ", base {}", self.base)?;
        if self.helper != 0 {
            write!(f, ", helper {:+}", self.helper)?;
        }
        if let Some(Wind {
            their_power,
            my_power,
            value,
        }) = self.wind
        {
            write!(f, ", wind {value:+} (power {my_power} against {their_power})")?;
        }
        if let Some((gain, value)) = self.moyo {
            write!(f, ", moyo {value:+} (gains {gain})")?;
        }
        if let Some(limit) = self.connection {
            write!(f, ", connection at most {limit}")?;
        }
        for (name, value) in [
            ("obonus", self.obonus),
            ("xbonus", self.xbonus),
            ("splitbonus", self.splitbonus),
            ("random", self.random),
        ] {
            if value != 0 {
                write!(f, ", {name} {value:+}")?;
            }
        }
        Ok(())
    }
}
