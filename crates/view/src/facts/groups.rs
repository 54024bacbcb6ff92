// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups for views: stones under one letter, with status and facts.
//!
//! All views read this model, so that they show the same letters and facts. [`Groups::new`] makes it from an
//! analysis, which judges the groups.

use katachi_engine::analysis::{Analysis, Dragon};
use katachi_engine::reading::Certainty;
use katachi_rules::{Color, Point, PointMap, PointSet};
use mkpat::Status;

use crate::facts::fact::{self, Fact, FactKey, Value};

/// The status of a group, best first. It has a colour, and a mark that says how sure it is, too. A likely
/// status has the colour of the proved one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupStatus {
    /// It lives even if the enemy moves first.
    Alive,
    /// The same, not proved.
    LikelyAlive,
    /// Undecided or unknown.
    Unknown,
    /// Undecided, and its area has few empty points.
    Weak,
    /// The first move decides its life; not proved.
    LikelyCritical,
    /// The first move decides its life.
    Critical,
    /// It dies even if its owner moves first; not proved.
    LikelyDead,
    /// It dies even if its owner moves first.
    Dead,
}

impl GroupStatus {
    /// All statuses, best first.
    pub const ALL: [Self; 8] = [
        Self::Alive,
        Self::LikelyAlive,
        Self::Unknown,
        Self::Weak,
        Self::LikelyCritical,
        Self::Critical,
        Self::LikelyDead,
        Self::Dead,
    ];

    /// Returns its name, such as `alive`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::LikelyAlive => "likely alive",
            Self::Unknown => "unknown",
            Self::Weak => "weak",
            Self::LikelyCritical => "likely critical",
            Self::Critical => "critical",
            Self::LikelyDead => "likely dead",
            Self::Dead => "dead",
        }
    }

    /// Returns the mark after its letters.
    pub fn mark(self) -> char {
        match self {
            Self::Alive => '+',
            Self::LikelyAlive => '=',
            Self::Unknown => '?',
            Self::Weak => '~',
            Self::LikelyCritical => '|',
            Self::Critical => '!',
            Self::LikelyDead => '_',
            Self::Dead => '-',
        }
    }

    /// Returns the status without regard to how sure it is.
    pub const fn plain(self) -> Self {
        match self {
            Self::LikelyAlive => Self::Alive,
            Self::LikelyCritical => Self::Critical,
            Self::LikelyDead => Self::Dead,
            plain => plain,
        }
    }

    /// Returns whether it is likely and not proved.
    pub fn is_likely(self) -> bool {
        self != self.plain()
    }

    fn new(dragon: &Dragon) -> Self {
        match (dragon.status, dragon.certainty.is_proved()) {
            (Status::Alive, true) => Self::Alive,
            (Status::Alive, false) => Self::LikelyAlive,
            (Status::Dead, true) => Self::Dead,
            (Status::Dead, false) => Self::LikelyDead,
            (Status::Critical, true) => Self::Critical,
            (Status::Critical, false) => Self::LikelyCritical,
            (Status::Unknown, _) if dragon.weak => Self::Weak,
            (Status::Unknown, _) => Self::Unknown,
        }
    }
}

/// A group: stones that are judged together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its letter: `A` to `Z` for Black, `a` to `z` for White, from the top left of the board on. Letters are
    /// used again after the last.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// One fixed stone of it.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// Its status.
    pub status: GroupStatus,
    /// How sure the status is.
    pub certainty: Certainty,
    /// Its facts, the most important first.
    pub facts: Vec<Fact>,
    /// Its strings, by their first stone from the top left.
    pub strings: Vec<GroupString>,
}

/// A string of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupString {
    /// Its first stone from the top left.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// Its facts, the most important first.
    pub facts: Vec<Fact>,
}

impl Group {
    /// Returns the string of one of its stones.
    pub fn string(&self, stone: Point) -> Option<&GroupString> {
        self.strings.iter().find(|string| string.stones.contains(stone))
    }

    /// Returns the moves that kill it and the moves that save it, best first, if the first move decides its
    /// life.
    pub fn decisive(&self) -> [&[Point]; 2] {
        [
            (FactKey::Killed, FactKey::Kills),
            (FactKey::Saved, FactKey::Saves),
        ]
        .map(|(read, unread)| {
            let points = self.facts.iter().find_map(|fact| match &fact.value {
                Value::Judged(_, points, _) if fact.key == read && !points.is_empty() => Some(points),
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
    /// Returns the groups of an analysed position, its dragons.
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
            let strings = worms.map(|worm| GroupString {
                origin: worm.origin,
                stones: worm.stones,
                facts: fact::of_string(worm),
            });
            groups.push(Group {
                letter: letter.expect("a cycle has no end"),
                color: dragon.color,
                origin: dragon.origin,
                stones: dragon.stones,
                status: GroupStatus::new(dragon),
                certainty: dragon.certainty,
                facts: fact::of_dragon(analysis, dragon),
                strings: strings.collect(),
            });
        }
        Self { groups, at }
    }

    /// Returns the group of a stone. `None` for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Group> {
        self.groups.get(usize::from(self.at[stone]?))
    }

    /// Returns all groups, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use katachi_engine::analysis::Effort;
    use katachi_engine::reading::Verdict;

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
        assert!(matches!(&killed.value, Value::Judged(Verdict::Yes, points, _) if !points.is_empty()));
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
    fn each_status_has_its_own_mark() {
        let mut marks: Vec<char> = GroupStatus::ALL.iter().map(|s| s.mark()).collect();
        marks.sort_unstable();
        marks.dedup();
        assert_eq!(marks.len(), GroupStatus::ALL.len());
    }
}
