// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing, undoing and queries allocate no heap memory.

use katachi_rules::{Board, BoardSize, Color, Game, Move, PlayoutBoard, Point, Rules, pass_alive};

/// Every third empty point in turn: enough for captures and kos.
fn moves(board: &Board, color: Color, salt: usize) -> Option<Point> {
    let empty = board.empty_points();
    let count = empty.len();
    let mut from = empty.clone().cycle().skip(salt % count.max(1)).take(count);
    from.find(|&p| board.is_legal(color, p) && !board.is_eye(color, p))
}

#[test]
fn the_board_and_its_questions_allocate_nothing() {
    let mut board = Board::new(BoardSize::square(19));
    let mut captured = 0;
    let counted = allocation_counter::measure(|| {
        let mut color = Color::Black;
        for turn in 0..600 {
            let Some(point) = moves(&board, color, turn * 7919) else {
                break;
            };
            let _ = board.key_after(color, point);
            PlayoutBoard::new(&board).play(color, point);
            let undo = board.play(color, point);
            board.undo(undo);
            captured += board.play(color, point).removed();
            let _ = board.clone();
            for p in board.adjacent_strings(point).take(2) {
                captured += usize::from(board.first_liberties::<4>(p).is_empty());
            }
            color = color.opposite();
        }
        let _ = pass_alive(&board, true);
    });
    assert!(captured > 0);
    assert_eq!(counted.count_total, 0);
}

#[test]
fn legality_in_a_game_allocates_nothing_under_any_rules() {
    for (name, rules) in Rules::PRESETS {
        let mut game = Game::new(BoardSize::square(9), rules, 7.5);
        for turn in 0..60 {
            let color = game.to_move();
            let point = moves(game.board(), color, turn * 31);
            let mv = point.map_or(Move::Pass, Move::Play);
            if game.is_legal(color, mv) {
                game.play(color, mv).unwrap();
            }
        }
        let mut legal = 0;
        let counted = allocation_counter::measure(|| legal = game.legal_moves(game.to_move()).count());
        assert!(legal > 1);
        assert_eq!(counted.count_total, 0, "{name}");
    }
}
