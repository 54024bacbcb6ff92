// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves that a search leaves out near the root, for the analysis of a position.

use katachi_rules::{Color, Move, PointSet};

/// The moves that a search tries, by side and depth. It does not hold where no move would be left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    lists: Vec<List>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct List {
    color: Color,
    points: PointSet,
    has_pass: bool,
    /// Depth from which on the list no longer holds, in moves from the root.
    until: u32,
    /// Whether these moves are the only ones. Else they are left out.
    is_allowed: bool,
}

impl List {
    fn new(color: Color, moves: &[Move], until: u32, is_allowed: bool) -> Self {
        Self {
            color,
            points: moves.iter().filter_map(|mv| mv.point()).collect(),
            has_pass: moves.contains(&Move::Pass),
            until,
            is_allowed,
        }
    }

    fn has(&self, mv: Move) -> bool {
        mv.point()
            .map_or(self.has_pass, |point| self.points.contains(point))
    }
}

impl Restriction {
    /// Leaves out these moves of `color`, before a depth of `until` moves from the root: 1 is the root alone.
    pub fn avoid(&mut self, color: Color, moves: &[Move], until: u32) {
        self.lists.push(List::new(color, moves, until, false));
    }

    /// Leaves out all other moves of `color` before a depth of `until` moves. Several lists add up.
    pub fn allow(&mut self, color: Color, moves: &[Move], until: u32) {
        self.lists.push(List::new(color, moves, until, true));
    }

    /// Returns whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Returns whether `color` may make that move after `depth` moves from the root.
    pub(crate) fn permits(&self, color: Color, mv: Move, depth: u32) -> bool {
        let of = |is_allowed| {
            let lists = self.lists.iter();
            lists.filter(move |l| l.color == color && depth < l.until && l.is_allowed == is_allowed)
        };
        let is_avoided = of(false).any(|list| list.has(mv));
        !is_avoided && (of(true).next().is_none() || of(true).any(|list| list.has(mv)))
    }

    /// Removes the moves that are not permitted after `depth` moves from the root, unless none would be left.
    pub(super) fn apply(&self, moves: &mut Vec<(Move, f32)>, color: Color, depth: u32) {
        let permits = |&(mv, _): &(Move, f32)| self.permits(color, mv, depth);
        if !self.is_empty() && moves.iter().any(permits) {
            moves.retain(permits);
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Point;

    use super::*;

    fn at(x: u8) -> Move {
        Move::Play(Point::new(x, 0))
    }

    #[test]
    fn moves_are_left_out_for_their_side_and_before_their_depth_alone() {
        let mut restriction = Restriction::default();
        restriction.avoid(Color::Black, &[at(1), Move::Pass], 3);
        assert!(!restriction.permits(Color::Black, at(1), 0));
        assert!(!restriction.permits(Color::Black, Move::Pass, 2));
        assert!(restriction.permits(Color::Black, at(1), 3));
        assert!(restriction.permits(Color::White, at(1), 0));
        assert!(restriction.permits(Color::Black, at(2), 0));
    }

    #[test]
    fn allowed_moves_are_the_only_ones_and_their_lists_add_up() {
        let mut restriction = Restriction::default();
        restriction.allow(Color::White, &[at(1)], 1);
        restriction.allow(Color::White, &[at(2)], 2);
        let of = |depth| [at(1), at(2), Move::Pass].map(|mv| restriction.permits(Color::White, mv, depth));
        assert_eq!(of(0), [true, true, false]);
        assert_eq!(of(1), [false, true, false]);
        assert_eq!(of(2), [true, true, true]);
    }

    #[test]
    fn a_restriction_that_leaves_no_move_does_not_hold() {
        let mut restriction = Restriction::default();
        restriction.allow(Color::Black, &[at(7)], 1);
        let mut moves = vec![(at(1), 0.5), (at(2), 0.5)];
        restriction.apply(&mut moves, Color::Black, 0);
        assert_eq!(moves.len(), 2);
        moves.push((at(7), 0.0));
        restriction.apply(&mut moves, Color::Black, 0);
        assert_eq!(moves, [(at(7), 0.0)]);
    }
}
