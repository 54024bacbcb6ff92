// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every command ends soon after an interrupt, with visits that no machine makes.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use katachi_engine::reading::Reader;
use katachi_engine::search::MAX_VISITS;
use katachi_katago_json::SharedJudge;

use super::*;

/// Commands that set up the position.
const POSITION: [&str; 5] = ["clear_board", "play b C3", "play w C4", "play b B4", "play w D3"];
/// A command that is still at work after this time is not interrupted.
const FOR_EVER: Duration = Duration::from_secs(300);

/// Arguments with which a command works in that position.
fn arguments(command: &Command) -> &'static str {
    match (command.name, command.usage) {
        (_, "") => "",
        ("boardsize", _) => "5",
        ("rectangular_boardsize", _) => "5 5",
        ("kata-search" | "kata-search_cancellable", _) | (_, "COLOR" | "[COLOR]") => "b",
        (_, "[COLOR] [CENTISECONDS] [KEY VALUE ...]") => "b 1",
        ("kata-raw-nn", _) => "b 0",
        ("kata-benchmark", _) => "4000000",
        ("loadsgf", _) => "setup.sgf",
        ("printsgf", _) => "",
        ("known_command", _) => "name",
        ("black" | "white", _) => "E5",
        ("komi", _) => "7.5",
        ("level", _) => "10",
        ("gg-undo", _) => "1",
        ("time_settings", _) => "100 10 5",
        ("kgs-time_settings" | "kata-time_settings", _) => "none",
        ("time_left", _) => "b 100 0",
        ("kgs-rules" | "kata-set-rules", _) => "chinese",
        ("kata-set-rule", _) => "suicide false",
        ("kata-get-param", _) => "maxTime",
        ("kata-set-param", _) => "maxTime 1e20",
        ("kata-set-params", _) => "{\"maxTime\":1e20}",
        ("final_status_list", _) => "dead",
        ("initial_influence", _) => "b moyo",
        ("move_influence", _) => "b E5 moyo",
        ("katachi-influence", _) => "moyo",
        ("katachi-read", _) => "kill C3",
        ("katachi-line", _) => "kill C3",
        ("eval_eye" | "half_eye_data", _) => "A1",
        ("eye_data", _) => "b A1",
        ("analyze_semeai" | "tactical_analyze_semeai" | "owl_analyze_semeai", _) => "C3 C4",
        ("restricted_genmove", _) => "b A1 E5",
        (_, "COLOR VERTEX" | "COLOR VERTEX ..." | "[COLOR VERTEX ...]") => "b E5",
        (_, "VERTEX STONE") => "C2 C3",
        (_, "VERTEX STONE STONE") => "B3 C3 B4",
        (_, "STONE STONE" | "STONE STONE ...") => "C3 B4",
        (_, "STONE VERTEX ...") => "C3 E1 E2",
        (_, "STONE" | "VERTEX" | "[VERTEX]" | "[STONE|COLOR]") => "C3",
        // They need an empty board.
        (_, "STONES" | "VERTEX VERTEX ...") => "2",
        _ => panic!("{} {}: give it arguments here", command.name, command.usage),
    }
}

/// A session whose searches take for ever.
fn endless() -> Session {
    session_with(searching(Some(MAX_VISITS)), 5)
}

/// Runs every command of the table in the session, interrupted. Returns those that fail.
fn walk(make: fn() -> Session) -> Vec<&'static str> {
    let (walks, walked) = channel();
    thread::spawn(move || {
        let mut session = make();
        for command in COMMANDS.iter().filter(|command| command.name != "quit") {
            session.player.engine.settings = searching(Some(MAX_VISITS));
            session.player.question_nodes = 100 * Reader::QUESTION_NODES;
            for line in POSITION {
                assert!(session.answer(line).unwrap().outcome.is_ok());
            }
            walks.send((command.name, None)).unwrap();
            session.player.interrupt.store(true, Relaxed);
            let line = format!("{} {}", command.name, arguments(command));
            let outcome = session.answer(&line).unwrap().outcome;
            session.player.interrupt.store(false, Relaxed);
            walks.send((command.name, Some(outcome.is_ok()))).unwrap();
        }
    });
    let (mut last, mut failed) = ("", Vec::new());
    let mut heard = 0;
    while heard < 2 * (COMMANDS.len() - 1) {
        let (name, succeeds) = walked
            .recv_timeout(FOR_EVER)
            .unwrap_or_else(|_| panic!("{last} is not interrupted"));
        (last, heard) = (name, heard + 1);
        if succeeds == Some(false) {
            failed.push(name);
        }
    }
    failed
}

#[test]
fn every_command_of_the_table_ends_with_an_interrupt() {
    let failed = walk(endless);
    let need_another_position = [
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "eval_eye",
        "eye_data",
        "half_eye_data",
        "popgo",
        "gogui-setup_player",
    ];
    assert!(
        failed.iter().all(|name| need_another_position.contains(name)),
        "they do not work at all: {failed:?}"
    );
}

#[cfg(unix)]
#[test]
fn every_command_that_waits_for_a_judge_ends_with_an_interrupt() {
    let failed = walk(|| {
        let mut session = endless();
        session.judge = Some(SharedJudge::start("sh -c 'cat >/dev/null'", 10));
        session
    });
    assert!(failed.contains(&"katachi-hint"), "{failed:?}");
    assert!(failed.contains(&"kata-analyze"), "{failed:?}");
}
