// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen without a terminal: keys go in, and a buffer has the drawing.

use katachi_engine::play::{Engine, Level, Settings};
use katachi_rules::sgf::{Games, Record, SgfError};
use katachi_rules::{Move, Rules};
use katachi_view::Look;
use katachi_view::colours::Depth;
use katachi_view::look::Charset;
use katachi_view::picture::Layers;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::*;
use crate::keys::keys;
use crate::shell::{handle, tick};
use crate::tests::{PRINT, check, check_manual, mouse};

/// The position of the manual, on 19x19.
const LARGE: &str = include_str!("../../../../docs/view.sgf");
const GAME: &str = "(;GM[1]SZ[9]KM[7.5];B[ee];W[eg];B[cg];W[cf];B[dg];W[df];B[ef];W[dh])";

const COLOURS: Look = Look {
    charset: Charset::Unicode,
    depth: Depth::Sixteen,
};

fn open(sgf: &str, chosen: Option<usize>) -> Result<StepScreen, SgfError> {
    let engine = Engine::new(Settings {
        level: Level::MIN,
        ..Settings::default()
    });
    let trees = Games::new(sgf.as_bytes()).unwrap();
    let games = trees.map(|tree| Ok((Record::from_tree(&tree?)?, Rules::default())));
    StepScreen::new(engine, games.collect(), chosen, Layers::default(), COLOURS)
}

fn screen(sgf: &str) -> StepScreen {
    open(sgf, None).unwrap()
}

/// Presses keys by their names.
fn press(screen: &mut StepScreen, names: &str) {
    for key in keys(names) {
        crate::tests::press(screen, key);
        assert!(!screen.shell.is_done, "{key}");
    }
}

/// Presses keys, one row after the other. The screen shows the text of a row after its keys.
#[track_caller]
fn steps(screen: &mut StepScreen, rows: &[(&str, &str)]) {
    for (names, text) in rows {
        press(screen, names);
        shows(screen, text);
    }
}

fn terminal(screen: &mut StepScreen, width: u16, height: u16) -> Terminal<TestBackend> {
    tick(screen);
    crate::tests::terminal(screen, width, height)
}

/// The lines on a terminal of that size.
fn drawn(screen: &mut StepScreen, width: u16, height: u16) -> String {
    terminal(screen, width, height).backend().to_string()
}

#[track_caller]
fn shows(screen: &mut StepScreen, what: &str) {
    tick(screen);
    crate::tests::shows(screen, what);
}

#[test]
fn arrows_step_through_the_game_and_stop_at_its_ends() {
    let rows = [
        ("", "Move 9, Black to play; last: White D2 (8/8)"),
        ("Right", "(8/8)"),
        ("Left Up", "Move 7, Black to play; last: White D4 (6/8)"),
        ("Down", "(7/8)"),
        ("PgUp", "Move 1, Black to play (0/8)"),
        ("End", "(8/8)"),
        ("Home PgDn", "(8/8)"),
    ];
    steps(&mut screen(GAME), &rows);
}

#[test]
fn the_panel_tells_what_is_under_the_cursor() {
    let mut screen = screen(GAME);
    steps(&mut screen, &[("", "D2: White"), ("k", "D3: Black")]);
    handle(&mut screen, KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT));
    steps(&mut screen, &[("", "E3: White"), ("h h h h h h", "A3: empty")]);
}

#[test]
fn moves_are_tried_and_taken_back() {
    let mut screen = screen(GAME);
    let rows = [
        ("Enter", "Black cannot play D2: occupied."),
        ("j Enter", "Move 10, White to play; last: Black D1 (8/8 +1)"),
        ("p", "last: White pass (8/8 +2)"),
        ("Right", "u takes them back"),
        ("u Left", "last: White D2 (8/8)"),
        ("u", "You have tried no move"),
        ("Enter Home", "(0/8)"),
    ];
    steps(&mut screen, &rows);
    assert_eq!(screen.game().moves().len(), 0);
}

