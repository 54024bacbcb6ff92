//! Groups as views show them: stones under one letter, how they stand, and what is known of them.
//!
//! All views read this model, so that they show the same letters and the same facts. It is made in one place,
//! [`Groups::of`].

use katachi_rules::{Color, Point, PointMap, PointSet};
use mkpat::Status;

use crate::analysis::{Analysis, Worm};
use crate::reading::Verdict;

/// How a group stands, best first. It has a colour and a mark that says the same without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It lives even if the enemy moves first.
    Alive,
    /// Not decided, or not known.
    Unknown,
    /// Not decided, and it has little room.
    Weak,
    /// Whoever moves first decides.
    Critical,
    /// It dies even if its owner moves first.
    Dead,
}

impl Standing {
    /// All of them, best first.
    pub const ALL: [Self; 5] = [Self::Alive, Self::Unknown, Self::Weak, Self::Critical, Self::Dead];

    /// Its name, such as `alive`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Unknown => "unknown",
            Self::Weak => "weak",
            Self::Critical => "critical",
            Self::Dead => "dead",
        }
    }

    /// The mark behind its letters.
    pub fn mark(self) -> char {
        match self {
            Self::Alive => '+',
            Self::Unknown => '?',
            Self::Weak => '~',
            Self::Critical => '!',
            Self::Dead => '-',
        }
    }

    fn new(status: Status, is_weak: bool) -> Self {
        match status {
            Status::Alive => Self::Alive,
            Status::Dead => Self::Dead,
            Status::Critical => Self::Critical,
            Status::Unknown if is_weak => Self::Weak,
            Status::Unknown => Self::Unknown,
        }
    }
}

/// What a fact says. Views of people write it out, those of programs keep its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(u32),
    /// A number with a fraction.
    Decimal(f32),
    /// It is so.
    True,
    /// Several numbers of one kind.
    Numbers(Vec<u32>),
    /// A point.
    Point(Point),
    /// Several points.
    Points(Vec<Point>),
    /// The answer of a reading, with the first moves that make it true, best first.
    Reading(Verdict, Vec<Point>),
}

/// One thing that is known of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is about, one word.
    pub label: &'static str,
    /// What is known.
    pub value: Value,
}

/// Stones that are judged together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Stones under the same letter belong together: `A` to `Z` for Black, `a` to `z` for White, in the order of the
    /// board from the top left, and again from the first after the last.
    pub letter: char,
    /// Whose.
    pub color: Color,
    /// One fixed stone of it.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// How it stands.
    pub standing: Standing,
    /// What is known of it, the most important first.
    pub facts: Vec<Fact>,
}

impl Group {
    /// The reading of that label, if there is one: its answer and its moves.
    pub fn reading(&self, label: &str) -> Option<(Verdict, &[Point])> {
        self.facts.iter().find_map(|fact| match &fact.value {
            Value::Reading(verdict, points) if fact.label == label => Some((*verdict, points.as_slice())),
            _ => None,
        })
    }
}

/// Label of the fact that tells how a group is captured.
pub const ATTACK: &str = "attack";
/// Label of the fact that tells how a group is saved.
pub const DEFENSE: &str = "defence";

/// All groups of a position.
#[derive(Clone, Debug)]
pub struct Groups {
    groups: Vec<Group>,
    at: PointMap<Option<u16>>,
}

impl Groups {
    /// The groups of an analysed position: its strings, until strings are taken together.
    pub fn of(analysis: &Analysis) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut at = PointMap::filled(None);
        let mut letters = [('A'..='Z').cycle(), ('a'..='z').cycle()];
        for worm in analysis.worms.iter() {
            for stone in worm.stones.iter() {
                at[stone] = Some(groups.len() as u16);
            }
            let letter = letters[usize::from(worm.color == Color::White)].next();
            groups.push(Group {
                letter: letter.expect("a cycle has no end"),
                color: worm.color,
                origin: worm.origin,
                stones: worm.stones,
                standing: Standing::new(
                    analysis.dragons.status(worm.origin),
                    analysis.is_weak(worm.origin),
                ),
                facts: facts(analysis, worm),
            });
        }
        Self { groups, at }
    }

    /// The group of a stone; none for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Group> {
        self.groups.get(usize::from(self.at[stone]?))
    }

    /// All groups, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }
}

/// What always matters, then what is there only now and then.
fn facts(analysis: &Analysis, worm: &Worm) -> Vec<Fact> {
    let defense =
        (worm.attack != Verdict::No).then(|| Value::Reading(worm.defense, worm.defense_points.clone()));
    let some_points = |points: &[Point]| (!points.is_empty()).then(|| Value::Points(points.to_vec()));
    let threats = [worm.attack_threats.as_slice(), &worm.defense_threats].concat();
    let facts = [
        ("stones", Some(Value::Number(worm.size))),
        ("worth", Some(Value::Decimal(worm.effective_size))),
        ("liberties", Some(Value::Numbers(worm.liberties.to_vec()))),
        (
            ATTACK,
            Some(Value::Reading(worm.attack, worm.attack_points.clone())),
        ),
        (DEFENSE, defense),
        ("threats", some_points(&threats)),
        ("lunch", worm.lunch.map(Value::Point)),
        ("ko", worm.ko.map(Value::Point)),
        (
            "cuts",
            (worm.cutstone > 0).then_some(Value::Number(worm.cutstone)),
        ),
        ("invincible", worm.invincible.then_some(Value::True)),
        ("vital", some_points(&worm.vital_regions)),
        ("inessential", worm.inessential.then_some(Value::True)),
        (
            "room",
            Some(Value::Number(analysis.area_spaces(worm.origin) as u32)),
        ),
    ];
    let known = |(label, value): (_, Option<_>)| value.map(|value| Fact { label, value });
    facts.into_iter().filter_map(known).collect()
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use crate::analysis::Effort;

    const EFFORT: Effort = Effort {
        reading_nodes: 1000,
        random_games: 20,
    };

    #[test]
    fn every_stone_has_the_letter_of_its_group() {
        let board = Board::from_diagram(
            ". . . . . . .
             . X . O . . .
             . X . O . X .
             . . . . . . .
             . . . X X . .
             . . X O . . .",
        );
        let groups = Groups::of(&Analysis::of(&board, EFFORT));
        let drawn: String = board
            .size()
            .points()
            .map(|p| groups.get(p).map_or('.', |group| group.letter))
            .collect();
        assert_eq!(
            drawn,
            [".......", ".A.a...", ".A.a.B.", ".......", "...CC..", "..Db..."].concat()
        );
        let caught = groups.get(board.size().parse_vertex("D1").unwrap()).unwrap();
        assert_eq!(caught.standing, Standing::Dead);
        assert!(matches!(caught.reading(ATTACK), Some((Verdict::Yes, [_, ..]))));
    }

    #[test]
    fn letters_begin_again_when_they_are_used_up() {
        let row = ["X ."; 12].join(" ") + " .";
        let empty = ["."; 25].join(" ");
        let diagram = [&row, &empty, &row, &empty, &row].map(String::as_str).join("\n");
        let board = Board::from_diagram(&diagram);
        let groups = Groups::of(&Analysis::of(&board, EFFORT));
        let letters: String = groups.iter().map(|group| group.letter).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ");
    }

    #[test]
    fn marks_tell_all_standings_apart() {
        let mut marks: Vec<char> = Standing::ALL.iter().map(|s| s.mark()).collect();
        marks.sort_unstable();
        marks.dedup();
        assert_eq!(marks.len(), Standing::ALL.len());
    }
}
