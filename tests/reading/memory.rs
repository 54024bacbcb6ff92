//! Answers that a reader remembers from other positions are those that a new reader finds.

use katachi::reading::{Reader, Verdict};
use katachi_rules::{Board, BoardSize, Color, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const BUDGET: u32 = 300;

/// Plays a random game and hands over the board after every move. Half of the moves are next to the one before, so
/// that there is fighting.
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
            let _ = board.play(color, point);
            last = Some(point);
            look(&board);
        }
        color = color.opposite();
    }
}

fn strings(board: &Board) -> Vec<Point> {
    let points = board.size().points().filter(|&p| board.cell(p).is_stone());
    points
        .filter(|&p| board.head(p) == p && board.liberties(p) <= 4)
        .collect()
}

#[test]
fn remembered_answers_hold() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let games: usize = std::env::var("GAMES").map_or(6, |g| g.parse().unwrap());
    let (mut wrong, mut all, mut points) = (0, 0, 0);
    let mut old = Reader::new(&Board::new(BoardSize::square(9)), BUDGET);
    for game in 0..games {
        let size = BoardSize::square([9, 13, 19][game % 3]);
        random_game(&mut rng, size, size.area() * 2 / 3, |board| {
            let key = board.key();
            old.set_board(board);
            let mut new = Reader::new(board, BUDGET);
            for stone in strings(board) {
                let remembered = [old.attack(stone), old.defend(stone)];
                let fresh = [new.attack(stone), new.defend(stone)];
                all += 2;
                if remembered.map(|r| r.verdict) != fresh.map(|r| r.verdict) {
                    wrong += 1;
                    println!("{} {remembered:?} {fresh:?}\n{board}", size.vertex(stone));
                } else if remembered != fresh {
                    points += 1
                }
            }
            assert_eq!(old.board().key(), key);
        });
    }
    println!("{wrong} of {all}, {points} other points, {}", old.counts());
    assert_eq!(wrong, 0);
    let _ = Verdict::No;
}
