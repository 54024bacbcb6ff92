// SPDX-License-Identifier: MIT OR Apache-2.0

//! Teaching, guessing and the quiz from outside: lines go in by a pipe, and results are kept in a folder.

use std::fs;
use std::path::PathBuf;

use snapbox::cmd::{Command, OutputAssert};

use crate::folder::{Folder, errors, has};

/// Black saves no stones with move 1. White captures four.
const LOST_STONES: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PB[You]PW[Ann]\
    AB[bb][cb][bc][bd][be][cf][dd][ed][de][ee]AW[fb][dc][ec][cd][fd][ce][df][ef][ff];B[ag];W[fe])";

/// The same game as a review would mark it.
const MARKED: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PB[You]PW[Ann]\
    AB[bb][cb][bc][bd][be][cf][dd][ed][de][ee]AW[fb][dc][ec][cd][fd][ce][df][ef][ff];B[ag]BM[2];W[fe]BM[1])";

/// A game from the empty board to the same mistake.
const WHOLE_GAME: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PB[You]PW[Ann];B[bb];W[fb];B[cb];W[dc];B[bc];W[ec]\
    ;B[bd];W[cd];B[be];W[fd];B[cf];W[ce];B[dd];W[df];B[ed];W[ef];B[de];W[ff];B[ee];W[];B[ag];W[fe])";

/// Black kills the corner with B1, the middle of three points.
const PROBLEM: &str =
    "(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][eg][fg][fh][fi]AW[ah][bh][ch][dh][eh][ai][ei]PL[B])";

/// A folder with files, and one for results.
struct Lessons(Folder);

impl Lessons {
    fn new(files: &[(&str, &str)]) -> Self {
        Self(Folder::with(files))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn run(&self, arguments: &[&str], typed: &str) -> OutputAssert {
        Command::from_std(self.0.program(arguments))
            .env("LC_ALL", "C")
            .env("KATACHI_STATE_DIR", self.path("state"))
            .stdin(typed.to_owned())
            .assert()
    }

    /// What the program prints.
    #[track_caller]
    fn done(&self, arguments: &[&str], typed: &str) -> String {
        let output = self.run(arguments, typed).success();
        String::from_utf8_lossy(&output.get_output().stdout).into_owned()
    }

    /// The message of a refusal.
    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "").code(2);
        let output = output.stdout_eq("");
        errors(output.get_output())
    }

    fn quiz(&self, arguments: &[&str], typed: &str) -> String {
        self.done(
            &[&["quiz", "--visits", "40", "--nodes", "20000"], arguments].concat(),
            typed,
        )
    }
}

#[test]
fn teaching_questions_a_bad_move_in_a_game_by_lines() {
    let folder = Lessons::new(&[("game.sgf", LOST_STONES)]);
    let play = [
        "play", "-l", "game.sgf", "-L", "1", "--seed", "1", "--visits", "50",
    ];
    let text = folder.done(
        &[&play[..], &["--teach", "gentle"]].concat(),
        "a1\nbetter\ny\na2\nn\nquit\n",
    );
    has(
        &text,
        [
            "Black> Black A1: Now White can play F3, and Black's ",
            " stones at D4 are lost, about ",
            "You lose about ",
            "Take it back? (y, n, better)> Better: ",
            "Move 1, Black to play",
            "Black> Black A2: ",
            "Take it back? (y, n, better)> Katachi plays ",
            "Goodbye.",
        ],
    );
    let text = folder.done(&play, "a1\nquit\n");
    assert!(!text.contains("Take it back?"), "{text}");
    let message = folder.refused(&["play", "--teach", "hard"]);
    has(&message, ["expected strict, normal, gentle or off"]);
}

#[test]
fn guesses_are_compared_with_the_moves_of_a_game() {
    let folder = Lessons::new(&[("game.sgf", LOST_STONES)]);
    let guess = ["guess", "game.sgf", "--visits", "40"];
    let text = folder.done(&guess, "zz\nb6\na2\n");
    has(
        &text,
        [
            "1 move to guess; type a point such as D4, or pass, skip, board or quit.",
            "Move 1, Black to play",
            "'zz' is no point of the 7x7 board",
            "B6 is illegal: occupied.",
            "Near: A2",
            "A1 was played.",
            "At full strength Katachi plays ",
            "Of 1 guess: 0 as played, 0 as good, 1 near, 0 elsewhere. Found: 0 %.",
            "  move 1, A2: about ",
        ],
    );
    let text = folder.done(&[&guess[..], &["--player", "white"]].concat(), "f3\n");
    has(
        &text,
        [
            "Move 2, White> Right: F3 was played.",
            "Of 1 guess: 1 as played",
            "Found: 100 %.",
        ],
    );
    let text = folder.done(&[&guess[..], &["--player", "both"]].concat(), "skip\nquit\n");
    has(
        &text,
        [
            "2 moves to guess",
            "A1 was played.",
            "Move 2, White to play",
            "No move was guessed.",
        ],
    );
    folder.0.write("pass.sgf", "(;SZ[9];B[];W[ee])");
    let text = folder.done(&["guess", "pass.sgf", "--visits", "40"], "pass\n");
    has(&text, ["Right: pass was played."]);
}

