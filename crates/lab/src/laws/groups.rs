// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about groups: their status, and the moves that kill and save them.

use katachi_engine::answers::Aim;
use katachi_rules::{Color, Point};
use katachi_view::status_name;

use super::Law;
use super::check::Tested;

/// A group of fewer stones is not asked about.
const MIN_STONES: u32 = 2;

pub(super) fn check(tested: &mut Tested<'_>) {
    let groups = tested
        .analysis
        .dragons
        .iter()
        .filter(|group| group.size >= MIN_STONES);
    let groups: Vec<(Point, String)> = groups
        .map(|group| (group.origin, status_name(group.status).to_owned()))
        .collect();
    for (stone, seen) in groups {
        let name = tested.doors.name(stone);
        let reply = tested.doors.ask(&format!("dragon_status {name}"));
        let words: Vec<&str> = reply.split_whitespace().collect();
        let status = words.first().copied().unwrap_or_default();
        tested.note(Law::GroupSeen, seen == status, &[], || {
            format!("group {name}: seen {seen}, {reply}")
        });
        let size = tested.board.size();
        let moves = [words.get(1), words.get(2)].map(|word| size.parse_vertex(word?));
        match status {
            "critical" => {
                moves_work(tested, stone, moves, &reply);
                after_moves(tested, stone, moves);
            }
            "alive" | "dead" => fits_life(tested, stone, status),
            _ => {}
        }
    }
}

/// The moves of a critical group.
fn moves_work(tested: &mut Tested<'_>, stone: Point, moves: [Option<Point>; 2], reply: &str) {
    let owner = tested.owner(stone);
    let questions = [
        ("owl_does_attack", Aim::Kill, owner.opposite()),
        ("owl_does_defend", Aim::Save, owner),
    ];
    for ((command, aim, mover), point) in questions.into_iter().zip(moves) {
        let Some(point) = point else {
            continue;
        };
        let found = tested.doors.coded(command, &[point, stone]);
        let size = tested.board.size();
        note_after(
            tested,
            (Law::MoveOfGroup, !found.is_no()),
            (stone, aim),
            (mover, point),
            || format!("group {}: {reply}, {command} {}", size.vertex(stone), found.code),
        );
    }
}

/// The moves of a critical group, played: the other side has no answer.
fn after_moves(tested: &mut Tested<'_>, stone: Point, moves: [Option<Point>; 2]) {
    let owner = tested.owner(stone);
    let size = tested.board.size();
    for (kills, point) in [(true, moves[0]), (false, moves[1])] {
        let Some(point) = point else {
            continue;
        };
        let (mover, aim, command) = match kills {
            true => (owner.opposite(), Aim::Kill, "owl_defend"),
            false => (owner, Aim::Save, "owl_attack"),
        };
        let after = tested
            .doors
            .after(mover, point, |doors| doors.coded(command, &[stone]));
        if let Some(found) = after {
            note_after(
                tested,
                (Law::GroupAfterMove, !found.is_yes()),
                (stone, aim),
                (mover, point),
                || {
                    let [stone, point] = [stone, point].map(|p| size.vertex(p).to_string());
                    format!("group {stone}: after {mover} {point} {command} {}", found.code)
                },
            );
        }
    }
}

/// Counts a trial of a law by the status of a group and the answer after a move of its status. A move that
/// cuts a group in two is followed by a question about other stones, whose proof contradicts none about the
/// whole.
fn note_after(
    tested: &mut Tested<'_>,
    (law, holds): (Law, bool),
    (stone, aim): (Point, Aim),
    mv: (Color, Point),
    text: impl FnOnce() -> String,
) {
    tested.counts.note(law, holds, text);
    if !holds
        && is_sure(tested, stone)
        && tested.is_proved((Some(mv), aim.opposite(), &[stone]))
        && tested.is_same_group(stone, mv)
    {
        tested.counts.note_by_proofs(law);
    }
}

/// Is the status of a group called proved?
fn is_sure(tested: &Tested<'_>, stone: Point) -> bool {
    let group = tested.analysis.dragons.get(stone);
    group.is_some_and(|group| group.certainty.is_proved())
}

/// A living group cannot be killed, a dead one cannot be saved. What is told as "perhaps" contradicts
/// neither.
fn fits_life(tested: &mut Tested<'_>, stone: Point, status: &str) {
    let (command, aim) = match status {
        "alive" => ("owl_attack", Aim::Kill),
        _ => ("owl_defend", Aim::Save),
    };
    let found = tested.doors.coded(command, &[stone]);
    let size = tested.board.size();
    let fits = !found.is_yes() || tested.is_doubtful((None, aim, &[stone]));
    tested.counts.note(Law::StatusFitsLife, fits, || {
        format!("group {}: {status}, {command} {}", size.vertex(stone), found.code)
    });
    if found.is_yes() && is_sure(tested, stone) && tested.is_proved((None, aim, &[stone])) {
        tested.counts.note_by_proofs(Law::StatusFitsLife);
    }
}
