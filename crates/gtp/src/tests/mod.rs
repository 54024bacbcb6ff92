// SPDX-License-Identifier: MIT OR Apache-2.0

//! Typical sessions of clients.

mod arbitrary;
mod arguments;
mod clients;
mod endings;
mod groups;
mod interrupts;
mod katago;
mod records;
mod time;

use std::io;

use katachi_engine::play::{Engine, Settings};
use katachi_engine::search::SearchSettings;
use katachi_rules::{BoardSize, Game, Rules, TimeSystem};

use super::*;

/// Files with one record; writing fails.
struct FakeFiles;

impl Files for FakeFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match path {
            "a game.sgf" => Ok(b"(;SZ[5]KM[2.5]RU[AGA];B[cc];W[dd];B[])".to_vec()),
            "broken.sgf" => Ok(b"(;SZ[5];B[cc];W[cc])".to_vec()),
            "setup.sgf" => Ok(b"(;SZ[5]KM[0]RU[Japanese];B[cc];W[dd];AE[dd]AW[bb];B[ee])".to_vec()),
            "odd.sgf" => Ok(b"(;SZ[5]RU[koSIMPLEscoreAREAtaxALLsui1]KM[2,5];B[cc])".to_vec()),
            "problem.sgf" => Ok(b"(;SZ[5]RU[Japanese]AB[bb]AW[dd];W[cc])".to_vec()),
            "handicap.sgf" => Ok(b"(;SZ[5]HA[2]RU[Japanese];B[bb];B[dd];W[cc])".to_vec()),
            "words.sgf" => Ok(b"no record".to_vec()),
            "nan.sgf" => Ok(b"(;SZ[5]KM[nan])".to_vec()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

fn session() -> Session {
    session_with(Settings::default(), 5)
}

/// A session on a square board.
fn session_with(settings: Settings, side: u8) -> Session {
    let game = Game::new(BoardSize::square(side), Rules::CHINESE, 7.5);
    Session::with_files(Engine::new(settings), game, FakeFiles)
}

/// Settings of a search in little memory.
fn searching(visits: Option<u32>) -> Settings {
    let search = SearchSettings {
        visits,
        memory: 16,
        ..SearchSettings::default()
    };
    Settings {
        search: Some(search),
        ..Settings::default()
    }
}

/// Sends the lines that begin with `> ` and expects the others as replies, without the empty line after each.
/// Where no reply follows, the command succeeds without a text.
#[track_caller]
fn check(transcript: &str) {
    let transcript = transcript.trim_start_matches('\n');
    let mut session = session();
    let mut heard = String::new();
    for line in transcript.lines().filter_map(|line| line.strip_prefix("> ")) {
        let reply = session.answer(line).map(|reply| reply.to_string());
        let reply = reply.as_deref().unwrap_or("no reply\n\n");
        let reply = reply.strip_suffix('\n').expect("a reply ends in an empty line");
        let shown = if reply == "=\n" { "" } else { reply };
        heard += &format!("> {line}\n{shown}");
    }
    assert_eq!(heard, transcript, "heard:\n{heard}");
}

#[test]
fn the_engine_introduces_itself() {
    check(
        "
> 1 protocol_version
=1 2
> name
= Katachi
> 3 known_command genmove
=3 true
> known_command lz-analyze
= true
> known_command kata-raw-human-nn
= false
> known_command
? syntax error
> # nothing to answer
no reply
> 2147483647 dance
?2147483647 unknown command
> 5
?5 unknown command
> Name
? unknown command
",
    );
}

#[test]
fn stones_are_played_captured_and_taken_back() {
    check(
        "
> play b A1
> play white a2
> play W B1
> play b a1
? illegal move
> showboard
= Move 4, Black to play; last: White B1
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 O . . . . 2
 1 .(O). . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 1
> undo
> gg-undo 3
? cannot undo
> gg-undo 2
> undo
? cannot undo
> play b A1
",
    );
}

#[test]
fn a_resignation_of_the_client_is_taken_back_alone() {
    check(
        "
> play b A1
> play w resign
> undo
> list_stones b
= A1
> play w resign
> gg-undo 3
? cannot undo
> gg-undo 2
> list_stones b
> play b resign
> undo
> undo
? cannot undo
> play b A1
> play w pass
> play b pass
> undo
> showboard
= Move 3, Black to play; last: White pass
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 . . . . . 2
 1 X . . . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 0
",
    );
}

#[test]
fn errors_say_what_the_protocol_says() {
    check(
        "
> play b
? syntax error
> play red D4
? syntax error
> play b I5
? syntax error
> play b F6
? illegal move
> play b C3
> play w C3
? illegal move
> genmove
? syntax error
> boardsize 0
? unacceptable size
> boardsize 26
? unacceptable size
> boardsize -9
? unacceptable size
> boardsize five
? syntax error
> boardsize
? syntax error
> komi much
? syntax error
> komi nan
? syntax error
> komi -3
> undo 2
? syntax error
",
    );
}

#[test]
fn komi_outlives_the_board_and_other_boards_may_be_rectangles() {
    check(
        "
> komi 2.5
> boardsize 3 2
> clear_board
> final_score
= W+2.5
> showboard
= Move 1, Black to play
   A B C
 2 . . . 2
 1 . . . 1
   A B C
Black (X) has captured 0, White (O) has captured 0
> rectangular_boardsize 1 4
> gogui-play_sequence b A3
> final_score
= B+1.5
> komi 4
> final_score
= 0
",
    );
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    check(
        "
> gogui-play_sequence b C3 w C4 b pass
> gogui-play_sequence b D3 w C3
? illegal move
> gogui-play_sequence b D3 w
? syntax error
> gogui-play_sequence
> gg-undo 3
> undo
? cannot undo
",
    );
}

#[test]
fn times_are_taken_at_any_moment_and_remembered() {
    let mut session = session();
    for (line, expected) in [
        ("time_settings 300 30 5", "=\n\n"),
        ("time_left b 12.5 3", "=\n\n"),
        ("time_left w -1 0", "=\n\n"),
        ("time_settings 300 30", "? syntax error\n\n"),
        ("time_settings -1 0 0", "? syntax error\n\n"),
        ("time_left b inf 0", "? syntax error\n\n"),
        ("time_left b 1e300 0", "? syntax error\n\n"),
        ("kgs-time_settings byoyomi 60 10 0", "? syntax error\n\n"),
        ("kgs-time_settings hourglass 60", "? syntax error\n\n"),
    ] {
        assert_eq!(session.answer(line).unwrap().to_string(), expected, "{line}");
    }
    let clock = session.player.clock;
    assert!(matches!(clock.system, TimeSystem::Canadian { stones: 5, .. }));
    assert_eq!(clock.left.black.map(|left| left.count), Some(3));
    assert_eq!(clock.left.white.map(|left| left.time.is_zero()), Some(true));
    session.answer("kgs-time_settings byoyomi 60 10 3");
    assert!(matches!(
        session.player.clock.system,
        TimeSystem::Byoyomi { periods: 3, .. }
    ));
    assert_eq!(session.player.clock.left.black, None);
}

/// Only the legality of the moves is checked, because the engine's choice may change.
#[test]
fn the_engine_moves_for_either_colour_and_its_trial_moves_are_not_played() {
    let mut session = session();
    let mut ask = |line: &str| session.answer(line).unwrap().outcome.unwrap();
    // Few visits suffice for legality.
    ask("kata-set-param maxVisits 200");
    let trial = ask("reg_genmove b");
    assert_eq!(ask("reg_genmove b"), trial, "the same position, the same move");
    assert_eq!(ask("genmove b"), trial);
    ask("gomill-explain_last_move");
    for _ in 0..60 {
        ask("genmove w");
        ask("genmove w");
        ask("genmove b");
    }
    ask("gg-undo 181");
    assert_eq!(ask("genmove b"), trial);
}

#[test]
fn every_stone_is_in_exactly_one_status_list() {
    let mut session = session();
    let mut ask = |line: &str| session.answer(line).unwrap().outcome.unwrap();
    ask("gogui-play_sequence b A1 b A2 w C3 w C4 b E5 w E1");
    let mut stones: Vec<_> = ["dead", "alive", "seki"]
        .iter()
        .flat_map(|status| {
            let list = ask(&format!("final_status_list {status}"));
            list.split_whitespace().map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    stones.sort();
    assert_eq!(stones, ["A1", "A2", "C3", "C4", "E1", "E5"]);
}

#[test]
fn commands_have_names_of_their_own_and_docs() {
    for (i, command) in COMMANDS.iter().enumerate() {
        let name = command.name;
        assert!(COMMANDS[..i].iter().all(|other| other.name != name), "{name}");
        assert!(!name.contains(char::is_whitespace));
        assert!(command.doc.len() > 10 && !command.doc.contains('\n'), "{name}");
        let reply = session().answer(&format!("known_command {name}")).unwrap();
        assert_eq!(reply.outcome, Ok("true".to_string()));
    }
    let list = session().answer("list_commands").unwrap().to_string();
    assert_eq!(list.lines().count(), COMMANDS.len() + 1);
    let is_trimmed = |line: &str| line == line.trim_end();
    assert!(list.lines().all(is_trimmed), "clients compare whole lines");
}

#[test]
fn serving_ends_with_quit_or_with_the_input_and_logs_reasons() {
    let conversation = |input: &'static [u8]| {
        let (mut output, mut log) = (Vec::new(), Vec::new());
        serve(&mut session(), input, Outlet::new(&mut output), &mut log).unwrap();
        [output, log].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    assert_eq!(conversation(b"name\r\nquit\r\nname\r\n")[0], "= Katachi\n\n=\n\n");
    assert_eq!(conversation(b"\n# hello\n7 name")[0], "=7 Katachi\n\n");
    assert_eq!(conversation(b"")[0], "");
    let [output, log] = conversation(b"play b \xff\xfe\nplay b Z9\n");
    assert_eq!(output, "? syntax error\n\n? illegal move\n\n");
    assert_eq!(
        log,
        "katachi: syntax error: expected a vertex or pass, found '\u{fffd}\u{fffd}'; \
         usage: play COLOR VERTEX\n\
         katachi: illegal move: Black Z9: off the board\n"
    );
}
