// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small fights: the common parts of the searches of strings, connections and groups, and exact solvers of
//! eye spaces.
//!
//! This module knows the rules and the eye graphs of `mkpat` alone, neither a reader nor an analysis.
//!
//! - `bits`, `window`: sets of points as bits of a word, with their neighbours as a table, or as rows of a
//!   window of the board;
//! - `small_board`: stones that are played on such sets;
//! - `numbers`: proof and disproof numbers, those of a node, and thresholds by the 1+epsilon trick;
//! - `dfpn`: depth-first proof-number search with Kawano's simulation, for any graph of moves;
//! - `component`: connected points of the board itself;
//! - `role`: the two sides of a question, and the ko threats of its searches.
//!
//! Solvers of small questions make different assumptions. The columns: stones of the owner and of the
//! attacker that can be captured, the end of a ko, the side that may pass.
//!
//! | solver | decides | owner's | attacker's | ko | pass |
//! |---|---|---|---|---|---|
//! | `eye_game` | eyes (0 to 2) of a graph of 16 points | none: the wall is safe | all inside | none | both |
//! | `exact` | death, seki or territory in 16 points; liberties outside are given | all, the wall too | all inside | by threats | both |
//! | `by_force` | whether a string comes to live by itself, or wins a race, in 64 points | all but that one | all not joined outside | by threats | both |
//! | `one_eye` | whether 7 points can be filled so that they stay one eye | none | all, at the last point | none | owner |
//! | `split` | whether 7 points may become two eyes. Its no is certain: no eye is false. | none | all inside | none | a side without a move |
//!
//! `analysis::eye::count` states in which order they are asked about eyes; `one_eye` is asked by races,
//! `split` by the static evaluation of groups. Other modules have solvers of their own, on boards that only
//! they know:
//!
//! | solver | decides | owner's | attacker's | ko | pass |
//! |---|---|---|---|---|---|
//! | `reading::search` | goals about strings, connections, races, on the board | all | all | by threats | owner |
//! | `reading::life::solver` | groups and eyes, on 128 points | all but friends outside | all but the walls | by threats | owner; of eyes both |
//! | `analysis::unconditional` | areas in which a side does not live though it always moves first | all but living ones | all | by the rules | both |
//! | `movegen::endgame` | gains of moves in 11x11 points | all that end in the window | likewise | by the rules | both |
//! | `playout::eye_space` | vital points of 6 points without liberties outside | all, the wall too | all inside | a cycle is no win | both |

mod bits;
mod by_force;
#[cfg(test)]
mod corner_tests;
mod dfpn;
mod exact;
mod eye_game;
mod numbers;
mod one_eye;
mod role;
mod small_board;
mod split;
mod window;

use katachi_rules::{BoardSize, Point, PointSet};

pub(crate) use bits::{around, each, flood, parts, singles};
pub(crate) use by_force::{ByForce, MAX_POINTS as MAX_AREA, Set as AreaSet, SmallArea};
pub(crate) use dfpn::{Reply, Tree, expand, simulate};
pub(crate) use exact::{Arena, EyeOutcome, Solver, solve_exactly};
pub use eye_game::{LocalGame, LocalValue};
pub(crate) use numbers::{INFINITE, ProofNumbers, Selection};
pub(crate) use one_eye::{EyePoint, MAX_POINTS as MAX_EYE, Shapes, Terms};
pub(crate) use role::{KoThreats, Role};
pub(crate) use small_board::{Graph, Played, SmallBoard};
pub(crate) use split::may_be_two;
pub(crate) use window::{Window, WindowSet};

/// The points that are connected to `from` through points for which `belongs` holds.
pub(crate) fn component(size: BoardSize, from: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
    let mut found = PointSet::EMPTY;
    found.insert(from);
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for n in point.neighbours() {
            if size.contains(n) && belongs(n) && found.insert(n) {
                open.push(n);
            }
        }
    }
    found
}
