//! Playouts: games played to their end by a policy, until nobody can move.
//!
//! - policies: `Uniform` (any move), `Settled` (what is settled stays as it is), `Fighting` (contact beside the last move),
//!   `Learned` (weights fitted to records and to their ends);
//! - `named`: a policy by its name ([`PolicyName`]);
//! - observers: `FirstMoves` (all moves as first), `Ends` (score, ownership, criticality);
//! - `eye_space`: moves that decide about two eyes in small spaces;
//! - `nearby`: sums over the points around each point;
//! - `tactics`: the local rules that they share; `contact`: 3x3 shapes at which stones meet.

mod contact;
mod eye_space;
mod fighting;
mod learned;
mod named;
mod nearby;
mod observer;
mod settled;
mod tactics;
mod uniform;

use katachi_rules::{Board, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

pub(crate) use eye_space::is_nakade;
pub(crate) use fighting::Fighting;
pub use learned::{Balancer, Fit, Trainer, TrainingPosition, WeightError, use_weights};
pub(crate) use learned::{Learned, is_small};
pub(crate) use named::Named;
pub use named::{PolicyName, UnknownPolicy};
pub(crate) use nearby::Nearby;
pub(crate) use observer::{Ends, FirstMoves};
pub(crate) use settled::Settled;
pub(crate) use uniform::Uniform;

/// Whose move it is in a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The side to move.
    pub(crate) color: Color,
    /// The other side's move just before.
    pub(crate) last: Option<Point>,
    /// Is it the first move of the playout? What was left open before it may be anywhere on the board.
    pub(crate) is_first: bool,
}

/// A playout policy: how a side finds its moves.
pub(crate) trait Policy {
    /// A move, or none to pass.
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point>;
}

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

/// Whose a point is when a playout is over: the stone's colour, or that of all stones around.
fn owner_at_the_end(board: &PlayoutBoard, point: Point) -> Option<Color> {
    let cell = board.cell(point);
    if cell.is_stone() {
        return cell.color();
    }
    board.around(point).owner()
}
