// SPDX-License-Identifier: MIT OR Apache-2.0

//! Classes of mistakes: by the stones that a move gives away, else by the reasons and the name of the better
//! move, else by phase and distance.
//!
//! A reason explains a mistake from [`MIN_WORTH`] units on, and only if the played move has no reason of the
//! same kind about the same stones.

use katachi_engine::learn::BARE_VALUE;
use katachi_engine::movegen::{EvaluatedPattern, Reason, ReasonKind};
use katachi_rules::{BoardSize, Move, Point};
use katachi_view::consequence::{Change, Consequence};
use katachi_view::move_name::MoveKind;
use mkpat::Database;
use serde::Serialize;

use super::settings::{SMALLEST_GROUP, near};

/// Minimum value of a reason that explains a mistake, two points.
const MIN_WORTH: i32 = 10;

/// Points that stones count with the territory around them, each, 3 to 6: two for the stone itself.
const STONE_POINTS: f32 = 5.0;

macro_rules! weaknesses {
    ($($(#[$doc:meta])* $class:ident: $text:literal, $lesson:literal;)*) => {
        /// A class of mistakes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Weakness {
            $($(#[$doc])* $class,)*
        }

        impl Weakness {
            /// All classes.
            pub const ALL: &[Self] = &[$(Self::$class),*];

            /// Returns it in words: `left a group that could be killed`.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$class => $text,)*
                }
            }

            /// Returns what a player can do against it, in one sentence.
            pub fn lesson(self) -> &'static str {
                match self {
                    $(Self::$class => $lesson,)*
                }
            }
        }
    };
}

weaknesses! {
    /// The move made a safe string capturable, or put its own stones into atari.
    SelfAtari: "let own stones be captured by the move itself",
        "Before you play, count the liberties that your stones have after the move.";
    /// An own group could have been saved.
    LeftGroup: "left a group that could be killed",
        "After each move of the other side ask which of your groups it threatens, and answer there first.";
    /// An enemy group could have been killed.
    MissedKill: "missed the chance to kill a group",
        "Look for groups of the other side without two eyes before you play elsewhere.";
    /// Own stones could be captured and were not saved.
    LeftStones: "left stones that could be captured",
        "Look for stones of yours that one more move would capture before you play elsewhere.";
    /// Enemy stones could have been captured.
    MissedCapture: "missed a capture",
        "Look for stones of the other side that cannot escape: to capture them is often the largest move.";
    /// The better move takes or ends a ko, or makes a ko threat.
    Ko: "judged a ko otherwise",
        "Before you start or leave a ko, count what each side gains by winning it, and who has more threats.";
    /// The better move connects.
    Separated: "let own stones be cut apart",
        "Keep your stones connected: see where the other side could cut, and protect that point in time.";
    /// The better move cuts.
    MissedCut: "missed a cut",
        "See where stones of the other side can be cut apart: a cut makes two weak groups of one.";
    /// A pass while points were left.
    Passed: "passed while points were left",
        "Pass only when no point is left to gain: look along all borders first.";
    /// Points were lost along a border, as in the endgame.
    Endgame: "lost points along a border",
        "Compare the moves along all borders by the points they gain: the largest comes first.";
    /// The better move is near and has better shape.
    Shape: "missed a better move in the same place",
        "Where stones are in contact, compare two or three moves before you choose one.";
    /// The better move is far away and larger.
    BigPoint: "played while a larger point was open elsewhere",
        "Before you go on in one place, look over the whole board for a larger point.";
}

impl Weakness {
    pub(crate) fn from_mistake(mistake: &Mistake<'_>) -> Self {
        if mistake.loses_stones {
            return Self::SelfAtari;
        }
        if let Some(class) = mistake.by_stones().or_else(|| mistake.by_reason()) {
            return class;
        }
        if mistake.played == Move::Pass {
            return Self::Passed;
        }
        if let Some(class) = mistake.by_name() {
            return class;
        }
        match (mistake.played.point(), mistake.better.point()) {
            _ if mistake.is_endgame => Self::Endgame,
            (Some(played), Some(better)) if distance(played, better) <= near(mistake.size) => Self::Shape,
            _ => Self::BigPoint,
        }
    }
}

pub(crate) struct Mistake<'a> {
    pub(crate) size: BoardSize,
    pub(crate) played: Move,
    pub(crate) better: Move,
    pub(crate) is_endgame: bool,
    /// The reasons that only the better move has, the strongest first ([`reasons_missed`]).
    pub(crate) reasons: &'a [&'a ReasonKind],
    /// What a player calls the better move.
    pub(crate) kind: Option<MoveKind>,
    /// What the played move changes on the board, the most costly first.
    pub(crate) consequences: &'a [Consequence],
    /// The played move loses stones by itself.
    pub(crate) loses_stones: bool,
}