#[test]
fn a_move_is_tried_in_the_middle_of_the_game() {
    let mut screen = screen(GAME);
    press(&mut screen, "Left Enter");
    let moves: Vec<Move> = screen.game().moves().map(|(_, mv)| mv).collect();
    assert_eq!(moves.len(), 8);
    let last = screen.game().size().show(moves[7]);
    assert_eq!(last, "D2", "the cursor stayed where it was");
    steps(&mut screen, &[("u u", "(7/8)")]);
}

#[test]
fn layers_are_switched() {
    let mut screen = screen(GAME);
    // The legend is on the second page of the panel.
    press(&mut screen, "Space");
    for text in [
        "points of area",
        "points of moyo",
        "points of territory",
        "at the end of playouts",
    ] {
        steps(&mut screen, &[("m", text)]);
    }
    press(&mut screen, "m");
    assert!(!drawn(&mut screen, 80, 24).contains("points of "));
    steps(&mut screen, &[("g", "The whole board")]);
    press(&mut screen, "v");
    tick(&mut screen);
    let best = screen.view.as_ref().unwrap().choice.as_ref().unwrap().value;
    shows(&mut screen, &format!(" {best} "));
}

#[test]
fn the_next_critical_group_is_found_and_all_of_them_in_turn() {
    // C9 and D9 are in atari side by side, and the corner stone B9 depends on the capture of C9.
    let mut screen = screen("(;SZ[9]AB[ca][ea][eb]AW[ba][da]PL[B])");
    let mut places = Vec::new();
    for _ in 0..4 {
        press(&mut screen, "c");
        tick(&mut screen);
        places.push(screen.game().size().vertex(screen.shell.cursor).to_string());
    }
    // Before the first analysis there is nothing to be found; then the search goes on from the cursor.
    assert_eq!(places, ["E5", "B9", "C9", "D9"]);
}

/// The heading and the rows of the panel when the reading has ended.
fn read(screen: &mut StepScreen) -> String {
    while screen.reading.as_ref().expect("a question").found.is_some() {
        std::thread::yield_now();
        tick(screen);
    }
    let panel = screen.about.as_ref().expect("there is an answer");
    let rows = panel
        .rows
        .iter()
        .map(|row| format!("{} {}\n", row.label, row.text));
    format!("{}\n{}", panel.heading, rows.collect::<String>())
}

/// The white stone at C3 is in a ladder, and the cursor is on it.
fn in_ladder() -> StepScreen {
    let mut screen = screen("(;SZ[9]AB[bf][bg][ch][dh]AW[cg]PL[B])");
    tick(&mut screen);
    press(&mut screen, "w");
    assert!(!screen.shell.message.is_empty(), "nothing has been asked yet");
    screen.look_at(screen.game().size().parse_vertex("C3").unwrap());
    screen
}

#[test]
fn a_stone_is_read_with_growing_budgets_and_a_move_is_refuted() {
    let mut screen = in_ladder();
    for question in ["kill the group at C3", "save the group at C3", "capture C3"] {
        press(&mut screen, "r");
        let panel = screen.about.as_ref().expect("there is a question");
        assert!(panel.heading.contains(question), "{}", panel.heading);
        assert!(
            panel.rows[0].text.contains("with 30000 nodes at most"),
            "{panel:?}"
        );
    }
    let panel = read(&mut screen);
    assert!(panel.contains("200 nodes Yes, at C4 (proved).\n"), "{panel}");
    assert!(panel.contains("\nanswer Yes, at C4 (proved)."), "{panel}");
    assert!(!panel.contains("30000 nodes"), "a proof ends it: {panel}");
    screen.look_at(screen.game().size().parse_vertex("D3").unwrap());
    press(&mut screen, "w");
    let panel = read(&mut screen);
    assert!(panel.contains("Can Black capture C3?"), "{panel}");
    assert!(panel.contains("Black D3, White C4"), "{panel}");
}

