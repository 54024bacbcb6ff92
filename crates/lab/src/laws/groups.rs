// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about groups: their status, and the moves that kill and save them.

use katachi_rules::Point;
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
        tested.counts.note(Law::GroupSeen, seen == status, || {
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
    for (command, point) in ["owl_does_attack", "owl_does_defend"].into_iter().zip(moves) {
        let Some(point) = point else {
            continue;
        };
        let found = tested.doors.coded(command, &[point, stone]);
        let size = tested.board.size();
        tested.counts.note(Law::MoveOfGroup, !found.is_no(), || {
            format!("group {}: {reply}, {command} {}", size.vertex(stone), found.code)
        });
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
        let (mover, command) = match kills {
            true => (owner.opposite(), "owl_defend"),
            false => (owner, "owl_attack"),
        };
        let after = tested
            .doors
            .after(mover, point, |doors| doors.coded(command, &[stone]));
        if let Some(found) = after {
            tested.counts.note(Law::GroupAfterMove, !found.is_yes(), || {
                let [stone, point] = [stone, point].map(|p| size.vertex(p).to_string());
                format!("group {stone}: after {mover} {point} {command} {}", found.code)
            });
        }
    }
}

/// A living group cannot be killed, a dead one cannot be saved.
fn fits_life(tested: &mut Tested<'_>, stone: Point, status: &str) {
    let command = if status == "alive" {
        "owl_attack"
    } else {
        "owl_defend"
    };
    let found = tested.doors.coded(command, &[stone]);
    let size = tested.board.size();
    tested.counts.note(Law::StatusFitsLife, !found.is_yes(), || {
        format!("group {}: {status}, {command} {}", size.vertex(stone), found.code)
    });
}
