// SPDX-License-Identifier: MIT OR Apache-2.0

//! The classical choice: evidence for moves, and what it is worth together.
//!
//! Each generator looks at the same `Input` and returns evidence, without knowing of the others: the patterns of the database, the
//! captures and rescues of strings, double threats, groups whose life the first move decides, enclosed regions, kos with their threats,
//! the endgame search and the move-prediction model. All values have the same unit: 5 units are about one point of the final score.
//! `weigh` is the only place where evidence is combined, overruled and limited.

#[cfg(test)]
mod alone;
mod choice;
mod constants;
mod endgame;
mod evaluated;
mod evidence;
mod facts;
mod helpers;
mod input;
mod kos;
mod life;
mod model;
mod patterns;
mod regions;
mod tactics;
mod weigh;
mod worth;

use katachi_rules::Point;

pub use choice::{Choice, Decided, Excluded, Exclusion, Proposal};
pub use evaluated::{ConstraintCall, EvaluatedPattern, Rejection};
pub use evidence::{Evidence, Overruled, PatternValue, Reason, ReasonKind, Wind};
pub use helpers::names as helper_names;
pub(crate) use input::Input;
pub(crate) use patterns::at as patterns_at;
pub(crate) use weigh::final_status;

use crate::reading::Reader;

/// Proposes moves from what it sees, with readings by a reader of that position, which it leaves as it found it.
type Generator = fn(&Input<'_>, &mut Reader) -> Vec<Evidence>;

/// All generators but the patterns, which have remarks, too. Their order changes nothing.
const GENERATORS: [Generator; 7] = [
    tactics::captures,
    tactics::double_threats,
    life::lives,
    regions::regions,
    kos::kos,
    endgame::gains,
    model::predictions,
];

/// The evidence of all generators, and the names of patterns whose constraint divides by zero.
fn evidence(input: &Input<'_>, reader: &mut Reader) -> (Vec<Evidence>, Vec<String>) {
    let (mut evidence, divisions_by_zero) = patterns::matches(input, reader);
    for generate in GENERATORS {
        evidence.extend(generate(input, reader));
    }
    (evidence, divisions_by_zero)
}

/// Chooses one of the points `among`; of all if there are none. The reader has the board of the position.
pub(crate) fn choose(input: &Input<'_>, reader: &mut Reader, among: &[Point]) -> Choice {
    let (evidence, divisions_by_zero) = evidence(input, reader);
    Choice {
        divisions_by_zero,
        decided: Decided::all(input.analysis),
        ..weigh::choose(input, reader, evidence, among)
    }
}
