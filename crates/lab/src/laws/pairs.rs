// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about pairs of strings of one colour: joining and cutting.

use katachi_engine::answers::Aim;
use katachi_rules::{Board, Point};

use super::Law;
use super::check::Tested;
use super::doors::Coded;

/// Pairs that are asked about in a position, the first from the top left.
const MAX_PAIRS: usize = 12;

pub(super) fn check(tested: &mut Tested<'_>) {
    for pair in pairs(tested.board) {
        let join = tested.doors.coded("connect", &pair);
        let cut = tested.doors.coded("disconnect", &pair);
        let board = tested.board;
        let text = || {
            let [a, b] = pair.map(|point| board.size().vertex(point).to_string());
            format!("pair {a} {b}: connect {}, disconnect {}", join.code, cut.code)
        };
        let needs_none = join.is_yes() && join.point.is_none();
        // What takes no move holds against any move, and what no move joins is cut apart.
        let fits = (cut.is_no() || !needs_none) && (!join.is_no() || cut.is_yes());
        let asked = [(None, Aim::Connect, &pair[..]), (None, Aim::Cut, &pair[..])];
        tested.note(Law::JoinFitsCut, fits, &asked, text);
        after_move(tested, pair, (join, cut));
    }
}

/// The other question after the move that is named.
fn after_move(tested: &mut Tested<'_>, pair: [Point; 2], (join, cut): (Coded, Coded)) {
    let (board, owner) = (tested.board, tested.owner(pair[0]));
    let questions = [
        (join, owner, Aim::Connect, "disconnect"),
        (cut, owner.opposite(), Aim::Cut, "connect"),
    ];
    for (answer, mover, aim, command) in questions {
        let Some(point) = answer.point.filter(|_| answer.is_yes()) else {
            continue;
        };
        let after = tested
            .doors
            .after(mover, point, |doors| doors.coded(command, &pair));
        let Some(after) = after else {
            continue;
        };
        let asked = [
            (None, aim, &pair[..]),
            (Some((mover, point)), aim.opposite(), &pair[..]),
        ];
        tested.note(Law::PairAfterMove, after.is_no(), &asked, || {
            let [a, b] = pair.map(|point| board.size().vertex(point).to_string());
            let point = board.size().vertex(point);
            format!("pair {a} {b}: {mover} {point}, then {command} {}", after.code)
        });
    }
}

/// Pairs of strings of one colour that have a liberty in common, or liberties beside each other.
fn pairs(board: &Board) -> Vec<[Point; 2]> {
    let strings: Vec<Point> = board.strings().collect();
    let mut pairs = Vec::new();
    for (i, &a) in strings.iter().enumerate() {
        for &b in &strings[i + 1..] {
            if board.cell(a) == board.cell(b) && are_near(board, a, b) {
                pairs.push([a, b]);
            }
        }
    }
    // Evenly from the whole board.
    let step = pairs.len().div_ceil(MAX_PAIRS).max(1);
    pairs.into_iter().step_by(step).collect()
}

fn are_near(board: &Board, a: Point, b: Point) -> bool {
    let of_b = board.liberty_set(b);
    let reaches =
        |point: Point| of_b.contains(point) || point.neighbours().into_iter().any(|n| of_b.contains(n));
    board.liberty_set(a).iter().any(reaches)
}
