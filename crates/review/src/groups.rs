// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups whose status a move has changed.

use katachi_rules::{Color, Point, PointMap};
use katachi_view::Named;
use katachi_view::groups::{Group, GroupStatus};
use serde::Serialize;

use super::settings::SMALLEST_GROUP;

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

    /// Was the group alive, and may it die now, or is it captured?
    pub(crate) fn is_from_life(&self) -> bool {
        let dies = |now| matches!(now, GroupStatus::Critical | GroupStatus::Dead);
        self.before == GroupStatus::Alive && self.after.is_none_or(dies)
    }

    fn new(group: &Group, after: &[Group], owner: &PointMap<f32>) -> Option<Self> {
        let is_same = |other: &&Group| other.color == group.color && other.stones.intersects(&group.stones);
        // The largest part of a group that fell apart speaks for it.
        let now = after
            .iter()
            .filter(is_same)
            .max_by_key(|other| other.stones.len());
        let before = group.status.plain();
        let status = now.map(|group| group.status.plain());
        let is_believed = |status: GroupStatus, stone: Point| {
            let own = match group.color {
                Color::Black => owner[stone],
                Color::White => -owner[stone],
            };
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
