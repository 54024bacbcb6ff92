// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen without a terminal: keys go in, and a buffer has the drawing.

use katachi_learning::Explanation;
use katachi_rules::{BoardSize, Color, Game, Rules};
use katachi_view::screen::check_keys;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyModifiers, MouseButton};

use super::*;

/// Two tasks, in each of which C3 is right.
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

fn screen(fails: bool) -> ExerciseScreen<Simple> {
    let exercise = Simple { left: 2, fails };
    let task = exercise.task().unwrap().unwrap();
    ExerciseScreen::new(exercise, task, Look::default())
}

fn drawn(screen: &mut ExerciseScreen<Simple>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.render(frame)).unwrap();
    terminal.backend().to_string()
}

#[track_caller]
fn shows(screen: &mut ExerciseScreen<Simple>, what: &str) {
    let text = drawn(screen, 80, 24);
    assert!(text.contains(what), "no '{what}' in\n{text}");
}

fn press(screen: &mut ExerciseScreen<Simple>, code: KeyCode) {
    screen.handle(KeyEvent::from(code));
}

#[test]
fn an_answer_is_judged_once_the_screen_has_said_so_and_then_explained() {
    let mut screen = screen(false);
    shows(&mut screen, "2 left.");
    shows(&mut screen, "Black: your answer?");
    press(&mut screen, KeyCode::Left);
    press(&mut screen, KeyCode::Enter);
    screen.tick();
    shows(&mut screen, "Your answer is judged ...");
    press(&mut screen, KeyCode::Char('p'));
    screen.tick();
    shows(&mut screen, "You said B3.");
    press(&mut screen, KeyCode::Char('s'));
    shows(&mut screen, "You said B3.");
    press(&mut screen, KeyCode::Enter);
    shows(&mut screen, "1 left.");
    press(&mut screen, KeyCode::Char('s'));
    drawn(&mut screen, 80, 24);
    screen.tick();
    shows(&mut screen, "It was C3.");
    press(&mut screen, KeyCode::Enter);
    assert!(screen.is_done());
}

#[test]
fn a_point_can_be_typed_and_the_board_has_the_solution() {
    let mut screen = screen(false);
    let type_line = |screen: &mut ExerciseScreen<Simple>, text: &str| {
        text.chars()
            .for_each(|letter| press(screen, KeyCode::Char(letter)));
        press(screen, KeyCode::Enter);
    };
    type_line(&mut screen, "a9");
    shows(&mut screen, "'a9' is no point of the 5x5 board");
    press(&mut screen, KeyCode::Char('a'));
    press(&mut screen, KeyCode::Char('1'));
    shows(&mut screen, "> a1");
    assert_eq!(screen.shown().move_count(), 0, "nothing is told yet");
    press(&mut screen, KeyCode::Enter);
    drawn(&mut screen, 80, 24);
    screen.tick();
    shows(&mut screen, "You said A1.");
    let last = screen.shown().moves().next_back();
    assert_eq!(
        last,
        Some((Color::Black, screen.task.game.size().parse_move("C3").unwrap()))
    );
    assert!(
        drawn(&mut screen, 80, 24).contains("(X)"),
        "the solution is marked"
    );
    // A column begins no line while nothing is asked.
    press(&mut screen, KeyCode::Char('a'));
    assert!(!screen.line.is_open());
}

#[test]
fn a_click_answers_and_a_small_terminal_says_what_it_needs() {
    let mut screen = screen(false);
    shows(&mut screen, "A B C D E");
    // B5: the second column of two, the first row below title and letters.
    screen.handle_mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 3 + 2,
        row: 2,
        modifiers: KeyModifiers::NONE,
    });
    drawn(&mut screen, 80, 24);
    screen.tick();
    shows(&mut screen, "You said B5.");
    assert!(drawn(&mut screen, 40, 5).contains("too small"));
    press(&mut screen, KeyCode::Char('q'));
    assert!(screen.is_done());
}

#[test]
fn an_error_ends_the_exercise() {
    let mut screen = screen(true);
    press(&mut screen, KeyCode::Char('p'));
    drawn(&mut screen, 80, 24);
    screen.tick();
    assert!(screen.is_done());
    assert_eq!(screen.failed.unwrap().to_string(), "it cannot be judged");
}

#[test]
fn no_key_has_two_meanings() {
    check_keys(BINDINGS);
}
