// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing positions out.

use katachi_rules::{Board, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::observer::PlayoutStats;
use super::policy::{Policy, Turn};

/// Statistics of `playouts` playouts from a position. The sides take turns in moving first. The random
/// numbers depend on the position alone.
pub(crate) fn stats_of(board: &Board, policy: &impl Policy, playouts: u32) -> PlayoutStats {
    let mut rng = ChaCha8Rng::seed_from_u64(board.key());
    let (mut stats, start) = (PlayoutStats::new(board.size()), PlayoutBoard::new(board));
    for playout in 0..playouts as usize {
        let mut played = start.clone();
        let first = Color::BOTH[playout % 2];
        play_on(&mut played, first, None, policy, &mut rng, |_, _| {});
        stats.add(&played, 0.0);
    }
    stats
}

/// Plays until both sides pass, or for three moves a point, after a move of the other side at `last`. `saw`
/// gets each move. Does not allocate.
pub fn play_on(
    board: &mut PlayoutBoard,
    first: Color,
    mut last: Option<Point>,
    policy: &impl Policy,
    rng: &mut ChaCha8Rng,
    mut saw: impl FnMut(Color, Point),
) {
    let mut color = first;
    let mut passes = 0;
    for number in 0..3 * board.size().area() {
        let turn = Turn {
            color,
            last,
            is_first: number == 0,
        };
        let found = policy.choose(board, turn, rng);
        match found {
            Some(point) => {
                board.play(color, point);
                saw(color, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        last = found;
        color = color.opposite();
    }
}
