// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playing positions out.

use katachi_rules::{Board, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::observer::Ends;
use super::policy::{Policy, Turn};

/// The results of `playouts` playouts from a position, either side moving first in turn. They depend on the position alone.
pub(crate) fn ends_of(board: &Board, policy: &impl Policy, playouts: u32) -> Ends {
    let mut rng = ChaCha8Rng::seed_from_u64(board.key());
    let (mut ends, start) = (Ends::new(board.size()), PlayoutBoard::new(board));
    for playout in 0..playouts as usize {
        let mut played = start.clone();
        play_out(&mut played, Color::BOTH[playout % 2], policy, &mut rng);
        ends.add(&played, 0.0);
    }
    ends
}

/// Plays until both sides pass, or for three moves a point. Does not allocate.
fn play_out(board: &mut PlayoutBoard, first: Color, policy: &impl Policy, rng: &mut ChaCha8Rng) {
    play_on(board, first, None, policy, rng, |_, _| {});
}

/// The same after a move of the other side at `last`; `saw` is told every move that is played.
pub(crate) fn play_on(
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
