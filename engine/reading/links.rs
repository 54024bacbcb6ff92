//! Strings that no single move can cut apart, found statically.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Point, PointSet};

/// Strings that a link may go through, and liberties of each that are looked at.
const MOST_STRINGS: usize = 12;
const MOST_LIBERTIES: usize = 16;

/// Are two strings of a colour linked by pairs of points, where a stone of the other side on one point is answered on the
/// other? Between them there may be further strings, each with a pair of its own.
///
/// The pairs share no point, so that one move threatens one of them only, and the strings have more liberties
/// besides than there are pairs to fill, so that they are not captured while the links are made. Then whatever the
/// other side does they can be joined. False says nothing.
pub(super) fn are_linked(board: &Board, a: Point, reached: impl Fn(Point) -> bool) -> bool {
    let color = board.cell(a).color().expect("a link begins at a stone");
    let mut strings = ArrayVec::<(Point, ArrayVec<Point, MOST_LIBERTIES>), MOST_STRINGS>::new();
    let mut used = PointSet::EMPTY;
    let mut next = ArrayVec::<Point, MOST_STRINGS>::new();
    strings.push((board.head(a), board.first_liberties(a)));
    let mut pairs = 0;
    // Points beside the linked strings, with the string on their far side.
    loop {
        next.clear();
        let mut found = None;
        let mut beside = ArrayVec::<(Point, Point), 128>::new();
        'search: for (_, liberties) in &strings {
            for &p in liberties {
                if used.contains(p) {
                    continue;
                }
                for other in board.strings_beside(p, color) {
                    if strings.iter().any(|(head, _)| *head == other) || beside.contains(&(p, other)) {
                        continue;
                    }
                    if let Some(&(q, _)) = beside.iter().find(|(_, o)| *o == other) {
                        found = Some((other, p, q));
                        break 'search;
                    }
                    if beside.try_push((p, other)).is_err() {
                        break 'search;
                    }
                }
            }
        }
        let Some((other, p, q)) = found else { return false };
        if strings.is_full() {
            return false;
        }
        used.insert(p);
        used.insert(q);
        pairs += 1;
        strings.push((other, board.first_liberties(other)));
        if reached(other) {
            break;
        }
    }
    let mut free = PointSet::EMPTY;
    for (_, liberties) in &strings {
        for &p in liberties.iter().filter(|&&p| !used.contains(p)) {
            free.insert(p);
        }
    }
    free.len() >= pairs + 2
}
