// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups for views: stones under one letter, with status and decisive moves.
//!
//! All views read this model, so that they show the same letters and statuses. [`Groups::new`] makes it from
//! an analysis, which judges the groups.

use katachi_engine::analysis::{Analysis, Dragon};
use katachi_rules::{BoardSize, Color, Point, PointMap, PointSet};
use mkpat::Status;
use serde::Serialize;

use super::dragon_data::decisive;
use super::named::Named;

crate::worded! {
    /// The status of a group, best first. It has a colour, and a mark that says how sure it is, too. A likely
    /// status has the colour of the plain one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum GroupStatus {
        /// It lives even if the enemy moves first.
        Alive = "alive",
        /// The same, judged.
        LikelyAlive = "likely alive",
        /// Undecided or unknown.
        Unknown = "unknown",
        /// Undecided, and its area has few empty points.
        Weak = "weak",
        /// The first move decides its life; judged.
        LikelyCritical = "likely critical",
        /// The first move decides its life.
        Critical = "critical",
        /// It dies even if its owner moves first; judged.
        LikelyDead = "likely dead",
        /// It dies even if its owner moves first.
        Dead = "dead",
    }
}

impl GroupStatus {
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

    /// Returns whether it is judged, neither proved nor read.
    pub fn is_likely(self) -> bool {
        self != self.plain()
    }

    fn new(dragon: &Dragon) -> Self {
        match (dragon.status, dragon.certainty.is_read()) {
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Its letter: `A` to `Z` for Black, `a` to `z` for White, from the top left of the board on. Letters are
    /// used again after the last.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// One fixed stone of it.
    pub origin: Named<Point>,
    /// Its stones.
    pub stones: Named<PointSet>,
    /// Its status.
    pub status: GroupStatus,
    /// The mark of its status.
    pub mark: char,
    /// The moves that kill it, best first, if the first move decides its life.
    pub kills: Named<Vec<Point>>,
    /// The moves that save it, best first, if the first move decides its life.
    pub saves: Named<Vec<Point>>,
}

/// All groups of a position.
#[derive(Clone, Debug)]
pub struct Groups {
    groups: Vec<Group>,
    at: PointMap<Option<u16>>,
}

impl Groups {
    /// Returns the groups of an analysed position on a board of that size, its dragons.
    pub fn new(analysis: &Analysis, size: BoardSize) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut at = PointMap::filled(None);
        let mut letters = [('A'..='Z').cycle(), ('a'..='z').cycle()];
        for dragon in analysis.dragons.iter() {
            for stone in dragon.stones.iter() {
                at[stone] = Some(groups.len() as u16);
            }
            let letter = letters[usize::from(dragon.color == Color::White)].next();
            let (kills, saves) = decisive(dragon);
            let status = GroupStatus::new(dragon);
            groups.push(Group {
                letter: letter.expect("a cycle has no end"),
                color: dragon.color,
                origin: Named::new(dragon.origin, size),
                stones: Named::new(dragon.stones, size),
                status,
                mark: status.mark(),
                kills: Named::new(kills, size),
                saves: Named::new(saves, size),
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
        let groups = Groups::new(&Analysis::new(&board, EFFORT), board.size());
        let letter = |p| groups.get(p).map_or('.', |group| group.letter);
        let drawn: String = board.size().points().map(letter).collect();
        assert_eq!(drawn, "........A.a....A.a.B...........CC....Cb...");
        let caught = groups.get(board.size().parse_vertex("D1").unwrap()).unwrap();
        assert_eq!(caught.status, GroupStatus::Dead);
        assert!(!caught.kills.is_empty());
    }

    #[test]
    fn the_strings_of_a_dragon_share_a_letter() {
        let board = Board::from_diagram(
            ". . . . . . .
             . . X . . . .
             . X . . . O .
             . . . . . . .
             . . . . . . .",
        );
        let groups = Groups::new(&Analysis::new(&board, EFFORT), board.size());
        let at = |vertex| board.size().parse_vertex(vertex).unwrap();
        let group = groups.get(at("C4")).unwrap();
        assert_eq!(group.stones.len(), 2);
        assert_eq!(groups.get(at("B3")), Some(group));
    }

    #[test]
    fn letters_begin_again_when_they_are_used_up() {
        // Seven times seven stones, too far apart to be joined.
        let row = format!("X{}", " . . . X".repeat(6));
        let empty = format!("{}\n", vec!["."; 25].join(" "));
        let gap = format!("\n{}", empty.repeat(3));
        let diagram = [row.as_str(); 7].join(&gap);
        let board = Board::from_diagram(&diagram);
        let groups = Groups::new(&Analysis::new(&board, EFFORT), board.size());
        let letters: String = groups.iter().map(|group| group.letter).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVW");
    }
}
