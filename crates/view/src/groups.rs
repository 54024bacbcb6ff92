// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups as views show them: stones under one letter, their status, and what is known of them.
//!
//! All views read this model, so that they show the same letters and the same facts. It is made in one place,
//! [`Groups::new`].
//!
//! Views show groups on the points of one `Picture`, with one table of colours. How a group is judged is the business
//! of the analysis.

use katachi::analysis::Analysis;
use katachi_rules::{Color, Point, PointMap, PointSet};
use mkpat::Status;

use super::facts::{self, Fact, FactKey, Value};

/// The status of a group, best first. It has a colour and a mark that says the same without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupStatus {
    /// It lives even if the enemy moves first.
    Alive,
    /// Not decided, or not known.
    Unknown,
    /// Not decided, and its area has few empty points.
    Weak,
    /// The first move decides its life.
    Critical,
    /// It dies even if its owner moves first.
    Dead,
}

impl GroupStatus {
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
    /// Its status.
    pub status: GroupStatus,
    /// What is known of it, the most important first.
    pub facts: Vec<Fact>,
    /// Its strings, by their first stone from the top left.
    pub strings: Vec<Part>,
}

/// A string of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its first stone from the top left.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// What is known of it, the most important first.
    pub facts: Vec<Fact>,
}

impl Group {
    /// The string of one of its stones.
    pub fn string(&self, stone: Point) -> Option<&Part> {
        self.strings.iter().find(|string| string.stones.contains(stone))
    }

    /// Moves that kill it and moves that save it, best first, if the first move decides its life.
    pub fn decisive(&self) -> [&[Point]; 2] {
        [
            (FactKey::Killed, FactKey::Kills),
            (FactKey::Saved, FactKey::Saves),
        ]
        .map(|(read, unread)| {
            let points = self.facts.iter().find_map(|fact| match &fact.value {
                Value::Reading(_, points) if fact.key == read && !points.is_empty() => Some(points),
                Value::Points(points) if fact.key == unread => Some(points),
                _ => None,
            });
            points.map_or(&[] as &[Point], Vec::as_slice)
        })
    }
}

/// All groups of a position.
#[derive(Clone, Debug)]
pub struct Groups {
    groups: Vec<Group>,
    at: PointMap<Option<u16>>,
}

impl Groups {
    /// The groups of an analysed position: its dragons.
    pub fn new(analysis: &Analysis) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut at = PointMap::filled(None);
        let mut letters = [('A'..='Z').cycle(), ('a'..='z').cycle()];
        for dragon in analysis.dragons.iter() {
            for stone in dragon.stones.iter() {
                at[stone] = Some(groups.len() as u16);
            }
            let letter = letters[usize::from(dragon.color == Color::White)].next();
            let worms = dragon.strings.iter().filter_map(|&s| analysis.worms.get(s));
            let strings = worms.map(|worm| Part {
                origin: worm.origin,
                stones: worm.stones,
                facts: facts::of_string(worm),
            });
            groups.push(Group {
                letter: letter.expect("a cycle has no end"),
                color: dragon.color,
                origin: dragon.origin,
                stones: dragon.stones,
                status: GroupStatus::new(dragon.status, dragon.weak),
                facts: facts::of_dragon(analysis, dragon),
                strings: strings.collect(),
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

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use katachi::analysis::Effort;
    use katachi::reading::Verdict;

    const EFFORT: Effort = Effort {
        reading_nodes: 1000,
        playouts: 20,
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
        let groups = Groups::new(&Analysis::new(&board, EFFORT));
        let drawn: String = board
            .size()
            .points()
            .map(|p| groups.get(p).map_or('.', |group| group.letter))
            .collect();
        assert_eq!(
            drawn,
            [".......", ".A.a...", ".A.a.B.", ".......", "...CC..", "..Cb..."].concat()
        );
        let caught = groups.get(board.size().parse_vertex("D1").unwrap()).unwrap();
        assert_eq!(caught.status, GroupStatus::Dead);
        let killed = caught
            .facts
            .iter()
            .find(|fact| fact.key == FactKey::Killed)
            .unwrap();
        assert!(matches!(&killed.value, Value::Reading(Verdict::Yes, points) if !points.is_empty()));
    }

    #[test]
    fn the_strings_of_a_dragon_share_a_letter_and_keep_their_own_facts() {
        let board = Board::from_diagram(
            ". . . . . . .
             . . X . . . .
             . X . . . O .
             . . . . . . .
             . . . . . . .",
        );
        let groups = Groups::new(&Analysis::new(&board, EFFORT));
        let at = |vertex| board.size().parse_vertex(vertex).unwrap();
        let group = groups.get(at("C4")).unwrap();
        assert_eq!(group.stones.len(), 2);
        assert_eq!(groups.get(at("B3")), Some(group));
        let origins: Vec<Point> = group.strings.iter().map(|string| string.origin).collect();
        assert_eq!(origins, [at("C4"), at("B3")]);
        assert_eq!(group.string(at("B3")).map(|string| string.stones.len()), Some(1));
    }

    #[test]
    fn letters_begin_again_when_they_are_used_up() {
        // Seven times seven stones, too far apart to be joined.
        let row = format!("X{}", " . . . X".repeat(6));
        let empty = format!("{}\n", vec!["."; 25].join(" "));
        let gap = format!("\n{}", empty.repeat(3));
        let diagram = [row.as_str(); 7].join(&gap);
        let board = Board::from_diagram(&diagram);
        let groups = Groups::new(&Analysis::new(&board, EFFORT));
        let letters: String = groups.iter().map(|group| group.letter).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVW");
    }

    #[test]
    fn marks_tell_all_standings_apart() {
        let mut marks: Vec<char> = GroupStatus::ALL.iter().map(|s| s.mark()).collect();
        marks.sort_unstable();
        marks.dedup();
        assert_eq!(marks.len(), GroupStatus::ALL.len());
    }
}
