// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program in conversation: whole transcripts through its standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};

use snapbox::cmd::{Command, OutputAssert};

use crate::READY;

fn katachi(arguments: &[&str], input: impl Into<Vec<u8>>) -> OutputAssert {
    Command::from_std(crate::program())
        // Boards stay ASCII in every locale: clients parse them.
        .env("LC_ALL", "C.UTF-8")
        .args(arguments)
        .stdin(input.into())
        .assert()
}

/// Lines that begin with `> ` are input, all at once. Each reply follows its line, without the empty line
/// after it, `[..]` being any text. Where none follows, the command succeeds without a text.
#[track_caller]
fn converse(arguments: &[&str], transcript: &str) {
    let (mut input, mut replies) = (String::new(), String::new());
    for part in transcript.split("\n> ").skip(1) {
        let (line, reply) = part.split_once('\n').unwrap_or((part, ""));
        input += &format!("{line}\n");
        replies += &match reply.trim_end() {
            "" => "=\n\n".to_owned(),
            "no reply" => String::new(),
            reply => format!("{reply}\n\n"),
        };
    }
    katachi(arguments, input)
        .success()
        .stdout_eq(replies)
        .stderr_eq(if arguments.contains(&"gtp") { READY } else { "" });
}

#[test]
fn a_pipe_speaks_the_protocol_without_being_told() {
    converse(
        &[],
        "
> protocol_version
= 2
> name
= Katachi
> quit
",
    );
}

#[test]
fn a_short_game_is_played_captured_counted_and_taken_back() {
    converse(
        &["gtp"],
        "
> komi 0.5
> boardsize 5
> clear_board
> play b C3
> play w A1
> play b A2
> play w pass
> play b B1
> showboard
= Move 6, White to play; last: Black B1
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . X . . 3
 2 X . . . . 2
 1 .(X). . . 1
   A B C D E
Black (X) has captured 1, White (O) has captured 0
> play w pass
> play b pass
> final_score
= B+24.5
> final_status_list seki
> undo
> undo
> undo
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[0.5]RU[Chinese]
;B[cc];W[ae];B[ad];W[])
> quit
",
    );
}

#[test]
fn failures_are_worded_by_the_protocol_and_explained_in_the_log() {
    katachi(&["gtp"], "1 play b Z1\n2 boardsize 99\n3 undo\n4 dance\n5 play b\n")
        .success()
        .stdout_eq("?1 illegal move\n\n?2 unacceptable size\n\n?3 cannot undo\n\n?4 unknown command\n\n?5 syntax error\n\n")
        .stderr_eq(
            "\
GTP ready, beginning main protocol loop
katachi: illegal move: Black Z1: off the board
katachi: unacceptable size: 99x99: sides are of 1 to 25 lines
katachi: cannot undo: 0 moves were made
katachi: unknown command: 'dance'
katachi: syntax error: expected 2 arguments, found 1; usage: play COLOR VERTEX
",
        );
}

#[test]
fn the_session_begins_with_the_game_of_the_command_line() {
    converse(
        &[
            "gtp",
            "--boardsize",
            "9",
            "--handicap",
            "2",
            "--komi",
            "3",
            "--rules",
            "aga",
        ],
        "
> showboard
= Move 1, White to play
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . . X . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . . X . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
Black (X) has captured 0, White (O) has captured 0
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[9]KM[3]HA[2]RU[AGA]AB[gc][cg])
",
    );
}

#[test]
fn engines_move_when_asked_and_the_same_seed_moves_the_same() {
    let game: String = (0..10).map(|_| "genmove b\ngenmove w\n").collect();
    let play = || {
        let output = katachi(&["gtp", "--boardsize", "9", "--seed", "5"], game.as_str())
            .success()
            .get_output()
            .stdout
            .clone();
        String::from_utf8(output).unwrap()
    };
    let replies = play();
    assert_eq!(replies.matches("= ").count(), 20, "{replies}");
    assert_eq!(replies, play());
}

