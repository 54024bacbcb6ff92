// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen without a terminal: keys go in, and a buffer has the drawing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use katachi_engine::play::{Engine, Level, Settings};
use katachi_engine::search::SearchSettings;
use katachi_katago_json::SharedJudge;
use katachi_rules::{Board, BoardSize, Color, Game, GameResult, Rules};
use katachi_session::{COMMANDS, Command, Setup, Sides, Stage, Strictness, Thinking};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use super::*;
use crate::shell::tick;
use crate::tests::{PRINT, check, check_manual, drawn, mouse, press, shows};

fn engine() -> Engine {
    let search = SearchSettings {
        visits: Some(20),
        memory: 4,
        ..SearchSettings::default()
    };
    Engine::new(Settings {
        level: Level::MIN,
        search: Some(search),
        ..Settings::default()
    })
}

/// A screen whose clock the test moves, in milliseconds.
struct Tested {
    screen: PlayScreen,
    clock: Arc<AtomicU64>,
}

impl Tested {
    fn new(play: InteractiveGame) -> Self {
        let clock = Arc::new(AtomicU64::new(0));
        let now = Clock::new({
            let clock = Arc::clone(&clock);
            move || Duration::from_millis(clock.load(Ordering::Relaxed))
        });
        let screen = PlayScreen::new(play, engine(), PRINT, now);
        Self { screen, clock }
    }

    fn begin(side: u8, sides: Sides) -> Self {
        let setup = Setup {
            size: BoardSize::square(side),
            sides,
            ..Setup::default()
        };
        Self::new(InteractiveGame::new(engine(), setup, Thinking::Synchronous).unwrap())
    }

    /// Presses a key, and lets the engine answer.
    fn press(&mut self, key: KeyCode) {
        press(&mut self.screen, key);
        while self.screen.play.is_busy() {
            tick(&mut self.screen);
        }
    }

    /// Presses keys quickly, one after the other; `\n` is Enter, `<` Left, `^` Up, `~` Esc, `_` Backspace,
    /// and a letter after `.` is pressed as by [`Self::letter`].
    fn keys(&mut self, text: &str) {
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            self.press(match letter {
                '\n' => KeyCode::Enter,
                '<' => KeyCode::Left,
                '^' => KeyCode::Up,
                '~' => KeyCode::Esc,
                '_' => KeyCode::Backspace,
                '.' => {
                    self.letter(letters.next().expect("a letter"));
                    continue;
                }
                _ => KeyCode::Char(letter),
            });
        }
    }

    /// Presses keys, one row after the other. The screen shows the text of a row after its keys.
    #[track_caller]
    fn steps(&mut self, rows: &[(&str, &str)]) {
        for (keys, text) in rows {
            self.keys(keys);
            self.shows(text);
        }
    }

    /// Presses a letter, waits, and presses Enter if it is a column of the board, so that it acts as a key.
    fn letter(&mut self, letter: char) {
        self.press(KeyCode::Char(letter));
        self.wait();
        if self.screen.shell.line.lone_letter().is_some() {
            self.press(KeyCode::Enter);
        }
    }

    /// Waits as long as a letter does that is no column.
    fn wait(&mut self) {
        self.clock.fetch_add(1000, Ordering::Relaxed);
        tick(&mut self.screen);
        while self.screen.play.is_busy() {
            tick(&mut self.screen);
        }
    }

    fn drawn(&mut self, width: u16, height: u16) -> String {
        drawn(&mut self.screen, width, height)
    }

    #[track_caller]
    fn shows(&mut self, what: &str) {
        shows(&mut self.screen, what);
    }

    fn moves(&self) -> usize {
        self.screen.play.game().move_count()
    }
}

/// Both sides live, and C5 is dead.
const FINISHED: &str = "
    . X . X O . O . O
    X X X X O O O O .
    . X . X O . O . O
    X X X X O O O O O
    . X O . X X O . O
    X X X . X O O O O
    . X . X X O . O .
    X X X X X O O O O
    . X . X O O . O .";

fn finished() -> Tested {
    let game = Game::from_position(Board::from_diagram(FINISHED), Color::Black, Rules::CHINESE, 10.5);
    let play = InteractiveGame::with_game(engine(), game, Setup::default(), Thinking::Synchronous);
    Tested::new(play)
}

