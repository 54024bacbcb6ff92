// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws about groups: their status, the moves that kill and save them, and their races.

use katachi_engine::analysis::Analysis;
use katachi_engine::analysis::dragon::Dragon;
use katachi_engine::answers::Aim;
use katachi_engine::reading::{Race, Verdict};
use katachi_rules::Point;
use katachi_view::status_name;

use super::Law;
use super::tested::Tested;

/// A group of fewer stones is not asked about.
const MIN_STONES: u32 = 2;

/// The groups that are asked about.
pub(super) fn questionable(analysis: &Analysis) -> impl Iterator<Item = &Dragon> {
    analysis.dragons.iter().filter(|group| group.size >= MIN_STONES)
}

pub(super) fn check(tested: &mut Tested<'_>) {
    for group in questionable(tested.analysis) {
        let (stone, seen, name) = (group.origin, status_name(group.status), tested.name(group.origin));
        let reply = tested.ask(&format!("dragon_status {name}"));
        let mut words = reply.split_whitespace();
        let status = words.next().unwrap_or_default();
        let text = format!("group {name}: seen {seen}, {reply}");
        tested.note(Law::GroupSeen, seen == status, &[], text);
        let is_sure = group.certainty.is_proved();
        follows(tested, (stone, is_sure), seen);
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

/// The status of a group in the analysis is what the answers about killing and saving it say.
fn follows(tested: &mut Tested<'_>, (stone, is_sure): (Point, bool), seen: &str) {
    let stones = &[stone][..];
    let kill = tested.coded("owl_attack", stones).code;
    // A group that cannot be killed needs no move.
    let save = if kill == 0 {
        1
    } else {
        tested.coded("owl_defend", stones).code
    };
    let holds = fits_answers(seen, kill, save);
    let text = format!(
        "group {}: seen {seen}, owl_attack {kill}, owl_defend {save}",
        tested.name(stone)
    );
    let by_proofs = !holds
        && is_sure
        && tested.is_proved((None, Aim::Kill, stones))
        && (kill == 0 || tested.is_proved((None, Aim::Save, stones)));
    tested.counts.note(Law::StatusFollows, holds, by_proofs, text);
}

/// Whether a status is that of these codes. Code 0 of a kill may stand for an unknown answer.
pub(super) fn fits_answers(status: &str, kill: u8, save: u8) -> bool {
    match (kill, save) {
        (0, _) => matches!(status, "alive" | "unknown"),
        (1, 0) => status == "dead",
        _ => status == "critical",
    }
}

/// The races of the analysis, each of which both groups have.
pub(super) fn check_races(tested: &mut Tested<'_>) {
    for group in tested.analysis.dragons.iter() {
        let status = status_name(group.status);
        for race in &group.races {
            let Some(other) = tested.analysis.dragons.get(race.opponent) else {
                continue;
            };
            let names = tested.names(&[group.origin, race.opponent]);
            let pair = [status, status_name(other.status)];
            let decided = by_race(race.first, race.second);
            let holds = pair != ["dead"; 2] && decided.is_none_or(|it| it == status || status == "unknown");
            let by_proofs = pair == ["dead"; 2] && group.certainty.is_proved() && other.certainty.is_proved();
            let decided = decided.unwrap_or("open");
            let text = format!(
                "race {names}: {}, the first is {decided} by it",
                pair.join(" and ")
            );
            tested.counts.note(Law::StatusFitsRace, holds, by_proofs, text);
        }
    }
}

/// The status of a group by its race, if that decides it: `first` is the result for the group if its side
/// moves first, `second` that for the other group if the other side does. The group is alive if the other one
/// is lost anyway or neither can be captured, and dead if it is captured whoever moves first.
pub(super) fn by_race(first: Race, second: Race) -> Option<&'static str> {
    use Verdict::{No, Yes};
    match (first.saved, first.killed, second.saved, second.killed) {
        (_, _, No, No) | (Yes, No, Yes, No) => Some("alive"),
        (No, No, _, Yes) => Some("dead"),
        (Yes, _, _, Yes) => Some("critical"),
        _ => None,
    }
}
