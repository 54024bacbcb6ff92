// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing, undoing and queries allocate no heap memory.

use katachi_rules::sgf::{Record, Turns};
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

/// A game of passes, in which each player has played one stone.
fn passes(moves: usize) -> Record {
    let passes = ";B[];W[]".repeat(moves / 2 - 1);
    Record::parse(format!("(;SZ[19];B[dd];W[pp]{passes})").as_bytes()).expect("a record")
}

#[test]
fn a_walk_through_a_game_needs_memory_in_proportion_to_its_moves() {
    let memory = |moves: usize| {
        let record = passes(moves);
        let counted = allocation_counter::measure(|| {
            let turns = Turns::new(&record, Rules::TROMP_TAYLOR, 7.5, 1..=moves).expect("legal moves");
            let passes = turns.iter().filter(|turn| turn.mv == Move::Pass).count();
            assert_eq!(passes, moves - 2);
        });
        counted.bytes_max
    };
    let (short, long) = (memory(100), memory(400));
    assert!(long < 8 * short, "{short} bytes for 100 moves, {long} for 400");
}