#[test]
fn a_game_that_cannot_be_guessed_is_refused() {
    Folder::with(&[("game.sgf", LOST_STONES), ("bad.sgf", "(;SZ[9];B[ee];W[ee])")]).refuses(
        "guess",
        "\
none.sgf => cannot read none.sgf
- => name a file
game.sgf --from 9 => cannot use game.sgf: there is no move of Black to guess from move 9 on: the game has 2 moves
game.sgf --from 9 --to 3 => --from 9 is behind --to 3
bad.sgf => cannot use bad.sgf: --to 1 stops before the fault: move 2, White E5",
    );
}

#[test]
fn mistakes_of_a_marked_game_are_asked_and_kept_between_days() {
    let folder = Lessons::new(&[("game.sgf", MARKED)]);
    let text = folder.quiz(&["game.sgf", "--today", "2026-11-26"], "a1\n");
    has(
        &text,
        [
            "1 problem; type a point",
            "Problem 1 of 1 (new): game.sgf, move 1. Black: find a better move than that of the game.",
            "Black> Wrong: A1 was the mistake in the game. It loses about ",
            "Better: ",
            "Right: 0 of 1. The next problems are due on 2026-11-27.",
        ],
    );
    let text = folder.quiz(&["--today", "2026-11-26"], "");
    assert_eq!(
        text,
        "Nothing is due: 1 problem known, the next is due on 2026-11-27; --all asks them now.\n"
    );
    let text = folder.quiz(&["--today", "2026-11-27"], "skip\n");
    has(
        &text,
        [
            "Problem 1 of 1 (0 of 1 right so far): game.sgf, move 1.",
            "Better: ",
        ],
    );
    // The other side's mistakes are not yours.
    let text = folder.quiz(
        &["game.sgf", "--player", "both", "--today", "2026-11-27"],
        "quit\n",
    );
    has(
        &text,
        [
            "1 problem;",
            "game.sgf, move 2. White",
            "Nothing was answered. Due now: 1 problem.",
        ],
    );
}

#[test]
fn a_problem_of_life_and_death_is_read() {
    let lines = r#"{"id":"three","size":9,"to_play":"W","black":["A3","B3","C3","D3","E3","F3","F2","F1"],
        "white":["A2","B2","C2","D2","E2","A1","E1"],"answers":["C1"]}"#;
    let folder = Lessons::new(&[("problem.sgf", PROBLEM), ("more.jsonl", &lines.replace('\n', ""))]);
    let text = folder.quiz(&[".", "--today", "2026-11-26"], "b1\nboard\nc1\n");
    has(
        &text,
        [
            "2 problems; ",
            "more.jsonl, three. White: kill or live.",
            "White> Wrong. After B1 Black kills it with C1. White C1 saves the group at ",
            "problem.sgf. Black: kill or live.",
            "Black> Right. Black C1 kills the group at ",
            "Right: 1 of 2.",
        ],
    );
    let text = folder.quiz(&["--today", "2026-11-27"], "c1\n");
    has(
        &text,
        [
            "1 problem; ",
            "more.jsonl, three",
            "Right. White C1 saves",
            "due on 2026-11-28",
        ],
    );
}

#[test]
fn a_game_without_marks_is_reviewed_once() {
    let folder = Lessons::new(&[("game.sgf", WHOLE_GAME)]);
    let first = folder.quiz(&["game.sgf", "--today", "2026-11-26"], "");
    let kept = || fs::read_to_string(folder.path("state/quiz.json")).expect("results are kept");
    let known = kept();
    has(&known, ["\"name\": \"game.sgf, move 19\"", "\"played\": \"E3\""]);
    // The same best move was missed at move 21 again.
    assert!(!known.contains("move 21"), "{known}");
    assert_eq!(folder.quiz(&["game.sgf", "--today", "2026-11-26"], ""), first);
    // A review as data has the same mistakes.
    folder.done(
        &["review", "game.sgf", "-o", "review.json", "--visits", "40", "-q"],
        "",
    );
    assert_eq!(folder.quiz(&["review.json", "--today", "2026-11-26"], ""), first);
    assert_eq!(kept(), known);
}