impl Mistake<'_> {
    /// Returns the class by the strongest reason that only the better move has.
    fn by_reason(&self) -> Option<Weakness> {
        self.reasons.iter().find_map(|kind| class_of(kind))
    }

    /// Returns the class by what the move costs most, if it is stones rather than the territory around them.
    fn by_stones(&self) -> Option<Weakness> {
        let most = self.consequences.first()?;
        if most.stones as f32 * STONE_POINTS < most.points {
            return None;
        }
        let is_group = most.stones >= SMALLEST_GROUP;
        Some(match most.change {
            Change::Lost | Change::InDanger if is_group => Weakness::LeftGroup,
            Change::Lost | Change::InDanger => Weakness::LeftStones,
            Change::Alive | Change::MayLive if is_group => Weakness::MissedKill,
            Change::Alive | Change::MayLive => Weakness::MissedCapture,
            Change::Territory | Change::Gain => return None,
        })
    }

    fn by_name(&self) -> Option<Weakness> {
        use MoveKind::{BambooJoint, Connection, Crosscut, Cut, HangingConnection};
        match self.kind? {
            Cut | Crosscut => Some(Weakness::MissedCut),
            Connection | HangingConnection | BambooJoint => Some(Weakness::Separated),
            _ => None,
        }
    }
}

/// Returns the reasons that explain a mistake, the strongest first: those of the better move that the played
/// move does not have.
pub(crate) fn reasons_missed<'a>(better: &'a [Reason], played: &[Reason]) -> Vec<&'a ReasonKind> {
    let is_own = |reason: &&Reason| {
        let counts = reason.value >= MIN_WORTH && reason.overruled.is_none() && !reason.is_denied;
        counts
            && class_of(&reason.kind).is_some()
            && !played.iter().any(|other| is_same(&reason.kind, &other.kind))
    };
    let mut own: Vec<&Reason> = better.iter().filter(is_own).collect();
    own.sort_by_key(|reason| -reason.value);
    own.into_iter().map(|reason| &reason.kind).collect()
}

/// Returns the class of a missed reason. `None` for patterns, the model and dame.
fn class_of(kind: &ReasonKind) -> Option<Weakness> {
    Some(match kind {
        ReasonKind::Life { saves: true, .. } => Weakness::LeftGroup,
        ReasonKind::Life { saves: false, .. } => Weakness::MissedKill,
        ReasonKind::Save { .. } | ReasonKind::Combination { forestalls: true, .. } => Weakness::LeftStones,
        ReasonKind::Capture { .. }
        | ReasonKind::Combination {
            forestalls: false, ..
        } => Weakness::MissedCapture,
        ReasonKind::Ko { .. } | ReasonKind::KoThreat { .. } => Weakness::Ko,
        ReasonKind::Region { .. } | ReasonKind::Endgame { .. } => Weakness::Endgame,
        ReasonKind::Pattern(_)
        | ReasonKind::Dame
        | ReasonKind::Model { .. }
        | ReasonKind::Playouts { .. }
        | ReasonKind::After { .. }
        | ReasonKind::Loses { .. } => return None,
    })
}

/// Returns whether two reasons are of one kind and about the same stones.
fn is_same(one: &ReasonKind, other: &ReasonKind) -> bool {
    let stone = |kind: &ReasonKind| match *kind {
        ReasonKind::Capture { string, .. } | ReasonKind::Save { string, .. } => Some(string),
        ReasonKind::KoThreat { string, .. } => Some(string),
        ReasonKind::Life { group, .. } => Some(group),
        ReasonKind::Region { wall, .. } => Some(wall),
        ReasonKind::Ko { stone, .. } => Some(stone),
        _ => None,
    };
    std::mem::discriminant(one) == std::mem::discriminant(other) && stone(one) == stone(other)
}

/// Rows or columns between two points, whichever are more.
pub(crate) fn distance(one: Point, other: Point) -> u8 {
    one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y()))
}

