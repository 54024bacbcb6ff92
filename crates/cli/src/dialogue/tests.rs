// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games as people play them at the terminal.

use katachi_engine::Settings;
use katachi_engine::play::Engine;
use katachi_engine::search::SearchSettings;
use katachi_rules::BoardSize;
use katachi_session::{COMMANDS, Setup, Sides, Thinking};
use proptest::prelude::*;

use super::*;

fn dialogue(sides: Sides, handicap: u8) -> Dialogue {
    let search = SearchSettings {
        visits: Some(20),
        memory: 4,
        ..SearchSettings::default()
    };
    let settings = Settings {
        search: Some(search),
        ..Settings::default()
    };
    let setup = Setup {
        size: BoardSize::square(9),
        sides,
        handicap,
        ..Setup::default()
    };
    let play = InteractiveGame::new(Engine::new(settings), setup, Thinking::Synchronous).unwrap();
    Dialogue::new(play, Look::default())
}

/// All that is shown until the person has to type again.
fn shown(dialogue: &mut Dialogue, mut text: String) -> String {
    while dialogue.is_busy() {
        text += &dialogue.wait();
    }
    text
}

fn greeting(dialogue: &mut Dialogue) -> String {
    let text = dialogue.greeting();
    shown(dialogue, text)
}

fn answer(dialogue: &mut Dialogue, line: &str) -> String {
    let text = dialogue.answer(line);
    shown(dialogue, text)
}

#[test]
fn katachi_begins_as_black_and_after_a_handicap() {
    assert!(greeting(&mut dialogue(Sides::White, 0)).contains("Move 2, White to play"));
    let text = greeting(&mut dialogue(Sides::Black, 3));
    assert!(text.contains("3 handicap stones"), "{text}");
    assert!(text.contains("Move 2, Black to play"), "{text}");
}

#[test]
fn moves_are_answered_and_bad_input_is_explained() {
    let mut dialogue = dialogue(Sides::Black, 0);
    greeting(&mut dialogue);
    for (line, expected) in [
        ("e5\r\n", "Move 3, Black to play; last: White"),
        ("E5", "You cannot play E5: occupied; there is a stone already."),
        (
            "K10",
            "'K10' is no point of the 9x9 board and no command; try help.",
        ),
        ("  ", ""),
        ("\u{1b}[2Jx é", "'[2Jx é' is no point"),
        ("hlep", "did you mean help?"),
        ("HELP", "save FILE"),
        ("why", "White "),
        ("hint", "Black "),
        ("score", " % of White's."),
        ("clock", "No clocks"),
        ("undo", "Move 1, Black to play"),
        ("undo", "You have made no move yet."),
        ("why", "No move has been made yet."),
        ("redo", "Move 3, Black to play"),
        ("clock 10m+3x30s", "Both clocks have 10m+3x30s from now on."),
        ("clock", "Black "),
        ("save", "save FILE: where to?"),
        ("save nowhere/other.sgf", "Cannot write nowhere/other.sgf: "),
        ("quit", "Goodbye."),
    ] {
        let text = answer(&mut dialogue, line);
        assert!(text.contains(expected), "{line}: no '{expected}' in\n{text}");
        assert!(text.is_empty() || text.ends_with('\n'));
    }
    assert!(dialogue.is_done());
}

#[test]
fn the_prompt_says_what_the_game_waits_for() {
    let mut dialogue = dialogue(Sides::Both, 0);
    for (line, prompt) in [
        ("resign", "The game is over (new, "),
        ("undo", "Black> "),
        ("pass", "White> "),
        ("pass", "Both have passed ("),
        ("done", "The game is over (new, "),
    ] {
        answer(&mut dialogue, line);
        assert!(
            dialogue.prompt().starts_with(prompt),
            "{line}: {}",
            dialogue.prompt()
        );
    }
}

fn typed() -> impl Strategy<Value = String> {
    // These need a file or a whole game.
    let left_out = ["save FILE", "save! FILE", "color COLOR", "swap"];
    let words = COMMANDS
        .iter()
        .map(|word| word.usage)
        .filter(|usage| !left_out.contains(usage));
    let words: Vec<_> = words.collect();
    prop_oneof![
        2 => proptest::sample::select(words).prop_map(|usage| usage.replace(['[', ']'], "").replace('N', "2")),
        2 => "[A-Ka-k][0-9]{1,2}",
        1 => "(dead|alive) [A-J][1-9]",
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_is_typed_is_answered_in_whole_lines(lines in prop::collection::vec(typed(), 1..12)) {
        let mut dialogue = dialogue(Sides::White, 0);
        greeting(&mut dialogue);
        for line in lines {
            let text = answer(&mut dialogue, &line);
            prop_assert!(!text.is_empty() || line.trim().is_empty() || line.trim() == "go");
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            prop_assert!(!dialogue.prompt().is_empty());
        }
    }
}
