// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ladders over the whole board with stones in their way, read by the reader and by a plain twin.

use katachi_engine::reading::{Reader, Verdict};
use katachi_rules::{Board, BoardSize, Color, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Whether the attacker, to move, can capture a string of at most two liberties by ataris alone. The defender
/// extends or takes a stone that chases it, and may retake a ko at once.
fn captures(board: &Board, target: Point, attacker: Color) -> bool {
    let liberties: Vec<Point> = board.liberty_set(target).iter().collect();
    liberties.len() <= 2
        && liberties.iter().any(|&liberty| {
            let Some(next) = after(board, attacker, liberty, true) else {
                return false;
            };
            if !next.cell(target).is_stone() {
                return next.ko().is_none_or(|(ko, _)| ko != target);
            }
            liberties.len() == 2 && !escapes(&next, target, attacker)
        })
}

fn escapes(board: &Board, target: Point, attacker: Color) -> bool {
    let chasers = board
        .adjacent_strings(target)
        .filter(|&chaser| board.liberties(chaser) == 1);
    let mut moves: Vec<Point> = chasers
        .flat_map(|chaser| board.liberty_set(chaser).iter().collect::<Vec<_>>())
        .collect();
    moves.extend(board.liberty_set(target).iter());
    let runs = moves.iter().any(|&point| {
        after(board, attacker.opposite(), point, false).is_some_and(|next| !captures(&next, target, attacker))
    });
    runs || !captures(board, target, attacker)
}

fn after(board: &Board, color: Color, point: Point, ko_counts: bool) -> Option<Board> {
    let mut next = board.clone();
    if !ko_counts {
        next.clear_ko();
    }
    next.is_legal(color, point).then(|| {
        next.place(color, point);
        next
    })
}

/// Places a stone with two liberties that is chased from two sides, and other stones at random.
fn random_ladder(rng: &mut ChaCha8Rng) -> (Board, Point) {
    let mut below = |n: u32| rng.next_u32() % n;
    let size = BoardSize::square(19);
    let target = size
        .point(2 + below(15) as i32, 2 + below(15) as i32)
        .expect("it is on the board");
    // Two neighbours are the chasers, and a third stone is behind one of them.
    let corner = below(4) as usize;
    let around = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let (first, second) = (around[corner], around[(corner + 1) % 4]);
    let ahead = around[(corner + 2) % 4];
    let at = |dx, dy| size.offset(target, dx, dy).expect("it is on the board");
    let mut stones = vec![
        (target, Color::White),
        (at(first.0, first.1), Color::Black),
        (at(second.0, second.1), Color::Black),
        (at(second.0 + ahead.0, second.1 + ahead.1), Color::Black),
    ];
    for _ in 0..below(48) {
        let point = size
            .point(below(19) as i32, below(19) as i32)
            .expect("it is on the board");
        if point.distance(target) > 3 && stones.iter().all(|&(p, _)| p != point) {
            stones.push((point, Color::BOTH[below(2) as usize]));
        }
    }
    let mut board = Board::new(size);
    for (point, color) in stones {
        if board.is_legal(color, point) {
            board.place(color, point);
        }
    }
    board.clear_ko();
    (board, target)
}

#[test]
fn ladders_are_read_to_the_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut reader = Reader::new(&Board::new(BoardSize::square(19)), 100_000);
    let (mut work, mut fail) = (0, 0);
    while work + fail < 2000 {
        let (board, target) = random_ladder(&mut rng);
        if !board.cell(target).is_stone() || board.liberties(target) != 2 {
            continue;
        }
        let works = captures(&board, target, Color::Black);
        reader.set_board(&board);
        let reading = reader.tactics().ladder_attack(target);
        let expected = if works { Verdict::Yes } else { Verdict::No };
        assert_eq!(
            reading.verdict,
            expected,
            "{}\n{board}",
            board.size().vertex(target)
        );
        if works {
            work += 1;
            let point = reading.point.expect("an attack has a move");
            let next = after(&board, Color::Black, point, true).expect("the move is legal");
            assert!(
                !escapes(&next, target, Color::Black),
                "the move starts the ladder\n{board}"
            );
            let attack = reader.tactics().attack(target).verdict;
            assert_eq!(attack, Verdict::Yes, "a ladder is an attack\n{board}");
        } else {
            fail += 1;
        }
    }
    assert!(
        work > 500 && fail > 500,
        "both happen: {work} ladders work and {fail} do not"
    );
}