/// Returns the note of the strongest pattern that holds at a move, if it says more than the name of the move.
pub(crate) fn shape(database: &Database, found: &[EvaluatedPattern]) -> Option<String> {
    let held = found.iter().filter_map(|evaluated| {
        let value = evaluated.verdict.as_ref().ok()?;
        Some((value.value, evaluated.variant))
    });
    let (_, variant) = held
        .filter(|held| held.0 > BARE_VALUE)
        .max_by_key(|held| held.0)?;
    let pattern = database.variants[variant as usize].pattern;
    database.patterns[pattern as usize].note.clone()
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Color, PointMap};

    use super::*;

    fn at(vertex: &str) -> Move {
        Move::Play(BoardSize::square(19).parse_vertex(vertex).unwrap())
    }

    fn reason(kind: ReasonKind, counted: i32) -> Reason {
        Reason {
            kind,
            value: counted,
            counted,
            overruled: None,
            is_denied: false,
        }
    }

    fn life(vertex: &str, saves: bool) -> ReasonKind {
        ReasonKind::Life {
            group: at(vertex).point().unwrap(),
            saves,
            size: 7,
            by_ko: false,
        }
    }

    fn mistake<'a>(played: &str, better: &str, reasons: &'a [&'a ReasonKind]) -> Mistake<'a> {
        Mistake {
            size: BoardSize::square(19),
            played: at(played),
            better: at(better),
            is_endgame: false,
            reasons,
            kind: None,
            consequences: &[],
            loses_stones: false,
        }
    }

    #[test]
    fn each_class_has_a_lesson_of_its_own_in_one_sentence() {
        let lessons: Vec<&str> = Weakness::ALL.iter().map(|class| class.lesson()).collect();
        for (i, lesson) in lessons.iter().enumerate() {
            assert!(lesson.ends_with('.') && lesson.len() < 110, "{lesson}");
            assert!(!lessons[..i].contains(lesson), "{lesson}");
        }
    }

    /// The class of a mistake on 19x19 in the middle game with these reasons for the better move.
    fn class(played: &str, better: &str, reasons: &[Reason]) -> Weakness {
        Weakness::from_mistake(&mistake(played, better, &reasons_missed(reasons, &[])))
    }

    #[test]
    fn a_group_that_the_better_move_saves_was_left() {
        let [saves, kills, small] =
            [(true, 70), (false, 70), (true, 9)].map(|(saves, value)| [reason(life("C3", saves), value)]);
        assert_eq!(class("Q16", "B2", &saves), Weakness::LeftGroup);
        assert_eq!(class("Q16", "B2", &kills), Weakness::MissedKill);
        assert_eq!(class("Q16", "B2", &small), Weakness::BigPoint);
        assert_eq!(
            reasons_missed(&saves, &saves),
            [] as [&ReasonKind; 0],
            "both moves have it"
        );
    }

    #[test]
    fn the_name_of_the_better_move_tells_cuts_and_connections() {
        for (kind, class) in [
            (MoveKind::Cut, Weakness::MissedCut),
            (MoveKind::HangingConnection, Weakness::Separated),
            (MoveKind::Hane, Weakness::Shape),
        ] {
            let found = Weakness::from_mistake(&Mistake {
                kind: Some(kind),
                ..mistake("C3", "D3", &[])
            });
            assert_eq!(found, class);
        }
    }

    /// The class of a move of Black's after which the stones at A1 change hands.
    fn by_stones(board: &str, owner: [f32; 2]) -> Weakness {
        let board = Board::from_diagram(board);
        let corner = board.size().parse_vertex("A1").expect("a point");
        let stones: Vec<_> = board.string(corner).collect();
        let maps = owner.map(|value| {
            let mut map = PointMap::filled(0.0);
            stones.iter().for_each(|&stone| map[stone] = value);
            map
        });
        let consequences = Consequence::all(&board, Color::Black, None, [&maps[0], &maps[1]]);
        let ko = ReasonKind::KoThreat {
            string: at("Q16").point().expect("a point"),
            size: 20,
        };
        Weakness::from_mistake(&Mistake {
            consequences: &consequences,
            ..mistake("C3", "D3", &[&ko])
        })
    }

    #[test]
    fn stones_that_change_hands_come_before_reasons() {
        let three_black = ". . . .\n. O . .\nX O . .\nX X O .";
        let one_white = ". . . .\n. . . .\nX X . .\nO . X .";
        assert_eq!(by_stones(three_black, [0.9, -0.9]), Weakness::LeftGroup);
        assert_eq!(by_stones(one_white, [0.9, -0.9]), Weakness::MissedCapture);
        assert_eq!(by_stones(one_white, [0.9, 0.9]), Weakness::Ko, "nothing changes");
    }

    #[test]
    fn without_reasons_the_phase_and_the_distance_decide() {
        assert_eq!(class("C3", "Q16", &[]), Weakness::BigPoint);
        assert_eq!(class("C3", "D5", &[]), Weakness::Shape);
        assert_eq!(class("A1", "C4", &[]), Weakness::Shape);
        let small = Mistake {
            size: BoardSize::square(9),
            ..mistake("A1", "C4", &[])
        };
        let late = Mistake {
            is_endgame: true,
            ..mistake("C3", "D5", &[])
        };
        let passed = Mistake {
            played: Move::Pass,
            ..mistake("C3", "D5", &[])
        };
        assert_eq!(
            [small, late, passed].map(|mistake| Weakness::from_mistake(&mistake)),
            [Weakness::BigPoint, Weakness::Endgame, Weakness::Passed]
        );
    }
}