#[test]
fn a_key_goes_on_with_ten_times_the_nodes() {
    let mut screen = screen(LARGE);
    tick(&mut screen);
    // All moves that matter are read with few nodes, but nothing proves the answer.
    screen.look_at(screen.game().size().parse_vertex("M6").unwrap());
    press(&mut screen, "r r r");
    let before = read(&mut screen);
    let answers = [
        "200 nodes Yes, at M5 (read).",
        "2000 nodes Yes",
        "30000 nodes Yes",
        "answer Yes",
    ];
    for (row, answer) in before.lines().skip(1).zip(answers) {
        assert!(row.starts_with(answer), "{before}");
    }
    press(&mut screen, "+");
    let panel = screen.about.as_ref().expect("there is a question");
    assert_eq!(
        panel.rows[2].label, "30000 nodes",
        "what was found stays: {panel:?}"
    );
    let after = read(&mut screen);
    assert!(after.contains("\n300000 nodes Yes, at M5 (read).\n"), "{after}");
    assert!(after.contains("at most 300000 in each"), "{after}");
}

#[test]
fn a_reading_ends_when_the_cursor_moves() {
    let mut screen = in_ladder();
    press(&mut screen, "r h");
    shows(&mut screen, "B3: Black");
    let reading = screen.reading.as_ref().expect("the question is kept");
    assert!(reading.found.is_none());
}

#[test]
fn help_lists_the_keys_and_any_key_leads_back() {
    let mut screen = screen(GAME);
    let rows = [
        ("?", "Keys; any of them leads back:"),
        ("", "take a tried move back"),
        ("q", "Move 9"),
    ];
    steps(&mut screen, &rows);
    for key in [
        KeyEvent::from(KeyCode::Char('q')),
        KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
    ] {
        screen.shell.is_done = false;
        handle(&mut screen, key);
        assert!(screen.shell.is_done);
    }
}

#[test]
fn the_manual_lists_the_keys_as_the_help_does() {
    check_manual(include_str!("../../../../docs/view.md"), KEYS);
}

#[test]
fn keys_without_a_meaning_change_nothing() {
    let mut screen = screen(GAME);
    let before = drawn(&mut screen, 80, 24);
    for key in [KeyCode::F(5), KeyCode::Char('Z'), KeyCode::Insert] {
        crate::tests::press(&mut screen, key);
    }
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
    for (width, height) in [(39, 24), (80, 13), (20, 9), (1, 1)] {
        let text = drawn(&mut screen, width, height);
        assert!(!text.contains("A B C") && !text.contains("A  B  C"), "{text}");
    }
    let text = drawn(&mut screen, 60, 10).replace(['"', '\n'], " ");
    assert!(text.contains("too small: 60x10"), "{text}");
    assert!(text.contains("needs 40x14"), "{text}");
    assert!(drawn(&mut screen, 40, 14).contains("A  B  C"), "the board alone");
    assert!(drawn(&mut screen, 40, 20).contains("D2: White"));
    assert!(drawn(&mut screen, 56, 14).contains("D2: White"));
}

#[test]
fn the_largest_boards_are_drawn() {
    for size in ["25", "25:1", "1:25", "1"] {
        let mut screen = screen(&format!("(;SZ[{size}])"));
        press(&mut screen, "l Enter");
        let text = drawn(&mut screen, 120, 40);
        assert!(text.contains("Move "), "{size}:\n{text}");
        assert!(text.contains("   A"), "{size}:\n{text}");
    }
}

#[test]
fn stones_have_a_ground_in_colours_and_the_cursor_is_seen_without_any() {
    let mut screen = screen(GAME);
    let colours = |terminal: &Terminal<TestBackend>| {
        let cells = terminal.backend().buffer().content().iter();
        cells
            .filter(|cell| cell.bg != ratatui::style::Color::Reset)
            .count()
    };
    let sixteen = terminal(&mut screen, 80, 24);
    assert!(colours(&sixteen) > 81 * 3);
    screen.shell.look = PRINT;
    let mut plain = terminal(&mut screen, 80, 24);
    assert_eq!(colours(&plain), 0);
    // D2 on 9x9: the fourth column, the eighth row below title and letters.
    plain.backend_mut().assert_cursor_position((3 + 3 * 3, 2 + 7));
}

