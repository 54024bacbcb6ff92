// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random openings: each pair of games begins with a few moves of its own.

use katachi_rules::{Board, Color, Game, Move, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// Plays `count` moves for a pair of games, counted from 0; fewer if the board has fewer sensible moves. They
/// depend on the position, the seed and the pair alone.
///
/// The moves are on the third to fifth line, nearer the edge only if a small or full board leaves no other
/// choice. No move captures, fills an eye or puts its own stones into atari.
pub(super) fn play_random_opening(game: &mut Game, seed: u64, pair: u64, count: u32) {
    // One stream of the generator for each pair: draws do not depend on the order of the games.
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(pair);
    for _ in 0..count {
        let color = game.to_move();
        let candidates = candidates(game, color);
        if candidates.is_empty() {
            return;
        }
        let point = candidates[random_below(&mut random, candidates.len())];
        if game.play(color, Move::Play(point)).is_err() {
            return;
        }
    }
}

/// Shuffles the numbers below `n` by the seed (R. Durstenfeld, "Algorithm 235: Random permutation",
/// 1964).
pub fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        order.swap(last, random_below(&mut random, last + 1));
    }
    order
}

/// Lines (0 is the edge) to choose from, the best first, with the shortest side of a board that has them.
const LINES: [(std::ops::RangeInclusive<u8>, u8); 3] = [(2..=4, 7), (1..=u8::MAX, 4), (0..=u8::MAX, 1)];

fn candidates(game: &Game, color: Color) -> Vec<Point> {
    let size = game.size();
    let sensible: Vec<Point> = size.points().filter(|&p| is_sensible(game, color, p)).collect();
    let shortest = size.width().min(size.height());
    let fitting = LINES.iter().filter(|(_, side)| shortest >= *side);
    let mut points = fitting.map(|(lines, _)| {
        let points = sensible.iter().copied();
        points
            .filter(|&p| lines.contains(&size.line(p)))
            .collect::<Vec<_>>()
    });
    points.find(|points| !points.is_empty()).unwrap_or_default()
}

fn is_sensible(game: &Game, color: Color, point: Point) -> bool {
    if !game.is_legal(color, Move::Play(point)) || game.board().is_eye(color, point) {
        return false;
    }
    let mut board: Board = game.board().clone();
    let undo = board.play(color, point);
    !undo.is_capture() && board.liberties(point) >= 2
}

/// Draws a number below `n`. Probabilities differ by less than one part in a hundred million.
fn random_below(random: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_rules::{BoardSize, Rules};

    fn opening(size: BoardSize, seed: u64, pair: u64, count: u32) -> Vec<String> {
        let mut game = Game::new(size, Rules::CHINESE, 0.0);
        play_random_opening(&mut game, seed, pair, count);
        game.moves().map(|(_, mv)| size.show(mv)).collect()
    }

    #[test]
    fn an_opening_follows_from_seed_and_pair() {
        let opening = |seed, pair, count| opening(BoardSize::square(19), seed, pair, count);
        assert_eq!(opening(1, 0, 6), opening(1, 0, 6));
        assert_ne!(opening(1, 0, 6), opening(1, 1, 6));
        assert_ne!(opening(1, 0, 6), opening(2, 0, 6));
        assert_eq!(
            opening(1, 0, 8)[..6],
            opening(1, 0, 6)[..],
            "a longer opening begins like a shorter one"
        );
    }

    #[test]
    fn a_shuffle_keeps_every_number() {
        let order = shuffled(50, 3);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        assert_ne!(order, sorted);
        assert_eq!(
            (shuffled(50, 3) == order, shuffled(50, 4) == order),
            (true, false)
        );
    }

    #[test]
    fn the_first_draws_are_pinned() {
        // Later versions have to repeat a match.
        assert_eq!(
            opening(BoardSize::square(19), 1, 0, 4),
            ["Q9", "C12", "P3", "O17"]
        );
    }

    #[test]
    fn moves_are_sensible_and_keep_off_the_edge_where_there_is_room() {
        for (width, height) in [
            (19, 19),
            (9, 9),
            (7, 7),
            (19, 13),
            (5, 5),
            (3, 3),
            (2, 2),
            (1, 9),
            (1, 1),
        ] {
            let size = BoardSize::new(width, height).unwrap();
            for pair in 0..20 {
                let mut game = Game::new(size, Rules::TROMP_TAYLOR, 0.0);
                play_random_opening(&mut game, 7, pair, size.area() as u32 / 4);
                assert_eq!(game.board().prisoners(), Default::default(), "{size}");
                if size.area() >= 9 && width > 1 {
                    assert_eq!(game.move_count(), size.area() / 4, "{size}");
                }
                if width >= 9 {
                    let mut first = game.moves().take(6).filter_map(|(_, mv)| mv.point());
                    assert!(first.all(|p| size.line(p) >= 2), "{size}");
                }
            }
        }
    }
}
