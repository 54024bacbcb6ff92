// SPDX-License-Identifier: MIT OR Apache-2.0

//! Single facts about games and boards.

use super::*;
use crate::point::Point;

fn play(game: &mut Game, moves: &str) -> Result<(), (String, IllegalMove)> {
    for text in moves.split_whitespace() {
        let (color, vertex) = text.split_at(1);
        let color = Color::parse(color).unwrap();
        let mv = game.size().parse_move(vertex).unwrap();
        game.play(color, mv).map_err(|e| (text.to_string(), e))?;
    }
    Ok(())
}

const KO: &str = "
    . X O .
    X O . O
    . X O .
    . . . .";

#[test]
fn handicap_stones_are_no_moves_and_white_begins() {
    let mut game = Game::new(BoardSize::square(9), Rules::CHINESE, 0.5);
    let points = [Point::new(2, 2), Point::new(6, 6)];
    game.set_handicap(&points).unwrap();
    assert_eq!(
        (game.handicap(), game.to_move(), game.undo()),
        (2, Color::White, None)
    );
    assert_eq!(game.set_handicap(&points), Err(None));

    let mut passed = Game::new(BoardSize::square(9), Rules::CHINESE, 0.5);
    passed.play(Color::Black, Move::Pass).unwrap();
    passed.set_handicap(&points).unwrap();
    assert_eq!((passed.handicap(), passed.move_count()), (2, 0));
}

#[test]
fn the_identity_of_a_position_has_all_that_a_result_depends_on() {
    let board = |stones: &str| Board::from_diagram(stones);
    let id = |board: Board, rules, komi| {
        Game::from_position(board, Color::Black, rules, komi).position_id(Color::Black)
    };
    let first = id(board(KO), Rules::CHINESE, 7.5);
    assert_eq!(first, id(board(KO), Rules::CHINESE, 7.5));
    assert_ne!(first, id(board(KO), Rules::JAPANESE, 7.5));
    assert_ne!(first, id(board(KO), Rules::CHINESE, 6.5));
    // The keys of empty boards are equal.
    let empty = |side| id(Board::new(crate::BoardSize::square(side)), Rules::CHINESE, 7.5);
    assert_ne!(empty(9), empty(13));
    let mut game = Game::from_position(board(KO), Color::Black, Rules::CHINESE, 7.5);
    assert!(first.is_of(&game) && game.position_id(Color::White) != first);
    play(&mut game, "BC3 WA1").unwrap();
    assert!(!first.is_of(&game));
    let mut closed = board(KO);
    let point = closed.size().parse_vertex("B3").unwrap();
    closed.set_ko(Some((point, Color::White)));
    assert_ne!(id(closed, Rules::CHINESE, 7.5), first);
}

#[test]
fn passes_at_the_end_are_counted_and_two_of_them_end_the_main_phase() {
    for (rules, is_over) in [(Rules::CHINESE, true), (Rules::JAPANESE, false)] {
        let mut game = Game::new(BoardSize::square(5), rules, 7.5);
        for (moves, passes) in [("BA1", 0), ("Wpass", 1), ("BB2", 0), ("Wpass", 1), ("Bpass", 2)] {
            assert!(!game.main_phase_is_over());
            play(&mut game, moves).unwrap();
            assert_eq!(game.consecutive_passes(), passes, "after {moves}");
        }
        assert!(game.main_phase_is_over());
        assert_eq!(game.is_over(), is_over);
    }
}

#[test]
fn komi_can_be_changed_and_counts_for_the_score_alone() {
    let mut game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
    play(&mut game, "BC3 Wpass Bpass").unwrap();
    assert_eq!(game.result().unwrap().to_string(), "B+17.5");
    game.set_komi(25.5);
    assert_eq!((game.komi(), game.move_count()), (25.5, 3));
    assert_eq!(game.result().unwrap().to_string(), "W+0.5");
}