#[test]
fn a_stone_is_played_at_the_cursor_by_a_click_or_by_its_name() {
    let mut tested = Tested::begin(9, Sides::Both);
    let rows = [
        ("", "Your turn."),
        ("\n", "last: Black E5"),
        ("< ", "last: White D5"),
        ("d4\n", "last: Black D4"),
    ];
    tested.steps(&rows);
    // F5: the sixth column of two, the fifth row below title and letters.
    let click = MouseEventKind::Down(MouseButton::Left);
    mouse(&mut tested.screen, click, 3 + 5 * 2, 2 + 4);
    tested.steps(&[("", "last: White F5"), ("\n", "You cannot play F5: occupied;")]);
}

#[test]
fn a_letter_of_a_column_waits_for_enter_and_others_act_unless_something_follows() {
    let mut tested = Tested::begin(9, Sides::Black);
    tested.steps(&[(".h", "Hint: Black ")]);
    tested.keys("h");
    tested.wait();
    tested.shows("> h     Enter: hint");
    tested.keys("3\n");
    assert_eq!(tested.moves(), 2);
    tested.letter('u');
    assert_eq!(tested.moves(), 0);
    tested.keys("y\n");
    assert_eq!(tested.moves(), 2, "Enter makes a letter a key as well");
    // A column that is no key waits for its number.
    tested.keys("a");
    tested.wait();
    tested.steps(&[("", "> a"), ("_", "Enter: play")]);
}

#[test]
fn words_are_typed_and_those_before_come_back() {
    let mut tested = Tested::begin(9, Sides::Black);
    let rows = [
        ("level 3\n", "Level 3 from now on."),
        ("levle 4\n", "did you mean level?"),
        (":^^", "> level 3"),
        ("~clock 10m+3x30s\n", "Black ●: You  10:00"),
        ("help\n", "Enter, Space     play at the cursor"),
    ];
    tested.steps(&rows);
    tested.press(KeyCode::PageDown);
    tested.steps(&[("", "goto N"), ("~new 13\n", "A B C D E F G H J K L M N")]);
}

#[test]
fn what_cannot_be_taken_back_is_asked_first() {
    let mut tested = Tested::begin(9, Sides::Black);
    tested.steps(&[("e5\n.r", "Resign? y: yes")]);
    tested.press(KeyCode::Esc);
    assert_eq!(tested.screen.play.stage(), Stage::Person(Color::Black));
    let rows = [
        (".ry", "White wins by resignation."),
        (".n", "Move 1, Black to play"),
        (".q", "Leave? The game is kept."),
    ];
    tested.steps(&rows);
    tested.keys("n");
    assert!(!tested.screen.shell.is_done);
    tested.letter('q');
    tested.keys("y");
    assert!(tested.screen.shell.is_done);
}