#[test]
fn a_record_is_shown_up_to_its_illegal_move() {
    let mut screen = open("(;SZ[9];B[ee];W[ee];B[cc])", None).expect("the first move can be shown");
    let rows = [
        ("", "move 2, White E5, is illegal: occupied"),
        ("", "last: Black E5 (1/1)"),
        ("Home End", "last: Black E5 (1/1)"),
    ];
    steps(&mut screen, &rows);
    let refused = open("(;SZ[9]AB[kk];W[ee])", None);
    assert!(refused.unwrap_err().to_string().contains("cannot use AB[kk]"));
}

#[test]
fn a_number_and_enter_lead_to_the_position_before_that_move() {
    let rows = [
        ("3", "To the position before move 3_"),
        ("Enter", "Move 3, Black to play; last: White E3 (2/8)"),
        (": 1 9 Backspace Enter", "Move 1, Black to play (0/8)"),
        ("9 Enter", "(8/8)"),
        ("1 0 Enter", "no position before move 10: use 1 to 9."),
        ("0 Enter", "no position before move 0: use 1 to 9."),
        ("9 9 9 9 9 9 Enter", "no position before move 999999: use 1 to 9."),
        ("", "(8/8)"),
        (": Enter", "Type the number of a move, 1 to 9."),
        ("4 Esc", "?: help"),
        ("", "(8/8)"),
    ];
    steps(&mut screen(GAME), &rows);
}

const THREE_GAMES: &str =
    "(;SZ[9]PB[Ichiro]PW[Jiro]RE[B+R];B[ee];W[cc])(;SZ[13]PB[Saburo];B[dd])(;SZ[9];B[ee];W[ee])";

#[test]
fn several_games_are_listed_and_one_is_chosen() {
    let mut screen = screen(THREE_GAMES);
    let first = [
        ("", "The file has 3 games:"),
        ("", "> 1  9x9    Ichiro - Jiro, 2 moves, B+R"),
    ];
    steps(&mut screen, &first);
    assert!(
        screen.view.is_none(),
        "no game is analysed before it is looked at"
    );
    let rows = [
        ("Down", "> 2  13x13  Saburo - ?, 1 move"),
        (
            "Enter",
            "Move 2, White to play; last: Black D10 (1/1); game 2 of 3",
        ),
        ("o End Enter", "last: Black E5 (1/1); game 3 of 3"),
        ("", "Note: move 2, White E5, is illegal: occupied"),
        ("o Home", "> 1"),
        ("Esc", "game 3 of 3"),
    ];
    steps(&mut screen, &rows);
}

#[test]
fn a_game_that_cannot_be_read_does_not_stop_the_others() {
    let mut screen = open("(;GM[2]SZ[8])(;SZ[9];B[ee])", None).unwrap();
    let rows = [
        ("", "1  cannot be used: "),
        ("", "> 2  9x9"),
        ("Up Enter", "Game 1 cannot be used: "),
        ("Down Enter", "last: Black E5 (1/1); game 2 of 2"),
    ];
    steps(&mut screen, &rows);
}

#[test]
fn a_chosen_game_is_shown_at_once_and_a_single_one_has_no_list() {
    let mut second = open(THREE_GAMES, Some(1)).unwrap();
    shows(&mut second, "game 2 of 3");
    let mut only = screen(GAME);
    steps(&mut only, &[("o", "There is one game only.")]);
    assert!(!drawn(&mut only, 80, 24).contains("game 1"));
    let mut third = open(THREE_GAMES, Some(2)).unwrap();
    shows(&mut third, "Note: move 2, White E5, is illegal: occupied");
}

