// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the life or the death of a group rests on, for people.

use katachi_rules::Point;

use super::{OwnString, StaticEval, Strings};
use crate::reading::life::board::{Bits, LocalBoard, LocalPosition, each};

/// What the life or the death of a group rests on, by static evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOutcome {
    /// What it lives or dies by.
    pub grounds: LifeGrounds,
    /// One stone of each string of a living group that it does not count as alive: it may be lost.
    pub uncounted: Vec<Point>,
}

/// What a group lives or dies by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LifeGrounds {
    /// Most of its stones are captured.
    Captured,
    /// It has no room for two eyes.
    NoRoom,
    /// Two eyes: a point of each, or one point of the region that has both.
    Eyes(Vec<Point>),
    /// It is in the open, by liberties at these points; none if they are beyond the points that are searched.
    Open(Vec<Point>),
    /// It joins living stones of its own side, at these points. It touches them if there
    /// are no points.
    Friend(Vec<Point>),
}

impl GroupOutcome {
    /// Returns whether the group lives.
    pub fn lives(&self) -> bool {
        !matches!(self.grounds, LifeGrounds::Captured | LifeGrounds::NoRoom)
    }

    /// Evaluates a position without search. `None` if it is not decided.
    pub(crate) fn new(board: &LocalBoard, position: &LocalPosition) -> Option<Self> {
        let mut strings = Strings::new();
        let eval = StaticEval::with_strings(board, position, 0, &mut strings);
        if eval.dies? {
            let grounds = match strings.is_empty() {
                true => LifeGrounds::Captured,
                false => LifeGrounds::NoRoom,
            };
            return Some(Self {
                grounds,
                uncounted: Vec::new(),
            });
        }
        strings.retain(|own| own.stones & eval.alive != 0);
        let points = |bits: Bits| each(bits).map(|bit| board.points[usize::from(bit)]).collect();
        let uncounted = board.group & position.own & !eval.alive;
        Some(Self {
            grounds: grounds(board, &strings, points)?,
            uncounted: points(firsts(board, uncounted)),
        })
    }
}

fn firsts(board: &LocalBoard, stones: Bits) -> Bits {
    LocalPosition::strings(board, stones).fold(0, |all, string| all | (string & string.wrapping_neg()))
}

/// What strings live by, eyes first.
fn grounds(
    board: &LocalBoard,
    alive: &[OwnString],
    points: impl Fn(Bits) -> Vec<Point>,
) -> Option<LifeGrounds> {
    let firsts_of = |union: usize| {
        let members = alive.iter().filter(move |own| own.union == union);
        members.fold((0, 0), |(eyes, firsts), own| {
            (eyes + own.eyes, firsts | own.eye_firsts)
        })
    };
    let unions = alive.iter().map(|own| own.union);
    if let Some((_, firsts)) = unions.map(firsts_of).find(|&(eyes, _)| eyes >= board.aim.eyes()) {
        return Some(LifeGrounds::Eyes(points(firsts)));
    }
    let liberties = alive.iter().fold(0, |all, own| all | own.liberties);
    let touches = alive.iter().any(|own| own.stones & board.friend_beside != 0);
    let joins = liberties & board.friend_beside;
    let open = liberties & board.open;
    match () {
        () if touches => Some(LifeGrounds::Friend(Vec::new())),
        () if open != 0 => Some(LifeGrounds::Open(points(open))),
        () if joins != 0 => Some(LifeGrounds::Friend(points(joins))),
        // Its liberties are outside the local board.
        () => {
            let mut strings = alive.iter();
            let is_at_border = strings.any(|own| own.stones & board.outside_beside != 0);
            is_at_border.then(|| LifeGrounds::Open(Vec::new()))
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, PointSet};

    use super::*;
    use crate::reading::Reader;
    use crate::reading::tests::at;

    /// The outcome for the strings of some stones, whose side moves first or not.
    fn outcome(diagram: &str, stones: &[&str], owner_moves: bool) -> Option<GroupOutcome> {
        let board = Board::from_diagram(diagram);
        let strings: PointSet = stones
            .iter()
            .flat_map(|name| board.string(at(&board, name)))
            .collect();
        Reader::new(&board, 1000).life().outcome(&strings, owner_moves)
    }

    #[test]
    fn a_group_of_two_eyes_names_a_point_of_each() {
        let living = "
            . . . . . . .
            . . . . . . .
            O O O O . . .
            X X X O . . .
            . . X O . . .
            X X X O . . .
            . X O O . . .";
        let found = outcome(living, &["A4", "A2"], false).expect("decided");
        let LifeGrounds::Eyes(eyes) = &found.grounds else {
            panic!("{found:?}");
        };
        assert_eq!(eyes.len(), 2);
        assert!(found.uncounted.is_empty() && found.lives());
    }

    #[test]
    fn a_group_of_one_small_eye_has_no_room() {
        let dead = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O . . .
            X X X O . . .
            . . X O . . .
            X X X O . . .";
        let found = outcome(dead, &["A3"], true).expect("decided");
        assert_eq!(found.grounds, LifeGrounds::NoRoom);
        assert!(!found.lives());
    }

    #[test]
    fn a_stone_with_room_around_it_is_out_in_the_open() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .
            . . . . . . O";
        let found = outcome(open, &["D4"], false).expect("decided");
        assert!(matches!(found.grounds, LifeGrounds::Open(_)), "{found:?}");
    }
}
