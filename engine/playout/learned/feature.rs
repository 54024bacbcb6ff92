// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of a move in a playout besides its 3x3 shape: how it answers the last move.

use katachi_rules::{Cell, Color, PlayoutBoard, Point};

use crate::learn::templates;
use crate::playout::eye_space::{Vital, vital_after, vital_anywhere};

templates! {
    /// A feature of an answer to the last move. Weights of features and of the shape add up.
    #[repr(u8)]
    pub(super) enum Feature {
        /// Beside the last move.
        Beside = ("beside", 1),
        /// Diagonal to it.
        Diagonal = ("diagonal", 1),
        /// Two points away in a line, a knight's move away.
        TwoAway = ("two-away", 1),
        Knight = ("knight", 1),
        /// Captures the string of the last move: of one stone, two, more.
        CaptureOne = ("capture-1", 1),
        CaptureTwo = ("capture-2", 1),
        CaptureMore = ("capture-3", 1),
        /// Captures a string beside an own string of one or two, or more, stones that the last move put into
        /// atari.
        RescueFew = ("rescue-1", 1),
        RescueMany = ("rescue-3", 1),
        /// Extends a string in atari to three liberties or more: of one stone, two or three, more.
        ExtendOne = ("extend-1", 1),
        ExtendTwo = ("extend-2", 1),
        ExtendMany = ("extend-4", 1),
        /// Extends a string in atari to two liberties: of one stone, two or three, more.
        EscapeOne = ("escape-1", 1),
        EscapeTwo = ("escape-2", 1),
        EscapeMany = ("escape-4", 1),
        /// Leaves the enemy one eye in a space that it encloses.
        Nakade = ("nakade", 1),
        /// Makes two eyes in an own space where the enemy could leave one.
        TwoEyes = ("two-eyes", 1),
        /// Takes a liberty in a race: of an enemy string of one, two, three liberties beside an own string at
        /// the last move that has at least as many.
        RaceOne = ("race-1", 1),
        RaceTwo = ("race-2", 1),
        RaceThree = ("race-3", 1),
    }
}

impl From<Vital> for Feature {
    fn from(vital: Vital) -> Self {
        match vital {
            Vital::Kills => Self::Nakade,
            Vital::Saves => Self::TwoEyes,
        }
    }
}

/// Feature for a string of that size: one stone, two or three, more.
fn by_size(size: u32, features: [Feature; 3]) -> Feature {
    features[match size {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }]
}

/// Hands each point near the last move to `see`, with the feature of its distance and its place in the square
/// of five lines around the last move, row by row.
#[inline]
pub(super) fn near(board: &PlayoutBoard, last: Point, mut see: impl FnMut(Point, Feature, usize)) {
    let mut add = |point: Point, feature, place| {
        if board.is_empty(point) {
            see(point, feature, place);
        }
    };
    let (sides, corners) = (last.neighbours(), last.diagonals());
    for (side, place) in sides.into_iter().zip([7, 11, 13, 17]) {
        add(side, Feature::Beside, place);
    }
    for (diagonal, place) in corners.into_iter().zip([6, 8, 16, 18]) {
        add(diagonal, Feature::Diagonal, place);
    }
    for (direction, side) in sides.into_iter().enumerate() {
        if board.cell(side) == Cell::Off {
            continue;
        }
        let [middle, left, right] = [[2, 1, 3], [10, 5, 15], [14, 9, 19], [22, 21, 23]][direction];
        add(side.neighbours()[direction], Feature::TwoAway, middle);
        let [a, b] = [[0, 1], [0, 2], [1, 3], [2, 3]][direction];
        let beyond = side.diagonals();
        add(beyond[a], Feature::Knight, left);
        add(beyond[b], Feature::Knight, right);
    }
}

/// Hands the points of tactical answers to the last move to `see`. A point may come several times.
pub(super) fn tactics(board: &PlayoutBoard, color: Color, last: Point, mut see: impl FnMut(Point, Feature)) {
    if board.cell(last).is(color.opposite())
        && let Some(point) = board.last_liberty(last)
    {
        see(point, capture(board.string_size(last)));
    }
    for string in board.strings_beside(last, color) {
        match board.last_liberty(string) {
            Some(out) => rescue(board, color, string, out, &mut see),
            None => race(board, string, &mut see),
        }
    }
    vital_after(board, color, last, |point, what| see(point, what.into()));
}

/// Hands the points of tactical moves anywhere that do not answer the last move to `see`: strings in atari,
/// and vital points of eye spaces. O(board).
pub(super) fn left_open(
    board: &PlayoutBoard,
    color: Color,
    last: Option<Point>,
    mut see: impl FnMut(Point, Feature),
) {
    let answered = |head: Point| {
        last.is_some_and(|last| {
            let own = board.strings_beside(last, color);
            own.contains(&head) || board.string(head).any(|stone| stone == last)
        })
    };
    for p in board.size().points() {
        let Some(owner) = board.cell(p).color() else {
            continue;
        };
        let Some(out) = board
            .last_liberty(p)
            .filter(|_| board.string(p).next() == Some(p))
        else {
            continue;
        };
        if answered(p) {
            continue;
        }
        match owner == color {
            true => rescue(board, color, p, out, &mut see),
            false => see(out, capture(board.string_size(p))),
        }
    }
    vital_anywhere(board, color, |point, what| see(point, what.into()));
}