/// The position of a game on 19x19.
fn large() -> StepScreen {
    screen("(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[qf];W[nc];B[pb];W[qc];B[qd];W[pc])")
}

#[test]
fn without_colours_the_marks_need_the_room_and_tab_leads_to_the_panel() {
    let mut screen = large();
    screen.shell.look = PRINT;
    let board = drawn(&mut screen, 80, 24);
    assert!(
        board.contains("   A  B  C  D") && !board.contains("Q17: White"),
        "{board}"
    );
    assert!(board.contains("Tab: panel or board"), "{board}");
    press(&mut screen, "Tab");
    let panel = drawn(&mut screen, 80, 24);
    assert!(
        panel.contains("Q17: White") && !panel.contains("A  B  C"),
        "{panel}"
    );
}

#[test]
fn a_panel_without_room_for_all_its_lines_scrolls_and_says_so() {
    let mut screen = large();
    steps(&mut screen, &[("m e", "[1-20 of ")]);
    press(&mut screen, "Space");
    let further = drawn(&mut screen, 80, 24);
    assert!(
        !further.contains("Q17: White") && further.contains("Space, b]"),
        "{further}"
    );
    let rows = [
        ("Space Space", "● White"),
        ("b b b b b", "Q17: White"),
        ("Space h", "P17: empty"),
    ];
    steps(&mut screen, &rows);
}

#[test]
fn a_click_moves_the_cursor_and_the_wheel_steps_or_scrolls() {
    let mut screen = large();
    press(&mut screen, "m e");
    drawn(&mut screen, 80, 24);
    let click = MouseEventKind::Down(MouseButton::Left);
    // D4: the fourth column of two, the sixteenth line below title and letters.
    mouse(&mut screen, click, 3 + 3 * 2 + 1, 2 + 15);
    shows(&mut screen, "D4: White");
    for (column, row) in [(0, 5), (60, 10), (20, 0), (20, 22)] {
        mouse(&mut screen, click, column, row);
    }
    shows(&mut screen, "D4: White");
    mouse(&mut screen, MouseEventKind::ScrollDown, 60, 10);
    assert!(
        !drawn(&mut screen, 80, 24).contains("D4: White"),
        "a line further"
    );
    mouse(&mut screen, MouseEventKind::ScrollUp, 60, 10);
    shows(&mut screen, "D4: White");
    mouse(&mut screen, MouseEventKind::ScrollUp, 10, 10);
    shows(&mut screen, "(9/10)");
}

#[test]
fn the_screen_of_80x24_looks_as_it_did() {
    let mut screen = screen(LARGE);
    for (name, keys, look) in [
        ("screen-colours", "", COLOURS),
        ("screen-marks", "m", PRINT),
        ("screen-plain-stones", "m m g", PRINT),
        ("screen-help", "?", PRINT),
    ] {
        screen.shell.look = look;
        press(&mut screen, keys);
        let text = drawn(&mut screen, 80, 24);
        assert_eq!(text.lines().count(), 24);
        check(&format!("view/{name}.txt"), text);
    }
}

#[test]
fn lines_of_play_stand_on_the_board_one_after_the_other() {
    // The white stone is in atari: Black captures it at E4, where White saves it.
    let mut screen = screen("(;GM[1]SZ[7]KM[7.5]AB[dc][cd][de]AW[dd])");
    shows(&mut screen, "Move 1");
    let at = screen.game().size().parse_vertex("D4").unwrap();
    screen.look_at(at);
    shows(&mut screen, "D4: White");
    steps(&mut screen, &[("n", "Black captures D4 (1 stone): E4")]);
    let line = drawn(&mut screen, 80, 32);
    assert!(line.contains("line 1"), "the panel lists it:\n{line}");
    press(&mut screen, "n n n n n n n n n");
    let corner = screen.game().size().parse_vertex("A1").unwrap();
    screen.look_at(corner);
    let none = drawn(&mut screen, 80, 32);
    assert!(!none.contains("line 1"), "the cursor has moved:\n{none}");
}
