// SPDX-License-Identifier: MIT OR Apache-2.0

//! Cached answers from other positions equal those of a new reader.

use katachi_engine::reading::Reader;
use katachi_rules::{Board, BoardSize, Color, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const BUDGET: u32 = 300;

/// Plays a random game and passes the board on after every move. Half of the moves are next to the one
/// before, so that there are fights.
fn random_game(rng: &mut ChaCha8Rng, size: BoardSize, moves: usize, mut look: impl FnMut(&Board)) {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    let mut last: Option<Point> = None;
    for _ in 0..moves {
        let near = rng.next_u32().is_multiple_of(2);
        let legal: Vec<Point> = board
            .empty_points()
            .filter(|&p| board.is_legal(color, p) && !board.is_eye(color, p))
            .filter(|&p| !near || last.is_none_or(|l| l.distance(p) <= 3))
            .collect();
        if !legal.is_empty() {
            let point = legal[rng.next_u32() as usize % legal.len()];
            board.place(color, point);
            last = Some(point);
            look(&board);
        }
        color = color.opposite();
    }
}

fn strings(board: &Board) -> Vec<Point> {
    board
        .strings()
        .filter(|&head| board.liberties(head) <= 4)
        .collect()
}

#[test]
fn remembered_answers_hold() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut old = Reader::new(&Board::new(BoardSize::square(9)), BUDGET);
    let mut fresh_nodes = 0;
    for side in [9, 13, 19, 9] {
        let size = BoardSize::square(side);
        random_game(&mut rng, size, size.area() / 2, |board| {
            old.set_board(board);
            let mut new = Reader::new(board, BUDGET);
            for stone in strings(board) {
                let cached = [old.tactics().attack(stone), old.tactics().defend(stone)];
                let fresh = [new.tactics().attack(stone), new.tactics().defend(stone)];
                assert_eq!(cached, fresh, "{}\n{board}", size.vertex(stone));
            }
            fresh_nodes += new.nodes();
            assert_eq!(old.board().key(), board.key());
        });
    }
    let nodes = old.nodes();
    assert!(3 * nodes < 2 * fresh_nodes, "{nodes} of {fresh_nodes}");
}

#[test]
fn remembered_answers_about_groups_hold() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut old = Reader::new(&Board::new(BoardSize::square(9)), BUDGET);
    let mut fresh_nodes = 0;
    for side in [9, 13, 19] {
        let size = BoardSize::square(side);
        random_game(&mut rng, size, size.area() / 2, |board| {
            old.set_board(board);
            let mut new = Reader::new(board, BUDGET);
            for stone in strings(board).into_iter().take(6) {
                let group = board.string(stone).collect();
                let cached = [old.life().kill(&group), old.life().live(&group)];
                let fresh = [new.life().kill(&group), new.life().live(&group)];
                assert_eq!(cached, fresh, "{}\n{board}", size.vertex(stone));
            }
            fresh_nodes += new.nodes();
        });
    }
    let nodes = old.nodes();
    assert!(4 * nodes < 3 * fresh_nodes, "{nodes} of {fresh_nodes}");
}

#[test]
fn an_answer_outlives_moves_elsewhere_and_no_move_nearby() {
    let mut board = Board::from_diagram(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         X X X . . . . . . . . . .
         O O X . . . . . . . . . .
         . O X . . . . . . . . . .
         . O X . . . . . . . . . .",
    );
    let at = |vertex| BoardSize::square(13).parse_vertex(vertex).unwrap();
    let mut reader = Reader::new(&board, 10_000);
    let first = reader.tactics().attack(at("B2"));
    let nodes = reader.nodes();
    board.place(Color::White, at("M12"));
    reader.set_board(&board);
    assert_eq!(reader.tactics().attack(at("B2")), first);
    assert_eq!(reader.nodes(), nodes, "the far stone changes nothing");
    board.place(Color::Black, at("A2"));
    reader.set_board(&board);
    let second = reader.tactics().attack(at("B2"));
    assert_eq!(second, Reader::new(&board, 10_000).tactics().attack(at("B2")));
    assert_ne!(second, first, "the near one is another question");
}
