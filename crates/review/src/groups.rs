// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups of a position, and those whose status a move has changed.

use katachi_rules::{Color, Point, PointMap, PointSet};
use katachi_view::groups::{GroupStatus, Groups};

use super::settings::SMALLEST_GROUP;

/// A group with its status, as in `katachi view`.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupState {
    /// `A` to `Z` for Black, `a` to `z` for White.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// Its first stone from the top left, which names it.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// Its status, proved or likely.
    pub status: GroupStatus,
    /// Moves that kill it, best first, if the first move decides its life.
    pub kills: Vec<Point>,
    /// Moves that save it, best first, if the first move decides its life.
    pub saves: Vec<Point>,
}

impl GroupState {
    pub(crate) fn all(groups: &Groups) -> Vec<Self> {
        let state = |group: &katachi_view::groups::Group| {
            let decides = group.status.plain() == GroupStatus::Critical;
            let [kills, saves] = group.decisive();
            let points = |points: &[Point]| if decides { points.to_vec() } else { Vec::new() };
            Self {
                letter: group.letter,
                color: group.color,
                origin: group.origin,
                stones: group.stones,
                status: group.status.plain(),
                kills: points(kills),
                saves: points(saves),
            }
        };
        groups.iter().map(state).collect()
    }

    /// Number of its stones.
    pub fn size(&self) -> u32 {
        self.stones.len() as u32
    }
}

/// A group whose status a move has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupChange {
    /// Its letter before the move.
    pub letter: char,
    /// Its colour.
    pub color: Color,
    /// A stone of it.
    pub stone: Point,
    /// Number of its stones before the move.
    pub size: u32,
    /// Its status before the move.
    pub before: GroupStatus,
    /// Its status after the move. `None` if it was captured.
    pub after: Option<GroupStatus>,
}

impl GroupChange {
    /// The changes from one position to the next, of groups that are alive, critical or dead on one side of
    /// the change at least. `owner` says who owns each point at the end of playouts after the move, -1 White
    /// to 1 Black: a group that they judge otherwise is left out, because nobody knows then.
    pub(crate) fn all(before: &[GroupState], after: &[GroupState], owner: &PointMap<f32>) -> Vec<Self> {
        let large = before.iter().filter(|group| group.size() >= SMALLEST_GROUP);
        large.filter_map(|group| Self::new(group, after, owner)).collect()
    }

    /// Was the group alive, and may it die now, or is it captured?
    pub(crate) fn is_from_life(&self) -> bool {
        let dies = |now| matches!(now, GroupStatus::Critical | GroupStatus::Dead);
        self.before == GroupStatus::Alive && self.after.is_none_or(dies)
    }

    fn new(group: &GroupState, after: &[GroupState], owner: &PointMap<f32>) -> Option<Self> {
        let is_same =
            |other: &&GroupState| other.color == group.color && other.stones.intersects(&group.stones);
        // The largest part of a group that fell apart speaks for it.
        let now = after.iter().filter(is_same).max_by_key(|other| other.size());
        let status = now.map(|group| group.status);
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
        let matters = match (group.status, status) {
            (_, None) => true,
            (before, Some(now)) if before == now => false,
            (GroupStatus::Critical, Some(_)) | (_, Some(GroupStatus::Critical | GroupStatus::Dead)) => true,
            (GroupStatus::Dead, Some(GroupStatus::Alive)) => true,
            _ => false,
        };
        let stone = now.and_then(|now| now.stones.iter().find(|&p| group.stones.contains(p)));
        let stone = stone.unwrap_or(group.origin);
        let is_known = status.is_none_or(|status| is_believed(status, stone));
        (matters && is_known).then_some(Self {
            letter: group.letter,
            color: group.color,
            stone,
            size: group.size(),
            before: group.status,
            after: status,
        })
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    fn group(stones: &[&str], status: GroupStatus) -> GroupState {
        let at = |vertex: &&str| BoardSize::square(9).parse_vertex(vertex).unwrap();
        let stones: PointSet = stones.iter().map(at).collect();
        GroupState {
            letter: 'A',
            color: Color::Black,
            origin: stones.iter().next().unwrap(),
            stones,
            status,
            kills: Vec::new(),
            saves: Vec::new(),
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