#[test]
fn what_the_quiz_cannot_use_is_told_and_results_are_never_lost() {
    let folder = Lessons::new(&[
        ("good.sgf", PROBLEM),
        ("bad.sgf", "Dear diary,"),
        ("other.json", "{}"),
        ("clean.sgf", "(;SZ[7];B[dd]V[1])"),
    ]);
    let refused = |arguments: &[&str]| folder.refused(&[&["quiz"], arguments].concat());
    has(refused(&["none.sgf"]), ["cannot read none.sgf"]);
    has(refused(&["-"]), ["name a file"]);
    has(refused(&["bad.sgf"]), ["cannot use bad.sgf: not an SGF file"]);
    has(
        refused(&["other.json"]),
        ["cannot use other.json: it is no review of a game by Katachi"],
    );
    has(
        refused(&["--today", "soon"]),
        ["'soon' is no date such as 2026-11-26"],
    );
    assert!(folder.quiz(&[], "").starts_with("There are no problems yet"));
    assert_eq!(
        folder.quiz(&["clean.sgf"], ""),
        "No mistake and no problem was found in the files.\n"
    );
    // In a folder the others are asked.
    let output = folder.run(&["quiz", "."], "quit\n").success();
    let errors = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    has(
        &errors,
        ["bad.sgf: not an SGF file", "; it is left out", "other.json"],
    );
    has(
        String::from_utf8_lossy(&output.get_output().stdout),
        ["1 problem; ", "good.sgf"],
    );
    let file = folder.path("state/quiz.json");
    fs::write(&file, "{\"version\":1,").expect("a file can be written");
    let message = refused(&["good.sgf"]);
    has(
        &message,
        ["quiz.json: it is damaged and stays as it is; mend it, or move it away to begin anew: "],
    );
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "{\"version\":1,");
}

#[test]
#[cfg(all(feature = "tui", target_os = "linux"))]
fn the_quiz_fills_the_screen_of_a_terminal() {
    use crate::screen::{Session, pseudo_terminal};
    let folder = Lessons::new(&[("problem.sgf", PROBLEM)]);
    let Some(terminal) = pseudo_terminal() else { return };
    let (file, state) = (folder.path("problem.sgf"), folder.path("state"));
    let [file, state] = [&file, &state].map(|path| path.to_str().expect("a path of letters"));
    let variables = [("KATACHI_STATE_DIR", state), ("NO_COLOR", "1")];
    let arguments = ["quiz", file, "--nodes", "20000", "--visits", "40"];
    let mut session = Session::program(terminal, &arguments, &variables);
    session.sees("Problem 1 of 1 (new): problem.sgf.");
    session.press("\x1b[D\x1b[D\x1b[B\x1b[B\x1b[B\r");
    session.sees("C2 is illegal: occupied.");
    session.press("\x1b[B\r");
    session.sees("Right. Black C1 kills");
    session.press("\r");
    session.sees("Right: 1 of 1.");
}

/// [`PROBLEM`] with its solution, then a wrong try; the side to move is that of the moves.
fn with_solution() -> String {
    PROBLEM.replace("PL[B])", "(;B[ci]C[right];W[bi])(;B[ai];W[ci]C[wrong]))")
}

#[test]
fn solve_and_quiz_ask_the_same_position_of_a_record_with_its_solution() {
    let folder = Lessons::new(&[("solved.sgf", &with_solution())]);
    let solved = folder.done(&["solve", "solved.sgf"], "");
    assert!(
        solved.starts_with("solved.sgf: kill the group at A2 (7 stones): yes: C1"),
        "{solved}"
    );
    let asked = folder.quiz(&["solved.sgf"], "C1\n");
    has(&asked, ["Black C1 kills the group at A2 (7 stones)."]);
    let json = folder.done(&["solve", "solved.sgf", "--json"], "");
    assert!(
        json.contains(
            r#""objective":"kill","group":["A2","B2","C2","D2","E2","A1","E1"],"verdict":"yes","move":"C1""#
        ),
        "{json}"
    );
}

#[test]
fn solve_takes_all_games_of_a_file_or_the_position_and_the_group_that_are_chosen() {
    let white = with_solution()
        .replace("AB[", "X[")
        .replace("AW[", "AB[")
        .replace("X[", "AW[")
        .replace("C[right];W", "C[right];X")
        .replace(";B[", ";W[")
        .replace("C[right];X", "C[right];B");
    let folder = Lessons::new(&[("two.sgf", &(with_solution() + &white))]);
    let solve = |arguments: &[&str]| folder.done(&[&["solve", "two.sgf"], arguments].concat(), "");
    let all = solve(&[]);
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 2, "{all}");
    for (number, line) in (1..).zip(lines) {
        let begin = format!("two.sgf, game {number}: kill the group at A2 (7 stones): yes: C1");
        assert!(line.starts_with(&begin), "{line}");
        assert!(solve(&["--game", &number.to_string()]).starts_with(&begin));
        let chosen = solve(&["--game", &number.to_string(), "--at", "C2"]);
        assert!(chosen.starts_with(&begin), "{chosen}");
    }
    // After the solution it is too late.
    let late = solve(&["--game", "1", "-L", "2"]);
    assert!(
        late.starts_with("two.sgf, game 1: save the group at A2 (7 stones): no"),
        "{late}"
    );
    let why = folder.refused(&["solve", "two.sgf", "--game", "1", "--at", "J9"]);
    assert!(why.contains("two.sgf, game 1 at J9: there is no stone"), "{why}");
    let why = folder.refused(&["solve", "two.sgf", "--game", "3"]);
    assert!(why.contains("use --game 1 to 2"), "{why}");
}
