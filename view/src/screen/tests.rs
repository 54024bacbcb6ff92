// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen without a terminal: keys go in, what is drawn is read from a buffer.

use katachi::play::{Engine, Settings};
use katachi_rules::sgf::Record;
use katachi_rules::{Move, Rules};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Action, Screen, keys};
use crate::colours::Depth;
use crate::picture::Layers;

const GAME: &str = "(;GM[1]SZ[9]KM[7.5];B[ee];W[eg];B[cg];W[cf];B[dg];W[df];B[ef];W[dh])";

fn screen(sgf: &str) -> Screen {
    let engine = Engine::new(Settings {
        level: 1,
        ..Settings::default()
    });
    let record = Record::parse(sgf.as_bytes()).unwrap();
    Screen::new(
        engine,
        record,
        Rules::default(),
        Layers::default(),
        Depth::Sixteen,
    )
    .unwrap()
}

fn press(screen: &mut Screen, keys: &[KeyCode]) {
    for &key in keys {
        assert_eq!(screen.handle(KeyEvent::from(key)), Action::Draw, "{key}");
    }
}

fn terminal(screen: &mut Screen, width: u16, height: u16) -> Terminal<TestBackend> {
    screen.refresh();
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.render(frame)).unwrap();
    terminal
}

/// The lines on a terminal of that size.
fn drawn(screen: &mut Screen, width: u16, height: u16) -> String {
    terminal(screen, width, height).backend().to_string()
}

#[track_caller]
fn shows(screen: &mut Screen, what: &str) {
    let text = drawn(screen, 80, 24);
    assert!(text.contains(what), "'{what}' is not there:\n{text}");
}

#[test]
fn arrows_step_through_the_game_and_stop_at_its_ends() {
    let mut screen = screen(GAME);
    shows(&mut screen, "Move 9, Black to play; last: White D2 (8/8)");
    press(&mut screen, &[KeyCode::Right]);
    shows(&mut screen, "(8/8)");
    press(&mut screen, &[KeyCode::Left, KeyCode::Up]);
    shows(&mut screen, "Move 7, Black to play; last: White D4 (6/8)");
    press(&mut screen, &[KeyCode::Down]);
    shows(&mut screen, "(7/8)");
    press(&mut screen, &[KeyCode::PageUp]);
    shows(&mut screen, "Move 1, Black to play (0/8)");
    press(&mut screen, &[KeyCode::End]);
    shows(&mut screen, "(8/8)");
    press(&mut screen, &[KeyCode::Home, KeyCode::PageDown]);
    shows(&mut screen, "(8/8)");
}

#[test]
fn the_panel_tells_what_is_under_the_cursor() {
    let mut screen = screen(GAME);
    shows(&mut screen, "D2: White");
    press(&mut screen, &[KeyCode::Char('k')]);
    shows(&mut screen, "D3: Black");
    let right = KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT);
    assert_eq!(screen.handle(right), Action::Draw);
    shows(&mut screen, "E3: White");
    press(&mut screen, &[KeyCode::Char('h'); 20]);
    shows(&mut screen, "A3: empty");
}

#[test]
fn moves_are_tried_and_taken_back() {
    let mut screen = screen(GAME);
    press(&mut screen, &[KeyCode::Enter]);
    shows(&mut screen, "Black cannot play D2: occupied.");
    press(&mut screen, &[KeyCode::Char('j'), KeyCode::Enter]);
    shows(&mut screen, "Move 10, White to play; last: Black D1 (8/8 +1)");
    press(&mut screen, &[KeyCode::Char('p')]);
    shows(&mut screen, "last: White pass (8/8 +2)");
    press(&mut screen, &[KeyCode::Right]);
    shows(&mut screen, "u takes them back");
    press(&mut screen, &[KeyCode::Char('u'), KeyCode::Left]);
    shows(&mut screen, "last: White D2 (8/8)");
    press(&mut screen, &[KeyCode::Char('u')]);
    shows(&mut screen, "You have tried no move");
    press(&mut screen, &[KeyCode::Enter, KeyCode::Home]);
    shows(&mut screen, "(0/8)");
    assert_eq!(screen.game().moves().len(), 0);
}

#[test]
fn a_move_is_tried_in_the_middle_of_the_game() {
    let mut screen = screen(GAME);
    press(&mut screen, &[KeyCode::Left, KeyCode::Enter]);
    let moves: Vec<Move> = screen.game().moves().map(|(_, mv)| mv).collect();
    let size = screen.game().size();
    assert_eq!(moves.len(), 8);
    assert_eq!(size.show(moves[7]), "D2", "the cursor stayed where it was");
    press(&mut screen, &[KeyCode::Char('u'), KeyCode::Char('u')]);
    shows(&mut screen, "(7/8)");
}

