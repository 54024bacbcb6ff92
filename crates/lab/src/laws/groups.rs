// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about groups: their status, and the moves that kill and save them.

use katachi_engine::answers::Aim;
use katachi_rules::Point;
use katachi_view::status_name;

use super::Law;
use super::tested::Tested;

/// A group of fewer stones is not asked about.
const MIN_STONES: u32 = 2;

pub(super) fn check(tested: &mut Tested<'_>) {
    let groups = tested.analysis.dragons.iter();
    for group in groups.filter(|group| group.size >= MIN_STONES) {
        let (stone, seen, name) = (group.origin, status_name(group.status), tested.name(group.origin));
        let reply = tested.ask(&format!("dragon_status {name}"));
        let mut words = reply.split_whitespace();
        let status = words.next().unwrap_or_default();
        let text = format!("group {name}: seen {seen}, {reply}");
        tested.note(Law::GroupSeen, seen == status, &[], text);
        let is_sure = group.certainty.is_proved();
        if matches!(status, "alive" | "dead") {
            fits_life(tested, (stone, is_sure), status);
        }
        if status != "critical" {
            continue;
        }
        let size = tested.board.size();
        let mut point = || words.next().and_then(|word| size.parse_vertex(word));
        let (kill, save, owner) = (point(), point(), tested.owner(stone));
        for (point, aim, mover, command, after) in [
            (kill, Aim::Kill, owner.opposite(), "owl_does_attack", "owl_defend"),
            (save, Aim::Save, owner, "owl_does_defend", "owl_attack"),
        ] {
            let Some(point) = point else { continue };
            let (mv, at) = ((mover, point), tested.name(point));
            let code = tested.coded(command, &[point, stone]).code;
            let text = format!("group {name}: {reply}, {command} {code}");
            let mut tried = vec![(Law::MoveOfGroup, code != 0, text)];
            // The other side has no answer to the move.
            if let Some(found) = tested.coded_after(mv, after, &[stone]) {
                let text = format!("group {name}: after {mover} {at} {after} {}", found.code);
                tried.push((Law::GroupAfterMove, !found.is_yes(), text));
            }
            for (law, holds, text) in tried {
                // A move that cuts a group in two is followed by a question about other stones, whose proof
                // contradicts none about the whole.
                let by_proofs = !holds
                    && is_sure
                    && tested.is_proved((Some(mv), aim.opposite(), &[stone]))
                    && tested.is_same_group(stone, mv);
                tested.counts.note(law, holds, by_proofs, text);
            }
        }
    }
}

/// A living group cannot be killed, a dead one cannot be saved.
fn fits_life(tested: &mut Tested<'_>, (stone, is_sure): (Point, bool), status: &str) {
    let (command, aim) = match status {
        "alive" => ("owl_attack", Aim::Kill),
        _ => ("owl_defend", Aim::Save),
    };
    let found = tested.coded(command, &[stone]);
    let fits = !found.is_yes();
    let text = format!("group {}: {status}, {command} {}", tested.name(stone), found.code);
    let by_proofs = !fits && is_sure && tested.is_proved((None, aim, &[stone]));
    tested.counts.note(Law::StatusFitsLife, fits, by_proofs, text);
}
