// SPDX-License-Identifier: MIT OR Apache-2.0

//! Command lines that are refused, and what is said about them.

use crate::cli::{TUNING, katachi, refused};
use crate::folder::errors;

/// Lines of arguments, each with its message on the next line. GAME is a file. Messages that begin with
/// `error:` have a hint in further lines.
#[track_caller]
fn refuses(table: &str) {
    let lines: Vec<&str> = table.lines().collect();
    for pair in lines.chunks(2) {
        let words = shlex::split(&pair[0].replace("GAME", TUNING)).expect("words");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let more = if pair[1].starts_with("error: ") {
            "...\n"
        } else {
            ""
        };
        refused(&words, &format!("{}\n{more}", pair[1]));
    }
}

#[test]
fn files_moves_and_points_that_are_not_there_are_named() {
    refuses(
        "\
-l nowhere.sgf -t
katachi: cannot read nowhere.sgf: No such file or directory (os error 2)
gtp -l nowhere.sgf
katachi: cannot read nowhere.sgf: [..]
-l short.sgf -L 7
katachi: cannot stop short.sgf: before move 7: it has 5 moves, use 1 to 6
-l short.sgf -L A1
katachi: cannot stop short.sgf: at A1: no stone was played there
-l short.sgf -L Q16
katachi: cannot stop short.sgf: at Q16: there is no such point on 9x9
-l GAME -t -a --at Q16
katachi: cannot look at Q16: there is no such point on 13x13
view GAME -L 1 --line 3
katachi: cannot draw line 3: there are no lines of play here
view short.sgf --at Q16
katachi: cannot look at Q16: there is no such point on 9x9
view short.sgf --svg no/such/folder.svg
katachi: cannot write no/such/folder.svg: [..]",
    );
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    refuses(
        "\
-l short.sgf --boardsize 9
katachi: --boardsize and --handicap begin a new game: leave them out with -l, or leave -l out
-t
katachi: -t, -w and -T explain a position: name its record with -l FILE
gtp -L 3
katachi: -L stops a record: name it with -l FILE
gtp --handicap 5 --boardsize 8
katachi: no 5 handicap stones on 8x8: 2 to 9 on square boards [..]
gtp -l -
katachi: -l - reads the record from standard input, which is needed for the game: name a file
-t gtp
katachi: -t is no option of 'katachi gtp'; 'katachi gtp --help' has its options
view short.sgf -l short.sgf
error: [..]cannot be used with[..]
view short.sgf --json --svg x.svg
error: [..]cannot be used with[..]
view --color white
error: unexpected argument '--color' found
--frobnicate
error: unexpected argument '--frobnicate' found
gtp --visits 100 --level 3
error: the argument '[..]' cannot be used with '[..]'
play --level 3 --visits 100
error: the argument '[..]' cannot be used with '[..]'
serve --visits 100 --rank 18k
error: the argument '[..]' cannot be used with '[..]'
view --visits 100 --level 3
error: the argument '[..]' cannot be used with '[..]'
explain GAME --at C3 --visits 100 --level 3
error: the argument '[..]' cannot be used with '[..]'
--visits 100 --level 3
error: the argument '[..]' cannot be used with '[..]'",
    );
}

#[test]
fn bad_values_are_refused_with_good_ones() {
    refuses(
        "\
--boardsize 26
error: invalid value '26' for [..]: expected 1 to 25 lines, or WIDTHxHEIGHT
--boardsize nine
error: invalid value 'nine' for [..]: expected 1 to 25 lines, or WIDTHxHEIGHT
--level 11
error: invalid value '11' for [..]: expected a level from 1 to 10, such as 5 or 5.5
--rank 1d
error: invalid value '1d' for [..]: expected a rank from 25k to 2k, such as 12k
--komi nan
error: invalid value 'nan' for [..]: expected a number of points from -150 to 150
--color green
error: invalid value 'green' for [..]: expected black, white, both or none
--rules chess
error: invalid value 'chess' for [..]: expected one of chinese, japanese, [..], or KataGo's text
view -m wind
error: invalid value 'wind' for [..]: expected area, moyo, territory or ownership
review x.sgf --threads 1025
error: invalid value '1025' for [..]: expected a number from 1 to 1024
-L 0
error: invalid value '0' for [..]: moves are counted from 1
-L I9
error: invalid value 'I9' for [..]: expected the number of a move or a point such as Q16",
    );
}

#[test]
fn what_cannot_be_tuned_is_said() {
    refuses(
        "\
tune what-if Corner_44_sta=3 GAME
katachi: there is no pattern Corner_44_sta; there are Corner_44_star[..]
tune what-if Corner_44_star.wind=3 GAME
katachi: wind of Corner_44_star cannot be changed: NAME.NUMBER is for one of value, obonus, [..]
tune what-if Corner_44_star.xbonus=3 GAME --visits 60
katachi: --visits: the search sees the value of a pattern, not its xbonus: leave --visits out
tune explain Nothing_like_it GAME
katachi: there is no pattern Nothing_like_it
tune what-if Corner_44_star GAME
error: invalid value 'Corner_44_star' for '<NAME=VALUE>': expected NAME=VALUE, or NAME.NUMBER=VALUE with one of value, [..]
tune what-if Corner_44_star=3 GAME -L 999
katachi: cannot stop game1.sgf: before move 999: it has [..] moves, use 1 to [..]",
    );
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
}

#[test]
fn what_searches_is_not_used_together_with_what_does_not() {
    for without in ["--no-model", "--patterns-only"] {
        for with in ["--visits=10", "--time=1", "--evidence=off"] {
            let arguments = ["-l", TUNING, "-t", without, with];
            let shown = katachi(&arguments, "").code(2);
            let message = errors(shown.get_output());
            assert!(message.starts_with("error: the argument '--"), "{message}");
            assert!(message.contains("cannot be used with"), "{message}");
            assert!(message.contains(without), "{message}");
        }
    }
}

#[test]
fn subcommands_that_moved_to_other_programs_say_so() {
    for name in "bed bench harvest judge judgement referee train usenix".split(' ') {
        let moved = format!("katachi: `{name}` is now `katachi-[..]`\n");
        for words in [&[name][..], &[name, "--anything", "x"], &["man", name]] {
            refused(words, &moved);
        }
    }
}