/// How fast the machine is decides which moves these are, but not that there are any.
#[test]
fn a_game_on_a_tiny_clock_has_a_reply_to_every_command() {
    let game: String = (0..25).map(|_| "genmove b\ngenmove w\n").collect();
    for (options, clock) in [
        (&["--ponder", "off"][..], "time_settings 2 0 0"),
        (&["--ponder", "on"], "kgs-time_settings byoyomi 0 0.2 1"),
        (
            &["--ponder", "on", "--time", "0.02", "--threads", "2"],
            "time_settings 0 1 0",
        ),
        (&["--reserve", "0"], "time_settings 0 0 0"),
        (&["--visits", "20"], "time_settings 1 2 5"),
    ] {
        let mut arguments = vec!["gtp", "--boardsize", "9", "--memory", "64"];
        arguments.extend(options);
        let output = katachi(&arguments, format!("{clock}\n{game}quit\n"));
        let output = output.success().stderr_eq(READY).get_output().stdout.clone();
        let replies = String::from_utf8(output).unwrap();
        assert_eq!(replies.matches("\n\n").count(), 52, "{clock}: {replies}");
        assert!(!replies.contains('?'), "{clock}: {replies}");
    }
}

#[test]
fn the_manual_has_a_line_for_every_command_and_for_nothing_else() {
    let manual = include_str!("../../docs/gtp.md");
    let (_, tables) = manual
        .split_once("\n## Commands\n")
        .expect("a section of commands");
    let written: Vec<&str> = tables.lines().filter(|line| line.starts_with("| `")).collect();
    let line = |command: &katachi_gtp::Command| {
        let usage = format!("{} {}", command.name, command.usage).replace('|', "\\|");
        format!("| `{}` | {} |", usage.trim_end(), command.doc.replace('|', "\\|"))
    };
    let there: Vec<String> = katachi_gtp::COMMANDS.iter().map(line).collect();
    let missing: Vec<&String> = there
        .iter()
        .filter(|line| !written.contains(&line.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/gtp.md lacks {missing:#?}");
    assert_eq!(written.len(), there.len(), "docs/gtp.md has lines of no command");
}

#[test]
fn a_hint_at_the_weakest_level_is_that_of_full_strength() {
    let input = "boardsize 7\nplay b D4\nplay w D5\nplay b E5\nplay w C4\nkatachi-hint\nquit\n";
    let hint = |level: &str| {
        let output = katachi(&["gtp", "--seed", "1", "--level", level], input).success();
        String::from_utf8(output.get_output().stdout.clone()).expect("replies are text")
    };
    let weakest = hint("1");
    assert!(weakest.contains("= Black "), "{weakest}");
    assert_eq!(weakest, hint("10"));
}

/// The program with a port, and a function that connects to it when it waits.
fn listening() -> (Child, impl FnMut() -> TcpStream) {
    let mut program = crate::program()
        .args(["gtp", "--listen", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut messages = BufReader::new(program.stderr.take().expect("its errors are a pipe")).lines();
    let connect = move || {
        let address = messages.find_map(|line| {
            let line = line.expect("a line");
            line.strip_prefix("katachi: waits for a client on ")
                .map(str::to_owned)
        });
        TcpStream::connect(address.expect("an address")).expect("it listens")
    };
    (program, connect)
}

#[test]
fn one_client_is_served_on_a_port_of_this_machine() {
    let (mut program, mut next_client) = listening();
    let mut client = next_client();
    client
        .write_all(b"name\nloadsgf game.sgf\nprintsgf game.sgf\nquit\n")
        .expect("it reads");
    let mut replies = String::new();
    client.read_to_string(&mut replies).expect("it answers and ends");
    // Anybody on this machine can be the client: the files are closed.
    assert_eq!(
        replies,
        "= Katachi\n\n? cannot load file\n\n? cannot write file: game.sgf: files are not allowed here (--files none)\n\n=\n\n"
    );
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn connections_without_gtp_leave_the_port_to_the_next_client() {
    let (mut program, mut next_client) = listening();
    for foreign in [
        &b""[..],
        b"POST / HTTP/1.1\r\nHost: here\r\n\r\nplay b D4\nquit\n",
        b"\x16\x03\x01\x02\x00\x01\n",
        b"\xff\xfe dance\n",
    ] {
        let mut client = next_client();
        client.write_all(foreign).expect("it reads");
        client.shutdown(Shutdown::Write).expect("it is open");
        // The connection ends, perhaps by a reset.
        let _ = client.read_to_end(&mut Vec::new());
    }
    let mut client = next_client();
    client.write_all(b"list_stones b\n").expect("it reads");
    client.shutdown(Shutdown::Write).expect("it is open");
    let mut replies = String::new();
    client.read_to_string(&mut replies).expect("it answers and ends");
    assert_eq!(replies, "=\n\n");
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn the_commands_of_gnu_go_begin_the_protocol() {
    katachi(&["--mode", "gtp", "--level", "3"], "name\n")
        .success()
        .stdout_eq("= Katachi\n\n");
}
