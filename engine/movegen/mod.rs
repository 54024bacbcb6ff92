// SPDX-License-Identifier: MIT OR Apache-2.0

//! The classical choice: evidence for moves, and its sum.
//!
//! Each generator gets the same `Input` and returns evidence, without knowing of the others: the patterns of
//! the database, the captures and rescues of strings, double threats, groups whose life the first move
//! decides, enclosed regions, kos with their threats, the endgame search and the move-prediction model. All
//! values have the same unit: 5 units are about one point of the final score. `weigh` is the only place where
//! evidence is combined, overruled and limited.
//!
//! Heuristic constants stand at the head of the module that uses them. Their comments give the range of
//! sensible values, and the source of the value: the scale of values (`patterns/README.md`), or
//! `docs/experiments/classical-choice.md` (as "experiments"). A value without a source is a guess. A change
//! of a value changes the choices of the bench (CONTRIBUTING.md).

mod candidates;
mod endgame;
mod evaluated;
mod evidence;
mod facts;
#[cfg(test)]
mod for_tests;
mod helpers;
mod input;
mod kos;
mod life;
mod model;
mod patterns;
mod playouts;
mod proposal;
mod regions;
mod tactics;
mod weigh;
mod worth;

use katachi_rules::Point;

pub use crate::patterns::PatternSource;
pub use candidates::Candidate;
pub(crate) use candidates::candidates;
pub use evaluated::{ConstraintCall, EvaluatedPattern, MatchRejection};
pub use evidence::{AuthorBonus, Evidence, Overruled, PatternValue, Reason, ReasonKind, Wind};
pub use helpers::names as helper_names;
pub use input::Generators;
pub(crate) use input::Input;
pub(crate) use patterns::{bonuses, listed as pattern_matches};
pub(crate) use playouts::{PlayedOut, Playouts};
pub(crate) use proposal::Weighed;
pub use proposal::{Decided, Parts, Proposal, RejectedMove, Rejection};
pub use weigh::Term;
pub(crate) use weigh::final_status;

use crate::reading::Reader;
use patterns::Matches;

/// Loss of a move that captures or saves the same string as the best one, in units of value; 1 to 10.
const SECOND_BEST_LOSS: i32 = 3;
/// A board is nearly full if stones cover this share of it; 0.4 to 0.7.
const NEARLY_FULL: f32 = 0.5;

/// Finds evidence in an input, with readings by a reader of that position, which it leaves as it found it.
type Generator = fn(&Input<'_>, &mut Reader) -> Vec<Evidence>;

/// All generators but the patterns, which have remarks, too, and the move-prediction model, which may be left
/// out. Their order changes nothing.
const GENERATORS: [Generator; 6] = [
    tactics::captures,
    tactics::double_threats,
    life::lives,
    regions::regions,
    kos::kos,
    endgame::gains,
];

/// Asks the generators for evidence. The result also has the remarks of the patterns and, with
/// `lists_patterns`, all pattern matches.
fn evidence(input: &Input<'_>, reader: &mut Reader, lists_patterns: bool) -> Matches {
    let mut matches = patterns::matches(input, reader, lists_patterns);
    if input.generators.has_readings() {
        for generate in GENERATORS {
            matches.evidence.extend(generate(input, reader));
        }
    }
    if input.generators.has_model() {
        matches.evidence.extend(model::predictions(input, reader));
    }
    matches
}

/// Chooses one of the points `among`; of all if there are none. With `lists_patterns` the choice has every
/// pattern match. The reader has the board of the position.
pub(crate) fn choose(
    input: &Input<'_>,
    reader: &mut Reader,
    among: &[Point],
    lists_patterns: bool,
) -> Weighed {
    let Matches {
        evidence,
        divisions_by_zero,
        mut list,
    } = evidence(input, reader, lists_patterns);
    let mut weighed = Weighed {
        divisions_by_zero,
        decided: Decided::all(input.analysis),
        ..weigh::choose(input, reader, evidence, among)
    };
    list.retain(|matched| among.is_empty() || among.contains(&matched.point));
    weighed.list(list, |point| input.position.is_legal(point));
    weighed
}
