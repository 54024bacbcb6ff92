// SPDX-License-Identifier: MIT OR Apache-2.0

//! Continuous analysis, with the program as a client has it: lines that come while it runs, and what ends
//! them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use snapbox::cmd::cargo_bin;

/// The program, to which lines are said, and which is heard line by line.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(cargo_bin!("katachi"))
            .args(["gtp", "--seed", "1", "--memory", "64", "--boardsize", "7"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Self {
            child,
            input,
            output: BufReader::new(output),
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// The next line without its end; none at the end.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).unwrap();
        (read > 0).then(|| line.trim_end_matches('\n').to_owned())
    }

    /// All lines up to the empty one that ends a reply.
    fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line().filter(|line| !line.is_empty()) {
            lines.push(line);
        }
        lines
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.rest().join("\n")
    }

    /// Starts a stream; its first line after the sign.
    #[track_caller]
    fn start(&mut self, command: &str) -> String {
        self.say(command);
        let first = command.split(' ').next().unwrap_or_default();
        let id = if first.parse::<u32>().is_ok() { first } else { "" };
        assert_eq!(self.line().unwrap(), format!("={id}"), "{command}");
        self.line().unwrap()
    }

    /// Ends a stream by an empty line.
    fn stop(&mut self) {
        self.say("");
        self.rest();
    }

    /// Ends the input; whether the program ends well.
    fn close(&mut self) -> bool {
        self.input = None;
        self.child.wait().unwrap().success()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The segments of a line, each the words behind `info`.
fn segments(line: &str) -> Vec<Vec<&str>> {
    let segments = line.strip_prefix("info ").expect(line).split(" info ");
    segments.map(|segment| segment.split(' ').collect()).collect()
}

/// The word behind a key.
#[track_caller]
fn value<'a>(words: &[&'a str], key: &str) -> &'a str {
    let at = words.iter().position(|word| *word == key);
    words[at.unwrap_or_else(|| panic!("no {key} in {words:?}")) + 1]
}

const FRACTIONS: &str =
    "utility winrate scoreMean scoreStdev scoreLead scoreSelfplay prior lcb utilityLcb weight noResultValue";

#[test]
fn leela_zeros_form_has_whole_numbers_and_its_moves_best_first() {
    let mut client = Client::new(&[]);
    let line = client.start("12 lz-analyze b 5");
    for (order, words) in segments(&line).iter().enumerate() {
        assert_eq!(words[0], "move");
        for key in ["winrate", "prior", "lcb"] {
            let number: u32 = value(words, key).parse().unwrap();
            assert!(number <= 10_000, "{key} {number}");
        }
        assert!(value(words, "visits").parse::<u32>().unwrap() > 0);
        assert_eq!(value(words, "order"), order.to_string());
        assert_eq!(value(words, "pv"), words[1], "a variation begins with its move");
        let at = words.iter().position(|word| *word == "pv").unwrap();
        let is_vertex = |word: &&str| *word == "pass" || word.len() == 2;
        assert!(words[at + 1..].iter().all(is_vertex), "it comes last: {words:?}");
    }
    client.stop();
}

#[test]
fn katagos_and_sabakis_forms_have_fractions_with_a_point() {
    let mut client = Client::new(&[]);
    for command in ["kata-analyze", "analyze"] {
        let line = client.start(&format!("{command} w 5 noResultValue true"));
        for (order, words) in segments(&line).iter().enumerate() {
            for key in FRACTIONS.split(' ') {
                let number = value(words, key);
                assert!(number.contains('.'), "{key} {number}");
                assert!(number.parse::<f64>().is_ok(), "{key} {number}");
            }
            assert!((0.0..=1.0).contains(&value(words, "winrate").parse::<f64>().unwrap()));
            assert_eq!(value(words, "order"), order.to_string());
            assert_eq!(value(words, "visits"), value(words, "edgeVisits"));
        }
        let visits = segments(&line);
        let visits = visits
            .iter()
            .map(|words| value(words, "visits").parse::<u32>().unwrap());
        let visits: Vec<_> = visits.collect();
        assert!(visits.is_sorted_by(|one, other| one >= other), "{visits:?}");
        client.stop();
    }
}

