// SPDX-License-Identifier: MIT OR Apache-2.0

//! The same question asked in the other ways: JSON of the analysis, JSON of an answer, commands of GTP, and
//! the reasons of moves, which explanations and reviews put into words.

use katachi_engine::Engine;
use katachi_engine::movegen::ReasonKind;
use katachi_engine::play::{Player, Request};
use katachi_rules::{Color, Game, Point};
use serde_json::Value;

use super::check::Tested;
use super::{Law, strings};

/// A command of GTP and the aim of `katachi-read` that ask the same, and the field of the analysis in JSON
/// that answers it.
struct Way {
    command: &'static str,
    aim: &'static str,
    field: &'static str,
}

const OF_STRINGS: [Way; 2] = [
    Way {
        command: "attack",
        aim: "capture",
        field: "attack_code",
    },
    Way {
        command: "defend",
        aim: "rescue",
        field: "defense_code",
    },
];
const OF_GROUPS: [Way; 2] = [
    Way {
        command: "owl_attack",
        aim: "kill",
        field: "attack_code",
    },
    Way {
        command: "owl_defend",
        aim: "save",
        field: "defense_code",
    },
];

/// The whole answer, with its tree, takes seconds. It is asked for one stone in this number.
const WHOLE_ANSWER_OF: usize = 48;

pub(super) fn check(tested: &mut Tested<'_>, engine: &Engine, game: &Game) {
    let groups = tested.analysis.dragons.iter().map(|group| group.origin).collect();
    for (stones, analysis, ways) in [
        (strings::questionable(tested.board), "worms_json", &OF_STRINGS),
        (groups, "dragons_json", &OF_GROUPS),
    ] {
        for (number, &stone) in stones.iter().enumerate() {
            check_analysis(tested, stone, analysis, ways);
            if (number + game.move_count()).is_multiple_of(WHOLE_ANSWER_OF) {
                check_answer(tested, stone, ways);
            }
        }
    }
    check_reasons(tested, engine, game);
}

/// The analysis as JSON.
fn check_analysis(tested: &mut Tested<'_>, stone: Point, analysis: &str, ways: &[Way; 2]) {
    let name = tested.doors.name(stone);
    let seen = tested.doors.json(&format!("{analysis} {name}"));
    // Without an attack the data have no defense, as those of GNU Go.
    let is_attacked = seen[ways[0].field].as_u64() != Some(0);
    for way in &ways[..if is_attacked { 2 } else { 1 }] {
        // A question that the analysis did not ask has no answer there.
        let Some(seen) = seen[way.field].as_u64() else {
            continue;
        };
        let code = tested.doors.coded(way.command, &[stone]).code;
        tested.note(Law::EveryWay, seen == u64::from(code), &[], || {
            format!("{} {name}: {code}, {analysis} {seen}", way.command)
        });
    }
}

/// The whole answer as JSON.
fn check_answer(tested: &mut Tested<'_>, stone: Point, ways: &[Way; 2]) {
    let name = tested.doors.name(stone);
    for way in ways {
        let code = tested.doors.coded(way.command, &[stone]).code;
        let command = format!("katachi-read {} {name}", way.aim);
        let answer = tested.doors.json(&command);
        let read = code_of(&answer["answer"]["verdict"]);
        tested.note(Law::EveryWay, read == Some(code), &[], || {
            format!("{} {name}: {code}, {command} {read:?}", way.command)
        });
    }
}

/// The code of a verdict in JSON. `None` if it is none.
fn code_of(verdict: &Value) -> Option<u8> {
    match verdict.as_str()? {
        "no" | "unknown" => Some(0),
        "yes" => Some(1),
        "koAhead" => Some(2),
        "koBehind" => Some(3),
        _ => None,
    }
}

/// The reasons of the moves of the side to move, against the commands about a move.
fn check_reasons(tested: &mut Tested<'_>, engine: &Engine, game: &Game) {
    let mut engine = engine.clone();
    engine.settings.search = None;
    let color = game.to_move();
    let choice = Player::new(engine).explain(&Request::new(game, color));
    for proposal in &choice.proposals {
        for reason in proposal.reasons.iter().filter(|reason| !reason.is_denied) {
            if let Some((command, stone)) = question(&reason.kind) {
                check_reason(tested, (command, color), proposal.point, stone);
            }
        }
    }
}

/// The command that asks what a reason says, and the stone that it is about.
fn question(kind: &ReasonKind) -> Option<(&'static str, Point)> {
    match *kind {
        ReasonKind::Capture { string, .. } => Some(("does_attack", string)),
        ReasonKind::Save { string, .. } => Some(("does_defend", string)),
        ReasonKind::Life { group, saves, .. } => {
            let command = if saves {
                "owl_does_defend"
            } else {
                "owl_does_attack"
            };
            Some((command, group))
        }
        _ => None,
    }
}

fn check_reason(tested: &mut Tested<'_>, (command, color): (&str, Color), point: Point, stone: Point) {
    let found = tested.doors.coded(command, &[point, stone]);
    let (point, stone) = (tested.doors.name(point), tested.doors.name(stone));
    tested.note(Law::Reason, !found.is_no(), &[], || {
        format!("{color} {point} has a reason, {command} {point} {stone} denies it")
    });
}
