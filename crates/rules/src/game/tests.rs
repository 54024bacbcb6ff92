// SPDX-License-Identifier: MIT OR Apache-2.0

//! Single facts about kos, suicide, undoing and handicap.

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

fn refused(diagram: &str, rules: Rules, moves: &str) -> Option<IllegalMove> {
    let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 7.5);
    let last = moves.split_whitespace().last().unwrap();
    match play(&mut game, moves) {
        Ok(()) => None,
        Err((at, why)) => {
            assert_eq!(at, last, "only the last move is in question");
            Some(why)
        }
    }
}

const KO: &str = "
    . X O .
    X O . O
    . X O .
    . . . .";

#[test]
fn a_ko_is_not_retaken_at_once_but_after_a_move_elsewhere() {
    assert_eq!(refused(KO, Rules::CHINESE, "BC3 WB3"), Some(IllegalMove::Ko));
    assert_eq!(refused(KO, Rules::CHINESE, "BC3 WA1 BD1 WB3"), None);
    assert_eq!(refused(KO, Rules::CHINESE, "BC3 Wpass Bpass WB3"), None);
    assert_eq!(
        refused(KO, Rules::TROMP_TAYLOR, "BC3 Wpass Bpass WB3"),
        Some(IllegalMove::Superko)
    );
}

#[test]
fn situational_superko_looks_at_the_side_to_move() {
    // The stones come back, but with the other side to move.
    assert_eq!(
        refused(KO, Rules::AGA, "BC3 Wpass Bpass WB3"),
        Some(IllegalMove::Superko)
    );
    assert_eq!(
        refused(KO, Rules::AGA, "Bpass WA1 BD1 Wpass BC3 Wpass Bpass WB3"),
        Some(IllegalMove::Superko)
    );
    assert_eq!(
        refused(KO, Rules::AGA, "BC3 Wpass Bpass Wpass Bpass BA1 WB3"),
        None
    );
}

const DYING: &str = "
    X . O .
    X O . .
    O . . .
    . . . .";

#[test]
fn several_stones_may_die_by_suicide_where_the_rules_allow_it_and_one_never() {
    assert_eq!(refused(DYING, Rules::CHINESE, "BB4"), Some(IllegalMove::Suicide));
    assert_eq!(refused(DYING, Rules::TROMP_TAYLOR, "BB4"), None);
    assert_eq!(
        refused(". O .\nO . .\n. . .", Rules::TROMP_TAYLOR, "BA3"),
        Some(IllegalMove::Suicide)
    );
    assert_eq!(
        refused(". O\nO .", Rules::TROMP_TAYLOR, "BA1"),
        Some(IllegalMove::Occupied)
    );
}

#[test]
fn undo_goes_back_over_passes_captures_and_kos_to_the_start() {
    let mut game = Game::from_position(Board::from_diagram(KO), Color::Black, Rules::CHINESE, 7.5);
    let start = game.board().clone();
    play(&mut game, "BC3 Wpass BA1 WB3").unwrap();
    assert_eq!(
        game.undo(),
        Some((Color::White, Move::Play(game.size().parse_vertex("B3").unwrap())))
    );
    game.undo();
    game.undo();
    assert!(game.board().ko().is_some(), "the ko that the pass lifted is back");
    game.undo();
    assert_eq!(*game.board(), start);
    assert_eq!(game.board().prisoners(), start.prisoners());
    assert_eq!(game.undo(), None);
}

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
