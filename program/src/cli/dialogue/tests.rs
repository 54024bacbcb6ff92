// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games as people play them at the terminal.

use katachi::Settings;
use katachi::search::SearchSettings;
use katachi_rules::{BoardSize, Rules, fixed_handicap};
use proptest::prelude::*;

use super::*;

/// A disk with one writable file, and one of somebody else.
fn write(path: &str, _: &str, overwrite: bool) -> io::Result<()> {
    match path {
        "my game.sgf" => Ok(()),
        "theirs.sgf" if overwrite => Ok(()),
        "theirs.sgf" => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "exists and was not written by Katachi",
        )),
        _ => Err(io::ErrorKind::PermissionDenied.into()),
    }
}

fn dialogue(person: Color) -> Dialogue {
    let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
    let search = SearchSettings {
        visits: Some(20),
        memory: 4,
        ..SearchSettings::default()
    };
    let settings = Settings {
        search: Some(search),
        ..Settings::default()
    };
    Dialogue::new(Engine::new(settings), game, person, Look::default(), write)
}

/// After each line the text has to contain what is expected.
#[track_caller]
fn check(person: Color, lines: &[(&str, &str)]) -> Dialogue {
    let mut dialogue = dialogue(person);
    dialogue.greeting();
    for (line, expected) in lines {
        let text = dialogue.answer(line);
        assert!(text.contains(expected), "{line}: no '{expected}' in\n{text}");
        assert!(text.is_empty() || text.ends_with('\n'));
    }
    dialogue
}

#[test]
fn the_greeting_says_who_plays_and_how_to_repeat_the_game() {
    let text = dialogue(Color::Black).greeting();
    assert!(text.starts_with("Katachi "), "{text}");
    assert!(text.contains("you play Black, Katachi plays White. 9x9, komi 7.5, chinese rules."));
    assert!(text.contains("--seed 0 repeats this game"));
    assert!(text.contains("Move 1, Black to play\n   A B C D E F G H J\n"));
}

#[test]
fn katachi_begins_as_black_and_after_a_handicap() {
    assert!(
        dialogue(Color::White)
            .greeting()
            .contains("Move 2, White to play")
    );
    let mut with_stones = dialogue(Color::Black);
    with_stones
        .game
        .set_handicap(&fixed_handicap(BoardSize::square(9), 3).unwrap())
        .unwrap();
    let text = with_stones.greeting();
    assert!(
        text.contains("3 handicap stones") && text.contains("Move 2, Black to play"),
        "{text}"
    );
    assert!(with_stones.answer("undo").contains("You have made no move yet."));
}

#[test]
fn moves_are_answered_and_bad_input_is_explained() {
    check(
        Color::Black,
        &[
            ("e5\r\n", "Move 3, Black to play; last: White"),
            ("E5", "You cannot play E5: occupied."),
            (
                "K10",
                "'K10' is no point of the 9x9 board and no command; try help.",
            ),
            ("  ", ""),
            ("\u{1b}[2Jx é", "'[2Jx é' is no point"),
            ("HELP", "save FILE"),
            ("why", "White "),
            ("hint", "Black "),
            ("score", "komi 7.5"),
            ("undo", "Move 1, Black to play"),
            ("undo", "You have made no move yet."),
            ("why", "No move has been made yet."),
            ("save", "Where to?"),
            ("save my game.sgf", "The game is in my game.sgf."),
            ("save other.sgf", "Cannot write other.sgf: permission denied."),
            (
                "save theirs.sgf",
                "theirs.sgf exists and was not written by Katachi; choose another name, or save! theirs.sgf\n",
            ),
            ("save! theirs.sgf", "The game is in theirs.sgf."),
            ("quit", "Goodbye."),
        ],
    );
}

#[test]
fn words_behind_what_takes_none_are_refused_and_nothing_is_done() {
    let dialogue = check(
        Color::Black,
        &[
            ("pass now", "`pass` takes no word after it; nothing was played.\n"),
            ("d4 please", "`D4` takes no word after it; nothing was played.\n"),
            ("resign 3", "`resign` takes no word after it; nothing was done.\n"),
            ("quit now", "`quit` takes no word after it; nothing was done.\n"),
            ("board x", "`board` takes no word after it; nothing was done.\n"),
            ("Z9 x", "'Z9 x' is no point of the 9x9 board"),
        ],
    );
    assert_eq!(dialogue.game.move_count(), 0);
    assert!(!dialogue.is_done() && !dialogue.is_over());
}

#[test]
fn why_explains_the_last_move_of_a_record_where_katachi_has_made_none() {
    let mut dialogue = dialogue(Color::Black);
    for (color, vertex) in [(Color::Black, "E5"), (Color::White, "A1")] {
        let mv = dialogue.game.size().parse_move(vertex).unwrap();
        dialogue.game.play(color, mv).unwrap();
    }
    let text = dialogue.answer("why");
    assert!(
        text.starts_with("White played A1. The choice by evidence: White "),
        "{text}"
    );
}

#[test]
fn a_saved_game_has_its_result() {
    let mut dialogue = check(Color::White, &[("resign", "B+R")]);
    assert_eq!(dialogue.record().get("RE"), Some("B+R"));
    dialogue.answer("undo");
    assert_eq!(dialogue.record().get("RE"), None);
}

#[test]
fn a_resigned_game_is_over_until_the_resignation_is_taken_back() {
    let mut dialogue = check(
        Color::White,
        &[
            ("resign", "You resign: B+R."),
            ("D4", "The game is over"),
            ("hint", "The game is over"),
        ],
    );
    assert_eq!(dialogue.result().as_deref(), Some("B+R"));
    assert!(dialogue.prompt().starts_with("The game is over"));
    dialogue.answer("undo");
    assert_eq!(dialogue.prompt(), "White> ");
}

#[test]
fn two_passes_end_the_game_with_a_count() {
    let mut dialogue = dialogue(Color::Black);
    dialogue.game.play(Color::Black, Move::Pass).unwrap();
    dialogue.game.play(Color::White, Move::Pass).unwrap();
    let text = dialogue.turn();
    assert!(
        text.contains("Black 0, White 0 and komi 7.5, neutral 81: W+7.5"),
        "{text}"
    );
    assert_eq!(dialogue.result().as_deref(), Some("W+7.5"));
    assert!(!dialogue.is_done());
}

fn typed() -> impl Strategy<Value = String> {
    let words: Vec<_> = WORDS.iter().map(|word| word.usage).collect();
    prop_oneof![
        2 => proptest::sample::select(words).prop_map(str::to_string),
        2 => "[A-Ka-k][0-9]{1,2}",
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_is_typed_is_answered_in_whole_lines(lines in prop::collection::vec(typed(), 1..12)) {
        let mut dialogue = dialogue(Color::White);
        dialogue.greeting();
        for line in lines {
            let text = dialogue.answer(&line);
            prop_assert_eq!(text.is_empty(), line.trim().is_empty());
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            prop_assert!(!dialogue.prompt().is_empty());
        }
    }
}
