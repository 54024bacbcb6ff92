// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about strings: what the analysis says and what GTP says, the moves that are named, and the moves
//! near a string.

use katachi_engine::answers::Aim;
use katachi_rules::{Board, Color, Point, PointSet};

use super::Law;
use super::check::{PosedQuestion, Tested};
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
        let board = tested.board;
        let stones: &[Point] = &[string];
        tested.note(
            Law::DefenseNeeded,
            attack.is_no() == (defense.is_yes() && defense.point.is_none()),
            &[(None, Aim::Capture, stones), (None, Aim::Rescue, stones)],
            || text(board, string, attack, defense),
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
    tested.note(Law::StringSeen, holds, &[], || {
        format!(
            "{}, seen {} and {}",
            text(board, string, attack, defense),
            here.0,
            here.1
        )
    });
}

/// The two questions about a string, each with the command about a move, its side, and its answer.
fn moves(owner: Color, (attack, defense): (Coded, Coded)) -> [(&'static str, Aim, Color, Coded); 2] {
    [
        ("does_attack", Aim::Capture, owner.opposite(), attack),
        ("does_defend", Aim::Rescue, owner, defense),
    ]
}

/// A question about a string, and the one of the other side after a move.
fn before_and_after<'a>(aim: Aim, mv: (Color, Point), string: &'a Point) -> [PosedQuestion<'a>; 2] {
    let stones = std::slice::from_ref(string);
    [(None, aim, stones), (Some(mv), aim.opposite(), stones)]
}

/// The moves that are named.
fn named(tested: &mut Tested<'_>, string: Point, (attack, defense): (Coded, Coded)) {
    let board = tested.board;
    for (command, aim, mover, answer) in moves(tested.owner(string), (attack, defense)) {
        let Some(point) = answer.point else {
            continue;
        };
        let found = tested.doors.coded(command, &[point, string]);
        let asked = before_and_after(aim, (mover, point), &string);
        tested.note(Law::MoveOfString, found.code == answer.code, &asked, || {
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
    for (command, aim, mover, answer) in moves(tested.owner(string), (attack, defense)) {
        if !answer.is_no() {
            continue;
        }
        for point in near(board, string).iter() {
            let found = tested.doors.coded(command, &[point, string]);
            let asked = before_and_after(aim, (mover, point), &string);
            tested.note(Law::NoMoveOfString, !found.is_yes(), &asked, || {
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
    let board = tested.board;
    for (_, aim, mover, answer) in moves(tested.owner(string), (attack, defense)) {
        let command = match aim {
            Aim::Capture => "defend",
            _ => "attack",
        };
        let Some(point) = answer.point.filter(|_| answer.is_yes()) else {
            continue;
        };
        let after = tested
            .doors
            .after(mover, point, |doors| doors.coded(command, &[string]));
        let Some(after) = after else {
            continue;
        };
        let asked = before_and_after(aim, (mover, point), &string);
        tested.note(Law::StringAfterMove, after.is_no(), &asked, || {
            format!(
                "{}, then {command} {}",
                text(board, string, attack, defense),
                after.code
            )
        });
    }
}