fn capture(size: u32) -> Feature {
    [Feature::CaptureOne, Feature::CaptureTwo, Feature::CaptureMore][size.min(3) as usize - 1]
}

fn rescue(
    board: &PlayoutBoard,
    color: Color,
    string: Point,
    out: Point,
    see: &mut impl FnMut(Point, Feature),
) {
    use Feature::{
        EscapeMany, EscapeOne, EscapeTwo, ExtendMany, ExtendOne, ExtendTwo, RescueFew, RescueMany,
    };
    let size = board.string_size(string);
    let captures = board
        .adjacent_strings(string)
        .filter_map(|s| board.last_liberty(s));
    for capture in captures {
        see(capture, if size < 3 { RescueFew } else { RescueMany });
    }
    if board.around(out).empty_sides() >= 3 {
        see(out, by_size(size, [ExtendOne, ExtendTwo, ExtendMany]));
    } else if board.has_two_liberties_after(color, out) {
        see(out, by_size(size, [EscapeOne, EscapeTwo, EscapeMany]));
    }
}

/// Maximum number of sides of stones on the liberties of a string with three liberties or fewer, in nearly
/// all cases.
const FEW_SIDES: u32 = 6;

/// Liberties to take in a race of an own string against strings around it that have no more liberties. Common
/// liberties are taken last and are left out.
fn race(board: &PlayoutBoard, string: Point, see: &mut impl FnMut(Point, Feature)) {
    use Feature::{RaceOne, RaceThree, RaceTwo};
    if board.liberty_sides(string) > FEW_SIDES {
        return;
    }
    let own = board.first_liberties::<4>(string);
    if own.len() > 3 {
        return;
    }
    for enemy in board.adjacent_strings(string) {
        if board.liberty_sides(enemy) > FEW_SIDES {
            continue;
        }
        let theirs = board.first_liberties::<4>(enemy);
        if theirs.len() > own.len() {
            continue;
        }
        let feature = [RaceOne, RaceTwo, RaceThree][theirs.len() - 1];
        let outside = theirs
            .iter()
            .filter(|liberty| theirs.len() == 1 || !own.contains(liberty));
        for &liberty in outside {
            see(liberty, feature);
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    /// Points of a feature as answers of Black to White's last move.
    fn seen(diagram: &str, last: (u8, u8), wanted: Feature) -> Vec<(u8, u8)> {
        let board = PlayoutBoard::new(&Board::from_diagram(diagram));
        let mut points = Vec::new();
        tactics(
            &board,
            Color::Black,
            Point::new(last.0, last.1),
            |point, feature| {
                if feature == wanted {
                    points.push((point.x(), point.y()));
                }
            },
        );
        points.sort_unstable();
        points
    }

    /// Black's string in the second row from below and White's above it race; the wall around Black has three
    /// liberties, too.
    const RACE: &str = "
        . . . . . .
        . . . . . .
        X X X X . .
        O O O O X .
        X X X X O .
        . . . . O .";

    #[test]
    fn in_a_race_the_outside_liberties_of_the_enemy_are_taken() {
        let diagram = RACE.replacen("X X X X . .", ". . . X . .", 1);
        assert_eq!(seen(&diagram, (4, 4), Feature::RaceThree), []);
        let closer = diagram.replacen(". . . . O .", ". . . O O .", 1);
        let outside = [(0, 2), (1, 2), (2, 2), (5, 4), (5, 5)];
        assert_eq!(seen(&closer, (3, 5), Feature::RaceThree), outside);
        assert_eq!(seen(&closer, (3, 5), Feature::RaceTwo), []);
    }

    #[test]
    fn what_was_left_open_is_seen_anywhere_but_for_answers_to_the_last_move() {
        // Black's C5 is in atari; White's space of three at the bottom has its vital point at B1.
        let board = PlayoutBoard::new(&Board::from_diagram(
            ". . O O . .
             . O X . . .
             . . O . . .
             . . . . . .
             O O O O . .
             . . . O . .",
        ));
        let open = |last| {
            let mut seen = Vec::new();
            left_open(&board, Color::Black, last, |point, feature| {
                seen.push((point.x(), point.y(), feature));
            });
            seen
        };
        let all = open(None);
        assert!(all.contains(&(1, 5, Feature::Nakade)), "{all:?}");
        let extends = |&(x, y, _): &(u8, u8, Feature)| (x, y) == (3, 1);
        assert!(all.iter().any(extends), "{all:?}");
        let after = open(Some(Point::new(2, 0)));
        assert!(
            !after.iter().any(extends),
            "that answers the last move: {after:?}"
        );
    }

    #[test]
    fn a_string_with_more_liberties_is_not_raced_with() {
        let closer = RACE
            .replacen("X X X X . .", ". . . . . .", 1)
            .replacen(". . . . O .", ". . . O O .", 1);
        let of_the_wall = [(5, 4), (5, 5)];
        assert_eq!(seen(&closer, (3, 5), Feature::RaceThree), of_the_wall);
    }
}