#[test]
fn a_point_off_the_board_is_no_move() {
    let game = Game::new(BoardSize::new(5, 3).unwrap(), Rules::CHINESE, 7.5);
    for (x, y) in [(5, 0), (0, 3)] {
        let mv = Move::Play(Point::new(x, y));
        assert_eq!(game.action(Color::Black, mv), Err(IllegalMove::Outside));
    }
    assert!(game.action(Color::Black, Move::Play(Point::new(4, 2))).is_ok());
    assert_eq!(game.position_id(Color::White).to_move(), Color::White);
}

#[test]
fn boards_are_equal_if_their_size_stones_and_ko_are() {
    let board = Board::from_diagram(KO);
    let point = board.size().parse_vertex("B3").unwrap();
    let mut with_ko = board.clone();
    with_ko.set_ko(Some((point, Color::White)));
    assert_ne!(with_ko, board);
    assert_eq!(with_ko.clear_ko(), Some((point, Color::White)));
    assert_eq!(with_ko, board);
    let mut with_prisoners = board.clone();
    with_prisoners.set_prisoners(crate::ByColor { black: 1, white: 2 });
    assert_eq!(with_prisoners, board, "prisoners do not matter");
    let mut fewer = board.clone();
    fewer.remove_stones(&board.string(board.strings().next().unwrap()).collect());
    assert_ne!(fewer, board);
    let empty = |width, height| Board::new(BoardSize::new(width, height).unwrap());
    assert_ne!(empty(5, 5), empty(5, 6));
}

#[test]
fn a_board_is_printed_with_its_size_columns_and_ko() {
    let mut board = Board::from_diagram("X . O\n. X .");
    assert_eq!(board.to_string(), "X . O\n. X .\n");
    let found = format!("{board:?}");
    assert_eq!(found, "Board 3x2 columns ABC, ko None\nX . O\n. X .\n");
    board.set_ko(Some((Point::new(1, 0), Color::Black)));
    let shown = format!("{board:?}");
    let holds = shown.starts_with("Board 3x2 columns ABC, ko Some((Point(1,0), Black))\n");
    assert!(holds, "{shown}");
}

#[test]
fn stones_are_not_set_where_they_cannot_stand() {
    let board = Board::from_diagram("X . .\n. . .\n. . O");
    let refused = |stones: &[(u8, u8, Color)]| {
        let mut changed = board.clone();
        let stones = stones.iter().map(|&(x, y, color)| (Point::new(x, y), color));
        let result = changed.set_stones(stones);
        assert!(result.is_ok() || changed == board, "unchanged");
        result.err()
    };
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(refused(&[(1, 1, black)]), None);
    let found = refused(&[(1, 1, black), (0, 0, white)]);
    assert_eq!(found, Some(Point::new(0, 0)), "occupied");
    assert_eq!(refused(&[(3, 1, black)]), Some(Point::new(3, 1)), "off the board");
    let found = refused(&[(1, 1, black), (1, 1, white)]);
    assert_eq!(found, Some(Point::new(1, 1)), "twice");
    let found = refused(&[(1, 0, white), (0, 1, white)]);
    assert_eq!(found, Some(Point::new(0, 0)), "no liberty");
}

#[test]
fn a_move_knows_the_stones_that_it_removed() {
    let mut board = Board::from_diagram(". X O\n. O .\n. . .");
    let play = |board: &mut Board, vertex: &str, color| {
        let point = board.size().parse_vertex(vertex).unwrap();
        let undo = board.play(color, point);
        (undo.is_capture(), undo.removed())
    };
    assert_eq!(play(&mut board, "C1", Color::White), (false, 0));
    assert_eq!(play(&mut board, "A3", Color::White), (true, 1));
    let mut board = Board::from_diagram(". O .\nO . .\n. . .");
    assert_eq!(play(&mut board, "A3", Color::Black), (false, 1), "suicide");
}
