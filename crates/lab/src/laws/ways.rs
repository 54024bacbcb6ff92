// SPDX-License-Identifier: MIT OR Apache-2.0

//! The same question asked in the other ways: JSON of the analysis, JSON of an answer, commands of GTP, and
//! the reasons of moves, which explanations and reviews put into words.

use katachi_engine::Engine;
use katachi_engine::movegen::ReasonKind;
use katachi_engine::play::{Player, Request};
use katachi_rules::Point;

use super::tested::Tested;
use super::{Law, strings};

/// The commands of GTP with the aims of `katachi-read` that ask the same, by the fields of the analysis in
/// JSON that answer them, and the command that prints it.
const OF_STRINGS: (&str, [(&str, &str); 2]) = ("worms_json", [("attack", "capture"), ("defend", "rescue")]);
const OF_GROUPS: (&str, [(&str, &str); 2]) =
    ("dragons_json", [("owl_attack", "kill"), ("owl_defend", "save")]);
const FIELDS: [&str; 2] = ["attack", "defense"];

/// The whole answer, with its tree, takes seconds. It is asked for one stone in this number.
const WHOLE_ANSWER_OF: usize = 48;

pub(super) fn check(tested: &mut Tested<'_>, engine: &Engine) {
    let groups = tested.analysis.dragons.iter().map(|group| group.origin).collect();
    for (stones, (analysis, ways)) in [
        (strings::questionable(tested.board), OF_STRINGS),
        (groups, OF_GROUPS),
    ] {
        for (number, &stone) in stones.iter().enumerate() {
            let name = tested.name(stone);
            let seen = tested.json(&format!("{analysis} {name}"));
            // Without an attack the data have no defense, as those of GNU Go.
            let is_attacked = seen[FIELDS[0]]["code"].as_u64() != Some(0);
            let is_whole = (number + tested.game.move_count()).is_multiple_of(WHOLE_ANSWER_OF);
            for ((command, aim), field) in ways.into_iter().zip(FIELDS) {
                // A question that the analysis did not ask has no answer there.
                let seen = seen[field]["code"]
                    .as_u64()
                    .filter(|_| is_attacked || field == FIELDS[0]);
                if seen.is_none() && !is_whole {
                    continue;
                }
                let code = tested.coded(command, &[stone]).code;
                if let Some(seen) = seen {
                    let text = format!("{command} {name}: {code}, {analysis} {seen}");
                    tested.note(Law::EveryWay, seen == u64::from(code), &[], text);
                }
                if is_whole {
                    let read = format!("katachi-read {aim} {name}");
                    let answer = tested.json(&read);
                    // An answer that is not known counts as no.
                    let found = answer["answer"]["code"].as_u64().unwrap_or(0);
                    let text = format!("{command} {name}: {code}, {read} {found}");
                    tested.note(Law::EveryWay, found == u64::from(code), &[], text);
                }
            }
        }
    }
    check_reasons(tested, engine);
}

/// The reasons of the moves of the side to move, against the commands about a move.
fn check_reasons(tested: &mut Tested<'_>, engine: &Engine) {
    let mut engine = engine.clone();
    engine.settings.search = None;
    let color = tested.game.to_move();
    let choice = Player::new(engine).explain(&Request::new(tested.game, color));
    for proposal in &choice.proposals {
        for reason in proposal.reasons.iter().filter(|reason| !reason.is_denied) {
            if let Some((command, stone)) = question(&reason.kind) {
                let points = [proposal.point, stone];
                let found = tested.coded(command, &points);
                let (names, point) = (tested.names(&points), tested.name(proposal.point));
                let text = format!("{color} {point} has a reason, {command} {names} denies it");
                tested.note(Law::Reason, !found.is_no(), &[], text);
            }
        }
    }
}

/// The command that asks what a reason says, and the stone that it is about.
fn question(kind: &ReasonKind) -> Option<(&'static str, Point)> {
    match *kind {
        ReasonKind::Capture { string, .. } => Some(("does_attack", string)),
        ReasonKind::Save { string, .. } => Some(("does_defend", string)),
        ReasonKind::Life {
            group, saves: true, ..
        } => Some(("owl_does_defend", group)),
        ReasonKind::Life { group, .. } => Some(("owl_does_attack", group)),
        _ => None,
    }
}
