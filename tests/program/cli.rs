// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line from outside: what is printed, what is refused and how, and the exit statuses.

use std::path::PathBuf;

use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

use crate::folder::errors;

fn katachi(arguments: &[&str], input: &str) -> OutputAssert {
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
fn refused(arguments: &[&str], message: &str) {
    katachi(arguments, "").code(2).stdout_eq("").stderr_eq(message);
}

/// A file that is there for one test, in a folder of its own.
struct Temporary(
    #[expect(dead_code, reason = "it removes the folder")] TempDir,
    PathBuf,
);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        Self(folder, path)
    }

    fn name(&self) -> &str {
        self.1.to_str().unwrap()
    }
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
fn a_missing_file_is_named() {
    refused(
        &["-l", "nowhere.sgf", "-t"],
        "katachi: cannot read nowhere.sgf: No such file or directory (os error 2)\n",
    );
    refused(
        &["gtp", "-l", "nowhere.sgf"],
        "katachi: cannot read nowhere.sgf: [..]\n",
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
    let no_sgf = Temporary::new("no.sgf", b"Dear diary,");
    refused(
        &["-l", no_sgf.name()],
        "katachi: cannot use [..]no.sgf: not an SGF file: [..]\n",
    );
    let empty = Temporary::new("empty.sgf", b"");
    refused(
        &["-l", empty.name()],
        "katachi: cannot use [..]empty.sgf: not an SGF file: [..]\n",
    );
}

#[test]
fn a_game_is_not_written_to_a_file_whose_name_promises_something_else() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for name in ["game.html", "game.SVG", "game.json"] {
        let path = folder.path().join(name);
        let path = path.to_str().expect("a name in UTF-8");
        let shown = katachi(&["-l", "occupied.sgf", "-o", path], "").code(2);
        let error = errors(shown.get_output());
        assert!(
            error.contains("it is a game in SGF, and the name ends in ."),
            "{error}"
        );
    }
}

#[test]
fn a_message_has_no_characters_that_steer_a_terminal() {
    let config = Temporary::new("bad.toml", b"[x\x1b[31m\x07]\n");
    let shown = katachi(&["gtp", "--config", config.name()], "").failure();
    let error = errors(shown.get_output());
    assert!(error.contains("[x\u{fffd}[31m"), "{error:?}");
    assert!(
        !error.contains(|c: char| c.is_control() && c != '\n'),
        "{error:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_warning_about_a_file_has_no_characters_of_its_name_that_steer_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("a\x1b]0;title\x07.sgf");
    std::fs::write(&path, "(;SZ[9]KM[6,5];B[aa])(;SZ[9];B[bb])").expect("it can be written");
    let path = path.to_str().expect("a name in UTF-8");
    for words in [&["-l", path][..], &["view", "-l", path], &["guess", path]] {
        let shown = katachi(words, "");
        let error = errors(shown.get_output());
        assert!(
            error.contains("a\u{fffd}]0;title\u{fffd}.sgf"),
            "{words:?}: {error:?}"
        );
        assert!(
            !error.contains(|c: char| c.is_control() && c != '\n'),
            "{words:?}: {error:?}"
        );
    }
}

/// Characters of a name that would set a title, clear the screen, colour the text, turn it or hide in it.
#[cfg(unix)]
const STEERING: &str = "\x1b]0;title\x07\x1b[2J\u{9b}31m\u{202e}live\u{2066}\u{200b}\u{feff}\u{e0041}d";

