// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games as people play them at the terminal.

use katachi_engine::Settings;
use katachi_engine::play::Engine;
use katachi_engine::search::SearchSettings;
use katachi_rules::{Board, BoardSize, Game, Move, Rules};
use katachi_session::{COMMANDS, Setup, Sides, Thinking};
use proptest::prelude::*;

use super::*;

fn dialogue_with(sides: Sides, handicap: u8) -> Dialogue {
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

fn dialogue(sides: Sides) -> Dialogue {
    dialogue_with(sides, 0)
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

/// After each line the text has to contain what is expected.
#[track_caller]
fn check(sides: Sides, lines: &[(&str, &str)]) -> Dialogue {
    let mut dialogue = dialogue(sides);
    greeting(&mut dialogue);
    for (line, expected) in lines {
        let text = answer(&mut dialogue, line);
        assert!(text.contains(expected), "{line}: no '{expected}' in\n{text}");
        assert!(text.is_empty() || text.ends_with('\n'));
    }
    dialogue
}

#[test]
fn the_greeting_says_who_plays_and_how_to_repeat_the_game() {
    let text = greeting(&mut dialogue(Sides::Black));
    assert!(text.starts_with("Katachi "), "{text}");
    assert!(text.contains("you play Black, Katachi plays White. 9x9, komi 7.5, chinese rules."));
    assert!(text.contains("--seed 0 repeats this game"));
    assert!(text.contains("Move 1, Black to play\n   A B C D E F G H J\n"));
}

#[test]
fn katachi_begins_as_black_and_after_a_handicap() {
    assert!(greeting(&mut dialogue(Sides::White)).contains("Move 2, White to play"));
    let mut with_stones = dialogue_with(Sides::Black, 3);
    let text = greeting(&mut with_stones);
    assert!(
        text.contains("3 handicap stones") && text.contains("Move 2, Black to play"),
        "{text}"
    );
    assert!(answer(&mut with_stones, "undo").contains("You have made no move yet."));
}

#[test]
fn moves_are_answered_and_bad_input_is_explained() {
    check(
        Sides::Black,
        &[
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
        ],
    );
}

#[test]
fn words_behind_what_takes_none_are_refused_and_nothing_is_done() {
    let dialogue = check(
        Sides::Black,
        &[
            ("pass now", "`pass` takes no word after it; nothing was played.\n"),
            ("d4 please", "`D4` takes no word after it; nothing was played.\n"),
            ("resign 3", "`resign` takes no word after it; nothing was done.\n"),
            ("quit now", "`quit` takes no word after it; nothing was done.\n"),
            ("board x", "`board` takes no word after it; nothing was done.\n"),
            ("Z9 x", "'Z9 x' is no point of the 9x9 board"),
        ],
    );
    assert_eq!(dialogue.play.game().move_count(), 0);
    assert!(!dialogue.is_done());
}

#[test]
fn a_saved_game_has_its_result() {
    let mut dialogue = check(Sides::White, &[("resign", "B+R")]);
    assert_eq!(dialogue.play.record().get("RE"), Some("B+R"));
    assert_eq!(dialogue.play.record().get("PW"), Some("You"));
    answer(&mut dialogue, "undo");
    assert_eq!(dialogue.play.record().get("RE"), None);
}

#[test]
fn a_resigned_game_is_over_until_the_resignation_is_taken_back() {
    let mut dialogue = check(
        Sides::White,
        &[
            ("resign", "You resign.\nResult: B+R."),
            ("D4", "The game is over"),
            ("hint", "The game is over"),
        ],
    );
    assert!(dialogue.prompt().starts_with("The game is over"));
    answer(&mut dialogue, "undo");
    assert_eq!(dialogue.prompt(), "White> ");
}

#[test]
fn two_passes_show_the_count_and_the_person_agrees() {
    let mut dialogue = dialogue(Sides::Both);
    let passed = [answer(&mut dialogue, "pass"), answer(&mut dialogue, "pass")];
    let count = "Black 0, White 0 and komi 7.5, neutral 81: W+7.5\n";
    assert!(passed[1].contains(count), "{}", passed[1]);
    assert!(dialogue.prompt().starts_with("Both have passed"));
    assert!(answer(&mut dialogue, "done").contains("Result: W+7.5"));
    assert_eq!(
        dialogue.play.game().moves().last(),
        Some((Color::White, Move::Pass))
    );
}

/// Black can save four stones, or White captures them.
const STONES_IN_ATARI: &str = "
    . . . . . . .
    . X X . . O .
    . X . O O . .
    . X O X X O .
    . X O X X . .
    . . X O O O .
    . . . . . . .";

#[test]
fn a_bad_move_is_questioned_and_y_takes_it_back() {
    let board = Board::from_diagram(STONES_IN_ATARI);
    let game = Game::from_position(board, Color::Black, Rules::CHINESE, 0.5);
    let engine = Engine::new(Settings::default());
    let play = InteractiveGame::with_game(engine, game, Setup::default(), Thinking::Synchronous);
    let mut dialogue = Dialogue::new(play, Look::default());
    let text = answer(&mut dialogue, "teach");
    assert_eq!(text, "Teaching is on: you are told of mistakes and blunders.\n");
    assert!(
        answer(&mut dialogue, "y").contains("'y' is no point"),
        "nothing is asked yet"
    );
    let text = answer(&mut dialogue, "A1");
    assert!(
        text.starts_with("Black A1: ") && text.ends_with("Take it back?\n"),
        "{text}"
    );
    assert_eq!(dialogue.prompt(), "Take it back? (y, n, better)> ");
    assert!(answer(&mut dialogue, "better").starts_with("Better: "));
    assert!(answer(&mut dialogue, "y").contains("Black to play"));
    assert_eq!(dialogue.prompt(), "Black> ");
    answer(&mut dialogue, "A2");
    let text = answer(&mut dialogue, "n");
    assert!(
        text.starts_with("Katachi plays ") && text.contains("Black to play"),
        "{text}"
    );
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
        let mut dialogue = dialogue(Sides::White);
        greeting(&mut dialogue);
        for line in lines {
            let text = answer(&mut dialogue, &line);
            prop_assert!(!text.is_empty() || line.trim().is_empty() || line.trim() == "go");
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            prop_assert!(!dialogue.prompt().is_empty());
        }
    }
}
