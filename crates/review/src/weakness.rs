// SPDX-License-Identifier: MIT OR Apache-2.0

//! Classes of mistakes, by the reasons for the better move that the played move does not have, and shapes:
//! the named patterns of the database that propose a move.
//!
//! The kinds of reasons of the classical choice decide, life and death before shape. A reason explains from
//! [`MIN_WORTH`] units on, and only if the played move has no reason of the same kind about the same
//! stones.

use katachi_engine::movegen::{EvaluatedPattern, Reason, ReasonKind};
use katachi_rules::{BoardSize, Color, Move, Point};
use mkpat::{Classes, Database};
use serde::Serialize;

use super::groups::GroupChange;
use super::settings::near;

/// Minimum value of a reason that explains a mistake, two points.
const MIN_WORTH: i32 = 10;

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
        if let Some(class) = mistake.by_reason() {
            return class;
        }
        if mistake.played == Move::Pass {
            return Self::Passed;
        }
        if let Some(class) = mistake.by_shape() {
            return class;
        }
        match (mistake.played.point(), mistake.better.point()) {
            _ if mistake.is_endgame => Self::Endgame,
            (Some(played), Some(better)) if distance(played, better) <= near(mistake.size) => Self::Shape,
            _ => Self::BigPoint,
        }
    }

    /// Returns the class after a look at the groups: an own living group that may die now outweighs points.
    pub(crate) fn with_changes(self, color: Color, changes: &[GroupChange]) -> Self {
        let is_general = matches!(self, Self::Endgame | Self::Shape | Self::BigPoint);
        let is_harmed = |change: &GroupChange| change.color == color && change.is_from_life();
        match is_general && changes.iter().any(is_harmed) {
            true => Self::LeftGroup,
            false => self,
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
    /// Patterns that propose the better move.
    pub(crate) shapes: &'a [Shape],
    pub(crate) played_shapes: &'a [Shape],
    /// The played move loses stones by itself.
    pub(crate) loses_stones: bool,
}

impl Mistake<'_> {
    /// Returns the class by the strongest reason that only the better move has.
    fn by_reason(&self) -> Option<Weakness> {
        self.reasons.iter().find_map(|kind| class_of(kind))
    }

    /// Returns the class by the best pattern of the better move if it cuts or connects and the played move
    /// does not follow it.
    fn by_shape(&self) -> Option<Weakness> {
        let best = self.shapes.first().filter(|shape| shape.value >= MIN_WORTH)?;
        let played = self.played_shapes.first().and_then(|shape| shape.missed);
        best.missed.filter(|_| best.missed != played)
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

/// A pattern that holds at a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Its name in the database.
    pub name: String,
    /// What it is for: the note of its author in quotes, or its name as words if it has none.
    pub words: String,
    /// Its value: 5 are about one point.
    pub value: i32,
    /// The mistake of a move that does not follow it, of a pattern that cuts or connects.
    #[serde(skip)]
    pub missed: Option<Weakness>,
}

impl Shape {
    /// Returns the patterns that hold, best first, each name once.
    pub(crate) fn all(database: &Database, found: &[EvaluatedPattern]) -> Vec<Self> {
        let mut shapes: Vec<Self> = Vec::new();
        for evaluated in found {
            let Ok(value) = &evaluated.verdict else { continue };
            let variant = &database.variants[evaluated.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            if shapes.iter().all(|shape| shape.name != value.name) {
                shapes.push(Self {
                    name: value.name.clone(),
                    words: match &pattern.note {
                        Some(note) => format!("“{note}”"),
                        None => value.name.replace('_', " ").to_lowercase(),
                    },
                    value: value.value,
                    missed: missed(&value.name, pattern.classes),
                });
            }
        }
        shapes.sort_by_key(|shape| -shape.value);
        shapes
    }
}

/// Returns the mistake of a move that does not follow a pattern, by the classes of the pattern or by the
/// first word of its name (`patterns/README.md`).
fn missed(name: &str, classes: Classes) -> Option<Weakness> {
    match name.split('_').next().unwrap_or_default() {
        _ if classes.contains(Classes::BREAKS) => Some(Weakness::MissedCut),
        "Cut" => Some(Weakness::MissedCut),
        _ if classes.contains(Classes::CONNECTS) => Some(Weakness::Separated),
        "Connect" | "Bamboo" | "Link" | "Join" => Some(Weakness::Separated),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use katachi_view::Named;
    use katachi_view::groups::GroupStatus;

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

    fn shape(missed: Weakness) -> Shape {
        Shape {
            words: String::new(),
            name: "Some_shape".to_owned(),
            value: 40,
            missed: Some(missed),
        }
    }

    fn mistake<'a>(played: &str, better: &str, reasons: &'a [&'a ReasonKind]) -> Mistake<'a> {
        Mistake {
            size: BoardSize::square(19),
            played: at(played),
            better: at(better),
            is_endgame: false,
            reasons,
            shapes: &[],
            played_shapes: &[],
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
    fn patterns_identify_cuts_and_connections() {
        for class in [Weakness::MissedCut, Weakness::Separated] {
            let shapes = [shape(class)];
            let of = |played_shapes| {
                Weakness::from_mistake(&Mistake {
                    shapes: &shapes,
                    played_shapes,
                    ..mistake("C3", "D3", &[])
                })
            };
            assert_eq!(of(&[]), class);
            assert_eq!(of(&shapes), Weakness::Shape);
        }
        let cut = [shape(Weakness::MissedCut)];
        let worse = Mistake {
            played_shapes: &cut,
            ..mistake("C3", "D3", &[])
        };
        assert_eq!(Weakness::from_mistake(&worse), Weakness::Shape, "it cuts in vain");
    }

    #[test]
    fn an_own_living_group_that_may_die_outweighs_points() {
        let change = |color, before, after| GroupChange {
            letter: 'A',
            color,
            stone: Named::new(at("C3").point().expect("a point"), BoardSize::square(19)),
            size: 10,
            before,
            after,
        };
        use GroupStatus::{Alive, Critical};
        use Weakness::{Endgame, LeftGroup, MissedKill};
        for (before, color, was, is, after) in [
            (Endgame, Color::White, Alive, Some(Critical), LeftGroup),
            (Endgame, Color::White, Alive, None, LeftGroup),
            (Endgame, Color::Black, Alive, Some(Critical), Endgame),
            (Endgame, Color::White, Critical, Some(Alive), Endgame),
            // A class with a reason of its own stays.
            (MissedKill, Color::White, Alive, None, MissedKill),
        ] {
            let found = before.with_changes(Color::White, &[change(color, was, is)]);
            assert_eq!(found, after);
        }
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

    #[test]
    fn classes_or_the_name_give_the_mistake() {
        for (name, classes, expected) in [
            ("Cut_keima", Classes::empty(), Some(Weakness::MissedCut)),
            ("Push_between", Classes::BREAKS, Some(Weakness::MissedCut)),
            ("Connect_solid", Classes::empty(), Some(Weakness::Separated)),
            ("Extend_base", Classes::CONNECTS, Some(Weakness::Separated)),
            ("Hane_head_of_two", Classes::empty(), None),
        ] {
            assert_eq!(missed(name, classes), expected, "{name}");
        }
    }
}
