// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups whose status a move has changed, as a person would ask `katachi view` and `katachi read` about
//! them.
//!
//! The groups of all positions come from the analysis of move choice, which is quick. Where a move lost
//! something, its groups are read again with the nodes of a question of a person, so that the report says
//! what the view says, and shows the moves that prove it.

use katachi_engine::analysis::Analysis;
use katachi_engine::answers::{Aim, TreeLimits};
use katachi_engine::play::Player;
use katachi_rules::{Color, Game, Point, PointMap};
use katachi_view::groups::{Group, GroupStatus, Groups};
use katachi_view::{Named, reading_tree};
use serde::Serialize;

use super::settings::SMALLEST_GROUP;
use super::value::lead_of;

/// Maximum number of groups whose reading is shown for a move.
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

    /// Returns whether the group was alive, and now may die or is captured.
    pub(crate) fn is_from_life(&self) -> bool {
        let dies = |now| matches!(now, GroupStatus::Critical | GroupStatus::Dead);
        self.before == GroupStatus::Alive && self.after.is_none_or(dies)
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

/// Why a group has its status after a move: a question with its answer and the lines that show it.
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

/// The changed groups of a losing move with their readings, the largest groups first. `owner` says who owns
/// each point after the move, -1 White to 1 Black. About a second on 19x19.
pub(crate) fn of_move(
    player: &mut Player,
    before: &Game,
    after: &Game,
    owner: &PointMap<f32>,
) -> (Vec<GroupChange>, Vec<GroupReading>) {
    let groups = |analysis: &Analysis| -> Vec<Group> {
        let groups = Groups::new(analysis, after.size());
        groups.iter().cloned().collect()
    };
    let before = groups(&player.analyse(before));
    let now = groups(&player.analyse(after));
    let mut changes = GroupChange::all(&before, &now, owner);
    changes.sort_by_key(|change| std::cmp::Reverse(change.size));
    let mut answers = player.answers(after);
    let shown = changes.iter().filter_map(|change| Some((change, change.after?)));
    let readings = shown.take(MAX_SHOWN).filter_map(|(change, status)| {
        let is_dead = status == GroupStatus::Dead;
        let aim = if is_dead { Aim::Save } else { Aim::Kill };
        let question = answers.question(aim, *change.stone, None).ok()?;
        let tree = answers.small_tree(&question, LIMITS);
        Some(GroupReading {
            question: reading_tree::question(&tree.question, tree.named, after.size()),
            answer: reading_tree::answer(tree.found(), after.size()),
            text: reading_tree::text(&tree, after.size()),
            sgf: reading_tree::to_sgf(after, &tree),
        })
    });
    let readings = readings.collect();
    (changes, readings)
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
