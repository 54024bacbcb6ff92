// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line from outside: what is printed, what is refused and how, and the exit statuses.

use snapbox::cmd::{Command, OutputAssert};

use crate::folder::{Folder, errors, has};

pub(crate) fn katachi(arguments: &[&str], input: &str) -> OutputAssert {
    Command::from_std(crate::program())
        .current_dir(crate::repository().join("tests/data"))
        .args(arguments)
        // Boards in ASCII, whoever runs the tests.
        .env("LC_ALL", "C")
        .stdin(input)
        .assert()
}

/// Exit status 2, nothing on standard output, and this message.
#[track_caller]
pub(crate) fn refused(arguments: &[&str], message: &str) {
    katachi(arguments, "").code(2).stdout_eq("").stderr_eq(message);
}

/// What a command line prints to standard output. GAME is a file.
#[track_caller]
pub(crate) fn shown(line: &str) -> String {
    let words = shlex::split(&line.replace("GAME", TUNING)).expect("words");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = katachi(&words, "").success().get_output().stdout.clone();
    String::from_utf8(output).expect("a text")
}

pub(crate) const TUNING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tuning.in/game1.sgf");

/// A file of one test, in a folder of its own, and its path.
fn file(name: &str, content: impl AsRef<[u8]>) -> (Folder, String) {
    let folder = Folder::new();
    folder.write(name, content);
    let path = folder.path(name).display().to_string();
    (folder, path)
}

#[test]
fn version_and_help_are_there() {
    let version = env!("KATACHI_VERSION", "the build script sets it");
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
    for argument in ["--version", "version"] {
        katachi(&[argument], "")
            .success()
            .stdout_eq(format!("katachi {version}\n"));
    }
    katachi(&["--help"], "").success().stdout_eq(
        "\
A Go engine that plays by shapes with names

Usage: katachi [OPTIONS] [SUBCOMMAND]
...
Learn           view      Step through a game, its groups and influence
...
Every subcommand and option:              katachi help all
",
    );
}

#[test]
#[cfg(not(feature = "runtime-db"))]
fn a_lean_build_says_that_it_reads_no_databases() {
    refused(
        &["gtp", "--db", "nowhere.db"],
        "katachi: cannot load nowhere.db: this program was built without the feature runtime-db\n",
    );
}

#[test]
fn a_broken_record_is_named_with_what_is_wrong() {
    for (name, content) in [("no.sgf", "Dear diary,"), ("empty.sgf", "")] {
        let (_folder, path) = file(name, content);
        let message = format!("katachi: cannot use [..]{name}: not an SGF file: [..]\n");
        refused(&["-l", &path], &message);
    }
}

#[test]
fn a_game_is_not_written_to_a_file_whose_name_promises_something_else() {
    for name in ["game.html", "game.SVG", "game.json"] {
        let shown = katachi(&["-l", "occupied.sgf", "-o", name], "").code(2);
        let error = errors(shown.get_output());
        has(&error, ["it is a game in SGF, and the name ends in ."]);
    }
}

/// Characters of a name that would set a title, clear the screen, colour the text, turn it or hide in it.
#[cfg(unix)]
const STEERING: &str = "\x1b]0;title\x07\x1b[2J\u{9b}31m\u{202e}live\u{2066}\u{200b}\u{feff}\u{e0041}d";