#[test]
fn keys_choose_what_is_said() {
    let mut client = Client::new(&[]);
    // A second, in which a busy machine visits two moves, too.
    let line = client.start("kata-analyze 100 maxmoves 2 pvVisits true rootInfo true ownership true");
    let (moves, root) = line.split_once(" rootInfo ").unwrap();
    assert_eq!(segments(moves).len(), 2);
    for words in segments(moves) {
        let at = |key| words.iter().position(|word| *word == key).unwrap();
        let (pv, visits) = (at("pv"), at("pvVisits"));
        assert_eq!(
            visits - pv,
            words.len() - visits,
            "as many visits as moves: {words:?}"
        );
        assert_eq!(words[visits + 1], value(&words, "visits"));
    }
    let (root, ownership) = root.split_once(" ownership ").unwrap();
    let root: Vec<_> = root.split(' ').collect();
    for key in ["visits", "winrate", "scoreLead", "utility"] {
        assert!(value(&root, key).parse::<f64>().is_ok());
    }
    let ownership: Vec<f64> = ownership.split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(ownership.len(), 49);
    assert!(ownership.iter().all(|owner| (-1.0..=1.0).contains(owner)));
    client.stop();
    let line = client.start("lz-analyze interval 5 minmoves 50");
    assert_eq!(segments(&line).len(), 50, "49 points and a pass");
    client.stop();
    let line = client.start("kata-analyze 5 movesOwnership false ownershipStdev true");
    assert!(line.contains(" ownershipStdev "), "{line}");
    client.stop();
}

#[test]
fn moves_are_avoided_or_the_only_ones() {
    let mut client = Client::new(&[]);
    let line = client.start("lz-analyze b 5 minmoves 50 allow b D4,c3 1 allow B pass 1");
    let mut moves: Vec<_> = segments(&line).iter().map(|words| words[1].to_owned()).collect();
    moves.sort();
    assert_eq!(moves, ["C3", "D4", "pass"]);
    client.stop();
    let line = client.start("kata-analyze b 5 minmoves 50 avoid b D4,C3 3 avoid w E5 2");
    assert_eq!(segments(&line).len(), 48);
    assert!(segments(&line).iter().all(|words| words[1] != "D4"));
    client.stop();
}

#[test]
fn the_values_are_those_of_the_side_that_is_analysed() {
    let mut client = Client::new(&["--komi", "30.5"]);
    let mut lead = |color: &str| -> f64 {
        let line = client.start(&format!("kata-analyze {color} 20 rootInfo true ownership true"));
        let root: Vec<_> = line.split_once(" rootInfo ").unwrap().1.split(' ').collect();
        client.stop();
        value(&root, "scoreLead").parse().unwrap()
    };
    let (black, white) = (lead("b"), lead("w"));
    // After few playouts a lead is brought nearer to an even game.
    assert!(black < -5.0 && white > 5.0, "{black} {white}");
}

#[test]
fn any_line_ends_a_stream_twenty_times_in_a_row_and_a_command_is_answered_then() {
    let mut client = Client::new(&[]);
    client.ask("play b D4");
    let board = client.ask("showboard");
    for round in 0..20 {
        let line = client.start(&format!("{round} kata-analyze 1"));
        assert!(line.starts_with("info move "), "{line}");
        match round % 4 {
            0 => client.stop(),
            1 => {
                client.say(" \t\r");
                client.rest();
            }
            2 => {
                client.say("# a comment");
                client.rest();
            }
            _ => {
                client.say("77 known_command stop");
                client.rest();
                assert_eq!(client.line().unwrap(), "=77 true");
                assert_eq!(client.line().unwrap(), "");
            }
        }
        assert_eq!(client.ask("showboard"), board, "the position is as before");
    }
    assert!(client.close());
}

