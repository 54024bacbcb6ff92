//! What is noticed of a move in a playout beside its 3x3 shape: how it answers the last move.

use katachi_rules::{Cell, Color, PlayoutBoard, Point};

use crate::playout::tactics::vital_point;

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
    /// Extends one in atari to two liberties: the same.
    EscapeOne,
    EscapeTwo,
    EscapeMany,
    /// Leaves one eye of an enclosed space.
    Nakade,
}

impl Feature {
    /// All of them with their names in files.
    pub(super) const ALL: [(Self, &'static str); 16] = [
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

/// Names the points near the last move, each once, with the feature that says how near.
#[inline]
pub(super) fn near(board: &PlayoutBoard, last: Point, mut see: impl FnMut(Point, Feature)) {
    let mut add = |point: Point, feature| {
        if board.is_empty(point) {
            see(point, feature);
        }
    };
    let (sides, corners) = (last.neighbours(), last.diagonals());
    for side in sides {
        add(side, Feature::Beside);
    }
    for diagonal in corners {
        add(diagonal, Feature::Diagonal);
    }
    for (place, side) in sides.into_iter().enumerate() {
        // Beyond the edge of the board there is nothing.
        if board.cell(side) == Cell::Off {
            continue;
        }
        add(side.neighbours()[place], Feature::TwoAway);
        let [a, b] = [[0, 1], [0, 2], [1, 3], [2, 3]][place];
        let beyond = side.diagonals();
        add(beyond[a], Feature::Knight);
        add(beyond[b], Feature::Knight);
    }
}

/// Names the tactical features of answers to the last move; a point may come several times.
pub(super) fn tactics(board: &PlayoutBoard, color: Color, last: Point, mut see: impl FnMut(Point, Feature)) {
    if board.cell(last).is(color.opposite())
        && let Some(point) = board.last_liberty(last)
    {
        use Feature::{CaptureMore, CaptureOne, CaptureTwo};
        let size = board.string_size(last).min(3) as usize;
        see(point, [CaptureOne, CaptureTwo, CaptureMore][size - 1]);
    }
    for string in board.strings_beside(last, color) {
        if let Some(out) = board.last_liberty(string) {
            rescue(board, color, string, out, &mut see);
        }
    }
    if let Some(point) = vital_point(board, color, last) {
        see(point, Feature::Nakade);
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
    if board.around(out).empty_sides() >= 3 {
        see(out, by_size(size, [ExtendOne, ExtendTwo, ExtendMany]));
    } else if board.has_two_liberties_after(color, out) {
        see(out, by_size(size, [EscapeOne, EscapeTwo, EscapeMany]));
    }
}