/// The commands that read a game or another file, as it is said to them. `FILE` is its name.
#[cfg(unix)]
const COMMANDS: [&[&str]; 25] = [
    &["-l", "FILE"],
    &["-l", "FILE", "-w"],
    &["-l", "FILE", "-T"],
    &["-l", "FILE", "-t"],
    &["-l", "FILE.absent"],
    &["view", "FILE"],
    &["play", "-l", "FILE", "--plain"],
    &["review", "FILE", "--visits", "4"],
    &["review", "FILE", "FILE", "--visits", "4"],
    &["guess", "FILE", "--visits", "4", "--plain"],
    &["quiz", "FILE", "--visits", "4", "--plain", "--player", "both"],
    &["explain", "FILE", "--at", "B2"],
    &["read", "capture", "C3", "-l", "FILE"],
    &["solve", "FILE"],
    &["regress", "FILE"],
    &["tune", "report", "FILE", "--level", "1"],
    &["tune", "explain", "Hane", "FILE", "--level", "1"],
    &["tune", "what-if", "Hane=90", "FILE", "--level", "1"],
    &["gtp", "-l", "FILE"],
    &["gtp", "--db", "FILE"],
    &["gtp", "--config", "FILE"],
    &["--config", "FILE", "config"],
    &["match", "FILE", "FILE", "--games", "1"],
    &["arena", "run", "FILE"],
    &["gtp", "--level", "FILE"],
];

#[cfg(unix)]
#[test]
fn no_command_prints_characters_of_names_or_of_file_names_that_steer_a_terminal() {
    let text = STEERING.replace(']', "\\]");
    let texts: String = [
        "PB", "PW", "BR", "GN", "EV", "RE", "RU", "KM", "DT", "C", "GC", "N",
    ]
    .iter()
    .map(|name| format!("{name}[{text}{name}]"))
    .collect();
    let game = format!("(;SZ[5]{texts};B[cc]C[{text}]N[{text}]LB[aa:{text}];W[cb];B[bb];W[db];B[ab](;W[ab])");
    let (_folder, path) = file(&format!("{STEERING}.sgf"), game);
    let input = format!("loadsgf {path}\nshowboard\nloadsgf {path}.absent\nplay b {STEERING}\nquit\n");
    for words in COMMANDS {
        let words: Vec<String> = words.iter().map(|word| word.replace("FILE", &path)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let shown = katachi(&words, &input);
        let output = shown.get_output();
        for stream in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(stream);
            let steers = |c: char| c != '\n' && c != '\t' && katachi_rules::is_unprintable(c);
            assert!(!text.contains(steers), "{words:?}: {text:?}");
        }
    }
}

#[test]
fn a_record_is_shown_up_to_an_illegal_move() {
    let why =
        "katachi: occupied.sgf: move 2, White E5, is illegal: occupied; the record is shown up to there\n";
    katachi(&["-l", "occupied.sgf"], "")
        .success()
        .stdout_eq("Move 2: by evidence alone, White [..]\n")
        .stderr_eq(why);
    katachi(&["explain", "occupied.sgf", "-L", "9"], "").code(2);
    katachi(&["explain", "occupied.sgf", "--at", "C3"], "")
        .success()
        .stderr_eq(why);
    // Nothing is said where the move does not matter.
    katachi(&["-l", "occupied.sgf", "-L", "2"], "")
        .success()
        .stdout_eq("Move 2: by evidence alone, White [..]\n")
        .stderr_eq("");
}

