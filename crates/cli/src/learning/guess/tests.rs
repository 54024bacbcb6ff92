// SPDX-License-Identifier: MIT OR Apache-2.0

//! Guesses of every grade, and the summary.

use katachi_rules::Color;
use katachi_view::Look;

use super::super::by_lines;
use super::*;
use crate::database::DatabaseArgs;
use crate::game_args::{AsciiArgs, TerminalArgs};

/// Three moves of each side; one of Black is a pass.
const RECORD: &str = "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[gc];B[];W[cg])";

fn guessing(record: &str, color: Color) -> Guessing {
    let record = Record::parse(record.as_bytes()).unwrap();
    let args = GuessArgs {
        file: PathBuf::new(),
        player: Player(Some(color)),
        from: NonZeroUsize::MIN,
        to: None,
        number: None,
        judge: JudgeArgs {
            visits: 40,
            seed: 0,
            databases: DatabaseArgs::default(),
        },
        terminal: TerminalArgs {
            plain: true,
            board: AsciiArgs { ascii: true },
        },
    };
    let mut turns = turns(&record, Rules::CHINESE, 6.5, &args).unwrap();
    turns.retain(|turn| turn.color == color);
    Guessing::new(turns, args.judge.judge().unwrap())
}

/// Types lines; returns the texts and the prompts in their order.
fn typed(exercise: &mut Guessing, lines: &[&str]) -> Vec<String> {
    let (mut lines, shown) = (lines.iter(), std::cell::RefCell::new(Vec::new()));
    let read = |prompt: &str| {
        shown.borrow_mut().push(prompt.to_owned());
        Ok(lines.next().map(|line| (*line).to_owned()))
    };
    let show = |text: &str| {
        shown.borrow_mut().push(text.to_owned());
        Ok(())
    };
    by_lines(exercise, Look::default(), read, show).unwrap();
    shown.into_inner()
}

#[test]
fn the_moves_of_one_side_are_asked_one_after_the_other() {
    let mut exercise = guessing(RECORD, Color::White);
    let shown = typed(&mut exercise, &["c7", "G3", "skip", "j1"]);
    for (text, expected) in shown.iter().zip([
        "3 moves to guess; ",
        "Move 2, White> ",
        "Right: C7 was played.\nWhite ",
        "\nMove 4, White to play; last: Black G3",
        "Move 4, White> ",
        "G3 is illegal: occupied.",
        "Move 4, White> ",
        "G7 was played.\n",
        "\nMove 6, White to play",
        "Move 6, White> ",
        "Elsewhere: J1",
        "\nOf 2 guesses: 1 as played, 0 as good, 0 near, 1 elsewhere. Found: 50 %.\n\
        The guesses that lose most:\n  move 6, J1: about ",
    ]) {
        assert!(text.starts_with(expected), "{expected}: {text}");
    }
    assert!(shown[10].contains(" It loses about "), "{}", shown[10]);
    assert_eq!(shown.len(), 12);
}

#[test]
fn a_pass_can_be_guessed_and_the_end_comes_early() {
    let shown = typed(&mut guessing(RECORD, Color::Black), &["board", "", "quit"]);
    assert!(shown[2].starts_with("Move 1, Black to play"), "{}", shown[2]);
    assert_eq!(shown[5], "\nNo move was guessed.\n");
    let shown = typed(&mut guessing("(;SZ[9];B[];W[ee])", Color::Black), &["pass"]);
    assert!(shown[2].starts_with("Right: pass was played."), "{}", shown[2]);
}
