// SPDX-License-Identifier: MIT OR Apache-2.0

//! Guesses of every grade, and the summary.

use katachi_learning::Exercise as _;
use katachi_rules::Color;
use katachi_view::Look;

use super::super::dialogue::Dialogue;
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

#[test]
fn the_moves_of_one_side_are_asked_one_after_the_other() {
    let mut exercise = guessing(RECORD, Color::White);
    let mut guessing = Dialogue::new(&mut exercise, Look::default());
    assert!(guessing.greeting().unwrap().starts_with("3 moves to guess; "));
    assert_eq!(guessing.prompt().unwrap().as_deref(), Some("Move 2, White> "));
    let text = guessing.answer("c7").unwrap();
    assert!(text.starts_with("Right: C7 was played.\nWhite "), "{text}");
    assert!(text.contains("Move 4, White to play; last: Black G3"), "{text}");
    assert!(
        guessing
            .answer("G3")
            .unwrap()
            .contains("G3 is illegal: occupied.")
    );
    assert!(guessing.answer("skip").unwrap().starts_with("G7 was played.\n"));
    let text = guessing.answer("j1").unwrap();
    assert!(
        text.starts_with("Elsewhere: J1") && text.contains(" It loses about "),
        "{text}"
    );
    assert_eq!(guessing.prompt().unwrap(), None);
    assert_eq!(guessing.answer("a1").unwrap(), "");
    let summary = exercise.summary();
    let expected = "Of 2 guesses: 1 as played, 0 as good, 0 near, 1 elsewhere. Found: 50 %.\n\
        The guesses that lose most:\n  move 6, J1: about ";
    assert!(summary.starts_with(expected), "{summary}");
}

#[test]
fn a_pass_can_be_guessed_and_the_end_comes_early() {
    let mut exercise = guessing(RECORD, Color::Black);
    let mut guessing = Dialogue::new(&mut exercise, Look::default());
    assert!(
        guessing
            .answer("board")
            .unwrap()
            .starts_with("Move 1, Black to play")
    );
    assert_eq!(guessing.answer("\n").unwrap(), "");
    guessing.answer("quit").unwrap();
    assert_eq!(guessing.prompt().unwrap(), None);
    assert_eq!(exercise.summary(), "No move was guessed.\n");
    let mut passes = super::tests::guessing("(;SZ[9];B[];W[ee])", Color::Black);
    let mut passes = Dialogue::new(&mut passes, Look::default());
    assert!(
        passes
            .answer("pass")
            .unwrap()
            .starts_with("Right: pass was played.")
    );
}