#[test]
#[cfg(feature = "runtime-db")]
fn a_missing_database_is_named_and_a_broken_one_is_drawn_with_its_place() {
    refused(
        &["gtp", "--db", "nowhere.db"],
        "katachi: cannot read nowhere.db: [..]\n",
    );
    let (_folder, broken) = file("broken.db", "Pattern Broken\n\nX*?\n\n:8,forty,0,-,0,0,0\n");
    refused(
        &["gtp", "--db", &broken],
        "\
katachi: the patterns have 1 error
error[[..]
...
",
    );
}

#[test]
#[cfg(feature = "runtime-db")]
fn a_database_of_another_engine_is_played_by() {
    // Its comments are in Latin-1, and its helper is a function of that engine.
    let (_folder, theirs) = file(
        "theirs.db",
        b"# Caf\xe9\nPattern Theirs\n.*.\nOX.\n:8,45,0,-,0,0,0,their_helper\n",
    );
    let load = ["-l", "short.sgf", "--db", &theirs];
    katachi(&load, "").success().stderr_eq(
        "1 warning about the databases, 1 about helpers that Katachi lacks: [..]theirs.db:5:[..] (--warnings shows all)\nLoaded 1 \
         move pattern without joseki (built in: [..]\n",
    );
    katachi(&[&load[..], &["--warnings"]].concat(), "")
        .success()
        .stderr_eq("warning[P029]: there is no helper `their_helper`, so its pattern never holds\n...\n");
}

/// The manual of patterns shows what its example makes the engine choose.
#[test]
#[cfg(feature = "runtime-db")]
fn the_manual_of_patterns_shows_what_is_chosen() {
    const MANUAL: &str = include_str!("../../docs/patterns.md");
    let between = |from: &str, to: &str| {
        let start = MANUAL.find(from).expect(from) + from.len();
        let length = MANUAL[start..].find(to).expect(to);
        &MANUAL[start..start + length]
    };
    let record = between("```text\n(;GM", "```").replacen("[1]", "(;GM[1]", 1);
    let folder = Folder::with(&[("nine.sgf", &record), ("hane.db", between("```pattern\n", "```"))]);
    let transcript = between("$ katachi ", "```");
    let (command, expected) = transcript.split_once('\n').unwrap();
    let arguments: Vec<&str> = command.split(' ').collect();
    let program = Command::from_std(folder.program(&arguments)).env("LC_ALL", "C");
    program.assert().success().stdout_eq(expected.to_owned());
}

#[test]
fn one_game_of_a_file_with_several_is_chosen_and_the_others_are_told_of() {
    let (_folder, name) = file("games.sgf", "(;SZ[9];B[ee])(;SZ[5];B[cc];W[bb])(;SZ[7])");
    let name = name.as_str();
    let note = format!("katachi: {name} has 3 games; this is game 1; choose another with --game N\n");
    let position = |options: &[&str], warning: &str, shown: &str| {
        for form in [&["-w", "-l"][..], &["view"]] {
            let words = [form, &[name, "--level", "1", "--search", "off"], options].concat();
            katachi(&words, "")
                .success()
                .stderr_eq(warning)
                .stdout_eq(format!("{shown}\n..."));
        }
        let words = [&["explain", name, "--level", "1"], options].concat();
        katachi(&words, "").success().stderr_eq(warning);
    };
    position(&[], &note, "Move 2, White to play; last: Black E5");
    position(&["--game", "1"], "", "Move 2, White to play; last: Black E5");
    position(&["--game", "2"], "", "Move 3, Black to play; last: White B4");
    position(&["--game", "3"], "", "Move 1, Black to play");
    refused(
        &["-l", name, "--game", "4"],
        &format!("katachi: cannot use game 4 of {name}: it has 3 games, use --game 1 to 3\n"),
    );
    refused(
        &["view", "--game", "2"],
        "katachi: --game chooses a game of a file: name the file with -l FILE\n",
    );
    refused(
        &["-l", name, "--game", "0"],
        "error: invalid value '0' for '--game <N>': expected a number: games are counted from 1\n...\n",
    );
}

#[test]
fn options_may_stand_before_the_subcommand() {
    katachi(&["--level", "3", "--seed", "1", "gtp"], "level\n")
        .success()
        .stdout_eq("= 3\n\n");
}

#[test]
fn the_help_has_a_page_for_all_and_one_for_each_subcommand() {
    let all = "Subcommands[..]\n...\n  -l, --infile <FILE>\n...\n";
    katachi(&["help", "all"], "").success().stdout_eq(all);
    let gtp = "Speak GTP, [..]\n...\n";
    katachi(&["help", "gtp"], "").success().stdout_eq(gtp);
    let why = "katachi: katachi has no subcommand nothing\n";
    refused(&["help", "nothing"], why);
}

#[test]
fn a_position_is_shown_and_explained_before_a_move() {
    let board = "\
Move 3, Black to play; last: White G5
   A B C D E F G H J
 9 [..]
 8 [..]
 7 [..]
 6 [..]
 5 [..]X[..](O)[..] 5
 4 [..]
 3 [..]
 2 [..]
 1 [..]
   A B C D E F G H J
Black (X) has captured 0, White (O) has captured 0
...
Move 3: by evidence alone, Black [..]
Seed 7, level 10
...
";
    for until in ["3", "c7"] {
        katachi(
            &["-l", "short.sgf", "-L", until, "-t", "-a", "-w", "--seed", "7"],
            "",
        )
        .success()
        .stdout_eq(board)
        .stderr_eq("");
    }
}

#[test]
fn stones_are_discs_where_the_locale_has_them_and_letters_under_ascii() {
    let drawn = |locale: &str, options: &[&str]| {
        let command = Command::from_std(crate::program()).current_dir(crate::repository().join("tests/data"));
        let command = command.args(["-l", "short.sgf", "-w", "-L", "5"]).args(options);
        let output = command.env("LC_ALL", locale).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).expect("a board is text")
    };
    let discs = drawn("C.UTF-8", &[]);
    assert!(discs.contains(" 5 . . . . ● . ○ . . 5\n"), "{discs}");
    has(&discs, ["Black (●) has captured 0, White (○) has captured 0\n"]);
    for letters in [drawn("C.UTF-8", &["--ascii"]), drawn("C", &[])] {
        assert!(letters.contains(" 5 . . . . X . O . . 5\n"), "{letters}");
        assert!(
            letters.split("worm").next().is_some_and(str::is_ascii),
            "{letters}"
        );
    }
}

