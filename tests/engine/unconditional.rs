// SPDX-License-Identifier: MIT OR Apache-2.0

//! Unconditional life and territory on small boards against exhaustive search: one side moves as often as it
//! likes, and the other never.

use std::collections::HashSet;

use katachi_engine::analysis::Unconditional;
use katachi_rules::{Board, BoardSize, Color, Point, pass_alive};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Positions with more reachable ones are left out.
const LIMIT: usize = 4000;
/// Number of positions.
const POSITIONS: u32 = 1500;

/// A random position, mostly stones of one colour, so that some live.
fn random_board(rng: &mut ChaCha8Rng) -> Board {
    let mut below = |n: u32| rng.next_u32() % n;
    let (width, height) = [(3, 3), (4, 3), (5, 2), (6, 2), (4, 4)][below(5) as usize];
    let mut board = Board::new(BoardSize::new(width, height).expect("the sizes are small"));
    for point in board.size().points() {
        let color = if below(5) == 0 { Color::White } else { Color::Black };
        if below(16) < 11 && board.is_legal(color, point) {
            board.place(color, point);
        }
    }
    board.clear_ko();
    board
}

/// All positions that one side reaches by moves of its own. None if there are too many.
fn reached(board: &Board, mover: Color) -> Option<Vec<Board>> {
    let mut seen = HashSet::from([board.key()]);
    let mut all = vec![board.clone()];
    let mut next = 0;
    while next < all.len() {
        let from = all[next].clone();
        next += 1;
        for point in from.size().points() {
            let mut after = from.clone();
            if !after.is_legal(mover, point) {
                continue;
            }
            after.place(mover, point);
            after.clear_ko();
            if seen.insert(after.key()) {
                all.push(after);
            }
        }
        if all.len() > LIMIT {
            return None;
        }
    }
    Some(all)
}

#[test]
fn stones_are_alive_if_and_only_if_no_moves_in_a_row_capture_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(44);
    let (mut alive, mut others) = (0, 0);
    for _ in 0..POSITIONS {
        let board = random_board(&mut rng);
        let found = Unconditional::new(&board);
        for owner in Color::BOTH {
            let Some(positions) = reached(&board, owner.opposite()) else {
                continue;
            };
            let stones: Vec<Point> = board
                .size()
                .points()
                .filter(|&p| board.cell(p).is(owner))
                .collect();
            for stone in stones {
                let is_safe = positions.iter().all(|after| after.cell(stone).is(owner));
                assert_eq!(
                    found.alive[owner].contains(stone),
                    is_safe,
                    "{stone:?} of\n{board}"
                );
                alive += u32::from(is_safe);
                others += u32::from(!is_safe);
            }
        }
    }
    assert!(alive > 300 && others > 300, "{alive} alive, {others} not");
}

#[test]
fn in_territory_no_moves_in_a_row_make_stones_that_live() {
    let mut rng = ChaCha8Rng::seed_from_u64(45);
    let mut areas = 0;
    for _ in 0..POSITIONS {
        let board = random_board(&mut rng);
        let found = Unconditional::new(&board);
        for owner in Color::BOTH {
            let territory = &found.territory[owner];
            if territory.is_empty() {
                continue;
            }
            let other = owner.opposite();
            let Some(positions) = reached(&board, other) else {
                continue;
            };
            areas += 1;
            for after in positions {
                let living = pass_alive(&after, false).stones[other];
                assert!(
                    !living.iter().any(|stone| territory.contains(stone)),
                    "{owner}'s territory in\n{board}\nand after\n{after}"
                );
            }
        }
    }
    assert!(areas > 200, "{areas} areas");
}

#[test]
fn a_point_has_one_status_and_colours_have_the_same_ones() {
    let mut rng = ChaCha8Rng::seed_from_u64(46);
    for _ in 0..POSITIONS {
        let board = random_board(&mut rng);
        let mut swapped = Board::new(board.size());
        let stones = board
            .size()
            .points()
            .filter_map(|p| Some((p, board.cell(p).color()?.opposite())));
        swapped.set_stones(stones).expect("it is as legal as before");
        let (here, there) = (Unconditional::new(&board), Unconditional::new(&swapped));
        for color in Color::BOTH {
            assert_eq!(here.alive[color], there.alive[color.opposite()]);
            assert_eq!(here.territory[color], there.territory[color.opposite()]);
        }
        let both = here.territory[Color::Black];
        assert!(
            !both.iter().any(|p| here.territory[Color::White].contains(p)),
            "{board}"
        );
    }
}
