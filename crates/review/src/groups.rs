// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups whose status a move has changed, by the analysis of move choice, which is quick; and readings that
//! show what a losing move changes, as a person would ask `katachi read` about it.

use katachi_answers::denial;
use katachi_engine::answers::{Answers, TreeLimits};
use katachi_rules::{Color, Game, Point, PointMap};
use katachi_view::consequence::Consequence;
use katachi_view::groups::{Group, GroupStatus};
use katachi_view::{Named, reading_tree};
use serde::Serialize;

use super::settings::SMALLEST_GROUP;
use super::value::lead_of;

/// Maximum number of readings that are shown for a move.
const MAX_SHOWN: usize = 2;
/// Trees of a report: the refutations of a few tries.
const LIMITS: TreeLimits = TreeLimits {
    first_moves: 4,
    tries: [2, 1],
    moves: 24,
    nodes: 30,
};

/// A group whose status a move has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupChange {
    /// Its letter before the move.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// A stone of it.
    pub stone: Named<Point>,
    /// Number of its stones before the move.
    pub size: usize,
    /// Its status before the move, proved or likely.
    pub before: GroupStatus,
    /// Its status after the move, proved or likely. `None` if it was captured.
    pub after: Option<GroupStatus>,
}

impl GroupChange {
    /// The changes from one position to the next, of groups that are alive, critical or dead on one side of
    /// the change at least. `owner` says who owns each point at the end of playouts after the move, -1 White
    /// to 1 Black: a group that they judge otherwise is left out, because nobody knows then.
    pub(crate) fn all(before: &[Group], after: &[Group], owner: &PointMap<f32>) -> Vec<Self> {
        let large = before.iter().filter(|group| group.stones.len() >= SMALLEST_GROUP);
        large.filter_map(|group| Self::new(group, after, owner)).collect()
    }

    fn new(group: &Group, after: &[Group], owner: &PointMap<f32>) -> Option<Self> {
        let is_same = |other: &&Group| other.color == group.color && other.stones.intersects(&group.stones);
        // The largest part of a group that fell apart speaks for it.
        let same = after.iter().filter(is_same);
        let now = same.max_by_key(|other| other.stones.len());
        let before = group.status.plain();
        let status = now.map(|group| group.status.plain());
        let is_believed = |status: GroupStatus, stone: Point| {
            let own = lead_of(group.color, owner[stone]);
            match status {
                GroupStatus::Alive => own > 0.0,
                GroupStatus::Dead => own < 0.0,
                _ => true,
            }
        };
        let matters = match (before, status) {
            (_, None) => true,
            (before, Some(now)) if before == now => false,
            (GroupStatus::Critical, Some(_)) | (_, Some(GroupStatus::Critical | GroupStatus::Dead)) => true,
            (GroupStatus::Dead, Some(GroupStatus::Alive)) => true,
            _ => false,
        };
        let stone = now.and_then(|now| now.stones.iter().find(|&p| group.stones.contains(p)));
        let stone = stone.map_or(group.origin, |stone| group.origin.beside(stone));
        let is_known = status.is_none_or(|status| is_believed(status, *stone));
        (matters && is_known).then_some(Self {
            letter: group.letter,
            color: group.color,
            stone,
            size: group.stones.len(),
            before,
            after: status,
        })
    }
}

/// A question about stones that a losing move gives away, with its answer and the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupReading {
    /// The question: `Can White kill the group at D4?`
    pub question: String,
    /// The answer: `Yes, at E3 (proved).`
    pub answer: String,
    /// The moves that work, those that fail, and the lines, in rows.
    pub text: String,
    /// The game up to the move, with the lines as variations.
    pub sgf: String,
}

impl GroupReading {
    /// The readings of the position after a move that show what it changes, the most costly change first.
    /// Answers that are only judged show nothing.
    pub(crate) fn all(after: &Game, told: &[Consequence], answers: &mut Answers<'_>) -> Vec<Self> {
        let shown = told.iter().filter_map(|told| {
            let question = denial::question_about(told, answers)?;
            let found = answers.found(&question);
            if !found.certainty.is_read() || !found.reading.verdict.is_possible() {
                return None;
            }
            let mut tree = answers.small_tree(&question, LIMITS);
            tree.named = told.stone.map(|stone| *stone);
            Some(Self {
                question: reading_tree::question(&tree.question, tree.named, after.size()),
                answer: reading_tree::answer(tree.found(), after.size()),
                text: reading_tree::text(&tree, after.size()),
                sgf: reading_tree::to_sgf(after, &tree),
            })
        });
        shown.take(MAX_SHOWN).collect()
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, PointSet};

    use super::*;

    fn group(stones: &[&str], status: GroupStatus) -> Group {
        let size = BoardSize::square(9);
        let at = |vertex: &&str| size.parse_vertex(vertex).unwrap();
        let stones: PointSet = stones.iter().map(at).collect();
        Group {
            letter: 'A',
            color: Color::Black,
            origin: Named::new(stones.iter().next().unwrap(), size),
            stones: Named::new(stones, size),
            status,
            mark: status.mark(),
            kills: Named::new(Vec::new(), size),
            saves: Named::new(Vec::new(), size),
        }
    }

    fn changed(before: GroupStatus, after: Option<GroupStatus>, owner: f32) -> bool {
        let stones = ["C3", "C4", "C5"];
        let before = [group(&stones, before)];
        let after: Vec<_> = after.map(|status| group(&stones, status)).into_iter().collect();
        !GroupChange::all(&before, &after, &PointMap::filled(owner)).is_empty()
    }

    #[test]
    fn a_change_is_told_if_it_is_about_life_and_playouts_do_not_contradict_it() {
        use GroupStatus::{Alive, Critical, Dead, Unknown, Weak};
        assert!(changed(Critical, Some(Dead), -0.9));
        assert!(
            !changed(Critical, Some(Dead), 0.5),
            "the playouts say that it lives"
        );
        assert!(changed(Critical, Some(Alive), 0.5));
        assert!(changed(Unknown, Some(Critical), 0.0));
        assert!(changed(Dead, None, -1.0), "it was captured");
        assert!(!changed(Unknown, Some(Weak), 0.0));
        assert!(!changed(Alive, Some(Alive), 1.0));
    }

    #[test]
    fn single_stones_are_not_told() {
        let before = [group(&["C3"], GroupStatus::Critical)];
        assert_eq!(GroupChange::all(&before, &[], &PointMap::filled(0.0)), []);
    }
}