/// The commands that read a game or another file, as it is said to them. `FILE` is its name.
#[cfg(unix)]
const COMMANDS: [&[&str]; 28] = [
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
    &["tune", "fit", "FILE"],
    &["gtp", "-l", "FILE"],
    &["gtp", "--db", "FILE"],
    &["gtp", "--config", "FILE"],
    &["--config", "FILE", "config"],
    &["config", "FILE", "--path"],
    &["match", "FILE", "FILE", "--games", "1"],
    &["arena", "run", "FILE"],
    &["arena", "table", "FILE"],
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
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(format!("{STEERING}.sgf"));
    std::fs::write(&path, game).expect("it can be written");
    let path = path.to_str().expect("a name in UTF-8");
    let input = format!("loadsgf {path}\nshowboard\nloadsgf {path}.absent\nplay b {STEERING}\nquit\n");
    for words in COMMANDS {
        let words: Vec<String> = words.iter().map(|word| word.replace("FILE", path)).collect();
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
    let broken = Temporary::new("broken.db", b"Pattern Broken\n\nX*?\n\n:8,forty,0,-,0,0,0\n");
    refused(
        &["gtp", "--db", broken.name()],
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
    let theirs = Temporary::new(
        "theirs.db",
        b"# Caf\xe9\nPattern Theirs\n.*.\nOX.\n:8,45,0,-,0,0,0,their_helper\n",
    );
    let load = ["-l", "short.sgf", "--db", theirs.name()];
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
    let game = Temporary::new(
        "nine.sgf",
        between("```text\n(;GM", "```")
            .replacen("[1]", "(;GM[1]", 1)
            .as_bytes(),
    );
    let database = Temporary::new("hane.db", between("```pattern\n", "```").as_bytes());
    let transcript = between("$ katachi ", "```");
    let (command, expected) = transcript.split_once('\n').unwrap();
    let arguments: Vec<&str> = command
        .split(' ')
        .map(|argument| match argument {
            "nine.sgf" => game.name(),
            "hane.db" => database.name(),
            other => other,
        })
        .collect();
    katachi(&arguments, "").success().stdout_eq(expected.to_owned());
}

#[test]
fn moves_that_a_record_does_not_have_are_refused_with_those_it_has() {
    refused(
        &["-l", "short.sgf", "-L", "7"],
        "katachi: cannot stop short.sgf: before move 7: it has 5 moves, use 1 to 6\n",
    );
    refused(
        &["-l", "short.sgf", "-L", "A1"],
        "katachi: cannot stop short.sgf: at A1: no stone was played there\n",
    );
    refused(
        &["-l", "short.sgf", "-L", "Q16"],
        "katachi: cannot stop short.sgf: at Q16: there is no such point on 9x9\n",
    );
}

#[test]
fn one_game_of_a_file_with_several_is_chosen_and_the_others_are_told_of() {
    let file = Temporary::new("games.sgf", b"(;SZ[9];B[ee])(;SZ[5];B[cc];W[bb])(;SZ[7])");
    let name = file.name();
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
fn options_that_do_not_go_together_are_refused() {
    refused(
        &["-l", "short.sgf", "--boardsize", "9"],
        "katachi: --boardsize and --handicap begin a new game: leave them out with -l, or leave -l out\n",
    );
    refused(
        &["-t"],
        "katachi: -t, -w and -T explain a position: name its record with -l FILE\n",
    );
    refused(
        &["gtp", "-L", "3"],
        "katachi: -L stops a record: name it with -l FILE\n",
    );
    refused(
        &["gtp", "--handicap", "5", "--boardsize", "8"],
        "katachi: no 5 handicap stones on 8x8: 2 to 9 on square boards [..]\n",
    );
    refused(
        &["gtp", "-l", "-"],
        "katachi: -l - reads the record from standard input, which is needed for the game: name a file\n",
    );
    refused(
        &["-t", "gtp"],
        "katachi: -t is no option of 'katachi gtp'; 'katachi gtp --help' has its options\n",
    );
    refused(
        &["view", "--color", "white"],
        "error: unexpected argument '--color' found\n...\n",
    );
}

#[test]
fn options_may_stand_before_the_subcommand() {
    katachi(&["--level", "3", "--seed", "1", "gtp"], "level\n")
        .success()
        .stdout_eq("= 3\n\n");
}

#[test]
fn the_second_page_of_the_help_has_every_subcommand_and_the_options_without_one() {
    katachi(&["help", "all"], "").success().stdout_eq(
        "\
Subcommands[..]
...
  completions    Print a script that lets a shell complete subcommands and options
...
  -l, --infile <FILE>
...
",
    );
    katachi(&["help", "gtp"], "")
        .success()
        .stdout_eq("Speak GTP, [..]\n...\n");
    refused(
        &["help", "nothing"],
        "katachi: katachi has no subcommand nothing\n",
    );
}

#[test]
fn subcommands_that_moved_to_other_programs_say_so() {
    for name in [
        "bed",
        "bench",
        "harvest",
        "judge",
        "judgement",
        "referee",
        "train",
        "usenix",
    ] {
        let moved = format!("katachi: `{name}` is now `katachi-[..]`\n");
        refused(&[name], &moved);
        refused(&[name, "--anything", "x"], &moved);
        refused(&["man", name], &moved);
    }
}

#[test]
fn a_strength_beside_a_number_of_simulations_is_refused() {
    for arguments in [
        &["gtp", "--visits", "100", "--level", "3"][..],
        &["play", "--level", "3", "--visits", "100"],
        &["serve", "--visits", "100", "--rank", "18k"],
        &["view", "--visits", "100", "--level", "3"],
        &["explain", TUNING, "--at", "C3", "--visits", "100", "--level", "3"],
        &["--visits", "100", "--level", "3"],
    ] {
        refused(
            arguments,
            "error: the argument '[..]' cannot be used with '[..]'\n...\n",
        );
    }
}

#[test]
fn bad_values_are_refused_with_good_ones() {
    for (arguments, message) in [
        (["--boardsize", "26"], "expected 1 to 25 lines, or WIDTHxHEIGHT"),
        (["--boardsize", "nine"], "expected 1 to 25 lines, or WIDTHxHEIGHT"),
        (
            ["--level", "11"],
            "expected a level from 1 to 10, such as 5 or 5.5",
        ),
        (["--rank", "1d"], "expected a rank from 25k to 2k, such as 12k"),
        (["--komi", "nan"], "expected a number of points from -150 to 150"),
        (["--color", "green"], "expected black, white, both or none"),
        (
            ["--rules", "chess"],
            "expected chinese, japanese, [..], or KataGo's text",
        ),
        (["-L", "0"], "moves are counted from 1"),
        (
            ["-L", "I9"],
            "expected the number of a move or a point such as Q16",
        ),
    ] {
        refused(
            &arguments,
            &format!(
                "error: invalid value '{}' for [..]: {message}\n...\n",
                arguments[1]
            ),
        );
    }
    refused(
        &["--frobnicate"],
        "error: unexpected argument '--frobnicate' found\n...\n",
    );
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
    assert!(
        discs.contains("Black (●) has captured 0, White (○) has captured 0\n"),
        "{discs}"
    );
    for letters in [drawn("C.UTF-8", &["--ascii"]), drawn("C", &[])] {
        assert!(letters.contains(" 5 . . . . X . O . . 5\n"), "{letters}");
        assert!(
            letters.split("worm").next().is_some_and(str::is_ascii),
            "{letters}"
        );
    }
}

#[test]
fn passes_and_set_up_stones_are_part_of_a_position() {
    katachi(&["-l", "short.sgf", "-w", "-L", "5"], "")
        .success()
        .stdout_eq(
            "\
Move 5, Black to play; last: White pass
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . X . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . X . O . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
Black (X) has captured 0, White (O) has captured 0
...
Move 5: by evidence alone, Black [..]
",
        );
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
fn the_same_seed_gives_the_same_dump_and_without_one_it_is_told() {
    let dump = |arguments: &[&str]| printed(arguments);
    let first = dump(&["-l", "short.sgf", "-t", "-a", "--seed", "3"]);
    assert_eq!(dump(&["-l", "short.sgf", "-t", "-a", "--seed", "3"]), first);
    let drawn = dump(&["-l", "short.sgf", "-t", "-a"]);
    let seed = drawn
        .split_once("Seed ")
        .and_then(|(_, rest)| rest.split_once(','))
        .map(|(seed, _)| seed)
        .expect("the seed is printed");
    assert_eq!(dump(&["-l", "short.sgf", "-t", "-a", "--seed", seed]), drawn);
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
    for expected in [
        "you play Black, Katachi plays White. 9x9, komi 7.5, chinese rules.",
        "seed 11",
        "Black> Katachi ",
        "You cannot play E5: occupied; there is a stone already.",
        "  why           the reasons of the last move",
        "'nonsense' is no point of the 9x9 board and no command; try help.",
        "You resign.\nResult: W+R. Thank you for the game.",
        "Goodbye.",
    ] {
        assert!(text.contains(expected), "no '{expected}' in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colours are not for pipes");
    let record = std::fs::read_to_string(&saved).unwrap();
    assert!(
        record.contains("PB[You]PW[Katachi]RE[W+R]") && record.contains(";B[ee];W["),
        "{record}"
    );
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

const TUNING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tuning.in/game1.sgf");

/// Patterns of a dump: the move, and the line without value and random part.
fn patterns_of(dump: &str) -> Vec<(String, String)> {
    let mut point = String::new();
    let mut found = Vec::new();
    for line in dump.lines() {
        let mut columns = line.split_whitespace();
        if !line.starts_with(' ') && columns.clone().count() == 5 {
            point = columns.next().unwrap_or_default().to_owned();
        }
        if let Some((_, pattern)) = line.split_once(" pattern ")
            && line.trim_start().starts_with(['+', '-'])
        {
            // Which of two patterns is the better one may depend on the random part.
            let fixed = pattern.split(": a better").next().unwrap_or_default();
            let fixed = fixed.split(", random").next().unwrap_or_default();
            found.push((point.clone(), fixed.to_owned()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_dump_is_the_same_for_the_same_seed_and_another_seed_changes_random_parts_alone() {
    let dump = |seed: &str| {
        let arguments = [
            "-l", TUNING, "-L", "5", "-t", "-a", "-w", "--level", "2", "--seed", seed,
        ];
        printed(&arguments)
    };
    let first = dump("1");
    assert_eq!(first, dump("1"));
    let other = dump("2");
    assert_ne!(first, other, "some patterns have a random part");
    // A move that is worth nothing with one of the seeds is not listed with it.
    let (first, other) = (patterns_of(&first), patterns_of(&other));
    let at_points_of = |some: &[(String, String)], of: &[(String, String)]| -> Vec<(String, String)> {
        let listed = |p: &&(String, String)| of.iter().any(|o| o.0 == p.0);
        some.iter().filter(listed).cloned().collect()
    };
    let common = at_points_of(&first, &other);
    assert!(common.len() > 5);
    assert_eq!(common, at_points_of(&other, &first));
}

#[test]
fn a_point_is_explained_with_every_pattern_there() {
    katachi(&["explain", TUNING, "-L", "1", "--at", "D4", "--seed", "1"], "")
        .success()
        .stdout_eq(
            "\
Move 1: by evidence alone, Black plays [..], value [..]
Seed 1, level 10
move   value  patterns  model  others
D4 [..]
...
In the pictures of patterns O is Black.

+[..] pattern [..]
  patterns/[..].db:[..]   :[..]
  adds [..] nats to the move in the model[..]; its picture matched [..] times, the move was made [..] times
     A B C[..]
...
",
        );
    katachi(&["explain", TUNING, "-L", "1", "--at", "A1", "--seed", "1"], "")
        .success()
        .stdout_eq("Move 1: [..]\n...\nIn the pictures of patterns O is Black.\n...");
    refused(
        &["explain", TUNING, "-L", "1", "--at", "Q16"],
        "katachi: cannot look at Q16: there is no such point on 13x13\n",
    );
}

#[test]
fn a_part_of_the_list_of_all_points_is_shown() {
    let dump = |options: &[&str]| {
        let position = [
            "-l", TUNING, "-L", "23", "-t", "-a", "--seed", "1", "--level", "1",
        ];
        let text = printed(&[&position, options].concat());
        let (_, table) = text.split_once("others\n").expect("it has a table");
        table.to_owned()
    };
    let rows = |text: &str| text.lines().filter(|line| !line.starts_with([' ', 'N'])).count();
    let all = dump(&[]);
    assert!(rows(&all) > 20 && all.contains("no pattern"));
    let holding = dump(&["--holding"]);
    assert!((1..rows(&all)).contains(&rows(&holding)) && !holding.contains("no pattern"));
    let point = dump(&["--at", "g5"]);
    assert!(rows(&point) == 1 && point.starts_with("G5 "), "{point}");
    let border = dump(&["--pattern", "Border"]);
    let named = border
        .lines()
        .filter(|line| line.contains(" pattern ") && !line.contains("not proposed"));
    assert!(
        named.clone().all(|line| line.to_lowercase().contains("border")),
        "{border}"
    );
    assert!(
        (1..rows(&all)).contains(&rows(&border)) && named.count() > 0,
        "{border}"
    );
    assert_eq!(dump(&["--pattern", "border"]), border, "in small letters");
}

/// What a command prints to standard output.
fn printed(arguments: &[&str]) -> String {
    let output = katachi(arguments, "").success().get_output().stdout.clone();
    String::from_utf8(output).expect("a text")
}

#[test]
fn the_first_line_says_which_of_the_two_players_answers() {
    let line = |options: &[&str]| {
        let arguments = [&["-l", TUNING, "-L", "23", "--seed", "1"][..], options].concat();
        printed(&arguments).lines().next().unwrap_or_default().to_owned()
    };
    let evidence = "Move 23: by evidence alone, Black plays ";
    for classical in [
        &["--level", "1"][..],
        &["--level", "1", "-t", "-a"],
        &["--level", "1", "--search", "off"],
    ] {
        assert!(line(classical).starts_with(evidence), "{classical:?}");
    }
    assert!(
        line(&["--level", "1", "--no-model"])
            .starts_with("Move 23: by evidence without the model, Black plays ")
    );
    assert!(
        line(&["--level", "1", "--patterns-only"]).starts_with("Move 23: by patterns alone, Black plays ")
    );
    for searching in [
        &["--visits", "40"][..],
        &["-t", "--visits", "40"],
        &["-t", "-a", "--visits", "40"],
    ] {
        let line = line(searching);
        assert!(
            line.starts_with("Move 23: Black plays ") && line.contains(", win rate "),
            "{line}"
        );
    }
}

#[test]
fn a_part_of_the_list_without_a_line_says_why() {
    let list = |options: &[&str]| {
        let position = [
            "-l", TUNING, "-L", "23", "-t", "-a", "--seed", "1", "--level", "1",
        ];
        printed(&[&position, options].concat())
    };
    let ends = |text: String, end: &str| assert!(text.ends_with(end), "{text}");
    ends(list(&["--at", "F6"]), "\nBlack cannot play F6: occupied.\n");
    let near = "\nNo pattern has Borderr in its name; there are Border_";
    assert!(list(&["--pattern", "Borderr"]).contains(near));
    ends(
        list(&["--pattern", "Xyzzy"]),
        "\nNo pattern has Xyzzy in its name.\n",
    );
    ends(
        list(&["--pattern", "Corner_44_star"]),
        "\nNo pattern with Corner_44_star in its name matches in this position.\n",
    );
    let all = list(&[]);
    let (_, rest) = all.split_once(" % of such positions (").expect("a learned shape");
    let (shape, _) = rest.split_once(": ").expect("its name");
    let (kind_and_points, _) = shape.rsplit_once('_').expect("a name of three parts");
    let text = list(&["--pattern", kind_and_points]);
    assert!(
        text.contains(" is a learned shape, no pattern: `katachi tune shape "),
        "{text}"
    );
    let explain = [
        "explain",
        TUNING,
        "-L",
        "23",
        "--seed",
        "1",
        "--level",
        "1",
        "--pattern",
        "Borderr",
    ];
    assert!(printed(&explain).contains(near));
}

#[test]
fn a_part_of_no_list_is_refused() {
    for option in ["--at=D4", "--pattern=Hane", "--holding"] {
        for options in [&[option][..], &[option, "-t"], &[option, "-a"]] {
            let arguments = [&["-l", TUNING][..], options].concat();
            let shown = katachi(&arguments, "").code(2);
            let message = errors(shown.get_output());
            assert!(
                message.starts_with("error: the following required arguments were not provided:\n  --"),
                "{message}"
            );
        }
    }
    refused(
        &["-l", TUNING, "-t", "-a", "--at", "Q16"],
        "katachi: cannot look at Q16: there is no such point on 13x13\n",
    );
}

#[test]
fn sources_are_left_out_one_after_the_other() {
    let table = |option: &str| {
        let arguments = [
            "-l", TUNING, "-L", "23", "-t", "-a", "--seed", "1", "--level", "1", option,
        ];
        printed(&arguments)
    };
    // Has any listed move a part of its value from the model; from readings?
    let has_parts = |text: &str| {
        let rows = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let rows: Vec<_> = rows
            .filter(|row| row.len() == 5 && row[1].parse::<i32>().is_ok())
            .collect();
        assert!(!rows.is_empty(), "{text}");
        let any = |column: usize| rows.iter().any(|row| row[column] != "0");
        (any(3), any(4))
    };
    assert_eq!(has_parts(&table("--search=off")), (true, true));
    assert_eq!(has_parts(&table("--no-model")), (false, true));
    assert_eq!(has_parts(&table("--patterns-only")), (false, false));
}

#[test]
fn what_searches_is_not_used_together_with_what_does_not() {
    for without in ["--no-model", "--patterns-only"] {
        for with in ["--visits=10", "--time=1", "--evidence=off"] {
            let arguments = ["-l", TUNING, "-t", without, with];
            let shown = katachi(&arguments, "").code(2);
            let message = errors(shown.get_output());
            assert!(message.starts_with("error: the argument '--"), "{message}");
            assert!(
                message.contains("cannot be used with") && message.contains(without),
                "{message}"
            );
        }
    }
}

#[test]
fn what_cannot_be_tuned_is_said() {
    refused(
        &["tune", "what-if", "Corner_44_sta=3", TUNING],
        "katachi: there is no pattern Corner_44_sta; there are Corner_44_star[..]\n",
    );
    refused(
        &["tune", "what-if", "Corner_44_star.wind=3", TUNING],
        "katachi: wind of Corner_44_star cannot be changed: NAME.NUMBER is for one of value, obonus, [..]\n",
    );
    refused(
        &[
            "tune",
            "what-if",
            "Corner_44_star.xbonus=3",
            TUNING,
            "--visits",
            "60",
        ],
        "katachi: --visits: the search sees the value of a pattern, not its xbonus: leave --visits out\n",
    );
    refused(
        &["tune", "explain", "Nothing_like_it", TUNING],
        "katachi: there is no pattern Nothing_like_it\n",
    );
    refused(
        &["tune", "what-if", "Corner_44_star", TUNING],
        "error: invalid value 'Corner_44_star' for '<NAME=VALUE>': expected NAME=VALUE, or NAME.NUMBER=VALUE with one of value, \
         obonus, xbonus, splitbonus, minrand, maxrand\n\nFor more information, try '--help'.\n",
    );
    refused(
        &["tune", "what-if", "Corner_44_star=3", TUNING, "-L", "999"],
        "katachi: cannot stop game1.sgf: before move 999: it has [..] moves, use 1 to [..]\n",
    );
    refused(
        &["view", TUNING, "-L", "1", "--line", "3"],
        "katachi: cannot draw line 3: there are no lines of play here\n",
    );
}