#[test]
fn stones_that_are_set_up_are_part_of_a_position() {
    katachi(&["-l", "setup.sgf", "-w"], "").success().stdout_eq(
        "\
Move 2, Black to play; last: White G3
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . X . . . X . . 7
 6 . . . . . . . . . 6
 5 . . . . O . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . .(O). . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
Black (X) has captured 0, White (O) has captured 0
...
Move 2: by evidence alone, Black [..]
",
    );
}

#[test]
fn a_record_may_come_through_a_pipe() {
    katachi(&["-l", "-", "-L", "1"], "(;SZ[5];B[cc])")
        .success()
        .stdout_eq("Move 1: by evidence alone, Black [..]\n");
}

#[test]
fn a_person_plays_at_the_terminal_without_colours_in_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let saved = folder.path().join("saved.sgf");
    let input = format!("E5\nE5\nhelp\nnonsense\nresign\nsave {}\nquit\n", saved.display());
    let output = katachi(
        &["play", "--boardsize", "9", "--seed", "11", "--color", "black"],
        &input,
    )
    .success()
    .stderr_eq("");
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    has(
        &text,
        [
            "you play Black, Katachi plays White. 9x9, komi 7.5, chinese rules.",
            "seed 11",
            "Black> Katachi ",
            "You cannot play E5: occupied; there is a stone already.",
            "  why           the reasons of the last move",
            "'nonsense' is no point of the 9x9 board and no command; try help.",
            "You resign.\nResult: W+R. Thank you for the game.",
            "Goodbye.",
        ],
    );
    assert!(!text.contains('\u{1b}'), "colours are not for pipes");
    let record = std::fs::read_to_string(&saved).unwrap();
    has(&record, ["PB[You]PW[Katachi]RE[W+R]", ";B[ee];W["]);
}

#[test]
fn the_end_of_the_input_ends_a_game_at_the_terminal() {
    katachi(&["play", "--boardsize", "5", "--color", "white"], "")
        .success()
        .stderr_eq("");
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_is_no_error() {
    let script = "yes showboard | head -n 5000 | { \"$0\" gtp; echo $? >&2; } | head -c 1 >/dev/null";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_katachi")])
        .env(crate::NO_CONFIG, "true")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("{}0\n", crate::READY)
    );
}
