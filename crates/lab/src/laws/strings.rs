// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about strings: what the analysis says and what GTP says, the moves that are named, and the moves
//! near a string.

use katachi_rules::{Board, Color, Point, PointSet};

use super::Law;
use super::check::Tested;
use super::doors::Coded;

/// Strings with more liberties are not asked about: hardly one of them can be captured.
const MAX_LIBERTIES: u32 = 4;

/// The strings with few liberties, each by its first stone.
pub(super) fn questionable(board: &Board) -> Vec<Point> {
    let few = |&string: &Point| board.liberties(string) <= MAX_LIBERTIES;
    board.strings().filter(few).collect()
}

pub(super) fn check(tested: &mut Tested<'_>) {
    for string in questionable(tested.board) {
        let attack = tested.doors.coded("attack", &[string]);
        let defense = tested.doors.coded("defend", &[string]);
        seen(tested, string, (attack, defense));
        named(tested, string, (attack, defense));
        not_refuted(tested, string, (attack, defense));
        tested.counts.note(
            Law::DefenseNeeded,
            attack.is_no() == (defense.is_yes() && defense.point.is_none()),
            || text(tested.board, string, attack, defense),
        );
        after_move(tested, string, (attack, defense));
    }
}

fn text(board: &Board, string: Point, attack: Coded, defense: Coded) -> String {
    let named = |answer: Coded| match answer.point {
        Some(point) => format!("{} {}", answer.code, board.size().vertex(point)),
        None => answer.code.to_string(),
    };
    let string = board.size().vertex(string);
    format!(
        "string {string}: attack {}, defend {}",
        named(attack),
        named(defense)
    )
}

/// What the analysis says.
fn seen(tested: &mut Tested<'_>, string: Point, (attack, defense): (Coded, Coded)) {
    let Some(worm) = tested.analysis.worms.get(string) else {
        return;
    };
    let here = (worm.attack.code(), worm.defense.code());
    let holds = here == (attack.code, defense.code);
    let board = tested.board;
    tested.counts.note(Law::StringSeen, holds, || {
        format!(
            "{}, seen {} and {}",
            text(board, string, attack, defense),
            here.0,
            here.1
        )
    });
}

/// The moves that are named.
fn named(tested: &mut Tested<'_>, string: Point, (attack, defense): (Coded, Coded)) {
    let board = tested.board;
    for (command, answer) in [("does_attack", attack), ("does_defend", defense)] {
        let Some(point) = answer.point else {
            continue;
        };
        let found = tested.doors.coded(command, &[point, string]);
        tested
            .counts
            .note(Law::MoveOfString, found.code == answer.code, || {
                format!(
                    "{}, {command} {}",
                    text(board, string, attack, defense),
                    found.code
                )
            });
    }
}

/// Moves on the liberties of the string and beside these, which must not do what cannot be done.
fn not_refuted(tested: &mut Tested<'_>, string: Point, (attack, defense): (Coded, Coded)) {
    let board = tested.board;
    for (command, answer) in [("does_attack", attack), ("does_defend", defense)] {
        if !answer.is_no() {
            continue;
        }
        for point in near(board, string).iter() {
            let found = tested.doors.coded(command, &[point, string]);
            tested.counts.note(Law::NoMoveOfString, !found.is_yes(), || {
                let point = board.size().vertex(point);
                format!(
                    "{}, {command} {point} {}",
                    text(board, string, attack, defense),
                    found.code
                )
            });
        }
    }
}

/// The empty points that are liberties of a string or beside one.
fn near(board: &Board, string: Point) -> PointSet {
    let liberties = board.liberty_set(string);
    let around = liberties
        .iter()
        .flat_map(|liberty| liberty.neighbours().into_iter().chain([liberty]));
    around
        .filter(|&point| board.size().contains(point) && board.is_empty(point))
        .collect()
}

/// The other question after the move that is named.
fn after_move(tested: &mut Tested<'_>, string: Point, (attack, defense): (Coded, Coded)) {
    let (board, owner) = (tested.board, tested.owner(string));
    let questions: [(Coded, Color, &str); 2] =
        [(attack, owner.opposite(), "defend"), (defense, owner, "attack")];
    for (answer, mover, command) in questions {
        let Some(point) = answer.point.filter(|_| answer.is_yes()) else {
            continue;
        };
        let after = tested
            .doors
            .after(mover, point, |doors| doors.coded(command, &[string]));
        let Some(after) = after else {
            continue;
        };
        tested.counts.note(Law::StringAfterMove, after.is_no(), || {
            format!(
                "{}, then {command} {}",
                text(board, string, attack, defense),
                after.code
            )
        });
    }
}