#[test]
fn dead_stones_are_agreed_on_at_the_end() {
    let mut tested = finished();
    tested.steps(&[(".p", "Pass? y: yes")]);
    tested.press(KeyCode::Esc);
    assert_eq!(tested.moves(), 0);
    let rows = [
        (".py", "Both have passed. Small letters"),
        ("", "Dead (small letters): C5"),
        ("", " 5 : ● o "),
        ("", "at the end"),
        ("<<\n", "No stones are dead."),
        ("", " 5 : ●[○]"),
        ("\nwhat\n", "'what' is no point"),
        ("", "W+9.5"),
        (".d", "White wins by 9.5 points."),
    ];
    tested.steps(&rows);
    assert_eq!(tested.screen.play.result(), Some(GameResult::Score(9.5)));
    tested.letter('n');
    assert_eq!(tested.moves(), 0);
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

fn lesson() -> Tested {
    let board = Board::from_diagram(STONES_IN_ATARI);
    let game = Game::from_position(board, Color::Black, Rules::CHINESE, 0.5);
    let setup = Setup {
        size: game.size(),
        ..Setup::default()
    };
    let play = InteractiveGame::with_game(engine(), game, setup, Thinking::Synchronous);
    let mut tested = Tested::new(play);
    tested.steps(&[("teach\n", "Teaching is on")]);
    tested
}

#[test]
fn a_bad_move_is_questioned_on_the_screen() {
    let mut tested = lesson();
    tested.keys("a1\n");
    check("play/teaching-80x24.txt", tested.drawn(80, 24));
    let rows = [
        ("<", "Take it back? y: yes"),
        ("b", "Better: "),
        ("~", "Your last move is in question."),
        ("b1\n", "Your last move is in question: `undo`"),
    ];
    tested.steps(&rows);
    tested.letter('u');
    assert_eq!(tested.moves(), 0);
    tested.keys("a1\n");
    assert_eq!(tested.moves(), 2, "a move that is played again is kept");
    let mut tested = lesson();
    tested.keys("a1\ny");
    assert_eq!(tested.moves(), 0);
    tested.keys("b1\nn");
    assert_eq!(tested.moves(), 2);
}

#[test]
fn layers_are_laid_over_the_board_when_they_are_found() {
    let mut tested = finished();
    tested.keys(".g.t");
    let begin = std::time::Instant::now();
    while !tested.drawn(80, 24).contains("Groups") && !tested.drawn(80, 24).contains("●A+") {
        assert!(begin.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(20));
    }
    tested.shows("t: territory");
}

#[test]
fn small_terminals_show_the_board_or_say_what_they_need() {
    let mut tested = Tested::begin(9, Sides::Both);
    let text = tested.drawn(40, 20);
    assert!(
        text.contains("A B C D E F G H J") && text.contains("Your turn."),
        "{text}"
    );
    tested.keys("e5\ne5\n");
    let text = tested.drawn(40, 20);
    assert!(text.contains("You cannot play E5: occupied;"), "{text}");
    let mut large = Tested::begin(19, Sides::Both);
    let text = large.drawn(80, 24);
    assert!(text.contains("Q R S T") && text.contains("Your turn."), "{text}");
    let text = large.drawn(40, 20);
    assert!(text.contains("too small: 40x20"), "{text}");
    large.keys("new 9\n");
    assert!(large.drawn(40, 20).contains("Your turn."));
    large.screen.shell.look = Look::default();
    large.keys("e5\n");
    assert!(large.drawn(40, 20).contains("[X]") || large.drawn(40, 20).contains("(X)"));
}

#[test]
fn the_manual_lists_the_keys_and_words_as_the_help_does() {
    let manual = include_str!("../../../../docs/play.md");
    check_manual(manual, KEYS);
    let words = session::help();
    assert!(manual.contains(&format!("```text\n{words}```\n")), "{words}");
    let tested = Tested::begin(9, Sides::Black);
    let help = tested.screen.more_help();
    assert!(COMMANDS.iter().all(|word| help.contains(word.usage)));
}

#[test]
fn the_screen_of_80x24_and_120x40_looks_as_it_did() {
    let mut tested = Tested::begin(19, Sides::Both);
    tested.keys("clock 10m+3x30s\nq16\nd4\nd17\n");
    check("play/play-80x24.txt", tested.drawn(80, 24));
    check("play/play-120x40.txt", tested.drawn(120, 40));
    let mut end = finished();
    end.keys(".py");
    check("play/agreement-80x24.txt", end.drawn(80, 24));
}

#[test]
fn the_message_about_a_judge_that_fails_stays_after_the_answer_to_the_move() {
    let setup = Setup {
        size: BoardSize::square(7),
        ..Setup::default()
    };
    let mut play = InteractiveGame::new(engine(), setup, Thinking::Synchronous).unwrap();
    play.judge = Some(SharedJudge::start("/no/such/judge", 20));
    play.execute(Command::Teach(Some(Strictness::Gentle)));
    let mut tested = Tested::new(play);
    tested.steps(&[("", "The judge advises"), ("e4\n", "Move 3, Black to play")]);
    let messages = tested.screen.messages.join(" ");
    assert!(
        messages.contains("Katachi advises alone from now on."),
        "{messages}"
    );
    tested.keys("hint\n");
    let messages = tested.screen.messages.join(" ");
    assert!(messages.starts_with("Hint: Black "), "{messages}");
}