#[test]
fn layers_are_switched() {
    let mut screen = screen(GAME);
    for map in ["area", "moyo", "territory"] {
        press(&mut screen, &[KeyCode::Char('m')]);
        shows(&mut screen, &format!("points of {map}"));
    }
    press(&mut screen, &[KeyCode::Char('m')]);
    assert!(!drawn(&mut screen, 80, 24).contains("points of "));
    press(&mut screen, &[KeyCode::Char('g')]);
    shows(&mut screen, "Black X, White O");
    press(&mut screen, &[KeyCode::Char('v')]);
    screen.refresh();
    let best = screen.view.as_ref().unwrap().choice.as_ref().unwrap().value;
    shows(&mut screen, &format!(" {best} "));
}

#[test]
fn the_next_critical_group_is_found_and_all_of_them_in_turn() {
    // Two stones in atari side by side: who moves first takes the other.
    let mut screen = screen("(;SZ[9]AB[ca][ea][eb]AW[ba][da]PL[B])");
    let mut places = Vec::new();
    for _ in 0..3 {
        press(&mut screen, &[KeyCode::Char('c')]);
        screen.refresh();
        places.push(screen.game().size().vertex(screen.cursor).to_string());
    }
    // Before the first analysis there is nothing to be found; then the search goes on from the cursor.
    assert_eq!(places, ["E5", "C9", "D9"]);
}

#[test]
fn help_lists_the_keys_and_any_key_leads_back() {
    let mut screen = screen(GAME);
    press(&mut screen, &[KeyCode::Char('?')]);
    shows(&mut screen, "Keys; any of them leads back:");
    shows(&mut screen, "take a tried move back");
    press(&mut screen, &[KeyCode::Char('q')]);
    shows(&mut screen, "Move 9");
    assert_eq!(screen.handle(KeyEvent::from(KeyCode::Char('q'))), Action::Quit);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(screen.handle(control_c), Action::Quit);
}

#[test]
fn the_manual_lists_the_keys_as_the_help_does() {
    let manual = include_str!("../../../docs/view.md");
    let help: String = keys::help().map(|line| line + "\n").collect();
    assert!(
        manual.contains(&format!("```text\n{help}```\n")),
        "it should be:\n{help}"
    );
}

#[test]
fn keys_without_a_meaning_change_nothing() {
    let mut screen = screen(GAME);
    let before = drawn(&mut screen, 80, 24);
    press(&mut screen, &[KeyCode::F(5), KeyCode::Char('Z'), KeyCode::Tab]);
    assert_eq!(drawn(&mut screen, 80, 24), before);
}

#[test]
fn the_panel_goes_below_the_board_on_a_narrow_terminal() {
    let mut screen = screen(GAME);
    let wide = drawn(&mut screen, 80, 24);
    let narrow = drawn(&mut screen, 50, 24);
    let line_of = |text: &str, what: &str| text.lines().position(|line| line.contains(what));
    assert_eq!(line_of(&wide, "D2: White"), Some(1));
    assert_eq!(line_of(&narrow, "D2: White"), Some(12));
    assert!(line_of(&narrow, "has captured").is_some());
}

#[test]
fn a_terminal_that_is_too_small_is_told_what_is_needed() {
    let mut screen = screen(GAME);
    for (width, height) in [(49, 24), (80, 13), (20, 9), (1, 1)] {
        let text = drawn(&mut screen, width, height);
        assert!(!text.contains("A B C"), "{text}");
    }
    let text = drawn(&mut screen, 60, 10).replace(['"', '\n'], " ");
    assert!(text.contains("too small: 60x10"), "{text}");
    assert!(text.contains("56x14 or 50x20"), "{text}");
    assert!(drawn(&mut screen, 56, 14).contains("D2: White"));
    assert!(drawn(&mut screen, 50, 20).contains("D2: White"));
}

#[test]
fn the_largest_boards_are_drawn() {
    for size in ["25", "25:1", "1:25", "1"] {
        let mut screen = screen(&format!("(;SZ[{size}])"));
        press(&mut screen, &[KeyCode::Char('l'), KeyCode::Enter]);
        let text = drawn(&mut screen, 120, 40);
        assert!(text.contains("Move "), "{size}:\n{text}");
        assert!(text.contains("   A"), "{size}:\n{text}");
    }
}

#[test]
fn groups_have_their_colours_and_the_cursor_is_seen_without_any() {
    let mut screen = screen(GAME);
    let colours = |terminal: &Terminal<TestBackend>| {
        let cells = terminal.backend().buffer().content();
        cells
            .iter()
            .filter(|cell| cell.bg != ratatui::style::Color::Reset)
            .count()
    };
    let sixteen = terminal(&mut screen, 80, 24);
    assert!(colours(&sixteen) > 8);
    screen.depth = Depth::Plain;
    let mut plain = terminal(&mut screen, 80, 24);
    assert_eq!(colours(&plain), 0);
    // D2 on 9x9: the fourth column, the eighth row below title and letters.
    plain.backend_mut().assert_cursor_position((3 + 3 * 2, 2 + 7));
}

#[test]
fn a_record_with_an_illegal_move_is_refused() {
    let record = Record::parse(b"(;SZ[9];B[ee];W[ee])").unwrap();
    let engine = Engine::new(Settings::default());
    let refused = Screen::new(engine, record, Rules::default(), Layers::default(), Depth::Plain);
    assert!(refused.unwrap_err().to_string().contains("move 2, White E5"));
}