#[test]
fn after_a_move_a_new_stream_goes_on_with_the_tree() {
    let mut client = Client::new(&[]);
    let mut visits = 0;
    client.say("lz-analyze b 30");
    client.line();
    let mut best = String::new();
    // Until the best move has many visits.
    while visits < 400 {
        let line = client.line().unwrap();
        let words = segments(&line)[0]
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>();
        (best, visits) = (words[1].clone(), words[3].parse().unwrap());
    }
    client.say(&format!("5 play b {best}"));
    client.rest();
    assert_eq!(client.rest(), ["=5"]);
    let line = client.start("kata-analyze w 1 rootInfo true");
    let root: Vec<_> = line.split_once(" rootInfo ").unwrap().1.split(' ').collect();
    let kept: u32 = value(&root, "visits").parse().unwrap();
    assert!(kept > visits / 2, "{kept} of {visits} visits are kept");
    client.stop();
}

#[test]
fn quit_and_the_end_of_the_input_end_a_stream_and_the_program() {
    let mut client = Client::new(&[]);
    client.start("lz-analyze 1");
    client.say("3 quit");
    client.rest();
    assert_eq!(client.rest(), ["=3"]);
    assert!(client.close());
    let mut client = Client::new(&[]);
    client.start("kata-analyze 1");
    assert!(client.close(), "the input ends in the middle of a stream");
    client.rest();
    assert_eq!(client.line(), None);
}

#[test]
fn what_cannot_be_analysed_is_refused_without_a_stream() {
    let mut client = Client::new(&[]);
    let bad = "lz-analyze b 5 ownership true, lz-analyze -1, lz-analyze b nan, \
               lz-analyze b 5 interval, kata-analyze c 5, kata-analyze 5 rootInfo yes, \
               kata-analyze 5 maxmoves some, kata-analyze 5 minmoves -1, kata-analyze 5 allow b C3, \
               kata-analyze 5 allow b Z9 1, kata-analyze 5 avoid green C3 1, \
               kata-analyze 5 avoid b C3 0, analyze 5 6, analyze 5 sideways true, \
               genmove_analyze b 5 sideways true, kata-search_analyze b 5 allow, stop now";
    for bad in bad.split(", ") {
        assert_eq!(client.ask(bad), "? syntax error", "{bad}");
    }
    assert_eq!(client.ask("list_stones b"), "=");
}

#[test]
fn a_move_is_chosen_with_reports_and_played_and_input_does_not_end_it() {
    let mut client = Client::new(&["--visits", "300"]);
    for (command, is_played) in [
        ("lz-genmove_analyze b 1", true),
        ("kata-genmove_analyze w 1 rootInfo true", true),
        ("genmove_analyze b 100000", true),
        ("kata-search_analyze w 1", false),
    ] {
        let before = client.ask("showboard");
        client.say(&format!("9 {command}\n\nprotocol_version"));
        let lines = client.rest();
        assert_eq!(lines[0], "=9");
        let (last, reports) = lines[1..].split_last().unwrap();
        let vertex = last.strip_prefix("play ").unwrap();
        assert!(!reports.is_empty() && reports.iter().all(|line| line.starts_with("info move ")));
        assert_eq!(
            segments(reports.last().unwrap())[0][1],
            vertex,
            "the last report has the move first"
        );
        assert_eq!(client.rest(), ["= 2"]);
        assert_eq!(client.ask("showboard") != before, is_played, "{command}");
    }
}

#[test]
fn reports_change_no_move() {
    let mut moves = ["genmove b", "genmove_analyze b 1"].map(|command| {
        let mut client = Client::new(&["--visits", "200"]);
        let reply = client.ask(command);
        reply.split_whitespace().next_back().unwrap().to_owned()
    });
    moves.sort();
    assert_eq!(moves[0], moves[1]);
}

