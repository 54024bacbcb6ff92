// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen without a terminal: keys go in, and a buffer has the drawing.

use katachi_rules::{BoardSize, Color, Game, Rules};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;
use crate::keys::keys;
use crate::shell::tick;
use crate::tests::{drawn, mouse, press, shows};

/// Two tasks, in each of which C3 is right.
#[derive(Debug)]
struct Simple {
    left: usize,
    fails: bool,
}

impl Exercise for Simple {
    fn about(&self) -> String {
        "2 tasks".to_owned()
    }

    fn task(&self) -> anyhow::Result<Option<Task>> {
        let game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
        let heading = format!("{} left.", self.left);
        let prompt = "Black".to_owned();
        Ok((self.left > 0).then_some(Task {
            game,
            color: Color::Black,
            heading,
            prompt,
        }))
    }

    fn take(&mut self, answer: Option<Move>) -> anyhow::Result<Explanation> {
        anyhow::ensure!(!self.fails, "it cannot be judged");
        self.left -= 1;
        let size = BoardSize::square(5);
        let text = answer.map_or("It was C3.".to_owned(), |mv| {
            format!("You said {}.", size.show(mv))
        });
        Ok(Explanation {
            text,
            solution: size.parse_move("C3"),
            ..Explanation::default()
        })
    }

    fn summary(&self) -> String {
        "The end.\n".to_owned()
    }
}

fn screen(simple: &mut Simple) -> ExerciseScreen<'_> {
    let task = simple.task().unwrap().unwrap();
    ExerciseScreen::new(simple, task, Look::default())
}

const SIMPLE: Simple = Simple {
    left: 2,
    fails: false,
};

/// Presses keys by their names, and lets an answer be judged. The screen shows the text of a row after its
/// keys.
#[track_caller]
fn steps(screen: &mut ExerciseScreen<'_>, rows: &[(&str, &str)]) {
    for (names, text) in rows {
        keys(names).for_each(|key| press(screen, key));
        drawn(screen, 80, 24);
        tick(screen);
        shows(screen, text);
    }
}

#[test]
fn an_answer_is_judged_once_the_screen_has_said_so_and_then_explained() {
    let mut simple = SIMPLE;
    let mut screen = screen(&mut simple);
    steps(&mut screen, &[("", "2 left."), ("", "Black: your answer?")]);
    press(&mut screen, KeyCode::Left);
    press(&mut screen, KeyCode::Enter);
    tick(&mut screen);
    shows(&mut screen, "Your answer is judged ...");
    let rows = [
        ("p", "You said B3."),
        ("s", "You said B3."),
        ("Enter", "1 left."),
        ("s", "It was C3."),
    ];
    steps(&mut screen, &rows);
    press(&mut screen, KeyCode::Enter);
    assert!(screen.shell.is_done);
}

#[test]
fn a_point_can_be_typed_and_the_board_has_the_solution() {
    let mut simple = SIMPLE;
    let mut screen = screen(&mut simple);
    let rows = [
        ("a 9 Enter", "'a9' is no point of the 5x5 board"),
        ("a 1", "> a1"),
    ];
    steps(&mut screen, &rows);
    assert_eq!(screen.shown.move_count(), 0, "nothing is told yet");
    steps(&mut screen, &[("Enter", "You said A1.")]);
    let last = screen.shown.moves().next_back();
    let solution = screen.task.game.size().parse_move("C3").unwrap();
    assert_eq!(last, Some((Color::Black, solution)));
    assert!(
        drawn(&mut screen, 80, 24).contains("(X)"),
        "the solution is marked"
    );
    // A column begins no line while nothing is asked.
    press(&mut screen, KeyCode::Char('a'));
    assert!(!screen.shell.line.is_open());
}

#[test]
fn a_click_answers_and_a_small_terminal_says_what_it_needs() {
    let mut simple = SIMPLE;
    let mut screen = screen(&mut simple);
    shows(&mut screen, "A B C D E");
    // B5: the second column of two, the first row below title and letters.
    let click = MouseEventKind::Down(MouseButton::Left);
    mouse(&mut screen, click, 3 + 2, 2);
    steps(&mut screen, &[("", "You said B5.")]);
    assert!(drawn(&mut screen, 40, 5).contains("too small"));
    press(&mut screen, KeyCode::Char('q'));
    assert!(screen.shell.is_done);
}

#[test]
fn an_error_ends_the_exercise() {
    let mut simple = Simple {
        fails: true,
        ..SIMPLE
    };
    let mut screen = screen(&mut simple);
    press(&mut screen, KeyCode::Char('p'));
    drawn(&mut screen, 80, 24);
    tick(&mut screen);
    assert!(screen.shell.is_done);
    assert_eq!(screen.failed.unwrap().to_string(), "it cannot be judged");
}
