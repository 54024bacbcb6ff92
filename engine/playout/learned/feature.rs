//! What is noticed of a move in a playout beside its 3x3 shape: how it answers the last move.

use arrayvec::ArrayVec;
use katachi_rules::{Color, PlayoutBoard, Point};

use crate::playout::ladder;
use crate::playout::tactics::{catches_two, saves_two, two_liberties, vital_point};

/// A feature of an answer to the last move. Their weights add up, with those of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Feature {
    /// Next to the last move.
    Beside,
    /// Diagonal to it.
    Diagonal,
    /// Two points away in a line, a knight's move away.
    TwoAway,
    Knight,
    /// Captures the string of the last move: of one stone, two, more.
    CaptureOne,
    CaptureTwo,
    CaptureMore,
    /// Captures a string beside an own one that the last move put into atari: one of one or two own stones, or more.
    RescueFew,
    RescueMany,
    /// Extends a string in atari to three liberties or more: of one stone, two or three, more.
    ExtendOne,
    ExtendTwo,
    ExtendMany,
    /// Extends one in atari to two liberties, and no ladder catches it: the same.
    EscapeOne,
    EscapeTwo,
    EscapeMany,
    /// Extends one that is caught nevertheless.
    Caught,
    /// Saves a string of two liberties that would be caught after an atari: of one stone, two or three, more.
    SaveOne,
    SaveTwo,
    SaveMany,
    /// Puts the string of the last move into an atari that it cannot extend from: of one stone, two or three, more.
    CatchOne,
    CatchTwo,
    CatchMany,
    /// Leaves one eye of an enclosed space.
    Nakade,
}

impl Feature {
    /// All of them with their names in files.
    pub(super) const ALL: [(Self, &'static str); 23] = [
        (Self::Beside, "beside"),
        (Self::Diagonal, "diagonal"),
        (Self::TwoAway, "two-away"),
        (Self::Knight, "knight"),
        (Self::CaptureOne, "capture-1"),
        (Self::CaptureTwo, "capture-2"),
        (Self::CaptureMore, "capture-3"),
        (Self::RescueFew, "rescue-1"),
        (Self::RescueMany, "rescue-3"),
        (Self::ExtendOne, "extend-1"),
        (Self::ExtendTwo, "extend-2"),
        (Self::ExtendMany, "extend-4"),
        (Self::EscapeOne, "escape-1"),
        (Self::EscapeTwo, "escape-2"),
        (Self::EscapeMany, "escape-4"),
        (Self::Caught, "caught"),
        (Self::SaveOne, "save-1"),
        (Self::SaveTwo, "save-2"),
        (Self::SaveMany, "save-4"),
        (Self::CatchOne, "catch-1"),
        (Self::CatchTwo, "catch-2"),
        (Self::CatchMany, "catch-4"),
        (Self::Nakade, "nakade"),
    ];
}

/// Of three features the one for a string of that size: one stone, two or three, more.
fn by_size(size: u32, features: [Feature; 3]) -> Feature {
    features[match size {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }]
}

/// Names the features of all answers to the last move, point by point; a point may come several times.
pub(super) fn answers(board: &PlayoutBoard, color: Color, last: Point, mut see: impl FnMut(Point, Feature)) {
    near(board, last, &mut see);
    if board.cell(last).is(color.opposite()) {
        attack(board, color, last, &mut see);
    }
    for string in board.strings_beside(last, color) {
        match board.last_liberty(string) {
            Some(out) => rescue(board, color, string, out, &mut see),
            None => save(board, color, string, &mut see),
        }
    }
    if let Some(point) = vital_point(board, color, last) {
        see(point, Feature::Nakade);
    }
}

fn near(board: &PlayoutBoard, last: Point, see: &mut impl FnMut(Point, Feature)) {
    let mut add = |point: Point, feature| {
        if board.is_empty(point) {
            see(point, feature);
        }
    };
    for side in last.neighbours() {
        add(side, Feature::Beside);
    }
    for diagonal in last.diagonals() {
        add(diagonal, Feature::Diagonal);
    }
    let [up, left, right, down] = last.neighbours();
    for (side, place) in [(up, 0), (left, 1), (right, 2), (down, 3)] {
        if !board.size().contains(side) {
            continue;
        }
        add(side.neighbours()[place], Feature::TwoAway);
        let diagonals = side.diagonals();
        let [a, b] = [[0, 1], [0, 2], [1, 3], [2, 3]][place];
        add(diagonals[a], Feature::Knight);
        add(diagonals[b], Feature::Knight);
    }
}

fn attack(board: &PlayoutBoard, color: Color, last: Point, see: &mut impl FnMut(Point, Feature)) {
    use Feature::{CaptureMore, CaptureOne, CaptureTwo, CatchMany, CatchOne, CatchTwo};
    let size = board.string_size(last);
    if let Some(point) = board.last_liberty(last) {
        let feature = [CaptureOne, CaptureTwo, CaptureMore][size.min(3) as usize - 1];
        see(point, feature);
    } else if let Some(liberties) = two_liberties(board, last) {
        let mut found = ArrayVec::<Point, 8>::new();
        catches_two(board, color, liberties, &mut found);
        for point in found {
            see(point, by_size(size, [CatchOne, CatchTwo, CatchMany]));
        }
    }
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
    let feature = if !board.has_two_liberties_after(color, out) {
        Feature::Caught
    } else if board.around(out).empty_sides() >= 3 {
        by_size(size, [ExtendOne, ExtendTwo, ExtendMany])
    } else if ladder::catches(board, string, out) {
        Feature::Caught
    } else {
        by_size(size, [EscapeOne, EscapeTwo, EscapeMany])
    };
    see(out, feature);
}

fn save(board: &PlayoutBoard, color: Color, string: Point, see: &mut impl FnMut(Point, Feature)) {
    use Feature::{SaveMany, SaveOne, SaveTwo};
    let Some(liberties) = two_liberties(board, string) else {
        return;
    };
    let mut found = ArrayVec::<Point, 8>::new();
    saves_two(board, color, string, liberties, &mut found);
    let feature = by_size(board.string_size(string), [SaveOne, SaveTwo, SaveMany]);
    for point in found {
        see(point, feature);
    }
}