#[test]
fn an_interrupt_ends_a_long_choice_and_not_the_next() {
    let mut client = Client::new(&["--visits", "4000000"]);
    assert_eq!(client.ask("gogui-interrupt"), "=");
    for command in [
        "genmove b",
        "genmove_analyze w 100000",
        "reg_genmove b",
        "katachi-hint b",
        "kata-benchmark 4000000",
    ] {
        client.say(command);
        // It has begun when the comment comes, or begins with it.
        client.say("# interrupt");
        let reply = client.rest().join("\n");
        assert!(reply.starts_with('='), "{command}: {reply}");
    }
    assert_eq!(client.ask("list_stones b").len(), "= D4".len());
    client.ask("kata-set-param maxVisits 100");
    assert!(client.ask("genmove b").starts_with("= "));
}

#[cfg(unix)]
#[test]
fn a_client_that_reads_no_more_ends_the_program_while_its_input_stays_open() {
    let endless = &["--visits", "4000000"][..];
    for (options, command, is_answered) in [
        (endless, "katachi-hint b", false),
        (endless, "genmove b", false),
        (endless, "name", true),
        (&["--ponder", "on", "--time", "0.1"], "genmove b", true),
    ] {
        let mut client = Client::new(options);
        match is_answered {
            true => assert!(client.ask(command).starts_with("= ")),
            false => client.say(command),
        }
        let (reader, _) = std::io::pipe().unwrap();
        client.output = BufReader::new(ChildStdout::from(std::os::fd::OwnedFd::from(reader)));
        assert!(client.child.wait().unwrap().success(), "{command}");
    }
}

#[test]
fn without_search_there_is_one_line_and_the_stream_waits() {
    let mut client = Client::new(&["--search", "off"]);
    let line = client.start("kata-analyze b 1 rootInfo true ownership true");
    let priors: f64 = segments(line.split_once(" rootInfo").unwrap().0)
        .iter()
        .map(|words| value(words, "prior").parse::<f64>().unwrap())
        .sum();
    assert!((priors - 1.0).abs() < 0.01, "{priors}");
    client.say("name");
    assert!(client.rest().is_empty(), "no other line");
    assert_eq!(client.rest(), ["= Katachi"]);
    let reply = client.ask("genmove_analyze b 10");
    let (report, played) = reply.trim_start_matches("=\n").split_once("\nplay ").unwrap();
    assert!(report.starts_with(&format!("info move {played} ")), "{reply}");
}

#[test]
fn after_the_game_and_in_a_cleanup_phase_there_is_an_answer_too() {
    for rules in ["chinese", "japanese"] {
        let mut client = Client::new(&["--rules", rules]);
        for command in ["play b D4", "play w pass", "play b pass"] {
            client.ask(command);
        }
        let line = client.start("lz-analyze w 1");
        assert!(line.starts_with("info move "), "{line}");
        client.stop();
        assert_eq!(client.ask("list_stones b"), "= D4");
    }
}

#[test]
fn very_long_lines_and_garbage_leave_it_in_step() {
    let mut client = Client::new(&[]);
    let long = format!("gogui-play_sequence {}", "b D4 ".repeat(200_000));
    assert_eq!(client.ask(&long), "? illegal move");
    client.say(&format!("# {}", "x".repeat(1_000_000)));
    client.say("\u{1}\u{7}\u{0}\r");
    assert_eq!(client.ask("4 na\u{7}me\r"), "=4 Katachi");
    assert_eq!(client.ask("\u{e9}\u{30ab} b"), "? unknown command");
    assert_eq!(client.ask("known_command kgs-chat"), "= true");
    assert!(!client.ask("list_commands").contains("kgs-chat"));
    assert!(
        client
            .ask("kgs-chat private someone hello there")
            .starts_with("= I am")
    );
}

#[test]
fn clients_that_know_other_engines_hear_what_they_are_told() {
    let mut client = Client::new(&["--name", "KataGo", "--version-reply", "1.15"]);
    assert_eq!(client.ask("name"), "= KataGo");
    assert_eq!(client.ask("version"), "= 1.15");
}
